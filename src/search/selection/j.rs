//! Selection functions `J r a = (a -> r) -> a`.
//!
//! ```text
//! hSequence h []     p = []
//! hSequence h (e:es) p = x : f x
//!   where x   = e h (\x -> p (x : f x))
//!         f x = hSequence (h ++ [x]) es (\xs -> p (x:xs))
//! ```
//!
//! A selection function of this kind returns the choice without its value, so every level evaluates again what the
//! level below has evaluated: on a full tree of branching b and depth d there are (2b − 1)^d − 1 evaluations. With bounds it
//! prunes leaves, but still repeats evaluations.
//!
//! If nothing can be cut off, J with bounds needs (b + 1)^d − 1 evaluations: it judges each of the b choices of a node once, which
//! plays the tree below and evaluates the end of the play, and plays below the chosen one once more, so E(d) = b (E(d − 1) + 1) + E(d − 1)
//! with E(0) = 0. For b ≥ 3 that is less than J without bounds. For b = 1 it is more: `foldr1` compares nothing if there is a single
//! choice, but `maxWithABJ` of the source judges that one, too, because its value is a bound for the next one. So a chain of d single
//! children costs 2^d − 1 evaluations, and none without bounds.
//!
//! Law: the monad laws, as for [`gk`](super::gk); the play is the same as with `GK`.

use std::mem;

use super::{Best, Bind, Bounded, BoundedBest, Choices, Choosers, Exhaustive, Pure, narrow, until_met};
use crate::game::Game;
use crate::search::lattice::Interval;
use crate::search::run::{Mode, NodeOf, Run, Stopped};
use crate::search::spot::Spot;
use crate::search::story::Why;
use crate::search::{Answer, Score, Search, Setting, Window};

/// A selection function: picks an `A` by a judge's value for each. The judge may fail, which ends the selection.
pub trait J<R, A> {
    /// `(a -> r) -> a`.
    fn select<E>(self, p: impl FnMut(&A) -> Result<R, E>) -> Result<A, E>;
}

impl<R, A> J<R, A> for Pure<A> {
    /// `\p -> x`.
    fn select<E>(self, _: impl FnMut(&A) -> Result<R, E>) -> Result<A, E> {
        Ok(self.0)
    }
}

impl<R, A: Clone, C, S: J<R, A>, T: J<R, C>, F: FnMut(A) -> T> J<R, C> for Bind<S, F, A> {
    /// `\p -> f (e (\x -> p (f x p))) p`.
    fn select<E>(mut self, mut p: impl FnMut(&C) -> Result<R, E>) -> Result<C, E> {
        let x = self.e.select(|x| {
            let y = (self.f)(x.clone()).select(&mut p)?;
            p(&y)
        })?;
        (self.f)(x).select(p)
    }
}

impl<R: PartialOrd + Copy, A, I: Iterator<Item = A>> J<R, A> for Best<A, I> {
    /// `foldr1 (\x y -> if p x >= p y then x else y) xs`: every comparison judges both sides.
    fn select<E>(self, mut p: impl FnMut(&A) -> Result<R, E>) -> Result<A, E> {
        let (mut xs, mut y) = (Vec::new(), self.xs.first);
        for x in self.xs.others {
            xs.push(mem::replace(&mut y, x));
        }
        let mut left = Vec::new();
        for x in &xs {
            left.push(p(x)?);
        }
        while let (Some(x), Some(r)) = (xs.pop(), left.pop()) {
            if !self.player.prefers(p(&y)?, r) {
                y = x;
            }
        }
        Ok(y)
    }
}

impl<N: Interval, A, I: Iterator<Item = A>> J<N::Value, (N, A)> for BoundedBest<N, A, I> {
    fn select<E>(self, mut p: impl FnMut(&(N, A)) -> Result<N::Value, E>) -> Result<(N, A), E> {
        let mut bounds = self.bounds;
        let mut best = (bounds, self.xs.first);
        let mut r = p(&best)?;
        for x in self.xs.others {
            bounds = narrow(bounds, self.player, r);
            if bounds.is_closed(self.rule) {
                break;
            }
            let choice = (bounds, x);
            let s = p(&choice)?;
            if self.player.prefers(s, r) {
                (best, r) = (choice, s);
            }
        }
        Ok(best)
    }
}

/// `hSequence h es p` over lists: `es` gives the selection function that follows a history, `None` at the end, and `p` judges
/// the whole play, including the initial history. Returns the play after the history.
pub fn h_sequence<A: Clone, S: J<R, A>, R, E>(
    history: &mut Vec<A>,
    es: &mut impl FnMut(&[A]) -> Option<S>,
    p: &mut impl FnMut(&[A]) -> Result<R, E>,
) -> Result<Vec<A>, E> {
    let before = history.len();
    let Some(e) = es(history) else { return Ok(Vec::new()) };
    let x = e.select(|x| {
        history.push(x.clone());
        let xs = h_sequence(history, es, p)?;
        history.extend(xs);
        let r = p(history);
        history.truncate(before);
        r
    })?;
    history.push(x.clone());
    let mut play = h_sequence(history, es, p)?;
    history.truncate(before);
    play.insert(0, x);
    Ok(play)
}

/// `sequence es p`: independent of the history.
pub fn sequence<A: Clone, S: J<R, A> + Clone, R, E>(
    es: &[S],
    mut p: impl FnMut(&[A]) -> Result<R, E>,
) -> Result<Vec<A>, E> {
    h_sequence(&mut Vec::new(), &mut |history: &[A]| es.get(history.len()).cloned(), &mut p)
}

/// `hSequence h es p` over a game: the rest of the play after `h`, which is represented by the position that it led to.
pub fn h_sequence_in_game<G: Game, M: Mode, C: Choosers<M::Score>>(
    run: &mut Run<'_, G, M>,
    choosers: C,
    mut bounds: C::Bounds,
    mut h: NodeOf<G, M>,
    mut why: Why,
) -> Result<Vec<NodeOf<G, M>>, Stopped> {
    let mut play = Vec::new();
    loop {
        run.step()?;
        run.enter(&h, C::entrance(bounds, why));
        let Some(Choices { first, mut others }) = Choices::of(run.children(&h)) else { return Ok(play) };
        let (mut end_met, mut judged) = (false, h.spot.first_child());
        let player = run.player(&h);
        let e = choosers.e(player, bounds, Choices { first, others: until_met(&mut others, &mut end_met) });
        let (chosen_bounds, chosen) = J::select(e, |(bounds, x)| {
            let why = if x.spot.is_new(&mut judged) { Why::Normal } else { Why::Replay };
            let xs = run.descend(|run| h_sequence_in_game(run, choosers, *bounds, x.clone(), why))?;
            judge(run, x, &xs)
        })?;
        if !end_met {
            run.cut(&h, C::bound(bounds, player));
        }
        // `f x`: the rest of the play after the choice. It has been played before to judge the choice, unless there was only one.
        why = if chosen.spot.is_new(&mut judged) { Why::Normal } else { Why::Replay };
        (bounds, h) = (chosen_bounds, chosen);
        play.push(h.clone());
    }
}

/// `p (x:xs)`: the static evaluation of the final position of a play. All nodes of the play are left with its value.
fn judge<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    x: &NodeOf<G, M>,
    xs: &[NodeOf<G, M>],
) -> Result<M::Score, Stopped> {
    let Some((end, passed)) = xs.split_last() else {
        return run.evaluate(x);
    };
    let mut value = run.evaluate(end)?;
    for node in passed.iter().rev() {
        value = run.leave(node, value);
    }
    Ok(run.leave(x, value))
}

/// `selection-j`: the play from the root, and the value of its final position.
pub struct SelectionJ;

impl Search for SelectionJ {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        let play = h_sequence_in_game(run, Exhaustive, (), root.clone(), Why::Normal)?;
        value_of_play(run, &root, &play)
    }
}

/// The number of evaluations of `selection-j` on a full tree of branching b and depth d: (2b − 1)^d − 1.
pub fn evaluations(branching: u32, depth: u32) -> f64 {
    (2.0 * f64::from(branching) - 1.0).powi(depth as i32) - 1.0
}

/// `selection-j-alpha-beta`: with bounds.
pub struct SelectionJAlphaBeta;

impl Search for SelectionJAlphaBeta {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let (root, choosers) = (run.root(), Bounded(run.cutoff));
        let play = h_sequence_in_game(run, choosers, Window::OPEN, root.clone(), Why::Normal)?;
        value_of_play(run, &root, &play)
    }
}

/// The value of the play from the root. The source's program returns the play itself without judging it once more, so this
/// does not count as an evaluation.
fn value_of_play<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    root: &NodeOf<G, M>,
    play: &[NodeOf<G, M>],
) -> Result<Answer, Stopped> {
    let end = play.last().unwrap_or(root);
    let value = run.game.static_value(&end.position).ok_or_else(|| run.undefined(end))?;
    let score = M::Score::asked(value, false);
    for node in play.iter().rev() {
        run.leave(node, score);
    }
    run.leave(root, score);
    Ok(Answer::Value(value))
}
