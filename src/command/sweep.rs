//! `plyscope sweep`: runs a grid of searches over random trees or games and keeps what comes of it in a folder.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::generate::Irregular;
use super::runs::Algorithms;
use super::{Failure, share, whole_number};
use crate::chart::{self, Resolution};
use crate::experiment::machine::Machine;
use crate::experiment::sweep::{
    Against, Ending, Folder, Games, MOST_REPEATS, Measure, Numbers, Preset, RandomTrees, Results, Scale, Shard, Spec,
    SpecError, Start, Sweep, View, read_spec,
};
use crate::format::{self, count, grouped};
use crate::generate::{Leaves, Ordering};
use crate::progress::Progress;
use crate::search::CutoffRule;
use crate::terminal;

/// How often the bar is drawn anew.
const FRAME: Duration = Duration::from_millis(100);

/// More threads than these for each core make nothing faster.
const THREADS_PER_CORE: usize = 8;

/// Runs a grid of searches over random trees or games: tables and charts of what they cost, with the theory beside it.
///
/// The same command in the same folder goes on where the sweep was stopped.
#[derive(clap::Args, Debug)]
pub struct SweepArguments {
    /// A file that says all that the flags would, as sweep.toml in the folder of a sweep does
    #[arg(value_name = "FILE", conflicts_with_all = ["preset", "grid"])]
    file: Option<PathBuf>,
    /// A sweep that comes with Plyscope
    #[arg(long, value_enum, conflicts_with = "grid")]
    preset: Option<Preset>,
    #[command(flatten)]
    grid: GridArguments,
    /// Run part K of N parts, for N machines; `plyscope merge` joins the parts
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// How many threads count [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u16::MAX))]
    threads: Option<u16>,
    /// How many dots an inch the PNG charts have, which are 6 inches wide
    #[arg(long, value_enum, value_name = "DPI", default_value = "300")]
    dpi: Resolution,
    /// The folder for the tables and charts
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace the sweep that the folder has
    #[arg(long)]
    force: bool,
}

/// The grid.
#[derive(clap::Args, Debug)]
#[group(id = "grid", multiple = true)]
struct GridArguments {
    /// How leaves get their values: continuous, integers:M, permutation, two-valued, two-valued:P, growth, growth:A..B, n-game
    /// or dependent
    #[arg(long, value_name = "LAW,...", value_delimiter = ',')]
    leaves: Vec<Leaves>,
    /// Where the best child stands: random, best-first, best-first:P (with probability P first) or worst-first
    #[arg(long, value_name = "ORDERING,...", value_delimiter = ',')]
    ordering: Vec<Ordering>,
    /// Children of each inner node, such as 4, 2..6 or 2,4,8
    #[arg(short, long, value_name = "B")]
    branching: Option<Numbers>,
    /// Levels below the root, such as 6 or 2..8
    #[arg(short, long, value_name = "D")]
    depth: Option<Numbers>,
    #[command(flatten)]
    irregular: Irregular,
    /// Search a game instead of random trees: tictactoe, connect4, chess or nim, with :POSITION where it does not begin as usual, such
    /// as connect4:44533; may be given several times
    #[arg(long, value_name = "GAME", conflicts_with_all = ["leaves", "ordering", "branching", "min_branching", "leaf_probability"])]
    game: Vec<Start>,
    /// The algorithms, separated by commas, or `all`
    #[arg(short, long, value_name = "ID,...")]
    algorithm: Option<Algorithms>,
    /// When to cut: `non-strict` at alpha >= beta, `strict` at alpha > beta
    #[arg(long, value_enum, value_name = "RULE,...", value_delimiter = ',')]
    cutoff: Vec<CutoffRule>,
    /// The most trees of a cell [default: 100]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    trees: Option<u32>,
    /// The seed of the first tree; that of the next is one more [default: 1]
    #[arg(long, value_name = "S", value_parser = whole_number(0..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Search no more trees of a cell when the standard error of its mean evaluations is this share of the mean, such as 0.01
    #[arg(long, value_name = "SHARE", value_parser = share)]
    standard_error: Option<f64>,
    /// The most evaluations of a run [default: 10,000,000, or the number of leaves where that is more]
    #[arg(long, value_name = "N", value_parser = whole_number(0..=i64::MAX as u64))]
    budget: Option<u64>,
    /// Measure the time, too, of runs on trees in memory with nothing beside them
    #[arg(long)]
    time: bool,
    /// Measure the peak heap and call stack, too
    #[arg(long)]
    memory: bool,
    /// On how many trees of a cell time and memory are measured [default: 10]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    measured_trees: Option<u32>,
    /// How often a run is timed [default: 5]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=MOST_REPEATS))]
    repeat: Option<u32>,
    #[command(flatten)]
    charts: ChartArguments,
}

/// What is drawn of it.
#[derive(clap::Args, Debug)]
struct ChartArguments {
    /// What is drawn [default: a chart for each measure]
    #[arg(long, value_name = "MEASURE,...", value_delimiter = ',')]
    chart: Vec<Measure>,
    /// In terms of what it is drawn: absolute, share (of all leaves), ratio:ALGORITHM or branching-factor
    #[arg(long, value_name = "SCALE", requires = "chart")]
    scale: Option<Scale>,
    /// Along which axis [default: the one with the most places]
    #[arg(long, value_enum, value_name = "AXIS", requires = "chart")]
    against: Option<Against>,
    /// Draw steps of equal size instead of equal ratio
    #[arg(long, requires = "chart")]
    linear: bool,
    /// Draw a point for every run instead of the mean with its confidence band
    #[arg(long, requires = "chart")]
    points: bool,
}

/// Runs the sweep and returns a line on it.
pub(super) fn run(arguments: &SweepArguments) -> Result<String, Failure> {
    let wrong = |error: &SpecError| Failure::Arguments(error.to_string());
    let mut spec = match (&arguments.file, arguments.preset) {
        (Some(file), _) => read_spec(file)?,
        (None, Some(preset)) => preset.spec().map_err(|error| wrong(&error))?,
        (None, None) => arguments.grid.spec()?,
    };
    spec.shard = arguments.shard.or(spec.shard);
    let sweep = spec.sweep().map_err(|error| wrong(&error))?;
    let threads = arguments.threads.map_or_else(cores, at_most_useful);
    sweep.room(threads)?;
    let (folder, mut results) = Folder::open(&arguments.output, &sweep, arguments.force)?;
    let progress = cancelled_by_interrupt()?;
    on_threads(threads, || watched(&progress, || folder.run(&sweep, &mut results, &progress)))??;
    let said = present(&folder, &sweep, &results, arguments.dpi, Some(&Machine::here()))?;
    if progress.is_cancelled() {
        return Err(Failure::Interrupted(said.trim_end().into()));
    }
    Ok(said)
}

/// Draws the charts, writes the report, and says in a line what there is.
pub(super) fn present(
    folder: &Folder,
    sweep: &Sweep,
    results: &Results,
    resolution: Resolution,
    ran_on: Option<&Machine>,
) -> Result<String, Failure> {
    let charts = chart::of_sweep(sweep, results);
    chart::present(folder, (sweep, results), &charts, resolution, ran_on, &Progress::new())
        .map_err(|error| Failure::Arguments(error.to_string()))?;
    let cells = count(sweep.cells().len() as u64, "cell", "cells");
    let runs = count(results.runs().len() as u64, "run", "runs");
    let stopped = results.runs().filter(|run| run.ending == Ending::Budget).count() as u64;
    let stopped = if stopped == 0 { String::new() } else { format!(", {} stopped at their budget", grouped(stopped)) };
    let (_, left_out) = chart::drawn(&charts);
    let left_out = match left_out as u64 {
        0 => String::new(),
        left_out => {
            format!("; {} left out, name those that matter with --chart", count(left_out, "chart is", "charts are"))
        }
    };
    Ok(format!("{}: {cells}, {runs}{stopped}{left_out}\n", format::file(folder.path())))
}

impl GridArguments {
    fn spec(&self) -> Result<Spec, Failure> {
        let needed =
            |what: &str| Failure::Arguments(format!("a sweep needs {what}, or --preset, or a file that says it all"));
        let depth = self.depth.clone().ok_or_else(|| needed("--depth and --branching, or --depth and --game"))?;
        let mut spec = Spec::default();
        if self.game.is_empty() {
            let branching = self.branching.clone().ok_or_else(|| needed("--branching or --game beside --depth"))?;
            let mut random = RandomTrees::full(branching, depth);
            fill(&mut random.leaves, &self.leaves);
            fill(&mut random.ordering, &self.ordering);
            random.min_branching = self.irregular.min_branching;
            random.leaf_probability = self.irregular.leaf_probability;
            spec.random = Some(random);
        } else {
            spec.games = self.game.iter().map(|from| Games { from: from.clone(), depth: depth.clone() }).collect();
        }
        fill(&mut spec.cutoff, &self.cutoff);
        if let Some(algorithms) = &self.algorithm {
            spec.algorithm = algorithms.whole().ok_or_else(|| {
                Failure::Arguments("a sweep has no threshold tests; leave threshold out of the algorithms".into())
            })?;
        }
        spec.trees = self.trees.unwrap_or(spec.trees);
        spec.seed = self.seed.unwrap_or(spec.seed);
        spec.standard_error = self.standard_error;
        spec.budget = self.budget;
        spec.time = self.time;
        spec.memory = self.memory;
        spec.measured_trees = self.measured_trees.unwrap_or(spec.measured_trees);
        spec.repeat = self.repeat.unwrap_or(spec.repeat);
        spec.chart = self.charts.views();
        Ok(spec)
    }
}

impl ChartArguments {
    fn views(&self) -> Vec<View> {
        let view = |&measure: &Measure| View {
            scale: self.scale.unwrap_or_default(),
            against: self.against,
            linear: self.linear,
            points: self.points,
            ..View::of(measure)
        };
        self.chart.iter().map(view).collect()
    }
}

/// Takes what was chosen, each once, if anything was.
fn fill<T: Copy + PartialEq>(list: &mut Vec<T>, chosen: &[T]) {
    if !chosen.is_empty() {
        list.clear();
        for &item in chosen {
            if !list.contains(&item) {
                list.push(item);
            }
        }
    }
}

/// A job that ends early when the program is interrupted; at a second interrupt the program ends at once.
fn cancelled_by_interrupt() -> Result<Arc<Progress>, Failure> {
    let progress = Arc::new(Progress::new());
    let cancel = Arc::clone(&progress);
    ctrlc::set_handler(move || {
        if cancel.is_cancelled() {
            std::process::exit(130);
        }
        cancel.cancel();
    })
    .map_err(|error| Failure::Arguments(format!("interrupts cannot be caught: {error}")))?;
    Ok(progress)
}

fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Arguments(format!("the threads cannot be started: {error}")))?;
    Ok(pool.install(work))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The number of threads that was asked for, or so many that more would only take memory.
fn at_most_useful(threads: u16) -> usize {
    let cores = cores();
    let most = THREADS_PER_CORE * cores;
    if usize::from(threads) <= most {
        return threads.into();
    }
    let [threads, most_said, cores] = [threads.into(), most, cores].map(|number| grouped(number as u64));
    terminal::say(&format!("--threads {threads}: {most_said} threads count, since this machine has {cores} cores"));
    most
}

/// Does a job while a bar on the terminal shows how far it is and how long it will take.
fn watched<R: Send>(progress: &Progress, work: impl FnOnce() -> R + Send) -> R {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent} %, {eta} left") {
        bar.set_style(style);
    }
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let bar = &bar;
        scope.spawn(move || {
            while is_done.recv_timeout(FRAME) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                bar.set_length(progress.total());
                bar.set_position(progress.done());
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
