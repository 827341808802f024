//! Edits of a tree, as values, and their history.
//!
//! An [`Edit`] describes a change. Applied to a tree, it gives the changed tree and a [`Patch`] that undoes the change and
//! holds only what changed. Setting a value copies the array of nodes once and shares the rest; changing the shape
//! builds a new tree. The [`History`] keeps the patches.

mod history;
mod order;
mod part;
mod patch;
mod splice;

use std::ops::Range;
use std::sync::Arc;

pub use history::History;
pub use order::ChildOrder;
pub use patch::{Moved, Patch, Patched};

use super::file::{ParseError, parse};
use super::write::{NotationError, to_json, to_notation};
use super::{Builder, Full, NodeId, Player, Tree, Value};
use crate::format::{count, grouped};
use crate::memory::Shortage;
use crate::progress::Progress;
use patch::Step;
use splice::Splice;

/// The value of leaves that an edit adds.
const NEW_LEAF: Value = Value::of_integer(0);

/// A change of a tree.
///
/// A leaf that gets children loses its value: the first child that is added takes it. A node whose last child is removed
/// becomes a leaf with its static value, or an unknown leaf.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Sets the value of a leaf or the static value of an inner node; `None` is unknown.
    Value(NodeId, Option<Value>),
    /// Sets the label of a node.
    Label(NodeId, Option<String>),
    /// Sets the name of the move that leads to a node.
    MoveName(NodeId, Option<String>),
    /// Sets the player at a node; `None` is the opponent of the parent's player.
    Player(NodeId, Option<Player>),
    /// Adds a leaf as the child with an index, or as the last one.
    AddChild(NodeId, usize),
    /// Adds a leaf after a node.
    AddSibling(NodeId),
    /// Gives every leaf this many children, each with the leaf's value.
    AddLevel(usize),
    /// Removes a node and its subtree.
    Delete(NodeId),
    /// Moves a node to an index among the children of another node, or of its own parent.
    Carry {
        /// The node.
        node: NodeId,
        /// Its new parent.
        parent: NodeId,
        /// Its new index among the children.
        index: usize,
    },
    /// Replaces a leaf by a tree, or adds the tree after the last child of an inner node.
    Paste(NodeId, Arc<Tree>),
    /// Sorts the children of a node.
    Sort(NodeId, ChildOrder),
}

/// Why a tree cannot be changed in this way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The edit would change nothing.
    #[error("nothing changes")]
    Nothing,
    /// The root would be deleted.
    #[error("the root cannot be deleted; make a new tree instead")]
    DeletesRoot,
    /// The root would be moved or get a sibling.
    #[error("the root has no siblings; add a child instead")]
    RootHasNoSiblings,
    /// A node would become its own descendant.
    #[error("a node cannot be moved below itself")]
    BelowItself,
    /// A leaf has no children to sort.
    #[error("a leaf has no children to sort")]
    NoChildren,
    /// The node belongs to another version of the tree.
    #[error("this node is no longer in the tree")]
    Gone,
    /// The text to paste is not a tree.
    #[error("the clipboard does not contain a tree: {0}")]
    NotATree(ParseError),
    /// The tree cannot have more nodes.
    #[error("{0}")]
    Full(#[from] Full),
}

impl From<Shortage> for EditError {
    fn from(shortage: Shortage) -> EditError {
        EditError::Full(shortage.into())
    }
}

/// A tree after an edit.
#[derive(Debug)]
pub struct Edited {
    /// A description of the edit: `Set leaf 3 to 7`.
    pub name: String,
    /// The changed tree, and the patch that undoes the edit.
    pub patched: Patched,
    /// The node that was edited or added.
    pub node: NodeId,
}

impl Edit {
    /// Applies the edit. If the tree was a game's, the result is not marked as such any more.
    pub fn apply(&self, tree: &Tree) -> Result<Edited, EditError> {
        if self.node().index() >= tree.len() {
            return Err(EditError::Gone);
        }
        let (mut steps, node) = self.steps(tree)?;
        if tree.game().is_some() {
            steps.push(Step::Game(None));
        }
        let patched = Patch::of(steps).apply(tree)?;
        let node = match self {
            Edit::Delete(node) => remaining(tree, &patched.tree, *node),
            _ => node.unwrap_or_else(|| patched.moved.follow_up(tree, self.node())),
        };
        Ok(Edited { name: self.name(tree), patched, node })
    }

    /// The node to edit.
    fn node(&self) -> NodeId {
        match *self {
            Edit::AddLevel(_) => NodeId::ROOT,
            Edit::Value(node, _)
            | Edit::Label(node, _)
            | Edit::MoveName(node, _)
            | Edit::Player(node, _)
            | Edit::AddChild(node, _)
            | Edit::AddSibling(node)
            | Edit::Delete(node)
            | Edit::Carry { node, .. }
            | Edit::Paste(node, _)
            | Edit::Sort(node, _) => node,
        }
    }

    /// The steps of the change, and the node that is added.
    fn steps(&self, tree: &Tree) -> Result<(Vec<Step>, Option<NodeId>), EditError> {
        let step = match self {
            Edit::Value(node, value) if tree.value(*node) != *value => Step::Values(vec![(*node, *value)]),
            Edit::Label(node, label) if tree.label(*node) != label.as_deref() => {
                Step::Label(*node, label.as_deref().map(Into::into))
            }
            Edit::MoveName(node, name) if tree.move_name(*node) != name.as_deref() => {
                Step::Move(*node, name.as_deref().map(Into::into))
            }
            Edit::Player(node, player) => player_step(tree, *node, *player)?,
            Edit::Value(..) | Edit::Label(..) | Edit::MoveName(..) => return Err(EditError::Nothing),
            Edit::AddChild(parent, index) => return Ok(add_child(tree, *parent, *index)),
            Edit::AddSibling(node) => {
                let parent = tree.parent(*node).ok_or(EditError::RootHasNoSiblings)?;
                return Ok(add_child(tree, parent, index_of(tree, *node) + 1));
            }
            Edit::AddLevel(children) => return Ok((add_level(tree, (*children).max(1))?, None)),
            Edit::Delete(NodeId::ROOT) => return Err(EditError::DeletesRoot),
            Edit::Delete(node) => {
                let mut splice = Splice::default();
                let gone = tree.subtree(*node);
                splice.keep(tree, 0..gone.start);
                splice.keep(tree, gone.end..tree.len());
                Step::Nodes(Box::new(splice))
            }
            Edit::Carry { node, parent, index } => return Ok((carry(tree, *node, *parent, *index)?, None)),
            Edit::Paste(node, subtree) => return Ok(paste(tree, *node, subtree)),
            Edit::Sort(node, order) => Step::Nodes(Box::new(sort(tree, *node, *order)?)),
        };
        Ok((vec![step], None))
    }

    /// A description of the edit.
    fn name(&self, tree: &Tree) -> String {
        let name = tree.node_name(self.node());
        let quoted = |text: &Option<String>| text.as_ref().map(|text| format!("“{text}”"));
        match self {
            Edit::Value(node, value) if tree.is_end(*node) => {
                let leaf = format!("leaf {}", tree.leaf_number(*node));
                format!("Set {leaf} to {}", value.map_or_else(|| "unknown".to_owned(), Value::grouped))
            }
            Edit::Value(_, Some(value)) => format!("Set the static value of {name} to {}", value.grouped()),
            Edit::Value(_, None) => format!("Remove the static value of {name}"),
            Edit::Label(node, label) => {
                let name = number_name(tree, *node);
                quoted(label)
                    .map_or_else(|| format!("Remove the label of {name}"), |label| format!("Label {name} {label}"))
            }
            Edit::MoveName(_, text) => quoted(text).map_or_else(
                || format!("Remove the move name of {name}"),
                |text| format!("Name the move to {name} {text}"),
            ),
            Edit::Player(_, Some(player)) => format!("Let {} move at {name}", player.name()),
            Edit::Player(_, None) => format!("Let the players alternate at {name}"),
            Edit::AddChild(..) => format!("Add a child to {name}"),
            Edit::AddSibling(_) => format!("Add a sibling after {name}"),
            Edit::AddLevel(_) => "Add a level below all leaves".into(),
            Edit::Delete(node) => match tree.subtree(*node).len() - 1 {
                0 => format!("Delete {name}"),
                below => format!("Delete {name} and {} below", count(below as u64, "node", "nodes")),
            },
            Edit::Carry { .. } => format!("Move {name}"),
            Edit::Paste(_, subtree) => format!("Paste {} at {name}", count(subtree.len() as u64, "node", "nodes")),
            Edit::Sort(_, order) => format!("Sort the children of {name}, {}", order.title()),
        }
    }
}

/// The name of a node whose label may change.
fn number_name(tree: &Tree, node: NodeId) -> String {
    match node {
        NodeId::ROOT => "the root".into(),
        _ if tree.is_end(node) => format!("leaf {}", tree.leaf_number(node)),
        _ => format!("node {}", grouped(node.index() as u64)),
    }
}

/// A node's index among its siblings; 0 for the root. Takes time linear in the index.
pub fn index_of(tree: &Tree, node: NodeId) -> usize {
    tree.parent(node).map_or(0, |parent| tree.children(parent).take_while(|&child| child != node).count())
}

/// The text of a node and its subtree, in bracket notation if that can express it, otherwise as JSON.
pub fn to_text(tree: &Tree, node: NodeId) -> Result<String, EditError> {
    let subtree = subtree(tree, node)?;
    let mut text = Vec::new();
    if let Err(NotationError::Loses(_)) = to_notation(&subtree, &mut text) {
        text.clear();
        // Writing to memory cannot fail.
        let _ = to_json(&subtree, &mut text);
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The edit that pastes a text at a node.
pub fn paste_text(node: NodeId, text: &str) -> Result<Edit, EditError> {
    let tree = parse(None, text.as_bytes(), &Progress::new()).map_err(EditError::NotATree)?;
    Ok(Edit::Paste(node, Arc::new(tree)))
}

/// A node and its subtree as a tree in which MAX moves first, unless the node has a given player.
fn subtree(tree: &Tree, node: NodeId) -> Result<Tree, Full> {
    let mut builder = Builder::new();
    for below in tree.subtree(node).map(NodeId::at) {
        while builder.open_count() > (tree.depth(below) - tree.depth(node)) as usize {
            builder.close();
        }
        let placed = builder.open()?;
        part::describe(tree, below, &mut builder, placed);
    }
    builder.build().ok_or(Full::TooManyNodes)
}

/// The node to select after a node was removed: the next sibling, otherwise the previous one, otherwise the parent.
fn remaining(before: &Tree, after: &Tree, gone: NodeId) -> NodeId {
    let Some(parent) = before.parent(gone) else { return NodeId::ROOT };
    let index = index_of(before, gone);
    after.children(parent).take(index + 1).last().unwrap_or(parent)
}

fn player_step(tree: &Tree, node: NodeId, player: Option<Player>) -> Result<Step, EditError> {
    let named = tree.named_players.get(&node.0).copied();
    if node == NodeId::ROOT {
        let player = player.unwrap_or_default();
        let differs = player != tree.player(node);
        return differs.then_some(Step::Root(player, false)).ok_or(EditError::Nothing);
    }
    if named == player { Err(EditError::Nothing) } else { Ok(Step::Player(node, player)) }
}

/// The index in preorder at which the child with this index begins, or would begin.
fn start_of_child(tree: &Tree, parent: NodeId, index: usize) -> usize {
    tree.children(parent).nth(index).map_or(tree.subtree(parent).end, NodeId::index)
}

/// Removes the value of a leaf that gets children.
fn without_value(tree: &Tree, node: NodeId) -> Vec<Step> {
    let has_value = tree.is_leaf(node) && tree.value(node).is_some();
    if has_value { vec![Step::Values(vec![(node, None)])] } else { Vec::new() }
}

fn add_child(tree: &Tree, parent: NodeId, index: usize) -> (Vec<Step>, Option<NodeId>) {
    let value = if tree.is_leaf(parent) { tree.value(parent) } else { Some(NEW_LEAF) };
    let (at, depth) = (start_of_child(tree, parent, index), tree.depth(parent) + 1);
    let mut splice = Splice::default();
    splice.keep(tree, 0..at);
    splice.add(depth, |part| part.push(depth, value));
    splice.keep(tree, at..tree.len());
    let mut steps = without_value(tree, parent);
    steps.push(Step::Nodes(Box::new(splice)));
    (steps, Some(NodeId::at(at)))
}

fn add_level(tree: &Tree, children: usize) -> Result<Vec<Step>, EditError> {
    let nodes = tree.leaf_count() as u64 * children as u64;
    if nodes + tree.len() as u64 > super::MAX_NODES as u64 {
        return Err(Full::TooManyNodes.into());
    }
    crate::memory::room_for(nodes * 2 * super::BYTES_PER_NODE)?;
    let (mut splice, mut values, mut done) = (Splice::default(), Vec::new(), 0);
    for leaf in (0..tree.leaf_count()).map(|slot| tree.leaf(slot)) {
        splice.keep(tree, done..leaf.index() + 1);
        let (depth, value) = (tree.depth(leaf) + 1, tree.value(leaf));
        splice.add(depth, |part| (0..children).for_each(|_| part.push(depth, value)));
        if value.is_some() {
            values.push((leaf, None));
        }
        done = leaf.index() + 1;
    }
    Ok(vec![Step::Values(values), Step::Nodes(Box::new(splice))])
}

fn carry(tree: &Tree, node: NodeId, parent: NodeId, index: usize) -> Result<Vec<Step>, EditError> {
    let from = tree.parent(node).ok_or(EditError::RootHasNoSiblings)?;
    if parent.index() >= tree.len() {
        return Err(EditError::Gone);
    }
    let Range { start, end } = tree.subtree(node);
    if (start..end).contains(&parent.index()) {
        return Err(EditError::BelowItself);
    }
    // The index is among the children without the node itself.
    let others = tree.children(parent).filter(|&child| child != node).nth(index);
    let to = others.map_or(tree.subtree(parent).end, NodeId::index);
    if from == parent && to == end {
        return Err(EditError::Nothing);
    }
    let mut splice = Splice::default();
    let depth = tree.depth(parent) + 1;
    splice.keep(tree, 0..start.min(to));
    if to <= start {
        splice.keep_at(start..end, depth);
        splice.keep(tree, to..start);
        splice.keep(tree, end..tree.len());
    } else {
        splice.keep(tree, end..to);
        splice.keep_at(start..end, depth);
        splice.keep(tree, to..tree.len());
    }
    let mut steps = without_value(tree, parent);
    steps.push(Step::Nodes(Box::new(splice)));
    Ok(steps)
}

fn paste(tree: &Tree, node: NodeId, pasted: &Tree) -> (Vec<Step>, Option<NodeId>) {
    let replaces = tree.is_leaf(node);
    let (at, depth) = (tree.subtree(node).end, tree.depth(node));
    let mut splice = Splice::default();
    splice.keep(tree, 0..if replaces { node.index() } else { at });
    splice.add(if replaces { depth } else { depth + 1 }, |part| {
        part.extend(pasted, 0..pasted.len());
        if replaces {
            part.name_first_move(tree.move_name(node));
        }
        if node == NodeId::ROOT && replaces {
            part.unname_first_player();
        }
    });
    splice.keep(tree, at..tree.len());
    let added = if replaces { node } else { NodeId::at(at) };
    (vec![Step::Nodes(Box::new(splice))], Some(added))
}

fn sort(tree: &Tree, node: NodeId, order: ChildOrder) -> Result<Splice, EditError> {
    if tree.is_leaf(node) {
        return Err(EditError::NoChildren);
    }
    let sorted = order.sorted(tree, node);
    if sorted.is_sorted() {
        return Err(EditError::Nothing);
    }
    let mut splice = Splice::default();
    splice.keep(tree, 0..node.index() + 1);
    for child in sorted {
        splice.keep(tree, tree.subtree(child));
    }
    splice.keep(tree, tree.subtree(node).end..tree.len());
    Ok(splice)
}
