//! Trees as edges between nodes, which have names in tables and dictionaries and places in drawings, and what the texts of nodes say.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::Found;
use super::keys::{self, Meaning};
use super::text::Text;
use crate::format::quoted;
use crate::memory;
use crate::tree::file_error::ParseError;
use crate::tree::{Builder, Role, Value, ValueError};

/// A node of a graph, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Vertex(u32);

/// What is known of a node.
#[derive(Default)]
struct Known<'t> {
    name: Cow<'t, str>,
    /// The byte where its name was first met.
    at: u32,
    parent: Option<Vertex>,
    first_child: Option<Vertex>,
    last_child: Option<Vertex>,
    next_sibling: Option<Vertex>,
    /// The name of the move to it.
    entered_by: Cow<'t, str>,
    label: Option<Cow<'t, str>>,
    value: Option<Value>,
    mover: Option<Role>,
}

/// What a line in a drawn node says.
pub(super) enum Line<'l> {
    /// A value, which may be unknown, and the name before it.
    Value(&'l str, Option<Value>),
    /// Who moves.
    Mover(Role),
    /// Something else.
    Words(&'l str),
}

impl<'l> Line<'l> {
    pub(super) fn of(line: &'l str) -> Result<Line<'l>, ValueError> {
        let bare = between(line, '(', ')').or(between(line, '[', ']')).unwrap_or(line);
        let mover = || keys::mover_in(line).filter(|(_, rest)| rest.is_empty()).map(|(mover, _)| mover);
        let error = match bare.parse::<Value>() {
            Ok(value) => return Ok(Line::Value("", Some(value))),
            Err(error) => error,
        };
        Ok(match keys::mover(bare).or_else(mover) {
            Some(mover) => Line::Mover(mover),
            None if error != ValueError::NotANumber => return Err(error),
            None if bare == "?" => Line::Value("", None),
            _ => match name_and_value(line) {
                Some((name, value)) if keys::means(name, Meaning::Value) => Line::Value("", Some(value)),
                Some((name, value)) => Line::Value(name, Some(value)),
                None => Line::Words(line),
            },
        })
    }
}

/// What stands between two signs that a text begins and ends with.
fn between(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

/// A name and the value behind it: `B: 3`, `B = 3`, `B (3)` or `B [3]`.
fn name_and_value(text: &str) -> Option<(&str, Value)> {
    // Without a blank, `f(3)` and `x[3]` are names.
    let in_brackets = |open, close| text.strip_suffix(close)?.rsplit_once(open).filter(|parts| parts.0.ends_with(' '));
    let parts = in_brackets('(', ')').or(in_brackets('[', ']')).or_else(|| text.rsplit_once([':', '=']));
    let (name, number) = parts.map(|(name, number)| (name.trim(), number.trim()))?;
    // Of several values, as in `α=3 β=5`, none is that of the node.
    let is_one = !name.is_empty() && !name.contains('=');
    number.parse().ok().filter(|_| is_one).map(|value| (name, value))
}

/// Reads a graph with edges that lead to children, or else, where the text says that they may lead up, with edges that lead to parents.
pub(super) fn either_way(
    may_lead_up: bool,
    read: impl Fn(bool) -> Result<Found, ParseError>,
) -> Result<Found, ParseError> {
    match read(false) {
        Err(error) if may_lead_up => {
            let mut found = read(true).map_err(|_| error)?;
            found.notes.push("edges lead from children to parents".into());
            Ok(found)
        }
        found => found,
    }
}

/// An edge in a drawing, by the names of its ends.
pub(super) struct DrawnEdge<'t> {
    pub(super) parent: Cow<'t, str>,
    pub(super) child: Cow<'t, str>,
    /// Where the text says so.
    pub(super) at: usize,
    /// The move.
    pub(super) name: String,
}

/// A graph that should be a tree.
pub(super) struct Graph<'a, 't> {
    text: &'a Text<'t>,
    vertices: Vec<Known<'t>>,
    by_name: FxHashMap<Cow<'t, str>, Vertex>,
    /// How far on the right nodes are drawn.
    places: FxHashMap<Vertex, f64>,
    /// Whether labels say who moves where nothing else does.
    has_movers_in_labels: bool,
    /// Who moves at each level, in turn, where nothing else says it. If empty, the players take turns.
    turns: Vec<Role>,
}

impl<'a, 't> Graph<'a, 't> {
    pub(super) fn new(text: &'a Text<'t>) -> Graph<'a, 't> {
        let (by_name, places) = (FxHashMap::default(), FxHashMap::default());
        Graph { text, vertices: Vec::new(), by_name, places, has_movers_in_labels: true, turns: Vec::new() }
    }

    /// The node with a name, which is at a byte of the text.
    pub(super) fn vertex(&mut self, name: impl Into<Cow<'t, str>>, at: usize) -> Result<Vertex, ParseError> {
        let name = name.into();
        if let Some(&vertex) = self.by_name.get(&name) {
            return Ok(vertex);
        }
        self.text.room(memory::make_room_in(&mut self.by_name), at)?;
        let vertex = self.nameless(name.clone(), at)?;
        self.by_name.insert(name, vertex);
        Ok(vertex)
    }

    /// Whether there is a node with a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// A node that no other place speaks of.
    pub(super) fn nameless(&mut self, name: Cow<'t, str>, at: usize) -> Result<Vertex, ParseError> {
        let vertex = Vertex(self.vertices.len() as u32);
        self.text.push(&mut self.vertices, Known { name, at: at as u32, ..Known::default() }, at)?;
        Ok(vertex)
    }

    /// A leaf that has no name.
    pub(super) fn leaf(&mut self, value: Option<Value>, at: usize) -> Result<Vertex, ParseError> {
        let vertex = self.nameless(Cow::Borrowed(""), at)?;
        self.known(vertex).value = value;
        Ok(vertex)
    }

    fn known(&mut self, vertex: Vertex) -> &mut Known<'t> {
        &mut self.vertices[vertex.0 as usize]
    }

    pub(super) fn set_value(&mut self, vertex: Vertex, value: Option<Value>) {
        self.known(vertex).value = value;
    }

    /// The name for people, where it is another than that in the text.
    pub(super) fn set_label(&mut self, vertex: Vertex, label: impl Into<Cow<'t, str>>) {
        self.known(vertex).label = Some(label.into());
    }

    /// What the text in a drawn node says, line by line, or field by field of a record of Graphviz.
    pub(super) fn set_text(&mut self, vertex: Vertex, text: &str, at: usize) -> Result<(), ParseError> {
        let mut lines = text.to_string();
        for sign in ["<br/>", "<br />", "<br>", "\\n", "\\l", "\\r", "\\N"] {
            lines = lines.replace(sign, "\n");
        }
        if lines.contains('|') {
            lines = lines.replace(['{', '}', '|'], "\n");
        }
        // A field may begin with its name, as in `<f0> B`.
        let lines = lines.split('\n').map(str::trim);
        let fields = lines.map(|line| {
            line.strip_prefix('<').and_then(|line| line.split_once('>')).map_or(line, |field| field.1.trim())
        });
        self.set_lines(vertex, fields, at)
    }

    /// What lines say of a node.
    pub(super) fn set_lines<'l>(
        &mut self,
        vertex: Vertex,
        lines: impl Iterator<Item = &'l str>,
        at: usize,
    ) -> Result<(), ParseError> {
        let mut words = Vec::new();
        for line in lines {
            let line = Line::of(line).map_err(|error| self.text.wrong(at, format!("{} {error}", quoted(line))))?;
            match line {
                Line::Value(name, value) => {
                    self.set_value(vertex, value);
                    match Line::of(name) {
                        Ok(Line::Mover(mover)) => self.set_mover(vertex, mover),
                        _ => words.push(name),
                    }
                }
                Line::Mover(mover) => self.set_mover(vertex, mover),
                Line::Words(line) => words.push(line),
            }
        }
        words.retain(|word| !word.is_empty());
        if !words.is_empty() {
            self.set_label(vertex, words.join(" "));
        }
        Ok(())
    }

    /// What a text beside a drawn node says, if that is a value or who moves.
    pub(super) fn set_beside(&mut self, vertex: Vertex, text: &str) {
        match Line::of(text) {
            Ok(Line::Value(_, value)) => self.set_value(vertex, value),
            Ok(Line::Mover(mover)) => self.set_mover(vertex, mover),
            _ => {}
        }
    }

    /// What a named fact says of a node.
    pub(super) fn set_fact(&mut self, vertex: Vertex, name: &str, said: &str, at: usize) -> Result<(), ParseError> {
        let means = |meaning| keys::means(name, meaning);
        // In drawings, the size is that of what is drawn, and the root is where to begin.
        if matches!(name, "size" | "root") || said.is_empty() {
            return Ok(());
        }
        if means(Meaning::Value) {
            self.set_value(vertex, super::lines::value_of(self.text, at, said)?);
        } else if means(Meaning::Label) {
            self.set_text(vertex, said, at)?;
        } else if means(Meaning::Player)
            && let Some(mover) = keys::mover(said)
        {
            self.set_mover(vertex, mover);
        }
        Ok(())
    }

    pub(super) fn set_mover(&mut self, vertex: Vertex, mover: Role) {
        self.known(vertex).mover = Some(mover);
    }

    pub(super) fn set_move(&mut self, vertex: Vertex, name: impl Into<Cow<'t, str>>) {
        self.known(vertex).entered_by = name.into();
    }

    /// The child to which a move leads.
    pub(super) fn child_by(&self, parent: Vertex, name: &str) -> Option<Vertex> {
        let mut next = self.vertices[parent.0 as usize].first_child;
        while let Some(child) = next {
            let known = &self.vertices[child.0 as usize];
            if known.entered_by == name {
                return Some(child);
            }
            next = known.next_sibling;
        }
        None
    }

    /// An edge to a further child; `at` is where the text says so.
    pub(super) fn edge(&mut self, parent: Vertex, child: Vertex, at: usize) -> Result<(), ParseError> {
        if let Some(other) = self.known(child).parent {
            let name = |vertex: Vertex| quoted(&self.vertices[vertex.0 as usize].name);
            let message = if other == parent {
                format!("{} is twice a child of {}; remove one", name(child), name(parent))
            } else {
                format!(
                    "{} has two parents, {} and {}; in a tree each node has one, so give the second a name of its own",
                    name(child),
                    name(other),
                    name(parent)
                )
            };
            return Err(self.text.wrong(at, message));
        }
        self.known(child).parent = Some(parent);
        match self.known(parent).last_child.replace(child) {
            Some(before) => self.known(before).next_sibling = Some(child),
            None => self.known(parent).first_child = Some(child),
        }
        Ok(())
    }

    /// Says how far on the right a node is drawn.
    pub(super) fn set_place(&mut self, vertex: Vertex, place: f64) {
        self.places.insert(vertex, place);
    }

    /// Adds the edges of a drawing: children are from left to right where all have a place, and else in the order of the edges.
    pub(super) fn add_drawn(&mut self, mut edges: Vec<DrawnEdge<'t>>) -> Result<(), ParseError> {
        let place = |edge: &DrawnEdge<'t>| self.places.get(self.by_name.get(&edge.child)?).copied();
        if edges.iter().all(|edge| place(edge).is_some()) {
            edges.sort_by(|a, b| place(a).unwrap_or_default().total_cmp(&place(b).unwrap_or_default()));
        }
        for DrawnEdge { parent, child, at, name } in edges {
            let (parent, child) = (self.vertex(parent, at)?, self.vertex(child, at)?);
            self.edge(parent, child, at)?;
            self.set_move(child, name);
        }
        self.leaves_by_name();
        Ok(())
    }

    /// Says that labels are names and nothing else, since another place says who moves.
    pub(super) fn take_labels_literally(&mut self) {
        self.has_movers_in_labels = false;
    }

    /// Says who moves at the first level, the second and so on, and then again.
    pub(super) fn set_turns(&mut self, turns: Vec<Role>) {
        self.turns = turns;
    }

    /// At inner nodes of which nothing else says who moves, labels do so, or names without labels: `A (MIN)`. The label is what is left.
    pub(super) fn movers_by_label(&mut self) {
        for known in self.vertices.iter_mut().filter(|_| self.has_movers_in_labels) {
            let label = known.label.as_ref().unwrap_or(&known.name);
            if known.first_child.is_some()
                && known.mover.is_none()
                && let Some((mover, rest)) = keys::mover_in(label)
            {
                known.label = Some(Cow::Owned(rest.to_string()));
                known.mover = Some(mover);
            }
        }
    }

    /// Whether chance moves to a node.
    pub(super) fn is_below_chance(&self, vertex: Vertex) -> bool {
        let parent = self.vertices[vertex.0 as usize].parent;
        parent.is_some_and(|parent| self.vertices[parent.0 as usize].mover == Some(Role::Chance))
    }

    /// What no more is known of than its name is a leaf whose name is its value, or has it behind it; and the names of nodes with a value or
    /// label are only
    /// names if people chose them, and not numbers of a program.
    pub(super) fn leaves_by_name(&mut self) {
        for known in &mut self.vertices {
            let is_only_named = known.first_child.is_none() && known.value.is_none() && known.label.is_none();
            // Without a blank, `x=1` is a name.
            if let Ok(Line::Value(name, Some(value))) = Line::of(&known.name)
                && is_only_named
                && (name.is_empty() || known.name.contains(' '))
            {
                known.label = Some(Cow::Owned(name.to_string()));
                known.value = Some(value);
            }
            let number = known.name.trim_start_matches("node").trim_start_matches(['n', '_', 'r']);
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_' || byte == b'n');
            if known.label.is_none() && is_number && (known.value.is_some() || known.mover.is_some()) {
                known.label = Some(Cow::Borrowed(""));
            }
        }
    }

    /// The tree; there must be one node without a parent, and all others below it.
    pub(super) fn tree(mut self) -> Result<Found, ParseError> {
        self.movers_by_label();
        let mut roots =
            (0..self.vertices.len() as u32).map(Vertex).filter(|v| self.vertices[v.0 as usize].parent.is_none());
        let Some(root) = roots.next() else {
            let Some(first) = self.vertices.first() else {
                return Err(self.text.wrong(self.text.as_str().len(), "there is no edge here; write one such as A, B"));
            };
            let message = format!("{} is below itself; remove the edge that leads back to it", quoted(&first.name));
            return Err(self.text.wrong(first.at as usize, message));
        };
        if let Some(second) = roots.next() {
            let (first, second) = (&self.vertices[root.0 as usize], &self.vertices[second.0 as usize]);
            let message = format!(
                "there are two roots, {} and {}; in a tree each node but one has a parent",
                quoted(&first.name),
                quoted(&second.name)
            );
            return Err(self.text.wrong(second.at as usize, message));
        }
        let mut builder = Builder::new();
        let mut steps = self.text.steps();
        let mut next = Some(root);
        let mut reached = 0;
        while let Some(vertex) = next {
            steps.step(0)?;
            reached += 1;
            self.describe(vertex, &mut builder)?;
            next = self.known(vertex).first_child;
            // A leaf, or the last child, ends its node.
            let mut last = vertex;
            while next.is_none() {
                builder.close();
                next = self.known(last).next_sibling;
                if next.is_some() {
                    break;
                }
                let Some(parent) = self.known(last).parent else { break };
                last = parent;
            }
        }
        if reached < self.vertices.len() {
            return Err(self.circle(root));
        }
        self.text.built(builder, 0).map(Found::from)
    }

    fn describe(&mut self, vertex: Vertex, builder: &mut Builder) -> Result<(), ParseError> {
        let text = self.text;
        let known = self.known(vertex);
        let node = builder.open().map_err(|full| text.full(known.at as usize, full))?;
        builder.set_value(node, known.value);
        let label = &**known.label.as_ref().unwrap_or(&known.name);
        builder.set_label(node, label);
        builder.set_move(node, &*known.entered_by);
        let mover = known.mover;
        let turn = (builder.open_count() - 1).checked_rem(self.turns.len());
        if let Some(mover) = mover.or_else(|| turn.map(|turn| self.turns[turn])) {
            builder.set_role(node, mover);
        }
        Ok(())
    }

    /// The error for nodes that are below themselves: those from which no way up ends at the root.
    fn circle(&self, root: Vertex) -> ParseError {
        let count = self.vertices.len();
        // 1: above is the root; 2: above is a circle.
        let mut above = vec![0_u8; count];
        above[root.0 as usize] = 1;
        for start in 0..count {
            let mut way = Vec::new();
            let mut vertex = start;
            while above[vertex] == 0 {
                above[vertex] = 3;
                way.push(vertex);
                vertex = self.vertices[vertex].parent.map_or(vertex, |parent| parent.0 as usize);
            }
            let found = if above[vertex] == 1 { 1 } else { 2 };
            for vertex in way {
                above[vertex] = found;
            }
            if found == 2 {
                let known = &self.vertices[vertex];
                let message = format!("{} is below itself; remove the edge that leads back to it", quoted(&known.name));
                return self.text.wrong(known.at as usize, message);
            }
        }
        self.text.wrong(0, "these edges are not those of a tree")
    }
}
