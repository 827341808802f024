//! The progress bar of a command that takes long.

use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::progress::Progress;

/// How often the bar is redrawn.
const FRAME: Duration = Duration::from_millis(100);

/// Runs a job with a progress bar on the terminal; without the bar, if the system has no thread left for it.
pub(super) fn watched<R: Send>(progress: &Progress, work: impl FnOnce() -> R + Send) -> R {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}%, {eta} left") {
        bar.set_style(style);
    }
    // The bar stays as long as this exists; it goes away after a panic as well.
    let running = Arc::new(());
    let runs = Arc::downgrade(&running);
    std::thread::scope(|scope| {
        let bar = &bar;
        let show: Box<dyn FnOnce() + Send> = Box::new(move || {
            std::thread::park_timeout(FRAME);
            while runs.strong_count() > 0 {
                bar.set_length(progress.total());
                bar.set_position(progress.done());
                std::thread::park_timeout(FRAME);
            }
            bar.finish_and_clear();
        });
        let shown = std::thread::Builder::new().spawn_scoped(scope, show);
        let result = work();
        drop(running);
        if let Ok(shown) = shown {
            shown.thread().unpark();
        }
        result
    })
}
