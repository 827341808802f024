//! How long a jump to a step of a long story takes, what a time line takes of memory, and how long the main thread takes for a frame of
//! a window with four panes while searches are played.
//!
//! Run with `cargo bench -p plyscope-benches --features window --bench timeline`; words after `--` choose the parts `jumps` and `frames`.

use std::time::Instant;

use eframe::egui::{Context, Pos2, RawInput, Rect, UiBuilder, vec2};
use plyscope::app::canvas::{Canvas, Kind, Scene, View};
use plyscope::app::style::theme;
use plyscope::draw::{AtMoment, Figure, Folds, Options, Reached, Searched, Shown, States};
use plyscope::experiment::explain::Explained;
use plyscope::generate::{Generator, Leaves, Ordering, Probability, Shape};
use plyscope::progress::Progress;
use plyscope::search::story::{Listener, Story, Timeline};
use plyscope::search::{Algorithm, Limits, Record, Recorder, tell};
use plyscope::tree::{NodeId, Tree};
use plyscope_benches::{Table, is_chosen};

/// The number of timed jumps.
const JUMPS: usize = 101;
/// Frames that are timed, and the first ones, in which fonts are read.
const FRAMES: usize = 101;
const SKIPPED: usize = 2;
/// Steps per frame: 20,000 per second.
const STEPS: usize = 333;

fn main() {
    if is_chosen("jumps") {
        jumps();
    }
    if is_chosen("frames") {
        frames();
    }
}

fn jumps() {
    let mut table = Table::new(["events", "time line, ms", "jump, ms (median)", "longest, ms", "bytes an event"]);
    for (algorithm, branching, depth) in [
        (Algorithm::MINIMAX, 10, 7),
        (Algorithm::ALPHA_BETA, 6, 10),
        (Algorithm::LAZY_ALPHA_BETA, 6, 10),
        (Algorithm::NEGASCOUT, 6, 10),
    ] {
        let name = format!("`{}`, b = {branching}, d = {depth}", algorithm.id());
        row(&mut table, &name, algorithm, &tree(branching, depth));
    }
    table.print();
}

fn tree(branching: u32, depth: u32) -> Tree {
    let shape = Shape { branching, depth, min_branching: None, leaf_probability: Probability::default() };
    let generator = Generator::new(Leaves::Continuous, Ordering::Random, shape).expect("a law");
    generator.build(1, None, &Progress::new()).expect("a tree that fits in memory")
}

fn row(table: &mut Table, name: &str, algorithm: Algorithm, tree: &Tree) {
    let (mut story, mut made, mut line) = (Story::new(), None, 0.0);
    let taken = allocation_counter::measure(|| {
        tell(algorithm, tree, Limits::default(), &mut story);
        story.shrink();
        let start = Instant::now();
        made = Timeline::new(tree, &story, &Progress::new());
        line = start.elapsed().as_secs_f64();
    });
    let timeline = made.expect("not cancelled");
    let bytes = taken.bytes_current as f64 / timeline.len() as f64;
    let explained = Explained { tree, story: &story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
    let mut times: Vec<f64> = (0..JUMPS)
        .map(|jump| {
            let time = timeline.len() * ((jump * 37) % JUMPS) / JUMPS;
            let start = Instant::now();
            let state = (timeline.at(tree, &story, time), Reached::new(tree, &timeline, time), explained.step(time));
            std::hint::black_box(state);
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let [line, median, longest] = [line, times[JUMPS / 2], times[JUMPS - 1]].map(|seconds| seconds * 1e3);
    let numbers = [
        timeline.len().to_string(),
        format!("{line:.0}"),
        format!("{median:.2}"),
        format!("{longest:.2}"),
        format!("{bytes:.0}"),
    ];
    for (column, number) in numbers.into_iter().enumerate() {
        table.set(name, column, number);
    }
}

/// A search with its time line.
struct Run {
    record: Record,
    states: States,
    line: Vec<NodeId>,
    story: Story,
    timeline: Timeline,
}

impl Run {
    fn new(tree: &Tree, algorithm: Algorithm) -> Run {
        let (mut recorder, mut story) = (Recorder::new(tree), Story::new());
        tell(algorithm, tree, Limits::default(), &mut [&mut recorder as &mut dyn Listener, &mut story]);
        let (record, timeline) = (recorder.finish(), Timeline::new(tree, &story, &Progress::new()));
        let (states, line) = (States::new(tree, &record), record.line(tree));
        Run { record, states, line, story, timeline: timeline.expect("not cancelled") }
    }
}

fn frames() {
    let mut table = Table::new(["median, ms", "nine in ten below, ms", "slowest, ms"]);
    let tree = tree(4, 10);
    let visits_once = [
        Algorithm::MINIMAX,
        Algorithm::LATTICE_PRUNING,
        Algorithm::LAZY_ALPHA_BETA,
        Algorithm::SELECTION_GK_ALPHA_BETA,
    ];
    let visits_again = [Algorithm::NEGASCOUT, Algorithm::MTD_F, Algorithm::NEGASCOUT, Algorithm::MTD_F];
    for (what, algorithms) in [("each node visited once", visits_once), ("nodes visited again", visits_again)] {
        let runs = algorithms.map(|algorithm| Run::new(&tree, algorithm));
        for (kind, words) in [(Kind::NodeLink, "nodes and edges"), (Kind::Icicle, "icicle")] {
            let times = played(&tree, &runs, kind);
            for (column, place) in [times.len() / 2, times.len() * 9 / 10, times.len() - 1].into_iter().enumerate() {
                table.set(&format!("{words}, {what}"), column, format!("{:.1}", 1e3 * times[place]));
            }
        }
    }
    table.print();
}

/// Seconds that frames take while four searches are played, sorted.
fn played(tree: &Tree, runs: &[Run; 4], kind: Kind) -> Vec<f64> {
    let (ctx, mut view, folds) = (Context::default(), View::new(kind, false), Folds::NONE);
    let mut canvases = [(); 4].map(|()| Canvas::default());
    theme::apply(&ctx);
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
    let mut reached = runs.each_ref().map(|run| Reached::new(tree, &run.timeline, run.timeline.len() / 3));
    let mut frame = |number: usize| {
        let input = RawInput { screen_rect: Some(screen), time: Some(number as f64 / 60.0), ..RawInput::default() };
        let start = Instant::now();
        let mut output = ctx.run_ui(input, |ui| {
            for (i, (canvas, run)) in canvases.iter_mut().zip(runs).enumerate() {
                let Run { record, states, line, story, timeline } = run;
                let time = timeline.len() / 3 + number * STEPS;
                let moment = timeline.at(tree, story, time);
                reached[i] = reached[i].moved(tree, timeline, time);
                let searched = Searched { tree, record, states, line };
                let overlay = AtMoment { searched, story, timeline, moment: &moment, reached: &reached[i] };
                let shown = Shown { tree, folds: &folds };
                let figure = Figure { shown, overlay: &overlay, game: None, options: Options::default() };
                let scene = Scene {
                    figure,
                    searched: Some(searched),
                    selected: None,
                    hovered: None,
                    named: &[],
                    bound: None,
                    menu: None,
                };
                let pane = screen.size() / 2.0;
                let corner = Pos2::ZERO + vec2(pane.x * (i % 2) as f32, pane.y * (i / 2) as f32);
                let mut ui = ui.new_child(UiBuilder::new().max_rect(Rect::from_min_size(corner, pane)));
                ui.push_id(i, |ui| canvas.ui(ui, "Tree", &scene, &mut view));
            }
        });
        std::hint::black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        output.textures_delta.clear();
        start.elapsed().as_secs_f64()
    };
    let mut times: Vec<f64> = (0..FRAMES).map(&mut frame).skip(SKIPPED).collect();
    times.sort_by(f64::total_cmp);
    times
}
