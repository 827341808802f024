//! Sweeps that come with Plyscope.

use super::{Spec, SpecError};

/// A built-in sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// The performance analysis that the draft of Hartmann & Gibbons, *Alpha Beta Pruning with the Selection Monad*, leaves to be
    /// done in its section 6.
    SelectionMonad,
}

impl Preset {
    /// What it runs.
    pub fn spec(self) -> Result<Spec, SpecError> {
        let text = match self {
            Preset::SelectionMonad => include_str!("selection_monad.toml"),
        };
        Spec::from_toml(text)
    }
}
