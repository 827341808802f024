//! The clauses of a program of Prolog: facts, and what else there is.

use std::borrow::Cow;

use crate::tree::formats::keys;
use crate::tree::formats::lines::is_number;

/// A clause of a program.
pub(super) enum Clause<'t> {
    Fact(Fact<'t>),
    /// A rule or a directive.
    Rule,
    /// A term that is no such fact: its name, where reading it failed, and why.
    Other(&'t str, usize, &'static str),
    /// A text without a dot at its end.
    Unfinished(usize),
}

/// A name with arguments.
pub(super) struct Fact<'t> {
    pub(super) functor: &'t str,
    pub(super) arguments: Vec<Argument<'t>>,
}

pub(super) enum Argument<'t> {
    One(Word<'t>),
    List(Vec<Word<'t>>),
}

/// A name or a number.
pub(super) struct Word<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) at: usize,
    is_quoted: bool,
}

impl Word<'_> {
    pub(super) fn is_number(&self) -> bool {
        !self.is_quoted && is_number(&self.text)
    }
}

impl<'t> Argument<'t> {
    pub(super) fn word(&self) -> Option<&Word<'t>> {
        match self {
            Argument::One(word) => Some(word),
            Argument::List(_) => None,
        }
    }

    /// Where it stands; `None` of an empty list.
    pub(super) fn place(&self) -> Option<usize> {
        match self {
            Argument::One(word) => Some(word.at),
            Argument::List(words) => words.first().map(|word| word.at),
        }
    }

    pub(super) fn is_number(&self) -> bool {
        self.word().is_some_and(Word::is_number)
    }

    pub(super) fn is_mover(&self) -> bool {
        self.word().is_some_and(|word| keys::mover_by_name(&word.text).is_some())
    }
}

/// The clauses of a program in their order.
pub(super) fn clauses(text: &str) -> impl Iterator<Item = Clause<'_>> {
    let mut scanner = Scanner { text, at: 0 };
    std::iter::from_fn(move || scanner.clause())
}

/// A place in a program.
#[derive(Clone, Copy)]
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.at += if blanks > 0 {
                blanks
            } else if rest.starts_with('%') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
        }
    }

    /// Takes a sign and the blanks before it, if it is next.
    fn take(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len_utf8() } else { 0 };
        is_next
    }

    fn clause(&mut self) -> Option<Clause<'t>> {
        self.skip_blanks();
        let start = self.at;
        if self.rest().is_empty() {
            return None;
        }
        let mut inside = *self;
        let why = match inside.fact() {
            Ok(fact) => {
                *self = inside;
                return Some(Clause::Fact(fact));
            }
            Err(why) => why,
        };
        let Some(is_rule) = self.skip_clause() else {
            self.at = self.text.len();
            return Some(Clause::Unfinished(start));
        };
        let name = &self.text[start..];
        let end = name.find(|c: char| !is_of_name(c)).unwrap_or(name.len());
        Some(if is_rule { Clause::Rule } else { Clause::Other(&name[..end], inside.at, why) })
    }

    /// Goes behind the dot that ends a clause, if it has one. Says whether the clause is a rule or directive.
    fn skip_clause(&mut self) -> Option<bool> {
        let mut is_rule = false;
        loop {
            self.skip_blanks();
            let rest = self.rest();
            let next = rest.chars().next()?;
            is_rule |= [":-", "-->", "?-"].iter().any(|sign| rest.starts_with(sign));
            self.at += match next {
                '\'' | '"' => quoted_length(rest)?,
                _ => next.len_utf8(),
            };
            if next == '.' && self.is_behind_clause() {
                return Some(is_rule);
            }
        }
    }

    /// Whether what comes next can follow the dot of a clause.
    fn is_behind_clause(&self) -> bool {
        self.rest().chars().next().is_none_or(|c| c.is_whitespace() || c == '%')
    }

    /// A fact up to its dot; otherwise why it is none, at this place.
    fn fact(&mut self) -> Result<Fact<'t>, &'static str> {
        let functor = self.plain_word();
        if functor.is_empty() || !self.take('(') {
            return Err("expected a name with brackets, as in edge(a, b)");
        }
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.argument()?);
            if self.take(')') {
                break;
            }
            if !self.take(',') {
                return Err("expected a comma or ) here");
            }
        }
        if self.take('.') && self.is_behind_clause() {
            Ok(Fact { functor, arguments })
        } else {
            Err("expected a dot here")
        }
    }

    fn argument(&mut self) -> Result<Argument<'t>, &'static str> {
        if !self.take('[') {
            return self.word().map(Argument::One);
        }
        let mut words = Vec::new();
        if self.take(']') {
            return Ok(Argument::List(words));
        }
        loop {
            words.push(self.word()?);
            if self.take(']') {
                return Ok(Argument::List(words));
            }
            if !self.take(',') {
                return Err("expected a comma or ] here");
            }
        }
    }

    fn word(&mut self) -> Result<Word<'t>, &'static str> {
        self.skip_blanks();
        let (at, rest) = (self.at, self.rest());
        if rest.starts_with(['\'', '"']) {
            let length = quoted_length(rest).ok_or("a quotation mark is missing")?;
            self.at += length;
            return Ok(Word { text: unquoted(&rest[..length]), at, is_quoted: true });
        }
        let text = self.plain_word();
        if text.is_empty() {
            return Err("expected a name or a number here; put other names in quotation marks");
        }
        Ok(Word { text: Cow::Borrowed(text), at, is_quoted: false })
    }

    /// A name, or a number with its sign and its point.
    fn plain_word(&mut self) -> &'t str {
        self.skip_blanks();
        let rest = self.rest();
        let is_point = |at: usize| rest[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        let is_in = |(at, c): (usize, char)| is_of_name(c) || "+-−–/?".contains(c) || c == '.' && is_point(at);
        let end = rest.char_indices().find(|&(at, c)| !is_in((at, c))).map_or(rest.len(), |(end, _)| end);
        self.at += end;
        &rest[..end]
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a text in quotation marks, with these. Two marks or one behind a backslash stand for a mark.
fn quoted_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            mark if mark == bytes[0] && bytes.get(at + 1) != Some(&mark) => return Some(at + 1),
            mark if mark == bytes[0] => at += 2,
            _ => at += 1,
        }
    }
}

/// What stands between quotation marks.
fn unquoted(text: &str) -> Cow<'_, str> {
    let inside = &text[1..text.len() - 1];
    let mark = &text[..1];
    if !inside.contains(['\\', '\'', '"']) {
        return Cow::Borrowed(inside);
    }
    let (twice, escaped) = (mark.repeat(2), format!("\\{mark}"));
    Cow::Owned(inside.replace(&twice, mark).replace(&escaped, mark).replace("\\\\", "\\"))
}

/// The facts of a program in their order.
pub(super) fn facts(text: &str) -> impl Iterator<Item = Fact<'_>> {
    clauses(text).filter_map(|clause| match clause {
        Clause::Fact(fact) => Some(fact),
        _ => None,
    })
}
