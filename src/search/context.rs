//! What a search passes down to a node, such as alpha and beta.

use super::{Score, Window};

/// An argument in two parts. A search that tells its story passes each of them in registers, because a window with the nodes that set
/// its ends is too large for that.
pub trait Context: Copy {
    /// The first part.
    type Low: Copy;
    /// The second part.
    type High: Copy;

    /// The two parts.
    fn split(self) -> (Self::Low, Self::High);

    /// The inverse of [`split`](Context::split).
    fn join(low: Self::Low, high: Self::High) -> Self;
}

/// Nothing.
impl Context for () {
    type Low = ();
    type High = ();

    #[inline]
    fn split(self) -> ((), ()) {
        ((), ())
    }

    #[inline]
    fn join((): (), (): ()) {}
}

/// A depth.
impl Context for u32 {
    type Low = u32;
    type High = ();

    #[inline]
    fn split(self) -> (u32, ()) {
        (self, ())
    }

    #[inline]
    fn join(low: u32, (): ()) -> u32 {
        low
    }
}

impl<S: Score> Context for Window<S> {
    type Low = S;
    type High = S;

    #[inline]
    fn split(self) -> (S, S) {
        (self.low(), self.high())
    }

    #[inline]
    fn join(low: S, high: S) -> Window<S> {
        Window::OPEN.with_low(low).with_high(high)
    }
}

/// The contexts of two lattices, or an interval.
impl<A: Copy, B: Copy> Context for (A, B) {
    type Low = A;
    type High = B;

    #[inline]
    fn split(self) -> (A, B) {
        self
    }

    #[inline]
    fn join(low: A, high: B) -> (A, B) {
        (low, high)
    }
}
