//! Numbers, shares, times, sizes and names as people read them, the same in the window and in text.

use std::path::Path;

/// What stands where a number is missing.
pub const MISSING: &str = "–";

/// With separators between the thousands: `1,234,567`.
pub fn grouped(number: u64) -> String {
    group(&number.to_string())
}

/// A decimal number with separators between the thousands of its whole part: `-1,234.5`.
pub fn grouped_decimal(text: &str) -> String {
    let (sign, size) = text.strip_prefix('-').map_or(("", text), |size| ("-", size));
    let (whole, rest) = size.split_at(size.find(|c: char| !c.is_ascii_digit()).unwrap_or(size.len()));
    format!("{sign}{}{rest}", group(whole))
}

fn group(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things that may be more than can be counted, such as 1.4e20.
pub fn rounded(number: f64) -> String {
    if number < 1e15 { grouped(number.round() as u64) } else { format!("{number:.1e}") }
}

/// A number with four digits at least, and with all before the point: `1,234`, `12.5`, `0.0625`.
pub fn four_digits(number: f64) -> String {
    if number.abs() >= 1000.0 {
        return rounded(number);
    }
    let decimals = if number.abs() < 1.0 { 4 } else { 3 - number.abs().log10().floor() as usize };
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The number that a person wrote, with or without separators.
pub fn ungrouped(text: &str) -> Option<f64> {
    let digits: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '_' | '\'')).collect();
    digits.parse().ok()
}

/// `1 node`, `9 nodes`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// `1 evaluation`, `9 evaluations`.
pub fn evaluations(number: u64) -> String {
    count(number, "evaluation", "evaluations")
}

/// A share of a whole in percent: `64.3%`. Only an empty share is written as 0.0%, and only the whole as 100.0%.
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

/// A time in seconds in the unit that suits it.
pub fn duration(seconds: f64) -> String {
    in_units(seconds, 1e3, &[(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")])
}

/// An amount of memory in the unit that suits it.
pub fn bytes(bytes: u64) -> String {
    const UNIT: f64 = 1024.0;
    let units = [(1.0, "B"), (UNIT, "KiB"), (UNIT * UNIT, "MiB"), (UNIT * UNIT * UNIT, "GiB")];
    in_units(bytes as f64, UNIT, &units)
}

/// A quantity in the first unit of which it is less than `step`, or else in the last; three digits, but never less
/// than one of the first unit.
fn in_units(quantity: f64, step: f64, units: &[(f64, &str)]) -> String {
    let mut place = 0;
    // What rounds to a whole step is written in the next unit.
    while place + 1 < units.len() && (quantity / units[place].0).round() >= step {
        place += 1;
    }
    let (unit, name) = units[place];
    let number = quantity / unit;
    let digits = match number {
        n if place > 0 && n < 9.995 => 2,
        n if place > 0 && n < 99.95 => 1,
        _ => 0,
    };
    format!("{number:.digits$} {name}")
}

/// A file's name on one line, without characters that a terminal would obey.
pub fn file(path: &Path) -> String {
    visible(&path.display().to_string())
}

/// A name from a file or a flag on one line: characters that a terminal would obey, or that nobody sees, as escapes such as `\u{202e}`.
pub fn visible(text: &str) -> String {
    escaped(text, is_obeyed)
}

/// The same for a text of several lines, which stay lines.
pub fn visible_lines(text: &str) -> String {
    escaped(text, |c| c != '\n' && is_obeyed(c))
}

/// The same for a text in JSON, whose strings stay exactly what they are.
pub fn visible_json(text: &str) -> String {
    // JSON writes control characters up to U+001F as escapes already; outside of strings only line ends are among them.
    text.chars().fold(String::with_capacity(text.len()), |mut text, c| {
        if c != '\n' && is_obeyed(c) {
            text.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            text.push(c);
        }
        text
    })
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut text, c| {
        if is_escaped(c) {
            text.extend(c.escape_default());
        } else {
            text.push(c);
        }
        text
    })
}

/// Whether a terminal does something else than show the character: controls, marks of direction, line ends of Unicode, and what
/// cannot be seen at all. The two joiners, which Persian and emoji need, are letters here.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A count in at most about four characters: `12k`, `1.4M`.
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
    fn the_whole_part_of_a_decimal_number_is_grouped() {
        for (text, grouped) in [("-1234567.25", "-1,234,567.25"), ("-0.5", "-0.5"), ("999", "999"), ("1e300", "1e300")]
        {
            assert_eq!(grouped_decimal(text), grouped);
        }
    }

    #[test]
    fn names_of_files_are_written_without_control_characters() {
        assert_eq!(file(Path::new("games/Zürich “1”.tree")), "games/Zürich “1”.tree");
        assert_eq!(file(Path::new("a\n\u{1b}[31mb")), "a\\n\\u{1b}[31mb");
    }

    #[test]
    fn what_a_terminal_would_obey_is_written_as_escapes() {
        let wild = "a\u{1b}[31m\u{202e}b\n\u{9b}\u{2066}é\u{200d}ü\u{e0041}";
        assert_eq!(visible(wild), "a\\u{1b}[31m\\u{202e}b\\n\\u{9b}\\u{2066}é\u{200d}ü\\u{e0041}");
        assert_eq!(visible_lines("one\ntwo\r\n"), "one\ntwo\\r\n");
        let json = serde_json::to_string_pretty(&[wild]).unwrap();
        let shown = visible_json(&json);
        assert!(!shown.chars().any(|c| c != '\n' && is_obeyed(c)), "{shown}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).unwrap(), [wild]);
    }

    #[test]
    fn shares_are_nothing_or_all_only_where_they_are() {
        assert_eq!(percent(0.0), "0.0%");
        assert_eq!(percent(0.000_01), "< 0.1%");
        assert_eq!(percent(9.0 / 14.0), "64.3%");
        assert_eq!(percent(0.999_99), "> 99.9%");
        assert_eq!(percent(1.0), "100.0%");
    }

    #[test]
    fn times_and_sizes_have_a_unit_that_suits_them() {
        let times = [0.0, 2.5e-7, 0.999_6e-6, 1.234e-3, 99.97e-3, 12.0, 3_600.0].map(duration);
        assert_eq!(times, ["0 ns", "250 ns", "1.00 µs", "1.23 ms", "100 ms", "12.0 s", "3600 s"]);
        let sizes = [0, 1023, 1024, 15_000, 1 << 20, 1 << 40].map(bytes);
        assert_eq!(sizes, ["0 B", "1023 B", "1.00 KiB", "14.6 KiB", "1.00 MiB", "1024 GiB"]);
    }
}
