//! The fields of sweeps and sessions as TOML.
//!
//! The types say their fields by serde. The parser is that of the crate `toml`; what is here takes its place between parser and types: it
//! compiles each type once, where `toml` compiles it for three kinds of table, and it tells every error by its place.

mod field;
mod syntax;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::Serialize;
use serde::de::{Deserialize, Error, Expected, Unexpected};
use toml::de::{DeTable, DeValue};

use crate::format::{clipped, grouped, quoted};
use crate::tree::file::{Location, ParseError};
use field::Field;
pub use syntax::parse;

/// What is wrong in a text, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FieldError {
    /// What is wrong, in one line.
    pub message: String,
    /// The bytes of the text that it is about; `None` if it is about all of it.
    pub span: Option<Range<usize>>,
}

impl FieldError {
    fn new(message: impl fmt::Display) -> FieldError {
        FieldError { message: message.to_string().replace('\n', " "), span: None }
    }

    /// With a message of another module.
    fn of_elsewhere(message: &dyn fmt::Display) -> FieldError {
        FieldError::new(bounded(&message.to_string()))
    }

    /// The same with the line and column in the text.
    pub fn in_text(self, text: &str) -> ParseError {
        let location = Location::of(text, self.span.map_or(0, |span| span.start));
        ParseError::Wrong { location, message: self.message }
    }

    /// The same; in a value at `span`, if it is not known to be in a part of that.
    fn within(self, span: Range<usize>) -> FieldError {
        FieldError { span: self.span.or(Some(span)), ..self }
    }
}

/// Serde's errors in our words, each with what to do.
impl Error for FieldError {
    fn custom<T: fmt::Display>(message: T) -> FieldError {
        FieldError::of_elsewhere(&message)
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> FieldError {
        FieldError::new(format!("{} cannot stand here; write {}", described(found), wanted(&expected.to_string())))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> FieldError {
        FieldError::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> FieldError {
        FieldError::new(format!("a list of {length} cannot stand here; write {}", wanted(&expected.to_string())))
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> FieldError {
        FieldError::new(format!("unknown value {}; expected one of {}", quoted(found), known.join(", ")))
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> FieldError {
        let one_of = if known.len() > 1 { "one of " } else { "" };
        FieldError::new(format!("unknown field {}; expected {one_of}{}", quoted(found), known.join(", ")))
    }

    fn missing_field(field: &'static str) -> FieldError {
        FieldError::new(format!("the field “{field}” is missing; add it"))
    }
}

/// A message of another module; of one that is longer than ours are, because it repeats what a file says, how it begins and how it ends.
fn bounded(message: &str) -> Cow<'_, str> {
    const HEAD: usize = 100;
    const TAIL: usize = 500;
    if message.len() <= HEAD + TAIL {
        return message.into();
    }
    let head = &message[..message.floor_char_boundary(HEAD)];
    let tail = &message[message.ceil_char_boundary(message.len() - TAIL)..];
    format!("{head}…{tail}").into()
}

/// A number as it stands in a text.
fn digits(number: &str) -> Cow<'_, str> {
    const MOST_DIGITS: usize = 40;
    clipped(number, MOST_DIGITS)
}

/// What stands in a text.
fn described(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        // A whole number with a fraction part of zeros is seen by its point.
        Unexpected::Float(number) => format!("{number:?}"),
        Unexpected::Str(text) => format!("the text {}", quoted(text)),
        Unexpected::Seq => "a list".into(),
        Unexpected::Map => "a table".into(),
        other => digits(&other.to_string()).into_owned(),
    }
}

/// What a type wants, from what it says by serde.
fn wanted(expected: &str) -> String {
    let whole = |most: u64| format!("a whole number from 0 to {}", grouped(most));
    match expected {
        "u8" => whole(u8::MAX.into()),
        "u16" => whole(u16::MAX.into()),
        "u32" => whole(u32::MAX.into()),
        // The numbers of TOML end here.
        "u64" | "usize" => whole(i64::MAX as u64),
        "f32" | "f64" => "a number".into(),
        "a boolean" => "true or false".into(),
        "a string" => "a text in quotes".into(),
        "a sequence" => "a list in brackets".into(),
        _ => expected
            .strip_prefix("an array of length ")
            .map_or_else(|| expected.into(), |length| format!("a list of {length}")),
    }
}

/// Fields of these types are texts: what the type prints, and reads.
macro_rules! written_as_text {
    ($($type:ty),*) => { $(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text: String = serde::Deserialize::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )* };
}
pub(crate) use written_as_text;

/// Reads fields into a type.
pub fn read<'de, T: Deserialize<'de>>(table: DeTable<'de>) -> Result<T, FieldError> {
    T::deserialize(Field::of(table))
}

/// Reads a text into a type.
pub fn from_text<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FieldError> {
    read(parse(text)?)
}

/// Where a text has a field, given by the names of the tables around it and its own. `None` if there is none, or a list of several tables.
pub fn place(text: &str, names: &[&str]) -> Option<Location> {
    let (name, tables) = names.split_last()?;
    let parsed = parse(text).ok()?;
    let mut table = &parsed;
    for name in tables {
        let DeValue::Table(inner) = table.get(*name)?.get_ref() else { return None };
        table = inner;
    }
    let value = table.get(*name)?;
    let is_one_of_many = matches!(value.get_ref(), DeValue::Array(all) if all.len() > 1 && all.iter().all(|one| one.get_ref().is_table()));
    (!is_one_of_many).then(|| Location::of(text, value.span().start))
}

/// The fields of a value as a text.
pub fn to_text(value: &impl Serialize) -> Result<String, FieldError> {
    let value = serde_json::to_value(value).map_err(FieldError::new)?;
    toml::to_string(&value).map_err(FieldError::new)
}
