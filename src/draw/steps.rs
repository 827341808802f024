//! A search that can be stepped through, for pictures that move.

use super::{Searched, Warnings};
use crate::experiment::explain::Explained;
use crate::search::story::timeline::Time;

/// A search with its story, for formats whose pictures show every step of it.
#[derive(Clone, Copy)]
pub struct Steps<'a> {
    /// The identifier of the algorithm.
    pub id: &'a str,
    /// The name of the algorithm.
    pub name: &'a str,
    /// The finished run.
    pub searched: Searched<'a>,
    /// What happened in it, and the sentences of its steps.
    pub explained: Explained<'a>,
    /// What is wrong with it, if it is that of a trace.
    pub warnings: Option<&'a Warnings>,
    /// The time at which a reader first sees it.
    pub opens_at: Time,
}
