//! Parts of a tree that a text names in another way than by a line `b = …` before the tree: `let b = … in Node [b, c]`,
//! `tree = Node [b, c] where b = …`, a first line that uses later ones, a last line that is the tree, and `d, e = 3, 12`.

use super::looks;

/// Longer texts are read as they are.
const MOST: usize = 1 << 16;
/// What the tree is called where the text gives it no name.
const TREE: &str = "tree = ";

/// The same text with a line for each name, and the tree behind them; `None` if it has no such names.
pub(super) fn in_lines(text: &str) -> Option<String> {
    let is_program = text.len() <= MOST && text.contains('=');
    if !is_program {
        return None;
    }
    let singly = singly(text);
    let plain = singly.as_deref().unwrap_or(text);
    let_in(plain)
        .or_else(|| where_behind(plain))
        .or_else(|| last_line(plain))
        .or_else(|| first_line(plain))
        .or_else(|| singly.clone())
}

/// `let b = … in …`, perhaps several, one in the other, and perhaps behind a name.
fn let_in(text: &str) -> Option<String> {
    let start = text.trim_start();
    let value =
        start.split_once('=').filter(|(name, _)| is_name(name.trim())).map_or(start, |(_, value)| value.trim_start());
    let parts: Vec<&str> = split_at_words(value, "in").collect();
    let (tree, bindings) = parts.split_last().filter(|(_, bindings)| !bindings.is_empty())?;
    let bindings: Option<Vec<String>> = bindings.iter().map(|part| words_behind(part, "let").map(at_left)).collect();
    Some(format!("{}\n{TREE}{}", bindings?.join("\n"), tree.trim()))
}

/// `tree = … where b = …`.
fn where_behind(text: &str) -> Option<String> {
    let mut parts = split_at_words(text, "where");
    let (tree, bindings) = (parts.next()?, parts.next()?);
    let is_of_types =
        ["data ", "class ", "instance ", "module "].iter().any(|word| looks::head(text).starts_with(word));
    let is_whole = parts.next().is_none() && tree.contains('=') && bindings.contains('=') && !is_of_types;
    // What says only the type says nothing of the tree.
    let tree =
        || tree.trim().lines().filter(|line| !line.contains("::") || line.contains('=')).collect::<Vec<_>>().join("\n");
    is_whole.then(|| format!("{}\n{}", at_left(bindings), tree()))
}

/// A last line without a name, which uses names of lines before.
fn last_line(text: &str) -> Option<String> {
    let (before, tree) = text.trim_end().rsplit_once('\n')?;
    let tree = tree.trim_end().trim_end_matches(';');
    let begins = tree.starts_with(|c: char| c.is_uppercase() || c == '[' || c == '(');
    let mut names = before.lines().filter_map(|line| defined(line).map(|(name, _)| name));
    let uses = |name: &str| split_at_words(tree, name).nth(1).is_some();
    (begins && !tree.contains('=') && names.any(uses)).then(|| format!("{before}\n{TREE}{tree}"))
}

/// A tree before its parts, `tree = Node [b, c]`, in a language whose definitions have no order.
fn first_line(text: &str) -> Option<String> {
    let start = text.lines().position(|line| defined(line).is_some())?;
    let lines: Vec<&str> = text.lines().collect();
    let length = 1 + lines[start + 1..].iter().take_while(|line| line.starts_with(' ') || line.is_empty()).count();
    let (tree, parts) = lines[start..].split_at(length);
    let tree = tree.join("\n");
    let (name, value) = defined(&tree)?;
    let mut names = parts.iter().filter_map(|line| defined(line)).map(|(name, _)| name);
    let uses = |part: &str| part != name && split_at_words(value, part).nth(1).is_some();
    names.any(uses).then(|| [&lines[..start], parts, &[&tree]].concat().join("\n"))
}

/// A text in which each of several names that are defined in one line, as in `d, e = 3, 12`, has a line of its own; `None` if there is none.
fn singly(text: &str) -> Option<String> {
    let mut has_several = false;
    let lines = text.lines().map(|line| {
        let parts = parts_of(line);
        has_several |= parts.is_some();
        parts.unwrap_or_else(|| line.to_owned())
    });
    let lines: Vec<String> = lines.collect();
    has_several.then(|| lines.join("\n"))
}

/// A line for each of the names that a line defines, if those are several.
fn parts_of(line: &str) -> Option<String> {
    let (names, values) = line.split_once('=')?;
    let (names, values): (Vec<&str>, Vec<&str>) = (names.split(',').collect(), values.split(',').collect());
    let are_names = names.len() > 1 && names.iter().all(|name| is_name(name.trim()));
    let is_simple = |value: &&str| !value.contains(['(', '[', '{', ')', ']', '}', '=', '"', '\'']);
    if !are_names || names.len() != values.len() || !values.iter().all(is_simple) {
        return None;
    }
    let both = names.iter().zip(&values);
    Some(both.map(|(name, value)| format!("{} = {}", name.trim(), value.trim())).collect::<Vec<_>>().join("\n"))
}

/// What a line defines, and as what.
fn defined(line: &str) -> Option<(&str, &str)> {
    let line = ["let ", "const ", "var ", "val "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    let (name, value) = line.split_once('=')?;
    Some((name.trim(), value)).filter(|(name, value)| is_name(name) && !value.starts_with(['=', '>']))
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\''))
}

/// The lines of a text without blanks before them.
fn at_left(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// What stands behind a word at the beginning of a text.
fn words_behind<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.trim_start().strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace))
}

/// The parts of a text between the places where a word stands by itself.
fn split_at_words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '"');
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let all = rest.take()?;
        let is_alone = |&at: &usize| !all[..at].ends_with(is_part) && !all[at + word.len()..].starts_with(is_part);
        let Some(at) = all.match_indices(word).map(|(at, _)| at).find(is_alone) else { return Some(all) };
        rest = Some(&all[at + word.len()..]);
        Some(&all[..at])
    })
}

#[cfg(test)]
mod tests {
    use super::in_lines;

    #[test]
    fn each_name_gets_a_line_before_the_tree() {
        for (text, lines) in [
            ("let b = X 3\n    c = X 5\nin T [b, c]", "b = X 3\nc = X 5\ntree = T [b, c]"),
            ("t = let b = 3 in let c = 5 in [b; c]", "b = 3\nc = 5\ntree = [b; c]"),
            ("t = T [b, c] where\n  b = X 3\n  c = X 5\n", "b = X 3\nc = X 5\nt = T [b, c]"),
            ("t :: T\nt = T [b]\n  where b = X 3", "b = X 3\nt = T [b]"),
            ("b = [3]\nc = [5]\n[b, c]\n", "b = [3]\nc = [5]\ntree = [b, c]"),
            ("d, e = 3, 12\nt = [d, e]", "d = 3\ne = 12\nt = [d, e]"),
            ("t :: T\nt = T [\n  b, c]\nb = X 3\nc = X 5", "t :: T\nb = X 3\nc = X 5\nt = T [\n  b, c]"),
        ] {
            assert_eq!(in_lines(text).as_deref(), Some(lines), "{text}");
        }
        for text in [
            "t = [3, 12]",
            "b = [3]\nt = [b]",
            "let b = [3];\nlet c = [b];",
            "for x in [3, 12]: t = x",
            "b = [3]\n[4, 5]",
            "a => [3, b]\nb => [5]",
            "t = {'in': 3, 'where': 5}",
            "data T = A | B where C = D",
        ] {
            assert_eq!(in_lines(text), None, "{text}");
        }
    }
}
