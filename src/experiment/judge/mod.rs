//! Judges a program: runs it on trees, compares what it says with what is right, and finds the smallest tree that it gets wrong.
//!
//! A [`Program`] reads a tree as one line of JSON and writes an [`Answer`]: a number, an object with what it knows, or a trace. A [`Standard`]
//! says what is right of a tree; what differs is a [`Fault`]. [`judge`] counts right answers by [`Criterion`], and of the first tree that
//! is wrong makes smaller ones, as long as the program fails on them in the same way. What a program writes is untrusted: it is limited in time
//! and size, and whoever prints it makes it visible.

mod answer;
mod change;
mod compare;
mod fault;
mod group;
mod habit;
mod program;
mod run;
mod shrink;
mod standard;
mod trees;
mod verdict;

pub use answer::Answer;
pub use change::line;
pub use fault::{Criterion, Fault, Kind};
pub use group::end_all;
pub use program::{JudgeError, Program};
pub(super) use shrink::smaller_trees;
pub use standard::{Right, Standard};
pub use trees::{Drawn, MOST_NODES, Trees};
pub use verdict::{Found, Judgement, Tally, judge};
