//! Othello, also called Reversi, on 8 × 8, 6 × 6 or 4 × 4 squares. A new disc must outflank discs of the opponent: they stand in a straight line
//! between it and another disc of the player. All outflanked discs change sides. X is Black and MAX, and moves first.
//!
//! Moves: the squares on which a disc outflanks, row by row from a1, the upper left one. A player without such a square passes, which is a move;
//! the game ends when the opponent has none either.
//! Static value: at the end the number of discs of X minus that of O; empty squares do not count, as in the published results for 4 × 4 and
//! 6 × 6 squares. Before the end the number of squares open to X minus that of those open to O, and 8 for each corner: mobility and corners, as
//! in P. S. Rosenbloom, *A World-Championship-Level Othello Program*, Artificial Intelligence 19, 1982, without its edges and its weights.
//!
//! Notation: the rows from the top, separated by `/`, followed by who moves, `..../.OX./.XO./.... x`; by default X moves if the number of discs is
//! even. Or the squares of the moves from the usual beginning, `d3c5`, without passes, and after the size if that is not 8 × 8: `6x6 c2b4`, or
//! `6x6` alone. A move is named by its square, columns a to h from the left and rows 1 to 8 from the top, or `pass`.

use super::grid::{self, Marks};
use super::{Board, Game, Playable, PlayableGame, PositionError, Style};
use crate::format::quoted;
use crate::tree::{Player, Value};

/// The squares in a row of the bitboards; smaller boards are in their upper left corner.
const ROW: usize = 8;
/// The distance from a square to the next one to the right, to the lower left, down and to the lower right.
const DIRECTIONS: [usize; 4] = [1, ROW - 1, ROW, ROW + 1];
/// What a corner is worth before the end, in moves.
const CORNER: i32 = 8;

/// The game, starting from a given position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    size: Size,
    start: Discs,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs {
    marks: Marks,
    player: Player,
}

/// The squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    width: usize,
    all: u64,
    /// The columns that are not at the edge: a disc at the left or right edge is outflanked up and down only.
    inner: u64,
    corners: u64,
}

/// The usual beginning on 8 × 8 squares.
impl Default for Othello {
    fn default() -> Othello {
        let size = Size::new(ROW);
        Othello { size, start: size.beginning() }
    }
}

impl Size {
    const fn new(width: usize) -> Size {
        let mut size = Size { width, all: 0, inner: 0, corners: 0 };
        let mut row = 0;
        while row < width {
            size.all |= ((1 << width) - 1) << (row * ROW);
            size.inner |= ((1 << (width - 2)) - 1) << (row * ROW + 1);
            row += 1;
        }
        let ends = 1 | 1 << (width - 1);
        size.corners = ends | ends << ((width - 1) * ROW);
        size
    }

    /// Two discs of each player in the middle, X to move.
    fn beginning(self) -> Discs {
        let (upper, lower) = (self.width / 2 - 1, self.width / 2);
        let x = 1 << bit(upper, lower) | 1 << bit(lower, upper);
        let o = 1 << bit(upper, upper) | 1 << bit(lower, lower);
        Discs { marks: Marks { x, o }, player: Player::Max }
    }

    /// The discs of the other side that a disc on a square outflanks.
    #[inline]
    fn outflanked(self, square: u64, own: u64, other: u64) -> u64 {
        let mut outflanked = 0;
        for direction in DIRECTIONS {
            let other = if direction == ROW { other } else { other & self.inner };
            let forwards = run(square, other, |squares| squares << direction);
            if forwards << direction & own != 0 {
                outflanked |= forwards;
            }
            let backwards = run(square, other, |squares| squares >> direction);
            if backwards >> direction & own != 0 {
                outflanked |= backwards;
            }
        }
        outflanked
    }

    /// The empty squares on which a disc outflanks.
    #[inline]
    fn open_to(self, own: u64, other: u64) -> u64 {
        let mut ends = 0;
        for direction in DIRECTIONS {
            let other = if direction == ROW { other } else { other & self.inner };
            ends |= run(own, other, |squares| squares << direction) << direction;
            ends |= run(own, other, |squares| squares >> direction) >> direction;
        }
        ends & self.all & !(own | other)
    }

    /// The squares open to a player.
    #[inline]
    fn open(self, marks: Marks, player: Player) -> u64 {
        match player {
            Player::Max => self.open_to(marks.x, marks.o),
            Player::Min => self.open_to(marks.o, marks.x),
        }
    }

    /// The position after a disc on a square.
    #[inline]
    fn with(self, Discs { marks, player }: Discs, square: u64) -> Discs {
        let Marks { x, o } = marks;
        let marks = match player {
            Player::Max => {
                let turned = self.outflanked(square, x, o);
                Marks { x: x | turned | square, o: o & !turned }
            }
            Player::Min => {
                let turned = self.outflanked(square, o, x);
                Marks { x: x & !turned, o: o | turned | square }
            }
        };
        Discs { marks, player: player.opponent() }
    }

    fn moves(self, from: Discs) -> Moves {
        let squares = self.open(from.marks, from.player);
        let passes = squares == 0 && self.open(from.marks, from.player.opponent()) != 0;
        Moves { size: self, from, squares, passes }
    }

    fn rows(self, marks: Marks) -> grid::Cells {
        grid::rows(marks, self.width, self.width, bit)
    }
}

/// The discs in an unbroken run from some squares on, at most the six between the edges.
#[inline]
fn run(from: u64, discs: u64, step: impl Fn(u64) -> u64) -> u64 {
    let mut run = step(from) & discs;
    for _ in 0..ROW - 3 {
        run |= step(run) & discs;
    }
    run
}

fn bit(row: usize, column: usize) -> usize {
    row * ROW + column
}

/// The name of a square, such as `d3`.
fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % ROW) as u8), square / ROW + 1)
}

impl Othello {
    /// The game from the usual beginning on `width` × `width` squares; 4, 6 and 8 are sizes.
    pub fn new(width: usize) -> Result<Othello, PositionError> {
        if ![4, 6, ROW].contains(&width) {
            return Err(PositionError::new(format!(
                "there is no board of {width} rows and columns; there may be 4, 6 or 8 of each"
            )));
        }
        let size = Size::new(width);
        Ok(Othello { size, start: size.beginning() })
    }

    /// The game from a position, given as rows and the player to move or as the moves that lead to it.
    ///
    /// Refuses boards of other sizes, empty squares in the middle, from where discs never go, and moves that are not possible. Not every
    /// other position can occur.
    pub fn from_position(text: &str) -> Result<Othello, PositionError> {
        let text = text.trim();
        if text.contains(['/', '.']) { from_rows(text) } else { from_moves(text) }
    }
}

fn from_rows(text: &str) -> Result<Othello, PositionError> {
    let (rows, mover) = match text.split_once(char::is_whitespace) {
        Some((rows, mover)) => (rows, Some(super::tictactoe::mover_named(mover.trim())?)),
        None => (text, None),
    };
    let width = rows.split('/').count();
    let game = Othello::new(width)?;
    let mut marks = Marks::default();
    for (row, cells) in grid::parse(rows, width)?.iter().enumerate() {
        for (column, &player) in cells.iter().enumerate() {
            if let Some(player) = player {
                marks = marks.with(player, 1 << bit(row, column));
            }
        }
    }
    let empty = game.start.marks.all() & !marks.all();
    if empty != 0 {
        return Err(PositionError::new(format!(
            "{} is empty; the four squares in the middle always have discs",
            name(empty.trailing_zeros() as usize)
        )));
    }
    let even = if marks.all().count_ones().is_multiple_of(2) { Player::Max } else { Player::Min };
    Ok(Othello { start: Discs { marks, player: mover.unwrap_or(even) }, ..game })
}

fn from_moves(text: &str) -> Result<Othello, PositionError> {
    let (size, moves) = match text.split_once(char::is_whitespace) {
        Some((size, moves)) if size.contains('x') => (Some(size), moves),
        None if text.contains('x') => (Some(text), ""),
        _ => (None, text),
    };
    let game = match size {
        None => Othello::default(),
        Some(size) => {
            match size.split_once('x').map(|(rows, columns)| (rows.parse::<usize>(), columns.parse::<usize>())) {
                Some((Ok(rows), Ok(columns))) if rows == columns => Othello::new(rows)?,
                _ => {
                    let sentence = format!("{} is not a size; write 8x8, 6x6 or 4x4", quoted(size));
                    return Err(PositionError::new(sentence));
                }
            }
        }
    };
    let (size, mut discs) = (game.size, game.start);
    let letters: Vec<char> = moves.chars().filter(|letter| !letter.is_whitespace()).collect();
    for (index, pair) in letters.chunks(2).enumerate() {
        let written: String = pair.iter().collect();
        let refuse = |why: &str| Err(PositionError::new(format!("move {}, {}, {why}", index + 1, quoted(&written))));
        let Some(square) = square_named(size, pair) else {
            return refuse("is not a square of the board; write its column and its row, such as d3");
        };
        if size.open(discs.marks, discs.player) == 0 {
            discs.player = discs.player.opponent();
        }
        let open = size.open(discs.marks, discs.player);
        if open == 0 {
            return refuse("comes after the end of the game; remove it and the moves after it");
        }
        if open & square == 0 {
            let player = if discs.player == Player::Max { "X" } else { "O" };
            return refuse(&format!(
                "outflanks nothing for {player}, who moves; the first that does is {}",
                name(open.trailing_zeros() as usize)
            ));
        }
        discs = size.with(discs, square);
    }
    Ok(Othello { start: discs, ..game })
}

/// The square with a name in two characters.
fn square_named(size: Size, name: &[char]) -> Option<u64> {
    let &[column, row] = name else { return None };
    let column = (column.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
    let row = (row as usize).checked_sub('1' as usize)?;
    (column < size.width && row < size.width).then(|| 1 << bit(row, column))
}

/// The positions after each move.
#[derive(Clone, Debug)]
pub struct Moves {
    size: Size,
    from: Discs,
    /// The remaining squares.
    squares: u64,
    /// Whether the only move, to pass, remains.
    passes: bool,
}

impl Iterator for Moves {
    type Item = Discs;

    #[inline]
    fn next(&mut self) -> Option<Discs> {
        let square = self.squares & self.squares.wrapping_neg();
        if square == 0 {
            let passes = std::mem::take(&mut self.passes);
            return passes.then(|| Discs { player: self.from.player.opponent(), ..self.from });
        }
        self.squares ^= square;
        Some(self.size.with(self.from, square))
    }

    #[inline]
    fn count(self) -> usize {
        self.squares.count_ones() as usize + usize::from(self.passes)
    }
}

impl Game for Othello {
    type Position = Discs;
    type Moves<'g> = Moves;
    type Key = Discs;

    fn root(&self) -> Discs {
        self.start
    }

    #[inline]
    fn player(&self, discs: &Discs) -> Player {
        discs.player
    }

    #[inline]
    fn moves(&self, discs: &Discs) -> Moves {
        self.size.moves(*discs)
    }

    #[inline]
    fn static_value(&self, discs: &Discs) -> Option<Value> {
        let Marks { x, o } = discs.marks;
        let difference = |x: u64, o: u64| x.count_ones() as i32 - o.count_ones() as i32;
        let (open_to_x, open_to_o) = (self.size.open_to(x, o), self.size.open_to(o, x));
        let value = if open_to_x | open_to_o == 0 {
            difference(x, o)
        } else {
            let corners = self.size.corners;
            difference(open_to_x, open_to_o) + CORNER * difference(x & corners, o & corners)
        };
        Some(Value::from(value))
    }

    #[inline]
    fn key(&self, discs: &Discs) -> Option<Discs> {
        Some(*discs)
    }
}

impl PlayableGame for Othello {
    fn from_position(position: &str) -> Result<Othello, PositionError> {
        Othello::from_position(position)
    }
}

impl Playable for Othello {
    fn label(&self, discs: &Discs) -> String {
        let mover = if discs.player == Player::Max { " x" } else { " o" };
        grid::label(&self.size.rows(discs.marks)) + mover
    }

    fn move_name(&self, from: &Discs, to: &Discs) -> String {
        match to.marks.all() & !from.marks.all() {
            0 => "pass".into(),
            square => name(square.trailing_zeros() as usize),
        }
    }

    fn board(&self, discs: &Discs) -> Option<Board> {
        Some(grid::board(Style::Discs, self.size.width, &self.size.rows(discs.marks)))
    }
}
