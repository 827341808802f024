//! The sizes of what is on a chart, in pixels.

/// Pixels per unit in which sizes are given here: a sixteenth of the font size.
pub(super) const DOTS: i32 = 6;

/// Font size beside the axes and in the legend.
pub(super) const TEXT: i32 = 16 * DOTS;
/// The size of the title.
pub(super) const TITLE: i32 = 18 * DOTS;
/// The size of the caption.
pub(super) const CAPTION: i32 = 13 * DOTS;

/// The space at the edges.
pub(super) const MARGIN: i32 = 10 * DOTS;
/// The space between a text and what it labels.
pub(super) const GAP: i32 = 6 * DOTS;
/// The width of the lines of series.
pub(super) const LINE: u32 = 2 * DOTS as u32;
/// The width of curves that are seen below the lines of series.
pub(super) const WIDE: u32 = 5 * DOTS as u32;
/// The width of frames and other curves.
pub(super) const THIN: u32 = DOTS as u32;
/// The radius of a mark.
pub(super) const MARK: i32 = 5 * DOTS;
/// The length of a line sample in the legend.
pub(super) const SAMPLE: i32 = 48 * DOTS;

/// A rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Frame {
    /// The pixel at fractions of the width and of the height, the latter from below.
    pub(super) fn dot(self, x: f64, y: f64) -> (i32, i32) {
        let across = f64::from(self.right - self.left) * x;
        let up = f64::from(self.bottom - self.top) * y;
        (self.left + across.round() as i32, self.bottom - up.round() as i32)
    }
}

/// Breaks a text into lines that are at most this wide, measured by `width`.
pub(super) fn wrap(text: &str, limit: i32, width: &dyn Fn(&str) -> i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Equations such as `b = 3` stay on one line.
    let text = text.replace(" = ", "\u{a0}=\u{a0}");
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let word = word.replace('\u{a0}', " ");
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}")) <= limit => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}
