//! Grading: the marks that a question asks for, and what is right, wrong and missed in the answers of a student, each with the sentence that
//! says why.
//!
//! The same marks are the data of the page of practice, whose script grades in the same way.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::judge::{Judge, Judged, edges, rising, turns};
use super::numbers::{normal, spellings};
use super::reasons::Reasons;
use super::{End, Method, Part, Question, Skipped, Solved, Unfit, Wanted, Words, orders};
use crate::search::{Algorithm, Window};
use crate::tree::{NodeId, Player, Role, Tree, Value};

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

impl Place {
    /// A node itself, or the edge above it.
    pub fn of(node: NodeId) -> Place {
        Place { node, asked: Asked::Itself }
    }
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
    /// It is to be marked in its turn: before those with a larger number, and after those with a smaller one.
    Turn(usize),
    /// Both are right: at a tie the rule allows both, or the answer is judged as a whole.
    Either,
    /// This number, as [`normal`] writes it.
    Number(String),
    /// Of an answer as a whole: what the search has to do with it, which is the number of leaves or the cut edges.
    Outcome(String),
}

/// A place at which an answer may be, with what is right there and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place.
    pub place: Place,
    /// What is right.
    pub truth: Truth,
    /// Other spellings of the number that is right, as [`normal`] writes them.
    pub also: Vec<String>,
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
    /// Any number of leaves is crossed out.
    Leaves,
    /// Any number of leaves is marked as evaluated.
    Beside,
    /// Any number of edges is crossed out.
    Edges,
    /// Any number of edges gets numbers, in the order in which they are cut.
    Cuts,
    /// Edges get numbers below each node: an order of its children. The first mark, at the root, stands for the whole answer.
    Order,
    /// One move at the root is marked.
    Move,
    /// A number is typed at each place.
    Numbers,
    /// A number is typed at each empty leaf. The first mark, at the root, stands for the whole answer.
    Empty,
}

impl Kind {
    /// What a page calls it.
    pub fn id(self) -> &'static str {
        match self {
            Kind::Leaves => "leaves",
            Kind::Beside => "beside",
            Kind::Edges => "edges",
            Kind::Cuts => "cuts",
            Kind::Order => "order",
            Kind::Move => "move",
            Kind::Numbers => "numbers",
            Kind::Empty => "empty",
        }
    }

    /// Whether numbers are typed.
    pub fn is_typed(self) -> bool {
        matches!(self, Kind::Numbers | Kind::Empty)
    }

    /// Whether the answer is judged as a whole, for which the first mark stands.
    pub fn is_whole(self) -> bool {
        matches!(self, Kind::Order | Kind::Empty)
    }

    /// Whether marks are about edges.
    pub fn is_of_edges(self) -> bool {
        matches!(self, Kind::Edges | Kind::Cuts | Kind::Order | Kind::Move)
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
    /// The edges that are crossed out in the problem, as the nodes below them.
    pub crossed: Vec<NodeId>,
    /// The cutoffs that values for empty leaves are to make, for hints: the nodes below the cut edges, as the outcome has them, and the mark
    /// of the first of these edges.
    pub(super) cutoffs: Vec<(String, Mark)>,
    /// Whether chance moves in the tree.
    has_chance: bool,
    /// What judges an answer as a whole.
    pub(super) judge: Option<Judge>,
}

/// What is at each place: a number, or any text where a mark is; if its turn matters, a number that is larger for a later mark. An empty text,
/// or one of spaces, does not count as an answer.
pub type Answers = BTreeMap<Place, String>;

/// What an answer is worth, or its absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Answered, and right.
    Right,
    /// Answered, and wrong.
    Wrong,
    /// Marked rightly, but not in its turn.
    Misplaced,
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

/// How the marks of a question are made.
struct Making {
    id: &'static str,
    kind: fn(&Method) -> Kind,
    takes: fn(&Method) -> bool,
    make: fn(&Maker<'_>) -> Result<Vec<Mark>, Unfit>,
}

/// The questions that can be graded mark by mark, or by a search with the answer.
static MAKINGS: &[Making] = &[
    Making { id: "values", kind: |_| Kind::Numbers, takes: |_| true, make: |maker| Ok(maker.values()) },
    Making { id: "best-move", kind: |_| Kind::Move, takes: |_| true, make: |maker| Ok(maker.moves()) },
    Making { id: "leaves", kind: |_| Kind::Leaves, takes: |_| true, make: |maker| Ok(maker.leaves()) },
    Making { id: "cuts", kind: kind_of_cuts, takes: |_| true, make: |maker| Ok(maker.cuts()) },
    Making { id: "windows", kind: |_| Kind::Numbers, takes: Method::visits_once, make: |maker| Ok(maker.windows()) },
    Making { id: "deep", kind: |_| Kind::Edges, takes: Method::visits_once, make: |maker| Ok(maker.deep()) },
    Making { id: "lazy", kind: |_| Kind::Beside, takes: |_| true, make: |maker| maker.beside() },
    Making { id: "best-order", kind: |_| Kind::Order, takes: |_| true, make: |maker| Ok(maker.order(Wanted::Fewest)) },
    Making { id: "worst-order", kind: |_| Kind::Order, takes: |_| true, make: |maker| Ok(maker.order(Wanted::Most)) },
    Making { id: "empty", kind: |_| Kind::Empty, takes: is_alpha_beta, make: |maker| Ok(maker.empty()) },
];

/// A search that comes back to nodes cuts edges at different times; their order is not asked.
fn kind_of_cuts(method: &Method) -> Kind {
    if method.visits_once() { Kind::Cuts } else { Kind::Edges }
}

/// The script of a page knows no other search.
fn is_alpha_beta(method: &Method) -> bool {
    method.algorithm == Algorithm::ALPHA_BETA
}

/// Why a question cannot be graded on a screen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ungraded {
    /// Not this question.
    #[error("{0} has no marks to click or numbers to type; choose from {1}")]
    Question(&'static str, String),
    /// Not this question about this search.
    #[error("{0} is asked about searches that visit each node at most once, unlike {1}; leave it out")]
    Revisits(&'static str, &'static str),
    /// Only about alpha-beta.
    #[error("on a screen {0} is asked about alpha-beta, unlike {1}; choose that search, or leave the question out")]
    Search(&'static str, &'static str),
    /// The exercise cannot be searched.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}

impl Tasks {
    /// Whether a question can be graded on a screen for a search.
    pub fn takes(question: &Question, method: &Method) -> bool {
        MAKINGS.iter().any(|making| making.id == question.id && (making.takes)(method))
    }

    /// The marks of some questions about an exercise.
    pub fn new(solved: &Solved, questions: &[&'static Question], words: &Words) -> Result<Tasks, Ungraded> {
        let maker = Maker { solved, words, reasons: Reasons::new(solved)? };
        let tasks = questions.iter().map(|question| maker.task(question)).collect::<Result<Vec<_>, _>>()?;
        let has_blanks = tasks.iter().any(|task| task.kind == Kind::Empty);
        let tree = if has_blanks { solved.with_blanks()? } else { maker.reasons.tree };
        Ok(Tasks { tree, tasks })
    }
}

impl Task {
    /// The key of the words with which it is asked.
    pub fn asked(&self) -> String {
        let unordered = if self.question.id == "cuts" && self.kind == Kind::Edges { "-unordered" } else { "" };
        format!("ask-{}{unordered}", self.question.key("", self.has_chance))
    }

    /// A verdict for each mark.
    pub fn grade(&self, answers: &Answers) -> Vec<Verdict> {
        if let Some(judge) = &self.judge {
            return self.judged(judge, answers);
        }
        let given = |mark: &Mark| answers.get(&mark.place).map(|text| normal(text)).filter(|text| !text.is_empty());
        let mut verdicts: Vec<Verdict> = self.marks.iter().map(|mark| mark.verdict(given(mark).as_deref())).collect();
        if self.kind == Kind::Cuts {
            self.find_misplaced(answers, &mut verdicts);
        }
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

    /// A verdict on the whole answer, at the first mark.
    fn judged(&self, judge: &Judge, answers: &Answers) -> Vec<Verdict> {
        let mut verdicts = vec![Verdict::Unmarked; self.marks.len()];
        let outcome = judge.outcome(answers);
        let is_given = answers.values().any(|text| !text.trim().is_empty());
        if let Some((verdict, mark)) = verdicts.first_mut().zip(self.marks.first()) {
            *verdict = match outcome {
                Some(outcome) if mark.truth == Truth::Outcome(outcome.clone()) => Verdict::Right,
                Some(_) if is_given => Verdict::Wrong,
                _ => Verdict::Missed,
            };
        }
        verdicts
    }

    /// Of the right marks as many as possible are in their turn; the others are misplaced.
    fn find_misplaced(&self, answers: &Answers, verdicts: &mut [Verdict]) {
        let mut marked = Vec::new();
        for place in turns(answers) {
            let index = self.marks.iter().position(|mark| mark.place == place);
            if let Some((index, &Truth::Turn(turn))) = index.map(|index| (index, &self.marks[index].truth)) {
                marked.push((index, turn));
            }
        }
        let kept = rising(&marked.iter().map(|&(_, turn)| turn).collect::<Vec<_>>());
        for (number, (index, _)) in marked.into_iter().enumerate() {
            if !kept.contains(&number) {
                verdicts[index] = Verdict::Misplaced;
            }
        }
    }

    /// Why an answer at a mark is right or wrong, in sentences.
    pub fn why(&self, mark: &Mark, answers: &Answers, tree: &Tree) -> String {
        match (&self.judge, &mark.truth) {
            (Some(judge), Truth::Outcome(_)) => format!("{} {}", judge.told(answers, tree), mark.why),
            _ => mark.why.clone(),
        }
    }

    /// The numbers of the marked edges, where their order matters: among all of them, or among the children of a node.
    pub fn numbers(&self, answers: &Answers, tree: &Tree) -> BTreeMap<Place, usize> {
        let mut numbers = BTreeMap::new();
        if !matches!(self.kind, Kind::Cuts | Kind::Order) {
            return numbers;
        }
        for place in turns(answers) {
            let is_beside =
                |other: &&Place| self.kind == Kind::Cuts || tree.parent(other.node) == tree.parent(place.node);
            let before = numbers.keys().filter(is_beside).count();
            numbers.insert(place, before + 1);
        }
        numbers
    }

    /// The points of some verdicts, and the most that there are: one for each right answer. Each wrong mark in the tree takes one away.
    pub fn points(&self, verdicts: &[Verdict]) -> (usize, usize) {
        let count = |verdict| verdicts.iter().filter(|&&other| other == verdict).count();
        let [right, wrong, misplaced, missed] =
            [Verdict::Right, Verdict::Wrong, Verdict::Misplaced, Verdict::Missed].map(count);
        match self.kind {
            Kind::Numbers => (right, verdicts.len()),
            Kind::Move | Kind::Order | Kind::Empty => (right, 1),
            // To see that there is nothing to mark is worth a point.
            _ if right + misplaced + missed == 0 => (usize::from(wrong == 0), 1),
            _ => (right.saturating_sub(wrong), right + misplaced + missed),
        }
    }
}

impl Mark {
    /// A place of an answer that is judged as a whole.
    fn part(&self, node: NodeId) -> Mark {
        Mark { place: Place::of(node), truth: Truth::Either, ..self.clone() }
    }

    fn is_also(&self, answer: &str) -> bool {
        self.also.iter().any(|spelling| spelling == answer)
    }

    /// What an answer at the place is worth.
    fn verdict(&self, answer: Option<&str>) -> Verdict {
        match (&self.truth, answer) {
            (Truth::Marked | Truth::Turn(_) | Truth::Either, Some(_)) => Verdict::Right,
            (Truth::Number(number), Some(answer)) if number == answer || self.is_also(answer) => Verdict::Right,
            (Truth::Unmarked | Truth::Number(_) | Truth::Outcome(_), Some(_)) => Verdict::Wrong,
            (Truth::Marked | Truth::Turn(_) | Truth::Number(_) | Truth::Outcome(_), None) => Verdict::Missed,
            (Truth::Unmarked | Truth::Either, None) => Verdict::Unmarked,
        }
    }
}

/// Makes the marks of an exercise.
struct Maker<'a> {
    solved: &'a Solved,
    words: &'a Words,
    reasons: Reasons,
}

impl Maker<'_> {
    fn task(&self, question: &'static Question) -> Result<Task, Ungraded> {
        let Some(making) = MAKINGS.iter().find(|making| making.id == question.id) else {
            let known: Vec<&str> = MAKINGS.iter().map(|making| making.id).collect();
            return Err(Ungraded::Question(question.id, known.join(", ")));
        };
        let method = &self.solved.method;
        if !(making.takes)(method) {
            let (id, search) = (question.id, method.algorithm.id());
            return Err(if id == "empty" { Ungraded::Search(id, search) } else { Ungraded::Revisits(id, search) });
        }
        let (kind, marks) = ((making.kind)(method), (making.make)(self)?);
        let crossed = if kind == Kind::Empty { self.cut_edges() } else { Vec::new() };
        let has_chance = self.solved.tree.has_chance();
        let cutoffs = if kind == Kind::Empty { self.cutoffs() } else { Vec::new() };
        Ok(Task { question, kind, marks, crossed, cutoffs, has_chance, judge: self.judge(kind) })
    }

    /// What judges an answer of a kind as a whole.
    fn judge(&self, kind: Kind) -> Option<Judge> {
        let (judged, says) = match kind {
            Kind::Order => (Judged::Order, "told-order"),
            Kind::Empty => (Judged::Values, "told-empty"),
            _ => return None,
        };
        let [says, none, incomplete] = [says, "no-edges", "fill-all"].map(|key| self.words.get(key).to_owned());
        Some(Judge { judged, solved: Arc::new(self.solved.clone()), says, none, incomplete })
    }

    fn cutoffs(&self) -> Vec<(String, Mark)> {
        let first = |cutoff: &Skipped| Some(self.visited(*cutoff.children.first()?, Truth::Either));
        let told = |cutoff: &Skipped| Some((edges(std::slice::from_ref(cutoff)), first(cutoff)?));
        self.solved.run.cutoffs.iter().filter_map(told).collect()
    }

    /// The edges that cutoffs cut, in order.
    fn cut_edges(&self) -> Vec<NodeId> {
        self.solved.run.cutoffs.iter().flat_map(|cutoff| cutoff.children.iter().copied()).collect()
    }

    fn name(&self, node: NodeId) -> String {
        crate::experiment::explain::name(&self.reasons.tree, node)
    }

    fn values(&self) -> Vec<Mark> {
        let mark = |node| Mark {
            place: Place::of(node),
            truth: Truth::Number(normal(&self.solved.number(self.solved.value(node)))),
            also: self.also(Some(self.solved.value(node))),
            why: self.reasons.value(self.solved, node),
            look: node,
            hints: self.hints_of_value(node),
        };
        self.solved.inner().into_iter().map(mark).collect()
    }

    fn moves(&self) -> Vec<Mark> {
        let best = self.solved.best();
        let mark = |child| Mark {
            place: Place::of(child),
            truth: truth(best.contains(&child)),
            also: Vec::new(),
            why: self.reasons.returns(child),
            look: NodeId::ROOT,
            hints: self.hints_of_value(NodeId::ROOT),
        };
        self.solved.tree.children(NodeId::ROOT).map(mark).collect()
    }

    /// The leaves that are not evaluated.
    fn leaves(&self) -> Vec<Mark> {
        let evaluated = &self.solved.run.leaves;
        let leaves = self.solved.tree.nodes().filter(|&node| self.solved.tree.is_leaf(node));
        leaves.map(|leaf| self.visited(leaf, truth(!evaluated.contains(&leaf)))).collect()
    }

    /// The leaves that Hughes' program evaluates and alpha-beta does not, with what both searches say.
    fn beside(&self) -> Result<Vec<Mark>, Unfit> {
        let own = Reasons::of(self.solved, Algorithm::ALPHA_BETA)?;
        let lazy = Reasons::of(self.solved, Algorithm::LAZY_ALPHA_BETA)?;
        let tree = &self.solved.tree;
        let mark = |leaf| {
            let [first, second] = [own.visit(leaf), lazy.visit(leaf)];
            let key = if first == second { "same-in-both" } else { "both-searches" };
            let why = self.words.with(key, "own", &first).replace("{lazy}", &second);
            let look = own.decided_at(leaf);
            let hints = [self.hint_to_look(look), first, second];
            let truth = truth(self.solved.beside.contains(&leaf));
            Mark { place: Place::of(leaf), truth, also: Vec::new(), why, look, hints }
        };
        Ok(tree.nodes().filter(|&node| tree.is_leaf(node)).map(mark).collect())
    }

    /// The edges that are cut: those below a visited node to one that is not.
    fn cuts(&self) -> Vec<Mark> {
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
    fn order(&self, wanted: Wanted) -> Vec<Mark> {
        let (tree, found) = (&self.solved.tree, orders(self.solved, wanted));
        let leaves = found.leaves.to_string();
        let (key, hint) = match wanted {
            Wanted::Fewest => ("order-fewest", "hint-best"),
            Wanted::Most => ("order-most", "hint-worst"),
        };
        let several = found.children.iter().filter(|(_, children)| children.len() > 1);
        // Leaves have the names of the drawing.
        let names = |children: &[NodeId]| children.iter().map(|&child| self.name(child)).collect::<Vec<_>>().join(", ");
        let part = |(node, children): &(NodeId, Vec<NodeId>)| Part { name: self.name(*node), answer: names(children) };
        let parts: Vec<Part> = several.map(part).collect();
        let why = self.words.with(key, "leaves", &leaves).replace("{order}", &Part::joined(&parts));
        let [look, _, values] = self.hints_of_value(NodeId::ROOT);
        let hints = [look, self.words.get(hint).to_owned(), values];
        let whole = whole(Truth::Outcome(leaves), why, NodeId::ROOT, hints);
        let below = tree.nodes().filter(|&node| tree.parent(node).is_some());
        [whole.clone()].into_iter().chain(below.map(|node| whole.part(node))).collect()
    }

    /// Values for empty leaves: the whole, and the leaves.
    fn empty(&self) -> Vec<Mark> {
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
        let whole = whole(Truth::Outcome(edges(&run.cutoffs)), why, hint.look, hint.hints);
        [whole.clone()].into_iter().chain(blanks.iter().map(|&leaf| whole.part(leaf))).collect()
    }

    /// The edges that deep cutoffs cut.
    fn deep(&self) -> Vec<Mark> {
        self.edges(|solved, parent, child| {
            let cutoff =
                solved.run.cutoffs.iter().find(|cutoff| cutoff.node == parent && cutoff.children.contains(&child));
            match cutoff {
                Some(cutoff) if !cutoff.is_deep => Truth::Unmarked,
                Some(_) if solved.is_shallow_too(parent) => Truth::Either,
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
        Mark { place: Place::of(node), truth, also: Vec::new(), why, look, hints }
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
                let (truth, also) = self.end(visit.entered, end);
                marks.push(Mark { place, truth, also, why, look: above, hints });
            }
            for end in [End::Alpha, End::Beta] {
                let why = self.reasons.left_with(node, end);
                let hints = [self.hint_to_look(node), self.reasons.entered(node), why.clone()];
                let place = Place { node, asked: Asked::Left(end) };
                let (truth, also) = self.end(visit.left, end);
                marks.push(Mark { place, truth, also, why, look: node, hints });
            }
        }
        marks
    }

    /// The end of a window, and its other spellings.
    fn end(&self, window: Window, end: End) -> (Truth, Vec<String>) {
        let (value, open) = match end {
            End::Alpha => (window.alpha(), "-inf"),
            End::Beta => (window.beta(), "inf"),
        };
        let truth = value.map_or_else(|| open.to_owned(), |value| normal(&self.solved.number(value)));
        (Truth::Number(truth), self.also(value))
    }

    /// The spellings of a number beside that of the drawing.
    fn also(&self, value: Option<Value>) -> Vec<String> {
        value.map_or_else(Vec::new, |value| spellings(value, &self.solved.number(value)))
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

/// The mark that stands for an answer as a whole.
fn whole(truth: Truth, why: String, look: NodeId, hints: [String; 3]) -> Mark {
    Mark { place: Place::of(NodeId::ROOT), truth, also: Vec::new(), why, look, hints }
}

fn truth(is_marked: bool) -> Truth {
    if is_marked { Truth::Marked } else { Truth::Unmarked }
}
