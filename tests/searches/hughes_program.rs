//! Hughes' program word for word, on trees built beforehand, for comparison.

use std::collections::BTreeSet;

use plyscope::game::Stages;
use plyscope::search::hughes::Pipeline;
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::tree::{NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::random_trees::valued;
use crate::told::{self, limits};

#[derive(Clone, Debug)]
struct Node {
    /// The index of the position in the tree.
    pos: NodeId,
    player: Player,
    sub: Vec<Node>,
}

/// What was computed: the static values, and which of them at leaves.
#[derive(Default)]
struct Computed {
    values: BTreeSet<NodeId>,
    sorted: BTreeSet<NodeId>,
    leaves: BTreeSet<NodeId>,
}

struct Literal<'t> {
    tree: &'t Tree,
    pipeline: Pipeline,
    computed: Computed,
}

impl Literal<'_> {
    fn static_value(&mut self, pos: NodeId) -> Value {
        self.computed.values.insert(pos);
        self.tree.value(pos).unwrap()
    }

    fn gametree(&self, pos: NodeId) -> Node {
        let sub = self.tree.children(pos).map(|child| self.gametree(child)).collect();
        Node { pos, player: self.tree.player(pos), sub }
    }

    fn prune(n: u32, node: Node) -> Node {
        let sub = if n == 0 { Vec::new() } else { node.sub };
        Node { sub: sub.into_iter().map(|child| Literal::prune(n - 1, child)).collect(), ..node }
    }

    /// The subtrees in the order in which `max . maximise'` sees them: sorted when it needs them.
    fn sub(&mut self, node: &Node) -> Vec<Node> {
        let mut sub = node.sub.clone();
        if self.pipeline.stages.highfirst && sub.len() > 1 {
            let values: Vec<Value> = sub.iter().map(|child| self.static_value(child.pos)).collect();
            self.computed.sorted.extend(sub.iter().map(|child| child.pos));
            let mut order: Vec<usize> = (0..sub.len()).collect();
            // `sort higher` and `sort (not . higher)` by insertion: stable.
            for place in 1..order.len() {
                let mut at = place;
                let higher = |a: usize, b: usize| match node.player {
                    Player::Max => values[a] > values[b],
                    Player::Min => values[a] < values[b],
                };
                while at > 0 && higher(order[at], order[at - 1]) {
                    order.swap(at, at - 1);
                    at -= 1;
                }
            }
            sub = order.into_iter().map(|place| sub[place].clone()).collect();
        }
        sub.truncate(self.pipeline.stages.taketree.unwrap_or(usize::MAX));
        sub
    }

    fn better(player: Player, a: Value, b: Value) -> Value {
        if player.prefers(b, a) { b } else { a }
    }

    /// `max (maximise' node)`, where `pot` is the bound from the siblings; `None` if `minleq` holds.
    fn optimum(&mut self, node: &Node, pot: Option<Value>) -> Option<Value> {
        let sub = self.sub(node);
        if sub.is_empty() {
            self.computed.leaves.insert(node.pos);
            return Some(self.static_value(node.pos)).filter(|n| pot.is_none_or(|pot| node.player.prefers(pot, *n)));
        }
        let mut best: Option<Value> = None;
        for child in &sub {
            let Some(n) = self.optimum(child, best) else { continue };
            best = Some(best.map_or(n, |best| Self::better(node.player, best, n)));
            if pot.is_some_and(|pot| !node.player.prefers(pot, n)) {
                return None;
            }
        }
        best
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_pipeline_computes_what_hughes_program_computes(
        tree in valued(),
        prune in proptest::option::of(0_u32..6),
        highfirst in any::<bool>(),
        taketree in proptest::option::of(1_usize..4),
    ) {
        let pipeline = Pipeline { stages: Stages { prune, dynamic: false, highfirst, taketree, sooner: false }, alpha_beta: true };
        let mut literal = Literal { tree: &tree, pipeline, computed: Computed::default() };
        let whole = literal.gametree(NodeId::ROOT);
        let shaped = prune.map_or(whole.clone(), |n| Literal::prune(n, whole));
        let expected = literal.optimum(&shaped, None);
        let Computed { values, sorted, leaves } = literal.computed;

        let algorithm = Algorithm::of_pipeline(pipeline);
        let ran = told::ran(algorithm, &tree, &tree, limits(CutoffRule::NonStrict, None));
        let evaluated = ran.report.extras.static_values.unwrap();
        prop_assert_eq!(ran.value(), expected);
        prop_assert_eq!(ran.order.len(), leaves.len(), "no leaf is evaluated twice");
        prop_assert_eq!(ran.leaves(), leaves.clone());
        prop_assert_eq!(evaluated.leaves, leaves.len() as u64);
        prop_assert_eq!(evaluated.ordering, sorted.len() as u64);
        prop_assert_eq!(evaluated.shared, leaves.intersection(&sorted).count() as u64);
        prop_assert_eq!(evaluated.total(), values.len() as u64);
    }
}
