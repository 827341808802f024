//! How long the tree canvas takes to make a drawing from nothing, as it does in a frame after a pan or a zoom.
//!
//! Texts are not measured but guessed, since that needs a window. Run with `cargo bench --bench canvas`.

use std::time::Instant;

use eframe::egui::{Pos2, Rect, vec2};
use plyscope::app::canvas::{Scene, View, build};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, CutoffRule, Limits, Record, Recorder, search};
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
}

fn seconds(tree: &Tree, record: &Record, zoom: f32, pane: Rect) -> f64 {
    let line = record.line(tree);
    let scene = Scene { tree, game: None, record: Some(record), line: &line, away: &[], selected: None, hovered: None };
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
    let progress = Progress::new();
    let limits = Limits { cutoff: CutoffRule::NonStrict, budget: None, progress: &progress };
    let mut recorder = Recorder::new(tree);
    search(Algorithm::AlphaBeta, tree, limits, &mut recorder);
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
