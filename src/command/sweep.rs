//! `plyscope sweep`: runs algorithms over many random trees or games and writes the results to a folder.

use std::path::{Path, PathBuf};

use super::algorithms::Algorithms;
use super::chart::{AxesArguments, dots_per_inch};
use super::generate::{ChanceArguments, Irregular};
use super::runs::bounds;
use super::{Failure, choice, interrupt, is_same, share, watched, whole_number, wrong};
use crate::chart::{self, ChartFiles, ChartFormat, Page, PresentError};
use crate::experiment::cost::MOST_REPEATS;
use crate::experiment::sweep::{
    Ending, Folder, Games, Measure, Numbers, Preset, RandomTrees, Results, SPEC, Shard, Spec, SpecError, Start, Sweep,
    View, read_spec, wrong_in,
};
use crate::format::{self, count, grouped};
use crate::generate::{Leaves, Ordering};
use crate::progress::Progress;
use crate::search::{Algorithm, Budget, CutoffRule};
use crate::terminal;
use crate::tree::Value;

/// Most threads per core; more only take memory.
const THREADS_PER_CORE: usize = 8;

/// Measures algorithms over many random trees or games, and writes tables and charts with the theory beside the measurements.
///
/// A sweep that was stopped resumes when you run the same command again, or `plyscope sweep --output DIR` alone. Flags override the file
/// or preset.
#[derive(clap::Args, Debug)]
pub struct SweepArguments {
    /// A sweep file, such as the sweep.toml that every sweep writes
    #[arg(value_name = "FILE", conflicts_with = "preset")]
    file: Option<PathBuf>,
    /// A built-in sweep
    #[arg(long, value_parser = choice::<Preset>())]
    preset: Option<Preset>,
    #[command(flatten)]
    grid: GridArguments,
    /// Run shard K of N, for N machines; `plyscope merge` joins the shards
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Number of threads for counting [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u16::MAX))]
    threads: Option<u16>,
    #[command(flatten)]
    files: ChartFileArguments,
    /// The folder for the results
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace the sweep in the folder, which is moved aside until this one is complete
    #[arg(long)]
    force: bool,
}

/// The formats of the charts.
#[derive(clap::Args, Debug)]
pub(super) struct ChartFileArguments {
    /// Dots per inch of PNG charts, which are 6 inches wide
    #[arg(long, value_name = "N", default_value = "300", value_parser = dots_per_inch())]
    dpi: u32,
    /// More formats beside SVG and PNG: pdf, csv (the plotted numbers), tex (LaTeX with pgfplots)
    #[arg(long, value_name = "FORMAT,...", value_delimiter = ',', value_parser = further_format)]
    also: Vec<&'static ChartFormat>,
}

fn further_format(extension: &str) -> Result<&'static ChartFormat, String> {
    let found = ChartFormat::of_extension(extension);
    found.ok_or_else(|| {
        let known: Vec<&str> = ChartFormat::further().map(|format| format.extension).collect();
        format!("unknown format “{extension}”; expected one of {}", known.join(", "))
    })
}

impl ChartFileArguments {
    pub(super) fn files(&self) -> ChartFiles {
        ChartFiles { page: Page::of_dpi(self.dpi), also: self.also.clone() }
    }
}

/// The grid.
#[derive(clap::Args, Debug)]
struct GridArguments {
    /// Distributions of the leaf values: continuous, integers:M, permutation, two-valued, two-valued:P, growth, growth:A..B,
    /// n-game or dependent [default: continuous]
    #[arg(long, value_name = "LEAVES,...", value_delimiter = ',')]
    leaves: Vec<Leaves>,
    /// Move orderings: random, best-first, best-first:P (the best child is first with probability P), strongly-ordered, estimated:S (sorted by values with an error of standard deviation S) or worst-first [default: random]
    #[arg(long, value_name = "ORDERING,...", value_delimiter = ',')]
    ordering: Vec<Ordering>,
    /// Children per inner node, such as 4, 2..6 or 2,4,8
    #[arg(short, long, value_name = "B")]
    branching: Option<Numbers>,
    /// Depths of the leaves, such as 6 or 2..8
    #[arg(short, long, value_name = "D")]
    depth: Option<Numbers>,
    #[command(flatten)]
    irregular: Irregular,
    #[command(flatten)]
    chance: ChanceArguments,
    /// Search a game instead of random trees: tictactoe, connect4, chess, nim, random-turn-tictactoe, othello or kalah, optionally from a
    /// position, such as connect4:44533; can be repeated
    #[arg(long, value_name = "GAME", conflicts_with_all = [
        "leaves", "ordering", "branching", "min_branching", "leaf_probability", "chance", "probabilities",
    ])]
    game: Vec<Start>,
    // The help names the default, which follows from the catalogue.
    #[arg(short, long, value_name = "ID,...", help = help_of_algorithms())]
    algorithm: Option<Algorithms>,
    /// When to cut: `non-strict` at alpha >= beta, `strict` at alpha > beta [default: non-strict]
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = choice::<CutoffRule>())]
    cutoff: Vec<CutoffRule>,
    /// Trees per cell, at most [default: 100]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    trees: Option<u32>,
    /// Seed of the first tree; the next trees have the next numbers [default: 1]
    #[arg(long, value_name = "S", value_parser = whole_number(0..=i64::MAX as u64))]
    seed: Option<u64>,
    /// Stop adding trees to a cell once the standard error of its mean evaluations is below this share of the mean, such as 0.01
    #[arg(long, value_name = "SHARE", value_parser = share)]
    standard_error: Option<f64>,
    /// Evaluations per run, at most: a number, `unlimited`, or `automatic` for 10,000,000 or the number of leaves, whichever is larger
    /// [default: automatic]
    #[arg(long, value_name = "N")]
    budget: Option<Budget>,
    /// The smallest and largest value that a leaf can have, taken as known by searches that cut off at chance nodes, such as -10..10
    /// [default: those of the distribution of the leaves]
    #[arg(long, value_name = "L..U", value_parser = bounds, allow_hyphen_values = true)]
    bounds: Option<[Value; 2]>,
    /// Also measure time, one run at a time, on trees in memory
    #[arg(long)]
    time: bool,
    /// Also measure peak heap and call stack
    #[arg(long)]
    memory: bool,
    /// Trees per cell on which time and memory are measured, with --time or --memory [default: 10]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    measured_trees: Option<u32>,
    /// How often each timed run is repeated, with --time [default: 5]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=MOST_REPEATS))]
    repeat: Option<u32>,
    #[command(flatten)]
    charts: ChartArguments,
}

/// The charts.
#[derive(clap::Args, Debug)]
struct ChartArguments {
    /// The measures to draw, on the axes of --scale, --against, --linear and --points [default: one chart per measure]
    #[arg(long, value_name = "MEASURE,...", value_delimiter = ',')]
    chart: Vec<Measure>,
    #[command(flatten)]
    axes: AxesArguments,
}

fn help_of_algorithms() -> String {
    let usual: Vec<&str> = Algorithm::usual().into_iter().map(Algorithm::id).collect();
    format!("The algorithms, separated by commas, or `all` [default: {}]", usual.join(","))
}

/// Runs the sweep and returns a line about it.
pub(super) fn run(arguments: &SweepArguments) -> Result<String, Failure> {
    let (mut spec, from) = arguments.spec()?;
    spec.shard = arguments.shard.or(spec.shard);
    let sweep = spec.sweep().map_err(|error| arguments.wrong(&error, from.as_deref()))?;
    let threads = arguments.threads.map_or_else(cores, at_most_useful);
    sweep.room()?;
    let (folder, mut results) = Folder::open(&arguments.output, &sweep, arguments.force)?;
    say_notes(&folder);
    let progress = interrupt::cancels()?;
    on_threads(threads, || watched(&progress, || folder.run(&sweep, &mut results, &progress)))??;
    if progress.is_cancelled() {
        return Err(Failure::Interrupted(counted(&folder, &sweep, &results)));
    }
    let said = present(&folder, (&sweep, &results), &arguments.files.files(), &progress.part());
    say_notes(&folder);
    let said = said?;
    Ok(from.map_or_else(|| said.clone(), |from| format!("{}; {from}\n", said.trim_end())))
}

/// Says what was repaired in a folder or moved aside.
pub(super) fn say_notes(folder: &Folder) {
    for note in folder.take_notes() {
        terminal::say(&note);
    }
}

/// Draws the charts, writes the report, and returns a line about them.
pub(super) fn present(
    folder: &Folder,
    (sweep, results): (&Sweep, &Results),
    files: &ChartFiles,
    progress: &Progress,
) -> Result<String, Failure> {
    let charts = chart::of_sweep(sweep, results);
    chart::present(folder, (sweep, results), &charts, files, None, progress).map_err(|error| match error {
        PresentError::Cancelled => Failure::Interrupted(counted(folder, sweep, results)),
        error => wrong(error),
    })?;
    let (_, left_out) = chart::drawn(&charts);
    let mut said = vec![counted(folder, sweep, results)];
    said.extend(chart::imprecise_cells(sweep, results));
    if left_out > 0 {
        let left_out = count(left_out as u64, "chart is", "charts are");
        said.push(format!("{left_out} not drawn, {}", fewer_charts(sweep.spec())));
    }
    Ok(said.join("; ") + "\n")
}

/// What to do if a sweep has too many charts.
fn fewer_charts(spec: &Spec) -> &'static str {
    if spec.chart.is_empty() {
        "choose charts with --chart"
    } else {
        "choose the trees of each [[chart]] in a sweep file by leaves, ordering, branching, depth or game"
    }
}

/// How many cells and runs there are.
fn counted(folder: &Folder, sweep: &Sweep, results: &Results) -> String {
    let cells = count(sweep.cells().len() as u64, "cell", "cells");
    let runs = count(results.runs().len() as u64, "run", "runs");
    let stopped = results.runs().filter(|run| run.ending == Ending::Budget).count() as u64;
    let stopped = if stopped == 0 { String::new() } else { format!(", {} stopped at the budget", grouped(stopped)) };
    format!("{}: {cells}, {runs}{stopped}", format::file(folder.path()))
}

impl SweepArguments {
    /// The requested sweep, and a note on flags that changed a file or preset.
    fn spec(&self) -> Result<(Spec, Option<String>), Failure> {
        let (from, spec) = match (&self.file, self.preset) {
            (Some(file), _) => (format::file(file), self.of_file(file)?),
            (None, Some(preset)) => (preset.id(), preset.spec().map_err(wrong)?),
            (None, None) => {
                // With nothing but a folder, the sweep of the folder.
                if self.grid.over(Spec::default()).is_ok_and(|(_, flags)| flags.is_empty())
                    && let Some(there) = Folder::described(&self.output)?
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

    /// Why the sweep cannot be run, with the place in the file that describes it, or the flags that changed a file or preset.
    fn wrong(&self, error: &SpecError, changed: Option<&str>) -> Failure {
        let is_of = |file| self.of_file(file).is_ok_and(|spec| spec.sweep().is_err_and(|there| there == *error));
        match (&self.file, changed) {
            (Some(file), _) if is_of(file) => wrong_in(file, error).into(),
            (_, Some(changed)) => wrong(format!("{changed}: {error}")),
            (_, None) => wrong(error),
        }
    }

    /// Reads a sweep file. A damaged one does not matter if the runs beside it are in the output folder.
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
        if is_same(folder, &self.output) {
            return Ok(spec);
        }
        let remedy = format!("plyscope sweep --output {} resumes them and rewrites the file", format::file(folder));
        Err(wrong(format!("{error}; the runs in the folder are intact: {remedy}")))
    }
}

impl GridArguments {
    /// The sweep of the flags alone.
    fn alone(&self) -> Result<Spec, Failure> {
        let needed = |what: &str| wrong(format!("a sweep needs {what}, or --preset, or a sweep file"));
        if self.depth.is_none() {
            return Err(needed("--depth and --branching, or --depth and --game"));
        }
        if self.game.is_empty() && self.branching.is_none() {
            return Err(needed("--branching or --game together with --depth"));
        }
        let (mut spec, _) = self.over(Spec::default())?;
        if self.algorithm.is_none() && spec.has_chance() {
            spec.algorithm = Algorithm::for_chance();
        }
        Ok(spec)
    }

    /// A sweep with the flags applied, and the flags that were given.
    fn over(&self, mut spec: Spec) -> Result<(Spec, Vec<&'static str>), Failure> {
        let mut flags = Flags::default();
        self.searched(&mut spec, &mut flags)?;
        flags.fill("--cutoff", &mut spec.cutoff, &self.cutoff);
        if let Some(algorithms) = &self.algorithm {
            flags.set("--algorithm", &mut spec.algorithm, Some(algorithms.of_sweep()?));
        }
        flags.set("--trees", &mut spec.trees, self.trees);
        flags.set("--seed", &mut spec.seed, self.seed);
        flags.set("--standard-error", &mut spec.standard_error, self.standard_error.map(Some));
        flags.set("--budget", &mut spec.budget, self.budget);
        flags.set("--bounds", &mut spec.bounds, self.bounds.map(Some));
        flags.set("--time", &mut spec.time, self.time.then_some(true));
        flags.set("--memory", &mut spec.memory, self.memory.then_some(true));
        flags.set("--measured-trees", &mut spec.measured_trees, self.measured_trees);
        flags.set("--repeat", &mut spec.repeat, self.repeat);
        if let Some(flag) = self.charts.axes.given().filter(|_| self.charts.chart.is_empty()) {
            return Err(wrong(format!("{flag} applies to the charts of --chart; add it, or remove {flag}")));
        }
        let views: Vec<View> = self.charts.chart.iter().map(|&measure| self.charts.axes.view(measure)).collect();
        flags.set("--chart", &mut spec.chart, Some(views).filter(|views| !views.is_empty()));
        flags.check(&spec).map_err(wrong)?;
        Ok((spec, flags.0))
    }

    /// Changes what is searched.
    fn searched(&self, spec: &mut Spec, flags: &mut Flags) -> Result<(), Failure> {
        let Irregular { min_branching, leaf_probability } = self.irregular;
        if !self.game.is_empty() {
            let of_games = spec.games.first().map(|games| games.depth.clone());
            let depth =
                self.depth.clone().or(of_games).or_else(|| spec.random.as_ref().map(|trees| trees.depth.clone()));
            let depth = depth.ok_or_else(|| wrong("a sweep of games needs --depth"))?;
            spec.random = None;
            let games = self.game.iter().map(|from| Games { from: from.clone(), depth: depth.clone() });
            flags.set("--game", &mut spec.games, Some(games.collect()));
            flags.0.extend(self.depth.is_some().then_some("--depth"));
            return Ok(());
        }
        let ChanceArguments { chance, probabilities } = self.chance;
        let is_of_trees = chance.is_some()
            || probabilities.is_some()
            || !self.leaves.is_empty()
            || !self.ordering.is_empty()
            || self.branching.is_some()
            || min_branching.is_some()
            || leaf_probability.is_some();
        if is_of_trees && spec.random.is_none() {
            let (Some(branching), Some(depth)) = (&self.branching, &self.depth) else {
                return Err(wrong("random trees need --branching and --depth"));
            };
            spec.random = Some(RandomTrees::full(branching.clone(), depth.clone()));
        }
        if let Some(depth) = &self.depth {
            flags.0.push("--depth");
            if let Some(random) = &mut spec.random {
                random.depth.clone_from(depth);
            }
            for games in &mut spec.games {
                games.depth.clone_from(depth);
            }
        }
        if let Some(random) = &mut spec.random {
            flags.fill("--leaves", &mut random.leaves, &self.leaves);
            flags.fill("--ordering", &mut random.ordering, &self.ordering);
            flags.set("--branching", &mut random.branching, self.branching.clone());
            flags.set("--min-branching", &mut random.min_branching, min_branching.map(Some));
            flags.set("--leaf-probability", &mut random.leaf_probability, leaf_probability);
            flags.set("--chance", &mut random.chance, chance);
            flags.set("--probabilities", &mut random.probabilities, probabilities);
        }
        Ok(())
    }
}

/// The flags that were given.
#[derive(Default)]
struct Flags(Vec<&'static str>);

impl Flags {
    /// Refuses a flag that would change nothing.
    fn check(&self, spec: &Spec) -> Result<(), String> {
        let given = |names: &[&'static str]| names.iter().copied().find(|name| self.0.contains(name));
        if let Some(flag) = given(&["--repeat"]).filter(|_| !spec.time) {
            return Err(format!("{flag} repeats timed runs only; add --time, or remove it"));
        }
        if let Some(flag) = given(&["--measured-trees"]).filter(|_| !spec.time && !spec.memory) {
            return Err(format!("{flag} limits what is measured; add --time or --memory, or remove it"));
        }
        if let Some(flag) = given(&["--seed", "--trees", "--standard-error"]).filter(|_| spec.random.is_none()) {
            return Err(format!("{flag} applies to random trees, and the sweep has only games; remove it"));
        }
        Ok(())
    }

    /// Sets a field if its flag was given.
    fn set<T>(&mut self, name: &'static str, what: &mut T, chosen: Option<T>) {
        if let Some(chosen) = chosen {
            *what = chosen;
            self.0.push(name);
        }
    }

    /// Sets a list to the chosen items, each once, if there are any.
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

fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| wrong(format!("cannot start threads: {error}")))?;
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
    let (most_said, cores) = (grouped(most as u64), grouped(cores as u64));
    let threads = grouped(threads.into());
    terminal::say(&format!("--threads {threads}: using {most_said} threads, since this machine has {cores} cores"));
    most
}
