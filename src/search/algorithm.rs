//! The algorithms by name, and what there is to say of each.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::hughes::Pipeline;
use crate::tree::Value;

/// An algorithm, known to files and commands by its [`id`](Algorithm::id).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// The catamorphism over the order lattice.
    Minimax,
    /// The same generalised minimax over the lattice of functions from an interval to a value.
    LatticePruning,
    /// The textbook recursion.
    AlphaBeta,
    /// Hughes' `maximise`, lazily.
    LazyMinimax,
    /// Hughes' `max . maximise'`, lazily.
    LazyAlphaBeta,
    /// Selection functions `(a -> r) -> a`.
    SelectionJ,
    /// The same with bounds.
    SelectionJAlphaBeta,
    /// Selection functions `forall b. (a -> (r, b)) -> (r, b)`.
    SelectionGk,
    /// The same with bounds.
    SelectionGkAlphaBeta,
    /// One loop over node records.
    TailRecursive,
    /// The same with alpha and beta.
    TailRecursiveAlphaBeta,
    /// The same with a table of solved positions.
    TailRecursiveMemo,
    /// Whether the value is at least a number, by the generalised minimax over the lattice of two values.
    Threshold {
        /// That number.
        at: Value,
    },
    /// Hughes' composition with stages of one's own choice.
    #[serde(skip)]
    Pipeline(Pipeline),
}

impl Algorithm {
    /// All that find the value, in the order in which lists show them.
    pub const ALL: [Algorithm; 12] = [
        Algorithm::Minimax,
        Algorithm::LatticePruning,
        Algorithm::AlphaBeta,
        Algorithm::LazyMinimax,
        Algorithm::LazyAlphaBeta,
        Algorithm::SelectionJ,
        Algorithm::SelectionJAlphaBeta,
        Algorithm::SelectionGk,
        Algorithm::SelectionGkAlphaBeta,
        Algorithm::TailRecursive,
        Algorithm::TailRecursiveAlphaBeta,
        Algorithm::TailRecursiveMemo,
    ];

    /// What runs when nobody chose: one of each derivation, cheap on every tree.
    pub const DEFAULT: [Algorithm; 4] =
        [Algorithm::Minimax, Algorithm::LazyAlphaBeta, Algorithm::SelectionGkAlphaBeta, Algorithm::LatticePruning];

    /// The name in files and commands.
    pub fn id(self) -> &'static str {
        match self {
            Algorithm::Minimax => "minimax",
            Algorithm::LatticePruning => "lattice-pruning",
            Algorithm::AlphaBeta => "alpha-beta",
            Algorithm::LazyMinimax => "lazy-minimax",
            Algorithm::LazyAlphaBeta => "lazy-alpha-beta",
            Algorithm::SelectionJ => "selection-j",
            Algorithm::SelectionJAlphaBeta => "selection-j-alpha-beta",
            Algorithm::SelectionGk => "selection-gk",
            Algorithm::SelectionGkAlphaBeta => "selection-gk-alpha-beta",
            Algorithm::TailRecursive => "tail-recursive",
            Algorithm::TailRecursiveAlphaBeta => "tail-recursive-alpha-beta",
            Algorithm::TailRecursiveMemo => "tail-recursive-memo",
            Algorithm::Threshold { .. } => "threshold",
            Algorithm::Pipeline(_) => "pipeline",
        }
    }

    /// The name for people; of a threshold test with its number.
    pub fn title(self) -> Cow<'static, str> {
        match self {
            Algorithm::Threshold { at } => format!("Threshold test at {at}").into(),
            _ => self.family().into(),
        }
    }

    /// The same without a number.
    pub fn family(self) -> &'static str {
        match self {
            Algorithm::Minimax => "Minimax",
            Algorithm::LatticePruning => "Lattice pruning",
            Algorithm::AlphaBeta => "Alpha-beta",
            Algorithm::LazyMinimax => "Lazy minimax",
            Algorithm::LazyAlphaBeta => "Lazy alpha-beta",
            Algorithm::SelectionJ => "Selection J",
            Algorithm::SelectionJAlphaBeta => "Selection J alpha-beta",
            Algorithm::SelectionGk => "Selection GK",
            Algorithm::SelectionGkAlphaBeta => "Selection GK alpha-beta",
            Algorithm::TailRecursive => "Tail-recursive minimax",
            Algorithm::TailRecursiveAlphaBeta => "Tail-recursive alpha-beta",
            Algorithm::TailRecursiveMemo => "Tail-recursive with memory",
            Algorithm::Threshold { .. } => "Threshold test",
            Algorithm::Pipeline(_) => "Hughes' pipeline",
        }
    }

    /// What it is, in a sentence. Where it comes from is [told apart](Algorithm::about).
    pub fn summary(self) -> &'static str {
        match self {
            Algorithm::Minimax => "The fold of the tree over the order lattice; looks at every leaf.",
            Algorithm::LatticePruning => "The fold of minimax over the lattice of functions Interval → value.",
            Algorithm::AlphaBeta => "The textbook recursion that passes alpha and beta down.",
            Algorithm::LazyMinimax => "maximise . maptree static . prune n . gametree, lazily.",
            Algorithm::LazyAlphaBeta => {
                "max . maximise' . maptree static . prune n . gametree, with mapmin, omit and minleq; knows no deep cutoffs."
            }
            Algorithm::SelectionJ => "hSequence over J r a = (a → r) → a; judges plays again and again.",
            Algorithm::SelectionJAlphaBeta => "hSequence over J with bounds; prunes, and still repeats itself.",
            Algorithm::SelectionGk => "hSequence over GK r a = ∀b. (a → (r, b)) → (r, b); judges each play once.",
            Algorithm::SelectionGkAlphaBeta => "hSequence over GK with bounds; looks at the leaves of alpha-beta.",
            Algorithm::TailRecursive => "One loop over explicit node records, without a call stack.",
            Algorithm::TailRecursiveAlphaBeta => "The loop over node records with alpha and beta.",
            Algorithm::TailRecursiveMemo => {
                "The loop with alpha and beta and a table of solved positions; in a tree equal subtrees are one position."
            }
            Algorithm::Threshold { .. } => {
                "The fold of minimax over the lattice of two values: is the value at least a given number?"
            }
            Algorithm::Pipeline(_) => {
                "max . maximise' . taketree k . highfirst . maptree static . prune n . gametree, each stage at will."
            }
        }
    }

    /// Whether the value that it finds need not be that of the tree, since it leaves some of it out.
    pub fn leaves_out(self) -> bool {
        matches!(self, Algorithm::Pipeline(pipeline) if pipeline.leaves_out())
    }

    /// Whether it evaluates leaves more than once.
    pub fn repeats_evaluations(self) -> bool {
        matches!(self, Algorithm::SelectionJ | Algorithm::SelectionJAlphaBeta)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The text is the id of no algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no algorithm; the algorithms are {list}, threshold", list = Algorithm::ALL.map(Algorithm::id).join(", "))]
pub struct UnknownAlgorithm(String);

/// Reads the id of an algorithm that finds the value; a threshold test needs its number too.
impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(id: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let known = Algorithm::ALL.into_iter().find(|algorithm| algorithm.id() == id);
        known.ok_or_else(|| UnknownAlgorithm(id.to_string()))
    }
}
