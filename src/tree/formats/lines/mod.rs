//! Trees that are written line by line, or as rows of numbers.

pub(super) mod children;
pub(super) mod drawn;
pub(super) mod edges;
mod fields;
pub(super) mod indented;
pub(super) mod leaves;
pub(super) mod levels;
mod margin;
pub(super) mod preorder;
mod said;

use super::looks::head;
use super::text::Text;
use super::writing::Part;
use crate::format::quoted;
use crate::tree::file_error::ParseError;
use crate::tree::{Builder, Value, ValueError};

/// What lines with a word for each fact have room for.
const ROOM: &[Part] = &[
    Part::Labels,
    Part::LeafLabels,
    Part::Moves,
    Part::StaticValues,
    Part::UnknownLeaves,
    Part::MinRoot,
    Part::Players,
    Part::Chance,
];

/// The lines of a text that are neither blank nor comments, each with the byte where it begins.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    contents(text).filter(|(_, line)| !line.trim_start().starts_with('#'))
}

/// The lines of a text that are not blank, each with the byte where it begins.
fn contents(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(['\n', '\r']).filter_map(move |line| {
        let start = at;
        at += line.len() + 1;
        (!line.trim_start().is_empty()).then_some((start, line))
    })
}

/// A line without what follows ` #` outside of quotation marks.
pub(super) fn without_comment(line: &str) -> &str {
    if !line.contains('#') {
        return line;
    }
    let (mut from, mut quotes) = (0, 0);
    for (at, _) in line.match_indices(" #") {
        quotes += line[from..at].matches('"').count();
        if quotes % 2 == 0 {
            return &line[..at];
        }
        from = at;
    }
    line
}

/// The words between blanks and commas of a text, with the byte where each begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']' | '(' | ')');
    text.split(is_between)
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Refuses two commas without a number between them.
fn check_commas(text: &Text<'_>, range: std::ops::Range<usize>) -> Result<(), ParseError> {
    let mut is_after_comma = false;
    for (at, character) in text.as_str()[range.clone()].char_indices() {
        if character == ',' && is_after_comma {
            return Err(text.wrong(range.start + at, "expected a number, but found a comma; remove it"));
        }
        is_after_comma = character == ',' || is_after_comma && character.is_whitespace();
    }
    Ok(())
}

/// The number that a word is; a dash that is a little longer may be its sign.
pub(super) fn number(word: &str) -> Result<Value, ValueError> {
    match word.strip_prefix('–') {
        Some(digits) if digits.starts_with(|sign: char| sign.is_ascii_digit() || sign == '.') => {
            format!("-{digits}").parse()
        }
        _ => word.parse(),
    }
}

/// A tree of which a text says how many children each node has.
struct Counted<'a, 't> {
    text: &'a Text<'t>,
    builder: Builder,
    /// The children that are missing from each open node.
    missing: Vec<u32>,
}

impl<'a, 't> Counted<'a, 't> {
    fn new(text: &'a Text<'t>) -> Counted<'a, 't> {
        Counted { text, builder: Builder::new(), missing: Vec::new() }
    }

    /// Begins a node with this number of children.
    fn open(&mut self, children: u32, at: usize) -> Result<(), ParseError> {
        self.builder.open().map_err(|full| self.text.full(at, full))?;
        self.text.push(&mut self.missing, children, at)
    }

    /// Adds a leaf, and ends the nodes of which it is the last child.
    fn leaf(&mut self, value: Option<Value>, at: usize) -> Result<(), ParseError> {
        self.builder.leaf(value).map_err(|full| self.text.full(at, full))?;
        while let Some(missing) = self.missing.last_mut() {
            *missing -= 1;
            if *missing > 0 {
                break;
            }
            self.missing.pop();
            self.builder.close();
        }
        Ok(())
    }
}

/// The parts of a line that gives several values by their names, as in `D = 3, E = 12`, or the whole line.
fn assigned(line: &str) -> impl Iterator<Item = &str> {
    let is_one = |part: &str| part.split_once([':', '=']).is_some_and(|(_, value)| is_value(value.trim()));
    let has_values = line.contains('=') || line.contains(':');
    let sign = [',', ';'].into_iter().find(|&sign| has_values && line.contains(sign) && line.split(sign).all(is_one));
    line.split(move |character| Some(character) == sign)
}

/// Whether a word is a number or stands for an unknown one.
pub(super) fn is_value(word: &str) -> bool {
    word == "?" || number(word).is_ok()
}

/// Whether a word is a number, if perhaps a too large one, or stands for an unknown one.
pub(super) fn is_number(word: &str) -> bool {
    word == "?" || !matches!(number(word), Err(ValueError::NotANumber))
}

/// The value of a word; `None` if it is unknown.
pub(super) fn value_of(text: &Text<'_>, at: usize, word: &str) -> Result<Option<Value>, ParseError> {
    if word == "?" {
        return Ok(None);
    }
    let wrong = |error| text.wrong(at, format!("{} {error}, or ? for an unknown leaf", quoted(word)));
    number(word).map(Some).map_err(wrong)
}
