//! The legend of the drawings.

use std::collections::HashSet;

use eframe::egui::{self, RichText, Sense, Ui, Vec2};

use crate::app::canvas::screen;
use crate::app::prelude::*;
use crate::app::style::theme;
use crate::draw::{Form, Ink, Legend, Look, Pattern, Picture, Shape, Sign, Strokes, Symbol, Warning, form};
use crate::tree::{NodeId, Tree};

const SIZE: f32 = 18.0;

/// The symbol of a node.
pub(crate) fn symbol(ui: &mut Ui, tree: &Tree, node: NodeId) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIZE), Sense::hover());
    let outline = Some((Look::Visited.outline(), 1.6, Pattern::Solid));
    let form = form(tree, node);
    let shape = form.shape(rect.center(), SIZE / 2.0 - 2.0, SIZE / 2.0 - 3.0, Some(Look::Visited.fill()), outline);
    show(ui, vec![shape]);
}

/// Shows the legend.
pub(crate) fn ui(ui: &mut Ui, legend: &Legend) {
    ui.strong("Legend");
    ui.add_space(4.0);
    let mut said = HashSet::new();
    for symbol in legend.symbols() {
        // Nodes of one look may be large and small.
        let words = legend.words(symbol);
        if !said.insert(words.clone()) {
            continue;
        }
        ui.line(&mut |ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIZE), Sense::hover());
            match symbol.sign(rect.shrink(2.0)) {
                Sign::Shapes(shapes) => show(ui, shapes),
                Sign::Text(text, ink) => {
                    let color = theme::ink(ui.visuals(), ink);
                    let font = egui::FontId::proportional(12.0);
                    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, text, font, color);
                }
            }
            let words = RichText::new(words.as_ref()).color(theme::ink(ui.visuals(), Ink::Text));
            ui.label(words).tip(explanation(symbol));
        });
    }
}

/// What a symbol of the legend stands for, in a sentence.
fn explanation(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Form(Form::Max) => "A node at which MAX moves: it is worth as much as its largest child.",
        Symbol::Form(Form::Min) => "A node at which MIN moves: it is worth as much as its smallest child.",
        Symbol::Form(Form::Chance) => {
            "A node at which chance moves, such as dice: it is worth the mean of its children, weighted by the probabilities at its edges."
        }
        Symbol::Form(Form::Leaf) => "A node without children; its value is given.",
        Symbol::Unknown => "A leaf without a value. A search that evaluates it has no result.",
        Symbol::Node(look) | Symbol::Bar(look) | Symbol::Area(look) => look_explained(look),
        Symbol::Line => "The line of best play for both sides.",
        Symbol::Cut(Strokes::Single) => {
            "A node was left before its last child; the bound came from its parent, or the cutoff is neither shallow nor deep."
        }
        Symbol::Cut(Strokes::Double) => {
            "A node was left before its last child; the bound came from further up than its parent."
        }
        Symbol::Warning(Warning::Error) => {
            "The search claims here what it has not proved; the list of findings says what."
        }
        Symbol::Warning(Warning::Waste) => "The search does work in vain here; the list of findings says what.",
        Symbol::Dropped => "Hughes’ pipeline dropped this subtree before the search.",
        Symbol::GoesOn => "The search went on below this node; that part of the tree is counted, not drawn.",
        Symbol::Fold => "A folded subtree; click it, or press Space, to unfold it.",
        Symbol::Window => "The window (alpha, beta) with which the search first entered the node.",
        Symbol::Order => "The number of a node in the order in which the search first visited them.",
        Symbol::Number => "The number of a node in preorder, counted from 0.",
        Symbol::Bound => "The search proved only that the value is at most (≤) or at least (≥) this.",
        Symbol::Rounded => "Some values have more digits than the drawing has room for; the inspector shows them all.",
    }
}

fn look_explained(look: Look) -> &'static str {
    match look {
        Look::Unsearched => "No search is shown on it.",
        Look::Evaluated => "The search took its value.",
        Look::Visited => "The search entered it.",
        Look::Pruned => "A cutoff skipped this node: the search never visited it.",
        Look::PrunedDeep => "A deep cutoff skipped this node: the search never visited it.",
        Look::LeftOut => {
            "The search never visited this node, though no cutoff skipped it: it is below the depth limit or below what \
             the table answered, was dropped by the pipeline, or makes no difference to the player to move."
        }
        Look::Open => "The search is in it or below it at this step.",
        Look::Ahead => "The search has not reached this node.",
        Look::Both => "Both searches visited it.",
        Look::FirstOnly => "Only the first of the two searches visited it.",
        Look::SecondOnly => "Only the second of the two searches visited it.",
    }
}

fn show(ui: &Ui, shapes: Vec<Shape>) {
    let picture = Picture { shapes: shapes.into_iter().map(|shape| (None, shape)).collect() };
    screen::show(ui.painter(), picture, screen::palette(ui.visuals().dark_mode));
}
