//! What the tests of the window share: driving it as a person would drive it.

mod painter;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use eframe::egui::{self, Event, Key, Modifiers, Role, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder};
use plyscope::app::{Action, Plyscope, RunAction, Settings};

/// How long a test waits for what must happen.
const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) type Window = Harness<'static, Plyscope>;

/// Windows of which pictures can be taken everywhere.
pub(crate) fn builder<State>() -> HarnessBuilder<State> {
    Harness::builder().renderer(painter::Painter::default())
}

/// A window of a size with a file, or with the first sample.
pub(crate) fn opened(size: impl Into<Vec2>, file: Option<PathBuf>) -> Window {
    let mut window = builder().with_size(size).build_eframe(|creation| Plyscope::new(creation, file));
    settle(&mut window);
    window
}

/// A file that is dropped on a window.
#[derive(Debug)]
pub(crate) struct Dropped(pub(crate) PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }
    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("nobody should ask".into())
    }
}

/// Draws frames until everything that runs has ended.
pub(crate) fn settle(window: &mut Window) {
    until(window, |window| !window.state().is_busy());
}

/// Draws frames until a condition holds, which worker threads bring about.
pub(crate) fn until(window: &mut Window, condition: impl Fn(&Window) -> bool) {
    let deadline = Instant::now() + PATIENCE;
    let woken = woken_by_others(&window.ctx);
    // Frames take time from the threads that are waited for, so there are fewer of them as time goes by.
    let mut pause = Duration::from_millis(2);
    while !condition(window) {
        assert!(Instant::now() < deadline, "it never happened; error: {:?}", window.state().error());
        let _ = woken.recv_timeout(pause);
        pause = (pause * 2).min(Duration::from_millis(64));
        window.step();
    }
    window.run_steps(3);
    window.check_accessibility();
}

/// Tells when another thread asks for a frame, as those do that have ended.
fn woken_by_others(ctx: &egui::Context) -> Receiver<()> {
    let (wake, woken) = mpsc::channel();
    let here = std::thread::current().id();
    ctx.set_repaint_observer(move |_| {
        if std::thread::current().id() != here {
            let _ = wake.send(());
        }
    });
    woken
}

pub(crate) fn act(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, action);
    window.run_steps(2);
}

/// Carries an action out, and waits until all that it starts has ended.
pub(crate) fn act_and_wait(window: &mut Window, action: Action) {
    act(window, action);
    settle(window);
}

/// Sets the settings of the runs.
pub(crate) fn set_runs(window: &mut Window, settings: Settings) {
    act(window, Action::Run(RunAction::Set(settings)));
}

pub(crate) fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

pub(crate) fn is_enabled(window: &Window, button: &str) -> bool {
    !window.get_by_role_and_label(Role::Button, button).accesskit_node().is_disabled()
}

pub(crate) fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(3);
}

/// Clicks a control of a kind, where others have the same name.
pub(crate) fn click_on(window: &mut Window, role: Role, label: &str) {
    window.get_by_role_and_label(role, label).click();
    window.run_steps(3);
}

/// Gives a control the focus.
pub(crate) fn focus_on(window: &mut Window, label: &str) {
    window.get_by_label(label).focus();
    window.run_steps(3);
}

/// Focuses a control with this role and name.
pub(crate) fn focus_field(window: &mut Window, role: Role, label: &str) {
    window.get_by_role_and_label(role, label).focus();
    window.run_steps(3);
}

/// Types a text, or pastes it into a field, in one piece.
pub(crate) fn enter(window: &mut Window, text: &str) {
    window.event(Event::Text(text.into()));
    window.run_steps(3);
}

pub(crate) fn click_and_wait(window: &mut Window, label: &str) {
    click(window, label);
    settle(window);
}

/// Presses a key, and waits until all that it starts has ended.
pub(crate) fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(3);
    settle(window);
}

/// Presses keys one after the other.
pub(crate) fn press_all(window: &mut Window, keys: &[Key]) {
    for &key in keys {
        press(window, Modifiers::NONE, key);
    }
}

/// Chooses an item of a menu and returns the text that it puts on the clipboard.
pub(crate) fn copied(window: &mut Window, menu: &str, item: &str) -> String {
    click(window, menu);
    copied_by(window, item)
}

/// What a click on a control copies.
pub(crate) fn copied_by(window: &mut Window, label: &str) -> String {
    window.get_by_label(label).click();
    let deadline = Instant::now() + PATIENCE;
    loop {
        window.step();
        let commands = &window.output().platform_output.commands;
        let text = commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        if let Some(text) = text {
            return text;
        }
        assert!(Instant::now() < deadline, "nothing was copied; error: {:?}", window.state().error());
        std::thread::sleep(Duration::from_millis(2));
    }
}
