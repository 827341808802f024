//! Flowcharts of Mermaid that are trees, as people draw them in Markdown and notebooks: `graph TD`, then `A[MAX] --> B[3]`. A node's text that
//! is a number is its value; the text of an arrow is the move. What only concerns the drawing is skipped.

use super::graph::{Graph, Vertex, either_way};
use super::text::Text;
use super::{FormatEntry, Found, looks};
use crate::format::quoted;
use crate::tree::file_error::ParseError;

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "mermaid",
    title: "a flowchart of Mermaid",
    extensions: &["mmd", "mermaid"],
    recognises,
    read,
    writer: None,
};

/// The words with which lines begin that only concern the drawing.
const SKIPPED: [&str; 10] =
    ["subgraph", "end", "classDef", "class", "style", "linkStyle", "click", "direction", "accTitle", "accDescr"];

/// The brackets around the text of a node, the longer ones first.
const SHAPES: [(&str, &str); 14] = [
    ("(((", ")))"),
    ("((", "))"),
    ("([", "])"),
    ("[[", "]]"),
    ("[(", ")]"),
    ("{{", "}}"),
    ("[/", "/]"),
    ("[/", "\\]"),
    ("[\\", "/]"),
    ("[\\", "\\]"),
    ("[", "]"),
    ("(", ")"),
    ("{", "}"),
    (">", "]"),
];

/// A first line such as `graph TD`.
pub(super) fn recognises(text: &str) -> bool {
    lines(looks::head(text)).next().is_some_and(|(_, line)| behind_heading(line).is_some())
}

/// What stands on a line behind a heading such as `graph TD;`, if it begins with one.
fn behind_heading(line: &str) -> Option<&str> {
    let (heading, behind) = line.split_once(';').unwrap_or((line, &line[line.len()..]));
    let mut words = heading.split_whitespace();
    let is_chart = matches!(words.next(), Some("graph" | "flowchart" | "flowchart-elk"));
    let is_direction = words.next().is_none_or(|word| matches!(word, "TD" | "TB" | "BT" | "LR" | "RL"));
    (is_chart && is_direction && words.next().is_none()).then_some(behind)
}

/// The lines without comments and blank ones, each with its first byte; what stands between two lines `---` is skipped at the beginning.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let mut in_matter = None;
    text.split('\n').filter_map(move |line| {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len() + 1;
        let line = line.trim();
        if line == "---" && in_matter != Some(false) {
            in_matter = Some(in_matter.is_none());
            return None;
        }
        if in_matter == Some(true) || line.is_empty() || line.starts_with("%%") {
            return None;
        }
        in_matter = Some(false);
        Some((start, line))
    })
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let heading = lines(text.as_str()).next().map_or("", |(_, line)| line);
    let may_lead_up = heading.split([' ', '\t', ';']).any(|word| word == "BT");
    either_way(may_lead_up, |leads_up| read_leading(text, leads_up))
}

/// Reads a flowchart whose arrows lead to children, or to parents.
fn read_leading(text: &Text<'_>, leads_up: bool) -> Result<Found, ParseError> {
    let mut graph = Graph::new(text);
    let mut steps = text.steps();
    for (number, (at, line)) in lines(text.as_str()).enumerate() {
        let behind = match number {
            0 => behind_heading(line).ok_or_else(|| text.wrong(at, "expected a first line such as graph TD"))?,
            _ => line,
        };
        let word = behind.split([' ', ';', ':']).next().unwrap_or_default();
        if SKIPPED.contains(&word) {
            continue;
        }
        let mut statement =
            Statement { text, graph: &mut graph, leads_up, line, start: at, at: line.len() - behind.len() };
        while statement.skips_to_more() {
            steps.step(at)?;
            statement.read()?;
        }
    }
    graph.leaves_by_name();
    graph.tree()
}

/// A line that is being read: nodes, and arrows between them.
struct Statement<'a, 'g, 't> {
    text: &'a Text<'t>,
    graph: &'g mut Graph<'a, 't>,
    leads_up: bool,
    line: &'t str,
    /// The byte where the line begins, and how much of it has been read.
    start: usize,
    at: usize,
}

impl<'t> Statement<'_, '_, 't> {
    fn rest(&self) -> &'t str {
        &self.line[self.at..]
    }

    fn wrong(&self, message: impl Into<String>) -> ParseError {
        self.text.wrong(self.start + self.at, message)
    }

    fn skip_blanks(&mut self) {
        self.at = self.line.len() - self.rest().trim_start().len();
    }

    /// Whether a further statement of this line follows.
    fn skips_to_more(&mut self) -> bool {
        self.at = self.line.len() - self.rest().trim_start_matches(|c: char| c == ';' || c.is_whitespace()).len();
        !self.rest().is_empty()
    }

    /// Reads nodes and the arrows from each to the next.
    fn read(&mut self) -> Result<(), ParseError> {
        let mut nodes = self.nodes()?;
        while let Some(name) = self.arrow()? {
            let at = self.start + self.at;
            let next = self.nodes()?;
            let (parents, children) = if self.leads_up { (&next, &nodes) } else { (&nodes, &next) };
            for &parent in parents {
                for &child in children {
                    self.graph.edge(parent, child, at)?;
                    self.graph.set_move(child, name);
                }
            }
            nodes = next;
        }
        if self.rest().is_empty() || self.rest().starts_with(';') {
            return Ok(());
        }
        Err(self.wrong("expected an arrow such as --> here"))
    }

    /// One node, or several with `&` between them.
    fn nodes(&mut self) -> Result<Vec<Vertex>, ParseError> {
        let mut nodes = vec![self.node()?];
        while self.rest().starts_with('&') {
            self.at += 1;
            let node = self.node()?;
            self.text.push(&mut nodes, node, self.start + self.at)?;
        }
        Ok(nodes)
    }

    fn node(&mut self) -> Result<Vertex, ParseError> {
        self.skip_blanks();
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '\'');
        let rest = self.rest();
        let mut end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        // A minus within a name, but not the beginning of an arrow, belongs to it.
        while rest[end..].starts_with('-') && rest[end + 1..].starts_with(|c: char| c.is_alphanumeric()) && end > 0 {
            end += 1 + rest[end + 1..].find(|c: char| !is_name(c)).unwrap_or(rest.len() - end - 1);
        }
        if end == 0 {
            return Err(self.wrong("expected the name of a node here, such as A or A[3]"));
        }
        let vertex = self.graph.vertex(&rest[..end], self.start + self.at)?;
        self.at += end;
        self.shape(vertex)?;
        if let Some(behind) = self.rest().strip_prefix(":::") {
            self.at = self.line.len() - behind.trim_start_matches(is_name).len();
        }
        self.skip_blanks();
        Ok(vertex)
    }

    /// The text of a node, if there is one here.
    fn shape(&mut self, vertex: Vertex) -> Result<(), ParseError> {
        let rest = self.rest();
        if let Some(facts) = rest.strip_prefix("@{") {
            return self.facts(vertex, facts);
        }
        let Some((longest, _)) = SHAPES.iter().find(|(open, _)| rest.starts_with(open)) else { return Ok(()) };
        let closes = SHAPES.iter().filter(|(open, _)| open == longest).map(|(_, close)| *close);
        let inside = &rest[longest.len()..];
        let after_quote = inside.strip_prefix('"').and_then(|text| text.find('"')).map_or(0, |end| end + 2);
        let Some((end, close)) = first_of(&inside[after_quote..], closes) else {
            return Err(self.wrong("this text has no end; add the bracket that closes it"));
        };
        let (open, length, close) = (longest.len(), after_quote + end, close.len());
        let at = self.start + self.at;
        let said = rest[open..open + length].trim().trim_matches(['"', '`']);
        self.at += open + length + close;
        self.graph.set_text(vertex, said, at)
    }

    /// Reads what stands about a node as in `@{ shape: tri, label: "MAX" }`, behind the bracket.
    fn facts(&mut self, vertex: Vertex, facts: &'t str) -> Result<(), ParseError> {
        // A bracket in quotation marks ends nothing.
        let after_quote = match facts.find(['"', '}']) {
            Some(begin) if facts[begin..].starts_with('"') => {
                facts[begin + 1..].find('"').map_or(0, |end| begin + end + 2)
            }
            _ => 0,
        };
        let Some(end) = facts[after_quote..].find('}').map(|end| after_quote + end) else {
            return Err(self.wrong("this bracket has no end; add a } on this line"));
        };
        let at = self.start + self.at;
        self.at = self.line.len() - facts.len() + end + 1;
        let Some((_, label)) = facts[..end].split_once("label:") else { return Ok(()) };
        let label = label.trim_start();
        let said = label.strip_prefix('"').map_or_else(|| label.split(',').next(), |label| label.split('"').next());
        self.graph.set_text(vertex, said.unwrap_or_default().trim(), at)
    }

    /// Reads an arrow. Returns its text, which may be empty, or `None` where another thing stands.
    fn arrow(&mut self) -> Result<Option<&'t str>, ParseError> {
        let rest = self.rest();
        let line = |c: char| matches!(c, '-' | '=' | '.' | '~');
        let begin = rest.trim_start_matches(['<', 'o', 'x']);
        if rest.len() - begin.len() > 1 || !["--", "==", "-.", "~~"].iter().any(|sign| begin.starts_with(sign)) {
            return Ok(None);
        }
        let behind = begin.trim_start_matches(line);
        let mut name = "";
        let tip = behind.strip_prefix('>').or(behind.strip_prefix(['o', 'x']).filter(|after| after.starts_with(' ')));
        let is_plain = begin.len() - behind.len() > 2 || begin.starts_with("~~");
        let mut after = match tip {
            Some(after) => after,
            None if is_plain => behind,
            None => {
                // The text stands within the arrow.
                let end = first_of(behind, ["-->", "---", "==>", "===", ".->", ".-"].into_iter());
                let (end, _) =
                    end.ok_or_else(|| self.wrong(format!("the arrow {} has no end; add -->", quoted(rest.trim()))))?;
                name = behind[..end].trim();
                behind[end..].trim_start_matches(line).trim_start_matches('>')
            }
        };
        if let Some(inside) = after.trim_start().strip_prefix('|') {
            let end = inside.find('|').ok_or_else(|| self.wrong("the text of this arrow has no end; add |"))?;
            name = inside[..end].trim();
            after = &inside[end + 1..];
        }
        self.at = self.line.len() - after.len();
        Ok(Some(name.trim_matches('"')))
    }
}

/// The first place of any of the signs, and which; nothing behind it is looked at.
fn first_of<'s>(text: &str, signs: impl Iterator<Item = &'s str> + Clone) -> Option<(usize, &'s str)> {
    let bytes = text.as_bytes();
    let sign_at = |at: usize| signs.clone().find(|sign| bytes[at..].starts_with(sign.as_bytes()));
    (0..bytes.len()).find_map(|at| Some((at, sign_at(at)?)))
}
