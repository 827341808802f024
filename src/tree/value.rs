//! The value of a position: a finite number with a total order.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// A finite number. It is never infinite, NaN or negative zero, so values are totally
/// ordered, and two values are equal if and only if they print the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(into = "f64", try_from = "f64")]
pub struct Value(f64);

impl Value {
    /// Less than every value: an open end of a window, and not a value itself.
    pub(crate) const BELOW_ALL: Value = Value(f64::NEG_INFINITY);
    /// More than every value: an open end of a window, and not a value itself.
    pub(crate) const ABOVE_ALL: Value = Value(f64::INFINITY);

    /// The largest value.
    pub(crate) const LARGEST: Value = Value(f64::MAX);
    /// The smallest value.
    pub(crate) const SMALLEST: Value = Value(f64::MIN);

    /// The value of a finite number; `None` for NaN and the infinities. Negative zero becomes zero.
    pub fn new(number: f64) -> Option<Value> {
        number.is_finite().then_some(Value(number + 0.0))
    }

    /// The value of an integer, usable in constants.
    pub(crate) const fn of_integer(number: i32) -> Value {
        Value(number as f64)
    }

    /// The value in an event of a search.
    #[inline]
    pub(crate) fn of_event(number: f64) -> Value {
        Value(number)
    }

    /// The value in its stored form: a finite number, or NaN for none.
    #[inline]
    pub(super) fn from_stored(number: f64) -> Option<Value> {
        if number.is_nan() { None } else { Some(Value(number)) }
    }

    /// The number.
    #[inline]
    pub fn get(self) -> f64 {
        self.0
    }

    /// The next larger value, or the value itself if it is the largest.
    #[inline]
    #[must_use]
    pub fn next_up(self) -> Value {
        Value::new(self.0.next_up()).unwrap_or(self)
    }

    /// The next smaller value, or the value itself if it is the smallest.
    #[inline]
    #[must_use]
    pub fn next_down(self) -> Value {
        Value::new(self.0.next_down()).unwrap_or(self)
    }
}

/// In JSON, a whole number has no `.0`.
impl From<Value> for serde_json::Value {
    fn from(Value(number): Value) -> serde_json::Value {
        if number.fract() == 0.0 && number.abs() < 1e15 { (number as i64).into() } else { number.into() }
    }
}

impl Eq for Value {}

// There is only one zero, so equal values have equal bits.
impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

// The comparisons are those of the floating point unit, which agree with the total order on
// finite numbers; deriving them from `cmp` would make every search slower.
impl PartialOrd for Value {
    #[inline]
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    #[inline]
    fn lt(&self, other: &Value) -> bool {
        self.0 < other.0
    }
    #[inline]
    fn le(&self, other: &Value) -> bool {
        self.0 <= other.0
    }
    #[inline]
    fn gt(&self, other: &Value) -> bool {
        self.0 > other.0
    }
    #[inline]
    fn ge(&self, other: &Value) -> bool {
        self.0 >= other.0
    }
}

impl Ord for Value {
    #[inline]
    fn cmp(&self, other: &Value) -> Ordering {
        self.0.total_cmp(&other.0)
    }
    #[inline]
    fn max(self, other: Value) -> Value {
        if other.0 > self.0 { other } else { self }
    }
    #[inline]
    fn min(self, other: Value) -> Value {
        if other.0 < self.0 { other } else { self }
    }
}

impl From<Value> for f64 {
    fn from(value: Value) -> f64 {
        value.0
    }
}

impl TryFrom<f64> for Value {
    type Error = ValueError;

    fn try_from(number: f64) -> Result<Value, ValueError> {
        finite(number)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value(f64::from(number))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size != 0.0 && !(1e-5..1e15).contains(&size) {
            write!(f, "{:e}", self.0)
        } else {
            fmt::Display::fmt(&self.0, f)
        }
    }
}

/// Why a text is not a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The text is not a number.
    #[error("is not a number; write one such as 5, -2.5 or 8/5")]
    NotANumber,
    /// The number is infinite or too large for 64-bit floating point.
    #[error("is not a finite number; values go up to about 1.8e308")]
    NotFinite,
    /// The denominator of a fraction is zero.
    #[error("divides by zero; write a fraction with another denominator")]
    DividesByZero,
}

impl FromStr for Value {
    type Err = ValueError;

    /// Reads a decimal number, or a fraction of two such as `8/5`.
    fn from_str(text: &str) -> Result<Value, ValueError> {
        let Some((numerator, denominator)) = text.split_once('/') else {
            return decimal(text);
        };
        let (numerator, denominator) = (decimal(numerator)?, decimal(denominator)?);
        if denominator.0 == 0.0 {
            return Err(ValueError::DividesByZero);
        }
        finite(numerator.0 / denominator.0)
    }
}

fn finite(number: f64) -> Result<Value, ValueError> {
    Value::new(number).ok_or(ValueError::NotFinite)
}

/// A decimal number; Rust's `inf` and `nan` are not numbers here.
fn decimal(text: &str) -> Result<Value, ValueError> {
    // What Plyscope shows can be pasted.
    let text = &*text.replace('−', "-");
    let is_number = text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
    if !is_number {
        return Err(ValueError::NotANumber);
    }
    finite(text.parse().map_err(|_| ValueError::NotANumber)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_numbers_are_values() {
        assert_eq!(Value::new(f64::NAN), None);
        assert_eq!(Value::new(f64::INFINITY), None);
        assert_eq!(Value::new(f64::NEG_INFINITY), None);
        assert!(Value::new(-0.0).unwrap().get().is_sign_positive());
    }

    #[test]
    fn fractions_and_decimals_are_read() {
        let read = |text: &str| text.parse::<Value>().map(Value::get);
        assert_eq!(read("8/5"), Ok(1.6));
        assert_eq!(read("-2.5"), Ok(-2.5));
        assert_eq!(read("1e3"), Ok(1000.0));
        assert_eq!(read("1e999"), Err(ValueError::NotFinite));
        assert_eq!(read("1e300/1e-300"), Err(ValueError::NotFinite));
        assert_eq!(read("5/1e999"), Err(ValueError::NotFinite));
        assert_eq!(read("1/0"), Err(ValueError::DividesByZero));
        for text in ["inf", "nan", "infinity", "", "/", "1/", "--1", "0x10", "1_000"] {
            assert_eq!(read(text), Err(ValueError::NotANumber), "{text}");
        }
    }

    #[test]
    fn a_value_reads_back_as_it_prints() {
        for number in [0.0, 1.5, -3.0, 1e-300, 1e300, 123_456_789_012.25, 1.0 / 3.0] {
            let value = Value::new(number).unwrap();
            assert_eq!(value.to_string().parse(), Ok(value));
        }
    }
}
