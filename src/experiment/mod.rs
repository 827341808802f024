//! Measured runs of the algorithms, and everything derived from them.

pub mod agreement;
pub mod check;
mod claim;
pub mod comparison;
pub mod cost;
pub mod deepen;
mod dropped;
pub mod explain;
pub mod find;
pub mod judge;
pub mod machine;
mod measure;
pub mod moves;
mod on_game;
pub mod perft;
pub mod reorder;
pub mod runnable;
pub mod separate;
mod single;
mod summary;
pub mod sweep;
pub mod trace;
mod visited;
pub mod what_if;

pub use claim::Claim;
pub use cost::{Cost, Memory, Repeats, Seconds};
pub use dropped::dropped_by_taketree;
pub use measure::{MEASURES, Measure, MeasureEntry, Owners, Resources, Unit};
pub use on_game::{MeasuredOnGame, measure_on_game};
pub use runnable::Runnable;
pub use single::{
    Measured, Settings, cost, evaluation_order, leaves, measure, pruning, record, record_sharing, room_to_search,
};
pub use summary::Summary;
pub use visited::{MOST_SHOWN, VisitedPart, explore, explore_cost};
