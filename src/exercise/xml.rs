//! XML documents as elements, written by a library, so that every text is escaped.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// An element with what is in it.
#[derive(Clone, Debug)]
pub(super) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    inside: Vec<Inside>,
}

#[derive(Clone, Debug)]
enum Inside {
    Element(Element),
    Text(String),
}

impl Element {
    pub(super) fn new(name: &'static str) -> Element {
        Element { name, attributes: Vec::new(), inside: Vec::new() }
    }

    /// Adds an attribute.
    pub(super) fn with(mut self, name: &'static str, value: impl ToString) -> Element {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// Adds a text.
    pub(super) fn text(mut self, text: impl ToString) -> Element {
        self.inside.push(Inside::Text(text.to_string()));
        self
    }

    /// Adds an element.
    pub(super) fn child(mut self, child: Element) -> Element {
        self.inside.push(Inside::Element(child));
        self
    }

    /// Adds elements.
    pub(super) fn children(mut self, children: impl IntoIterator<Item = Element>) -> Element {
        self.inside.extend(children.into_iter().map(Inside::Element));
        self
    }

    /// The bytes of a document with this element as its root.
    pub(super) fn document(&self) -> io::Result<Vec<u8>> {
        let mut writer = Writer::new(Vec::new());
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        new_line(&mut writer)?;
        self.write(&mut writer)?;
        new_line(&mut writer)?;
        Ok(writer.into_inner())
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let attributes = self.attributes.iter().map(|(name, value)| (*name, value.as_str()));
        let start = BytesStart::new(self.name).with_attributes(attributes);
        if self.inside.is_empty() {
            return writer.write_event(Event::Empty(start));
        }
        writer.write_event(Event::Start(start))?;
        // White space between elements means something only where there is text, too.
        let has_text = self.inside.iter().any(|inside| matches!(inside, Inside::Text(_)));
        for inside in &self.inside {
            if !has_text {
                new_line(writer)?;
            }
            match inside {
                Inside::Element(element) => element.write(writer)?,
                Inside::Text(text) => writer.write_event(Event::Text(BytesText::new(text)))?,
            }
        }
        if !has_text {
            new_line(writer)?;
        }
        writer.write_event(Event::End(BytesEnd::new(self.name)))
    }
}

fn new_line(writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
    writer.write_event(Event::Text(BytesText::from_escaped("\n")))
}
