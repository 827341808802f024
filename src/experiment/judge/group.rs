//! A process with all that it starts, which ends together.
//!
//! What it starts belongs to its group, unless it leaves that for a session of its own. On Linux such a process is found by a variable of its
//! environment, which it has inherited, as long as it does not clear that.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long processes that the program started may go on after it.
const GRACE: Duration = Duration::from_millis(200);
/// The longest time between two looks at a process.
const LONGEST_NAP: Duration = Duration::from_millis(5);

/// The name of the variable that marks what a judged program starts.
const MARK: &str = "PLYSCOPE_JUDGED";

/// The processes that run, by their ids.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all programs that are being judged. Until the guard is dropped, no other one starts.
pub fn end_all() -> impl Sized {
    let mut running = running();
    for id in running.drain(..) {
        system::kill(id);
    }
    escaped::kill(&this_program());
    running
}

/// How marks begin of what this program starts.
fn this_program() -> String {
    format!("{}.", std::process::id())
}

/// A mark that no other process has.
fn new_mark() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    format!("{}{}.", this_program(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// A process and those that it started. They are ended when this is dropped.
pub(super) struct Group {
    child: Child,
    mark: String,
    is_over: bool,
}

impl Group {
    /// Starts a command as a group of its own.
    pub(super) fn start(mut command: Command) -> io::Result<Group> {
        system::separate(&mut command);
        let mark = new_mark();
        command.env(MARK, &mark);
        // An interrupt that comes now waits until the process is known.
        let mut running = running();
        let child = command.spawn()?;
        running.push(child.id());
        Ok(Group { child, mark, is_over: false })
    }

    /// The process, for its pipes.
    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Waits until the process has ended, at most until a time; returns whether it has.
    pub(super) fn wait_until(&mut self, deadline: Instant) -> bool {
        let mut nap = Duration::from_micros(100);
        loop {
            if system::has_ended(&mut self.child) {
                return true;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            std::thread::sleep(nap.min(left));
            nap = (nap * 2).min(LONGEST_NAP);
        }
    }

    /// Ends what still runs.
    pub(super) fn kill(&mut self) {
        if !self.is_over {
            system::kill(self.child.id());
            // Where there are no groups the process itself is ended.
            let _ = self.child.kill();
            escaped::kill(&self.mark);
        }
    }

    /// How the process ended, which has ended, and whether others that it started went on, which are ended now.
    pub(super) fn finish(mut self) -> (Option<ExitStatus>, bool) {
        let status = self.forget();
        let deadline = Instant::now() + GRACE;
        // As long as it has members, its id is not given to another group.
        while system::has_members(self.child.id()) || escaped::are_there(&self.mark) {
            if Instant::now() > deadline {
                system::kill(self.child.id());
                escaped::kill(&self.mark);
                return (status, true);
            }
            std::thread::sleep(LONGEST_NAP);
        }
        (status, false)
    }

    /// Waits for the process itself, whose id may then be given to another one.
    fn forget(&mut self) -> Option<ExitStatus> {
        let mut running = running();
        running.retain(|&id| id != self.child.id());
        self.is_over = true;
        self.child.wait().ok()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_over {
            self.kill();
            self.forget();
        }
    }
}

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid};

    fn pid(id: u32) -> Option<Pid> {
        Pid::from_raw(i32::try_from(id).ok()?)
    }

    pub(super) fn separate(command: &mut Command) {
        command.process_group(0);
    }

    /// Ends a group.
    pub(super) fn kill(id: u32) {
        // One that is gone needs no end.
        let _ = pid(id).map(|pid| kill_process_group(pid, Signal::KILL));
    }

    /// Whether a process has ended. It is not waited for, so that its id stays its own.
    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(child.id()).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    pub(super) fn has_members(id: u32) -> bool {
        pid(id).is_some_and(|pid| test_kill_process_group(pid).is_ok())
    }
}

/// Processes that have left the group.
#[cfg(target_os = "linux")]
mod escaped {
    use std::collections::HashSet;
    use std::fs;
    use std::sync::{Mutex, PoisonError};
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process};

    use super::{MARK, this_program};

    /// How often processes are ended that start others at the same time.
    const MOST_ROUNDS: usize = 10;

    /// How often an empty environment is looked at, a millisecond apart.
    const MOST_LOOKS: usize = 50;

    /// Processes that are known to be others, so that each is looked at once.
    static OTHERS: Mutex<Option<HashSet<i32>>> = Mutex::new(None);

    /// Ends all processes whose mark begins like this.
    pub(super) fn kill(mark: &str) {
        for _ in 0..MOST_ROUNDS {
            let found = all(mark);
            if found.is_empty() {
                return;
            }
            for pid in found.into_iter().filter_map(Pid::from_raw) {
                // One that is gone needs no end.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }

    pub(super) fn are_there(mark: &str) -> bool {
        !all(mark).is_empty()
    }

    /// The ids of all processes whose mark begins like this.
    fn all(mark: &str) -> Vec<i32> {
        let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
        let before = others.take().unwrap_or_default();
        let (mut found, mut now) = (Vec::new(), HashSet::new());
        for id in ids() {
            if before.contains(&id) {
                now.insert(id);
                continue;
            }
            let environment = environment(id);
            let marked = environment.split(|&byte| byte == 0).find_map(|entry| marked_by(entry));
            match marked {
                Some(its) if its.starts_with(mark.as_bytes()) => found.push(id),
                Some(its) if its.starts_with(this_program().as_bytes()) => {}
                _ => {
                    now.insert(id);
                }
            }
        }
        *others = Some(now);
        found
    }

    /// The environment of a process; empty for a moment where a program is taking the place of another one.
    fn environment(id: i32) -> Vec<u8> {
        for _ in 0..MOST_LOOKS {
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            let runs_program = || fs::read_link(format!("/proc/{id}/exe")).is_ok();
            if !environment.is_empty() || !runs_program() {
                return environment;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Vec::new()
    }

    /// The mark, if this is the variable for it.
    fn marked_by(entry: &[u8]) -> Option<&[u8]> {
        entry.strip_prefix(MARK.as_bytes())?.strip_prefix(b"=")
    }

    /// The ids of all processes.
    fn ids() -> Vec<i32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
    }
}

/// Elsewhere they are not found.
#[cfg(not(target_os = "linux"))]
mod escaped {
    pub(super) fn kill(_: &str) {}

    pub(super) fn are_there(_: &str) -> bool {
        false
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::{Child, Command};

    pub(super) fn separate(_: &mut Command) {}

    pub(super) fn kill(_: u32) {}

    pub(super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub(super) fn has_members(_: u32) -> bool {
        false
    }
}
