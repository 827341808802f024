//! Compares the selection functions J and GK with a run under GHC, on trees larger and smaller than those of the published
//! vectors. `data/selection/Selection.hs` says what was run and how.

use std::collections::BTreeSet;

use plyscope::progress::Progress;
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::tree::file::{Format, parse};
use plyscope::tree::{NodeId, Tree};
use serde_json::Value as Json;

use crate::told::{self, limits};

#[test]
fn every_selection_evaluates_the_same_leaves_as_under_ghc() {
    let mut runs = 0;
    for line in include_str!("../data/selection_monad.jsonl").lines() {
        let line: Json = serde_json::from_str(line).unwrap();
        let file = serde_json::json!({ "root": line["root"], "tree": line["tree"] }).to_string();
        let tree = parse(Some(Format::JSON), file.as_bytes(), &Progress::new()).unwrap();
        for (id, expected) in line["runs"].as_object().unwrap() {
            assert_judges(id.parse().unwrap(), &tree, expected);
            runs += 1;
        }
    }
    assert_eq!(runs, 16 * 4);
}

/// `expected` is the play, and the leaves in the order of their evaluations or the number of evaluations.
fn assert_judges(algorithm: Algorithm, tree: &Tree, expected: &Json) {
    let context = format!("{algorithm} on {} leaves, height {}", tree.leaf_count(), tree.height());
    let told::Ran { report, record, order, .. } = told::ran(algorithm, tree, tree, limits(CutoffRule::NonStrict, None));
    let line = record.line(tree);
    let end = line.last().copied().unwrap_or(NodeId::ROOT);
    assert_eq!(serde_json::json!(tree.path(end)), expected[0], "{context}");
    assert_eq!(report.outcome.value(), tree.value(end), "{context}");
    let order: Vec<u64> = order.iter().map(|&leaf| tree.slots(leaf).start as u64).collect();
    match expected[1].as_array() {
        None => assert_eq!(Some(report.evaluations), expected[1].as_u64(), "{context}"),
        Some(leaves) => {
            let leaves: Vec<u64> = leaves.iter().filter_map(Json::as_u64).collect();
            assert_eq!(order.len(), leaves.len(), "{context}");
            if algorithm == Algorithm::SELECTION_GK_ALPHA_BETA {
                assert_eq!(order, leaves, "{context}");
            }
            let set = |leaves: Vec<u64>| leaves.into_iter().collect::<BTreeSet<u64>>();
            assert_eq!(set(order), set(leaves), "{context}");
        }
    }
}
