//! The words and texts of a literal: where they end, and what their escape sequences stand for.

#[inline]
pub(super) fn line_end(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// The length of a word, which ends at blanks, brackets, separators and quotation marks.
#[inline]
pub(super) fn word_end(text: &str) -> usize {
    let mut last = ' ';
    for (at, character) in text.char_indices() {
        let ends = match character {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ';' | '"' | '=' => true,
            // In Python `u'…'`; in Haskell a prime is part of a name.
            '\'' => at == 1 && text.starts_with(['u', 'b', 'r', 'U', 'B', 'R']),
            ':' => at > 0,
            '>' => last == '-' && at > 1,
            _ => character.is_whitespace(),
        };
        if ends {
            let arrow = usize::from(character == '>');
            return (at - arrow).max(1);
        }
        last = character;
    }
    text.len()
}

/// The length of a text in quotation marks, including them.
#[inline]
pub(super) fn string_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mark = bytes[0];
    let mut at = 1;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            byte if byte == mark => return Some(at + 1),
            b'\n' | b'\r' => return None,
            _ => at += 1,
        }
    }
}

/// Whether an apostrophe begins a text, and not what Lisp quotes: a text ends before a blank, a separator or a bracket.
pub(super) fn is_quoted(text: &str) -> bool {
    let Some(end) = string_end(text) else { return false };
    let next = text.get(end..).and_then(|rest| rest.chars().next());
    next.is_none_or(|next| next.is_whitespace() || ",;:=)]}-".contains(next)) && !text[1..].starts_with(['(', '['])
}

/// A text with its escape sequences resolved: those of JSON, Python, Haskell. The error is its byte, and what is wrong.
pub(crate) fn unquoted(raw: &str) -> Result<String, (usize, &'static str)> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let (character, length) = escape(rest).map_err(|message| (raw.len() - rest.len(), message))?;
        text.extend(character);
        rest = &rest[length..];
    }
    text.push_str(rest);
    Ok(text)
}

const UNKNOWN_ESCAPE: &str = "unknown escape sequence after this backslash; write \\\\ for a backslash";
const HALF: &str =
    "this is half of a character in two parts; write both, such as \\ud83d\\ude00, or the character itself";
const FOUR_DIGITS: &str = "\\u needs four hexadecimal digits after it; write \\\\ for a backslash";

/// The character of the escape sequence that a text begins with, and the length of that.
fn escape(text: &str) -> Result<(Option<char>, usize), &'static str> {
    let second = text[1..].chars().next().ok_or(UNKNOWN_ESCAPE)?;
    let simple = match second {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '"' | '\'' | '\\' | '/' => second,
        'u' => return unicode(text),
        'x' => {
            let code = hexadecimal(text, 2, 2).ok_or("\\x needs two hexadecimal digits after it")?;
            return Ok((char::from_u32(code), 4));
        }
        // As `show` of Haskell writes them.
        '&' => return Ok((None, 2)),
        '0'..='9' => {
            let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count().min(7);
            let code = text[1..=digits].parse().ok().and_then(char::from_u32).ok_or(UNKNOWN_ESCAPE)?;
            return Ok((Some(code), 1 + digits));
        }
        _ => return Err(UNKNOWN_ESCAPE),
    };
    Ok((Some(simple), 2))
}

/// `\\u` and four hexadecimal digits, twice for a character in two parts, or any number of them in braces.
fn unicode(text: &str) -> Result<(Option<char>, usize), &'static str> {
    if let Some(rest) = text[2..].strip_prefix('{') {
        let digits = rest.find('}').filter(|digits| (1..=6).contains(digits)).ok_or(FOUR_DIGITS)?;
        let code = u32::from_str_radix(&rest[..digits], 16).ok().and_then(char::from_u32);
        return code.map(|code| (Some(code), digits + 4)).ok_or(FOUR_DIGITS);
    }
    let first = hexadecimal(text, 2, 4).ok_or(FOUR_DIGITS)?;
    if let Some(character) = char::from_u32(first) {
        return Ok((Some(character), 6));
    }
    let is_first_half = (0xD800..0xDC00).contains(&first) && text[6..].starts_with("\\u");
    let second = if is_first_half { hexadecimal(text, 8, 4) } else { None };
    let second = second.filter(|second| (0xDC00..0xE000).contains(second)).ok_or(HALF)?;
    Ok((char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)), 12))
}

fn hexadecimal(text: &str, from: usize, digits: usize) -> Option<u32> {
    let digits = text.get(from..from + digits)?;
    if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) { u32::from_str_radix(digits, 16).ok() } else { None }
}
