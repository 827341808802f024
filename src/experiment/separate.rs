//! The smallest tree on which two searches differ: one evaluates a leaf that the other does not, or makes more evaluations.
//!
//! All trees are tried in the order of their sizes: by leaves, then by nodes, every shape with every order of values, ties among them. No search
//! here knows more of values than their order. Beyond that random trees are tried, and made smaller as long as the searches differ.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Settings, evaluation_order};
use crate::experiment::judge::smaller_trees;
use crate::generate::{Generator, Leaves, Ordering as Arranged, Probability, Shape};
use crate::parallel::{in_parallel, locked};
use crate::progress::Progress;
use crate::search::{Algorithm, CutoffRule};
use crate::tree::{Builder, NodeId, Tree, Value};

/// A search: an algorithm with its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its cutoff rule.
    pub cutoff: CutoffRule,
}

/// In what the first search is to differ from the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It evaluates a leaf that the other does not.
    Leaf,
    /// It makes more evaluations.
    Evaluations,
}

/// What is looked for, and where.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The searches.
    pub searches: [Contender; 2],
    /// How they are to differ.
    pub difference: Difference,
    /// All trees with up to this many leaves are tried.
    pub most_leaves: u32,
    /// So many random trees are tried after them.
    pub random: u64,
    /// The seed of the first random tree.
    pub seed: u64,
}

/// A tree on which the searches differ.
#[derive(Clone, Debug)]
pub struct Separation {
    /// The tree.
    pub tree: Tree,
    /// The leaves that each search evaluates there, from left to right from 0, in order.
    pub leaves: [Vec<usize>; 2],
    /// Whether there is no smaller one: all smaller trees were tried.
    pub is_smallest: bool,
}

/// The result of a search for a tree.
#[derive(Clone, Debug)]
pub struct Found {
    /// The tree, if there is one.
    pub separation: Option<Separation>,
    /// How many trees were tried.
    pub tried: u64,
}

/// The most nodes of the trees with a number of leaves that are tried: a chain to the leaves of one side is long enough for a deep cutoff.
pub const fn most_nodes(leaves: u32) -> u32 {
    2 * leaves + 3
}

/// Looks for the smallest tree. `None` if that was cancelled.
pub fn separate(question: &Question, progress: &Progress) -> Option<Found> {
    let mut shapes = Shapes::default();
    let tried = AtomicU64::new(0);
    for leaves in 1..=question.most_leaves {
        let orders = weak_orders(leaves as usize);
        for nodes in leaves..=most_nodes(leaves) {
            let all = shapes.trees(nodes, leaves);
            let found = first_of(question, &all, &orders, &tried, progress);
            if progress.is_cancelled() {
                return None;
            }
            if let Some(tree) = found {
                let leaves = question.searches.map(|search| evaluated(search, &tree));
                let separation = Some(Separation { tree, leaves, is_smallest: true });
                return Some(Found { separation, tried: tried.into_inner() });
            }
        }
    }
    let separation = at_random(question, &tried, progress);
    (!progress.is_cancelled()).then(|| Found { separation, tried: tried.load(Ordering::Relaxed) })
}

/// The first tree among shapes, each with every order of values, on which the searches differ.
fn first_of(
    question: &Question,
    shapes: &[Counts],
    orders: &[Vec<u32>],
    tried: &AtomicU64,
    progress: &Progress,
) -> Option<Tree> {
    let best: Mutex<Option<(usize, Tree)>> = Mutex::new(None);
    let result: Result<(), Infallible> = in_parallel(shapes.len(), &|index| {
        let is_late = || locked(&best).as_ref().is_some_and(|(before, _)| *before < index);
        if progress.is_cancelled() || is_late() {
            return Ok(());
        }
        for order in orders {
            let Some(tree) = built(&shapes[index], order) else { continue };
            tried.fetch_add(1, Ordering::Relaxed);
            if differs(question, &tree) {
                let mut best = locked(&best);
                if best.as_ref().is_none_or(|(before, _)| index < *before) {
                    *best = Some((index, tree));
                }
                break;
            }
        }
        progress.set_done(tried.load(Ordering::Relaxed));
        Ok(())
    });
    result.unwrap_or_else(|never| match never {});
    best.into_inner().ok().flatten().map(|(_, tree)| tree)
}

/// A random tree on which the searches differ, made smaller.
fn at_random(question: &Question, tried: &AtomicU64, progress: &Progress) -> Option<Separation> {
    let mut generators = Vec::new();
    for depth in 2..=6 {
        for branching in 2..=3 {
            let shape = Shape {
                min_branching: Some(1),
                leaf_probability: Probability::try_from(0.25).unwrap_or_default(),
                ..Shape::full(branching, depth)
            };
            generators.extend(Generator::new(Leaves::Integers(8), Arranged::Random, shape).ok());
        }
    }
    for number in 0..question.random {
        if progress.is_cancelled() {
            return None;
        }
        let generator = &generators[number as usize % generators.len()];
        let Ok(tree) = generator.build(question.seed.wrapping_add(number), None, progress) else { continue };
        tried.fetch_add(1, Ordering::Relaxed);
        progress.add_done(1);
        if differs(question, &tree) {
            let tree = shrunk(question, tree, progress);
            let leaves = question.searches.map(|search| evaluated(search, &tree));
            return Some(Separation { tree, leaves, is_smallest: false });
        }
    }
    None
}

/// A smaller tree on which the searches still differ, as long as there is one.
fn shrunk(question: &Question, mut tree: Tree, progress: &Progress) -> Tree {
    while let Some(smaller) = smaller_trees(&tree).into_iter().find(|smaller| differs(question, smaller)) {
        tree = smaller;
        if progress.is_cancelled() {
            break;
        }
    }
    tree
}

fn differs(question: &Question, tree: &Tree) -> bool {
    let [first, second] = question.searches.map(|search| evaluated(search, tree));
    match question.difference {
        Difference::Leaf => first.iter().any(|leaf| !second.contains(leaf)),
        Difference::Evaluations => first.len() > second.len(),
    }
}

fn evaluated(search: Contender, tree: &Tree) -> Vec<usize> {
    let settings = Settings { cutoff: search.cutoff, ..Settings::default() };
    let order = evaluation_order(search.algorithm, tree, settings, &Progress::new());
    order.into_iter().map(|leaf| tree.slots(leaf).start).collect()
}

/// A shape of a tree: how many children each node has, in preorder.
type Counts = Vec<u8>;

/// All shapes by their numbers of nodes and leaves.
#[derive(Default)]
struct Shapes {
    trees: BTreeMap<(u32, u32), Vec<Counts>>,
    forests: BTreeMap<(u32, u32), Vec<(u8, Counts)>>,
}

impl Shapes {
    /// The shapes of trees with a number of nodes and leaves.
    fn trees(&mut self, nodes: u32, leaves: u32) -> Vec<Counts> {
        if let Some(known) = self.trees.get(&(nodes, leaves)) {
            return known.clone();
        }
        let mut all = Vec::new();
        if nodes == 1 {
            all.extend((leaves == 1).then(|| vec![0]));
        } else if leaves > 0 && leaves < nodes {
            for (count, below) in self.forests(nodes - 1, leaves) {
                let mut counts = vec![count];
                counts.extend(below);
                all.push(counts);
            }
        }
        self.trees.insert((nodes, leaves), all.clone());
        all
    }

    /// The shapes of lists of trees, each with its length.
    fn forests(&mut self, nodes: u32, leaves: u32) -> Vec<(u8, Counts)> {
        if let Some(known) = self.forests.get(&(nodes, leaves)) {
            return known.clone();
        }
        let mut all: Vec<(u8, Counts)> = self.trees(nodes, leaves).into_iter().map(|tree| (1, tree)).collect();
        for of_first in 1..nodes {
            for leaves_of_first in 1..leaves {
                let rest = self.forests(nodes - of_first, leaves - leaves_of_first);
                for first in self.trees(of_first, leaves_of_first) {
                    for (count, below) in &rest {
                        all.push((count + 1, [&first[..], below].concat()));
                    }
                }
            }
        }
        self.forests.insert((nodes, leaves), all.clone());
        all
    }
}

/// All orders of values with ties, as ranks from 0 without gaps: 1, 3, 13, 75, 541 of them.
fn weak_orders(leaves: usize) -> Vec<Vec<u32>> {
    let mut orders = Vec::new();
    let mut ranks = vec![0; leaves];
    loop {
        let most = ranks.iter().copied().max().unwrap_or(0);
        if (0..=most).all(|rank| ranks.contains(&rank)) {
            orders.push(ranks.clone());
        }
        // Counts up, the last place first.
        let Some(place) = (0..leaves).rev().find(|&place| ranks[place] + 1 < leaves as u32) else { return orders };
        ranks[place] += 1;
        ranks[place + 1..].fill(0);
    }
}

/// A tree of a shape with the values of its leaves.
fn built(counts: &[u8], values: &[u32]) -> Option<Tree> {
    let (mut builder, mut open, mut values) = (Builder::new(), Vec::new(), values.iter());
    for &count in counts {
        if count == 0 {
            builder.leaf(values.next().map(|&value| Value::from(value as i32))).ok()?;
        } else {
            builder.open().ok()?;
            open.push(count);
            continue;
        }
        while let Some(left) = open.last_mut() {
            *left -= 1;
            if *left > 0 {
                break;
            }
            open.pop();
            builder.close();
        }
    }
    builder.build().ok()
}

impl Separation {
    /// The leaves that only the first search evaluates.
    pub fn only_first(&self) -> Vec<usize> {
        let mut only: Vec<usize> =
            self.leaves[0].iter().copied().filter(|leaf| !self.leaves[1].contains(leaf)).collect();
        only.sort_unstable();
        only.dedup();
        only
    }

    /// The node of a leaf, by its number.
    pub fn leaf(&self, number: usize) -> Option<NodeId> {
        self.tree.nodes().find(|&node| self.tree.is_leaf(node) && self.tree.slots(node).start == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_orders_with_ties_are_made_once() {
        assert_eq!([1, 2, 3, 4, 5].map(|leaves| weak_orders(leaves).len()), [1, 3, 13, 75, 541]);
    }

    #[test]
    fn shapes_are_made_once_and_are_trees() {
        let mut shapes = Shapes::default();
        // The Narayana numbers: ordered trees by their leaves.
        let counts: Vec<usize> = (1..5).map(|leaves| shapes.trees(5, leaves).len()).collect();
        assert_eq!(counts, [1, 6, 6, 1]);
        for shape in shapes.trees(7, 3) {
            let tree = built(&shape, &[0, 1, 2]).unwrap();
            assert_eq!((tree.len(), tree.leaf_count()), (7, 3));
        }
    }
}
