//! The window.
//!
//! [`Plyscope`] holds the [`Model`](model::Model) and the panels. Each frame it lets the jobs that ended hand in their
//! results, shows the panels, and acts on the [`Action`]s that they return; `act` is the only place that changes
//! anything. Panels read the model and own what only they show. Opening, searching and the desktop's file dialog are
//! [`job`]s on worker threads, so no frame waits.

mod act;
mod action;
mod bars;
pub mod canvas;
mod comparison;
mod dialogs;
mod experiments;
mod inspector;
mod job;
mod keys;
mod model;
mod plyscope;
mod settings;
mod start;
mod storage;
pub mod style;
mod trees;

pub use action::Action;
pub use comparison::ComparisonPanel;
pub use dialogs::random_tree::RandomTree;
pub use experiments::ExperimentAction;
pub use model::Page;
pub use plyscope::Plyscope;
pub use settings::Settings;
pub use start::{AppError, run};
