//! How a command reads its tree: from a file, a session, a trace or standard input, in any format.

use std::io;
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::{Failure, STANDARD_STREAM, session, whole_number, wrong};
use crate::experiment::trace::{OpenError, Opened};
use crate::format;
use crate::progress::Progress;
use crate::session::is_session_file;
use crate::terminal;
use crate::tree::Player;
use crate::tree::file::{Asked, FileError, Format, Formats, Reading, parse_as};

/// How a text is read, where its content leaves that open.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct ReadArguments {
    /// Read the tree as this format [default: the one that its text looks like]
    #[arg(long = "as", value_name = "FORMAT", value_parser = format_to_read())]
    read_as: Option<Format>,
    /// The number of children of each inner node, for a text that lists only leaves
    #[arg(long = "branching", value_name = "B", value_parser = whole_number(1..=u32::MAX))]
    leaf_branching: Option<u32>,
    /// Which of several games of a .pgn file
    #[arg(long = "game", value_name = "N", value_parser = whole_number(1..=u32::MAX))]
    game_in_file: Option<u32>,
}

impl ReadArguments {
    /// A text is read as this format, if one is given.
    pub(super) fn of_format(format: Option<Format>) -> ReadArguments {
        ReadArguments { read_as: format, leaf_branching: None, game_in_file: None }
    }

    pub(super) fn asked(self) -> Asked {
        Asked { format: self.read_as, branching: self.leaf_branching, game: self.game_in_file }
    }
}

pub(super) fn format_to_read() -> impl TypedValueParser<Value = Format> {
    named_formats(|_| true)
}

/// A format that is written.
pub(super) fn format_to_write() -> impl TypedValueParser<Value = Format> {
    named_formats(|format| format.entry().writer.is_some())
}

/// Reads the name of one of these formats.
fn named_formats(is_one: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let formats = Formats::BUILT_IN;
    let entries = formats.0.iter().filter(|entry| formats.of_id(entry.id).is_some_and(is_one));
    let names = entries.map(|entry| PossibleValue::new(entry.id).help(entry.title));
    PossibleValuesParser::new(names).map(move |id| formats.of_id(&id).unwrap_or(Format::JSON))
}

/// Reads a player at the root.
pub(super) fn root_player() -> impl TypedValueParser<Value = Player> {
    PossibleValuesParser::new(["max", "min"]).map(|name| if name == "max" { Player::Max } else { Player::Min })
}

/// Opens a tree, which may come from standard input, the tree of a session, or a trace, whose player at the root cannot be changed. Says
/// what a text was read as, unless that is plain.
pub(super) fn opened(
    path: &Path,
    asked: ReadArguments,
    root: Option<Player>,
    progress: &Progress,
) -> Result<Opened, Failure> {
    let mut opened = if path == STANDARD_STREAM {
        let read = parse_as(asked.asked(), io::stdin().lock(), progress);
        let wrong = |error| OpenError::Tree(FileError { file: "standard input".into(), error });
        let read = read.map_err(wrong)?;
        Opened { tree: read.tree, reading: Some(read.reading), traced: None }
    } else if is_session_file(path) {
        session::open_tree(path, progress)?
    } else {
        Opened::from_file(path, asked.asked(), progress)?
    };
    if let Some(words) = opened.reading.as_ref().and_then(said) {
        let file = if path == STANDARD_STREAM { "standard input".into() } else { format::file(path) };
        terminal::say(&format!("{file}: {words}"));
    }
    match root {
        Some(_) if opened.traced.is_some() => {
            return Err(wrong("--root: the trace gives the player at the root; remove --root"));
        }
        Some(root) => opened.tree.set_root_player(root),
        None => {}
    }
    Ok(opened)
}

/// What a text was read as, if that is worth saying.
fn said(reading: &Reading) -> Option<String> {
    let others: Vec<String> = reading.others.iter().map(|format| format!("--as {}", format.entry().id)).collect();
    let others = if others.is_empty() { String::new() } else { format!("; another tree with {}", others.join(" or ")) };
    reading.is_worth_saying().then(|| format!("{reading}{others}"))
}
