//! Nodes identified by the moves that lead to them.

/// The path from the root to a node as a number: two of n nodes share one with a probability of about n² / 2⁶⁵.
///
/// The paths of a node's children are the numbers that the generator SplitMix64 produces from the node's own path as its state
/// (Steele, Lea & Flood, *Fast Splittable Pseudorandom Number Generators*, 2014), so they are also good random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path(pub u64);

impl Path {
    /// The path of the root.
    pub const ROOT: Path = Path(0);

    /// The path of the child with this index.
    #[inline]
    #[must_use]
    pub fn child(self, index: u64) -> Path {
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        let z = self.0.wrapping_add(GOLDEN.wrapping_mul(index.wrapping_add(1)));
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Path(z ^ (z >> 31))
    }
}
