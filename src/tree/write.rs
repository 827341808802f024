//! Writes trees in the formats that [`file`](super::file) reads. Reading a written tree gives an equal tree.

use std::io::{self, Write};

use super::{NodeId, Player, Tree};
use crate::output::Refusal;

/// Down to this depth, the children of a node with inner nodes below it are on separate lines.
const BROKEN_LEVELS: u32 = 8;
/// A subtree with at most this many nodes stays on one line.
const NODES_ON_A_LINE: usize = 12;

/// Why a tree cannot be written in bracket notation.
#[derive(Debug, thiserror::Error)]
pub enum NotationError {
    /// The notation cannot express a part of the tree.
    #[error("the bracket notation cannot express {0}; save the tree as .json to keep them")]
    Loses(&'static str),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Refusal {
        match error {
            NotationError::Io(error) => Refusal::Io(error),
            loses @ NotationError::Loses(_) => Refusal::Says(format!("cannot be saved: {loses}")),
        }
    }
}

/// Writes a tree as JSON, with plain values and arrays wherever they are enough.
///
/// Takes constant memory. Writes in many small pieces, so `out` should be buffered.
pub fn to_json(tree: &Tree, mut out: impl Write) -> io::Result<()> {
    write_json(tree, &mut out)
}

fn write_json(tree: &Tree, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{{")?;
    let told = |text| Some(text).filter(|text: &&str| !text.is_empty());
    for &(key, text) in &[("title", told(tree.title())), ("source", told(tree.source())), ("game", tree.game())] {
        if let Some(text) = text {
            write!(out, "  \"{key}\": ")?;
            write_text(text, out)?;
            writeln!(out, ",")?;
        }
    }
    write!(out, "  \"root\": \"{}\",\n  \"tree\": ", player_id(tree.player(NodeId::ROOT)))?;
    for node in tree.nodes() {
        separate(tree, node, out)?;
        begin(tree, node, out)?;
        let mut last = node;
        while let Some(closed) = closed_after(tree, last, node) {
            if is_broken(tree, closed) {
                new_line(tree.depth(closed), out)?;
            }
            out.write_all(if is_bare(tree, closed) { b"]" } else { b"]}" })?;
            last = closed;
        }
    }
    writeln!(out, "\n}}")
}

/// Writes a text in quotation marks.
fn write_text(text: &str, out: &mut dyn Write) -> io::Result<()> {
    Ok(serde_json::to_writer(out, text)?)
}

/// Writes a tree in bracket notation, without its title, source and game.
pub fn to_notation(tree: &Tree, mut out: impl Write) -> Result<(), NotationError> {
    write_notation(tree, &mut out)
}

fn write_notation(tree: &Tree, out: &mut dyn Write) -> Result<(), NotationError> {
    if let Some(what) = lost_in_notation(tree) {
        return Err(NotationError::Loses(what));
    }
    for node in tree.nodes() {
        if !is_first_child(tree, node) {
            write!(out, " ")?;
        }
        match tree.value(node) {
            _ if !tree.is_leaf(node) => write!(out, "(")?,
            Some(value) => write!(out, "{value}")?,
            None => write!(out, "?")?,
        }
        let mut last = node;
        while let Some(closed) = closed_after(tree, last, node) {
            write!(out, ")")?;
            last = closed;
        }
    }
    writeln!(out)?;
    Ok(())
}

fn lost_in_notation(tree: &Tree) -> Option<&'static str> {
    if !tree.labels.is_empty() {
        return Some("labels");
    }
    if !tree.moves.is_empty() {
        return Some("the names of moves");
    }
    if tree.nodes().any(|node| !tree.is_leaf(node) && tree.value(node).is_some()) {
        return Some("static values of inner nodes");
    }
    let in_turn = |node| tree.parent(node).map_or(Player::Max, |parent| tree.player(parent).opponent());
    tree.nodes().any(|node| tree.player(node) != in_turn(node)).then_some("players other than MAX and MIN in turn")
}

/// What bracket notation leaves out of a tree.
pub(super) fn left_out_of_notation(tree: &Tree) -> Vec<&'static str> {
    let mut parts = Vec::new();
    if !tree.title().is_empty() {
        parts.push("the title");
    }
    if !tree.source().is_empty() {
        parts.push("the source");
    }
    if tree.game().is_some() {
        parts.push("the game");
    }
    parts
}

/// The parent of a node whose subtree ends with the leaf `last`, if the subtree of the parent ends there, too; `None` if `last` is not a leaf.
fn closed_after(tree: &Tree, node: NodeId, last: NodeId) -> Option<NodeId> {
    tree.parent(node).filter(|&parent| tree.subtree(parent).end == last.index() + 1)
}

fn is_first_child(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).is_none_or(|parent| parent.index() + 1 == node.index())
}

/// Whether a plain value or array is enough for the node.
fn is_bare(tree: &Tree, node: NodeId) -> bool {
    tree.label(node).is_none()
        && tree.move_name(node).is_none()
        && !tree.named_players.contains_key(&node.0)
        && (tree.is_leaf(node) || tree.value(node).is_none())
}

fn is_broken(tree: &Tree, node: NodeId) -> bool {
    let nodes = tree.subtree(node).len();
    let has_inner_nodes_below = nodes - 1 > tree.slots(node).len();
    tree.depth(node) < BROKEN_LEVELS && nodes > NODES_ON_A_LINE && has_inner_nodes_below
}

fn new_line(depth: u32, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\n{:width$}", "", width = 2 + 2 * depth as usize)
}

/// Writes the separator between a node and what comes before it.
fn separate(tree: &Tree, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
    let Some(parent) = tree.parent(node) else { return Ok(()) };
    let is_first = is_first_child(tree, node);
    if !is_first {
        write!(out, ",")?;
    }
    if is_broken(tree, parent) {
        new_line(tree.depth(node), out)
    } else if is_first {
        Ok(())
    } else {
        write!(out, " ")
    }
}

/// Writes a leaf, or an inner node up to its children.
fn begin(tree: &Tree, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
    let (is_bare, is_leaf, value) = (is_bare(tree, node), tree.is_leaf(node), tree.value(node));
    if !is_bare {
        write!(out, "{{")?;
        for &(key, text) in &[("label", tree.label(node)), ("move", tree.move_name(node))] {
            if let Some(text) = text {
                write!(out, "\"{key}\": ")?;
                write_text(text, out)?;
                write!(out, ", ")?;
            }
        }
        if tree.named_players.contains_key(&node.0) {
            write!(out, "\"player\": \"{}\", ", player_id(tree.player(node)))?;
        }
        if is_leaf || value.is_some() {
            write!(out, "\"value\": ")?;
        }
    }
    match value {
        Some(value) => write!(out, "{value}")?,
        None if is_leaf => write!(out, "null")?,
        None => {}
    }
    match (is_leaf, is_bare) {
        (true, true) => Ok(()),
        (true, false) => write!(out, "}}"),
        (false, true) => write!(out, "["),
        (false, false) if value.is_some() => write!(out, ", \"children\": ["),
        (false, false) => write!(out, "\"children\": ["),
    }
}

fn player_id(player: Player) -> &'static str {
    match player {
        Player::Max => "max",
        Player::Min => "min",
    }
}
