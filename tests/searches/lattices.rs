//! The laws of the lattices, and minimax over each of them.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt::Debug;

use plyscope::search::alpha_beta::{AlphaBeta, TextbookAlphaBeta};
use plyscope::search::lattice::{
    BitSets, Embedding, Interval, Lattice, Order, Pair, Pointwise, Pruning, Sets, Threshold, Truth, WithBot, WithTop,
    clamp, gminimax,
};
use plyscope::search::run::{Bare, Run};
use plyscope::search::story::{Listener, Story, Telling};
use plyscope::search::{
    Algorithm, Budget, CutoffRule, Limits, Outcome, Reason, Score, Setting, Stopped, Window, tell_as,
};
use plyscope::tree::{NodeId, Player, Tree, Value};
use proptest::array::uniform3;
use proptest::prelude::*;

use crate::families::RULES;
use crate::independent::minimax;
use crate::random_trees::plain;
use crate::told::{self, limits};

/// An element: a function of its context.
type Element<'e, L> = &'e dyn Fn(<L as Lattice>::Context) -> <L as Lattice>::Value;

/// The laws of a distributive lattice for three elements. `seen` is what distinguishes elements in a context.
fn check_laws<L: Lattice, S: PartialEq + Debug>(
    lattice: &L,
    contexts: &[L::Context],
    [a, b, c]: [Element<'_, L>; 3],
    seen: impl Fn(L::Context, L::Value) -> S,
) {
    let inf = |context, left: Element<'_, L>, right: Element<'_, L>| {
        let Ok(value) = lattice.inf(context, left(context), |context| Ok::<_, Infallible>(right(context)));
        value
    };
    let sup = |context, left: Element<'_, L>, right: Element<'_, L>| {
        let Ok(value) = lattice.sup(context, left(context), |context| Ok::<_, Infallible>(right(context)));
        value
    };
    for &i in contexts {
        let equal = |law: &str, left, right| assert_eq!(seen(i, left), seen(i, right), "{law}");
        equal("inf is idempotent", inf(i, a, a), a(i));
        equal("sup is idempotent", sup(i, a, a), a(i));
        equal("inf is commutative", inf(i, a, b), inf(i, b, a));
        equal("sup is commutative", sup(i, a, b), sup(i, b, a));
        equal("inf is associative", inf(i, a, &|i| inf(i, b, c)), inf(i, &|i| inf(i, a, b), c));
        equal("sup is associative", sup(i, a, &|i| sup(i, b, c)), sup(i, &|i| sup(i, a, b), c));
        equal("inf absorbs sup", inf(i, a, &|i| sup(i, a, b)), a(i));
        equal("sup absorbs inf", sup(i, a, &|i| inf(i, a, b)), a(i));
        equal("inf distributes", inf(i, a, &|i| sup(i, b, c)), sup(i, &|i| inf(i, a, b), &|i| inf(i, a, c)));
        equal("sup distributes", sup(i, a, &|i| inf(i, b, c)), inf(i, &|i| sup(i, a, b), &|i| sup(i, a, c)));
    }
}

/// The same for elements that do not depend on a context.
fn check_laws_of_values<L: Lattice<Context = ()>, S: PartialEq + Debug>(
    lattice: &L,
    elements: &[L::Value; 3],
    seen: impl Fn(&L::Value) -> S,
) where
    L::Value: Clone,
{
    let [a, b, c] = elements;
    let elements: [Element<'_, L>; 3] = [&|()| a.clone(), &|()| b.clone(), &|()| c.clone()];
    check_laws(lattice, &[()], elements, |(), value| seen(&value));
}

type Ends = (WithBot<i32>, WithTop<i32>);

fn ends(lo: Option<i32>, hi: Option<i32>) -> Ends {
    (lo.map_or(WithBot::Bot, WithBot::NoBot), hi.map_or(WithTop::Top, WithTop::NoTop))
}

fn intervals() -> Vec<Ends> {
    let numbers: Vec<Option<i32>> = (-4..5).map(Some).chain([None]).collect();
    let pairs = numbers.iter().flat_map(|&lo| numbers.iter().map(move |&hi| (lo, hi)));
    let is_interval = |&(lo, hi): &(Option<i32>, Option<i32>)| lo.zip(hi).is_none_or(|(lo, hi)| lo <= hi);
    pairs.filter(is_interval).map(|(lo, hi)| ends(lo, hi)).collect()
}

/// An element of the Pruning lattice that is `value` in every window that contains it, and elsewhere anything on the correct side.
fn careless(value: i32, slack: i32) -> impl Fn(Ends) -> i32 {
    move |(lo, hi)| {
        if WithBot::NoBot(value) < lo {
            let WithBot::NoBot(lo) = lo else { unreachable!() };
            (value + slack).min(lo)
        } else if WithTop::NoTop(value) > hi {
            let WithTop::NoTop(hi) = hi else { unreachable!() };
            (value - slack).max(hi)
        } else {
            value
        }
    }
}

fn number() -> impl Strategy<Value = i32> {
    -3_i32..4
}

/// The fold of `gminimax`, written independently: `foldr1 sup` and `foldr1 inf`. Counts the leaves that the lattice needs.
fn foldr<L: Lattice>(
    lattice: &L,
    tree: &Tree,
    node: NodeId,
    context: L::Context,
    leaf: &mut dyn FnMut(NodeId, L::Context) -> L::Value,
) -> L::Value {
    let children: Vec<NodeId> = tree.children(node).collect();
    if children.is_empty() {
        return leaf(node, context);
    }
    foldr1(lattice, tree, node, &children, context, leaf)
}

fn foldr1<L: Lattice>(
    lattice: &L,
    tree: &Tree,
    node: NodeId,
    children: &[NodeId],
    context: L::Context,
    leaf: &mut dyn FnMut(NodeId, L::Context) -> L::Value,
) -> L::Value {
    let left = foldr(lattice, tree, children[0], context, leaf);
    if children.len() == 1 {
        return left;
    }
    let rest = |context| Ok::<_, Infallible>(foldr1(lattice, tree, node, &children[1..], context, leaf));
    let Ok(value) = match tree.player(node) {
        Player::Max => lattice.sup(context, left, rest),
        Player::Min => lattice.inf(context, left, rest),
    };
    value
}

fn number_at(tree: &Tree, leaf: NodeId) -> i32 {
    tree.value(leaf).unwrap().get() as i32
}

fn run(algorithm: Algorithm, tree: &Tree) -> (Outcome<NodeId>, Vec<NodeId>) {
    let ran = told::ran(algorithm, tree, tree, limits(CutoffRule::NonStrict, None));
    (ran.report.outcome, ran.order)
}

/// The values that a test assigns to leaves.
#[derive(Clone, Copy)]
struct Leaf<F>(F);

impl<L: Lattice, F: Fn(NodeId, L::Context) -> L::Value + Copy> Embedding<NodeId, L, Value> for Leaf<F> {
    fn leaf(self, leaf: &NodeId, _: Value, context: L::Context) -> L::Value {
        (self.0)(*leaf, context)
    }

    fn shown(self, _: &L::Value) -> Value {
        Value::default()
    }
}

/// `gminimax` over any lattice; also returns the leaves that it needs.
fn minimax_over<L: Lattice + Copy>(
    lattice: L,
    tree: &Tree,
    context: L::Context,
    leaf: impl Fn(NodeId, L::Context) -> L::Value + Copy,
) -> (L::Value, Vec<NodeId>) {
    let asked = RefCell::new(Vec::new());
    let leaf = Leaf(|node, context| {
        asked.borrow_mut().push(node);
        leaf(node, context)
    });
    let mut run = Run::new(tree, Limits::default(), Bare);
    let root = run.root();
    let value = gminimax(&mut run, lattice, leaf, root, context);
    (value.unwrap(), asked.into_inner())
}

/// A pseudo-random set that depends on the leaf only.
fn set_at(leaf: NodeId) -> u64 {
    let bits = (leaf.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (bits ^ bits >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orders_obey_the_laws(elements in uniform3(number()), words in uniform3("[ab]{0,3}")) {
        check_laws_of_values(&Order::new(), &elements, |value| *value);
        check_laws_of_values(&Order::new(), &words, String::clone);
    }

    #[test]
    fn truth_and_thresholds_obey_the_laws(elements in uniform3(number()), at in number()) {
        check_laws_of_values(&Truth, &elements.map(|value| value >= at), |value| *value);
        check_laws_of_values(&Threshold { at }, &elements, |value| *value >= at);
    }

    #[test]
    fn sets_obey_the_laws(bits in uniform3(prop_oneof![any::<u64>(), Just(0), Just(u64::MAX)]), sets in uniform3(proptest::collection::btree_set(0..5_u8, 0..4))) {
        check_laws_of_values(&BitSets, &bits, |value| *value);
        check_laws_of_values(&Sets::new(), &sets, BTreeSet::clone);
    }

    #[test]
    fn pruning_obeys_the_laws_up_to_clamping(values in uniform3((number(), 0..3_i32))) {
        for rule in RULES {
            let [a, b, c] = values.map(|(value, slack)| careless(value, slack));
            check_laws(&Pruning::<Ends>::new(rule), &intervals(), [&a, &b, &c], clamp);
        }
    }

    #[test]
    fn pairs_obey_the_laws(first in uniform3((number(), 0..3_i32)), second in uniform3((number(), 0..3_i32)), at in number()) {
        let contexts: Vec<_> = intervals().into_iter().map(|i| ((), i)).collect();
        let lattice = Pair(Threshold { at }, Pruning::<Ends>::new(CutoffRule::NonStrict));
        let element = |n: usize| {
            let careless = careless(second[n].0, second[n].1);
            let first = first[n].0;
            move |((), i)| (first, careless(i))
        };
        let (a, b, c) = (element(0), element(1), element(2));
        check_laws(&lattice, &contexts, [&a, &b, &c], |((), i), (x, y)| (x >= at, clamp(i, y)));
    }

    #[test]
    fn functions_obey_the_laws(slopes in uniform3((number(), number()))) {
        let points: Vec<(i32, ())> = (-3..4).map(|x| (x, ())).collect();
        let lattice = Pointwise::new(Order::new());
        let [a, b, c] = slopes.map(|(slope, constant)| move |(x, ()): (i32, ())| slope * x + constant);
        check_laws(&lattice, &points, [&a, &b, &c], |_, value| value);
    }

    #[test]
    fn inf_and_sup_keep_the_law_of_clamping(tree in plain()) {
        for rule in RULES {
            let lattice = Pruning::<Ends>::new(rule);
            let mut leaf = |node, _| number_at(&tree, node);
            let whole = foldr(&lattice, &tree, NodeId::ROOT, Ends::WHOLE, &mut leaf);
            prop_assert_eq!(f64::from(whole), minimax(&tree, NodeId::ROOT));
            for i in intervals() {
                prop_assert_eq!(clamp(i, foldr(&lattice, &tree, NodeId::ROOT, i, &mut leaf)), clamp(i, whole));
            }
        }
    }

    #[test]
    fn a_window_is_the_interval_of_the_source(tree in plain(), lo in proptest::option::of(number()), hi in proptest::option::of(number())) {
        let (lo, hi) = if lo.zip(hi).is_some_and(|(lo, hi)| lo > hi) { (hi, lo) } else { (lo, hi) };
        for rule in RULES {
            let (mut of_ends, mut of_windows) = (Vec::new(), Vec::new());
            let value = foldr(&Pruning::<Ends>::new(rule), &tree, NodeId::ROOT, ends(lo, hi), &mut |node, _| {
                of_ends.push(node);
                number_at(&tree, node)
            });
            let window = Window::new(lo.map(Value::from), hi.map(Value::from));
            let same = foldr(&Pruning::<Window>::new(rule), &tree, NodeId::ROOT, window, &mut |node, _| {
                of_windows.push(node);
                tree.value(node).unwrap()
            });
            prop_assert_eq!(Value::from(value), same);
            prop_assert_eq!(of_ends, of_windows);
        }
    }

    #[test]
    fn the_fold_from_the_left_asks_for_the_leaves_of_the_fold_from_the_right(tree in plain()) {
        let mut asked = Vec::new();
        let value = foldr(&Pruning::<Window>::new(CutoffRule::NonStrict), &tree, NodeId::ROOT, Window::OPEN, &mut |node, _| {
            asked.push(node);
            tree.value(node).unwrap()
        });
        prop_assert_eq!(run(Algorithm::LATTICE_PRUNING, &tree), (Outcome::Finished(value), asked));
    }

    #[test]
    fn a_threshold_test_says_whether_the_value_is_at_least_the_number(tree in plain(), at in -4_i32..5) {
        let (outcome, asked) = run(Algorithm::threshold(Value::from(at)), &tree);
        prop_assert_eq!(outcome, Outcome::Answered(minimax(&tree, NodeId::ROOT) >= at.into()));
        // It needs the same leaves as the lattice of truth, which is alpha-beta with a null window.
        let mut by_truth = Vec::new();
        foldr(&Truth, &tree, NodeId::ROOT, (), &mut |node, ()| {
            by_truth.push(node);
            number_at(&tree, node) >= at
        });
        prop_assert_eq!(&asked, &by_truth);
        let mut in_window = Vec::new();
        foldr(&Pruning::<Ends>::new(CutoffRule::NonStrict), &tree, NodeId::ROOT, ends(Some(at - 1), Some(at)), &mut |node, _| {
            in_window.push(node);
            number_at(&tree, node)
        });
        prop_assert_eq!(asked, in_window);
    }

    #[test]
    fn the_functions_of_a_number_hold_every_threshold_test(tree in plain()) {
        let lattice = Pointwise::new(Truth);
        for at in -4..5 {
            let (answer, _) = minimax_over(lattice, &tree, (at, ()), |leaf, (at, ())| number_at(&tree, leaf) >= at);
            prop_assert_eq!(answer, minimax(&tree, NodeId::ROOT) >= at.into());
        }
    }

    #[test]
    fn minimax_over_a_pair_is_minimax_over_both_and_asks_for_the_leaves_of_both(tree in plain(), at in number()) {
        let threshold = minimax_over(Threshold { at }, &tree, (), |leaf, ()| number_at(&tree, leaf));
        let set = minimax_over(BitSets, &tree, (), |leaf, ()| set_at(leaf));
        let pair = Pair(Threshold { at }, BitSets);
        let (both, asked) = minimax_over(pair, &tree, ((), ()), |leaf, _| (number_at(&tree, leaf), set_at(leaf)));
        prop_assert_eq!((both.0 >= at, both.1), (threshold.0 >= at, set.0));
        let asked: BTreeSet<NodeId> = asked.into_iter().collect();
        prop_assert!(threshold.1.iter().chain(&set.1).all(|leaf| asked.contains(leaf)));
    }

    #[test]
    fn minimax_over_sets_is_made_of_unions_and_intersections(tree in plain()) {
        let members = |set: u64| (0..64).filter(|member| set >> member & 1 == 1).collect::<BTreeSet<u32>>();
        let (bits, _) = minimax_over(BitSets, &tree, (), |leaf, ()| set_at(leaf));
        let (set, _) = minimax_over(Sets::new(), &tree, (), |leaf, ()| members(set_at(leaf)));
        prop_assert_eq!(&members(bits), &set);
        // A number is in the set if and only if minimax over the answers to "is it in the leaf's set?" says so.
        for member in 0..64 {
            let (is_in, _) = minimax_over(Truth, &tree, (), |leaf, ()| set_at(leaf) >> member & 1 == 1);
            prop_assert_eq!(set.contains(&member), is_in);
        }
    }
}

#[test]
fn operations_do_not_call_the_right_operand_if_the_left_one_decides() {
    let never = |(): ()| -> Result<u64, &'static str> { Err("asked") };
    assert_eq!(BitSets.inf((), 0, never), Ok(0));
    assert_eq!(BitSets.sup((), u64::MAX, never), Ok(u64::MAX));
    assert_eq!(BitSets.sup((), 0, never), Err("asked"));
    assert_eq!(Truth.inf((), false, |()| Err("asked")), Ok(false));
    assert_eq!(Truth.sup((), true, |()| Err("asked")), Ok(true));
    assert_eq!(Sets::new().inf((), BTreeSet::<u8>::new(), |()| Err("asked")), Ok(BTreeSet::new()));
    let tests = Pair(Threshold { at: 3 }, Threshold { at: 5 });
    assert_eq!(tests.inf(((), ()), (2, 4), |_| Err("asked")), Ok((2, 4)));
    assert_eq!(tests.inf(((), ()), (4, 4), |_| Err("asked")), Err("asked"));
    assert_eq!(tests.inf(((), ()), (4, 4), |_| Ok::<_, ()>((1, 9))), Ok((1, 4)));
}

#[test]
fn a_fold_of_ones_own_says_why_it_stopped_and_tells_all_its_events() {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let searched = |limits, listener: &mut dyn Listener| {
        let mut run = Run::new(&tree, limits, Telling::new(listener));
        let root = run.root();
        let ended = run.visit(root, &Window::OPEN, AlphaBeta);
        (ended.map(Score::value), run.reason().cloned())
    };
    let (mut by_hand, mut told) = (Story::new(), Story::new());
    assert_eq!(searched(Limits::default(), &mut by_hand), (Ok(Value::from(3)), None));
    let report = tell_as::<TextbookAlphaBeta, _>(&tree, Setting::Nothing, Limits::default(), &mut told);
    assert_eq!(report.outcome.value(), Some(Value::from(3)));
    assert!(by_hand.events().eq(told.events()) && by_hand.events().count() > 10);
    let limits = Limits { budget: Budget::Evaluations(2), ..Limits::default() };
    assert_eq!(searched(limits, &mut Story::new()), (Err(Stopped), Some(Reason::Budget)));
}
