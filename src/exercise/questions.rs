//! The questions of exercises, one entry each. To add one, write a function that solves it, its words in [`WORDS`](super::WORDS), and an
//! entry.

use super::marks::Maker;
use super::{
    Asks, Choice, End, Field, Kind, Mark, Method, Solved, Tasks, Unfit, Wanted, Words, Worth, numbers, orders,
};
use crate::search::Window;
use crate::tree::{NodeId, Value};

/// A question.
#[expect(clippy::struct_excessive_bools, reason = "facts about a question, each of which may be true of any")]
pub struct Question {
    /// The identifier, which is also the key of its words.
    pub id: &'static str,
    /// What it asks for, in a few words.
    pub purpose: &'static str,
    /// The room for its answers.
    pub room: Room,
    /// Whether it is about what a search prunes.
    pub needs_pruning: bool,
    /// Whether it can be asked of a tree with chance nodes.
    pub takes_chance: bool,
    /// Whether its picture gives other answers away, so that it is the only question of a sheet.
    pub is_alone: bool,
    /// Whether it calls inner nodes by their names.
    pub names_nodes: bool,
    /// Whether its answers call leaves by their values.
    pub names_leaves: bool,
    /// Whether its answers are values of inner nodes, which are means where chance moves.
    pub has_means: bool,
    /// Its answers.
    pub solve: fn(&Solved, &Words) -> Vec<Part>,
    /// Its fields on a learning platform; `None` if such a platform cannot judge what is right.
    pub fields: Option<fn(&Solved, &Words) -> Vec<Field>>,
    /// The number of its points.
    pub points: fn(&Solved) -> usize,
    /// How it is answered on a screen.
    pub(super) kind: Kind,
    /// The searches about which it is asked there.
    pub(super) searches: Searches,
    /// What is right and wrong on a screen, mark by mark.
    pub(super) marks: fn(&Maker<'_>) -> Result<Vec<Mark>, Unfit>,
}

/// Searches about which a question can be graded on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Searches {
    All,
    /// Those that visit each node at most once.
    VisitingOnce,
    /// The script of a page knows no other search.
    AlphaBeta,
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// The room for the answers of a question. It does not depend on the answers, which it would tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Room {
    /// A field of this many digits for each part.
    Fields(usize),
    /// This many lines for all parts together.
    Lines(usize),
}

/// A part of a question, with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name: a node, or the number of the part.
    pub name: String,
    /// The answer.
    pub answer: String,
}

impl Part {
    /// Its name and its answer.
    pub(super) fn in_words(&self) -> String {
        let Part { name, answer } = self;
        match name.parse::<usize>() {
            Ok(number) => format!("{number}. {answer}"),
            Err(_) if name.is_empty() => answer.clone(),
            Err(_) => format!("{name}: {answer}"),
        }
    }

    /// All parts of an answer.
    pub(super) fn joined(parts: &[Part]) -> String {
        parts.iter().map(Part::in_words).collect::<Vec<_>>().join("; ")
    }
}

/// A question that is asked about any search of a tree without chance nodes, as one of several; entries say what is otherwise.
const fn question(id: &'static str, room: Room, purpose: &'static str) -> Question {
    Question {
        id,
        purpose,
        room,
        needs_pruning: false,
        takes_chance: false,
        is_alone: false,
        names_nodes: true,
        names_leaves: true,
        has_means: false,
        solve: |_, _| Vec::new(),
        fields: None,
        points: |_| 1,
        kind: Kind::Numbers,
        searches: Searches::All,
        marks: |_| Ok(Vec::new()),
    }
}

/// The questions.
pub static QUESTIONS: &[Question] = &[
    Question {
        takes_chance: true,
        names_leaves: false,
        has_means: true,
        solve: values,
        fields: Some(values_fields),
        points: |solved| solved.inner().len(),
        marks: |maker| Ok(maker.values()),
        ..question("values", Room::Fields(6), "the minimax value of each inner node")
    },
    Question {
        takes_chance: true,
        solve: best_move,
        fields: Some(best_move_fields),
        kind: Kind::Move,
        marks: |maker| Ok(maker.moves()),
        ..question("best-move", Room::Lines(1), "the best move at the root")
    },
    Question {
        takes_chance: true,
        names_nodes: false,
        solve: |solved, words| vec![whole(names(solved, words, &solved.run.leaves))],
        fields: Some(|solved, words| among_leaves(solved, words, &solved.run.leaves, 3)),
        points: |_| 3,
        kind: Kind::Leaves,
        marks: |maker| Ok(maker.leaves()),
        ..question("leaves", Room::Lines(1), "which leaves the search evaluates")
    },
    Question {
        needs_pruning: true,
        takes_chance: true,
        solve: |solved, words| edges(solved, words, false),
        fields: Some(|solved, words| among_edges(solved, words, false, 3)),
        points: |_| 3,
        kind: Kind::Cuts,
        marks: |maker| Ok(maker.cuts()),
        ..question("cuts", Room::Lines(2), "which edges the search cuts, in which order")
    },
    Question {
        needs_pruning: true,
        names_leaves: false,
        solve: windows,
        fields: Some(windows_fields),
        points: |solved| 4 * solved.marked.len(),
        searches: Searches::VisitingOnce,
        marks: |maker| Ok(maker.windows()),
        ..question(
            "windows",
            Room::Fields(10),
            "alpha and beta at marked nodes, when the search enters and leaves them",
        )
    },
    Question {
        needs_pruning: true,
        solve: |solved, words| edges(solved, words, true),
        fields: Some(|solved, words| among_edges(solved, words, true, 2)),
        points: |_| 2,
        kind: Kind::Edges,
        searches: Searches::VisitingOnce,
        marks: |maker| Ok(maker.deep()),
        ..question("deep", Room::Lines(1), "which edges deep cutoffs cut")
    },
    Question {
        names_nodes: false,
        solve: |solved, words| vec![whole(names(solved, words, &solved.beside))],
        fields: Some(|solved, words| among_leaves(solved, words, &solved.beside, 2)),
        points: |_| 2,
        kind: Kind::Beside,
        marks: |maker| maker.beside(),
        ..question("lazy", Room::Lines(1), "which leaves Hughes' lazy alpha-beta evaluates beside those of alpha-beta")
    },
    Question {
        solve: |solved, words| in_order(solved, words, Wanted::Fewest),
        fields: Some(|solved, _| how_many(solved, Wanted::Fewest)),
        points: |_| 3,
        kind: Kind::Order,
        marks: |maker| Ok(maker.order(Wanted::Fewest)),
        ..question(
            "best-order",
            Room::Lines(2),
            "an order of the children in which alpha-beta evaluates the fewest leaves",
        )
    },
    Question {
        solve: |solved, words| in_order(solved, words, Wanted::Most),
        fields: Some(|solved, _| how_many(solved, Wanted::Most)),
        points: |_| 3,
        kind: Kind::Order,
        marks: |maker| Ok(maker.order(Wanted::Most)),
        ..question("worst-order", Room::Lines(2), "one in which it evaluates the most")
    },
    Question {
        needs_pruning: true,
        is_alone: true,
        names_nodes: false,
        names_leaves: false,
        solve: empty,
        points: |solved| solved.blanks.len(),
        kind: Kind::Empty,
        searches: Searches::AlphaBeta,
        marks: |maker| Ok(maker.empty()),
        ..question(
            "empty",
            Room::Fields(6),
            "values for empty leaves with which the search cuts off the dashed part, as the only question",
        )
    },
];

/// The questions that are asked by default, if they fit.
pub const USUAL: [&str; 5] = ["values", "best-move", "leaves", "cuts", "windows"];
/// Those of a search that prunes nothing: all leaves are evaluated.
const USUAL_OF_ALL_LEAVES: [&str; 2] = ["values", "best-move"];

impl Question {
    /// The questions that are asked by default about a search.
    pub fn usual(method: &Method, has_chance: bool) -> Vec<&'static Question> {
        let usual = if method.prunes() { &USUAL[..] } else { &USUAL_OF_ALL_LEAVES };
        let questions = usual.iter().filter_map(|id| Question::of_id(id));
        let fits =
            |question: &&Question| question.unfit(method, has_chance).is_none() && Tasks::takes(question, method);
        questions.filter(fits).collect()
    }

    /// The question with this identifier.
    pub fn of_id(id: &str) -> Option<&'static Question> {
        QUESTIONS.iter().find(|question| question.id == id)
    }

    /// The key of its words with an ending, which differ where chance moves if the answers are means then.
    pub(super) fn key(&self, ending: &str, has_chance: bool) -> String {
        let of_chance = if self.has_means && has_chance { "-chance" } else { "" };
        format!("{}{ending}{of_chance}", self.id)
    }

    /// Why it cannot be asked about a search.
    pub fn unfit(&self, method: &Method, has_chance: bool) -> Option<String> {
        if self.needs_pruning && !method.prunes() {
            let search = method.algorithm.id();
            return Some(format!("{search} prunes nothing; choose other questions or another search"));
        }
        (has_chance && !self.takes_chance)
            .then(|| "is about trees without chance nodes; choose other questions or another tree".to_owned())
    }
}

fn values(solved: &Solved, _: &Words) -> Vec<Part> {
    let answer = |value| numbers::exact(value, solved.number(value));
    let part = |node: NodeId| Part { name: solved.name(node, ""), answer: answer(solved.value(node)) };
    solved.inner().into_iter().map(part).collect()
}

fn values_fields(solved: &Solved, _: &Words) -> Vec<Field> {
    let field = |node: NodeId| Field { name: solved.name(node, ""), asks: Asks::Number(solved.value(node)), points: 1 };
    solved.inner().into_iter().map(field).collect()
}

/// All moves that are as good as the best.
fn best_move(solved: &Solved, words: &Words) -> Vec<Part> {
    let names: Vec<String> = solved.best().into_iter().map(|child| solved.name(child, words.get("leaf"))).collect();
    vec![whole(names.join(&format!(" {} ", words.get("or"))))]
}

fn best_move_fields(solved: &Solved, words: &Words) -> Vec<Field> {
    let best = solved.best();
    let name = |node: NodeId| solved.name(node, words.get("leaf"));
    let choice = |node: NodeId| Choice { name: name(node), worth: Worth::of(best.contains(&node)) };
    let choices = solved.tree.children(NodeId::ROOT).map(choice).collect();
    vec![only(Asks::one_of(choices, words), 1)]
}

/// The only part of a question.
fn whole(answer: String) -> Part {
    Part { name: String::new(), answer }
}

/// The only field of a question.
fn only(asks: Asks, points: usize) -> Field {
    Field { name: String::new(), asks, points }
}

/// The names of nodes, or the word for none.
fn names(solved: &Solved, words: &Words, nodes: &[NodeId]) -> String {
    if nodes.is_empty() {
        return words.get("none").to_owned();
    }
    nodes.iter().map(|&node| solved.name(node, words.get("leaf"))).collect::<Vec<_>>().join(", ")
}

/// A choice of some of all leaves, from left to right.
fn among_leaves(solved: &Solved, words: &Words, right: &[NodeId], points: usize) -> Vec<Field> {
    let tree = &solved.tree;
    let name = |leaf: NodeId| solved.name(leaf, words.get("leaf"));
    let choice = |leaf: NodeId| Choice { name: name(leaf), worth: Worth::of(right.contains(&leaf)) };
    let choices = (0..tree.leaf_count()).map(|slot| choice(tree.leaf(slot))).collect();
    vec![only(Asks::all_of(choices, words), points)]
}

/// A choice of some of all edges, level by level.
fn among_edges(solved: &Solved, words: &Words, only_deep: bool, points: usize) -> Vec<Field> {
    let inner = solved.inner().into_iter();
    let edges = inner.flat_map(|above| solved.tree.children(above).map(move |below| (above, below)));
    let choice = |(above, below)| Choice {
        name: edge(solved, words, above, below),
        worth: solved.is_cut(above, below, only_deep),
    };
    vec![only(Asks::all_of(edges.map(choice).collect(), words), points)]
}

/// The name of an edge: those of its ends.
fn edge(solved: &Solved, words: &Words, above: NodeId, below: NodeId) -> String {
    let name = |node| solved.name(node, words.get("leaf"));
    format!("{}–{}", name(above), name(below))
}

/// The edges that cutoffs cut, a part for each cutoff.
fn edges(solved: &Solved, words: &Words, only_deep: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    for cutoff in solved.run.cutoffs.iter().filter(|cutoff| cutoff.is_deep || !only_deep) {
        let edge = |&child: &NodeId| edge(solved, words, cutoff.node, child);
        let mut answer = cutoff.children.iter().map(edge).collect::<Vec<_>>().join(", ");
        if only_deep && solved.is_shallow_too(cutoff.node) {
            answer = format!("{answer} ({})", words.get("deep-or-not"));
        }
        parts.push(Part { name: (parts.len() + 1).to_string(), answer });
    }
    if parts.is_empty() {
        parts.push(whole(words.get("none").to_owned()));
    }
    parts
}

fn windows(solved: &Solved, words: &Words) -> Vec<Part> {
    let part = |(name, window)| Part { name, answer: solved.window(window) };
    marked_windows(solved, words).into_iter().map(part).collect()
}

/// The windows with which the marked nodes are entered and left, each with the words for it.
fn marked_windows(solved: &Solved, words: &Words) -> Vec<(String, Window)> {
    let mut windows = Vec::new();
    for &node in &solved.marked {
        let Some(visit) = solved.run.visits[node.index()] else { continue };
        let name = solved.name(node, "");
        for (key, window) in [("entered", visit.entered), ("left-with", visit.left)] {
            windows.push((words.with(key, "node", &name), window));
        }
    }
    windows
}

/// A choice of an end for each of alpha and beta: an infinity, or the value of a leaf.
fn windows_fields(solved: &Solved, words: &Words) -> Vec<Field> {
    let mut fields = Vec::new();
    for (name, window) in marked_windows(solved, words) {
        for end in End::BOTH {
            let asks = Asks::one_of(ends(solved, end.of(window), end), words);
            fields.push(Field { name: format!("{name}: {}", end.letter()), asks, points: 1 });
        }
    }
    fields
}

/// The choices for an end of a window.
fn ends(solved: &Solved, right: Option<Value>, end: End) -> Vec<Choice> {
    let mut values: Vec<Value> = solved.tree.nodes().map(|node| solved.value(node)).chain(right).collect();
    values.sort();
    values.dedup();
    let infinity = |name: &str, is_own| Choice { name: name.to_owned(), worth: Worth::of(is_own && right.is_none()) };
    let mut choices = vec![infinity("−∞", end == End::Alpha)];
    choices.extend(
        values.into_iter().map(|value| Choice { name: solved.number(value), worth: Worth::of(Some(value) == right) }),
    );
    choices.push(infinity("+∞", end == End::Beta));
    choices
}

/// One of many right answers: the order at each node where it matters, and the number of leaves.
fn in_order(solved: &Solved, words: &Words, wanted: Wanted) -> Vec<Part> {
    let found = orders(solved, wanted);
    let mut parts = found.in_parts(&|node| solved.name(node, words.get("leaf")));
    parts.push(Part { name: words.get("evaluated").to_owned(), answer: found.leaves.to_string() });
    parts
}

fn how_many(solved: &Solved, wanted: Wanted) -> Vec<Field> {
    let leaves = orders(solved, wanted).leaves as f64;
    vec![only(Asks::Number(Value::new(leaves).unwrap_or_default()), 3)]
}

/// One of many right answers: the values that the leaves had.
fn empty(solved: &Solved, words: &Words) -> Vec<Part> {
    let name = |leaf: NodeId| format!("{} {}", words.get("leaf"), solved.tree.slots(leaf).start + 1);
    let part = |&leaf: &NodeId| Part { name: name(leaf), answer: solved.number(solved.value(leaf)) };
    solved.blanks.iter().map(part).collect()
}
