//! The leaves of a tree whose inner nodes all have the same number of children: `3 5 6 9 1 2 0 -1` with branching 2. A single list of
//! numbers may be meant like that, too, as `scores = [3, 5, 2, 9]` often is. Rows of which only one tree can be made are the nodes below the
//! root: several lines, or rows with a `|` between them, as in `3 12 8 | 2 4 6 | 14 5 2`.

use super::{Counted, check_commas, head, is_value, value_of, words};
use crate::format::{grouped, series};
use crate::tree::Builder;
use crate::tree::file_error::ParseError;
use crate::tree::formats::looks;
use crate::tree::formats::text::Text;
use crate::tree::formats::{Asked, Choice, FormatEntry, Found, Question};

pub(in crate::tree::formats) static ENTRY: FormatEntry = FormatEntry {
    id: "leaves",
    title: "leaves of a full tree",
    extensions: &["leaves"],
    recognises: |text| {
        let head = head(text);
        let has_rows = head.split('|').all(|row| words(row).nth(1).is_some());
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';') || c == '|' && has_rows;
        let mut values = head.split(is_between).filter(|word| !word.is_empty());
        let has_root = super::lines(head).next().is_some_and(|(_, line)| words(line).nth(1).is_none());
        let are_leaves =
            values.clone().nth(1).is_some() && values.all(is_value) && !(has_root && super::indented::recognises(text));
        are_leaves || in_brackets(head).is_some_and(|(_, leaves)| fitting(words(leaves).count()).len() > 1)
    },
    read,
    writer: None,
};

/// The numbers of a program's only list, and where they begin: `scores = [3, 5, 2, 9]`.
fn in_brackets(text: &str) -> Option<(usize, &str)> {
    let list = looks::literal(text);
    let inside = list.strip_prefix(['[', '(', '{'])?;
    let (leaves, behind) = inside.split_once([']', ')', '}'])?;
    let is_alone =
        behind.trim_start_matches([' ', ';', '\t']).chars().next().is_none_or(|sign| matches!(sign, '\n' | '\r'));
    let are_values = leaves.split(',').all(|leaf| is_value(leaf.trim()));
    (is_alone && are_values).then(|| (leaves.as_ptr() as usize - text.as_ptr() as usize, leaves))
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let (begin, str) = in_brackets(text.as_str()).unwrap_or((0, text.as_str()));
    check_commas(text, begin..begin + str.len())?;
    let count = words(str).count();
    let fitting = fitting(count);
    if str.contains('|') || text.asked().branching.is_none() && are_nodes(str, count, &fitting) {
        return of_rows(text, begin, str);
    }
    let Some(branching) = text.asked().branching else {
        return Err(ParseError::Asks(Box::new(question(text, count, &fitting))));
    };
    if !fitting.contains(&(branching as usize)) {
        let message = format!(
            "{branching} children per node do not make a full tree of {} leaves; {}",
            grouped(count as u64),
            which(count, &fitting)
        );
        return Err(text.wrong(0, message));
    }
    let mut tree = Counted::new(text);
    let mut steps = text.steps();
    let mut depth = 0;
    while (branching as usize).pow(depth) < count {
        depth += 1;
    }
    for (at, word) in words(str) {
        let at = begin + at;
        steps.step(at)?;
        while tree.missing.len() < depth as usize {
            tree.open(branching, at)?;
        }
        tree.leaf(value_of(text, at, word)?, at)?;
    }
    text.built(tree.builder, 0).map(Found::from)
}

/// The rows of numbers that are not empty, each with the byte where it begins.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(['\n', '\r', '|'])
        .filter(|row| words(row).next().is_some())
        .map(|row| (row.as_ptr() as usize - text.as_ptr() as usize, row))
}

/// Whether the lines of a text are nodes: as many as numbers in each, or no full tree with several levels has this number of leaves.
fn are_nodes(text: &str, count: usize, fitting: &[usize]) -> bool {
    let lines = rows(text).count();
    let each = |wanted: fn(usize, usize) -> bool| rows(text).all(|(_, row)| wanted(words(row).count(), lines));
    count > lines
        && lines > 1
        && (each(|count, lines| count == lines) || fitting.len() == 1 && each(|count, _| count > 1))
}

/// The tree of which each row is a node below the root.
fn of_rows(text: &Text<'_>, begin: usize, str: &str) -> Result<Found, ParseError> {
    let mut builder = Builder::new();
    let mut steps = text.steps();
    builder.open().map_err(|full| text.full(begin, full))?;
    for (start, row) in rows(str) {
        builder.open().map_err(|full| text.full(begin + start, full))?;
        for (at, word) in words(row) {
            let at = begin + start + at;
            steps.step(at)?;
            let value = value_of(text, at, word)?;
            builder.leaf(value).map_err(|full| text.full(at, full))?;
        }
        builder.close();
    }
    text.built(builder, 0).map(Found::from)
}

/// The numbers of children of full trees with this many leaves, the smallest first.
fn fitting(leaves: usize) -> Vec<usize> {
    let mut fitting = Vec::new();
    for branching in 2..=leaves {
        let mut power = branching;
        while power < leaves {
            power = power.saturating_mul(branching);
        }
        if power == leaves {
            fitting.push(branching);
        }
        // From here on only a single level fits.
        if branching.saturating_mul(branching) > leaves {
            break;
        }
    }
    if leaves > 1 && !fitting.contains(&leaves) {
        fitting.push(leaves);
    }
    fitting
}

fn question(text: &Text<'_>, count: usize, fitting: &[usize]) -> Question {
    let choice = |&branching: &usize| Choice {
        words: format!("{branching} children of each node"),
        asked: Asked { branching: Some(branching as u32), ..text.asked() },
    };
    let choices = fitting.iter().map(choice).collect();
    Question { message: which(count, fitting), title: "How many children has each node?".into(), choices }
}

fn which(count: usize, fitting: &[usize]) -> String {
    let fitting: Vec<String> = fitting.iter().map(usize::to_string).collect();
    format!(
        "these are {} leaves of a full tree; say how many children each node has: {}, as in --branching {}",
        grouped(count as u64),
        series(&fitting, "or"),
        fitting.first().map_or("2", String::as_str)
    )
}
