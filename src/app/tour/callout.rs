//! A callout: a few words beside the control that they are about.

use eframe::egui::{
    Area, Context, Frame, Id, Label, LayerId, Order, Painter, Pos2, Rect, RichText, ScrollArea, Sense, Shape, Stroke,
    StrokeKind, Vec2, pos2, vec2,
};

use super::anchor::layer;
use crate::app::TourAction;
use crate::app::prelude::*;
use crate::app::style::primary_of_size;

const WIDTH: f32 = 340.0;
/// The space between a callout and what it points to, and between it and the edge of the window.
const GAP: f32 = 16.0;
const EDGE: f32 = 8.0;
const ARROW: f32 = 9.0;
/// The margins of a callout and of the window, and the spaces between title, words and buttons.
const AROUND_WORDS: f32 = 24.0 + 2.0 * EDGE + 24.0;

/// What a callout says.
pub(super) struct Callout {
    pub(super) title: &'static str,
    /// Which step of how many.
    pub(super) number: usize,
    pub(super) count: usize,
    pub(super) words: &'static str,
    /// Whether the step was done.
    pub(super) is_done: bool,
    /// To what it points.
    pub(super) target: Option<Rect>,
    /// The nodes of the tree, which it should not cover.
    pub(super) drawn: Vec<Rect>,
}

impl Callout {
    /// Shows it, and what it points to in a frame.
    pub(super) fn ui(&self, ctx: &Context) {
        let window = ctx.content_rect();
        let id = layer().id;
        let width = WIDTH.min(window.width() - 2.0 * EDGE);
        // As large as it was a frame ago.
        let size = ctx.memory(|memory| memory.area_rect(id)).map_or(vec2(width, 190.0), |rect| rect.size());
        let target = self.target.filter(|target| window.intersects(*target));
        let corner = window.max - size - Vec2::splat(GAP);
        let covered =
            |at: &Pos2| self.drawn.iter().filter(|node| node.intersects(Rect::from_min_size(*at, size))).count();
        let places = target.map(|target| beside(target, size, window)).unwrap_or_default();
        let at = inside(places.into_iter().min_by_key(covered).unwrap_or(corner), size, window);
        let style = ctx.global_style();
        let stroke = Stroke::new(2.0, style.visuals.selection.stroke.color);
        if let Some(target) = target {
            // Where there is no room beside its target, the callout covers the frame around it.
            let painter =
                Painter::new(ctx.clone(), LayerId::new(Order::Middle, Id::unique("target of the tour")), window);
            painter.rect_stroke(target.expand(3.0).intersect(window.shrink(1.0)), 5.0, stroke, StrokeKind::Outside);
        }
        // A click brings it to the front, but the focus goes to its buttons alone.
        let area = Area::new(id).order(layer().order).fixed_pos(at).constrain(true).sense(Sense::CLICK);
        let area = area.show(ctx, |ui| {
            let frame = Frame::popup(&style).stroke(stroke).inner_margin(12);
            frame.show_in(ui, &mut |ui| {
                ui.set_width(width - 28.0);
                self.contents(ui, window.height());
            });
        });
        if area.response.rect.size() != size {
            ctx.request_discard("the callout has another size");
        }
        if let Some(target) = target {
            let painter = Painter::new(ctx.clone(), area.response.layer_id, window);
            point(&painter, area.response.rect, target, stroke.color);
        }
    }

    fn contents(&self, ui: &mut eframe::egui::Ui, height: f32) {
        let strong = ui.visuals().strong_text_color();
        let title = format!("{} of {}: {}", self.number, self.count, self.title);
        ui.label(RichText::new(title).size(16.0).strong().color(strong));
        let others = ui.min_rect().height() + ui.spacing().interact_size.y + AROUND_WORDS;
        let most = (height - others).max(24.0);
        let words = ScrollArea::vertical().max_height(most).min_scrolled_height(most).auto_shrink([false, true]);
        words.show_in(ui, &mut |ui| {
            ui.add(Label::new(RichText::new(self.words).color(strong)).wrap());
        });
        ui.add_space(6.0);
        ui.line(&mut |ui| {
            let is_last = self.number == self.count && self.is_done;
            let next = primary_of_size(ui, true, if is_last { "Finish" } else { "Next" }, vec2(72.0, 0.0));
            let tip = if self.is_done { "Go on (Enter)" } else { "Have this step done for you (Enter)" };
            next.tip(tip).asks_for(TourAction::GoOn);
            if !is_last && ui.button("Skip the tour").tip("Help has it again (Esc)").clicked() {
                ui.ask(TourAction::End);
            }
        });
    }
}

/// The corners of a callout on the sides of a target where there is room for it, the best first.
fn beside(target: Rect, size: Vec2, window: Rect) -> Vec<Pos2> {
    // Beside tall targets it stands at their top, and over wide ones at the right: drawings have what matters elsewhere.
    let is_tall = target.height() > 2.0 * size.y;
    let y = if is_tall { target.top() } else { target.center().y - size.y / 2.0 };
    let is_wide = target.width() > 2.0 * size.x;
    let x = if is_wide { window.right() - size.x } else { target.center().x - size.x / 2.0 };
    let (right, left) = (target.right() + GAP, target.left() - GAP - size.x);
    let (below, over) = (target.bottom() + GAP, target.top() - GAP - size.y);
    let (ends_with, begins_with) = (target.bottom() - size.y, target.top());
    let sides = [
        (window.right() - target.right() - size.x, [y, ends_with, begins_with].map(|y| pos2(right, y))),
        (target.left() - window.left() - size.x, [y, ends_with, begins_with].map(|y| pos2(left, y))),
        (window.bottom() - target.bottom() - size.y, [x, left, right].map(|x| pos2(x, below))),
        (target.top() - window.top() - size.y, [x, left, right].map(|x| pos2(x, over))),
    ];
    let fitting = sides.into_iter().filter(|(room, _)| *room > GAP + EDGE);
    fitting.flat_map(|(_, places)| places).map(|at| inside(at, size, window)).collect()
}

fn inside(at: Pos2, size: Vec2, window: Rect) -> Pos2 {
    let most = (window.max - size - Vec2::splat(EDGE)).max(window.min + Vec2::splat(EDGE));
    at.clamp(window.min + Vec2::splat(EDGE), most)
}

/// A small arrow from a callout to its target.
fn point(painter: &Painter, from: Rect, target: Rect, color: eframe::egui::Color32) {
    let target = target.expand(4.0);
    let near = |low: f32, high: f32, at: f32| at.clamp(low + 14.0, (high - 14.0).max(low + 14.0));
    let (tip, base, across) = if target.left() >= from.right() {
        let y = near(from.top(), from.bottom(), target.center().y);
        (pos2(from.right() + ARROW, y), pos2(from.right(), y), vec2(0.0, ARROW))
    } else if target.right() <= from.left() {
        let y = near(from.top(), from.bottom(), target.center().y);
        (pos2(from.left() - ARROW, y), pos2(from.left(), y), vec2(0.0, ARROW))
    } else if target.top() >= from.bottom() {
        let x = near(from.left(), from.right(), target.center().x);
        (pos2(x, from.bottom() + ARROW), pos2(x, from.bottom()), vec2(ARROW, 0.0))
    } else if target.bottom() <= from.top() {
        let x = near(from.left(), from.right(), target.center().x);
        (pos2(x, from.top() - ARROW), pos2(x, from.top()), vec2(ARROW, 0.0))
    } else {
        return;
    };
    painter.add(Shape::convex_polygon(vec![base - across, tip, base + across], color, Stroke::NONE));
}
