//! A text in another notation, rewritten as the JSON of the same objects, with the places of its parts.

use super::text::Text;
use super::{Found, lists};
use crate::memory;
use crate::tree::file_error::ParseError;
use crate::tree::{Value, ValueError};

/// A text in JSON, a line for each part.
pub(super) struct Rewritten<'a, 't> {
    text: &'a Text<'t>,
    json: Vec<u8>,
    /// The byte of the text that each line says.
    places: Vec<u32>,
}

impl<'a, 't> Rewritten<'a, 't> {
    pub(super) fn new(text: &'a Text<'t>) -> Rewritten<'a, 't> {
        Rewritten { text, json: Vec::new(), places: Vec::new() }
    }

    /// Adds a sign, or a number or a list that is written as in JSON.
    pub(super) fn put(&mut self, part: &str, at: usize) -> Result<(), ParseError> {
        let (length, more) = (self.json.len(), part.len() + 1);
        let mut room = memory::make_room(&mut self.places);
        if self.json.capacity() < length + more {
            room = room.and_then(|()| memory::reserve(&mut self.json, length.max(more)));
        }
        self.text.room(room, at)?;
        self.places.push(at as u32);
        self.json.extend(part.bytes().map(|sign| if matches!(sign, b'\n' | b'\r') { b' ' } else { sign }));
        self.json.push(b'\n');
        Ok(())
    }

    /// Adds a text.
    pub(super) fn put_text(&mut self, text: &str, at: usize) -> Result<(), ParseError> {
        self.put(&serde_json::Value::from(text).to_string(), at)
    }

    /// Adds a number as it is, and another word as a text, which a fraction is in JSON, too.
    pub(super) fn put_word(&mut self, word: &str, at: usize) -> Result<(), ParseError> {
        let is_number = !word.contains('/') && !matches!(word.parse::<Value>(), Err(ValueError::NotANumber));
        if is_number { self.put(word, at) } else { self.put_text(word, at) }
    }

    /// Whether there is nothing yet.
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Reads the tree.
    pub(super) fn read(self) -> Result<Found, ParseError> {
        let Rewritten { text, json, places } = self;
        let json = String::from_utf8_lossy(&json);
        lists::rewritten(&text.instead(&json)).map_err(|error| match error {
            ParseError::Wrong { location, message } => {
                let line = (location.line as usize - 1).min(places.len().saturating_sub(1));
                text.wrong(places.get(line).map_or(0, |&at| at as usize), message)
            }
            other => other,
        })
    }
}
