//! What the symbols of the drawings mean.

use eframe::egui::{self, Color32, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use crate::app::style::theme::Palette;
use crate::tree::{NodeId, Player, Tree};

const SIZE: f32 = 14.0;

#[derive(Clone, Copy)]
enum Form {
    Max,
    Min,
    Leaf,
}

/// The symbol of a node.
pub(crate) fn symbol(ui: &mut Ui, tree: &Tree, node: NodeId) {
    let form = match (tree.is_end(node), tree.player(node)) {
        (true, _) => Form::Leaf,
        (false, Player::Max) => Form::Max,
        (false, Player::Min) => Form::Min,
    };
    let color = ui.visuals().strong_text_color();
    draw(ui, |ui, rect| ui.painter().add(shape(form, rect, Color32::TRANSPARENT, Stroke::new(1.5, color))));
}

/// The legend.
pub(crate) fn ui(ui: &mut Ui) {
    let palette = Palette::of(ui.visuals());
    let plain = Stroke::new(1.5, palette.text);
    let hollow = Color32::TRANSPARENT;
    ui.strong("Legend");
    ui.add_space(4.0);
    let forms: [(Form, Color32, Stroke, &str); 6] = [
        (Form::Max, hollow, plain, "MAX to move"),
        (Form::Min, hollow, plain, "MIN to move"),
        (Form::Leaf, hollow, plain, "leaf with its value; ? is unknown"),
        (Form::Max, palette.visited_fill, Stroke::new(1.5, palette.visited), "visited"),
        (Form::Leaf, palette.evaluated, Stroke::NONE, "evaluated"),
        (Form::Leaf, hollow, Stroke::new(1.0, palette.pruned), "pruned, never visited"),
    ];
    for (form, fill, stroke, text) in forms {
        line(ui, text, |ui, rect| {
            ui.painter().add(shape(form, rect, fill, stroke));
        });
    }
    line(ui, "principal variation", |ui, rect| {
        let stroke = Stroke::new(1.5, palette.line);
        for aside in [-1.5, 1.5] {
            let aside = vec2(aside, 0.0);
            ui.painter().line_segment([rect.center_top() + aside, rect.center_bottom() + aside], stroke);
        }
    });
    for (text, asides) in
        [("cutoff: the rest was skipped", &[0.0][..]), ("deep cutoff: by a node further up", &[-3.0, 3.0])]
    {
        line(ui, text, |ui, rect| {
            let stroke = Stroke::new(2.0, palette.cutoff);
            for aside in asides {
                let aside = vec2(*aside, 0.0);
                ui.painter().line_segment([rect.left_bottom() + aside, rect.right_top() + aside], stroke);
            }
        });
    }
    line(ui, "dropped by taketree", |ui, rect| {
        for dot in 0..4 {
            let middle = rect.left_bottom() + vec2(2.0, -2.0) + vec2(3.5, -3.5) * dot as f32;
            ui.painter().rect_filled(Rect::from_center_size(middle, Vec2::splat(1.5)), 0.0, palette.pruned);
        }
    });
    line(ui, "searched; subtree not drawn", |ui, rect| {
        for dot in 0..3 {
            let middle = rect.center_top() + vec2(0.0, 3.0 + 4.0 * dot as f32);
            ui.painter().rect_filled(Rect::from_center_size(middle, Vec2::splat(2.0)), 0.0, palette.visited);
        }
    });
    ui.add_space(4.0);
    ui.label("≥ 5 is a lower bound (the value is at least 5), ≤ 3 an upper bound.");
}

fn line(ui: &mut Ui, text: &str, paint: impl FnOnce(&Ui, Rect)) {
    ui.horizontal(|ui| {
        draw(ui, paint);
        ui.label(text);
    });
}

fn draw<R>(ui: &mut Ui, paint: impl FnOnce(&Ui, Rect) -> R) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIZE + 2.0), Sense::hover());
    paint(ui, rect.shrink(1.0));
}

fn shape(form: Form, rect: Rect, fill: Color32, stroke: Stroke) -> Shape {
    let triangle = |tip: Pos2, base: f32| {
        Shape::convex_polygon(vec![tip, pos2(rect.right(), base), pos2(rect.left(), base)], fill, stroke)
    };
    match form {
        Form::Max => triangle(rect.center_top(), rect.bottom()),
        Form::Min => triangle(rect.center_bottom(), rect.top()),
        Form::Leaf => egui::epaint::RectShape::new(rect.shrink(1.0), 0.0, fill, stroke, StrokeKind::Middle).into(),
    }
}
