//! The fields that edit the selected node.

use eframe::egui::{ComboBox, Id, Key, Label, RichText, Role, TextEdit, Ui, vec2};

use crate::app::prelude::*;
use crate::app::style::{accessible_name, capitalised, pick, select_all, theme};
use crate::app::trees::Document;
use crate::app::{EditAction, focus, input, keys};
use crate::tree::edit::Edit;
use crate::tree::{NodeId, Player, Probability, Role as Mover, Tree, Value};

const VALUE: usize = 0;
const LABEL: usize = 1;
const MOVE: usize = 2;
const PROBABILITY: usize = 3;
/// The room for what is wrong with a value, below its field.
const BELOW: f32 = 40.0;

/// The fields, with their typed texts.
#[derive(Default)]
pub(crate) struct Fields {
    /// The tree and the node of the texts.
    of: Option<(u64, NodeId)>,
    texts: [String; 4],
    /// Whether the field with the value is to be focused.
    wants_focus: bool,
    has_focus: bool,
    /// The field that Enter has left in this frame.
    left: Option<usize>,
}

impl Fields {
    /// Focuses the field with the value, and selects its text.
    pub(crate) fn edit_value(&mut self) {
        self.wants_focus = true;
    }

    /// Whether a field had the focus in the last frame.
    pub(crate) fn has_focus(&self) -> bool {
        self.has_focus
    }

    /// Forgets what was typed, because the fields are not shown.
    pub(crate) fn leave(&mut self) {
        (self.of, self.has_focus) = (None, false);
    }

    /// Shows the fields as rows of a grid of two columns.
    pub(crate) fn ui(&mut self, ui: &mut Ui, document: &Document, node: NodeId) {
        let tree = document.tree.as_ref();
        let of = (tree.identity(), node);
        if self.of != Some(of) {
            self.of = Some(of);
            let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let probability = tree.probability(node).map_or_else(String::new, |probability| probability.to_string());
            self.texts = [value_text(tree, node), text(tree.label(node)), text(tree.move_name(node)), probability];
        }
        (self.has_focus, self.left) = (false, None);
        let is_leaf = tree.is_leaf(node);
        let value = self.text(ui, VALUE, if is_leaf { "value" } else { "static value" });
        if let Some(Ok(value)) = value.map(|text| read(&text, is_leaf)) {
            change(ui, Edit::Value(node, value));
        }
        if let Err(error) = read(&self.texts[VALUE], is_leaf) {
            self.wrong(ui, VALUE, error);
        }
        let given = |text: String| Some(text).filter(|text| !text.is_empty());
        let label = self.text(ui, LABEL, if document.game.is_some() { "position" } else { "label" });
        if let Some(text) = label {
            change(ui, Edit::Label(node, given(text)));
        }
        if node != NodeId::ROOT
            && let Some(text) = self.text(ui, MOVE, "move")
        {
            change(ui, Edit::MoveName(node, given(text)));
        }
        if tree.probability(node).is_some() {
            let typed = self.text(ui, PROBABILITY, "probability");
            let read = probability(&self.texts[PROBABILITY]);
            if let (Some(_), Ok(probability)) = (typed, &read) {
                change(ui, Edit::Probability(node, *probability));
            }
            if let Err(error) = read {
                self.wrong(ui, PROBABILITY, error);
            }
        }
        if !is_leaf && let Some(edit) = player(ui, tree, node) {
            change(ui, edit);
        }
    }

    /// A field with its name; returns the text when a different one is entered.
    fn text(&mut self, ui: &mut Ui, index: usize, name: &str) -> Option<String> {
        ui.weak(name);
        let id = id(index);
        // A new grid is measured first, and what is in it cannot have the focus then.
        let is_to_be_seen = index == VALUE && ui.is_enabled() && std::mem::take(&mut self.wants_focus);
        if is_to_be_seen {
            input::request_focus(ui.ctx(), id);
            select_all(ui.ctx(), id);
        }
        let edit = TextEdit::singleline(&mut self.texts[index]).id(id).desired_width(ui.available_width().min(180.0));
        let field = ui.add(edit);
        accessible_name(&field, Role::TextInput, capitalised(name));
        if is_to_be_seen {
            // What is wrong with it would stand below.
            ui.scroll_to_rect(field.rect.expand2(vec2(0.0, BELOW)), None);
        }
        ui.end_row();
        self.has_focus |= field.has_focus();
        let is_over = field.lost_focus();
        self.left = if is_over && keys::is_pressed(ui.ctx(), Key::Enter) { Some(index) } else { self.left };
        if is_over && keys::is_pressed(ui.ctx(), Key::Escape) {
            self.of = None;
            return None;
        }
        is_over.then(|| self.texts[index].trim().to_owned())
    }

    /// A row with the error in a text. Enter brings it into sight and leaves the focus in the field, where Esc gives the value back.
    fn wrong(&mut self, ui: &mut Ui, index: usize, error: String) {
        ui.label("");
        let color = theme::bad(ui.visuals());
        let label = ui.add(Label::new(RichText::new(error).color(color)).wrap());
        ui.end_row();
        if focus::is_nowhere(ui.ctx()) && self.left.take() == Some(index) {
            input::request_focus(ui.ctx(), id(index));
            self.has_focus = true;
            label.scroll_to_me(None);
        }
    }
}

fn change(ui: &Ui, edit: Edit) {
    ui.ask(EditAction::Change(edit));
}

fn id(index: usize) -> Id {
    Id::unique(("field of the node", index))
}

fn value_text(tree: &Tree, node: NodeId) -> String {
    match tree.value(node) {
        Some(value) => value.to_string(),
        None if tree.is_leaf(node) => "?".into(),
        None => String::new(),
    }
}

/// The value in a text, with an empty text for an unknown value; or the error in the text.
fn read(text: &str, is_leaf: bool) -> Result<Option<Value>, String> {
    let text = text.trim();
    if text.is_empty() || text == "?" {
        return Ok(None);
    }
    let remedy = if is_leaf { "; write ? for an unknown value" } else { "" };
    text.parse().map(Some).map_err(|error| format!("“{text}” {error}{remedy}"))
}

/// The probability in a text, with an empty text for one equal to those of the siblings; or the error in the text.
fn probability(text: &str) -> Result<Option<Probability>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|error| format!("“{text}” {error}; leave it empty for equal ones"))
}

/// The player to move at a node.
fn player(ui: &mut Ui, tree: &Tree, node: NodeId) -> Option<Edit> {
    ui.weak("player");
    let now = tree.given_role(node).or((node == NodeId::ROOT).then(|| tree.role(node)));
    let name = |mover: Option<Mover>| match mover {
        Some(mover) => mover.name().to_owned(),
        None => format!("{} in turn", tree.parent(node).map_or(Player::Max, |above| tree.next_player(above)).name()),
    };
    let movers = [None, Some(Mover::MAX), Some(Mover::MIN), Some(Mover::Chance)];
    let movers = movers.map(|mover| (mover, name(mover)));
    let mut chosen = now;
    let combo = ComboBox::from_id_salt("player of the node");
    let combo = pick(ui, combo, &mut chosen, if node == NodeId::ROOT { &movers[1..] } else { &movers });
    accessible_name(&combo, Role::ComboBox, "Player of the node");
    ui.end_row();
    (chosen != now).then_some(Edit::Role(node, chosen))
}
