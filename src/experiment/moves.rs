//! The moves from a position: the exact value of each, how long its line is, and the work of finding it.

use super::Settings;
use crate::game::{Erased, Game, Playable};
use crate::progress::Progress;
use crate::search::story::{Counter, Listener, PrincipalVariation};
use crate::search::{Algorithm, Outcome, tell};
use crate::table::{Cell, Column, Table};
use crate::tree::{Player, Value};
use crate::{format, table};

/// A move, searched alone: without a window that its siblings have narrowed.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue {
    /// The index of the child.
    pub index: usize,
    /// The name of the move, or of the position after it; empty where neither has one.
    pub name: String,
    /// How its search ended, with the exact value if it finished.
    pub outcome: Outcome<String>,
    /// Whether no other move is better. False where chance moves.
    pub is_best: bool,
    /// The line of best moves, as child indices, beginning with the move itself. Its length is the number of plies to the end.
    pub line: Vec<usize>,
    /// The line as names of moves, if they have names.
    pub names: Option<Vec<String>>,
    /// The evaluations below the move.
    pub evaluations: u64,
}

/// Searches every move from the root of a game on its own, in the game's order; the game is shaped already. After a cancellation only the
/// moves that were searched by then.
pub fn moves(algorithm: Algorithm, game: &Erased<'_>, settings: Settings, progress: &Progress) -> Vec<MoveValue> {
    let root = game.root();
    let children: Vec<_> = game.moves(&root).collect();
    progress.set_total(children.len() as u64);
    let mut searched = Vec::new();
    for (nth, child) in children.iter().enumerate() {
        let index = game.child_index(child, nth as u32);
        let Some(below) = game.below(&[index]) else { continue };
        let (mut counter, mut line) = (Counter::new(algorithm), PrincipalVariation::new(algorithm));
        let mut listeners: [&mut dyn Listener; 2] = [&mut counter, &mut line];
        let report = tell(algorithm, &below, settings.limits(None, progress), &mut listeners);
        if progress.is_cancelled() {
            break;
        }
        if algorithm.entry().has_table && report.outcome.value().is_some() {
            // What a table answers has no line.
            line = PrincipalVariation::new(Algorithm::ALPHA_BETA);
            tell(Algorithm::ALPHA_BETA, &below, settings.limits(None, progress), &mut line);
        }
        let outcome = report.outcome.map(|position| format!("{} has no static value", below.in_words(&position)));
        let mut indices = vec![index as usize];
        if outcome.value().is_some() {
            indices.extend(line.indices());
        }
        searched.push(MoveValue {
            index: index as usize,
            name: Some(game.move_name(&root, child))
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| game.label(child)),
            outcome,
            is_best: false,
            names: super::Runnable::move_names(game, &indices),
            line: indices,
            evaluations: counter.counts().evaluations,
        });
        progress.add_done(1);
    }
    let player = game.chances(&root).is_none().then(|| game.player(&root));
    mark_best(&mut searched, player);
    searched
}

/// Marks the moves than which none is better, if all values are known.
fn mark_best(moves: &mut [MoveValue], player: Option<Player>) {
    let Some(player) = player else { return };
    let values: Option<Vec<Value>> = moves.iter().map(|searched| searched.outcome.value()).collect();
    let Some(best) = values.and_then(|values| values.into_iter().min_by(|a, b| player.best_first(*a, *b))) else {
        return;
    };
    for searched in moves {
        searched.is_best = searched.outcome.value() == Some(best);
    }
}

/// The moves as a table, the best ones marked.
pub fn table(moves: &[MoveValue]) -> Table {
    let mut rows = Vec::new();
    for searched in moves {
        rows.push(vec![
            Cell::words(searched.title()),
            searched.value(),
            Cell::words(if searched.is_best { "best" } else { "" }),
            Cell::number(searched.line.len() as f64, format::grouped(searched.line.len() as u64)),
            Cell::number(searched.evaluations as f64, format::grouped(searched.evaluations)),
            Cell::words(searched.line_in_words()),
        ]);
    }
    let columns = vec![
        Column::words("move", "move"),
        Column::numbers("value", "value"),
        Column::words("", "best"),
        Column::numbers("plies", "plies"),
        Column::numbers("evaluations", "evaluations"),
        Column::words("line", "line"),
    ];
    Table { columns, rows, notes: Vec::new() }
}

impl MoveValue {
    /// Its name, or its place among the children, counted from 1.
    pub fn title(&self) -> String {
        if self.name.is_empty() { format!("child {}", self.index + 1) } else { self.name.clone() }
    }

    fn value(&self) -> Cell {
        match (&self.outcome, self.outcome.value()) {
            (_, Some(value)) => Cell { text: value.to_string(), bare: table::bare(value.get()) },
            (outcome, None) => Cell { text: outcome.id().into(), bare: String::new() },
        }
    }

    /// The line by the names of its moves, or by child indices.
    pub fn line_in_words(&self) -> String {
        line_in_words(&self.line, self.names.as_deref())
    }
}

/// A line by the names of its moves, or by child indices.
pub(super) fn line_in_words(line: &[usize], names: Option<&[String]>) -> String {
    match names {
        Some(names) => names.join(", "),
        None => line.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
    }
}
