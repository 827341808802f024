//! Minimax over any lattice, of which alpha-beta pruning is one.
//!
//! Source: the answer to *Alpha-beta pruning with recursion schemes* (Stack Overflow 72517172), which writes minimax
//! once, as `gminimax` over a class `Lattice` with `inf` and `sup`, and then only chooses the lattice: the order of the
//! values gives [`Order`] and plain minimax; the functions from an interval to a value give [`Pruning`] and alpha-beta.
//!
//! Law: `f` is an element of the Pruning lattice when `clamp(i, f(i)) == clamp(i, f((Bot, Top)))` for every
//! interval `i`: outside the interval `f` may answer anything on the right side of it. `inf` and `sup` keep the law.
//!
//! An element that is a function is given uncurried here: a [`Lattice`] has a `Context`, the function's argument, and
//! its operations take the context, the left operand's value in it, and the right operand as a function of its context.
//! So `Order`, whose elements are no functions, has the context `()`, and neither instance allocates.
//!
//! Visits: `Order` every leaf; `Pruning` the leaves of alpha-beta with deep cutoffs.

use super::run::descend;
use super::{CutoffRule, Observer, Run, Stopped, Window};
use crate::game::Game;
use crate::tree::{Player, Value};

/// A lattice, its elements uncurried: what a `Value` is may depend on a `Context`.
pub trait Lattice {
    /// The argument of an element that is a function; `()` for the others.
    type Context: Copy;
    /// An element in its context.
    type Value;

    /// Whether `inf(context, left, right)` is `left` whatever `right` may be.
    fn absorbs_inf(&self, context: Self::Context, left: &Self::Value) -> bool;
    /// Whether `sup(context, left, right)` is `left` whatever `right` may be.
    fn absorbs_sup(&self, context: Self::Context, left: &Self::Value) -> bool;

    /// The greatest lower bound of two elements, the right one a function of its context.
    fn inf<E>(
        &self,
        context: Self::Context,
        left: Self::Value,
        right: impl FnOnce(Self::Context) -> Result<Self::Value, E>,
    ) -> Result<Self::Value, E>;

    /// The least upper bound of two elements, the right one a function of its context.
    fn sup<E>(
        &self,
        context: Self::Context,
        left: Self::Value,
        right: impl FnOnce(Self::Context) -> Result<Self::Value, E>,
    ) -> Result<Self::Value, E>;

    /// How an observer is to see the context.
    fn window(context: Self::Context) -> Window;
    /// How an observer is to see an element.
    fn shown(value: &Self::Value) -> Value;
}

/// The lattice of a total order: `inf` is the minimum, `sup` the maximum.
pub struct Order;

impl Lattice for Order {
    type Context = ();
    type Value = Value;

    fn absorbs_inf(&self, (): (), _: &Value) -> bool {
        false
    }

    fn absorbs_sup(&self, (): (), _: &Value) -> bool {
        false
    }

    fn inf<E>(&self, (): (), left: Value, right: impl FnOnce(()) -> Result<Value, E>) -> Result<Value, E> {
        Ok(left.min(right(())?))
    }

    fn sup<E>(&self, (): (), left: Value, right: impl FnOnce(()) -> Result<Value, E>) -> Result<Value, E> {
        Ok(left.max(right(())?))
    }

    fn window((): ()) -> Window {
        Window::OPEN
    }

    fn shown(value: &Value) -> Value {
        *value
    }
}

/// A total order with a least element added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WithBot<T> {
    /// Less than everything.
    Bot,
    /// An element of the order.
    NoBot(T),
}

/// A total order with a greatest element added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WithTop<T> {
    /// An element of the order.
    NoTop(T),
    /// Greater than everything.
    Top,
}

use WithBot::{Bot, NoBot};
use WithTop::{NoTop, Top};

/// The values between two ends, either of which may be missing.
pub type Interval<T> = (WithBot<T>, WithTop<T>);

/// The nearest value to `x` in the interval.
pub fn clamp<T: Ord>(interval: Interval<T>, x: T) -> T {
    let x = match interval.1 {
        NoTop(hi) => x.min(hi),
        Top => x,
    };
    match interval.0 {
        NoBot(lo) => x.max(lo),
        Bot => x,
    }
}

/// The lattice of functions from an interval to a value that obey the law of clamping.
pub struct Pruning {
    /// Whether an operand at the very end of the interval makes the other one superfluous.
    pub rule: CutoffRule,
}

impl Lattice for Pruning {
    type Context = Interval<Value>;
    type Value = Value;

    #[inline]
    fn absorbs_inf(&self, (lo, _): Interval<Value>, n: &Value) -> bool {
        match lo {
            Bot => false,
            NoBot(lo) => self.rule.cuts(&lo, n),
        }
    }

    #[inline]
    fn absorbs_sup(&self, (_, hi): Interval<Value>, n: &Value) -> bool {
        match hi {
            NoTop(hi) => self.rule.cuts(n, &hi),
            Top => false,
        }
    }

    #[inline]
    fn inf<E>(
        &self,
        (lo, hi): Interval<Value>,
        n: Value,
        right: impl FnOnce(Interval<Value>) -> Result<Value, E>,
    ) -> Result<Value, E> {
        if self.absorbs_inf((lo, hi), &n) {
            return Ok(n);
        }
        let narrowed = match hi {
            NoTop(hi) => NoTop(n.min(hi)),
            Top => NoTop(n),
        };
        Ok(n.min(right((lo, narrowed))?))
    }

    #[inline]
    fn sup<E>(
        &self,
        (lo, hi): Interval<Value>,
        n: Value,
        right: impl FnOnce(Interval<Value>) -> Result<Value, E>,
    ) -> Result<Value, E> {
        if self.absorbs_sup((lo, hi), &n) {
            return Ok(n);
        }
        let narrowed = match lo {
            NoBot(lo) => NoBot(n.max(lo)),
            Bot => NoBot(n),
        };
        Ok(n.max(right((narrowed, hi))?))
    }

    fn window((lo, hi): Interval<Value>) -> Window {
        let alpha = if let NoBot(lo) = lo { Some(lo) } else { None };
        let beta = if let NoTop(hi) = hi { Some(hi) } else { None };
        Window::new(alpha, beta)
    }

    fn shown(value: &Value) -> Value {
        *value
    }
}

/// Minimax over a lattice: the fold of the tree that embeds the leaves with `leaf` and joins the children of a
/// node with `sup` where MAX moves and `inf` where MIN does.
///
/// The source joins the children with `foldr1`; since `inf` and `sup` are associative this goes through them from the
/// left instead, so that a million children need no million calls, and stops at the first that absorbs the others.
pub fn gminimax<G, O, L>(
    run: &mut Run<'_, G, O>,
    lattice: &L,
    leaf: impl Fn(Value) -> L::Value + Copy,
    node: &G::Position,
    context: L::Context,
    level: u32,
) -> Result<L::Value, Stopped>
where
    G: Game,
    O: Observer<G::Position>,
    L: Lattice,
{
    let game = run.game;
    let player = game.player(node);
    run.enter(node, L::window(context));
    let mut children = game.moves(node);
    let Some(first) = children.next() else {
        return run.evaluate(node).map(leaf);
    };
    let mut value = descend(level, || gminimax(run, lattice, leaf, &first, context, level + 1))?;
    for child in children {
        let absorbs = match player {
            Player::Min => lattice.absorbs_inf(context, &value),
            Player::Max => lattice.absorbs_sup(context, &value),
        };
        if absorbs {
            run.cut(node);
            break;
        }
        let right = |context| descend(level, || gminimax(run, lattice, leaf, &child, context, level + 1));
        value = match player {
            Player::Min => lattice.inf(context, value, right),
            Player::Max => lattice.sup(context, value, right),
        }?;
    }
    run.leave(node, L::shown(&value));
    Ok(value)
}

/// `minimax = gminimax Order`.
pub(super) fn minimax<G: Game, O: Observer<G::Position>>(run: &mut Run<'_, G, O>) -> Result<Value, Stopped> {
    let root = run.game.root();
    gminimax(run, &Order, |value| value, &root, (), 0)
}

/// `alphabeta = runPruning . gminimax constant`, a leaf being the constant function.
pub(super) fn lattice_pruning<G: Game, O: Observer<G::Position>>(run: &mut Run<'_, G, O>) -> Result<Value, Stopped> {
    let root = run.game.root();
    let lattice = Pruning { rule: run.cutoff };
    gminimax(run, &lattice, |value| value, &root, (Bot, Top), 0)
}
