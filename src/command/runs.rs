//! What `search` and `game` share: the flags of a run, and what they print of it.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Failure, OutputFormat, to_json, whole_number};
use crate::experiment::comparison::{Row, as_text, columns_for};
use crate::experiment::{MeasuredOnGame, Seconds, Settings, Stages, Summary, measure_on_game};
use crate::format;
use crate::game::unfold::{Size, size};
use crate::game::{Game, Playable, Prune, follow};
use crate::progress::Progress;
use crate::search::hughes::{Evaluated, Highfirst, Pipeline, Taketree};
use crate::search::{Algorithm, Counts, CutoffRule, Laziness, Outcome};
use crate::tree::{Player, Value};

/// Of larger trees neither the nodes nor the leaves are counted.
const MOST_COUNTED_NODES: u64 = 10_000_000;

/// How the algorithms are to run.
#[derive(clap::Args, Debug)]
pub(super) struct RunArguments {
    /// The algorithms, separated by commas, or `all`
    #[arg(short, long, value_name = "ID,...", default_value = "all")]
    algorithm: Algorithms,
    /// With `threshold` among the algorithms: asks whether the value is at least this
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    at: Option<Value>,
    /// When to cut: `non-strict` at alpha >= beta, `strict` at alpha > beta
    #[arg(long, value_enum, value_name = "RULE", default_value = "non-strict")]
    cutoff: CutoffRule,
    /// The most evaluations a run may make [default: 10,000,000, or the number of a file's leaves where that is more]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number(0..=u64::MAX))]
    budget: Option<u64>,
    /// How often each algorithm is timed
    #[arg(
        long, value_name = "N", default_value_t = 1,
        allow_negative_numbers = true, value_parser = whole_number(1..=1_000_000_u32)
    )]
    repeat: u32,
    #[command(flatten)]
    stages: StageArguments,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    format: OutputFormat,
}

/// The algorithms, for the end of a command's help.
pub(super) fn list_of_algorithms() -> String {
    let threshold = Algorithm::Threshold { at: Value::from(0) };
    let line = |algorithm: Algorithm| format!("\n  {}\n      {}", algorithm.id(), algorithm.summary());
    Algorithm::ALL.into_iter().chain([threshold]).map(line).fold("Algorithms:".to_owned(), |list, line| list + &line)
}

/// The stages of Hughes' pipeline that shape the tree before it is searched.
#[derive(clap::Args, Clone, Copy, Debug)]
struct StageArguments {
    /// Go on below the depth limit where the position is not quiet
    #[arg(long)]
    dynamic: bool,
    /// Look at the subtrees with the best static values first
    #[arg(long)]
    highfirst: bool,
    /// Look at the first K subtrees of each node only
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole_number(1..=u32::MAX))]
    taketree: Option<u32>,
}

impl RunArguments {
    /// How the tree is shaped before it is searched.
    pub(super) fn stages(&self) -> Stages {
        let StageArguments { dynamic, highfirst, taketree } = self.stages;
        Stages { dynamic, highfirst, taketree: taketree.map(|k| k as usize) }
    }

    /// The same with a depth limit or without one.
    pub(super) fn settings(&self, depth: Option<u32>) -> Settings {
        Settings { cutoff: self.cutoff, depth, budget: self.budget, repeat: self.repeat }
    }

    /// The algorithms that were asked for, in that order.
    pub(super) fn algorithms(&self) -> Result<Vec<Algorithm>, Failure> {
        let asks = self.algorithm.0.contains(&Named::Threshold);
        let algorithm = |named: &Named| match (named, self.at) {
            (Named::Known(algorithm), _) => Some(*algorithm),
            (Named::Threshold, at) => at.map(|at| Algorithm::Threshold { at }),
        };
        match self.algorithm.0.iter().map(algorithm).collect() {
            Some(algorithms) if asks == self.at.is_some() => Ok(algorithms),
            Some(_) => Err(Failure::Arguments(
                "--at is the number that --algorithm threshold compares the value with; add threshold to the algorithms".into(),
            )),
            None => Err(Failure::Arguments(
                "threshold needs a number to compare the value with; add one, such as --at 5".into(),
            )),
        }
    }

    /// How large a game's tree is after all stages, where that can be counted.
    pub(super) fn size_of<G: Playable>(&self, game: &G, depth: Option<u32>) -> Option<Size> {
        let Stages { dynamic, highfirst, taketree } = self.stages();
        let pruned = Prune::new(depth.unwrap_or(u32::MAX), game).dynamic(dynamic);
        // The order matters to the size where not all are taken.
        let sorted = Highfirst::new(highfirst && taketree.is_some(), &pruned);
        size(&Taketree::new(taketree.unwrap_or(usize::MAX), &sorted), MOST_COUNTED_NODES, &Progress::new()).ok()
    }

    /// Searches a game, of whose tree somebody may have counted the leaves.
    pub(super) fn search_game<G: Playable>(
        &self,
        game: &G,
        depth: Option<u32>,
        facts: TreeFacts,
        leaves: Option<u64>,
    ) -> Result<String, Failure> {
        let (settings, stages) = (self.settings(depth), self.stages());
        let measure = |algorithm| measure_on_game(algorithm, game, stages, settings, &Progress::new());
        let runs: Vec<MeasuredOnGame<G::Position>> = self.algorithms()?.into_iter().map(measure).collect();
        let summaries: Vec<Summary> = runs.iter().map(|run| run.summary(game, leaves)).collect();
        self.print(&summaries, facts, runs.iter().map(|run| details(run, game, stages, depth)))
    }

    /// The comparison in the format that was asked for.
    pub(super) fn print(
        &self,
        runs: &[Summary],
        tree: TreeFacts,
        details: impl Iterator<Item = Details>,
    ) -> Result<String, Failure> {
        match self.format {
            OutputFormat::Table => {
                let rows: Vec<Row> = runs.iter().map(Row::of_summary).collect();
                let notes = runs.iter().zip(details).filter_map(|(run, details)| note(run.algorithm, &details));
                Ok(as_text(&rows, &columns_for(&rows)) + &notes.collect::<String>())
            }
            OutputFormat::Json => {
                let runs =
                    runs.iter().zip(details).map(|(run, details)| RunJson::new(run, self.cutoff, details)).collect();
                to_json(&Comparison { tree, runs })
            }
        }
    }
}

/// A line on what the table of runs has no column for.
fn note(algorithm: Algorithm, details: &Details) -> Option<String> {
    let evaluated = details.evaluated?;
    let [leaves, ordering, shared] = [evaluated.leaves, evaluated.ordering, evaluated.shared].map(format::grouped);
    Some(format!(
        "{algorithm}: {leaves} static values at leaves and {ordering} for ordering, {shared} of them the same\n"
    ))
}

/// A list of algorithms as an argument.
#[derive(Clone, Debug)]
pub(super) struct Algorithms(Vec<Named>);

/// An algorithm as an argument: a threshold test lacks its number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Named {
    Known(Algorithm),
    Threshold,
}

impl Algorithms {
    /// The algorithms, where there is no threshold test among them.
    pub(super) fn without_threshold(&self) -> Option<Vec<Algorithm>> {
        self.0.iter().map(|named| if let Named::Known(algorithm) = named { Some(*algorithm) } else { None }).collect()
    }
}

impl std::str::FromStr for Algorithms {
    type Err = String;

    fn from_str(text: &str) -> Result<Algorithms, String> {
        if text == "all" {
            return Ok(Algorithms(Algorithm::ALL.map(Named::Known).to_vec()));
        }
        let mut chosen = Vec::new();
        for id in text.split(',') {
            let named = match id.trim() {
                "threshold" => Named::Threshold,
                id => Named::Known(id.parse().map_err(|error| format!("{error}, or all"))?),
            };
            if !chosen.contains(&named) {
                chosen.push(named);
            }
        }
        Ok(Algorithms(chosen))
    }
}

/// The object that `--format json` prints; its fields are a contract.
#[derive(Serialize)]
struct Comparison {
    tree: TreeFacts,
    runs: Vec<RunJson>,
}

/// What was searched. Of a game the size of its tree is missing where that was too large to count.
#[derive(Serialize)]
pub(super) struct TreeFacts {
    pub(super) title: String,
    pub(super) root: Player,
    pub(super) nodes: Option<u64>,
    pub(super) leaves: Option<u64>,
    pub(super) depth: Option<u32>,
}

impl TreeFacts {
    /// Of a game's tree.
    pub(super) fn of_game<G: Game>(game: &G, title: String, size: Option<Size>) -> TreeFacts {
        TreeFacts {
            title,
            root: game.player(&game.root()),
            nodes: size.map(|size| size.nodes),
            leaves: size.map(|size| size.leaves),
            depth: size.map(|size| size.height),
        }
    }
}

/// What came of an algorithm.
#[derive(Serialize)]
struct RunJson {
    algorithm: &'static str,
    /// The number that a threshold test compares the value with.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Json>,
    cutoff: CutoffRule,
    outcome: &'static str,
    /// A number; of a threshold test whether the value is at least `at`.
    value: Option<Json>,
    /// Child indices.
    line: Option<Vec<usize>>,
    /// The line in the names of the moves, of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined_at: Option<Vec<usize>>,
    #[serde(flatten)]
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation_order: Option<Vec<usize>>,
    /// The composition, where there is more to it than the algorithm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pipeline: Option<String>,
    /// Static values computed for ordering.
    #[serde(skip_serializing_if = "Option::is_none")]
    ordering_evaluations: Option<u64>,
    /// Static values computed at all, each once.
    #[serde(skip_serializing_if = "Option::is_none")]
    static_evaluations: Option<u64>,
    /// Of the lazy searches.
    #[serde(flatten)]
    laziness: Option<Laziness>,
    /// Of the search with a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    table_hits: Option<u64>,
    seconds: Option<Seconds>,
    peak_heap_bytes: Option<u64>,
    peak_stack_bytes: Option<u64>,
}

/// What a run came by that is told only of some.
#[derive(Default)]
pub(super) struct Details {
    pub(super) line: Option<Vec<usize>>,
    pub(super) moves: Option<Vec<String>>,
    pub(super) undefined_at: Option<Vec<usize>>,
    pub(super) evaluation_order: Option<Vec<usize>>,
    pub(super) pipeline: Option<String>,
    pub(super) evaluated: Option<Evaluated>,
}

impl RunJson {
    fn new(run: &Summary, cutoff: CutoffRule, details: Details) -> RunJson {
        let Details { line, moves, undefined_at, evaluation_order, pipeline, evaluated } = details;
        RunJson {
            algorithm: run.algorithm.id(),
            at: if let Algorithm::Threshold { at } = run.algorithm { Some(number(at)) } else { None },
            cutoff,
            outcome: run.outcome.id(),
            value: match run.outcome {
                Outcome::Finished(value) => Some(number(value)),
                Outcome::Answered(answer) => Some(answer.into()),
                _ => None,
            },
            line,
            moves,
            undefined_at,
            counts: run.counts,
            evaluation_order,
            pipeline,
            ordering_evaluations: evaluated.map(|evaluated| evaluated.ordering),
            static_evaluations: evaluated.map(|evaluated| evaluated.total()),
            laziness: run.laziness,
            table_hits: run.table_hits,
            seconds: run.cost.map(|cost| cost.seconds),
            peak_heap_bytes: run.cost.map(|cost| cost.memory.heap),
            peak_stack_bytes: run.cost.map(|cost| cost.memory.stack),
        }
    }
}

fn details<G: Playable>(run: &MeasuredOnGame<G::Position>, game: &G, stages: Stages, depth: Option<u32>) -> Details {
    let name = |step: &[G::Position]| Some(game.move_name(&step[0], &step[1])).filter(|name| !name.is_empty());
    let moves = |line: &Vec<usize>| follow(game, line)?.windows(2).map(name).collect();
    Details {
        moves: run.line.as_ref().and_then(moves),
        line: run.line.clone(),
        pipeline: pipeline(run.algorithm, stages, depth).map(|pipeline| pipeline.to_string()),
        evaluated: run.evaluated,
        ..Details::default()
    }
}

/// What Hughes' algorithms are composed of.
fn pipeline(
    algorithm: Algorithm,
    Stages { dynamic, highfirst, taketree }: Stages,
    prune: Option<u32>,
) -> Option<Pipeline> {
    let alpha_beta = match algorithm {
        Algorithm::LazyMinimax => false,
        Algorithm::LazyAlphaBeta => true,
        _ => return None,
    };
    Some(Pipeline { prune, dynamic, highfirst, taketree, alpha_beta })
}

/// A whole number without the `.0` that a floating point number prints.
fn number(value: Value) -> Json {
    let number = value.get();
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}
