//! The legend of a page: symbols with their meanings, in columns.

use std::borrow::Cow;

use super::SMALL;
use super::paragraph::{self, paragraph};
use crate::draw::{Ink, Legend, Picture, Pos2, Rect, Shape, Sign, Symbol, Text, Vec2, pos2, text, vec2};

/// The size of a symbol.
const SIDE: f32 = 14.0;
/// The gap between a symbol and its meaning.
const INDENT: f32 = 6.0;
/// The gap between symbols with the same meaning.
const BESIDE: f32 = 3.0;
/// The gaps between columns and between rows.
const BETWEEN: Vec2 = vec2(18.0, 4.0);

/// Symbols with the same meaning.
struct Entry {
    symbols: Vec<Symbol>,
    words: Cow<'static, str>,
}

impl Entry {
    /// The width of the symbols.
    fn signs_width(&self) -> f32 {
        self.symbols.iter().map(|&symbol| sign_width(symbol) + BESIDE).sum::<f32>() - BESIDE + INDENT
    }

    fn width(&self) -> f32 {
        self.signs_width() + text::width(&self.words, SMALL)
    }

    fn lines(&self, width: f32) -> Vec<String> {
        paragraph(&self.words, SMALL, width - self.signs_width())
    }

    fn height(&self, width: f32) -> f32 {
        paragraph::height(self.lines(width).len(), SMALL).max(SIDE)
    }

    fn add(&self, picture: &mut Picture, at: Pos2, width: f32, height: f32) {
        let middle = at.y + height / 2.0;
        let mut left = at.x;
        for &symbol in &self.symbols {
            let square = Rect::from_min_size(pos2(left, middle - SIDE / 2.0), vec2(sign_width(symbol), SIDE));
            match symbol.sign(square) {
                Sign::Shapes(shapes) => {
                    for shape in shapes {
                        picture.add_loose(shape);
                    }
                }
                Sign::Text(words, ink) => {
                    let text = Text { words: words.to_owned(), middle: square.center(), size: SMALL, ink };
                    picture.add_loose(Shape::Text(text));
                }
            }
            left = square.right() + BESIDE;
        }
        let lines = self.lines(width);
        let top = middle - paragraph::height(lines.len(), SMALL) / 2.0;
        for (line, words) in lines.into_iter().enumerate() {
            let half = text::width(&words, SMALL) / 2.0;
            let middle = pos2(at.x + self.signs_width() + half, top + paragraph::middle(line, SMALL));
            picture.add_loose(Shape::Text(Text { words, middle, size: SMALL, ink: Ink::Text }));
        }
    }
}

/// The width of a symbol: that of its square, or of its text.
fn sign_width(symbol: Symbol) -> f32 {
    match symbol.sign(Rect::from_min_size(Pos2::ZERO, Vec2::splat(SIDE))) {
        Sign::Shapes(_) => SIDE,
        Sign::Text(words, _) => text::width(words, SMALL).max(SIDE),
    }
}

/// Adds a legend below `top` and returns its bottom; `None` if there is nothing to explain.
pub(super) fn add(legend: &Legend, picture: &mut Picture, top: f32, width: f32) -> Option<f32> {
    let entries = entries(legend);
    let wide = |column: &[Entry]| column.iter().map(Entry::width).fold(0.0, f32::max).min(width);
    let all = |rows: usize| entries.chunks(rows).map(|column| wide(column) + BETWEEN.x).sum::<f32>() - BETWEEN.x;
    if entries.is_empty() {
        return None;
    }
    let mut rows = 1;
    while rows < entries.len() && all(rows) > width {
        rows += 1;
    }
    let mut left = ((width - all(rows)) / 2.0).max(0.0);
    let mut heights = vec![0.0_f32; rows];
    for column in entries.chunks(rows) {
        for (entry, height) in column.iter().zip(&mut heights) {
            *height = height.max(entry.height(width));
        }
    }
    let all_heights: f32 = heights.iter().sum();
    for column in entries.chunks(rows) {
        let mut y = top;
        for (entry, height) in column.iter().zip(&heights) {
            entry.add(picture, pos2(left, y), width, *height);
            y += height + BETWEEN.y;
        }
        left += wide(column) + BETWEEN.x;
    }
    Some(top + all_heights + BETWEEN.y * (rows as f32 - 1.0))
}

/// The symbols in order, grouped by meaning.
fn entries(legend: &Legend) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for symbol in legend.symbols() {
        let words = legend.words(symbol);
        match entries.iter_mut().find(|entry| entry.words == words) {
            Some(entry) => entry.symbols.push(symbol),
            None => entries.push(Entry { symbols: vec![symbol], words }),
        }
    }
    entries
}
