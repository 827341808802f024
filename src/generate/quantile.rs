//! The value of a node drawn before those of its children.
//!
//! If leaves are independent and uniform from 0 to 1, let F_h be the distribution of the values of nodes of height h. A node of
//! height h and value v has the quantile q = F_h(v), which is uniform from 0 to 1. The best of its b children also has the value v, and
//! since F_h = F_(h−1)^b if MAX moves, its own quantile is q^(1/b); the others are worse and have uniform quantiles below. If
//! MIN moves, the same holds for 1 − q. So a tree can be drawn from the root down with the best child at any chosen index,
//! and its leaves, whose quantiles are their values, are as independent as if they had been drawn first.

use crate::tree::Player;

/// A number from 0 to 1 that is exact near both ends: q if that is at most 1/2, and otherwise −(1 − q).
#[derive(Clone, Copy, Debug)]
pub(super) struct Quantile(f64);

impl Quantile {
    /// The form in which a node stores the number.
    pub(super) fn stored(self) -> f64 {
        self.0
    }

    /// The quantile from its stored form.
    pub(super) fn from_stored(number: f64) -> Quantile {
        Quantile(number)
    }

    /// A number from 0 to 1.
    pub(super) fn new(q: f64) -> Quantile {
        Quantile::of(q, 1.0 - q)
    }

    /// The number q.
    pub(super) fn get(self) -> f64 {
        self.ends().0
    }

    /// The quantile of the best of `count` children.
    pub(super) fn of_best_child(self, player: Player, count: u32) -> Quantile {
        let (q, rest) = self.seen_by(player).ends();
        let log = if q <= 0.5 { libm::log(q) } else { libm::log1p(-rest) };
        let log = log / f64::from(count);
        Quantile::of(libm::exp(log), -libm::expm1(log)).seen_by(player)
    }

    /// The quantile of a child that is worse than this best one, for a uniform number.
    pub(super) fn of_worse_child(self, player: Player, uniform: f64) -> Quantile {
        let (q, rest) = self.seen_by(player).ends();
        Quantile::of(uniform * q, (1.0 - uniform) + uniform * rest).seen_by(player)
    }

    fn of(q: f64, rest: f64) -> Quantile {
        Quantile(if q <= 0.5 { q } else { -rest })
    }

    /// q and 1 − q.
    fn ends(self) -> (f64, f64) {
        if self.0.is_sign_negative() { (1.0 + self.0, -self.0) } else { (self.0, 1.0 - self.0) }
    }

    /// Mirrored for MIN, who prefers small values.
    fn seen_by(self, player: Player) -> Quantile {
        match player {
            Player::Max => self,
            Player::Min => {
                let (q, rest) = self.ends();
                Quantile::of(rest, q)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_child_has_the_root_of_the_quantile() {
        for q in [1e-12, 0.01, 0.3, 0.5, 0.7, 0.999, 1.0 - 1e-12] {
            let best = Quantile::new(q).of_best_child(Player::Max, 3);
            assert!((best.get().powi(3) - q).abs() < 1e-15 + 1e-12 * q);
            let best = Quantile::new(q).of_best_child(Player::Min, 3);
            assert!(((1.0 - best.get()).powi(3) - (1.0 - q)).abs() < 1e-12);
        }
    }

    #[test]
    fn other_children_are_worse_for_the_player() {
        let best = Quantile::new(0.4);
        for uniform in [0.0, 0.1, 0.9, 0.999] {
            assert!(best.of_worse_child(Player::Max, uniform).get() < 0.4);
            assert!(best.of_worse_child(Player::Min, uniform).get() > 0.4);
        }
    }
}
