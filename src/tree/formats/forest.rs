//! Trees of LaTeX: the package forest, `\begin{forest} [A [B [3][12]] [C [2][4]]] \end{forest}`, qtree or tikz-qtree,
//! `\Tree [.A [.B 3 12 ] [.C 2 4 ] ]`, and the [children of TikZ](super::tikz). Options are skipped, but for the labels of edges, which are moves. Of the lines of a node's text
//! the last one that is a number is the value.

use std::io::{self, Write};

use super::text::{Steps, Text};
use super::writing::{Part, Step, steps, unfit_names};
use super::{FormatEntry, Found, Writer, keys, python, tikz};
use crate::format::quoted;
use crate::output::Refusal;
use crate::tree::file_error::ParseError;
use crate::tree::{Builder, NodeId, Tree, Value};

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "forest",
    title: "a tree of LaTeX",
    extensions: &["forest", "tex"],
    recognises: |text| begin(text).is_some(),
    read,
    writer: Some(Writer {
        room: &[Part::Labels, Part::LeafLabels, Part::Moves, Part::StaticValues, Part::UnknownLeaves],
        unfit,
        refuses: |_| None,
        write,
    }),
};

/// The packages.
#[derive(Clone, Copy, PartialEq)]
enum Package {
    Forest,
    Qtree,
    Tikz,
}

/// Where a tree begins, behind the command of its package.
fn begin(text: &str) -> Option<(usize, Package)> {
    let commands = [("\\begin{forest}", Package::Forest), ("\\Forest", Package::Forest), ("\\Tree", Package::Qtree)];
    let places = commands.iter().filter_map(|(command, package)| Some((text.find(command)? + command.len(), *package)));
    places.min_by_key(|(at, _)| *at).or_else(|| Some((tikz::begin(text)?, Package::Tikz)))
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let str = text.as_str();
    let (at, package) = begin(str).unwrap_or((0, Package::Forest));
    let reader = Reader { text, str, at, package, builder: Builder::new(), steps: text.steps() };
    if package == Package::Tikz { reader.tikz() } else { reader.tree() }
}

pub(super) struct Reader<'a, 't> {
    pub(super) text: &'a Text<'t>,
    pub(super) str: &'t str,
    pub(super) at: usize,
    package: Package,
    pub(super) builder: Builder,
    pub(super) steps: Steps<'t>,
}

impl<'t> Reader<'_, 't> {
    fn tree(mut self) -> Result<Found, ParseError> {
        // What forest is told before the tree.
        let (_, end) = self.until(self.at, &['['])?;
        if !self.str[end..].starts_with('[') {
            return Err(self.text.wrong(end, "there is no tree here; write one such as [A [B [3][12]] [C [2][4]]]"));
        }
        self.at = end;
        loop {
            self.steps.step(self.at)?;
            self.skip_blanks();
            let rest = &self.str[self.at..];
            let Some(first) = rest.chars().next() else {
                let missing = "]".repeat(self.builder.open_count().min(10));
                return Err(self.text.wrong(self.at, format!("the text ends inside the tree; add {missing}")));
            };
            match first {
                '[' => self.node()?,
                ']' => {
                    self.at += 1;
                    self.end()?;
                }
                _ if self.package == Package::Qtree => self.word(rest)?,
                _ => return Err(self.text.wrong(self.at, "a bracket is missing before this; write a child as [3]")),
            }
            if self.builder.open_count() == 0 {
                self.skip_blanks();
                if self.str[self.at..].starts_with(['[', ']']) {
                    return Err(self.text.wrong(self.at, "the tree ends before this; remove what follows it"));
                }
                return self.text.built(self.builder, self.at).map(Found::from);
            }
        }
    }

    /// Skips blanks, comments and commas.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            let rest = self.str[self.at..].trim_start();
            self.at = self.str.len() - rest.len();
            if !rest.starts_with('%') {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// The text from a place up to one of these characters outside curly brackets and comments, and where that is.
    fn until(&self, from: usize, ends: &[char]) -> Result<(String, usize), ParseError> {
        let mut text = String::new();
        let mut depth = 0;
        let mut is_comment = false;
        let mut is_escaped = false;
        for (at, character) in self.str[from..].char_indices() {
            if is_comment {
                is_comment = character != '\n';
                continue;
            }
            match character {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '%' => {
                    is_comment = true;
                    continue;
                }
                '{' => depth += 1,
                '}' if depth == 0 => {
                    return Err(self.text.wrong(from + at, "this } closes no bracket; remove it or add a { before"));
                }
                '}' => depth -= 1,
                _ if depth == 0 && ends.contains(&character) => return Ok((text, from + at)),
                _ => {}
            }
            text.push(character);
        }
        if depth > 0 {
            return Err(self.text.wrong(self.str.len(), "the text ends inside a curly bracket; add a }"));
        }
        Ok((text, self.str.len()))
    }

    pub(super) fn open(&mut self) -> Result<NodeId, ParseError> {
        self.builder.open().map_err(|full| self.text.full(self.at, full))
    }

    /// Reads a node up to its children.
    fn node(&mut self) -> Result<(), ParseError> {
        let node = self.open()?;
        self.at += 1;
        if self.package == Package::Qtree {
            return self.qtree_label(node);
        }
        let start = self.at;
        let (text, mut end) = self.until(self.at, &['[', ']', ','])?;
        if self.str[end..].starts_with(',') {
            let (options, after) = self.until(end + 1, &['[', ']'])?;
            end = after;
            if let Some(name) = edge_label(&options) {
                self.builder.set_move(node, name);
            }
        }
        self.at = end;
        self.describe(node, &text, start)
    }

    /// Reads the label of a node of qtree, which begins with a point.
    fn qtree_label(&mut self, node: NodeId) -> Result<(), ParseError> {
        if !self.str[self.at..].starts_with('.') {
            return Ok(());
        }
        self.qtree_text(node, self.at + 1)
    }

    /// Reads the text of a node of qtree: a word, or a command that a semicolon ends.
    fn qtree_text(&mut self, node: NodeId, start: usize) -> Result<(), ParseError> {
        let (text, end) = self.until(start, &['[', ']', ' ', '\n', '\t', '\r'])?;
        let (text, end) = if text.starts_with("\\node") { self.until(start, &[';'])? } else { (text, end) };
        self.at = end + usize::from(self.str[end..].starts_with(';'));
        self.describe(node, &text, start)
    }

    /// Reads a leaf of qtree.
    fn word(&mut self, rest: &'t str) -> Result<(), ParseError> {
        let start = self.at;
        if rest.starts_with("\\edge") || rest.starts_with('!') {
            // How an edge is drawn.
            let (_, end) = self.until(start, &[';', '\n'])?;
            self.at = (end + 1).min(self.str.len());
            return Ok(());
        }
        let node = self.open()?;
        self.qtree_text(node, start)?;
        self.builder.close();
        Ok(())
    }

    fn end(&mut self) -> Result<(), ParseError> {
        // A label of qtree may stand behind the bracket, too.
        if self.package == Package::Qtree && self.str[self.at..].starts_with('.') {
            let (text, end) = self.until(self.at + 1, &['[', ']', ' ', '\n', '\t', '\r'])?;
            let start = self.at + 1;
            self.at = end;
            if let Some(node) = self.builder.innermost() {
                self.describe(node, &text, start)?;
            }
        }
        self.builder.close();
        Ok(())
    }

    /// Sets what the text of a node says.
    pub(super) fn describe(&mut self, node: NodeId, text: &str, at: usize) -> Result<(), ParseError> {
        let text = text.strip_prefix("\\node").map_or(text, |node| node.split_once('{').map_or(node, |(_, text)| text));
        let mut words: Vec<String> = Vec::new();
        for line in text.split("\\\\") {
            let line = plain(line);
            match (line.parse::<Value>(), keys::mover(&line)) {
                (Ok(value), _) => self.builder.set_value(node, Some(value)),
                (Err(crate::tree::ValueError::NotANumber), None) if keys::is_not_finite(&line) => {
                    return Err(self
                        .text
                        .wrong(at, format!("{} is not a finite number; leave an unknown leaf empty", quoted(&line))));
                }
                (Err(crate::tree::ValueError::NotANumber), None) => words.push(line),
                (Err(error), None) => return Err(self.text.wrong(at, format!("{} {error}", quoted(&line)))),
                (Err(_), Some(mover)) => self.builder.set_role(node, mover),
            }
        }
        words.retain(|word| !word.is_empty() && word != "?");
        self.builder.set_label(node, words.join(" "));
        Ok(())
    }
}

/// The move in the options of a node: the text of `edge label={node[midway, left]{a}}`.
fn edge_label(options: &str) -> Option<String> {
    let (_, label) = options.split_once("edge label")?;
    let label = label.trim_start().strip_prefix('=')?;
    let (begin, mut depth) = (label.find('{')?, 0);
    let mut end = begin;
    for (at, character) in label.char_indices().skip_while(|(at, _)| *at < begin) {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            end = at;
            break;
        }
    }
    let inside = label[begin..end].trim_end().strip_suffix('}').unwrap_or(&label[begin..end]);
    // The last text in curly brackets is what is written.
    let mut depth = 0;
    for (at, character) in inside.char_indices().rev() {
        match character {
            '}' => depth += 1,
            '{' if depth == 0 => return Some(plain(&inside[at + 1..])),
            '{' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A text without the marks of TeX.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        match first {
            '{' | '}' | '$' => {}
            '~' => plain.push(' '),
            '\\' => rest = command(rest, &mut plain),
            _ if first.is_whitespace() => {
                if !plain.ends_with(' ') {
                    plain.push(' ');
                }
            }
            _ => plain.push(first),
        }
    }
    plain.trim().to_string()
}

/// What TeX writes with commands.
const COMMANDS: [(&str, &str); 10] = [
    ("textbraceleft", "{"),
    ("textbraceright", "}"),
    ("textbackslash", "\\"),
    ("textasciitilde", "~"),
    ("textasciicircum", "^"),
    ("infty", "∞"),
    ("alpha", "α"),
    ("beta", "β"),
    ("min", "min"),
    ("max", "max"),
];

/// Reads a command of TeX behind its backslash, and returns what follows it.
fn command<'t>(rest: &'t str, plain: &mut String) -> &'t str {
    let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    if length == 0 {
        // A character such as `\%`; a space, as in `\,`.
        let Some(first) = rest.chars().next() else { return rest };
        plain.push(if matches!(first, ',' | ';' | '!' | ' ') { ' ' } else { first });
        return &rest[first.len_utf8()..];
    }
    let (name, rest) = rest.split_at(length);
    if let Some((_, written)) = COMMANDS.iter().find(|(known, _)| *known == name) {
        plain.push_str(written);
    }
    rest.strip_prefix("{}").unwrap_or(rest.trim_start_matches(' '))
}

/// Names that TeX cannot print in one line, or that would be read as values or players.
fn unfit(tree: &Tree) -> Vec<Part> {
    let is_printable = |name: &str| {
        let is_odd = |c: char| c.is_control() || c.is_whitespace() && c != ' ';
        name == name.trim() && !name.contains("  ") && !name.contains(is_odd)
    };
    unfit_names(tree, &|label| is_printable(label) && python::is_name(label), &is_printable)
}

fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    let io = Refusal::Io;
    writeln!(out, "\\begin{{forest}}\n  for tree={{align=center}}").map_err(io)?;
    steps(tree, &mut |step| match step {
        Step::Begin(node) => {
            if tree.parent(node).is_none_or(|_| !tree.is_leaf(node)) {
                write!(out, "\n{:1$}", "", 2 + 2 * tree.depth(node).min(20) as usize)?;
            }
            begin_node(tree, node, out)
        }
        Step::End(_) => write!(out, "]"),
    })?;
    writeln!(out, "\n\\end{{forest}}").map_err(io)
}

fn begin_node(tree: &Tree, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "[")?;
    if let Some(label) = tree.label(node) {
        write!(out, "{{{}}}", escaped(label))?;
    }
    if let Some(value) = tree.value(node) {
        let between = if tree.label(node).is_some() { "\\\\" } else { "" };
        write!(out, "{between}{value}")?;
    }
    if let Some(name) = tree.move_name(node) {
        write!(out, ", edge label={{node[midway, font=\\scriptsize]{{{}}}}}", escaped(name))?;
    }
    if tree.is_leaf(node) { write!(out, "]") } else { Ok(()) }
}

/// A text in which no character has a meaning for TeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '{' => escaped.push_str("\\textbraceleft{}"),
            '}' => escaped.push_str("\\textbraceright{}"),
            '$' | '%' | '&' | '#' | '_' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}
