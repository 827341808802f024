//! What a search remembers at a step beside its open nodes: OPEN of SSS\*, proof and disproof numbers, killer moves and the history.
//!
//! All of it is read from the story: the searches themselves tell only what they visit.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::Explained;
use crate::search::catalogue::Holds;
use crate::search::story::follow::{Child, Cut, Entered, Follower, Left, Nodes, Watch};
use crate::search::story::timeline::{Pass, Time, VisitTimes};
use crate::search::story::{Moment, Said};
use crate::search::{Algorithm, Bound, CutoffRule, Score, Setter, Window};
use crate::tree::{NodeId, Player, Value};

/// At most this many states of OPEN, and moves of the history, are listed: the best ones.
const MOST_STATES: usize = 24;
const MOST_MOVES: usize = 8;
/// In larger trees, and later in stories, nothing is listed, because all of it is looked through at every step.
const MOST_NODES: usize = 50_000;
const MOST_EVENTS: Time = 200_000;

/// What a search remembers.
#[derive(Clone, Debug, PartialEq)]
pub enum Remembered {
    /// The list OPEN of SSS\* or of its dual.
    Open {
        /// Its states of the best merits, those of equal merit from the left.
        states: Vec<OpenState>,
        /// How many more it has.
        unlisted: usize,
    },
    /// The proof and disproof numbers of the open nodes and of the children of the innermost one.
    Proof(Vec<(NodeId, ProofNumbers)>),
    /// The moves that come early in the order.
    Order {
        /// At each depth the two last moves that made a cutoff there, the last one first.
        killers: Vec<[Option<u32>; 2]>,
        /// How much each move has been credited, the most first.
        history: Vec<((Player, u32), u64)>,
    },
    /// The tree or the story is too large to list it at each step.
    TooLarge,
}

/// A state (n, s, ĥ) of Stockman's SSS\*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenState {
    /// The node.
    pub node: NodeId,
    /// Whether it is SOLVED, and not LIVE.
    pub is_solved: bool,
    /// Its merit ĥ, an upper bound of the solutions it can still lead to; in the dual a lower bound.
    pub merit: Value,
}

/// How many nodes must at least be proved for a node to be proved, and disproved for it to be disproved; `None` is infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// The proof number.
    pub proof: Option<u64>,
    /// The disproof number.
    pub disproof: Option<u64>,
}

impl ProofNumbers {
    const NEW: ProofNumbers = ProofNumbers { proof: Some(1), disproof: Some(1) };

    fn of_leaf(is_proved: bool) -> ProofNumbers {
        if is_proved {
            ProofNumbers { proof: Some(0), disproof: None }
        } else {
            ProofNumbers { proof: None, disproof: Some(0) }
        }
    }

    /// The numbers of a player's node from those of its children.
    fn of_children(player: Player, children: impl Iterator<Item = ProofNumbers>) -> ProofNumbers {
        let (mut least, mut sum) = (None, Some(0));
        for child in children {
            let [own, other] =
                if player == Player::Max { [child.proof, child.disproof] } else { [child.disproof, child.proof] };
            least = own.into_iter().chain(least).min();
            sum = sum.zip(other).map(|(sum, other): (u64, u64)| sum.saturating_add(other));
        }
        if player == Player::Max {
            ProofNumbers { proof: least, disproof: sum }
        } else {
            ProofNumbers { proof: sum, disproof: least }
        }
    }
}

/// `1 : ∞`, the proof number first.
impl std::fmt::Display for ProofNumbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = |number: Option<u64>| number.map_or_else(|| "∞".to_owned(), crate::format::grouped);
        write!(f, "{} : {}", number(self.proof), number(self.disproof))
    }
}

impl Explained<'_> {
    /// What an algorithm remembers at a time; `None` if that is nothing but its open nodes.
    pub(super) fn remembered(&self, algorithm: Algorithm, moment: &Moment) -> Option<Remembered> {
        let holds = algorithm.entry().machine.holds;
        let is_small = self.tree.len() <= MOST_NODES && moment.time <= MOST_EVENTS;
        Some(match holds {
            Holds::Nothing | Holds::History => return None,
            _ if !is_small => Remembered::TooLarge,
            Holds::Open(player) => self.open_list(player, moment.time),
            Holds::ProofNumbers => self.proof_numbers(moment),
            Holds::Order => self.order(moment.time),
        })
    }

    /// The list OPEN for the player whose solutions are looked for.
    fn open_list(&self, player: Player, time: Time) -> Remembered {
        let mut open = Vec::new();
        let mut pending = Vec::new();
        pending.extend(self.pass(time).map(|pass| (NodeId::ROOT, merit(player, pass))));
        while let Some((node, inherited)) = pending.pop() {
            let first = self.timeline.visits(node).next().filter(|visit| visit.entered <= time);
            let Some(first) = first else {
                open.push(OpenState { node, is_solved: false, merit: inherited });
                continue;
            };
            let merit_at = |visit: VisitTimes| self.pass(visit.entered).map_or(inherited, |pass| merit(player, pass));
            let merit = merit_at(first);
            if let Some(merit) = self.solved(player, node, time, &merit_at) {
                open.push(OpenState { node, is_solved: true, merit });
                continue;
            }
            let begun = pending.len();
            for child in self.tree.children(node) {
                let is_visited = self.timeline.first_visit(child).is_some_and(|visit| visit <= time);
                if player == self.tree.player(node) {
                    pending.push((child, merit));
                } else if is_visited {
                    // The last child that was reached stands for the node.
                    pending.truncate(begun);
                    pending.push((child, merit));
                } else {
                    break;
                }
            }
            let is_expanded = self.tree.children(node).next().and_then(|child| self.timeline.first_visit(child));
            if is_expanded.is_none_or(|visit| visit > time) {
                pending.truncate(begun);
                open.push(OpenState { node, is_solved: false, merit });
            }
            // The leftmost is taken from the stack first.
            pending[begun..].reverse();
        }
        match player {
            Player::Max => open.sort_by_key(|state| Reverse(state.merit)),
            Player::Min => open.sort_by_key(|state| state.merit),
        }
        let unlisted = open.len().saturating_sub(MOST_STATES);
        open.truncate(MOST_STATES);
        Remembered::Open { states: open, unlisted }
    }

    /// The merit of a node that is SOLVED by a time.
    fn solved(
        &self,
        player: Player,
        node: NodeId,
        time: Time,
        merit_at: &dyn Fn(VisitTimes) -> Value,
    ) -> Option<Value> {
        let worse = |merit: Value, value: Value| if player.prefers(merit, value) { value } else { merit };
        let is_leaf = self.tree.children(node).next().is_none();
        for visit in self.timeline.visits(node).filter(|visit| visit.left.is_some_and(|left| left <= time)) {
            let (merit, value) = (merit_at(visit), self.returned(visit)?);
            if is_leaf || !player.prefers(merit, value) {
                return Some(worse(merit, value));
            }
        }
        None
    }

    fn pass(&self, time: Time) -> Option<&Pass> {
        self.timeline.passes_by(time).last()
    }

    /// The numbers of the open nodes and of the children of the innermost one, computed from what is known at the moment.
    fn proof_numbers(&self, moment: &Moment) -> Remembered {
        let tree = self.tree;
        let asked = self.pass(moment.time).and_then(|pass| pass.window.ends()[1]).map(Score::value);
        let mut numbers = vec![ProofNumbers::NEW; tree.len()];
        // Children come after their parents.
        for node in tree.nodes().rev() {
            let Some(visit) = self.timeline.last_visit(node, moment.time) else { continue };
            let is_leaf = tree.children(node).next().is_none();
            if is_leaf {
                let is_left = visit.left.is_some_and(|left| left <= moment.time);
                let value = self.returned(visit).filter(|_| is_left);
                if let Some((value, asked)) = value.zip(asked) {
                    numbers[node.index()] = ProofNumbers::of_leaf(value >= asked);
                }
            } else {
                let children = tree.children(node).map(|child| numbers[child.index()]);
                numbers[node.index()] = ProofNumbers::of_children(tree.player(node), children);
            }
        }
        let mut listed: Vec<NodeId> = moment.open.iter().map(|open| open.node).collect();
        let inner = listed.last().copied().unwrap_or(NodeId::ROOT);
        listed.extend(tree.children(inner).take(MOST_STATES));
        if moment.open.is_empty() {
            listed.insert(0, NodeId::ROOT);
        }
        Remembered::Proof(listed.into_iter().map(|node| (node, numbers[node.index()])).collect())
    }

    /// Killer moves and the history.
    fn order(&self, time: Time) -> Remembered {
        let mut follower = Follower::new(Nodes::new(self.tree));
        let mut order = Order { rule: self.cutoff.unwrap_or_default(), ..Order::default() };
        for event in self.story.events_in(0..time) {
            let inner = follower.open.last();
            order.best = inner.and_then(|open| match open.best.by() {
                Setter::Child { index, .. } => Some(index),
                _ => None,
            });
            if matches!(event.read(), Said::Cutoff { .. }) {
                order.keep_killer(follower.open.len() - 1);
            }
            follower.follow(std::slice::from_ref(&event), &mut order);
        }
        let mut history: Vec<_> = order.history.into_iter().collect();
        history.sort_by_key(|&((player, index), merit)| (Reverse(merit), player == Player::Min, index));
        history.truncate(MOST_MOVES);
        Remembered::Order { killers: order.killers, history }
    }
}

/// The merit that a pass is about.
fn merit(player: Player, pass: &Pass) -> Value {
    let [low, high] = pass.window.ends().map(|end| end.map(Score::value));
    match player {
        Player::Max => high.unwrap_or(Value::LARGEST),
        Player::Min => low.unwrap_or(Value::SMALLEST),
    }
}

/// The moves that alpha-beta with memory prefers, replayed.
#[derive(Default)]
struct Order {
    rule: CutoffRule,
    /// The best move of the innermost node before the event that is followed.
    best: Option<u32>,
    killers: Vec<[Option<u32>; 2]>,
    history: HashMap<(Player, u32), u64>,
    /// How high the trees below nodes are that were left, which an answer of the table repeats.
    heights: HashMap<NodeId, u32>,
}

/// What is known of an open node.
#[derive(Clone, Copy)]
struct Height {
    window: Window,
    player: Player,
    /// Of the highest child that was left.
    below: Option<u32>,
}

impl Order {
    /// Two moves at each depth, as `keep_killer` of alpha-beta with memory keeps them.
    fn keep_killer(&mut self, depth: usize) {
        if self.killers.len() <= depth {
            self.killers.resize(depth + 1, [None; 2]);
        }
        let [last, _] = self.killers[depth];
        if last != self.best {
            self.killers[depth] = [self.best, last];
        }
    }
}

impl Watch<NodeId> for Order {
    type Tag = Height;

    fn entered(&mut self, node: Entered<NodeId>) -> Height {
        Height { window: node.window.values(), player: node.player, below: None }
    }

    fn left(&mut self, node: Child<NodeId>, tag: &Height, value: Value, how: Left, parent: Option<&mut Height>) {
        let height = match how {
            Left::Evaluated => 0,
            Left::Recalled(_) => self.heights.get(&node.node).copied().unwrap_or(0),
            Left::Searched => tag.below.map_or(0, |below| below + 1),
        };
        self.heights.insert(node.node, height);
        let bound = Bound::proven(self.rule, tag.window, value);
        let has_failed = bound == if tag.player == Player::Max { Bound::Upper } else { Bound::Lower };
        if let (Left::Searched, false, Some(best)) = (how, has_failed, self.best) {
            let merit = self.history.entry((tag.player, best)).or_default();
            *merit = merit.saturating_add(1 << height.min(63));
        }
        if let Some(parent) = parent {
            parent.below = parent.below.max(Some(height));
        }
    }

    fn cut(&mut self, _: NodeId, _: &mut Height, _: Cut<NodeId>) {}
}
