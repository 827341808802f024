//! Makes a tree smaller, as long as the program fails on it in the same way.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::change::{Change, changed};
use super::program::JudgeError;
use super::verdict::{Judging, Wrong};
use crate::tree::{NodeId, Tree, Value};

/// How long it is tried to make a tree smaller.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most smaller trees that are tried at once.
const MOST_AT_ONCE: usize = 500;
/// The most that are tried at once as long as they are a good deal smaller.
const MOST_ROWS: usize = 64;
/// Trees with at most this number of nodes are made smaller step by step at once.
const SMALL: usize = 100;

/// A way to a smaller or simpler tree.
#[derive(Clone, Copy)]
enum Step {
    Change(Change),
    /// Two nodes go, the earlier one first.
    Both(NodeId, NodeId),
    /// The leaves get small whole numbers in their order.
    Ranks,
}

impl Step {
    /// The tree after it.
    fn from(self, tree: &Tree) -> Option<Tree> {
        let same = |value: Value| value;
        match self {
            Step::Change(change) => changed(tree, change, same),
            // The later one goes first, so that the other keeps its place.
            Step::Both(first, second) => {
                changed(&changed(tree, Change::Drop(second), same)?, Change::Drop(first), same)
            }
            Step::Ranks => ranked(tree),
        }
    }
}

/// The smallest tree that was found on which the program fails like this, and whether there was time to try all smaller ones.
pub(super) fn shrink(judging: &Judging<'_>, tree: Tree, wrong: Wrong) -> Result<(Tree, Wrong, bool), JudgeError> {
    let mut shrinking = Shrinking { judging, tree: Arc::new(tree), wrong, deadline: Instant::now() + PATIENCE };
    shrinking.by_rows()?;
    while !shrinking.is_over() && shrinking.try_all(one_at_a_time(&shrinking.tree))? {}
    let is_smallest = !shrinking.is_over();
    let Shrinking { tree, wrong, .. } = shrinking;
    Ok((Arc::unwrap_or_clone(tree), wrong, is_smallest))
}

/// A tree on which the program fails, which becomes smaller.
struct Shrinking<'a> {
    judging: &'a Judging<'a>,
    tree: Arc<Tree>,
    wrong: Wrong,
    deadline: Instant,
}

impl Shrinking<'_> {
    fn is_over(&self) -> bool {
        Instant::now() > self.deadline || self.judging.progress.is_cancelled()
    }

    /// Leaves out halves of the children of a node, then quarters, and so on, as long as the tree is large (Zeller's delta debugging): one
    /// child at a time, a wide tree would take as many runs as it has children.
    fn by_rows(&mut self) -> Result<(), JudgeError> {
        let mut parts = 2;
        while self.tree.len() > SMALL && !self.is_over() {
            let rows = rows(&self.tree, parts);
            if rows.is_empty() {
                return Ok(());
            }
            if !self.try_all(rows)? {
                parts *= 2;
            }
        }
        Ok(())
    }

    /// Goes on with the first of these trees on which the program fails in the same way, when it begins with that one; returns whether there
    /// is one.
    fn try_all(&mut self, mut steps: Vec<Step>) -> Result<bool, JudgeError> {
        loop {
            let found = self.first_alike(&steps)?;
            let Some((index, tree, wrong)) = found else { return Ok(false) };
            // What a process said of other trees before must not matter.
            let needs_proof = self.judging.program.reads_lines && index > 0;
            let wrong = if needs_proof { self.judging.alone(&tree)? } else { Some(wrong) };
            if let Some(wrong) = wrong.filter(|wrong| wrong.fault.kind == self.wrong.fault.kind) {
                (self.tree, self.wrong) = (Arc::new(tree), wrong);
                return Ok(true);
            }
            steps.drain(..=index);
        }
    }

    fn first_alike(&self, steps: &[Step]) -> Result<Option<(usize, Tree, Wrong)>, JudgeError> {
        let mut found = None;
        let (tree, ways) = (Arc::clone(&self.tree), steps.to_vec());
        // A large tree is made when it is its turn.
        let made = move |index: usize| ways.get(index).and_then(|step| step.from(&tree));
        self.judging.run(steps.len(), Arc::new(made), &mut |index, tree, wrong| {
            let is_alike = |wrong: &Wrong| wrong.fault.kind == self.wrong.fault.kind;
            found = wrong.filter(is_alike).map(|wrong| (index, tree, wrong));
            if found.is_some() || self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(found)
    }
}

/// The tree without a part of the children of a node, the largest parts first; `parts` is the number of parts into which its children are
/// divided.
fn rows(tree: &Tree, parts: usize) -> Vec<Step> {
    let mut rows = Vec::new();
    // The probabilities of what is left would have to be others.
    for node in tree.nodes().filter(|&node| !tree.is_chance(node)) {
        let children: Vec<NodeId> = tree.children(node).collect();
        if children.len() < parts {
            continue;
        }
        for row in children.chunks(children.len().div_ceil(parts)) {
            if let [first, .., last] | [first @ last] = row {
                rows.push((tree.subtree(*last).end - tree.subtree(*first).start, Change::DropRow(*first, *last)));
            }
        }
    }
    rows.sort_by_key(|&(size, _)| Reverse(size));
    rows.truncate(MOST_ROWS);
    rows.into_iter().map(|(_, change)| Step::Change(change)).collect()
}

/// Trees that are a step smaller or simpler, the smallest first, roughly: children dropped, subtrees replaced by their values, numbers made
/// small. Whoever goes on with one of them comes to an end.
pub(in crate::experiment) fn smaller_trees(tree: &Tree) -> impl Iterator<Item = Tree> {
    one_at_a_time(tree).into_iter().filter_map(|step| step.from(tree))
}

fn one_at_a_time(tree: &Tree) -> Vec<Step> {
    let mut changes = Vec::new();
    let values = crate::tree::minimax_values(tree, tree.subtree(NodeId::ROOT));
    for node in tree.nodes().skip(1) {
        let Some(parent) = tree.parent(node) else { continue };
        let size = tree.subtree(node).len();
        // The probabilities of what is left would have to be others.
        if tree.children(parent).nth(1).is_some() && !tree.is_chance(parent) {
            changes.push((tree.len() - size, Change::Drop(node)));
        }
        if tree.is_leaf(node) {
            continue;
        }
        if let Some(value) = values[node.index()] {
            changes.push((tree.len() - size + 1, Change::Leaf(node, value)));
        }
        // The player at the root stays, whom a program may take for granted.
        if tree.player(node) == tree.player(NodeId::ROOT) && !tree.is_chance(node) {
            changes.push((size, Change::Root(node)));
        }
    }
    changes.sort_by_key(|&(size, _)| size);
    let mut steps: Vec<Step> = changes.into_iter().map(|(_, change)| Step::Change(change)).collect();
    steps.extend(without_in_both(tree));
    steps.push(Step::Ranks);
    steps.extend(simpler_leaves(tree).map(|(node, value)| Step::Change(Change::Leaf(node, value))).take(MOST_AT_ONCE));
    steps.truncate(MOST_AT_ONCE);
    steps
}

/// The tree without a child in each of two equal parts. Some programs fail only where a part comes again.
fn without_in_both(tree: &Tree) -> Vec<Step> {
    let inner = tree.nodes().filter(|&node| tree.children(node).nth(1).is_some() && !tree.is_chance(node));
    // Each part with the next one that is equal.
    let (mut pairs, mut next) = (Vec::new(), HashMap::new());
    for node in inner.rev() {
        pairs.extend(next.insert(tree.class(node), node).map(|second| (node, second)));
    }
    let both =
        |(first, second)| tree.children(first).zip(tree.children(second)).map(|(one, other)| Step::Both(one, other));
    pairs.into_iter().rev().flat_map(both).take(MOST_AT_ONCE).collect()
}

/// The tree with the values of its leaves replaced by small whole numbers in the same order, with 0 for 0.
fn ranked(tree: &Tree) -> Option<Tree> {
    let leaves = tree.nodes().filter(|&node| tree.is_leaf(node));
    let mut values: Vec<Value> = leaves.filter_map(|leaf| tree.value(leaf)).chain([Value::default()]).collect();
    values.sort_unstable();
    values.dedup();
    let place = |value: Value| values.partition_point(|&other| other < value) as i32;
    let zero = place(Value::default());
    let rank = |value: Value| Value::from(place(value) - zero);
    let is_simpler = values.iter().any(|&value| cost(rank(value)) < cost(value));
    if is_simpler { changed(tree, Change::Nothing, rank) } else { None }
}

/// Leaves with simpler values, one at a time.
fn simpler_leaves(tree: &Tree) -> impl Iterator<Item = (NodeId, Value)> {
    let leaves = tree.nodes().filter(|&node| tree.is_leaf(node));
    leaves.filter_map(|node| Some((node, tree.value(node)?))).flat_map(|(node, value)| {
        let number = value.get();
        let towards_zero = number.trunc() - number.trunc().signum();
        let mut simpler = Vec::new();
        for number in [0.0, 1.0, -1.0, -number, (number / 2.0).trunc(), towards_zero] {
            simpler.extend(Value::new(number).filter(|&other| cost(other) < cost(value) && !simpler.contains(&other)));
        }
        simpler.into_iter().map(move |value| (node, value))
    })
}

/// How far a value is from a simple one: whole numbers near 0 are simple, and positive ones simpler than negative ones.
fn cost(value: Value) -> (bool, f64, bool) {
    let number = value.get();
    (number.fract() != 0.0, number.abs(), number < 0.0)
}
