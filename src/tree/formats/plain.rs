//! Reads texts that are written as Plyscope writes them, in one pass and at the speed of memory: nested lists of numbers in one kind of
//! brackets, and objects with Plyscope's own keys.
//!
//! It does not read what is written otherwise: then the [general reader](super::lists) reads the text from its
//! beginning, or finds out what is wrong with it. So there are no errors here, and a test holds that both readers agree.

use super::literal::{MOST_TEXT, unquoted};
use super::text::{Steps, Text};
use crate::tree::file_error::ParseError;
use crate::tree::{Builder, NodeId, Player, Tree, Value};

/// Digits up to which a whole number is read without rounding.
const EXACT_DIGITS: usize = 15;

/// Why there is no tree.
enum Stop {
    /// The text is not plain.
    NotPlain,
    /// It is, but there is no room, or the user has cancelled.
    Failed(ParseError),
}

impl From<ParseError> for Stop {
    fn from(error: ParseError) -> Stop {
        Stop::Failed(error)
    }
}

/// A kind of brackets, and what is between children.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Brackets {
    /// `[[3, 12], [2, 4]]`, and objects.
    Json,
    /// `((3 12) (2 4))`.
    Round,
}

/// Reads a plain text; `None` if it is not plain.
pub(super) fn read(text: &Text<'_>, brackets: Brackets) -> Result<Option<Tree>, ParseError> {
    let mut reader = Reader::new(text);
    let read = match brackets {
        Brackets::Json => reader.json(),
        Brackets::Round => reader.round(),
    };
    match read {
        Ok(()) => Ok(reader.builder.build().ok().filter(|tree| !is_one_object(text.as_str(), tree))),
        Err(Stop::NotPlain) => Ok(None),
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// Whether a text is a list of one object, which the general reader takes for the root.
fn is_one_object(text: &str, tree: &Tree) -> bool {
    let inside = text.trim_start().strip_prefix('[').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with('{')) && tree.children(NodeId::ROOT).nth(1).is_none()
}

/// What is open: a list of children, which ends its node or not, an object of a node, or that of the file.
#[derive(Clone, Copy)]
enum Open {
    Bare,
    Children,
    Node(Seen),
    File(Seen),
}

/// The keys of an object so far, one bit each.
#[derive(Clone, Copy, Default)]
struct Seen(u16);

impl Seen {
    /// Notes a key; false if it was there before.
    fn add(&mut self, key: Key) -> bool {
        let bit = 1 << key as u16;
        let is_new = self.0 & bit == 0;
        self.0 |= bit;
        is_new
    }

    fn has(self, key: Key) -> bool {
        self.0 & (1 << key as u16) != 0
    }
}

#[derive(Clone, Copy, PartialEq)]
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
    fn named(name: &[u8]) -> Option<Key> {
        Some(match name {
            b"value" => Key::Value,
            b"label" => Key::Label,
            b"move" => Key::Move,
            b"player" => Key::Player,
            b"children" => Key::Children,
            b"title" => Key::Title,
            b"source" => Key::Source,
            b"game" => Key::Game,
            b"root" => Key::Root,
            b"tree" => Key::Tree,
            _ => return None,
        })
    }

    fn is_of_file(self) -> bool {
        matches!(self, Key::Title | Key::Source | Key::Game | Key::Root | Key::Tree)
    }
}

struct Reader<'a, 't> {
    text: &'a Text<'t>,
    bytes: &'t [u8],
    at: usize,
    builder: Builder,
    open: Vec<Open>,
    steps: Steps<'t>,
}

type Read<T> = Result<T, Stop>;

impl<'a, 't> Reader<'a, 't> {
    fn new(text: &'a Text<'t>) -> Reader<'a, 't> {
        let bytes = text.as_str().as_bytes();
        Reader { text, bytes, at: 0, builder: Builder::new(), open: Vec::new(), steps: text.steps() }
    }

    /// The byte after blanks; 0 at the end of the text.
    #[inline]
    fn peek(&mut self) -> u8 {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(&byte) => return byte,
                None => return 0,
            }
        }
    }

    /// Takes this byte, after blanks.
    #[inline]
    fn take(&mut self, byte: u8) -> Read<()> {
        if self.peek() != byte {
            return Err(Stop::NotPlain);
        }
        self.at += 1;
        Ok(())
    }

    #[inline]
    fn begin(&mut self) -> Read<NodeId> {
        self.builder.open().map_err(|full| Stop::Failed(self.text.full(self.at, full)))
    }

    #[inline]
    fn leaf(&mut self, value: Option<Value>) -> Read<()> {
        match self.builder.leaf(value) {
            Ok(_) => Ok(()),
            Err(full) => Err(Stop::Failed(self.text.full(self.at, full))),
        }
    }

    fn ends(&mut self) -> Read<()> {
        if self.peek() == 0 && self.at == self.bytes.len() { Ok(()) } else { Err(Stop::NotPlain) }
    }

    fn round(&mut self) -> Read<()> {
        loop {
            self.steps.step(self.at)?;
            match self.peek() {
                b'(' => {
                    self.at += 1;
                    self.begin()?;
                }
                b')' if !self.builder.innermost_is_empty() && self.builder.open_count() > 0 => {
                    self.at += 1;
                    self.builder.close();
                }
                b'?' if ends_word(self.bytes.get(self.at + 1)) => {
                    self.at += 1;
                    self.leaf(None)?;
                }
                _ => {
                    let value = self.number()?;
                    self.leaf(Some(value))?;
                }
            }
            if self.builder.open_count() == 0 {
                return self.ends();
            }
        }
    }

    fn json(&mut self) -> Read<()> {
        self.node()?;
        while let Some(innermost) = self.open.pop() {
            self.steps.step(self.at)?;
            match innermost {
                Open::Bare => self.children(true)?,
                Open::Children => self.children(false)?,
                Open::Node(seen) => self.node_key(seen)?,
                Open::File(seen) => self.file_key(seen)?,
            }
        }
        self.ends()
    }

    /// Reads children from where a node or the end of the list is expected, until one of them is open or the list ends.
    #[inline]
    fn children(&mut self, is_bare: bool) -> Read<()> {
        let list = if is_bare { Open::Bare } else { Open::Children };
        loop {
            // The first child has no comma before it.
            if !self.builder.innermost_is_empty() {
                match self.peek() {
                    b',' => self.at += 1,
                    b']' => {
                        self.at += 1;
                        if is_bare {
                            self.builder.close();
                        }
                        return Ok(());
                    }
                    _ => return Err(Stop::NotPlain),
                }
            }
            match self.peek() {
                b'-' | b'0'..=b'9' => {
                    let value = self.number()?;
                    self.leaf(Some(value))?;
                }
                _ => {
                    self.open.push(list);
                    return self.node();
                }
            }
        }
    }

    /// Reads a leaf, or the beginning of a node.
    fn node(&mut self) -> Read<()> {
        match self.peek() {
            b'[' => {
                self.at += 1;
                self.begin()?;
                self.open.push(Open::Bare);
                Ok(())
            }
            b'{' => {
                self.at += 1;
                if self.builder.is_empty() && self.open.is_empty() && self.begins_a_file()? {
                    self.open.push(Open::File(Seen::default()));
                } else {
                    self.begin()?;
                    self.open.push(Open::Node(Seen::default()));
                }
                Ok(())
            }
            _ => {
                let value = self.value()?;
                self.leaf(value)
            }
        }
    }

    /// Whether the first key of the outermost object is one of a file.
    fn begins_a_file(&mut self) -> Read<bool> {
        let before = self.at;
        let key = self.key()?;
        self.at = before;
        Ok(key.is_of_file())
    }

    /// Reads a key of a node and what belongs to it, or the end of the object.
    fn node_key(&mut self, mut seen: Seen) -> Read<()> {
        loop {
            if self.ends_object(seen)? {
                if !seen.has(Key::Value) && !seen.has(Key::Children) {
                    return Err(Stop::NotPlain);
                }
                self.builder.close();
                return Ok(());
            }
            let key = self.key()?;
            if !seen.add(key) {
                return Err(Stop::NotPlain);
            }
            let Some(node) = self.builder.innermost() else { return Err(Stop::NotPlain) };
            match key {
                Key::Value => {
                    let value = self.value()?;
                    self.builder.set_value(node, value);
                }
                Key::Label => {
                    let label = self.string()?;
                    self.builder.set_label(node, label);
                }
                Key::Move => {
                    let name = self.string()?;
                    self.builder.set_move(node, name);
                }
                Key::Player => {
                    let player = self.player()?;
                    self.builder.set_player(node, player);
                }
                Key::Children => {
                    self.take(b'[')?;
                    // The first child is told by there being none.
                    if !self.builder.innermost_is_empty() {
                        return Err(Stop::NotPlain);
                    }
                    self.open.push(Open::Node(seen));
                    self.open.push(Open::Children);
                    return Ok(());
                }
                _ => return Err(Stop::NotPlain),
            }
        }
    }

    fn file_key(&mut self, mut seen: Seen) -> Read<()> {
        loop {
            if self.ends_object(seen)? {
                return if seen.has(Key::Tree) { Ok(()) } else { Err(Stop::NotPlain) };
            }
            let key = self.key()?;
            if !seen.add(key) {
                return Err(Stop::NotPlain);
            }
            match key {
                Key::Title => {
                    let title = self.string()?;
                    self.builder.set_title(title);
                }
                Key::Source => {
                    let source = self.string()?;
                    self.builder.set_source(source);
                }
                Key::Game => {
                    let game = self.string()?;
                    self.builder.set_game(game);
                }
                Key::Root => {
                    let player = self.player()?;
                    self.builder.set_root_player(player);
                }
                Key::Tree => {
                    self.open.push(Open::File(seen));
                    return self.node();
                }
                _ => return Err(Stop::NotPlain),
            }
        }
    }

    /// Whether an object ends here; if not, takes the comma before the next key.
    fn ends_object(&mut self, seen: Seen) -> Read<bool> {
        match self.peek() {
            b'}' => {
                self.at += 1;
                Ok(true)
            }
            b',' if seen.0 != 0 => {
                self.at += 1;
                Ok(false)
            }
            _ if seen.0 == 0 => Ok(false),
            _ => Err(Stop::NotPlain),
        }
    }

    /// A key and its colon.
    fn key(&mut self) -> Read<Key> {
        let raw = self.raw_string()?;
        let key = Key::named(raw.as_bytes()).ok_or(Stop::NotPlain)?;
        self.take(b':')?;
        Ok(key)
    }

    /// A string as it is written, without its quotation marks.
    fn raw_string(&mut self) -> Read<&'t str> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(0..0x20) | None => return Err(Stop::NotPlain),
                Some(_) => self.at += 1,
            }
        }
        let raw = self.text.as_str().get(start..self.at).filter(|raw| raw.len() < MOST_TEXT).ok_or(Stop::NotPlain)?;
        self.at += 1;
        Ok(raw)
    }

    fn string(&mut self) -> Read<Box<str>> {
        let raw = self.raw_string()?;
        if !raw.contains('\\') {
            return Ok(raw.into());
        }
        unquoted(raw).map(Into::into).map_err(|_| Stop::NotPlain)
    }

    fn player(&mut self) -> Read<Player> {
        match self.raw_string()? {
            "max" => Ok(Player::Max),
            "min" => Ok(Player::Min),
            _ => Err(Stop::NotPlain),
        }
    }

    fn value(&mut self) -> Read<Option<Value>> {
        match self.peek() {
            b'"' => {
                let raw = self.raw_string()?;
                raw.parse().map(Some).map_err(|_| Stop::NotPlain)
            }
            b'n' if self.bytes[self.at..].starts_with(b"null") => {
                self.at += 4;
                Ok(None)
            }
            _ => self.number().map(Some),
        }
    }

    /// A number that ends at a blank, a comma or a bracket.
    #[inline]
    fn number(&mut self) -> Read<Value> {
        let start = self.at;
        let mut at = start;
        let is_negative = self.bytes.get(at) == Some(&b'-');
        at += usize::from(is_negative);
        let first_digit = at;
        let mut whole = 0_u64;
        while let Some(digit) = self.bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
            whole = whole.wrapping_mul(10).wrapping_add(u64::from(digit));
            at += 1;
        }
        let is_exact = at > first_digit && at - first_digit <= EXACT_DIGITS;
        if is_exact && ends_word(self.bytes.get(at)) {
            self.at = at;
            let number = whole as f64;
            return Value::new(if is_negative { -number } else { number }).ok_or(Stop::NotPlain);
        }
        self.decimal(start, at)
    }

    /// A number that is not a small whole one, of which the digits before `at` are read.
    fn decimal(&mut self, start: usize, mut at: usize) -> Read<Value> {
        while !ends_word(self.bytes.get(at)) {
            at += 1;
        }
        let word = self.text.as_str().get(start..at).filter(|word| word.len() < MOST_TEXT).ok_or(Stop::NotPlain)?;
        self.at = at;
        word.parse().map_err(|_| Stop::NotPlain)
    }
}

#[inline]
fn ends_word(byte: Option<&u8>) -> bool {
    matches!(byte, None | Some(b',' | b']' | b'}' | b')' | b'(' | b' ' | b'\n' | b'\r' | b'\t'))
}
