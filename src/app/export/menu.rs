//! The formats in which something can be copied or saved, as menus and commands.

use std::path::Path;

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{Role, Ui};

use super::{Destination, Export};
use crate::app::Action;
use crate::app::commands::command::Menu;
use crate::app::prelude::*;
use crate::app::style::{accessible_name, icons, menu_button};
use crate::table::{TABLE_FORMATS, Table, TableFormat};

/// A format as a menu entry.
pub(crate) struct Entry {
    pub(crate) title: &'static str,
    pub(crate) purpose: &'static str,
    pub(crate) is_text: bool,
}

/// Something that can be copied or saved in a format.
pub(crate) struct Choice {
    pub(crate) title: String,
    pub(crate) tip: &'static str,
    pub(crate) action: Action,
}

/// What can be copied and what can be saved, of something that `make` makes in the format with an index.
pub(crate) fn choices(entries: &[Entry], make: &dyn Fn(usize) -> Export) -> [Vec<Choice>; 2] {
    let choice = |verb: &str, index: usize, to: Destination| {
        let Entry { title, purpose, .. } = entries[index];
        let title = if title.starts_with("Plain") { title.to_lowercase() } else { title.to_owned() };
        let dots = if to == Destination::Ask { "…" } else { "" };
        Choice { title: format!("{verb} as {title}{dots}"), tip: purpose, action: Action::Export(make(index), to) }
    };
    let (mut copied, mut saved) = (Vec::new(), Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        if entry.is_text {
            copied.push(choice("Copy", index, Destination::Clipboard));
        }
        saved.push(choice("Save", index, Destination::Ask));
    }
    [copied, saved]
}

/// A menu that copies or saves something; `parts` makes its choices when it is open.
pub(crate) fn menu(ui: &mut Ui, label: &str, parts: &dyn Fn() -> Vec<Vec<Choice>>) {
    // It opens towards the side with more room.
    let opens_down = ui.cursor().top() < ui.ctx().content_rect().center().y;
    let button = MenuButton::new((label, icons::triangle(opens_down)));
    let button = menu_button(ui, button, &mut |ui| {
        for (part, choices) in parts().into_iter().enumerate() {
            if part > 0 {
                ui.separator();
            }
            for Choice { title, tip, action } in choices {
                if ui.button(title).tip(tip).clicked() {
                    ui.ask(action);
                    ui.close();
                }
            }
        }
    });
    accessible_name(&button, Role::Button, label);
}

/// The same as commands.
pub(crate) fn commands(menu: &mut Menu, choices: [Vec<Choice>; 2]) {
    for Choice { title, tip, action } in choices.into_iter().flatten() {
        menu.add(title, action).tip(tip);
    }
}

/// Makes a table, on any thread.
pub(crate) type MakeTable = Box<dyn Fn() -> Table + Send + Sync>;

/// The export of a table, which `table` makes on a thread, in the format with an index.
fn of_table(name: &str, index: usize, table: MakeTable) -> Export {
    let format = &TABLE_FORMATS[index];
    let name = Path::new(name).with_extension(format.extension).display().to_string();
    Export::whole("Save the table", name, move || Ok((format.write)(&table()).into_bytes()))
}

/// How a table can be copied or saved.
pub(crate) fn table_choices(name: &str, table: &dyn Fn() -> MakeTable) -> [Vec<Choice>; 2] {
    let entry = |format: &TableFormat| Entry { title: format.title, purpose: format.purpose, is_text: true };
    let entries: Vec<Entry> = TABLE_FORMATS.iter().map(entry).collect();
    choices(&entries, &|index| of_table(name, index, table()))
}

/// The menu of a table, which `table` makes on a thread.
pub(crate) fn table_menu(ui: &mut Ui, name: &str, table: &dyn Fn() -> MakeTable) {
    menu(ui, "Table as", &|| table_choices(name, table).into());
}
