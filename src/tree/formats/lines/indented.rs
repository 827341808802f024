//! One line for each node, further to the right than that of its parent: indented by blanks or tabs, as a list of points, with the stars
//! of org-mode, as headings of Markdown, with the lines of the command `tree`, or as a mind map of Mermaid or PlantUML.
//!
//! A line has a name, a value, or both: `B1 3`, `B1: 3`, `B1 = 3`, and may say who moves: `max`, `B (min)`; `a1 -> B1 3` names the move,
//! too. A text in quotation marks is always a name. Leaves may stand behind their parent: `B 3 12 8`, or as in YAML `B: [3, 12, 8]`.

use std::io::{self, Write};

use super::{contents, head, is_value, value_of};
use crate::format::quoted;
use crate::output::Refusal;
use crate::tree::file_error::ParseError;
use crate::tree::formats::json::write_text;
use crate::tree::formats::literal::unquoted;
use crate::tree::formats::text::Text;
use crate::tree::formats::writing::{Step, is_in_turn, steps};
use crate::tree::formats::{FormatEntry, Found, Writer, keys, mermaid};
use crate::tree::{Builder, NodeId, Tree, Value, ValueError};

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
    let mut rows = rows(text).take(1000).map(|(_, line)| indent(line));
    let Some((first, content)) = rows.next() else { return false };
    let mut count = 0;
    let mut is_deeper = true;
    for (width, content) in rows {
        count += 1;
        is_deeper &= width > first && !content.starts_with([']', '}', ')', ';']);
    }
    // The lines of a flowchart are indented, too, and may stand in a file of any text.
    let is_chart = mermaid::recognises(text);
    // What goes on in brackets is no line of its own, and rows of a table are not below the first.
    let signs = |signs: [char; 3]| content.matches(signs).count();
    let goes_on = signs(['[', '(', '{']) > signs([']', ')', '}']) || content.ends_with('|');
    is_deeper
        && count > 0
        && !is_chart
        && !goes_on
        && !content.starts_with(['[', '{', '(', '<', '\\'])
        && head(text).len() > 1
}

/// The lines of nodes: those of all comments, if they are the headings of Markdown, and not the marks around a mind map of PlantUML.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut first = contents(text).take(1000).map(|(_, line)| line);
    let are_headings = first.next().is_some_and(|line| line.starts_with("# "))
        && first.next().is_some_and(|line| line.starts_with("## "))
        && first.all(|line| line.starts_with("##"));
    contents(text).filter(move |(_, line)| match line.trim_start().as_bytes() {
        [b'#', ..] => are_headings,
        [b'@', ..] => !(line.starts_with("@start") || line.starts_with("@end")),
        _ => true,
    })
}

/// How far a line is to the right, and what stands there.
fn indent(line: &str) -> (usize, &str) {
    let mut width = 0;
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        // As in `** B` and `## B`.
        if matches!(first, '*' | '#')
            && let behind = rest.trim_start_matches(first)
            && behind.starts_with(' ')
        {
            width += rest.len() - behind.len();
            rest = behind;
            continue;
        }
        let second = rest[first.len_utf8()..].chars().next();
        let is_blank = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || matches!(c, '-' | '─' | '|'));
        let is_mark = match first {
            ' ' | '\u{a0}' | '│' | '├' | '└' | '─' | '┬' | '╰' | '┃' | '┗' | '┣' | '━' => true,
            '\t' => {
                width += 3;
                true
            }
            '|' | '+' | '`' | '\\' => is_blank(second),
            '-' => second == Some('-') && !rest.starts_with("->") || second == Some(' '),
            '•' | '·' | '–' => second == Some(' '),
            _ => false,
        };
        if !is_mark {
            break;
        }
        width += 1;
        rest = &rest[first.len_utf8()..];
    }
    // The number of a point in a list of Markdown.
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if (1..4).contains(&digits)
        && let Some(point) = rest[digits..].strip_prefix(". ").or(rest[digits..].strip_prefix(") "))
    {
        rest = point.trim_start();
    }
    (width, rest.trim_end())
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let str = text.as_str();
    let mut builder = Builder::new();
    let mut open: Vec<usize> = Vec::new();
    let mut steps = text.steps();
    let mut is_mind_map = false;
    let mut lines = rows(str).peekable();
    while let Some((at, line)) = lines.next() {
        steps.step(at)?;
        let (width, mut content) = indent(line);
        if builder.is_empty() && content == MIND_MAP {
            is_mind_map = true;
            continue;
        }
        if is_mind_map {
            content = in_shape(content);
        }
        let start = at + (content.as_ptr() as usize - line.as_ptr() as usize);
        let mut is_back = false;
        while open.last().is_some_and(|&before| before > width) {
            open.pop();
            builder.close();
            is_back = true;
        }
        if is_back && !open.is_empty() && open.last() != Some(&width) {
            return Err(text.wrong(start, "no line above is indented as far as this one; indent siblings alike"));
        }
        if open.is_empty() && !builder.is_empty() {
            return Err(text.wrong(start, "this line is not below the first one; indent all lines but the first"));
        }
        if open.last() == Some(&width) {
            open.pop();
            builder.close();
            if open.is_empty() {
                return Err(text.wrong(start, "there are two roots; indent all lines but the first"));
            }
        }
        let (name, leaves) = leaves_behind(content);
        if !leaves.is_empty() && name.contains(' ') && name.split(' ').next().is_some_and(is_value) {
            let message = format!("{} is no name before leaves; put it in quotation marks", quoted(name));
            return Err(text.wrong(start, message));
        }
        let is_without_name = name.is_empty() && !leaves.is_empty();
        let is_of_parent = is_without_name
            && open.last().is_some_and(|&parent| parent < width)
            && builder.innermost_is_empty()
            && lines.peek().is_none_or(|(_, next)| indent(next).0 < width);
        if !is_of_parent {
            let node = builder.open().map_err(|full| text.full(start, full))?;
            open.push(width);
            describe(text, &mut builder, node, name, start)?;
        }
        for leaf in leaves {
            let at = start + (leaf.as_ptr() as usize - content.as_ptr() as usize);
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

/// Sets what a line says about its node.
fn describe(text: &Text<'_>, builder: &mut Builder, node: NodeId, line: &str, at: usize) -> Result<(), ParseError> {
    let mut rest = line.trim_end_matches(':').trim_end();
    let (first, after) = name(text, rest, at)?;
    let (entered_by, behind) = match first {
        Some(name) => {
            let after = after.trim_start();
            if let Some(behind) = after.strip_prefix("->").or(after.strip_prefix('→')) {
                (Some(name), behind)
            } else {
                builder.set_label(node, name);
                (None, after)
            }
        }
        None => match rest.split_once(" -> ").or_else(|| rest.split_once(" → ")) {
            Some((name, behind)) => (Some(name.trim().to_string()), behind),
            None => (None, rest),
        },
    };
    rest = behind;
    if let Some(entered_by) = entered_by {
        builder.set_move(node, entered_by);
        let (label, after) = name(text, behind.trim_start(), at)?;
        rest = after;
        if let Some(label) = label {
            builder.set_label(node, label);
        }
    }
    facts(text, builder, node, rest, at)
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

/// What is in round brackets.
fn in_brackets(word: &str) -> Option<&str> {
    word.strip_prefix('(')?.strip_suffix(')')
}

/// Sets the value, the player and, if it is not set yet, the label.
fn facts(text: &Text<'_>, builder: &mut Builder, node: NodeId, line: &str, at: usize) -> Result<(), ParseError> {
    let is_end = |c: char| matches!(c, ':' | '=') || c.is_whitespace();
    let mut rest = line.trim_matches(is_end);
    let word = rest.rsplit(is_end).next().unwrap_or_default();
    let number = in_brackets(word).unwrap_or(word);
    let value = match number.parse::<Value>() {
        Ok(value) => Some(Some(value)),
        Err(ValueError::NotANumber) if number == "?" => Some(None),
        Err(ValueError::NotANumber) => None,
        Err(error) => return Err(text.wrong(at, format!("{} {error}", quoted(number)))),
    };
    if keys::is_not_finite(number) {
        return Err(text.wrong(at, format!("{} is not a finite number; write ? for an unknown leaf", quoted(number))));
    }
    if let Some(value) = value {
        builder.set_value(node, value);
        rest = rest[..rest.len() - word.len()].trim_end_matches(is_end);
    }
    let word = rest.rsplit(is_end).next().unwrap_or_default();
    let is_alone = word.len() == rest.len();
    let player = match in_brackets(word) {
        Some(inside) => keys::mover(inside),
        None => keys::mover(word).filter(|_| is_alone || word.chars().all(char::is_uppercase)),
    };
    if let Some(player) = player.filter(|_| word.parse::<Value>().is_err()) {
        builder.set_role(node, player);
        rest = rest[..rest.len() - word.len()].trim_end_matches(is_end);
    }
    if !rest.is_empty() {
        builder.set_label(node, rest);
    }
    Ok(())
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
        && !keys::is_not_finite(name);
    if is_plain {
        return Ok(name.to_string());
    }
    let mut text = Vec::new();
    write_text(name, &mut text)?;
    String::from_utf8(text).map_err(io::Error::other)
}
