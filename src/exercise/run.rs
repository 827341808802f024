//! What a search does on the tree of an exercise, node by node, read from its story.

use super::Unfit;
use super::solved::copied;
use crate::search::catalogue::Revisits;
use crate::search::story::follow::{Child, Cut, Entered, Follower, Left, Nodes, Watch};
use crate::search::story::{Cause, Said, Story};
use crate::search::{Algorithm, Catalogue, CutoffRule, Limits, Window, tell};
use crate::tree::{NodeId, Tree, Value};

/// The order in which a search visits children.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// From left to right.
    #[default]
    Left,
    /// From right to left.
    Right,
}

/// How a tree is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// When it cuts off.
    pub rule: CutoffRule,
    /// The order of the children.
    pub order: Order,
}

/// A node that the search entered: its first visit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visited {
    /// The window with which it was entered.
    pub entered: Window,
    /// The window when it was left.
    pub left: Window,
    /// The value that it returned.
    pub value: Option<Value>,
}

/// A cutoff: the edges that it cut.
#[derive(Clone, Debug, PartialEq)]
pub struct Skipped {
    /// The node that was left before its last child.
    pub node: NodeId,
    /// Its children that were not visited, in the order in which the search would have visited them.
    pub children: Vec<NodeId>,
    /// Whether the bound came from further up than the parent.
    pub is_deep: bool,
}

/// A finished search.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// By the index of the node.
    pub visits: Vec<Option<Visited>>,
    /// The evaluated leaves, in order.
    pub leaves: Vec<NodeId>,
    /// The cutoffs, in order.
    pub cutoffs: Vec<Skipped>,
}

impl Method {
    /// Refuses a search that may visit nodes more than once, or does not take this kind of tree.
    pub fn check(&self) -> Result<(), Unfit> {
        if self.visits_once() {
            return Ok(());
        }
        let (id, fit) = (self.algorithm.id(), listed(is_fit));
        Err(Unfit::new(format!(
            "{id} may visit a node more than once, and the questions are about searches that do not; choose one of {fit}"
        )))
    }

    /// Refuses chance nodes if the search is about MAX and MIN only.
    pub fn check_chance(&self, has_chance: bool) -> Result<(), Unfit> {
        if !has_chance || self.takes_chance() {
            return Ok(());
        }
        let (id, fit) = (self.algorithm.id(), listed(|algorithm| is_fit(algorithm) && algorithm.entry().takes_chance));
        Err(Unfit::new(format!("chance moves in the tree, and {id} is about MAX and MIN; choose one of {fit}")))
    }

    /// Whether the search takes chance nodes.
    pub fn takes_chance(&self) -> bool {
        self.algorithm.entry().takes_chance
    }

    /// Whether the search prunes.
    pub fn prunes(&self) -> bool {
        self.algorithm.leaves().prunes()
    }

    /// Whether each cutoff of the search is at alpha and beta under the [rule](Method::rule), as the leaves that it evaluates say.
    pub(super) fn cuts_by_windows(&self) -> bool {
        use crate::search::catalogue::LeafClass::{AlphaBeta, WithinAlphaBeta, WithoutDeepCutoffs};
        let entry = self.algorithm.entry();
        let is_like_alpha_beta = matches!(self.algorithm.leaves(), AlphaBeta | WithinAlphaBeta | WithoutDeepCutoffs);
        is_like_alpha_beta && entry.revisits != Revisits::Recalling && !entry.asks
    }

    /// Whether the search goes through the tree depth first, with one order of the children everywhere.
    pub(super) fn is_depth_first(&self) -> bool {
        self.cuts_by_windows() || !self.prunes()
    }

    /// Whether the search visits each node at most once.
    pub fn visits_once(&self) -> bool {
        is_fit(self.algorithm)
    }

    /// The tree as the search sees it, whose first child is the one that is visited first, with the original of each of its nodes.
    pub(super) fn seen(&self, tree: &Tree) -> Result<(Tree, Vec<NodeId>), Unfit> {
        reordered(tree, |node| {
            let mut children: Vec<NodeId> = tree.children(node).collect();
            if self.order == Order::Right {
                children.reverse();
            }
            children
        })
    }

    /// Searches a tree.
    pub fn run(&self, tree: &Tree) -> Result<Run, Unfit> {
        let (seen, originals) = self.seen(tree)?;
        Ok(self.run_from_left(&seen).of(&originals))
    }

    /// Searches a tree. The children of some nodes are visited in these orders, those of the others from left to right.
    pub(super) fn run_in_order(&self, tree: &Tree, order: &[(NodeId, Vec<NodeId>)]) -> Result<Run, Unfit> {
        let (searched, originals) = reordered(tree, |node| {
            let own = order.iter().find(|&&(ordered, _)| ordered == node);
            own.map_or_else(|| tree.children(node).collect(), |(_, children)| children.clone())
        })?;
        Ok(self.run_from_left(&searched).of(&originals))
    }

    fn run_from_left(&self, tree: &Tree) -> Run {
        let mut story = Story::new();
        tell(self.algorithm, tree, Limits::default().cutoff(self.rule), &mut story);
        let mut run = followed(tree, &story);
        run.complete(tree);
        run
    }
}

fn is_fit(algorithm: Algorithm) -> bool {
    let entry = algorithm.entry();
    entry.revisits == Revisits::Never && !entry.has_table && !entry.asks
}

/// The identifiers of some algorithms.
fn listed(is_fit: impl Fn(Algorithm) -> bool) -> String {
    let fit = Catalogue::BUILT_IN.all().filter(|&algorithm| is_fit(algorithm));
    fit.map(Algorithm::id).collect::<Vec<_>>().join(", ")
}

/// Follows the story of a search.
fn followed(tree: &Tree, story: &Story) -> Run {
    let mut run = Run { visits: vec![None; tree.len()], ..Run::default() };
    let mut follower = Follower::new(Nodes::new(tree));
    for event in story.events() {
        // The window of a node that is left is known only before.
        if let (Said::Leave { .. }, Some(open)) = (event.read(), follower.open.last())
            && let Some(visit) = run.visits[open.node.index()].as_mut().filter(|visit| visit.value.is_none())
        {
            visit.left = open.window.values();
        }
        follower.follow(&[event], &mut run);
    }
    run
}

impl Watch<NodeId> for Run {
    type Tag = ();

    fn entered(&mut self, node: Entered<NodeId>) {
        let window = node.window.values();
        self.visits[node.node.index()].get_or_insert(Visited { entered: window, left: window, value: None });
    }

    fn left(&mut self, child: Child<NodeId>, (): &(), value: Value, how: Left, _: Option<&mut ()>) {
        if how == Left::Evaluated {
            self.leaves.push(child.node);
        }
        if let Some(visit) = &mut self.visits[child.node.index()] {
            visit.value.get_or_insert(value);
        }
    }

    fn cut(&mut self, node: NodeId, (): &mut (), cut: Cut<NodeId>) {
        self.cutoffs.push(Skipped { node, children: Vec::new(), is_deep: cut.cause == Cause::Deep });
    }
}

impl Run {
    /// Whether the search entered a node.
    pub fn is_visited(&self, node: NodeId) -> bool {
        self.visits[node.index()].is_some()
    }

    /// Adds the edges to the cutoffs.
    fn complete(&mut self, tree: &Tree) {
        for cutoff in &mut self.cutoffs {
            let skipped = tree.children(cutoff.node).filter(|child| self.visits[child.index()].is_none());
            cutoff.children = skipped.collect();
        }
    }

    /// The same run with other names for the nodes.
    fn of(self, names: &[NodeId]) -> Run {
        let mut visits = vec![None; self.visits.len()];
        for (visit, name) in self.visits.into_iter().zip(names) {
            visits[name.index()] = visit;
        }
        let original = |nodes: Vec<NodeId>| nodes.into_iter().map(|node| names[node.index()]).collect();
        let cutoffs = self.cutoffs.into_iter().map(|cutoff| Skipped {
            node: names[cutoff.node.index()],
            children: original(cutoff.children),
            ..cutoff
        });
        Run { visits, cutoffs: cutoffs.collect(), leaves: original(self.leaves) }
    }
}

/// The tree with the children of each node in another order, and the original of each of its nodes.
fn reordered(tree: &Tree, order: impl Fn(NodeId) -> Vec<NodeId>) -> Result<(Tree, Vec<NodeId>), Unfit> {
    copied(tree, order, |node| tree.value(node), |node| tree.label(node).unwrap_or_default())
}
