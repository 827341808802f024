//! Where the controls are that the tour is about.

use eframe::egui::{Context, Id, LayerId, Order, Rect};

use crate::search::Algorithm;
use crate::tree::NodeId;

/// A control that a callout points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Anchor {
    /// The picture of the tour's tree on the start page, or else the menu with the samples.
    Sample,
    FileMenu,
    AddAlgorithm,
    Comparison,
    /// A node in the pane of a search.
    Node(Algorithm, NodeId),
    Inspector,
    TimeLineMenu,
    TimeLine,
    Experiments,
    Run,
    Chart,
}

/// Says where a control was in this frame.
pub(crate) fn mark(ctx: &Context, anchor: Anchor, rect: Rect) {
    let now = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(Id::unique(("tour", anchor)), (now, rect)));
}

/// Where a control is, if it was drawn a moment ago.
pub(super) fn place(ctx: &Context, anchor: Anchor) -> Option<Rect> {
    let now = ctx.cumulative_frame_nr();
    let (drawn, rect): (u64, Rect) = ctx.data(|data| data.get_temp(Id::unique(("tour", anchor))))?;
    (drawn + 1 >= now).then_some(rect)
}

/// The layer of callouts, in front of the panels.
pub(crate) fn layer() -> LayerId {
    LayerId::new(Order::Foreground, Id::unique("tour"))
}
