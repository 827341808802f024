//! Finds equal subtrees.

use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::{NodeId, Probability, Role, Tree};
use crate::memory;

/// The most that a node takes, in bytes: its class, and its place in the table of classes while that grows.
const BYTES_PER_NODE: u64 = 20;

/// A number for each node that is the same for equal subtrees and different for others. Subtrees are compared, not their hashes. Names
/// are ignored. Takes time and memory linear in the number of nodes; [gives up](memory::give_up) if there is not enough of the latter.
///
/// Two subtrees are equal if the players, the values, the probabilities and the classes of the children in order are.
pub(super) fn classes(tree: &Tree) -> Box<[u32]> {
    memory::room_for(tree.len() as u64 * BYTES_PER_NODE).unwrap_or_else(|shortage| memory::give_up(shortage));
    let hasher = RandomState::new();
    // The first node found of each class.
    let mut found: HashTable<NodeId> = HashTable::new();
    let mut classes = vec![0; tree.len()].into_boxed_slice();
    // Parents come before their children, so in reverse order the children are done first.
    for node in tree.nodes().rev() {
        let children = |node| tree.children(node).map(|child: NodeId| classes[child.index()]);
        let hash = |&node: &NodeId| {
            let mut state = hasher.build_hasher();
            facts(tree, node).hash(&mut state);
            for class in children(node) {
                class.hash(&mut state);
            }
            state.finish()
        };
        let equal = |&other: &NodeId| facts(tree, node) == facts(tree, other) && children(node).eq(children(other));
        let next = found.len() as u32;
        classes[node.index()] = match found.entry(hash(&node), equal, hash) {
            Entry::Occupied(other) => classes[other.get().index()],
            Entry::Vacant(place) => {
                place.insert(node);
                next
            }
        };
    }
    classes
}

/// Who moves at a node, its value, and the probabilities of its children.
fn facts(tree: &Tree, node: NodeId) -> (Role, Option<u64>, &[Probability]) {
    (tree.role(node), tree.value(node).map(|value| value.get().to_bits()), tree.probabilities(node))
}
