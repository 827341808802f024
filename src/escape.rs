//! Escapes text for XML, Markdown and LaTeX, so that it is shown literally whatever characters it contains.
//!
//! In Markdown and LaTeX, control characters and directional marks are made [visible](format::visible) first.

use crate::format;

/// The characters with a meaning in XML, and their entities.
const ENTITIES: [(&str, &str); 5] = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;")];

/// Escapes text for XML or HTML, between tags or in an attribute. Characters that XML does not allow become U+FFFD.
pub fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        escaped.push(if is_in_xml(c) { c } else { char::REPLACEMENT_CHARACTER });
    }
    for (letter, entity) in ENTITIES {
        escaped = escaped.replace(letter, entity);
    }
    escaped
}

fn is_in_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'))
}

/// Restores the text that [`xml`] escaped.
pub fn from_xml(text: &str) -> String {
    // The ampersand comes last, so that `&amp;lt;` becomes `&lt;` and not `<`.
    let mut plain = text.to_owned();
    for &(letter, entity) in ENTITIES.iter().rev() {
        plain = plain.replace(entity, letter);
    }
    plain
}

/// Escapes text for a line of Markdown or a cell of a table: without emphasis, links, pictures, headings, lists or HTML.
pub fn markdown(text: &str) -> String {
    let text = format::visible(text.trim());
    let marks = text.len() - text.trim_start_matches(['-', '+', '=']).len();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_apart = |index: usize| text[index..].chars().next().is_none_or(char::is_whitespace);
    // The beginning of a list or the underline of a heading; not a sign before a number.
    let is_marked = marks > 1 || text.starts_with('=') || marks == 1 && is_apart(1);
    let is_numbered = digits > 0 && text[digits..].starts_with(['.', ')']) && is_apart(digits + 1);
    let mut plain = String::with_capacity(text.len());
    for (index, c) in text.char_indices() {
        let begins = index == 0 && is_marked || is_numbered && index == digits;
        match c {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '!' | '$' => {
                plain.push('\\');
                plain.push(c);
            }
            // After a protocol this would make a link.
            ':' if text[index..].starts_with("://") => plain.push_str("&#58;"),
            '@' => plain.push_str("&#64;"),
            _ if begins => {
                plain.push('\\');
                plain.push(c);
            }
            c => plain.push(c),
        }
    }
    // Some renderers make links of addresses without a protocol.
    plain.replace("www.", "www&#46;")
}

/// Escapes text for a line of LaTeX. Mathematical characters that pdfLaTeX does not know become commands; other scripts need XeLaTeX or LuaLaTeX.
pub fn latex(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut before = None;
    for c in format::visible(text).chars() {
        // Two hyphens would be joined to a dash, and two quotes to one.
        if before == Some(c) && matches!(c, '-' | '\'' | ',') {
            plain.push_str("{}");
        }
        before = Some(c);
        match CHARACTERS.iter().find(|(character, _)| *character == c) {
            Some((_, command)) => plain.push_str(command),
            None => plain.push(c),
        }
    }
    plain
}

/// The characters with a meaning in LaTeX or that need a command, and how they are written.
const CHARACTERS: [(char, &str); 45] = [
    ('\\', "\\textbackslash{}"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('%', "\\%"),
    ('$', "\\$"),
    ('&', "\\&"),
    ('#', "\\#"),
    ('_', "\\_"),
    ('^', "\\textasciicircum{}"),
    ('~', "\\textasciitilde{}"),
    ('<', "\\textless{}"),
    ('>', "\\textgreater{}"),
    ('|', "\\textbar{}"),
    ('"', "\\textquotedblright{}"),
    // In braces, so that they do not begin an optional argument of \\ in a table.
    ('[', "{[}"),
    (']', "{]}"),
    ('*', "{*}"),
    ('`', "\\textasciigrave{}"),
    ('–', "\\textendash{}"),
    ('—', "\\textemdash{}"),
    ('−', "$-$"),
    ('±', "$\\pm$"),
    ('×', "$\\times$"),
    ('·', "$\\cdot$"),
    ('ᵈ', "$^d$"),
    ('≤', "$\\le$"),
    ('≥', "$\\ge$"),
    ('≠', "$\\ne$"),
    ('≈', "$\\approx$"),
    ('∞', "$\\infty$"),
    ('→', "$\\to$"),
    ('α', "$\\alpha$"),
    ('β', "$\\beta$"),
    ('γ', "$\\gamma$"),
    ('ξ', "$\\xi$"),
    ('⊤', "$\\top$"),
    ('⊥', "$\\bot$"),
    ('\u{3bc}', "\\textmu{}"),
    ('µ', "\\textmu{}"),
    ('“', "\\textquotedblleft{}"),
    ('”', "\\textquotedblright{}"),
    ('‘', "\\textquoteleft{}"),
    ('’', "\\textquoteright{}"),
    ('…', "\\dots{}"),
    ('\u{a0}', "~"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_with_a_meaning_in_latex_are_text() {
        assert_eq!(
            latex("50% of a_b & {c}^2 ≥ 3 ± 1 µs"),
            "50\\% of a\\_b \\& \\{c\\}\\textasciicircum{}2 $\\ge$ 3 $\\pm$ 1 \\textmu{}s"
        );
        assert_eq!(
            latex("\\end{tabular}\n\u{202e}"),
            "\\textbackslash{}end\\{tabular\\}\\textbackslash{}n\\textbackslash{}u\\{202e\\}"
        );
    }

    #[test]
    fn hyphens_quotes_and_commas_are_not_joined_in_latex() {
        assert_eq!(latex("a---b ''' ,, -"), "a-{}-{}-b '{}'{}' ,{}, -");
    }

    #[test]
    fn numbers_and_names_are_not_escaped_in_markdown_and_lists_are() {
        for text in ["80.0 %", "-3", "+0.51", "Alpha-beta", "1,234", "µs (95%)"] {
            assert_eq!(markdown(text), text);
        }
        let lists = ["- a", "-", "+ a", "1. a", "1) a", "12.", "---", "==", "a|b", "*a*", "<b>", "# a"];
        let escaped = [
            "\\- a",
            "\\-",
            "\\+ a",
            "1\\. a",
            "1\\) a",
            "12\\.",
            "\\---",
            "\\==",
            "a\\|b",
            "\\*a\\*",
            "&lt;b&gt;",
            "\\# a",
        ];
        assert_eq!(lists.map(markdown), escaped);
    }

    #[test]
    fn text_comes_back_from_xml() {
        for text in ["Tom & Jerry's “<ties>” ]]> &amp;", "\u{1f600}\t\n"] {
            assert_eq!(from_xml(&xml(text)), text);
            assert!(!xml(text).contains(['<', '>']));
        }
        assert_eq!(xml("a\u{1}\u{ffff}b"), "a\u{fffd}\u{fffd}b");
    }
}
