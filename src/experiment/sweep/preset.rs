//! Built-in sweeps.

use super::{Spec, SpecError};

/// A built-in sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// The performance analysis that the draft of Hartmann & Gibbons, “Alpha Beta Pruning with the Selection Monad”, leaves to future
    /// work in its section 6
    SelectionMonad,
}

impl Preset {
    /// The description of the sweep.
    pub fn spec(self) -> Result<Spec, SpecError> {
        let text = match self {
            Preset::SelectionMonad => include_str!("selection_monad.toml"),
        };
        Spec::from_toml(text)
    }
}
