//! A report on a sweep with tables and charts, in Markdown and as one HTML file.

use std::fmt::Write;

use super::{Chart, ChartError, Page, svg};
use crate::escape::{markdown as plain, xml as escaped};
use crate::experiment::sweep::{Measure, Results, Source, Spec, Statistics, Sweep};
use crate::format;
use crate::search::Algorithm;
use crate::table::{self, Cell, Column, Table};

/// The maximum number of charts that are written; a grid can have thousands.
const MOST_CHARTS: usize = 100;

/// The charts that are written, and the number of those that are not.
pub fn drawn(charts: &[Chart]) -> (&[Chart], usize) {
    let drawn = &charts[..charts.len().min(MOST_CHARTS)];
    (drawn, charts.len() - drawn.len())
}

/// A report, part by part.
pub struct Report<'c>(Vec<Part<'c>>);

enum Part<'c> {
    Title(String),
    Heading(String),
    Paragraph(String),
    Table(Table),
    Code(String),
    Figure(&'c Chart),
}

impl<'c> Report<'c> {
    /// The report on a sweep with its charts, and the machines that measured time and memory.
    pub fn new(sweep: &Sweep, results: &Results, charts: &'c [Chart], machines: &[String]) -> Report<'c> {
        let spec = sweep.spec();
        let title = if spec.title.is_empty() { "Sweep" } else { &spec.title };
        let mut parts = vec![Part::Title(title.into())];
        let incomplete = sweep.incomplete(results);
        if let Some(incomplete) = &incomplete {
            parts.push(Part::Paragraph(format!(
                "{incomplete} Means are over the runs that ended; where a cell has none, the lines of the charts have a gap."
            )));
        }
        for text in spec.description.split("\n\n") {
            let words: Vec<&str> = text.split_whitespace().collect();
            if !words.is_empty() {
                parts.push(Part::Paragraph(words.join(" ")));
            }
        }
        parts.push(Part::Paragraph(how(sweep, results)));
        if spec.time || spec.memory {
            parts.push(Part::Paragraph(how_measured(sweep, machines)));
        }
        parts.push(Part::Heading("Charts".into()));
        let (drawn, left_out) = drawn(charts);
        parts.extend(drawn.iter().map(Part::Figure));
        if left_out > 0 {
            let left_out = format::count(left_out as u64, "chart is", "charts are");
            parts.push(Part::Paragraph(format!(
                "{left_out} not drawn, because there are too many; choose the charts to draw in the sweep, each with \
                 the leaves, ordering, branching, depth or game that it shows."
            )));
        }
        let heading = if incomplete.is_some() { "At the largest complete size" } else { "At the largest size" };
        parts.push(Part::Heading(heading.into()));
        let largest = at_the_largest_size(sweep, results);
        let explanation = if largest.is_empty() {
            "No size has all of its runs yet; summary.csv has what there is."
        } else {
            "Means over the trees, with the standard error in percent of the mean. Time and memory are those of whole searches."
        };
        parts.push(Part::Paragraph(explanation.into()));
        let largest = largest.into_iter();
        parts.extend(largest.flat_map(|(trees, cells)| [Part::Paragraph(trees), measured(sweep, results, &cells)]));
        parts.push(Part::Heading("How to repeat the sweep".into()));
        parts.push(Part::Paragraph(
            "The folder contains all runs (runs.csv), their summary with the values that theory expects (summary.csv), and the sweep itself (sweep.toml):".into(),
        ));
        parts.push(Part::Code("plyscope sweep sweep.toml --output DIR".into()));
        Report(parts)
    }

    /// The report in Markdown; its charts are the SVG files beside it. Markup in titles and descriptions is escaped.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        for part in &self.0 {
            let (before, words, after) = match part {
                Part::Title(title) => ("# ", plain(title), String::new()),
                Part::Heading(heading) => ("## ", plain(heading), String::new()),
                Part::Paragraph(paragraph) => ("", plain(paragraph), String::new()),
                Part::Code(code) => ("    ", code.clone(), String::new()),
                Part::Figure(chart) => ("![", plain(&chart.title), format!("]({}.svg)", chart.name)),
                Part::Table(table) => ("", table::markdown(table).trim_end().to_owned(), String::new()),
            };
            let _ = writeln!(text, "{before}{words}{after}\n");
        }
        text
    }

    /// The report as one HTML file with its charts inside.
    pub fn html(&self) -> Result<String, ChartError> {
        let element = |tag: &str, text: &str| format!("<{tag}>{}</{tag}>\n", escaped(text));
        let (mut title, mut body) = ("", String::new());
        for part in &self.0 {
            let part = match part {
                Part::Title(words) => {
                    title = words;
                    element("h1", words)
                }
                Part::Heading(heading) => element("h2", heading),
                Part::Paragraph(paragraph) => element("p", paragraph),
                Part::Code(code) => element("pre", code),
                Part::Figure(chart) => {
                    let (label, picture) = (escaped(&chart.title), svg(chart, &Page::default())?);
                    format!("<figure role=\"img\" aria-label=\"{label}\">{picture}</figure>\n")
                }
                Part::Table(table) => table::html(table),
            };
            body += &part;
        }
        let title = escaped(title);
        Ok(format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
             </head>\n<body>\n{body}</body>\n</html>\n"
        ))
    }
}

const STYLE: &str = "
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 'DejaVu Sans', Verdana, sans-serif; color: #1e1e1e }
figure { margin: 1.5rem 0 } svg { max-width: 100%; height: auto }
table { border-collapse: collapse; font-size: 0.9rem } th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid #ddd; text-align: right }
th:first-child, td:first-child { text-align: left }
";

/// The description of what was run, in a few sentences.
fn how(sweep: &Sweep, results: &Results) -> String {
    let spec = sweep.spec();
    let mut on = Vec::new();
    if let Some(random) = &spec.random {
        on.push(format!(
            "random trees ({} leaves; ordering {}; branching {}; depth {}; {})",
            list(&random.leaves),
            list(&random.ordering),
            random.branching,
            random.depth,
            trees_per_cell(sweep, results),
        ));
    }
    on.extend(spec.games.iter().map(|games| format!("{} to depth {}", games.from.title(), games.depth)));
    let runs = format::count(results.runs().len() as u64, "run", "runs");
    let in_all = if sweep.is_complete(results) { format!("; {runs} in all") } else { String::new() };
    let shard = spec.shard.map_or_else(String::new, |shard| {
        format!(" This is shard {shard}, with its share of these runs; the others are in the other shards.")
    });
    let imprecise = imprecise_cells(sweep, results).map_or_else(String::new, |cells| format!(" {cells}."));
    format!("{} on {}{in_all}.{imprecise}{shard}", Algorithm::titles(&spec.algorithm), on.join(", and on "))
}

/// How many random trees a cell has, and their seeds.
fn trees_per_cell(sweep: &Sweep, results: &Results) -> String {
    let spec = sweep.spec();
    let Some(error) = spec.standard_error else {
        let trees = format::count(u64::from(spec.trees), "tree", "trees");
        return format!("{trees} per cell, seeds {} to {}", spec.seed, sweep.seed(spec.trees - 1));
    };
    let (mut fewest, mut most) = (u64::MAX, 0);
    for (index, cell) in sweep.cells().iter().enumerate() {
        let trees = results.of_cell(index).count() as u64;
        if cell.source.random().is_some() && trees > 0 {
            (fewest, most) = (fewest.min(trees), most.max(trees));
        }
    }
    let trees = format::count(most, "tree", "trees");
    let trees = if fewest < most { format!("{} to {trees}", format::grouped(fewest)) } else { trees };
    let error = precision(error);
    format!(
        "{trees} per cell, until the standard error of its mean evaluations is at most {error}, seeds from {}",
        spec.seed
    )
}

/// A standard error as a share of the mean, such as `1% of the mean`.
fn precision(error: f64) -> String {
    format!("{}% of the mean", format::four_digits(100.0 * error))
}

/// How many cells of a sweep are less precise than requested, in words; `None` if there are none.
pub fn imprecise_cells(sweep: &Sweep, results: &Results) -> Option<String> {
    let Spec { standard_error, trees, .. } = *sweep.spec();
    let cells = Some(sweep.imprecise(results)).filter(|cells| *cells > 0)?;
    let cells = format::count(cells, "cell", "cells");
    let trees = format::count(trees.into(), "tree", "trees");
    Some(format!("{cells} reached the limit of {trees} before a standard error of {}", precision(standard_error?)))
}

/// The description of how time and memory were measured, and where.
fn how_measured(sweep: &Sweep, machines: &[String]) -> String {
    let spec = sweep.spec();
    let what = match (spec.time, spec.memory) {
        (true, true) => "Time and memory were",
        (true, false) => "Time was",
        (false, _) => "Memory was",
    };
    let trees = format::count(u64::from(spec.measured_trees.min(spec.trees)), "tree", "trees");
    let mut text = format!("{what} measured on the first {trees} of each cell, one run at a time");
    if spec.time {
        let _ = write!(text, "; a time is the median of {}", format::count(spec.repeat.into(), "run", "runs"));
    }
    if !machines.is_empty() {
        let _ = write!(text, ". Measured by {}", machines.join(", and by "));
    }
    text + "."
}

fn list(items: &[impl ToString]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The cells of the largest size that has all of its runs, for each distribution of trees and each game.
fn at_the_largest_size(sweep: &Sweep, results: &Results) -> Vec<(String, Vec<usize>)> {
    // Of each distribution, by what it is apart from the size, the cells of the largest one so far.
    let mut largest: Vec<(String, Vec<usize>)> = Vec::new();
    for (of_same_trees, cells) in of_same_trees(sweep) {
        let is_complete = cells.iter().all(|&cell| sweep.is_cell_complete(cell, results));
        if !is_complete {
            continue;
        }
        let size = |cells: &[usize]| size(&sweep.cells()[cells[0]].source);
        match largest.iter_mut().find(|(known, _)| *known == of_same_trees) {
            Some((_, before)) if size(before) >= size(&cells) => {}
            Some((_, before)) => *before = cells,
            None => largest.push((of_same_trees, cells)),
        }
    }
    for (title, cells) in &mut largest {
        let cell = &sweep.cells()[cells[0]];
        *title = format!("{}, {} cutoffs:", cell.source, cell.cutoff.id());
    }
    largest
}

/// The cells that search the same trees by the same cutoff rule, each time with their distribution apart from the size.
fn of_same_trees(sweep: &Sweep) -> Vec<(String, Vec<usize>)> {
    let mut found: Vec<(String, Vec<usize>)> = Vec::new();
    let mut begin = 0;
    for same in sweep.cells().chunk_by(|one, next| one.source == next.source) {
        for &cutoff in &sweep.spec().cutoff {
            let cells = same.iter().enumerate().filter(|(_, cell)| cell.cutoff == cutoff);
            let cells: Vec<usize> = cells.map(|(index, _)| begin + index).collect();
            if !cells.is_empty() {
                found.push((format!("{} {}", distribution(&same[0].source), cutoff.id()), cells));
            }
        }
        begin += same.len();
    }
    found
}

/// What a source is apart from its size.
fn distribution(source: &Source) -> String {
    match source {
        Source::Random(generator) => {
            let shape = generator.shape();
            let (fewest, early) = (shape.min_branching, shape.leaf_probability);
            format!("{} {} {fewest:?} {early}", generator.leaves(), generator.ordering())
        }
        Source::Game(played) => played.start.to_string(),
    }
}

/// How large the trees of a source are: the logarithm of the leaves, then depth and branching.
fn size(source: &Source) -> (f64, u32, Option<u32>) {
    let (depth, branching) = (source.depth(), source.branching());
    (f64::from(depth) * branching.map_or(1.0, |branching| f64::from(branching).ln()), depth, branching)
}

fn measured<'c>(sweep: &Sweep, results: &Results, cells: &[usize]) -> Part<'c> {
    let mut columns = vec![Column::words("Algorithm", "algorithm")];
    let title = |&cell: &usize| vec![Cell::words(sweep.cells()[cell].algorithm.title())];
    let mut rows: Vec<Vec<Cell>> = cells.iter().map(title).collect();
    for measure in Measure::all() {
        let found: Vec<_> = cells.iter().map(|&cell| Statistics::of(&results.measures(cell, measure))).collect();
        if found.iter().all(Option::is_none) {
            continue;
        }
        columns.push(Column::numbers(measure.title(), measure.id()));
        for (index, found) in found.into_iter().enumerate() {
            rows[index].push(match found {
                Some(found) if results.stopped(cells[index]) > 0 => {
                    Cell::number(found.mean, format!("at least {}", shown(measure, found)))
                }
                Some(found) => Cell::number(found.mean, shown(measure, found)),
                None => Cell::missing(),
            });
        }
    }
    Part::Table(Table { columns, rows, notes: Vec::new() })
}

/// A mean with its standard error, in a suitable unit.
fn shown(measure: Measure, found: Statistics) -> String {
    let mean = measure.format(found.mean);
    match found.standard_error.filter(|error| *error > 0.0) {
        Some(error) => format!("{mean} ± {:.1}%", 100.0 * error / found.mean),
        None => mean,
    }
}
