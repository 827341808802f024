//! Folds of trees and the layout of the rest, compared with a model that lists what is shown slot by slot.

use std::ops::Range;

use plyscope::draw::{Folds, Shown, Thing};
use plyscope::search::{Algorithm, Limits, Record, Recorder, tell};
use plyscope::tree::{Builder, NodeId, Tree, Value};
use proptest::prelude::*;
use proptest::sample::Index;

proptest! {
    #[test]
    fn a_node_is_revealed_as_by_opening_its_fold_level_by_level(
        numbers in prop::collection::vec(any::<u8>(), 1..60), start in 0_u32..4, folded in any::<Index>(), node in any::<Index>(),
    ) {
        let tree = tree(&numbers);
        let at = |index: Index| tree.node(index.index(tree.len())).unwrap();
        let folds = Folds::below(&tree, start).with(&tree, at(folded));
        let mut opened = folds.clone();
        while let Some(fold) = opened.over(at(node)) {
            opened = opened.opened(&tree, fold);
        }
        prop_assert_eq!(folds.revealing(&tree, at(node)), opened);
    }
}

#[test]
fn the_end_of_a_deep_tree_is_revealed_at_once() {
    let mut builder = Builder::new();
    for _ in 0..200_000 {
        builder.open().unwrap();
        builder.leaf(Value::new(1.0)).unwrap();
    }
    let tree = builder.build().unwrap();
    let end = tree.node(tree.len() - 1).unwrap();
    let folds = Folds::below(&tree, 1).revealing(&tree, end);
    assert_eq!(folds.over(end), None);
}

/// A change of the folds of a tree.
#[derive(Clone, Debug)]
enum Step {
    With(Index),
    Opened(Index),
    Revealing(Index),
}

/// The initial folds.
#[derive(Clone, Copy, Debug)]
enum Start {
    Nothing,
    Below(u32),
    Unvisited { without_room: bool },
    Beside,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => any::<Index>().prop_map(Step::With),
        1 => any::<Index>().prop_map(Step::Opened),
        1 => any::<Index>().prop_map(Step::Revealing),
    ]
}

fn start() -> impl Strategy<Value = Start> {
    prop_oneof![
        Just(Start::Nothing),
        (0_u32..5).prop_map(Start::Below),
        any::<bool>().prop_map(|without_room| Start::Unvisited { without_room }),
        Just(Start::Beside),
    ]
}

/// A tree from numbers: each begins a node, ends one or adds a leaf.
fn tree(numbers: &[u8]) -> Tree {
    let mut builder = Builder::new();
    let value = |number: u8| Value::new(f64::from(number));
    builder.open().unwrap();
    for &number in numbers {
        match number % 8 {
            0..3 => drop(builder.open().unwrap()),
            3..5 if builder.open_count() > 1 && !builder.innermost_is_empty() => builder.close(),
            _ => drop(builder.leaf(value(number)).unwrap()),
        }
    }
    if builder.innermost_is_empty() {
        builder.leaf(value(1)).unwrap();
    }
    builder.build().unwrap()
}

fn record(tree: &Tree) -> Record {
    let mut recorder = Recorder::new(tree);
    tell(Algorithm::ALPHA_BETA, tree, Limits::default(), &mut recorder);
    recorder.finish()
}

fn begin(tree: &Tree, start: Start) -> Folds {
    match start {
        Start::Nothing => Folds::NONE,
        Start::Below(depth) => Folds::below(tree, depth.min(tree.height())),
        Start::Unvisited { without_room } => Folds::unvisited(tree, &record(tree), without_room),
        Start::Beside => Folds::beside(tree, &record(tree).line(tree)),
    }
}

fn go(tree: &Tree, folds: &Folds, step: &Step) -> Folds {
    let node = |index: &Index| tree.node(index.index(tree.len())).unwrap();
    match step {
        Step::With(index) => folds.with(tree, node(index)),
        Step::Opened(index) if !folds.is_empty() => folds.opened(tree, index.index(folds.as_slice().len())),
        Step::Opened(_) => folds.clone(),
        Step::Revealing(index) => folds.revealing(tree, node(index)),
    }
}

/// What is shown, found by walking over it from left to right.
struct Model {
    /// The slots of each shown node; for other nodes those of the mark that contains them.
    slots: Vec<Range<usize>>,
    /// The fold that contains each node.
    over: Vec<Option<usize>>,
    /// The lowest node or mark in each slot.
    bottoms: Vec<Thing>,
    height: u32,
}

impl Model {
    /// `is_without_room` says whether marks take no slot, unless they are the only children of their parents.
    fn new(tree: &Tree, folds: &Folds, is_without_room: bool) -> Model {
        let mut over = vec![None; tree.len()];
        for (index, fold) in folds.as_slice().iter().enumerate() {
            for node in fold.nodes.clone() {
                assert_eq!(over[node], None, "a fold is inside another");
                over[node] = Some(index);
            }
        }
        let mut model = Model { slots: vec![0..0; tree.len()], over, bottoms: Vec::new(), height: 0 };
        model.walk(tree, folds, is_without_room, NodeId::ROOT);
        for node in tree.nodes() {
            if let Some(fold) = model.over[node.index()] {
                model.slots[node.index()] = model.slots[folds.as_slice()[fold].nodes.start].clone();
            }
        }
        model
    }

    fn walk(&mut self, tree: &Tree, folds: &Folds, is_without_room: bool, node: NodeId) {
        let start = self.bottoms.len();
        self.height = self.height.max(tree.depth(node));
        if tree.is_leaf(node) {
            self.bottoms.push(Thing::Node(node));
        }
        for child in tree.children(node) {
            match self.over[child.index()] {
                None => self.walk(tree, folds, is_without_room, child),
                Some(fold) => {
                    let nodes = &folds.as_slice()[fold].nodes;
                    if nodes.start != child.index() {
                        continue;
                    }
                    let is_all = tree.subtree(node) == (node.index()..nodes.end) && nodes.start == node.index() + 1;
                    let mark = self.bottoms.len();
                    if is_all || !is_without_room {
                        self.bottoms.push(Thing::Fold(fold));
                        self.height = self.height.max(tree.depth(child));
                    }
                    self.slots[child.index()] = mark..self.bottoms.len();
                }
            }
        }
        self.slots[node.index()] = start..self.bottoms.len();
    }
}

/// Checks that folds show a tree as the model does.
fn check(tree: &Tree, folds: &Folds, is_without_room: bool) -> Result<(), TestCaseError> {
    let (model, shown) = (Model::new(tree, folds, is_without_room), Shown { tree, folds });
    prop_assert_eq!(shown.slot_count(), model.bottoms.len());
    prop_assert_eq!(shown.height(), model.height);
    for node in tree.nodes() {
        let over = model.over[node.index()];
        prop_assert_eq!(folds.over(node), over);
        prop_assert_eq!(&shown.slots(node), &model.slots[node.index()], "{:?}", node);
        prop_assert!(over.is_some() || !shown.slots(node).is_empty(), "{:?} has no room", node);
        let below = folds.below_node(tree, node);
        let expected = folds.as_slice().iter().enumerate().filter(|(_, fold)| fold.parent == node);
        prop_assert_eq!(below, expected.map(|(index, _)| index).collect::<Vec<_>>());
    }
    for fold in 0..folds.as_slice().len() {
        let nodes = &folds.as_slice()[fold].nodes;
        prop_assert_eq!(&shown.fold_slots(fold), &model.slots[nodes.start]);
        prop_assert_eq!(shown.depth_of(Thing::Fold(fold)), tree.depth(tree.node(nodes.start).unwrap()));
    }
    for (slot, &bottom) in model.bottoms.iter().enumerate() {
        slot_is_right(&shown, slot, bottom)?;
    }
    deepest_is_right(&shown, &model)
}

fn slot_is_right(shown: &Shown<'_>, slot: usize, bottom: Thing) -> Result<(), TestCaseError> {
    let tree = shown.tree;
    let (original, fold) = shown.original(slot);
    match bottom {
        Thing::Node(leaf) => prop_assert_eq!((original, fold), (tree.slots(leaf).start, None)),
        Thing::Fold(index) => {
            let first = tree.node(shown.folds.as_slice()[index].nodes.start).unwrap();
            prop_assert_eq!((original, fold), (tree.slots(first).start, Some(index)));
        }
    }
    for depth in 0..=tree.height() {
        let expected = if depth >= shown.depth_of(bottom) {
            bottom
        } else {
            Thing::Node(tree.ancestor_at(shown.node_of(bottom), depth))
        };
        prop_assert_eq!(shown.at(slot, depth), expected, "slot {} depth {}", slot, depth);
    }
    Ok(())
}

/// Checks that the deepest level of some slots is at least that of what is shown there, and that nothing shown is deeper than the height.
fn deepest_is_right(shown: &Shown<'_>, model: &Model) -> Result<(), TestCaseError> {
    for end in 1..=model.bottoms.len() {
        let start = end.saturating_sub(3);
        let least = model.bottoms[start..end].iter().map(|&thing| shown.depth_of(thing)).max().unwrap();
        let deepest = shown.deepest(start..end);
        prop_assert!((least..=model.height).contains(&deepest), "{}..{}: {} for {}", start, end, deepest, least);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn every_node_is_shown_in_its_slots_or_is_inside_one_fold(
        numbers in prop::collection::vec(any::<u8>(), 0..120),
        start in start(),
        steps in prop::collection::vec(step(), 0..5),
    ) {
        let tree = tree(&numbers);
        let is_without_room = matches!(start, Start::Unvisited { without_room: true });
        let mut folds = begin(&tree, start);
        check(&tree, &folds, is_without_room)?;
        for step in &steps {
            folds = go(&tree, &folds, step);
            check(&tree, &folds, is_without_room)?;
        }
    }

    #[test]
    fn a_revealed_node_is_shown_and_a_folded_one_is_the_last_of_its_branch(
        numbers in prop::collection::vec(any::<u8>(), 0..120),
        start in start(),
        node in any::<Index>(),
    ) {
        let tree = tree(&numbers);
        let node = tree.node(node.index(tree.len())).unwrap();
        let folds = begin(&tree, start).revealing(&tree, node);
        prop_assert_eq!(folds.over(node), None);
        let folded = folds.with(&tree, node);
        prop_assert!(tree.children(node).all(|child| folded.over(child).is_some()));
        prop_assert_eq!(folded.over(node), None);
    }

    #[test]
    fn what_a_search_visited_is_shown_and_nothing_else(
        numbers in prop::collection::vec(any::<u8>(), 0..120),
        without_room in any::<bool>(),
    ) {
        let tree = tree(&numbers);
        let record = record(&tree);
        let folds = Folds::unvisited(&tree, &record, without_room);
        let is_visited = |node: NodeId| record.visit(node).is_some();
        for node in tree.nodes() {
            // A single leaf is not replaced by a mark of its size.
            let siblings: Vec<NodeId> = tree.parent(node).map_or_else(Vec::new, |parent| tree.children(parent).collect());
            let at = siblings.iter().position(|&sibling| sibling == node).unwrap_or(0);
            let beside = [at.checked_sub(1), at.checked_add(1)].map(|at| siblings.get(at?).copied());
            let is_lone = tree.is_leaf(node) && tree.parent(node).is_some_and(is_visited) && beside.into_iter().flatten().all(is_visited);
            prop_assert_eq!(folds.over(node).is_none(), is_visited(node) || is_lone && !without_room, "{:?}", node);
        }
    }
}

#[test]
fn folds_of_the_same_nodes_are_equal_and_others_have_another_identity() {
    let tree = tree(&[0, 5, 5, 3, 0, 5, 0, 5, 5, 3, 3, 5]);
    let [first, second] = [1, 4].map(|index| tree.node(index).unwrap());
    let once = Folds::NONE.with(&tree, first).with(&tree, second);
    let other_way = Folds::NONE.with(&tree, second).with(&tree, first);
    assert_eq!(once, other_way);
    assert_eq!(once.identity(), other_way.identity());
    let different = [Folds::NONE, Folds::NONE.with(&tree, first), Folds::NONE.with(&tree, second), once];
    for (i, a) in different.iter().enumerate() {
        for b in &different[i + 1..] {
            assert_ne!(a.identity(), b.identity());
        }
    }
    let record = record(&tree);
    let [with_room, without_room] = [false, true].map(|without_room| Folds::unvisited(&tree, &record, without_room));
    assert!(!with_room.is_empty());
    assert_eq!(with_room.as_slice(), without_room.as_slice());
    assert_ne!(with_room.identity(), without_room.identity(), "marks that take no room are drawn elsewhere");
}
