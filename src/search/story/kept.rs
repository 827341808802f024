//! A story kept in memory.

use std::collections::BTreeMap;
use std::ops::Range;

use super::event::Event;
use super::telling::Listener;
use crate::memory;

/// The largest size in bytes of a story that a view of a run keeps.
pub const MOST_KEPT_BYTES: usize = 512 << 20;

/// The story checks whether there is enough memory once per this many events.
const ROOM: usize = 1 << 20;

/// The first events of a run, in memory: 16 bytes each. It ends early if there is no memory for more.
#[derive(Clone, Debug, Default)]
pub struct Story {
    batches: Vec<Box<[Event]>>,
    /// The number of events before each batch.
    starts: Vec<usize>,
    len: usize,
    most: usize,
    left_out: u64,
    /// Notes by other programs on some events.
    notes: BTreeMap<usize, Box<str>>,
}

impl Story {
    /// A story of at most `most` events.
    pub fn of_at_most(most: usize) -> Story {
        Story { most, ..Story::default() }
    }

    /// A story of at most [`MOST_KEPT_BYTES`].
    pub fn new() -> Story {
        Story::of_at_most(MOST_KEPT_BYTES / size_of::<Event>())
    }

    /// The number of events kept.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no event has been kept.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of later events that were not kept.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The events in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.batches.iter().flatten()
    }

    /// The event with an index.
    pub fn event(&self, index: usize) -> Option<&Event> {
        self.events_in(index..index + 1).next()
    }

    /// A range of events. The first is found in logarithmic time.
    pub fn events_in(&self, range: Range<usize>) -> impl Iterator<Item = &Event> {
        let batch = self.starts.partition_point(|&start| start <= range.start).saturating_sub(1);
        let before = range.start - self.starts.get(batch).copied().unwrap_or(0);
        self.batches[batch..].iter().flatten().skip(before).take(range.len())
    }

    /// Adds another program's note to an event.
    pub fn annotate(&mut self, index: usize, words: impl Into<Box<str>>) {
        self.notes.insert(index, words.into());
    }

    /// Another program's note on an event.
    pub fn note(&self, index: usize) -> Option<&str> {
        self.notes.get(&index).map(|words| &**words)
    }

    /// Reports the events to a listener.
    pub fn tell(&self, listener: &mut dyn Listener) {
        for batch in &self.batches {
            listener.hear(batch);
        }
    }
}

impl Story {
    /// Keeps events; whether there was enough memory.
    fn keep(&mut self, events: &[Event]) -> bool {
        let begins_part = self.len / ROOM != (self.len + events.len()) / ROOM;
        if begins_part && memory::room_for((ROOM * size_of::<Event>()) as u64).is_err() {
            return false;
        }
        let mut batch = Vec::new();
        if batch.try_reserve_exact(events.len()).is_err() || self.batches.try_reserve(1).is_err() {
            return false;
        }
        batch.extend_from_slice(events);
        self.starts.push(self.len);
        self.batches.push(batch.into_boxed_slice());
        true
    }
}

impl Listener for Story {
    fn hear(&mut self, events: &[Event]) {
        let kept = &events[..events.len().min(self.most - self.len)];
        let mut added = kept.len();
        if !kept.is_empty() && !self.keep(kept) {
            // Later events would leave a gap.
            self.most = self.len;
            added = 0;
        }
        self.len += added;
        self.left_out += (events.len() - added) as u64;
    }
}
