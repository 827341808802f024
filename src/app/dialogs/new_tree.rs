//! The dialog that makes a new tree: from nothing, from a shape, or from a text.

use eframe::egui::{FontId, Grid, RichText, Role, ScrollArea, TextEdit, Ui};

use super::form::{self, number, row};
use crate::app::style::contents::{Container as _, Lines as _, Scrolled as _};
use crate::app::style::theme;
use crate::app::style::widgets::accessible_name;
use crate::app::{Action, FileAction, NewTree};
use crate::format::{count, grouped};
use crate::tree::Tree;
use crate::tree::file::ParseError;

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
#[derive(Clone, Debug)]
pub(crate) struct NewTreeForm {
    kind: Kind,
    branching: u32,
    depth: u32,
    text: String,
    /// The size of the tree in the text, or an error.
    read: Result<String, String>,
}

impl Default for NewTreeForm {
    fn default() -> NewTreeForm {
        let text = "((3 12 8) (2 4 6) (14 5 2))".to_owned();
        NewTreeForm { kind: Kind::Nothing, branching: 3, depth: 2, read: read(&text), text }
    }
}

impl NewTreeForm {
    pub(crate) fn ui(&mut self, ui: &mut Ui) -> Vec<Action> {
        ui.heading("New tree");
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
            Kind::Text => self.text(ui, before != Kind::Text),
        };
        if let Err(error) = &tree {
            ui.label(RichText::new(error).color(theme::bad(ui.visuals())));
        }
        ui.add_space(8.0);
        form::create_or_cancel(ui, tree.ok().map(|tree| Action::File(FileAction::Create(tree))))
    }

    fn shape(&mut self, ui: &mut Ui) -> Result<NewTree, String> {
        Grid::new("shape of the tree").num_columns(2).spacing([16.0, 8.0]).show_in(ui, &mut |ui| {
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

    /// The field with the text; it is focused when it is new.
    fn text(&mut self, ui: &mut Ui, is_new: bool) -> Result<NewTree, String> {
        let label = ui.label("Children in brackets, ? for an unknown leaf; JSON works, too.");
        let room = ScrollArea::vertical().max_height(240.0);
        let mut field = None;
        room.scrolled(ui, &mut |ui| {
            let text = TextEdit::multiline(&mut self.text).font(FontId::monospace(14.0));
            field = Some(ui.add(text.desired_width(f32::INFINITY).desired_rows(5)).labelled_by(label.id));
        });
        let Some(field) = field else { return Err(String::new()) };
        accessible_name(&field, Role::MultilineTextInput, "Text of the tree");
        if is_new {
            field.request_focus();
        }
        if field.changed() {
            self.read = read(&self.text);
        }
        let size = self.read.clone()?;
        ui.label(size);
        Ok(NewTree::Text(self.text.clone()))
    }
}

/// The size of the tree in a text, or the error with its location.
fn read(text: &str) -> Result<String, String> {
    let tree: Tree = text.parse().map_err(|error| match error {
        ParseError::Wrong { location, message } => {
            format!("Line {}, column {}: {message}", location.line, location.column)
        }
        other => other.to_string(),
    })?;
    let (nodes, leaves) = (tree.len() as u64, tree.leaf_count() as u64);
    let depth = grouped(tree.height().into());
    Ok(format!("{}, {}, depth {depth}", count(nodes, "node", "nodes"), count(leaves, "leaf", "leaves")))
}
