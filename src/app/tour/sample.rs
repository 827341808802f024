//! The tree of the tour, and what it shows there.

use crate::search::Algorithm;
use crate::tree::NodeId;
use crate::tree::samples::{GROUPS, Sample};

/// The searches that the tour compares.
pub(super) const SEARCHES: [Algorithm; 2] = [Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA];
/// Of the tour's tree: the node that is cut, and the leaf below it whose value decides that.
pub(super) const CUT: NodeId = NodeId::at(4);
pub(super) const LEAF: NodeId = NodeId::at(5);

/// The tree of the tour.
pub(crate) fn sample() -> &'static Sample {
    &GROUPS[1].samples[0]
}
