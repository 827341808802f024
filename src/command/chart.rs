//! `plyscope chart`: draws a chart of a sweep that has run, or is still running, to a file.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::algorithms::Algorithms;
use super::{Failure, choice, length, refuse_existing, save_picture, whole_number, wrong_file};
use crate::chart::{self, CHART_FORMATS, Chart, ChartFormat, Heeds, Page, PageSize};
use crate::experiment::sweep::{Against, Folder, Measure, Scale, Start, View};
use crate::format::{self, count};
use crate::generate::{Leaves, Ordering};
use crate::search::CutoffRule;

/// Draws a chart of a sweep to a file, in the size and with the words that a paper needs.
///
/// The sweep may still be running. Its runs are read from its folder, and nothing there changes.
#[derive(clap::Args, Debug)]
pub struct ChartArguments {
    /// The folder of the sweep
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[arg(
        short, long, value_name = "FILE",
        help = format!("The file to write: {}; - writes to standard output, in the format of --format", ChartFormat::endings())
    )]
    output: PathBuf,
    /// The format of the chart [default: that of the file's extension]
    #[arg(long, value_name = "FORMAT", value_parser = chart_format())]
    format: Option<&'static ChartFormat>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    /// The measure
    #[arg(short, long, value_name = "MEASURE", default_value = Measure::evaluations().id())]
    measure: Measure,
    #[command(flatten)]
    axes: AxesArguments,
    #[command(flatten)]
    cells: CellArguments,
    /// Omit the curves of the theory
    #[arg(long)]
    no_theory: bool,
    #[command(flatten)]
    words: WordArguments,
    #[command(flatten)]
    page: PageArguments,
}

/// Reads the name of a chart format, which is its extension.
fn chart_format() -> impl TypedValueParser<Value = &'static ChartFormat> {
    let names = CHART_FORMATS.iter().map(|format| PossibleValue::new(format.extension).help(format.title));
    PossibleValuesParser::new(names).map(|name| ChartFormat::of_extension(&name).unwrap_or(&CHART_FORMATS[0]))
}

/// Other words than the usual ones.
#[derive(clap::Args, Debug)]
struct WordArguments {
    /// The title [default: the measure and the trees]
    #[arg(long, value_name = "TEXT", conflicts_with = "no_title")]
    title: Option<String>,
    /// The caption [default: the sample, the seeds and how to read the chart]
    #[arg(long, value_name = "TEXT", conflicts_with = "no_caption")]
    caption: Option<String>,
}

/// The axes of a chart.
#[derive(clap::Args, Debug)]
pub(super) struct AxesArguments {
    /// The scale: absolute, share (of all leaves), ratio:ALGORITHM or branching-factor [default: absolute]
    #[arg(long, value_name = "SCALE")]
    scale: Option<Scale>,
    /// The horizontal axis [default: the one with the most values; both depth and branching if there are several of each]
    #[arg(long, value_name = "AXIS", value_parser = choice::<Against>())]
    against: Option<Against>,
    /// Use a linear instead of a logarithmic scale
    #[arg(long)]
    linear: bool,
    /// Draw every run as a point, besides the mean with its confidence band
    #[arg(long)]
    points: bool,
}

impl AxesArguments {
    /// The first of the flags that was given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let flags = [
            ("--scale", self.scale.is_some()),
            ("--against", self.against.is_some()),
            ("--linear", self.linear),
            ("--points", self.points),
        ];
        flags.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
    }

    /// The chart of a measure on these axes.
    pub(super) fn view(&self, measure: Measure) -> View {
        View {
            scale: self.scale.unwrap_or_default(),
            against: self.against,
            linear: self.linear,
            points: self.points,
            ..View::of(measure)
        }
    }
}

/// The part of the sweep that is drawn.
#[derive(clap::Args, Debug)]
struct CellArguments {
    /// Only these algorithms, separated by commas [default: all of the sweep]
    #[arg(short, long, value_name = "ID,...")]
    algorithm: Option<Algorithms>,
    /// Only this cutoff rule
    #[arg(long, value_name = "RULE", value_parser = choice::<CutoffRule>())]
    cutoff: Option<CutoffRule>,
    /// Only this distribution of leaf values
    #[arg(long, value_name = "LEAVES")]
    leaves: Option<Leaves>,
    /// Only this move ordering
    #[arg(long, value_name = "ORDERING")]
    ordering: Option<Ordering>,
    /// Only this number of children per inner node
    #[arg(short, long, value_name = "B", value_parser = whole_number(1..=u32::MAX))]
    branching: Option<u32>,
    /// Only this depth
    #[arg(short, long, value_name = "D", value_parser = whole_number(0..=u32::MAX))]
    depth: Option<u32>,
    /// Only this game
    #[arg(long, value_name = "GAME")]
    game: Option<Start>,
}

/// The page.
#[derive(clap::Args, Clone, Copy, Debug)]
struct PageArguments {
    /// The width in millimetres [default: 152.4, which is 6 inches; 120 in LaTeX]
    #[arg(long, value_name = "MM", value_parser = length(20.0, 2_000.0))]
    width: Option<f64>,
    /// Font size in points; the title is slightly larger, the caption slightly smaller [default: in proportion to the width, 6.4 at 85 mm]
    #[arg(long, value_name = "PT", value_parser = length(3.0, 72.0))]
    font_size: Option<f64>,
    /// Dots per inch of a .png file [default: 300]
    #[arg(long, value_name = "N", value_parser = dots_per_inch())]
    dpi: Option<u32>,
    /// Omit the title
    #[arg(long)]
    no_title: bool,
    /// Omit the legend
    #[arg(long)]
    no_legend: bool,
    /// Omit the caption
    #[arg(long)]
    no_caption: bool,
}

/// Reads the resolution of PNG charts.
pub(super) fn dots_per_inch() -> impl Fn(&str) -> Result<u32, String> + Clone {
    whole_number(10..=1_200)
}

/// Writes the chart and returns a line about it.
pub(super) fn run(arguments: &ChartArguments) -> Result<String, Failure> {
    let wrong = |what: String| wrong_file(&arguments.output, what);
    let format = arguments.format.map_or_else(|| format_of(&arguments.output), Ok).map_err(wrong)?;
    let page = arguments.page.page(format, &arguments.words).map_err(wrong)?;
    refuse_existing(&arguments.output, arguments.force)?;
    let chart = arguments.chart()?;
    let picture = (format.draw)(&chart, &page).map_err(|error| wrong(error.to_string()))?;
    let about = format!("{}, {}", format.title, format::bytes(picture.len() as u64));
    save_picture(&picture, &arguments.output, arguments.force, &about)
}

/// The format that the name of a file asks for.
fn format_of(path: &Path) -> Result<&'static ChartFormat, String> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    ChartFormat::of_extension(&extension).ok_or_else(|| {
        format!("unknown chart format; write a name that ends in {}, or add --format", ChartFormat::endings())
    })
}

impl ChartArguments {
    /// The only chart of the sweep that is as wanted.
    fn chart(&self) -> Result<Chart, Failure> {
        let wrong = |what: String| wrong_file(&self.folder, what);
        let (sweep, results) = Folder::contents(&self.folder)?;
        let mut spec = sweep.spec().clone();
        spec.chart = vec![self.view()?];
        let sweep = spec.sweep().map_err(|error| wrong(error.to_string()))?;
        let mut charts = chart::of_sweep(&sweep, &results);
        match charts.len() {
            0 if results.runs().next().is_none() => Err(wrong("the sweep has no runs yet".into())),
            0 => Err(wrong(
                "the sweep has no runs that belong on this chart; choose other trees or another measure".into(),
            )),
            1 => Ok(self.edited(charts.remove(0))),
            _ => Err(wrong(several(&charts))),
        }
    }

    /// The chart without what is to be omitted, and with the words that are given.
    fn edited(&self, mut chart: Chart) -> Chart {
        if self.no_theory {
            chart.curves.clear();
        }
        let WordArguments { title, caption } = &self.words;
        chart.title = title.clone().unwrap_or(chart.title);
        chart.caption = caption.clone().unwrap_or(chart.caption);
        chart
    }

    fn view(&self) -> Result<View, Failure> {
        let CellArguments { algorithm, cutoff, leaves, ordering, branching, depth, game } = &self.cells;
        Ok(View {
            algorithm: algorithm.as_ref().map(Algorithms::of_sweep).transpose()?.unwrap_or_default(),
            cutoff: *cutoff,
            leaves: *leaves,
            ordering: *ordering,
            branching: *branching,
            depth: *depth,
            game: game.clone(),
            ..self.axes.view(self.measure)
        })
    }
}

/// How to choose one of several charts.
fn several(charts: &[Chart]) -> String {
    const MOST_NAMED: usize = 4;
    let mut named: Vec<&str> = charts.iter().take(MOST_NAMED).map(|chart| chart.name.as_str()).collect();
    if charts.len() > MOST_NAMED {
        named.push("…");
    }
    format!(
        "there are {} ({}); choose one with --against, --leaves, --ordering, --branching, --depth, --game or --cutoff",
        count(charts.len() as u64, "such chart", "such charts"),
        named.join(", ")
    )
}

impl PageArguments {
    /// The page, if all of it applies to the format.
    fn page(self, format: &ChartFormat, words: &WordArguments) -> Result<Page, String> {
        let flags = [
            ("--title", words.title.is_some(), Heeds::Texts),
            ("--caption", words.caption.is_some(), Heeds::Texts),
            ("--width", self.width.is_some(), Heeds::Frame),
            ("--no-legend", self.no_legend, Heeds::Frame),
            ("--font-size", self.font_size.is_some(), Heeds::Texts),
            ("--no-title", self.no_title, Heeds::Texts),
            ("--no-caption", self.no_caption, Heeds::Texts),
            ("--dpi", self.dpi.is_some(), Heeds::Dots),
        ];
        if let Some((flag, ..)) = flags.into_iter().find(|&(_, is_given, needs)| is_given && format.heeds < needs) {
            return Err(format!("{flag} does not apply to {}; remove it", format.title));
        }
        Ok(Page {
            size: PageSize::of(self.width, self.font_size).map_err(|error| error.to_string())?,
            dpi: self.dpi.unwrap_or(Page::default().dpi),
            has_title: !self.no_title,
            has_legend: !self.no_legend,
            has_caption: !self.no_caption,
        })
    }
}
