//! Minimax over any lattice, of which alpha-beta pruning is one.
//!
//! Source: the answer to *Alpha-beta pruning with recursion schemes* (Stack Overflow 72517172), which writes minimax
//! once over a class `Lattice` with `inf` and `sup`, and then only chooses the lattice: the order of the values gives
//! [`Order`] and plain minimax; the functions from an interval to a value give [`Pruning`] and alpha-beta; the lattice of two
//! values gives [`Threshold`] and the test whether the value is at least a number.
//!
//! An element that is a function is given uncurried here: a [`Lattice`] has a `Context`, the function's argument, and
//! its operations take the context, the left operand's value in it, and the right operand as a function of its context.
//! So `Order`, whose elements are no functions, has the context `()`, and no instance allocates.
//!
//! Law: `inf` and `sup` are idempotent, commutative, associative, and absorb each other.
//!
//! Visits: what the lattice asks for. An operation that knows its result from the left operand alone does not call the
//! right one, and that is a cutoff: [`Order`] asks for every leaf, [`Pruning`] for those of alpha-beta with deep cutoffs.

mod instances;
mod pruning;

pub use instances::{BitSets, Order, Pair, Pointwise, Sets, Threshold, Truth};
pub use pruning::{Interval, Pruning, WithBot, WithTop, clamp};

use super::run::{Max, Min, Mover, descend};
use super::{Observer, Run, Stopped, Window};
use crate::game::Game;
use crate::tree::{Player, Value};

/// A lattice, its elements uncurried: what an element's `Value` is may depend on a `Context`.
pub trait Lattice {
    /// The argument of an element that is a function; `()` for the others.
    type Context: Copy;
    /// An element in its context.
    type Value;

    /// The greatest lower bound of two elements, the right one a function of its context. Does not call it where the left
    /// one says everything.
    fn inf<E>(
        &self,
        context: Self::Context,
        left: Self::Value,
        right: impl FnOnce(Self::Context) -> Result<Self::Value, E>,
    ) -> Result<Self::Value, E>;

    /// The least upper bound of two elements, the right one a function of its context. Does not call it where the left
    /// one says everything.
    fn sup<E>(
        &self,
        context: Self::Context,
        left: Self::Value,
        right: impl FnOnce(Self::Context) -> Result<Self::Value, E>,
    ) -> Result<Self::Value, E>;
}

/// How the leaves of a game become elements of a lattice, and how who watches sees elements and contexts.
pub trait Embedding<P, L: Lattice>: Copy {
    /// `leaf :: a -> l`, at a position and its static value.
    fn leaf(self, position: &P, value: Value, context: L::Context) -> L::Value;

    /// A number that stands for an element.
    fn shown(self, element: &L::Value) -> Value;

    /// The window that a context is, if it is one.
    #[inline]
    fn window(self, _: L::Context) -> Option<Window> {
        None
    }
}

/// The embedding of values as they are, in any context the same; with the window that a context is.
#[derive(Clone, Copy, Debug)]
pub struct Constant<W>(W);

impl<P, L: Lattice<Value = Value>, W: Fn(L::Context) -> Option<Window> + Copy> Embedding<P, L> for Constant<W> {
    #[inline]
    fn leaf(self, _: &P, value: Value, _: L::Context) -> Value {
        value
    }

    #[inline]
    fn shown(self, element: &Value) -> Value {
        *element
    }

    #[inline]
    fn window(self, context: L::Context) -> Option<Window> {
        self.0(context)
    }
}

/// Minimax over a lattice: the fold of the tree that embeds the leaves and joins the children of a node with `sup` where
/// MAX moves and `inf` where MIN does. `level` counts the calls above this one.
///
/// ```text
/// minimax leaf = cata (\case
///   Value a      -> leaf a
///   Play Maxi xs -> foldr1 sup xs
///   Play Mini xs -> foldr1 inf xs)
/// ```
///
/// Since `inf` and `sup` are associative the children are joined from the left, so that a million of them need no million
/// calls; the first that leaves its right operand unasked ends the fold.
#[expect(clippy::inline_always, reason = "a leaf costs no call")]
#[inline(always)]
pub fn gminimax<G, O, L, E>(
    run: &mut Run<'_, G, O>,
    lattice: L,
    embedding: E,
    node: G::Position,
    context: L::Context,
    level: u32,
) -> Result<L::Value, Stopped>
where
    G: Game,
    O: Observer<G::Position>,
    L: Lattice + Copy,
    E: Embedding<G::Position, L>,
{
    match embedding.window(context) {
        Some(window) => run.enter_inheriting(&node, window),
        None => run.enter(&node, Window::OPEN),
    }
    let mut children = run.game.moves(&node);
    match children.next() {
        None => run.evaluate(&node).map(|value| embedding.leaf(&node, value, context)),
        Some(first) => descend(level, move || match run.game.player(&node) {
            Player::Max => join::<Max, _, _, _, _>(run, lattice, embedding, node, first, children, context, level + 1),
            Player::Min => join::<Min, _, _, _, _>(run, lattice, embedding, node, first, children, context, level + 1),
        }),
    }
}

/// `foldr1 sup` over the children of a node where MAX moves, `foldr1 inf` where MIN does; each compiled apart.
#[expect(clippy::too_many_arguments, reason = "they stay in registers")]
#[inline(never)]
fn join<M, G, O, L, E>(
    run: &mut Run<'_, G, O>,
    lattice: L,
    embedding: E,
    node: G::Position,
    first: G::Position,
    others: impl Iterator<Item = G::Position>,
    context: L::Context,
    level: u32,
) -> Result<L::Value, Stopped>
where
    M: Mover,
    G: Game,
    O: Observer<G::Position>,
    L: Lattice + Copy,
    E: Embedding<G::Position, L>,
{
    let mut value = gminimax(run, lattice, embedding, first, context, level)?;
    for child in others {
        let mut asked = false;
        let right = |context| {
            asked = true;
            gminimax(run, lattice, embedding, child, context, level)
        };
        value = match M::PLAYER {
            Player::Max => lattice.sup(context, value, right),
            Player::Min => lattice.inf(context, value, right),
        }?;
        if !asked {
            run.cut(&node);
            break;
        }
    }
    run.leave(&node, embedding.shown(&value));
    Ok(value)
}

/// `minimax`: the fold over the order.
pub(super) fn minimax<G: Game, O: Observer<G::Position>>(run: &mut Run<'_, G, O>) -> Result<Value, Stopped> {
    gminimax(run, Order::new(), Constant(|()| None), run.game.root(), (), 0)
}

/// `lattice-pruning`: the fold over the functions of an interval, a leaf being a constant one, applied to the whole line.
pub(super) fn lattice_pruning<G: Game, O: Observer<G::Position>>(run: &mut Run<'_, G, O>) -> Result<Value, Stopped> {
    gminimax(run, Pruning::new(run.cutoff), Constant(Some), run.game.root(), Window::WHOLE, 0)
}

/// `threshold`: whether the value is at least `at`, by the fold over the two values that it can have to that question.
pub(super) fn threshold<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    at: Value,
) -> Result<bool, Stopped> {
    let element = gminimax(run, Threshold { at }, Constant(|()| None), run.game.root(), (), 0)?;
    Ok(element >= at)
}
