//! The loop over node records, and its table of solved positions.

use std::collections::{BTreeSet, HashMap};

use plyscope::game::{Chess, ConnectFour, Erased, ErasedPosition, Game, Nim, Playable, Shaped, Stages, TicTacToe};
use plyscope::search::{Algorithm, Bound, CutoffRule, Record, Report, search};
use plyscope::tree::{Builder, NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::families::RULES;
use crate::independent::minimax;
use crate::told::{self, limits};

const MEMO: Algorithm = Algorithm::TAIL_RECURSIVE_MEMO;

fn report<G>(algorithm: Algorithm, game: &G, cutoff: CutoffRule) -> Report<ErasedPosition>
where
    G: Playable<Position: 'static, Key: 'static>,
{
    search(algorithm, &Erased::new(game), limits(cutoff, None))
}

fn record(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule) -> (Report<NodeId>, Record, BTreeSet<NodeId>) {
    let ran = told::ran(algorithm, tree, tree, limits(cutoff, None));
    let leaves = ran.leaves();
    (ran.report, ran.record, leaves)
}

/// A subtree, by the indices of its children in a list of smaller ones.
#[derive(Clone, Debug)]
enum Part {
    Leaf(i32),
    Inner(Vec<usize>, Option<Player>),
}

/// Random trees made of a few different parts, which are reached under different windows.
fn repetitive() -> impl Strategy<Value = Tree> {
    let leaves = proptest::collection::vec((-3_i32..4).prop_map(Part::Leaf), 3..6);
    let player = prop_oneof![4 => Just(None), 1 => Just(Some(Player::Max)), 1 => Just(Some(Player::Min))];
    let inner =
        (proptest::collection::vec(any::<usize>(), 1..4), player).prop_map(|(sub, player)| Part::Inner(sub, player));
    (leaves, proptest::collection::vec(inner, 1..9)).prop_map(|(leaves, inner)| {
        // Each inner part consists of some of the last parts before it, so that the tree is deep but not too large.
        fn add(builder: &mut Builder, parts: &[Part], part: usize) {
            let node = builder.open().unwrap();
            match &parts[part] {
                Part::Leaf(value) => builder.set_value(node, Some(Value::from(*value))),
                Part::Inner(sub, player) => {
                    if let Some(player) = player {
                        builder.set_player(node, *player);
                    }
                    let near = part.min(5);
                    for place in sub {
                        add(builder, parts, part - 1 - place % near);
                    }
                }
            }
            builder.close();
        }
        let parts = [leaves, inner].concat();
        let mut builder = Builder::new();
        add(&mut builder, &parts, parts.len() - 1);
        builder.build().unwrap()
    })
}

/// A subtree as text: two texts are equal if and only if the subtrees are.
fn text(tree: &Tree, node: NodeId) -> String {
    let value = tree.value(node).map_or_else(|| "?".into(), |value| value.to_string());
    let sub: Vec<String> = tree.children(node).map(|child| text(tree, child)).collect();
    format!("{} {value} ({})", tree.player(node).name(), sub.join(","))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn with_memory_the_value_is_that_of_minimax_and_no_leaf_more_is_evaluated(tree in repetitive()) {
        for rule in RULES {
            let (memo, _, leaves) = record(MEMO, &tree, rule);
            let (without, _, all) = record(Algorithm::TAIL_RECURSIVE_ALPHA_BETA, &tree, rule);
            prop_assert_eq!(memo.outcome.value().map(Value::get), Some(minimax(&tree, NodeId::ROOT)));
            prop_assert!(memo.evaluations <= without.evaluations);
            prop_assert!(leaves.is_subset(&all));
            prop_assert_eq!(without.extras.table_hits, None);
        }
    }

    #[test]
    fn what_is_recalled_is_known_from_an_equal_subtree_searched_before(tree in repetitive()) {
        for rule in RULES {
            let (report, record, _) = record(MEMO, &tree, rule);
            let recalled = || record.visits().filter(|visit| visit.recalled().is_some());
            prop_assert_eq!(report.extras.table_hits, Some(recalled().count() as u64));
            let mut searched: HashMap<String, Vec<NodeId>> = HashMap::new();
            for visit in record.visits().filter(|visit| visit.recalled().is_none()) {
                searched.entry(text(&tree, visit.node)).or_default().push(visit.node);
            }
            for visit in recalled() {
                let twins = &searched[&text(&tree, visit.node)];
                let source = twins.iter().filter(|&&twin| twin < visit.node);
                let values: Vec<_> = source.map(|&twin| record.visit(twin).unwrap().value()).collect();
                prop_assert!(values.contains(&visit.value()), "{:?} is recalled from nowhere", visit.node);
                let (value, exact) = (visit.value().unwrap().get(), minimax(&tree, visit.node));
                match visit.recalled().unwrap() {
                    Bound::Exact => prop_assert_eq!(value, exact),
                    Bound::Lower => {
                        prop_assert!(value <= exact);
                        prop_assert!(visit.window.beta().is_some_and(|beta| rule.cuts(&value, &beta.get())), "a bound must cut");
                    }
                    Bound::Upper => {
                        prop_assert!(value >= exact);
                        prop_assert!(visit.window.alpha().is_some_and(|alpha| rule.cuts(&alpha.get(), &value)), "a bound must cut");
                    }
                }
            }
        }
    }

    #[test]
    fn subtrees_have_the_same_class_exactly_when_they_are_equal(tree in repetitive()) {
        let mut class_of: HashMap<String, u32> = HashMap::new();
        for node in tree.nodes() {
            prop_assert_eq!(*class_of.entry(text(&tree, node)).or_insert(tree.class(node)), tree.class(node));
        }
        let classes: BTreeSet<u32> = class_of.values().copied().collect();
        prop_assert_eq!(classes.len(), class_of.len());
    }
}

#[test]
fn a_bound_that_is_equal_to_an_end_of_the_window_is_not_recalled_under_the_strict_rule() {
    // The second [1, 0] is at most 1 by the first, but to cut off its parent, whose alpha is 1, the search has to find the 0.
    let twin = r#"{"player": "min", "children": [1, 0]}"#;
    let first = format!(r#"{{"player": "max", "children": [3, {{"player": "min", "children": [{twin}]}}, 1]}}"#);
    let second = format!(r#"{{"player": "max", "children": [1, [3, {{"player": "max", "children": [{twin}]}}, 1]]}}"#);
    let tree: Tree = format!("[[{first}, {second}]]").parse().unwrap();
    let leaves = |algorithm, rule| record(algorithm, &tree, rule).2;
    let last = |algorithm, rule| leaves(algorithm, rule).last().map(|node| node.index());
    assert_eq!(last(Algorithm::TAIL_RECURSIVE_ALPHA_BETA, CutoffRule::Strict), Some(16));
    assert_eq!(last(MEMO, CutoffRule::Strict), Some(16));
    assert_eq!(last(MEMO, CutoffRule::NonStrict), Some(12));
}

#[test]
fn classes_follow_the_players() {
    let mut tree: Tree = "((1 2) (1 2) ((1 2) 3))".parse().unwrap();
    let classes = |tree: &Tree| [1, 4, 8].map(|index| tree.class(tree.node(index).unwrap()));
    for (player, value) in [(Player::Max, 2), (Player::Min, 2)] {
        tree.set_root_player(player);
        let [first, second, deeper] = classes(&tree);
        assert_eq!(first, second);
        assert_ne!(first, deeper, "another player moves there");
        assert_eq!(report(MEMO, &tree, CutoffRule::NonStrict).outcome.value(), Some(Value::from(value)));
    }

    // A node that names its own player keeps it: both subtrees are equal only while MAX moves at the root.
    let mut tree: Tree = r#"[[1, 2], {"player": "min", "children": [1, 2]}]"#.parse().unwrap();
    let are_equal = |tree: &Tree| {
        let [first, second] = [1, 4].map(|index| tree.class(tree.node(index).unwrap()));
        first == second
    };
    assert!(are_equal(&tree));
    tree.set_root_player(Player::Min);
    assert!(!are_equal(&tree));
}

#[test]
fn an_equal_subtree_is_searched_once() {
    let tree: Tree = "(((3 12) (8 9)) ((3 12) (8 9)) ((8 9) (20 30)))".parse().unwrap();
    let (report, record, leaves) = record(MEMO, &tree, CutoffRule::NonStrict);
    assert_eq!(report.outcome.value(), Some(Value::from(9)));
    // The second subtree equals the first; in the third, [8, 9] has been solved before, and is not above 9.
    assert_eq!((report.extras.table_hits, report.evaluations), (Some(2), 4));
    let slots: Vec<usize> = leaves.iter().map(|&leaf| tree.slots(leaf).start).collect();
    assert_eq!(slots, [0, 1, 2, 3]);
    let recalled = record.visits().filter_map(|visit| visit.recalled());
    assert_eq!(recalled.collect::<Vec<_>>(), [Bound::Exact, Bound::Exact]);
}

#[test]
fn a_bound_that_does_not_cut_is_not_used_as_a_value() {
    // The MIN node [3, 1] is left after 3 with alpha 5, so that 3 is only an upper bound. Under the last MAX node, without
    // another bound, it must be searched again: its value is 1.
    let tree: Tree = "((5 6) (3 1) (((3 1) (0 7)) (4 4)))".parse().unwrap();
    for rule in RULES {
        let report = report(MEMO, &tree, rule);
        assert_eq!(report.outcome.value().map(Value::get), Some(minimax(&tree, NodeId::ROOT)));
    }
}

fn on_game<G: Playable<Position: 'static, Key: 'static>>(name: &str, game: &G) -> u64 {
    let plain = report(Algorithm::TAIL_RECURSIVE_ALPHA_BETA, game, CutoffRule::NonStrict);
    let memo = report(MEMO, game, CutoffRule::NonStrict);
    assert_eq!(memo.outcome.value(), plain.outcome.value(), "{name}");
    assert!(memo.evaluations < plain.evaluations, "{name}: {} of {}", memo.evaluations, plain.evaluations);
    memo.extras.table_hits.unwrap()
}

#[test]
fn transpositions_of_games_are_found_in_the_table() {
    assert!(on_game("tic-tac-toe", &TicTacToe::default()) > 500);
    assert!(on_game("tic-tac-toe to 7 moves", &Shaped::to_depth(7, &TicTacToe::default())) > 100);
    assert!(on_game("Connect Four to 6 moves", &Shaped::to_depth(6, &ConnectFour::default())) > 100);
    let nim = Nim::default();
    let hits = on_game("Nim", &nim);
    assert!(hits > 10);
    // Without a depth limit positions are equal after any number of moves.
    assert_eq!(on_game("Nim without a limit", &Shaped::new(Stages::default(), &nim)), hits);
    assert!(on_game("Nim with many heaps", &Shaped::to_depth(5, &Nim::new(&[1; 15], Player::Max).unwrap())) > 10);
    let kings_and_pawns = Chess::from_position("8/5k2/3p4/8/3P4/8/2K5/8 w - -").unwrap();
    assert!(on_game("chess to 6 moves", &Shaped::to_depth(6, &kings_and_pawns)) > 100);
    let game = TicTacToe::default();
    let pruned = Shaped::to_depth(7, &game);
    let three_best = pruned.and(Stages { highfirst: true, taketree: Some(3), ..Stages::default() });
    assert!(on_game("the three best of tic-tac-toe", &three_best) > 0);
}

/// An infinite game in which one long step leads to the same position as three short ones.
struct Steps;

impl Game for Steps {
    type Position = (u32, Player);
    type Key = (u32, Player);
    type Moves<'g> = std::array::IntoIter<(u32, Player), 2>;

    fn root(&self) -> (u32, Player) {
        (0, Player::Max)
    }

    fn player(&self, &(_, player): &(u32, Player)) -> Player {
        player
    }

    fn moves(&self, &(place, player): &(u32, Player)) -> Self::Moves<'static> {
        [1, 3].map(|step| (place + step, player.opponent())).into_iter()
    }

    fn static_value(&self, &(place, _): &(u32, Player)) -> Option<Value> {
        Some(Value::from((place.wrapping_add(1).wrapping_mul(0x9E37_79B9) >> 20) as i32 % 50))
    }

    fn key(&self, position: &(u32, Player)) -> Option<(u32, Player)> {
        Some(*position)
    }
}

impl Playable for Steps {}

#[test]
fn a_position_with_another_depth_left_is_another_position() {
    for depth in 0..13 {
        let pruned = Shaped::to_depth(depth, &Steps);
        let memo = report(MEMO, &pruned, CutoffRule::NonStrict);
        assert_eq!(memo.outcome.value(), report(Algorithm::MINIMAX, &pruned, CutoffRule::NonStrict).outcome.value());
        assert!(depth < 6 || memo.extras.table_hits > Some(0));
    }
}
