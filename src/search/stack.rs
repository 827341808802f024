//! The call stack of a run: how much of it is left, and how much was used at the peak.

use crate::memory;

/// A call stack of one or more segments; the deepest recursions continue on further ones.
///
/// A level of a recursion costs one comparison here. Stacks grow towards zero.
#[derive(Debug)]
pub(super) struct Stack {
    /// Below this address a level asks more closely: where the stack ends, or where it has not been seen before.
    limit: usize,
    /// Below this address the segment is nearly full.
    end: usize,
    /// Whether the peak is of interest.
    is_watched: bool,
    /// Where the run began on this segment.
    start: usize,
    /// How many bytes the segments before have in use.
    before: usize,
    /// The most bytes in use so far.
    peak: usize,
    /// Up to how many bytes in further segments it was seen to that there is memory for them.
    granted: usize,
}

/// A segment to which a recursion comes back.
pub(super) struct Segment {
    limit: usize,
    end: usize,
    start: usize,
    before: usize,
}

impl Stack {
    /// The size of a further segment, in bytes.
    pub(super) const SEGMENT: usize = 8 << 20;
    /// How much of a segment a level and what it calls beside itself may take, in bytes: unoptimised frames are large.
    const RED_ZONE: usize = 256 << 10;
    /// What is assumed to be left of the first segment where the system does not tell.
    const LEAST: usize = 1 << 20;

    /// The stack that the caller is on.
    pub(super) fn new(is_watched: bool) -> Stack {
        let (start, left) = (address(), stacker::remaining_stack().unwrap_or(Stack::LEAST));
        let mut stack = Stack { limit: 0, end: 0, is_watched, start, before: 0, peak: 0, granted: 0 };
        stack.set_end(left);
        stack
    }

    /// The most bytes in use so far, if that was of interest.
    pub(super) fn peak(&self) -> Option<u64> {
        self.is_watched.then_some(self.peak as u64)
    }

    /// Whether the stack is nearly full where the caller is.
    #[inline(always)]
    pub(super) fn is_short(&mut self) -> bool {
        let here = address();
        here < self.limit && self.is_short_at(here)
    }

    /// Takes note of where the caller is.
    pub(super) fn look(&mut self) {
        if self.is_watched {
            self.is_short_at(address());
        }
    }

    #[cold]
    #[inline(never)]
    fn is_short_at(&mut self, here: usize) -> bool {
        if self.is_watched {
            self.peak = self.peak.max(self.before + self.start.saturating_sub(here));
            self.limit = self.limit.min(here).max(self.end);
        }
        here < self.end
    }

    /// The current segment is nearly full, and another one is about to begin. Gives up where there is no memory for it.
    pub(super) fn begin_segment(&mut self) -> Segment {
        let &mut Stack { limit, end, start, before, .. } = self;
        self.before = before + start.saturating_sub(address());
        if self.before > self.granted {
            memory::room_for(Stack::SEGMENT as u64).unwrap_or_else(|shortage| memory::give_up(shortage));
            self.granted = self.before;
        }
        Segment { limit, end, start, before }
    }

    /// The caller is at the beginning of a new segment.
    pub(super) fn enter_segment(&mut self) {
        self.start = address();
        self.set_end(Stack::SEGMENT);
    }

    /// The caller is back on a segment.
    pub(super) fn end_segment(&mut self, Segment { limit, end, start, before }: Segment) {
        (self.limit, self.end, self.start, self.before) = (limit, end, start, before);
    }

    fn set_end(&mut self, left: usize) {
        self.end = self.start.saturating_sub(left).saturating_add(Stack::RED_ZONE);
        self.limit = if self.is_watched { self.start } else { self.end };
    }
}

/// About where the stack of the caller is now.
#[inline(always)]
fn address() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(&here).addr()
}
