//! The numbers of children, level by level, and then the leaves: `3|2,2,2|4,5,6,7,8,9`, or each level in a line of its own.

use std::io::Write;

use super::{Counted, head, value_of};
use crate::output::Refusal;
use crate::tree::Tree;
use crate::tree::file_error::ParseError;
use crate::tree::formats::text::Text;
use crate::tree::formats::writing::Part;
use crate::tree::formats::{FormatEntry, Found, Writer};

pub(in crate::tree::formats) static ENTRY: FormatEntry = FormatEntry {
    id: "levels",
    title: "numbers of children level by level, and leaves",
    extensions: &["levels"],
    recognises: |text| {
        let head = head(text);
        let is_row = |c: char| c.is_ascii_digit() || c.is_whitespace() || "|,;-+.?/eE".contains(c);
        let has_signs =
            head.contains('|') && head.split('|').next().is_some_and(|part| super::words(part).count() == 1);
        head.chars().all(is_row) && (has_signs || are_levels(head))
    },
    read,
    writer: Some(Writer { refuses, ..Writer::of(&[Part::UnknownLeaves], write) }),
};

/// Whether each line says how many numbers the next one has, and there are three lines at least.
fn are_levels(text: &str) -> bool {
    let mut expected = 1;
    let (mut count, mut last) = (0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let words = || super::words(line).map(|(_, word)| word);
        last = words().count() as u64;
        if last != expected {
            return false;
        }
        expected = words().filter_map(|word| word.parse::<u32>().ok().map(u64::from)).fold(0, u64::saturating_add);
        count += 1;
    }
    count > 2 && last > 1
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let str = text.as_str();
    super::check_commas(text, 0..str.len())?;
    let mut parts: Vec<Vec<(usize, &str)>> = Vec::new();
    let mut start = 0;
    // Levels are lines, if there is no other sign between them.
    let sign = if str.contains('|') { '|' } else { '\n' };
    for part in str.trim_end().split(sign) {
        if sign == '|' || !part.trim().is_empty() {
            parts.push(super::words(part).map(|(at, word)| (start + at, word)).collect());
        }
        start += part.len() + 1;
    }
    let Some(leaves) = parts.pop().filter(|_| !parts.is_empty()) else {
        return Err(text.wrong(0, "expected numbers of children, a |, and leaves, as in 2|2,2|3,12,8,2"));
    };
    let mut levels = Vec::new();
    let mut expected = 1_u64;
    let mut end = 0;
    for (depth, part) in parts.iter().enumerate() {
        check(text, expected, part, end, depth)?;
        let mut level = Vec::with_capacity(part.len());
        for &(at, word) in part {
            let wrong = || text.wrong(at, "expected a number of children, which is a whole number from 1");
            level.push(word.parse::<u32>().ok().filter(|children| *children > 0).ok_or_else(wrong)?);
            end = at + word.len();
        }
        expected = level.iter().map(|&children| u64::from(children)).sum();
        levels.push(level);
    }
    check(text, expected, &leaves, end, levels.len())?;
    build(text, &levels, &leaves).map(Found::from)
}

/// Checks how many numbers there are of a level.
fn check(text: &Text<'_>, expected: u64, part: &[(usize, &str)], end: usize, depth: usize) -> Result<(), ParseError> {
    if part.len() as u64 == expected {
        return Ok(());
    }
    let at = part.get(expected as usize).or(part.first()).map_or(end, |(at, _)| *at);
    let message = format!("level {depth} has {expected} nodes, and here are {} numbers for them", part.len());
    Err(text.wrong(at, message))
}

fn build(text: &Text<'_>, levels: &[Vec<u32>], leaves: &[(usize, &str)]) -> Result<Tree, ParseError> {
    let mut tree = Counted::new(text);
    let mut steps = text.steps();
    // The next number of each level.
    let mut next = vec![0; levels.len()];
    for &(at, word) in leaves {
        steps.step(at)?;
        while tree.missing.len() < levels.len() {
            let depth = tree.missing.len();
            tree.open(levels[depth][next[depth]], at)?;
            next[depth] += 1;
        }
        tree.leaf(value_of(text, at, word)?, at)?;
    }
    text.built(tree.builder, 0)
}

fn refuses(tree: &Tree) -> Option<String> {
    let is_short = |node| tree.is_leaf(node) && tree.depth(node) < tree.height();
    (tree.len() == 1 || tree.nodes().any(is_short))
        .then(|| "all leaves must have the same depth to be written level by level".into())
}

fn write(tree: &Tree, out: &mut dyn Write) -> Result<(), Refusal> {
    let io = Refusal::Io;
    for depth in 0..=tree.height() {
        for (number, position) in tree.level(depth).enumerate() {
            let node = tree.node_in_level_order(position);
            write!(out, "{}", if number > 0 { "," } else { "" }).map_err(io)?;
            match tree.value(node) {
                _ if !tree.is_leaf(node) => write!(out, "{}", tree.children(node).count()),
                Some(value) => write!(out, "{value}"),
                None => write!(out, "?"),
            }
            .map_err(io)?;
        }
        write!(out, "{}", if depth < tree.height() { "|" } else { "\n" }).map_err(io)?;
    }
    Ok(())
}
