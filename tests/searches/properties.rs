//! Laws that hold on every tree, checked on random ones: irregular, with many ties, and where it matters with unknown
//! leaves and players that do not alternate.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use plyscope::game::Shaped;
use plyscope::search::catalogue::Revisits;
use plyscope::search::lattice::{WithBot, WithTop, clamp};
use plyscope::search::story::{Counter, Event, Said};
use plyscope::search::{
    Algorithm, Bound, Cause, Counts, CutoffRule, Limits, Outcome, Record, Recorder, Report, Setter, Visit, Window, tell,
};
use plyscope::tree::edit::Edit;
use plyscope::tree::{Builder, NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::families::{DEEP, EXHAUSTIVE, RULES};
use crate::grow::grow;
use crate::told::{self, Ran, bare, cancelled, limits};

/// More than any algorithm except J needs on these trees.
const BUDGET: u64 = 2_000;

// Random trees.

/// The features of a random tree.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    unknown_leaves: bool,
    any_players: bool,
    static_values: bool,
}

/// A random tree, from a random list with one entry per node in preorder: the number of children, the value, and special features.
fn tree(shape: Shape) -> impl Strategy<Value = Tree> {
    let node = (0_usize..5, -3_i32..4, any::<u8>());
    (proptest::collection::vec(node, 1..70), 1_i32..5, any::<bool>()).prop_map(move |(nodes, scale, is_min)| {
        let mut builder = Builder::new();
        builder.set_root_player(if is_min { Player::Min } else { Player::Max });
        let mut nodes = nodes.into_iter();
        grow(builder, |builder, node| {
            // When the list is used up, the nodes that still need children get leaves.
            let (children, value, odd) = nodes.next().unwrap_or((0, 1, 0));
            // A root with fewer children would make most trees tiny.
            let children = if node == NodeId::ROOT { children.max(2) } else { children };
            // From seven different values with scale 1 down to one with scale 4: many ties.
            let value = Value::from(value / scale);
            if children > 0 && shape.static_values || children == 0 && !(shape.unknown_leaves && odd % 4 == 0) {
                builder.set_value(node, Some(value));
            }
            if shape.any_players && odd % 3 == 0 {
                builder.set_player(node, if odd % 2 == 0 { Player::Max } else { Player::Min });
            }
            children
        })
    })
}

fn plain() -> impl Strategy<Value = Tree> {
    tree(Shape::default())
}

fn any_players() -> impl Strategy<Value = Tree> {
    tree(Shape { any_players: true, ..Shape::default() })
}

pub(crate) fn with_static_values() -> impl Strategy<Value = Tree> {
    tree(Shape { any_players: true, static_values: true, ..Shape::default() })
}

fn full(branching: usize, depth: u32, leaf: &mut impl FnMut() -> i32) -> Tree {
    fn add(builder: &mut Builder, branching: usize, depth: u32, leaf: &mut impl FnMut() -> i32) {
        if depth == 0 {
            builder.leaf(Some(Value::from(leaf()))).unwrap();
            return;
        }
        builder.open().unwrap();
        for _ in 0..branching {
            add(builder, branching, depth - 1, leaf);
        }
        builder.close();
    }
    let mut builder = Builder::new();
    add(&mut builder, branching, depth, leaf);
    builder.build().unwrap()
}

// Runs.

fn run_within(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule, budget: Option<u64>) -> Ran {
    told::ran(algorithm, tree, tree, limits(cutoff, budget))
}

fn run(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule) -> Ran {
    run_within(algorithm, tree, cutoff, Some(BUDGET))
}

/// Whether an algorithm visits each node at most once.
fn visits_once(algorithm: Algorithm) -> bool {
    algorithm.entry().revisits == Revisits::Never
}

/// The counts, computed by looking up every event in the tree: nodes and leaves in sets, cutoffs one by one.
fn counted_otherwise(tree: &Tree, events: impl Iterator<Item = Event>) -> Counts {
    let mut counts = Counts::default();
    let (mut nodes, mut leaves) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<NodeId> = Vec::new();
    for event in events {
        match event.read() {
            Said::Enter { index, value, .. } => {
                let node = open.last().map_or(NodeId::ROOT, |&node| tree.children(node).nth(index as usize).unwrap());
                nodes.insert(node);
                if value.is_some() {
                    counts.evaluations += 1;
                    leaves.insert(node);
                } else {
                    open.push(node);
                }
            }
            Said::Leave { .. } | Said::Recall { .. } => {
                open.pop().expect("a node is open");
            }
            Said::Cutoff { by: Setter::Child { depth, .. }, .. } if depth as usize + 2 == open.len() => {
                counts.shallow_cutoffs += 1;
            }
            Said::Cutoff { by: Setter::Child { .. }, .. } => counts.deep_cutoffs += 1,
            Said::Cutoff { .. } => counts.other_cutoffs += 1,
            _ => {}
        }
    }
    (counts.visited_nodes, counts.distinct_leaves) = (nodes.len() as u64, leaves.len() as u64);
    counts
}

/// Every algorithm under every rule that finishes within the budget.
fn finished_runs(tree: &Tree) -> impl Iterator<Item = (Algorithm, CutoffRule, Ran)> + '_ {
    let runs = Algorithm::ALL.into_iter().flat_map(|algorithm| RULES.map(|rule| (algorithm, rule)));
    runs.map(|(algorithm, rule)| (algorithm, rule, run(algorithm, tree, rule)))
        .filter(|(algorithm, _, ran)| visits_once(*algorithm) || ran.report.outcome != Outcome::Budget)
}

/// What a record says of each visit, and its cutoffs.
fn recorded(record: &Record) -> impl PartialEq + std::fmt::Debug + use<> {
    let visit = |visit: Visit| {
        (visit.node, visit.value(), visit.visits, visit.evaluations, visit.order, record.proven(visit.node))
    };
    let windows: Vec<Window> = record.visits().map(|visit| visit.window).collect();
    (record.visits().map(visit).collect::<Vec<_>>(), windows, record.cutoffs().to_vec())
}

/// The tree with other values at every second leaf that has one.
fn some_leaves_changed(tree: &Tree) -> Tree {
    let leaves = tree.nodes().filter(|&node| tree.is_leaf(node)).step_by(2);
    leaves.fold(tree.clone(), |changed, leaf| {
        let other = tree.value(leaf).and_then(|value| Value::new(value.get() + 0.5));
        Edit::Value(leaf, other).apply(&changed).map_or(changed, |edited| edited.patched.tree)
    })
}

// Reference implementations, written independently of the algorithms.

fn better(player: Player, a: f64, b: f64) -> f64 {
    match player {
        Player::Max => a.max(b),
        Player::Min => a.min(b),
    }
}

/// The minimax value of a node, with `unknown` as the value of every unknown leaf.
fn minimax_with(tree: &Tree, node: NodeId, unknown: f64) -> f64 {
    if tree.is_leaf(node) {
        return tree.value(node).map_or(unknown, Value::get);
    }
    let values = tree.children(node).map(|child| minimax_with(tree, child, unknown));
    values.reduce(|a, b| better(tree.player(node), a, b)).unwrap()
}

fn minimax(tree: &Tree, node: NodeId) -> f64 {
    minimax_with(tree, node, f64::NAN)
}

/// Alpha-beta pruning with bounds from siblings only.
fn without_deep_cutoffs(
    tree: &Tree,
    node: NodeId,
    bound: Option<f64>,
    rule: CutoffRule,
    leaves: &mut BTreeSet<NodeId>,
) -> f64 {
    if tree.is_leaf(node) {
        leaves.insert(node);
        return tree.value(node).unwrap().get();
    }
    let player = tree.player(node);
    let mut best: Option<f64> = None;
    for child in tree.children(node) {
        let bound_on_child = best.filter(|_| tree.player(child) != player);
        let value = without_deep_cutoffs(tree, child, bound_on_child, rule, leaves);
        let value = best.map_or(value, |best| better(player, best, value));
        best = Some(value);
        let cuts = |bound: f64| match player {
            Player::Max => rule.cuts(&value, &bound),
            Player::Min => rule.cuts(&bound, &value),
        };
        if bound.is_some_and(cuts) {
            break;
        }
    }
    best.unwrap()
}

/// An end of a window: its value, and the depth and index of the child that last strictly changed it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    value: f64,
    by: Option<(u32, u32)>,
}

/// A cutoff of the independent search: the node, the bound, what set it, and where.
type CutoffThere = (NodeId, f64, (u32, u32));

/// Alpha-beta, or with `siblings_alone` Knuth and Moore's F1, with the setters of both ends.
struct Reference<'t> {
    tree: &'t Tree,
    rule: CutoffRule,
    siblings_alone: bool,
    entered: HashMap<NodeId, [f64; 2]>,
    cutoffs: Vec<CutoffThere>,
}

impl<'t> Reference<'t> {
    fn run(tree: &'t Tree, rule: CutoffRule, siblings_alone: bool) -> Reference<'t> {
        let mut reference = Reference { tree, rule, siblings_alone, entered: HashMap::new(), cutoffs: Vec::new() };
        reference.value(NodeId::ROOT, 0, OPEN);
        reference
    }

    fn value(&mut self, node: NodeId, depth: u32, mut window: [End; 2]) -> f64 {
        self.entered.insert(node, window.map(|end| end.value));
        let player = self.tree.player(node);
        let own = usize::from(player == Player::Min);
        let children: Vec<NodeId> = self.tree.children(node).collect();
        let mut best: Option<f64> = None;
        // The window that results from the children alone.
        let mut alone = OPEN;
        for (index, &child) in children.iter().enumerate() {
            let passed = if self.siblings_alone { alone } else { window };
            let value = self.value(child, depth + 1, passed);
            for ends in [&mut window, &mut alone] {
                if player.prefers(value, ends[own].value) {
                    ends[own] = End { value, by: Some((depth, index as u32)) };
                }
            }
            let value = best.map_or(value, |best| better(player, best, value));
            best = Some(value);
            // F1 compares with the one bound from the parent's list.
            let ends = if self.siblings_alone {
                [value, window[1 - own].value]
            } else {
                [window[own].value, window[1 - own].value]
            };
            let is_closed =
                if own == 0 { self.rule.cuts(&ends[0], &ends[1]) } else { self.rule.cuts(&ends[1], &ends[0]) };
            if is_closed && index + 1 < children.len() {
                self.cutoffs.push((
                    node,
                    window[1 - own].value,
                    window[1 - own].by.expect("a bound that cuts was set"),
                ));
                break;
            }
        }
        best.unwrap_or_else(|| self.tree.value(node).map_or(f64::NAN, Value::get))
    }
}

const OPEN: [End; 2] = [End { value: f64::NEG_INFINITY, by: None }, End { value: f64::INFINITY, by: None }];

/// The cutoffs in a story, each with its node, bound and setter, in order.
fn cutoffs_told(tree: &Tree, ran: &Ran) -> Vec<CutoffThere> {
    let mut open: Vec<NodeId> = Vec::new();
    let mut cutoffs = Vec::new();
    for event in ran.story.events() {
        match event.read() {
            Said::Enter { index, value, .. } => {
                let node = open.last().map_or(NodeId::ROOT, |&node| tree.children(node).nth(index as usize).unwrap());
                if value.is_none() {
                    open.push(node);
                }
            }
            Said::Leave { .. } | Said::Recall { .. } => drop(open.pop()),
            Said::Cutoff { bound, by: Setter::Child { depth, index }, .. } => {
                cutoffs.push((*open.last().unwrap(), bound.get(), (depth, index)));
            }
            _ => {}
        }
    }
    cutoffs
}

/// The leftmost line of optimal play.
fn optimal_line(tree: &Tree) -> Vec<NodeId> {
    let value = minimax(tree, NodeId::ROOT);
    std::iter::successors(Some(NodeId::ROOT), |&node| {
        tree.children(node).find(|&child| (minimax(tree, child) - value).abs() == 0.0)
    })
    .collect()
}

/// Builds `tree` below the open parent.
fn graft(builder: &mut Builder, tree: &Tree, keep: impl Fn(NodeId) -> bool) {
    let mut ends: Vec<usize> = Vec::new();
    for node in tree.nodes().filter(|&node| keep(node)) {
        while ends.last().is_some_and(|&end| end <= node.index()) {
            ends.pop();
            builder.close();
        }
        let copy = builder.open().unwrap();
        builder.set_value(copy, tree.value(node));
        builder.set_player(copy, tree.player(node));
        ends.push(tree.subtree(node).end);
    }
    for _ in ends {
        builder.close();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_algorithms_agree_with_minimax_under_both_rules(tree in any_players()) {
        let expected = minimax(&tree, NodeId::ROOT);
        for (algorithm, rule, ran) in finished_runs(&tree) {
            prop_assert_eq!(ran.value().map(Value::get), Some(expected), "{} {:?}", algorithm, rule);
        }
    }

    #[test]
    fn telling_its_story_does_not_change_a_run(tree in any_players()) {
        for (algorithm, cutoff, ran) in finished_runs(&tree) {
            let unwatched = bare(algorithm, &tree, limits(cutoff, None));
            prop_assert_eq!(&unwatched.outcome, &ran.report.outcome);
            prop_assert_eq!(unwatched.evaluations, ran.report.evaluations);
            prop_assert_eq!(ran.order.len() as u64, ran.report.evaluations);
        }
    }

    #[test]
    fn what_is_counted_from_the_story_is_what_there_is_in_it(
        tree in tree(Shape { static_values: true, any_players: true, ..Shape::default() }),
        depth in 0_u32..6,
        budget in 0..BUDGET,
    ) {
        for (algorithm, cutoff, ran) in finished_runs(&tree) {
            let expected = counted_otherwise(&tree, ran.story.events());
            prop_assert_eq!(ran.counts, expected, "{} {:?}", algorithm, cutoff);
            prop_assert_eq!(ran.record.visits().len() as u64, expected.visited_nodes, "{}", algorithm);
            prop_assert_eq!(ran.record.evaluations_in(&(0..usize::MAX)), expected.evaluations, "{}", algorithm);
            prop_assert_eq!(ran.record.evaluated_in(&(0..usize::MAX)), expected.distinct_leaves, "{}", algorithm);
            // Without the tree, nodes are identified by the moves that lead to them, and a depth limit is part of the game.
            let limited = Shaped::to_depth(depth, &tree);
            let mut counter = Counter::new(algorithm);
            let mut events = Vec::new();
            let report = tell(algorithm, &limited, limits(cutoff, Some(budget)), &mut |batch: &[Event]| {
                events.extend_from_slice(batch);
            });
            tell(algorithm, &limited, limits(cutoff, Some(budget)), &mut counter);
            let unwatched = bare(algorithm, &limited, limits(cutoff, Some(budget)));
            prop_assert_eq!(report.outcome.id(), unwatched.outcome.id());
            let expected = counted_otherwise(&tree, events.into_iter());
            prop_assert_eq!(counter.counts(), expected, "{} {:?} to {}", algorithm, cutoff, depth);
        }
    }

    #[test]
    fn a_story_told_again_gives_the_record(tree in any_players()) {
        for (algorithm, rule, ran) in finished_runs(&tree) {
            let mut recorder = Recorder::new(&tree);
            ran.story.tell(&mut recorder);
            prop_assert_eq!(recorded(&recorder.finish()), recorded(&ran.record), "{} {:?}", algorithm, rule);
        }
    }

    #[test]
    fn a_record_that_shares_its_tree_says_the_same(tree in any_players()) {
        // Where the search was told other values, the record has those.
        let (shared, other) = (Arc::new(tree.clone()), some_leaves_changed(&tree));
        for (algorithm, rule, ran) in finished_runs(&tree).chain(finished_runs(&other)) {
            let mut recorder = Recorder::sharing(&shared);
            ran.story.tell(&mut recorder);
            prop_assert_eq!(recorded(&recorder.finish()), recorded(&ran.record), "{} {:?}", algorithm, rule);
        }
    }

    #[test]
    fn every_cutoff_has_the_cause_that_an_independent_search_carries_along(tree in any_players()) {
        for rule in RULES {
            let alpha_beta = Reference::run(&tree, rule, false);
            for algorithm in DEEP {
                let ran = run(algorithm, &tree, rule);
                prop_assert_eq!(&cutoffs_told(&tree, &ran), &alpha_beta.cutoffs, "{} {:?}", algorithm, rule);
            }
            let mut f1 = Reference::run(&tree, rule, true).cutoffs;
            let mut lazy = cutoffs_told(&tree, &run(Algorithm::LAZY_ALPHA_BETA, &tree, rule));
            f1.sort_by_key(|cutoff| cutoff.0);
            lazy.sort_by_key(|cutoff| cutoff.0);
            prop_assert_eq!(lazy, f1, "{:?}", rule);
        }
    }

    #[test]
    fn a_cutoff_of_j_names_a_node_that_returned_exactly_the_bound_before(tree in any_players()) {
        for rule in RULES {
            let ran = run(Algorithm::SELECTION_J_ALPHA_BETA, &tree, rule);
            let mut open: Vec<NodeId> = Vec::new();
            let mut returned: HashMap<NodeId, Value> = HashMap::new();
            for event in ran.story.events() {
                match event.read() {
                    Said::Enter { index, value, .. } => {
                        let node = open.last().map_or(NodeId::ROOT, |&node| tree.children(node).nth(index as usize).unwrap());
                        match value {
                            Some(value) => drop(returned.insert(node, value)),
                            None => open.push(node),
                        }
                    }
                    Said::Leave { value } | Said::Recall { value, .. } => {
                        returned.insert(open.pop().unwrap(), value);
                    }
                    Said::Cutoff { bound, by, cause } => {
                        let Setter::Child { depth, index } = by else { panic!("{by:?}") };
                        let above = open[depth as usize];
                        let setter = tree.children(above).nth(index as usize).unwrap();
                        prop_assert_eq!(returned.get(&setter), Some(&bound), "{:?}", rule);
                        prop_assert_ne!(tree.player(above), tree.player(*open.last().unwrap()));
                        prop_assert_eq!(cause == Cause::Shallow, depth as usize + 2 == open.len());
                    }
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn searches_that_search_again_evaluate_distinct_leaves_of_alpha_beta(tree in any_players(), guess in -5_i32..6) {
        for rule in RULES {
            let alpha_beta = run(Algorithm::ALPHA_BETA, &tree, rule);
            for algorithm in [Algorithm::NEGASCOUT, Algorithm::MTD_F.with_number(Value::from(guess))] {
                let ran = run(algorithm, &tree, rule);
                prop_assert_eq!(ran.value(), alpha_beta.value(), "{} {:?}", algorithm, rule);
                if rule == CutoffRule::NonStrict {
                    prop_assert!(ran.leaves().is_subset(&alpha_beta.leaves()), "{} {:?}", algorithm, rule);
                }
                if algorithm != Algorithm::NEGASCOUT {
                    prop_assert_eq!(ran.counts.evaluations, ran.counts.distinct_leaves, "{}", algorithm);
                }
            }
        }
    }

    #[test]
    fn gk_the_lattice_and_the_loop_evaluate_the_leaves_of_alpha_beta_in_its_order(tree in any_players()) {
        for rule in RULES {
            let expected = run(Algorithm::ALPHA_BETA, &tree, rule);
            for algorithm in DEEP {
                let ran = run(algorithm, &tree, rule);
                prop_assert_eq!(&ran.order, &expected.order, "{} {:?}", algorithm, rule);
                prop_assert_eq!(ran.record.visits().len(), expected.record.visits().len());
            }
        }
    }

    #[test]
    fn without_cutoffs_every_leaf_is_evaluated_once_from_left_to_right(tree in any_players()) {
        let leaves: Vec<NodeId> = (0..tree.leaf_count()).map(|slot| tree.leaf(slot)).collect();
        for algorithm in EXHAUSTIVE {
            prop_assert_eq!(&run(algorithm, &tree, CutoffRule::NonStrict).order, &leaves, "{}", algorithm);
        }
    }

    #[test]
    fn lazy_alpha_beta_evaluates_a_superset_of_the_leaves_of_alpha_beta(tree in any_players()) {
        for rule in RULES {
            let lazy = run(Algorithm::LAZY_ALPHA_BETA, &tree, rule).leaves();
            prop_assert!(lazy.is_superset(&run(Algorithm::ALPHA_BETA, &tree, rule).leaves()));
        }
    }

    #[test]
    fn lazy_alpha_beta_evaluates_the_leaves_of_alpha_beta_without_deep_cutoffs(tree in any_players()) {
        for rule in RULES {
            let mut leaves = BTreeSet::new();
            without_deep_cutoffs(&tree, NodeId::ROOT, None, rule, &mut leaves);
            let lazy = run(Algorithm::LAZY_ALPHA_BETA, &tree, rule);
            prop_assert_eq!(lazy.leaves(), leaves);
            prop_assert_eq!(lazy.order.len(), lazy.leaves().len(), "no leaf is evaluated twice");
            prop_assert_eq!(lazy.counts.deep_cutoffs, 0);
        }
    }

    #[test]
    fn the_strict_rule_evaluates_a_superset_of_the_leaves_of_the_non_strict_rule(tree in any_players()) {
        for algorithm in DEEP.into_iter().chain([Algorithm::LAZY_ALPHA_BETA]) {
            let [non_strict, strict] = RULES.map(|rule| run(algorithm, &tree, rule).leaves());
            prop_assert!(strict.is_superset(&non_strict), "{}", algorithm);
        }
    }

    #[test]
    fn within_its_window_a_node_returns_its_minimax_value(subtree in any_players(), lo in -4_i32..5, hi in -4_i32..5) {
        // Below MAX, after `lo`, comes MIN, and there after `hi` the subtree: so it is entered with (lo, hi).
        prop_assume!(lo < hi);
        let mut builder = Builder::new();
        builder.open().unwrap();
        builder.leaf(Some(Value::from(lo))).unwrap();
        builder.open().unwrap();
        builder.leaf(Some(Value::from(hi))).unwrap();
        graft(&mut builder, &subtree, |_| true);
        let tree = builder.build().unwrap();
        let root = tree.node(4).unwrap();
        let interval = (WithBot::NoBot(Value::from(lo)), WithTop::NoTop(Value::from(hi)));
        for algorithm in DEEP {
            for rule in RULES {
                let ran = run(algorithm, &tree, rule);
                let visit = ran.record.visit(root).unwrap();
                let window = (visit.window.alpha(), visit.window.beta());
                prop_assert_eq!(window, (Some(Value::from(lo)), Some(Value::from(hi))));
                let expected = Value::new(minimax(&tree, root)).unwrap();
                prop_assert_eq!(clamp(interval, visit.value().unwrap()), clamp(interval, expected));
            }
        }
    }

    #[test]
    fn what_a_record_calls_exact_or_a_bound_is_one(tree in any_players()) {
        for (algorithm, rule, ran) in finished_runs(&tree) {
            for visit in ran.record.visits() {
                let context = format!("{algorithm} {rule:?} at {:?}", visit.node);
                let value = visit.value().unwrap_or_else(|| panic!("{context} returns nothing")).get();
                let minimax = minimax(&tree, visit.node);
                match ran.record.bound(visit.node).unwrap() {
                    Bound::Exact => prop_assert_eq!(minimax, value, "{}", context),
                    Bound::Lower => prop_assert!(minimax >= value, "{}: {} < {}", context, minimax, value),
                    Bound::Upper => prop_assert!(minimax <= value, "{}: {} > {}", context, minimax, value),
                }
            }
        }
    }

    #[test]
    fn a_record_keeps_the_windows_with_which_nodes_were_first_entered(tree in any_players()) {
        for rule in RULES {
            let [alpha_beta, f1] = [false, true].map(|alone| Reference::run(&tree, rule, alone).entered);
            for (algorithm, _, ran) in finished_runs(&tree).filter(|run| run.1 == rule && visits_once(run.0)) {
                if algorithm == Algorithm::TAIL_RECURSIVE_MEMO {
                    continue;
                }
                for visit in ran.record.visits() {
                    let [low, high] = if DEEP.contains(&algorithm) {
                        alpha_beta[&visit.node]
                    } else if algorithm == Algorithm::LAZY_ALPHA_BETA {
                        f1[&visit.node]
                    } else {
                        OPEN.map(|end| end.value)
                    };
                    let window = Window::new(Value::new(low), Value::new(high));
                    prop_assert_eq!(visit.window, window, "{} {:?} at {:?}", algorithm, rule, visit.node);
                }
            }
        }
    }

    #[test]
    fn every_node_left_with_unvisited_children_is_a_cutoff_and_no_other(tree in any_players()) {
        for (algorithm, rule, ran) in finished_runs(&tree) {
            let is_left_early = |visit: &Visit| {
                visit.recalled().is_none() && tree.children(visit.node).any(|child| ran.record.visit(child).is_none())
            };
            let left_early: Vec<NodeId> = ran.record.visits().filter(is_left_early).map(|visit| visit.node).collect();
            let cutoffs: Vec<NodeId> = ran.record.cutoffs().iter().map(|cutoff| cutoff.node).collect();
            prop_assert_eq!(&cutoffs, &left_early, "{} {:?}", algorithm, rule);
            let Counts { shallow_cutoffs, deep_cutoffs, other_cutoffs, .. } = ran.counts;
            let counted = shallow_cutoffs + deep_cutoffs + other_cutoffs;
            prop_assert!(counted >= left_early.len() as u64, "{}", algorithm);
            if visits_once(algorithm) {
                prop_assert_eq!(counted, left_early.len() as u64, "{}", algorithm);
            }
        }
    }

    #[test]
    fn a_cutoffs_witness_has_the_value_of_its_bound_and_stands_where_its_kind_says(tree in any_players()) {
        for (algorithm, rule, ran) in finished_runs(&tree).filter(|run| !matches!(run.0.id(), "negascout" | "mtd-f")) {
            for cutoff in ran.record.cutoffs() {
                let context = format!("{algorithm} {rule:?} at {:?}", cutoff.node);
                let node = cutoff.witness.unwrap();
                let witness = ran.record.visit(node).unwrap();
                prop_assert_eq!(witness.value(), Some(cutoff.bound), "{}", context);
                let above = tree.parent(node).unwrap();
                prop_assert!(tree.subtree(above).contains(&cutoff.node.index()), "{}", context);
                prop_assert!(node < cutoff.node, "{}", context);
                prop_assert_ne!(tree.player(above), tree.player(cutoff.node), "{}", context);
                let is_shallow = tree.parent(cutoff.node) == Some(above);
                prop_assert_eq!(is_shallow, cutoff.cause == Cause::Shallow, "{}", context);
                let value = ran.record.visit(cutoff.node).unwrap().value().unwrap();
                let cuts = match tree.player(cutoff.node) {
                    Player::Max => rule.cuts(&value, &cutoff.bound),
                    Player::Min => rule.cuts(&cutoff.bound, &value),
                };
                prop_assert!(cuts, "{}: {:?} against {:?}", context, value, cutoff.bound);
            }
        }
    }

    #[test]
    fn the_line_is_the_leftmost_line_of_optimal_play(tree in any_players()) {
        let expected = optimal_line(&tree);
        for (algorithm, rule, ran) in finished_runs(&tree) {
            let line = ran.record.line(&tree);
            prop_assert!(expected.starts_with(&line), "{} {:?}: {:?}", algorithm, rule, line);
            let end = ran.record.visit(*line.last().unwrap()).unwrap();
            prop_assert!(line.len() == expected.len() || end.recalled() == Some(Bound::Exact), "{} {:?}", algorithm, rule);
        }
    }

    #[test]
    fn sums_over_a_subtree_count_what_was_visited_and_evaluated_there(tree in any_players()) {
        for (_, _, ran) in finished_runs(&tree) {
            let nodes: BTreeSet<usize> = ran.record.visits().map(|visit| visit.node.index()).collect();
            for node in tree.nodes() {
                let range = tree.subtree(node);
                prop_assert_eq!(ran.record.visited_in(&range), nodes.range(range.clone()).count());
                let below = |leaf: &&NodeId| range.contains(&leaf.index());
                prop_assert_eq!(ran.record.evaluations_in(&range), ran.order.iter().filter(below).count() as u64);
                prop_assert_eq!(ran.record.evaluated_in(&range), ran.leaves().iter().filter(below).count() as u64);
            }
        }
    }

    #[test]
    fn a_budget_stops_a_run_after_exactly_that_many_evaluations(tree in plain(), share in 0.0..1.2) {
        for (algorithm, rule, ran) in finished_runs(&tree) {
            let needed = ran.report.evaluations;
            let budget = (needed as f64 * share) as u64;
            let limited = run_within(algorithm, &tree, rule, Some(budget));
            if algorithm == Algorithm::MTD_F {
                // Answers from the table count towards the budget, too.
                prop_assert!(limited.report.evaluations <= budget.min(needed));
                prop_assert!(budget >= needed || limited.report.outcome == Outcome::Budget);
                continue;
            }
            prop_assert_eq!(limited.report.evaluations, budget.min(needed), "{}", algorithm);
            prop_assert_eq!(&limited.order[..], &ran.order[..limited.order.len()]);
            let expected = if budget < needed { Outcome::Budget } else { ran.report.outcome };
            prop_assert_eq!(limited.report.outcome, expected, "{}", algorithm);
        }
    }

    #[test]
    fn a_search_to_a_depth_is_a_search_of_the_tree_cut_off_there(
        tree in tree(Shape { static_values: true, any_players: true, ..Shape::default() }),
        depth in 0_u32..6,
    ) {
        let mut builder = Builder::new();
        graft(&mut builder, &tree, |node| tree.depth(node) <= depth);
        let cut_off = builder.build().unwrap();
        let kept: Vec<NodeId> = tree.nodes().filter(|&node| tree.depth(node) <= depth).collect();
        for (algorithm, cutoff, ran) in finished_runs(&cut_off) {
            let limited = told::ran(algorithm, &Shaped::to_depth(depth, &tree), &tree, limits(cutoff, None));
            prop_assert_eq!(limited.value(), ran.value(), "{}", algorithm);
            // Subtrees that differ only below the limit are equal when cut off there.
            if algorithm == Algorithm::TAIL_RECURSIVE_MEMO {
                continue;
            }
            let expected: Vec<NodeId> = ran.order.iter().map(|node| kept[node.index()]).collect();
            prop_assert_eq!(limited.order, expected, "{}", algorithm);
        }
    }

    #[test]
    fn an_unknown_leaf_is_named_where_it_is_needed_and_harmless_where_not(
        tree in tree(Shape { unknown_leaves: true, any_players: true, ..Shape::default() }),
    ) {
        let unknown: Vec<NodeId> = tree.nodes().filter(|&n| tree.is_leaf(n) && tree.value(n).is_none()).collect();
        for (algorithm, rule, ran) in finished_runs(&tree) {
            let context = format!("{algorithm} {rule:?}");
            prop_assert!(ran.order.iter().all(|&leaf| tree.value(leaf).is_some()), "{}", context);
            match ran.report.outcome {
                Outcome::Finished(value) => {
                    prop_assert_eq!(minimax_with(&tree, NodeId::ROOT, -1e9), value.get(), "{}", context);
                    prop_assert_eq!(minimax_with(&tree, NodeId::ROOT, 1e9), value.get(), "{}", context);
                }
                Outcome::Undefined(leaf) => {
                    prop_assert!(unknown.contains(&leaf), "{}", context);
                    if EXHAUSTIVE.contains(&algorithm) {
                        prop_assert_eq!(leaf, unknown[0], "{}", context);
                    }
                }
                other => prop_assert!(false, "{} ended with {:?}", context, other),
            }
        }
    }
}

#[test]
fn j_needs_2b_minus_1_to_the_d_minus_1_evaluations_on_full_trees() {
    let mut seed = 1_u32;
    let mut leaf = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as i32 % 10
    };
    for (branching, depths) in [(1, 1..=8), (2, 1..=6), (3, 1..=4), (4, 1..=3), (7, 1..=2)] {
        for depth in depths {
            let tree = full(branching, depth, &mut leaf);
            let ran = run_within(Algorithm::SELECTION_J, &tree, CutoffRule::NonStrict, None);
            let expected = (2 * branching as u64 - 1).pow(depth) - 1;
            assert_eq!(ran.report.evaluations, expected, "b = {branching}, d = {depth}");
        }
    }
}

#[test]
fn a_cancelled_run_ends_as_cancelled() {
    let tree = full(4, 6, &mut || 1);
    let progress = cancelled();
    for algorithm in Algorithm::ALL {
        let limits = Limits::new(&progress).strict();
        assert_eq!(bare(algorithm, &tree, limits).outcome, Outcome::Cancelled, "{algorithm}");
    }
}

/// Runs every algorithm on a thread with the stack that threads have by default.
fn search_on_a_small_stack(tree: &Tree, budget: u64, check: impl Fn(Algorithm, Report<NodeId>) + Sync) {
    let work = || {
        for algorithm in Algorithm::ALL {
            check(algorithm, bare(algorithm, tree, limits(CutoffRule::NonStrict, Some(budget))));
        }
        let ran = run_within(Algorithm::ALPHA_BETA, tree, CutoffRule::NonStrict, None);
        assert_eq!(ran.record.visits().len(), tree.len());
    };
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, work).unwrap().join().unwrap();
    });
}

#[test]
fn a_chain_of_300_000_nodes_is_searched_on_a_small_stack() {
    let mut builder = Builder::new();
    for _ in 1..300_000 {
        builder.open().unwrap();
    }
    builder.leaf(Some(Value::from(7))).unwrap();
    let tree = builder.build().unwrap();
    assert_eq!((tree.len(), tree.height()), (300_000, 299_999));
    search_on_a_small_stack(&tree, 100, |algorithm, report| {
        if algorithm == Algorithm::SELECTION_J_ALPHA_BETA {
            assert_eq!(report.outcome, Outcome::Budget, "{algorithm} judges the play again at every level");
        } else {
            assert_eq!(report.outcome, Outcome::Finished(Value::from(7)), "{algorithm}");
        }
    });
}

#[test]
fn a_node_with_a_million_children_is_searched_on_a_small_stack() {
    let mut builder = Builder::new();
    builder.open().unwrap();
    for leaf in 0..1_000_000 {
        builder.leaf(Some(Value::from(leaf % 1000))).unwrap();
    }
    let tree = builder.build().unwrap();
    search_on_a_small_stack(&tree, 2_000_000, |algorithm, report| {
        assert_eq!(report.outcome, Outcome::Finished(Value::from(999)), "{algorithm}");
    });
}
