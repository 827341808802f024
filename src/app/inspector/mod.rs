//! The inspector: facts about the selected node, and what each algorithm did there.

mod card;
mod children;
mod dependence;
mod fields;
mod game;
mod moves;
mod slider;
mod table;

use eframe::egui::{Grid, RichText, ScrollArea, Ui, WidgetText};

use super::trees::legend;
use super::{Direction, EditAction, Model, ViewAction, keys};
use crate::app::editing::action::why_in_place;
use crate::app::prelude::*;
use crate::app::style::{button_unless, compact, disclosure, fact};
use crate::app::trees::Document;
use crate::draw::Legend;
use crate::format::{count, grouped};
use crate::tree::edit::Edit;
use crate::tree::{NodeId, Tree};
use card::At;
use children::ChildrenPanel;
use dependence::DependencePanel;
use fields::Fields;
use moves::MovesPanel;
use slider::Slider;

/// The number of steps shown at the beginning and the end of a long path.
const FIRST_STEPS: usize = 3;
const LAST_STEPS: usize = 7;
/// The separator of steps.
const STEP: &str = "›";

/// The inspector; it caches the path to the node, because counting siblings takes time.
#[derive(Default)]
pub(crate) struct Inspector {
    path: Option<Path>,
    fields: Fields,
    slider: Slider,
    dependence: DependencePanel,
    children: ChildrenPanel,
    moves: MovesPanel,
    table: table::Table,
    /// Whether what changes the node is shown.
    is_editing: bool,
}

struct Path {
    tree: u64,
    node: NodeId,
    /// The steps from the root; `None` stands for those left out.
    steps: Vec<Option<(NodeId, String)>>,
}

impl Inspector {
    /// Focuses the field with the value, and selects its text.
    pub(crate) fn edit_value(&mut self) {
        self.is_editing = true;
        self.fields.edit_value();
    }

    /// Whether a field had the focus in the last frame.
    pub(crate) fn is_typing(&self) -> bool {
        self.fields.has_focus()
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &Model, legend: &Legend) {
        // As wide without a scroll bar as with one, so that columns stay where they are while one steps.
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        ScrollArea::vertical().auto_shrink([false, false]).show_in(ui, &mut |ui| {
            ui.set_max_width(width);
            if let (Some(document), Some(node)) = (&model.document, model.selected) {
                self.looks(ui, model, document, node);
                ui.add_space(6.0);
                self.changes(ui, model, document, node);
                ui.add_space(6.0);
                self.moves.ui(ui, model, document, node);
                game::line(ui, model, document, node);
            } else {
                self.fields.leave();
                self.children.stop();
                self.moves.stop();
                nothing(ui, model, legend);
            }
        });
    }

    /// What is known of a node: its facts, and what each algorithm did there.
    fn looks(&mut self, ui: &mut Ui, model: &Model, document: &Document, node: NodeId) {
        let tree = document.tree.as_ref();
        let is_free_leaf = document.why_fixed().is_none() && tree.is_leaf(node);
        self.node(ui, document, node);
        if is_free_leaf {
            self.slider.ui(ui, document, node);
        }
        // At a depth limit other values are used.
        if is_free_leaf && model.settings.depth.is_none() {
            self.dependence.ui(ui, document, node);
        }
        ui.add_space(8.0);
        self.table.ui(ui, model, tree, node);
        let marked = model.runs.iter().find(|run| model.marked().is_none_or(|marked| run.algorithm == marked));
        if let Some(run) = marked {
            ui.add_space(4.0);
            card::ui(ui, &At::of(model, tree, run, node));
        }
    }

    /// What changes a node, folded away until it is asked for.
    fn changes(&mut self, ui: &mut Ui, model: &Model, document: &Document, node: NodeId) {
        if document.why_fixed().is_none() {
            disclosure(ui, "Change this node", &mut self.is_editing);
        }
        if document.why_fixed().is_some() || !self.is_editing {
            self.fields.leave();
            self.children.stop();
            return;
        }
        let fields = &mut |ui: &mut Ui| self.fields.ui(ui, document, node);
        Grid::new("fields of the node").num_columns(2).min_row_height(0.0).spacing([12.0, 4.0]).show_in(ui, fields);
        buttons(ui, &document.tree, node);
        self.children.ui(ui, document, model.settings, node);
    }

    fn node(&mut self, ui: &mut Ui, document: &Document, node: NodeId) {
        let tree = document.tree.as_ref();
        ui.lines(&mut |ui| {
            legend::symbol(ui, tree, node);
            ui.label(RichText::new(heading(tree, node)).heading())
                .tip("Nodes, leaves and children are numbered from 0, as in files and commands");
        });
        self.breadcrumb(ui, document, node);
        game::position(ui, document, node);
        Grid::new("node facts").num_columns(2).min_row_height(0.0).spacing([12.0, 4.0]).show_in(ui, &mut |ui| {
            facts(ui, document, node);
            let position =
                format!("node {} at depth {}", grouped(node.index() as u64), grouped(u64::from(tree.depth(node))));
            fact(ui, "place", &position);
            if !tree.is_end(node) {
                fact(ui, "below", &below(document, node));
            }
        });
    }

    /// The path from the root, with a link for each step.
    fn breadcrumb(&mut self, ui: &mut Ui, document: &Document, node: NodeId) {
        let steps = self.steps(document, node);
        ui.lines(&mut |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (index, step) in steps.iter().enumerate() {
                if index > 0 {
                    ui.weak(STEP);
                }
                match step {
                    None => {
                        ui.weak("…");
                    }
                    Some((at, name)) if *at == node => {
                        ui.strong(name);
                    }
                    Some((at, name)) => {
                        link_to(ui, name, *at);
                    }
                }
            }
        });
    }

    fn steps(&mut self, document: &Document, node: NodeId) -> &[Option<(NodeId, String)>] {
        let tree = document.tree.identity();
        let fits = |path: &Path| path.tree == tree && path.node == node;
        if !self.path.as_ref().is_some_and(fits) {
            let steps = steps_to(&document.tree, node);
            self.path = Some(Path { tree, node, steps });
        }
        self.path.as_ref().map_or(&[], |path| path.steps.as_slice())
    }
}

/// A link that leads to a node.
pub(crate) fn link_to(ui: &mut Ui, text: impl Into<WidgetText>, node: NodeId) {
    ui.link(text).tip("Select this node").asks_for(ViewAction::SelectAndReveal(node));
}

/// What the keys do to a node, as buttons.
fn buttons(ui: &mut Ui, tree: &Tree, node: NodeId) {
    let at_root = (node == NodeId::ROOT).then_some("the root has no siblings");
    let (left, right) = (why_in_place(tree, node, Direction::Left), why_in_place(tree, node, Direction::Right));
    ui.add_space(4.0);
    ui.lines(&mut |ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for (text, tip, keys, blocked, action) in [
            ("+ child", "Add a child", keys::ADD_CHILD, None, EditAction::Change(Edit::AddChild(node, usize::MAX))),
            ("+ sibling", "Add a sibling", keys::ADD_SIBLING, at_root, EditAction::Change(Edit::AddSibling(node))),
            ("Delete", "Delete it with all below", keys::DELETE, at_root, EditAction::Change(Edit::Delete(node))),
            ("Left", "Move left", keys::MOVE_LEFT, left, EditAction::MoveAmongSiblings(node, Direction::Left)),
            ("Right", "Move right", keys::MOVE_RIGHT, right, EditAction::MoveAmongSiblings(node, Direction::Right)),
        ] {
            let button = button_unless(ui, blocked, compact(text));
            let tip = format!("{tip} ({})", keys::text(keys));
            if button.tip(&tip).clicked() && blocked.is_none() {
                ui.ask(action);
            }
        }
    });
    ui.add_space(4.0);
}

/// The facts about a node that cannot be edited.
fn facts(ui: &mut Ui, document: &Document, node: NodeId) {
    let tree = &document.tree;
    if let Some(name) = tree.move_name(node) {
        fact(ui, "move", name);
    }
    if let Some(label) = tree.label(node) {
        fact(ui, if document.game.is_some() { "position" } else { "label" }, label);
    }
    match tree.value(node) {
        Some(value) if tree.is_end(node) => fact(ui, "value", &value.grouped()),
        Some(value) => fact(ui, "static value", &value.grouped()),
        None if tree.is_end(node) => fact(ui, "value", "unknown"),
        None => {}
    }
}

fn steps_to(tree: &Tree, node: NodeId) -> Vec<Option<(NodeId, String)>> {
    let mut nodes: Vec<NodeId> = tree.ancestors(node).collect();
    nodes.reverse();
    let are_all = nodes.len() <= FIRST_STEPS + LAST_STEPS + 1;
    let mut steps = Vec::new();
    for (index, &node) in nodes.iter().enumerate() {
        if are_all || index < FIRST_STEPS || index >= nodes.len() - LAST_STEPS {
            steps.push(Some((node, step_name(tree, node))));
        } else if index == FIRST_STEPS {
            steps.push(None);
        }
    }
    steps
}

/// The name of a node among its siblings: its move's name, or its index.
fn step_name(tree: &Tree, node: NodeId) -> String {
    if let Some(name) = tree.move_name(node) {
        return name.to_owned();
    }
    tree.child_index(node).map_or_else(|| "root".into(), |index| grouped(index as u64))
}

fn heading(tree: &Tree, node: NodeId) -> String {
    if tree.is_end(node) {
        let kind = if tree.value(node).is_some() { "Leaf" } else { "Unknown leaf" };
        return format!("{kind} {}", tree.leaf_number(node));
    }
    let name = if node == NodeId::ROOT { "Root".into() } else { format!("Node {}", grouped(node.index() as u64)) };
    format!("{name}, {}", tree.role(node).in_words())
}

fn below(document: &Document, node: NodeId) -> String {
    let tree = document.tree.as_ref();
    let nodes = tree.subtree(node).len() as u64 - 1;
    match &document.visited {
        Some(_) if nodes == 0 => "nothing drawn".into(),
        Some(_) => format!("{} drawn", count(nodes, "node", "nodes")),
        None => {
            let leaves = count(tree.slots(node).len() as u64, "leaf", "leaves");
            format!("{}, {leaves}", count(nodes, "node", "nodes"))
        }
    }
}

fn nothing(ui: &mut Ui, model: &Model, legend: &Legend) {
    ui.heading("No node selected");
    ui.label(if model.document.is_some() {
        "Click a node, or press an arrow key, to see what each algorithm did there."
    } else {
        "Open a tree first."
    });
    ui.add_space(12.0);
    legend::ui(ui, legend);
}
