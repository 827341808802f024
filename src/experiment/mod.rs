//! Runs of the algorithms with everything that is measured of them.

pub mod agreement;
pub mod comparison;
pub mod cost;
pub mod machine;
mod on_game;
mod single;
mod summary;
pub mod sweep;
mod taken_away;
mod visited;

pub use cost::{Cost, Memory, Seconds};
pub use on_game::{MeasuredOnGame, Stages, measure_on_game};
pub use single::{DEFAULT_BUDGET, Measured, Settings, cost, leaves_within, measure, record};
pub use summary::Summary;
pub use taken_away::taken_away;
pub use visited::{MOST_SHOWN, VisitedPart, explore, explore_cost};
