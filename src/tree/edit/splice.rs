//! Changes of a tree's shape: the new tree consists of pieces of the old one and of added nodes.

use std::ops::Range;

use super::part::{Part, describe};
use super::{EditError, Moved};
use crate::progress::Progress;
use crate::sorting;
use crate::tree::{Builder, NodeId, Probability, Tree};

/// How many nodes are written from one look at whether the change was cancelled to the next.
const BETWEEN_CHECKS: usize = 1 << 14;

/// Consecutive nodes of the old tree, or of the added nodes.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    is_new: bool,
    nodes: Range<u32>,
    /// The new depth of the first node.
    depth: u32,
}

/// The nodes of a tree in preorder, as a list of pieces. Nodes in no piece are removed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Splice {
    pieces: Vec<Piece>,
    added: Part,
    /// The probabilities of the children of chance nodes of the new tree, where they are not those of its pieces.
    chances: Vec<(NodeId, Box<[Probability]>)>,
}

impl Splice {
    /// Keeps nodes of the old tree at their depth.
    pub(super) fn keep(&mut self, tree: &Tree, nodes: Range<usize>) {
        if let Some(first) = tree.node(nodes.start).filter(|_| !nodes.is_empty()) {
            self.keep_at(nodes, tree.depth(first));
        }
    }

    /// Keeps nodes of the old tree, the first one at `depth`.
    pub(super) fn keep_at(&mut self, nodes: Range<usize>, depth: u32) {
        self.pieces.push(Piece { is_new: false, nodes: nodes.start as u32..nodes.end as u32, depth });
    }

    /// Adds nodes, the first one at `depth`.
    pub(super) fn add(&mut self, depth: u32, fill: impl FnOnce(&mut Part)) {
        let start = self.added.len() as u32;
        fill(&mut self.added);
        self.pieces.push(Piece { is_new: true, nodes: start..self.added.len() as u32, depth });
    }

    /// How many pieces there are, and nodes that are added.
    pub(super) fn size(&self) -> usize {
        self.pieces.len() + self.added.len()
    }

    /// The changed tree, the splice that undoes it, and where the nodes went.
    pub(super) fn apply(&self, tree: &Tree, progress: &Progress) -> Result<(Tree, Splice, Moved), EditError> {
        let mut builder = Builder::new();
        builder.set_title(tree.title());
        builder.set_source(tree.source());
        if let Some(game) = tree.game() {
            builder.set_game(game);
        }
        builder.set_root_player(tree.player(NodeId::ROOT));
        progress.set_done(0);
        progress.set_total(self.pieces.iter().map(|piece| piece.nodes.len() as u64).sum());
        let mut kept = Vec::new();
        for piece in &self.pieces {
            if !piece.is_new {
                kept.push((piece.nodes.clone(), builder.len() as u32));
            }
            self.write(piece, tree, &mut builder, progress)?;
        }
        sorting::sort_by_key(&mut kept, |(nodes, _)| nodes.start);
        let mut changed = builder.build_settled().map_err(|_| EditError::Gone)?;
        for (node, probabilities) in &self.chances {
            changed.set_probabilities(*node, probabilities);
        }
        let mut undo = undo(tree, &kept);
        let moved = Moved::of(kept);
        undo.chances = changed_chances(tree, &changed, &moved);
        Ok((changed, undo, moved))
    }

    fn write(&self, piece: &Piece, tree: &Tree, builder: &mut Builder, progress: &Progress) -> Result<(), EditError> {
        let Range { start, end } = piece.nodes;
        let len = if piece.is_new { self.added.len() } else { tree.len() };
        if end as usize > len {
            return Err(EditError::Gone);
        }
        let depth_of =
            |node: u32| if piece.is_new { self.added.depth(node as usize) } else { tree.depth(NodeId(node)) };
        for node in start..end {
            let depth = (depth_of(node) + piece.depth).checked_sub(depth_of(start)).ok_or(EditError::Gone)?;
            let placed = open_at(builder, depth)?;
            if placed.index().is_multiple_of(BETWEEN_CHECKS) {
                progress.set_done(placed.index() as u64);
                if progress.is_cancelled() {
                    return Err(EditError::Cancelled);
                }
            }
            if piece.is_new {
                self.added.describe(node as usize, builder, placed);
            } else {
                describe(tree, NodeId(node), builder, placed);
            }
        }
        Ok(())
    }
}

/// The probabilities of the children of those chance nodes where others are given after a change.
fn changed_chances(tree: &Tree, changed: &Tree, moved: &Moved) -> Vec<(NodeId, Box<[Probability]>)> {
    let before = tree.chance_nodes().into_iter().map(|node| (node, tree.probabilities(node)));
    let is_other = |node, before| moved.follow(node).is_some_and(|after| changed.probabilities(after) != before);
    before.filter(|&(node, before)| is_other(node, before)).map(|(node, before)| (node, before.into())).collect()
}

/// Opens a node at a depth.
fn open_at(builder: &mut Builder, depth: u32) -> Result<NodeId, EditError> {
    while builder.open_count() > depth as usize {
        builder.close();
    }
    // There is one root, and every other node has a parent.
    if builder.open_count() < depth as usize || depth == 0 && !builder.is_empty() {
        return Err(EditError::Gone);
    }
    Ok(builder.open()?)
}

/// The splice that restores the old tree, given which of its nodes are kept and where they begin in the new one.
fn undo(tree: &Tree, kept: &[(Range<u32>, u32)]) -> Splice {
    let mut undo = Splice::default();
    let mut done = 0;
    for (nodes, new) in kept {
        undo.restore(tree, done..nodes.start as usize);
        let len = nodes.len() as u32;
        undo.keep_at(*new as usize..(new + len) as usize, tree.depth(NodeId(nodes.start)));
        done = nodes.end as usize;
    }
    undo.restore(tree, done..tree.len());
    undo
}

impl Splice {
    fn restore(&mut self, tree: &Tree, nodes: Range<usize>) {
        if !nodes.is_empty() {
            self.add(tree.depth(NodeId::at(nodes.start)), |part| part.extend(tree, nodes));
        }
    }
}
