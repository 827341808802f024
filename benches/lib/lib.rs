//! What the benches share: comparisons in one run, the hand-written searches that they compare with, and tables.

pub mod games;
pub mod trees;

use std::hint::black_box;
use std::time::Instant;

/// The words after `--` on the command line, which choose parts of a bench.
pub fn words() -> Vec<String> {
    // Cargo passes a flag.
    std::env::args().skip(1).filter(|word| word != "--bench").collect()
}

/// Whether a line is chosen: its name has one of the words, or there are none.
pub fn is_chosen(name: &str) -> bool {
    let words = words();
    words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
}

/// The median of some numbers.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// How exactly to measure.
#[derive(Clone, Copy, Debug)]
pub struct Care {
    /// The number of rounds, in each of which everything is timed once.
    pub rounds: usize,
    /// For how long a call is repeated in a round, in seconds; at least once.
    pub seconds: f64,
}

impl Care {
    /// For figures in the documentation.
    pub const GREAT: Care = Care { rounds: 15, seconds: 0.02 };
    /// For a check that takes seconds.
    pub const LITTLE: Care = Care { rounds: 7, seconds: 0.004 };
}

/// A search to be timed. It returns the number of leaves that it evaluated.
pub struct Contestant<'a> {
    /// Its name.
    pub name: String,
    /// The search.
    pub run: Box<dyn Fn() -> u64 + 'a>,
}

impl<'a> Contestant<'a> {
    /// A search with a name.
    pub fn new(name: impl Into<String>, run: impl Fn() -> u64 + 'a) -> Contestant<'a> {
        Contestant { name: name.into(), run: Box::new(run) }
    }
}

/// How long a contestant takes.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// Its time, as a multiple of that of the first contestant.
    pub ratio: f64,
    /// The time for a leaf, as a multiple of that of the first contestant.
    pub ratio_of_leaf: f64,
    /// The time for a leaf, in nanoseconds.
    pub nanoseconds: f64,
}

/// Times contestants in turn, round by round, so that a machine that slows down affects all of them. Each result is the median over
/// the rounds of the ratio within a round.
pub fn compare(care: Care, contestants: &[Contestant<'_>]) -> Vec<Compared> {
    let leaves: Vec<f64> = contestants.iter().map(|contestant| (contestant.run)() as f64).collect();
    let (mut ratios, mut bases) = (vec![Vec::new(); contestants.len()], Vec::new());
    for _ in 0..care.rounds {
        let times: Vec<f64> = contestants.iter().map(|contestant| seconds(care, &contestant.run)).collect();
        bases.push(times[0]);
        for (ratios, time) in ratios.iter_mut().zip(&times) {
            ratios.push(time / times[0]);
        }
    }
    let base = median(bases);
    let mut compared = Vec::new();
    for ((contestant, ratios), own) in contestants.iter().zip(ratios).zip(&leaves) {
        let ratio = median(ratios);
        compared.push(Compared {
            name: contestant.name.clone(),
            ratio,
            ratio_of_leaf: ratio * leaves[0] / own,
            nanoseconds: base * ratio * 1e9 / own,
        });
    }
    compared
}

/// The time of a call in seconds. One call before it is not timed, so that the time does not depend on what the one before left in the
/// caches.
fn seconds(care: Care, run: &dyn Fn() -> u64) -> f64 {
    black_box(run());
    let (start, mut calls) = (Instant::now(), 0);
    while calls == 0 || start.elapsed().as_secs_f64() < care.seconds {
        black_box(run());
        calls += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(calls)
}

/// A table in Markdown, whose first column has names and whose other columns have numbers.
#[derive(Debug)]
pub struct Table {
    headings: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
}

impl Table {
    /// A table without rows.
    pub fn new<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> Table {
        Table { headings: headings.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Sets the number of a row in a column, from 0, unless it has one; a row that is not there is added.
    pub fn set(&mut self, name: &str, column: usize, number: String) {
        let index = self.rows.iter().position(|(own, _)| own == name).unwrap_or_else(|| {
            self.rows.push((name.into(), vec![String::new(); self.headings.len()]));
            self.rows.len() - 1
        });
        let cell = &mut self.rows[index].1[column];
        if cell.is_empty() {
            *cell = number;
        }
    }

    /// Prints it.
    pub fn print(&self) {
        println!("| | {} |", self.headings.join(" | "));
        println!("| --- |{}", " --: |".repeat(self.headings.len()));
        for (name, cells) in &self.rows {
            println!("| {name} | {} |", cells.join(" | "));
        }
    }
}

/// A number with two digits, or more if it is at least 100.
pub fn two_digits(number: f64) -> String {
    match number {
        ..1.0 => format!("{number:.2}"),
        ..10.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}
