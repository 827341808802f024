//! What two searches visited, compared node by node on a thread.

use std::sync::Arc;

use eframe::egui;

use super::{AlgorithmRun, Drawn, Runs};
use crate::app::{LatestJob, ring};
use crate::draw::{Common, Difference};
use crate::search::Algorithm;
use crate::search::story::{Story, Timeline};
use crate::tree::{NodeId, Tree};

/// Two runs, and the nodes that both visited.
pub(crate) struct Compared {
    runs: [(Algorithm, Arc<Drawn>, Arc<Story>); 2],
    names: [String; 2],
    common: Common,
    pub(crate) counts: [usize; 4],
    pub(crate) tops: Vec<NodeId>,
    /// The time lines of both, to explain why one of them did not visit a node.
    timelines: [Option<Timeline>; 2],
}

impl Compared {
    /// The overlay of the difference in the pane of one of the two.
    pub(crate) fn overlay<'a>(&'a self, tree: &'a Tree, shown: Algorithm) -> Difference<'a> {
        let (first, second) = (self.runs[0].1.overlay(tree), self.runs[1].1.overlay(tree));
        let shown = if self.runs[1].0 == shown { second } else { first };
        Difference { first, second, shown, common: &self.common, names: &self.names }
    }

    /// Whether an algorithm is one of the two.
    pub(crate) fn is_about(&self, algorithm: Algorithm) -> bool {
        self.runs.iter().any(|run| run.0 == algorithm)
    }

    /// Why one of the two did not visit a node that the other did.
    fn why(&self, tree: &Tree, node: NodeId) -> Option<String> {
        let without = (0..2).find(|&run| self.runs[run].1.record.visit(node).is_none())?;
        let (algorithm, drawn, story) = &self.runs[without];
        self.runs[1 - without].1.record.visit(node)?;
        let timeline = self.timelines[without].as_ref()?;
        let explained = drawn.explained(tree, story, timeline);
        Some(match explained.skipped(node) {
            Some((_, sentence)) => format!("{}: {}", algorithm.title(), sentence.in_full()),
            None => {
                format!("{} did not visit this node: {}.", algorithm.title(), explained.left_out(node, &drawn.record))
            }
        })
    }
}

/// The difference that is shown.
pub(crate) struct Differing {
    /// The two searches.
    pub(crate) chosen: [Algorithm; 2],
    /// What their records have in common.
    pub(crate) comparison: LatestJob<[u64; 2], Arc<Compared>>,
    /// Why one of the two did not visit the selected node, if the other one did; it takes too long for every frame.
    pub(crate) why: Option<(NodeId, Option<String>)>,
    pub(crate) at: Option<usize>,
}

impl Differing {
    /// Compares the marked search with another one; `None` if there is only one.
    pub(crate) fn new(runs: &Runs, marked: Option<Algorithm>) -> Option<Differing> {
        let first = marked?;
        let visited = |algorithm: Algorithm| {
            runs.get(algorithm).and_then(AlgorithmRun::finished).map(|done| done.summary.effort.counts.visited_nodes)
        };
        // Prefers one that differs, if possible not minimax.
        let others: Vec<Algorithm> = runs.algorithms().into_iter().filter(|&other| other != first).collect();
        let mut differing = others.iter().filter(|&&other| visited(other) != visited(first));
        let pruning = differing.clone().find(|&&other| other != Algorithm::MINIMAX);
        let second = *pruning.or(differing.next()).or(others.last())?;
        Some(Differing::between([second, first]))
    }

    /// The difference of two searches.
    pub(crate) fn between(chosen: [Algorithm; 2]) -> Differing {
        Differing { chosen, comparison: LatestJob::default(), why: None, at: None }
    }

    /// What the two searches are called.
    pub(crate) fn names(&self) -> [String; 2] {
        self.chosen.map(|algorithm| algorithm.title().into_owned())
    }

    /// The node of a difference, by its index, which becomes the current one.
    pub(crate) fn go(&mut self, index: usize) -> Option<NodeId> {
        let node = self.compared()?.tops.get(index).copied()?;
        self.at = Some(index);
        Some(node)
    }

    /// The number of the next difference, or of the one before; after the last comes the first.
    pub(crate) fn next(&self, forward: bool) -> Option<usize> {
        let count = self.compared()?.tops.len();
        (count > 0).then(|| ring::step(count, self.at, forward))
    }

    /// Whether the comparison is being computed.
    pub(crate) fn is_busy(&self) -> bool {
        self.comparison.is_busy()
    }

    /// What was found of both, once it is known.
    pub(crate) fn compared(&self) -> Option<&Arc<Compared>> {
        self.comparison.last()?.1.as_ref().ok()
    }

    /// Has the two searches compared, if others were before.
    pub(crate) fn advance(&mut self, ctx: &egui::Context, runs: &Runs, selected: Option<NodeId>, tree: &Arc<Tree>) {
        let drawn = |algorithm: Algorithm| {
            let finished = runs.get(algorithm).and_then(AlgorithmRun::finished)?;
            Some((algorithm, Arc::clone(finished.drawn.as_ref()?), Arc::clone(&finished.story)))
        };
        let [Some(first), Some(second)] = self.chosen.map(drawn) else {
            (self.comparison, self.why) = (LatestJob::default(), None);
            return;
        };
        let records = [first.1.record.identity(), second.1.record.identity()];
        if self.comparison.question() != Some(&records) {
            *self = Differing::between(self.chosen);
        }
        let (shared, names) = (Arc::clone(tree), self.names());
        self.comparison.answer(ctx, records, move |progress| {
            let tree = shared;
            let common = Common::new(&first.1.states, &second.1.states);
            let timeline = |of| Timeline::new(&tree, of, progress);
            let timelines = [timeline(&first.2), timeline(&second.2)];
            let mut compared =
                Compared { runs: [first, second], names, common, counts: [0; 4], tops: Vec::new(), timelines };
            let (counts, tops) = {
                let overlay = compared.overlay(&tree, compared.runs[0].0);
                (overlay.counts(&(0..tree.len())), overlay.tops())
            };
            (compared.counts, compared.tops) = (counts, tops);
            Arc::new(compared)
        });
        self.explain(tree, selected);
    }

    fn explain(&mut self, tree: &Tree, selected: Option<NodeId>) {
        let Some(node) = selected.filter(|node| node.index() < tree.len()) else { return };
        if self.why.as_ref().is_none_or(|(explained, _)| *explained != node) {
            self.why = self.compared().map(|compared| (node, compared.why(tree, node)));
        }
    }
}
