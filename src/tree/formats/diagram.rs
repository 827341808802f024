//! Networks and drawings in XML that are trees: GraphML, as networkx, igraph and yEd write it, GEXF of Gephi, and drawings of diagrams.net.
//! Children are from left to right where all nodes have a place, and else in the order of their edges.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Found;
use super::graph::{DrawnEdge, Graph};
use super::keys::{self, Meaning};
use super::text::Text;
use super::xml::{Attributes, Elements};
use crate::memory;
use crate::tree::file_error::ParseError;

/// What is in a diagram, as far as it has been read.
pub(super) struct Diagram<'a, 't> {
    text: &'a Text<'t>,
    nodes: Vec<Node>,
    /// Edges, and the names that other parts have for them.
    edges: Vec<(Option<String>, DrawnEdge<'t>)>,
    /// The names of facts, by the short ones that a file gives to them.
    names: FxHashMap<String, String>,
    /// What each open element is in.
    open: Vec<Part>,
    /// The fact whose text is being read.
    fact: Option<String>,
    said: String,
    /// Whether texts may stand beside the tree.
    is_drawing: bool,
}

#[derive(Clone, Copy)]
enum Part {
    Nothing,
    Node(usize),
    Edge(usize),
    /// The text of a drawing that its program has packed.
    Packed,
}

struct Node {
    id: String,
    at: usize,
    /// How far on the right it is drawn.
    place: Option<f64>,
    /// Names and values.
    facts: Vec<(String, String)>,
}

impl<'a, 't> Diagram<'a, 't> {
    pub(super) fn new(text: &'a Text<'t>) -> Diagram<'a, 't> {
        Diagram {
            text,
            nodes: Vec::new(),
            edges: Vec::new(),
            names: FxHashMap::default(),
            open: Vec::new(),
            fact: None,
            said: String::new(),
            is_drawing: false,
        }
    }

    fn node(&mut self, attributes: &Attributes, at: usize) -> Result<Part, ParseError> {
        let id = attributes.get("id").ok_or_else(|| self.text.wrong(at, "this node has no “id”; add one"))?.to_string();
        let facts = attributes.all().filter(|(name, _)| *name != "id");
        let facts = facts.map(|(name, value)| (name.to_string(), value.to_string())).collect();
        self.text.push(&mut self.nodes, Node { id, at, place: None, facts }, at)?;
        Ok(Part::Node(self.nodes.len() - 1))
    }

    fn edge(&mut self, attributes: &Attributes, name: &str, at: usize) -> Result<Part, ParseError> {
        let (Some(parent), Some(child)) = (attributes.get("source"), attributes.get("target")) else {
            return Err(self.text.wrong(at, "this edge has a loose end; attach both ends to nodes"));
        };
        let (parent, child) = (Cow::Owned(parent.to_string()), Cow::Owned(child.to_string()));
        let edge = DrawnEdge { parent, child, at, name: name.to_string() };
        self.text.push(&mut self.edges, (attributes.get("id").map(str::to_string), edge), at)?;
        Ok(Part::Edge(self.edges.len() - 1))
    }

    /// A part of a drawing of diagrams.net.
    fn cell(&mut self, attributes: &Attributes, at: usize) -> Result<Part, ParseError> {
        self.is_drawing = true;
        let text = without_tags(attributes.get("value").unwrap_or_default());
        if attributes.get("edge") == Some("1") || attributes.get("source").is_some() {
            return self.edge(attributes, text.trim(), at);
        }
        if attributes.get("style").is_some_and(|style| style.contains("edgeLabel")) {
            let parent = attributes.get("parent");
            if let Some((_, edge)) = self.edges.iter_mut().rev().find(|(id, _)| id.as_deref() == parent) {
                edge.name = text.trim().to_string();
            }
            return Ok(Part::Nothing);
        }
        if attributes.get("vertex") != Some("1") {
            return Ok(Part::Nothing);
        }
        let part = self.node(attributes, at)?;
        if let Some(node) = self.nodes.last_mut() {
            node.facts = vec![("label".into(), text)];
        }
        Ok(part)
    }

    /// Keeps a fact of the innermost node or edge.
    fn say(&mut self, name: String, said: String) {
        match self.open.last() {
            Some(&Part::Node(node)) => self.nodes[node].facts.push((name, said)),
            Some(&Part::Edge(edge)) if keys::means(&name, Meaning::Move) || keys::means(&name, Meaning::Label) => {
                self.edges[edge].1.name = said;
            }
            _ => {}
        }
    }

    /// Reads the tree.
    pub(super) fn read(self) -> Result<Found, ParseError> {
        let mut graph = Graph::new(self.text);
        let edges: Vec<DrawnEdge<'t>> = self.edges.into_iter().map(|(_, edge)| edge).collect();
        let ends: FxHashSet<&str> = edges.iter().flat_map(|edge| [&*edge.parent, &*edge.child]).collect();
        let is_drawing = self.is_drawing && !edges.is_empty();
        for node in self.nodes.iter().filter(|node| !is_drawing || ends.contains(&*node.id)) {
            let vertex = graph.vertex(node.id.clone(), node.at)?;
            for (name, said) in &node.facts {
                graph.set_fact(vertex, name, said, node.at)?;
            }
            if let Some(place) = node.place {
                graph.set_place(vertex, place);
            }
        }
        graph.add_drawn(edges)?;
        graph.tree()
    }
}

impl Elements for Diagram<'_, '_> {
    fn begin(&mut self, name: &str, attributes: &Attributes, at: usize) -> Result<(), ParseError> {
        let inside = self.open.last().copied().unwrap_or(Part::Nothing);
        self.fact = None;
        self.said.clear();
        let mut part = inside;
        match (name, inside) {
            ("key" | "attribute", Part::Nothing) => {
                let title = attributes.get("attr.name").or_else(|| attributes.get("title"));
                if let (Some(id), Some(title)) = (attributes.get("id"), title) {
                    self.text.room(memory::make_room_in(&mut self.names), at)?;
                    self.names.insert(id.to_string(), title.to_string());
                }
            }
            ("node", _) => part = self.node(attributes, at)?,
            ("edge", _) => part = self.edge(attributes, attributes.get("label").unwrap_or_default(), at)?,
            ("mxcell", _) => part = self.cell(attributes, at)?,
            ("diagram", _) => part = Part::Packed,
            ("mxgraphmodel", _) => part = Part::Nothing,
            ("data" | "attvalue", _) => {
                let key = attributes.get("key").or_else(|| attributes.get("for")).unwrap_or_default();
                self.fact = Some(self.names.get(key).map_or(key, |name| name).to_string());
                self.said.push_str(attributes.get("value").unwrap_or_default());
            }
            ("nodelabel" | "edgelabel", _) => self.fact = Some("label".into()),
            ("geometry" | "mxgeometry" | "position", Part::Node(node)) => {
                self.nodes[node].place = attributes.get("x").and_then(|place| place.parse().ok());
            }
            _ => {}
        }
        self.text.push(&mut self.open, part, at)
    }

    fn said(&mut self, said: &str, at: usize) -> Result<(), ParseError> {
        if matches!(self.open.last(), Some(Part::Packed)) && !said.trim().is_empty() {
            let message = "this drawing is compressed; switch that off under File > Properties of diagrams.net, and save it again";
            return Err(self.text.wrong(at, message));
        }
        if self.fact.is_some() {
            self.said.push_str(said);
        }
        Ok(())
    }

    fn end(&mut self, _: usize) -> Result<(), ParseError> {
        if let Some(name) = self.fact.take() {
            let said = self.said.trim().to_string();
            self.say(name, said);
        }
        self.open.pop();
        Ok(())
    }
}

/// A text with the marks of HTML that a drawing has in it, without them.
pub(super) fn without_tags(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        plain.push_str(before);
        let Some((tag, behind)) = tag.split_once('>') else { break };
        let name = tag.trim_matches('/').split([' ', '/']).next().unwrap_or_default().to_lowercase();
        if matches!(&*name, "br" | "div" | "p" | "td" | "tr") {
            plain.push('\n');
        }
        rest = behind;
    }
    plain.push_str(rest);
    plain.replace("&nbsp;", " ")
}
