//! Minimax and alpha-beta pruning by lazy evaluation.
//!
//! Source: John Hughes, *Why Functional Programming Matters*, section 5, where
//!
//! ```text
//! evaluate = max . maximise' . maptree static . prune n . gametree
//! ```
//!
//! and `maximise'` gives the list of the numbers whose maximum is the node's value. `mapmin` leaves out of that list
//! what cannot be the maximum: a list of numbers of which one is at most the best minimum so far (`minleq nums pot`)
//! has no larger minimum, so it is omitted, and since lists are lazy the rest of it is never computed.
//!
//! Law: `max . maximise'` equals `maximise`.
//!
//! Here [`Nums`] is the lazy list: an iterator over a node that has computed nothing when it is made, computes a number
//! when one is asked for, and remembers those that were. `prune n` is [`Prune`](crate::game::Prune), and `gametree` the game's moves.
//!
//! Visits: `lazy-minimax` every leaf; `lazy-alpha-beta` those of alpha-beta without deep cutoffs, since `pot` is known to the
//! siblings alone.

use super::run::descend;
use super::{Observer, Run, Stopped, Window};
use crate::game::Game;
use crate::tree::{Player, Value};

/// `maximise (node n nil) = n`, `maximise (node n sub) = max (map minimise sub)`, and `minimise` likewise.
pub fn maximise<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    node: &G::Position,
    level: u32,
) -> Result<Value, Stopped> {
    let game = run.game;
    let player = game.player(node);
    run.enter(node, Window::OPEN);
    let mut sub = game.moves(node);
    let Some(first) = sub.next() else {
        return run.evaluate(node);
    };
    let mut best = descend(level, || maximise(run, &first, level + 1))?;
    for child in sub {
        let value = descend(level, || maximise(run, &child, level + 1))?;
        if player.prefers(value, best) {
            best = value;
        }
    }
    run.leave(node, best);
    Ok(best)
}

/// The lazy list `maximise' node` where MAX moves at the node, `minimise' node` where MIN does.
pub struct Nums<'g, G: Game + 'g> {
    node: G::Position,
    player: Player,
    /// What the siblings make known: `pot`, on one side.
    window: Window,
    tree: Node<G::Position, G::Moves<'g>>,
    /// The last number computed, which later ones must beat.
    pot: Option<Value>,
    /// The numbers computed so far.
    forced: Vec<Value>,
}

/// A node of the game tree as far as it was forced.
enum Node<P, M> {
    /// Its constructor was not asked for.
    Unforced,
    /// `node n nil`.
    Leaf,
    /// `node n (cons first rest)`, less the subtrees that were taken.
    Inner { first: Option<P>, rest: M },
}

impl<'g, G: Game> Nums<'g, G> {
    /// `maximise' node` or `minimise' node`, with nothing of it computed.
    fn of(game: &'g G, node: G::Position, window: Window) -> Nums<'g, G> {
        let player = game.player(&node);
        Nums { node, player, window, tree: Node::Unforced, pot: None, forced: Vec::new() }
    }

    /// Computes one number more; `None` at the end of the list.
    fn force<O: Observer<G::Position>>(
        &mut self,
        run: &mut Run<'g, G, O>,
        level: u32,
    ) -> Result<Option<Value>, Stopped> {
        let number = match self.tree {
            Node::Unforced => self.force_node(run, level)?,
            Node::Leaf => None,
            Node::Inner { .. } => self.map_optimum(run, level)?,
        };
        self.forced.extend(number);
        Ok(number)
    }

    /// `maximise' (node n nil) = cons n nil`, `maximise' (node n l) = mapmin (map minimise' l)`.
    fn force_node<O: Observer<G::Position>>(
        &mut self,
        run: &mut Run<'g, G, O>,
        level: u32,
    ) -> Result<Option<Value>, Stopped> {
        run.enter(&self.node, self.window);
        let mut rest = run.game.moves(&self.node);
        let first = rest.next();
        if first.is_none() {
            self.tree = Node::Leaf;
            return run.evaluate(&self.node).map(Some);
        }
        self.tree = Node::Inner { first, rest };
        self.map_optimum(run, level)
    }

    /// `mapmin` where MAX moves, `mapmax` where MIN does:
    ///
    /// ```text
    /// mapmin (cons nums rest)   = cons (min nums) (omit (min nums) rest)
    /// omit pot nil              = nil
    /// omit pot (cons nums rest) = omit pot rest,                              if minleq nums pot
    ///                           = cons (min nums) (omit (min nums) rest),     otherwise
    /// ```
    fn map_optimum<O: Observer<G::Position>>(
        &mut self,
        run: &mut Run<'g, G, O>,
        level: u32,
    ) -> Result<Option<Value>, Stopped> {
        while let Some(subtree) = self.next_subtree() {
            let window = self.pot.map_or(Window::OPEN, |pot| Window::OPEN.narrow(self.player, pot));
            let mut nums = Nums::of(run.game, subtree, window);
            if let Some(pot) = self.pot
                && nums.player != self.player
                && nums.minleq(run, pot, level + 1)?
            {
                continue;
            }
            let optimum = nums.optimum(run, level + 1)?;
            if self.pot.is_none_or(|pot| nums.player != self.player || self.player.prefers(optimum, pot)) {
                self.pot = Some(optimum);
                return Ok(Some(optimum));
            }
        }
        Ok(None)
    }

    fn next_subtree(&mut self) -> Option<G::Position> {
        match &mut self.tree {
            Node::Inner { first, rest } => first.take().or_else(|| rest.next()),
            Node::Unforced | Node::Leaf => None,
        }
    }

    /// `minleq nums pot`, or its mirror image where MAX moves: whether one of the numbers is at most `pot`. Computes them only as
    /// far as the first that is.
    fn minleq<O: Observer<G::Position>>(
        &mut self,
        run: &mut Run<'g, G, O>,
        pot: Value,
        level: u32,
    ) -> Result<bool, Stopped> {
        while let Some(n) = descend(level, || self.force(run, level))? {
            let superfluous = match self.player {
                Player::Min => run.cutoff.cuts(&pot, &n),
                Player::Max => run.cutoff.cuts(&n, &pot),
            };
            if superfluous {
                self.abandon(run, n);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `max` of the list where MAX moves, `min` where MIN does; computes what is left of it.
    fn optimum<O: Observer<G::Position>>(&mut self, run: &mut Run<'g, G, O>, level: u32) -> Result<Value, Stopped> {
        while descend(level, || self.force(run, level))?.is_some() {}
        let best = match self.player {
            Player::Max => self.forced.iter().max(),
            Player::Min => self.forced.iter().min(),
        };
        let best = *best.expect("a node has a number: its own or that of its first subtree");
        if matches!(self.tree, Node::Inner { .. }) {
            run.leave(&self.node, best);
        }
        Ok(best)
    }

    /// Tells that the rest of the list will never be asked for.
    fn abandon<O: Observer<G::Position>>(&mut self, run: &mut Run<'g, G, O>, n: Value) {
        if matches!(self.tree, Node::Inner { .. }) {
            if self.next_subtree().is_some() {
                run.cut(&self.node);
            }
            run.leave(&self.node, n);
        }
    }
}

/// `max . maximise'`.
pub(super) fn lazy_alpha_beta<G: Game, O: Observer<G::Position>>(run: &mut Run<'_, G, O>) -> Result<Value, Stopped> {
    Nums::of(run.game, run.game.root(), Window::OPEN).optimum(run, 0)
}
