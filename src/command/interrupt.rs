//! What an interrupt (Ctrl+C), termination, or the end of the terminal does to a command.

use std::sync::Arc;
use std::time::Duration;

use super::{Failure, wrong};
use crate::experiment::judge::end_all;
use crate::output;
use crate::progress::Progress;
use crate::terminal;

/// How long an interrupted sweep may take to write its tables; its runs are already saved.
const PATIENCE: Duration = Duration::from_millis(700);
/// The exit status after an interrupt.
const INTERRUPTED: i32 = 130;

/// From now on an interrupt removes what is half written and ends the programs that are being judged before it ends this one.
pub(super) fn leaves_nothing_behind() {
    // Without a handler an interrupt ends the program, too.
    let _ = at_each(Box::new(|| {
        output::remove_unfinished();
        let _ended = end_all();
        std::process::exit(INTERRUPTED);
    }));
}

/// A job that is cancelled by an interrupt, by termination, or when the terminal is closed. A second interrupt ends the program at once.
pub(super) fn cancels() -> Result<Arc<Progress>, Failure> {
    let progress = Arc::new(Progress::new());
    let cancel = Arc::clone(&progress);
    at_each(Box::new(move || {
        if cancel.is_cancelled() {
            std::process::exit(INTERRUPTED);
        }
        cancel.cancel();
        // Without such a thread only the patience has no end.
        let _ = on_thread(Box::new(|| {
            std::thread::sleep(PATIENCE);
            terminal::say("interrupted; run the same command again to resume");
            std::process::exit(2);
        }));
    }))
    .map_err(|error| wrong(format!("cannot catch interrupts: {error}")))?;
    Ok(progress)
}

/// Does this at each interrupt, on a thread of its own. Hangups that are ignored, as under `nohup`, stay so.
#[cfg(unix)]
fn at_each(mut act: Box<dyn FnMut() + Send>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let all = [SIGINT, SIGTERM, SIGHUP];
    let caught = if are_hangups_ignored() { &all[..2] } else { &all };
    let mut signals = signal_hook::iterator::Signals::new(caught)?;
    on_thread(Box::new(move || {
        for _ in signals.forever() {
            act();
        }
    }))
}

/// Does this at each Ctrl+C, on a thread of its own.
#[cfg(not(unix))]
fn at_each(act: Box<dyn FnMut() + Send>) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(act)
}

/// Does this on a thread of its own.
fn on_thread(work: Box<dyn FnOnce() + Send>) -> std::io::Result<()> {
    std::thread::Builder::new().spawn(work)?;
    Ok(())
}

/// Whether hangups are ignored, as under `nohup`.
#[cfg(unix)]
fn are_hangups_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|signals| signals & 1 == 1)
}
