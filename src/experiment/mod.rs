//! Runs of the algorithms with everything that is measured of them.

pub mod comparison;
mod single;

pub use single::{DEFAULT_BUDGET, Measured, Seconds, Settings, leaves_within, measure, record, time};
