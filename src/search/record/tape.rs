//! A search on tape: what was seen, in a few bytes a visit, to be played to another observer later.
//!
//! A recorded search is to run at nearly the speed of an unrecorded one, so nothing is looked up or put in order while it
//! runs, and nothing is written that the tree or the events before tell as well.

use super::super::{Observer, TreePosition, Window};
use crate::tree::{MAX_NODES, NodeId, Player, Tree, Value};

/// An event in 32 bits: a node's index with flags for what happened at its entry, or what happens to the innermost node.
type Code = u32;

const EVALUATED: Code = 1 << 31;
const OWN_WINDOW: Code = 1 << 30;
const INDEX: Code = OWN_WINDOW - 1;
const CUT: Code = Code::MAX;
const LEFT: Code = Code::MAX - 1;

// No entry looks like one of the others.
const _: () = assert!((MAX_NODES as Code) < INDEX - 1);

/// What was seen of a search and not yet played.
#[derive(Debug, Default)]
pub(super) struct Tape {
    events: Vec<Code>,
    /// The windows that were not inherited, in the order of entry.
    windows: Vec<Window>,
    /// The values of inner nodes, in the order in which they were left.
    values: Vec<Value>,
    open: OpenNodes,
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
                    let Some(innermost) = open.0.last() else { continue };
                    observer.cutoff(&innermost.node);
                }
                LEFT => {
                    let (Some(left), Some(value)) = (open.0.pop(), values.next()) else { continue };
                    open.learn(value);
                    observer.leave(&left.node, value);
                }
                _ => {
                    let node = NodeId::at(event & INDEX);
                    let own = if event & OWN_WINDOW == 0 { None } else { windows.next() };
                    let (player, window) = (tree.player(node), own.unwrap_or_else(|| open.inherited()));
                    observer.enter(&node, player, window);
                    if event & EVALUATED == 0 {
                        open.0.push(OpenNode { window, node, player });
                    } else if let Some(value) = tree.value(node) {
                        open.learn(value);
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

    #[inline]
    fn cutoff(&mut self, _: &P) {
        self.events.push(CUT);
    }
}

/// The nodes entered and not left, the root first, as far as the tape was played.
#[derive(Debug, Default)]
struct OpenNodes(Vec<OpenNode>);

#[derive(Debug)]
struct OpenNode {
    /// What its next child inherits.
    window: Window,
    node: NodeId,
    player: Player,
}

impl OpenNodes {
    /// The window that the next node inherits.
    fn inherited(&self) -> Window {
        self.0.last().map_or(Window::OPEN, |open| open.window)
    }

    /// A child of the innermost node has a value.
    fn learn(&mut self, value: Value) {
        if let Some(parent) = self.0.last_mut() {
            parent.window = parent.window.narrow(parent.player, value);
        }
    }
}
