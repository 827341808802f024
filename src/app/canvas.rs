//! The drawing of a tree in a pane (a stand-in that lists the first nodes).

use crate::search::Record;
use crate::tree::{NodeId, Tree};
use eframe::egui;

/// What of the tree is in sight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View(Option<f32>);

impl View {
    /// Shows the whole tree.
    pub fn fit(&mut self) {
        self.0 = None;
    }

    /// Magnifies by a factor.
    pub fn zoom(&mut self, factor: f32) {
        self.0 = Some(self.0.unwrap_or(1.0) * factor);
    }

    /// Moves so that the node is in sight.
    pub fn reveal(&mut self, _tree: &Tree, _node: NodeId) {}

    /// Whether the whole tree is shown.
    pub fn is_fit(&self) -> bool {
        self.0.is_none()
    }
}

/// What is drawn.
pub struct Scene<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// What a run did.
    pub record: Option<&'a Record>,
    /// The principal variation.
    pub line: &'a [NodeId],
    /// The selected node.
    pub selected: Option<NodeId>,
    /// The hovered node.
    pub hovered: Option<NodeId>,
}

/// What the pointer did.
pub struct Response {
    /// The node under the pointer.
    pub hovered: Option<NodeId>,
    /// The node clicked.
    pub clicked: Option<NodeId>,
}

/// A drawing.
#[derive(Default)]
pub struct Canvas;

impl Canvas {
    /// Draws the scene in the space available.
    pub fn ui(&mut self, ui: &mut egui::Ui, name: &str, scene: &Scene<'_>, _view: &mut View) -> Response {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), egui::Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, name));
        let visited = scene.record.map_or(0, |record| record.visits().len());
        let text = format!("{visited} of {} nodes visited", scene.tree.len());
        ui.painter().text(
            rect.center(),
            egui::Align2::CENTER_CENTER,
            text,
            egui::FontId::proportional(13.0),
            ui.visuals().text_color(),
        );
        Response { hovered: None, clicked: response.clicked().then_some(NodeId::ROOT) }
    }
}
