//! What a sweep is to run; what its file says.

use std::fmt;
use std::str::FromStr;

use super::{Cell, Measure, Numbers, Scale, Sweep, View};
use crate::generate::{Generator, GeneratorError, Leaves, Ordering, Probability, Shape};
use crate::search::{Algorithm, CutoffRule};

/// The most runs that a sweep may have; their results are kept in memory.
const MAX_RUNS: u64 = 20_000_000;

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
    /// How leaves get their values.
    #[serde(default = "continuous")]
    pub leaves: Vec<Leaves>,
    /// In which order children stand.
    #[serde(default = "random")]
    pub ordering: Vec<Ordering>,
    /// Children of an inner node.
    pub branching: Numbers,
    /// Levels below the root.
    pub depth: Numbers,
    /// The fewest children of an inner node, where they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_branching: Option<u32>,
    /// How likely a node is a leaf before its time.
    #[serde(default, skip_serializing_if = "Probability::is_zero")]
    pub leaf_probability: Probability,
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
    /// What is drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chart: Vec<View>,
}

fn continuous() -> Vec<Leaves> {
    vec![Leaves::Continuous]
}

fn random() -> Vec<Ordering> {
    vec![Ordering::Random]
}

fn usual() -> Vec<Algorithm> {
    Algorithm::DEFAULT.to_vec()
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
    /// A list has nothing in it.
    #[error("a sweep needs at least one {0}; name one")]
    Nothing(&'static str),
    /// The grid has too many runs.
    #[error("the sweep would have {0} runs, and may have at most 20,000,000; take fewer trees or a smaller grid")]
    TooManyRuns(u64),
    /// Seeds do not fit in a file.
    #[error("seeds go up to 9223372036854775807; choose a smaller seed")]
    Seed,
    /// The standard error is none.
    #[error("the standard error asked for is a share of the mean, such as 0.01; write a number greater than 0")]
    StandardError,
    /// A threshold test does not find the value.
    #[error("a threshold test needs a number of its own for each tree; take algorithms that find the value")]
    Threshold,
    /// The search needs the tree in memory.
    #[error(
        "tail-recursive-memo searches trees in memory, which may have at most 100,000,000 nodes; choose a smaller depth or branching"
    )]
    TooLargeForMemo,
    /// The parts are to be compared with what is not in the sweep.
    #[error("the charts compare with {0}, which the sweep does not run; add it to the algorithms")]
    NoSuchAlgorithm(Algorithm),
}

impl Spec {
    /// The sweep of full trees that has the usual settings in everything else.
    pub fn new(branching: Numbers, depth: Numbers) -> Spec {
        Spec {
            title: String::new(),
            description: String::new(),
            leaves: continuous(),
            ordering: random(),
            branching,
            depth,
            min_branching: None,
            leaf_probability: Probability::default(),
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
            chart: Vec::new(),
        }
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

    /// The grid, checked. Cells come in the order of leaves, ordering, branching, depth, algorithm and cutoff rule.
    pub fn sweep(self) -> Result<Sweep, SpecError> {
        self.check()?;
        let mut cells = Vec::new();
        for (&leaves, &ordering) in self.leaves.iter().flat_map(|leaves| self.ordering.iter().map(move |o| (leaves, o)))
        {
            for (branching, depth) in self.branching.iter().flat_map(|b| self.depth.iter().map(move |d| (b, d))) {
                let shape = Shape {
                    branching,
                    depth,
                    min_branching: self.min_branching,
                    leaf_probability: self.leaf_probability,
                };
                let generator = Generator::new(leaves, ordering, shape).map_err(|error| SpecError::Generator {
                    leaves,
                    branching,
                    depth,
                    error,
                })?;
                for &algorithm in &self.algorithm {
                    cells.extend(self.cutoff.iter().map(|&cutoff| Cell { generator, algorithm, cutoff }));
                }
            }
        }
        if cells.iter().any(|cell| cell.needs_memory() && !cell.generator.estimate().can_be_built()) {
            return Err(SpecError::TooLargeForMemo);
        }
        Ok(Sweep::new(self, cells))
    }

    /// How many runs the grid has at the most.
    fn runs(&self) -> u64 {
        let laws = [self.leaves.len(), self.ordering.len(), self.branching.len(), self.depth.len()];
        let cells = laws.into_iter().chain([self.algorithm.len(), self.cutoff.len()]);
        cells.fold(u64::from(self.trees), |runs, count| runs.saturating_mul(count as u64))
    }

    fn check(&self) -> Result<(), SpecError> {
        let lists = [
            ("kind of leaves", self.leaves.is_empty()),
            ("ordering", self.ordering.is_empty()),
            ("algorithm", self.algorithm.is_empty()),
            ("cutoff rule", self.cutoff.is_empty()),
            ("tree", self.trees == 0),
        ];
        if let Some((name, _)) = lists.into_iter().find(|&(_, is_empty)| is_empty) {
            return Err(SpecError::Nothing(name));
        }
        if self.algorithm.iter().any(|algorithm| matches!(algorithm, Algorithm::Threshold { .. })) {
            return Err(SpecError::Threshold);
        }
        if self.seed.checked_add(u64::from(self.trees)).is_none_or(|end| end > i64::MAX as u64) {
            return Err(SpecError::Seed);
        }
        if self.standard_error.is_some_and(|error| error.is_nan() || error <= 0.0) {
            return Err(SpecError::StandardError);
        }
        // Before the cells are made, which would not have room either.
        if self.runs() > MAX_RUNS {
            return Err(SpecError::TooManyRuns(self.runs()));
        }
        let ratio = |view: &View| if let Scale::Ratio(to) = view.scale { Some(to) } else { None };
        let missing = self.chart.iter().filter_map(ratio).find(|to| !self.algorithm.contains(to));
        missing.map_or(Ok(()), |algorithm| Err(SpecError::NoSuchAlgorithm(algorithm)))
    }

    /// What is drawn: the charts that were asked for, or one of each measure that there is.
    pub fn views(&self) -> Vec<View> {
        if !self.chart.is_empty() {
            return self.chart.clone();
        }
        let mut measures = vec![Measure::Evaluations, Measure::DistinctLeaves, Measure::VisitedNodes];
        measures.extend(self.time.then_some(Measure::Seconds));
        if self.memory {
            measures.extend([Measure::PeakHeapBytes, Measure::PeakStackBytes]);
        }
        measures.into_iter().map(View::of).collect()
    }
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
