//! The charts of a sweep and its report, written to a folder.

use super::report::{Report, drawn};
use super::{Chart, ChartError, ChartFiles};
use crate::experiment::machine::Machine;
use crate::experiment::sweep::{Folder, FolderError, Results, Sweep};
use crate::parallel::in_parallel;
use crate::progress::Progress;

/// A format of reports.
struct ReportFormat {
    /// The name of the file.
    file: &'static str,
    text: fn(&Report<'_>) -> Result<String, ChartError>,
}

/// The formats in which a report is written.
static REPORT_FORMATS: &[ReportFormat] = &[
    ReportFormat { file: "report.md", text: |report| Ok(report.markdown()) },
    ReportFormat { file: "report.html", text: |report| report.html() },
];

/// Why the charts and the report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PresentError {
    /// A file cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A chart cannot be drawn.
    #[error(transparent)]
    Chart(#[from] ChartError),
    /// The job was cancelled.
    #[error("cancelled before all charts were written; try again")]
    Cancelled,
}

/// The names of the files that [`present`] writes.
pub fn presented(charts: &[Chart], files: &ChartFiles) -> Vec<String> {
    let (charts, _) = drawn(charts);
    let mut names: Vec<_> = REPORT_FORMATS.iter().map(|format| format.file.to_string()).collect();
    names.extend(charts.iter().flat_map(|chart| files.formats().map(|format| format.file(&chart.name))));
    names
}

/// Writes the charts that are [drawn] in the requested formats, and a report; replaces existing files. `measured_on` is the machine that
/// measured the runs if the folder does not know it. `progress` counts charts.
pub fn present(
    folder: &Folder,
    (sweep, results): (&Sweep, &Results),
    charts: &[Chart],
    files: &ChartFiles,
    measured_on: Option<&Machine>,
    progress: &Progress,
) -> Result<(), PresentError> {
    let mut machines = Folder::machines(folder.path());
    if machines.is_empty() {
        machines.extend(measured_on.map(ToString::to_string));
    }
    let report = Report::new(sweep, results, charts, &machines);
    let (charts, _) = drawn(charts);
    progress.set_total(charts.len() as u64);
    in_parallel(charts.len(), &|number| {
        let chart = &charts[number];
        if progress.is_cancelled() {
            return Err(PresentError::Cancelled);
        }
        for format in files.formats() {
            folder.write(&format.file(&chart.name), &(format.draw)(chart, &files.page)?)?;
        }
        progress.add_done(1);
        Ok(())
    })?;
    for format in REPORT_FORMATS {
        folder.write(format.file, (format.text)(&report)?.as_bytes())?;
    }
    Ok(())
}
