//! Nim: heaps of objects. A move takes any number of objects from one heap, and the player who takes the last object wins.
//!
//! Moves: from the first heap one object, two, and so on, then from the second heap and so on; none when the heaps are empty.
//! Static value: 1 if MAX wins, −1 if MIN does, by the theory: the player to move loses if and only if the binary sum of the heaps
//! without carry is 0 (Bouton, *Nim, a game with a complete mathematical theory*, 1901).
//!
//! Notation: the sizes of the heaps, `3,4,5`, followed by the word `min` if MIN moves. A move is named by the heap and its
//! change: `heap 2: 4 → 1`.

use super::{Board, Game, Piece, Playable, PlayableGame, PositionError, Style};
use crate::tree::{Player, Value};

/// The maximum number of heaps.
pub const MAX_HEAPS: usize = 15;
/// The maximum number of objects in a heap.
pub const MAX_HEAP: u8 = u8::MAX;

/// The game, starting from a given position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    start: Heaps,
    /// The number of heaps; those after them are always empty.
    count: usize,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    objects: [u8; MAX_HEAPS],
    player: Player,
}

/// Heaps of 3, 4 and 5.
impl Default for Nim {
    fn default() -> Nim {
        let mut objects = [0; MAX_HEAPS];
        objects[..3].copy_from_slice(&[3, 4, 5]);
        Nim { start: Heaps { objects, player: Player::Max }, count: 3 }
    }
}

impl Nim {
    /// The game with these heaps, at most [`MAX_HEAPS`], with `player` to move.
    pub fn new(heaps: &[u8], player: Player) -> Result<Nim, PositionError> {
        if heaps.len() > MAX_HEAPS {
            let count = heaps.len();
            return Err(PositionError::new(format!("there are {count} heaps; write at most {MAX_HEAPS}")));
        }
        let mut objects = [0; MAX_HEAPS];
        objects[..heaps.len()].copy_from_slice(heaps);
        Ok(Nim { start: Heaps { objects, player }, count: heaps.len() })
    }

    /// The game from a position in the notation `3,4,5` or `3,4,5 min`.
    pub fn from_position(text: &str) -> Result<Nim, PositionError> {
        let (heaps, player) = match text.trim().split_once(char::is_whitespace) {
            None => (text.trim(), Player::Max),
            Some((heaps, player)) => match player.trim() {
                "max" => (heaps, Player::Max),
                "min" => (heaps, Player::Min),
                _ => {
                    return Err(PositionError::new(
                        "expected max or min after the heaps, for the player to move, such as 3,4,5 min",
                    ));
                }
            },
        };
        let mut sizes = Vec::new();
        for heap in heaps.split(',') {
            let is_number = !heap.is_empty() && heap.bytes().all(|byte| byte.is_ascii_digit());
            let number = sizes.len() + 1;
            sizes.push(match (is_number, heap.parse()) {
                (true, Ok(size)) => size,
                (true, Err(_)) => {
                    let sentence = format!("heap {number} is too large; a heap has at most {MAX_HEAP} objects");
                    return Err(PositionError::new(sentence));
                }
                (false, _) => {
                    return Err(PositionError::new(format!(
                        "heap {number} is not a number; write sizes such as 3,4,5"
                    )));
                }
            });
        }
        Nim::new(&sizes, player)
    }

    fn heaps<'p>(&self, position: &'p Heaps) -> &'p [u8] {
        &position.objects[..self.count]
    }
}

/// The positions after each move.
#[derive(Clone, Debug)]
pub struct Moves {
    from: Heaps,
    heap: usize,
    /// The number of objects that the last move took from the heap.
    taken: u8,
}

impl Iterator for Moves {
    type Item = Heaps;

    #[inline]
    fn next(&mut self) -> Option<Heaps> {
        while *self.from.objects.get(self.heap)? == self.taken {
            self.heap += 1;
            self.taken = 0;
        }
        self.taken += 1;
        let mut to = Heaps { player: self.from.player.opponent(), ..self.from };
        to.objects[self.heap] -= self.taken;
        Some(to)
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Moves<'g> = Moves;
    type Key = Heaps;

    fn root(&self) -> Heaps {
        self.start
    }

    #[inline]
    fn player(&self, position: &Heaps) -> Player {
        position.player
    }

    #[inline]
    fn moves(&self, position: &Heaps) -> Moves {
        Moves { from: *position, heap: 0, taken: 0 }
    }

    #[inline]
    fn is_leaf(&self, position: &Heaps) -> bool {
        position.objects == [0; MAX_HEAPS]
    }

    #[inline]
    fn static_value(&self, position: &Heaps) -> Option<Value> {
        let mut sum_without_carry = 0;
        for heap in &position.objects {
            sum_without_carry ^= heap;
        }
        let winner = if sum_without_carry == 0 { position.player.opponent() } else { position.player };
        Some(Value::from(match winner {
            Player::Max => 1,
            Player::Min => -1,
        }))
    }

    /// Who took the last object.
    #[inline]
    fn winner(&self, position: &Heaps) -> Option<Player> {
        self.is_leaf(position).then(|| position.player.opponent())
    }

    fn soonest(&self) -> Option<i32> {
        let objects: i32 = self.start.objects.iter().map(|&heap| i32::from(heap)).sum();
        Some(objects + 1)
    }

    #[inline]
    fn key(&self, position: &Heaps) -> Option<Heaps> {
        Some(*position)
    }
}

impl PlayableGame for Nim {
    fn from_position(position: &str) -> Result<Nim, PositionError> {
        Nim::from_position(position)
    }
}

impl Playable for Nim {
    fn label(&self, position: &Heaps) -> String {
        let sizes: Vec<String> = self.heaps(position).iter().map(ToString::to_string).collect();
        let player = if position.player == Player::Min { " min" } else { "" };
        sizes.join(",") + player
    }

    fn move_name(&self, from: &Heaps, to: &Heaps) -> String {
        let mut heaps = (1..).zip(from.objects.iter().zip(&to.objects));
        let taken = heaps.find(|(_, (from, to))| from != to);
        taken.map_or_else(String::new, |(heap, (from, to))| format!("heap {heap}: {from} → {to}"))
    }

    /// One row for each heap.
    fn board(&self, position: &Heaps) -> Option<Board> {
        let heaps = self.heaps(position);
        let columns = heaps.iter().copied().max().unwrap_or_default().max(1);
        let row = |&heap: &u8| (0..columns).map(move |index| (index < heap).then_some(Piece::new(None, '●')));
        let cells = heaps.iter().flat_map(row).collect();
        Some(Board { style: Style::Bare, columns: columns.into(), cells })
    }
}
