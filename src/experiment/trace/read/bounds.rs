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
            let pairs = || window.ends().into_iter().zip(other.ends());
            window == other && pairs().all(|(end, other)| end.map(Told::by) == other.map(Told::by))
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
        for (end, told) in [Bounded::Below, Bounded::Above].into_iter().zip(window.ends()) {
            if let Some(told) = told {
                self.say(Said::End { end, value: told.value(), by: told.by() });
            }
        }
    }

    /// A cutoff at the innermost open node.
    pub(super) fn cutoff(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let (node, side) = self.inner()?;
        let depth = self.open.len() - 1;
        let player = self.union.at(node).player;
        let by = match fields.by("by")? {
            By::Child(at, name) if (at as usize) < depth => self.setter(at, name, depth)?,
            By::Child(..) if fields.text("kind")? == Some("question") => Setter::Nobody,
            By::Child(..) => {
                return Err("“by” names a child of a node above the one that is left; correct “depth”".into());
            }
            _ => Setter::Nobody,
        };
        let of_setter = match by {
            Setter::Child { depth: at, .. } if at as usize + 1 == depth => Some(Cause::Shallow),
            Setter::Child { .. } => Some(Cause::Deep),
            _ => None,
        };
        let (told, word) = fields.cause()?;
        if let (Some(told @ (Cause::Shallow | Cause::Deep)), Some(of_setter)) = (told, of_setter)
            && told != of_setter
        {
            return Err(
                "a cutoff is shallow if the node's parent set the bound, and deep if it came from further up; \
                        correct “kind” or “by”"
                    .into(),
            );
        }
        let inner = self.follower.open.last();
        let of_window = inner.and_then(|open| open.window.ends()[usize::from(player == Player::Max)]).map(Told::value);
        let bound = fields.value("bound", side)?.or(of_window);
        // A kind of the program's own is none of these, whatever set the bound.
        let cause = told.or(of_setter.filter(|_| word.is_none())).filter(|_| bound.is_some()).unwrap_or(Cause::Untold);
        let bound = bound.unwrap_or_else(|| Value::from(0));
        let (bound, by) = match cause {
            Cause::Question => question(player, bound, fields.asks_about_next(player)?),
            Cause::Outside => (bound, Setter::Outside),
            Cause::Table => (bound, Setter::Table),
            Cause::Shallow | Cause::Deep => (bound, by),
            Cause::Untold => (bound, Setter::Nobody),
        };
        if let Some(skipped) = fields.whole("skipped")? {
            let entered = self.open.last().map_or(0, |open| open.entered);
            self.union.has_children(node, entered.saturating_add(skipped));
        }
        self.unexplained[node as usize] = Some(EXPLAINED);
        self.note(word);
        self.say(Said::Cutoff { cause, bound, by });
        Ok(())
    }
}

/// The end of the window whose question left a node, from the number that it asked about.
fn question(player: Player, asked: Value, is_next: bool) -> (Value, Setter) {
    let end = match (is_next, player) {
        (false, _) => asked,
        (true, Player::Max) => asked.next_up(),
        (true, Player::Min) => asked.next_down(),
    };
    (end, Setter::Question { is_next })
}
