//! Tests of the multi-agent project of Berkeley's Pac-Man, which many courses use: states with their successors, and the values of states.
//!
//! Source: UC Berkeley, CS 188, *Project 2: Multi-Agent Pacman*, the files `test_cases/q2/*.test` and on.

use super::graph::Graph;
use super::lines::value_of;
use super::text::Text;
use super::{FormatEntry, Found, looks};
use crate::format::{count, quoted};
use crate::tree::Role;
use crate::tree::file_error::ParseError;

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "pacman",
    title: "a test of Berkeley’s Pac-Man",
    extensions: &["test"],
    recognises: |text| {
        let head = looks::head(text);
        ["start_state:", "successors:"].iter().all(|key| head.lines().any(|line| line.starts_with(key)))
    },
    read,
    writer: None,
};

/// The most agents that take turns.
const MOST_AGENTS: usize = 100;
/// What stands before and behind a text of several lines.
const MARKS: &str = "\"\"\"";

/// What stands under a key, and where.
struct Field<'t> {
    at: usize,
    text: &'t str,
}

impl<'t> Field<'t> {
    /// Its lines that are not blank, each with the byte where it begins.
    fn lines(&self) -> impl Iterator<Item = (usize, &'t str)> {
        super::lines::lines(self.text).map(|(at, line)| (self.at + at, line))
    }
}

/// What stands under a key: `key: "text"`, or several lines between three marks.
fn field<'t>(text: &Text<'t>, key: &str) -> Result<Option<Field<'t>>, ParseError> {
    let all = text.as_str();
    let mut at = 0;
    for line in all.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(said) = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(':')) else { continue };
        let inside = start + line.len() - said.trim_start().len();
        if let Some(behind) = all[inside..].strip_prefix(MARKS) {
            let at = inside + MARKS.len();
            return match behind.find(MARKS) {
                Some(length) => Ok(Some(Field { at, text: &all[at..at + length] })),
                None => Err(text.wrong(inside, format!("{MARKS} is missing behind this text"))),
            };
        }
        return Ok(Some(Field { at: inside, text: said.trim().trim_matches('"').trim() }));
    }
    Ok(None)
}

/// A whole number under a key.
fn number(text: &Text<'_>, key: &str) -> Result<Option<usize>, ParseError> {
    let Some(field) = field(text, key)? else { return Ok(None) };
    if let Ok(number @ 1..=MOST_AGENTS) = field.text.parse() {
        return Ok(Some(number));
    }
    let given = quoted(field.text);
    Err(text.wrong(field.at, format!("{key} is {given}; expected a whole number from 1 to {MOST_AGENTS}")))
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let agents = number(text, "num_agents")?.unwrap_or(2);
    let depth = number(text, "depth")?;
    let is_chance = field(text, "alg")?.is_some_and(|field| field.text.starts_with("Expectimax"));
    let mut graph = Graph::new(text);
    graph.take_labels_literally();
    // Pac-Man moves first, and the ghosts after it, one by one.
    let mut turns = vec![if is_chance { Role::Chance } else { Role::MIN }; agents];
    turns[0] = Role::MAX;
    graph.set_turns(turns);
    let mut steps = text.steps();
    if let Some(start) = field(text, "start_state")? {
        graph.vertex(start.text, start.at)?;
    }
    for (at, line) in field(text, "successors")?.iter().flat_map(Field::lines) {
        steps.step(at)?;
        let [state, action, next] = words(line)
            .ok_or_else(|| text.wrong(at, "expected a state, an action and the state after it, as in max Left min1"))?;
        let (parent, child) = (graph.vertex(state, at)?, graph.vertex(next, at)?);
        graph.edge(parent, child, at)?;
        graph.set_move(child, action);
    }
    for (at, line) in field(text, "evaluation")?.iter().flat_map(Field::lines) {
        steps.step(at)?;
        let [state, value] =
            words(line).ok_or_else(|| text.wrong(at, "expected a state and its value, as in A 3.0"))?;
        // Values of states that no game reaches say nothing.
        if graph.has(state) {
            let vertex = graph.vertex(state, at)?;
            graph.set_value(vertex, value_of(text, at, value)?);
        }
    }
    let mut found = graph.tree()?;
    let limit = depth.map_or(usize::MAX, |depth| depth.saturating_mul(agents));
    if limit < found.tree.height() as usize {
        let depth = count(depth.unwrap_or_default() as u64, "move", "moves");
        found.notes.push(format!("its depth is {depth} of each of {agents} agents, so search to depth {limit}"));
    }
    if !is_chance {
        found.notes.push("its solutions cut off at alpha > beta only".into());
    }
    Ok(found)
}

/// The words of a line, if there are as many.
fn words<const N: usize>(line: &str) -> Option<[&str; N]> {
    line.split_whitespace().collect::<Vec<_>>().try_into().ok()
}
