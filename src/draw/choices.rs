//! What a person chooses of a drawing: nodes or bars, and what is folded.

/// How trees are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Nodes linked by edges.
    #[default]
    NodeLink,
    /// Levels are bands, and each node is a bar as wide as its leaves.
    Icicle,
}

impl Kind {
    /// Every kind, with what menus call it.
    pub const ALL: [(Kind, &'static str); 2] = [(Kind::NodeLink, "Nodes and edges"), (Kind::Icicle, "Icicle")];

    /// The other kind.
    #[must_use]
    pub fn other(self) -> Kind {
        match self {
            Kind::NodeLink => Kind::Icicle,
            Kind::Icicle => Kind::NodeLink,
        }
    }
}

/// Which subtrees are folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoldMode {
    /// Those that the user folded.
    #[default]
    ByHand,
    /// Those that the marked search did not visit.
    HidePruned,
    /// The same, and they leave no mark.
    OnlyVisited,
    /// What is not on the principal variation of the marked search, nor one move beside it.
    BestLine,
}

impl FoldMode {
    /// Every mode, with what menus call it and what it does.
    pub const ALL: [(FoldMode, &'static str, &'static str); 4] = [
        (FoldMode::ByHand, "As folded by hand", "Double-click a node to fold or open it"),
        (FoldMode::HidePruned, "Fold what is pruned", "Folds what the marked algorithm did not visit"),
        (FoldMode::OnlyVisited, "Only what is visited", "Leaves out what the marked algorithm did not visit"),
        (FoldMode::BestLine, "Principal variation", "Shows the line of the marked algorithm and one move beside it"),
    ];
}
