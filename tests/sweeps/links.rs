//! Symbolic links in the folder of a sweep that comes from a stranger: nothing is written through them, whatever they are called.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::store::{names, program};

const SWEEP: [&str; 8] = ["--branching", "2", "--depth", "2..3", "--trees", "1", "--chart", "evaluations"];

/// Runs the sweep, or merges it, in a folder; returns what is said.
fn written(folder: &Path, part: &Path, how: &str) -> (bool, String) {
    let mut command = program();
    match how {
        "merge" => command.arg("merge").arg(part),
        _ => command.arg("sweep").args(SWEEP),
    };
    if how != "sweep" {
        command.arg("--force");
    }
    let output = command.arg("--output").arg(folder).output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn nothing_is_written_through_a_link_at_any_name() {
    let directory = tempfile::tempdir().unwrap();
    let [part, folder, mine, absent] = ["part", "folder", "mine", "absent"].map(|name| directory.path().join(name));
    assert!(written(&part, &part, "sweep").0);
    let all = names(&part);
    for expected in ["runs.journal", "sweep.files", "sweep.lock", "sweep.toml", "runs.csv", "summary.json"] {
        assert!(all.iter().any(|name| name == expected), "{all:?}");
    }
    assert!(all.len() > 8, "also charts: {all:?}");
    for name in &all {
        for (is_whole, target) in [(true, &mine), (false, &mine), (false, &absent)] {
            for how in ["sweep", "force", "merge"] {
                fs::create_dir(&folder).unwrap();
                for other in all.iter().filter(|_| is_whole) {
                    fs::copy(part.join(other), folder.join(other)).unwrap();
                }
                // What the link leads to may be a journal itself: then the sweep would go on in it.
                fs::copy(part.join(name), &mine).unwrap();
                if is_whole && how == "sweep" {
                    // A torn record, which is removed.
                    fs::write(&mine, [&fs::read(&mine).unwrap()[..], b"torn"].concat()).unwrap();
                }
                let before = fs::read(&mine).unwrap();
                let link = folder.join(name);
                let _ = fs::remove_file(&link);
                symlink(target, &link).unwrap();
                let (is_done, said) = written(&folder, &part, how);
                let case = format!("{name}, {how}, in a whole folder: {is_whole}: {said}");
                assert!(fs::read(&mine).unwrap() == before, "{case}");
                assert!(!absent.exists(), "{case}");
                assert!(is_done || said.contains("remove it") || said.contains("--force"), "{case}");
                // A description that is complete is not written.
                if is_done && name != "sweep.toml" {
                    assert!(!link.is_symlink(), "{case}");
                }
                fs::remove_dir_all(&folder).unwrap();
            }
        }
    }
}
