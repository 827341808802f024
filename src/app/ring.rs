//! Going around a list.

/// The next place in a list of `count` things, which has some, or the one before; after the last comes the first. Without a place to
/// begin from it is the first, or the last.
pub(crate) fn step(count: usize, from: Option<usize>, forward: bool) -> usize {
    match (from, forward) {
        (None, true) => 0,
        (None, false) => count - 1,
        (Some(from), true) => (from + 1) % count,
        (Some(from), false) => (from + count - 1) % count,
    }
}
