//! What Plyscope remembers from one start to the next.

use std::path::PathBuf;

use eframe::egui::{self, ThemePreference};
use serde::{Deserialize, Serialize};

use super::model::Model;

const KEY: &str = "plyscope";
/// How many files the menu remembers.
pub(super) const MAX_RECENT: usize = 10;

#[derive(Serialize, Deserialize)]
#[serde(default)]
struct Remembered {
    recent: Vec<PathBuf>,
    theme: ThemePreference,
    shows_inspector: bool,
    shows_comparison: bool,
}

impl Default for Remembered {
    fn default() -> Remembered {
        Remembered { recent: Vec::new(), theme: ThemePreference::System, shows_inspector: true, shows_comparison: true }
    }
}

/// Takes over what was remembered.
pub(super) fn load(storage: &dyn eframe::Storage, ctx: &egui::Context, model: &mut Model) {
    let Some(remembered) = storage.get_string(KEY).and_then(|text| serde_json::from_str::<Remembered>(&text).ok())
    else {
        return;
    };
    ctx.set_theme(remembered.theme);
    model.recent = remembered.recent;
    model.recent.truncate(MAX_RECENT);
    model.shows_inspector = remembered.shows_inspector;
    model.shows_comparison = remembered.shows_comparison;
}

/// Hands over what to remember.
pub(super) fn save(storage: &mut dyn eframe::Storage, theme: ThemePreference, model: &Model) {
    let remembered = Remembered {
        recent: model.recent.clone(),
        theme,
        shows_inspector: model.shows_inspector,
        shows_comparison: model.shows_comparison,
    };
    if let Ok(text) = serde_json::to_string(&remembered) {
        storage.set_string(KEY, text);
    }
}
