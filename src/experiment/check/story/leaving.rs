//! A node is left: with a static value, with one from a table, before its last child, or with the value of its children.

use super::{Checker, best};
use crate::experiment::check::claim::{ANY, Claim, Interval, meet, of_bound};
use crate::experiment::check::known::Proof;
use crate::experiment::check::{Kind, Severity, hints, words};
use crate::search::Bound;
use crate::search::story::Why;
use crate::tree::{NodeId, Player, Value};

impl Checker<'_> {
    /// A node is left with its static value.
    pub(super) fn evaluated(&mut self, value: f64, line: u32) {
        let Some(frame) = self.frames.last() else { return };
        let (node, own, depth) = (frame.node, frame.own, frame.depth);
        let Some(position) = self.positions.of_mut(node) else { return };
        let (before, window) = (position.value, position.window);
        (position.value, position.window) = (value, own);
        // Another value than before; a fail-hard search returns the end of its window.
        if !before.is_nan() && before != value && !is_clamped(before, value, window) && !is_clamped(value, before, own)
        {
            let sentence = format!(
                "{} is evaluated as {}, and its position was {} before.",
                words::node(self.subject.tree, node),
                words::number(value),
                words::number(before)
            );
            let hint = "As if the static value depended on more than the position, or two positions had one key.";
            self.find_at(line, node, Severity::Error, Kind::Evaluate, false, sentence, Some(hint.to_owned()));
        }
        if let Some([low, high]) = self.subject.margin.bounds.map(|bounds| bounds.map(Value::get))
            && !(low..=high).contains(&value)
        {
            let (name, value) = (words::node(self.subject.tree, node), words::number(value));
            let (low, high) = (words::number(low), words::number(high));
            let sentence = format!("{name} is worth {value}, outside the “bounds” {low} and {high} of the first line.");
            self.find_at(line, node, Severity::Error, Kind::Evaluate, false, sentence, None);
        }
        let exact = (value, value);
        self.positions.evaluate(node, Proof { proved: exact, trusted: exact, depth, pass: self.pass });
        if let Some(position) = self.positions.of_mut(node) {
            position.left = self.event;
        }
        if self.frames.len() == 1 {
            self.root_value = Some(value);
        }
    }

    /// A node is left with a value from a table.
    pub(super) fn recalled(&mut self, value: f64, bound: Bound) {
        let Some(frame) = self.frames.last() else { return };
        let (node, depth, is_excused) = (frame.node, frame.depth, frame.is_excused);
        let says = of_bound(bound, value);
        let claim = Claim { says, or: None };
        let mut proof = Proof { proved: says, trusted: says, depth, pass: self.pass };
        // A table may have kept any of the proofs of the position that are deep enough.
        let proves = |known: &Proof| claim.implied(known.proved).is_some();
        let implied = self.positions.all_at_least(node, depth).find(proves);
        let known = self.positions.at_least(node, depth).filter(|known| self.is_comparable(known, depth));
        let shallow = self.positions.of(node).map(|position| position.last).filter(|last| !last.is_none());
        let shallow = shallow.filter(|shallow| self.is_comparable(shallow, depth));
        match (known, shallow) {
            _ if is_excused => {}
            _ if implied.is_some() => proof = implied.unwrap_or(proof),
            (Some(known), _) => {
                let is_trusted = |known: Proof| claim.implied(known.trusted).is_some();
                let follows = self.positions.all_at_least(node, depth).any(is_trusted);
                self.unproved_recall(node, says, known.proved, None, follows);
                proof.proved = known.proved;
            }
            (None, Some(shallow)) => {
                self.unproved_recall(node, says, shallow.proved, Some((shallow.depth, depth)), false);
                proof.proved = ANY;
            }
            (None, None) => {
                if self.unchecked.unproved_recalls == 0 {
                    self.unchecked.first_unproved = self.line(self.event);
                }
                self.unchecked.unproved_recalls += 1;
            }
        }
        self.add(node, proof);
        if self.frames.len() == 1 {
            self.root_value = Some(value);
        }
    }

    fn unproved_recall(
        &mut self,
        node: NodeId,
        says: Interval,
        known: Interval,
        depths: Option<(i32, i32)>,
        follows: bool,
    ) {
        let searched = depths.map_or_else(String::new, |(entry, needed)| {
            format!(" by a search of depth {entry}, where depth {needed} is needed")
        });
        let sentence = format!(
            "{} is answered from the table as {}; proved of its position is {}{searched}.",
            words::node(self.subject.tree, node),
            words::interval(says),
            words::interval(known)
        );
        let hint = hints::recall(says, known, depths);
        self.find(node, Severity::Error, Kind::Recall, follows, sentence, Some(hint));
    }

    /// A node is about to be left before its last child.
    pub(super) fn cut(&mut self) {
        let Some(open) = self.follower.open.last() else { return };
        let best = best(open);
        let Some(frame) = self.frames.last_mut() else { return };
        frame.was_cut = true;
        let node = frame.node;
        // What remains may have been told by a table. Chance has no value to compare: what it returns is checked. A probe of an
        // outcome claims a bound alone, which any child proves.
        let is_fine = frame.is_excused || frame.is_probed_outcome;
        let Some(player) = frame.role.player().filter(|_| !is_fine) else { return };
        let (path, own, why, depth) = (frame.path, frame.own, frame.why, frame.depth);
        if self.subject.margin.counts_children && !self.frames.last().is_some_and(|frame| self.leaves_out(frame)) {
            return;
        }
        let end_of = |window: Interval| if player == Player::Max { window.1 } else { window.0 };
        let reaches = |end: f64| best.is_some_and(|best| best == end || player.prefers(best, end));
        let known = self.positions.at_least(node, depth);
        let proved = known.map_or(ANY, |known| known.trusted);
        if reaches(end_of(path)) || end_of(proved).is_finite() && reaches(end_of(proved)) || why == Why::Replay {
            return;
        }
        let name = words::node(self.subject.tree, node);
        let end = if player == Player::Max { "beta" } else { "alpha" };
        let has = best.map_or_else(|| "no value yet".to_owned(), |best| format!("the value {}", words::number(best)));
        let needs = match end_of(path) {
            open if open.is_infinite() => format!("{end} is open on this path"),
            bound => format!("{end} is {} on this path", words::number(bound)),
        };
        let sentence = format!("{name} is left before its last child with {has}; {needs}.");
        let follows = own != path && reaches(end_of(own));
        let hint = hints::cutoff(best, self.mover(player), path);
        self.find(node, Severity::Error, Kind::Cutoff, follows, sentence, Some(hint));
    }

    /// A node is left with the value of its children.
    pub(super) fn left(&mut self, value: f64) {
        let Some(frame) = self.frames.last() else { return };
        let (node, depth, claim) = (frame.node, frame.depth, self.claim(frame, value));
        let is_leaf = frame.entered == 0 && self.subject.tree.is_leaf(node);
        if self.frames.len() == 1 {
            self.root_value = Some(value);
        }
        if is_leaf {
            self.evaluated(value, self.line(self.event));
            return;
        }
        let Some(mut proof) = self.together(value) else {
            self.add(node, Proof { proved: claim.says, trusted: claim.says, depth, pass: self.pass });
            return;
        };
        if let Some(before) = self.positions.at_least(node, depth).filter(|proof| self.is_current(proof, depth)) {
            proof = proof.with(&before);
        }
        let Proof { proved, trusted, .. } = proof;
        if let Some(says) = claim.implied(proved) {
            proof.trusted = meet(says, trusted);
        } else {
            proof.trusted = claim.says;
            if self.frames.last().is_some_and(|frame| frame.is_excused) {
                proof.proved = claim.says;
            } else {
                self.unproved(value, proved, claim.implied(trusted).is_some());
            }
        }
        self.add(node, proof);
    }
}

/// Whether a value is the end of a window that another value lies beyond.
fn is_clamped(value: f64, other: f64, (alpha, beta): Interval) -> bool {
    value == alpha && other < alpha || value == beta && other > beta
}
