//! Graphs of Graphviz that are trees: `digraph { A -> B; A -> C; B [label="3"] }`. Graphviz's own grammar of DOT, without what only
//! concerns the drawing. A node's label that is a number is its value; the label of an edge is the move.

use std::borrow::Cow;

use super::diagram::without_tags;
use super::graph::{Graph, Line, Vertex, either_way};
use super::keys::{self, Meaning};
use super::text::{Steps, Text, closing_mark};
use super::{FormatEntry, Found, looks};
use crate::tree::Role;
use crate::tree::file_error::ParseError;

pub(super) static ENTRY: FormatEntry =
    FormatEntry { id: "dot", title: "a graph of Graphviz", extensions: &["dot", "gv"], recognises, read, writer: None };

fn recognises(text: &str) -> bool {
    let mut rest = looks::head(text);
    while let Some(comment) = ["//", "#", "/*"].iter().find(|begin| rest.starts_with(**begin)) {
        let end = if *comment == "/*" { "*/" } else { "\n" };
        rest = rest.split_once(end).map_or("", |(_, rest)| rest).trim_start();
    }
    let Some((heading, _)) = rest.split_once('{') else { return false };
    let heading = heading.to_lowercase();
    let heading = heading.trim().strip_prefix("strict").unwrap_or(heading.trim()).trim_start();
    let name = heading.strip_prefix("digraph").or(heading.strip_prefix("graph"));
    // In a flowchart of Mermaid braces are around the text of a node.
    let is_statement = |name: &str| name.contains("--") || name.contains([';', '=']) || name.trim().contains('\n');
    name.is_some_and(|name| {
        (name.is_empty() || name.starts_with([' ', '\n', '\t', '"'])) && (name.contains('"') || !is_statement(name))
    })
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let ranks = text.as_str().split("rankdir").skip(1);
    let may_lead_up = ranks.map(|rest| rest.trim_start_matches([' ', '=', '"'])).any(|rank| rank.starts_with("BT"));
    either_way(may_lead_up, |leads_up| read_leading(text, leads_up))
}

/// Reads a graph whose edges lead to children, or to parents.
fn read_leading(text: &Text<'_>, leads_up: bool) -> Result<Found, ParseError> {
    let mut reader = Reader {
        tokens: Tokens { text, str: text.as_str(), at: 0, doubtful: None },
        graph: Graph::new(text),
        leads_up,
        open: Vec::new(),
        steps: text.steps(),
    };
    reader.heading()?;
    while !reader.open.is_empty() {
        reader.statement()?;
    }
    if let Some((_, at)) = reader.tokens.next()? {
        return Err(text.wrong(at, "the graph ends before this; remove what follows it"));
    }
    reader.graph.leaves_by_name();
    reader.graph.tree()
}

#[derive(Clone, Debug, PartialEq)]
enum Token<'t> {
    /// A name, and whether it is in quotation marks.
    Name(Cow<'t, str>, bool),
    /// `->` or `--`.
    Edge,
    Sign(char),
}

/// The tokens of a text.
struct Tokens<'a, 't> {
    text: &'a Text<'t>,
    str: &'t str,
    at: usize,
    /// Where a first name begins that may lack its quotation mark, because a word follows the next one at once.
    doubtful: Option<usize>,
}

impl<'t> Tokens<'_, 't> {
    /// The next token and where it begins.
    fn next(&mut self) -> Result<Option<(Token<'t>, usize)>, ParseError> {
        self.skip_blanks()?;
        let start = self.at;
        let rest = &self.str[start..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let token = match first {
            '"' => self.quoted(rest)?,
            '<' => self.markup(rest)?,
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' | '+' => {
                self.at += 1;
                Token::Sign(first)
            }
            _ if rest.starts_with("->") || rest.starts_with("--") => {
                self.at += 2;
                Token::Edge
            }
            _ => {
                let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '\u{80}'..);
                let mut end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
                // A minus belongs to a number only, and only at its beginning.
                end = rest.get(1..end).and_then(|name| name.find('-')).map_or(end, |at| at + 1);
                if end == 0 {
                    return Err(self
                        .text
                        .wrong(start, "this character has no meaning here; put the name in quotation marks"));
                }
                self.at += end;
                Token::Name(Cow::Borrowed(&rest[..end]), false)
            }
        };
        Ok(Some((token, start)))
    }

    fn skip_blanks(&mut self) -> Result<(), ParseError> {
        loop {
            let rest = &self.str[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") || trimmed.starts_with('#') {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                let end =
                    trimmed.find("*/").ok_or_else(|| self.text.wrong(self.at, "this comment has no end; add */"))?;
                self.at += end + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn quoted(&mut self, rest: &'t str) -> Result<Token<'t>, ParseError> {
        let Some(end) = closing_mark(rest) else {
            let start = self.doubtful.unwrap_or(self.at);
            return Err(self.text.wrong(start, "this name has no end; add a quotation mark"));
        };
        if rest[end + 1..].starts_with(char::is_alphanumeric) {
            self.doubtful.get_or_insert(self.at);
        }
        self.at += end + 1;
        let raw = &rest[1..end];
        let text = if raw.contains('\\') {
            Cow::Owned(raw.replace("\\\"", "\"").replace("\\\n", ""))
        } else {
            Cow::Borrowed(raw)
        };
        Ok(Token::Name(text, true))
    }

    /// A label in the markup of HTML, of which only the text counts.
    fn markup(&mut self, rest: &'t str) -> Result<Token<'t>, ParseError> {
        let mut depth = 0;
        for (at, character) in rest.char_indices() {
            match character {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += at + 1;
                return Ok(Token::Name(Cow::Owned(without_tags(&rest[1..at])), true));
            }
        }
        Err(self.text.wrong(self.at, "this label has no end; add a >"))
    }
}

/// A graph or a group whose end has not been reached.
#[derive(Default)]
struct Open {
    /// The nodes that it has so far.
    nodes: Vec<Vertex>,
    /// The nodes before the last edge of the statement, or all of it without an edge.
    before: Vec<Vertex>,
    /// Whether an edge waits for its other end.
    is_edge: bool,
    /// The ends of edges of the statement.
    entered: Vec<Vertex>,
}

struct Reader<'a, 't> {
    tokens: Tokens<'a, 't>,
    graph: Graph<'a, 't>,
    leads_up: bool,
    open: Vec<Open>,
    steps: Steps<'t>,
}

impl<'t> Reader<'_, 't> {
    /// Reads up to the first bracket.
    fn heading(&mut self) -> Result<(), ParseError> {
        while let Some((token, at)) = self.tokens.next()? {
            match token {
                Token::Sign('{') => {
                    self.open.push(Open::default());
                    return Ok(());
                }
                Token::Name(..) => {}
                _ => return Err(self.tokens.text.wrong(at, "expected a {, after which the edges of the graph follow")),
            }
        }
        Err(self.tokens.text.wrong(self.tokens.at, "expected a {, after which the edges of the graph follow"))
    }

    /// Reads the next part of a statement.
    fn statement(&mut self) -> Result<(), ParseError> {
        let text = self.tokens.text;
        let Some((token, at)) = self.tokens.next()? else {
            return Err(text.wrong(self.tokens.at, "the graph ends inside a bracket; add a }"));
        };
        self.steps.step(at)?;
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        match token {
            Token::Sign('{') => self.open.push(Open::default()),
            Token::Sign('}') => {
                self.end_statement(at)?;
                let group = self.open.pop().map(|open| open.nodes).unwrap_or_default();
                if !self.open.is_empty() {
                    self.operand(group, at)?;
                }
            }
            Token::Sign(';' | ',') => self.end_statement(at)?,
            Token::Sign('[') => {
                let (nodes, entered) = (open.before.clone(), std::mem::take(&mut open.entered));
                self.attributes(&nodes, &entered)?;
            }
            Token::Edge if open.before.is_empty() => return Err(text.wrong(at, "an edge needs a node before it")),
            Token::Edge => open.is_edge = true,
            Token::Name(name, is_quoted) => self.name(name, is_quoted, at)?,
            Token::Sign(_) => return Err(text.wrong(at, "expected the name of a node here")),
        }
        Ok(())
    }

    fn end_statement(&mut self, at: usize) -> Result<(), ParseError> {
        if let Some(open) = self.open.last_mut() {
            if open.is_edge {
                return Err(self.tokens.text.wrong(at, "an edge needs a node behind it; add one, or remove the arrow"));
            }
            open.before.clear();
            open.entered.clear();
        }
        Ok(())
    }

    fn name(&mut self, name: Cow<'t, str>, is_quoted: bool, at: usize) -> Result<(), ParseError> {
        let after_name = self.tokens.at;
        let next = self.tokens.next()?.map(|(token, _)| token);
        match next {
            Some(Token::Sign('=')) => {
                self.tokens.next()?;
                return Ok(());
            }
            // The port of a node.
            Some(Token::Sign(':')) => {
                self.tokens.next()?;
            }
            Some(Token::Sign('[')) if !is_quoted && matches!(&*name.to_lowercase(), "node" | "edge" | "graph") => {
                self.end_statement(at)?;
                return self.attributes(&[], &[]);
            }
            _ => self.tokens.at = after_name,
        }
        if !is_quoted && name.to_lowercase() == "subgraph" {
            if let Some((Token::Name(..), _)) = self.peek()? {
                self.tokens.next()?;
            }
            return Ok(());
        }
        let vertex = self.graph.vertex(name, at)?;
        self.operand(vec![vertex], at)
    }

    fn peek(&mut self) -> Result<Option<(Token<'t>, usize)>, ParseError> {
        let before = self.tokens.at;
        let next = self.tokens.next()?;
        self.tokens.at = before;
        Ok(next)
    }

    /// A node or a group of them, alone or at the end of edges.
    fn operand(&mut self, group: Vec<Vertex>, at: usize) -> Result<(), ParseError> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        if open.is_edge {
            let (parents, children) = if self.leads_up { (&group, &open.before) } else { (&open.before, &group) };
            for &parent in parents {
                for &child in children {
                    self.graph.edge(parent, child, at)?;
                }
            }
            open.entered.extend(children);
        } else {
            // A statement may end without a semicolon.
            open.entered.clear();
        }
        open.is_edge = false;
        open.nodes.extend(&group);
        open.before = group;
        Ok(())
    }

    /// Reads attributes up to their end: those of edges to nodes, or else those of nodes.
    fn attributes(&mut self, nodes: &[Vertex], entered: &[Vertex]) -> Result<(), ParseError> {
        let text = self.tokens.text;
        let start = self.tokens.at;
        let mut said = Said::default();
        loop {
            let Some((token, at)) = self.tokens.next()? else {
                return Err(text.wrong(self.tokens.at, "the graph ends inside a bracket; add a ]"));
            };
            self.steps.step(at)?;
            match token {
                Token::Sign(']') => break,
                Token::Sign(',' | ';') => {}
                Token::Name(key, _) => {
                    if self.peek()?.is_some_and(|(token, _)| token == Token::Sign('=')) {
                        self.tokens.next()?;
                        if let Some((Token::Name(value, _), _)) = self.tokens.next()? {
                            said.add(key, value);
                        } else {
                            return Err(text.wrong(at, "this attribute has no value; write one after the ="));
                        }
                    }
                }
                _ => return Err(text.wrong(at, "expected an attribute such as label=\"3\" here")),
            }
        }
        for &vertex in entered {
            if let Some(name) = said.name_of_edge() {
                self.graph.set_move(vertex, name.clone());
            }
        }
        if entered.is_empty() {
            for &vertex in nodes {
                self.describe(vertex, &said, start)?;
            }
        }
        Ok(())
    }

    fn describe(&mut self, vertex: Vertex, said: &Said<'t>, at: usize) -> Result<(), ParseError> {
        for (name, value) in &said.facts {
            self.graph.set_fact(vertex, name, value, at)?;
        }
        if let Some(mover) = said.mover {
            self.graph.set_mover(vertex, mover);
        }
        let beside = said.beside.as_deref().map_or("", str::trim);
        let label = said.label.as_deref().unwrap_or_default();
        // In Plyscope's own graphs the label of a node stands beside its value.
        let has_value = said.label.is_some() && !matches!(Line::of(label), Ok(Line::Words(words)) if !words.is_empty());
        if !has_value && matches!(Line::of(beside), Ok(Line::Value(..) | Line::Mover(_))) {
            self.graph.set_beside(vertex, beside);
        } else if !beside.is_empty() {
            self.graph.set_label(vertex, beside.to_string());
        }
        self.graph.set_text(vertex, label, at)
    }
}

/// What attributes say.
#[derive(Default)]
struct Said<'t> {
    label: Option<Cow<'t, str>>,
    /// The label beside the node.
    beside: Option<Cow<'t, str>>,
    mover: Option<Role>,
    /// Other attributes by their names, as of a node's value.
    facts: Vec<(Cow<'t, str>, Cow<'t, str>)>,
}

impl<'t> Said<'t> {
    fn add(&mut self, key: Cow<'t, str>, value: Cow<'t, str>) {
        let is_fact = |meaning: &Meaning| {
            matches!(meaning, Meaning::Value | Meaning::Player | Meaning::Probability | Meaning::Move)
        };
        match &*key {
            "label" => self.label = Some(value),
            "xlabel" => self.beside = Some(value),
            "shape" => {
                self.mover = match &*value {
                    "triangle" => Some(Role::MAX),
                    "invtriangle" => Some(Role::MIN),
                    _ => self.mover,
                }
            }
            _ if keys::meanings(&key).iter().any(|(meaning, _)| is_fact(meaning)) => self.facts.push((key, value)),
            _ => {}
        }
    }

    /// The move, where these are the attributes of an edge.
    fn name_of_edge(&self) -> Option<&Cow<'t, str>> {
        let is_name = |meaning: &Meaning| matches!(meaning, Meaning::Probability | Meaning::Move);
        let fact = self.facts.iter().find(|(key, _)| keys::meanings(key).iter().any(|(meaning, _)| is_name(meaning)));
        let names = self.label.iter().chain(&self.beside).chain(fact.map(|(_, name)| name));
        names.into_iter().find(|name| !name.trim().is_empty())
    }
}
