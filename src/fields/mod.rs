//! The fields of sweeps and sessions as TOML.
//!
//! The types say their fields by serde. The parser is that of the crate `toml`; what is here takes its place between parser and types: it
//! compiles each type once, where `toml` compiles it for three kinds of table, and it tells every error by its place.

mod syntax;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, Expected, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::{Serialize, forward_to_deserialize_any};
use toml::Spanned;
use toml::de::{DeArray, DeFloat, DeInteger, DeTable, DeValue};

use crate::format::{clipped, grouped, quoted};
use crate::tree::file::{Location, ParseError};
pub use syntax::parse;

/// What is wrong in a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
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

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FieldError {}

/// Serde's errors in our words, each with what to do.
impl Error for FieldError {
    fn custom<T: fmt::Display>(message: T) -> FieldError {
        FieldError::new(bounded(&message.to_string()))
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
        FieldError::new(format!("unknown field {}; expected one of {}", quoted(found), known.join(", ")))
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

/// Reads fields into a type.
pub fn read<'de, T: Deserialize<'de>>(table: DeTable<'de>) -> Result<T, FieldError> {
    T::deserialize(Field(Spanned::new(0..0, DeValue::Table(table))))
}

/// Reads a text into a type.
pub fn from_text<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FieldError> {
    read(parse(text)?)
}

/// Where a text has a field, given by the names of the tables around it and its own. `None` if there is none, or a list of several tables.
pub fn place(text: &str, names: &[&str]) -> Option<Location> {
    let (name, tables) = names.split_last()?;
    let mut table = parse(text).ok()?;
    for name in tables {
        let DeValue::Table(inner) = table.remove(*name)?.into_inner() else { return None };
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

/// A value in a text.
struct Field<'de>(Spanned<DeValue<'de>>);

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.0.into_inner() {
            DeValue::Boolean(value) => visitor.visit_bool(value),
            DeValue::Integer(integer) => visit_whole(&integer, visitor),
            DeValue::Float(float) => visitor.visit_f64(number(&float)?),
            DeValue::String(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            DeValue::String(Cow::Owned(text)) => visitor.visit_string(text),
            date @ DeValue::Datetime(_) => Err(misplaced(&date, "it in quotes")),
            DeValue::Array(values) => {
                let mut elements = Elements(values.into_iter());
                let value = visitor.visit_seq(&mut elements)?;
                elements.end().map(|()| value)
            }
            DeValue::Table(table) => visitor.visit_map(Entries::of(table)),
        }
    }

    /// A field that is there has a value.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_some(self)
    }

    /// One element stands for a list of one.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        let is_list = matches!(self.0.get_ref(), DeValue::Array(_));
        let list = if is_list {
            self.0
        } else {
            Spanned::new(self.0.span(), DeValue::Array(std::iter::once(self.0).collect()))
        };
        Field(list).deserialize_any(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_newtype_struct(self)
    }

    /// A choice is its name, or a table with one field: its name, and what belongs to it.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        choices: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        match self.0.into_inner() {
            DeValue::String(name) => visitor.visit_enum(StrDeserializer::new(&name)),
            DeValue::Table(table) if table.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(Entries::of(table)))
            }
            DeValue::Table(table) if table.is_empty() => {
                Err(FieldError::new(format!("a field is missing here; add one of {}", choices.join(", "))))
            }
            DeValue::Table(table) => {
                let names: Vec<String> = table.keys().map(|name| quoted(name.get_ref())).collect();
                Err(FieldError::new(format!(
                    "{} stand here, but only one of {} can; remove the others",
                    names.join(" and "),
                    choices.join(", ")
                )))
            }
            other => Err(misplaced(&other, &format!("one of {}", choices.join(", ")))),
        }
    }

    /// A type with fields is a table, and not a list of their values.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        match self.0.into_inner() {
            DeValue::Table(table) => visitor.visit_map(Entries::of(table)),
            other => Err(misplaced(&other, "a table")),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct map
        identifier ignored_any
    }
}

/// The fields of a table.
struct Entries<'de> {
    rest: <DeTable<'de> as IntoIterator>::IntoIter,
    /// The value of the field whose name was read last.
    value: Option<Spanned<DeValue<'de>>>,
}

impl<'de> Entries<'de> {
    fn of(table: DeTable<'de>) -> Entries<'de> {
        Entries { rest: table.into_iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, FieldError> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some(value);
        let span = name.span();
        let name = Spanned::new(span.clone(), DeValue::String(name.into_inner()));
        seed.deserialize(Field(name)).map(Some).map_err(|error| error.within(span))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, FieldError> {
        let value = self.value.take().ok_or_else(|| FieldError::new("a field has no value"))?;
        read_at(seed, value)
    }
}

/// The elements of an array.
struct Elements<'de>(<DeArray<'de> as IntoIterator>::IntoIter);

impl Elements<'_> {
    /// Nothing may be left.
    fn end(mut self) -> Result<(), FieldError> {
        let Some(left) = self.0.next() else { return Ok(()) };
        Err(FieldError::new("this is one too many; remove it").within(left.span()))
    }
}

impl<'de> SeqAccess<'de> for &mut Elements<'de> {
    type Error = FieldError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, FieldError> {
        self.0.next().map(|value| read_at(seed, value)).transpose()
    }
}

/// Reads a value, and tells an error by its place.
fn read_at<'de, T: DeserializeSeed<'de>>(seed: T, value: Spanned<DeValue<'de>>) -> Result<T::Value, FieldError> {
    let span = value.span();
    seed.deserialize(Field(value)).map_err(|error| error.within(span))
}

/// What stands where something else is expected.
fn misplaced(value: &DeValue<'_>, expected: &str) -> FieldError {
    let found = match value {
        DeValue::String(text) => Unexpected::Str(text),
        DeValue::Integer(number) => Unexpected::Other(number.as_str()),
        DeValue::Float(number) => Unexpected::Other(number.as_str()),
        DeValue::Boolean(value) => Unexpected::Bool(*value),
        DeValue::Datetime(_) => Unexpected::Other("a date or time"),
        DeValue::Array(_) => Unexpected::Seq,
        DeValue::Table(_) => Unexpected::Map,
    };
    FieldError::invalid_type(found, &expected)
}

fn visit_whole<'de, V: Visitor<'de>>(integer: &DeInteger<'_>, visitor: V) -> Result<V::Value, FieldError> {
    let (digits, radix) = (integer.as_str(), integer.radix());
    if let Ok(number) = i64::from_str_radix(digits, radix) {
        return visitor.visit_i64(number);
    }
    visitor.visit_u64(u64::from_str_radix(digits, radix).map_err(|_| too_large(digits))?)
}

fn number(float: &DeFloat<'_>) -> Result<f64, FieldError> {
    let digits = float.as_str();
    let number = digits.parse().ok().filter(|number: &f64| number.is_finite() || !digits.contains(char::is_numeric));
    number.ok_or_else(|| too_large(digits))
}

fn too_large(number: &str) -> FieldError {
    FieldError::new(format!("the number {} is too large; choose a smaller one", digits(number)))
}
