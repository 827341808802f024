//! Trees of PSTricks (pst-tree): `\pstree{\TR{A}}{\pstree{\TR{B}}{\TR{3} \TR{12}} \TR{5}}`. The texts of nodes mean what they mean in
//! [`forest`](super::forest); a text beside an edge, `\tlput{a}` or `^{a}`, is the move, and one beside a node, `~{max}`, its value or who moves.

use std::ops::Range;

use super::forest::{Reader, plain};
use super::graph::Vertex;
use crate::tree::file_error::ParseError;

const COMMAND: &str = "\\pstree";
/// The longer notation, whose children stand between commands.
const BEGIN: &str = "\\psTree";
const END: &str = "\\endpsTree";
/// Nodes without a text, and those with a radius in place of one.
const WITHOUT_TEXT: [&str; 4] = ["\\Tp", "\\Tn", "\\Tdot", "\\TC"];
const WITH_RADIUS: &str = "\\Tc";
/// The commands of texts beside edges: for trees, and for all edges.
const BESIDE_EDGES: [&str; 10] =
    ["\\tlput", "\\trput", "\\taput", "\\tbput", "\\thput", "\\tvput", "\\ncput", "\\naput", "\\nbput", "\\lput"];
const NO_NODE: &str = "expected a node here, such as \\TR{3}";

/// Where a tree begins: at its command.
pub(super) fn begin(text: &str) -> Option<Range<usize>> {
    let at = [COMMAND, BEGIN].iter().filter_map(|command| text.find(command)).min()?;
    Some(at..at)
}

impl Reader<'_, '_> {
    /// Reads a tree from its command.
    pub(super) fn pstree(&mut self) -> Result<(), ParseError> {
        let mut last = None;
        loop {
            self.steps.step(self.at)?;
            self.skip_blanks();
            let rest = &self.str[self.at..];
            let is_end = rest.starts_with(END);
            if rest.starts_with(COMMAND) || rest.starts_with(BEGIN) {
                last = Some(self.parent(rest.starts_with(COMMAND))?);
            } else if (is_end || rest.starts_with('}')) && !self.open.is_empty() {
                self.at += if is_end { END.len() } else { 1 };
                last = self.open.pop().map(|(node, _)| node);
                if self.open.is_empty() {
                    return Ok(());
                }
            } else if rest.is_empty() {
                return Err(self.text.wrong(self.at, "the text ends inside the tree; add a }"));
            } else if !self.beside(last)? {
                last = Some(self.leaf()?);
            }
        }
    }

    /// Reads a node with children up to the first of them.
    fn parent(&mut self, is_in_braces: bool) -> Result<Vertex, ParseError> {
        self.at += COMMAND.len();
        self.skip_options()?;
        let (start, end) = (self.at + 1, self.end_of_braces()?);
        let node = self.open()?;
        self.at = start;
        self.node_of_pstree(node)?;
        while self.at < end - 1 {
            self.skip_blanks();
            if self.at < end - 1 && !self.beside(Some(node))? {
                return Err(self.text.wrong(self.at, "a node ends before this; remove it"));
            }
        }
        self.at = end;
        self.skip_blanks();
        if is_in_braces {
            self.end_of_braces()?;
            self.at += 1;
        }
        Ok(node)
    }

    /// Where the curly brackets end that begin here.
    fn end_of_braces(&mut self) -> Result<usize, ParseError> {
        if !self.str[self.at..].starts_with('{') {
            return Err(self
                .text
                .wrong(self.at, "a { is missing here; write a tree as \\pstree{\\TR{A}}{\\TR{3} \\TR{5}}"));
        }
        let start = self.at;
        self.skip_brackets('{', '}')?;
        Ok(std::mem::replace(&mut self.at, start))
    }

    fn leaf(&mut self) -> Result<Vertex, ParseError> {
        if !self.str[self.at..].starts_with("\\T") {
            return Err(self.text.wrong(self.at, NO_NODE));
        }
        let node = self.open()?;
        self.node_of_pstree(node)?;
        self.open.pop();
        Ok(node)
    }

    /// Reads the command of a node.
    fn node_of_pstree(&mut self, node: Vertex) -> Result<(), ParseError> {
        self.skip_blanks();
        let rest = &self.str[self.at..];
        if !rest.starts_with("\\T") {
            return Err(self.text.wrong(self.at, NO_NODE));
        }
        let length = 1 + rest[1..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len() - 1);
        let command = &rest[..length];
        self.at += length + usize::from(rest[length..].starts_with('*'));
        self.skip_options()?;
        if WITHOUT_TEXT.contains(&command) || !self.str[self.at..].starts_with('{') {
            return Ok(());
        }
        let at = self.at + 1;
        let text = self.in_brackets('{', '}')?;
        if command == WITH_RADIUS { Ok(()) } else { self.describe(node, text, at) }
    }

    /// Reads a text beside an edge or a node, if one comes next; whether it does.
    fn beside(&mut self, node: Option<Vertex>) -> Result<bool, ParseError> {
        let rest = &self.str[self.at..];
        let length = match rest.as_bytes().first() {
            Some(b'^' | b'_' | b'~') => 1,
            _ => BESIDE_EDGES.iter().find(|command| rest.starts_with(**command)).map_or(0, |command| command.len()),
        };
        if length == 0 {
            return Ok(false);
        }
        self.at += length + usize::from(rest[length..].starts_with('*'));
        self.skip_options()?;
        if !self.str[self.at..].starts_with('{') {
            return Err(self.text.wrong(self.at, "a text is missing here; write it as {3}"));
        }
        let text = plain(self.in_brackets('{', '}')?);
        match node {
            Some(node) if rest.starts_with('~') => self.graph.set_beside(node, &text),
            Some(node) => self.graph.set_move(node, text),
            None => {}
        }
        Ok(true)
    }
}
