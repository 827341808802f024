//! A line of a trace as the fields of an object.

use serde_json::{Map, Value as Json};

/// The longest line.
pub(super) const MOST_LINE_BYTES: u64 = 1 << 20;

/// The fields of a line; `None` where it is empty.
pub(super) fn fields_of(line: &[u8], number: u64) -> Result<Option<Map<String, Json>>, String> {
    if line.len() as u64 > MOST_LINE_BYTES {
        return Err("the line is longer than 1 MiB; write shorter labels".into());
    }
    let line = line.strip_prefix("\u{feff}".as_bytes()).filter(|_| number == 1).unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    if std::str::from_utf8(line).is_err() {
        return Err("the line is not UTF-8 text; save the file as UTF-8".into());
    }
    match serde_json::from_slice(line) {
        Ok(Json::Object(fields)) => Ok(Some(fields)),
        Ok(_) => Err("the line is not an object; write one such as {\"event\": \"evaluate\", \"value\": 5}".into()),
        Err(error) if error.is_eof() => {
            Err("the line ends before its object does; write each event on one line".into())
        }
        Err(error) => Err(format!(
            "the line is not JSON from character {} on; write one object such as {{\"event\": \"evaluate\", \"value\": 5}}, \
             and leave out infinite numbers",
            error.column()
        )),
    }
}
