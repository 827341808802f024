//! The keyboard: shortcuts, and walking from node to node.

use eframe::egui::{Context, Key, KeyboardShortcut, Modifiers, Popup};

use super::Action;
use super::canvas::{Kind, ZOOM_STEP, neighbour};
use super::model::{Model, Page};
use super::timeline::Jump;
use super::trees::folding::FoldMode;

pub(crate) const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);
pub(crate) const NEW_RANDOM_TREE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::N);
pub(crate) const NEW_GAME: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::G);
pub(crate) const TYPE_PATH: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::L);
pub(crate) const FIND: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::F);
pub(crate) const EXPORT_PICTURE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::E);
pub(crate) const QUIT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Q);
pub(crate) const RERUN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::F5);
pub(crate) const FIT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Num0);
pub(crate) const ZOOM_IN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Plus);
pub(crate) const OTHER_KIND: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::V);
pub(crate) const OPEN_ALL: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::U);
pub(crate) const PRESENT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::F11);
pub(crate) const TIMELINE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::T);
pub(crate) const ZOOM_TO_SELECTION: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Z);
pub(crate) const VIEW_BACK: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Backspace);
pub(crate) const ZOOM_OUT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Minus);

/// What the keys pressed in this frame ask for.
pub(crate) fn actions(ctx: &Context, model: &Model, kind: Kind) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut on = |shortcut: KeyboardShortcut, action: Action| {
        if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
            actions.push(action);
        }
    };
    on(OPEN, Action::ChooseFile);
    on(NEW_RANDOM_TREE, Action::NewRandomTree);
    on(NEW_GAME, Action::NewGame);
    on(TYPE_PATH, Action::TypePath);
    on(QUIT, Action::Quit);
    if model.page == Page::Trees && model.document.is_some() {
        on(FIND, Action::ToggleFind);
        on(EXPORT_PICTURE, Action::ChoosePicture);
    }
    on(RERUN, Action::Rerun);
    if !actions.is_empty() {
        Popup::close_all(ctx);
    }
    // Keys without a modifier belong to the trees, but to an open menu first, or to whatever has the focus.
    if Popup::is_any_open(ctx) || ctx.text_edit_focused() || model.page != Page::Trees {
        return actions;
    }
    let mut on = |key: Key, action: Action| {
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            actions.push(action);
        }
    };
    on(Key::Escape, Action::Select(None));
    on(TIMELINE.logical_key, Action::ToggleTimeline);
    on(PRESENT.logical_key, Action::TogglePresenter);
    if model.time.is_some() {
        on(Key::M, Action::ToggleMachine);
    }
    if model.time.is_some() {
        on(Key::P, Action::TogglePlay);
        on(Key::C, Action::GoToCause);
        on(Key::OpenBracket, Action::Jump(Jump::PreviousCut { deep: false }));
        on(Key::CloseBracket, Action::Jump(Jump::NextCut { deep: false }));
        on(Key::End, Action::Jump(Jump::End));
        on(Key::Home, Action::Jump(Jump::Start));
        on(Key::PageDown, Action::Jump(Jump::Next));
        on(Key::PageUp, Action::Jump(Jump::Previous));
        let mut on = |modifiers: Modifiers, key: Key, jump: Jump| {
            if ctx.input_mut(|input| input.consume_key(modifiers, key)) {
                actions.push(Action::Jump(jump));
            }
        };
        on(Modifiers::COMMAND, Key::ArrowRight, Jump::Next);
        on(Modifiers::COMMAND, Key::ArrowLeft, Jump::Previous);
        on(Modifiers::COMMAND, Key::ArrowDown, Jump::Over);
        on(Modifiers::COMMAND, Key::ArrowUp, Jump::Out);
        on(Modifiers::SHIFT, Key::OpenBracket, Jump::PreviousCut { deep: true });
        on(Modifiers::SHIFT, Key::CloseBracket, Jump::NextCut { deep: true });
    }
    let mut on = |key: Key, action: Action| {
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            actions.push(action);
        }
    };
    on(OTHER_KIND.logical_key, Action::SetKind(kind.other()));
    on(OPEN_ALL.logical_key, Action::SetFoldMode(FoldMode::ByHand));
    on(VIEW_BACK.logical_key, Action::ViewBack);
    on(ZOOM_TO_SELECTION.logical_key, Action::ZoomToSelection);
    if ctx.memory(|memory| memory.focused().is_some()) {
        return actions;
    }
    on(FIT.logical_key, Action::Fit);
    on(ZOOM_IN.logical_key, Action::Zoom(ZOOM_STEP));
    on(Key::Equals, Action::Zoom(ZOOM_STEP));
    on(ZOOM_OUT.logical_key, Action::Zoom(1.0 / ZOOM_STEP));
    if let Some(node) = model.selected {
        on(Key::Space, Action::ToggleFold(node));
    }
    if let Some(shown) = model.shown() {
        for key in [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight] {
            if let Some(node) = neighbour(&shown, model.selected, key) {
                on(key, Action::SelectAndReveal(node));
            }
        }
    }
    actions
}
