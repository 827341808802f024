//! System fonts for names in scripts that the program's fonts do not cover.

use std::sync::Arc;

use eframe::egui::Context;

use super::theme;
use crate::app::job::Job;
use crate::app::plyscope::Plyscope;
use crate::font::system::{SystemFont, add_lacking, look_for};
use crate::format::count;
use crate::tree::Tree;

/// At most this many missing characters are named.
const MOST_NAMED: usize = 8;

/// The search for fonts that can show the names of the open tree.
#[derive(Default)]
pub(crate) struct Fallback {
    job: Option<Job<Option<Found>>>,
    /// What was said last about names that show as boxes.
    said: Option<String>,
}

struct Found {
    fonts: Vec<SystemFont>,
    boxes: Option<String>,
}

impl Plyscope {
    /// Looks for fonts with the characters of the open tree's names.
    pub(crate) fn look_for_fonts(&mut self, ctx: &Context) {
        let Some(document) = &self.model.document else { return };
        let tree = Arc::clone(&document.tree);
        self.fonts.job = Some(Job::start(ctx, "plyscope fonts", move |progress| {
            let mut missing = Vec::new();
            for_each_name(&tree, &mut |name| add_lacking(name, &mut missing));
            if missing.is_empty() {
                return None;
            }
            let found = look_for(missing, progress);
            Some(Found { fonts: found.fonts, boxes: boxes(&tree, &found.missing) })
        }));
    }

    /// Uses the fonts once they are found, and says which characters none of them has.
    pub(crate) fn advance_fonts(&mut self, ctx: &Context) {
        let Some(found) = self.fonts.job.as_ref().and_then(Job::poll) else { return };
        self.fonts.job = None;
        let found = found.unwrap_or_default();
        if let Some(found) = &found {
            theme::add_fonts(ctx, &found.fonts);
        }
        let boxes = found.and_then(|found| found.boxes);
        if let Some(boxes) = boxes.as_ref().filter(|_| boxes != self.fonts.said) {
            self.model.warn(boxes.clone());
        }
        self.fonts.said = boxes;
    }
}

/// Does something with all names that the window shows of a tree.
fn for_each_name(tree: &Tree, act: &mut dyn FnMut(&str)) {
    for name in tree.names() {
        act(name);
    }
    act(tree.title());
    act(tree.source());
}

/// Says how many names have characters that no font has; `None` if there are none.
fn boxes(tree: &Tree, missing: &[char]) -> Option<String> {
    let mut boxed = 0;
    for_each_name(tree, &mut |name| boxed += u64::from(name.chars().any(|character| missing.contains(&character))));
    // By their codes, since they would show as boxes.
    let mut codes = Vec::new();
    for &missing in missing.iter().take(MOST_NAMED) {
        codes.push(format!("U+{:04X}", u32::from(missing)));
    }
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
