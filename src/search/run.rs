//! The state of one run: the game, who watches, and how much may still be spent.

use super::{Bound, CutoffRule, Laziness, Observer, Window};
use crate::game::Game;
use crate::progress::Progress;
use crate::tree::{Player, Value};

/// How many evaluations or inner nodes pass between two looks at the cancel flag.
const POLL_INTERVAL: u64 = 1 << 12;

/// How many levels a recursion may go down between two looks at the stack.
const LEVELS_PER_LOOK: u32 = 32;
/// What those levels need at the most, in bytes: unoptimised frames are large.
const STACK_RED_ZONE: usize = 512 << 10;
/// By how much the stack grows, in bytes.
const STACK_SEGMENT: usize = 8 << 20;

/// What a run may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'c> {
    /// When to cut.
    pub cutoff: CutoffRule,
    /// The most evaluations, none meaning no limit.
    pub budget: Option<u64>,
    /// Asks the run to stop, and counts its evaluations while it runs.
    pub progress: &'c Progress,
}

/// The run was stopped; why is kept in the [`Run`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Why a run was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason<P> {
    Budget,
    Cancelled,
    Undefined(P),
}

/// A search in progress. The algorithms tell it each node that they enter, evaluate and leave.
pub struct Run<'r, G: Game, O> {
    /// What is searched.
    pub game: &'r G,
    /// When to cut.
    pub cutoff: CutoffRule,
    observer: &'r mut O,
    progress: &'r Progress,
    budget: u64,
    evaluations: u64,
    /// The evaluation count at which the budget and the cancel flag are looked at again.
    next_look: u64,
    steps: u64,
    pub(super) reason: Option<Reason<G::Position>>,
    /// What a lazy search built and forced.
    pub(super) laziness: Option<Laziness>,
    /// How often a search with a table found a position there.
    pub(super) table_hits: Option<u64>,
}

impl<'r, G: Game, O: Observer<G::Position>> Run<'r, G, O> {
    /// A run that has not begun.
    pub fn new(game: &'r G, limits: Limits<'r>, observer: &'r mut O) -> Run<'r, G, O> {
        Run {
            game,
            cutoff: limits.cutoff,
            observer,
            progress: limits.progress,
            budget: limits.budget.unwrap_or(u64::MAX),
            evaluations: 0,
            next_look: 0,
            steps: 0,
            reason: None,
            laziness: None,
            table_hits: None,
        }
    }

    /// How often the static evaluation was called.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Tells that the search enters a node.
    #[inline]
    pub fn enter(&mut self, node: &G::Position, window: Window) {
        self.observer.enter(node, self.game.player(node), window);
    }

    /// Tells that the search enters a node with the window that alpha-beta passes down
    /// (see [`Observer::enter_inheriting`]).
    #[inline]
    pub fn enter_inheriting(&mut self, node: &G::Position, window: Window) {
        self.observer.enter_inheriting(node, self.game.player(node), window);
    }

    /// Calls the static evaluation.
    #[inline]
    pub fn evaluate(&mut self, node: &G::Position) -> Result<Value, Stopped> {
        if self.evaluations == self.next_look {
            self.look()?;
        }
        let Some(value) = self.game.static_value(node) else {
            return Err(self.undefined(node));
        };
        self.evaluations += 1;
        self.observer.evaluate(node, value);
        Ok(value)
    }

    /// Tells that an inner node is left with a value.
    #[inline]
    pub fn leave(&mut self, node: &G::Position, value: Value) {
        self.observer.leave(node, value);
    }

    /// Tells that a node is left with what is known of its value from an equal one.
    #[inline]
    pub fn recall(&mut self, node: &G::Position, value: Value, bound: Bound) {
        self.observer.recall(node, value, bound);
    }

    /// Tells that the innermost node is being left before its last child.
    #[inline]
    pub fn cut(&mut self, node: &G::Position) {
        self.observer.cutoff(node);
    }

    /// Gives up since a position has no static value.
    #[cold]
    pub fn undefined(&mut self, node: &G::Position) -> Stopped {
        self.reason = Some(Reason::Undefined(node.clone()));
        Stopped
    }

    /// Gives up when asked to. For searches that can go far without an evaluation.
    #[inline]
    pub fn step(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(POLL_INTERVAL) { self.look_at_flag() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.look_at_flag()?;
        if self.evaluations >= self.budget {
            self.reason = Some(Reason::Budget);
            return Err(Stopped);
        }
        self.progress.set_done(self.evaluations);
        self.next_look = (self.evaluations + POLL_INTERVAL).min(self.budget);
        Ok(())
    }

    fn look_at_flag(&mut self) -> Result<(), Stopped> {
        if self.progress.is_cancelled() {
            self.reason = Some(Reason::Cancelled);
            return Err(Stopped);
        }
        Ok(())
    }
}

/// A player that the compiler knows: what is done at the nodes of [`Max`] and of [`Min`] is compiled apart. Then the better of
/// two values is an instruction; with a player to be looked at it is a branch that nobody can foresee.
pub(super) trait Mover {
    const PLAYER: Player;
    type Opponent: Mover<Opponent = Self>;
}

/// MAX.
pub(super) struct Max;
/// MIN.
pub(super) struct Min;

impl Mover for Max {
    const PLAYER: Player = Player::Max;
    type Opponent = Min;
}

impl Mover for Min {
    const PLAYER: Player = Player::Min;
    type Opponent = Max;
}

/// Goes one level down in a recursion, on a larger stack where this one is nearly full.
#[inline]
pub(super) fn descend<R>(level: u32, recurse: impl FnOnce() -> R) -> R {
    if level.is_multiple_of(LEVELS_PER_LOOK) { on_enough_stack(recurse) } else { recurse() }
}

/// Apart, so that the levels between two looks keep their state in registers.
#[cold]
#[inline(never)]
fn on_enough_stack<R>(recurse: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(STACK_RED_ZONE, STACK_SEGMENT, recurse)
}
