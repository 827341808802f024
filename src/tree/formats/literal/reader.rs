//! The reader of a literal: from a text to items, by the rules of its dialect.

use super::words::{is_quoted, line_end, string_end, word_end};
use super::{Before, Dialect, INDEX, Id, Item, Kind, Literal, MOST_TEXT, TOO_LONG, TRAILING_COMMA};
use crate::format::grouped;
use crate::tree::file_error::{Location, ParseError};
use crate::tree::formats::looks;
use crate::tree::formats::text::Text;

/// A statement is further to the left than this, in bytes.
const MOST_MARGIN: usize = 1000;

/// More brackets that are open at the end of a text are not told one by one.
const MOST_TOLD: usize = 10;

const CONTROL: &str = "a text contains a line break or another control character; add the quotation mark that is missing before it, or write it as \\u and four digits";

pub(super) struct Reader<'a, 't> {
    text: &'a Text<'t>,
    str: &'t str,
    at: usize,
    literal: Literal<'a, 't>,
    /// The brackets that are open.
    open: Vec<Id>,
    /// What came since the last item.
    before: Before,
    /// Whether the text has no comma, if that is known.
    only_semicolons: Option<bool>,
}

impl<'a, 't> Reader<'a, 't> {
    /// A reader of the text of a literal that has no items yet.
    pub(super) fn new(literal: Literal<'a, 't>) -> Reader<'a, 't> {
        let text = literal.text;
        Reader {
            text,
            str: text.as_str(),
            at: 0,
            literal,
            open: Vec::new(),
            before: Before::Nothing,
            only_semicolons: None,
        }
    }

    /// Reads all items.
    pub(super) fn read(mut self) -> Result<Literal<'a, 't>, ParseError> {
        let mut steps = self.text.steps();
        while self.item()? {
            steps.step(self.at)?;
        }
        Ok(self.literal)
    }

    /// Reads up to the end of the next item, or of brackets; false at the end of the text.
    fn item(&mut self) -> Result<bool, ParseError> {
        let rest = &self.str[self.at..];
        let Some(first) = rest.chars().next() else { return self.end() };
        match first {
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            // A pointer of Go, and a map of Elixir.
            '&' if rest[1..].starts_with(char::is_uppercase) => self.at += 1,
            '%' if rest[1..].starts_with('{') => self.at += 1,
            '[' if matches!(self.literal.dialect, Dialect::Json | Dialect::Terms)
                && rest.starts_with("[]")
                && let length @ 1.. = looks::before_made(rest) =>
            {
                self.at += length;
            }
            '(' | '[' | '{' if !self.skips_comment(rest)? => {
                let item = self.push()?;
                self.text.push(&mut self.open, item, self.at)?;
                self.at += 1;
            }
            ')' | ']' | '}' => self.close(first)?,
            ',' if self.literal.dialect == Dialect::Lisp => self.at += 1,
            ',' => self.comma()?,
            ';' => self.semicolon(rest)?,
            ':' if self.literal.dialect == Dialect::Lisp && rest[1..].starts_with(char::is_alphabetic) => {
                self.word(rest)?;
            }
            ':' if self.literal.dialect == Dialect::Terms && rest.starts_with("::") => self.at += line_end(rest),
            // Between the parts of a name of C++.
            ':' if self.literal.dialect == Dialect::Json && rest.starts_with("::") => self.at += 2,
            '<' if self.literal.dialect == Dialect::Terms && rest.starts_with("<-") => self.colon(2)?,
            // The end of a clause of Prolog.
            '.' if self.literal.dialect == Dialect::Terms && rest[1..].trim_start().is_empty() => self.at += 1,
            ':' | '=' => self.colon(if rest.starts_with("=>") || rest.starts_with(":=") { 2 } else { 1 })?,
            '-' if rest.starts_with("->") => self.colon(2)?,
            '"' => self.quoted(rest)?,
            '\'' if self.literal.dialect != Dialect::Lisp || is_quoted(rest) => self.quoted(rest)?,
            // What Lisp quotes is data, and so is all that is read here.
            '\'' | '`' => self.at += 1,
            '#' if rest[1..].starts_with(['(', '[', '{', '\'']) => self.at += 1,
            '“' | '”' | '„' | '‘' | '’' | '«' | '»' => {
                return Err(self.wrong("this is a quotation mark of printed text; write \" instead"));
            }
            '(' | '[' | '{' => {}
            _ if self.skips_comment(rest)? => {}
            _ => self.word(rest)?,
        }
        Ok(true)
    }

    fn wrong(&self, message: impl Into<String>) -> ParseError {
        self.text.wrong(self.at, message)
    }

    fn end(&self) -> Result<bool, ParseError> {
        let closing = |open: &Id| closes(self.literal.sign(*open));
        let missing: String = self.open.iter().rev().take(MOST_TOLD).map(closing).collect();
        match self.open.len() {
            0 => Ok(false),
            1 if self.open[0] == 0 => Err(self.wrong(format!("the text ends inside a bracket; add a {missing}"))),
            1 => {
                let Location { line, column } = Location::of(self.str, self.literal.at(self.open[0]));
                Err(self.wrong(format!("the text ends inside the bracket of {line}:{column}; add a {missing}")))
            }
            2..=MOST_TOLD => {
                Err(self.wrong(format!("the text ends inside {} brackets; add {missing}", self.open.len())))
            }
            open => {
                let open = grouped(open as u64);
                Err(self.wrong(format!(
                    "the text ends inside {open} brackets; close each of them, beginning with {missing}"
                )))
            }
        }
    }

    /// Adds an item that begins here.
    fn push(&mut self) -> Result<Id, ParseError> {
        let item = self.literal.len();
        if item == INDEX - 1 {
            return Err(self.wrong("a text may have at most 1,073,741,822 words and brackets; open a part of it"));
        }
        let link = (self.before as u32) << 30 | (item + 1);
        self.text.push(&mut self.literal.items, Item { at: self.at as u32, link }, self.at)?;
        self.before = Before::Nothing;
        Ok(item)
    }

    fn close(&mut self, bracket: char) -> Result<(), ParseError> {
        let Some(open) = self.open.pop() else {
            return Err(self.wrong(format!("this {bracket} closes no bracket; remove it or add one before")));
        };
        let expected = closes(self.literal.sign(open));
        if bracket != expected {
            let Location { line, column } = Location::of(self.str, self.literal.at(open));
            let message =
                format!("this {bracket} cannot close the bracket of {line}:{column}; write {expected} before it");
            return Err(self.wrong(message));
        }
        if self.before == Before::Colon {
            return Err(self.wrong("a value is missing before this bracket"));
        }
        let next = self.literal.len();
        let in_list = self.open.last().is_some_and(|&outer| self.literal.sign(outer) != Kind::Curly);
        if next == open + 1 && bracket != '}' && in_list && self.literal.before(open) != Before::Colon {
            self.literal.empty = self.literal.empty.or(Some(open));
        }
        let item = &mut self.literal.items[open as usize];
        item.link = item.link & !INDEX | next;
        if self.before == Before::Comma {
            item.at |= TRAILING_COMMA;
        }
        self.before = Before::Nothing;
        self.at += 1;
        Ok(())
    }

    /// Whether the innermost brackets have nothing in them yet.
    fn is_first(&self) -> bool {
        self.open.last().is_some_and(|open| open + 1 == self.literal.len()) || self.literal.len() == 0
    }

    fn comma(&mut self) -> Result<(), ParseError> {
        if self.is_first() || self.before != Before::Nothing {
            return Err(self.wrong("expected a node, but found a comma; remove it"));
        }
        self.before = Before::Comma;
        self.at += 1;
        Ok(())
    }

    fn semicolon(&mut self, rest: &str) -> Result<(), ParseError> {
        let dialect = self.literal.dialect;
        match dialect {
            Dialect::Lisp => self.at += line_end(rest),
            _ if self.open.is_empty() => self.at += 1,
            Dialect::Terms => return self.comma(),
            // As in OCaml, where nothing is between commas.
            Dialect::Json | Dialect::Python if self.has_only_semicolons() => return self.comma(),
            Dialect::Json | Dialect::Python => {
                return Err(self.wrong("a semicolon has no meaning here; separate children with commas"));
            }
        }
        Ok(())
    }

    /// Whether a text has no comma, so that a semicolon may stand for one.
    fn has_only_semicolons(&mut self) -> bool {
        let text = self.str;
        *self.only_semicolons.get_or_insert_with(|| !text.contains(','))
    }

    fn colon(&mut self, length: usize) -> Result<(), ParseError> {
        // Only PHP writes keys in square brackets.
        let is_of_php = self.str[self.at..].starts_with("=>");
        let in_list = self.open.last().is_some_and(|&open| self.literal.sign(open) == Kind::Square && !is_of_php);
        if self.is_first() || self.before != Before::Nothing || in_list {
            return Err(self.wrong("expected a node, but found a colon; remove it"));
        }
        self.before = Before::Colon;
        self.at += length;
        Ok(())
    }

    /// Skips a comment, if one begins here.
    fn skips_comment(&mut self, rest: &str) -> Result<bool, ParseError> {
        let (lines, blocks): (&[&str], &[(&str, &str)]) = match self.literal.dialect {
            Dialect::Json => (&["//", "#"], &[("/*", "*/")]),
            Dialect::Python => (&["#"], &[]),
            Dialect::Lisp => (&[], &[("#|", "|#")]),
            Dialect::Terms => (&["//", "-- ", "---"], &[("{-", "-}"), ("(*", "*)"), ("/*", "*/")]),
        };
        if lines.iter().any(|begin| rest.starts_with(begin)) {
            self.at += line_end(rest);
            return Ok(true);
        }
        let Some((begin, end)) = blocks.iter().find(|(begin, _)| rest.starts_with(begin)) else { return Ok(false) };
        let inside = &rest[begin.len()..];
        let length = inside.find(end).ok_or_else(|| self.wrong(format!("this comment has no end; add {end}")))?;
        self.at += begin.len() + length + end.len();
        Ok(true)
    }

    fn quoted(&mut self, rest: &str) -> Result<(), ParseError> {
        // What explains a program.
        if let Some(inside) = rest.strip_prefix("\"\"\"").filter(|_| self.literal.dialect == Dialect::Python) {
            let end = inside.find("\"\"\"").ok_or_else(|| self.wrong("this text has no end; add \"\"\""))?;
            self.at += end + 6;
            return Ok(());
        }
        let end = string_end(rest).ok_or_else(|| match rest.find(|c: char| c.is_control()) {
            Some(at) => self.text.wrong(self.at + at, CONTROL),
            None => self.text.wrong(self.str.len(), "the text ends inside quotation marks; add one"),
        })?;
        if let Some(at) = rest[..end].find(|c: char| c < ' ') {
            return Err(self.text.wrong(self.at + at, CONTROL));
        }
        self.push_text(end)
    }

    /// Adds a word or a text of this length.
    fn push_text(&mut self, length: usize) -> Result<(), ParseError> {
        if length > MOST_TEXT {
            return Err(self.wrong(TOO_LONG));
        }
        self.push()?;
        self.at += length;
        Ok(())
    }

    /// Skips what defines no value in a program: imports, types, functions. Of a class only the first line.
    fn skips_statement(&mut self, rest: &str) -> bool {
        let (lines, blocks): (&[&str], &[&str]) = match self.literal.dialect {
            Dialect::Python => (
                &["class ", "import ", "from ", "return ", "print", "pass"],
                &["def ", "if ", "for ", "while ", "with "],
            ),
            Dialect::Terms => (&["import ", "module ", "data ", "newtype ", "type ", "datatype ", "open "], &[]),
            Dialect::Json | Dialect::Lisp => (&[], &[]),
        };
        let begins = |words: &[&str]| words.iter().any(|begin| rest.starts_with(begin));
        let is_statement = || begins(lines) || begins(blocks) || self.is_call_behind_a_value(rest);
        if !self.open.is_empty() || !is_statement() {
            return false;
        }
        // A line is not looked through to its beginning, however far that is.
        let nearby = self.str.ceil_char_boundary(self.at.saturating_sub(MOST_MARGIN));
        let margin = match self.str[nearby..self.at].rfind(['\n', '\r']) {
            Some(end) => nearby + end + 1,
            None => nearby,
        };
        if !self.str[margin..self.at].trim().is_empty() {
            return false;
        }
        if !begins(blocks) {
            self.at += line_end(rest);
            return true;
        }
        let width = self.at - margin;
        let mut end = line_end(rest);
        for line in rest[end..].split_inclusive('\n') {
            if !line.trim().is_empty() && line.len() - line.trim_start().len() <= width {
                break;
            }
            end += line.len();
        }
        self.at += end;
        true
    }

    /// Whether a call, whose result nothing is made of, stands behind a value that a program defines.
    fn is_call_behind_a_value(&self, rest: &str) -> bool {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let behind = rest.trim_start_matches(is_name);
        matches!(self.literal.dialect, Dialect::Python | Dialect::Json)
            && self.literal.len() > 0
            && self.before == Before::Nothing
            && behind.len() < rest.len()
            && behind.starts_with('(')
            && !looks::makes_nodes(&rest[..line_end(rest)])
    }

    fn word(&mut self, rest: &str) -> Result<(), ParseError> {
        if self.skips_statement(rest) {
            return Ok(());
        }
        if matches!(self.literal.dialect, Dialect::Json | Dialect::Terms)
            && let length @ 1.. = looks::before_made(rest)
        {
            self.at += length;
            return Ok(());
        }
        if self.open.is_empty()
            && self.literal.dialect == Dialect::Json
            && let Some(before) = looks::BEFORE_NAMES.iter().find(|before| rest.starts_with(**before))
        {
            self.at += before.len();
            return Ok(());
        }
        let end = word_end(rest);
        // `u'text'` in Python.
        if end == 1 && rest[1..].starts_with(['"', '\'']) && rest.starts_with(['u', 'b', 'r', 'U', 'B', 'R']) {
            self.at += 1;
            return Ok(());
        }
        self.push_text(end)
    }
}

/// The bracket that closes others.
fn closes(kind: Kind) -> char {
    match kind {
        Kind::Square => ']',
        Kind::Round => ')',
        _ => '}',
    }
}
