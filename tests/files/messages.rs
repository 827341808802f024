//! What commands say when they refuse flags and files: what is wrong, where, and what to do.

use std::path::Path;

use crate::folder::Folder;
use crate::program::{failure, told};

const TREE: &str = "sample_trees/wikipedia.json";

/// The algorithms in the first column of a comparison.
fn compared(algorithms: &str, more: &[&str]) -> Vec<String> {
    let table = told(&[&["search", TREE, "--algorithm", algorithms, "--format", "csv"], more].concat());
    table.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
}

#[test]
fn an_option_gives_its_number_only_to_algorithms_without_one() {
    let at_4 = ["--at", "4"];
    assert_eq!(compared("threshold=3,threshold=5,threshold", &at_4), ["threshold=3", "threshold=5", "threshold=4"]);
    assert_eq!(compared("mtd-f=3,mtd-f", &["--first-guess", "9"]), ["mtd-f=3", "mtd-f=9"]);
    assert_eq!(compared("threshold=4,threshold,threshold=4", &at_4), ["threshold=4"]);
    assert!(compared("all", &["--first-guess", "9"]).iter().any(|id| id == "mtd-f=9"));
    let all = compared("all,threshold", &at_4);
    assert_eq!((all.len(), all.last().unwrap().as_str()), (27, "threshold=4"));
    let with = |algorithm| failure(&["search", TREE, "--algorithm", algorithm, "--at", "4"]);
    assert!(with("threshold=3,minimax").contains("each has its own; remove --at"));
    assert!(with("minimax").contains("--at applies to threshold or proof-number only; add threshold or proof-number"));
}

#[test]
fn only_flags_that_a_command_has_are_recommended() {
    let search = failure(&["search", TREE, "--algorithm", "threshold"]);
    assert!(search.contains("add one, such as --at 5, or write threshold=5"), "{search}");
    let draw = failure(&["draw", TREE, "--algorithm", "threshold", "--output", "unused.svg"]);
    assert!(draw.contains("write one, such as threshold=5") && !draw.contains("--at"), "{draw}");
}

#[test]
fn quiescence_needs_a_depth_limit() {
    for arguments in [["search", TREE], ["game", "tictactoe"]] {
        let refused = failure(&[&arguments[..], &["--dynamic"]].concat());
        assert!(refused.contains("add one with --depth"), "{refused}");
    }
    assert!(failure(&["game", "random", "--dynamic"]).contains("random trees have none; remove --dynamic"));
    told(&["search", TREE, "--dynamic", "--depth", "2", "--algorithm", "minimax"]);
}

#[test]
fn explanations_have_no_format_and_no_times() {
    for flag in [["--format", "json"], ["--repeat", "3"]] {
        let refused = failure(&[&["search", TREE, "--explain"], &flag[..]].concat());
        assert!(refused.contains("cannot be used with") && refused.contains(flag[0]), "{refused}");
    }
}

#[test]
fn a_traced_search_is_drawn_with_its_windows() {
    let folder = tempfile::tempdir().unwrap();
    let [trace, picture] = ["trace.jsonl", "trace.svg"].map(|name| folder.path().join(name).display().to_string());
    let search = ["search", TREE, "--algorithm", "alpha-beta", "--trace", &trace];
    told(&search);
    assert!(failure(&search).contains("already exists; choose another name, or add --force"));
    let as_json = ["search", TREE, "--algorithm", "alpha-beta", "--trace", "u.json"];
    assert!(failure(&as_json).contains("u.json: a trace is opened by its ending; write u.jsonl"));
    let over_itself = ["search", &trace, "--algorithm", "alpha-beta", "--force", "--trace", &trace];
    assert!(failure(&over_itself).contains("is the file that is read; choose another name"));
    let session = folder.path().join("s.plyscope").display().to_string();
    std::fs::write(&session, "plyscope-session = 1\ntree.file.path = \"trace.jsonl\"\n").unwrap();
    let over_its_tree = ["search", &session, "--algorithm", "alpha-beta", "--force", "--trace", &trace];
    assert!(failure(&over_its_tree).contains("is the file that is read; choose another name"));
    told(&["draw", &trace, "--windows", "--order", "--hide-pruned", "--output", &picture]);
    for flag in ["--windows", "--order", "--hide-pruned", "--cutoff=strict"] {
        let refused = failure(&["draw", TREE, flag, "--output", "unused.svg"]);
        let flag = flag.replace('=', " ");
        assert!(refused.contains(&flag) && refused.contains("choose one with --algorithm"), "{refused}");
    }
}

#[test]
fn a_list_of_numbers_and_a_seed_are_refused_for_the_true_reason() {
    let sweep = |flags: &[&str]| failure(&[&["sweep", "--output", "unused", "--branching", "2"], flags].concat());
    assert!(sweep(&["--depth", "1..20000"]).contains("write at most 10,000 numbers"));
    assert!(sweep(&["--depth", "6..2"]).contains("“6..2” ends before it begins; write 2..6"));
    let seed = sweep(&["--depth", "2", "--seed", "9223372036854775807"]);
    assert!(seed.contains("less than 9,223,372,036,854,775,807; choose a smaller seed or fewer trees"), "{seed}");
}

#[test]
fn what_is_wrong_in_a_sweep_file_is_reported_with_the_file() {
    let folder = Folder::new();
    let text = "algorithm = [\"mtd-f\", \"mtd-f\"]\n[random]\nbranching = 2\ndepth = 2\n";
    let file = folder.write("twice.toml", text);
    let refused = failure(&["sweep", &file, "--output", "unused"]);
    assert_eq!(refused, format!("plyscope: {file}: the sweep lists mtd-f twice; remove one of them\n"));
}

#[test]
fn a_file_in_the_place_of_a_folder_is_said_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    let below = file.join("below");
    let reasons = |path: &Path| {
        let path = path.to_str().unwrap();
        [failure(&["man", path]), failure(&["sweep", "-b", "2", "-d", "2", "--output", path])]
    };
    for refused in reasons(&file) {
        assert!(refused.contains("file: is not a folder; choose another name"), "{refused}");
    }
    for refused in reasons(&below) {
        assert!(refused.contains("below: cannot be created in a file; choose another name"), "{refused}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_named_without_the_number_of_its_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_plyscope"));
    let output = program.args(["search", TREE, "--algorithm", "minimax"]).stdout(full).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "plyscope: the result could not be written: no space left on device\n");
}

#[test]
#[cfg(unix)]
fn a_link_is_kept_even_if_its_file_does_not_exist() {
    let folder = tempfile::tempdir().unwrap();
    let [link, target] = ["link.json", "target.json"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink("target.json", &link).unwrap();
    for _ in 0..2 {
        told(&["generate", "-b", "2", "-d", "1", "--force", "--output", link.to_str().unwrap()]);
        assert!(link.is_symlink() && target.is_file());
    }
}

#[test]
fn the_table_of_theory_aligns_for_large_trees_too() {
    let table = told(&["theory", "--branching", "2", "--depth", "300"]);
    let widths: Vec<usize> = table.lines().map(|line| line.chars().count()).collect();
    assert!(widths.iter().all(|&width| width == widths[0] && width < 60), "{table}");
    assert!(table.contains("2.0e90  100.0%") && table.contains("< 0.1%"), "{table}");
    assert!(told(&["theory", "--branching", "4", "--depth", "8"]).contains(" 65,536 "));
}
