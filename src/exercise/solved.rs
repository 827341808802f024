//! The tree of an exercise, with names for its nodes and all that a search does on it.

use std::collections::{HashMap, HashSet};

use super::blanks::blanks;
use super::{Method, Order, Run, Unfit, Worth};
use crate::draw::words::short;
use crate::format;
use crate::search::{Algorithm, Window};
use crate::tree::{Builder, NodeId, Player, Tree, Value, minimax_values};

/// The most leaves for which a sheet has room.
pub const MOST_LEAVES: usize = 32;
/// The most levels of nodes for which a sheet has room.
pub const MOST_LEVELS: u32 = 9;
/// The longest label that names a node on a sheet, in characters.
const LONGEST_NAME: usize = 8;

/// A tree with what a search does on it.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The tree, whose inner nodes have labels.
    pub tree: Tree,
    /// How it is searched.
    pub method: Method,
    /// What the search does.
    pub run: Run,
    /// The seed, if the tree was drawn at random.
    pub seed: Option<u64>,
    /// The nodes whose windows are asked for, in the order in which the search visits them.
    pub marked: Vec<NodeId>,
    /// The leaves that Hughes' program evaluates and alpha-beta does not, in its order; none in a tree with chance nodes.
    pub beside: Vec<NodeId>,
    /// Evaluated leaves that are drawn without their values if values for them are asked for.
    pub blanks: Vec<NodeId>,
    /// The minimax values, by the index of the node.
    values: Vec<Value>,
    /// The values that several leaves have.
    repeated: HashSet<Value>,
}

impl Solved {
    /// Searches a tree with any search, also one that visits nodes more than once; its windows are those of the first visits. At most `marked`
    /// nodes are marked.
    pub fn new(tree: &Tree, seed: Option<u64>, method: Method, marked: usize) -> Result<Solved, Unfit> {
        Solved::check(tree)?;
        method.check_chance(tree.has_chance())?;
        let tree = named(tree)?;
        let (run, values) = (method.run(&tree)?, minimax(&tree)?);
        let (beside, blanks) = (beside(&tree, method)?, blanks(&run, seed.unwrap_or_default()));
        let repeated = repeated(&tree);
        let mut solved = Solved { tree, method, run, seed, marked: Vec::new(), beside, blanks, values, repeated };
        solved.marked = solved.choose(marked);
        Ok(solved)
    }

    /// Refuses a tree about which there are no exercises.
    pub fn check(tree: &Tree) -> Result<(), Unfit> {
        let (leaves, levels) = (tree.leaf_count(), tree.height() + 1);
        if leaves > MOST_LEAVES || levels > MOST_LEVELS {
            let size = format::count(leaves as u64, "leaf", "leaves");
            return Err(Unfit::new(format!(
                "the tree has {size} on {levels} levels, but an exercise has room for {MOST_LEAVES} on {MOST_LEVELS}; choose a \
                 smaller tree"
            )));
        }
        if tree.is_leaf(NodeId::ROOT) {
            return Err(Unfit::new("the tree is a single leaf; choose one with moves"));
        }
        let known = |leaf: NodeId| tree.value(leaf).map(drop).ok_or_else(|| unknown(tree, leaf));
        (0..leaves).try_for_each(|slot| known(tree.leaf(slot)))
    }

    /// The inner nodes, in level order.
    pub fn inner(&self) -> Vec<NodeId> {
        inner(&self.tree)
    }

    /// The minimax value of a node.
    pub fn value(&self, node: NodeId) -> Value {
        self.values[node.index()]
    }

    /// The children of the root with its value.
    pub fn best(&self) -> Vec<NodeId> {
        let best = self.value(NodeId::ROOT);
        self.tree.children(NodeId::ROOT).filter(|&child| self.value(child) == best).collect()
    }

    /// The name of a node: the label of an inner node; the value of a leaf, with its number from the left if others have the same value.
    pub fn name(&self, node: NodeId, leaf: &str) -> String {
        if !self.tree.is_leaf(node) {
            return format::visible(self.tree.label(node).unwrap_or_default());
        }
        let value = self.value(node);
        let number = self.tree.slots(node).start + 1;
        let words = self.number(value);
        if self.repeated.contains(&value) { format!("{words} ({leaf} {number})") } else { words }
    }

    /// Whether other leaves have the value of a leaf.
    pub(super) fn is_repeated(&self, leaf: NodeId) -> bool {
        self.repeated.contains(&self.value(leaf))
    }

    /// Whether what a deep cutoff cut at a node could be cut by what its parent has, too, because both bounds are equal.
    pub(super) fn is_shallow_too(&self, node: NodeId) -> bool {
        let Solved { tree, run, method, .. } = self;
        let (Some(parent), Some(visit)) = (tree.parent(node), run.visits[node.index()]) else { return false };
        let is_before = |child: NodeId| match method.order {
            Order::Left => child < node,
            Order::Right => child > node,
        };
        let before = tree.children(parent).filter(|&child| is_before(child));
        let of_siblings = before.filter_map(|child| run.visits[child.index()]?.value);
        // What the parent has is the bound, and closes the window as well.
        let (alpha, beta) = (visit.left.alpha(), visit.left.beta());
        let is_bound = |best: Value, bound: Option<Value>| bound.is_none_or(|bound| bound == best);
        let cuts = |a: Value, b: Value| method.rule.cuts(&a, &b);
        match tree.player(parent) {
            Player::Max => of_siblings.max().zip(beta).is_some_and(|(a, b)| is_bound(a, alpha) && cuts(a, b)),
            Player::Min => of_siblings.min().zip(alpha).is_some_and(|(b, a)| is_bound(b, beta) && cuts(a, b)),
        }
    }

    /// Whether a cutoff cuts an edge; with `only_deep` a deep cutoff, which a shallow one might be, too.
    pub(super) fn is_cut(&self, above: NodeId, below: NodeId, only_deep: bool) -> Worth {
        match self.run.cutoffs.iter().find(|cutoff| cutoff.children.contains(&below)) {
            Some(cutoff) if only_deep && !cutoff.is_deep => Worth::Wrong,
            Some(_) if only_deep && self.is_shallow_too(above) => Worth::Either,
            cutoff => Worth::of(cutoff.is_some()),
        }
    }

    /// The tree with names for its leaves, too: that of the parent and the number among its children, such as `B₂`.
    pub fn with_named_leaves(&self) -> Result<Tree, Unfit> {
        let mut names = Vec::with_capacity(self.tree.len());
        for node in self.tree.nodes() {
            let label = |node| self.tree.label(node).unwrap_or_default().to_owned();
            let place = self.tree.parent(node).zip(self.tree.child_index(node)).filter(|_| self.tree.is_leaf(node));
            names.push(place.map_or_else(|| label(node), |(parent, index)| label(parent) + &lowered(index + 1)));
        }
        relabelled(&self.tree, &names)
    }

    /// A value as it is in the picture.
    pub fn number(&self, value: Value) -> String {
        short(&self.tree, value)
    }

    /// A window as it is in the picture.
    pub fn window(&self, window: Window) -> String {
        window.in_words(|value| self.number(value))
    }

    /// The inner nodes below the root whose windows say most: those with both ends first, then those at which a cutoff happens.
    fn choose(&self, most: usize) -> Vec<NodeId> {
        let mut candidates = Vec::new();
        for node in self.inner() {
            let Some(visit) = self.run.visits[node.index()].filter(|_| node != NodeId::ROOT) else { continue };
            let open = [visit.left.alpha(), visit.left.beta()].iter().filter(|end| end.is_none()).count();
            let is_entered_open = visit.entered == Window::OPEN;
            let has_no_cutoff = self.run.cutoffs.iter().all(|cutoff| cutoff.node != node);
            candidates.push((is_entered_open, open, has_no_cutoff, node));
        }
        candidates.sort();
        candidates.truncate(most);
        let mut chosen: Vec<NodeId> = candidates.into_iter().map(|(.., node)| node).collect();
        chosen.sort();
        chosen
    }
}

fn inner(tree: &Tree) -> Vec<NodeId> {
    let all = (0..tree.len()).map(|position| tree.node_in_level_order(position));
    all.filter(|&node| !tree.is_leaf(node)).collect()
}

fn beside(tree: &Tree, method: Method) -> Result<Vec<NodeId>, Unfit> {
    if tree.has_chance() {
        return Ok(Vec::new());
    }
    let run = |algorithm| Method { algorithm, ..method }.run(tree);
    let (own, mut lazy) = (run(Algorithm::ALPHA_BETA)?, run(Algorithm::LAZY_ALPHA_BETA)?);
    lazy.leaves.retain(|&leaf| !own.is_visited(leaf));
    Ok(lazy.leaves)
}

/// The minimax values, by the index of the node. Where chance moves, they are means.
pub(super) fn minimax(tree: &Tree) -> Result<Vec<Value>, Unfit> {
    let values = minimax_values(tree, tree.subtree(NodeId::ROOT));
    tree.nodes().zip(values).map(|(node, value)| value.ok_or_else(|| unknown(tree, node))).collect()
}

/// A leaf has no value.
fn unknown(tree: &Tree, leaf: NodeId) -> Unfit {
    Unfit::new(format!("leaf {} has no value; give it one", tree.slots(leaf).start + 1))
}

fn repeated(tree: &Tree) -> HashSet<Value> {
    let mut counts: HashMap<Value, usize> = HashMap::new();
    for value in (0..tree.leaf_count()).filter_map(|slot| tree.value(tree.leaf(slot))) {
        *counts.entry(value).or_default() += 1;
    }
    counts.into_iter().filter(|&(_, count)| count > 1).map(|(value, _)| value).collect()
}

/// The tree with labels at its inner nodes and nowhere else: its own if they are short and different, or else letters in level order.
/// Names of moves are left out, which would take the room of answers.
fn named(tree: &Tree) -> Result<Tree, Unfit> {
    let inner = inner(tree);
    let mut names = vec![String::new(); tree.len()];
    let has_own = has_own_names(tree, &inner);
    for (number, &node) in inner.iter().enumerate() {
        let own = tree.label(node).filter(|_| has_own).map(str::to_owned);
        names[node.index()] = own.unwrap_or_else(|| letter(number));
    }
    relabelled(tree, &names)
}

fn has_own_names(tree: &Tree, inner: &[NodeId]) -> bool {
    let mut known = HashSet::new();
    let is_name = |label: &str| !label.trim().is_empty() && format::visible(label).chars().count() <= LONGEST_NAME;
    tree.game().is_none()
        && inner.iter().all(|&node| tree.label(node).is_some_and(|label| is_name(label) && known.insert(label)))
}

/// A number in small digits below the line.
fn lowered(number: usize) -> String {
    let digits = number.to_string().into_bytes().into_iter();
    digits.filter_map(|digit| char::from_u32('₀' as u32 + u32::from(digit - b'0'))).collect()
}

/// `A` to `Z`, then `A2` to `Z2`.
fn letter(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26 + 1) }
}

/// A copy of a tree with other labels, and without names of moves.
fn relabelled(tree: &Tree, labels: &[String]) -> Result<Tree, Unfit> {
    Ok(copied(tree, |node| tree.children(node).collect(), |node| tree.value(node), |node| &labels[node.index()])?.0)
}

/// A copy of a tree with other values of leaves, and without names of moves.
pub(super) fn revalued(tree: &Tree, value: impl Fn(NodeId) -> Option<Value>) -> Result<Tree, Unfit> {
    Ok(copied(tree, |node| tree.children(node).collect(), value, |node| tree.label(node).unwrap_or_default())?.0)
}

/// A copy of a tree with the children of each node in an order, and values of leaves and labels by the original nodes; and the original of each
/// of its nodes.
pub(super) fn copied<'a>(
    tree: &Tree,
    order: impl Fn(NodeId) -> Vec<NodeId>,
    value: impl Fn(NodeId) -> Option<Value>,
    label: impl Fn(NodeId) -> &'a str,
) -> Result<(Tree, Vec<NodeId>), Unfit> {
    let mut builder = Builder::new();
    builder.set_title(tree.title());
    builder.set_source(tree.source());
    builder.set_root_player(tree.player(NodeId::ROOT));
    let (mut originals, mut waiting) = (Vec::new(), vec![NodeId::ROOT]);
    let copy = builder.grown(|builder, copy| {
        let Some(node) = waiting.pop() else { return 0 };
        originals.push(node);
        if tree.is_leaf(node) {
            builder.set_value(copy, value(node));
        }
        builder.set_label(copy, label(node));
        if let Some(role) = tree.given_role(node) {
            builder.set_role(copy, role);
        }
        if let Some(probability) = tree.probability(node) {
            builder.set_probability(copy, probability);
        }
        let children = order(node);
        // The last one that waits comes first.
        waiting.extend(children.iter().rev());
        children.len()
    });
    Ok((copy.map_err(Unfit::unbuilt)?, originals))
}
