//! A search on tape: what was seen, in a few bytes a visit, to be played to another observer later.
//!
//! A recorded search is to run at nearly the speed of an unrecorded one, so nothing is looked up or put in order while it
//! runs, and nothing is written that the tree or the events before tell as well.

use super::super::open::OpenNodes;
use super::super::{Bound, Observer, TreePosition, Window};
use crate::tree::{MAX_NODES, NodeId, Player, Tree, Value};

/// An event in 32 bits: a node's index with flags for what happened at its entry, or what happens to the innermost node.
type Code = u32;

const EVALUATED: Code = 1 << 31;
const OWN_WINDOW: Code = 1 << 30;
const INDEX: Code = OWN_WINDOW - 1;
const CUT: Code = Code::MAX;
const LEFT: Code = Code::MAX - 1;
/// The node is left with what is known of an equal one: one of the three after this, by the kind of bound.
const RECALLED: Code = Code::MAX - 5;
const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::Lower, Bound::Upper];

// No entry looks like one of the others.
const _: () = assert!((MAX_NODES as Code) < INDEX - 5);

/// What was seen of a search and not yet played.
#[derive(Debug, Default)]
pub(super) struct Tape {
    events: Vec<Code>,
    /// The windows that were not inherited, in the order of entry.
    windows: Vec<Window>,
    /// The values of inner nodes, in the order in which they were left.
    values: Vec<Value>,
    /// The nodes entered and not left, as far as the tape was played, each with its window.
    open: OpenNodes<(NodeId, Window)>,
}

impl Tape {
    /// How many events wait to be played.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    /// Makes the calls on tape again, and wipes it.
    pub(super) fn play(&mut self, tree: &Tree, observer: &mut impl Observer<NodeId>) {
        let mut windows = self.windows.drain(..);
        let mut values = self.values.drain(..);
        let open = &mut self.open;
        for event in self.events.drain(..) {
            match event {
                CUT => {
                    let Some((node, _)) = open.innermost() else { continue };
                    observer.cutoff(&node);
                }
                LEFT => {
                    let Some(value) = values.next() else { continue };
                    let Some((node, _)) = open.leave(value) else { continue };
                    observer.leave(&node, value);
                }
                RECALLED..LEFT => {
                    let Some(value) = values.next() else { continue };
                    let Some((node, _)) = open.leave(value) else { continue };
                    observer.recall(&node, value, BOUNDS[(event - RECALLED) as usize % BOUNDS.len()]);
                }
                _ => {
                    let node = NodeId::at(event & INDEX);
                    let own = if event & OWN_WINDOW == 0 { None } else { windows.next() };
                    let inherited = || open.innermost().map_or(Window::OPEN, |(_, window)| open.narrow(window));
                    let (player, window) = (tree.player(node), own.unwrap_or_else(inherited));
                    observer.enter(&node, player, window);
                    open.enter((node, window), player);
                    if event & EVALUATED != 0
                        && let Some(value) = tree.value(node)
                    {
                        open.leave(value);
                        observer.evaluate(&node, value);
                    }
                }
            }
        }
    }
}

impl<P: TreePosition> Observer<P> for Tape {
    #[inline]
    fn enter(&mut self, position: &P, _: Player, window: Window) {
        self.windows.push(window);
        self.events.push(position.node().index() as Code | OWN_WINDOW);
    }

    #[inline]
    fn enter_inheriting(&mut self, position: &P, _: Player, _: Window) {
        self.events.push(position.node().index() as Code);
    }

    #[inline]
    fn evaluate(&mut self, _: &P, _: Value) {
        if let Some(entry) = self.events.last_mut() {
            *entry |= EVALUATED;
        }
    }

    #[inline]
    fn leave(&mut self, _: &P, value: Value) {
        self.events.push(LEFT);
        self.values.push(value);
    }

    fn recall(&mut self, _: &P, value: Value, bound: Bound) {
        self.events.push(RECALLED + bound as Code);
        self.values.push(value);
    }

    #[inline]
    fn cutoff(&mut self, _: &P) {
        self.events.push(CUT);
    }
}
