//! The algorithms: their laws, and comparisons with published and independent results.

#[path = "../common/families.rs"]
mod families;
#[path = "../common/grow.rs"]
mod grow;
#[path = "../common/told.rs"]
mod told;

mod additions;
mod algorithms;
mod dependence;
mod hughes;
mod hughes_under_ghc;
mod lattices;
mod pipelines_recorded;
mod properties;
mod records;
mod reference;
mod reorder;
mod selection;
mod selection_under_ghc;
mod sentences;
mod tail_recursive;
mod timeline;
mod traces;
mod witnesses;
