//! The dialog that makes a new tree: from nothing, from a shape, or from a text.

use eframe::egui::Ui;

use super::form::{self, number, row};
use super::tree_text::TreeText;
use crate::app::prelude::*;
use crate::app::style::fault;
use crate::app::{Action, FileAction, NewTree};
use crate::format::{count, grouped};

/// The maximum number of leaves of a tree from a shape.
const MOST_LEAVES: u64 = 1_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Nothing,
    Shape,
    Text,
}

const KINDS: [(Kind, &str); 3] =
    [(Kind::Nothing, "A root with two leaves"), (Kind::Shape, "A shape"), (Kind::Text, "A text")];

/// The choices of the dialog.
pub(crate) struct NewTreeForm {
    kind: Kind,
    branching: u32,
    depth: u32,
    text: TreeText,
    /// Whether the text was pasted and is not a tree.
    is_correcting: bool,
}

impl Default for NewTreeForm {
    fn default() -> NewTreeForm {
        NewTreeForm { kind: Kind::Nothing, branching: 3, depth: 2, text: TreeText::default(), is_correcting: false }
    }
}

impl NewTreeForm {
    /// The dialog with a text that was pasted and is not a tree, to be corrected.
    pub(crate) fn correcting(text: String) -> NewTreeForm {
        NewTreeForm { kind: Kind::Text, text: TreeText::of(text), is_correcting: true, ..NewTreeForm::default() }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading("New tree");
        if self.is_correcting {
            ui.label(
                "The text on the clipboard is not a tree yet. Below it stands what is wrong; correct it, or cancel.",
            );
        }
        ui.add_space(8.0);
        let before = self.kind;
        ui.line(&mut |ui| {
            for &(kind, title) in &KINDS {
                ui.radio_value(&mut self.kind, kind, title);
            }
        });
        ui.add_space(8.0);
        let tree = match self.kind {
            Kind::Nothing => {
                ui.label("Both leaves are 0. Click one and type its value; Insert adds a child.");
                Ok(NewTree::Shape { branching: 2, depth: 1 })
            }
            Kind::Shape => self.shape(ui),
            Kind::Text => self.text.ui(ui, before != Kind::Text),
        };
        if let Err(error) = &tree
            && !error.is_empty()
        {
            fault(ui, error);
        }
        form::create_or_cancel(ui, tree.ok().map(|tree| Action::File(FileAction::Create(tree))));
    }

    fn shape(&mut self, ui: &mut Ui) -> Result<NewTree, String> {
        form::grid(ui, "shape of the tree", &mut |ui| {
            row(ui, "Children", &mut |ui| number(ui, "Children of a node", &mut self.branching, 1..=10_000));
            row(ui, "Depth", &mut |ui| number(ui, "Depth of the leaves", &mut self.depth, 0..=10_000));
        });
        let leaves = u64::from(self.branching).checked_pow(self.depth).filter(|&leaves| leaves <= MOST_LEAVES);
        let Some(leaves) = leaves else {
            return Err(format!("More than {} leaves; choose a smaller depth", grouped(MOST_LEAVES)));
        };
        ui.label(format!("{}, all of them 0", count(leaves, "leaf", "leaves")));
        Ok(NewTree::Shape { branching: self.branching, depth: self.depth })
    }
}
