//! One line for each node, further to the right than that of its parent: indented by blanks or tabs, as a list of points, with the stars
//! of org-mode, as headings of Markdown, with the lines of the command `tree`, or as a mind map of Mermaid or PlantUML. Dashes and dots
//! before a name may also say alone how far below the root it is.
//!
//! A line has a name, a value, or both: `B1 3`, `B1: 3`, `B1 = 3`, and may say who moves: `max`, `B (min)`, `B: min`; `a1 -> B1 3` names
//! the move, too. A text in quotation marks is always a name, but for a number that is all that a leaf has. Leaves may stand behind their
//! parent: `B 3 12 8`, or as in YAML `B: [3, 12, 8]`. Notes may stand behind a value, as in `3 (pruned)`, and below chance a probability
//! may stand before or behind it: `0.3: 5`.

use std::io::{self, Write};

use super::{contents, head, is_value, number, value_of};
use crate::format::quoted;
use crate::output::Refusal;
use crate::tree::file_error::ParseError;
use crate::tree::formats::json::write_text;
use crate::tree::formats::keys::Meaning;
use crate::tree::formats::literal::unquoted;
use crate::tree::formats::text::Text;
use crate::tree::formats::writing::{Step, is_in_turn, steps};
use crate::tree::formats::{FormatEntry, Found, Writer, keys, mermaid};
use crate::tree::{Builder, NodeId, Probability, Role, Tree, ValueError};

pub(in crate::tree::formats) static ENTRY: FormatEntry = FormatEntry {
    id: "indented",
    title: "indented lines",
    extensions: &["txt", "md"],
    recognises,
    read,
    writer: Some(Writer {
        refuses: |tree| {
            (tree.height() > MOST_DEPTH).then(|| "lines cannot be indented that far; save the tree as .json".into())
        },
        ..Writer::of(super::ROOM, write)
    }),
};

/// The largest depth that is written, since the length of a line grows with it.
const MOST_DEPTH: u32 = 10_000;

/// The line before a mind map of Mermaid.
const MIND_MAP: &str = "mindmap";

/// One line at the left, and all others further to the right.
pub(super) fn recognises(text: &str) -> bool {
    let style = Style::of(head(text));
    let mut rows = rows(text).take(MOST_LOOKED_AT).map(|(_, line)| style.indent(line));
    let Some((first, content)) = rows.next() else { return false };
    let mut count = 0;
    let mut is_deeper = true;
    for (width, content) in rows {
        count += 1;
        is_deeper &= width > first && !content.starts_with([']', '}', ')', ';']);
    }
    // The lines of a flowchart are indented, too, and may stand in a file of any text.
    let is_other = mermaid::recognises(text) || is_program(text) || super::drawn::has_row_of_edges(text);
    // What goes on in brackets is no line of its own, and rows of a table are not below the first.
    let signs = |signs: [char; 3]| content.matches(signs).count();
    let goes_on = signs(['[', '(', '{']) > signs([']', ')', '}']) || content.ends_with('|');
    is_deeper
        && count > 0
        && !is_other
        && !goes_on
        && !content.starts_with(['[', '{', '(', '<', '\\'])
        && head(text).len() > 1
}

/// The lines of a text that are looked at to recognise it.
const MOST_LOOKED_AT: usize = 1000;

/// What the first line of a program or of another diagram begins with, and how it ends.
const PROGRAMS: [(&str, &str); 18] = [
    ("if ", ":"),
    ("for ", ":"),
    ("while ", ":"),
    ("with ", ":"),
    ("def ", ":"),
    ("class ", ":"),
    ("try", ":"),
    ("if ", "{"),
    ("for ", "{"),
    ("while ", "{"),
    ("class ", "{"),
    ("function ", ""),
    ("fn ", ""),
    ("public ", "{"),
    ("stateDiagram", ""),
    ("sequenceDiagram", ""),
    ("classDiagram", ""),
    ("erDiagram", ""),
];

/// Whether the lines are those of a program, which are indented, too.
fn is_program(text: &str) -> bool {
    let line = rows(text).next().map_or("", |(_, line)| line.trim());
    let has_sign = || rows(text).take(MOST_LOOKED_AT).any(|(_, line)| line.contains(['(', '=', '>', '{']));
    PROGRAMS.iter().any(|(begin, end)| line.starts_with(begin) && line.ends_with(end)) && has_sign()
}

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

/// The lines of nodes: those of all comments, if they are the headings of Markdown, and not those that the command `tree` says more in,
/// nor the marks around a mind map of PlantUML.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let has_headings = has_headings(text);
    contents(text)
        .filter(move |(_, line)| match line.trim_start().as_bytes() {
            [b'#', ..] => has_headings && is_heading(line),
            [b'@', ..] => !(line.starts_with("@start") || line.starts_with("@end")),
            [b'F' | b'V', ..] => !(line.starts_with("Folder PATH") || line.starts_with("Volume serial")),
            [b'0'..=b'9', ..] => !(line.contains("director") && is_count_of_files(line)),
            b"---" | b"..." => false,
            _ => !line.chars().all(|sign| sign.is_whitespace() || matches!(sign, '|' | '│' | '┃' | '║')),
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
struct Style {
    /// How far to the right lines are that are no headings of Markdown, in addition to the blanks before them: further than those are.
    below_headings: usize,
    /// Whether dashes before a name are points of a list, as in `-B`, and not the sign of a number.
    are_points: bool,
    /// The least number of dashes between a line of a drawing and a name, as in `+---B`.
    dashes: usize,
    /// Whether a comma is that of a decimal, since other leaves have none.
    has_decimals: bool,
    /// Whether names are numbers of sections: `1`, and below it `1.1`.
    has_sections: bool,
}

impl Style {
    fn of(text: &str) -> Style {
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
    fn indent<'t>(&self, line: &'t str) -> (usize, &'t str) {
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
fn is_decimal(content: &str) -> bool {
    let is_whole = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    content.split_once(',').is_some_and(|(first, second)| is_value(first) && is_whole(second))
}

/// A node that is open: how far it is to the right, and whether chance moves there.
struct Open {
    width: usize,
    is_chance: bool,
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let str = text.as_str();
    let style = Style::of(str);
    let mut builder = Builder::new();
    let mut open: Vec<Open> = Vec::new();
    let mut steps = text.steps();
    let mut is_mind_map = false;
    let mut lines = rows(str).peekable();
    while let Some((at, line)) = lines.next() {
        steps.step(at)?;
        let (width, mut content) = style.indent(line);
        if builder.is_empty() && content == MIND_MAP {
            is_mind_map = true;
            continue;
        }
        if is_mind_map {
            content = in_shape(content);
        }
        let place = |part: &str| part.as_ptr() as usize - str.as_ptr() as usize;
        let start = place(content);
        let mut is_back = false;
        while open.last().is_some_and(|before| before.width > width) {
            open.pop();
            builder.close();
            is_back = true;
        }
        let is_beside = open.last().is_some_and(|before| before.width == width);
        if is_back && !open.is_empty() && !is_beside {
            return Err(text.wrong(start, "no line above is indented as far as this one; indent siblings alike"));
        }
        if open.is_empty() && !builder.is_empty() {
            return Err(text.wrong(start, "this line is not below the first one; indent all lines but the first"));
        }
        if is_beside {
            open.pop();
            builder.close();
            if open.is_empty() {
                return Err(text.wrong(start, "there are two roots; indent all lines but the first"));
            }
        }
        let next = lines.peek().map(|(_, line)| style.indent(line).0);
        let is_below_chance = open.last().is_some_and(|parent| parent.is_chance);
        let (entered_by, content) = if is_below_chance { chance(content) } else { (None, content) };
        let content = unmarked(content);
        let is_decimal = style.has_decimals && is_decimal(content);
        let (name, leaves) =
            if style.has_sections || is_decimal { (content, Vec::new()) } else { leaves_behind(content) };
        if !leaves.is_empty() && name.contains(' ') && name.split(' ').next().is_some_and(is_value) {
            let message = format!("{} is no name before leaves; put it in quotation marks", quoted(name));
            return Err(text.wrong(start, message));
        }
        let is_without_name = name.is_empty() && !leaves.is_empty();
        let is_of_parent = is_without_name
            && open.last().is_some_and(|parent| parent.width < width)
            && builder.innermost_is_empty()
            && next.is_none_or(|next| next < width);
        // A number alone in brackets is a leaf, as it is without them.
        let is_leaf = leaves.is_empty() || is_without_name && leaves.len() == 1;
        if !is_of_parent {
            let node = builder.open().map_err(|full| text.full(start, full))?;
            let is_inner = !is_leaf || next.is_some_and(|next| next > width);
            if let Some(entered_by) = entered_by {
                builder.set_move(node, entered_by);
            }
            let mut line = Line { text, builder: &mut builder, node, is_inner, at: start };
            let is_chance = match (is_leaf, &leaves[..]) {
                (true, [leaf]) => line.value(leaf)?,
                _ if is_decimal => line.value(content)?,
                _ => line.describe(name)?,
            };
            open.push(Open { width, is_chance });
        }
        if is_leaf && !is_of_parent {
            continue;
        }
        for leaf in leaves {
            let at = place(leaf);
            let node = builder.open().map_err(|full| text.full(at, full))?;
            builder.set_value(node, value_of(text, at, leaf)?);
            builder.close();
        }
    }
    let tree = text.built(builder, str.len())?;
    if tree.len() == 1 && tree.value(NodeId::ROOT).is_none() && !str.trim_end().ends_with('?') {
        return Err(
            text.wrong(0, "this line has no value, and no line below it is indented; indent those of its children")
        );
    }
    Ok(tree.into())
}

/// The text of a node of a mind map, without the identifier and the shape around it, as in `b[B]` or `root((A))`.
fn in_shape(content: &str) -> &str {
    for (open, close) in [("((", "))"), ("{{", "}}"), ("))", "(("), ("[", "]"), ("(", ")"), (")", "(")] {
        if let Some((name, inside)) = content.strip_suffix(close).and_then(|content| content.split_once(open))
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
        {
            return inside.trim();
        }
    }
    content
}

/// What stands before the leaves at the end of a line, and these: a list in brackets, or several numbers.
fn leaves_behind(line: &str) -> (&str, Vec<&str>) {
    let is_between = |c: char| c == ',' || c.is_whitespace();
    let mut before = line;
    let mut numbers = Vec::new();
    while let Some(word) = before.rsplit(is_between).next().filter(|word| is_value(word)) {
        numbers.push(word);
        before = before[..before.len() - word.len()].trim_end_matches(is_between);
    }
    if numbers.len() > 1 {
        numbers.reverse();
        return (before, numbers);
    }
    let list = line.strip_suffix(']').and_then(|line| line.rsplit_once('['));
    let Some((before, inside)) = list.filter(|(before, _)| !before.contains('"')) else { return (line, Vec::new()) };
    let leaves: Vec<&str> = inside.split(',').map(str::trim).collect();
    if leaves.iter().all(|leaf| is_value(leaf)) { (before.trim_end(), leaves) } else { (line, Vec::new()) }
}

/// The probability of a child of chance, which stands before what else its line says, as in `0.3: 5`, `[30%] 5` or `1/3 5`, or behind that
/// in brackets, and that.
fn chance(content: &str) -> (Option<&str>, &str) {
    let (first, behind) = content.split_once(|sign: char| sign.is_whitespace() || sign == ':').unwrap_or_default();
    let behind = behind.trim_start_matches(|sign: char| sign.is_whitespace() || sign == ':');
    if !behind.is_empty() && is_share(plain(first)) {
        return (Some(plain(first)), behind);
    }
    let (before, last) = content.rsplit_once(char::is_whitespace).unwrap_or_default();
    let is_last = !before.trim().is_empty() && plain(last) != last && is_share(plain(last));
    if is_last { (Some(plain(last)), before.trim_end()) } else { (None, content) }
}

/// Whether a word is a probability, and hardly a value: a decimal, a fraction, a percentage, or with `p=` before it.
fn is_share(word: &str) -> bool {
    let number = word.strip_prefix("p=").unwrap_or(word);
    (number.len() < word.len() || number.contains(['.', '/', '%'])) && number.parse::<Probability>().is_ok()
}

/// A word without brackets or the marks of Markdown around it.
fn plain(word: &str) -> &str {
    for (open, close) in [("(", ")"), ("[", "]"), ("**", "**"), ("`", "`")] {
        if let Some(inside) = word.strip_prefix(open).and_then(|word| word.strip_suffix(close)) {
            return inside;
        }
    }
    word
}

/// A line without the marks of Markdown around it.
fn unmarked(content: &str) -> &str {
    if content.starts_with(['*', '`']) { plain(content).trim() } else { content }
}

/// What stands before a note about a leaf behind its value, and the words of the note: `3 (pruned)`, `D: 3 <- best`, `3 *`.
fn with_note(line: &str) -> Option<(&str, &str)> {
    let is_sign = |sign: char| !sign.is_alphanumeric() && !matches!(sign, '-' | '+' | '−' | '–' | '.' | '"');
    let ends_of_words = line.match_indices(' ').filter(|(at, _)| !line[..*at].ends_with(' '));
    let (before, note) = ends_of_words.map(|(at, _)| line.split_at(at)).find(|(before, note)| {
        let last = before.rsplit(is_end).next().unwrap_or_default();
        note.trim_start().starts_with(is_sign) && is_value(plain(last))
    })?;
    Some((before, note.trim_matches(|sign: char| !sign.is_alphanumeric())))
}

/// What stands before a value, without what that is called, as in `D: value=3`.
fn without_value(before: &str) -> &str {
    let rest = before.trim_end_matches(is_end);
    let word = rest.rsplit(is_end).next().unwrap_or_default();
    let is_called = before[rest.len()..].starts_with([':', '=']) && keys::means(word, Meaning::Value);
    if is_called { rest[..rest.len() - word.len()].trim_end_matches(is_end) } else { rest }
}

/// Whether a sign stands between what a line says.
fn is_end(sign: char) -> bool {
    matches!(sign, ':' | '=' | ',' | ';' | '|') || sign.is_whitespace()
}

/// A line of a node that is being described.
struct Line<'a, 't> {
    text: &'a Text<'t>,
    builder: &'a mut Builder,
    node: NodeId,
    /// Whether other lines are below it.
    is_inner: bool,
    /// The byte where it begins.
    at: usize,
}

impl Line<'_, '_> {
    /// Sets the value of a leaf that is called nothing; chance does not move there.
    fn value(&mut self, word: &str) -> Result<bool, ParseError> {
        let value = value_of(self.text, self.at, &word.replace(',', "."))?;
        self.builder.set_value(self.node, value);
        Ok(false)
    }

    /// Sets what the line says about its node, and returns whether chance moves there.
    fn describe(&mut self, line: &str) -> Result<bool, ParseError> {
        let (text, at) = (self.text, self.at);
        let line = line.trim_end_matches(':').trim_end();
        let (first, after) = name(text, line, at)?;
        let arrow = match first {
            Some(name) => {
                let after = after.trim_start();
                let Some(behind) = after.strip_prefix("->").or(after.strip_prefix('→')) else {
                    return self.named(name, after);
                };
                Some((name, behind))
            }
            None => line
                .split_once(" -> ")
                .or_else(|| line.split_once(" → "))
                .map(|(name, behind)| (name.trim().to_string(), behind)),
        };
        let Some((entered_by, behind)) = arrow else { return self.facts(line, true) };
        self.builder.set_move(self.node, entered_by);
        match name(text, behind.trim_start(), at)? {
            (Some(label), after) => self.named(label, after),
            (None, behind) => self.facts(behind, true),
        }
    }

    /// Sets a name that stood in quotation marks, unless it is the value of a leaf of which nothing else is said.
    fn named(&mut self, name: String, after: &str) -> Result<bool, ParseError> {
        if !self.is_inner && after.is_empty() && is_value(&name) {
            return self.facts(&name, true);
        }
        self.builder.set_label(self.node, name);
        self.facts(after, false)
    }

    /// Sets the value, the player and, if it is not set yet, the label, and returns whether chance moves here.
    fn facts(&mut self, line: &str, names: bool) -> Result<bool, ParseError> {
        let mut rest = line.trim_matches(is_end);
        let mut role = None;
        let mut has_value = false;
        // As in `A (MAX, 3)`.
        if let Some((before, inside)) = rest.strip_suffix([')', ']']).and_then(|rest| rest.rsplit_once(['(', '[']))
            && inside.split(is_end).all(|word| word.is_empty() || is_value(word) || keys::mover(word).is_some())
        {
            for word in inside.split(is_end).filter(|word| !word.is_empty()) {
                if self.number(word)? {
                    has_value = true;
                } else {
                    role = keys::mover(word);
                }
            }
            rest = before.trim_end_matches(is_end);
        }
        if !has_value {
            let word = rest.rsplit(is_end).next().unwrap_or_default();
            has_value = self.number(plain(word))?;
            if has_value {
                rest = without_value(&rest[..rest.len() - word.len()]);
            }
        }
        if !has_value
            && !self.is_inner
            && let Some((before, note)) = with_note(rest)
        {
            if names && is_value(plain(before)) {
                self.builder.set_label(self.node, note);
            }
            return self.facts(before, names);
        }
        let (mover, rest) = if role.is_none() { self.mover(rest) } else { (role, rest) };
        if let Some(mover) = mover {
            self.builder.set_role(self.node, mover);
        }
        let rest = rest.trim_end_matches(" -").trim_end_matches(" –");
        // A full stop is how the command `tree` names the folder that it is in.
        if names && !rest.is_empty() && rest != "." {
            self.builder.set_label(self.node, rest);
        }
        Ok(mover == Some(Role::Chance))
    }

    /// Who moves by what a line says without its value, and what it says beside that.
    fn mover<'l>(&self, rest: &'l str) -> (Option<Role>, &'l str) {
        if self.is_inner
            && let Some((mover, label)) = keys::mover_in(rest)
        {
            return (Some(mover), label);
        }
        let word = rest.rsplit(is_end).next().unwrap_or_default();
        let is_whole = word.len() == rest.len();
        let inside = plain(word);
        let is_said = inside.len() < word.len() || is_whole || word.chars().all(char::is_uppercase);
        match keys::mover(inside).filter(|_| is_said && !is_value(word)) {
            Some(mover) => (Some(mover), rest[..rest.len() - word.len()].trim_end_matches(is_end)),
            None => (None, rest),
        }
    }

    /// Sets the value that a word is, and returns whether it is one.
    fn number(&mut self, word: &str) -> Result<bool, ParseError> {
        let wrong = |message: String| Err(self.text.wrong(self.at, format!("{} {message}", quoted(word))));
        if keys::is_not_finite(word) {
            return wrong("is not a finite number; write ? for an unknown leaf".into());
        }
        match number(word) {
            Ok(value) => self.builder.set_value(self.node, Some(value)),
            Err(ValueError::NotANumber) => return Ok(word == "?"),
            Err(error) => return wrong(error.to_string()),
        }
        Ok(true)
    }
}

/// The name in quotation marks that a text begins with, and what follows it.
fn name<'t>(text: &Text<'_>, line: &'t str, at: usize) -> Result<(Option<String>, &'t str), ParseError> {
    let Some(inside) = line.strip_prefix('"') else { return Ok((None, line)) };
    let bytes = inside.as_bytes();
    let mut end = 0;
    while bytes.get(end).is_some_and(|byte| *byte != b'"') {
        end += 1 + usize::from(bytes[end] == b'\\');
    }
    let missing = || text.wrong(at, "this name has no end; add a quotation mark");
    let raw = inside.get(..end).filter(|_| end < bytes.len()).ok_or_else(missing)?;
    let name = unquoted(raw).map_err(|(_, message)| text.wrong(at, message))?;
    Ok((Some(name), &inside[end + 1..]))
}

fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    steps(tree, &mut |step| match step {
        Step::Begin(node) => write_line(tree, node, out),
        Step::End(_) => Ok(()),
    })
}

fn write_line(tree: &Tree, node: NodeId, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{:1$}", "", 2 * tree.depth(node) as usize)?;
    let mut parts = Vec::new();
    if let Some(name) = tree.move_name(node) {
        parts.push(format!("{} ->", in_marks(name)?));
    }
    parts.extend(tree.label(node).map(in_marks).transpose()?);
    let is_bare = tree.label(node).is_none() && tree.value(node).is_none() && !tree.is_leaf(node);
    if is_bare || !is_in_turn(tree, node) {
        let name = tree.role(node).id();
        parts.push(if is_bare && tree.move_name(node).is_none() { name.to_string() } else { format!("({name})") });
    }
    match tree.value(node) {
        Some(value) => parts.push(value.to_string()),
        None if tree.is_leaf(node) => parts.push("?".into()),
        None => {}
    }
    writeln!(out, "{}", parts.join(" "))
}

/// A name, in quotation marks unless it is a plain word.
fn in_marks(name: &str) -> io::Result<String> {
    let is_plain = name != MIND_MAP
        && name.starts_with(char::is_alphabetic)
        && name.chars().all(char::is_alphanumeric)
        && keys::mover(name).is_none()
        && keys::mover_in(name).is_none()
        && !keys::is_not_finite(name);
    if is_plain {
        return Ok(name.to_string());
    }
    let mut text = Vec::new();
    write_text(name, &mut text)?;
    String::from_utf8(text).map_err(io::Error::other)
}
