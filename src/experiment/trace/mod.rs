//! Trace files: the story of a search as JSON Lines, for other programs and from them.
//!
//! The first line says what was searched and how; each further line is one event. An absent `alpha` or `beta` is an open side, and an
//! end next to the number asked about is written `{"above": a}` or `{"below": b}`. `docs/traces.md` describes the format.

mod margin;
mod opened;
mod read;
mod write;

pub(super) use margin::Margin;
pub use opened::{OpenError, Opened};
pub use read::{ReadError, Trace, TraceFileError, TracedRun, is_trace, read};
pub use write::{Heading, trace, trace_game};

use crate::search::story::follow::Places;

/// The version of the format.
pub const VERSION: u32 = 1;

/// The field of a `pass` that leaves the open nodes without a value.
const GIVES_UP: &str = "gives_up";

/// Children that have no names: the story is followed for its windows alone.
#[derive(Clone, Copy)]
struct Unnamed;

impl Places for Unnamed {
    type Node = ();

    fn root(&self) {}

    fn child(&mut self, (): (), _: u32, _: Option<(u32, ())>) -> Option<()> {
        Some(())
    }
}
