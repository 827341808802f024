//! Traces of searches that go deeper from pass to pass: what a smaller depth found does not count any more.

use std::collections::HashMap;
use std::fmt::Write as _;

use plyscope::tree::{NodeId, Player, Tree};
use proptest::prelude::*;

use crate::timeline::irregular;
use crate::traces::{read_back, said_of};

/// A fail-soft alpha-beta with iterative deepening, which begins with the child that was best before and writes a trace.
struct Deepening<'t> {
    tree: &'t Tree,
    text: String,
    best: HashMap<NodeId, NodeId>,
    /// The depth to which each node was searched last.
    searched: HashMap<NodeId, u32>,
}

impl Deepening<'_> {
    fn statically(&self, node: NodeId) -> i32 {
        self.tree.value(node).map_or(node.index() as i32 * 7 % 11, |value| value.get() as i32)
    }

    fn search(&mut self, node: NodeId, depth: u32, [alpha, beta]: [i32; 2]) -> i32 {
        self.searched.insert(node, depth);
        let (player, place) = (self.tree.player(node), self.tree.child_index(node));
        let children: Vec<NodeId> = if depth == 0 { Vec::new() } else { self.tree.children(node).collect() };
        let child = place.map_or_else(String::new, |index| format!(r#""child": {index}, "#));
        let name = if player == Player::Max { "max" } else { "min" };
        let (index, count) = (node.index(), children.len());
        let _ = writeln!(
            self.text,
            r#"{{"event": "enter", {child}"label": "n{index}", "player": "{name}", "children": {count}, "alpha": {alpha}, "beta": {beta}}}"#
        );
        if children.is_empty() {
            let value = self.statically(node);
            let _ = writeln!(self.text, r#"{{"event": "evaluate", "value": {value}}}"#);
            return value;
        }
        let first = self.best.get(&node).copied().into_iter();
        let rest = children.iter().copied().filter(|child| self.best.get(&node) != Some(child));
        let order: Vec<NodeId> = first.chain(rest).collect();
        let (mut window, mut best) = ([alpha, beta], None::<i32>);
        for child in order {
            let value = self.search(child, depth - 1, window);
            let is_better = best.is_none_or(|best| if player == Player::Max { value > best } else { value < best });
            if is_better {
                best = Some(value);
                self.best.insert(node, child);
            }
            match player {
                Player::Max => window[0] = window[0].max(value),
                Player::Min => window[1] = window[1].min(value),
            }
            if window[0] >= window[1] {
                break;
            }
        }
        let value = best.unwrap();
        let _ = writeln!(self.text, r#"{{"event": "leave", "value": {value}}}"#);
        value
    }

    /// The value of a node at a depth.
    fn minimax(&self, node: NodeId, depth: u32) -> i32 {
        let values = self.tree.children(node).filter(|_| depth > 0).map(|child| self.minimax(child, depth - 1));
        let value = match self.tree.player(node) {
            Player::Max => values.max(),
            Player::Min => values.min(),
        };
        value.unwrap_or_else(|| self.statically(node))
    }
}

proptest! {
    #[test]
    fn what_is_proven_of_a_node_holds_at_the_depth_of_its_last_visit(tree in irregular(24), deepest in 1..6_u32) {
        let mut search =
            Deepening { tree: &tree, text: "{\"plyscope-trace\": 1}\n".into(), best: HashMap::new(), searched: HashMap::new() };
        for depth in 1..=deepest {
            let _ = writeln!(search.text, r#"{{"event": "pass", "number": {depth}}}"#);
            search.search(NodeId::ROOT, depth, [-1000, 1000]);
        }
        let trace = read_back(&search.text);
        let record = trace.run.measured(&trace.tree).record;
        for visit in record.visits() {
            let label = trace.tree.label(visit.node).unwrap();
            let node = tree.node(label[1..].parse().unwrap()).unwrap();
            // Nodes that the last search of their parent left out have what an earlier one found.
            let expected = f64::from(search.minimax(node, search.searched[&node]));
            let (low, high) = record.proven(visit.node).unwrap();
            prop_assert!(low <= expected && expected <= high, "{label}: {expected} is not in {low}..{high}\n{}", search.text);
        }
        let value = record.visit(NodeId::ROOT).and_then(|visit| visit.value()).unwrap().get();
        prop_assert_eq!(value, f64::from(search.minimax(NodeId::ROOT, deepest)));
    }
}

fn told(node: usize, text: &str) -> String {
    said_of(&read_back(text), node)
}

const TWO_PASSES: &str = r#"{"plyscope-trace": 1}
{"event": "pass", "number": 1}
{"event": "enter", "children": 2}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": 5}
{"event": "enter", "child": 1, "alpha": 5}
{"event": "evaluate", "value": -3}
{"event": "leave", "value": 5}
{"event": "pass", "number": 2}
{"event": "enter", "children": 2}
{"event": "enter", "child": 0}
{"event": "evaluate", "value": 6}
{"event": "enter", "child": 1, "children": 3, "alpha": 6}
"#;

#[test]
fn a_bound_of_the_last_visit_replaces_the_value_of_a_smaller_depth() {
    let cut = "{\"event\": \"enter\", \"child\": 0}\n{\"event\": \"evaluate\", \"value\": 4}\n\
               {\"event\": \"cutoff\", \"skipped\": 2}\n{\"event\": \"leave\", \"value\": 4}\n{\"event\": \"leave\", \"value\": 6}\n";
    let said = told(2, &format!("{TWO_PASSES}{cut}"));
    assert!(said.contains("found to be worth at most 4."), "{said}");
    let recalled =
        "{\"event\": \"recall\", \"value\": 4, \"bound\": \"upper\"}\n{\"event\": \"leave\", \"value\": 6}\n";
    let said = told(2, &format!("{TWO_PASSES}{recalled}"));
    assert!(said.contains("found to be worth at most 4."), "{said}");
    // The search ended in the second pass.
    let stopped = "{\"event\": \"enter\", \"child\": 0}\n{\"event\": \"evaluate\", \"value\": 8}\n";
    let said = told(4, &format!("{TWO_PASSES}{stopped}"));
    assert_eq!(said, "Leaf 2 was never visited: the search was stopped while node 2 was open.");
}

#[test]
fn a_node_left_before_its_first_child_has_the_bound_of_its_player() {
    for (root, value, says) in [("max", 3, "at most 3"), ("min", 9, "at least 9")] {
        let text = format!(
            "{{\"plyscope-trace\": 1, \"root\": \"{root}\"}}\n{{\"event\": \"enter\", \"children\": 2}}\n\
             {{\"event\": \"enter\", \"child\": 0}}\n{{\"event\": \"evaluate\", \"value\": 7}}\n\
             {{\"event\": \"enter\", \"child\": 1, \"children\": 3}}\n{{\"event\": \"cutoff\", \"kind\": \"null-move\"}}\n\
             {{\"event\": \"leave\", \"value\": {value}}}\n{{\"event\": \"leave\", \"value\": 7}}\n"
        );
        let said = told(2, &text);
        assert!(said.contains(&format!("found to be worth {says}.")), "{said}");
        let root = told(0, &text);
        assert!(root.contains("found to be worth 7."), "{root}");
    }
}
