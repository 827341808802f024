//! Following a story: the open nodes, and what is known at each.

use std::collections::HashMap;

use super::super::window::By;
use super::super::{Aim, Asked, Bound, Score, Setter, Told, Window};
use super::event::{Bounded, Cause, Event, Inheritance, Kind, Said, Why};
use crate::game::Path;
use crate::memory;
use crate::tree::{NodeId, Player, Role, Tree, Value};

/// How nodes are identified while a story is followed.
pub trait Places {
    /// The identifier of a node.
    type Node: Copy;

    /// The root.
    fn root(&self) -> Self::Node;
    /// A child of a node by its index; `last` is the index and identifier of the child asked for before, if any. `None` if there is no
    /// such child.
    fn child(&mut self, parent: Self::Node, index: u32, last: Option<(u32, Self::Node)>) -> Option<Self::Node>;
}

/// Identifies nodes by the moves that lead to them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paths;

impl Places for Paths {
    type Node = Path;

    fn root(&self) -> Path {
        Path::ROOT
    }

    #[inline]
    fn child(&mut self, parent: Path, index: u32, _: Option<(u32, Path)>) -> Option<Path> {
        Some(parent.child(u64::from(index)))
    }
}

/// Identifies nodes of a tree in memory.
#[derive(Clone, Debug)]
pub struct Nodes<'t> {
    tree: &'t Tree,
    /// The children of nodes at which the search jumps between many children.
    wide: HashMap<NodeId, Box<[NodeId]>>,
}

/// After this many steps from one child to another, a list of the children is made.
const WIDE: u32 = 256;

impl<'t> Nodes<'t> {
    /// The nodes of a tree.
    pub fn new(tree: &'t Tree) -> Nodes<'t> {
        Nodes { tree, wide: HashMap::new() }
    }
}

impl Places for Nodes<'_> {
    type Node = NodeId;

    fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    #[inline(always)]
    fn child(&mut self, parent: NodeId, index: u32, last: Option<(u32, NodeId)>) -> Option<NodeId> {
        match last {
            Some((last, node)) if last.wrapping_add(1) == index => self.tree.sibling_after(parent, node),
            Some((last, node)) if last == index => Some(node),
            None if index == 0 => self.tree.children(parent).next(),
            _ => self.child_further(parent, index),
        }
    }
}

impl Nodes<'_> {
    /// A child that is not adjacent to the last one.
    #[inline(never)]
    fn child_further(&mut self, parent: NodeId, index: u32) -> Option<NodeId> {
        if index < WIDE {
            return self.tree.children(parent).nth(index as usize);
        }
        let children = self.wide.entry(parent).or_insert_with(|| self.tree.children(parent).collect());
        children.get(index as usize).copied()
    }
}

/// A node on entry.
#[derive(Clone, Copy, Debug)]
pub struct Entered<N> {
    /// The node.
    pub node: N,
    /// Its depth.
    pub depth: u32,
    /// Its index among its siblings.
    pub index: u32,
    /// The player in turn there.
    pub player: Player,
    /// Whether chance moves instead.
    pub is_chance: bool,
    /// The reason of the visit.
    pub why: Why,
    /// The window with which it is entered.
    pub window: Window<Told>,
    /// The question that the window asks.
    pub asked: Option<Asked>,
}

impl<N: Copy> Entered<N> {
    /// Who moves at the node.
    #[inline]
    pub fn role(&self) -> Role {
        if self.is_chance { Role::Chance } else { Role::Player(self.player) }
    }

    /// What the search wants to know of the node.
    pub fn aim(&self) -> Aim {
        Aim { window: self.window.values(), asked: self.asked }
    }

    /// The node and its index.
    #[inline]
    fn child(&self) -> Child<N> {
        Child { node: self.node, index: self.index }
    }
}

/// A node and its index among its siblings.
#[derive(Clone, Copy, Debug)]
pub struct Child<N> {
    /// The node.
    pub node: N,
    /// Its index.
    pub index: u32,
}

/// A node that was entered and not left.
#[derive(Clone, Copy, Debug)]
pub struct Open<N, T> {
    /// The node.
    pub node: N,
    /// Its index among its siblings.
    pub index: u32,
    /// The player in turn there.
    pub player: Player,
    /// Whether chance moves instead.
    pub is_chance: bool,
    /// The current window: the one with which it was entered, narrowed by what the children of a player's node returned.
    pub window: Window<Told>,
    /// The question that it was entered with.
    asked: Option<Asked>,
    /// The best score that a child returned, and which child, or the node's static value if that is an option; open if there is none.
    /// Chance has no best: there it is better than every value.
    pub best: Told,
    /// The child that was entered last, with its index.
    pub last: Option<(u32, N)>,
    /// Data kept with it.
    pub tag: T,
}

impl<N, T> Open<N, T> {
    /// What the search wants to know of the node. A question stays the same while children narrow the window.
    pub fn aim(&self) -> Aim {
        let Some(asked) = self.asked else { return Aim { window: self.window.values(), asked: None } };
        // The player's own end may have moved.
        let (low, high) = match self.player {
            Player::Max => (self.window.high().value().next_down(), self.window.high().value()),
            Player::Min => (self.window.low().value(), self.window.low().value().next_up()),
        };
        Aim { window: Window::new(Some(low), Some(high)), asked: Some(asked) }
    }
}

impl<N: Copy, T> Open<N, T> {
    /// Who moves at the node.
    pub fn role(&self) -> Role {
        if self.is_chance { Role::Chance } else { Role::Player(self.player) }
    }

    /// Whether no child has returned a value, and there is none without a child.
    #[inline]
    pub fn has_no_best(&self) -> bool {
        self.best.value().get() == self.player.worst()
    }

    /// A child returns a value to the node, which is at this depth.
    #[inline]
    fn returned(&mut self, depth: u32, index: u32, value: Value, event: &Event) {
        if !event.is_taken_back() {
            improve(self.player, &mut self.best, &mut self.window, Told { value, by: By::new(depth, index) });
        }
    }
}

/// A value that is better for a player than the best one before takes its place and narrows the window.
#[inline]
fn improve(player: Player, best: &mut Told, window: &mut Window<Told>, told: Told) {
    if player.prefers(told.value, best.value()) {
        *best = told;
        *window = window.narrow(player, told);
    }
}

/// How a node is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// With its static value.
    Evaluated,
    /// With the value of its children.
    Searched,
    /// With a value from a table.
    Recalled(Bound),
}

/// Children of a node that are evaluated one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Together<N> {
    /// Their number.
    pub number: usize,
    /// The last of them.
    pub last: N,
    /// The first of those with the best value for the player to move at their parent: which of them it is, and its value.
    pub best: (usize, Value),
}

/// A cutoff of the innermost open node.
#[derive(Clone, Copy, Debug)]
pub struct Cut<N> {
    /// The cause.
    pub cause: Cause,
    /// The bound, or the number asked about; infinite if a trace does not tell it.
    pub bound: Value,
    /// The question, if there was one.
    pub asked: Option<Asked>,
    /// The node whose value set the bound or settled the question; `None` if it was not a node.
    pub witness: Option<N>,
}

impl<N> Cut<N> {
    /// Whether the bound is known. It is not if a trace does not tell it.
    pub fn is_bound_told(&self) -> bool {
        self.bound.get().is_finite()
    }
}

/// Receives the nodes while a story is followed.
pub trait Watch<N: Copy> {
    /// Data kept with an open node.
    type Tag: Copy;

    /// A node is entered.
    fn entered(&mut self, node: Entered<N>) -> Self::Tag;
    /// The innermost node is left with a value. `parent` is the data of the node above; the root has none.
    fn left(&mut self, node: Child<N>, tag: &Self::Tag, value: Value, how: Left, parent: Option<&mut Self::Tag>);
    /// A node is entered and left at once with its static value.
    #[inline(always)]
    fn evaluated(&mut self, node: Entered<N>, value: Value, parent: Option<&mut Self::Tag>) {
        let tag = self.entered(node);
        self.left(node.child(), &tag, value, Left::Evaluated, parent);
    }
    /// The same for several children of the innermost node `parent`, if that can be done faster together: for the node of the first
    /// event, and for those of as many of the next events as it likes. `None` if they are to be reported one by one.
    #[inline(always)]
    fn evaluated_together(
        &mut self,
        _first: &Entered<N>,
        _events: &[Event],
        _parent: &mut Open<N, Self::Tag>,
    ) -> Option<Together<N>> {
        None
    }
    /// The innermost node is about to be left before its last child.
    fn cut(&mut self, node: N, tag: &mut Self::Tag, cut: Cut<N>);
    /// The innermost node is given up: it is left without a value, because the search goes through the tree again or was stopped.
    fn given_up(&mut self, _tag: &Self::Tag, _parent: Option<&mut Self::Tag>) {}
    /// A pass over the tree begins; no node is open.
    fn passed(&mut self) {}
    /// The innermost node may be left with its static value.
    fn stood(&mut self, _node: N, _tag: &mut Self::Tag, _value: Value) {}
}

/// Watches nothing, if only the open nodes are wanted. The data of each is this value.
#[derive(Clone, Copy, Debug)]
pub struct Unseen<T>(pub T);

impl<N: Copy, T: Copy> Watch<N> for Unseen<T> {
    type Tag = T;

    fn entered(&mut self, _: Entered<N>) -> T {
        self.0
    }

    fn left(&mut self, _: Child<N>, _: &T, _: Value, _: Left, _: Option<&mut T>) {}

    fn cut(&mut self, _: N, _: &mut T, _: Cut<N>) {}
}

/// Follows a story.
#[derive(Clone, Debug)]
pub struct Follower<P: Places, T> {
    places: P,
    /// The open nodes, the root first.
    pub open: Vec<Open<P::Node, T>>,
    /// The window of the next node, if it has its own.
    own: Window<Told>,
    /// The number of open nodes that the tree does not have, if the story is that of another tree.
    lost: u32,
}

/// The state of a follower, from which following can be resumed.
#[derive(Clone, Debug)]
pub(super) struct Resume<N, T> {
    open: Vec<Open<N, T>>,
    own: Window<Told>,
    lost: u32,
}

impl<P: Places, T: Copy> Follower<P, T> {
    /// The innermost open node; `None` where there is none, or where the tree does not have it.
    pub(super) fn inner(&self) -> Option<P::Node> {
        self.open.last().filter(|_| self.lost == 0).map(|open| open.node)
    }

    /// How many nodes are open that the tree does not have.
    pub(super) fn lost(&self) -> u32 {
        self.lost
    }

    /// The window of the next node or pass, where it has one of its own.
    pub(super) fn next_window(&self) -> Window<Told> {
        self.own
    }

    /// The current state.
    pub(super) fn pause(&self) -> Resume<P::Node, T> {
        Resume { open: self.open.clone(), own: self.own, lost: self.lost }
    }

    /// Resumes from a state.
    pub(super) fn resume(places: P, Resume { open, own, lost }: Resume<P::Node, T>) -> Follower<P, T> {
        Follower { places, open, own, lost }
    }

    /// A follower at the beginning of a story.
    pub fn new(places: P) -> Follower<P, T> {
        Follower { places, open: Vec::new(), own: Window::OPEN, lost: 0 }
    }

    /// Follows the next events.
    // In one function with its only caller, of which each listener has one, it takes a tenth less time.
    #[inline]
    pub fn follow(&mut self, mut events: &[Event], watch: &mut impl Watch<P::Node, Tag = T>) {
        while let Some(event) = events.first() {
            let mut followed = 1;
            match event.kind() {
                Kind::Leaf => followed = self.evaluate(event, events, watch),
                Kind::Enter => match self.enter(event) {
                    Some(node) => {
                        let tag = watch.entered(node);
                        self.push(node, tag);
                    }
                    None => self.lost += 1,
                },
                Kind::Leave => self.leave(event, Left::Searched, watch),
                Kind::Static | Kind::Force => {}
                _ => self.follow_rare(event, watch),
            }
            events = &events[followed..];
        }
    }

    /// Follows the first event, an evaluation, and maybe some of the next ones. Returns their number.
    #[inline(always)]
    fn evaluate(&mut self, event: &Event, events: &[Event], watch: &mut impl Watch<P::Node, Tag = T>) -> usize {
        let Some(node) = self.enter(event) else { return 1 };
        let depth = self.open.len().saturating_sub(1) as u32;
        let Some(parent) = self.open.last_mut() else {
            watch.evaluated(node, event.value(), None);
            return 1;
        };
        let together = watch.evaluated_together(&node, events, parent);
        let (number, best, value) = if let Some(Together { number, last, best: (best, value) }) = together {
            parent.last = Some((event.index() + number as u32 - 1, last));
            (number, best as u32, value)
        } else {
            watch.evaluated(node, event.value(), Some(&mut parent.tag));
            (1, 0, event.value())
        };
        parent.returned(depth, event.index() + best, value, event);
        number
    }

    /// Leaves the open nodes without a value: a pass begins at the root, or the search was stopped.
    pub fn give_up(&mut self, watch: &mut dyn Watch<P::Node, Tag = T>) {
        self.lost = 0;
        while let Some(given_up) = self.open.pop() {
            watch.given_up(&given_up.tag, self.open.last_mut().map(|parent| &mut parent.tag));
        }
    }

    /// A separate function, so that the frequent events are handled in registers.
    #[inline(never)]
    fn follow_rare(&mut self, event: &Event, watch: &mut dyn Watch<P::Node, Tag = T>) {
        match event.read() {
            Said::Recall { bound, .. } => self.leave(event, Left::Recalled(bound), watch),
            Said::Cutoff { cause, bound, by } => self.cut(cause, bound, by, watch),
            Said::End { end, value, by } => {
                let told = Told::new(value, by);
                self.own = match end {
                    Bounded::Below => self.own.with_low(told),
                    Bounded::Above => self.own.with_high(told),
                };
            }
            Said::Pass { .. } => {
                self.give_up(watch);
                watch.passed();
                self.own = Window::OPEN;
            }
            Said::Stand { value } => self.stand(value, watch),
            Said::Enter { .. } | Said::Leave { .. } | Said::Static { .. } | Said::Force { .. } => {}
        }
    }

    /// The node that is entered next; `None` if the tree has no such node.
    #[inline(always)]
    fn enter(&mut self, event: &Event) -> Option<Entered<P::Node>> {
        let (index, player, window, why) = (event.index(), event.player(), event.inheritance(), event.why());
        let is_chance = event.is_chance();
        let depth = self.open.len() as u32;
        let Some(parent) = self.open.last_mut() else {
            let window = if window == Inheritance::Own { self.take_own() } else { Window::OPEN };
            let (node, asked) = (self.places.root(), Asked::by(&window));
            return Some(Entered { node, depth, index, player, is_chance, why, window, asked });
        };
        if self.lost > 0 {
            return None;
        }
        let node = self.places.child(parent.node, index, parent.last)?;
        parent.last = Some((index, node));
        let (window, may_ask) = match window {
            Inheritance::Open => (Window::OPEN, false),
            Inheritance::Parent => (parent.window, true),
            Inheritance::Siblings => (Window::OPEN.narrow(parent.player, parent.best), false),
            Inheritance::Own => (self.take_own(), true),
        };
        let asked = if may_ask { Asked::by(&window) } else { None };
        Some(Entered { node, depth, index, player, is_chance, why, window, asked })
    }

    fn take_own(&mut self) -> Window<Told> {
        std::mem::replace(&mut self.own, Window::OPEN)
    }

    #[inline]
    fn push(&mut self, node: Entered<P::Node>, tag: T) {
        let Entered { node, index, player, is_chance, window, asked, .. } = node;
        let best = if (player == Player::Max) == is_chance { Told::OPEN_ABOVE } else { Told::OPEN_BELOW };
        if self.open.len() == self.open.capacity() {
            self.make_room();
        }
        self.open.push(Open { node, index, player, is_chance, window, asked, best, last: None, tag });
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        memory::make_room(&mut self.open).unwrap_or_else(|shortage| memory::give_up(shortage));
    }

    /// The player to move at the innermost open node may have its static value.
    fn stand(&mut self, value: Value, watch: &mut dyn Watch<P::Node, Tag = T>) {
        let (Some(open), 0) = (self.open.last_mut(), self.lost) else { return };
        improve(open.player, &mut open.best, &mut open.window, Told::new(value, Setter::Nobody));
        watch.stood(open.node, &mut open.tag, value);
    }

    #[inline(always)]
    fn leave<W: Watch<P::Node, Tag = T> + ?Sized>(&mut self, event: &Event, how: Left, watch: &mut W) {
        if self.lost > 0 {
            self.lost -= 1;
            return;
        }
        // The node is not moved: it is slow to read in one piece what has just been written in several.
        let Some((Open { node, index, tag, .. }, above)) = self.open.split_last_mut() else { return };
        let depth = above.len().saturating_sub(1) as u32;
        let mut parent = above.last_mut();
        let child = Child { node: *node, index: *index };
        watch.left(child, tag, event.value(), how, parent.as_mut().map(|parent| &mut parent.tag));
        if let Some(parent) = parent {
            parent.returned(depth, child.index, event.value(), event);
        }
        self.open.truncate(self.open.len() - 1);
    }

    fn cut(&mut self, cause: Cause, bound: Value, by: Setter, watch: &mut dyn Watch<P::Node, Tag = T>) {
        let (Some(cut), 0) = (self.open.last(), self.lost) else { return };
        let witness = match by {
            Setter::Child { depth, index } => {
                let setter = self.open.get(depth as usize).map(|open| (open.node, open.last));
                setter.and_then(|(parent, last)| self.places.child(parent, index, last))
            }
            Setter::Question { .. } => cut.last.map(|(_, node)| node),
            Setter::Outside | Setter::Table | Setter::Nobody => None,
        };
        let (asked, bound) = match by {
            Setter::Question { is_next } => {
                let (asked, number) = Asked::at(cut.player, bound, is_next);
                (Some(asked), number)
            }
            _ => (None, bound),
        };
        if let Some(Open { node, tag, .. }) = self.open.last_mut() {
            watch.cut(*node, tag, Cut { cause, bound, asked, witness });
        }
    }
}
