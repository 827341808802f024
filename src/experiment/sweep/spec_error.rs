//! What is wrong with the description of a sweep.

use super::Measure;
use crate::tree::file::ParseError;

/// Why a sweep cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// The text is not a valid spec.
    #[error("{0}")]
    Text(#[from] ParseError),
    /// A chart would be empty because no tree has a place in it.
    #[error("a chart of {} shows no tree of the sweep; choose other trees or another axis", .0.id())]
    EmptyChart(Measure),
    /// Anything else.
    #[error("{message}")]
    Wrong {
        /// What is wrong, and what to do about it.
        message: String,
        /// The field to correct, after the names of the tables around it; empty if it is not a single one.
        field: &'static [&'static str],
    },
}

impl SpecError {
    pub(super) fn new(field: &'static [&'static str], message: impl Into<String>) -> SpecError {
        SpecError::Wrong { message: message.into(), field }
    }

    /// The field to correct, after the names of the tables around it; empty if it is not a single one.
    pub fn field(&self) -> &'static [&'static str] {
        match self {
            SpecError::Text(_) => &[],
            SpecError::EmptyChart(_) => &["chart"],
            SpecError::Wrong { field, .. } => field,
        }
    }
}
