//! Small pictures of the built-in sweeps: the first chart of each, measured beforehand with few trees.
//!
//! The bench `previews` measures them again and writes `previews.csv`.

use super::Preset;
use crate::search::Algorithm;

/// A line of a small chart.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewLine {
    /// The algorithm; of several with equal measurements the first.
    pub algorithm: Algorithm,
    /// Where its means are, from left to right, as the chart of the sweep has them.
    pub points: Vec<(f64, f64)>,
}

/// A mean as it stands in the file.
#[derive(serde::Deserialize)]
struct Row {
    preset: String,
    algorithm: Algorithm,
    x: f64,
    y: f64,
}

impl Preset {
    /// The lines of its first chart, on eight trees in place of its own number.
    pub fn preview(self) -> Vec<PreviewLine> {
        let mut lines: Vec<PreviewLine> = Vec::new();
        let mut rows = csv::Reader::from_reader(include_str!("previews.csv").as_bytes());
        for row in rows.deserialize::<Row>().flatten().filter(|row| row.preset == self.id()) {
            match lines.iter_mut().find(|line| line.algorithm == row.algorithm) {
                Some(line) => line.points.push((row.x, row.y)),
                None => lines.push(PreviewLine { algorithm: row.algorithm, points: vec![(row.x, row.y)] }),
            }
        }
        lines
    }
}
