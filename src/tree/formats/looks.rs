//! What texts look like: which of the notations of nested literals one is written in, told from its beginning.

use super::keys;

/// How much of a text is looked at, in bytes.
pub(super) const HEAD: usize = 1 << 16;

/// The beginning of a text, without blanks before it.
pub(super) fn head(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.floor_char_boundary(HEAD)]
}

/// What stands before the value that a file of JavaScript is for.
const EXPORT: &str = "export default ";
/// What stands before a definition of JavaScript, or instead of its name.
pub(super) const BEFORE_NAMES: [&str; 4] = ["const ", "let ", "var ", EXPORT];

/// The text without comments before it, and the name that it defines, as in `const tree =`.
fn defined(text: &str) -> (Option<&str>, &str) {
    let rest = without_comments(head(text));
    if let Some(value) = rest.strip_prefix(EXPORT) {
        return (Some(EXPORT), value.trim_start());
    }
    let line = rest.lines().next().unwrap_or_default();
    // The type of what the next line defines.
    if line.contains("::") && !line.contains('=') {
        return defined(&rest[line.len()..]);
    }
    let by_arrow = line.split_once("<-").filter(|(name, _)| !name.contains('='));
    let Some((name, _)) = by_arrow.or_else(|| line.split_once('=')) else { return (None, rest) };
    let letters = name.strip_prefix('$').unwrap_or(name);
    let is_of = |signs: &str| {
        letters.starts_with(char::is_alphabetic) && letters.chars().all(|c| c.is_alphanumeric() || signs.contains(c))
    };
    let behind = &rest[name.len()..];
    let behind = behind.strip_prefix("<-").unwrap_or_else(|| behind.trim_start_matches(['=', '>']));
    let value = without_comments(behind);
    // In C and its relatives a type stands before the name, or the lengths of lists behind it.
    if is_of("_ :.'$") || is_of("_ :.<>[]*&,") && value.starts_with(['{', 'n']) {
        (Some(name.trim()), value)
    } else {
        (None, rest)
    }
}

/// The functions of Kotlin, Java, Scala, R and PHP that make a list of their arguments.
pub(super) const MAKERS_OF_LISTS: [&str; 14] = [
    "List",
    "list",
    "listOf",
    "mutableListOf",
    "arrayListOf",
    "List.of",
    "Arrays.asList",
    "asList",
    "Seq",
    "Vector",
    "Array",
    "array",
    "arrayOf",
    "intArrayOf",
];

/// The longest type of a list, in bytes.
const MOST_TYPE: usize = 200;

/// The length of what stands before a value that a program makes: the dot of Swift, `new `, also with the type of a list, the type of a list of Go, `vec!`,
/// `Box::new`, or the type that a constructor of Rust belongs to, as in `Tree::Leaf`.
pub(super) fn before_made(text: &str) -> usize {
    if text.starts_with("vec![") {
        return "vec!".len();
    }
    if text.starts_with('.') && text[1..].starts_with(char::is_alphabetic) {
        return 1;
    }
    for pointer in ["Box::new", "Rc::new", "Arc::new"] {
        if text.starts_with(pointer) && text[pointer.len()..].starts_with('(') {
            return pointer.len();
        }
    }
    let near = &text[..text.floor_char_boundary(MOST_TYPE)];
    if text.starts_with(char::is_uppercase)
        && let Some((owner, constructor)) = near.split_once("::")
        && owner.chars().all(|c| c.is_alphanumeric() || c == '_')
        && constructor.starts_with(char::is_uppercase)
    {
        return owner.len() + "::".len();
    }
    if text.starts_with("[]") {
        let types = near.trim_start_matches("[]");
        let kind = types.find(|c: char| !c.is_alphanumeric() && !"_.*".contains(c)).unwrap_or(types.len());
        let is_list = kind > 0 && types[kind..].starts_with('{');
        return if is_list { near.len() - types.len() + kind } else { 0 };
    }
    let Some(behind) = text.strip_prefix("new").filter(|behind| behind.starts_with([' ', '['])) else { return 0 };
    let behind = behind.trim_start();
    let before = text.len() - behind.len();
    let behind = &behind[..behind.floor_char_boundary(MOST_TYPE)];
    let kind = behind.find(|c: char| !c.is_alphanumeric() && !"_.<>[] ".contains(c)).unwrap_or(behind.len());
    let is_list = behind[..kind].contains(['[', '<']) && behind[kind..].starts_with('{');
    before + if is_list { kind } else { 0 }
}

/// Whether a text is a list in braces, as in C, Java, Lua and Mathematica.
fn is_in_braces(text: &str) -> bool {
    let text = &text[before_made(text)..];
    let Some(mut inside) = text.strip_prefix('{') else { return false };
    loop {
        let rest = inside.trim_start_matches(|c: char| c == '{' || c.is_whitespace());
        inside = &rest[before_made(rest)..];
        if inside.len() == rest.len() {
            break;
        }
    }
    let word = inside.find(|c: char| c.is_whitespace() || ",;:}".contains(c)).unwrap_or(inside.len());
    let is_number = inside[..word].parse::<crate::tree::Value>().is_ok();
    is_number && !inside[word..].trim_start().starts_with([':', ';']) && !is_clojure(text)
}

/// The text without what it defines.
pub(super) fn literal(text: &str) -> &str {
    defined(text).1
}

fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    let blocks = [("/*", "*/"), ("(*", "*)"), ("{-", "-}"), ("#|", "|#"), ("\"\"\"", "\"\"\"")];
    loop {
        let block = blocks.iter().find(|(begin, _)| rest.starts_with(begin) && !rest.starts_with("{-1"));
        let is_line = ["//", ";", "-- "].iter().any(|begin| rest.starts_with(begin))
            || rest.starts_with('#') && !rest[1..].starts_with(['(', '{', '[']);
        rest = match block {
            Some((_, end)) => rest.split_once(end).map_or("", |(_, rest)| rest).trim_start(),
            None if is_line => rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start(),
            None => return rest,
        };
    }
}

/// The outside of quotation marks, byte by byte, with the byte before.
fn outside(text: &str) -> impl Iterator<Item = (u8, u8)> {
    let mut quote = 0;
    let mut last = 0;
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

/// Lists in square brackets with commas, objects under Plyscope's own names, or a single value.
pub(super) fn like_json(text: &str) -> bool {
    let (name, text) = defined(text);
    if is_in_braces(text) {
        return true;
    }
    if name.is_some_and(|name| !is_script(name)) || is_clojure(text) || has_leaf_pairs(text) {
        return false;
    }
    text.starts_with(['[', '{']) || is_scalar(text)
}

/// Whether what is defined is defined in JavaScript.
fn is_script(name: &str) -> bool {
    ["const ", "let ", "var ", "export ", "window.", "module.", "$", "my $"].iter().any(|begin| name.starts_with(begin))
}

/// Objects under names that are not Plyscope's own.
pub(super) fn like_objects(text: &str) -> bool {
    let (name, text) = defined(text);
    if name.is_some_and(|name| !is_script(name)) {
        return false;
    }
    let own =
        ["value", "label", "move", "player", "probability", "children", "title", "source", "game", "root", "tree"];
    text.starts_with(['{', '['])
        && text.contains('{')
        && !is_clojure(text)
        && keys_of(text).iter().any(|key| !own.contains(key))
}

/// What stands before colons outside quotation marks.
fn keys_of(text: &str) -> Vec<&str> {
    let mut keys = Vec::new();
    let bytes = text.as_bytes();
    let (mut at, mut word) = (0, "");
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        match byte {
            b'"' | b'\'' => {
                at += 1;
                while bytes.get(at).is_some_and(|other| *other != byte) {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                word = text.get(start + 1..at.min(bytes.len())).unwrap_or_default();
                at += 1;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text.get(at..).and_then(|rest| rest.find('\n')).unwrap_or(bytes.len());
            }
            b':' => {
                keys.push(word);
                at += 1;
            }
            _ if byte.is_ascii_alphanumeric() || byte == b'_' => {
                while bytes.get(at).is_some_and(|other| other.is_ascii_alphanumeric() || *other == b'_') {
                    at += 1;
                }
                word = &text[start..at];
            }
            _ => at += 1,
        }
    }
    keys
}

/// Whether nodes that a program of Python makes name their parents.
pub(super) fn names_parents(text: &str) -> bool {
    (text.contains("parent=") || text.contains("parent =")) && text.contains('(')
}

/// Whether a text begins with a word, so that long lists are not looked through.
fn is_program(text: &str) -> bool {
    without_comments(text).starts_with(char::is_alphabetic)
}

/// Whether a program adds edges to a graph one by one.
pub(super) fn adds_edges(text: &str) -> bool {
    is_program(text) && (calls(text, &ADD_EDGE).is_some() || calls(text, &ADD_EDGES).is_some())
}

/// Where a text calls one of these methods.
pub(super) fn calls(text: &str, methods: &[&str]) -> Option<usize> {
    methods.iter().filter_map(|name| text.find(&format!(".{name}("))).min()
}

/// The methods of a node that add a child.
pub(super) const ADD_CHILD: [&str; 7] =
    ["add_child", "addChild", "children.append", "children.push", "children.push_back", "children.add", "add"];
/// The attributes that are children.
const LINKS: [&str; 3] = [".left =", ".right =", ".children ="];

/// Whether a program makes nodes and links them.
pub(super) fn links_nodes(text: &str) -> bool {
    is_program(text) && (calls(text, &ADD_CHILD).is_some() || LINKS.iter().any(|link| text.contains(link)))
}

/// The method of treelib that makes a node.
pub(super) const CREATE_NODE: &str = "create_node";

/// Whether a program of Python makes nodes one by one.
fn makes_one_by_one(text: &str) -> bool {
    names_parents(text) || links_nodes(text) && !text.contains("new ")
}

/// Whether a program sets the children of each node under its key, as in `tree['A'] = ['B', 'C']`.
pub(super) fn sets_by_key(text: &str) -> bool {
    is_program(text)
        && ["'] =", "\"] =", "']=", "\"]=", "'].append(", "\"].append("].iter().any(|sign| text.contains(sign))
}

/// Whether a line of a program makes a node or an edge.
pub(super) fn makes_nodes(line: &str) -> bool {
    let methods: [&[&str]; 6] = [&[CREATE_NODE], &ADD_CHILD, &ADD_EDGE, &ADD_EDGES, &ADD_NODE, &SET_VALUES];
    names_parents(line) || methods.iter().any(|methods| calls(line, methods).is_some())
}

/// The methods that add an edge to a graph.
pub(super) const ADD_EDGE: [&str; 3] = ["add_edge", "addEdge", "edge"];
/// The methods that add the edges of a list to a graph.
pub(super) const ADD_EDGES: [&str; 3] = ["add_edges_from", "addEdges", "edges"];
/// The function of networkx that gives nodes their values.
pub(super) const SET_VALUES: [&str; 1] = ["set_node_attributes"];
/// The methods that add a node to a graph.
pub(super) const ADD_NODE: [&str; 3] = ["add_node", "addNode", "node"];

/// Tuples, `None`, texts in single quotation marks, or nodes that name their parents.
pub(super) fn like_python(text: &str) -> bool {
    let (name, literal) = defined(text);
    if name.is_some() && is_application(literal) && (makes_one_by_one(text) || sets_by_key(text)) || adds_edges(text) {
        return true;
    }
    let has_statements = ["class ", "def ", "import ", "from ", "if __name__"]
        .iter()
        .any(|word| without_comments(head(text)).starts_with(word));
    let begins = literal.starts_with(['(', '[', '{']) || literal.starts_with("dict(");
    if has_statements {
        return text.contains('=');
    }
    if !begins
        || name.is_some_and(is_script)
        || has_leaf_pairs(literal)
        || is_in_braces(literal)
        || is_application(literal) && !literal.starts_with("dict(")
    {
        return literal.trim() == "None";
    }
    let is_named = name.is_some() && literal.lines().next().is_some_and(|line| !line.trim_end().ends_with(';'));
    let has_roles = || keys_of(literal).iter().any(|key| !keys::meanings(key).is_empty());
    let has_texts = || literal.contains('\'') && !(literal.starts_with('{') && has_roles());
    let is_tuple = || has_outside(literal, b'(') && has_outside(literal, b',');
    !is_clojure(literal)
        && (is_named || is_tuple() || literal.contains("None") || has_texts() || literal.contains("dict("))
}

/// A number and a list in brackets, and such pairs only.
pub(super) fn like_pairs(text: &str) -> bool {
    let literal = literal(text);
    let mut rest = literal.trim_start();
    if !rest.starts_with(['(', '[']) {
        return false;
    }
    rest = rest[1..].trim_start();
    let word = rest.find([',', ' ', '\n', '\t', '(', '[', ')', ']']).unwrap_or(rest.len());
    let (word, rest) = rest.split_at(word);
    let is_value = word == "None" || word == "nil" || word.parse::<crate::tree::Value>().is_ok();
    let rest = rest.trim_start().trim_start_matches(',').trim_start();
    is_value && rest.starts_with(['(', '[']) && !has_outside(literal, b'{')
}

/// Pairs some of which have no children, which lists of nodes always have.
fn has_leaf_pairs(literal: &str) -> bool {
    let mut last = 0;
    like_pairs(literal)
        && outside(literal).filter(|(_, byte)| !byte.is_ascii_whitespace()).any(|(_, byte)| {
            let before = std::mem::replace(&mut last, byte);
            matches!((before, byte), (b'[', b']') | (b'(', b')'))
        })
}

/// Round brackets without commas and names.
pub(super) fn like_brackets(text: &str) -> bool {
    let text = literal(text);
    let is_plain = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || b"()?+-./eE".contains(&byte);
    text.starts_with(['(', '?']) && text.bytes().all(is_plain)
}

/// Round brackets without commas, or vectors of Clojure.
pub(super) fn like_lisp(text: &str) -> bool {
    let text = literal(text).trim_start_matches(['\'', '`', '#']);
    if has_leaf_pairs(text) {
        return false;
    }
    if text.starts_with(['(']) {
        let inside = text.trim_start_matches(|c: char| c == '(' || c.is_whitespace());
        let word = inside.find(|c: char| c.is_whitespace() || "()[]{},".contains(c)).unwrap_or(inside.len());
        if matches!(&inside[..word], "let" | "let*" | "letrec" | "lambda" | "defun") {
            // What it comes to is not written.
            return false;
        }
        let has_head = inside.starts_with(|c: char| c.is_alphabetic() || c == ':') && !inside[word..].starts_with(',');
        let is_applied = inside[word..].starts_with('(') && has_outside(text, b',');
        return (has_head && !is_applied || !has_outside(text, b',')) && !closes_before_a_name(text);
    }
    text.starts_with(['[', '{']) && is_clojure(text)
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
    if text.starts_with("vec![") {
        return true;
    }
    let text = &text[before_made(text)..];
    let name = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '\'')).unwrap_or(text.len());
    let (name, rest) = text.split_at(name);
    let first = rest.trim_start().chars().next();
    let is_known = matches!(name, "Leaf" | "Node" | "Tip" | "Fork" | "Branch" | "Just") || keys::mover(name).is_some();
    let line = rest.lines().next().unwrap_or_default().trim();
    let has_line = line.contains(['(', '[', '{']);
    // As in `A (MAX)` above indented lines.
    let inside = line.strip_prefix('(').and_then(|line| line.strip_suffix(')'));
    let tells_player = inside.and_then(keys::mover_by_name).is_some();
    name.starts_with(char::is_alphabetic)
        && !is_outline(rest)
        && match first {
            Some('(' | '[' | '{') => !tells_player,
            // An arrow between two names, and no sign of a number.
            Some('-') if rest.trim_start().starts_with("->") => false,
            Some(_) if line.is_empty() => false,
            Some(first) => {
                (is_known || name.starts_with(char::is_uppercase))
                    && (first.is_ascii_digit() || "-~\"".contains(first))
                    && (has_line || is_known)
                    || name.starts_with(char::is_uppercase) && has_line
            }
            None => is_known,
        }
}

/// Whether the line below the first one is a line of its own further to the right, or behind the lines of the command `tree`, and not what
/// the first one goes on with.
fn is_outline(text: &str) -> bool {
    let (first, behind) = text.split_once('\n').unwrap_or_default();
    let count = |signs: [char; 3]| first.matches(signs).count();
    let below = behind.trim_start_matches(['\n', '\r']).lines().next().unwrap_or_default();
    let content = below.trim_start();
    let is_drawn = content.starts_with(['├', '└', '╰', '│', '┣', '┗', '╠', '╚']);
    let is_word = content.starts_with(char::is_alphanumeric) && content.len() < below.len();
    let has_players =
        || content.split(|sign: char| !sign.is_alphabetic()).any(|word| keys::mover_by_name(word).is_some());
    count(['(', '[', '{']) == count([')', ']', '}']) && (is_drawn || is_word && has_players() && !content.contains('['))
}

/// Whether a text begins with a word right before brackets, and has commas between things.
fn is_call_with_commas(text: &str) -> bool {
    let word = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    text[word..].starts_with('(') && has_outside(text, b',')
}

/// Whether a text begins with the import of a module whose name Haskell and Scala would not have: a small letter and no dot.
fn imports_of_python(text: &str) -> bool {
    let name = text.strip_prefix("import ").map(|rest| rest.lines().next().unwrap_or_default());
    name.is_some_and(|name| {
        name.starts_with(char::is_lowercase) && !name.starts_with("qualified ") && !name.contains('.')
    })
}

/// A constructor applied to what it holds.
pub(super) fn like_terms(text: &str) -> bool {
    let start = head(text);
    let is_code =
        ["{-", "(*", "module ", "data ", "datatype ", "type ", "import "].iter().any(|begin| start.starts_with(begin))
            && start.contains(" = ")
            && !imports_of_python(start);
    let text = literal(text);
    // Brackets may be around all.
    let inside = text.strip_prefix('(').filter(|inside| inside.starts_with(char::is_uppercase));
    (is_application(text) || inside.is_some_and(is_call_with_commas))
        && !text.starts_with("dict(")
        && !makes_one_by_one(text)
        && !adds_edges(text)
        && !sets_by_key(text)
        || is_code && !text.starts_with(['[', '{'])
}
