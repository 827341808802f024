//! Settings that the window restores after a restart.

use std::fs;
use std::path::Path;
use std::rc::Rc;

use crate::common::{Window, act, act_and_wait, builder, click, says, set_runs, settle};
use crate::file::file;
use eframe::egui::{Key, ThemePreference, Vec2};
use egui_kittest::kittest::Queryable;
use plyscope::app::canvas::Kind;
use plyscope::app::{Action, FileAction, Plyscope, RunAction, Settings, SettingsFile, ViewAction};
use plyscope::draw::Options;
use plyscope::search::{Algorithm, Budget, CutoffRule};
use plyscope::tree::Player;

const SIZE: Vec2 = Vec2::new(1280.0, 800.0);

/// A window that remembers in a folder, and the theme with which it starts, before the harness sets its own.
fn window_in(folder: &Path) -> (Window, ThemePreference) {
    let settings = SettingsFile::in_folder(folder);
    let theme = Rc::new(std::cell::Cell::new(ThemePreference::System));
    let seen = Rc::clone(&theme);
    let mut window = builder().with_size(SIZE).build_eframe(move |creation| {
        let ctx = &creation.egui_ctx;
        let app = Plyscope::empty(creation).remembering(ctx, settings).opening(ctx, None);
        seen.set(ctx.options(|options| options.theme_preference));
        app
    });
    settle(&mut window);
    (window, theme.get())
}

/// Closes a window.
fn close(mut window: Window) {
    eframe::App::on_exit(window.state_mut(), None);
}

#[test]
fn algorithms_settings_theme_and_recent_files_are_restored_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (_directory, path) = file("small.tree", "((1 2) (3 4))");
    let (mut window, _) = window_in(folder.path());
    act_and_wait(&mut window, Action::File(FileAction::Open(path.clone())));
    let settings = Settings { cutoff: CutoffRule::Strict, budget: Budget::Evaluations(77), ..Settings::default() };
    set_runs(&mut window, Settings { depth: Some(1), root: Some(Player::Min), ..settings });
    act(&mut window, Action::Run(RunAction::Remove(Algorithm::MINIMAX)));
    act(&mut window, Action::Run(RunAction::Add(Algorithm::SELECTION_J)));
    act(&mut window, Action::SetTheme(ThemePreference::Light));
    act(&mut window, Action::ToggleInspector);
    for label in ["Columns", "Thunks forced"] {
        click(&mut window, label);
    }
    window.key_press(Key::Escape);
    let algorithms = |window: &Window| window.state().rows().iter().map(|row| row.algorithm).collect::<Vec<_>>();
    let before = algorithms(&window);
    close(window);

    let (mut window, theme) = window_in(folder.path());
    assert_eq!(algorithms(&window), before);
    assert_eq!(window.state().settings(), settings);
    assert_eq!(theme, ThemePreference::Light);
    assert!(!says(&window, "No node selected"));
    window.get_by_label("Pane Selection J");
    window.get_by_label("Thunks forced");
    for label in ["File", "Open recent", "small.tree"] {
        click(&mut window, label);
    }
    settle(&mut window);
    assert_eq!(window.state().tree().unwrap().leaf_count(), 4);
}

#[test]
fn drawing_options_are_restored_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = window_in(folder.path());
    let options = Options { text: 1.25, windows: true, order: true, numbers: true, ..Options::default() };
    assert_ne!(window.state().options(), options);
    act(&mut window, Action::View(ViewAction::SetOptions(options)));
    act(&mut window, Action::View(ViewAction::SetKind(Kind::Icicle)));
    assert!(!window.state().view().is_abrupt);
    click(&mut window, "View");
    click(&mut window, "Reduced motion");
    assert!(window.state().view().is_abrupt);
    close(window);

    let (window, _) = window_in(folder.path());
    assert_eq!(window.state().options(), options);
    assert_eq!((window.state().view().kind, window.state().view().is_abrupt), (Kind::Icicle, true));
}

#[test]
fn stored_settings_that_cannot_be_read_are_ignored() {
    for stored in [
        "",
        "nonsense",
        r#"{"algorithms": [], "budget": 0}"#,
        r#"{"algorithms": [], "budget": "0"}"#,
        r#"{"algorithms": ["gone", "minimax", "minimax"]}"#,
        r#"{"drawings": {"options": {"text": 1e9}}}"#,
        r#"{"drawings": {"kind": "sunburst"}}"#,
        r#"{"window": {"width": -5, "height": 1e30}}"#,
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("settings.json"), stored).unwrap();
        let (window, _) = window_in(folder.path());
        assert!(!window.state().rows().is_empty(), "{stored}");
        assert_ne!(window.state().settings().budget, Budget::Evaluations(0), "{stored}");
        assert_eq!(window.state().options(), Options::default(), "{stored}");
    }
}
