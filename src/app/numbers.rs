//! Numbers as people read them.

/// With separators between the thousands: `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The number that a person wrote, with or without separators.
pub(super) fn ungrouped(text: &str) -> Option<f64> {
    let digits: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '_' | '\'')).collect();
    digits.parse().ok()
}

/// A share of a whole in percent.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.0 && percent < 0.1 { "< 0.1 %".into() } else { format!("{percent:.1} %") }
}

/// A time in the unit that suits it.
pub(super) fn seconds(seconds: f64) -> String {
    if seconds < 1e-3 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// `1 evaluation`, `9 evaluations`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
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
    fn small_shares_are_not_nothing() {
        assert_eq!(percent(0.0), "0.0 %");
        assert_eq!(percent(0.000_01), "< 0.1 %");
        assert_eq!(percent(9.0 / 14.0), "64.3 %");
    }
}
