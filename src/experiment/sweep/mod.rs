//! Sweeps: grids of runs over random trees and games.
//!
//! A [`Spec`] describes a sweep; it is what a sweep file holds. A [`Sweep`] is the grid of its [`Cell`]s, and
//! [`runs`](Sweep::run) them on all threads; the results do not depend on the number of threads. [`Results`] hold a [`Run`] for each cell
//! and tree, and [`summarise`] summarises them. A [`Folder`] stores them in files, from which an interrupted sweep is resumed.

mod cell;
mod folder;
mod leaf_counts;
mod merge;
mod numbers;
mod plan;
mod played;
mod preset;
mod preview;
mod random_trees;
mod results;
mod rows;
mod shard;
mod source;
mod spec;
mod spec_error;
mod statistics;
mod summary;
mod summary_table;
mod tables;
mod view;
mod work;

pub use super::Measure;
pub use cell::Cell;
pub use folder::{Folder, FolderError, JOURNAL, JSON, MACHINES, RUNS, SPEC, SUMMARY, read_spec, wrong_in};
pub use leaf_counts::LeafCounts;
pub use merge::merge;
pub use numbers::{Numbers, NumbersError};
pub use plan::Sweep;
pub use played::{Games, Played, Start};
pub use preset::Preset;
pub use preview::PreviewLine;
pub use random_trees::RandomTrees;
pub use results::{Ending, Results, Run};
pub use shard::Shard;
pub use source::Source;
pub use spec::{MAX_RUNS, Spec};
pub use spec_error::SpecError;
pub use statistics::{Ratio, Statistics};
pub use summary::{SummaryRow, summarise};
pub use summary_table::{SUMMARY_COLUMNS, SummaryColumn, summary_columns, summary_table};
pub use tables::read_runs;
pub use view::{Against, Scale, View};
