//! Untrusted files and flags: their texts are shown without control characters, and their sizes are limited.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::program::{failure, plyscope, stderr, stdout, told};

/// A title that clears the screen, sets a colour, rings the bell, and reverses the direction of the line.
const WILD: &str = "a\u{1b}[2J\u{1b}[31m\u{7}b\u{9b}2J\u{202e}c\u{2066}d\r\ne\u{e0041}";

/// Whether a text contains control characters.
fn is_wild(text: &str) -> bool {
    text.chars().any(|c| {
        c != '\n' && c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0041}')
    })
}

#[test]
fn control_characters_in_names_are_not_printed() {
    let folder = Folder::new();
    let tree =
        serde_json::json!({"title": WILD, "source": WILD, "tree": [{"label": WILD, "move": WILD, "value": 3}, 5]});
    let file: &str = &folder.write("wild.json", &tree.to_string());
    let odd_key = folder.write("key.json", &serde_json::json!({ WILD: 3 }).to_string());
    let odd_value = folder.write("value.json", &serde_json::json!([WILD]).to_string());
    let copy = folder.at(&format!("{}.json", WILD.replace('/', "")));
    let nowhere = folder.at(&format!("{WILD}/x.json"));
    let spec = toml_of_title(WILD);
    let spec = folder.write("wild.toml", &(spec + "\nbranching-factor\u{1b}[2J = 3"));
    for arguments in [
        &[file] as &[&str],
        &["search", file],
        &["search", file, "--format", "json", "--record"],
        &["search", &odd_key],
        &["search", &odd_value],
        &["search", &nowhere],
        &["search", file, "--algorithm", WILD],
        &["search", file, "--at", WILD],
        &["search", file, WILD],
        &["generate", "--output", &copy],
        &["generate", "--output", &copy],
        &["game", "nim", "--position", WILD],
        &["game", WILD],
        &["sweep", &spec, "--output", &folder.at(WILD)],
        &["merge", &nowhere, "--output", &folder.at(WILD)],
        &[WILD],
    ] {
        let assert = plyscope(arguments);
        for text in [stdout(&assert), stderr(&assert)] {
            assert!(!is_wild(&text), "{arguments:?}: {text:?}");
        }
    }
    let shown = stdout(&plyscope(&[file]));
    assert!(shown.starts_with("a\\u{1b}[2J\\u{1b}[31m\\u{7}b\\u{9b}2J\\u{202e}c\\u{2066}d\\r\\ne"), "{shown}");
    let json = stdout(&plyscope(&["search", file, "--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["tree"]["title"], WILD, "JSON keeps the exact string");
}

#[test]
fn a_message_quotes_only_the_beginning_of_a_long_text_and_says_what_to_do() {
    let folder = Folder::new();
    let output = folder.at("sweep");
    let long = "y".repeat(900_000);
    let session = |fields: &str| format!("plyscope-session = 1\n{fields}\n").replace("LONG", &long);
    let with_tree = |fields: &str| session(&format!("tree.text = '1'\n{fields}"));
    let trace = |lines: &str| lines.replace("HEAD", r#"{"plyscope-trace": 1}"#).replace("LONG", &long);
    let moves = r#"HEAD
{"event": "enter"}
{"event": "enter", "child": 0, "move": "LONG"}
{"event": "evaluate", "value": 1}
{"event": "enter", "child": 0, "move": "a"}"#;
    for (name, contents, end) in [
        ("budget.plyscope", with_tree("search.budget = 'LONG'"), "automatic or unlimited"),
        ("algorithm.plyscope", with_tree("search.algorithms = ['LONG']"), "proof-number"),
        ("number.plyscope", with_tree("search.algorithms = ['threshold=LONG']"), "such as 5, -2.5 or 8/5"),
        ("hash.plyscope", session("tree.file = { path = 'a', hash = 'LONG' }"), "16 hexadecimal digits"),
        (
            "game.plyscope",
            session("tree.game = { name = 'LONG', position = '' }"),
            "random-turn-tictactoe, othello, kalah",
        ),
        ("law.plyscope", session("tree.random = { leaves = 'LONG' }"), "n-game or dependent"),
        ("order.plyscope", session("tree.random = { leaves = 'permutation', ordering = 'LONG' }"), "worst-first"),
        ("format.plyscope", format!("plyscope-session = {}", "1".repeat(900_000)), "use a newer version"),
        ("algorithm.toml", format!("algorithm = ['{long}']\n"), "proof-number"),
        ("version.jsonl", trace(r#"{"plyscope-trace": "LONG"}"#), "reads version 1; write that"),
        ("event.jsonl", trace("HEAD\n{\"event\": \"LONG\"}"), "pass, end"),
        ("move.jsonl", trace(moves), "where their order changes"),
        ("key.json", format!("{{\"value\": 1, \"{long}\"}}"), "a value after each key"),
        ("value.json", format!("[\"{long}\"]"), "or null for an unknown leaf"),
    ] {
        let file = folder.write(name, &contents);
        let is_sweep = Path::new(name).extension().is_some_and(|extension| extension == "toml");
        let message =
            if is_sweep { failure(&["sweep", &file, "--output", &output]) } else { failure(&["search", &file]) };
        assert!(message.len() < 900 && message.trim_end().ends_with(end), "{name}: {message}");
        assert!(message.contains("yyyyy…") || message.contains("11111…"), "{name}: {message}");
    }
}

#[test]
fn a_text_or_number_of_a_tree_has_16_mebibytes_at_most() {
    let folder = Folder::new();
    let long = |what: &str| what.repeat(17 << 20);
    for (name, contents) in [
        ("title.json", format!("{{\"title\": \"{}\", \"tree\": [1, 2]}}", long("x"))),
        ("value.json", format!("[1,\n \"{}\"]", long("1"))),
        ("number.json", format!("[1,\n {}]", long("1"))),
        ("key.json", format!("{{\"{}\": 1}}", long("x"))),
    ] {
        let message = failure(&["search", &folder.write(name, &contents)]);
        assert!(message.contains("a text or a number is longer than 16 MiB here"), "{name}: {message}");
    }
    let many = folder.write("many.json", &format!("[{}1]", "1,  \n".repeat(4 << 20)));
    plyscope(&["search", &many, "--algorithm", "minimax"]).success();
}

fn toml_of_title(title: &str) -> String {
    let title = serde_json::to_string(title).unwrap().replace('\u{9b}', "\\u009b").replace('\u{7f}', "\\u007f");
    format!("title = {title}\ntrees = 1\n[random]\nbranching = \"2\"\ndepth = \"1\"\n")
}

#[test]
fn markup_in_a_title_is_escaped_in_a_report() {
    let folder = Folder::new();
    let title = "# <script>alert(1)</script> ![x](http://example.org/x.png) **b** `c` | d www.example.org \u{202e}e";
    let spec = folder.write("wild.toml", &toml_of_title(title));
    let output = folder.at("sweep");
    plyscope(&["sweep", &spec, "--output", &output, "--dpi", "100"]).success();
    let report = folder.read("sweep/report.md");
    let line = report.lines().next().unwrap();
    assert_eq!(
        line,
        "# \\# &lt;script&gt;alert(1)&lt;/script&gt; \\!\\[x\\](http&#58;//example.org/x.png) \\*\\*b\\*\\* \\`c\\` \\| d www&#46;example.org \\\\u{202e}e"
    );
    let html = folder.read("sweep/report.html");
    assert!(!html.contains("<script"), "{html}");
}

#[test]
fn a_sweep_is_read_from_a_regular_file_of_limited_size() {
    let folder = Folder::new();
    let output = folder.at("sweep");
    let message = |file: &str| failure(&["sweep", file, "--output", &output]);
    let large = folder.at("large.toml");
    std::fs::File::create(&large).unwrap().set_len((16 << 20) + 1).unwrap();
    assert!(message(&large).contains("is larger than 16.0 MiB"));
    assert!(message(&folder.at(".")).contains("is a folder"));
    if cfg!(unix) {
        assert!(message("/dev/zero").contains("is not a regular file"));
        let pipe = folder.at("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(message(&pipe).contains("is not a regular file"));
    }
    assert!(!folder.has("sweep"));
}

#[test]
fn every_flag_with_a_number_reports_its_range_and_name() {
    let tree = "sample_trees/wikipedia.json";
    let flags = [
        (&["search", tree] as &[&str], "--depth --budget --repeat --taketree --at --first-guess"),
        (
            &["sweep", "--output", "unused"],
            "--branching --depth --trees --seed --standard-error --budget --measured-trees --repeat --threads \
             --min-branching --leaf-probability --dpi --shard",
        ),
        (
            &["generate", "--output", "x.json"],
            "--branching --depth --seed --min-branching --leaf-probability --static-noise",
        ),
        (&["theory", "-b", "2", "-d", "2"], "--integers"),
        (&["game", "nim"], "--depth --budget --repeat"),
    ];
    for (command, flags) in flags {
        for flag in flags.split(' ') {
            for value in ["abc", "-1", "-0.1", "inf", "NaN", "1e999", "99999999999999999999999", ""] {
                let is_a_value = matches!(
                    (flag, value),
                    ("--at" | "--first-guess", "-1" | "-0.1" | "99999999999999999999999")
                        | ("--standard-error" | "--static-noise", "99999999999999999999999")
                );
                if is_a_value {
                    continue;
                }
                let message = failure(&[command, &[flag, value]].concat());
                assert!(message.contains(flag), "{flag} {value}: {message}");
                for nonsense in ["invalid digit", "'-- ", "float literal", "number too large", "cannot parse"] {
                    assert!(!message.contains(nonsense), "{flag} {value}: {message}");
                }
                let advice = ["expected", "write", "possible values", "go up to"];
                assert!(advice.iter().any(|word| message.contains(word)), "{flag} {value}: {message}");
            }
        }
    }
}

#[test]
fn flags_without_effect_are_refused() {
    let tree = "sample_trees/wikipedia.json";
    assert!(failure(&["search", tree, "--record"]).contains("add --format json"));
    assert!(failure(&["search", tree, "--repeat", "0"]).contains("from 1 to 1,000,000"));
    let folder = Folder::new();
    let output = folder.at("sweep");
    for (key, value, said) in
        [("repeat", "0", "repeat must be between 1 and 1,000,000"), ("standard-error", "inf", "finite")]
    {
        let spec = folder.write("spec.toml", &format!("{key} = {value}\n{}", toml_of_title("x")));
        let message = failure(&["sweep", &spec, "--output", &output]);
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn more_threads_than_a_machine_can_use_are_capped_with_a_note() {
    let folder = Folder::new();
    let sweep = |threads: &str| {
        let output = folder.at(threads);
        let flags = ["-b", "2", "-d", "2", "--trees", "2", "--dpi", "100", "--threads", threads];
        stderr(&plyscope(&[&["sweep"], &flags[..], &["--output", &output]].concat()).success())
    };
    assert!(sweep("65535").contains("--threads 65,535: "));
    assert_eq!(sweep("4"), "");
}

#[test]
fn an_unwritable_standard_error_changes_no_exit_code() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let binary = assert_cmd::cargo::cargo_bin("plyscope");
    let run = |redirection: &str, arguments: &str| {
        let script = format!("exec \"$0\" {arguments} {redirection}");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script]).arg(&binary).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        shell.stdout(Stdio::null()).status().unwrap().code()
    };
    for redirection in ["2>&-", "2>/dev/full"] {
        assert_eq!(run(redirection, "search nowhere.json"), Some(2), "{redirection}");
        assert_eq!(run(redirection, "search --depth abc"), Some(2), "{redirection}");
        assert_eq!(run(redirection, "sample_trees/wikipedia.json"), Some(0), "{redirection}");
    }
    assert_eq!(run(">/dev/full 2>&1", "search sample_trees/wikipedia.json"), Some(2));
}

#[test]
fn the_theory_of_ten_million_integers_takes_seconds() {
    let started = Instant::now();
    let theory = |b: &str, d: &str| {
        let arguments = ["theory", "-b", b, "-d", d, "--integers", "10000000", "--format", "json"];
        let object: serde_json::Value = serde_json::from_str(&told(&arguments)).unwrap();
        object["expected_alpha_beta"].as_f64().unwrap()
    };
    assert_eq!(theory("1", "1000"), 1.0);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

/// The output and exit code of a command that may use this many kilobytes of memory.
fn within(kilobytes: u32, arguments: &str) -> (Option<i32>, String) {
    let script = format!("ulimit -v {kilobytes}; exec \"$0\" {arguments}");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &script]).arg(assert_cmd::cargo::cargo_bin("plyscope"));
    let output = shell.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn work_that_does_not_fit_in_memory_is_refused_with_both_amounts() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = Folder::new();
    // 1,400,001 nodes.
    let file = folder.write("wide.json", &format!("[{}]", vec!["[1,2,3]"; 350_000].join(",")));
    let labels = format!("[{}]", vec![format!("{{\"label\":\"{}\",\"value\":1}}", "x".repeat(2000)); 50_000].join(","));
    let labels = folder.write("labels.json", &labels);
    let fields = |name, before: &str, element: &str| {
        folder.write(name, &format!("{before}{}]\n", element.repeat((10 << 20) / element.len())))
    };
    let folds = fields("folds.plyscope", "plyscope-session = 1\ntree.text = '1'\nview.folds = [", "[1,2],");
    let tables = fields("tables.plyscope", "plyscope-session = 1\nx = [", "{a.a.a.a=1},");
    let lists = fields("lists.toml", "algorithm = [", "[],");
    // Recursive algorithms need call stack for every level.
    let chain = folder.write("chain.json", &format!("{}1{}", "[".repeat(200_000), "]".repeat(200_000)));
    let output = folder.at("x.json");
    // Unoptimised frames are so large that the record alone is not what runs out of memory.
    let for_stacks = if cfg!(debug_assertions) { 200_000 } else { 140_000 };
    for (kilobytes, arguments) in [
        (130_000, format!("search {file}")),
        (150_000, format!("search {labels}")),
        (180_000, format!("search {file}")),
        (180_000, file.clone()),
        (for_stacks, format!("search {chain} --budget 100000")),
        (600_000, format!("search {folds}")),
        (1_500_000, format!("search {tables}")),
        (600_000, format!("sweep {lists} --output {output}")),
        (300_000, format!("generate -b 10 -d 7 --output {output}")),
        (300_000, format!("sweep -b 10 -d 7 --algorithm tail-recursive-memo --threads 8 --trees 9 -o {output}")),
        (300_000, format!("game random -b 10 -d 7 --output {output}")),
        // Nobody knows before a search of a game how large its table will be.
        (200_000, "game connect4 --depth 14 --algorithm tail-recursive-memo".into()),
        (200_000, "game chess --depth 30 --algorithm mtd-f".into()),
    ] {
        let (code, said) = within(kilobytes, &arguments);
        assert_eq!(code, Some(2), "{arguments}: {said}");
        assert!(said.starts_with("plyscope: ") && said.contains(" more memory, but only "), "{arguments}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments}: {said}");
    }
    assert!(!folder.has("x.json"));
}

#[test]
fn a_session_with_a_large_tree_needs_little_more_memory_than_the_tree() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = Folder::new();
    let tree = format!("plyscope-session = 1\ntree.text = '''[{}1]'''\n", "[1, 2],\n".repeat(1 << 20));
    let file = folder.write("large.plyscope", &tree);
    let (code, said) = within(600_000, &format!("search {file} --algorithm minimax"));
    assert_eq!(code, Some(0), "{said}");
}
