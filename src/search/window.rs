//! Windows, and the rule that says when one is closed.

use std::fmt;

use crate::tree::{Player, Value};

/// When a search leaves a node before its last child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum CutoffRule {
    /// Cut when alpha >= beta: the rule of every source here.
    #[default]
    NonStrict,
    /// Cut only when alpha > beta, so that moves of equal worth are told apart.
    Strict,
}

impl CutoffRule {
    /// Whether a window with these ends is closed.
    #[inline]
    pub fn cuts<T: PartialOrd>(self, alpha: &T, beta: &T) -> bool {
        // Mostly false, so the rule is looked at second.
        alpha >= beta && (self == CutoffRule::NonStrict || alpha > beta)
    }

    /// `non-strict` or `strict`.
    pub fn id(self) -> &'static str {
        match self {
            CutoffRule::NonStrict => "non-strict",
            CutoffRule::Strict => "strict",
        }
    }
}

/// The values that still matter at a node: MAX is sure of `alpha` elsewhere, MIN of `beta`; either side may be open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    // An open side is an infinity, which no value is.
    alpha: f64,
    beta: f64,
}

impl Window {
    /// Nothing is known: both sides are open.
    pub const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The window with these ends, `None` being an open one.
    pub fn new(alpha: Option<Value>, beta: Option<Value>) -> Window {
        Window { alpha: alpha.map_or(f64::NEG_INFINITY, Value::get), beta: beta.map_or(f64::INFINITY, Value::get) }
    }

    /// What MAX is sure of, if of anything.
    pub fn alpha(self) -> Option<Value> {
        Value::new(self.alpha)
    }

    /// What MIN is sure of, if of anything.
    pub fn beta(self) -> Option<Value> {
        Value::new(self.beta)
    }

    /// The window after the player at a node is sure of `value`.
    #[inline]
    #[must_use]
    pub fn narrow(self, player: Player, value: Value) -> Window {
        match player {
            Player::Max => Window { alpha: if value.get() > self.alpha { value.get() } else { self.alpha }, ..self },
            Player::Min => Window { beta: if value.get() < self.beta { value.get() } else { self.beta }, ..self },
        }
    }

    /// Whether a node with this window need not be searched further.
    #[inline]
    pub fn is_closed(self, rule: CutoffRule) -> bool {
        rule.cuts(&self.alpha, &self.beta)
    }

    /// The end that the opponent of `player` set, which is the one that cuts `player`'s nodes.
    pub fn bound_on(self, player: Player) -> Option<Value> {
        match player {
            Player::Max => self.beta(),
            Player::Min => self.alpha(),
        }
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |end: Option<Value>, open: &str| end.map_or_else(|| open.to_string(), |value| value.to_string());
        write!(f, "({}, {})", end(self.alpha(), "−∞"), end(self.beta(), "+∞"))
    }
}
