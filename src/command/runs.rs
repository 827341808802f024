//! What `search` and `game` share: the flags of a run and its output.

use std::borrow::Cow;

use clap::builder::PossibleValuesParser;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use super::algorithms::{Algorithms, Numbers};
use super::{Failure, Printed, choice, to_json, whole_number, wrong};
use crate::experiment::agreement;
use crate::experiment::comparison::{COLUMNS, Row, columns_for};
use crate::experiment::cost::MOST_REPEATS;
use crate::experiment::{Measure, MeasuredOnGame, Repeats, Resources, Runnable, Settings, Summary, measure_on_game};
use crate::format;
use crate::game::Stages;
use crate::game::unfold::Size;
use crate::progress::Progress;
use crate::search::Asked;
use crate::search::hughes::Pipeline;
use crate::search::{Algorithm, Bound, Budget, Cutoff, CutoffRule, NEEDS_PLAYERS_ALONE, Outcome, StaticValues};
use crate::table::TABLE_FORMATS;
use crate::tree::{Player, Tree, Value};

/// Nodes and leaves of larger trees are not counted.
pub(super) const MOST_COUNTED_NODES: u64 = 10_000_000;

/// How the algorithms run.
#[derive(clap::Args, Debug)]
pub(super) struct RunArguments {
    /// The algorithms, separated by commas, or `all` [default: all]
    #[arg(short, long, value_name = "ID,...")]
    algorithm: Option<Algorithms>,
    #[command(flatten)]
    numbers: Numbers,
    /// When to cut: `non-strict` at alpha >= beta, `strict` at alpha > beta
    #[arg(long, value_name = "RULE", default_value = "non-strict", value_parser = choice::<CutoffRule>())]
    cutoff: CutoffRule,
    /// Evaluations per run, at most: a number, `unlimited`, or `automatic` for 10,000,000 or the number of leaves of a tree in memory,
    /// whichever is larger
    #[arg(long, value_name = "N", default_value = "automatic")]
    budget: Budget,
    /// Number of timed runs per algorithm [default: as many as fit in 5 ms, at most 1,000]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=MOST_REPEATS))]
    repeat: Option<u32>,
    /// The smallest and largest value that a leaf can have, taken as known by searches that cut off at chance nodes, such as -10..10
    /// [default: those of the tree or game]
    #[arg(long, value_name = "L..U", value_parser = bounds, allow_hyphen_values = true)]
    bounds: Option<[Value; 2]>,
    #[command(flatten)]
    stages: StageArguments,
    /// Output format [default: table]
    #[arg(long, value_name = "FORMAT", value_parser = Printed::parser())]
    format: Option<Printed>,
    /// The columns of the table, in this order [default: those that the algorithms have in common]
    #[arg(
        long, value_name = "COLUMN,...", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(COLUMNS.iter().map(|column| column.id))
    )]
    columns: Vec<String>,
}

/// The stages of Hughes' pipeline that shape the tree before it is searched.
#[derive(clap::Args, Clone, Copy, Debug)]
struct StageArguments {
    /// Extend positions that are not quiet below the depth limit, which is needed (quiescence)
    #[arg(long)]
    dynamic: bool,
    /// Order children by static value, the best for the player to move first
    #[arg(long)]
    highfirst: bool,
    /// Search only the first K children of each node
    #[arg(long, value_name = "K", value_parser = whole_number(1..=u32::MAX))]
    taketree: Option<u32>,
}

impl RunArguments {
    /// How the tree is shaped before it is searched, with or without a depth limit.
    pub(super) fn stages(&self, depth: Option<u32>) -> Result<Stages, Failure> {
        let StageArguments { dynamic, highfirst, taketree } = self.stages;
        if dynamic && depth.is_none() {
            let message = "--dynamic extends a search below its depth limit, and here is none; add one with --depth, \
                           or remove --dynamic";
            return Err(wrong(message));
        }
        Ok(Stages { prune: depth, dynamic, highfirst, taketree: taketree.map(|k| k as usize), sooner: false })
    }

    /// The settings of the runs on a tree that is shaped by these stages.
    pub(super) fn settings(&self, stages: Stages) -> Settings {
        Settings {
            cutoff: self.cutoff,
            stages,
            budget: self.budget,
            repeats: self.repeat.map_or(Repeats::Automatic, Repeats::Times),
            bounds: self.bounds,
        }
    }

    /// Whether the result is one JSON object.
    pub(super) fn prints_json(&self) -> bool {
        matches!(self.format, Some(Printed::Json))
    }

    /// Refuses what has no effect on the result.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.printed().refuse_columns(&self.columns)
    }

    /// How the results are printed: as aligned columns, unless another format was asked for.
    pub(super) fn printed(&self) -> Printed {
        self.format.unwrap_or(Printed::Table(&TABLE_FORMATS[0]))
    }

    /// Whether the results were asked for by more than an algorithm.
    pub(super) fn asks_for_results(&self) -> bool {
        self.format.is_some() || !self.columns.is_empty() || self.repeat.is_some()
    }

    /// The algorithms to run, in their order: those that are requested, or else all that are applicable.
    pub(super) fn applicable(&self, has_chance: bool) -> Result<Vec<Algorithm>, Failure> {
        let mut algorithms = self.algorithms()?;
        let is_applicable = |algorithm: &Algorithm| !has_chance || algorithm.entry().takes_chance;
        if !self.names_algorithms() {
            algorithms.retain(is_applicable);
        } else if !algorithms.is_empty() && !algorithms.iter().any(is_applicable) {
            let many = if algorithms.len() == 1 { NEEDS_PLAYERS_ALONE } else { NEED_PLAYERS_ALONE };
            let ids: Vec<String> = algorithms.iter().map(Algorithm::to_string).collect();
            let ids = format::series(&ids, "and");
            return Err(wrong(format!("{ids} {many}; add expectiminimax, star1 or star2")));
        }
        Ok(algorithms)
    }

    /// The requested algorithms, in that order.
    pub(super) fn algorithms(&self) -> Result<Vec<Algorithm>, Failure> {
        let requested = self.algorithm.clone().map_or_else(|| "all".parse(), Ok);
        requested.and_then(|algorithms: Algorithms| algorithms.with_numbers(Some(&self.numbers))).map_err(wrong)
    }

    /// Whether algorithms were requested by name.
    pub(super) fn names_algorithms(&self) -> bool {
        self.algorithm.is_some()
    }

    /// Searches a game that is shaped already; `leaves` is the number of its leaves, if known.
    pub(super) fn search_game(
        &self,
        game: &dyn Runnable,
        stages: Stages,
        facts: TreeFacts,
        leaves: Option<u64>,
    ) -> Result<String, Failure> {
        let settings = self.settings(stages);
        let (mut summaries, mut told) = (Vec::new(), Vec::new());
        for algorithm in self.applicable(game.has_chance_nodes())? {
            let run = measure_on_game(algorithm, game, settings, &Progress::new());
            summaries.push(run.summary(leaves));
            told.push(details(&run, game, stages));
        }
        self.print(&summaries, facts, told)
    }

    /// The comparison in the requested format.
    pub(super) fn print(&self, runs: &[Summary], tree: TreeFacts, details: Vec<Details>) -> Result<String, Failure> {
        match self.printed() {
            Printed::Table(format) => {
                let (mut rows, mut notes) = (Vec::new(), Vec::new());
                for run in runs {
                    rows.push(Row::of_summary(run));
                    notes.extend(note(run));
                    notes.extend(run.taken_as_known());
                    notes.extend(run.why_not_applicable());
                }
                let mut table = if self.columns.is_empty() {
                    agreement::table(&rows, &columns_for(&rows))
                } else {
                    let all: Vec<usize> = (0..COLUMNS.len()).collect();
                    agreement::table(&rows, &all).with_columns(&self.columns)
                };
                table.notes.append(&mut notes);
                Ok((format.write)(&table))
            }
            Printed::Json => {
                let objects = runs.iter().zip(details).map(|(run, details)| RunJson::new(run, details));
                to_json(&Comparison { tree, runs: objects.collect() })
            }
        }
    }
}

/// [`NEEDS_PLAYERS_ALONE`] of several.
const NEED_PLAYERS_ALONE: &str = "search trees of MAX and MIN alone, and this one has chance nodes";

/// Reads known bounds of the values of leaves.
pub(super) fn bounds(text: &str) -> Result<[Value; 2], String> {
    let shape = || "expected two numbers with two points between, such as -10..10".to_owned();
    let (low, high) = text.split_once("..").ok_or_else(shape)?;
    let [low, high] = [low, high].map(str::parse::<Value>);
    let (low, high) = (low.map_err(|_| shape())?, high.map_err(|_| shape())?);
    if low <= high { Ok([low, high]) } else { Err("the smaller number comes first".into()) }
}

/// A note on static values, for which the table has no column.
fn note(run: &Summary) -> Option<String> {
    let values = run.effort.extras.static_values?;
    let leaves = format::count(values.leaves, "static value", "static values");
    let (ordering, shared) = (format::grouped(values.ordering), format::grouped(values.shared));
    let were = if values.shared == 1 { "was" } else { "were" };
    let algorithm = run.algorithm;
    Some(format!("{algorithm}: {leaves} at leaves and {ordering} for ordering, of which {shared} {were} shared"))
}

/// The object that `--format json` prints; its fields are a contract.
#[derive(Serialize)]
struct Comparison {
    tree: TreeFacts,
    runs: Vec<RunJson>,
}

/// The tree that was searched. The size of a game's tree is missing if it was too large to count.
#[derive(Serialize)]
pub(super) struct TreeFacts {
    pub(super) title: String,
    pub(super) root: Player,
    pub(super) nodes: Option<u64>,
    pub(super) leaves: Option<u64>,
    pub(super) depth: Option<u32>,
}

impl TreeFacts {
    /// For a game's tree.
    pub(super) fn of_game(game: &dyn Runnable, title: String, size: Option<Size>) -> TreeFacts {
        TreeFacts {
            title,
            root: game.root_player(),
            nodes: size.map(|size| size.nodes),
            leaves: size.map(|size| size.leaves),
            depth: size.map(|size| size.height),
        }
    }
}

/// The result of an algorithm.
#[derive(Serialize)]
struct RunJson {
    algorithm: &'static str,
    /// The name of the search in a trace.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The number of an algorithm that has one, named like its flag.
    #[serde(flatten)]
    parameter: Map<String, Json>,
    /// `None` if a trace does not give it.
    cutoff: Option<CutoffRule>,
    outcome: &'static str,
    /// A number; for a threshold test, whether the value is at least `at`.
    value: Option<Json>,
    /// `lower` or `upper` if the value is a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    /// Child indices.
    line: Option<Vec<usize>>,
    /// The line as names of moves, for games.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined_at: Option<Vec<usize>>,
    /// What [`measures`] returns.
    #[serde(flatten)]
    measures: Map<String, Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation_order: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cutoffs: Option<Vec<CutoffJson>>,
    /// The composition, if stages were chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pipeline: Option<String>,
    /// Static values computed for ordering.
    #[serde(skip_serializing_if = "Option::is_none")]
    ordering_evaluations: Option<u64>,
    /// All static values, each counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    static_evaluations: Option<u64>,
}

/// Output fields that only some runs have.
#[derive(Default)]
pub(super) struct Details {
    pub(super) line: Option<Vec<usize>>,
    pub(super) moves: Option<Vec<String>>,
    pub(super) undefined_at: Option<Vec<usize>>,
    pub(super) evaluation_order: Option<Vec<usize>>,
    pub(super) cutoffs: Option<Vec<CutoffJson>>,
    pub(super) pipeline: Option<String>,
}

/// A cutoff: the node that was left early, and why.
#[derive(Serialize)]
pub(super) struct CutoffJson {
    /// Child indices.
    node: Vec<usize>,
    /// A word of the trace's own, if it has one.
    kind: Cow<'static, str>,
    /// Beta at a MAX node and alpha at a MIN node, or the number asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Json>,
    /// The comparison of a question, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<&'static str>,
    /// The node whose value set the bound; `null` if no node did, or if it is unknown.
    by: Option<Vec<usize>>,
}

impl CutoffJson {
    pub(super) fn new(tree: &Tree, cutoff: &Cutoff, word: Option<&str>) -> CutoffJson {
        CutoffJson {
            node: tree.path(cutoff.node),
            kind: word.map_or(Cow::Borrowed(cutoff.cause.id()), |word| Cow::Owned(word.to_owned())),
            bound: cutoff.bound.get().is_finite().then(|| cutoff.bound.into()),
            asked: cutoff.asked.map(Asked::sign),
            by: cutoff.witness.map(|witness| tree.path(witness)),
        }
    }
}

impl RunJson {
    fn new(run: &Summary, details: Details) -> RunJson {
        let Details { line, moves, undefined_at, evaluation_order, cutoffs, pipeline } = details;
        let static_values = run.effort.extras.static_values;
        let mut parameter = Map::new();
        for (of, value) in run.algorithm.parameters() {
            parameter.insert(of.flag.replace('-', "_"), of.to_json(value));
        }
        RunJson {
            algorithm: run.algorithm.id(),
            name: run.algorithm.trace_name().map(|name| name.to_string()),
            parameter,
            cutoff: run.cutoff,
            outcome: run.outcome.id(),
            value: match run.outcome {
                Outcome::Finished(value) => Some(value.into()),
                Outcome::Answered(answer) => Some(answer.into()),
                _ => None,
            },
            bound: match run.bound {
                Bound::Exact => None,
                Bound::Lower => Some("lower"),
                Bound::Upper => Some("upper"),
            },
            line,
            moves,
            undefined_at,
            measures: measures(run),
            evaluation_order,
            cutoffs,
            pipeline,
            ordering_evaluations: static_values.map(|values| values.ordering),
            static_evaluations: static_values.as_ref().map(StaticValues::total),
        }
    }
}

/// The measures of a run: those that its algorithm has, and `null` for what was not measured.
fn measures(run: &Summary) -> Map<String, Json> {
    let resources = Resources::from(run.cost);
    let mut measures = Map::new();
    for measure in Measure::all() {
        if measure.is_of(run.algorithm.entry()) {
            let number = measure.of(&run.effort, &resources).and_then(Value::new);
            measures.insert(measure.id().into(), number.map(Json::from).into());
        }
    }
    // The shortest time beside the median.
    measures.insert("seconds".into(), json!(resources.seconds));
    measures
}

fn details(run: &MeasuredOnGame, game: &dyn Runnable, stages: Stages) -> Details {
    Details {
        moves: run.line.as_ref().and_then(|line| game.move_names(line)),
        line: run.line.clone(),
        pipeline: pipeline(run.algorithm, stages).map(|pipeline| pipeline.to_string()),
        ..Details::default()
    }
}

/// Hughes' pipeline that corresponds to an algorithm and stages.
pub(super) fn pipeline(algorithm: Algorithm, stages: Stages) -> Option<Pipeline> {
    let alpha_beta = algorithm == Algorithm::LAZY_ALPHA_BETA;
    algorithm.entry().is_lazy.then_some(Pipeline { stages, alpha_beta })
}
