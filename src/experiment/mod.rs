//! Runs of the algorithms with everything that is measured of them.

pub mod cost;
mod single;

pub use cost::{Memory, Seconds};
pub use single::{Agreement, DEFAULT_BUDGET, Measured, Settings, agreement, measure};
