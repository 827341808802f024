//! Sets of indices, with one bit for each index.

use std::ops::Range;

use super::NodeId;

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

    /// The set with these words, each for 64 indices from its lowest bit on.
    pub(crate) fn of(words: Vec<u64>) -> Bits {
        Bits { words }
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

    /// Adds as many indices as this, from 1 to 64, from the first one on.
    #[inline]
    pub(crate) fn insert_from(&mut self, first: usize, number: usize) {
        let (word, place) = (first / WORD, first % WORD);
        let more = (first + number - 1) / WORD;
        if more >= self.words.len() {
            self.grow(more + 1);
        }
        let indices = u64::MAX >> (WORD - number);
        self.words[word] |= indices << place;
        if more > word {
            self.words[more] |= indices >> (WORD - place);
        }
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

    /// The nodes with these indices, in preorder.
    pub(crate) fn nodes(&self) -> Vec<NodeId> {
        self.iter().map(NodeId::at).collect()
    }

    /// The indices in ascending order.
    pub(crate) fn iter(&self) -> Ones<'_> {
        Ones { words: &self.words, index: 0, rest: self.words.first().copied().unwrap_or(0) }
    }
}

/// A set of indices with the rank of each. Takes a bit and a half for each index up to the largest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranked {
    bits: Bits,
    /// The number of indices before each word.
    before: Vec<u32>,
    len: usize,
}

impl From<Bits> for Ranked {
    fn from(bits: Bits) -> Ranked {
        let mut len = 0;
        let mut before = Vec::with_capacity(bits.words.len());
        for word in &bits.words {
            before.push(len);
            len += word.count_ones();
        }
        Ranked { before, len: len as usize, bits }
    }
}

impl Ranked {
    /// The number of indices in the set.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The set itself.
    pub(crate) fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Whether the index is in the set.
    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.bits.contains(index)
    }

    /// The number of smaller indices in the set.
    #[inline]
    pub(crate) fn rank(&self, index: usize) -> usize {
        let Some(word) = self.bits.words.get(index / WORD) else { return self.len };
        let smaller = word & ((1 << (index % WORD)) - 1);
        self.before[index / WORD] as usize + smaller.count_ones() as usize
    }

    /// The index with this rank. Takes logarithmic time; panics if there is none.
    #[inline]
    pub(crate) fn select(&self, rank: usize) -> usize {
        self.iter_from(rank).next().expect("fewer than there are in the set")
    }

    /// The number of indices in a range.
    #[inline]
    pub(crate) fn count(&self, range: &Range<usize>) -> usize {
        self.rank(range.end) - self.rank(range.start)
    }

    /// The indices in ascending order, beginning with the one of this rank.
    #[inline]
    pub(crate) fn iter_from(&self, rank: usize) -> Ones<'_> {
        let index = self.before.partition_point(|&before| before as usize <= rank).saturating_sub(1);
        let (Some(&word), Some(&before)) = (self.bits.words.get(index), self.before.get(index)) else {
            return self.bits.iter();
        };
        let mut rest = word;
        for _ in before as usize..rank.min(self.len) {
            rest &= rest.wrapping_sub(1);
        }
        Ones { words: &self.bits.words, index, rest }
    }
}

/// Several sets of indices side by side that know how many there are before each, so that to count in all of them costs no more of the
/// cache than to count in one.
#[derive(Clone, Debug)]
pub(crate) struct Layers<const N: usize> {
    /// One more than there are words, the last of them empty.
    blocks: Vec<Block<N>>,
}

/// A word of each set, and how many indices there are before it.
#[derive(Clone, Copy, Debug)]
struct Block<const N: usize> {
    words: [u64; N],
    before: [u32; N],
}

impl<const N: usize> From<[Bits; N]> for Layers<N> {
    fn from(sets: [Bits; N]) -> Layers<N> {
        let words = sets.iter().map(|set| set.words.len()).max().unwrap_or_default();
        let mut blocks = Vec::with_capacity(words + 1);
        let mut before = [0; N];
        for place in 0..=words {
            let mut block = Block { words: [0; N], before };
            for (layer, set) in sets.iter().enumerate() {
                if let Some(word) = set.words.get(place) {
                    block.words[layer] = *word;
                    before[layer] += word.count_ones();
                }
            }
            blocks.push(block);
        }
        Layers { blocks }
    }
}

impl<const N: usize> Layers<N> {
    /// How many indices of a range are in each set.
    #[inline]
    pub(crate) fn count(&self, range: &Range<usize>) -> [usize; N] {
        let (start, end) = (self.rank(range.start), self.rank(range.end));
        std::array::from_fn(|layer| (end[layer] - start[layer]) as usize)
    }

    /// How many smaller indices are in each set.
    #[inline]
    fn rank(&self, index: usize) -> [u32; N] {
        let last = self.blocks.len() - 1;
        let (place, mask) = if index / WORD < last { (index / WORD, (1 << (index % WORD)) - 1) } else { (last, 0) };
        let Block { words, mut before } = self.blocks[place];
        for layer in 0..N {
            before[layer] += (words[layer] & mask).count_ones();
        }
        before
    }

    /// The indices that are in one of the sets both here and there.
    pub(crate) fn common(&self, other: &Layers<N>, layer: usize) -> Ranked {
        let blocks = self.blocks.iter().zip(&other.blocks);
        Ranked::from(Bits { words: blocks.map(|(here, there)| here.words[layer] & there.words[layer]).collect() })
    }
}

/// The indices of a set in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Ones<'b> {
    words: &'b [u64],
    /// The index of the current word.
    index: usize,
    /// The remaining bits of the current word.
    rest: u64,
}

impl Iterator for Ones<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.index += 1;
            self.rest = *self.words.get(self.index)?;
        }
        let bit = self.index * WORD + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(bit)
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
            let layers = Layers::from([bits.clone(), Bits::default(), others.iter().fold(Bits::default(), |mut bits, &index| {
                bits.insert(index);
                bits
            })]);
            for (start, end) in [(0, 600), (63, 64), (64, 300), (130, 130), (399, 401)] {
                let counts = [set.range(start..end).count(), 0, others.range(start..end).count()];
                prop_assert_eq!(layers.count(&(start..end)), counts);
            }
            prop_assert_eq!(layers.common(&layers, 2).len(), others.len());
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
