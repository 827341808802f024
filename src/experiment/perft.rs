//! The counts of a perft that another program printed, and where they first differ from ours.
//!
//! The text has lines `move count` or `move: count`. Lines of other forms, such as a sum, are passed over. A line `after e2e4 e7e5`
//! begins the counts of the position after those moves, with which a difference is followed down. All lines are compared.

use std::collections::HashMap;
use std::fmt::Write;

use crate::format;
use crate::game::AnyGame;
use crate::game::perft::MoveCount;

/// What begins the counts of a position further down.
const AFTER: &str = "after ";

/// The counts that another program printed, for the first position and those after some moves.
#[derive(Debug, Default)]
pub struct Printed {
    blocks: Vec<Block>,
}

/// The counts for a position.
#[derive(Debug, Default)]
struct Block {
    /// The line with the moves that lead there, from 1.
    line: usize,
    /// The moves that lead there, as they were written.
    after: Vec<String>,
    counts: Vec<Count>,
}

/// A line `move count`.
#[derive(Debug)]
struct Count {
    line: usize,
    name: String,
    leaves: u64,
}

impl Printed {
    /// Reads what a program printed. The error is a sentence with its place.
    pub fn read(text: &str) -> Result<Printed, String> {
        let mut blocks = vec![Block::default()];
        // The line of each name in the last block.
        let mut lines = HashMap::new();
        for (line, written) in (1..).zip(text.lines()) {
            let written = written.trim();
            if let Some(moves) = written.strip_prefix(AFTER) {
                blocks.push(Block { line, after: names(moves), counts: Vec::new() });
                lines.clear();
            } else if let (Some(count), Some(block)) = (count(line, written)?, blocks.last_mut()) {
                if let Some(first) = lines.insert(count.name.clone(), line) {
                    let name = format::quoted(&count.name);
                    return Err(format!(
                        "line {line}: {name} has a count in line {first} already; write “after” and the moves before the counts of another position"
                    ));
                }
                block.counts.push(count);
            }
        }
        Ok(Printed { blocks })
    }

    /// Whether no line has a count.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| block.counts.is_empty())
    }

    /// Compares all counts with ours, and follows the first move with another count down as far as there are counts: a sentence for
    /// each position from the start, and then for other positions. `None` if there is no difference. The error is a sentence.
    pub fn difference(&self, game: &AnyGame, depth: u32) -> Result<Option<Vec<String>>, String> {
        let (mut followed, mut lines) = (Vec::new(), Vec::new());
        if self.block_after(&[]).is_some() {
            lines = self.followed(game, depth, &mut followed)?;
        }
        for (index, block) in self.blocks.iter().enumerate() {
            let (path, game) = block.position(game)?;
            let depth = depth.saturating_sub(path.len() as u32);
            if depth == 0 {
                return Err(format!(
                    "line {}: after as many moves as --depth counts, no counts are left; leave these out",
                    block.line
                ));
            }
            if block.counts.is_empty() || followed.contains(&index) {
                continue;
            }
            let ours = game.game().divide(depth);
            let found = block.first_difference(&ours);
            lines.extend(found.map(|found| format!("{}: {}", place(&path), found.sentence)));
        }
        Ok((!lines.is_empty()).then_some(lines))
    }

    /// Follows the first difference down from the start; the blocks that were compared are noted.
    fn followed(&self, game: &AnyGame, depth: u32, compared: &mut Vec<usize>) -> Result<Vec<String>, String> {
        let (mut game, mut depth) = (game.clone(), depth);
        let mut path = Path::new();
        let mut lines = Vec::new();
        while let Some((index, block)) = self.block_after(&path) {
            compared.push(index);
            let ours = game.game().divide(depth);
            let place = place(&path);
            let Some(found) = block.first_difference(&ours) else {
                if !path.is_empty() {
                    lines.push(format!(
                        "{place}: the counts agree here, so that they were not made for the same depth or position."
                    ));
                }
                return Ok(lines);
            };
            lines.push(format!("{place}: {}", found.sentence));
            let Some(below) = found.below.filter(|_| depth > 1) else {
                lines.push(format!("It begins in this position: {}", game.position()));
                return Ok(lines);
            };
            path.push([below.name.clone(), below.written.clone()]);
            game = AnyGame::from_position(game.name(), &below.position).map_err(|error| error.to_string())?;
            depth -= 1;
        }
        lines.push(goes_on(&path, &game, depth));
        Ok(lines)
    }

    /// The first counts for a position, and the index of their block.
    fn block_after(&self, path: &[[String; 2]]) -> Option<(usize, &Block)> {
        let is_it = |block: &Block| {
            block.after.len() == path.len() && block.after.iter().zip(path).all(|(name, names)| names.contains(name))
        };
        self.blocks.iter().enumerate().find(|(_, block)| is_it(block) && !block.counts.is_empty())
    }
}

/// Moves that lead to a position, each by its two names.
type Path = Vec<[String; 2]>;

/// The names of moves, separated by commas or else by spaces.
fn names(moves: &str) -> Vec<String> {
    let separator = if moves.contains(',') { ',' } else { ' ' };
    moves
        .trim_end_matches(':')
        .split(separator)
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A line `move count` or `move: count`, whose count may have commas between its groups of digits. The error says that a move has a
/// number that is not a count.
fn count(line: usize, written: &str) -> Result<Option<Count>, String> {
    let parts = written.rsplit_once(|sign: char| sign.is_whitespace() || sign == ':');
    let Some((name, number)) = parts else { return Ok(None) };
    let name = name.trim().trim_end_matches(':').trim_end().to_owned();
    if name.is_empty() {
        return Ok(None);
    }
    match number.replace(',', "").parse() {
        Ok(leaves) => Ok(Some(Count { line, name, leaves })),
        Err(_)
            if may_be_move(&name) && number.starts_with(|sign: char| sign.is_ascii_digit() || "+-".contains(sign)) =>
        {
            let (name, number) = (format::quoted(&name), format::quoted(number));
            Err(format!("line {line}: {number} for {name} is not a count; expected a whole number below 2^64"))
        }
        Err(_) => Ok(None),
    }
}

/// Whether this may be the name of a move: sums and headings have words in place of moves.
fn may_be_move(name: &str) -> bool {
    let is_word = !name.contains(char::is_whitespace);
    is_word && (name.contains(|sign: char| sign.is_ascii_digit()) || name.starts_with("O-O"))
}

/// The first difference in a position.
struct Found<'m> {
    sentence: String,
    /// The move below which it is, if there is one.
    below: Option<&'m MoveCount>,
}

impl Block {
    /// The moves to the position of the counts, and the game from there. The error says which move is not legal.
    fn position(&self, game: &AnyGame) -> Result<(Path, AnyGame), String> {
        let (mut path, mut game) = (Path::new(), game.clone());
        for name in &self.after {
            let moves = game.game().divide(1);
            let Some(legal) = moves.into_iter().find(|legal| legal.is_called(name)) else {
                let (line, name, place) = (self.line, format::quoted(name), place(&path));
                return Err(format!("line {line}: {place}, {name} is not a legal move"));
            };
            game = AnyGame::from_position(game.name(), &legal.position).map_err(|error| error.to_string())?;
            path.push([legal.name, legal.written]);
        }
        Ok((path, game))
    }

    /// A move of ours that is missing comes before a move that is not legal, and that before a move with another count.
    fn first_difference<'m>(&self, ours: &'m [MoveCount]) -> Option<Found<'m>> {
        let theirs = |ours: &MoveCount| self.counts.iter().find(|count| ours.is_called(&count.name));
        if let Some(missing) = ours.iter().find(|ours| theirs(ours).is_none()) {
            let sentence = format!("the move {} is missing.", named(missing));
            return Some(Found { sentence, below: None });
        }
        let is_unknown =
            |count: &&Count| may_be_move(&count.name) && !ours.iter().any(|ours| ours.is_called(&count.name));
        if let Some(Count { line, name, .. }) = self.counts.iter().find(is_unknown) {
            let sentence = format!("{} in line {line} is not a legal move.", format::quoted(name));
            return Some(Found { sentence, below: None });
        }
        let mut differing = ours
            .iter()
            .filter_map(|ours| Some((ours, theirs(ours)?)))
            .filter(|(ours, count)| ours.leaves != count.leaves);
        let (below, count) = differing.next()?;
        let mut sentence = format!(
            "{} has {}, and line {} says {}",
            named(below),
            leaves(below.leaves),
            count.line,
            format::grouped(count.leaves)
        );
        let others = differing.count();
        if others > 0 {
            let _ = write!(sentence, "; {} differ too", format::count(others as u64, "other move", "other moves"));
        }
        sentence.push('.');
        Some(Found { sentence, below: Some(below) })
    }
}

/// Where the counts are: at the start or after some moves.
fn place(path: &[[String; 2]]) -> String {
    if path.is_empty() { "At the start".into() } else { format!("After {}", joined(path)) }
}

/// The moves as they are to be written behind `after`.
fn joined(path: &[[String; 2]]) -> String {
    let has_spaces = path.iter().any(|[name, _]| name.contains(' '));
    path.iter().map(|[name, _]| name.as_str()).collect::<Vec<_>>().join(if has_spaces { ", " } else { " " })
}

fn named(ours: &MoveCount) -> String {
    if ours.written == ours.name { ours.name.clone() } else { format!("{} ({})", ours.name, ours.written) }
}

fn leaves(count: u64) -> String {
    format::count(count, "leaf", "leaves")
}

/// How to follow a difference further down.
fn goes_on(path: &[[String; 2]], game: &AnyGame, depth: u32) -> String {
    let (moves, position) = (joined(path), game.position());
    if depth == 1 {
        return format!("It begins after {moves}, in this position: {position}");
    }
    format!(
        "To follow it down, run the other program to depth {depth} on {position}, and add what it prints to the file, below a line “{AFTER}{moves}”."
    )
}
