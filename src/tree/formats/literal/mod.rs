//! One tolerant reader for the literals of many languages: JSON and its relatives, Python, Lisp, Scheme, Clojure, Haskell, SML, OCaml and
//! Scala write trees as words, texts, brackets and separators.
//!
//! A [`Literal`] is the text as items in preorder, each of 8 bytes: a word, a text, or a pair of brackets with its items. Which of them
//! are nodes is the business of [`lists`](super::lists). Nothing recurses.

mod groups;
mod reader;
mod words;

use std::borrow::Cow;

pub(super) use groups::{Call, Group, Groups};
pub(super) use words::unquoted;

use rustc_hash::FxHashSet;

use reader::Reader;
use words::{string_end, word_end};

use super::looks;
use super::text::Text;
use crate::tree::file_error::ParseError;

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

impl<'a, 't> Literal<'a, 't> {
    /// Reads all items of a text. Takes 8 bytes for each.
    pub(super) fn new(text: &'a Text<'t>, dialect: Dialect) -> Result<Literal<'a, 't>, ParseError> {
        Reader::new(Literal { text, dialect, items: Vec::new(), empty: None }).read()
    }

    /// The number of items.
    #[inline]
    pub(super) fn len(&self) -> Id {
        self.items.len() as Id
    }

    /// The byte where an item begins; the end of the text behind the last one.
    #[inline]
    pub(super) fn at(&self, item: Id) -> usize {
        self.items.get(item as usize).map_or(self.text.as_str().len(), |item| (item.at & !TRAILING_COMMA) as usize)
    }

    /// The item behind an item and all that is in it.
    #[inline]
    pub(super) fn after(&self, item: Id) -> Id {
        self.items[item as usize].link & INDEX
    }

    #[inline]
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
            Kind::Round if self.dialect == Dialect::Terms && item > 0 && self.is_made_list(item - 1) => Kind::Square,
            kind => kind,
        }
    }

    /// Whether a word makes a list of what is in the brackets behind it, as `listOf(3, 12)` does, and not an object, as `list(value = 3)`.
    pub(super) fn is_made_list(&self, word: Id) -> bool {
        let (brackets, first) = (word + 1, word + 2);
        if self.dialect != Dialect::Terms
            || self.sign(word) != Kind::Word
            || brackets >= self.len()
            || self.sign(brackets) != Kind::Round
            || !looks::MAKERS_OF_LISTS.contains(&self.raw(word))
        {
            return false;
        }
        let end = self.after(brackets);
        let has_keys = first < end && self.after(first) < end && self.before(self.after(first)) == Before::Colon;
        !has_keys && self.at(word) + self.raw(word).len() == self.at(brackets)
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
        let is_set = || self.dialect == Dialect::Python && (second >= end || self.before(second) == Before::Comma);
        let is_made = || {
            second < end
                && self.sign(second) == Kind::Curly
                && self.at(first) + self.raw(first).len() == self.at(second)
        };
        !has_keys
            && (self.sign(first).is_brackets()
                || self.sign(first) == Kind::Quoted && is_set()
                || self.sign(first) == Kind::Word && (is_number() || is_made()))
    }

    /// The kind of an item by its first sign.
    #[inline]
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

    /// Adds to a list what stands at an item, if there is memory for it.
    #[inline]
    pub(super) fn push<T>(&self, list: &mut Vec<T>, value: T, item: Id) -> Result<(), ParseError> {
        self.text.push(list, value, self.at(item))
    }

    /// Adds a word or a text, as it is written, to a set, if there is memory for it; false if it was there before.
    pub(super) fn insert(&self, set: &mut FxHashSet<&'t str>, item: Id) -> Result<bool, ParseError> {
        self.text.insert(set, self.raw(item), self.at(item))
    }

    /// The error at an item.
    pub(super) fn wrong(&self, item: Id, message: impl Into<String>) -> ParseError {
        self.text.wrong(self.at(item), message)
    }
}
