//! The actions of the keys pressed in a frame.

use std::sync::Arc;

use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{Context, Event, Modifiers, Popup};

use super::commands::command::{Command, Menu};
use super::keys::{Bound, Scope};
use super::trees::SessionSource;
use super::typed_ahead::take_keys;
use super::{Action, EditAction, FileAction, Model, Page, focus, input};
use crate::session::is_session;
use crate::sorting;

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
    let available = menus.iter().flat_map(Menu::commands).filter(|command| command.blocked.is_none());
    let mut commands: Vec<(Bound, &Command)> =
        available.flat_map(|command| command.keys.iter().map(move |&key| (key, command))).collect();
    // Keys with more modifiers come first, because additional modifiers are ignored.
    let held = |key: &Bound| {
        let Modifiers { alt, shift, command, .. } = key.shortcut.modifiers;
        u8::from(alt) + u8::from(shift) + u8::from(command)
    };
    sorting::sort_by_key(&mut commands, |(key, _)| std::cmp::Reverse(held(key)));
    let pressed = |scope: Scope| {
        let commands = commands.iter().filter(|(key, _)| key.scope == scope && key.consume(ctx));
        commands.map(|(_, command)| command.action.clone()).collect::<Vec<_>>()
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
    let can_edit = model.page == Page::Trees && model.editable().is_some();
    if let (true, Some(node)) = (can_edit, model.selected) {
        actions.extend(copied(ctx).then_some(Action::Edit(EditAction::CopySubtree(node))));
        if model.tree().is_some_and(|tree| tree.is_leaf(node)) {
            ahead = typed(ctx);
            actions.extend(ahead.is_some().then_some(Action::Edit(EditAction::EditValue)));
        }
    }
    actions
        .extend(pasted(ctx, |_| true).map(|text| Action::Edit(EditAction::PasteText(model.selected, Arc::new(text)))));
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

/// Whether a node is to be copied, and not a text on the screen that is selected.
fn copied(ctx: &Context) -> bool {
    let is_text = ctx.plugin::<LabelSelectionState>().lock().has_selection();
    !is_text && input::has_event(ctx, &|event| matches!(event, Event::Copy))
}

/// The text that the desktop pastes, if it is meant. It is taken, since it may be long.
fn pasted(ctx: &Context, is_meant: impl Fn(&str) -> bool) -> Option<String> {
    ctx.input_mut(|input| {
        let place = input.events.iter().position(|event| matches!(event, Event::Paste(text) if is_meant(text)))?;
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

/// A session that is pasted, which is then no other text.
pub(crate) fn pasted_session(ctx: &Context) -> Option<Action> {
    let text = pasted(ctx, is_session)?;
    Some(Action::File(FileAction::OpenSession(SessionSource::text(text))))
}
