//! Where a node is: its depth and its index, which a search that tells its story keeps with the node.

/// Where a node is: [`Tracked`] in a search that tells its story, and `()` in a bare one.
pub trait Spot: Copy {
    /// The root.
    const ROOT: Self;

    /// The first child of the node here.
    #[must_use]
    fn first_child(self) -> Self;

    /// The next sibling.
    #[must_use]
    fn next(self) -> Self;

    /// Whether the node is visited for the first time, given the first sibling that has not been visited; if so, advances that.
    fn is_new(self, unvisited: &mut Self) -> bool;
}

impl Spot for () {
    const ROOT: () = ();

    #[inline]
    fn first_child(self) {}

    #[inline]
    fn next(self) {}

    #[inline]
    fn is_new(self, (): &mut ()) -> bool {
        true
    }
}

/// The depth of a node's parent and the node's index, in one register: from the lowest bit upwards 1 and the depth, and the index in the
/// upper half.
#[derive(Clone, Copy, Debug)]
pub struct Tracked(u64);

impl Tracked {
    /// The lowest bit of the index.
    pub(super) const INDEX: u32 = 32;

    /// All bits.
    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// The depth of the parent.
    #[inline]
    pub(super) fn parent_depth(self) -> u32 {
        self.0 as u32 >> 1
    }

    /// The index among the parent's children, in the order of the search.
    #[inline]
    pub(super) fn index(self) -> u32 {
        (self.0 >> Tracked::INDEX) as u32
    }
}

impl Spot for Tracked {
    /// As if it had a parent at depth −1.
    const ROOT: Tracked = Tracked(u32::MAX as u64);

    #[inline]
    fn first_child(self) -> Tracked {
        Tracked(u64::from((self.0 as u32).wrapping_add(2)))
    }

    #[inline]
    fn next(self) -> Tracked {
        Tracked(self.0.wrapping_add(1 << Tracked::INDEX))
    }

    #[inline]
    fn is_new(self, unvisited: &mut Tracked) -> bool {
        let is_new = self.index() >= unvisited.index();
        if is_new {
            *unvisited = self.next();
        }
        is_new
    }
}
