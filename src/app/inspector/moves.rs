//! The moves from the selected node, each with its exact value, the length of its line and its work.

use std::sync::Arc;

use eframe::egui::{Grid, RichText, ScrollArea, Ui};

use crate::app::prelude::*;
use crate::app::trees::Document;
use crate::app::{LatestJob, Model, ViewAction};
use crate::experiment::moves::{MoveValue, moves};
use crate::experiment::{self, pruning};
use crate::format::{self, clipped, grouped};
use crate::game::Erased;
use crate::progress::Progress;
use crate::search::Algorithm;
use crate::tree::{NodeId, Tree, Value};

/// Moves from a node with more nodes below it are searched only when they are asked for.
const MOST_UNASKED: usize = 100_000;
/// More moves than this are not listed.
const MOST_MOVES: usize = 1_000;
/// Of more moves than this the list scrolls,
const MOST_AT_ONCE: usize = 40;
/// and has this height.
const HEIGHT: f32 = 260.0;

/// The width of the numbers of a move, and about that of a letter.
const NUMBERS: f32 = 200.0;
const LETTER: f32 = 7.5;

/// The table of moves, computed on a thread.
#[derive(Default)]
pub(crate) struct MovesPanel {
    job: LatestJob<(u64, NodeId, Algorithm, experiment::Settings), Vec<MoveValue>>,
    /// Whether the table is shown, if the user has said so for the tree with this number.
    is_shown: Option<(u64, bool)>,
}

impl MovesPanel {
    /// Stops searching, since nothing is shown.
    pub(crate) fn stop(&mut self) {
        self.job = LatestJob::default();
    }

    /// Shows the moves from a node.
    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &Model, document: &Document, node: NodeId) {
        let tree = &document.tree;
        let count = tree.children(node).take(MOST_MOVES + 1).count();
        if document.visited.is_some() || count == 0 || count > MOST_MOVES {
            self.stop();
            return;
        }
        let by_default = tree.subtree(node).len() <= MOST_UNASKED;
        let mut is_shown =
            self.is_shown.filter(|(serial, _)| *serial == document.serial).map_or(by_default, |(_, is_shown)| is_shown);
        if ui.checkbox(&mut is_shown, "Moves with exact values").tip("Each move is searched on its own").changed() {
            self.is_shown = Some((document.serial, is_shown));
        }
        if !is_shown {
            self.stop();
            return;
        }
        let algorithm = algorithm(model, tree);
        let settings = model.settings.of_run();
        let searched = Arc::clone(tree);
        let answer = self.job.answer(ui.ctx(), (tree.identity(), node, algorithm, settings), move |progress| {
            below(&searched, node, algorithm, settings, progress)
        });
        match answer {
            None => {
                ui.weak(format!("{} is searching each move…", algorithm.name()));
            }
            Some(Err(fault)) => {
                ui.label(fault.clone());
            }
            Some(Ok(moves)) => {
                // The inspector scrolls; only a long list scrolls within it, and what is too wide for it.
                let is_long = moves.len() > MOST_AT_ONCE;
                let scroll = if is_long { ScrollArea::both().max_height(HEIGHT) } else { ScrollArea::horizontal() };
                let scroll = scroll.id_salt("moves").auto_shrink([false, true]);
                scroll.show_in(ui, &mut |ui| table(ui, model, node, moves));
                ui.weak(format!("Each searched alone with {}.", algorithm.name()));
            }
        }
    }
}

/// The marked search if it finds values, or else one that suits the tree.
fn algorithm(model: &Model, tree: &Tree) -> Algorithm {
    let finds_values = |algorithm: &Algorithm| {
        !algorithm.is_traced()
            && algorithm.pipeline().is_none()
            && !algorithm.entry().asks
            && (!tree.has_chance() || algorithm.entry().takes_chance)
    };
    model.marked().filter(finds_values).unwrap_or_else(|| pruning(tree))
}

fn below(
    tree: &Tree,
    node: NodeId,
    algorithm: Algorithm,
    settings: experiment::Settings,
    progress: &Progress,
) -> Vec<MoveValue> {
    let path: Vec<u32> = tree.path(node).into_iter().filter_map(|index| u32::try_from(index).ok()).collect();
    let bounds = settings.bounds.or_else(|| tree.has_chance().then(|| tree.value_range()).flatten());
    let game = Erased::shaped(settings.stages, tree);
    let settings = experiment::Settings { bounds, ..settings };
    game.below(&path).map_or_else(Vec::new, |game| moves(algorithm, &game, settings, progress))
}

fn table(ui: &mut Ui, model: &Model, node: NodeId, moves: &[MoveValue]) {
    let Some(tree) = model.tree() else { return };
    // Long names of moves leave room to the numbers.
    let letters = ((ui.available_width() - NUMBERS) / LETTER).max(8.0) as usize;
    Grid::new("moves").num_columns(4).striped(true).spacing([14.0, 4.0]).show_in(ui, &mut |ui| {
        for heading in &["move", "value", "plies", "evaluations"] {
            ui.weak(*heading);
        }
        ui.end_row();
        for searched in moves {
            let child = tree.children(node).nth(searched.index);
            let title = searched.title();
            let shortened = format::shortened(&title);
            let short = clipped(&shortened, letters);
            let tip = if short == title { "Select this node" } else { &title };
            let link = ui.link(&*short).tip(tip);
            if let Some(child) = child {
                link.asks_for(ViewAction::SelectAndReveal(child));
            }
            let whole = searched.outcome.value().map(Value::grouped);
            let whole = whole.unwrap_or_else(|| searched.outcome.id().to_owned());
            let value = model.shortened(&whole);
            let value =
                if searched.is_best { RichText::new(format!("{value} best")).strong() } else { (*value).into() };
            ui.label(value).tip(&format!("{whole}. Line: {}", searched.line_in_words()));
            ui.label(grouped(searched.line.len() as u64));
            ui.label(grouped(searched.evaluations));
            ui.end_row();
        }
    });
}
