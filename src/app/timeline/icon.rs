//! The icons of the time line's controls, painted so that no font has to have them.

use eframe::egui::{Atom, Color32, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, pos2, vec2};

use crate::app::style::theme;
use crate::draw::Ink;

/// The width and height of an icon.
const SIZE: f32 = 16.0;
/// The width of lines.
const LINE: f32 = 1.8;

/// What a control does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Icon {
    Play,
    Pause,
    Start,
    Back,
    Forth,
    End,
    Over,
    Out,
    PreviousCutoff,
    NextCutoff,
    PreviousRepeat,
    NextRepeat,
    More,
}

impl Icon {
    /// The icon as the content of a button, in the colour of its text or a given one.
    pub(super) fn atom(self, color: Option<Color32>) -> Atom<'static> {
        Atom::paint(Vec2::splat(SIZE), move |ui: &Ui, args| {
            let color = color.unwrap_or(args.fallback_text_color);
            // What cannot be chosen is as faint as its text.
            let cutoff = if ui.is_enabled() { theme::ink(ui.visuals(), Ink::Cutoff) } else { color };
            self.paint(ui.painter(), Rect::from_center_size(args.rect.center(), Vec2::splat(SIZE)), color, cutoff);
        })
    }

    fn paint(self, painter: &Painter, rect: Rect, color: Color32, cutoff: Color32) {
        let middle = rect.center();
        let at = |x: f32, y: f32| pos2(middle.x + x, middle.y + y);
        let bar = |x: f32, wide: f32| {
            painter.rect_filled(Rect::from_center_size(at(x, 0.0), vec2(wide, 12.0)), 0.5, color);
        };
        let triangle = |tip: f32, base: f32, half: f32| {
            let corners = vec![at(tip, 0.0), at(base, half), at(base, -half)];
            painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
        };
        let stroke = Stroke::new(LINE, color);
        let line = |points: Vec<Pos2>, stroke: Stroke| {
            painter.add(Shape::line(points, stroke));
        };
        let dot = |x: f32, y: f32| {
            painter.circle_filled(at(x, y), 2.0, color);
        };
        // The stroke by which drawings show a cutoff.
        let cut = |x: f32| line(vec![at(x - 2.0, 6.0), at(x + 2.0, -6.0)], Stroke::new(2.2, cutoff));
        match self {
            Icon::Play => triangle(6.5, -4.5, 6.5),
            Icon::Pause => {
                bar(-3.5, 3.5);
                bar(3.5, 3.5);
            }
            Icon::Start => {
                bar(-6.0, 2.0);
                triangle(-4.0, 6.0, 5.5);
            }
            Icon::End => {
                triangle(4.0, -6.0, 5.5);
                bar(6.0, 2.0);
            }
            Icon::Back => triangle(-5.0, 4.5, 5.5),
            Icon::Forth => triangle(5.0, -4.5, 5.5),
            Icon::Over => {
                line(arc(middle + vec2(0.0, 2.5), 6.0, 190.0, 335.0), stroke);
                line(vec![at(2.6, -0.2), at(6.2, 1.0), at(7.0, -3.2)], stroke);
                dot(0.0, 4.5);
            }
            Icon::Out => {
                line(vec![at(0.0, 2.0), at(0.0, -6.0)], stroke);
                line(vec![at(-4.0, -2.5), at(0.0, -6.5), at(4.0, -2.5)], stroke);
                dot(0.0, 5.5);
            }
            Icon::PreviousCutoff => {
                cut(-5.5);
                triangle(-2.0, 6.5, 5.0);
            }
            Icon::NextCutoff => {
                triangle(2.0, -6.5, 5.0);
                cut(5.5);
            }
            Icon::NextRepeat => {
                line(arc(middle, 5.5, -20.0, 250.0), stroke);
                line(vec![at(-1.0, -2.0), at(-2.2, -5.2), at(-5.6, -4.6)], stroke);
            }
            Icon::PreviousRepeat => {
                line(arc(middle, 5.5, -70.0, 200.0), stroke);
                line(vec![at(1.0, -2.0), at(2.2, -5.2), at(5.6, -4.6)], stroke);
            }
            Icon::More => {
                dot(-5.5, 0.0);
                dot(0.0, 0.0);
                dot(5.5, 0.0);
            }
        }
    }
}

/// The points of an arc, with angles in degrees clockwise from the right.
fn arc(middle: Pos2, radius: f32, from: f32, to: f32) -> Vec<Pos2> {
    const PIECES: u16 = 16;
    let angle = |piece| (from + (to - from) * f32::from(piece) / f32::from(PIECES)).to_radians();
    (0..=PIECES).map(angle).map(|angle| middle + radius * vec2(angle.cos(), angle.sin())).collect()
}
