//! Which lines of a text are nodes [further to the right](super::indented) than those above them, and how far each is.

use super::{contents, is_value};
use crate::tree::formats::keys;

/// Whether a line is a heading of Markdown, and not a comment of a table.
fn is_heading(line: &str) -> bool {
    line.starts_with('#') && line.trim_start_matches('#').starts_with(' ')
}

/// Whether comments are nodes: headings below the first line, with nothing or with the points of a list below them.
fn has_headings(text: &str) -> bool {
    let mut lines = contents(text).take(MOST_LOOKED_AT).map(|(_, line)| line);
    if !lines.next().is_some_and(|line| line.starts_with("# ")) {
        return false;
    }
    let (mut headings, mut points) = (0, 0);
    let all = lines.all(|line| {
        let is_point = ["- ", "* ", "+ "].iter().any(|point| line.trim_start().starts_with(point));
        headings += usize::from(line.starts_with("##") && is_heading(line));
        points += usize::from(is_point);
        line.starts_with("##") && is_heading(line) || is_point
    });
    all && headings > usize::from(points > 0)
}

/// The lines of a text that are looked at to recognise what they are.
pub(super) const MOST_LOOKED_AT: usize = 1000;

/// The lines of nodes: those of all comments, if they are the headings of Markdown, and not those that the command `tree` says more in,
/// nor the marks around a mind map of PlantUML.
pub(super) fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let has_headings = has_headings(text);
    contents(text)
        .filter(move |(_, line)| {
            let content = line.trim_start();
            match content.as_bytes() {
                [b'#', ..] => has_headings && is_heading(line),
                [b'@', ..] => !(line.starts_with("@start") || line.starts_with("@end")),
                [b'F' | b'V', ..] => !(line.starts_with("Folder PATH") || line.starts_with("Volume serial")),
                [b'0'..=b'9', ..] => !(line.contains("director") && is_count_of_files(line)),
                b"---" | b"..." => false,
                _ => !content.chars().all(|sign| sign.is_whitespace() || matches!(sign, '|' | '│' | '┃' | '║')),
            }
        })
        .map(|(at, line)| (at, without_note(line)))
}

/// Whether a line is the last one of the command `tree`: `2 directories, 4 files`.
fn is_count_of_files(line: &str) -> bool {
    let mut words = line.split_whitespace().skip(1);
    words.next().is_some_and(|word| word.trim_end_matches(',').starts_with("director"))
        && words.nth(1).is_none_or(|word| word.starts_with("file"))
}

/// A line without the comment behind ` # ` or ` // ` outside of quotation marks.
fn without_note(line: &str) -> &str {
    if !line.contains(['#', '/']) {
        return line;
    }
    let (mut is_quoted, mut is_escaped) = (false, false);
    let mut end = 0;
    for (at, sign) in line.char_indices() {
        let begins = matches!(sign, '#' | '/') && (line[at..].starts_with("# ") || line[at..].starts_with("// "));
        if begins && !is_quoted && 0 < end && end < at {
            return &line[..end];
        }
        match sign {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        if !sign.is_whitespace() {
            end = at + sign.len_utf8();
        }
    }
    line
}

/// What the lines of a text have in common.
#[derive(Default)]
pub(super) struct Style {
    /// How far to the right lines are that are no headings of Markdown, in addition to the blanks before them: further than those are.
    below_headings: usize,
    /// Whether dashes before a name are points of a list, as in `-B`, and not the sign of a number.
    are_points: bool,
    /// The least number of dashes between a line of a drawing and a name, as in `+---B`.
    dashes: usize,
    /// Whether a comma is that of a decimal, since other leaves have none.
    pub(super) has_decimals: bool,
    /// Whether names are numbers of sections: `1`, and below it `1.1`.
    pub(super) has_sections: bool,
}

impl Style {
    pub(super) fn of(text: &str) -> Style {
        let mut style = Style { dashes: usize::MAX, ..Style::default() };
        style.below_headings = if has_headings(text) { MOST_HEADINGS } else { 0 };
        let mut lines = rows(text).map(|(_, line)| line).peekable();
        while let Some(line) = lines.next() {
            // Most lines begin with a name or a number.
            if line.bytes().find(|&byte| byte != b' ').is_none_or(|byte| byte.is_ascii_alphanumeric()) {
                continue;
            }
            let (before, dashes, behind) = dashes_of(line);
            let is_name = behind.starts_with(|sign: char| sign.is_alphabetic()) && !keys::is_not_finite(behind);
            let is_drawn = before.ends_with(is_branch);
            // A name alone above no other line may itself have a minus: what it is worth is not known.
            let below = lines.peek().map_or(0, |next| next.len() - dashes_of(next).2.len());
            let is_node = behind.contains([' ', ':', '=']) || below > line.len() - behind.len();
            style.are_points |= dashes > 0 && !is_drawn && is_name && is_node;
            if is_drawn && dashes > 0 && !behind.starts_with(char::is_whitespace) {
                style.dashes = style.dashes.min(dashes);
            }
        }
        let contents = || rows(text).map(|(_, line)| style.indent(line).1);
        let has_decimals = text.contains(',')
            && contents().any(is_value)
            && contents().filter(|line| begins_with_list(line)).all(is_decimal);
        let mut first = contents();
        let root = first.next().unwrap_or_default();
        let below = first.next().and_then(|line| line.strip_prefix(root)).unwrap_or_default();
        let has_sections = root.parse::<u32>().is_ok() && below.starts_with('.') && below.contains(' ');
        Style { has_decimals, has_sections, ..style }
    }

    /// How far a line is to the right, and what stands there.
    pub(super) fn indent<'t>(&self, line: &'t str) -> (usize, &'t str) {
        let mut width = if is_heading(line) { 0 } else { self.below_headings };
        let mut rest = line;
        let mut is_behind_branch = false;
        let mut are_blanks = true;
        while let Some(first) = rest.chars().next() {
            if first == ' ' {
                let blanks = rest.len() - rest.trim_start_matches(' ').len();
                (width, rest, is_behind_branch) = (width + blanks, &rest[blanks..], false);
                continue;
            }
            // As in `** B` and `## B`.
            if matches!(first, '*' | '#')
                && let behind = rest.trim_start_matches(first)
                && behind.starts_with(' ')
            {
                width += rest.len() - behind.len();
                rest = behind;
                continue;
            }
            let marked = self.marked(rest, first, is_behind_branch, are_blanks);
            if marked == 0 {
                break;
            }
            // An arrow before a value that is already further to the right, as in `  ->3`, is only a sign of what is below.
            let is_only_sign =
                rest.starts_with(['-', '→']) && rest[..marked].ends_with(['>', '→']) && are_blanks && width > 0;
            width += match first {
                _ if is_only_sign => 0,
                '\t' => TAB,
                _ => rest[..marked].chars().count(),
            };
            are_blanks &= first.is_whitespace();
            is_behind_branch = is_branch(first);
            rest = &rest[marked..];
        }
        (width, without_number(rest).trim_end())
    }

    /// The length of the marks of one kind that a text begins with, right behind a branch or as the first marks but blanks.
    fn marked(&self, rest: &str, first: char, is_behind_branch: bool, is_first: bool) -> usize {
        let one = first.len_utf8();
        let behind = &rest[one..];
        let second = behind.chars().next();
        let is_blank = second.is_none_or(|c| c.is_whitespace() || matches!(c, '-' | '─' | '|' | '_'));
        let is_mark = match first {
            ' ' | '\u{a0}' | '\t' | '│' | '├' | '└' | '─' | '┬' | '╰' | '┃' | '┗' | '┣' | '━' | '║' | '╠' | '╚'
            | '═' => true,
            // A number may be marked as code, as in "`-3`".
            '`' => is_blank && !rest.ends_with('`'),
            '|' | '+' | '\\' => is_blank,
            '•' | '·' | '–' | '▸' | '→' => second == Some(' '),
            _ => false,
        };
        if is_mark || !matches!(first, '-' | '_' | '.') {
            return if is_mark { one } else { 0 };
        }
        let length = rest.len() - rest.trim_start_matches(first).len();
        match first {
            // As in `->3` and `-> 3`.
            '-' if behind.starts_with('>') => 2,
            '-' if rest[length..].is_empty() || rest[length..].starts_with(' ') => length,
            '-' if self.are_points && is_first => length,
            // A dash more than others have is the sign of a number.
            '-' if is_behind_branch && length > self.dashes && rest[length..].starts_with(is_digit) => length - 1,
            '-' | '_' if is_behind_branch => length,
            '-' if length > 1 => length - 1,
            '.' if length > 1 && length < rest.len() => length,
            _ => 0,
        }
    }
}

/// The columns that a tab is wide.
const TAB: usize = 4;

/// The least width of what stands below headings of Markdown, which have six levels.
const MOST_HEADINGS: usize = 10;

fn is_digit(sign: char) -> bool {
    sign.is_ascii_digit() || sign == '.'
}

/// Whether a sign is one from which dashes lead to a name.
fn is_branch(sign: char) -> bool {
    matches!(sign, '|' | '+' | '`' | '\\' | '│' | '├' | '└' | '╰' | '┃' | '┗' | '┣')
}

/// What stands before the first dashes of a line, if those are only marks, how many dashes there are, and what follows them.
fn dashes_of(line: &str) -> (&str, usize, &str) {
    let is_mark = |sign: char| sign.is_whitespace() || is_branch(sign);
    let rest = line.trim_start_matches(is_mark);
    let behind = rest.trim_start_matches('-');
    (&line[..line.len() - rest.len()], rest.len() - behind.len(), behind)
}

/// A line without the number of a point in a list of Markdown.
fn without_number(rest: &str) -> &str {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let point = rest[digits..].strip_prefix(". ").or(rest[digits..].strip_prefix(") "));
    point.filter(|_| (1..4).contains(&digits)).map_or(rest, str::trim_start)
}

/// Whether a line begins with two numbers between which there is a comma without a blank.
fn begins_with_list(content: &str) -> bool {
    content.split_once(',').is_some_and(|(first, second)| is_value(first) && second.starts_with(is_digit))
}

/// Whether a line is a number with a decimal comma.
pub(super) fn is_decimal(content: &str) -> bool {
    let is_whole = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    content.split_once(',').is_some_and(|(first, second)| is_value(first) && is_whole(second))
}
