//! With what a node is searched: a window, or the question that a null window asks.

use std::fmt;

use super::{Setter, Told, Window};
use crate::format::with_minus;
use crate::tree::{Player, Value};

/// The comparison of a value with a number that a question asks about.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    AtLeast,
    MoreThan,
    AtMost,
    LessThan,
}

impl Asked {
    /// The question that a window asks, according to what set its ends.
    #[inline]
    pub(super) fn by(window: &Window<Told>) -> Option<Asked> {
        if window.is_asked() { Asked::by_ends(window) } else { None }
    }

    /// A separate function, since most windows ask nothing.
    #[cold]
    #[inline(never)]
    fn by_ends(window: &Window<Told>) -> Option<Asked> {
        const NEXT: Setter = Setter::Question { is_next: true };
        match (window.low().by(), window.high().by()) {
            (NEXT, Setter::Question { is_next: false }) => Some(Asked::AtLeast),
            (_, NEXT) => Some(Asked::MoreThan),
            (NEXT, _) => Some(Asked::LessThan),
            _ => None,
        }
    }

    /// The question whose answer ended the visit of a node of a player, and its number.
    pub(super) fn at(player: Player, end: Value, is_next: bool) -> (Asked, Value) {
        match (player, is_next) {
            (Player::Max, false) => (Asked::AtLeast, end),
            (Player::Max, true) => (Asked::MoreThan, end.next_down()),
            (Player::Min, false) => (Asked::AtMost, end),
            (Player::Min, true) => (Asked::LessThan, end.next_up()),
        }
    }

    /// Whether it is true of a value and the number that it is about.
    pub fn is_true(self, value: Value, number: Value) -> bool {
        match self {
            Asked::AtLeast => value >= number,
            Asked::MoreThan => value > number,
            Asked::AtMost => value <= number,
            Asked::LessThan => value < number,
        }
    }

    /// `> 5`, with the number in these words. Searches from an end begin with the largest or the smallest number there is.
    pub fn in_words(self, value: Value, number: impl Fn(Value) -> String) -> String {
        let number = match value {
            Value::LARGEST => "the largest number".to_owned(),
            Value::SMALLEST => "the smallest number".to_owned(),
            value => number(value),
        };
        format!("{} {number}", self.sign())
    }

    /// `≥`, `>`, `≤` or `<`.
    pub fn sign(self) -> &'static str {
        match self {
            Asked::AtLeast => "≥",
            Asked::MoreThan => ">",
            Asked::AtMost => "≤",
            Asked::LessThan => "<",
        }
    }
}

/// What a search wants to know of a node: its value within a window, or the answer to a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The window with which the node is searched.
    pub window: Window,
    /// The question, if it is a null window that asks one.
    pub asked: Option<Asked>,
}

impl Aim {
    /// The search for the value.
    pub const VALUE: Aim = Aim { window: Window::OPEN, asked: None };

    /// The aim of a search with a window, according to what set its ends.
    pub fn of(window: Window<Told>) -> Aim {
        Aim { window: window.values(), asked: Asked::by(&window) }
    }

    /// `window` or `question`.
    pub fn noun(self) -> &'static str {
        if self.asked.is_some() { "question" } else { "window" }
    }

    /// The question, and the number that it is about.
    pub fn question(self) -> Option<(Asked, Value)> {
        let asked = self.asked?;
        let number = match asked {
            Asked::AtLeast | Asked::LessThan => self.window.beta(),
            Asked::MoreThan | Asked::AtMost => self.window.alpha(),
        };
        Some((asked, number?))
    }

    /// `(5, +∞)`, or a question as `> 5`, without the adjacent number at the other end of its window; with numbers in these words.
    pub fn in_words(self, number: impl Fn(Value) -> String) -> String {
        match self.question() {
            Some((asked, value)) => asked.in_words(value, number),
            None => self.window.in_words(number),
        }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(|value| with_minus(&value.to_string())))
    }
}
