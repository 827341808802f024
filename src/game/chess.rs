//! Chess, with the rules of the `cozy-chess` library. White is MAX.
//!
//! Moves: ordered by the square that the piece leaves, then by the square that it reaches, both in the order a1, b1 ... h1, a2 ... h8, with
//! promotions to queen, rook, bishop and knight in this order; castling moves to the rook's square. There are none at mate and stalemate.
//! Draws by repetition and by the fifty-move rule are not recognised, because they depend on more than the board; nor are those by
//! insufficient material, which at the depths of a search makes no difference to the material.
//!
//! Static value: the material in pawns, White's minus Black's: queen 9, rook 5, bishop and knight 3, pawn 1. It is −200 if White is
//! mated, 200 if Black is, and 0 at stalemate. The numbers are Shannon's, *Programming a computer for playing chess*, 1950.
//!
//! A position is dynamic if the side to move is in check or can capture a piece with a less valuable one.
//!
//! Notation: Forsyth–Edwards (FEN), with or without its two clocks, which are ignored. Moves are named in standard algebraic
//! notation, such as `Nxf7+`.

use cozy_chess::util::{display_san_move, display_uci_move};
use cozy_chess::{
    BitBoard, Board as Position, CastleRights, Color, File, Move, Piece as Kind, PieceMoves, Rank, Square,
};

use super::{Board, Game, MOST_MOVES, Piece, Playable, PlayableGame, PositionError, Style};
use crate::tree::{Player, Value};

mod fen;

/// The value of a king for a mate.
const KING: i32 = 200;
/// The kinds of pieces with their values in pawns. A king never captures a more valuable piece.
const WORTH: [(Kind, i32); 6] =
    [(Kind::Pawn, 1), (Kind::Knight, 3), (Kind::Bishop, 3), (Kind::Rook, 5), (Kind::Queen, 9), (Kind::King, KING)];
const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

/// The game, starting from a given position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chess {
    start: Position,
}

impl Chess {
    /// The game from a position in Forsyth–Edwards notation.
    ///
    /// Refuses texts that are not FEN, and positions that cannot occur, judging by kings, numbers of pieces, pawns on the first and last
    /// ranks, castling rights, en passant and checks.
    pub fn from_position(fen: &str) -> Result<Chess, PositionError> {
        Ok(Chess { start: fen::parse(fen)? })
    }
}

/// A position without its clocks, which are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The squares of each kind of piece.
    kinds: [BitBoard; Kind::NUM],
    white: BitBoard,
    mover: Color,
    castling: [CastleRights; Color::NUM],
    en_passant: Option<File>,
}

/// The positions after each move.
#[derive(Clone, Debug)]
pub struct Moves {
    from: Position,
    /// The remaining moves, the next one last.
    moves: Vec<Move>,
}

impl Iterator for Moves {
    type Item = Position;

    #[inline]
    fn next(&mut self) -> Option<Position> {
        let next = self.moves.pop()?;
        let mut to = self.from.clone();
        to.play_unchecked(next);
        Some(to)
    }
}

/// Whether something is true of the moves of a piece. The library's generator is compiled once for all that is asked.
fn any_moves(position: &Position, is_true: &mut dyn FnMut(PieceMoves) -> bool) -> bool {
    position.generate_moves(is_true)
}

/// The legal moves, the first one last.
fn legal_moves(position: &Position) -> Vec<Move> {
    // Where the piece on each square can go; there may be several such sets for one piece.
    let mut reached = [BitBoard::EMPTY; Square::NUM];
    any_moves(position, &mut |PieceMoves { from, to, .. }| {
        reached[from as usize] |= to;
        false
    });
    let mut moves = Vec::with_capacity(64);
    let pawns = position.pieces(Kind::Pawn);
    for from in position.colors(position.side_to_move()) {
        for to in reached[from as usize] {
            if pawns.has(from) && matches!(to.rank(), Rank::First | Rank::Eighth) {
                for kind in PROMOTIONS {
                    moves.push(Move { from, to, promotion: Some(kind) });
                }
            } else {
                moves.push(Move { from, to, promotion: None });
            }
        }
    }
    moves.reverse();
    moves
}

/// The move that leads from one position to another.
fn move_between(from: &Position, to: &Position) -> Option<Move> {
    legal_moves(from).into_iter().find(|&played| {
        let mut after = from.clone();
        after.play_unchecked(played);
        after.same_position(to)
    })
}

/// White's material minus Black's, without the kings.
fn material(position: &Position) -> i32 {
    let count = |color, kind| position.colored_pieces(color, kind).len() as i32;
    let mut material = 0;
    for &(kind, worth) in &WORTH[..Kind::King as usize] {
        material += worth * (count(Color::White, kind) - count(Color::Black, kind));
    }
    material
}

fn worth(kind: Kind) -> i32 {
    WORTH[kind as usize].1
}

/// Whether the side to move can capture a piece with a less valuable one.
fn can_win_material(position: &Position) -> bool {
    let theirs = position.colors(!position.side_to_move());
    any_moves(position, &mut |PieceMoves { piece, to, .. }| {
        let mut victims = BitBoard::EMPTY;
        for &(kind, of_victim) in &WORTH {
            if of_victim > worth(piece) {
                victims |= position.pieces(kind);
            }
        }
        !(victims & theirs & to).is_empty()
    })
}

fn player(color: Color) -> Player {
    match color {
        Color::White => Player::Max,
        Color::Black => Player::Min,
    }
}

impl Game for Chess {
    type Position = Position;
    type Moves<'g> = Moves;
    type Key = Key;

    fn root(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn player(&self, position: &Position) -> Player {
        player(position.side_to_move())
    }

    #[inline]
    fn moves(&self, position: &Position) -> Moves {
        Moves { from: position.clone(), moves: legal_moves(position) }
    }

    fn is_leaf(&self, position: &Position) -> bool {
        !any_moves(position, &mut |_| true)
    }

    fn static_value(&self, position: &Position) -> Option<Value> {
        let can_move = !self.is_leaf(position);
        let is_in_check = !position.checkers().is_empty();
        Some(Value::from(match (can_move, is_in_check, position.side_to_move()) {
            (true, _, _) => material(position),
            (false, true, Color::White) => -KING,
            (false, true, Color::Black) => KING,
            (false, false, _) => 0,
        }))
    }

    fn winner(&self, position: &Position) -> Option<Player> {
        let is_mate = !position.checkers().is_empty() && self.is_leaf(position);
        is_mate.then(|| player(!position.side_to_move()))
    }

    fn soonest(&self) -> Option<i32> {
        Some(KING + MOST_MOVES as i32)
    }

    fn dynamic(&self, position: &Position) -> bool {
        !position.checkers().is_empty() || can_win_material(position)
    }

    fn key(&self, position: &Position) -> Option<Key> {
        let mut kinds = [BitBoard::EMPTY; Kind::NUM];
        for (squares, kind) in kinds.iter_mut().zip(&Kind::ALL) {
            *squares = position.pieces(*kind);
        }
        Some(Key {
            kinds,
            white: position.colors(Color::White),
            mover: position.side_to_move(),
            castling: [*position.castle_rights(Color::White), *position.castle_rights(Color::Black)],
            en_passant: position.en_passant(),
        })
    }
}

impl PlayableGame for Chess {
    fn from_position(position: &str) -> Result<Chess, PositionError> {
        Chess::from_position(position)
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let mut count = 0;
        any_moves(position, &mut |moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    /// As the Universal Chess Interface writes moves, `e2e4` and `e7e8q`.
    fn coordinates(&self, from: &Position, to: &Position) -> String {
        move_between(from, to).map_or_else(String::new, |played| display_uci_move(from, played).to_string())
    }
}

impl Playable for Chess {
    /// The FEN without the clocks.
    fn label(&self, position: &Position) -> String {
        let fen = position.to_string();
        let clocks = fen.match_indices(' ').nth(fen::FIELDS_WITHOUT_CLOCKS - 1);
        clocks.map_or(fen.as_str(), |(at, _)| &fen[..at]).to_owned()
    }

    fn move_name(&self, from: &Position, to: &Position) -> String {
        move_between(from, to).map_or_else(String::new, |played| display_san_move(from, played).to_string())
    }

    fn board(&self, position: &Position) -> Option<Board> {
        let piece = |square| {
            let (kind, color) = (position.piece_on(square)?, position.color_on(square)?);
            let small = char::from(kind);
            let sign = if color == Color::White { small.to_ascii_uppercase() } else { small };
            Some(Piece::new(player(color), sign))
        };
        let row = |rank: &Rank| File::ALL.map(|file| piece(Square::new(file, *rank)));
        let cells = Rank::ALL.iter().rev().flat_map(row).collect();
        Some(Board { style: Style::Chequered, columns: File::NUM, cells })
    }
}
