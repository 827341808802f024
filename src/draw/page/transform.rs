//! Moving, scaling and measuring pictures.

use crate::draw::{Cells, Corners, Fill, Ink, Palette, Picture, Pos2, Rect, Shape, Text, Vec2, vec2};
use crate::tree::NodeId;

/// A picture scaled and then moved.
pub(crate) fn transformed(mut picture: Picture, scale: f32, by: Vec2) -> Picture {
    let move_to = |point: &mut Pos2| *point = (point.to_vec2() * scale + by).to_pos2();
    for (_, shape) in &mut picture.shapes {
        match shape {
            Shape::Line { ends, width, .. } => {
                for end in ends {
                    move_to(end);
                }
                *width *= scale;
            }
            Shape::Polygon { corners, outline, .. } => {
                let corners: &mut [Pos2] = match corners {
                    Corners::Three(corners) => corners,
                    Corners::Four(corners) => corners,
                };
                for corner in corners {
                    move_to(corner);
                }
                if let Some((_, width, _)) = outline {
                    *width *= scale;
                }
            }
            Shape::Circle { centre, radius, outline, .. } => {
                move_to(centre);
                *radius *= scale;
                if let Some((_, width, _)) = outline {
                    *width *= scale;
                }
            }
            Shape::Cells(Cells { rect, .. }) => {
                move_to(&mut rect.min);
                move_to(&mut rect.max);
            }
            Shape::Text(Text { middle, size, .. }) => {
                move_to(middle);
                *size *= scale;
            }
        }
    }
    picture
}

/// The bounds of a picture; `None` if it has no shapes.
pub(super) fn bounds(picture: &Picture) -> Option<Rect> {
    picture.shapes.iter().map(|(_, shape)| bounds_of(shape)).reduce(Rect::union)
}

/// The bounds of a shape.
pub(in crate::draw) fn bounds_of(shape: &Shape) -> Rect {
    match shape {
        Shape::Line { ends, width, .. } => Rect::from_points(ends).expand(width / 2.0),
        Shape::Polygon { corners, outline, .. } => {
            // The outline of a triangle extends further at its corners.
            let reach = if matches!(corners, Corners::Three(_)) { 1.2 } else { 0.5 };
            Rect::from_points(corners.as_slice()).expand(outline.map_or(0.0, |(_, width, _)| width * reach))
        }
        Shape::Circle { centre, radius, outline, .. } => {
            let reach = radius + outline.map_or(0.0, |(_, width, _)| width / 2.0);
            Rect::from_center_size(*centre, Vec2::splat(2.0 * reach))
        }
        Shape::Cells(cells) => cells.rect,
        Shape::Text(text) => text.rect(),
    }
}

/// Puts a white plate under each text that stands on hatching, chess pieces excepted; the outline of the node lies over it.
pub(super) fn with_plates(picture: Picture, palette: Palette) -> Picture {
    let mut made = Picture::default();
    // What the node has been filled with so far.
    let (mut of, mut filled): (Option<NodeId>, Vec<(Shape, Rect, Fill)>) = (None, Vec::new());
    for (node, mut shape) in picture.shapes {
        if node != of {
            (of, filled) = (node, Vec::new());
        }
        match &mut shape {
            Shape::Polygon { corners, fill: Some(ink), outline } => {
                let outline = Shape::Polygon { corners: *corners, fill: None, outline: *outline };
                filled.push((outline, Rect::from_points(corners.as_slice()), palette.fill(*ink)));
            }
            Shape::Circle { centre, radius, fill: Some(ink), outline } => {
                let rect = Rect::from_center_size(*centre, Vec2::splat(2.0 * *radius));
                let outline = Shape::Circle { centre: *centre, radius: *radius, fill: None, outline: *outline };
                filled.push((outline, rect, palette.fill(*ink)));
            }
            Shape::Text(text) if !matches!(text.ink, Ink::White | Ink::Black) => {
                let below = filled.iter().rposition(|(_, rect, _)| rect.contains(text.middle));
                if let Some((outline, _, Fill::Hatched(_))) = below.map(|place| &filled[place]) {
                    made.fill(node, text.rect().expand2(vec2(0.2, 0.05) * text.size), Ink::Background);
                    made.shapes.push((node, outline.clone()));
                    text.ink = Ink::Text;
                }
            }
            _ => {}
        }
        made.shapes.push((node, shape));
    }
    made
}
