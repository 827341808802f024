//! The JSON format: a node is a number, `null` for an unknown leaf, a fraction in a string such as
//! `"8/5"`, an array of nodes, or an object with `value`, `label`, `move`, `player` and `children`. A file is a node,
//! or an object with `title`, `source`, `game` (the id of the game whose
//! positions the labels are), `root` (`max` or `min`) and `tree`.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use struson::reader::{JsonReader, JsonStreamReader, ReaderError, ReaderSettings, SyntaxErrorKind, ValueType};

use super::file_error::{Location, ParseError, unreadable};
use super::{Builder, NodeId, Player, Tree, Value, ValueError};
use crate::format::quoted;

const NO_TREE: &str = "there is no tree here; write one such as [[3, 12, 8], [2, 4, 6]]";

/// The most bytes of a text, a number or blank space. It can be examined only once it is complete.
const MOST_AT_ONCE: u64 = 16 << 20;

/// Reads a tree. Takes memory for the tree and a few bytes per level; does not recurse.
pub(super) fn read(reader: impl Read) -> Result<Tree, ParseError> {
    let settings = ReaderSettings {
        max_nesting_depth: None,
        restrict_number_values: false,
        track_path: false,
        ..ReaderSettings::default()
    };
    let since_step = Rc::new(Cell::new(0));
    let json = JsonStreamReader::new_custom(Metered { inner: reader, since_step: Rc::clone(&since_step) }, settings);
    let mut parser = Parser { json, since_step, builder: Builder::new(), open: Vec::new() };
    if let Err(error) = parser.json.peek() {
        let ended =
            matches!(&error, ReaderError::SyntaxError(error) if error.kind == SyntaxErrorKind::IncompleteDocument);
        return Err(if ended { parser.wrong(NO_TREE) } else { parse_error(&error) });
    }
    parser.node()?;
    while let Some(innermost) = parser.open.pop() {
        parser.step(innermost)?;
    }
    let Parser { json, builder, .. } = parser;
    json.consume_trailing_whitespace().map_err(|error| parse_error(&error))?;
    builder.build().ok_or_else(|| ParseError::at(Location { line: 1, column: 1 }, NO_TREE))
}

/// An array or object whose end has not been reached.
#[derive(Clone, Copy)]
enum Open {
    /// The children of a node, as an array; `closes` means that the node ends with it.
    Children { closes: bool },
    /// A node as an object.
    Node { node: NodeId, seen: Seen },
    /// The outermost object, until a key shows whether it is a node or a file.
    Outermost,
    /// The outermost object, if it is a file.
    File { seen: Seen },
}

/// The keys of an object so far, one bit each.
#[derive(Clone, Copy, Default)]
struct Seen(u16);

impl Seen {
    fn has(self, key: Key) -> bool {
        self.0 & (1 << key as u16) != 0
    }

    fn with(self, key: Key) -> Seen {
        Seen(self.0 | 1 << key as u16)
    }
}

#[derive(Clone, Copy)]
enum Key {
    Value,
    Label,
    Move,
    Player,
    Children,
    Title,
    Source,
    Game,
    Root,
    Tree,
}

impl Key {
    fn named(name: &str) -> Option<Key> {
        Some(match name {
            "value" => Key::Value,
            "label" => Key::Label,
            "move" => Key::Move,
            "player" => Key::Player,
            "children" => Key::Children,
            "title" => Key::Title,
            "source" => Key::Source,
            "game" => Key::Game,
            "root" => Key::Root,
            "tree" => Key::Tree,
            _ => return None,
        })
    }

    fn is_of_file(self) -> bool {
        matches!(self, Key::Title | Key::Source | Key::Game | Key::Root | Key::Tree)
    }
}

/// A text that counts the bytes read in a step of the parser, so that none can fill the memory.
struct Metered<R> {
    inner: R,
    since_step: Rc<Cell<u64>>,
}

#[derive(Debug, thiserror::Error)]
#[error("a text, a number or blank space is longer than 16 MiB here; shorten it")]
struct TooLong;

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let since_step = self.since_step.get();
        if since_step > MOST_AT_ONCE {
            return Err(io::Error::other(TooLong));
        }
        let count = self.inner.read(buffer)?;
        self.since_step.set(since_step + count as u64);
        Ok(count)
    }
}

struct Parser<R: Read> {
    json: JsonStreamReader<Metered<R>>,
    since_step: Rc<Cell<u64>>,
    builder: Builder,
    open: Vec<Open>,
}

impl<R: Read> Parser<R> {
    /// Reads the next child or key of the innermost array or object.
    fn step(&mut self, innermost: Open) -> Result<(), ParseError> {
        self.since_step.set(0);
        let more = self.json.has_next().map_err(|error| parse_error(&error))?;
        match innermost {
            children @ Open::Children { .. } if more => {
                self.open.push(children);
                self.node()
            }
            Open::Children { closes } => self.end_children(closes),
            Open::Node { node, seen } if more => {
                let (key, location) = self.key(seen)?;
                self.node_key(node, seen, key, location)
            }
            Open::Node { seen, .. } => self.end_node(seen),
            Open::File { seen } if more => {
                let (key, location) = self.key(seen)?;
                self.file_key(seen, key, location)
            }
            Open::File { seen } => self.end_file(seen),
            Open::Outermost if more => {
                let (key, location) = self.key(Seen::default())?;
                if key.is_of_file() {
                    self.file_key(Seen::default(), key, location)
                } else {
                    let node = self.open_node()?;
                    self.node_key(node, Seen::default(), key, location)
                }
            }
            Open::Outermost => {
                Err(self.wrong("this object is empty; a node has a “value” or “children”, a file has a “tree”"))
            }
        }
    }

    /// Reads a node, or the beginning of one with children.
    fn node(&mut self) -> Result<(), ParseError> {
        match self.peek()? {
            ValueType::Number | ValueType::Null | ValueType::String => {
                let value = self.value()?;
                self.builder.leaf(value).map(|_| ()).map_err(|error| self.wrong(error.to_string()))
            }
            ValueType::Array => {
                self.open_node()?;
                self.begin_children(true)
            }
            ValueType::Object => {
                let outermost = self.builder.is_empty() && self.open.is_empty();
                self.json.begin_object().map_err(|error| parse_error(&error))?;
                let object = if outermost {
                    Open::Outermost
                } else {
                    Open::Node { node: self.open_node()?, seen: Seen::default() }
                };
                self.open.push(object);
                Ok(())
            }
            ValueType::Boolean => {
                Err(self.wrong("a node must be a number, null, an array of nodes or an object, not true or false"))
            }
        }
    }

    fn open_node(&mut self) -> Result<NodeId, ParseError> {
        self.builder.open().map_err(|error| self.wrong(error.to_string()))
    }

    fn begin_children(&mut self, closes: bool) -> Result<(), ParseError> {
        self.json.begin_array().map_err(|error| parse_error(&error))?;
        self.open.push(Open::Children { closes });
        Ok(())
    }

    fn end_children(&mut self, closes: bool) -> Result<(), ParseError> {
        if self.builder.innermost_is_empty() {
            return Err(self.wrong("a node needs at least one child; write the value of a leaf without brackets"));
        }
        self.json.end_array().map_err(|error| parse_error(&error))?;
        if closes {
            self.builder.close();
        }
        Ok(())
    }

    /// Reads the value of a node's key; `location` is that of the key.
    fn node_key(&mut self, node: NodeId, seen: Seen, key: Key, location: Location) -> Result<(), ParseError> {
        let seen = seen.with(key);
        match key {
            Key::Value => {
                let value = self.value()?;
                self.builder.set_value(node, value);
            }
            Key::Label => {
                let label = self.text("label")?;
                self.builder.set_label(node, label);
            }
            Key::Move => {
                let name = self.text("move")?;
                self.builder.set_move(node, name);
            }
            Key::Player => {
                let player = self.player("player")?;
                self.builder.set_player(node, player);
            }
            Key::Children => {
                self.expect(ValueType::Array, "“children” must be an array of nodes")?;
                self.open.push(Open::Node { node, seen });
                return self.begin_children(false);
            }
            Key::Title | Key::Source | Key::Game | Key::Root | Key::Tree => {
                return Err(ParseError::at(
                    location,
                    "“title”, “source”, “game”, “root” and “tree” belong to the file, not to a node; a node has value, label, move, player and children",
                ));
            }
        }
        self.open.push(Open::Node { node, seen });
        Ok(())
    }

    fn end_node(&mut self, seen: Seen) -> Result<(), ParseError> {
        if !seen.has(Key::Value) && !seen.has(Key::Children) {
            return Err(self.wrong("a node needs a “value” or “children”; write \"value\": null for an unknown leaf"));
        }
        self.json.end_object().map_err(|error| parse_error(&error))?;
        self.builder.close();
        Ok(())
    }

    /// Reads the value of a file's key; `location` is that of the key.
    fn file_key(&mut self, seen: Seen, key: Key, location: Location) -> Result<(), ParseError> {
        let seen = seen.with(key);
        match key {
            Key::Title => {
                let title = self.text("title")?;
                self.builder.set_title(title);
            }
            Key::Source => {
                let source = self.text("source")?;
                self.builder.set_source(source);
            }
            Key::Game => {
                let game = self.text("game")?;
                self.builder.set_game(game);
            }
            Key::Root => {
                let player = self.player("root")?;
                self.builder.set_root_player(player);
            }
            Key::Tree => {
                self.open.push(Open::File { seen });
                return self.node();
            }
            Key::Value | Key::Label | Key::Move | Key::Player | Key::Children => {
                return Err(ParseError::at(location, "this key belongs to a node; put the node into “tree”"));
            }
        }
        self.open.push(Open::File { seen });
        Ok(())
    }

    fn end_file(&mut self, seen: Seen) -> Result<(), ParseError> {
        if !seen.has(Key::Tree) {
            return Err(self.wrong("the file has no “tree”; add one, such as \"tree\": [[3, 12, 8], [2, 4, 6]]"));
        }
        self.json.end_object().map_err(|error| parse_error(&error))
    }

    /// The next key of an object, and its location.
    fn key(&mut self, seen: Seen) -> Result<(Key, Location), ParseError> {
        let location = self.location();
        let name = self.json.next_name().map_err(|error| parse_error(&error))?;
        let Some(key) = Key::named(name) else {
            let name = quoted(name);
            return Err(ParseError::at(
                location,
                format!(
                    "{name} is not a key of tree files; a node has value, label, move, player and children, a file has title, source, game, root and tree"
                ),
            ));
        };
        if seen.has(key) {
            return Err(ParseError::at(location, format!("“{name}” is given twice; remove one")));
        }
        Ok((key, location))
    }

    fn value(&mut self) -> Result<Option<Value>, ParseError> {
        let kind = self.peek()?;
        let location = self.location();
        let text = match kind {
            ValueType::Null => {
                self.json.next_null().map_err(|error| parse_error(&error))?;
                return Ok(None);
            }
            ValueType::Number => self.json.next_number_as_str(),
            ValueType::String => self.json.next_str(),
            _ => return Err(self.wrong("a value must be a number, a fraction such as \"8/5\", or null")),
        };
        let text = text.map_err(|error| parse_error(&error))?;
        let value = text.parse::<Value>();
        value.map(Some).map_err(|error| {
            let unknown = if error == ValueError::NotANumber { ", or null for an unknown leaf" } else { "" };
            ParseError::at(location, format!("{} {error}{unknown}", quoted(text)))
        })
    }

    fn text(&mut self, key: &str) -> Result<String, ParseError> {
        self.expect(ValueType::String, &format!("“{key}” must be a text in quotation marks"))?;
        self.json.next_string().map_err(|error| parse_error(&error))
    }

    fn player(&mut self, key: &str) -> Result<Player, ParseError> {
        let message = format!("“{key}” must be \"max\" or \"min\"");
        self.expect(ValueType::String, &message)?;
        let location = self.location();
        match self.json.next_str().map_err(|error| parse_error(&error))? {
            "max" => Ok(Player::Max),
            "min" => Ok(Player::Min),
            _ => Err(ParseError::at(location, message)),
        }
    }

    fn expect(&mut self, expected: ValueType, message: &str) -> Result<(), ParseError> {
        if self.peek()? == expected { Ok(()) } else { Err(self.wrong(message)) }
    }

    fn peek(&mut self) -> Result<ValueType, ParseError> {
        self.json.peek().map_err(|error| parse_error(&error))
    }

    fn wrong(&self, message: impl Into<String>) -> ParseError {
        ParseError::at(self.location(), message)
    }

    fn location(&self) -> Location {
        location_of(&self.json.current_position(false))
    }
}

fn location_of(position: &struson::reader::JsonReaderPosition) -> Location {
    position
        .line_pos
        .map_or(Location { line: 1, column: 1 }, |at| Location { line: at.line + 1, column: at.column + 1 })
}

fn parse_error(error: &ReaderError) -> ParseError {
    match error {
        ReaderError::SyntaxError(error) => ParseError::at(location_of(&error.location), syntax(error.kind)),
        ReaderError::IoError { error, location } if is_too_long(error) => {
            ParseError::at(location_of(location), TooLong.to_string())
        }
        ReaderError::IoError { error, location } => match unreadable(error) {
            ParseError::Unreadable(message) if error.kind() == std::io::ErrorKind::InvalidData => {
                ParseError::at(location_of(location), message)
            }
            other => other,
        },
        other => ParseError::Unreadable(format!("is not a tree file: {other}")),
    }
}

fn is_too_long(error: &io::Error) -> bool {
    error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<TooLong>)
}

fn syntax(kind: SyntaxErrorKind) -> &'static str {
    match kind {
        SyntaxErrorKind::IncompleteDocument => {
            "the text ends before the tree does; close the open brackets and quotation marks"
        }
        SyntaxErrorKind::TrailingData => "the tree ends before this; remove what follows it",
        SyntaxErrorKind::CommentsNotEnabled => {
            "a slash has no meaning here; write a fraction in quotation marks, such as \"8/5\", and leave out comments"
        }
        SyntaxErrorKind::TrailingCommaNotEnabled => "trailing comma; remove it",
        SyntaxErrorKind::MissingComma => "a comma is missing between two values",
        SyntaxErrorKind::UnexpectedComma => "expected a node, but found a comma; remove it",
        SyntaxErrorKind::MissingColon => "a colon is missing after the key",
        SyntaxErrorKind::UnexpectedColon => "expected a node, but found a colon; remove it",
        SyntaxErrorKind::UnexpectedClosingBracket => {
            "unexpected bracket: another kind of bracket is open here, or none, or a value is missing before it"
        }
        SyntaxErrorKind::TrailingDataAfterNumber => {
            "a comma or a bracket is missing after this number; write numbers such as 5, -2.5 or 1e6"
        }
        SyntaxErrorKind::MalformedNumber => {
            "this is not a number in JSON; write numbers such as 5, -2.5 or 1e6, and null for an unknown leaf"
        }
        SyntaxErrorKind::ExpectingMemberNameOrObjectEnd => {
            "expected a key in quotation marks, or } after the last value"
        }
        SyntaxErrorKind::InvalidLiteral | SyntaxErrorKind::TrailingDataAfterLiteral => {
            "this is not a value in JSON; write a number, or null for an unknown leaf"
        }
        SyntaxErrorKind::NotEscapedControlCharacter => {
            "a text contains a line break or another control character; add the quotation mark that is missing before it, or write it as \\u and four digits"
        }
        SyntaxErrorKind::UnpairedSurrogatePairEscapeSequence => {
            "this is half of a character in two parts; write both, such as \\ud83d\\ude00, or the character itself"
        }
        SyntaxErrorKind::MalformedEscapeSequence => {
            "\\u needs four hexadecimal digits after it; write \\\\ for a backslash"
        }
        SyntaxErrorKind::UnknownEscapeSequence => {
            "unknown escape sequence after this backslash; write \\\\ for a backslash"
        }
        _ => "this is not JSON; write numbers, null for an unknown leaf, and lists such as [[3, 12, 8], [2, 4, 6]]",
    }
}
