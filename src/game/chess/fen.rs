//! Reads Forsyth–Edwards notation and reports errors with their location. The chess library makes the final check.

use cozy_chess::{Board as Position, Color, FenParseError, File, Piece as Kind, Rank, Square, get_king_moves};

use crate::format;
use crate::game::PositionError;

/// The board, the side to move, castling and en passant.
pub(super) const FIELDS_WITHOUT_CLOCKS: usize = 4;
const FIELDS: usize = 6;
const EXAMPLE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// The initial number of pieces of each kind on a side.
const FIRST_PIECES: [(Kind, usize); 5] =
    [(Kind::Knight, 2), (Kind::Bishop, 2), (Kind::Rook, 2), (Kind::Queen, 1), (Kind::King, 1)];
const PAWNS: usize = 8;

type Pieces = Vec<(Square, Kind, Color)>;

pub(super) fn parse(fen: &str) -> Result<Position, PositionError> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    if fields.len() != FIELDS_WITHOUT_CLOCKS && fields.len() != FIELDS {
        return Err(PositionError::new(format!(
            "the FEN has {}; write the board, the side to move, castling and en passant, such as {EXAMPLE}, and both clocks or none",
            format::count(fields.len() as u64, "field", "fields")
        )));
    }
    let pieces = pieces(fields[0])?;
    check_army(&pieces, Color::White)?;
    check_army(&pieces, Color::Black)?;
    check_kings(&pieces)?;
    check_castling(&pieces, fields[2])?;
    let mut whole = fields.clone();
    if whole.len() == FIELDS_WITHOUT_CLOCKS {
        whole.push("0");
        whole.push("1");
    }
    Position::from_fen(&whole.join(" "), false).map_err(|error| PositionError::new(describe(error, &fields)))
}

/// The pieces in the first field, which lists the ranks from the eighth to the first.
fn pieces(board: &str) -> Result<Pieces, PositionError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != Rank::NUM {
        return Err(PositionError::new(format!(
            "the board has {} ranks; write eight, rank 8 first, separated by /",
            ranks.len()
        )));
    }
    let mut pieces = Pieces::new();
    for (&rank, text) in Rank::ALL.iter().rev().zip(ranks) {
        let mut file = 0;
        for sign in text.chars() {
            if let Some(empty @ 1..=8) = sign.to_digit(10) {
                file += empty as usize;
                continue;
            }
            // If the rank is too long, that is reported below.
            if let Some(file) = File::try_index(file) {
                let square = Square::new(file, rank);
                pieces.push(piece(sign, square)?);
            }
            file += 1;
        }
        if file != File::NUM {
            return Err(PositionError::new(format!("rank {rank} has {file} squares; it must have 8")));
        }
    }
    Ok(pieces)
}

fn piece(sign: char, square: Square) -> Result<(Square, Kind, Color), PositionError> {
    let color = if sign.is_ascii_uppercase() { Color::White } else { Color::Black };
    let kind = Kind::try_from(sign.to_ascii_lowercase()).map_err(|_| {
        PositionError::new(format!(
            "“{}” on {square} is not a piece; write KQRBNP for White's, kqrbnp for Black's, and 1 to 8 for empty squares",
            sign.escape_debug()
        ))
    })?;
    if kind == Kind::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth) {
        return Err(PositionError::new(format!(
            "there is a pawn on {square}; pawns cannot be on the first or last rank"
        )));
    }
    Ok((square, kind, color))
}

/// Checks that there is one king, and that there are no more extra pieces than missing pawns.
fn check_army(pieces: &Pieces, color: Color) -> Result<(), PositionError> {
    let name = name(color);
    let of_kind = |wanted: Kind| pieces.iter().filter(move |(_, kind, of)| (*kind, *of) == (wanted, color));
    let kings: Vec<String> = of_kind(Kind::King).map(|(square, ..)| square.to_string()).collect();
    match kings.as_slice() {
        [_] => {}
        [] => return Err(PositionError::new(format!("{name} has no king"))),
        _ => return Err(PositionError::new(format!("{name} has more than one king, on {}", kings.join(" and ")))),
    }
    let pawns = of_kind(Kind::Pawn).count();
    if pawns > PAWNS {
        return Err(PositionError::new(format!("{name} has {pawns} pawns; there are at most {PAWNS}")));
    }
    let more = |&(kind, first): &(Kind, usize)| of_kind(kind).count().saturating_sub(first);
    let promoted: usize = FIRST_PIECES.iter().map(more).sum();
    if pawns + promoted > PAWNS {
        return Err(PositionError::new(format!(
            "{name} has {promoted} pieces more than at the start of a game, but only {} pawns can have been promoted",
            PAWNS - pawns
        )));
    }
    Ok(())
}

/// Refuses adjacent kings, which the library does not check.
fn check_kings(pieces: &Pieces) -> Result<(), PositionError> {
    let kings = pieces.iter().filter(|(_, kind, _)| *kind == Kind::King);
    let kings: Vec<Square> = kings.map(|(square, ..)| *square).collect();
    if let [one, other] = kings[..]
        && get_king_moves(one).has(other)
    {
        return Err(PositionError::new(format!("the kings on {one} and {other} are adjacent")));
    }
    Ok(())
}

/// Checks that kings and rooks are on their initial squares if they have the right to castle.
fn check_castling(pieces: &Pieces, rights: &str) -> Result<(), PositionError> {
    for &(right, color, king, rook) in &[
        ('K', Color::White, Square::E1, Square::H1),
        ('Q', Color::White, Square::E1, Square::A1),
        ('k', Color::Black, Square::E8, Square::H8),
        ('q', Color::Black, Square::E8, Square::A8),
    ] {
        let stands = |square, kind| pieces.contains(&(square, kind, color));
        if rights.contains(right) && !(stands(king, Kind::King) && stands(rook, Kind::Rook)) {
            return Err(PositionError::new(format!(
                "castling {right} needs {}'s king on {king} and a rook on {rook}; leave {right} out, or write - for no castling",
                name(color)
            )));
        }
    }
    Ok(())
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The message for an error that the library finds in well-formed fields.
fn describe(error: FenParseError, fields: &[&str]) -> String {
    let field = |index: usize| fields.get(index).copied().unwrap_or_default().escape_debug();
    match error {
        FenParseError::InvalidBoard => {
            "this position cannot occur: the side to move could capture the king, or three pieces give check".into()
        }
        FenParseError::InvalidSideToMove => format!("“{}” is not a side to move; write w or b", field(1)),
        FenParseError::InvalidCastlingRights => {
            format!(
                "“{}” is not a list of castling rights; write those of KQkq that hold, each once, or - for none",
                field(2)
            )
        }
        FenParseError::InvalidEnPassant => format!(
            "“{}” is not an en passant square; write the square behind a pawn that has just moved two squares, or -",
            field(3)
        ),
        FenParseError::InvalidHalfMoveClock => format!("“{}” is not a half-move clock; write 0 to 100", field(4)),
        FenParseError::InvalidFullmoveNumber => format!("“{}” is not a move number; write 1 or more", field(5)),
        FenParseError::MissingField | FenParseError::TooManyFields => "the FEN does not have six fields".into(),
    }
}
