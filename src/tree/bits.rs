//! Sets of indices, a bit for each.

use std::ops::Range;

/// Bits in a word.
const WORD: usize = u64::BITS as usize;

/// A set of indices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// An empty set with room for the indices up to `len`. It grows for larger ones.
    pub(crate) fn with_room_for(len: usize) -> Bits {
        Bits { words: vec![0; len.div_ceil(WORD)] }
    }

    /// Whether the index is in the set.
    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.words.get(index / WORD).is_some_and(|word| word >> (index % WORD) & 1 == 1)
    }

    /// Adds an index. Returns whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, index: usize) -> bool {
        if index / WORD >= self.words.len() {
            self.grow(index / WORD + 1);
        }
        let (word, bit) = (&mut self.words[index / WORD], 1 << (index % WORD));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Removes an index.
    pub(crate) fn remove(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index / WORD) {
            *word &= !(1 << (index % WORD));
        }
    }

    #[cold]
    fn grow(&mut self, words: usize) {
        self.words.resize(words, 0);
    }

    /// The indices in ascending order.
    pub(crate) fn iter(&self) -> Ones<'_> {
        Ones { words: &self.words, place: 0, rest: self.words.first().copied().unwrap_or(0) }
    }
}

/// A set of indices that knows how many there are before each. Takes a bit and a half for each index up to the largest.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    bits: Bits,
    /// How many there are before each word.
    before: Vec<u32>,
    len: usize,
}

impl From<Bits> for Ranked {
    fn from(bits: Bits) -> Ranked {
        let mut len = 0;
        let before = bits.words.iter().map(|word| {
            let before = len;
            len += word.count_ones();
            before
        });
        Ranked { before: before.collect(), len: len as usize, bits }
    }
}

impl Ranked {
    /// How many indices are in the set.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Whether the index is in the set.
    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.bits.contains(index)
    }

    /// How many smaller indices are in the set.
    #[inline]
    pub(crate) fn rank(&self, index: usize) -> usize {
        let Some(word) = self.bits.words.get(index / WORD) else { return self.len };
        let smaller = word & ((1 << (index % WORD)) - 1);
        self.before[index / WORD] as usize + smaller.count_ones() as usize
    }

    /// The index with so many smaller ones in the set. Takes logarithmic time; panics where there is none.
    pub(crate) fn select(&self, rank: usize) -> usize {
        self.iter_from(rank).next().expect("fewer than there are in the set")
    }

    /// How many indices of a range are in the set.
    #[inline]
    pub(crate) fn count(&self, range: &Range<usize>) -> usize {
        self.rank(range.end) - self.rank(range.start)
    }

    /// The indices that are in both sets. Takes time in proportion to the smaller, 64 indices at a time.
    pub(crate) fn and(&self, other: &Ranked) -> Ranked {
        let words = self.bits.words.iter().zip(&other.bits.words).map(|(a, b)| a & b).collect();
        Ranked::from(Bits { words })
    }

    /// The indices in ascending order, those left out that have fewer than `rank` smaller ones.
    pub(crate) fn iter_from(&self, rank: usize) -> Ones<'_> {
        let place = self.before.partition_point(|&before| before as usize <= rank).saturating_sub(1);
        let (Some(&word), Some(&before)) = (self.bits.words.get(place), self.before.get(place)) else {
            return self.bits.iter();
        };
        let passed = (before as usize..rank.min(self.len)).fold(word, |rest, _| rest & rest.wrapping_sub(1));
        Ones { words: &self.bits.words, place, rest: passed }
    }
}

/// The indices of a set in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Ones<'b> {
    words: &'b [u64],
    place: usize,
    /// What is left of the word there.
    rest: u64,
}

impl Iterator for Ones<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.place += 1;
            self.rest = *self.words.get(self.place)?;
        }
        let index = self.place * WORD + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::btree_set;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_set_of_bits_says_what_a_set_says(set in btree_set(0_usize..400, 0..200), others in btree_set(0_usize..400, 0..50)) {
            let mut bits = Bits::with_room_for(100);
            for &index in set.iter().chain(&others) {
                bits.insert(index);
            }
            prop_assert!(set.iter().all(|&index| !bits.clone().insert(index)));
            let set: BTreeSet<usize> = set.difference(&others).copied().collect();
            for &index in &others {
                bits.remove(index);
            }
            prop_assert!((0..600).all(|index| bits.contains(index) == set.contains(&index)));
            prop_assert!(bits.iter().eq(set.iter().copied()));
            let ranked = Ranked::from(bits);
            prop_assert_eq!(ranked.len(), set.len());
            prop_assert!((0..600).all(|index| ranked.rank(index) == set.range(..index).count()));
            for (rank, &index) in set.iter().enumerate() {
                prop_assert_eq!(ranked.select(rank), index);
                prop_assert!(ranked.iter_from(rank).eq(set.iter().copied().skip(rank)));
            }
        }
    }
}
