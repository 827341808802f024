//! An entry of the catalogue.

use std::fmt;

use super::setting::{MOST_PARAMETERS, Setting};
use crate::search::kinds::Searches;
use crate::tree::{Player, Value, ValueError};

/// The facts about an algorithm.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, in one table")]
pub struct Entry {
    /// The identifier in files and commands.
    pub id: &'static str,
    /// The displayed name.
    pub name: &'static str,
    /// A description in one sentence.
    pub summary: &'static str,
    /// The law that it obeys.
    pub law: &'static str,
    /// Which leaves it evaluates, in words.
    pub visits: &'static str,
    /// Which leaves it evaluates.
    pub leaves: LeafClass,
    /// Whether it visits nodes more than once.
    pub revisits: Revisits,
    /// The number of evaluations on a full tree of branching b and depth d, if it evaluates leaves more than once and the number is
    /// known.
    pub evaluations: Option<fn(branching: u32, depth: u32) -> f64>,
    /// Whether it is a lazy search, which builds and frees nodes.
    pub is_lazy: bool,
    /// Whether it keeps a transposition table.
    pub has_table: bool,
    /// Whether it remembers something of nodes that it has left: in a table, in a list such as OPEN, or as a proof.
    pub has_memory: bool,
    /// Whether its table takes equal positions for one, so that nodes are answered that were not searched themselves.
    pub transposes: bool,
    /// Whether it goes deeper from pass to pass, so that what a pass found does not count in the next.
    pub deepens: bool,
    /// Whether it answers whether the value is at least its first parameter, and does not find the value.
    pub asks: bool,
    /// Whether it searches trees with chance nodes.
    pub takes_chance: bool,
    /// Its parameters, at most three.
    pub parameters: &'static [Parameter],
    /// Its machine: what it keeps for the open nodes.
    pub machine: Machine,
    /// Its source.
    pub publication: &'static Publication,
    /// The part of the publication; empty for the whole.
    pub section: &'static str,
    /// The files of its definition, the most important one first.
    pub definition: &'static [Listing],
    /// Its colour, mark and dash in charts.
    pub look: Look,
    /// Whether it belongs to the default selection: one of each derivation, cheap on every tree.
    pub is_usual: bool,
    /// The compiled search.
    pub searches: Searches,
}

/// Which leaves an algorithm evaluates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeafClass {
    /// Every leaf.
    All,
    /// Those that alpha-beta without deep cutoffs does not prune (Knuth & Moore's F1).
    WithoutDeepCutoffs,
    /// The leaves of alpha-beta; of Star1 and Star2 in trees without chance nodes.
    AlphaBeta,
    /// A subset of the leaves of alpha-beta; of NegaScout under the strict rule on most trees, as its entry says.
    WithinAlphaBeta,
    /// Leaves of its own: neither all of alpha-beta's nor only those.
    Other,
    /// The leaves of a smallest proof.
    Minimal,
    /// The leaves that decide a threshold test.
    Threshold,
}

impl LeafClass {
    /// Whether it can leave out leaves.
    pub fn prunes(self) -> bool {
        self != LeafClass::All
    }
}

/// Whether a search visits nodes more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Revisits {
    /// Each node is visited at most once.
    Never,
    /// Nodes are visited again, and the search reports when it [replays](crate::search::story::Why::Replay) earlier visits; leaves are
    /// evaluated again, too.
    Replays,
    /// Nodes may be visited again at any time, and their leaves evaluated again.
    Evaluating,
    /// Nodes may be visited again at any time and in any order, but no leaf is evaluated twice.
    Recalling,
}

/// A number that is a parameter of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The command-line flag, without dashes.
    pub flag: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// What it is for, in words.
    pub purpose: &'static str,
    /// The default value; `None` if a value is required.
    pub default: Option<i32>,
    /// Which values it takes.
    pub takes: Takes,
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Every number.
    Number,
    /// A number above 0.
    Positive,
    /// A whole number from 1 to this one.
    UpTo(i32),
    /// `on` or `off`, which are 1 and 0.
    Switch,
}

/// What is wrong with the text of a parameter's value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// It is not a number.
    #[error(transparent)]
    NotANumber(#[from] ValueError),
    /// The number is not above 0.
    #[error("is not above 0")]
    NotPositive,
    /// It is not a whole number in the range.
    #[error("is not a whole number from 1 to {0}")]
    NotUpTo(i32),
    /// It is neither `on` nor `off`.
    #[error("is neither on nor off")]
    NotASwitch,
}

impl Parameter {
    /// The value for a text.
    pub fn parse(&self, text: &str) -> Result<Value, ParameterError> {
        match (self.takes, text) {
            (Takes::Switch, "on" | "1") => Ok(Value::from(1)),
            (Takes::Switch, "off" | "0") => Ok(Value::from(0)),
            (Takes::Switch, _) => Err(ParameterError::NotASwitch),
            _ => self.check(text.parse()?),
        }
    }

    /// The number, if it takes it.
    pub(super) fn check(&self, value: Value) -> Result<Value, ParameterError> {
        let number = value.get();
        let error = match self.takes {
            Takes::Number => return Ok(value),
            Takes::Positive if number > 0.0 => return Ok(value),
            Takes::UpTo(most) if (1.0..=f64::from(most)).contains(&number) && number.fract() == 0.0 => {
                return Ok(value);
            }
            Takes::Switch if number == 0.0 || number == 1.0 => return Ok(value),
            Takes::Positive => ParameterError::NotPositive,
            Takes::UpTo(most) => ParameterError::NotUpTo(most),
            Takes::Switch => ParameterError::NotASwitch,
        };
        Err(error)
    }

    /// A value as it is written in ids and flags.
    pub fn write(&self, value: Value) -> String {
        match self.takes {
            Takes::Switch if value.get() == 0.0 => "off".to_owned(),
            Takes::Switch => "on".to_owned(),
            _ => value.to_string(),
        }
    }

    /// A value for people.
    pub fn in_words(&self, value: Value) -> String {
        if self.takes == Takes::Switch { self.write(value) } else { value.grouped() }
    }

    /// A value in files.
    pub fn to_json(&self, value: Value) -> serde_json::Value {
        if self.takes == Takes::Switch { (value.get() != 0.0).into() } else { value.into() }
    }

    /// Whether a value is the default.
    pub(super) fn is_default(&self, value: Value) -> bool {
        self.default.is_some_and(|default| value == Value::from(default))
    }
}

/// What an algorithm keeps for the open nodes, in the terms of its publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The displayed name.
    pub title: &'static str,
    /// A description in one sentence.
    pub summary: &'static str,
    /// The plural of what a node has children of.
    pub children: &'static str,
    /// What it holds beside the open nodes.
    pub holds: Holds,
}

/// What a search holds beside its open nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Nothing.
    Nothing,
    /// The path of moves to the last open node.
    History,
    /// The list OPEN of SSS\*, or of its dual for the other player.
    Open(Player),
    /// Proof and disproof numbers.
    ProofNumbers,
    /// Moves that come early in the order: killers, and the history heuristic.
    Order,
}

/// The look of an algorithm in charts. Algorithms of the same family share a colour and differ in mark and dash; no two algorithms have the
/// same mark and dash, so that they are told apart without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Red, green and blue.
    pub colour: [u8; 3],
    /// The shape of its marks.
    pub mark: Mark,
    /// How its line is broken.
    pub dash: Dash,
}

/// How the line of an algorithm is broken in a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// Not at all: one algorithm of each family.
    Solid,
    /// Long dashes.
    Long,
    /// Short dashes.
    Short,
    /// A long dash and a dot in turn.
    DashDot,
    /// Dots.
    Dotted,
}

/// The shape of a mark in a chart.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    Tall,
    Wide,
    Cross,
    Plus,
}

impl Mark {
    /// All marks.
    pub const ALL: &[Mark] = &[
        Mark::Circle,
        Mark::Square,
        Mark::Diamond,
        Mark::Up,
        Mark::Down,
        Mark::Tall,
        Mark::Wide,
        Mark::Cross,
        Mark::Plus,
    ];
}

/// The source of an algorithm.
#[derive(Debug, PartialEq, Eq)]
pub struct Publication {
    /// Its title.
    pub title: &'static str,
    /// Its authors; empty if they are unknown.
    pub authors: &'static str,
    /// The year; empty if it is unknown.
    pub year: &'static str,
    /// Where it was published; empty if the title says it.
    pub venue: &'static str,
    /// A link; empty if there is none.
    pub link: &'static str,
}

/// A file of Plyscope's source code.
#[derive(Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its path in the repository.
    pub path: &'static str,
    text: &'static str,
}

impl Listing {
    /// A file with its text.
    pub const fn new(path: &'static str, text: &'static str) -> Listing {
        Listing { path, text }
    }

    /// The file as it was compiled, without the tests at its end.
    pub fn code(&self) -> &'static str {
        self.text.split_once("\n#[cfg(test)]").map_or(self.text, |(code, _)| code).trim_end()
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.id == other.id
    }
}

impl Entry {
    /// The default setting; `None` if a value is required.
    pub(super) const fn default_setting(&self) -> Option<Setting> {
        if self.is_pipeline() {
            return None;
        }
        if self.parameters.is_empty() {
            return Some(Setting::Nothing);
        }
        let mut values = [Value::of_integer(0); MOST_PARAMETERS];
        let mut index = 0;
        while index < self.parameters.len() {
            match self.parameters[index].default {
                Some(number) => values[index] = Value::of_integer(number),
                None => return None,
            }
            index += 1;
        }
        Some(Setting::Numbers(values))
    }

    pub(super) const fn is_pipeline(&self) -> bool {
        matches!(self.id.as_bytes(), b"pipeline")
    }

    /// The citation in one line: authors, title, venue, year and section.
    pub fn citation(&self) -> String {
        let Publication { title, authors, year, venue, .. } = *self.publication;
        let parts = [authors, title, venue, year, self.section];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// Whether it evaluates leaves more than once.
    pub fn repeats_evaluations(&self) -> bool {
        matches!(self.revisits, Revisits::Replays | Revisits::Evaluating)
    }
}
