//! What is wrong with the description of a sweep.

use super::super::cost::MOST_REPEATS;
use super::{Measure, Scale};
use crate::fields::FieldError;
use crate::format::grouped;
use crate::game::too_deep;
use crate::generate::{GeneratorError, Leaves};
use crate::search::{Algorithm, NEEDS_PLAYERS_ALONE};
use crate::tree::Value;
use crate::tree::file::ParseError;

/// Why a sweep cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// The text is not a valid spec.
    #[error("{0}")]
    Text(#[from] ParseError),
    /// The spec cannot be written.
    #[error("{0}")]
    Unwritable(FieldError),
    /// A cell of the grid is impossible.
    #[error("with {leaves} leaves, b = {branching} and d = {depth}: {error}")]
    Generator {
        /// The distribution of leaf values.
        leaves: Leaves,
        /// The number of children.
        branching: u32,
        /// The depth.
        depth: u32,
        /// The contradiction.
        error: GeneratorError,
    },
    /// Something is listed twice.
    #[error("the sweep lists {0} twice; remove one of them")]
    Twice(String),
    /// A list is empty.
    #[error("a sweep needs at least one {what}; add one")]
    Nothing {
        /// What it needs one of.
        what: &'static str,
        /// The field of the list, after the names of the tables around it; empty if there are several.
        field: &'static [&'static str],
    },
    /// A game would be searched too deeply.
    #[error("{}", too_deep())]
    TooDeep,
    /// The grid has too many runs.
    #[error("the sweep would have {} runs, but at most 20,000,000 are possible; choose fewer trees or a smaller grid", grouped(*.0))]
    TooManyRuns(u64),
    /// A seed is too large for the file format.
    #[error("the seed of every tree must be less than 9,223,372,036,854,775,807; choose a smaller seed or fewer trees")]
    Seed,
    /// The standard error is invalid.
    #[error(
        "the standard error is given as a fraction of the mean, such as 0.01; write a finite number greater than 0"
    )]
    StandardError,
    /// The number of repetitions is invalid.
    #[error("repeat must be between 1 and {}", grouped(MOST_REPEATS.into()))]
    Repeat,
    /// A threshold test does not compute the value.
    #[error("sweeps do not run threshold tests or proof-number search; choose algorithms that compute the value")]
    Threshold,
    /// The search needs the tree in memory.
    #[error(
        "{0} searches trees in memory, which can have at most 100,000,000 nodes; choose a smaller depth or branching"
    )]
    TooLargeForMemory(Algorithm),
    /// An algorithm does not search trees with chance nodes.
    #[error("not applicable: {0} {NEEDS_PLAYERS_ALONE}; choose expectiminimax, star1 or star2, or leave out chance")]
    PlayersAlone(Algorithm),
    /// Known bounds have no effect.
    #[error("bounds are for trees with chance nodes; add chance, or leave them out")]
    BoundsAlone,
    /// A leaf can lie outside the known bounds.
    #[error(
        "leaves can lie between {} and {}, outside the bounds {}..{}; choose wider bounds, or leave them out",
        .range[0], .range[1], .bounds[0], .bounds[1]
    )]
    Bounds {
        /// The bounds that were given.
        bounds: [Value; 2],
        /// The smallest and largest value that a leaf can have.
        range: [Value; 2],
    },
    /// An algorithm that charts show or compare with is not in the sweep.
    #[error(
        "a chart shows {0}, which the sweep does not run; leave it out of the chart, or add it to the algorithms of a sweep"
    )]
    NoSuchAlgorithm(Algorithm),
    /// A chart would be empty because nothing in the sweep has its measure.
    #[error("a chart shows {}, which the sweep does not measure; {remedy}", .measure.id())]
    NotMeasured {
        /// The measure.
        measure: Measure,
        /// What to add.
        remedy: String,
    },
    /// A measure means nothing on the scale of a chart.
    #[error("a chart shows {} on the scale {}, where it means nothing; choose another scale", .measure.id(), .scale)]
    NoScale {
        /// The measure.
        measure: Measure,
        /// The scale.
        scale: Scale,
    },
    /// A chart would be empty because no tree has a place in it.
    #[error("a chart of {} shows no tree of the sweep; choose other trees or another axis", .0.id())]
    EmptyChart(Measure),
    /// A chart would be empty on the scale of the branching factor.
    #[error("a chart shows the branching factor, which trees of depth 0 do not have; add a depth")]
    NoBranchingFactor,
    /// A chart of games or irregular trees would be empty on the scale of shares.
    #[error(
        "a chart shows the share of all leaves, which are known of games and irregular trees only if an algorithm \
         evaluates them all; add one, such as minimax, or choose another scale"
    )]
    NoShare,
}

impl SpecError {
    /// The field to correct, after the names of the tables around it; empty if it is not a single one.
    pub fn field(&self) -> &'static [&'static str] {
        match self {
            SpecError::Nothing { field, .. } => field,
            SpecError::Generator { error, .. } => error.field(),
            SpecError::TooDeep => &["game"],
            SpecError::Seed => &["seed"],
            SpecError::StandardError => &["standard-error"],
            SpecError::Repeat => &["repeat"],
            SpecError::Threshold | SpecError::PlayersAlone(_) => &["algorithm"],
            SpecError::BoundsAlone | SpecError::Bounds { .. } => &["bounds"],
            SpecError::NoSuchAlgorithm(_)
            | SpecError::NotMeasured { .. }
            | SpecError::NoScale { .. }
            | SpecError::EmptyChart(_)
            | SpecError::NoBranchingFactor
            | SpecError::NoShare => &["chart"],
            SpecError::Text(_)
            | SpecError::Unwritable(_)
            | SpecError::Twice(_)
            | SpecError::TooManyRuns(_)
            | SpecError::TooLargeForMemory(_) => &[],
        }
    }
}
