//! Runs of the algorithms with everything that is measured of them.

mod single;

pub use single::{Agreement, DEFAULT_BUDGET, Measured, Seconds, Settings, agreement, measure};
