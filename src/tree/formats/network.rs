//! Trees as lists of nodes and edges, as programs for networks keep them: `[("A", "B"), ("A", "C")]`, `{"nodes": […], "edges": […]}`, objects
//! that name their parent, and objects under their names that name their children; and what [programs] make one by one.
//!
//! [programs]: super::programs

use rustc_hash::FxHashSet;

use super::Found;
use super::dictionaries::is_of_values;
use super::graph::{Graph, Vertex};
use super::keys::{self, Meaning, Taken};
use super::lists::Facts;
use super::literal::{Group, Groups, Id, Kind, Literal};
use super::objects::{self, Object};
use super::values::{is_value, scalar, value_of};
use crate::tree::file_error::ParseError;

/// The names of the ends of an edge, of a node, and of its parent, in lower case and without `_`.
const SOURCE: &[&str] = &["source", "from", "parent", "start"];
const TARGET: &[&str] = &["target", "to", "child", "end"];
const NAME: &[&str] = &["id", "name", "key", "node", "label"];
pub(super) const PARENT: &[&str] = &["parent", "parentid", "pid", "parentnode"];
const NODES: &[&str] = &["nodes", "vertices"];
const EDGES: &[&str] = &["edges", "links"];
/// The object of Cytoscape that has both, and what has the facts about each.
const ELEMENTS: &[&str] = &["elements"];
const DATA: &[&str] = &["data"];
const MOVE: &[&str] = &["label", "move", "action", "name", "title"];
const PROBABILITY: &[&str] = &["probability", "prob", "p"];
const VALUES: &[&str] = &["values", "leaves", "utilities", "utility", "utils", "scores"];

/// The tree of nodes and edges; `None` if the parts of a text are something else.
pub(super) fn of_network(literal: &Literal<'_, '_>, parts: &[Group]) -> Result<Option<Found>, ParseError> {
    let mut network = Network::new(literal);
    let note = match *parts {
        _ if network.made_one_by_one()? => "each node names its parent",
        _ if network.added_one_by_one()? => "edges are added one by one",
        _ if network.set_by_key()? => "children are set under the key of their node",
        _ if network.linked_one_by_one()? => "nodes are linked one by one",
        [part] => {
            let part = literal.unwrapped(part);
            let named = nodes_without_edges(literal, part)?.unwrap_or(part);
            let argument = only_argument(literal, part)?.unwrap_or(part);
            if network.pairs(part)? || network.pairs(argument)? {
                "pairs of names are edges"
            } else if network.nodes_and_edges(part)? {
                "“nodes” and “edges” are the tree"
            } else if network.with_parents(part)? {
                "each object names its parent"
            } else if network.with_children(named)? {
                "each object names its children"
            } else {
                return Ok(None);
            }
        }
        [edges, values]
            if let Some(values) = numbers(literal, values)?
                && network.pairs(edges)? =>
        {
            network.values(values)?;
            "pairs of names are edges, and values a dictionary"
        }
        _ => return Ok(None),
    };
    network.graph.leaves_by_name();
    let mut found = network.graph.tree()?;
    found.notes.push(note.into());
    Ok(Some(found))
}

pub(super) struct Network<'a, 't> {
    pub(super) literal: &'a Literal<'a, 't>,
    pub(super) graph: Graph<'a, 't>,
    pub(super) taken: Taken,
}

impl<'a, 't> Network<'a, 't> {
    pub(super) fn new(literal: &'a Literal<'a, 't>) -> Network<'a, 't> {
        Network { literal, graph: Graph::new(literal.text), taken: Taken::default() }
    }

    /// A node by the word or text that names it.
    pub(super) fn vertex(&mut self, name: Id) -> Result<Vertex, ParseError> {
        self.graph.vertex(self.literal.string(name)?, self.literal.at(name))
    }

    /// Adds the edges of a list of pairs of names, of which some say that a node has several children or is a child itself; without those
    /// such pairs are names and values. False if a group is something else.
    fn pairs(&mut self, group: Group) -> Result<bool, ParseError> {
        let literal = self.literal;
        let Some(mut pairs) = literal.list(group) else { return Ok(false) };
        let (mut edges, mut parents) = (Vec::new(), FxHashSet::default());
        let (mut repeats, mut names) = (false, false);
        while let Some(pair) = pairs.next(literal)? {
            let Some((parent, child)) = pair_in(literal, pair)? else { return Ok(false) };
            if literal.kind(parent) != Kind::Quoted {
                return Ok(false);
            }
            names |= !is_value(literal, child);
            repeats |= !literal.insert(&mut parents, parent)?;
            literal.push(&mut edges, (parent, child), parent)?;
        }
        if edges.len() < 2
            || !names
            || !repeats && !edges.iter().any(|(_, child)| parents.contains(literal.raw(*child)))
        {
            return Ok(false);
        }
        if let [(first, _), ..] = edges[..]
            && edges.iter().all(|&(a, b)| is_outcome(literal.raw(a)) && is_outcome(literal.raw(b)))
        {
            let message = "the outcome of a game is not a number; write numbers, such as 1 for a win, 0 for a draw and -1 for a loss";
            return Err(literal.wrong(first, message));
        }
        for (parent, child) in edges {
            let at = literal.at(child);
            let above = self.vertex(parent)?;
            let is_leaf = is_value(literal, child) && !parents.contains(literal.raw(child));
            let below = if is_leaf { self.graph.leaf(value_of(literal, child)?, at)? } else { self.vertex(child)? };
            self.graph.edge(above, below, at)?;
        }
        Ok(true)
    }

    /// Sets the values that a dictionary has.
    pub(super) fn values(&mut self, mut entries: Object) -> Result<(), ParseError> {
        let literal = self.literal;
        while let Some((key, value)) = entries.next_entry(literal)? {
            if let Some(word) = scalar(literal, value) {
                let vertex = self.vertex(key)?;
                self.graph.set_value(vertex, value_of(literal, word)?);
            }
        }
        Ok(())
    }

    /// Adds what an object says that has a list of nodes and one of edges.
    fn nodes_and_edges(&mut self, group: Group) -> Result<bool, ParseError> {
        let literal = self.literal;
        let Some(mut object) = Object::of(literal, group) else { return Ok(false) };
        if let Some(elements) = entry(literal, object, ELEMENTS)? {
            let Some(inside) = Object::of(literal, elements) else { return Ok(false) };
            object = inside;
        }
        let Some(edges) = entry(literal, object, EDGES)? else { return Ok(false) };
        let Some(mut edges) = literal.list(edges) else { return Ok(false) };
        match entry(literal, object, NODES)? {
            Some(nodes) => {
                if let Some(mut nodes) = literal.list(nodes) {
                    while let Some(node) = nodes.next(literal)? {
                        self.node(literal.unwrapped(node))?;
                    }
                } else if let Some(nodes) = Object::of(literal, nodes) {
                    self.named(nodes)?;
                } else {
                    return Ok(false);
                }
            }
            None if !self.are_edges(edges)? => return Ok(false),
            None => {}
        }
        if let Some(values) = entry(literal, object, VALUES)?
            && let Some(values) = numbers(literal, values)?
        {
            self.values(values)?;
        }
        while let Some(edge) = edges.next(literal)? {
            let at = literal.at(edge.start);
            let Some((parent, child)) = self.ends(edge)? else {
                return Err(literal.wrong(edge.start, "an edge needs a “source” and a “target”"));
            };
            let (above, below) = (self.vertex(parent)?, self.vertex(child)?);
            self.graph.edge(above, below, at)?;
            if let Some(name) = self.name_of_edge(edge)? {
                self.graph.set_move(below, literal.name(name)?);
            }
        }
        Ok(true)
    }

    /// The name of the move that an edge is, or its probability.
    fn name_of_edge(&self, edge: Group) -> Result<Option<Id>, ParseError> {
        let literal = self.literal;
        let Some(object) = said_in(literal, edge)? else { return Ok(None) };
        for names in [PROBABILITY, MOVE] {
            if let Some(name) = entry(literal, object, names)?.and_then(|name| literal.word(name)) {
                return Ok(Some(name).filter(|&name| !is_none(literal, name)));
            }
        }
        Ok(None)
    }

    /// Whether all things of a list have ends, and names for the upper ones.
    fn are_edges(&self, mut edges: Groups) -> Result<bool, ParseError> {
        let literal = self.literal;
        let mut all = !edges.is_empty();
        while let Some(edge) = edges.next(literal)? {
            let ends = self.ends(edge)?;
            all &= ends.is_some_and(|(parent, _)| literal.kind(parent) == Kind::Quoted);
        }
        Ok(all)
    }

    /// The ends of an edge that is an object or a pair.
    fn ends(&self, edge: Group) -> Result<Option<(Id, Id)>, ParseError> {
        let literal = self.literal;
        let Some(object) = said_in(literal, edge)? else { return pair_in(literal, edge) };
        let ends = (entry(literal, object, SOURCE)?, entry(literal, object, TARGET)?);
        Ok(ends.0.and_then(|parent| literal.word(parent)).zip(ends.1.and_then(|child| literal.word(child))))
    }

    /// Adds a node that is an object with a name, or its name alone.
    fn node(&mut self, group: Group) -> Result<Vertex, ParseError> {
        let literal = self.literal;
        let unnamed = || literal.wrong(group.start, "this node has no “id”; add one that is a text or a number");
        let Some(object) = said_in(literal, group)? else {
            return self.vertex(literal.word(group).ok_or_else(unnamed)?);
        };
        let name = name_in(literal, object)?.ok_or_else(unnamed)?;
        let vertex = self.vertex(name)?;
        let facts = objects::said(literal, object, false, &mut self.taken)?;
        if let Some(label) = facts.label.filter(|&label| label != name) {
            match facts.value {
                Some(_) => self.graph.set_label(vertex, literal.name(label)?),
                None => self.graph.set_text(vertex, &literal.name(label)?, literal.at(label))?,
            }
        }
        self.describe(vertex, facts)?;
        Ok(vertex)
    }

    /// Sets the value of a node and who moves there.
    pub(super) fn describe(&mut self, vertex: Vertex, facts: Facts) -> Result<(), ParseError> {
        if let Some(value) = facts.value {
            self.graph.set_value(vertex, value_of(self.literal, value)?);
        }
        if let Some(mover) = facts.mover {
            self.graph.set_mover(vertex, mover);
        }
        // A move that is a probability is one below a chance node.
        if let Some(name) = facts.probability.or(facts.name) {
            self.graph.set_move(vertex, self.literal.name(name)?);
        }
        Ok(())
    }

    /// Adds a list of objects that name their parents.
    fn with_parents(&mut self, group: Group) -> Result<bool, ParseError> {
        let literal = self.literal;
        let Some(all) = literal.list(group) else { return Ok(false) };
        let (mut objects, mut count) = (all, 0);
        let (mut names, mut parents) = (FxHashSet::default(), Vec::new());
        while let Some(one) = objects.next(literal)? {
            let Some(object) = Object::of(literal, one) else { return Ok(false) };
            let parent = entry(literal, object, PARENT)?;
            let (Some(name), true) = (name_in(literal, object)?, parent.is_some() || count == 0) else {
                // The root may have no parent.
                return Ok(false);
            };
            count += usize::from(parent.is_some());
            literal.insert(&mut names, name)?;
            let parent = parent.and_then(|parent| literal.word(parent)).filter(|&parent| !is_none(literal, parent));
            literal.push(&mut parents, parent, name)?;
        }
        if count == 0 {
            return Ok(false);
        }
        let no_parent = no_parent_among(literal, &parents, &names);
        let mut objects = all;
        while let Some(one) = objects.next(literal)? {
            let child = self.node(literal.unwrapped(one))?;
            let Some(object) = Object::of(literal, one) else { continue };
            let parent = entry(literal, object, PARENT)?.and_then(|parent| literal.word(parent));
            if let Some(parent) = parent.filter(|&parent| !is_none(literal, parent) && Some(parent) != no_parent) {
                let vertex = self.vertex(parent)?;
                self.graph.edge(vertex, child, literal.at(parent))?;
            }
        }
        Ok(true)
    }

    /// Adds the nodes that are objects under their names.
    fn named(&mut self, mut entries: Object) -> Result<(), ParseError> {
        let literal = self.literal;
        while let Some((key, value)) = entries.next_entry(literal)? {
            let vertex = self.vertex(key)?;
            let Some(object) = Object::of(literal, value) else { continue };
            let facts = objects::said(literal, object, false, &mut self.taken)?;
            self.describe(vertex, facts)?;
        }
        Ok(())
    }

    /// Adds objects under their names, which have lists of the names of their children.
    fn with_children(&mut self, group: Group) -> Result<bool, ParseError> {
        let literal = self.literal;
        let Some(all) = Object::of(literal, group) else { return Ok(false) };
        let (mut entries, mut names) = (all, FxHashSet::default());
        while let Some((key, value)) = entries.next_entry(literal)? {
            if Object::of(literal, value).is_none() {
                return Ok(false);
            }
            literal.insert(&mut names, key)?;
        }
        let mut edges = Vec::new();
        let mut entries = all;
        while let Some((key, value)) = entries.next_entry(literal)? {
            let Some(object) = Object::of(literal, value) else { return Ok(false) };
            let Some(mut children) = children_in(literal, object)? else { continue };
            while let Some(child) = children.next(literal)? {
                let Some(child) = literal.word(child).filter(|&child| names.contains(literal.raw(child))) else {
                    return Ok(false);
                };
                literal.push(&mut edges, (key, child), child)?;
            }
        }
        if edges.is_empty() {
            return Ok(false);
        }
        self.named(all)?;
        for (parent, child) in edges {
            let (above, below) = (self.vertex(parent)?, self.vertex(child)?);
            self.graph.edge(above, below, literal.at(child))?;
        }
        Ok(true)
    }
}

/// The dictionary of numbers that a group is, if it is one.
pub(super) fn numbers(literal: &Literal<'_, '_>, group: Group) -> Result<Option<Object>, ParseError> {
    match Object::of(literal, group).filter(|object| !object.is_empty()) {
        Some(object) if is_of_values(literal, object)? => Ok(Some(object)),
        _ => Ok(None),
    }
}

/// Whether a word says that a node has no parent.
pub(super) fn is_none(literal: &Literal<'_, '_>, word: Id) -> bool {
    matches!(literal.raw(word), "null" | "None" | "nil" | "undefined" | "" | "-1")
}

/// Whether a word says how a game ends.
fn is_outcome(word: &str) -> bool {
    matches!(&*word.to_lowercase(), "win" | "won" | "loss" | "lose" | "lost" | "draw" | "tie")
}

/// The parent that only the root names, where all name one: a word such as `0` or `#` that is not the name of any node.
fn no_parent_among(literal: &Literal<'_, '_>, parents: &[Option<Id>], names: &FxHashSet<&str>) -> Option<Id> {
    let parents: Option<Vec<Id>> = parents.iter().copied().collect();
    let mut unknown = parents?.into_iter().filter(|&parent| !names.contains(literal.raw(parent)));
    unknown.next().filter(|_| unknown.next().is_none())
}

/// The argument of a function that has one, as in `G.add_edges_from([("A", "B"), ("A", "C")])`.
fn only_argument(literal: &Literal<'_, '_>, group: Group) -> Result<Option<Group>, ParseError> {
    let brackets = group.start + 1;
    if brackets >= group.end || literal.after(brackets) != group.end || !literal.is_call(group.start, brackets) {
        return Ok(None);
    }
    let mut arguments = literal.groups_in(brackets);
    let first = arguments.next(literal)?;
    Ok(first.filter(|_| arguments.is_empty()).map(|first| literal.unwrapped(first)))
}

/// The value of the key “nodes” of an object without edges.
fn nodes_without_edges(literal: &Literal<'_, '_>, group: Group) -> Result<Option<Group>, ParseError> {
    let Some(object) = Object::of(literal, group) else { return Ok(None) };
    if entry(literal, object, EDGES)?.is_some() {
        return Ok(None);
    }
    entry(literal, object, NODES)
}

/// The two words of a list of them.
pub(super) fn pair_in(literal: &Literal<'_, '_>, group: Group) -> Result<Option<(Id, Id)>, ParseError> {
    let Some(mut groups) = literal.list(group) else { return Ok(None) };
    let (first, second) = (groups.next(literal)?, groups.next(literal)?);
    if groups.next(literal)?.is_some() {
        return Ok(None);
    }
    let of = |group: Option<Group>| group.and_then(|group| literal.word(group));
    Ok(of(first).zip(of(second)))
}

/// The value of the first key that is among names.
pub(super) fn entry(
    literal: &Literal<'_, '_>,
    mut object: Object,
    names: &[&str],
) -> Result<Option<Group>, ParseError> {
    while let Some((key, value)) = object.next_entry(literal)? {
        if names.contains(&&*keys::plain(literal.raw(key))) {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// The object that says something about a node or an edge, which may be in another one, as in Cytoscape.
fn said_in(literal: &Literal<'_, '_>, group: Group) -> Result<Option<Object>, ParseError> {
    let Some(object) = Object::of(literal, group) else { return Ok(None) };
    let data = entry(literal, object, DATA)?.and_then(|data| Object::of(literal, data));
    Ok(Some(data.unwrap_or(object)))
}

/// The name that an object gives its node, by the first of the usual keys that it has.
fn name_in(literal: &Literal<'_, '_>, object: Object) -> Result<Option<Id>, ParseError> {
    for name in NAME {
        if let Some(value) = entry(literal, object, &[name])? {
            return Ok(literal.word(value));
        }
    }
    Ok(None)
}

/// The children that an object lists.
fn children_in(literal: &Literal<'_, '_>, mut object: Object) -> Result<Option<Groups>, ParseError> {
    while let Some((key, value)) = object.next_entry(literal)? {
        if keys::means(literal.raw(key), Meaning::Children) {
            return Ok(literal.list(value));
        }
    }
    Ok(None)
}
