//! What pictures show of nodes that a search did not visit: pruned, left out without a cutoff, or not reached before it was stopped.

use plyscope::draw::{Look, Overlay, Searched, States};
use plyscope::experiment::{Settings, record};
use plyscope::game::Stages;
use plyscope::progress::Progress;
use plyscope::search::story::{Story, Timeline};
use plyscope::search::{Algorithm, Budget};
use plyscope::tree::{Builder, NodeId, Tree, Value};
use proptest::prelude::*;

use crate::grow::grow;
use crate::timeline::irregular;

/// The tree with static values at inner nodes.
fn with_static_values(tree: &Tree) -> Tree {
    grow(Builder::new(), |builder, node| {
        builder.set_value(node, tree.value(node).or(Value::new(f64::from(node.index() as u32 * 5 % 7))));
        builder.set_player(node, tree.player(node));
        tree.children(node).count()
    })
}

/// The look of a node as the story has it.
fn look_by_story(tree: &Tree, timeline: &Timeline, node: NodeId) -> Look {
    let first = |node| timeline.visits(node).next();
    let Some(above) = tree.ancestors(node).find(|&above| first(above).is_some()) else { return Look::Ahead };
    if above == node {
        return Look::Visited;
    }
    match (timeline.cut(above, timeline.len()), first(above).and_then(|visit| visit.left)) {
        (Some(_), _) => Look::Pruned,
        (None, Some(_)) => Look::LeftOut,
        (None, None) => Look::Ahead,
    }
}

/// A look without what a story of this test does not tell apart.
fn kind(look: Look) -> Look {
    match look {
        Look::Evaluated => Look::Visited,
        Look::PrunedDeep => Look::Pruned,
        look => look,
    }
}

proptest! {
    #[test]
    fn what_no_cutoff_skipped_is_not_called_pruned(
        tree in irregular(24),
        number in 0..Algorithm::ALL.len(),
        prune in prop::option::of(0..6_u32),
        taketree in prop::option::of(1..4_usize),
        budget in prop::option::of(1..30_u64),
    ) {
        let tree = with_static_values(&tree);
        let stages = Stages { prune, taketree, ..Stages::default() };
        let settings = Settings { stages, budget: budget.map_or(Budget::Unlimited, Budget::Evaluations), ..Settings::default() };
        let (mut story, progress) = (Story::new(), Progress::new());
        let measured = record(Algorithm::ALL[number], &tree, settings, &mut story, &progress);
        let timeline = Timeline::new(&tree, &story, &progress).unwrap();
        let states = States::new(&tree, &measured.record);
        let searched = Searched { tree: &tree, record: &measured.record, states: &states, line: &[] };
        // What was dropped before the search may be called either beside a cutoff.
        let is_dropped = |node| tree.child_index(node).is_some_and(|index| taketree.is_some_and(|most| index >= most));
        for node in tree.nodes().filter(|&node| !tree.ancestors(node).any(is_dropped)) {
            prop_assert_eq!(kind(searched.look(node)), look_by_story(&tree, &timeline, node), "node {}", node.index());
        }
        let share = |nodes: &[NodeId], look: Look| {
            nodes.iter().filter(|&&node| kind(searched.look(node)) == look).count() as f32 / nodes.len() as f32
        };
        let mut groups: Vec<(Vec<NodeId>, _)> = Vec::new();
        for depth in 0..=tree.height() {
            let level = tree.level(depth);
            groups.push((level.clone().map(|position| tree.node_in_level_order(position)).collect(), searched.shares(level)));
        }
        for node in tree.nodes() {
            let nodes = tree.subtree(node);
            groups.push((nodes.clone().map(|index| tree.node(index).unwrap()).collect(), searched.shares_in(&nodes)));
        }
        for (nodes, shares) in groups {
            for look in [Look::Visited, Look::Pruned, Look::LeftOut, Look::Ahead] {
                let told: f32 = shares.looks().filter(|part| kind(part.0) == look).map(|part| part.1).sum();
                prop_assert!((told - share(&nodes, look)).abs() < 1e-4, "{look:?}: {told} of {nodes:?}");
            }
        }
    }
}
