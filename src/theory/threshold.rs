//! The leaves that a threshold test evaluates: is the value at least a number?

use super::leaves;

/// The leaves of the smallest proof in favour of the player at the root: one child at each node of that player and all
/// at each node of the opponent, so b^⌊d/2⌋.
pub fn minimal_threshold(branching: u32, depth: u32) -> f64 {
    leaves(branching, depth / 2)
}

/// The expected number of leaves if each leaf independently favours the player at the root with probability `favourable`.
///
/// Source: Pearl, *Asymptotic Properties of Minimax Trees and Game-Searching Procedures* (1980), procedure SOLVE. A node's player searches
/// children until one favours that player: with q the probability that one does not, 1 + q + … + q^(b−1) of them.
pub fn expected_threshold(branching: u32, depth: u32, favourable: f64) -> f64 {
    // The probabilities that the player of a node wins and loses, from the leaves up; kept separately, since one may be tiny.
    let root_moves_above_leaves = depth % 2 == 1;
    let (mut won, mut lost) = (favourable, 1.0 - favourable);
    if !root_moves_above_leaves {
        // The player above the leaves is the opponent.
        (won, lost) = (lost, won);
    }
    let mut expected = 1.0;
    for _ in 0..depth {
        let mut searched = 0.0;
        for _ in 0..branching {
            searched = searched * lost + 1.0;
        }
        expected *= searched;
        let all_lost = lost.powi(branching as i32);
        // A win for one player is a loss for the player above.
        (won, lost) = (all_lost, one_minus_power(won, branching));
    }
    expected
}

/// 1 − (1 − p)^b.
fn one_minus_power(p: f64, branching: u32) -> f64 {
    -(f64::from(branching) * (-p).ln_1p()).exp_m1()
}
