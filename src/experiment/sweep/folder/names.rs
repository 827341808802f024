//! The names of the files in the folder of a sweep.

/// The file with the runs.
pub const JOURNAL: &str = "runs.journal";
/// The file that describes the sweep.
pub const SPEC: &str = "sweep.toml";
/// The table of runs.
pub const RUNS: &str = "runs.csv";
/// The table of cells and measures.
pub const SUMMARY: &str = "summary.csv";
/// The same table with the description of the sweep.
pub const JSON: &str = "summary.json";
/// The list of the machines that measured the runs.
pub const MACHINES: &str = "machines.txt";

/// The list of the files that the sweep has written.
pub(super) const WRITTEN: &str = "sweep.files";
/// The lock file of the folder. It is never removed, since a removed file could be locked twice.
pub(super) const LOCK: &str = "sweep.lock";
/// The prefix of files that are being written.
pub(super) const TEMPORARY: &str = ".plyscope-sweep-";
