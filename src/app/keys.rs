//! The keyboard: shortcuts, and walking from node to node.

use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{Context, Event, Key, KeyboardShortcut, Modifiers, Popup};

use super::Action;
use super::canvas::{Kind, ZOOM_STEP, neighbour};
use super::model::{Model, Page};
use super::timeline::Jump;
use super::trees::folding::FoldMode;
use crate::tree::NodeId;
use crate::tree::edit::Edit;

pub(crate) const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);
pub(crate) const NEW_RANDOM_TREE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::N);
pub(crate) const NEW_TREE: KeyboardShortcut = KeyboardShortcut::new(COMMAND_SHIFT, Key::N);
pub(crate) const SAVE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::S);
pub(crate) const SAVE_AS: KeyboardShortcut = KeyboardShortcut::new(COMMAND_SHIFT, Key::S);
pub(crate) const UNDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);
pub(crate) const REDO: KeyboardShortcut = KeyboardShortcut::new(COMMAND_SHIFT, Key::Z);
/// The desktop reports these two as events of their own.
pub(crate) const COPY: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::C);
pub(crate) const PASTE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::V);
pub(crate) const EDIT_VALUE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::F2);
pub(crate) const ADD_CHILD: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Insert);
pub(crate) const ADD_SIBLING: KeyboardShortcut = KeyboardShortcut::new(Modifiers::SHIFT, Key::Insert);
pub(crate) const DELETE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Delete);
pub(crate) const MOVE_LEFT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::ALT, Key::ArrowLeft);
pub(crate) const MOVE_RIGHT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::ALT, Key::ArrowRight);
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

const COMMAND_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// Whether there is a tree that can be changed in front.
fn can_edit(model: &Model) -> bool {
    model.page == Page::Trees && model.document.as_ref().is_some_and(|document| document.why_fixed().is_none())
}

/// The edits that keys ask for.
fn edits(ctx: &Context, model: &Model) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut on = |shortcut: KeyboardShortcut, action: Action| {
        if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
            actions.push(action);
        }
    };
    on(REDO, Action::Redo);
    on(UNDO, Action::Undo);
    let Some(node) = model.selected else { return actions };
    on(ADD_SIBLING, Action::Edit(Edit::AddSibling(node)));
    on(ADD_CHILD, Action::Edit(Edit::AddChild(node, usize::MAX)));
    on(DELETE, Action::Edit(Edit::Delete(node)));
    on(MOVE_LEFT, Action::MoveAmongSiblings(node, false));
    on(MOVE_RIGHT, Action::MoveAmongSiblings(node, true));
    on(EDIT_VALUE, Action::EditValue);
    if ctx.memory(|memory| memory.focused().is_none()) {
        on(KeyboardShortcut::new(Modifiers::NONE, Key::Enter), Action::EditValue);
    }
    actions.extend(clipboard(ctx, node));
    if model.tree().is_some_and(|tree| tree.is_leaf(node)) {
        actions.extend(typed(ctx).map(Action::TypeValue));
    }
    actions
}

/// What copying and pasting asks for, unless a text on the screen is selected.
fn clipboard(ctx: &Context, node: NodeId) -> Vec<Action> {
    let is_text = ctx.plugin::<LabelSelectionState>().lock().has_selection();
    let of = |event: &Event| match event {
        Event::Copy if !is_text => Some(Action::CopySubtree(node)),
        Event::Paste(text) => Some(Action::PasteText(node, text.clone())),
        _ => None,
    };
    ctx.input(|input| input.events.iter().filter_map(of).collect())
}

/// The beginning of a number that is typed; its keys do nothing else then.
fn typed(ctx: &Context) -> Option<String> {
    let is_number = |text: &str| text.chars().all(|char| char.is_ascii_digit() || matches!(char, '-' | '.' | '?'));
    let is_number = |event: &Event| matches!(event, Event::Text(text) if is_number(text));
    ctx.input_mut(|input| {
        let (texts, mut others): (Vec<Event>, Vec<Event>) = input.events.drain(..).partition(is_number);
        if !texts.is_empty() {
            others.retain(|event| !matches!(event, Event::Key { pressed: true, modifiers, .. } if modifiers.is_none()));
        }
        input.events = others;
        let text: String = texts
            .iter()
            .filter_map(|event| if let Event::Text(text) = event { Some(text.as_str()) } else { None })
            .collect();
        Some(text).filter(|text| !text.is_empty())
    })
}

/// What the keys pressed in this frame ask for. While a field of the inspector has the focus most of them are its own.
pub(crate) fn actions(ctx: &Context, model: &Model, kind: Kind, is_typing: bool) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut on = |shortcut: KeyboardShortcut, action: Action| {
        if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
            actions.push(action);
        }
    };
    // What has more modifiers comes first, since more of them than asked for do no harm.
    on(NEW_TREE, Action::NewTree);
    if model.page == Page::Trees && model.document.is_some() {
        on(SAVE_AS, Action::SaveAs);
        on(SAVE, Action::Save(None));
    }
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
    if Popup::is_any_open(ctx) || is_typing || ctx.text_edit_focused() || model.page != Page::Trees {
        return actions;
    }
    if can_edit(model) {
        actions.extend(edits(ctx, model));
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
