//! The explicit tree: a preorder arena.
//!
//! Node `n`'s subtree is the contiguous range `n..end[n]`; its first child is `n + 1`, the next
//! sibling of `c` is `end[c]`, and `n` is a leaf if `end[n] == n + 1`. So leaving a subtree is one
//! jump, depth-first search reads memory forwards, and a sum over a subtree is the difference of
//! two prefix sums. Leaves have the slots 0, 1, 2 ... from left to right; in a drawing a node stands at its depth over the middle
//! between its first and its last child.
//!
//! [`Builder`] is the only way to build a [`Tree`]; [`file`](mod@file) opens and saves files, [`file::to_json`] writes one,
//! and [`edit`] changes trees and undoes changes.

mod bits;
mod builder;
mod centres;
mod chance;
mod chances;
mod classes;
pub mod edit;
pub mod file;
mod file_error;
mod formats;
mod identity;
mod levels;
mod names;
pub mod samples;
mod value;
mod worth;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub(crate) use bits::{Bits, Layers, Ones, Ranked};
pub(crate) use builder::BYTES_PER_NODE;
pub use builder::{Builder, Full, Unbuilt, Ungrown};
pub use centres::MOST_CENTRED;
pub use chance::{ChanceError, Fault, Probability, ProbabilityError, Role, TOLERANCE};
pub use chances::Chances;
pub(crate) use chances::Mean;
pub(crate) use identity::Identity;
pub use value::{Value, ValueError};
pub(crate) use worth::minimax_values;

use chance::Lotteries;
use levels::Levels;
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum number of nodes of a tree; the arrays then take up to 2.5 GB.
pub const MAX_NODES: usize = 100_000_000;

/// The player to move at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Takes the largest of the children's values.
    #[default]
    Max,
    /// Takes the smallest of the children's values.
    Min,
}

impl Player {
    /// The other player.
    #[inline]
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }

    /// Whether this player prefers `new` to `old`; of equal values the player keeps the old one.
    #[inline]
    pub fn prefers<T: PartialOrd>(self, new: T, old: T) -> bool {
        match self {
            Player::Max => new > old,
            Player::Min => new < old,
        }
    }

    /// Orders what this player prefers before the rest.
    #[inline]
    pub(crate) fn best_first<T: Ord>(self, a: T, b: T) -> std::cmp::Ordering {
        match self {
            Player::Max => b.cmp(&a),
            Player::Min => a.cmp(&b),
        }
    }

    /// The infinity that is worse than every value for this player.
    #[inline]
    pub(crate) fn worst(self) -> f64 {
        match self {
            Player::Max => f64::NEG_INFINITY,
            Player::Min => f64::INFINITY,
        }
    }

    /// `MAX` or `MIN`.
    pub fn name(self) -> &'static str {
        match self {
            Player::Max => "MAX",
            Player::Min => "MIN",
        }
    }
}

/// A node of a [`Tree`]: its index in preorder; the root has index 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The root.
    pub const ROOT: NodeId = NodeId(0);

    /// The node with an index in preorder.
    #[inline]
    pub(crate) const fn at(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    /// The node's index in preorder, which is also its index in arrays with one entry per node.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The data of a node that a search reads.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The value of a leaf or static value of an inner node; NaN if there is none.
    value: f64,
    /// The first node after the subtree.
    end: u32,
    /// Four times the index of the parent, plus one if MIN is in turn, plus two at a chance node.
    up: u32,
}

const _: () = assert!(MAX_NODES < u32::MAX as usize / 4);
const MIN_IN_TURN: u32 = 1;
const CHANCE: u32 = 2;

impl Node {
    /// An open node.
    #[inline]
    fn new(parent: u32, turn: Player) -> Node {
        Node { value: f64::NAN, end: 0, up: parent << 2 | u32::from(turn == Player::Min) }
    }

    /// The parent; the root is its own parent.
    #[inline]
    fn parent(self) -> u32 {
        self.up >> 2
    }

    #[inline]
    fn player(self) -> Player {
        if self.up & MIN_IN_TURN == 0 { Player::Max } else { Player::Min }
    }

    #[inline]
    fn is_chance(self) -> bool {
        self.up & CHANCE != 0
    }

    /// The player in turn at the children.
    #[inline]
    fn next_player(self) -> Player {
        if self.is_chance() { self.player() } else { self.player().opponent() }
    }

    fn set_mover(&mut self, turn: Player, is_chance: bool) {
        let chance = if is_chance { CHANCE } else { 0 };
        self.up = self.parent() << 2 | u32::from(turn == Player::Min) | chance;
    }
}

/// A game tree. See the [module](self) for its layout; a query is a few array reads unless stated otherwise.
///
/// ```
/// use plyscope::tree::{NodeId, Player, Tree};
///
/// let tree: Tree = "((3 12 8) (2 4 6))".parse()?;
/// assert_eq!((tree.len(), tree.leaf_count(), tree.height()), (9, 6, 2));
/// for child in tree.children(NodeId::ROOT) {
///     assert_eq!((tree.player(child), tree.depth(child)), (Player::Min, 1));
///     // The nodes of a subtree, and its leaves, are ranges.
///     assert_eq!((tree.subtree(child).len(), tree.slots(child).len()), (4, 3));
/// }
/// assert_eq!(tree.path(tree.leaf(4)), [1, 1]);
/// assert_eq!(tree.value(tree.leaf(4)), Some(4.into()));
/// # Ok::<(), plyscope::tree::file::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    title: String,
    source: String,
    game: Option<Box<str>>,
    /// What a search reads, together, so that a visit takes one cache line.
    nodes: Vec<Node>,
    /// Who is given to move at nodes, other than the player in turn.
    roles: Arc<FxHashMap<u32, Role>>,
    lotteries: Arc<Lotteries>,
    height: u32,
    /// Shared, like names and players, by trees that differ only in values.
    levels: Arc<Levels>,
    /// Which subtrees are equal; computed on demand.
    classes: OnceLock<Box<[u32]>>,
    /// How many digits tell its values apart; found on demand.
    digits: OnceLock<usize>,
    identity: Identity,
    labels: Arc<FxHashMap<u32, Box<str>>>,
    moves: Arc<FxHashMap<u32, Box<str>>>,
    unexpanded: Arc<FxHashSet<u32>>,
}

/// Two trees are equal if their contents are; derived data such as depths is not compared.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let facts = |tree: &Tree, node: NodeId| (tree.subtree(node).end, tree.role(node), tree.value(node));
        let same_nodes = || self.nodes().all(|node| facts(self, node) == facts(other, node));
        self.title == other.title
            && self.source == other.source
            && self.game == other.game
            && self.len() == other.len()
            && same_nodes()
            && self.labels == other.labels
            && self.moves == other.moves
            && self.unexpanded == other.unexpanded
            && self.lotteries == other.lotteries
    }
}

impl Eq for Tree {}

impl Tree {
    /// The title, or an empty string.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The tree with this title, unless it has one.
    #[must_use]
    pub fn titled(mut self, title: &str) -> Tree {
        if self.title.is_empty() {
            title.clone_into(&mut self.title);
        }
        self
    }

    /// The tree with another title and source.
    #[must_use]
    pub(crate) fn named(self, title: String, source: String) -> Tree {
        Tree { title, source, ..self }
    }

    /// The tree with the positions of a game as labels.
    #[must_use]
    pub(crate) fn of_game(mut self, id: &str) -> Tree {
        self.game = Some(id.into());
        self
    }

    /// Where the tree comes from, for people only, or an empty string.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The id of the game whose positions the labels are, if there is one.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// The number of nodes, at least one.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false, because a tree has a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of leaves, at least one.
    pub fn leaf_count(&self) -> usize {
        self.levels.leaves().len()
    }

    /// The largest depth of a node; the root has depth 0.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All nodes in preorder.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node with an index in preorder, if there is one.
    pub fn node(&self, index: usize) -> Option<NodeId> {
        (index < self.len()).then_some(NodeId(index as u32))
    }

    /// The indices of the node's subtree, beginning with the node itself.
    #[inline]
    pub fn subtree(&self, node: NodeId) -> Range<usize> {
        node.index()..self.nodes[node.index()].end as usize
    }

    /// Whether the node has no children.
    #[inline]
    pub fn is_leaf(&self, node: NodeId) -> bool {
        self.nodes[node.index()].end == node.0 + 1
    }

    /// The values of children of a node that are leaves, from one child on until one is not; NaN for unknown ones.
    #[inline]
    pub(crate) fn leaves_from(&self, parent: NodeId, first: NodeId) -> impl Iterator<Item = f64> {
        let children = &self.nodes[first.index()..self.nodes[parent.index()].end as usize];
        let leaves = children.iter().zip(first.0 + 1..).take_while(|(node, next)| node.end == *next);
        leaves.map(|(node, _)| node.value)
    }

    /// The node's children from left to right.
    #[inline]
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children { nodes: &self.nodes, next: node.0 + 1, stop: self.nodes[node.index()].end }
    }

    /// The next child of the same parent.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent(node)?;
        let next = self.nodes[node.index()].end;
        (next < self.nodes[parent.index()].end).then_some(NodeId(next))
    }

    /// The child of the same parent before. Takes logarithmic time.
    pub fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        let first = self.slots(self.parent(node)?).start;
        let slot = self.slots(node).start;
        (slot > first).then(|| self.ancestor_at(self.leaf(slot - 1), self.depth(node)))
    }

    /// The child of `parent` that comes after another one.
    #[inline]
    pub(crate) fn sibling_after(&self, parent: NodeId, child: NodeId) -> Option<NodeId> {
        let next = self.nodes[child.index()].end;
        (next < self.nodes[parent.index()].end).then_some(NodeId(next))
    }

    /// The node's parent; `None` at the root.
    #[inline]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| NodeId(self.nodes[node.index()].parent()))
    }

    /// The nodes from this one up to the root, including both.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |&n| self.parent(n))
    }

    /// The ancestor at a depth, or the node itself if it is not deeper. Takes logarithmic time.
    #[inline]
    pub fn ancestor_at(&self, node: NodeId, depth: u32) -> NodeId {
        if self.depth(node) <= depth { node } else { NodeId(self.levels.ancestor_at(node.0, depth)) }
    }

    /// The range of a level's nodes in level order; see [`Tree::node_in_level_order`]. Empty below the deepest level.
    pub fn level(&self, depth: u32) -> Range<usize> {
        self.levels.level(depth)
    }

    /// The node at an index in level order: by depth, and from left to right within a level. Panics if there is none.
    #[inline]
    pub fn node_in_level_order(&self, position: usize) -> NodeId {
        NodeId(self.levels.nodes()[position])
    }

    /// The index of a node in level order. Takes logarithmic time.
    pub fn position_in_level_order(&self, node: NodeId) -> usize {
        let level = self.level(self.depth(node));
        level.start + self.levels.nodes()[level].partition_point(|&other| other < node.0)
    }

    /// The index in level order of the first node of a level whose slots begin at `slot` or further right.
    pub fn first_at_slot(&self, depth: u32, slot: usize) -> usize {
        let level = self.level(depth);
        let nodes = &self.levels.nodes()[level.clone()];
        level.start + nodes.partition_point(|&node| self.levels.leaves().rank(node as usize) < slot)
    }

    /// Like [`Tree::first_at_slot`], and faster the closer `guess` is to the result.
    #[inline]
    pub fn first_at_slot_near(&self, depth: u32, slot: usize, guess: usize) -> usize {
        let level = self.level(depth);
        let nodes = &self.levels.nodes()[level.clone()];
        let is_before = |&node: &u32| self.levels.leaves().rank(node as usize) < slot;
        let mut low = guess.clamp(level.start, level.end) - level.start;
        let (mut high, mut stride) = (low, 1);
        while low > 0 && !is_before(&nodes[low - 1]) {
            high = low - 1;
            low = low.saturating_sub(stride);
            stride *= 2;
        }
        while high < nodes.len() && is_before(&nodes[high]) {
            low = high + 1;
            high = nodes.len().min(high + stride);
            stride *= 2;
        }
        level.start + low + nodes[low..high].partition_point(is_before)
    }

    /// Whether any node has a label or a move name.
    pub fn has_names(&self) -> bool {
        !(self.labels.is_empty() && self.moves.is_empty())
    }

    /// The largest depth of the leaves in a range of slots, 0 if it is empty. Panics if there is no such slot.
    pub fn deepest(&self, slots: Range<usize>) -> u32 {
        self.levels.deepest(&self.nodes, slots)
    }

    /// A number that only this tree and its clones have, as a key for data derived from it.
    pub fn identity(&self) -> u64 {
        self.identity.get()
    }

    /// The depth of the node.
    #[inline]
    pub fn depth(&self, node: NodeId) -> u32 {
        self.levels.depth(&self.nodes, node.0)
    }

    /// The player in turn at the node: who moves there, unless it [is a chance node](Tree::is_chance).
    #[inline]
    pub fn player(&self, node: NodeId) -> Player {
        self.nodes[node.index()].player()
    }

    /// Whether chance moves at the node. It has children then.
    #[inline]
    pub fn is_chance(&self, node: NodeId) -> bool {
        self.nodes[node.index()].is_chance()
    }

    /// Whether there are chance nodes.
    #[inline]
    pub fn has_chance(&self) -> bool {
        !self.lotteries.is_empty()
    }

    /// Who moves at the node.
    #[inline]
    pub fn role(&self, node: NodeId) -> Role {
        if self.is_chance(node) { Role::Chance } else { Role::Player(self.player(node)) }
    }

    /// The player in turn at the children of a node.
    #[inline]
    pub fn next_player(&self, node: NodeId) -> Player {
        self.nodes[node.index()].next_player()
    }

    /// The probabilities of the children of a chance node; none of another node.
    #[inline]
    pub fn probabilities(&self, node: NodeId) -> &[Probability] {
        self.lotteries.of_node(node)
    }

    /// The chances of the children of a chance node; of another node there are none.
    #[inline]
    pub(crate) fn chances(&self, node: NodeId) -> Chances<'_> {
        self.lotteries.chances(node)
    }

    /// Whether the children of a chance node are equally likely, in fractions.
    #[inline]
    pub fn has_equal_outcomes(&self, node: NodeId) -> bool {
        self.lotteries.are_equal(node)
    }

    /// The probability of a child of a chance node. Takes logarithmic time.
    pub fn probability(&self, child: NodeId) -> Option<Probability> {
        let parent = self.parent(child).filter(|&parent| self.is_chance(parent))?;
        self.probabilities(parent).get(self.child_index(child)?).copied()
    }

    /// All chance nodes, in preorder.
    pub fn chance_nodes(&self) -> Vec<NodeId> {
        self.lotteries.nodes().map(NodeId).collect()
    }

    /// Sets the probabilities of all children of a chance node, one each.
    pub(crate) fn set_probabilities(&mut self, node: NodeId, all: &[Probability]) {
        if self.is_chance(node) && self.probabilities(node).len() == all.len() {
            Arc::make_mut(&mut self.lotteries).set(node, all);
        }
    }

    /// Who is given to move at the node; without one it is the player in turn.
    pub fn given_role(&self, node: NodeId) -> Option<Role> {
        self.roles.get(&node.0).copied()
    }

    /// Sets the player in turn at the root. Nodes at which somebody is given to move keep that, and the players below them stay the same.
    pub fn set_root_player(&mut self, player: Player) {
        if matches!(self.roles.get(&NodeId::ROOT.0), Some(Role::Player(_))) {
            Arc::make_mut(&mut self.roles).remove(&NodeId::ROOT.0);
        }
        self.identity = Identity::new();
        self.classes = OnceLock::new();
        builder::take_turns(player, &mut self.nodes, &self.roles);
    }

    /// The value of a leaf or static value of an inner node; `None` if it is unknown.
    #[inline]
    pub fn value(&self, node: NodeId) -> Option<Value> {
        Value::from_stored(self.nodes[node.index()].value)
    }

    /// The smallest and largest value of a leaf; `None` if no leaf has one. Takes time linear in the number of nodes.
    pub fn leaf_range(&self) -> Option<[Value; 2]> {
        let leaves = self.nodes.iter().zip(1..).filter(|(node, next)| node.end == *next);
        range(leaves.map(|(node, _)| node.value))
    }

    /// The same of all values, also the static ones of inner nodes.
    pub fn value_range(&self) -> Option<[Value; 2]> {
        range(self.nodes.iter().map(|node| node.value))
    }

    /// The slots of the leaves below the node; a leaf has one slot.
    #[inline]
    pub fn slots(&self, node: NodeId) -> Range<usize> {
        let subtree = self.subtree(node);
        self.levels.leaves().rank(subtree.start)..self.levels.leaves().rank(subtree.end)
    }

    /// The leaf at a slot. Takes logarithmic time; panics if there is no such slot.
    #[inline]
    pub fn leaf(&self, slot: usize) -> NodeId {
        NodeId(self.levels.leaves().select(slot) as u32)
    }

    /// The label of the position.
    pub fn label(&self, node: NodeId) -> Option<&str> {
        self.labels.get(&node.0).map(AsRef::as_ref)
    }

    /// The name of the move that leads to the node.
    pub fn move_name(&self, node: NodeId) -> Option<&str> {
        self.moves.get(&node.0).map(AsRef::as_ref)
    }

    /// All labels and move names, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.labels.values().chain(self.moves.values()).map(AsRef::as_ref)
    }

    /// Whether this tree is part of a larger one, without the children of some nodes.
    pub fn is_part(&self) -> bool {
        !self.unexpanded.is_empty()
    }

    /// Whether the node has children that are missing from this tree, because it is part of a larger one. Such a node counts as a leaf.
    #[inline]
    pub fn is_unexpanded(&self, node: NodeId) -> bool {
        self.is_part() && self.unexpanded.contains(&node.0)
    }

    /// Whether the node is a leaf of the whole tree, not only of this part.
    #[inline]
    pub fn is_end(&self, node: NodeId) -> bool {
        self.is_leaf(node) && !self.is_unexpanded(node)
    }

    /// A number that is the same for equal subtrees, in players, values and order, and different for others. The first
    /// call reads the whole tree.
    pub fn class(&self, node: NodeId) -> u32 {
        self.classes.get_or_init(|| classes::classes(self))[node.index()]
    }

    /// The child of a node with an index. Takes logarithmic time.
    pub fn child(&self, parent: NodeId, index: usize) -> Option<NodeId> {
        let first = self.children(parent).next()?;
        // Siblings are neighbours in level order.
        let position = self.position_in_level_order(first).checked_add(index)?;
        let is_in_level = self.level(self.depth(first)).contains(&position);
        let child = is_in_level.then(|| self.node_in_level_order(position))?;
        (self.parent(child) == Some(parent)).then_some(child)
    }

    /// The index of a node among its siblings; `None` for the root. Takes logarithmic time.
    pub fn child_index(&self, node: NodeId) -> Option<usize> {
        let first = self.children(self.parent(node)?).next()?;
        Some(self.position_in_level_order(node) - self.position_in_level_order(first))
    }

    /// The child indices on the path from the root to the node. Takes logarithmic time for each.
    pub fn path(&self, node: NodeId) -> Vec<usize> {
        let mut indices: Vec<usize> = self.ancestors(node).filter_map(|node| self.child_index(node)).collect();
        indices.reverse();
        indices
    }
}

/// The smallest and largest of some numbers; NaN is none.
fn range(numbers: impl Iterator<Item = f64>) -> Option<[Value; 2]> {
    let [low, high] = numbers
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], number| [low.min(number), high.max(number)])
        .map(Value::new);
    Some([low?, high?])
}

/// The children of a node, from left to right.
#[derive(Clone, Debug)]
pub struct Children<'t> {
    nodes: &'t [Node],
    next: u32,
    stop: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        if self.next == self.stop {
            return None;
        }
        let child = self.next;
        self.next = self.nodes[child as usize].end;
        Some(NodeId(child))
    }
}
