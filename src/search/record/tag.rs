//! What a record keeps of an open node.

use super::super::story::follow::Entered;
use super::bounds::{OpenVisit, Proven};
use crate::tree::NodeId;

/// A visit that is not left yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) visit: OpenVisit,
    /// The place of its value while nodes are visited in order.
    pub(super) place: u32,
    pub(super) is_cut: bool,
}

impl Tag {
    #[inline]
    pub(super) fn new(rank: u32, place: u32, entered: &Entered<NodeId>) -> Tag {
        let proven = Proven::begin(entered.role(), || entered.window);
        Tag { visit: OpenVisit::new(rank, entered.node, entered.role(), proven), place, is_cut: false }
    }
}
