//! SSS\* and its dual: best-first search in the space of solution trees.
//!
//! Source: G. C. Stockman, *A minimax algorithm better than alpha-beta?*, Artificial Intelligence 12, 1979, with ties as Murray Campbell & T.
//! A. Marsland, *A comparison of minimax tree search algorithms*, Artificial Intelligence 20, 1983. A state (n, s, ĥ) is a node, whether it is
//! LIVE or SOLVED, and its merit. Of the states on the list OPEN the one of the largest merit, the leftmost of these, is replaced by Γ of it:
//!
//! | state | condition | Γ |
//! | --- | --- | --- |
//! | (n, LIVE, ĥ) | n is a leaf | (n, SOLVED, min(ĥ, value of n)) |
//! | (n, LIVE, ĥ) | n is a MIN node | (first child, LIVE, ĥ) |
//! | (n, LIVE, ĥ) | n is a MAX node | (child, LIVE, ĥ) for all children |
//! | (n, SOLVED, ĥ) | n is a child of a MIN node and has a next sibling | (next sibling, LIVE, ĥ) |
//! | (n, SOLVED, ĥ) | n is the last child of a MIN node | (parent, SOLVED, ĥ) |
//! | (n, SOLVED, ĥ) | n is a child of a MAX node | (parent, SOLVED, ĥ), and all states below the parent go |
//! | (root, SOLVED, ĥ) | | ĥ is the value |
//!
//! DUAL\* (T. A. Marsland, Alexander Reinefeld & Jonathan Schaeffer, *Low overhead alternatives to SSS\**, Artificial Intelligence 31, 1987)
//! exchanges MAX and MIN, largest and smallest.
//!
//! OPEN has the shape of the tree: each node that was reached has the largest merit of the states below it, and the way down along it leads to the
//! next state. States of equal merit lie one right of the other, so a pass over them goes through the tree from left to right: it is told
//! as such a pass, which asks whether the root is worth ĥ.
//!
//! Law: the minimax value.
//!
//! Visits: never a leaf that alpha-beta does not visit, each once, and those of MTD(+∞) in the same order (Plaat et al. 1996).

use super::run::{ChildrenOf, Choices, Max, Min, Mode, Mover, NodeOf, Run, Stopped};
use super::story::{Entrance, Why};
use super::{Answer, Bound, Score, Search, Setting, Window};
use crate::game::Game;
use crate::memory;
use crate::tree::{Player, Value};

/// `sss-star`.
pub struct SssStar;

impl Search for SssStar {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        best_first::<Max, G, M>(run).map(Answer::Value)
    }
}

/// `dual-star`.
pub struct DualStar;

impl Search for DualStar {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        best_first::<Min, G, M>(run).map(Answer::Value)
    }
}

/// The value of the root. `P` is MAX in SSS\*, and MIN in its dual.
fn best_first<P: Mover, G: Game, M: Mode>(run: &mut Run<'_, G, M>) -> Result<Value, Stopped> {
    let mut open = Open::new::<P>();
    let value = pass_after_pass::<P, _, _>(run, &mut open);
    run.kept = Some(open.states.len() as u64 - 1);
    value
}

/// One pass over the states of the best merit after the other, until the root is solved.
fn pass_after_pass<P: Mover, G: Game, M: Mode>(run: &mut Run<'_, G, M>, open: &mut Open) -> Result<Value, Stopped> {
    for pass in 1.. {
        let merit = open.states[Open::ROOT].merit;
        if P::PLAYER == Player::Min && merit.next_up() == merit {
            // There is no larger value.
            break;
        }
        let window = asking::<P, _>(merit);
        run.begin_pass(pass, window);
        let root = run.root();
        visit::<P, _, _>(run, open, Open::ROOT, &root, (merit, window), Entrance::Own(window, Why::Normal))?;
        if open.states[Open::ROOT].is_solved {
            break;
        }
    }
    Ok(open.states[Open::ROOT].merit)
}

/// The null window that asks whether a node is worth a merit.
fn asking<P: Mover, S: Score>(merit: Value) -> Window<S> {
    match P::PLAYER {
        Player::Max => Window::asking(merit, false),
        Player::Min => Window::asking(merit.next_up(), true),
    }
}

/// Applies Γ to the states at and below a node that have the `merit` of the pass, from left to right, until it is solved or has a smaller merit. Of
/// a node that is solved, or whose states wait on OPEN with a smaller merit, what is known is told.
fn visit<P: Mover, G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    open: &mut Open,
    state: usize,
    node: &NodeOf<G, M>,
    (merit, window): (Value, Window<M::Score>),
    entrance: Entrance<M::Score>,
) -> Result<M::Score, Stopped> {
    run.step()?;
    run.enter(node, entrance);
    let State { merit: of_state, is_solved, .. } = open.states[state];
    if (is_solved || of_state != merit)
        && let Some((value, bound)) = open.states[state].known(window.values())
    {
        return Ok(run.recall(node, value, bound));
    }
    let Some(children) = Choices::of(run.children_in_turn(node)) else {
        let score = run.evaluate(node)?;
        open.states[state].solve_leaf::<P>(score.value());
        return Ok(score);
    };
    let score = run.descend(|run| {
        if run.player(node) == P::PLAYER {
            any_child::<P, _, _>(run, open, state, node, children, window)
        } else {
            all_children::<P, _, _>(run, open, state, node, children, window)
        }
    })?;
    let score = run.leave(node, score);
    open.states[state].prove(window.values(), score.value());
    Ok(score)
}

/// At a node of `P` all children are states of their own; it is solved with the first of them.
fn any_child<'g, P: Mover, G: Game, M: Mode>(
    run: &mut Run<'g, G, M>,
    open: &mut Open,
    state: usize,
    node: &NodeOf<G, M>,
    children: ChildrenOf<'g, G, M>,
    window: Window<M::Score>,
) -> Result<M::Score, Stopped> {
    let merit = open.states[state].merit;
    let (mut at, mut best_merit) = (open.first_child(state, merit), None);
    let mut best = visit::<P, _, _>(run, open, at, &children.first, (merit, window), Entrance::Inherited(window))?;
    for child in children.others {
        if open.states[at].is_solved_with::<P>(merit) {
            open.solve(state);
            run.cut(node, window.bound_on(P::PLAYER));
            return Ok(best);
        }
        best_merit = Some(better::<P>(best_merit, open.states[at].merit));
        at = open.next_sibling(at, merit);
        let score = visit::<P, _, _>(run, open, at, &child, (merit, window), Entrance::Inherited(window))?;
        if P::PLAYER.prefers(score, best) {
            best = score;
        }
    }
    if open.states[at].is_solved_with::<P>(merit) {
        open.solve(state);
    } else {
        open.states[state].merit = better::<P>(best_merit, open.states[at].merit);
    }
    Ok(best)
}

/// At a node of the opponent one child after the other is solved; it is solved with the last of them.
fn all_children<'g, P: Mover, G: Game, M: Mode>(
    run: &mut Run<'g, G, M>,
    open: &mut Open,
    state: usize,
    node: &NodeOf<G, M>,
    children: ChildrenOf<'g, G, M>,
    window: Window<M::Score>,
) -> Result<M::Score, Stopped> {
    let merit = open.states[state].merit;
    let mut at = open.first_child(state, merit);
    let mut worst = visit::<P, _, _>(run, open, at, &children.first, (merit, window), Entrance::Inherited(window))?;
    for child in children.others {
        if !open.states[at].is_solved_with::<P>(merit) {
            run.cut(node, window.bound_on(P::PLAYER.opponent()));
            break;
        }
        at = open.next_sibling(at, merit);
        let score = visit::<P, _, _>(run, open, at, &child, (merit, window), Entrance::Inherited(window))?;
        if P::PLAYER.prefers(worst, score) {
            worst = score;
        }
    }
    if open.states[at].is_solved_with::<P>(merit) {
        open.solve(state);
    } else {
        open.states[state].merit = open.states[at].merit;
    }
    Ok(worst)
}

/// The better of two merits.
fn better<P: Mover>(best: Option<Value>, merit: Value) -> Value {
    best.filter(|&best| !P::PLAYER.prefers(merit, best)).unwrap_or(merit)
}

/// The list OPEN in the shape of the tree.
struct Open {
    states: Vec<State>,
    /// States that have gone, the first of a list by `next_sibling`; 0 if there is none.
    free: u32,
}

/// A node that was reached.
#[derive(Clone, Copy)]
struct State {
    /// The best merit of the states at and below the node.
    merit: Value,
    is_solved: bool,
    /// What was proved of the value of the node itself, whatever its merit: that is told.
    low: Value,
    high: Value,
    first_child: u32,
    next_sibling: u32,
}

impl State {
    fn live(merit: Value) -> State {
        let (low, high) = (Value::BELOW_ALL, Value::ABOVE_ALL);
        State { merit, is_solved: false, low, high, first_child: 0, next_sibling: 0 }
    }

    /// Whether it is SOLVED with at least the merit of a pass.
    fn is_solved_with<P: Mover>(&self, merit: Value) -> bool {
        self.is_solved && !P::PLAYER.prefers(merit, self.merit)
    }

    /// (n, SOLVED, min(ĥ, value of n)).
    fn solve_leaf<P: Mover>(&mut self, value: Value) {
        (self.is_solved, self.low, self.high) = (true, value, value);
        if P::PLAYER.prefers(self.merit, value) {
            self.merit = value;
        }
    }

    /// What is known of the node answers the question of a pass.
    fn known(&self, window: Window) -> Option<(Value, Bound)> {
        if self.low == self.high {
            Some((self.low, Bound::Exact))
        } else if self.low >= window.high() {
            Some((self.low, Bound::Lower))
        } else if self.high <= window.low() {
            Some((self.high, Bound::Upper))
        } else {
            None
        }
    }

    /// The answer to the question of a pass.
    fn prove(&mut self, window: Window, value: Value) {
        if value >= window.high() {
            self.low = self.low.max(value);
        } else {
            self.high = self.high.min(value);
        }
    }
}

impl Open {
    const ROOT: usize = 1;

    /// (root, LIVE, +∞), or −∞ in the dual: the largest or the smallest number.
    fn new<P: Mover>() -> Open {
        let merit = if P::PLAYER == Player::Max { Value::LARGEST } else { Value::SMALLEST };
        // The first place stands for none.
        Open { states: vec![State::live(merit); 2], free: 0 }
    }

    /// The state of the first child of a node, which is LIVE if it was not reached before.
    fn first_child(&mut self, parent: usize, merit: Value) -> usize {
        if self.states[parent].first_child == 0 {
            self.states[parent].first_child = self.add(merit);
        }
        self.states[parent].first_child as usize
    }

    /// The state of the next sibling of a node, which is LIVE if it was not reached before.
    fn next_sibling(&mut self, child: usize, merit: Value) -> usize {
        if self.states[child].next_sibling == 0 {
            self.states[child].next_sibling = self.add(merit);
        }
        self.states[child].next_sibling as usize
    }

    /// The node is SOLVED, and the states below it go.
    fn solve(&mut self, state: usize) {
        self.states[state].is_solved = true;
        self.purge(state);
    }

    /// The states of the children of a node go; those further down when their place is taken.
    fn purge(&mut self, parent: usize) {
        let mut child = std::mem::take(&mut self.states[parent].first_child);
        while child != 0 {
            let next = self.states[child as usize].next_sibling;
            self.states[child as usize].next_sibling = self.free;
            self.free = child;
            child = next;
        }
    }

    fn add(&mut self, merit: Value) -> u32 {
        if self.free == 0 {
            memory::make_room(&mut self.states).unwrap_or_else(|shortage| memory::give_up(shortage));
            self.states.push(State::live(merit));
            return (self.states.len() - 1) as u32;
        }
        let at = self.free;
        self.free = self.states[at as usize].next_sibling;
        self.purge(at as usize);
        self.states[at as usize] = State::live(merit);
        at
    }
}
