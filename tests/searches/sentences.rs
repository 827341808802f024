//! The sentences about the steps of a search, against cases worked out by hand from the definitions of the publications.

use std::collections::HashSet;

use plyscope::experiment::Settings;
use plyscope::experiment::explain::Explained;
use plyscope::generate::{Generator, Leaves, Ordering, Shape};
use plyscope::progress::Progress;
use plyscope::search::story::{Story, Timeline};
use plyscope::search::{Algorithm, CutoffRule, Limits, tell};
use plyscope::tree::{Tree, Value, file};
use proptest::prelude::*;

use crate::families::RULES;
use crate::runs::searching_again;
use crate::timeline::irregular;
use crate::traces::{read_back, written};

fn sample(name: &str) -> Tree {
    file::open(&std::path::Path::new("sample_trees").join(name), &Progress::new()).unwrap()
}

fn sentences(tree: &Tree, algorithm: Algorithm, rule: CutoffRule) -> Vec<String> {
    let mut story = Story::new();
    tell(algorithm, tree, Limits::default().cutoff(rule), &mut story);
    let timeline = Timeline::new(tree, &story, &Progress::new()).unwrap();
    let explained = Explained { tree, story: &story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
    explained.steps().map(|(_, sentence)| sentence.words).collect()
}

/// The sentences about cutoffs, each once: J makes a cutoff again whenever it plays a move again.
fn cutoffs(tree: &Tree, algorithm: Algorithm, rule: CutoffRule) -> Vec<String> {
    let mut cutoffs: Vec<String> =
        sentences(tree, algorithm, rule).into_iter().filter(|words| words.contains("cutoff")).collect();
    cutoffs.sort();
    cutoffs.dedup();
    cutoffs
}

/// The algorithms of the sources that hand alpha and beta down and visit each node once.
const ALPHA_BETA: [Algorithm; 4] = [
    Algorithm::ALPHA_BETA,
    Algorithm::LATTICE_PRUNING,
    Algorithm::SELECTION_GK_ALPHA_BETA,
    Algorithm::TAIL_RECURSIVE_ALPHA_BETA,
];

/// Those that visit everything.
const MINIMAX: [Algorithm; 5] = [
    Algorithm::MINIMAX,
    Algorithm::LAZY_MINIMAX,
    Algorithm::SELECTION_J,
    Algorithm::SELECTION_GK,
    Algorithm::TAIL_RECURSIVE,
];

/// Alpha-beta on `[5, [[[4, 100], 6], 8]]`: alpha is 5 everywhere below node 2, so the 4 ends node 4, and the 6 raises alpha from 5.
const DEEP: [&str; 13] = [
    "The root, MAX to move, is entered with the window (−∞, +∞).",
    "Leaf 0 is evaluated: 5; MAX at the root has 5 so far.",
    "Node 2, MIN to move, is entered with the window (5, +∞), alpha from leaf 0.",
    "Node 3, MAX to move, is entered with the window (5, +∞), alpha from leaf 0.",
    "Node 4, MIN to move, is entered with the window (5, +∞), alpha from leaf 0.",
    "Leaf 1 is evaluated: 4; MIN at node 4 has 4 so far.",
    "MIN at node 4 has 4; alpha is 5, from leaf 0: 4 < 5, so the other child of node 4 (1 leaf) is skipped: a deep cutoff.",
    "Node 4 returns 4; MAX at node 3 has 4 so far, and alpha stays 5.",
    "Leaf 3 is evaluated: 6; MAX at node 3 raises alpha from 5 to 6.",
    "Node 3 returns 6; MIN at node 2 has 6 so far.",
    "Leaf 4 is evaluated: 8; MIN at node 2 keeps 6.",
    "Node 2 returns 6; MAX at the root raises alpha from 5 to 6.",
    "The root returns 6, and the search is over.",
];

#[test]
fn alpha_beta_makes_the_deep_cutoff_under_both_rules() {
    let tree = sample("deep-cutoff.json");
    for rule in RULES {
        for algorithm in ALPHA_BETA {
            assert_eq!(sentences(&tree, algorithm, rule), DEEP, "{algorithm}");
        }
        // No subtree occurs twice, so the table of solved positions answers nothing.
        assert_eq!(sentences(&tree, Algorithm::TAIL_RECURSIVE_MEMO, rule), DEEP);
        assert_eq!(cutoffs(&tree, Algorithm::SELECTION_J_ALPHA_BETA, rule), [DEEP[6]]);
    }
}

#[test]
fn hughes_program_enters_below_node_2_without_a_window_and_looks_at_the_100() {
    let tree = sample("deep-cutoff.json");
    // Section 5: the list of the root has the numbers 5 and 6. minleq compares the list of node 2 with 5, and nothing hands the 5
    // down to nodes 3 and 4, whose lists are read to their ends; 8 adds no number to the list of node 2, since 8 is not less than 6.
    let expected = [
        "The root, MAX to move, is entered with the window (−∞, +∞).",
        "Leaf 0 is evaluated: 5; MAX at the root has 5 so far.",
        "Element 1 of the list of the root is forced: 5.",
        "Node 2, MIN to move, is entered with the window (5, +∞), alpha from leaf 0; only bounds from siblings count, not those from ancestors.",
        "Node 3, MAX to move, is entered with the window (−∞, +∞); no bound is passed down.",
        "Node 4, MIN to move, is entered with the window (−∞, +∞); no bound is passed down.",
        "Leaf 1 is evaluated: 4; MIN at node 4 has 4 so far.",
        "Element 1 of the list of node 4 is forced: 4.",
        "Leaf 2 is evaluated: 100; MIN at node 4 keeps 4.",
        "Node 4 returns 4; MAX at node 3 has 4 so far.",
        "Element 1 of the list of node 3 is forced: 4.",
        "Leaf 3 is evaluated: 6; MAX at node 3 raises alpha from 4 to 6.",
        "Element 2 of the list of node 3 is forced: 6.",
        "Node 3 returns 6; MIN at node 2 has 6 so far.",
        "Element 1 of the list of node 2 is forced: 6.",
        "Leaf 4 is evaluated: 8; MIN at node 2 keeps 6.",
        "Element 1 of the list of node 2 is used again: 6.",
        "Node 2 returns 6; MAX at the root raises alpha from 5 to 6.",
        "Element 2 of the list of the root is forced: 6.",
        "The root returns 6, and the search is over.",
    ];
    for rule in RULES {
        assert_eq!(sentences(&tree, Algorithm::LAZY_ALPHA_BETA, rule), expected);
    }
}

#[test]
fn what_visits_everything_cuts_nothing_and_speaks_of_no_alpha() {
    for file in ["deep-cutoff.json", "wikipedia.json"] {
        let tree = sample(file);
        for algorithm in MINIMAX {
            let told = sentences(&tree, algorithm, CutoffRule::NonStrict);
            assert!(
                !told.iter().any(|words| words.contains("cutoff") || words.contains("alpha")),
                "{algorithm}: {told:#?}"
            );
        }
    }
    let told = sentences(&sample("deep-cutoff.json"), Algorithm::MINIMAX, CutoffRule::NonStrict);
    assert_eq!(told[8], "Leaf 3 is evaluated: 6; MAX at node 3 goes from 4 to 6.");
}

/// Wikipedia's tree: 4 after 5 ends node 6; the second 6 is a tie; 5 after 6 ends the last subtree.
const AT_6: &str = "MIN at node 6 has 4; alpha is 5, from node 3: 4 < 5, so the other child of node 6 (1 leaf) is skipped: a shallow cutoff.";
const AT_17: &str = "MIN at node 17 has 6; alpha is 6, from node 15: 6 ≤ 6, so the other child of node 17 (1 leaf) is skipped: a shallow cutoff.";
const AT_23: &str = "MIN at node 23 has 5; alpha is 6, from node 13: 5 < 6, so the other child of node 23 (3 leaves) is skipped: a shallow cutoff.";

#[test]
fn every_pruning_algorithm_cuts_wikipedias_tree_in_three_places_and_at_the_tie_only_under_the_non_strict_rule() {
    let tree = sample("wikipedia.json");
    let others = [Algorithm::LAZY_ALPHA_BETA, Algorithm::SELECTION_J_ALPHA_BETA, Algorithm::TAIL_RECURSIVE_MEMO];
    for algorithm in ALPHA_BETA.into_iter().chain(others) {
        assert_eq!(cutoffs(&tree, algorithm, CutoffRule::NonStrict), [AT_17, AT_23, AT_6], "{algorithm}");
        assert_eq!(cutoffs(&tree, algorithm, CutoffRule::Strict), [AT_23, AT_6], "{algorithm}");
    }
}

#[test]
fn a_threshold_and_mtd_f_say_what_they_ask() {
    let tree = sample("deep-cutoff.json");
    // Is the root's value at least 5? The first leaf settles it.
    let told = sentences(&tree, Algorithm::threshold(5.into()), CutoffRule::NonStrict);
    let settled = "The root has 5, which settles that it is ≥ 5, so the other child of the root (4 leaves) is skipped.";
    assert!(told.contains(&settled.to_owned()), "{told:#?}");
    // From the guess 0: at least 0, then more than 5 and, since it is 6, not more than 6.
    let told = sentences(&tree, Algorithm::MTD_F, CutoffRule::NonStrict);
    let passes: Vec<&String> = told.iter().filter(|words| words.starts_with("Pass")).collect();
    assert_eq!(
        passes,
        [
            "Pass 1 begins: it asks whether the value of the root is ≥ 0.",
            "Pass 2 begins: it asks whether the value of the root is > 5.",
            "Pass 3 begins: it asks whether the value of the root is > 6.",
        ]
    );
    assert!(told.contains(
        &"Node 4 has 4, which settles that it is ≤ 5, so the other child of node 4 (1 leaf) is skipped.".to_owned()
    ));
    assert!(told.contains(&"Node 4 is answered from memory: at most 4; MAX at node 3 has 4 so far.".to_owned()));
}

#[test]
fn questions_within_questions_are_about_numbers_of_the_tree() {
    for (leaves, seed) in (1..20).flat_map(|seed| [(Leaves::Integers(9), seed), (Leaves::Continuous, seed)]) {
        let generator = Generator::new(leaves, Ordering::Random, Shape::full(3, 5)).unwrap();
        let tree = generator.build(seed, None, &Progress::new()).unwrap();
        let values: HashSet<String> = tree.nodes().filter_map(|node| tree.value(node)).map(Value::grouped).collect();
        for algorithm in searching_again(0) {
            for words in sentences(&tree, algorithm, CutoffRule::NonStrict) {
                let long = |word: &&str| word.chars().filter(char::is_ascii_digit).count() > 6;
                for word in words.split(' ').filter(long).map(|word| word.trim_matches(['(', ')', ',', '.', ':', ';']))
                {
                    assert!(values.contains(word), "{algorithm}, seed {seed}: {words}");
                }
            }
        }
    }
}

/// Every earlier child that keeps the search away would have to be worth less, not only the one that set the bound.
#[test]
fn what_would_have_to_be_different_names_every_node_that_set_the_bound() {
    for (text, which) in [
        ("(5 (4 100))", "leaf 0 were"),
        ("(5 5 (4 100))", "leaf 0 and leaf 1 were both"),
        ("(5 4 3 (4 100))", "leaf 0 and leaf 1 were both"),
        ("(5 6 7 (4 100))", "leaf 0, leaf 1 and leaf 2 were all"),
        ("(5 6 5 5 7 (4 100))", "leaf 0, leaf 1, leaf 2 and 2 others were all"),
    ] {
        let tree: Tree = text.parse().unwrap();
        let mut story = Story::new();
        tell(Algorithm::ALPHA_BETA, &tree, Limits::default(), &mut story);
        let timeline = Timeline::new(&tree, &story, &Progress::new()).unwrap();
        let explained =
            Explained { tree: &tree, story: &story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
        let words: Vec<String> = explained.steps().filter_map(|(_, step)| Some(step.otherwise?.words)).collect();
        assert_eq!(words, [format!("It would be visited if {which} worth less than 4.")], "{text}");
    }
}

proptest! {
    /// Also of a lazy search, which does not know the bounds of ancestors: that follows from the windows in its trace.
    #[test]
    fn what_would_have_to_be_different_is_the_same_for_a_search_and_its_trace(
        tree in irregular(24),
        number in 0..Algorithm::ALL.len(),
    ) {
        let algorithm = Algorithm::ALL[number];
        let conditions = |tree: &Tree, story: &Story| {
            let timeline = Timeline::new(tree, story, &Progress::new()).unwrap();
            let cutoff = Some(CutoffRule::NonStrict);
            let explained = Explained { tree, story, timeline: &timeline, dropped: &[], cutoff, bounds: None };
            let conditions = explained.steps().filter_map(|(_, step)| step.otherwise);
            conditions.map(|it| (it.nodes.len(), it.value, it.is_more, it.is_certain)).collect::<Vec<_>>()
        };
        let mut story = Story::new();
        tell(algorithm, &tree, Limits::default(), &mut story);
        let trace = read_back(&written(algorithm, &tree, Settings::default()));
        prop_assert_eq!(conditions(&trace.tree, &trace.run.story), conditions(&tree, &story), "{}", algorithm);
    }
}
