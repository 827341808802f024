//! Lists of whole numbers as people write them: `2..6`, `4`, `2,4,8`.

use std::fmt;
use std::str::FromStr;

use crate::format::quoted;
use crate::sorting;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// The most numbers in a list.
const MOST: usize = 10_000;

/// A non-empty list of numbers, ascending and without repetition. In its text form, ranges include both ends.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(into = "String")]
pub struct Numbers(Vec<u32>);

impl Numbers {
    fn of(mut numbers: Vec<u32>) -> Numbers {
        sorting::sort_by(&mut numbers, Ord::cmp);
        numbers.dedup();
        Numbers(numbers)
    }

    /// The numbers.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().copied()
    }

    /// Whether it contains a number.
    pub(super) fn has(&self, number: u32) -> bool {
        self.0.contains(&number)
    }

    /// The length of the list.
    #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl From<u32> for Numbers {
    fn from(number: u32) -> Numbers {
        Numbers(vec![number])
    }
}

/// The error for a text that cannot be a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumbersError {
    /// It is not a list of numbers.
    #[error("{} is not a list of whole numbers; write one such as 4, 2..6 or 2,4,8", quoted(.0))]
    NoList(String),
    /// A range ends before it begins.
    #[error("“{0}..{1}” ends before it begins; write {1}..{0}")]
    Reversed(u32, u32),
    /// The list is too long.
    #[error("the list is too long; write at most 10,000 numbers")]
    TooLong,
}

impl FromStr for Numbers {
    type Err = NumbersError;

    fn from_str(text: &str) -> Result<Numbers, NumbersError> {
        let wrong = || NumbersError::NoList(text.to_string());
        let mut numbers = Vec::new();
        for item in text.split(',') {
            let (first, last) = item.split_once("..").unwrap_or((item, item));
            let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(NumbersError::Reversed(first, last));
            }
            if (last - first) as usize >= MOST - numbers.len() {
                return Err(NumbersError::TooLong);
            }
            numbers.extend(first..=last);
        }
        Ok(Numbers::of(numbers))
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chunks = self.0.chunk_by(|a, b| a + 1 == *b);
        for (index, chunk) in chunks.enumerate() {
            let comma = if index > 0 { "," } else { "" };
            match chunk {
                [number] => write!(f, "{comma}{number}")?,
                [first, .., last] => write!(f, "{comma}{first}..{last}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

/// Reads a text, a single number, or a list of numbers.
impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers, D::Error> {
        deserializer.deserialize_any(Written)
    }
}

struct Written;

impl<'de> Visitor<'de> for Written {
    type Value = Numbers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, a list such as [2, 4, 8], or a text such as \"2..6\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Numbers, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Numbers, E> {
        u32::try_from(number).map(Numbers::from).map_err(|_| E::custom(NumbersError::NoList(number.to_string())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = list.next_element()? {
            numbers.push(number);
            if numbers.len() > MOST {
                return Err(A::Error::custom(NumbersError::TooLong));
            }
        }
        if numbers.is_empty() {
            Err(A::Error::custom(NumbersError::NoList("[]".into())))
        } else {
            Ok(Numbers::of(numbers))
        }
    }
}

impl From<Numbers> for String {
    fn from(numbers: Numbers) -> String {
        numbers.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_back_as_they_print() {
        for (text, numbers, printed) in [
            ("4", vec![4], "4"),
            ("2..6", vec![2, 3, 4, 5, 6], "2..6"),
            ("8,2,4,2", vec![2, 4, 8], "2,4,8"),
            ("1..2, 4..5,9", vec![1, 2, 4, 5, 9], "1..2,4..5,9"),
        ] {
            let read: Numbers = text.parse().unwrap();
            assert_eq!((read.0.clone(), read.to_string()), (numbers, printed.to_string()));
        }
        for text in ["", "a", "1..", "-1", "1;2", "1,,2"] {
            assert_eq!(text.parse::<Numbers>(), Err(NumbersError::NoList(text.into())));
        }
        assert_eq!("4,6..2".parse::<Numbers>(), Err(NumbersError::Reversed(6, 2)));
        for text in ["1..20000", "0..4294967295", "1..9999,3..4"] {
            assert_eq!(text.parse::<Numbers>(), Err(NumbersError::TooLong));
        }
    }
}
