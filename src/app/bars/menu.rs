//! The menu bar.

use eframe::egui::containers::menu::{MenuButton, SubMenuButton};
use eframe::egui::{
    self, Atom, Button, Context, FocusDirection, Id, IntoAtoms as _, Key, Modifiers, Popup, Response, RichText,
    ScrollArea, Stroke, Ui,
};

use crate::app::commands::command::{Command, Entry, Mark, Menu};
use crate::app::commands::{MENUS, State};
use crate::app::prelude::*;
use crate::app::style::{capitalised, menu_button, on_hover};
use crate::app::tour::anchor::{Anchor, mark};
use crate::app::{Action, Model, Page, input, keys, ring};
use crate::format::clipped;

/// The minimum width of a menu.
const MENU_WIDTH: f32 = 200.0;
/// The gap between entries, with which the longest menu fits a window of 800 points.
const GAP: f32 = 2.0;
/// The height of the window that a menu leaves free.
const AROUND_MENU: f32 = 56.0;

/// Shows the menus, and the tabs beside them.
pub(crate) fn ui(ui: &mut Ui, state: State<'_>) {
    let (go_to, mut open) = (neighbour(ui.ctx()), None);
    egui::MenuBar::new().ui(ui, |ui| {
        for (index, &(title, make)) in MENUS.iter().enumerate() {
            let mut arrows = None;
            let button = menu_button(ui, MenuButton::new(title), &mut |ui| {
                ui.set_min_width(MENU_WIDTH);
                arrows = Some(list(ui, &make(state)));
            });
            let is_next = go_to == Some(index);
            if is_asked_for(ui, title, index == 0) || is_next {
                button.request_focus();
                Popup::open_id(ui.ctx(), Popup::default_response_id(&button));
            }
            if let Some(arrows) = arrows {
                open = Some(Open { index, arrows });
            }
            match title {
                "File" => mark(ui.ctx(), Anchor::FileMenu, button.rect),
                "Time line" => mark(ui.ctx(), Anchor::TimeLineMenu, button.rect),
                _ => {}
            }
        }
        ui.separator();
        for &(page, text) in &Page::ALL {
            let tab = Button::selectable(state.model.shown_page() == page, text);
            let tab = ui.add_enabled(!state.model.lacks(page), tab).disabled_tip("Open a tree first");
            if page == Page::Experiments {
                mark(ui.ctx(), Anchor::Experiments, tab.rect);
            }
            tab.asks_for(Action::ShowPage(page));
        }
        title(ui, state.model);
    });
    ui.data_mut(|data| data.insert_temp(open_id(), open));
}

/// What the arrow keys to the sides do in a menu, where they do not go to the menu beside it.
#[derive(Clone, Copy, Default)]
struct Arrows {
    /// Left leaves a submenu.
    left: bool,
    /// Right opens one.
    right: bool,
}

/// The menu that was open in the last frame.
#[derive(Clone, Copy)]
struct Open {
    index: usize,
    arrows: Arrows,
}

fn open_id() -> Id {
    Id::unique("open menu of the bar")
}

/// The menu to which an arrow key leads from the open one. It is asked before the menus are shown, since the toolkit would keep the key.
fn neighbour(ctx: &Context) -> Option<usize> {
    let Open { index, arrows } = ctx.data(|data| data.get_temp::<Option<Open>>(open_id())).flatten()?;
    let forward = if keys::is_pressed(ctx, Key::ArrowRight) && !arrows.right {
        true
    } else if keys::is_pressed(ctx, Key::ArrowLeft) && !arrows.left {
        false
    } else {
        return None;
    };
    ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    Some(ring::step(MENUS.len(), Some(index), forward))
}

/// Whether the keys say that a menu is to be opened: Alt with its first letter, or F10 for the first menu.
fn is_asked_for(ui: &Ui, title: &str, is_first: bool) -> bool {
    let letter = title.get(..1).and_then(Key::from_name);
    let pressed = |modifiers, key| keys::take(ui.ctx(), modifiers, key);
    let is_in_front = input::is_in_front(ui);
    is_in_front
        && (letter.is_some_and(|key| pressed(Modifiers::ALT, key)) || is_first && pressed(Modifiers::NONE, Key::F10))
}

/// The characters of a title beside which there is room for the size of the tree.
const LONGEST_TITLE: usize = 60;

/// The open tree and its size.
fn title(ui: &mut Ui, model: &Model) {
    let (Page::Trees, Some(document)) = (model.page, &model.document) else { return };
    let tree = &document.tree;
    ui.laid_out(egui::Layout::right_to_left(egui::Align::Center), &mut |ui| {
        let mark = if document.history.is_unsaved() { "• " } else { "" };
        let said = |title: &str| format!("{mark}{title}: {}", document.size());
        let text = egui::RichText::new(said(&clipped(tree.title(), LONGEST_TITLE))).weak();
        let label = ui.add(egui::Label::new(text).truncate());
        on_hover(label, &mut |ui| {
            ui.label(said(tree.title()));
            ui.label(document.source.location());
            if !tree.source().is_empty() && tree.source() != document.source.location() {
                ui.label(format!("Source: {}", tree.source()));
            }
        });
    });
}

/// Shows the entries of a menu; it scrolls where the window is too low for all of them.
pub(crate) fn entries(ui: &mut Ui, menu: &Menu) {
    list(ui, menu);
}

fn list(ui: &mut Ui, menu: &Menu) -> Arrows {
    let height = ui.ctx().content_rect().height() - AROUND_MENU;
    let scrolled = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    let mut arrows = Arrows::default();
    scrolled.show_in(ui, &mut |ui| each(ui, menu, &mut arrows));
    arrows
}

fn each(ui: &mut Ui, menu: &Menu, arrows: &mut Arrows) {
    ui.spacing_mut().item_spacing.y = GAP;
    for entry in &menu.entries {
        match entry {
            Entry::Separator => {
                ui.separator();
            }
            Entry::Menu(menu) => {
                let blocked = menu.why_empty();
                ui.available_if(blocked.is_none(), &mut |ui| {
                    // Right goes on to the next menu of the bar from the last level of a submenu, too.
                    let (button, below) =
                        SubMenuButton::new(menu.title.as_ref()).ui(ui, |ui| arrows.right |= list(ui, menu).right);
                    arrows.left |= below.is_some();
                    arrows.right |= button.has_focus();
                    show_focus(ui, &button);
                    if let Some(reason) = &blocked {
                        button.disabled_tip(&capitalised(reason));
                    }
                });
            }
            Entry::Command(command) => {
                if item(ui, command) {
                    ui.ask(command.action.clone());
                    ui.close();
                }
            }
        }
    }
}

/// Shows a box that can be ticked with a border, which other entries of a menu do not have.
fn bordered<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let scope = ui.scope(|ui| {
        let border = Stroke::new(1.0, ui.visuals().weak_text_color());
        let widgets = &mut ui.visuals_mut().widgets;
        let mark = Stroke::new(1.0, widgets.active.fg_stroke.color);
        (widgets.inactive.bg_stroke, widgets.noninteractive.bg_stroke) = (border, border);
        (widgets.hovered.bg_stroke, widgets.active.bg_stroke) = (mark, mark);
        add(ui)
    });
    scope.inner
}

/// Shows a command; whether it was chosen.
fn item(ui: &mut Ui, command: &Command) -> bool {
    let title = command.title.as_ref();
    let enabled = command.blocked.is_none();
    let key = command.keys.first().map(|key| key.text());
    let mut response = match command.mark {
        Mark::Choice(chosen) => bordered(ui, |ui| ui.add_enabled(enabled, egui::RadioButton::new(chosen, title))),
        Mark::Switch(mut on) => {
            let mut atoms = title.into_atoms();
            if let Some(key) = key {
                atoms.push_right(Atom::grow());
                atoms.push_right(RichText::new(key).weak());
            }
            bordered(ui, |ui| ui.add_enabled(enabled, egui::Checkbox::new(&mut on, atoms)))
        }
        Mark::None => {
            let button = Button::new(title);
            ui.add_enabled(enabled, if let Some(key) = key { button.shortcut_text(key) } else { button })
        }
    };
    if !command.tip.is_empty() {
        response = response.tip(command.tip.as_ref());
    }
    if let Some(reason) = &command.blocked {
        response = response.disabled_tip(&capitalised(reason));
    }
    show_focus(ui, &response);
    response.clicked()
}

/// Scrolls to an entry that the keyboard has reached.
fn show_focus(ui: &Ui, entry: &Response) {
    if entry.gained_focus() && !ui.clip_rect().contains_rect(entry.rect) {
        entry.scroll_to_me(None);
    }
}
