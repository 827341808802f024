//! The game-playing toolbox of *Why Functional Programming Matters*: lazy trees, the functions that shape them, and those
//! that find their value.
//!
//! Source: John Hughes, *Why Functional Programming Matters*, section 5, where
//!
//! ```text
//! evaluate = max . maximise' . highfirst . maptree static . prune 8 . gametree
//! ```
//!
//! A lazy tree is a [`Game`](crate::game::Game): its label is a position, and its subtrees are the [`moves`](crate::game::Game::moves), an
//! iterator that creates nodes on demand. So `gametree` is the game itself, a node is built
//! when its constructor is forced, and freed as soon as the search is done with it; a tree may be infinite.
//! [`Shared`] builds a tree once for several readers. A function from trees to trees is a function from games to games:
//!
//! | the paper | here |
//! | --- | --- |
//! | `gametree p = reptree moves p` | a [`Game`](crate::game::Game) |
//! | `reptree f a` | [`Reptree`] |
//! | `maptree static` | the game's [`static_value`](crate::game::Game::static_value), or another by [`Maptree`] |
//! | `redtree f g a` | [`redtree`] |
//! | `prune n` with `dynamic`, `highfirst`, `lowfirst`, `taketree n` | [`Shaped`](crate::game::Shaped) |
//! | `maximise`, `minimise` | [`Maximise`](maximise::Maximise) |
//! | `max . maximise'`, `mapmin`, `mapmax`, `omit`, `minleq` | [`maximise`] |
//! | the composition, with optional stages | [`Pipeline`] |
//!
//! # The toolbox by itself
//!
//! ```
//! use plyscope::game::{Erased, Shaped};
//! use plyscope::search::hughes::{Maptree, Reptree, Shared, redtree};
//! use plyscope::search::{Algorithm, Limits, search};
//! use plyscope::tree::{Player, Value};
//!
//! // The infinite tree in which n leads to 2n and 2n + 1, valued, and pruned to three moves.
//! let gametree = Reptree::new(1_u32, Player::Max, |&n: &u32| [2 * n, 2 * n + 1]);
//! let valued = Maptree::new(|&(n, _): &(u32, Player)| Some(Value::from(n as i32 % 5)), &gametree);
//! let pruned = Shaped::to_depth(3, &valued);
//! let report = search(Algorithm::LAZY_ALPHA_BETA, &Erased::new(&pruned), Limits::default());
//! assert_eq!(report.outcome.value(), Some(Value::from(3)));
//!
//! // Folds its nodes; and keeps the same tree, so that it is built only once.
//! let shared = Shared::new(&pruned);
//! let count = |game: &_| redtree(game, &mut |_, below: u32| 1 + below, &mut |a, b| a + b, &0);
//! assert_eq!((count(&shared), count(&shared), shared.built()), (15, 15, 15));
//! ```

#[expect(clippy::inline_always, reason = "lists stay in registers, and a leaf costs no call")]
pub mod maximise;
mod pipeline;
mod shared;
mod toolbox;

pub use pipeline::Pipeline;
pub use shared::{Shared, SharedSubtrees, Thunk};
pub use toolbox::{Maptree, Reptree, redtree};
