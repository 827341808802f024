//! The conditions on the trees of a class of exercises, and the tree of a seed that meets them.

use super::solved::minimax;
use super::{MOST_LEAVES, MOST_LEVELS, Method, Run, Span, Unfit};
use crate::format::grouped;
use crate::game::Path;
use crate::search::CutoffRule;
use crate::tree::{Builder, Role, Tree, Value};

/// The number of trees that are tried for a seed.
const MOST_TRIES: u64 = 20_000;
/// The smallest and the largest value of a leaf that can be asked for.
const VALUES: (i64, i64) = (-999, 999);
/// The smallest depth of a leaf that a deep cutoff can skip.
const DEEP: u32 = 4;

/// Whether leaves have equal values.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ties {
    /// All leaves have different values, so that both cutoff rules cut the same
    #[default]
    None,
    /// Leaves may have equal values
    Any,
    /// Equal values such that the two cutoff rules evaluate different leaves
    Deciding,
}

/// What holds of the tree of each seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// The children of each inner node.
    pub branching: Span,
    /// The depth of the leaves.
    pub depth: u32,
    /// The number of leaves.
    pub leaves: Span,
    /// The number of cutoffs.
    pub cutoffs: Span,
    /// The number of deep cutoffs.
    pub deep: Span,
    /// Whether leaves have equal values.
    pub ties: Ties,
    /// The values of the leaves.
    pub values: Span,
    /// The number of chance nodes. Their children are equally likely, and their values whole numbers.
    pub chance: Span,
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions {
            branching: Span::of(2, 3),
            depth: 3,
            leaves: Span::of(10, 16),
            cutoffs: Span::from(2),
            deep: Span::from(0),
            ties: Ties::None,
            values: Span::of(0, 20),
            chance: Span::of(0, 0),
        }
    }
}

/// A source of random numbers for one tree.
struct Dice(Path, u64);

impl Dice {
    /// One of `least..=most`, all about equally likely.
    fn among(&mut self, (least, most): (i64, i64)) -> i64 {
        self.1 += 1;
        let count = (most - least + 1) as u64;
        let Path(bits) = self.0.child(self.1);
        least + ((u128::from(bits) * u128::from(count)) >> u64::BITS) as i64
    }
}

/// A tree as the numbers of children in preorder, 0 for a leaf.
struct Form {
    counts: Vec<u32>,
    leaves: usize,
}

impl Conditions {
    /// Refuses conditions that no tree meets.
    pub fn check(&self) -> Result<(), Unfit> {
        let message = self
            .wrong_chance()
            .or_else(|| self.wrong_shape())
            .or_else(|| self.wrong_leaves())
            .or_else(|| self.wrong_values());
        message.map_or(Ok(()), |message| Err(Unfit::new(message)))
    }

    /// What is wrong with the number of chance nodes.
    fn wrong_chance(&self) -> Option<String> {
        let Conditions { chance, deep, ties, depth, .. } = *self;
        if chance.most.is_some_and(|most| most < 0) {
            return Some(format!("--chance {chance}: a tree has 0 chance nodes or more; choose such a range"));
        }
        if self.least_chance() == 0 {
            return None;
        }
        if depth < 2 {
            return Some(format!("--chance {chance}: the root is no chance node; choose --depth 2 or more"));
        }
        let needs = if deep.least.is_some_and(|least| least > 0) {
            "--deep"
        } else if ties == Ties::Deciding {
            "--ties deciding"
        } else {
            return None;
        };
        Some(format!("{needs} with --chance {chance}: is about trees of MAX and MIN; leave one of them out"))
    }

    /// The smallest number of chance nodes.
    fn least_chance(&self) -> i64 {
        self.chance.least.unwrap_or_default().max(0)
    }

    /// Whether trees may have chance nodes.
    pub fn has_chance(&self) -> bool {
        self.chance.most != Some(0)
    }

    /// What is wrong with the form of the trees.
    fn wrong_shape(&self) -> Option<String> {
        let Conditions { branching, depth, deep, .. } = *self;
        let (fewest, widest) = self.children();
        if fewest < 1 || widest < fewest || widest > MOST_LEAVES as i64 {
            return Some(format!(
                "--branching {branching}: a node has 1 to {MOST_LEAVES} children; choose such a range"
            ));
        }
        if !(1..MOST_LEVELS).contains(&depth) {
            let most = MOST_LEVELS - 1;
            return Some(format!(
                "--depth {depth}: a sheet has room for trees of depth 1 to {most}; choose one of them"
            ));
        }
        let has_deep = deep.least.is_some_and(|least| least > 0);
        (has_deep && depth < DEEP).then(|| format!("--deep {deep}: a deep cutoff needs --depth {DEEP} or more"))
    }

    /// What is wrong with the number of leaves.
    fn wrong_leaves(&self) -> Option<String> {
        let Conditions { branching, depth, leaves, .. } = *self;
        let (least, most) = leaves.within(1, MOST_LEAVES as i64);
        if least > MOST_LEAVES as i64 || most < 1 {
            return Some(format!(
                "--leaves {leaves}: a sheet has room for 1 to {MOST_LEAVES} leaves; choose such a range"
            ));
        }
        let [fewest, widest] = self.full();
        (least > widest || most < fewest).then(|| {
            format!(
                "--leaves {leaves}: trees with --branching {branching} and --depth {depth} have {fewest} to {widest} leaves; \
                 choose another range"
            )
        })
    }

    /// What is wrong with the values of the leaves.
    fn wrong_values(&self) -> Option<String> {
        let (lowest, highest) = self.values.within(VALUES.0, VALUES.1);
        if lowest < VALUES.0 || highest > VALUES.1 || lowest > highest {
            let (first, last) = VALUES;
            return Some(format!("--values {}: values are from {first} to {last}; choose such a range", self.values));
        }
        let (least, _) = self.leaves.within(1, MOST_LEAVES as i64);
        let distinct = highest - lowest + 1;
        (self.ties == Ties::None && distinct < least.max(self.full()[0])).then(|| {
            format!(
                "--ties none: {distinct} different --values do not suffice for the leaves; choose more values or --ties any"
            )
        })
    }

    /// The fewest and the most leaves of trees of this form.
    fn full(&self) -> [i64; 2] {
        let (fewest, widest) = self.children();
        [fewest, widest].map(|count| count.saturating_pow(self.depth))
    }

    fn children(&self) -> (i64, i64) {
        self.branching.within(1, MOST_LEAVES as i64)
    }

    /// The tree of a seed: the first one that meets the conditions, in an order that the seed determines.
    pub fn tree(&self, seed: u64, method: &Method) -> Result<Tree, Unfit> {
        self.check()?;
        method.check_chance(self.has_chance())?;
        // The condition that the most successful tree so far did not meet.
        let mut furthest = (0, String::new());
        for number in 0..MOST_TRIES {
            let mut dice = Dice(Path::ROOT.child(seed).child(number), 0);
            match self.candidate(&mut dice, method)? {
                Ok(tree) => return Ok(tree),
                Err(failed) if failed.0 > furthest.0 => furthest = failed,
                Err(_) => {}
            }
        }
        let (tries, (_, condition)) = (grouped(MOST_TRIES), furthest);
        Err(Unfit::new(format!(
            "seed {seed}: none of {tries} trees meets {condition}; ask for less, or choose another --branching or --depth"
        )))
    }

    /// A tree that meets the conditions, or the first one that a tree does not meet, with its place in the order of the tests.
    fn candidate(&self, dice: &mut Dice, method: &Method) -> Result<Result<Tree, (u32, String)>, Unfit> {
        let mut form = Form { counts: Vec::new(), leaves: 0 };
        self.grow(0, dice, &mut form);
        if form.leaves > MOST_LEAVES || !self.leaves.has(form.leaves as i64) {
            return Ok(Err((1, format!("--leaves {}", self.leaves))));
        }
        let Some(values) = self.draw(form.leaves, dice) else {
            return Ok(Err((2, format!("--ties none with --values {}", self.values))));
        };
        let Some(chance) = self.chance(&form, dice) else {
            return Ok(Err((3, format!("--chance {}", self.chance))));
        };
        let tree = built(&form, &values, &chance)?;
        if tree.has_chance() && !has_whole_values(&tree)? {
            return Ok(Err((4, format!("whole values with --chance {}", self.chance))));
        }
        let run = method.run(&tree)?;
        let deep = run.cutoffs.iter().filter(|cutoff| cutoff.is_deep).count();
        Ok(if !self.cutoffs.has(run.cutoffs.len() as i64) {
            Err((5, format!("--cutoffs {}", self.cutoffs)))
        } else if !self.deep.has(deep as i64) {
            Err((6, format!("--deep {}", self.deep)))
        } else if self.ties == Ties::Deciding && !is_decided_by_ties(&tree, method, &run)? {
            Err((7, "--ties deciding".to_owned()))
        } else {
            Ok(tree)
        })
    }

    /// Which nodes are chance nodes, by their places in preorder: some of the inner ones below the root; `None` if there are too few.
    fn chance(&self, form: &Form, dice: &mut Dice) -> Option<Vec<usize>> {
        if !self.has_chance() {
            return Some(Vec::new());
        }
        let mut inner: Vec<usize> = (1..form.counts.len()).filter(|&node| form.counts[node] > 0).collect();
        let most = self.chance.most.unwrap_or(i64::MAX).min(inner.len() as i64);
        let least = self.least_chance();
        let count = if least > most { return None } else { dice.among((least, most)) };
        Some((0..count).map(|_| inner.swap_remove(dice.among((0, inner.len() as i64 - 1)) as usize)).collect())
    }

    /// Adds a subtree, unless there are too many leaves already.
    fn grow(&self, depth: u32, dice: &mut Dice, form: &mut Form) {
        if depth == self.depth || form.leaves > MOST_LEAVES {
            form.counts.push(0);
            form.leaves += 1;
            return;
        }
        let count = dice.among(self.children());
        form.counts.push(count as u32);
        for _ in 0..count {
            self.grow(depth + 1, dice, form);
        }
    }

    /// The values of the leaves; `None` if there are too few different ones.
    fn draw(&self, leaves: usize, dice: &mut Dice) -> Option<Vec<i64>> {
        let (lowest, highest) = self.values.within(VALUES.0, VALUES.1);
        if self.ties != Ties::None {
            return Some((0..leaves).map(|_| dice.among((lowest, highest))).collect());
        }
        let mut left: Vec<i64> = (lowest..=highest).collect();
        let draw = |_| {
            let last = (left.len() as i64).checked_sub(1).filter(|&last| last >= 0)?;
            Some(left.swap_remove(dice.among((0, last)) as usize))
        };
        (0..leaves).map(draw).collect()
    }
}

/// Whether the other cutoff rule evaluates other leaves.
fn is_decided_by_ties(tree: &Tree, method: &Method, run: &Run) -> Result<bool, Unfit> {
    let rule = match method.rule {
        CutoffRule::NonStrict => CutoffRule::Strict,
        CutoffRule::Strict => CutoffRule::NonStrict,
    };
    Ok(Method { rule, ..*method }.run(tree)?.leaves != run.leaves)
}

fn has_whole_values(tree: &Tree) -> Result<bool, Unfit> {
    Ok(minimax(tree)?.into_iter().all(|value| value.get().fract() == 0.0))
}

fn built(form: &Form, values: &[i64], chance: &[usize]) -> Result<Tree, Unfit> {
    let mut values = values.iter();
    let tree = Builder::new().grown(|builder, node| {
        let count = form.counts[node.index()] as usize;
        if chance.contains(&node.index()) {
            builder.set_role(node, Role::Chance);
        }
        if count == 0 {
            builder.set_value(node, values.next().and_then(|&value| Value::new(value as f64)));
        }
        count
    });
    tree.map_err(Unfit::unbuilt)
}
