//! A picture: shapes and texts in drawing order, with lengths in points.

use super::{Fill, Ink, Look, Palette, Pattern, Pos2, Rect, Shares, Text};
use crate::tree::NodeId;

/// Shapes, from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The shapes, each with its node if it belongs to one.
    pub shapes: Vec<(Option<NodeId>, Shape)>,
}

/// The corners of a polygon, clockwise on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Corners {
    /// A triangle.
    Three([Pos2; 3]),
    /// A rectangle.
    Four([Pos2; 4]),
}

/// A row of cells of equal width without gaps between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// The whole row.
    pub rect: Rect,
    /// The shares of looks in each cell.
    pub shares: Vec<Shares>,
}

/// The ink, width and pattern of an outline.
pub type Outline = (Ink, f32, Pattern);

/// A shape. Texts are shapes, too.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A straight line.
    Line {
        /// Its ends.
        ends: [Pos2; 2],
        /// Its width.
        width: f32,
        /// Its ink.
        ink: Ink,
        /// Its pattern.
        pattern: Pattern,
    },
    /// A convex polygon.
    Polygon {
        /// Its corners.
        corners: Corners,
        /// The ink of its inside, if it has one.
        fill: Option<Ink>,
        /// The ink, width and pattern of its outline, if it has one.
        outline: Option<Outline>,
    },
    /// A disc, or a circle.
    Circle {
        /// Its centre.
        centre: Pos2,
        /// Its radius.
        radius: f32,
        /// The ink of its inside, if it has one.
        fill: Option<Ink>,
        /// The ink, width and pattern of its outline, if it has one.
        outline: Option<Outline>,
    },
    /// Cells.
    Cells(Cells),
    /// A text.
    Text(Text),
}

impl Shape {
    /// An area with a look.
    pub fn area(rect: Rect, look: Look) -> Shape {
        let width = RIM.0.min(rect.height() * RIM.1);
        let outline = look.rim().map(|ink| (ink, width, Pattern::Solid));
        let rect = if outline.is_some() { rect.shrink(width / 2.0) } else { rect };
        Shape::Polygon { corners: Corners::of(rect), fill: Some(look.area()), outline }
    }
}

impl Corners {
    /// The corners of a rectangle.
    pub fn of(rect: Rect) -> Corners {
        Corners::Four([rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()])
    }

    /// The corners as a slice.
    pub fn as_slice(&self) -> &[Pos2] {
        match self {
            Corners::Three(corners) => corners,
            Corners::Four(corners) => corners,
        }
    }
}

/// The thickness of the line below cells that are too pale without one, in points and at most as a share of their height.
const RIM: (f32, f32) = (1.0, 0.25);

impl Cells {
    /// The areas of which the row consists, one for each run of equal cells, and a line below runs that would be too pale without one.
    pub fn areas(&self, palette: Palette) -> Vec<(Rect, Fill)> {
        let look = |cell: usize| (palette.fill_of_cell(self.shares[cell], cell), self.shares[cell].rim());
        let mut areas = Vec::new();
        let mut start = 0;
        while start < self.shares.len() {
            let (fill, rim) = look(start);
            let mut end = start + 1;
            while end < self.shares.len() && look(end) == (fill, rim) {
                end += 1;
            }
            let rect = Rect::from_x_y_ranges(self.side(start)..=self.side(end), self.rect.y_range());
            areas.push((rect, fill));
            if let Some(ink) = rim {
                let line = rect.with_min_y(rect.bottom() - RIM.0.min(rect.height() * RIM.1));
                areas.push((line, Fill::Solid(palette.color(ink))));
            }
            start = end;
        }
        areas
    }

    /// The left side of a cell.
    fn side(&self, cell: usize) -> f32 {
        self.rect.left() + self.rect.width() * (cell as f32 / self.shares.len() as f32)
    }
}

impl Picture {
    /// Adds a shape that belongs to a node.
    pub fn add(&mut self, node: NodeId, shape: Shape) {
        self.shapes.push((Some(node), shape));
    }

    /// Adds a shape without a node.
    pub fn add_loose(&mut self, shape: Shape) {
        self.shapes.push((None, shape));
    }

    /// Adds a rectangle filled with an ink.
    pub fn fill(&mut self, node: Option<NodeId>, rect: Rect, ink: Ink) {
        self.shapes.push((node, Shape::Polygon { corners: Corners::of(rect), fill: Some(ink), outline: None }));
    }

    /// Adds an area of a node with a look.
    pub fn area(&mut self, node: NodeId, rect: Rect, look: Look) {
        self.add(node, Shape::area(rect, look));
    }

    /// The texts.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|(_, shape)| if let Shape::Text(text) = shape { Some(text) } else { None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_and_ends_with_a_dash_of_nearly_the_usual_length() {
        for pattern in [Pattern::Dashed, Pattern::Dotted] {
            let [usual, _] = pattern.dashes().unwrap();
            for length in (7..500).map(|tenth| tenth as f32) {
                let [dash, gap] = pattern.dashes_on(length).unwrap();
                let count = (length - dash) / (dash + gap);
                assert!((count - count.round()).abs() < 1e-2 && count.round() >= 1.0, "{pattern:?} on {length}");
                assert!(
                    dash > usual * if length < 20.0 { 0.5 } else { 0.8 } && dash < usual * 1.6,
                    "{pattern:?} on {length}"
                );
            }
            assert_eq!(pattern.dashes_on(2.0), None, "no room for two");
        }
        assert_eq!(Pattern::Solid.dashes_on(20.0), None);
    }
}
