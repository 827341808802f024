//! Windows and cutoffs of a trace, and what set their bounds.

use super::fields::{By, ChildName, Fields, Side};
use super::reading::{EXPLAINED, Reading};
use crate::search::story::{Bounded, Cause, Inheritance, Said};
use crate::search::{Score as _, Setter, Told, Window};
use crate::tree::{Player, Value};

impl Reading {
    /// The window of an event.
    pub(super) fn window(&self, fields: Fields<'_>, side: Side) -> Result<Window<Told>, String> {
        fields.window(side, |by| match by {
            By::Child(depth, name) => self.setter(depth, name, self.open.len()),
            By::Outside => Ok(Setter::Outside),
            By::Question => Ok(Setter::Question { is_next: false }),
            By::Table => Ok(Setter::Table),
            By::Untold => Ok(Setter::Nobody),
        })
    }

    /// The child of one of the outermost open nodes.
    fn setter(&self, depth: u32, name: ChildName<'_>, nodes: usize) -> Result<Setter, String> {
        let open = self.open.iter().take(nodes).nth(depth as usize);
        let open = open.ok_or_else(|| format!("the node has no ancestor at depth {depth}; correct “depth”"))?;
        let child = self.union.child(open.node, name).ok_or_else(|| {
            format!("that child of the node at depth {depth} was not entered before; correct “child” or “move”")
        })?;
        Ok(Setter::Child { depth, index: self.union.at(child).number })
    }

    /// From where the node that is entered next has its window; what the events before have to tell of it is told.
    pub(super) fn inheritance(&mut self, window: Window<Told>) -> Inheritance {
        let is = |other: Window<Told>| {
            let setters = |window: Window<Told>| window.ends().map(|end| end.map(Told::by));
            window == other && setters(window) == setters(other)
        };
        if let Some(parent) = self.follower.open.last() {
            let of_siblings = Window::OPEN.narrow(parent.player, parent.best);
            match (is(parent.window), is(of_siblings)) {
                (true, of_siblings) => {
                    self.passes_bounds_down |= !of_siblings;
                    return Inheritance::Parent;
                }
                (false, true) => {
                    self.knows_siblings = true;
                    return Inheritance::Siblings;
                }
                (false, false) => {}
            }
        }
        if is(Window::OPEN) {
            return Inheritance::Open;
        }
        self.tell_ends(window);
        Inheritance::Own
    }

    /// Tells the ends of a window, before the event that has it.
    pub(super) fn tell_ends(&mut self, window: Window<Told>) {
        let [low, high] = window.ends();
        for &(end, told) in &[(Bounded::Below, low), (Bounded::Above, high)] {
            if let Some(told) = told {
                self.say(Said::End { end, value: told.value(), by: told.by() });
            }
        }
    }

    /// A cutoff at the innermost open node.
    pub(super) fn cutoff(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let (node, side) = self.inner()?;
        let depth = self.open.len() - 1;
        let player = self.union.at(node).mover.player;
        let told_by = self.told_setter(fields, depth)?;
        let (told, word) = fields.cause()?;
        refuse_contradiction(told, told_by.and_then(|by| cause_of(by, depth)))?;
        let inner = self.follower.open.last();
        let end = inner.and_then(|open| open.window.ends()[usize::from(player == Player::Max)]);
        let is_crossed = |end: Value| {
            inner.map(|open| open.best.value()).is_some_and(|best| best == end || player.prefers(best, end))
        };
        let is_meant = |end: Value| told.is_some() || told_by.is_some() || word.is_none() && is_crossed(end);
        let bound = fields.value("bound", side)?.or(end.map(Told::value).filter(|&end| is_meant(end)));
        // What set a bound that is the end of the window was told with the window.
        let of_window = end.filter(|end| Some(end.value()) == bound).map(Told::by);
        let of_window = of_window.filter(|&by| told.is_none_or(|told| cause_of(by, depth) == Some(told)));
        let by = told_by.or(of_window);
        // A kind of the program's own is none of these, whatever set the bound.
        let cause = told.or(by.filter(|_| word.is_none()).and_then(|by| cause_of(by, depth)));
        let cause = cause.filter(|_| bound.is_some()).unwrap_or(Cause::Untold);
        let bound = bound.unwrap_or(UNTOLD);
        let (bound, by) = match (cause, by) {
            (Cause::Question, Some(by @ Setter::Question { .. })) if told_by.is_none() && !fields.has("asked") => {
                (bound, by)
            }
            (Cause::Question, _) => question(player, bound, fields.asks_about_next(player)?),
            (Cause::Outside, _) => (bound, Setter::Outside),
            (Cause::Table, _) => (bound, Setter::Table),
            (Cause::Shallow | Cause::Deep, by) => (bound, by.unwrap_or(Setter::Nobody)),
            (Cause::Untold, _) => (bound, Setter::Nobody),
        };
        if let Some(skipped) = fields.whole("skipped")? {
            self.margin.counts_children = true;
            // Star2 comes back to children, which then count twice, so that a number that is told is better.
            if let Some(open) = self.open.last().filter(|open| open.children.is_none()) {
                self.union.has_children(node, open.entered.saturating_add(skipped));
            }
        }
        self.unexplained[node as usize] = Some(EXPLAINED);
        self.margin.has_cutoffs = true;
        self.note(word);
        let event = self.events.len() as u32;
        self.margin.excuses.extend(word.map(|word| (event, word.into())));
        self.say(Said::Cutoff { cause, bound, by });
        Ok(())
    }

    /// What set the bound of a cutoff at a depth, if the event says it.
    fn told_setter(&self, fields: Fields<'_>, depth: usize) -> Result<Option<Setter>, String> {
        Ok(match fields.by("by")? {
            By::Child(at, name) if (at as usize) < depth => Some(self.setter(at, name, depth)?),
            By::Child(..) if fields.text("kind")? == Some("question") => None,
            By::Child(..) => {
                return Err("“by” must name a child of a node above the one that is left; correct it".into());
            }
            By::Outside => Some(Setter::Outside),
            By::Question => Some(Setter::Question { is_next: false }),
            By::Table => Some(Setter::Table),
            By::Untold => None,
        })
    }
}

/// The cause of a cutoff at a depth by a bound.
fn cause_of(by: Setter, depth: usize) -> Option<Cause> {
    match by {
        Setter::Child { depth: at, .. } if at as usize + 1 == depth => Some(Cause::Shallow),
        Setter::Child { .. } => Some(Cause::Deep),
        Setter::Outside => Some(Cause::Outside),
        Setter::Question { .. } => Some(Cause::Question),
        Setter::Table => Some(Cause::Table),
        Setter::Nobody => None,
    }
}

/// Refuses a cutoff that is called shallow and is deep by what set its bound, or the other way round.
fn refuse_contradiction(told: Option<Cause>, of_setter: Option<Cause>) -> Result<(), String> {
    let is_of_node = |cause: &Cause| matches!(cause, Cause::Shallow | Cause::Deep);
    if told.filter(is_of_node).zip(of_setter.filter(is_of_node)).is_some_and(|(told, of_setter)| told != of_setter) {
        let message = "a cutoff is shallow if the node's parent set the bound, and deep if it came from further up; \
                       correct “kind” or “by”";
        return Err(message.into());
    }
    Ok(())
}

/// The bound of a cutoff of which the trace tells none.
pub(super) const UNTOLD: Value = Value::OPEN_BELOW;

/// The end of the window whose question left a node, from the number that it asked about.
fn question(player: Player, asked: Value, is_next: bool) -> (Value, Setter) {
    let end = match (is_next, player) {
        (false, _) => asked,
        (true, Player::Max) => asked.next_up(),
        (true, Player::Min) => asked.next_down(),
    };
    (end, Setter::Question { is_next })
}
