//! Trace files: the story of a search as JSON Lines, for other programs and from them.
//!
//! The first line says what was searched and how; each line after it is one event. An absent `alpha` or `beta` is an open side, and an
//! end that is next to the number asked about is written `{"above": a}` or `{"below": b}`. `docs/traces.md` has the whole format.

mod fields;
mod opened;
mod read;
mod union;
mod write;

pub use opened::{OpenError, Opened};
pub use read::{ReadError, Trace, TraceFileError, TracedRun, read};
pub use write::trace;

/// The version of the format.
pub const VERSION: u32 = 1;
