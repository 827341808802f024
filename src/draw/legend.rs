//! The legend of a picture: the meanings of the symbols that occur in it.

use std::borrow::Cow;

use super::shape::Form;
use super::{Cells, Corners, Ink, Look, Pattern, Rect, Shape, Strokes, Vec2, Warning, pos2, vec2, words};
use crate::sorting;
use crate::tree::{NodeId, Tree};

/// A symbol that may be in a picture, in the order of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// The form of a node.
    Form(Form),
    /// A leaf whose value is unknown.
    Unknown,
    /// A node with a look.
    Node(Look),
    /// The bar of a node with a look.
    Bar(Look),
    /// An area of nodes with a look.
    Area(Look),
    /// The principal variation.
    Line,
    /// A cutoff.
    Cut(Strokes),
    /// Something that is wrong.
    Warning(Warning),
    /// Nodes dropped by `taketree`.
    Dropped,
    /// A node whose subtree was searched and is not drawn.
    GoesOn,
    /// A folded subtree.
    Fold,
    /// The window of a node.
    Window,
    /// The number of a first visit.
    Order,
    /// The number of a node.
    Number,
    /// A value that is a bound.
    Bound,
    /// A value with fewer digits than it has.
    Rounded,
}

/// How a symbol is shown in a legend.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    /// Shapes.
    Shapes(Vec<Shape>),
    /// A text.
    Text(&'static str, Ink),
}

/// The symbols of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legend {
    /// In order.
    symbols: Vec<Symbol>,
    /// The names of the searches, if it is that of the difference of two.
    names: Option<[String; 2]>,
}

impl Legend {
    /// Adds the signs of bounds, if they are in a text.
    pub(super) fn add_bound(&mut self, words: &str) {
        if words.contains(['≤', '≥']) {
            self.add(Symbol::Bound);
        }
    }

    /// Adds that values are rounded, if that of a leaf is.
    pub(super) fn add_rounded(&mut self, tree: &Tree, node: NodeId) {
        if !self.symbols.contains(&Symbol::Rounded)
            && tree.is_leaf(node)
            && tree.value(node).is_some_and(|value| words::is_rounded(tree, value))
        {
            self.add(Symbol::Rounded);
        }
    }

    /// Names the two searches of a difference.
    pub fn set_names(&mut self, names: Option<&[String; 2]>) {
        self.names = names.cloned();
    }

    /// What a symbol means.
    pub fn words(&self, symbol: Symbol) -> Cow<'static, str> {
        let (Symbol::Node(look) | Symbol::Bar(look) | Symbol::Area(look)) = symbol else {
            return symbol.words().into();
        };
        match (look, &self.names) {
            (Look::FirstOnly, Some([first, _])) => format!("visited by {first} only").into(),
            (Look::SecondOnly, Some([_, second])) => format!("visited by {second} only").into(),
            _ => symbol.words().into(),
        }
    }

    /// Adds a symbol.
    pub fn add(&mut self, symbol: Symbol) {
        // Nodes look the same whichever cutoff skipped them.
        let is_deep = symbol == Symbol::Node(Look::PrunedDeep);
        sorting::insert(&mut self.symbols, if is_deep { Symbol::Node(Look::Pruned) } else { symbol });
    }

    /// Adds the areas of cells.
    pub fn add_areas(&mut self, cells: &Cells) {
        let mut known = 0_u32;
        for shares in &cells.shares {
            for (look, _) in shares.looks() {
                let bit = 1 << look as u32;
                if known & bit == 0 {
                    known |= bit;
                    self.add(Symbol::Area(look));
                }
            }
        }
    }

    /// Adds the symbols of another picture.
    pub fn merge(&mut self, other: &Legend) {
        for &symbol in &other.symbols {
            sorting::insert(&mut self.symbols, symbol);
        }
    }

    /// The symbols, in order. Bars look like areas, so these need no symbol of their own beside them; and the forms of nodes are those of
    /// nodes that were not searched.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = self.symbols.clone();
        symbols.retain(|&symbol| match symbol {
            Symbol::Area(look) => !self.symbols.contains(&Symbol::Bar(look)),
            Symbol::Node(look) => look != Look::Unsearched,
            _ => true,
        });
        symbols
    }
}

impl Symbol {
    /// The symbol in a square.
    pub fn sign(self, square: Rect) -> Sign {
        Sign::Shapes(match self {
            Symbol::Form(form) => vec![node(form, Look::Unsearched, square)],
            Symbol::Node(look) => vec![node(node_form(look), look, square)],
            Symbol::Bar(look) | Symbol::Area(look) => vec![Shape::area(square.shrink(1.5), look)],
            Symbol::Line => vec![line(square, 3.5, Ink::Line, Pattern::Solid)],
            Symbol::Cut(strokes) => cut(strokes, square),
            Symbol::Warning(warning) => warning.sign(square.center(), square.height()).to_vec(),
            Symbol::Dropped => vec![line(square, 1.2, Ink::Pruned, Pattern::Dotted)],
            Symbol::GoesOn => dots(square),
            Symbol::Fold => fold(square),
            Symbol::Unknown => return Sign::Text("?", Ink::Text),
            Symbol::Window => return Sign::Text("(α, β)", Ink::FaintText),
            Symbol::Order => return Sign::Text("1", Ink::Step),
            Symbol::Number => return Sign::Text("#0", Ink::FaintText),
            Symbol::Bound => return Sign::Text("≤ ≥", Ink::Text),
            Symbol::Rounded => return Sign::Text("≈", Ink::Text),
        })
    }

    /// What the symbol means.
    fn words(self) -> &'static str {
        match self {
            Symbol::Form(form) => form_words(form),
            Symbol::Node(look) | Symbol::Bar(look) => look_words(look),
            Symbol::Area(look) => area_words(look),
            Symbol::Line => "principal variation",
            Symbol::Cut(strokes) => cut_words(strokes),
            Symbol::Warning(warning) => warning_words(warning),
            Symbol::Dropped => "dropped by taketree",
            Symbol::GoesOn => "searched; subtree not drawn",
            Symbol::Fold => "folded subtrees: number of nodes, and shares",
            Symbol::Unknown => "unknown value",
            Symbol::Window => "window",
            Symbol::Order => "order of first visits",
            Symbol::Number => "number of a node in preorder",
            Symbol::Bound => "at most, at least: a bound",
            Symbol::Rounded => "values are rounded",
        }
    }
}

fn form_words(form: Form) -> &'static str {
    match form {
        Form::Max => "MAX to move",
        Form::Min => "MIN to move",
        Form::Chance => "chance",
        Form::Leaf => "leaf",
    }
}

fn node_form(look: Look) -> Form {
    if matches!(look, Look::Visited | Look::Open) { Form::Max } else { Form::Leaf }
}

fn look_words(look: Look) -> &'static str {
    match look {
        Look::Unsearched => "not searched",
        Look::Evaluated => "evaluated",
        Look::Visited => "visited",
        Look::Pruned => "pruned",
        Look::PrunedDeep => "pruned, deep cutoff",
        Look::LeftOut => "not visited, no cutoff",
        Look::Open => "being searched",
        Look::Ahead => "not reached",
        Look::Both => "visited by both",
        Look::FirstOnly => "visited by the first only",
        Look::SecondOnly => "visited by the second only",
    }
}

fn area_words(look: Look) -> &'static str {
    match look {
        Look::Unsearched => "many nodes",
        Look::Evaluated => "many evaluated",
        Look::Visited => "many visited",
        Look::Pruned => "many pruned",
        Look::PrunedDeep => "many pruned, deep cutoff",
        Look::LeftOut => "many not visited, no cutoff",
        other => look_words(other),
    }
}

fn cut_words(strokes: Strokes) -> &'static str {
    match strokes {
        Strokes::Single => "cutoff",
        Strokes::Double => "deep cutoff",
    }
}

fn warning_words(warning: Warning) -> &'static str {
    match warning {
        Warning::Error => "an error of the search",
        Warning::Waste => "work in vain",
    }
}

fn node(form: Form, look: Look, square: Rect) -> Shape {
    let radius = square.height() / 2.0 - 1.0;
    // What is being searched is drawn thicker.
    let width = if look == Look::Open { 2.4 } else { 1.3 };
    let outline = Some((look.outline(), width, look.pattern()));
    form.shape(square.center(), radius, radius, Some(look.fill()), outline)
}

fn line(square: Rect, width: f32, ink: Ink, pattern: Pattern) -> Shape {
    Shape::Line { ends: [square.left_bottom(), square.right_top()], width, ink, pattern }
}

fn cut(strokes: Strokes, square: Rect) -> Vec<Shape> {
    let edge = line(square, 1.1, Ink::Pruned, Pattern::Dashed);
    let offsets: &[f32] = if strokes == Strokes::Double { &[-2.5, 2.5] } else { &[0.0] };
    let mut shapes = vec![edge];
    let along = vec2(1.0, -1.0).normalized();
    let across = vec2(1.0, 1.0).normalized() * 5.0;
    for &offset in offsets {
        let at = square.center() + along * offset;
        let ends = [at - across, at + across];
        shapes.push(Shape::Line { ends, width: 2.4, ink: Ink::Cutoff, pattern: Pattern::Solid });
    }
    shapes
}

fn dots(square: Rect) -> Vec<Shape> {
    let dot = |i: i32| {
        let middle = square.center() + vec2(0.0, 4.0 * i as f32);
        let corners = Corners::of(Rect::from_center_size(middle, Vec2::splat(2.0)));
        Shape::Polygon { corners, fill: Some(Ink::Visited), outline: None }
    };
    vec![dot(-1), dot(0), dot(1)]
}

fn fold(square: Rect) -> Vec<Shape> {
    let front = Rect::from_min_max(square.min + vec2(0.0, 2.0), pos2(square.right() - 3.0, square.bottom() - 4.0));
    let boxed = |rect: Rect| Shape::Polygon {
        corners: Corners::of(rect),
        fill: Some(Ink::Background),
        outline: Some((Ink::Edge, 1.1, Pattern::Solid)),
    };
    vec![boxed(front.translate(vec2(2.5, 2.5))), boxed(front)]
}
