//! Grading: the marks that a question asks for, and what is right, wrong and missed in the answers of a student, each with the sentence that
//! says why.
//!
//! `marks` makes them. They are the data of the page of practice, too, whose script grades in the same way.

use std::collections::BTreeMap;
use std::fmt;

use super::judge::{Judge, rising, turns};
use super::marks::Maker;
use super::numbers::normal;
use super::questions::Searches;
use super::{End, Method, Question, Solved, Unfit, Words};
use crate::search::Algorithm;
use crate::tree::{NodeId, Tree};

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
        match self.asked {
            Asked::Itself => write!(f, "{}", self.node.index()),
            Asked::Entered(end) => write!(f, "{}-entered-{}", self.node.index(), end.id()),
            Asked::Left(end) => write!(f, "{}-left-{}", self.node.index(), end.id()),
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

impl Tasks {
    /// Whether a question can be graded on a screen for a search.
    pub fn takes(question: &Question, method: &Method) -> bool {
        match question.searches {
            Searches::All => true,
            Searches::VisitingOnce => method.visits_once(),
            Searches::AlphaBeta => method.algorithm == Algorithm::ALPHA_BETA,
        }
    }

    /// The marks of some questions about an exercise.
    pub fn new(solved: &Solved, questions: &[&'static Question], words: &Words) -> Result<Tasks, Unfit> {
        let maker = Maker::new(solved, words)?;
        let tasks = questions.iter().map(|question| Task::new(question, &maker)).collect::<Result<Vec<_>, _>>()?;
        let has_blanks = tasks.iter().any(|task| task.kind == Kind::Empty);
        let tree = if has_blanks { solved.with_blanks()? } else { maker.reasons.tree };
        Ok(Tasks { tree, tasks })
    }
}

impl Task {
    fn new(question: &'static Question, maker: &Maker<'_>) -> Result<Task, Unfit> {
        let Solved { method, tree, .. } = maker.solved;
        if !Tasks::takes(question, method) {
            let (id, search) = (question.id, method.algorithm.id());
            return Err(Unfit::new(match question.searches {
                Searches::AlphaBeta => format!(
                    "on a screen {id} is asked about alpha-beta, unlike {search}; choose that search, or leave the question out"
                ),
                Searches::All | Searches::VisitingOnce => format!(
                    "{id} is asked about searches that visit each node at most once, unlike {search}; leave it out"
                ),
            }));
        }
        // A search that comes back to nodes cuts edges at different times; their order is not asked.
        let is_unordered = question.kind == Kind::Cuts && !method.visits_once();
        let kind = if is_unordered { Kind::Edges } else { question.kind };
        let marks = (question.marks)(maker)?;
        let (crossed, cutoffs) =
            if kind == Kind::Empty { (maker.cut_edges(), maker.cutoffs()) } else { Default::default() };
        Ok(Task { question, kind, marks, crossed, cutoffs, has_chance: tree.has_chance(), judge: maker.judge(kind) })
    }

    /// The key of the words with which it is asked.
    pub fn asked(&self) -> String {
        let unordered = if self.kind == self.question.kind { "" } else { "-unordered" };
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
    /// What an answer at the place is worth.
    fn verdict(&self, answer: Option<&str>) -> Verdict {
        match (&self.truth, answer) {
            (Truth::Marked | Truth::Turn(_) | Truth::Either, Some(_)) => Verdict::Right,
            (Truth::Number(number), Some(answer)) if self.also.iter().chain([number]).any(|known| known == answer) => {
                Verdict::Right
            }
            (Truth::Unmarked | Truth::Number(_) | Truth::Outcome(_), Some(_)) => Verdict::Wrong,
            (Truth::Marked | Truth::Turn(_) | Truth::Number(_) | Truth::Outcome(_), None) => Verdict::Missed,
            (Truth::Unmarked | Truth::Either, None) => Verdict::Unmarked,
        }
    }
}
