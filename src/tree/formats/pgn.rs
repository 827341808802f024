//! Games of chess with variations, `.pgn`: one tree for a game, with positions as labels, moves in standard notation, and the evaluations
//! of comments such as `[%eval 0.35]` or `+0.25/12` as values from White's side. After the standard *Portable Game Notation: Specification and
//! Implementation Guide* (S. J. Edwards, 1994); `%eval` is that of lichess.org and of many programs.

use cozy_chess::util::{display_san_move, parse_san_move};
use cozy_chess::{Board, Color, GameStatus};

use super::graph::{Graph, Vertex};
use super::text::{Steps, Text};
use super::{Choice, FormatEntry, Found, Question, looks};
use crate::format::quoted;
use crate::tree::file_error::ParseError;
use crate::tree::{Player, Value};

pub(super) static ENTRY: FormatEntry =
    FormatEntry { id: "pgn", title: "games of chess (PGN)", extensions: &["pgn"], recognises, read, writer: None };

/// The value of a mate at once; one in n moves is worth n less.
const MATE: f64 = 10_000.0;

/// Tags in square brackets, or a first move with its number.
fn recognises(text: &str) -> bool {
    let head = looks::head(text);
    let is_tag = |line: &str| {
        let inside = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        let words = inside.and_then(|inside| inside.split_once(' '));
        words.is_some_and(|(name, value)| {
            name.starts_with(char::is_uppercase)
                && name.chars().all(char::is_alphanumeric)
                && value.trim().starts_with('"')
                && value.ends_with('"')
        })
    };
    let is_first_move = |line: &str| {
        let rest = line.strip_prefix("1.").map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with(|c: char| "abcdefghNKQRBO".contains(c)) && rest.len() > 1)
    };
    head.lines().next().is_some_and(|line| is_tag(line) || is_first_move(line))
}

/// What a game begins with.
#[derive(Clone, Debug, Default)]
struct Heading {
    white: String,
    black: String,
    event: String,
    date: String,
    fen: Option<(String, usize)>,
    variant: Option<(String, usize)>,
}

impl Heading {
    fn title(&self) -> String {
        let known = |text: &String| {
            Some(text.clone()).filter(|text| !text.is_empty() && text != "?" && !text.starts_with("????"))
        };
        let players = match (known(&self.white), known(&self.black)) {
            (None, None) => None,
            (white, black) => Some(format!("{} – {}", white.unwrap_or("?".into()), black.unwrap_or("?".into()))),
        };
        let date = known(&self.date).map(|date| date.split('.').next().unwrap_or_default().to_string());
        let parts: Vec<String> = [players, known(&self.event), date].into_iter().flatten().collect();
        parts.join(", ")
    }
}

/// A game in a text.
struct Game {
    heading: Heading,
    /// Where its moves are.
    moves: std::ops::Range<usize>,
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let mut games = games(text)?;
    let count = games.len();
    let number = match text.asked().game {
        Some(number) => number as usize,
        None if count <= 1 => 1,
        None => return Err(ParseError::Asks(Box::new(question(text, &games)))),
    };
    if number == 0 || number > count {
        let message =
            format!("there is no game {number}; the file has {}", crate::format::count(count as u64, "game", "games"));
        return Err(text.wrong(text.as_str().len(), message));
    }
    let game = games.swap_remove(number - 1);
    let mut notes = vec!["White is MAX, and evaluations are in pawns".to_string()];
    if count > 1 {
        notes.push(format!("game {number} of {count}"));
    }
    let mut reader = Reader::new(text, &game)?;
    reader.moves()?;
    let title = game.heading.title();
    let mut found = reader.graph.tree()?;
    found.tree = found.tree.titled(&title).of_game("chess");
    found.notes = notes;
    Ok(found)
}

fn question(text: &Text<'_>, games: &[Game]) -> Question {
    let choice = |(number, game): (u32, &Game)| {
        let title = game.heading.title();
        let words = if title.is_empty() { format!("Game {number}") } else { format!("{number}. {title}") };
        Choice { words, asked: super::Asked { game: Some(number), ..text.asked() } }
    };
    let choices = (1..).zip(games).map(choice).collect();
    Question {
        message: format!("there are {} games here; choose one, as in --game 1", games.len()),
        title: "Which game?".into(),
        choices,
    }
}

/// The games of a text. A game ends where the next tags begin.
fn games(text: &Text<'_>) -> Result<Vec<Game>, ParseError> {
    let str = text.as_str();
    let mut games: Vec<Game> = Vec::new();
    let mut heading: Option<Heading> = None;
    let mut in_comment = false;
    let mut at = 0;
    let mut steps = text.steps();
    for line in str.split_inclusive('\n') {
        steps.step(at)?;
        let start = at;
        at += line.len();
        let content = line.trim();
        let tag = if in_comment { None } else { tag(content) };
        if let Some((name, value)) = tag {
            let heading = heading.get_or_insert_with(Heading::default);
            match name {
                "White" => heading.white = value,
                "Black" => heading.black = value,
                "Event" => heading.event = value,
                "Date" => heading.date = value,
                "FEN" => heading.fen = Some((value, start)),
                "Variant" => heading.variant = Some((value, start)),
                _ => {}
            }
            continue;
        }
        for character in content.chars() {
            match character {
                '{' => in_comment = true,
                '}' => in_comment = false,
                ';' if !in_comment => break,
                _ => {}
            }
        }
        if content.is_empty() || content.starts_with('%') {
            continue;
        }
        match (heading.take(), games.last_mut()) {
            (None, Some(game)) => game.moves.end = at,
            (heading, _) => games.push(Game { heading: heading.unwrap_or_default(), moves: start..at }),
        }
    }
    if let Some(heading) = heading {
        games.push(Game { heading, moves: at..at });
    }
    if games.is_empty() {
        return Err(text.wrong(str.len(), "there is no game here; write one such as 1. e4 e5 2. Nf3"));
    }
    Ok(games)
}

/// The name and the value of a tag such as `[White "Anderssen"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix(']')?.trim_end().strip_suffix('"')?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| (name, value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// A place in the tree: the node that was reached last, and its parent, to which a variation goes back.
#[derive(Clone)]
struct Line {
    node: Vertex,
    board: Board,
    before: Option<(Vertex, Board)>,
}

struct Reader<'a, 't> {
    text: &'a Text<'t>,
    str: &'t str,
    at: usize,
    end: usize,
    graph: Graph<'a, 't>,
    line: Line,
    /// The lines that variations leave.
    left: Vec<Line>,
    steps: Steps<'t>,
}

impl<'a, 't> Reader<'a, 't> {
    fn new(text: &'a Text<'t>, game: &Game) -> Result<Reader<'a, 't>, ParseError> {
        let standard = ["standard", "chess", "normal", "from position"];
        if let Some((variant, at)) = &game.heading.variant
            && !standard.contains(&variant.to_lowercase().as_str())
        {
            return Err(
                text.wrong(*at, format!("this is a game of {}; Plyscope knows the rules of chess", quoted(variant)))
            );
        }
        let board = match &game.heading.fen {
            Some((fen, at)) => {
                let fields = fen.split_whitespace().count();
                let whole = if fields == 4 { format!("{fen} 0 1") } else { fen.clone() };
                Board::from_fen(&whole, false)
                    .map_err(|_| text.wrong(*at, format!("{} is not a position in FEN", quoted(fen))))?
            }
            None => Board::default(),
        };
        let mut graph = Graph::new(text);
        let node = graph.nameless("".into(), game.moves.start)?;
        graph.set_label(node, label(&board));
        let player = if board.side_to_move() == Color::White { Player::Max } else { Player::Min };
        graph.set_mover(node, player.into());
        let line = Line { node, board, before: None };
        let (at, end) = (game.moves.start, game.moves.end);
        Ok(Reader { text, str: text.as_str(), at, end, graph, line, left: Vec::new(), steps: text.steps() })
    }

    fn wrong(&self, message: impl Into<String>) -> ParseError {
        self.text.wrong(self.at, message)
    }

    /// Reads all moves, variations and comments.
    fn moves(&mut self) -> Result<(), ParseError> {
        loop {
            self.steps.step(self.at)?;
            let rest = self.str[self.at..self.end].trim_start();
            self.at = self.end - rest.len();
            let Some(first) = rest.chars().next() else { break };
            match first {
                '{' => {
                    let end = rest.find('}').ok_or_else(|| self.wrong("this comment has no end; add a }"))?;
                    self.comment(&rest[1..end])?;
                    self.at += end + 1;
                }
                ';' | '%' => self.at += rest.find('\n').unwrap_or(rest.len()),
                '(' => self.begin_variation()?,
                ')' => self.end_variation()?,
                _ => self.word(rest)?,
            }
        }
        if self.left.is_empty() { Ok(()) } else { Err(self.wrong("the game ends inside a variation; add a )")) }
    }

    fn begin_variation(&mut self) -> Result<(), ParseError> {
        let Some((node, board)) = self.line.before.clone() else {
            return Err(self.wrong("a variation needs a move before it, to which it is another"));
        };
        self.left.push(std::mem::replace(&mut self.line, Line { node, board, before: None }));
        self.at += 1;
        Ok(())
    }

    fn end_variation(&mut self) -> Result<(), ParseError> {
        self.line = self.left.pop().ok_or_else(|| self.wrong("this ) ends no variation; remove it"))?;
        self.at += 1;
        Ok(())
    }

    /// Reads a move, a number or a sign.
    fn word(&mut self, rest: &str) -> Result<(), ParseError> {
        let end = rest.find(|c: char| c.is_whitespace() || "{}();".contains(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let is_sign = word.starts_with('$')
            || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*" | "!" | "?" | "!!" | "??" | "!?" | "?!" | "N" | "D");
        // The number of a move, before its points.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let points = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
        let is_number = digits > 0 && (points > 0 || digits == word.len());
        if is_sign || word.chars().all(|c| matches!(c, '.' | '…')) {
            self.at += end.max(1);
        } else if is_number {
            self.at += digits + points;
        } else {
            self.play(word)?;
            self.at += end;
        }
        Ok(())
    }

    fn play(&mut self, word: &str) -> Result<(), ParseError> {
        let name = word.trim_end_matches(['!', '?', '‼', '⁇', '⁉']).replace('0', "O");
        // Zeros are part of a square nowhere else.
        let name = name.trim_end_matches("e.p.");
        let Ok(played) = parse_san_move(&self.line.board, name) else {
            let position = label(&self.line.board);
            return Err(self.wrong(format!("{} is not a legal move in the position {position}", quoted(word))));
        };
        let mut board = self.line.board.clone();
        if board.try_play(played).is_err() {
            return Err(self.wrong(format!("{} is against the rules here", quoted(word))));
        }
        let name = display_san_move(&self.line.board, played).to_string();
        let node = match self.graph.child_by(self.line.node, &name) {
            Some(child) => child,
            None => self.add(name, &board)?,
        };
        let before = std::mem::replace(&mut self.line.board, board);
        self.line.before = Some((self.line.node, before));
        self.line.node = node;
        Ok(())
    }

    fn add(&mut self, name: String, board: &Board) -> Result<Vertex, ParseError> {
        let node = self.graph.nameless("".into(), self.at)?;
        self.graph.edge(self.line.node, node, self.at)?;
        self.graph.set_move(node, name);
        self.graph.set_label(node, label(board));
        let value = match (board.status(), board.side_to_move()) {
            (GameStatus::Won, Color::White) => Value::new(-MATE),
            (GameStatus::Won, Color::Black) => Value::new(MATE),
            (GameStatus::Drawn, _) => Value::new(0.0),
            (GameStatus::Ongoing, _) => None,
        };
        if value.is_some() {
            self.graph.set_value(node, value);
        }
        Ok(node)
    }

    /// Takes the evaluation of a comment for the position after the last move.
    fn comment(&mut self, comment: &str) -> Result<(), ParseError> {
        let Some((_, rest)) = comment.split_once("[%eval ") else {
            let said = comment.split_whitespace().find_map(said_by_program);
            if let Some(said) =
                said.filter(|_| self.line.before.is_some() && self.line.board.status() == GameStatus::Ongoing)
            {
                // It is that of the side that has moved.
                let is_by_white = self.line.board.side_to_move() == Color::Black;
                self.graph.set_value(self.line.node, Value::new(if is_by_white { said } else { -said }));
            }
            return Ok(());
        };
        let word = rest.split([']', ',', ' ']).next().unwrap_or_default();
        let mate = word.strip_prefix('#').and_then(|moves| moves.parse::<i32>().ok());
        let number = match mate {
            Some(moves) if moves < 0 => Value::new(-MATE - f64::from(moves)),
            Some(moves) => Value::new(MATE - f64::from(moves)),
            None => word.parse().ok(),
        };
        let Some(value) = number else {
            return Err(self.wrong(format!("{} is not an evaluation; write one such as 0.35 or #-3", quoted(word))));
        };
        self.graph.set_value(self.line.node, Some(value));
        Ok(())
    }
}

/// The evaluation in a word such as `+0.25/12` or `-M6/20`, as cutechess writes them with the depth of the search: in pawns, or a mate in as
/// many moves of both sides.
fn said_by_program(word: &str) -> Option<f64> {
    let (said, depth) = word.split_once('/')?;
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let size = said.trim_start_matches(['+', '-']);
    let size = match size.strip_prefix('M') {
        Some(moves) => MATE - f64::from(moves.parse::<u32>().ok()?.div_ceil(2)),
        None => size
            .parse()
            .ok()
            .filter(|_| size.contains('.') && size.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit()))?,
    };
    let sign = if said.starts_with('-') { -1.0 } else { 1.0 };
    are_digits(depth).then_some(sign * size)
}

/// The position in FEN without its clocks, as labels of the game of chess are.
fn label(board: &Board) -> String {
    let fen = board.to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}
