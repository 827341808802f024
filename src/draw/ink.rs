//! Inks: the meanings of colours in a picture.

/// The meaning of a shape or text. A [`Palette`](super::Palette) assigns its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// The background of the picture.
    Background,
    /// Text.
    Text,
    /// Less important text.
    FaintText,
    /// Edges, and outlines if no search is shown.
    Edge,
    /// The inside of nodes if no search is shown.
    Fill,
    /// Evaluated nodes.
    Evaluated,
    /// Text on [`Ink::Evaluated`] and [`Ink::PrunedDeepFill`].
    OnEvaluated,
    /// The outline of visited nodes.
    Visited,
    /// The inside of visited nodes that were not evaluated.
    VisitedFill,
    /// Areas of visited nodes that were not evaluated.
    VisitedArea,
    /// Text on [`Ink::VisitedArea`].
    OnVisitedArea,
    /// The outline of nodes that were never visited.
    Pruned,
    /// Areas of nodes skipped by a cutoff that is not deep.
    PrunedFill,
    /// Areas of nodes skipped because of a bound from further up.
    PrunedDeepFill,
    /// Areas of nodes that were never visited although no cutoff skipped them.
    LeftOutFill,
    /// The principal variation.
    Line,
    /// Between the outline of the principal variation and an evaluated node, to tell them apart where both are black.
    LineRim,
    /// A cutoff.
    Cutoff,
    /// The current step of a search.
    Step,
    /// The inside of nodes on the path to the current step.
    StepFill,
    /// The outline of nodes not reached yet.
    Ahead,
    /// The inside of nodes not reached yet, and areas of them.
    AheadFill,
    /// Nodes visited by both of two searches.
    Both,
    /// Text on [`Ink::Both`], [`Ink::FirstOnly`] and [`Ink::SecondOnly`].
    OnDifference,
    /// Nodes visited only by the first of two searches.
    FirstOnly,
    /// Nodes visited only by the second of two searches.
    SecondOnly,
    /// The inside of the warning sign of an error.
    Warning,
    /// The selected node.
    Selected,
    /// The light squares of a board.
    LightSquare,
    /// The dark squares of a board.
    DarkSquare,
    /// The wall of a board with holes.
    Wall,
    /// The pieces of White.
    White,
    /// The pieces of Black.
    Black,
}
