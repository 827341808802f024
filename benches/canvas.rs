//! How long the tree canvas takes to make a drawing from nothing, as it does in a frame after a pan or a zoom; and how long a
//! frame takes of a game's tree that is panned with its boards in sight.
//!
//! In the first part texts are not measured but guessed, since that needs fonts. Run with `cargo bench --bench canvas`.

use std::time::Instant;

use eframe::egui::{
    Context, Event, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect, TouchPhase, vec2,
};
use plyscope::app::canvas::{Canvas, Scene, View, build};
use plyscope::app::style::theme;
use plyscope::game::{AnyGame, GameName, GameTree};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, Record, Recorder, tell};
use plyscope::tree::{Builder, Tree, Value};

const ZOOMS: [f32; 7] = [1.0, 2.0, 5.0, 30.0, 300.0, 1e4, 1e6];
const ROUNDS: usize = 21;

fn main() {
    let pane = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
    println!("milliseconds a drawing of 1280x800 points, the median of {ROUNDS}, by zoom\n");
    print!("{:<34}", "");
    for zoom in ZOOMS {
        print!("{zoom:>9}");
    }
    println!();
    for (name, tree) in [
        ("full, b=4 d=10", full(4, 10)),
        ("chain of 1,000,000", chain(1_000_000, false)),
        ("chain of 500,000 with leaves", chain(500_000, true)),
        ("1,000,000 children", full(1_000_000, 1)),
    ] {
        let record = record(&tree);
        print!("{name:<34}");
        for zoom in ZOOMS {
            print!("{:>9.2}", 1e3 * seconds(&tree, &record, zoom, pane));
        }
        println!();
    }
    println!("\nmilliseconds a frame of 1280x800 points with boards while it is panned, the median of {FRAMES}\n");
    for (name, depth) in
        [(GameName::CHESS, 3), (GameName::CONNECT_FOUR, 5), (GameName::TIC_TAC_TOE, 5), (GameName::NIM, 4)]
    {
        let game = GameTree { game: AnyGame::from_start(name), depth: Some(depth), dynamic: false };
        let tree = game.unfold(&Progress::new()).expect("a small tree");
        // Where cards are smallest there are most of them.
        for (what, width) in [("smallest", 64.0), ("largest", 112.0)] {
            let (frame, boards) = panned(&tree, name, width * tree.leaf_count() as f32 / 1260.0);
            println!("{:<34}{:>9.2}, {boards} boards", format!("{name}, {what} cards"), 1e3 * frame);
        }
    }
}

const FRAMES: usize = 61;

/// Seconds that a frame takes with its shapes made and cut into triangles, and how many boards the last one shows.
fn panned(tree: &Tree, game: GameName, zoom: f32) -> (f64, usize) {
    let record = record(tree);
    let line = record.line(tree);
    let (ctx, mut canvas, mut view) = (Context::default(), Canvas::default(), View::default());
    theme::apply(&ctx);
    view.zoom(zoom);
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
    let scene = Scene {
        tree,
        game: Some(game),
        record: Some(&record),
        line: &line,
        dropped: &[],
        selected: None,
        hovered: None,
    };
    let mut times = Vec::new();
    for frame in 0..FRAMES {
        // A wheel that turns sideways: half a card a frame, all in new places.
        let (unit, phase, source) = (MouseWheelUnit::Point, TouchPhase::Move, MouseWheelSource::Unknown);
        let turned = Event::MouseWheel { unit, delta: vec2(-37.3, 0.0), phase, source, modifiers: Modifiers::NONE };
        let events = vec![Event::PointerMoved(screen.center()), turned];
        let time = Some(frame as f64 / 60.0);
        let input = RawInput { screen_rect: Some(screen), time, events, ..RawInput::default() };
        let start = Instant::now();
        let mut output = ctx.run_ui(input, |ui| {
            canvas.ui(ui, "Tree", &scene, &mut view);
        });
        std::hint::black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        times.push(start.elapsed().as_secs_f64());
        output.textures_delta.clear();
    }
    times.sort_by(f64::total_cmp);
    (times[FRAMES / 2], canvas.board_count())
}

fn seconds(tree: &Tree, record: &Record, zoom: f32, pane: Rect) -> f64 {
    let line = record.line(tree);
    let scene =
        Scene { tree, game: None, record: Some(record), line: &line, dropped: &[], selected: None, hovered: None };
    let mut view = View::default();
    view.zoom(zoom);
    let mut times = [(); ROUNDS].map(|()| {
        let start = Instant::now();
        std::hint::black_box(build(&scene, &view, pane));
        start.elapsed().as_secs_f64()
    });
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn record(tree: &Tree) -> Record {
    let mut recorder = Recorder::new(tree);
    tell(Algorithm::ALPHA_BETA, tree, Limits::default(), &mut recorder);
    recorder.finish()
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

/// Nodes of which each is a child of the one before, with a leaf beside it where asked for.
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

/// A value that looks random and depends on the place alone.
fn value(place: u32) -> Value {
    Value::from((place.wrapping_mul(0x9E37_79B9) >> 16) as i32)
}
