//! The minimap in the corner of a zoomed pane: the whole tree as an icicle, with the visible part.

use eframe::egui::{self, Painter, Rect, Stroke, StrokeKind, Vec2, vec2};

use super::View;
use super::screen::{self, Screen};
use crate::draw::{Axis, Figure, Frame, Ink, Options, Palette, Picture, Shape, icicle};

/// The size of a minimap, and its distance from the sides of the pane.
const SIZE: Vec2 = vec2(168.0, 72.0);
const MARGIN: f32 = 10.0;
/// What its frame takes on every side.
const FRAME: f32 = 4.0;
/// The minimum size of a pane with a minimap, as a multiple of the minimap.
const LEAST_PANE: f32 = 2.2;
/// The corners where a map may be, in shares of a pane; where all cover as much, it is in the first.
const CORNERS: [Vec2; 4] = [vec2(1.0, 1.0), vec2(0.0, 1.0), vec2(1.0, 0.0), vec2(0.0, 0.0)];

/// What a drawing is made of: the identities of the tree, the overlay and the folds, and the area and the colours.
type Key = (u64, u64, u64, Rect, Palette);

/// The minimap of a pane.
#[derive(Default)]
pub(super) struct Minimap {
    /// Its area, if it is shown.
    area: Option<Rect>,
    /// The number of its corner.
    corner: usize,
    /// Whether the pointer is on it, so that it must not move away.
    is_held: bool,
    kept: Option<(Key, Screen)>,
}

impl Minimap {
    /// Moves the view to the point where the minimap is pressed; returns whether the pointer is over it.
    pub(super) fn navigate(&mut self, response: &egui::Response, view: &mut View) -> bool {
        self.is_held = self.area.is_some_and(|area| response.hover_pos().is_some_and(|at| area.contains(at)));
        let Some(area) = self.area else { return false };
        let pressed = response.interact_pointer_pos().filter(|at| area.contains(*at));
        if let Some(at) = pressed.filter(|_| response.is_pointer_button_down_on() || response.clicked()) {
            let share = (at - area.min) / area.size();
            view.centre_on([f64::from(share.x), f64::from(share.y)]);
        }
        self.is_held |= pressed.is_some();
        self.is_held
    }

    /// Where the map covers least of a drawing: where it is, unless it covers something there and less elsewhere.
    pub(super) fn settle(&mut self, pane: Rect, drawing: &Picture) {
        if self.is_held {
            return;
        }
        let mut covered = [0; CORNERS.len()];
        for (_, shape) in &drawing.shapes {
            // Where there are edges alone a map may be.
            let rect = match shape {
                Shape::Polygon { corners, .. } => Rect::from_points(corners.as_slice()),
                Shape::Text(text) => text.rect(),
                Shape::Cells(cells) => cells.rect,
                Shape::Line { .. } | Shape::Circle { .. } => continue,
            };
            for (covered, corner) in covered.iter_mut().zip(CORNERS) {
                *covered += u32::from(area(pane, corner).expand(FRAME).intersects(rect));
            }
        }
        let least = (0..CORNERS.len()).min_by_key(|&corner| covered[corner]).unwrap_or(0);
        if covered[self.corner] > 2 * covered[least] {
            self.corner = least;
        }
    }

    /// Shows the minimap if not all of the tree is visible.
    pub(super) fn ui(&mut self, painter: &Painter, figure: &Figure<'_>, frame: &Frame, palette: Palette) {
        self.area = None;
        let pane = frame.pane;
        let is_whole = frame.x.shown() >= 0.999 && frame.y.shown() >= 0.999;
        if is_whole || pane.width() < SIZE.x * LEAST_PANE || pane.height() < SIZE.y * LEAST_PANE {
            return;
        }
        let area = area(pane, CORNERS[self.corner]);
        self.area = Some(area);
        let color = |ink: Ink| screen::color(palette.color(ink));
        painter.rect_filled(area.expand(FRAME), 3.0, color(Ink::Background));
        self.tree(figure, area, palette).show(&painter.with_clip_rect(area));
        painter.rect_stroke(area.expand(FRAME), 3.0, Stroke::new(1.0, color(Ink::Edge)), StrokeKind::Inside);
        let seen = Rect::from_x_y_ranges(
            along(&frame.x, pane.left(), pane.right(), area.left(), area.width()),
            along(&frame.y, pane.top(), pane.bottom(), area.top(), area.height()),
        );
        let seen = Rect::from_center_size(seen.center(), seen.size().max(Vec2::splat(5.0))).intersect(area.expand(2.0));
        painter.rect_stroke(seen, 1.0, Stroke::new(3.5, color(Ink::Background)), StrokeKind::Middle);
        painter.rect_stroke(seen, 1.0, Stroke::new(1.8, color(Ink::Selected)), StrokeKind::Middle);
    }

    fn tree(&mut self, figure: &Figure<'_>, area: Rect, palette: Palette) -> &Screen {
        let folds = figure.shown.folds.identity();
        let key = (figure.shown.tree.identity(), figure.overlay.identity(), folds, area, palette);
        let make = || {
            let options = Options { cell: 1.0, ..Options::default() };
            let small = Figure { options, game: None, ..*figure };
            let counts = [figure.shown.slot_count() as f64, f64::from(figure.shown.height()) + 1.0];
            let axis =
                |i: usize, start: f32, length: f32| Axis::stretched(counts[i], f64::from(start), f64::from(length));
            let x = axis(0, area.left(), area.width());
            let y = axis(1, area.top(), area.height());
            let drawing = icicle::icicle(&small, &Frame { pane: area, x, y });
            let mut picture = drawing.picture;
            screen::drop_texts(&mut picture);
            (key, Screen::new(picture, palette))
        };
        self.kept.take_if(|(kept, _)| *kept != key);
        &self.kept.get_or_insert_with(make).1
    }
}

/// The area of a map in a corner of a pane.
fn area(pane: Rect, corner: Vec2) -> Rect {
    let room = pane.shrink(MARGIN);
    Rect::from_min_size(room.min + (room.size() - SIZE) * corner, SIZE)
}

/// The part of a minimap's side that the pane shows.
fn along(axis: &Axis, start: f32, end: f32, from: f32, length: f32) -> egui::Rangef {
    let share = |point: f32| (axis.share(point).clamp(0.0, 1.0)) as f32;
    let at = |point: f32| from + share(point) * length;
    egui::Rangef::new(at(start), at(end))
}
