//! The text of fields, TOML, and how much memory it takes to read.

use toml::Spanned;
use toml::de::DeTable;
use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

use super::FieldError;
use crate::memory;

/// The fields of a text, with their places.
pub fn parse(text: &str) -> Result<DeTable<'_>, FieldError> {
    memory::room_for(needed(text)).map_err(FieldError::new)?;
    let table = DeTable::parse(text).map(Spanned::into_inner);
    table.map_err(|error| FieldError { span: error.span(), ..FieldError::new(error.message()) })
}

/// About how much memory the fields of a text take until they are read, at most, in bytes. A long text among them, such as a tree, takes
/// little; lists and tables take hundreds of times what they are in the text.
fn needed(text: &str) -> u64 {
    const PER_BYTE: u64 = 10;
    let of_token = |token: Token| match token.kind() {
        // Each part of a name may be a table, which makes room for eleven fields at once.
        TokenKind::Dot | TokenKind::Equals => 1300,
        // A list makes room for four elements at once.
        TokenKind::LeftSquareBracket => 400,
        _ => 90,
    };
    text.len() as u64 * PER_BYTE + Source::new(text).lex().map(of_token).sum::<u64>()
}
