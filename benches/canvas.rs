//! The time that the tree canvas takes for a new drawing, as in the first frame after a pan or a zoom; and the time of the main
//! thread for a frame of a window with four panes during a zoom, or of a game's tree with visible boards during a pan.
//!
//! Run with `cargo bench -p plyscope-benches --features window --bench canvas`. Arguments after `--` choose the parts `shapes`, `panes` and `boards`, and a maximum number of leaves.

use std::sync::Arc;
use std::time::Instant;

use eframe::egui::{
    Context, Event, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect, TouchPhase, UiBuilder, vec2,
};
use plyscope::app::canvas::{Canvas, Kind, Scene, View, build};
use plyscope::app::style::theme;
use plyscope::draw::{Figure, Folds, Options, Searched, Shown, States};
use plyscope::game::{AnyGame, GameName, GameTree};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, Record, Recorder, tell};
use plyscope::tree::{Builder, NodeId, Tree, Value};
use plyscope_benches::Table;

static OPEN: Folds = Folds::NONE;

const ZOOMS: [f32; 7] = [1.0, 2.0, 5.0, 30.0, 300.0, 1e4, 1e6];
const ROUNDS: usize = 21;
const FRAMES: usize = 101;
/// In the first frames fonts are loaded, and the pointer is not yet over anything.
const SKIPPED: usize = 2;
const KINDS: [(Kind, &str); 2] = [(Kind::NodeLink, "nodes and edges"), (Kind::Icicle, "icicle")];
/// The algorithms of the four panes.
const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::MINIMAX, Algorithm::LAZY_ALPHA_BETA, Algorithm::SELECTION_GK_ALPHA_BETA, Algorithm::LATTICE_PRUNING];
/// The branching and depth of full trees with about 1e3, 1e4 ... 1e7 nodes.
const SIZES: [(usize, u32); 5] = [(10, 3), (10, 4), (10, 5), (10, 6), (10, 7)];
/// The name of a tree, and how it is made.
type Named = (&'static str, fn() -> Tree);
/// Trees that are difficult to draw, with their names.
const OTHERS: [Named; 3] = [
    ("chain of 1,000,000", || chain(1_000_000, false)),
    ("chain of 500,000 with leaves", || chain(500_000, true)),
    ("1,000,000 children", || full(1_000_000, 1)),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let most = words.iter().find_map(|word| word.parse::<usize>().ok()).unwrap_or(usize::MAX);
    let parts: Vec<&String> = words.iter().filter(|word| word.parse::<usize>().is_err()).collect();
    let is_chosen = |part: &str| parts.is_empty() || parts.iter().any(|chosen| *chosen == part);
    if is_chosen("shapes") {
        shapes(most);
    }
    if is_chosen("panes") {
        panes(most);
    }
    if is_chosen("boards") {
        boards();
    }
}

/// The branching and depth of full trees with at most this many leaves.
fn sizes(most: usize) -> impl Iterator<Item = (usize, u32)> {
    SIZES.into_iter().filter(move |&(branching, depth)| branching.pow(depth) <= most)
}

/// A search and its results.
struct Run {
    record: Record,
    states: States,
    line: Vec<NodeId>,
}

impl Run {
    fn new(tree: &Arc<Tree>, algorithm: Algorithm) -> Run {
        let mut recorder = Recorder::sharing(tree);
        tell(algorithm, &**tree, Limits::default(), &mut recorder);
        let record = recorder.finish();
        Run { states: States::new(tree, &record), line: record.line(tree), record }
    }

    fn overlay<'a>(&'a self, tree: &'a Tree) -> Searched<'a> {
        Searched { tree, record: &self.record, states: &self.states, line: &self.line }
    }
}

fn figure<'a>(tree: &'a Tree, overlay: &'a Searched<'a>, game: Option<GameName>) -> Figure<'a> {
    let shown = Shown { tree, folds: &OPEN };
    Figure { shown, overlay, game, options: Options::default() }
}

fn shapes(most: usize) {
    println!("milliseconds per drawing of 1280x800 points, the median of {ROUNDS}, by zoom\n");
    print!("{:<44}", "");
    for zoom in ZOOMS {
        print!("{zoom:>9}");
    }
    println!("    shapes at most");
    let full = sizes(most).map(|(b, d)| (format!("full, b={b} d={d}"), full(b, d)));
    let others = OTHERS.iter().filter(|_| most >= 1_000_000).map(|&(name, make)| (name.to_owned(), make()));
    for (name, tree) in full.chain(others) {
        let tree = Arc::new(tree);
        let run = Run::new(&tree, Algorithm::ALPHA_BETA);
        for (kind, words) in KINDS {
            print!("{:<44}", format!("{name}, {words}"));
            let drawn = ZOOMS.map(|zoom| drawing(&tree, &run, kind, zoom));
            for (seconds, _) in drawn {
                print!("{:>9.2}", 1e3 * seconds);
            }
            println!("{:>18}", drawn.into_iter().map(|(_, shapes)| shapes).max().unwrap_or(0));
        }
    }
}

/// The time of a drawing in seconds, and its number of shapes.
fn drawing(tree: &Tree, run: &Run, kind: Kind, zoom: f32) -> (f64, usize) {
    let pane = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
    let overlay = run.overlay(tree);
    let figure = figure(tree, &overlay, None);
    let mut view = View::new(kind, true);
    view.zoom(zoom);
    let mut shapes = 0;
    let times = [(); ROUNDS].map(|()| {
        let start = Instant::now();
        shapes = std::hint::black_box(build(&figure, &view, pane));
        start.elapsed().as_secs_f64()
    });
    (median(times.to_vec()), shapes)
}

fn panes(most: usize) {
    let mut table = Table::new(["median, ms", "nine in ten below, ms", "slowest, ms"]);
    for (branching, depth) in sizes(most) {
        let tree = Arc::new(full(branching, depth));
        let runs = ALGORITHMS.map(|algorithm| Run::new(&tree, algorithm));
        for (kind, words) in KINDS {
            let times = zoomed(&tree, &runs, kind);
            let name = format!("{} nodes, {words}", tree.len());
            for (column, place) in [times.len() / 2, times.len() * 9 / 10, times.len() - 1].into_iter().enumerate() {
                table.set(&name, column, format!("{:.1}", 1e3 * times[place]));
            }
        }
    }
    table.print();
}

/// The times of frames in seconds, sorted, while the wheel turns over the first of four panes.
fn zoomed(tree: &Tree, runs: &[Run; 4], kind: Kind) -> Vec<f64> {
    let (ctx, mut view) = (Context::default(), View::new(kind, false));
    let mut canvases = [(); 4].map(|()| Canvas::default());
    theme::apply(&ctx);
    let overlays = [0, 1, 2, 3].map(|i: usize| runs[i].overlay(tree));
    let size = vec2(1280.0, 800.0);
    let steps = (0..FRAMES).map(|_| vec2(0.0, 40.0));
    let mut moved = Vec::new();
    let times = frames(&ctx, Pos2::new(233.0, 187.0), steps, |ui| {
        let before = view.clone();
        for (i, canvas) in canvases.iter_mut().enumerate() {
            let pane = size / 2.0;
            let corner = Pos2::ZERO + vec2(pane.x * (i % 2) as f32, pane.y * (i / 2) as f32);
            let mut ui = ui.new_child(UiBuilder::new().max_rect(Rect::from_min_size(corner, pane)));
            let scene = Scene {
                figure: figure(tree, &overlays[i], None),
                searched: Some(overlays[i]),
                selected: None,
                hovered: None,
                named: &[],
                bound: None,
                menu: None,
            };
            ui.push_id(i, |ui| canvas.ui(ui, "alpha-beta", &scene, &mut view));
        }
        moved.push(view != before);
    });
    // A view that already shows the whole tree is not drawn again.
    let mut times: Vec<f64> = times
        .into_iter()
        .zip(moved.into_iter().skip(SKIPPED))
        .filter(|(_, moved)| *moved)
        .map(|(time, _)| time)
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

/// The time of each frame in seconds, with its shapes made and tessellated, while the wheel turns by `steps`.
fn frames(
    ctx: &Context,
    pointer: Pos2,
    steps: impl Iterator<Item = eframe::egui::Vec2>,
    mut ui: impl FnMut(&mut eframe::egui::Ui),
) -> Vec<f64> {
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
    let frame = |(frame, delta): (usize, eframe::egui::Vec2)| {
        let (unit, phase, source) = (MouseWheelUnit::Point, TouchPhase::Move, MouseWheelSource::Unknown);
        let turned = Event::MouseWheel { unit, delta, phase, source, modifiers: Modifiers::NONE };
        let events = vec![Event::PointerMoved(pointer), turned];
        let time = Some(frame as f64 / 60.0);
        let input = RawInput { screen_rect: Some(screen), time, events, ..RawInput::default() };
        let start = Instant::now();
        let mut output = ctx.run_ui(input, &mut ui);
        std::hint::black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        output.textures_delta.clear();
        start.elapsed().as_secs_f64()
    };
    steps.enumerate().map(frame).skip(SKIPPED).collect()
}

fn boards() {
    println!("\nmilliseconds per frame of 1280x800 points with boards while it is panned, the median of {FRAMES}\n");
    for (name, depth) in
        [(GameName::CHESS, 3), (GameName::CONNECT_FOUR, 5), (GameName::TIC_TAC_TOE, 5), (GameName::NIM, 4)]
    {
        let game = GameTree::new(AnyGame::from_start(name), Some(depth));
        let tree = Arc::new(game.unfold(&Progress::new()).expect("a small tree"));
        // The smaller the cards, the more of them are visible.
        for (what, width) in [("smallest", 64.0), ("largest", 112.0)] {
            let (frame, boards) = panned(&tree, name, width * tree.leaf_count() as f32 / 1260.0);
            println!("{:<44}{:>9.2}, {boards} boards", format!("{name}, {what} cards"), 1e3 * frame);
        }
    }
}

/// The time of a frame in seconds while a tree of a game is panned, and the number of boards in the last frame.
fn panned(tree: &Arc<Tree>, game: GameName, zoom: f32) -> (f64, usize) {
    let run = Run::new(tree, Algorithm::ALPHA_BETA);
    let overlay = run.overlay(tree);
    let (ctx, mut canvas, mut view) = (Context::default(), Canvas::default(), View::default());
    theme::apply(&ctx);
    view.is_abrupt = true;
    view.zoom(zoom);
    let figure = figure(tree, &overlay, Some(game));
    let scene =
        Scene { figure, searched: Some(overlay), selected: None, hovered: None, named: &[], bound: None, menu: None };
    // A wheel that turns sideways: half a card per frame, all in new places.
    let steps = (0..FRAMES).map(|_| vec2(-37.3, 0.0));
    let times = frames(&ctx, Pos2::new(640.0, 400.0), steps, |ui| {
        canvas.ui(ui, "alpha-beta", &scene, &mut view);
    });
    (median(times), canvas.board_count())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn full(branching: usize, depth: u32) -> Tree {
    fn node(builder: &mut Builder, branching: usize, depth: u32) {
        if depth == 0 {
            let place = builder.len() as u32;
            builder.leaf(Some(value(place))).expect("few nodes");
            return;
        }
        builder.open().expect("few nodes");
        (0..branching).for_each(|_| node(builder, branching, depth - 1));
        builder.close();
    }
    let mut builder = Builder::new();
    node(&mut builder, branching, depth);
    builder.build().expect("a tree")
}

/// A chain of nodes, with a leaf next to each on request.
fn chain(levels: u32, has_leaves: bool) -> Tree {
    let mut builder = Builder::new();
    for level in 1..levels {
        builder.open().expect("few nodes");
        if has_leaves {
            builder.leaf(Some(value(level))).expect("few nodes");
        }
    }
    builder.leaf(Some(value(0))).expect("few nodes");
    builder.build().expect("a tree")
}

/// A pseudo-random value that depends on the index only.
fn value(place: u32) -> Value {
    Value::from((place.wrapping_mul(0x9E37_79B9) >> 16) as i32)
}
