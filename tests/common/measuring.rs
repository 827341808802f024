//! Measures by id, for tests.

use plyscope::experiment::Measure;

/// The measure with an id.
pub(crate) fn measure(id: &str) -> Measure {
    id.parse().unwrap_or_else(|error| panic!("{error}"))
}
