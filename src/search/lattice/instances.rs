//! Lattices other than pruning: orders, truth values, pairs, functions and sets.
//!
//! [`Order`] and [`Threshold`] belong to algorithms. The others illustrate [`gminimax`](super::gminimax): minimax over sets
//! consists of unions and intersections, and minimax over a [`Pair`] is minimax over both.
//!
//! ```
//! use plyscope::search::lattice::{BitSets, Lattice, Pair, Truth};
//!
//! let both = Pair(Truth, BitSets);
//! let right = |_| Ok::<_, ()>((false, 0b0110));
//! assert_eq!(both.inf(((), ()), (true, 0b0011), right), Ok((false, 0b0010)));
//! ```

use std::collections::BTreeSet;
use std::marker::PhantomData;

use super::Lattice;

/// The lattice of a total order: `inf` is the minimum, `sup` the maximum.
#[derive(Debug)]
pub struct Order<T>(PhantomData<T>);

impl<T: Ord> Order<T> {
    /// The lattice of the order of `T`.
    pub fn new() -> Order<T> {
        Order(PhantomData)
    }
}

impl<T: Ord> Default for Order<T> {
    fn default() -> Self {
        Order::new()
    }
}

// Not derived, because that would require `T: Copy`.
impl<T> Copy for Order<T> {}
impl<T> Clone for Order<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Ord> Lattice for Order<T> {
    type Context = ();
    type Value = T;

    fn inf<E>(&self, (): (), left: T, right: impl FnOnce(()) -> Result<T, E>) -> Result<T, E> {
        Ok(left.min(right(())?))
    }

    fn sup<E>(&self, (): (), left: T, right: impl FnOnce(()) -> Result<T, E>) -> Result<T, E> {
        Ok(left.max(right(())?))
    }
}

/// The lattice of false and true: `inf` is "and", `sup` is "or".
#[derive(Clone, Copy, Debug)]
pub struct Truth;

impl Lattice for Truth {
    type Context = ();
    type Value = bool;

    fn inf<E>(&self, (): (), left: bool, right: impl FnOnce(()) -> Result<bool, E>) -> Result<bool, E> {
        Ok(left && right(())?)
    }

    fn sup<E>(&self, (): (), left: bool, right: impl FnOnce(()) -> Result<bool, E>) -> Result<bool, E> {
        Ok(left || right(())?)
    }
}

/// The lattice of the two answers to "is it at least `at`?". Every `T` stands for one of them, and is also
/// a bound that proves it. Two elements are equal if they are on the same side of `at`.
#[derive(Clone, Copy, Debug)]
pub struct Threshold<T> {
    /// The least element that stands for "yes".
    pub at: T,
}

impl<T: Ord> Lattice for Threshold<T> {
    type Context = ();
    type Value = T;

    fn inf<E>(&self, (): (), left: T, right: impl FnOnce(()) -> Result<T, E>) -> Result<T, E> {
        if left < self.at { Ok(left) } else { Ok(left.min(right(())?)) }
    }

    fn sup<E>(&self, (): (), left: T, right: impl FnOnce(()) -> Result<T, E>) -> Result<T, E> {
        if left >= self.at { Ok(left) } else { Ok(left.max(right(())?)) }
    }
}

/// The lattice of pairs of elements, ordered componentwise. Needs its right operand if one of the components does.
#[derive(Clone, Copy, Debug)]
pub struct Pair<L, M>(pub L, pub M);

impl<L: Lattice, M: Lattice> Lattice for Pair<L, M>
where
    L::Value: Clone,
    M::Value: Clone,
{
    type Context = (L::Context, M::Context);
    type Value = (L::Value, M::Value);

    fn inf<E>(
        &self,
        (c, d): Self::Context,
        (a, b): Self::Value,
        right: impl FnOnce(Self::Context) -> Result<Self::Value, E>,
    ) -> Result<Self::Value, E> {
        let asked = (self.0.inf(c, a.clone(), Err).err(), self.1.inf(d, b.clone(), Err).err());
        let Some(contexts) = contexts(asked, (c, d)) else { return Ok((a, b)) };
        let (x, y) = right(contexts)?;
        Ok((self.0.inf(c, a, |_| Ok(x))?, self.1.inf(d, b, |_| Ok(y))?))
    }

    fn sup<E>(
        &self,
        (c, d): Self::Context,
        (a, b): Self::Value,
        right: impl FnOnce(Self::Context) -> Result<Self::Value, E>,
    ) -> Result<Self::Value, E> {
        let asked = (self.0.sup(c, a.clone(), Err).err(), self.1.sup(d, b.clone(), Err).err());
        let Some(contexts) = contexts(asked, (c, d)) else { return Ok((a, b)) };
        let (x, y) = right(contexts)?;
        Ok((self.0.sup(c, a, |_| Ok(x))?, self.1.sup(d, b, |_| Ok(y))?))
    }
}

/// The contexts in which the components of a pair need their right operands; a component that does not need it keeps its own.
fn contexts<C, D>(asked: (Option<C>, Option<D>), own: (C, D)) -> Option<(C, D)> {
    match asked {
        (None, None) => None,
        (c, d) => Some((c.unwrap_or(own.0), d.unwrap_or(own.1))),
    }
}

/// The lattice of functions from `A` to the elements of another lattice, ordered pointwise. Its context is the argument.
#[derive(Clone, Copy, Debug)]
pub struct Pointwise<A, L> {
    lattice: L,
    point: PhantomData<fn(A)>,
}

impl<A, L: Lattice> Pointwise<A, L> {
    /// The lattice of functions into `lattice`.
    pub fn new(lattice: L) -> Pointwise<A, L> {
        Pointwise { lattice, point: PhantomData }
    }
}

impl<A: Copy, L: Lattice> Lattice for Pointwise<A, L> {
    type Context = (A, L::Context);
    type Value = L::Value;

    fn inf<E>(
        &self,
        (x, context): Self::Context,
        left: L::Value,
        right: impl FnOnce(Self::Context) -> Result<L::Value, E>,
    ) -> Result<L::Value, E> {
        self.lattice.inf(context, left, |context| right((x, context)))
    }

    fn sup<E>(
        &self,
        (x, context): Self::Context,
        left: L::Value,
        right: impl FnOnce(Self::Context) -> Result<L::Value, E>,
    ) -> Result<L::Value, E> {
        self.lattice.sup(context, left, |context| right((x, context)))
    }
}

/// The lattice of sets of numbers below 64, one bit each: `inf` is the intersection, `sup` the union.
#[derive(Clone, Copy, Debug)]
pub struct BitSets;

impl Lattice for BitSets {
    type Context = ();
    type Value = u64;

    fn inf<E>(&self, (): (), left: u64, right: impl FnOnce(()) -> Result<u64, E>) -> Result<u64, E> {
        if left == 0 { Ok(left) } else { Ok(left & right(())?) }
    }

    fn sup<E>(&self, (): (), left: u64, right: impl FnOnce(()) -> Result<u64, E>) -> Result<u64, E> {
        if left == u64::MAX { Ok(left) } else { Ok(left | right(())?) }
    }
}

/// The lattice of finite sets: `inf` is the intersection, `sup` the union.
#[derive(Debug, Default)]
pub struct Sets<T>(PhantomData<T>);

impl<T: Ord> Sets<T> {
    /// The lattice of sets of `T`.
    pub fn new() -> Sets<T> {
        Sets(PhantomData)
    }
}

// Not derived, because that would require `T: Copy`.
impl<T> Copy for Sets<T> {}
impl<T> Clone for Sets<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Ord> Lattice for Sets<T> {
    type Context = ();
    type Value = BTreeSet<T>;

    fn inf<E>(
        &self,
        (): (),
        mut left: BTreeSet<T>,
        right: impl FnOnce(()) -> Result<BTreeSet<T>, E>,
    ) -> Result<BTreeSet<T>, E> {
        if !left.is_empty() {
            let right = right(())?;
            left.retain(|member| right.contains(member));
        }
        Ok(left)
    }

    fn sup<E>(
        &self,
        (): (),
        mut left: BTreeSet<T>,
        right: impl FnOnce(()) -> Result<BTreeSet<T>, E>,
    ) -> Result<BTreeSet<T>, E> {
        left.append(&mut right(())?);
        Ok(left)
    }
}
