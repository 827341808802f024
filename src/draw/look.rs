//! The looks of nodes, by what a search did there, and the patterns of lines.

use super::Ink;

/// The look of a node: what a search did there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Look {
    /// No search is shown.
    Unsearched,
    /// Evaluated.
    Evaluated,
    /// Visited, but not evaluated.
    Visited,
    /// Never visited because of a cutoff that is not deep.
    Pruned,
    /// Never visited because of a deep cutoff.
    PrunedDeep,
    /// Never visited although no cutoff skipped it: below the depth limit or what memory answers, or dropped before the search.
    LeftOut,
    /// Open: the search is in it or below it.
    Open,
    /// Not reached yet, or not before the run was stopped.
    Ahead,
    /// Visited by both of two searches.
    Both,
    /// Visited only by the first of two searches.
    FirstOnly,
    /// Visited only by the second of two searches.
    SecondOnly,
}

impl Look {
    /// Whether a cutoff skipped it.
    pub fn is_pruned(self) -> bool {
        matches!(self, Look::Pruned | Look::PrunedDeep)
    }

    /// Whether the search is done with it and never visited it.
    pub fn is_passed_over(self) -> bool {
        self.is_pruned() || self == Look::LeftOut
    }

    /// The ink of its inside.
    pub fn fill(self) -> Ink {
        match self {
            Look::Unsearched => Ink::Fill,
            Look::Evaluated => Ink::Evaluated,
            Look::Visited => Ink::VisitedFill,
            Look::Pruned | Look::PrunedDeep | Look::LeftOut => Ink::Background,
            Look::Ahead => Ink::AheadFill,
            Look::Open => Ink::StepFill,
            Look::Both => Ink::Both,
            Look::FirstOnly => Ink::FirstOnly,
            Look::SecondOnly => Ink::SecondOnly,
        }
    }

    /// The ink of its outline and of the edge to it.
    pub fn outline(self) -> Ink {
        match self {
            Look::Unsearched => Ink::Edge,
            Look::Evaluated | Look::Visited => Ink::Visited,
            Look::Pruned | Look::PrunedDeep | Look::LeftOut => Ink::Pruned,
            Look::Open => Ink::Step,
            Look::Ahead => Ink::Ahead,
            Look::Both => Ink::Both,
            Look::FirstOnly => Ink::FirstOnly,
            Look::SecondOnly => Ink::SecondOnly,
        }
    }

    /// The pattern of its outline.
    pub fn pattern(self) -> Pattern {
        match self {
            Look::Pruned | Look::PrunedDeep => Pattern::Dashed,
            Look::Ahead => Pattern::Dotted,
            _ => Pattern::Solid,
        }
    }

    /// The ink of areas of such nodes.
    pub fn area(self) -> Ink {
        match self {
            Look::Unsearched | Look::Pruned => Ink::PrunedFill,
            Look::PrunedDeep => Ink::PrunedDeepFill,
            Look::LeftOut => Ink::LeftOutFill,
            Look::Visited => Ink::VisitedArea,
            other => other.fill(),
        }
    }

    /// The ink of the outline of areas of such nodes, if their own ink is too pale to be seen without one.
    pub fn rim(self) -> Option<Ink> {
        matches!(self, Look::Ahead | Look::Open | Look::LeftOut).then(|| self.outline())
    }

    /// The ink of text on areas of such nodes.
    pub fn text_on_area(self) -> Ink {
        match self {
            Look::Visited => Ink::OnVisitedArea,
            Look::PrunedDeep => Ink::OnEvaluated,
            Look::Evaluated | Look::Both | Look::FirstOnly | Look::SecondOnly => self.text(),
            Look::Unsearched | Look::Pruned | Look::LeftOut | Look::Open | Look::Ahead => Ink::Text,
        }
    }

    /// The ink of the text in it.
    pub fn text(self) -> Ink {
        match self {
            Look::Evaluated => Ink::OnEvaluated,
            Look::Pruned | Look::PrunedDeep | Look::LeftOut | Look::Ahead => Ink::FaintText,
            Look::Both | Look::FirstOnly | Look::SecondOnly => Ink::OnDifference,
            Look::Unsearched | Look::Visited | Look::Open => Ink::Text,
        }
    }
}

/// The pattern of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Without gaps.
    Solid,
    /// Dashed, for pruned nodes.
    Dashed,
    /// Dotted, for nodes dropped before the search or not reached yet.
    Dotted,
}

impl Pattern {
    /// The lengths of dashes and gaps, in points; `None` for solid lines.
    pub fn dashes(self) -> Option<[f32; 2]> {
        match self {
            Pattern::Solid => None,
            Pattern::Dashed => Some([4.5, 3.2]),
            Pattern::Dotted => Some([1.6, 3.0]),
        }
    }

    /// The lengths of dashes and gaps on a line of this length, in points, so that it begins and ends with a dash; `None` if it is solid or
    /// has no room for two of them.
    pub fn dashes_on(self, length: f32) -> Option<[f32; 2]> {
        let [dash, gap] = self.dashes()?;
        let count = ((length + gap) / (dash + gap)).round().max(2.0);
        let scale = length / (count * dash + (count - 1.0) * gap);
        (scale > 0.5).then_some([dash * scale, gap * scale])
    }
}
