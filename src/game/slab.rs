//! The positions of a search in one list, so that a search is compiled once for all games.
//!
//! A search goes down and comes back: the positions that it still needs are the children of the nodes that it is below. So they are kept
//! on a stack with the type of the game, and a node is an index into it. Expanding a node puts its children on top, leaving it frees their
//! places. There is one dynamic call for a node, and no memory is allocated once the stack is as high as the longest line needs.

use std::cell::{Cell, RefCell};
use std::hash::Hash;
use std::mem::needs_drop;

use rustc_hash::FxHashMap;

use super::{Chances, ErasedPosition, Game, Shaping};
use crate::memory::{self, Shortage};
use crate::tree::{Player, Value};

/// Positions that are not larger and own nothing are made all at once: making one takes less time than asking for it.
const SMALL: usize = 96;
/// The first places on a stack, and how many there can be.
const PLACES: usize = 64;
const MOST_PLACES: usize = 1 << 30;

/// A game whose positions are on a stack, for one search.
///
/// A [`Slot`] may be used until its parent is [left](Game::left), and one of a list made by [`moves_in_turn`](Game::moves_in_turn) until the
/// next one is taken.
pub struct Slab<'g> {
    positions: Box<dyn AnySlab + 'g>,
    /// Whether children are made one by one, and not all at once.
    one_by_one: bool,
    has_chance: bool,
    key_says_dynamic: bool,
    shaping: Option<&'g Shaping>,
    /// The place of the node that was expanded last, or [`NONE`], and what was found out then.
    last: Cell<u32>,
    found: Cell<Expanded>,
}

/// The place of a position on the stack, and in the higher half the first one that is free when it is expanded. That is where its
/// siblings end, if all of them are made at once: those before it have been left then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(Pair);

impl Slot {
    #[inline]
    fn place(self) -> u32 {
        self.0.low()
    }

    #[inline]
    fn free(self) -> u32 {
        self.0.high()
    }
}

/// Two numbers in one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair(u64);

impl Pair {
    #[inline]
    fn new(low: u32, high: u32) -> Pair {
        Pair(u64::from(low) | u64::from(high) << 32)
    }

    #[inline]
    fn low(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    fn high(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// How a node was expanded, and what was found out by the way, so that a search need not ask. In two registers: what goes through memory in
/// pieces and is read at once makes a processor wait.
#[derive(Clone, Copy)]
struct Expanded {
    /// The place after the last child, and a bit for the player.
    bits: u64,
    /// The static value, of a node without children; NaN if it is unknown.
    value: f64,
}

const MAX: u64 = 1 << 32;
const MIN: u64 = 1 << 33;

impl Expanded {
    #[inline]
    fn leaf(end: u32, value: Option<Value>) -> Expanded {
        Expanded { bits: end.into(), value: value.map_or(f64::NAN, Value::get) }
    }

    #[inline]
    fn inner(end: u32, player: Player) -> Expanded {
        let bit = match player {
            Player::Max => MAX,
            Player::Min => MIN,
        };
        Expanded { bits: u64::from(end) | bit, value: f64::NAN }
    }

    #[inline]
    fn end(self) -> u32 {
        self.bits as u32
    }

    #[inline]
    fn is_leaf(self) -> bool {
        self.bits & (MAX | MIN) == 0
    }

    #[inline]
    fn player(self) -> Option<Player> {
        if self.bits & MAX != 0 {
            Some(Player::Max)
        } else if self.bits & MIN != 0 {
            Some(Player::Min)
        } else {
            None
        }
    }
}

impl<'g> Slab<'g> {
    /// The game with its positions on a stack of their own.
    pub(super) fn new<G: Game<Position: 'static>>(game: &'g G) -> Slab<'g> {
        let is_small = size_of::<G::Position>() <= SMALL && !needs_drop::<G::Position>();
        // A game that sorts counts how many of the sorted ones wait.
        let one_by_one = !is_small || game.shaping().is_some();
        let stack = RefCell::new(Stack { positions: vec![game.root()], lists: Vec::new() });
        let (keys, undefined) = (Interned::default(), RefCell::default());
        Slab {
            positions: Box::new(Typed { game, stack, keys, undefined }),
            one_by_one,
            has_chance: game.has_chance(),
            key_says_dynamic: game.key_says_dynamic(),
            shaping: game.shaping(),
            last: Cell::new(NONE),
            found: Cell::new(Expanded::leaf(0, None)),
        }
    }

    /// Keeps what was found out about a node.
    #[inline]
    fn keep(&self, node: Slot, expanded: Expanded) {
        self.last.set(node.place());
        self.found.set(expanded);
    }

    /// The position without a static value that a search had to evaluate.
    pub(crate) fn undefined(&self) -> ErasedPosition {
        self.positions.undefined()
    }
}

/// The children of a node. Two registers: with a third field it would go through memory in pieces, and be read at once.
pub struct SlabMoves<'g> {
    slab: &'g Slab<'g>,
    /// What is not taken yet. If all are made at once: the next child, and where they end. If they are made one by one: the first, or
    /// [`NONE`] when it has been taken, and its place, which identifies their list, or [`NONE`].
    rest: Pair,
}

const NONE: u32 = u32::MAX;
/// Added to the place of a list: a child takes the place of the one before.
const IN_TURN: u32 = 1 << 31;

impl Slab<'_> {
    /// The children of a node, to be made one by one. A separate function, so that making all is little code.
    #[inline(never)]
    fn moves_one_by_one(&self, node: Slot) -> SlabMoves<'_> {
        let expanded = self.positions.expand_partly(node);
        self.keep(node, expanded);
        let first = if expanded.is_leaf() { NONE } else { expanded.end() - 1 };
        SlabMoves { slab: self, rest: Pair::new(first, first) }
    }

    /// The next of children that are made one by one, or [`NONE`], and those after it. A separate function, as well.
    #[inline(never)]
    fn next_one(&self, rest: Pair) -> (u32, Pair) {
        let (first, list) = (rest.low(), rest.high());
        let rest = Pair::new(NONE, list);
        if first != NONE || list == NONE {
            return (first, rest);
        }
        let Some(place) = self.positions.more(list & !IN_TURN, list & IN_TURN != 0) else { return (NONE, rest) };
        // Another position may have been there.
        self.last.set(NONE);
        (place, rest)
    }
}

impl Iterator for SlabMoves<'_> {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        if self.slab.one_by_one {
            let (next, rest) = self.slab.next_one(self.rest);
            self.rest = rest;
            return (next != NONE).then(|| Slot(Pair::new(next, next + 1)));
        }
        let slot = Slot(self.rest);
        if slot.place() == slot.free() {
            return None;
        }
        self.rest.0 += 1;
        Some(slot)
    }
}

/// A stack of positions of any type.
trait AnySlab {
    /// Puts all children of a node on the stack.
    fn expand(&self, node: Slot) -> Expanded;
    /// Puts the first child of a node on the stack, and its list on that of lists.
    fn expand_partly(&self, node: Slot) -> Expanded;
    /// Puts the next child of a list on the stack, and returns its place.
    fn more(&self, list: u32, in_turn: bool) -> Option<u32>;
    /// A search has left a node whose children are made one by one.
    fn leave(&self, node: Slot);
    fn player(&self, node: Slot) -> Player;
    fn chances(&self, node: Slot) -> Option<Chances<'_>>;
    fn value_range(&self) -> Option<[Value; 2]>;
    fn is_leaf(&self, node: Slot) -> bool;
    fn static_value(&self, node: Slot) -> Option<Value>;
    fn dynamic(&self, node: Slot) -> bool;
    fn key(&self, node: Slot) -> Option<u32>;
    fn child_index(&self, node: Slot, nth: u32) -> u32;
    fn undefined(&self) -> ErasedPosition;
}

/// The stack of a game's positions.
struct Typed<'g, G: Game> {
    game: &'g G,
    stack: RefCell<Stack<G::Position, G::Moves<'g>>>,
    keys: Interned<G::Key>,
    /// The position that had to be evaluated and has no static value.
    undefined: RefCell<Option<G::Position>>,
}

struct Stack<P, I> {
    positions: Vec<P>,
    /// The lists of children that are made one by one, in the order of their places.
    lists: Vec<List<I>>,
}

/// The children of a node that are made one by one.
struct List<I> {
    /// The place of their parent.
    parent: u32,
    /// The place of the first one.
    start: u32,
    moves: I,
}

impl<P, I: Iterator<Item = P>> Stack<P, I> {
    fn truncate(&mut self, top: u32) {
        self.positions.truncate(top as usize);
        while self.lists.pop_if(|list| list.start >= top).is_some() {}
    }

    /// Takes the children of a node off, and what is below them.
    fn leave(&mut self, node: Slot) {
        while let Some(list) = self.lists.pop_if(|list| list.parent >= node.place()) {
            self.positions.truncate(list.start as usize);
        }
    }

    /// The list whose first child is at a place.
    fn list(&mut self, place: u32) -> Option<&mut I> {
        let index = match self.lists.last() {
            Some(list) if list.start == place => self.lists.len() - 1,
            _ => self.lists.binary_search_by_key(&place, |list| list.start).ok()?,
        };
        Some(&mut self.lists[index].moves)
    }

    /// Puts a child on top.
    #[inline]
    fn push(&mut self, position: P) {
        if self.positions.len() == self.positions.capacity() {
            make_room(&mut self.positions);
        }
        self.positions.push(position);
    }
}

/// Fills more places of a list, at least twice as many as there were.
#[cold]
#[inline(never)]
fn make_places<T: Clone>(list: &mut Vec<T>, value: T) {
    make_room(list);
    list.resize(list.capacity(), value);
}

/// Makes room for more places.
#[cold]
#[inline(never)]
fn make_room<T>(list: &mut Vec<T>) {
    let more = list.len().max(PLACES);
    let needed = (list.len() as u64 + more as u64) * size_of::<T>() as u64;
    if list.len() + more > MOST_PLACES {
        memory::give_up(Shortage { needed, left: 0 });
    }
    memory::reserve(list, more).unwrap_or_else(|shortage| memory::give_up(shortage));
}

impl<G: Game<Position: 'static>> Typed<'_, G> {
    #[inline]
    fn with<R>(&self, node: Slot, ask: impl FnOnce(&G, &G::Position) -> R) -> R {
        ask(self.game, &self.stack.borrow().positions[node.place() as usize])
    }

    /// Puts all children of a node on the stack, which has too few places. A separate function, so that the common case takes few registers.
    #[cold]
    #[inline(never)]
    fn expand_on_more_places(&self, node: Slot) -> Expanded {
        make_places(&mut self.stack.borrow_mut().positions, self.game.root());
        self.expand(node)
    }
}

impl<G: Game<Position: 'static>> AnySlab for Typed<'_, G> {
    fn expand(&self, node: Slot) -> Expanded {
        let mut stack = self.stack.borrow_mut();
        let (below, above) = stack.positions.split_at_mut(node.free() as usize);
        let position = &below[node.place() as usize];
        match self.game.write_moves(position, above) {
            Some(0) => Expanded::leaf(node.free(), self.game.static_value(position)),
            Some(count) => Expanded::inner(node.free() + count as u32, self.game.player(position)),
            None => {
                drop(stack);
                self.expand_on_more_places(node)
            }
        }
    }

    fn expand_partly(&self, node: Slot) -> Expanded {
        let stack = &mut *self.stack.borrow_mut();
        let start = stack.positions.len() as u32;
        let position = &stack.positions[node.place() as usize];
        let mut moves = self.game.moves(position);
        let Some(first) = moves.next() else {
            // A game that sorts counts how often its values are asked for.
            let value = if self.game.shaping().is_some() { None } else { self.game.static_value(position) };
            return Expanded::leaf(start, value);
        };
        let player = self.game.player(position);
        memory::make_room(&mut stack.lists).unwrap_or_else(|shortage| memory::give_up(shortage));
        stack.lists.push(List { parent: node.place(), start, moves });
        stack.push(first);
        Expanded::inner(start + 1, player)
    }

    fn more(&self, list: u32, in_turn: bool) -> Option<u32> {
        let stack = &mut *self.stack.borrow_mut();
        if in_turn {
            // The search is done with the child before, and with what is below it.
            stack.truncate(list + 1);
        }
        let position = stack.list(list)?.next()?;
        if in_turn {
            stack.positions.truncate(list as usize);
        }
        stack.push(position);
        Some(stack.positions.len() as u32 - 1)
    }

    fn leave(&self, node: Slot) {
        self.stack.borrow_mut().leave(node);
    }

    fn player(&self, node: Slot) -> Player {
        self.with(node, G::player)
    }

    fn chances(&self, node: Slot) -> Option<Chances<'_>> {
        self.game.chances(&self.stack.borrow().positions[node.place() as usize])
    }

    fn value_range(&self) -> Option<[Value; 2]> {
        self.game.value_range()
    }

    fn is_leaf(&self, node: Slot) -> bool {
        self.with(node, G::is_leaf)
    }

    fn static_value(&self, node: Slot) -> Option<Value> {
        self.with(node, |game, position| {
            let value = game.static_value(position);
            if value.is_none() {
                *self.undefined.borrow_mut() = Some(position.clone());
            }
            value
        })
    }

    fn dynamic(&self, node: Slot) -> bool {
        self.with(node, G::dynamic)
    }

    fn key(&self, node: Slot) -> Option<u32> {
        Some(self.keys.number(self.with(node, G::key)?))
    }

    fn child_index(&self, node: Slot, nth: u32) -> u32 {
        self.with(node, |game, position| game.child_index(position, nth))
    }

    fn undefined(&self) -> ErasedPosition {
        ErasedPosition::of(self.undefined.borrow().clone().unwrap_or_else(|| self.game.root()))
    }
}

/// Numbers for keys: equal ones for equal keys.
struct Interned<K>(RefCell<FxHashMap<K, u32>>);

impl<K> Default for Interned<K> {
    fn default() -> Self {
        Interned(RefCell::default())
    }
}

impl<K: Eq + Hash> Interned<K> {
    /// The number of a key.
    fn number(&self, key: K) -> u32 {
        let mut numbers = self.0.borrow_mut();
        memory::make_room_in(&mut *numbers).unwrap_or_else(|shortage| memory::give_up(shortage));
        let next = numbers.len() as u32;
        *numbers.entry(key).or_insert(next)
    }
}

impl Game for Slab<'_> {
    type Position = Slot;
    type Key = u32;
    type Moves<'g>
        = SlabMoves<'g>
    where
        Self: 'g;

    fn root(&self) -> Slot {
        Slot(Pair::new(0, 1))
    }

    #[inline]
    fn player(&self, node: &Slot) -> Player {
        if self.last.get() == node.place()
            && let Some(player) = self.found.get().player()
        {
            return player;
        }
        self.positions.player(*node)
    }

    fn chances(&self, node: &Slot) -> Option<Chances<'_>> {
        self.positions.chances(*node)
    }

    fn has_chance(&self) -> bool {
        self.has_chance
    }

    fn value_range(&self) -> Option<[Value; 2]> {
        self.positions.value_range()
    }

    #[inline]
    fn moves<'g>(&'g self, node: &Slot) -> SlabMoves<'g> {
        if self.one_by_one {
            return self.moves_one_by_one(*node);
        }
        let expanded = self.positions.expand(*node);
        self.keep(*node, expanded);
        SlabMoves { slab: self, rest: Pair::new(node.free(), expanded.end()) }
    }

    #[inline]
    fn moves_in_turn<'g>(&'g self, node: &Slot) -> SlabMoves<'g> {
        let mut moves = self.moves(node);
        if self.one_by_one {
            moves.rest.0 |= u64::from(IN_TURN) << 32;
        }
        moves
    }

    #[inline]
    fn left(&self, node: &Slot) {
        if self.one_by_one {
            self.positions.leave(*node);
        }
    }

    fn is_leaf(&self, node: &Slot) -> bool {
        self.positions.is_leaf(*node)
    }

    #[inline]
    fn static_value(&self, node: &Slot) -> Option<Value> {
        let value = self.found.get().value;
        if self.last.get() == node.place() && !value.is_nan() {
            return Some(Value::of_event(value));
        }
        self.positions.static_value(*node)
    }

    fn dynamic(&self, node: &Slot) -> bool {
        self.positions.dynamic(*node)
    }

    fn key(&self, node: &Slot) -> Option<u32> {
        self.positions.key(*node)
    }

    fn key_says_dynamic(&self) -> bool {
        self.key_says_dynamic
    }

    #[inline]
    fn child_index(&self, node: &Slot, nth: u32) -> u32 {
        self.positions.child_index(*node, nth)
    }

    #[inline]
    fn shaping(&self) -> Option<&Shaping> {
        self.shaping
    }
}
