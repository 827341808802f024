//! Compares an answer with what is right.

use super::answer::Answer;
use super::fault::{Criterion, Fault, Kind};
use super::standard::{Right, Standard, are_equal};
use crate::experiment::check::{Finding, Severity};
use crate::experiment::explain::name;
use crate::experiment::trace::Trace;
use crate::format;
use crate::tree::{NodeId, Player, Tree, Value, minimax_values};

/// The most inner nodes of a tree that is explained as a whole.
const MOST_EXPLAINED: usize = 5;
/// The most children or leaves that are listed.
const MOST_LISTED: usize = 12;

/// An answer about a tree beside what is right.
pub(super) struct Compared<'a> {
    pub(super) tree: &'a Tree,
    pub(super) standard: &'a Standard,
    pub(super) right: &'a Right,
    pub(super) answer: &'a Answer,
}

impl Compared<'_> {
    /// Whether the answer is right by a criterion: none if it does not speak of that, or else what is wrong, if anything is.
    pub(super) fn by(&self, criterion: Criterion) -> Option<Result<(), Fault>> {
        let fault = match criterion {
            Criterion::Value => self.value(self.answer.value?),
            Criterion::Best => self.best(self.answer.best?),
            Criterion::Evaluations => self.evaluations(self.answer.evaluations?, self.right.leaves.as_deref()?),
            Criterion::Leaves => match self.right.leaves.as_deref() {
                Some(right) => return self.leaves(right),
                None => Some(self.missing_leaf()?),
            },
            Criterion::Trace => match self.answer.trace.as_ref()? {
                Ok(trace) => error_of(trace),
                Err(message) => Some(unreadable(message)),
            },
            Criterion::Ends => None,
        };
        Some(fault.map_or(Ok(()), Err))
    }

    fn value(&self, said: Value) -> Option<Fault> {
        let right = self.right.value;
        if are_equal(self.tree, said, right) {
            return None;
        }
        Some(Fault {
            kind: Kind::Value,
            said: format!("value {}", said.grouped()),
            right: format!("value {}", right.grouped()),
            why: self.who_chooses(),
        })
    }

    /// How the value follows from those of the leaves: of a small tree all of it, otherwise at the root.
    fn who_chooses(&self) -> String {
        let tree = self.tree;
        let values = minimax_values(tree, tree.subtree(NodeId::ROOT));
        let inner: Vec<NodeId> = tree.nodes().rev().filter(|&node| !tree.is_leaf(node)).collect();
        let first = inner.len().saturating_sub(1);
        let explained = if inner.len() <= MOST_EXPLAINED { &inner[..] } else { &inner[first..] };
        let mut sentences = Vec::new();
        for &node in explained {
            let children: Vec<Value> = tree.children(node).filter_map(|child| values[child.index()]).collect();
            sentences.extend(values[node.index()].map(|value| chosen(tree, node, &children, value)));
        }
        if sentences.is_empty() {
            return "The tree is a leaf, whose value is the one of the tree.".into();
        }
        sentences.join(" ")
    }

    fn best(&self, said: u64) -> Option<Fault> {
        let children = &self.right.children;
        let is_best = |&index: &usize| {
            self.tree.is_chance(NodeId::ROOT) || are_equal(self.tree, children[index], self.right.value)
        };
        let best: Vec<usize> = (0..children.len()).filter(is_best).collect();
        let chosen = usize::try_from(said).ok();
        if chosen.is_some_and(|chosen| best.contains(&chosen)) {
            return None;
        }
        let why = match chosen.and_then(|chosen| children.get(chosen)) {
            Some(value) => {
                let (value, right) = (value.grouped(), self.right.value.grouped());
                format!("Child {said} is worth {value}, and the value of the tree is {right}.")
            }
            None if children.is_empty() => "The tree is a leaf, which has no moves.".to_owned(),
            None => {
                format!("The root has {}, numbered from 0.", format::count(children.len() as u64, "child", "children"))
            }
        };
        let right = if best.is_empty() { "no best move".into() } else { format!("best {}", listed_or(&best)) };
        Some(Fault { kind: Kind::Best, said: format!("best {said}"), right, why })
    }

    fn evaluations(&self, said: u64, leaves: &[NodeId]) -> Option<Fault> {
        let right = leaves.len() as u64;
        if said == right {
            return None;
        }
        let evaluated = listed(&self.numbers(leaves), |number| format::grouped(*number));
        let mut why = format!("{} evaluates, in this order, the leaves {evaluated}.", self.name());
        if said > right {
            why += &self.why_skipped(leaves).map_or_else(String::new, |why| format!(" {why}"));
        }
        Some(Fault { kind: Kind::Evaluations, said: format::evaluations(said), right: format::evaluations(right), why })
    }

    /// Why the first leaf that is not evaluated is not.
    fn why_skipped(&self, leaves: &[NodeId]) -> Option<String> {
        let skipped =
            (0..self.tree.leaf_count()).map(|slot| self.tree.leaf(slot)).find(|leaf| !leaves.contains(leaf))?;
        self.standard.why_skipped(self.tree, skipped)
    }

    /// A leaf that the tree does not have, which is wrong whatever the algorithm.
    fn missing_leaf(&self) -> Option<Fault> {
        let (said, count) = (self.answer.leaves.as_ref()?, self.tree.leaf_count() as u64);
        said.iter().find(|&&leaf| leaf >= count)?;
        Some(Fault {
            kind: Kind::Leaves,
            said: format!("leaves {}", listed(said, |number| format::grouped(*number))),
            right: format!("leaves from 0 to {}", format::grouped(count - 1)),
            why: self.count_of_leaves(),
        })
    }

    fn count_of_leaves(&self) -> String {
        let count = format::count(self.tree.leaf_count() as u64, "leaf", "leaves");
        format!("The tree has {count}, numbered from 0 from left to right.")
    }

    /// Compares the leaves by their numbers, or by their values in a trace.
    fn leaves(&self, right: &[NodeId]) -> Option<Result<(), Fault>> {
        if let Some(said) = &self.answer.leaves {
            let numbers = self.numbers(right);
            return Some(if *said == numbers { Ok(()) } else { Err(self.other_leaves(said, &numbers, right)) });
        }
        let said = self.answer.leaf_values.as_ref()?;
        let values: Vec<Value> = right.iter().filter_map(|&leaf| self.tree.value(leaf)).collect();
        if *said == values {
            return Some(Ok(()));
        }
        Some(Err(Fault {
            kind: Kind::Leaves,
            said: format!("leaves of the values {}", listed(said, |value| value.grouped())),
            right: format!("leaves of the values {}", listed(&values, |value| value.grouped())),
            why: self.why_skipped(right).unwrap_or_else(|| format!("{} evaluates every leaf.", self.name())),
        }))
    }

    fn other_leaves(&self, said: &[u64], numbers: &[u64], right: &[NodeId]) -> Fault {
        let number = |number: &u64| format::grouped(*number);
        let place = said.iter().zip(numbers).position(|(a, b)| a != b).unwrap_or(said.len().min(numbers.len()));
        let (ours, theirs) = (numbers.get(place), said.get(place));
        let leaf = |slot: u64| usize::try_from(slot).ok().filter(|&slot| slot < self.tree.leaf_count());
        let needless =
            theirs.and_then(|&slot| leaf(slot)).map(|slot| self.tree.leaf(slot)).filter(|leaf| !right.contains(leaf));
        let why = match (theirs, needless, ours) {
            (_, Some(needless), _) => {
                let why = self.standard.why_skipped(self.tree, needless);
                why.unwrap_or_else(|| format!("{} does not evaluate it.", self.name()))
            }
            (Some(&theirs), _, _) if leaf(theirs).is_none() => self.count_of_leaves(),
            (_, _, Some(ours)) => {
                format!("{} evaluates leaf {ours} next, number {} in its order.", self.name(), place + 1)
            }
            _ => format!("{} has evaluated every leaf that it needs, and does not evaluate one again.", self.name()),
        };
        Fault {
            kind: Kind::Leaves,
            said: format!("leaves {}", listed(said, number)),
            right: format!("leaves {}", listed(numbers, number)),
            why,
        }
    }

    /// The numbers of leaves.
    fn numbers(&self, leaves: &[NodeId]) -> Vec<u64> {
        leaves.iter().map(|&leaf| self.tree.slots(leaf).start as u64).collect()
    }

    fn name(&self) -> String {
        self.standard.algorithm.map_or_else(String::new, |algorithm| algorithm.title().into_owned())
    }
}

/// How the value of a node follows from those of its children.
fn chosen(tree: &Tree, node: NodeId, children: &[Value], value: Value) -> String {
    let (name, value, all) = (name(tree, node), value.grouped(), listed(children, |value| value.grouped()));
    let (who, most) = match tree.player(node) {
        _ if tree.is_chance(node) => return format!("Chance at {name} gives the mean of {all}: {value}."),
        Player::Max => ("MAX", "largest"),
        Player::Min => ("MIN", "smallest"),
    };
    if children.len() == 1 {
        return format!("{who} at {name} has one child, of value {value}.");
    }
    format!("{who} at {name} takes the {most} of {all}: {value}.")
}

/// The first error of a trace.
fn error_of(trace: &Trace) -> Option<Fault> {
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    let Finding { line, kind, sentence, hint, .. } = trace.run.report.findings.iter().find(is_error)?;
    let hint = hint.as_ref().map_or_else(String::new, |hint| format!(" {hint}"));
    Some(Fault {
        kind: Kind::Trace(Some(*kind)),
        said: format!("a trace with an error in line {line}"),
        right: "a trace in which every value is proved".into(),
        why: format!("{sentence}{hint}"),
    })
}

fn unreadable(message: &str) -> Fault {
    Fault {
        kind: Kind::Trace(None),
        said: "a trace that cannot be read".into(),
        right: "a trace as docs/traces.md describes it".into(),
        why: format!("Line {message}."),
    }
}

/// Things in a row; of a long row how it begins.
fn listed<T>(things: &[T], shown: impl Fn(&T) -> String) -> String {
    let mut list: Vec<String> = things.iter().take(MOST_LISTED).map(shown).collect();
    if things.len() > MOST_LISTED {
        list.push("…".into());
        return list.join(", ");
    }
    if list.is_empty() { "none".into() } else { format::series(&list, "and") }
}

fn listed_or(indices: &[usize]) -> String {
    let list: Vec<String> = indices.iter().take(MOST_LISTED).map(ToString::to_string).collect();
    format::series(&list, "or")
}
