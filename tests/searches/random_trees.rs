//! Random trees for properties: irregular, with many ties, and where it matters with unknown leaves and players that do not
//! alternate.

use plyscope::tree::{Builder, NodeId, Player, Tree, Value};
use proptest::prelude::*;

/// The features of a random tree.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Shape {
    pub(crate) unknown_leaves: bool,
    pub(crate) any_players: bool,
    pub(crate) static_values: bool,
}

/// A random tree, from a random list with one entry per node in preorder: the number of children, the value, and special features.
pub(crate) fn tree(shape: Shape) -> impl Strategy<Value = Tree> {
    let node = (0_usize..5, -3_i32..4, any::<u8>());
    (proptest::collection::vec(node, 1..70), 1_i32..5, any::<bool>()).prop_map(move |(nodes, scale, is_min)| {
        let mut builder = Builder::new();
        builder.set_root_player(if is_min { Player::Min } else { Player::Max });
        let mut nodes = nodes.into_iter();
        builder
            .grown(|builder, node| {
                // When the list is used up, the nodes that still need children get leaves.
                let (children, value, odd) = nodes.next().unwrap_or((0, 1, 0));
                // A root with fewer children would make most trees tiny.
                let children = if node == NodeId::ROOT { children.max(2) } else { children };
                // From seven different values with scale 1 down to one with scale 4: many ties.
                let value = Value::from(value / scale);
                if children > 0 && shape.static_values || children == 0 && !(shape.unknown_leaves && odd % 4 == 0) {
                    builder.set_value(node, Some(value));
                }
                if shape.any_players && odd % 3 == 0 {
                    builder.set_player(node, if odd % 2 == 0 { Player::Max } else { Player::Min });
                }
                children
            })
            .unwrap()
    })
}

pub(crate) fn plain() -> impl Strategy<Value = Tree> {
    tree(Shape::default())
}

pub(crate) fn any_players() -> impl Strategy<Value = Tree> {
    tree(Shape { any_players: true, ..Shape::default() })
}

/// A tree in which every node has a value and the players alternate.
pub(crate) fn valued() -> impl Strategy<Value = Tree> {
    tree(Shape { static_values: true, ..Shape::default() })
}

pub(crate) fn with_static_values() -> impl Strategy<Value = Tree> {
    tree(Shape { any_players: true, static_values: true, ..Shape::default() })
}

/// A small tree in which few values are equal, so that a value which is not exact seldom makes no difference at the root.
pub(crate) fn small() -> impl Strategy<Value = Tree> {
    let children = prop_oneof![3 => Just(0_usize), 1 => Just(1), 3 => 2_usize..4];
    let node = (children, -50_i32..50, proptest::option::weighted(0.3, any::<bool>()));
    proptest::collection::vec(node, 3..20).prop_map(|nodes| {
        let mut nodes = nodes.into_iter();
        Builder::new()
            .grown(|builder, node| {
                let (children, value, player) = nodes.next().unwrap_or((0, node.index() as i32, None));
                if let Some(is_min) = player {
                    builder.set_player(node, if is_min { Player::Min } else { Player::Max });
                }
                let children = if node == NodeId::ROOT { children.max(2) } else { children };
                if children == 0 {
                    builder.set_value(node, Some(Value::from(value)));
                }
                children
            })
            .unwrap()
    })
}

/// Builds `tree` below the open parent.
pub(crate) fn graft(builder: &mut Builder, tree: &Tree, keep: impl Fn(NodeId) -> bool) {
    let mut ends: Vec<usize> = Vec::new();
    for node in tree.nodes().filter(|&node| keep(node)) {
        while ends.last().is_some_and(|&end| end <= node.index()) {
            ends.pop();
            builder.close();
        }
        let copy = builder.open().unwrap();
        builder.set_value(copy, tree.value(node));
        builder.set_player(copy, tree.player(node));
        ends.push(tree.subtree(node).end);
    }
    for _ in ends {
        builder.close();
    }
}

/// A tree in which every path has the same length.
pub(crate) fn full(branching: u32, depth: u32, leaf: &mut impl FnMut() -> Value) -> Tree {
    let tree = Builder::new().grown(|builder, node| {
        if builder.open_count() <= depth as usize {
            return branching as usize;
        }
        builder.set_value(node, Some(leaf()));
        0
    });
    tree.unwrap()
}

/// A full tree whose leaves differ.
pub(crate) fn noisy(branching: u32, depth: u32, seed: u64) -> Tree {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    full(branching, depth, &mut || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        Value::new((state % (1 << 40)) as f64).unwrap()
    })
}
