//! Iterative deepening: searches to depth 1, 2, 3 … until one has gone to the leaves, each with the moves first that were the best in the one before.
//!
//! Sources: David J. Slate & Lawrence R. Atkin, *CHESS 4.5: the Northwestern University chess program*, in Peter W. Frey (editor), *Chess Skill in
//! Man and Machine*, 1977; Richard E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, Artificial Intelligence 27,
//! 1985.
//!
//! ```text
//! for depth = 1, 2, 3 …:
//!   value := alpha_beta(root, −∞, +∞) where a node at this depth is worth its static value
//!   until no such node was evaluated that has children
//! ```
//!
//! The search of each pass is that of `alpha-beta-memory`, whose table is kept from pass to pass: it answers where a position has been searched
//! as deep as is needed now, and the moves that it remembers, those of the last line among them, come first. With `negascout` children after
//! the first are probed with a null window. A node without a static value is searched as if the depth lay behind it; where no inner
//! node has one, the first pass is the last.
//!
//! Law: the minimax value.
//!
//! Visits: those of alpha-beta to each depth in turn, in an order that gets better from pass to pass; leaves again in each pass.

use super::alpha_beta_memory::{Memory, Table, from_root, is_on};
use super::run::{Mode, Run, Stopped};
use super::{Answer, Search, Setting, Window};
use crate::game::Game;

/// `iterative-deepening`.
pub struct IterativeDeepening;

impl Search for IterativeDeepening {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, setting: Setting) -> Result<Answer, Stopped> {
        let [size, negascout, _] = setting.numbers();
        let mut memory =
            Memory::<G> { table: Table::of_size(size), killers: None, history: None, probes: is_on(negascout) };
        let answer = deepen(run, &mut memory);
        memory.report(run);
        answer
    }
}

fn deepen<G: Game, M: Mode>(run: &mut Run<'_, G, M>, memory: &mut Memory<G>) -> Result<Answer, Stopped> {
    for depth in 1.. {
        run.begin_pass(depth, Window::OPEN);
        let found = from_root(run, memory, depth)?;
        if found.is_whole {
            return Ok(Answer::of(found.score));
        }
    }
    Err(Stopped)
}
