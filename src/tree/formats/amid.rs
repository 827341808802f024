//! A tree amid other text, for a text that no format reads as it is: behind the marks of a prompt or of a quotation, between the lines of
//! Markdown that mark code, or as the only list in an explanation or in a program.
//!
//! What is not the tree is replaced by blanks, so that places stay as they are.

use super::keys;
use super::looks;
use super::text::blank;
use crate::tree::Value;

/// Longer texts are read as they are.
pub(super) const MOST: usize = 1 << 20;

/// A text in which blanks take the place of what is not the tree, and what people should know of that.
pub(super) struct Amid {
    pub(super) text: String,
    pub(super) note: String,
    /// Whether the rest of the text says that MIN moves at the root.
    pub(super) root_is_min: bool,
}

/// What may be the tree in a text, the likeliest first.
pub(super) fn trees_in(text: &str) -> Vec<Amid> {
    let mut found = Vec::new();
    let unmarked = without_marks(text);
    let plain = with_plain_signs(&unmarked);
    let simple = without_declarations(&plain);
    let mut before = text;
    for (text, note) in [
        (&unmarked, "the marks before its lines are left out"),
        (&plain, "printed quotation marks and dashes are read as plain ones"),
        (&simple, "words that declare or make something are left out"),
    ] {
        if text != before {
            found.push(Amid::new(text.clone(), note.into()));
        }
        before = text;
    }
    found.extend(fenced(&plain));
    let uncommented = without_comments(&plain);
    let list = only_list(&uncommented).map(|list| (list, &uncommented));
    if let Some((list, all)) = list.or_else(|| Some((only_list(&plain)?, &plain))) {
        let outside = [&text[..list.start], &text[list.end..]].concat();
        let root_is_min = says_that_min_begins(&outside);
        for start in [list.start, list.brackets] {
            let line = text[..start].matches('\n').count() + 1;
            let note = format!("only the list that begins on line {line} is read");
            found.push(Amid { root_is_min, ..Amid::new(only(all, start, list.end), note) });
        }
    }
    found
}

impl Amid {
    fn new(text: String, note: String) -> Amid {
        Amid { text, note, root_is_min: false }
    }
}

/// Whether a line of an explanation says that MIN moves at the root, as in `root: min`.
fn says_that_min_begins(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.to_lowercase();
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        matches!(*words, ["root" | "player" | "turn" | "mover", "min"])
            || words
                .windows(3)
                .any(|words| matches!(words, ["min", "to", "move" | "play"] | ["min", "moves" | "plays", "first"]))
    })
}

/// The text with plain signs instead of printed quotation marks, and of a dash that is a minus, filled with blanks.
fn with_plain_signs(text: &str) -> String {
    let mut last = ' ';
    let mut signs = text.chars().peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(sign) = signs.next() {
        let next = signs.peek().copied().unwrap_or(' ');
        let is_inside = last.is_alphanumeric() && next.is_alphanumeric();
        let other = match sign {
            '“' | '”' | '„' | '«' | '»' => '"',
            '‘' | '’' if !is_inside => '\'',
            '–' | '—' if !last.is_alphanumeric() && next.is_ascii_digit() => '-',
            _ => sign,
        };
        plain.push_str(&" ".repeat(sign.len_utf8() - other.len_utf8()));
        plain.push(other);
        last = sign;
    }
    plain
}

/// The text with blanks instead of the words by which programs declare variables and make nodes, as in `Node *b = new Node(3);`, and dots
/// instead of the arrows of C, so that it is as in Python.
fn without_declarations(text: &str) -> String {
    let mut simple = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let length = length_of_type(line);
        simple.push_str(&blank(&line[..length]));
        let rest = line[length..].replace("= new ", "=     ").replace("(new ", "(    ").replace(" new ", "     ");
        let rest = if rest.contains(['=', '(']) { with_dots(&rest) } else { rest };
        let end = rest.trim_end().len();
        match rest[..end].strip_suffix(';') {
            Some(statement) => simple.extend([statement, " ", &rest[end..]]),
            None => simple.push_str(&rest),
        }
    }
    simple
}

/// A line with dots in place of the arrows that lead to a part of a value, `root->left`.
fn with_dots(line: &str) -> String {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let (mut dotted, mut at) = (String::with_capacity(line.len()), 0);
    for part in line.split_inclusive("->") {
        at += part.len();
        let behind = line[at..].starts_with(is_of_name);
        match part.strip_suffix("->").filter(|before| behind && before.ends_with(is_of_name)) {
            Some(before) => dotted.extend([before, "."]),
            None => dotted.push_str(part),
        }
    }
    dotted
}

/// The length of the blanks and the type before the name that a line defines, as in `struct Node *b = …`.
fn length_of_type(line: &str) -> usize {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let start = line.len() - line.trim_start().len();
    let Some((defined, value)) = line.split_once('=') else { return start };
    let name = defined.trim_end();
    let before = name.trim_end_matches(is_of_name);
    let is_type = before.len() > start
        && before.len() < name.len()
        && before.chars().all(|c| is_of_name(c) || c.is_whitespace() || matches!(c, '*' | '&' | '<' | '>' | ':'))
        && before[start..].starts_with(char::is_alphabetic);
    if is_type && !value.starts_with('=') { before.len() } else { start }
}

/// A text with blanks instead of what is outside a part of it.
fn only(text: &str, start: usize, end: usize) -> String {
    [&blank(&text[..start]), &text[start..end], &blank(&text[end..])].concat()
}

/// The blocks between lines of Markdown that mark code.
fn fenced(text: &str) -> Vec<Amid> {
    let (mut found, mut at, mut begin) = (Vec::new(), 0, None);
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        match begin {
            None if is_fence => begin = Some(at + line.len()),
            Some(start) if is_fence => {
                found.push(start..at);
                begin = None;
            }
            _ => {}
        }
        at += line.len();
    }
    let note = |start: usize| format!("only the block on line {} is read", text[..start].matches('\n').count() + 1);
    // More blocks than this are not looked through.
    let blocks = found.into_iter().take(8);
    blocks.map(|block| Amid::new(only(text, block.start, block.end), note(block.start))).collect()
}

/// The text without the marks of a prompt, of a quotation, or of numbered lines before its lines.
fn without_marks(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let filled = || lines.iter().filter(|line| !line.trim().is_empty());
    let is_python = |line: &str| line.starts_with(">>>") || line.starts_with("...");
    let is_quoted = filled().all(|line| line.starts_with('>')) && !lines.iter().any(|line| is_python(line));
    let has_prompts = lines.iter().any(|line| line.starts_with(">>> "));
    let is_numbered = filled().count() > 1
        && filled()
            .enumerate()
            .all(|(index, line)| length_of_number(line).is_some_and(|(number, _)| number == index + 1));
    let mark = |line: &str| match () {
        () if has_prompts => {
            if is_python(line) {
                3
            } else {
                line.len()
            }
        }
        () if is_quoted => line.len() - line.trim_start_matches(['>', ' ']).len(),
        () if is_numbered => length_of_number(line).map_or(0, |(_, length)| length),
        () => length_of_prompt(line),
    };
    let unmarked = lines.iter().map(|line| {
        let end = line.floor_char_boundary(mark(line).min(line.len()));
        blank(&line[..end]) + &line[end..]
    });
    unmarked.collect()
}

/// The number of a line, and the length of that with the sign behind it.
fn length_of_number(line: &str) -> Option<(usize, usize)> {
    let start = line.trim_start_matches([' ', '\t']);
    let digits = start.find(|c: char| !c.is_ascii_digit()).unwrap_or(start.len());
    let number = start[..digits].parse().ok()?;
    let behind = &start[digits..];
    // A number and a comma are part of a list.
    let sign = usize::from(behind.starts_with([':', '.', '|', ')']));
    (sign == 1 || behind.trim().is_empty() || behind.starts_with("  ") || behind.starts_with('\t'))
        .then_some((number, line.len() - start.len() + digits + sign))
}

/// The length of what is before or instead of code on a line: the prompt of IPython, the command of a shell, the beginning of PHP, the
/// language of Racket.
fn length_of_prompt(line: &str) -> usize {
    for prompt in ["In [", "Out["] {
        if let Some((number, behind)) = line.strip_prefix(prompt).and_then(|rest| rest.split_once("]:"))
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            return line.len() - behind.len();
        }
    }
    let is_instead = line.starts_with("$ ") || line.starts_with("#lang ") || line.starts_with("#!");
    match line.starts_with("<?php") {
        true => "<?php".len(),
        false if is_instead => line.len(),
        false => 0,
    }
}

/// The comments of many languages: what begins one, and what ends it.
const COMMENTS: [(&str, &str); 8] = [
    ("\"\"\"", "\"\"\""),
    ("/*", "*/"),
    ("(*", "*)"),
    ("{-", "-}"),
    ("# ", "\n"),
    ("//", "\n"),
    ("% ", "\n"),
    ("-- ", "\n"),
];

/// The text with blanks instead of comments.
fn without_comments(text: &str) -> String {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let before = text[..at].chars().next_back().unwrap_or('\n');
        let is_free = before.is_whitespace() || "([{,;".contains(before);
        let length = match next {
            '"' | '\'' if !rest.starts_with("\"\"\"") => {
                let length = length_of_text(before, rest);
                out.push_str(&rest[..length]);
                at += length;
                continue;
            }
            _ if next.is_alphanumeric() || next.is_whitespace() || !is_free => 0,
            _ => COMMENTS.iter().find(|(begin, _)| rest.starts_with(begin)).map_or(0, |(begin, end)| {
                // A minus sign does not begin a comment.
                let is_number = *begin == "{-" && rest[2..].starts_with(|c: char| c.is_ascii_digit());
                let length =
                    rest[begin.len()..].find(end).map_or(rest.len(), |length| begin.len() + length + end.len());
                if is_number { 0 } else { length }
            }),
        };
        if length > 0 {
            out.push_str(&blank(&rest[..length]));
            at += length;
        } else {
            out.push(next);
            at += next.len_utf8();
        }
    }
    out
}

/// The length of a text in quotation marks on one line, or of the mark alone if it is an apostrophe.
fn length_of_text(before: char, rest: &str) -> usize {
    let mark = &rest[..1];
    if before.is_alphanumeric() {
        return 1;
    }
    let end = rest[1..].find(|sign: char| sign == '\n' || mark.starts_with(sign));
    end.filter(|&end| rest[1 + end..].starts_with(mark)).map_or(1, |end| end + 2)
}

/// A list in a text, and where its brackets begin behind the word that makes it.
#[derive(Clone, Copy)]
struct List {
    start: usize,
    brackets: usize,
    end: usize,
}

/// Brackets that are open.
#[derive(Default)]
struct Open {
    sign: u8,
    at: usize,
    /// Whether lists in it are looked for: it holds the statements or the arguments of a program.
    holds_lists: bool,
    /// Whether a number stands in it or in brackets in it.
    has_number: bool,
    commas: usize,
    brackets: usize,
    /// The words in it that are neither numbers nor players, and the numbers.
    words: usize,
    numbers: usize,
}

/// Of more lists none is the only one.
const MOST_LISTS: usize = 100;

/// The words by which a program or a text calls a tree.
const NAMES: [&str; 7] = ["tree", "root", "game", "value", "leaves", "score", "utilit"];

/// The only list in a text, or the only one with the name of a tree; `None` if brackets do not match, or if something stands beside it
/// that would belong to it.
fn only_list(text: &str) -> Option<List> {
    let all = lists(text)?;
    let named = |list: &&List| {
        let line = text[..list.start].rsplit(['\n', ';', '{']).next().unwrap_or_default().to_lowercase();
        line.trim_end().ends_with(['=', ':']) && NAMES.iter().any(|name| line.contains(name))
    };
    let list = match *all {
        [list] => list,
        // What a list comes to, as in `max(min(3, 12), 2) = max(3, 2)`.
        [first, ref rest @ ..]
            if rest.iter().all(|list| text[..list.start].trim_end().ends_with('='))
                && text[first.end..].trim_start().starts_with('=') =>
        {
            first
        }
        _ => {
            let mut named = all.iter().filter(named);
            *named.next().filter(|_| named.next().is_none())?
        }
    };
    let behind = text[list.end..].trim_start();
    let goes_on = behind.strip_prefix(',').map(str::trim_start);
    let is_part = goes_on.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || "[({\"'-".contains(c)))
        || text[..list.start].trim_end().ends_with([',', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        || behind.starts_with(|c: char| c.is_ascii_digit());
    let is_all = text[..list.start].trim().is_empty() && behind.is_empty();
    (!is_part && !is_all).then_some(list)
}

/// All lists of several things, one of which is a number, that are in no other brackets than those of statements and arguments.
fn lists(text: &str) -> Option<Vec<List>> {
    let bytes = text.as_bytes();
    let (mut lists, mut open): (Vec<List>, Vec<Open>) = (Vec::new(), Vec::new());
    let last_statement = text.rfind(';').unwrap_or_default();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let before = text[..at].chars().next_back().unwrap_or(' ');
        match byte {
            b'[' | b'(' | b'{' => {
                let holds_lists =
                    open.last().is_none_or(|open| open.holds_lists) && holds_lists(text, at, last_statement);
                if let Some(outer) = open.last_mut() {
                    outer.brackets += 1;
                }
                open.push(Open { sign: byte, at, holds_lists, ..Open::default() });
            }
            b']' | b')' | b'}' => {
                let closed = open
                    .pop()
                    .filter(|open| matches!((open.sign, byte), (b'[', b']') | (b'(', b')') | (b'{', b'}')))?;
                let is_outermost = open.last().is_none_or(|open| open.holds_lists);
                if let Some(outer) = open.last_mut() {
                    outer.has_number |= closed.has_number;
                }
                let is_left_side = text[at + 1..].trim_start().starts_with('=') && closed.sign == b'[';
                let is_told = is_outermost && !closed.holds_lists && !is_left_side;
                if is_told && !closed.has_number && closed.brackets > 0 && closed.commas > 0 {
                    // A part of the tree, such as a list of its edges, without which the list of numbers is another one.
                    return None;
                }
                if is_told && closed.is_list() {
                    if lists.len() == MOST_LISTS {
                        return None;
                    }
                    lists.push(List { start: start_of(text, closed.at), brackets: closed.at, end: at + 1 });
                }
            }
            b',' | b';' => {
                if let Some(open) = open.last_mut() {
                    open.commas += 1;
                }
            }
            b'"' | b'\'' => {
                at += length_of_text(before, &text[at..]);
                continue;
            }
            b':' | b'=' => {}
            _ => {
                let rest = &text[at..];
                let end = rest.find(|c: char| c.is_whitespace() || "[](){},;\"':=".contains(c)).unwrap_or(rest.len());
                if end == 0 {
                    // A blank.
                    at += rest.chars().next().map_or(1, char::len_utf8);
                    continue;
                }
                let word = &rest[..end];
                if let Some(open) = open.last_mut() {
                    let is_number = word.parse::<Value>().is_ok();
                    open.has_number |= is_number;
                    open.numbers += usize::from(is_number);
                    open.words += usize::from(!is_number && keys::mover(word).is_none());
                }
                at += end;
                continue;
            }
        }
        at += 1;
    }
    open.is_empty().then_some(lists)
}

impl Open {
    /// Whether it is like a list of several things and not like a remark.
    fn is_list(&self) -> bool {
        let has_several = self.commas > 0 || self.brackets > 0 || self.numbers > 1 && self.sign != b'{';
        // `(see Figure 5.2)` has words without a comma, as Lisp has only before brackets, and objects in braces.
        let is_remark = self.commas == 0 && self.words > self.brackets.min(1) && self.sign != b'{';
        self.has_number && has_several && !is_remark
    }
}

/// The word right before brackets, with the mark of a macro.
fn word_before(text: &str, brackets: usize) -> &str {
    let before = &text[..brackets];
    let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '!' | '\\'));
    &before[start.len()..]
}

/// Whether brackets hold the statements of a program, or the arguments of a function that makes no list.
fn holds_lists(text: &str, brackets: usize, last_statement: usize) -> bool {
    let word = word_before(text, brackets);
    match text.as_bytes()[brackets] {
        b'{' => {
            let before = text[..brackets].trim_end();
            let is_block = before.ends_with([')', '>']) || before.ends_with(char::is_alphanumeric) && word.is_empty();
            is_block && brackets < last_statement
        }
        // Arguments, an index, or the type of a list.
        _ => !word.is_empty() && !makes_a_node(word),
    }
}

/// Whether a word before brackets makes a list or a node of what is in them.
fn makes_a_node(word: &str) -> bool {
    let name = word.trim_start_matches('\\');
    word == "vec!"
        || looks::MAKERS_OF_LISTS.contains(&name)
        || keys::mover(name).is_some()
        || matches!(name, "node" | "leaf" | "tree" | "list")
        || name.starts_with(char::is_uppercase) && !name.contains('.')
}

/// Where a list begins, with the word that makes it.
fn start_of(text: &str, brackets: usize) -> usize {
    let word = word_before(text, brackets);
    let is_backslash = word.starts_with('\\');
    // In C++ a variable stands right before braces.
    let is_variable = text[brackets..].starts_with('{') && word.starts_with(char::is_lowercase);
    if makes_a_node(word) && !is_variable { brackets - word.len() + usize::from(is_backslash) } else { brackets }
}

#[cfg(test)]
mod tests {
    use super::trees_in;

    #[test]
    fn the_only_list_is_found() {
        for (text, list) in [
            ("Consider the tree [[3, 12], [2, 4]]. What is it?", "[[3, 12], [2, 4]]"),
            (">>> tree = [[3, 12],\n...  [2, 4]]\n>>> f(tree)\n3\n", "[[3, 12],\n     [2, 4]]"),
            ("MAX, MIN = 1000, -1000 # (1, 2)\ntree = [[3, 12], [2]]\nf(0, 0)\n", "[[3, 12], [2]]"),
            ("int main() { int values[2] = {3, 5}; f(0, 1); }", "{3, 5}"),
            ("const T: [[i32; 2]; 2] = [[3, 12], [2, 4]];", "[[3, 12], [2, 4]]"),
            ("a — “tree” [[–3, 12], [2, 4]]", "[[  -3, 12], [2, 4]]"),
            ("Node a = new Node(3);\nconst b = 5;", "a =     Node(3) \n      b = 5"),
            ("What's max(min(3,12),min(2,4))? (see Figure 5.2)", "max(min(3,12),min(2,4))"),
        ] {
            let found: Vec<String> = trees_in(text).into_iter().map(|amid| amid.text.trim().to_string()).collect();
            assert!(found.iter().any(|found| found == list), "{text}: {found:?}");
        }
        assert!(trees_in("root: min\ntree: [[3, 12], [2, 4]]").iter().all(|amid| amid.root_is_min));
        for text in [
            "edges = [('A', 'B'), ('A', 'C')]; values = [('B', 3), ('C', 5)]",
            "3, [12, 2], 4",
            "[[3, 12], [2, 4]",
            "see [1, 2] and [3, 4]",
            "[[3, 12], [2, x]]",
        ] {
            assert!(trees_in(text).is_empty(), "{text}");
        }
    }
}
