//! The minimal tree: a proof of the value with the fewest leaves, found with all values known. No search can do with less, unless
//! it takes equal positions for one.
//!
//! Source: Donald E. Knuth & Ronald W. Moore, *An analysis of alpha-beta pruning*, Artificial Intelligence 6, 1975, section 6, where the tree is
//! uniform and its leaves differ; here it is any tree. That the root is worth v has been proved if it has been proved to be worth at least v
//! and at most v:
//!
//! ```text
//! at_most(leaf)    = 1 if it is worth at most v, else impossible
//! at_most(MAX)     = Σ at_most(child)
//! at_most(MIN)     = least at_most(child)
//! at_least         the same with MAX and MIN exchanged
//! exactly(leaf)    = 1 if it is worth v, else impossible
//! exactly(MAX)     = least exactly(child) + Σ at_most(other children)
//! exactly(MIN)     = least exactly(child) + Σ at_least(other children)
//! ```
//!
//! The proof is told as alpha-beta with the chosen children first, the leftmost of equally good ones.
//!
//! Law: the minimax value, with at most as many leaves as any search that does not take equal positions for one. On a full tree of different leaves these are
//! b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
//!
//! Visits: the leaves of the proof. Those that were looked at to find it do not count.

use super::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use super::story::{Entrance, Why};
use super::{Answer, Search, Setting, Window};
use crate::game::Game;
use crate::memory;
use crate::tree::{Player, Value};

/// `minimal-tree`.
pub struct MinimalTree;

impl Search for MinimalTree {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let (root, mut nodes) = (run.root(), Vec::new());
        let value = look::<G, M>(run, &mut nodes, &root)?;
        count_all(&mut nodes, value);
        let proof = Prove { nodes: &nodes, at: 0, claim: Claim::Exactly, why: Why::Normal };
        run.visit(root, &Window::OPEN, proof).map(Answer::of)
    }
}

/// What is to be proved of a node, with the root's value v.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    AtLeast,
    AtMost,
    Exactly,
}

impl Claim {
    const ALL: [Claim; 3] = [Claim::AtLeast, Claim::AtMost, Claim::Exactly];

    /// The claim that a player cannot do better than v, for which all children of its nodes are needed.
    fn no_better(player: Player) -> Claim {
        if player == Player::Max { Claim::AtMost } else { Claim::AtLeast }
    }

    /// At least for at most, and at most for at least.
    fn opposite(self) -> Claim {
        match self {
            Claim::AtLeast => Claim::AtMost,
            Claim::AtMost => Claim::AtLeast,
            Claim::Exactly => Claim::Exactly,
        }
    }

    /// Whether it holds of a value.
    fn holds(self, value: Value, v: Value) -> bool {
        match self {
            Claim::AtLeast => value >= v,
            Claim::AtMost => value <= v,
            Claim::Exactly => value == v,
        }
    }
}

/// A node of the whole tree; they lie in the order in which they are looked at, each before its children.
struct Node {
    player: Player,
    /// The value, of a leaf only.
    value: Value,
    /// How many nodes there are at and below it.
    size: u32,
    /// How many leaves it takes to prove each [`Claim`] in the order of [`Claim::ALL`].
    leaves: [u32; 3],
}

/// More leaves than there are: what is not true cannot be proved.
const IMPOSSIBLE: u32 = u32::MAX;

/// The value of a node, without telling that it was visited. Adds it and the nodes below it to a list.
fn look<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    nodes: &mut Vec<Node>,
    node: &NodeOf<G, M>,
) -> Result<Value, Stopped> {
    let (at, player) = (nodes.len(), run.player(node));
    memory::make_room(nodes).unwrap_or_else(|shortage| memory::give_up(shortage));
    nodes.push(Node { player, value: Value::from(0), size: 1, leaves: [IMPOSSIBLE; 3] });
    let mut children = run.moves(node);
    let Some(first) = children.next() else {
        let value = run.look(node)?;
        nodes[at].value = value;
        return Ok(value);
    };
    let best = run.descend(|run| {
        let mut best = look::<G, M>(run, nodes, &first)?;
        for child in children {
            let value = look::<G, M>(run, nodes, &child)?;
            if player.prefers(value, best) {
                best = value;
            }
        }
        Ok(best)
    })?;
    run.game.left(&node.position);
    nodes[at].size = (nodes.len() - at) as u32;
    Ok(best)
}

/// The places of the children of a node.
fn children(nodes: &[Node], at: usize) -> impl Iterator<Item = usize> {
    let end = at + nodes[at].size as usize;
    let first = (at + 1 < end).then_some(at + 1);
    std::iter::successors(first, move |&child| Some(child + nodes[child].size as usize).filter(|&next| next < end))
}

/// Counts the leaves of all proofs, the children of a node before the node.
fn count_all(nodes: &mut [Node], v: Value) {
    for at in (0..nodes.len()).rev() {
        nodes[at].leaves = if nodes[at].size == 1 { count_leaf(nodes[at].value, v) } else { count(nodes, at) };
    }
}

/// How many leaves it takes to prove each claim of a leaf.
fn count_leaf(value: Value, v: Value) -> [u32; 3] {
    Claim::ALL.map(|claim| if claim.holds(value, v) { 1 } else { IMPOSSIBLE })
}

/// How many leaves it takes to prove each claim of an inner node.
fn count(nodes: &[Node], at: usize) -> [u32; 3] {
    let no_better = Claim::no_better(nodes[at].player);
    let (mut all, mut best, mut more) = (0_u32, IMPOSSIBLE, IMPOSSIBLE);
    for child in children(nodes, at) {
        all = all.saturating_add(leaves(nodes, child, no_better));
        best = best.min(leaves(nodes, child, no_better.opposite()));
        more = more.min(more_than_no_better(nodes, child, no_better));
    }
    let exactly = all.saturating_add(more);
    if no_better == Claim::AtMost { [best, all, exactly] } else { [all, best, exactly] }
}

/// How many leaves more it takes to prove what a child is worth exactly than that it is no better for the player above it.
fn more_than_no_better(nodes: &[Node], child: usize, no_better: Claim) -> u32 {
    let exactly = leaves(nodes, child, Claim::Exactly);
    if exactly == IMPOSSIBLE { IMPOSSIBLE } else { exactly - leaves(nodes, child, no_better) }
}

/// How many leaves it takes to prove a claim of a node.
fn leaves(nodes: &[Node], at: usize, claim: Claim) -> u32 {
    nodes[at].leaves[claim as usize]
}

/// The child with which a player reaches v, as its index and its place: the one that needs the fewest leaves more than if it were only
/// shown to be no better. `None` if the player does not reach v.
fn choose(nodes: &[Node], at: usize, claim: Claim) -> Option<(usize, usize)> {
    let no_better = Claim::no_better(nodes[at].player);
    let more = |child: usize| match claim {
        Claim::Exactly => more_than_no_better(nodes, child, no_better),
        _ => leaves(nodes, child, claim),
    };
    let reaching = children(nodes, at).enumerate().filter(|&(_, child)| more(child) != IMPOSSIBLE);
    reaching.min_by_key(|&(_, child)| more(child))
}

/// Proves a claim of a node.
#[derive(Clone, Copy)]
struct Prove<'p> {
    nodes: &'p [Node],
    at: usize,
    claim: Claim,
    why: Why,
}

impl Prove<'_> {
    /// The same for a child.
    fn of(self, at: usize, claim: Claim) -> Self {
        Prove { at, claim, why: Why::Normal, ..self }
    }
}

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for Prove<'_> {
    type Context = Window<M::Score>;
    type Output = M::Score;

    fn entrance(&self, window: Window<M::Score>) -> Entrance<M::Score> {
        Entrance::of(window, self.why)
    }

    fn leaf(self, _: &NodeOf<G, M>, score: M::Score, _: Window<M::Score>) -> M::Score {
        score
    }

    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        mut window: Window<M::Score>,
    ) -> Result<M::Score, Stopped> {
        let Prove { nodes, at, claim, .. } = self;
        let no_better = Claim::no_better(P::PLAYER);
        let chosen = if claim == no_better { None } else { choose(nodes, at, claim) };
        let mut all: Vec<_> = std::iter::once(first).chain(others).zip(children(nodes, at)).collect();
        let (child, place) = all.remove(chosen.map_or(0, |(index, _)| index));
        let why = if chosen.is_some() && !all.is_empty() { Why::Chosen } else { Why::Normal };
        let mut value = run.visit(child, &window, Prove { why, ..self.of(place, claim) })?;
        if claim == Claim::Exactly || chosen.is_none() {
            for (child, place) in all {
                window = window.narrow(P::PLAYER, value);
                let score = run.visit(child, &window, self.of(place, no_better))?;
                if P::PLAYER.prefers(score, value) {
                    value = score;
                }
            }
        } else if !all.is_empty() {
            run.cut(&node, window.bound_on(P::PLAYER));
        }
        Ok(run.leave(&node, value))
    }
}
