//! Stories and the records made from them: laws that hold on every tree, checked on random ones.

use std::collections::HashMap;
use std::sync::Arc;

use plyscope::experiment::{Settings, record};
use plyscope::game::{Erased, Stages};
use plyscope::progress::Progress;
use plyscope::search::catalogue::Revisits;
use plyscope::search::story::{Counter, Event, Inheritance, Listener, PrincipalVariation, Said, Story, Why};
use plyscope::search::{
    Algorithm, Bound, Budget, Cause, Counts, CutoffRule, Limits, Outcome, Record, Recorder, Setter, Visit, Window, tell,
};
use plyscope::tree::edit::Edit;
use plyscope::tree::{Builder, NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::families::{RULES, deep};
use crate::independent::{
    CutoffThere, OPEN, Reference, check_causes, counted_otherwise, follow, minimax, optimal_line,
};
use crate::random_trees::{Shape, any_players, full, graft, noisy, tree};
use crate::runs::{BUDGET, finished_runs, run, searching_again, visits_once};
use crate::told::{Ran, bare, limits};

/// The cutoffs in a story, each with its node, bound and setter, in order.
fn cutoffs_told(tree: &Tree, ran: &Ran) -> Vec<CutoffThere> {
    let mut open: Vec<NodeId> = Vec::new();
    let mut cutoffs = Vec::new();
    for event in ran.story.events() {
        follow(&mut open, tree, event.read());
        if let Said::Cutoff { bound, by: Setter::Child { depth, index }, .. } = event.read() {
            cutoffs.push((*open.last().unwrap(), bound.get(), (depth, index)));
        }
    }
    cutoffs
}

/// What a record says of each visit, and its cutoffs.
fn recorded(record: &Record) -> impl PartialEq + std::fmt::Debug + use<> {
    let visit = |visit: Visit| {
        (visit.node, visit.value(), visit.visits, visit.evaluations, visit.order, record.proven(visit.node))
    };
    let windows: Vec<Window> = record.visits().map(|visit| visit.window).collect();
    (record.visits().map(visit).collect::<Vec<_>>(), windows, record.cutoffs().copied().collect::<Vec<_>>())
}

/// Trees whose leaves are many next to each other, with static values of the other nodes.
fn full_trees() -> impl Strategy<Value = Tree> {
    let values = proptest::collection::vec(-9..9_i32, 50..100);
    (values, 2..14_u32).prop_map(|(values, branching)| {
        let mut values = values.into_iter().cycle().map(Value::from);
        let tree = full(branching, if branching < 5 { 4 } else { 3 }, &mut || values.next().unwrap_or_default());
        let inner = tree.nodes().filter(|&node| !tree.is_leaf(node));
        inner.fold(tree.clone(), |valued, node| {
            let edited = Edit::Value(node, values.next()).apply(&valued);
            edited.map_or(valued, |edited| edited.patched.tree)
        })
    })
}

/// The tree with other values at every second leaf that has one.
fn some_leaves_changed(tree: &Tree) -> Tree {
    let leaves = tree.nodes().filter(|&node| tree.is_leaf(node)).step_by(2);
    leaves.fold(tree.clone(), |changed, leaf| {
        let other = tree.value(leaf).and_then(|value| Value::new(value.get() + 0.5));
        Edit::Value(leaf, other).apply(&changed).map_or(changed, |edited| edited.patched.tree)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_line_of_which_only_the_first_plies_are_known_is_the_beginning_of_the_whole_line(tree in any_players()) {
        for algorithm in searching_again(0) {
            let line = |most| {
                let mut line = PrincipalVariation::knowing(most, algorithm);
                tell(algorithm, &tree, Limits::default(), &mut line);
                line.indices()
            };
            let whole = line(usize::MAX);
            for most in [1, 5, 20] {
                let part = line(most);
                prop_assert!(whole.starts_with(&part), "{} {}: {:?} and {:?}", algorithm, most, part, whole);
            }
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
            let expected = counted_otherwise(&tree, algorithm, ran.story.events());
            prop_assert_eq!(ran.counts, expected, "{} {:?}", algorithm, cutoff);
            prop_assert_eq!(ran.record.visits().len() as u64, expected.visited_nodes, "{}", algorithm);
            prop_assert_eq!(ran.record.evaluations_in(&(0..usize::MAX)), expected.evaluations, "{}", algorithm);
            let evaluated = ran.record.evaluated_in(&(0..usize::MAX));
            // What only an earlier pass has evaluated has no value in the record.
            let is_whole = !algorithm.entry().deepens && evaluated == expected.distinct_leaves;
            prop_assert!(is_whole || algorithm.entry().deepens && evaluated <= expected.distinct_leaves, "{}", algorithm);
            // Without the tree, nodes are identified by the moves that lead to them, and a depth limit is part of the game.
            let limited = Erased::to_depth(depth, &tree);
            let mut counter = Counter::new(algorithm);
            let mut events = Vec::new();
            let report = tell(algorithm, &limited, limits(cutoff, Some(budget)), &mut |batch: &[Event]| {
                events.extend_from_slice(batch);
            });
            tell(algorithm, &limited, limits(cutoff, Some(budget)), &mut counter);
            let unwatched = bare(algorithm, &limited, limits(cutoff, Some(budget)));
            prop_assert_eq!(report.outcome.id(), unwatched.outcome.id());
            let expected = counted_otherwise(&tree, algorithm, events.into_iter());
            prop_assert_eq!(counter.counts(), expected, "{} {:?} to {}", algorithm, cutoff, depth);
        }
    }

    #[test]
    fn a_story_told_again_gives_the_record_also_if_that_shares_its_tree(tree in any_players()) {
        // Where the search was told other values, the record has those.
        let (shared, other) = (Arc::new(tree.clone()), some_leaves_changed(&tree));
        for (algorithm, rule, ran) in finished_runs(&tree).chain(finished_runs(&other)) {
            for recorder in [Recorder::new(&shared), Recorder::sharing(&shared)] {
                let mut recorder = recorder.of(algorithm);
                ran.story.tell(&mut recorder);
                prop_assert_eq!(recorded(&recorder.finish()), recorded(&ran.record), "{} {:?}", algorithm, rule);
            }
        }
    }

    #[test]
    fn a_record_is_the_same_whether_its_events_come_together_or_one_by_one(
        tree in prop_oneof![any_players(), full_trees()],
        depth in 1..4_u32,
        is_shared in any::<bool>(),
    ) {
        // Where the search was told other values, the record has those.
        let (shared, other) = (Arc::new(tree.clone()), some_leaves_changed(&tree));
        let mut stories: Vec<(Algorithm, Story)> = Vec::new();
        for (algorithm, _, ran) in finished_runs(&tree).chain(finished_runs(&other)) {
            stories.push((algorithm, ran.story));
        }
        for algorithm in Algorithm::ALL.into_iter().filter(|_| tree.nodes().all(|node| tree.value(node).is_some())) {
            let mut story = Story::new();
            tell(algorithm, &Erased::to_depth(depth, &tree), limits(CutoffRule::NonStrict, Some(BUDGET)), &mut story);
            stories.push((algorithm, story));
        }
        for (algorithm, story) in stories {
            let events: Vec<Event> = story.events().collect();
            let record = |at_once: usize| {
                let mut recorder = if is_shared { Recorder::sharing(&shared) } else { Recorder::new(&shared) };
                events.chunks(at_once).for_each(|events| recorder.hear(events));
                recorded(&recorder.finish())
            };
            let one_by_one = record(1);
            for at_once in [2, 3, events.len()] {
                prop_assert_eq!(&record(at_once), &one_by_one, "{}", algorithm);
            }
            if visits_once(algorithm) {
                // Where a search may become deeper, visits are recorded in any order.
                let mut recorder = Recorder::new(&shared).of_deepening_search();
                recorder.hear(&events);
                prop_assert_eq!(&recorded(&recorder.finish()), &one_by_one, "{}", algorithm);
            }
        }
    }

    #[test]
    fn every_cutoff_has_the_cause_that_an_independent_search_carries_along(tree in any_players()) {
        for rule in RULES {
            let alpha_beta = Reference::run(&tree, rule, false);
            for algorithm in deep() {
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
                let node = follow(&mut open, &tree, event.read());
                match event.read() {
                    Said::Enter { value: Some(value), .. } | Said::Leave { value } | Said::Recall { value, .. } => {
                        returned.insert(node.unwrap(), value);
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
                    let [low, high] = if deep().any(|each| each == algorithm) {
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
            let cutoffs: Vec<NodeId> = ran.record.cutoffs().map(|cutoff| cutoff.node).collect();
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
        for (algorithm, rule, ran) in finished_runs(&tree).filter(|run| visits_once(run.0)) {
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
    fn a_bound_that_cuts_belongs_to_an_open_opponent_and_was_set_by_the_child_that_the_story_names(
        tree in any_players(),
        guess in -5_i32..6,
    ) {
        let guessing = searching_again(guess).flat_map(|algorithm| RULES.map(|rule| (algorithm, rule, run(algorithm, &tree, rule))));
        // A replay judges a choice anew, within what was known before.
        let runs = finished_runs(&tree).chain(guessing).filter(|run| run.0.entry().revisits != Revisits::Replays);
        for (algorithm, rule, ran) in runs {
            if let Err(wrong) = check_causes(ran.story.events(), rule) {
                prop_assert!(false, "{} {:?}: {}", algorithm, rule, wrong);
            }
        }
    }

    #[test]
    fn the_line_is_the_leftmost_line_of_optimal_play(tree in any_players()) {
        let expected = optimal_line(&tree);
        let whole = run(Algorithm::MINIMAX, &tree, CutoffRule::NonStrict).record;
        for (algorithm, rule, ran) in finished_runs(&tree) {
            let line = ran.record.line(&tree);
            if algorithm == Algorithm::MINIMAL_TREE {
                // It knows the line of its proof only, which may be another one of optimal play.
                let value = |node| whole.visit(node).unwrap().value();
                prop_assert!(line.iter().all(|&node| value(node) == value(NodeId::ROOT)), "{:?}", line);
                continue;
            }
            prop_assert!(expected.starts_with(&line), "{} {:?}: {:?}", algorithm, rule, line);
            let end = ran.record.visit(*line.last().unwrap()).unwrap();
            prop_assert!(line.len() == expected.len() || end.recalled() == Some(Bound::Exact), "{} {:?}", algorithm, rule);
        }
    }

    #[test]
    fn a_record_of_the_first_subtrees_is_that_of_a_tree_with_only_these(tree in any_players(), kept in 1_usize..4) {
        let plain = Settings { budget: Budget::Evaluations(BUDGET), ..Settings::default() };
        let settings = Settings { stages: Stages { taketree: Some(kept), ..Stages::default() }, ..plain };
        let is_kept = |node: NodeId| tree.path(node).into_iter().all(|index| index < kept);
        let mut builder = Builder::new();
        graft(&mut builder, &tree, is_kept);
        let (rest, nodes): (Tree, Vec<NodeId>) = (builder.build().unwrap(), tree.nodes().filter(|&node| is_kept(node)).collect());
        for algorithm in Algorithm::ALL {
            // Equal subtrees may differ in what is left out of them. Visits of J may each leave out another child.
            if algorithm.entry().transposes || algorithm == Algorithm::SELECTION_J_ALPHA_BETA {
                continue;
            }
            let [selective, whole] = [(&tree, settings), (&rest, plain)]
                .map(|(tree, settings)| record(algorithm, tree, settings, &mut Story::of_at_most(0), &Progress::new()));
            if whole.outcome == Outcome::Budget {
                continue;
            }
            let there = |node: &NodeId| nodes[node.index()];
            prop_assert_eq!(&selective.line, &whole.line.iter().map(there).collect::<Vec<_>>(), "{}", algorithm);
            let [selective, whole] = [selective.record, whole.record];
            for node in whole.visits().map(|visit| visit.node) {
                let context = format!("{algorithm} at {node:?}");
                prop_assert_eq!(selective.value(there(&node)), whole.value(node), "{}", context);
                prop_assert_eq!(selective.proven(there(&node)), whole.proven(node), "{}", context);
                prop_assert_eq!(selective.cutoff(there(&node)).is_some(), whole.cutoff(node).is_some(), "{}", context);
            }
        }
    }
}

#[test]
fn the_beginning_of_a_line_is_known_with_few_nodes() {
    let tree: Tree = "((((3 5) (6 9)) ((1 2) (0 7))) (((8 4) (2 6)) ((5 1) (9 3))))".parse().unwrap();
    for algorithm in searching_again(0) {
        let mut line = PrincipalVariation::knowing(6, algorithm);
        tell(algorithm, &tree, Limits::default(), &mut line);
        let line = line.indices();
        assert!(!line.is_empty() && line.len() < 4, "{algorithm}: {line:?}");
    }
}

#[test]
fn leaves_that_are_not_next_to_each_other_or_have_other_windows_are_recorded_as_they_were_visited() {
    let tree: Tree = "(5 3 4 6 2)".parse().unwrap();
    let child = |index, window, value: Option<i32>| Said::Enter {
        index,
        role: Player::Min.into(),
        window,
        why: Why::Normal,
        value: value.map(Value::from),
    };
    let told = [
        Said::Enter { index: 0, role: Player::Max.into(), window: Inheritance::Open, why: Why::Normal, value: None },
        child(0, Inheritance::Parent, Some(5)),
        // Though there is a value before, this one is visited with an open window.
        child(1, Inheritance::Open, Some(3)),
        child(2, Inheritance::Siblings, Some(4)),
        // The fourth is left out.
        child(4, Inheritance::Siblings, Some(2)),
        Said::Leave { value: Value::from(5) },
    ];
    let mut recorder = Recorder::new(&tree);
    recorder.hear(&told.map(Event::from));
    let record = recorder.finish();
    let visits: Vec<(usize, Option<Value>)> =
        record.visits().map(|visit| (visit.node.index(), visit.window.alpha())).collect();
    let five = Some(Value::from(5));
    assert_eq!(visits, [(0, None), (1, None), (2, None), (3, five), (5, five)]);
}

#[test]
fn a_story_that_is_handed_its_events_keeps_those_that_it_would_copy() {
    let tree = noisy(3, 8, 1);
    let mut whole: Vec<Event> = Vec::new();
    tell(Algorithm::ALPHA_BETA, &tree, Limits::default(), &mut |events: &[Event]| whole.extend(events));
    let len = whole.len();
    assert!(len > 2048, "more than two batches");
    for most in [0, 1, 1023, 1024, 1025, len - 1, len, len + 1] {
        let [mut copied, mut handed] = [most, most].map(Story::of_at_most);
        copied.hear(&whole);
        tell(Algorithm::ALPHA_BETA, &tree, Limits::default(), &mut handed);
        assert_eq!(handed.events().collect::<Vec<_>>(), whole[..most.min(len)], "at most {most}");
        assert_eq!(copied.events().collect::<Vec<_>>(), whole[..most.min(len)], "at most {most}, copied");
        assert_eq!((handed.len(), handed.left_out()), (copied.len(), copied.left_out()), "at most {most}");
    }
}

#[test]
fn a_story_may_be_handed_nothing_or_more_than_a_batch() {
    let event = Event::from(Said::Leave { value: Value::from(1) });
    let mut story = Story::new();
    for count in [0, 1, 5000, 0] {
        let next = story.take(vec![event; count]);
        assert!(next.is_empty() && (count == 0 || next.capacity() > 0));
    }
    assert_eq!(story.events().collect::<Vec<_>>(), vec![event; 5001]);
    assert_eq!(story.event(5000), Some(event));
}

#[test]
fn events_of_one_kind_are_counted_however_many_come_in_a_row() {
    let tree: Tree = format!("({})", "1 ".repeat(3000)).parse().unwrap();
    let mut counter = Counter::on_tree(Algorithm::MINIMAX, &tree);
    tell(Algorithm::MINIMAX, &tree, Limits::default(), &mut counter);
    let counts = Counts { evaluations: 3000, distinct_leaves: 3000, visited_nodes: 3001, ..Counts::default() };
    assert_eq!(counter.counts(), counts);
}
