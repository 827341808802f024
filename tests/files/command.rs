//! The program as started from a shell.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::folder::Folder;
use crate::program::{command, failure, json, plyscope, stderr, stdout, told};
use serde_json::Value as Json;

#[test]
fn without_a_display_the_comparison_is_printed_as_text() {
    for arguments in [&[] as &[&str], &["sample_trees/wikipedia.json"]] {
        let assert = plyscope(arguments).success();
        assert_eq!(stderr(&assert).lines().count(), 1);
        let reason = if cfg!(feature = "window") { "no display" } else { "without its window" };
        assert!(stderr(&assert).contains(reason));
        let text = stdout(&assert);
        for id in ["minimax", "lazy-alpha-beta", "selection-gk-alpha-beta", "lattice-pruning"] {
            assert!(text.contains(id), "{text}");
        }
        assert!(text.contains("agree: value 6"), "{text}");
    }
}

#[test]
fn search_prints_the_documented_json() {
    let object = json(&["search", "sample_trees/wikipedia.json", "--format", "json", "--record"]);
    let tree = &object["tree"];
    assert_eq!((tree["root"].as_str(), tree["nodes"].as_u64()), (Some("max"), Some(33)));
    assert_eq!((tree["leaves"].as_u64(), tree["depth"].as_u64()), (Some(14), Some(4)));
    let runs = object["runs"].as_array().unwrap();
    let ids: Vec<&str> = runs.iter().map(|run| run["algorithm"].as_str().unwrap()).collect();
    assert_eq!(ids, plyscope::search::Algorithm::ALL.map(plyscope::search::Algorithm::id));
    for run in runs {
        assert_eq!(run["outcome"], "finished");
        assert_eq!(run["value"], 6);
        assert_eq!(run["line"], serde_json::json!([1, 0, 0, 0]));
        assert!(run["seconds"]["min"].as_f64() <= run["seconds"]["median"].as_f64());
        for field in ["visited_nodes", "shallow_cutoffs", "deep_cutoffs", "other_cutoffs", "distinct_leaves"] {
            assert!(run[field].is_u64(), "{field}");
        }
        assert_eq!(run["evaluation_order"].as_array().unwrap().len() as u64, run["evaluations"].as_u64().unwrap());
    }
    let lattice = runs.iter().find(|run| run["algorithm"] == "lattice-pruning").unwrap();
    assert_eq!(lattice["evaluation_order"], serde_json::json!([0, 1, 2, 3, 5, 6, 7, 9, 10]));
}

#[test]
fn flags_of_search_change_the_search() {
    let run = |flags: &[&str]| {
        let mut arguments =
            vec!["search", "sample_trees/wikipedia.json", "--format", "json", "--algorithm", "alpha-beta"];
        arguments.extend(flags);
        json(&arguments)["runs"][0].clone()
    };
    assert_eq!((&run(&[])["evaluations"], run(&[]).get("evaluation_order")), (&9.into(), None));
    assert_eq!(run(&["--cutoff", "strict"])["evaluations"], 10);
    assert_eq!(run(&["--root", "min"])["value"], 6);
    let stopped = run(&["--budget", "3"]);
    assert_eq!(
        (&stopped["outcome"], &stopped["evaluations"], &stopped["value"]),
        (&"budget".into(), &3.into(), &Json::Null)
    );
    let undefined = run(&["--depth", "2"]);
    assert_eq!(undefined["outcome"], "undefined");
    assert_eq!(undefined["undefined_at"], serde_json::json!([0, 0]));
}

#[test]
fn a_table_does_not_take_equal_subtrees_for_equally_dynamic_ones() {
    let folder = Folder::new();
    // Below the depth limit the second one is searched on, since its label is a position with a capture.
    let node =
        |position: &str| format!(r#"{{"children": [{{"value": 5, "label": "{position} w - -", "children": [10]}}]}}"#);
    let (quiet, dynamic) = (node("4k3/8/8/8/8/8/8/4K3"), node("k7/8/8/3q4/4P3/8/8/K7"));
    let tree = format!(r#"{{"root": "max", "game": "chess", "tree": {{"children": [{quiet}, {dynamic}]}}}}"#);
    let file = &folder.write("dynamic.json", &tree);
    let search = ["search", file, "--depth", "2", "--format", "json", "--algorithm", "minimax,tail-recursive-memo"];
    let values = |more: &[&str]| {
        let runs = json(&[&search[..], more].concat())["runs"].clone();
        [0, 1].map(|run| runs[run]["value"].as_f64().unwrap())
    };
    assert_eq!(values(&["--dynamic"]), [10.0, 10.0]);
    assert_eq!(values(&[]), [5.0, 5.0]);
}

#[test]
fn a_search_of_a_shaped_tree_is_explained_and_recorded() {
    let folder = Folder::new();
    // B is the better one, so it comes first; MIN's children are ordered from the least, and the last one is dropped.
    let tree =
        r#"[{"label": "A", "value": 4, "children": [-1, 2, 9]}, {"label": "B", "value": 5, "children": [3, 8, 0]}]"#;
    let file = &folder.write("shaped.json", tree);
    let search = |flags: &[&str]| {
        [&["search", file, "--highfirst", "--taketree", "2", "--algorithm", "alpha-beta"], flags].concat().join(" ")
    };
    let explained = |flags: &[&str]| {
        let arguments = search(flags);
        told(&arguments.split(' ').collect::<Vec<&str>>())
    };
    let text = explained(&["--explain"]);
    for words in [
        "The static value of B is 5, used for ordering.",
        "MIN at A has −1; alpha is 0, from B: −1 < 0, so the other child of A (1 leaf) is skipped: a shallow cutoff.",
        "The root returns 0, and the search is over.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let dropped = "Leaf 2 was never visited: taketree dropped leaf 2 before the search, so its values do not count.";
    assert!(explained(&["--explain", "4"]).contains(dropped));
    assert!(explained(&["--explain", "3"]).contains("Leaf 1 was never visited. Step "));
    let limit = "Leaf 0 was never visited: A is at the depth limit, so what is below it does not count.";
    assert!(explained(&["--depth", "1", "--explain", "2"]).contains(limit));

    let arguments = search(&["--record", "--format", "json"]);
    let run = &json(&arguments.split(' ').collect::<Vec<&str>>())["runs"][0];
    assert_eq!(run["evaluation_order"], serde_json::json!([5, 3, 0]), "leaves of the file, from left to right");
    assert_eq!(run["cutoffs"], serde_json::json!([{"node": [0], "kind": "shallow", "bound": 0, "by": [1]}]));
    assert_eq!(run["value"], 0);

    let stopped =
        told(&["search", "sample_trees/aima-5-2.json", "-a", "alpha-beta", "--budget", "3", "--explain", "12"]);
    assert!(stopped.contains("was never visited: the search was stopped while A was open."), "{stopped}");

    let trace = &folder.at("shaped.jsonl");
    explained(&["--trace", trace]);
    let again = told(&["search", trace, "--explain", "--algorithm", "alpha-beta"]);
    let own = again.lines().take_while(|line| !line.starts_with("Alpha-beta")).count();
    let alone = told(&["search", trace, "--explain"]);
    assert!(again.starts_with(&alone) && alone.lines().count() == own, "only its search is explained: {alone}");
    assert_eq!(own, text.lines().count(), "its trace tells the same steps: {again}");
}

#[test]
fn a_reader_of_sentences_may_stop_reading() {
    let mut program = std::process::Command::new(assert_cmd::cargo::cargo_bin("plyscope"))
        .args(["search", "sample_trees/chain.json", "--algorithm", "selection-j-alpha-beta", "--explain"])
        .args(["--budget", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(program.stdout.take().unwrap()).lines().take(2);
    let lines = lines.collect::<Result<Vec<String>, _>>().unwrap();
    assert!(lines[1].starts_with("     1  The root, MAX to move, is entered"), "{lines:?}");
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_threshold_test_answers_yes_or_no() {
    let file = "sample_trees/wikipedia.json";
    for (at, answer, said) in
        [("6", true, "yes, the value is at least 6"), ("6.5", false, "no, the value is less than 6.5")]
    {
        let arguments = ["search", file, "--algorithm", "threshold,alpha-beta", "--at", at];
        let run = json(&[&arguments[..], &["--format", "json"]].concat())["runs"][0].clone();
        assert_eq!(
            (&run["algorithm"], &run["outcome"], &run["value"]),
            (&"threshold".into(), &"finished".into(), &answer.into())
        );
        assert_eq!(run["at"].as_f64(), at.parse().ok());
        assert_eq!(run["line"], Json::Null);
        assert!(run["evaluations"].as_u64() <= Some(9));
        assert_eq!(run["shallow_cutoffs"], 0);
        assert_eq!(run["deep_cutoffs"], 0);
        assert!(run["other_cutoffs"].as_u64() > Some(0));
        let table = told(&arguments);
        assert!(table.contains(said), "{table}");
    }
    let below_zero = json(&["search", file, "--algorithm", "threshold", "--at", "-1/2", "--format", "json"]);
    assert_eq!((&below_zero["runs"][0]["at"], &below_zero["runs"][0]["value"]), (&(-0.5).into(), &true.into()));
    let others = json(&["search", file, "--algorithm", "alpha-beta", "--format", "json"]);
    assert!(others["runs"][0].get("at").is_none());
}

#[test]
fn a_threshold_test_needs_its_number_and_nothing_else_does() {
    let file = "sample_trees/wikipedia.json";
    assert!(failure(&["search", file, "--algorithm", "threshold"]).contains("--at 5"));
    assert!(failure(&["search", file, "--algorithm", "minimax", "--at", "5"]).contains("threshold"));
    assert!(failure(&["search", file, "--at", "5"]).contains("threshold"));
    assert!(failure(&["search", file, "--algorithm", "nonsense"]).contains("threshold"));
}

#[test]
fn null_window_searches_take_a_first_guess() {
    let file = "sample_trees/wikipedia.json";
    let runs = |arguments: &[&str]| {
        json(&[&["search", file, "--format", "json"][..], arguments].concat())["runs"].as_array().unwrap().clone()
    };
    let both = runs(&["--algorithm", "mtd-f,negascout", "--first-guess", "3"]);
    for (run, id) in both.iter().zip(["mtd-f", "negascout"]) {
        assert_eq!((&run["algorithm"], &run["outcome"]), (&id.into(), &"finished".into()));
        assert_eq!((&run["value"], &run["line"]), (&6.into(), &serde_json::json!([1, 0, 0, 0])));
        assert!(run["distinct_leaves"].as_u64() <= Some(9), "{id}: alpha-beta evaluates 9");
        assert!(run["other_cutoffs"].as_u64() > Some(0), "{id}");
    }
    assert_eq!(both.len(), 2);
    assert_eq!((both[0]["first_guess"].as_f64(), both[1].get("first_guess")), (Some(3.0), None));
    assert!(both[0]["table_hits"].is_u64() && both[1].get("table_hits").is_none());

    let of = |arguments: &[&str], field: &str| runs(arguments)[0][field].clone();
    assert_eq!(of(&["--algorithm", "mtd-f=3"], "first_guess").as_f64(), Some(3.0));
    assert_eq!(of(&["--algorithm", "mtd-f"], "first_guess").as_f64(), Some(0.0));
    let without_time = |mut run: Json| {
        run.as_object_mut().unwrap().retain(|field, _| field != "seconds" && !field.starts_with("peak"));
        run
    };
    let [as_id, as_option] = [&["--algorithm", "mtd-f=3"][..], &["--algorithm", "mtd-f", "--first-guess", "3"]]
        .map(|arguments| without_time(runs(arguments).remove(0)));
    assert_eq!(as_id, as_option);
    let evaluations = |guess: &str| of(&["--algorithm", &format!("mtd-f={guess}")], "evaluations").as_u64();
    assert!(evaluations("6") <= evaluations("0"), "the value is the best guess");

    let refused = failure(&["search", file, "--algorithm", "negascout", "--first-guess", "3"]);
    assert_eq!(refused, "plyscope: --first-guess applies to mtd-f only; add mtd-f to --algorithm\n");
    assert!(failure(&["search", file, "--algorithm", "negascout=3"]).contains("takes no number"));
    assert!(
        failure(&["search", file, "--algorithm", "mtd-f=three"])
            .contains("mtd-f=three: “three” is not a number; write one")
    );
}

#[test]
fn a_search_that_repeats_evaluations_stops_at_its_budget() {
    let object =
        json(&["search", "sample_trees/deep.json", "-a", "selection-j", "--budget", "1000", "--format", "json"]);
    assert_eq!(object["runs"][0]["outcome"], "budget");
    assert_eq!(object["runs"][0]["evaluations"], 1000);
    let folder = Folder::new();
    let tree = &folder.at("t.tree");
    plyscope(&["generate", "--branching", "2", "--depth", "15", "--output", tree]).success();
    let search = |budget| {
        let search = ["search", tree, "-a", "selection-j", "--repeat", "1", "--budget", budget, "--format", "json"];
        json(&search)["runs"][0]["evaluations"].as_u64()
    };
    assert_eq!((search("automatic"), search("unlimited")), (Some(10_000_000), Some(14_348_906)));
}

#[test]
fn errors_in_a_file_are_reported_with_their_location() {
    let folder = Folder::new();
    let name = &folder.write("bad.tree", "((3 12 8)\n (2 x 6))");
    let message = failure(&["search", name]);
    assert!(message.starts_with(&format!("plyscope: {name}:2:5: ")), "{message}");
    assert_eq!(message.lines().count(), 1);
    assert!(failure(&["no-such-file.json"]).contains("no-such-file.json: "));
}

#[test]
fn an_invalid_number_is_refused_with_the_valid_range() {
    let search = |flag, text| failure(&["search", "sample_trees/wikipedia.json", flag, text]);
    for (flag, text, message) in [
        ("--depth", "-1", "expected a whole number from 0 to 4,294,967,295"),
        ("--repeat", "0", "expected a whole number from 1 to 1,000,000"),
        ("--taketree", "1.5", "expected a whole number from 1 to 4,294,967,295"),
        ("--budget", "none", "is not a budget; write a number of evaluations, automatic or unlimited"),
    ] {
        assert!(search(flag, text).contains(message), "{flag}");
    }
    let position = failure(&["game", "nim", "--position", "-1"]);
    assert_eq!(position, "plyscope: --position -1: heap 1 is not a number; write sizes such as 3,4,5\n");
    assert!(failure(&["generate", "--seed", "-1", "--output", "x.json"]).contains("expected a whole number from 0"));
}

#[test]
fn file_names_stay_on_one_line_without_control_characters() {
    let message = failure(&["search", "no\n\u{1b}[31mfile.json"]);
    assert_eq!(message, "plyscope: no\\n\\u{1b}[31mfile.json: there is no such file; check the name\n");
}

#[test]
fn theory_prints_the_documented_json() {
    let object = json(&["theory", "--branching", "2", "--depth", "4", "--format", "json"]);
    assert_eq!((object["leaves"].as_f64(), object["minimal"].as_f64()), (Some(16.0), Some(7.0)));
    assert_eq!(object["minimal_shallow"].as_f64(), Some(8.0));
    let expected = object["expected_alpha_beta"].as_f64().unwrap();
    assert!((expected - 77503.0 / 6435.0).abs() < 1e-9);
    let few = ["theory", "--branching", "3", "--depth", "4", "--integers", "1", "--cutoff", "strict"];
    let strict = json(&[&few[..], &["--format", "json"]].concat());
    assert!(strict["minimal"].is_null() && strict["minimal_shallow"].is_null(), "{strict}");
    assert_eq!(strict["expected_alpha_beta"].as_f64(), Some(81.0));
    let table = told(&few);
    assert!(table.contains("lower bound, alpha-beta") && !table.contains("minimum"), "{table}");
    let ties = json(&["theory", "--branching", "8", "--depth", "6", "--integers", "10", "--format", "json"]);
    assert!((ties["expected_alpha_beta"].as_f64().unwrap() - 10_032.0).abs() < 1.0);
}

#[test]
fn a_random_tree_is_written_and_read_back() {
    let folder = Folder::new();
    let name = &folder.at("random.json");
    let write =
        ["generate", "--leaves", "integers:5", "--branching", "3", "--depth", "4", "--seed", "7", "--output", name];
    assert!(told(&write).contains("121 nodes"));
    let tree = &json(&["search", name, "--algorithm", "alpha-beta", "--format", "json"])["tree"];
    assert_eq!((tree["nodes"].as_u64(), tree["leaves"].as_u64()), (Some(121), Some(81)));
    assert!(tree["title"].as_str().unwrap().contains("seed 7"));
    let first = folder.read("random.json");
    assert!(failure(&write).contains("already exists"));
    plyscope(&[&write[..], &["--force"]].concat()).success();
    assert_eq!(folder.read("random.json"), first, "the same seed gives the same file");
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket.json");
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let link = folder.path().join("link.json");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    for path in [&path, &link] {
        let message = failure(&["generate", "--depth", "2", "--force", "--output", path.to_str().unwrap()]);
        assert!(message.ends_with("is not a regular file; choose another name\n"), "{message}");
    }
    assert!(!std::fs::metadata(&path).unwrap().is_file());
}

#[test]
fn an_impossible_random_tree_is_refused() {
    let folder = Folder::new();
    let refused = |flags: &[&str]| failure(&[&["generate", "--output", &folder.at("random.json")], flags].concat());
    assert!(refused(&["--branching", "10", "--depth", "12"]).contains("1111111111111 nodes"));
    assert!(refused(&["--branching", "2", "--depth", "3", "--leaves", "primes"]).contains("integers:M"));
    assert!(refused(&["--branching", "2", "--depth", "3", "--static-noise=-1"]).contains("at least 0"));
    assert!(
        refused(&["--branching", "2", "--depth", "3", "--leaves", "growth", "--ordering", "best-first"])
            .contains("integers")
    );
    assert!(!folder.has("random.json"));
}

#[test]
fn help_and_version_are_printed_to_standard_output() {
    assert!(told(&["--version"]).starts_with("plyscope "));
    let help = told(&["--help"]);
    assert!(help.contains("search") && help.contains("theory"));
}

#[test]
fn search_prints_its_comparison_in_every_format_of_tables() {
    let printed = |format: &str| {
        let arguments = ["search", "sample_trees/wikipedia.json", "--algorithm", "minimax,alpha-beta,threshold=3"];
        told(&[&arguments as &[&str], &["--format", format]].concat())
    };
    assert!(printed("table").lines().any(|line| line.starts_with("threshold=3 ")));
    let markdown = printed("markdown");
    assert!(markdown.contains("| Alpha-beta | 6 | 9 |") && markdown.ends_with("All algorithms agree: value 6\n"));
    assert!(printed("latex").contains("Alpha-beta & 6 & 9 & "));
    assert!(printed("html").contains("<caption>All algorithms agree: value 6</caption>"));
    let text = printed("csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let column = reader.headers().unwrap().iter().position(|head| head == "seconds").unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.iter().map(|row| &row[0]).collect::<Vec<_>>(), ["minimax", "alpha-beta", "threshold=3"]);
    assert!(rows.iter().all(|row| row[column].parse::<f64>().is_ok_and(|seconds| seconds > 0.0)), "{text}");
    assert!(failure(&["search", "sample_trees/wikipedia.json", "--format", "word"]).contains("markdown"));
}

#[test]
fn a_comparison_has_the_columns_that_are_wanted_in_their_order() {
    let search = ["search", "sample_trees/wikipedia.json", "--algorithm", "minimax,alpha-beta"];
    let with = |flags: &[&'static str]| [&search as &[&str], flags].concat();
    let printed = |flags: &[&'static str]| told(&with(flags));
    let columns = ["--columns", "evaluations,algorithm,table_hits"];
    assert_eq!(
        printed(&[&columns[..], &["--format", "csv"]].concat()),
        "evaluations,algorithm,table_hits\n14,minimax,\n9,alpha-beta,\n"
    );
    let latex = printed(&[&columns[..], &["--format", "latex"]].concat());
    assert!(
        latex.contains("Evaluations & Algorithm & Table hits \\\\") && latex.contains("9 & Alpha-beta & "),
        "{latex}"
    );
    assert!(latex.contains("All algorithms agree: value 6"), "{latex}");
    assert!(failure(&with(&["--columns", "leafs"])).contains("distinct_leaves"));
    assert!(failure(&with(&["--columns", "value", "--format", "json"])).contains("--columns applies to tables"));
    assert!(
        failure(&["game", "nim", "--columns", "value", "--format", "json"]).contains("--columns applies to tables")
    );
    assert!(failure(&with(&["--columns", "value", "--explain"])).contains("cannot be used with"));
}

#[test]
fn a_trace_is_searched_like_a_tree_and_its_own_run_is_the_first_row() {
    let file = "tests/data/trace_of_python.jsonl";
    let text = told(&["search", file, "--algorithm", "alpha-beta"]);
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows[1].starts_with("alpha-beta in Python") && rows[2].starts_with("alpha-beta "), "{text}");
    let run = &json(&["search", file, "--algorithm", "alpha-beta", "--format", "json", "--record"])["runs"];
    assert_eq!((&run[0]["algorithm"], &run[0]["name"]), (&"trace".into(), &"alpha-beta in Python".into()));
    assert_eq!((&run[0]["cutoff"], &run[0]["cutoffs"]), (&"non-strict".into(), &run[1]["cutoffs"]));
    let cutoff = &run[0]["cutoffs"][0];
    assert_eq!(*cutoff, serde_json::json!({"node": [1, 0, 0], "kind": "deep", "bound": 5, "by": [0]}));
    assert!(failure(&["search", file, "--root", "min"]).contains("remove --root"));
}

#[test]
fn a_session_is_compared_with_its_panes_and_its_tree_is_searched_and_drawn() {
    let folder = Folder::new();
    let (session, picture, lost) = (folder.at("a.plyscope"), folder.at("a.svg"), folder.at("lost.plyscope"));
    let text = "plyscope-session = 1\ntree.text = \"((3 12 8) (2 4 6))\"\nsearch.root = \"min\"\n";
    std::fs::write(&session, format!("{text}search.algorithms = [\"alpha-beta\"]\n")).unwrap();
    std::fs::write(
        &lost,
        "plyscope-session = 1\ntree.file = {path = \"../elsewhere.json\", hash = \"fnv1a-0123456789abcdef\"}\n",
    )
    .unwrap();
    let table = told(&[&session]);
    assert!(table.contains("alpha-beta") && !table.contains("minimax"), "{table}");
    let found = json(&["search", &session, "--algorithm", "minimax", "--format", "json"]);
    assert_eq!((&found["tree"]["root"], &found["runs"][0]["value"]), (&"min".into(), &6.into()));
    assert_eq!(json(&["search", &session, "--root", "max", "--format", "json"])["runs"][0]["value"], 3);
    plyscope(&["draw", &session, "--algorithm", "alpha-beta", "--output", &picture]).success();
    assert!(std::fs::read_to_string(&picture).unwrap().contains("of 6 leaves"));
    assert!(failure(&["search", &lost]).contains("shows the tree of ../elsewhere.json, which is elsewhere"));
}

#[test]
fn a_broken_trace_is_refused_by_file_line_and_reason() {
    let folder = Folder::new();
    let lines = "{\"plyscope-trace\": 1}\n{\"event\": \"enter\"}\n{\"event\": \"evaluate\"}\n";
    let file = &folder.write("broken.jsonl", lines);
    assert_eq!(
        failure(&["search", file]),
        format!("plyscope: {file}:3: the event needs a “value”, a number; add it\n")
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_leaves_no_half_written_file() {
    ended_while_it_writes(std::process::Command::new(env!("CARGO_BIN_EXE_plyscope")), &["TERM"]);
}

#[cfg(unix)]
#[test]
fn a_command_under_nohup_survives_a_hangup_and_leaves_no_half_written_file_when_it_is_terminated() {
    let mut program = std::process::Command::new("sh");
    program.args(["-c", "trap '' HUP; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_plyscope")]);
    ended_while_it_writes(program, &["HUP", "TERM"]);
}

/// Sends the signals to the program while it writes a trace, and expects the last one to end it and its file to be gone.
#[cfg(unix)]
fn ended_while_it_writes(mut program: std::process::Command, signals: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let files = || std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect::<Vec<_>>();
    let trace = folder.path().join("deep.jsonl").display().to_string();
    let arguments = ["game", "connect4", "--depth", "12", "--algorithm", "minimax", "--trace", &trace];
    let mut program = program.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_mins(1);
    let assert_runs = |program: &mut std::process::Child| {
        assert!(std::time::Instant::now() < deadline && program.try_wait().unwrap().is_none(), "it does not write");
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    while files().is_empty() {
        assert_runs(&mut program);
    }
    for signal in signals {
        assert_runs(&mut program);
        let kill = format!("kill -{signal} {}", program.id());
        assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }
    assert_eq!(program.wait().unwrap().code(), Some(130));
    assert_eq!(files(), Vec::<std::ffi::OsString>::new());
}

/// What the program prints when it reads a text from standard input.
fn piped(text: &str, arguments: &[&str]) -> assert_cmd::assert::Assert {
    command(arguments).write_stdin(text).assert()
}

#[test]
fn a_tree_comes_from_standard_input_and_goes_to_standard_output() {
    let as_json = ["search", "-", "--format", "json", "--algorithm", "alpha-beta"];
    for text in ["((3 12 8) (2 4 6))", "[[3,12,8],[2,4,6]]", "\u{feff}[[3,12,8],[2,4,6]]\n"] {
        let found: Json = serde_json::from_str(&stdout(&piped(text, &as_json).success())).unwrap();
        assert_eq!((&found["tree"]["leaves"], &found["runs"][0]["value"]), (&6.into(), &3.into()), "{text}");
    }
    let folder = Folder::new();
    piped("(1 2)", &["draw", "-", "--output", &folder.at("drawn.svg")]).success();
    for command in [&["generate", "--depth", "3"] as &[&str], &["game", "tictactoe", "--depth", "2"]] {
        let file = folder.at(&format!("{}.json", command[0]));
        let to = |name| [command, &["--output", name]].concat();
        plyscope(&to(&file)).success();
        let written = told(&to("-"));
        assert_eq!(written, std::fs::read_to_string(&file).unwrap());
        piped(&written, &as_json).success();
    }
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn a_tree_that_standard_output_cannot_take_is_refused_and_a_closed_pipe_is_no_error() {
    let program = || {
        let mut program = std::process::Command::new(assert_cmd::cargo::cargo_bin("plyscope"));
        program.args(["generate", "--depth", "8", "--output", "-"]).stderr(Stdio::piped());
        program
    };
    let mut piped = program().stdout(Stdio::piped()).spawn().unwrap();
    drop(piped.stdout.take());
    let closed = piped.wait_with_output().unwrap();
    assert!(closed.status.success() && closed.stderr.is_empty(), "{closed:?}");
    if cfg!(target_os = "linux") {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let refused = program().stdout(full).output().unwrap();
        assert_eq!(refused.status.code(), Some(2));
        let expected =
            "plyscope: standard output: cannot be saved because the disk is full; free space and try again\n";
        assert_eq!(String::from_utf8_lossy(&refused.stderr), expected);
    }
}

#[test]
fn errors_in_standard_input_are_reported_with_their_location() {
    for (text, error) in [("", "plyscope: standard input:1:1: "), ("[1,\n[2,x]]", "plyscope: standard input:2:4: ")] {
        let assert = piped(text, &["search", "-"]).code(2);
        assert!(stderr(&assert).starts_with(error) && stderr(&assert).lines().count() == 1, "{}", stderr(&assert));
        assert_eq!(stdout(&assert), "");
    }
}

#[test]
fn words_that_are_no_command_are_named_with_what_there_is() {
    let tree = concat!(env!("CARGO_MANIFEST_DIR"), "/sample_trees/wikipedia.json");
    for (arguments, sentence) in [
        (&["searhc", tree] as &[&str], "unknown command “searhc”; expected one of search, draw, "),
        (&["game", "go"], "unknown game “go”; expected one of tictactoe, connect4, "),
        (&[tree, tree], "one file is opened at a time; leave out "),
        (&[tree, "--depth", "3"], "“--depth” belongs to a command; name one before the file, such as search"),
    ] {
        let said = failure(arguments);
        assert!(said.starts_with(&format!("plyscope: {sentence}")), "{said}");
        assert!(said.contains("\nUsage: plyscope "), "{said}");
    }
}
