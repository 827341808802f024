//! A line for each node with its children behind its name, and one for each leaf with its value: `A B C`, `A: B, C`, `A -> B C` or
//! `A = [B, C]`, and `B 3`; with who moves `A = max(B, C)`, `A max B C` or `A (max): B C`. A number that no line begins with is a leaf
//! without a name.

use rustc_hash::FxHashSet;

use super::{head, is_number, lines, value_of, without_comment};
use crate::format::quoted;
use crate::tree::Role;
use crate::tree::file_error::ParseError;
use crate::tree::formats::graph::Graph;
use crate::tree::formats::looks::HEAD;
use crate::tree::formats::text::Text;
use crate::tree::formats::{FormatEntry, Found, keys};

pub(in crate::tree::formats) static ENTRY: FormatEntry = FormatEntry {
    id: "children",
    title: "lines of nodes and their children",
    extensions: &["adj"],
    recognises,
    read,
    writer: None,
};

/// A line: a name, and what stands behind it.
struct Row<'t> {
    name: &'t str,
    /// Whether a sign such as a colon stands behind the name.
    has_sign: bool,
    mover: Option<Role>,
    children: Words<'t>,
}

/// What is wrong in a line, and at which byte of it.
type Wrong<'t> = (&'t str, String);

impl<'t> Row<'t> {
    fn of(line: &'t str) -> Result<Row<'t>, Wrong<'t>> {
        let line = line.trim().trim_end_matches([';', '.']);
        let line = without_comment(line).trim_end();
        let (name, behind) = word(line)?;
        let (before, behind) = mover(behind.trim_start());
        let sign = [":=", "->", "=>", "→", ":", "=", ","].iter().find(|sign| behind.starts_with(**sign));
        let (mover, mut list) = mover(behind[sign.map_or(0, |sign| sign.len())..].trim_start());
        for brackets in [['[', ']'], ['(', ')'], ['{', '}']] {
            list = list.strip_prefix(brackets[0]).and_then(|list| list.strip_suffix(brackets[1])).unwrap_or(list);
        }
        if list.trim().is_empty() {
            let message = format!("{} has nothing behind it; write its children, or the value of a leaf", quoted(name));
            return Err((behind, message));
        }
        Ok(Row { name, has_sign: sign.is_some(), mover: before.or(mover), children: Words(list.trim()) })
    }

    /// The value, if this is the line of a leaf: a single number with which no line begins, or which a line of several children lists.
    fn value(&self, names: &FxHashSet<&str>, listed: &FxHashSet<&str>) -> Option<&'t str> {
        let value = self.single()?;
        (is_number(value) && (!names.contains(value) || listed.contains(value))).then_some(value)
    }

    /// What stands alone behind the name.
    fn single(&self) -> Option<&'t str> {
        let (single, rest) = word(self.children.0).ok()?;
        rest.is_empty().then_some(single)
    }
}

/// Who moves, by the word that a text begins with, and what follows: `max(B, C)`, `max B C`, `(max): B C`.
fn mover(text: &str) -> (Option<Role>, &str) {
    let (inside, is_closed) = match text.strip_prefix('(') {
        Some(inside) => (inside, true),
        None => (text, false),
    };
    let length = inside.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inside.len());
    let (word, behind) = inside.split_at(length);
    let behind = if is_closed { behind.strip_prefix(')') } else { Some(behind).filter(|behind| !behind.is_empty()) };
    match (keys::mover_by_name(word), behind) {
        (Some(mover), Some(behind)) => (Some(mover), behind.trim_start()),
        _ => (None, text),
    }
}

/// Words with blanks or commas between them.
struct Words<'t>(&'t str);

impl<'t> Iterator for Words<'t> {
    type Item = Result<&'t str, Wrong<'t>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let (word, rest) = match word(self.0) {
            Ok(found) => found,
            Err(wrong) => {
                self.0 = "";
                return Some(Err(wrong));
            }
        };
        let rest = rest.trim_start();
        self.0 = rest.strip_prefix([',', '|']).unwrap_or(rest).trim_start();
        Some(Ok(word))
    }
}

/// The lines, and the parts of those that give values to several nodes.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text).flat_map(|(at, line)| parts(line).map(move |part| (at, part)))
}

/// A line as it is, or the values that it gives to several nodes.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    super::assigned(line).enumerate().map(|(number, part)| if number > 0 { part.trim_start() } else { part })
}

/// The word at the beginning of a text, and what follows.
fn word(text: &str) -> Result<(&str, &str), Wrong<'_>> {
    if let Some(inside) = text.strip_prefix(['"', '\'']) {
        let end = inside.find(&text[..1]).ok_or_else(|| (text, "this name has no end; add a quotation mark".into()))?;
        return Ok((&inside[..end], &inside[end + 1..]));
    }
    let is_in_word = |c: char| c.is_alphanumeric() || "_.'+-/?−".contains(c);
    let mut end = text.find(|c| !is_in_word(c)).unwrap_or(text.len());
    if text[..end].ends_with('-') && text[end..].starts_with('>') {
        end -= 1;
    }
    if end == 0 {
        return Err((text, "expected a name or a number here; put other names in quotation marks".into()));
    }
    Ok((&text[..end], &text[end..]))
}

/// Lines at the left that give each node once, below a single root, and a value for each leaf.
fn recognises(text: &str) -> bool {
    let head = head(text);
    let is_whole = head.len() < HEAD - 4;
    let (mut names, mut children, mut singles, mut has_list) = (FxHashSet::default(), Vec::new(), Vec::new(), false);
    for (_, line) in rows(head) {
        let is_at_left = !line.starts_with([' ', '\t']);
        let Ok(row) = Row::of(line) else { return !is_whole && names.len() > 100 && is_at_left };
        let is_bare = is_number(row.name) && !row.has_sign;
        let single = row.single();
        has_list |= row.has_sign || single.is_none();
        singles.extend(single);
        for child in row.children.skip(usize::from(single.is_some())) {
            let Ok(child) = child else { return false };
            children.push(child);
        }
        if !is_at_left || is_bare || !names.insert(row.name) {
            return false;
        }
    }
    let listed: FxHashSet<&str> = children.iter().copied().collect();
    children.extend(singles.into_iter().filter(|single| !is_number(single) || !listed.contains(single)));
    let mut met = FxHashSet::default();
    let inner = children.iter().filter(|child| names.contains(*child)).all(|child| met.insert(*child));
    let has_lines = || children.iter().all(|child| names.contains(child) || is_number(child));
    has_list && inner && !met.is_empty() && (!is_whole || met.len() + 1 == names.len() && has_lines())
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let str = text.as_str();
    let place = |word: &str| word.as_ptr() as usize - str.as_ptr() as usize;
    let wrong = |(at, message): Wrong<'_>| text.wrong(place(at), message);
    let mut steps = text.steps();
    let (mut names, mut listed) = (FxHashSet::default(), FxHashSet::default());
    for (at, line) in rows(str) {
        steps.step(at)?;
        let row = Row::of(line).map_err(wrong)?;
        let (name, is_alone) = (row.name, row.single().is_some());
        for child in row.children.map_while(Result::ok).filter(|child| !is_alone && is_number(child)) {
            text.insert(&mut listed, child, at)?;
        }
        if !text.insert(&mut names, name, at)? {
            let message = format!("{} has two lines; put all of its children into one", quoted(name));
            return Err(text.wrong(place(name), message));
        }
    }
    let mut graph = Graph::new(text);
    for (at, line) in rows(str) {
        let row = Row::of(line).map_err(wrong)?;
        let node = graph.vertex(row.name, place(row.name))?;
        if let Some(mover) = row.mover {
            graph.set_mover(node, mover);
        }
        if let Some(value) = row.value(&names, &listed) {
            graph.set_value(node, value_of(text, place(value), value)?);
            continue;
        }
        for child in row.children {
            steps.step(at)?;
            let child = child.map_err(wrong)?;
            let at = place(child);
            let is_leaf = is_number(child) && !names.contains(child);
            let vertex = if is_leaf { graph.leaf(value_of(text, at, child)?, at)? } else { graph.vertex(child, at)? };
            graph.edge(node, vertex, at)?;
        }
    }
    graph.tree()
}
