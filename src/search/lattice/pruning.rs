//! The lattice of pruning: functions from an interval to a value.
//!
//! Law: `f` is an element if `clamp(i, f(i)) == clamp(i, f(whole))` for every interval `i`: outside the
//! interval `f` may return any value on the correct side. `inf` and `sup` preserve the law, and two elements are equal
//! if they are equal after clamping.

use std::marker::PhantomData;

use super::Lattice;
use crate::search::context::Context;
use crate::search::{CutoffRule, Score, Window};
use crate::tree::Player;

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

/// The values between two ends `lo` and `hi`, either of which may be missing.
pub trait Interval: Context {
    /// The values.
    type Value: Copy + Ord;
    /// The interval without bounds.
    const WHOLE: Self;

    /// The interval with the lower end `max n lo`.
    #[must_use]
    fn from(self, n: Self::Value) -> Self;
    /// The interval with the upper end `min n hi`.
    #[must_use]
    fn up_to(self, n: Self::Value) -> Self;
    /// Whether the interval is closed under a cutoff rule.
    fn is_closed(self, rule: CutoffRule) -> bool;
    /// The ends.
    fn ends(self) -> (WithBot<Self::Value>, WithTop<Self::Value>);
}

/// The interval of the source, over any order.
impl<T: Copy + Ord> Interval for (WithBot<T>, WithTop<T>) {
    type Value = T;
    const WHOLE: Self = (Bot, Top);

    fn from(self, n: T) -> Self {
        (self.0.max(NoBot(n)), self.1)
    }

    fn up_to(self, n: T) -> Self {
        (self.0, self.1.min(NoTop(n)))
    }

    fn is_closed(self, rule: CutoffRule) -> bool {
        match self {
            (NoBot(lo), NoTop(hi)) => rule.cuts(&lo, &hi),
            (Bot, _) | (_, Top) => false,
        }
    }

    fn ends(self) -> Self {
        self
    }
}

/// The interval over scores, in which an open end is a score of its own.
impl<S: Score> Interval for Window<S> {
    type Value = S;
    const WHOLE: Window<S> = Window::OPEN;

    fn from(self, n: S) -> Window<S> {
        self.narrow(Player::Max, n)
    }

    fn up_to(self, n: S) -> Window<S> {
        self.narrow(Player::Min, n)
    }

    fn is_closed(self, rule: CutoffRule) -> bool {
        Window::is_closed(self, rule)
    }

    fn ends(self) -> (WithBot<S>, WithTop<S>) {
        (self.alpha().map_or(Bot, |_| NoBot(self.low())), self.beta().map_or(Top, |_| NoTop(self.high())))
    }
}

/// The value of the interval that is nearest to `x`.
pub fn clamp<I: Interval>(interval: I, x: I::Value) -> I::Value {
    let (lo, hi) = interval.ends();
    let x = if let NoTop(hi) = hi { x.min(hi) } else { x };
    if let NoBot(lo) = lo { x.max(lo) } else { x }
}

/// The lattice of functions from an interval to a value that obey the law of clamping.
#[derive(Debug)]
pub struct Pruning<I> {
    rule: CutoffRule,
    interval: PhantomData<I>,
}

// Not derived, because that would require `I: Copy`.
impl<I> Copy for Pruning<I> {}
impl<I> Clone for Pruning<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: Interval> Pruning<I> {
    /// The lattice; `rule` says whether an operand equal to the end of the interval makes the other one superfluous.
    pub fn new(rule: CutoffRule) -> Pruning<I> {
        Pruning { rule, interval: PhantomData }
    }
}

impl<I: Interval> Lattice for Pruning<I> {
    type Context = I;
    type Value = I::Value;

    /// `\(lo, hi) -> let n = l (lo, hi) in if n <= lo then n else min n (r (lo, min n hi))`.
    fn inf<E>(&self, i: I, n: I::Value, r: impl FnOnce(I) -> Result<I::Value, E>) -> Result<I::Value, E> {
        let i = i.up_to(n);
        if i.is_closed(self.rule) { Ok(n) } else { Ok(n.min(r(i)?)) }
    }

    /// `\(lo, hi) -> let n = l (lo, hi) in if hi <= n then n else max n (r (max n lo, hi))`.
    fn sup<E>(&self, i: I, n: I::Value, r: impl FnOnce(I) -> Result<I::Value, E>) -> Result<I::Value, E> {
        let i = i.from(n);
        if i.is_closed(self.rule) { Ok(n) } else { Ok(n.max(r(i)?)) }
    }
}
