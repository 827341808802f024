//! A step of a search as an overlay.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::ops::Range;

use super::difference::partition;
use super::overlay::{nearest_above, toward};
use super::{Cut, Look, Overlay, Searched, Shares, Strokes, words};
use crate::search::story::follow::Open;
use crate::search::story::timeline::{FirstEntry, Time, VisitTimes};
use crate::search::story::{Cause, Moment, Story, Timeline};
use crate::search::{Aim, Bound, Score as _, Setter, Told};
use crate::tree::{Bits, NodeId, Player, Ranked, Tree, Value};

/// The nodes that a search had entered by a time, for counting.
#[derive(Clone, Debug)]
pub struct Reached(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// Nodes are visited in preorder, and this is the index of the first one not entered.
    UpTo(usize),
    /// The nodes entered by a time, in preorder and in level order.
    Bits(Time, [Ranked; 2]),
}

impl Reached {
    /// What was reached by a time. Takes time in proportion to what was visited where a search visits nodes again, and hardly any where it
    /// does not.
    pub fn new(tree: &Tree, timeline: &Timeline, time: Time) -> Reached {
        if timeline.is_in_order() {
            return Reached(Kind::UpTo(timeline.frontier(time)));
        }
        let mut sets = [Bits::with_room_for(tree.len()), Bits::with_room_for(tree.len())];
        change(&mut sets, timeline.first_entered(0, time), true);
        Reached::of(time, sets)
    }

    /// The same from what was reached at another time of the same search; the faster the nearer that is.
    #[must_use]
    pub fn moved(&self, tree: &Tree, timeline: &Timeline, time: Time) -> Reached {
        let Kind::Bits(before, sets) = &self.0 else { return Reached::new(tree, timeline, time) };
        let (added, removed) = (timeline.first_entered(*before, time), timeline.first_entered(time, *before));
        if added.len().max(removed.len()) > tree.len() / 64 {
            return Reached::new(tree, timeline, time);
        }
        let mut sets = [sets[0].bits().clone(), sets[1].bits().clone()];
        change(&mut sets, added, true);
        change(&mut sets, removed, false);
        Reached::of(time, sets)
    }

    fn of(time: Time, [preorder, levels]: [Bits; 2]) -> Reached {
        Reached(Kind::Bits(time, [Ranked::from(preorder), Ranked::from(levels)]))
    }
}

/// Adds the places of some entries to both sets, or removes them.
fn change(sets: &mut [Bits; 2], entries: &[FirstEntry], is_added: bool) {
    for entry in entries {
        for (set, place) in sets.iter_mut().zip(entry.places()) {
            if is_added {
                set.insert(place);
            } else {
                set.remove(place);
            }
        }
    }
}

/// A run at a step: what it had done by then, and the record of the whole run.
#[derive(Clone, Copy)]
pub struct AtMoment<'a> {
    /// The finished run.
    pub searched: Searched<'a>,
    /// What the run told.
    pub story: &'a Story,
    /// The same by time.
    pub timeline: &'a Timeline,
    /// The state at the step.
    pub moment: &'a Moment,
    /// The nodes entered by then.
    pub reached: &'a Reached,
}

impl AtMoment<'_> {
    fn tree(&self) -> &Tree {
        self.searched.tree
    }

    fn time(&self) -> usize {
        self.moment.time
    }

    /// Whether the step is the end of the run.
    fn is_over(&self) -> bool {
        self.time() >= self.timeline.len()
    }

    fn is_entered(&self, node: NodeId) -> bool {
        self.timeline.first_visit(node).is_some_and(|entered| entered <= self.time())
    }

    /// The nearest ancestor that had been entered. All ancestors of an entered node were entered, too.
    fn entered_above(&self, node: NodeId) -> Option<NodeId> {
        let above = || nearest_above(self.tree(), node, &|ancestor| self.is_entered(ancestor));
        self.is_entered(NodeId::ROOT).then(above)
    }

    /// The value of a node that is not open, from the visit that ended last. If a later visit returns another value, this one was a bound
    /// of it.
    fn words_of_left(&self, node: NodeId, visit: VisitTimes) -> Option<String> {
        let settled = || self.searched.words(node);
        if self.timeline.next_visit(node, self.time()).is_none() {
            return settled();
        }
        let (now, later) = (self.timeline.returned(self.story, visit)?, self.searched.record.visit(node)?.value()?);
        // The value of a search of less depth bounds nothing.
        if visit.left.and_then(|left| self.story.event(left - 1)).is_some_and(|event| event.is_taken_back()) {
            return Some(words::short(self.tree(), now));
        }
        match now.cmp(&later) {
            Less => Some(format!("≥{}", words::short(self.tree(), now))),
            Equal if self.is_exact_by(node, visit) => settled(),
            Equal => self.settled_as_bound(node, visit, now),
            Greater => Some(format!("≤{}", words::short(self.tree(), now))),
        }
    }

    /// Whether a visit alone proves its value: no cutoff left out a child of the node or of a child that is worth as much.
    fn is_exact_by(&self, node: NodeId, visit: VisitTimes) -> bool {
        let (mut node, mut visit) = (node, visit);
        loop {
            let Some(left) = visit.left else { return false };
            if self.searched.record.is_evaluated(node) || self.tree().is_leaf(node) || self.timeline.has_replays() {
                return true;
            }
            if self.is_cut_in(node, visit) || self.timeline.recalled(self.story, visit).is_some() {
                return false;
            }
            let value = self.timeline.returned(self.story, visit);
            let best = self.tree().children(node).find_map(|child| {
                let within = self.timeline.last_visit(child, left).filter(|within| within.entered > visit.entered)?;
                (self.timeline.returned(self.story, within) == value).then_some((child, within))
            });
            let Some(best) = best else { return false };
            (node, visit) = best;
        }
    }

    fn is_cut_in(&self, node: NodeId, visit: VisitTimes) -> bool {
        let cut = visit.left.and_then(|left| self.timeline.cut(node, left));
        cut.is_some_and(|cut| cut.time > visit.entered)
    }

    /// The value of a visit as the bound that it proves, if it is later proven to be exact: that of the player who cut off, else of the other.
    fn settled_as_bound(&self, node: NodeId, visit: VisitTimes, value: Value) -> Option<String> {
        if self.searched.record.bound(node) != Some(Bound::Exact) || self.tree().is_chance(node) {
            return self.searched.words(node);
        }
        let recalled = self.timeline.recalled(self.story, visit);
        let bound = recalled.unwrap_or(match (self.tree().player(node), self.is_cut_in(node, visit)) {
            (Player::Max, true) | (Player::Min, false) => Bound::Lower,
            (Player::Max, false) | (Player::Min, true) => Bound::Upper,
        });
        Some(format!("{}{}", words::sign(Some(bound)), words::short(self.tree(), value)))
    }

    /// What is said before the best value of an open node. A value within the window, and that of a leaf, is that of a child or a bound of it
    /// on the player's side, so it bounds the node's; another one is only the best of the bounds on the other side.
    fn sign<T>(&self, node: NodeId, open: &Open<NodeId, T>) -> &'static str {
        let [alpha, beta] = open.window.ends();
        let (own, sign) = match open.player {
            Player::Max => (alpha, "≥"),
            Player::Min => (beta, "≤"),
        };
        let is_own = |end: Told| end.value() == open.best.value() && end.by() == open.best.by();
        let is_of_leaf = || match open.best.by() {
            Setter::Child { index, .. } => {
                let child = self.tree().child(node, index as usize);
                child.is_some_and(|child| self.searched.record.is_evaluated(child))
            }
            _ => false,
        };
        if own.is_some_and(is_own) || is_of_leaf() { sign } else { "" }
    }

    /// The look of a node that was not entered: pruned if the node above it was cut off, left out if that was left, otherwise not reached yet.
    fn look_of_unentered(&self, node: NodeId) -> Look {
        let Some(above) = self.entered_above(node) else { return Look::Ahead };
        let visit = self.timeline.last_visit(above, self.time());
        let cut = self.timeline.cut(above, self.time());
        let is_cut_now = cut.is_some_and(|cut| visit.is_some_and(|visit| cut.time > visit.entered));
        let is_left = visit.is_some_and(|visit| visit.left.is_some_and(|left| left <= self.time()));
        match cut {
            Some(cut) if (is_cut_now || is_left) && !self.is_dropped(toward(self.tree(), above, node)) => {
                if cut.cut.cause == Cause::Deep { Look::PrunedDeep } else { Look::Pruned }
            }
            _ if is_left => Look::LeftOut,
            _ => Look::Ahead,
        }
    }
}

/// The shares of `all` nodes if `entered` of them were entered; those of the finished run if all were.
fn shares_of(all: usize, entered: usize, settled: Shares) -> Shares {
    if entered == all {
        return settled;
    }
    Shares::of([
        (Look::Visited, entered),
        (Look::Ahead, all - entered),
        (Look::Pruned, 0),
        (Look::LeftOut, 0),
        (Look::Evaluated, 0),
    ])
}

impl Overlay for AtMoment<'_> {
    fn beneath(&self) -> Option<&dyn Overlay> {
        Some(&self.searched)
    }

    fn identity(&self) -> u64 {
        self.searched.identity() ^ (self.time() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn look(&self, node: NodeId) -> Look {
        if self.is_over() {
            return self.searched.look(node);
        }
        if self.moment.open(node, self.tree().depth(node)).is_some() {
            return Look::Open;
        }
        if !self.is_entered(node) {
            return self.look_of_unentered(node);
        }
        self.searched.look(node)
    }

    fn words(&self, node: NodeId) -> Option<String> {
        if self.is_over() {
            return self.searched.words(node);
        }
        if let Some(open) = self.moment.open(node, self.tree().depth(node)) {
            let is_known =
                open.best.value() != Told::OPEN_BELOW.value() && open.best.value() != Told::OPEN_ABOVE.value();
            return is_known
                .then(|| format!("{}{}", self.sign(node, open), words::short(self.tree(), open.best.value())));
        }
        let visit = self.timeline.last_visit(node, self.time())?;
        visit.left.filter(|&left| left <= self.time())?;
        self.words_of_left(node, visit)
    }

    fn line(&self) -> &[NodeId] {
        if self.is_over() { self.searched.line() } else { &[] }
    }

    fn cut(&self, node: NodeId) -> Option<Cut> {
        if self.is_over() {
            return self.searched.cut(node);
        }
        let cut = self.timeline.cut(node, self.time())?;
        let visit = self.timeline.last_visit(node, self.time())?;
        let is_open = self.moment.open(node, self.tree().depth(node)).is_some();
        if is_open && cut.time <= visit.entered {
            return None;
        }
        let first = self.tree().children(node).find(|&child| !self.is_entered(child) && !self.is_dropped(child))?;
        let strokes = if cut.cut.cause == Cause::Deep { Strokes::Double } else { Strokes::Single };
        Some(Cut { first, strokes })
    }

    fn aim(&self, node: NodeId) -> Option<Aim> {
        if let Some(open) = self.moment.open(node, self.tree().depth(node)) {
            return Some(open.aim());
        }
        self.searched.aim(node).filter(|_| self.is_entered(node))
    }

    fn order(&self, node: NodeId) -> Option<u32> {
        self.searched.order(node).filter(|_| self.is_entered(node))
    }

    fn shares(&self, positions: Range<usize>) -> Shares {
        if self.is_over() || positions.is_empty() {
            return self.searched.shares(positions);
        }
        match &self.reached.0 {
            Kind::UpTo(frontier) => {
                let is_settled = |position: usize| self.tree().node_in_level_order(position).index() < *frontier;
                let middle = partition(positions.clone(), &is_settled);
                let (settled, ahead) = (positions.start..middle, middle..positions.end);
                let shares = self.searched.shares(settled.clone());
                if ahead.is_empty() { shares } else { shares.with_ahead(settled.len(), ahead.len()) }
            }
            Kind::Bits(_, [_, levels]) => {
                let entered = levels.count(&positions);
                shares_of(positions.len(), entered, self.searched.shares(positions))
            }
        }
    }

    fn shares_in(&self, nodes: &Range<usize>) -> Shares {
        if self.is_over() {
            return self.searched.shares_in(nodes);
        }
        match &self.reached.0 {
            Kind::UpTo(frontier) => {
                let middle = (*frontier).clamp(nodes.start, nodes.end);
                let settled = self.searched.shares_in(&(nodes.start..middle));
                settled.with_ahead(middle - nodes.start, nodes.end - middle)
            }
            Kind::Bits(_, [preorder, _]) => {
                shares_of(nodes.len(), preorder.count(nodes), self.searched.shares_in(nodes))
            }
        }
    }
}
