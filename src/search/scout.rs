//! SCOUT: evaluates the first child, and the others only where a test shows that they are better.
//!
//! Source: Judea Pearl, *SCOUT: a simple game-searching algorithm with proven optimal properties*, AAAI 1980:
//!
//! ```text
//! EVAL(S):  if S is terminal, return its value
//!           v ← EVAL(first successor)
//!           at a MAX node, for each other successor S': if TEST(S', v, >) then v ← EVAL(S')
//!           at a MIN node, for each other successor S': if not TEST(S', v, ≥) then v ← EVAL(S')
//!           return v
//! TEST(S, v, >):  if S is terminal, return value(S) > v
//!           at a MAX node true as soon as a successor is; at a MIN node false as soon as a successor is not
//! ```
//!
//! Law: the minimax value.
//!
//! Visits: EVAL passes no window down and nothing is remembered, so what passed its test is evaluated again, also a leaf, and leaves are
//! looked at that alpha-beta does not look at. With the strict rule TEST goes on at a tie.

use super::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use super::story::{Entrance, Why};
use super::{Answer, Search, Setting, Window};
use crate::game::Game;

/// `scout`.
pub struct Scout;

impl Search for Scout {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        run.visit(root, &Window::OPEN, Eval { why: Why::Normal }).map(Answer::of)
    }
}

/// The value of a node; the visit is normal, or again after a test.
struct Eval {
    why: Why,
}

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for Eval {
    type Context = Window<M::Score>;
    type Output = M::Score;
    const IN_TURN: bool = true;

    fn entrance(&self, window: Window<M::Score>) -> Entrance<M::Score> {
        Entrance::of(window, self.why)
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
        window: Window<M::Score>,
    ) -> Result<M::Score, Stopped> {
        let mut v = run.visit(first, &window, Eval { why: Why::Normal })?;
        for child in others {
            let question = window.narrow(P::PLAYER, v).null(P::PLAYER);
            let tested = run.visit(child.clone(), &question, Test)?;
            if P::PLAYER.prefers(tested, v) {
                v = run.visit(child, &window, Eval { why: Why::ReSearch })?;
            }
        }
        Ok(run.leave(&node, v))
    }
}

/// Whether the value of a node is on the far side of a null window. The score that it returns is a bound that says so.
struct Test;

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for Test {
    type Context = Window<M::Score>;
    type Output = M::Score;
    const IN_TURN: bool = true;

    fn entrance(&self, window: Window<M::Score>) -> Entrance<M::Score> {
        Entrance::of(window, Why::Probe)
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
        window: Window<M::Score>,
    ) -> Result<M::Score, Stopped> {
        let mut best = run.visit(first, &window, Test)?;
        for child in others {
            let left = window.narrow(P::PLAYER, best);
            if left.is_closed(run.cutoff) {
                run.cut(&node, left.bound_on(P::PLAYER));
                break;
            }
            let tested = run.visit(child, &window, Test)?;
            if P::PLAYER.prefers(tested, best) {
                best = tested;
            }
        }
        Ok(run.leave(&node, best))
    }
}
