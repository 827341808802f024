//! A listener on a thread of its own, so that the search goes on while it hears.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{self, Scope};

use super::{Event, Listener};

/// How many events are handed over together: 128 KiB.
const HANDED_OVER: usize = 8 * 1024;

/// For a story that is not longer, a thread would take more time than it saves.
const SHORT: usize = 64 * 1024;

/// Calls a search with a listener that passes all it is told on to this one, which hears a long story on a thread of its own. It has heard
/// everything when this returns. Takes constant memory: if the search is faster, it waits.
///
/// ```
/// use plyscope::search::story::beside;
/// use plyscope::search::{Algorithm, Limits, Recorder, tell};
/// use plyscope::tree::Tree;
///
/// let tree: Tree = "((3 12 8) (2 4 6))".parse()?;
/// let mut recorder = Recorder::new(&tree);
/// beside(&mut recorder, |recorder| tell(Algorithm::ALPHA_BETA, &tree, Limits::default(), recorder));
/// assert_eq!(recorder.finish().visits().len(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn beside<R>(listener: &mut (dyn Listener + Send), search: impl FnOnce(&mut dyn Listener) -> R) -> R {
    let hears_forces = listener.hears_forces();
    let handover = Handover { listener: Mutex::new(listener), slot: Mutex::default(), changed: Condvar::new() };
    let result = thread::scope(|scope| {
        let mut teller =
            Teller { handover: &handover, scope, has_thread: false, told: 0, events: Vec::new(), hears_forces };
        let result = search(&mut teller);
        teller.hand_over();
        result
    });
    handover.rethrow();
    result
}

/// Where the thread of the search hands events over to that of the listener.
struct Handover<'l> {
    listener: Mutex<&'l mut (dyn Listener + Send)>,
    slot: Mutex<Slot>,
    changed: Condvar,
}

/// What is handed over.
#[derive(Default)]
struct Slot {
    /// The events that the listener takes next; empty if it has taken them.
    events: Vec<Event>,
    /// Whether the search or the listener has ended.
    is_over: bool,
    /// The panic with which the listener ended.
    panic: Option<Box<dyn Any + Send>>,
}

impl Handover<'_> {
    /// Lets the listener hear events on this thread.
    fn hear(&self, events: &[Event]) {
        unpoisoned(self.listener.lock()).hear(events);
    }

    /// Hears all that is handed over.
    fn listen(&self) {
        let mut events = Vec::new();
        let heard = catch_unwind(AssertUnwindSafe(|| {
            while self.take(&mut events) {
                self.hear(&events);
            }
        }));
        if let Err(panic) = heard {
            self.end(Some(panic));
        }
    }

    /// Replaces events that were heard by the next ones; false if there are none.
    fn take(&self, events: &mut Vec<Event>) -> bool {
        events.clear();
        self.swap_when(|slot| !slot.events.is_empty(), events);
        !events.is_empty()
    }

    /// Hands over events, and replaces them by none.
    fn give(&self, events: &mut Vec<Event>) {
        self.swap_when(|slot| slot.events.is_empty(), events);
        self.rethrow();
    }

    /// Swaps events with those in the slot when it is in such a state, or the other side has ended.
    fn swap_when(&self, is_so: fn(&Slot) -> bool, events: &mut Vec<Event>) {
        let mut slot = unpoisoned(self.slot.lock());
        while !slot.is_over && !is_so(&slot) {
            slot = unpoisoned(self.changed.wait(slot));
        }
        mem::swap(&mut slot.events, events);
        drop(slot);
        self.changed.notify_one();
    }

    /// Ends one side.
    fn end(&self, panic: Option<Box<dyn Any + Send>>) {
        let mut slot = unpoisoned(self.slot.lock());
        slot.is_over = true;
        if panic.is_some() {
            slot.panic = panic;
        }
        drop(slot);
        self.changed.notify_one();
    }

    /// Goes on with the panic of the listener, if there was one.
    fn rethrow(&self) {
        let panic = unpoisoned(self.slot.lock()).panic.take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }
}

/// A panic leaves nothing half done in what is locked, as it goes on afterwards.
fn unpoisoned<G>(locked: Result<G, PoisonError<G>>) -> G {
    locked.unwrap_or_else(PoisonError::into_inner)
}

/// The side of the search.
struct Teller<'s, 'l: 's, 'e> {
    handover: &'s Handover<'l>,
    scope: &'s Scope<'s, 'e>,
    /// Whether the listener has a thread.
    has_thread: bool,
    /// The number of events so far.
    told: usize,
    /// What is to be handed over.
    events: Vec<Event>,
    hears_forces: bool,
}

impl Teller<'_, '_, '_> {
    /// Starts the thread of the listener; false if there can be none.
    fn start_thread(&self) -> bool {
        let handover = self.handover;
        // In a box, so that what starts a thread is compiled once for the whole program.
        let listen: Box<dyn FnOnce() + Send> = Box::new(|| handover.listen());
        thread::Builder::new().name("plyscope listener".into()).spawn_scoped(self.scope, listen).is_ok()
    }

    fn hand_over(&mut self) {
        if self.has_thread {
            self.handover.give(&mut self.events);
        } else {
            self.handover.hear(&self.events);
            self.events.clear();
        }
    }
}

impl Listener for Teller<'_, '_, '_> {
    fn hear(&mut self, events: &[Event]) {
        self.told += events.len();
        self.events.extend_from_slice(events);
        if self.events.len() >= HANDED_OVER {
            self.has_thread = self.has_thread || (self.told > SHORT && self.start_thread());
            self.hand_over();
        }
    }

    fn hears_forces(&self) -> bool {
        self.hears_forces
    }
}

impl Drop for Teller<'_, '_, '_> {
    fn drop(&mut self) {
        self.handover.end(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{self, Shortage};
    use crate::search::{Algorithm, Limits, tell};
    use crate::tree::{Builder, Tree, Value};

    /// A tree whose root has this many leaves.
    fn flat(leaves: usize) -> Tree {
        let mut builder = Builder::new();
        builder.open().unwrap();
        for leaf in 0..leaves {
            builder.leaf(Some(Value::from(leaf as i32))).unwrap();
        }
        builder.close();
        builder.build().unwrap()
    }

    fn search(tree: &Tree, listener: &mut dyn Listener) {
        tell(Algorithm::MINIMAX, tree, Limits::default(), listener);
    }

    const SHORTAGE: Shortage = Shortage { needed: 8, left: 7 };

    #[test]
    fn a_listener_hears_every_event_in_order_on_a_thread_if_there_are_many() {
        for (leaves, has_thread) in [(1, false), (HANDED_OVER, false), (SHORT - 3, false), (10 * SHORT, true)] {
            let tree = flat(leaves);
            let (mut direct, mut beside_it, mut threads) = (Vec::new(), Vec::new(), Vec::new());
            search(&tree, &mut |events: &[Event]| direct.extend(events.iter().map(Event::read)));
            let mut listener = |events: &[Event]| {
                beside_it.extend(events.iter().map(Event::read));
                threads.push(thread::current().id());
            };
            beside(&mut listener, |listener| search(&tree, listener));
            assert_eq!(beside_it, direct);
            assert_eq!(threads.last() != Some(&thread::current().id()), has_thread, "{leaves} leaves");
        }
    }

    #[test]
    fn a_search_ends_when_its_listener_gives_up() {
        // The last one gives up at the last event.
        for (leaves, most) in [(1, 0), (100 * SHORT, 0), (100 * SHORT, 2 * SHORT), (2 * SHORT, 2 * SHORT + 1)] {
            let (tree, mut told, mut heard) = (flat(leaves), 0, 0);
            let result = memory::or_shortage(|| {
                let mut listener = |events: &[Event]| {
                    heard += events.len();
                    if heard > most {
                        memory::give_up(SHORTAGE);
                    }
                };
                beside(&mut listener, |listener| {
                    let mut counted = |events: &[Event]| {
                        told += events.len();
                        listener.hear(events);
                    };
                    search(&tree, &mut counted);
                });
            });
            assert_eq!(result, Err(SHORTAGE));
            assert!(told <= most + SHORT, "{told} events");
        }
    }

    #[test]
    fn a_listener_ends_when_the_search_gives_up() {
        let tree = flat(10 * SHORT);
        let mut heard = 0;
        let result = memory::or_shortage(|| {
            beside(&mut |events: &[Event]| heard += events.len(), |listener| {
                search(&tree, listener);
                memory::give_up(SHORTAGE);
            });
        });
        assert_eq!(result, Err::<(), _>(SHORTAGE));
        assert!(heard >= 9 * SHORT, "{heard} events");
    }
}
