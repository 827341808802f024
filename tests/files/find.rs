//! `plyscope find`: the smallest tree on which two searches differ.

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::program::{failure, json, plyscope, stdout, told};

/// The tree that is found, and its numbers of leaves and nodes.
fn found(arguments: &[&str]) -> (String, u64, u64) {
    let found: Json = json(&[&["find", "--format", "json"], arguments].concat());
    let tree = &found["found"];
    let number = |key: &str| tree[key].as_u64().unwrap();
    assert_eq!(tree["smallest"], true, "{found}");
    (tree["tree"].as_str().unwrap().to_owned(), number("leaves"), number("nodes"))
}

#[test]
fn the_known_smallest_trees_are_found() {
    for (visits, other, tree, leaves, nodes) in [
        ("alpha-beta@strict", "alpha-beta", "[0, [0, 0]]", 3, 5),
        ("lazy-alpha-beta", "alpha-beta", "[0, [[[0, 0]]]]", 3, 7),
        ("alpha-beta", "sss-star", "[[0, 0], 1]", 3, 5),
    ] {
        let is_found = found(&["--visits", visits, "--not-visited-by", other]);
        assert_eq!(is_found, (tree.to_owned(), leaves, nodes), "{visits} and {other}");
    }
    // NegaScout's leaves are those of alpha-beta, but it evaluates some of them again.
    let (_, leaves, _) = found(&["--visits", "negascout", "--more-than", "alpha-beta"]);
    assert!(leaves <= 4, "{leaves}");
}

#[test]
fn none_is_found_where_a_search_dominates_the_other() {
    let arguments = ["find", "--visits", "sss-star", "--not-visited-by", "alpha-beta", "--random", "300"];
    let text = stdout(&plyscope(&arguments).code(1));
    assert!(text.starts_with("none: of ") && text.contains("up to 4 leaves and 11 nodes"), "{text}");
}

#[test]
fn the_tree_is_written_and_what_cannot_be_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("found.json");
    let path = path.to_str().unwrap();
    let arguments = ["find", "--visits", "alpha-beta@strict", "--not-visited-by", "alpha-beta", "--output", path];
    let text = told(&arguments);
    assert!(text.contains("3 leaves, 5 nodes; there is no smaller one"), "{text}");
    assert!(text.contains("alpha-beta@strict evaluates the leaves 0, 1 and 2"), "{text}");
    let searched = json(&["search", path, "--algorithm", "alpha-beta", "--format", "json"]);
    assert_eq!(searched["tree"]["leaves"], 3);
    // The file keeps the command that finds the tree again.
    let file: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let command: Vec<&str> = file["source"].as_str().unwrap().split(' ').collect();
    assert_eq!(command[0], "plyscope");
    assert_eq!(found(&command[2..]), ("[0, [0, 0]]".to_owned(), 3, 5), "{command:?}");
    assert!(failure(&arguments).contains("exists"));
    let same = failure(&["find", "--visits", "mtd-f=2", "--not-visited-by", "mtd-f=2"]);
    assert!(same.contains("both searches are MTD(f), first guess 2"), "{same}");
    assert!(
        failure(&["find", "--visits", "alpha-beta@loose", "--not-visited-by", "minimax"])
            .contains("strict or non-strict")
    );
    assert!(failure(&["find", "--visits", "alpha-beta", "--not-visited-by", "minimax"]).contains("every leaf"));
    assert!(failure(&["find", "--visits", "alpha-beta"]).contains("--not-visited-by"));
}
