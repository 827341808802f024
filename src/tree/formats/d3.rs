//! Objects with a name and a list of children in JSON, as d3 and many drawings of trees in a browser take them:
//! `{"name": "A", "children": [{"name": "B", "value": 3}]}`. They are read together with all other objects by [`lists`].

use std::io::Write;

use super::json::{told_probability, write_text};
use super::writing::{Part, is_in_turn, joined};
use super::{FormatEntry, Writer, keys, lists, looks};
use crate::output::Refusal;
use crate::tree::{NodeId, Tree};

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "objects",
    title: "nested objects",
    extensions: &["d3.json"],
    recognises: looks::like_objects,
    read: lists::json,
    writer: Some(Writer::of(Part::ALL, write)),
};

fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    joined(tree, out, ", ", &|node, out| begin(tree, node, out), &|_, out| write!(out, "]}}"))
}

/// Writes a leaf, or an inner node up to its children.
fn begin(tree: &Tree, node: NodeId, out: &mut dyn Write) -> std::io::Result<()> {
    let game = tree.game().unwrap_or_default();
    let file = [("title", tree.title()), ("source", tree.source()), ("game", game)];
    let texts = [("name", tree.label(node)), ("move", tree.move_name(node))];
    let is_root = node == NodeId::ROOT;
    let file = file.into_iter().filter(|(_, text)| is_root && !text.is_empty());
    let mut separator = "{";
    for (key, text) in file.chain(texts.into_iter().filter_map(|(key, text)| Some((key, text?)))) {
        write!(out, "{separator}\"{key}\": ")?;
        write_text(text, out)?;
        separator = ", ";
    }
    let is_in_turn = tree.parent(node).is_some() && is_in_turn(tree, node);
    let misleads = !tree.is_leaf(node) && tree.label(node).and_then(keys::mover_in).is_some();
    if is_root || !is_in_turn || misleads {
        write!(out, "{separator}\"player\": \"{}\"", tree.role(node).name())?;
        separator = ", ";
    }
    if let Some(probability) = told_probability(tree, node) {
        write!(out, "{separator}\"probability\": {probability}")?;
        separator = ", ";
    }
    match tree.value(node) {
        Some(value) => write!(out, "{separator}\"value\": {value}")?,
        None if tree.is_leaf(node) => write!(out, "{separator}\"value\": null")?,
        None => write!(out, "{separator}\"children\": [")?,
    }
    match (tree.is_leaf(node), tree.value(node)) {
        (true, _) => write!(out, "}}"),
        (false, Some(_)) => write!(out, ", \"children\": ["),
        (false, None) => Ok(()),
    }
}
