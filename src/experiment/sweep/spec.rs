//! The description of a sweep, as in its file.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error};

use super::super::Owners;
use super::super::cost::MOST_REPEATS;
use super::{Games, Measure, Numbers, RandomTrees, Scale, Shard, SpecError, View};
use crate::fields::{self, FieldError};
use crate::format::grouped;
use crate::game::{MOST_MOVES, too_deep};
use crate::search::catalogue::LeafClass;
use crate::search::{Algorithm, Budget, Catalogue, CutoffRule};
use crate::tree::Value;

/// The maximum number of runs of a sweep; their results are kept in memory.
pub const MAX_RUNS: u64 = 20_000_000;

/// A grid of cells, the number of trees in each, and what is measured and drawn.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Spec {
    /// The title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The purpose, in a paragraph or more.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The algorithms.
    #[serde(deserialize_with = "algorithms")]
    pub algorithm: Vec<Algorithm>,
    /// The cutoff rules.
    pub cutoff: Vec<CutoffRule>,
    /// The maximum number of trees per cell.
    pub trees: u32,
    /// The seed of the first tree; each further tree has the next seed.
    pub seed: u64,
    /// A cell needs no more trees when the standard error of its mean evaluations is at most this fraction of the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// The maximum number of evaluations of a run.
    #[serde(skip_serializing_if = "Budget::is_automatic")]
    pub budget: Budget,
    /// The smallest and largest value that a leaf can have, for searches that cut off at chance nodes; `None` for those of the
    /// distribution of the leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Value; 2]>,
    /// Whether to measure time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub time: bool,
    /// Whether to measure memory.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub memory: bool,
    /// The number of trees per cell for which time and memory are measured.
    pub measured_trees: u32,
    /// The number of timed repetitions of a run.
    pub repeat: u32,
    /// The shard, if this is only part of the sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The random trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<RandomTrees>,
    /// The games.
    #[serde(rename = "game", skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<Games>,
    /// The charts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chart: Vec<View>,
}

/// An element of a list of algorithms: one of them, or `all`.
struct Listed(Vec<Algorithm>);

impl<'de> Deserialize<'de> for Listed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Listed, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "all" {
            return Ok(Listed(Algorithm::ALL.to_vec()));
        }
        text.parse().map(|algorithm| Listed(vec![algorithm])).map_err(D::Error::custom)
    }
}

fn algorithms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Algorithm>, D::Error> {
    let listed = Vec::<Listed>::deserialize(deserializer)?;
    Ok(listed.into_iter().flat_map(|Listed(algorithms)| algorithms).collect())
}

/// The default settings, without trees or games.
impl Default for Spec {
    fn default() -> Spec {
        Spec {
            title: String::new(),
            description: String::new(),
            algorithm: Algorithm::usual(),
            cutoff: vec![CutoffRule::NonStrict],
            trees: 100,
            seed: 1,
            standard_error: None,
            budget: Budget::Automatic,
            bounds: None,
            time: false,
            memory: false,
            measured_trees: 10,
            repeat: 5,
            shard: None,
            random: None,
            games: Vec::new(),
            chart: Vec::new(),
        }
    }
}

impl Spec {
    /// A sweep of full random trees with the default settings.
    pub fn new(branching: Numbers, depth: Numbers) -> Spec {
        Spec { random: Some(RandomTrees::full(branching, depth)), ..Spec::default() }
    }

    /// Parses a sweep file.
    pub fn from_toml(text: &str) -> Result<Spec, SpecError> {
        Ok(fields::from_text(text).map_err(|error: FieldError| error.in_text(text))?)
    }

    /// The text of a sweep file.
    pub fn to_toml(&self) -> Result<String, SpecError> {
        fields::to_text(self).map_err(|error| SpecError::new(&[], error.message))
    }

    /// Whether chance moves in some of the trees.
    pub fn has_chance(&self) -> bool {
        self.random.as_ref().is_some_and(|random| !random.chance.is_none())
            || self.games.iter().any(|games| games.from.has_chance())
    }

    /// The number of cells with random trees.
    pub fn random_cells(&self) -> u64 {
        self.searches().saturating_mul(self.random.as_ref().map_or(0, RandomTrees::len))
    }

    /// The number of cells with games.
    pub fn game_cells(&self) -> u64 {
        let depths = self.games.iter().map(|games| games.depth.len() as u64).sum();
        self.searches().saturating_mul(depths)
    }

    /// The maximum number of runs of the grid.
    pub fn runs(&self) -> u64 {
        self.random_cells().saturating_mul(self.trees.into()).saturating_add(self.game_cells())
    }

    /// The number of searches of each tree.
    fn searches(&self) -> u64 {
        (self.algorithm.len() as u64).saturating_mul(self.cutoff.len() as u64)
    }

    pub(super) fn check(&self) -> Result<(), SpecError> {
        let random = self.random.as_ref();
        let lists: [(&str, &'static [&str], bool); 6] = [
            ("kind of leaves", &["random", "leaves"], random.is_some_and(|random| random.leaves.is_empty())),
            ("ordering", &["random", "ordering"], random.is_some_and(|random| random.ordering.is_empty())),
            ("game, or random trees", &[], random.is_none() && self.games.is_empty()),
            ("algorithm", &["algorithm"], self.algorithm.is_empty()),
            ("cutoff rule", &["cutoff"], self.cutoff.is_empty()),
            ("tree", &["trees"], self.trees == 0),
        ];
        if let Some(&(what, field, _)) = lists.iter().find(|(.., is_empty)| *is_empty) {
            return Err(SpecError::new(field, format!("a sweep needs at least one {what}; add one")));
        }
        if self.games.iter().any(|games| games.depth.iter().any(|depth| depth > MOST_MOVES)) {
            return Err(SpecError::new(&["game"], too_deep()));
        }
        if let Some(twice) = self.named_twice() {
            return Err(SpecError::new(&[], format!("the sweep lists {twice} twice; remove one of them")));
        }
        if self.algorithm.iter().any(|algorithm| algorithm.asks_at().is_some()) {
            let message =
                "sweeps do not run threshold tests or proof-number search; choose algorithms that compute the value";
            return Err(SpecError::new(&["algorithm"], message));
        }
        if self.seed.checked_add(u64::from(self.trees)).is_none_or(|end| end > i64::MAX as u64) {
            let message = "the seed of every tree must be less than 9,223,372,036,854,775,807; choose a smaller seed or fewer trees";
            return Err(SpecError::new(&["seed"], message));
        }
        if self.standard_error.is_some_and(|error| !error.is_finite() || error <= 0.0) {
            let message = "the standard error is given as a fraction of the mean, such as 0.01; write a finite number greater than 0";
            return Err(SpecError::new(&["standard-error"], message));
        }
        if !(1..=MOST_REPEATS).contains(&self.repeat) {
            let message = format!("repeat must be between 1 and {}", grouped(MOST_REPEATS.into()));
            return Err(SpecError::new(&["repeat"], message));
        }
        // Checked before the cells are made, which would not fit in memory either.
        if self.runs() > MAX_RUNS {
            let (runs, most) = (grouped(self.runs()), grouped(MAX_RUNS));
            let message = format!(
                "the sweep would have {runs} runs, but at most {most} are possible; choose fewer trees or a smaller grid"
            );
            return Err(SpecError::new(&[], message));
        }
        for view in &self.chart {
            let mut shown = view.algorithm.clone();
            if let Scale::Ratio(to) = view.scale {
                shown.push(to);
            }
            if let Some(&missing) = shown.iter().find(|shown| !self.algorithm.contains(shown)) {
                return Err(SpecError::new(
                    &["chart"],
                    format!(
                        "a chart shows {missing}, which the sweep does not run; leave it out of the chart, or add it to the algorithms \
                         of a sweep"
                    ),
                ));
            }
        }
        for view in &self.chart {
            self.check_chart(view)?;
        }
        Ok(())
    }

    /// Refuses a chart that would be empty whatever the runs are.
    fn check_chart(&self, view: &View) -> Result<(), SpecError> {
        let View { measure, scale, .. } = *view;
        let wrong = |message: String| Err(SpecError::new(&["chart"], message));
        if !self.has(measure) {
            let remedy = remedy(measure);
            return wrong(format!("a chart shows {measure}, which the sweep does not measure; {remedy}"));
        }
        if !scale.fits(measure) {
            return wrong(format!(
                "a chart shows {measure} on the scale {scale}, where it means nothing; choose another scale"
            ));
        }
        let are_leaves = |depths: &Numbers| depths.iter().all(|depth| depth == 0);
        let is_of_leaves = || {
            self.random.as_ref().is_none_or(|random| are_leaves(&random.depth))
                && self.games.iter().all(|games| are_leaves(&games.depth))
        };
        let evaluates_all = || self.algorithm.iter().any(|algorithm| algorithm.leaves() == LeafClass::All);
        let has_full_trees = || self.random.as_ref().is_some_and(RandomTrees::has_full_ones);
        match scale {
            Scale::BranchingFactor if is_of_leaves() => {
                wrong("a chart shows the branching factor, which trees of depth 0 do not have; add a depth".into())
            }
            Scale::Share if !has_full_trees() && !evaluates_all() => wrong(
                "a chart shows the share of all leaves, which are known of games and irregular trees only if an algorithm \
                 evaluates them all; add one, such as minimax, or choose another scale"
                    .into(),
            ),
            _ => Ok(()),
        }
    }

    /// The description of two equal cells in the grid, if there are any.
    fn named_twice(&self) -> Option<String> {
        let rules: Vec<&str> = self.cutoff.iter().map(|rule| rule.id()).collect();
        let of_trees = |trees: &RandomTrees| twice(&trees.leaves).or_else(|| twice(&trees.ordering));
        twice(&self.algorithm)
            .or_else(|| twice(&rules))
            .or_else(|| self.random.as_ref().and_then(of_trees))
            .or_else(|| self.played_twice())
    }

    /// The description of the first game that is searched twice to the same depth.
    fn played_twice(&self) -> Option<String> {
        for (index, games) in self.games.iter().enumerate() {
            for depth in games.depth.iter() {
                let is_before = |before: &Games| before.from == games.from && before.depth.has(depth);
                if self.games[..index].iter().any(is_before) {
                    return Some(format!("{} to depth {depth}", games.from));
                }
            }
        }
        None
    }

    /// The charts to draw: those requested, or one for each measure.
    pub fn views(&self) -> Vec<View> {
        if !self.chart.is_empty() {
            return self.chart.clone();
        }
        Measure::all().filter(|&measure| measure.has_chart() && self.has(measure)).map(View::of).collect()
    }

    /// Whether two sweeps have the same runs, whatever their titles and charts.
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

/// What to add to a sweep so that it has a measure.
fn remedy(measure: Measure) -> String {
    match measure.owners() {
        Owners::Timed => "add --time, or time = true to the file".into(),
        Owners::MemoryMeasured => "add --memory, or memory = true to the file".into(),
        Owners::All | Owners::Lazy | Owners::WithTable | Owners::WithMemory => {
            let owner = Catalogue::BUILT_IN.named().find(|entry| measure.is_of(entry));
            format!("add an algorithm that has it, such as {}", owner.map_or("another", |entry| entry.id))
        }
    }
}

/// An element that a list contains twice.
fn twice<T: PartialEq + fmt::Display>(list: &[T]) -> Option<String> {
    let (_, item) = list.iter().enumerate().find(|(index, item)| list[..*index].contains(item))?;
    Some(item.to_string())
}
