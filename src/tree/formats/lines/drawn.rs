//! Trees that are drawn with signs: rows of nodes, and between them lines of `/`, `|` and `\`, one for each child, or lines such as
//! `┌──┴──┐` and `__|__` from a node to all of its children. Who moves may stand at the beginning or at the end of a row, and the names of
//! moves beside the lines to which they lead. A drawing may be the comment of a program.

use super::{contents, is_value};
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

/// What may stand in a row of edges besides them: a line from a node to its edges.
fn is_level(sign: char) -> bool {
    matches!(sign, '_' | '-' | '─' | '.' | '\'' | '`' | '┴' | '+')
}

fn is_edge(sign: char) -> bool {
    matches!(sign, '/' | '\\' | '|' | '╱' | '╲' | '│')
}

/// Whether a line to several children leads down to one of them here.
fn is_corner(sign: char) -> bool {
    matches!(sign, '┌' | '┐' | '╭' | '╮' | '┬' | '┼')
}

/// Whether a line to several children comes down from their parent here.
fn is_stem(sign: char) -> bool {
    matches!(sign, '┴' | '┼' | '|' | '│')
}

/// Whether a row has edges only.
fn has_edges_only(row: &str) -> bool {
    let is_one = |sign| is_edge(sign) || is_corner(sign) || sign == '+';
    row.contains(is_one) && row.chars().all(|sign| sign.is_whitespace() || is_one(sign) || is_level(sign))
}

/// The name of a move beside an edge, `l/` or `\r`; an edge alone has none.
fn move_beside(word: &str) -> Option<&str> {
    let name = word.strip_suffix(['/', '╱']).or_else(|| word.strip_prefix(['\\', '╲', '|', '│']))?;
    name.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '.' | '%' | '_')).then_some(name)
}

/// Whether a row has edges, and perhaps moves beside them.
fn has_edges(row: &str) -> bool {
    has_edges_only(row) || row.split_whitespace().all(|word| move_beside(word).is_some()) && row.contains(['\\', '╲'])
}

/// The rows of a drawing, which may be in the comments of a program, each with the byte where it begins.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_in = |sign: &&&str| contents(text).all(|(_, row)| row.starts_with(**sign));
    let sign = ["//", "#", "%"].iter().find(is_in).map_or("", |sign| *sign);
    contents(text)
        .map(move |(at, row)| (at + sign.len(), &row[sign.len()..]))
        .filter(move |(_, row)| !row.trim().is_empty() && !row.trim_start().starts_with('#'))
}

/// Whether lines below the first one are rows of edges.
pub(super) fn has_row_of_edges(text: &str) -> bool {
    let mut rows = rows(looks::head(text)).take(1000).map(|(_, row)| row).skip(1);
    rows.any(|row| has_edges_only(row) && row.contains(['/', '\\', '╱', '╲']))
}

/// The root in a row, below it edges that are no comment, and then only edges and nodes without the signs of the command `tree`.
pub(super) fn recognises(text: &str) -> bool {
    let mut rows = rows(looks::head(text)).take(1000).map(|(_, row)| row.trim()).peekable();
    let Some(root) = rows.next() else { return false };
    // Who moves there, or what it is worth.
    while rows.next_if(|row| row.split_whitespace().all(says_more)).is_some() {}
    let Some(edges) = rows.next() else { return false };
    let is_node = |sign: char| {
        let is_drawing = is_edge(sign) || is_corner(sign) || is_level(sign) || ('─'..='╿').contains(&sign);
        !is_drawing || matches!(sign, '_' | '-' | '.' | '\'' | '/')
    };
    let are_nodes = |row: &str| row.chars().all(is_node) && !row.starts_with(['{', '<']) && !row.ends_with(';');
    let are_edges = has_edges(edges) && !edges.starts_with("//") && edges != "\\\\";
    // What else is drawn with both of these is a tree, if perhaps with signs that are not known.
    let is_drawing = edges.contains(['/', '╱']) && edges.contains(['\\', '╲']);
    are_edges
        && !has_edges_only(root)
        && are_nodes(root)
        && (is_drawing || rows.all(|row| has_edges_only(row) || has_edges(row) || are_nodes(row)))
}

/// Whether a word below a node says who moves there, or what it is worth.
fn says_more(word: &str) -> bool {
    let inside = word.trim_matches(['(', ')', '[', ']']);
    is_value(inside) || keys::mover_by_name(inside).is_some()
}

/// The words of a row, with the lines that lead from them to their edges.
fn marks<'t>(text: &Text<'t>, row: &'t str, begin: usize) -> Result<Vec<Mark<'t>>, ParseError> {
    let mut marks: Vec<Mark<'t>> = Vec::new();
    let mut goes_on = false;
    for Sign { at, sign, start, end } in signs(row) {
        let behind = at + sign.len_utf8();
        match marks.last_mut() {
            _ if sign.is_whitespace() => {}
            Some(mark) if goes_on => (mark.end, mark.word) = (end, &row[mark.at - begin..behind]),
            _ => text.push(&mut marks, Mark { start, end, at: begin + at, word: &row[at..behind] }, begin + at)?,
        }
        goes_on = !sign.is_whitespace();
    }
    Ok(marks)
}

/// A sign of a row, with the byte and the columns where it is.
struct Sign {
    at: usize,
    sign: char,
    start: usize,
    end: usize,
}

fn signs(row: &str) -> impl Iterator<Item = Sign> {
    let mut column = 0;
    row.char_indices().map(move |(at, sign)| {
        let start = column;
        column = if sign == '\t' { (column / TAB + 1) * TAB } else { column + 1 };
        Sign { at, sign, start, end: column }
    })
}

/// A line without a gap in a row of edges, such as `/` or `┌──┴──┐`.
struct Run {
    start: usize,
    end: usize,
    /// The column where it comes from above.
    stem: Option<usize>,
    /// Whether it leads to its children by corners.
    has_corners: bool,
    /// Whether edges begin below the crosses of it.
    has_crosses: bool,
}

/// The lines of a row of edges.
fn runs(text: &Text<'_>, row: &str, begin: usize) -> Result<Vec<Run>, ParseError> {
    let mut runs: Vec<Run> = Vec::new();
    for Sign { at, sign, start, end } in signs(row) {
        if !is_edge(sign) && !is_corner(sign) && !is_level(sign) {
            continue;
        }
        // Two edges side by side are two lines, as in `/\`.
        let is_alone = matches!(sign, '/' | '\\' | '╱' | '╲');
        if runs.last().is_none_or(|run| run.end < start || is_alone) {
            let run = Run { start, end, stem: None, has_corners: false, has_crosses: false };
            text.push(&mut runs, run, begin + at)?;
        }
        if let Some(run) = runs.last_mut() {
            run.end = end;
            run.has_corners |= is_corner(sign);
            run.has_crosses |= sign == '+';
            run.stem = run.stem.or(is_stem(sign).then_some(start));
        }
    }
    Ok(runs)
}

/// The edges to nodes below.
struct Edges<'t> {
    /// Where each of them comes from the row of nodes above.
    marks: Vec<Mark<'t>>,
    /// The lines of the last row.
    runs: Vec<Run>,
    /// The names of the moves beside them; none if there are not as many as edges.
    moves: Vec<&'t str>,
    /// The byte where the uppermost row begins.
    begin: usize,
}

/// The words of a row of nodes, each as wide as with the lines that lead from it to its edges.
fn words<'t>(text: &Text<'t>, row: &'t str, begin: usize) -> Result<Vec<Mark<'t>>, ParseError> {
    let mut words = marks(text, row, begin)?;
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
            _ => text.push(&mut joined, mark, mark.at)?,
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

/// Takes the word that says who moves in a row, or which row it is: one that is more than there are nodes, at either end.
fn mover_of(words: &mut Vec<Mark<'_>>, nodes: usize) -> Option<Role> {
    if words.len() != nodes + 1 {
        return None;
    }
    let inside = |mark: &Mark<'_>| mark.word.trim_matches([':', '(', ')', '[', ']']).to_lowercase();
    let mover = |mark: &Mark<'_>| {
        keys::mover_by_name(&inside(mark)).or_else(|| keys::mover_in(mark.word).map(|(role, _)| role))
    };
    let is_name_of_row = |mark: &Mark<'_>| {
        let name = inside(mark);
        ROWS.contains(&name.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end())
    };
    let first = mover(&words[0]);
    if first.is_some() || is_name_of_row(&words[0]) {
        words.remove(0);
        return first;
    }
    let (last, is_name) = words.last().map(|last| (mover(last), is_name_of_row(last)))?;
    if last.is_some() || is_name {
        words.pop();
    }
    last
}

/// What rows are called in the margin.
const ROWS: [&str; 8] = ["leaf", "leaves", "terminal", "values", "utility", "level", "depth", "ply"];

/// A row without the note behind it, as in `A  <- MIN`, and who moves by that.
fn without_note(row: &str) -> (&str, Option<Role>) {
    let note =
        ["<-", "←", "# ", "// ", "<="].iter().filter_map(|sign| row.split_once(sign)).min_by_key(|(row, _)| row.len());
    match note {
        Some((before, note)) if before.ends_with(char::is_whitespace) && !before.trim().is_empty() => {
            (before, keys::mover_in(note).map(|(role, _)| role))
        }
        _ => (row, None),
    }
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
    let mut row: Option<Row<'_>> = None;
    let mut edges: Option<Edges<'_>> = None;
    for (begin, line) in rows(text.as_str()) {
        if has_edges_only(line) || row.is_some() && has_edges(line) {
            edges = Some(reader.edges(line, begin, edges)?);
            continue;
        }
        let next = match (&row, edges.take()) {
            (None, None) => reader.nodes(line, begin, None)?,
            (Some(above), Some(edges)) => {
                let next = reader.nodes(line, begin, Some(edges.marks.len()))?;
                reader.connect(above, &edges, &next)?;
                next
            }
            (None, Some(edges)) => {
                return Err(text.wrong(edges.begin, "there is no node above these edges; add it"));
            }
            (Some(above), None) => {
                reader.say_more(above, line, begin)?;
                continue;
            }
        };
        row = Some(next);
    }
    if let Some(edges) = edges {
        return Err(text.wrong(edges.begin, "there are no nodes below these edges; add them"));
    }
    reader.graph.tree()
}

impl<'t> Reader<'_, 't> {
    /// Reads a row of edges below `above`, which goes on with the same edges, or shares them out among more children.
    fn edges(&mut self, line: &'t str, begin: usize, above: Option<Edges<'t>>) -> Result<Edges<'t>, ParseError> {
        self.steps.step(begin)?;
        let runs = runs(self.text, line, begin)?;
        let found = self.leading_down(line, begin, &runs)?;
        let has_moves = !has_edges_only(line) && line.split_whitespace().count() == found.len();
        let moves = if has_moves { line.split_whitespace().filter_map(move_beside).collect() } else { Vec::new() };
        let Some(mut above) = above else {
            let marks = found.into_iter().map(|(mark, _)| mark).collect();
            return Ok(Edges { marks, runs, moves, begin });
        };
        let (count, before) = (found.len(), above.marks.len());
        let moves = if moves.is_empty() && count == before { std::mem::take(&mut above.moves) } else { moves };
        let marks = if count == before {
            above.marks
        } else if runs.len() == before && runs.iter().all(|run| run.has_corners || run.end - run.start == 1) {
            // Each edge goes on with a line to several children.
            found.iter().map(|(_, run)| above.marks[*run]).collect()
        } else if let Some(shared) = shared(&above, &found) {
            shared
        } else {
            let message = format!(
                "this row has {count} edges, and the one above it {before}; draw the edge to each child through all rows"
            );
            return Err(self.text.wrong(begin, message));
        };
        Ok(Edges { marks, runs, moves, begin: above.begin })
    }

    /// Where the lines of a row lead down, and which of them does so: at their corners, or as an edge, or somewhere in the row below.
    fn leading_down(&self, line: &'t str, begin: usize, runs: &[Run]) -> Result<Vec<(Mark<'t>, usize)>, ParseError> {
        let mut found = Vec::new();
        let mut run = 0;
        let mut is_met = false;
        for Sign { at, sign, start, end } in signs(line) {
            while run < runs.len() && runs[run].end <= start {
                (run, is_met) = (run + 1, false);
            }
            let Some(line_down) = runs.get(run).filter(|run| run.start <= start) else { continue };
            let middle = usize::midpoint(line_down.start, line_down.end);
            let (start, end, word) = if line_down.has_corners && is_corner(sign) {
                let stem = line_down.stem.unwrap_or(middle);
                (stem, stem + 1, "|")
            } else if !line_down.has_corners && is_edge(sign) {
                (start, end, &line[at..at + sign.len_utf8()])
            } else if line_down.has_crosses && !is_met && end == line_down.end {
                (middle, middle + 1, "|")
            } else {
                continue;
            };
            is_met = true;
            self.text.push(&mut found, (Mark { start, end, at: begin + at, word }, run), begin + at)?;
        }
        Ok(found)
    }

    /// Reads a row of as many nodes as there are edges above, or the root.
    fn nodes(&mut self, line: &'t str, begin: usize, edges: Option<usize>) -> Result<Row<'t>, ParseError> {
        let text = self.text;
        let count = edges.unwrap_or(1);
        let (line, noted) = without_note(line);
        let mut marks = words(text, line, begin)?;
        let mut mover = noted.or_else(|| mover_of(&mut marks, count));
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
            let vertex = self.graph.nameless(mark.word.into(), mark.at)?;
            self.graph.set_label(vertex, "");
            if let Some(mover) = mover {
                self.graph.set_mover(vertex, mover);
            }
            if !is_sign(mark.word) {
                self.graph.set_text(vertex, &lines_of(mark.word), mark.at)?;
            }
            text.push(&mut vertices, vertex, mark.at)?;
        }
        Ok(Row { marks, vertices })
    }

    /// Reads a row right below the nodes that it says more about: their values, or who moves there.
    fn say_more(&mut self, row: &Row<'t>, line: &'t str, begin: usize) -> Result<(), ParseError> {
        let mut words = words(self.text, line, begin)?;
        let mover = mover_of(&mut words, row.marks.len());
        // A second row of values would be one of nodes.
        let has_values = |marks: &[Mark<'_>]| marks.iter().any(|mark| is_value(mark.word));
        let is_second = has_values(&row.marks) && has_values(&words);
        if words.len() != row.marks.len() || is_second || !words.iter().all(|mark| says_more(mark.word)) {
            let message = "there are no edges above this row; draw / or \\ to each of its nodes";
            return Err(self.text.wrong(begin, message));
        }
        for (mark, &vertex) in words.iter().zip(&row.vertices) {
            self.steps.step(mark.at)?;
            self.graph.set_text(vertex, &lines_of(mark.word), mark.at)?;
            if let Some(mover) = mover {
                self.graph.set_mover(vertex, mover);
            }
        }
        Ok(())
    }

    /// Adds the edges between two rows, from the left to the right.
    fn connect(&mut self, row: &Row<'t>, edges: &Edges<'t>, below: &Row<'t>) -> Result<(), ParseError> {
        let mut before = 0;
        for (edge, &child) in edges.marks.iter().zip(&below.vertices) {
            self.steps.step(edge.at)?;
            let parent = above(&row.marks, edge, before);
            self.graph.edge(row.vertices[parent], child, edge.at)?;
            before = parent;
        }
        for (name, &child) in edges.moves.iter().zip(&below.vertices) {
            self.graph.set_move(child, *name);
        }
        Ok(())
    }
}

/// Whether a word is the sign of a node that is called nothing.
fn is_sign(word: &str) -> bool {
    matches!(word, "." | "*" | "○" | "●" | "◦" | "•" | "□" | "■")
}

/// Where edges come from that begin below the lines of the row above, from the left to the right; `None` if one begins elsewhere, or nothing
/// does so below a line.
fn shared<'t>(above: &Edges<'t>, found: &[(Mark<'t>, usize)]) -> Option<Vec<Mark<'t>>> {
    if above.runs.len() != above.marks.len() || above.runs.iter().any(|run| run.end - run.start == 1) {
        return None;
    }
    let mut run = 0;
    let mut shared = Vec::new();
    let mut count = 0;
    for (mark, _) in found {
        while above.runs.get(run)?.end < mark.start {
            if count == 0 {
                return None;
            }
            (run, count) = (run + 1, 0);
        }
        if mark.end < above.runs[run].start {
            return None;
        }
        count += 1;
        shared.push(above.marks[run]);
    }
    (run + 1 == above.runs.len() && count > 0).then_some(shared)
}
