//! Star1 and Star2: alpha-beta that also cuts off at chance nodes, because every leaf is known to be worth between L and U.
//!
//! Source: Bruce W. Ballard, *The \*-minimax search procedure for trees containing chance nodes*, Artificial Intelligence 21, 1983,
//! fail-soft. At a chance node with the window (α, β), outcomes i of probability pᵢ, and lowᵢ = L, highᵢ = U at first:
//!
//! ```text
//! below(i) = max(L, (α − Σ pⱼ highⱼ, j ≠ i) / pᵢ), or L if α is open
//! above(i) = min(U, (β − Σ pⱼ lowⱼ,  j ≠ i) / pᵢ), or U if β is open
//!
//! Star1: for each outcome i:
//!   v := search(i, below(i), above(i)), which bounds lowᵢ, highᵢ or both
//!   if Σ p high ≤ α: return Σ p high        cutoff
//!   if Σ p low  ≥ β: return Σ p low         cutoff
//! return Σ p low                            exact
//!
//! Star2: first, for each outcome i:
//!   at MAX: lowᵢ  := max(lowᵢ,  search(its first child, L, above(i)))
//!   at MIN: highᵢ := min(highᵢ, search(its first child, below(i), U))
//!   and the same two cutoffs
//! ```
//!
//! Here p = w / d with weights w over a common denominator d, so that thirds are not rounded, and the sums are divided by d.
//!
//! Law: the value of expectiminimax. Without chance nodes both are alpha-beta, event for event.
//!
//! Visits: a subset of the leaves of expectiminimax. Star2 evaluates what a probe has evaluated again, since it keeps no memory.

use super::expectiminimax::finite;
use super::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use super::story::{Entrance, Why};
use super::{Answer, Score, Search, Setting, Window};
use crate::game::{Chances, Game};
use crate::memory;
use crate::tree::{Player, Value};

/// `star1`.
pub struct Star1;
/// `star2`.
pub struct Star2;

impl Search for Star1 {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        search::<G, M, false>(run)
    }
}

impl Search for Star2 {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        search::<G, M, true>(run)
    }
}

fn search<G: Game, M: Mode, const PROBES: bool>(run: &mut Run<'_, G, M>) -> Result<Answer, Stopped> {
    let has_chance = run.game.has_chance();
    if has_chance {
        run.bounds = run.bounds.or_else(|| run.game.value_range());
    }
    let root = run.root();
    run.visit(root, &Window::OPEN, Star::<PROBES> { has_chance, is_outcome: false }).map(Answer::of)
}

/// The value of a node with respect to a window.
#[derive(Clone, Copy)]
struct Star<const PROBES: bool> {
    has_chance: bool,
    /// Whether the node is a child of a chance node, which gives it a window of its own.
    is_outcome: bool,
}

impl<'r, G: Game, M: Mode, const PROBES: bool> Visitor<'r, G, M> for Star<PROBES> {
    type Context = Window<M::Score>;
    type Output = M::Score;
    // Star2 comes back to the children of a chance node.
    const IN_TURN: bool = !PROBES;

    fn entrance(&self, window: Window<M::Score>) -> Entrance<M::Score> {
        if self.is_outcome { Entrance::Own(window, Why::Normal) } else { Entrance::Inherited(window) }
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
        if self.has_chance
            && let Some(chances) = run.chances(&node)
        {
            return self.mean(run, &node, first, others, window, chances);
        }
        let child_of_player = Star { is_outcome: false, ..self };
        let mut value = run.visit(first, &window, child_of_player)?;
        for child in others {
            window = window.narrow(P::PLAYER, value);
            if window.is_closed(run.cutoff) {
                run.cut(&node, window.bound_on(P::PLAYER));
                break;
            }
            let result = run.visit(child, &window, child_of_player)?;
            if P::PLAYER.prefers(result, value) {
                value = result;
            }
        }
        Ok(run.leave(&node, value))
    }
}

/// What is known of an outcome of a chance node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Its probability over the denominator of the lottery.
    weight: f64,
    low: f64,
    high: f64,
    /// Σ w low and Σ w high of the outcomes further right, before they are searched.
    low_after: f64,
    high_after: f64,
}

/// An open chance node.
struct Lottery<S> {
    window: Window<S>,
    /// α and β times the denominator, to be compared with sums of weights times values.
    ends: [f64; 2],
    /// L and U, and the same as ends of windows; open if they are not known.
    bounds: [f64; 2],
    outer: [S; 2],
    /// What weights are divided by to be probabilities.
    denominator: f64,
    /// The weight of the outcomes further right.
    weight_after: f64,
    /// Σ w low and Σ w high of the outcomes further left.
    low_before: f64,
    high_before: f64,
}

/// Why a chance node need not be searched further, with a bound of its value.
enum Decided {
    /// It is worth no more, which is no more than α.
    Below(f64),
    /// It is worth no less, which is no less than β.
    Above(f64),
}

impl<S: Score> Lottery<S> {
    #[inline]
    fn new(window: Window<S>, chances: Chances<'_>, bounds: [f64; 2]) -> Lottery<S> {
        let is_exact = bounds.iter().all(|bound| (bound * chances.denominator()).is_finite());
        let denominator = if is_exact { chances.denominator() } else { 1.0 };
        let ends = [window.low().value().get() * denominator, window.high().value().get() * denominator];
        let outer = [end(bounds[0], S::OPEN_BELOW), end(bounds[1], S::OPEN_ABOVE)];
        let weight_after = chances.total() * (denominator / chances.denominator());
        Lottery { window, ends, bounds, outer, denominator, weight_after, low_before: 0.0, high_before: 0.0 }
    }

    /// The next outcome, of which nothing is known but L and U.
    #[inline]
    fn unseen(&mut self, weight: f64) -> Known {
        let [low, high] = self.bounds;
        self.weight_after -= weight;
        let (low_after, high_after) = (product(self.weight_after, low), product(self.weight_after, high));
        Known { weight, low, high, low_after, high_after }
    }

    /// below(i) and above(i): the window of an outcome.
    #[inline]
    fn window_of(&self, outcome: &Known) -> Window<S> {
        let Known { weight, low_after, high_after, .. } = *outcome;
        let ([alpha, beta], [least, most]) = (self.ends, self.bounds);
        let (mut below, mut above) = (alpha - (self.high_before + high_after), beta - (self.low_before + low_after));
        // Equally likely outcomes weigh 1, and a division takes longer than all else here.
        if weight != 1.0 {
            (below, above) = (below / weight, above / weight);
        }
        let [mut low, mut high] = self.outer;
        // What is not a number, or infinite, bounds nothing. Negative zero becomes zero.
        if below > least && below < f64::INFINITY {
            low = self.window.low().at(Value::of_event(below + 0.0));
        }
        if above < most && above > f64::NEG_INFINITY {
            high = self.window.high().at(Value::of_event(above + 0.0));
        }
        Window::OPEN.with_low(low).with_high(high)
    }

    /// What the result of an outcome that was searched with a window says about it.
    #[inline]
    fn learn(&self, outcome: &mut Known, window: Window<S>, value: f64) {
        let (below, above) = (window.low().value().get(), window.high().value().get());
        let [least, most] = self.bounds;
        let is_low = value > below || below == least;
        let is_high = value < above || above == most;
        let Known { low, high, .. } = *outcome;
        if is_low {
            outcome.low = if value >= above && above < most { low.max(value) } else { value };
        }
        if is_high {
            outcome.high = if value <= below && below > least { high.min(value) } else { value };
        }
    }

    /// Whether the node is decided, given Σ w low and Σ w high, or a result that closes the window of an outcome: that is the same but
    /// for rounding. `is_closed` compares the two ends of a window.
    #[inline]
    fn decided(
        &self,
        [low, high]: [f64; 2],
        result: Option<(Window<S>, f64)>,
        is_closed: impl Fn(f64, f64) -> bool,
    ) -> Option<Decided> {
        let ([alpha, beta], [least, most]) = (self.ends, self.bounds);
        let fails = |(window, value): (Window<S>, f64)| {
            let (below, above) = (window.low().value().get(), window.high().value().get());
            (below > least && is_closed(below, value), above < most && is_closed(value, above))
        };
        let (fails_low, fails_high) = result.map_or((false, false), fails);
        if fails_low || is_closed(alpha, high) {
            Some(Decided::Below(high.min(alpha) / self.denominator))
        } else if fails_high || is_closed(low, beta) {
            Some(Decided::Above(low.max(beta) / self.denominator))
        } else {
            None
        }
    }

    /// Adds what is known of an outcome that was searched. Returns Σ w low and Σ w high of all.
    #[inline]
    fn add(&mut self, outcome: &Known) -> [f64; 2] {
        self.low_before += product(outcome.weight, outcome.low);
        self.high_before += product(outcome.weight, outcome.high);
        [self.low_before + outcome.low_after, self.high_before + outcome.high_after]
    }
}

/// L or U as the end of a window; open if it is not known.
#[inline]
fn end<S: Score>(known: f64, open: S) -> S {
    Value::new(known).map_or(open, S::outside)
}

impl<const PROBES: bool> Star<PROBES> {
    /// The mean of the outcomes with respect to a window.
    #[inline(never)]
    fn mean<'r, G: Game, M: Mode>(
        self,
        run: &mut Run<'r, G, M>,
        node: &NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        window: Window<M::Score>,
        chances: Chances<'r>,
    ) -> Result<M::Score, Stopped> {
        let bounds = match run.bounds {
            Some([low, high]) => [low.get(), high.get()],
            None => [f64::NEG_INFINITY, f64::INFINITY],
        };
        let lottery = Lottery::new(window, chances, bounds);
        let outcomes = std::iter::once(first).chain(others);
        let value = if PROBES {
            let start = run.outcomes.len();
            add_outcomes(&mut run.outcomes, chances, &lottery);
            let outcomes: Vec<_> = outcomes.collect();
            let value = match self.probe_all(run, node, &lottery, start, &outcomes)? {
                Some(value) => value,
                None => self.search_all(run, node, lottery, chances, start, outcomes.into_iter())?,
            };
            run.outcomes.truncate(start);
            value
        } else {
            self.search_all(run, node, lottery, chances, 0, outcomes)?
        };
        Ok(run.leave(node, window.low().at(finite(value))))
    }

    /// Star1: searches each outcome. What probes have shown of them stands in the list of the run from `start` on.
    #[inline]
    fn search_all<'r, G: Game, M: Mode>(
        self,
        run: &mut Run<'r, G, M>,
        node: &NodeOf<G, M>,
        mut lottery: Lottery<M::Score>,
        chances: Chances<'r>,
        start: usize,
        outcomes: impl Iterator<Item = NodeOf<G, M>>,
    ) -> Result<f64, Stopped> {
        let last = chances.len() - 1;
        let share = lottery.denominator / chances.denominator();
        for (index, child) in outcomes.enumerate() {
            let mut outcome =
                if PROBES { run.outcomes[start + index] } else { lottery.unseen(chances.numerator(index) * share) };
            let window = lottery.window_of(&outcome);
            let says_all = !window.is_closed(run.cutoff) || says_all(run, &child);
            let value = run.visit(child, &window, Star { is_outcome: true, ..self })?.value().get();
            if says_all {
                lottery.learn(&mut outcome, window, value);
            }
            let sums = lottery.add(&outcome);
            let is_last = index == last;
            // After the last outcome there is nothing to wait for, whatever the rule.
            let is_closed = |a, b| if is_last { a >= b } else { run.cutoff.cuts(&a, &b) };
            let decided = lottery.decided(sums, Some((window, value)), is_closed);
            if let Some(decided) = decided {
                return Ok(decided_value(run, node, &lottery, &decided, !is_last));
            }
        }
        Ok(lottery.low_before / lottery.denominator)
    }

    /// Star2: searches the first child of each outcome. Returns the value of the node, if that decides it.
    fn probe_all<G: Game, M: Mode>(
        self,
        run: &mut Run<'_, G, M>,
        node: &NodeOf<G, M>,
        lottery: &Lottery<M::Score>,
        start: usize,
        outcomes: &[NodeOf<G, M>],
    ) -> Result<Option<f64>, Stopped> {
        let mut probing = Lottery { ..*lottery };
        for (index, child) in (start..).zip(outcomes) {
            let window = probing.window_of(&run.outcomes[index]);
            let probed = self.probe(run, child, window, lottery.bounds)?;
            let known = &mut run.outcomes[index];
            match probed {
                Some((Player::Max, value)) => known.low = known.low.max(value),
                Some((Player::Min, value)) => known.high = known.high.min(value),
                None => {}
            }
            let sums = probing.add(known);
            let is_closed = |a, b| run.cutoff.cuts(&a, &b);
            let decided = probed.and_then(|_| lottery.decided(sums, None, is_closed));
            if let Some(decided) = decided {
                return Ok(Some(decided_value(run, node, lottery, &decided, true)));
            }
        }
        sum_after(&mut run.outcomes[start..]);
        Ok(None)
    }

    /// Searches the first child of an outcome where a player moves. Returns that player and the value.
    fn probe<G: Game, M: Mode>(
        self,
        run: &mut Run<'_, G, M>,
        outcome: &NodeOf<G, M>,
        window: Window<M::Score>,
        [least, most]: [f64; 2],
    ) -> Result<Option<(Player, f64)>, Stopped> {
        if run.game.chances(&outcome.position).is_some() {
            return Ok(None);
        }
        let mut children = run.moves(outcome);
        let Some(first) = children.next() else { return Ok(None) };
        let player = run.player(outcome);
        let window = match player {
            Player::Max => window.with_low(end(least, M::Score::OPEN_BELOW)),
            Player::Min => window.with_high(end(most, M::Score::OPEN_ABOVE)),
        };
        run.enter(outcome, Entrance::Own(window, Why::Probe));
        let score = run.visit(first, &window, Star { is_outcome: false, ..self })?;
        if children.next().is_some() {
            run.cut(outcome, M::Score::asked(score.value(), false));
        }
        let score = run.leave(outcome, score);
        Ok(Some((player, score.value().get())))
    }
}

/// Whether the result of an outcome with a closed window says something about it. Where a player moves, the search sees one leaf then, and
/// nothing of the others.
#[cold]
fn says_all<G: Game, M: Mode>(run: &mut Run<'_, G, M>, outcome: &NodeOf<G, M>) -> bool {
    run.game.is_leaf(&outcome.position) || run.chances(outcome).is_some()
}

/// Tells the cutoff of a decided node, unless it was decided by its last outcome, and returns its value.
fn decided_value<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    node: &NodeOf<G, M>,
    lottery: &Lottery<M::Score>,
    decided: &Decided,
    has_others: bool,
) -> f64 {
    let (value, bound) = match *decided {
        Decided::Below(value) => (value, lottery.window.low()),
        Decided::Above(value) => (value, lottery.window.high()),
    };
    if has_others {
        run.cut(node, bound);
    }
    value
}

/// Adds the outcomes of a chance node of which nothing is known but L and U.
fn add_outcomes<S: Score>(outcomes: &mut Vec<Known>, chances: Chances<'_>, lottery: &Lottery<S>) {
    let (start, [low, high]) = (outcomes.len(), lottery.bounds);
    for index in 0..chances.len() {
        memory::make_room(outcomes).unwrap_or_else(|shortage| memory::give_up(shortage));
        let weight = chances.numerator(index) * (lottery.denominator / chances.denominator());
        outcomes.push(Known { weight, low, high, low_after: 0.0, high_after: 0.0 });
    }
    sum_after(&mut outcomes[start..]);
}

/// Finds Σ w low and Σ w high of the outcomes to the right of each.
fn sum_after(outcomes: &mut [Known]) {
    let (mut low, mut high) = (0.0, 0.0);
    for outcome in outcomes.iter_mut().rev() {
        (outcome.low_after, outcome.high_after) = (low, high);
        low += product(outcome.weight, outcome.low);
        high += product(outcome.weight, outcome.high);
    }
}

/// A weight times a value that may be unbounded; what cannot happen weighs nothing.
#[inline]
fn product(weight: f64, value: f64) -> f64 {
    if weight == 0.0 { 0.0 } else { weight * value }
}
