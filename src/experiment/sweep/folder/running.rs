//! Running the sweep of a folder: each run is stored as it ends, and the tables are written now and then.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::super::super::Resources;
use super::super::super::machine::Machine;
use super::super::rows::RunRow;
use super::super::{Results, Run, Sweep, summarise, tables};
use super::names::{JOURNAL, JSON, RUNS, SUMMARY};
use super::{Folder, FolderError, replaced};
use crate::output::SaveError;
use crate::parallel::locked;
use crate::progress::Progress;

/// The minimum time between two updates of the tables.
const TABLES_INTERVAL: Duration = Duration::from_secs(2);
/// Writing the tables takes at most this fraction of the time: one part in this many.
const TABLES_SHARE: u32 = 20;
/// With more runs than this, the tables are written at the end only.
const MOST_RUNS_IN_TABLES: usize = 1_000_000;

impl Folder {
    /// Runs the sweep, storing each run as it ends, and writes the tables. A cancelled sweep keeps its runs, and so does one that ran out
    /// of memory.
    pub fn run(&self, sweep: &Sweep, results: &mut Results, progress: &Progress) -> Result<(), FolderError> {
        self.run_watched(sweep, results, progress, &|_| ())
    }

    /// Like [`run`](Folder::run), and passes each run to `watch` as it ends.
    pub fn run_watched(
        &self,
        sweep: &Sweep,
        results: &mut Results,
        progress: &Progress,
        watch: &(dyn Fn(&Run) + Sync),
    ) -> Result<(), FolderError> {
        if results.runs().len() > self.kept {
            *results = self.keep_all(sweep, results)?;
        }
        let failed = Mutex::new(None);
        let fail = |error: FolderError| {
            progress.cancel();
            locked(&failed).get_or_insert(error);
        };
        let tables = Mutex::new(Tables { written: Instant::now(), took: Duration::ZERO });
        let shared = Mutex::new(std::mem::take(results));
        let is_machine_known = AtomicBool::new(false);
        let ended = sweep.run_shared(&shared, progress, &|run| {
            watch(run);
            let is_measured = run.resources != Resources::default();
            if is_measured && !is_machine_known.swap(true, Ordering::Relaxed) {
                self.add_machines([Machine::here().to_string()]).unwrap_or_else(&fail);
            }
            if let Err(error) = self.keep(sweep, run) {
                return fail(SaveError::io(&self.file(JOURNAL), &error).into());
            }
            // Another thread is writing them, so this one continues with its runs.
            let Ok(mut tables) = tables.try_lock() else { return };
            if tables.are_due() {
                let begun = Instant::now();
                self.sync().unwrap_or_else(&fail);
                if locked(&shared).runs().len() <= MOST_RUNS_IN_TABLES {
                    let results = locked(&shared).clone();
                    self.write_tables(sweep, &results).unwrap_or_else(&fail);
                }
                *tables = Tables { written: Instant::now(), took: begun.elapsed() };
            }
        });
        *results = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        self.sync()?;
        self.end(sweep, results)?;
        ended.map_err(|shortage| FolderError::new(self.path(), format!("{shortage}; the runs so far are kept")))
    }

    fn keep(&self, sweep: &Sweep, run: &Run) -> io::Result<()> {
        let key = self.journal().key();
        let record = key.record(&RunRow::new(sweep, run))?;
        self.journal().keep(&record)
    }

    /// Flushes the journal to the disk.
    fn sync(&self) -> Result<(), FolderError> {
        Ok(self.journal().sync().map_err(|error| SaveError::io(&self.file(JOURNAL), &error))?)
    }

    /// Writes the tables, and removes what a complete sweep has replaced.
    pub(super) fn end(&self, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
        self.write_tables(sweep, results)?;
        self.written().tidy()?;
        if sweep.is_complete(results) {
            replaced::remove(&self.path).map_err(|error| SaveError::io(&self.path, &error))?;
        }
        Ok(())
    }

    fn write_tables(&self, sweep: &Sweep, results: &Results) -> Result<(), FolderError> {
        let rows = summarise(sweep, results);
        self.write_with(RUNS, &|out| tables::runs(out, sweep, results))?;
        self.write_with(SUMMARY, &|out| tables::summary(out, &rows))?;
        self.write_with(JSON, &|out| tables::json(out, sweep, results, &rows))
    }
}

/// When the tables were last written, and how long that took.
struct Tables {
    written: Instant,
    took: Duration,
}

impl Tables {
    fn are_due(&self) -> bool {
        self.written.elapsed() >= TABLES_INTERVAL.max(self.took * TABLES_SHARE)
    }
}
