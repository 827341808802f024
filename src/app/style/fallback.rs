//! System fonts for names in scripts that the program's fonts do not cover.

use crate::app::Job;
use crate::font::system::SystemFont;
use crate::format::count;
use crate::tree::Tree;

/// At most this many missing characters are named.
const MOST_NAMED: usize = 8;

/// The search for fonts that can show the names of the open tree.
#[derive(Default)]
pub(crate) struct Fallback {
    pub(crate) job: Option<Job<Option<Found>>>,
    /// What was said last about names that show as boxes.
    pub(crate) said: Option<String>,
}

pub(crate) struct Found {
    pub(crate) fonts: Vec<SystemFont>,
    pub(crate) boxes: Option<String>,
}

/// Does something with all names that the window shows of a tree.
pub(crate) fn for_each_name(tree: &Tree, act: &mut dyn FnMut(&str)) {
    for name in tree.names() {
        act(name);
    }
    act(tree.title());
    act(tree.source());
}

/// Says how many names have characters that no font has; `None` if there are none.
pub(crate) fn boxes(tree: &Tree, missing: &[char]) -> Option<String> {
    let mut boxed = 0;
    for_each_name(tree, &mut |name| boxed += u64::from(name.chars().any(|character| missing.contains(&character))));
    // By their codes, since they would show as boxes.
    let mut codes: Vec<_> =
        missing.iter().take(MOST_NAMED).map(|&missing| format!("U+{:04X}", u32::from(missing))).collect();
    if missing.len() > MOST_NAMED {
        codes.push("…".to_owned());
    }
    let verb = if boxed == 1 { "has" } else { "have" };
    (boxed > 0).then(|| {
        let names = count(boxed, "name", "names");
        format!(
            "{names} {verb} characters that no installed font has ({}), so boxes are drawn instead",
            codes.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Progress;
    use crate::tree::file::{Format, parse};

    #[test]
    fn names_with_characters_of_no_font_are_counted() {
        let text = r#"[{"value": 1, "label": "a\udbff\udffe"}, {"value": 2, "label": "b"}, {"value": 3, "move": "\udbff\udffe"}]"#;
        let tree = parse(Some(Format::JSON), text.as_bytes(), &Progress::new()).unwrap();
        assert_eq!(boxes(&tree, &[]), None);
        let said = boxes(&tree, &['\u{10fffe}']).unwrap();
        assert_eq!(said, "2 names have characters that no installed font has (U+10FFFE), so boxes are drawn instead");
        let all: Vec<char> = ('b'..='z').collect();
        assert!(boxes(&tree, &all).unwrap().starts_with("1 name has"));
    }
}
