//! Iterative deepening with time as a limit: what each finished pass found, and when.

use std::time::{Duration, Instant};

use super::moves::line_in_words;
use super::{Runnable, Settings};
use crate::format;
use crate::progress::Progress;
use crate::search::story::{Counter, Event, Listener, PrincipalVariation, Said};
use crate::search::{Algorithm, Outcome};
use crate::table::{self, Cell, Column, Table};
use crate::tree::Value;

/// A finished pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Depth {
    /// To which depth it went.
    pub depth: u32,
    /// The value of the root, with static values at that depth.
    pub value: Value,
    /// The line of best moves, as child indices.
    pub line: Vec<usize>,
    /// The line as names of moves, if they have names.
    pub names: Option<Vec<String>>,
    /// The evaluations of this pass and those before.
    pub evaluations: u64,
    /// The time from the beginning of the search.
    pub time: Duration,
}

/// How the search ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The last pass met no node at its depth that goes on: more time would change nothing.
    Whole,
    /// The time was up.
    Time,
    /// The budget was used up, or a position has no static value: the outcome says it.
    Other(Outcome<String>),
}

/// Searches deeper and deeper until the time is up. Which depth that is depends on the machine; what a finished pass found does not.
pub fn deepen(algorithm: Algorithm, game: &dyn Runnable, settings: Settings, limit: Duration) -> (Vec<Depth>, End) {
    let progress = Progress::new();
    let mut passes = Passes {
        algorithm,
        begun: Instant::now(),
        limit,
        progress: &progress,
        counter: Counter::new(algorithm),
        line: PrincipalVariation::new(algorithm),
        depth: 0,
        value: None,
        finished: Vec::new(),
    };
    let report = game.tell(algorithm, settings.limits(None, &progress), &mut passes);
    if report.outcome.value().is_some() {
        passes.finish();
    }
    let mut finished = passes.finished;
    for pass in &mut finished {
        pass.names = game.move_names(&pass.line);
    }
    let end = match report.outcome {
        Outcome::Finished(_) => End::Whole,
        _ if progress.is_cancelled() => End::Time,
        outcome => End::Other(outcome),
    };
    (finished, end)
}

/// Listens until the time is up.
struct Passes<'p, 't> {
    algorithm: Algorithm,
    begun: Instant,
    limit: Duration,
    progress: &'p Progress,
    counter: Counter<'t>,
    line: PrincipalVariation,
    depth: u32,
    /// What the root was left with in this pass.
    value: Option<Value>,
    finished: Vec<Depth>,
}

impl Passes<'_, '_> {
    /// The pass has ended.
    fn finish(&mut self) {
        let Some(value) = self.value.take() else { return };
        let line = std::mem::replace(&mut self.line, PrincipalVariation::new(self.algorithm));
        self.finished.push(Depth {
            depth: self.depth,
            value,
            line: line.indices(),
            names: None,
            evaluations: self.counter.counts().evaluations,
            time: self.begun.elapsed(),
        });
    }

    fn follow(&mut self, events: &[Event]) {
        self.counter.hear(events);
        self.line.hear(events);
        // The last value with which a node was left is that of the root once the pass has ended.
        let left = events.iter().rev().find_map(|event| match event.read() {
            Said::Leave { value } | Said::Recall { value, .. } | Said::Enter { value: Some(value), .. } => Some(value),
            _ => None,
        });
        self.value = left.or(self.value);
    }
}

impl Listener for Passes<'_, '_> {
    fn hear(&mut self, mut events: &[Event]) {
        while let Some(next) = events.iter().position(|event| matches!(event.read(), Said::Pass { .. })) {
            let (before, after) = events.split_at(next);
            self.follow(before);
            self.finish();
            if let Said::Pass { number } = after[0].read() {
                self.depth = number;
            }
            self.follow(&after[..1]);
            events = &after[1..];
        }
        self.follow(events);
        if self.begun.elapsed() >= self.limit {
            self.progress.cancel();
        }
    }

    fn hears_forces(&self) -> bool {
        false
    }
}

/// The passes as a table, with a note on how the search ended.
pub fn table(passes: &[Depth], end: &End, limit: Duration) -> Table {
    let row = |pass: &Depth| {
        let seconds = pass.time.as_secs_f64();
        vec![
            Cell::number(f64::from(pass.depth), pass.depth.to_string()),
            Cell { text: pass.value.to_string(), bare: table::bare(pass.value.get()) },
            Cell::number(pass.evaluations as f64, format::grouped(pass.evaluations)),
            Cell::number(seconds, format::duration(seconds)),
            Cell::words(line_in_words(&pass.line, pass.names.as_deref())),
        ]
    };
    let rows = passes.iter().map(row).collect();
    let columns = vec![
        Column::numbers("depth", "depth"),
        Column::numbers("value", "value"),
        Column::numbers("evaluations", "evaluations"),
        Column::numbers("seconds", "seconds"),
        Column::words("line", "line"),
    ];
    let next = passes.last().map_or(1, |pass| pass.depth + 1);
    let note = match end {
        End::Whole => {
            "The last pass reached the end of every line or the depth limit: more time would change nothing.".to_owned()
        }
        End::Time => {
            format!("The time of {} was up in the pass to depth {next}.", format::duration(limit.as_secs_f64()))
        }
        End::Other(Outcome::Undefined(position)) => format!("In the pass to depth {next} {position}."),
        End::Other(outcome) => format!("The search ended in the pass to depth {next}: {}.", outcome.id()),
    };
    Table { columns, rows, notes: vec![note] }
}
