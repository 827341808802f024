//! Scores, windows, and the cutoff rule.

use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroU64;

use super::spot::Tracked;
use crate::format::with_minus;
use crate::tree::{MAX_NODES, Player, Value};

/// When a search leaves a node before its last child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum CutoffRule {
    /// Cut if alpha >= beta: the rule of every source here.
    #[default]
    NonStrict,
    /// Cut only if alpha > beta, so that moves of equal value are distinguished.
    Strict,
}

impl CutoffRule {
    /// Whether a window with these ends is closed.
    #[inline]
    pub fn cuts<T: PartialOrd>(self, alpha: &T, beta: &T) -> bool {
        // Mostly false, so the rule is checked second.
        alpha >= beta && (self == CutoffRule::NonStrict || alpha > beta)
    }

    /// `non-strict` or `strict`.
    pub fn id(self) -> &'static str {
        match self {
            CutoffRule::NonStrict => "non-strict",
            CutoffRule::Strict => "strict",
        }
    }
}

/// The number type of a search: a value, and in [`Telling`](super::story::Telling) mode also the node that returned it.
///
/// Scores are ordered by their values alone, and of two equal scores `max` and `min` keep the first. So the end of a window belongs to
/// the node that last *strictly* changed it.
pub trait Score: Copy + Ord + fmt::Debug {
    /// Less than every value; the lower end of an open window.
    const OPEN_BELOW: Self;
    /// More than every value; the upper end of an open window.
    const OPEN_ABOVE: Self;

    /// The number, which is finite for every score that a search returns.
    fn value(self) -> Value;

    /// An end of a window that belongs to a question, not to a node. `is_next` says that it is the number next to the one asked
    /// about, as in a null window.
    fn asked(end: Value, is_next: bool) -> Self;

    /// An end of a window that is known from outside, such as the smallest value of all leaves.
    fn outside(end: Value) -> Self;

    /// Another number with the origin of this one: a bound that follows from a bound.
    #[must_use]
    fn at(self, value: Value) -> Self;
}

impl Score for Value {
    const OPEN_BELOW: Value = Value::BELOW_ALL;
    const OPEN_ABOVE: Value = Value::ABOVE_ALL;

    #[inline]
    fn value(self) -> Value {
        self
    }

    #[inline]
    fn asked(end: Value, _: bool) -> Value {
        end
    }

    #[inline]
    fn outside(end: Value) -> Value {
        end
    }

    #[inline]
    fn at(self, value: Value) -> Value {
        value
    }
}

/// What set one end of a window: the child of an ancestor, or something other than a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setter {
    /// The end is open.
    Nobody,
    /// The end belongs to a question: a threshold, or the far end of a null window.
    Question {
        /// Whether the question is about the number next to this end. Such an end is never shown.
        is_next: bool,
    },
    /// The window was given by the caller of the search.
    Outside,
    /// A transposition table narrowed the window.
    Table,
    /// The value of a child.
    Child {
        /// The depth of the child's parent, an ancestor of the node with the window.
        depth: u32,
        /// The child's index among its siblings, in the game's own order.
        index: u32,
    },
}

/// A [`Setter`] in one register, a child as in [`Tracked`]. It is never 0, so a score in a `Result` needs no extra space.
#[derive(Clone, Copy, Debug)]
pub(super) struct By(NonZeroU64);

impl By {
    /// The child with this index of a node at this depth.
    #[inline]
    pub(super) const fn new(depth: u32, index: u32) -> By {
        By(NonZeroU64::MIN.saturating_add((depth as u64) << 1 | (index as u64) << Tracked::INDEX))
    }

    /// The sibling with this index of the node at a spot.
    #[inline]
    pub(super) fn at(spot: Tracked, index: u32) -> By {
        By(NonZeroU64::MIN | u64::from(spot.bits() as u32) | u64::from(index) << Tracked::INDEX)
    }

    #[inline]
    pub(super) const fn depth(self) -> u32 {
        self.0.get() as u32 >> 1
    }

    #[inline]
    pub(super) const fn index(self) -> u32 {
        (self.0.get() >> Tracked::INDEX) as u32
    }

    pub(super) const fn of(setter: Setter) -> By {
        match setter {
            Setter::Nobody => By::new(NOBODY, 0),
            Setter::Question { is_next } => By::new(QUESTION, is_next as u32),
            Setter::Outside => By::new(OUTSIDE, 0),
            Setter::Table => By::new(TABLE, 0),
            Setter::Child { depth, index } => By::new(depth, index),
        }
    }

    pub(super) const fn setter(self) -> Setter {
        match self.depth() {
            NOBODY => Setter::Nobody,
            QUESTION => Setter::Question { is_next: self.index() != 0 },
            OUTSIDE => Setter::Outside,
            TABLE => Setter::Table,
            depth => Setter::Child { depth, index: self.index() },
        }
    }
}

/// Depths take 27 bits of an event.
pub(super) const DEPTH_BITS: u32 = 27;
/// The number of setters that are not nodes.
pub(super) const SETTERS_WITHOUT_NODE: u32 = 4;
/// Depths from here on encode setters that are not nodes; no tree is that deep.
const NOBODY: u32 = (1 << DEPTH_BITS) - SETTERS_WITHOUT_NODE;
const QUESTION: u32 = NOBODY + 1;
const OUTSIDE: u32 = NOBODY + 2;
const TABLE: u32 = NOBODY + 3;
const _: () = assert!((MAX_NODES as u64) < NOBODY as u64);

/// A value and the node that returned it.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub(super) value: Value,
    pub(super) by: By,
}

impl Told {
    /// A value and where it comes from.
    pub fn new(value: Value, by: Setter) -> Told {
        Told { value, by: By::of(by) }
    }

    /// Whether it is the end of a question.
    #[inline]
    pub(super) fn is_asked(self) -> bool {
        self.by.depth() == QUESTION
    }

    /// What returned it.
    pub fn by(self) -> Setter {
        self.by.setter()
    }
}

impl Score for Told {
    const OPEN_BELOW: Told = Told { value: Value::BELOW_ALL, by: By::of(Setter::Nobody) };
    const OPEN_ABOVE: Told = Told { value: Value::ABOVE_ALL, by: By::of(Setter::Nobody) };

    #[inline]
    fn value(self) -> Value {
        self.value
    }

    #[inline]
    fn asked(end: Value, is_next: bool) -> Told {
        Told { value: end, by: By::of(Setter::Question { is_next }) }
    }

    #[inline]
    fn outside(end: Value) -> Told {
        Told { value: end, by: By::of(Setter::Outside) }
    }

    #[inline]
    fn at(self, value: Value) -> Told {
        Told { value, ..self }
    }
}

impl PartialEq for Told {
    #[inline]
    fn eq(&self, other: &Told) -> bool {
        self.value == other.value
    }
}

impl Eq for Told {}

// The comparisons of values, which are faster than what follows from `cmp`.
impl PartialOrd for Told {
    #[inline]
    fn partial_cmp(&self, other: &Told) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    #[inline]
    fn lt(&self, other: &Told) -> bool {
        self.value < other.value
    }
    #[inline]
    fn le(&self, other: &Told) -> bool {
        self.value <= other.value
    }
    #[inline]
    fn gt(&self, other: &Told) -> bool {
        self.value > other.value
    }
    #[inline]
    fn ge(&self, other: &Told) -> bool {
        self.value >= other.value
    }
}

impl Ord for Told {
    #[inline]
    fn cmp(&self, other: &Told) -> Ordering {
        self.value.cmp(&other.value)
    }
    #[inline]
    fn max(self, other: Told) -> Told {
        if other > self { other } else { self }
    }
    #[inline]
    fn min(self, other: Told) -> Told {
        if other < self { other } else { self }
    }
}

/// The values that still matter at a node: MAX already has `alpha` elsewhere, MIN has `beta`; either side may be open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window<S = Value> {
    alpha: S,
    beta: S,
}

impl<S: Score> Window<S> {
    /// The open window.
    pub const OPEN: Window<S> = Window { alpha: S::OPEN_BELOW, beta: S::OPEN_ABOVE };

    /// The window with these ends; `None` is an open one.
    pub fn new(alpha: Option<S>, beta: Option<S>) -> Window<S> {
        Window { alpha: alpha.unwrap_or(S::OPEN_BELOW), beta: beta.unwrap_or(S::OPEN_ABOVE) }
    }

    /// Alpha; [`Score::OPEN_BELOW`] if open.
    #[inline]
    pub(super) fn low(self) -> S {
        self.alpha
    }

    /// Beta; [`Score::OPEN_ABOVE`] if open.
    #[inline]
    pub(super) fn high(self) -> S {
        self.beta
    }

    /// Alpha and beta with what set them; `None` for an open side.
    #[inline]
    pub fn ends(self) -> [Option<S>; 2] {
        [(self.alpha != S::OPEN_BELOW).then_some(self.alpha), (self.beta != S::OPEN_ABOVE).then_some(self.beta)]
    }

    /// The window with another alpha.
    #[inline]
    #[must_use]
    pub(super) fn with_low(self, alpha: S) -> Window<S> {
        Window { alpha, ..self }
    }

    /// The window with another beta.
    #[inline]
    #[must_use]
    pub(super) fn with_high(self, beta: S) -> Window<S> {
        Window { beta, ..self }
    }

    /// Alpha; `None` if open.
    #[inline]
    pub fn alpha(self) -> Option<Value> {
        Value::new(self.alpha.value().get())
    }

    /// Beta; `None` if open.
    #[inline]
    pub fn beta(self) -> Option<Value> {
        Value::new(self.beta.value().get())
    }

    /// The window after the player at a node has reached `score`.
    #[inline]
    #[must_use]
    pub fn narrow(self, player: Player, score: S) -> Window<S> {
        match player {
            Player::Max => Window { alpha: self.alpha.max(score), ..self },
            Player::Min => Window { beta: self.beta.min(score), ..self },
        }
    }

    /// The null window that asks whether a value is better for `player` than the player's own bound. A null window asks that already.
    #[inline]
    #[must_use]
    pub fn null(self, player: Player) -> Window<S> {
        let (above, below) = (self.alpha.value().next_up(), self.beta.value().next_down());
        match player {
            _ if self.beta.value() == above => self,
            // Nothing is better than the largest or smallest number.
            Player::Max if above == self.alpha.value() => self,
            Player::Min if below == self.beta.value() => self,
            Player::Max => Window { beta: S::asked(above, true), ..self },
            Player::Min => Window { alpha: S::asked(below, true), ..self },
        }
    }

    /// The null window that asks whether the value is at least `value`; with `is_next`, `value` is the number next to the one
    /// asked about, and the question is whether the value is more than that one.
    #[inline]
    pub fn asking(value: Value, is_next: bool) -> Window<S> {
        let below = value.next_down();
        // Below the smallest number the window is open.
        let alpha = if below == value { S::OPEN_BELOW } else { S::asked(below, !is_next) };
        Window { alpha, beta: S::asked(value, is_next) }
    }

    /// Whether a score lies strictly between the ends.
    #[inline]
    pub fn has_inside(self, score: S) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Whether a node with this window need not be searched further.
    #[inline]
    pub fn is_closed(self, rule: CutoffRule) -> bool {
        rule.cuts(&self.alpha, &self.beta)
    }

    /// The end that cuts off nodes of `player`, set by the opponent: beta for MAX, alpha for MIN.
    #[inline]
    pub fn bound_on(self, player: Player) -> S {
        match player {
            Player::Max => self.beta,
            Player::Min => self.alpha,
        }
    }

    /// `(5, +∞)`, with numbers in these words.
    pub(crate) fn in_words(&self, number: impl Fn(Value) -> String) -> String {
        let end = |end: Option<Value>, open: &str| end.map_or_else(|| open.to_owned(), &number);
        format!("({}, {})", end(self.alpha(), "−∞"), end(self.beta(), "+∞"))
    }

    /// The window with plain values as ends.
    #[inline]
    pub fn values(self) -> Window {
        Window { alpha: self.alpha.value(), beta: self.beta.value() }
    }
}

impl Window<Told> {
    /// Whether an end belongs to a question.
    #[inline]
    pub(super) fn is_asked(self) -> bool {
        self.alpha.is_asked() || self.beta.is_asked()
    }
}

impl<S: Score> fmt::Display for Window<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(|value| with_minus(&value.to_string())))
    }
}
