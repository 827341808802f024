//! The fields of a row of a [table](super::edges), and what is between them.

use std::borrow::Cow;

use super::is_value;

/// Whether all commas of a row are between digits.
fn has_decimals(row: &str) -> bool {
    let is_digit = |sign: char| sign.is_ascii_digit();
    row.match_indices(',').all(|(at, _)| row[..at].ends_with(is_digit) && row[at + 1..].starts_with(is_digit))
}

/// What is between the fields of a row.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Separator {
    Sign(char),
    Arrow(&'static str),
    Blanks,
}

/// What may be between the two nodes of an edge, the longest first; a dash only without blanks around it.
const ARROWS: [&str; 6] = ["->", "=>", "→", "—", "–", "-"];

impl Separator {
    /// That of a table, by its first row.
    pub(super) fn of(first: &str) -> Separator {
        let first = first.trim();
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
    pub(super) fn fields(self, line: &str) -> Vec<Cow<'_, str>> {
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

/// The value that a row gives to a node by its name, as in `B = 3` and `B: 3`.
pub(super) fn assignment(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once([':', '='])?;
    let (name, value) = (name.trim(), value.trim());
    is_value(value).then_some((name, value))
}
