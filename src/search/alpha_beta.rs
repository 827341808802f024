//! Alpha-beta pruning as textbooks write it: one recursion that passes alpha and beta down.
//!
//! Source: Wikipedia, *Alpha–beta pruning*, section *Pseudocode*, the fail-soft form; Hartmann & Gibbons, *Alpha
//! Beta Pruning with the Selection Monad*, figure 1.
//!
//! Law: with the window (−∞, +∞) the result is the minimax value. With a window (α, β) the result v is the node's
//! minimax value if α < v < β, an upper bound of it if v ≤ α and a lower bound if v ≥ β.
//!
//! Visits: on a full tree of branching b and depth d between b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves and all b^d.

use super::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use super::story::Entrance;
use super::{Answer, Search, Setting, Window};
use crate::game::Game;

/// `alpha-beta`.
pub struct TextbookAlphaBeta;

impl Search for TextbookAlphaBeta {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        run.visit(root, &Window::OPEN, AlphaBeta).map(Answer::of)
    }
}

/// The value of a node with respect to a window.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta;

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for AlphaBeta {
    type Context = Window<M::Score>;
    type Output = M::Score;
    const IN_TURN: bool = true;

    fn entrance(&self, window: Window<M::Score>) -> Entrance<M::Score> {
        Entrance::Inherited(window)
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
        let mut value = run.visit(first, &window, AlphaBeta)?;
        for child in others {
            window = window.narrow(P::PLAYER, value);
            if window.is_closed(run.cutoff) {
                run.cut(&node, window.bound_on(P::PLAYER));
                break;
            }
            let result = run.visit(child, &window, AlphaBeta)?;
            if P::PLAYER.prefers(result, value) {
                value = result;
            }
        }
        Ok(run.leave(&node, value))
    }
}
