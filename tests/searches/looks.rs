//! What pictures show of nodes that a search did not visit: pruned, left out without a cutoff, or not reached before it was stopped.

use plyscope::draw::{Look, Overlay, Searched, States};
use plyscope::experiment::{Settings, dropped_by_taketree, record};
use plyscope::game::Stages;
use plyscope::progress::Progress;
use plyscope::search::story::{Story, Timeline};
use plyscope::search::{Algorithm, Budget};
use plyscope::tree::{NodeId, Tree, Value};
use proptest::prelude::*;

use crate::pipelines_recorded::shaped;
use crate::timeline::{irregular, with_values};

/// The look of a node as the story has it.
fn look_by_story(tree: &Tree, timeline: &Timeline, dropped: &[NodeId], node: NodeId) -> Look {
    let first = |node| timeline.visits(node).next();
    let Some(above) = tree.ancestors(node).find(|&above| first(above).is_some()) else { return Look::Ahead };
    if above == node {
        return Look::Visited;
    }
    let is_dropped = dropped.contains(&tree.ancestor_at(node, tree.depth(above) + 1));
    match (timeline.cut(above, timeline.len()).filter(|_| !is_dropped), first(above).and_then(|visit| visit.left)) {
        (Some(_), _) => Look::Pruned,
        (None, Some(_)) => Look::LeftOut,
        (None, None) => Look::Ahead,
    }
}

/// The children that `taketree` drops: all but the first few, or the best by static value.
fn dropped(tree: &Tree, stages: Stages) -> Vec<NodeId> {
    let dropped_below = |node: NodeId| {
        let kept = shaped(stages, tree, node);
        tree.children(node).filter(move |child| !kept.contains(child))
    };
    tree.nodes().flat_map(dropped_below).collect()
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
        highfirst in any::<bool>(),
        budget in prop::option::of(1..30_u64),
    ) {
        let tree = with_values(&tree, |node| tree.value(node).or(Value::new(f64::from(node.index() as u32 * 5 % 7))));
        let stages = Stages { prune, taketree, highfirst: highfirst && taketree.is_some(), ..Stages::default() };
        let settings = Settings { stages, budget: budget.map_or(Budget::Unlimited, Budget::Evaluations), ..Settings::default() };
        let (mut story, progress) = (Story::new(), Progress::new());
        let measured = record(Algorithm::ALL[number], &tree, settings, &mut story, &progress);
        let timeline = Timeline::new(&tree, &story, &progress).unwrap();
        let dropped = dropped(&tree, stages);
        let states = States::after_dropping(
            dropped_by_taketree(stages, &tree, &measured.record), &tree, &measured.record
        );
        let searched = Searched { tree: &tree, record: &measured.record, states: &states, line: &[] };
        for node in tree.nodes() {
            let by_story = look_by_story(&tree, &timeline, &dropped, node);
            let above = tree.parent(node).and_then(|parent| measured.record.visit(parent));
            prop_assert_eq!(kind(searched.look(node)), by_story, "node {} below {:?}", node.index(), above);
            if let Some(cut) = searched.cut(node) {
                prop_assert_eq!(kind(searched.look(cut.first)), Look::Pruned, "node {}", node.index());
                prop_assert_eq!(tree.parent(cut.first), Some(node));
            }
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
