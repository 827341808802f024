//! Checks that there is enough memory, so that work that does not fit is refused with a message before it begins.
//!
//! A failed allocation aborts a Rust program, and most systems grant more memory than there is and kill the program later.
//! So work whose memory grows with its input checks here first: against the free memory of the machine, the limits of the control groups
//! (both versions), and the limits of the process. If none of these is known, as on systems other than Linux, everything is assumed to fit.

use std::any::Any;
use std::collections::{HashMap, HashSet, TryReserveError};
use std::fs::read_to_string;
use std::hash::{BuildHasher, Hash};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};

use crate::format;

/// Memory reserved for the rest of the program and for other programs.
const MARGIN: u64 = 24 << 20;
/// Smaller amounts are not checked.
const SMALL: u64 = 1 << 20;
/// What a key that owns memory is assumed to own, in bytes.
const OWNED_BY_KEY: u64 = 128;

/// There is not enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this needs about {} more memory, but only {} are left; use a smaller tree, or give the program more memory",
    format::bytes(*needed), format::bytes(*left)
)]
pub struct Shortage {
    /// The amount needed, in bytes.
    pub needed: u64,
    /// The amount left, in bytes.
    pub left: u64,
}

/// Refuses work that needs more memory than is left.
pub fn room_for(needed: u64) -> Result<(), Shortage> {
    if needed < SMALL {
        return Ok(());
    }
    let needed = needed.saturating_add(MARGIN);
    match left() {
        Some(left) if needed > left => Err(Shortage { needed, left }),
        _ => Ok(()),
    }
}

/// Reserves space for `more` further entries in a list, if there is enough memory.
pub fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), Shortage> {
    let needed = (more as u64).saturating_mul(size_of::<T>() as u64);
    room_for(needed)?;
    reserved(list.try_reserve_exact(more), needed)
}

/// Makes room for one more entry in a list that doubles when it is full, if there is enough memory.
#[inline]
pub fn make_room<T>(list: &mut Vec<T>) -> Result<(), Shortage> {
    if list.len() < list.capacity() { Ok(()) } else { reserve(list, list.len().max(4)) }
}

/// A hash table, which moves to a place of twice the size when it is full.
pub trait HashTable {
    /// The key of an entry.
    type Key;
    /// The entries.
    type Entry;

    /// The number of entries, and how many there is room for.
    fn fill(&self) -> (usize, usize);

    /// Makes room for one more.
    fn grow(&mut self) -> Result<(), TryReserveError>;
}

impl<K: Eq + Hash, V, S: BuildHasher> HashTable for HashMap<K, V, S> {
    type Key = K;
    type Entry = (K, V);

    fn fill(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn grow(&mut self) -> Result<(), TryReserveError> {
        self.try_reserve(1)
    }
}

impl<K: Eq + Hash, S: BuildHasher> HashTable for HashSet<K, S> {
    type Key = K;
    type Entry = K;

    fn fill(&self) -> (usize, usize) {
        (self.len(), self.capacity())
    }

    fn grow(&mut self) -> Result<(), TryReserveError> {
        self.try_reserve(1)
    }
}

/// The same for a hash table.
#[inline]
pub fn make_room_in<T: HashTable>(table: &mut T) -> Result<(), Shortage> {
    let (entries, room) = table.fill();
    if entries < room { Ok(()) } else { double(table, entries as u64) }
}

#[cold]
fn double<T: HashTable>(table: &mut T, entries: u64) -> Result<(), Shortage> {
    // The standard library fills at most seven in eight of its places, and has a control byte for each.
    let places = 2 * entries / 7 * 8;
    let owned = if std::mem::needs_drop::<T::Key>() { entries * OWNED_BY_KEY } else { 0 };
    let needed = places * (size_of::<T::Entry>() as u64 + 1) + owned;
    room_for(needed)?;
    reserved(table.grow(), needed)
}

/// What came of reserving memory.
fn reserved(result: Result<(), TryReserveError>, needed: u64) -> Result<(), Shortage> {
    result.map_err(|_| Shortage { needed, left: left().unwrap_or(0) })
}

/// Aborts the work that the caller wraps in [`or_shortage`], at any depth of recursion.
pub fn give_up(shortage: Shortage) -> ! {
    resume_unwind(Box::new(shortage))
}

/// Does work that may [give up](give_up).
pub fn or_shortage<R>(work: impl FnOnce() -> R) -> Result<R, Shortage> {
    // Everything that the work has changed is dropped with it.
    catch_unwind(AssertUnwindSafe(work)).map_err(shortage_that_stopped)
}

/// The shortage for which work gave up. Any other panic goes on.
fn shortage_that_stopped(reason: Box<dyn Any + Send>) -> Shortage {
    match reason.downcast() {
        Ok(shortage) => *shortage,
        Err(fault) => resume_unwind(fault),
    }
}

/// Memory for the work of several threads. Each takes what its work needs, and waits while the others have too much of it.
#[derive(Debug)]
pub struct Pool {
    size: u64,
    /// The amount taken, in bytes.
    taken: Mutex<u64>,
    given_back: Condvar,
}

impl Pool {
    /// All memory that is left.
    pub fn of_all() -> Pool {
        Pool::of(left().map_or(u64::MAX, |left| left.saturating_sub(MARGIN)))
    }

    fn of(size: u64) -> Pool {
        Pool { size, taken: Mutex::default(), given_back: Condvar::new() }
    }

    /// Does work that needs an amount of memory, as soon as there is enough. Refuses it if there is not although no other work has any.
    pub fn with<R>(&self, needed: u64, work: impl FnOnce() -> R) -> Result<R, Shortage> {
        let _taken = self.take(needed)?;
        Ok(work())
    }

    fn take(&self, needed: u64) -> Result<Taken<'_>, Shortage> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let free = self.size.saturating_sub(*taken);
            let refused = if needed > free { Err(Shortage { needed, left: free }) } else { room_for(needed) };
            match refused {
                Ok(()) => {
                    *taken += needed;
                    return Ok(Taken { pool: self, amount: needed });
                }
                Err(shortage) if *taken == 0 => return Err(shortage),
                Err(_) => taken = self.given_back.wait(taken).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// Memory taken from a pool, which gets it back when this is dropped.
struct Taken<'p> {
    pool: &'p Pool,
    amount: u64,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        *self.pool.taken.lock().unwrap_or_else(PoisonError::into_inner) -= self.amount;
        self.pool.given_back.notify_all();
    }
}

/// The amount of memory that the program can still use, in bytes; `None` if unknown.
pub fn left() -> Option<u64> {
    let of_groups = groups(&read_to_string("/proc/self/cgroup").unwrap_or_default());
    [of_machine(), of_process()].into_iter().flatten().chain(of_groups).min()
}

fn of_machine() -> Option<u64> {
    let facts = read_to_string("/proc/meminfo").ok()?;
    Some(kilobytes(&facts, "MemAvailable:")? + kilobytes(&facts, "SwapFree:").unwrap_or(0))
}

/// The amount left by `ulimit -v` and `ulimit -d`.
fn of_process() -> Option<u64> {
    let (limits, status) = (read_to_string("/proc/self/limits").ok()?, read_to_string("/proc/self/status").ok()?);
    let pairs = [("Max address space", "VmSize:"), ("Max data size", "VmData:")];
    let left =
        |(limit, used): (&str, &str)| Some(soft_limit(&limits, limit)?.saturating_sub(kilobytes(&status, used)?));
    pairs.into_iter().filter_map(left).min()
}

/// The amount on a line such as `MemAvailable:   21680 kB`, in bytes.
fn kilobytes(facts: &str, name: &str) -> Option<u64> {
    let line = facts.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The soft limit on a line such as `Max address space   307200000   unlimited   bytes`.
fn soft_limit(limits: &str, name: &str) -> Option<u64> {
    limits.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

/// The amounts left by the control groups of the process, from the innermost to the outermost.
fn groups(list: &str) -> Vec<u64> {
    let mut left = Vec::new();
    for line in list.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let version = if controllers.is_empty() {
            V2
        } else if controllers.split(',').any(|controller| controller == "memory") {
            V1
        } else {
            continue;
        };
        let root = Path::new(version.root);
        // In a container the path may be that of the host, while the mount point is the group itself.
        for folder in within(root, path) {
            left.extend(version.left(&folder));
        }
    }
    left
}

/// The directories of a group and of those around it.
fn within(root: &Path, path: &str) -> Vec<PathBuf> {
    let group = root.join(path.trim_start_matches('/'));
    group.ancestors().take_while(|folder| folder.starts_with(root)).map(Path::to_path_buf).collect()
}

/// The files of a version of control groups.
struct Version {
    root: &'static str,
    limit: &'static str,
    used: &'static str,
    /// The part of that which is page cache, and can be reclaimed.
    pages: [&'static str; 2],
}

const V2: Version = Version {
    root: "/sys/fs/cgroup",
    limit: "memory.max",
    used: "memory.current",
    pages: ["inactive_file ", "active_file "],
};
const V1: Version = Version {
    root: "/sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    pages: ["total_inactive_file ", "total_active_file "],
};

impl Version {
    fn left(&self, group: &Path) -> Option<u64> {
        let number = |name: &str| read_to_string(group.join(name)).ok()?.trim().parse::<u64>().ok();
        let (limit, used) = (number(self.limit)?, number(self.used)?);
        let facts = read_to_string(group.join("memory.stat")).unwrap_or_default();
        let pages = |name: &&str| facts.lines().find_map(|line| line.strip_prefix(name))?.trim().parse::<u64>().ok();
        let reclaimable: u64 = self.pages.iter().filter_map(pages).sum();
        Some(limit.saturating_sub(used.saturating_sub(reclaimable)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::thread;
    use std::time::Duration;

    #[test]
    fn threads_share_a_pool_of_memory() {
        let (pool, now, most) = (Pool::of(10), AtomicU64::new(0), AtomicU64::new(0));
        let work = |needed: u64| {
            pool.with(needed, || {
                most.fetch_max(now.fetch_add(needed, Relaxed) + needed, Relaxed);
                thread::sleep(Duration::from_millis(2));
                now.fetch_sub(needed, Relaxed);
            })
        };
        thread::scope(|scope| {
            for thread in 0..8 {
                scope.spawn(move || (0..20).for_each(|turn| work(3 + (thread + turn) % 4).unwrap()));
            }
        });
        assert!((6..=10).contains(&most.load(Relaxed)), "{most:?}");
        assert_eq!(work(11), Err(Shortage { needed: 11, left: 10 }));
    }

    #[test]
    fn the_files_of_the_system_are_parsed() {
        assert_eq!(kilobytes("MemTotal: 9 kB\nMemAvailable:   21680 kB\n", "MemAvailable:"), Some(21680 << 10));
        let limits = "Limit   Soft Limit   Hard Limit   Units\nMax data size   unlimited   unlimited   bytes\nMax address space   307200000   unlimited   bytes\n";
        assert_eq!(soft_limit(limits, "Max address space"), Some(307_200_000));
        assert_eq!(soft_limit(limits, "Max data size"), None);
        let folders = within(Path::new("/sys/fs/cgroup"), "/a/b");
        assert_eq!(folders, ["/sys/fs/cgroup/a/b", "/sys/fs/cgroup/a", "/sys/fs/cgroup"].map(PathBuf::from));
    }

    #[test]
    fn a_group_leaves_its_limit_minus_what_is_not_page_cache() {
        let group = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(group.path().join(name), text).unwrap();
        write("memory.max", "max\n");
        write("memory.current", "700\n");
        assert_eq!(V2.left(group.path()), None);
        write("memory.max", "1000\n");
        assert_eq!(V2.left(group.path()), Some(300));
        write("memory.stat", "anon 5\ninactive_file 100\nactive_file 50\n");
        assert_eq!(V2.left(group.path()), Some(450));
    }

    #[test]
    fn what_cannot_fit_is_refused_with_both_amounts() {
        let shortage = room_for(1 << 60).unwrap_err();
        assert!(
            shortage.to_string().starts_with("this needs about 1073741824 GiB more memory, but only "),
            "{shortage}"
        );
        assert!(reserve(&mut Vec::<u64>::new(), 1 << 57).is_err());
        assert_eq!(room_for(1000), Ok(()));
        assert_eq!(or_shortage(|| give_up(shortage)), Err::<(), Shortage>(shortage));
        assert_eq!(or_shortage(|| 7), Ok(7));
    }
}
