//! Edits of a tree, as values, and their history.
//!
//! An [`Edit`] describes a change. Applied to a tree, it gives the changed tree and a [`Patch`] that undoes the change and
//! holds only what changed. Setting a value copies the array of nodes once and shares the rest; changing the shape
//! builds a new tree. The [`History`] keeps the patches.

mod history;
mod moved;
mod order;
mod part;
mod patch;
mod splice;
mod steps;
mod text;

use std::sync::Arc;

pub use history::{Arrival, Gesture, Gone, History, State, Way};
pub use moved::Moved;
pub use order::ChildOrder;
pub use patch::{Patch, Patched};
pub use text::{paste_text, to_text};

use super::file::ParseError;
use super::{Full, NodeId, Player, Probability, Role, Tree, Value};
use crate::format::{count, grouped};
use crate::memory::Shortage;
use crate::progress::Progress;

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
    /// Sets who moves at a node; `None` is the player in turn. The children of a new chance node are equally likely.
    Role(NodeId, Option<Role>),
    /// Sets the probability of a child of a chance node; the other children keep their proportions. `None` makes all children equally
    /// likely.
    Probability(NodeId, Option<Probability>),
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
    /// Sets the title, the source and the player at the root.
    Properties(Properties),
}

/// The facts about a tree as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// The title.
    pub title: String,
    /// Where the tree comes from.
    pub source: String,
    /// The player at the root.
    pub root: Player,
}

impl Properties {
    /// The properties of a tree.
    pub fn of(tree: &Tree) -> Properties {
        Properties { title: tree.title().into(), source: tree.source().into(), root: tree.player(NodeId::ROOT) }
    }
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
    /// Only children of chance nodes have probabilities.
    #[error("only children of a chance node have probabilities; make the parent a chance node first")]
    NotChance,
    /// An only child has the probability 1.
    #[error("the probabilities of the children of a chance node add up to 1; add another child first")]
    NothingLeft,
    /// The node belongs to another version of the tree.
    #[error("this node is no longer in the tree")]
    Gone,
    /// The text to paste is not a tree.
    #[error("the clipboard does not contain a tree: {0}")]
    NotATree(ParseError),
    /// The tree cannot have more nodes.
    #[error("{0}")]
    Full(#[from] Full),
    /// The change was cancelled while it was being made.
    #[error("cancelled")]
    Cancelled,
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
    /// Changes a tree. In the tree of a game the nodes that change are no longer positions of the game, so their labels go.
    pub fn apply(&self, tree: &Tree) -> Result<Edited, EditError> {
        self.apply_with(tree, &Progress::new())
    }

    /// Changes a tree; `progress` counts the nodes that are written, and can cancel the change.
    pub fn apply_with(&self, tree: &Tree, progress: &Progress) -> Result<Edited, EditError> {
        if self.node().index() >= tree.len() {
            return Err(EditError::Gone);
        }
        let (mut steps, node) = self.steps(tree)?;
        if tree.game().is_some()
            && let Some(step) = self.unlabelling(tree)
        {
            steps.insert(0, step);
        }
        let patched = Patch::of(steps).apply(tree, progress)?;
        let node = match self {
            Edit::Delete(node) => remaining(tree, &patched.tree, *node),
            _ => node.unwrap_or_else(|| patched.moved.follow_up(tree, self.node())),
        };
        Ok(Edited { name: self.name(tree), patched, node })
    }

    /// The node to edit, and the other one that the edit names.
    fn nodes(&mut self) -> [Option<&mut NodeId>; 2] {
        match self {
            Edit::AddLevel(_) | Edit::Properties(_) => [None, None],
            Edit::Carry { node, parent, .. } => [Some(node), Some(parent)],
            Edit::Value(node, _)
            | Edit::Label(node, _)
            | Edit::MoveName(node, _)
            | Edit::Role(node, _)
            | Edit::Probability(node, _)
            | Edit::AddChild(node, _)
            | Edit::AddSibling(node)
            | Edit::Delete(node)
            | Edit::Paste(node, _)
            | Edit::Sort(node, _) => [Some(node), None],
        }
    }

    /// The node to edit; the root where the edit is about the whole tree.
    fn node(&self) -> NodeId {
        // The copy is small: it shares a tree that is pasted.
        self.clone().nodes()[0].as_deref().copied().unwrap_or(NodeId::ROOT)
    }

    /// The same edit in a tree that was changed; `None` where a node of it is gone.
    #[must_use]
    pub fn followed(mut self, moved: &Moved) -> Option<Edit> {
        let [node, other] = self.nodes();
        if let Some(node) = node {
            *node = moved.follow(*node)?;
        }
        if let Some(other) = other {
            *other = moved.follow(*other)?;
        }
        Some(self)
    }

    /// About how many nodes are read and written.
    pub fn work(&self, tree: &Tree) -> usize {
        tree.len()
            + match self {
                Edit::AddLevel(children) => tree.leaf_count().saturating_mul(*children),
                Edit::Paste(_, pasted) => pasted.len(),
                _ => 0,
            }
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
            Edit::Role(_, Some(Role::Player(player))) => format!("Let {} move at {name}", player.name()),
            Edit::Role(_, Some(Role::Chance)) => format!("Make {name} a chance node"),
            Edit::Role(_, None) => format!("Let the players take turns at {name}"),
            Edit::Probability(_, Some(probability)) => format!("Set the probability of {name} to {probability}"),
            Edit::Probability(..) => format!("Make {name} and its siblings equally likely"),
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
            Edit::Properties(Properties { title, .. }) if title != tree.title() => format!("Call the tree “{title}”"),
            Edit::Properties(_) => "Change the properties of the tree".into(),
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

/// The node that is selected when a node is gone: the next sibling, or else the one before, or the parent.
fn remaining(before: &Tree, after: &Tree, gone: NodeId) -> NodeId {
    let Some(parent) = before.parent(gone) else { return NodeId::ROOT };
    let index = before.child_index(gone).unwrap_or(0);
    let beside = || after.child(parent, index.checked_sub(1)?);
    after.child(parent, index).or_else(beside).unwrap_or(parent)
}
