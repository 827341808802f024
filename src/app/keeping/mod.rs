//! What is kept beside tree files: sessions, and work that was not saved; and what others do to the tree's file meanwhile.

mod act;
pub(crate) mod jobs;
mod on_disk;
mod recovery;
mod session;
