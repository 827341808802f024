//! Small icons that are painted, because fonts may not have them.

use eframe::egui::{Atom, Color32, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2};

const SIZE: f32 = 12.0;
const LINE: f32 = 2.0;
/// The width of [`triangle`].
pub(crate) const TRIANGLE_WIDTH: f32 = 9.0;

/// A check mark.
pub(crate) fn check(ui: &mut Ui, color: Color32) {
    sign(ui, |painter, rect| {
        let points = vec![
            pos2(rect.left(), rect.center().y),
            pos2(rect.left() + rect.width() * 0.38, rect.bottom() - 1.0),
            pos2(rect.right(), rect.top() + 1.0),
        ];
        painter.add(Shape::line(points, Stroke::new(LINE, color)));
    });
}

/// A cross.
pub(crate) fn cross(ui: &mut Ui, color: Color32) {
    sign(ui, |painter, rect| {
        let rect = rect.shrink(1.0);
        painter.line_segment([rect.left_top(), rect.right_bottom()], Stroke::new(LINE, color));
        painter.line_segment([rect.right_top(), rect.left_bottom()], Stroke::new(LINE, color));
    });
}

fn sign(ui: &mut Ui, paint: impl FnOnce(&Painter, Rect)) {
    let height = ui.text_style_height(&eframe::egui::TextStyle::Body);
    let (rect, _) = ui.allocate_exact_size(vec2(SIZE, height), Sense::hover());
    paint(ui.painter(), Rect::from_center_size(rect.center(), Vec2::splat(SIZE)));
}

/// A small triangle after a text, pointing up or down.
pub(crate) fn triangle(down: bool) -> Atom<'static> {
    Atom::paint(vec2(TRIANGLE_WIDTH, 7.0), move |ui: &Ui, args| {
        paint_triangle(ui.painter(), args.rect.center(), down, args.fallback_text_color);
    })
}

/// A triangle before the title of something folded: it points to the right, or down if that is open.
pub(crate) fn disclosure(is_open: bool) -> Atom<'static> {
    Atom::paint(vec2(TRIANGLE_WIDTH, TRIANGLE_WIDTH), move |ui: &Ui, args| {
        let (painter, middle, color) = (ui.painter(), args.rect.center(), args.fallback_text_color);
        if is_open {
            paint_triangle(painter, middle, true, color);
        } else {
            let points = vec![middle + vec2(-3.0, -4.5), middle + vec2(3.0, 0.0), middle + vec2(-3.0, 4.5)];
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        }
    })
}

/// A triangle at a position.
pub(crate) fn paint_triangle(painter: &Painter, middle: Pos2, down: bool, color: Color32) {
    let rect = Rect::from_center_size(middle, vec2(TRIANGLE_WIDTH, 6.0));
    let points = if down {
        vec![rect.left_top(), rect.right_top(), rect.center_bottom()]
    } else {
        vec![rect.left_bottom(), rect.center_top(), rect.right_bottom()]
    };
    painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
}
