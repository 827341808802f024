//! Minimax and alpha-beta pruning as sequences of selection functions.
//!
//! Source: Johannes Hartmann & Jeremy Gibbons, *Alpha Beta Pruning with the Selection Monad* (draft); the monad is Martín
//! Escardó and Paulo Oliva's. A selection function picks an `a` by what a judge `p` returns for each; MAX and MIN are selection
//! functions, and a game is the sequence of those of its moves, in which each depends on the moves before it, the history.
//! [`gk`] and [`j`] are the two kinds in the draft.
//!
//! Law: both are monads, `h_sequence` is their history-dependent `sequence`, and with [`Best`] the play is the leftmost
//! optimal one. [`BoundedBest`] finds a play of the same value.
//!
//! # Erratum
//!
//! The draft's `betaMinWith` and `minWithABJ` compare with b where they must compare with a: from its second choice on, MIN tests
//! whether its best value so far is at most b, which it has itself just lowered to that value. So nearly every MIN node ends with
//! its second choice, whatever the third may be; on figure 5.2 of Russell & Norvig (`sample_trees/aima-5-2.json`) the result is
//! 5 instead of 3. The rule here is the corrected one, as in the published program: MIN stops if r <= a, and lowers b.
//! `tests/searches/selection.rs` runs the printed rule.
//!
//! # Selection functions by themselves
//!
//! ```
//! use std::convert::Infallible;
//!
//! use plyscope::search::selection::gk::Gk;
//! use plyscope::search::selection::{Choices, bind, max_with, min_with, pure};
//!
//! // The choice with the largest value, together with the judge's other result.
//! let judge = |x: &str| Ok::<_, Infallible>((x.len(), x.to_uppercase()));
//! let longest = max_with(Choices::of(["a", "abc", "ab"]).expect("choices"));
//! assert_eq!(longest.select(judge), Ok((3, "ABC".to_string())));
//!
//! // MAX chooses a row, and MIN, who sees it, a column: the value of a matrix game in which MAX moves first.
//! let rows = [[3, 12, 8], [2, 4, 6], [14, 5, 2]];
//! let play = bind(max_with(Choices::of(0..3).expect("rows")), |row| {
//!     bind(min_with(Choices::of(0..3).expect("columns")), move |column| pure((row, column)))
//! });
//! let value = play.select(|(row, column): (usize, usize)| Ok::<_, Infallible>((rows[row][column], (row, column))));
//! assert_eq!(value, Ok((3, (0, 0))));
//! ```

pub mod gk;
pub mod j;

use std::marker::PhantomData;

use super::context::Context;
use super::lattice::Interval;
pub use super::run::Choices;
use super::story::{Entrance, Why};
use super::{CutoffRule, Score, Window};
use crate::tree::Player;

/// See [`pure`].
#[derive(Clone, Debug)]
pub struct Pure<A>(A);

/// The selection function without a choice.
pub fn pure<A>(x: A) -> Pure<A> {
    Pure(x)
}

/// See [`bind`].
#[derive(Clone, Debug)]
pub struct Bind<S, F, A> {
    e: S,
    f: F,
    x: PhantomData<fn(A)>,
}

/// `e`, followed by `f` of what it selected.
pub fn bind<S, F: FnMut(A) -> T, A, T>(e: S, f: F) -> Bind<S, F, A> {
    Bind { e, f, x: PhantomData }
}

/// `maxWith xs` for MAX, `minWith xs` for MIN: the first of the best choices.
#[derive(Clone, Debug)]
pub struct Best<A, I> {
    /// The player who chooses.
    pub player: Player,
    /// The choices.
    pub xs: Choices<A, I>,
}

/// `maxWith`.
pub fn max_with<A, I>(xs: Choices<A, I>) -> Best<A, I> {
    Best { player: Player::Max, xs }
}

/// `minWith`.
pub fn min_with<A, I>(xs: Choices<A, I>) -> Best<A, I> {
    Best { player: Player::Min, xs }
}

/// The alpha-beta form of [`Best`]: each choice carries the bounds (a, b) at the time it is judged, and the first value
/// that reaches the opponent's bound ends the selection.
#[derive(Clone, Debug)]
pub struct BoundedBest<B, A, I> {
    /// The player who chooses.
    pub player: Player,
    /// The bounds before the first choice.
    pub bounds: B,
    /// The cutoff rule.
    pub rule: CutoffRule,
    /// The choices.
    pub xs: Choices<A, I>,
}

/// `alphaMaxWith (a, b)` for `GK`, `maxWithABJ (a, b)` for `J`.
pub fn alpha_max_with<B, A, I>(bounds: B, rule: CutoffRule, xs: Choices<A, I>) -> BoundedBest<B, A, I> {
    BoundedBest { player: Player::Max, bounds, rule, xs }
}

/// `betaMinWith (a, b)` for `GK`, `minWithABJ (a, b)` for `J`.
pub fn beta_min_with<B, A, I>(bounds: B, rule: CutoffRule, xs: Choices<A, I>) -> BoundedBest<B, A, I> {
    BoundedBest { player: Player::Min, bounds, rule, xs }
}

/// The bounds after the player has reached `r`: MAX raises a, MIN lowers b.
fn narrow<B: Interval>(bounds: B, player: Player, r: B::Value) -> B {
    match player {
        Player::Max => bounds.from(r),
        Player::Min => bounds.up_to(r),
    }
}

/// The same iterator, setting `end_met` when its end is reached.
fn until_met<'m, I: Iterator>(others: &'m mut I, end_met: &'m mut bool) -> impl Iterator<Item = I::Item> + use<'m, I> {
    std::iter::from_fn(move || {
        let x = others.next();
        *end_met = x.is_none();
        x
    })
}

/// The selection functions of which a game is the sequence.
pub trait Choosers<S: Score>: Copy {
    /// What a choice carries in addition to the move.
    type Bounds: Context;

    /// The selection function of a player.
    fn e<A, I: Iterator<Item = A>>(
        self,
        player: Player,
        bounds: Self::Bounds,
        xs: Choices<A, I>,
    ) -> impl gk::Gk<S, (Self::Bounds, A)> + j::J<S, (Self::Bounds, A)>;

    /// How a node is entered with bounds.
    fn entrance(bounds: Self::Bounds, why: Why) -> Entrance<S>;

    /// The bound that ends the choice of a player early.
    fn bound(bounds: Self::Bounds, player: Player) -> S;
}

/// The selection functions `maxWith` and `minWith`.
#[derive(Clone, Copy, Debug)]
pub struct Exhaustive;

impl<S: Score> Choosers<S> for Exhaustive {
    type Bounds = ();

    fn e<A, I: Iterator<Item = A>>(
        self,
        player: Player,
        (): (),
        xs: Choices<A, I>,
    ) -> impl gk::Gk<S, ((), A)> + j::J<S, ((), A)> {
        let xs = Choices { first: ((), xs.first), others: xs.others.map(|x| ((), x)) };
        Best { player, xs }
    }

    fn entrance((): (), why: Why) -> Entrance<S> {
        Entrance::Open(why)
    }

    fn bound((): (), _: Player) -> S {
        S::OPEN_BELOW
    }
}

/// Their alpha-beta forms.
#[derive(Clone, Copy, Debug)]
pub struct Bounded(pub CutoffRule);

impl<S: Score> Choosers<S> for Bounded {
    type Bounds = Window<S>;

    fn e<A, I: Iterator<Item = A>>(
        self,
        player: Player,
        bounds: Window<S>,
        xs: Choices<A, I>,
    ) -> impl gk::Gk<S, (Window<S>, A)> + j::J<S, (Window<S>, A)> {
        BoundedBest { player, bounds, rule: self.0, xs }
    }

    fn entrance(window: Window<S>, why: Why) -> Entrance<S> {
        Entrance::of(window, why)
    }

    fn bound(window: Window<S>, player: Player) -> S {
        window.bound_on(player)
    }
}
