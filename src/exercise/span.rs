//! Ranges of whole numbers as people write them: `2..3`, `2..`, `..5`, `4`.

use std::fmt;
use std::str::FromStr;

use crate::format::quoted;

/// A range of whole numbers with both ends; either may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The smallest number; `None` if there is none.
    pub least: Option<i64>,
    /// The largest number; `None` if there is none.
    pub most: Option<i64>,
}

impl Span {
    /// The range from one number to another.
    pub const fn of(least: i64, most: i64) -> Span {
        Span { least: Some(least), most: Some(most) }
    }

    /// The range from a number on.
    pub const fn from(least: i64) -> Span {
        Span { least: Some(least), most: None }
    }

    /// Whether a number is in the range.
    pub fn has(self, number: i64) -> bool {
        self.least.is_none_or(|least| least <= number) && self.most.is_none_or(|most| number <= most)
    }

    /// Both ends, within others where they are open.
    pub fn within(self, least: i64, most: i64) -> (i64, i64) {
        (self.least.unwrap_or(least), self.most.unwrap_or(most))
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let wrong = || format!("{} is not a range of whole numbers; write one such as 4, 2..3 or 2..", quoted(text));
        let end = |end: &str| if end.is_empty() { Ok(None) } else { end.parse().map(Some).map_err(|_| wrong()) };
        let Some((least, most)) = text.split_once("..") else {
            let number = text.parse().map_err(|_| wrong())?;
            return Ok(Span::of(number, number));
        };
        match (end(least)?, end(most)?) {
            (None, None) => Err(wrong()),
            (Some(least), Some(most)) if least > most => {
                Err(format!("{least}..{most} ends before it begins; write {most}..{least}"))
            }
            (least, most) => Ok(Span { least, most }),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (Some(least), Some(most)) if least == most => write!(f, "{least}"),
            (least, most) => {
                let end = |end: Option<i64>| end.map_or_else(String::new, |end| end.to_string());
                write!(f, "{}..{}", end(least), end(most))
            }
        }
    }
}
