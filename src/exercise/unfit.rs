//! Why there is no such exercise.

use std::fmt::Display;
use std::io;

/// Why there is no such exercise, or why it cannot be asked or written like this: what is wrong and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unfit(String);

impl Unfit {
    pub(super) fn new(message: impl Into<String>) -> Unfit {
        Unfit(message.into())
    }

    /// The tree cannot be built.
    pub(super) fn unbuilt(error: impl Display) -> Unfit {
        Unfit(format!("the tree cannot be built: {error}"))
    }

    /// The bytes of a file cannot be made.
    pub(super) fn unwritten(error: impl Display) -> Unfit {
        Unfit(format!("the exercises cannot be written: {error}"))
    }
}

impl From<io::Error> for Unfit {
    fn from(error: io::Error) -> Unfit {
        Unfit::unwritten(error)
    }
}
