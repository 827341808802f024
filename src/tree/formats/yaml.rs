//! The blocks of YAML: nested lists, and objects as in [`objects`](super::objects). Anchors, tags and texts of several lines are refused.

use super::keys::{self, Meaning};
use super::lines::is_value;
use super::rewritten::Rewritten;
use super::text::Text;
use super::{FormatEntry, Found, looks};
use crate::tree::file_error::ParseError;

pub(super) static ENTRY: FormatEntry =
    FormatEntry { id: "yaml", title: "YAML", extensions: &["yaml", "yml"], recognises, read, writer: None };

/// A list of lists, or objects with a key for children or edges. Other blocks are [indented lines](super::lines::indented).
fn recognises(text: &str) -> bool {
    let mut lines = lines(looks::head(text)).take(1000).map(|(_, line)| line.trim_start()).peekable();
    let Some(first) = lines.find(|line| !is_mark(line)) else { return false };
    let has_lists = |line: &str| {
        let inside = line.trim_start_matches(['-', ' ']);
        let Some((key, value)) = entry(inside) else { return false };
        let key = key.trim_matches(['"', '\'']);
        let is_tree = value.starts_with("[[") || value.starts_with("[{");
        let means = |meaning| keys::means(key, meaning);
        means(Meaning::Children)
            || key == "edges"
            || is_tree && (means(Meaning::Tree) || keys::mover_by_name(key).is_some())
    };
    let is_list = first == "-" || first.starts_with("- ");
    let begins = is_list || entry(first).is_some() && !first.starts_with(['{', '[']);
    let has_number = |line: &str| line.strip_prefix("- ").is_some_and(|word| is_value(word.trim()));
    if has_number(first) {
        return lines.peek().is_some() && lines.all(has_number);
    }
    begins
        && (first == "-"
            || first.starts_with("- - ")
            || first.starts_with("- [")
            || has_lists(first)
            || lines.any(has_lists))
}

/// The lines that say something, each with the byte where it begins, without what follows ` #`.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    super::lines::lines(text).map(|(at, line)| (at, super::lines::without_comment(line).trim_end()))
}

/// Whether a line begins or ends a document.
fn is_mark(line: &str) -> bool {
    line == "---" || line == "..." || line.starts_with('%')
}

/// The key of a line and what follows it.
fn entry(line: &str) -> Option<(&str, &str)> {
    let quote = line.chars().next().filter(|sign| matches!(sign, '"' | '\''));
    let from = match quote {
        Some(quote) => 1 + line[1..].find(quote)? + 1,
        None => 0,
    };
    let is_end = |at: &usize| line[at + 1..].is_empty() || line[at + 1..].starts_with([' ', '\t']);
    let at = line[from..].match_indices(':').map(|(at, _)| from + at).find(is_end)?;
    let key = line[..at].trim_end();
    let is_key = !key.is_empty() && if quote.is_some() { key.len() == from } else { !key.starts_with(['[', '{', ',']) };
    is_key.then(|| (key, line[at + 1..].trim_start()))
}

/// A block that is open: how far its entries are to the right, and whether they have keys.
#[derive(Clone, Copy)]
struct Block {
    column: usize,
    has_keys: bool,
}

/// A list or an object in brackets over several lines.
struct Brackets {
    at: usize,
    text: String,
    /// How many of the brackets are not closed.
    depth: usize,
}

impl Brackets {
    /// Adds a line; whether it closes the outermost brackets.
    fn add(&mut self, line: &str) -> bool {
        self.text.push_str(line);
        self.text.push(' ');
        let count = |signs: [char; 2]| line.matches(signs).count();
        self.depth = (self.depth + count(['[', '{'])).saturating_sub(count([']', '}']));
        self.depth == 0
    }
}

struct Reader<'a, 't> {
    text: &'a Text<'t>,
    out: Rewritten<'a, 't>,
    open: Vec<Block>,
    /// Whether the value of the last entry is missing yet.
    is_pending: bool,
    /// A list or an object in brackets that is not closed.
    brackets: Option<Brackets>,
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let out = Rewritten::new(text);
    let mut reader = Reader { text, out, open: Vec::new(), is_pending: true, brackets: None };
    let mut steps = text.steps();
    for (at, line) in lines(text.as_str()) {
        steps.step(at)?;
        let content = line.trim_start();
        if is_mark(content) && reader.out.is_empty() {
            continue;
        }
        match content {
            "..." => break,
            "---" => return Err(text.wrong(at, "a second document begins here; open a file with one tree")),
            _ => reader.line(line, at)?,
        }
    }
    reader.end()
}

impl Reader<'_, '_> {
    /// Reads a line: entries of blocks, one in the other, and a value.
    fn line(&mut self, line: &str, at: usize) -> Result<(), ParseError> {
        if let Some(brackets) = &mut self.brackets {
            return if brackets.add(line.trim_start()) { self.end_of_brackets() } else { Ok(()) };
        }
        let mut rest = line.trim_start_matches(' ');
        if rest.starts_with('\t') {
            return Err(self.text.wrong(at, "YAML is indented with blanks; replace the tabs"));
        }
        loop {
            let column = line.len() - rest.len();
            let at = at + column;
            if rest.is_empty() {
                return Ok(());
            }
            if rest == "-" || rest.starts_with("- ") {
                self.entry(Block { column, has_keys: false }, at)?;
                rest = rest[1..].trim_start();
            } else if let Some((key, value)) = entry(rest) {
                self.entry(Block { column, has_keys: true }, at)?;
                self.word(key, at)?;
                self.out.put(":", at)?;
                rest = value;
                if !rest.is_empty() {
                    return self.value(rest, at + line.len() - column - rest.len());
                }
            } else {
                return self.value(rest, at);
            }
        }
    }

    /// Begins an entry of a block, after those that end before it.
    fn entry(&mut self, block: Block, at: usize) -> Result<(), ParseError> {
        while let Some(&innermost) = self.open.last() {
            // The entries of a list may stand below the key that it belongs to.
            let is_below_key = innermost.column == block.column && !innermost.has_keys && block.has_keys;
            if innermost.column <= block.column && !is_below_key {
                break;
            }
            self.close(at)?;
        }
        let is_next = self
            .open
            .last()
            .is_some_and(|innermost| innermost.column == block.column && innermost.has_keys == block.has_keys);
        if is_next {
            self.no_value(at)?;
            self.out.put(",", at)?;
        } else if self.is_pending {
            self.text.push(&mut self.open, block, at)?;
            self.out.put(if block.has_keys { "{" } else { "[" }, at)?;
        } else {
            return Err(self.text.wrong(at, "no line above is indented as far as this one; indent siblings alike"));
        }
        self.is_pending = true;
        Ok(())
    }

    /// Ends the innermost block.
    fn close(&mut self, at: usize) -> Result<(), ParseError> {
        self.no_value(at)?;
        if let Some(block) = self.open.pop() {
            self.out.put(if block.has_keys { "}" } else { "]" }, at)?;
        }
        Ok(())
    }

    /// Ends an entry that may have no value.
    fn no_value(&mut self, at: usize) -> Result<(), ParseError> {
        if std::mem::take(&mut self.is_pending) { self.out.put("null", at) } else { Ok(()) }
    }

    /// Reads a value.
    fn value(&mut self, value: &str, at: usize) -> Result<(), ParseError> {
        if !self.is_pending {
            return Err(self.text.wrong(at, "a value ends before this; put a text of several lines into one"));
        }
        if value.starts_with(['&', '*', '!', '|', '>']) {
            return Err(self
                .text
                .wrong(at, "anchors, tags and texts of several lines are not read; write the value here"));
        }
        if value.starts_with(['[', '{']) {
            let mut brackets = Brackets { at, text: String::new(), depth: 0 };
            let is_whole = brackets.add(value);
            self.brackets = Some(brackets);
            return if is_whole { self.end_of_brackets() } else { Ok(()) };
        }
        self.is_pending = false;
        self.word(value, at)
    }

    fn end_of_brackets(&mut self) -> Result<(), ParseError> {
        self.is_pending = false;
        self.brackets.take().map_or(Ok(()), |brackets| self.out.put(&brackets.text, brackets.at))
    }

    /// Adds a number or a text.
    fn word(&mut self, word: &str, at: usize) -> Result<(), ParseError> {
        if matches!(word, "null" | "true" | "false") {
            return self.out.put(word, at);
        }
        if word == "~" {
            return self.out.put("null", at);
        }
        if let Some(inside) = word.strip_prefix('\'').and_then(|inside| inside.strip_suffix('\'')) {
            return self.out.put_text(&inside.replace("''", "'"), at);
        }
        if word.len() > 1 && word.starts_with('"') && word.ends_with('"') {
            return self.out.put(word, at);
        }
        self.out.put_word(word, at)
    }

    fn end(mut self) -> Result<Found, ParseError> {
        let end = self.text.as_str().trim_end().len();
        if let Some(brackets) = self.brackets {
            return Err(self.text.wrong(brackets.at, "this bracket is not closed; add the one that closes it"));
        }
        while !self.open.is_empty() {
            self.close(end)?;
        }
        self.out.read()
    }
}
