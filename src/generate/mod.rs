//! Random trees, each from a seed and a documented distribution.
//!
//! A [`Generator`] combines the distribution of the [`Leaves`], the [`Ordering`] of the children and the [`Shape`] of the tree, and may
//! have [chance nodes](Chance). With a
//! seed it gives an [`Implicit`] tree, a game that computes each node when a search visits it and takes no memory, or the same
//! tree [built](Generator::build) in memory.
//!
//! Everything random about a node is a hash of the seed, the size of the tree and the node's [`Path`](crate::game::Path), in integer
//! arithmetic and in functions of floating point numbers that do not differ from machine to machine. So a seed means the
//! same tree everywhere, and will in later versions.

//!
//! ```
//! use plyscope::generate::{Generator, Ordering, Shape};
//! use plyscope::progress::Progress;
//! use plyscope::search::{Algorithm, Limits, search};
//!
//! let generator = Generator::new("integers:10".parse()?, Ordering::Random, Shape::full(3, 4))?;
//! // The tree of seed 7, computed while it is searched, and the same tree in memory.
//! let implicit = search(Algorithm::ALPHA_BETA, &generator.tree(7), Limits::default());
//! let tree = generator.build(7, None, &Progress::new())?;
//! let in_memory = search(Algorithm::ALPHA_BETA, &tree, Limits::default());
//! assert_eq!(implicit.outcome.value(), in_memory.outcome.value());
//! assert_eq!((implicit.evaluations, tree.leaf_count()), (in_memory.evaluations, 81));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance;
mod explicit;
mod generator;
mod implicit;
mod independent;
mod leaves;
mod ordering;
mod quantile;
mod random;
mod random_tree;

pub use chance::{Chance, ChanceError, Probabilities};
pub use explicit::GenerateError;
pub use generator::{Estimate, Generator, GeneratorError, MAX_BRANCHING, MAX_DEPTH, Shape};
pub use implicit::{Implicit, Node};
pub use independent::Independent;
pub use leaves::{Edges, Leaves, LeavesError};
pub use ordering::{Deviation, Ordering, OrderingError};
pub use random::{Probability, ProbabilityError};
pub use random_tree::RandomTree;
pub(crate) use random_tree::RandomTreeFields;
