//! The sheet of shortcuts: all keys with their actions, in groups.

use eframe::egui::{self, Grid, RichText, ScrollArea, Ui};

use super::command::Menu;
use crate::app::Action;
use crate::app::dialogs::footer;
use crate::app::keys::{self, GESTURES};
use crate::app::prelude::*;

/// The width of a column, and the maximum number of columns.
const COLUMN: f32 = 370.0;
const MOST_COLUMNS: usize = 3;
/// The width of the keys in a column.
const KEYS: f32 = 144.0;
/// The height of a heading, in lines.
const HEADING: usize = 2;
/// About how many letters of an action fit into a line.
const LETTERS: usize = 30;

/// The keys of a menu's commands, in the order of the menu.
pub(crate) struct Group {
    pub(crate) title: String,
    /// The keys and their actions.
    pub(crate) rows: Vec<(String, String)>,
}

/// The sheet.
pub(crate) struct Sheet(Vec<Group>);

/// All keys by the menus of their commands, and the mouse gestures.
pub(crate) fn groups(menus: &[Menu]) -> Vec<Group> {
    let group = |menu: &Menu| {
        let commands = menu.commands().into_iter().filter(|command| !command.keys.is_empty());
        let rows = commands.map(|command| (keys::text(command.keys), command.name.clone())).collect();
        Group { title: menu.title.to_string(), rows }
    };
    let mut groups: Vec<Group> = menus.iter().map(group).collect();
    let rows = GESTURES.iter().map(|&(gesture, what)| (gesture.to_owned(), what.to_owned())).collect();
    let gestures = Group { title: "In the drawings".into(), rows };
    // After the keys of the view.
    groups.insert(groups.len().min(3), gestures);
    groups
}

impl Sheet {
    pub(crate) fn new(menus: &[Menu]) -> Sheet {
        Sheet(groups(menus))
    }

    pub(crate) fn ui(&self, ui: &mut Ui) {
        let room = ui.ctx().content_rect().size();
        let columns = (((room.x - 64.0) / COLUMN) as usize).clamp(1, MOST_COLUMNS);
        ui.set_width((COLUMN * columns as f32).min(room.x - 64.0));
        ui.heading("Keyboard shortcuts");
        ui.add_space(4.0);
        let height = room.y - 150.0;
        let sheet = ScrollArea::vertical().min_scrolled_height(height).max_height(height).auto_shrink([false, true]);
        sheet.show_in(ui, &mut |ui| {
            ui.columns(columns, |uis| {
                for (group, column) in self.0.iter().zip(self.columns(columns)) {
                    group.ui(&mut uis[column]);
                }
            });
        });
        footer(ui, &mut |ui| ui.button("Close").asks_for(Action::CloseModal));
    }

    /// The column of each group: the one that is the shortest so far.
    fn columns(&self, count: usize) -> Vec<usize> {
        let mut heights = vec![0; count];
        let column = |group: &Group| {
            let shortest = (0..count).min_by_key(|&column| heights[column]).unwrap_or(0);
            heights[shortest] += group.lines();
            shortest
        };
        self.0.iter().map(column).collect()
    }
}

impl Group {
    /// About how many lines it takes.
    fn lines(&self) -> usize {
        HEADING + self.rows.iter().map(|(_, what)| 1 + what.len() / LETTERS).sum::<usize>()
    }

    fn ui(&self, ui: &mut Ui) {
        ui.strong(&self.title);
        let grid = Grid::new(&self.title).num_columns(2).min_col_width(KEYS).spacing([12.0, 2.0]).min_row_height(0.0);
        grid.show_in(ui, &mut |ui| {
            for (keys, what) in &self.rows {
                ui.add(egui::Label::new(RichText::new(keys).color(ui.visuals().strong_text_color())).wrap());
                ui.add(egui::Label::new(what).wrap());
                ui.end_row();
            }
        });
        ui.add_space(10.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ComparisonPanel;

    use crate::app::canvas::View;
    use crate::app::commands::{State, menus};
    use crate::app::experiments::ExperimentsView;
    use crate::app::model::Model;
    use crate::app::{EditAction, keys};
    use std::collections::{BTreeMap, HashSet};
    use std::fmt::Write;

    fn table() -> Vec<Menu> {
        let theme = egui::ThemePreference::System;
        let (model, view, comparison) = (Model::new(), View::default(), ComparisonPanel::default());
        let experiments = ExperimentsView::default();
        let (comparison, experiments) = (&comparison, &experiments);
        menus(State { model: &model, view: &view, comparison, experiments, theme, size: 1.0 })
    }

    #[test]
    fn the_page_of_the_window_has_the_table_of_keys() {
        let mut table_of_keys = String::new();
        for Group { title, rows } in groups(&table()) {
            let _ = write!(table_of_keys, "### {title}\n\n| key | action |\n| --- | --- |\n");
            for (keys, what) in rows {
                let keys = keys.replace('|', "\\|");
                let _ = writeln!(table_of_keys, "| {keys} | {what} |");
            }
            table_of_keys.push('\n');
        }
        let page = include_str!("../../../docs/window.md");
        assert!(page.contains(&table_of_keys), "docs/window.md needs this table of keys:\n\n{table_of_keys}");
    }

    /// The keys with more than one action, and these actions.
    fn doubled(menus: &[Menu]) -> Vec<(String, Vec<String>)> {
        let mut actions: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for menu in menus {
            // Menus open with Alt and their first letters.
            actions.entry(format!("Alt+{}", &menu.title[..1])).or_default().push(format!("the menu {}", menu.title));
            for command in menu.commands() {
                for key in command.keys {
                    actions.entry(key.text()).or_default().push(command.name.clone());
                }
            }
        }
        for key in ["F6", "Shift+F6", "F10", "Tab", "Shift+Tab"] {
            actions.entry(key.into()).or_default().push("going to a panel, a menu or a control".into());
        }
        actions.into_iter().filter(|(_, actions)| actions.len() > 1).collect()
    }

    #[test]
    fn no_two_actions_are_on_one_key() {
        let mut table = table();
        assert_eq!(doubled(&table), []);
        // A table in which two keys are doubled, one of them in a submenu.
        let mut menu = Menu::new("More");
        menu.add("Doubled", EditAction::Undo).keys(keys::SAVE);
        menu.menu("Below", "", &mut |menu| {
            menu.add("Also doubled", EditAction::Redo).keys(keys::NEXT_CUTOFF);
        });
        table.push(menu);
        let found: Vec<String> = doubled(&table).into_iter().map(|(key, _)| key).collect();
        assert_eq!(found, [keys::text(keys::SAVE), keys::text(keys::NEXT_CUTOFF)]);
    }

    #[test]
    fn no_two_commands_have_one_name() {
        let table = table();
        let mut seen = HashSet::new();
        let twice: Vec<_> = table.iter().flat_map(Menu::commands).filter(|it| !seen.insert(it.name.clone())).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
