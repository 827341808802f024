//! The picture of a tree and of what a search did on it: shapes and texts, from which the screen and every export are drawn.
//!
//! A picture is made in three steps. [`Folds`] determine which subtrees are folded into marks, and [`Shown`] the layout of the rest of the
//! tree. A [`Frame`] determines where slots and levels are in a rectangle. [`node_link`](node_link::node_link) and
//! [`icicle`](icicle::icicle) make a [`Picture`] from a [`Figure`] and a frame. Its shapes have [`Ink`]s, which are meanings; a [`Palette`] has
//! the colours. A [`Page`](page::Page) arranges drawings with their titles, a legend and a caption, and an [`export`] writes it
//! to a file. What a search did is given by an [`Overlay`], so that a finished run, a step of it and the difference of two runs are
//! drawn by the same code. Nothing here depends on the window: texts are measured with the bundled font.

pub mod board;
mod card;
mod cells;
mod choices;
mod difference;
pub mod export;
mod figure;
mod folds;
mod frame;
pub mod icicle;
mod ink;
mod legend;
mod look;
mod measures;
mod moment;
pub mod node_link;
mod overlay;
pub mod page;
mod palette;
mod picture;
mod place;
mod shape;
mod shares;
mod sizes;
pub(crate) mod spoken;
mod steps;
pub mod text;
mod walk;
mod warning;
pub(crate) mod words;

pub use emath::{Pos2, Rect, Vec2, pos2, vec2};

pub use choices::{FoldMode, Kind};
pub use difference::{Common, Difference};
pub use figure::{Boards, Figure, Options};
pub use folds::{Fold, Folds, Shown, Thing};
pub use frame::{Axis, Frame, Spacing};
pub use ink::Ink;
pub use legend::{Legend, Sign, Symbol};
pub use look::{Look, Pattern};
pub use moment::{AtMoment, Reached};
pub use overlay::{Cut, Overlay, Plain, Searched, States, Strokes, visited_above};
pub use palette::{Fill, Hatch, Palette, Rgb};
pub use picture::{Cells, Corners, Outline, Picture, Shape};
pub use shape::{Form, form};
pub use shares::Shares;
pub use steps::Steps;
pub use text::Text;
pub use warning::{Warned, Warning, Warnings};
