//! The recorders, with which programs in other languages write traces: their examples are compiled, run and checked.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value as Json, json};

use crate::folder::Folder;
use crate::program::{failure, json as answer, plyscope, told};

/// A language with a recorder.
struct Language {
    /// Its name for the command.
    id: &'static str,
    /// The usual name of its recorder.
    file: &'static str,
    /// What compiles or runs its programs.
    tool: Tool,
    /// A search of a small tree, in the examples.
    search: &'static str,
    /// A program with strange moves and windows that stops in the middle, in the data of the tests.
    strange: &'static str,
}

/// What compiles or runs programs, how it shows its version, and, if it compiles, how it compiles a file.
type Tool = (&'static str, &'static str, Option<&'static [&'static str]>);

const fn language(
    id: &'static str,
    file: &'static str,
    tool: Tool,
    search: &'static str,
    strange: &'static str,
) -> Language {
    Language { id, file, tool, search, strange }
}

const C: &[&str] = &["-std=c99", "-Wall", "-Wextra", "-pedantic", "-o", "program"];
const CPP: &[&str] = &["-std=c++11", "-Wall", "-Wextra", "-pedantic", "-o", "program"];
const RUST: &[&str] = &["--edition", "2021", "-o", "program"];

const LANGUAGES: [Language; 6] = [
    language("python", "recorder.py", ("python3", "--version", None), "alphabeta.py", "strange.py"),
    language("c", "recorder.h", ("cc", "--version", Some(C)), "alphabeta.c", "strange.c"),
    language("cpp", "recorder.hpp", ("c++", "--version", Some(CPP)), "alphabeta.cpp", "strange.cpp"),
    language("java", "Recorder.java", ("javac", "-version", Some(&[])), "AlphaBeta.java", "Strange.java"),
    language("javascript", "recorder.js", ("node", "--version", None), "alphabeta.js", "strange.js"),
    language("rust", "recorder.rs", ("rustc", "--version", Some(RUST)), "alphabeta.rs", "strange.rs"),
];

impl Language {
    /// Whether its programs can be run here; says so if not.
    fn is_installed(&self) -> bool {
        let (tool, version, _) = self.tool;
        let runs =
            |tool: &str, version: &str| Command::new(tool).arg(version).output().is_ok_and(|o| o.status.success());
        let is_installed = runs(tool, version) && (self.id != "java" || runs("java", "-version"));
        if !is_installed {
            eprintln!("{tool} is not installed: the recorder for {} is not run", self.id);
        }
        is_installed
    }

    /// Compiles a program beside the recorder and runs it with the path of the trace, `mine.jsonl`.
    fn run(&self, source: &Path, folder: &Path) -> Output {
        let name = source.file_name().unwrap();
        std::fs::copy(source, folder.join(name)).unwrap();
        let (tool, _, flags) = self.tool;
        let mut run = if let Some(flags) = flags {
            let compiled = Command::new(tool).args(flags).arg(name).current_dir(folder).output().unwrap();
            let messages = String::from_utf8_lossy(&compiled.stderr);
            assert!(compiled.status.success() && !messages.contains("warning:"), "{}: {messages}", self.id);
            Command::new(if self.id == "java" { "java".into() } else { folder.join("program") })
        } else {
            Command::new(tool)
        };
        if self.id == "java" {
            run.arg(source.file_stem().unwrap());
        } else if flags.is_none() {
            run.arg(name);
        }
        run.arg("mine.jsonl").current_dir(folder).output().unwrap()
    }
}

/// A folder with the recorder, as the command prints it.
fn folder_with_recorder(language: &Language) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = told(&["recorder", language.id]);
    std::fs::write(folder.path().join(language.file), text).unwrap();
    folder
}

/// The lines of the trace in a folder, and its path.
fn trace_in(folder: &Path) -> (Vec<Json>, PathBuf) {
    let path = folder.join("mine.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), path)
}

/// The events of a trace with their children, windows, bounds and values, which are MAX's.
fn story(lines: &[Json]) -> Vec<String> {
    let is_mover = lines[0]["scores"] == "mover";
    let mut depth = 0;
    let mut told = Vec::new();
    for line in &lines[1..] {
        let event = line["event"].as_str().unwrap();
        depth += i32::from(event == "enter");
        let sign = if is_mover && depth % 2 == 0 { -1.0 } else { 1.0 };
        let number = |field: &str| line[field].as_f64().map(|number| sign * number);
        let (mut low, mut high) = (number("alpha"), number("beta"));
        if sign < 0.0 {
            std::mem::swap(&mut low, &mut high);
        }
        let child = line["child"].as_u64();
        told.push(match event {
            "enter" => format!("enter {child:?} of {}: {low:?} {high:?}", line["children"]),
            "cutoff" => format!("cutoff at {:?}, {} skipped", number("bound"), line["skipped"]),
            "end" => format!("end {}", line["outcome"]),
            _ => format!("{event} {:?}", number("value")),
        });
        depth -= i32::from(event == "evaluate" || event == "leave");
    }
    told
}

/// The search of the examples in all languages, on `[5, [[[4, 100], 6], 8], [3, [9, 1]]]`.
const STORY: [&str; 23] = [
    "enter None of 3: None None",
    "enter Some(0) of 0: None None",
    "evaluate Some(5.0)",
    "enter Some(1) of 2: Some(5.0) None",
    "enter Some(0) of 2: Some(5.0) None",
    "enter Some(0) of 2: Some(5.0) None",
    "enter Some(0) of 0: Some(5.0) None",
    "evaluate Some(4.0)",
    "cutoff at Some(5.0), 1 skipped",
    "leave Some(4.0)",
    "enter Some(1) of 0: Some(5.0) None",
    "evaluate Some(6.0)",
    "leave Some(6.0)",
    "enter Some(1) of 0: Some(5.0) Some(6.0)",
    "evaluate Some(8.0)",
    "leave Some(6.0)",
    "enter Some(2) of 2: Some(6.0) None",
    "enter Some(0) of 0: Some(6.0) None",
    "evaluate Some(3.0)",
    "cutoff at Some(6.0), 1 skipped",
    "leave Some(3.0)",
    "leave Some(6.0)",
    "end \"finished\"",
];

fn the_example_writes_the_same_clean_trace_as_the_others(language: &Language) {
    let folder = folder_with_recorder(language);
    let output = language.run(&Path::new("examples/recorders").join(language.search), folder.path());
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "6", "{}", String::from_utf8_lossy(&output.stderr));
    let (lines, path) = trace_in(folder.path());
    assert_eq!(story(&lines), STORY, "{}", language.id);
    let path = path.to_str().unwrap();
    let report = answer(&["check", path, "--format", "json"]);
    assert_eq!(report, json!({"verdict": "clean", "findings": [], "left_out": 0, "notes": []}), "{}", language.id);
    let searched = answer(&["search", path, "--format", "json"]);
    let run = &searched["runs"][0];
    assert_eq!((&run["outcome"], &run["value"], &run["evaluations"]), (&json!("finished"), &json!(6), &json!(5)));
}

/// The trace of the strange programs. Alpha and beta that are missing were infinite, or 30,000 where that is said to be infinite.
fn strange() -> [Json; 9] {
    [
        json!({"plyscope-trace": 1, "algorithm": r#"quotes "\""#}),
        json!({"event": "pass", "number": 1}),
        json!({"event": "enter", "children": 4, "alpha": 0.1, "key": u64::MAX}),
        json!({"event": "enter", "move": "\"N\\f3\"\n\t♞", "alpha": 0.1, "depth": -1, "why": "probe"}),
        json!({"event": "evaluate", "value": -2.5}),
        json!({"event": "enter", "move": "ü", "player": "min", "alpha": 0.1}),
        json!({"event": "recall", "value": 0.1 + 0.2, "bound": "exact"}),
        json!({"event": "enter", "move": "", "alpha": 0.1 + 0.2}),
        json!({"event": "evaluate", "value": 9_007_199_254_740_991_u64}),
    ]
}

fn strange_moves_and_windows_are_written_exactly_and_survive_a_crash(language: &Language) {
    let folder = folder_with_recorder(language);
    let output = language.run(&Path::new("tests/data/recorders").join(language.strange), folder.path());
    assert!(!output.status.success(), "the program stops in the middle");
    let (mut lines, path) = trace_in(folder.path());
    if language.id == "javascript" {
        // A number of JavaScript's JSON has 53 bits.
        assert_eq!(lines[2]["key"], u64::MAX.to_string());
        lines[2]["key"] = u64::MAX.into();
    }
    assert_eq!(lines, strange(), "{}", language.id);
    let text = told(&["search", path.to_str().unwrap(), "--explain"]);
    assert!(text.contains("♞") && text.contains("Here the run was stopped."), "{text}");
    // The program may also be stopped while it writes a line.
    let text = std::fs::read(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 9]).unwrap();
    assert!(told(&["check", path.to_str().unwrap()]).contains("incomplete: nothing is wrong as far as it goes"));
}

#[test]
fn a_search_in_each_language_is_recorded() {
    std::thread::scope(|scope| {
        for language in LANGUAGES.iter().filter(|language| language.is_installed()) {
            scope.spawn(|| {
                the_example_writes_the_same_clean_trace_as_the_others(language);
                strange_moves_and_windows_are_written_exactly_and_survive_a_crash(language);
            });
        }
    });
}

#[test]
fn every_recorder_is_printed_as_it_is_and_fits_on_a_few_pages() {
    let help = told(&["recorder", "--help"]);
    for language in &LANGUAGES {
        let file = format!("assets/recorders/{}", language.file);
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(told(&["recorder", language.id]), text, "{file}");
        assert!(text.lines().count() <= 150 && text.lines().all(|line| line.len() <= 120), "{file}");
        assert!(help.contains(language.id) && help.contains(language.file), "{help}");
        let example = std::fs::read_to_string(format!("examples/recorders/{}", language.search)).unwrap();
        assert!(example.contains(&format!("plyscope recorder {} > {}", language.id, language.file)), "{example}");
        assert!(example.lines().count() <= 60, "{}", language.search);
    }
    assert_eq!(std::fs::read_dir("assets/recorders").unwrap().count(), LANGUAGES.len());
}

#[test]
fn a_recorder_is_written_to_a_file_that_is_replaced_only_when_told_to() {
    let folder = Folder::new();
    let name = &folder.at("recorder.py");
    let text = told(&["recorder", "python", "--output", name]);
    assert!(text.ends_with("recorder.py: the recorder for Python\n"), "{text}");
    folder.write("recorder.py", "mine");
    assert!(failure(&["recorder", "python", "--output", name]).contains("already exists"));
    assert_eq!(folder.read("recorder.py"), "mine");
    plyscope(&["recorder", "python", "--output", name, "--force"]).success();
    assert_eq!(folder.read("recorder.py"), std::fs::read_to_string("assets/recorders/recorder.py").unwrap());
    assert!(failure(&["recorder", "cobol"]).contains("python"));
}
