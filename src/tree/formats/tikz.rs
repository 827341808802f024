//! Trees that TikZ itself draws: `\node {A} child {node {B} child {node {3}} edge from parent node {a}} child {node {5}};`. The texts of nodes
//! mean what they mean in [`forest`](super::forest), and a node beside an edge is the move.

use super::Found;
use super::forest::{Reader, plain};
use crate::tree::NodeId;
use crate::tree::file_error::ParseError;

const NO_CHILD: &str = "write a child as child {node {3}}";

/// Where a tree begins: behind the first `\node` that has children.
pub(super) fn begin(text: &str) -> Option<usize> {
    let child = text.match_indices("child").find(|(at, word)| {
        let behind = text[at + word.len()..].trim_start();
        behind.starts_with(['{', '[']) && text[..*at].ends_with(|c: char| c.is_whitespace() || "}])".contains(c))
    })?;
    let command = "\\node";
    Some(text[..child.0].rfind(command)? + command.len())
}

impl Reader<'_, '_> {
    /// Reads a tree from behind the `\node` of its root.
    pub(super) fn tikz(mut self) -> Result<Found, ParseError> {
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
            } else if rest.starts_with('}') && self.builder.open_count() > 1 {
                self.at += 1;
                self.builder.close();
            } else if rest.starts_with(';') && self.builder.open_count() == 1 {
                self.builder.close();
                return self.text.built(self.builder, self.at).map(Found::from);
            } else if rest.is_empty() {
                let missing = "}".repeat((self.builder.open_count() - 1).min(10));
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
        self.skip_options()?;
        if !self.str[self.at..].starts_with('{') {
            return Err(self.text.wrong(self.at, format!("a {{ is missing here; {NO_CHILD}")));
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
        let (text, at) = self.node_text()?;
        self.describe(node, &text, at)
    }

    /// Reads a node beside the edge to the innermost node.
    fn name_of_edge(&mut self) -> Result<(), ParseError> {
        let (text, _) = self.node_text()?;
        if let Some(node) = self.builder.innermost().filter(|&node| node != NodeId::ROOT) {
            self.builder.set_move(node, plain(&text));
        }
        Ok(())
    }

    /// Reads what follows the word `node`: options, a name and a place, which say nothing here, and the text. Returns it and where it is.
    fn node_text(&mut self) -> Result<(String, usize), ParseError> {
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
        Ok((self.str[start..self.at - 1].to_string(), start))
    }

    fn skip_options(&mut self) -> Result<(), ParseError> {
        self.skip_blanks();
        while self.str[self.at..].starts_with('[') {
            self.skip_brackets('[', ']')?;
            self.skip_blanks();
        }
        Ok(())
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
