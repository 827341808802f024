//! Formats numbers, shares, times, sizes and names for people, the same everywhere.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use crate::sorting;

mod shortened;

#[cfg(feature = "window")]
pub(crate) use shortened::shortened_to;
pub use shortened::{shortened, shortened_beside};

/// Shown for a missing number.
pub const MISSING: &str = "–";

/// With thousands separators: `1,234,567`.
pub fn grouped(number: u64) -> String {
    group(&number.to_string())
}

/// A number, which may have a unit, with minus signs instead of hyphens: `−5`, `−5 ms`, `2e−9`. Other texts stay as they are.
pub fn with_minus(text: &str) -> String {
    match text.strip_prefix('-') {
        _ if text.parse::<f64>().is_ok_and(f64::is_finite) => text.replace('-', "−"),
        Some(size) if size.starts_with(|c: char| c.is_ascii_digit()) => format!("−{size}"),
        _ => text.to_owned(),
    }
}

/// A decimal number with a minus sign, and with thousands separators in its integer part: `−1,234.5`.
pub fn grouped_decimal(text: &str) -> String {
    let (sign, size) = text.strip_prefix('-').map_or(("", text), |size| ("−", size));
    let (whole, rest) = size.split_at(size.find(|c: char| !c.is_ascii_digit()).unwrap_or(size.len()));
    format!("{sign}{}{}", group(whole), rest.replace('-', "−"))
}

/// A number as drawings have it: in full if it has at most six characters beside its sign, otherwise with about this many digits, such as
/// `0.123` or `1.2e6` with three.
pub(crate) fn short(text: &str, digits: usize) -> String {
    match text.parse() {
        Ok(number) if text.trim_start_matches('-').len() > SHORT => of_digits(number, digits),
        _ => text.to_owned(),
    }
}

/// The characters of a number that is short enough for a drawing, beside its sign.
const SHORT: usize = 6;

/// A message as a sentence, with a capital; the name of a file at its beginning stays.
#[cfg(feature = "window")]
pub(crate) fn sentence(message: &str) -> String {
    let mut characters = message.chars();
    let first_word = message.split(' ').next().unwrap_or_default();
    match characters.next() {
        Some(first) if first_word.chars().all(char::is_alphabetic) => {
            first.to_uppercase().to_string() + characters.as_str()
        }
        _ => message.to_owned(),
    }
}

/// Extensions as a list, such as `.svg, .pdf or .png`; one that occurs twice in a row is listed once.
pub(crate) fn endings(mut extensions: Vec<&str>) -> String {
    extensions.dedup();
    let extensions: Vec<String> = extensions.iter().map(|extension| format!(".{extension}")).collect();
    series(&extensions, "or")
}

/// Things in a sentence, such as `a, b and c`.
pub(crate) fn series(things: &[impl AsRef<str>], last: &str) -> String {
    let mut series = String::new();
    for (index, thing) in things.iter().enumerate() {
        if index > 0 {
            series += if index + 1 == things.len() { " " } else { ", " };
            if index + 1 == things.len() {
                series += last;
                series.push(' ');
            }
        }
        series += thing.as_ref();
    }
    series
}

/// How many digits tell different numbers apart when they are [`short`]: three, or as many as are needed up to seven.
pub(crate) fn telling_digits(mut numbers: Vec<String>) -> usize {
    sorting::sort_by(&mut numbers, String::cmp);
    numbers.dedup();
    let tells = |digits: usize| {
        let mut shorts = Vec::new();
        for number in &numbers {
            sorting::insert(&mut shorts, short(number, digits));
        }
        shorts.len() == numbers.len()
    };
    let mut digits = FEWEST_DIGITS;
    while digits < MOST_TELLING && !tells(digits) {
        digits += 1;
    }
    digits
}

/// The digits of a number that is shortened, if no other number beside it begins with the same ones.
pub(crate) const FEWEST_DIGITS: usize = 3;
/// The most digits of a number in a drawing.
const MOST_TELLING: usize = 7;

/// A number with about this many digits.
pub(crate) fn of_digits(number: f64, digits: usize) -> String {
    let size = number.abs();
    let longest = if digits == FEWEST_DIGITS { 1e5 } else { 1e15 };
    if size == 0.0 || (1e-3..longest).contains(&size) {
        let places = (digits as i32 - 1 - size.log10().floor() as i32).clamp(0, digits as i32 + 1) as usize;
        trimmed(&format!("{number:.places$}")).to_owned()
    } else {
        let text = format!("{number:.0$e}", digits - 2);
        text.split_once('e').map_or_else(|| text.clone(), |(digits, power)| format!("{}e{power}", trimmed(digits)))
    }
}

/// A decimal fraction without the zeros at its end.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

fn group(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count that may be too large to be exact, such as 1.4e20.
pub fn rounded(number: f64) -> String {
    if number < 1e15 { grouped(number.round() as u64) } else { format!("{number:.1e}") }
}

/// A number with at least four significant digits, and its whole integer part: `1,234`, `12.5`, `0.0625`, `0.00003125`.
pub fn four_digits(number: f64) -> String {
    let size = number.abs();
    let sign = if number < 0.0 { "-" } else { "" };
    if size >= 1000.0 {
        return format!("{sign}{}", rounded(size));
    }
    if size > 0.0 && size < 1e-6 {
        return format!("{number:.3e}");
    }
    let decimals = if size == 0.0 { 0 } else { (3 - size.log10().floor() as i32) as usize };
    trimmed(&format!("{number:.decimals$}")).to_owned()
}

/// Parses a number written by a person, with or without separators.
pub fn ungrouped(text: &str) -> Option<f64> {
    let mut digits = text.to_owned();
    digits.retain(|c| !matches!(c, ',' | ' ' | '_' | '\''));
    digits.replace('−', "-").parse().ok()
}

/// `1 node`, `9 nodes`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// The size of a tree: `7 nodes, 4 leaves`.
pub fn tree_size(nodes: u64, leaves: u64) -> String {
    format!("{}, {}", count(nodes, "node", "nodes"), count(leaves, "leaf", "leaves"))
}

/// `1 evaluation`, `9 evaluations`.
pub fn evaluations(number: u64) -> String {
    count(number, "evaluation", "evaluations")
}

/// A fraction as a percentage: `64.3%`. Only 0 is written as 0.0%, and only 1 as 100.0%.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.0 && percent < 0.1 {
        "< 0.1%".into()
    } else if percent < 100.0 && percent > 99.9 {
        "> 99.9%".into()
    } else {
        format!("{percent:.1}%")
    }
}

/// A time in seconds, in a suitable unit.
pub fn duration(seconds: f64) -> String {
    in_units(seconds, 1e3, &[(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")])
}

/// An amount of memory, in a suitable unit.
pub fn bytes(bytes: u64) -> String {
    const UNIT: f64 = 1024.0;
    let units = [(1.0, "B"), (UNIT, "KiB"), (UNIT * UNIT, "MiB"), (UNIT * UNIT * UNIT, "GiB")];
    in_units(bytes as f64, UNIT, &units)
}

/// A quantity in the first unit in which it is less than `step`, or else in the last; with three digits, but not less
/// than one of the first unit.
fn in_units(quantity: f64, step: f64, units: &[(f64, &str)]) -> String {
    let mut index = 0;
    // If it rounds to a whole step, the next unit is used.
    while index + 1 < units.len() && (quantity / units[index].0).round() >= step {
        index += 1;
    }
    let (unit, name) = units[index];
    let number = quantity / unit;
    let digits = match number {
        n if index > 0 && n < 9.995 => 2,
        n if index > 0 && n < 99.95 => 1,
        _ => 0,
    };
    format!("{number:.digits$} {name}")
}

/// The last component of a path, for people.
pub fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// A file's name on one line, without control characters.
pub fn file(path: &Path) -> String {
    visible(&path.display().to_string())
}

/// A text; of one with more than `most` characters, how it begins.
pub fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    end.map_or(Cow::Borrowed(text), |end| Cow::Owned(format!("{}…", &text[..end])))
}

/// A text from a file as a message quotes it: on one line, and of a long one how it begins.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    format!("“{}”", visible(&clipped(text, LONGEST)))
}

/// A text on one line, with control and invisible characters as escapes such as `\u{202e}`.
pub fn visible(text: &str) -> String {
    escaped(text, &is_unsafe)
}

/// Like [`visible`], for a text of several lines.
pub fn visible_lines(text: &str) -> String {
    escaped(text, &|c| c != '\n' && is_unsafe(c))
}

/// Like [`visible`], for a text in JSON, whose strings keep their exact values.
pub fn visible_json(text: &str) -> String {
    // JSON already escapes control characters up to U+001F in strings; outside of strings only line breaks occur.
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && is_unsafe(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(visible, "\\u{unit:04x}");
            }
        } else {
            visible.push(c);
        }
    }
    visible
}

fn escaped(text: &str, is_escaped: &dyn Fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_escaped(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Whether a terminal would not show the character: control characters, directional marks, line separators of Unicode, and invisible
/// characters. The two joiners, which Persian and emoji need, are allowed.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A count in about four characters: `12k`, `1.4M`.
pub fn abbreviated(number: u64) -> String {
    let [thousand, million, milliard] = [1_000, 1_000_000, 1_000_000_000];
    let (unit, sign) = match number {
        0..1_000 => return number.to_string(),
        1_000..1_000_000 => (thousand, "k"),
        1_000_000..1_000_000_000 => (million, "M"),
        _ => (milliard, "G"),
    };
    let (whole, tenths) = (number / unit, number % unit * 10 / unit);
    if whole < 10 && tenths > 0 { format!("{whole}.{tenths}{sign}") } else { format!("{whole}{sign}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_and_read_back() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (10_000_000, "10,000,000")] {
            assert_eq!(grouped(number), text);
            assert_eq!(ungrouped(text), Some(number as f64));
        }
    }

    #[test]
    fn four_significant_digits_are_kept_at_any_size() {
        for (number, text) in [
            (0.0, "0"),
            (1234.4, "1,234"),
            (-2000.0, "-2,000"),
            (12.5, "12.5"),
            (0.0625, "0.0625"),
            (0.123_456, "0.1235"),
            (0.000_031_25, "0.00003125"),
            (-0.000_012_345_6, "-0.00001235"),
            (3e-9, "3.000e-9"),
        ] {
            assert_eq!(four_digits(number), text);
        }
    }

    #[test]
    fn the_whole_part_of_a_decimal_number_is_grouped() {
        for (text, grouped) in
            [("-1234567.25", "−1,234,567.25"), ("-0.5", "−0.5"), ("999", "999"), ("1e300", "1e300"), ("-2e-9", "−2e−9")]
        {
            assert_eq!(grouped_decimal(text), grouped);
            assert_eq!(ungrouped(grouped), text.parse().ok());
        }
    }

    #[test]
    fn fractions_in_a_text_are_short_and_all_else_stays() {
        for (text, short) in [
            ("value 0.1234567890123456, 7 evaluations", "value 0.123, 7 evaluations"),
            ("Below −1,234.56789 the value is 0.3333333333333333.", "Below −1,235 the value is 0.333."),
            ("≥ 1.2345678901e−7", "≥ 1.2e−7"),
            ("(−0.666666666666, 12.3456789)", "(−0.667, 12.3)"),
            ("0.1234567 < 0.1234588, so 0.1234567", "0.123457 < 0.123459, so 0.123457"),
            ("123,455.5 < 123,456.5 < 200,000.25", "123,455.5 < 123,456.5 < 200,000.2"),
        ] {
            assert_eq!(shortened(text), short);
        }
        assert_eq!(shortened_beside("less than 0.12362", &["alpha is 0.12368"]), "less than 0.1236");
        assert_eq!(shortened_beside("less than 0.12362", &["alpha is 0.9", "0.12362"]), "less than 0.124");
        for text in
            ["", "5", "value 1,234,567 of 12.5", "1.2.3456789", "a0.123456789", "x/0.123456789", "99,999.5%", "é 8/5."]
        {
            assert_eq!(shortened(text), text);
        }
    }

    #[test]
    fn a_short_number_has_at_most_six_characters_or_the_digits_that_are_needed() {
        for (text, shown) in [
            ("8", "8"),
            ("-2.5", "-2.5"),
            ("0.1234567890123456", "0.123"),
            ("-63.672", "-63.672"),
            ("-1234.5678", "-1235"),
            ("1e300", "1e300"),
            ("1234567", "1.2e6"),
            ("0.00012345", "1.2e-4"),
        ] {
            assert_eq!(short(text, 3), shown);
        }
        assert_eq!([short("1234567", 5), short("0.123456", 5)], ["1234567", "0.12346"]);
    }

    #[test]
    fn numbers_have_as_many_digits_as_tell_them_apart() {
        for (numbers, digits) in [
            (&["1", "0.1234567", "0.9876543"][..], 3),
            (&["0.50012", "0.50018", "0.5"], 4),
            (&["1000001", "1000002"], 4),
            (&["0.5000000001", "0.5000000002"], 7),
            (&["0.1234567", "0.1234567"], 3),
            (&[], 3),
        ] {
            assert_eq!(
                telling_digits(numbers.iter().map(|&number| number.to_owned()).collect()),
                digits,
                "{numbers:?}"
            );
        }
    }

    #[test]
    fn of_a_long_text_the_beginning_is_shown() {
        assert_eq!(clipped("Zürich", 6), "Zürich");
        assert_eq!(clipped("Zürich", 2), "Zü…");
        assert_eq!(quoted("a\nb"), "“a\\nb”");
        assert_eq!(quoted(&"y".repeat(1 << 20)), format!("“{}…”", "y".repeat(40)));
    }

    #[test]
    fn only_numbers_get_a_minus_sign() {
        for (text, shown) in [
            ("-5", "−5"),
            ("5", "5"),
            ("-1.5e-7", "−1.5e−7"),
            ("-2 ns", "−2 ns"),
            ("-", "-"),
            ("-a", "-a"),
            ("3-4", "3-4"),
        ] {
            assert_eq!(with_minus(text), shown);
        }
    }

    #[test]
    fn names_of_files_are_written_without_control_characters() {
        assert_eq!(file(Path::new("games/Zürich “1”.tree")), "games/Zürich “1”.tree");
        assert_eq!(file(Path::new("a\n\u{1b}[31mb")), "a\\n\\u{1b}[31mb");
    }

    #[test]
    fn control_characters_are_written_as_escapes() {
        let wild = "a\u{1b}[31m\u{202e}b\n\u{9b}\u{2066}é\u{200d}ü\u{e0041}";
        assert_eq!(visible(wild), "a\\u{1b}[31m\\u{202e}b\\n\\u{9b}\\u{2066}é\u{200d}ü\\u{e0041}");
        assert_eq!(visible_lines("one\ntwo\r\n"), "one\ntwo\\r\n");
        let json = serde_json::to_string_pretty(&[wild]).unwrap();
        let shown = visible_json(&json);
        assert!(!shown.chars().any(|c| c != '\n' && is_unsafe(c)), "{shown}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).unwrap(), [wild]);
    }

    #[test]
    fn only_0_and_1_are_0_and_100_percent() {
        assert_eq!(percent(0.0), "0.0%");
        assert_eq!(percent(0.000_01), "< 0.1%");
        assert_eq!(percent(9.0 / 14.0), "64.3%");
        assert_eq!(percent(0.999_99), "> 99.9%");
        assert_eq!(percent(1.0), "100.0%");
    }

    #[test]
    fn times_and_sizes_have_a_suitable_unit() {
        let times = [0.0, 2.5e-7, 0.999_6e-6, 1.234e-3, 99.97e-3, 12.0, 3_600.0].map(duration);
        assert_eq!(times, ["0 ns", "250 ns", "1.00 µs", "1.23 ms", "100 ms", "12.0 s", "3600 s"]);
        let sizes = [0, 1023, 1024, 15_000, 1 << 20, 1 << 40].map(bytes);
        assert_eq!(sizes, ["0 B", "1023 B", "1.00 KiB", "14.6 KiB", "1.00 MiB", "1024 GiB"]);
    }
}
