//! What is wrong with an answer.

use std::process::ExitStatus;
use std::time::Duration;

use crate::experiment::check;
use crate::format;

/// What is judged, by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// The name in headings.
    pub fn title(self) -> &'static str {
        match self {
            Criterion::Value => "Value",
            Criterion::Best => "Best move",
            Criterion::Evaluations => "Evaluations",
            Criterion::Leaves => "Leaves",
            Criterion::Trace => "Trace",
            Criterion::Ends => "Ends",
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

impl Fault {
    /// The program did not end as it should.
    fn of_end(kind: Kind, said: impl Into<String>, why: String) -> Fault {
        Fault { kind, said: said.into(), right: "an answer, and then an end".into(), why }
    }

    /// The time was up.
    pub(super) fn time_out(time: Duration) -> Fault {
        let time = format::duration(time.as_secs_f64());
        let why = format!("It had not ended with an answer after {time} and was stopped.");
        Fault::of_end(Kind::TimeOut, "no end in time", why)
    }

    /// The program wrote more than is read.
    pub(super) fn too_much(most_bytes: usize) -> Fault {
        let most = format::bytes(most_bytes as u64);
        let why = format!("It wrote more than an answer, or more than {most}, and was stopped.");
        Fault::of_end(Kind::TooMuch, "too much", why)
    }

    /// The program ended, and left processes running.
    pub(super) fn left_behind() -> Fault {
        let why = "It ended and left processes running that it had started; they were stopped.".into();
        Fault::of_end(Kind::LeftBehind, "an end that is none", why)
    }

    /// The program ended with a failure; or, if it reads lines, before it had answered. With the end of what it wrote to standard error, and
    /// what it wrote to standard output.
    pub(super) fn crash(status: Option<ExitStatus>, errors: &str, wrote: &[u8]) -> Fault {
        let wrote = String::from_utf8_lossy(wrote);
        let said = Some(wrote.trim()).filter(|wrote| !wrote.is_empty());
        let said = said.map_or_else(|| "nothing".to_owned(), format::quoted);
        let how = how_it_ended(status);
        let last = errors.lines().last().map(|last| format!("; its last message is {}", format::quoted(last)));
        let why = format!("{how}{}.", last.unwrap_or_default());
        Fault::of_end(Kind::Crash(how), said, why)
    }
}

fn how_it_ended(status: Option<ExitStatus>) -> String {
    #[cfg(unix)]
    if let Some(signal) = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status)) {
        return format!("It was ended by signal {signal}");
    }
    match status.and_then(|status| status.code()) {
        Some(0) => "It ended before it had answered".to_owned(),
        Some(code) => format!("It ended with exit code {code}"),
        None => "It closed its output before it had answered".to_owned(),
    }
}
