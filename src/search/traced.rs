//! A search by another program, read from a trace file: it has a name like an algorithm, but cannot be run here.

use std::fmt;

use super::run::{Mode, Run, Stopped};
use super::{Answer, Search, Setting};
use crate::game::Game;

/// Longer names are cut.
const MOST_BYTES: usize = 47;

/// The name of a search in a trace, stored in place so that it is `Copy` like the settings of algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TraceName {
    bytes: [u8; MOST_BYTES],
    len: u8,
}

impl TraceName {
    /// A name, cut to the space there is; control characters become blanks.
    pub fn new(name: &str) -> TraceName {
        let name = if name.trim().is_empty() { "unnamed" } else { name.trim() };
        let (mut bytes, mut len) = ([0; MOST_BYTES], 0);
        for letter in name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }) {
            if len + letter.len_utf8() > MOST_BYTES {
                break;
            }
            len += letter.encode_utf8(&mut bytes[len..]).len();
        }
        TraceName { bytes, len: len as u8 }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl fmt::Display for TraceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TraceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// The search of a trace cannot be run, so it stops at once.
pub(super) struct Traced;

impl Search for Traced {
    fn search<G: Game, M: Mode>(_: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        Err(Stopped)
    }
}
