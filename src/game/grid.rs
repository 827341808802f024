//! The notation of boards with two kinds of marks: rows from the top, separated by `/`, of `X`, `O` and `.` for an empty cell.

use super::{Board, Piece, PositionError, Style};
use crate::tree::Player;

/// The cells of rows that have all the same number of columns.
pub(super) type Cells = Vec<Vec<Option<Player>>>;

/// Reads rows of `columns` cells each. X is MAX, O is MIN; small letters will do.
pub(super) fn parse(text: &str, columns: usize) -> Result<Cells, PositionError> {
    let row = |(index, row): (usize, &str)| {
        let row_number = index + 1;
        let cell = |(column, mark)| {
            owner(mark).map_err(|NoMark| {
                let place = format!("row {row_number}, column {}", column + 1);
                PositionError::new(format!("“{mark}” in {place} is no mark; write X, O, or . for an empty square"))
            })
        };
        let cells = row.chars().enumerate().map(cell).collect::<Result<Vec<_>, PositionError>>()?;
        if cells.len() == columns {
            return Ok(cells);
        }
        let squares = if cells.len() == 1 { "square" } else { "squares" };
        Err(PositionError::new(format!("row {row_number} has {} {squares}; write {columns}", cells.len())))
    };
    text.split('/').enumerate().map(row).collect()
}

/// Who owns a cell with this mark; nobody that of an empty one.
fn owner(mark: char) -> Result<Option<Player>, NoMark> {
    match mark {
        'X' | 'x' => Ok(Some(Player::Max)),
        'O' | 'o' => Ok(Some(Player::Min)),
        '.' => Ok(None),
        _ => Err(NoMark),
    }
}

struct NoMark;

/// Writes what [`parse`] reads.
pub(super) fn label(rows: impl Iterator<Item = Vec<Option<Player>>>) -> String {
    let mark = |cell: Option<Player>| cell.map_or('.', sign);
    let rows: Vec<String> = rows.map(|row| row.into_iter().map(mark).collect()).collect();
    rows.join("/")
}

/// The rows as something to draw.
pub(super) fn board(style: Style, columns: usize, rows: impl Iterator<Item = Vec<Option<Player>>>) -> Board {
    let piece = |player| Piece { owner: Some(player), sign: sign(player) };
    Board { style, columns, cells: rows.flatten().map(|cell| cell.map(piece)).collect() }
}

fn sign(player: Player) -> char {
    match player {
        Player::Max => 'X',
        Player::Min => 'O',
    }
}

/// Refuses numbers of marks that players who move in turn, X first, cannot have made, and games that went on after the end.
pub(super) fn check_turns(
    (x, o): (u32, u32),
    x_has_won: bool,
    o_has_won: bool,
    line: &str,
) -> Result<(), PositionError> {
    let refuse = |sentence: String| Err(PositionError::new(sentence));
    if x != o && x != o + 1 {
        return refuse(format!(
            "there are {x} X and {o} O; X moves first and the players take turns, so there are as many X as O or one more"
        ));
    }
    match (x_has_won, o_has_won) {
        (true, true) => refuse(format!("both X and O have {line}; the game ends with the first")),
        (true, false) if x == o => refuse(format!("X has {line} and O moved after that; take an O away")),
        (false, true) if x > o => refuse(format!("O has {line} and X moved after that; take an X away")),
        _ => Ok(()),
    }
}
