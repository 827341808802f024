//! All answers as a table, and trees and solutions as JSON.

use serde_json::{Value as Json, json};

use super::{Method, Question, Sheet, Solved, Unfit};
use crate::search::Window;
use crate::table::{Cell, Column, Table};
use crate::tree::file::to_json;
use crate::tree::{NodeId, Tree};

/// All answers: a row for each part of each question of each sheet.
pub fn as_table(sheets: &[Sheet<'_>]) -> Table {
    let column =
        |id: &str, is_numeric| Column { title: id.to_owned(), id: id.to_owned(), is_numeric, is_for_programs: false };
    let columns = vec![column("seed", true), column("question", false), column("part", false), column("answer", false)];
    let mut rows = Vec::new();
    for sheet in sheets {
        let seed = sheet.solved.seed.map_or_else(Cell::missing, |seed| Cell::words(seed.to_string()));
        for question in sheet.questions {
            for part in sheet.parts(question) {
                let told = [question.id.to_owned(), part.name, part.answer].map(Cell::words);
                rows.push([seed.clone()].into_iter().chain(told).collect());
            }
        }
    }
    Table { columns, rows, notes: Vec::new() }
}

/// The trees and their solutions. The fields are a contract.
pub fn as_json(sheets: &[Sheet<'_>]) -> Result<Json, Unfit> {
    let exercises = sheets.iter().map(exercise).collect::<Result<Vec<Json>, Unfit>>()?;
    Ok(json!({ "exercises": exercises }))
}

fn exercise(sheet: &Sheet<'_>) -> Result<Json, Unfit> {
    let Solved { tree, method, seed, run, .. } = sheet.solved;
    let Method { algorithm, rule, order } = method;
    let questions: Vec<Json> = sheet.questions.iter().map(|question| asked(sheet, question)).collect();
    let cutoffs = run.cutoffs.iter().map(|cutoff| {
        let children: Vec<Json> = cutoff.children.iter().map(|&child| path(tree, child)).collect();
        json!({ "node": path(tree, cutoff.node), "skipped": children, "deep": cutoff.is_deep })
    });
    let visits = tree.nodes().filter_map(|node| {
        let visit = run.visits[node.index()]?;
        let (entered, left) = (window(visit.entered), window(visit.left));
        Some(json!({ "node": path(tree, node), "value": visit.value, "entered": entered, "left": left }))
    });
    let values = tree.nodes().map(|node| json!({ "node": path(tree, node), "value": sheet.solved.value(node) }));
    Ok(json!({
        "seed": seed,
        "title": sheet.title(),
        "algorithm": algorithm.id(),
        "rule": rule.id(),
        "order": match order { super::Order::Left => "left", super::Order::Right => "right" },
        "tree": written(tree)?,
        "value": sheet.solved.value(NodeId::ROOT),
        "values": values.collect::<Vec<_>>(),
        "leaves": run.leaves.iter().map(|&leaf| path(tree, leaf)).collect::<Vec<_>>(),
        "cutoffs": cutoffs.collect::<Vec<_>>(),
        "visits": visits.collect::<Vec<_>>(),
        "questions": questions,
    }))
}

fn asked(sheet: &Sheet<'_>, question: &Question) -> Json {
    let parts: Vec<Json> =
        sheet.parts(question).into_iter().map(|part| json!({ "part": part.name, "answer": part.answer })).collect();
    json!({
        "id": question.id,
        "text": sheet.text(question),
        "points": (question.points)(sheet.solved),
        "parts": parts,
    })
}

/// A node as the indices of the children on the way to it.
fn path(tree: &Tree, node: NodeId) -> Json {
    tree.path(node).into()
}

/// Alpha and beta; `null` for an open side.
fn window(window: Window) -> Json {
    json!({ "alpha": window.alpha(), "beta": window.beta() })
}

/// A tree as its JSON file has it.
fn written(tree: &Tree) -> Result<Json, Unfit> {
    let mut bytes = Vec::new();
    let written = to_json(tree, &mut bytes).map_err(serde_json::Error::io);
    written.and_then(|()| serde_json::from_slice(&bytes)).map_err(Unfit::unbuilt)
}
