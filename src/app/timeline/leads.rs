//! Where jumps along the time line lead, and why some lead nowhere.

use super::{Jump, Now};
use crate::app::commands::NO_NODE;
use crate::search::story::timeline::Time;
use crate::search::story::{Cause, Story};
use crate::tree::{NodeId, Tree};

impl Jump {
    /// Where it leads from the step of a search.
    pub(super) fn target(self, now: &Now, tree: &Tree, story: &Story, selected: Option<NodeId>) -> Option<Time> {
        let (line, time) = (&now.timeline, now.moment.time);
        let at = |times: &[u32], index: Option<usize>| times.get(index?).map(|&at| at as Time);
        // How many of some times come before another time.
        let before_time = |times: &[u32], time: Time| times.partition_point(|&at| (at as Time) < time);
        let after = |times: &[u32]| at(times, Some(before_time(times, time + 1)));
        let before = |times: &[u32]| at(times, before_time(times, time).checked_sub(1));
        let cuts_before = |time: Time| line.cuts().partition_point(|cut| cut.time < time);
        let is_wanted = |cause: Cause, deep: bool| !deep || cause == Cause::Deep;
        match self {
            Jump::Start => Some(0),
            Jump::End => Some(line.len()),
            Jump::Next => Some(line.next(time)),
            Jump::Previous => Some(line.previous(time)),
            Jump::Over => Some(line.over(tree, story, time).unwrap_or_else(|| line.next(time))),
            Jump::Out => Some(line.out(&now.moment)),
            Jump::NextCut { deep } => {
                let start = cuts_before(time + 1);
                line.cuts()[start..].iter().find(|cut| is_wanted(cut.cut.cause, deep)).map(|cut| cut.time)
            }
            Jump::PreviousCut { deep } => {
                let end = cuts_before(time);
                line.cuts()[..end].iter().rev().find(|cut| is_wanted(cut.cut.cause, deep)).map(|cut| cut.time)
            }
            Jump::NextRootChange => after(line.root_changes()),
            Jump::PreviousRootChange => before(line.root_changes()),
            Jump::NextVisit => selected.and_then(|node| line.next_visit(node, time)),
            Jump::PreviousVisit => selected.and_then(|node| line.previous_visit(node, time)),
            Jump::NextRepeat => after(line.repeats()),
            Jump::PreviousRepeat => before(line.repeats()),
            Jump::To(to) => Some(to.min(line.len())),
        }
    }

    /// Why it leads nowhere from the step of a search, if so.
    pub(crate) fn blocked(self, now: &Now, selected: Option<NodeId>) -> Option<&'static str> {
        let (line, time) = (&now.timeline, now.moment.time);
        let is_later = |last: Option<&u32>| last.is_some_and(|&last| last as Time > time);
        let is_earlier = |first: Option<&u32>| first.is_some_and(|&first| (first as Time) < time);
        let (is_possible, reason) = match self {
            Jump::Start | Jump::Previous => (time > 0, "the search is at its beginning"),
            Jump::End | Jump::Next | Jump::Over | Jump::Out => (time < line.len(), "the search is at its end"),
            Jump::NextCut { deep: false } => {
                (line.cuts().last().is_some_and(|cut| cut.time > time), "there is no later cutoff")
            }
            Jump::PreviousCut { deep: false } => {
                (line.cuts().first().is_some_and(|cut| cut.time < time), "there is no earlier cutoff")
            }
            Jump::NextCut { deep: true } => {
                (line.deep_cuts().is_some_and(|deep| *deep.end() > time), "there is no later deep cutoff")
            }
            Jump::PreviousCut { deep: true } => {
                (line.deep_cuts().is_some_and(|deep| *deep.start() < time), "there is no earlier deep cutoff")
            }
            Jump::NextRootChange => (is_later(line.root_changes().last()), "the root’s value does not change later"),
            Jump::PreviousRootChange => {
                (is_earlier(line.root_changes().first()), "the root’s value did not change earlier")
            }
            Jump::NextVisit | Jump::PreviousVisit if selected.is_none() => (false, NO_NODE),
            Jump::NextVisit => {
                let visit = selected.and_then(|node| line.next_visit(node, time));
                (visit.is_some(), "the selected node is not visited later")
            }
            Jump::PreviousVisit => {
                let visit = selected.and_then(|node| line.previous_visit(node, time));
                (visit.is_some(), "the selected node was not visited earlier")
            }
            Jump::NextRepeat => (is_later(line.repeats().last()), "there is no later pass or second search"),
            Jump::PreviousRepeat => (is_earlier(line.repeats().first()), "there is no earlier pass or second search"),
            Jump::To(_) => (true, ""),
        };
        (!is_possible).then_some(reason)
    }
}
