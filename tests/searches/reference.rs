//! Every algorithm against runs of the published Haskell and against trees that textbooks print with their answers.

use std::collections::BTreeSet;

use plyscope::progress::Progress;
use plyscope::search::observer::EvaluationOrder;
use plyscope::search::{Algorithm, CutoffKind, CutoffRule, Limits, Outcome, Record, Recorder, Visit, search};
use plyscope::tree::file::{Format, parse};
use plyscope::tree::{NodeId, Tree, Value};
use serde_json::Value as Json;

struct Ran {
    outcome: Outcome<NodeId>,
    evaluations: u64,
    /// Leaf numbers in the order of their evaluations.
    order: Vec<usize>,
    record: Record,
    line: Vec<usize>,
}

impl Ran {
    fn leaves(&self) -> BTreeSet<usize> {
        self.order.iter().copied().collect()
    }

    fn value(&self) -> Option<f64> {
        self.outcome.value().map(Value::get)
    }
}

fn tree(root: &Json, nodes: &Json) -> Tree {
    let text = serde_json::json!({ "root": root, "tree": nodes }).to_string();
    parse(Some(Format::Json), text.as_bytes(), &Progress::new()).unwrap()
}

fn run(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule) -> Ran {
    let progress = Progress::new();
    let limits = Limits { cutoff, budget: None, progress: &progress };
    let mut observer = (Recorder::new(tree), EvaluationOrder::default());
    let report = search(algorithm, tree, limits, &mut observer);
    let unwatched = search(algorithm, tree, limits, &mut ());
    assert_eq!((&unwatched.outcome, unwatched.evaluations), (&report.outcome, report.evaluations));
    let record = observer.0.finish();
    let line = record.line(tree).last().map(|&end| tree.path(end)).unwrap_or_default();
    let order = observer.1.0.into_iter().map(|leaf| tree.slots(leaf).start).collect();
    Ran { outcome: report.outcome, evaluations: report.evaluations, order, record, line }
}

fn numbers(json: &Json) -> Vec<usize> {
    json.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
}

#[test]
fn every_vector_of_the_published_haskell_is_reproduced() {
    let text = include_str!("../data/vectors.jsonl");
    assert_eq!(text.lines().count(), 150);
    for (number, line) in text.lines().enumerate() {
        let vector: Json = serde_json::from_str(line).unwrap();
        let tree = tree(&vector["root"], &vector["tree"]);
        for (field, algorithm) in [
            ("minimax", Algorithm::MINIMAX),
            ("minimax", Algorithm::LAZY_MINIMAX),
            ("minimax", Algorithm::TAIL_RECURSIVE),
            ("lattice_pruning", Algorithm::LATTICE_PRUNING),
            ("lattice_pruning", Algorithm::ALPHA_BETA),
            ("lattice_pruning", Algorithm::TAIL_RECURSIVE_ALPHA_BETA),
            ("hughes_lazy", Algorithm::LAZY_ALPHA_BETA),
            ("gk_minimax", Algorithm::SELECTION_GK),
            ("gk_alphabeta", Algorithm::SELECTION_GK_ALPHA_BETA),
            ("j_minimax_path", Algorithm::SELECTION_J),
            ("j_alphabeta_path", Algorithm::SELECTION_J_ALPHA_BETA),
        ] {
            let expected = &vector[field];
            let ran = run(algorithm, &tree, CutoffRule::NonStrict);
            let context = format!("{algorithm}, vector {number}");
            assert_eq!(ran.value(), vector["minimax"]["result"].as_f64(), "{context}");
            assert_eq!(Some(ran.evaluations), expected["evaluations"].as_u64(), "{context}");
            assert_eq!(Some(ran.leaves().len() as u64), expected["distinct_leaves"].as_u64(), "{context}");
            if algorithm == Algorithm::LAZY_ALPHA_BETA {
                let leaves: BTreeSet<usize> = numbers(&expected["leaf_order"]).into_iter().collect();
                assert_eq!(ran.leaves(), leaves, "{context}");
            } else if !expected["leaf_order"].is_null() {
                assert_eq!(ran.order, numbers(&expected["leaf_order"]), "{context}");
            }
            let path = numbers(&vector["gk_minimax_path"]);
            assert_eq!(ran.line, path, "{context}");
        }
    }
}

#[test]
fn every_published_tree_has_its_published_answer_under_each_rule() {
    let published: Json = serde_json::from_str(include_str!("../data/published_trees.json")).unwrap();
    for entry in published["trees"].as_array().unwrap() {
        let tree = tree(&entry["root"], &entry["tree"]);
        for (field, algorithm, rule) in [
            ("alphabeta_nonstrict", Algorithm::ALPHA_BETA, CutoffRule::NonStrict),
            ("alphabeta_nonstrict", Algorithm::LATTICE_PRUNING, CutoffRule::NonStrict),
            ("alphabeta_nonstrict", Algorithm::SELECTION_GK_ALPHA_BETA, CutoffRule::NonStrict),
            ("alphabeta_nonstrict", Algorithm::TAIL_RECURSIVE_ALPHA_BETA, CutoffRule::NonStrict),
            ("alphabeta_strict", Algorithm::ALPHA_BETA, CutoffRule::Strict),
            ("alphabeta_strict", Algorithm::TAIL_RECURSIVE_ALPHA_BETA, CutoffRule::Strict),
            ("alphabeta_strict", Algorithm::LATTICE_PRUNING, CutoffRule::Strict),
            ("alphabeta_strict", Algorithm::SELECTION_GK_ALPHA_BETA, CutoffRule::Strict),
            ("shallow_nonstrict", Algorithm::LAZY_ALPHA_BETA, CutoffRule::NonStrict),
        ] {
            let expected = &entry["computed"][field];
            let ran = run(algorithm, &tree, rule);
            let context = format!("{algorithm} {rule:?} on {}", entry["id"]);
            assert_eq!(ran.value(), expected["value"].as_f64(), "{context}");
            let pruned: Vec<usize> = (0..tree.leaf_count()).filter(|leaf| !ran.leaves().contains(leaf)).collect();
            assert_eq!(pruned, numbers(&expected["pruned_leaf_indices"]), "{context}");
            assert_eq!(ran.evaluations, expected["visited_leaves"].as_u64().unwrap(), "{context}");
            assert_eq!(ran.record.visits().len() as u64, expected["visited_nodes"].as_u64().unwrap(), "{context}");
            assert_eq!(ran.line.first().map(|&child| child as u64), expected["first_best_child"].as_u64(), "{context}");
            if algorithm == Algorithm::LAZY_ALPHA_BETA {
                assert_eq!(ran.record.count_cutoffs(CutoffKind::Deep), 0, "{context}");
            } else {
                let returned: Vec<Option<f64>> = tree
                    .children(NodeId::ROOT)
                    .map(|child| ran.record.visit(child).and_then(Visit::value).map(Value::get))
                    .collect();
                let expected: Vec<Option<f64>> =
                    expected["root_child_returns"].as_array().unwrap().iter().map(Json::as_f64).collect();
                assert_eq!(returned, expected, "{context}");
            }
        }
    }
}
