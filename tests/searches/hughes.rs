//! Hughes' toolbox: laziness, the functions that shape trees, and their composition.

use std::cell::Cell;
use std::rc::Rc;

use plyscope::game::{Erased, ErasedPosition, Game, Playable, Shaped, Stages, TicTacToe};
use plyscope::search::hughes::maximise::LazyAlphaBeta;
use plyscope::search::hughes::{Maptree, Pipeline, Reptree, Shared, redtree};
use plyscope::search::lattice::Minimax;
use plyscope::search::selection::j::SelectionJAlphaBeta;
use plyscope::search::{
    Algorithm, CutoffRule, Laziness, Limits, Outcome, Report, Setting, StaticValues, Visit, search, search_as,
};
use plyscope::tree::{Player, Tree, Value};
use proptest::prelude::*;

use crate::census::{Census, Counted};
use crate::random_trees::valued;
use crate::told::{self, limits};

const WHOLE: Stages = Stages { prune: None, dynamic: false, highfirst: false, taketree: None, sooner: false };
const PLAIN: Pipeline = Pipeline { stages: WHOLE, alpha_beta: true };

fn pruned(depth: u32) -> Stages {
    Stages::to_depth(depth)
}

fn sorted() -> Stages {
    Stages { highfirst: true, ..WHOLE }
}

fn run<G: Playable<Position: 'static, Key: 'static>>(algorithm: Algorithm, game: &G) -> Report<ErasedPosition> {
    search(algorithm, &Erased::new(game), Limits::default())
}

fn evaluate<G>(pipeline: Pipeline, game: &G) -> (Report<ErasedPosition>, StaticValues)
where
    G: Playable<Position: 'static, Key: 'static>,
{
    let report = run(Algorithm::of_pipeline(pipeline), game);
    let values = report.extras.static_values.expect("a pipeline counts static values");
    (report, values)
}

/// A pseudo-random number from 0 to 99 that depends on the label only.
fn scatter(label: u64) -> Value {
    Value::from(((label + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as i32 % 100)
}

/// The infinite full tree with this branching; its nodes are labelled 1, then 1*b .. 1*b + b - 1, and so on.
fn endless(b: u64) -> impl Playable<Position = (u64, Player), Key = ()> {
    Reptree::new(1, Player::Max, move |&label: &u64| (0..b).map(move |place| label * b + place))
}

#[test]
fn an_infinite_tree_is_evaluated_as_far_as_it_is_pruned() {
    let game = endless(3);
    let valued = Maptree::new(|&(label, _): &(u64, Player)| Some(scatter(label)), &game);
    for depth in 0..8 {
        let pipeline = Pipeline { stages: pruned(depth), ..PLAIN };
        let (lazy, evaluated) = evaluate(pipeline, &valued);
        let minimax = run(Algorithm::MINIMAX, &Shaped::to_depth(depth, &valued));
        assert_eq!(lazy.outcome.value(), minimax.outcome.value());
        assert_eq!(minimax.evaluations, 3_u64.pow(depth));
        assert!(evaluated.leaves <= minimax.evaluations);
        assert_eq!((evaluated.ordering, evaluated.total()), (0, evaluated.leaves));
    }
}

#[test]
fn an_infinite_subtree_that_cannot_matter_is_not_searched() {
    // Below MAX a leaf with 5 and a MIN node; below that a leaf with 3 and an infinite tree.
    let moves = |&label: &u64| match label {
        0 => vec![1, 2],
        2 => vec![3, 4],
        1 | 3 => vec![],
        endless => vec![endless + 1, endless + 1],
    };
    let game = Reptree::new(0, Player::Max, moves);
    let value = |&(label, _): &(u64, Player)| match label {
        1 => Some(Value::from(5)),
        3 => Some(Value::from(3)),
        _ => None,
    };
    let valued = Maptree::new(value, &game);
    let (report, _) = evaluate(PLAIN, &valued);
    assert_eq!(report.outcome.value(), Some(Value::from(5)));
    assert_eq!(report.extras.laziness.unwrap().nodes_built, 4);
}

// Nodes built and nodes alive.

/// The children of a node of the infinite tree, with labels that are counted.
fn below(b: u64, label: &Counted<u64>) -> impl Iterator<Item = Counted<u64>> + use<> {
    let (first, census) = (label.0 * b, Rc::clone(&label.1));
    (0..b).map(move |place| Counted::new(first + place, &census))
}

/// What a pipeline reports, the labels that there were, and the number of nodes whose children were made.
fn evaluate_counted(pipeline: Pipeline, b: u64) -> (Laziness, Rc<Census>, u64) {
    let (census, forced) = (Rc::<Census>::default(), Cell::new(0));
    let moves = |label: &Counted<u64>| {
        forced.set(forced.get() + 1);
        below(b, label)
    };
    let game = Reptree::new(Counted::new(1, &census), Player::Max, moves);
    let valued = Maptree::new(|(label, _): &(Counted<u64>, Player)| Some(scatter(label.0)), &game);
    let (report, _) = evaluate(pipeline, &valued);
    drop(game);
    (report.extras.laziness.unwrap(), census, forced.get())
}

#[test]
fn nodes_alive_stay_near_branching_times_depth_while_the_tree_grows_with_its_power() {
    for (b, depth) in [(2_u64, 16_u32), (4, 8), (8, 5)] {
        for highfirst in [false, true] {
            for alpha_beta in [false, true] {
                let pipeline = Pipeline { stages: Stages { highfirst, ..pruned(depth) }, alpha_beta };
                let (laziness, census, _) = evaluate_counted(pipeline, b);
                let near = b * u64::from(depth) + 1;
                assert!(laziness.nodes_built > 5 * near, "{pipeline}");
                assert!(laziness.peak_nodes_alive <= near, "{pipeline}: {laziness:?}");
                assert!(laziness.peak_nodes_alive > u64::from(depth), "{pipeline}: {laziness:?}");
                // The program's own count is exact, except for the copy of the root and one node in use.
                let alive = census.most.get() as u64;
                assert!((laziness.peak_nodes_alive..=laziness.peak_nodes_alive + 3).contains(&alive), "{alive}");
                assert_eq!(census.now.get(), 0, "everything is freed");
            }
        }
    }
}

#[test]
fn the_children_of_a_node_are_made_once() {
    for highfirst in [false, true] {
        let pipeline = Pipeline { stages: Stages { highfirst, ..pruned(7) }, ..PLAIN };
        let (laziness, _, forced) = evaluate_counted(pipeline, 3);
        // The nodes at the limit are built, but their children are not.
        let leaves = laziness.nodes_built - forced;
        assert!(forced < 3_u64.pow(7) / 2);
        assert!(leaves > forced);
    }
}

#[test]
fn numbers_are_computed_once_and_reused() {
    // The list of the first subtree is [3]. That of the second begins with 12, which does not rule it out; with 4 its minimum is known.
    // Both numbers were computed to be compared with 3, and are used again to find the minimum.
    let report = run(Algorithm::LAZY_ALPHA_BETA, &"((3) (12 4) (2 9))".parse::<Tree>().unwrap());
    assert_eq!(report.outcome.value(), Some(Value::from(4)));
    let laziness = report.extras.laziness.unwrap();
    assert_eq!(laziness.thunks_reused, 2);
    // 3, 12, 4 and 2 below the subtrees, 3 and 4 below the root.
    assert_eq!(laziness.thunks_forced, 6);
    assert_eq!((laziness.nodes_built, laziness.peak_nodes_alive), (8, 3));
}

#[test]
fn a_shared_tree_is_built_only_once() {
    let (valued, moved) = (Cell::new(0_u64), Cell::new(0_u64));
    let game = Reptree::new(1, Player::Max, |&label: &u64| {
        moved.set(moved.get() + 1);
        (0..3).map(move |place| label * 3 + place)
    });
    let game = Maptree::new(
        |&(label, _): &(u64, Player)| {
            valued.set(valued.get() + 1);
            Some(scatter(label))
        },
        &game,
    );
    let pruned = Shaped::to_depth(6, &game);
    let alone = search_as::<LazyAlphaBeta, _>(&pruned, Setting::Nothing, Limits::default());
    let (leaves, inner) = (valued.take(), moved.take());

    let shared = Shared::new(&pruned);
    assert_eq!(shared.built(), 1);
    let mut built = Vec::new();
    for _ in 0..3 {
        let report = search_as::<LazyAlphaBeta, _>(&shared, Setting::Nothing, Limits::default());
        assert_eq!(report.outcome.value(), alone.outcome.value());
        assert_eq!(report.evaluations, alone.evaluations);
        assert_eq!((valued.get(), moved.get()), (leaves, inner));
        built.push(shared.built());
    }
    // When a list is dropped, its next node may have been built to see whether there is one.
    assert!((alone.extras.laziness.unwrap().nodes_built..1093).contains(&built[0]));
    assert_eq!(built, [built[0]; 3]);
    // The others build what is missing, and nothing twice.
    search_as::<Minimax, _>(&shared, Setting::Nothing, Limits::default());
    search_as::<SelectionJAlphaBeta, _>(&shared, Setting::Nothing, Limits::default());
    assert_eq!(redtree(&shared, &mut |_, sub: u64| 1 + sub, &mut |a, b| a + b, &0), shared.built());
    assert_eq!(valued.get(), 3_u64.pow(6));
    assert_eq!(moved.get(), (0..6).map(|depth| 3_u64.pow(depth)).sum::<u64>());
}

#[test]
fn children_have_the_same_indices_in_a_shared_tree_and_in_a_mapped_one() {
    let game = TicTacToe::from_position("X.O/.X./O..").unwrap();
    let sorted = Shaped::new(Stages { highfirst: true, ..pruned(2) }, &game);
    let mapped = Maptree::new(|position: &_| sorted.static_value(position), &sorted);
    let shared = Shared::new(&sorted);
    let of_sorted: Vec<u32> =
        sorted.moves(&sorted.root()).zip(0..).map(|(child, nth)| sorted.child_index(&child, nth)).collect();
    let of_mapped: Vec<u32> =
        mapped.moves(&mapped.root()).zip(0..).map(|(child, nth)| mapped.child_index(&child, nth)).collect();
    let of_shared: Vec<u32> =
        shared.moves(&shared.root()).zip(0..).map(|(child, nth)| shared.child_index(&child, nth)).collect();
    assert!(!of_sorted.is_sorted(), "the best moves come first: {of_sorted:?}");
    assert_eq!((&of_mapped, &of_shared), (&of_sorted, &of_sorted));
    assert!(shared.shaping().is_some() && mapped.shaping().is_some());
}

#[test]
fn a_shared_tree_is_freed_when_it_is_unreachable() {
    let census = Rc::<Census>::default();
    let game = Reptree::new(Counted::new(1, &census), Player::Max, |label: &Counted<u64>| below(2, label));
    let pruned = Shaped::to_depth(5, &game);
    let shared = Shared::new(&pruned);
    redtree(&shared, &mut |_, ()| (), &mut |(), ()| (), &());
    let of_game = 1;
    assert_eq!(census.now.get() - of_game, 63);
    let second = shared.moves(&shared.root()).nth(1).unwrap();
    drop(shared);
    assert_eq!(census.now.get() - of_game, 31, "what hangs below the node that is held");
    drop(second);
    assert_eq!(census.now.get(), of_game);
}

#[test]
fn a_shared_chain_of_a_million_nodes_is_freed_on_a_small_stack() {
    let work = || {
        let chain = Reptree::new(1, Player::Max, |&label: &u32| (label < 1_000_000).then_some(label + 1));
        let shared = Shared::new(&chain);
        assert_eq!(redtree(&shared, &mut |_, sub: u32| 1 + sub, &mut |a, b| a + b, &0), 1_000_000);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

// The functions that shape trees.

#[test]
fn redtree_folds_labels_and_subtrees() {
    let game = endless(2);
    let pruned = Shaped::to_depth(3, &game);
    let sum = redtree(&pruned, &mut |node, sub: u64| node.position.0 + sub, &mut |a, b| a + b, &0);
    assert_eq!(sum, (1..16).sum::<u64>());
    let nodes = redtree(&pruned, &mut |_, sub: u64| 1 + sub, &mut |a, b| a + b, &0);
    assert_eq!(nodes, 15);
    let labels = redtree(
        &pruned,
        &mut |node, mut sub: Vec<u64>| {
            sub.insert(0, node.position.0);
            sub
        },
        &mut |first, rest| [first, rest].concat(),
        &Vec::new(),
    );
    assert_eq!(labels, [1, 2, 4, 8, 9, 5, 10, 11, 3, 6, 12, 13, 7, 14, 15]);
}

#[test]
fn a_chain_of_300_000_nodes_is_folded_and_searched_on_a_small_stack() {
    let work = || {
        let chain = Reptree::new(1, Player::Max, |&label: &u32| (label < 300_000).then_some(label + 1));
        assert_eq!(redtree(&chain, &mut |_, sub: u32| 1 + sub, &mut |a, b| a + b, &0), 300_000);
        let valued = Maptree::new(|&(label, _): &(u32, Player)| Some(Value::from(label as i32)), &chain);
        for alpha_beta in [false, true] {
            let (report, _) = evaluate(Pipeline { stages: sorted(), alpha_beta }, &valued);
            assert_eq!(report.outcome.value(), Some(Value::from(300_000)));
            assert_eq!(report.extras.laziness.unwrap().nodes_built, 300_000);
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn highfirst_sorts_stably_for_the_player_to_move() {
    let text = r#"[{"value": 1, "label": "a", "children": [7, 3, 5]}, {"value": 4, "label": "b", "children": [2]},
        {"value": 1, "label": "c", "children": [0]}, {"value": 6, "label": "d", "children": [9, 8]}]"#;
    let tree: Tree = text.parse().unwrap();
    let game = Shaped::new(sorted(), &tree);
    let children: Vec<_> = game.moves(&game.root()).collect();
    let labels: Vec<&str> = children.iter().map(|child| tree.label(child.position).unwrap()).collect();
    assert_eq!(labels, ["d", "b", "a", "c"]);
    let below_a = game.moves(&children[2]).map(|leaf| tree.value(leaf.position).unwrap().get());
    assert_eq!(below_a.collect::<Vec<f64>>(), [3.0, 5.0, 7.0]);
}

#[test]
fn of_two_sets_of_stages_the_smaller_limits_apply() {
    let one = Stages { prune: Some(3), taketree: Some(2), ..WHOLE };
    let other = Stages { prune: Some(5), taketree: Some(1), highfirst: true, ..WHOLE };
    let both = Stages { prune: Some(3), taketree: Some(1), highfirst: true, ..WHOLE };
    assert_eq!([one.and(other), other.and(one)], [both, both]);
    assert_eq!([one.and(WHOLE), WHOLE.and(one)], [one, one]);
}

#[test]
fn taketree_keeps_the_first_subtrees() {
    let tree: Tree = "((1 2 3) 4 (5))".parse().unwrap();
    let nodes = |n| {
        redtree(
            &Shaped::new(Stages { taketree: Some(n), ..WHOLE }, &tree),
            &mut |_, sub: u32| 1 + sub,
            &mut |a, b| a + b,
            &0,
        )
    };
    assert_eq!([0, 1, 2, 3, 9].map(nodes), [1, 3, 5, 8, 8]);
    let (report, _) = evaluate(Pipeline { stages: Stages { taketree: Some(1), ..WHOLE }, ..PLAIN }, &tree);
    assert_eq!(report.outcome.value(), Some(Value::from(1)));
}

/// An infinite tree in which positions with a number divisible by three are not quiet.
struct Unquiet<G>(G);

impl<G: Game<Position = (u64, Player)>> Game for Unquiet<G> {
    type Position = (u64, Player);
    type Key = ();
    type Moves<'g>
        = G::Moves<'g>
    where
        Self: 'g;

    fn root(&self) -> Self::Position {
        self.0.root()
    }

    fn player(&self, position: &Self::Position) -> Player {
        self.0.player(position)
    }

    fn moves<'g>(&'g self, position: &Self::Position) -> Self::Moves<'g> {
        self.0.moves(position)
    }

    fn static_value(&self, &(label, _): &Self::Position) -> Option<Value> {
        Some(scatter(label))
    }

    fn dynamic(&self, &(label, _): &Self::Position) -> bool {
        label.is_multiple_of(3)
    }
}

#[test]
fn a_dynamic_position_is_searched_beyond_the_limit() {
    let game = Unquiet(endless(2));
    // The nodes at the limit, and the number of moves of each.
    let at_limit = |dynamic| {
        let game = Shaped::new(pruned(2).dynamic(dynamic), &game);
        let nodes = game.moves(&game.root()).flat_map(|child| game.moves(&child).collect::<Vec<_>>());
        nodes.map(|node| (node.position.0, game.moves(&node).count())).collect::<Vec<_>>()
    };
    assert_eq!(at_limit(false), [(4, 0), (5, 0), (6, 0), (7, 0)]);
    assert_eq!(at_limit(true), [(4, 0), (5, 0), (6, 2), (7, 0)]);
    // Of the children of 6, 12 is not quiet, and so on: that branch is infinite, and its sibling is quiet.
    let pruned = Shaped::new(pruned(2).dynamic(true), &game);
    let first = |node: &_| pruned.moves(node).next();
    let six = pruned.moves(&pruned.moves(&pruned.root()).nth(1).unwrap()).next().unwrap();
    let line: Vec<u64> = std::iter::successors(Some(six), first).map(|node| node.position.0).take(5).collect();
    assert_eq!(line, [6, 12, 24, 48, 96]);
    assert_eq!(pruned.moves(&pruned.moves(&six).nth(1).unwrap()).count(), 0);
}

// The composition.

#[test]
fn a_pipeline_reads_as_in_the_paper() {
    let text = |pipeline: Pipeline| pipeline.to_string();
    assert_eq!(text(Pipeline::default()), "max . maximise' . maptree static . gametree");
    assert_eq!(
        text(Pipeline {
            stages: Stages { prune: Some(8), dynamic: true, highfirst: true, taketree: Some(3), sooner: false },
            alpha_beta: true
        }),
        "max . maximise' . taketree 3 . highfirst . maptree static . prune 8 . gametree"
    );
    assert_eq!(text(Pipeline { alpha_beta: false, ..PLAIN }), "maximise . maptree static . gametree");
}

#[test]
fn a_static_value_that_sorting_lacks_is_named() {
    let text = r#"[{"value": 1, "children": [7, 3]}, {"label": "unknown", "children": [2, 4]}]"#;
    let tree: Tree = text.parse().unwrap();
    assert_eq!(evaluate(PLAIN, &tree).0.outcome.value(), Some(Value::from(3)));
    let (report, _) = evaluate(Pipeline { stages: sorted(), ..PLAIN }, &tree);
    let Outcome::Undefined(node) = report.outcome else { panic!("{}", report.outcome.id()) };
    assert_eq!(tree.label(*node.position().unwrap()), Some("unknown"));
}

#[test]
fn a_static_value_that_sorting_lacks_is_not_shared_with_a_search() {
    let text = r#"[{"value": 1, "children": [7, 3]}, {"children": [2, 4]}]"#;
    let tree: Tree = text.parse().unwrap();
    let game = Erased::shaped(Stages { highfirst: true, ..pruned(2) }, &tree);
    for id in ["alpha-beta", "iterative-deepening"] {
        let report = search(id.parse().unwrap(), &game, Limits::default());
        assert!(matches!(report.outcome, Outcome::Undefined(_)), "{id}");
        let values = report.extras.static_values.unwrap();
        assert_eq!((values.leaves, values.shared, values.total()), (0, 0, values.ordering), "{id}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_built_is_what_is_visited(tree in valued()) {
        for algorithm in [Algorithm::LAZY_MINIMAX, Algorithm::LAZY_ALPHA_BETA] {
            let told::Ran { report, record, .. } = told::ran(algorithm, &tree, &tree, limits(CutoffRule::NonStrict, None));
            let laziness = report.extras.laziness.unwrap();
            prop_assert_eq!(laziness.nodes_built, record.visits().len() as u64);
            let deepest = record.visits().map(|visit: Visit| tree.depth(visit.node)).max().unwrap();
            prop_assert_eq!(laziness.peak_nodes_alive, u64::from(deepest) + 1);
        }
    }
}
