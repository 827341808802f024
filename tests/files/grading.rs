//! Grading: what is right, wrong and missed in answers, and the sentences that say why.

use std::collections::{BTreeMap, BTreeSet};

use plyscope::exercise::{
    Answers, Asked, Conditions, End, Kind, Mark, Method, Order, Paper, QUESTIONS, Question, Sheet, Solved, Span, Task,
    Tasks, Ties, Verdict, Words, as_json, normal,
};
use plyscope::experiment::explain::Explained;
use plyscope::progress::Progress;
use plyscope::search::story::{EvaluationOrder, Story, Timeline};
use plyscope::search::{Algorithm, Catalogue, CutoffRule, Limits, tell};
use plyscope::tree::samples::GROUPS;
use plyscope::tree::{NodeId, Tree};
use serde_json::Value as Json;

use crate::exercise::{AlphaBeta, OPEN, Path, children, minimax};

const ALL: [&str; 6] = ["values", "best-move", "leaves", "cuts", "windows", "deep"];

fn questions(ids: &[&str]) -> Vec<&'static Question> {
    QUESTIONS.iter().filter(|question| ids.contains(&question.id)).collect()
}

fn sample(title: &str) -> Tree {
    let samples = GROUPS.iter().flat_map(|group| group.samples).map(|sample| sample.open(&Progress::new()).unwrap());
    samples.into_iter().find(|tree| tree.title().starts_with(title)).unwrap()
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

/// An exercise with what alpha-beta as a course teaches it finds in its tree.
struct Exercise {
    tasks: Tasks,
    tree: Json,
    own: AlphaBeta,
}

impl Exercise {
    fn new(tree: &Tree, method: Method) -> Exercise {
        let solved = Solved::new(tree, None, method, 32).unwrap();
        let words = Words::default();
        let tasks = Tasks::new(&solved, &questions(&ALL), &words).unwrap();
        let sheet = Sheet { solved: &solved, questions: &[], words: &words, paper: Paper::A4 };
        let tree = as_json(&[sheet]).unwrap()["exercises"][0]["tree"]["tree"].clone();
        let (is_strict, from_right) = (method.rule == CutoffRule::Strict, method.order == Order::Right);
        let mut own = AlphaBeta { is_strict, from_right, ..AlphaBeta::default() };
        own.search(&tree, &[], OPEN);
        Exercise { tasks, tree, own }
    }

    fn path(&self, node: NodeId) -> Path {
        self.tasks.tree.path(node)
    }

    fn minimax(&self, path: &Path) -> f64 {
        let node = path.iter().fold(&self.tree, |node, &index| &children(node).unwrap()[index]);
        minimax(node, path.len().is_multiple_of(2))
    }

    /// What alpha-beta as a course teaches it answers at a place.
    fn answer(&self, task: &Task, mark: &Mark) -> Option<String> {
        let path = self.path(mark.place.node);
        let yes = |is_marked: bool| is_marked.then(|| "yes".to_owned());
        let cut = self.own.cutoffs.iter().find(|(_, skipped, _)| skipped.contains(&path));
        match task.question.id {
            "values" => Some(self.minimax(&path).to_string()),
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
        let exercise = Exercise::new(&sample("Wikipedia"), method(rule, order));
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
                    (_, false) => faults.push(Some("yes")),
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
            [count("leaves"), count("cuts"), count("deep")],
            [tree.leaf_count(), tree.len() - 1, tree.len() - 1]
        );
        assert_eq!(count("values"), 5 * (tree.len() - tree.leaf_count()));
        let inner = |path: &&Path| !path.is_empty() && tree_has_children(&exercise, path);
        assert_eq!(count("windows"), 5 * 4 * exercise.own.visits.keys().filter(inner).count());
    }
}

fn tree_has_children(exercise: &Exercise, path: &Path) -> bool {
    children(path.iter().fold(&exercise.tree, |node, &index| &children(node).unwrap()[index])).is_some()
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
    for title in ["Wikipedia", "A deep cutoff", "AIMA figure 5.2"] {
        for rule in [CutoffRule::NonStrict, CutoffRule::Strict] {
            let exercise = Exercise::new(&sample(title), method(rule, Order::Left));
            let tree = &exercise.tasks.tree;
            let [own, minimax] =
                [Algorithm::ALPHA_BETA, Algorithm::MINIMAX].map(|search| sentences(tree, search, rule));
            for task in &exercise.tasks.tasks {
                for mark in &task.marks {
                    let why = mark.why.strip_prefix("The edge that is cut is further up. ").unwrap_or(&mark.why);
                    let is_told = match task.question.id {
                        "values" => minimax.iter().any(|end| {
                            why.strip_suffix(end.as_str()).is_some_and(|start| minimax.contains(start.trim_end()))
                        }),
                        "best-move" => minimax.contains(why),
                        _ => own.contains(why),
                    };
                    assert!(is_told, "{title}, {} at {}: {why}", task.question.id, mark.place);
                }
            }
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
            let solved =
                Solved::by_any(&sample("AIMA figure 5.2"), None, Method { algorithm, rule, order }, 2).unwrap();
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
    ] {
        assert_eq!(normal(answer), expected, "{answer:?}");
    }
}
