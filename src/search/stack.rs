//! The call stack of a run: how much of it is left, and its peak.

use crate::memory;

/// A call stack of one or more segments; the deepest recursions continue on further ones.
///
/// One comparison per level of recursion. Stacks grow towards zero.
#[derive(Debug)]
pub(super) struct Stack {
    /// Below this address a level checks in detail: near the end of the stack, or below the lowest address seen.
    limit: usize,
    /// Below this address the segment is nearly full.
    end: usize,
    /// Whether to record the peak.
    is_watched: bool,
    /// The address at which the run began on this segment.
    start: usize,
    /// The number of bytes in use on earlier segments.
    before: usize,
    /// The most bytes in use so far.
    peak: usize,
    /// The number of bytes of further segments for which memory has been granted.
    granted: usize,
}

/// The state of a segment to which a recursion returns.
pub(super) struct Segment {
    limit: usize,
    end: usize,
    start: usize,
    before: usize,
}

impl Stack {
    /// The size of a further segment, in bytes.
    const SEGMENT: usize = 8 << 20;
    /// How much of a segment one level and its callees may use, in bytes: unoptimised frames are large.
    const RED_ZONE: usize = 256 << 10;
    /// What is assumed to be left of the first segment if the system does not tell.
    const LEAST: usize = 1 << 20;

    /// The stack of the caller.
    pub(super) fn new(is_watched: bool) -> Stack {
        let (start, left) = (address(), stacker::remaining_stack().unwrap_or(Stack::LEAST));
        let mut stack = Stack { limit: 0, end: 0, is_watched, start, before: 0, peak: 0, granted: 0 };
        stack.set_end(left);
        stack
    }

    /// The peak in bytes, if it is recorded.
    pub(super) fn peak(&self) -> Option<u64> {
        self.is_watched.then_some(self.peak as u64)
    }

    /// Whether the caller's stack is nearly full.
    #[inline(always)]
    pub(super) fn is_short(&mut self) -> bool {
        let here = address();
        here < self.limit && self.is_short_at(here)
    }

    /// Records the caller's address.
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

    /// Prepares a new segment, because the current one is nearly full. Fails if there is no memory for it.
    pub(super) fn begin_segment(&mut self) -> Segment {
        let &mut Stack { limit, end, start, before, .. } = self;
        self.before = before + start.saturating_sub(address());
        if self.before > self.granted {
            memory::room_for(Stack::SEGMENT as u64).unwrap_or_else(|shortage| memory::give_up(shortage));
            self.granted = self.before;
        }
        Segment { limit, end, start, before }
    }

    /// Calls a function on a new segment. Not generic, so that it is compiled once and not for each search.
    #[inline(never)]
    pub(super) fn grow(call: &mut dyn FnMut()) {
        stacker::grow(Stack::SEGMENT, call);
    }

    /// Called at the beginning of a new segment.
    pub(super) fn enter_segment(&mut self) {
        self.start = address();
        self.set_end(Stack::SEGMENT);
    }

    /// Called after returning to a segment.
    pub(super) fn end_segment(&mut self, Segment { limit, end, start, before }: Segment) {
        (self.limit, self.end, self.start, self.before) = (limit, end, start, before);
    }

    fn set_end(&mut self, left: usize) {
        self.end = self.start.saturating_sub(left).saturating_add(Stack::RED_ZONE);
        self.limit = if self.is_watched { self.start } else { self.end };
    }
}

/// The approximate address of the top of the caller's stack.
#[inline(always)]
fn address() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(&here).addr()
}
