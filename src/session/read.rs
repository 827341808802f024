//! Reads sessions, and says by line and column what is wrong with one.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::place::in_session;
use super::{FORMAT, MARK, MOST_BYTES, Search, Session, SessionTree, TimeLine, TreeFile, View};
use crate::fields::{self, FieldError};
use crate::format;
use crate::game::{AnyGame, GAMES, GameName, GameTree, MOST_MOVES, too_deep};
use crate::generate::RandomTreeFields;
use crate::input;
use crate::progress::Progress;
use crate::search::Algorithm;
use crate::tree::Tree;
use crate::tree::file::{FileError, Location, ParseError, parse};

/// The most algorithms of a session; each has a pane.
pub const MOST_ALGORITHMS: usize = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Fields {
    #[serde(rename = "plyscope-session")]
    _format: u32,
    #[serde(default)]
    search: Search,
    #[serde(default)]
    view: View,
    #[serde(default)]
    time_line: Option<TimeLine>,
    #[serde(default)]
    changed_from: Option<TreeFile>,
    tree: Origin,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Origin {
    Text(String),
    File(TreeFile),
    Random(RandomTreeFields),
    Game(GameFields),
}

/// The tree of a game in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameFields {
    name: String,
    position: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    dynamic: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    sooner: bool,
}

impl From<&GameTree> for GameFields {
    fn from(GameTree { game, depth, dynamic, sooner }: &GameTree) -> GameFields {
        let (name, position) = (game.name().id().to_owned(), game.position());
        GameFields { name, position, depth: *depth, dynamic: *dynamic, sooner: *sooner }
    }
}

impl GameFields {
    /// The tree, or the field that is wrong, after the name of the table, and why.
    fn tree(self) -> Result<GameTree, (&'static [&'static str], String)> {
        let GameFields { name, position, depth, dynamic, sooner } = self;
        let Some(name) = GameName::of_id(&name) else {
            let known: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
            let message = format!("unknown game {}; expected one of {}", format::quoted(&name), known.join(", "));
            return Err((&["game", "name"], message));
        };
        if depth.is_some_and(|depth| depth > MOST_MOVES) {
            return Err((&["game", "depth"], too_deep()));
        }
        let game = AnyGame::from_position(name, &position);
        let game = game.map_err(|error| (&["game", "position"] as &[_], error.to_string()))?;
        Ok(GameTree { game, depth, dynamic, sooner })
    }
}

pub(super) fn algorithms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Algorithm>, D::Error> {
    let algorithms = Vec::<Algorithm>::deserialize(deserializer)?;
    if algorithms.len() > MOST_ALGORITHMS {
        return Err(D::Error::custom(format!("a session shows at most {MOST_ALGORITHMS} algorithms")));
    }
    let is_new = |&(index, algorithm): &(usize, &Algorithm)| !algorithms[..index].contains(algorithm);
    Ok(algorithms.iter().enumerate().filter(is_new).map(|(_, &algorithm)| algorithm).collect())
}

pub(super) fn path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    let path = PathBuf::deserialize(deserializer)?;
    if path.as_os_str().is_empty() {
        Err(D::Error::custom("the path is empty; write that of a tree's file"))
    } else {
        Ok(path)
    }
}

/// Where the first field of a session is looked for, in bytes, so that a text of any length is recognised at once.
const PREAMBLE: usize = 64 << 10;

/// Whether a text begins like a session, after at most 64 KiB of blank lines and comments.
pub fn is_session(text: &str) -> bool {
    let text = &text[..text.floor_char_boundary(PREAMBLE)];
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rest = lines.next().and_then(|line| line.strip_prefix(MARK));
    rest.is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// Reads the session of a file.
pub fn read_file(path: &Path, progress: &Progress) -> Result<Session, FileError> {
    let fail = |error| FileError { file: format::file(path), error };
    let text = input::read_text(path, MOST_BYTES).map_err(|message| fail(ParseError::Unreadable(message)))?;
    read(&text, progress).map_err(fail)
}

/// Reads a session. No file is opened, whatever the text says. `progress` can cancel it.
///
/// ```
/// use plyscope::progress::Progress;
/// use plyscope::session::{SessionTree, read};
///
/// let session = read("plyscope-session = 1\ntree.text = '((3 12) (2 4))'\n", &Progress::new())?;
/// assert!(matches!(session.tree, SessionTree::Itself(tree) if tree.leaf_count() == 4));
/// let error = read("plyscope-session = 1\ntree.text = '((3 12) (2 x))'\n", &Progress::new()).unwrap_err();
/// assert!(error.to_string().starts_with("2:25: "), "{error}");
/// # Ok::<(), plyscope::tree::file::ParseError>(())
/// ```
pub fn read(text: &str, progress: &Progress) -> Result<Session, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let wrong = |error: FieldError| error.in_text(text);
    let table = fields::parse(text).map_err(wrong)?;
    check_format(text, &table)?;
    let tree_at = table.get("tree").and_then(|tree| tree.get_ref().get("text")).map_or(0..0, Spanned::span);
    let fields: Fields = fields::read(table).map_err(wrong)?;
    let tree = match fields.tree {
        Origin::Text(tree) => SessionTree::Itself(Arc::new(read_tree(text, &tree, tree_at, progress)?)),
        Origin::File(file) => SessionTree::File(file),
        Origin::Random(fields) => SessionTree::Random(fields.tree().map_err(|wrong| wrong_tree(text, wrong))?),
        Origin::Game(fields) => SessionTree::Game(fields.tree().map_err(|wrong| wrong_tree(text, wrong))?),
    };
    let Fields { search, view, time_line, changed_from, .. } = fields;
    Ok(Session { tree, search, view, time_line, changed_from })
}

fn check_format(text: &str, table: &DeTable<'_>) -> Result<(), ParseError> {
    let Some(format) = table.get(MARK) else {
        let message = format!("this is not a session of Plyscope, which begins with {MARK} = {FORMAT}");
        return Err(at(Location { line: 1, column: 1 }, message));
    };
    let place = Location::of(text, format.span().start);
    let DeValue::Integer(number) = format.get_ref() else {
        return Err(at(place, format!("the format of a session is a number; write {MARK} = {FORMAT}")));
    };
    if number.as_str() == FORMAT.to_string() {
        return Ok(());
    }
    let message = "this session has format {}, and this version of Plyscope reads format 1 only; use a newer version";
    Err(at(place, message.replace("{}", &format::clipped(number.as_str(), 40))))
}

/// Reads the tree in a text that stands at `span` in the session; what is wrong in it is told by its place in the session.
fn read_tree(session: &str, tree: &str, span: Range<usize>, progress: &Progress) -> Result<Tree, ParseError> {
    parse(None, tree.as_bytes(), progress).map_err(|error| match error {
        ParseError::Wrong { location, message } => at(in_session(session, span.start, location), message),
        other => other,
    })
}

/// What is wrong with a field of the tree, given after the name of its table.
fn wrong_tree(session: &str, (field, message): (&[&str], String)) -> ParseError {
    let mut names = vec!["tree"];
    names.extend_from_slice(field);
    at(fields::place(session, &names).unwrap_or(Location { line: 1, column: 1 }), message)
}

fn at(location: Location, message: impl Into<String>) -> ParseError {
    ParseError::Wrong { location, message: message.into() }
}
