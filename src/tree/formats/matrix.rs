//! Matrices and cell arrays of MATLAB, Octave and Julia: `[3 12 8; 2 4 6]` is a node with a child for each row, and so is `{[3 12], [2 4 6]}`.

use super::lines::{is_number, value_of};
use super::text::Text;
use super::{FormatEntry, Found, looks};
use crate::format::quoted;
use crate::tree::Builder;
use crate::tree::file_error::ParseError;

pub(super) static ENTRY: FormatEntry =
    FormatEntry { id: "matrix", title: "a matrix, as in MATLAB", extensions: &["m"], recognises, read, writer: None };

/// Numbers in square brackets with semicolons between rows, or in curly ones with such in it. Square brackets in square ones are lists.
fn recognises(text: &str) -> bool {
    let head = looks::head(text);
    let start = behind_name(head);
    let (mut open, mut has_rows, mut is_behind_number) = (Vec::new(), false, false);
    let (is_cell, is_named) = (head[start..].starts_with('{'), head[..start].contains('='));
    for word in words(head, start) {
        let word = &head[word];
        match word {
            "[" if open.last() == Some(&"[") => return false,
            "[" | "{" => open.push(word),
            "]" | "}" => {
                open.pop();
            }
            ";" => has_rows |= !open.is_empty(),
            // Numbers with blanks between them are a row here, and in braces alone nothing in C.
            _ if is_number(word) => has_rows |= is_cell && is_behind_number && open.len() > 1,
            // Without a name, numpy may have printed a long row in several lines.
            "\n" => has_rows |= is_named && is_behind_number && !open.is_empty(),
            "," => {}
            _ => return false,
        }
        is_behind_number = is_number(word);
        if open.is_empty() && !matches!(word, "]" | "}" | ";" | "\n") {
            return false;
        }
    }
    has_rows
}

/// Where the value begins behind comments and a name: `A = [3 12; 2 4]`.
fn behind_name(text: &str) -> usize {
    let start = words(text, 0).find(|word| &text[word.clone()] != "\n").map_or(0, |word| word.start);
    let name = text[start..].split('=').next().unwrap_or_default();
    let is_name = name.trim_end().chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let begins = name.starts_with(char::is_alphabetic) && text[start + name.len()..].starts_with('=');
    if begins && is_name { text.len() - text[start + name.len() + 1..].trim_start().len() } else { start }
}

/// The words, brackets, signs and ends of lines from a place on; comments are left out.
fn words(text: &str, from: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut at = from;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let next = rest.chars().next()?;
            let is_comment = matches!(next, '%' | '#');
            // A row goes on behind dots and the rest of their line.
            let goes_on = rest.starts_with("...");
            let length = match next {
                _ if goes_on => rest.find('\n').map_or(rest.len(), |end| end + 1),
                _ if is_comment => rest.find('\n').unwrap_or(rest.len()),
                '\n' | '[' | ']' | '{' | '}' | ',' | ';' => 1,
                _ if next.is_whitespace() => next.len_utf8(),
                _ => rest.find(|c: char| c.is_whitespace() || "[]{},;%#".contains(c)).unwrap_or(rest.len()),
            };
            let start = at;
            at += length;
            let is_nothing = goes_on || is_comment || next.is_whitespace() && next != '\n';
            if !is_nothing {
                return Some(start..at);
            }
        }
    })
}

/// What is between two brackets.
#[derive(Clone, Copy, Default)]
struct Shape {
    rows: u32,
    /// The items of the longest row, and those of the row that has not ended.
    longest: u32,
    items: u32,
}

impl Shape {
    fn end_row(&mut self) {
        self.rows += u32::from(self.items > 0);
        self.longest = self.longest.max(self.items);
        self.items = 0;
    }

    /// Whether each row is a node of its own. A column, or a single row, has its items as children.
    fn has_nodes(self) -> bool {
        self.rows > 1 && self.longest > 1
    }
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let shapes = shapes(text)?;
    let (mut builder, mut steps) = (Builder::new(), text.steps());
    let mut next = shapes.iter().copied();
    // The brackets that are open, and whether a row of each is.
    let mut open: Vec<(Shape, bool)> = Vec::new();
    let mut end = text.as_str().len();
    for (at, word) in items(text.as_str()) {
        steps.step(at)?;
        let full = |full| text.full(at, full);
        let is_item = !matches!(word, "]" | "}" | ";" | ",");
        if let Some((shape, is_in_row)) = open.last_mut().filter(|_| is_item)
            && shape.has_nodes()
            && !*is_in_row
        {
            builder.open().map_err(full)?;
            *is_in_row = true;
        }
        match word {
            "[" | "{" => {
                builder.open().map_err(full)?;
                text.push(&mut open, (next.next().unwrap_or_default(), false), at)?;
            }
            "]" | "}" | ";" => {
                if let Some((_, is_in_row)) = open.last_mut()
                    && std::mem::take(is_in_row)
                {
                    builder.close();
                }
                if word != ";" {
                    builder.close();
                    open.pop();
                }
            }
            "," => {}
            _ => {
                builder.leaf(value_of(text, at, word)?).map_err(full)?;
            }
        }
        if open.is_empty() {
            end = at;
            break;
        }
    }
    text.built(builder, end).map(Found::from)
}

/// The words of a matrix, in which the end of a line is that of a row, unless a sign before it says otherwise.
fn items(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut before = "";
    words(text, behind_name(text)).filter_map(move |word| {
        let at = word.start;
        let said = match &text[word] {
            "\n" if matches!(before, "," | ";" | "[" | "{" | "") => "",
            "\n" => ";",
            word => word,
        };
        before = if said.is_empty() { before } else { said };
        (!said.is_empty()).then_some((at, said))
    })
}

/// The shapes of all brackets, in the order in which they open.
fn shapes(text: &Text<'_>) -> Result<Vec<Shape>, ParseError> {
    let str = text.as_str();
    let (mut shapes, mut open): (Vec<Shape>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    let (mut steps, mut is_behind_item) = (text.steps(), false);
    for (at, word) in items(str) {
        steps.step(at)?;
        let is_end = matches!(word, "]" | "}");
        if word == "," && !is_behind_item {
            return Err(text.wrong(at, "expected a number, but found a comma; remove it"));
        }
        is_behind_item = !matches!(word, "," | ";" | "[" | "{");
        if shapes.len() > open.len() && open.is_empty() {
            if word == ";" {
                continue;
            }
            return Err(text.wrong(at, "the tree ends before this; remove what follows it"));
        }
        if word == ";" || is_end {
            if let Some((place, _)) = open.last() {
                shapes[*place].end_row();
            }
        } else if word != "," {
            if let Some((place, _)) = open.last() {
                shapes[*place].items += 1;
            } else if !matches!(word, "[" | "{") {
                return Err(
                    text.wrong(at, format!("expected a matrix such as [3 12; 2 4], but found {}", quoted(word)))
                );
            }
        }
        if matches!(word, "[" | "{") {
            text.push(&mut open, (shapes.len(), at), at)?;
            text.push(&mut shapes, Shape::default(), at)?;
        } else if is_end {
            if open.last().is_some_and(|(place, _)| shapes[*place].rows == 0) {
                return Err(text.wrong(at, "these brackets are empty; write ? for an unknown leaf"));
            }
            let Some((_, start)) = open.pop() else {
                return Err(text.wrong(at, "this bracket closes nothing; remove it"));
            };
            if (&str[start..=start] == "[") != (word == "]") {
                let opened = &str[start..=start];
                return Err(text.wrong(at, format!("this bracket closes a {opened}; write the one that belongs to it")));
            }
        }
    }
    match open.last() {
        Some((_, start)) => Err(text.wrong(*start, "this bracket is not closed; close it")),
        None => Ok(shapes),
    }
}
