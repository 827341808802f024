//! Selection functions `GK r a = forall b. (a -> (r, b)) -> (r, b)`.
//!
//! ```text
//! hSequence h []     p = p []
//! hSequence h (e:es) p = e h (\x -> hSequence (h ++ [x]) es (\xs -> p (x:xs)))
//! ```
//!
//! A selection function of this kind returns the value together with the choice, so no play is evaluated twice.
//!
//! Law: `bind (pure x) f = f x`, `bind e pure = e`, `bind (bind e f) g = bind e (\x -> bind (f x) g)`.
//!
//! Visits: without bounds every leaf once; with them those of alpha-beta with deep cutoffs.

use super::{Best, Bind, Bounded, BoundedBest, Choices, Choosers, Exhaustive, Pure, narrow, until_met};
use crate::game::Game;
use crate::search::lattice::Interval;
use crate::search::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use crate::search::story::{Entrance, Why};
use crate::search::{Answer, Search, Setting, Window};
use crate::tree::Player;

/// A selection function: picks an `A` by the judge's result for each, and returns that result.
///
/// `forall b` is the method's type parameter `B`. The judge may fail, which ends the selection.
pub trait Gk<R, A> {
    /// `(a -> (r, b)) -> (r, b)`.
    fn select<B, E>(self, p: impl FnMut(A) -> Result<(R, B), E>) -> Result<(R, B), E>;
}

impl<R, A> Gk<R, A> for Pure<A> {
    /// `\p -> p x`.
    fn select<B, E>(self, mut p: impl FnMut(A) -> Result<(R, B), E>) -> Result<(R, B), E> {
        p(self.0)
    }
}

impl<R, A, C, S: Gk<R, A>, T: Gk<R, C>, F: FnMut(A) -> T> Gk<R, C> for Bind<S, F, A> {
    /// `\p -> e (\x -> f x p)`.
    fn select<B, E>(mut self, mut p: impl FnMut(C) -> Result<(R, B), E>) -> Result<(R, B), E> {
        self.e.select(|x| (self.f)(x).select(&mut p))
    }
}

impl<R: PartialOrd + Copy, A, I: Iterator<Item = A>> Gk<R, A> for Best<A, I> {
    /// `foldr1 (\(r,x) (s,y) -> if r >= s then (r,x) else (s,y)) (map p xs)`.
    fn select<B, E>(self, mut p: impl FnMut(A) -> Result<(R, B), E>) -> Result<(R, B), E> {
        let Best { player, xs: Choices { first: mut x, mut others } } = self;
        let mut best = None;
        // The judge is called in one place, so that it is inlined into the loop.
        loop {
            let judged = p(x)?;
            let judged = match best {
                Some(best) => better(player, best, judged),
                None => judged,
            };
            match others.next() {
                Some(next) => (x, best) = (next, Some(judged)),
                None => return Ok(judged),
            }
        }
    }
}

impl<N: Interval, A, I: Iterator<Item = A>> Gk<N::Value, (N, A)> for BoundedBest<N, A, I> {
    fn select<B, E>(self, mut p: impl FnMut((N, A)) -> Result<(N::Value, B), E>) -> Result<(N::Value, B), E> {
        let BoundedBest { player, mut bounds, rule, xs: Choices { first: mut x, mut others } } = self;
        let mut best = None;
        loop {
            let judged = p((bounds, x))?;
            let (r, y) = match best {
                Some(best) => better(player, best, judged),
                None => judged,
            };
            bounds = narrow(bounds, player, r);
            match others.next() {
                Some(next) if !bounds.is_closed(rule) => (x, best) = (next, Some((r, y))),
                _ => return Ok((r, y)),
            }
        }
    }
}

/// The result that the player prefers; the first of equal ones.
fn better<R: PartialOrd + Copy, B>(player: Player, first: (R, B), second: (R, B)) -> (R, B) {
    if player.prefers(second.0, first.0) { second } else { first }
}

/// `hSequence h es p` over lists: `es` gives the selection function that follows a history, `None` at the end, and `p` judges
/// the whole play, including the initial history.
pub fn h_sequence<A, S, R, B, E>(
    history: &mut Vec<A>,
    es: &mut impl FnMut(&[A]) -> Option<S>,
    p: &mut impl FnMut(&[A]) -> Result<(R, B), E>,
) -> Result<(R, B), E>
where
    S: Gk<R, A>,
{
    match es(history) {
        None => p(history),
        Some(e) => e.select(|x| {
            history.push(x);
            let judged = h_sequence(history, es, p);
            history.pop();
            judged
        }),
    }
}

/// `sequence es p`: independent of the history.
pub fn sequence<A, S, R, B, E>(es: &[S], mut p: impl FnMut(&[A]) -> Result<(R, B), E>) -> Result<(R, B), E>
where
    S: Gk<R, A> + Clone,
{
    h_sequence(&mut Vec::new(), &mut |history: &[A]| es.get(history.len()).cloned(), &mut p)
}

/// `hSequence h es p` over a game, in which the position represents the history that led to it, so that `(x:xs)` costs nothing.
/// `p` maps the final position of a play to the result that is returned with its value.
pub fn h_sequence_in_game<G: Game, M: Mode, C: Choosers<M::Score>, B>(
    run: &mut Run<'_, G, M>,
    choosers: C,
    bounds: C::Bounds,
    h: NodeOf<G, M>,
    p: impl Fn(&G::Position) -> B + Copy,
) -> Result<(M::Score, B), Stopped> {
    run.visit(h, &bounds, HSequence { choosers, p })
}

/// [`h_sequence_in_game`] at a node: `e h (\x -> hSequence ...)`.
#[derive(Clone, Copy)]
struct HSequence<C, P> {
    choosers: C,
    p: P,
}

impl<'r, G, M, C, P, B> Visitor<'r, G, M> for HSequence<C, P>
where
    G: Game,
    M: Mode,
    C: Choosers<M::Score>,
    P: Fn(&G::Position) -> B + Copy,
{
    type Context = C::Bounds;
    type Output = (M::Score, B);
    const IN_TURN: bool = true;

    fn entrance(&self, bounds: C::Bounds) -> Entrance<M::Score> {
        C::entrance(bounds, Why::Normal)
    }

    fn leaf(self, h: &NodeOf<G, M>, value: M::Score, _: C::Bounds) -> (M::Score, B) {
        (value, (self.p)(&h.position))
    }

    #[inline(never)]
    fn inner<Q: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        h: NodeOf<G, M>,
        first: NodeOf<G, M>,
        mut others: MovesOf<'r, G, M>,
        bounds: C::Bounds,
    ) -> Result<(M::Score, B), Stopped> {
        let choosers = self.choosers;
        let mut end_met = false;
        let others = until_met(&mut others, &mut end_met);
        let e = choosers.e(Q::PLAYER, bounds, Choices { first, others });
        let (value, b) = {
            let run = &mut *run;
            Gk::select(e, move |(bounds, x)| run.visit(x, &bounds, self))?
        };
        if !end_met {
            run.cut(&h, C::bound(bounds, Q::PLAYER));
        }
        Ok((run.leave(&h, value), b))
    }
}

/// `selection-gk`. The play itself is not needed, so `b` is `()`.
pub struct SelectionGk;

impl Search for SelectionGk {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        h_sequence_in_game(run, Exhaustive, (), root, |_| ()).map(|(value, ())| Answer::of(value))
    }
}

/// `selection-gk-alpha-beta`: with bounds.
pub struct SelectionGkAlphaBeta;

impl Search for SelectionGkAlphaBeta {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let (root, choosers) = (run.root(), Bounded(run.cutoff));
        h_sequence_in_game(run, choosers, Window::OPEN, root, |_| ()).map(|(value, ())| Answer::of(value))
    }
}
