//! One tolerant reader for the literals of many languages: JSON and its relatives, Python, Lisp, Scheme, Clojure, Haskell, SML, OCaml and
//! Scala write trees as words, texts, brackets and separators.
//!
//! A [`Literal`] is the text as items in preorder, each of 8 bytes: a word, a text, or a pair of brackets with its items. Which of them
//! are nodes is the business of [`lists`](super::lists). Nothing recurses.

use std::borrow::Cow;

use super::looks;
use super::text::Text;
use crate::format::grouped;
use crate::memory;
use crate::tree::file_error::{Location, ParseError};

/// How a language writes comments and separators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// JSON, JSON5, JavaScript.
    Json,
    /// Python: tuples, keyword arguments.
    Python,
    /// Lisp, Scheme, Clojure and bracket notation: a comma is a blank, and a semicolon begins a comment.
    Lisp,
    /// Haskell, SML, OCaml, Scala: constructors are applied to what follows; a semicolon separates.
    Terms,
}

/// What is between an item and the one before it, besides blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    Nothing,
    Comma,
    /// `:`, `=`, `=>` or `->`.
    Colon,
}

/// A word, a text, or brackets with what is in them.
#[derive(Clone, Copy, Debug)]
struct Item {
    /// The byte where it begins, and in the highest bit whether a comma is behind the last thing in it.
    at: u32,
    /// The item after it and all that is in it, and in the two highest bits what is before it.
    link: u32,
}

const INDEX: u32 = (1 << 30) - 1;
const TRAILING_COMMA: u32 = 1 << 31;

/// The index of an item.
pub(super) type Id = u32;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `[…]`.
    Square,
    /// `(…)`.
    Round,
    /// `{…}`.
    Curly,
    /// In quotation marks.
    Quoted,
    /// Any other word.
    Word,
}

impl Kind {
    pub(super) fn is_list(self) -> bool {
        matches!(self, Kind::Square | Kind::Round)
    }

    pub(super) fn is_brackets(self) -> bool {
        matches!(self, Kind::Square | Kind::Round | Kind::Curly)
    }
}

/// A text as items.
pub(super) struct Literal<'a, 't> {
    pub(super) text: &'a Text<'t>,
    pub(super) dialect: Dialect,
    items: Vec<Item>,
    /// The first list with nothing in it that is in another list.
    pub(super) empty: Option<Id>,
}

/// The longest text or number, in bytes.
pub(super) const MOST_TEXT: usize = 16 << 20;
pub(super) const TOO_LONG: &str = "a text or a number is longer than 16 MiB here; shorten it";

pub(super) const MISSING_COMMA: &str = "a comma is missing between two values";

/// A statement is further to the left than this, in bytes.
const MOST_MARGIN: usize = 1000;

/// More brackets that are open at the end of a text are not told one by one.
const MOST_TOLD: usize = 10;

impl<'a, 't> Literal<'a, 't> {
    /// Reads all items of a text. Takes 8 bytes for each.
    pub(super) fn new(text: &'a Text<'t>, dialect: Dialect) -> Result<Literal<'a, 't>, ParseError> {
        let mut reader = Reader {
            text,
            str: text.as_str(),
            at: 0,
            literal: Literal { text, dialect, items: Vec::new(), empty: None },
            open: Vec::new(),
            before: Before::Nothing,
        };
        let mut steps = text.steps();
        while reader.item()? {
            steps.step(reader.at)?;
        }
        Ok(reader.literal)
    }

    /// The number of items.
    pub(super) fn len(&self) -> Id {
        self.items.len() as Id
    }

    /// The byte where an item begins; the end of the text behind the last one.
    pub(super) fn at(&self, item: Id) -> usize {
        self.items.get(item as usize).map_or(self.text.as_str().len(), |item| (item.at & !TRAILING_COMMA) as usize)
    }

    /// The item behind an item and all that is in it.
    pub(super) fn after(&self, item: Id) -> Id {
        self.items[item as usize].link & INDEX
    }

    pub(super) fn before(&self, item: Id) -> Before {
        match self.items.get(item as usize).map_or(0, |item| item.link >> 30) {
            0 => Before::Nothing,
            1 => Before::Comma,
            _ => Before::Colon,
        }
    }

    /// What an item is for those who read it: braces around brackets or numbers are a list, as in C, Java, Lua and Mathematica.
    pub(super) fn kind(&self, item: Id) -> Kind {
        match self.sign(item) {
            Kind::Curly if self.is_list_in_braces(item) => Kind::Square,
            kind => kind,
        }
    }

    /// Whether braces hold a list, and not keys with their values.
    pub(super) fn is_list_in_braces(&self, braces: Id) -> bool {
        let (first, end) = (braces + 1, self.after(braces));
        if self.dialect == Dialect::Lisp || self.sign(braces) != Kind::Curly || first >= end {
            return false;
        }
        let second = self.after(first);
        let has_keys = second < end && self.before(second) == Before::Colon;
        let is_number =
            || self.raw(first).trim_start_matches(['-', '+', '.']).starts_with(|c: char| c.is_ascii_digit());
        !has_keys && (self.sign(first).is_brackets() || self.sign(first) == Kind::Word && is_number())
    }

    /// The kind of an item by its first sign.
    fn sign(&self, item: Id) -> Kind {
        match self.text.as_str().as_bytes()[self.at(item)] {
            b'[' => Kind::Square,
            b'(' => Kind::Round,
            b'{' => Kind::Curly,
            b'"' | b'\'' => Kind::Quoted,
            _ => Kind::Word,
        }
    }

    /// The kind of an item, if there is such an item.
    pub(super) fn kind_of(&self, item: Id) -> Option<Kind> {
        (item < self.len()).then(|| self.kind(item))
    }

    /// A word, or a text as it is written, without its quotation marks; empty for brackets.
    pub(super) fn raw(&self, item: Id) -> &'t str {
        let rest = &self.text.as_str()[self.at(item)..];
        match self.sign(item) {
            Kind::Word => &rest[..word_end(rest)],
            Kind::Quoted => string_end(rest).map_or("", |end| &rest[1..end - 1]),
            Kind::Square | Kind::Round | Kind::Curly => "",
        }
    }

    /// A word or a text, with its escape sequences resolved.
    pub(super) fn string(&self, item: Id) -> Result<Cow<'t, str>, ParseError> {
        let raw = self.raw(item);
        if self.kind(item) == Kind::Word || !raw.contains('\\') {
            return Ok(Cow::Borrowed(raw));
        }
        unquoted(raw).map(Cow::Owned).map_err(|(at, message)| self.text.wrong(self.at(item) + 1 + at, message))
    }

    /// A name: a text, or a word without the colon of a keyword of Clojure.
    pub(super) fn name(&self, item: Id) -> Result<Cow<'t, str>, ParseError> {
        match self.kind(item) {
            Kind::Word => Ok(Cow::Borrowed(self.raw(item).trim_start_matches(':'))),
            _ => self.string(item),
        }
    }

    /// Where brackets with nothing in them close.
    pub(super) fn close_of_empty(&self, item: Id) -> usize {
        let at = self.at(item);
        at + self.text.as_str()[at..].find([')', ']', '}']).unwrap_or(0)
    }

    /// The error at an item.
    pub(super) fn wrong(&self, item: Id, message: impl Into<String>) -> ParseError {
        self.text.wrong(self.at(item), message)
    }
}

struct Reader<'a, 't> {
    text: &'a Text<'t>,
    str: &'t str,
    at: usize,
    literal: Literal<'a, 't>,
    /// The brackets that are open.
    open: Vec<Id>,
    /// What came since the last item.
    before: Before,
}

impl Reader<'_, '_> {
    /// Reads up to the end of the next item, or of brackets; false at the end of the text.
    fn item(&mut self) -> Result<bool, ParseError> {
        let rest = &self.str[self.at..];
        let Some(first) = rest.chars().next() else { return self.end() };
        match first {
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            '(' | '[' | '{' if !self.skips_comment(rest)? => {
                let item = self.push()?;
                memory::make_room(&mut self.open).map_err(|shortage| self.wrong(shortage.to_string()))?;
                self.open.push(item);
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
            1 => Err(self.wrong(format!("the text ends inside a bracket; add a {missing}"))),
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
        let items = &mut self.literal.items;
        let item = items.len() as Id;
        memory::make_room(items).map_err(|shortage| self.text.wrong(self.at, shortage.to_string()))?;
        if item == INDEX - 1 {
            return Err(self.wrong("a text may have at most 1,073,741,822 words and brackets; open a part of it"));
        }
        items.push(Item { at: self.at as u32, link: (self.before as u32) << 30 | (item + 1) });
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
        match self.literal.dialect {
            Dialect::Lisp => self.at += line_end(rest),
            _ if self.open.is_empty() => self.at += 1,
            Dialect::Terms => return self.comma(),
            Dialect::Json | Dialect::Python => {
                return Err(self.wrong("a semicolon has no meaning here; separate children with commas"));
            }
        }
        Ok(())
    }

    fn colon(&mut self, length: usize) -> Result<(), ParseError> {
        let in_list = self.open.last().is_some_and(|&open| self.literal.sign(open) == Kind::Square);
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

    /// Whether a call, whose result nothing is made of, stands behind a value that a program of Python defines.
    fn is_call_behind_a_value(&self, rest: &str) -> bool {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let behind = rest.trim_start_matches(is_name);
        self.literal.dialect == Dialect::Python
            && self.literal.len() > 0
            && self.before == Before::Nothing
            && behind.len() < rest.len()
            && behind.starts_with('(')
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

const CONTROL: &str = "a text contains a line break or another control character; add the quotation mark that is missing before it, or write it as \\u and four digits";

fn line_end(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// The length of a word, which ends at blanks, brackets, separators and quotation marks.
fn word_end(text: &str) -> usize {
    let mut last = ' ';
    for (at, character) in text.char_indices() {
        let ends = match character {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ';' | '"' | '=' => true,
            // In Python `u'…'`; in Haskell a prime is part of a name.
            '\'' => at == 1 && text.starts_with(['u', 'b', 'r', 'U', 'B', 'R']),
            ':' => at > 0,
            '>' => last == '-' && at > 1,
            _ => character.is_whitespace(),
        };
        if ends {
            let arrow = usize::from(character == '>');
            return (at - arrow).max(1);
        }
        last = character;
    }
    text.len()
}

/// The length of a text in quotation marks, including them.
fn string_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mark = bytes[0];
    let mut at = 1;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            byte if byte == mark => return Some(at + 1),
            b'\n' | b'\r' => return None,
            _ => at += 1,
        }
    }
}

/// Whether an apostrophe begins a text, and not what Lisp quotes: a text ends before a blank, a separator or a bracket.
fn is_quoted(text: &str) -> bool {
    let Some(end) = string_end(text) else { return false };
    let next = text.get(end..).and_then(|rest| rest.chars().next());
    next.is_none_or(|next| next.is_whitespace() || ",;:=)]}-".contains(next)) && !text[1..].starts_with(['(', '['])
}

/// A text with its escape sequences resolved: those of JSON, Python, Haskell. The error is its byte, and what is wrong.
pub(super) fn unquoted(raw: &str) -> Result<String, (usize, &'static str)> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let (character, length) = escape(rest).map_err(|message| (raw.len() - rest.len(), message))?;
        text.extend(character);
        rest = &rest[length..];
    }
    text.push_str(rest);
    Ok(text)
}

const UNKNOWN_ESCAPE: &str = "unknown escape sequence after this backslash; write \\\\ for a backslash";
const HALF: &str =
    "this is half of a character in two parts; write both, such as \\ud83d\\ude00, or the character itself";
const FOUR_DIGITS: &str = "\\u needs four hexadecimal digits after it; write \\\\ for a backslash";

/// The character of the escape sequence that a text begins with, and the length of that.
fn escape(text: &str) -> Result<(Option<char>, usize), &'static str> {
    let second = text[1..].chars().next().ok_or(UNKNOWN_ESCAPE)?;
    let simple = match second {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '"' | '\'' | '\\' | '/' => second,
        'u' => return unicode(text),
        'x' => {
            let code = hexadecimal(text, 2, 2).ok_or("\\x needs two hexadecimal digits after it")?;
            return Ok((char::from_u32(code), 4));
        }
        // As `show` of Haskell writes them.
        '&' => return Ok((None, 2)),
        '0'..='9' => {
            let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count().min(7);
            let code = text[1..=digits].parse().ok().and_then(char::from_u32).ok_or(UNKNOWN_ESCAPE)?;
            return Ok((Some(code), 1 + digits));
        }
        _ => return Err(UNKNOWN_ESCAPE),
    };
    Ok((Some(simple), 2))
}

/// `\\u` and four hexadecimal digits, twice for a character in two parts, or any number of them in braces.
fn unicode(text: &str) -> Result<(Option<char>, usize), &'static str> {
    if let Some(rest) = text[2..].strip_prefix('{') {
        let digits = rest.find('}').filter(|digits| (1..=6).contains(digits)).ok_or(FOUR_DIGITS)?;
        let code = u32::from_str_radix(&rest[..digits], 16).ok().and_then(char::from_u32);
        return code.map(|code| (Some(code), digits + 4)).ok_or(FOUR_DIGITS);
    }
    let first = hexadecimal(text, 2, 4).ok_or(FOUR_DIGITS)?;
    if let Some(character) = char::from_u32(first) {
        return Ok((Some(character), 6));
    }
    let is_first_half = (0xD800..0xDC00).contains(&first) && text[6..].starts_with("\\u");
    let second = if is_first_half { hexadecimal(text, 8, 4) } else { None };
    let second = second.filter(|second| (0xDC00..0xE000).contains(second)).ok_or(HALF)?;
    Ok((char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)), 12))
}

fn hexadecimal(text: &str, from: usize, digits: usize) -> Option<u32> {
    let digits = text.get(from..from + digits)?;
    if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) { u32::from_str_radix(digits, 16).ok() } else { None }
}

/// Items that together are one thing: a value, a list, or a constructor and what it is applied to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Group {
    pub(super) start: Id,
    pub(super) end: Id,
}

impl Group {
    /// Whether it is a single item.
    pub(super) fn is_one(self, literal: &Literal<'_, '_>) -> bool {
        self.start < self.end && literal.after(self.start) == self.end
    }
}

/// The things of a list that have not been read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups {
    next: Id,
    end: Id,
    /// Whether a thing ends at a comma; otherwise each item is one.
    by_commas: bool,
}

impl Groups {
    pub(super) fn is_empty(&self) -> bool {
        self.next == self.end
    }

    /// The item behind the last thing.
    pub(super) fn end(&self) -> Id {
        self.end
    }

    /// The next thing.
    pub(super) fn next(&mut self, literal: &Literal<'_, '_>) -> Result<Option<Group>, ParseError> {
        if self.is_empty() {
            return Ok(None);
        }
        let start = self.next;
        let mut end = literal.after(start);
        if self.by_commas {
            end = literal.end_of_value(start, self.end)?;
        }
        self.next = end;
        Ok(Some(Group { start, end }))
    }
}

impl Literal<'_, '_> {
    /// Whether brackets are the arguments of the word right before them.
    pub(super) fn is_call(&self, word: Id, brackets: Id) -> bool {
        self.kind(word) == Kind::Word
            && self.kind(brackets).is_brackets()
            && self.at(word) + self.raw(word).len() == self.at(brackets)
    }

    /// Where what begins at an item ends: at a comma, or at the end of the brackets.
    pub(super) fn end_of_value(&self, start: Id, end_of_brackets: Id) -> Result<Id, ParseError> {
        let mut end = self.after(start);
        while end < end_of_brackets && self.before(end) != Before::Comma {
            if self.dialect != Dialect::Terms && !self.is_call(start, end) {
                return Err(self.wrong(end, MISSING_COMMA));
            }
            end = self.after(end);
        }
        Ok(end)
    }

    /// The things in brackets.
    pub(super) fn groups_in(&self, brackets: Id) -> Groups {
        Groups { next: brackets + 1, end: self.after(brackets), by_commas: self.dialect != Dialect::Lisp }
    }

    /// Without the brackets that only group: in Python and the languages of constructors, round ones around a single thing.
    pub(super) fn unwrapped(&self, mut group: Group) -> Group {
        while group.is_one(self)
            && self.kind(group.start) == Kind::Round
            && let inside = (Group { start: group.start + 1, end: group.end })
            && inside.start < inside.end
        {
            group = match self.dialect {
                Dialect::Terms | Dialect::Python if !self.has_comma(group.start) => inside,
                Dialect::Lisp if let Some(quoted) = self.quoted_in(inside) => quoted,
                _ => return group,
            };
        }
        group
    }

    /// What `(quote …)` quotes.
    fn quoted_in(&self, inside: Group) -> Option<Group> {
        let value = Group { start: self.after(inside.start), end: inside.end };
        let is_quote = self.kind(inside.start) == Kind::Word && self.raw(inside.start) == "quote";
        (is_quote && value.is_one(self)).then_some(value)
    }

    /// Whether there is a comma between the things in brackets, or behind a single one.
    fn has_comma(&self, brackets: Id) -> bool {
        let mut item = brackets + 1;
        let end = self.after(brackets);
        while item < end && self.before(item) == Before::Nothing {
            item = self.after(item);
        }
        item < end || self.items[brackets as usize].at & TRAILING_COMMA != 0
    }

    /// What the constructor at the beginning of a group is applied to; `None` if it is none.
    pub(super) fn arguments(&self, group: Group) -> Option<Groups> {
        let first = self.after(group.start);
        if first >= group.end {
            return None;
        }
        let is_single = self.after(first) == group.end;
        let is_terms = self.dialect == Dialect::Terms;
        let is_tuple =
            self.kind(first).is_list() && (!is_terms || self.kind(first) == Kind::Round && self.has_comma(first));
        if is_single && is_tuple {
            return Some(self.groups_in(first));
        }
        is_terms.then_some(Groups { next: first, end: group.end, by_commas: false })
    }

    /// What stands at the outside of a text: the values of its definitions, as in `tree = [[3, 12], [2, 4]]`, or else all there is.
    pub(super) fn parts(&self) -> Vec<Group> {
        let mut items = Vec::new();
        let mut item = 0;
        while item < self.len() {
            items.push(item);
            item = self.after(item);
        }
        let definitions: Vec<usize> = (1..items.len()).filter(|&n| self.before(items[n]) == Before::Colon).collect();
        if definitions.is_empty() {
            return self.undefined_parts(&items);
        }
        let mut parts = Vec::new();
        for (number, &first) in definitions.iter().enumerate() {
            // The name of the next definition does not belong to this one.
            let last = definitions.get(number + 1).map_or(items.len(), |next| next - 1);
            let mut end = items.get(last).copied().unwrap_or(self.len());
            if self.dialect == Dialect::Python && first + 1 < last && self.begins_a_line(items[first + 1]) {
                // In Python, what follows is a statement of its own.
                end = items[first + 1];
            }
            if first < last {
                parts.push(Group { start: items[first], end });
            }
        }
        // Beside a tree or two dictionaries, what is defined as a word, a number or an empty list says nothing, nor what is computed.
        let names: Vec<&str> = definitions.iter().map(|&first| self.raw(items[first - 1])).collect();
        if parts.iter().any(|&part| self.may_be_a_tree(part, &names)) {
            parts.retain(|&part| self.may_be_a_tree(part, &names));
        }
        parts
    }

    /// Whether only blanks stand before an item on its line.
    fn begins_a_line(&self, item: Id) -> bool {
        let before = self.text.as_str()[..self.at(item)].trim_end_matches([' ', '\t']);
        before.ends_with(['\n', '\r'])
    }

    /// Whether what a program defines as one of the names is a list, an object or an application that does not name what it defines.
    fn may_be_a_tree(&self, part: Group, names: &[&str]) -> bool {
        let is_value = |item: Id| self.raw(item).trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
        if self.sign(part.start).is_brackets() {
            return self.after(part.start) > part.start + 1;
        }
        let is_named = |item: Id| self.kind(item) == Kind::Word && names.contains(&self.raw(item));
        !part.is_one(self) && !is_value(part.start) && !(part.start..part.end).any(is_named)
    }

    /// The parts of a text that defines nothing, except by `(define tree '((3 12) (2 4)))`.
    fn undefined_parts(&self, items: &[Id]) -> Vec<Group> {
        if let [list] = items[..]
            && let Some(defined) = self.defined_in_lisp(list)
        {
            return vec![defined];
        }
        let mut parts = Vec::new();
        let mut groups = Groups { next: 0, end: self.len(), by_commas: self.dialect == Dialect::Terms };
        while let Ok(Some(Group { start, mut end })) = groups.next(self) {
            if self.dialect != Dialect::Lisp && end < self.len() && self.is_call(start, end) {
                end = self.after(end);
                groups.next = end;
            }
            parts.push(Group { start, end });
        }
        parts
    }

    fn defined_in_lisp(&self, list: Id) -> Option<Group> {
        let is_definition = self.dialect == Dialect::Lisp
            && self.kind(list) == Kind::Round
            && list + 2 < self.after(list)
            && self.kind(list + 1) == Kind::Word
            && matches!(
                self.raw(list + 1),
                "define" | "def" | "defparameter" | "defvar" | "defconst" | "setq" | "setf"
            );
        let value = list + 3;
        (is_definition && value < self.after(list)).then(|| Group { start: value, end: self.after(value) })
    }
}
