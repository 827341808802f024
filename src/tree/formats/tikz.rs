//! Trees that TikZ itself draws: `\node {A} child {node {B} child {node {3}} edge from parent node {a}} child {node {5}};`. The texts of nodes
//! mean what they mean in [`forest`](super::forest), and a node beside an edge is the move.

use std::ops::Range;

use super::forest::{Reader, plain};
use super::graph::Vertex;
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

impl<'t> Reader<'_, 't> {
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
        let is_missing = self.skip_options()?.contains("missing");
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
        let (text, at) = self.node_text(node)?;
        self.describe(node, text, at)
    }

    /// Reads a node beside the edge to the innermost node.
    fn name_of_edge(&mut self) -> Result<(), ParseError> {
        let Some(&(node, _)) = self.open.last() else { return Ok(()) };
        let (text, _) = self.text_behind_options()?;
        if self.open.len() > 1 {
            self.graph.set_move(node, plain(text));
        }
        Ok(())
    }

    /// Reads what follows the word `node`: options, a name and a place, which says nothing here, and the text. Returns it and where it is.
    fn node_text(&mut self, node: Vertex) -> Result<(&'t str, usize), ParseError> {
        let start = self.at;
        let (text, at) = self.text_behind_options()?;
        let before = &self.str[start..at - 1];
        let options = before.find('[').zip(before.rfind(']')).filter(|(begin, end)| begin < end);
        if let Some((begin, end)) = options {
            self.options(node, &before[begin + 1..end]);
        }
        Ok((text, at))
    }

    fn text_behind_options(&mut self) -> Result<(&'t str, usize), ParseError> {
        loop {
            self.skip_options()?;
            if self.str[self.at..].starts_with('(') {
                self.skip_brackets('(', ')')?;
            } else if !self.takes("at") {
                break;
            }
        }
        let start = self.at + 1;
        if !self.str[self.at..].starts_with('{') {
            return Err(self.text.wrong(self.at, "the text of a node is missing here; write it as {3}"));
        }
        self.skip_brackets('{', '}')?;
        Ok((&self.str[start..self.at - 1], start))
    }

    /// Skips options, and returns them with their brackets.
    fn skip_options(&mut self) -> Result<&'t str, ParseError> {
        self.skip_blanks();
        let start = self.at;
        while self.str[self.at..].starts_with('[') {
            self.skip_brackets('[', ']')?;
            self.skip_blanks();
        }
        Ok(&self.str[start..self.at])
    }

    /// Skips brackets with what is in them.
    fn skip_brackets(&mut self, open: char, close: char) -> Result<(), ParseError> {
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
