//! The mode in which a search reports its events.

use std::mem;

use super::super::run::{Mode, Node, NodeOf};
use super::super::spot::Tracked;
use super::super::window::By;
use super::super::{Bound, Setter, Told, Window};
use super::event::{Bounded, Entrance, Event, Inheritance, Why};
use crate::game::Game;
use crate::tree::{Player, Value};

/// The largest number of events in a batch: 16 KiB, which stay in the fastest cache until the listener reads them.
pub(super) const BATCH: usize = 1024;

/// Receives the events of a search, one batch at a time.
///
/// ```
/// use plyscope::search::story::{Event, Said};
/// use plyscope::search::{Algorithm, Limits, tell};
/// use plyscope::tree::Tree;
///
/// let tree: Tree = "((3 12 8) (2 4 6))".parse()?;
/// let mut leaves = Vec::new();
/// let mut listener = |events: &[Event]| {
///     for event in events {
///         if let Said::Enter { value: Some(value), .. } = event.read() {
///             leaves.push(value.get());
///         }
///     }
/// };
/// tell(Algorithm::ALPHA_BETA, &tree, Limits::default(), &mut listener);
/// assert_eq!(leaves, [3.0, 12.0, 8.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Listener {
    /// Receives the next events.
    fn hear(&mut self, events: &[Event]);

    /// Receives the next events in a list that it may keep, and returns an empty one with room for the next.
    fn take(&mut self, mut events: Vec<Event>) -> Vec<Event> {
        self.hear(&events);
        events.clear();
        events
    }

    /// Whether it has a use for [`Said::Force`](super::Said::Force), of which a lazy search has many. If not, it need not be told.
    fn hears_forces(&self) -> bool {
        true
    }
}

impl<F: FnMut(&[Event])> Listener for F {
    fn hear(&mut self, events: &[Event]) {
        self(events);
    }
}

/// Several listeners of one search.
impl<const N: usize> Listener for [&mut dyn Listener; N] {
    fn hear(&mut self, events: &[Event]) {
        for listener in self {
            listener.hear(events);
        }
    }

    fn hears_forces(&self) -> bool {
        self.iter().any(|listener| listener.hears_forces())
    }
}

/// The mode that reports events to a listener, the last of them when it is dropped. Its scores say which node returned them.
pub struct Telling<'l> {
    listener: &'l mut dyn Listener,
    tells_forces: bool,
    events: Vec<Event>,
}

impl<'l> Telling<'l> {
    /// Reports to a listener.
    pub fn new(listener: &'l mut dyn Listener) -> Telling<'l> {
        let tells_forces = listener.hears_forces();
        Telling { listener, tells_forces, events: Vec::with_capacity(BATCH) }
    }

    #[inline]
    fn push(&mut self, event: Event) {
        if self.events.len() == self.events.capacity() {
            self.flush();
        }
        self.events.push(event);
    }

    #[cold]
    #[inline(never)]
    fn flush(&mut self) {
        self.events = self.listener.take(mem::take(&mut self.events));
    }

    /// The score of the innermost node, which is left with a value.
    #[inline]
    fn returned<G: Game>(game: &G, node: &NodeOf<G, Self>, value: Value) -> Told {
        Told { value, by: By::at(node.spot, index(game, node)) }
    }

    /// The event with which a node is entered, after those that give its window.
    #[inline]
    fn entry(&mut self, index: u32, player: Player, entrance: Entrance<Told>) -> Event {
        let (window, why) = match entrance {
            Entrance::Open(why) => (Inheritance::Open, why),
            Entrance::Inherited(_) => (Inheritance::Parent, Why::Normal),
            Entrance::Ordered(_, why) => (Inheritance::Parent, why),
            Entrance::FromSiblings(_) => (Inheritance::Siblings, Why::Normal),
            Entrance::Own(window, why) => {
                self.tell_window(window);
                (Inheritance::Own, why)
            }
        };
        Event::enter(index, player, window, why)
    }

    #[cold]
    fn tell_window(&mut self, window: Window<Told>) {
        for (end, told) in [(Bounded::Below, window.low()), (Bounded::Above, window.high())] {
            if told.by() != Setter::Nobody {
                self.push(Event::end(end, told));
            }
        }
    }
}

/// The index of a node among its siblings, in the game's own order.
#[inline]
fn index<G: Game>(game: &G, node: &NodeOf<G, Telling<'_>>) -> u32 {
    game.child_index(&node.position, node.spot.index())
}

impl Drop for Telling<'_> {
    fn drop(&mut self) {
        // If the listener gave up, it cannot hear the rest.
        if !std::thread::panicking() {
            self.flush();
        }
    }
}

impl Mode for Telling<'_> {
    type Score = Told;
    type Spot = Tracked;
    const TELLS: bool = true;

    #[inline]
    fn enter<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, player: Player, entrance: Entrance<Told>) {
        let event = self.entry(index(game, node), player, entrance);
        self.push(event);
    }

    #[inline]
    fn leaf<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, entrance: Entrance<Told>, value: Value) -> Told {
        let mut event = self.entry(index(game, node), game.player(&node.position), entrance);
        event.set_leaf(value);
        self.push(event);
        Self::returned(game, node, value)
    }
    #[inline]
    fn expand<G: Game>(&mut self, game: &G) {
        if let Some(shaping) = game.shaping() {
            shaping.take_told(&mut |index, value| self.push(Event::ordering(index, value)));
        }
    }

    #[inline]
    fn evaluate<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, value: Value) -> Told {
        // The node was entered by the last event.
        if let Some(last) = self.events.last_mut() {
            last.set_leaf(value);
        }
        Self::returned(game, node, value)
    }

    #[inline]
    fn leave<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, score: Told) -> Told {
        self.push(Event::leave(score.value));
        Self::returned(game, node, score.value)
    }

    #[inline]
    fn recall<G: Game>(&mut self, game: &G, node: &NodeOf<G, Self>, value: Value, bound: Bound) -> Told {
        self.push(Event::recall(value, bound));
        Self::returned(game, node, value)
    }

    #[inline]
    fn cut<P>(&mut self, node: &Node<P, Tracked>, bound: Told) {
        self.push(Event::cutoff(node.spot.parent_depth(), bound));
    }

    #[inline]
    fn force(&mut self, index: u32, score: Told, again: bool) {
        if self.tells_forces {
            self.push(Event::force(index, score.value, again));
        }
    }

    fn chance(&mut self) {
        // The node was entered by the last event.
        if let Some(last) = self.events.last_mut() {
            last.set_chance();
        }
    }

    fn pass(&mut self, number: u32, window: Window<Told>) {
        self.tell_window(window);
        self.push(Event::pass(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{self, Shortage};
    use crate::search::story::Said;
    use crate::search::{Algorithm, Limits, tell};
    use crate::tree::Tree;

    /// Counts the events, and among them the elements of lazy lists.
    struct Heard {
        forces: bool,
        counts: [usize; 2],
    }

    impl Heard {
        fn new(forces: bool) -> Heard {
            Heard { forces, counts: [0, 0] }
        }
    }

    impl Listener for Heard {
        fn hear(&mut self, events: &[Event]) {
            let forces = events.iter().filter(|event| matches!(event.read(), Said::Force { .. })).count();
            self.counts = [self.counts[0] + events.len(), self.counts[1] + forces];
        }

        fn hears_forces(&self) -> bool {
            self.forces
        }
    }

    #[test]
    fn elements_of_lazy_lists_are_told_if_a_listener_hears_them() {
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
        let search = |listener: &mut dyn Listener| tell(Algorithm::LAZY_ALPHA_BETA, &tree, Limits::default(), listener);
        let [mut all, mut without] = [true, false].map(Heard::new);
        search(&mut all);
        search(&mut without);
        assert!(all.counts[1] > 0);
        assert_eq!(without.counts, [all.counts[0] - all.counts[1], 0]);
        let [mut one, mut other] = [false, true].map(Heard::new);
        search(&mut [&mut one as &mut dyn Listener, &mut other]);
        assert_eq!([one.counts, other.counts], [all.counts; 2]);
        let [mut one, mut other] = [false, false].map(Heard::new);
        search(&mut [&mut one as &mut dyn Listener, &mut other]);
        assert_eq!([one.counts, other.counts], [without.counts; 2]);
    }

    #[test]
    fn a_listener_that_gives_up_hears_nothing_more() {
        let (shortage, mut calls) = (Shortage { needed: 8, left: 7 }, 0);
        let result = memory::or_shortage(|| {
            let mut listener = |_: &[Event]| {
                calls += 1;
                memory::give_up(shortage);
            };
            let mut telling = Telling::new(&mut listener);
            telling.flush();
        });
        assert_eq!((result, calls), (Err(shortage), 1));
    }
}
