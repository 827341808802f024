//! The drawing of every situation of every node by the code that draws all pictures.
//!
//! Round `k` draws the tree with each node in its `k`-th situation, whatever that of its neighbours is. So a few drawings have all shapes that
//! any step needs, and a step is the choice of one situation for each node. Windows and numbers, whose places would depend on each other,
//! have one place in all steps: the one for the longest.

use std::collections::HashMap;
use std::rc::Rc;

use super::course::{Course, Places, Situation};
use crate::draw::node_link::Drawing;
use crate::draw::page::{self, View};
use crate::draw::{
    Boards, Cut, Figure, Frame, Ink, Legend, Look, Options, Overlay, Rect, Shape, Shares, Text, Warning, icicle,
    node_link, text, vec2, words,
};
use crate::format::grouped;
use crate::search::Aim;
use crate::tree::{NodeId, Tree};

/// The layers of a drawing, from back to front.
pub(super) const LAYERS: [&str; 4] = ["edges", "nodes", "cuts", "texts"];

/// A layer, as an index of [`LAYERS`].
pub(super) type Layer = usize;

const EDGES: Layer = 0;
pub(super) const NODES: Layer = 1;
const CUTS: Layer = 2;
const TEXTS: Layer = 3;

/// A shape, and whether it is a window that readers switch on.
pub(super) type Piece = (Shape, bool);

/// The shapes of a place in a layer.
pub(super) type Key = (usize, Layer);

/// A drawing divided into the shapes of places in layers.
#[derive(Default)]
pub(super) struct Pieces {
    pieces: HashMap<Key, Vec<Piece>>,
    /// The keys, from back to front within each layer.
    order: Vec<Key>,
    /// Whether something is too narrow to be drawn separately.
    pub(super) has_cells: bool,
}

impl Pieces {
    pub(super) fn get(&self, key: Key) -> &[Piece] {
        self.pieces.get(&key).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, key: Key, piece: Piece) {
        let pieces = self.pieces.entry(key).or_insert_with(|| {
            self.order.push(key);
            Vec::new()
        });
        pieces.push(piece);
    }
}

/// Where the trees of a page are drawn.
pub(super) struct Stage<'a> {
    pub(super) places: &'a Places,
    view: View,
    frame: Frame,
    boards: Boards,
}

/// Everything that is drawn of a search.
pub(super) struct Drawn {
    /// By round.
    rounds: Vec<Pieces>,
    last: Pieces,
    /// Which situation of each place the last drawing shows.
    is_last: Vec<usize>,
    /// What each drawing has a symbol for.
    pub(super) legends: Vec<Legend>,
    /// Of each place, where its window and its numbers are, and how they are written.
    beside: Rc<Besides>,
    pub(super) unwritten: usize,
}

/// Options without texts that are switched on.
fn bare(options: Options) -> Options {
    Options { windows: false, order: false, numbers: false, ..options }
}

/// Where windows and numbers are.
pub(super) struct Besides {
    texts: Vec<Vec<(Beside, Text)>>,
    legend: Legend,
    /// How many found no room.
    unwritten: usize,
}

/// A text that is switched on.
#[derive(Clone, Copy, PartialEq)]
enum Beside {
    Window,
    Order,
    Number,
}

impl<'a> Stage<'a> {
    pub(super) fn new(places: &'a Places, frame: Frame, view: View) -> Stage<'a> {
        Stage { places, view, frame, boards: Boards::default() }
    }

    fn drawing(&mut self, figure: &Figure<'_>) -> Drawing {
        let figure = Figure { options: page::sized(figure.options), ..*figure };
        match self.view {
            View::NodeLink => node_link::node_link(&figure, &self.frame, &mut self.boards),
            View::Icicle => icicle::icicle(&figure, &self.frame),
        }
    }

    /// How many texts of a figure have no room.
    pub(super) fn unwritten(&mut self, figure: &Figure<'_>) -> usize {
        self.drawing(figure).unwritten
    }

    /// The room of a place.
    pub(super) fn rect(&mut self, figure: &Figure<'_>, place: usize) -> Rect {
        let (node, frame) = (self.places.nodes[place], &self.frame);
        let figure = Figure { options: page::sized(figure.options), ..*figure };
        match self.view {
            View::NodeLink => node_link::rect_of(&figure, frame, &mut self.boards, node),
            View::Icicle => icicle::rect_of(&figure, frame, node),
        }
    }

    /// Draws all situations of a search. Windows and numbers are where they are in all searches.
    pub(super) fn draw(&mut self, figure: &Figure<'_>, course: &Course, beside: &Rc<Besides>) -> Drawn {
        let bare = bare(figure.options);
        let most = course.situations.iter().map(Vec::len).max().unwrap_or(0);
        let (mut rounds, mut legends) = (Vec::new(), vec![beside.legend.clone()]);
        for round in 0..most {
            let overlay =
                Round { tree: figure.tree(), course, places: self.places, of: figure.overlay, pick: Pick::Nth(round) };
            let drawing = self.drawing(&Figure { overlay: &overlay, options: bare, ..*figure });
            rounds.push(self.pieces(&drawing));
            legends.push(drawing.legend);
        }
        let overlay = Round { tree: figure.tree(), course, places: self.places, of: figure.overlay, pick: Pick::Last };
        let drawing = self.drawing(&Figure { overlay: &overlay, options: bare, ..*figure });
        let (last, unwritten) = (self.pieces(&drawing), beside.unwritten + drawing.unwritten);
        legends.push(drawing.legend);
        Drawn { rounds, last, is_last: course.last.clone(), legends, beside: Rc::clone(beside), unwritten }
    }

    /// Where windows and numbers are: with and without them, a drawing differs in the last texts of each place.
    pub(super) fn beside(&mut self, figure: &Figure<'_>, course: &Course) -> Besides {
        let longest = Round::longest(figure, course, self.places);
        let with = self.drawing(&Figure { overlay: &longest, ..*figure });
        let without = self.drawing(&Figure { overlay: &longest, options: bare(figure.options), ..*figure });
        let unwritten = with.unwritten.saturating_sub(without.unwritten);
        let legend = with.legend.clone();
        let (with, without) = (self.pieces(&with), self.pieces(&without));
        let mut found = Vec::new();
        for (place, &node) in self.places.nodes.iter().enumerate() {
            let mut asked = texts_beside(figure.tree(), node, longest.situation(node), figure.options);
            let mut here = Vec::new();
            // The last node has all its texts in one layer.
            for layer in [NODES, TEXTS] {
                let (with, without) = (with.get((place, layer)), without.get((place, layer)));
                for (shape, _) in with.get(without.len()..).unwrap_or_default() {
                    let Shape::Text(text) = shape else { continue };
                    if let Some(at) = asked.iter().position(|(_, words, _)| *words == text.words) {
                        here.push((asked.remove(at).0, text.clone()));
                    }
                }
            }
            found.push(here);
        }
        Besides { texts: found, legend, unwritten }
    }

    /// Divides a drawing.
    fn pieces(&self, drawing: &Drawing) -> Pieces {
        let mut pieces = Pieces::default();
        let (mut has_nodes, mut before) = (false, None);
        for (node, shape) in &drawing.picture.shapes {
            let Some(node) = *node else {
                pieces.has_cells = true;
                continue;
            };
            let place = self.places.of(node);
            has_nodes |= !matches!(shape, Shape::Line { .. });
            let layer = match shape {
                _ if !has_nodes => EDGES,
                Shape::Line { ink: Ink::Cutoff, .. } => CUTS,
                // What follows on the form of a node is in it.
                _ if before == Some((place, NODES)) || !pieces.pieces.contains_key(&(place, NODES)) => NODES,
                _ => TEXTS,
            };
            before = Some((place, layer));
            pieces.add((place, layer), (shape.clone(), false));
        }
        pieces
    }
}

impl Drawn {
    /// The shapes of a place in a layer in one of its situations.
    pub(super) fn pieces(
        &self,
        tree: &Tree,
        node: NodeId,
        (place, layer): Key,
        course: &Course,
        number: usize,
        (room, options): (Rect, Options),
    ) -> Vec<Piece> {
        let drawing = if self.is_last[place] == number { &self.last } else { &self.rounds[number] };
        let mut pieces = drawing.get((place, layer)).to_vec();
        if layer == TEXTS {
            for (beside, words, ink) in texts_beside(tree, node, Some(&course.situations[place][number]), options) {
                if let Some((_, text)) = self.beside.texts[place].iter().find(|(other, _)| *other == beside) {
                    let text = moved(text, words, ink, room);
                    pieces.push((Shape::Text(text), beside == Beside::Window));
                }
            }
        }
        pieces
    }

    /// The keys of all groups of shapes, from back to front.
    pub(super) fn keys(&self) -> Vec<Key> {
        let mut keys = self.last.order.clone();
        for place in 0..self.is_last.len() {
            let is_there = |layer| self.rounds.iter().any(|round| !round.get((place, layer)).is_empty());
            for layer in 0..LAYERS.len() {
                let has_texts = layer == TEXTS && !self.beside.texts[place].is_empty();
                if self.last.get((place, layer)).is_empty() && (has_texts || is_there(layer)) {
                    keys.push((place, layer));
                }
            }
        }
        keys.sort_by_key(|&(_, layer)| layer);
        keys
    }

    pub(super) fn has_cells(&self) -> bool {
        self.last.has_cells
    }
}

/// A text in the place of the longest one, as near to its node.
fn moved(longest: &Text, words: String, ink: Ink, room: Rect) -> Text {
    let spare = (text::width(&longest.words, longest.size) - text::width(&words, longest.size)) / 2.0;
    let rect = longest.rect();
    let aside = if rect.left() > room.center().x {
        -spare
    } else if rect.right() < room.center().x {
        spare
    } else {
        0.0
    };
    Text { words, ink, middle: longest.middle + vec2(aside, 0.0), size: longest.size }
}

/// The texts beside a node that are switched on.
fn texts_beside(
    tree: &Tree,
    node: NodeId,
    situation: Option<&Situation>,
    options: Options,
) -> Vec<(Beside, String, Ink)> {
    let mut texts = Vec::new();
    if let Some(aim) = situation.and_then(|situation| situation.aim).filter(|_| options.windows) {
        texts.push((Beside::Window, words::aim(tree, aim), Ink::FaintText));
    }
    if let Some(order) = situation.and_then(|situation| situation.order).filter(|_| options.order) {
        texts.push((Beside::Order, grouped(order.into()), Ink::Step));
    }
    if options.numbers {
        texts.push((Beside::Number, format!("#{}", node.index()), Ink::FaintText));
    }
    texts
}

/// Which situation of each node is drawn.
#[derive(Clone, Copy)]
pub(super) enum Pick {
    /// That with a number, or else the last one.
    Nth(usize),
    /// The one at the end of the search.
    Last,
    /// The one with the longest window; values are as long as they ever are.
    Longest,
}

/// An overlay of one situation of each node.
pub(super) struct Round<'a> {
    pub(super) tree: &'a Tree,
    pub(super) course: &'a Course,
    pub(super) places: &'a Places,
    pub(super) of: &'a dyn Overlay,
    pub(super) pick: Pick,
}

impl<'a> Round<'a> {
    /// The longest texts of a search.
    pub(super) fn longest(figure: &Figure<'a>, course: &'a Course, places: &'a Places) -> Round<'a> {
        Round { tree: figure.shown.tree, course, places, of: figure.overlay, pick: Pick::Longest }
    }

    fn situation(&self, node: NodeId) -> Option<&Situation> {
        let place = self.places.of(node);
        let all = self.course.situations.get(place)?;
        match self.pick {
            Pick::Nth(number) => all.get(number).or(all.last()),
            Pick::Last => all.get(*self.course.last.get(place)?),
            Pick::Longest => all.iter().max_by(|a, b| self.length(a).total_cmp(&self.length(b))),
        }
    }

    /// How long the window is.
    fn length(&self, situation: &Situation) -> f32 {
        situation.aim.map_or(0.0, |aim| text::width(&words::aim(self.tree, aim), 1.0))
    }
}

impl Overlay for Round<'_> {
    fn beneath(&self) -> Option<&dyn Overlay> {
        Some(self.of)
    }

    fn identity(&self) -> u64 {
        self.of.identity()
    }

    fn look(&self, node: NodeId) -> Look {
        self.situation(node).map_or_else(|| self.of.look(node), |situation| situation.look)
    }

    fn words(&self, node: NodeId) -> Option<String> {
        if let Pick::Longest = self.pick {
            let all = self.course.situations.get(self.places.of(node))?.iter();
            let length = |words: &String| text::width(words, 1.0);
            let words = all.filter_map(|situation| situation.words.clone());
            return words.max_by(|a, b| length(a).total_cmp(&length(b)));
        }
        self.situation(node)?.words.clone()
    }

    fn line(&self) -> &[NodeId] {
        if let Pick::Last = self.pick { self.of.line() } else { &[] }
    }

    fn cut(&self, node: NodeId) -> Option<Cut> {
        self.situation(node)?.cut
    }

    fn aim(&self, node: NodeId) -> Option<Aim> {
        self.situation(node)?.aim
    }

    fn order(&self, node: NodeId) -> Option<u32> {
        self.situation(node)?.order
    }

    fn shares_in(&self, nodes: &std::ops::Range<usize>) -> Shares {
        let node = self.places.nodes.get(self.places.of(NodeId::at(nodes.start)));
        let shares = node.and_then(|&node| self.situation(node)).map(|situation| situation.shares);
        shares.unwrap_or_else(|| self.of.shares_in(nodes))
    }

    fn warning(&self, node: NodeId) -> Option<Warning> {
        self.situation(node)?.warning
    }
}
