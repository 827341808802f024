//! `plyscope judge`: right programs pass, wrong ones are found out and their trees made small, and nothing that runs wild is left behind.

use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value as Json;

use crate::folder::Folder;
use crate::program::{command, failure, json, plyscope, stderr, stdout, told};

/// Minimax, with the best move.
pub(crate) const MINIMAX: &str = r#"
import sys, json

def search(tree, is_max, depth=0):
    if not isinstance(tree, list):
        return tree, None
    best, index = None, None
    for i, child in enumerate(tree):
        value, _ = search(child, not is_max, depth + 1)
        if best is None or (value > best if is_max else value < best):
            best, index = value, i
    return best, index

for line in sys.stdin:
    tree = json.loads(line)
    value, best = search(tree, True)
    print(json.dumps({"value": value, "best": best}))
"#;

/// Alpha-beta, with the leaves that it evaluates.
const ALPHA_BETA: &str = r#"
import sys, json

INFINITY = float("inf")

def search(tree, is_max, alpha, beta):
    if not isinstance(tree, tuple):
        leaves.append(next_leaf[0])
        return tree
    best = -INFINITY if is_max else INFINITY
    start = next_leaf[0]
    for child in tree:
        next_leaf[0] = start
        value = search(child, not is_max, alpha, beta)
        start += size(child)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best

def size(tree):
    return sum(map(size, tree)) if isinstance(tree, tuple) else 1

def frozen(tree):
    return tuple(map(frozen, tree)) if isinstance(tree, list) else tree

for line in sys.stdin:
    leaves, next_leaf = [], [0]
    value = search(frozen(json.loads(line)), True, -INFINITY, INFINITY)
    print(json.dumps({"value": value, "evaluations": len(leaves), "leaves": leaves}))
"#;

/// Negamax, with the number of evaluations.
const NEGAMAX: &str = r#"
import sys, json

INFINITY = 1000

def search(tree, sign, alpha, beta):
    global evaluations
    if not isinstance(tree, list):
        evaluations += 1
        return sign * tree
    best = -INFINITY
    for child in tree:
        value = -search(child, -sign, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

for line in sys.stdin:
    evaluations = 0
    value = search(json.loads(line), 1, -INFINITY, INFINITY)
    print(json.dumps({"value": value, "evaluations": evaluations}), flush=True)
"#;

/// Alpha-beta with a table of what is known of each subtree.
const TABLE: &str = r#"
import sys, json

INFINITY = float("inf")

def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    key = (json.dumps(tree), is_max)
    low, high = table.get(key, (-INFINITY, INFINITY))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    before = alpha, beta
    best = -INFINITY if is_max else INFINITY
    for child in tree:
        value = search(child, not is_max, alpha, beta)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    if best > before[0]:
        low = max(low, best)
    if best < before[1]:
        high = min(high, best)
    table[key] = low, high
    return best

for line in sys.stdin:
    table = {}
    print(search(json.loads(line), True, -INFINITY, INFINITY))
"#;

/// Python, unless there is none.
pub(crate) fn python() -> Option<&'static str> {
    static PYTHON: OnceLock<Option<String>> = OnceLock::new();
    let found = PYTHON.get_or_init(|| {
        // What is found first may be a script that looks for the interpreter.
        let output = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned()).filter(|path| !path.is_empty())
    });
    if found.is_none() {
        println!("skipped: there is no python3");
    }
    found.as_deref()
}

/// A folder with a program.
struct Script(Folder);

impl Script {
    fn new(text: &str) -> Script {
        let folder = Folder::new();
        folder.write("program.py", text);
        Script(folder)
    }

    fn path(&self) -> String {
        self.0.at("program.py")
    }

    /// Writes a tree into the folder.
    fn tree(&self, text: &str) -> String {
        self.0.write("tree.json", text)
    }

    /// Judges the program with some flags; returns the exit code and what is said as JSON.
    fn judged(&self, python: &str, flags: &[&str]) -> (i32, Json) {
        let path = self.path();
        let all = [&["judge", "--format", "json"], flags, &["--", python, &path]].concat();
        let assert = plyscope(&all);
        let said = serde_json::from_str(&stdout(&assert)).unwrap_or_else(|_| panic!("{assert:?}"));
        (assert.get_output().status.code().unwrap(), said)
    }
}

/// A program with something wrong in it, of which each part is there once.
pub(crate) fn wrong(text: &str, parts: [&str; 2]) -> String {
    assert_eq!(text.matches(parts[0]).count(), 1, "{}", parts[0]);
    text.replace(parts[0], parts[1])
}

fn criterion<'j>(said: &'j Json, id: &str) -> &'j Json {
    said["criteria"].as_array().unwrap().iter().find(|row| row["criterion"] == id).unwrap()
}

#[test]
fn right_programs_pass_a_thousand_trees() {
    let Some(python) = python() else { return };
    let as_alpha_beta = ["--as", "alpha-beta"];
    let none: [&str; 0] = [];
    for (text, flags, ids) in [
        (MINIMAX, &none[..], &["value", "best"][..]),
        (ALPHA_BETA, &as_alpha_beta[..], &["value", "evaluations", "leaves"]),
        (NEGAMAX, &as_alpha_beta, &["value", "evaluations"]),
        (TABLE, &none, &["value"]),
    ] {
        let flags = [&["--lines", "--trees", "1000"], flags].concat();
        let (code, said) = Script::new(text).judged(python, &flags);
        assert_eq!((code, &said["found"]), (0, &Json::Null), "{said}");
        for id in [ids, &["ends"]].concat() {
            let row = criterion(&said, id);
            assert_eq!([&row["trees"], &row["right"]], [1000, 1000], "{row}");
        }
    }
    let strict = wrong(ALPHA_BETA, ["if alpha >= beta:", "if alpha > beta:"]);
    let flags = ["--lines", "--as", "alpha-beta", "--cutoff", "strict"];
    assert_eq!(Script::new(&strict).judged(python, &flags).0, 0);
}

#[test]
fn wrong_programs_are_found_within_200_trees_and_shown_on_a_small_one() {
    let Some(python) = python() else { return };
    let leaf = "    if not isinstance(tree, list):\n        return tree, None";
    for (name, text, parts, kind, most) in [
        (
            "min for max",
            MINIMAX,
            ["value > best if is_max else value < best", "value < best if is_max else value > best"],
            "value",
            2,
        ),
        ("window not negated", NEGAMAX, ["-beta, -alpha)", "alpha, beta)"], "evaluations", 3),
        ("beta unchanged", ALPHA_BETA, ["            beta = min(beta, best)\n", ""], "leaves", 4),
        ("strict cutoffs", ALPHA_BETA, ["if alpha >= beta:", "if alpha > beta:"], "leaves", 3),
        ("best starts at 0", MINIMAX, ["best, index = None, None", "best, index = 0, 0"], "value", 1),
        (
            "only the last child",
            MINIMAX,
            ["if best is None or (value > best if is_max else value < best):", "if True:"],
            "value",
            2,
        ),
        (
            "no second child below depth 2",
            MINIMAX,
            ["enumerate(tree):", "enumerate(tree[:1] if depth > 1 else tree):"],
            "value",
            2,
        ),
        (
            "alpha returned at a cutoff",
            NEGAMAX,
            [
                "        alpha = max(alpha, best)\n        if alpha >= beta:\n            break",
                "        if best >= beta:\n            return alpha\n        alpha = max(alpha, best)",
            ],
            "value",
            4,
        ),
        (
            "sign lost",
            MINIMAX,
            [leaf, "    if not isinstance(tree, list):\n        return abs(tree), None"],
            "value",
            1,
        ),
        (
            "off by one on equal values",
            MINIMAX,
            [
                "        value, _ = search(child, not is_max, depth + 1)",
                "        value, _ = search(child, not is_max, depth + 1)\n        value += value == best and 1 - 2 * (not is_max)",
            ],
            "value",
            2,
        ),
        ("bound as exact", TABLE, ["table[key] = low, high", "table[key] = best, best"], "value", 6),
        ("wrong best move", MINIMAX, ["\"best\": best}", "\"best\": 0}"], "best", 2),
    ] {
        let flags = ["--lines", "--as", "alpha-beta"];
        let flags = if ["leaves", "evaluations"].contains(&kind) { &flags[..] } else { &flags[..1] };
        let (code, said) = Script::new(&wrong(text, parts)).judged(python, flags);
        let found = &said["found"];
        assert_eq!((code, found["kind"].as_str()), (1, Some(kind)), "{name}: {said}");
        println!("{name}: tree {}, {}: {} {}", found["number"], found["tree"], found["why"], found["habit"]);
        assert!(found["leaves"].as_u64().unwrap() <= most, "{name}: {found}");
        assert!(said["right"].as_u64() < Some(200) && criterion(&said, kind)["first_wrong"].is_u64(), "{name}: {said}");
    }
}

#[test]
fn what_is_wrong_is_said_with_the_tree_and_why() {
    let Some(python) = python() else { return };
    let script = Script::new(&wrong(MINIMAX, ["value > best if is_max else value < best", "value > best"]));
    let path = script.path();
    let text = stdout(&plyscope(&["judge", "--trees", "60", "--", python, &path]).code(1));
    for words in [
        "    [[0, 1]]\n",
        "said   value 1\n",
        "right  value 0\n",
        "MIN at node 1 takes the smallest of 0 and 1: 0.",
        "note   Everything that it says is right if MAX moves everywhere.",
        "Criterion",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let csv = stdout(&plyscope(&["judge", "--trees", "60", "--lines", "--format", "csv", "--", python, &path]).code(1));
    let rows: Vec<&str> = csv.lines().map(|row| row.split(',').next().unwrap()).collect();
    assert_eq!(rows, ["criterion", "value", "best", "evaluations", "leaves", "trace", "ends"]);
    assert_eq!(csv.lines().last().unwrap().trim_end(), "ends,60,60,");
}

#[test]
fn a_leaf_that_is_evaluated_in_vain_is_explained() {
    let Some(python) = python() else { return };
    let script = Script::new(&wrong(ALPHA_BETA, ["        if alpha >= beta:\n            break\n", ""]));
    let (_, said) = script.judged(python, &["--lines", "--as", "alpha-beta"]);
    let why = said["found"]["why"].as_str().unwrap();
    assert!(why.contains("was never visited") && why.contains("cutoff"), "{why}");
}

/// The number of processes with a text in their arguments.
#[cfg(target_os = "linux")]
fn processes_with(marker: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    // The program under test has the marker in its own arguments.
    let has = |line: &Vec<u8>| {
        let line = String::from_utf8_lossy(line);
        line.contains(marker) && !line.contains("judge\0")
    };
    lines.filter(has).count()
}

/// Whether no process with a text in its arguments is left; one that was just killed may take a moment to go.
#[cfg(target_os = "linux")]
fn are_gone(marker: &str) -> bool {
    (0..50).any(|_| {
        let are_gone = processes_with(marker) == 0;
        if !are_gone {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        are_gone
    })
}

/// A marker that no other process has.
fn marker(name: &str) -> String {
    format!("marker-{name}-{}", std::process::id())
}

/// What is said about a program that runs wild, on some trees of a single leaf; no process of it is left.
#[cfg(target_os = "linux")]
fn said_of_wild(python: &str, [name, kind]: [&str; 2], text: &str, trees: usize, more: &[&str]) -> Json {
    let (script, marker) = (Script::new(text), marker(name));
    let (path, from) = (script.path(), vec![script.tree("[3]"); trees].join(","));
    // On a busy machine what ends by itself may take a while.
    let seconds = if kind == "time-out" { "1" } else { "20" };
    let flags = ["judge", "--format", "json", "--timeout", seconds, "--from", &from];
    let text = stdout(&plyscope(&[&flags, more, &["--", python, &path, &marker]].concat()).code(1));
    assert!(!text.contains('\x1b') && are_gone(&marker), "{name}");
    serde_json::from_str(&text).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn programs_that_run_wild_end_with_their_sentence_and_leave_nothing_behind() {
    let Some(python) = python() else { return };
    let import = "import os, signal, sys, time\n";
    for (name, text, kind, words) in [
        ("hang", "time.sleep(300)", "time-out", "had not ended with an answer after 1.00 s"),
        ("reads-on", "print(3, flush=True); os.close(1); time.sleep(300)", "time-out", "was stopped"),
        ("crash", "sys.exit('what a pity')", "crash", "exit code 1; its last message is “what a pity”"),
        ("signal", "os.kill(os.getpid(), signal.SIGKILL)", "crash", "signal 9"),
        ("silent", "pass", "no-answer", "wrote nothing"),
        ("words", "print('\\x1b[31mthree')", "no-answer", "is not a number"),
        ("flood", "while True: print('x' * 1000)", "too-much", "wrote more than"),
        ("fork", "os.fork() or time.sleep(300); print(3)", "left-behind", "left processes running"),
        (
            "closed",
            "if not os.fork(): [os.close(fd) for fd in (0, 1, 2)]; time.sleep(300)\nprint(3)",
            "left-behind",
            "left processes running",
        ),
        ("both-hang", "os.fork(); time.sleep(300)", "time-out", "was stopped"),
        ("crash-and-fork", "os.fork() or time.sleep(300); sys.exit(7)", "crash", "exit code 7"),
    ] {
        let said = said_of_wild(python, [name, kind], &format!("{import}{text}\n"), 1, &[]);
        let found = &said["found"];
        assert_eq!(found["kind"], kind, "{name}: {said}");
        assert!(found["why"].as_str().unwrap().contains(words), "{name}: {found}");
        assert_eq!(criterion(&said, "ends")["first_wrong"], 1, "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn programs_that_read_lines_are_stopped_too() {
    let Some(python) = python() else { return };
    let import = "import os, sys, time\n";
    for (name, text, kind) in [
        ("line-hang", "print(json(), flush=True); time.sleep(300)", "time-out"),
        ("line-crash", "print(json(), flush=True); json(); sys.exit(3)", "crash"),
        ("line-end", "json(); print('x')", "no-answer"),
        ("line-flood", "while True: sys.stdout.write('x' * 10000)", "too-much"),
        ("line-deaf", "time.sleep(300)", "time-out"),
        ("line-fork", "os.fork() or time.sleep(300)\nfor line in sys.stdin: print(3)", "left-behind"),
        ("line-more", "for line in sys.stdin: print(3)\nwhile True: print(3)", "too-much"),
    ] {
        let json = "def json():\n    sys.stdin.readline(); return 3\n";
        let said = said_of_wild(python, [name, kind], &format!("{import}{json}{text}\n"), 3, &["--lines"]);
        assert_eq!(said["found"]["kind"], kind, "{name}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_in_a_session_of_its_own_is_ended_too() {
    let marker = marker("session");
    let escape = format!("setsid sh -c 'sleep 300; : {marker}' >/dev/null 2>&1 & echo 1");
    let text = stdout(&plyscope(&["judge", "--trees", "1", "--format", "json", "--", "sh", "-c", &escape]).code(1));
    let said: Json = serde_json::from_str(&text).unwrap();
    assert_eq!(said["found"]["kind"], "left-behind", "{said}");
    assert!(are_gone(&marker));
    let hang = format!("setsid sh -c 'sleep 300; : {marker}' >/dev/null 2>&1 & sleep 300");
    plyscope(&["judge", "--trees", "1", "--timeout", "0.5", "--", "sh", "-c", &hang]).code(1);
    assert!(are_gone(&marker));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_compared_is_not_right() {
    let judged = |answer: &str, flags: &[&str], code| {
        let echo = format!("echo '{answer}'");
        let all = [&["judge", "--trees", "5"], flags, &["--", "sh", "-c", &echo]].concat();
        stdout(&plyscope(&all).code(code))
    };
    let budget = "{\"plyscope-trace\": 1}\n{\"event\": \"enter\", \"children\": 2}\n{\"event\": \"end\", \"outcome\": \"budget\"}";
    for answer in ["{\"evaluations\": 0}", "{\"leaves\": [0]}", budget] {
        let text = judged(answer, &[], 1);
        assert!(text.starts_with("not judged on 5 trees, since nothing") && text.contains("--as"), "{answer}: {text}");
        let json: Json = serde_json::from_str(&judged(answer, &["--format", "json"], 1)).unwrap();
        assert_eq!(
            [&json["right"], &json["uncompared"], &json["found"]],
            [&Json::from(0), &Json::from(5), &Json::Null]
        );
    }
    let missing = judged("{\"leaves\": [99999999999]}", &[], 1);
    assert!(missing.contains("wrong on tree 1") && missing.contains("numbered from 0 from left to right"), "{missing}");
}

#[cfg(unix)]
#[test]
fn a_wide_tree_is_made_small_by_halves() {
    let folder = Script::new("");
    for (tree, smallest) in [
        (format!("[{}]", vec!["1"; 100_000].join(", ")), "[0]"),
        (format!("[{}, 5, {}]", vec!["1"; 2000].join(", "), vec!["[1, 2]"; 1000].join(", ")), "[0]"),
    ] {
        let from = folder.tree(&tree);
        let begin = std::time::Instant::now();
        let text = stdout(&plyscope(&["judge", "--from", &from, "--format", "json", "--", "true"]).code(1));
        let said: Json = serde_json::from_str(&text).unwrap();
        assert_eq!((&said["found"]["tree"], &said["found"]["note"]), (&Json::from(smallest), &Json::Null), "{text}");
        assert!(begin.elapsed() < std::time::Duration::from_secs(28), "{:?}", begin.elapsed());
    }
}

#[cfg(unix)]
#[test]
fn what_the_program_said_before_it_failed_is_said() {
    let text = stdout(&plyscope(&["judge", "--trees", "1", "--", "sh", "-c", "echo 1; exit 3"]).code(1));
    assert!(text.contains("said   “1”\n") && text.contains("exit code 3"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_not_the_fault_of_the_program_and_loses_no_tree() {
    let assert =
        command(&["judge", "--trees", "2", "--", "cat", "{}"]).env("TMPDIR", "/no-such-folder").assert().code(2);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(
        message.contains("/no-such-folder") && message.contains("the file with the tree cannot be written there"),
        "{message}"
    );
    let folder = Script::new("");
    let inside = format!("{}/folder", folder.tree("[1]"));
    let assert = plyscope(&["judge", "--trees", "2", "--output", &inside, "--", "sh", "-c", "echo 77"]).code(2);
    let printed = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(printed.contains("wrong on tree 1") && printed.contains("    [0]\n"), "{printed}");
}

#[test]
fn a_process_that_fails_after_wrong_answers_is_counted_once() {
    let Some(python) = python() else { return };
    // With every line there is one more than asked.
    for answer in ["nonsense", "1000"] {
        let script = Script::new(&format!("import sys\nfor line in sys.stdin:\n    print('{answer}')\nprint(1)\n"));
        let (code, said) = script.judged(python, &["--lines", "--trees", "3"]);
        assert_eq!((code, &said["trees"], &said["right"]), (1, &Json::from(3), &Json::from(0)), "{said}");
        let ends = criterion(&said, "ends");
        let right = if answer == "1000" { 2 } else { 0 };
        assert_eq!([&ends["trees"], &ends["right"]], [3, right], "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_the_program_that_is_judged() {
    use std::time::{Duration, Instant};

    let Some(python) = python() else { return };
    let (script, marker) = (Script::new("import os, time\nos.fork()\ntime.sleep(300)\n"), marker("interrupt"));
    let arguments = ["judge", "--timeout", "200", "--", python, &script.path(), &marker];
    let program = command(&[]).get_program().to_owned();
    let mut child = Command::new(program).args(arguments).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_mins(1);
    let until = |condition: &dyn Fn() -> bool| {
        while !condition() {
            assert!(Instant::now() < deadline, "it never happened");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    until(&|| processes_with(&marker) == 2);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    until(&|| processes_with(&marker) == 0);
}

#[test]
fn a_program_that_does_not_read_its_tree_does_not_block() {
    let Some(python) = python() else { return };
    let script = Script::new("print(3)\n");
    // More than a pipe holds.
    let tree = script.tree(&format!("[{}]", vec!["3"; 100_000].join(", ")));
    assert_eq!(script.judged(python, &["--from", &tree]).0, 0);
}

#[test]
fn trees_come_as_files_and_with_min_at_the_root() {
    let Some(python) = python() else { return };
    let script = Script::new(
        "import sys, json\ntree = json.load(open(sys.argv[1][len('--file='):]))\nassert tree['root'] == 'min'\nprint(min(tree['tree']))\n",
    );
    let from = script.tree(r#"{"title": "secret", "root": "min", "tree": [{"label": "A", "value": 7}, 2.5]}"#);
    let path = script.path();
    plyscope(&["judge", "--from", &from, "--", python, &path, "--file={}"]).code(0);
    let message = failure(&["judge", "--lines", "--", python, &path, "{}"]);
    assert!(message.contains("leave out one of the two"), "{message}");
}

#[test]
fn what_cannot_be_judged_is_refused() {
    assert!(failure(&["judge"]).contains("required"));
    assert!(failure(&["judge", "--", "./no-such-program"]).contains("there is no such program"));
    assert!(failure(&["judge", "--branching", "3..2", "--", "true"]).contains("expected a whole number"));
    assert!(failure(&["judge", "--as", "alpha-bet", "--", "true"]).contains("alpha-beta"));
    assert!(
        failure(&["judge", "--depth", "30", "--branching", "9", "--", "true"]).contains("choose a smaller --depth")
    );
    let folder = Script::new("");
    assert!(failure(&["judge", "--from", &folder.tree("[3, null]"), "--", "true"]).contains("has no value"));
}

/// Everything that a folder has after a judgement: the tree, the traces and a session that opens.
fn written(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_smallest_tree_is_written_with_the_traces_and_a_session() {
    let Some(python) = python() else { return };
    let script = Script::new(&wrong(MINIMAX, ["value > best if is_max else value < best", "value > best"]));
    let (folder, path) = (&script.0.at("found"), script.path());
    let flags = ["judge", "--lines", "--output", folder, "--", python, &path];
    assert!(stdout(&plyscope(&flags).code(1)).contains("smallest.json"));
    assert_eq!(written(folder), ["alpha-beta.jsonl", "report.txt", "smallest.json", "smallest.plyscope"]);
    assert!(script.0.read("found/report.txt").contains("\nsaid   value 1\nright  value 0\n"));
    plyscope(&["check", &script.0.at("found/alpha-beta.jsonl")]).success();
    let session = script.0.at("found/smallest.plyscope");
    let found = json(&["search", &session, "--algorithm", "minimax", "--format", "json"]);
    assert_eq!(found["runs"][0]["value"], 0);
    // What was found took long, so it is printed all the same.
    let again = plyscope(&flags).code(2);
    assert!(stdout(&again).contains("[[0, 1]]") && stderr(&again).contains("already exists"));
    plyscope(&[&flags[..2], &["--force"], &flags[2..]].concat()).code(1);
}

#[test]
fn a_trace_is_checked() {
    let Some(python) = python() else { return };
    let text = r#"
import sys, json

def tell(event, **fields):
    print(json.dumps({"event": event, **fields}))

def search(tree, is_max, index=None):
    fields = {} if index is None else {"child": index}
    is_leaf = not isinstance(tree, list)
    tell("enter", player="max" if is_max else "min", children=0 if is_leaf else len(tree), **fields)
    if is_leaf:
        tell("evaluate", value=tree)
        return tree
    values = [search(child, not is_max, i) for i, child in enumerate(tree)]
    value = max(values) if is_max else min(values)
    tell("leave", value=value)
    return value

print(json.dumps({"plyscope-trace": 1, "algorithm": "mine", "root": "max"}))
search(json.loads(sys.stdin.read()), True)
"#;
    let (code, said) = Script::new(text).judged(python, &["--trees", "40", "--as", "minimax"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(criterion(&said, "trace")["right"], 40);
    assert_eq!(criterion(&said, "leaves")["right"], 40);
    // The value of the root is right, and that of a node below it is not.
    let liar = wrong(text, ["tell(\"leave\", value=value)", "tell(\"leave\", value=value + (index is not None))"]);
    let script = Script::new(&liar);
    let output = script.0.at("found");
    let (code, said) = script.judged(python, &["--trees", "40", "--output", &output]);
    assert_eq!((code, said["found"]["kind"].as_str()), (1, Some("trace")), "{said}");
    assert_eq!(criterion(&said, "value")["right"], 40);
    assert!(written(&output).contains(&"program.jsonl".to_owned()));
    plyscope(&["check", &script.0.at("found/program.jsonl")]).code(1);
    plyscope(&["search", &script.0.at("found/smallest.plyscope")]).success();
}

#[test]
fn a_program_that_keeps_something_from_tree_to_tree_is_told_so() {
    let Some(python) = python() else { return };
    let once = wrong(
        MINIMAX,
        [
            "    value, best = search(tree, True)\n",
            "    value, best = search(tree, True)\n    value += count > 5\n    count += 1\n",
        ],
    );
    let once = wrong(&once, ["for line in sys.stdin:", "count = 0\nfor line in sys.stdin:"]);
    let (code, said) = Script::new(&once).judged(python, &["--lines"]);
    assert_eq!((code, &said["found"]["number"]), (1, &7.into()), "{said}");
    assert!(said["found"]["note"].as_str().unwrap().contains("after other trees"), "{said}");
}

#[test]
fn the_example_passes() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("judged");
    let rustc = Command::new("rustc").args(["--edition", "2024", "examples/judged.rs", "-o"]).arg(&program).status();
    if rustc.is_err() {
        println!("skipped: there is no rustc");
        return;
    }
    let text = told(&["judge", "--lines", "--trees", "2000", "--", program.to_str().unwrap()]);
    assert!(text.starts_with("right on 2,000 trees\n"), "{text}");
}
