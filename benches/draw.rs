//! Pictures of trees: layout, the shapes of a frame in both views, and files. Run with `cargo bench -p plyscope-benches --bench draw`.

use divan::{Bencher, black_box};
use plyscope::draw::export::{PictureFormat, USUAL_DPI, export};
use plyscope::draw::icicle::{self, icicle};
use plyscope::draw::node_link::node_link;
use plyscope::draw::page::{Panel, Sheet, Style, compose};
use plyscope::draw::{Boards, Figure, Folds, Frame, Options, Rect, Searched, Shown, States, pos2, vec2};
use plyscope::generate::{Generator, Leaves, Ordering, Probability, Shape};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, Record, Recorder, tell};
use plyscope::tree::{NodeId, Tree};

/// Branching and depth of full trees with about 1e3 to 1e7 nodes.
const TREES: [(u32, u32); 5] = [(10, 3), (10, 4), (10, 5), (10, 6), (10, 7)];
static NOTHING_FOLDED: Folds = Folds::NONE;

fn main() {
    divan::main();
}

/// A tree and alpha-beta's run on it.
struct Run {
    tree: Tree,
    record: Record,
    states: States,
    line: Vec<NodeId>,
}

impl Run {
    fn new(branching: u32, depth: u32) -> Run {
        let shape = Shape { branching, depth, min_branching: None, leaf_probability: Probability::default() };
        let generator = Generator::new(Leaves::Continuous, Ordering::Random, shape).expect("a tree that can be drawn");
        let tree = generator.build(1, None, &Progress::new()).expect("enough memory");
        let mut recorder = Recorder::new(&tree);
        tell(Algorithm::ALPHA_BETA, &tree, Limits::default(), &mut recorder);
        let record = recorder.finish();
        let (states, line) = (States::new(&tree, &record), record.line(&tree));
        Run { tree, record, states, line }
    }

    fn overlay(&self) -> Searched<'_> {
        Searched { tree: &self.tree, record: &self.record, states: &self.states, line: &self.line }
    }
}

fn figure<'a>(run: &'a Run, overlay: &'a Searched<'a>) -> Figure<'a> {
    let shown = Shown { tree: &run.tree, folds: &NOTHING_FOLDED };
    Figure { shown, overlay, game: None, options: Options::default() }
}

fn sheet<'a>(run: &'a Run, overlay: &'a Searched<'a>) -> Sheet<'a> {
    let panel = Panel { title: "Alpha-beta".into(), figure: figure(run, overlay), seen: None, steps: None };
    Sheet { title: String::new(), caption: String::new(), panels: vec![panel] }
}

/// The places of all nodes of trees that have 1,111, 11,111 and 87,381, which are found once for a tree.
#[divan::bench(args = [(10, 3), (10, 4), (4, 8)], sample_count = 20)]
fn places(bencher: Bencher, (branching, depth): (u32, u32)) {
    let of_new_tree = bencher.with_inputs(|| Run::new(branching, depth).tree);
    of_new_tree.bench_local_values(|tree| tree.centre(black_box(NodeId::ROOT)));
}

fn pane() -> Rect {
    Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0))
}

#[divan::bench(args = TREES, sample_count = 20)]
fn node_link_frame(bencher: Bencher, (branching, depth): (u32, u32)) {
    let run = Run::new(branching, depth);
    let overlay = run.overlay();
    let figure = figure(&run, &overlay);
    let frame = Frame::fitting(&figure.shown, pane(), figure.spacing());
    let mut boards = Boards::default();
    bencher.bench_local(|| node_link(black_box(&figure), &frame, &mut boards));
}

#[divan::bench(args = TREES, sample_count = 20)]
fn icicle_frame(bencher: Bencher, (branching, depth): (u32, u32)) {
    let run = Run::new(branching, depth);
    let overlay = run.overlay();
    let figure = figure(&run, &overlay);
    let frame = Frame::fitting(&figure.shown, pane(), icicle::spacing(&figure));
    bencher.bench_local(|| icicle(black_box(&figure), &frame));
}

#[divan::bench(args = TREES, sample_count = 20)]
fn page_layout(bencher: Bencher, (branching, depth): (u32, u32)) {
    let run = Run::new(branching, depth);
    let overlay = run.overlay();
    let sheet = sheet(&run, &overlay);
    bencher.bench_local(|| compose(black_box(&sheet), &Style { width: Some(170.0), ..Style::default() }));
}

/// A tree of 87,381 nodes: at a comfortable width, with a summary of its lower levels, and so wide that every node is drawn separately.
#[divan::bench(args = [None, Some(20_000.0)], sample_count = 10)]
fn svg_of_100_000_nodes(bencher: Bencher, width: Option<f32>) {
    let run = Run::new(4, 8);
    let overlay = run.overlay();
    let sheet = sheet(&run, &overlay);
    let svg = PictureFormat::of_id("svg").expect("a format");
    let style = Style { width, font_size: if width.is_some() { 3.0 } else { 9.0 }, ..Style::default() };
    bencher.bench_local(|| export(black_box(&sheet), &style, USUAL_DPI, svg).expect("a picture").bytes.len());
}
