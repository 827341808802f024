//! NegaScout: alpha-beta that takes the first child for the best, and only asks of the others whether they are better.
//!
//! Source: Alexander Reinefeld, *An Improvement to the Scout Tree Search Algorithm*, ICCA Journal 6(4), 1983, the fail-soft form, with
//! MAX and MIN written out because players need not alternate:
//!
//! ```text
//! a := α; b := β
//! for each child:
//!   t := −NegaScout(child, −b, −a)
//!   if a < t < β and this is not the first child and it is no leaf:
//!     a := −NegaScout(child, −β, −t)       re-search
//!   a := max(a, t)
//!   if a ≥ β: return a                      cutoff
//!   b := a + 1                              null window
//! ```
//!
//! Law: the value of alpha-beta in the same window.
//!
//! Visits: distinct leaves among those of alpha-beta; a child that turns out to be better is searched again, so evaluations can be more.
//! A null window above a is (a, the next number above a).

use super::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use super::story::{Entrance, Why};
use super::{Answer, Search, Setting, Window};
use crate::game::Game;
use crate::tree::Player;

/// `negascout`.
pub struct NegaScout;

impl Search for NegaScout {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        run.visit(root, Window::OPEN, Scout { why: Why::Normal }).map(Answer::of)
    }
}

/// The value of a node with respect to a window, which is asked for in the course of the search, as a probe, or again.
struct Scout {
    why: Why,
}

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for Scout {
    type Context = Window<M::Score>;
    type Output = M::Score;

    fn enter(&self, run: &mut Run<'r, G, M>, node: &NodeOf<G, M>, window: Window<M::Score>) {
        run.enter(node, Entrance::of(window, self.why));
    }

    fn leaf(self, _: &NodeOf<G, M>, score: M::Score, _: Window<M::Score>) -> M::Score {
        score
    }

    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        mut window: Window<M::Score>,
    ) -> Result<M::Score, Stopped> {
        let mut best = run.visit(first, window, Scout { why: Why::Normal })?;
        for child in others {
            window = window.narrow(P::PLAYER, best);
            if window.is_closed(run.cutoff) {
                run.cut(window.bound_on(P::PLAYER));
                break;
            }
            let null = window.null(P::PLAYER);
            let mut t = run.visit(child.clone(), null, Scout { why: Why::Probe })?;
            if window.has_inside(t) && !is_exact(run, &child, P::PLAYER) {
                let rest = window.narrow(P::PLAYER, t);
                let again = run.visit(child, rest, Scout { why: Why::ReSearch })?;
                if P::PLAYER.prefers(again, t) {
                    t = again;
                }
            }
            if P::PLAYER.prefers(t, best) {
                best = t;
            }
        }
        Ok(run.leave(&node, best))
    }
}

/// Whether a null window says all of a child: of a leaf, and of one that has leaves only and at which the opponent moves.
fn is_exact<G: Game, M: Mode>(run: &Run<'_, G, M>, child: &NodeOf<G, M>, player: Player) -> bool {
    let has_none = |position: &G::Position| run.game.moves(position).next().is_none();
    has_none(&child.position)
        || run.player(child) != player && run.game.moves(&child.position).all(|grandchild| has_none(&grandchild))
}
