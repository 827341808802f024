//! Checks what a traced search claims against what it had proved: where it first went wrong, and what it did in vain.
//!
//! A search says with every value that it returns how far this is true: exactly inside the window with which the node was entered, and as
//! a bound beyond (Fishburn's fail-soft alpha-beta). What the values of its leaves imply is computed beside it, node by node and over all visits; a
//! claim that they do not imply is an error. Beside the proofs an account is kept in which every claim is believed: an error that this
//! account implies follows from an earlier one.

mod claim;
mod hints;
mod known;
mod story;
mod words;

use std::fmt;

use crate::search::story::timeline::Time;
use crate::tree::NodeId;

pub(super) use story::{Subject, check};

/// The most findings that are kept.
pub const MOST_FINDINGS: usize = 10_000;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// It costs work and changes no value.
    Waste,
    /// It can change a value.
    Error,
}

impl Severity {
    /// `waste` or `error`.
    pub fn id(self) -> &'static str {
        match self {
            Severity::Waste => "waste",
            Severity::Error => "error",
        }
    }
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A value that the children do not imply.
    Value,
    /// A value from a table that was not proved.
    Recall,
    /// A window other than that of the parent, or one of the root in which no value lies.
    Window,
    /// A node that was left before the end of its window was reached.
    Cutoff,
    /// A child that was entered after the window had closed.
    Late,
    /// Two static values of one position, or one outside the known bounds.
    Evaluate,
    /// A result that was not proved.
    End,
    /// Two players to move in one position, or a child that its parent does not have.
    Player,
    /// A best line that does not lead to the value.
    Line,
}

impl Kind {
    /// The name in files.
    pub fn id(self) -> &'static str {
        match self {
            Kind::Value => "value",
            Kind::Recall => "recall",
            Kind::Window => "window",
            Kind::Cutoff => "cutoff",
            Kind::Late => "late",
            Kind::Evaluate => "evaluate",
            Kind::End => "end",
            Kind::Player => "player",
            Kind::Line => "line",
        }
    }
}

/// Something that is wrong or wasted in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line of the trace, from 1.
    pub line: u32,
    /// After which event it is seen.
    pub time: Time,
    /// The step of the time line, from 1.
    pub step: usize,
    /// The node.
    pub node: NodeId,
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub kind: Kind,
    /// Whether it follows from an error before.
    pub is_consequence: bool,
    /// What is wrong, with the numbers.
    pub sentence: String,
    /// The mistake that looks like this, and what to do about it.
    pub hint: Option<String>,
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was found, in the order of the lines: at most [`MOST_FINDINGS`].
    pub findings: Vec<Finding>,
    /// How many findings were not kept.
    pub left_out: u64,
    /// What was not checked, and why, a sentence each.
    pub notes: Vec<String>,
    /// Whether the trace ends without a result, and does not say why.
    pub is_cut_short: bool,
    /// Whether the trace has scores of the side to move. What is found is told in MAX's.
    pub counts_as_mover: bool,
}

/// The result in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Nothing was found.
    Clean,
    /// The search did work in vain.
    Waste,
    /// The search claimed what it had not proved.
    Error,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Clean => "clean",
            Verdict::Waste => "waste",
            Verdict::Error => "error",
        })
    }
}

impl Report {
    /// The result in a word.
    pub fn verdict(&self) -> Verdict {
        match self.findings.iter().map(|finding| finding.severity).max() {
            None => Verdict::Clean,
            Some(Severity::Waste) => Verdict::Waste,
            Some(Severity::Error) => Verdict::Error,
        }
    }

    /// The verdict as it is printed: what ends early is not clean.
    pub fn verdict_name(&self) -> String {
        match self.verdict() {
            Verdict::Clean if self.is_cut_short => "incomplete".to_owned(),
            verdict => verdict.to_string(),
        }
    }

    /// The first error, or else the first waste: the one to look at.
    pub fn first(&self) -> Option<&Finding> {
        let error = self.findings.iter().find(|finding| finding.severity == Severity::Error);
        error.or(self.findings.first())
    }

    /// The node of each finding, the time at which it is seen, and whether it is an error.
    pub fn warnings(&self) -> impl Iterator<Item = (NodeId, Time, bool)> {
        self.findings.iter().map(|finding| (finding.node, finding.time, finding.severity == Severity::Error))
    }

    /// The findings in words: `2 errors, 5 consequences, 1 waste`.
    pub fn counts(&self) -> String {
        words::counts(self)
    }
}
