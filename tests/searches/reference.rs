//! Compares every algorithm with runs of the published Haskell programs and with trees that textbooks print with their answers.

use std::collections::BTreeSet;

use plyscope::progress::Progress;
use plyscope::search::story::Said;
use plyscope::search::{Algorithm, Cause, CutoffRule, Setter};
use plyscope::tree::file::{Format, parse};
use plyscope::tree::{NodeId, Tree, Value};
use serde_json::Value as Json;

use crate::told::{self, bare, limits};

struct Ran {
    told: told::Ran,
    /// Leaf numbers in the order of their evaluations.
    order: Vec<usize>,
    line: Vec<usize>,
}

impl Ran {
    fn leaves(&self) -> BTreeSet<usize> {
        self.order.iter().copied().collect()
    }

    fn value(&self) -> Option<f64> {
        self.told.value().map(Value::get)
    }
}

pub(crate) fn tree(root: &Json, nodes: &Json) -> Tree {
    let text = serde_json::json!({ "root": root, "tree": nodes }).to_string();
    parse(Some(Format::JSON), text.as_bytes(), &Progress::new()).unwrap()
}

fn run(algorithm: Algorithm, tree: &Tree, cutoff: CutoffRule) -> Ran {
    let told = told::ran(algorithm, tree, tree, limits(cutoff, None));
    let bare = bare(algorithm, tree, limits(cutoff, None));
    assert_eq!((&bare.outcome, bare.evaluations), (&told.report.outcome, told.report.evaluations));
    let line = told.record.line(tree).last().map(|&end| tree.path(end)).unwrap_or_default();
    let order = told.order.iter().map(|&leaf| tree.slots(leaf).start).collect();
    Ran { told, order, line }
}

pub(crate) fn numbers(json: &Json) -> Vec<usize> {
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
            assert_eq!(Some(ran.told.report.evaluations), expected["evaluations"].as_u64(), "{context}");
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
            assert_eq!(ran.told.report.evaluations, expected["visited_leaves"].as_u64().unwrap(), "{context}");
            assert_eq!(ran.told.record.visits().len() as u64, expected["visited_nodes"].as_u64().unwrap(), "{context}");
            assert_eq!(ran.line.first().map(|&child| child as u64), expected["first_best_child"].as_u64(), "{context}");
            if algorithm == Algorithm::LAZY_ALPHA_BETA {
                assert_eq!(ran.told.counts.deep_cutoffs, 0, "{context}");
            } else {
                let returned: Vec<Option<f64>> = tree
                    .children(NodeId::ROOT)
                    .map(|child| ran.told.record.visit(child).and_then(|visit| visit.value()).map(Value::get))
                    .collect();
                let expected: Vec<Option<f64>> =
                    expected["root_child_returns"].as_array().unwrap().iter().map(Json::as_f64).collect();
                assert_eq!(returned, expected, "{context}");
            }
        }
    }
}

/// The cutoffs of a run, each in the notation of the reference.
fn cutoffs(tree: &Tree, ran: &Ran) -> Vec<Json> {
    // Each open node with its child that was entered last.
    let mut open: Vec<(NodeId, u32)> = Vec::new();
    let mut cutoffs = Vec::new();
    for event in ran.told.story.events() {
        match event.read() {
            Said::Enter { index, value, .. } => {
                let node = open.last_mut().map_or(NodeId::ROOT, |(node, last)| {
                    *last = index;
                    tree.children(*node).nth(index as usize).unwrap()
                });
                if value.is_none() {
                    open.push((node, 0));
                }
            }
            Said::Leave { .. } | Said::Recall { .. } => drop(open.pop()),
            Said::Cutoff { cause, bound, by } => {
                let Setter::Child { depth, index } = by else { panic!("{by:?}") };
                let &(node, last) = open.last().unwrap();
                let kind = if cause == Cause::Shallow { "shallow" } else { "deep" };
                let skipped = tree.children(node).count() - 1 - last as usize;
                cutoffs.push(serde_json::json!({
                    "path": tree.path(node), "kind": kind, "bound": bound.get() as i64,
                    "by_depth": depth, "by_child": index, "skipped": skipped,
                }));
            }
            _ => {}
        }
    }
    cutoffs
}

#[test]
fn every_cutoff_has_the_cause_of_the_reference() {
    let text = include_str!("../data/causes.jsonl");
    assert_eq!(text.lines().count(), 120);
    for (number, line) in text.lines().enumerate() {
        let expected: Json = serde_json::from_str(line).unwrap();
        let tree = tree(&expected["root"], &expected["tree"]);
        for algorithm in crate::families::deep() {
            let ran = run(algorithm, &tree, CutoffRule::NonStrict);
            assert_eq!(ran.value(), expected["alpha-beta"]["value"].as_f64(), "{algorithm}, tree {number}");
            let known = expected["alpha-beta"]["cutoffs"].as_array().unwrap();
            assert_eq!(&cutoffs(&tree, &ran), known, "{algorithm}, tree {number}");
        }
        let ran = run(Algorithm::LAZY_ALPHA_BETA, &tree, CutoffRule::NonStrict);
        assert_eq!(ran.value(), expected["lazy-alpha-beta"]["value"].as_f64(), "tree {number}");
        let as_set = |cutoffs: &[Json]| cutoffs.iter().map(Json::to_string).collect::<BTreeSet<String>>();
        let known = expected["lazy-alpha-beta"]["cutoffs"].as_array().unwrap();
        assert_eq!(as_set(&cutoffs(&tree, &ran)), as_set(known), "lazy alpha-beta, tree {number}");
    }
}

#[test]
fn re_searching_algorithms_evaluate_the_leaves_of_the_reference_in_its_order() {
    let text = include_str!("../data/researches.jsonl");
    assert_eq!(text.lines().count(), 90);
    let mut compared = 0;
    for (number, line) in text.lines().enumerate() {
        let expected: Json = serde_json::from_str(line).unwrap();
        let tree = tree(&expected["root"], &expected["tree"]);
        for algorithm in [Algorithm::ALPHA_BETA, Algorithm::MTD_F, Algorithm::NEGASCOUT] {
            let known = &expected[algorithm.id()];
            if known.is_null() {
                continue;
            }
            let ran = run(algorithm, &tree, CutoffRule::NonStrict);
            assert_eq!(ran.value(), known["value"].as_f64(), "{algorithm}, tree {number}");
            assert_eq!(ran.order, numbers(&known["evaluation_order"]), "{algorithm}, tree {number}");
            compared += 1;
        }
    }
    assert_eq!(compared, 90 + 90 + 60);
}
