//! Actions on the open tree.

use std::sync::Arc;

use crate::tree::edit::{Edit, Gesture};
use crate::tree::{NodeId, Tree, Value};

/// A change of the open tree that the user asked for, or a step in its history.
#[derive(Clone, Debug, PartialEq)]
pub enum EditAction {
    /// Change the open tree.
    Change(Edit),
    /// Try a value at a leaf while it is dragged; one gesture is one step in the history.
    WhatIf(NodeId, Value, Gesture),
    /// Take back what a gesture has changed.
    GiveUp(Gesture),
    /// Undo the last change.
    Undo,
    /// Redo the change that was undone.
    Redo,
    /// Go to the state after a number of steps of the history.
    GoToStep(usize),
    /// Move a node one position forward or back among its siblings.
    MoveAmongSiblings(NodeId, Direction),
    /// Focus the field with the value of the selected node, and select its text.
    EditValue,
    /// Copy a node and its subtree to the clipboard as text.
    CopySubtree(NodeId),
    /// Request the text on the clipboard, to paste it.
    RequestPaste,
    /// Paste a text at the node that is selected; without one, say why that is not possible.
    PasteText(Option<NodeId>, Arc<String>),
    /// Ask for the title, the source and the players of the tree.
    AskForProperties,
    /// Cancel the change that is being made.
    CancelChange,
}

/// Where a node moves among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Before the sibling that precedes it.
    Left,
    /// After the sibling that follows it.
    Right,
}

/// Why a node cannot be moved among its siblings, if so.
pub(crate) fn why_in_place(tree: &Tree, node: NodeId, direction: Direction) -> Option<&'static str> {
    let Some(parent) = tree.parent(node) else { return Some("the root has no siblings") };
    match direction {
        Direction::Left => (node.index() == parent.index() + 1).then_some("it is the first child"),
        Direction::Right => (tree.subtree(node).end == tree.subtree(parent).end).then_some("it is the last child"),
    }
}
