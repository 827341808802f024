//! What a sweep is to run; what its file says.

use std::fmt;
use std::str::FromStr;

use super::super::Owners;
use super::{Cell, Games, Measure, Numbers, Played, RandomTrees, Scale, Source, Sweep, View};
use crate::format::grouped;
use crate::game::MOST_MOVES;
use crate::generate::{GeneratorError, Leaves};
use crate::search::{Algorithm, CutoffRule};

/// The most runs that a sweep may have; their results are kept in memory.
pub const MAX_RUNS: u64 = 20_000_000;

/// How often a run may be timed at the most.
pub const MOST_REPEATS: u32 = 1_000_000;

/// A grid of cells, how many trees of each are searched, and what is measured and shown of it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Spec {
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What it is for, in a paragraph or more.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What searches.
    #[serde(default = "usual")]
    pub algorithm: Vec<Algorithm>,
    /// When to cut.
    #[serde(default = "non_strict")]
    pub cutoff: Vec<CutoffRule>,
    /// The most trees of a cell.
    #[serde(default = "hundred")]
    pub trees: u32,
    /// The seed of the first tree; that of the next is one more.
    #[serde(default = "one")]
    pub seed: u64,
    /// A cell needs no more trees when the standard error of its mean evaluations is this share of the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// The most evaluations of a run; `None` for ten million or the number of leaves, whichever is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
    /// Whether runs are timed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub time: bool,
    /// Whether the memory of runs is measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub memory: bool,
    /// On how many trees of a cell time and memory are measured.
    #[serde(default = "ten")]
    pub measured_trees: u32,
    /// How often a run is timed.
    #[serde(default = "five")]
    pub repeat: u32,
    /// Which part of the runs this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Random trees to search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random: Option<RandomTrees>,
    /// Games to search.
    #[serde(default, rename = "game", skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<Games>,
    /// What is drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chart: Vec<View>,
}

fn usual() -> Vec<Algorithm> {
    Algorithm::usual()
}

fn non_strict() -> Vec<CutoffRule> {
    vec![CutoffRule::NonStrict]
}

fn one() -> u64 {
    1
}

fn five() -> u32 {
    5
}

fn ten() -> u32 {
    10
}

fn hundred() -> u32 {
    100
}

/// The sweep that has the usual settings, and nothing to search yet.
impl Default for Spec {
    fn default() -> Spec {
        Spec {
            title: String::new(),
            description: String::new(),
            algorithm: usual(),
            cutoff: non_strict(),
            trees: hundred(),
            seed: one(),
            standard_error: None,
            budget: None,
            time: false,
            memory: false,
            measured_trees: ten(),
            repeat: five(),
            shard: None,
            random: None,
            games: Vec::new(),
            chart: Vec::new(),
        }
    }
}

/// Why a sweep cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// The text is no spec.
    #[error("{0}")]
    Text(String),
    /// A cell of the grid cannot be.
    #[error("with {leaves} leaves, b = {branching} and d = {depth}: {error}")]
    Generator {
        /// The law of the leaves.
        leaves: Leaves,
        /// The number of children.
        branching: u32,
        /// The number of levels.
        depth: u32,
        /// What does not go together.
        error: GeneratorError,
    },
    /// Something is named again.
    #[error("the sweep names {0} twice; take one of them out")]
    Twice(String),
    /// A list has nothing in it.
    #[error("a sweep needs at least one {0}; name one")]
    Nothing(&'static str),
    /// A game is to be searched deeper than any goes.
    #[error("a game is searched at most {} moves deep; choose a smaller depth", grouped(MOST_MOVES.into()))]
    TooDeep,
    /// The grid has too many runs.
    #[error("the sweep would have {} runs, and may have at most 20,000,000; take fewer trees or a smaller grid", grouped(*.0))]
    TooManyRuns(u64),
    /// Seeds do not fit in a file.
    #[error("seeds go up to 9223372036854775807; choose a smaller seed")]
    Seed,
    /// The standard error is none.
    #[error("the standard error asked for is a share of the mean, such as 0.01; write a finite number greater than 0")]
    StandardError,
    /// A run cannot be timed so often.
    #[error("a run is timed from 1 to {} times; choose another repeat", grouped(MOST_REPEATS.into()))]
    Repeat,
    /// A threshold test does not find the value.
    #[error("a threshold test needs a number of its own for each tree; take algorithms that find the value")]
    Threshold,
    /// The search needs the tree in memory.
    #[error(
        "{0} searches trees in memory, which may have at most 100,000,000 nodes; choose a smaller depth or branching"
    )]
    TooLargeForMemory(Algorithm),
    /// The parts are to be compared with what is not in the sweep.
    #[error("the charts compare with {0}, which the sweep does not run; add it to the algorithms")]
    NoSuchAlgorithm(Algorithm),
}

impl Spec {
    /// The sweep of full random trees that has the usual settings in everything else.
    pub fn new(branching: Numbers, depth: Numbers) -> Spec {
        Spec { random: Some(RandomTrees::full(branching, depth)), ..Spec::default() }
    }

    /// What a sweep's file says.
    pub fn from_toml(text: &str) -> Result<Spec, SpecError> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
            let place = line.map_or_else(String::new, |line| format!("line {line}: "));
            SpecError::Text(format!("{place}{}", error.message().replace('\n', " ")))
        })
    }

    /// The text of a sweep's file.
    pub fn to_toml(&self) -> Result<String, SpecError> {
        toml::to_string(self).map_err(|error| SpecError::Text(error.to_string().replace('\n', " ")))
    }

    /// The grid, checked. Cells come in the order of leaves, ordering, branching, depth, algorithm and cutoff rule, those of games
    /// after those of random trees.
    pub fn sweep(self) -> Result<Sweep, SpecError> {
        self.check()?;
        let mut cells = Vec::new();
        let random = self.random.iter().flat_map(RandomTrees::generators).map(|law| law.map(Source::Random));
        let games = self.games.iter().flat_map(|Games { from, depth }| {
            depth.iter().map(|depth| Ok(Source::Game(Played { start: from.clone(), depth })))
        });
        for source in random.chain(games) {
            let source = source?;
            for &algorithm in &self.algorithm {
                cells.extend(self.cutoff.iter().map(|&cutoff| Cell { source: source.clone(), algorithm, cutoff }));
            }
        }
        if let Some(cell) = cells.iter().find(|cell| cell.needs_memory() && !cell.source.can_be_measured()) {
            return Err(SpecError::TooLargeForMemory(cell.algorithm));
        }
        Ok(Sweep::new(self, cells))
    }

    /// How many cells of random trees the grid has.
    pub fn random_cells(&self) -> u64 {
        self.searches().saturating_mul(self.random.as_ref().map_or(0, RandomTrees::len))
    }

    /// How many cells of games the grid has.
    pub fn game_cells(&self) -> u64 {
        self.searches().saturating_mul(self.games.iter().map(|games| games.depth.len() as u64).sum())
    }

    /// How many runs the grid has at the most.
    pub fn runs(&self) -> u64 {
        self.random_cells().saturating_mul(self.trees.into()).saturating_add(self.game_cells())
    }

    /// In how many ways each tree is searched.
    fn searches(&self) -> u64 {
        (self.algorithm.len() as u64).saturating_mul(self.cutoff.len() as u64)
    }

    fn check(&self) -> Result<(), SpecError> {
        let lists = [
            ("kind of leaves", self.random.as_ref().is_some_and(|random| random.leaves.is_empty())),
            ("ordering", self.random.as_ref().is_some_and(|random| random.ordering.is_empty())),
            ("game, or random trees", self.random.is_none() && self.games.is_empty()),
            ("algorithm", self.algorithm.is_empty()),
            ("cutoff rule", self.cutoff.is_empty()),
            ("tree", self.trees == 0),
        ];
        if let Some((name, _)) = lists.into_iter().find(|&(_, is_empty)| is_empty) {
            return Err(SpecError::Nothing(name));
        }
        if self.games.iter().any(|games| games.depth.iter().any(|depth| depth > MOST_MOVES)) {
            return Err(SpecError::TooDeep);
        }
        if let Some(twice) = self.named_twice() {
            return Err(SpecError::Twice(twice));
        }
        if self.algorithm.iter().any(|algorithm| algorithm.asks_at().is_some()) {
            return Err(SpecError::Threshold);
        }
        if self.seed.checked_add(u64::from(self.trees)).is_none_or(|end| end > i64::MAX as u64) {
            return Err(SpecError::Seed);
        }
        if self.standard_error.is_some_and(|error| !error.is_finite() || error <= 0.0) {
            return Err(SpecError::StandardError);
        }
        if !(1..=MOST_REPEATS).contains(&self.repeat) {
            return Err(SpecError::Repeat);
        }
        // Before the cells are made, which would not have room either.
        if self.runs() > MAX_RUNS {
            return Err(SpecError::TooManyRuns(self.runs()));
        }
        let ratio = |view: &View| if let Scale::Ratio(to) = view.scale { Some(to) } else { None };
        let missing = self.chart.iter().filter_map(ratio).find(|to| !self.algorithm.contains(to));
        missing.map_or(Ok(()), |algorithm| Err(SpecError::NoSuchAlgorithm(algorithm)))
    }

    /// What the grid would have two equal cells of.
    fn named_twice(&self) -> Option<String> {
        let rules: Vec<&str> = self.cutoff.iter().map(|rule| rule.id()).collect();
        let laws = self.random.iter();
        let laws = laws.filter_map(|laws| twice(&laws.leaves).or_else(|| twice(&laws.ordering)));
        let plays = |games: &Games, depth| games.depth.iter().any(|other| other == depth);
        let is_played_before = |place: usize, depth| {
            let games = &self.games[place];
            self.games[..place].iter().any(|before| before.from == games.from && plays(before, depth))
        };
        let mut played = self.games.iter().enumerate().filter_map(|(place, games)| {
            let depth = games.depth.iter().find(|&depth| is_played_before(place, depth))?;
            Some(format!("{} to depth {depth}", games.from))
        });
        twice(&self.algorithm).or_else(|| twice(&rules)).or_else(|| laws.chain(played.next()).next())
    }

    /// What is drawn: the charts that were asked for, or one of each measure that there is.
    pub fn views(&self) -> Vec<View> {
        if !self.chart.is_empty() {
            return self.chart.clone();
        }
        Measure::all().filter(|measure| measure.has_chart() && self.has(*measure)).map(View::of).collect()
    }

    /// Whether two sweeps differ at most in what they are called and how they are shown.
    pub fn has_same_runs(&self, other: &Spec) -> bool {
        let runs =
            |spec: &Spec| Spec { title: String::new(), description: String::new(), chart: Vec::new(), ..spec.clone() };
        runs(self) == runs(other)
    }

    /// Whether runs of the sweep have a measure.
    pub fn has(&self, measure: Measure) -> bool {
        match measure.owners() {
            Owners::Timed => self.time,
            Owners::MemoryMeasured => self.memory,
            _ => self.algorithm.iter().any(|algorithm| measure.is_of(algorithm.entry())),
        }
    }
}

/// What a list has twice.
fn twice<T: PartialEq + fmt::Display>(list: &[T]) -> Option<String> {
    let mut again = list.iter().enumerate().filter(|&(place, item)| list[..place].contains(item));
    again.next().map(|(_, item)| item.to_string())
}

/// Part K of N of a sweep, K counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Whether this part has the thing with this number.
    pub(super) fn has(self, place: u64) -> bool {
        place % u64::from(self.of) == u64::from(self.number - 1)
    }
}

/// The text names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no part of a sweep; write K/N with K from 1 to N, such as 2/4")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let shard = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
            (1..=of).contains(&number).then_some(Shard { number, of })
        };
        shard().ok_or_else(|| ShardError(text.to_string()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}
