//! `plyscope judge --programs`: a row for each program of a class, and what is wrong with each.

use serde_json::Value as Json;

use crate::folder::Folder;
use crate::judge::{MINIMAX, python, wrong};
use crate::program::{failure, plyscope, stdout};

/// A class: a right program, one that takes MIN for MAX, one that crashes, and a hidden file.
fn class() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.at("class")).unwrap();
    folder.write("class/anna, b.py", MINIMAX);
    folder.write("class/berta.py", &wrong(MINIMAX, ["value > best if is_max else value < best", "value > best"]));
    folder.write("class/-dora.py", "raise SystemExit(3)");
    folder.write("class/.hidden", "");
    folder
}

/// Judges a class with these flags; returns the exit code and what is printed.
fn judged(python: &str, flags: &[&str]) -> (i32, String) {
    let assert = plyscope(&[&["judge", "--lines", "--trees", "40"], flags, &["--", python, "{program}"]].concat());
    (assert.get_output().status.code().unwrap(), stdout(&assert))
}

#[test]
fn each_program_of_a_folder_has_a_row() {
    let Some(python) = python() else { return };
    let folder = class();
    let flags = ["--format", "csv", "--programs", &folder.at("class")];
    let (code, csv) = judged(python, &flags);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let column = |name: &str, reader: &mut csv::Reader<&[u8]>| {
        reader.headers().unwrap().iter().position(|heading| heading == name).unwrap()
    };
    let wanted = ["program", "right", "trees", "right_value", "kind", "tree", "why"];
    let places = wanted.map(|name| column(name, &mut reader));
    let rows: Vec<Vec<String>> = reader
        .records()
        .map(|row| row.map(|row| places.iter().map(|&at| row[at].to_owned()).collect()).unwrap())
        .collect();
    assert_eq!(code, 1);
    let names = ["-dora.py", "anna, b.py", "berta.py"].map(|name| folder.at(&format!("class/{name}")));
    assert_eq!(rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>(), names);
    let [dora, anna, berta] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!(anna[1..], ["40", "40", "40", "", "", ""]);
    assert_eq!(
        berta[4..],
        [
            "value",
            "[[0, 1]]",
            "MIN at node 1 takes the smallest of 0 and 1: 0. MAX at the root has one child, of value 0."
        ]
    );
    assert_eq!([&dora[1], &dora[4]], ["0", "crash"]);
    // One that does not end keeps no other from being judged.
    let carl = folder.write("class/carl.py", "import time; time.sleep(60)");
    let flags = ["--timeout", "0.2", "--format", "csv", "--programs", &carl, &folder.at("class/-dora.py")];
    let csv = judged(python, &flags).1;
    let row = |name: &str| csv.lines().find(|row| row.contains(name)).unwrap();
    assert!(row("carl").contains("time-out") && row("dora").contains("-dora.py,0,"), "{csv}");
}

#[test]
fn what_is_wrong_stands_below_the_table_and_in_a_folder_for_each() {
    let Some(python) = python() else { return };
    let folder = class();
    let (right, wrong) = (folder.at("class/anna, b.py"), folder.at("class/berta.py"));
    let output = folder.at("found");
    let flags = ["--output", &output, "--programs", &right, &wrong];
    let (code, text) = judged(python, &flags);
    assert_eq!(code, 1);
    assert!(text.starts_with("1 of 2 programs right on 40 trees\n\nProgram"), "{text}");
    assert!(text.contains(&format!("\n{wrong}: wrong on tree ")) && text.contains("\nsaid   value 1\n"), "{text}");
    assert!(folder.has("found/berta.py/smallest.json") && !folder.has("found/anna, b.py"), "{text}");
    // What is there is not replaced, and what was found is printed all the same.
    let again = plyscope(&[&["judge", "--lines", "--trees", "40"], &flags[..], &["--", python, "{program}"]].concat());
    assert_eq!((again.get_output().status.code(), stdout(&again)), (Some(2), text.replace(&written(&text), "")));
    let json = judged(python, &["--format", "json", "--programs", &right, &wrong]).1;
    let said: Json = serde_json::from_str(&json).unwrap();
    assert_eq!(
        [&said["programs"][0]["right"], &said["programs"][1]["found"]["tree"]],
        [&Json::from(40), &"[[0, 1]]".into()]
    );
    assert_eq!(judged(python, &["--programs", &right]).0, 0);
}

/// The paragraph on the files that were written.
fn written(text: &str) -> String {
    let line = text.lines().find(|line| line.contains("opens the searches side by side")).unwrap();
    format!("\n{line}\n")
}

#[test]
fn a_program_that_cannot_be_started_does_not_keep_others_from_being_judged() {
    let Some(python) = python() else { return };
    let folder = class();
    let (right, other) = (folder.at("class/anna, b.py"), folder.at("class/berta.py"));
    // Without a program before it, each file has to be executable itself.
    std::fs::write(&right, format!("#!{python}\n{MINIMAX}")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&right, PermissionsExt::from_mode(0o755)).unwrap();
        let assert = plyscope(&["judge", "--trees", "20", "--programs", &other, &right, "--", "{program}"]).code(1);
        let text = stdout(&assert);
        assert!(text.starts_with("1 of 2 programs right on 20 trees\n"), "{text}");
        assert!(text.contains(&format!("\n{other}: {other}: cannot be run; make it executable")), "{text}");
    }
}

#[test]
fn programs_that_are_not_there_and_commands_without_a_place_are_refused() {
    let folder = class();
    std::fs::create_dir(folder.at("empty")).unwrap();
    let class = folder.at("class");
    let refused = |programs: &str, command: &str| failure(&["judge", "--programs", programs, "--", command]);
    assert!(refused(&class, "python3").contains("such as -- python3 {program}"));
    assert!(failure(&["judge", "--", "{program}"]).contains("a file of --programs"));
    assert!(refused(&folder.at("empty"), "{program}").contains("empty: the folder has no files"));
    assert!(refused(&folder.at("none.py"), "{program}").contains("none.py: there is no such file"));
}
