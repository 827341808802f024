//! The window.
//!
//! [`Plyscope`] holds the [`Model`](model::Model) and the panels. Each frame it lets the jobs that ended hand in their
//! results, shows the panels, and acts on the [`Action`]s that they return; `act` is the only place that changes
//! anything. Panels read the model and own what only they show. Opening, searching and the desktop's file dialog are
//! [`job`]s on worker threads, so no frame waits.

mod act;
mod action;
mod algorithm_page;
mod board;
pub mod canvas;
mod comparison_head;
mod comparison_panel;
mod document;
mod drop_target;
mod experiments;
mod file_dialog;
mod form;
mod icons;
mod inspector;
mod inspector_card;
mod inspector_game;
mod job;
mod keys;
mod law_fields;
mod legend;
mod menu;
mod modals;
mod model;
mod new_game;
mod notices;
mod panes;
mod pipeline_bar;
mod play_board;
mod plyscope;
mod random_tree;
mod run_words;
mod runs;
mod settings;
mod start;
mod storage;
pub mod theme;
mod threshold_form;
mod tones;
mod toolbar;
mod visited;
mod welcome;

pub use action::Action;
pub use comparison_panel::ComparisonPanel;
pub use experiments::ExperimentAction;
pub use model::Page;
pub use plyscope::Plyscope;
pub use random_tree::RandomTree;
pub use settings::Settings;
pub use start::{AppError, run};
