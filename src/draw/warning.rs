//! Warning signs at nodes where something is wrong with a search.

use super::{Corners, Ink, Overlay, Pattern, Pos2, Rect, Shape, pos2, vec2};
use crate::search::story::timeline::Time;
use crate::tree::NodeId;

/// What is wrong at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Warning {
    /// Work in vain.
    Waste,
    /// An error.
    Error,
}

/// The nodes with warnings, each with the time from which on it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    /// Sorted by node.
    sorted: Vec<(NodeId, Time, Warning)>,
}

impl Warnings {
    /// Warnings in any order: the node, the time from which on it is known, and whether it is an error.
    pub fn new(warnings: impl IntoIterator<Item = (NodeId, Time, bool)>) -> Warnings {
        let mut sorted: Vec<_> =
            warnings.into_iter().map(|(node, time, is_error)| (node, time, Warning::of(is_error))).collect();
        sorted.sort_unstable();
        Warnings { sorted }
    }

    /// The worst one of a node that is known at a time.
    fn at(&self, node: NodeId, time: Time) -> Option<Warning> {
        let start = self.sorted.partition_point(|warning| warning.0 < node);
        let of_node = self.sorted[start..].iter().take_while(|warning| warning.0 == node);
        of_node.filter(|warning| warning.1 <= time).map(|warning| warning.2).max()
    }

    /// The nodes whose warnings become known after a time and by another one.
    pub(super) fn between(&self, after: Time, by: Time) -> impl Iterator<Item = NodeId> + '_ {
        self.sorted.iter().filter(move |warning| warning.1 > after && warning.1 <= by).map(|warning| warning.0)
    }

    /// How many are known at a time.
    fn count(&self, time: Time) -> usize {
        self.sorted.iter().filter(|warning| warning.1 <= time).count()
    }
}

/// An overlay with warnings.
#[derive(Clone, Copy)]
pub struct Warned<'a> {
    /// The overlay.
    pub of: &'a dyn Overlay,
    /// The warnings.
    pub warnings: &'a Warnings,
    /// Those that are known at this time are drawn.
    pub time: Time,
}

impl Overlay for Warned<'_> {
    fn beneath(&self) -> Option<&dyn Overlay> {
        Some(self.of)
    }

    fn identity(&self) -> u64 {
        self.of.identity() ^ (self.warnings.count(self.time) as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn warning(&self, node: NodeId) -> Option<Warning> {
        self.warnings.at(node, self.time)
    }
}

impl Warning {
    /// An error, or work in vain.
    pub fn of(is_error: bool) -> Warning {
        if is_error { Warning::Error } else { Warning::Waste }
    }

    /// The sign: a triangle with an exclamation mark, filled for an error.
    pub fn sign(self, middle: Pos2, height: f32) -> [Shape; 3] {
        let (fill, ink) = match self {
            Warning::Error => (Ink::Warning, Ink::Black),
            Warning::Waste => (Ink::Background, Ink::Text),
        };
        let (top, bottom) = (middle.y - height * 0.55, middle.y + height * 0.45);
        let half = height * 0.58;
        let corners =
            Corners::Three([pos2(middle.x, top), pos2(middle.x + half, bottom), pos2(middle.x - half, bottom)]);
        let width = (height * 0.1).clamp(0.7, 1.4);
        let triangle = Shape::Polygon { corners, fill: Some(fill), outline: Some((ink, width, Pattern::Solid)) };
        let stem = [pos2(middle.x, middle.y - height * 0.2), pos2(middle.x, middle.y + height * 0.14)];
        let stem = Shape::Line { ends: stem, width: width * 1.2, ink, pattern: Pattern::Solid };
        let dot = Rect::from_center_size(pos2(middle.x, middle.y + height * 0.29), vec2(width * 1.3, width * 1.3));
        let dot = Shape::Polygon { corners: Corners::of(dot), fill: Some(ink), outline: None };
        [triangle, stem, dot]
    }
}

/// The height of a sign at a node of a height.
pub(super) fn height(of_node: f32) -> f32 {
    (of_node * 0.5).clamp(8.0, 16.0)
}
