//! The resources of a run: time and memory.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::Runnable;
use crate::memory;
use crate::search::{Algorithm, Limits, Outcome};

/// Counts the heap of a thread. This needs an allocator that counts, which is for the program to choose and not for this library.
#[derive(Clone, Copy, Debug)]
pub struct HeapMeter {
    /// Does the work, and returns the most bytes that this thread had allocated meanwhile, beyond what it had before.
    pub peak: fn(work: &mut dyn FnMut()) -> u64,
    /// Does the work without counting, which may be faster.
    pub uncounted: fn(work: &mut dyn FnMut()),
}

static METER: OnceLock<HeapMeter> = OnceLock::new();

/// From now on the heap of runs is counted by a meter. Only the first one counts.
pub fn count_heap_with(meter: HeapMeter) {
    METER.get_or_init(|| meter);
}

/// Times of unrecorded runs, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Seconds {
    /// The shortest.
    pub min: f64,
    /// The median.
    pub median: f64,
}

/// The maximum number of timed repetitions of a run.
pub const MOST_REPEATS: u32 = 1_000_000;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Bytes allocated on the heap; `None` if the program has no [`HeapMeter`].
    pub heap: Option<u64>,
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

/// The time and memory of a search. `None` if it was cancelled or is not applicable.
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
    let mut heap = None;
    let report = through(
        |work| match METER.get() {
            Some(meter) => heap = Some((meter.peak)(work)),
            None => work(),
        },
        || game.search(algorithm, limits.watching_stack()),
    );
    ended(&report.outcome).then(|| Memory { heap, stack: report.stack_bytes.unwrap_or(0) })
}

/// Calls `work` without counting memory, which is slightly faster.
pub(super) fn uncounted<R>(work: impl FnOnce() -> R) -> R {
    match METER.get() {
        Some(meter) => through(meter.uncounted, work),
        None => work(),
    }
}

/// Calls `work` through a function of a meter, which must not be left by unwinding.
fn through<R>(meter: impl FnOnce(&mut dyn FnMut()), work: impl FnOnce() -> R) -> R {
    let (mut work, mut result) = (Some(work), None);
    meter(&mut || {
        if let Some(work) = work.take() {
            result = Some(memory::or_shortage(work));
        }
    });
    result.expect("the work was done").unwrap_or_else(|shortage| memory::give_up(shortage))
}

fn ended<P>(outcome: &Outcome<P>) -> bool {
    !matches!(outcome, Outcome::Cancelled | Outcome::NotApplicable)
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
