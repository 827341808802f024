//! A story kept in memory.

use std::collections::TryReserveError;
use std::ops::Range;
use std::slice;

use super::event::{Brief, Event};
use super::telling::{BATCH, Listener};
use crate::memory;

/// The largest size in bytes of a story that a view of a run keeps.
pub const MOST_KEPT_BYTES: usize = 512 << 20;

/// The story checks whether there is enough memory once per this many events.
const ROOM: usize = 1 << 20;

/// The number of batches that are not packed, the newest ones: packing takes as long as telling, and pays where a story is long.
const WHOLE: usize = 256;

/// The first events of a run, in memory: at most 16 bytes each; most events of a long story take 2, and 8 for their value if they have one.
/// It ends early if there is no memory for more.
#[derive(Clone, Debug)]
pub struct Story {
    batches: Vec<Batch>,
    /// The number of batches that are packed, if they can be.
    packed: usize,
    /// The number of events before each batch.
    starts: Vec<usize>,
    len: usize,
    most: usize,
    left_out: u64,
    /// Notes by other programs on some events, in order.
    notes: Vec<(usize, Box<str>)>,
}

impl Default for Story {
    fn default() -> Story {
        Story::new()
    }
}

impl Story {
    /// A story of at most `most` events.
    pub fn of_at_most(most: usize) -> Story {
        Story { batches: Vec::new(), packed: 0, starts: Vec::new(), len: 0, most, left_out: 0, notes: Vec::new() }
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
    pub fn events(&self) -> impl Iterator<Item = Event> {
        self.events_in(0..self.len)
    }

    /// The event with an index. Takes logarithmic time.
    pub fn event(&self, index: usize) -> Option<Event> {
        self.events_in(index..index.checked_add(1)?).next()
    }

    /// A range of events. The first is found in logarithmic time.
    pub fn events_in(&self, range: Range<usize>) -> impl Iterator<Item = Event> {
        let batch = self.starts.partition_point(|&start| start <= range.start).saturating_sub(1);
        let before = range.start - self.starts.get(batch).copied().unwrap_or(0);
        let mut batches = self.batches[batch..].iter();
        let events = batches.next().map_or(EventsOf::Whole([].iter()), |batch| batch.events_from(before));
        EventsIn { batches, events, left: range.len() }
    }

    /// Adds another program's note to an event.
    pub fn annotate(&mut self, index: usize, words: impl Into<Box<str>>) {
        match self.find_note(index) {
            Ok(place) => self.notes[place].1 = words.into(),
            Err(place) => self.notes.insert(place, (index, words.into())),
        }
    }

    /// Another program's note on an event.
    pub fn note(&self, index: usize) -> Option<&str> {
        self.find_note(index).ok().map(|place| &*self.notes[place].1)
    }

    fn find_note(&self, index: usize) -> Result<usize, usize> {
        self.notes.binary_search_by_key(&index, |&(of, _)| of)
    }

    /// Packs the newest events, too, when there will be no more for now.
    pub fn shrink(&mut self) {
        self.pack_until(self.batches.len());
    }

    /// Reports the events to a listener.
    pub fn tell(&self, listener: &mut dyn Listener) {
        for batch in &self.batches {
            let events: Vec<Event> = batch.events_from(0).collect();
            listener.hear(&events);
        }
    }
}

impl Story {
    /// Keeps at most [`BATCH`] events; whether there was enough memory.
    fn keep(&mut self, events: Vec<Event>) -> bool {
        let len = self.len + events.len();
        let begins_part = self.len / ROOM != len / ROOM;
        if begins_part && memory::room_for((ROOM * size_of::<Event>()) as u64).is_err() {
            return false;
        }
        if self.batches.try_reserve(1).is_err() || self.starts.try_reserve(1).is_err() {
            return false;
        }
        self.starts.push(self.len);
        self.batches.push(Batch::Whole(events));
        self.len = len;
        self.pack_until(self.batches.len().saturating_sub(WHOLE));
        true
    }

    /// Keeps no more events, as later ones would leave a gap.
    fn end(&mut self) {
        self.most = self.len;
    }

    fn pack_until(&mut self, end: usize) {
        for batch in self.batches.get_mut(self.packed..end).unwrap_or_default() {
            batch.pack();
        }
        self.packed = self.packed.max(end);
    }
}

/// At most [`BATCH`] events in order.
#[derive(Clone, Debug)]
enum Batch {
    /// All are brief. Their values, of those that have one, are apart.
    Brief(Box<[Brief]>, Box<[f64]>),
    Whole(Vec<Event>),
}

impl Batch {
    /// Makes it smaller, if all its events are brief and there is memory for the copy.
    fn pack(&mut self) {
        let Batch::Whole(events) = self else { return };
        let (mut briefs, mut values, mut count) = ([Brief::default(); BATCH], [0.0; BATCH], 0);
        let mut are_brief = true;
        // One pass without a branch.
        for (event, brief) in events.iter().zip(&mut briefs) {
            are_brief &= event.is_brief();
            *brief = event.brief();
            values[count % BATCH] = event.value().get();
            count += usize::from(brief.has_value());
        }
        if are_brief && let (Ok(briefs), Ok(values)) = (boxed(&briefs[..events.len()]), boxed(&values[..count])) {
            *self = Batch::Brief(briefs, values);
        }
    }

    /// The events from an index on.
    fn events_from(&self, index: usize) -> EventsOf<'_> {
        match self {
            Batch::Whole(events) => EventsOf::Whole(events.get(index..).unwrap_or_default().iter()),
            Batch::Brief(briefs, values) => {
                let (before, briefs) = briefs.split_at(index.min(briefs.len()));
                let before = before.iter().filter(|brief| brief.has_value()).count();
                EventsOf::Brief(briefs.iter(), values[before..].iter())
            }
        }
    }
}

/// A copy of items, if there is memory for it.
fn boxed<T: Copy>(items: &[T]) -> Result<Box<[T]>, TryReserveError> {
    copy(items).map(Vec::into_boxed_slice)
}

fn copy<T: Copy>(items: &[T]) -> Result<Vec<T>, TryReserveError> {
    let mut copy = list_for(items.len())?;
    copy.extend_from_slice(items);
    Ok(copy)
}

/// An empty list with room for that many items.
fn list_for<T>(len: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(len)?;
    Ok(list)
}

/// The events of a batch from one on.
enum EventsOf<'b> {
    Brief(slice::Iter<'b, Brief>, slice::Iter<'b, f64>),
    Whole(slice::Iter<'b, Event>),
}

impl Iterator for EventsOf<'_> {
    type Item = Event;

    #[inline]
    fn next(&mut self) -> Option<Event> {
        match self {
            EventsOf::Whole(events) => events.next().copied(),
            EventsOf::Brief(briefs, values) => {
                let brief = *briefs.next()?;
                Some(brief.with(if brief.has_value() { *values.next()? } else { 0.0 }))
            }
        }
    }
}

/// A range of the events of a story.
struct EventsIn<'b> {
    /// The batches after the one whose events come next.
    batches: slice::Iter<'b, Batch>,
    events: EventsOf<'b>,
    /// The number of events left.
    left: usize,
}

impl Iterator for EventsIn<'_> {
    type Item = Event;

    #[inline]
    fn next(&mut self) -> Option<Event> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(event) = self.events.next() {
                return Some(event);
            }
            self.events = self.batches.next()?.events_from(0);
        }
    }
}

impl Listener for Story {
    fn hear(&mut self, events: &[Event]) {
        for events in events.chunks(BATCH) {
            let kept = &events[..events.len().min(self.most - self.len)];
            let before = self.len;
            if !kept.is_empty() && !copy(kept).is_ok_and(|copy| self.keep(copy)) {
                self.end();
            }
            self.left_out += (events.len() - (self.len - before)) as u64;
        }
    }

    /// Keeps the list instead of a copy, which would take a tenth of the time of telling.
    fn take(&mut self, mut events: Vec<Event>) -> Vec<Event> {
        let len = events.len();
        let fits = (1..=BATCH.min(self.most - self.len)).contains(&len);
        let Some(next) = fits.then(|| list_for(BATCH).ok()).flatten() else {
            self.hear(&events);
            events.clear();
            return events;
        };
        if len < BATCH {
            events.shrink_to_fit();
        }
        if !self.keep(events) {
            self.end();
            self.left_out += len as u64;
        }
        next
    }
}
