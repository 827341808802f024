//! Files in the folder of a sweep that the sweep has not written are neither overwritten nor removed.

use std::fs;
use std::path::Path;

use plyscope::experiment::sweep::{Folder, Sweep};
use plyscope::progress::Progress;

use crate::store::{names, resumed, small, tables};

const LIST: &str = "sweep.files";

/// A folder with a complete sweep, and its list of files.
fn complete(sweep: &Sweep) -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(resumed(directory.path(), sweep).unwrap(), [""; 0]);
    let list = fs::read_to_string(directory.path().join(LIST)).unwrap();
    (directory, list)
}

fn replaced(folder: &Path, sweep: &Sweep) -> Vec<String> {
    let (open, mut results) = Folder::open(folder, sweep, true).unwrap();
    open.run(sweep, &mut results, &Progress::new()).unwrap();
    open.take_notes()
}

#[test]
fn after_a_damaged_list_of_files_only_the_next_run_moves_files_aside() {
    let sweep = small(1, 2);
    let (directory, list) = complete(&sweep);
    let whole = tables(directory.path());
    let is_foreign = |notes: &[String]| notes.iter().all(|note| note.contains("was not written by this sweep"));
    let torn = (0..list.len()).map(|end| list.as_bytes()[..end].to_vec());
    let flipped = (0..list.len()).step_by(3).map(|place| {
        let mut bytes = list.clone().into_bytes();
        bytes[place] ^= 1 << (place % 8);
        bytes
    });
    for damaged in torn.chain(flipped) {
        fs::write(directory.path().join(LIST), &damaged).unwrap();
        let notes = resumed(directory.path(), &sweep).unwrap();
        // The case of a hexadecimal digit does not matter.
        let is_intact = |line: &&str| list.lines().any(|l| l[16..] == line[16..] && l.eq_ignore_ascii_case(line));
        let text = String::from_utf8_lossy(&damaged).into_owned();
        let gone = 3 - text.lines().filter(|line| line.is_char_boundary(16)).filter(is_intact).count();
        assert!(notes.len() == gone && is_foreign(&notes), "{} bytes, {gone} lost: {notes:?}", damaged.len());
        assert_eq!(resumed(directory.path(), &sweep).unwrap(), [""; 0], "{} bytes", damaged.len());
        assert_eq!(fs::read_to_string(directory.path().join(LIST)).unwrap(), list);
        assert!(tables(directory.path()) == whole, "{} bytes", damaged.len());
    }
    fs::remove_file(directory.path().join(LIST)).unwrap();
    assert_eq!(resumed(directory.path(), &sweep).unwrap().len(), 3);
    assert_eq!(resumed(directory.path(), &sweep).unwrap(), [""; 0]);
}

#[test]
fn a_sweep_that_was_killed_before_its_list_was_complete_knows_its_files() {
    let sweep = small(1, 2);
    let (directory, list) = complete(&sweep);
    let at = |name: &str| directory.path().join(name);
    let first = list.split_inclusive('\n').next().unwrap().to_owned();
    // Killed after the list had the next file and before that file was in its place.
    let listed = first.clone() + &list.lines().nth(1).unwrap().replace(char::is_numeric, "0") + "\n" + &list;
    for (there, missing) in [(first, &["summary.csv", "summary.json"][..]), (listed, &[])] {
        fs::write(at(LIST), there).unwrap();
        for name in missing {
            fs::remove_file(at(name)).unwrap();
        }
        assert_eq!(resumed(directory.path(), &sweep).unwrap(), [""; 0]);
        assert_eq!(fs::read_to_string(at(LIST)).unwrap(), list);
    }
}

#[test]
fn after_a_torn_list_a_killed_sweep_knows_the_files_it_has_written_since() {
    let sweep = small(1, 2);
    let (directory, list) = complete(&sweep);
    fs::write(directory.path().join(LIST), &list[..list.len() / 2]).unwrap();
    for _ in 0..2 {
        // Dropped before it ends, like a killed one.
        let (open, _) = Folder::open(directory.path(), &sweep, false).unwrap();
        open.write("chart.svg", b"a chart").unwrap();
        assert_eq!(open.take_notes(), [""; 0]);
    }
}

#[test]
fn force_removes_only_what_the_replaced_sweep_has_written() {
    let [one, other] = [1, 2].map(|seed| small(seed, 2));
    let (directory, list) = complete(&one);
    let at = |name: &str| directory.path().join(name);
    fs::write(at("report.md"), "![A chart](evaluations.svg)").unwrap();
    fs::write(at("evaluations.svg"), "mine").unwrap();
    fs::write(at("summary.json"), "edited").unwrap();
    // Names in a list that lead out of the folder are not followed.
    let outside = directory
        .path()
        .parent()
        .unwrap()
        .join(format!("{}-outside", directory.path().file_name().unwrap().to_string_lossy()));
    fs::copy(at("runs.csv"), &outside).unwrap();
    let name = format!("../{}", outside.file_name().unwrap().to_string_lossy());
    let sum = list.lines().find(|line| line.ends_with(" runs.csv")).unwrap().split_once(' ').unwrap().0;
    fs::write(at(LIST), format!("{list}{sum} {name}\n")).unwrap();
    let notes = replaced(directory.path(), &other);
    assert!(notes.len() == 1 && notes[0].contains("kept as summary.json.old-1"), "{notes:?}");
    assert!(outside.exists());
    fs::remove_file(&outside).unwrap();
    let texts =
        ["report.md", "evaluations.svg", "summary.json.old-1"].map(|name| fs::read_to_string(at(name)).unwrap());
    assert_eq!(texts, ["![A chart](evaluations.svg)", "mine", "edited"]);
    assert!(!at("replaced-1").exists(), "{:?}", names(directory.path()));
}

#[test]
fn force_keeps_a_sweep_toml_that_was_written_by_hand() {
    let [one, other] = [1, 2].map(|seed| small(seed, 2));
    let (directory, _) = complete(&one);
    let at = |name: &str| directory.path().join(name);
    assert_eq!(replaced(directory.path(), &other), [""; 0], "it is as Plyscope writes it");
    for (number, text) in
        [format!("# my notes\n{}", other.spec().to_toml().unwrap()), "precious = 1".into()].iter().enumerate()
    {
        fs::write(at("sweep.toml"), text).unwrap();
        let notes = replaced(directory.path(), if number == 0 { &one } else { &other });
        let old = format!("sweep.toml.old-{}", number + 1);
        assert!(
            notes.len() == 1 && notes[0].contains(&format!("was written by hand; it is kept as {old}")),
            "{notes:?}"
        );
        assert_eq!(fs::read_to_string(at(&old)).unwrap(), *text);
    }
}

#[test]
fn a_replaced_sweep_with_other_files_is_restored_and_its_folder_stays_with_them() {
    let [one, other] = [1, 2].map(|seed| small(seed, 2));
    let (directory, _) = complete(&one);
    let whole = tables(directory.path());
    drop(Folder::open(directory.path(), &other, true).unwrap());
    let aside = directory.path().join("replaced-1");
    fs::write(aside.join("notes.txt"), "mine").unwrap();
    // As if it was killed before the new sweep had a journal.
    fs::remove_file(directory.path().join("runs.journal")).unwrap();
    assert_eq!(resumed(directory.path(), &one).unwrap(), [""; 0]);
    assert_eq!((tables(directory.path()), names(&aside)), (whole, vec!["notes.txt".to_owned()]));
}
