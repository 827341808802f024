//! One line for each node, further to the right than that of its parent: indented by blanks or tabs, as a list of points, with the stars
//! of org-mode, as headings of Markdown, with the lines of the command `tree`, or as a mind map of Mermaid or PlantUML. Dashes and dots
//! before a name may also say alone how far below the root it is.
//!
//! A line has a name, a value, or both: `B1 3`, `B1: 3`, `B1 = 3`, and may say who moves: `max`, `B (min)`, `B: min`; `a1 -> B1 3` names
//! the move, too. A text in quotation marks is always a name, but for a number that is all that a leaf has. Leaves may stand behind their
//! parent: `B 3 12 8`, or as in YAML `B: [3, 12, 8]`. Notes may stand behind a value, as in `3 (pruned)`, and below chance a probability
//! may stand before or behind it: `0.3: 5`.

use std::io::{self, Write};

use super::margin::{MOST_LOOKED_AT, Style, is_decimal, rows};
use super::said::{Line, chance, in_shape, leaves_behind, unmarked};
use super::{head, is_value, value_of};
use crate::format::quoted;
use crate::output::Refusal;
use crate::tree::file_error::ParseError;
use crate::tree::formats::json::write_text;
use crate::tree::formats::text::Text;
use crate::tree::formats::writing::{Step, is_in_turn, steps};
use crate::tree::formats::{FormatEntry, Found, Writer, keys, mermaid};
use crate::tree::{Builder, NodeId, Tree};

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
    let place = |part: &str| part.as_ptr() as usize - str.as_ptr() as usize;
    let mut lines = rows(str).map(|(_, line)| style.indent(line)).peekable();
    while let Some((width, mut content)) = lines.next() {
        if builder.is_empty() && content == MIND_MAP {
            is_mind_map = true;
            continue;
        }
        if is_mind_map {
            content = in_shape(content);
        }
        let start = place(content);
        steps.step(start)?;
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
        let next = lines.peek().map(|(width, _)| *width);
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
