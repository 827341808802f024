//! JSON and its relatives: a node is a number, `null` for an unknown leaf, a fraction in a text such as `"8/5"`, an array of nodes, or an
//! object with `value`, `label`, `move`, `player` and `children`. A file is a node, or an object with `title`, `source`, `game` (the id of
//! the game whose positions the labels are), `root` (`max` or `min`) and `tree`. [`lists`] also reads other names and notations.

use std::io::{self, Write};

use super::writing::{Part, closed_after, is_first_child};
use super::{FormatEntry, Writer, lists, looks};
use crate::output::Refusal;
use crate::tree::{NodeId, Player, Tree};

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "json",
    title: "JSON",
    extensions: &["json", "json5", "jsonc", "js"],
    recognises: looks::like_json,
    read: lists::json,
    writer: Some(Writer::of(Part::ALL, |tree, out| to_json(tree, out).map_err(Refusal::Io))),
};

/// Down to this depth, the children of a node with inner nodes below it are on separate lines.
const BROKEN_LEVELS: u32 = 8;
/// A subtree with at most this many nodes stays on one line.
const NODES_ON_A_LINE: usize = 12;

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
pub(super) fn write_text(text: &str, out: &mut dyn Write) -> io::Result<()> {
    Ok(serde_json::to_writer(out, text)?)
}

/// Whether a plain value or array is enough for the node.
fn is_bare(tree: &Tree, node: NodeId) -> bool {
    tree.label(node).is_none()
        && tree.move_name(node).is_none()
        && tree.given_role(node).is_none()
        && !tells_probability(tree, node)
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
        if let Some(role) = tree.given_role(node) {
            write!(out, "\"player\": \"{}\", ", role.id())?;
        }
        if let Some(probability) = told_probability(tree, node) {
            write!(out, "\"probability\": {probability}, ")?;
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

/// Whether the node has a probability that does not go without saying, as equal ones do.
fn tells_probability(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).is_some_and(|parent| tree.is_chance(parent) && !tree.has_equal_outcomes(parent))
}

/// The probability of a node in JSON, a number or a fraction in quotation marks, unless it goes without saying.
pub(super) fn told_probability(tree: &Tree, node: NodeId) -> Option<String> {
    let probability = tree.probability(node).filter(|_| tells_probability(tree, node))?;
    Some(if probability.parts().1 == 1.0 { probability.to_string() } else { format!("\"{probability}\"") })
}

pub(super) fn player_id(player: Player) -> &'static str {
    match player {
        Player::Max => "max",
        Player::Min => "min",
    }
}
