//! Actions on the drawings and on the runs that they show.

use super::FoldMode;
use crate::app::Settings;
use crate::app::canvas::Kind;
use crate::draw::Options;
use crate::search::Algorithm;
use crate::search::hughes::Pipeline;
use crate::tree::NodeId;

/// What the user asked to see of the open tree.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewAction {
    /// Show the whole tree.
    Fit,
    /// Magnify the drawings.
    Zoom(f32),
    /// Return to the previous view.
    Back,
    /// Zoom to the selected node and its subtree.
    ZoomToSelection,
    /// Switch animated movements on or off.
    ToggleReducedMotion,
    /// Draw trees in another way.
    SetKind(Kind),
    /// Change what the drawings show.
    SetOptions(Options),
    /// Change the fold mode.
    SetFoldMode(FoldMode),
    /// Fold or unfold what is below a node.
    ToggleFold(NodeId),
    /// Open a fold, by its index.
    OpenFold(usize),
    /// Fold everything below a depth.
    FoldBelow(u32),
    /// Maximise an algorithm's pane, or restore it.
    Maximise(Algorithm),
    /// Arrange the panes in a grid again.
    ResetLayout,
    /// Bring an algorithm's pane to the front.
    Focus(Algorithm),
    /// Select a node, or none.
    Select(Option<NodeId>),
    /// Select a node and bring it into view.
    SelectAndReveal(NodeId),
}

/// Something that the user asked for with the runs, or with the difference of two of them.
#[derive(Clone, Debug, PartialEq)]
pub enum RunAction {
    /// Show or hide the difference of two searches.
    ToggleDifference,
    /// Show the difference of these two searches.
    Compare([Algorithm; 2]),
    /// Go to a difference, by its index.
    GoToDifference(usize),
    /// Show or hide Hughes' pipeline.
    TogglePipeline,
    /// Change the stages of Hughes' pipeline.
    SetPipeline(Pipeline),
    /// Run every algorithm again.
    Rerun,
    /// Change the settings of the runs.
    Set(Settings),
    /// Add a pane with an algorithm.
    Add(Algorithm),
    /// Remove an algorithm's pane.
    Remove(Algorithm),
    /// Cancel an algorithm's run.
    Cancel(Algorithm),
    /// Show panes with these algorithms, and no others.
    ShowOnly(Vec<Algorithm>),
}
