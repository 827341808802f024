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
//! and `minimise'`, `mapmax` are the same in the mirror.
//!
//! `maximise'` gives the list of the numbers whose maximum is the node's value. `mapmin` leaves out of that list what cannot be
//! the maximum: a list of numbers of which one is at most the best minimum so far has no larger minimum, so it is
//! omitted, and since lists are lazy the rest of it is never computed.
//!
//! Law: `max . maximise' = maximise`.
//!
//! Visits: `maximise` every leaf; `max . maximise'` those of alpha-beta without deep cutoffs, since `pot` is known to
//! the siblings alone.
//!
//! Here [`Nums`] is a lazy list whose head is computed: it holds the last number, in place, and the subtrees of which no number
//! was asked for. `minleq` asks for numbers one by one and those that did not decide are remembered for `min`, which comes
//! after it and computes none of them again. Lists end in the reverse order of their beginning, so what is
//! remembered is a stack, and dropping a list takes its numbers off.

use std::marker::PhantomData;

use crate::game::Game;
use crate::search::run::{Max, Min, Mover, descend};
use crate::search::{Laziness, Observer, Run, Stopped, Window};
use crate::tree::{Player, Value};

/// `maximise (node n nil) = n`, `maximise (node n sub) = max (map minimise sub)`, and `minimise` likewise; `depth` is the node's.
#[expect(clippy::inline_always, reason = "a leaf costs no call")]
#[inline(always)]
pub fn maximise<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    laziness: &mut Laziness,
    node: G::Position,
    depth: u32,
) -> Result<Value, Stopped> {
    laziness.build(depth);
    run.enter(&node, Window::OPEN);
    let mut sub = run.game.moves(&node);
    match sub.next() {
        None => run.evaluate(&node),
        Some(first) => descend(depth, move || match run.game.player(&node) {
            Player::Max => max::<Max, _, _>(run, laziness, node, first, sub, depth + 1),
            Player::Min => max::<Min, _, _>(run, laziness, node, first, sub, depth + 1),
        }),
    }
}

/// `max (map minimise sub)` where MAX moves, `min (map maximise sub)` where MIN does; `depth` is that of the subtrees.
#[inline(never)]
fn max<M: Mover, G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    laziness: &mut Laziness,
    node: G::Position,
    first: G::Position,
    others: impl Iterator<Item = G::Position>,
    depth: u32,
) -> Result<Value, Stopped> {
    let mut best = maximise(run, laziness, first, depth)?;
    for child in others {
        let value = maximise(run, laziness, child, depth)?;
        if M::PLAYER.prefers(value, best) {
            best = value;
        }
    }
    run.leave(&node, best);
    Ok(best)
}

/// The lazy list `maximise' node` where `M` is MAX, `minimise' node` where it is MIN, as far as it was computed.
struct Nums<'g, M, G: Game + 'g> {
    mover: PhantomData<M>,
    node: G::Position,
    /// The last number computed, which later ones must beat.
    pot: Value,
    /// The subtrees of which no number was asked for.
    rest: G::Moves<'g>,
}

/// The numbers that were computed and can be asked for again, those of the innermost list last.
#[derive(Default)]
pub(super) struct Remembered {
    numbers: Vec<Value>,
    pub(super) laziness: Laziness,
}

/// `max . maximise'` at a MAX node, `min . minimise'` at a MIN node.
#[expect(clippy::inline_always, reason = "a leaf costs no call")]
#[inline(always)]
pub(super) fn optimum<G: Game, O: Observer<G::Position>>(
    run: &mut Run<'_, G, O>,
    remembered: &mut Remembered,
    node: G::Position,
    depth: u32,
) -> Result<Value, Stopped> {
    remembered.laziness.build(depth);
    run.enter(&node, Window::OPEN);
    let mut sub = run.game.moves(&node);
    match sub.next() {
        None => run.evaluate(&node),
        Some(first) => descend(depth, move || match run.game.player(&node) {
            Player::Max => optimum_of_all::<Max, _, _>(run, remembered, node, first, sub, depth + 1),
            Player::Min => optimum_of_all::<Min, _, _>(run, remembered, node, first, sub, depth + 1),
        }),
    }
}

/// The same of a node at which `M` moves and that has subtrees.
#[inline(never)]
fn optimum_of_all<'g, M: Mover, G: Game, O: Observer<G::Position>>(
    run: &mut Run<'g, G, O>,
    remembered: &mut Remembered,
    node: G::Position,
    first: G::Position,
    rest: G::Moves<'g>,
    depth: u32,
) -> Result<Value, Stopped> {
    let mut nums = Nums::<M, G>::cons(run, remembered, node, first, rest, depth)?;
    let mut best = nums.pot;
    while let Some(n) = nums.omit(run, remembered, depth)? {
        if M::PLAYER.prefers(n, best) {
            best = n;
        }
    }
    run.leave(&nums.node, best);
    Ok(best)
}

/// What a subtree in which `M` moves first gives to its parent's list: `min nums`, unless `minleq nums pot`.
#[inline(never)]
fn min_unless_minleq<'g, M: Mover, G: Game, O: Observer<G::Position>>(
    run: &mut Run<'g, G, O>,
    remembered: &mut Remembered,
    node: G::Position,
    first: G::Position,
    rest: G::Moves<'g>,
    pot: Value,
    depth: u32,
) -> Result<Option<Value>, Stopped> {
    let mut nums = Nums::<M, G>::cons(run, remembered, node, first, rest, depth)?;
    let start = remembered.numbers.len();
    if nums.minleq(run, remembered, pot, depth)? {
        remembered.numbers.truncate(start);
        return Ok(None);
    }
    Ok(Some(nums.min(run, remembered, start)))
}

// The depth in these is that of the node's children.
impl<'g, M: Mover, G: Game> Nums<'g, M, G> {
    /// `mapmin (cons nums rest) = cons (min nums) ...`.
    #[expect(clippy::inline_always, reason = "the list stays in registers, and a leaf costs no call")]
    #[inline(always)]
    fn cons<O: Observer<G::Position>>(
        run: &mut Run<'g, G, O>,
        remembered: &mut Remembered,
        node: G::Position,
        first: G::Position,
        rest: G::Moves<'g>,
        depth: u32,
    ) -> Result<Nums<'g, M, G>, Stopped> {
        let pot = optimum(run, remembered, first, depth)?;
        remembered.laziness.thunks_forced += 1;
        Ok(Nums { mover: PhantomData, node, pot, rest })
    }

    /// `omit pot rest` as far as its first number; `None` where it is `nil`.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    fn omit<O: Observer<G::Position>>(
        &mut self,
        run: &mut Run<'g, G, O>,
        remembered: &mut Remembered,
        depth: u32,
    ) -> Result<Option<Value>, Stopped> {
        let (player, pot) = (M::PLAYER, self.pot);
        let window = Window::OPEN.narrow(player, pot);
        for node in self.rest.by_ref() {
            remembered.laziness.build(depth);
            run.enter(&node, window);
            let mut sub = run.game.moves(&node);
            let number = match sub.next() {
                None => Some(run.evaluate(&node)?).filter(|&n| !rules_out(run, player, n, pot)),
                Some(first) => descend(depth, || {
                    if run.game.player(&node) == player {
                        let n = optimum_of_all::<M, _, _>(run, remembered, node, first, sub, depth + 1)?;
                        return Ok(Some(n).filter(|&n| player.prefers(n, pot)));
                    }
                    min_unless_minleq::<M::Opponent, _, _>(run, remembered, node, first, sub, pot, depth + 1)
                })?,
            };
            if let Some(n) = number {
                remembered.laziness.thunks_forced += 1;
                self.pot = n;
                return Ok(number);
            }
        }
        Ok(None)
    }

    /// `minleq nums pot`; the mirror image where MAX moves. Asks for numbers as far as the first that decides, and remembers those
    /// that did not.
    #[inline]
    fn minleq<O: Observer<G::Position>>(
        &mut self,
        run: &mut Run<'g, G, O>,
        remembered: &mut Remembered,
        pot: Value,
        depth: u32,
    ) -> Result<bool, Stopped> {
        let mut next = Some(self.pot);
        while let Some(n) = next {
            if rules_out(run, M::PLAYER.opponent(), n, pot) {
                // The rest of the list will never be asked for.
                if self.rest.next().is_some() {
                    run.cut(&self.node);
                }
                run.leave(&self.node, n);
                return Ok(true);
            }
            remembered.numbers.push(n);
            next = self.omit(run, remembered, depth)?;
        }
        Ok(false)
    }

    /// `min nums` after `minleq nums pot` has asked for all of them; `max nums` where MAX moves. They stand from `start` on.
    #[inline]
    fn min<O: Observer<G::Position>>(
        self,
        run: &mut Run<'g, G, O>,
        remembered: &mut Remembered,
        start: usize,
    ) -> Value {
        let mut min = self.pot;
        for n in remembered.numbers.drain(start..) {
            remembered.laziness.thunks_reused += 1;
            if M::PLAYER.prefers(n, min) {
                min = n;
            }
        }
        run.leave(&self.node, min);
        min
    }
}

/// `n <= pot` where MAX looks for more than `pot`: a list with this number is of no use to the player.
#[inline]
fn rules_out<G: Game, O: Observer<G::Position>>(run: &Run<'_, G, O>, player: Player, n: Value, pot: Value) -> bool {
    match player {
        Player::Max => run.cutoff.cuts(&pot, &n),
        Player::Min => run.cutoff.cuts(&n, &pot),
    }
}
