//! The table of keys.
//!
//! A key belongs to a command in the table of `commands`; other input is listed in [`GESTURES`].

use eframe::egui::{Context, Event, Key, KeyboardShortcut, Modifiers, Response};

/// A key with its modifiers, and when it is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    pub(crate) shortcut: KeyboardShortcut,
    pub(super) scope: Scope,
}

/// When a key is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
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
pub(crate) const NEXT_FINDING: Keys = &[plain(Key::E)];
pub(crate) const PREVIOUS_FINDING: Keys = &[with(Modifiers::SHIFT, Key::E)];
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
    pub(super) fn consume(self, ctx: &Context) -> bool {
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
        let held = held.into_iter().filter(|(is_held, _)| *is_held).map(|(_, name)| name);
        held.chain([key_name(logical_key)]).collect::<Vec<_>>().join("+")
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

/// Whether Enter was pressed in a field of one line, which gives up the focus then.
pub(crate) fn is_entered(field: &Response) -> bool {
    field.lost_focus() && is_pressed(&field.ctx, Key::Enter)
}

/// All keys of a command, separated by commas.
pub(crate) fn text(keys: Keys) -> String {
    keys.iter().map(|key| key.text()).collect::<Vec<_>>().join(", ")
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
