//! The state of one run: the game, how much may still be spent, the call stack, and what becomes of what the search does.
//!
//! A search is written once, over [`Mode`], and runs in two: [`Bare`], at full speed, and [`Telling`](super::story::Telling) its story.

use super::stack::Stack;
use super::story::Entrance;
use super::{Bound, CutoffRule, Laziness, Limits, Score, Window};
use crate::game::Game;
use crate::progress::Progress;
use crate::tree::{Player, Value};

/// How many evaluations or inner nodes pass between two checks of the cancel flag.
const POLL_INTERVAL: u64 = 1 << 12;

/// The run was stopped; the [`Run`] keeps the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Why a run was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason<P> {
    Budget,
    Cancelled,
    Undefined(P),
}

/// Whether a search tells what it does.
pub trait Mode: Sized {
    /// What it computes with.
    type Score: Score;
    /// Which child of its parent a node is, where that is told.
    type Index: Index;
    /// Whether it does.
    const TELLS: bool;

    /// The search enters a node.
    fn enter<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, entrance: Entrance<Self::Score>);
    /// The search asks for the children of the node that it has just entered.
    fn expand<G: Game>(&mut self, game: &G);
    /// The node that was just entered is left with its static value.
    fn evaluate<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, value: Value) -> Self::Score;
    /// The innermost node is left with a score.
    fn leave<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, score: Self::Score) -> Self::Score;
    /// The node that was just entered is left with what a table knows of it.
    fn recall<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, value: Value, bound: Bound) -> Self::Score;
    /// The innermost node is about to be left before its last child, because of a bound.
    fn cut(&mut self, bound: Self::Score);
    /// A number of the innermost node's lazy list is forced, or was before.
    fn force(&mut self, index: u32, score: Self::Score, again: bool);
    /// A driver begins a pass over the whole tree with a window.
    fn pass(&mut self, number: u32, window: Window<Self::Score>);
}

/// Which child of its parent a node is: a number, or nothing where nobody asks.
pub trait Index: Copy + Default {
    /// This index; the next call gives the next one.
    fn take(&mut self) -> Self;

    /// Whether the child is visited for the first time, given how many were so far; counts it then.
    fn is_new(self, visited: &mut Self) -> bool;
}

impl Index for () {
    #[inline]
    fn take(&mut self) {}

    #[inline]
    fn is_new(self, (): &mut ()) -> bool {
        true
    }
}

impl Index for u32 {
    #[inline]
    fn take(&mut self) -> u32 {
        let index = *self;
        *self = index.wrapping_add(1);
        index
    }

    #[inline]
    fn is_new(self, visited: &mut u32) -> bool {
        let is_new = self >= *visited;
        *visited = (*visited).max(self.wrapping_add(1));
        is_new
    }
}

/// A search that tells nothing and pays for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl Mode for Bare {
    type Score = Value;
    type Index = ();
    const TELLS: bool = false;

    #[inline]
    fn enter<G: Game>(&mut self, _: &G, _: &NodeOf<G, Bare>, _: Entrance<Value>) {}
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
    fn cut(&mut self, _: Value) {}
    #[inline]
    fn force(&mut self, _: u32, _: Value, _: bool) {}
    #[inline]
    fn pass(&mut self, _: u32, _: Window) {}
}

/// A position where a search meets it.
#[derive(Clone, Copy, Debug)]
pub struct Node<P, I> {
    /// The position.
    pub position: P,
    /// Which child of its parent it is.
    pub(super) index: I,
}

/// A node of a game in a mode.
pub type NodeOf<G, M> = Node<<G as Game>::Position, <M as Mode>::Index>;

/// The children of a node, made as they are asked for.
#[derive(Clone, Debug)]
pub struct Moves<I, X> {
    positions: I,
    next: X,
}

impl<I: Iterator, X: Index> Iterator for Moves<I, X> {
    type Item = Node<I::Item, X>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let position = self.positions.next()?;
        Some(Node { position, index: self.next.take() })
    }
}

/// The children of a node of a game in a mode.
pub type MovesOf<'g, G, M> = Moves<<G as Game>::Moves<'g>, <M as Mode>::Index>;

/// At least one thing to choose from.
#[derive(Clone, Debug)]
pub struct Choices<A, I> {
    /// The first.
    pub first: A,
    /// The others, made as they are asked for.
    pub others: I,
}

impl<I: Iterator> Choices<I::Item, I> {
    /// The choices of a list; `None` where it is empty.
    pub fn of(xs: impl IntoIterator<IntoIter = I, Item = I::Item>) -> Option<Self> {
        let mut others = xs.into_iter();
        Some(Choices { first: others.next()?, others })
    }
}

/// The children of a node that has some.
pub type ChildrenOf<'g, G, M> = Choices<NodeOf<G, M>, MovesOf<'g, G, M>>;

/// What a search does at the nodes that it [visits](Run::visit).
pub trait Visitor<'r, G: Game, M: Mode>: Sized {
    /// What is passed down to a node, such as alpha and beta. It is apart from `self` so that both go through registers.
    type Context: Copy;
    /// What comes of a visit.
    type Output;

    /// Enters a node.
    fn enter(&self, run: &mut Run<'r, G, M>, node: &NodeOf<G, M>, context: Self::Context);

    /// At a leaf, or at the depth limit.
    fn leaf(self, node: &NodeOf<G, M>, score: M::Score, context: Self::Context) -> Self::Output;

    /// At a node that has children and at which `P` moves.
    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        context: Self::Context,
    ) -> Result<Self::Output, Stopped>;
}

/// A search in progress. The algorithms tell it each node that they enter, evaluate and leave.
pub struct Run<'r, G: Game, M: Mode> {
    /// What is searched.
    pub game: &'r G,
    /// When to cut.
    pub cutoff: CutoffRule,
    pub(super) mode: M,
    progress: Option<&'r Progress>,
    budget: u64,
    evaluations: u64,
    /// The evaluation count at which the budget and the cancel flag are checked again.
    next_poll: u64,
    steps: u64,
    pub(super) reason: Option<Reason<G::Position>>,
    pub(super) stack: Stack,
    /// What a lazy search built and forced.
    pub(super) laziness: Laziness,
    /// The numbers of lazy lists that can be asked for again, those of the innermost list last.
    pub(super) forced: Vec<M::Score>,
    /// How often a search with a table was answered by it.
    pub(super) table_hits: Option<u64>,
}

impl<'r, G: Game, M: Mode> Run<'r, G, M> {
    /// A run that has not begun.
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
        }
    }

    /// How often the static evaluation was called.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The root.
    pub fn root(&self) -> NodeOf<G, M> {
        Node { position: self.game.root(), index: M::Index::default() }
    }

    /// Visits a node: enters it, and leaves it at once with its static value where it has no children.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    pub fn visit<V: Visitor<'r, G, M>>(
        &mut self,
        node: NodeOf<G, M>,
        context: V::Context,
        visitor: V,
    ) -> Result<V::Output, Stopped> {
        visitor.enter(self, &node, context);
        let mut others = self.children(&node);
        let Some(first) = others.next() else {
            let score = self.evaluate(&node)?;
            return Ok(visitor.leaf(&node, score, context));
        };
        if self.stack.is_short() {
            return self.on_more_stack(move |run| run.visit_inner(node, first, others, context, visitor));
        }
        self.visit_inner(node, first, others, context, visitor)
    }

    #[expect(clippy::inline_always, reason = "its arguments stay in registers")]
    #[inline(always)]
    fn visit_inner<V: Visitor<'r, G, M>>(
        &mut self,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        context: V::Context,
        visitor: V,
    ) -> Result<V::Output, Stopped> {
        match self.game.player(&node.position) {
            Player::Max => visitor.inner::<Max>(self, node, first, others, context),
            Player::Min => visitor.inner::<Min>(self, node, first, others, context),
        }
    }

    /// Goes one level down in a recursion, on a larger stack where this one is nearly full.
    #[inline]
    pub(super) fn descend<R>(&mut self, recurse: impl FnOnce(&mut Self) -> R) -> R {
        if self.stack.is_short() { self.on_more_stack(recurse) } else { recurse(self) }
    }

    /// Apart, so that the levels on the stack as it is keep their state in registers.
    #[cold]
    #[inline(never)]
    fn on_more_stack<R>(&mut self, recurse: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.stack.begin_segment();
        let result = stacker::grow(Stack::SEGMENT, || {
            self.stack.enter_segment();
            recurse(self)
        });
        self.stack.end_segment(before);
        result
    }

    /// Who moves at a node.
    #[inline]
    pub fn player(&self, node: &NodeOf<G, M>) -> Player {
        self.game.player(&node.position)
    }

    /// The children of a node.
    #[inline]
    pub fn children(&mut self, node: &NodeOf<G, M>) -> MovesOf<'r, G, M> {
        let positions = self.game.moves(&node.position);
        self.mode.expand(self.game);
        Moves { positions, next: M::Index::default() }
    }

    /// Tells that the search enters a node.
    #[inline]
    pub fn enter(&mut self, node: &NodeOf<G, M>, entrance: Entrance<M::Score>) {
        self.mode.enter(self.game, node, entrance);
    }

    /// Calls the static evaluation at the node just entered, and leaves it with the value.
    #[inline]
    pub fn evaluate(&mut self, node: &NodeOf<G, M>) -> Result<M::Score, Stopped> {
        if self.evaluations == self.next_poll {
            self.poll()?;
        }
        let Some(value) = self.game.static_value(&node.position) else {
            return Err(self.undefined(node));
        };
        self.evaluations += 1;
        Ok(self.mode.evaluate(self.game, node, value))
    }

    /// Leaves an inner node with a score; from now on the score is the node's own.
    #[inline]
    pub fn leave(&mut self, node: &NodeOf<G, M>, score: M::Score) -> M::Score {
        self.mode.leave(self.game, node, score)
    }

    /// Leaves the innermost nodes one after the other with a value that the search knows already.
    pub(super) fn leave_all<'n>(&mut self, nodes: impl Iterator<Item = &'n NodeOf<G, M>>, value: Value)
    where
        NodeOf<G, M>: 'n,
    {
        for node in nodes {
            self.leave(node, M::Score::asked(value, false));
        }
    }

    /// Leaves the node just entered with what a table knows of it.
    #[inline]
    pub fn recall(&mut self, node: &NodeOf<G, M>, value: Value, bound: Bound) -> M::Score {
        self.mode.recall(self.game, node, value, bound)
    }

    /// Tells that the innermost node is about to be left before its last child, because of a bound.
    #[inline]
    pub fn cut(&mut self, bound: M::Score) {
        self.mode.cut(bound);
    }

    /// A driver begins a pass over the whole tree.
    pub fn begin_pass(&mut self, number: u32, window: Window<M::Score>) {
        self.mode.pass(number, window);
    }

    /// A lazy search builds a node at a depth.
    #[inline]
    pub(super) fn build(&mut self, depth: u32) {
        let waiting = self.game.shaping().map_or(0, |shaping| shaping.waiting());
        self.laziness.build(depth, waiting);
    }

    /// A number of the innermost node's lazy list is computed.
    #[inline]
    pub(super) fn force(&mut self, index: u32, score: M::Score) {
        self.laziness.thunks_forced += 1;
        self.mode.force(index, score, false);
    }

    /// A number of that list is asked for again, and taken from memory.
    #[inline]
    pub(super) fn force_again(&mut self, index: u32, score: M::Score) {
        self.laziness.thunks_reused += 1;
        self.mode.force(index, score, true);
    }

    /// Gives up because a position has no static value.
    #[cold]
    pub fn undefined(&mut self, node: &NodeOf<G, M>) -> Stopped {
        self.reason = Some(Reason::Undefined(node.position.clone()));
        Stopped
    }

    /// Gives up when asked to. For searches that can go far without an evaluation.
    #[inline]
    pub fn step(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(POLL_INTERVAL) { self.check_cancelled() } else { Ok(()) }
    }

    /// The same for a step that counts in the budget.
    #[inline]
    pub fn paid_step(&mut self) -> Result<(), Stopped> {
        self.step()?;
        if self.evaluations + self.steps > self.budget {
            self.reason = Some(Reason::Budget);
            return Err(Stopped);
        }
        Ok(())
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.stack.look();
        self.check_cancelled()?;
        if self.evaluations >= self.budget {
            self.reason = Some(Reason::Budget);
            return Err(Stopped);
        }
        if let Some(progress) = self.progress {
            progress.set_done(self.evaluations);
        }
        self.next_poll = (self.evaluations + POLL_INTERVAL).min(self.budget);
        Ok(())
    }

    fn check_cancelled(&mut self) -> Result<(), Stopped> {
        if self.progress.is_some_and(Progress::is_cancelled) {
            self.reason = Some(Reason::Cancelled);
            return Err(Stopped);
        }
        Ok(())
    }
}

/// A player known to the compiler: what happens at the nodes of [`Max`] and of [`Min`] is compiled apart, so that choosing the better
/// of two values is one instruction and no unpredictable branch.
pub trait Mover {
    /// The player.
    const PLAYER: Player;
    /// The other one.
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
