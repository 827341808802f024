//! The time to write the charts of a sweep: all files of 24 charts with the report, and each format of one chart. Run with `cargo bench -p plyscope-benches --bench chart`.

use divan::Bencher;
use plyscope::chart::{CHART_FORMATS, Chart, ChartFiles, Page, of_sweep, present};
use plyscope::experiment::sweep::{Against, Folder, Measure, Results, Spec, Sweep, View};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;

/// Measures with a chart for each of four branching factors.
const MEASURES: usize = 6;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn folder_of_24_charts(bencher: Bencher<'_, '_>) {
    let (sweep, results, charts) = charts();
    assert_eq!(charts.len(), 24);
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, _) = Folder::open(folder.path(), &sweep, false).expect("an empty folder");
    bencher.bench_local(|| {
        let progress = Progress::new();
        present(&folder, (&sweep, &results), &charts, &ChartFiles::default(), None, &progress).expect("all are drawn");
    });
}

#[divan::bench(args = CHART_FORMATS.iter().map(|format| format.extension))]
fn one_chart(bencher: Bencher<'_, '_>, extension: &str) {
    let (_, _, charts) = charts();
    let format = CHART_FORMATS.iter().find(|format| format.extension == extension).expect("it is one of them");
    bencher.bench_local(|| (format.draw)(&charts[0], &Page::default()).expect("it is drawn"));
}

fn charts() -> (Sweep, Results, Vec<Chart>) {
    let against = Some(Against::Depth);
    let chart = Measure::all().take(MEASURES).map(|measure| View { against, ..View::of(measure) }).collect();
    let numbers = |text: &str| text.parse().expect("a range");
    let spec =
        Spec { algorithm: Algorithm::ALL.to_vec(), trees: 20, chart, ..Spec::new(numbers("2..5"), numbers("2..6")) };
    let sweep = spec.sweep().expect("the sweep can be run");
    let mut results = Results::default();
    sweep.run(&mut results, &Progress::new(), &|_| {}).unwrap();
    let charts = of_sweep(&sweep, &results);
    (sweep, results, charts)
}
