//! What a run takes beside evaluations: time and memory.

use std::time::Instant;

use crate::game::Game;
use crate::search::{Algorithm, Limits, Observer, Outcome, Window, search};
use crate::tree::{Player, Value};

/// Times of unrecorded runs, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Seconds {
    /// The shortest.
    pub min: f64,
    /// The median.
    pub median: f64,
}

/// The memory of a run at its peak, beyond what was there before it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Bytes on the heap, as they were asked for.
    pub heap: u64,
    /// Bytes on the call stack, in all of its segments.
    pub stack: u64,
}

/// What a run takes beside evaluations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// How long it takes when nobody watches.
    pub seconds: Seconds,
    /// How much memory it takes, beside that of the game.
    pub memory: Memory,
}

/// The time and the memory of a search that is timed `repeat` times, at least once. `None` where it was cancelled.
pub fn cost_of<G: Game>(algorithm: Algorithm, game: &G, limits: Limits<'_>, repeat: u32) -> Option<Cost> {
    let seconds = seconds_of(algorithm, game, limits, repeat)?;
    Some(Cost { seconds, memory: memory_of(algorithm, game, limits)? })
}

/// The time alone.
pub fn seconds_of<G: Game>(algorithm: Algorithm, game: &G, limits: Limits<'_>, repeat: u32) -> Option<Seconds> {
    let once = |_| {
        let start = Instant::now();
        // Counting the memory takes time itself.
        let is_whole = uncounted(|| ended(search(algorithm, game, limits, &mut ()).outcome));
        is_whole.then(|| start.elapsed().as_secs_f64())
    };
    let mut seconds = (0..repeat.max(1)).map(once).collect::<Option<Vec<f64>>>()?;
    seconds.sort_by(f64::total_cmp);
    Some(Seconds { min: seconds[0], median: median(&seconds) })
}

/// The memory alone, as far as it is of this thread.
pub fn memory_of<G: Game>(algorithm: Algorithm, game: &G, limits: Limits<'_>) -> Option<Memory> {
    let mut watch = StackWatch::new();
    let mut is_whole = false;
    let heap = allocation_counter::measure(|| {
        watch.look();
        is_whole = ended(search(algorithm, game, limits, &mut watch).outcome);
    });
    is_whole.then_some(Memory { heap: heap.bytes_max, stack: watch.peak as u64 })
}

/// Does something without counting the memory that it takes, which is a little faster.
pub(super) fn uncounted<R>(work: impl FnOnce() -> R) -> R {
    let mut result = None;
    allocation_counter::opt_out(|| result = Some(work()));
    result.expect("the work was done")
}

fn ended<P>(outcome: Outcome<P>) -> bool {
    !matches!(outcome, Outcome::Cancelled)
}

/// The median of sorted numbers, at least one.
fn median(sorted: &[f64]) -> f64 {
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

/// Looks at the call stack whenever a node is entered or left.
///
/// Recursions that go deep continue on further segments of stack. A segment is known by its end, which is where the stack is
/// at any time less what remains of it.
#[derive(Debug)]
struct StackWatch {
    /// The segments in use, the first one first.
    segments: Vec<Segment>,
    now: usize,
    peak: usize,
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    end: usize,
    /// Where the stack was when the segment was first seen.
    start: usize,
    /// How much of the segments before is in use.
    before: usize,
}

/// So many segments are watched without an allocation, which would be counted as the run's.
const SEGMENTS: usize = 1024;
/// By how much an end may seem to move, since the stack goes on a little while one looks.
const BLUR: usize = 1 << 16;

impl StackWatch {
    fn new() -> StackWatch {
        StackWatch { segments: Vec::with_capacity(SEGMENTS), now: 0, peak: 0 }
    }

    fn look(&mut self) {
        let here = 0_u8;
        let place = std::ptr::from_ref(&here).addr();
        let Some(remaining) = stacker::remaining_stack() else { return };
        let end = place.wrapping_sub(remaining);
        match self.segments.iter().rposition(|segment| segment.end.abs_diff(end) < BLUR) {
            Some(last) => self.segments.truncate(last + 1),
            None => self.segments.push(Segment { end, start: place, before: self.now }),
        }
        let Some(segment) = self.segments.last() else { return };
        // Stacks grow towards zero.
        self.now = segment.before + segment.start.saturating_sub(place);
        self.peak = self.peak.max(self.now);
    }
}

impl<P> Observer<P> for StackWatch {
    fn enter(&mut self, _: &P, _: Player, _: Window) {
        self.look();
    }
    fn evaluate(&mut self, _: &P, _: Value) {
        self.look();
    }
    fn leave(&mut self, _: &P, _: Value) {
        self.look();
    }
    fn cutoff(&mut self, _: &P) {}
}
