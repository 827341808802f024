//! Finding nodes by their names and values, or by what a search did there.

use std::cmp::Reverse;

use crate::format;
use crate::progress::Progress;
use crate::search::{Cause, Record};
use crate::sorting;
use crate::tree::{NodeId, Tree, Value};

/// The largest number of results.
pub const MOST_FOUND: usize = 1_000_000;
/// The number of nodes between two checks for cancellation.
const PATIENCE: usize = 1 << 16;

/// A query.
#[derive(Clone, Debug, PartialEq)]
pub enum Query {
    /// Nodes whose label or move contains a text, whose value is a number, `leaf 12`, or `node 7`.
    Text(String),
    /// Nodes left by a deep cutoff, in preorder.
    DeepCutoffs,
    /// Nodes left by any cutoff, in preorder.
    Cutoffs,
    /// The tops of pruned subtrees, the largest first.
    Pruned,
    /// All nodes in the order of their first visits.
    Visits,
}

impl Query {
    /// The queries about a search, with their titles.
    pub const OF_SEARCHES: [(Query, &'static str); 4] = [
        (Query::DeepCutoffs, "Deep cutoffs"),
        (Query::Cutoffs, "Cutoffs"),
        (Query::Pruned, "Pruned subtrees, the largest first"),
        (Query::Visits, "First visits, in order"),
    ];

    /// Whether it is about a search.
    pub fn is_of_search(&self) -> bool {
        !matches!(self, Query::Text(_))
    }

    /// The matching nodes of a tree; queries about a search need its record.
    ///
    /// Takes time linear in the size of the tree for texts, and in the number of visits for the others. `None` if it was cancelled.
    pub fn find(&self, tree: &Tree, record: Option<&Record>, progress: &Progress) -> Option<Vec<NodeId>> {
        let mut found = match (self, record) {
            (Query::Text(text), _) => {
                Wanted::new(text, tree).map_or_else(|| Some(Vec::new()), |wanted| wanted.find(tree, progress))?
            }
            (_, None) => Vec::new(),
            (Query::Cutoffs | Query::DeepCutoffs, Some(record)) => {
                let cutoffs = record.cutoffs();
                let wanted = cutoffs.filter(|cutoff| *self == Query::Cutoffs || cutoff.cause == Cause::Deep);
                wanted.map(|cutoff| cutoff.node).collect()
            }
            (Query::Pruned, Some(record)) => pruned(tree, record),
            (Query::Visits, Some(record)) => {
                let visits = record.visits();
                let mut nodes = vec![NodeId::ROOT; visits.len()];
                for visit in visits {
                    nodes[visit.order as usize] = visit.node;
                }
                nodes
            }
        };
        found.truncate(MOST_FOUND);
        Some(found)
    }
}

/// The tops of pruned subtrees, the largest first; among equal ones, the leftmost first.
fn pruned(tree: &Tree, record: &Record) -> Vec<NodeId> {
    let below = record.cutoffs().flat_map(|cutoff| tree.children(cutoff.node));
    let mut tops: Vec<NodeId> = below.filter(|&child| !record.is_visited(child)).collect();
    sorting::sort_by_key(&mut tops, |&top| (Reverse(tree.subtree(top).len()), top));
    tops
}

/// A parsed query text.
struct Wanted {
    /// In lower case.
    text: String,
    value: Option<Value>,
    /// A node, by its number.
    node: Option<NodeId>,
}

impl Wanted {
    fn new(text: &str, tree: &Tree) -> Option<Wanted> {
        let text = text.trim().to_lowercase();
        let number = |prefix: &str| text.strip_prefix(prefix)?.trim().replace(',', "").parse::<usize>().ok();
        let leaf = number("leaf ").filter(|&slot| slot < tree.leaf_count()).map(|slot| tree.leaf(slot));
        let node = number("node ").or_else(|| number("#")).and_then(|index| tree.node(index));
        // A number may be copied from where it is shown, with a minus sign and separators.
        let shown = || format::ungrouped(&text).and_then(Value::new).filter(|value| value.grouped() == text);
        let value = text.parse().ok().or_else(shown);
        (!text.is_empty()).then(|| Wanted { value, node: leaf.or(node), text })
    }

    fn find(&self, tree: &Tree, progress: &Progress) -> Option<Vec<NodeId>> {
        let contains = |text: Option<&str>| text.is_some_and(|text| text.to_lowercase().contains(&self.text));
        let mut found = Vec::new();
        for node in tree.nodes() {
            if node.index() % PATIENCE == 0 && progress.is_cancelled() {
                return None;
            }
            let is_value = self.value.is_some() && tree.value(node) == self.value;
            let is_chance = self.text == "chance" && tree.is_chance(node)
                || self.value.is_some() && tree.probability(node).is_some_and(|share| share.to_string() == self.text);
            if is_value
                || is_chance
                || self.node == Some(node)
                || contains(tree.label(node))
                || contains(tree.move_name(node))
            {
                found.push(node);
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Algorithm, Limits, Recorder, tell};

    fn found(query: &Query, tree: &Tree) -> Vec<usize> {
        let mut recorder = Recorder::new(tree);
        tell(Algorithm::ALPHA_BETA, tree, Limits::default(), &mut recorder);
        let record = recorder.finish();
        query.find(tree, Some(&record), &Progress::new()).unwrap().iter().map(|node| node.index()).collect()
    }

    #[test]
    fn chance_nodes_and_probabilities_are_found() {
        let json = r#"[4, {"player": "chance", "children": [{"probability": "1/3", "value": 1}, {"probability": "2/3", "value": 7}]}]"#;
        let tree = crate::tree::file::parse(None, json.as_bytes(), &Progress::new()).unwrap();
        assert_eq!(found(&Query::Text("chance".into()), &tree), [2]);
        assert_eq!(found(&Query::Text("2/3".into()), &tree), [4]);
    }

    #[test]
    fn texts_find_values_numbers_labels_and_nothing_else() {
        let tree: Tree = "((3 12 8) (2 4 3))".parse().unwrap();
        let text = |text: &str| found(&Query::Text(text.into()), &tree);
        assert_eq!(text("3"), [2, 8]);
        assert_eq!(text("leaf 1"), [3]);
        assert_eq!(text(" node 5 "), [5]);
        assert_eq!(text("leaf 99"), [0_usize; 0]);
        assert_eq!(text(""), [0_usize; 0]);
    }

    #[test]
    fn a_value_is_found_as_it_is_shown_and_as_it_is_written() {
        let tree: Tree = "((-3 1234.5) (35 -1234567))".parse().unwrap();
        let text = |text: &str| found(&Query::Text(text.into()), &tree);
        for (index, texts) in [(2, ["-3", "−3"]), (3, ["1234.5", "1,234.5"]), (6, ["-1234567", "−1,234,567"])] {
            assert_eq!(texts.map(text), [[index], [index]]);
        }
        assert_eq!(text("3,5"), [0_usize; 0]);
    }

    #[test]
    fn states_find_deep_cutoffs_and_the_largest_pruned_subtree_first() {
        let tree: Tree = "(5 (((4 100) 6) 8) (2 ((1 2 3) 9)))".parse().unwrap();
        let deep = found(&Query::DeepCutoffs, &tree);
        assert_eq!(deep, [4]);
        let pruned = found(&Query::Pruned, &tree);
        let sizes: Vec<usize> = pruned.iter().map(|&index| tree.subtree(tree.node(index).unwrap()).len()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b) && sizes[0] == 6, "{sizes:?}");
        assert_eq!(found(&Query::Visits, &tree)[..3], [0, 1, 2]);
    }
}
