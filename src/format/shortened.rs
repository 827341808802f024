//! Shortens the numbers in a text.

use std::borrow::Cow;

use super::{FEWEST_DIGITS, SHORT, grouped_decimal, of_digits};
use crate::sorting;

/// The digits that tell any two numbers apart.
const MOST_DIGITS: usize = 17;

/// Shortens the decimal fractions in a text to about three digits, or to as many as tell different ones apart. Everything else stays.
pub fn shortened(text: &str) -> Cow<'_, str> {
    shortened_beside(text, &[])
}

/// The same for a text that is read together with others: fractions that differ from one of theirs look different.
pub fn shortened_beside<'t>(text: &'t str, others: &[&str]) -> Cow<'t, str> {
    shortened_to(text, others, FEWEST_DIGITS)
}

/// The same with at least this many digits, such as those that [tell values of a tree apart](super::telling_digits).
pub(crate) fn shortened_to<'t>(text: &'t str, others: &[&str], fewest: usize) -> Cow<'t, str> {
    let mut fractions = fractions(text);
    let own = fractions.len();
    for other in others {
        fractions.append(&mut self::fractions(other));
    }
    let has_look_alikes = |digits: usize| {
        let mut shorts: Vec<(String, &str)> = Vec::new();
        for fraction in &fractions {
            sorting::insert(&mut shorts, (fraction.short(digits), fraction.text));
        }
        shorts.windows(2).any(|pair| pair[0].0 == pair[1].0)
    };
    let mut digits = fewest;
    while digits < MOST_DIGITS && has_look_alikes(digits) {
        digits += 1;
    }
    let mut short_text = String::new();
    let mut copied = 0;
    for fraction in &fractions[..own] {
        let short = fraction.short(digits);
        if short.len() < fraction.text.len() {
            short_text += &text[copied..fraction.begin];
            short_text += &short;
            copied = fraction.begin + fraction.text.len();
        }
    }
    if copied == 0 { Cow::Borrowed(text) } else { Cow::Owned(short_text + &text[copied..]) }
}

/// A number with a fraction in a text.
struct Fraction<'t> {
    begin: usize,
    text: &'t str,
    number: f64,
}

impl Fraction<'_> {
    fn short(&self, digits: usize) -> String {
        let is_long = self.text.len() > SHORT;
        grouped_decimal(&if is_long { of_digits(self.number, digits) } else { self.number.to_string() })
    }
}

/// The numbers with fractions that stand alone in a text, without their signs.
fn fractions(text: &str) -> Vec<Fraction<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | '/' | '-' | '−' | '+');
    let mut fractions = Vec::new();
    let mut end = 0;
    while let Some(gap) = text[end..].find(|c: char| c.is_ascii_digit()) {
        let begin = end + gap;
        let rest = &text[begin..];
        end = begin + rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let is_alone =
            !text[..begin].ends_with(|c: char| is_part(c) && !matches!(c, '-' | '−')) && !text[end..].starts_with('%');
        let word = text[begin..end].trim_end_matches(['.', ',']);
        let plain = word.replace(',', "").replace('−', "-");
        if is_alone
            && plain.contains('.')
            && let Ok(number) = plain.parse::<f64>()
            && number.is_finite()
        {
            fractions.push(Fraction { begin, text: word, number });
        }
    }
    fractions
}
