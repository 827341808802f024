//! The story of a search: its events, with the cause of each cutoff.
//!
//! A search in [`Telling`] mode passes its events in batches to a [`Listener`]. Events do not depend on the type of positions: a child
//! is its index in the game's own order, so a listener can follow where the search is. All that Plyscope shows of a run is derived from them.
//!
//! The events of alpha-beta on `[5,[[[4,100],6],8]]`, as [read](Event::read):
//!
//! ```text
//! enter                      leaf 0 = 5          enter 1         enter 0       enter 0
//! leaf 0 = 4                 cutoff: deep, 5, by child 0 at depth 0             leave = 4
//! leaf 1 = 6                 leave = 6           leaf 1 = 8      leave = 6     leave = 6
//! ```
//!
//! A leaf is one event, and a window takes an event only if it is not the one that alpha-beta passes down.

mod beside;
mod count;
mod event;
pub mod follow;
mod kept;
mod line;
mod notes;
mod order;
mod telling;
pub mod timeline;

pub use beside::beside;
pub use count::{Counter, Counts, MOST_REMEMBERED};
pub use event::{Bounded, Cause, Entrance, Event, Inheritance, Said, Why};
pub use kept::{MOST_KEPT_BYTES, Story};
pub use line::{MOST_KNOWN, PrincipalVariation};
pub use order::EvaluationOrder;
pub use telling::{Listener, Telling};
pub use timeline::{Moment, Timeline};
