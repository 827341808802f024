//! The game-playing toolbox of *Why Functional Programming Matters*: lazy trees, the functions that shape them, and those
//! that find their value.
//!
//! Source: John Hughes, *Why Functional Programming Matters*, section 5, where
//!
//! ```text
//! evaluate = max . maximise' . highfirst . maptree static . prune 8 . gametree
//! ```
//!
//! A lazy tree is a [`Game`]: its label is a position, its subtrees are the
//! [`moves`](Game::moves), an iterator that makes a node when one is asked for. So `gametree` is the game itself, a node is built
//! when its constructor is forced, and freed as soon as the search, which looks at it once, is done with it; a tree may be infinite.
//! Where several look at a tree, [`Shared`] builds it once for all of them. What takes a tree to a tree takes a game to a game:
//!
//! | the paper | here |
//! | --- | --- |
//! | `gametree p = reptree moves p` | a [`Game`] |
//! | `reptree f a` | [`Reptree`] |
//! | `maptree static` | the game's [`static_value`](Game::static_value), or another by [`Maptree`] |
//! | `redtree f g a` | [`redtree`] |
//! | `prune n`, with `dynamic` | [`Prune`](crate::game::Prune) |
//! | `highfirst`, `lowfirst` | [`Highfirst`] |
//! | `taketree n` | [`Taketree`] |
//! | `maximise`, `minimise` | [`maximise`](maximise::maximise) |
//! | `max . maximise'`, `mapmin`, `mapmax`, `omit`, `minleq` | [`maximise`] |
//! | the composition, each stage at will | [`Pipeline`] |

pub mod maximise;
mod pipeline;
mod shared;
mod stages;

pub(super) use pipeline::Unshaped;
pub use pipeline::{Evaluated, Pipeline, Shaped};
pub use shared::{Shared, SharedSubtrees, Thunk};
pub use stages::{Highfirst, Maptree, Ranked, Reptree, Taketree, redtree};

use super::{Laziness, Observer, Run, Stopped};
use crate::game::Game;
use crate::tree::Value;
use maximise::Remembered;

/// `lazy-minimax`: `maximise`.
pub(super) fn lazy_minimax<G: Game, O: Observer<G::Position>>(run: &mut Run<'_, G, O>) -> Result<Value, Stopped> {
    let mut laziness = Laziness::default();
    let value = maximise::maximise(run, &mut laziness, run.game.root(), 0);
    run.laziness = Some(laziness);
    value
}

/// `lazy-alpha-beta`: `max . maximise'`.
pub(super) fn lazy_alpha_beta<G: Game, O: Observer<G::Position>>(run: &mut Run<'_, G, O>) -> Result<Value, Stopped> {
    let mut remembered = Remembered::default();
    let value = maximise::optimum(run, &mut remembered, run.game.root(), 0);
    run.laziness = Some(remembered.laziness);
    value
}
