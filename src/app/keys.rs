//! The table of keys, and the actions of the keys pressed in a frame.
//!
//! A key belongs to a command in the table of [`commands`](super::commands); other input is listed in [`GESTURES`].

use std::sync::Arc;

use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{Context, Event, Key, KeyboardShortcut, Modifiers, Popup};

use super::commands::{Command, Menu};
use super::focus;
use super::model::{Model, Page};
use super::typed_ahead::take_keys;
use super::{Action, EditAction, FileAction};
use crate::app::input;
use crate::sorting;

/// A key with its modifiers, and when it is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) shortcut: KeyboardShortcut,
    scope: Scope,
}

/// When a key is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Always, even while typing.
    Always,
    /// Except while typing or while a menu is open.
    NotTyping,
    /// Only while nothing but a tree has the focus.
    NoFocus,
    /// The desktop reports it as a separate event.
    Reported,
}

/// The keys of a command, the usual one first.
pub(crate) type Keys = &'static [Bound];

pub(crate) const NONE: Keys = &[];
pub(crate) const NEW_TREE: Keys = &[ctrl_shift(Key::N)];
pub(crate) const NEW_RANDOM_TREE: Keys = &[ctrl(Key::N)];
pub(crate) const NEW_GAME: Keys = &[ctrl(Key::G)];
pub(crate) const OPEN: Keys = &[ctrl(Key::O)];
pub(crate) const TYPE_PATH: Keys = &[ctrl(Key::L)];
pub(crate) const RELOAD: Keys = &[ctrl(Key::R)];
pub(crate) const SAVE: Keys = &[ctrl(Key::S)];
pub(crate) const SAVE_AS: Keys = &[ctrl_shift(Key::S)];
pub(crate) const EXPORT_PICTURE: Keys = &[ctrl(Key::E)];
pub(crate) const QUIT: Keys = &[ctrl(Key::Q)];
pub(crate) const UNDO: Keys = &[with(Modifiers::COMMAND, Key::Z)];
pub(crate) const REDO: Keys = &[with(COMMAND_SHIFT, Key::Z)];
// Windows reports the second ones as events as well, and gives no key then.
pub(crate) const COPY: Keys = &[reported(Key::C), with(Modifiers::COMMAND, Key::Insert)];
pub(crate) const PASTE: Keys = &[reported(Key::V), with(Modifiers::SHIFT, Key::Insert)];
pub(crate) const EDIT_VALUE: Keys = &[plain(Key::F2), unfocused(Key::Enter)];
pub(crate) const ADD_CHILD: Keys = &[plain(Key::Insert)];
pub(crate) const ADD_SIBLING: Keys = &[with(Modifiers::ALT, Key::Insert)];
pub(crate) const DELETE: Keys = &[plain(Key::Delete)];
pub(crate) const MOVE_LEFT: Keys = &[with(Modifiers::ALT, Key::ArrowLeft)];
pub(crate) const MOVE_RIGHT: Keys = &[with(Modifiers::ALT, Key::ArrowRight)];
pub(crate) const OTHER_KIND: Keys = &[plain(Key::V)];
pub(crate) const FIT: Keys = &[unfocused(Key::Num0)];
pub(crate) const ZOOM_IN: Keys = &[unfocused(Key::Plus), unfocused(Key::Equals)];
pub(crate) const ZOOM_OUT: Keys = &[unfocused(Key::Minus)];
pub(crate) const ZOOM_TO_SELECTION: Keys = &[plain(Key::Z)];
pub(crate) const VIEW_BACK: Keys = &[plain(Key::Backspace)];
pub(crate) const FIND: Keys = &[ctrl(Key::F)];
pub(crate) const PARENT: Keys = &[unfocused(Key::ArrowUp)];
pub(crate) const FIRST_CHILD: Keys = &[unfocused(Key::ArrowDown)];
pub(crate) const PREVIOUS_SIBLING: Keys = &[unfocused(Key::ArrowLeft)];
pub(crate) const NEXT_SIBLING: Keys = &[unfocused(Key::ArrowRight)];
pub(crate) const DESELECT: Keys = &[plain(Key::Escape)];
pub(crate) const FOLD: Keys = &[unfocused(Key::Space)];
pub(crate) const LARGER: Keys = &[ctrl(Key::Plus), ctrl(Key::Equals)];
pub(crate) const SMALLER: Keys = &[ctrl(Key::Minus)];
pub(crate) const NORMAL_SIZE: Keys = &[ctrl(Key::Num0)];
pub(crate) const OPEN_ALL: Keys = &[plain(Key::U)];
pub(crate) const PRESENT: Keys = &[plain(Key::F11)];
pub(crate) const RERUN: Keys = &[Bound { scope: Scope::Always, ..plain(Key::F5) }];
pub(crate) const TIMELINE: Keys = &[plain(Key::T)];
pub(crate) const MACHINE: Keys = &[plain(Key::M)];
pub(crate) const PLAY: Keys = &[plain(Key::P)];
pub(crate) const NEXT_STEP: Keys = &[with(Modifiers::COMMAND, Key::ArrowRight), plain(Key::PageDown)];
pub(crate) const PREVIOUS_STEP: Keys = &[with(Modifiers::COMMAND, Key::ArrowLeft), plain(Key::PageUp)];
pub(crate) const OVER: Keys = &[with(Modifiers::COMMAND, Key::ArrowDown)];
pub(crate) const OUT: Keys = &[with(Modifiers::COMMAND, Key::ArrowUp)];
pub(crate) const NEXT_CUTOFF: Keys = &[plain(Key::CloseBracket)];
pub(crate) const PREVIOUS_CUTOFF: Keys = &[plain(Key::OpenBracket)];
// With Shift held most keyboards report the other sign on the key.
pub(crate) const NEXT_DEEP_CUTOFF: Keys =
    &[with(Modifiers::SHIFT, Key::CloseBracket), with(Modifiers::SHIFT, Key::CloseCurlyBracket)];
pub(crate) const PREVIOUS_DEEP_CUTOFF: Keys =
    &[with(Modifiers::SHIFT, Key::OpenBracket), with(Modifiers::SHIFT, Key::OpenCurlyBracket)];
pub(crate) const START: Keys = &[plain(Key::Home)];
pub(crate) const END: Keys = &[plain(Key::End)];
pub(crate) const CAUSE: Keys = &[plain(Key::C)];
pub(crate) const PALETTE: Keys = &[ctrl(Key::K), ctrl_shift(Key::P)];
pub(crate) const SHORTCUTS: Keys = &[Bound { scope: Scope::Always, ..plain(Key::F1) }, plain(Key::Questionmark)];

/// Mouse gestures, and keys without a command.
pub(crate) const GESTURES: [(&str, &str); 12] = [
    ("drag, wheel, pinch", "Pan and zoom"),
    ("click", "Select a node"),
    ("double-click", "Fold or unfold a node"),
    ("right click", "Select a node and show what can be done with it"),
    ("drag the selected node", "Move its subtree beside another node or onto one; Esc cancels"),
    ("Shift+drag, Shift+wheel at a leaf", "Try values, which every search follows; Esc cancels"),
    ("click ×, drag a title", "Remove a pane, move it"),
    ("digit, -, . or ? at a leaf", "Type its value"),
    ("Tab, Shift+Tab", "Go from control to control"),
    ("F6, Shift+F6", "Go from panel to panel"),
    ("Alt+F, Alt+E …, F10", "Open a menu, the first one"),
    ("drop a file", "Open it"),
];

const COMMAND_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

const fn bound(modifiers: Modifiers, key: Key, scope: Scope) -> Bound {
    Bound { shortcut: KeyboardShortcut::new(modifiers, key), scope }
}

const fn ctrl(key: Key) -> Bound {
    bound(Modifiers::COMMAND, key, Scope::Always)
}

const fn ctrl_shift(key: Key) -> Bound {
    bound(COMMAND_SHIFT, key, Scope::Always)
}

const fn with(modifiers: Modifiers, key: Key) -> Bound {
    bound(modifiers, key, Scope::NotTyping)
}

const fn plain(key: Key) -> Bound {
    with(Modifiers::NONE, key)
}

const fn unfocused(key: Key) -> Bound {
    bound(Modifiers::NONE, key, Scope::NoFocus)
}

const fn reported(key: Key) -> Bound {
    bound(Modifiers::COMMAND, key, Scope::Reported)
}

impl Bound {
    /// Takes the key out of the events of this frame; whether it was pressed.
    fn consume(self, ctx: &Context) -> bool {
        let KeyboardShortcut { modifiers: asked, logical_key } = self.shortcut;
        let is_meant = |event: &Event| match event {
            // Alt with a letter opens a menu. What is held when the frame is drawn does not matter.
            Event::Key { key, pressed: true, modifiers, .. } => {
                *key == logical_key && modifiers.matches_logically(asked) && modifiers.alt == asked.alt
            }
            _ => false,
        };
        ctx.input_mut(|input| {
            let before = input.events.len();
            input.events.retain(|event| !is_meant(event));
            input.events.len() < before
        })
    }

    /// The name of the key, such as `Ctrl+Shift+N`.
    pub(crate) fn text(self) -> String {
        let KeyboardShortcut { modifiers, logical_key } = self.shortcut;
        let command = if cfg!(target_os = "macos") { "Cmd" } else { "Ctrl" };
        let held = [(modifiers.command, command), (modifiers.alt, "Alt"), (modifiers.shift, "Shift")];
        let mut text = String::new();
        for (is_held, name) in &held {
            if *is_held {
                text.push_str(name);
                text.push('+');
            }
        }
        text + key_name(logical_key)
    }
}

/// Takes a key out of the events of this frame; whether it was pressed.
pub(crate) fn take(ctx: &Context, modifiers: Modifiers, key: Key) -> bool {
    ctx.input_mut(|input| input.consume_key(modifiers, key))
}

/// Whether a key was pressed in this frame.
pub(crate) fn is_pressed(ctx: &Context, key: Key) -> bool {
    ctx.input(|input| input.key_pressed(key))
}

/// All keys of a command, separated by commas.
pub(crate) fn text(keys: Keys) -> String {
    let mut texts = Vec::new();
    for key in keys {
        texts.push(key.text());
    }
    texts.join(", ")
}

fn key_name(key: Key) -> &'static str {
    match key {
        Key::Plus => "+",
        Key::Minus => "-",
        Key::Equals => "=",
        Key::OpenBracket => "[",
        Key::CloseBracket => "]",
        Key::OpenCurlyBracket => "{",
        Key::CloseCurlyBracket => "}",
        Key::Questionmark => "?",
        Key::Escape => "Esc",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        key => key.name(),
    }
}

/// What keys ask for.
#[derive(Default)]
pub(crate) struct Pressed {
    pub(crate) actions: Vec<Action>,
    /// Where they lead to a field: the keys that are meant for it.
    pub(crate) ahead: Option<Vec<Event>>,
}

/// What the keys pressed in this frame ask for. While a field of the inspector has the focus most of them are its own;
/// `in_tree` says whether a tree has the focus.
pub(crate) fn pressed(ctx: &Context, menus: &[Menu], model: &Model, is_typing: bool, in_tree: bool) -> Pressed {
    let mut commands: Vec<(Bound, &Command)> = Vec::new();
    for menu in menus {
        for command in menu.commands() {
            if command.blocked.is_none() {
                for &key in command.keys {
                    commands.push((key, command));
                }
            }
        }
    }
    // Keys with more modifiers come first, because additional modifiers are ignored.
    let held = |key: &Bound| {
        let Modifiers { alt, shift, command, .. } = key.shortcut.modifiers;
        u8::from(alt) + u8::from(shift) + u8::from(command)
    };
    sorting::sort_by_key(&mut commands, |(key, _)| std::cmp::Reverse(held(key)));
    let pressed = |scope: Scope| {
        let mut actions = Vec::new();
        for (key, command) in &commands {
            if key.scope == scope && key.consume(ctx) {
                actions.push(command.action.clone());
            }
        }
        actions
    };
    let mut actions = pressed(Scope::Always);
    if !actions.is_empty() {
        Popup::close_all(ctx);
    }
    if actions.iter().any(leads_to_field) {
        return Pressed { actions, ahead: Some(take_keys(ctx, 0)) };
    }
    // The other keys belong to an open menu or to a text field first.
    if Popup::is_any_open(ctx) || is_typing || ctx.text_edit_focused() {
        return Pressed { actions, ahead: None };
    }
    let mut ahead = None;
    if let (true, Some(node)) = (can_edit(model), model.selected) {
        actions.extend(copied(ctx).then_some(Action::Edit(EditAction::CopySubtree(node))));
        if model.tree().is_some_and(|tree| tree.is_leaf(node)) {
            ahead = typed(ctx);
            actions.extend(ahead.is_some().then_some(Action::Edit(EditAction::EditValue)));
        }
    }
    actions.extend(pasted(ctx).map(|text| Action::Edit(EditAction::PasteText(model.selected, Arc::new(text)))));
    actions.extend(pressed(Scope::NotTyping));
    if in_tree || focus::is_nowhere(ctx) {
        actions.extend(pressed(Scope::NoFocus));
    }
    // What the desktop has pasted is not asked for once more.
    if actions.iter().any(|action| matches!(action, Action::Edit(EditAction::PasteText(..)))) {
        actions.retain(|action| *action != Action::Edit(EditAction::RequestPaste));
    }
    if ahead.is_none() && actions.iter().any(leads_to_field) {
        ahead = Some(take_keys(ctx, 0));
    }
    Pressed { actions, ahead }
}

/// Whether a text field has the focus afterwards.
fn leads_to_field(action: &Action) -> bool {
    matches!(
        action,
        Action::Edit(EditAction::EditValue) | Action::Find | Action::ShowPalette | Action::File(FileAction::TypePath)
    )
}

/// Whether an editable tree is in front.
fn can_edit(model: &Model) -> bool {
    model.page == Page::Trees && model.document.as_ref().is_some_and(|document| document.why_fixed().is_none())
}

/// Whether a node is to be copied, and not a text on the screen that is selected.
fn copied(ctx: &Context) -> bool {
    let is_text = ctx.plugin::<LabelSelectionState>().lock().has_selection();
    !is_text && input::has_event(ctx, &|event| matches!(event, Event::Copy))
}

/// The text that the desktop pastes. It is taken, since it may be long.
fn pasted(ctx: &Context) -> Option<String> {
    ctx.input_mut(|input| {
        let place = input.events.iter().position(|event| matches!(event, Event::Paste(_)))?;
        if let Event::Paste(text) = input.events.remove(place) { Some(text) } else { None }
    })
}

/// Takes a typed number and the keys after it out of the events of this frame.
fn typed(ctx: &Context) -> Option<Vec<Event>> {
    let is_number = |text: &str| text.chars().all(|char| char.is_ascii_digit() || matches!(char, '-' | '.' | '?'));
    let is_number = |event: &Event| matches!(event, Event::Text(text) if is_number(text));
    let start = ctx.input(|input| input.events.iter().position(is_number))?;
    let keys = take_keys(ctx, start);
    ctx.input_mut(|input| {
        // The key of the first character comes before it, and has no other action.
        let is_key = |&last: &usize| matches!(input.events[last], Event::Key { pressed: true, .. });
        if let Some(last) = start.checked_sub(1).filter(is_key) {
            input.events.remove(last);
        }
    });
    Some(keys)
}
