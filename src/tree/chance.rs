//! Chance nodes: who moves at a node, and the probabilities of the children where chance does.
//!
//! The children of a chance node have probabilities that add up to 1; where none is given they are equal. A chance node takes no turn:
//! the player at its children is the one who would have been in turn at the node itself, unless another is given.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use rustc_hash::FxHashMap;

use super::value::{Value, ValueError};
use super::{Bits, Chances, Node, NodeId, Player, Ranked};
use crate::format::grouped;

/// How far the probabilities of a node's children may add up to something other than 1.
pub const TOLERANCE: f64 = 1e-9;

/// Who moves at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A player.
    Player(Player),
    /// Chance, such as dice.
    Chance,
}

impl From<Player> for Role {
    fn from(player: Player) -> Role {
        Role::Player(player)
    }
}

impl Role {
    /// MAX moves.
    pub const MAX: Role = Role::Player(Player::Max);
    /// MIN moves.
    pub const MIN: Role = Role::Player(Player::Min);

    /// `MAX`, `MIN` or `chance`.
    pub fn name(self) -> &'static str {
        match self {
            Role::Player(player) => player.name(),
            Role::Chance => "chance",
        }
    }

    /// `max`, `min` or `chance`, as in files.
    pub fn id(self) -> &'static str {
        match self {
            Role::MAX => "max",
            Role::MIN => "min",
            Role::Chance => "chance",
        }
    }

    /// The role with this [`id`](Role::id).
    pub fn of_id(id: &str) -> Option<Role> {
        [Role::MAX, Role::MIN, Role::Chance].into_iter().find(|role| role.id() == id)
    }

    /// The player, unless chance moves.
    pub fn player(self) -> Option<Player> {
        if let Role::Player(player) = self { Some(player) } else { None }
    }

    /// `MAX to move` or `a chance node`.
    pub fn in_words(self) -> &'static str {
        match self {
            Role::MAX => "MAX to move",
            Role::MIN => "MIN to move",
            Role::Chance => "a chance node",
        }
    }
}

/// The probability of a child of a chance node: a number from 0 to 1, kept as it is written, a decimal or a fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    numerator: f64,
    /// 1 in a decimal number.
    denominator: f64,
}

impl Eq for Probability {}

impl std::hash::Hash for Probability {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        [self.numerator, self.denominator].map(f64::to_bits).hash(state);
    }
}

impl Probability {
    /// One of `count` equal probabilities.
    pub fn one_of(count: usize) -> Probability {
        Probability { numerator: 1.0, denominator: count as f64 }
    }

    /// A decimal number; an error if it is negative, greater than 1 or no number.
    pub fn new(number: f64) -> Result<Probability, ProbabilityError> {
        Probability::fraction(number, 1.0)
    }

    /// A fraction of two numbers.
    pub fn fraction(numerator: f64, denominator: f64) -> Result<Probability, ProbabilityError> {
        let probability = Probability { numerator: numerator + 0.0, denominator };
        let number = probability.get();
        if denominator == 0.0 {
            Err(ProbabilityError::NotANumber)
        } else if number < 0.0 {
            Err(ProbabilityError::Negative)
        } else if number > 1.0 + TOLERANCE {
            Err(ProbabilityError::TooLarge)
        } else if !number.is_finite() || denominator < 0.0 {
            Err(ProbabilityError::NotANumber)
        } else {
            Ok(probability)
        }
    }

    /// The number.
    #[inline]
    pub fn get(self) -> f64 {
        self.numerator / self.denominator
    }

    /// Numerator and denominator; the latter is 1 in a decimal number.
    pub fn parts(self) -> (f64, f64) {
        (self.numerator, self.denominator)
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: f64| Value::new(number).unwrap_or_default();
        write!(f, "{}", number(self.numerator))?;
        if self.denominator == 1.0 { Ok(()) } else { write!(f, "/{}", number(self.denominator)) }
    }
}

/// Why a text is not a probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbabilityError {
    /// It is not a number.
    #[error("is not a probability; write one such as 1/3 or 0.25")]
    NotANumber,
    /// It is less than 0.
    #[error("is negative; a probability lies between 0 and 1")]
    Negative,
    /// It is greater than 1.
    #[error("is greater than 1; a probability lies between 0 and 1")]
    TooLarge,
}

impl From<ValueError> for ProbabilityError {
    fn from(_: ValueError) -> ProbabilityError {
        ProbabilityError::NotANumber
    }
}

/// Reads a decimal number, a fraction such as `1/3`, or a percentage such as `25%`.
impl FromStr for Probability {
    type Err = ProbabilityError;

    fn from_str(text: &str) -> Result<Probability, ProbabilityError> {
        let number = |text: &str| text.trim().parse::<Value>().map(Value::get);
        let text = text.trim();
        if let Some(percent) = text.strip_suffix('%') {
            return Probability::fraction(number(percent)?, 100.0);
        }
        match text.split_once('/') {
            Some((numerator, denominator)) => Probability::fraction(number(numerator)?, number(denominator)?),
            None => Probability::new(number(text)?),
        }
    }
}

/// Why probabilities do not fit into a tree.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("node {}: {fault}", grouped(.node.index() as u64))]
pub struct ChanceError {
    /// The node that is wrong.
    pub node: NodeId,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a probability.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// The probabilities of the node's children do not add up to 1.
    #[error("the probabilities of the children of this chance node add up to {}, not 1", sum_in_words(*.0))]
    Sum(f64),
    /// The node has no probability, while a sibling has one.
    #[error("this child of a chance node has no probability, though a sibling has one; give all of them or none")]
    Missing,
    /// The node has a probability, and its parent is not a chance node.
    #[error("only children of a chance node have a probability; make the parent one with \"player\": \"chance\"")]
    NotChance,
}

fn sum_in_words(sum: f64) -> String {
    // Enough digits to see that it is not 1.
    let rounded = (sum * 1e10).round() / 1e10;
    Value::new(rounded).unwrap_or_default().to_string()
}

/// The probabilities of all children of chance nodes. Takes 16 bytes for each and 24 for each chance node, a bit and a half for each other
/// node of a tree with chance nodes, and nothing where there are none.
#[derive(Clone, Debug, Default)]
pub(super) struct Lotteries {
    /// The chance nodes.
    nodes: Ranked,
    /// The places of the children of each.
    places: Vec<Places>,
    probabilities: Vec<Probability>,
}

/// Where the probabilities of a node's children are.
#[derive(Clone, Copy, Debug)]
struct Places {
    start: u32,
    end: u32,
    /// Their common denominator.
    denominator: f64,
    /// Whether they are equal fractions, as where none is given.
    are_equal: bool,
}

impl Places {
    /// The same with what is known of the probabilities.
    fn describing(self, all: &[Probability]) -> Places {
        let equal = Probability::one_of(all.len());
        let are_equal = all.iter().all(|&probability| probability == equal);
        let denominator = if are_equal { all.len() as f64 } else { Probability::common_denominator(all) };
        Places { denominator, are_equal, ..self }
    }

    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl PartialEq for Lotteries {
    fn eq(&self, other: &Lotteries) -> bool {
        self.nodes().eq(other.nodes()) && self.probabilities == other.probabilities
    }
}

/// What is done about probabilities that do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    /// They are an error.
    Refused,
    /// They are [settled](settle), since children have come and gone.
    Settled,
}

impl Lotteries {
    /// Collects the given probabilities of the children of all chance nodes, whose children are equally likely if none is given.
    pub(super) fn collect(
        nodes: &[Node],
        given: &FxHashMap<u32, Probability>,
        roles: &FxHashMap<u32, Role>,
        unfit: Unfit,
    ) -> Result<Lotteries, ChanceError> {
        let misplaced = given.keys().copied().filter(|&node| !is_child_of_chance(nodes, node)).min();
        if let Some(node) = misplaced.filter(|_| unfit == Unfit::Refused) {
            return Err(ChanceError { node: NodeId(node), fault: Fault::NotChance });
        }
        let mut places: Vec<u32> = roles.keys().copied().filter(|&node| nodes[node as usize].is_chance()).collect();
        places.sort_unstable();
        let mut lotteries = Lotteries::of(nodes.len(), places.iter().copied());
        for node in places {
            let told: Vec<_> = children(nodes, node).map(|child| given.get(&child).copied()).collect();
            let all = match checked(&told) {
                Ok(all) => all,
                Err(_) if unfit == Unfit::Settled => settle(&told),
                Err(Wrong::Sum(sum)) => return Err(ChanceError { node: NodeId(node), fault: Fault::Sum(sum) }),
                Err(Wrong::Missing(at)) => {
                    let child = children(nodes, node).nth(at).unwrap_or(node);
                    return Err(ChanceError { node: NodeId(child), fault: Fault::Missing });
                }
            };
            lotteries.push(&all);
        }
        Ok(lotteries)
    }

    /// Those of a tree of this many nodes, of which these are chance nodes, in order; what belongs to each is [added](Lotteries::push) in turn.
    fn of(len: usize, chance_nodes: impl ExactSizeIterator<Item = u32>) -> Lotteries {
        if chance_nodes.len() == 0 {
            return Lotteries::default();
        }
        let mut nodes = Bits::with_room_for(len);
        for node in chance_nodes {
            nodes.insert(node as usize);
        }
        Lotteries { nodes: nodes.into(), ..Lotteries::default() }
    }

    /// Adds the probabilities of the children of the next chance node.
    fn push(&mut self, all: &[Probability]) {
        let start = self.probabilities.len() as u32;
        self.probabilities.extend_from_slice(all);
        let end = self.probabilities.len() as u32;
        self.places.push(Places { start, end, denominator: 1.0, are_equal: false }.describing(all));
    }

    /// Sets the probabilities of the children of a chance node, as many as before.
    pub(super) fn set(&mut self, node: NodeId, all: &[Probability]) {
        if !self.is_lottery(node) {
            return;
        }
        let places = &mut self.places[self.nodes.rank(node.index())];
        if places.range().len() == all.len() {
            self.probabilities[places.range()].copy_from_slice(all);
            *places = places.describing(all);
        }
    }

    /// The same for a tree of this many nodes in which one has become a chance node with these probabilities, or is none any more.
    pub(super) fn with(&self, len: usize, node: NodeId, all: Option<&[Probability]>) -> Lotteries {
        let mut nodes: Vec<u32> = self.nodes().filter(|&other| other != node.0).collect();
        if all.is_some() {
            nodes.insert(nodes.partition_point(|&other| other < node.0), node.0);
        }
        let mut changed = Lotteries::of(len, nodes.iter().copied());
        for other in nodes {
            changed.push(all.filter(|_| other == node.0).unwrap_or_else(|| self.of_node(NodeId(other))));
        }
        changed
    }

    /// The chance nodes, in order.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> {
        self.nodes.iter_from(0).map(|node| node as u32)
    }

    #[inline]
    fn is_lottery(&self, node: NodeId) -> bool {
        !self.places.is_empty() && self.nodes.contains(node.index())
    }

    #[inline]
    fn places_of(&self, node: NodeId) -> Option<&Places> {
        if self.is_lottery(node) { self.places.get(self.nodes.rank(node.index())) } else { None }
    }

    /// The probabilities of the children of a chance node.
    #[inline]
    pub(super) fn of_node(&self, node: NodeId) -> &[Probability] {
        self.places_of(node).map_or(&[], |places| &self.probabilities[places.range()])
    }

    /// The same over their common denominator.
    #[inline]
    pub(super) fn chances(&self, node: NodeId) -> Chances<'_> {
        match self.places_of(node) {
            Some(places) if !places.are_equal => Chances::over(&self.probabilities[places.range()], places.denominator),
            Some(places) => Chances::equal(places.range().len()),
            None => Chances::equal(0),
        }
    }

    /// Whether the children of a chance node are equally likely, in fractions.
    #[inline]
    pub(super) fn are_equal(&self, node: NodeId) -> bool {
        self.places_of(node).is_some_and(|places| places.are_equal)
    }

    /// Whether there are no chance nodes.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

/// Why probabilities of siblings do not fit: their sum, or the index of the first one that is missing.
enum Wrong {
    Sum(f64),
    Missing(usize),
}

/// The probabilities of siblings, if all are given and add up to 1, or if none is given: then they are equal.
fn checked(all: &[Option<Probability>]) -> Result<Vec<Probability>, Wrong> {
    if all.iter().all(Option::is_none) {
        return Ok(vec![Probability::one_of(all.len()); all.len()]);
    }
    let mut given = Vec::with_capacity(all.len());
    for (index, probability) in all.iter().enumerate() {
        given.push(probability.ok_or(Wrong::Missing(index))?);
    }
    let sum: f64 = given.iter().map(|probability| probability.get()).sum();
    if (sum - 1.0).abs() > TOLERANCE { Err(Wrong::Sum(sum)) } else { Ok(given) }
}

/// Probabilities of siblings, some of which have come or gone: a new one gets an equal share, and the others keep their proportions.
fn settle(all: &[Option<Probability>]) -> Vec<Probability> {
    let share = Probability::one_of(all.len());
    let others: Vec<Probability> = all.iter().flatten().copied().collect();
    let rest = 1.0 - (all.len() - others.len()) as f64 * share.get();
    let rest = Probability { numerator: (rest * all.len() as f64).round(), denominator: all.len() as f64 };
    let mut scaled = scaled(&others, rest).into_iter();
    all.iter().map(|probability| probability.and_then(|_| scaled.next()).unwrap_or(share)).collect()
}

/// Probabilities in the same proportions that add up to `rest`; fractions of whole numbers where they are.
pub(super) fn scaled(all: &[Probability], rest: Probability) -> Vec<Probability> {
    let sum: f64 = all.iter().map(|probability| probability.get()).sum();
    if sum <= 0.0 {
        let share = Probability { denominator: rest.denominator * all.len() as f64, ..rest };
        return vec![share.reduced(); all.len()];
    }
    // Over a common denominator the numerators have the same proportions, and their sum is the new denominator.
    let denominator = Probability::common_denominator(all);
    if denominator != 1.0 && rest.numerator.fract() == 0.0 {
        let parts: Vec<f64> = all.iter().map(|probability| probability.over(denominator)).collect();
        let total: f64 = parts.iter().sum();
        let fraction =
            |part: f64| Probability { numerator: part * rest.numerator, denominator: total * rest.denominator };
        if total * rest.denominator < MOST_EXACT {
            return parts.into_iter().map(|part| fraction(part).reduced()).collect();
        }
    }
    let factor = rest.get() / sum;
    // More digits would only show rounding.
    let number = |probability: &Probability| (probability.get() * factor * 1e12).round() / 1e12;
    all.iter().map(|probability| Probability { numerator: number(probability), denominator: 1.0 }).collect()
}

/// Siblings of which one has another probability, while the others keep their proportions; `None` if there are no others and something is
/// left for them.
pub(super) fn with(all: &[Probability], index: usize, probability: Probability) -> Option<Vec<Probability>> {
    let mut others = all.to_vec();
    others.remove(index);
    let (numerator, denominator) = probability.parts();
    let rest = Probability { numerator: denominator - numerator, denominator };
    if others.is_empty() && rest.numerator != 0.0 {
        return None;
    }
    let mut changed = scaled(&others, rest);
    changed.insert(index, probability);
    Some(changed)
}

/// Fractions with smaller denominators stay fractions.
const MOST_EXACT: f64 = 1e9;

impl Probability {
    /// The least common denominator of fractions of whole numbers, if it is not too large; 1 where there is none.
    pub(crate) fn common_denominator(all: &[Probability]) -> f64 {
        let is_whole = |number: f64| number.fract() == 0.0 && number < MOST_EXACT;
        let mut common = 1;
        for probability in all {
            let Probability { numerator, denominator } = *probability;
            if !is_whole(numerator) || !is_whole(denominator) {
                return 1.0;
            }
            let own = denominator as u64;
            common = common / greatest_common_divisor(common, own) * own;
            if !is_whole(common as f64) {
                return 1.0;
            }
        }
        common as f64
    }

    /// The numerator over another denominator.
    #[inline]
    pub(crate) fn over(self, denominator: f64) -> f64 {
        self.numerator * denominator / self.denominator
    }

    /// The same fraction in lowest terms; 1 has no denominator.
    fn reduced(self) -> Probability {
        let divisor = greatest_common_divisor(self.numerator as u64, self.denominator as u64).max(1) as f64;
        Probability { numerator: self.numerator / divisor, denominator: self.denominator / divisor }
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The children of a node.
fn children(nodes: &[Node], node: u32) -> impl Iterator<Item = u32> {
    let end = nodes[node as usize].end;
    let within = move |child: u32| Some(child).filter(|&child| child < end);
    std::iter::successors(within(node + 1), move |&child| within(nodes[child as usize].end))
}

fn is_child_of_chance(nodes: &[Node], node: u32) -> bool {
    node != 0 && nodes.get(node as usize).is_some_and(|child| nodes[child.parent() as usize].is_chance())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probability_is_read_and_stays_as_it_is_written() {
        let read =
            |text: &str| text.parse::<Probability>().map(|probability| (probability.get(), probability.to_string()));
        assert_eq!(read("1/3"), Ok((1.0 / 3.0, "1/3".into())));
        assert_eq!(read(" 0.25 "), Ok((0.25, "0.25".into())));
        assert_eq!(read("25%"), Ok((0.25, "25/100".into())));
        assert_eq!(read("2/6"), Ok((1.0 / 3.0, "2/6".into())));
        assert_eq!(read("-1/3"), Err(ProbabilityError::Negative));
        assert_eq!(read("1/-3"), Err(ProbabilityError::Negative));
        assert_eq!(read("4/3"), Err(ProbabilityError::TooLarge));
        for text in ["1/0", "0/0", "-1/-3", "", "x", "inf", "1/", "%"] {
            assert_eq!(read(text), Err(ProbabilityError::NotANumber), "{text}");
        }
    }

    #[test]
    fn siblings_keep_their_proportions_when_one_goes_or_comes() {
        let read = |text: &str| text.parse::<Probability>().unwrap();
        let told = |all: &[Probability]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let given = |texts: &[&str]| texts.iter().map(|text| (*text != "-").then(|| read(text))).collect::<Vec<_>>();
        assert_eq!(told(&settle(&given(&["1/3", "1/3"]))), "1/2 1/2");
        assert_eq!(told(&settle(&given(&["1/2", "1/3"]))), "3/5 2/5");
        assert_eq!(told(&settle(&given(&["1/2", "1/3", "1/6", "-"]))), "3/8 1/4 1/8 1/4");
        assert_eq!(told(&settle(&given(&["0.25", "0.5"]))), "0.333333333333 0.666666666667");
        assert_eq!(told(&settle(&given(&["0", "0"]))), "1/2 1/2");
        assert_eq!(told(&settle(&given(&["1/3"]))), "1");
        assert_eq!(told(&scaled(&[read("1/3"), read("1/3")], read("1/2"))), "1/4 1/4");
    }
}
