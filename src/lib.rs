//! Plyscope, a desktop microscope for game-tree search.
//!
//! # The rooms
//!
//! | room | what is in it |
//! | --- | --- |
//! | [`tree`] | the explicit tree: a preorder arena, its builder, and the file formats |
//! | [`game`] | what a game is to a search: positions, players, moves, static values; the tree is one, tic-tac-toe, Connect Four, chess and Nim are others |
//! | [`generate`] | random trees, each from a seed and by a documented law, in memory or computed where a search goes |
//! | [`search`] | the algorithms, one file per family, each like the publication that it implements, and what they report |
//! | [`experiment`] | runs of the algorithms with everything that is measured of them, and sweeps: grids of runs over random trees |
//! | [`chart`] | charts of sweeps, as SVG, PNG and PDF, from which the sweep can be restored, and as CSV and LaTeX |
//! | [`draw`] | the picture of a tree and a search as shapes and texts, for the screen and for every export |
//! | [`theory`] | minimal and expected numbers of leaves |
//! | `app` | the window: a shell, and a room each for its style, bars, trees, canvas, comparison, inspector, dialogs and experiments; absent without the feature `window` |
//! | [`command`] | what Plyscope does without a window |
//! | [`font`] | the font that the program brings along |
//! | [`escape`] | texts inside XML, Markdown and LaTeX |
//! | [`format`](mod@format) | numbers, times, sizes and names as people read them |
//! | [`input`] | files from strangers, read with limits |
//! | [`memory`] | how much memory there is left, for what grows with its input |
//! | [`render`] | pictures from SVG to PNG and PDF, with the bundled font alone |
//! | [`output`] | files that are written whole or not at all |
//! | [`table`] | tables as plain text, Markdown, CSV, LaTeX and HTML, all from one description |
//! | [`terminal`] | where text goes out: visible, whatever names are in it |
//! | [`progress`] | how far a job is and whether it should stop; every room above may be waited for |
//!
//! Arrows go one way: `format <- output <- input, memory, tree <- game <- generate, search <- theory <- experiment <- chart, draw <- app, command`, and
//! `format <- escape <- table <- experiment`, `font, memory <- render <- chart, draw`; `font` and `progress`
//! need no other room. Nothing under `search` knows the window; nothing under `app` does slow work itself: it starts jobs on worker threads and
//! shows their progress.
//!
//! # The way of a tree
//!
//! [`tree::file::open`] reads a file into a [`tree::Tree`] through [`tree::Builder`]. [`experiment::measure`] runs an
//! [`Algorithm`](search::Algorithm) on it twice: once [telling its story](search::tell) to a [`Recorder`](search::Recorder), which
//! makes a [`Record`](search::Record) of what happened at each node, and to a [`Counter`](search::Counter); and once
//! [bare](search::search()), for the time. The window draws the tree with the record over it; the commands print the counts. A game
//! goes the same way through [`experiment::measure_on_game`], which makes no record, because there need be no tree; [`game::unfold`]
//! writes its tree out. Where that would be too large to hold, [`experiment::explore`] runs an algorithm on the game itself in front of
//! a [`PlyRecorder`](search::PlyRecorder), and the window draws the [`VisitedPart`](experiment::VisitedPart) of it.
//!
//! What another program searched comes in the same form: [`experiment::trace`] reads the trace that it wrote into a tree and a story,
//! from which a record is made like those of Plyscope's own runs; `docs/traces.md` has the format.
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
pub mod experiment;
pub mod font;
pub mod format;
pub mod game;
pub mod generate;
pub mod input;
pub mod memory;
pub mod output;
pub mod progress;
pub mod render;
pub mod search;
pub mod table;
pub mod terminal;
pub mod theory;
pub mod tree;
