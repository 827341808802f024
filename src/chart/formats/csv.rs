//! The numbers of a chart as CSV, for a spreadsheet.

use super::super::{Chart, Mean, Series};
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

impl Line {
    fn at(&self, x: f64) -> Vec<f64> {
        self.points.iter().filter(|point| point.0 == x).map(|point| point.1).collect()
    }
}

fn numbers(chart: &Chart) -> Table {
    let curves =
        chart.curves.iter().map(|curve| Line { title: curve.kind.name().into(), points: curve.points.clone() });
    let lines: Vec<Line> = chart.series.iter().flat_map(lines).chain(curves).collect();
    let mut xs: Vec<f64> = lines.iter().flat_map(|line| &line.points).map(|point| point.0).collect();
    xs.sort_unstable_by(f64::total_cmp);
    xs.dedup();
    let titles = std::iter::once(&chart.x.title).chain(lines.iter().map(|line| &line.title));
    let columns = titles
        .map(|title| Column { title: title.clone(), id: title.clone(), is_numeric: true, is_for_programs: false })
        .collect();
    let cell = |number: Option<f64>| number.map_or_else(Cell::missing, |number| Cell::words(table::bare(number)));
    let mut rows = Vec::new();
    for x in xs {
        let here: Vec<Vec<f64>> = lines.iter().map(|line| line.at(x)).collect();
        let most = here.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..most {
            let numbers = here.iter().map(|numbers| cell(numbers.get(row).copied()));
            rows.push(std::iter::once(cell(Some(x))).chain(numbers).collect());
        }
    }
    Table { columns, rows, notes: Vec::new() }
}

/// The means of a series and its band; its runs and whether they hit the budget, if they are drawn.
fn lines(series: &Series) -> Vec<Line> {
    let name = series.name();
    let line = |what: &str, points: Vec<(f64, f64)>| Line { title: format!("{name}{what}"), points };
    let means = |of: fn(&Mean) -> f64| series.means.iter().map(|mean| (mean.x, of(mean))).collect::<Vec<(f64, f64)>>();
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
