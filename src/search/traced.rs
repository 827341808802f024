//! What another program ran, and wrote to a trace file: it has a name and a place beside the algorithms, and cannot be run here.

use std::fmt;

use super::run::{Mode, Run, Stopped};
use super::{Answer, Search, Setting};
use crate::game::Game;

/// Names are cut after so many bytes.
const MOST_BYTES: usize = 47;

/// What a trace calls its search, in so little room that it is copied like the other settings of algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TraceName {
    bytes: [u8; MOST_BYTES],
    len: u8,
}

impl TraceName {
    /// A name, or as much of it as there is room for; blanks for what cannot be shown.
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

/// Stops at once: what happened is in the trace.
pub(super) struct Traced;

impl Search for Traced {
    fn search<G: Game, M: Mode>(_: &mut Run<'_, G, M>, _: Setting) -> Result<Answer, Stopped> {
        Err(Stopped)
    }
}
