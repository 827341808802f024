//! Breaking text into lines.

use crate::draw::text;

/// The line height, as a multiple of the size.
const LINE: f32 = 1.3;

/// Breaks a text into lines of at most a width; a word that is wider has its own line.
pub(crate) fn paragraph(words: &str, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text::width(line, size) + text::width(" ", size) + text::width(word, size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The height of this many lines.
pub(super) fn height(lines: usize, size: f32) -> f32 {
    lines as f32 * size * LINE
}

/// The distance of the middle of a line from the top of the first line.
pub(super) fn middle(line: usize, size: f32) -> f32 {
    (line as f32 + 0.5) * size * LINE
}
