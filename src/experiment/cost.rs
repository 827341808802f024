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

/// How long a search takes when nobody watches it; `None` where it was cancelled. Runs it `repeat` times, at least once.
pub fn seconds<G: Game>(algorithm: Algorithm, game: &G, limits: Limits<'_>, repeat: u32) -> Option<Seconds> {
    let mut seconds = Vec::new();
    for _ in 0..repeat.max(1) {
        let start = Instant::now();
        let mut is_cancelled = false;
        // Counting the memory takes time itself.
        allocation_counter::opt_out(|| {
            is_cancelled = matches!(search(algorithm, game, limits, &mut ()).outcome, Outcome::Cancelled);
        });
        seconds.push(start.elapsed().as_secs_f64());
        if is_cancelled {
            return None;
        }
    }
    seconds.sort_by(f64::total_cmp);
    Some(Seconds { min: seconds[0], median: median(&seconds) })
}

/// The median of sorted numbers, at least one.
fn median(sorted: &[f64]) -> f64 {
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

/// How much memory a search takes, of this thread and not counting the game; `None` where it was cancelled.
pub fn memory<G: Game>(algorithm: Algorithm, game: &G, limits: Limits<'_>) -> Option<Memory> {
    let mut watch = StackWatch::new();
    let mut is_cancelled = false;
    let info = allocation_counter::measure(|| {
        watch.look();
        is_cancelled = matches!(search(algorithm, game, limits, &mut watch).outcome, Outcome::Cancelled);
    });
    (!is_cancelled).then_some(Memory { heap: info.bytes_max, stack: watch.peak as u64 })
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
