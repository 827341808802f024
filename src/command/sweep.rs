//! `plyscope sweep`: runs a grid of searches over random trees or games and keeps what comes of it in a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};

use super::generate::Irregular;
use super::runs::Algorithms;
use super::{Failure, share, whole_number};
use crate::chart::{self, CHART_FORMATS, ChartFiles, ChartFormat, PresentError, Resolution};
use crate::experiment::machine::Machine;
use crate::experiment::sweep::{
    Against, Ending, Folder, Games, MOST_REPEATS, Measure, Numbers, Preset, RandomTrees, Results, SPEC, Scale, Shard,
    Spec, SpecError, Start, Sweep, View, read_spec,
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
/// How long an interrupted sweep may take to write its tables; its runs are in the folder already.
const PATIENCE: Duration = Duration::from_millis(700);

/// Runs a grid of searches over random trees or games: tables and charts of what they cost, with the theory beside it.
///
/// The same command in the same folder resumes a sweep that was stopped; so does the command with nothing but the folder. Flags beside a
/// file or preset override what it says.
#[derive(clap::Args, Debug)]
pub struct SweepArguments {
    /// A file that says all that the flags would, as sweep.toml in the folder of a sweep does
    #[arg(value_name = "FILE", conflicts_with = "preset")]
    file: Option<PathBuf>,
    /// A sweep that comes with Plyscope
    #[arg(long, value_enum)]
    preset: Option<Preset>,
    #[command(flatten)]
    grid: GridArguments,
    /// Run part K of N parts, for N machines; `plyscope merge` joins the parts
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// How many threads count [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u16::MAX))]
    threads: Option<u16>,
    #[command(flatten)]
    files: ChartFileArguments,
    /// The folder for the tables and charts
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace the sweep that the folder has, which is moved aside until this one is complete
    #[arg(long)]
    force: bool,
}

/// In what charts are written.
#[derive(clap::Args, Debug)]
pub(super) struct ChartFileArguments {
    /// How many dots an inch the PNG charts have, which are 6 inches wide
    #[arg(long, value_enum, value_name = "DPI", default_value = "300")]
    dpi: Resolution,
    /// Write the charts not only as SVG and PNG but also as pdf, csv (the numbers that are drawn) or tex (LaTeX with pgfplots)
    #[arg(long, value_name = "FORMAT,...", value_delimiter = ',', value_parser = further_format)]
    also: Vec<&'static ChartFormat>,
}

fn further_format(extension: &str) -> Result<&'static ChartFormat, String> {
    let found = CHART_FORMATS.iter().find(|format| format.extension == extension);
    let known = || ChartFormat::further().map(|format| format.extension).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("unknown format “{extension}”; expected one of {}", known()))
}

impl ChartFileArguments {
    pub(super) fn files(&self) -> ChartFiles {
        ChartFiles { resolution: self.dpi, also: self.also.clone() }
    }
}

/// The grid.
#[derive(clap::Args, Debug)]
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
    /// Along which axis [default: the one with the most places, and depth and branching where there are several of both]
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
    let (mut spec, from) = arguments.spec()?;
    spec.shard = arguments.shard.or(spec.shard);
    let sweep = spec.sweep().map_err(|error| wrong(&error))?;
    let threads = arguments.threads.map_or_else(cores, at_most_useful);
    sweep.room(threads)?;
    let (folder, mut results) = Folder::open(&arguments.output, &sweep, arguments.force)?;
    folder.notes().iter().for_each(|note| terminal::say(note));
    let progress = cancelled_by_interrupt()?;
    on_threads(threads, || watched(&progress, || folder.run(&sweep, &mut results, &progress)))??;
    if progress.is_cancelled() {
        return Err(Failure::Interrupted(counted(&folder, &sweep, &results)));
    }
    let said =
        present(&folder, (&sweep, &results), &arguments.files.files(), Some(&Machine::here()), &progress.part())?;
    Ok(from.map_or_else(|| said.clone(), |from| format!("{}; {from}\n", said.trim_end())))
}

/// Draws the charts, writes the report, and says in a line what there is.
pub(super) fn present(
    folder: &Folder,
    (sweep, results): (&Sweep, &Results),
    files: &ChartFiles,
    ran_on: Option<&Machine>,
    progress: &Progress,
) -> Result<String, Failure> {
    let charts = chart::of_sweep(sweep, results);
    chart::present(folder, (sweep, results), &charts, files, ran_on, progress).map_err(|error| match error {
        PresentError::Cancelled => Failure::Interrupted(counted(folder, sweep, results)),
        error => Failure::Arguments(error.to_string()),
    })?;
    let (_, left_out) = chart::drawn(&charts);
    let left_out = match left_out as u64 {
        0 => String::new(),
        left_out => {
            format!("; {} left out, name those that matter with --chart", count(left_out, "chart is", "charts are"))
        }
    };
    Ok(format!("{}{left_out}\n", counted(folder, sweep, results)))
}

/// How much there is, in words.
fn counted(folder: &Folder, sweep: &Sweep, results: &Results) -> String {
    let cells = count(sweep.cells().len() as u64, "cell", "cells");
    let runs = count(results.runs().len() as u64, "run", "runs");
    let stopped = results.runs().filter(|run| run.ending == Ending::Budget).count() as u64;
    let stopped = if stopped == 0 { String::new() } else { format!(", {} stopped at their budget", grouped(stopped)) };
    format!("{}: {cells}, {runs}{stopped}", format::file(folder.path()))
}

impl SweepArguments {
    /// What is asked for, and in words what flags changed of a file or preset.
    fn spec(&self) -> Result<(Spec, Option<String>), Failure> {
        let (from, spec) = match (&self.file, self.preset) {
            (Some(file), _) => (format::file(file), self.of_file(file)?),
            (None, Some(preset)) => {
                let name = preset.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
                (name, preset.spec().map_err(|error| Failure::Arguments(error.to_string()))?)
            }
            (None, None) => {
                // Without a word on what to run, it is what the folder has.
                if self.grid.over(Spec::default()).is_ok_and(|(_, flags)| flags.is_empty())
                    && let Some(there) = Folder::spec(&self.output)
                {
                    return Ok((there, None));
                }
                return Ok((self.grid.alone()?, None));
            }
        };
        let (spec, flags) = self.grid.over(spec)?;
        let changed = (!flags.is_empty()).then(|| format!("{from} with {}", flags.join(", ")));
        Ok((spec, changed))
    }

    /// What a file says. One that is damaged does not matter where the runs beside it say the same.
    fn of_file(&self, file: &Path) -> Result<Spec, Failure> {
        let error = match read_spec(file) {
            Ok(spec) => return Ok(spec),
            Err(error) => error,
        };
        let folder = file.parent().filter(|_| file.file_name().is_some_and(|name| name == SPEC));
        let folder = folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let Some((folder, spec)) = folder.and_then(|folder| Some((folder, Folder::spec(folder)?))) else {
            return Err(error.into());
        };
        let is_output = |folder: &Path| Some(folder.canonicalize().ok()? == self.output.canonicalize().ok()?);
        if is_output(folder) == Some(true) {
            return Ok(spec);
        }
        let remedy = format!("plyscope sweep --output {} resumes them and writes it anew", format::file(folder));
        Err(Failure::Arguments(format!("{error}; the runs beside it are whole: {remedy}")))
    }
}

impl GridArguments {
    /// The sweep of the flags alone.
    fn alone(&self) -> Result<Spec, Failure> {
        let needed =
            |what: &str| Failure::Arguments(format!("a sweep needs {what}, or --preset, or a file that says it all"));
        if self.depth.is_none() {
            return Err(needed("--depth and --branching, or --depth and --game"));
        }
        if self.game.is_empty() && self.branching.is_none() {
            return Err(needed("--branching or --game beside --depth"));
        }
        Ok(self.over(Spec::default())?.0)
    }

    /// A sweep as the flags change it, and those that do.
    fn over(&self, mut spec: Spec) -> Result<(Spec, Vec<&'static str>), Failure> {
        let mut flags = Flags::default();
        self.searched(&mut spec, &mut flags)?;
        flags.fill("--cutoff", &mut spec.cutoff, &self.cutoff);
        if let Some(algorithms) = &self.algorithm {
            let algorithms = algorithms.whole().ok_or_else(|| {
                Failure::Arguments("a sweep has no threshold tests; leave threshold out of the algorithms".into())
            })?;
            flags.set("--algorithm", &mut spec.algorithm, Some(algorithms));
        }
        flags.set("--trees", &mut spec.trees, self.trees);
        flags.set("--seed", &mut spec.seed, self.seed);
        flags.set("--standard-error", &mut spec.standard_error, self.standard_error.map(Some));
        flags.set("--budget", &mut spec.budget, self.budget.map(Some));
        flags.set("--time", &mut spec.time, self.time.then_some(true));
        flags.set("--memory", &mut spec.memory, self.memory.then_some(true));
        flags.set("--measured-trees", &mut spec.measured_trees, self.measured_trees);
        flags.set("--repeat", &mut spec.repeat, self.repeat);
        let charts = Some(self.charts.views()).filter(|views| !views.is_empty());
        flags.set("--chart", &mut spec.chart, charts);
        Ok((spec, flags.0))
    }

    /// Changes what is searched.
    fn searched(&self, spec: &mut Spec, flags: &mut Flags) -> Result<(), Failure> {
        let Irregular { min_branching, leaf_probability } = self.irregular;
        if !self.game.is_empty() {
            let of_games = spec.games.first().map(|games| games.depth.clone());
            let depth = self.depth.clone().or(of_games).or_else(|| spec.random.as_ref().map(|laws| laws.depth.clone()));
            let depth = depth.ok_or_else(|| Failure::Arguments("a sweep of games needs --depth".into()))?;
            spec.random = None;
            let games = self.game.iter().map(|from| Games { from: from.clone(), depth: depth.clone() }).collect();
            flags.set("--game", &mut spec.games, Some(games));
            flags.0.extend(self.depth.is_some().then_some("--depth"));
            return Ok(());
        }
        let is_of_trees = !self.leaves.is_empty()
            || !self.ordering.is_empty()
            || self.branching.is_some()
            || min_branching.is_some()
            || leaf_probability.is_some();
        if is_of_trees && spec.random.is_none() {
            let (Some(branching), Some(depth)) = (&self.branching, &self.depth) else {
                return Err(Failure::Arguments("random trees need --branching and --depth".into()));
            };
            spec.random = Some(RandomTrees::full(branching.clone(), depth.clone()));
        }
        if let Some(depth) = &self.depth {
            flags.0.push("--depth");
            spec.random.iter_mut().for_each(|random| random.depth.clone_from(depth));
            spec.games.iter_mut().for_each(|games| games.depth.clone_from(depth));
        }
        if let Some(random) = &mut spec.random {
            flags.fill("--leaves", &mut random.leaves, &self.leaves);
            flags.fill("--ordering", &mut random.ordering, &self.ordering);
            flags.set("--branching", &mut random.branching, self.branching.clone());
            flags.set("--min-branching", &mut random.min_branching, min_branching.map(Some));
            flags.set("--leaf-probability", &mut random.leaf_probability, leaf_probability);
        }
        Ok(())
    }
}

/// The flags that were given.
#[derive(Default)]
struct Flags(Vec<&'static str>);

impl Flags {
    /// Takes what a flag says, if it was given.
    fn set<T>(&mut self, name: &'static str, what: &mut T, chosen: Option<T>) {
        if let Some(chosen) = chosen {
            *what = chosen;
            self.0.push(name);
        }
    }

    /// Takes what was chosen, each once, if anything was.
    fn fill<T: Copy + PartialEq>(&mut self, name: &'static str, list: &mut Vec<T>, chosen: &[T]) {
        if chosen.is_empty() {
            return;
        }
        list.clear();
        for &item in chosen {
            if !list.contains(&item) {
                list.push(item);
            }
        }
        self.0.push(name);
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

/// A job that ends early when the program is interrupted or terminated, or its terminal closed; at a second time the program ends at once.
fn cancelled_by_interrupt() -> Result<Arc<Progress>, Failure> {
    let progress = Arc::new(Progress::new());
    if are_hangups_ignored() {
        return Ok(progress);
    }
    let cancel = Arc::clone(&progress);
    ctrlc::set_handler(move || {
        if cancel.is_cancelled() {
            std::process::exit(130);
        }
        cancel.cancel();
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            terminal::say("interrupted; run the same command again to resume");
            std::process::exit(2);
        });
    })
    .map_err(|error| Failure::Arguments(format!("interrupts cannot be caught: {error}")))?;
    Ok(progress)
}

/// Whether the program is to outlive its terminal, as `nohup` has it. To catch signals would undo that; without it, those that are not
/// ignored end the program at once, and what it has is in the folder all the same.
fn are_hangups_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|signals| signals & 1 == 1)
}

fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Arguments(format!("the threads cannot be started: {error}")))?;
    Ok(pool.install(work))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The requested number of threads, capped at [`THREADS_PER_CORE`] per core, beyond which threads only take memory.
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
