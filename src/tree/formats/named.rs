//! Parts of a tree to which a program gives names: `left = [3, 12]`, `tree = [left, right]`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::literal::{Dialect, Group, Kind, Literal};
use super::values::scalar;
use crate::format::quoted;
use crate::tree::file_error::ParseError;

/// The nodes to which a program gives names before it puts them together: `left = [3, 12]`, `tree = [left, right]`.
#[derive(Clone, Default)]
pub(super) struct Named<'t>(FxHashMap<&'t str, Group>);

impl<'t> Named<'t> {
    /// What a program defines; nothing if that is not put together of several.
    pub(super) fn of(literal: &Literal<'_, 't>) -> Named<'t> {
        let definitions = literal.definitions();
        if definitions.len() < 2 || literal.dialect == Dialect::Lisp {
            return Named::default();
        }
        let is_node = |group: &Group| {
            let is_made = !group.is_one(literal) && literal.raw(group.start).starts_with(char::is_uppercase);
            literal.kind(group.start).is_brackets()
                || is_made
                || literal.is_made_list(group.start)
                || scalar(literal, *group).is_some()
        };
        let named = definitions.into_iter().filter(|(_, group)| is_node(group));
        Named(named.map(|(name, group)| (literal.raw(name), group)).collect())
    }

    /// The only one that others are put together to, if one is.
    pub(super) fn root(&self, literal: &Literal<'_, '_>) -> Option<Group> {
        let mut roots: FxHashSet<&str> = self.0.keys().copied().collect();
        roots.retain(|name| scalar(literal, self.0[name]).is_none());
        let count = roots.len();
        for item in self.0.values().flat_map(|group| group.start..group.end) {
            if literal.kind(item) == Kind::Word {
                roots.remove(literal.raw(item));
            }
        }
        let mut left = roots.into_iter();
        let root = left.next().filter(|_| left.next().is_none() && count > 1)?;
        self.0.get(root).copied()
    }

    /// What a word was defined as before, which it may mean once.
    pub(super) fn take(&mut self, literal: &Literal<'_, '_>, group: Group) -> Result<Option<Group>, ParseError> {
        if self.0.is_empty() || !group.is_one(literal) || literal.kind(group.start) != Kind::Word {
            return Ok(None);
        }
        let name = literal.raw(group.start);
        let Some(meant) = self.0.get_mut(name).filter(|meant| meant.start < group.start) else { return Ok(None) };
        if meant.end == meant.start {
            let message =
                format!("{} is a child twice; in a tree each node has one parent, so write it out", quoted(name));
            return Err(literal.wrong(group.start, message));
        }
        let found = *meant;
        if scalar(literal, found).is_none() {
            meant.end = meant.start;
        }
        Ok(Some(found))
    }
}
