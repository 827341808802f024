//! Items that belong together: the values between the commas of a list, a constructor with what it is applied to, the definitions of a
//! program.

use rustc_hash::FxHashSet;

use super::{Before, Dialect, Id, Kind, Literal, MISSING_COMMA, TRAILING_COMMA};
use crate::tree::file_error::ParseError;

/// Items that together are one thing: a value, a list, or a constructor and what it is applied to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Group {
    pub(crate) start: Id,
    pub(crate) end: Id,
}

impl Group {
    /// Whether it is a single item.
    pub(crate) fn is_one(self, literal: &Literal<'_, '_>) -> bool {
        self.start < self.end && literal.after(self.start) == self.end
    }
}

/// The things of a list that have not been read yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Groups {
    next: Id,
    end: Id,
    /// Whether a thing ends at a comma; otherwise each item is one.
    by_commas: bool,
}

impl Groups {
    pub(crate) fn is_empty(&self) -> bool {
        self.next == self.end
    }

    /// The item behind the last thing.
    pub(crate) fn end(&self) -> Id {
        self.end
    }

    /// The next thing.
    pub(crate) fn next(&mut self, literal: &Literal<'_, '_>) -> Result<Option<Group>, ParseError> {
        if self.is_empty() {
            return Ok(None);
        }
        let start = self.next;
        let mut end = literal.after(start);
        if self.by_commas {
            end = literal.end_of_value(start, self.end)?;
        }
        self.next = end;
        Ok(Some(Group { start, end }))
    }
}

/// A function that is called at the outside of a text, and the variable that keeps the result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) variable: Option<Id>,
    pub(crate) function: Id,
    pub(crate) arguments: Id,
}

impl Literal<'_, '_> {
    /// All functions that are called at the outside of a text.
    pub(crate) fn calls(&self) -> Result<Vec<Call>, ParseError> {
        let mut calls = Vec::new();
        let (mut last, mut item) = (None, 0);
        while item < self.len() {
            let arguments = self.after(item);
            if arguments < self.len() && self.kind(arguments) == Kind::Round && self.is_call(item, arguments) {
                let variable = last.filter(|_| self.before(item) == Before::Colon);
                self.push(&mut calls, Call { variable, function: item, arguments }, item)?;
            }
            last = Some(item);
            item = arguments;
        }
        Ok(calls)
    }

    /// Where a word ends with the arguments right behind it, if there are any.
    pub(crate) fn end_of_call(&self, word: Id) -> Id {
        let end = self.after(word);
        if end < self.len() && self.is_call(word, end) { self.after(end) } else { end }
    }

    /// Whether brackets are the arguments of the word right before them.
    pub(crate) fn is_call(&self, word: Id, brackets: Id) -> bool {
        self.kind(word) == Kind::Word
            && self.kind(brackets).is_brackets()
            && self.at(word) + self.raw(word).len() == self.at(brackets)
    }

    /// Where what begins at an item ends: at a comma, or at the end of the brackets.
    pub(crate) fn end_of_value(&self, start: Id, end_of_brackets: Id) -> Result<Id, ParseError> {
        let mut end = self.after(start);
        while end < end_of_brackets && self.before(end) != Before::Comma {
            let belongs =
                self.dialect == Dialect::Terms || self.before(end) == Before::Colon || self.is_call(start, end);
            if !belongs {
                return Err(self.wrong(end, MISSING_COMMA));
            }
            end = self.after(end);
        }
        Ok(end)
    }

    /// The things in brackets.
    pub(crate) fn groups_in(&self, brackets: Id) -> Groups {
        Groups { next: brackets + 1, end: self.after(brackets), by_commas: self.dialect != Dialect::Lisp }
    }

    /// The things of a list; `None` if a group is something else.
    pub(crate) fn list(&self, group: Group) -> Option<Groups> {
        let group = self.unwrapped(group);
        (group.is_one(self) && self.kind(group.start).is_list()).then(|| self.groups_in(group.start))
    }

    /// The single word or text that a group is, if it is one.
    pub(crate) fn word(&self, group: Group) -> Option<Id> {
        let group = self.unwrapped(group);
        (group.is_one(self) && !self.kind(group.start).is_brackets()).then_some(group.start)
    }

    /// Without the brackets that only group, and without the word that makes a list: in Python and the languages of constructors, round
    /// ones around a single thing.
    pub(crate) fn unwrapped(&self, mut group: Group) -> Group {
        loop {
            if group.start + 1 < group.end && self.after(group.start + 1) == group.end && self.is_made_list(group.start)
            {
                let (brackets, inside) = (group.start + 1, group.start + 2);
                let is_list =
                    inside < group.end && self.after(inside) == group.end && self.sign(inside) == Kind::Square;
                // `array([3, 12])` is the list that it is made of.
                return Group { start: if is_list { inside } else { brackets }, ..group };
            }
            let inside = Group { start: group.start + 1, end: group.end };
            if !group.is_one(self) || self.kind(group.start) != Kind::Round || inside.start >= inside.end {
                return group;
            }
            group = match self.dialect {
                Dialect::Terms | Dialect::Python if !self.has_comma(group.start) => inside,
                Dialect::Lisp if let Some(quoted) = self.quoted_in(inside) => quoted,
                _ => return group,
            };
        }
    }

    /// What `(quote …)` quotes.
    fn quoted_in(&self, inside: Group) -> Option<Group> {
        let value = Group { start: self.after(inside.start), end: inside.end };
        let is_quote = self.kind(inside.start) == Kind::Word && self.raw(inside.start) == "quote";
        (is_quote && value.is_one(self)).then_some(value)
    }

    /// Whether there is a comma between the things in brackets, or behind a single one.
    fn has_comma(&self, brackets: Id) -> bool {
        let mut item = brackets + 1;
        let end = self.after(brackets);
        while item < end && self.before(item) == Before::Nothing {
            item = self.after(item);
        }
        item < end || self.items[brackets as usize].at & TRAILING_COMMA != 0
    }

    /// What the constructor at the beginning of a group is applied to; `None` if it is none.
    pub(crate) fn arguments(&self, group: Group) -> Option<Groups> {
        let first = self.after(group.start);
        if first >= group.end {
            return None;
        }
        let is_single = self.after(first) == group.end;
        let is_terms = self.dialect == Dialect::Terms;
        let is_tuple =
            self.kind(first).is_list() && (!is_terms || self.kind(first) == Kind::Round && self.has_comma(first));
        if is_single && is_tuple {
            return Some(self.groups_in(first));
        }
        is_terms.then_some(Groups { next: first, end: group.end, by_commas: false })
    }

    /// What stands at the outside of a text: the values of its definitions, as in `tree = [[3, 12], [2, 4]]`, or else all there is.
    pub(crate) fn parts(&self) -> Vec<Group> {
        let items = self.outside();
        let definitions: Vec<usize> = (1..items.len()).filter(|&n| self.before(items[n]) == Before::Colon).collect();
        if definitions.is_empty() {
            return self.undefined_parts(&items);
        }
        let first = definitions[0];
        if self.has_results(&items, first) {
            return self.undefined_parts(&items[..first]);
        }
        // What stands before the first name is not defined, but it may be the tree, with its value below.
        let before = Group { start: items[0], end: self.after(items[0]) };
        let mut parts = Vec::from_iter(Some(before).filter(|_| first > 1 && self.sign(items[0]).is_brackets()));
        for (number, &first) in definitions.iter().enumerate() {
            // The name of the next definition does not belong to this one.
            let last = definitions.get(number + 1).map_or(items.len(), |next| next - 1);
            let mut end = items.get(last).copied().unwrap_or(self.len());
            if self.dialect == Dialect::Python && first + 1 < last && self.begins_a_line(items[first + 1]) {
                // In Python, what follows is a statement of its own.
                end = items[first + 1];
            }
            if first < last {
                parts.push(Group { start: items[first], end });
            }
        }
        // Beside a tree or two dictionaries, what is defined as a word, a number or an empty list says nothing, nor what is computed.
        let names: FxHashSet<&str> = definitions.iter().map(|&first| self.raw(items[first - 1])).collect();
        if parts.iter().any(|&part| self.may_be_a_tree(part, &names)) {
            parts.retain(|&part| self.may_be_a_tree(part, &names));
        }
        parts
    }

    /// What a program defines, each with its name.
    pub(crate) fn definitions(&self) -> Vec<(Id, Group)> {
        let items = self.outside();
        let starts: Vec<usize> = (1..items.len()).filter(|&n| self.before(items[n]) == Before::Colon).collect();
        let ends = starts.iter().skip(1).map(|next| items[next - 1]).chain([self.len()]);
        starts.iter().zip(ends).map(|(&n, end)| (items[n - 1], Group { start: items[n], end })).collect()
    }

    /// The items at the outside of a text.
    pub(crate) fn outside(&self) -> Vec<Id> {
        let (mut items, mut item) = (Vec::new(), 0);
        while item < self.len() {
            items.push(item);
            item = self.after(item);
        }
        items
    }

    /// Whether what stands behind the first sign of a definition, and behind others, is what an application or a list before that comes
    /// to, as in `max(min(3, 12), min(2, 4)) = max(3, 2) = 3`.
    fn has_results(&self, items: &[Id], first: usize) -> bool {
        let is_made = match *items {
            [word, brackets, ..] if first == 2 => self.is_call(word, brackets) && self.sign(brackets) == Kind::Round,
            [brackets, ..] if first == 1 => self.sign(brackets).is_brackets(),
            _ => false,
        };
        let is_chain = items.iter().all(|&item| self.before(item) != Before::Comma);
        is_made && is_chain && items.last().is_some_and(|&last| !self.sign(last).is_brackets())
    }

    /// Whether only blanks stand before an item on its line.
    fn begins_a_line(&self, item: Id) -> bool {
        let before = self.text.as_str()[..self.at(item)].trim_end_matches([' ', '\t']);
        before.ends_with(['\n', '\r'])
    }

    /// Whether what a program defines as one of the names is a list, an object or an application that does not name what it defines.
    fn may_be_a_tree(&self, part: Group, names: &FxHashSet<&str>) -> bool {
        let is_value = |item: Id| self.raw(item).trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
        if self.sign(part.start).is_brackets() {
            return self.after(part.start) > part.start + 1;
        }
        let is_named = |item: Id| self.kind(item) == Kind::Word && names.contains(self.raw(item));
        !part.is_one(self) && !is_value(part.start) && !(part.start..part.end).any(is_named)
    }

    /// The parts of a text that defines nothing, except by `(define tree '((3 12) (2 4)))`.
    fn undefined_parts(&self, items: &[Id]) -> Vec<Group> {
        // What a program of Lisp does with what it defines says nothing.
        let mut defined = items.iter().filter_map(|&list| self.defined_in_lisp(list));
        if let (Some(defined), None) = (defined.next(), defined.next()) {
            return vec![defined];
        }
        let mut parts = Vec::new();
        let last = items.last().map_or(0, |&last| self.after(last));
        let mut groups = Groups { next: 0, end: last, by_commas: self.dialect == Dialect::Terms };
        while let Ok(Some(Group { start, mut end })) = groups.next(self) {
            if self.dialect != Dialect::Lisp && end < last && self.is_call(start, end) {
                end = self.after(end);
                groups.next = end;
            }
            parts.push(Group { start, end });
        }
        parts
    }

    fn defined_in_lisp(&self, list: Id) -> Option<Group> {
        let is_definition = self.dialect == Dialect::Lisp
            && self.kind(list) == Kind::Round
            && list + 2 < self.after(list)
            && self.kind(list + 1) == Kind::Word
            && matches!(
                self.raw(list + 1),
                "define" | "def" | "defparameter" | "defvar" | "defconst" | "setq" | "setf"
            );
        let value = list + 3;
        (is_definition && value < self.after(list)).then(|| Group { start: value, end: self.after(value) })
    }
}
