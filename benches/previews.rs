//! Writes the small pictures of the built-in sweeps: the means of the first chart of each, on a few trees. Run with
//! `cargo bench -p plyscope-benches --bench previews > src/experiment/sweep/previews.csv`.

use plyscope::chart::{Chart, of_sweep};
use plyscope::experiment::sweep::{Preset, Results};
use plyscope::progress::Progress;

/// The number of trees of a cell.
const TREES: u32 = 8;

fn main() {
    println!("preset,algorithm,x,y");
    for preset in Preset::ALL {
        let Some(chart) = first_chart(preset) else { continue };
        for series in &chart.series {
            for mean in &series.means {
                println!("{},{},{},{:.4e}", preset.id(), series.algorithms[0], mean.x, mean.y);
            }
        }
    }
}

fn first_chart(preset: Preset) -> Option<Chart> {
    let mut spec = preset.spec().expect("the preset can be read");
    (spec.trees, spec.time, spec.memory) = (TREES, false, false);
    if spec.random.is_some() {
        spec.games.clear();
    }
    spec.chart.truncate(1);
    let sweep = spec.sweep().expect("the preset can be run");
    let mut results = Results::default();
    sweep.run(&mut results, &Progress::new(), &|_| {}).expect("the preset runs");
    of_sweep(&sweep, &results).into_iter().next()
}
