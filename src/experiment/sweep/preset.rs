//! Built-in sweeps.

use super::{Spec, SpecError};

/// A built-in sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// The performance analysis that the draft of Hartmann & Gibbons, “Alpha Beta Pruning with the Selection Monad”, leaves to future
    /// work in its section 6
    SelectionMonad,
    /// Evaluations of Star1 and Star2 beside expectiminimax, on trees in which every other level is chance (Ballard, 1983)
    Star,
}

impl Preset {
    /// All of them, in the order of menus.
    pub const ALL: [Preset; 2] = [Preset::SelectionMonad, Preset::Star];

    /// The name in menus.
    pub fn name(self) -> &'static str {
        match self {
            Preset::SelectionMonad => "Selection monad, section 6",
            Preset::Star => "Star1 and Star2",
        }
    }

    /// What it shows, in a sentence.
    pub fn summary(self) -> &'static str {
        match self {
            Preset::SelectionMonad => {
                "The performance analysis that the draft of Hartmann & Gibbons leaves to future work"
            }
            Preset::Star => "How many leaves Star1 and Star2 leave out on trees in which every other level is chance",
        }
    }

    /// The description of the sweep.
    pub fn spec(self) -> Result<Spec, SpecError> {
        let text = match self {
            Preset::SelectionMonad => include_str!("selection_monad.toml"),
            Preset::Star => include_str!("star.toml"),
        };
        Spec::from_toml(text)
    }
}
