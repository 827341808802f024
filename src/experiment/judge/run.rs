//! Runs a program on trees, one process a tree or one for all, and collects what it writes.
//!
//! What it writes is read, and what it reads is written, on threads of their own, so that neither side waits for the other. A process that is
//! out of time or writes too much is ended, with all that it started.

use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::fault::Fault;
use super::group::Group;
use super::program::{JudgeError, Program};

/// How often a process that says nothing is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long pipes are read after a process has ended.
const GRACE: Duration = Duration::from_millis(200);
/// How much is kept of what a program writes to standard error, in bytes.
const MOST_ERRORS: usize = 4 << 10;
/// How many answers are read ahead.
const ANSWERS_AHEAD: usize = 1 << 10;
/// After how many trees a program that reads lines is sure to have them.
const TREES_PER_FLUSH: usize = 32;

/// What a program wrote for a tree, or why there is nothing.
pub(super) type Said = Result<Vec<u8>, Fault>;

/// The lines of trees.
pub(super) struct Lines {
    /// How many there are.
    pub(super) count: usize,
    /// One of them, by its index; `None` if it cannot be made.
    pub(super) line: Arc<dyn Fn(usize) -> Option<String> + Send + Sync>,
}

/// Runs a program on trees, and tells what it says of each in their order, until it is told to stop.
pub(super) fn run(
    program: &Program,
    lines: &Lines,
    hear: &mut dyn FnMut(usize, Said) -> ControlFlow<()>,
) -> Result<(), JudgeError> {
    let mut next = 0;
    while next < lines.count {
        if program.reads_lines {
            match converse(program, lines, next, hear)? {
                ControlFlow::Continue(after) => next = after,
                ControlFlow::Break(()) => return Ok(()),
            }
        } else {
            let Some(line) = (lines.line)(next) else { return Ok(()) };
            let said = once(program, line)?;
            if hear(next, said).is_break() {
                return Ok(());
            }
            next += 1;
        }
    }
    Ok(())
}

/// Runs a process on one tree.
fn once(program: &Program, mut line: String) -> Result<Said, JudgeError> {
    let fail = |error: std::io::Error| program.not_started(&error);
    line.push('\n');
    let file =
        if program.reads_file() { Some(temporary(&line).map_err(|error| JudgeError::no_file(&error))?) } else { None };
    let command = program.command(file.as_ref().map(|file| file.path().as_os_str()));
    let mut sent = file.is_none().then_some(line);
    let mut process = Process::start(command, file.is_none()).map_err(fail)?;
    process.send(Box::new(move |_| sent.take()));
    let output = process.read_all(program.most_bytes);
    Ok(whole(program, process, &output))
}

fn temporary(line: &str) -> std::io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix("plyscope-").suffix(".json").tempfile()?;
    file.write_all(line.as_bytes())?;
    file.flush()?;
    Ok(file)
}

/// All that a process writes until it ends.
fn whole(program: &Program, mut process: Process, output: &Receiver<Part>) -> Said {
    let deadline = Instant::now() + program.timeout;
    let bytes = loop {
        match output.recv_timeout(LOOK) {
            Ok(Part::All(bytes)) => break Some(bytes),
            Ok(Part::TooMuch) => return Err(Fault::too_much(program.most_bytes)),
            // What it started may hold the pipe open.
            Err(RecvTimeoutError::Timeout) if process.group.wait_until(Instant::now()) => break None,
            Err(RecvTimeoutError::Timeout) if Instant::now() < deadline => {}
            Err(_) => return Err(Fault::time_out(program.timeout)),
        }
    };
    if !process.group.wait_until(deadline) {
        return Err(Fault::time_out(program.timeout));
    }
    let bytes = bytes.map_or_else(|| output.recv_timeout(GRACE), |bytes| Ok(Part::All(bytes)));
    let errors = process.errors();
    let (status, has_left) = process.group.finish();
    match bytes {
        bytes if !status.is_some_and(|status| status.success()) => {
            let wrote = if let Ok(Part::All(bytes)) = bytes { bytes } else { Vec::new() };
            Err(Fault::crash(status, &errors, &wrote))
        }
        Ok(Part::TooMuch) => Err(Fault::too_much(program.most_bytes)),
        Ok(Part::All(bytes)) if !has_left => Ok(bytes),
        _ => Err(Fault::left_behind()),
    }
}

/// Sends all trees from `first` on to one process and tells its answers, a line each, until it is told to stop or the process fails; returns the
/// tree to go on with.
fn converse(
    program: &Program,
    lines: &Lines,
    first: usize,
    hear: &mut dyn FnMut(usize, Said) -> ControlFlow<()>,
) -> Result<ControlFlow<(), usize>, JudgeError> {
    let start = Process::start(program.command(None), true);
    let mut process = start.map_err(|error| program.not_started(&error))?;
    let (line, left) = (Arc::clone(&lines.line), lines.count - first);
    process.send(Box::new(move |number| if number < left { Some(line(first + number)? + "\n") } else { None }));
    let answers = process.read_lines(program.most_bytes);
    let mut next = first;
    while next < lines.count {
        match answers.recv_timeout(program.timeout) {
            Ok(Part::All(line)) => {
                if hear(next, Ok(line)).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                next += 1;
            }
            failed => {
                let fault = match failed {
                    Ok(_) => Fault::too_much(program.most_bytes),
                    Err(RecvTimeoutError::Timeout) => Fault::time_out(program.timeout),
                    Err(RecvTimeoutError::Disconnected) => process.why_it_ended(),
                };
                return Ok(then(hear(next, Err(fault)), next + 1));
            }
        }
    }
    if answers.recv_timeout(GRACE).is_ok() {
        return Ok(then(hear(next - 1, Err(Fault::too_much(program.most_bytes))), next));
    }
    if process.group.wait_until(Instant::now() + GRACE) && process.group.finish().1 {
        return Ok(then(hear(next - 1, Err(Fault::left_behind())), next));
    }
    Ok(ControlFlow::Continue(next))
}

/// Where to go on, if it is to go on.
fn then(flow: ControlFlow<()>, next: usize) -> ControlFlow<(), usize> {
    match flow {
        ControlFlow::Continue(()) => ControlFlow::Continue(next),
        ControlFlow::Break(()) => ControlFlow::Break(()),
    }
}

/// A part of what a program writes.
enum Part {
    /// All of it, or a line.
    All(Vec<u8>),
    /// More than is read.
    TooMuch,
}

/// A running process with its pipes.
struct Process {
    group: Group,
    errors: Arc<Mutex<Vec<u8>>>,
}

impl Process {
    fn start(mut command: Command, reads: bool) -> std::io::Result<Process> {
        command.stdin(if reads { Stdio::piped() } else { Stdio::null() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::start(command)?;
        let errors = Arc::default();
        if let Some(pipe) = group.child().stderr.take() {
            let kept = Arc::clone(&errors);
            on_thread(move || keep_end(pipe, &kept))?;
        }
        Ok(Process { group, errors })
    }

    /// Writes texts by their numbers, until there is none or the process reads no more.
    fn send(&mut self, text: Box<dyn FnMut(usize) -> Option<String> + Send>) {
        if let Some(pipe) = self.group.child().stdin.take() {
            // Without a thread the process reads nothing, and is out of time.
            let _ = on_thread(move || send(pipe, text));
        }
    }

    /// All that the process writes, up to a number of bytes.
    fn read_all(&mut self, most: usize) -> Receiver<Part> {
        self.read(move |mut pipe, sender| {
            let mut bytes = Vec::new();
            let _ = pipe.by_ref().take(most as u64 + 1).read_to_end(&mut bytes);
            let part = if bytes.len() > most { Part::TooMuch } else { Part::All(bytes) };
            let _ = sender.send(part);
        })
    }

    /// The lines that the process writes, but for empty ones, each up to a number of bytes.
    fn read_lines(&mut self, most: usize) -> Receiver<Part> {
        self.read(move |pipe, sender| {
            let mut pipe = BufReader::with_capacity(1 << 16, pipe);
            while let Some(part) = next_line(&mut pipe, most) {
                let is_last = matches!(part, Part::TooMuch);
                if sender.send(part).is_err() || is_last {
                    return;
                }
            }
        })
    }

    fn read(&mut self, read: impl FnOnce(Box<dyn Read + Send>, SyncSender<Part>) + Send + 'static) -> Receiver<Part> {
        let (sender, parts) = mpsc::sync_channel(ANSWERS_AHEAD);
        if let Some(pipe) = self.group.child().stdout.take() {
            let _ = on_thread(move || read(Box::new(pipe), sender));
        }
        parts
    }

    /// The end of what the process wrote to standard error, as far as it has come.
    fn errors(&self) -> String {
        // What was written last is still on its way.
        let deadline = Instant::now() + GRACE;
        while Arc::strong_count(&self.errors) > 1 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&errors).trim().to_owned()
    }

    /// Why a process that reads lines closed its output.
    fn why_it_ended(mut self) -> Fault {
        let has_ended = self.group.wait_until(Instant::now() + GRACE);
        let errors = self.errors();
        let status = if has_ended { self.group.finish().0 } else { None };
        Fault::crash(status, &errors, &[])
    }
}

fn on_thread(work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().spawn(work).map(|_| ())
}

fn send(pipe: ChildStdin, mut text: Box<dyn FnMut(usize) -> Option<String> + Send>) {
    let (mut pipe, mut number) = (BufWriter::with_capacity(1 << 15, pipe), 0);
    while let Some(text) = text(number) {
        // A program need not read what it does not want.
        if pipe.write_all(text.as_bytes()).is_err() {
            return;
        }
        number += 1;
        if number.is_multiple_of(TREES_PER_FLUSH) && pipe.flush().is_err() {
            return;
        }
    }
    let _ = pipe.flush();
}

/// The next line that is not empty.
fn next_line(pipe: &mut impl BufRead, most: usize) -> Option<Part> {
    loop {
        let mut line = Vec::new();
        let count = Read::take(&mut *pipe, most as u64 + 1).read_until(b'\n', &mut line).ok()?;
        if count > most {
            return Some(Part::TooMuch);
        }
        if count == 0 {
            return None;
        }
        if !line.trim_ascii().is_empty() {
            return Some(Part::All(line));
        }
    }
}

/// Reads a pipe to its end and keeps the end of it.
fn keep_end(mut pipe: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; MOST_ERRORS];
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..count]);
        let surplus = kept.len().saturating_sub(MOST_ERRORS);
        kept.drain(..surplus);
    }
}
