//! Positions by their keys, to tell where the same one is entered at two nodes.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use crate::memory;

/// The number of positions after which memory is checked again, and the memory of each in bytes.
const POSITIONS_PER_LOOK: usize = 1 << 16;
const BYTES_PER_POSITION: u64 = 64;

/// A hash of a key, which may be a long text.
pub(super) fn hash(key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

/// The node at which each position was first entered.
#[derive(Default)]
pub(super) struct Positions {
    /// By a hash of the key.
    first: HashMap<u64, u32>,
}

impl Positions {
    /// The node at which the position with a key was first entered: this one, unless it was another.
    pub(super) fn first(&mut self, key: u64, node: u32) -> Result<u32, String> {
        if self.first.len().is_multiple_of(POSITIONS_PER_LOOK) {
            memory::room_for(POSITIONS_PER_LOOK as u64 * BYTES_PER_POSITION)
                .map_err(|shortage| shortage.to_string())?;
        }
        Ok(*self.first.entry(key).or_insert(node))
    }
}
