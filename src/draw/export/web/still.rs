//! Drawings that do not change, in which each node and each edge is a group that a script can mark.

use super::colours;
use super::elements::Elements;
use crate::draw::node_link::Drawing;
use crate::draw::page::{Style, bounds_of};
use crate::draw::{Pos2, Rect, Shape};
use crate::tree::NodeId;

/// The drawings of a page, which share their style.
#[derive(Default)]
pub(crate) struct Stills {
    elements: Elements,
}

/// A drawing.
pub(crate) struct Still {
    /// The edges, each with the node below it, and their ends.
    pub(crate) edges: Vec<(NodeId, String, [Pos2; 2])>,
    /// The nodes with their texts, and the rooms of their forms.
    pub(crate) nodes: Vec<(NodeId, String, Rect)>,
    /// The part that is drawn on.
    pub(crate) view: Rect,
}

impl Stills {
    /// Divides a drawing of a tree without a search into elements.
    pub(crate) fn still(&mut self, drawing: &Drawing) -> Still {
        let mut still = Still { edges: Vec::new(), nodes: Vec::new(), view: Rect::NOTHING };
        for (node, shape) in &drawing.picture.shapes {
            let Some(node) = *node else { continue };
            let bounds = bounds_of(shape);
            still.view = still.view.union(bounds);
            let mut list = Vec::new();
            if let Shape::Line { ends, .. } = shape {
                self.elements.add(shape, bounds, false, &mut list);
                still.edges.push((node, self.elements.markup(&list), *ends));
                continue;
            }
            let index = still.nodes.iter().position(|(known, ..)| *known == node).unwrap_or_else(|| {
                still.nodes.push((node, String::new(), bounds));
                still.nodes.len() - 1
            });
            let (_, markup, room) = &mut still.nodes[index];
            self.elements.add(shape, *room, false, &mut list);
            *markup += &self.elements.markup(&list);
        }
        still
    }

    /// The rules of the style that the drawings need, in both themes and on paper.
    pub(crate) fn style(&self) -> String {
        colours::inks(&Style::default(), &self.elements)
    }
}
