//! A random tree that is computed node by node as it is searched.

use super::quantile::Quantile;
use super::random::{Purpose, below, draw, error, permuted, shuffled, unit};
use super::{Chance, Deviation, Edges, Generator, Leaves, Ordering, Probabilities};
use crate::game::{Chances, Game, Path, Playable};
use crate::tree::{Player, Value};

/// The tree of a generator and a seed, as a game. Takes no memory; a node is computed from its parent in constant time, or for
/// `dependent` leaves and the orderings `worst-first` and `estimated` in the time it takes to order its siblings.
#[derive(Clone, Copy, Debug)]
pub struct Implicit {
    generator: Generator,
    root: Path,
    /// The probability that a two-valued leaf is 1.
    one: f64,
    /// Whether the generator [is plain](Generator::is_plain), so that a node is known from its path.
    is_plain: bool,
    /// Whether the tree is [full](super::Shape::is_full).
    is_full: bool,
    has_chance: bool,
}

/// The faces of the die with which weights are drawn.
const FACES: u64 = 6;

/// A node of an [`Implicit`] tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    path: Path,
    /// State that determines the leaf values below: a sum of edges, the rank of the first leaf below, or a quantile.
    carried: f64,
    depth: u32,
    /// The number of players who moved above.
    turn: u32,
}

impl Node {
    /// The moves that lead to the node, as a number.
    pub fn path(&self) -> Path {
        self.path
    }

    /// The depth of the node.
    pub fn depth(&self) -> u32 {
        self.depth
    }
}

impl Generator {
    /// The tree of a seed, computed node by node as a search visits it.
    pub fn tree(&self, seed: u64) -> Implicit {
        Implicit::new(*self, self.root(seed))
    }
}

impl Implicit {
    fn new(generator: Generator, root: Path) -> Implicit {
        let (is_plain, is_full) = (generator.is_plain(), generator.shape().is_full());
        let (one, has_chance) = (generator.probability_of_one(), generator.has_chance());
        Implicit { generator, root, one, is_plain, is_full, has_chance }
    }

    /// The number of children of a node.
    #[inline]
    fn child_count(&self, node: &Node) -> u32 {
        let shape = self.generator.shape();
        if node.depth == shape.depth {
            0
        } else if self.is_full {
            shape.branching
        } else {
            self.drawn_child_count(node)
        }
    }

    /// Separate functions for what is rare, here and below, so that plain trees are searched in registers.
    #[inline(never)]
    fn drawn_child_count(&self, node: &Node) -> u32 {
        let shape = self.generator.shape();
        let is_leaf = node.depth > 0 && unit(draw(node.path, Purpose::Leaf)) < shape.leaf_probability.get();
        if is_leaf {
            return 0;
        }
        let fewest = shape.fewest_children();
        fewest + below(draw(node.path, Purpose::Children), u64::from(shape.branching - fewest + 1)) as u32
    }

    /// Whether an inner node is a chance node.
    #[inline(never)]
    fn is_chance(&self, inner: &Node) -> bool {
        match self.generator.chance() {
            Chance::None => false,
            Chance::EveryOther => !inner.depth.is_multiple_of(2),
            Chance::Share(share) => inner.depth > 0 && unit(draw(inner.path, Purpose::Chance)) < share.get(),
        }
    }

    /// Draws what all children of a node share.
    #[inline(never)]
    fn siblings(&self, node: &Node, count: u32) -> Siblings {
        let player = self.player(node);
        let quantile = Quantile::from_stored(node.carried);
        match (self.generator.leaves(), self.generator.ordering()) {
            (Leaves::Dependent, _) => {
                let first = node.carried * f64::from(self.generator.shape().branching);
                let ranks = shuffled(draw(node.path, Purpose::Order), count);
                Siblings::Listed(ranks.into_iter().map(|rank| first + f64::from(rank)).collect())
            }
            (_, Ordering::Random) => Siblings::Alone,
            (_, Ordering::BestFirst(p)) => {
                let order = draw(node.path, Purpose::Order);
                let is_first = count == 1 || unit(order) < p.get();
                let best = if is_first { 0 } else { 1 + below(order.child(0), u64::from(count) - 1) as u32 };
                Siblings::Best(best, quantile.of_best_child(player, count))
            }
            (_, Ordering::StronglyOrdered) => {
                let best = strongly_ordered(draw(node.path, Purpose::Order), count);
                Siblings::Best(best, quantile.of_best_child(player, count))
            }
            (_, Ordering::Estimated(deviation)) => self.estimated(node, player, deviation, count),
            (_, Ordering::WorstFirst) => {
                let best = quantile.of_best_child(player, count);
                let uniform = |child| unit(draw(node.path.child(u64::from(child)), Purpose::Quantile));
                let mut worse: Vec<f64> = (1..count).map(uniform).collect();
                worse.sort_unstable_by(f64::total_cmp);
                let states = worse.into_iter().map(|state| best.of_worse_child(player, state).stored());
                Siblings::Listed(states.chain([best.stored()]).collect())
            }
        }
    }

    /// Children in the order of estimates: of the value of each child plus an error.
    fn estimated(&self, node: &Node, player: Player, deviation: Deviation, count: u32) -> Siblings {
        let best = Quantile::from_stored(node.carried).of_best_child(player, count);
        let mut children = Vec::with_capacity(count as usize);
        for index in 0..count {
            let path = node.path.child(u64::from(index));
            let quantile = match index {
                0 => best,
                _ => best.of_worse_child(player, unit(draw(path, Purpose::Quantile))),
            };
            let estimate = self.value_of(quantile, node.depth + 1) + deviation.get() * error(path);
            children.push((estimate, quantile.stored()));
        }
        // If all errors are 0, equal children stay in their order, the best one first.
        children.sort_by(|(one, _), (other, _)| match player {
            Player::Max => other.total_cmp(one),
            Player::Min => one.total_cmp(other),
        });
        Siblings::Listed(children.into_iter().map(|(_, state)| state).collect())
    }

    /// The value of a node at a depth, given its quantile: that of the leaf at the end of the line of best children.
    fn value_of(&self, mut quantile: Quantile, depth: u32) -> f64 {
        let shape = self.generator.shape();
        for depth in depth..shape.depth {
            let player = if depth.is_multiple_of(2) { Player::Max } else { Player::Min };
            quantile = quantile.of_best_child(player, shape.branching);
        }
        self.generator.leaves().of_uniform(quantile.get(), self.one)
    }

    /// The state of a child that does not depend on its siblings.
    fn carried(&self, parent: &Node, index: u32, path: Path) -> f64 {
        let edge = || draw(path, Purpose::Edge);
        match self.generator.leaves() {
            Leaves::Growth(Edges::Continuous) => parent.carried + unit(edge()),
            Leaves::Growth(Edges::Integers(low, high)) => {
                let count = (i64::from(high) - i64::from(low) + 1) as u64;
                parent.carried + (i64::from(low) + below(edge(), count) as i64) as f64
            }
            Leaves::Growth(Edges::Signs) => parent.carried + if edge().0 >> 63 == 1 { 1.0 } else { -1.0 },
            Leaves::Permutation => parent.carried * f64::from(self.generator.shape().branching) + f64::from(index),
            Leaves::Continuous | Leaves::Integers(_) | Leaves::TwoValued(_) | Leaves::Dependent => 0.0,
        }
    }

    #[inline]
    fn leaf_value(&self, leaf: &Node) -> f64 {
        if self.is_plain {
            return self.generator.leaves().of_uniform(unit(leaf.path), self.one);
        }
        self.carried_leaf_value(leaf)
    }

    #[inline(never)]
    fn carried_leaf_value(&self, leaf: &Node) -> f64 {
        let uniform = || match self.generator.ordering() {
            Ordering::Random => unit(leaf.path),
            _ => Quantile::from_stored(leaf.carried).get(),
        };
        match self.generator.leaves() {
            leaves @ (Leaves::Continuous | Leaves::Integers(_) | Leaves::TwoValued(_)) => {
                leaves.of_uniform(uniform(), self.one)
            }
            Leaves::Growth(_) => leaf.carried,
            Leaves::Permutation => {
                permuted(self.root, leaf.carried as u64, self.generator.shape().full_leaves() as u64) as f64
            }
            Leaves::Dependent => leaf.carried * self.generator.shape().leaves_below(leaf.depth),
        }
    }
}

/// The index of the best of some children that are strongly ordered.
fn strongly_ordered(drawn: Path, count: u32) -> u32 {
    let (uniform, next) = (unit(drawn), drawn.child(0));
    let quarter = count.div_ceil(4);
    let between = |start: u32, end: u32| start + below(next, u64::from(end - start)) as u32;
    if count == 1 || uniform < FIRST {
        0
    } else if quarter == 1 {
        between(1, count)
    } else if uniform < FIRST_QUARTER {
        between(1, quarter)
    } else {
        between(quarter, count)
    }
}

/// How likely the best of strongly ordered children is the first, and one in the first quarter.
const FIRST: f64 = 0.7;
const FIRST_QUARTER: f64 = 0.9;

/// The weight of a child of a chance node: a whole number from 1 to 6, drawn from the number of the node.
fn weight(drawn: u64, index: usize) -> f64 {
    (1 + below(Path(drawn).child(index as u64), FACES)) as f64
}

/// What the children of a node share.
enum Siblings {
    /// Nothing: each child is independent.
    Alone,
    /// The index and quantile of the best child.
    Best(u32, Quantile),
    /// The state of each child.
    Listed(Box<[f64]>),
}

/// The children of a node of an [`Implicit`] tree.
pub struct Children<'g> {
    tree: &'g Implicit,
    parent: Node,
    siblings: Siblings,
    /// The number of players who moved above the children.
    turn: u32,
    next: u32,
    count: u32,
}

impl Children<'_> {
    /// The state of a child.
    #[inline(never)]
    fn carried(&self, index: u32, path: Path) -> f64 {
        match &self.siblings {
            Siblings::Alone => self.tree.carried(&self.parent, index, path),
            Siblings::Listed(carried) => carried[index as usize],
            &Siblings::Best(best, quantile) if best == index => quantile.stored(),
            Siblings::Best(_, quantile) => {
                let player = self.tree.player(&self.parent);
                quantile.of_worse_child(player, unit(draw(path, Purpose::Quantile))).stored()
            }
        }
    }
}

impl Iterator for Children<'_> {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        if self.next == self.count {
            return None;
        }
        let index = self.next;
        self.next += 1;
        let path = self.parent.path.child(u64::from(index));
        let carried = if self.tree.is_plain { 0.0 } else { self.carried(index, path) };
        Some(Node { path, carried, depth: self.parent.depth + 1, turn: self.turn })
    }
}

impl Game for Implicit {
    type Position = Node;
    type Key = ();
    type Moves<'g> = Children<'g>;

    fn root(&self) -> Node {
        let carried = match self.generator.ordering() {
            Ordering::Random => 0.0,
            _ => Quantile::new(unit(draw(self.root, Purpose::Quantile))).stored(),
        };
        Node { path: self.root, carried, depth: 0, turn: 0 }
    }

    #[inline]
    fn player(&self, node: &Node) -> Player {
        if node.turn.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    fn chances(&self, node: &Node) -> Option<Chances<'_>> {
        let count = if self.has_chance { self.child_count(node) as usize } else { 0 };
        let is_chance = count > 0 && self.is_chance(node);
        is_chance.then(|| match self.generator.probabilities() {
            Probabilities::Equal => Chances::equal(count),
            Probabilities::Random => Chances::drawn(count, draw(node.path, Purpose::Probabilities).0, weight),
        })
    }

    fn has_chance(&self) -> bool {
        self.has_chance
    }

    /// That of all trees of the generator, without a look at the leaves.
    fn value_range(&self) -> Option<[Value; 2]> {
        self.generator.value_range()
    }

    #[inline]
    fn moves<'g>(&'g self, node: &Node) -> Children<'g> {
        let count = self.child_count(node);
        let siblings = if count == 0 || self.is_plain { Siblings::Alone } else { self.siblings(node, count) };
        let takes_turn = !(self.has_chance && count > 0 && self.is_chance(node));
        let turn = node.turn + u32::from(takes_turn);
        Children { tree: self, parent: *node, siblings, turn, next: 0, count }
    }

    /// Inner nodes have no static value.
    #[inline]
    fn static_value(&self, node: &Node) -> Option<Value> {
        if self.child_count(node) == 0 { Value::new(self.leaf_value(node)) } else { None }
    }
}

/// The default names are enough.
impl Playable for Implicit {}
