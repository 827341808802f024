//! Reading a value of a text into a type.
//!
//! What does not depend on the type is in functions that are not generic, so that it is compiled once.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, Expected, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use toml::Spanned;
use toml::de::{DeArray, DeFloat, DeInteger, DeTable, DeValue};

use super::{FieldError, digits};
use crate::format::quoted;

/// A value in a text.
pub(super) struct Field<'de>(Spanned<DeValue<'de>>);

impl<'de> Field<'de> {
    /// All fields of a text.
    pub(super) fn of(table: DeTable<'de>) -> Field<'de> {
        Field(Spanned::new(0..0, DeValue::Table(table)))
    }

    fn boolean(self, expected: &dyn Expected) -> Result<bool, FieldError> {
        match self.0.into_inner() {
            DeValue::Boolean(value) => Ok(value),
            other => Err(unexpected(&other, expected)),
        }
    }

    fn number(self, expected: &dyn Expected) -> Result<Number, FieldError> {
        match self.0.into_inner() {
            DeValue::Integer(integer) => whole(&integer),
            DeValue::Float(float) => real(&float),
            other => Err(unexpected(&other, expected)),
        }
    }

    fn text(self, expected: &dyn Expected) -> Result<Cow<'de, str>, FieldError> {
        match self.0.into_inner() {
            DeValue::String(text) => Ok(text),
            other => Err(unexpected(&other, expected)),
        }
    }

    fn list(self, expected: &dyn Expected) -> Result<Elements<'de>, FieldError> {
        match self.0.into_inner() {
            DeValue::Array(values) => Ok(Elements::of(values)),
            other => Err(unexpected(&other, expected)),
        }
    }

    /// One element stands for a list of one.
    fn list_or_element(self) -> Elements<'de> {
        let span = self.0.span();
        let values = match self.0.into_inner() {
            DeValue::Array(values) => values,
            element => std::iter::once(Spanned::new(span, element)).collect(),
        };
        Elements::of(values)
    }

    fn table(self, expected: &dyn Expected) -> Result<Entries<'de>, FieldError> {
        match self.0.into_inner() {
            DeValue::Table(table) => Ok(Entries::of(table)),
            other => Err(unexpected(&other, expected)),
        }
    }

    /// A type with fields is a table, and not a list of their values.
    fn fields(self) -> Result<Entries<'de>, FieldError> {
        match self.0.into_inner() {
            DeValue::Table(table) => Ok(Entries::of(table)),
            other => Err(misplaced(&other, "a table")),
        }
    }

    /// A choice is its name, or a table with one field: its name, and what belongs to it.
    fn choice(self, choices: &[&str]) -> Result<Choice<'de>, FieldError> {
        match self.0.into_inner() {
            DeValue::String(name) => Ok(Choice::Name(name)),
            DeValue::Table(table) if table.len() == 1 => Ok(Choice::WithFields(Entries::of(table))),
            DeValue::Table(table) if table.is_empty() => {
                Err(FieldError::new(format!("a field is missing here; add one of {}", choices.join(", "))))
            }
            DeValue::Table(table) => {
                let mut names = Vec::new();
                for name in table.keys() {
                    names.push(quoted(name.get_ref()));
                }
                let last = names.pop().unwrap_or_default();
                let names = names.join(", ");
                let choices = choices.join(", ");
                Err(FieldError::new(format!(
                    "{names} and {last} stand here, but only one of {choices} can; remove the others"
                )))
            }
            other => Err(misplaced(&other, &format!("one of {}", choices.join(", ")))),
        }
    }
}

/// A number in a text.
enum Number {
    Signed(i64),
    Unsigned(u64),
    Real(f64),
}

impl Number {
    fn found(self) -> Unexpected<'static> {
        match self {
            Number::Signed(number) => Unexpected::Signed(number),
            Number::Unsigned(number) => Unexpected::Unsigned(number),
            Number::Real(number) => Unexpected::Float(number),
        }
    }
}

/// A choice in a text.
enum Choice<'de> {
    Name(Cow<'de, str>),
    WithFields(Entries<'de>),
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.0.get_ref() {
            DeValue::Boolean(_) => self.deserialize_bool(visitor),
            DeValue::Integer(_) | DeValue::Float(_) => self.deserialize_f64(visitor),
            DeValue::String(_) => self.deserialize_string(visitor),
            DeValue::Array(_) => self.deserialize_seq(visitor),
            DeValue::Table(_) => self.deserialize_map(visitor),
            date @ DeValue::Datetime(_) => Err(unexpected(date, &visitor)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        let value = self.boolean(&visitor)?;
        visitor.visit_bool(value)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.number(&visitor)? {
            Number::Signed(number) => visitor.visit_i64(number),
            Number::Unsigned(number) => visitor.visit_u64(number),
            Number::Real(number) => visitor.visit_f64(number),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.text(&visitor)? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    /// A field that is there has a value.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_some(self)
    }

    /// No value in a text is one without content.
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        Err(unexpected(self.0.get_ref(), &visitor))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        self.list_or_element().visit(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, FieldError> {
        self.list(&visitor)?.visit(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        let entries = self.table(&visitor)?;
        visitor.visit_map(entries)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        choices: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        match self.choice(choices)? {
            Choice::Name(name) => visitor.visit_enum(StrDeserializer::new(&name)),
            Choice::WithFields(entries) => visitor.visit_enum(MapAccessDeserializer::new(entries)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        visitor.visit_map(self.fields()?)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u128 char str bytes byte_buf unit_struct tuple_struct identifier ignored_any
    }
}

/// The fields of a table.
struct Entries<'de> {
    rest: <DeTable<'de> as IntoIterator>::IntoIter,
    /// The name of the field that was read last.
    name: Spanned<Cow<'de, str>>,
    /// Its value, until that is read as well.
    value: Spanned<DeValue<'de>>,
}

impl<'de> Entries<'de> {
    fn of(table: DeTable<'de>) -> Entries<'de> {
        Entries { rest: table.into_iter(), name: Spanned::new(0..0, Cow::Borrowed("")), value: nothing(0..0) }
    }

    /// The name of the next field.
    fn next_name(&mut self) -> Option<&str> {
        let (name, value) = self.rest.next()?;
        (self.name, self.value) = (name, value);
        Some(self.name.get_ref())
    }

    /// An error in that name.
    fn in_name(&self, error: FieldError) -> FieldError {
        error.within(self.name.span())
    }

    /// An error in the value of the field.
    fn in_value(&self, error: FieldError) -> FieldError {
        error.within(self.value.span())
    }

    /// The value of the field. Its place remains.
    fn take_value(&mut self) -> Field<'de> {
        let taken = nothing(self.value.span());
        Field(std::mem::replace(&mut self.value, taken))
    }
}

/// A value that is read already.
fn nothing<'de>(span: Range<usize>) -> Spanned<DeValue<'de>> {
    Spanned::new(span, DeValue::Boolean(false))
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, FieldError> {
        let Some(name) = self.next_name() else { return Ok(None) };
        match seed.deserialize(StrDeserializer::new(name)) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.in_name(error)),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, FieldError> {
        match seed.deserialize(self.take_value()) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.in_value(error)),
        }
    }
}

/// The elements of an array.
struct Elements<'de> {
    rest: <DeArray<'de> as IntoIterator>::IntoIter,
    /// The place of the element that was read last.
    span: Range<usize>,
}

impl<'de> Elements<'de> {
    fn of(values: DeArray<'de>) -> Elements<'de> {
        Elements { rest: values.into_iter(), span: 0..0 }
    }

    fn next_field(&mut self) -> Option<Field<'de>> {
        let value = self.rest.next()?;
        self.span = value.span();
        Some(Field(value))
    }

    fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, FieldError> {
        // Written out, because a quarter more would be compiled for each type otherwise.
        match visitor.visit_seq(&mut self) {
            Ok(value) => match self.left() {
                None => Ok(value),
                Some(error) => Err(error),
            },
            Err(error) => Err(error),
        }
    }

    /// The error if an element is left.
    fn left(mut self) -> Option<FieldError> {
        let left = self.rest.next()?;
        Some(FieldError::new("this is one too many; remove it").within(left.span()))
    }

    /// An error in the element that was read last.
    fn in_last(&self, error: FieldError) -> FieldError {
        error.within(self.span.clone())
    }
}

impl<'de> SeqAccess<'de> for &mut Elements<'de> {
    type Error = FieldError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, FieldError> {
        let Some(field) = self.next_field() else { return Ok(None) };
        match seed.deserialize(field) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.in_last(error)),
        }
    }
}

/// The error for a value of another kind than a type expects.
fn unexpected(value: &DeValue<'_>, expected: &dyn Expected) -> FieldError {
    let found = match value {
        DeValue::Boolean(value) => Unexpected::Bool(*value),
        DeValue::Integer(integer) => match whole(integer) {
            Ok(number) => number.found(),
            Err(error) => return error,
        },
        DeValue::Float(float) => match real(float) {
            Ok(number) => number.found(),
            Err(error) => return error,
        },
        DeValue::String(text) => Unexpected::Str(text),
        DeValue::Datetime(_) => return misplaced(value, "it in quotes"),
        DeValue::Array(_) => Unexpected::Seq,
        DeValue::Table(_) => Unexpected::Map,
    };
    FieldError::invalid_type(found, expected)
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

fn whole(integer: &DeInteger<'_>) -> Result<Number, FieldError> {
    let (digits, radix) = (integer.as_str(), integer.radix());
    if let Ok(number) = i64::from_str_radix(digits, radix) {
        return Ok(Number::Signed(number));
    }
    u64::from_str_radix(digits, radix).map(Number::Unsigned).map_err(|_| too_large(digits))
}

fn real(float: &DeFloat<'_>) -> Result<Number, FieldError> {
    let digits = float.as_str();
    let number = digits.parse().ok().filter(|number: &f64| number.is_finite() || !digits.contains(char::is_numeric));
    number.map(Number::Real).ok_or_else(|| too_large(digits))
}

fn too_large(number: &str) -> FieldError {
    FieldError::new(format!("the number {} is too large; choose a smaller one", digits(number)))
}
