//! The smallest tree on which two searches differ: one evaluates a leaf that the other does not, or makes more evaluations.
//!
//! All trees are tried in the order of their sizes: by leaves, then by nodes, every shape with every order of values, ties among them. No search
//! here knows more of values than their order. Beyond that random trees are tried, and made smaller as long as the searches differ.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Settings, evaluation_order};
use crate::experiment::judge::smaller_trees;
use crate::format::count;
use crate::generate::{Generator, Leaves, Ordering as Arranged, Probability, Shape};
use crate::parallel::{in_parallel, locked};
use crate::progress::Progress;
use crate::search::catalogue::LeafClass;
use crate::search::{Algorithm, CutoffRule};
use crate::tree::{Builder, NodeId, Tree, Value};

/// The most leaves of trees that are all tried; of more there are too many.
pub const MOST_LEAVES: u32 = 7;
/// Random trees are tried on all threads in batches of this many; of a batch the first one on which the searches differ counts.
const BATCH: u64 = 512;

/// A search: an algorithm with its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its cutoff rule.
    pub cutoff: CutoffRule,
}

impl Contender {
    /// Its name for people; the rule is named if it is strict.
    pub fn title(self) -> String {
        let title = self.algorithm.title();
        if self.cutoff == CutoffRule::Strict { format!("{title} (strict)") } else { title.into_owned() }
    }

    /// Whether it does the same under a rule as under its own.
    fn obeys(self, rule: CutoffRule) -> bool {
        self.algorithm.rule(rule) == self.algorithm.rule(self.cutoff)
    }
}

/// Writes it as commands take it: `alpha-beta`, or `alpha-beta@strict`.
impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        if self.cutoff == CutoffRule::Strict { write!(f, "@{}", self.cutoff.id()) } else { Ok(()) }
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The searches.
    pub searches: [Contender; 2],
    /// How they are to differ.
    pub difference: Difference,
    /// All trees with up to this many leaves are tried.
    pub most_leaves: u32,
    /// The number of random trees that are tried after them.
    pub random: u64,
    /// The seed of the first random tree.
    pub seed: u64,
}

impl Question {
    /// Refuses a question that no tree can answer.
    pub fn check(&self) -> Result<(), String> {
        let [first, second] = self.searches;
        if first.algorithm == second.algorithm && first.obeys(second.cutoff) {
            let title = first.title();
            return Err(format!(
                "both searches are {title}; choose two that differ in the algorithm, an option or the rule"
            ));
        }
        if self.difference == Difference::Leaf && second.algorithm.leaves() == LeafClass::All {
            return Err(format!("{} evaluates every leaf, so there is no other one", second.algorithm.title()));
        }
        Ok(())
    }

    /// The rule under which both searches do what they do under their own, if there is one.
    pub fn common_rule(&self) -> Option<CutoffRule> {
        let rules = [CutoffRule::NonStrict, CutoffRule::Strict];
        rules.into_iter().find(|&rule| self.searches.iter().all(|search| search.obeys(rule)))
    }

    /// The most trees that are tried: all with up to the number of leaves, and the random ones.
    pub fn trees(&self) -> u64 {
        let all = (1..=self.most_leaves).map(trees_with).fold(0, u128::saturating_add);
        u64::try_from(all).unwrap_or(u64::MAX).saturating_add(self.random)
    }

    /// The command that asks it again.
    pub fn command(&self) -> String {
        let Question { searches: [first, second], most_leaves, random, seed, .. } = self;
        let flag = match self.difference {
            Difference::Leaf => "--not-visited-by",
            Difference::Evaluations => "--more-than",
        };
        format!("plyscope find --visits {first} {flag} {second} --leaves {most_leaves} --random {random} --seed {seed}")
    }

    /// A tree that answers it, with that as its title and the command as its source.
    pub fn named(&self, tree: Tree) -> Tree {
        let [first, second] = self.searches.map(Contender::title);
        let title = match self.difference {
            Difference::Leaf => format!("{first} evaluates a leaf that {second} does not"),
            Difference::Evaluations => format!("{first} makes more evaluations than {second}"),
        };
        tree.named(title, self.command())
    }

    /// That none of the trees that were tried answers it, with the searches under these names.
    pub fn without_answer(&self, tried: u64, name: impl Fn(Contender) -> String) -> String {
        let [first, second] = self.searches.map(name);
        let (leaves, nodes) = (self.most_leaves, most_nodes(self.most_leaves));
        format!(
            "of {}, all of those with up to {} and {nodes} nodes among them, there is none on which {first} {} {second}",
            count(tried, "tree", "trees"),
            count(leaves.into(), "leaf", "leaves"),
            match self.difference {
                Difference::Leaf => "evaluates a leaf that is not evaluated by",
                Difference::Evaluations => "makes more evaluations than",
            }
        )
    }
}

/// A tree on which the searches differ.
#[derive(Clone, Debug, PartialEq)]
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

/// The number of trees with a number of leaves that are tried: every shape with every order of values.
fn trees_with(leaves: u32) -> u128 {
    let shapes: u128 = (leaves..=most_nodes(leaves)).map(|nodes| shapes_with(nodes, leaves)).sum();
    shapes * orders_with(leaves)
}

/// The number of ordered trees with these nodes and leaves, a Narayana number.
fn shapes_with(nodes: u32, leaves: u32) -> u128 {
    let edges = nodes - 1;
    if edges == 0 { 1 } else { choices(edges, leaves) * choices(edges, leaves - 1) / u128::from(edges) }
}

/// The number of orders of values with ties, a Fubini number: some are the smallest, and the others are in any order.
fn orders_with(leaves: u32) -> u128 {
    if leaves == 0 { 1 } else { (1..=leaves).map(|least| choices(leaves, least) * orders_with(leaves - least)).sum() }
}

/// In how many ways some of a number of things can be chosen.
fn choices(of: u32, chosen: u32) -> u128 {
    (0..u128::from(chosen)).fold(1, |ways, place| ways * u128::from(of).saturating_sub(place) / (place + 1))
}

/// Looks for the smallest tree. `None` if that was cancelled.
pub fn separate(question: &Question, progress: &Progress) -> Option<Found> {
    let mut shapes = Shapes::default();
    let tried = AtomicU64::new(0);
    progress.set_total(question.trees());
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
    first(shapes.len(), progress, &|index| {
        for order in orders {
            let Some(tree) = built(&shapes[index], order) else { continue };
            tried.fetch_add(1, Ordering::Relaxed);
            if differs(question, &tree) {
                return Some(tree);
            }
        }
        progress.set_done(tried.load(Ordering::Relaxed));
        None
    })
}

/// The tree of the smallest of some numbers that has one, found on all threads.
fn first(count: usize, progress: &Progress, found: &(dyn Fn(usize) -> Option<Tree> + Sync)) -> Option<Tree> {
    let best: Mutex<Option<(usize, Tree)>> = Mutex::new(None);
    let result: Result<(), Infallible> = in_parallel(count, &|index| {
        let is_late = || locked(&best).as_ref().is_some_and(|(before, _)| *before < index);
        if progress.is_cancelled() || is_late() {
            return Ok(());
        }
        if let Some(tree) = found(index) {
            let mut best = locked(&best);
            if best.as_ref().is_none_or(|(before, _)| index < *before) {
                *best = Some((index, tree));
            }
        }
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
    let differing = |number: u64| {
        let generator = &generators[number as usize % generators.len()];
        let tree = generator.build(question.seed.wrapping_add(number), None, progress).ok()?;
        tried.fetch_add(1, Ordering::Relaxed);
        progress.add_done(1);
        differs(question, &tree).then_some(tree)
    };
    for begin in (0..question.random).step_by(BATCH as usize) {
        let count = BATCH.min(question.random - begin) as usize;
        let tree = first(count, progress, &|index| differing(begin + index as u64));
        if progress.is_cancelled() {
            return None;
        }
        if let Some(tree) = tree {
            let tree = shrunk(question, tree.named(String::new(), String::new()), progress);
            let leaves = question.searches.map(|search| evaluated(search, &tree));
            return Some(Separation { tree, leaves, is_smallest: false });
        }
    }
    None
}

/// A smaller tree on which the searches still differ, as long as there is one.
fn shrunk(question: &Question, mut tree: Tree, progress: &Progress) -> Tree {
    while !progress.is_cancelled() {
        let smaller = smaller_trees(&tree).find(|smaller| differs(question, smaller));
        let Some(smaller) = smaller else { break };
        tree = smaller;
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
    let mut values = values.iter();
    let tree = Builder::new().grown(|builder, node| {
        let count = counts[node.index()].into();
        if count == 0 {
            builder.set_value(node, values.next().map(|&value| Value::from(value as i32)));
        }
        count
    });
    tree.ok()
}

impl Separation {
    /// How large the tree is, and whether there is a smaller one.
    pub fn in_words(&self) -> String {
        let leaves = count(self.tree.leaf_count() as u64, "leaf", "leaves");
        let nodes = count(self.tree.len() as u64, "node", "nodes");
        let smallest = if self.is_smallest { "there is no smaller one" } else { "found at random, and made smaller" };
        format!("{leaves}, {nodes}; {smallest}")
    }

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
    fn trees_are_counted_before_they_are_tried() {
        let mut shapes = Shapes::default();
        for leaves in 1..=5 {
            let of_nodes = |nodes| shapes.trees(nodes, leaves).len();
            let all: usize = (leaves..=most_nodes(leaves)).map(of_nodes).sum();
            assert_eq!(trees_with(leaves), (all * weak_orders(leaves as usize).len()) as u128, "{leaves} leaves");
        }
    }

    #[test]
    fn rules_are_common_where_no_search_obeys_another() {
        let of = |searches: [(Algorithm, CutoffRule); 2]| {
            let searches = searches.map(|(algorithm, cutoff)| Contender { algorithm, cutoff });
            Question { searches, difference: Difference::Leaf, most_leaves: 3, random: 0, seed: 1 }
        };
        let (strict, not) = (CutoffRule::Strict, CutoffRule::NonStrict);
        let both = of([(Algorithm::ALPHA_BETA, strict), (Algorithm::SSS_STAR, strict)]);
        assert_eq!((both.common_rule(), both.check()), (Some(strict), Ok(())));
        let one = of([(Algorithm::ALPHA_BETA, strict), (Algorithm::ALPHA_BETA, not)]);
        assert_eq!((one.common_rule(), one.check()), (None, Ok(())));
        // A minimal proof is found under either rule.
        let minimal = of([(Algorithm::ALPHA_BETA, strict), (Algorithm::MINIMAL_TREE, not)]);
        assert_eq!(minimal.common_rule(), Some(strict));
        let same = of([(Algorithm::MINIMAL_TREE, strict), (Algorithm::MINIMAL_TREE, not)]);
        assert!(same.check().is_err_and(|message| message.starts_with("both searches are ")));
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
