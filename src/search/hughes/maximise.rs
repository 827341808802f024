//! `maximise`, and `maximise'` with its lazy lists.
//!
//! ```text
//! maximise' (node n nil) = cons n nil
//! maximise' (node n l)   = mapmin (map minimise' l)
//!
//! mapmin (cons nums rest)   = cons (min nums) (omit (min nums) rest)
//! omit pot nil              = nil
//! omit pot (cons nums rest) = omit pot rest,                              if minleq nums pot
//!                           = cons (min nums) (omit (min nums) rest),     otherwise
//! minleq nil pot            = false
//! minleq (cons n rest) pot  = true,               if n <= pot
//!                           = minleq rest pot,    otherwise
//! ```
//!
//! and `minimise'`, `mapmax` are their mirror images.
//!
//! `maximise'` gives the list of the numbers whose maximum is the node's value. `mapmin` leaves out of that list what cannot be
//! the maximum: if one number of a list is at most the best minimum so far, the minimum of the list is no larger. So the list is
//! omitted, and since lists are lazy the rest of it is never computed.
//!
//! Law: `max . maximise' = maximise`.
//!
//! Visits: `maximise` every leaf; `max . maximise'` those of alpha-beta without deep cutoffs, because `pot` is known
//! only to the siblings.
//!
//! Here `Nums` is a lazy list whose head is computed: it holds the last number, in place, and the subtrees whose numbers have
//! not been needed yet. `minleq` computes numbers one by one, and remembers those that did not decide for `min`, which runs
//! after it and computes none of them again. Lists are consumed last in, first out, so the remembered numbers form a stack, and
//! dropping a list pops its numbers.

use std::marker::PhantomData;

use crate::game::Game;
use crate::search::run::{Mode, Mover, MovesOf, NodeOf, Run, Stopped, Visitor};
use crate::search::story::{Entrance, Why};
use crate::search::{Answer, CutoffRule, Score, Search, Setting, Window};
use crate::tree::Player;

/// `lazy-minimax`: `maximise`.
pub struct LazyMinimax;

impl Search for LazyMinimax {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        demand(run, root, 0, Maximise).map(Answer::of)
    }
}

/// `lazy-alpha-beta`: `max . maximise'`.
pub struct LazyAlphaBeta;

impl Search for LazyAlphaBeta {
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        let root = run.root();
        demand(run, root, 0, MaxMaximise).map(Answer::of)
    }
}

/// `maximise (node n nil) = n`, `maximise (node n sub) = max (map minimise sub)` at a node where MAX moves; `minimise` where MIN does.
pub struct Maximise;

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for Maximise {
    type Context = u32;
    type Output = M::Score;
    const IN_TURN: bool = true;

    fn entrance(&self, _: u32) -> Entrance<M::Score> {
        Entrance::Open(Why::Normal)
    }

    fn leaf(self, _: &NodeOf<G, M>, n: M::Score, _: u32) -> M::Score {
        n
    }

    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        depth: u32,
    ) -> Result<M::Score, Stopped> {
        let below = depth + 1;
        let mut best = demand(run, first, below, Maximise)?;
        for subtree in others {
            let n = demand(run, subtree, below, Maximise)?;
            if P::PLAYER.prefers(n, best) {
                best = n;
            }
        }
        Ok(run.leave(&node, best))
    }
}

/// `max . maximise'` at a node where MAX moves, `min . minimise'` where MIN does.
struct MaxMaximise;

impl<'r, G: Game, M: Mode> Visitor<'r, G, M> for MaxMaximise {
    type Context = u32;
    type Output = M::Score;
    const IN_TURN: bool = true;

    fn entrance(&self, _: u32) -> Entrance<M::Score> {
        Entrance::Open(Why::Normal)
    }

    fn leaf(self, _: &NodeOf<G, M>, n: M::Score, _: u32) -> M::Score {
        n
    }

    fn inner<P: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        depth: u32,
    ) -> Result<M::Score, Stopped> {
        Nums::<P, G, M>::mapmin(run, node, first, others, depth)?.max(run)
    }
}

/// Builds a node at `depth` and visits it.
#[inline(always)]
fn demand<'r, G: Game, M: Mode, V: Visitor<'r, G, M, Context = u32>>(
    run: &mut Run<'r, G, M>,
    node: NodeOf<G, M>,
    depth: u32,
    visitor: V,
) -> Result<V::Output, Stopped> {
    run.build(depth);
    run.visit(node, &depth, visitor)
}

/// What a later subtree contributes to its parent's list: `min nums`, unless `minleq nums pot`. `P` moves at the parent.
struct MinUnlessMinleq<P, S> {
    parent: PhantomData<P>,
    rule: CutoffRule,
    pot: S,
}

impl<'r, P: Mover, G: Game, M: Mode> Visitor<'r, G, M> for MinUnlessMinleq<P, M::Score> {
    type Context = u32;
    type Output = Option<M::Score>;
    const IN_TURN: bool = true;

    fn entrance(&self, _: u32) -> Entrance<M::Score> {
        Entrance::FromSiblings(Window::OPEN.narrow(P::PLAYER, self.pot))
    }

    fn leaf(self, _: &NodeOf<G, M>, n: M::Score, _: u32) -> Option<M::Score> {
        (!rules_out(self.rule, P::PLAYER, n, self.pot)).then_some(n)
    }

    fn inner<Q: Mover>(
        self,
        run: &mut Run<'r, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'r, G, M>,
        depth: u32,
    ) -> Result<Option<M::Score>, Stopped> {
        let mut nums = Nums::<Q, G, M>::mapmin(run, node, first, others, depth)?;
        if Q::PLAYER == P::PLAYER {
            // If the player does not change, this list is the parent's own, and its maximum is needed.
            let n = nums.max(run)?;
            return Ok(P::PLAYER.prefers(n, self.pot).then_some(n));
        }
        let start = run.forced.len();
        if nums.minleq(run, self.pot)? {
            run.forced.truncate(start);
            return Ok(None);
        }
        Ok(Some(nums.min(run, start)))
    }
}

/// The computed part of the lazy list `maximise' node` if `P` is MAX, `minimise' node` if it is MIN.
struct Nums<'g, P, G: Game + 'g, M: Mode> {
    mover: PhantomData<P>,
    node: NodeOf<G, M>,
    depth: u32,
    /// The number of elements computed.
    len: u32,
    /// The last element, which later ones must beat.
    pot: M::Score,
    /// The subtrees whose numbers have not been needed yet.
    rest: MovesOf<'g, G, M>,
}

impl<'g, P: Mover, G: Game, M: Mode> Nums<'g, P, G, M> {
    /// `mapmin (cons nums rest) = cons (min nums) ...`.
    #[inline(always)]
    fn mapmin(
        run: &mut Run<'g, G, M>,
        node: NodeOf<G, M>,
        first: NodeOf<G, M>,
        others: MovesOf<'g, G, M>,
        depth: u32,
    ) -> Result<Nums<'g, P, G, M>, Stopped> {
        let pot = demand(run, first, depth + 1, MaxMaximise)?;
        run.force(0, pot);
        Ok(Nums { mover: PhantomData, node, depth, len: 1, pot, rest: others })
    }

    /// `omit pot rest` up to its first number; `None` if it is `nil`.
    #[inline(always)]
    fn omit(&mut self, run: &mut Run<'g, G, M>) -> Result<Option<M::Score>, Stopped> {
        let (rule, pot) = (run.cutoff, self.pot);
        for subtree in self.rest.by_ref() {
            let give = MinUnlessMinleq { parent: PhantomData::<P>, rule, pot };
            if let Some(n) = demand(run, subtree, self.depth + 1, give)? {
                run.force(self.len, n);
                self.len += 1;
                // Under the strict rule it may be equal, and then the first one is what set the bound.
                self.pot = if P::PLAYER.prefers(n, pot) { n } else { pot };
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// Leaves the node with `max nums`, or `min nums` if MIN moves.
    #[inline(always)]
    fn max(mut self, run: &mut Run<'g, G, M>) -> Result<M::Score, Stopped> {
        let mut best = self.pot;
        while let Some(n) = self.omit(run)? {
            if P::PLAYER.prefers(n, best) {
                best = n;
            }
        }
        Ok(run.leave(&self.node, best))
    }

    /// `minleq nums pot`; the mirror image if MAX moves. Computes numbers up to the first that decides, and remembers those
    /// before it. Leaves the node if one decides.
    fn minleq(&mut self, run: &mut Run<'g, G, M>, pot: M::Score) -> Result<bool, Stopped> {
        let mut next = Some(self.pot);
        while let Some(n) = next {
            if rules_out(run.cutoff, <P::Opponent as Mover>::PLAYER, n, pot) {
                // The rest of the list is never needed.
                if self.rest.next().is_some() {
                    run.cut(&self.node, pot);
                }
                run.leave(&self.node, n);
                return Ok(true);
            }
            run.forced.push(n);
            next = self.omit(run)?;
        }
        Ok(false)
    }

    /// Leaves the node with `min nums`, after `minleq nums pot` has computed all of them; `max nums` if MAX moves. The
    /// numbers are stored from `start` on.
    fn min(self, run: &mut Run<'g, G, M>, start: usize) -> M::Score {
        let mut min = self.pot;
        for index in start..run.forced.len() {
            let n = run.forced[index];
            run.force_again((index - start) as u32, n);
            if P::PLAYER.prefers(n, min) {
                min = n;
            }
        }
        run.forced.truncate(start);
        run.leave(&self.node, min)
    }
}

/// `n <= pot` if MAX looks for more than `pot`: the player does not need a list that contains this number.
fn rules_out<S: Score>(rule: CutoffRule, player: Player, n: S, pot: S) -> bool {
    match player {
        Player::Max => rule.cuts(&pot, &n),
        Player::Min => rule.cuts(&n, &pot),
    }
}
