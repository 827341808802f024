//! One event, in 16 bytes or fewer.

use super::super::window::{By, DEPTH_BITS, SETTERS_WITHOUT_NODE};
use super::super::{Bound, Setter, Told, Window};
use crate::tree::{Player, Role, Value};

/// Why a node is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Why {
    /// An ordinary visit.
    #[default]
    Normal,
    /// With a null window, to find out whether the node is worth searching.
    Probe,
    /// After a probe with that result.
    ReSearch,
    /// A selection function of kind J plays a choice that it has judged before.
    Replay,
    /// Before its siblings, since it makes a proof the smallest.
    Chosen,
    /// Before its siblings, as the best move that a table remembers.
    Table,
    /// Before its siblings, as a move that made a cutoff at the same depth.
    Killer,
    /// In the order of how much its move cut off elsewhere.
    History,
}

impl Why {
    const ALL: [Why; 8] =
        [Why::Normal, Why::Probe, Why::ReSearch, Why::Replay, Why::Chosen, Why::Table, Why::Killer, Why::History];

    /// The word in traces; empty for an ordinary visit.
    pub fn id(self) -> &'static str {
        match self {
            Why::Normal => "",
            Why::Probe => "probe",
            Why::ReSearch => "re-search",
            Why::Replay => "replay",
            Why::Chosen => "chosen",
            Why::Table => "table",
            Why::Killer => "killer",
            Why::History => "history",
        }
    }

    /// The reason for a word in traces; `None` for another one.
    pub fn of_id(id: &str) -> Option<Why> {
        Why::ALL.into_iter().find(|why| why.id() == id)
    }

    /// Whether it says in which place a node stands among its siblings.
    pub fn is_of_order(self) -> bool {
        matches!(self, Why::Chosen | Why::Table | Why::Killer | Why::History)
    }
}

/// A set of reasons.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Whys(u8);

impl Whys {
    #[inline]
    pub(super) fn add(&mut self, why: Why) {
        self.0 |= 1 << why as u8;
    }

    pub(super) fn has(self, why: Why) -> bool {
        self.0 & 1 << why as u8 != 0
    }

    /// Whether one of them says in which place a node stands among its siblings.
    pub(super) fn has_order(self) -> bool {
        Why::ALL.into_iter().any(|why| why.is_of_order() && self.has(why))
    }
}

/// How a search enters a node: the window and the reason.
#[derive(Clone, Copy, Debug)]
pub enum Entrance<S> {
    /// With an open window.
    Open(Why),
    /// With the window that alpha-beta passes down: that of the parent, narrowed by what the parent's children returned so far.
    Inherited(Window<S>),
    /// The same, in an order of the search's own, for the reason.
    Ordered(Window<S>, Why),
    /// With a bound set by siblings and no other: an open window, narrowed by what the parent's children returned so far.
    FromSiblings(Window<S>),
    /// With a window of its own.
    Own(Window<S>, Why),
}

impl<S> Entrance<S> {
    /// Inherited in a normal visit, whatever its place among the siblings, and the node's own window otherwise.
    #[inline]
    pub fn of(window: Window<S>, why: Why) -> Entrance<S> {
        match why {
            Why::Normal => Entrance::Inherited(window),
            _ if why.is_of_order() => Entrance::Ordered(window, why),
            _ => Entrance::Own(window, why),
        }
    }
}

/// The origin of a node's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inheritance {
    /// The window is open.
    Open,
    /// The parent's window, narrowed by what the parent's children returned so far.
    Parent,
    /// An open window, narrowed by what the parent's children returned so far.
    Siblings,
    /// Its ends are given by the events before.
    Own,
}

/// An end of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// Alpha.
    Below,
    /// Beta.
    Above,
}

/// The cause of a cutoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A bound set by a child of the parent.
    Shallow,
    /// A bound set by a child of a node further up.
    Deep,
    /// A question was answered: a threshold, or a null window.
    Question,
    /// A bound given from outside.
    Outside,
    /// A bound from a transposition table.
    Table,
    /// Unknown: another program's trace does not give it.
    Untold,
}

impl Cause {
    /// The name in files.
    pub fn id(self) -> &'static str {
        match self {
            Cause::Shallow => "shallow",
            Cause::Deep => "deep",
            Cause::Question => "question",
            Cause::Outside => "outside",
            Cause::Table => "table",
            Cause::Untold => "unknown",
        }
    }
}

/// One event of a story.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The kind in the lowest bits, and small fields above it.
    head: u32,
    index: u32,
    value: f64,
}

const _: () = assert!(size_of::<Event>() == 16);

/// The content of an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Said {
    /// A child of the innermost open node is entered; the root if none is open.
    Enter {
        /// The child's index in the game's own order; 0 for the root.
        index: u32,
        /// Who moves there.
        role: Role,
        /// The origin of its window.
        window: Inheritance,
        /// Why it is entered.
        why: Why,
        /// The static value with which it is left at once, if it has no children or is at the depth limit.
        value: Option<Value>,
    },
    /// One end of the window with which the next node is entered.
    End {
        /// Which end.
        end: Bounded,
        /// What set it.
        value: Value,
        /// Who set it.
        by: Setter,
    },
    /// A static value of a child of the innermost node that does not end a visit: computed to sort the children.
    Static {
        /// The child's index.
        index: u32,
        /// Its static value.
        value: Value,
    },
    /// The player to move at the innermost node may leave it with its static value instead of making a move: the stand-pat of a
    /// quiescence search. Only traces of other programs have it.
    Stand {
        /// The static value.
        value: Value,
    },
    /// The innermost node is left with a value from a table.
    Recall {
        /// The value.
        value: Value,
        /// Whether the value is exact or a bound.
        bound: Bound,
    },
    /// An element of the lazy list of the innermost node is used.
    Force {
        /// Its index in the list.
        index: u32,
        /// The element.
        value: Value,
        /// Whether it had been computed before.
        again: bool,
    },
    /// The innermost node is about to be left before its last child.
    Cutoff {
        /// The cause.
        cause: Cause,
        /// The bound, or the number asked about.
        bound: Value,
        /// What set the bound.
        by: Setter,
    },
    /// The innermost node is left with a value.
    Leave {
        /// The value.
        value: Value,
    },
    /// A driver begins a pass over the whole tree.
    Pass {
        /// The number of the pass, from 1.
        number: u32,
    },
}

/// The kind of an event, in the lowest bits of its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(in crate::search) enum Kind {
    Enter,
    Leaf,
    Alpha,
    Beta,
    Static,
    Recall,
    Force,
    Shallow,
    Deep,
    Question,
    Outside,
    Table,
    Leave,
    Pass,
    Untold,
    Stand,
}

/// Set in an event with which a node is left, if its value does not count at the parent.
const TAKEN_BACK: u32 = 1 << (u32::BITS - 1);
const KIND_BITS: u32 = u32::BITS - DEPTH_BITS;
const PLAYER: u32 = 1 << KIND_BITS;
const WINDOW: u32 = KIND_BITS + 1;
const WHY: u32 = KIND_BITS + 3;
const CHANCE: u32 = 1 << (KIND_BITS + 6);
const WINDOWS: [Inheritance; 4] = [Inheritance::Open, Inheritance::Parent, Inheritance::Siblings, Inheritance::Own];
const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::Lower, Bound::Upper];

impl Event {
    /// The number of kinds for which there is room.
    pub(super) const KINDS: usize = 1 << KIND_BITS;

    #[inline]
    fn new(kind: Kind, more: u32, index: u32, value: f64) -> Event {
        Event { head: kind as u32 | more << KIND_BITS, index, value }
    }

    #[inline]
    pub(super) fn enter(index: u32, player: Player, window: Inheritance, why: Why) -> Event {
        let player = if player == Player::Min { PLAYER } else { 0 };
        let head = Kind::Enter as u32 | player | (window as u32) << WINDOW | (why as u32) << WHY;
        Event { head, index, value: 0.0 }
    }

    /// Turns the entry of a node into that of a leaf.
    #[inline]
    pub(super) fn set_leaf(&mut self, value: Value) {
        self.head += Kind::Leaf as u32 - Kind::Enter as u32;
        self.value = value.get();
    }

    /// Says of the entry of a node that chance moves there.
    pub(super) fn set_chance(&mut self) {
        self.head |= CHANCE;
    }

    /// Whether chance moves at the node of an `Enter` event.
    #[inline]
    pub(in crate::search) fn is_chance(&self) -> bool {
        self.head & CHANCE != 0
    }

    #[inline]
    pub(super) fn end(end: Bounded, Told { value, by }: Told) -> Event {
        let kind = if end == Bounded::Below { Kind::Alpha } else { Kind::Beta };
        Event::new(kind, by.depth(), by.index(), value.get())
    }

    pub(super) fn ordering(index: u32, value: Value) -> Event {
        Event::new(Kind::Static, 0, index, value.get())
    }

    pub(super) fn recall(value: Value, bound: Bound) -> Event {
        Event::new(Kind::Recall, bound as u32, 0, value.get())
    }

    #[inline]
    pub(super) fn force(index: u32, value: Value, again: bool) -> Event {
        Event::new(Kind::Force, u32::from(again), index, value.get())
    }

    /// A cutoff of a node whose parent is at depth `parent`.
    #[inline]
    pub(super) fn cutoff(parent: u32, Told { value, by }: Told) -> Event {
        let kind = match by.setter() {
            Setter::Child { depth, .. } if depth == parent => Kind::Shallow,
            Setter::Child { .. } => Kind::Deep,
            Setter::Question { .. } => Kind::Question,
            Setter::Table => Kind::Table,
            Setter::Outside | Setter::Nobody => Kind::Outside,
        };
        Event::new(kind, by.depth(), by.index(), value.get())
    }

    #[inline]
    pub(super) fn leave(value: Value) -> Event {
        Event::new(Kind::Leave, 0, 0, value.get())
    }

    pub(super) fn pass(number: u32) -> Event {
        Event::new(Kind::Pass, 0, number, 0.0)
    }

    /// Of an event with which a node is left: its value does not count at the parent, because the node is searched again at once, with a
    /// window that does not begin there. Other programs probe nodes in searches of less depth, the late-move reductions.
    pub(crate) fn take_back(&mut self) {
        self.head |= TAKEN_BACK;
    }

    /// Of an event with which a node is left: whether its value does not count at the parent.
    #[inline]
    pub fn is_taken_back(&self) -> bool {
        self.head & TAKEN_BACK != 0
    }

    #[inline]
    pub(in crate::search) fn kind(&self) -> Kind {
        match self.head % (1 << KIND_BITS) {
            0 => Kind::Enter,
            1 => Kind::Leaf,
            2 => Kind::Alpha,
            3 => Kind::Beta,
            4 => Kind::Static,
            5 => Kind::Recall,
            6 => Kind::Force,
            7 => Kind::Shallow,
            8 => Kind::Deep,
            9 => Kind::Question,
            10 => Kind::Outside,
            11 => Kind::Table,
            12 => Kind::Leave,
            13 => Kind::Pass,
            14 => Kind::Untold,
            _ => Kind::Stand,
        }
    }

    /// The number of the kind, less than [`Event::KINDS`].
    #[inline]
    pub(super) fn kind_number(&self) -> usize {
        (self.head % (1 << KIND_BITS)) as usize
    }

    /// The index of the child that the event is about.
    #[inline]
    pub(super) fn index(&self) -> u32 {
        self.index
    }

    #[inline]
    pub(in crate::search) fn value(&self) -> Value {
        Value::of_event(self.value)
    }

    /// The same `Enter` event with another origin of the window.
    #[inline]
    pub(in crate::search) fn with_window(self, window: Inheritance) -> Event {
        Event { head: self.head & !(3 << WINDOW) | (window as u32) << WINDOW, ..self }
    }

    /// Whether it says of the sibling that many places after another node what `other` says of that, but for the value.
    #[inline]
    pub(in crate::search) fn is_next(&self, other: &Event, places: usize) -> bool {
        self.head == other.head && self.index as usize == other.index as usize + places
    }

    /// The player to move at the node of an `Enter` event.
    #[inline]
    pub(super) fn player(&self) -> Player {
        if self.head & PLAYER == 0 { Player::Max } else { Player::Min }
    }

    /// The origin of the window of an `Enter` event.
    #[inline]
    pub(in crate::search) fn inheritance(&self) -> Inheritance {
        WINDOWS[(self.head >> WINDOW) as usize & 3]
    }

    /// The reason of an `Enter` event.
    #[inline]
    pub(in crate::search) fn why(&self) -> Why {
        Why::ALL[(self.head >> WHY) as usize % Why::ALL.len()]
    }

    #[inline]
    fn more(&self) -> u32 {
        self.head >> KIND_BITS
    }

    fn by(&self) -> Setter {
        By::new(self.more(), self.index).setter()
    }

    /// The fields above the kind, moved so that those of setters that are not nodes, the largest, come first.
    #[inline]
    fn moved(&self) -> u32 {
        self.more().wrapping_add(SETTERS_WITHOUT_NODE) % (1 << DEPTH_BITS)
    }

    /// Whether [`Event::brief`] has room for the event.
    #[inline]
    pub(super) fn is_brief(&self) -> bool {
        self.moved() < 1 << BRIEF_BITS && self.index < 1 << (u16::BITS - KIND_BITS - BRIEF_BITS)
    }

    /// The event without its value, if it [has room](Event::is_brief).
    #[inline]
    pub(super) fn brief(&self) -> Brief {
        let kind = self.head % (1 << KIND_BITS);
        Brief((kind | self.moved() << KIND_BITS | self.index << (KIND_BITS + BRIEF_BITS)) as u16)
    }

    /// The content of the event.
    pub fn read(&self) -> Said {
        let value = self.value();
        let cutoff = |cause| Said::Cutoff { cause, bound: value, by: self.by() };
        match self.kind() {
            kind @ (Kind::Enter | Kind::Leaf) => Said::Enter {
                index: self.index,
                role: if self.is_chance() { Role::Chance } else { Role::Player(self.player()) },
                window: self.inheritance(),
                why: self.why(),
                value: (kind == Kind::Leaf).then_some(value),
            },
            Kind::Alpha => Said::End { end: Bounded::Below, value, by: self.by() },
            Kind::Beta => Said::End { end: Bounded::Above, value, by: self.by() },
            Kind::Static => Said::Static { index: self.index, value },
            Kind::Stand => Said::Stand { value },
            Kind::Recall => Said::Recall { value, bound: BOUNDS[(self.more() & 3) as usize % BOUNDS.len()] },
            Kind::Force => Said::Force { index: self.index, value, again: self.more() != 0 },
            Kind::Shallow => cutoff(Cause::Shallow),
            Kind::Deep => cutoff(Cause::Deep),
            Kind::Question => cutoff(Cause::Question),
            Kind::Outside => cutoff(Cause::Outside),
            Kind::Table => cutoff(Cause::Table),
            Kind::Untold => cutoff(Cause::Untold),
            Kind::Leave => Said::Leave { value },
            Kind::Pass => Said::Pass { number: self.index },
        }
    }
}

/// The bits of a brief event for what is above its kind.
const BRIEF_BITS: u32 = 5;

/// An event without its value in 16 bits, with a short index, and a small depth if it has one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Brief(u16);

impl Brief {
    /// Whether the event has a value.
    #[inline]
    pub(super) fn has_value(self) -> bool {
        let kind = u32::from(self.0) % (1 << KIND_BITS);
        kind != Kind::Enter as u32 && kind != Kind::Pass as u32
    }

    /// The event with its value.
    #[inline]
    pub(super) fn with(self, value: f64) -> Event {
        let bits = u32::from(self.0);
        let (kind, moved) = (bits % (1 << KIND_BITS), bits >> KIND_BITS & ((1 << BRIEF_BITS) - 1));
        let more = moved.wrapping_sub(SETTERS_WITHOUT_NODE) % (1 << DEPTH_BITS);
        Event { head: kind | more << KIND_BITS, index: bits >> (KIND_BITS + BRIEF_BITS), value }
    }
}

/// The inverse of [`Event::read`].
impl From<Said> for Event {
    fn from(said: Said) -> Event {
        match said {
            Said::Enter { index, role, window, why, value } => {
                let mut event = Event::enter(index, role.player().unwrap_or_default(), window, why);
                if role == Role::Chance {
                    event.set_chance();
                }
                if let Some(value) = value {
                    event.set_leaf(value);
                }
                event
            }
            Said::End { end, value, by } => Event::end(end, Told::new(value, by)),
            Said::Static { index, value } => Event::ordering(index, value),
            Said::Stand { value } => Event::new(Kind::Stand, 0, 0, value.get()),
            Said::Recall { value, bound } => Event::recall(value, bound),
            Said::Force { index, value, again } => Event::force(index, value, again),
            Said::Cutoff { cause, bound, by } => {
                let kind = match cause {
                    Cause::Shallow => Kind::Shallow,
                    Cause::Deep => Kind::Deep,
                    Cause::Question => Kind::Question,
                    Cause::Outside => Kind::Outside,
                    Cause::Table => Kind::Table,
                    Cause::Untold => Kind::Untold,
                };
                let by = By::of(by);
                Event::new(kind, by.depth(), by.index(), bound.get())
            }
            Said::Leave { value } => Event::leave(value),
            Said::Pass { number } => Event::pass(number),
        }
    }
}
