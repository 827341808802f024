//! `plyscope search`: runs algorithms on a tree file and prints a table or JSON.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use super::algorithms::list_of_algorithms;
use super::reading::{ReadArguments, opened, root_player};
use super::runs::{CutoffJson, Details, RunArguments, TreeFacts, pipeline};
use super::{
    Failure, interrupt, is_same, moves, refuse_existing, session, too_large_to_open, tree_session_or_trace,
    whole_number, wrong, wrong_file,
};
use crate::experiment::explain::Explained;
use crate::experiment::trace::{Opened, TracedRun, is_trace, trace};
use crate::experiment::{
    Measured, Runnable, Settings, Summary, dropped_by_taketree, evaluation_order, leaves, measure, record,
    room_to_search,
};
use crate::game::{Erased, Stages};
use crate::progress::Progress;
use crate::search::story::{EvaluationOrder, Story, Timeline};
use crate::search::{Algorithm, Outcome};
use crate::session::is_session_file;
use crate::terminal::{self, Lines};
use crate::tree::{NodeId, Player, Tree};
use crate::{format, output};

/// Runs search algorithms on a tree and compares them.
#[derive(clap::Args, Debug)]
#[command(after_help = list_of_algorithms())]
pub struct SearchArguments {
    #[arg(help = tree_session_or_trace())]
    file: PathBuf,
    /// The player at the root, whatever the file says
    #[arg(long, value_name = "max|min", value_parser = root_player())]
    root: Option<Player>,
    /// Search to this depth and use static values there
    #[arg(long, visible_alias = "prune", value_name = "N", value_parser = whole_number(0..=u32::MAX))]
    depth: Option<u32>,
    #[command(flatten)]
    reading: ReadArguments,
    #[command(flatten)]
    runs: RunArguments,
    /// Also print the order of the evaluations and the causes of the cutoffs (needs --format json)
    #[arg(long)]
    record: bool,
    /// Describe each step of each algorithm in a sentence, of a trace only those of its search unless --algorithm is given; with NODE,
    /// explain only why that node was cut off or never visited
    #[arg(long, value_name = "NODE", num_args = 0..=1, default_missing_value = "all", conflicts_with_all = ["record", "repeat", "format", "columns"])]
    explain: Option<Explain>,
    /// Print each move from the root with its exact value, the number of plies of its line and the evaluations that it takes; the best ones
    /// are marked. Each is searched on its own, with alpha-beta unless one --algorithm is named
    #[arg(long, conflicts_with_all = ["record", "repeat", "columns", "explain", "trace"])]
    moves: bool,
    /// Write the events of the search as JSON Lines to FILE, whose name ends in .jsonl, besides what else is asked for; one algorithm at
    /// a time
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Replace the file of --trace if it exists
    #[arg(long, requires = "trace")]
    force: bool,
}

/// What is explained.
#[derive(Clone, Copy, Debug)]
pub(super) enum Explain {
    /// All steps.
    Steps,
    /// A node, by its number in preorder.
    Node(usize),
}

impl Explain {
    /// The node, if it is one.
    fn node(self, tree: &Tree) -> Result<Option<NodeId>, Failure> {
        let Explain::Node(index) = self else { return Ok(None) };
        let missing = || wrong(format!("--explain {index}: the tree has the nodes 0 to {}", tree.len() - 1));
        tree.node(index).map(Some).ok_or_else(missing)
    }
}

impl std::str::FromStr for Explain {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Explain, &'static str> {
        if text == "all" {
            return Ok(Explain::Steps);
        }
        text.parse()
            .map(Explain::Node)
            .map_err(|_| "expected the preorder number of a node (the root is 0), or no value")
    }
}

/// Runs the command and returns what it prints.
pub(super) fn run(arguments: &SearchArguments) -> Result<String, Failure> {
    if arguments.record && !arguments.runs.prints_json() {
        return Err(wrong("--record needs JSON output; add --format json"));
    }
    arguments.runs.check()?;
    let progress = Progress::new();
    let Opened { tree, traced, .. } = opened(&arguments.file, arguments.reading, arguments.root, &progress)?;
    let settings = arguments.runs.settings(arguments.runs.stages(arguments.depth)?);
    if traced.is_some() && (settings.stages.prune.is_some() || settings.stages.taketree.is_some()) {
        let message = "--depth, --taketree: the search of the trace saw the whole tree of the trace; remove what is given of the two";
        return Err(wrong(message));
    }
    if let Some(path) = &arguments.trace {
        let named = is_session_file(&arguments.file).then(|| session::file_of(&arguments.file)).flatten();
        if [Some(arguments.file.clone()), named].iter().flatten().any(|read| is_same(read, path)) {
            return Err(wrong_file(path, "is the file that is read; choose another name"));
        }
        let written = write_trace(&arguments.runs, path, arguments.force, &mut |algorithm, out| {
            trace(algorithm, &tree, settings, out, &progress)
        })?;
        let is_more = arguments.runs.asks_for_results() || arguments.explain.is_some();
        if let Some(written) = alone_or_said(written, is_more) {
            return Ok(written);
        }
    }
    if let Some(what) = arguments.explain {
        return explained(&arguments.runs, &tree, traced.as_ref(), what, settings, &progress);
    }
    if arguments.moves {
        return moves::run(&arguments.runs, &Erased::shaped(settings.stages, &tree), facts(&tree), settings);
    }
    let numbers = arguments.record.then(|| LeafNumbers::new(&tree, settings.stages));
    let (mut summaries, mut told): (Vec<Summary>, Vec<Details>) = Default::default();
    if let Some(traced) = &traced {
        let run = traced.measured(&tree);
        summaries.push(run.summary(&tree));
        let order = arguments.record.then(|| {
            let mut order = EvaluationOrder::new(&tree);
            traced.story.tell(&mut order);
            LeafNumbers::new(&tree, Stages::default()).of(order.finish())
        });
        let words = if arguments.record { words_of_cutoffs(traced, &tree, &progress) } else { HashMap::new() };
        let cutoffs = arguments.record.then(|| cutoffs(&run, &tree, &words));
        told.push(Details { evaluation_order: order, cutoffs, ..details(&run, &tree, Stages::default()) });
    }
    for algorithm in arguments.runs.applicable(tree.has_chance())? {
        room_to_search(algorithm, &tree)?;
        // Only what is printed is kept of each run, because a record takes more memory than the tree.
        let run = measure(algorithm, &tree, settings, &progress);
        summaries.push(run.summary(&tree));
        let order = numbers.as_ref().map(|numbers| {
            let order = evaluation_order(algorithm, &tree, settings, &progress);
            numbers.of(order)
        });
        let cutoffs = arguments.record.then(|| cutoffs(&run, &tree, &HashMap::new()));
        told.push(Details { evaluation_order: order, cutoffs, ..details(&run, &tree, settings.stages) });
    }
    arguments.runs.print(&summaries, facts(&tree), told)
}

/// The line about a trace, if nothing else is printed; or else it is said.
pub(super) fn alone_or_said(written: String, is_more: bool) -> Option<String> {
    if !is_more {
        return Some(written);
    }
    terminal::say(written.trim_end());
    None
}

/// Writes the trace of an algorithm, and returns how its search ended.
type Tracing<'t> = dyn FnMut(Algorithm, &mut dyn io::Write) -> io::Result<Outcome<String>> + 't;

/// Writes the trace of the one algorithm that is requested to a file.
pub(super) fn write_trace(
    runs: &RunArguments,
    path: &Path,
    force: bool,
    trace: &mut Tracing<'_>,
) -> Result<String, Failure> {
    let [algorithm] = runs.algorithms()?[..] else {
        return Err(wrong("--trace writes one search; name one algorithm with --algorithm"));
    };
    let is_file = path.metadata().map_or(true, |metadata| metadata.is_file());
    if is_file && !is_trace(path) {
        let (file, named) = (format::file(path), format::file(&path.with_extension("jsonl")));
        return Err(wrong(format!("{file}: a trace is opened by its ending; write {named}")));
    }
    refuse_existing(path, force)?;
    interrupt::leaves_nothing_behind();
    let mut outcome = Outcome::Cancelled;
    output::write(path, force, |out| {
        outcome = trace(algorithm, out)?;
        Ok::<(), io::Error>(())
    })?;
    Ok(format!("{}: {algorithm}, {}{}\n", format::file(path), outcome.id(), too_large_to_open(path)))
}

/// Prints the sentences of all steps, or those about one node; for a trace also those of its own run. What is printed is not returned.
pub(super) fn explained(
    runs: &RunArguments,
    tree: &Tree,
    traced: Option<&TracedRun>,
    what: Explain,
    settings: Settings,
    progress: &Progress,
) -> Result<String, Failure> {
    let node = what.node(tree)?;
    let mut explanation = Explanation { tree, node, progress, lines: Lines::begin() };
    let printed = explanation.of_all(runs, traced, settings).and_then(|()| Ok(explanation.lines.end()?));
    match printed {
        // Nobody reads on, as with `| head`.
        Err(Failure::Unwritten(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(String::new()),
        printed => printed.map(|()| String::new()),
    }
}

/// The sentences about runs, each below its title, which are printed as they are made.
struct Explanation<'a> {
    tree: &'a Tree,
    /// The node that is asked about; without one, all steps are told.
    node: Option<NodeId>,
    progress: &'a Progress,
    lines: Lines,
}

impl Explanation<'_> {
    fn of_all(&mut self, runs: &RunArguments, traced: Option<&TracedRun>, settings: Settings) -> Result<(), Failure> {
        if let Some(traced) = traced {
            self.of(&traced.measured(self.tree), &traced.story, Stages::default())?;
            // Who explains a trace asks about its search.
            if !runs.names_algorithms() {
                return Ok(());
            }
        }
        for algorithm in runs.applicable(self.tree.has_chance())? {
            room_to_search(algorithm, self.tree)?;
            let mut story = Story::new();
            let run = record(algorithm, self.tree, settings, &mut story, self.progress);
            self.of(&run, &story, settings.stages)?;
        }
        Ok(())
    }

    fn of(&mut self, run: &Measured, story: &Story, stages: Stages) -> Result<(), Failure> {
        let (tree, lines) = (self.tree, &mut self.lines);
        lines.print(&format::visible(&run.algorithm.title()))?;
        let Some(timeline) = Timeline::new(tree, story, self.progress) else { return Ok(()) };
        let dropped = dropped_by_taketree(stages, tree, &run.record);
        let explained =
            Explained { tree, story, timeline: &timeline, dropped: &dropped, cutoff: run.cutoff, bounds: run.bounds };
        match self.node {
            Some(node) => lines.print(&format!("  {}", explained.node(node, &run.record)))?,
            None => {
                for (step, (_, sentence)) in (1..).zip(explained.steps()) {
                    lines.print(&format!("{step:>6}  {}", sentence.in_full()))?;
                }
            }
        }
        if story.left_out() > 0 {
            lines.print(&format!("{} more events were not kept", format::grouped(story.left_out())))?;
        }
        Ok(())
    }
}

fn facts(tree: &Tree) -> TreeFacts {
    TreeFacts {
        title: tree.title().into(),
        root: tree.player(NodeId::ROOT),
        nodes: Some(tree.len() as u64),
        leaves: Some(tree.leaf_count() as u64),
        depth: Some(tree.height()),
    }
}

fn cutoffs(run: &Measured, tree: &Tree, words: &HashMap<NodeId, &str>) -> Vec<CutoffJson> {
    let cutoffs = run.record.cutoffs();
    cutoffs.map(|cutoff| CutoffJson::new(tree, cutoff, words.get(&cutoff.node).copied())).collect()
}

/// The trace's own words for the last cutoffs of nodes.
fn words_of_cutoffs<'t>(traced: &'t TracedRun, tree: &Tree, progress: &Progress) -> HashMap<NodeId, &'t str> {
    let timeline = Timeline::new(tree, &traced.story, progress);
    let mut words = HashMap::new();
    for cut in timeline.iter().flat_map(Timeline::cuts) {
        match traced.story.note(cut.time - 1) {
            Some(word) => words.insert(cut.node, word),
            None => words.remove(&cut.node),
        };
    }
    words
}

fn details(run: &Measured, tree: &Tree, stages: Stages) -> Details {
    let line = run.line.last().map(|&end| tree.path(end));
    // A tree whose children are left out or ordered is mostly that of a game.
    let is_shaped = stages.reshape() || stages.dynamic;
    Details {
        moves: line.as_ref().filter(|_| is_shaped).and_then(|line| tree.move_names(line)),
        pipeline: if is_shaped { pipeline(run.algorithm, stages).map(|pipeline| pipeline.to_string()) } else { None },
        line,
        undefined_at: if let Outcome::Undefined(node) = run.outcome { Some(tree.path(node)) } else { None },
        ..Details::default()
    }
}

/// The numbers of the leaves, from left to right from 0; with a depth limit the nodes at the limit are leaves too. Leaves that `taketree`
/// drops are counted.
struct LeafNumbers<'t> {
    tree: &'t Tree,
    /// The leaves, if they are not those of the tree.
    leaves: Option<Vec<NodeId>>,
}

impl LeafNumbers<'_> {
    fn new(tree: &Tree, stages: Stages) -> LeafNumbers<'_> {
        let stages = Stages { highfirst: false, taketree: None, ..stages };
        LeafNumbers { tree, leaves: (stages != Stages::default()).then(|| leaves(tree, stages)) }
    }

    fn of(&self, nodes: Vec<NodeId>) -> Vec<usize> {
        let number = |node| match &self.leaves {
            None => self.tree.slots(node).start,
            Some(leaves) => leaves.partition_point(|&leaf| leaf < node),
        };
        nodes.into_iter().map(number).collect()
    }
}
