//! What a run costs, counted on any game while it runs: the same numbers as a [`Record`](super::Record) has of an explicit tree,
//! in memory for the line of play alone.

use std::collections::HashSet;
use std::hash::BuildHasher;

use super::observer::Observer;
use super::open::{CutoffKind, OpenNodes};
use super::{Algorithm, Limits, Report, Window, search};
use crate::game::{Game, HasPath, Path, WithPaths};
use crate::tree::{Player, Value};

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Calls of the static evaluation.
    pub evaluations: u64,
    /// Leaves, or nodes at the depth limit, that were evaluated at least once.
    pub distinct_leaves: u64,
    /// Nodes that were entered.
    pub visited_nodes: u64,
    /// Nodes left before their last child with a bound from the parent.
    pub shallow_cutoffs: u64,
    /// Nodes left before their last child with a bound from further up.
    pub deep_cutoffs: u64,
}

/// Searches a game and counts. Two nodes are the same when the same moves lead to them.
///
/// Takes memory for the nodes visited only with the algorithms that [come back](Algorithm::repeats_evaluations) to nodes.
pub fn count<G: Game>(algorithm: Algorithm, game: &G, limits: Limits<'_>) -> (Report<G::Position>, Counts) {
    if algorithm.repeats_evaluations() {
        let mut tally = Tally::<HashSet<Path>>::default();
        let report = search(algorithm, &WithPaths::new(game), limits, &mut tally);
        (report.map(|node| node.position), tally.counts)
    } else {
        let mut tally = Tally::<Always>::default();
        let report = search(algorithm, game, limits, &mut tally);
        (report, tally.counts)
    }
}

/// Counts what it sees. `M` knows whether a node is visited for the first time.
#[derive(Debug, Default)]
pub struct Tally<M> {
    counts: Counts,
    memory: M,
    /// The nodes entered and not left, each with its window where this is the first visit.
    open: OpenNodes<Option<Window>>,
}

impl<M> Tally<M> {
    /// A tally that has seen nothing.
    pub fn new(memory: M) -> Tally<M> {
        Tally { counts: Counts::default(), memory, open: OpenNodes::default() }
    }

    /// What it counted so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// Tells first visits from later ones.
pub trait Memory<P> {
    /// Whether the node was not visited before.
    fn is_first_visit(&mut self, node: &P) -> bool;
}

/// For a search that never comes back to a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Always;

impl<P> Memory<P> for Always {
    #[inline]
    fn is_first_visit(&mut self, _: &P) -> bool {
        true
    }
}

/// `None` is for a search that never comes back to a node.
impl<P, M: Memory<P>> Memory<P> for Option<M> {
    fn is_first_visit(&mut self, node: &P) -> bool {
        self.as_mut().is_none_or(|memory| memory.is_first_visit(node))
    }
}

impl<P: HasPath, S: BuildHasher> Memory<P> for HashSet<Path, S> {
    fn is_first_visit(&mut self, node: &P) -> bool {
        self.insert(node.path())
    }
}

impl<P, M: Memory<P>> Observer<P> for Tally<M> {
    #[inline]
    fn enter(&mut self, node: &P, player: Player, window: Window) {
        let is_first = self.memory.is_first_visit(node);
        self.counts.visited_nodes += u64::from(is_first);
        self.open.enter(is_first.then_some(window), player);
    }

    #[inline]
    fn evaluate(&mut self, _: &P, value: Value) {
        self.counts.evaluations += 1;
        let is_first = self.open.leave(value).is_some_and(|window| window.is_some());
        self.counts.distinct_leaves += u64::from(is_first);
    }

    #[inline]
    fn leave(&mut self, _: &P, value: Value) {
        self.open.leave(value);
    }

    #[inline]
    fn cutoff(&mut self, _: &P) {
        let Some(Some(window)) = self.open.innermost() else { return };
        match self.open.cutoff(window).map(|closed| closed.kind) {
            Some(CutoffKind::Shallow) => self.counts.shallow_cutoffs += 1,
            Some(CutoffKind::Deep) => self.counts.deep_cutoffs += 1,
            None => {}
        }
    }
}
