//! Lists of Lisp, Scheme and Clojure, `(max (min 3 12 8) (min 2 4 6))`, and bracket notation, `((3 12 8) (2 4 6))`. [`lists`] reads them.

use std::io::{self, Write};

use super::writing::{Part, Step, is_first_child, refused_players, steps};
use super::{FormatEntry, Writer, lists, looks};
use crate::output::Refusal;
use crate::tree::{NodeId, Tree};

pub(super) static BRACKETS: FormatEntry = FormatEntry {
    id: "brackets",
    title: "bracket notation",
    extensions: &["tree"],
    recognises: looks::like_brackets,
    read: lists::lisp,
    writer: Some(Writer::of(&[Part::UnknownLeaves], to_brackets)),
};

pub(super) static LISP: FormatEntry = FormatEntry {
    id: "lisp",
    title: "lists of Lisp",
    extensions: &["lisp", "scm", "rkt", "el", "clj", "edn", "sexp"],
    recognises: looks::like_lisp,
    read: lists::lisp,
    writer: Some(Writer {
        room: &[Part::UnknownLeaves, Part::MinRoot, Part::Players, Part::Chance],
        unfit: |_| Vec::new(),
        refuses: |tree| refused_players(tree).map(|_| "lists of Lisp have no players of leaves".into()),
        write: to_lisp,
    }),
};

/// Writes a tree in bracket notation, without its title, source, game and names.
fn to_brackets(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    write(tree, out, false)
}

fn to_lisp(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    write(tree, out, true)
}

fn write(tree: &Tree, out: &mut dyn Write, has_players: bool) -> Result<(), Refusal> {
    steps(tree, &mut |step| match step {
        Step::Begin(node) => {
            if !is_first_child(tree, node) || has_players && node != NodeId::ROOT {
                write!(out, " ")?;
            }
            begin(tree, node, out, has_players)
        }
        Step::End(_) => write!(out, ")"),
    })?;
    writeln!(out).map_err(Refusal::Io)
}

fn begin(tree: &Tree, node: NodeId, out: &mut dyn Write, has_players: bool) -> io::Result<()> {
    match tree.value(node) {
        _ if !tree.is_leaf(node) && has_players => write!(out, "({}", tree.role(node).id()),
        _ if !tree.is_leaf(node) => write!(out, "("),
        Some(value) => write!(out, "{value}"),
        None => write!(out, "?"),
    }
}
