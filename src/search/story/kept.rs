//! A story that is kept.

use super::event::Event;
use super::telling::Listener;

/// The most bytes of a story that a view of a run keeps.
pub const MOST_KEPT_BYTES: usize = 512 << 20;

/// The first events of a run, in memory: 16 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Story {
    batches: Vec<Box<[Event]>>,
    len: usize,
    most: usize,
    left_out: u64,
}

impl Story {
    /// A story of at most so many events.
    pub fn of_at_most(most: usize) -> Story {
        Story { most, ..Story::default() }
    }

    /// A story of at most [`MOST_KEPT_BYTES`].
    pub fn new() -> Story {
        Story::of_at_most(MOST_KEPT_BYTES / size_of::<Event>())
    }

    /// How many events are kept.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was told yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many events came after those that are kept.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The events in their order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.batches.iter().flatten()
    }

    /// Tells the story again.
    pub fn tell(&self, listener: &mut dyn Listener) {
        for batch in &self.batches {
            listener.hear(batch);
        }
    }
}

impl Listener for Story {
    fn hear(&mut self, events: &[Event]) {
        let kept = &events[..events.len().min(self.most - self.len)];
        if !kept.is_empty() {
            self.batches.push(kept.into());
        }
        self.len += kept.len();
        self.left_out += (events.len() - kept.len()) as u64;
    }
}
