//! Why something holds in an exercise, in the sentences of the time line.

use super::{Solved, Unfit};
use crate::experiment::explain::{Explained, Sentence};
use crate::progress::Progress;
use crate::search::story::timeline::Time;
use crate::search::story::{Listener, Story, Timeline};
use crate::search::{Algorithm, CutoffRule, Limits, Record, Recorder, Window, tell};
use crate::tree::{NodeId, Role, Tree, Value};

/// An end of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// The lower end.
    Alpha,
    /// The upper end.
    Beta,
}

impl End {
    pub(super) const BOTH: [End; 2] = [End::Alpha, End::Beta];

    /// Its value in a window, unless it is open.
    pub(super) fn of(self, window: Window) -> Option<Value> {
        match self {
            End::Alpha => window.alpha(),
            End::Beta => window.beta(),
        }
    }

    /// The name in a page.
    pub(super) fn id(self) -> &'static str {
        match self {
            End::Alpha => "alpha",
            End::Beta => "beta",
        }
    }

    pub(super) fn letter(self) -> &'static str {
        match self {
            End::Alpha => "α",
            End::Beta => "β",
        }
    }
}

/// What the search of an exercise says of its nodes, and what minimax says of their values. Leaves have names, such as `B₂`.
pub(super) struct Reasons {
    /// The tree with names for its leaves.
    pub(super) tree: Tree,
    search: Told,
    minimax: Told,
    /// By the index of a node: the node of the searched tree, where what is visited first is on the left.
    seen: Vec<NodeId>,
}

/// A search with its sentences.
struct Told {
    tree: Tree,
    story: Story,
    timeline: Timeline,
    record: Record,
    rule: CutoffRule,
    sentences: Vec<(Time, Sentence)>,
}

impl Reasons {
    /// What a search says of the tree of an exercise.
    pub(super) fn of(solved: &Solved, algorithm: Algorithm) -> Result<Reasons, Unfit> {
        let rule = solved.method.rule;
        let tree = solved.with_named_leaves()?;
        let (searched, originals) = solved.method.seen(&tree)?;
        let mut seen = vec![NodeId::ROOT; tree.len()];
        for (node, original) in searched.nodes().zip(originals) {
            seen[original.index()] = node;
        }
        let search = Told::new(searched.clone(), algorithm, rule)?;
        let every_leaf = if tree.has_chance() { Algorithm::EXPECTIMINIMAX } else { Algorithm::MINIMAX };
        let minimax = Told::new(searched, every_leaf, rule)?;
        Ok(Reasons { tree, search, minimax, seen })
    }

    fn seen(&self, node: NodeId) -> NodeId {
        self.seen[node.index()]
    }

    /// The node at which something is decided about a node: where it was cut off, or else its parent.
    pub(super) fn decided_at(&self, node: NodeId) -> NodeId {
        let cut = self.search.explained().cut_above(self.seen(node)).map(|cut| cut.node);
        let found = cut.and_then(|cut| self.tree.ancestors(node).find(|&above| self.seen(above) == cut));
        found.or(self.tree.parent(node)).unwrap_or(NodeId::ROOT)
    }

    /// Why a node is visited, which gives its window, or why not.
    pub(super) fn visit(&self, node: NodeId) -> String {
        let (told, node) = (&self.search, self.seen(node));
        match told.timeline.first_visit(node) {
            Some(time) => told.sentence(time).words.clone(),
            None => match told.explained().skipped(node) {
                Some((_, sentence)) => sentence.in_full(),
                None => told.explained().node(node, &told.record),
            },
        }
    }

    /// Why a node has its value: how the child returns that it comes from, or all children of a chance node, and how it returns itself.
    pub(super) fn value(&self, solved: &Solved, node: NodeId) -> String {
        let children = self.tree.children(node);
        let mut from: Vec<NodeId> = match self.tree.role(node) {
            Role::Chance => children.collect(),
            Role::Player(_) => children.filter(|&child| solved.value(child) == solved.value(node)).collect(),
        };
        if solved.method.order == super::Order::Right {
            from.reverse();
        }
        if !self.tree.is_chance(node) {
            from.truncate(1);
        }
        from.into_iter().chain([node]).map(|node| self.returns(node)).collect::<Vec<_>>().join(" ")
    }

    /// How minimax returns from a node.
    pub(super) fn returns(&self, node: NodeId) -> String {
        let node = self.seen(node);
        let left = self.minimax.timeline.visits(node).next().and_then(|visit| visit.left);
        left.map_or_else(String::new, |left| self.minimax.sentence(left).words.clone())
    }

    /// What last changed an end of the window in the first visit of a node, or how it was entered if nothing did.
    pub(super) fn left_with(&self, node: NodeId, end: End) -> String {
        let (told, node) = (&self.search, self.seen(node));
        let Some(visit) = told.timeline.visits(node).next() else { return self.visit(node) };
        let until = visit.left.unwrap_or(told.timeline.len());
        let at = |time| {
            let moment = told.timeline.at(&told.tree, &told.story, time);
            Some(end.of(moment.open(node, told.tree.depth(node))?.window.values()))
        };
        let (mut last, mut known) = (visit.entered, at(visit.entered));
        for &(time, _) in told.sentences.iter().filter(|&&(time, _)| time > visit.entered && time < until) {
            let now = at(time);
            if now != known {
                (last, known) = (time, now);
            }
        }
        told.sentence(last).words.clone()
    }
}

impl Told {
    fn new(tree: Tree, algorithm: Algorithm, rule: CutoffRule) -> Result<Told, Unfit> {
        let (mut story, mut recorder) = (Story::new(), Recorder::new(&tree).of(algorithm));
        let mut listeners: [&mut dyn Listener; 2] = [&mut story, &mut recorder];
        tell(algorithm, &tree, Limits::default().cutoff(rule), &mut listeners);
        let record = recorder.finish();
        let timeline = Timeline::new(&tree, &story, &Progress::new());
        let timeline = timeline.ok_or_else(|| Unfit::unbuilt("its time line was stopped"))?;
        let mut told = Told { tree, story, timeline, record, rule, sentences: Vec::new() };
        told.sentences = told.explained().steps().collect();
        Ok(told)
    }

    fn explained(&self) -> Explained<'_> {
        let Told { tree, story, timeline, rule, .. } = self;
        Explained { tree, story, timeline, dropped: &[], cutoff: Some(*rule), bounds: None }
    }

    /// The sentence of the step in which a time is.
    fn sentence(&self, time: Time) -> &Sentence {
        static NOTHING: std::sync::LazyLock<Sentence> = std::sync::LazyLock::new(Sentence::default);
        let index = self.sentences.partition_point(|&(end, _)| end < time);
        self.sentences.get(index).map_or(&NOTHING, |(_, sentence)| sentence)
    }
}
