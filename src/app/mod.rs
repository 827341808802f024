//! The window.
//!
//! [`Plyscope`] holds the `Model` and the panels. In each frame it takes the results of finished jobs (`advance`),
//! shows the panels (`layout`), and carries out the [`Action`]s that they ask for (`act`). Nothing else changes the model, except for the
//! node under the pointer; the longer actions are in the rooms that they are about. Panels read the model and own only their own state.
//! Opening, searching and the desktop's file dialog are jobs on worker threads, so no frame waits.
//!
//! Dependencies go one way here, too: keys, [`Action`]s and what the model is made of (documents, runs, jobs) know no panel; panels know the
//! model; `Plyscope` knows the panels; and what carries out actions (the `act` of a room, and files named after what they do) knows `Plyscope`.
//!
//! | module | contents |
//! | --- | --- |
//! | [`style`] | colours, sizes and icons, and the controls that several panels have |
//! | `commands` | everything that can be done: the menus, the command palette, the sheet of keys |
//! | `welcome` | the start page |
//! | `tour` | seven steps on small trees |
//! | `bars` | what stands around the drawings: menus, settings, notices |
//! | `trees` | the open tree, the runs on it, and the panes that draw them |
//! | [`canvas`] | one drawing of a tree, and boards of games |
//! | `comparison` | the table of what the algorithms did |
//! | `inspector` | what is known of the selected node |
//! | `editing` | changing the open tree, and saving it |
//! | `keeping` | sessions, work that was not saved, and files that others change |
//! | `export` | exports of drawings, charts and tables, and the menus of their formats |
//! | `dialogs` | what is asked in front of the window |
//! | `experiments` | sweeps: their form, chart and summary |

mod act;
mod action;
mod advance;
mod asked;
mod bars;
pub mod canvas;
mod commands;
mod comparison;
mod dialogs;
mod editing;
mod experiments;
mod export;
mod focus;
mod fonts;
mod input;
mod inspector;
mod job;
mod keeping;
mod keys;
mod layout;
mod model;
mod page;
mod plyscope;
mod prelude;
mod pressed;
mod remembering;
mod ring;
mod settings;
mod start;
mod storage;
pub mod style;
mod timeline;
mod tour;
mod trees;
mod typed_ahead;
mod welcome;

pub use crate::generate::RandomTree;
pub use action::{Action, FileAction};
pub use comparison::ComparisonPanel;
pub use editing::action::{Direction, EditAction};
pub use experiments::ExperimentAction;
pub use export::{Destination, Export};
pub(crate) use job::{Job, LatestJob};
pub(crate) use model::Model;
pub use page::Page;
pub use plyscope::Plyscope;
pub use settings::Settings;
pub use start::{AppError, run};
pub use storage::SettingsFile;
pub use timeline::action::TimeAction;
pub use timeline::findings::GoTo;
pub use tour::action::TourAction;
pub use trees::action::{RunAction, ViewAction};
pub use trees::source::NewTree;
