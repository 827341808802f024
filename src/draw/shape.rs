//! The shapes of nodes: MAX triangles up, MIN triangles down, chance circles, leaves boxes, folded subtrees boxes with a double edge.

use super::sizes::LEAF_MARGIN;
use super::{Corners, Ink, Outline, Pos2, Rect, Shape, Vec2, pos2, vec2};
use crate::tree::{NodeId, Role, Tree};

/// Half the width of a triangle whose half height is 1.
pub(super) const WIDE: f32 = 1.12;
/// Half the height of a leaf on a level whose triangles have half height 1.
pub(super) const LEAF: f32 = 0.86;
/// The distance of a text from the middle of a triangle with half height 1, towards the base.
const TEXT_DOWN: f32 = 0.40;

/// The form of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// An inner node at which MAX is to move.
    Max,
    /// An inner node at which MIN is to move.
    Min,
    /// A chance node.
    Chance,
    /// A leaf.
    Leaf,
}

/// The form of a node of a tree.
pub fn form(tree: &Tree, node: NodeId) -> Form {
    match tree.role(node) {
        _ if tree.is_end(node) => Form::Leaf,
        Role::MAX => Form::Max,
        Role::MIN => Form::Min,
        Role::Chance => Form::Chance,
    }
}

impl Form {
    /// Its shape around a middle. A leaf extends `wide` to either side.
    pub fn shape(self, at: Pos2, radius: f32, wide: f32, fill: Option<Ink>, outline: Option<Outline>) -> Shape {
        let corner = |x: f32, y: f32| at + vec2(x, y) * radius;
        let corners = match self {
            Form::Max => Corners::Three([corner(0.0, -1.0), corner(WIDE, 1.0), corner(-WIDE, 1.0)]),
            Form::Min => Corners::Three([corner(-WIDE, -1.0), corner(WIDE, -1.0), corner(0.0, 1.0)]),
            Form::Leaf => Corners::of(self.rect(at, radius, wide)),
            Form::Chance => return Shape::Circle { centre: at, radius, fill, outline },
        };
        Shape::Polygon { corners, fill, outline }
    }

    /// Its room around a middle.
    pub fn rect(self, at: Pos2, radius: f32, wide: f32) -> Rect {
        let half = match self {
            Form::Max | Form::Min => vec2(WIDE, 1.0) * radius,
            Form::Chance => Vec2::splat(radius),
            Form::Leaf => vec2(wide, radius * LEAF),
        };
        Rect::from_center_size(at, half * 2.0)
    }

    /// Whether there is room in it for a text of a width and a size.
    pub(super) fn has_room(self, radius: f32, wide: f32, width: f32, text: f32) -> bool {
        match self {
            Form::Max | Form::Min => is_in_triangle(radius, width, text),
            Form::Chance => vec2((width - BLANK) / 2.0, text * HALF_DIGIT).length() <= radius + 0.1,
            Form::Leaf => width + LEAF_MARGIN <= wide * 2.0 + 0.1,
        }
    }

    /// Its parts from top to bottom, each as wide as the form is there at most. Together they tell better than [`Form::rect`] what is free.
    pub(super) fn slices(self, rect: Rect) -> impl Iterator<Item = Rect> {
        const COUNT: usize = 8;
        let tall = rect.height() / COUNT as f32;
        (0..COUNT).map(move |index| {
            // From 0 at the top to 1 at the bottom.
            let [top, bottom] = [index, index + 1].map(|edge| edge as f32 / COUNT as f32);
            let share = match self {
                Form::Max => bottom,
                Form::Min => 1.0 - top,
                // Where the part is nearest to the middle, the circle is widest.
                Form::Chance => {
                    let off = (2.0 * f32::midpoint(top, bottom) - 1.0).abs() - 1.0 / COUNT as f32;
                    (1.0 - off.max(0.0).powi(2)).sqrt()
                }
                Form::Leaf => 1.0,
            };
            let middle = pos2(rect.center().x, rect.top() + tall * (index as f32 + 0.5));
            Rect::from_center_size(middle, vec2(rect.width() * share, tall))
        })
    }

    /// Half its height.
    pub fn half_height(self, radius: f32) -> f32 {
        if self == Form::Leaf { radius * LEAF } else { radius }
    }

    /// The middle of the text in it.
    pub fn text_middle(self, at: Pos2, radius: f32) -> Pos2 {
        match self {
            Form::Max => at + vec2(0.0, TEXT_DOWN * radius),
            Form::Min => at - vec2(0.0, TEXT_DOWN * radius),
            Form::Leaf | Form::Chance => at,
        }
    }
}

/// Half the height of digits, as a multiple of their size; a little less, since their corners are round.
const HALF_DIGIT: f32 = 0.33;

/// The blank on both sides of a text that belongs to its width, in points: as much of it as may be outside of a triangle.
const BLANK: f32 = 1.0;

/// Half the height of the smallest triangle with room for a text of a width and a size.
pub(super) fn triangle_around(width: f32, text: f32) -> f32 {
    ((width - BLANK) / WIDE + text * HALF_DIGIT) / (1.0 + TEXT_DOWN)
}

/// Whether a text of a width and a size has room in the triangle of a half height.
pub(super) fn is_in_triangle(radius: f32, width: f32, text: f32) -> bool {
    triangle_around(width, text) <= radius + 0.1
}

/// The largest size of a text in the triangle of a half height, which is so wide at size 1.
pub(super) fn text_in_triangle(radius: f32, width: f32) -> f32 {
    (radius * (1.0 + TEXT_DOWN) * WIDE + BLANK) / (width + HALF_DIGIT * WIDE)
}
