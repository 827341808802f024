//! Values of constructors, as Haskell, SML, OCaml and Scala write them: `Node [Leaf 3, Leaf 12]`, `Node("a", [Esti("x", ~3)])`,
//! `Node {rootLabel = 3, subForest = []}`. [`lists`] reads them. What is written is a value of the type
//! `data Tree = Leaf Double | Node [Tree]`; with labels each node has a `String` before that, and with leaves of unknown value a leaf has
//! a `Maybe Double`.

use std::io::{self, Write};

use super::json::write_text;
use super::writing::{Part, joined};
use super::{FormatEntry, Writer, lists, looks, python};
use crate::output::Refusal;
use crate::tree::{NodeId, Tree};

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "haskell",
    title: "constructors, as in Haskell",
    extensions: &["hs", "sml", "ml", "scala"],
    recognises: looks::like_terms,
    read: lists::terms,
    writer: Some(Writer {
        unfit: python::unfit,
        ..Writer::of(&[Part::Labels, Part::LeafLabels, Part::UnknownLeaves], write)
    }),
};

/// What the type of all nodes has room for.
#[derive(Clone, Copy)]
struct Type {
    labels: bool,
    maybe: bool,
}

fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    let of = Type {
        labels: tree.nodes().any(|node| tree.label(node).is_some()),
        maybe: tree.nodes().any(|node| tree.is_leaf(node) && tree.value(node).is_none()),
    };
    joined(tree, out, ", ", &|node, out| begin(tree, node, of, out), &|_, out| write!(out, "]"))
}

fn begin(tree: &Tree, node: NodeId, of: Type, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}", if tree.is_leaf(node) { "Leaf" } else { "Node" })?;
    if of.labels {
        write!(out, " ")?;
        write_text(tree.label(node).unwrap_or_default(), out)?;
    }
    if !tree.is_leaf(node) {
        return write!(out, " [");
    }
    match tree.value(node) {
        Some(value) if of.maybe => write!(out, " (Just {}{value}{})", bracket(value, "("), bracket(value, ")")),
        Some(value) => write!(out, " {}{value}{}", bracket(value, "("), bracket(value, ")")),
        None => write!(out, " Nothing"),
    }
}

/// A negative number needs brackets.
fn bracket(value: crate::tree::Value, bracket: &'static str) -> &'static str {
    if value.get() < 0.0 { bracket } else { "" }
}
