//! Where a place in a text is in the TOML that the text stands in.

use crate::tree::file::Location;

/// The place in a session of a place in a string of it, whose quotes begin at byte `start`.
pub(super) fn in_session(session: &str, start: usize, place: Location) -> Location {
    let raw = &session[start..];
    let quotes = if raw.starts_with("'''") || raw.starts_with("\"\"\"") { 3 } else { 1 };
    // A line break right after three quotes is not part of the text.
    let line_break = ["\r\n", "\n"].into_iter().find(|end| quotes == 3 && raw[3..].starts_with(end));
    let begin = quotes + line_break.map_or(0, str::len);
    let before = bytes_before(&raw[begin..], raw.starts_with('"'), place);
    Location::of(session, start + begin + before)
}

/// How many bytes of a string in TOML stand before a place in its text.
fn bytes_before(raw: &str, has_escapes: bool, place: Location) -> usize {
    let mut at = Location { line: 1, column: 1 };
    let mut bytes = 0;
    loop {
        let rest = &raw[bytes..];
        if has_escapes && let Some(length) = joined_lines(rest) {
            bytes += length;
            continue;
        }
        if (at.line, at.column) >= (place.line, place.column) {
            return bytes;
        }
        let Some((length, ends_line)) = character(rest, has_escapes) else { return bytes };
        bytes += length;
        at = if ends_line {
            Location { line: at.line + 1, column: 1 }
        } else {
            Location { column: at.column + 1, ..at }
        };
    }
}

/// The length of a backslash at the end of a line with all blanks up to the next text, which together stand for nothing.
fn joined_lines(raw: &str) -> Option<usize> {
    let after = raw.strip_prefix('\\')?;
    let text = after.trim_start_matches([' ', '\t', '\r', '\n']);
    (text.len() < after.len()).then_some(raw.len() - text.len())
}

/// How many bytes stand for the first character of a string, and whether it ends a line.
fn character(raw: &str, has_escapes: bool) -> Option<(usize, bool)> {
    let mut chars = raw.chars();
    let first = chars.next()?;
    if raw.starts_with("\r\n") {
        return Some((2, true));
    }
    if first != '\\' || !has_escapes {
        return Some((first.len_utf8(), matches!(first, '\n' | '\r')));
    }
    // `\r\n` is the end of one line.
    if raw.starts_with(r"\r\n") {
        return Some((4, true));
    }
    let kind = chars.next()?;
    let digits = match kind {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => 0,
    };
    Some((2 + digits, matches!(kind, 'n' | 'r')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_text_is_found_over_escapes_and_joined_lines() {
        for (session, place, expected) in [
            (r#"t = "(1\n x)""#, [2, 2], [1, 11]),
            (r#"t = "(1\r\n x)""#, [2, 2], [1, 13]),
            (r#"t = "{\"a\": x}""#, [1, 7], [1, 14]),
            (r#"t = "\u00e9\U0001f600\x41x""#, [1, 4], [1, 26]),
            ("t = 1\nt = \"\"\"\n(1 \\\n   x)\"\"\"", [1, 4], [4, 4]),
            ("t = '''\r\n(1\r\n x)'''", [2, 2], [3, 2]),
            (r"t = '(\n x)'", [1, 5], [1, 10]),
        ] {
            let [place, expected] = [place, expected].map(|[line, column]| Location { line, column });
            let start = session.rfind("t = ").unwrap() + 4;
            assert_eq!(in_session(session, start, place), expected, "{session}");
        }
    }
}
