//! What a drawing shows at a step holds for the tree.

use plyscope::draw::{AtMoment, Look, Overlay, Reached, Searched, Shares, States};
use plyscope::experiment::explain::Explained;
use plyscope::progress::Progress;
use plyscope::search::story::{Listener, Story, Timeline};
use plyscope::search::{Algorithm, Limits, Outcome, Recorder, tell};
use plyscope::tree::{NodeId, Tree, Value};
use proptest::prelude::*;

use crate::independent::fold;
use crate::timeline::{Told, irregular, told};

/// What is drawn of a search at each of its steps.
fn at_each_step(tree: &Tree, told: &Told, mut see: impl FnMut(&AtMoment<'_>)) {
    let Told { record, story, timeline } = told;
    let states = States::new(tree, record);
    let searched = Searched { tree, record, states: &states, line: &[] };
    for time in 0..=timeline.len() {
        let moment = timeline.at(tree, story, time);
        let reached = Reached::new(tree, timeline, time);
        see(&AtMoment { searched, story, timeline, moment: &moment, reached: &reached });
    }
}

#[test]
fn a_leaf_bounds_its_parent_also_where_it_does_not_answer_the_question() {
    let tree: Tree = "((7 3 9) 5)".parse().unwrap();
    let mut shown = Vec::new();
    at_each_step(&tree, &told(Algorithm::MTD_F.with_number(4.into()), &tree), |overlay| {
        let words = [NodeId::ROOT, tree.child(NodeId::ROOT, 0).unwrap()].map(|node| overlay.words(node));
        if shown.last() != Some(&words) {
            shown.push(words);
        }
    });
    let shown: Vec<[&str; 2]> =
        shown.iter().map(|words| words.each_ref().map(|words| words.as_deref().unwrap_or(""))).collect();
    // MIN has a leaf of 7 and then one of 3, so it is at most that. What MAX has is only the most that MIN allows, until 5 is evaluated.
    assert_eq!(shown[..5], [["", ""], ["", "≤7"], ["", "≤3"], ["3", "≤3"], ["≥5", "≤3"]], "{shown:?}");
}

proptest! {
    #[test]
    fn a_value_shown_as_exact_at_a_step_follows_from_the_leaves_that_were_evaluated_by_then(
        tree in irregular(20),
        number in 0..Algorithm::ALL.len(),
    ) {
        // Some know a subtree from another one that is equal, and J leaves a node before it evaluates the play that it chose.
        let others = [Algorithm::SELECTION_J, Algorithm::SELECTION_J_ALPHA_BETA];
        let is_one = |other: &Algorithm| !others.contains(other) && !other.entry().transposes;
        let algorithm = Some(Algorithm::ALL[number]).filter(is_one).unwrap_or(Algorithm::MTD_F);
        let mut wrong = None;
        at_each_step(&tree, &told(algorithm, &tree), |overlay| {
            let is_known = |leaf: NodeId| overlay.look(leaf) == Look::Evaluated;
            for node in tree.nodes().filter(|&node| overlay.look(node) != Look::Open) {
                let Some(words) = overlay.words(node).filter(|words| !words.starts_with(['≥', '≤'])) else { continue };
                let of_leaf = |leaf, unknown| tree.value(leaf).filter(|_| is_known(leaf)).map_or(unknown, Value::get);
                let ends = [f64::MIN, f64::MAX].map(|unknown| fold(&tree, node, &|leaf| of_leaf(leaf, unknown)));
                if ends[0] != ends[1] {
                    wrong = Some(format!("step {}: {words} at {node:?}, which is {ends:?}", overlay.moment.time));
                }
            }
        });
        prop_assert_eq!(wrong, None, "{}", algorithm);
    }
}

proptest! {
    #[test]
    fn a_bound_that_is_shown_at_a_step_is_one_of_the_minimax_value(
        tree in irregular(20),
        number in 0..Algorithm::ALL.len(),
    ) {
        let minimax = told(Algorithm::MINIMAX, &tree).record;
        let mut wrong = None;
        at_each_step(&tree, &told(Algorithm::ALL[number], &tree), |overlay| {
            for node in tree.nodes() {
                let Some(words) = overlay.words(node) else { continue };
                let value = minimax.value(node).unwrap();
                let number = |text: &str| text.replace('−', "-").parse::<Value>().unwrap();
                let holds = match (words.strip_prefix('≥'), words.strip_prefix('≤')) {
                    (Some(low), _) => value >= number(low),
                    (_, Some(high)) => value <= number(high),
                    _ => true,
                };
                if !holds {
                    wrong = Some(format!("step {}: {words} at {node:?}, which is {value}", overlay.moment.time));
                }
            }
        });
        prop_assert_eq!(wrong, None);
    }

    #[test]
    fn a_node_that_is_open_has_no_cutoff_of_an_earlier_visit(tree in irregular(20), number in 0..Algorithm::ALL.len()) {
        let told = told(Algorithm::ALL[number], &tree);
        let mut wrong = None;
        at_each_step(&tree, &told, |overlay| {
            for open in &overlay.moment.open {
                let entered = told.timeline.last_visit(open.node, overlay.moment.time).unwrap().entered;
                let cuts = told.timeline.cuts().iter().filter(|cut| cut.node == open.node);
                let is_cut = cuts.clone().any(|cut| (entered..=overlay.moment.time).contains(&cut.time));
                if overlay.cut(open.node).is_some() && !is_cut {
                    wrong = Some((overlay.moment.time, open.node));
                }
            }
        });
        prop_assert_eq!(wrong, None);
    }
}

/// The values that a drawing shows of a node at the steps, without repetitions.
fn shown(text: &str, algorithm: Algorithm, index: usize) -> Vec<String> {
    let tree: Tree = text.parse().unwrap();
    let node: NodeId = tree.node(index).unwrap();
    let mut words = Vec::new();
    at_each_step(&tree, &told(algorithm, &tree), |overlay| words.extend(overlay.words(node)));
    words.dedup();
    words
}

#[test]
fn the_best_of_values_below_the_window_is_no_bound() {
    assert_eq!(shown("(5 (((4 -50) -100) 8))", Algorithm::ALPHA_BETA, 3), ["4", "≤4"]);
    assert_eq!(shown("(5 (((4 -50) -100) 8))", Algorithm::MINIMAX, 3), ["≥−50", "−50"]);
}

#[test]
fn a_story_that_was_not_kept_whole_says_so_with_its_last_event() {
    let tree: Tree = "(((5 6) (7 4 5)) ((3 1) (9 8)))".parse().unwrap();
    let whole = told(Algorithm::MTD_F, &tree).story;
    let mut ends = Vec::new();
    for kept in 1..=whole.len() {
        let mut story = Story::of_at_most(kept);
        whole.tell(&mut story);
        let timeline = Timeline::new(&tree, &story, &Progress::new()).unwrap();
        let explained =
            Explained { tree: &tree, story: &story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
        let words = explained.step(timeline.len()).words;
        let later = story.left_out();
        assert_eq!(words.ends_with(" not kept; the drawing shows the end of the search."), later > 0, "{words}");
        assert!(later == 0 || !words.contains("the search is over"), "{words}");
        assert!(!explained.step(timeline.previous(timeline.len())).words.contains("not kept"));
        ends.push(words);
    }
    assert!(ends.iter().any(|words| words.contains(". 1 later event was not kept;")), "{ends:?}");
    assert!(ends.iter().any(|words| words.contains(". 2 later events were not kept;")), "{ends:?}");
}

#[test]
fn what_a_stopped_run_did_not_reach_is_not_called_pruned() {
    // The first pass of iterative deepening is the whole search here, as no inner node has a value.
    for algorithm in [Algorithm::ALPHA_BETA, Algorithm::ITERATIVE_DEEPENING] {
        what_a_stopped_run_did_not_reach_is_ahead(algorithm);
    }
}

fn what_a_stopped_run_did_not_reach_is_ahead(algorithm: Algorithm) {
    let tree: Tree = "(((5 6) (7 4 5)) ((3 1) (9 8)))".parse().unwrap();
    let (mut recorder, mut story, limits) = (Recorder::new(&tree), Story::new(), Limits::default().budget(4));
    let listeners = &mut [&mut recorder as &mut dyn Listener, &mut story];
    assert_eq!(tell(algorithm, &tree, limits, listeners).outcome, Outcome::Budget);
    let timeline = Timeline::new(&tree, &story, &Progress::new()).unwrap();
    let explained =
        Explained { tree: &tree, story: &story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
    assert!(explained.step(timeline.len()).words.ends_with(". Here the run was stopped."));
    assert!(!explained.step(timeline.len() - 1).words.contains("stopped"));
    let record = recorder.finish();
    let states = States::new(&tree, &record);
    let overlay = Searched { tree: &tree, record: &record, states: &states, line: &[] };
    let looks: Vec<Look> = tree.nodes().map(|node| overlay.look(node)).collect();
    let last = tree.nodes().rfind(|&node| record.is_visited(node)).unwrap().index();
    let ahead: Vec<usize> = (0..looks.len()).filter(|&index| looks[index] == Look::Ahead).collect();
    assert_eq!(ahead, (last + 1..tree.len()).collect::<Vec<usize>>(), "{looks:?}");
    let shown = |shares: Shares| shares.looks().find(|(look, _)| *look == Look::Ahead).map_or(0.0, |(_, share)| share);
    let all = ahead.len() as f32 / tree.len() as f32;
    let level = tree.level(3);
    let of_leaves = level.clone().filter(|&place| ahead.contains(&tree.node_in_level_order(place).index())).count();
    assert!((shown(overlay.shares_in(&(0..tree.len()))) - all).abs() < 1e-6);
    assert!((shown(overlay.shares(level.clone())) - of_leaves as f32 / level.len() as f32).abs() < 1e-6);
}
