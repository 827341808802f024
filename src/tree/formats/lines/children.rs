//! A line for each node with its children behind its name, and one for each leaf with its value: `A B C`, `A: B, C`, `A -> B C` or
//! `A = [B, C]`, and `B 3`. A number that no line begins with is a leaf without a name.

use rustc_hash::FxHashSet;

use super::{head, lines, value_of};
use crate::format::quoted;
use crate::tree::file_error::ParseError;
use crate::tree::formats::graph::Graph;
use crate::tree::formats::looks::HEAD;
use crate::tree::formats::text::Text;
use crate::tree::formats::{FormatEntry, Found};
use crate::tree::{Value, ValueError};

pub(in crate::tree::formats) static ENTRY: FormatEntry = FormatEntry {
    id: "children",
    title: "lines of nodes and their children",
    extensions: &["adj"],
    recognises,
    read,
    writer: None,
};

/// A line: a name, and what stands behind it, as parts of the text.
struct Row<'t> {
    name: &'t str,
    /// Whether a sign such as a colon stands behind the name.
    has_sign: bool,
    children: Vec<&'t str>,
}

impl<'t> Row<'t> {
    /// The row of a line, or what is wrong and where.
    fn of(line: &'t str) -> Result<Row<'t>, (usize, String)> {
        let line = line.trim_end().trim_end_matches([';', '.']);
        let line = line.split_once(" #").map_or(line, |(row, _)| row.trim_end());
        let (name, rest) = word(line, 0)?;
        let behind = rest.trim_start();
        let sign = [":=", "->", "=>", "→", ":", "="].iter().find(|sign| behind.starts_with(**sign));
        let mut list = behind[sign.map_or(0, |sign| sign.len())..].trim_start();
        for brackets in [['[', ']'], ['(', ')'], ['{', '}']] {
            list = list.strip_prefix(brackets[0]).and_then(|list| list.strip_suffix(brackets[1])).unwrap_or(list);
        }
        let mut children = Vec::new();
        let at = |rest: &str| rest.as_ptr() as usize - line.as_ptr() as usize;
        let mut rest = list.trim_start();
        while !rest.is_empty() {
            let (child, after) = word(rest, at(rest))?;
            children.push(child);
            rest = after.trim_start();
            if let Some(after) = rest.strip_prefix([',', '|']) {
                rest = after.trim_start();
            }
        }
        if children.is_empty() {
            return Err((
                line.len(),
                format!("{} has nothing behind it; write its children, or the value of a leaf", quoted(name)),
            ));
        }
        Ok(Row { name, has_sign: sign.is_some(), children })
    }
}

/// The word at the beginning of a text, which begins at a byte of its line, and what follows.
fn word(text: &str, at: usize) -> Result<(&str, &str), (usize, String)> {
    if let Some(inside) = text.strip_prefix(['"', '\'']) {
        let end = inside.find(&text[..1]).ok_or((at, "this name has no end; add a quotation mark".to_string()))?;
        return Ok((&inside[..end], &inside[end + 1..]));
    }
    let is_in_word = |c: char| c.is_alphanumeric() || "_.'+-/?−".contains(c);
    let mut end = text.find(|c| !is_in_word(c)).unwrap_or(text.len());
    if text[..end].ends_with('-') && text[end..].starts_with('>') {
        end -= 1;
    }
    if end == 0 {
        return Err((at, "expected a name or a number here; put other names in quotation marks".into()));
    }
    Ok((&text[..end], &text[end..]))
}

/// Whether a word is a number, if perhaps a too large one, or stands for an unknown one.
fn is_number(word: &str) -> bool {
    word == "?" || !matches!(word.parse::<Value>(), Err(ValueError::NotANumber))
}

/// Lines at the left that give each node once, below a single root, and a value for each leaf.
fn recognises(text: &str) -> bool {
    let head = head(text);
    let is_whole = head.len() < HEAD - 4;
    let (mut names, mut children, mut has_list) = (FxHashSet::default(), Vec::new(), false);
    for (_, line) in lines(head) {
        let Ok(row) = Row::of(line) else { return !is_whole && names.len() > 100 && !line.starts_with([' ', '\t']) };
        let is_bare = is_number(row.name) && !row.has_sign;
        if line.starts_with([' ', '\t']) || is_bare || !names.insert(row.name) {
            return false;
        }
        has_list |= row.has_sign || row.children.len() > 1;
        children.extend(row.children);
    }
    let mut met = FxHashSet::default();
    let inner = children.iter().filter(|child| names.contains(*child)).all(|child| met.insert(*child));
    let has_lines = || children.iter().all(|child| names.contains(child) || is_number(child));
    has_list && inner && !met.is_empty() && (!is_whole || met.len() + 1 == names.len() && has_lines())
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let str = text.as_str();
    let mut steps = text.steps();
    let (mut rows, mut names) = (Vec::new(), FxHashSet::default());
    for (at, line) in lines(str) {
        steps.step(at)?;
        let start = at + (line.len() - line.trim_start().len());
        let row = Row::of(line.trim_start()).map_err(|(byte, message)| text.wrong(start + byte, message))?;
        if !names.insert(row.name) {
            return Err(
                text.wrong(start, format!("{} has two lines; put all of its children into one", quoted(row.name)))
            );
        }
        crate::memory::make_room(&mut rows).map_err(|shortage| text.wrong(start, shortage.to_string()))?;
        rows.push(row);
    }
    let mut graph = Graph::new(text);
    for Row { name, children, .. } in rows {
        let place = |word: &str| word.as_ptr() as usize - str.as_ptr() as usize;
        steps.step(place(name))?;
        let node = graph.vertex(name, place(name))?;
        if let [value] = children[..]
            && is_number(value)
            && !names.contains(value)
        {
            graph.set_value(node, value_of(text, place(value), value)?);
            continue;
        }
        for child in children {
            let at = place(child);
            let is_leaf = is_number(child) && !names.contains(child);
            let vertex = if is_leaf { graph.leaf(value_of(text, at, child)?, at)? } else { graph.vertex(child, at)? };
            graph.edge(node, vertex, at)?;
        }
    }
    graph.tree()
}
