//! Trees as dictionaries of the children of each node, `{'A': ['B', 'C'], 'B': [3, 5]}`, perhaps beside one of the values of the leaves, as
//! `succs` and `utils` in the code of AIMA.

use rustc_hash::FxHashSet;

use super::Found;
use super::graph::Vertex;
use super::literal::{Dialect, Group, Id, Kind, Literal};
use super::network::Network;
use super::objects::{self, Object};
use super::values::{is_value, scalar, value_of};
use crate::tree::file_error::ParseError;

/// The tree of one or two dictionaries: the children of each node, and the values of the leaves; `None` if the parts are something else.
pub(super) fn of_dictionaries(literal: &Literal<'_, '_>, parts: &[Group]) -> Result<Option<Found>, ParseError> {
    let Some((children, values)) = dictionaries(literal, parts)? else { return Ok(None) };
    let mut network = Network::new(literal);
    if let Some(values) = values
        && is_of_keys(literal, children, values)?
    {
        // A child that is a number is the name of what its own entry says, though that comes later.
        for mut entries in [children, values] {
            while let Some((key, _)) = entries.next_entry(literal)? {
                network.vertex(key)?;
            }
        }
    }
    let mut entries = children;
    while let Some((key, value)) = entries.next_entry(literal)? {
        let parent = network.vertex(key)?;
        network.told_children(parent, value, "{'A': ['B', 'C']}")?;
    }
    if let Some(mut entries) = values {
        while let Some((key, value)) = entries.next_entry(literal)? {
            let leaf = network.vertex(key)?;
            let word = objects::value_in(literal, value)?;
            network.graph.set_value(leaf, value_of(literal, word)?);
        }
    }
    let mut found = network.graph.tree()?;
    let note = if values.is_some() { "children and values are dictionaries" } else { "children are a dictionary" };
    found.notes.push(note.into());
    Ok(Some(found))
}

impl Network<'_, '_> {
    /// Adds what stands under the name of a node: its children, which may be under moves, or its value. Returns whether it has children;
    /// `example` shows how they are written.
    pub(super) fn told_children(&mut self, parent: Vertex, value: Group, example: &str) -> Result<bool, ParseError> {
        let literal = self.literal;
        let mut has_children = false;
        if let Some(mut moves) = Object::of(literal, value) {
            while let Some((key, child)) = moves.next_entry(literal)? {
                let vertex = self.child(parent, child, example)?;
                self.graph.set_move(vertex, literal.string(key)?);
                has_children = true;
            }
        } else if let Some(word) = scalar(literal, value) {
            self.graph.set_value(parent, value_of(literal, word)?);
        } else if let Some(mut children) = literal.list(value) {
            while let Some(child) = children.next(literal)? {
                self.child(parent, child, example)?;
                has_children = true;
            }
        }
        Ok(has_children)
    }

    /// Adds a child that is a name, a number, or a pair of both.
    pub(super) fn child(&mut self, parent: Vertex, child: Group, example: &str) -> Result<Vertex, ParseError> {
        let literal = self.literal;
        let at = literal.at(literal.unwrapped(child).start);
        let vertex = if let Some((name, value)) = name_and_number(literal, child)? {
            let vertex = self.graph.vertex(literal.string(name)?, at)?;
            self.graph.set_value(vertex, value_of(literal, value)?);
            vertex
        } else if let Some(name) = literal.word(child) {
            let is_leaf = is_value(literal, name) && !self.graph.has(&literal.string(name)?);
            if is_leaf { self.graph.leaf(value_of(literal, name)?, at)? } else { self.vertex(name)? }
        } else {
            return Err(literal.text.wrong(at, format!("expected the name of a child, as in {example}")));
        };
        self.graph.edge(parent, vertex, at)?;
        Ok(vertex)
    }
}

/// What a pair of a name and a number holds.
fn name_and_number(literal: &Literal<'_, '_>, group: Group) -> Result<Option<(Id, Id)>, ParseError> {
    let Some(mut groups) = literal.list(group) else { return Ok(None) };
    let (first, second) = (groups.next(literal)?, groups.next(literal)?);
    let (Some(name), Some(number), None) = (first, second, groups.next(literal)?) else { return Ok(None) };
    let is_name = name.is_one(literal) && literal.kind(name.start) == Kind::Quoted && !is_value(literal, name.start);
    Ok(scalar(literal, number).filter(|_| is_name).map(|number| (name.start, number)))
}

/// The dictionary of children, and that of values.
fn dictionaries(literal: &Literal<'_, '_>, parts: &[Group]) -> Result<Option<(Object, Option<Object>)>, ParseError> {
    let mut objects = Vec::new();
    match *parts {
        [part] => {
            if let Some(single) = Object::of(literal, part) {
                if is_of_names(literal, single, true)? {
                    return Ok(Some((single, None)));
                }
                return two_in(literal, single);
            }
            if let Some(mut groups) = literal.list(part) {
                while let Some(group) = groups.next(literal)? {
                    let Some(next) = Object::of(literal, group).filter(|_| objects.len() < 2) else { return Ok(None) };
                    objects.push(next);
                }
            }
        }
        [_, _] => objects.extend(parts.iter().filter_map(|&part| Object::of(literal, part))),
        _ => {}
    }
    let [first, second] = objects[..] else { return Ok(None) };
    Ok(match (is_of_names(literal, first, false)?, is_of_names(literal, second, false)?) {
        (true, false) => Some((first, Some(second))),
        (false, true) => Some((second, Some(first))),
        (false, false) if is_of_keys(literal, first, second)? => Some((first, Some(second))),
        (false, false) if is_of_keys(literal, second, first)? => Some((second, Some(first))),
        _ => None,
    })
}

/// Whether a dictionary has lists of its keys and of those of another, which has a value for each: names that are numbers.
fn is_of_keys(literal: &Literal<'_, '_>, children: Object, values: Object) -> Result<bool, ParseError> {
    let mut keys = FxHashSet::default();
    for mut entries in [children, values] {
        while let Some((key, _)) = entries.next_entry(literal)? {
            literal.insert(&mut keys, key)?;
        }
    }
    let mut entries = children;
    while let Some((_, list)) = entries.next_entry(literal)? {
        let Some(mut groups) = literal.list(list) else { return Ok(false) };
        while let Some(child) = groups.next(literal)? {
            if !child.is_one(literal) || !keys.contains(literal.raw(child.start)) {
                return Ok(false);
            }
        }
    }
    is_of_values(literal, values)
}

/// Two dictionaries in one: `{"succs": {…}, "utils": {…}}`.
fn two_in(literal: &Literal<'_, '_>, mut entries: Object) -> Result<Option<(Object, Option<Object>)>, ParseError> {
    let mut found = Vec::new();
    while let Some((_, value)) = entries.next_entry(literal)? {
        if found.len() == 2 {
            return Ok(None);
        }
        found.extend(Object::of(literal, value));
    }
    let [first, second] = found[..] else { return Ok(None) };
    let is_pair =
        is_of_names(literal, first, false)? && !is_of_names(literal, second, false)? && is_of_values(literal, second)?;
    Ok(is_pair.then_some((first, Some(second))))
}

/// Whether every value of a dictionary is a number.
pub(super) fn is_of_values(literal: &Literal<'_, '_>, mut object: Object) -> Result<bool, ParseError> {
    while let Some((_, value)) = object.next_entry(literal)? {
        if scalar(literal, value).is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the first value of a dictionary is a list of names, or of moves to names; with `of_its_own`, one of them must be a key of it.
fn is_of_names(literal: &Literal<'_, '_>, object: Object, of_its_own: bool) -> Result<bool, ParseError> {
    let mut keys = object;
    let first = if literal.dialect == Dialect::Terms { None } else { keys.next_entry(literal)? };
    let Some((_, first)) = first else { return Ok(false) };
    let mut children = Vec::new();
    if let Some(mut moves) = Object::of(literal, first) {
        while let Some((_, child)) = moves.next_entry(literal)? {
            literal.push(&mut children, child, child.start)?;
        }
    } else if let Some(mut groups) = literal.list(first) {
        while let Some(child) = groups.next(literal)? {
            literal.push(&mut children, child, child.start)?;
        }
    }
    let mut names = FxHashSet::default();
    for &child in &children {
        let name = match name_and_number(literal, child) {
            Ok(Some((name, _))) => Some(name),
            _ => literal.word(child),
        };
        let Some(name) = name.filter(|&name| !is_value(literal, name)) else { return Ok(false) };
        literal.insert(&mut names, name)?;
    }
    if names.is_empty() || !of_its_own {
        return Ok(!names.is_empty());
    }
    let mut keys = object;
    while let Some((key, _)) = keys.next_entry(literal)? {
        if names.contains(literal.raw(key)) {
            return Ok(true);
        }
    }
    Ok(false)
}
