//! The nodes of figures with their values and states, for Graphviz, which lays them out itself.
//!
//! What a search did with a node is shown by its colours, as in the other formats, and given to programs in its `class`, which Graphviz passes on to SVG.

use std::fmt::Write;

use crate::draw::page::{Panel, Sheet, Style};
use crate::draw::text::FAMILY;
use crate::draw::{Fill, Form, Hatch, Ink, Look, Pattern, Rgb, Strokes, Thing, form, words};
use crate::format::{self, grouped};
use crate::tree::NodeId;

/// Figures as one graph, each as a cluster if there are several.
pub(super) fn dot(sheet: &Sheet<'_>, style: &Style) -> String {
    let mut text = String::from("digraph plyscope {\n");
    let caption = if style.has_caption { sheet.caption.as_str() } else { "" };
    let size = style.font_size;
    let _ =
        writeln!(text, "  graph [ordering=out, label={}, fontname=\"{FAMILY}\", fontsize={size}];", quoted(caption));
    let _ = writeln!(text, "  node [style=filled, margin=\"0.04,0.02\", fontname=\"{FAMILY}\", fontsize={size}];");
    let _ = writeln!(text, "  edge [arrowhead=none, fontname=\"{FAMILY}\", fontsize={size}];");
    for (index, panel) in sheet.panels.iter().enumerate() {
        let title = if style.has_titles { panel.title.as_str() } else { "" };
        let is_cluster = sheet.panels.len() > 1 || !title.is_empty();
        if is_cluster {
            let _ = writeln!(
                text,
                "  subgraph cluster_{} {{\n    label={}; labelloc=t; penwidth=0;",
                index + 1,
                quoted(title)
            );
        }
        let prefix = if index == 0 { String::new() } else { format!("r{}_", index + 1) };
        Graph { panel, style, prefix, text: &mut text }.nodes();
        if is_cluster {
            text += "  }\n";
        }
    }
    text + "}\n"
}

/// A string of DOT. Backslashes are escaped, and entities, which Graphviz would decode.
fn quoted(words: &str) -> String {
    let words = format::visible(words).replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", words.replace('&', "&amp;"))
}

struct Graph<'a> {
    panel: &'a Panel<'a>,
    style: &'a Style,
    /// The prefix of the names of nodes.
    prefix: String,
    text: &'a mut String,
}

impl Graph<'_> {
    /// All shown nodes in preorder, with the edges from their parents.
    fn nodes(&mut self) {
        let shown = self.panel.figure.shown;
        let mut index = 0;
        while let Some(node) = shown.tree.node(index) {
            if let Some(fold) = shown.folds.over(node) {
                self.fold(fold);
                index = shown.folds.as_slice()[fold].nodes.end;
            } else {
                self.node(node);
                index += 1;
            }
        }
    }

    fn node(&mut self, node: NodeId) {
        let figure = &self.panel.figure;
        let (tree, overlay) = (figure.tree(), figure.overlay);
        let look = overlay.look(node);
        let (shape, player, value) = match form(tree, node) {
            Form::Max => ("triangle", "max", overlay.words(node)),
            Form::Min => ("invtriangle", "min", overlay.words(node)),
            Form::Chance => ("circle", "chance", overlay.words(node)),
            Form::Leaf => ("box", "leaf", Some(words::leaf(tree, node))),
        };
        let is_on_line = overlay.line().get(tree.depth(node) as usize) == Some(&node);
        let class = format!("{player} {}{}", state(look), if is_on_line { " line" } else { "" });
        let border = self.color(if is_on_line { Ink::Line } else { look.outline() });
        let width = if is_on_line { 2.5 } else { 1.0 };
        let label = quoted(&value.unwrap_or_default());
        let beside = self.outside(&self.beside(node), look.text());
        let (fill, font) = (self.fill(look.fill()), self.color(look.text()));
        let (prefix, number) = (&self.prefix, node.index());
        let dashes = dashes(look);
        let _ = writeln!(
            self.text,
            "    {prefix}n{number} [label={label}, xlabel={beside}, shape={shape}, class=\"{class}\", fillcolor=\"{fill}\", \
             color=\"{border}\", fontcolor=\"{font}\", penwidth={width}{dashes}];"
        );
        if let Some(parent) = tree.parent(node) {
            let name = words::edge(tree, node).unwrap_or_default();
            self.edge(parent, node, &format!("n{number}"), look, is_on_line, &name);
        }
    }

    /// The label of a node, and the optional texts.
    fn beside(&self, node: NodeId) -> String {
        let figure = &self.panel.figure;
        let label = figure.tree().label(node).map(str::to_owned);
        let optional = figure.switched_on(node).map(|(_, words)| words);
        label.into_iter().chain(optional.into_iter().flatten()).collect::<Vec<_>>().join(" ")
    }

    /// A text beside a node, in a colour that is seen there even if that of the text in the node is not.
    fn outside(&self, words: &str, inside: Ink) -> String {
        if words.is_empty() || matches!(inside, Ink::Text | Ink::FaintText) {
            return quoted(words);
        }
        let words = format::visible(words).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!("<<font color=\"{}\">{words}</font>>", self.color(Ink::Text))
    }

    fn fold(&mut self, fold: usize) {
        let figure = &self.panel.figure;
        let (folded, thing) = (&figure.shown.folds.as_slice()[fold], Thing::Fold(fold));
        let first = figure.shown.node_of(thing);
        let look = figure.overlay.shares_in(&folded.nodes).first().unwrap_or(Look::Unsearched);
        let (parent, count) = (folded.parent, grouped(folded.nodes.len() as u64));
        let name = format!("fold{}", first.index());
        let (border, font) = (self.color(look.outline()), self.color(Ink::FaintText));
        let (prefix, state, dashes) = (&self.prefix, state(look), dashes(look));
        let _ = writeln!(
            self.text,
            "    {prefix}{name} [label=\"{count}\", shape=box3d, class=\"folded {state}\", fillcolor=\"#ffffff\", color=\"{border}\", fontcolor=\"{font}\"{dashes}];"
        );
        self.edge(parent, first, &name, look, false, "");
    }

    fn edge(&mut self, parent: NodeId, first: NodeId, to: &str, look: Look, is_on_line: bool, name: &str) {
        let color = self.color(if is_on_line { Ink::Line } else { look.outline() });
        let width = if is_on_line { 2.5 } else { 1.0 };
        let dashes = match look.pattern() {
            Pattern::Solid => "",
            Pattern::Dashed => ", style=dashed",
            Pattern::Dotted => ", style=dotted",
        };
        // A stroke at the end of the parent.
        let cut = self.panel.figure.overlay.cut(parent).filter(|cut| cut.first == first);
        let cut = match cut.map(|cut| cut.strokes) {
            Some(Strokes::Single) => ", dir=back, arrowtail=tee, class=\"cutoff\"",
            Some(Strokes::Double) => ", dir=back, arrowtail=teetee, class=\"deep cutoff\"",
            None => "",
        };
        let name = if name.is_empty() { String::new() } else { format!(", label={}", quoted(name)) };
        let (prefix, from) = (&self.prefix, parent.index());
        let _ = writeln!(
            self.text,
            "    {prefix}n{from} -> {prefix}{to} [color=\"{color}\", penwidth={width}{dashes}{cut}{name}];"
        );
    }

    fn color(&self, ink: Ink) -> Rgb {
        self.style.paper().color(ink)
    }

    /// The colour of an inside; Graphviz has no hatching, so that becomes a grey.
    fn fill(&self, ink: Ink) -> Rgb {
        match self.style.paper().fill(ink) {
            Fill::Solid(color) => color,
            Fill::Hatched(Hatch::Dense | Hatch::Crossed) => Rgb(0xBF, 0xBF, 0xBF),
            Fill::Hatched(Hatch::Sparse | Hatch::Upright | Hatch::Flat | Hatch::Dots) => Rgb(0xE6, 0xE6, 0xE6),
        }
    }
}

/// The style of a node whose outline is not solid.
fn dashes(look: Look) -> &'static str {
    match look.pattern() {
        Pattern::Solid => "",
        Pattern::Dashed => ", style=\"filled,dashed\"",
        Pattern::Dotted => ", style=\"filled,dotted\"",
    }
}

/// What a search did with a node, as words for programs.
fn state(look: Look) -> &'static str {
    match look {
        Look::Unsearched => "unsearched",
        Look::Evaluated => "evaluated",
        Look::Visited => "visited",
        Look::Pruned => "pruned",
        Look::PrunedDeep => "pruned deep",
        Look::LeftOut => "left out",
        Look::Open => "open",
        Look::Ahead => "ahead",
        Look::Both => "both",
        Look::FirstOnly => "first",
        Look::SecondOnly => "second",
    }
}
