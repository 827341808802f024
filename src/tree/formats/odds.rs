//! Probabilities that a text says in other words: as the names of the moves at a chance node, as labels of its children, in pairs such as
//! `(0.3, 5)`, or in turn with the children.

use rustc_hash::FxHashMap;

use crate::tree::{Builder, NodeId, Probability, Tree};

/// A node of the new tree.
#[derive(Clone, Copy)]
struct Outcome {
    node: NodeId,
    probability: Option<Probability>,
    has_move: bool,
    has_label: bool,
}

/// The tree with probabilities that its names and leaves say below chance nodes with equal ones; `None` if they say none.
/// Takes time linear in the number of nodes.
pub(super) fn taken(tree: &Tree) -> Option<Tree> {
    if tree.is_part() {
        return None;
    }
    let said = |node| Some((node, outcomes(tree, node)?));
    let equal = tree.chance_nodes().into_iter().filter(|&node| tree.has_equal_outcomes(node));
    let mut lotteries: FxHashMap<NodeId, Vec<Outcome>> = equal.filter_map(said).collect();
    if lotteries.is_empty() {
        return None;
    }
    let mut builder = Builder::new();
    builder.set_title(tree.title());
    builder.set_source(tree.source());
    builder.set_root_player(tree.player(NodeId::ROOT));
    if let Some(game) = tree.game() {
        builder.set_game(game);
    }
    let mut waiting = vec![plain(tree, NodeId::ROOT)];
    let built = builder.grown(|builder, copy| {
        let Some(outcome) = waiting.pop() else { return 0 };
        let node = outcome.node;
        builder.set_value(copy, tree.value(node));
        builder.set_label(copy, tree.label(node).filter(|_| outcome.has_label).unwrap_or_default());
        builder.set_move(copy, tree.move_name(node).filter(|_| outcome.has_move).unwrap_or_default());
        if let Some(role) = tree.given_role(node) {
            builder.set_role(copy, role);
        }
        if let Some(probability) = outcome.probability {
            builder.set_probability(copy, probability);
        }
        let before = waiting.len();
        match lotteries.remove(&node) {
            Some(outcomes) => waiting.extend(outcomes),
            None => waiting.extend(tree.children(node).map(|child| plain(tree, child))),
        }
        // The last one that waits comes first.
        waiting[before..].reverse();
        waiting.len() - before
    });
    built.ok()
}

fn plain(tree: &Tree, node: NodeId) -> Outcome {
    Outcome { node, probability: tree.probability(node), has_move: true, has_label: true }
}

/// The outcomes of a chance node, if its children say their probabilities.
fn outcomes(tree: &Tree, node: NodeId) -> Option<Vec<Outcome>> {
    let children: Vec<NodeId> = tree.children(node).collect();
    let outcome = |node, said| Outcome { node, probability: Some(said), has_move: true, has_label: true };
    let by_move = |child| Some(Outcome { has_move: false, ..outcome(child, of_name(tree.move_name(child)?)?) });
    let by_label = |child| Some(Outcome { has_label: false, ..outcome(child, of_name(tree.label(child)?)?) });
    let by_leaf = |leaf, node| Some(outcome(node, of_leaf(tree, leaf)?));
    let pairs = |first: bool| {
        let of_pair = |&pair: &NodeId| {
            let mut inside = tree.children(pair);
            let (Some(one), Some(other), None) = (inside.next(), inside.next(), inside.next()) else { return None };
            if first { by_leaf(one, other) } else { by_leaf(other, one) }
        };
        whole(children.iter().map(of_pair))
    };
    let in_turn = || whole(children.chunks(2).map(|pair| by_leaf(pair[0], *pair.get(1)?)));
    whole(children.iter().map(|&child| by_move(child)))
        .or_else(|| whole(children.iter().map(|&child| by_label(child))))
        .or_else(|| pairs(true))
        .or_else(|| pairs(false))
        .or_else(in_turn)
}

/// Two outcomes or more, whose probabilities add up to 1.
fn whole(outcomes: impl Iterator<Item = Option<Outcome>>) -> Option<Vec<Outcome>> {
    let outcomes: Vec<Outcome> = outcomes.collect::<Option<_>>()?;
    let sum: f64 = outcomes.iter().filter_map(|outcome| outcome.probability).map(Probability::get).sum();
    (outcomes.len() > 1 && (sum - 1.0).abs() < 1e-9).then_some(outcomes)
}

/// The probability that a name says, as in `0.3`, `1/3`, `30%` and `p = 0.3`.
fn of_name(name: &str) -> Option<Probability> {
    let number = name.rsplit_once(['=', ':']).map_or(name, |(_, number)| number);
    number.trim().parse().ok()
}

/// The probability that a leaf without a name says.
fn of_leaf(tree: &Tree, leaf: NodeId) -> Option<Probability> {
    let is_nameless = tree.is_leaf(leaf) && tree.label(leaf).is_none() && tree.move_name(leaf).is_none();
    let value = tree.value(leaf).filter(|_| is_nameless)?.get();
    // 0 and 1 are values more often.
    Probability::new(value).ok().filter(|_| value > 0.0 && value < 1.0)
}
