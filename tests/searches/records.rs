//! Compares the record of each node with the story, collected event by event in a map of the nodes.

use std::collections::BTreeMap;

use plyscope::game::Stages;
use plyscope::search::hughes::Pipeline;
use plyscope::search::story::{Bounded, Event, Inheritance, Said};
use plyscope::search::{Algorithm, Bound, Cause, CutoffRule, Origin, Record, Setter, Window};
use plyscope::tree::{NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::families::RULES;
use crate::random_trees::with_static_values;
use crate::told::{self, limits};

/// What is known of a node, in the simplest form.
#[derive(Debug)]
struct Seen {
    window: [f64; 2],
    visits: u32,
    evaluations: u64,
    order: u32,
    origin: Origin,
    value: Option<f64>,
    cutoff: Option<(Cause, Option<NodeId>)>,
}

/// An open node.
struct Open {
    node: NodeId,
    player: Player,
    window: [f64; 2],
    best: f64,
}

const OPEN: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

fn narrowed(mut window: [f64; 2], player: Player, value: f64) -> [f64; 2] {
    match player {
        Player::Max => window[0] = window[0].max(value),
        Player::Min => window[1] = window[1].min(value),
    }
    window
}

struct Naive<'t> {
    tree: &'t Tree,
    seen: BTreeMap<NodeId, Seen>,
    open: Vec<Open>,
    own: [f64; 2],
    /// Whether only the last pass counts.
    deepens: bool,
}

impl Naive<'_> {
    fn of(tree: &Tree, deepens: bool, events: impl Iterator<Item = Event>) -> BTreeMap<NodeId, Seen> {
        let mut naive = Naive { tree, seen: BTreeMap::new(), open: Vec::new(), own: OPEN, deepens };
        for event in events {
            naive.hear(event.read());
        }
        naive.seen
    }

    fn hear(&mut self, event: Said) {
        match event {
            Said::Enter { index, role, window, value, .. } => {
                let player = role.player().unwrap();
                self.enter(index, player, window);
                if let Some(value) = value {
                    self.leave(value.get(), |seen| seen.evaluations += 1);
                }
            }
            Said::End { end, value, .. } => self.own[usize::from(end == Bounded::Above)] = value.get(),
            Said::Leave { value } => self.leave(value.get(), |seen| seen.origin = Origin::Searched),
            Said::Recall { value, bound } => self.leave(value.get(), |seen| {
                if seen.visits == 1 {
                    seen.origin = Origin::Recalled(bound);
                }
            }),
            Said::Cutoff { cause, by, .. } => {
                let witness = match by {
                    Setter::Child { depth, index } => {
                        self.tree.children(self.open[depth as usize].node).nth(index as usize)
                    }
                    _ => None,
                };
                let node = self.open.last().unwrap().node;
                self.seen.get_mut(&node).unwrap().cutoff = Some((cause, witness));
            }
            Said::Pass { .. } => {
                self.own = OPEN;
                let inner = self.seen.iter_mut().filter(|(node, _)| self.deepens && !self.tree.is_leaf(**node));
                inner.for_each(|(_, seen)| seen.value = None);
            }
            Said::Static { .. } | Said::Force { .. } | Said::Stand { .. } => {}
        }
    }

    fn enter(&mut self, index: u32, player: Player, window: Inheritance) {
        let parent = self.open.last();
        let node = parent.map_or(NodeId::ROOT, |open| self.tree.children(open.node).nth(index as usize).unwrap());
        let window = match (window, parent) {
            (Inheritance::Own, _) => std::mem::replace(&mut self.own, OPEN),
            (Inheritance::Parent, Some(parent)) => parent.window,
            (Inheritance::Siblings, Some(parent)) => narrowed(OPEN, parent.player, parent.best),
            _ => OPEN,
        };
        let order = self.seen.len() as u32;
        let first =
            Seen { window, visits: 0, evaluations: 0, order, origin: Origin::Searched, value: None, cutoff: None };
        self.seen.entry(node).or_insert(first).visits += 1;
        let best = if player == Player::Max { f64::NEG_INFINITY } else { f64::INFINITY };
        self.open.push(Open { node, player, window, best });
    }

    fn leave(&mut self, value: f64, change: impl FnOnce(&mut Seen)) {
        let seen = self.seen.get_mut(&self.open.pop().unwrap().node).unwrap();
        seen.value = Some(value);
        change(seen);
        if let Some(parent) = self.open.last_mut()
            && parent.player.prefers(value, parent.best)
        {
            parent.best = value;
            parent.window = narrowed(parent.window, parent.player, value);
        }
    }
}

/// What all visits of a node prove, if the last one returned something else.
fn value_after_many(last: f64, (low, high): (f64, f64)) -> f64 {
    // Where nothing is known of a side, the interval goes to the end of all numbers.
    match (low > f64::MIN, high < f64::MAX) {
        _ if low != high && (last == low || last == high) => last,
        (true, _) => low,
        (false, true) => high,
        (false, false) => last,
    }
}

fn check(what: &str, tree: &Tree, record: &Record, deepens: bool, seen: &BTreeMap<NodeId, Seen>) {
    assert!(record.visits().map(|visit| visit.node).eq(seen.keys().copied()), "{what}");
    assert_eq!(record.visits().len(), seen.len(), "{what}");
    for (listed, (&node, seen)) in record.visits().zip(seen) {
        let visit = record.visit(node).unwrap();
        let at = format!("{what}: {seen:?} {visit:?}");
        assert_eq!((listed.node, listed.order, listed.value()), (node, visit.order, visit.value()), "{at}");
        let [low, high] = seen.window.map(Value::new);
        assert_eq!(visit.window, Window::new(low, high), "{at}");
        let facts = (visit.visits, visit.evaluations, visit.order);
        assert_eq!(facts, (seen.visits, seen.evaluations, seen.order), "{at}");
        if !deepens {
            assert_eq!(visit.origin, seen.origin, "{at}");
            assert_eq!(visit.is_evaluated(), seen.evaluations > 0 && seen.origin == Origin::Searched, "{at}");
        }
        let proven = record.proven(node).unwrap();
        let settled = |value| if seen.visits > 1 { value_after_many(value, proven) } else { value };
        assert_eq!(visit.value().map(Value::get), seen.value.map(settled), "{at}");
        if let Some(value) = visit.value() {
            let bound = match proven {
                (low, high) if low == high => Bound::Exact,
                (_, high) if value.get() >= high => Bound::Upper,
                _ => Bound::Lower,
            };
            assert_eq!(record.bound(node), Some(bound), "{at}");
        }
        let unvisited = tree.children(node).find(|&child| !record.is_visited(child));
        assert_eq!(record.first_unvisited(tree, node), unvisited, "{at}");
        let cutoff = record.cutoff(node).map(|cutoff| (cutoff.cause, cutoff.witness));
        let expected = seen.cutoff.filter(|_| unvisited.is_some());
        // A question's witness is the child that answered it.
        let expected = expected.map(|(cause, witness)| (cause, witness.or(cutoff.and_then(|(_, witness)| witness))));
        assert_eq!(cutoff, expected, "{at}");
    }
}

fn check_sums(what: &str, tree: &Tree, record: &Record, deepens: bool, seen: &BTreeMap<NodeId, Seen>) {
    for node in tree.nodes() {
        assert_eq!(record.is_visited(node), seen.contains_key(&node), "{what}");
        assert_eq!(record.visit(node).is_some(), seen.contains_key(&node), "{what}");
        let own = tree.subtree(node);
        for range in [own.clone(), 0..own.start, own.start / 2..own.end + 1, own.start..usize::MAX] {
            let within = || seen.iter().filter(|(node, _)| range.contains(&node.index())).map(|(_, seen)| seen);
            assert_eq!(record.visited_in(&range), within().count(), "{what} {range:?}");
            let evaluations: u64 = within().map(|seen| seen.evaluations).sum();
            assert_eq!(record.evaluations_in(&range), evaluations, "{what} {range:?}");
            let evaluated = within().filter(|seen| seen.evaluations > 0 && seen.origin == Origin::Searched);
            assert!(deepens || record.evaluated_in(&range) == evaluated.count() as u64, "{what} {range:?}");
        }
    }
}

fn algorithms() -> impl Iterator<Item = (Algorithm, CutoffRule)> {
    // In these games the second move is ordered before the first.
    let stages = Stages { highfirst: true, prune: Some(3), ..Stages::default() };
    let pipelines = [false, true].map(|alpha_beta| Algorithm::of_pipeline(Pipeline { stages, alpha_beta }));
    let all = Algorithm::ALL.into_iter().chain(pipelines).chain([Algorithm::threshold(0.into())]);
    all.flat_map(|algorithm| RULES.map(|rule| (algorithm, rule)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_record_says_of_each_node_what_the_story_says(tree in with_static_values(), budget in 0_u64..400) {
        for (algorithm, rule) in algorithms() {
            let ran = told::ran(algorithm, &tree, &tree, limits(rule, Some(budget)));
            let what = format!("{algorithm} {rule:?} within {budget}");
            let deepens = algorithm.entry().deepens;
            let seen = Naive::of(&tree, deepens, ran.story.events());
            check(&what, &tree, &ran.record, deepens, &seen);
            check_sums(&what, &tree, &ran.record, deepens, &seen);
        }
    }
}
