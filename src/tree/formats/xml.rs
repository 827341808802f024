//! Elements of XML: an element is a node, and elements in it are its children. Attributes are a node's facts, under the names of
//! [`keys`], a text is its value or its label, and an element `max` or `min` says who moves. So outlines (OPML), mind maps of FreeMind and
//! lists of web pages are read, too. A text with edges is a [diagram](super::diagram).

use quick_xml::events::{BytesStart, Event};

use super::diagram::Diagram;
use super::keys::{self, Meaning};
use super::lines::is_value;
use super::rewritten::Rewritten;
use super::text::Text;
use super::{FormatEntry, Found};
use crate::memory;
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
        || keys::meanings(name).any(|(meaning, _)| meaning == Meaning::Children)
}

/// A node whose element is open.
#[derive(Default)]
struct Node {
    has_children: bool,
    text: String,
}

struct Reader<'a, 't> {
    text: &'a Text<'t>,
    out: Rewritten<'a, 't>,
    /// Whether each open element is a node, and not only around nodes.
    open: Vec<bool>,
    nodes: Vec<Node>,
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
        if !(self.outermost_is_node && self.open.is_empty())
            && is_around(name)
            && attributes.all().all(|(name, _)| !is_fact(name))
        {
            return self.open(at, false);
        }
        self.separate(at)?;
        self.out.put("{", at)?;
        self.open(at, true)?;
        memory::make_room(&mut self.nodes).map_err(|shortage| self.text.wrong(at, shortage.to_string()))?;
        self.nodes.push(Node::default());
        self.facts(attributes, name, at)
    }

    fn said(&mut self, said: &str, at: usize) -> Result<(), ParseError> {
        match self.nodes.last_mut() {
            _ if self.skipped > 0 => {}
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
        let is_node = self.open.pop() == Some(true);
        let Some(Node { has_children, text }) = self.nodes.pop_if(|_| is_node) else { return Ok(()) };
        if has_children {
            self.out.put("],", at)?;
        }
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !said.is_empty() {
            self.out.put(if is_value(&said) { "\"value\":" } else { "\"label\":" }, at)?;
            self.out.put_word(&said, at)?;
        }
        self.out.put("}", at)
    }
}

impl<'a, 't> Reader<'a, 't> {
    fn new(text: &'a Text<'t>, outermost_is_node: bool) -> Reader<'a, 't> {
        let (out, open, nodes) = (Rewritten::new(text), Vec::new(), Vec::new());
        let (has_two_roots, is_diagram) = (false, false);
        Reader { text, out, open, nodes, skipped: 0, outermost_is_node, has_two_roots, is_diagram }
    }

    fn open(&mut self, at: usize, is_node: bool) -> Result<(), ParseError> {
        memory::make_room(&mut self.open).map_err(|shortage| self.text.wrong(at, shortage.to_string()))?;
        self.open.push(is_node);
        Ok(())
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

    /// Adds what the name and the attributes of an element say, each with a comma behind it.
    fn facts(&mut self, attributes: &Attributes, name: &str, at: usize) -> Result<(), ParseError> {
        if keys::mover(name).is_some() {
            self.out.put(&format!("\"player\": \"{name}\","), at)?;
        }
        let has_text = attributes.all().any(|(key, _)| key.eq_ignore_ascii_case("text"));
        for (key, value) in attributes.all() {
            // Programs number their nodes beside their texts.
            if is_fact(key) && !(has_text && key.eq_ignore_ascii_case("id")) {
                self.out.put_text(key, at)?;
                self.out.put(":", at)?;
                self.out.put_word(value, at)?;
                self.out.put(",", at)?;
            }
        }
        Ok(())
    }
}

/// Whether an attribute says something about a node.
fn is_fact(name: &str) -> bool {
    keys::meanings(name).any(|(meaning, _)| meaning != Meaning::Children)
}
