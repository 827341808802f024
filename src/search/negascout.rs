//! NegaScout: alpha-beta that assumes the first child to be the best and tests the others with null windows.
//!
//! Source: Alexander Reinefeld, *An Improvement to the Scout Tree Search Algorithm*, ICCA Journal 6(4), 1983, the fail-soft form, with
//! MAX and MIN written out because players need not alternate:
//!
//! ```text
//! a := α; b := β
//! for each child:
//!   t := −NegaScout(child, −b, −a)
//!   if a < t < β and this is not the first child and more than leaves are below:
//!     a := −NegaScout(child, −β, −t)       re-search
//!   a := max(a, t)
//!   if a ≥ β: return a                      cutoff
//!   b := a + 1                              null window
//! ```
//!
//! Law: the value of alpha-beta in the same window.
//!
//! Visits: a subset of the leaves of alpha-beta (with the strict rule, if the players alternate and no two values are neighbouring
//! floating point numbers); a child that turns out to be better is searched again, so there can be more evaluations.
//! A null window above a is (a, the next number above a).

use super::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use super::story::{Entrance, Why};
use super::{Answer, Search, Setting, Window};
use crate::game::Game;

/// `negascout`.
pub struct NegaScout;

impl Search for NegaScout {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        run.visit(root, &Window::OPEN, Scout { why: Why::Normal }).map(|found| Answer::of(found.score))
    }
}

/// The value of a node with respect to a window; the visit is normal, a probe or a re-search.
struct Scout {
    why: Why,
}

/// The score of a node, and the height of the subtree that was searched for it.
struct Found<S> {
    score: S,
    height: Height,
}

/// The height of a subtree, as far as it was visited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Height {
    Leaf,
    LeavesOnly,
    More,
}

impl<S> Found<S> {
    /// Whether a score inside the window of a probe is exact: at a leaf, and at a node of the opponent whose children are all leaves,
    /// because a cutoff there would have put the score outside the window.
    fn is_exact(&self, is_of_opponent: bool) -> bool {
        match self.height {
            Height::Leaf => true,
            Height::LeavesOnly => is_of_opponent,
            Height::More => false,
        }
    }
}

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for Scout {
    type Context = Window<M::Score>;
    type Output = Found<M::Score>;
    const IN_TURN: bool = true;

    fn entrance(&self, window: Window<M::Score>) -> Entrance<M::Score> {
        Entrance::of(window, self.why)
    }

    fn leaf(self, _: &NodeOf<G, M>, score: M::Score, _: Window<M::Score>) -> Found<M::Score> {
        Found { score, height: Height::Leaf }
    }

    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        mut window: Window<M::Score>,
    ) -> Result<Found<M::Score>, Stopped> {
        let Found { score: mut best, height } = run.visit(first, &window, Scout { why: Why::Normal })?;
        let mut has_leaves_only = height == Height::Leaf;
        for child in others {
            window = window.narrow(P::PLAYER, best);
            if window.is_closed(run.cutoff) {
                run.cut(&node, window.bound_on(P::PLAYER));
                break;
            }
            let null = window.null(P::PLAYER);
            let probe = run.visit(child.clone(), &null, Scout { why: Why::Probe })?;
            has_leaves_only &= probe.height == Height::Leaf;
            let mut t = probe.score;
            if window.has_inside(t) && !probe.is_exact(run.player(&child) != P::PLAYER) {
                let rest = window.narrow(P::PLAYER, t);
                let again = run.visit(child, &rest, Scout { why: Why::ReSearch })?.score;
                if P::PLAYER.prefers(again, t) {
                    t = again;
                }
            }
            if P::PLAYER.prefers(t, best) {
                best = t;
            }
        }
        let height = if has_leaves_only { Height::LeavesOnly } else { Height::More };
        Ok(Found { score: run.leave(&node, best), height })
    }
}
