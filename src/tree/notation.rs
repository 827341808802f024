//! The bracket notation, `((3 12 8) (2 4 6))`: a node is a value, `?` for an unknown leaf, or
//! its children in round brackets. Blanks and line breaks are separators.

use std::io::{BufRead, Read};

use super::file_error::{Location, NOT_UTF_8, ParseError, unreadable};
use super::{Builder, Tree, Value, ValueError};
use crate::format::quoted;

/// The length of the longest possible value; longer words are refused before they fill memory.
const MAX_WORD: usize = 400;

const CLOSES_NONE: &str = "this ) closes no bracket; remove it or add a ( before";
const ENDS_BEFORE: &str =
    "the tree ends before this; remove what follows it, or put several trees in brackets to join them";

/// Reads a tree in bracket notation. Takes memory for the tree only; does not recurse.
pub(super) fn read(reader: impl BufRead) -> Result<Tree, ParseError> {
    let mut lexer =
        Lexer { bytes: reader.bytes(), peeked: None, after_return: false, location: Location { line: 1, column: 1 } };
    let mut builder = Builder::new();
    let mut finished = false;
    while let Some(location) = lexer.next_place()? {
        if finished {
            return Err(ParseError::at(location, if lexer.peek()? == Some(b')') { CLOSES_NONE } else { ENDS_BEFORE }));
        }
        take(&mut builder, lexer.token(location)?, location)?;
        finished = builder.open_count() == 0;
    }
    match builder.open_count() {
        0 => builder.build().ok_or_else(|| {
            ParseError::at(lexer.location, "there is no tree here; write one such as ((3 12 8) (2 4 6))")
        }),
        1 => Err(ParseError::at(lexer.location, "the text ends inside a bracket; add a )")),
        open => {
            let missing = if open <= 10 { ")".repeat(open) } else { "a ) for each".into() };
            Err(ParseError::at(lexer.location, format!("the text ends inside {open} brackets; add {missing}")))
        }
    }
}

fn take(builder: &mut Builder, token: Token, location: Location) -> Result<(), ParseError> {
    let too_many = |error: super::Full| ParseError::at(location, error.to_string());
    match token {
        Token::Open => {
            builder.open().map_err(too_many)?;
        }
        Token::Close if builder.open_count() == 0 => {
            return Err(ParseError::at(location, CLOSES_NONE));
        }
        Token::Close if builder.innermost_is_empty() => {
            return Err(ParseError::at(
                location,
                "a node needs at least one child; write the value of a leaf without brackets",
            ));
        }
        Token::Close => builder.close(),
        Token::Leaf(value) => {
            builder.leaf(value).map_err(too_many)?;
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Token {
    Open,
    Close,
    Leaf(Option<Value>),
}

struct Lexer<R> {
    bytes: std::io::Bytes<R>,
    peeked: Option<u8>,
    /// Whether the previous byte was a carriage return, so that a line feed does not start another line.
    after_return: bool,
    location: Location,
}

impl<R: Read> Lexer<R> {
    /// Where the next token begins; `None` at the end of the text.
    fn next_place(&mut self) -> Result<Option<Location>, ParseError> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.advance();
        }
        Ok(self.peek()?.map(|_| self.location))
    }

    /// The token that begins at a location.
    fn token(&mut self, location: Location) -> Result<Token, ParseError> {
        let token = match self.peek()? {
            Some(b'(') => Token::Open,
            Some(b')') => Token::Close,
            _ => return Ok(Token::Leaf(self.word(location)?)),
        };
        self.advance();
        Ok(token)
    }

    fn word(&mut self, location: Location) -> Result<Option<Value>, ParseError> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() || byte == b'(' || byte == b')' {
                break;
            }
            if word.len() == MAX_WORD {
                return Err(ParseError::at(
                    location,
                    "this word is too long for a number; separate values with blanks",
                ));
            }
            word.push(byte);
            self.advance();
        }
        if word == b"?" {
            return Ok(None);
        }
        let Ok(word) = std::str::from_utf8(&word) else {
            return Err(ParseError::at(location, NOT_UTF_8));
        };
        let value = word.parse::<Value>();
        value
            .map(Some)
            .map_err(|error| ParseError::at(location, format!("{} {error}{}", quoted(word), remedy(word, error))))
    }

    fn peek(&mut self) -> Result<Option<u8>, ParseError> {
        if self.peeked.is_none() {
            self.peeked = self.bytes.next().transpose().map_err(|error| unreadable(&error))?;
        }
        Ok(self.peeked)
    }

    /// Skips the peeked byte. Only the first byte of a character counts as a column.
    fn advance(&mut self) {
        let byte = self.peeked.take();
        match byte {
            Some(b'\n') if self.after_return => {}
            Some(b'\n' | b'\r') => self.location = Location { line: self.location.line + 1, column: 1 },
            Some(byte) if byte & 0xC0 != 0x80 => self.location.column += 1,
            _ => {}
        }
        self.after_return = byte == Some(b'\r');
    }
}

/// A further remedy for a word that is not a number.
fn remedy(word: &str, error: ValueError) -> &'static str {
    if error != ValueError::NotANumber {
        ""
    } else if word.contains(',') {
        ", and separate values with blanks"
    } else if word.contains(['[', ']', '{', '}']) {
        ", and put children into round brackets"
    } else {
        ", or ? for an unknown leaf"
    }
}
