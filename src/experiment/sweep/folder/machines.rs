//! The list of the machines that measured the runs in the folder of a sweep, one per line.

use std::path::Path;

use super::names::MACHINES;
use crate::input;

/// The largest list that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Reads the machines listed in a folder; empty if the folder has no list.
pub(super) fn read(folder: &Path) -> Vec<String> {
    let text = input::read_text(&folder.join(MACHINES), MOST_BYTES).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// The text of the list with more machines; `None` if all of them are known.
pub(super) fn with(mut known: Vec<String>, more: impl IntoIterator<Item = String>) -> Option<String> {
    let before = known.len();
    for machine in more {
        if !known.contains(&machine) {
            known.push(machine);
        }
    }
    (known.len() > before).then(|| known.join("\n") + "\n")
}
