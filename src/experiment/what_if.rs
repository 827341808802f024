//! How the value of a tree, and the best move, depend on one leaf.
//!
//! On the path from a leaf to the root, each node compares the value from the leaf with the best of its other children: MAX takes the
//! larger, MIN the smaller. So the root's value is the leaf's value clamped to an interval, and the best move is the one
//! towards the leaf on one side of a threshold. Both follow from the values of the other children, which one run of minimax computes;
//! no values are tried out.

use crate::tree::{NodeId, Player, Tree, Value, minimax_values};

/// How the value of the root and its best move depend on a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// The value of the root for a very small value of the leaf; `None` if it decreases without bound.
    pub least: Option<Value>,
    /// The value of the root for a very large value of the leaf; `None` if it grows without bound.
    pub most: Option<Value>,
    /// The leftmost best move.
    pub choice: Choice,
}

/// How the best move depends on a leaf. A move is given by the child of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It is the same for every value of the leaf.
    Always(NodeId),
    /// It leads towards the leaf on one side of a threshold.
    Changes {
        /// The threshold.
        at: Value,
        /// The move if the leaf's value is less.
        below: NodeId,
        /// The move if the leaf has this value.
        there: NodeId,
        /// The move if the leaf's value is more.
        above: NodeId,
    },
}

impl Dependence {
    /// How the root depends on a leaf; `None` at the root, and if another unknown leaf decides.
    pub fn of(tree: &Tree, leaf: NodeId) -> Option<Dependence> {
        let values = minimax_values(tree, 0..tree.len());
        let (mut least, mut most) = (None, None);
        let mut at = leaf;
        while let Some(parent) = tree.parent(at) {
            let player = tree.player(parent);
            let other = best_other(tree, &values, parent, at).ok()?;
            if parent == NodeId::ROOT {
                let choice = choice(player, [least, most], at, other);
                let [least, most] = other.map_or([least, most], |(_, value)| bounded(player, [least, most], value));
                return Some(Dependence { least, most, choice });
            }
            if let Some((_, value)) = other {
                [least, most] = bounded(player, [least, most], value);
            }
            at = parent;
        }
        None
    }

    /// The value of the root for a value of the leaf.
    pub fn value_at(&self, leaf: Value) -> Value {
        let value = self.least.map_or(leaf, |least| leaf.max(least));
        self.most.map_or(value, |most| value.min(most))
    }

    /// The best move for a value of the leaf.
    pub fn move_at(&self, leaf: Value) -> NodeId {
        match self.choice {
            Choice::Always(node) => node,
            Choice::Changes { at, below, .. } if leaf < at => below,
            Choice::Changes { at, above, .. } if leaf > at => above,
            Choice::Changes { there, .. } => there,
        }
    }

    /// The dependence of the value and of the move, as sentences.
    pub fn sentences(&self, tree: &Tree) -> Vec<String> {
        let mut sentences = vec![self.value_sentence()];
        if let Choice::Changes { at, below, there, above } = self.choice {
            let name = |node: NodeId| tree.move_name(node).map_or_else(|| tree.node_name(node), str::to_owned);
            let [at, below_name, above_name] = [at.grouped(), name(below), name(above)];
            sentences.push(if there == above {
                format!("Below {at} the best move is {below_name}; from {at} on it is {above_name}.")
            } else {
                format!("Up to {at} the best move is {below_name}; above {at} it is {above_name}.")
            });
        }
        sentences
    }

    fn value_sentence(&self) -> String {
        let is_free = matches!(self.choice, Choice::Always(_));
        match (self.least, self.most) {
            (Some(least), Some(most)) if least == most && is_free => {
                format!("Nothing depends on this leaf: the value is {} whatever it is.", least.grouped())
            }
            (Some(least), Some(most)) if least == most => {
                format!("The value is {} whatever this leaf is.", least.grouped())
            }
            (Some(least), Some(most)) => {
                let [least, most] = [least, most].map(Value::grouped);
                format!(
                    "Below {least} the value is {least}; from {least} to {most} it is the leaf’s; above {most} it is {most}."
                )
            }
            (Some(least), None) => {
                let least = least.grouped();
                format!("Below {least} the value is {least}; from {least} on it is the leaf’s.")
            }
            (None, Some(most)) => {
                let most = most.grouped();
                format!("Up to {most} the value is the leaf’s; above {most} it is {most}.")
            }
            (None, None) => "The value is the leaf’s, whatever that is.".into(),
        }
    }
}

/// An unknown leaf decides the value.
struct Unknown;

/// The leftmost best of the children except one, with its value; `None` if there is no other child.
fn best_other(
    tree: &Tree,
    values: &[Option<Value>],
    parent: NodeId,
    except: NodeId,
) -> Result<Option<(NodeId, Value)>, Unknown> {
    let player = tree.player(parent);
    let mut best: Option<(NodeId, Value)> = None;
    for child in tree.children(parent).filter(|&child| child != except) {
        let value = values[child.index()].ok_or(Unknown)?;
        if best.is_none_or(|(_, best)| player.prefers(value, best)) {
            best = Some((child, value));
        }
    }
    Ok(best)
}

/// The interval after a player compares it with a value.
fn bounded(player: Player, [least, most]: [Option<Value>; 2], value: Value) -> [Option<Value>; 2] {
    match player {
        Player::Max => [Some(least.map_or(value, |least| least.max(value))), most.map(|most| most.max(value))],
        Player::Min => [least.map(|least| least.min(value)), Some(most.map_or(value, |most| most.min(value)))],
    }
}

/// The move of a player who chooses between an interval of values through one child and the best other child.
fn choice(player: Player, [least, most]: [Option<Value>; 2], own: NodeId, other: Option<(NodeId, Value)>) -> Choice {
    let Some((other, value)) = other else { return Choice::Always(own) };
    // Of equal values the leftmost is chosen.
    let wins_ties = own < other;
    let wins = |own_value: Value| player.prefers(own_value, value) || own_value == value && wins_ties;
    let open = |player_at_end: Player| player == player_at_end;
    let wins_low = least.map_or_else(|| open(Player::Min), wins);
    let wins_high = most.map_or_else(|| open(Player::Max), wins);
    let chosen = |wins: bool| if wins { own } else { other };
    if wins_low == wins_high {
        return Choice::Always(chosen(wins_low));
    }
    Choice::Changes { at: value, below: chosen(wins_low), there: chosen(wins_ties), above: chosen(wins_high) }
}
