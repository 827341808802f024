//! The shards of a sweep, for several machines.

use std::fmt;
use std::str::FromStr;

use crate::fields::written_as_text;
use crate::format::quoted;

/// Part K of N of a sweep, K counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Whether this shard has the item with this index.
    pub(super) fn has(self, index: u64) -> bool {
        index % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let shard = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
            (1..=of).contains(&number).then_some(Shard { number, of })
        };
        shard().ok_or_else(|| {
            format!("{} is not a shard of a sweep; write K/N with K from 1 to N, such as 2/4", quoted(text))
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

written_as_text!(Shard);
