//! Newick, the notation of biology: `((3,12,8)B,(2,4,6)C)A;`. Children stand in brackets before the name of their node. A leaf's name that
//! is a number is its value; a leaf of another name has its value behind a colon, where biology has the length of a branch. Other lengths are moves below a chance node.
//!
//! After J. Felsenstein's description of the format (1986), with comments in square brackets.

use std::io::{self, Write};

use super::text::Text;
use super::writing::{Part, Step, is_first_child, steps};
use super::{FormatEntry, Found, Writer, keys, looks};
use crate::format::quoted;
use crate::output::Refusal;
use crate::tree::file_error::ParseError;
use crate::tree::{Builder, NodeId, Role, Tree, Value};

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "newick",
    title: "Newick",
    extensions: &["nwk", "newick", "tre"],
    recognises,
    read,
    writer: Some(Writer { refuses, ..Writer::of(&[Part::Labels, Part::LeafLabels, Part::UnknownLeaves], write) }),
};

/// Brackets with a name or a semicolon behind them, or a single name with a semicolon.
fn recognises(text: &str) -> bool {
    let mut text = text.trim();
    while let Some((_, rest)) = text
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .filter(|(_, rest)| rest.trim_start().starts_with('('))
    {
        text = rest.trim_start();
    }
    let is_name = |name: &str| !name.is_empty() && !name.contains([';', '\n', '=', '{', '[', '(']);
    if !text.starts_with('(') {
        return text.strip_suffix(';').is_some_and(is_name);
    }
    text.ends_with(';') && !text.contains("; ") && !text.contains(";;")
        || looks::closes_before_a_name(looks::head(text))
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let reader =
        Reader { text, str: text.as_str(), at: 0, builder: Builder::new(), lengths: false, branches: Vec::new() };
    reader.tree()
}

struct Reader<'a, 't> {
    text: &'a Text<'t>,
    str: &'t str,
    at: usize,
    builder: Builder,
    /// Whether lengths of branches were passed over.
    lengths: bool,
    /// The lengths of the branches to nodes whose parents have not ended, with the depths of the nodes.
    branches: Vec<(usize, NodeId, Value)>,
}

impl Reader<'_, '_> {
    fn tree(mut self) -> Result<Found, ParseError> {
        let mut steps = self.text.steps();
        let mut is_child_expected = true;
        loop {
            steps.step(self.at)?;
            match self.peek()? {
                Some('(') if is_child_expected => {
                    self.at += 1;
                    self.open()?;
                }
                Some(',') if self.builder.open_count() > 0 => {
                    if is_child_expected {
                        self.leaf()?;
                    }
                    self.at += 1;
                    is_child_expected = true;
                }
                Some(')') if self.builder.open_count() > 0 => {
                    if is_child_expected {
                        self.leaf()?;
                    }
                    self.at += 1;
                    self.end()?;
                    is_child_expected = false;
                }
                Some(')') => return Err(self.wrong("this ) closes no bracket; remove it or add a ( before")),
                None | Some(';') if self.builder.open_count() > 0 => {
                    return Err(self.wrong(match self.builder.open_count() {
                        1 => "the tree ends inside a bracket; add a )".into(),
                        open => format!("the tree ends inside {open} brackets; add a ) for each"),
                    }));
                }
                None if !self.builder.is_empty() => break,
                Some(';') if !self.builder.is_empty() => {
                    self.at += 1;
                    break;
                }
                _ if is_child_expected && (self.builder.open_count() > 0 || self.builder.is_empty()) => {
                    self.leaf()?;
                    is_child_expected = false;
                }
                _ => return Err(self.wrong("a comma or a bracket is missing before this")),
            }
        }
        if self.peek()?.is_some() {
            return Err(self.wrong("the tree ends before this; remove what follows the semicolon"));
        }
        let tree = self.text.built(self.builder, self.str.len())?;
        let notes = if self.lengths || !self.branches.is_empty() {
            vec!["lengths of branches are left out".into()]
        } else {
            Vec::new()
        };
        Ok(Found { tree, notes })
    }

    fn wrong(&self, message: impl Into<String>) -> ParseError {
        self.text.wrong(self.at, message)
    }

    /// The next character that is neither blank nor in a comment.
    fn peek(&mut self) -> Result<Option<char>, ParseError> {
        loop {
            let rest = &self.str[self.at..];
            match rest.chars().next() {
                Some(blank) if blank.is_whitespace() => self.at += blank.len_utf8(),
                Some('[') => {
                    let end = rest.find(']').ok_or_else(|| self.wrong("this comment has no end; add a ]"))?;
                    self.at += end + 1;
                }
                next => return Ok(next),
            }
        }
    }

    fn open(&mut self) -> Result<NodeId, ParseError> {
        self.builder.open().map_err(|full| self.text.full(self.at, full))
    }

    /// Reads the name and the value of a leaf; both may be missing.
    fn leaf(&mut self) -> Result<(), ParseError> {
        let node = self.open()?;
        let start = self.at;
        let name = self.name()?;
        let value = name.as_ref().filter(|name| !name.is_quoted).and_then(|name| name.text.parse::<Value>().ok());
        let length = self.length()?;
        match (value, name) {
            (Some(value), _) => {
                self.builder.set_value(node, Some(value));
                self.branch(node, length)?;
            }
            (None, name) => {
                self.builder.set_value(node, length);
                if let Some(name) = name.filter(|name| name.is_quoted || name.text != "?") {
                    if !name.is_quoted && keys::is_not_finite(&name.text) {
                        let message = format!(
                            "{} is not a finite number; leave the name out for an unknown leaf",
                            quoted(&name.text)
                        );
                        return Err(self.text.wrong(start, message));
                    }
                    self.builder.set_label(node, name.text);
                }
            }
        }
        self.builder.close();
        Ok(())
    }

    /// Reads the name behind a bracket, and ends its node.
    fn end(&mut self) -> Result<(), ParseError> {
        let name = self.name()?.unwrap_or_default();
        let length = self.length()?;
        if let Some(node) = self.builder.innermost() {
            let (mover, label) = name.mover_and_label();
            self.end_branches(mover == Some(Role::Chance));
            self.branch(node, length)?;
            if let Some(mover) = mover {
                self.builder.set_role(node, mover);
            }
            self.builder.set_label(node, label);
        }
        self.builder.close();
        Ok(())
    }

    /// Keeps the length of the branch to the innermost node.
    fn branch(&mut self, node: NodeId, length: Option<Value>) -> Result<(), ParseError> {
        let Some(length) = length else { return Ok(()) };
        self.text.push(&mut self.branches, (self.builder.open_count(), node, length), self.at)
    }

    /// Takes the lengths of the branches below the innermost node, which are the moves of chance.
    fn end_branches(&mut self, is_chance: bool) {
        let depth = self.builder.open_count();
        while let Some((_, child, length)) = self.branches.pop_if(|(below, ..)| *below > depth) {
            if is_chance {
                self.builder.set_move(child, length.to_string());
            }
            self.lengths |= !is_chance;
        }
    }

    fn name(&mut self) -> Result<Option<Name>, ParseError> {
        if self.peek()? == Some('\'') {
            return self.quoted_name().map(Some);
        }
        let rest = &self.str[self.at..];
        let end = rest.find(|c: char| c.is_whitespace() || "(),:;[]'".contains(c)).unwrap_or(rest.len());
        self.at += end;
        Ok((end > 0).then(|| Name { text: rest[..end].to_string(), is_quoted: false }))
    }

    /// A name in quotation marks, of which two are one.
    fn quoted_name(&mut self) -> Result<Name, ParseError> {
        let start = self.at;
        let mut text = String::new();
        self.at += 1;
        loop {
            let rest = &self.str[self.at..];
            let end =
                rest.find('\'').ok_or_else(|| self.text.wrong(start, "this name has no end; add a quotation mark"))?;
            text.push_str(&rest[..end]);
            self.at += end + 1;
            if !self.str[self.at..].starts_with('\'') {
                return Ok(Name { text, is_quoted: true });
            }
            text.push('\'');
            self.at += 1;
        }
    }

    /// The number behind a colon.
    fn length(&mut self) -> Result<Option<Value>, ParseError> {
        if self.peek()? != Some(':') {
            return Ok(None);
        }
        self.at += 1;
        self.peek()?;
        let start = self.at;
        let name = self.name()?.map(|name| name.text).unwrap_or_default();
        let wrong = |error| self.text.wrong(start, format!("{} {error}", quoted(&name)));
        name.parse().map(Some).map_err(wrong)
    }
}

#[derive(Default)]
struct Name {
    text: String,
    is_quoted: bool,
}

impl Name {
    /// Who moves at an inner node of this name, and what else the name says. Quotation marks keep a name as it is.
    fn mover_and_label(&self) -> (Option<Role>, &str) {
        if self.is_quoted || self.text.parse::<Value>().is_ok() {
            return (None, &self.text);
        }
        let in_name = || keys::mover_in(&self.text).map_or((None, &*self.text), |(mover, rest)| (Some(mover), rest));
        keys::mover(&self.text).map_or_else(in_name, |mover| (Some(mover), ""))
    }
}

/// A tree of one leaf of which nothing is known would be an empty text.
fn refuses(tree: &Tree) -> Option<String> {
    let is_nothing = tree.len() == 1 && tree.value(NodeId::ROOT).is_none() && tree.label(NodeId::ROOT).is_none();
    is_nothing.then(|| "Newick has no name for a single unknown leaf".into())
}

fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    steps(tree, &mut |step| match step {
        Step::Begin(node) => {
            if !is_first_child(tree, node) {
                write!(out, ",")?;
            }
            if tree.is_leaf(node) { write_leaf(tree, node, out) } else { write!(out, "(") }
        }
        Step::End(node) => {
            write!(out, ")")?;
            write_name(tree.label(node).unwrap_or_default(), out)
        }
    })?;
    writeln!(out, ";").map_err(Refusal::Io)
}

fn write_leaf(tree: &Tree, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
    let label = tree.label(node).unwrap_or_default();
    write_name(label, out)?;
    match tree.value(node) {
        Some(value) if label.is_empty() => write!(out, "{value}"),
        Some(value) => write!(out, ":{value}"),
        None => Ok(()),
    }
}

/// Writes a name, in quotation marks unless it is a plain word.
fn write_name(name: &str, out: &mut dyn Write) -> io::Result<()> {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.parse::<Value>().is_err()
        && keys::mover(name).is_none()
        && keys::mover_in(name).is_none()
        && !keys::is_not_finite(name);
    if is_plain { write!(out, "{name}") } else { write!(out, "'{}'", name.replace('\'', "''")) }
}
