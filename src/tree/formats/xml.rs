//! Elements of XML: an element is a node, and elements in it are its children. Attributes are a node's facts, under the names of
//! [`keys`], and so are elements with such a name and only a text; a text is its value or its label, and an element `max` or `min`, or the
//! label of an inner node, says who moves. So outlines (OPML), mind maps of FreeMind and
//! lists of web pages are read, too. A text with edges is a [diagram](super::diagram).

use quick_xml::events::{BytesStart, Event};

use super::diagram::Diagram;
use super::graph::Line;
use super::keys::{self, Meaning};
use super::lines::is_value;
use super::rewritten::Rewritten;
use super::text::Text;
use super::{FormatEntry, Found};
use crate::tree::Role;
use crate::tree::file_error::ParseError;

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "xml",
    title: "XML",
    extensions: &["xml", "opml", "mm", "graphml", "gexf", "drawio"],
    recognises: |text| {
        let text = text.trim_start();
        let begins = |sign: char| sign.is_alphabetic() || matches!(sign, '?' | '!');
        text.strip_prefix('<').is_some_and(|rest| rest.starts_with(begins)) && !text.contains("<svg")
    },
    read,
    writer: None,
};

/// Elements that say nothing about a node, with all that is in them.
const SKIPPED: [&str; 14] = [
    "head",
    "title",
    "style",
    "script",
    "icon",
    "font",
    "edge",
    "hook",
    "cloud",
    "arrowlink",
    "attribute",
    "richcontent",
    "attribute_registry",
    "map_styles",
];

/// Whether an element is only around nodes.
fn is_around(name: &str) -> bool {
    matches!(name, "ul" | "ol" | "map" | "tree" | "html" | "body" | "opml" | "gametree")
        || matches!(name, "span" | "strong" | "em" | "code")
        || keys::means(name, Meaning::Children)
}

/// Whether an element of this name without others in it may say something about the node around it.
fn is_field(name: &str) -> bool {
    let is_fact = |meaning: &Meaning| {
        matches!(meaning, Meaning::Value | Meaning::Label | Meaning::Move | Meaning::Player | Meaning::Probability)
    };
    !matches!(name, "node" | "root" | "leaf") && keys::meanings(name).iter().any(|(meaning, _)| is_fact(meaning))
}

/// A node whose element is open.
#[derive(Default)]
struct Node {
    /// The name of the element.
    name: String,
    has_children: bool,
    text: String,
    facts: Vec<Fact>,
    /// The names of elements in it that are nodes although one alone would say something about it.
    children: Vec<String>,
}

/// What an attribute or an element says about a node.
struct Fact {
    key: String,
    said: String,
    at: usize,
    is_element: bool,
    /// What the key may mean, and how far in front it is among the names of that.
    meanings: &'static [(Meaning, usize)],
}

impl Fact {
    fn new(key: &str, said: String, at: usize, is_element: bool) -> Fact {
        Fact { key: key.to_string(), said, at, is_element, meanings: keys::meanings(key) }
    }

    /// How far in front its key is among those with a meaning, if it has that.
    fn rank(&self, wanted: Meaning) -> Option<usize> {
        self.meanings.iter().find(|(meaning, _)| *meaning == wanted).map(|(_, rank)| *rank)
    }
}

struct Reader<'a, 't> {
    text: &'a Text<'t>,
    out: Rewritten<'a, 't>,
    /// Whether each open element is a node, and not only around nodes.
    open: Vec<bool>,
    nodes: Vec<Node>,
    /// An element that says something about the node around it, unless there are others in it.
    field: Option<Fact>,
    /// How many elements are open of one that is skipped.
    skipped: usize,
    outermost_is_node: bool,
    has_two_roots: bool,
    /// Whether there are edges beside the nodes.
    is_diagram: bool,
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let mut reader = Reader::new(text, false);
    match go_through(text, &mut reader) {
        Err(_) if reader.is_diagram => {
            let mut diagram = Diagram::new(text);
            go_through(text, &mut diagram)?;
            return diagram.read();
        }
        // The element around them is the root.
        Err(_) if reader.has_two_roots => {
            reader = Reader::new(text, true);
            go_through(text, &mut reader)?;
        }
        read => read?,
    }
    reader.out.read()
}

/// What listens to the elements of a text, each with its first byte.
pub(super) trait Elements {
    /// An element begins; its name is in lower case.
    fn begin(&mut self, name: &str, attributes: &Attributes, at: usize) -> Result<(), ParseError>;
    /// A text in the innermost element.
    fn said(&mut self, said: &str, at: usize) -> Result<(), ParseError>;
    fn end(&mut self, at: usize) -> Result<(), ParseError>;
}

/// The names of an element's attributes, without the parts before a colon, and their values.
pub(super) struct Attributes(Vec<(String, String)>);

impl Attributes {
    fn of(text: &Text<'_>, element: &BytesStart<'_>, at: usize) -> Result<Attributes, ParseError> {
        let read = element.attributes().map(|attribute| {
            let attribute = attribute.map_err(|error| not_xml(text, at, &error))?;
            let key = String::from_utf8_lossy(attribute.key.local_name().as_ref()).into_owned();
            let raw = String::from_utf8_lossy(&attribute.value);
            let value = quick_xml::escape::unescape(&raw).map_or(raw.to_string(), std::borrow::Cow::into_owned);
            Ok((key, value))
        });
        read.collect::<Result<_, _>>().map(Attributes)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.all().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

fn go_through(text: &Text<'_>, to: &mut dyn Elements) -> Result<(), ParseError> {
    let mut steps = text.steps();
    let mut events = quick_xml::Reader::from_str(text.as_str());
    let mut depth = 0_usize;
    loop {
        let at = events.buffer_position() as usize;
        steps.step(at)?;
        let event = events.read_event().map_err(|error| not_xml(text, events.error_position() as usize, &error))?;
        match event {
            Event::Start(element) => {
                begin(text, to, &element, at)?;
                depth += 1;
            }
            Event::Empty(element) => {
                begin(text, to, &element, at)?;
                to.end(at)?;
            }
            Event::End(_) => {
                to.end(at)?;
                depth -= 1;
            }
            Event::Text(said) => to.said(&said.decode().unwrap_or_default(), at)?,
            Event::CData(said) => to.said(&said.decode().unwrap_or_default(), at)?,
            Event::GeneralRef(name) => {
                let name = format!("&{};", name.decode().unwrap_or_default());
                to.said(&quick_xml::escape::unescape(&name).unwrap_or_default(), at)?;
            }
            Event::Eof if depth == 0 => return Ok(()),
            Event::Eof => return Err(text.wrong(at, "the text ends inside an element; close it")),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

fn begin(text: &Text<'_>, to: &mut dyn Elements, element: &BytesStart<'_>, at: usize) -> Result<(), ParseError> {
    let name = String::from_utf8_lossy(element.local_name().as_ref()).to_lowercase();
    to.begin(&name, &Attributes::of(text, element, at)?, at)
}

/// The error of a text that breaks a rule of XML.
fn not_xml(text: &Text<'_>, at: usize, error: &dyn std::fmt::Display) -> ParseError {
    let error = error.to_string();
    let words: Vec<&str> = error.split_whitespace().collect();
    text.wrong(at, format!("this is no XML: {}", words.join(" ")))
}

impl Elements for Reader<'_, '_> {
    fn begin(&mut self, name: &str, attributes: &Attributes, at: usize) -> Result<(), ParseError> {
        if name == "mxfile" || attributes.get("source").and(attributes.get("target")).is_some() {
            self.is_diagram = true;
            return Err(self.text.wrong(at, "this is a diagram"));
        }
        if self.skipped > 0 || SKIPPED.contains(&name) {
            self.skipped += 1;
            return Ok(());
        }
        self.end_as_node()?;
        if !(self.outermost_is_node && self.open.is_empty())
            && (is_around(name) || name == "a" && attributes.get("href").is_some())
            && attributes.all().all(|(name, _)| !is_fact(name))
        {
            return self.open(at, false);
        }
        if attributes.all().next().is_none() && self.may_be_field(name) && !self.is_repeated(name)? {
            self.field = Some(Fact::new(name, String::new(), at, true));
            return Ok(());
        }
        self.node(name, at)?;
        self.facts(attributes, name, at);
        Ok(())
    }

    fn said(&mut self, said: &str, at: usize) -> Result<(), ParseError> {
        match self.nodes.last_mut() {
            _ if self.skipped > 0 => {}
            _ if self.field.is_some() => self.field.iter_mut().for_each(|field| field.said.push_str(said)),
            Some(node) => node.text.push_str(said),
            None if self.open.is_empty() && !said.trim().is_empty() => {
                return Err(self.text.wrong(at, "this text is outside of the element; remove it"));
            }
            None => {}
        }
        Ok(())
    }

    fn end(&mut self, at: usize) -> Result<(), ParseError> {
        if self.skipped > 0 {
            self.skipped -= 1;
            return Ok(());
        }
        if let (Some(mut field), Some(node)) = (self.field.take(), self.nodes.last_mut()) {
            field.said = in_words(&field.said);
            node.facts.push(field);
            return Ok(());
        }
        let is_node = self.open.pop() == Some(true);
        let Some(node) = self.nodes.pop_if(|_| is_node) else { return Ok(()) };
        self.end_node(node, at)
    }
}

fn in_words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl<'a, 't> Reader<'a, 't> {
    fn new(text: &'a Text<'t>, outermost_is_node: bool) -> Reader<'a, 't> {
        let (out, open, nodes, field) = (Rewritten::new(text), Vec::new(), Vec::new(), None);
        let (has_two_roots, is_diagram) = (false, false);
        Reader { text, out, open, nodes, field, skipped: 0, outermost_is_node, has_two_roots, is_diagram }
    }

    fn open(&mut self, at: usize, is_node: bool) -> Result<(), ParseError> {
        self.text.push(&mut self.open, is_node, at)
    }

    /// Adds what is between a node and the one before it.
    fn separate(&mut self, at: usize) -> Result<(), ParseError> {
        match self.nodes.last_mut().map(|parent| std::mem::replace(&mut parent.has_children, true)) {
            Some(true) => self.out.put(",", at),
            Some(false) => self.out.put("\"children\": [", at),
            None if self.out.is_empty() => Ok(()),
            None => {
                self.has_two_roots = true;
                Err(self.text.wrong(at, "there are two roots; put them into one element"))
            }
        }
    }

    /// Begins a node.
    fn node(&mut self, name: &str, at: usize) -> Result<(), ParseError> {
        self.separate(at)?;
        self.out.put("{", at)?;
        self.open(at, true)?;
        self.text.push(&mut self.nodes, Node { name: name.to_string(), ..Node::default() }, at)
    }

    /// Ends a node, with all that is said about it behind its children.
    fn end_node(&mut self, node: Node, at: usize) -> Result<(), ParseError> {
        let Node { has_children, text, mut facts, .. } = node;
        if has_children {
            self.out.put("],", at)?;
        }
        let said = in_words(&text);
        if !said.is_empty() {
            let key = if is_value(&said) { "value" } else { "label" };
            facts.push(Fact::new(key, said, at, false));
        }
        let has_player =
            facts.iter().any(|fact| fact.rank(Meaning::Player).is_some() && keys::mover(&fact.said).is_some());
        let has_value = facts.iter().any(|fact| fact.rank(Meaning::Value).is_some());
        let labels = facts.iter_mut().filter_map(|fact| Some((fact.rank(Meaning::Label)?, fact)));
        let mut more = None;
        if let Some((_, label)) = labels.min_by_key(|(rank, _)| *rank) {
            // The label may say who moves at an inner node, and the value of a leaf.
            let rest = match Line::of(&label.said) {
                Ok(Line::Value(name, Some(value))) if !has_children && !has_value => {
                    more = Some(("value", value.to_string()));
                    Some(name.to_string())
                }
                _ if has_children && !has_player => keys::mover_in(&label.said).map(|(mover, rest)| {
                    more = Some(("player", mover.name().to_string()));
                    rest.to_string()
                }),
                _ => None,
            };
            label.said = rest.unwrap_or(std::mem::take(&mut label.said));
        }
        for fact in facts.iter().filter(|fact| !fact.said.is_empty()) {
            self.say(&fact.key, &fact.said, fact.at)?;
        }
        if let Some((key, said)) = more {
            self.say(key, &said, at)?;
        }
        self.out.put("}", at)
    }

    fn say(&mut self, key: &str, said: &str, at: usize) -> Result<(), ParseError> {
        self.out.put_text(key, at)?;
        self.out.put(":", at)?;
        self.out.put_word(said, at)?;
        self.out.put(",", at)
    }

    /// Whether an element in the innermost one may say something about that, which is a node of another name.
    fn may_be_field(&self, name: &str) -> bool {
        self.open.last() == Some(&true) && self.nodes.last().is_some_and(|node| node.name != name) && is_field(name)
    }

    /// Whether the innermost node has several elements of this name, which are nodes then.
    fn is_repeated(&mut self, name: &str) -> Result<bool, ParseError> {
        let Some(node) = self.nodes.last_mut() else { return Ok(false) };
        if let Some(first) = node.facts.iter().position(|fact| fact.is_element && fact.key == name) {
            node.children.push(name.to_string());
            self.field = Some(node.facts.remove(first));
            let at = self.field.as_ref().map_or(0, |field| field.at);
            self.end_as_node()?;
            self.end(at)?;
            return Ok(true);
        }
        Ok(node.children.iter().any(|known| known == name))
    }

    /// Makes a node of the element that would say something about the one around it.
    fn end_as_node(&mut self) -> Result<(), ParseError> {
        let Some(Fact { key, said, at, .. }) = self.field.take() else { return Ok(()) };
        self.node(&key, at)?;
        if let Some(node) = self.nodes.last_mut() {
            node.text = said;
        }
        Ok(())
    }

    /// Keeps what the name and the attributes of an element say.
    fn facts(&mut self, attributes: &Attributes, name: &str, at: usize) {
        let is_chance = |word: &str| keys::mover(word) == Some(Role::Chance);
        let parent = self.nodes.iter().rev().nth(1);
        let is_below_chance = parent
            .is_some_and(|parent| is_chance(&parent.name) || parent.facts.iter().any(|fact| is_chance(&fact.said)));
        let Some(node) = self.nodes.last_mut() else { return };
        if keys::mover(name).is_some() {
            node.facts.push(Fact::new("player", name.to_string(), at, false));
        }
        let has_text = attributes.all().any(|(key, _)| key.eq_ignore_ascii_case("text"));
        for (key, said) in attributes.all() {
            let is_share = is_below_chance && key == "p" && said.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            // Programs number their nodes beside their texts.
            let is_number = has_text && key.eq_ignore_ascii_case("id");
            if is_share || is_fact(key) && !is_number {
                let key = if is_share { "probability" } else { key };
                node.facts.push(Fact::new(key, said.to_string(), at, false));
            }
        }
    }
}

/// Whether an attribute says something about a node.
fn is_fact(name: &str) -> bool {
    keys::meanings(name).iter().any(|(meaning, _)| *meaning != Meaning::Children)
}
