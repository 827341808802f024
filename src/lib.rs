//! Plyscope, a desktop microscope for game-tree search.
//!
//! # Modules
//!
//! | module | contents |
//! | --- | --- |
//! | [`tree`] | the explicit tree: a preorder arena, its builder, editing, and the file formats |
//! | [`game`] | games: positions, players, moves, static values; trees, tic-tac-toe, also with random turns, Connect Four, chess, Nim, Othello and Kalah |
//! | [`generate`] | random trees from a seed and a documented distribution, in memory or computed during a search |
//! | [`search`] | the algorithms, one file per family, each written after its publication, and the events that they report |
//! | [`experiment`] | measured runs, comparisons and explanations, and sweeps over many random trees or games |
//! | [`chart`] | charts of sweeps as SVG, PNG and PDF, from which the sweep can be restored, and as CSV and LaTeX |
//! | [`draw`] | the picture of a tree and a search as shapes and texts, for the screen and for every export format |
//! | [`exercise`] | exercises about a search: trees from seeds, questions, sheets of problems and solutions, grading, and pages of practice |
//! | [`theory`] | minimum and expected numbers of leaves |
//! | [`session`] | sessions: what the window shows, as a text that can be kept and sent |
//! | `app` | the window (feature `window`) |
//! | [`command`] | the commands of the command line |
//! | [`fields`] | the fields of sweeps and sessions as TOML |
//! | [`fingerprint`] | recognising that a file has changed |
//! | [`font`] | the bundled font, and fonts of the system |
//! | [`escape`] | escaping text for XML, Markdown and LaTeX |
//! | [`format`](mod@format) | formatting numbers, times, sizes and names for people |
//! | [`input`] | reading untrusted files, with limits |
//! | [`memory`] | checking that there is enough memory |
//! | [`render`] | rendering SVG to PNG and PDF with the bundled font |
//! | [`output`] | writing files atomically |
//! | `sorting` | sorting with little compiled code |
//! | `parallel` | jobs on several threads, and what they share |
//! | [`table`] | tables as plain text, Markdown, CSV, LaTeX and HTML, all from one description |
//! | [`terminal`] | printing to the terminal without control characters |
//! | [`progress`] | progress and cancellation of jobs |
//!
//! Dependencies go one way: `sorting <- format <- output <- input, memory, tree <- game <- generate, search <- theory <- experiment <- chart, draw <- exercise, session <- app, command`, and
//! `format <- fingerprint`, `format <- escape <- table <- experiment`, `tree <- fields <- generate, experiment`, `input, progress <- font`,
//! `font, memory <- render <- chart, draw`, `output <- terminal <- command`, `parallel <- theory, experiment, chart, app`; `progress`, `parallel` and `sorting` depend on no other module. Nothing
//! under `search` depends on the window. Nothing under `app` does slow work itself: it starts jobs on
//! worker threads and shows their progress.
//!
//! # From a file to the window
//!
//! [`tree::file::open`] reads a file into a [`tree::Tree`] through [`tree::Builder`]. [`experiment::measure`] runs an
//! [`Algorithm`](search::Algorithm) on it twice: once [reporting its events](search::tell) to a [`Recorder`](search::Recorder), which
//! makes a [`Record`](search::Record) of what happened at each node, and to a [`Counter`](search::Counter); and once
//! [bare](search::search()), for the time. The window draws the tree with the record; the commands print the counts. For a game
//! [`experiment::measure_on_game`] does the same without a record, because there may be no tree; [`game::unfold`]
//! builds the tree of a game. If that is too large for memory, [`experiment::explore`] runs an algorithm on the game itself with
//! a [`PlyRecorder`](search::PlyRecorder), and the window draws the [`VisitedPart`](experiment::VisitedPart) of it.
//!
//! Searches by other programs take the same form: [`experiment::trace`] reads a trace file into a tree and a story,
//! from which a record is made as for Plyscope's own runs; `docs/traces.md` describes the format.
//!
//! # As a library
//!
//! ```
//! use plyscope::game::TicTacToe;
//! use plyscope::search::{Algorithm, Limits, solve};
//!
//! let game = TicTacToe::from_position("X.O/.X./O..")?;
//! let solution = solve(Algorithm::LATTICE_PRUNING, &game, Limits::default());
//! assert_eq!(solution.value(), Some(1.into()), "X has a fork");
//! println!("best move: {:?}, {} evaluations", solution.best_move(), solution.counts.evaluations);
//! # Ok::<(), plyscope::game::PositionError>(())
//! ```

#[cfg(feature = "window")]
pub mod app;
pub mod chart;
pub mod command;
pub mod draw;
pub mod escape;
pub mod exercise;
pub mod experiment;
pub mod fields;
pub mod fingerprint;
pub mod font;
pub mod format;
pub mod game;
pub mod generate;
pub mod input;
pub mod memory;
pub mod output;
mod parallel;
pub mod progress;
pub mod render;
pub mod search;
pub mod session;
mod sorting;
pub mod table;
pub mod terminal;
pub mod theory;
pub mod tree;
