//! The resources of a run: time and memory.

use std::time::{Duration, Instant};

use super::Runnable;
use crate::memory::{self, Shortage};
use crate::search::{Algorithm, Limits, Outcome};

/// Times of unrecorded runs, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Seconds {
    /// The shortest.
    pub min: f64,
    /// The median.
    pub median: f64,
}

/// How often a search is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// This often, at least once.
    Times(u32),
    /// As often as fits in 5 ms, but at most 1,000 times: one short time alone may have been disturbed by other programs.
    Automatic,
}

impl Repeats {
    /// Whether these runs are enough, which took this long together.
    fn are_done(self, runs: usize, taken: Duration) -> bool {
        match self {
            Repeats::Times(times) => runs >= times.max(1) as usize,
            Repeats::Automatic => runs >= 1_000 || runs > 0 && taken >= Duration::from_millis(5),
        }
    }
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

/// The time and memory of a search. `None` if it was cancelled.
pub fn cost_of(algorithm: Algorithm, game: &dyn Runnable, limits: Limits<'_>, repeats: Repeats) -> Option<Cost> {
    let seconds = seconds_of(algorithm, game, limits, repeats)?;
    Some(Cost { seconds, memory: memory_of(algorithm, game, limits)? })
}

/// The time only.
pub fn seconds_of(algorithm: Algorithm, game: &dyn Runnable, limits: Limits<'_>, repeats: Repeats) -> Option<Seconds> {
    let (mut seconds, mut taken) = (Vec::new(), Duration::ZERO);
    while !repeats.are_done(seconds.len(), taken) {
        let start = Instant::now();
        // Counting memory takes time itself.
        let is_whole = uncounted(|| ended(&game.search(algorithm, limits).outcome));
        let time = start.elapsed();
        if !is_whole {
            return None;
        }
        seconds.push(time.as_secs_f64());
        taken += time;
    }
    seconds.sort_unstable_by(f64::total_cmp);
    Some(Seconds { min: seconds[0], median: median(&seconds) })
}

/// The memory only, as far as it is allocated by this thread.
pub fn memory_of(algorithm: Algorithm, game: &dyn Runnable, limits: Limits<'_>) -> Option<Memory> {
    let mut report = None;
    let search = || game.search(algorithm, limits.watching_stack());
    let heap = allocation_counter::measure(|| report = Some(memory::or_shortage(search)));
    let report = passed_on(report);
    if !ended(&report.outcome) {
        return None;
    }
    Some(Memory { heap: heap.bytes_max, stack: report.stack_bytes.unwrap_or(0) })
}

/// Calls `work` without counting memory, which is slightly faster.
pub(super) fn uncounted<R>(work: impl FnOnce() -> R) -> R {
    let mut result = None;
    allocation_counter::opt_out(|| result = Some(memory::or_shortage(work)));
    passed_on(result)
}

/// The result of work that may have given up; the counter of allocations must not be left by unwinding.
fn passed_on<R>(result: Option<Result<R, Shortage>>) -> R {
    result.expect("the work was done").unwrap_or_else(|shortage| memory::give_up(shortage))
}

fn ended<P>(outcome: &Outcome<P>) -> bool {
    !matches!(outcome, Outcome::Cancelled)
}

/// The median of sorted numbers, at least one.
fn median(sorted: &[f64]) -> f64 {
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_runs_are_repeated_and_long_ones_are_not() {
        let done = |repeats: Repeats, runs, millis| repeats.are_done(runs, Duration::from_millis(millis));
        assert!(!done(Repeats::Automatic, 0, 0) && done(Repeats::Automatic, 1, 9_000));
        assert!(!done(Repeats::Automatic, 999, 4) && done(Repeats::Automatic, 1_000, 4));
        assert!(!done(Repeats::Times(3), 2, 9_000) && done(Repeats::Times(3), 3, 0));
        assert!(!done(Repeats::Times(0), 0, 9_000));
    }
}
