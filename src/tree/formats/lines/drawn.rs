//! Trees that are drawn with signs: rows of nodes, and between them lines of `/`, `|` and `\`, one for each child. Who moves may stand at
//! the beginning or at the end of a row.

use super::{is_value, lines};
use crate::memory;
use crate::tree::Role;
use crate::tree::file_error::ParseError;
use crate::tree::formats::graph::{Graph, Vertex};
use crate::tree::formats::text::{Steps, Text};
use crate::tree::formats::{FormatEntry, Found, keys, looks};

pub(in crate::tree::formats) static ENTRY: FormatEntry =
    FormatEntry { id: "drawn", title: "a tree drawn with / and \\", extensions: &[], recognises, read, writer: None };

/// The width of a tab.
const TAB: usize = 8;

/// A word of a row of nodes, or a sign of a row of edges.
#[derive(Clone, Copy)]
struct Mark<'t> {
    /// The columns where it begins and ends.
    start: usize,
    end: usize,
    /// The byte where it begins.
    at: usize,
    word: &'t str,
}

impl Mark<'_> {
    /// Which way an edge leads.
    fn sign(&self) -> char {
        match self.word.chars().next() {
            Some('╱') => '/',
            Some('╲') => '\\',
            Some('│') => '|',
            sign => sign.unwrap_or(' '),
        }
    }
}

/// What may stand in a row of edges besides them: a line from a node to its edge.
fn is_level(sign: char) -> bool {
    matches!(sign, '_' | '-' | '─' | '.' | '\'' | '`')
}

fn is_edge(sign: char) -> bool {
    matches!(sign, '/' | '\\' | '|' | '╱' | '╲' | '│')
}

/// Whether a row has edges only.
fn has_edges_only(row: &str) -> bool {
    row.contains(is_edge) && row.chars().all(|sign| sign.is_whitespace() || is_edge(sign) || is_level(sign))
}

/// Whether lines below the first one are rows of edges.
pub(super) fn has_row_of_edges(text: &str) -> bool {
    let mut rows = lines(looks::head(text)).take(1000).map(|(_, row)| row).skip(1);
    rows.any(|row| has_edges_only(row) && row.contains(['/', '\\', '╱', '╲']))
}

/// The root in a row, below it edges that are no comment, and then only edges and nodes without the signs of the command `tree`.
fn recognises(text: &str) -> bool {
    let mut rows = lines(looks::head(text)).take(1000).map(|(_, row)| row.trim());
    let (Some(root), Some(edges)) = (rows.next(), rows.next()) else { return false };
    let are_nodes = |row: &str| row.chars().all(|sign| sign.is_alphanumeric() || " \t_-−.:=()[]?/".contains(sign));
    let are_edges = has_edges_only(edges) && !edges.starts_with("//") && edges != "\\\\";
    are_edges && !has_edges_only(root) && are_nodes(root) && rows.all(|row| has_edges_only(row) || are_nodes(row))
}

/// The edges of a row, or its words with the lines that lead from them to their edges.
fn marks<'t>(text: &Text<'t>, row: &'t str, begin: usize, are_edges: bool) -> Result<Vec<Mark<'t>>, ParseError> {
    let mut marks: Vec<Mark<'t>> = Vec::new();
    let mut column = 0;
    let mut goes_on = false;
    for (at, sign) in row.char_indices() {
        let next = if sign == '\t' { (column / TAB + 1) * TAB } else { column + 1 };
        let end = at + sign.len_utf8();
        let is_marked = if are_edges { is_edge(sign) } else { !sign.is_whitespace() };
        match marks.last_mut() {
            Some(mark) if is_marked && goes_on => {
                (mark.end, mark.word) = (next, &row[mark.at - begin..end]);
            }
            _ if is_marked => {
                add(text, &mut marks, Mark { start: column, end: next, at: begin + at, word: &row[at..end] })?;
            }
            _ => {}
        }
        goes_on = is_marked && !are_edges;
        column = next;
    }
    Ok(marks)
}

fn add<'t>(text: &Text<'t>, marks: &mut Vec<Mark<'t>>, mark: Mark<'t>) -> Result<(), ParseError> {
    memory::make_room(marks).map_err(|shortage| text.wrong(mark.at, shortage.to_string()))?;
    marks.push(mark);
    Ok(())
}

/// The words of a row of nodes, each as wide as with the lines that lead from it to its edges.
fn words<'t>(text: &Text<'t>, row: &'t str, begin: usize) -> Result<Vec<Mark<'t>>, ParseError> {
    let mut words = marks(text, row, begin, false)?;
    for mark in &mut words {
        let word = mark.word.trim_start_matches(['_', '─']);
        mark.at += mark.word.len() - word.len();
        mark.word = word.trim_end_matches(['_', '─']);
    }
    words.retain(|mark| !mark.word.is_empty());
    let is_named = |name: &str, value: &str| name.ends_with([':', '=']) && is_value(value);
    joined(text, &words, is_named)
}

/// Joins words between which there is one blank, as in `B: 3` and `last move`, if `are_one` says that of the first and the second.
fn joined<'t>(
    text: &Text<'t>,
    words: &[Mark<'t>],
    are_one: fn(&str, &str) -> bool,
) -> Result<Vec<Mark<'t>>, ParseError> {
    let mut joined: Vec<Mark<'t>> = Vec::new();
    for &mark in words {
        match joined.last_mut() {
            Some(last) if mark.start == last.end + 1 && are_one(last.word, mark.word) => {
                last.end = mark.end;
                last.word = &text.as_str()[last.at..mark.at + mark.word.len()];
            }
            _ => add(text, &mut joined, mark)?,
        }
    }
    Ok(joined)
}

/// What a word says, in lines: without brackets around it, and with what is in those behind a name on a line of its own, as in `A(MAX)`.
fn lines_of(word: &str) -> String {
    let inside = |open, close| word.strip_prefix(open).and_then(|word: &str| word.strip_suffix(close));
    if let Some(inside) = inside('(', ')').or(inside('[', ']')) {
        return inside.to_string();
    }
    match word.strip_suffix(')').and_then(|word| word.split_once('(')) {
        Some((name, inside)) => format!("{name}\n{inside}"),
        None => word.to_string(),
    }
}

/// Takes the word that says who moves in a row: one that is more than there are nodes, at either end.
fn mover_of(words: &mut Vec<Mark<'_>>, nodes: usize) -> Option<Role> {
    if words.len() != nodes + 1 {
        return None;
    }
    let mover = |mark: &Mark<'_>| keys::mover_by_name(mark.word.trim_matches([':', '(', ')', '[', ']']));
    if let Some(first) = mover(&words[0]) {
        words.remove(0);
        return Some(first);
    }
    let last = words.last().and_then(mover)?;
    words.pop();
    Some(last)
}

/// The node from which an edge of the row below leads, not before the one from which the last edge leads: none that is wholly on its other
/// side, and of these the nearest. Looks at few nodes, since edges come in their order.
fn above(nodes: &[Mark<'_>], edge: &Mark<'_>, from: usize) -> usize {
    let column = edge.start;
    let is_left = |node: &Mark<'_>| match edge.sign() {
        '/' => node.end <= column,
        _ => node.end <= column + 1,
    };
    let right = nodes[from..].iter().take_while(|node| is_left(node)).count() + from;
    let is_nearer = |left: usize| match (edge.sign(), nodes.get(right)) {
        (_, None) => true,
        ('/', Some(_)) => false,
        ('\\', Some(node)) => node.start > column,
        (_, Some(node)) => node.start.saturating_sub(column) > column + 1 - nodes[left].end,
    };
    match right.checked_sub(1).filter(|&left| left >= from) {
        Some(left) if is_nearer(left) => left,
        _ => right,
    }
}

/// A row of nodes.
struct Row<'t> {
    marks: Vec<Mark<'t>>,
    vertices: Vec<Vertex>,
}

struct Reader<'a, 't> {
    text: &'a Text<'t>,
    graph: Graph<'a, 't>,
    steps: Steps<'t>,
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let mut reader = Reader { text, graph: Graph::new(text), steps: text.steps() };
    let mut row = None;
    // The uppermost edges below that row, and where they begin.
    let mut edges: Option<(Vec<Mark<'_>>, usize)> = None;
    for (begin, line) in lines(text.as_str()) {
        if has_edges_only(line) {
            edges = Some((reader.edges(line, begin, edges.map(|(marks, _)| marks))?, begin));
            continue;
        }
        let next = match (&row, edges.take()) {
            (None, None) => reader.nodes(line, begin, None)?,
            (Some(above), Some((edges, _))) => {
                let next = reader.nodes(line, begin, Some(edges.len()))?;
                reader.connect(above, &edges, &next)?;
                next
            }
            (None, Some((_, at))) => return Err(text.wrong(at, "there is no node above these edges; add it")),
            (Some(_), None) => {
                return Err(text.wrong(begin, "there are no edges above this row; draw / or \\ to each of its nodes"));
            }
        };
        row = Some(next);
    }
    match edges {
        Some((_, at)) => Err(text.wrong(at, "there are no nodes below these edges; add them")),
        None => reader.graph.tree(),
    }
}

impl<'t> Reader<'_, 't> {
    /// Reads a row of edges below `above`, which goes on with the same edges, and returns the uppermost of them.
    fn edges(
        &mut self,
        line: &'t str,
        begin: usize,
        above: Option<Vec<Mark<'t>>>,
    ) -> Result<Vec<Mark<'t>>, ParseError> {
        self.steps.step(begin)?;
        let found = marks(self.text, line, begin, true)?;
        let Some(above) = above else { return Ok(found) };
        if above.len() == found.len() {
            return Ok(above);
        }
        let (count, before) = (found.len(), above.len());
        let message = format!(
            "this row has {count} edges, and the one above it {before}; draw the edge to each child through all rows"
        );
        Err(self.text.wrong(begin, message))
    }

    /// Reads a row of as many nodes as there are edges above, or the root.
    fn nodes(&mut self, line: &'t str, begin: usize, edges: Option<usize>) -> Result<Row<'t>, ParseError> {
        let text = self.text;
        let count = edges.unwrap_or(1);
        let mut marks = words(text, line, begin)?;
        let mut mover = mover_of(&mut marks, count);
        if marks.len() != count {
            marks = joined(text, &marks, |name, _| !is_value(name))?;
            mover = mover.or_else(|| mover_of(&mut marks, count));
        }
        if marks.len() != count {
            let found = marks.len();
            let message = match edges {
                None => format!("the first row should have the root alone, and has {found} nodes"),
                Some(count) => {
                    format!("this row has {found} nodes, and the edges above it are {count}; draw one to each")
                }
            };
            return Err(text.wrong(begin, message));
        }
        let mut vertices = Vec::new();
        for mark in &marks {
            self.steps.step(mark.at)?;
            memory::make_room(&mut vertices).map_err(|shortage| text.wrong(mark.at, shortage.to_string()))?;
            let vertex = self.graph.nameless(mark.word.into(), mark.at)?;
            self.graph.set_label(vertex, "");
            if let Some(mover) = mover {
                self.graph.set_mover(vertex, mover);
            }
            self.graph.set_text(vertex, &lines_of(mark.word), mark.at)?;
            vertices.push(vertex);
        }
        Ok(Row { marks, vertices })
    }

    /// Adds the edges between two rows, from the left to the right.
    fn connect(&mut self, row: &Row<'t>, edges: &[Mark<'t>], below: &Row<'t>) -> Result<(), ParseError> {
        let mut before = 0;
        for (edge, &child) in edges.iter().zip(&below.vertices) {
            self.steps.step(edge.at)?;
            let parent = above(&row.marks, edge, before);
            self.graph.edge(row.vertices[parent], child, edge.at)?;
            before = parent;
        }
        Ok(())
    }
}
