//! Known mistakes, by what they look like.

use super::claim::Interval;
use super::words::number;
use crate::tree::Player;

/// Who moves at a node, and how the program counts there: a negamax has scores of the side to move, for which every node is one of MAX.
#[derive(Clone, Copy)]
pub(super) struct Mover {
    pub(super) player: Player,
    pub(super) counts_as_mover: bool,
}

impl Mover {
    /// Whether larger numbers are better for who moves, as the program counts.
    fn wants_more(self) -> bool {
        self.counts_as_mover || self.player == Player::Max
    }

    /// What the program calls the end of the window that its own values move, and the other one.
    fn ends(self) -> [&'static str; 2] {
        if self.wants_more() { ["alpha", "beta"] } else { ["beta", "alpha"] }
    }

    /// Who is cut, in a sentence.
    fn name(self) -> &'static str {
        if self.counts_as_mover { "a node" } else { self.player.name() }
    }

    fn better(self) -> &'static str {
        if self.wants_more() { "larger" } else { "smaller" }
    }

    /// Where the best value begins.
    fn worst(self) -> &'static str {
        if self.wants_more() { "−∞" } else { "+∞" }
    }

    /// A value of MAX's as the program counts it here.
    fn told(self, value: f64) -> String {
        number(if self.counts_as_mover && self.player == Player::Min { -value } else { value })
    }
}

const SIGN_LOST: &str = "a sign were lost: with scores of the side to move the value of a child is negated";

/// What a window looks like that is not the one that the parent's window and the children before leave.
pub(super) fn window(
    given: Interval,
    entered: Interval,
    left: Interval,
    best: Option<f64>,
    mover: Mover,
) -> Option<String> {
    let (player, [own, other]) = (mover.player, mover.ends());
    let negated = (-left.1, -left.0);
    let own_end = |window: Interval| if player == Player::Max { window.0 } else { window.1 };
    let other_end = |window: Interval| if player == Player::Max { window.1 } else { window.0 };
    let hint = if left != given && given == (left.1, left.0) {
        "the two ends of the window were exchanged: pass −beta, −alpha in this order".to_owned()
    } else if given == negated && negated != left {
        "both sides of the window were passed on unchanged: pass −beta, −alpha".to_owned()
    } else if given == entered && left != entered {
        let how = if mover.counts_as_mover {
            "let alpha be max(alpha, best) after each child"
        } else {
            "pass max(alpha, best) at MAX and min(beta, best) at MIN"
        };
        let end = mover.told(own_end(left));
        format!("the window was not narrowed by the values of the children before: {how}, here {own} {end}")
    } else if given == super::claim::ANY {
        "the child was searched with an open window: pass the window of the parent on".to_owned()
    } else if own_end(given) == 0.0
        && best.is_none_or(|best| player.prefers(0.0, best))
        && other_end(given) == other_end(left)
    {
        format!("the best value began at 0: begin at {}", mover.worst())
    } else if own_end(given) == -own_end(left) && own_end(left) != 0.0 && other_end(given) == other_end(left) {
        SIGN_LOST.to_owned()
    } else if own_end(given) == own_end(left) && other_end(given) == -own_end(left) {
        format!("{other} was passed on unchanged: pass −beta, −alpha")
    } else if own_end(given) != own_end(left) && (own_end(given) - own_end(left)).abs() == 1.0 {
        format!("{own} was moved by one: a null window of whole numbers is for a probe, which says so with “why”")
    } else if own_end(given) != own_end(left) && other_end(given).is_infinite() && other_end(left).is_finite() {
        format!("{other} was not passed on")
    } else {
        return None;
    };
    Some(format!("As if {hint}."))
}

/// A child as its parent sees it when it is left.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// The value with which it was left last.
    pub(super) value: Option<f64>,
    /// Whether it was only probed with a null window, and found to be better than that.
    pub(super) is_only_probed: bool,
}

/// What a value looks like that the children do not imply.
pub(super) fn value(
    value: f64,
    mover: Mover,
    children: &[Seen],
    entered: Interval,
    standing: Option<f64>,
) -> Option<String> {
    let (player, better) = (mover.player, mover.better());
    let values: Vec<f64> = children.iter().filter_map(|child| child.value).chain(standing).collect();
    let best = values.iter().copied().reduce(|best, next| if player.prefers(next, best) { next } else { best })?;
    let worst = values.iter().copied().reduce(|worst, next| if player.prefers(worst, next) { next } else { worst })?;
    let last = children.last().and_then(|child| child.value);
    let first = children.first().and_then(|child| child.value);
    let hint = if value == best && children.iter().any(|child| child.value == Some(value) && child.is_only_probed) {
        "what a null window returned were exact, though it is a bound: search such a child again with an open window"
            .to_owned()
    } else if value == best {
        return None;
    } else if value == 0.0 && player.prefers(0.0, best) {
        format!("the best value began at 0: begin at {}", mover.worst())
    } else if last == Some(value) {
        format!("the last child counted, not the best one: keep the {better} value")
    } else if value == worst && mover.counts_as_mover {
        "the worst child counted, not the best one: keep the larger of the negated values".to_owned()
    } else if value == worst {
        format!("{} moved here: keep the {better} value at {}", player.opponent().name(), player.name())
    } else if first == Some(value) {
        format!("only the first child counted: keep the {better} value")
    } else if value == -best {
        SIGN_LOST.to_owned()
    } else if player.prefers(value, best) && (value == entered.0 || value == entered.1) {
        "the search returned an end of its window for a value within it".to_owned()
    } else if (value - best).abs() == 1.0 {
        "something were added on the way: a bonus for plies must be the same at every visit".to_owned()
    } else {
        return None;
    };
    Some(format!("As if {hint}."))
}

/// What a value from a table looks like that was not proved.
pub(super) fn recall(claim: Interval, known: Interval, searched: Option<(i32, i32)>) -> String {
    let is_exact = claim.0 == claim.1;
    let hint = if let Some((entry, needed)) = searched {
        format!(
            "an entry of a search of depth {entry} were used where depth {needed} is needed: compare the depths before using it"
        )
    } else if is_exact && (claim.0 == known.0 || claim.0 == known.1) {
        "a bound were used as if it were exact: keep with each entry whether it is exact, a lower or an upper bound"
            .to_owned()
    } else if !is_exact && (claim.0 == known.1 || claim.1 == known.0) {
        "a lower and an upper bound were confused: a value not above alpha is an upper bound, one not below beta a lower bound".to_owned()
    } else if known.0 == known.1 && claim.0.max(claim.1).abs() == known.0.abs() && claim.0 != known.0 {
        "the sign were that of the other player: store scores from one side".to_owned()
    } else {
        "the entry belonged to another position: compare the whole key before using it".to_owned()
    };
    format!("As if {hint}.")
}

/// What a cutoff looks like that was not allowed.
pub(super) fn cutoff(best: Option<f64>, mover: Mover, (alpha, beta): Interval) -> String {
    let (player, [wrong, end]) = (mover.player, mover.ends());
    let own = if player == Player::Max { alpha } else { beta };
    let sign = if mover.wants_more() { "≥" } else { "≤" };
    let hint = match best {
        None => "a node were left before any child: the first child is always searched".to_owned(),
        Some(best) if own.is_finite() && (best == own || player.prefers(best, own)) => {
            format!("the value were compared with {wrong}: {} is cut where value {sign} {end}", mover.name())
        }
        Some(_) => format!("the comparison were turned round: {} is cut where value {sign} {end}", mover.name()),
    };
    format!("As if {hint}.")
}
