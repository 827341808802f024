//! Compares Hughes' pipelines with his own program under GHC. `data/hughes/Hughes.hs` says what was run and how.

use std::collections::BTreeSet;

use assert_cmd::Command;
use plyscope::game::{AnyGame, Chess, Erased, ErasedPosition, Game, GameName, Playable, Stages};
use plyscope::progress::Progress;
use plyscope::search::hughes::Pipeline;
use plyscope::search::story::{Event, Said};
use plyscope::search::{Algorithm, Limits, Report, StaticValues, tell};
use plyscope::tree::file::{Format, parse};
use plyscope::tree::{Children, NodeId, Player, Tree, Value};
use serde::Deserialize;
use serde_json::Value as Json;

const RUNS: &str = include_str!("../data/hughes_pipelines.jsonl");

/// A line of the file: a game from a position, or a tree, and the pipelines that were run on it.
#[derive(Deserialize)]
struct Line {
    game: Option<String>,
    #[serde(default)]
    position: String,
    #[serde(default)]
    root: Json,
    #[serde(default)]
    tree: Json,
    runs: Vec<Run>,
}

/// A pipeline and the results of the program under GHC.
#[derive(Deserialize)]
struct Run {
    prune: Option<u32>,
    dynamic: u8,
    highfirst: u8,
    taketree: Option<usize>,
    alpha_beta: u8,
    value: i32,
    leaves: u64,
    ordering: u64,
    computed: u64,
    which: Json,
}

impl Run {
    fn pipeline(&self) -> Pipeline {
        let (dynamic, highfirst) = (self.dynamic == 1, self.highfirst == 1);
        let stages = Stages { prune: self.prune, dynamic, highfirst, taketree: self.taketree, sooner: false };
        Pipeline { stages, alpha_beta: self.alpha_beta == 1 }
    }

    /// Checks that the results here are the same. `which` are the evaluated leaves as written in the file.
    fn assert_same(&self, context: &str, value: Option<Value>, evaluated: StaticValues, which: &Json) {
        let context = format!("{} on {context}", self.pipeline());
        assert_eq!(value, Some(Value::from(self.value)), "{context}");
        assert_eq!(evaluated.leaves, self.leaves, "{context}: leaves");
        assert_eq!(evaluated.ordering, self.ordering, "{context}: ordering");
        assert_eq!(evaluated.total(), self.computed, "{context}: static values");
        assert_eq!(which, &self.which, "{context}: which leaves");
    }

    /// The same pipeline by the flags of a command.
    fn assert_command_says_the_same(&self, command: &[&str]) {
        let said = said(command, self.pipeline());
        let context = format!("{} by {command:?}", self.pipeline());
        assert_eq!(said["value"], self.value, "{context}");
        assert_eq!(said["evaluations"], self.leaves, "{context}");
        // Without a stage that sorts, only leaves are evaluated.
        if self.highfirst == 1 {
            assert_eq!(said["ordering_evaluations"], self.ordering, "{context}");
            assert_eq!(said["static_evaluations"], self.computed, "{context}");
        } else {
            assert_eq!((self.ordering, self.computed), (0, self.leaves), "{context}");
            assert!(said["ordering_evaluations"].is_null(), "{context}");
        }
    }
}

/// The output of the command for its only run.
fn said(command: &[&str], pipeline: Pipeline) -> Json {
    let mut process = Command::cargo_bin("plyscope").unwrap();
    process.args(command).args(["--format", "json"]);
    process.args(["--algorithm", if pipeline.alpha_beta { "lazy-alpha-beta" } else { "lazy-minimax" }]);
    for (flag, number) in
        [("--prune", pipeline.stages.prune), ("--taketree", pipeline.stages.taketree.map(|k| k as u32))]
    {
        if let Some(number) = number {
            process.args([flag, &number.to_string()]);
        }
    }
    for (flag, is_set) in [("--dynamic", pipeline.stages.dynamic), ("--highfirst", pipeline.stages.highfirst)] {
        if is_set {
            process.arg(flag);
        }
    }
    let assert = process.assert().success();
    let object: Json = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    object["runs"][0].clone()
}

fn lines() -> Vec<Line> {
    RUNS.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs a pipeline and calls a function with every leaf that it evaluates.
fn evaluate(
    pipeline: Pipeline,
    game: &Erased<'_>,
    mut on_leaf: impl FnMut(&ErasedPosition),
) -> (Report<ErasedPosition>, StaticValues) {
    let mut open: Vec<ErasedPosition> = Vec::new();
    let mut listener = |events: &[Event]| {
        for event in events {
            match event.read() {
                Said::Enter { index, value, .. } => {
                    let child = |parent: &ErasedPosition| game.moves(parent).nth(index as usize).unwrap();
                    let position = open.last().map_or_else(|| game.root(), child);
                    if value.is_some() {
                        on_leaf(&position);
                    } else {
                        open.push(position);
                    }
                }
                Said::Leave { .. } => drop(open.pop()),
                _ => {}
            }
        }
    };
    let report = tell(Algorithm::of_pipeline(pipeline), game, Limits::default(), &mut listener);
    let values = report.extras.static_values.unwrap();
    (report, values)
}

/// The number of a game's position in the file, as computed by `checksum` in Hughes.hs.
fn checksum(label: &str) -> u64 {
    label.chars().fold(0, |sum, c| (31 * sum + u64::from(c)) % 1_000_003)
}

/// A tree in which the nodes with the label `dynamic` are dynamic.
struct WithDynamic(Tree);

impl Game for WithDynamic {
    type Position = NodeId;
    type Key = ();
    type Moves<'g> = Children<'g>;

    fn root(&self) -> NodeId {
        self.0.root()
    }

    fn player(&self, node: &NodeId) -> Player {
        self.0.player(*node)
    }

    fn moves(&self, node: &NodeId) -> Children<'_> {
        self.0.moves(node)
    }

    fn static_value(&self, node: &NodeId) -> Option<Value> {
        self.0.static_value(node)
    }

    fn dynamic(&self, node: &NodeId) -> bool {
        self.0.label(*node) == Some("dynamic")
    }
}

/// Uses the names of the tree.
impl Playable for WithDynamic {}

#[test]
fn every_pipeline_on_games_evaluates_the_same_as_under_ghc() {
    let (mut positions, mut runs) = (0, 0);
    for line in lines() {
        let Some(game) = &line.game else { continue };
        let game = AnyGame::from_position(GameName::of_id(game).unwrap(), &line.position).unwrap();
        let game = game.game().erased();
        for run in &line.runs {
            let mut sum = 0;
            let add = |leaf: &ErasedPosition| sum += checksum(&game.label(leaf));
            let (report, evaluated) = evaluate(run.pipeline(), &game, add);
            run.assert_same(&line.position, report.outcome.value(), evaluated, &sum.into());
        }
        positions += 1;
        runs += line.runs.len();
    }
    assert_eq!((positions, runs), (26, 3214));
}

#[test]
fn every_pipeline_on_trees_evaluates_the_same_as_under_ghc() {
    let (mut trees, mut runs) = (0, 0);
    for line in lines().iter().filter(|line| line.game.is_none()) {
        let file = serde_json::json!({ "root": line.root, "tree": line.tree }).to_string();
        let game = WithDynamic(parse(Some(Format::JSON), file.as_bytes(), &Progress::new()).unwrap());
        trees += 1;
        runs += line.runs.len();
        for run in &line.runs {
            let mut leaves = BTreeSet::new();
            let insert = |leaf: &ErasedPosition| assert!(leaves.insert(leaf.position::<NodeId>().unwrap().index()));
            let (report, evaluated) = evaluate(run.pipeline(), &Erased::new(&game), insert);
            run.assert_same(&file, report.outcome.value(), evaluated, &Json::from_iter(leaves));
        }
    }
    assert_eq!((trees, runs), (60, 840));
}

#[test]
fn the_flags_of_game_give_the_pipelines_of_ghc() {
    for line in lines() {
        let Some(game) = &line.game else { continue };
        for run in line.runs.iter().skip(line.position.len() % 7).step_by(41) {
            run.assert_command_says_the_same(&["game", game, "--position", &line.position]);
        }
    }
}

#[test]
fn the_flags_of_search_give_the_pipelines_of_ghc() {
    let folder = tempfile::tempdir().unwrap();
    for (number, line) in lines().iter().filter(|line| line.game.is_none()).enumerate() {
        let path = folder.path().join(format!("{number}.json"));
        std::fs::write(&path, serde_json::json!({ "root": line.root, "tree": line.tree }).to_string()).unwrap();
        if let Some(run) = line.runs.iter().find(|run| run.dynamic == 0 && run.leaves > 1) {
            run.assert_command_says_the_same(&["search", path.to_str().unwrap()]);
        }
    }
}

/// Trees have no dynamic positions, so this flag is compared with the pipeline, which is compared with GHC above.
#[test]
fn the_flag_dynamic_extends_chess_positions_that_are_not_quiet() {
    let fen = "7k/8/8/3p4/8/2N5/8/K7 w - -";
    let game = Chess::from_position(fen).unwrap();
    let mut leaves = Vec::new();
    for dynamic in [false, true] {
        for highfirst in [false, true] {
            let stages = Stages { dynamic, highfirst, ..Stages::to_depth(1) };
            let pipeline = Pipeline { stages, alpha_beta: false };
            let (report, evaluated) = evaluate(pipeline, &Erased::new(&game), |_| ());
            let said = said(&["game", "chess", "--position", fen], pipeline);
            let value = report.outcome.value().map(Value::get);
            assert_eq!((said["value"].as_f64(), said["evaluations"].as_u64()), (value, Some(evaluated.leaves)));
            leaves.push(evaluated.leaves);
        }
    }
    assert!(leaves[2] > leaves[0] && leaves[3] > leaves[1], "{leaves:?}");
}
