//! A row for each edge: `parent move child`, `parent,child,value`, or columns that a heading names, rows `leaf value`, and rows
//! `name: max` for who moves. With a heading there may also be a row for each node, which names its parent or its children; and rows may be
//! the ways to leaves, as in `A/B/C 3`.

use std::borrow::Cow;
use std::io::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};

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
    let separator = Separator::of(text);
    let is_named = heading(separator, text).is_some();
    let mut first = rows(head(text)).take(100);
    let mut count = 0;
    let all = first.all(|(_, line)| {
        count += 1;
        let fields = separator.fields(line);
        let is_begin =
            |c: char| c.is_alphanumeric() || matches!(c, '"' | ',' | '_' | ';') || is_named && "-–—".contains(c);
        let begins = line.trim_start().starts_with(is_begin);
        let most = if is_named { 13 } else { 4 };
        begins && (2..=most).contains(&fields.len()) && !fields.iter().any(|field| field.contains(['(', '{', '[']))
    });
    // A word with a dash is not yet an edge, and neither is a date.
    let is_edge = |line: &str| line.contains('-') && !line.contains(' ') && line.starts_with(char::is_alphabetic);
    let are_edges = separator != Separator::Arrow("-")
        || rows(head(text)).all(|(_, line)| is_edge(line.trim()) || assignment(line).is_some());
    let has_names = rows(head(text)).any(|(_, line)| line.contains(char::is_alphabetic) || line.contains("->"))
        || rows(head(text)).any(|(_, line)| assignment(line).is_some());
    let is_aligned = rows(head(text)).all(|(_, line)| !line.starts_with([' ', '\t']));
    all && are_edges
        && count > 0
        && !(count == 1 && is_sentence(separator, text))
        && (is_aligned || !super::indented::recognises(text))
        && (has_names || separator != Separator::Blanks)
        && (count > 1 || !matches!(separator, Separator::Blanks | Separator::Arrow("-")))
}

/// Whether the first row is words with a comma, as a sentence has them.
fn is_sentence(separator: Separator, text: &str) -> bool {
    let first = rows(head(text)).next().map_or("", |(_, line)| line);
    separator == Separator::Sign(',') && separator.fields(first).iter().any(|field| field.contains(' '))
}

/// The lines with a row, without what follows a `#`.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let rows = super::lines(text).map(|(at, line)| (at, without_comment(line)));
    let rows = rows.map(|(at, line)| (at, in_table(line)));
    let rows = rows.flat_map(|(at, line)| {
        let place = move |part: &str| at + (part.as_ptr() as usize - line.as_ptr() as usize);
        super::assigned(line).map(move |part| (place(part), part))
    });
    // In Markdown, dashes are below the heading.
    rows.filter(|(_, line)| turn(line).is_none() && !line.chars().all(|sign| "|-: ".contains(sign)))
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

/// The value that a row gives to a node by its name, as in `B = 3` and `B: 3`.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once([':', '='])?;
    let (name, value) = (name.trim(), value.trim());
    is_value(value).then_some((name, value))
}

/// Whether all commas of a row are between digits.
fn has_decimals(row: &str) -> bool {
    let is_digit = |sign: char| sign.is_ascii_digit();
    row.match_indices(',').all(|(at, _)| row[..at].ends_with(is_digit) && row[at + 1..].starts_with(is_digit))
}

/// What is between the fields of a row.
#[derive(Clone, Copy, PartialEq)]
enum Separator {
    Sign(char),
    Arrow(&'static str),
    Blanks,
}

/// What may be between the two nodes of an edge, the longest first; a dash only without blanks around it.
const ARROWS: [&str; 6] = ["->", "=>", "→", "—", "–", "-"];

impl Separator {
    /// That of the first line.
    fn of(text: &str) -> Separator {
        let first = rows(text).next().map_or("", |(_, line)| line.trim());
        let signs = if has_decimals(first) { [';', '\t', '|', ','] } else { [',', ';', '\t', '|'] };
        if let Some(sign) = signs.into_iter().find(|&sign| first.contains(sign)) {
            return Separator::Sign(sign);
        }
        let is_between = |arrow: &&&str| first.contains(**arrow) && (arrow.len() > 1 || !first.contains(' '));
        let is_dash = |arrow: &str| matches!(arrow, "—" | "–") && first.contains(' ');
        match ARROWS.iter().find(is_between) {
            Some(arrow) if !is_dash(arrow) => Separator::Arrow(arrow),
            _ => Separator::Blanks,
        }
    }

    /// The fields of a row, with quotation marks resolved. A value may stand in brackets behind the last one, as in `A -> B (3)`.
    fn fields(self, line: &str) -> Vec<Cow<'_, str>> {
        let row = line.trim_end();
        let inside = row.strip_suffix(')').and_then(|row| row.rsplit_once('('));
        let inside = inside.or_else(|| row.strip_suffix(']').and_then(|row| row.rsplit_once('[')));
        if let Some((row, value)) = inside.filter(|(_, value)| is_value(value)) {
            let mut fields = self.parts(row.trim_end());
            fields.push(Cow::Borrowed(value));
            return fields;
        }
        let fields = self.parts(line);
        if fields.len() > 1 {
            return fields;
        }
        match assignment(line) {
            Some((name, value)) => vec![Cow::Borrowed(name), Cow::Borrowed(value)],
            None => fields,
        }
    }

    fn parts(self, line: &str) -> Vec<Cow<'_, str>> {
        match self {
            Separator::Blanks => {
                let mut fields: Vec<&str> = line.split_whitespace().collect();
                // A line between the two, as in `A -- B`.
                fields.retain(|word| !matches!(*word, "-" | "--" | "–" | "—" | "→"));
                if let Some(first) = fields.first_mut() {
                    // As in `B: 3`.
                    *first = first.trim_end_matches(':');
                }
                fields.into_iter().map(Cow::Borrowed).collect()
            }
            // Only the first dash is one between nodes: the second is the sign of a value.
            Separator::Arrow("-") => line.splitn(2, '-').map(|field| Cow::Borrowed(field.trim())).collect(),
            Separator::Arrow(arrow) => {
                // An arrow may be longer, as in `A --> B`.
                line.split(arrow).map(|field| Cow::Borrowed(field.trim_end_matches(['-', '=']).trim())).collect()
            }
            Separator::Sign(sign) if line.contains('"') => quoted_fields(line, sign),
            Separator::Sign(sign) => line.split(sign).map(|field| Cow::Borrowed(field.trim())).collect(),
        }
    }
}

/// The fields of a row some of which are in quotation marks, of which two are one.
fn quoted_fields(line: &str, sign: char) -> Vec<Cow<'_, str>> {
    let mut fields = Vec::new();
    let mut field = String::new();
    let mut is_quoted = false;
    let mut was_quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => field.extend(characters.next()),
            '"' if is_quoted => is_quoted = false,
            '"' if field.trim().is_empty() => {
                field.clear();
                (is_quoted, was_quoted) = (true, true);
            }
            _ if character == sign && !is_quoted => {
                let done = std::mem::take(&mut field);
                fields.push(Cow::Owned(if was_quoted { done } else { done.trim().to_string() }));
                was_quoted = false;
            }
            _ if was_quoted && !is_quoted && character.is_whitespace() => {}
            _ => field.push(character),
        }
    }
    fields.push(Cow::Owned(if was_quoted { field } else { field.trim().to_string() }));
    fields
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

/// The names of the columns, in small letters without signs.
fn names(separator: Separator, text: &str) -> Vec<String> {
    let first = rows(text).next().map_or("", |(_, line)| line);
    let letters =
        |name: &str| name.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    separator.fields(first).iter().map(|name| letters(name)).collect()
}

/// What the column of nodes is called, the most particular name first.
const NODES: [&str; 5] = ["id", "nodeid", "key", "node", "name"];

/// The columns that the first row names.
fn heading(separator: Separator, text: &str) -> Option<Heading> {
    let names = names(separator, text);
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
fn check_heading(text: &Text<'_>, separator: Separator) -> Result<(), ParseError> {
    let names = names(separator, text.as_str());
    let is_known = |name: &String| Column::named(name) != Column::Nothing || NODES.contains(&name.as_str());
    let has_values = names.iter().any(|name| Column::named(name) == Column::Value);
    let is_heading = has_values && names.iter().filter(|name| is_known(name)).count() > 1;
    let Some((at, line)) = rows(text.as_str()).next().filter(|_| is_heading) else { return Ok(()) };
    let unknown = names.iter().position(|name| !is_known(name));
    let fields = separator.fields(line);
    let message = match unknown.and_then(|unknown| fields.get(unknown)) {
        Some(name) => format!("the column {} is not known; ", quoted(name)),
        None => String::new(),
    };
    Err(text.wrong(at, format!("{message}a table needs the columns parent and child, or node and parent")))
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let str = text.as_str();
    let separator = Separator::of(str);
    let heading = heading(separator, str);
    let mut table = Table::new(text, separator, heading.as_ref());
    let is_named = heading.is_some();
    let columns = if let Some(heading) = heading {
        heading.columns
    } else {
        check_heading(text, separator)?;
        table.columns()
    };
    // Rows of two fields are an edge, or a leaf and its value.
    let are_pairs = !is_named || columns == [Column::Parent, Column::Child];
    let by_name = !is_named || !columns.contains(&Column::Value);
    let numbers = if are_pairs { table.leaves_of_numbers() } else { FxHashSet::default() };
    let has_assignments = are_pairs && rows(str).any(|(_, line)| assignment(line).is_some());
    let mut steps = text.steps();
    for (at, line) in rows(str).skip(usize::from(is_named)) {
        steps.step(at)?;
        let mut fields = separator.fields(line);
        if matches!(separator, Separator::Sign(_)) && line.matches('"').count() % 2 == 1 {
            return Err(text.wrong(at, "a quotation mark is missing in this row"));
        }
        if is_named && separator == Separator::Blanks && fields.len() == columns.len() + 1 {
            // The number of the row, as pandas prints it.
            fields.remove(0);
        }
        let is_assigned = || assignment(line).is_some() || !(has_assignments && is_value(&fields[0]));
        match fields.len() {
            2 if are_pairs && table.is_value(&fields[1]) && !numbers.contains(&*fields[0]) && is_assigned() => {
                let leaf = table.node(fields[0].clone(), at)?;
                let value = table.value(&fields[1], at)?;
                table.graph.set_value(leaf, value);
            }
            2 if are_pairs => table.row(&[Column::Parent, Column::Child], fields, at, true)?,
            count if count > columns.len() => {
                let message = format!("this row has {count} fields, and others have {}", columns.len());
                return Err(text.wrong(table.place(&fields[columns.len()], at), message));
            }
            1 => return Err(text.wrong(at, "an edge needs a parent and a child; write them as A, B")),
            _ => table.row(&columns, fields, at, by_name)?,
        }
    }
    for (at, line) in super::lines(str) {
        if let Some((name, mover)) = turn(line) {
            let vertex = table.graph.vertex(name, at)?;
            table.graph.set_mover(vertex, mover);
        }
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
    graph: Graph<'a, 't>,
    /// The labels of nodes, where they are others than their names.
    labels: Vec<(Vertex, Cow<'t, str>)>,
    /// The probabilities of nodes.
    shares: Vec<(Vertex, Cow<'t, str>)>,
    /// The names of nodes that have a row of their own.
    own: FxHashSet<Cow<'t, str>>,
    /// What stands for no parent.
    nothing: Option<Cow<'t, str>>,
    /// The nodes on the ways to leaves, by the node above and their name.
    on_ways: FxHashMap<(Option<Vertex>, &'t str), Vertex>,
}

impl<'a, 't> Table<'a, 't> {
    fn new(text: &'a Text<'t>, separator: Separator, heading: Option<&Heading>) -> Table<'a, 't> {
        let mut own = FxHashSet::default();
        let mut nothing = None;
        if let Some(Heading { columns, is_of_nodes }) = heading {
            let fields = |column: Column| {
                let index = columns.iter().position(|other| *other == column);
                rows(text.as_str()).skip(1).filter_map(move |(_, line)| {
                    let mut fields = separator.fields(line);
                    let more = usize::from(separator == Separator::Blanks && fields.len() > columns.len());
                    let index = index? + more;
                    (index < fields.len()).then(|| fields.swap_remove(index))
                })
            };
            // A parent that only the root names and that has no row of its own.
            let is_none = |name: &str| name == "-1" || is_nothing(name) || *is_of_nodes && name.parse::<u32>().is_ok();
            let mut counts: FxHashMap<Cow<'t, str>, u32> = FxHashMap::default();
            for name in fields(Column::Parent).filter(|name| is_none(name)) {
                *counts.entry(name).or_default() += 1;
            }
            let children: FxHashSet<Cow<'t, str>> = match (is_of_nodes, counts.is_empty()) {
                (false, true) => FxHashSet::default(),
                _ => fields(Column::Child).collect(),
            };
            counts.retain(|name, _| !children.contains(name));
            nothing = counts.into_iter().find(|(_, count)| *count == 1).map(|(name, _)| name);
            // Where values have a column and children one each, no name is taken for a value.
            let may_be_values = !columns.contains(&Column::Value) || columns.contains(&Column::Children);
            own = match (is_of_nodes, may_be_values) {
                (true, _) => children,
                (false, true) => fields(Column::Parent).collect(),
                (false, false) => FxHashSet::default(),
            };
        } else {
            own.extend(rows(text.as_str()).filter_map(|(_, line)| separator.fields(line).into_iter().next()));
        }
        let graph = Graph::new(text);
        Table {
            text,
            separator,
            graph,
            labels: Vec::new(),
            shares: Vec::new(),
            own,
            nothing,
            on_ways: FxHashMap::default(),
        }
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
    fn columns(&self) -> Vec<Column> {
        let str = self.text.as_str();
        let parents: FxHashSet<Cow<'_, str>> =
            rows(str).filter_map(|(_, line)| self.separator.fields(line).into_iter().next()).collect();
        let (mut second, mut third, mut numbers, mut most) = (false, false, true, 2);
        for (_, line) in rows(str) {
            let fields = self.separator.fields(line);
            most = most.max(fields.len());
            if fields.len() >= 3 {
                second |= parents.contains(&fields[1]);
                third |= parents.contains(&fields[2]);
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

    /// The names that are the parents of leaves whose names are their values: they have several rows of two fields.
    fn leaves_of_numbers(&self) -> FxHashSet<Cow<'t, str>> {
        let mut counts: FxHashMap<Cow<'t, str>, u32> = FxHashMap::default();
        for (_, line) in rows(self.text.as_str()) {
            if let Some(first) = self.separator.fields(line).into_iter().next() {
                *counts.entry(first).or_default() += 1;
            }
        }
        counts.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect()
    }

    /// Adds what a row says.
    fn row(
        &mut self,
        columns: &[Column],
        fields: Vec<Cow<'t, str>>,
        at: usize,
        by_name: bool,
    ) -> Result<(), ParseError> {
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
            Some(name) if by_name && self.is_value(&name) && !self.graph.has(&name) && !self.own.contains(&name) => {
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
            let child = if is_value(name) && !self.own.contains(name) {
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
