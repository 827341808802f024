//! The order in which a search evaluates leaves.

use super::event::Event;
use super::follow::{Child, Cut, Entered, Follower, Left, Nodes, Watch};
use super::telling::Listener;
use crate::memory;
use crate::tree::{NodeId, Tree, Value};

/// Collects the leaves of a tree, or nodes at the depth limit, in the order of their evaluations.
///
/// ```
/// use plyscope::search::story::EvaluationOrder;
/// use plyscope::search::{Algorithm, Limits, tell};
/// use plyscope::tree::Tree;
///
/// let tree: Tree = "((3 12 8) (2 4 6))".parse()?;
/// let mut order = EvaluationOrder::new(&tree);
/// tell(Algorithm::ALPHA_BETA, &tree, Limits::default(), &mut order);
/// let slots: Vec<usize> = order.finish().into_iter().map(|leaf| tree.slots(leaf).start).collect();
/// assert_eq!(slots, [0, 1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Takes four bytes for each evaluation.
pub struct EvaluationOrder<'t> {
    follower: Follower<Nodes<'t>, ()>,
    order: Order,
}

struct Order(Vec<NodeId>);

impl<'t> EvaluationOrder<'t> {
    /// The order of a run that has not started.
    pub fn new(tree: &'t Tree) -> EvaluationOrder<'t> {
        EvaluationOrder { follower: Follower::new(Nodes::new(tree)), order: Order(Vec::new()) }
    }

    /// The evaluated nodes; those evaluated repeatedly occur repeatedly.
    pub fn finish(self) -> Vec<NodeId> {
        self.order.0
    }
}

impl Listener for EvaluationOrder<'_> {
    fn hear(&mut self, events: &[Event]) {
        self.follower.follow(events, &mut self.order);
    }

    fn hears_forces(&self) -> bool {
        false
    }
}

impl Watch<NodeId> for Order {
    type Tag = ();

    fn entered(&mut self, _: Entered<NodeId>) {}

    fn left(&mut self, Child { node, .. }: Child<NodeId>, (): &(), _: Value, how: Left, _: Option<&mut ()>) {
        if how == Left::Evaluated {
            memory::make_room(&mut self.0).unwrap_or_else(|shortage| memory::give_up(shortage));
            self.0.push(node);
        }
    }

    fn cut(&mut self, _: NodeId, (): &mut (), _: Cut<NodeId>) {}
}
