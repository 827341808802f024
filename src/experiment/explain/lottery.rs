//! What is said of chance nodes: what an outcome adds to the mean, and why a search did not need the others.

use super::Explained;
use crate::format::{count, grouped_decimal};
use crate::search::story::follow::Open;
use crate::search::story::timeline::{CutAt, Time};
use crate::search::story::{Cause, Said, Why};
use crate::search::{Score as _, Setter, Told};
use crate::tree::{NodeId, Player, Value};

/// Why a chance node is cut, or a node below it.
pub(super) struct ChanceCut {
    /// In words, up to what is skipped.
    pub(super) words: String,
    /// Whether the numbers are a reason.
    pub(super) is_reason: bool,
    /// What is skipped at a chance node.
    pub(super) skipped: Option<String>,
}

impl Explained<'_> {
    /// What an outcome of a chance node adds to its mean, which returned a value with these words before it, such as `at most`.
    pub(super) fn adds(&self, lottery: NodeId, outcome: Option<NodeId>, sign: &str, value: Value) -> String {
        let share = outcome.and_then(|outcome| self.tree.probability(outcome).map(|share| (outcome, share)));
        let Some((outcome, probability)) = share else { return String::new() };
        let of = self.name(lottery);
        let chances = self.tree.chances(lottery);
        let numerator = self.tree.child_index(outcome).map_or(0.0, |index| chances.numerator(index));
        let part = number(numerator * value.get() / chances.denominator());
        format!("; with the probability {probability} it adds {sign}{part} to the mean at {of}")
    }

    /// The ends of the window with which a node of a player was entered, if it was closed: then the search sees one leaf below it, which says
    /// nothing of the others.
    pub(super) fn closed_window(&self, open: &Open<NodeId, u32>, by: Time) -> Option<[Value; 2]> {
        let (seen, _) = self.timeline.entrance(self.tree, self.story, self.entered(open.node, by)?)?;
        let [alpha, beta] = seen.window.ends().map(|end| end.map(Told::value));
        let ends = [alpha?, beta?];
        (!open.is_chance && self.cutoff?.cuts(&ends[0], &ends[1])).then_some(ends)
    }

    /// `at least ` or `at most `, if a node that is left with a value proves only a bound, since a window had closed.
    pub(super) fn side_of(&self, open: &Open<NodeId, u32>, value: Value, entered: Option<Time>) -> &'static str {
        if entered.is_some_and(|entered| self.is_probe(entered)) {
            return if open.player == Player::Max { "at least " } else { "at most " };
        }
        let depth = self.tree.depth(open.node);
        // The own end has moved to what a child returned, and beyond L and U there is nothing.
        let is_given = |end: &Told| match end.by() {
            Setter::Outside => false,
            Setter::Child { depth: set_at, .. } => set_at != depth,
            _ => true,
        };
        let [alpha, beta] = open.window.ends().map(|end| end.filter(is_given).map(Told::value));
        match (alpha, beta) {
            (Some(alpha), _) if value <= alpha => "at most ",
            (_, Some(beta)) if value >= beta => "at least ",
            _ => "",
        }
    }

    /// The innermost chance node on the way from the node whose child set a bound down to another node.
    fn lottery_between<'o>(&self, open: &'o [Open<NodeId, u32>], witness: NodeId) -> Option<&'o Open<NodeId, u32>> {
        let depth = self.tree.depth(witness) as usize;
        let inner = open.len().checked_sub(1)?;
        open.get(depth..inner)?.iter().rev().find(|open| open.is_chance)
    }

    /// Why a chance node, or a node whose window a chance node made, is cut; `None` where no chance node has to do with it.
    pub(super) fn chance_cut(&self, cut: &CutAt, open: &[Open<NodeId, u32>]) -> Option<ChanceCut> {
        let inner = open.last()?;
        if inner.is_chance {
            return Some(self.lottery_cut(cut, inner));
        }
        if self.is_probed(inner.node, cut.time) && open.iter().nth_back(1).is_some_and(|above| above.is_chance) {
            let (name, value) = (self.name(inner.node), inner.best.value().grouped());
            let words = format!(
                "{} at {name} has {value} from the first child, which is all that the probe asks",
                inner.player.name()
            );
            return Some(ChanceCut { words, is_reason: true, skipped: None });
        }
        if self.tree.has_chance()
            && let Some([alpha, beta]) = self.closed_window(inner, cut.time)
        {
            let (name, alpha, beta) = (self.name(inner.node), alpha.grouped(), beta.grouped());
            let words = format!("the window with which {name} was entered is closed, ({alpha}, {beta})");
            return Some(ChanceCut { words, is_reason: true, skipped: None });
        }
        let (bound, value) = (cut.cut.bound, inner.best.value());
        let (name, mover) = (self.name(inner.node), inner.player.name());
        let is_reason = value == bound || inner.player.prefers(value, bound);
        if cut.cut.cause == Cause::Outside && self.tree.has_chance() {
            let than = if inner.player == Player::Max { "more" } else { "less" };
            let words =
                format!("{mover} at {name} has {}; no leaf is worth {than} than {}", value.grouped(), bound.grouped());
            return Some(ChanceCut { words, is_reason, skipped: None });
        }
        let witness = cut.cut.witness?;
        let lottery = self.lottery_between(open, witness)?;
        let [alpha, beta] = lottery.window.ends();
        let (end, held, than) = match inner.player {
            Player::Max => ("beta", beta, "or more"),
            Player::Min => ("alpha", alpha, "or less"),
        };
        let stays = if inner.player == Player::Max { "cannot stay below" } else { "cannot exceed" };
        let words = format!(
            "{mover} at {name} has {}; {end} is {}, since with that {than} {} {stays} {}, from {}",
            value.grouped(),
            bound.grouped(),
            self.name(lottery.node),
            held.map_or_else(String::new, |held| held.value().grouped()),
            self.name(witness)
        );
        Some(ChanceCut { words, is_reason, skipped: None })
    }

    /// Why a chance node is cut: what its outcomes can still come to.
    fn lottery_cut(&self, cut: &CutAt, lottery: &Open<NodeId, u32>) -> ChanceCut {
        let (bound, name) = (cut.cut.bound, self.name(lottery.node));
        let reached = match self.said(cut.time) {
            Some(Said::Leave { value }) => value,
            _ => bound,
        };
        let is_low = reached <= bound && self.is_at_alpha(cut, lottery);
        let (known, can, holder) = if is_low {
            (self.bounds.map(|[_, most]| most), "could reach", Player::Max)
        } else {
            (self.bounds.map(|[least, _]| least), "would be worth", Player::Min)
        };
        let side = if is_low { "at most" } else { "at least" };
        let left = self.outcomes_left(lottery.node, cut.time);
        let outcomes = match left.unseen {
            1 => "the outcome left".to_owned(),
            unseen => format!("the {} left", count(unseen, "outcome", "outcomes")),
        };
        let were = if left.unseen == 1 { "was worth" } else { "were worth" };
        let each = if left.unseen == 1 { "" } else { " each" };
        let even = match known {
            _ if left.unseen == 0 => "Whatever the probed outcomes turn out to be worth".to_owned(),
            _ if left.is_probed => format!("Even if {outcomes} {were} all that the probes leave open"),
            Some(most) => format!("Even if {outcomes} {were} {}{each}", most.grouped()),
            None => format!("Even if {outcomes} {were} all that is possible"),
        };
        let from = cut.cut.witness.map_or_else(String::new, |witness| format!(" from {}", self.name(witness)));
        let holds = format!("{} has {}{from}", holder.name(), bound.grouped());
        let is_reason = if is_low { reached <= bound } else { reached >= bound };
        let skipped = if left.unseen == 1 { "it is skipped" } else { "they are skipped" }.to_owned();
        ChanceCut {
            words: format!("{even}, {name} {can} {} {side}, and {holds}", reached.grouped()),
            is_reason,
            skipped: Some(skipped),
        }
    }

    /// Whether the bound of a cutoff is the lower end of a window. Both ends may be at the bound: then it is the end of the same setter.
    fn is_at_alpha(&self, cut: &CutAt, open: &Open<NodeId, u32>) -> bool {
        let told = cut.time.checked_sub(1).and_then(|index| self.said(index));
        let [alpha, beta] = open.window.ends().map(|end| end.filter(|end| end.value() == cut.cut.bound));
        match (told, alpha, beta) {
            (Some(Said::Cutoff { by, .. }), Some(alpha), Some(_)) => alpha.by() == by,
            (_, alpha, _) => alpha.is_some(),
        }
    }

    /// Whether the last visit of a node by a time is a probe.
    pub(super) fn is_probed(&self, node: NodeId, time: Time) -> bool {
        self.entered(node, time).is_some_and(|entered| self.is_probe(entered))
    }

    /// Whether a node was entered at a time for a probe.
    fn is_probe(&self, entered: Time) -> bool {
        let said = entered.checked_sub(1).and_then(|index| self.said(index));
        matches!(said, Some(Said::Enter { why: Why::Probe, .. }))
    }

    /// The outcomes of an open chance node that were not searched in its current visit.
    fn outcomes_left(&self, lottery: NodeId, time: Time) -> Left {
        let since = self.entered(lottery, time).unwrap_or(0);
        let mut left = Left { unseen: 0, is_probed: false };
        for child in self.tree.children(lottery) {
            let entered = self.entered(child, time).filter(|&entered| entered > since);
            let is_probed = entered.is_some_and(|entered| self.is_probe(entered));
            left.unseen += u64::from(is_probed || entered.is_none());
            left.is_probed |= is_probed;
        }
        left
    }
}

/// What is left of a chance node.
struct Left {
    /// How many outcomes were not searched, but for a probe.
    unseen: u64,
    /// Whether some were probed.
    is_probed: bool,
}

/// A number for people, of which rounding does not show.
fn number(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    grouped_decimal(&Value::new(rounded).unwrap_or_default().to_string())
}
