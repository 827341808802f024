//! Hughes' composition, each stage at will.

use std::fmt;

use super::{Highfirst, Ranked, Taketree};
use crate::game::{Game, Prune, Pruned};
use crate::search::{Algorithm, Limits, Observer, Report, Window, search_as_it_is};
use crate::tree::{Player, Value};

/// `max . maximise' . taketree k . highfirst . maptree static . prune n . gametree` with the stages that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pipeline {
    /// `prune n`: cuts the tree off after so many moves; `None` for the whole tree.
    pub prune: Option<u32>,
    /// Whether `prune` goes on below positions that are not quiet.
    pub dynamic: bool,
    /// Whether the subtrees that look best come first.
    pub highfirst: bool,
    /// `taketree k`: how many subtrees of each node are looked at; `None` for all.
    pub taketree: Option<usize>,
    /// `max . maximise'` rather than `maximise`.
    pub alpha_beta: bool,
}

impl Default for Pipeline {
    /// `max . maximise' . maptree static . gametree`.
    fn default() -> Pipeline {
        Pipeline { prune: None, dynamic: false, highfirst: false, taketree: None, alpha_beta: true }
    }
}

/// The composition as the paper writes it.
impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.alpha_beta { "max . maximise'" } else { "maximise" })?;
        if let Some(k) = self.taketree {
            write!(f, " . taketree {k}")?;
        }
        if self.highfirst {
            f.write_str(" . highfirst")?;
        }
        f.write_str(" . maptree static")?;
        if let Some(n) = self.prune {
            write!(f, " . prune {n}")?;
        }
        f.write_str(" . gametree")
    }
}

/// How often static values were asked for, and for what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Evaluated {
    /// At the leaves of the shaped tree.
    pub leaves: u64,
    /// For sorting.
    pub ordering: u64,
    /// At leaves whose value sorting had computed, which are counted in both.
    pub shared: u64,
}

impl Evaluated {
    /// How many static values were computed, each position's once.
    pub fn total(&self) -> u64 {
        self.leaves + self.ordering - self.shared
    }
}

/// A position of a shaped tree.
pub type Shaped<P> = Ranked<Pruned<P>>;

impl Pipeline {
    /// Whether its value need not be that of the whole tree, since some of that is left out.
    pub fn leaves_out(&self) -> bool {
        self.prune.is_some() || self.taketree.is_some()
    }

    /// Finds the value of a game's root, within limits, in front of an observer. The budget is one of evaluations at leaves.
    pub fn evaluate<G: Game, O: Observer<Shaped<G::Position>>>(
        &self,
        game: &G,
        limits: Limits<'_>,
        observer: &mut O,
    ) -> (Report<G::Position>, Evaluated) {
        let pruned = Prune::new(self.prune.unwrap_or(u32::MAX), game).dynamic(self.dynamic);
        let sorted = Highfirst::new(self.highfirst, &pruned);
        let taken = Taketree::new(self.taketree.unwrap_or(usize::MAX), &sorted);
        let algorithm = if self.alpha_beta { Algorithm::LazyAlphaBeta } else { Algorithm::LazyMinimax };
        let mut observer = Alive { observer, sorted: &sorted, depth: 0, peak: 0 };
        let mut report = search_as_it_is(algorithm, &taken, limits, &mut observer);
        if let Some(laziness) = &mut report.laziness {
            laziness.peak_nodes_alive = observer.peak;
        }
        let evaluated =
            Evaluated { leaves: report.evaluations, ordering: sorted.evaluations(), shared: sorted.reused() };
        (report.map(|shaped| shaped.position.position), evaluated)
    }
}

/// Counts the nodes that wait in sorted lists among the living, and lets another observer see the rest.
struct Alive<'o, 't, G, O> {
    observer: &'o mut O,
    sorted: &'o Highfirst<'t, G>,
    depth: u64,
    peak: u64,
}

impl<G: Game, O: Observer<Ranked<G::Position>>> Observer<Ranked<G::Position>> for Alive<'_, '_, G, O> {
    fn enter(&mut self, node: &Ranked<G::Position>, player: Player, window: Window) {
        self.depth += 1;
        self.peak = self.peak.max(self.depth + self.sorted.waiting());
        self.observer.enter(node, player, window);
    }

    fn evaluate(&mut self, node: &Ranked<G::Position>, value: Value) {
        self.depth -= 1;
        self.observer.evaluate(node, value);
    }

    fn leave(&mut self, node: &Ranked<G::Position>, value: Value) {
        self.depth -= 1;
        self.observer.leave(node, value);
    }

    fn cutoff(&mut self, node: &Ranked<G::Position>) {
        self.observer.cutoff(node);
    }
}

/// Sees a search of a shaped tree as one of the tree as it was.
pub(in crate::search) struct Unshaped<'o, O>(pub(in crate::search) &'o mut O);

impl<P, O: Observer<P>> Observer<Shaped<P>> for Unshaped<'_, O> {
    fn enter(&mut self, node: &Shaped<P>, player: Player, window: Window) {
        self.0.enter(&node.position.position, player, window);
    }

    fn evaluate(&mut self, node: &Shaped<P>, value: Value) {
        self.0.evaluate(&node.position.position, value);
    }

    fn leave(&mut self, node: &Shaped<P>, value: Value) {
        self.0.leave(&node.position.position, value);
    }

    fn cutoff(&mut self, node: &Shaped<P>) {
        self.0.cutoff(&node.position.position);
    }
}
