//! What Plyscope remembers from one start to the next.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use eframe::egui::{Context, ThemePreference, Vec2};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::canvas::{Kind, View};
use super::comparison::ComparisonPanel;
use super::trees::Runs;
use super::{Job, Model};
use crate::draw::Options;
use crate::input;
use crate::output;
use crate::search::{Algorithm, Budget, CutoffRule};

/// The name of the file in the user's folder.
const FILE: &str = "settings.json";
/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;
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

/// The size of the window in logical pixels, which do not depend on the [size of everything](Appearance::size).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct WindowSize {
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// Whether it fills the screen; then the size is the one to which it returns.
    pub(crate) maximised: bool,
}

/// It fits a screen of 1280 by 800 with a panel and a title bar.
impl Default for WindowSize {
    fn default() -> WindowSize {
        WindowSize { width: 1200.0, height: 700.0, maximised: false }
    }
}

impl WindowSize {
    /// The size in which a window is shown in this frame.
    pub(super) fn update(&mut self, ctx: &Context) {
        let zoom = ctx.zoom_factor();
        let (rect, maximised) = ctx.input(|input| (input.viewport().inner_rect, input.viewport().maximized));
        self.maximised = maximised.unwrap_or(self.maximised);
        if let (Some(rect), false) = (rect, self.maximised) {
            (self.width, self.height) = (rect.width() * zoom, rect.height() * zoom);
        }
    }

    /// The size that a window gets.
    pub(crate) fn size(self) -> Vec2 {
        let is_sane = |length: f32| (100.0..=20_000.0).contains(&length);
        let usable = if is_sane(self.width) && is_sane(self.height) { self } else { WindowSize::default() };
        Vec2::new(usable.width, usable.height)
    }
}

/// Settings that depend on the tree, such as a depth limit or a threshold test, are not remembered.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Remembered {
    pub(super) recent: Vec<PathBuf>,
    pub(super) theme: ThemePreference,
    pub(super) offers_tour: bool,
    pub(super) size: f32,
    pub(super) window: WindowSize,
    pub(super) shows_inspector: bool,
    pub(super) shows_comparison: bool,
    /// The columns of the comparison, by their titles.
    pub(super) columns: Vec<String>,
    pub(super) shows_pipeline: bool,
    pub(super) drawings: Drawings,
    /// By their ids, so that an unknown one does not affect the others.
    pub(super) algorithms: Vec<String>,
    pub(super) cutoff: CutoffRule,
    /// `automatic`, `unlimited` or a number.
    pub(super) budget: String,
}

/// How trees are drawn.
#[derive(Serialize)]
pub(super) struct Drawings {
    pub(super) kind: Kind,
    pub(super) reduces_motion: bool,
    pub(super) options: Options,
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

impl Remembered {
    pub(super) fn of(
        model: &Model,
        view: &View,
        comparison: &ComparisonPanel,
        look: Appearance,
        window: WindowSize,
    ) -> Remembered {
        Remembered {
            recent: model.recent.clone(),
            theme: look.theme,
            offers_tour: model.offers_tour,
            size: look.size,
            window,
            shows_inspector: model.shows_inspector,
            shows_comparison: model.shows_comparison,
            columns: comparison.columns(),
            shows_pipeline: model.runs.pipeline().is_some(),
            drawings: Drawings::of(model.options, view),
            algorithms: model.runs.algorithms().iter().map(ToString::to_string).collect(),
            cutoff: model.settings.cutoff,
            budget: model.settings.budget.to_string(),
        }
    }
}

impl Default for Remembered {
    fn default() -> Remembered {
        let look = Appearance { theme: ThemePreference::System, size: 1.0 };
        Remembered::of(&Model::new(), &View::default(), &ComparisonPanel::default(), look, WindowSize::default())
    }
}

/// Takes over the stored parts that can be read, each into the field with its name.
macro_rules! take_fields {
    ($place:expr, $stored:expr, $($field:ident),*) => {
        $(take_readable(&mut $place.$field, &$stored, stringify!($field));)*
    };
}

/// What can be read of what was stored; each part that cannot be read, as another version may have written it, is as by default.
fn readable(stored: &Value) -> Remembered {
    let mut read = Remembered::default();
    take_fields!(read, stored, recent, theme, offers_tour, size, columns, algorithms, cutoff, budget);
    take_fields!(read, stored, shows_inspector, shows_comparison, shows_pipeline);
    take_fields!(read.window, stored["window"], width, height, maximised);
    take_fields!(read.drawings, stored["drawings"], kind, reduces_motion);
    take_fields!(read.drawings.options, stored["drawings"]["options"], text, windows, order, numbers);
    read
}

/// Puts a stored part in its place, if it is there and can be read.
fn take_readable<T: DeserializeOwned>(place: &mut T, stored: &Value, key: &str) {
    if let Some(read) = stored.get(key).and_then(|part| T::deserialize(part).ok()) {
        *place = read;
    }
}

/// The file of the settings.
pub struct SettingsFile {
    path: PathBuf,
    /// What it says, as far as that is known.
    text: String,
    pub(super) looked: Instant,
    pub(super) writing: Option<Job<()>>,
    pub(super) window: WindowSize,
}

impl SettingsFile {
    /// The file in a folder, which need not exist. A file that cannot be read is taken for an empty one.
    pub fn in_folder(folder: &Path) -> SettingsFile {
        let path = folder.join(FILE);
        let text = input::read_text(&path, MOST_BYTES).unwrap_or_default();
        let mut file =
            SettingsFile { path, text, looked: Instant::now(), writing: None, window: WindowSize::default() };
        file.window = file.remembered().window;
        file
    }

    pub(super) fn remembered(&self) -> Remembered {
        let stored = serde_json::from_str(&self.text).ok();
        stored.map_or_else(Remembered::default, |stored| readable(&stored))
    }

    /// What is to be written to which file, if it has changed.
    pub(super) fn change(&mut self, now: &Remembered) -> Option<(PathBuf, String)> {
        let text = serde_json::to_string_pretty(now).ok().filter(|text| *text != self.text)?;
        self.text.clone_from(&text);
        Some((self.path.clone(), text))
    }
}

/// Writes the settings; if that fails, they are not remembered.
pub(super) fn write(path: &Path, text: &str) {
    if let Some(folder) = path.parent() {
        let _ = std::fs::create_dir_all(folder);
    }
    let _ = output::write_here(path, true, |out| out.write_all(text.as_bytes()));
}

pub(super) fn restore(remembered: Remembered, model: &mut Model) {
    model.recent = remembered.recent;
    model.recent.truncate(MAX_RECENT);
    model.offers_tour = remembered.offers_tour;
    model.shows_inspector = remembered.shows_inspector;
    model.shows_comparison = remembered.shows_comparison;
    let algorithms: Vec<Algorithm> = remembered.algorithms.iter().flat_map(|id| id.parse()).collect();
    if !algorithms.is_empty() {
        model.runs = Runs::new(&algorithms);
    }
    if remembered.shows_pipeline {
        model.runs.add(Algorithm::of_pipeline(model.pipeline));
    }
    model.options = remembered.drawings.options();
    model.settings.cutoff = remembered.cutoff;
    model.settings.budget = remembered.budget.parse::<Budget>().unwrap_or_default().at_least_one();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_keep_the_numbers_of_their_algorithms() {
        let mut model = Model::new();
        let numbered = [Algorithm::threshold(6.into()), Algorithm::MTD_F.with_number(4.into())];
        model.runs = Runs::new(&numbered);
        let look = Appearance { theme: ThemePreference::System, size: 1.0 };
        let window = WindowSize::default();
        let kept = Remembered::of(&model, &View::default(), &ComparisonPanel::default(), look, window);
        let mut restored = Model::new();
        restore(kept, &mut restored);
        assert_eq!(restored.runs.algorithms(), numbered);
    }

    #[test]
    fn a_part_that_cannot_be_read_costs_only_itself() {
        let stored = r#"{"shows_inspector": false, "budget": "5000", "cutoff": 7, "theme": "Sepia", "recent": ["a.json"], "future": 1,
            "drawings": {"kind": "Sunburst", "reduces_motion": true, "options": {"text": 1.6, "order": "none"}}}"#;
        let found = readable(&serde_json::from_str(stored).unwrap());
        assert!(!found.shows_inspector && found.drawings.reduces_motion && found.shows_comparison);
        assert_eq!((found.budget.as_str(), found.recent), ("5000", vec![PathBuf::from("a.json")]));
        assert_eq!((found.drawings.kind, found.drawings.options.text), (View::default().kind, 1.6));
        assert_eq!(found.theme, ThemePreference::System);
        let window = |text: &str| readable(&serde_json::from_str(text).unwrap()).window;
        let found = window(r#"{"window": {"width": 900.0, "height": "tall", "maximised": true}}"#);
        assert_eq!(found, WindowSize { width: 900.0, maximised: true, ..WindowSize::default() });
        for insane in [r#"{"window": {"width": -3, "height": 500}}"#, r#"{"window": {"width": 1e30, "height": 500}}"#] {
            assert_eq!(window(insane).size(), WindowSize::default().size(), "{insane}");
        }
        for nonsense in ["null", "3", "[]", r#"{"drawings": 5, "algorithms": "none"}"#] {
            let found = readable(&serde_json::from_str(nonsense).unwrap());
            assert!(found.shows_inspector && !found.algorithms.is_empty(), "{nonsense}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn settings_are_not_written_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, mine) = (folder.path().join("settings.json"), folder.path().join("mine"));
        std::fs::write(&mine, "mine").unwrap();
        std::os::unix::fs::symlink(&mine, &settings).unwrap();
        write(&settings, "{}");
        assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine");
        assert!(!settings.is_symlink() && std::fs::read_to_string(&settings).unwrap() == "{}");
    }
}
