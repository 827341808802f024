//! The catalogue of algorithms, one entry each.
//!
//! Lists, tables, messages, the command line, charts, help pages and tests are derived from the entries. To add an algorithm, write a
//! file with a [`Search`](super::Search) and an [`Entry`], and add a line to [`ENTRIES`]. Look-ups take a [`Catalogue`], so another
//! program can add algorithms of its own.

mod algorithm;
mod entries;
mod entry;
mod setting;

pub use algorithm::Algorithm;
use algorithm::by_default;
pub use entries::ENTRIES;
pub use entry::{
    Dash, Entry, Holds, LeafClass, Listing, Look, Machine, Mark, Parameter, ParameterError, Publication, Revisits,
    Takes,
};
pub use setting::Setting;

use crate::format::{count, quoted};

/// The error for a text that is not an algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlgorithmError {
    /// There is no algorithm with this id.
    #[error("unknown algorithm {}; expected one of {expected}", quoted(id))]
    Unknown {
        /// The text.
        id: String,
        /// The ids that there are.
        expected: String,
    },
    /// It requires a number.
    #[error("{0} needs a number; write one, such as {0}=5")]
    Missing(&'static str),
    /// It has fewer parameters, or none at all.
    #[error("{}", superfluous(id, *most))]
    Superfluous {
        /// The algorithm.
        id: &'static str,
        /// How many parameters it has.
        most: usize,
    },
    /// The number is invalid.
    #[error("{id}={number}: {} {error}", quoted(number))]
    Number {
        /// The algorithm.
        id: &'static str,
        /// The text of the number.
        number: String,
        /// What is wrong with it.
        error: ParameterError,
    },
    /// A pipeline is set by its stages, not by a text.
    #[error("the pipeline is set by the options of its stages; expected another algorithm")]
    Pipeline,
}

fn superfluous(id: &str, most: usize) -> String {
    if most == 0 {
        return format!("{id} takes no number; write {id}");
    }
    format!("{id} takes {} at most; write fewer", count(most as u64, "number", "numbers"))
}

/// A list of algorithms: those of Plyscope, possibly with others.
///
/// ```
/// use plyscope::search::{Algorithm, Catalogue};
///
/// let algorithm = Catalogue::BUILT_IN.algorithm("mtd-f=3")?;
/// assert_eq!(algorithm, Algorithm::MTD_F.with_number(3.into()));
/// assert!("pvs".parse::<Algorithm>().is_err());
/// # Ok::<(), plyscope::search::catalogue::AlgorithmError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Catalogue<'c>(pub &'c [&'static Entry]);

impl Catalogue<'_> {
    /// The algorithms of Plyscope.
    pub const BUILT_IN: Catalogue<'static> = Catalogue(ENTRIES);

    /// The entry with an id.
    pub fn entry(&self, id: &str) -> Option<&'static Entry> {
        self.0.iter().copied().find(|entry| entry.id == id)
    }

    /// The algorithms that compute the value and need no setting.
    pub fn all(&self) -> impl Iterator<Item = Algorithm> + '_ {
        self.0.iter().filter_map(|entry| by_default(entry))
    }

    /// The algorithm for a text: its id, `id=number`, or `id=number:number` with the numbers of its parameters in their order.
    pub fn algorithm(&self, text: &str) -> Result<Algorithm, AlgorithmError> {
        let (id, numbers) = text.split_once('=').map_or((text, None), |(id, numbers)| (id, Some(numbers)));
        let entry =
            self.entry(id).ok_or_else(|| AlgorithmError::Unknown { id: id.to_string(), expected: self.ids() })?;
        if entry.is_pipeline() {
            return Err(AlgorithmError::Pipeline);
        }
        let Some(numbers) = numbers else { return by_default(entry).ok_or(AlgorithmError::Missing(entry.id)) };
        let mut values = Vec::new();
        for (index, number) in numbers.split(':').enumerate() {
            let superfluous = AlgorithmError::Superfluous { id: entry.id, most: entry.parameters.len() };
            let parameter = entry.parameters.get(index).ok_or(superfluous)?;
            let wrong = |error| AlgorithmError::Number { id: entry.id, number: number.to_string(), error };
            values.push(parameter.parse(number).map_err(wrong)?);
        }
        Algorithm::numbered(entry, &values).ok_or(AlgorithmError::Missing(entry.id))
    }

    /// The entries that can be named in a text: all but the pipeline, which is set by its stages.
    pub fn named(&self) -> impl Iterator<Item = &'static Entry> + '_ {
        self.0.iter().copied().filter(|entry| !entry.is_pipeline())
    }

    /// The ids of those entries, as a list.
    pub fn ids(&self) -> String {
        self.named().map(|entry| entry.id).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Value;

    #[test]
    fn a_definition_is_the_file_that_is_compiled_without_its_tests() {
        for listing in ENTRIES.iter().flat_map(|entry| entry.definition) {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(listing.path);
            let file = std::fs::read_to_string(path).unwrap();
            assert!(file.starts_with(listing.code()), "{}", listing.path);
            assert!(!listing.code().contains("cfg(test)"), "{}", listing.path);
            assert!(file.len() == listing.code().len() + 1 || file.contains("cfg(test)"), "{}", listing.path);
        }
        let own = Listing::new("src/search/catalogue/mod.rs", include_str!("mod.rs"));
        assert!(own.code().ends_with('}') && !own.code().contains("fn a_definition_is"));
    }

    #[test]
    fn ids_are_different_and_read_back() {
        for (index, entry) in ENTRIES.iter().enumerate() {
            assert!(ENTRIES[..index].iter().all(|other| other.id != entry.id), "{}", entry.id);
        }
        let five = Value::from(5);
        for algorithm in
            Algorithm::ALL.into_iter().chain([Algorithm::threshold(five), Algorithm::MTD_F.with_number(five)])
        {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
    }
}
