//! Runs of the algorithms with everything that is measured of them.

pub mod comparison;
mod on_game;
mod single;
mod summary;

pub use on_game::{MeasuredOnGame, measure_on_game};
pub use single::{DEFAULT_BUDGET, Measured, Seconds, Settings, leaves_within, measure, record, time};
pub use summary::Summary;
