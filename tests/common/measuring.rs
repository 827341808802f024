//! How tests name measures.

use plyscope::experiment::Measure;

/// The measure of an id.
pub(crate) fn measure(id: &str) -> Measure {
    id.parse().unwrap_or_else(|error| panic!("{error}"))
}
