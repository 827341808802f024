//! Grading: the marks that a question asks for, and what is right, wrong and missed in the answers of a student, each with the sentence that
//! says why.
//!
//! The same marks are the data of the page of practice, whose script grades in the same way.

use std::collections::BTreeMap;
use std::fmt;

use super::reasons::Reasons;
use super::{End, Method, Question, Solved, Unfit, Words};
use crate::search::{CutoffRule, Window};
use crate::tree::{NodeId, Player, Tree, Value};

/// What is answered about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asked {
    /// The node itself, or the edge above it: whether it is marked, or its value.
    Itself,
    /// An end of its window when it is entered.
    Entered(End),
    /// An end of its window when it is left.
    Left(End),
}

/// The place of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The node; of an edge the one below it.
    pub node: NodeId,
    /// What is answered about it.
    pub asked: Asked,
}

/// `7`, `7-entered-alpha`: what a page calls a place.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |end| if end == End::Alpha { "alpha" } else { "beta" };
        match self.asked {
            Asked::Itself => write!(f, "{}", self.node.index()),
            Asked::Entered(of) => write!(f, "{}-entered-{}", self.node.index(), end(of)),
            Asked::Left(of) => write!(f, "{}-left-{}", self.node.index(), end(of)),
        }
    }
}

/// What is right at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is to be marked.
    Marked,
    /// It is not to be marked.
    Unmarked,
    /// Both are right: at a tie the rule allows both.
    Either,
    /// This number, as [`normal`] writes it.
    Number(String),
}

/// A place at which an answer may be, with what is right there and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place.
    pub place: Place,
    /// What is right.
    pub truth: Truth,
    /// Why.
    pub why: String,
    /// The node to look at.
    pub look: NodeId,
    /// In steps: which node to look at, its window, and the comparison.
    pub hints: [String; 3],
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any number of leaves is marked.
    Leaves,
    /// Any number of edges is marked.
    Edges,
    /// One move at the root is marked.
    Move,
    /// A number is typed at each place.
    Numbers,
}

impl Kind {
    /// What a page calls it.
    pub fn id(self) -> &'static str {
        match self {
            Kind::Leaves => "leaves",
            Kind::Edges => "edges",
            Kind::Move => "move",
            Kind::Numbers => "numbers",
        }
    }
}

/// A question with its marks.
#[derive(Clone, Debug)]
pub struct Task {
    /// The question.
    pub question: &'static Question,
    /// How it is answered.
    pub kind: Kind,
    /// All places, in preorder or in the order of the fields.
    pub marks: Vec<Mark>,
}

/// What is at each place: a number, or any text where a mark is. An empty text, or one of spaces, does not count as an answer.
pub type Answers = BTreeMap<Place, String>;

/// What an answer is worth, or its absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Answered, and right.
    Right,
    /// Answered, and wrong.
    Wrong,
    /// Not answered, and it had to be.
    Missed,
    /// Not answered, and rightly so.
    Unmarked,
}

/// The tasks of an exercise, with the sentences and the tree in which leaves have the names of the sentences.
#[derive(Clone, Debug)]
pub struct Tasks {
    /// The tree.
    pub tree: Tree,
    /// One for each question.
    pub tasks: Vec<Task>,
}

/// How the marks of a question are made, and whether it is only about searches that visit each node once.
type Making = (&'static str, Kind, bool, fn(&Maker<'_>) -> Vec<Mark>);

/// The questions that can be graded mark by mark.
static MAKINGS: &[Making] = &[
    ("values", Kind::Numbers, false, |maker| maker.values()),
    ("best-move", Kind::Move, false, |maker| maker.moves()),
    ("leaves", Kind::Leaves, false, |maker| maker.leaves()),
    ("cuts", Kind::Edges, false, |maker| maker.cuts()),
    ("windows", Kind::Numbers, true, |maker| maker.windows()),
    ("deep", Kind::Edges, true, |maker| maker.deep()),
];

/// Why a question cannot be graded mark by mark.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ungraded {
    /// Not this question.
    #[error("{0} has no marks to click or numbers to type; choose from {1}")]
    Question(&'static str, String),
    /// Not this question about this search.
    #[error("{0} is asked about searches that visit each node at most once, unlike {1}; leave it out")]
    Revisits(&'static str, &'static str),
    /// The exercise cannot be searched.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}

impl Tasks {
    /// Whether a question can be graded mark by mark for a search.
    pub fn takes(question: &Question, method: &Method) -> bool {
        MAKINGS.iter().any(|&(id, _, only_once, _)| id == question.id && (!only_once || method.visits_once()))
    }

    /// The marks of some questions about an exercise.
    pub fn new(solved: &Solved, questions: &[&'static Question], words: &Words) -> Result<Tasks, Ungraded> {
        let maker = Maker { solved, words, reasons: Reasons::new(solved)? };
        let mut tasks = Vec::new();
        for &question in questions {
            let Some(&(_, kind, only_once, make)) = MAKINGS.iter().find(|making| making.0 == question.id) else {
                let known: Vec<&str> = MAKINGS.iter().map(|making| making.0).collect();
                return Err(Ungraded::Question(question.id, known.join(", ")));
            };
            if only_once && !solved.method.visits_once() {
                return Err(Ungraded::Revisits(question.id, solved.method.algorithm.id()));
            }
            tasks.push(Task { question, kind, marks: make(&maker) });
        }
        Ok(Tasks { tree: maker.reasons.tree, tasks })
    }
}

impl Task {
    /// A verdict for each mark.
    pub fn grade(&self, answers: &Answers) -> Vec<Verdict> {
        let given = |mark: &Mark| answers.get(&mark.place).map(|text| normal(text)).filter(|text| !text.is_empty());
        let mut verdicts: Vec<Verdict> = self.marks.iter().map(|mark| mark.verdict(given(mark).as_deref())).collect();
        // One of several best moves is enough, and one that is missed stands for all.
        if self.kind == Kind::Move {
            let mut is_found = verdicts.contains(&Verdict::Right);
            for verdict in verdicts.iter_mut().filter(|verdict| **verdict == Verdict::Missed) {
                if std::mem::replace(&mut is_found, true) {
                    *verdict = Verdict::Unmarked;
                }
            }
        }
        verdicts
    }

    /// The points of some verdicts, and the most that there are: one for each right answer. Each wrong mark in the tree takes one away.
    pub fn points(&self, verdicts: &[Verdict]) -> (usize, usize) {
        let count = |verdict| verdicts.iter().filter(|&&other| other == verdict).count();
        let [right, wrong, missed] = [Verdict::Right, Verdict::Wrong, Verdict::Missed].map(count);
        match self.kind {
            Kind::Numbers => (right, verdicts.len()),
            Kind::Move => (right, 1),
            // To see that there is nothing to mark is worth a point.
            _ if right + missed == 0 => (usize::from(wrong == 0), 1),
            _ => (right.saturating_sub(wrong), right + missed),
        }
    }
}

impl Mark {
    /// What an answer at the place is worth.
    fn verdict(&self, answer: Option<&str>) -> Verdict {
        match (&self.truth, answer) {
            (Truth::Marked | Truth::Either, Some(_)) => Verdict::Right,
            (Truth::Number(number), Some(answer)) if number == answer => Verdict::Right,
            (Truth::Unmarked | Truth::Number(_), Some(_)) => Verdict::Wrong,
            (Truth::Marked | Truth::Number(_), None) => Verdict::Missed,
            (Truth::Unmarked | Truth::Either, None) => Verdict::Unmarked,
        }
    }
}

/// An answer in its shortest spelling: without spaces, digits that change nothing, and signs that look alike; `inf` and `-inf` for infinity.
pub fn normal(answer: &str) -> String {
    let mut text = String::new();
    for c in answer.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '−' | '–' => text.push('-'),
            ',' => text.push('.'),
            c => text.extend(c.to_lowercase()),
        }
    }
    let (sign, digits) = match text.strip_prefix(['+', '-']) {
        Some(digits) => (if text.starts_with('-') { "-" } else { "" }, digits),
        None => ("", text.as_str()),
    };
    if matches!(digits, "∞" | "oo" | "inf" | "infinity") {
        return format!("{sign}inf");
    }
    let is_number =
        digits.chars().all(|c| c.is_ascii_digit() || c == '.') && digits.contains(|c: char| c.is_ascii_digit());
    if !is_number || digits.matches('.').count() > 1 {
        return text;
    }
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    match part {
        "" if whole == "0" => "0".to_owned(),
        "" => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{part}"),
    }
}

/// Makes the marks of an exercise.
struct Maker<'a> {
    solved: &'a Solved,
    words: &'a Words,
    reasons: Reasons,
}

impl Maker<'_> {
    fn name(&self, node: NodeId) -> String {
        crate::experiment::explain::name(&self.reasons.tree, node)
    }

    fn values(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for node in self.solved.inner() {
            let truth = Truth::Number(normal(&self.solved.number(self.solved.value(node))));
            let why = self.reasons.value(self.solved, node);
            marks.push(Mark { place: itself(node), truth, why, look: node, hints: self.hints_of_value(node) });
        }
        marks
    }

    fn moves(&self) -> Vec<Mark> {
        let best = self.solved.best();
        let mut marks = Vec::new();
        for child in self.solved.tree.children(NodeId::ROOT) {
            let truth = if best.contains(&child) { Truth::Marked } else { Truth::Unmarked };
            let (why, hints) = (self.reasons.returns(child), self.hints_of_value(NodeId::ROOT));
            marks.push(Mark { place: itself(child), truth, why, look: NodeId::ROOT, hints });
        }
        marks
    }

    /// The leaves that are not evaluated.
    fn leaves(&self) -> Vec<Mark> {
        let evaluated = &self.solved.run.leaves;
        let leaves = self.solved.tree.nodes().filter(|&node| self.solved.tree.is_leaf(node));
        leaves.map(|leaf| self.visited(leaf, truth(!evaluated.contains(&leaf)))).collect()
    }

    /// The edges that are cut: those below a visited node to one that is not.
    fn cuts(&self) -> Vec<Mark> {
        self.edges(|solved, parent, child| truth(solved.run.is_visited(parent) && !solved.run.is_visited(child)))
    }

    /// The edges that deep cutoffs cut.
    fn deep(&self) -> Vec<Mark> {
        self.edges(|solved, parent, child| {
            let cutoff =
                solved.run.cutoffs.iter().find(|cutoff| cutoff.node == parent && cutoff.children.contains(&child));
            match cutoff {
                Some(cutoff) if !cutoff.is_deep => Truth::Unmarked,
                Some(_) if is_shallow_too(solved, parent) => Truth::Either,
                cutoff => truth(cutoff.is_some()),
            }
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
        Mark { place: itself(node), truth, why, look, hints }
    }

    fn windows(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        for &node in &self.solved.marked {
            let Some(visit) = self.solved.run.visits[node.index()] else { continue };
            for end in [End::Alpha, End::Beta] {
                let why = self.reasons.entered(node);
                let above = self.solved.tree.parent(node).unwrap_or(node);
                let hints = [self.hint_to_look(above), self.hint_of_window(above), why.clone()];
                let place = Place { node, asked: Asked::Entered(end) };
                marks.push(Mark { place, truth: self.end(visit.entered, end), why, look: above, hints });
            }
            for end in [End::Alpha, End::Beta] {
                let why = self.reasons.left_with(node, end);
                let hints = [self.hint_to_look(node), self.reasons.entered(node), why.clone()];
                let place = Place { node, asked: Asked::Left(end) };
                marks.push(Mark { place, truth: self.end(visit.left, end), why, look: node, hints });
            }
        }
        marks
    }

    fn end(&self, window: Window, end: End) -> Truth {
        let (value, open) = match end {
            End::Alpha => (window.alpha(), "-inf"),
            End::Beta => (window.beta(), "inf"),
        };
        Truth::Number(value.map_or_else(|| open.to_owned(), |value| normal(&self.solved.number(value))))
    }

    fn hint_to_look(&self, node: NodeId) -> String {
        self.words.with("hint-look", "node", &self.name(node))
    }

    fn hint_of_window(&self, node: NodeId) -> String {
        let Some(visit) = self.solved.run.visits[node.index()] else { return self.reasons.visit(node) };
        self.words.with("hint-window", "node", &self.name(node)).replace("{window}", &self.solved.window(visit.entered))
    }

    fn hints_of_value(&self, node: NodeId) -> [String; 3] {
        let player = if self.solved.tree.player(node) == Player::Max { "hint-max" } else { "hint-min" };
        let worth = |child| format!("{}: {}", self.name(child), self.solved.number(self.solved.value(child)));
        let children: Vec<String> = self.solved.tree.children(node).map(worth).collect();
        let values = self.words.with("hint-children", "values", &children.join(", "));
        [self.hint_to_look(node), self.words.get(player).to_owned(), values]
    }
}

fn itself(node: NodeId) -> Place {
    Place { node, asked: Asked::Itself }
}

fn truth(is_marked: bool) -> Truth {
    if is_marked { Truth::Marked } else { Truth::Unmarked }
}

/// Whether what a deep cutoff cut could be cut by what the parent has, too, because both bounds are equal.
fn is_shallow_too(solved: &Solved, node: NodeId) -> bool {
    let (tree, run) = (&solved.tree, &solved.run);
    let (Some(parent), Some(visit)) = (tree.parent(node), run.visits[node.index()]) else { return false };
    let seen = |child: &NodeId| *child != node && is_before(solved, *child, node);
    let of_siblings = tree.children(parent).filter(seen).filter_map(|child| run.visits[child.index()]?.value);
    let best: Option<Value> = match tree.player(parent) {
        Player::Max => of_siblings.max(),
        Player::Min => of_siblings.min(),
    };
    let (bound, own) = match tree.player(parent) {
        Player::Max => (visit.left.alpha(), visit.left.beta()),
        Player::Min => (visit.left.beta(), visit.left.alpha()),
    };
    // What the parent has closes the window as well.
    let closes = |best: Value, own: Value| match tree.player(parent) {
        Player::Max => cuts(solved.method.rule, best, own),
        Player::Min => cuts(solved.method.rule, own, best),
    };
    best.zip(own).is_some_and(|(best, own)| best == bound.unwrap_or(best) && closes(best, own))
}

fn cuts(rule: CutoffRule, alpha: Value, beta: Value) -> bool {
    rule.cuts(&alpha, &beta)
}

fn is_before(solved: &Solved, a: NodeId, b: NodeId) -> bool {
    match solved.method.order {
        super::Order::Left => a < b,
        super::Order::Right => a > b,
    }
}
