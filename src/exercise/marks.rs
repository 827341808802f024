//! The marks of questions: at each place what is right, why, and the hints.

use std::sync::Arc;

use super::grade::{Asked, Kind, Mark, Place, Truth};
use super::judge::{Judge, edges};
use super::numbers::{normal, spellings};
use super::reasons::Reasons;
use super::{End, Part, Skipped, Solved, Unfit, Wanted, Words, Worth, orders};
use crate::search::{Algorithm, Window};
use crate::tree::{NodeId, Player, Role, Value};

/// Makes the marks of an exercise.
pub(super) struct Maker<'a> {
    pub(super) solved: &'a Solved,
    words: &'a Words,
    pub(super) reasons: Reasons,
}

impl<'a> Maker<'a> {
    pub(super) fn new(solved: &'a Solved, words: &'a Words) -> Result<Maker<'a>, Unfit> {
        Ok(Maker { solved, words, reasons: Reasons::of(solved, solved.method.algorithm)? })
    }
}

impl Maker<'_> {
    /// What judges an answer of a kind as a whole.
    pub(super) fn judge(&self, kind: Kind) -> Option<Judge> {
        let says = match kind {
            Kind::Order => "told-order",
            Kind::Empty => "told-empty",
            _ => return None,
        };
        let [says, none, incomplete] = [says, "no-edges", "fill-all"].map(|key| self.words.get(key).to_owned());
        Some(Judge { kind, solved: Arc::new(self.solved.clone()), says, none, incomplete })
    }

    /// The cutoffs that values for empty leaves are to make, each with a mark at its first edge.
    pub(super) fn cutoffs(&self) -> Vec<(String, Mark)> {
        let first = |cutoff: &Skipped| Some(self.visited(*cutoff.children.first()?, Truth::Either));
        let told = |cutoff: &Skipped| Some((edges(std::slice::from_ref(cutoff)), first(cutoff)?));
        self.solved.run.cutoffs.iter().filter_map(told).collect()
    }

    /// The edges that cutoffs cut, in order.
    pub(super) fn cut_edges(&self) -> Vec<NodeId> {
        self.solved.run.cutoffs.iter().flat_map(|cutoff| cutoff.children.iter().copied()).collect()
    }

    fn name(&self, node: NodeId) -> String {
        crate::experiment::explain::name(&self.reasons.tree, node)
    }

    pub(super) fn values(&self) -> Vec<Mark> {
        let mark = |node| {
            let (value, place) = (self.solved.value(node), Place::of(node));
            let why = self.reasons.value(self.solved, node);
            self.number(place, value, node, why, self.hints_of_value(node))
        };
        self.solved.inner().into_iter().map(mark).collect()
    }

    pub(super) fn moves(&self) -> Vec<Mark> {
        let best = self.solved.best();
        let made = |child| {
            let (truth, why) = (truth(best.contains(&child)), self.reasons.returns(child));
            mark(Place::of(child), truth, NodeId::ROOT, why, self.hints_of_value(NodeId::ROOT))
        };
        self.solved.tree.children(NodeId::ROOT).map(made).collect()
    }

    fn all_leaves(&self) -> impl Iterator<Item = NodeId> {
        let tree = &self.solved.tree;
        tree.nodes().filter(|&node| tree.is_leaf(node))
    }

    /// The leaves that are not evaluated.
    pub(super) fn leaves(&self) -> Vec<Mark> {
        let evaluated = &self.solved.run.leaves;
        self.all_leaves().map(|leaf| self.visited(leaf, truth(!evaluated.contains(&leaf)))).collect()
    }

    /// The leaves that Hughes' program evaluates and alpha-beta does not, with what both searches say.
    pub(super) fn beside(&self) -> Result<Vec<Mark>, Unfit> {
        let own = Reasons::of(self.solved, Algorithm::ALPHA_BETA)?;
        let lazy = Reasons::of(self.solved, Algorithm::LAZY_ALPHA_BETA)?;
        let made = |leaf| {
            let [first, second] = [own.visit(leaf), lazy.visit(leaf)];
            let key = if first == second { "same-in-both" } else { "both-searches" };
            let why = self.words.with(key, "own", &first).replace("{lazy}", &second);
            let look = own.decided_at(leaf);
            let hints = [self.hint_to_look(look), first, second];
            mark(Place::of(leaf), truth(self.solved.beside.contains(&leaf)), look, why, hints)
        };
        Ok(self.all_leaves().map(made).collect())
    }

    /// The edges that are cut: those below a visited node to one that is not.
    pub(super) fn cuts(&self) -> Vec<Mark> {
        let mut marks =
            self.edges(|solved, parent, child| truth(solved.run.is_visited(parent) && !solved.run.is_visited(child)));
        if !self.solved.method.visits_once() {
            return marks;
        }
        let cutoffs = &self.solved.run.cutoffs;
        for mark in marks.iter_mut().filter(|mark| mark.truth == Truth::Marked) {
            let Some(turn) = cutoffs.iter().position(|cutoff| cutoff.children.contains(&mark.place.node)) else {
                continue;
            };
            mark.truth = Truth::Turn(turn + 1);
            let told = self.words.with("turn", "number", &(turn + 1).to_string());
            mark.why = format!("{} {}", told.replace("{count}", &cutoffs.len().to_string()), mark.why);
        }
        marks
    }

    /// An order of children: the whole, and the edges that get numbers.
    pub(super) fn order(&self, wanted: Wanted) -> Vec<Mark> {
        let (tree, found) = (&self.solved.tree, orders(self.solved, wanted));
        let leaves = found.leaves.to_string();
        let (key, hint) = match wanted {
            Wanted::Fewest => ("order-fewest", "hint-best"),
            Wanted::Most => ("order-most", "hint-worst"),
        };
        // Leaves have the names of the drawing.
        let parts = found.in_parts(&|node| self.name(node));
        let why = self.words.with(key, "leaves", &leaves).replace("{order}", &Part::joined(&parts));
        let [look, _, values] = self.hints_of_value(NodeId::ROOT);
        let hints = [look, self.words.get(hint).to_owned(), values];
        whole_and_parts(Truth::Outcome(leaves), NodeId::ROOT, why, hints, tree.nodes().skip(1))
    }

    /// Values for empty leaves: the whole, and the leaves.
    pub(super) fn empty(&self) -> Vec<Mark> {
        let Solved { run, blanks, .. } = self.solved;
        let tree = &self.reasons.tree;
        let named = |&leaf: &NodeId| Part {
            name: tree.label(leaf).unwrap_or_default().to_owned(),
            answer: self.solved.number(self.solved.value(leaf)),
        };
        let parts: Vec<Part> = blanks.iter().map(named).collect();
        let why = self.words.with("such-as", "values", &Part::joined(&parts));
        let first = run.cutoffs.first().and_then(|cutoff| cutoff.children.first());
        let hint = self.visited(first.copied().unwrap_or(NodeId::ROOT), Truth::Either);
        let outcome = Truth::Outcome(edges(&run.cutoffs));
        whole_and_parts(outcome, hint.look, why, hint.hints, blanks.iter().copied())
    }

    /// The edges that deep cutoffs cut.
    pub(super) fn deep(&self) -> Vec<Mark> {
        self.edges(|solved, parent, child| match solved.is_cut(parent, child, true) {
            Worth::Right => Truth::Marked,
            Worth::Wrong => Truth::Unmarked,
            Worth::Either => Truth::Either,
        })
    }

    fn edges(&self, truth: fn(&Solved, NodeId, NodeId) -> Truth) -> Vec<Mark> {
        let tree = &self.solved.tree;
        let edges = tree.nodes().filter_map(|node| Some((tree.parent(node)?, node)));
        let mark = |(parent, child)| {
            let mut mark = self.visited(child, truth(self.solved, parent, child));
            if !self.solved.run.is_visited(parent) {
                mark.why = format!("{} {}", self.words.get("cut-above"), mark.why);
            }
            mark
        };
        edges.map(mark).collect()
    }

    /// A mark that depends on whether the search visits a node.
    fn visited(&self, node: NodeId, truth: Truth) -> Mark {
        let why = self.reasons.visit(node);
        let look = self.reasons.decided_at(node);
        let comparison = match why.split_once(", so ") {
            Some((comparison, _)) => format!("{comparison}."),
            None => why.clone(),
        };
        let hints = [self.hint_to_look(look), self.hint_of_window(look), comparison];
        mark(Place::of(node), truth, look, why, hints)
    }

    pub(super) fn windows(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for &node in &self.solved.marked {
            let Some(visit) = self.solved.run.visits[node.index()] else { continue };
            let above = self.solved.tree.parent(node).unwrap_or(node);
            let entered = self.reasons.visit(node);
            for end in End::BOTH {
                let place = Place { node, asked: Asked::Entered(end) };
                let hints = [self.hint_to_look(above), self.hint_of_window(above), entered.clone()];
                marks.push(self.end(place, visit.entered, end, above, entered.clone(), hints));
            }
            for end in End::BOTH {
                let place = Place { node, asked: Asked::Left(end) };
                let why = self.reasons.left_with(node, end);
                let hints = [self.hint_to_look(node), entered.clone(), why.clone()];
                marks.push(self.end(place, visit.left, end, node, why, hints));
            }
        }
        marks
    }

    /// The mark of an end of a window.
    fn end(&self, place: Place, window: Window, end: End, look: NodeId, why: String, hints: [String; 3]) -> Mark {
        if let Some(value) = end.of(window) {
            return self.number(place, value, look, why, hints);
        }
        let open = if end == End::Alpha { "-inf" } else { "inf" };
        mark(place, Truth::Number(open.to_owned()), look, why, hints)
    }

    /// The mark of a number.
    fn number(&self, place: Place, value: Value, look: NodeId, why: String, hints: [String; 3]) -> Mark {
        let shown = self.solved.number(value);
        let also = spellings(value, &shown);
        Mark { also, ..mark(place, Truth::Number(normal(&shown)), look, why, hints) }
    }

    fn hint_to_look(&self, node: NodeId) -> String {
        self.words.with("hint-look", "node", &self.name(node))
    }

    /// With which window a node is entered. Searches that come back enter it with several ones.
    fn hint_of_window(&self, node: NodeId) -> String {
        let visit = self.solved.run.visits[node.index()].filter(|_| self.solved.method.visits_once());
        let Some(visit) = visit else { return self.reasons.visit(node) };
        self.words.with("hint-window", "node", &self.name(node)).replace("{window}", &self.solved.window(visit.entered))
    }

    fn hints_of_value(&self, node: NodeId) -> [String; 3] {
        let worth = |child| format!("{}: {}", self.name(child), self.solved.number(self.solved.value(child)));
        let children: Vec<String> = self.solved.tree.children(node).map(worth).collect();
        let values = self.words.with("hint-children", "values", &children.join(", "));
        [self.hint_to_look(node), self.hint_of_role(node), values]
    }

    /// How the value of a node comes from those of its children.
    fn hint_of_role(&self, node: NodeId) -> String {
        let tree = &self.solved.tree;
        match tree.role(node) {
            Role::Player(Player::Max) => self.words.get("hint-max").to_owned(),
            Role::Player(Player::Min) => self.words.get("hint-min").to_owned(),
            Role::Chance => {
                let term = |child| Some(format!("{} · {}", tree.probability(child)?, self.name(child)));
                let terms: Vec<String> = tree.children(node).filter_map(term).collect();
                self.words.with("hint-chance", "sum", &terms.join(" + "))
            }
        }
    }
}

/// A mark whose number, if it is one, has no other spellings.
fn mark(place: Place, truth: Truth, look: NodeId, why: String, hints: [String; 3]) -> Mark {
    Mark { place, truth, also: Vec::new(), why, look, hints }
}

/// The mark that stands for an answer as a whole, and those of its parts.
fn whole_and_parts(
    outcome: Truth,
    look: NodeId,
    why: String,
    hints: [String; 3],
    parts: impl Iterator<Item = NodeId>,
) -> Vec<Mark> {
    let whole = mark(Place::of(NodeId::ROOT), outcome, look, why, hints);
    let part = |node| Mark { place: Place::of(node), truth: Truth::Either, ..whole.clone() };
    let parts: Vec<Mark> = parts.map(part).collect();
    [whole].into_iter().chain(parts).collect()
}

fn truth(is_marked: bool) -> Truth {
    if is_marked { Truth::Marked } else { Truth::Unmarked }
}
