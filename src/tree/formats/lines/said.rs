//! What a [line](super::indented) says about its node: a name, a value, who moves, the leaves behind a name.

use super::{is_value, number, value_of};
use crate::format::quoted;
use crate::tree::file_error::ParseError;
use crate::tree::formats::keys::{self, Meaning};
use crate::tree::formats::literal::unquoted;
use crate::tree::formats::text::{Text, closing_mark};
use crate::tree::{Builder, NodeId, Probability, Role, ValueError};

/// The text of a node of a mind map, without the identifier and the shape around it, as in `b[B]` or `root((A))`.
pub(super) fn in_shape(content: &str) -> &str {
    for (open, close) in [("((", "))"), ("{{", "}}"), ("))", "(("), ("[", "]"), ("(", ")"), (")", "(")] {
        if let Some((name, inside)) = content.strip_suffix(close).and_then(|content| content.split_once(open))
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            return inside.trim();
        }
    }
    content
}

/// What stands before the leaves at the end of a line, and these: a list in brackets, or several numbers.
pub(super) fn leaves_behind(line: &str) -> (&str, Vec<&str>) {
    let is_between = |c: char| c == ',' || c.is_whitespace();
    let mut before = line;
    let mut numbers = Vec::new();
    while let Some(word) = before.rsplit(is_between).next().filter(|word| is_value(word)) {
        numbers.push(word);
        before = before[..before.len() - word.len()].trim_end_matches(is_between);
    }
    if numbers.len() > 1 {
        numbers.reverse();
        return (before, numbers);
    }
    let list = line.strip_suffix(']').and_then(|line| line.rsplit_once('['));
    let Some((before, inside)) = list.filter(|(before, _)| !before.contains('"')) else { return (line, Vec::new()) };
    let leaves: Vec<&str> = inside.split(',').map(str::trim).collect();
    if leaves.iter().all(|leaf| is_value(leaf)) { (before.trim_end(), leaves) } else { (line, Vec::new()) }
}

/// The probability of a child of chance, which stands before what else its line says, as in `0.3: 5`, `[30%] 5` or `1/3 5`, or behind that
/// in brackets, and that.
pub(super) fn chance(content: &str) -> (Option<&str>, &str) {
    let (first, behind) = content.split_once(|sign: char| sign.is_whitespace() || sign == ':').unwrap_or_default();
    let behind = behind.trim_start_matches(|sign: char| sign.is_whitespace() || sign == ':');
    if !behind.is_empty() && is_share(plain(first)) {
        return (Some(plain(first)), behind);
    }
    let (before, last) = content.rsplit_once(char::is_whitespace).unwrap_or_default();
    let is_last = !before.trim().is_empty() && plain(last) != last && is_share(plain(last));
    if is_last { (Some(plain(last)), before.trim_end()) } else { (None, content) }
}

/// Whether a word is a probability, and hardly a value: a decimal, a fraction, a percentage, or with `p=` before it.
fn is_share(word: &str) -> bool {
    let number = word.strip_prefix("p=").unwrap_or(word);
    (number.len() < word.len() || number.contains(['.', '/', '%'])) && number.parse::<Probability>().is_ok()
}

/// A word without brackets or the marks of Markdown around it.
fn plain(word: &str) -> &str {
    for (open, close) in [("(", ")"), ("[", "]"), ("**", "**"), ("`", "`")] {
        if let Some(inside) = word.strip_prefix(open).and_then(|word| word.strip_suffix(close)) {
            return inside;
        }
    }
    word
}

/// A line without the marks of Markdown around it.
pub(super) fn unmarked(content: &str) -> &str {
    if content.starts_with(['*', '`']) { plain(content).trim() } else { content }
}

/// What stands before a note about a leaf behind its value, and the words of the note: `3 (pruned)`, `D: 3 <- best`, `3 *`.
fn with_note(line: &str) -> Option<(&str, &str)> {
    let is_sign = |sign: char| !sign.is_alphanumeric() && !matches!(sign, '-' | '+' | '−' | '–' | '.' | '"');
    let ends_of_words = line.match_indices(' ').filter(|(at, _)| !line[..*at].ends_with(' '));
    let (before, note) = ends_of_words.map(|(at, _)| line.split_at(at)).find(|(before, note)| {
        let last = before.rsplit(is_end).next().unwrap_or_default();
        note.trim_start().starts_with(is_sign) && is_value(plain(last))
    })?;
    Some((before, note.trim_matches(|sign: char| !sign.is_alphanumeric())))
}

/// What stands before a value, without what that is called, as in `D: value=3`.
fn without_value(before: &str) -> &str {
    let rest = before.trim_end_matches(is_end);
    let word = rest.rsplit(is_end).next().unwrap_or_default();
    let is_called = before[rest.len()..].starts_with([':', '=']) && keys::means(word, Meaning::Value);
    if is_called { rest[..rest.len() - word.len()].trim_end_matches(is_end) } else { rest }
}

/// Whether a sign stands between what a line says.
fn is_end(sign: char) -> bool {
    matches!(sign, ':' | '=' | ',' | ';' | '|') || sign.is_whitespace()
}

/// A line of a node that is being described.
pub(super) struct Line<'a, 't> {
    pub(super) text: &'a Text<'t>,
    pub(super) builder: &'a mut Builder,
    pub(super) node: NodeId,
    /// Whether other lines are below it.
    pub(super) is_inner: bool,
    /// The byte where it begins.
    pub(super) at: usize,
}

impl Line<'_, '_> {
    /// Sets the value of a leaf that is called nothing; chance does not move there.
    pub(super) fn value(&mut self, word: &str) -> Result<bool, ParseError> {
        let value = value_of(self.text, self.at, &word.replace(',', "."))?;
        self.builder.set_value(self.node, value);
        Ok(false)
    }

    /// Sets what the line says about its node, and returns whether chance moves there.
    pub(super) fn describe(&mut self, line: &str) -> Result<bool, ParseError> {
        // Most leaves have nothing but a value.
        if line.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-')
            && let Ok(value) = number(line)
        {
            self.builder.set_value(self.node, Some(value));
            return Ok(false);
        }
        let (text, at) = (self.text, self.at);
        let line = line.trim_end_matches(':').trim_end();
        let (first, after) = name(text, line, at)?;
        let arrow = match first {
            Some(name) => {
                let after = after.trim_start();
                let Some(behind) = after.strip_prefix("->").or(after.strip_prefix('→')) else {
                    return self.named(name, after);
                };
                Some((name, behind))
            }
            None => line
                .split_once(" -> ")
                .or_else(|| line.split_once(" → "))
                .map(|(name, behind)| (name.trim().to_string(), behind)),
        };
        let Some((entered_by, behind)) = arrow else { return self.facts(line, true) };
        self.builder.set_move(self.node, entered_by);
        match name(text, behind.trim_start(), at)? {
            (Some(label), after) => self.named(label, after),
            (None, behind) => self.facts(behind, true),
        }
    }

    /// Sets a name that stood in quotation marks, unless it is the value of a leaf of which nothing else is said.
    fn named(&mut self, name: String, after: &str) -> Result<bool, ParseError> {
        if !self.is_inner && after.is_empty() && is_value(&name) {
            return self.facts(&name, true);
        }
        self.builder.set_label(self.node, name);
        self.facts(after, false)
    }

    /// Sets the value, the player and, if it is not set yet, the label, and returns whether chance moves here.
    fn facts(&mut self, line: &str, names: bool) -> Result<bool, ParseError> {
        let mut rest = line.trim_matches(is_end);
        let mut role = None;
        let mut has_value = false;
        // As in `A (MAX, 3)`.
        if let Some((before, inside)) = rest.strip_suffix([')', ']']).and_then(|rest| rest.rsplit_once(['(', '[']))
            && inside.split(is_end).all(|word| word.is_empty() || is_value(word) || keys::mover(word).is_some())
        {
            for word in inside.split(is_end).filter(|word| !word.is_empty()) {
                if self.number(word)? {
                    has_value = true;
                } else {
                    role = keys::mover(word);
                }
            }
            rest = before.trim_end_matches(is_end);
        }
        if !has_value {
            let word = rest.rsplit(is_end).next().unwrap_or_default();
            has_value = self.number(plain(word))?;
            if has_value {
                rest = without_value(&rest[..rest.len() - word.len()]);
            }
        }
        if !has_value
            && !self.is_inner
            && let Some((before, note)) = with_note(rest)
        {
            if names && is_value(plain(before)) {
                self.builder.set_label(self.node, note);
            }
            return self.facts(before, names);
        }
        let (mover, rest) = if role.is_none() { self.mover(rest) } else { (role, rest) };
        if let Some(mover) = mover {
            self.builder.set_role(self.node, mover);
        }
        let rest = rest.trim_end_matches(" -").trim_end_matches(" –");
        // A full stop is how the command `tree` names the folder that it is in.
        if names && !rest.is_empty() && rest != "." {
            self.builder.set_label(self.node, rest);
        }
        Ok(mover == Some(Role::Chance))
    }

    /// Who moves by what a line says without its value, and what it says beside that.
    fn mover<'l>(&self, rest: &'l str) -> (Option<Role>, &'l str) {
        if self.is_inner
            && let Some((mover, label)) = keys::mover_in(rest)
        {
            return (Some(mover), label);
        }
        let word = rest.rsplit(is_end).next().unwrap_or_default();
        let is_whole = word.len() == rest.len();
        let inside = plain(word);
        let is_said = inside.len() < word.len() || is_whole || word.chars().all(char::is_uppercase);
        match keys::mover(inside).filter(|_| is_said && !is_value(word)) {
            Some(mover) => (Some(mover), rest[..rest.len() - word.len()].trim_end_matches(is_end)),
            None => (None, rest),
        }
    }

    /// Sets the value that a word is, and returns whether it is one.
    fn number(&mut self, word: &str) -> Result<bool, ParseError> {
        let wrong = |message: String| Err(self.text.wrong(self.at, format!("{} {message}", quoted(word))));
        if keys::is_not_finite(word) {
            return wrong("is not a finite number; write ? for an unknown leaf".into());
        }
        match number(word) {
            Ok(value) => self.builder.set_value(self.node, Some(value)),
            Err(ValueError::NotANumber) => return Ok(word == "?"),
            Err(error) => return wrong(error.to_string()),
        }
        Ok(true)
    }
}

/// The name in quotation marks that a text begins with, and what follows it.
fn name<'t>(text: &Text<'_>, line: &'t str, at: usize) -> Result<(Option<String>, &'t str), ParseError> {
    if !line.starts_with('"') {
        return Ok((None, line));
    }
    let end = closing_mark(line).ok_or_else(|| text.wrong(at, "this name has no end; add a quotation mark"))?;
    let name = unquoted(&line[1..end]).map_err(|(_, message)| text.wrong(at, message))?;
    Ok((Some(name), &line[end + 1..]))
}
