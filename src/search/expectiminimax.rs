//! Expectiminimax: minimax where chance moves, too. A chance node is worth the mean of its children.
//!
//! Source: Donald Michie, *Game-playing and game-learning automata*, in L. Fox (editor), *Advances in Programming and Non-Numerical
//! Computation*, 1966; Russell & Norvig, *Artificial Intelligence: A Modern Approach*, section 5.5:
//!
//! ```text
//! Expectiminimax(s) = Utility(s)                                 if s is terminal
//!                     max over a of Expectiminimax(Result(s, a))  if MAX moves
//!                     min over a of Expectiminimax(Result(s, a))  if MIN moves
//!                     Σ over r of P(r) Expectiminimax(Result(s, r)) if chance moves
//! ```
//!
//! Law: the fold of the tree over max, min and the mean. Without chance nodes it is minimax.
//!
//! Visits: every leaf, once.

use super::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use super::story::{Entrance, Why};
use super::{Answer, Score, Search, Setting};
use crate::game::{Chances, Game, Mean};
use crate::tree::Value;

/// `expectiminimax`.
pub struct Expectiminimax;

impl Search for Expectiminimax {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let (root, has_chance) = (run.root(), run.game.has_chance());
        run.visit(root, &(), Expectation { has_chance }).map(Answer::of)
    }
}

/// The value of a node.
#[derive(Clone, Copy)]
struct Expectation {
    has_chance: bool,
}

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for Expectation {
    type Context = ();
    type Output = M::Score;
    const IN_TURN: bool = true;

    fn entrance(&self, (): ()) -> Entrance<M::Score> {
        Entrance::Open(Why::Normal)
    }

    fn leaf(self, _: &NodeOf<G, M>, score: M::Score, (): ()) -> M::Score {
        score
    }

    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        (): (),
    ) -> Result<M::Score, Stopped> {
        if self.has_chance
            && let Some(chances) = run.chances(&node)
        {
            return self.mean(run, &node, first, others, chances);
        }
        let mut best = run.visit(first, &(), self)?;
        for child in others {
            let value = run.visit(child, &(), self)?;
            if P::PLAYER.prefers(value, best) {
                best = value;
            }
        }
        Ok(run.leave(&node, best))
    }
}

impl Expectation {
    /// The mean of the values of the children.
    #[inline(never)]
    fn mean<'r, G: Game, M: Mode>(
        self,
        run: &mut Run<'r, G, M>,
        node: &NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        chances: Chances<'r>,
    ) -> Result<M::Score, Stopped> {
        let mut score = run.visit(first, &(), self)?;
        let mut mean = Mean::over(chances.denominator());
        mean.add(chances.numerator(0), score.value().get());
        for (index, child) in (1..).zip(others) {
            score = run.visit(child, &(), self)?;
            mean.add(chances.numerator(index), score.value().get());
        }
        Ok(run.leave(node, score.at(finite(mean.get()))))
    }
}

/// A mean as a value: rounding can carry the mean of the largest numbers beyond them.
#[inline]
pub(super) fn finite(sum: f64) -> Value {
    Value::new(sum.clamp(f64::MIN, f64::MAX)).unwrap_or_default()
}
