//! The algorithms: their laws, and comparisons with published and independent results.

#[path = "../common/families.rs"]
mod families;
#[path = "../common/told.rs"]
mod told;

mod additions;
mod algorithms;
mod census;
mod chance;
mod checks;
mod deepening;
mod dependence;
mod hughes;
mod hughes_program;
mod hughes_under_ghc;
mod independent;
mod lattices;
mod limits;
mod looks;
mod pipelines_recorded;
mod planted;
mod positions;
mod quiescence;
mod random_trees;
mod records;
mod reductions;
mod reference;
mod remembered;
mod reorder;
mod runs;
mod selection;
mod selection_under_ghc;
mod sentences;
mod steps;
mod stories;
mod tail_recursive;
mod timeline;
mod traces;
mod values;
mod witnesses;
mod wrong_traces;
mod yardsticks;
