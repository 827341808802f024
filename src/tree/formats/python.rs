//! Nested lists and tuples of Python: `[[3, 12, 8], [2, 4, 6]]`, and with names `('A', [('B', 5), ('C', 10)])`. [`lists`] reads them;
//! pairs of a value and a list of children are a reading of their own.

use std::io::{self, Write};

use super::writing::{Part, joined, unfit_names};
use super::{FormatEntry, Writer, keys, lists, looks, values};
use crate::output::Refusal;
use crate::tree::{NodeId, Tree, Value};

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "python",
    title: "nested Python lists",
    extensions: &["py"],
    recognises: looks::like_python,
    read: lists::python,
    writer: Some(Writer { unfit, ..Writer::of(&[Part::Labels, Part::LeafLabels, Part::UnknownLeaves], write) }),
};

/// Pairs of a value and the list of children, `(3, [(1, []), (2, [])])`.
pub(super) static PAIRS: FormatEntry = FormatEntry {
    id: "pairs",
    title: "pairs of a value and a list of children",
    extensions: &[],
    recognises: looks::like_pairs,
    read: lists::pairs,
    writer: None,
};

/// Labels that would be read as values or players.
pub(super) fn unfit(tree: &Tree) -> Vec<Part> {
    unfit_names(tree, &is_name, &|_| true)
}

/// Whether a text is read as a name and not as a value or a player.
pub(super) fn is_name(text: &str) -> bool {
    let word = text.trim_start_matches(['-', '+', '~', '−', '.']);
    let is_odd = text == "?"
        || text.starts_with(':')
        || word.starts_with(|c: char| c.is_ascii_digit()) && text.contains(['_', '~']);
    let is_not_finite = matches!(word.to_lowercase().as_str(), "nan" | "inf" | "infinity" | "∞");
    !values::is_number(text)
        && !is_odd
        && !is_not_finite
        && !values::is_printed_number(text)
        && keys::mover(text).is_none()
        && text.parse::<Value>().is_err()
}

fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    let end = |node, out: &mut dyn Write| write!(out, "{}", if tree.label(node).is_some() { "])" } else { "]" });
    joined(tree, out, ", ", &|node, out| begin(tree, node, out), &end)
}

fn begin(tree: &Tree, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
    if let Some(label) = tree.label(node) {
        write!(out, "(")?;
        write_string(label, out)?;
        write!(out, ", ")?;
    }
    if !tree.is_leaf(node) {
        return write!(out, "[");
    }
    match tree.value(node) {
        Some(value) => write!(out, "{value}")?,
        None => write!(out, "None")?,
    }
    if tree.label(node).is_some() { write!(out, ")") } else { Ok(()) }
}

/// Writes a text in quotation marks, as Python reads it.
fn write_string(text: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "'")?;
    for character in text.chars() {
        match character {
            '\'' | '\\' => write!(out, "\\{character}")?,
            _ if character.is_control() => write!(out, "\\u{:04x}", character as u32)?,
            _ => write!(out, "{character}")?,
        }
    }
    write!(out, "'")
}
