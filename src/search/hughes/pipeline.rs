//! Hughes' composition with optional stages.

use std::fmt;

use crate::game::Stages;
use crate::search::Algorithm;

/// `max . maximise' . taketree k . highfirst . maptree static . prune n . gametree`, with any stage left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pipeline {
    /// `prune n`, `highfirst` and `taketree k`.
    pub stages: Stages,
    /// Whether the search is `max . maximise'` instead of `maximise`.
    pub alpha_beta: bool,
}

impl Default for Pipeline {
    /// `max . maximise' . maptree static . gametree`.
    fn default() -> Pipeline {
        Pipeline { stages: Stages::default(), alpha_beta: true }
    }
}

impl Pipeline {
    /// The search at the end of the pipeline.
    pub(in crate::search) fn search(self) -> Algorithm {
        if self.alpha_beta { Algorithm::LAZY_ALPHA_BETA } else { Algorithm::LAZY_MINIMAX }
    }
}

/// Writes the composition as in the paper.
impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.alpha_beta { "max . maximise'" } else { "maximise" })?;
        if let Some(k) = self.stages.taketree {
            write!(f, " . taketree {k}")?;
        }
        if self.stages.highfirst {
            f.write_str(" . highfirst")?;
        }
        f.write_str(" . maptree static")?;
        if let Some(n) = self.stages.prune {
            write!(f, " . prune {n}")?;
        }
        f.write_str(" . gametree")
    }
}
