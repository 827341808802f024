//! Numbers as students write them: the shortest spelling of an answer, and all spellings of a number that are right.

use crate::tree::Value;

/// Decimals beyond these are rounded; a fraction needs no more to be told from others.
const MOST_DECIMALS: usize = 12;
/// The largest denominator of a fraction: that of a mean of means.
const MOST_PARTS: i64 = 10_000;

/// An answer in its shortest spelling: without spaces, digits that change nothing, and signs that look alike; `inf` and `-inf` for infinity,
/// and fractions in lowest terms.
pub fn normal(answer: &str) -> String {
    let mut text = String::new();
    for c in answer.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '−' | '–' => text.push('-'),
            ',' => text.push('.'),
            c => text.extend(c.to_lowercase()),
        }
    }
    let (sign, digits) = match text.strip_prefix(['+', '-']) {
        Some(digits) => (if text.starts_with('-') { "-" } else { "" }, digits),
        None => ("", text.as_str()),
    };
    if matches!(digits, "∞" | "oo" | "inf" | "infinity") {
        return format!("{sign}inf");
    }
    let signed = |number: String| if number == "0" { number } else { format!("{sign}{number}") };
    fraction(digits).or_else(|| decimal(digits)).map(signed).unwrap_or(text)
}

/// A fraction without a sign in lowest terms; `None` if the text is something else.
fn fraction(text: &str) -> Option<String> {
    let whole = |text: &str| -> Option<i64> {
        let is_short = (1..=15).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit());
        text.parse().ok().filter(|_| is_short)
    };
    let (above, below) = text.split_once('/')?;
    let (above, below) = (whole(above)?, whole(below).filter(|&below| below > 0)?);
    let common = common_divisor(above, below);
    let (above, below) = (above / common, below / common);
    Some(if below == 1 { above.to_string() } else { format!("{above}/{below}") })
}

/// A decimal number without a sign, and without digits that change nothing; `None` if the text is something else.
fn decimal(text: &str) -> Option<String> {
    let is_number = text.chars().all(|c| c.is_ascii_digit() || c == '.') && text.contains(|c: char| c.is_ascii_digit());
    if !is_number || text.matches('.').count() > 1 {
        return None;
    }
    let is_long = text.split_once('.').is_some_and(|(_, part)| part.len() > MOST_DECIMALS);
    let rounded = text.parse::<f64>().ok().filter(|_| is_long).map(|number| format!("{number:.MOST_DECIMALS$}"));
    let text = rounded.as_deref().unwrap_or(text);
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") })
}

fn common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The fraction that a number is, in lowest terms; `None` for a whole number, and if there is no simple one.
fn as_fraction(value: Value) -> Option<(i64, i64)> {
    let number = value.get();
    if number.fract() == 0.0 || number.abs() > 1e6 {
        return None;
    }
    let above = |below: i64| (number * below as f64).round();
    let is_it = |&below: &i64| (above(below) / below as f64 - number).abs() <= 1e-12 * number.abs().max(1.0);
    (2..=MOST_PARTS).find(is_it).map(|below| (above(below) as i64, below))
}

/// The right spellings of a number beside the one in the picture, in the form of [`normal`]: its fraction, and decimals that are rounded
/// rightly, with two digits behind the point or more.
pub(super) fn spellings(value: Value, shown: &str) -> Vec<String> {
    let number = value.get();
    if number.fract() == 0.0 {
        return Vec::new();
    }
    let mut all: Vec<String> =
        as_fraction(value).map(|(above, below)| format!("{above}/{below}")).into_iter().collect();
    for digits in 2..=MOST_DECIMALS {
        let scale = 10_f64.powi(digits as i32);
        let scaled = number * scale;
        // At a tie both neighbours are right.
        let near = |whole: &f64| (whole - scaled).abs() <= 0.5 + 1e-9;
        all.extend(
            [scaled.floor(), scaled.ceil()]
                .iter()
                .filter(|whole| near(whole))
                .map(|whole| format!("{:.digits$}", whole / scale)),
        );
    }
    let mut known = vec![normal(shown)];
    for spelling in all.iter().map(|spelling| normal(spelling)) {
        if !known.contains(&spelling) {
            known.push(spelling);
        }
    }
    known.split_off(1)
}

/// A number for the one who grades: where decimals are not all of it, the fraction, too, such as `14/3 ≈ 4.67`.
pub(super) fn exact(value: Value, shown: String) -> String {
    let hundredths = value.get() * 100.0;
    if (hundredths - hundredths.round()).abs() < 1e-9 {
        return shown;
    }
    match as_fraction(value) {
        Some((above, below)) => format!("{above}/{below} ≈ {:.2}", value.get()).replace('-', "−"),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(number: f64) -> Value {
        Value::new(number).unwrap()
    }

    #[test]
    fn a_fraction_and_decimals_that_are_rounded_rightly_are_right() {
        let is_right = |value: f64, shown: &str, typed: &str| {
            let typed = normal(typed);
            typed == normal(shown) || spellings(number(value), shown).contains(&typed)
        };
        for typed in ["14/3", "28 / 6", "4.67", "4,667", "4.6667", "4.66666667", "4.666666666666667", "04.670"] {
            assert!(is_right(14.0 / 3.0, "4.67", typed), "{typed}");
        }
        for typed in ["4.66", "4.6666", "4.7", "5", "14/4", "4.668", "-4.67", "14/0", "4.67x", ""] {
            assert!(!is_right(14.0 / 3.0, "4.67", typed), "{typed}");
        }
        assert!(is_right(-7.0 / 3.0, "−2.33", "−7/3") && is_right(-7.0 / 3.0, "−2.33", "-2.333"));
        assert!(is_right(2.25, "2.25", "9/4") && is_right(0.125, "0.125", "0.13") && is_right(0.125, "0.125", "0.12"));
        assert!(is_right(70.0 / 3.0, "23.3", "23.33") && is_right(70.0 / 3.0, "23.3", "23.3"));
        assert_eq!(spellings(number(3.0), "3"), Vec::<String>::new());
    }

    #[test]
    fn a_fraction_is_told_beside_its_decimals_where_they_are_not_all() {
        for (value, shown, told) in [
            (14.0 / 3.0, "4.67", "14/3 ≈ 4.67"),
            (-7.0 / 3.0, "−2.33", "−7/3 ≈ −2.33"),
            (70.0 / 3.0, "23.3", "70/3 ≈ 23.33"),
            (4.25, "4.25", "4.25"),
            (std::f64::consts::PI, "3.14", "3.14"),
            (7.0, "7", "7"),
        ] {
            assert_eq!(exact(number(value), shown.to_owned()), told);
        }
    }
}
