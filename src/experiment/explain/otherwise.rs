//! Which bound would have to be different for what a cutoff skipped to be visited.

use super::{Explained, Otherwise};
use crate::format::{count, series};
use crate::search::story::follow::Open;
use crate::search::story::timeline::{CutAt, Time};
use crate::search::story::{Bounded, Cause, Inheritance, Moment, Said, Why};
use crate::search::{CutoffRule, Score as _};
use crate::tree::{NodeId, Player, Value};

/// At most this many children of a node are examined, and of the nodes that set a bound this many are named.
const MOST_EXAMINED: usize = 1000;
const MOST_NAMED: usize = 3;

impl Explained<'_> {
    /// What it is at a cutoff that just happened, of the `next` child; `None` where no node's value set the bound, where the search goes over
    /// the tree in passes or in an order that depends on values, so that more than the bound would change, and in a replay, where there are bounds that came after the first visit.
    pub(super) fn otherwise(&self, cut: &CutAt, after: &Moment, next: &str) -> Option<Otherwise> {
        let is_by_bound = matches!(cut.cut.cause, Cause::Shallow | Cause::Deep);
        let is_fixed = self.timeline.passes().is_empty() && !self.timeline.has_order();
        if !is_by_bound || !is_fixed || self.is_replay(after) {
            return None;
        }
        let (open, witness) = (after.open.last()?, cut.cut.witness?);
        // What a probe of an open node showed may have set the bound.
        let nodes = self.setters(cut, after).filter(|setters| setters.contains(&witness))?;
        if self.is_cut_from_outside(cut, after) || self.is_cut_by_static_value(cut, after) {
            return None;
        }
        // A value that does not cut under the strict rule may settle the question of a probe.
        let may_ask = self.timeline.has_probes() && self.cutoff != Some(CutoffRule::NonStrict);
        let (value, is_more) = (open.best.value(), open.player == Player::Max);
        let is_certain = self.is_first_by(cut, &nodes)
            && !may_ask
            && !self.is_cut_by_probe(cut, after)
            && !self.is_held_by_window(cut, after);
        // If the rule is unknown, what is enough under both, or needed under both.
        let or_equal = self.cutoff.map_or(!is_certain, |rule| rule == CutoffRule::Strict);
        let (which, both) = self.list_of(&nodes);
        let would = match (is_certain, self.timeline.has_probes()) {
            (true, _) => "would be visited if",
            (false, false) => "could be visited only if",
            // A search that probes comes back.
            (false, true) => "could be visited now only if",
        };
        let than = match (is_more, or_equal) {
            (true, false) => "more than",
            (false, false) => "less than",
            (true, true) => "at least",
            (false, true) => "at most",
        };
        let is_tie = value == cut.cut.bound && self.cutoff != Some(CutoffRule::Strict);
        let tie = if is_tie { "; at a tie the strict rule does not cut" } else { "" };
        let words = format!("{next} {would} {which} were{both} worth {than} {}{tie}.", value.grouped());
        Some(Otherwise { words, nodes, value, is_more, or_equal, is_certain })
    }

    /// Whether the innermost open node was visited before and is visited again in a replay.
    pub(super) fn is_replay(&self, at: &Moment) -> bool {
        let is_first =
            |open: &Open<NodeId, u32>| self.timeline.first_visit(open.node) == self.entered(open.node, at.time);
        let is_replayed = |open: &Open<NodeId, u32>| {
            matches!(self.entrance(open.node, at.time), Some(Said::Enter { why: Why::Replay, .. }))
        };
        self.timeline.has_replays() && !at.open.last().is_none_or(is_first) && at.open.iter().any(is_replayed)
    }

    /// Whether these nodes made no cutoff before this one, so that up to it the search would do the same without their bound. A question
    /// that a cutoff settled may have been asked about that bound.
    fn is_first_by(&self, cut: &CutAt, nodes: &[NodeId]) -> bool {
        let returned = nodes.iter().filter_map(|&node| self.timeline.last_return(node, cut.time)).min();
        let cuts = self.timeline.cuts();
        let place = |time: Time| cuts.partition_point(|cut| cut.time < time);
        let mut since = cuts[place(returned.unwrap_or(0))..place(cut.time)].iter();
        let depends = |earlier: &CutAt| {
            earlier.cut.cause == Cause::Question || earlier.cut.witness.is_some_and(|witness| nodes.contains(&witness))
        };
        !since.any(depends)
    }

    /// The names of some nodes, and a word for how many they are.
    fn list_of(&self, nodes: &[NodeId]) -> (String, &'static str) {
        let mut names: Vec<String> = nodes.iter().take(MOST_NAMED).map(|&node| self.name(node)).collect();
        if nodes.len() > MOST_NAMED {
            names.push(count((nodes.len() - MOST_NAMED) as u64, "other", "others"));
        }
        let together = match nodes.len() {
            1 => "",
            2 => " both",
            _ => " all",
        };
        (series(&names, "and"), together)
    }

    /// The nodes that returned a value which cuts the innermost open node: children of its ancestors, or of its parent alone where a
    /// search knows siblings only. `None` where there are too many to examine.
    fn setters(&self, cut: &CutAt, after: &Moment) -> Option<Vec<NodeId>> {
        let (inner, above) = after.open.split_last()?;
        let entrance = self.entrance(inner.node, cut.time)?;
        let knows_siblings_only = matches!(entrance, Said::Enter { window: Inheritance::Siblings, .. });
        let above = if knows_siblings_only { &above[above.len().saturating_sub(1)..] } else { above };
        let held = inner.best.value();
        let mut setters = Vec::new();
        let has_cut = |open: &&Open<NodeId, u32>| self.cuts(inner.player, open.best.value(), held);
        for open in above.iter().filter(|open| open.player != inner.player).filter(has_cut) {
            if self.tree.children(open.node).nth(MOST_EXAMINED).is_some() {
                return None;
            }
            setters.extend(self.cutting_children(open, held, cut.time));
        }
        Some(setters)
    }

    /// The children of an open node, but the one that is open, that returned in its visit what cuts a node of the other player.
    fn cutting_children(&self, open: &Open<NodeId, u32>, held: Value, by: Time) -> impl Iterator<Item = NodeId> {
        let since = self.entered(open.node, by).unwrap_or(0);
        let cut_player = open.player.opponent();
        self.tree.children(open.node).filter(move |&child| {
            let is_open = open.last.is_some_and(|(_, last)| last == child);
            let visit = self.timeline.last_visit(child, by).filter(|visit| !is_open && visit.entered > since);
            visit.and_then(|visit| self.returned(visit)).is_some_and(|value| self.cuts(cut_player, value, held))
        })
    }

    /// Whether the window with which the root was entered would cut the innermost open node whatever other nodes are worth.
    fn is_cut_from_outside(&self, cut: &CutAt, after: &Moment) -> bool {
        let (Some(inner), Some(entered)) = (after.open.last(), self.entered(NodeId::ROOT, cut.time)) else {
            return false;
        };
        let wanted = if inner.player == Player::Max { Bounded::Above } else { Bounded::Below };
        // The ends of a window are told just before the node is entered.
        let before = (entered.saturating_sub(3)..entered.saturating_sub(1)).rev();
        let told = before.map_while(|index| match self.said(index)? {
            Said::End { end, value, .. } => Some((end, value)),
            _ => None,
        });
        let mut wanted = told.filter(|&(end, _)| end == wanted);
        wanted.any(|(_, value)| self.cuts(inner.player, value, inner.best.value()))
    }

    /// Whether an open node may be left with a static value that would cut the innermost one whatever other nodes are worth.
    fn is_cut_by_static_value(&self, cut: &CutAt, after: &Moment) -> bool {
        let Some((inner, above)) = after.open.split_last() else { return false };
        let stood = |node: NodeId| {
            let begun = (self.entered(node, cut.time)?..cut.time).map_while(|index| self.said(index));
            let mut own = begun.take_while(|said| !matches!(said, Said::Enter { .. } | Said::Leave { .. }));
            own.find_map(|said| if let Said::Stand { value } = said { Some(value) } else { None })
        };
        let mut others = above.iter().filter(|open| open.player != inner.player);
        others.any(|open| stood(open.node).is_some_and(|value| self.cuts(inner.player, value, inner.best.value())))
    }

    /// Whether the best value of the innermost open node is no value of what is below it: a fail-hard search returned the end of a window,
    /// which might be another one if the bound were.
    fn is_held_by_window(&self, cut: &CutAt, after: &Moment) -> bool {
        let Some(inner) = after.open.last() else { return false };
        let held = inner.best.value();
        let returned = |node: NodeId, by: Time, since: Time| {
            let visit = self.timeline.last_visit(node, by).filter(|visit| visit.entered > since)?;
            (self.returned(visit) == Some(held)).then_some((node, visit))
        };
        let best_child = |node: NodeId, by: Time, since: Time| {
            self.tree.children(node).take(MOST_EXAMINED).find_map(|child| returned(child, by, since))
        };
        let entered = self.entered(inner.node, cut.time).unwrap_or(0);
        let mut next = best_child(inner.node, cut.time, entered);
        while let Some((node, visit)) = next {
            let left = visit.left.unwrap_or(cut.time);
            let is_of_visit = |child| self.entered(child, left) > Some(visit.entered);
            let is_entered_below = self.tree.children(node).take(MOST_EXAMINED).any(is_of_visit);
            if !is_entered_below {
                return false;
            }
            next = best_child(node, left, visit.entered);
            if next.is_none() {
                return true;
            }
        }
        false
    }

    /// Whether what a probe of an open node returned would cut the innermost open node without the bounds of other nodes.
    fn is_cut_by_probe(&self, cut: &CutAt, after: &Moment) -> bool {
        let Some((inner, above)) = after.open.split_last() else { return false };
        above.iter().filter(|open| open.player != inner.player).any(|open| {
            let Some((_, child)) = open.last else { return false };
            let since = self.entered(open.node, cut.time).unwrap_or(0);
            let probes = self.timeline.visits(child).filter(|visit| visit.entered > since);
            let mut ended = probes.filter(|visit| visit.left.is_some_and(|left| left < cut.time));
            ended.any(|visit| {
                self.returned(visit).is_some_and(|value| self.cuts(inner.player, value, inner.best.value()))
            })
        })
    }

    /// Whether a node of `player` that has `held` is cut by a bound.
    fn cuts(&self, player: Player, bound: Value, held: Value) -> bool {
        player.prefers(held, bound) || bound == held && self.cutoff != Some(CutoffRule::Strict)
    }
}
