//! Aspiration search: alpha-beta in a window around a guess, and once more with an open side where the value lies outside.
//!
//! Source: T. A. Marsland, *A review of game-tree pruning*, ICCA Journal 9(1), 1986, section on aspiration search:
//!
//! ```text
//! α := guess − width; β := guess + width
//! v := AB(root, α, β)
//! if v ≥ β then v := AB(root, v, +∞)       failing high
//! else if v ≤ α then v := AB(root, −∞, v)  failing low
//! ```
//!
//! With the strict rule an end of the window is a value of which a search is sure, so the comparisons are with > and <.
//!
//! Law: the minimax value, for every guess and width.
//!
//! Visits: each of the two searches only leaves of alpha-beta; the second evaluates leaves of the first again.

use super::alpha_beta::AlphaBeta;
use super::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use super::story::{Entrance, Why};
use super::{Answer, Score, Search, Setting, Window};
use crate::game::Game;
use crate::tree::Value;

/// `aspiration`.
pub struct Aspiration;

impl Search for Aspiration {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, setting: Setting) -> Result<Answer, Stopped> {
        let [guess, width, _] = setting.numbers();
        let [alpha, beta] = around(guess, width);
        let mut v = search_root(run, 1, alpha, beta)?;
        if beta.is_some_and(|beta| run.cutoff.cuts(&v, &beta)) {
            v = search_root(run, 2, Some(v), None)?;
        } else if alpha.is_some_and(|alpha| run.cutoff.cuts(&alpha, &v)) {
            v = search_root(run, 2, None, Some(v))?;
        }
        Ok(Answer::Value(v))
    }
}

/// guess − width and guess + width, at least the numbers next to the guess; an end is open where there is no such number.
fn around(guess: Value, width: Value) -> [Option<Value>; 2] {
    let low = Value::new(guess.get() - width.get()).map(|low| low.min(guess.next_down()));
    let high = Value::new(guess.get() + width.get()).map(|high| high.max(guess.next_up()));
    [low.filter(|low| *low < guess), high.filter(|high| *high > guess)]
}

/// The value of the root with respect to a window.
fn search_root<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    pass: u32,
    alpha: Option<Value>,
    beta: Option<Value>,
) -> Result<Value, Stopped> {
    let mut window = Window::OPEN;
    if let Some(alpha) = alpha {
        window = window.with_low(M::Score::outside(alpha));
    }
    if let Some(beta) = beta {
        window = window.with_high(M::Score::outside(beta));
    }
    run.begin_pass(pass, window);
    let root = run.root();
    Ok(run.visit(root, &window, Root)?.value())
}

/// Alpha-beta of the root, which has a window of its own.
struct Root;

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for Root {
    type Context = Window<M::Score>;
    type Output = M::Score;
    const IN_TURN: bool = true;

    fn entrance(&self, window: Window<M::Score>) -> Entrance<M::Score> {
        Entrance::Own(window, Why::Normal)
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
        AlphaBeta.inner::<P>(run, node, first, others, window)
    }
}
