//! Inks: what a colour in a picture means.

/// What a shape or text means. A [`Palette`](super::Palette) says which colour that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The ground of the picture.
    Background,
    /// Words and numbers.
    Text,
    /// Words that matter less.
    FaintText,
    /// Edges, and outlines where no search is shown.
    Edge,
    /// The inside of nodes where no search is shown.
    Fill,
    /// What a search evaluated.
    Evaluated,
    /// Words on [`Ink::Evaluated`].
    OnEvaluated,
    /// The outline of what a search visited.
    Visited,
    /// The inside of what a search visited and did not evaluate.
    VisitedFill,
    /// An area of what a search visited and did not evaluate.
    VisitedArea,
    /// The outline of what a search never visited.
    Pruned,
    /// The inside of what a search skipped for a bound that a parent's child had set, or for any other reason but the next.
    PrunedFill,
    /// The inside of what a search skipped for a bound from further up.
    PrunedDeepFill,
    /// The principal variation.
    Line,
    /// A cutoff.
    Cutoff,
    /// The current step of a search.
    Step,
    /// The inside of nodes on the path to the current step.
    StepFill,
    /// What a search has not reached yet.
    Ahead,
    /// What both of two searches visited.
    Both,
    /// Words on [`Ink::Both`], [`Ink::FirstOnly`] and [`Ink::SecondOnly`].
    OnDifference,
    /// What only the first of two searches visited.
    FirstOnly,
    /// What only the second of two searches visited.
    SecondOnly,
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
