//! How tests grow random trees.

use plyscope::tree::{Builder, NodeId, Tree};

/// Grows a tree in preorder. `fill` sees each node, sets what it should have, and says how many children it has.
pub(crate) fn grow(mut builder: Builder, mut fill: impl FnMut(&mut Builder, NodeId) -> usize) -> Tree {
    // How many children each open node still lacks.
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
