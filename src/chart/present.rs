//! The charts of a sweep and its report, written to a folder.

use rayon::prelude::*;

use super::report::{Report, drawn};
use super::{Chart, ChartError, Resolution, png, svg};
use crate::experiment::machine::Machine;
use crate::experiment::sweep::{Folder, FolderError, Results, Sweep};
use crate::progress::Progress;

/// The report in Markdown.
const MARKDOWN: &str = "report.md";
/// The same as one HTML file.
const HTML: &str = "report.html";

/// Why charts and report were not all written.
#[derive(Debug, thiserror::Error)]
pub enum PresentError {
    /// A file cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A chart cannot be drawn.
    #[error(transparent)]
    Chart(#[from] ChartError),
    /// It was cancelled.
    #[error("it was cancelled before all charts were written; do it again")]
    Cancelled,
}

/// The names of the files that [`present`] writes.
pub fn presented(charts: &[Chart]) -> Vec<String> {
    let mut names = vec![MARKDOWN.into(), HTML.into()];
    let (charts, _) = drawn(charts);
    names.extend(charts.iter().flat_map(|chart| [format!("{}.svg", chart.name), format!("{}.png", chart.name)]));
    names
}

/// Writes the charts that are [drawn] as SVG and PNG, and a report on all; what is there is replaced. `progress` counts charts.
pub fn present(
    folder: &Folder,
    (sweep, results): (&Sweep, &Results),
    charts: &[Chart],
    resolution: Resolution,
    ran_on: Option<&Machine>,
    progress: &Progress,
) -> Result<(), PresentError> {
    let report = Report::new(sweep, results, charts, ran_on);
    let (charts, _) = drawn(charts);
    progress.set_total(charts.len() as u64);
    charts.par_iter().try_for_each(|chart| {
        if progress.is_cancelled() {
            return Err(PresentError::Cancelled);
        }
        folder.write(&format!("{}.svg", chart.name), svg(chart)?.as_bytes())?;
        folder.write(&format!("{}.png", chart.name), &png(chart, resolution)?)?;
        progress.add_done(1);
        Ok(())
    })?;
    folder.write(MARKDOWN, report.markdown().as_bytes())?;
    Ok(folder.write(HTML, report.html()?.as_bytes())?)
}
