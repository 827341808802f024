//! Grading: what is right, wrong and missed in answers, and the sentences that say why.

use std::collections::{BTreeMap, BTreeSet};

use plyscope::exercise::{
    Answers, Asked, Conditions, End, Kind, Mark, Method, Order, Paper, Place, QUESTIONS, Question, Sheet, Solved, Span,
    Task, Tasks, Ties, Truth, Verdict, Words, as_json, normal,
};
use plyscope::experiment::explain::Explained;
use plyscope::progress::Progress;
use plyscope::search::story::{EvaluationOrder, Story, Timeline};
use plyscope::search::{Algorithm, Catalogue, CutoffRule, Limits, tell};
use plyscope::tree::{NodeId, Tree};
use serde_json::Value as Json;

use crate::exercise::{AlphaBeta, Path, at, children, evaluated, minimax};
use crate::samples::sample;

const ALL: [&str; 7] = ["values", "best-move", "leaves", "cuts", "windows", "deep", "lazy"];

fn questions(ids: &[&str]) -> Vec<&'static Question> {
    QUESTIONS.iter().filter(|question| ids.contains(&question.id)).collect()
}

fn method(rule: CutoffRule, order: Order) -> Method {
    Method { algorithm: Algorithm::ALPHA_BETA, rule, order }
}

const METHODS: [(CutoffRule, Order); 4] = [
    (CutoffRule::NonStrict, Order::Left),
    (CutoffRule::Strict, Order::Left),
    (CutoffRule::NonStrict, Order::Right),
    (CutoffRule::Strict, Order::Right),
];

/// The tree of an exercise as its JSON has it.
fn tree_of(solved: &Solved) -> Json {
    let sheet = Sheet { solved, questions: &[], words: &Words::default(), paper: Paper::A4 };
    as_json(&[sheet]).unwrap()["exercises"][0]["tree"]["tree"].clone()
}

/// An exercise with what alpha-beta as a course teaches it finds in its tree.
struct Exercise {
    tasks: Tasks,
    tree: Json,
    own: AlphaBeta,
    /// The same without deep cutoffs.
    lazy: AlphaBeta,
}

impl Exercise {
    fn new(tree: &Tree, method: Method) -> Exercise {
        let solved = Solved::new(tree, None, method, 32).unwrap();
        let words = Words::default();
        let tasks = Tasks::new(&solved, &questions(&ALL), &words).unwrap();
        let tree = tree_of(&solved);
        let (is_strict, from_right) = (method.rule == CutoffRule::Strict, method.order == Order::Right);
        let own = AlphaBeta::of(&tree, is_strict, from_right);
        let lazy = AlphaBeta { is_strict, from_right, is_shallow: true, ..AlphaBeta::default() }.on(&tree);
        Exercise { tasks, tree, own, lazy }
    }

    fn path(&self, node: NodeId) -> Path {
        self.tasks.tree.path(node)
    }

    fn minimax(&self, path: &Path) -> f64 {
        minimax(at(&self.tree, path), path.len().is_multiple_of(2))
    }

    /// What alpha-beta as a course teaches it answers at a place.
    fn answer(&self, task: &Task, mark: &Mark) -> Option<String> {
        let path = self.path(mark.place.node);
        let yes = |is_marked: bool| is_marked.then(|| "yes".to_owned());
        let cut = self.own.cutoffs.iter().find(|(_, skipped, _)| skipped.contains(&path));
        match task.question.id {
            "values" => Some(self.minimax(&path).to_string()),
            "lazy" => yes(self.lazy.leaves.contains(&path) && !self.own.leaves.contains(&path)),
            "best-move" => yes(self.minimax(&path) == self.minimax(&Path::new())),
            "leaves" => yes(!self.own.leaves.contains(&path)),
            "cuts" => yes(cut.is_some()),
            "deep" => yes(cut.is_some_and(|&(_, _, is_deep)| is_deep)),
            _ => {
                let [_, low, high, left_low, left_high] = self.own.visits[&path];
                Some(match mark.place.asked {
                    Asked::Entered(End::Alpha) => low.to_string(),
                    Asked::Entered(End::Beta) => high.to_string(),
                    Asked::Left(End::Alpha) => left_low.to_string(),
                    Asked::Left(End::Beta) => left_high.to_string(),
                    Asked::Itself => unreachable!(),
                })
            }
        }
    }

    fn answers(&self, task: &Task) -> Answers {
        let mut answers: Answers =
            task.marks.iter().filter_map(|mark| Some((mark.place, self.answer(task, mark)?))).collect();
        if task.kind == Kind::Cuts {
            // The edges in the order of their cutoffs, and those of a cutoff from the right.
            let mut skipped = Vec::new();
            for (_, edges, _) in &self.own.cutoffs {
                let mut edges = edges.clone();
                edges.sort_by(|a, b| b.cmp(a));
                skipped.extend(edges);
            }
            for (place, turn) in &mut answers {
                *turn = skipped.iter().position(|edge| *edge == self.path(place.node)).unwrap().to_string();
            }
        }
        while task.kind == Kind::Move && answers.len() > 1 {
            answers.pop_last();
        }
        answers
    }

    /// Checks that right answers are called right.
    fn right_is_right(&self) {
        for task in &self.tasks.tasks {
            let answers = self.answers(task);
            let verdicts = task.grade(&answers);
            for (mark, verdict) in task.marks.iter().zip(&verdicts) {
                let is_given = answers.contains_key(&mark.place);
                let right = if is_given { Verdict::Right } else { Verdict::Unmarked };
                assert_eq!(*verdict, right, "{} at {}", task.question.id, mark.place);
            }
            let (points, most) = task.points(&verdicts);
            assert_eq!(points, most, "{}", task.question.id);
        }
    }
}

#[test]
fn each_single_fault_on_the_wikipedia_tree_is_found_and_nothing_else_is_called_wrong() {
    for (rule, order) in METHODS {
        let exercise = Exercise::new(&sample("wikipedia.json"), method(rule, order));
        exercise.right_is_right();
        let mut kinds = BTreeMap::new();
        for task in &exercise.tasks.tasks {
            let right = exercise.answers(task);
            let before = task.grade(&right);
            for (index, mark) in task.marks.iter().enumerate() {
                let mut faults = Vec::new();
                match (task.kind, right.contains_key(&mark.place)) {
                    (Kind::Numbers, _) => faults.extend([Some("1000"), Some("seven"), Some("-"), Some("0.5"), None]),
                    (_, true) => faults.push(None),
                    (_, false) => faults.push(Some("0")),
                }
                for fault in faults {
                    let mut answers =
                        if task.kind == Kind::Move && fault.is_some() { Answers::new() } else { right.clone() };
                    match fault {
                        Some(text) => answers.insert(mark.place, text.to_owned()),
                        None => answers.remove(&mark.place),
                    };
                    let verdicts = task.grade(&answers);
                    let verdict = if fault.is_some() { Verdict::Wrong } else { Verdict::Missed };
                    assert_eq!(verdicts[index], verdict, "{} at {}: {fault:?}", task.question.id, mark.place);
                    let others =
                        (0..verdicts.len()).filter(|&other| other != index && verdicts[other] != before[other]);
                    // A wrong move is beside a best one that is missed.
                    assert_eq!(others.count(), usize::from(task.kind == Kind::Move && fault.is_some()));
                    let (points, most) = task.points(&verdicts);
                    assert!(points < most, "{} at {}", task.question.id, mark.place);
                    *kinds.entry((task.question.id, verdict == Verdict::Wrong)).or_insert(0) += 1;
                }
                assert!(!mark.why.is_empty() && mark.hints.iter().all(|hint| !hint.is_empty()), "{}", mark.place);
            }
        }
        // Every leaf, edge, value and bound was at fault once.
        let count = |id| kinds.get(&(id, true)).unwrap_or(&0) + kinds.get(&(id, false)).unwrap_or(&0);
        let tree = &exercise.tasks.tree;
        assert_eq!(
            [count("leaves"), count("lazy"), count("cuts"), count("deep")],
            [tree.leaf_count(), tree.leaf_count(), tree.len() - 1, tree.len() - 1]
        );
        assert_eq!(count("values"), 5 * (tree.len() - tree.leaf_count()));
        let inner = |path: &&Path| !path.is_empty() && children(at(&exercise.tree, path)).is_some();
        assert_eq!(count("windows"), 5 * 4 * exercise.own.visits.keys().filter(inner).count());
    }
}

#[test]
fn what_alpha_beta_answers_is_right_on_random_trees_with_and_without_ties() {
    let random = Conditions { ties: Ties::Any, values: Span::of(0, 9), ..Conditions::default() };
    let deep =
        Conditions { depth: 4, branching: Span::of(2, 2), leaves: Span::of(16, 16), deep: Span::from(1), ..random };
    for conditions in [Conditions::default(), random, deep] {
        for (rule, order) in METHODS {
            for seed in 1..=25 {
                let tree = conditions.tree(seed, &method(rule, order)).unwrap();
                Exercise::new(&tree, method(rule, order)).right_is_right();
            }
        }
    }
}

#[test]
fn at_a_tie_each_best_move_is_right_and_one_is_enough() {
    let tree = parsed("[[3, 9], [3, 4], [1, 2]]");
    let exercise = Exercise::new(&tree, method(CutoffRule::Strict, Order::Left));
    let task = exercise.tasks.tasks.iter().find(|task| task.kind == Kind::Move).unwrap();
    let points = |chosen: usize| {
        let answers = Answers::from([(task.marks[chosen].place, "yes".to_owned())]);
        task.points(&task.grade(&answers))
    };
    assert_eq!([points(0), points(1), points(2)], [(1, 1), (1, 1), (0, 1)]);
    let missed = task.grade(&Answers::new());
    assert_eq!(missed.iter().filter(|&&verdict| verdict == Verdict::Missed).count(), 1);
}

#[test]
fn a_cutoff_by_two_equal_bounds_may_be_called_deep_or_not() {
    // The bound 5 comes from the first child of the root. At the leaf 4 the parent has 5 as well, at the leaf 5 it has nothing yet.
    let exercise =
        Exercise::new(&parsed("[[5, 6], [[[5, 8], [4, 9]], 7]]"), method(CutoffRule::NonStrict, Order::Left));
    let task = exercise.tasks.tasks.iter().find(|task| task.question.id == "deep").unwrap();
    let verdicts = |is_marked: bool| -> Vec<(String, Verdict)> {
        let yes = |mark: &Mark| (mark.place, "yes".to_owned());
        let answers: Answers = task.marks.iter().filter(|_| is_marked).map(yes).collect();
        let graded = task.marks.iter().zip(task.grade(&answers));
        graded
            .map(|(mark, verdict)| (exercise.tasks.tree.label(mark.place.node).unwrap().to_owned(), verdict))
            .collect()
    };
    let of = |is_marked: bool, verdict: Verdict| -> Vec<String> {
        verdicts(is_marked).into_iter().filter(|(_, other)| *other == verdict).map(|(name, _)| name).collect()
    };
    assert_eq!(of(true, Verdict::Right), ["E₂", "F₂"]);
    assert_eq!(of(false, Verdict::Missed), ["E₂"]);
}

/// The verdicts at the cut edges of the Wikipedia tree, marked in some order of their cutoffs.
fn in_turn(exercise: &Exercise, turns: &[usize]) -> (Vec<Verdict>, (usize, usize)) {
    let task = exercise.tasks.tasks.iter().find(|task| task.kind == Kind::Cuts).unwrap();
    let place = |number: &usize| task.marks.iter().find(|mark| mark.truth == Truth::Turn(*number)).unwrap().place;
    let answers: Answers = turns.iter().map(place).zip((1..).map(|turn: usize| turn.to_string())).collect();
    let verdicts = task.grade(&answers);
    let of = |number: &usize| verdicts[task.marks.iter().position(|mark| mark.place == place(number)).unwrap()];
    (turns.iter().map(of).collect(), task.points(&verdicts))
}

#[test]
fn cut_edges_are_marked_in_their_order_and_as_few_as_possible_are_not_in_their_turn() {
    use Verdict::{Misplaced, Right};
    let exercise = Exercise::new(&sample("wikipedia.json"), method(CutoffRule::NonStrict, Order::Left));
    assert_eq!(exercise.own.cutoffs.len(), 3);
    assert!(exercise.own.cutoffs.iter().all(|(_, skipped, _)| skipped.len() == 1));
    for (turns, expected, points) in [
        (&[1, 2, 3][..], &[Right, Right, Right][..], (3, 3)),
        (&[2, 1, 3], &[Right, Misplaced, Right], (2, 3)),
        (&[2, 3, 1], &[Right, Right, Misplaced], (2, 3)),
        (&[3, 1, 2], &[Misplaced, Right, Right], (2, 3)),
        (&[3, 2, 1], &[Right, Misplaced, Misplaced], (1, 3)),
        // What is missed does not shift the others.
        (&[1, 3], &[Right, Right], (2, 3)),
        (&[3, 1], &[Right, Misplaced], (1, 3)),
    ] {
        assert_eq!(in_turn(&exercise, turns), (expected.to_vec(), points), "{turns:?}");
    }
}

/// An exercise with the only task of a question.
fn only(tree: &Tree, method: Method, id: &str) -> (Solved, Tasks, Json) {
    let solved = Solved::new(tree, Some(3), method, 2).unwrap();
    let tasks = Tasks::new(&solved, &questions(&[id]), &Words::default()).unwrap();
    let tree = tree_of(&solved);
    (solved, tasks, tree)
}

/// A tree with its children in an order, and the leaves that alpha-beta as a course teaches it evaluates.
fn leaves_of(tree: &Json, order: &BTreeMap<Path, Vec<usize>>, is_strict: bool) -> usize {
    fn ordered(node: &Json, path: &[usize], order: &BTreeMap<Path, Vec<usize>>) -> Json {
        let Some(children) = children(node) else { return node.clone() };
        let indices = order.get(path).cloned().unwrap_or_else(|| (0..children.len()).collect());
        let below = |index: usize| ordered(&children[index], &[path, &[index]].concat(), order);
        indices.into_iter().map(below).collect()
    }
    evaluated(&ordered(tree, &[], order), is_strict)
}

#[test]
fn an_order_of_children_is_right_if_and_only_if_alpha_beta_evaluates_as_many_leaves_in_it() {
    // All orders of three nodes with two and three children.
    let tree = parsed("[[3, 12, 8], [2, 14]]");
    let permutations = [vec![0, 1, 2], vec![0, 2, 1], vec![1, 0, 2], vec![1, 2, 0], vec![2, 0, 1], vec![2, 1, 0]];
    let pairs = [vec![0, 1], vec![1, 0]];
    for rule in [CutoffRule::NonStrict, CutoffRule::Strict] {
        for (id, is_best) in [("best-order", true), ("worst-order", false)] {
            let (_, tasks, json) = only(&tree, method(rule, Order::Left), id);
            let task = &tasks.tasks[0];
            let mut found = Vec::new();
            for first in &permutations {
                for (second, root) in pairs.iter().flat_map(|second| pairs.iter().map(move |root| (second, root))) {
                    let order =
                        BTreeMap::from([(vec![], root.clone()), (vec![0], first.clone()), (vec![1], second.clone())]);
                    let leaves = leaves_of(&json, &order, rule == CutoffRule::Strict);
                    let mut answers = Answers::new();
                    // Each first child but the last of a node is marked; the others follow.
                    for (path, indices) in &order {
                        for (turn, index) in indices[..indices.len() - 1].iter().enumerate() {
                            let path = [&path[..], &[*index]].concat();
                            let node = tasks.tree.nodes().find(|&node| tasks.tree.path(node) == path).unwrap();
                            answers.insert(Place::of(node), (10 * turn + index).to_string());
                        }
                    }
                    let verdicts = task.grade(&answers);
                    assert!(verdicts[1..].iter().all(|&verdict| verdict == Verdict::Unmarked));
                    assert!(
                        task.why(&task.marks[0], &answers, &tasks.tree)
                            .contains(&format!("evaluates {leaves} leaves."))
                    );
                    found.push((leaves, verdicts[0], task.points(&verdicts)));
                }
            }
            let counts = found.iter().map(|&(leaves, ..)| leaves);
            let wanted = if is_best { counts.min() } else { counts.max() }.unwrap();
            for (leaves, verdict, points) in found {
                let expected = if leaves == wanted { (Verdict::Right, (1, 1)) } else { (Verdict::Wrong, (0, 1)) };
                assert_eq!((verdict, points), expected, "{id}, {rule:?}: {leaves}, not {wanted}");
            }
        }
    }
}

#[test]
fn an_order_that_is_right_without_a_mark_is_right_and_another_one_is_missed() {
    for (text, is_right) in [("[[5, 6], [2, 9]]", true), ("[[2, 9], [5, 6]]", false)] {
        let (_, tasks, _) = only(&parsed(text), method(CutoffRule::NonStrict, Order::Left), "best-order");
        let verdict = tasks.tasks[0].grade(&Answers::new())[0];
        assert_eq!(verdict, if is_right { Verdict::Right } else { Verdict::Missed }, "{text}");
    }
}

#[test]
fn values_for_empty_leaves_are_right_if_and_only_if_alpha_beta_cuts_the_crossed_edges() {
    let random = Conditions { depth: 4, branching: Span::of(2, 2), leaves: Span::of(16, 16), ..Conditions::default() };
    let mut counts = BTreeMap::new();
    for (rule, order) in METHODS {
        let trees = (1..=10).map(|seed| random.tree(seed, &method(rule, order)).unwrap());
        for tree in trees.chain([sample("wikipedia.json")]) {
            let (solved, tasks, json) = only(&tree, method(rule, order), "empty");
            let task = &tasks.tasks[0];
            assert!(!solved.blanks.is_empty() && solved.cuts_the_same(&[]).unwrap());
            assert!(solved.blanks.iter().all(|&leaf| tasks.tree.value(leaf).is_none()));
            let cut = |values: &BTreeMap<Path, i32>| {
                let mut tree = json.clone();
                for (path, value) in values {
                    let node = path.iter().fold(&mut tree, |node, &index| {
                        if node.is_array() { &mut node[index] } else { &mut node["children"][index] }
                    });
                    *node = (*value).into();
                }
                let own = AlphaBeta::of(&tree, rule == CutoffRule::Strict, order == Order::Right);
                own.cutoffs.into_iter().map(|(node, skipped, _)| (node, skipped)).collect::<Vec<_>>()
            };
            let asked = cut(&BTreeMap::new());
            let crossed: BTreeSet<Path> = task.crossed.iter().map(|&node| tasks.tree.path(node)).collect();
            assert_eq!(crossed, asked.iter().flat_map(|(_, skipped)| skipped.clone()).collect());
            for seed in 0..200 {
                let value = |index: usize| ((7 * seed + 5 * index + seed * index / 3) % 21) as i32;
                let paths = solved.blanks.iter().map(|&leaf| tasks.tree.path(leaf));
                let values: BTreeMap<Path, i32> = paths.enumerate().map(|(index, path)| (path, value(index))).collect();
                let places = solved.blanks.iter().map(|&leaf| Place::of(leaf));
                let mut answers: Answers =
                    places.enumerate().map(|(index, place)| (place, value(index).to_string())).collect();
                let expected = if cut(&values) == asked { Verdict::Right } else { Verdict::Wrong };
                assert_eq!(task.grade(&answers)[0], expected, "{rule:?}, {order:?}, {values:?}");
                *counts.entry(expected == Verdict::Right).or_insert(0) += 1;
                // Without one of the values the answer is not complete, and with a word in its place neither.
                answers.insert(Place::of(solved.blanks[0]), "seven".to_owned());
                assert_eq!(task.grade(&answers)[0], Verdict::Missed);
                answers.remove(&Place::of(solved.blanks[0]));
                assert_eq!(task.grade(&answers)[0], Verdict::Missed);
            }
        }
    }
    assert!(counts[&true] > 20 && counts[&false] > 20, "{counts:?}");
}

fn parsed(text: &str) -> Tree {
    plyscope::tree::file::parse(None, text.as_bytes(), &Progress::new()).unwrap()
}

/// The sentences of a search, with what would have to be different.
fn sentences(tree: &Tree, algorithm: Algorithm, rule: CutoffRule) -> BTreeSet<String> {
    let mut story = Story::new();
    tell(algorithm, tree, Limits::default().cutoff(rule), &mut story);
    let timeline = Timeline::new(tree, &story, &Progress::new()).unwrap();
    let explained =
        Explained { tree, story: &story, timeline: &timeline, dropped: &[], cutoff: Some(rule), bounds: None };
    explained.steps().flat_map(|(_, sentence)| [sentence.in_full(), sentence.words]).collect()
}

#[test]
fn each_mark_has_a_sentence_of_the_time_line() {
    for name in ["wikipedia.json", "deep-cutoff.json", "aima-5-2.json"] {
        for rule in [CutoffRule::NonStrict, CutoffRule::Strict] {
            let exercise = Exercise::new(&sample(name), method(rule, Order::Left));
            let tree = &exercise.tasks.tree;
            let [own, minimax, lazy] = [Algorithm::ALPHA_BETA, Algorithm::MINIMAX, Algorithm::LAZY_ALPHA_BETA]
                .map(|search| sentences(tree, search, rule));
            for task in &exercise.tasks.tasks {
                for mark in &task.marks {
                    let why = mark.why.strip_prefix("The edge that is cut is further up. ").unwrap_or(&mark.why);
                    let why = match &mark.truth {
                        Truth::Turn(turn) => {
                            let count = exercise.own.cutoffs.len();
                            why.strip_prefix(&format!("Cutoff {turn} of {count}: ")).unwrap()
                        }
                        _ => why,
                    };
                    let is_told = match task.question.id {
                        "values" => minimax.iter().any(|end| {
                            why.strip_suffix(end.as_str()).is_some_and(|start| minimax.contains(start.trim_end()))
                        }),
                        "best-move" => minimax.contains(why),
                        "lazy" => {
                            let same = why.strip_prefix("Alpha-beta and Hughes' program: ").map(|same| (same, same));
                            let parts = || why.strip_prefix("Alpha-beta: ")?.split_once(" Hughes' program: ");
                            let (first, second) = same.or_else(parts).unwrap();
                            own.contains(first) && lazy.contains(second)
                        }
                        _ => own.contains(why),
                    };
                    assert!(is_told, "{name}, {} at {}: {why}", task.question.id, mark.place);
                }
            }
        }
    }
}

#[test]
fn chance_nodes_have_their_own_hints_and_reasons_and_fractions_are_right() {
    for algorithm in [Algorithm::EXPECTIMINIMAX, Algorithm::STAR1] {
        let method = Method { algorithm, ..method(CutoffRule::NonStrict, Order::Left) };
        let solved = Solved::new(&sample("star1.json"), None, method, 2).unwrap();
        let tasks = Tasks::new(&solved, &questions(&["values", "best-move"]), &Words::default()).unwrap().tasks;
        assert!(tasks.iter().flat_map(|task| &task.marks).all(|mark| !mark.why.trim().is_empty()));
        assert_eq!(tasks[0].asked(), "ask-values-chance");
        let mark = &tasks[0].marks[2];
        let [_, mean, children] = &mark.hints;
        assert!(mean.contains("the mean") && mean.ends_with("1/3 · E + 1/3 · F + 1/3 · G."), "{mean}");
        assert_eq!(children, "The values of the children are E: 1, F: 10, G: 3.");
        assert!(
            mark.why.contains("it adds 3.333333 to the mean at C") && mark.why.contains("C returns 4.66"),
            "{}",
            mark.why
        );
        assert!(tasks[0].marks[0].hints[1].starts_with("MAX takes the largest"));
        for (typed, verdict) in [
            ("14/3", Verdict::Right),
            ("28/6", Verdict::Right),
            ("4,67", Verdict::Right),
            ("4.667", Verdict::Right),
            ("4.666666666666667", Verdict::Right),
            ("4.66", Verdict::Wrong),
            ("4.6666", Verdict::Wrong),
            ("5", Verdict::Wrong),
        ] {
            assert_eq!(tasks[0].grade(&Answers::from([(mark.place, typed.to_owned())]))[2], verdict, "{typed}");
        }
    }
}

#[test]
fn every_search_of_the_table_can_be_practised() {
    let ids = ["values", "best-move", "leaves", "cuts"];
    let mut count = 0;
    for algorithm in Catalogue::BUILT_IN.all() {
        let id = algorithm.id();
        let found = Catalogue::BUILT_IN.algorithm(id).or_else(|_| Catalogue::BUILT_IN.algorithm(&format!("{id}=5")));
        let Ok(algorithm) = found else { continue };
        for (rule, order) in METHODS {
            let solved = Solved::new(&sample("aima-5-2.json"), None, Method { algorithm, rule, order }, 2).unwrap();
            let tasks = Tasks::new(&solved, &questions(&ids), &Words::default()).unwrap();
            if order == Order::Left {
                let mut evaluated = EvaluationOrder::new(&tasks.tree);
                tell(algorithm, &tasks.tree, Limits::default().cutoff(rule), &mut evaluated);
                let evaluated = evaluated.finish();
                for mark in &tasks.tasks[2].marks {
                    let answers = Answers::from([(mark.place, "yes".to_owned())]);
                    let is_wrong = tasks.tasks[2].grade(&answers).contains(&Verdict::Wrong);
                    assert_eq!(is_wrong, evaluated.contains(&mark.place.node), "{id} {}", mark.place);
                }
            }
        }
        count += 1;
    }
    assert!(count > 25, "{count}");
}

#[test]
fn a_number_may_be_written_in_many_ways() {
    for (answer, expected) in [
        ("3", "3"),
        (" +3 ", "3"),
        ("03.50", "3.5"),
        ("3,5", "3.5"),
        ("−3", "-3"),
        ("-0.0", "0"),
        (".5", "0.5"),
        ("1 000", "1000"),
        ("−∞", "-inf"),
        ("+∞", "inf"),
        ("-Infinity", "-inf"),
        ("oo", "inf"),
        ("", ""),
        ("  ", ""),
        ("1.2.3", "1.2.3"),
        ("three", "three"),
        ("-", "-"),
        ("1e3", "1e3"),
        ("28/6", "14/3"),
        ("− 14 / 7", "-2"),
        ("0/3", "0"),
        ("1/0", "1/0"),
        ("1/2/3", "1/2/3"),
        ("4.66666666666666667", "4.666666666667"),
    ] {
        assert_eq!(normal(answer), expected, "{answer:?}");
    }
}
