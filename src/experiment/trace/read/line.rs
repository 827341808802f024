//! A line of a trace as the fields of an object.

use serde_json::{Map, Value as Json};

/// The longest line, without its end.
pub(super) const MOST_LINE_BYTES: u64 = 1 << 20;

/// The fields of a line; `None` where it is empty.
pub(super) fn fields_of(line: &[u8], number: u64) -> Result<Option<Map<String, Json>>, String> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() as u64 > MOST_LINE_BYTES {
        return Err("the line is longer than 1 MiB; write shorter labels".into());
    }
    let line = line.strip_prefix("\u{feff}".as_bytes()).filter(|_| number == 1).unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let Ok(line) = std::str::from_utf8(line) else {
        return Err("the line is not UTF-8 text; save the file as UTF-8".into());
    };
    match serde_json::from_str(line) {
        Ok(Json::Object(fields)) => Ok(Some(fields)),
        Ok(_) => Err("the line is not an object; write one such as {\"event\": \"evaluate\", \"value\": 5}".into()),
        Err(error) => Err(wrong(line, &error)),
    }
}

/// Whether this is the last line of a program that was stopped while it wrote it.
pub(super) fn is_torn(line: &[u8]) -> bool {
    let is_cut = |line: &[u8]| serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err_and(|error| error.is_eof());
    !line.ends_with(b"\n") && line.len() < MOST_LINE_BYTES as usize && is_cut(line)
}

/// What is wrong with a line that is not JSON.
fn wrong(line: &str, error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "the line ends before its object does; write each event on one line".into();
    }
    // The library has no other sign of it.
    if error.to_string().starts_with("recursion limit") {
        return "brackets are nested too deeply in this line; leave such a field out".into();
    }
    let before = &line[..line.floor_char_boundary(error.column().saturating_sub(1))];
    format!(
        "the line is not JSON from character {} on; write one object such as {{\"event\": \"evaluate\", \"value\": 5}}, \
         and leave out infinite numbers",
        1 + before.chars().count()
    )
}
