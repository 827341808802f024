//! Traces of searches in which the player to move may have the static value of a node instead of a move (stand-pat).

use std::fmt::Write as _;

use plyscope::tree::{NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::timeline::irregular;
use crate::traces::read_back;

/// A fail-soft alpha-beta that writes a trace. The inner nodes whose numbers are not divisible by three may be left with a static value.
struct Quiescence<'t> {
    tree: &'t Tree,
    text: String,
}

impl Quiescence<'_> {
    fn stand_pat(&self, node: NodeId) -> Option<i32> {
        let is_quiet = !node.index().is_multiple_of(3) && !self.tree.is_leaf(node);
        is_quiet.then_some(node.index() as i32 * 7 % 11)
    }

    fn search(&mut self, node: NodeId, [mut alpha, mut beta]: [i32; 2]) -> i32 {
        let player = self.tree.player(node);
        let child = self.tree.child_index(node).map_or_else(String::new, |index| format!(r#""child": {index}, "#));
        let name = if player == Player::Max { "max" } else { "min" };
        let count = self.tree.children(node).count();
        let _ = writeln!(
            self.text,
            r#"{{"event": "enter", {child}"player": "{name}", "children": {count}, "alpha": {alpha}, "beta": {beta}}}"#
        );
        if self.tree.is_leaf(node) {
            let value = self.tree.value(node).map_or(0, |value| value.get() as i32);
            let _ = writeln!(self.text, r#"{{"event": "evaluate", "value": {value}}}"#);
            return value;
        }
        let mut best = None;
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for child in [None].into_iter().chain(children.into_iter().map(Some)) {
            let value = if let Some(child) = child {
                self.search(child, [alpha, beta])
            } else {
                let Some(value) = self.stand_pat(node) else { continue };
                let _ = writeln!(self.text, r#"{{"event": "static", "value": {value}, "for": "stand-pat"}}"#);
                value
            };
            best = Some(
                best.map_or(value, |best: i32| if player == Player::Max { best.max(value) } else { best.min(value) }),
            );
            match player {
                Player::Max => alpha = alpha.max(value),
                Player::Min => beta = beta.min(value),
            }
            if alpha >= beta {
                self.text.push_str("{\"event\": \"cutoff\"}\n");
                break;
            }
        }
        let value = best.unwrap();
        let _ = writeln!(self.text, r#"{{"event": "leave", "value": {value}}}"#);
        value
    }

    fn minimax(&self, node: NodeId) -> f64 {
        let children = self.tree.children(node).map(|child| self.minimax(child));
        let options = children.chain(self.stand_pat(node).map(f64::from));
        let value = match self.tree.player(node) {
            Player::Max => options.reduce(f64::max),
            Player::Min => options.reduce(f64::min),
        };
        value.unwrap_or_else(|| self.tree.value(node).map_or(0.0, Value::get))
    }
}

proptest! {
    #[test]
    fn what_is_proven_of_a_node_holds_with_its_static_value_as_an_option(tree in irregular(24), passes in 1..3) {
        let mut search = Quiescence { tree: &tree, text: "{\"plyscope-trace\": 1}\n".into() };
        for _ in 0..passes {
            search.search(NodeId::ROOT, [-1000, 1000]);
        }
        let trace = read_back(&search.text);
        let record = trace.run.measured(&trace.tree).record;
        for visit in record.visits() {
            let path = trace.tree.path(visit.node);
            let node = path.iter().fold(NodeId::ROOT, |node, &index| tree.child(node, index).unwrap());
            let expected = search.minimax(node);
            let (low, high) = record.proven(visit.node).unwrap();
            prop_assert!(low <= expected && expected <= high, "{path:?}: {expected} is not in {low}..{high}\n{}", search.text);
        }
        let expected = search.minimax(NodeId::ROOT);
        prop_assert_eq!(record.proven(NodeId::ROOT), Some((expected, expected)));
    }
}
