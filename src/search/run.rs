//! The state of one run: the game, the rest of the budget, the call stack, and the mode that receives the events.
//!
//! A search is written once, generic over [`Mode`], and runs in two modes: [`Bare`], at full speed, and
//! [`Telling`](super::story::Telling), which reports every event.

use super::context::Context;
use super::spot::Spot;
use super::stack::Stack;
use super::star::Known;
use super::story::Entrance;
use super::{Bound, CutoffRule, DEFAULT_BUDGET, Laziness, Limits, Score, Window};
use crate::game::{Chances, Game, Shaping};
use crate::memory;
use crate::progress::Progress;
use crate::tree::{Player, Value};

/// How many evaluations or inner nodes pass between two checks of the cancel flag.
const POLL_INTERVAL: u64 = 1 << 12;

/// The run was stopped, for a [reason](Run::reason).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

// A result of a search is returned in registers.
const _: () = assert!(size_of::<Result<super::Told, Stopped>>() == 16);

/// Why a run was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason<P> {
    /// The budget was used up.
    Budget,
    /// The run was asked to stop.
    Cancelled,
    /// A position without a static value had to be evaluated.
    Undefined(P),
}

/// Whether a search reports its events.
pub trait Mode: Sized {
    /// The type the search computes with.
    type Score: Score;
    /// Where a node is.
    type Spot: Spot;
    /// Whether events are reported.
    const TELLS: bool;

    /// The search enters a node.
    fn enter<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, player: Player, entrance: Entrance<Self::Score>);
    /// The search enters a node without children and leaves it with its static value.
    fn leaf<G: Game>(
        &mut self,
        game: &G,
        node: &NodeOf<G, Self>,
        entrance: Entrance<Self::Score>,
        value: Value,
    ) -> Self::Score;
    /// The search asks for the children of the node that it has just entered.
    fn expand<G: Game>(&mut self, game: &G);
    /// The node that was just entered is left with its static value.
    fn evaluate<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, value: Value) -> Self::Score;
    /// The innermost node is left with a score.
    fn leave<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, score: Self::Score) -> Self::Score;
    /// The node that was just entered is left with a value from a table.
    fn recall<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, value: Value, bound: Bound) -> Self::Score;
    /// The innermost node is about to be left before its last child, because of a bound.
    fn cut<P>(&mut self, node: &Node<P, Self::Spot>, bound: Self::Score);
    /// An element of the innermost node's lazy list is used; `again` if it had been computed before.
    fn force(&mut self, index: u32, score: Self::Score, again: bool);
    /// Chance moves at the node that has just been entered.
    fn chance(&mut self);
    /// A driver begins a pass over the whole tree with a window.
    fn pass(&mut self, number: u32, window: Window<Self::Score>);
}

/// The mode without events and without any cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl Mode for Bare {
    type Score = Value;
    type Spot = ();
    const TELLS: bool = false;

    #[inline]
    fn enter<G: Game>(&mut self, _: &G, _: &NodeOf<G, Bare>, _: Player, _: Entrance<Value>) {}
    #[inline]
    fn leaf<G: Game>(&mut self, _: &G, _: &NodeOf<G, Bare>, _: Entrance<Value>, value: Value) -> Value {
        value
    }
    #[inline]
    fn expand<G: Game>(&mut self, _: &G) {}
    #[inline]
    fn evaluate<G: Game>(&mut self, _: &G, _: &NodeOf<G, Bare>, value: Value) -> Value {
        value
    }
    #[inline]
    fn leave<G: Game>(&mut self, _: &G, _: &NodeOf<G, Bare>, score: Value) -> Value {
        score
    }
    #[inline]
    fn recall<G: Game>(&mut self, _: &G, _: &NodeOf<G, Bare>, value: Value, _: Bound) -> Value {
        value
    }
    #[inline]
    fn cut<P>(&mut self, _: &Node<P, ()>, _: Value) {}
    #[inline]
    fn force(&mut self, _: u32, _: Value, _: bool) {}
    #[inline]
    fn chance(&mut self) {}
    #[inline]
    fn pass(&mut self, _: u32, _: Window) {}
}

/// A position during a search.
#[derive(Clone, Copy, Debug)]
pub struct Node<P, S> {
    /// The position.
    pub position: P,
    /// Where it is.
    pub(super) spot: S,
}

/// A node of a game in a mode.
pub type NodeOf<G, M> = Node<<G as Game>::Position, <M as Mode>::Spot>;

/// The children of a node, generated lazily.
#[derive(Clone, Debug)]
pub struct Moves<I, S> {
    positions: I,
    next: S,
}

impl<I: Iterator, S: Spot> Iterator for Moves<I, S> {
    type Item = Node<I::Item, S>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let position = self.positions.next()?;
        let spot = self.next;
        self.next = spot.next();
        Some(Node { position, spot })
    }
}

/// The children of a node of a game in a mode.
pub type MovesOf<'g, G, M> = Moves<<G as Game>::Moves<'g>, <M as Mode>::Spot>;

/// A non-empty list of choices.
#[derive(Clone, Debug)]
pub struct Choices<A, I> {
    /// The first.
    pub first: A,
    /// The others, generated lazily.
    pub others: I,
}

impl<I: Iterator> Choices<I::Item, I> {
    /// The choices of a list; `None` if it is empty.
    pub fn of(xs: impl IntoIterator<IntoIter = I, Item = I::Item>) -> Option<Self> {
        let mut others = xs.into_iter();
        Some(Choices { first: others.next()?, others })
    }
}

/// The children of an inner node.
pub type ChildrenOf<'g, G, M> = Choices<NodeOf<G, M>, MovesOf<'g, G, M>>;

/// A computation at each node that a search [visits](Run::visit).
pub trait Visitor<'r, G: Game, M: Mode>: Sized {
    /// The argument passed down to a node, such as alpha and beta. It is separate from `self` so that both are passed in registers.
    type Context: Context;
    /// The result of a visit.
    type Output;
    /// Whether it is done with a child when it takes the next one.
    const IN_TURN: bool = false;

    /// How a node is entered.
    fn entrance(&self, context: Self::Context) -> Entrance<M::Score>;

    /// At a leaf, or at the depth limit.
    fn leaf(self, node: &NodeOf<G, M>, score: M::Score, context: Self::Context) -> Self::Output;

    /// At an inner node at which `P` moves.
    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        context: Self::Context,
    ) -> Result<Self::Output, Stopped>;
}

/// A search in progress. The algorithms report to it each node that they enter, evaluate and leave.
pub struct Run<'r, G: Game, M: Mode> {
    /// The game.
    pub game: &'r G,
    /// The cutoff rule.
    pub cutoff: CutoffRule,
    pub(super) mode: M,
    progress: Option<&'r Progress>,
    /// How many evaluations there may be, without those that other paid steps took away.
    budget: u64,
    evaluations: u64,
    /// The evaluation count at which the budget and the cancel flag are checked again.
    next_poll: u64,
    steps: u64,
    pub(super) reason: Option<Reason<G::Position>>,
    pub(super) stack: Stack,
    /// The counts of a lazy search.
    pub(super) laziness: Laziness,
    /// The computed elements of lazy lists that may be used again, those of the innermost list last.
    pub(super) forced: Vec<M::Score>,
    /// Hits in the transposition table.
    pub(super) table_hits: Option<u64>,
    /// The peak number of nodes of which the search remembered something.
    pub(super) kept: Option<u64>,
    /// The given bounds of the values of leaves.
    pub(super) bounds: Option<[Value; 2]>,
    /// What is known of the outcomes of the open chance nodes, those of the innermost one last.
    pub(super) outcomes: Vec<Known>,
}

impl<'r, G: Game, M: Mode> Run<'r, G, M> {
    /// A run that has not started.
    pub fn new(game: &'r G, limits: Limits<'r>, mode: M) -> Run<'r, G, M> {
        Run {
            game,
            cutoff: limits.cutoff,
            mode,
            progress: limits.progress,
            budget: limits.budget.most(None).unwrap_or(u64::MAX),
            evaluations: 0,
            next_poll: 0,
            steps: 0,
            reason: None,
            stack: Stack::new(limits.watch_stack),
            laziness: Laziness::default(),
            forced: Vec::new(),
            table_hits: None,
            kept: None,
            bounds: limits.bounds,
            outcomes: Vec::new(),
        }
    }

    /// Why it was stopped; `None` if it was not.
    pub fn reason(&self) -> Option<&Reason<G::Position>> {
        self.reason.as_ref()
    }

    /// The number of evaluations so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The root.
    pub fn root(&self) -> NodeOf<G, M> {
        Node { position: self.game.root(), spot: M::Spot::ROOT }
    }

    /// Visits a node: enters it, and if it has no children leaves it with its static value. The context is copied for inner nodes only.
    #[inline(always)]
    pub fn visit<V: Visitor<'r, G, M>>(
        &mut self,
        node: NodeOf<G, M>,
        context: &V::Context,
        visitor: V,
    ) -> Result<V::Output, Stopped> {
        let mut others = if V::IN_TURN { self.moves_in_turn(&node) } else { self.moves(&node) };
        let Some(first) = others.next() else {
            let score = self.visit_leaf(&node, visitor.entrance(*context))?;
            return Ok(visitor.leaf(&node, score, *context));
        };
        let context = *context;
        if self.stack.is_short() {
            return self.on_more_stack(move |run| run.visit_inner(node, first, others, context, visitor));
        }
        self.visit_inner(node, first, others, context, visitor)
    }

    /// Enters a node without children and leaves it with its static value.
    #[inline(always)]
    fn visit_leaf(&mut self, node: &NodeOf<G, M>, entrance: Entrance<M::Score>) -> Result<M::Score, Stopped> {
        if let Ok(value) = self.static_value(node) {
            return Ok(self.mode.leaf(self.game, node, entrance, value));
        }
        self.enter(node, entrance);
        Err(Stopped)
    }

    /// Visits a node with children. In a bare search, which has nothing to report, this is the visitor's function itself.
    #[inline(always)]
    fn visit_inner<V: Visitor<'r, G, M>>(
        &mut self,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        context: V::Context,
        visitor: V,
    ) -> Result<V::Output, Stopped> {
        let player = self.game.player(&node.position);
        if !M::TELLS {
            return match player {
                Player::Max => visitor.inner::<Max>(self, node, first, others, context),
                Player::Min => visitor.inner::<Min>(self, node, first, others, context),
            };
        }
        let (low, high) = context.split();
        match player {
            Player::Max => self.enter_inner::<Max, V>(node, first, others, low, high, visitor),
            Player::Min => self.enter_inner::<Min, V>(node, first, others, low, high, visitor),
        }
    }

    /// Enters a node with children. A separate function, so that a visit is little code; the parts of the context are `low` and `high`.
    #[inline(never)]
    fn enter_inner<P: Mover, V: Visitor<'r, G, M>>(
        &mut self,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        low: <V::Context as Context>::Low,
        high: <V::Context as Context>::High,
        visitor: V,
    ) -> Result<V::Output, Stopped> {
        let context = V::Context::join(low, high);
        self.mode.enter(self.game, &node, P::PLAYER, visitor.entrance(context));
        self.mode.expand(self.game);
        visitor.inner::<P>(self, node, first, others, context)
    }

    /// Recurses one level deeper, on a new stack segment if this one is nearly full.
    #[inline]
    pub(super) fn descend<R>(&mut self, recurse: impl FnOnce(&mut Self) -> Result<R, Stopped>) -> Result<R, Stopped> {
        if self.stack.is_short() { self.on_more_stack(recurse) } else { recurse(self) }
    }

    /// A separate function, so that the common case keeps its state in registers.
    #[cold]
    #[inline(never)]
    fn on_more_stack<R>(&mut self, recurse: impl FnOnce(&mut Self) -> Result<R, Stopped>) -> Result<R, Stopped> {
        let (mut recurse, mut result) = (Some(recurse), Err(Stopped));
        self.grow_stack(&mut |run| {
            if let Some(recurse) = recurse.take() {
                result = recurse(run);
            }
        });
        result
    }

    /// Calls a function on a new stack segment, unless the run was cancelled. Compiled once for all that searches do there.
    #[inline(never)]
    fn grow_stack(&mut self, recurse: &mut dyn FnMut(&mut Self)) {
        // A line of play without an end has no evaluation at which this would be noticed.
        if self.check_cancelled().is_err() {
            return;
        }
        let before = self.stack.begin_segment();
        Stack::grow(&mut || {
            self.stack.enter_segment();
            recurse(self);
        });
        self.stack.end_segment(before);
    }

    /// The probabilities of the children of the node that has just been entered, if it is a chance node.
    #[inline]
    pub(super) fn chances(&mut self, node: &NodeOf<G, M>) -> Option<Chances<'r>> {
        let chances = self.game.chances(&node.position)?;
        self.mode.chance();
        Some(chances)
    }

    /// The player to move at a node.
    #[inline]
    pub fn player(&self, node: &NodeOf<G, M>) -> Player {
        self.game.player(&node.position)
    }

    /// The children of a node.
    #[inline]
    pub fn children(&mut self, node: &NodeOf<G, M>) -> MovesOf<'r, G, M> {
        let moves = self.moves(node);
        self.mode.expand(self.game);
        moves
    }

    /// Reports that the search goes on with the children of the node that it has just entered, which it has asked for already.
    pub(super) fn expand(&mut self) {
        self.mode.expand(self.game);
    }

    /// The children of a node, for a search that is done with one when it takes the next.
    #[inline]
    pub fn children_in_turn(&mut self, node: &NodeOf<G, M>) -> MovesOf<'r, G, M> {
        let moves = self.moves_in_turn(node);
        self.mode.expand(self.game);
        moves
    }

    #[inline]
    fn moves_in_turn(&self, node: &NodeOf<G, M>) -> MovesOf<'r, G, M> {
        Moves { positions: self.game.moves_in_turn(&node.position), next: node.spot.first_child() }
    }

    #[inline]
    pub(super) fn moves(&self, node: &NodeOf<G, M>) -> MovesOf<'r, G, M> {
        Moves { positions: self.game.moves(&node.position), next: node.spot.first_child() }
    }

    /// Reports that the search enters a node.
    #[inline]
    pub fn enter(&mut self, node: &NodeOf<G, M>, entrance: Entrance<M::Score>) {
        // A game may have to work out who moves.
        if M::TELLS {
            self.mode.enter(self.game, node, self.player(node), entrance);
        }
    }

    /// Calls the static evaluation at the node just entered, and leaves it with the value.
    #[inline(always)]
    pub fn evaluate(&mut self, node: &NodeOf<G, M>) -> Result<M::Score, Stopped> {
        let value = self.static_value(node)?;
        Ok(self.mode.evaluate(self.game, node, value))
    }

    /// The same at an inner node, unless it has no static value.
    pub(super) fn evaluate_if_known(&mut self, node: &NodeOf<G, M>) -> Result<Option<M::Score>, Stopped> {
        let Some(value) = self.game.static_value(&node.position) else { return Ok(None) };
        if self.evaluations == self.next_poll {
            self.poll()?;
        }
        self.evaluations += 1;
        Ok(Some(self.mode.evaluate(self.game, node, value)))
    }

    #[inline(always)]
    fn static_value(&mut self, node: &NodeOf<G, M>) -> Result<Value, Stopped> {
        if self.evaluations == self.next_poll {
            self.poll()?;
        }
        let Some(value) = self.game.static_value(&node.position) else {
            return Err(self.undefined(node));
        };
        self.evaluations += 1;
        Ok(value)
    }

    /// The static value of a node that is looked at beforehand, which is not told and not counted. Of these there may be as many as
    /// evaluations, or as evaluations by default.
    pub(super) fn look(&mut self, node: &NodeOf<G, M>) -> Result<Value, Stopped> {
        self.step()?;
        if self.steps > self.budget.max(DEFAULT_BUDGET) {
            return Err(self.stop(Reason::Budget));
        }
        self.game.static_value(&node.position).ok_or_else(|| self.undefined(node))
    }

    /// Leaves an inner node with a score, and returns the score as the node's own. Its children may not be used any more.
    #[inline]
    pub fn leave(&mut self, node: &NodeOf<G, M>, score: M::Score) -> M::Score {
        self.game.left(&node.position);
        self.mode.leave(self.game, node, score)
    }

    /// Leaves the node just entered with a value from a table.
    #[inline]
    pub fn recall(&mut self, node: &NodeOf<G, M>, value: Value, bound: Bound) -> M::Score {
        self.mode.recall(self.game, node, value, bound)
    }

    /// Reports that the innermost node is about to be left before its last child, because of a bound.
    #[inline]
    pub fn cut(&mut self, node: &NodeOf<G, M>, bound: M::Score) {
        self.mode.cut(node, bound);
    }

    /// Reports that a driver begins a pass over the whole tree.
    pub fn begin_pass(&mut self, number: u32, window: Window<M::Score>) {
        self.mode.pass(number, window);
    }

    /// Counts a node at `depth` as built by a lazy search.
    #[inline]
    pub(super) fn build(&mut self, depth: u32) {
        let waiting = self.game.shaping().map_or(0, Shaping::waiting);
        self.laziness.build(depth, waiting);
    }

    /// Reports that an element of the innermost node's lazy list is computed.
    #[inline]
    pub(super) fn force(&mut self, index: u32, score: M::Score) {
        self.laziness.thunks_forced += 1;
        self.mode.force(index, score, false);
    }

    /// Reports that an element of that list is used again.
    #[inline]
    pub(super) fn force_again(&mut self, index: u32, score: M::Score) {
        self.laziness.thunks_reused += 1;
        self.mode.force(index, score, true);
    }

    /// Stops the run.
    #[cold]
    fn stop(&mut self, reason: Reason<G::Position>) -> Stopped {
        self.reason = Some(reason);
        Stopped
    }

    /// Stops the run because a position has no static value.
    #[cold]
    pub fn undefined(&mut self, node: &NodeOf<G, M>) -> Stopped {
        self.stop(Reason::Undefined(node.position.clone()))
    }

    /// Checks for cancellation. For searches that can run for long without an evaluation.
    #[inline]
    pub fn step(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(POLL_INTERVAL) { self.check_cancelled() } else { Ok(()) }
    }

    /// Like [`step`](Run::step), for a step that counts towards the budget.
    #[inline]
    pub fn paid_step(&mut self) -> Result<(), Stopped> {
        self.step()?;
        if self.evaluations >= self.budget {
            return Err(self.stop(Reason::Budget));
        }
        self.budget -= 1;
        self.next_poll = self.next_poll.min(self.budget);
        Ok(())
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.stack.look();
        self.check_cancelled()?;
        if self.evaluations >= self.budget {
            return Err(self.stop(Reason::Budget));
        }
        if let Some(progress) = self.progress {
            progress.set_done(self.evaluations);
        }
        self.next_poll = (self.evaluations + POLL_INTERVAL).min(self.budget);
        Ok(())
    }

    /// Makes room for one more entry in a list that grows with the depth. A line of play without an end has no evaluation at which a
    /// cancelled run would be noticed.
    #[inline]
    pub(super) fn make_room<T>(&mut self, list: &mut Vec<T>) -> Result<(), Stopped> {
        if list.len() < list.capacity() { Ok(()) } else { self.grow(list) }
    }

    #[cold]
    #[inline(never)]
    fn grow<T>(&mut self, list: &mut Vec<T>) -> Result<(), Stopped> {
        self.check_cancelled()?;
        memory::make_room(list).unwrap_or_else(|shortage| memory::give_up(shortage));
        Ok(())
    }

    fn check_cancelled(&mut self) -> Result<(), Stopped> {
        if self.progress.is_some_and(Progress::is_cancelled) {
            return Err(self.stop(Reason::Cancelled));
        }
        Ok(())
    }
}

/// A player known at compile time: the code for nodes of [`Max`] and of [`Min`] is compiled separately, so that choosing the better
/// of two values is one instruction instead of an unpredictable branch.
pub trait Mover {
    /// The player.
    const PLAYER: Player;
    /// The opponent.
    type Opponent: Mover<Opponent = Self>;
}

/// MAX.
#[derive(Clone, Copy, Debug)]
pub struct Max;
/// MIN.
#[derive(Clone, Copy, Debug)]
pub struct Min;

impl Mover for Max {
    const PLAYER: Player = Player::Max;
    type Opponent = Min;
}

impl Mover for Min {
    const PLAYER: Player = Player::Min;
    type Opponent = Max;
}
