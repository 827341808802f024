//! Trees of LaTeX: the package forest, `\begin{forest} [A [B [3][12]] [C [2][4]]] \end{forest}`, also without the lines around the brackets,
//! qtree or tikz-qtree, `\Tree [.A [.B 3 12 ] [.C 2 4 ] ]`, [what TikZ itself draws](super::tikz), and [PSTricks](super::pstree). Of options, the labels of edges are moves,
//! a label beside a node may be its value or say who moves, and so may a style such as `min`; the others are skipped. Of the lines of a node's
//! text the last one that is a number is the value.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use super::graph::{Graph, Line, Vertex};
use super::lines::is_value;
use super::text::{Steps, Text};
use super::writing::{Part, Step, steps, unfit_names};
use super::{FormatEntry, Found, Writer, keys, looks, pstree, tikz};
use crate::format::quoted;
use crate::output::Refusal;
use crate::tree::file_error::ParseError;
use crate::tree::{NodeId, Tree};

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "forest",
    title: "a tree of LaTeX",
    extensions: &["forest", "tex"],
    recognises: |text| begin(&without_comments(text)).is_some(),
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
    Drawing,
    Pstree,
}

/// The commands before a tree that is written in brackets.
const COMMANDS_OF_TREES: [(&str, Package); 4] = [
    ("\\begin{forest}", Package::Forest),
    ("\\Forest", Package::Forest),
    ("\\synttree", Package::Forest),
    ("\\Tree", Package::Qtree),
];

/// The command of a package at the beginning of a tree, and where the tree begins behind it.
fn command_of_tree(text: &str) -> Option<(Range<usize>, Package)> {
    let place = |command: &str| text.find(command).map(|at| at..at + command.len());
    let places = COMMANDS_OF_TREES.iter().filter_map(|(command, package)| Some((place(command)?, *package)));
    let brackets = places.min_by_key(|(place, _)| place.start);
    let pstree = || Some((pstree::begin(text)?, Package::Pstree));
    brackets.or_else(pstree).or_else(|| Some((tikz::begin(text)?, Package::Tikz)))
}

/// Where a tree begins, behind the command of its package, if it has one.
fn begin(text: &str) -> Option<(Range<usize>, Package)> {
    let start = text.len() - text.trim_start().len();
    let body = || is_body(looks::head(text)).then_some((start..start, Package::Forest));
    let drawing = || tikz::is_graph(text).then_some((0..0, Package::Drawing));
    command_of_tree(text).or_else(body).or_else(drawing)
}

/// Whether a text is the tree of forest without the lines around it: brackets with a text first and then only further brackets.
fn is_body(text: &str) -> bool {
    let mut parts = text.split_inclusive(['[', ']']);
    let is_text = |text: &str| {
        let is_one = text.split_whitespace().count() == 1;
        !text.contains([',', ';', ':', '=', '"', '\'']) && (is_one || !text.split_whitespace().any(is_value))
    };
    let Some(("", name)) = parts.next().and_then(|open| Some((open.trim().strip_suffix('[')?, parts.next()?))) else {
        return false;
    };
    let mut is_behind_open = true;
    let begins = name.trim_start().starts_with(|c: char| c.is_alphabetic() || matches!(c, '\\' | '$' | '{'));
    begins
        && name.ends_with('[')
        && std::iter::once(name).chain(parts).all(|part| {
            let said = part.trim_end_matches(['[', ']']).trim();
            let fits = if is_behind_open { !said.is_empty() && is_text(said) } else { said.is_empty() };
            is_behind_open = part.ends_with('[');
            fits
        })
}

/// A text with blanks in place of its comments, so that places stay.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (content, end) = line.strip_suffix('\n').map_or((line, ""), |content| (content, "\n"));
        let mut is_escaped = false;
        let comment = content.bytes().position(|byte| {
            let begins = byte == b'%' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            begins
        });
        let comment = comment.unwrap_or(content.len());
        plain.push_str(&content[..comment]);
        plain.extend(std::iter::repeat_n(' ', content.len() - comment));
        plain.push_str(end);
    }
    Cow::Owned(plain)
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let plain = without_comments(text.as_str());
    let text = &text.instead(&plain);
    let (place, package) = begin(&plain).unwrap_or((0..0, Package::Forest));
    let (graph, open) = (Graph::new(text), Vec::new());
    let mut reader =
        Reader { text, str: text.as_str(), at: place.end, package, graph, open, edge: None, steps: text.steps() };
    match package {
        Package::Tikz => reader.tikz()?,
        Package::Drawing => reader.drawing()?,
        Package::Pstree => reader.pstree()?,
        Package::Forest | Package::Qtree => reader.tree()?,
    }
    let rest = &reader.str[reader.at..];
    if let Some((place, _)) = command_of_tree(rest) {
        let second = reader.at + place.start;
        return Err(text.wrong(second, "the tree ends before this; put each tree into a file of its own"));
    }
    reader.graph.tree()
}

pub(super) struct Reader<'a, 't> {
    pub(super) text: &'a Text<'t>,
    pub(super) str: &'t str,
    pub(super) at: usize,
    package: Package,
    pub(super) graph: Graph<'a, 't>,
    /// The nodes that have not ended, and where each begins.
    pub(super) open: Vec<(Vertex, usize)>,
    /// The name of the move to the next node.
    edge: Option<String>,
    pub(super) steps: Steps<'t>,
}

impl<'t> Reader<'_, 't> {
    fn tree(&mut self) -> Result<(), ParseError> {
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
            if rest.is_empty() || rest.starts_with("\\end{") {
                return Err(self.not_closed());
            }
            match rest.as_bytes()[0] {
                b'[' => self.node()?,
                b']' => {
                    self.at += 1;
                    self.end()?;
                }
                _ if self.package == Package::Qtree => self.word(rest)?,
                _ => return Err(self.text.wrong(self.at, "a bracket is missing before this; write a child as [3]")),
            }
            if self.open.is_empty() {
                self.skip_blanks();
                if self.str[self.at..].starts_with(['[', ']']) {
                    return Err(self.text.wrong(self.at, "the tree ends before this; remove what follows it"));
                }
                return Ok(());
            }
        }
    }

    /// The error of a tree that ends inside a bracket.
    fn not_closed(&self) -> ParseError {
        let at = self.open.last().map_or(self.at, |(_, at)| *at);
        let message = match self.open.len() {
            0 | 1 => "this bracket is not closed; add a ]".to_string(),
            count => format!("this bracket and those around it are not closed; add {}", "]".repeat(count.min(10))),
        };
        self.text.wrong(at, message)
    }

    pub(super) fn skip_blanks(&mut self) {
        self.at = self.str.len() - self.str[self.at..].trim_start().len();
    }

    /// The text from a place up to one of these characters outside curly brackets, and where that is.
    fn until(&self, from: usize, ends: &[char]) -> Result<(&'t str, usize), ParseError> {
        let mut depth = 0;
        let mut is_escaped = false;
        for (at, character) in self.str[from..].char_indices() {
            match character {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '{' => depth += 1,
                '}' if depth == 0 => {
                    return Err(self.text.wrong(from + at, "this } closes no bracket; remove it or add a { before"));
                }
                '}' => depth -= 1,
                _ if depth == 0 && ends.contains(&character) => return Ok((&self.str[from..from + at], from + at)),
                _ => {}
            }
        }
        if depth > 0 {
            return Err(self.text.wrong(self.str.len(), "the text ends inside a curly bracket; add a }"));
        }
        Ok((&self.str[from..], self.str.len()))
    }

    /// Opens a node that begins here, below the innermost one.
    pub(super) fn open(&mut self) -> Result<Vertex, ParseError> {
        let node = self.graph.nameless("".into(), self.at)?;
        if let Some(&(parent, _)) = self.open.last() {
            self.graph.edge(parent, node, self.at)?;
        }
        if let Some(name) = self.edge.take() {
            self.graph.set_move(node, name);
        }
        self.text.push(&mut self.open, (node, self.at), self.at)?;
        Ok(node)
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
            self.options(node, options);
        }
        self.at = end;
        self.describe(node, text, start)
    }

    /// Reads the label of a node of qtree, which begins with a point.
    fn qtree_label(&mut self, node: Vertex) -> Result<(), ParseError> {
        if !self.str[self.at..].starts_with('.') {
            return Ok(());
        }
        self.qtree_text(node, self.at + 1)
    }

    /// Reads the text of a node of qtree: a word, or a command that a semicolon ends.
    fn qtree_text(&mut self, node: Vertex, start: usize) -> Result<(), ParseError> {
        let (text, end) = self.until(start, &['[', ']', ' ', '\n', '\t', '\r'])?;
        let (text, end) = if text.starts_with("\\node") { self.until(start, &[';'])? } else { (text, end) };
        self.at = end + usize::from(self.str[end..].starts_with(';'));
        self.describe(node, text, start)
    }

    /// Reads a leaf of qtree.
    fn word(&mut self, rest: &'t str) -> Result<(), ParseError> {
        let start = self.at;
        if rest.starts_with("\\edge") || rest.starts_with('!') {
            // How an edge is drawn, perhaps with a text.
            let (text, end) = self.until(start, &[';', '\n'])?;
            self.edge = last_in_braces(text).filter(|_| rest.starts_with("\\edge"));
            self.at = (end + 1).min(self.str.len());
            return Ok(());
        }
        let node = self.open()?;
        self.qtree_text(node, start)?;
        self.open.pop();
        Ok(())
    }

    fn end(&mut self) -> Result<(), ParseError> {
        // A label of qtree may stand behind the bracket, too.
        if self.package == Package::Qtree && self.str[self.at..].starts_with('.') {
            let (text, end) = self.until(self.at + 1, &['[', ']', ' ', '\n', '\t', '\r'])?;
            let start = self.at + 1;
            self.at = end;
            if let Some(&(node, _)) = self.open.last() {
                self.describe(node, text, start)?;
            }
        }
        self.open.pop();
        Ok(())
    }

    /// Sets what the text of a node says.
    pub(super) fn describe(&mut self, node: Vertex, text: &str, at: usize) -> Result<(), ParseError> {
        let text = text.strip_prefix("\\node").map_or(text, |node| node.split_once('{').map_or(node, |(_, text)| text));
        let lines: Vec<String> = text.split("\\\\").map(plain).collect();
        if let Some(line) = lines.iter().find(|line| keys::is_not_finite(line)) {
            let message = format!("{} is not a finite number; leave an unknown leaf empty", quoted(line));
            return Err(self.text.wrong(at, message));
        }
        self.graph.set_lines(node, lines.iter().map(String::as_str), at)
    }

    /// Sets what options of a node say: the move to it, a text beside it, and a style such as `min`.
    pub(super) fn options(&mut self, node: Vertex, options: &str) {
        for option in options_in(options) {
            let (key, said) = option.split_once('=').unwrap_or((option, ""));
            let inside = said.trim().strip_prefix('{').and_then(|said| said.strip_suffix('}'));
            match key.trim() {
                "edge label" => {
                    if let Some(name) = inside.and_then(last_in_braces) {
                        self.graph.set_move(node, name);
                    }
                }
                "label" => {
                    let label = plain(said);
                    // The place of a label is before it.
                    self.graph.set_beside(node, label.split_once(':').map_or(&*label, |(_, label)| label.trim()));
                }
                style => {
                    if let Some(mover) = keys::mover_by_name(style).filter(|_| said.is_empty()) {
                        self.graph.set_mover(node, mover);
                    }
                }
            }
        }
    }
}

/// The options of a list, between which there are commas.
fn options_in(options: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    options.split(move |sign| {
        depth += match sign {
            '{' | '[' => 1,
            '}' | ']' => -1,
            _ => 0,
        };
        sign == ',' && depth == 0
    })
}

/// What stands in the last curly brackets, which end a text, as in `node[midway, left]{a}`.
fn last_in_braces(text: &str) -> Option<String> {
    let inside = text.trim_end().strip_suffix('}')?;
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
const COMMANDS: [(&str, &str); 16] = [
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
    ("triangle", "△"),
    ("bigtriangleup", "△"),
    ("Delta", "△"),
    ("triangledown", "▽"),
    ("bigtriangledown", "▽"),
    ("nabla", "▽"),
];

/// The commands of fractions.
const FRACTIONS: [&str; 6] = ["frac", "tfrac", "dfrac", "cfrac", "nicefrac", "sfrac"];

/// The next argument of a command, a sign or a text in curly brackets without others in it, and what follows.
fn argument(rest: &str) -> Option<(&str, &str)> {
    let rest = rest.trim_start();
    match rest.strip_prefix('{') {
        Some(inside) => inside.split_once('}').filter(|(inside, _)| !inside.contains('{')),
        None => rest.chars().next().map(|sign| rest.split_at(sign.len_utf8())),
    }
}

/// A fraction behind its command, and what follows.
fn fraction(rest: &str) -> Option<(String, &str)> {
    let (numerator, rest) = argument(rest)?;
    let (denominator, rest) = argument(rest)?;
    Some((format!("{}/{}", numerator.trim(), denominator.trim()), rest))
}

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
    if let Some((fraction, rest)) = fraction(rest).filter(|_| FRACTIONS.contains(&name)) {
        // A number before it is another one.
        if plain.ends_with(|c: char| c.is_ascii_digit()) {
            plain.push(' ');
        }
        plain.push_str(&fraction);
        return rest;
    }
    rest.strip_prefix("{}").unwrap_or(rest.trim_start_matches(' '))
}

/// Names that TeX cannot print in one line, or that would be read as values or players.
fn unfit(tree: &Tree) -> Vec<Part> {
    let is_printable = |name: &str| {
        let is_odd = |c: char| c.is_control() || c.is_whitespace() && c != ' ';
        name == name.trim() && !name.contains("  ") && !name.contains(is_odd)
    };
    let is_name = |label: &str| {
        matches!(Line::of(label), Ok(Line::Words(_))) && keys::mover_in(label).is_none() && !keys::is_not_finite(label)
    };
    unfit_names(tree, &|label| is_printable(label) && is_name(label), &is_printable)
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
