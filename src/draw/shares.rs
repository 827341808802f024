//! The shares of looks among some nodes.

use super::{Ink, Look};

/// The shares of up to six looks among some nodes; all 0 if there are no nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares([(Look, f32); 6]);

impl Shares {
    /// The shares of no nodes.
    pub const NONE: Shares = Shares([(Look::Unsearched, 0.0); 6]);

    /// All nodes have the same look.
    pub fn all(look: Look) -> Shares {
        let mut shares = Shares::NONE;
        shares.0[0] = (look, 1.0);
        shares
    }

    /// The shares of these numbers of nodes.
    pub fn of(counts: [(Look, usize); 5]) -> Shares {
        let all: usize = counts.iter().map(|(_, count)| count).sum();
        let mut shares = Shares([(Look::Ahead, 0.0); 6]);
        for (part, (look, count)) in shares.0.iter_mut().zip(&counts) {
            *part = (*look, if all == 0 { 0.0 } else { *count as f32 / all as f32 });
        }
        shares
    }

    /// The shares of `count` nodes together with `ahead` nodes not reached yet.
    #[must_use]
    pub fn with_ahead(mut self, count: usize, ahead: usize) -> Shares {
        let all = (count + ahead).max(1) as f32;
        for (_, share) in &mut self.0 {
            *share = *share * count as f32 / all;
        }
        self.0[5] = (Look::Ahead, self.0[5].1 + ahead as f32 / all);
        self
    }

    /// The first look of which there are nodes.
    pub fn first(self) -> Option<Look> {
        self.looks().next().map(|(look, _)| look)
    }

    /// The ink of the outline of areas of such nodes, if they have one look and need an outline.
    pub fn rim(self) -> Option<Ink> {
        let mut looks = self.looks();
        looks.next().filter(|_| looks.next().is_none()).and_then(|(look, _)| look.rim())
    }

    /// The same with at least a third for rare but important looks, so that they are visible.
    #[must_use]
    pub fn with_rare_seen(mut self) -> Shares {
        let matters = |look: Look| !look.is_passed_over() && !matches!(look, Look::Ahead | Look::Both);
        let sum: f32 = self.0.iter().filter(|(look, _)| matters(*look)).map(|(_, share)| share).sum();
        if sum == 0.0 || sum >= 1.0 / 3.0 {
            return self;
        }
        let (up, down) = (1.0 / 3.0 / sum, 2.0 / 3.0 / (1.0 - sum));
        for (look, share) in &mut self.0 {
            *share *= if matters(*look) { up } else { down };
        }
        self
    }

    /// The looks with their shares.
    pub fn looks(self) -> impl Iterator<Item = (Look, f32)> {
        self.0.into_iter().filter(|&(_, share)| share > 0.0)
    }
}
