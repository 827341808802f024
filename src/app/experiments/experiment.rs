//! A sweep in progress, and its results so far.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui;

use super::opened::Opened;
use super::shared::Shared;
use crate::app::Job;
use crate::app::export::ChartRequest;
use crate::chart::{self, Chart};
use crate::experiment::sweep::{
    Ending, Folder, Measure, Results, Run, Scale, Spec, SummaryRow, Sweep, View, summarise,
};
use crate::progress::Progress;

/// The minimum time between two pictures of a running sweep.
const PICTURE_INTERVAL: Duration = Duration::from_millis(300);
/// Making pictures takes at most this fraction of a thread's time: one part in this many.
const PICTURE_SHARE: u32 = 4;
/// Results with at most this many evaluations can be recomputed in a moment.
const CHEAP: u64 = 5_000_000;
/// The maximum number of dots on one line.
const MOST_DOTS: usize = 4000;

/// The state of experiments that panels show.
pub(crate) struct ExperimentsModel {
    pub(crate) experiment: Option<Experiment>,
    /// The view of the results.
    pub(super) view: View,
    /// The settings of the last exported chart.
    pub(super) chart: ChartRequest,
    /// The file being read or written.
    pub(super) file_job: Option<super::export::FileJob>,
    /// What to do with the sweep that was opened.
    pub(super) message: Option<String>,
}

impl Default for ExperimentsModel {
    fn default() -> ExperimentsModel {
        ExperimentsModel {
            experiment: None,
            view: View::of(Measure::evaluations()),
            chart: ChartRequest::default(),
            file_job: None,
            message: None,
        }
    }
}

impl ExperimentsModel {
    /// The number of runs shown.
    pub(crate) fn runs(&self) -> u64 {
        self.experiment.as_ref().map_or(0, |experiment| experiment.shared.runs())
    }

    /// Whether a file is being read or written.
    pub(crate) fn is_reading_or_writing(&self) -> bool {
        self.file_job.is_some()
    }

    /// Whether anything is running that will change what is shown.
    pub(crate) fn is_busy(&self) -> bool {
        self.file_job.is_some() || self.experiment.as_ref().is_some_and(Experiment::is_busy)
    }
}

/// The results as shown in the window.
#[derive(Clone, Default)]
pub(crate) struct Picture {
    /// The charts of the view: one for each distribution of trees.
    pub(super) charts: Vec<Chart>,
    /// The rows of the measure of the view.
    pub(super) rows: Vec<SummaryRow>,
    /// A number that identifies this picture among those of an experiment.
    pub(super) number: u64,
    pub(super) runs: u64,
    /// The same beside how many there will be, in words.
    pub(super) extent: String,
    /// The total number of evaluations.
    evaluations: u64,
    /// The number of runs that hit the budget.
    pub(super) stopped: u64,
    /// Only every n-th run is drawn as a dot.
    pub(super) thinned: usize,
}

impl Picture {
    fn of(sweep: &Sweep, results: &Results, view: &View) -> Picture {
        let mut charts = charts_of(sweep, results, view);
        let runs = charts.iter().flat_map(|chart| &chart.series).map(|series| series.runs.len());
        let thinned = runs.max().unwrap_or(0).div_ceil(MOST_DOTS).max(1);
        for series in charts.iter_mut().flat_map(|chart| &mut chart.series) {
            series.runs = series.runs.iter().copied().step_by(thinned).collect();
        }
        let mut rows = summarise(sweep, results);
        rows.retain(|row| row.measure == view.measure);
        let (mut evaluations, mut stopped) = (0, 0);
        for run in results.runs() {
            evaluations += run.effort.counts.evaluations;
            stopped += u64::from(run.ending == Ending::Budget);
        }
        Picture {
            charts,
            rows,
            number: 0,
            runs: results.runs().len() as u64,
            extent: sweep.extent(results.runs().len() as u64),
            evaluations,
            stopped,
            thinned,
        }
    }
}

/// The charts of a view.
pub(super) fn charts_of(sweep: &Sweep, results: &Results, view: &View) -> Vec<Chart> {
    let spec = Spec { chart: vec![view.clone()], ..sweep.spec().clone() };
    // The grid is the same; only a ratio to an algorithm outside of it cannot be shown.
    spec.sweep().map(|sweep| chart::of_sweep(&sweep, results)).unwrap_or_default()
}

/// The state of a sweep.
pub(super) enum State {
    Running(Job<Result<bool, String>>),
    /// All runs are done.
    Complete,
    /// It was stopped, and can be resumed.
    Stopped,
}

/// A sweep and its state in the window.
pub(crate) struct Experiment {
    pub(super) spec: Spec,
    /// The folder for its runs, if any.
    pub(super) folder: Option<PathBuf>,
    pub(super) state: State,
    pub(super) shared: Arc<Shared>,
    pub(super) picture: Picture,
    /// The previous experiment, until this one has runs.
    earlier: Option<Box<Experiment>>,
    /// A number that identifies this experiment.
    pub(super) serial: u64,
    pace: Option<Pace>,
    /// The number of runs at the last export.
    exported: u64,
    drawing: Option<Job<Option<Picture>>>,
    /// When the last picture was started, and how long it took.
    drawn: Option<(Instant, Duration)>,
    /// Whether the picture is out of date.
    is_outdated: bool,
}

/// When a sweep started working, and the work done before.
#[derive(Clone, Copy)]
struct Pace {
    since: Instant,
    done: u64,
}

impl Experiment {
    /// Whether there is a chart of the results so far.
    pub(crate) fn has_chart(&self) -> bool {
        !self.picture.charts.is_empty()
    }

    /// Starts a sweep; runs of the same grid in `earlier` are kept.
    pub(super) fn start(
        ctx: &egui::Context,
        spec: Spec,
        folder: Option<PathBuf>,
        mut earlier: Option<Experiment>,
    ) -> Experiment {
        let shared = Arc::new(Shared::default());
        let mut serial = earlier.as_ref().map_or(0, |earlier| earlier.serial + 1);
        let mut picture = Picture::default();
        let mut same = None;
        if let Some(earlier) = &mut earlier {
            earlier.earlier = None;
            if earlier.can_go_on(&spec) {
                // What is shown stays until there is more.
                (picture, serial) = (earlier.picture.clone(), earlier.serial);
                shared.set_runs(earlier.shared.runs());
                same = Some(Arc::clone(&earlier.shared));
            }
        }
        let job = {
            let (shared, spec, folder) = (Arc::clone(&shared), spec.clone(), folder.clone());
            Job::start(ctx, "plyscope sweep", move |progress| {
                run(&shared, spec, folder.as_deref(), same.as_deref(), progress)
            })
        };
        let earlier = earlier.map(Box::new);
        Experiment { picture, earlier, ..Experiment::new(spec, folder, State::Running(job), shared, serial) }
    }

    /// A sweep of which nothing is shown yet.
    fn new(spec: Spec, folder: Option<PathBuf>, state: State, shared: Arc<Shared>, serial: u64) -> Experiment {
        Experiment {
            spec,
            folder,
            state,
            shared,
            picture: Picture::default(),
            earlier: None,
            serial,
            pace: None,
            exported: 0,
            drawing: None,
            drawn: None,
            is_outdated: true,
        }
    }

    /// A sweep that was opened with the runs that it has.
    pub(super) fn opened(opened: Opened, serial: u64) -> Experiment {
        let Opened { sweep, results, folder } = opened;
        let shared = Arc::new(Shared::default());
        let is_complete = sweep.is_complete(&results);
        let spec = sweep.spec().clone();
        shared.begin(sweep, &results);
        let state = if is_complete { State::Complete } else { State::Stopped };
        Experiment { exported: shared.runs(), ..Experiment::new(spec, folder, state, shared, serial) }
    }

    /// Whether it was stopped, and running this sweep would resume it.
    fn can_go_on(&self, spec: &Spec) -> bool {
        matches!(self.state, State::Stopped) && self.spec.has_same_runs(spec)
    }

    /// Whether running this sweep would resume from the shown runs.
    pub(super) fn has_part_of(&self, spec: &Spec) -> bool {
        self.picture.runs > 0 && self.can_go_on(spec)
    }

    pub(crate) fn is_running(&self) -> bool {
        matches!(self.state, State::Running(_))
    }

    fn is_busy(&self) -> bool {
        self.is_running() || self.drawing.is_some() || self.is_outdated
    }

    pub(super) fn cancel(&self) {
        if let State::Running(job) = &self.state {
            job.cancel();
        }
    }

    /// The number of unsaved runs, if they took some work.
    pub(super) fn at_risk(&self) -> Option<u64> {
        let Picture { runs, evaluations, .. } = self.picture;
        (self.folder.is_none() && runs > self.exported && evaluations > CHEAP).then_some(runs)
    }

    /// Marks the runs so far as exported; a running sweep may add more.
    pub(super) fn set_exported(&mut self) {
        if !self.is_running() {
            self.exported = self.picture.runs;
        }
    }

    /// Requests another picture.
    pub(super) fn outdate(&mut self) {
        self.is_outdated = true;
        self.drawn = None;
    }

    /// Takes the results of finished jobs, and starts the next picture; returns an error of the sweep. A sweep that could
    /// not start is replaced by the previous one.
    pub(super) fn advance(&mut self, ctx: &egui::Context, view: &View) -> Result<(), String> {
        let mut ended = self.collect();
        if ended.is_err()
            && (self.picture.runs == 0 || !self.shared.has_begun())
            && let Some(earlier) = self.earlier.take()
        {
            *self = *earlier;
        }
        if let Some(result) = Job::take(&mut self.drawing) {
            match result {
                Ok(Some(picture)) => {
                    self.picture = Picture { number: self.picture.number + 1, ..picture };
                    if self.picture.runs > 0 {
                        self.earlier = None;
                    }
                }
                Ok(None) => {}
                Err(error) => ended = ended.and(Err(format!("the chart cannot be drawn: {error}"))),
            }
            self.drawn = self.drawn.map(|(begun, _)| (begun, begun.elapsed()));
        }
        let is_due =
            self.drawn.is_none_or(|(begun, took)| begun.elapsed() >= PICTURE_INTERVAL.max(took * PICTURE_SHARE));
        if self.drawing.is_none() && is_due && (self.is_outdated || self.is_running()) {
            let (shared, view) = (Arc::clone(&self.shared), fitting(view, &self.spec));
            self.drawing = Some(Job::start(ctx, "plyscope chart", move |_| {
                shared.with(|sweep, results| Picture::of(sweep, results, &view))
            }));
            self.drawn = Some((Instant::now(), Duration::ZERO));
            self.is_outdated = false;
        }
        ended
    }

    fn collect(&mut self) -> Result<(), String> {
        let State::Running(job) = &self.state else { return Ok(()) };
        if self.pace.is_none() && job.progress().total() > 0 {
            self.pace = Some(Pace { since: Instant::now(), done: job.progress().done() });
        }
        let Some(result) = job.poll() else { return Ok(()) };
        let result = result.unwrap_or_else(Err);
        self.state = if matches!(result, Ok(true)) { State::Complete } else { State::Stopped };
        self.outdate();
        result.map(|_| ())
    }

    /// The estimated remaining time, if known.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let (State::Running(job), Some(pace)) = (&self.state, self.pace) else { return None };
        let (done, total) = (job.progress().done(), job.progress().total());
        let (now, elapsed) = (done.checked_sub(pace.done)?, pace.since.elapsed());
        if now == 0 || elapsed < Duration::from_secs(1) {
            return None;
        }
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / now as f64).ok()
    }
}

/// Runs a sweep; whether it was completed.
fn run(
    shared: &Shared,
    spec: Spec,
    folder: Option<&Path>,
    earlier: Option<&Shared>,
    progress: &Progress,
) -> Result<bool, String> {
    let sweep = spec.sweep().map_err(|error| error.to_string())?;
    sweep.room().map_err(|shortage| shortage.to_string())?;
    let mut results = earlier.and_then(|earlier| earlier.with(|_, results| results.clone())).unwrap_or_default();
    let watch = |run: &Run| shared.add(*run);
    let Some(folder) = folder else {
        let sweep = shared.begin(sweep, &results);
        sweep.run(&mut results, progress, &watch).map_err(|shortage| shortage.to_string())?;
        return Ok(sweep.is_complete(&results));
    };
    let (folder, kept) = Folder::open_alike(folder, &sweep).map_err(|error| error.to_string())?;
    shared.add_notes(folder.take_notes());
    results.extend(kept.runs().copied());
    let sweep = shared.begin(sweep, &results);
    let ended = folder.run_watched(sweep, &mut results, progress, &watch);
    shared.add_notes(folder.take_notes());
    ended.map_err(|error| error.to_string())?;
    Ok(sweep.is_complete(&results))
}

/// The view, restricted to what can be shown of a sweep.
pub(super) fn fitting(view: &View, spec: &Spec) -> View {
    let mut view = view.clone();
    view.algorithm.retain(|algorithm| spec.algorithm.contains(algorithm));
    let is_gone = matches!(view.scale, Scale::Ratio(to) if !spec.algorithm.contains(&to));
    if is_gone || !view.scale.fits(view.measure) {
        view.scale = Scale::Absolute;
    }
    view
}
