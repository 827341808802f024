//! The numbers of a chart as CSV, for a spreadsheet.

use super::super::{Chart, Curve, Mean, Series};
use crate::table::{self, Cell, Column, Table};

/// Writes exactly the numbers that a chart draws: one row per x, and one column per line; a series is followed by the ends of its
/// confidence band. If every run is a point, an x has several rows.
pub fn csv(chart: &Chart) -> String {
    table::csv(&numbers(chart))
}

/// A line of the chart or an end of its band.
struct Line {
    title: String,
    points: Vec<(f64, f64)>,
}

fn numbers(chart: &Chart) -> Table {
    let curve = |curve: &Curve| Line { title: curve.kind.name().into(), points: curve.points.clone() };
    let all: Vec<Line> = chart.series.iter().flat_map(lines).chain(chart.curves.iter().map(curve)).collect();
    let titles = [&chart.x.title].into_iter().chain(all.iter().map(|line| &line.title));
    let columns: Vec<Column> = titles.map(|title| Column::numbers(title, title)).collect();
    let mut xs: Vec<f64> = all.iter().flat_map(|line| &line.points).map(|point| point.0).collect();
    xs.sort_unstable_by(f64::total_cmp);
    xs.dedup();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for x in xs {
        let first = rows.len();
        for (index, line) in all.iter().enumerate() {
            let here = line.points.iter().filter(|point| point.0 == x);
            for (row, point) in here.enumerate() {
                if first + row == rows.len() {
                    let mut empty = vec![Cell::missing(); columns.len()];
                    empty[0] = Cell::words(table::bare(x));
                    rows.push(empty);
                }
                rows[first + row][1 + index] = Cell::words(table::bare(point.1));
            }
        }
    }
    Table { columns, rows, notes: Vec::new() }
}

/// The means of a series and its band; its runs and whether they hit the budget, if they are drawn.
fn lines(series: &Series) -> Vec<Line> {
    let name = series.name();
    let line = |what: &str, points: Vec<(f64, f64)>| Line { title: format!("{name}{what}"), points };
    let means = |of: fn(&Mean) -> f64| series.means.iter().map(|mean| (mean.x, of(mean))).collect();
    let mut lines = vec![line("", means(|mean| mean.y))];
    if series.means.iter().any(|mean| mean.band.0 < mean.band.1) {
        lines.push(line(": 95% CI low", means(|mean| mean.band.0)));
        lines.push(line(": 95% CI high", means(|mean| mean.band.1)));
    }
    if series.means.iter().any(|mean| mean.is_stopped) {
        lines.push(line(": hit the budget", means(|mean| f64::from(u8::from(mean.is_stopped)))));
    }
    if !series.runs.is_empty() {
        lines.push(line(": runs", series.runs.clone()));
    }
    lines
}
