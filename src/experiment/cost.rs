//! The resources of a run: time and memory.

use std::time::Instant;

use super::Searched;
use crate::search::{Algorithm, Limits, Outcome};

/// Times of unrecorded runs, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Seconds {
    /// The shortest.
    pub min: f64,
    /// The median.
    pub median: f64,
}

/// The peak memory of a run, beyond what was in use before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Bytes allocated on the heap.
    pub heap: u64,
    /// Bytes on the call stack, in all of its segments.
    pub stack: u64,
}

/// The resources of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The time of an unrecorded run.
    pub seconds: Seconds,
    /// The memory, not counting that of the game.
    pub memory: Memory,
}

/// The time and memory of a search that is timed `repeat` times, at least once. `None` if it was cancelled.
pub fn cost_of(algorithm: Algorithm, game: &dyn Searched, limits: Limits<'_>, repeat: u32) -> Option<Cost> {
    let seconds = seconds_of(algorithm, game, limits, repeat)?;
    Some(Cost { seconds, memory: memory_of(algorithm, game, limits)? })
}

/// The time only.
pub fn seconds_of(algorithm: Algorithm, game: &dyn Searched, limits: Limits<'_>, repeat: u32) -> Option<Seconds> {
    let once = |_| {
        let start = Instant::now();
        // Counting memory takes time itself.
        let is_whole = uncounted(|| ended(&game.search(algorithm, limits).outcome));
        is_whole.then(|| start.elapsed().as_secs_f64())
    };
    let mut seconds = (0..repeat.max(1)).map(once).collect::<Option<Vec<f64>>>()?;
    seconds.sort_unstable_by(f64::total_cmp);
    Some(Seconds { min: seconds[0], median: median(&seconds) })
}

/// The memory only, as far as it is allocated by this thread.
pub fn memory_of(algorithm: Algorithm, game: &dyn Searched, limits: Limits<'_>) -> Option<Memory> {
    let mut report = None;
    let heap = allocation_counter::measure(|| report = Some(game.search(algorithm, limits.watching_stack())));
    let report = report.filter(|report| ended(&report.outcome))?;
    Some(Memory { heap: heap.bytes_max, stack: report.stack_bytes.unwrap_or(0) })
}

/// Calls `work` without counting memory, which is slightly faster.
pub(super) fn uncounted<R>(work: impl FnOnce() -> R) -> R {
    let mut result = None;
    allocation_counter::opt_out(|| result = Some(work()));
    result.expect("the work was done")
}

fn ended<P>(outcome: &Outcome<P>) -> bool {
    !matches!(outcome, Outcome::Cancelled)
}

/// The median of sorted numbers, at least one.
fn median(sorted: &[f64]) -> f64 {
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}
