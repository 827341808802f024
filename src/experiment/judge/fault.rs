//! What is wrong with an answer.

use crate::experiment::check;

/// What is judged, by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// The value of the root.
    Value,
    /// The best move.
    Best,
    /// The number of evaluations.
    Evaluations,
    /// The evaluated leaves in their order.
    Leaves,
    /// The trace.
    Trace,
    /// Whether the program ends in time, with an answer.
    Ends,
}

impl Criterion {
    /// All criteria, in the order of tables.
    pub const ALL: [Criterion; 6] = [
        Criterion::Value,
        Criterion::Best,
        Criterion::Evaluations,
        Criterion::Leaves,
        Criterion::Trace,
        Criterion::Ends,
    ];

    /// The name in files.
    pub fn id(self) -> &'static str {
        match self {
            Criterion::Value => "value",
            Criterion::Best => "best",
            Criterion::Evaluations => "evaluations",
            Criterion::Leaves => "leaves",
            Criterion::Trace => "trace",
            Criterion::Ends => "ends",
        }
    }
}

/// In which way an answer is wrong. A tree is made smaller as long as this stays the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The time was up.
    TimeOut,
    /// The program ended with this exit code or signal.
    Crash(String),
    /// There is no answer in what the program wrote.
    NoAnswer,
    /// The program wrote more than is read.
    TooMuch,
    /// The program ended and left processes running.
    LeftBehind,
    /// The value is another one.
    Value,
    /// Another move is better.
    Best,
    /// The number of evaluations is another one.
    Evaluations,
    /// Other leaves are evaluated, or in another order.
    Leaves,
    /// The trace has an error of this kind; without one, it cannot be read.
    Trace(Option<check::Kind>),
}

impl Kind {
    /// The criterion that is not met.
    pub fn criterion(&self) -> Criterion {
        match self {
            Kind::TimeOut | Kind::Crash(_) | Kind::NoAnswer | Kind::TooMuch | Kind::LeftBehind => Criterion::Ends,
            Kind::Value => Criterion::Value,
            Kind::Best => Criterion::Best,
            Kind::Evaluations => Criterion::Evaluations,
            Kind::Leaves => Criterion::Leaves,
            Kind::Trace(_) => Criterion::Trace,
        }
    }

    /// The name in files.
    pub fn id(&self) -> &'static str {
        match self {
            Kind::TimeOut => "time-out",
            Kind::Crash(_) => "crash",
            Kind::NoAnswer => "no-answer",
            Kind::TooMuch => "too-much",
            Kind::LeftBehind => "left-behind",
            Kind::Value | Kind::Best | Kind::Evaluations | Kind::Leaves | Kind::Trace(_) => self.criterion().id(),
        }
    }
}

/// What is wrong with an answer, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In which way it is wrong.
    pub kind: Kind,
    /// What the program said.
    pub said: String,
    /// What is right.
    pub right: String,
    /// Why, in a sentence.
    pub why: String,
}
