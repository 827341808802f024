//! Whether a child had to be entered, and with which window.

use super::{Above, Checker, Frame};
use crate::experiment::check::claim::{ANY, Interval};
use crate::experiment::check::known::{Proof, UNTOLD};
use crate::experiment::check::{Kind, Severity, hints, words};
use crate::experiment::explain;
use crate::format;
use crate::search::CutoffRule;
use crate::search::story::Why;
use crate::tree::{NodeId, Player};

impl Checker<'_> {
    /// A child is entered: whether that was needed, and its window.
    pub(super) fn begin_below(&mut self, frame: &mut Frame, above: &Above, is_normal: bool) {
        if let Some(parent) = self.positions.of_mut(above.node)
            && !parent.value.is_nan()
            && self.frames.last().is_some_and(|open| open.entered == 0)
            && parent.last.proved == (parent.value, parent.value)
        {
            // The static value was that of a search of less depth.
            self.is_deepening = true;
            if parent.last.depth == UNTOLD {
                parent.last = Proof::NONE;
            }
        }
        let scope = self.frames.last().map_or(UNTOLD, |parent| parent.depth);
        let known = self.positions.at_least(above.node, scope).filter(|proof| self.is_current(proof, scope));
        let Some(parent) = self.frames.last_mut() else { return };
        parent.entered += u32::from(parent.last_child.replace(frame.node) != Some(frame.node));
        frame.is_late = parent.is_late;
        frame.is_quiescent |= parent.is_quiescent;
        frame.is_probed_outcome = above.player.is_none() && frame.why == Why::Probe;
        if parent.depth != UNTOLD && frame.depth != UNTOLD && frame.depth < parent.depth - 1 && parent.depth > 0 {
            self.unchecked.reductions += 1;
        }
        let (Some(player), true) = (above.player, is_normal) else { return };
        let parent_own = parent.own;
        let allowed = narrowed(parent.path, player, above.best);
        let is_told = !self.subject.assumes_windows();
        let left = if is_told { narrowed(parent_own, player, above.best) } else { allowed };
        let is_closed = match self.subject.cutoff {
            Some(CutoffRule::NonStrict) => left.0 >= left.1,
            Some(CutoffRule::Strict) | None => left.0 > left.1,
        };
        frame.path = allowed;
        if !self.subject.prunes {
            self.unchecked.windows |= self.subject.may_prune && above.best.is_some();
            return;
        }
        if is_closed && left.0.is_finite() && left.1.is_finite() {
            if !std::mem::replace(&mut frame.is_late, true) {
                self.late(frame.node, above.node, left);
            }
            return;
        }
        if is_told {
            self.window(frame, above.best, player, [parent_own, left], known);
        }
    }

    /// What the trace says of an entry and cannot be: a window of the root without values, or a child beyond the number of children.
    pub(super) fn contradictions(&mut self, node: NodeId, (alpha, beta): Interval, is_root: bool) {
        let tree = self.subject.tree;
        // Further down such a window comes from a missing cutoff, or is narrower than that of the parent.
        if alpha > beta && is_root {
            let (name, window) = (words::node(tree, node), words::window((alpha, beta)));
            let sentence = format!("{name} is entered with the window {window}, in which no value lies.");
            let hint = "As if the two ends of the window were exchanged.".to_owned();
            self.find(node, Severity::Error, Kind::Window, false, sentence, Some(hint));
        }
        if let Some(&count) = self.columns.counts.at(self.event as usize) {
            let (name, count) = (words::node(tree, node), format::count(count.into(), "child", "children"));
            let sentence = format!("{name} is entered by an index beyond the {count} that its parent has.");
            let hint = "As if “children” did not count all children: an index is below that number.".to_owned();
            self.find(node, Severity::Error, Kind::Player, false, sentence, Some(hint));
        }
    }

    pub(super) fn late(&mut self, node: NodeId, parent: NodeId, left: Interval) {
        let sentence = format!(
            "{} is entered although the window of its parent {} has closed: alpha is {} and beta {}.",
            words::node(self.subject.tree, node),
            explain::name(self.subject.tree, parent),
            words::number(left.0),
            words::number(left.1)
        );
        let hint = "As if the cutoff were missing: leave a node where alpha ≥ beta.".to_owned();
        self.find(node, Severity::Waste, Kind::Late, false, sentence, Some(hint));
    }

    /// Whether the window of a child is that of its parent, as that one entered and as its children have narrowed it. What is proved of the
    /// parent may narrow it further, by way of a table.
    pub(super) fn window(
        &mut self,
        frame: &mut Frame,
        best: Option<f64>,
        player: Player,
        [entered, left]: [Interval; 2],
        known: Option<Proof>,
    ) {
        let given = frame.own;
        let trusted = known.map_or(ANY, |known| known.trusted);
        let is_known = |end: f64, of_known: f64| of_known.is_finite() && end == of_known;
        let low_is_known = given.0 > left.0 && (given.0 <= trusted.0 || is_known(given.0, trusted.0));
        let high_is_known = given.1 < left.1 && (given.1 >= trusted.1 || is_known(given.1, trusted.1));
        if low_is_known {
            frame.path.0 = frame.path.0.max(given.0);
        }
        if high_is_known {
            frame.path.1 = frame.path.1.min(given.1);
        }
        let is_narrower = given.0 > left.0 && !low_is_known || given.1 < left.1 && !high_is_known;
        let is_wider = given.0 < left.0 || given.1 > left.1;
        if !is_narrower && !is_wider {
            return;
        }
        let (severity, how) =
            if is_narrower { (Severity::Error, "narrower than") } else { (Severity::Waste, "wider than") };
        let how = if is_narrower && is_wider { "other than" } else { how };
        let sentence = format!(
            "{} is entered with the window {}, {how} the {} that the window of its parent and the values of the children before leave.",
            words::node(self.subject.tree, frame.node),
            words::window(given),
            words::window(left)
        );
        let hint = hints::window(given, entered, left, best, self.mover(player));
        self.find(frame.node, severity, Kind::Window, false, sentence, hint);
    }
}

/// A window narrowed by the best value of a player.
pub(super) fn narrowed((alpha, beta): Interval, player: Player, best: Option<f64>) -> Interval {
    match (best, player) {
        (None, _) => (alpha, beta),
        (Some(best), Player::Max) => (alpha.max(best), beta),
        (Some(best), Player::Min) => (alpha, beta.min(best)),
    }
}
