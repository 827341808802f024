//! What a search remembers at a step, against the search by its definition and against what the search does next.

use plyscope::experiment::explain::{Explained, OpenState, ProofNumbers, Remembered};
use plyscope::search::story::{Said, Why};
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::tree::{NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::independent::minimax;
use crate::timeline::{Told, irregular, told};

fn explained<'a>(tree: &'a Tree, told: &'a Told) -> Explained<'a> {
    let Told { story, timeline, .. } = told;
    Explained { tree, story, timeline, dropped: &[], cutoff: Some(CutoffRule::NonStrict), bounds: None }
}

fn remembered(explained: Explained<'_>, algorithm: Algorithm, time: usize) -> Remembered {
    let moment = explained.timeline.at(explained.tree, explained.story, time);
    explained.machinery(algorithm, &moment, None).remembered.unwrap()
}

/// Stockman's procedure with a list, and the list after each leaf. `P` is MAX in SSS\*, MIN in its dual.
fn stockman(tree: &Tree, player: Player) -> Vec<Vec<OpenState>> {
    let merit = if player == Player::Max { Value::new(f64::MAX).unwrap() } else { Value::new(f64::MIN).unwrap() };
    let mut open = vec![OpenState { node: NodeId::ROOT, is_solved: false, merit }];
    let mut after_leaves = Vec::new();
    let is_below = |mut node: NodeId, above: NodeId| loop {
        match tree.parent(node) {
            Some(parent) if parent == above => return true,
            Some(parent) => node = parent,
            None => return false,
        }
    };
    loop {
        let mut at = 0;
        for (place, state) in open.iter().enumerate() {
            if player.prefers(state.merit, open[at].merit) {
                at = place;
            }
        }
        let OpenState { node, is_solved, merit } = open[at];
        let put = |node, is_solved, merit| OpenState { node, is_solved, merit };
        if is_solved {
            let Some(parent) = tree.parent(node) else { return after_leaves };
            let next = tree.children(parent).skip_while(|&child| child != node).nth(1);
            if tree.player(parent) == player {
                open.retain(|state| !is_below(state.node, parent));
                let place = open.iter().position(|state| state.node > parent).unwrap_or(open.len());
                open.insert(place, put(parent, true, merit));
            } else if let Some(next) = next {
                open[at] = put(next, false, merit);
            } else {
                open[at] = put(parent, true, merit);
            }
        } else if tree.is_leaf(node) {
            let value = tree.value(node).unwrap();
            open[at] = put(node, true, if player.prefers(merit, value) { value } else { merit });
            after_leaves.push(open.clone());
        } else if tree.player(node) == player {
            open.splice(at..=at, tree.children(node).map(|child| put(child, false, merit)));
        } else {
            open[at] = put(tree.children(node).next().unwrap(), false, merit);
        }
    }
}

/// The best merit first, from the left where merits are equal.
fn by_merit(mut open: Vec<OpenState>, player: Player) -> Vec<OpenState> {
    open.sort_by(|a, b| if player == Player::Max { b.merit.cmp(&a.merit) } else { a.merit.cmp(&b.merit) });
    open
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn open_is_the_list_of_stockman_after_each_leaf(tree in irregular(20)) {
        for (algorithm, player) in [(Algorithm::SSS_STAR, Player::Max), (Algorithm::DUAL_STAR, Player::Min)] {
            let told = told(algorithm, &tree);
            let explained = explained(&tree, &told);
            let expected = stockman(&tree, player);
            prop_assert_eq!(expected.len(), told.timeline.evaluations(told.timeline.len()));
            for (leaf, open) in (1..).zip(expected) {
                let time = told.timeline.after_evaluations(leaf);
                let Remembered::Open { states, unlisted } = remembered(explained, algorithm, time) else { panic!() };
                prop_assert_eq!((states, unlisted), (by_merit(open, player), 0), "{} leaf {}", algorithm, leaf);
            }
        }
    }

    #[test]
    fn each_pass_of_a_proof_goes_to_the_child_with_the_number_of_its_parent(tree in irregular(40), asked in 0..7) {
        let algorithm: Algorithm = format!("proof-number={asked}").parse().unwrap();
        let told = told(algorithm, &tree);
        let explained = explained(&tree, &told);
        for pass in told.timeline.passes().iter().skip(1) {
            let Remembered::Proof(numbers) = remembered(explained, algorithm, pass.time) else { panic!() };
            let number = |numbers: &ProofNumbers| match tree.player(NodeId::ROOT) {
                Player::Max => numbers.proof,
                Player::Min => numbers.disproof,
            };
            let (root, children) = (&numbers[0].1, &numbers[1..]);
            prop_assert!(root.proof != Some(0) && root.disproof != Some(0), "a pass begins while nothing is settled");
            let chosen = children.iter().find(|(_, numbers)| number(numbers) == number(root)).unwrap().0;
            let entered = told.timeline.next_visit(NodeId::ROOT, pass.time).unwrap();
            let first = told.timeline.at(&tree, &told.story, told.timeline.next(entered)).open[0].last.unwrap().1;
            prop_assert_eq!(chosen, first);
        }
        let Remembered::Proof(numbers) = remembered(explained, algorithm, told.timeline.len()) else { panic!() };
        let is_proved = minimax(&tree, NodeId::ROOT) >= f64::from(asked);
        prop_assert_eq!(numbers[0].1.proof == Some(0), is_proved);
        prop_assert_eq!(numbers[0].1.disproof == Some(0), !is_proved);
    }

    #[test]
    fn children_come_early_for_what_is_remembered(tree in prop_oneof![irregular(60), wide()]) {
        let algorithm: Algorithm = "alpha-beta-memory=1000:1:1".parse().unwrap();
        let told = told(algorithm, &tree);
        let explained = explained(&tree, &told);
        for time in 1..=told.timeline.len() {
            let Some(Said::Enter { index, why, .. }) = told.story.event(time - 1).map(|event| event.read()) else { continue };
            let before = told.timeline.at(&tree, &told.story, time - 1);
            let Some(parent) = before.open.last() else { continue };
            // Children are sorted when their parent is entered.
            let entered = told.timeline.last_visit(parent.node, time).unwrap().entered;
            let Remembered::Order { killers, history } = remembered(explained, algorithm, entered) else { panic!() };
            if why == Why::Table {
                // An equal subtree was searched before, with a window that says less.
                continue;
            }
            let killers = killers.get(before.open.len() - 1).copied().unwrap_or_default();
            let is_credited = history.iter().any(|&(of, _)| of == (parent.player, index));
            let expected = if killers.contains(&Some(index)) {
                Why::Killer
            } else if is_credited {
                Why::History
            } else {
                Why::Normal
            };
            prop_assert_eq!(why, expected, "time {}", time);
        }
    }
}

/// A tree with enough children for two killer moves at a depth, and for nodes after them.
fn wide() -> impl Strategy<Value = Tree> {
    let nodes = prop::collection::vec(prop::collection::vec(0..20, 4), 4);
    prop::collection::vec(nodes, 4).prop_map(|tree| format!("{tree:?}").parse().unwrap())
}
