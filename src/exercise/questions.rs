//! The questions of exercises, one entry each. To add one, write a function that solves it, its words in [`WORDS`](super::WORDS), and an
//! entry.

use super::{Solved, Words};
use crate::tree::NodeId;

/// A question.
pub struct Question {
    /// The identifier, which is also the key of its words.
    pub id: &'static str,
    /// What it asks for, in a few words.
    pub purpose: &'static str,
    /// The room for its answers.
    pub room: Room,
    /// Whether it is about what a search prunes.
    pub needs_pruning: bool,
    /// Its answers.
    pub solve: fn(&Solved, &Words) -> Vec<Part>,
    /// The number of its points.
    pub points: fn(&Solved) -> usize,
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

/// The questions.
pub static QUESTIONS: &[Question] = &[
    Question {
        id: "values",
        purpose: "the minimax value of each inner node",
        room: Room::Fields(6),
        needs_pruning: false,
        solve: values,
        points: |solved| solved.inner().len(),
    },
    Question {
        id: "best-move",
        purpose: "the best move at the root",
        room: Room::Lines(1),
        needs_pruning: false,
        solve: best_move,
        points: |_| 1,
    },
    Question {
        id: "leaves",
        purpose: "which leaves the search evaluates",
        room: Room::Lines(1),
        needs_pruning: false,
        solve: leaves,
        points: |_| 3,
    },
    Question {
        id: "cuts",
        purpose: "which edges the search cuts, in which order",
        room: Room::Lines(2),
        needs_pruning: true,
        solve: cuts,
        points: |_| 3,
    },
    Question {
        id: "windows",
        purpose: "alpha and beta at marked nodes, when the search enters and leaves them",
        room: Room::Fields(10),
        needs_pruning: true,
        solve: windows,
        points: |solved| 2 * solved.marked.len(),
    },
    Question {
        id: "deep",
        purpose: "which edges deep cutoffs cut",
        room: Room::Lines(1),
        needs_pruning: true,
        solve: deep,
        points: |_| 2,
    },
];

impl Question {
    /// The question with this identifier.
    pub fn of_id(id: &str) -> Option<&'static Question> {
        QUESTIONS.iter().find(|question| question.id == id)
    }
}

fn values(solved: &Solved, _: &Words) -> Vec<Part> {
    let part = |node: NodeId| Part { name: solved.name(node, ""), answer: solved.number(solved.value(node)) };
    solved.inner().into_iter().map(part).collect()
}

/// All moves that are as good as the best.
fn best_move(solved: &Solved, words: &Words) -> Vec<Part> {
    let names: Vec<String> = solved.best().into_iter().map(|child| solved.name(child, words.get("leaf"))).collect();
    vec![Part { name: String::new(), answer: names.join(&format!(" {} ", words.get("or"))) }]
}

fn leaves(solved: &Solved, words: &Words) -> Vec<Part> {
    let names: Vec<String> = solved.run.leaves.iter().map(|&leaf| solved.name(leaf, words.get("leaf"))).collect();
    vec![Part { name: String::new(), answer: names.join(", ") }]
}

fn cuts(solved: &Solved, words: &Words) -> Vec<Part> {
    edges(solved, words, false)
}

fn deep(solved: &Solved, words: &Words) -> Vec<Part> {
    edges(solved, words, true)
}

/// The edges that cutoffs cut, a part for each cutoff.
fn edges(solved: &Solved, words: &Words, only_deep: bool) -> Vec<Part> {
    let leaf = words.get("leaf");
    let mut parts = Vec::new();
    for cutoff in &solved.run.cutoffs {
        if only_deep && !cutoff.is_deep {
            continue;
        }
        let above = solved.name(cutoff.node, leaf);
        let edge = |&child: &NodeId| format!("{above}–{}", solved.name(child, leaf));
        let answer = cutoff.children.iter().map(edge).collect::<Vec<_>>().join(", ");
        parts.push(Part { name: (parts.len() + 1).to_string(), answer });
    }
    if parts.is_empty() {
        parts.push(Part { name: String::new(), answer: words.get("none").to_owned() });
    }
    parts
}

fn windows(solved: &Solved, words: &Words) -> Vec<Part> {
    let mut parts = Vec::new();
    for &node in &solved.marked {
        let Some(visit) = solved.run.visits[node.index()] else { continue };
        let name = solved.name(node, "");
        for (key, window) in [("entered", visit.entered), ("left-with", visit.left)] {
            parts.push(Part { name: words.with(key, "node", &name), answer: solved.window(window) });
        }
    }
    parts
}
