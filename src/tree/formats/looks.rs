//! What texts look like: which of the notations of nested literals one is written in, told from its beginning.

use super::keys;

/// How much of a text is looked at, in bytes.
const HEAD: usize = 1 << 16;

/// The beginning of a text, without blanks before it.
pub(super) fn head(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.floor_char_boundary(HEAD)]
}

/// The text without comments and the name of a definition at its beginning, such as `const tree =`.
fn literal(text: &str) -> &str {
    let mut rest = head(text);
    loop {
        let comment = ["//", "#", ";", "--", "/*"].iter().find(|begin| rest.starts_with(**begin));
        let is_quote = rest.starts_with("#(")
            || rest.starts_with("#{")
            || rest.starts_with("--") && rest[2..].starts_with(|c: char| c.is_ascii_digit());
        match comment {
            Some(&"/*") => rest = rest.split_once("*/").map_or("", |(_, rest)| rest).trim_start(),
            Some(_) if !is_quote => rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start(),
            _ => break,
        }
    }
    let line = rest.lines().next().unwrap_or_default();
    let Some((name, _)) = line.split_once('=') else { return rest };
    let is_definition = !name.trim().is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ' ' | ':' | '.' | '\''))
        && name.starts_with(char::is_alphabetic);
    if is_definition { rest[name.len()..].trim_start_matches(['=', '>']).trim_start() } else { rest }
}

/// The outside of quotation marks, byte by byte, with the byte before.
fn outside(text: &str) -> impl Iterator<Item = (u8, u8)> {
    let mut quote = 0;
    let mut last = b' ';
    text.bytes().filter_map(move |byte| {
        let before = std::mem::replace(&mut last, byte);
        match byte {
            _ if quote == byte && before != b'\\' => quote = 0,
            _ if quote != 0 => {}
            b'"' | b'\'' if !before.is_ascii_alphanumeric() => quote = byte,
            _ => return Some((before, byte)),
        }
        None
    })
}

fn begins_with(text: &str, characters: &[char]) -> bool {
    text.starts_with(characters)
}

fn has_outside(text: &str, byte: u8) -> bool {
    outside(text).any(|(_, other)| other == byte)
}

/// A single value.
fn is_scalar(text: &str) -> bool {
    let word = text.trim().trim_matches('"');
    !word.contains(char::is_whitespace)
        && (word.parse::<crate::tree::Value>().is_ok()
            || matches!(word, "null" | "None" | "nil" | "NaN" | "Infinity" | "-Infinity" | "true" | "false"))
}

/// Lists in square brackets with commas, or a single value.
pub(super) fn like_json(text: &str) -> bool {
    let text = literal(text);
    if begins_with(text, &['[']) {
        return !is_clojure(text);
    }
    begins_with(text, &['{']) && !is_clojure(text) || is_scalar(text) || text.starts_with('"')
}

/// Objects under names that are not Plyscope's own.
pub(super) fn like_objects(text: &str) -> bool {
    let text = literal(text);
    let own = ["value", "label", "move", "player", "children", "title", "source", "game", "root", "tree", "max", "min"];
    let is_other = |key: &str| !own.contains(&key);
    begins_with(text, &['{', '[']) && text.contains('{') && !is_clojure(text) && keys_of(text).any(is_other)
}

/// What stands before colons.
fn keys_of(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(':').filter_map(|(at, _)| {
        let before = text[..at].trim_end().trim_end_matches(['"', '\'']);
        let start = before.rfind(['"', '\'', '{', ',', ' ', '\n', '\t']).map_or(0, |at| at + 1);
        Some(&before[start..]).filter(|key| !key.is_empty())
    })
}

/// Tuples, `None`, or texts in single quotation marks.
pub(super) fn like_python(text: &str) -> bool {
    let literal = literal(text);
    let has_definitions = ["class ", "def ", "import ", "from "].iter().any(|word| head(text).starts_with(word));
    let is_tuple = || has_outside(literal, b'(') && has_outside(literal, b',') && !is_application(literal);
    let is_python = || is_tuple() || literal.contains("None") || literal.contains('\'') || literal.contains("dict(");
    (begins_with(literal, &['(', '[', '{']) || literal.starts_with("dict(") || has_definitions)
        && !is_clojure(literal)
        && is_python()
        || matches!(literal.trim(), "None")
}

/// A number and a list in brackets, and such pairs only.
pub(super) fn like_pairs(text: &str) -> bool {
    let literal = literal(text);
    let mut bytes = outside(literal).map(|(_, byte)| byte).filter(|byte| !byte.is_ascii_whitespace() && *byte != b',');
    if !matches!(bytes.next(), Some(b'(' | b'[')) {
        return false;
    }
    let mut number = false;
    for byte in bytes {
        match byte {
            b'0'..=b'9' | b'-' | b'.' | b'/' | b'e' | b'+' => number = true,
            b'[' | b'(' => return number,
            _ => return false,
        }
    }
    false
}

/// Round brackets without commas and names.
pub(super) fn like_brackets(text: &str) -> bool {
    let text = literal(text);
    let is_plain = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || b"()?+-./eE".contains(&byte);
    begins_with(text, &['(', '?']) && text.bytes().all(is_plain)
}

/// Round brackets without commas, or vectors of Clojure.
pub(super) fn like_lisp(text: &str) -> bool {
    let text = literal(text).trim_start_matches(['\'', '`', '#']);
    if begins_with(text, &['(']) {
        let inside = text.trim_start_matches(|c: char| c == '(' || c.is_whitespace());
        let word = inside.find(|c: char| c.is_whitespace() || "()[]{},".contains(c)).unwrap_or(inside.len());
        let has_head = inside.starts_with(|c: char| c.is_alphabetic() || c == ':') && !inside[word..].starts_with(',');
        return (has_head || !has_outside(text, b',')) && !closes_before_a_name(text);
    }
    begins_with(text, &['[', '{']) && is_clojure(text)
}

/// Whether a text in square or curly brackets has keywords, or no comma between things.
fn is_clojure(text: &str) -> bool {
    if outside(text).any(|(before, byte)| byte == b':' && matches!(before, b'[' | b'(' | b'{' | b' ' | b'\n')) {
        let has_keyword = |at: usize| {
            text[at + 1..].starts_with(char::is_alphabetic) && !text[..at].trim_end().ends_with(['"', '\''])
        };
        return text
            .match_indices(':')
            .any(|(at, _)| has_keyword(at) && text[..at].ends_with(['[', '(', '{', ' ', '\n']));
    }
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'?');
    let gaps = outside(text)
        .filter(|(before, byte)| before.is_ascii_whitespace() && (is_word(*byte) || matches!(byte, b'[' | b'(')))
        .count();
    gaps > 0 && !has_outside(text, b',') && !has_outside(text, b':') && !has_outside(text, b'=') && is_of_words(text)
}

/// Whether there are only words, numbers and brackets.
fn is_of_words(text: &str) -> bool {
    outside(text)
        .all(|(_, byte)| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b"[](){}-+./?_".contains(&byte))
}

/// Whether a name comes right after a bracket that closes, as in Newick.
pub(super) fn closes_before_a_name(text: &str) -> bool {
    outside(text)
        .any(|(before, byte)| before == b')' && (byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b';')))
}

/// Whether a text begins with a constructor and what it is applied to.
fn is_application(text: &str) -> bool {
    let name = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '\'')).unwrap_or(text.len());
    let (name, rest) = text.split_at(name);
    let first = rest.trim_start().chars().next();
    let is_known = matches!(name, "Leaf" | "Node" | "Tip" | "Fork" | "Branch" | "Just") || keys::player(name).is_some();
    let has_line = rest.lines().next().is_some_and(|line| line.contains(['(', '[', '{']));
    name.starts_with(char::is_alphabetic)
        && match first {
            Some('(' | '[' | '{') => true,
            Some(first) => {
                (is_known || name.starts_with(char::is_uppercase))
                    && (first.is_ascii_digit() || "-~\"".contains(first))
                    && (has_line || is_known)
                    || name.starts_with(char::is_uppercase) && has_line
            }
            None => is_known,
        }
}

/// A constructor applied to what it holds.
pub(super) fn like_terms(text: &str) -> bool {
    let start = head(text);
    let is_code =
        ["{-", "(*", "module ", "data ", "datatype ", "type ", "import "].iter().any(|begin| start.starts_with(begin))
            && start.contains(" = ");
    let text = literal(text);
    is_application(text) && !text.starts_with("dict(") || is_code && !begins_with(text, &['[', '{'])
}
