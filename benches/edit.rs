//! How long edits take, and the searches that follow one.
//!
//! Run with `cargo bench -p plyscope-benches --bench edit`. Edits of more than 10,000 nodes are made on a worker; a tree of 1,000 nodes should be searched
//! by all panes within a frame of 16 ms.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plyscope::experiment::reorder::Reordering;
use plyscope::experiment::what_if::Dependence;
use plyscope::experiment::{Settings, record};
use plyscope::progress::Progress;
use plyscope::search::story::Story;
use plyscope::search::{Algorithm, Budget};
use plyscope::tree::edit::{ChildOrder, Edit, History, paste_text};
use plyscope::tree::{Builder, NodeId, Tree, Value};

/// How often each is timed; the median is shown.
const TIMES: usize = 7;

fn main() {
    println!("{:<46}{:>14}{:>14}", "edit (ms)", "1,000 nodes", "1,000,000");
    let trees = [tree(3, 7, 1_000), tree(10, 6, 1_000_000)];
    for (name, edit) in edits() {
        row(name, trees.each_ref().map(|tree| timed(|| edit(tree).apply(tree).expect("it changes something"))));
    }
    let undone = trees.each_ref().map(|tree| {
        let mut history = History::default();
        let edited = Edit::Delete(middle(tree)).apply(tree).expect("it is not the root");
        let arrival = history.push(edited, None);
        let way = history.way_to(0).expect("a step back");
        timed(|| way.go(&arrival.tree, &Progress::new()).expect("the way back"))
    });
    row("undo of a removal", undone);
    let leaf = |tree: &Tree| tree.leaf(tree.leaf_count() / 2);
    row("how value and move depend on a leaf", trees.each_ref().map(|tree| timed(|| Dependence::of(tree, leaf(tree)))));
    let [small, _] = &trees;
    let parent = small.parent(leaf(small)).expect("a leaf has a parent");
    for (name, node) in
        [("all orders of the root's children", NodeId::ROOT), ("all orders of a node's children", parent)]
    {
        let time = timed(|| Reordering::of(small, node, Settings::default(), &Progress::new()));
        println!("{name:<46}{:>14.3}", time.as_secs_f64() * 1e3);
    }
    searches(small);
}

type MakeEdit = fn(&Tree) -> Edit;

/// The edits that are timed.
fn edits() -> [(&'static str, MakeEdit); 7] {
    [
        ("a leaf's value", |tree| Edit::Value(tree.leaf(tree.leaf_count() / 2), Value::new(-1.0))),
        ("a leaf inserted", |tree| Edit::AddSibling(middle(tree))),
        ("a subtree removed", |tree| Edit::Delete(middle(tree))),
        ("a subtree carried", |tree| Edit::Carry { node: middle(tree), parent: NodeId::ROOT, index: 0 }),
        ("the root's children sorted", |_| Edit::Sort(NodeId::ROOT, ChildOrder::WorstFirst)),
        ("a level added", |_| Edit::AddLevel(1)),
        ("three nodes pasted", |tree| paste_text(middle(tree), "(1 2)", &Progress::new()).expect("a tree")),
    ]
}

/// A node of depth 2 in the middle.
fn middle(tree: &Tree) -> NodeId {
    let level = tree.level(2);
    tree.node_in_level_order(usize::midpoint(level.start, level.end))
}

/// A tree with about this number of nodes.
fn tree(branching: u32, depth: u32, nodes: usize) -> Tree {
    let (mut builder, mut state) = (Builder::new(), 7_u64);
    below(&mut builder, &mut state, branching, depth, nodes);
    builder.build().expect("it has a root")
}

fn below(builder: &mut Builder, state: &mut u64, branching: u32, depth: u32, nodes: usize) {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    if depth == 0 || builder.len() >= nodes {
        builder.leaf(Some(Value::from((*state >> 40) as i32 % 1000))).expect("room for a node");
        return;
    }
    builder.open().expect("room for a node");
    for _ in 0..branching {
        below(builder, state, branching, depth - 1, nodes);
    }
    builder.close();
}

fn timed<T>(mut work: impl FnMut() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..TIMES)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[TIMES / 2]
}

fn row(name: &str, times: [Duration; 2]) {
    let [small, large] = times.map(|time| time.as_secs_f64() * 1e3);
    println!("{name:<46}{small:>14.3}{large:>14.1}");
}

/// The searches that follow an edit of a small tree, each recorded with its story.
fn searches(tree: &Tree) {
    println!("\nrecorded searches of {} nodes (ms)", tree.len());
    let tree = Arc::new(tree.clone());
    let time = |algorithm: Algorithm, budget: Budget| {
        let settings = Settings { budget, ..Settings::default() };
        timed(|| record(algorithm, &tree, settings, &mut Story::new(), &Progress::new()))
    };
    let usual: Duration = Algorithm::usual().into_iter().map(|algorithm| time(algorithm, Budget::Automatic)).sum();
    println!("{:<46}{:>14.3}", "all panes of the usual choice", usual.as_secs_f64() * 1e3);
    for algorithm in Algorithm::ALL {
        let is_exponential = algorithm.id().starts_with("selection-j");
        let budget = if is_exponential { Budget::Evaluations(100_000) } else { Budget::Automatic };
        println!("{:<46}{:>14.3}", algorithm.id(), time(algorithm, budget).as_secs_f64() * 1e3);
    }
}
