//! A row for each edge: `parent move child`, `parent,child,value`, or columns that a heading names, rows `leaf value`, and rows
//! `name: max` for who moves.

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
use crate::tree::{NodeId, Role, Tree};

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
    let mut first = rows(head(text)).take(100);
    let mut count = 0;
    let all = first.all(|(_, line)| {
        count += 1;
        let fields = separator.fields(line);
        let begins = line.trim_start().starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | ',' | '_' | ';'));
        let most = if heading(separator, text).is_some() { 12 } else { 4 };
        begins && (2..=most).contains(&fields.len()) && !fields.iter().any(|field| field.contains(['(', '{', '[']))
    });
    let has_names = rows(head(text)).any(|(_, line)| line.contains(char::is_alphabetic) || line.contains("->"));
    let is_aligned = rows(head(text)).all(|(_, line)| !line.starts_with([' ', '\t']));
    all && count > 0
        && (is_aligned || !super::indented::recognises(text))
        && (has_names || separator != Separator::Blanks)
        && (count > 1 || separator != Separator::Blanks)
}

/// The lines with a row, without what follows a `#`.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let rows = super::lines(text).map(|(at, line)| (at, without_comment(line)));
    let rows = rows.map(|(at, line)| (at, in_table(line)));
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

/// What is between the fields of a row.
#[derive(Clone, Copy, PartialEq)]
enum Separator {
    Sign(char),
    Arrow,
    Blanks,
}

impl Separator {
    /// That of the first line.
    fn of(text: &str) -> Separator {
        let first = rows(text).next().map_or("", |(_, line)| line);
        for sign in [',', ';', '\t', '|'] {
            if first.trim_end().contains(sign) {
                return Separator::Sign(sign);
            }
        }
        if first.contains("->") { Separator::Arrow } else { Separator::Blanks }
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
        match line.split_once([':', '=']) {
            // The value of a leaf among edges, as in `B = 3`.
            Some((name, value)) if is_value(value.trim()) => {
                vec![Cow::Borrowed(name.trim()), Cow::Borrowed(value.trim())]
            }
            _ => fields,
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
            Separator::Arrow => {
                // An arrow may be longer, as in `A --> B`.
                line.split("->").map(|field| Cow::Borrowed(field.trim_end_matches('-').trim())).collect()
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
    Move,
    Label,
    Value,
    Player,
    Nothing,
}

impl Column {
    fn named(name: &str) -> Column {
        match name {
            "parent" | "from" | "source" | "node" => Column::Parent,
            "child" | "to" | "target" => Column::Child,
            "move" | "action" | "edge" | "via" => Column::Move,
            "label" | "name" => Column::Label,
            "value" | "utility" | "score" | "eval" | "payoff" | "weight" => Column::Value,
            "player" | "type" | "turn" => Column::Player,
            _ => Column::Nothing,
        }
    }
}

/// The columns that the first row names.
fn heading(separator: Separator, text: &str) -> Option<Vec<Column>> {
    let (_, first) = rows(text).next()?;
    let names: Vec<String> = separator.fields(first).iter().map(|name| name.trim().to_lowercase()).collect();
    let mut columns: Vec<Column> = names.iter().map(|name| Column::named(name)).collect();
    // A row for each node, which names its parent.
    if !columns.contains(&Column::Child)
        && names.iter().any(|name| name == "parent")
        && let Some(node) = names.iter().position(|name| matches!(name.as_str(), "id" | "node" | "name"))
    {
        columns[node] = Column::Child;
    }
    let has = |column| columns.iter().filter(|other| **other == column).count() == 1;
    (has(Column::Parent) && has(Column::Child)).then_some(columns)
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let str = text.as_str();
    let separator = Separator::of(str);
    let mut table = Table { text, separator, graph: Graph::new(text), labels: Vec::new() };
    let named = heading(separator, str);
    let columns = match &named {
        Some(columns) => columns.clone(),
        None => table.columns(),
    };
    let by_name = named.is_none() || !columns.contains(&Column::Value);
    let numbers = if named.is_none() { table.leaves_of_numbers() } else { FxHashSet::default() };
    let mut steps = text.steps();
    for (at, line) in rows(str).skip(usize::from(named.is_some())) {
        steps.step(at)?;
        let fields = separator.fields(line);
        if matches!(separator, Separator::Sign(_)) && line.matches('"').count() % 2 == 1 {
            return Err(text.wrong(at, "a quotation mark is missing in this row"));
        }
        match fields.len() {
            2 if named.is_none() && is_value(&fields[1]) && !numbers.contains(&*fields[0]) => {
                let leaf = table.graph.vertex(fields[0].clone(), at)?;
                let value = value_of(text, at, &fields[1])?;
                table.graph.set_value(leaf, value);
            }
            2 if named.is_none() => table.row(&[Column::Parent, Column::Child], fields, at, true)?,
            count if count > columns.len() => {
                let message = format!("this row has {count} fields, and others have {}", columns.len());
                return Err(text.wrong(at, message));
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
    table.graph.tree()
}

struct Table<'a, 't> {
    text: &'a Text<'t>,
    separator: Separator,
    graph: Graph<'a, 't>,
    /// The labels of nodes, where they are others than their names.
    labels: Vec<(Vertex, Cow<'t, str>)>,
}

impl<'t> Table<'_, 't> {
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
                numbers &= is_value(&fields[2]) || fields[2].is_empty();
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
        let mut by_column: [Option<Cow<'t, str>>; 7] = Default::default();
        for (column, field) in columns.iter().zip(fields) {
            if !field.is_empty() {
                by_column[*column as usize] = Some(field);
            }
        }
        let mut take = |column: Column| by_column[column as usize].take();
        let (parent, child) = (take(Column::Parent), take(Column::Child));
        let child = match child {
            // A number that no other row speaks of is a leaf.
            Some(name) if by_name && is_value(&name) && !self.graph.has(&name) => {
                self.graph.leaf(value_of(self.text, at, &name)?, at)?
            }
            Some(name) => self.graph.vertex(name, at)?,
            None => return Err(self.text.wrong(at, "this row has no child; add one")),
        };
        if let Some(parent) = parent {
            let parent = self.graph.vertex(parent, at)?;
            self.graph.edge(parent, child, at)?;
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
            let value = value_of(self.text, at, &value)?;
            self.graph.set_value(child, value);
        }
        if let Some(player) = take(Column::Player) {
            let message = || format!("{} is not a player; write max, min or chance", quoted(&player));
            let mover = keys::mover(&player).ok_or_else(|| self.text.wrong(at, message()))?;
            self.graph.set_mover(child, mover);
        }
        Ok(())
    }
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
