//! The pages of the window.

/// A page of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Ways to a tree.
    Start,
    /// The open tree and the runs on it.
    #[default]
    Trees,
    /// Sweeps over random trees.
    Experiments,
}

impl Page {
    /// All pages, with their names.
    pub(crate) const ALL: [(Page, &'static str); 3] =
        [(Page::Start, "Start"), (Page::Trees, "Trees"), (Page::Experiments, "Sweeps")];
}
