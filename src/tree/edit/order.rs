//! Orders for sorting the children of a node.

use crate::sorting;
use crate::tree::worth::minimax_values;
use crate::tree::{NodeId, Role, Tree};

/// An order of the children of a node. The sort is stable, and children without a value come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildOrder {
    /// By minimax value, the best for the player to move first.
    BestFirst,
    /// By minimax value, the worst first.
    WorstFirst,
    /// By the children's own values, static or of leaves, the best for the player first.
    ByStaticValue,
}

impl ChildOrder {
    /// All orders, with their names in menus.
    pub const ALL: [(ChildOrder, &'static str); 3] = [
        (ChildOrder::BestFirst, "best first"),
        (ChildOrder::WorstFirst, "worst first"),
        (ChildOrder::ByStaticValue, "by static value"),
    ];

    /// The name in menus.
    pub fn title(self) -> &'static str {
        ChildOrder::ALL.iter().find(|(order, _)| *order == self).map_or("", |(_, title)| title)
    }

    /// What it goes by.
    pub fn explanation(self) -> &'static str {
        match self {
            ChildOrder::BestFirst => "By the minimax values of the children, the best for the player who moves first",
            ChildOrder::WorstFirst => "By the minimax values of the children, the worst for the player who moves first",
            ChildOrder::ByStaticValue => {
                "By the static values of the children, the best for the player who moves first"
            }
        }
    }

    /// Why the children of a node cannot be sorted so. The values of more than 1,000 children are not compared.
    pub fn blocked(self, tree: &Tree, node: NodeId) -> Option<&'static str> {
        const MOST_EXAMINED: usize = 1000;
        if tree.is_leaf(node) {
            return Some("a leaf has no children");
        }
        if self != ChildOrder::ByStaticValue || tree.children(node).nth(MOST_EXAMINED).is_some() {
            return None;
        }
        let has_none = tree.children(node).all(|child| tree.value(child).is_none());
        has_none.then_some("no child has a static value")
    }

    /// The children of a node in this order. Takes time in proportion to the nodes below it, and for the sorting.
    pub fn sorted(self, tree: &Tree, node: NodeId) -> Vec<NodeId> {
        let nodes = tree.subtree(node);
        let minimax = if self == ChildOrder::ByStaticValue { None } else { Some(minimax_values(tree, nodes.clone())) };
        let worth = |child: NodeId| match &minimax {
            Some(worth) => worth[child.index() - nodes.start],
            None => tree.value(child),
        };
        let mut keyed: Vec<_> = tree.children(node).map(|child| (worth(child), child)).collect();
        let falls = (tree.role(node) != Role::MIN) == (self != ChildOrder::WorstFirst);
        sorting::sort_by(&mut keyed, |(a, _), (b, _)| match (a, b) {
            (Some(a), Some(b)) if falls => b.cmp(a),
            (Some(a), Some(b)) => a.cmp(b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        keyed.into_iter().map(|(_, child)| child).collect()
    }
}
