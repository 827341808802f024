//! The game-playing toolbox of *Why Functional Programming Matters*: lazy trees, the functions that shape them, and those
//! that find their value.
//!
//! Source: John Hughes, *Why Functional Programming Matters*, section 5, where
//!
//! ```text
//! evaluate = max . maximise' . highfirst . maptree static . prune 8 . gametree
//! ```
//!
//! A lazy tree is a [`Game`](crate::game::Game): its label is a position, its subtrees are the [`moves`](crate::game::Game::moves), an
//! iterator that makes a node when one is asked for. So `gametree` is the game itself, a node is built
//! when its constructor is forced, and freed as soon as the search, which looks at it once, is done with it; a tree may be infinite.
//! Where several look at a tree, [`Shared`] builds it once for all of them. What takes a tree to a tree takes a game to a game:
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
//! | the composition, each stage at will | [`Pipeline`] |

#[expect(clippy::inline_always, reason = "lists stay in registers, and a leaf costs no call")]
pub mod maximise;
mod pipeline;
mod shared;
mod toolbox;

pub use pipeline::Pipeline;
pub use shared::{Shared, SharedSubtrees, Thunk};
pub use toolbox::{Maptree, Reptree, redtree};
