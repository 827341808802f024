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

use super::run::{Choices, Max, Min, Mode, Mover, NodeOf, Run, Stopped};
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
    for pass in 1.. {
        let merit = open.states[Open::ROOT].merit;
        let window = asking::<P, _>(merit);
        run.begin_pass(pass, window);
        let root = run.root();
        visit::<P, _, _>(run, &mut open, Open::ROOT, &root, window, Entrance::Own(window, Why::Normal))?;
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

/// Applies Γ to the states at and below a node that have its merit, from left to right, until it is solved or has a smaller merit.
fn visit<P: Mover, G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    open: &mut Open,
    state: usize,
    node: &NodeOf<G, M>,
    window: Window<M::Score>,
    entrance: Entrance<M::Score>,
) -> Result<M::Score, Stopped> {
    run.enter(node, entrance);
    if open.states[state].is_solved {
        // A leaf that was looked at when its merit was larger.
        run.paid_step()?;
        return Ok(run.recall(node, open.states[state].merit, Bound::Exact));
    }
    let Some(children) = Choices::of(run.children_in_turn(node)) else {
        let score = run.evaluate(node)?;
        open.states[state].solve_leaf::<P>(score.value());
        return Ok(score);
    };
    run.step()?;
    let children = std::iter::once(children.first).chain(children.others);
    let score = run.descend(|run| {
        if run.player(node) == P::PLAYER {
            any_child::<P, _, _>(run, open, state, node, children, window)
        } else {
            all_children::<P, _, _>(run, open, state, node, children, window)
        }
    })?;
    Ok(run.leave(node, score))
}

/// At a node of `P` all children are states of their own; it is solved with the first of them.
fn any_child<P: Mover, G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    open: &mut Open,
    state: usize,
    node: &NodeOf<G, M>,
    children: impl Iterator<Item = NodeOf<G, M>>,
    window: Window<M::Score>,
) -> Result<M::Score, Stopped> {
    let merit = open.states[state].merit;
    let (mut below, mut best, mut last) = (None, None::<Value>, None::<M::Score>);
    let mut children = children.peekable();
    while let Some(child) = children.next() {
        let at = open.child(state, &mut below, merit);
        if open.states[at].merit == merit {
            let score = visit::<P, _, _>(run, open, at, &child, window, Entrance::Inherited(window))?;
            last = Some(score);
            if open.states[at].is_solved && open.states[at].merit == merit {
                open.solve(state);
                if children.peek().is_some() {
                    run.cut(node, window.bound_on(P::PLAYER));
                }
                return Ok(score.at(merit));
            }
        }
        let merit = open.states[at].merit;
        best = Some(best.map_or(merit, |best| if P::PLAYER.prefers(merit, best) { merit } else { best }));
    }
    let best = best.unwrap_or(merit);
    open.states[state].merit = best;
    Ok(last.map_or_else(|| M::Score::outside(best), |last| last.at(best)))
}

/// At a node of the opponent one child after the other is solved; it is solved with the last of them.
fn all_children<P: Mover, G: Game, M: Mode>(
    run: &mut Run<'_, G, M>,
    open: &mut Open,
    state: usize,
    node: &NodeOf<G, M>,
    children: impl Iterator<Item = NodeOf<G, M>>,
    window: Window<M::Score>,
) -> Result<M::Score, Stopped> {
    let merit = open.states[state].merit;
    let mut children = children.skip(open.states[state].solved_children as usize).peekable();
    let mut last = None::<M::Score>;
    while let Some(child) = children.next() {
        let at = open.only_child(state, merit);
        let score = visit::<P, _, _>(run, open, at, &child, window, Entrance::Inherited(window))?;
        if !(open.states[at].is_solved && open.states[at].merit == merit) {
            if children.peek().is_some() {
                run.cut(node, window.bound_on(P::PLAYER.opponent()));
            }
            let merit = open.states[at].merit;
            open.states[state].merit = merit;
            return Ok(score.at(merit));
        }
        open.next_sibling(state);
        last = Some(score);
    }
    open.solve(state);
    Ok(last.map_or_else(|| M::Score::outside(merit), |last| last.at(merit)))
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
    /// Of a node of the opponent: how many children are solved.
    solved_children: u32,
    first_child: u32,
    next_sibling: u32,
}

impl State {
    fn live(merit: Value) -> State {
        State { merit, is_solved: false, solved_children: 0, first_child: 0, next_sibling: 0 }
    }

    /// (n, SOLVED, min(ĥ, value of n)).
    fn solve_leaf<P: Mover>(&mut self, value: Value) {
        self.is_solved = true;
        if P::PLAYER.prefers(self.merit, value) {
            self.merit = value;
        }
    }
}

impl Open {
    const ROOT: usize = 1;

    /// (root, LIVE, +∞), or −∞ in the dual.
    fn new<P: Mover>() -> Open {
        let merit = if P::PLAYER == Player::Max { Value::ABOVE_ALL } else { Value::BELOW_ALL };
        // The first place stands for none.
        Open { states: vec![State::live(merit); 2], free: 0 }
    }

    /// The state of the next child of a node, which is LIVE if it was not reached before; `before` is the child before it.
    fn child(&mut self, parent: usize, before: &mut Option<usize>, merit: Value) -> usize {
        let known = match *before {
            None => self.states[parent].first_child,
            Some(sibling) => self.states[sibling].next_sibling,
        };
        let at = if known == 0 { self.add(merit) } else { known as usize };
        match *before {
            None => self.states[parent].first_child = at as u32,
            Some(sibling) => self.states[sibling].next_sibling = at as u32,
        }
        *before = Some(at);
        at
    }

    /// The state of the one child of an opponent's node that is on OPEN.
    fn only_child(&mut self, parent: usize, merit: Value) -> usize {
        self.child(parent, &mut None, merit)
    }

    /// The one child of an opponent's node that was on OPEN is solved.
    fn next_sibling(&mut self, parent: usize) {
        self.states[parent].solved_children += 1;
        self.purge(parent);
    }

    /// The node is SOLVED, and the states below it go.
    fn solve(&mut self, state: usize) {
        self.states[state].is_solved = true;
        self.purge(state);
    }

    /// The states below a node go; those further down are taken when their parent is used again.
    fn purge(&mut self, parent: usize) {
        let mut child = std::mem::take(&mut self.states[parent].first_child);
        while child != 0 {
            let next = self.states[child as usize].next_sibling;
            self.states[child as usize].next_sibling = self.free;
            self.free = child;
            child = next;
        }
    }

    fn add(&mut self, merit: Value) -> usize {
        if self.free == 0 {
            memory::make_room(&mut self.states).unwrap_or_else(|shortage| memory::give_up(shortage));
            self.states.push(State::live(merit));
            return self.states.len() - 1;
        }
        let at = self.free as usize;
        self.free = self.states[at].next_sibling;
        self.purge(at);
        self.states[at] = State::live(merit);
        at
    }
}
