//! Subtrees as texts, for the clipboard.

use std::sync::Arc;

use super::{Edit, EditError, part};
use crate::output::Refusal;
use crate::progress::Progress;
use crate::tree::file::{Format, ParseError, parse, to_json};
use crate::tree::{Builder, Full, NodeId, Tree};

/// The text of a node and all below it, in brackets where they say everything, or else as JSON.
pub fn to_text(tree: &Tree, node: NodeId) -> Result<String, EditError> {
    let subtree = subtree(tree, node)?;
    let mut text = Vec::new();
    // Nothing goes wrong in memory.
    let _ = if Format::BRACKETS.loses(&subtree).is_empty() {
        Format::BRACKETS.write(&subtree, &mut text)
    } else {
        to_json(&subtree, &mut text).map_err(Refusal::Io)
    };
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The edit that pastes a text at a node. `progress` counts the bytes that are read, and can cancel it.
pub fn paste_text(node: NodeId, text: &str, progress: &Progress) -> Result<Edit, EditError> {
    progress.set_total(text.len() as u64);
    let tree = parse(None, text.as_bytes(), progress).map_err(|error| match error {
        ParseError::Cancelled => EditError::Cancelled,
        error => EditError::NotATree(error),
    })?;
    Ok(Edit::Paste(node, Arc::new(tree)))
}

/// A node and all below it, as a tree that MAX begins unless the node names a player.
fn subtree(tree: &Tree, node: NodeId) -> Result<Tree, Full> {
    let mut builder = Builder::new();
    for below in tree.subtree(node).map(NodeId::at) {
        while builder.open_count() > (tree.depth(below) - tree.depth(node)) as usize {
            builder.close();
        }
        let placed = builder.open()?;
        part::describe(tree, below, &mut builder, placed);
    }
    builder.build_settled().map_err(|_| Full::TooManyNodes)
}
