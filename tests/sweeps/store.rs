//! The folder of a sweep: whatever is killed, damaged or run concurrently, its runs are kept, or the problem is reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use plyscope::experiment::Resources;
use plyscope::experiment::sweep::{Folder, Results, Run, Spec, Sweep, merge, read_spec};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;

use crate::meter;

/// The files of a folder that hold data.
const FILES: [&str; 5] = ["runs.journal", "sweep.toml", "runs.csv", "summary.csv", "summary.json"];

pub(crate) fn small(seed: u64, trees: u32) -> Sweep {
    let spec = Spec::new("2..3".parse().unwrap(), "2..3".parse().unwrap());
    let algorithm = vec![Algorithm::ALPHA_BETA, Algorithm::TAIL_RECURSIVE_MEMO];
    Spec { algorithm, trees, seed, ..spec }.sweep().unwrap()
}

pub(crate) fn tables(folder: &Path) -> [String; 4] {
    ["sweep.toml", "runs.csv", "summary.csv", "summary.json"].map(|name| fs::read_to_string(folder.join(name)).unwrap())
}

/// Opens a folder and runs what is missing; returns the notes, or why it was refused.
pub(crate) fn resumed(path: &Path, sweep: &Sweep) -> Result<Vec<String>, String> {
    let (folder, mut results) = Folder::open(path, sweep, false).map_err(|error| error.to_string())?;
    folder.run(sweep, &mut results, &Progress::new()).map_err(|error| error.to_string())?;
    Ok(folder.take_notes())
}

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn started(arguments: &[&str], output: &Path) -> Child {
    let mut command = program();
    if cfg!(target_os = "linux") {
        // Background jobs may ignore signals, and their child processes inherit that.
        command = Command::new("env");
        command.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_plyscope")]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    }
    command.arg("sweep").args(arguments).arg("--output").arg(output).spawn().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A sweep that takes minutes.
const LONG: &str = "--branching 2..4 --depth 2..9 --trees 20000 --algorithm alpha-beta,lazy-alpha-beta,tail-recursive-memo \
                    --leaves continuous,integers:4,permutation";

fn until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_mins(2);
    while !condition() {
        assert!(Instant::now() < deadline, "{what} never happened");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn of_two_concurrent_sweeps_one_has_the_folder() {
    let directory = tempfile::tempdir().unwrap();
    for round in 0..8 {
        let folder = directory.path().join(round.to_string());
        let arguments =
            |seed| ["--branching", "2", "--depth", "3", "--trees", "30", "--chart", "evaluations", "--seed", seed];
        let [one, other] = ["1", "2"].map(|seed| started(&arguments(seed), &folder));
        let ended = [one, other].map(|child| child.wait_with_output().unwrap());
        let won = ended.iter().filter(|output| output.status.success()).count();
        assert_eq!(won, 1, "{ended:?}");
        let lost = ended.iter().find(|output| !output.status.success()).unwrap();
        let sentence = said(lost);
        assert!(sentence.contains("another sweep is running") || sentence.contains("has another sweep"), "{sentence}");
        let spec = read_spec(&folder.join("sweep.toml")).unwrap();
        assert_eq!(Folder::spec(&folder), Some(spec.clone()));
        let runs = fs::read_to_string(folder.join("runs.csv")).unwrap();
        let seeds: Vec<&str> = runs.lines().skip(1).map(|line| line.split(',').nth(3).unwrap()).collect();
        assert_eq!((seeds[0].to_string(), seeds.len() % 30), (spec.seed.to_string(), 0));
    }
}

#[test]
fn a_running_sweep_is_protected_from_force_and_merge_and_keeps_its_runs_when_killed() {
    let directory = tempfile::tempdir().unwrap();
    let (folder, part) = (directory.path().join("long"), directory.path().join("part"));
    resumed(&part, &small(1, 2)).unwrap();
    // Large trees, so that few runs are to be read afterwards.
    let large = ["--branching", "4", "--depth", "8..9", "--trees", "20000", "--algorithm", "minimax,lazy-alpha-beta"];
    let mut running = started(&large, &folder);
    let journal = folder.join("runs.journal");
    until("a run", || length(&journal) > 5000);
    let forced = started(&["--branching", "2", "--depth", "2", "--force"], &folder).wait_with_output().unwrap();
    assert!(said(&forced).contains("another sweep is running"), "{forced:?}");
    let merged = program().arg("merge").arg(&part).arg("--force").arg("--output").arg(&folder).output().unwrap();
    assert!(said(&merged).contains("another sweep is running"), "{merged:?}");
    // The tables can be read while it runs.
    until("a table", || length(&folder.join("runs.csv")) > 0);
    assert!(fs::read_to_string(folder.join("runs.csv")).unwrap().ends_with('\n'));
    running.kill().unwrap();
    running.wait().unwrap();
    let spec = read_spec(&folder.join("sweep.toml")).unwrap();
    let records = fs::read_to_string(&journal).unwrap().matches('\n').count();
    let (open, results) = Folder::open(&folder, &spec.sweep().unwrap(), false).unwrap();
    assert_eq!((results.runs().len(), open.take_notes()), (records - 1, vec![]));
}

#[test]
fn a_damaged_folder_gives_the_same_tables_or_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let sweep = small(3, 2);
    let straight = directory.path().join("straight");
    resumed(&straight, &sweep).unwrap();
    let (whole, folder) = (tables(&straight), directory.path().join("damaged"));
    let (mut repaired, mut refused) = (0, 0);
    for name in FILES {
        let bytes = fs::read(straight.join(name)).unwrap();
        let step = if name == "runs.journal" { 61 } else { 701 };
        let cut = (0..bytes.len()).step_by(step).map(|place| bytes[..place].to_vec());
        let flipped = (0..bytes.len()).step_by(step).map(|place| {
            let mut bytes = bytes.clone();
            bytes[place] ^= 1 << (place % 8);
            bytes
        });
        for damaged in cut.chain(flipped) {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir(&folder).unwrap();
            for file in FILES.into_iter().chain(["sweep.files"]) {
                fs::copy(straight.join(file), folder.join(file)).unwrap();
            }
            fs::write(folder.join(name), &damaged).unwrap();
            match resumed(&folder, &sweep) {
                Ok(notes) => {
                    assert_eq!(tables(&folder), whole, "{name}");
                    repaired += usize::from(!notes.is_empty());
                    if !notes.is_empty() {
                        let old = fs::read(folder.join(format!("{name}.old-1"))).unwrap();
                        assert!(old == damaged, "{name}: {notes:?}");
                    }
                }
                Err(sentence) => {
                    refused += 1;
                    assert!(sentence.contains("damaged"), "{name}: {sentence}");
                }
            }
        }
    }
    assert!(repaired > 10 && refused == 0, "{repaired} repaired, {refused} refused");
}

#[test]
fn a_torn_last_record_is_run_again_and_a_damaged_one_is_reported_and_kept() {
    let directory = tempfile::tempdir().unwrap();
    let (folder, sweep) = (directory.path().to_path_buf(), small(1, 8));
    resumed(&folder, &sweep).unwrap();
    let whole = tables(&folder);
    let journal = folder.join("runs.journal");
    let bytes = fs::read(&journal).unwrap();
    fs::write(&journal, &bytes[..bytes.len() - 2]).unwrap();
    assert_eq!((resumed(&folder, &sweep).unwrap().len(), tables(&folder) == whole), (0, true));
    let records = bytes.split(|&byte| byte == b'\n').count() - 1;
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let place = lines[16].len() - 20;
    lines[16][place] ^= 1;
    fs::write(&journal, lines.concat()).unwrap();
    let refused = merge(std::slice::from_ref(&folder), &folder.join("merged"), false).unwrap_err().to_string();
    let damage =
        format!("runs.journal: record 17 is damaged; the 16 before and {} after it are intact; ", records - 17);
    assert!(refused.contains(&damage), "{refused}");
    let notes = resumed(&folder, &sweep).unwrap();
    assert!(notes.len() == 1 && notes[0].contains(&damage) && notes[0].contains("runs.journal.old-1"), "{notes:?}");
    assert_eq!(tables(&folder), whole);
    assert_eq!(fs::read(folder.join("runs.journal.old-1")).unwrap(), lines.concat());
    assert_eq!(resumed(&folder, &sweep).unwrap(), [""; 0]);
}

#[test]
fn a_damaged_or_missing_sweep_toml_is_reported_and_rebuilt_from_the_journal() {
    let directory = tempfile::tempdir().unwrap();
    let (folder, sweep) = (directory.path().to_path_buf(), small(1, 3));
    resumed(&folder, &sweep).unwrap();
    let (whole, toml) = (tables(&folder), folder.join("sweep.toml"));
    fs::write(&toml, whole[0].replace("trees = 3", "trees = \u{7}")).unwrap();
    let mut elsewhere = program();
    elsewhere.arg("sweep").arg(&toml).arg("--output").arg(directory.path().join("new"));
    let refused = said(&elsewhere.output().unwrap());
    assert!(refused.contains("the runs in the folder are intact") && !refused.contains("--force"), "{refused}");
    let notes = resumed(&folder, &sweep).unwrap();
    let line = 1 + whole[0].lines().position(|line| line == "trees = 3").unwrap();
    assert!(
        notes[0].contains(&format!("sweep.toml: is damaged at line {line}; the 24 runs in the folder are intact")),
        "{notes:?}"
    );
    assert_eq!(tables(&folder), whole);
    fs::remove_file(&toml).unwrap();
    // The folder determines the sweep.
    let output = program().arg("sweep").arg("--output").arg(&folder).output().unwrap();
    assert!(output.status.success() && said(&output).contains("sweep.toml: is missing"), "{output:?}");
    assert_eq!(tables(&folder), whole);
    fs::remove_file(folder.join("runs.journal")).unwrap();
    let refused = resumed(&folder, &sweep).unwrap_err();
    assert!(refused.contains("has a runs.csv without its runs.journal"), "{refused}");
}

#[test]
fn a_journal_that_does_not_describe_its_sweep_is_read_with_sweep_toml() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().to_path_buf();
    resumed(&folder, &small(1, 3)).unwrap();
    let (whole, journal) = (tables(&folder), folder.join("runs.journal"));
    let mut bytes = fs::read(&journal).unwrap();
    bytes[30] ^= 1;
    fs::write(&journal, &bytes).unwrap();
    let told = |arguments: &[&str]| said(&program().args(arguments).arg(&folder).output().unwrap());
    let summary = told(&["summary"]);
    assert!(
        summary.contains("record 1 is damaged; the 0 before and 24 after it are intact; run the sweep again"),
        "{summary}"
    );
    let notes = told(&["sweep", "--output"]);
    assert!(notes.contains("record 1 is damaged") && notes.contains("runs.journal.old-1"), "{notes}");
    assert_eq!(tables(&folder), whole);
    // Without either, the reason is told, and a remedy that the command has.
    fs::write(&journal, &bytes).unwrap();
    fs::remove_file(folder.join("sweep.toml")).unwrap();
    for refused in [told(&["summary"]), told(&["sweep", "--output"])] {
        assert!(refused.contains("runs.journal: record 1, the description of the sweep, is damaged"), "{refused}");
        assert!(refused.contains("replace the sweep with plyscope sweep --force"), "{refused}");
    }
    fs::remove_file(&journal).unwrap();
    fs::create_dir(&journal).unwrap();
    let refused = told(&["sweep", "--output"]);
    assert!(refused.contains("runs.journal: is not a regular file; remove it"), "{refused}");
}

#[test]
fn a_journal_without_an_intact_record_is_not_blamed_on_an_intact_sweep_toml() {
    let directory = tempfile::tempdir().unwrap();
    resumed(directory.path(), &small(1, 2)).unwrap();
    let journal = directory.path().join("runs.journal");
    fs::write(&journal, "some\nother\ntext\n").unwrap();
    let refused = resumed(directory.path(), &small(1, 2)).unwrap_err();
    assert!(refused.contains("no other record is intact") && !refused.contains("missing"), "{refused}");
    fs::write(directory.path().join("sweep.toml"), "trees").unwrap();
    let refused = Folder::described(directory.path()).unwrap_err().to_string();
    assert!(refused.contains("sweep.toml is missing or damaged, too"), "{refused}");
    fs::write(&journal, "text\n").unwrap();
    fs::remove_file(directory.path().join("sweep.toml")).unwrap();
    let notes = resumed(directory.path(), &small(1, 2)).unwrap();
    assert!(notes[0].contains("record 1, the only one, is damaged; "), "{notes:?}");
}

#[test]
fn force_keeps_the_replaced_sweep_until_the_new_one_is_complete() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().to_path_buf();
    let [one, other] = [1, 2].map(|seed| small(seed, 4));
    resumed(&folder, &one).unwrap();
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    let whole = tables(&folder);
    let (open, mut results) = Folder::open(&folder, &other, true).unwrap();
    assert_eq!(tables(&folder.join("replaced-1")), whole);
    // Killed at this point, or between the two steps: the old sweep is there or is restored.
    let progress = Progress::new();
    progress.cancel();
    open.run(&other, &mut results, &progress).unwrap();
    drop(open);
    assert_eq!(tables(&folder.join("replaced-1")), whole);
    fs::remove_file(folder.join("runs.journal")).unwrap();
    assert_eq!(resumed(&folder, &one).unwrap(), [""; 0]);
    assert_eq!(tables(&folder), whole);
    assert!(!folder.join("replaced-1").exists());
    let (open, mut results) = Folder::open(&folder, &other, true).unwrap();
    open.run(&other, &mut results, &Progress::new()).unwrap();
    drop(open);
    let there = "notes.txt runs.csv runs.journal summary.csv summary.json sweep.files sweep.lock sweep.toml";
    assert_eq!(names(&folder).join(" "), there);
}

#[test]
fn force_replaces_the_charts_of_the_other_sweep_in_all_formats() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    let sweep = |more: &[&str]| {
        let grid = ["sweep", "-b", "2", "-d", "1..3", "--trees", "2", "--algorithm", "minimax", "--output"];
        let output = program().args(grid).arg(folder).args(more).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    sweep(&["--chart", "evaluations,visited_nodes", "--also", "pdf,csv,tex"]);
    fs::write(folder.join("evaluations.txt"), "mine").unwrap();
    sweep(&["--chart", "visited_nodes", "--seed", "2", "--force"]);
    let charts: Vec<String> = names(folder)
        .into_iter()
        .filter(|name| name.starts_with("evaluations") || name.starts_with("visited"))
        .collect();
    assert_eq!(charts, ["evaluations.txt", "visited_nodes.png", "visited_nodes.svg"]);
}

#[test]
fn of_a_run_that_two_parts_have_the_measured_one_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    meter::install();
    let sweep = Spec { memory: true, measured_trees: 2, ..Spec::new(2_u32.into(), 3_u32.into()) }.sweep().unwrap();
    let mut results = Results::default();
    sweep.run(&mut results, &Progress::new(), &|_| {}).unwrap();
    let mut counted = Results::default();
    counted.extend(results.runs().map(|run| Run { resources: Resources::default(), ..*run }));
    let parts = [("counted", &counted), ("measured", &results)].map(|(name, results)| {
        let path = directory.path().join(name);
        Folder::open(&path, &sweep, false).unwrap().0.finish(&sweep, results).unwrap();
        path
    });
    for (name, parts) in [("forth", parts.clone()), ("back", [parts[1].clone(), parts[0].clone()])] {
        let (_, sweep, merged) = merge(&parts, &directory.path().join(name), false).unwrap();
        assert!(sweep.is_complete(&merged), "{name}");
        assert_eq!(merged, results, "{name}");
    }
}

#[test]
fn a_report_names_the_machines_that_measured_wherever_it_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let [one, two, whole] = ["one", "two", "whole"].map(|name| directory.path().join(name));
    let done = |command: &mut Command| assert!(command.output().unwrap().status.success());
    for (shard, folder) in [("1/2", &one), ("2/2", &two)] {
        let grid =
            ["sweep", "-b", "2", "-d", "2", "--trees", "2", "--algorithm", "minimax", "--memory", "--shard", shard];
        done(program().args(grid).arg("--output").arg(folder));
    }
    let report = |folder: &Path| fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(report(&one).contains("shard 1/2") && report(&one).contains("Measured by Plyscope "), "{}", report(&one));
    for (folder, machine) in [(&one, "one machine\n"), (&two, "another machine\n")] {
        fs::write(folder.join("machines.txt"), machine).unwrap();
    }
    done(program().arg("merge").args([&one, &two]).arg("--output").arg(&whole));
    let both = "Measured by one machine, and by another machine.";
    assert!(report(&whole).contains(both), "{}", report(&whole));
    done(program().args(["sweep", "--also", "pdf", "--output"]).arg(&whole));
    assert!(report(&whole).contains(both), "{}", report(&whole));
}

#[test]
fn a_merge_reads_all_parts_before_it_writes_and_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let whole = small(1, 9);
    resumed(&at("whole"), &whole).unwrap();
    let shard = |name: &str| Spec { shard: Some(name.parse().unwrap()), ..whole.spec().clone() }.sweep().unwrap();
    let parts: Vec<PathBuf> = [1, 2, 3].map(|number| at(&format!("q{number}"))).into();
    for (part, name) in parts.iter().zip(["1/3", "2/3", "3/3"]) {
        resumed(part, &shard(name)).unwrap();
    }
    let before = tables(&parts[0]);
    let same = parts[0].join("../q1");
    assert!(merge(&parts, &same, false).unwrap_err().to_string().contains("--force"));
    assert_eq!(tables(&parts[0]), before);
    // A part is missing: the previous contents of the output stay aside.
    drop(merge(&parts[..2], &same, true).unwrap());
    assert_eq!(tables(&parts[0].join("replaced-1")), before);
    // The output is one of the parts, given by another path.
    drop(merge(&parts, &same, false).unwrap());
    assert_eq!((tables(&same), same.join("replaced-1").exists()), (tables(&at("whole")), false));
    // Two parts that disagree.
    let mut results = Results::default();
    let (open, there) = Folder::open(&parts[1], &shard("2/3"), false).unwrap();
    drop(open);
    results.extend(there.runs().copied());
    let mut wrong = *there.runs().next().unwrap();
    wrong.effort.counts.evaluations += 1;
    results.insert(wrong);
    let (open, _) = Folder::open(&at("liar"), &shard("2/3"), false).unwrap();
    open.finish(&shard("2/3"), &results).unwrap();
    drop(open);
    let refused = merge(&[parts[1].clone(), at("liar")], &at("new"), false).unwrap_err().to_string();
    for word in ["liar: disagrees with", "q2", "alpha-beta (non-strict) on continuous, b = 2, d = 2, seed 2"] {
        assert!(refused.contains(word), "{refused}");
    }
    fs::create_dir(at("empty")).unwrap();
    let refused = merge(&[parts[1].clone(), at("empty")], &at("new"), false).unwrap_err().to_string();
    assert!(refused.contains("empty: there is no runs.journal in it"), "{refused}");
    assert!(!at("new").exists());
}

#[test]
fn temporary_files_of_a_killed_run_are_removed() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join(".plyscope-sweep-AbCdEf"), "half a table").unwrap();
    fs::write(directory.path().join(".plyscope-AbCdEf"), "of another command").unwrap();
    resumed(directory.path(), &small(1, 2)).unwrap();
    let hidden: Vec<String> = names(directory.path()).into_iter().filter(|name| name.starts_with('.')).collect();
    assert_eq!(hidden, [".plyscope-AbCdEf"]);
}

#[cfg(unix)]
#[test]
fn every_termination_signal_stops_a_sweep_within_a_second_and_it_is_resumed() {
    let directory = tempfile::tempdir().unwrap();
    for signal in ["INT", "TERM", "HUP"] {
        let folder = directory.path().join(signal);
        let time = if signal == "TERM" { &["--time", "--measured-trees", "1", "--trees", "20"][..] } else { &[] };
        let arguments: Vec<&str> = if time.is_empty() {
            LONG.split_whitespace().collect()
        } else {
            // Counting is fast, so most of the time is spent measuring.
            [&["--branching", "3..4", "--depth", "8..9", "--algorithm", "minimax,lazy-minimax,selection-gk"][..], time]
                .concat()
        };
        let child = started(&arguments, &folder);
        until("a run", || length(&folder.join("runs.journal")) > 3000);
        let begun = Instant::now();
        Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(1), "{signal}: {:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(said(&output).contains("interrupted; run the same command again to resume"), "{output:?}");
        let sweep = read_spec(&folder.join("sweep.toml")).unwrap().sweep().unwrap();
        let (_, results) = Folder::open(&folder, &sweep, false).unwrap();
        assert!(results.runs().len() > 3 && !sweep.is_complete(&results), "{signal}");
    }
}

#[test]
fn flags_override_a_file_or_preset_and_sweep_toml_has_the_result() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("grid.toml");
    let spec = small(1, 2).spec().clone();
    fs::write(&file, spec.to_toml().unwrap()).unwrap();
    let flags: [(&[&str], &str); 16] = [
        (&["--leaves", "integers:3"], "leaves = [\"integers:3\"]"),
        (&["--ordering", "worst-first"], "ordering = [\"worst-first\"]"),
        (&["--branching", "2"], "branching = \"2\""),
        (&["--depth", "2"], "depth = \"2\""),
        (&["--min-branching", "1"], "min-branching = 1"),
        (&["--leaf-probability", "0.25"], "leaf-probability = 0.25"),
        (&["--algorithm", "minimax"], "algorithm = [\"minimax\"]"),
        (&["--cutoff", "strict"], "cutoff = [\"strict\"]"),
        (&["--trees", "3"], "trees = 3"),
        (&["--seed", "9"], "seed = 9"),
        (&["--standard-error", "0.5"], "standard-error = 0.5"),
        (&["--budget", "77"], "budget = 77"),
        (&["--budget", "unlimited"], "budget = \"unlimited\""),
        (&["--memory"], "memory = true"),
        (&["--measured-trees", "1", "--memory"], "measured-trees = 1"),
        (&["--game", "nim:1,2", "--depth", "3"], "from = \"nim:1,2\""),
    ];
    for (number, (flags, line)) in flags.iter().enumerate() {
        let folder = directory.path().join(number.to_string());
        let output = program()
            .arg("sweep")
            .arg(&file)
            .args(*flags)
            .args(["--chart", "evaluations", "--dpi", "40", "--output"])
            .arg(&folder)
            .output();
        let output = output.unwrap();
        assert!(output.status.success(), "{flags:?}: {output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.contains("grid.toml with ") && printed.contains(flags[0]), "{printed}");
        let toml = fs::read_to_string(folder.join("sweep.toml")).unwrap();
        assert!(toml.contains(line) && toml.contains("measure = \"evaluations\""), "{flags:?}: {toml}");
        let json = fs::read_to_string(folder.join("summary.json")).unwrap();
        let summary: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(summary["is_complete"], true);
    }
}

#[test]
fn a_truncated_sweep_toml_is_completed_and_comments_stay() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("kept");
    let sweep = small(1, 2);
    resumed(&folder, &sweep).unwrap();
    let (file, whole) = (folder.join("sweep.toml"), tables(&folder)[0].clone());
    for ending in (0..whole.len()).step_by(3).map(|end| &whole[..end]) {
        fs::write(&file, ending).unwrap();
        resumed(&folder, &sweep).unwrap();
        assert_eq!(tables(&folder)[0], whole, "{ending:?}");
    }
    let remarked = format!("# for the paper\n{whole}");
    fs::write(&file, &remarked).unwrap();
    resumed(&folder, &sweep).unwrap();
    assert_eq!(tables(&folder)[0], remarked);
}

#[test]
fn a_process_that_is_being_started_does_not_keep_a_folder_locked() {
    let directory = tempfile::tempdir().unwrap();
    let (folder, sweep) = (directory.path().join("kept"), small(1, 2));
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Relaxed) {
                Command::new(env!("CARGO_BIN_EXE_plyscope")).arg("--version").output().unwrap();
            }
        });
        let failure = (0..50).find_map(|_| resumed(&folder, &sweep).err());
        is_done.store(true, Relaxed);
        assert_eq!(failure, None);
    });
}
