//! Minimax over any lattice. Alpha-beta pruning is one instance.
//!
//! Source: the answer to *Alpha-beta pruning with recursion schemes* (Stack Overflow 72517172), which writes minimax
//! once over a class `Lattice` with `inf` and `sup`, and then only chooses the lattice: the order of the values gives
//! [`Order`] and plain minimax; the functions from an interval to a value give [`Pruning`] and alpha-beta; the lattice of two
//! values gives [`Threshold`] and the test whether the value is at least a given number.
//!
//! Elements that are functions are uncurried here: a [`Lattice`] has a `Context`, the function's argument, and
//! its operations take the context, the left operand's value in it, and the right operand as a function of its context.
//! `Order`, whose elements are not functions, has the context `()`. No instance allocates.
//!
//! Law: `inf` and `sup` are idempotent, commutative and associative, and absorb each other.
//!
//! Visits: the leaves that the lattice needs. An operation whose result follows from the left operand alone does not call the
//! right one, which is a cutoff: [`Order`] needs every leaf, [`Pruning`] those of alpha-beta with deep cutoffs.

mod instances;
mod pruning;

pub use instances::{BitSets, Order, Pair, Pointwise, Sets, Threshold, Truth};
pub use pruning::{Interval, Pruning, WithBot, WithTop, clamp};

use super::context::Context;
use super::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use super::story::{Entrance, Why};
use super::{Answer, Score, Search, Setting, Window};
use crate::game::Game;
use crate::tree::Player;

/// A lattice with uncurried elements: the `Value` of an element may depend on a `Context`.
///
/// ```
/// use std::convert::Infallible;
///
/// use plyscope::search::lattice::{Lattice, Order, Pruning, Truth};
/// use plyscope::search::{CutoffRule, Window};
/// use plyscope::tree::Value;
///
/// // The order needs both operands, truth the right one only if the left one does not decide.
/// assert_eq!(Order::new().inf((), 3, |()| Ok::<_, Infallible>(2)), Ok(2));
/// assert_eq!(Truth.sup((), true, |()| Err("asked")), Ok(true));
///
/// // In a window that ends at 5, a left operand of 7 is all that a maximum needs.
/// let window = Window::new(None, Some(Value::from(5)));
/// let pruning = Pruning::new(CutoffRule::NonStrict);
/// assert_eq!(pruning.sup(window, Value::from(7), |_| Err("asked")), Ok(Value::from(7)));
/// ```
pub trait Lattice {
    /// The argument of an element that is a function; `()` for the others.
    type Context: Context;
    /// An element in its context.
    type Value;

    /// The greatest lower bound of two elements, the right one a function of its context. Does not call it if the left
    /// one decides.
    fn inf<E>(
        &self,
        context: Self::Context,
        left: Self::Value,
        right: impl FnOnce(Self::Context) -> Result<Self::Value, E>,
    ) -> Result<Self::Value, E>;

    /// The least upper bound of two elements, the right one a function of its context. Does not call it if the left
    /// one decides.
    fn sup<E>(
        &self,
        context: Self::Context,
        left: Self::Value,
        right: impl FnOnce(Self::Context) -> Result<Self::Value, E>,
    ) -> Result<Self::Value, E>;
}

/// How the leaves of a game become elements of a lattice, and how elements and contexts are reported.
pub trait Embedding<P, L: Lattice, S: Score>: Copy {
    /// `leaf :: a -> l`, at a position and its static value.
    fn leaf(self, position: &P, score: S, context: L::Context) -> L::Value;

    /// The score that represents an element.
    fn shown(self, element: &L::Value) -> S;

    /// The element that a node returns, given the score that represents it.
    fn returned(self, element: L::Value, _: S) -> L::Value {
        element
    }

    /// How a node is entered in a context.
    fn entrance(self, _: L::Context) -> Entrance<S> {
        Entrance::Open(Why::Normal)
    }

    /// The bound that cuts off a node of a player entered in a context.
    fn bound(self, _: L::Context, _: Player) -> S {
        S::OPEN_BELOW
    }
}

/// Embeds scores as they are, in any context; `T` reports the context.
#[derive(Clone, Copy, Debug)]
pub struct Scores<T>(pub T);

impl<P, S: Score, L: Lattice<Value = S>, T: TellContext<L::Context, S>> Embedding<P, L, S> for Scores<T> {
    fn leaf(self, _: &P, score: S, _: L::Context) -> S {
        score
    }

    fn shown(self, element: &S) -> S {
        *element
    }

    fn returned(self, _: S, score: S) -> S {
        score
    }

    fn entrance(self, context: L::Context) -> Entrance<S> {
        self.0.entrance(context)
    }

    fn bound(self, context: L::Context, player: Player) -> S {
        self.0.bound(context, player)
    }
}

/// How a context is reported: as a window on entering a node, and as the bound of a cutoff.
pub trait TellContext<C, S: Score>: Copy {
    /// How a node is entered in the context.
    fn entrance(self, context: C) -> Entrance<S>;
    /// The bound that makes the remaining children of a player's node superfluous.
    fn bound(self, context: C, player: Player) -> S;
}

/// The context of a lattice without functions and without cutoffs.
#[derive(Clone, Copy, Debug)]
pub struct NoContext;

impl<S: Score> TellContext<(), S> for NoContext {
    fn entrance(self, (): ()) -> Entrance<S> {
        Entrance::Open(Why::Normal)
    }

    fn bound(self, (): (), _: Player) -> S {
        S::OPEN_BELOW
    }
}

/// A context that is a window.
#[derive(Clone, Copy, Debug)]
pub struct InWindow;

impl<S: Score> TellContext<Window<S>, S> for InWindow {
    fn entrance(self, window: Window<S>) -> Entrance<S> {
        Entrance::Inherited(window)
    }

    fn bound(self, window: Window<S>, player: Player) -> S {
        window.bound_on(player)
    }
}

/// The context of a question that causes every cutoff: is the value at least a number?
#[derive(Clone, Copy, Debug)]
pub struct AskedAtLeast<S>(S);

impl<S: Score> TellContext<(), S> for AskedAtLeast<S> {
    fn entrance(self, (): ()) -> Entrance<S> {
        Entrance::Open(Why::Normal)
    }

    fn bound(self, (): (), player: Player) -> S {
        match player {
            Player::Max => self.0,
            Player::Min => S::asked(self.0.value().next_down(), true),
        }
    }
}

/// Minimax over a lattice: the fold of the tree that embeds the leaves and joins the children of a node with `sup` where
/// MAX moves and `inf` where MIN does.
///
/// ```text
/// minimax leaf = cata (\case
///   Value a      -> leaf a
///   Play Maxi xs -> foldr1 sup xs
///   Play Mini xs -> foldr1 inf xs)
/// ```
///
/// Since `inf` and `sup` are associative, the children are joined from the left, so that a million of them do not need a million
/// nested calls; the first join that does not call its right operand ends the fold.
pub fn gminimax<G, M, L, E>(
    run: &mut Run<'_, G, M>,
    lattice: L,
    embedding: E,
    node: NodeOf<G, M>,
    context: L::Context,
) -> Result<L::Value, Stopped>
where
    G: Game,
    M: Mode,
    L: Lattice + Copy,
    E: Embedding<G::Position, L, M::Score>,
{
    run.visit(node, &context, Gminimax { lattice, embedding })
}

/// [`gminimax`] at a node: `foldr1 sup` over its children where MAX moves, `foldr1 inf` where MIN does.
#[derive(Clone, Copy)]
struct Gminimax<L, E> {
    lattice: L,
    embedding: E,
}

impl<'r, G, M, L, E> Visitor<'r, G, M> for Gminimax<L, E>
where
    G: Game,
    M: Mode,
    L: Lattice + Copy,
    E: Embedding<G::Position, L, M::Score>,
{
    type Context = L::Context;
    type Output = L::Value;
    const IN_TURN: bool = true;

    fn entrance(&self, context: L::Context) -> Entrance<M::Score> {
        self.embedding.entrance(context)
    }

    fn leaf(self, node: &NodeOf<G, M>, score: M::Score, context: L::Context) -> L::Value {
        self.embedding.leaf(&node.position, score, context)
    }

    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        context: L::Context,
    ) -> Result<L::Value, Stopped> {
        let Gminimax { lattice, embedding } = self;
        let mut value = run.visit(first, &context, self)?;
        for child in others {
            let mut asked = false;
            let right = |context| {
                asked = true;
                run.visit(child, &context, self)
            };
            value = match P::PLAYER {
                Player::Max => lattice.sup(context, value, right),
                Player::Min => lattice.inf(context, value, right),
            }?;
            if !asked {
                run.cut(&node, embedding.bound(context, P::PLAYER));
                break;
            }
        }
        let score = run.leave(&node, embedding.shown(&value));
        Ok(embedding.returned(value, score))
    }
}

/// `minimax`: the fold over the order.
pub struct Minimax;

impl Search for Minimax {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        gminimax(run, Order::new(), Scores(NoContext), root, ()).map(Answer::of)
    }
}

/// `lattice-pruning`: the fold over functions of an interval, with leaves as constant functions, applied to the whole line.
pub struct LatticePruning;

impl Search for LatticePruning {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let (root, lattice) = (run.root(), Pruning::new(run.cutoff));
        gminimax(run, lattice, Scores(InWindow), root, Window::WHOLE).map(Answer::of)
    }
}

/// `threshold`: whether the value is at least a number, by the fold over the two possible answers.
pub struct ThresholdTest;

impl Search for ThresholdTest {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, setting: Setting) -> Result<Answer, Stopped> {
        let (root, at) = (run.root(), M::Score::asked(setting.number(), false));
        let element = gminimax(run, Threshold { at }, Scores(AskedAtLeast(at)), root, ())?;
        Ok(Answer::AtLeast(element >= at))
    }
}
