//! The cutoffs of a run.

use super::Cutoff;
use super::pages::Pages;
use crate::tree::{Bits, Ranked};

/// At most one cutoff for each visit.
#[derive(Clone, Debug)]
pub(super) struct Cutoffs {
    /// In the order in which they were added, each with the rank of its visit.
    added: Pages<(u32, Cutoff)>,
    /// These ranks.
    ranks: Ranked,
    /// The indices in `added`, in the order of the ranks.
    in_order: Vec<u32>,
}

impl Cutoffs {
    /// The cutoff of the visit with a rank. Takes constant time.
    #[inline]
    pub(super) fn get(&self, rank: usize) -> Option<&Cutoff> {
        self.ranks.contains(rank).then(|| &self.added.get(self.in_order[self.ranks.rank(rank)] as usize).1)
    }

    /// In the order of the ranks.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Cutoff> + Clone {
        self.in_order.iter().map(|&index| &self.added.get(index as usize).1)
    }
}

/// [`Cutoffs`] to which others are added.
#[derive(Debug, Default)]
pub(super) struct NextCutoffs {
    /// Each with the rank of its visit.
    added: Pages<(u32, Cutoff)>,
}

impl NextCutoffs {
    /// Adds the cutoff of the visit with a rank, which has none.
    pub(super) fn add(&mut self, rank: u32, cutoff: Cutoff) {
        self.added.push((rank, cutoff));
    }

    /// Takes the last one back if it is that of the visit with a rank.
    pub(super) fn take_back(&mut self, rank: u32) {
        if self.added.last().is_some_and(|&(last, _)| last == rank) {
            self.added.pop();
        }
    }

    /// In the order in which they were added.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Cutoff> {
        self.added.iter().map(|(_, cutoff)| cutoff)
    }

    /// Takes time linear in the number of visits.
    pub(super) fn finish(self) -> Cutoffs {
        let mut ranks = Bits::default();
        for &(rank, _) in self.added.iter() {
            ranks.insert(rank as usize);
        }
        let ranks = Ranked::from(ranks);
        let mut in_order = vec![0; ranks.len()];
        for (index, &(rank, _)) in self.added.iter().enumerate() {
            in_order[ranks.rank(rank as usize)] = index as u32;
        }
        Cutoffs { added: self.added, ranks, in_order }
    }
}
