//! A row for each edge: `parent move child`, `parent,child,value`, or columns that a heading names, rows `leaf value`, and rows
//! `name: max` for who moves. With a heading there may also be a row for each node, which names its parent or its children; and rows may be
//! the ways to leaves, as in `A/B/C 3`.

use std::borrow::Cow;
use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::fields::{Separator, assignment};
use super::{head, is_value, value_of, without_comment};
use crate::format::quoted;
use crate::output::Refusal;
use crate::tree::file_error::ParseError;
use crate::tree::formats::graph::{Graph, Vertex};
use crate::tree::formats::text::Text;
use crate::tree::formats::writing::{is_in_turn, unfit_names};
use crate::tree::formats::{FormatEntry, Found, Writer, keys};
use crate::tree::{NodeId, Role, Tree, Value};

pub(in crate::tree::formats) static ENTRY: FormatEntry = FormatEntry {
    id: "edges",
    title: "a table of edges",
    extensions: &["csv", "tsv", "edges"],
    recognises,
    read,
    writer: Some(Writer {
        unfit: |tree| {
            let is_line = |name: &str| !name.contains(['\n', '\r']);
            unfit_names(tree, &is_line, &is_line)
        },
        ..Writer::of(super::ROOM, write)
    }),
};

/// Rows of two to four fields, at the left, that begin with a name.
fn recognises(text: &str) -> bool {
    let rows: Vec<&str> = parts(head(text)).map(|(_, part)| part).filter(|part| turn(part).is_none()).collect();
    let Some(&first) = rows.first() else { return false };
    let separator = Separator::of(first);
    let is_named = heading(separator, first).is_some();
    let all = rows.iter().take(100).all(|row| {
        let fields = separator.fields(row);
        let is_begin =
            |c: char| c.is_alphanumeric() || matches!(c, '"' | ',' | '_' | ';') || is_named && "-–—".contains(c);
        let begins = row.trim_start().starts_with(is_begin);
        let most = if is_named { 13 } else { 4 };
        begins && (2..=most).contains(&fields.len()) && !fields.iter().any(|field| field.contains(['(', '{', '[']))
    });
    let is_single = rows.len() == 1;
    // A single row of words with a comma is a sentence.
    let is_sentence =
        || separator == Separator::Sign(',') && separator.fields(first).iter().any(|field| field.contains(' '));
    // A word with a dash is not yet an edge, and neither is a date.
    let is_edge = |row: &str| row.contains('-') && !row.contains(' ') && row.starts_with(char::is_alphabetic);
    let are_edges =
        separator != Separator::Arrow("-") || rows.iter().all(|row| is_edge(row.trim()) || assignment(row).is_some());
    let is_name = |row: &&str| row.contains(char::is_alphabetic) || row.contains("->") || assignment(row).is_some();
    let is_aligned = rows.iter().all(|row| !row.starts_with([' ', '\t']));
    all && are_edges
        && !(is_single && (matches!(separator, Separator::Blanks | Separator::Arrow("-")) || is_sentence()))
        && (is_aligned || !super::indented::recognises(text))
        && (separator != Separator::Blanks || rows.iter().any(is_name))
}

/// What the lines of a table say, each part with the byte where it begins: rows, or [who moves](turn) at a node. What follows a `#` says
/// nothing, nor do the dashes that Markdown has below a heading.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = super::lines(text).map(|(at, line)| (at, line, in_table(without_comment(line))));
    let parts = lines.flat_map(|(at, line, row)| {
        let place = move |part: &str| at + (part.as_ptr() as usize - line.as_ptr() as usize);
        super::assigned(row).map(move |part| (place(part), part))
    });
    parts.filter(|(_, part)| !part.chars().all(|sign| "|-: ".contains(sign)))
}

/// The fields of a row of Markdown, `| A | B |`.
fn in_table(line: &str) -> &str {
    let row = line.trim_start().strip_prefix('|').and_then(|row| row.trim_end().strip_suffix('|'));
    row.filter(|row| row.contains('|')).unwrap_or(line)
}

/// The name and the player of a line that says who moves: `A: MAX`.
fn turn(line: &str) -> Option<(&str, Role)> {
    // Most rows end with a number.
    if !line.trim_end().ends_with(char::is_alphabetic) {
        return None;
    }
    let (name, player) = line.split_once([':', '='])?;
    let (name, player) = (name.trim(), player.trim());
    let are_words = name.chars().all(|c| c.is_alphanumeric() || c == '_') && player.chars().all(char::is_alphabetic);
    keys::mover(player).filter(|_| are_words && !name.is_empty()).map(|mover| (name, mover))
}

/// What a column says.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Column {
    Parent,
    Child,
    /// One or several children of the node that the row is about.
    Children,
    Move,
    Label,
    Value,
    Player,
    Probability,
    Nothing,
}

/// The number of meanings of columns.
const COLUMNS: usize = 9;

impl Column {
    fn named(name: &str) -> Column {
        match name {
            "parent" | "parentid" | "from" | "source" => Column::Parent,
            "child" | "to" | "target" => Column::Child,
            "children" | "left" | "right" | "middle" | "successors" | "kids" => Column::Children,
            "move" | "action" | "edge" | "via" => Column::Move,
            "label" | "name" => Column::Label,
            "value" | "utility" | "score" | "eval" | "payoff" | "weight" => Column::Value,
            "player" | "type" | "turn" | "kind" => Column::Player,
            "probability" | "prob" | "p" => Column::Probability,
            _ => Column::Nothing,
        }
    }
}

/// The names of the columns in the first row, in small letters without signs.
fn names(separator: Separator, first: &str) -> Vec<String> {
    let letters =
        |name: &str| name.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    separator.fields(first).iter().map(|name| letters(name)).collect()
}

/// What the column of nodes is called, the most particular name first.
const NODES: [&str; 5] = ["id", "nodeid", "key", "node", "name"];

/// The columns that the first row names.
fn heading(separator: Separator, first: &str) -> Option<Heading> {
    let names = names(separator, first);
    let mut columns: Vec<Column> = names.iter().map(|name| Column::named(name)).collect();
    let node = NODES.iter().find_map(|node| names.iter().position(|name| name == node));
    let has = |columns: &[Column], column| columns.contains(&column);
    let names_parents = names.iter().any(|name| matches!(name.as_str(), "parent" | "parentid"));
    // A row for each node, which names its parent or its children; or a node is the parent of a child.
    let is_of_nodes = !has(&columns, Column::Child) && (names_parents || has(&columns, Column::Children));
    match node {
        Some(node) if is_of_nodes => columns[node] = Column::Child,
        Some(node) if !has(&columns, Column::Parent) => columns[node] = Column::Parent,
        _ => {}
    }
    let count = |column| columns.iter().filter(|other| **other == column).count();
    let (parents, children) = (count(Column::Parent), count(Column::Children));
    let is_whole = count(Column::Child) == 1 && (parents == 1 || parents == 0 && children > 0);
    is_whole.then_some(Heading { columns, is_of_nodes })
}

/// What the first row says of the columns, and whether there is a row for each node, and not for each edge.
struct Heading {
    columns: Vec<Column>,
    is_of_nodes: bool,
}

/// Whether a field says that there is nothing, as programs write it.
fn is_nothing(field: &str) -> bool {
    field.len() < 5
        && matches!(
            field.to_lowercase().as_str(),
            "none" | "null" | "nil" | "nan" | "na" | "n/a" | "-" | "–" | "—" | "#"
        )
}

/// The error for a heading that says what values are, but not what nodes are.
fn check_heading(text: &Text<'_>, separator: Separator, at: usize, first: &str) -> Result<(), ParseError> {
    let names = names(separator, first);
    let is_known = |name: &String| Column::named(name) != Column::Nothing || NODES.contains(&name.as_str());
    let has_values = names.iter().any(|name| Column::named(name) == Column::Value);
    let is_heading = has_values && names.iter().filter(|name| is_known(name)).count() > 1;
    if !is_heading {
        return Ok(());
    }
    let unknown = names.iter().position(|name| !is_known(name));
    let fields = separator.fields(first);
    let message = match unknown.and_then(|unknown| fields.get(unknown)) {
        Some(name) => format!("the column {} is not known; ", quoted(name)),
        None => String::new(),
    };
    Err(text.wrong(at, format!("{message}a table needs the columns parent and child, or node and parent")))
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let (mut rows, mut turns) = (Vec::new(), Vec::new());
    let mut steps = text.steps();
    for (at, part) in parts(text.as_str()) {
        steps.step(at)?;
        match turn(part) {
            Some((name, mover)) => text.push(&mut turns, (at, name, mover), at)?,
            None => text.push(&mut rows, (at, part), at)?,
        }
    }
    let (first_at, first) = rows.first().copied().unwrap_or_default();
    let separator = Separator::of(first);
    let heading = heading(separator, first);
    let is_named = heading.is_some();
    if !is_named {
        check_heading(text, separator, first_at, first)?;
    }
    let mut table = Table::new(text, separator, &rows, heading);
    let columns = table.columns.clone();
    let are_pairs = !is_named || table.are_pairs();
    let has_assignments = are_pairs && rows.iter().any(|(_, row)| assignment(row).is_some());
    for &(at, row) in &rows[usize::from(is_named)..] {
        steps.step(at)?;
        let mut fields = separator.fields(row);
        if matches!(separator, Separator::Sign(_)) && row.matches('"').count() % 2 == 1 {
            return Err(text.wrong(at, "a quotation mark is missing in this row"));
        }
        if is_named && separator == Separator::Blanks && fields.len() == columns.len() + 1 {
            // The number of the row, as pandas prints it.
            fields.remove(0);
        }
        let is_assigned = || assignment(row).is_some() || !(has_assignments && is_value(&fields[0]));
        match fields.len() {
            2 if are_pairs && table.is_value(&fields[1]) && !table.has_several(&fields[0]) && is_assigned() => {
                let leaf = table.node(fields[0].clone(), at)?;
                let value = table.value(&fields[1], at)?;
                table.graph.set_value(leaf, value);
            }
            2 if are_pairs => table.row(&[Column::Parent, Column::Child], fields, at)?,
            count if count > columns.len() => {
                let message = format!("this row has {count} fields, and others have {}", columns.len());
                return Err(text.wrong(table.place(&fields[columns.len()], at), message));
            }
            1 => return Err(text.wrong(at, "an edge needs a parent and a child; write them as A, B")),
            _ => table.row(&columns, fields, at)?,
        }
    }
    for (at, name, mover) in turns {
        let vertex = table.graph.vertex(name, at)?;
        table.graph.set_mover(vertex, mover);
    }
    for (vertex, label) in std::mem::take(&mut table.labels) {
        table.graph.set_label(vertex, label);
    }
    if columns.contains(&Column::Player) {
        table.graph.take_labels_literally();
    }
    table.graph.movers_by_label();
    for (vertex, share) in std::mem::take(&mut table.shares) {
        if table.graph.is_below_chance(vertex) {
            table.graph.set_move(vertex, share);
        }
    }
    table.graph.tree()
}

struct Table<'a, 't> {
    text: &'a Text<'t>,
    separator: Separator,
    columns: Vec<Column>,
    graph: Graph<'a, 't>,
    /// The labels of nodes, where they are others than their names.
    labels: Vec<(Vertex, Cow<'t, str>)>,
    /// The probabilities of nodes.
    shares: Vec<(Vertex, Cow<'t, str>)>,
    /// The parents of rows, if a number may be one of them, and how often each is.
    parents: Counts<'t>,
    /// The nodes, if each has a row.
    nodes: Option<Counts<'t>>,
    /// Whether the name of a child may be the value of a leaf.
    by_name: bool,
    /// What stands for no parent.
    nothing: Option<Cow<'t, str>>,
    /// The nodes on the ways to leaves, by the node above and their name.
    on_ways: FxHashMap<(Option<Vertex>, &'t str), Vertex>,
}

/// How often names stand in a column.
type Counts<'t> = FxHashMap<Cow<'t, str>, u32>;

impl<'a, 't> Table<'a, 't> {
    fn new(
        text: &'a Text<'t>,
        separator: Separator,
        rows: &[(usize, &'t str)],
        heading: Option<Heading>,
    ) -> Table<'a, 't> {
        let mut table = Table {
            text,
            separator,
            columns: Vec::new(),
            graph: Graph::new(text),
            labels: Vec::new(),
            shares: Vec::new(),
            parents: Counts::default(),
            nodes: None,
            by_name: true,
            nothing: None,
            on_ways: FxHashMap::default(),
        };
        let Some(Heading { columns, is_of_nodes }) = heading else {
            table.parents = table.counts(rows, 0, &|_| true);
            table.columns = table.columns_without_heading(rows);
            return table;
        };
        table.columns = columns;
        let rows = &rows[1..];
        let place = |column: Column| table.columns.iter().position(|other| *other == column);
        let count = |column: Column, fits: &dyn Fn(&str) -> bool| {
            place(column).map_or_else(Counts::default, |column| table.counts(rows, column, fits))
        };
        // A parent that only the root names and that has no row of its own.
        let is_none = |name: &str| name == "-1" || is_nothing(name) || is_of_nodes && name.parse::<u32>().is_ok();
        let mut unknown = count(Column::Parent, &is_none);
        let has_children = is_of_nodes || !unknown.is_empty();
        let children = if has_children { count(Column::Child, &|_| true) } else { Counts::default() };
        unknown.retain(|name, _| !children.contains_key(name));
        let nothing = unknown.into_iter().find(|(_, count)| *count == 1).map(|(name, _)| name);
        // Where values have a column and children one each, no name is taken for a value.
        let has_values = table.columns.contains(&Column::Value);
        let may_be_values = !has_values || table.columns.contains(&Column::Children);
        let needs_parents = if is_of_nodes { table.are_pairs() } else { may_be_values };
        let parents = if needs_parents { count(Column::Parent, &|_| true) } else { Counts::default() };
        Table { parents, nodes: is_of_nodes.then_some(children), nothing, by_name: !has_values, ..table }
    }

    /// Whether rows of two fields are an edge, or a leaf and its value.
    fn are_pairs(&self) -> bool {
        self.columns == [Column::Parent, Column::Child]
    }

    /// How often the names that fit stand in a column.
    fn counts(&self, rows: &[(usize, &'t str)], column: usize, fits: &dyn Fn(&str) -> bool) -> Counts<'t> {
        let mut counts = Counts::default();
        for (_, row) in rows {
            let mut fields = self.separator.fields(row);
            let is_numbered =
                self.separator == Separator::Blanks && !self.columns.is_empty() && fields.len() > self.columns.len();
            let column = column + usize::from(is_numbered);
            if column < fields.len() && fits(&fields[column]) {
                *counts.entry(fields.swap_remove(column)).or_default() += 1;
            }
        }
        counts
    }

    /// Whether a name is the parent of several rows, so that a number behind it is the name of a leaf.
    fn has_several(&self, name: &str) -> bool {
        self.parents.get(name).is_some_and(|count| *count > 1)
    }

    /// Whether a node has a row of its own; then its name is not read as a value.
    fn is_own(&self, name: &str) -> bool {
        self.nodes.as_ref().unwrap_or(&self.parents).contains_key(name)
    }

    /// Where a field stands, unless it was in quotation marks.
    fn offset(&self, field: &str) -> Option<usize> {
        let text = self.text.as_str();
        (field.as_ptr() as usize).checked_sub(text.as_ptr() as usize).filter(|at| *at <= text.len())
    }

    /// Where a field stands, or its row.
    fn place(&self, field: &str, row: usize) -> usize {
        self.offset(field).unwrap_or(row)
    }

    /// The node that a name stands for, which may be the way to it, as in `A/B/C`.
    fn node(&mut self, name: Cow<'t, str>, at: usize) -> Result<Vertex, ParseError> {
        let Cow::Borrowed(way) = name else { return self.graph.vertex(name, at) };
        if !way.trim_matches('/').contains('/') {
            return self.graph.vertex(way, at);
        }
        let mut above = None;
        for part in way.split('/').filter(|part| !part.is_empty()) {
            let known = self.on_ways.get(&(above, part)).copied();
            let vertex = match (above, known) {
                (_, Some(known)) => known,
                (None, None) => self.graph.vertex(part, at)?,
                (Some(parent), None) => {
                    let vertex = self.graph.nameless(Cow::Borrowed(part), at)?;
                    self.graph.edge(parent, vertex, at)?;
                    vertex
                }
            };
            self.on_ways.insert((above, part), vertex);
            above = Some(vertex);
        }
        above.map_or_else(|| self.graph.vertex(way, at), Ok)
    }

    /// The value of a field, which may have a decimal comma, if commas are not between fields.
    fn value(&self, field: &str, row: usize) -> Result<Option<Value>, ParseError> {
        if is_nothing(field) { Ok(None) } else { value_of(self.text, self.place(field, row), &self.decimal(field)) }
    }

    /// A number with a full stop for the comma that it may have.
    fn decimal<'f>(&self, field: &'f str) -> Cow<'f, str> {
        let has_commas = self.separator == Separator::Sign(',') && self.offset(field).is_some();
        if has_commas || !field.contains(',') { Cow::Borrowed(field) } else { Cow::Owned(field.replacen(',', ".", 1)) }
    }

    /// Whether a field is a number or stands for an unknown one.
    fn is_value(&self, field: &str) -> bool {
        is_value(&self.decimal(field))
    }

    /// The columns of rows of three fields or more without a heading.
    fn columns_without_heading(&self, rows: &[(usize, &'t str)]) -> Vec<Column> {
        let (mut second, mut third, mut numbers, mut most) = (false, false, true, 2);
        for (_, row) in rows {
            let fields = self.separator.fields(row);
            most = most.max(fields.len());
            if fields.len() >= 3 {
                second |= self.parents.contains_key(&fields[1]);
                third |= self.parents.contains_key(&fields[2]);
                numbers &= self.is_value(&fields[2]) || fields[2].is_empty() || is_nothing(&fields[2]);
            }
        }
        match most {
            2 => vec![Column::Parent, Column::Child],
            3 if !third && (second || numbers) => vec![Column::Parent, Column::Child, Column::Value],
            3 => vec![Column::Parent, Column::Move, Column::Child],
            4 if second && !third => vec![Column::Parent, Column::Child, Column::Move, Column::Value],
            _ => vec![Column::Parent, Column::Move, Column::Child, Column::Value],
        }
    }

    /// Adds what a row says.
    fn row(&mut self, columns: &[Column], fields: Vec<Cow<'t, str>>, at: usize) -> Result<(), ParseError> {
        let mut by_column: [Option<Cow<'t, str>>; COLUMNS] = Default::default();
        let mut children = Vec::new();
        for (column, field) in columns.iter().zip(fields) {
            match column {
                _ if field.is_empty() => {}
                Column::Children => children.push(field),
                _ => by_column[*column as usize] = Some(field),
            }
        }
        let mut take = |column: Column| by_column[column as usize].take();
        let (parent, child) = (take(Column::Parent), take(Column::Child));
        let child = match child {
            // A number that no other row speaks of is a leaf.
            Some(name) if self.by_name && self.is_value(&name) && !self.graph.has(&name) && !self.is_own(&name) => {
                self.graph.leaf(self.value(&name, at)?, at)?
            }
            Some(name) => {
                let place = self.place(&name, at);
                self.graph.vertex(name, place)?
            }
            None => return Err(self.text.wrong(at, "this row has no child; add one")),
        };
        if let Some(parent) = parent.filter(|parent| self.nothing.as_ref() != Some(parent)) {
            let place = self.place(&parent, at);
            let parent = self.graph.vertex(parent, place)?;
            self.graph.edge(parent, child, place)?;
        }
        for list in children.iter().filter(|list| !is_nothing(list)) {
            self.children(child, list, at)?;
        }
        if let Some(name) = take(Column::Move) {
            self.graph.set_move(child, name);
        }
        let has_label = columns.contains(&Column::Label);
        let label = take(Column::Label);
        if has_label {
            self.labels.push((child, label.unwrap_or_default()));
        }
        if let Some(value) = take(Column::Value) {
            let value = self.value(&value, at)?;
            self.graph.set_value(child, value);
        }
        if let Some(share) = take(Column::Probability) {
            self.shares.push((child, share));
        }
        if let Some(player) = take(Column::Player).filter(|player| !is_nothing(player) && !is_leaf(player)) {
            let message = || format!("{} is not a player; write max, min or chance", quoted(&player));
            let mover = if player == "2" { Some(Role::MIN) } else { keys::mover(&player) };
            let mover = mover.ok_or_else(|| self.text.wrong(self.place(&player, at), message()))?;
            self.graph.set_mover(child, mover);
        }
        Ok(())
    }

    /// Adds the children that a field lists.
    fn children(&mut self, parent: Vertex, list: &str, at: usize) -> Result<(), ParseError> {
        for name in list.split([',', ';', ' ', '|']).map(str::trim).filter(|name| !name.is_empty()) {
            let child = if is_value(name) && !self.is_own(name) {
                self.graph.leaf(value_of(self.text, at, name)?, at)?
            } else {
                self.graph.vertex(name.to_string(), at)?
            };
            self.graph.edge(parent, child, at)?;
        }
        Ok(())
    }
}

/// Whether a word for who moves says that the node is a leaf.
fn is_leaf(player: &str) -> bool {
    matches!(player.to_lowercase().as_str(), "leaf" | "terminal" | "end" | "outcome")
}

/// Writes a heading and a row for each node, the root first, which has no parent.
fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    let mut all = || -> io::Result<()> {
        writeln!(out, "parent,child,move,label,value,player")?;
        for node in tree.nodes() {
            write_row(tree, node, out)?;
        }
        Ok(())
    };
    all().map_err(Refusal::Io)
}

fn write_row(tree: &Tree, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
    if let Some(parent) = tree.parent(node) {
        write!(out, "{}", parent.index())?;
    }
    write!(out, ",{},", node.index())?;
    write_field(tree.move_name(node).unwrap_or_default(), out)?;
    write!(out, ",")?;
    write_field(tree.label(node).unwrap_or_default(), out)?;
    match tree.value(node) {
        Some(value) => write!(out, ",{value},")?,
        None if tree.is_leaf(node) => write!(out, ",?,")?,
        None => write!(out, ",,")?,
    }
    // A label may say who moves, so beside such a one that is told.
    let is_told = !is_in_turn(tree, node) || !tree.is_leaf(node) && tree.label(node).and_then(keys::mover_in).is_some();
    writeln!(out, "{}", if is_told { tree.role(node).name() } else { "" })
}

/// Writes a field in quotation marks, if it needs them.
fn write_field(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let is_plain =
        text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.')) && text.trim() == text;
    if is_plain { write!(out, "{text}") } else { write!(out, "\"{}\"", text.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_row_of_markdown_begins_behind_its_line() {
        assert_eq!(parts("| A | 3 |").collect::<Vec<_>>(), [(1, " A | 3 ")]);
    }
}
