//! Work on a separate thread, whose result the window takes in a later frame.

use eframe::egui;
use std::any::Any;
use std::io;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::memory::{self, Shortage};
use crate::progress::Progress;

/// The time between two frames while a job is running, so that its progress is visible.
pub(crate) const REPAINT_INTERVAL: Duration = Duration::from_millis(100);

/// A job in progress. Dropping it cancels it and discards its result.
pub(crate) struct Job<T> {
    worker: Worker,
    result: PhantomData<fn() -> T>,
}

/// A result of any type, so that threads and channels are compiled once and not for each type.
type AnyResult = Box<dyn Any + Send>;

/// A thread at work.
struct Worker {
    progress: Arc<Progress>,
    ended: mpsc::Receiver<Result<AnyResult, String>>,
    started: Instant,
}

impl Worker {
    fn start(ctx: &egui::Context, name: &str, work: Box<dyn FnOnce(&Progress) -> AnyResult + Send>) -> Worker {
        let progress = Arc::new(Progress::new());
        let (sender, ended) = mpsc::channel();
        let run = {
            let (ctx, progress, sender) = (ctx.clone(), Arc::clone(&progress), sender.clone());
            move || {
                let outcome = catch_unwind(AssertUnwindSafe(|| memory::or_shortage(|| work(&progress))));
                let outcome = match outcome {
                    Ok(ended) => ended.map_err(|shortage| shortage.to_string()),
                    Err(panic) => Err(format!("internal error (please report it): {}", panic_message(panic.as_ref()))),
                };
                // The receiver is gone if the job was dropped.
                let _ = sender.send(outcome);
                ctx.request_repaint();
            }
        };
        if let Err(error) = start_thread(name, Box::new(run)) {
            let _ = sender.send(Err(format!("no thread could be started: {error}")));
        }
        Worker { progress, ended, started: Instant::now() }
    }

    /// The result, once, when the work is done; an error says how it failed.
    fn poll(&self) -> Option<Result<AnyResult, String>> {
        match self.ended.try_recv() {
            Ok(ended) => Some(ended),
            Err(mpsc::TryRecvError::Empty) => None,
            Err(mpsc::TryRecvError::Disconnected) => Some(Err(NO_RESULT.into())),
        }
    }
}

/// Starts a thread. Unlike that of the standard library, the function is compiled once for all work.
pub(crate) fn start_thread(name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    thread::Builder::new().name(name.into()).spawn(work).map(drop)
}

const NO_RESULT: &str = "the work ended without a result";

impl<T: Send + 'static> Job<T> {
    /// Starts work on a thread called `name`; the window is redrawn when it is done.
    pub(crate) fn start(ctx: &egui::Context, name: &str, work: impl FnOnce(&Progress) -> T + Send + 'static) -> Job<T> {
        let work = Box::new(move |progress: &Progress| Box::new(work(progress)) as AnyResult);
        Job { worker: Worker::start(ctx, name, work), result: PhantomData }
    }

    /// The result of the job in a place, which is then free for the next one, whether the work succeeded or failed.
    pub(crate) fn take(place: &mut Option<Job<T>>) -> Option<Result<T, String>> {
        Job::take_with(place, |job| job).map(|(_, result)| result)
    }

    /// The same for a place where something is kept with the job, which is returned as well.
    pub(crate) fn take_with<S>(place: &mut Option<S>, job: impl Fn(&S) -> &Job<T>) -> Option<(S, Result<T, String>)> {
        let result = job(place.as_ref()?).poll()?;
        Some((place.take()?, result))
    }

    /// The result, once, when the work is done; an error says how it failed.
    pub(crate) fn poll(&self) -> Option<Result<T, String>> {
        Some(match self.worker.poll()? {
            Ok(result) => result.downcast().map(|result| *result).map_err(|_| NO_RESULT.into()),
            Err(error) => Err(error),
        })
    }
}

impl<T> Job<T> {
    /// Its progress.
    pub(crate) fn progress(&self) -> &Progress {
        &self.worker.progress
    }

    /// The time since it started.
    pub(crate) fn elapsed(&self) -> Duration {
        self.worker.started.elapsed()
    }

    /// Waits for its end, but not longer than that.
    pub(crate) fn wait(self, patience: Duration) {
        let started = Instant::now();
        while self.worker.poll().is_none() && started.elapsed() < patience {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Cancels it; it still delivers a result.
    pub(crate) fn cancel(&self) {
        self.worker.progress.cancel();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// The answer to the latest question, computed by a job; a new question replaces and cancels it. The last answer stays until there is another.
pub(crate) struct LatestJob<Q, T> {
    asked: Option<(Q, Job<T>)>,
    last: Option<(Q, Result<T, String>)>,
}

impl<Q, T> Default for LatestJob<Q, T> {
    fn default() -> LatestJob<Q, T> {
        LatestJob { asked: None, last: None }
    }
}

impl<Q: PartialEq, T: Send + 'static> LatestJob<Q, T> {
    /// The answer to a question, once it is known. A new question starts `work`.
    pub(crate) fn answer(
        &mut self,
        ctx: &egui::Context,
        question: Q,
        work: impl FnOnce(&Progress) -> T + Send + 'static,
    ) -> Option<&Result<T, String>> {
        if self.question() != Some(&question) {
            self.asked = Some((question, Job::start(ctx, "plyscope answer", work)));
        }
        let answered = Job::take_with(&mut self.asked, |(_, job)| job);
        self.last = answered.map(|((question, _), answer)| (question, answer)).or(self.last.take());
        self.last.as_ref().filter(|_| self.asked.is_none()).map(|(_, answer)| answer)
    }

    /// The question that was asked last.
    pub(crate) fn question(&self) -> Option<&Q> {
        let asked = self.asked.as_ref().map(|(question, _)| question);
        asked.or(self.last.as_ref().map(|(question, _)| question))
    }

    /// The last answer with its question, to which another one may have followed.
    pub(crate) fn last(&self) -> Option<&(Q, Result<T, String>)> {
        self.last.as_ref()
    }

    /// Whether there is a question without an answer.
    pub(crate) fn is_busy(&self) -> bool {
        self.asked.is_some()
    }
}

/// The message of a panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    if let Some(shortage) = panic.downcast_ref::<Shortage>() {
        return shortage.to_string();
    }
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("unknown").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<R>(mut result: impl FnMut() -> Option<R>) -> R {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(result) = result() {
                return result;
            }
            assert!(Instant::now() < deadline, "the job never ended");
            thread::yield_now();
        }
    }

    #[test]
    fn a_result_arrives_once() {
        let job = Job::start(&egui::Context::default(), "test", |_| 7);
        assert_eq!(wait(|| job.poll()), Ok(7));
    }

    #[test]
    fn a_panic_becomes_a_sentence() {
        let job = Job::start(&egui::Context::default(), "test", |_| -> u8 { panic!("the sky fell") });
        assert_eq!(wait(|| job.poll()), Err("internal error (please report it): the sky fell".into()));
    }

    #[test]
    fn the_place_of_a_job_that_failed_is_free() {
        let mut place = Some(Job::start(&egui::Context::default(), "test", |_| -> u8 { panic!("no") }));
        assert!(wait(|| Job::take(&mut place)).is_err() && place.is_none());
    }

    #[test]
    fn dropping_a_job_cancels_it() {
        let (sender, ended) = mpsc::channel();
        let job = Job::start(&egui::Context::default(), "test", move |progress| {
            while !progress.is_cancelled() {
                thread::yield_now();
            }
            let _ = sender.send(());
        });
        drop(job);
        assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok(()));
    }
}
