//! Minimax and alpha-beta pruning as sequences of selection functions `GK r a = forall b. (a -> (r, b)) -> (r, b)`.
//!
//! Source: Johannes Hartmann & Jeremy Gibbons, *Alpha Beta Pruning with the Selection Monad* (draft), with
//!
//! ```text
//! hSequence h []     p = p []
//! hSequence h (e:es) p = e h (\x -> hSequence (h ++ [x]) es (\xs -> p (x:xs)))
//! ```
//!
//! A selection function of this kind hands out the value together with the choice, so no play is judged twice.
//!
//! Law: `GK` is a monad, and `hSequence` its history-dependent `sequence`; with `max_with` and `min_with` the value is the minimax
//! value and the play the leftmost optimal one.
//!
//! A play is represented by the position in which it ends, so `(x:xs)` costs nothing and `p` is the same at every
//! level. Which selection function comes next depends on the history, as in the paper, and so does where the play ends.
//!
//! Erratum: the draft's `betaMinWith` compares with b where it must compare with a, so that it stops a MIN node at the
//! wrong time: on figure 5.2 of Russell & Norvig it finds 5 instead of 3. The rule here is the corrected one, as in the published
//! program: it stops when r <= a, and lowers b.
//!
//! Visits: without bounds every leaf once; with them those of alpha-beta with deep cutoffs.

use super::run::descend;
use super::{CutoffRule, Observer, Run, Stopped, Window};
use crate::game::Game;
use crate::tree::{Player, Value};

/// A selection function: picks an `A` by what a judge says of each, and returns the judge's words on it.
///
/// `forall b` is the method's own parameter `B`. The judge may stop the search, which ends the selection too.
pub trait Gk<A> {
    /// `(a -> (r, b)) -> (r, b)`.
    fn select<B>(self, p: impl FnMut(A) -> Result<(Value, B), Stopped>) -> Result<(Value, B), Stopped>;
}

/// `maxWith xs` for MAX, `minWith xs` for MIN: of the best choices the first.
pub struct Best<I> {
    /// Who chooses.
    pub player: Player,
    /// What can be chosen; at least one.
    pub xs: I,
}

impl<A, I: Iterator<Item = A>> Gk<A> for Best<I> {
    /// `foldr1 (\(r,x) (s,y) -> if r >= s then (r,x) else (s,y)) (map p xs)`.
    fn select<B>(mut self, mut p: impl FnMut(A) -> Result<(Value, B), Stopped>) -> Result<(Value, B), Stopped> {
        let mut best = p(self.xs.next().expect("a node that is no leaf has a move"))?;
        for x in self.xs {
            let judged = p(x)?;
            if self.player.prefers(judged.0, best.0) {
                best = judged;
            }
        }
        Ok(best)
    }
}

/// `alphaMaxWith` for MAX, `betaMinWith` for MIN: as [`Best`], but each choice carries the bounds (a, b) that hold
/// when it is judged, and the first value that reaches the opponent's bound ends the selection.
pub struct BoundedBest<I> {
    /// Who chooses.
    pub player: Player,
    /// The bounds before the first choice.
    pub window: Window,
    /// When to stop.
    pub rule: CutoffRule,
    /// What can be chosen; at least one.
    pub xs: I,
}

impl<A, I: Iterator<Item = A>> Gk<(Window, A)> for BoundedBest<I> {
    #[inline]
    fn select<B>(
        mut self,
        mut p: impl FnMut((Window, A)) -> Result<(Value, B), Stopped>,
    ) -> Result<(Value, B), Stopped> {
        let mut best = p((self.window, self.xs.next().expect("a node that is no leaf has a move")))?;
        loop {
            self.window = self.window.narrow(self.player, best.0);
            if self.window.is_closed(self.rule) {
                return Ok(best);
            }
            let Some(x) = self.xs.next() else {
                return Ok(best);
            };
            let judged = p((self.window, x))?;
            if self.player.prefers(judged.0, best.0) {
                best = judged;
            }
        }
    }
}

/// `hSequence h es p` with `es` the selection functions without bounds and `p` the static evaluation.
pub fn h_sequence<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    history: G::Position,
    level: u32,
) -> Result<(Value, G::Position), Stopped> {
    let game = run.game;
    let player = game.player(&history);
    run.enter(&history, Window::OPEN);
    let mut xs = game.moves(&history).peekable();
    if xs.peek().is_none() {
        return run.evaluate(&history).map(|value| (value, history));
    }
    let best = Best { player, xs }.select(|x| descend(level, || h_sequence(run, x, level + 1)))?;
    run.leave(&history, best.0);
    Ok(best)
}

/// `hSequence h es p` with `es` the selection functions with bounds.
pub fn h_sequence_bounded<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    (window, history): (Window, G::Position),
    level: u32,
) -> Result<(Value, G::Position), Stopped> {
    let game = run.game;
    let player = game.player(&history);
    run.enter(&history, window);
    let mut xs = game.moves(&history).peekable();
    if xs.peek().is_none() {
        return run.evaluate(&history).map(|value| (value, history));
    }
    let choices = BoundedBest { player, window, rule: run.cutoff, xs: &mut xs };
    let best = choices.select(|x| descend(level, || h_sequence_bounded(run, x, level + 1)))?;
    if xs.next().is_some() {
        run.cut(&history);
    }
    run.leave(&history, best.0);
    Ok(best)
}

/// `selection-gk`.
pub(super) fn selection_gk<G: Game, O: Observer<G::Position>>(run: &mut Run<'_, G, O>) -> Result<Value, Stopped> {
    let root = run.game.root();
    h_sequence(run, root, 0).map(|(value, _)| value)
}

/// `selection-gk-alpha-beta`.
pub(super) fn selection_gk_alpha_beta<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
) -> Result<Value, Stopped> {
    let root = run.game.root();
    h_sequence_bounded(run, (Window::OPEN, root), 0).map(|(value, _)| value)
}
