//! Alpha-beta pruning as textbooks write it: one recursion that passes alpha and beta down.
//!
//! Source: Wikipedia, *Alpha–beta pruning*, section *Pseudocode*, the fail-soft form; Hartmann & Gibbons, *Alpha
//! Beta Pruning with the Selection Monad*, figure 1.
//!
//! Law: with the window (−∞, +∞) the result is the minimax value. With a window (α, β) the result v is the node's
//! minimax value where α < v < β, an upper bound of it where v ≤ α and a lower bound where v ≥ β.
//!
//! Visits: on a full tree of branching b and depth d between b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves and all b^d.

use super::run::{Max, Min, Mover, descend};
use super::{Observer, Run, Stopped, Window};
use crate::game::Game;
use crate::tree::{Player, Value};

/// The value of a node with respect to a window; `level` counts the calls above this one.
#[expect(clippy::inline_always, reason = "a leaf costs no call")]
#[inline(always)]
pub fn alpha_beta<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    node: G::Position,
    window: Window,
    level: u32,
) -> Result<Value, Stopped> {
    run.enter_inheriting(&node, window);
    let mut children = run.game.moves(&node);
    match children.next() {
        None => run.evaluate(&node),
        Some(first) => descend(level, move || match run.game.player(&node) {
            Player::Max => best_of::<Max, _, _>(run, node, first, children, window, level + 1),
            Player::Min => best_of::<Min, _, _>(run, node, first, children, window, level + 1),
        }),
    }
}

/// The value of a node that has children; compiled for MAX and MIN apart.
#[inline(never)]
fn best_of<M: Mover, G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    node: G::Position,
    first: G::Position,
    others: impl Iterator<Item = G::Position>,
    mut window: Window,
    level: u32,
) -> Result<Value, Stopped> {
    let player = M::PLAYER;
    let mut value = alpha_beta(run, first, window, level)?;
    for child in others {
        window = window.narrow(player, value);
        if window.is_closed(run.cutoff) {
            run.cut(&node);
            break;
        }
        let result = alpha_beta(run, child, window, level)?;
        if player.prefers(result, value) {
            value = result;
        }
    }
    run.leave(&node, value);
    Ok(value)
}
