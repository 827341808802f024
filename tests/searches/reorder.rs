//! Alpha-beta's evaluations in every order of a node's children, against trees written out in that order.

use plyscope::experiment::Settings;
use plyscope::experiment::reorder::{MOST_PERMUTED, Orders, Reordering};
use plyscope::game::Stages;
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, CutoffRule, Limits, search};
use plyscope::tree::edit::{ChildOrder, Edit};
use plyscope::tree::{NodeId, Tree};
use proptest::prelude::*;

use crate::dependence::tree;

/// The text of a subtree in which the children of one node come in an order.
fn text(tree: &Tree, at: NodeId, node: NodeId, order: &[NodeId]) -> String {
    let children: Vec<NodeId> = if at == node { order.to_vec() } else { tree.children(at).collect() };
    match children.as_slice() {
        [] => tree.value(at).unwrap().to_string(),
        children => {
            let texts: Vec<String> = children.iter().map(|&child| text(tree, child, node, order)).collect();
            format!("({})", texts.join(" "))
        }
    }
}

fn orders(nodes: &[NodeId]) -> Vec<Vec<NodeId>> {
    if nodes.is_empty() {
        return vec![Vec::new()];
    }
    let first = |index: usize| {
        let mut others = nodes.to_vec();
        let first = others.remove(index);
        orders(&others).into_iter().map(move |order| [vec![first], order].concat())
    };
    (0..nodes.len()).flat_map(first).collect()
}

fn evaluations(tree: &Tree, settings: Settings) -> u64 {
    search(Algorithm::ALPHA_BETA, tree, Limits::default().cutoff(settings.cutoff)).evaluations
}

fn reordering(tree: &Tree, node: NodeId, settings: Settings) -> Option<Reordering> {
    Reordering::of(tree, node, settings, &Progress::new())
}

proptest! {
    #[test]
    fn the_evaluations_of_all_orders_are_those_of_the_trees_in_these_orders(text_of_tree in tree(-4..5, 40, 4), is_strict: bool) {
        let tree: Tree = text_of_tree.parse().unwrap();
        let cutoff = if is_strict { CutoffRule::Strict } else { CutoffRule::NonStrict };
        let settings = Settings { cutoff, ..Settings::default() };
        for node in tree.nodes() {
            let children: Vec<NodeId> = tree.children(node).collect();
            let found = reordering(&tree, node, settings);
            prop_assert_eq!(found.is_some(), children.len() > 1);
            let Some(Reordering { now, orders: Orders::All { count, least, most, mean } }) = found else { continue };
            prop_assert_eq!(now, evaluations(&tree, settings));
            let in_order = |order: Vec<NodeId>| text(&tree, NodeId::ROOT, node, &order).parse::<Tree>().unwrap();
            let each = orders(&children).into_iter().map(|order| evaluations(&in_order(order), settings));
            let each: Vec<u64> = each.collect();
            prop_assert_eq!(count, each.len() as u64);
            prop_assert_eq!(Some(&least), each.iter().min());
            prop_assert_eq!(Some(&most), each.iter().max());
            prop_assert!((mean - each.iter().sum::<u64>() as f64 / each.len() as f64).abs() < 1e-9);
        }
    }
}

#[test]
fn of_six_children_every_order_is_tried() {
    let tree: Tree = "((3 9) (1 8) (7 7) (2 6) (5 4) (0 9))".parse().unwrap();
    assert_eq!(tree.children(NodeId::ROOT).count(), MOST_PERMUTED);
    let found = reordering(&tree, NodeId::ROOT, Settings::default()).unwrap();
    assert!(matches!(found.orders, Orders::All { count: 720, .. }), "{found:?}");
}

#[test]
fn of_many_children_only_the_best_and_the_worst_first_are_tried() {
    let tree: Tree = "((3 9) (1 8) (7 7) (2 6) (5 4) (0 9) (6 3))".parse().unwrap();
    assert_eq!(tree.children(NodeId::ROOT).count(), MOST_PERMUTED + 1);
    let sorted =
        |order| evaluations(&Edit::Sort(NodeId::ROOT, order).apply(&tree).unwrap().patched.tree, Settings::default());
    let [best_first, worst_first] = [ChildOrder::BestFirst, ChildOrder::WorstFirst].map(sorted);
    assert!(best_first < worst_first);
    let found = reordering(&tree, NodeId::ROOT, Settings::default()).unwrap();
    assert_eq!(found.orders, Orders::Extremes { best_first, worst_first });
    assert_eq!(found.now, evaluations(&tree, Settings::default()));
}

#[test]
fn a_depth_limit_and_unknown_leaves_count() {
    let tree: Tree = "((1 2) (3 ?))".parse().unwrap();
    assert_eq!(reordering(&tree, NodeId::ROOT, Settings::default()), None);
    let tree: Tree = r#"[{"value": 4, "children": [1, 2]}, {"value": 5, "children": [3, 0]}]"#.parse().unwrap();
    let settings = Settings { stages: Stages::to_depth(1), ..Settings::default() };
    let found = reordering(&tree, NodeId::ROOT, settings).unwrap();
    assert_eq!(found.orders, Orders::All { count: 2, least: 2, most: 2, mean: 2.0 });
}
