//! Kalah(m, n): on each side m holes and a store, and n stones in each hole (Irving, Donkers and Uiterwijk, *Solving Kalah*, ICGA Journal 23(3),
//! 2000).
//!
//! A move takes all stones from one of the player's holes and sows them counterclockwise, one in each place: in the player's next holes and
//! store, the opponent's holes, and so on around, but never in the opponent's store. If the last stone falls into the player's store, the same
//! player moves again. If it falls into an empty hole of the player, which may be the one that was sown from, it and the stones in the opposite
//! hole go to the player's store, even if the opposite hole is empty: the rule of that paper ("empty capture"). The game ends when a move leaves
//! one side without stones; the stones on the other side count for their owner. MAX moves first unless the position says otherwise.
//!
//! Moves: the holes with stones in the order of sowing; none at the end.
//! Static value: the stones in MAX's store minus those in MIN's, at the end with the stones on their sides.
//!
//! Notation: MAX's holes and MIN's, each in the order of sowing, then the two stores unless they are empty, then the word `min` if MIN moves:
//! `4,4,4,4,4,4/4,4,4,4,4,4` and `3,0,2/1,4,0 5:3 min`. Or m and n for the beginning, `6,4`. A move is named by its hole, 1 to m in the order
//! of sowing.

use super::{Board, Game, Piece, Playable, PlayableGame, PositionError, Style};
use crate::format::quoted;
use crate::tree::{Player, Value};

/// The maximum number of holes on a side.
pub const MAX_HOLES: usize = 10;
/// The maximum number of stones, with those in the stores.
pub const MAX_STONES: u8 = u8::MAX;
const USUAL: (usize, u8) = (6, 4);

/// The game, starting from a given position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kalah {
    start: Stones,
    /// The number of holes on a side.
    holes: usize,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// Around the board: MAX's holes and store, then MIN's, then nothing.
    ring: [u8; 2 * MAX_HOLES + 2],
    player: Player,
}

/// The usual beginning, Kalah(6, 4).
impl Default for Kalah {
    fn default() -> Kalah {
        let (holes, stones) = USUAL;
        Kalah::of(holes, stones)
    }
}

impl Kalah {
    /// The beginning of Kalah(`holes`, `stones`).
    pub fn new(holes: usize, stones: u8) -> Result<Kalah, PositionError> {
        check_holes(holes)?;
        check_stones(2 * holes as u64 * u64::from(stones))?;
        Ok(Kalah::of(holes, stones))
    }

    fn of(holes: usize, stones: u8) -> Kalah {
        let mut ring = [0; 2 * MAX_HOLES + 2];
        ring[..holes].fill(stones);
        ring[holes + 1..=2 * holes].fill(stones);
        Kalah { start: Stones { ring, player: Player::Max }, holes }
    }

    /// The game from a position in the notation `3,0,2/1,4,0 5:3 min`, or from the beginning as `6,4`.
    ///
    /// Positions that cannot occur are not refused.
    pub fn from_position(text: &str) -> Result<Kalah, PositionError> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let player = match words.last() {
            Some(&"min") => Some(Player::Min),
            Some(&"max") => Some(Player::Max),
            _ => None,
        };
        if player.is_some() {
            words.pop();
        }
        let (sides, stores) = match words.as_slice() {
            [] => {
                return Err(PositionError::new(
                    "there are no holes; write them as in 4,4,4/4,4,4, or 6,4 for six holes of four stones",
                ));
            }
            [sides] => (*sides, None),
            [sides, stores] => (*sides, Some(*stores)),
            [_, _, other, ..] => {
                return Err(PositionError::new(format!(
                    "{} after the stores is not a player; write max or min, for the player to move",
                    quoted(other)
                )));
            }
        };
        let mut game = match (sides.split_once('/'), stores) {
            (Some((max, min)), stores) => Kalah::from_sides(max, min, stores.unwrap_or("0:0"))?,
            (None, None) => Kalah::beginning(sides)?,
            (None, Some(_)) => {
                return Err(PositionError::new(
                    "there are stores, but one side only; write the holes of both, such as 3,0,2/1,4,0 5:3",
                ));
            }
        };
        game.start.player = player.unwrap_or(Player::Max);
        Ok(game)
    }

    /// Reads the beginning of Kalah(m, n).
    fn beginning(text: &str) -> Result<Kalah, PositionError> {
        let numbers = numbers(text, ',', "number")?;
        let &[holes, stones] = numbers.as_slice() else {
            return Err(PositionError::new(
                "the holes of the two sides are not separated by /; write them as in 4,4,4/4,4,4, or 6,4 for six holes of four stones",
            ));
        };
        Kalah::new(holes.into(), stones)
    }

    fn from_sides(max: &str, min: &str, stores: &str) -> Result<Kalah, PositionError> {
        let (max, min) = (numbers(max, ',', "MAX's hole")?, numbers(min, ',', "MIN's hole")?);
        if max.len() != min.len() {
            return Err(PositionError::new(format!(
                "MAX has {} and MIN has {}; write as many on both sides",
                holes_in_words(max.len()),
                holes_in_words(min.len())
            )));
        }
        let stores = numbers(stores, ':', "store")?;
        let &[max_store, min_store] = stores.as_slice() else {
            return Err(PositionError::new("after the holes stand the two stores, MAX's and MIN's, such as 5:3"));
        };
        let holes = max.len();
        check_holes(holes)?;
        check_stones([&max[..], &min, &stores].concat().iter().map(|&stones| u64::from(stones)).sum())?;
        let mut game = Kalah::of(holes, 0);
        let ring = &mut game.start.ring;
        ring[..holes].copy_from_slice(&max);
        ring[holes] = max_store;
        ring[holes + 1..=2 * holes].copy_from_slice(&min);
        ring[2 * holes + 1] = min_store;
        Ok(game)
    }

    /// The place of a player's first hole; those after it are the others and the store.
    #[inline]
    fn first(&self, player: Player) -> usize {
        match player {
            Player::Max => 0,
            Player::Min => self.holes + 1,
        }
    }

    /// A player's holes.
    #[inline]
    fn side<'p>(&self, stones: &'p Stones, player: Player) -> &'p [u8] {
        let first = self.first(player);
        &stones.ring[first..first + self.holes]
    }

    #[inline]
    fn store(&self, stones: &Stones, player: Player) -> u8 {
        stones.ring[self.first(player) + self.holes]
    }

    #[inline]
    fn is_over(&self, stones: &Stones) -> bool {
        let is_empty = |player| self.side(stones, player).iter().all(|&hole| hole == 0);
        is_empty(Player::Max) || is_empty(Player::Min)
    }

    /// The position after sowing from one of the player's holes, counted from 0.
    #[inline]
    fn sow(&self, from: &Stones, hole: usize) -> Stones {
        let (mut to, player) = (*from, from.player);
        let (own, other) = (self.first(player), self.first(player.opponent()));
        let (store, skipped, last_place) = (own + self.holes, other + self.holes, 2 * self.holes + 1);
        let mut place = own + hole;
        let mut left = std::mem::take(&mut to.ring[place]);
        while left > 0 {
            place = if place == last_place { 0 } else { place + 1 };
            if place != skipped {
                to.ring[place] += 1;
                left -= 1;
            }
        }
        if place == store {
            return to;
        }
        if (own..store).contains(&place) && to.ring[place] == 1 {
            let opposite = other + (store - 1 - place);
            to.ring[store] += 1 + std::mem::take(&mut to.ring[opposite]);
            to.ring[place] = 0;
        }
        to.player = player.opponent();
        to
    }
}

fn check_holes(holes: usize) -> Result<(), PositionError> {
    if (1..=MAX_HOLES).contains(&holes) {
        return Ok(());
    }
    Err(PositionError::new(format!("there are {} on a side; there may be 1 to {MAX_HOLES}", holes_in_words(holes))))
}

fn check_stones(stones: u64) -> Result<(), PositionError> {
    if stones <= MAX_STONES.into() {
        return Ok(());
    }
    Err(PositionError::new(format!("there are {stones} stones in all; there may be at most {MAX_STONES}")))
}

fn holes_in_words(count: usize) -> String {
    if count == 1 { "1 hole".into() } else { format!("{count} holes") }
}

/// Reads numbers with a character between them; `what` is one of them.
fn numbers(text: &str, between: char, what: &str) -> Result<Vec<u8>, PositionError> {
    let mut numbers = Vec::new();
    for number in text.split(between) {
        let place = numbers.len() + 1;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        numbers.push(match (is_number, number.parse()) {
            (true, Ok(number)) => number,
            (true, Err(_)) => {
                return Err(PositionError::new(format!(
                    "{what} {place} is too large; there may be at most {MAX_STONES} stones"
                )));
            }
            (false, _) => {
                return Err(PositionError::new(format!(
                    "{what} {place}, {}, is not a number; write numbers as in 3,0,2/1,4,0 5:3",
                    quoted(number)
                )));
            }
        });
    }
    Ok(numbers)
}

/// The positions after each move.
#[derive(Clone, Debug)]
pub struct Moves<'g> {
    game: &'g Kalah,
    from: Stones,
    /// The next hole, counted from 0.
    hole: usize,
}

impl Iterator for Moves<'_> {
    type Item = Stones;

    #[inline]
    fn next(&mut self) -> Option<Stones> {
        let side = self.game.side(&self.from, self.from.player);
        while *side.get(self.hole)? == 0 {
            self.hole += 1;
        }
        self.hole += 1;
        Some(self.game.sow(&self.from, self.hole - 1))
    }

    #[inline]
    fn count(self) -> usize {
        let side = self.game.side(&self.from, self.from.player);
        side.iter().skip(self.hole).filter(|&&hole| hole > 0).count()
    }
}

impl Game for Kalah {
    type Position = Stones;
    type Moves<'g> = Moves<'g>;
    type Key = Stones;

    fn root(&self) -> Stones {
        self.start
    }

    #[inline]
    fn player(&self, stones: &Stones) -> Player {
        stones.player
    }

    #[inline]
    fn moves<'g>(&'g self, stones: &Stones) -> Moves<'g> {
        Moves { game: self, from: *stones, hole: if self.is_over(stones) { self.holes } else { 0 } }
    }

    #[inline]
    fn is_leaf(&self, stones: &Stones) -> bool {
        self.is_over(stones)
    }

    #[inline]
    fn static_value(&self, stones: &Stones) -> Option<Value> {
        let is_over = self.is_over(stones);
        let counted = |player| {
            let on_side: i32 = self.side(stones, player).iter().map(|&hole| i32::from(hole)).sum();
            i32::from(self.store(stones, player)) + if is_over { on_side } else { 0 }
        };
        Some(Value::from(counted(Player::Max) - counted(Player::Min)))
    }

    #[inline]
    fn key(&self, stones: &Stones) -> Option<Stones> {
        Some(*stones)
    }
}

impl PlayableGame for Kalah {
    fn from_position(position: &str) -> Result<Kalah, PositionError> {
        Kalah::from_position(position)
    }
}

impl Playable for Kalah {
    fn label(&self, stones: &Stones) -> String {
        let side = |player| {
            let holes: Vec<String> = self.side(stones, player).iter().map(u8::to_string).collect();
            holes.join(",")
        };
        let stored = match [Player::Max, Player::Min].map(|player| self.store(stones, player)) {
            [0, 0] => String::new(),
            [max, min] => format!(" {max}:{min}"),
        };
        let mover = if stones.player == Player::Min { " min" } else { "" };
        format!("{}/{}{stored}{mover}", side(Player::Max), side(Player::Min))
    }

    /// The hole that has fewer stones afterwards. A capture takes stones from the other side.
    fn move_name(&self, from: &Stones, to: &Stones) -> String {
        let (before, after) = (self.side(from, from.player), self.side(to, from.player));
        let hole = before.iter().zip(after).position(|(before, after)| after < before);
        hole.map_or_else(String::new, |hole| (hole + 1).to_string())
    }

    /// MIN's holes above MAX's, sown counterclockwise, and MIN's store at the left of its row, MAX's at the right.
    fn board(&self, stones: &Stones) -> Option<Board> {
        let pit = |owner: Player, count: &u8| Some(Piece { count: (*count).into(), ..Piece::new(owner, '●') });
        let mut cells = vec![pit(Player::Min, &self.store(stones, Player::Min))];
        cells.extend(self.side(stones, Player::Min).iter().rev().map(|hole| pit(Player::Min, hole)));
        cells.extend([None, None]);
        cells.extend(self.side(stones, Player::Max).iter().map(|hole| pit(Player::Max, hole)));
        cells.push(pit(Player::Max, &self.store(stones, Player::Max)));
        Some(Board { style: Style::Pits, columns: self.holes + 2, cells })
    }
}
