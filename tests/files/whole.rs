//! Whatever writes a file writes it completely or not at all: where the disk is full, and where the program is killed.
//!
//! A full disk is a limit of file sizes (`ulimit -f`, in blocks of 512 bytes), which needs no rights: a file grows up to it, and then
//! writing fails. The sentence of a disk that is really full is tested with `/dev/full` in `command`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::program::plyscope;

const TREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sample_trees/wikipedia.json");
/// The program is killed this often for each command.
const KILLS: u32 = 4;

/// A command that writes files to its folder: its arguments, in which `TREE` and `SWEEP` stand for paths, and the names of the files.
struct Writes {
    arguments: &'static str,
    files: &'static [&'static str],
}

const fn writes(arguments: &'static str, files: &'static [&'static str]) -> Writes {
    Writes { arguments, files }
}

const TABLE: &[Writes] = &[
    writes("exercise -o x.pdf", &["x.pdf", "x-solution.pdf"]),
    writes("exercise -o x.svg", &["x.svg", "x-solution.svg"]),
    writes("exercise -o x.tex", &["x.tex", "x-solution.tex"]),
    writes("exercise -o x.csv", &["x.csv"]),
    writes("exercise -o x.json", &["x.json"]),
    writes("exercise -o x.xml", &["x.xml"]),
    writes("exercise -o x.zip", &["x.zip"]),
    writes("exercise -o x.html", &["x.html"]),
    writes("exercise -o x.html --exam", &["x.html"]),
    writes("draw TREE -o x.html", &["x.html"]),
    writes("draw TREE -o x.svg", &["x.svg"]),
    writes("draw TREE -o x.pdf", &["x.pdf"]),
    writes("draw TREE -o x.png", &["x.png"]),
    writes("draw TREE -o x.tex", &["x.tex"]),
    writes("draw TREE -o x.dot", &["x.dot"]),
    writes("chart SWEEP -o x.svg", &["x.svg"]),
    writes("chart SWEEP -o x.pdf", &["x.pdf"]),
    writes("chart SWEEP -o x.png", &["x.png"]),
    writes("chart SWEEP -o x.csv", &["x.csv"]),
    writes("chart SWEEP -o x.tex", &["x.tex"]),
    writes("generate -d 6 -o x.json", &["x.json"]),
    writes("generate -d 6 -o x.tree --leaves integers:9", &["x.tree"]),
    writes("convert TREE x.json", &["x.json"]),
    writes("game tictactoe --depth 2 -o x.json", &["x.json"]),
    writes("search TREE --algorithm alpha-beta --trace x.jsonl", &["x.jsonl"]),
    writes("recorder python -o x.py", &["x.py"]),
    writes("find --visits lazy-alpha-beta --not-visited-by alpha-beta --leaves 6 -o x.json", &["x.json"]),
    writes(
        "judge --from TREE --output . -- echo 99",
        &["smallest.json", "report.txt", "alpha-beta.jsonl", "smallest.plyscope"],
    ),
];

/// A folder with what the commands read, and how they are run.
struct Runs {
    folder: tempfile::TempDir,
}

impl Runs {
    fn new() -> Runs {
        let runs = Runs { folder: tempfile::tempdir().unwrap() };
        let sweep = runs.sweep();
        plyscope(&["sweep", "-b", "2", "-d", "2,3", "--trees", "2", "--chart", "evaluations", "-o", &sweep]).success();
        runs
    }

    fn sweep(&self) -> String {
        self.folder.path().join("sweep").to_str().unwrap().to_owned()
    }

    /// The command in a folder, which may replace what is there and write at most `blocks` blocks to a file.
    fn command(&self, written: &Writes, folder: &Path, blocks: &str) -> Command {
        let place = |word: &str| word.replace("TREE", TREE).replace("SWEEP", &self.sweep());
        let mut words: Vec<String> = written.arguments.split(' ').map(place).collect();
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.insert(end, "--force".into());
        let mut command = Command::new("sh");
        let script = format!("ulimit -f {blocks}; exec \"$@\"");
        command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_plyscope")]).args(words).current_dir(folder);
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }
}

/// What is in a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    // A file may get its name between listing and reading.
    paths.filter_map(|path| Some((name(&path), fs::read(&path).ok()?))).collect()
}

/// A folder with an old file in the place of each new one.
fn with_old_files(written: &Writes) -> (tempfile::TempDir, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    for name in written.files {
        fs::write(folder.path().join(name), format!("what was in {name}")).unwrap();
    }
    let old = contents(folder.path());
    (folder, old)
}

/// What a command writes if nothing disturbs it.
fn undisturbed(runs: &Runs, written: &Writes) -> (BTreeMap<String, Vec<u8>>, Duration) {
    let (folder, old) = with_old_files(written);
    let started = Instant::now();
    let output = runs.command(written, folder.path(), "unlimited").output().unwrap();
    let took = started.elapsed();
    // The code of judging is 1 where the program is wrong.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}: {output:?}", written.arguments);
    let new = contents(folder.path());
    for name in written.files {
        assert!(new[*name] != old[*name], "{} does not write {name}", written.arguments);
    }
    (new, took)
}

#[test]
fn where_the_disk_is_full_old_files_stay_and_no_half_file_is_left() {
    let runs = Runs::new();
    for written in TABLE {
        let (new, _) = undisturbed(&runs, written);
        let mut sizes: Vec<u64> = new.values().map(|bytes| (bytes.len() as u64 - 1) / 512).collect();
        sizes.sort_unstable();
        // Room for nothing; for a part of each file; and for the smaller one of two files.
        for blocks in [0, sizes[0] / 2, sizes[sizes.len() - 1]] {
            let (folder, old) = with_old_files(written);
            let output = runs.command(written, folder.path(), &blocks.to_string()).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let about = format!("{} with {blocks} blocks: {said}", written.arguments);
            let is_whole = new.values().all(|bytes| bytes.len() as u64 <= blocks * 512);
            assert!(!is_whole, "{about}: there is room for all");
            assert_eq!(output.status.code(), Some(2), "{about}");
            assert!(said.starts_with("plyscope: ") && said.contains("cannot be saved"), "{about}");
            assert_eq!(said.lines().count(), 1, "{about}");
            let left = contents(folder.path());
            if written.arguments.starts_with("judge") {
                // Each of its files is whole; they are of one folder, but not one document.
                assert!(
                    left.iter().all(|(name, bytes)| old.get(name) == Some(bytes) || new[name] == *bytes),
                    "{about}"
                );
            } else {
                assert!(left == old, "{about} changed {:?}", left.keys());
            }
        }
    }
}

#[test]
fn a_program_that_is_killed_leaves_each_file_as_it_was_or_whole() {
    let runs = Runs::new();
    for written in TABLE {
        let (new, took) = undisturbed(&runs, written);
        let mut ended_before = 0;
        for kill in 0..KILLS {
            let (folder, old) = with_old_files(written);
            let mut process = runs.command(written, folder.path(), "unlimited").spawn().unwrap();
            let started = Instant::now();
            // As soon as it changes anything in the folder, and for the rest at any time.
            let is_time = || {
                if kill % 2 == 0 { contents(folder.path()) != old } else { started.elapsed() > took * kill / KILLS }
            };
            while !is_time() && process.try_wait().unwrap().is_none() {
                std::thread::yield_now();
            }
            let _ = process.kill();
            ended_before += u32::from(process.wait().unwrap().code().is_some());
            for (name, bytes) in contents(folder.path()) {
                // Not even the program itself can remove what it was writing.
                let is_whole = name.starts_with(".plyscope-") || old.get(&name) == Some(&bytes) || new[&name] == bytes;
                assert!(is_whole, "{}: {name} has {} bytes", written.arguments, bytes.len());
            }
        }
        assert!(ended_before < KILLS, "{} was never killed", written.arguments);
    }
}
