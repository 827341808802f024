//! The dialog with what is known of a tree as a whole: its title, its source, and who moves first.

use eframe::egui::{TextEdit, Ui};

use super::form::{do_or_cancel, grid, row};
use crate::app::{Action, EditAction};
use crate::tree::edit::{Edit, Properties};
use crate::tree::{Player, Tree};

const FIELD_WIDTH: f32 = 320.0;

/// The fields of the dialog.
#[derive(Clone, Debug)]
pub(crate) struct PropertiesForm {
    before: Properties,
    now: Properties,
}

impl PropertiesForm {
    pub(crate) fn of(tree: &Tree) -> PropertiesForm {
        let before = Properties::of(tree);
        PropertiesForm { now: before.clone(), before }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading("Tree properties");
        ui.add_space(8.0);
        grid(ui, "properties of the tree", &mut |ui| {
            // A field is seen to be one on the ground of a dialog, too.
            let ground = ui.visuals().widgets.inactive.weak_bg_fill;
            let title = TextEdit::singleline(&mut self.now.title);
            let source = TextEdit::multiline(&mut self.now.source).desired_rows(3);
            let mut field = |name: &str, field: TextEdit<'_>| {
                let label = ui.label(name);
                ui.add(field.background_color(ground).desired_width(FIELD_WIDTH)).labelled_by(label.id);
                ui.end_row();
            };
            field("Title", title);
            field("Source", source);
            row(ui, "First to move", &mut |ui| {
                for &player in &[Player::Max, Player::Min] {
                    ui.radio_value(&mut self.now.root, player, player.name());
                }
            });
        });
        ui.add_space(4.0);
        ui.weak("The players alternate. The inspector lets another player move at a node.");
        let change = || Action::Edit(EditAction::Change(Edit::Properties(self.now.clone())));
        do_or_cancel(ui, "Change", (self.now != self.before).then(change), false);
    }
}
