//! Trees that TikZ itself draws: `\node {A} child {node {B} child {node {3}} edge from parent node {a}} child {node {5}};`. The texts of nodes
//! mean what they mean in [`forest`](super::forest), and a node beside an edge is the move. And drawings of nodes with names and lines between
//! them: `\node (r) at (0,1) {A}; \node (a) at (0,0) {3}; \draw (r) -- (a);`.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::forest::{Reader, plain};
use super::graph::{DrawnEdge, Vertex};
use crate::tree::file_error::ParseError;

const NO_CHILD: &str = "write a child as child {node {3}}";

/// Where a tree begins: the first `\node` that has children.
pub(super) fn begin(text: &str) -> Option<Range<usize>> {
    let child = text.match_indices("child").find(|(at, word)| {
        let behind = text[at + word.len()..].trim_start();
        behind.starts_with(['{', '[']) && text[..*at].ends_with(|c: char| c.is_whitespace() || "}])".contains(c))
    })?;
    let command = "\\node";
    let at = text[..child.0].rfind(command)?;
    Some(at..at + command.len())
}

/// Whether a text draws nodes that have names, and lines between them.
pub(super) fn is_graph(text: &str) -> bool {
    let draws =
        |command: &str| text.find(command).is_some_and(|at| text[at..].contains("--") || text[at..].contains("edge"));
    text.contains("\\node") && (draws("\\draw") || draws("\\path"))
}

/// A node as it is drawn.
#[derive(Default)]
struct Drawn<'t> {
    options: Vec<&'t str>,
    /// The name by which lines lead to it.
    name: &'t str,
    /// How far on the right it is.
    place: Option<f64>,
    text: &'t str,
    /// Where its text is.
    at: usize,
}

impl<'t> Reader<'_, 't> {
    /// Reads nodes and the lines between them. Children are from left to right, or in the order of the lines.
    pub(super) fn drawing(&mut self) -> Result<(), ParseError> {
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        while let Some(next) = self.str[self.at..].find('\\') {
            self.at += next + 1;
            self.steps.step(self.at)?;
            if self.takes("node") {
                let node = self.drawn()?;
                self.text.push(&mut nodes, node, self.at)?;
            } else if self.takes("draw") || self.takes("path") {
                self.lines(&mut edges)?;
            }
        }
        let ends: FxHashSet<&str> = edges.iter().flat_map(|edge| [&*edge.parent, &*edge.child]).collect();
        for node in nodes.iter().filter(|node| ends.contains(node.name)) {
            let vertex = self.graph.vertex(node.name, node.at)?;
            // Nobody sees the name in the drawing.
            self.graph.set_label(vertex, "");
            self.describe_drawn(vertex, node)?;
            if let Some(place) = node.place {
                self.graph.set_place(vertex, place);
            }
        }
        self.graph.add_drawn(edges)
    }

    /// Reads the lines of a command up to its semicolon. One with something else in it draws no edge from there on.
    fn lines(&mut self, edges: &mut Vec<DrawnEdge<'t>>) -> Result<(), ParseError> {
        let (mut from, mut name) = ("", String::new());
        let (mut is_edge, mut returns, mut is_new) = (false, false, false);
        loop {
            self.steps.step(self.at)?;
            self.skip_options()?;
            let rest = &self.str[self.at..];
            if rest.starts_with('(') {
                let at = self.at;
                // Behind a point is the side of the node.
                let to = self.in_brackets('(', ')')?.split('.').next().unwrap_or_default();
                is_new = is_edge && ![from, to].iter().any(|end| end.is_empty() || end.contains([',', '$']));
                if is_new {
                    let name = std::mem::take(&mut name);
                    let edge = DrawnEdge { parent: from.into(), child: to.into(), at, name };
                    self.text.push(edges, edge, at)?;
                }
                from = if is_edge && returns { from } else { to };
                is_edge = false;
            } else if rest.starts_with("--") {
                self.at += 2;
                (is_edge, returns) = (true, false);
            } else if self.takes("to") || self.takes("edge") {
                (is_edge, returns) = (true, rest.starts_with("edge"));
            } else if self.takes("node") {
                let text = plain(self.drawn()?.text);
                match edges.last_mut().filter(|_| is_new && !is_edge) {
                    Some(edge) => edge.name = text,
                    None => name = text,
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Reads a tree from behind the `\node` of its root.
    pub(super) fn tikz(&mut self) -> Result<(), ParseError> {
        self.open_node()?;
        loop {
            self.steps.step(self.at)?;
            self.skip_blanks();
            let rest = &self.str[self.at..];
            if self.takes("child") {
                self.child()?;
            } else if self.takes("edge from parent") {
                // How the edge is drawn.
                self.skip_options()?;
            } else if self.takes("node") {
                self.name_of_edge()?;
            } else if rest.starts_with('[') {
                self.skip_brackets('[', ']')?;
            } else if rest.starts_with('}') && self.open.len() > 1 {
                self.at += 1;
                self.open.pop();
            } else if rest.starts_with(';') && self.open.len() == 1 {
                self.open.pop();
                return Ok(());
            } else if rest.is_empty() {
                let missing = "}".repeat((self.open.len() - 1).min(10));
                return Err(self.text.wrong(self.at, format!("the text ends inside the tree; add {missing};")));
            } else {
                return Err(self.text.wrong(self.at, format!("this is no part of a tree; {NO_CHILD}")));
            }
        }
    }

    /// Whether a word comes next, which is skipped then.
    fn takes(&mut self, word: &str) -> bool {
        let rest = self.str[self.at..].strip_prefix(word);
        let takes = rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        self.at += if takes { word.len() } else { 0 };
        takes
    }

    /// Reads a child up to what follows its node.
    fn child(&mut self) -> Result<(), ParseError> {
        let options = self.skip_options()?;
        let is_missing = options.split(['[', ',', ']']).any(|option| option.trim() == "missing");
        if !self.str[self.at..].starts_with('{') {
            if is_missing {
                return Ok(());
            }
            return Err(self.text.wrong(self.at, format!("a {{ is missing here; {NO_CHILD}")));
        }
        if is_missing {
            return self.skip_brackets('{', '}');
        }
        self.at += 1;
        self.skip_options()?;
        if !self.takes("node") {
            return Err(self.text.wrong(self.at, format!("a node is missing here; {NO_CHILD}")));
        }
        self.open_node()
    }

    /// Reads a node behind its word.
    fn open_node(&mut self) -> Result<(), ParseError> {
        let node = self.open()?;
        let drawn = self.drawn()?;
        self.describe_drawn(node, &drawn)
    }

    /// Reads a node beside the edge to the innermost node.
    fn name_of_edge(&mut self) -> Result<(), ParseError> {
        let drawn = self.drawn()?;
        if let [_, .., (node, _)] = self.open[..] {
            self.graph.set_move(node, plain(drawn.text));
        }
        Ok(())
    }

    fn describe_drawn(&mut self, node: Vertex, drawn: &Drawn<'t>) -> Result<(), ParseError> {
        for options in &drawn.options {
            self.options(node, options.trim().trim_start_matches('[').trim_end_matches(']'));
        }
        self.describe(node, drawn.text, drawn.at)
    }

    /// Reads what follows the word `node`.
    fn drawn(&mut self) -> Result<Drawn<'t>, ParseError> {
        let mut drawn = Drawn::default();
        loop {
            drawn.options.push(self.skip_options()?);
            let is_place = self.takes("at");
            self.skip_blanks();
            if !self.str[self.at..].starts_with('(') {
                break;
            }
            let inside = self.in_brackets('(', ')')?;
            if is_place {
                let across = inside.split(',').next().unwrap_or_default().trim();
                drawn.place = across.trim_end_matches(char::is_alphabetic).trim_end().parse().ok();
            } else {
                drawn.name = inside;
            }
        }
        drawn.at = self.at + 1;
        if !self.str[self.at..].starts_with('{') {
            return Err(self.text.wrong(self.at, "the text of a node is missing here; write it as {3}"));
        }
        drawn.text = self.in_brackets('{', '}')?;
        Ok(drawn)
    }

    /// Skips brackets, and returns what is in them.
    pub(super) fn in_brackets(&mut self, open: char, close: char) -> Result<&'t str, ParseError> {
        let start = self.at + 1;
        self.skip_brackets(open, close)?;
        Ok(self.str[start..self.at - 1].trim())
    }

    /// Skips options, and returns them with their brackets.
    pub(super) fn skip_options(&mut self) -> Result<&'t str, ParseError> {
        self.skip_blanks();
        let start = self.at;
        while self.str[self.at..].starts_with('[') {
            self.skip_brackets('[', ']')?;
            self.skip_blanks();
        }
        Ok(&self.str[start..self.at])
    }

    /// Skips brackets with what is in them.
    pub(super) fn skip_brackets(&mut self, open: char, close: char) -> Result<(), ParseError> {
        let (mut depth, mut is_escaped) = (0, false);
        for (at, character) in self.str[self.at..].char_indices() {
            match character {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                _ if character == open => depth += 1,
                _ if character == close => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += at + character.len_utf8();
                return Ok(());
            }
        }
        Err(self.text.wrong(self.at, format!("this {open} is not closed; add a {close}")))
    }
}
