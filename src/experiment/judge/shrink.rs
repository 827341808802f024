//! Makes a tree smaller, as long as the program fails on it in the same way.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::change::{Change, changed};
use super::fault::Fault;
use super::program::StartError;
use super::verdict::{Judging, Wrong};
use crate::tree::{NodeId, Tree, Value};

/// How long it is tried to make a tree smaller.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most smaller trees that are tried at once.
const MOST_AT_ONCE: usize = 500;

/// The smallest tree that was found on which the program fails like this, and whether there was time to try all smaller ones.
pub(super) fn shrink(judging: &Judging<'_>, tree: Tree, wrong: Wrong) -> Result<(Tree, Wrong, bool), StartError> {
    let begin = Instant::now();
    let (mut tree, mut wrong) = (tree, wrong);
    while begin.elapsed() < PATIENCE && !judging.progress.is_cancelled() {
        match smaller(judging, &tree, &wrong.fault, begin + PATIENCE)? {
            Some(found) => (tree, wrong) = found,
            None => return Ok((tree, wrong, begin.elapsed() < PATIENCE)),
        }
    }
    Ok((tree, wrong, false))
}

/// A smaller tree on which the program fails in the same way, when it begins with that one.
fn smaller(
    judging: &Judging<'_>,
    tree: &Tree,
    fault: &Fault,
    deadline: Instant,
) -> Result<Option<(Tree, Wrong)>, StartError> {
    let mut trees = candidates(judging, tree);
    loop {
        let is_alike = |wrong: &Wrong| wrong.fault.kind == fault.kind;
        let mut found = None;
        judging.run(&trees, &mut |index, _, wrong| {
            found = wrong.filter(is_alike).map(|wrong| (index, wrong));
            if found.is_some() || Instant::now() > deadline || judging.progress.is_cancelled() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        let Some((index, wrong)) = found else { return Ok(None) };
        let tree = trees.swap_remove(index);
        if !judging.program.reads_lines || index == 0 {
            return Ok(Some((tree, wrong)));
        }
        // What a process said of other trees before must not matter.
        let alone = judging.alone(&tree)?;
        if let Some(wrong) = alone.filter(is_alike) {
            return Ok(Some((tree, wrong)));
        }
        let rest = trees.len().min(index);
        trees.drain(..rest);
    }
}

/// Smaller trees that the program can be judged on, the smallest first, roughly.
fn candidates(judging: &Judging<'_>, tree: &Tree) -> Vec<Tree> {
    let mut trees = smaller_trees(tree);
    trees.retain(|tree| judging.standard.of(tree).is_some());
    trees
}

/// Trees that are a step smaller or simpler, the smallest first, roughly: children dropped, subtrees replaced by their values, numbers made
/// small. Whoever goes on with one of them comes to an end.
pub(in crate::experiment) fn smaller_trees(tree: &Tree) -> Vec<Tree> {
    let same = |value: Value| value;
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
    let mut trees: Vec<Tree> = changes.into_iter().filter_map(|(_, change)| changed(tree, change, same)).collect();
    trees.extend(without_in_both(tree));
    trees.extend(ranked(tree));
    let simpler = simpler_leaves(tree).into_iter();
    trees.extend(simpler.filter_map(|(node, value)| changed(tree, Change::Leaf(node, value), same)));
    trees.truncate(MOST_AT_ONCE);
    trees
}

/// The tree without a child in each of two equal parts. Some programs fail only where a part comes again.
fn without_in_both(tree: &Tree) -> Vec<Tree> {
    let (mut trees, same) = (Vec::new(), |value: Value| value);
    let inner = || tree.nodes().filter(|&node| tree.children(node).nth(1).is_some() && !tree.is_chance(node));
    for first in inner() {
        let is_equal = |&other: &NodeId| other > first && tree.class(other) == tree.class(first);
        let Some(second) = inner().find(is_equal) else { continue };
        // The later one goes first, so that the other keeps its place.
        for (child, other) in tree.children(first).zip(tree.children(second)) {
            let once = changed(tree, Change::Drop(other), same);
            trees.extend(once.and_then(|once| changed(&once, Change::Drop(child), same)));
        }
        if trees.len() > MOST_AT_ONCE {
            break;
        }
    }
    trees
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
fn simpler_leaves(tree: &Tree) -> Vec<(NodeId, Value)> {
    let mut leaves = Vec::new();
    for node in tree.nodes().filter(|&node| tree.is_leaf(node)) {
        let Some(value) = tree.value(node) else { continue };
        let number = value.get();
        let towards_zero = number.trunc() - number.trunc().signum();
        for simpler in [0.0, 1.0, -1.0, -number, (number / 2.0).trunc(), towards_zero] {
            let Some(simpler) = Value::new(simpler) else { continue };
            if cost(simpler) < cost(value) && !leaves.contains(&(node, simpler)) {
                leaves.push((node, simpler));
            }
        }
    }
    leaves
}

/// How far a value is from a simple one: whole numbers near 0 are simple, and positive ones simpler than negative ones.
fn cost(value: Value) -> (bool, f64, bool) {
    let number = value.get();
    (number.fract() != 0.0, number.abs(), number < 0.0)
}
