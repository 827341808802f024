//! Proof-number search: is the value at least the one asked for? Best first, towards what looks easiest to prove or to disprove.
//!
//! Source: L. Victor Allis, Maarten van der Meulen & H. Jaap van den Herik, *Proof-number search*, Artificial Intelligence 66, 1994, with immediate
//! evaluation. A node whose value is at least the one asked for is proved, another one disproved. How many nodes must at least be proved for
//! that is its proof number, how many must be disproved its disproof number:
//!
//! ```text
//! proved node                        proof 0     disproof ∞
//! disproved node                     proof ∞     disproof 0
//! node that has not been developed   proof 1     disproof 1
//! MAX node (OR)                      proof = least proof of a child     disproof = Σ disproof of the children
//! MIN node (AND)                     proof = Σ proof of the children    disproof = least disproof of a child
//!
//! while the root is neither proved nor disproved:
//!   go down from it, at MAX to a child of the same proof number, at MIN to one of the same disproof number, the leftmost of these
//!   develop the most-proving node reached so: generate its children, evaluate those that are leaves until one of them settles it
//!   compute the numbers of the nodes above again
//! ```
//!
//! That the first child which settles a node ends its development is an addition of later descriptions. Each way down is told as a pass. A
//! node that stays neither proved nor disproved is given up where the next pass begins, and so has no value.
//!
//! Law: the answer is yes if and only if the minimax value is at least the number.
//!
//! Visits: each leaf at most once; those below nodes with few children first.

use std::ops::Range;

use super::run::{Mode, NodeOf, Run, Stopped};
use super::story::{Entrance, Why};
use super::{Answer, Bound, Score, Search, Setting, Window};
use crate::game::Game;
use crate::memory;
use crate::tree::{Player, Value};

/// `proof-number`.
pub struct ProofNumber;

impl Search for ProofNumber {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, setting: Setting) -> Result<Answer, Stopped> {
        let mut proof = Proof { at: setting.number(), nodes: vec![Node::NEW] };
        let window = Window::asking(proof.at, false);
        let root = run.root();
        for pass in 1.. {
            run.begin_pass(pass, window);
            let found = develop(run, &mut proof, 0, &root, window, Entrance::Own(window, Why::Normal))?;
            if found.is_some() {
                break;
            }
        }
        run.kept = Some(proof.nodes.len() as u64);
        Ok(Answer::AtLeast(proof.nodes[0].proof == 0))
    }
}

/// Develops the most-proving node at or below a node, and computes the numbers of the nodes between again. The score of the node if it is
/// proved or disproved then.
fn develop<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    proof: &mut Proof,
    at: usize,
    node: &NodeOf<G, M>,
    window: Window<M::Score>,
    entrance: Entrance<M::Score>,
) -> Result<Option<M::Score>, Stopped> {
    run.step()?;
    run.enter(node, entrance);
    let children: Vec<_> = run.children(node).collect();
    if children.is_empty() {
        let score = run.evaluate(node)?;
        proof.settle(at, score.value());
        return Ok(Some(score));
    }
    let player = run.player(node);
    let (told, best) = if proof.nodes[at].children == 0 {
        proof.generate(at, children.len());
        evaluate(run, proof, at, player, &children, window)?
    } else {
        let chosen = proof.most_proving(at, player);
        let place = proof.child(at, chosen);
        let best =
            run.descend(|run| develop(run, proof, place, &children[chosen], window, Entrance::Inherited(window)))?;
        (chosen..chosen + 1, best)
    };
    proof.count(at, player);
    let Some(best) = best.filter(|_| proof.nodes[at].is_settled()) else {
        run.game.left(&node.position);
        return Ok(None);
    };
    let score = if proof.nodes[at].is_won_by(player) {
        if told.len() < children.len() {
            run.cut(node, window.bound_on(player));
        }
        best
    } else {
        worst_case(run, proof, at, player, &children, (told, best), window)?
    };
    let score = run.leave(node, score);
    proof.nodes[at].value = score.value();
    Ok(Some(score))
}

/// Evaluates the children of a node that are leaves, from the left, until one of them settles it. Which children were looked at, and the
/// best score of a leaf.
fn evaluate<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    proof: &mut Proof,
    at: usize,
    player: Player,
    children: &[NodeOf<G, M>],
    window: Window<M::Score>,
) -> Result<(Range<usize>, Option<M::Score>), Stopped> {
    let mut best = None;
    for (index, child) in children.iter().enumerate() {
        let is_leaf = run.moves(child).next().is_none();
        run.game.left(&child.position);
        if !is_leaf {
            continue;
        }
        run.enter(child, Entrance::Inherited(window));
        let score = run.evaluate(child)?;
        let place = proof.child(at, index);
        proof.settle(place, score.value());
        best = better(player, best, score);
        if proof.nodes[place].is_won_by(player) {
            return Ok((0..index + 1, best));
        }
    }
    Ok((0..children.len(), best))
}

/// The score of a node at which its player loses, whatever the move: the best of all children. What the others in earlier passes were found to
/// be worth is told again; those in `told` have just been told.
fn worst_case<G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    proof: &Proof,
    at: usize,
    player: Player,
    children: &[NodeOf<G, M>],
    (told, mut best): (Range<usize>, M::Score),
    window: Window<M::Score>,
) -> Result<M::Score, Stopped> {
    for (index, child) in children.iter().enumerate().filter(|(index, _)| !told.contains(index)) {
        run.step()?;
        run.enter(child, Entrance::Inherited(window));
        let (value, bound) = proof.known(proof.child(at, index));
        let score = run.recall(child, value, bound);
        if player.prefers(score, best) {
            best = score;
        }
    }
    Ok(best)
}

fn better<S: Score>(player: Player, best: Option<S>, score: S) -> Option<S> {
    best.filter(|&best| !player.prefers(score, best)).or(Some(score))
}

/// What is known of the nodes that were generated, each before its children.
struct Proof {
    /// The number that is asked about.
    at: Value,
    nodes: Vec<Node>,
}

/// A node that was generated.
#[derive(Clone, Copy)]
struct Node {
    proof: u32,
    disproof: u32,
    /// Where its children are, and how many; none unless it was developed.
    first_child: u32,
    children: u32,
    /// What it was found to be worth, if it is proved or disproved: then a bound, unless it is a leaf.
    value: Value,
}

const INFINITE: u32 = u32::MAX;

impl Node {
    const NEW: Node = Node { proof: 1, disproof: 1, first_child: 0, children: 0, value: Value::of_integer(0) };

    fn is_settled(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether it is settled, and the better way for a player.
    fn is_won_by(&self, player: Player) -> bool {
        self.number(player) == 0
    }

    /// How many nodes at least have to be proved or disproved for a player to win.
    fn number(&self, player: Player) -> u32 {
        if player == Player::Max { self.proof } else { self.disproof }
    }
}

impl Proof {
    /// The place of a child of a node.
    fn child(&self, at: usize, index: usize) -> usize {
        self.nodes[at].first_child as usize + index
    }

    fn children(&self, at: usize) -> &[Node] {
        let Node { first_child, children, .. } = self.nodes[at];
        &self.nodes[first_child as usize..(first_child + children) as usize]
    }

    fn generate(&mut self, at: usize, children: usize) {
        if self.nodes.capacity() - self.nodes.len() < children {
            let more = children.max(self.nodes.len());
            memory::reserve(&mut self.nodes, more).unwrap_or_else(|shortage| memory::give_up(shortage));
        }
        (self.nodes[at].first_child, self.nodes[at].children) = (self.nodes.len() as u32, children as u32);
        self.nodes.resize(self.nodes.len() + children, Node::NEW);
    }

    /// A leaf is worth a value.
    fn settle(&mut self, at: usize, value: Value) {
        let (proof, disproof) = if value >= self.at { (0, INFINITE) } else { (INFINITE, 0) };
        self.nodes[at] = Node { proof, disproof, value, ..self.nodes[at] };
    }

    /// Computes the numbers of a node from those of its children.
    fn count(&mut self, at: usize, player: Player) {
        let (least, sum) = self.children(at).iter().fold((INFINITE, 0), |(least, sum), child| {
            let [own, other] = [player, player.opponent()].map(|player| child.number(player));
            (own.min(least), add(sum, other))
        });
        let node = &mut self.nodes[at];
        (node.proof, node.disproof) = if player == Player::Max { (least, sum) } else { (sum, least) };
    }

    /// The leftmost child with the same number as a node for the player to move there.
    fn most_proving(&self, at: usize, player: Player) -> usize {
        let number = self.nodes[at].number(player);
        self.children(at).iter().position(|child| child.number(player) == number).unwrap_or_default()
    }

    /// What a settled node was found to be worth.
    fn known(&self, at: usize) -> (Value, Bound) {
        let Node { proof, children, value, .. } = self.nodes[at];
        let bound = match (children, proof) {
            (0, _) => Bound::Exact,
            (_, 0) => Bound::Lower,
            _ => Bound::Upper,
        };
        (value, bound)
    }
}

/// A sum that stays below infinity unless one of the numbers is infinite.
fn add(sum: u32, number: u32) -> u32 {
    if sum == INFINITE || number == INFINITE { INFINITE } else { sum.saturating_add(number).min(INFINITE - 1) }
}
