//! What is shown for a node of a game's tree: its board, and the best line from there.

use eframe::egui::{self, RichText, Sense, StrokeKind, Ui, WidgetText, vec2};

use crate::app::canvas::{board, screen};
use crate::app::prelude::*;
use crate::app::style::accessible_name;
use crate::app::trees::{AlgorithmRun, Document};
use crate::app::{Model, ViewAction};
use crate::game::GameName;
use crate::tree::{NodeId, Tree};

/// The maximum size of the node's board, and of those of the line.
const BOARD_SIDE: f32 = 176.0;
const STEP_SIDE: f32 = 56.0;
/// The maximum number of moves of the line.
const MAX_STEPS: usize = 16;

/// Shows the board of a node, if its label is a position of the game.
pub(crate) fn position(ui: &mut Ui, document: &Document, node: NodeId) {
    let label = document.tree.label(node);
    let Some(board) = document.game.zip(label).and_then(|(game, label)| game.board_of(label)) else { return };
    ui.add_space(4.0);
    let response = board::show(ui, &board, BOARD_SIDE.min(ui.available_width()));
    accessible_name(&response, egui::Role::Image, "Board of the selected node");
    ui.add_space(4.0);
}

/// Shows the best line from a node, as found by the algorithm in the foreground, or else by the first that visited the node.
pub(crate) fn line(ui: &mut Ui, model: &Model, document: &Document, node: NodeId) {
    let Some(game) = document.game else { return };
    let tree = document.tree.as_ref();
    let came_here = |run: &&AlgorithmRun| run.drawn().and_then(|drawn| drawn.record.visit(node)?.value()).is_some();
    let run = model.focused_run().filter(came_here).or_else(|| model.runs.iter().find(came_here));
    let Some((run, drawn)) = run.and_then(|run| Some((run, run.drawn()?))) else { return };
    let steps: Vec<NodeId> = drawn.record.line_from(tree, node).skip(1).take(MAX_STEPS).collect();
    if steps.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.lines(&mut |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.strong("Best line from here");
        ui.weak(format!("by {}", run.algorithm.title()));
    });
    ui.lines(&mut |ui| {
        for (index, &node) in steps.iter().enumerate() {
            step(ui, tree, game, index, node);
        }
    });
}

/// A move of the line with the board after it.
fn step(ui: &mut Ui, tree: &Tree, game: GameName, index: usize, node: NodeId) {
    let name = tree.move_name(node).unwrap_or("?");
    let caption = RichText::new(format!("{}. {name}", index + 1)).small();
    let caption = WidgetText::from(caption).into_galley(ui, None, f32::INFINITY, egui::TextStyle::Small);
    let size = vec2(caption.size().x.max(STEP_SIDE), STEP_SIDE + caption.size().y + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    accessible_name(&response, egui::Role::Button, format_args!("Move {} of the line: {name}", index + 1));
    let (room, below) = rect.split_top_bottom_at_y(rect.top() + STEP_SIDE);
    if let Some(board) = tree.label(node).and_then(|label| game.board_of(label)) {
        board::paint(
            ui.painter(),
            board::fit(&board, room.shrink(3.0)),
            &board,
            screen::palette(ui.visuals().dark_mode),
        );
    }
    if response.hovered() || response.has_focus() {
        let stroke = ui.visuals().selection.stroke;
        ui.painter().rect_stroke(room, 3.0, stroke, StrokeKind::Inside);
    }
    let corner = below.center() - caption.size() / 2.0;
    ui.painter().galley(corner, caption, ui.visuals().text_color());
    let tip = format!("Go to the position after {name}");
    response.tip(&tip).asks_for(ViewAction::SelectAndReveal(node));
}
