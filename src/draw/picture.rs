//! A picture: shapes and texts in drawing order, with lengths in points.

use super::{Ink, Pos2, Rect, Shares, Text};
use crate::tree::NodeId;

/// Shapes, from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The shapes, each with its node if it belongs to one.
    pub shapes: Vec<(Option<NodeId>, Shape)>,
}

/// The pattern of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Without gaps.
    Solid,
    /// Dashed, for pruned nodes.
    Dashed,
    /// Dotted, for nodes dropped before the search or not reached yet.
    Dotted,
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
        outline: Option<(Ink, f32, Pattern)>,
    },
    /// A disc, or a circle.
    Circle {
        /// Its centre.
        centre: Pos2,
        /// Its radius.
        radius: f32,
        /// The ink of its inside, if it has one.
        fill: Option<Ink>,
        /// The ink and width of its outline, if it has one.
        outline: Option<(Ink, f32)>,
    },
    /// Cells.
    Cells(Cells),
    /// A text.
    Text(Text),
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

    /// The texts.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|(_, shape)| if let Shape::Text(text) = shape { Some(text) } else { None })
    }
}
