//! What to do when no tree is open.

use eframe::egui::{self, Align, Layout, RichText, Ui};

use crate::app::Action;
use crate::app::model::Model;
use crate::tree::samples::Sample;

/// Shows the way in.
pub(crate) fn ui(ui: &mut Ui, model: &Model) -> Vec<Action> {
    let mut actions = Vec::new();
    let height = ui.available_height();
    ui.with_layout(Layout::top_down(Align::Center), |ui| {
        ui.add_space((height * 0.5 - 195.0).max(8.0));
        if model.loading.is_some() {
            ui.label(RichText::new("Opening…").size(20.0));
            return;
        }
        ui.label(RichText::new("Plyscope").size(40.0).strong());
        ui.label(RichText::new("Open a game tree to see what each search looks at, and what it skips.").size(18.0));
        ui.add_space(20.0);
        for (text, action) in [
            ("Open a tree…", Action::ChooseFile),
            ("Open the sample", Action::OpenSample(Sample::first())),
            ("New random tree…", Action::NewRandomTree),
            ("New from game…", Action::NewGame),
        ] {
            let button = egui::Button::new(RichText::new(text).size(18.0)).min_size(egui::vec2(240.0, 40.0));
            if ui.add(button).clicked() {
                actions.push(action);
            }
            ui.add_space(6.0);
        }
        ui.add_space(12.0);
        ui.label(RichText::new("or drop a .json, .tree or .jsonl file on this window").size(16.0));
    });
    actions
}
