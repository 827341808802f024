//! Minimax and alpha-beta pruning as sequences of selection functions `J r a = (a -> r) -> a`.
//!
//! Source: Johannes Hartmann & Jeremy Gibbons, *Alpha Beta Pruning with the Selection Monad* (draft); the monad is Martín Escardó
//! and Paulo Oliva's. With
//!
//! ```text
//! hSequence h []     p = []
//! hSequence h (e:es) p = x : f x
//!   where x   = e h (\x -> p (x : f x))
//!         f x = hSequence (h ++ [x]) es (\xs -> p (x:xs))
//! ```
//!
//! a selection function of this kind hands out the choice and not its value, so every level judges again what the
//! level below had judged: on a full tree of branching b and depth d there are (2b − 1)^d − 1 evaluations. With bounds it
//! leaves out leaves, and still repeats itself.
//!
//! Law: the play is the leftmost optimal one, the same as with `GK`.
//!
//! Erratum: the draft's `minWithABJ` has the slip of `betaMinWith`; see [`selection_gk`](super::selection_gk).

use super::run::descend;
use super::{CutoffRule, Observer, Run, Stopped, Window};
use crate::game::Game;
use crate::tree::{Player, Value};

/// A selection function: picks an `A` by a judge's value of each.
pub trait J<A> {
    /// `(a -> r) -> a`.
    fn select(self, p: impl FnMut(&A) -> Result<Value, Stopped>) -> Result<A, Stopped>;
}

/// `maxWith xs` for MAX, `minWith xs` for MIN: of the best choices the first.
pub struct Best<A> {
    /// Who chooses.
    pub player: Player,
    /// What can be chosen; at least one.
    pub xs: Vec<A>,
}

impl<A> J<A> for Best<A> {
    /// `foldr1 (\x y -> if p x >= p y then x else y) xs`: every comparison judges both of its sides.
    fn select(mut self, mut p: impl FnMut(&A) -> Result<Value, Stopped>) -> Result<A, Stopped> {
        let mut y = self.xs.pop().expect("a node that is no leaf has a move");
        let left = self.xs.iter().map(&mut p).collect::<Result<Vec<Value>, Stopped>>()?;
        while let Some(x) = self.xs.pop() {
            if !self.player.prefers(p(&y)?, left[self.xs.len()]) {
                y = x;
            }
        }
        Ok(y)
    }
}

/// `maxWithABJ` for MAX, `minWithABJ` for MIN: each choice carries the bounds (a, b) that hold when it is judged, and the
/// first value that reaches the opponent's bound ends the selection.
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

impl<A, I: Iterator<Item = A>> J<(Window, A)> for BoundedBest<I> {
    fn select(mut self, mut p: impl FnMut(&(Window, A)) -> Result<Value, Stopped>) -> Result<(Window, A), Stopped> {
        let mut best = (self.window, self.xs.next().expect("a node that is no leaf has a move"));
        let mut r = p(&best)?;
        loop {
            self.window = self.window.narrow(self.player, r);
            if self.window.is_closed(self.rule) {
                return Ok(best);
            }
            let Some(x) = self.xs.next() else {
                return Ok(best);
            };
            let choice = (self.window, x);
            let s = p(&choice)?;
            if self.player.prefers(s, r) {
                (best, r) = (choice, s);
            }
        }
    }
}

/// `hSequence h es p` without bounds: the rest of the play.
pub fn h_sequence<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    history: &G::Position,
    level: u32,
) -> Result<Vec<G::Position>, Stopped> {
    let game = run.game;
    let mut play = Vec::new();
    let mut h = history.clone();
    loop {
        run.step()?;
        let player = game.player(&h);
        run.enter(&h, Window::OPEN);
        let xs: Vec<_> = game.moves(&h).collect();
        if xs.is_empty() {
            return Ok(play);
        }
        h = Best { player, xs }.select(|x| {
            let xs = descend(level, || h_sequence(run, x, level + 1))?;
            judge(run, x, &xs)
        })?;
        play.push(h.clone());
    }
}

/// `hSequence h es p` with bounds.
pub fn h_sequence_bounded<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    history: &(Window, G::Position),
    level: u32,
) -> Result<Vec<G::Position>, Stopped> {
    let game = run.game;
    let mut play = Vec::new();
    let (mut window, mut h) = history.clone();
    loop {
        run.step()?;
        let player = game.player(&h);
        run.enter(&h, window);
        let mut xs = game.moves(&h).peekable();
        if xs.peek().is_none() {
            return Ok(play);
        }
        let choices = BoundedBest { player, window, rule: run.cutoff, xs: &mut xs };
        let (chosen_window, chosen) = choices.select(|x| {
            let xs = descend(level, || h_sequence_bounded(run, x, level + 1))?;
            judge(run, &x.1, &xs)
        })?;
        if xs.next().is_some() {
            run.cut(&h);
        }
        (window, h) = (chosen_window, chosen);
        play.push(h.clone());
    }
}

/// `p (x:xs)`: the static evaluation of the position in which a play ends. All of the play is left with its value.
fn judge<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    x: &G::Position,
    xs: &[G::Position],
) -> Result<Value, Stopped> {
    let Some((end, passed)) = xs.split_last() else {
        return run.evaluate(x);
    };
    let value = run.evaluate(end)?;
    for node in passed.iter().rev().chain([x]) {
        run.leave(node, value);
    }
    Ok(value)
}

/// `selection-j`: the play from the root, and the value of its end.
pub(super) fn selection_j<G: Game, O: Observer<G::Position>>(run: &mut Run<'_, G, O>) -> Result<Value, Stopped> {
    let root = run.game.root();
    let play = h_sequence(run, &root, 0)?;
    value_of(run, &root, &play)
}

/// `selection-j-alpha-beta`: the same with bounds.
pub(super) fn selection_j_alpha_beta<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
) -> Result<Value, Stopped> {
    let root = run.game.root();
    let play = h_sequence_bounded(run, &(Window::OPEN, root.clone()), 0)?;
    value_of(run, &root, &play)
}

/// The value of a finished play. The source's program ends with the play itself, so its end is not judged once more: this
/// counts as no evaluation.
fn value_of<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    root: &G::Position,
    play: &[G::Position],
) -> Result<Value, Stopped> {
    let end = play.last().unwrap_or(root);
    let value = run.game.static_value(end).ok_or_else(|| run.undefined(end))?;
    for node in play.iter().rev().chain([root]) {
        run.leave(node, value);
    }
    Ok(value)
}
