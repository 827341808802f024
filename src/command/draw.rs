//! `plyscope draw`: writes the drawing of a tree, and of the searches on it, to a file.

use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::algorithms::Algorithms;
use super::reading::{ReadArguments, opened, root_player};
use super::{
    Failure, choice, length, refuse_existing, save_picture, tree_session_or_trace, whole_number, wrong, wrong_file,
};
use crate::draw::export::{PICTURE_FORMATS, PictureFormat, USUAL_DPI, export};
use crate::draw::page::{Panel, Sheet, Style, View};
use crate::draw::{
    AtMoment, Common, Difference, Figure, Folds, Options, Overlay, Palette, Plain, Reached, Searched, Shown, States,
    Steps, Warned, Warnings,
};
use crate::experiment::explain::Explained;
use crate::experiment::trace::Opened;
use crate::experiment::{Measured, Settings, dropped_by_taketree, record, room_to_search};
use crate::format;
use crate::game::{GameName, Stages};
use crate::progress::Progress;
use crate::search::story::timeline::Time;
use crate::search::story::{Moment, Story, Timeline};
use crate::search::{CutoffRule, Outcome};
use crate::tree::{Player, Tree};

/// Draws a tree, and the searches on it, to a file.
///
/// Without --algorithm only the tree is drawn. Several algorithms are drawn side by side. Subtrees that are too narrow to show node by node
/// are drawn as areas that show how much of each level was visited, evaluated and pruned.
#[derive(clap::Args, Debug)]
pub struct DrawArguments {
    #[arg(help = tree_session_or_trace())]
    file: PathBuf,
    /// The algorithms to draw, separated by commas [default: none, only the tree]
    #[arg(short, long, value_name = "ID,...")]
    algorithm: Option<Algorithms>,
    #[arg(
        short, long, value_name = "FILE",
        help = format!("The file to write: {}; - writes to standard output, in the format of --format", PictureFormat::endings())
    )]
    output: PathBuf,
    /// The format of the picture [default: that of the file's extension]
    #[arg(long, value_name = "FORMAT", value_parser = picture_format())]
    format: Option<&'static PictureFormat>,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    /// The caption [default: the title and the size of the tree]
    #[arg(long, value_name = "TEXT", conflicts_with = "no_caption")]
    caption: Option<String>,
    #[command(flatten)]
    look: LookArguments,
    #[command(flatten)]
    tree: TreeArguments,
    #[command(flatten)]
    reading: ReadArguments,
}

/// Reads the name of a picture format.
fn picture_format() -> impl TypedValueParser<Value = &'static PictureFormat> {
    let names = PICTURE_FORMATS.iter().map(|format| PossibleValue::new(format.id).help(format.title));
    PossibleValuesParser::new(names).map(|id| PictureFormat::of_id(&id).unwrap_or(&PICTURE_FORMATS[0]))
}

/// How the page looks.
#[derive(clap::Args, Clone, Copy, Debug)]
struct LookArguments {
    /// How the tree is drawn: nodes and edges, or bars as wide as the leaves below them
    #[arg(long, default_value = "node-link", value_parser = choice::<View>())]
    view: View,
    /// The width of the picture in millimetres [default: what the tree and its texts need, up to a limit]
    #[arg(long, value_name = "MM", value_parser = length(10.0, 20_000.0))]
    width: Option<f64>,
    /// Font size of values and titles in points; other texts are slightly smaller
    #[arg(long, value_name = "PT", default_value = "9", value_parser = length(3.0, 72.0))]
    font_size: f64,
    /// Dots per inch of a .png file [default: 300]
    #[arg(long, value_name = "N", value_parser = whole_number(10..=2_400_u32))]
    dpi: Option<u32>,
    /// The colours
    #[arg(long, default_value = "colour", value_parser = choice::<PaperPalette>())]
    palette: PaperPalette,
    #[command(flatten)]
    left_out: LeftOut,
    /// For a .tex file: write a fragment for \input instead of a stand-alone document
    #[arg(long)]
    fragment: bool,
}

/// What is left out of the page.
#[derive(clap::Args, Clone, Copy, Debug)]
struct LeftOut {
    /// Omit the legend
    #[arg(long)]
    no_legend: bool,
    /// Omit the caption
    #[arg(long)]
    no_caption: bool,
    /// Omit the titles of the panels
    #[arg(long)]
    no_titles: bool,
}

/// Which part of the tree is drawn, and how it is searched.
#[derive(clap::Args, Clone, Copy, Debug)]
struct TreeArguments {
    #[command(flatten)]
    beside: Beside,
    /// Fold subtrees that the first algorithm did not visit into marks with their node counts
    #[arg(long)]
    hide_pruned: bool,
    /// Fold subtrees below this depth into marks with their node counts
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u32::MAX))]
    to_depth: Option<u32>,
    /// The player at the root, whatever the file says
    #[arg(long, value_name = "max|min", value_parser = root_player())]
    root: Option<Player>,
    /// When to cut: `non-strict` at alpha >= beta, `strict` at alpha > beta
    #[arg(long, value_name = "RULE", default_value = "non-strict", value_parser = choice::<CutoffRule>())]
    cutoff: CutoffRule,
    /// Search to this depth and use static values there; what is below is drawn, too
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u32::MAX))]
    depth: Option<u32>,
    /// Draw each search as it is after N steps, as `search --explain` counts them; a web page opens at that step of the first search
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u32::MAX))]
    step: Option<u32>,
    /// Mark which nodes both of two searches visited, and which only one of them
    #[arg(long, conflicts_with = "step")]
    difference: bool,
}

/// Texts beside the nodes.
#[derive(clap::Args, Clone, Copy, Debug)]
struct Beside {
    /// Write the window (alpha, beta) beside each node
    #[arg(long)]
    windows: bool,
    /// Write the order of first visits beside each node
    #[arg(long)]
    order: bool,
    /// Write the preorder number beside each node
    #[arg(long)]
    numbers: bool,
}

/// The colours of pictures on paper.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum PaperPalette {
    /// Colours that are safe for colour-vision deficiencies
    #[value(alias = "color")]
    Colour,
    /// Shades of grey
    #[value(alias = "gray")]
    Grey,
    /// Black and white, with hatching
    BlackAndWhite,
}

/// Writes the picture and returns a line about it.
pub(super) fn run(arguments: &DrawArguments) -> Result<String, Failure> {
    let format = arguments.format()?;
    let progress = Progress::new();
    let Opened { tree, traced, .. } = opened(&arguments.file, arguments.reading, arguments.tree.root, &progress)?;
    arguments.tree.check(traced.is_some() || arguments.algorithm.is_some(), arguments.algorithm.is_some())?;
    let mut runs = Vec::new();
    let mut warnings = None;
    if let Some(traced) = traced {
        warnings = Some(Warnings::new(traced.report.warnings()));
        runs.push(arguments.run(traced.measured(&tree), traced.story, &tree, format, &progress)?);
    }
    runs.extend(arguments.runs(&tree, format, &progress)?);
    let common = arguments.tree.common(&runs, format)?;
    let names: Vec<String> = runs.iter().map(|run| run.measured.algorithm.title().into_owned()).collect();
    let folds = arguments.tree.folds(&tree, &runs);
    let plain = Plain(&tree);
    let overlays: Vec<Box<dyn Overlay + '_>> = match (&common, &runs[..], names.first_chunk()) {
        (Some(common), [first, second], Some(names)) => {
            let [first, second] = [first, second].map(|run| run.searched(&tree));
            let of = |shown| -> Box<dyn Overlay + '_> { Box::new(Difference { first, second, shown, common, names }) };
            vec![of(first), of(second)]
        }
        _ => runs.iter().map(|run| run.overlay(&tree)).collect(),
    };
    // The trace is the first run.
    let warned = warnings.as_ref().zip(overlays.first()).map(|(warnings, overlay)| Warned {
        of: &**overlay,
        warnings,
        time: runs.first().and_then(|run| run.step.as_ref()).map_or(Time::MAX, |step| step.moment.time),
    });
    let options = arguments.tree.beside.options();
    let panel = |title: String, overlay, steps| {
        let shown = Shown { tree: &tree, folds: &folds };
        let figure = Figure { shown, overlay, game: GameName::of_tree(&tree), options };
        Panel { title, figure, seen: None, steps }
    };
    let mut panels = vec![];
    if runs.is_empty() {
        panels.push(panel(String::new(), &plain as &dyn Overlay, None));
    }
    for (index, (run, overlay)) in runs.iter().zip(&overlays).enumerate() {
        let overlay = match &warned {
            Some(warned) if index == 0 => warned,
            _ => &**overlay,
        };
        let warnings = warnings.as_ref().filter(|_| index == 0);
        let steps = run.steps(&tree, &names[index], warnings).filter(|_| format.has_steps());
        let title = if steps.is_some() { run.title_at_end(&tree) } else { run.title(&tree) };
        panels.push(panel(title, overlay, steps));
    }
    let caption = arguments.caption(&tree, &runs, &names, format);
    let sheet = Sheet { title: format::visible(tree.title()), caption, panels };
    let dpi = arguments.look.dpi.unwrap_or(USUAL_DPI);
    let picture =
        export(&sheet, &arguments.look.style(), dpi, format).map_err(|error| wrong_file(&arguments.output, error))?;
    let mut notes = vec![format::bytes(picture.bytes.len() as u64)];
    notes.extend(picture.notes);
    let about = format!("{}, {}", format.title, notes.join("; "));
    save_picture(&picture.bytes, &arguments.output, arguments.force, &about)
}

impl DrawArguments {
    /// The format of the file to write, if the options allow it.
    fn format(&self) -> Result<&'static PictureFormat, Failure> {
        let wrong = |what: &str| Err(wrong_file(&self.output, what));
        let Some(format) = self.format.or_else(|| PictureFormat::of_name(&self.output)) else {
            let remedy = format!("write a name that ends in {}, or add --format", PictureFormat::endings());
            return wrong(&format!("unknown picture format; {remedy}"));
        };
        refuse_existing(&self.output, self.force)?;
        if self.look.dpi.is_some() && !format.has_dots {
            return wrong("--dpi needs a .png file");
        }
        let LookArguments { view, width, left_out, .. } = self.look;
        let unused = [
            (matches!(view, View::Icicle), "--view icicle"),
            (width.is_some(), "--width"),
            (left_out.no_legend, "--no-legend"),
        ];
        if width.is_some() && format.has_steps() {
            return wrong("--width does not apply, since a web page is as wide as the window of its reader; remove it");
        }
        if let Some((_, flag)) = unused.into_iter().find(|(is_given, _)| *is_given && !format.is_laid_out_here()) {
            return wrong(&format!(
                "{flag} does not apply, since another program draws the tree from this file; remove it"
            ));
        }
        if !self.look.fragment {
            return Ok(format);
        }
        let fragment = PictureFormat::of_id("tikz-fragment").filter(|fragment| fragment.extension == format.extension);
        fragment.map_or_else(|| wrong("--fragment needs a .tex file"), Ok)
    }

    /// Runs the algorithms.
    fn runs(&self, tree: &Tree, format: &PictureFormat, progress: &Progress) -> Result<Vec<Drawn>, Failure> {
        let Some(algorithms) = &self.algorithm else { return Ok(Vec::new()) };
        let stages = self.tree.depth.map_or_else(Stages::default, Stages::to_depth);
        let settings = Settings { cutoff: self.tree.cutoff, stages, ..Settings::default() };
        let algorithms = algorithms.with_numbers(None).map_err(wrong)?;
        let mut runs = Vec::new();
        for algorithm in algorithms {
            room_to_search(algorithm, tree)?;
            let is_told = self.tree.step.is_some() || format.has_steps();
            let mut story = if is_told { Story::new() } else { Story::of_at_most(0) };
            let measured = record(algorithm, tree, settings, &mut story, progress);
            runs.push(self.run(measured, Arc::new(story), tree, format, progress)?);
        }
        Ok(runs)
    }

    /// A run, at the step that was asked for, or with all its steps.
    fn run(
        &self,
        measured: Measured,
        story: Arc<Story>,
        tree: &Tree,
        format: &PictureFormat,
        progress: &Progress,
    ) -> Result<Drawn, Failure> {
        let pipeline = measured.algorithm.pipeline();
        let dropped = pipeline.map(|pipeline| dropped_by_taketree(pipeline.stages, tree, &measured.record));
        let states = States::after_dropping(dropped.unwrap_or_default(), tree, &measured.record);
        let mut drawn = Drawn { measured, states, told: None, step: None };
        if self.tree.step.is_some() || format.has_steps() {
            let cancelled = || wrong_file(&self.file, "cancelled");
            let timeline = Timeline::new(tree, &story, progress).ok_or_else(cancelled)?;
            let told = Told { story, timeline };
            drawn.step = self.tree.step.map(|step| told.after(step, tree, &drawn.measured)).transpose()?;
            drawn.told = Some(told);
        }
        Ok(drawn)
    }

    /// What was asked for, or the title and size of the tree, and the depth limit and the cutoff rule if they are not the default; and what
    /// happens at the step of a single search.
    fn caption(&self, tree: &Tree, runs: &[Drawn], names: &[String], format: &PictureFormat) -> String {
        if let Some(caption) = &self.caption {
            return format::visible(caption);
        }
        let size = format::tree_size(tree.len() as u64, tree.leaf_count() as u64);
        let title = format::visible(tree.title());
        let title = if title.is_empty() { size } else { format!("{title} ({size})") };
        let depth = self.tree.depth.map(|depth| format!("; searched to depth {depth}"));
        let rule = match (&self.algorithm, self.tree.cutoff) {
            (Some(_), CutoffRule::Strict) => "; cutoffs at alpha > beta only",
            _ => "",
        };
        let caption = title + &depth.unwrap_or_default() + rule;
        let sentence = match (runs, names.first_chunk()) {
            (_, Some(names)) if self.tree.difference => Some(Difference::in_words(names)),
            ([run], _) if !format.has_steps() => run.sentence(tree),
            _ => None,
        };
        caption + &sentence.map_or_else(String::new, |sentence| format!(". {sentence}"))
    }
}

impl LookArguments {
    fn style(self) -> Style {
        let LeftOut { no_legend, no_caption, no_titles } = self.left_out;
        let palette = match self.palette {
            PaperPalette::Colour => Palette::Light,
            PaperPalette::Grey => Palette::Grey,
            PaperPalette::BlackAndWhite => Palette::BlackAndWhite,
        };
        Style {
            view: self.view,
            width: self.width.map(|width| width as f32),
            font_size: self.font_size as f32,
            palette,
            has_legend: !no_legend,
            has_caption: !no_caption,
            has_titles: !no_titles,
        }
    }
}

impl TreeArguments {
    /// Refuses what shows a search if there is none, and how to search if only that of a trace is shown.
    fn check(self, has_runs: bool, has_algorithms: bool) -> Result<(), Failure> {
        let flags = [
            ("--windows", self.beside.windows && !has_runs),
            ("--order", self.beside.order && !has_runs),
            ("--step", self.step.is_some() && !has_runs),
            ("--hide-pruned", self.hide_pruned && !has_runs),
            ("--cutoff strict", self.cutoff == CutoffRule::Strict && !has_algorithms),
            ("--depth", self.depth.is_some() && !has_algorithms),
        ];
        match flags.iter().find(|(_, is_wrong)| *is_wrong) {
            Some((flag, _)) => Err(wrong(format!("{flag} shows a search; choose one with --algorithm"))),
            None => Ok(()),
        }
    }

    /// What two searches have in common, if their difference is asked for.
    fn common(self, runs: &[Drawn], format: &PictureFormat) -> Result<Option<Common>, Failure> {
        if !self.difference {
            return Ok(None);
        }
        if format.has_steps() {
            return Err(wrong(
                "--difference is that of finished searches, and a web page has their steps; write another format",
            ));
        }
        match runs {
            [first, second] => Ok(Some(Common::new(&first.states, &second.states))),
            _ => Err(wrong(
                "--difference compares two searches; name both, such as --algorithm lazy-alpha-beta,lattice-pruning",
            )),
        }
    }

    fn folds(self, tree: &Tree, runs: &[Drawn]) -> Folds {
        let pruned = runs.first().filter(|_| self.hide_pruned);
        let pruned = pruned.map_or(Folds::NONE, |run| Folds::unvisited(tree, &run.measured.record, false));
        match self.to_depth.filter(|&depth| depth < tree.height()) {
            Some(depth) => pruned.and(tree, &Folds::below(tree, depth)),
            None => pruned,
        }
    }
}

impl Beside {
    fn options(self) -> Options {
        Options { windows: self.windows, order: self.order, numbers: self.numbers, ..Options::default() }
    }
}

/// A finished search, ready to be drawn.
struct Drawn {
    measured: Measured,
    states: States,
    /// What happened in it, where its steps are asked for.
    told: Option<Told>,
    /// Where it stands, if that is not its end.
    step: Option<Step>,
}

/// The story of a search by time.
struct Told {
    story: Arc<Story>,
    timeline: Timeline,
}

/// Where a search stands.
struct Step {
    moment: Moment,
    reached: Reached,
}

impl Told {
    /// The search after a number of steps.
    fn after(&self, step: u32, tree: &Tree, measured: &Measured) -> Result<Step, Failure> {
        let Told { story, timeline } = self;
        if step as usize > timeline.steps() {
            return Err(wrong(format!(
                "--step {step}: {} has {}; choose one of them",
                measured.algorithm.title(),
                format::count(timeline.steps() as u64, "step", "steps")
            )));
        }
        let moment = timeline.at(tree, story, timeline.end_of(step as usize));
        let reached = Reached::new(tree, timeline, moment.time);
        Ok(Step { moment, reached })
    }
}

impl Drawn {
    fn searched<'a>(&'a self, tree: &'a Tree) -> Searched<'a> {
        Searched { tree, record: &self.measured.record, states: &self.states, line: &self.measured.line }
    }

    fn overlay<'a>(&'a self, tree: &'a Tree) -> Box<dyn Overlay + 'a> {
        let searched = self.searched(tree);
        match (&self.told, &self.step) {
            (Some(Told { story, timeline }), Some(Step { moment, reached })) => {
                Box::new(AtMoment { searched, story, timeline, moment, reached })
            }
            _ => Box::new(searched),
        }
    }

    fn explained<'a>(&'a self, tree: &'a Tree) -> Option<Explained<'a>> {
        let Told { story, timeline } = self.told.as_ref()?;
        Some(Explained {
            tree,
            story,
            timeline,
            dropped: self.states.dropped(),
            cutoff: self.measured.cutoff,
            bounds: self.measured.bounds,
        })
    }

    /// All its steps, for a picture that shows them. It opens at the step that was asked for.
    fn steps<'a>(&'a self, tree: &'a Tree, name: &'a str, warnings: Option<&'a Warnings>) -> Option<Steps<'a>> {
        Some(Steps {
            id: self.measured.algorithm.id(),
            name,
            searched: self.searched(tree),
            explained: self.explained(tree)?,
            warnings,
            opens_at: self.step.as_ref().map_or(0, |step| step.moment.time),
        })
    }

    /// What happens at the step.
    fn sentence(&self, tree: &Tree) -> Option<String> {
        let Step { moment, .. } = self.step.as_ref().filter(|step| step.moment.time > 0)?;
        Some(self.explained(tree)?.step(moment.time).words)
    }

    /// The algorithm and its step, or how many leaves it evaluated, and how it ended if it did not finish.
    fn title(&self, tree: &Tree) -> String {
        if let (Some(Told { timeline, .. }), Some(Step { moment, .. })) = (&self.told, &self.step) {
            let step = format::grouped(timeline.step(moment.time) as u64);
            let all = format::grouped(timeline.steps() as u64);
            return format!("{}: step {step} of {all}", self.measured.algorithm.title());
        }
        self.title_at_end(tree)
    }

    fn title_at_end(&self, tree: &Tree) -> String {
        let Measured { algorithm, effort, leaves, .. } = &self.measured;
        let seen = format::grouped(effort.counts.distinct_leaves);
        let title = format!("{}: {seen} of {}", algorithm.title(), format::count(*leaves as u64, "leaf", "leaves"));
        match self.measured.outcome {
            Outcome::Finished(_) => title,
            _ => format!("{title}; {}", self.measured.summary(tree).outcome_in_words()),
        }
    }
}
