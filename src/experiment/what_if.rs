//! How the value of a tree, and the best move, depend on one leaf.
//!
//! Along the path from a leaf to the root each node compares what comes from the leaf with the best of its other children: MAX takes the
//! larger, MIN the smaller; a chance node takes a share of it and adds those of the others. So the value of the root grows with the leaf's
//! along a straight line between two bounds, and is a bound beyond them; without chance nodes the line is the leaf's value itself. And the
//! move is the one towards the leaf on one side of a number. Everything follows from the values of the other children, which one minimax finds;
//! no number is tried. A leaf that a search skipped is one on which nothing depends.

use crate::tree::{NodeId, Player, Role, Tree, Value};

/// A straight line: a value for each value of the leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// By how much it grows with each point of the leaf: the product of the probabilities on the path.
    pub slope: f64,
    /// Its value where the leaf is worth 0.
    pub offset: f64,
}

impl Line {
    /// The value of the leaf itself.
    const LEAF: Line = Line { slope: 1.0, offset: 0.0 };

    fn at(self, leaf: f64) -> f64 {
        self.slope * leaf + self.offset
    }

    /// Where it has a value.
    fn reaches(self, value: f64) -> f64 {
        if self == Line::LEAF { value } else { (value - self.offset) / self.slope }
    }
}

/// How the value of the root and its best move depend on a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dependence {
    /// The value of the root for a very small value of the leaf; `None` if it decreases without bound.
    pub least: Option<Value>,
    /// The value of the root for a very large value of the leaf; `None` if it grows without bound.
    pub most: Option<Value>,
    /// The value of the root between these.
    pub line: Line,
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
    /// How the root depends on a leaf; `None` at the root, and where it depends on an unknown leaf as well. Takes time in proportion to
    /// the nodes.
    pub fn of(tree: &Tree, leaf: NodeId) -> Option<Dependence> {
        // Values only grow with those of leaves, so what is the same for the least and the largest of unknown values always is.
        let bounds = bounds(tree);
        let at = |end: usize| Path::new(tree, leaf, &|node| bounds[node.index()][end])?.dependence();
        at(0).filter(|low| at(1) == Some(*low))
    }

    /// The value of the root for a value of the leaf.
    pub fn value_at(&self, leaf: Value) -> Value {
        let along = Value::new(self.line.at(leaf.get())).unwrap_or(leaf);
        let value = self.least.map_or(along, |least| along.max(least));
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
                format!("Nothing depends on this leaf: the root’s value is {} whatever it is.", least.grouped())
            }
            (Some(least), Some(most)) if least == most => {
                format!("The root’s value is {} whatever this leaf is.", least.grouped())
            }
            _ => self.line_sentence(),
        }
    }

    /// The sentence where the root depends on the leaf: its value is that of the leaf, or grows with it where chance nodes take shares of that.
    fn line_sentence(&self) -> String {
        let number = |number: f64| Value::new((number * 1e6).round() / 1e6).unwrap_or_default().grouped();
        let is_own = self.line == Line::LEAF;
        let at = |end: Value| if is_own { end.grouped() } else { number(self.line.reaches(end.get())) };
        let grows = format!("the value grows by {} with each point of the leaf", number(self.line.slope));
        let [value, it] =
            if is_own { ["the value is the leaf’s", "it is the leaf’s"] } else { [grows.as_str(), grows.as_str()] };
        match [self.least, self.most].map(|end| end.map(|end| (end.grouped(), at(end)))) {
            [Some((least, from)), Some((most, to))] => {
                format!("Below {from} the value is {least}; from {from} to {to} {it}; above {to} it is {most}.")
            }
            [Some((least, from)), None] => format!("Below {from} the value is {least}; from {from} on {it}."),
            [None, Some((most, to))] => format!("Up to {to} {value}; above {to} it is {most}."),
            [None, None] if is_own => "The value is the leaf’s, whatever that is.".into(),
            [None, None] => format!("With any value of this leaf {grows}."),
        }
    }
}

/// The least and the largest value of each node, whatever unknown leaves are worth.
fn bounds(tree: &Tree) -> Vec<[f64; 2]> {
    let mut bounds = vec![[f64::NEG_INFINITY, f64::INFINITY]; tree.len()];
    // Parents stand before their children, so from the end on the children are done.
    for node in tree.nodes().rev() {
        if tree.is_chance(node) {
            let of = |end: usize| mean(tree, node, &|child| bounds[child.index()][end]);
            bounds[node.index()] = [of(0), of(1)];
        } else if !tree.is_leaf(node) {
            let player = tree.player(node);
            let [mut low, mut high] = [player.worst(); 2];
            for child in tree.children(node) {
                let [low_there, high_there] = bounds[child.index()];
                (low, high) = (better(player, low, low_there), better(player, high, high_there));
            }
            bounds[node.index()] = [low, high];
        } else if let Some(value) = tree.value(node) {
            bounds[node.index()] = [value.get(); 2];
        }
    }
    bounds
}

/// The mean of the values of the children of a chance node, which may be infinite; what cannot happen does not count.
fn mean(tree: &Tree, node: NodeId, value: &dyn Fn(NodeId) -> f64) -> f64 {
    let chances = tree.chances(node);
    let mut sum = 0.0;
    for (index, child) in tree.children(node).enumerate() {
        let numerator = chances.numerator(index);
        if numerator > 0.0 {
            sum += numerator * value(child);
        }
    }
    sum / chances.denominator()
}

fn better(player: Player, a: f64, b: f64) -> f64 {
    if player.prefers(b, a) { b } else { a }
}

/// What comes from a leaf to the root, and what it is compared with there.
struct Path {
    /// The least and the largest value that comes to the root from the leaf.
    range: [f64; 2],
    /// What comes to the root between these.
    line: Line,
    role: Role,
    /// The child of the root towards the leaf.
    own: NodeId,
    /// The leftmost best of the other children, with its value.
    other: Option<(NodeId, f64)>,
}

impl Path {
    /// The path of a leaf in a tree with these values; `None` at the root.
    fn new(tree: &Tree, leaf: NodeId, value: &dyn Fn(NodeId) -> f64) -> Option<Path> {
        let mut range = [f64::NEG_INFINITY, f64::INFINITY];
        let (mut own, mut line) = (leaf, Line::LEAF);
        loop {
            let parent = tree.parent(own)?;
            let role = tree.role(parent);
            let Role::Player(player) = role else {
                let chances = tree.chances(parent);
                let share = chances.numerator(tree.child_index(own)?) / chances.denominator();
                let others = mean(tree, parent, &|child| if child == own { 0.0 } else { value(child) });
                let through = |end: f64| if share == 0.0 { others } else { share * end + others };
                range = range.map(through);
                line = Line { slope: share * line.slope, offset: share * line.offset + others };
                if parent == NodeId::ROOT {
                    return Some(Path { range, line, role, own, other: None });
                }
                own = parent;
                continue;
            };
            let mut other: Option<(NodeId, f64)> = None;
            for child in tree.children(parent).filter(|&child| child != own) {
                let value = value(child);
                if other.is_none_or(|(_, best)| player.prefers(value, best)) {
                    other = Some((child, value));
                }
            }
            if parent == NodeId::ROOT {
                return Some(Path { range, line, role, own, other });
            }
            if let Some((_, value)) = other {
                range = [better(player, range[0], value), better(player, range[1], value)];
            }
            own = parent;
        }
    }

    /// What follows for the root; `None` where that is not finite.
    fn dependence(self) -> Option<Dependence> {
        let Path { range, line, role, own, other } = self;
        let better_at = |end: f64, value: f64| role.player().map_or(end, |player| better(player, end, value));
        let end = |end: f64| other.map_or(end, |(_, value)| better_at(end, value));
        let ends = [end(range[0]), end(range[1])];
        let finite = |end: f64, open: f64| if end == open { Some(None) } else { Value::new(end).map(Some) };
        let [least, most] = [finite(ends[0], f64::NEG_INFINITY)?, finite(ends[1], f64::INFINITY)?];
        let (Some((other, value)), Role::Player(player)) = (other, role) else {
            return Some(Dependence { least, most, line, choice: Choice::Always(own) });
        };
        // On equal values the one further left is chosen.
        let wins_ties = own < other;
        let chosen = |wins: bool| if wins { own } else { other };
        let at = |end: f64| chosen(player.prefers(end, value) || end == value && wins_ties);
        let (low, high) = (at(range[0]), at(range[1]));
        let choice = if low == high {
            Choice::Always(low)
        } else {
            Choice::Changes { at: Value::new(line.reaches(value))?, below: low, there: chosen(wins_ties), above: high }
        };
        Some(Dependence { least, most, line, choice })
    }
}
