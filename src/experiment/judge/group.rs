//! A process with all that it starts, which ends together.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long processes that the program started may go on after it.
const GRACE: Duration = Duration::from_millis(200);
/// The longest time between two looks at a process.
const LONGEST_NAP: Duration = Duration::from_millis(5);

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
    running
}

/// A process and those that it started. They are ended when this is dropped.
pub(super) struct Group {
    child: Child,
    is_over: bool,
}

impl Group {
    /// Starts a command as a group of its own.
    pub(super) fn start(mut command: Command) -> io::Result<Group> {
        system::separate(&mut command);
        // An interrupt that comes now waits until the process is known.
        let mut running = running();
        let child = command.spawn()?;
        running.push(child.id());
        Ok(Group { child, is_over: false })
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
        }
    }

    /// How the process ended, which has ended, and whether others of its group went on, which are ended now.
    pub(super) fn finish(mut self) -> (Option<ExitStatus>, bool) {
        let status = self.forget();
        let deadline = Instant::now() + GRACE;
        // As long as it has members, its id is not given to another group.
        while system::has_members(self.child.id()) {
            if Instant::now() > deadline {
                system::kill(self.child.id());
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
