//! Lines and marks of a chart on the screen, as in its files: in the plot, and as samples in the legend.

use std::ops::RangeInclusive;

use eframe::egui::{Color32, Pos2, Rect, Shape, Stroke, Ui, pos2, vec2};
use egui_plot::{PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotPoints, PlotTransform};

use crate::chart::{Look, Mark, corners, strokes};

/// The radius of a mark.
pub(super) const MARK: f32 = 4.0;

/// A line with strokes and gaps of these lengths; not broken if there are none.
pub(super) fn broken(path: &[Pos2], stroke: Stroke, pattern: &[i32]) -> Vec<Shape> {
    if pattern.is_empty() {
        return vec![Shape::line(path.to_vec(), stroke)];
    }
    let path: Vec<(f64, f64)> = path.iter().map(|dot| (f64::from(dot.x), f64::from(dot.y))).collect();
    strokes(&path, pattern, 1.0)
        .into_iter()
        .map(|dots| Shape::line(dots.into_iter().map(|(x, y)| pos2(x as f32, y as f32)).collect(), stroke))
        .collect()
}

/// A mark, in a size relative to the usual one. A hollow mark covers its line with the ground.
pub(super) fn mark(middle: Pos2, look: Look, size: f32, colour: Color32, ground: Color32) -> Vec<Shape> {
    let radius = MARK * size;
    let fill = if look.is_filled { colour } else { ground };
    let edge = Stroke::new(1.6, colour);
    let bar = |to_right: f32, down: f32| {
        let arm = vec2(to_right, down) * radius;
        Shape::line_segment([middle - arm, middle + arm], Stroke::new(0.9 * radius, colour))
    };
    match look.mark {
        Mark::Circle => vec![Shape::circle_filled(middle, radius, fill), Shape::circle_stroke(middle, radius, edge)],
        Mark::Cross => vec![bar(1.0, 1.0), bar(1.0, -1.0)],
        Mark::Plus => vec![bar(1.4, 0.0), bar(0.0, 1.4)],
        shape => {
            let corner = |&(right, down): &(f64, f64)| middle + vec2(right as f32, down as f32) * radius;
            vec![Shape::convex_polygon(corners(shape).iter().map(corner).collect(), fill, edge)]
        }
    }
}

/// The parts of a line that are in sight, in a box: a line that is far longer than the screen has too many dashes to draw.
fn in_sight(path: &[Pos2], sight: Rect) -> Vec<Vec<Pos2>> {
    let mut parts: Vec<Vec<Pos2>> = Vec::new();
    for ends in path.windows(2) {
        let Some([from, to]) = clipped([ends[0], ends[1]], sight) else { continue };
        match parts.last_mut() {
            Some(part) if part.last() == Some(&from) => part.push(to),
            _ => parts.push(vec![from, to]),
        }
    }
    parts
}

/// The part of a line between two points that is in a box.
fn clipped([from, to]: [Pos2; 2], sight: Rect) -> Option<[Pos2; 2]> {
    let along = to - from;
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for side in 0..2 {
        let [near, far] = [sight.min[side] - from[side], sight.max[side] - from[side]];
        if along[side] == 0.0 {
            if near > 0.0 || far < 0.0 {
                return None;
            }
        } else {
            let (near, far) = (near / along[side], far / along[side]);
            first = first.max(near.min(far));
            last = last.min(near.max(far));
        }
    }
    let at = |share: f32| if share == 1.0 { to } else { from + along * share };
    (first <= last && along.is_finite()).then(|| [at(first), at(last)])
}

/// A line of a plot with marks at its points.
pub(super) struct Drawn {
    base: PlotItemBase,
    points: PlotPoints<'static>,
    /// The line and its pattern; without one, there are only marks.
    line: Option<(Stroke, Vec<i32>)>,
    /// The marks: their look, their size relative to the usual one, their colour and the ground.
    marks: Option<(Look, f32, Color32, Color32)>,
}

impl Drawn {
    /// A line that is found by a name when the pointer meets one of its points; by an empty name, it is not.
    pub(super) fn line(name: &str, points: Vec<[f64; 2]>, stroke: Stroke, pattern: &[i32]) -> Drawn {
        let line = Some((stroke, pattern.to_vec()));
        Drawn { base: PlotItemBase::new(name.to_owned()), points: points.into(), line, marks: None }
    }

    /// Marks of a look, in a size relative to the usual one, in a colour on a ground.
    pub(super) fn marks(
        name: &str,
        points: Vec<[f64; 2]>,
        look: Look,
        size: f32,
        [colour, ground]: [Color32; 2],
    ) -> Drawn {
        let marks = Some((look, size, colour, ground));
        Drawn { base: PlotItemBase::new(name.to_owned()), points: points.into(), line: None, marks }
    }
}

impl PlotItem for Drawn {
    fn shapes(&self, _: &Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let path: Vec<Pos2> = self.points.points().iter().map(|point| transform.position_from_point(point)).collect();
        let sight = transform.frame().expand(100.0);
        if let Some((stroke, pattern)) = &self.line {
            shapes.extend(in_sight(&path, sight).iter().flat_map(|part| broken(part, *stroke, pattern)));
        }
        if let Some((look, size, colour, ground)) = self.marks {
            let seen = path.iter().filter(|middle| sight.contains(**middle));
            shapes.extend(seen.flat_map(|&middle| mark(middle, look, size, colour, ground)));
        }
    }

    fn initialize(&mut self, _: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        self.line.as_ref().map(|(stroke, _)| stroke.color).or(self.marks.map(|marks| marks.2)).unwrap_or_default()
    }

    fn allow_hover(&self) -> bool {
        !self.name().is_empty()
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::Points(self.points.points())
    }

    fn bounds(&self) -> PlotBounds {
        self.points.bounds()
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}
