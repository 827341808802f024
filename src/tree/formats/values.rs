//! What the words of a [literal](super::literal) are worth: numbers as each language writes them, and words for an unknown value.

use super::keys;
use super::literal::{Dialect, Group, Id, Kind, Literal};
use crate::format::quoted;
use crate::tree::file_error::ParseError;
use crate::tree::{Probability, ProbabilityError, Value, ValueError};

/// The words for an unknown value.
const UNKNOWN: [&str; 9] = ["null", "None", "nil", "?", "NONE", "Nothing", "undefined", "_", "NULL"];

/// The word that is the value of a group, if it is one: a number, an unknown one, or `Just 3`.
pub(super) fn scalar(literal: &Literal<'_, '_>, group: Group) -> Option<Id> {
    let is_word = |item: Id| matches!(literal.kind(item), Kind::Word | Kind::Quoted);
    let group = literal.unwrapped(group);
    if group.is_one(literal) {
        return Some(group.start).filter(|&item| is_word(item) && is_value(literal, item));
    }
    if group.start == group.end || literal.kind(group.start) != Kind::Word {
        return None;
    }
    let name = literal.raw(group.start);
    if !is_type_of_numbers(name) && !matches!(name, "Just" | "Some" | "SOME") {
        return None;
    }
    let mut arguments = literal.arguments(group)?;
    let argument = literal.unwrapped(arguments.next(literal).ok()??);
    let is_all = arguments.next(literal).ok()?.is_none();
    (is_all && argument.is_one(literal) && is_word(argument.start) && is_value(literal, argument.start))
        .then_some(argument.start)
}

/// Whether a constructor makes numbers, as `np.float64(3.0)` does.
pub(super) fn is_type_of_numbers(name: &str) -> bool {
    let name = name.rsplit('.').next().unwrap_or(name);
    matches!(name, "int" | "float" | "Decimal")
        || name.strip_prefix("float").or(name.strip_prefix("int")).is_some_and(|bits| bits.parse::<u8>().is_ok())
}

pub(super) fn is_not_finite(word: &str) -> bool {
    keys::is_not_finite(word.rsplit('.').next().filter(|last| last.starts_with(char::is_alphabetic)).unwrap_or(word))
}

/// Whether a word is a number, or stands for an unknown one.
pub(super) fn is_value(literal: &Literal<'_, '_>, item: Id) -> bool {
    let raw = literal.raw(item);
    let is_word = literal.kind(item) == Kind::Word;
    // A text is a number only in JSON, for fractions.
    if !is_word && literal.dialect == Dialect::Lisp {
        return false;
    }
    let is_unknown = UNKNOWN.contains(&raw) && (is_word || raw == "?");
    is_unknown || is_number(raw)
}

/// Whether a text is read as a number, which it may also be if it is too large or divides by zero.
pub(super) fn is_number(raw: &str) -> bool {
    let begins = raw.trim_start_matches(['-', '+', '~', '−', '.']);
    begins.starts_with(|c: char| c.is_ascii_digit()) && number(raw) != Err(ValueError::NotANumber)
}

/// The value of a word; `None` if it is unknown.
pub(super) fn value_of(literal: &Literal<'_, '_>, item: Id) -> Result<Option<Value>, ParseError> {
    let raw = literal.raw(item);
    if UNKNOWN.contains(&raw) {
        return Ok(None);
    }
    number(raw).map(Some).map_err(|error| match error {
        ValueError::NotANumber => not_a_value(literal, item),
        error => literal.wrong(item, format!("{} {error}", quoted(raw))),
    })
}

/// The probability that a word is.
pub(super) fn probability_of(literal: &Literal<'_, '_>, item: Id) -> Result<Probability, ParseError> {
    let raw = literal.raw(item);
    raw.parse().map_err(|error: ProbabilityError| literal.wrong(item, format!("{} {error}", quoted(raw))))
}

/// A number, in which SML writes a minus as `~` and Python may group digits with `_`.
fn number(raw: &str) -> Result<Value, ValueError> {
    if let Ok(value) = raw.parse() {
        return Ok(value);
    }
    if raw.contains("__") || raw.ends_with('_') || raw.starts_with('_') {
        return Err(ValueError::NotANumber);
    }
    raw.replace('~', "-").replace('_', "").parse()
}

/// The error for what is given to a constructor of numbers, as in `float("inf")`, `int(3, 4)` or `int()`.
pub(super) fn not_one_number(literal: &Literal<'_, '_>, constructor: Id) -> ParseError {
    let given = literal.after(constructor);
    let is_empty = literal.after(given) == given + 1;
    let first = if is_empty { given } else { given + 1 };
    if is_value(literal, first) {
        return literal.wrong(first, format!("{} takes one number", quoted(literal.raw(constructor))));
    }
    not_a_value(literal, first)
}

/// The error for what should be a value.
pub(super) fn not_a_value(literal: &Literal<'_, '_>, item: Id) -> ParseError {
    let raw = literal.raw(item);
    let unknown = match literal.dialect {
        Dialect::Json => "null",
        Dialect::Python => "None",
        Dialect::Lisp => "?",
        Dialect::Terms => "Nothing",
    };
    let message = match raw {
        "true" | "false" | "True" | "False" => {
            format!("{} is not a value; write a number, or {unknown} for an unknown leaf", quoted(raw))
        }
        _ if is_not_finite(raw) => {
            format!(
                "{} is not a finite number, and every leaf needs one; write {unknown} for an unknown leaf",
                quoted(raw)
            )
        }
        _ if literal.kind(item).is_brackets() => {
            format!("a value must be a number, a fraction such as \"8/5\", or {unknown}")
        }
        _ => format!("{} {}, or {unknown} for an unknown leaf", quoted(raw), ValueError::NotANumber),
    };
    literal.wrong(item, message)
}

/// Whether a text is a number as it is printed, such as `1,000` or `10%`: not a name.
pub(super) fn is_printed_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    let is_plain = |sign: char| sign.is_ascii_digit() || matches!(sign, ',' | '.' | '%' | ' ');
    text.len() <= MOST_DIGITS
        && digits.starts_with(|sign: char| sign.is_ascii_digit())
        && digits.contains([',', '%'])
        && digits.chars().all(is_plain)
        && digits.replace([',', '%', ' '], "").parse::<Value>().is_ok()
}

/// A longer text is no number that people read.
const MOST_DIGITS: usize = 40;
