//! Trees that a program of Python makes one by one: nodes that name their parents, as with anytree, edges that are added to a graph, as with
//! networkx and graphviz, and nodes that are linked, `root.left = Node(3)`, `root.add_child(b)`.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::graph::Vertex;
use super::keys::{self, Meaning, Turn};
use super::literal::{Before, Call, Dialect, Group, Id, Kind, Literal};
use super::looks;
use super::network::{Network, PARENT, entry, is_none, numbers, pair_in};
use super::objects::{self, Object};
use super::values::{is_value, value_of};
use crate::format::quoted;
use crate::tree::file_error::ParseError;

/// How a program sets the children of a node under its key.
const EXAMPLE: &str = "tree['A'] = ['B', 'C']";

impl Network<'_, '_> {
    /// Adds the nodes that a program makes one by one, as with anytree: `root = Node("A")`, `b = Node("B", parent=root)`.
    pub(super) fn made_one_by_one(&mut self) -> Result<bool, ParseError> {
        let literal = self.literal;
        if literal.dialect != Dialect::Python {
            return Ok(false);
        }
        let calls = literal.calls()?;
        let (mut makers, mut parents) = (FxHashSet::default(), FxHashSet::default());
        for &call in &calls {
            if let Some(parent) = parent_in(literal, call)? {
                makers.insert(literal.raw(call.function));
                literal.insert(&mut parents, parent)?;
            }
        }
        if makers.is_empty() {
            return Ok(false);
        }
        for call in calls.into_iter().filter(|call| makers.contains(literal.raw(call.function))) {
            let at = literal.at(call.function);
            let name = call.variable.or(self.identifier(call)?);
            let vertex = match name {
                Some(name) => self.vertex(name)?,
                None => self.graph.nameless(Cow::Borrowed(""), at)?,
            };
            let is_parent = name.is_some_and(|name| parents.contains(literal.raw(name)));
            self.argued(vertex, call.arguments, is_parent)?;
            if let Some(parent) = parent_in(literal, call)?.filter(|&parent| !is_none(literal, parent)) {
                if !self.graph.has(literal.raw(parent)) {
                    let message = format!("no node before this is called {}", quoted(literal.raw(parent)));
                    return Err(literal.wrong(parent, message));
                }
                let above = self.vertex(parent)?;
                self.graph.edge(above, vertex, at)?;
            }
        }
        Ok(true)
    }

    /// What names a node in a call of treelib: `tree.create_node("A", "a", parent="r")`.
    fn identifier(&self, call: Call) -> Result<Option<Id>, ParseError> {
        let literal = self.literal;
        if !literal.raw(call.function).ends_with(looks::CREATE_NODE) {
            return Ok(None);
        }
        Ok(arguments(literal, call.arguments)?.0.get(1).and_then(|&group| literal.word(group)))
    }

    /// Adds the edges and nodes that a program adds to a graph one by one: `G.add_edge("A", "B")`.
    pub(super) fn added_one_by_one(&mut self) -> Result<bool, ParseError> {
        let literal = self.literal;
        if literal.dialect != Dialect::Python || !looks::adds_edges(literal.text.as_str()) {
            return Ok(false);
        }
        let mut has_edges = false;
        for call in literal.calls()? {
            let method = literal.raw(call.function).rsplit('.').next().unwrap_or_default();
            let is_edge = looks::ADD_EDGE.contains(&method);
            if looks::ADD_EDGES.contains(&method) {
                has_edges |= self.added_in_list(call)?;
            } else if looks::SET_VALUES.contains(&method) {
                for values in arguments(literal, call.arguments)?.0 {
                    if let Some(values) = Object::of(literal, values) {
                        self.values(values)?;
                    }
                }
            } else if is_edge || looks::ADD_NODE.contains(&method) {
                self.added(call, is_edge)?;
            }
            has_edges |= is_edge;
        }
        self.set_facts()?;
        self.defined_values()?;
        if !has_edges {
            let at = looks::calls(literal.text.as_str(), &looks::ADD_EDGE).unwrap_or_default();
            let message = "only the program knows which edges it adds in a loop; let it print them, and open that";
            return Err(literal.text.wrong(at, message));
        }
        Ok(true)
    }

    /// Adds the edges of a list of pairs, or of texts of two names of one letter, as in `dot.edges(["AB", "AC"])`.
    fn added_in_list(&mut self, call: Call) -> Result<bool, ParseError> {
        let literal = self.literal;
        let first = arguments(literal, call.arguments)?.0.first().copied();
        let Some(mut edges) = first.and_then(|first| literal.list(first)) else { return Ok(false) };
        while let Some(edge) = edges.next(literal)? {
            let at = literal.at(literal.unwrapped(edge).start);
            let (parent, child) = match (pair_in(literal, edge)?, literal.word(edge)) {
                (Some((parent, child)), _) => (literal.string(parent)?, literal.string(child)?),
                (None, Some(both)) if literal.raw(both).chars().count() == 2 => {
                    let (parent, child) = literal.raw(both).split_at(literal.raw(both).ceil_char_boundary(1));
                    (parent.into(), child.into())
                }
                _ => return Err(literal.text.wrong(at, "an edge needs the names of two nodes")),
            };
            let (above, below) = (self.graph.vertex(parent, at)?, self.graph.vertex(child, at)?);
            self.graph.edge(above, below, at)?;
        }
        Ok(true)
    }

    /// Adds the nodes whose children or values a program sets under their keys: `tree['A'] = ['B', 'C']`, `tree['B'] = 3`.
    pub(super) fn set_by_key(&mut self) -> Result<bool, ParseError> {
        let literal = self.literal;
        if literal.dialect != Dialect::Python || !looks::sets_by_key(literal.text.as_str()) {
            return Ok(false);
        }
        let items = literal.outside();
        let mut has_children = false;
        self.defined_values()?;
        for four in (0..items.len()).filter_map(|first| items.get(first..first + 3)) {
            let &[dictionary, brackets, value] = four else { continue };
            let key = brackets + 1;
            let is_key = literal.is_call(dictionary, brackets)
                && literal.kind(brackets) == Kind::Square
                && key < literal.after(brackets)
                && literal.after(key) == literal.after(brackets);
            if is_key && literal.before(value) == Before::Colon {
                let group = Group { start: value, end: literal.end_of_call(value) };
                let node = self.vertex(key)?;
                has_children |= self.told_children(node, group, EXAMPLE)?;
            } else if is_key && literal.raw(value) == ".append" && literal.kind_of(value + 1) == Some(Kind::Round) {
                let parent = self.vertex(key)?;
                for child in arguments(literal, value + 1)?.0 {
                    self.child(parent, child, EXAMPLE)?;
                    has_children = true;
                }
            }
        }
        Ok(has_children)
    }

    /// Sets the values of the dictionaries of numbers that a program defines.
    fn defined_values(&mut self) -> Result<(), ParseError> {
        for (_, group) in self.literal.definitions() {
            let end = self.literal.after(group.start);
            if let Some(values) = numbers(self.literal, Group { start: group.start, end })? {
                self.values(values)?;
            }
        }
        Ok(())
    }

    /// Sets the facts that a program sets under their names, as in `G.nodes["B"]["value"] = 3`.
    fn set_facts(&mut self) -> Result<(), ParseError> {
        let literal = self.literal;
        let items = literal.outside();
        for four in items.windows(4) {
            let &[owner, name, fact, value] = four else { continue };
            let is_key =
                |brackets: Id| literal.kind(brackets) == Kind::Square && brackets + 2 == literal.after(brackets);
            if literal.raw(owner).strip_suffix("nodes").is_some_and(|graph| graph.ends_with('.'))
                && is_key(name)
                && is_key(fact)
                && literal.before(value) == Before::Colon
            {
                let node = self.vertex(name + 1)?;
                self.told(node, literal.raw(fact + 1), value)?;
            }
        }
        Ok(())
    }

    /// Adds an edge, whose label is the name of a move, or a node.
    fn added(&mut self, call: Call, is_edge: bool) -> Result<(), ParseError> {
        let literal = self.literal;
        let (unnamed, named) = arguments(literal, call.arguments)?;
        let mut words = unnamed.into_iter().filter_map(|group| literal.word(group));
        let (Some(first), second) = (words.next(), words.next()) else {
            return Err(literal.wrong(call.arguments, "a name is missing here, such as \"A\""));
        };
        let needed = [Some(first), second.filter(|_| is_edge)];
        let is_known = |&item: &Id| literal.kind(item) == Kind::Quoted || is_value(literal, item);
        if let Some(unknown) = needed.into_iter().flatten().find(|item| !is_known(item)) {
            let message = format!(
                "only the program knows what {} is; let it print its edges, and open that",
                quoted(literal.raw(unknown))
            );
            return Err(literal.wrong(unknown, message));
        }
        let mut vertex = self.vertex(first)?;
        match second {
            Some(second) if is_edge => {
                let (parent, at) = (vertex, literal.at(second));
                vertex = self.vertex(second)?;
                self.graph.edge(parent, vertex, at)?;
            }
            None if is_edge => return Err(literal.wrong(first, "an edge needs the names of two nodes")),
            Some(text) => self.graph.set_text(vertex, &literal.string(text)?, literal.at(text))?,
            None => {}
        }
        let Some(named) = named else { return Ok(()) };
        let facts = objects::said(literal, named, false, &mut self.taken)?;
        match facts.label {
            Some(label) if is_edge => self.graph.set_move(vertex, literal.name(label)?),
            Some(label) => self.graph.set_text(vertex, &literal.name(label)?, literal.at(label))?,
            None => {}
        }
        if is_edge { Ok(()) } else { self.describe(vertex, facts) }
    }

    /// Sets what the arguments of a call say about the node that it makes. The name of a leaf may be its value.
    fn argued(&mut self, vertex: Vertex, brackets: Id, is_parent: bool) -> Result<(), ParseError> {
        let literal = self.literal;
        let (unnamed, named) = arguments(literal, brackets)?;
        self.graph.set_label(vertex, "");
        let is_identified = literal.raw(brackets - 1).ends_with(looks::CREATE_NODE);
        let most = if is_identified { 1 } else { unnamed.len() };
        for item in unnamed.into_iter().take(most).filter_map(|group| literal.word(group)) {
            if is_value(literal, item) && !is_parent {
                self.graph.set_value(vertex, value_of(literal, item)?);
            } else if let Some((mover, rest)) = keys::mover_in(literal.raw(item)).filter(|_| is_parent) {
                self.graph.set_mover(vertex, mover);
                self.graph.set_label(vertex, rest);
            } else {
                self.graph.set_label(vertex, literal.name(item)?);
            }
        }
        let Some(named) = named else { return Ok(()) };
        let facts = objects::said(literal, named, false, &mut self.taken)?;
        if let Some(label) = facts.label {
            self.graph.set_label(vertex, literal.name(label)?);
        }
        self.describe(vertex, facts)
    }

    /// Adds the nodes that a program makes and then links: `root.left = Node(3)`, `root.children = [a, b]`, `root.add_child(a)`.
    pub(super) fn linked_one_by_one(&mut self) -> Result<bool, ParseError> {
        let literal = self.literal;
        if literal.dialect != Dialect::Python || !looks::links_nodes(literal.text.as_str()) {
            return Ok(false);
        }
        let items = literal.outside();
        let mut has_links = false;
        for pair in items.windows(2) {
            let (first, second) = (pair[0], pair[1]);
            if literal.before(second) == Before::Colon {
                has_links |= self.assigned(first, second)?;
            } else if literal.is_call(first, second)
                && let Some(owner) = looks::ADD_CHILD.iter().find_map(|method| owner(literal.raw(first), method))
            {
                let parent = self.graph.vertex(owner, literal.at(first))?;
                for child in arguments(literal, second)?.0 {
                    self.link(parent, child)?;
                    has_links = true;
                }
            }
        }
        Ok(has_links)
    }

    /// Adds the node that a variable is, or the children that an attribute of one is; whether it is that.
    fn assigned(&mut self, target: Id, value: Id) -> Result<bool, ParseError> {
        let literal = self.literal;
        let end = literal.end_of_call(value);
        let made = Group { start: value, end };
        let Some((owner, attribute)) = literal.raw(target).rsplit_once('.').filter(|(owner, _)| self.graph.has(owner))
        else {
            if !made.is_one(literal) {
                let vertex = self.vertex(target)?;
                self.argued(vertex, value + 1, false)?;
            }
            return Ok(false);
        };
        let parent = self.graph.vertex(owner, literal.at(target))?;
        let is_list = keys::means(attribute, Meaning::Children);
        if is_list && literal.kind(value).is_list() {
            let mut groups = literal.groups_in(value);
            while let Some(child) = groups.next(literal)? {
                self.link(parent, child)?;
            }
            return Ok(true);
        }
        if is_none(literal, value) {
            return Ok(false);
        }
        if made.is_one(literal) && self.told(parent, attribute, value)? {
            return Ok(false);
        }
        if !made.is_one(literal) {
            let vertex = self.vertex(target)?;
            self.argued(vertex, value + 1, false)?;
            self.graph.edge(parent, vertex, literal.at(target))?;
            return Ok(true);
        }
        let is_known = self.graph.has(literal.raw(value));
        if is_known {
            self.link(parent, made)?;
        }
        Ok(is_known)
    }

    /// Sets the fact about a node that an attribute is, as in `b.value = 3`; whether it is one.
    fn told(&mut self, node: Vertex, attribute: &str, value: Id) -> Result<bool, ParseError> {
        let literal = self.literal;
        for &(meaning, _) in keys::meanings(attribute) {
            match meaning {
                Meaning::Value if is_value(literal, value) => self.graph.set_value(node, value_of(literal, value)?),
                Meaning::Label if literal.kind(value) == Kind::Quoted => {
                    self.graph.set_label(node, literal.name(value)?);
                }
                Meaning::Player
                    if let Turn::Of(mover) = keys::turn(attribute, literal.raw(value), &mut self.taken.sides) =>
                {
                    self.graph.set_mover(node, mover);
                }
                _ => continue,
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Adds a child that is a variable, a number, or made at once.
    fn link(&mut self, parent: Vertex, child: Group) -> Result<(), ParseError> {
        let literal = self.literal;
        let at = literal.at(child.start);
        let vertex = if !child.is_one(literal) {
            let vertex = self.graph.nameless(Cow::Borrowed(""), at)?;
            self.argued(vertex, child.start + 1, false)?;
            vertex
        } else if is_value(literal, child.start) {
            self.graph.leaf(value_of(literal, child.start)?, at)?
        } else if self.graph.has(literal.raw(child.start)) {
            self.vertex(child.start)?
        } else {
            let message = format!("no node before this is called {}", quoted(literal.raw(child.start)));
            return Err(literal.wrong(child.start, message));
        };
        self.graph.edge(parent, vertex, at)
    }
}

/// The variable whose method a word names.
fn owner<'t>(word: &'t str, method: &str) -> Option<&'t str> {
    word.strip_suffix(method)?.strip_suffix('.').filter(|owner| !owner.is_empty())
}

/// The arguments of a call without a name, and those with one.
fn arguments(literal: &Literal<'_, '_>, brackets: Id) -> Result<(Vec<Group>, Option<Object>), ParseError> {
    let (mut unnamed, mut start, last) = (Vec::new(), brackets + 1, literal.after(brackets));
    while start < last {
        let second = literal.after(start);
        if second < last && literal.before(second) == Before::Colon {
            return Ok((unnamed, Some(Object::of_arguments(start, last))));
        }
        let end = literal.end_of_value(start, last)?;
        literal.push(&mut unnamed, Group { start, end }, start)?;
        start = end;
    }
    Ok((unnamed, None))
}

/// The parent that an argument of a call names.
fn parent_in(literal: &Literal<'_, '_>, call: Call) -> Result<Option<Id>, ParseError> {
    let Some(named) = arguments(literal, call.arguments)?.1 else { return Ok(None) };
    Ok(entry(literal, named, PARENT)?.and_then(|parent| literal.word(parent)))
}
