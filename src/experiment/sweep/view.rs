//! The description of a chart of a sweep.

use std::fmt;
use std::str::FromStr;

use super::super::Unit;
use super::{Cell, Measure, Start};
use crate::fields::written_as_text;
use crate::format::quoted;
use crate::generate::{Generator, Leaves, Ordering};
use crate::search::{Algorithm, CutoffRule};

/// A chart of a sweep.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct View {
    /// The measure.
    pub measure: Measure,
    /// The scale of the measure.
    #[serde(default)]
    pub scale: Scale,
    /// The horizontal axis; `None` for the parameter with the most values in the sweep, or both depth and branching if it has several
    /// of both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
    /// Only these algorithms; all of them if it is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub algorithm: Vec<Algorithm>,
    /// Only this cutoff rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cutoff: Option<CutoffRule>,
    /// Only cells with this distribution of leaf values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<Leaves>,
    /// Only cells with this ordering.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ordering: Option<Ordering>,
    /// Only cells with this branching.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branching: Option<u32>,
    /// Only cells with this depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Only this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Start>,
    /// Whether the vertical axis is linear instead of logarithmic.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub linear: bool,
    /// Whether every run is a point, besides the mean with its confidence band.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub points: bool,
}

impl View {
    /// The chart of the mean of a measure.
    pub fn of(measure: Measure) -> View {
        View {
            measure,
            scale: Scale::Absolute,
            against: None,
            algorithm: Vec::new(),
            cutoff: None,
            leaves: None,
            ordering: None,
            branching: None,
            depth: None,
            game: None,
            linear: false,
            points: false,
        }
    }

    /// Whether it shows a cell.
    pub fn shows(&self, cell: &Cell) -> bool {
        fn is_wanted<T: PartialEq>(wanted: Option<&T>, has: Option<&T>) -> bool {
            wanted.is_none() || wanted == has
        }
        let random = cell.source.random();
        (self.algorithm.is_empty() || self.algorithm.contains(&cell.algorithm))
            && is_wanted(self.cutoff.as_ref(), Some(&cell.cutoff))
            && is_wanted(self.leaves.as_ref(), random.map(Generator::leaves).as_ref())
            && is_wanted(self.ordering.as_ref(), random.map(Generator::ordering).as_ref())
            && is_wanted(self.branching.as_ref(), cell.source.branching().as_ref())
            && is_wanted(self.depth.as_ref(), Some(&cell.source.depth()))
            && is_wanted(self.game.as_ref(), cell.source.game().map(|played| &played.start))
    }

    /// Whether a cell has a place in it.
    pub(super) fn has_place(&self, cell: &Cell) -> bool {
        self.shows(cell) && self.against.is_none_or(|against| against.coordinate(cell).is_some())
    }
}

/// The scale on which a measure is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scale {
    /// `absolute`: the measure itself.
    #[default]
    Absolute,
    /// `share`: as a share of all leaves of the full tree.
    Share,
    /// `ratio:ID`: the ratio to the mean of an algorithm.
    Ratio(Algorithm),
    /// `branching-factor`: the d-th root at depth d, which is the branching of a full tree with as many leaves.
    BranchingFactor,
}

impl Scale {
    /// Whether a measure means something on the scale.
    pub fn fits(self, measure: Measure) -> bool {
        match self {
            Scale::Absolute | Scale::Ratio(_) => true,
            Scale::Share => measure.counts_leaves(),
            Scale::BranchingFactor => measure.unit() == Unit::Number,
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scale::Absolute => write!(f, "absolute"),
            Scale::Share => write!(f, "share"),
            Scale::Ratio(algorithm) => write!(f, "ratio:{algorithm}"),
            Scale::BranchingFactor => write!(f, "branching-factor"),
        }
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Scale, String> {
        let wrong = || {
            let text = quoted(text);
            format!("unknown scale {text}; expected absolute, share, ratio:ALGORITHM or branching-factor")
        };
        match text {
            "absolute" => Ok(Scale::Absolute),
            "share" => Ok(Scale::Share),
            "branching-factor" => Ok(Scale::BranchingFactor),
            _ => {
                let id = text.strip_prefix("ratio:").ok_or_else(wrong)?;
                id.parse().map(Scale::Ratio).map_err(|_| wrong())
            }
        }
    }
}

written_as_text!(Scale);

/// A horizontal axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// Depth.
    Depth,
    /// Branching: the number of children of an inner node.
    Branching,
    /// The probability that the best child comes first.
    Ordering,
    /// The standard deviation of the error of the estimate by which children are ordered.
    Error,
    /// The number of different leaf values.
    Values,
}

impl Against {
    /// All axes; if a sweep has as many values along two of them, the first is preferred.
    pub const ALL: [Against; 5] =
        [Against::Depth, Against::Branching, Against::Ordering, Against::Error, Against::Values];

    /// The coordinate of a cell along the axis; `None` if it has none.
    pub fn coordinate(self, cell: &Cell) -> Option<f64> {
        if self == Against::Depth {
            return Some(f64::from(cell.source.depth()));
        }
        let generator = cell.source.random()?;
        let branching = f64::from(generator.shape().branching);
        match self {
            Against::Depth | Against::Branching => Some(branching),
            Against::Ordering => match generator.ordering() {
                // Every child is equally likely to be the best.
                Ordering::Random => Some(1.0 / branching),
                Ordering::BestFirst(p) => Some(p.get()),
                Ordering::WorstFirst | Ordering::StronglyOrdered | Ordering::Estimated(_) => None,
            },
            Against::Error => match generator.ordering() {
                Ordering::Estimated(deviation) => Some(deviation.get()),
                _ => None,
            },
            Against::Values => generator.leaves().distinct_values().map(f64::from),
        }
    }

    /// The identifier in files and commands.
    pub fn id(self) -> &'static str {
        match self {
            Against::Depth => "depth",
            Against::Branching => "branching",
            Against::Ordering => "ordering",
            Against::Error => "error",
            Against::Values => "values",
        }
    }

    /// The title of the axis.
    pub fn title(self) -> &'static str {
        match self {
            Against::Depth => "Depth (plies)",
            Against::Branching => "Branching (children per node)",
            Against::Ordering => "Probability that the best child comes first",
            Against::Error => "Error of the estimate (standard deviation)",
            Against::Values => "Number of different leaf values",
        }
    }
}
