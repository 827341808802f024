//! What Plyscope remembers between sessions.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use eframe::egui::{self, ThemePreference};
use serde::{Deserialize, Serialize};

use super::canvas::{Kind, View};
use super::comparison::ComparisonPanel;
use super::model::Model;
use super::trees::runs::Runs;
use crate::draw::Options;
use crate::search::{Algorithm, Budget, CutoffRule};

const KEY: &str = "plyscope";
/// The valid range of the sizes of texts in drawings.
pub(crate) const TEXT_SIZES: RangeInclusive<f32> = 0.5..=4.0;
/// The sizes of everything at which the window can be used.
pub(crate) const SIZES: RangeInclusive<f32> = 0.5..=4.0;
/// The number of recent files.
pub(crate) const MAX_RECENT: usize = 12;

/// How the whole window looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Appearance {
    pub(crate) theme: ThemePreference,
    /// The size of everything, as a multiple of the normal one.
    pub(crate) size: f32,
}

/// Settings that depend on the tree, such as a depth limit or a threshold test, are not remembered.
#[derive(Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
struct Remembered {
    recent: Vec<PathBuf>,
    theme: ThemePreference,
    offers_tour: bool,
    size: f32,
    shows_inspector: bool,
    shows_comparison: bool,
    /// The columns of the comparison, by their titles.
    columns: Vec<String>,
    shows_pipeline: bool,
    drawings: Drawings,
    /// By their ids, so that an unknown one does not affect the others.
    algorithms: Vec<String>,
    cutoff: CutoffRule,
    /// `automatic`, `unlimited` or a number.
    #[serde(deserialize_with = "text_or_number")]
    budget: String,
}

/// How trees are drawn.
#[derive(Serialize, Deserialize)]
#[serde(default)]
struct Drawings {
    kind: Kind,
    reduces_motion: bool,
    options: Options,
}

impl Drawings {
    fn of(options: Options, view: &View) -> Drawings {
        Drawings { kind: view.kind, reduces_motion: view.is_abrupt, options }
    }

    fn options(&self) -> Options {
        Options { text: if TEXT_SIZES.contains(&self.options.text) { self.options.text } else { 1.0 }, ..self.options }
    }
}

impl Default for Drawings {
    fn default() -> Drawings {
        Drawings::of(Options::default(), &View::default())
    }
}

/// A text or a number, because earlier versions stored the budget as a number.
fn text_or_number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    })
}

impl Remembered {
    fn of(model: &Model, view: &View, comparison: &ComparisonPanel, look: Appearance) -> Remembered {
        Remembered {
            recent: model.recent.clone(),
            theme: look.theme,
            offers_tour: model.offers_tour,
            size: look.size,
            shows_inspector: model.shows_inspector,
            shows_comparison: model.shows_comparison,
            columns: comparison.columns(),
            shows_pipeline: model.runs.pipeline().is_some(),
            drawings: Drawings::of(model.options, view),
            algorithms: model.runs.algorithms().map(|algorithm| algorithm.id().to_owned()).collect(),
            cutoff: model.settings.cutoff,
            budget: model.settings.budget.to_string(),
        }
    }
}

impl Default for Remembered {
    fn default() -> Remembered {
        let look = Appearance { theme: ThemePreference::System, size: 1.0 };
        Remembered::of(&Model::new(), &View::default(), &ComparisonPanel::default(), look)
    }
}

/// What can be read of what was stored; each part that cannot be read, as another version may have written it, is as by default.
fn readable(stored: &serde_json::Value) -> Remembered {
    let mut whole = serde_json::to_value(Remembered::default()).unwrap_or_default();
    take_readable(&mut whole, &mut Vec::new(), stored);
    serde_json::from_value(whole).unwrap_or_default()
}

/// Puts each stored part that is readable in its place at a path in the whole.
fn take_readable(whole: &mut serde_json::Value, path: &mut Vec<String>, stored: &serde_json::Value) {
    let part = path.iter().try_fold(&mut *whole, |part, key| part.get_mut(key));
    let Some(part) = part else { return };
    if let (true, Some(stored)) = (part.is_object(), stored.as_object()) {
        for (key, stored) in stored {
            path.push(key.clone());
            take_readable(whole, path, stored);
            path.pop();
        }
        return;
    }
    let before = std::mem::replace(part, stored.clone());
    if Remembered::deserialize(&*whole).is_err()
        && let Some(part) = path.iter().try_fold(whole, |part, key| part.get_mut(key))
    {
        *part = before;
    }
}

/// Restores the stored state.
pub(crate) fn load(
    storage: &dyn eframe::Storage,
    ctx: &egui::Context,
    model: &mut Model,
    view: &mut View,
    comparison: &mut ComparisonPanel,
) {
    let stored = storage.get_string(KEY).and_then(|text| serde_json::from_str(&text).ok());
    let remembered = stored.map_or_else(Remembered::default, |stored| readable(&stored));
    ctx.set_theme(remembered.theme);
    if SIZES.contains(&remembered.size) {
        ctx.set_zoom_factor(remembered.size);
    }
    model.recent = remembered.recent;
    model.recent.truncate(MAX_RECENT);
    model.offers_tour = remembered.offers_tour;
    model.shows_inspector = remembered.shows_inspector;
    model.shows_comparison = remembered.shows_comparison;
    comparison.show_columns(&remembered.columns);
    let algorithms: Vec<Algorithm> = remembered.algorithms.iter().filter_map(|id| id.parse().ok()).collect();
    if !algorithms.is_empty() {
        model.runs = Runs::new(&algorithms);
    }
    if remembered.shows_pipeline {
        model.runs.add(Algorithm::of_pipeline(model.pipeline));
    }
    *view = View::new(remembered.drawings.kind, remembered.drawings.reduces_motion);
    model.options = remembered.drawings.options();
    model.settings.cutoff = remembered.cutoff;
    model.settings.budget = remembered.budget.parse::<Budget>().unwrap_or_default().at_least_one();
}

/// Stores the state.
pub(crate) fn save(
    storage: &mut dyn eframe::Storage,
    look: Appearance,
    model: &Model,
    view: &View,
    comparison: &ComparisonPanel,
) {
    if let Ok(text) = serde_json::to_string(&Remembered::of(model, view, comparison, look)) {
        storage.set_string(KEY, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_cannot_be_read_costs_only_itself() {
        let stored = r#"{"shows_inspector": false, "budget": 5000, "theme": "Sepia", "recent": ["a.json"], "future": 1,
            "drawings": {"kind": "Sunburst", "reduces_motion": true, "options": {"text": 1.6, "order": "none"}}}"#;
        let found = readable(&serde_json::from_str(stored).unwrap());
        assert!(!found.shows_inspector && found.drawings.reduces_motion && found.shows_comparison);
        assert_eq!((found.budget.as_str(), found.recent), ("5000", vec![PathBuf::from("a.json")]));
        assert_eq!((found.drawings.kind, found.drawings.options.text), (View::default().kind, 1.6));
        assert_eq!(found.theme, ThemePreference::System);
        for nonsense in ["null", "3", "[]", r#"{"drawings": 5, "algorithms": "none"}"#] {
            let found = readable(&serde_json::from_str(nonsense).unwrap());
            assert!(found.shows_inspector && !found.algorithms.is_empty(), "{nonsense}");
        }
    }
}
