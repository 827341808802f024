//! What the symbols of the drawings mean.

use eframe::egui::{self, RichText, Sense, Ui, Vec2};

use crate::app::canvas::screen;
use crate::app::style::theme;
use crate::draw::{Entry, Ink, Legend, Look, Pattern, Picture, Shape, Sign, form};
use crate::tree::{NodeId, Tree};

const SIZE: f32 = 18.0;

/// The symbol of a node.
pub(crate) fn symbol(ui: &mut Ui, tree: &Tree, node: NodeId) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIZE), Sense::hover());
    let corners = form(tree, node).corners(rect.center(), SIZE / 2.0 - 2.0, SIZE / 2.0 - 3.0);
    let outline = Some((Look::Visited.outline(), 1.6, Pattern::Solid));
    let shape = Shape::Polygon { corners, fill: Some(Look::Visited.fill()), outline };
    show(ui, vec![shape]);
}

/// The legend of what is drawn.
pub(crate) fn ui(ui: &mut Ui, legend: &Legend) {
    ui.strong("Legend");
    ui.add_space(4.0);
    for symbol in legend.symbols() {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIZE), Sense::hover());
            let Entry { sign, words } = symbol.entry(rect.shrink(2.0));
            match sign {
                Sign::Shapes(shapes) => show(ui, shapes),
                Sign::Text(text, ink) => {
                    let color = theme::ink(ui.visuals(), ink);
                    let font = egui::FontId::proportional(12.0);
                    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, text, font, color);
                }
            }
            ui.label(RichText::new(words).color(theme::ink(ui.visuals(), Ink::Text)));
        });
    }
}

fn show(ui: &Ui, shapes: Vec<Shape>) {
    let picture = Picture { shapes: shapes.into_iter().map(|shape| (None, shape)).collect() };
    screen::show(ui.painter(), picture, screen::palette(ui.visuals().dark_mode));
}
