//! Builds random trees for tests.

use plyscope::tree::{Builder, NodeId, Tree};

/// Builds a tree in preorder. `fill` sets the fields of each node and returns its number of children.
pub(crate) fn grow(mut builder: Builder, mut fill: impl FnMut(&mut Builder, NodeId) -> usize) -> Tree {
    // The number of children that each open node still needs.
    let mut lacking: Vec<usize> = Vec::new();
    loop {
        let node = builder.open().unwrap();
        lacking.push(fill(&mut builder, node));
        while lacking.last() == Some(&0) {
            lacking.pop();
            builder.close();
            match lacking.last_mut() {
                Some(lacks) => *lacks -= 1,
                None => return builder.build().unwrap(),
            }
        }
    }
}
