//! Trees with chance nodes: published numbers of Ballard's procedures that were computed elsewhere, and laws on random trees.

use std::collections::HashSet;

use plyscope::experiment::{Settings, evaluation_order, record};
use plyscope::progress::Progress;
use plyscope::search::story::Story;
use plyscope::search::{Algorithm, CutoffRule, Limits, Outcome, search};
use plyscope::tree::{Builder, NodeId, Player, Probability, Role, Tree, Value};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::traces::{read_back, written};

fn bounded(bounds: [f64; 2]) -> Settings {
    Settings { bounds: Some(bounds.map(|end| Value::new(end).unwrap())), ..Settings::default() }
}

/// The numbers of the leaves in the order in which they are evaluated.
fn order(algorithm: Algorithm, tree: &Tree, settings: Settings) -> Vec<usize> {
    let order = evaluation_order(algorithm, tree, settings, &Progress::new());
    order.into_iter().map(|leaf| tree.slots(leaf).start).collect()
}

#[test]
fn star1_and_star2_evaluate_the_leaves_of_the_reference_in_its_order() {
    let mut count = 0;
    for line in include_str!("../data/chance.jsonl").lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let tree = Grown::of(&case["tree"]).tree();
        let settings = bounded([0, 1].map(|end| case["bounds"][end].as_f64().unwrap()));
        for (algorithm, id) in [(Algorithm::STAR1, "star1"), (Algorithm::STAR2, "star2")] {
            let run = record(algorithm, &tree, settings, &mut Story::of_at_most(0), &Progress::new());
            assert_eq!(run.outcome.value().map(Value::get), case["value"].as_f64(), "{id} {line}");
            let expected: Vec<usize> = serde_json::from_value(case[id]["order"].clone()).unwrap();
            assert_eq!(order(algorithm, &tree, settings), expected, "{id} {line}");
            let counts = run.effort.counts;
            assert_eq!(Some(counts.evaluations), case[id]["evaluations"].as_u64());
            assert_eq!(Some(counts.distinct_leaves), case[id]["distinct_leaves"].as_u64());
            assert_eq!(run.record.value(NodeId::ROOT).map(Value::get), case["value"].as_f64());
        }
        let fold = search(Algorithm::EXPECTIMINIMAX, &tree, Limits::default());
        assert_eq!(fold.outcome.value().map(Value::get), case["value"].as_f64());
        assert_eq!(fold.evaluations, tree.leaf_count() as u64);
        count += 1;
    }
    assert_eq!(count, 100);
}

/// A tree with chance nodes.
#[derive(Clone, Debug)]
pub(crate) enum Grown {
    Leaf(i32),
    Node(Role, Vec<(u8, Grown)>),
}

pub(crate) fn grown(leaves: std::ops::RangeInclusive<i32>) -> impl Strategy<Value = Grown> {
    let role = prop_oneof![Just(Role::MAX), Just(Role::MIN), Just(Role::Chance)];
    leaves.prop_map(Grown::Leaf).prop_recursive(6, 80, 4, move |below| {
        (role.clone(), prop::collection::vec((1..4_u8, below), 1..4)).prop_map(|(role, below)| Grown::Node(role, below))
    })
}

impl Grown {
    /// A tree of the reference: a number, or `max`, `min` or `chance` with children, those of chance with weights.
    fn of(json: &Json) -> Grown {
        if let Some(number) = json.as_i64() {
            return Grown::Leaf(number as i32);
        }
        let (kind, children) = json.as_object().unwrap().iter().next().unwrap();
        let weighted = |child: &Json| (child[0].as_u64().unwrap() as u8, Grown::of(&child[1]));
        let child = |child: &Json| if kind == "chance" { weighted(child) } else { (1, Grown::of(child)) };
        Grown::Node(Role::of_id(kind).unwrap(), children.as_array().unwrap().iter().map(child).collect())
    }

    pub(crate) fn tree(&self) -> Tree {
        let mut builder = Builder::new();
        self.add(&mut builder);
        builder.build().unwrap()
    }

    fn add(&self, builder: &mut Builder) -> NodeId {
        let node = builder.open().unwrap();
        match self {
            Grown::Leaf(value) => builder.set_value(node, Some((*value).into())),
            Grown::Node(role, children) => {
                builder.set_role(node, *role);
                let all: u32 = children.iter().map(|(weight, _)| u32::from(*weight)).sum();
                for (weight, child) in children {
                    let below = child.add(builder);
                    if *role == Role::Chance {
                        builder.set_probability(below, Probability::fraction((*weight).into(), all.into()).unwrap());
                    }
                }
            }
        }
        builder.close();
        node
    }

    /// The value, by its definition.
    fn value(&self) -> f64 {
        match self {
            Grown::Leaf(value) => f64::from(*value),
            Grown::Node(Role::Chance, children) => {
                let all: f64 = children.iter().map(|(weight, _)| f64::from(*weight)).sum();
                children.iter().map(|(weight, child)| f64::from(*weight) / all * child.value()).sum()
            }
            Grown::Node(role, children) => {
                let values = children.iter().map(|(_, child)| child.value());
                let better = |a: f64, b: f64| if *role == Role::MAX { a.max(b) } else { a.min(b) };
                values.reduce(better).unwrap()
            }
        }
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0)
}

proptest! {
    #[test]
    fn all_three_find_the_value_by_its_definition_under_both_rules(grown in grown(-9..=9)) {
        let (tree, value) = (grown.tree(), grown.value());
        for algorithm in [Algorithm::EXPECTIMINIMAX, Algorithm::STAR1, Algorithm::STAR2] {
            for cutoff in [CutoffRule::NonStrict, CutoffRule::Strict] {
                for bounds in [None, Some([-9, 9].map(Value::from)), Some([-20, 50].map(Value::from))] {
                    let report = search(algorithm, &tree, Limits { bounds, ..Limits::default().cutoff(cutoff) });
                    let found = report.outcome.value().unwrap().get();
                    prop_assert!(close(found, value), "{algorithm:?} {cutoff:?} {bounds:?}: {found}, not {value}");
                }
            }
        }
    }

    #[test]
    fn tighter_bounds_never_need_other_leaves(grown in grown(-9..=9)) {
        let tree = grown.tree();
        for algorithm in [Algorithm::STAR1, Algorithm::STAR2] {
            let leaves = |bounds| order(algorithm, &tree, bounded(bounds)).into_iter().collect::<HashSet<usize>>();
            let (tight, wide) = (leaves([-9.0, 9.0]), leaves([-30.0, 12.0]));
            prop_assert!(tight.is_subset(&wide), "{algorithm:?}: {tight:?} {wide:?}");
        }
    }

    #[test]
    fn what_a_record_says_of_a_node_holds(grown in grown(-9..=9)) {
        let tree = grown.tree();
        let whole = record(Algorithm::EXPECTIMINIMAX, &tree, Settings::default(), &mut Story::of_at_most(0), &Progress::new());
        for algorithm in [Algorithm::STAR1, Algorithm::STAR2] {
            let run = record(algorithm, &tree, bounded([-9.0, 9.0]), &mut Story::of_at_most(0), &Progress::new());
            for visit in run.record.visits() {
                let value = whole.record.value(visit.node).unwrap().get();
                let (low, high) = run.record.proven(visit.node).unwrap();
                let slack = 1e-9;
                prop_assert!(low - slack <= value && value <= high + slack, "{algorithm:?} {:?}: {value} in {low}..{high}", visit.node);
            }
        }
    }

    #[test]
    fn without_chance_nodes_both_are_alpha_beta_event_for_event(grown in grown(-9..=9)) {
        fn without(grown: &Grown) -> Grown {
            match grown {
                Grown::Node(Role::Chance, children) => Grown::Node(Role::MIN, children.iter().map(|(weight, child)| (*weight, without(child))).collect()),
                Grown::Node(role, children) => Grown::Node(*role, children.iter().map(|(weight, child)| (*weight, without(child))).collect()),
                leaf @ Grown::Leaf(_) => leaf.clone(),
            }
        }
        let tree = without(&grown).tree();
        let story = |algorithm, cutoff| {
            let mut story = Story::new();
            record(algorithm, &tree, Settings { cutoff, ..Settings::default() }, &mut story, &Progress::new());
            story.events().collect::<Vec<_>>()
        };
        for cutoff in [CutoffRule::NonStrict, CutoffRule::Strict] {
            for algorithm in [Algorithm::STAR1, Algorithm::STAR2] {
                prop_assert!(story(algorithm, cutoff) == story(Algorithm::ALPHA_BETA, cutoff));
            }
        }
    }
}

#[test]
fn all_other_algorithms_decline_chance_nodes() {
    let tree = Grown::Node(Role::Chance, vec![(1, Grown::Leaf(1)), (1, Grown::Leaf(2))]).tree();
    assert_eq!(tree.next_player(NodeId::ROOT), Player::Max);
    for algorithm in Algorithm::ALL {
        let report = search(algorithm, &tree, Limits::default());
        if algorithm.entry().takes_chance {
            assert_eq!(report.outcome.value().map(Value::get), Some(1.5), "{algorithm:?}");
        } else {
            assert_eq!((report.outcome, report.evaluations), (Outcome::NotApplicable, 0), "{algorithm:?}");
        }
    }
}

proptest! {
    #[test]
    fn a_trace_read_back_has_the_probabilities_and_the_search(grown in grown(-9..=9)) {
        let tree = grown.tree();
        for algorithm in [Algorithm::EXPECTIMINIMAX, Algorithm::STAR1, Algorithm::STAR2] {
            let trace = read_back(&written(algorithm, &tree, bounded([-9.0, 9.0])));
            let run = record(algorithm, &tree, bounded([-9.0, 9.0]), &mut Story::of_at_most(0), &Progress::new());
            let traced = trace.run.measured(&trace.tree);
            prop_assert_eq!(traced.outcome.value(), run.outcome.value());
            prop_assert_eq!(traced.effort.counts, run.effort.counts, "{:?}", algorithm);
            if algorithm == Algorithm::EXPECTIMINIMAX {
                // All is visited, in the order of the tree.
                prop_assert!(trace.tree.nodes().all(|node| trace.tree.role(node) == tree.role(node)));
                let chances = |tree: &Tree, node| tree.probabilities(node).iter().map(|p| p.get()).collect::<Vec<_>>();
                prop_assert!(tree.nodes().all(|node| chances(&trace.tree, node) == chances(&tree, node)));
            }
        }
    }
}

/// The number behind some words of a sentence, as it is written for people.
fn number_after(sentence: &str, words: &str) -> f64 {
    let rest = sentence.split_once(words).unwrap_or_else(|| panic!("“{words}” is not in “{sentence}”")).1.trim_start();
    let end =
        rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',' | '−' | 'e' | '-'))).unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches([',', '.']).replace(',', "").replace('−', "-");
    number.parse().unwrap_or_else(|_| panic!("“{number}” in “{sentence}”"))
}

/// An open node of a story that is followed by hand: the node, and what its children returned, by their indices.
struct Followed {
    node: NodeId,
    returned: Vec<(usize, f64)>,
}

/// Whether the numbers in the sentence of each cutoff of Star1 on a tree of values from −9 to 9 are true.
fn sentences_of_star1_hold(tree: &Tree) -> Result<(), TestCaseError> {
    use plyscope::experiment::explain::Explained;
    use plyscope::search::story::{Said, Timeline};

    let [least, most] = [-9.0, 9.0];
    let whole =
        record(Algorithm::EXPECTIMINIMAX, tree, Settings::default(), &mut Story::of_at_most(0), &Progress::new());
    let truth = |node: NodeId| whole.record.value(node).unwrap().get();
    let mut story = Story::new();
    let run = record(Algorithm::STAR1, tree, bounded([least, most]), &mut story, &Progress::new());
    let timeline = Timeline::new(tree, &story, &Progress::new()).unwrap();
    let explained =
        Explained { tree, story: &story, timeline: &timeline, dropped: &[], cutoff: run.cutoff, bounds: run.bounds };
    let share = |node: NodeId| tree.probability(node).unwrap().get();
    let mut open: Vec<Followed> = Vec::new();
    for (index, event) in story.events().enumerate() {
        let node_of = |open: &[Followed], child: u32| {
            open.last().map_or(NodeId::ROOT, |above| tree.child(above.node, child as usize).unwrap())
        };
        match event.read() {
            Said::Enter { index, value: Some(value), .. } => {
                if let Some(above) = open.last_mut() {
                    above.returned.push((index as usize, value.get()));
                }
            }
            Said::Enter { index, .. } => {
                let node = node_of(&open, index);
                open.push(Followed { node, returned: Vec::new() });
            }
            Said::Leave { value } => {
                let left = open.pop().unwrap();
                if let Some(above) = open.last_mut() {
                    above.returned.push((tree.child_index(left.node).unwrap(), value.get()));
                }
            }
            Said::Cutoff { bound, .. } => {
                let sentence = explained.step(index + 1).words;
                let (here, slack) = (open.last().unwrap(), 1e-9);
                if tree.is_chance(here.node) {
                    let unseen = tree.children(here.node).count() - here.returned.len();
                    let words =
                        if unseen == 1 { "the outcome left".into() } else { format!("the {unseen} outcomes left") };
                    prop_assert!(sentence.contains(&words), "{}", sentence);
                    if sentence.contains("could reach") {
                        let reached = number_after(&sentence, "could reach");
                        prop_assert!(
                            truth(here.node) <= reached + slack && reached <= bound.get() + slack,
                            "{}",
                            sentence
                        );
                        prop_assert!((number_after(&sentence, "worth") - most).abs() < slack, "{}", sentence);
                    } else {
                        let reached = number_after(&sentence, "would be worth");
                        prop_assert!(
                            truth(here.node) >= reached - slack && reached >= bound.get() - slack,
                            "{}",
                            sentence
                        );
                        prop_assert!((number_after(&sentence, "worth") - least).abs() < slack, "{}", sentence);
                    }
                } else if sentence.contains("since with that") {
                    // The innermost chance node above, and its outcome on the way here.
                    let above = open.iter().rposition(|open| tree.is_chance(open.node)).unwrap();
                    let (lottery, outcome) = (&open[above], open[above + 1].node);
                    let is_max = tree.role(here.node) == Role::MAX;
                    let (end, far) = if is_max { ("beta is", least) } else { ("alpha is", most) };
                    let with_that = number_after(&sentence, end);
                    prop_assert!((with_that - bound.get()).abs() < slack, "{}", sentence);
                    // What the others can be worth at the far side: what they returned, or what no search has looked at.
                    let mut sum = 0.0;
                    for (index, child) in tree.children(lottery.node).enumerate() {
                        let known = lottery.returned.iter().find(|(other, _)| *other == index).map(|(_, value)| *value);
                        sum += share(child) * if child == outcome { with_that } else { known.unwrap_or(far) };
                    }
                    let held = number_after(&sentence, if is_max { "cannot stay below" } else { "cannot exceed" });
                    prop_assert!((sum - held).abs() < slack, "{} is {}: {}", lottery.node.index(), sum, sentence);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether what each outcome is said to add to the mean is what it adds, or a bound of that.
fn what_outcomes_add_holds(tree: &Tree, algorithm: Algorithm, cutoff: CutoffRule) -> Result<(), TestCaseError> {
    use plyscope::experiment::explain::Explained;
    use plyscope::search::story::{Said, Timeline};

    let whole =
        record(Algorithm::EXPECTIMINIMAX, tree, Settings::default(), &mut Story::of_at_most(0), &Progress::new());
    let mut story = Story::new();
    let run = record(algorithm, tree, Settings { cutoff, ..Settings::default() }, &mut story, &Progress::new());
    let timeline = Timeline::new(tree, &story, &Progress::new()).unwrap();
    let explained =
        Explained { tree, story: &story, timeline: &timeline, dropped: &[], cutoff: run.cutoff, bounds: run.bounds };
    let mut open: Vec<NodeId> = Vec::new();
    for (index, event) in story.events().enumerate() {
        let node_of = |open: &[NodeId], child: u32| {
            open.last().map_or(NodeId::ROOT, |&above| tree.child(above, child as usize).unwrap())
        };
        let returned = match event.read() {
            Said::Enter { index, value: Some(_), .. } => Some(node_of(&open, index)),
            Said::Enter { index, .. } => {
                open.push(node_of(&open, index));
                None
            }
            Said::Leave { .. } => open.pop(),
            _ => None,
        };
        let Some(node) = returned.filter(|&node| tree.parent(node).is_some_and(|parent| tree.is_chance(parent))) else {
            continue;
        };
        let sentence = explained.step(index + 1).words;
        let (adds, slack) = (tree.probability(node).unwrap().get() * whole.record.value(node).unwrap().get(), 1e-5);
        if sentence.contains("its window was closed") {
            prop_assert!(!tree.is_leaf(node) && !tree.is_chance(node), "{}", sentence);
        } else if sentence.contains("adds at most") {
            prop_assert!(adds <= number_after(&sentence, "adds at most") + slack, "not {}: {}", adds, sentence);
        } else if sentence.contains("adds at least") {
            prop_assert!(adds >= number_after(&sentence, "adds at least") - slack, "not {}: {}", adds, sentence);
        } else {
            prop_assert!((adds - number_after(&sentence, "it adds")).abs() <= slack, "not {}: {}", adds, sentence);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_each_outcome_is_said_to_add_to_the_mean_holds(trees in (grown(0..=1), grown(-9..=9))) {
        for tree in [trees.0.tree(), trees.1.tree()] {
            for algorithm in [Algorithm::STAR1, Algorithm::STAR2] {
                for cutoff in [CutoffRule::NonStrict, CutoffRule::Strict] {
                    what_outcomes_add_holds(&tree, algorithm, cutoff)?;
                }
            }
        }
    }

    #[test]
    fn the_numbers_in_the_sentence_of_each_cutoff_of_star1_hold(grown in grown(-9..=9)) {
        sentences_of_star1_hold(&grown.tree())?;
    }
}

#[test]
fn a_cutoff_where_both_ends_of_the_window_are_least_is_told_from_the_side_that_was_reached() {
    let node = |role, below: Vec<Grown>| Grown::Node(role, below.into_iter().map(|child| (1, child)).collect());
    let known = node(Role::MAX, vec![node(Role::MIN, vec![Grown::Leaf(-9)])]);
    let left = node(Role::Chance, vec![node(Role::Chance, vec![Grown::Leaf(0), Grown::Leaf(0)])]);
    sentences_of_star1_hold(&node(Role::MIN, vec![known, left]).tree()).unwrap();
}

#[test]
fn what_a_leaf_with_a_closed_window_is_worth_counts() {
    let node = |role, below: Vec<Grown>| Grown::Node(role, below.into_iter().map(|child| (1, child)).collect());
    let leaf = Grown::Leaf;
    let lottery = node(Role::Chance, vec![leaf(1), leaf(3)]);
    let below = node(Role::MAX, vec![lottery, leaf(2), leaf(3)]);
    let tree = node(Role::MAX, vec![node(Role::MIN, vec![leaf(0), below]), leaf(0)]).tree();
    let settings = Settings { cutoff: CutoffRule::Strict, ..Settings::default() };
    // 1 and at least 0 are worth more than 0 together, so the other outcome and what is beside are skipped.
    assert_eq!(order(Algorithm::STAR1, &tree, settings), [0, 1, 5]);
}
