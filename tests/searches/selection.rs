//! Selection functions as a library: the laws of the monads J and GK, the draft's example with its counts, and the
//! erroneous rule that the draft prints.

use std::convert::Infallible;

use plyscope::search::lattice::{Interval, WithBot, WithTop};
use plyscope::search::selection::gk::{self, Gk};
use plyscope::search::selection::j::{self, J};
use plyscope::search::selection::{
    Best, BoundedBest, Choices, alpha_max_with, beta_min_with, bind, max_with, min_with, pure,
};
use plyscope::search::{Algorithm, CutoffRule, Limits, Window, solve};
use plyscope::tree::{NodeId, Player, Tree, Value};
use serde_json::Value as Json;

use crate::reference::{numbers, tree};

const RULE: CutoffRule = CutoffRule::NonStrict;

// The laws, on finite types: selections of some of three things, judged in every possible way.

type Choice = Best<usize, std::vec::IntoIter<usize>>;

/// Every selection of the best, for either player, of some of the numbers 0, 1 and 2 in some order.
fn selections() -> Vec<Choice> {
    let lists: [&[usize]; 9] = [&[0], &[2], &[0, 1], &[1, 0], &[2, 1], &[0, 1, 2], &[2, 0, 1], &[1, 1], &[0, 2, 0]];
    let best = |player, xs: &[usize]| Best { player, xs: Choices::of(xs.to_vec()).unwrap() };
    lists.iter().flat_map(|xs| [Player::Max, Player::Min].map(|player| best(player, xs))).collect()
}

/// Every function from {0, 1, 2} to {0, 1, 2}.
fn judges() -> impl Iterator<Item = [usize; 3]> {
    (0..27).map(|code| [code % 3, code / 3 % 3, code / 9])
}

/// The selection that follows each of 0, 1 and 2.
fn continuations() -> Vec<[Choice; 3]> {
    let all = selections();
    (0..all.len()).step_by(2).map(|n| [n, n * 5 + 1, n * 7 + 3].map(|n| all[n % all.len()].clone())).collect()
}

/// The result of a selection for a judge: its choice with the value, and the choices it judged, in order.
fn gk_run<C: Copy>(e: impl Gk<usize, C>, p: impl Fn(C) -> usize) -> (usize, C, Vec<usize>) {
    let mut asked = Vec::new();
    let judge = |x| {
        asked.push(p(x));
        Ok::<_, Infallible>((p(x), x))
    };
    let Ok((r, x)) = e.select(judge);
    (r, x, asked)
}

fn j_run<C: Copy>(e: impl J<usize, C>, p: impl Fn(C) -> usize) -> C {
    let Ok(x) = e.select(|x| Ok::<_, Infallible>(p(*x)));
    x
}

/// What can be observed of a selection of either kind: the choice with its value and the judged choices of GK, and the choice of J.
fn seen<C: Copy, E: Gk<usize, C> + J<usize, C>>(
    e: impl Fn() -> E,
    p: impl Fn(C) -> usize + Copy,
) -> ((usize, C, Vec<usize>), C) {
    (gk_run(e(), p), j_run(e(), p))
}

#[test]
fn gk_and_j_are_monads() {
    for p in judges() {
        let judge = |x: usize| p[x];
        for f in continuations() {
            let next = |x: usize| f[x].clone();
            for x in 0..3 {
                assert_eq!(seen(|| bind(pure(x), next), judge), seen(|| next(x), judge));
            }
            for e in selections() {
                assert_eq!(seen(|| bind(e.clone(), pure), judge), seen(|| e.clone(), judge));
                let g = |y: usize| next((y + 1) % 3);
                let left = || bind(bind(e.clone(), next), g);
                let right = || bind(e.clone(), |x: usize| bind(next(x), g));
                assert_eq!(seen(left, judge), seen(right, judge));
            }
        }
    }
}

#[test]
fn both_kinds_select_the_same_and_gk_its_value_too() {
    for p in judges() {
        for e in selections() {
            let (r, x, _) = gk_run(e.clone(), |x| p[x]);
            assert_eq!((r, x), (p[x], j_run(e, |x| p[x])));
        }
    }
}

#[test]
fn a_sequence_of_two_is_a_bind() {
    for p in judges() {
        let judge = |x: usize, y: usize| p[(x + 2 * y) % 3];
        for first in selections() {
            for second in selections().into_iter().step_by(5) {
                let es = [first.clone(), second.clone()];
                let pair = bind(first.clone(), |x: usize| bind(second.clone(), move |y: usize| pure((x, y))));
                let (r, (x, y), asked) = gk_run(pair, |(x, y)| judge(x, y));
                let mut judged = Vec::new();
                let Ok((sequenced, play)) = gk::sequence(&es, |play: &[usize]| {
                    judged.push(judge(play[0], play[1]));
                    Ok::<_, Infallible>((judge(play[0], play[1]), play.to_vec()))
                });
                assert_eq!((sequenced, play.as_slice(), judged), (r, &[x, y][..], asked));

                let pair = bind(first.clone(), |x: usize| bind(second.clone(), move |y: usize| pure((x, y))));
                let (x, y) = j_run(pair, |(x, y)| judge(x, y));
                let Ok(play) = j::sequence(&es, |play: &[usize]| Ok::<_, Infallible>(judge(play[0], play[1])));
                assert_eq!(play, [x, y]);
            }
        }
    }
}

#[test]
fn a_judge_that_fails_ends_the_selection() {
    for e in selections() {
        let has_two = e.xs.first == 2 || e.xs.others.as_slice().contains(&2);
        let result = Gk::select(e, |x: usize| if x == 2 { Err("two") } else { Ok((x, ())) });
        assert_eq!(result.is_err(), has_two);
    }
}

// Plays on a tree: a choice is the label of the child, or its index if it has none.

/// The labels of a node's children.
fn labels(tree: &Tree, node: NodeId) -> Vec<String> {
    let name = |(place, child): (usize, NodeId)| tree.label(child).map_or_else(|| format!("#{place}"), String::from);
    tree.children(node).enumerate().map(name).collect()
}

/// The node to which a path of labels leads.
fn node_at<'a>(tree: &Tree, path: impl Iterator<Item = &'a String>) -> NodeId {
    path.fold(NodeId::ROOT, |node, label| {
        let place = labels(tree, node).iter().position(|other| other == label).unwrap();
        tree.children(node).nth(place).unwrap()
    })
}

fn choices(tree: &Tree, node: NodeId) -> Option<Choices<String, std::vec::IntoIter<String>>> {
    Choices::of(labels(tree, node))
}

fn best(player: Player, xs: Choices<String, std::vec::IntoIter<String>>) -> Best<String, std::vec::IntoIter<String>> {
    match player {
        Player::Max => max_with(xs),
        Player::Min => min_with(xs),
    }
}

type Bounds = (WithBot<Value>, WithTop<Value>);
type Bounded = BoundedBest<Bounds, String, std::vec::IntoIter<String>>;

fn bounded_best(player: Player, bounds: Bounds, xs: Choices<String, std::vec::IntoIter<String>>) -> Bounded {
    match player {
        Player::Max => alpha_max_with(bounds, RULE, xs),
        Player::Min => beta_min_with(bounds, RULE, xs),
    }
}

/// The result of a sequence over a tree: the end of its play, and the judged leaves, in order.
struct Played {
    end: NodeId,
    judged: Vec<NodeId>,
}

/// The selection of a choice for a player, behind the last choice of the history if there is one.
type Select<'s, C, S> = &'s dyn Fn(Player, Option<&C>, Choices<String, std::vec::IntoIter<String>>) -> S;

/// What a sequence asks of a tree: the selection at the end of a history, whose choices have labels.
fn select_at<C, S>(tree: &Tree, h: &[C], label: fn(&C) -> &String, select: Select<'_, C, S>) -> Option<S> {
    let node = node_at(tree, h.iter().map(label));
    choices(tree, node).map(|xs| select(tree.player(node), h.last(), xs))
}

fn sequence_gk<C, S: Gk<Value, C>>(tree: &Tree, label: fn(&C) -> &String, select: Select<'_, C, S>) -> Played {
    let mut judged = Vec::new();
    let mut p = |h: &[C]| {
        let leaf = node_at(tree, h.iter().map(label));
        judged.push(leaf);
        Ok::<_, Infallible>((tree.value(leaf).unwrap(), leaf))
    };
    let mut es = |h: &[C]| select_at(tree, h, label, select);
    let Ok((_, end)) = gk::h_sequence(&mut Vec::new(), &mut es, &mut p);
    Played { end, judged }
}

fn sequence_j<C: Clone, S: J<Value, C>>(tree: &Tree, label: fn(&C) -> &String, select: Select<'_, C, S>) -> Played {
    let mut judged = Vec::new();
    let mut p = |h: &[C]| {
        let leaf = node_at(tree, h.iter().map(label));
        judged.push(leaf);
        Ok::<_, Infallible>(tree.value(leaf).unwrap())
    };
    let mut es = |h: &[C]| select_at(tree, h, label, select);
    let Ok(play) = j::h_sequence(&mut Vec::new(), &mut es, &mut p);
    Played { end: node_at(tree, play.iter().map(label)), judged }
}

fn play_gk(tree: &Tree) -> Played {
    sequence_gk(tree, |label| label, &|player, _, xs| best(player, xs))
}

fn play_j(tree: &Tree) -> Played {
    sequence_j(tree, |label| label, &|player, _, xs| best(player, xs))
}

/// The bounds that the last choice of a history passes down.
fn passed(last: Option<&(Bounds, String)>) -> Bounds {
    last.map_or(Bounds::WHOLE, |(bounds, _)| *bounds)
}

/// A play with bounded selection functions, made by `select`.
fn play_gk_bounded<S: Gk<Value, (Bounds, String)>>(
    tree: &Tree,
    select: impl Fn(Player, Bounds, Choices<String, std::vec::IntoIter<String>>) -> S,
) -> Played {
    sequence_gk(tree, |(_, label)| label, &|player, last, xs| select(player, passed(last), xs))
}

fn play_j_bounded(tree: &Tree) -> Played {
    sequence_j(tree, |(_, label)| label, &|player, last, xs| bounded_best(player, passed(last), xs))
}

#[test]
fn the_drafts_example_needs_the_drafts_numbers_of_evaluations() {
    let without_root = include_str!("../../sample_trees/selection-monad.json");
    let with_root = include_str!("../../sample_trees/selection-monad-root.json");
    for (text, j_bounded) in [(without_root, 56), (with_root, 113)] {
        let tree: Tree = text.parse().unwrap();
        let plays = [play_gk(&tree), play_gk_bounded(&tree, bounded_best), play_j(&tree), play_j_bounded(&tree)];
        assert_eq!(plays.each_ref().map(|play| play.judged.len()), [14, 9, 54, j_bounded]);
        for play in &plays {
            assert_eq!(tree.value(play.end), Some(Value::from(6)));
            assert_eq!(play.end, plays[0].end);
        }
    }
}

// Results of the published programs.

fn vectors() -> impl Iterator<Item = (Tree, Json)> {
    include_str!("../data/vectors.jsonl").lines().map(|line| {
        let vector: Json = serde_json::from_str(line).unwrap();
        (tree(&vector["root"], &vector["tree"]), vector)
    })
}

fn slots(tree: &Tree, leaves: &[NodeId]) -> Vec<usize> {
    leaves.iter().map(|&leaf| tree.slots(leaf).start).collect()
}

#[test]
fn plays_over_lists_of_choices_are_those_of_the_published_program() {
    for (number, (tree, vector)) in vectors().enumerate() {
        let path = numbers(&vector["gk_minimax_path"]);
        let bounded = play_gk_bounded(&tree, bounded_best);
        assert_eq!(slots(&tree, &bounded.judged), numbers(&vector["gk_alphabeta"]["leaf_order"]), "vector {number}");
        assert_eq!(tree.path(bounded.end), path, "vector {number}");
        assert_eq!(tree.path(play_gk(&tree).end), path, "vector {number}");
        // The larger ones take J a while.
        if vector["j_minimax_path"]["evaluations"].as_u64().unwrap() < 20_000 {
            let play = play_j(&tree);
            assert_eq!(Some(play.judged.len() as u64), vector["j_minimax_path"]["evaluations"].as_u64());
            assert_eq!(tree.path(play.end), path, "vector {number}");
        }
        if vector["j_alphabeta_path"]["evaluations"].as_u64().unwrap() < 20_000 {
            let play = play_j_bounded(&tree);
            assert_eq!(Some(play.judged.len() as u64), vector["j_alphabeta_path"]["evaluations"].as_u64());
            assert_eq!(tree.path(play.end), path, "vector {number}");
        }
    }
}

/// `betaMinWith` as the draft prints it: after the first choice it compares the best value so far with b, where it must
/// compare it with a.
struct AsPrinted(Bounded);

impl Gk<Value, (Bounds, String)> for AsPrinted {
    fn select<B, E>(self, mut p: impl FnMut((Bounds, String)) -> Result<(Value, B), E>) -> Result<(Value, B), E> {
        let AsPrinted(BoundedBest { player: Player::Min, mut bounds, xs, .. }) = self else {
            return Gk::select(self.0, p);
        };
        let (a, mut b) = bounds;
        let mut best = p((bounds, xs.first))?;
        if WithBot::NoBot(best.0) <= a {
            return Ok(best);
        }
        for x in xs.others {
            b = b.min(WithTop::NoTop(best.0));
            bounds = (a, b);
            let judged = p((bounds, x))?;
            if judged.0 < best.0 {
                best = judged;
            }
            if WithTop::NoTop(best.0) <= b {
                break;
            }
        }
        Ok(best)
    }
}

#[test]
fn the_printed_rule_finds_5_instead_of_3_on_figure_5_2_of_russell_and_norvig() {
    let tree: Tree = include_str!("../../sample_trees/aima-5-2.json").parse().unwrap();
    let printed = play_gk_bounded(&tree, |player, bounds, xs| AsPrinted(bounded_best(player, bounds, xs)));
    assert_eq!(tree.value(printed.end), Some(Value::from(5)));
    let corrected = play_gk_bounded(&tree, bounded_best);
    assert_eq!(tree.value(corrected.end), Some(Value::from(3)));
}

#[test]
fn the_printed_rule_gives_the_published_results() {
    let mut wrong = 0;
    for (number, (tree, vector)) in vectors().enumerate() {
        let printed = play_gk_bounded(&tree, |player, bounds, xs| AsPrinted(bounded_best(player, bounds, xs)));
        let expected = &vector["gk_as_printed"];
        assert_eq!(slots(&tree, &printed.judged), numbers(&expected["leaf_order"]), "vector {number}");
        assert_eq!(tree.value(printed.end).map(Value::get), expected["result"].as_f64(), "vector {number}");
        wrong += usize::from(expected["result"] != vector["minimax"]["result"]);
    }
    assert_eq!(wrong, 35);
}

#[test]
fn bounds_of_any_interval_type_choose_alike() {
    for (tree, _) in vectors().step_by(7) {
        let leaves: Vec<Value> = (0..tree.leaf_count()).map(|slot| tree.value(tree.leaf(slot)).unwrap()).collect();
        for player in [Player::Max, Player::Min] {
            for window in [Window::OPEN, Window::new(Some(Value::from(-5)), Some(Value::from(5)))] {
                let xs = || Choices::of(leaves.clone()).unwrap();
                let by_window = BoundedBest { player, bounds: window, rule: RULE, xs: xs() };
                let by_ends = BoundedBest { player, bounds: Interval::ends(window), rule: RULE, xs: xs() };
                let mut seen = [Vec::new(), Vec::new()];
                let Ok(first) = Gk::select(by_window, |(window, x): (Window, Value)| {
                    seen[0].push((Interval::ends(window), x));
                    Ok::<_, Infallible>((x, x))
                });
                let Ok(second) = Gk::select(by_ends, |choice: (Bounds, Value)| {
                    seen[1].push(choice);
                    Ok::<_, Infallible>((choice.1, choice.1))
                });
                assert_eq!((first, &seen[0]), (second, &seen[1]));
            }
        }
    }
}

/// A full tree in which nothing can be cut off: at a MAX node each child is better than the ones before, including all its leaves, and
/// at a MIN node likewise.
fn uncut(player: Player, branching: u32, depth: u32, least: u32) -> String {
    if depth == 0 {
        return least.to_string();
    }
    let part = |place: u32| {
        let place = if player == Player::Max { place } else { branching - 1 - place };
        uncut(player.opponent(), branching, depth - 1, least + place * branching.pow(depth - 1))
    };
    format!("({})", (0..branching).map(part).collect::<Vec<String>>().join(" "))
}

#[test]
fn j_with_bounds_judges_single_choices_too_and_so_needs_b_plus_1_to_the_d_if_nothing_is_cut() {
    for (branching, most) in [(1, 14), (2, 8), (3, 6), (4, 4), (7, 3)] {
        for depth in 1..=most {
            let tree: Tree = uncut(Player::Max, branching, depth, 0).parse().unwrap();
            let evaluations = |algorithm| solve(algorithm, &tree, Limits::default()).counts.evaluations as f64;
            let size = format!("b = {branching}, d = {depth}");
            assert_eq!(evaluations(Algorithm::ALPHA_BETA), f64::from(branching.pow(depth)), "{size}");
            let with_bounds = evaluations(Algorithm::SELECTION_J_ALPHA_BETA);
            assert_eq!(with_bounds, f64::from((branching + 1).pow(depth)) - 1.0, "{size}");
            assert_eq!(evaluations(Algorithm::SELECTION_J), j::evaluations(branching, depth), "{size}");
            if branching == 1 {
                assert_eq!(with_bounds, f64::from(1_u32 << depth) - 1.0, "{size}");
                assert_eq!(evaluations(Algorithm::SELECTION_J), 0.0, "{size}");
            }
        }
    }
}
