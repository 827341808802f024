//! What the children of a node say together, and a node that returns something else.

use super::{Checker, Frame};
use crate::experiment::check::claim::{ANY, Claim, Interval, meet, of_bound, of_window};
use crate::experiment::check::known::{Proof, UNTOLD};
use crate::experiment::check::{Kind, Severity, hints, words};
use crate::search::Bound;
use crate::tree::{NodeId, Player, Probability, Role, TOLERANCE};

impl Checker<'_> {
    /// The window in which a value is claimed: that with which its node was entered. Where no windows are told, that of alpha-beta if the search cuts
    /// off, and else if the value is an end of it, as from a fail-hard search.
    pub(super) fn window_of(&self, frame: &Frame, value: f64) -> Interval {
        let is_end = value == frame.path.0 || value == frame.path.1;
        if !self.subject.margin.has_windows && (self.subject.margin.has_cutoffs || is_end) {
            frame.path
        } else {
            frame.own
        }
    }

    /// What a value says with which a node is left. A probe of an outcome of chance that leaves out children says only that they may be
    /// better for who moves.
    pub(super) fn claim(&self, frame: &Frame, value: f64) -> Claim {
        match frame.role.player().filter(|_| frame.is_probed_outcome && self.leaves_out(frame)) {
            Some(Player::Max) => Claim { says: of_bound(Bound::Lower, value), or: None },
            Some(Player::Min) => Claim { says: of_bound(Bound::Upper, value), or: None },
            None => of_window(self.window_of(frame, value), value),
        }
    }

    /// Whether a node has children that were not entered in this visit.
    pub(super) fn leaves_out(&self, frame: &Frame) -> bool {
        let entered = frame.entered as usize;
        self.subject.tree.children(frame.node).take(entered + 1).count() > entered
    }

    /// Who moves, for hints.
    pub(super) fn mover(&self, player: Player) -> hints::Mover {
        hints::Mover { player, counts_as_mover: self.subject.counts_as_mover }
    }

    /// A node returns what its children do not imply.
    pub(super) fn unproved(&mut self, value: f64, proved: Interval, follows: bool) {
        let Some(frame) = self.frames.last() else { return };
        let (node, role, standing) = (frame.node, frame.role, frame.standing);
        let (own, claim) = (self.window_of(frame, value), self.claim(frame, value));
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
            hints::value(value, self.mover(player), &seen, own, standing)
        });
        self.find(node, Severity::Error, Kind::Value, follows, sentence, hint);
    }

    /// A child as its parent sees it.
    pub(super) fn seen(&self, child: NodeId, parent: Player) -> Option<hints::Seen> {
        let Proof { proved, trusted, .. } = self.positions.of_visit(child)?;
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
    pub(super) fn together(&mut self, value: f64) -> Option<Proof> {
        let frame = self.frames.last()?;
        match frame.role {
            Role::Player(player) => self.together_for(player, value),
            Role::Chance => self.together_by_chance(value),
        }
    }

    pub(super) fn together_for(&mut self, player: Player, value: f64) -> Option<Proof> {
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
            let needed = if frame.depth == UNTOLD { UNTOLD } else { frame.depth - 1 };
            let said = if position.left > frame.since {
                self.positions.of_visit(child)
            } else {
                self.positions.at_least(child, needed).filter(|proof| self.is_current(proof, needed))
            };
            match said {
                Some(said) => {
                    join(&mut proved, said.proved);
                    join(&mut trusted, said.trusted);
                }
                None => has_others = true,
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
        // No node is worth more or less than all leaves.
        let bounds = self.bounds();
        let (proved, trusted) = (meet(proved, bounds), meet(trusted, bounds));
        Some(Proof { proved, trusted, depth: frame.depth, pass: self.pass })
    }

    /// The mean of what is known of the outcomes; what was not searched lies within the known bounds of all leaves.
    pub(super) fn together_by_chance(&mut self, value: f64) -> Option<Proof> {
        let frame = self.frames.last()?;
        let (low, high) = self.bounds();
        let (mut proved, mut trusted) = ((0.0, 0.0), (0.0, 0.0));
        let add = |all: &mut Interval, share: f64, outcome: Interval| {
            // A leaf may lie outside the bounds, which then are wrong.
            all.0 += share * outcome.0.max(low.min(outcome.1));
            all.1 += share * outcome.1.min(high.max(outcome.0));
        };
        for child in self.subject.tree.children(frame.node) {
            self.looks = self.looks.checked_sub(1)?;
            let share = self.subject.tree.probability(child).map_or(0.0, Probability::get);
            if share == 0.0 {
                continue;
            }
            let said = self.positions.of_visit(child).unwrap_or(Proof::NONE);
            add(&mut proved, share, said.proved);
            add(&mut trusted, share, said.trusted);
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
        Some(Proof { proved, trusted, depth: frame.depth, pass: self.pass })
    }

    /// The known bounds of all leaves.
    fn bounds(&self) -> Interval {
        self.subject.margin.bounds.map_or(ANY, |[low, high]| (low.get(), high.get()))
    }
}
