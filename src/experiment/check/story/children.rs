//! What the children of a node say together, and a node that returns something else.

use super::{Checker, Frame};
use crate::experiment::check::claim::{ANY, Interval, of_window};
use crate::experiment::check::known::{Proof, UNTOLD};
use crate::experiment::check::{Kind, Severity, hints, words};
use crate::tree::{NodeId, Player, Probability, Role, TOLERANCE, Value};

/// What the children of a node say together.
pub(super) struct Together {
    pub(super) proved: Interval,
    pub(super) trusted: Interval,
}

impl Checker<'_> {
    /// The window in which a value is claimed: that with which its node was entered. Where no windows are told, that of alpha-beta if the search cuts
    /// off, and else if the value is an end of it, as from a fail-hard search.
    pub(super) fn window_of(&self, frame: &Frame, value: f64) -> Interval {
        let is_end = value == frame.path.0 || value == frame.path.1;
        if !self.subject.tells_windows && (self.subject.margin.has_cutoffs || is_end) { frame.path } else { frame.own }
    }

    /// A node returns what its children do not imply.
    pub(super) fn unproved(&mut self, value: f64, proved: Interval, follows: bool) {
        let Some(frame) = self.frames.last() else { return };
        let (node, role, standing) = (frame.node, frame.role, frame.standing);
        let own = self.window_of(frame, value);
        let claim = of_window(own, value);
        let tree = self.subject.tree;
        let sentence = format!(
            "{} returns {}, which says {} in the window {}; its children prove {}.",
            words::node(tree, node),
            words::number(value),
            words::interval(claim.says),
            words::window(own),
            words::interval(proved)
        );
        let hint = role.player().filter(|_| !follows).and_then(|player| {
            let seen: Vec<_> = tree.children(node).take(64).map_while(|child| self.seen(child, player)).collect();
            hints::value(value, player, &seen, own, standing)
        });
        self.find(node, Severity::Error, Kind::Value, follows, sentence, hint);
    }

    /// A child as its parent sees it.
    pub(super) fn seen(&self, child: NodeId, parent: Player) -> Option<hints::Seen> {
        let position = self.positions.of(child)?;
        let Proof { proved, trusted, .. } = position.last;
        // A claim has a finite end, the value that was returned.
        let value = if trusted.0.is_finite() && (parent == Player::Max || trusted.1.is_infinite()) {
            trusted.0
        } else {
            trusted.1
        };
        let is_bound = if parent == Player::Max { proved.1.is_infinite() } else { proved.0.is_infinite() };
        Some(hints::Seen { value: Some(value).filter(|value| value.is_finite()), is_only_probed: is_bound })
    }

    /// What the children of the innermost node say together; `None` if that is not checked.
    pub(super) fn together(&mut self, value: f64) -> Option<Together> {
        let frame = self.frames.last()?;
        match frame.role {
            Role::Player(player) => self.together_for(player, value),
            Role::Chance => self.together_by_chance(value),
        }
    }

    pub(super) fn together_for(&mut self, player: Player, value: f64) -> Option<Together> {
        let frame = self.frames.last()?;
        let worst = player.worst();
        let (mut proved, mut trusted) = ((worst, worst), (worst, worst));
        let join = |all: &mut Interval, child: Interval| {
            *all = match player {
                Player::Max => (all.0.max(child.0), all.1.max(child.1)),
                Player::Min => (all.0.min(child.0), all.1.min(child.1)),
            };
        };
        let mut has_others = false;
        for child in self.subject.tree.children(frame.node) {
            if self.looks == 0 {
                self.unchecked.looks += 1;
                return None;
            }
            self.looks -= 1;
            let Some(position) = self.positions.of(child) else {
                has_others = true;
                break;
            };
            let last = position.last;
            let needed = if frame.depth == UNTOLD { UNTOLD } else { frame.depth - 1 };
            if position.left > frame.since || self.is_current(&last, needed) {
                join(&mut proved, last.proved);
                join(&mut trusted, last.trusted);
            } else {
                has_others = true;
            }
        }
        if let Some(standing) = frame.standing {
            join(&mut proved, (standing, standing));
            join(&mut trusted, (standing, standing));
        }
        if frame.is_quiescent {
            // A quiescence search looks at some moves only.
            self.unchecked.quiescent += u64::from(has_others);
            has_others = false;
        }
        if !self.subject.margin.counts_children {
            let end = if player == Player::Max { frame.own.1 } else { frame.own.0 };
            has_others |= frame.was_cut || value == end || player.prefers(value, end);
        }
        if has_others {
            let open = |all: Interval| match player {
                Player::Max => (all.0, f64::INFINITY),
                Player::Min => (f64::NEG_INFINITY, all.1),
            };
            (proved, trusted) = (open(proved), open(trusted));
        }
        Some(Together { proved, trusted })
    }

    /// The mean of what is known of the outcomes; what was not searched lies within the known bounds of all leaves.
    pub(super) fn together_by_chance(&mut self, value: f64) -> Option<Together> {
        let frame = self.frames.last()?;
        let [low, high] = self.subject.margin.bounds.map_or([ANY.0, ANY.1], |bounds| bounds.map(Value::get));
        let (mut proved, mut trusted) = ((0.0, 0.0), (0.0, 0.0));
        let add = |all: &mut Interval, share: f64, outcome: Interval| {
            all.0 += share * outcome.0.max(low);
            all.1 += share * outcome.1.min(high);
        };
        for child in self.subject.tree.children(frame.node) {
            self.looks = self.looks.checked_sub(1)?;
            let share = self.subject.tree.probability(child).map_or(0.0, Probability::get);
            if share == 0.0 {
                continue;
            }
            let last = self.positions.of(child).map_or(Proof::NONE, |position| position.last);
            add(&mut proved, share, last.proved);
            add(&mut trusted, share, last.trusted);
        }
        // Means are rounded: what is as near to the value as rounding goes is the value.
        let size = value.abs().max(1.0) * TOLERANCE;
        let snap = |end: f64| if (end - value).abs() <= size { value } else { end };
        let snapped = |(low, high): Interval| (snap(low), snap(high));
        let (proved, trusted) = (snapped(proved), snapped(trusted));
        if self.subject.margin.bounds.is_none() && (proved.0.is_infinite() || proved.1.is_infinite()) {
            self.unchecked.lotteries += 1;
            return None;
        }
        Some(Together { proved, trusted })
    }
}
