//! The text of fields, TOML, and what is wrong with it in our words.

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
    table.map_err(|error| FieldError { span: error.span(), ..FieldError::new(in_our_words(error.message())) })
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

/// A message of the parser in our words, such as that of `extra comma in array, expected nothing`.
fn in_our_words(message: &str) -> &'static str {
    let what = message.split(", expected").next().unwrap_or(message);
    for &(theirs, ours) in OURS {
        if theirs.contains(&what) {
            return ours;
        }
    }
    if of_number(what) {
        "this is not a number; write one such as 5, -2.5 or 1e6, or a text in quotes"
    } else if what.starts_with("cannot extend value") {
        "this field has a value, so it has no fields; remove one"
    } else {
        "this cannot be read; write a field in each line: its name, = and its value"
    }
}

/// Messages of the parser, and what we say.
const OURS: &[(&[&str], &str)] = &[
    (&["duplicate key"], "this field is given twice; remove one"),
    (
        &["recursion limit", "cannot recurse further; max recursion depth met"],
        "brackets or names are nested too deeply here; remove some levels",
    ),
    (
        &["extra `=`", "extra assignment between key-value pairs", "unexpected `=` in array"],
        "this = is one too many; remove it",
    ),
    (&["extra comma in array", "extra comma in inline table"], "this comma is one too many; remove it"),
    (
        &["missing comma between array elements", "missing comma between key-value pairs"],
        "a comma is missing here; add it",
    ),
    (
        &["key with no value", "missing assignment between key-value pairs"],
        "this field has no value; write = and the value after its name",
    ),
    (
        &["unexpected key or value"],
        "nothing can stand here after a value; begin a new line, or put all of it in quotes",
    ),
    (
        &["invalid unquoted key", "unquoted keys cannot be empty"],
        "this is not the name of a field; write letters, digits, - and _ only, or put it in quotes",
    ),
    (
        &["invalid inline table element", "invalid key-value pair", "missing key for inline table element"],
        "this is not a field; write its name, = and its value",
    ),
    (&["missing array opening", "missing inline table opening"], "no bracket is open here; remove this one"),
    (&["missing opening quote"], "the quotation mark before this text is missing; add it"),
    (
        &["carriage return must be followed by newline"],
        "a carriage return without a line feed is here; save the file with the line ends of your system",
    ),
    (&["invalid comment character"], "a control character is in this comment; remove it"),
    (
        &[
            "missing value",
            "missing value for key",
            "string values must be quoted",
            "invalid boolean",
            "invalid value",
            "invalid date-time",
        ],
        "this is not a value; write a number, true or false, a list in brackets, or a text in quotes",
    ),
    (&["unclosed array", "unclosed table", "unclosed array table"], "a bracket is open here; close it with ]"),
    (&["unclosed inline table"], "a bracket is open here; close it with }"),
    (
        &["invalid basic string", "invalid multi-line literal string", "invalid multi-line basic string"],
        "this text in quotes is not closed, or has a character that must be escaped",
    ),
    // The parser says so of a field without a value, too, such as in `{ kind }`.
    (
        &["invalid literal string"],
        "a field before this has no value, or a text in quotes is not closed or has a control character; correct it",
    ),
    (
        &["missing escaped value", "too few unicode value digits"],
        "unknown escape sequence after this backslash; write \\\\ for a backslash, or put the text in single quotes",
    ),
];

/// Whether a message of the parser is about a number.
fn of_number(what: &str) -> bool {
    const ABOUT: [&str; 8] = ["float", "number", "mantissa", "fraction", "exponent", "radix", "sign", "digits"];
    what.split(' ').any(|word| ABOUT.contains(&word)) || what == "unexpected leading zero"
}
