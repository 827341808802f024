//! `plyscope sweep`, `merge` and `summary` as started from a shell.

use crate::folder::Folder;
use crate::program::{failure, json, plyscope, stderr, told};

#[test]
fn a_sweep_writes_tables_and_charts_and_its_parts_are_merged() {
    let folder = Folder::new();
    let grid = "sweep --leaves continuous,integers:3 --branching 2 --depth 2..3 --trees 6 --seed 5 \
                --algorithm alpha-beta,lazy-alpha-beta --chart evaluations --output";
    let grid: Vec<&str> = grid.split_whitespace().collect();
    let (whole, parts, merged) = (folder.at("whole"), [folder.at("1"), folder.at("2")], folder.at("merged"));
    assert!(told(&[&grid[..], &[&whole]].concat()).contains("8 cells, 48 runs"));
    let runs = folder.read("whole/runs.csv");
    let head = "leaves,branching,depth,seed,algorithm,cutoff,outcome,value,evaluations,distinct_leaves,visited_nodes,shallow_cutoffs,\
                deep_cutoffs,other_cutoffs,seconds,peak_heap_bytes,peak_stack_bytes,";
    assert!(runs.starts_with(head), "{runs}");
    assert_eq!(runs.lines().count(), 49);
    assert!(runs.lines().nth(1).unwrap().starts_with("continuous,2,2,5,alpha-beta,non-strict,finished,0."));
    let summary = folder.read("whole/summary.csv");
    let head = "leaves,branching,depth,algorithm,cutoff,measure,trees,mean,standard_error,min,max,expected,minimal,";
    assert!(summary.starts_with(head), "{summary}");
    for name in ["evaluations-continuous.svg", "evaluations-integers-3.png", "report.md", "report.html", "summary.json"]
    {
        assert!(std::path::Path::new(&whole).join(name).is_file(), "{name}");
    }
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        plyscope(&[&grid[..], &[part, "--shard", shard, "--threads", "1"]].concat()).success();
    }
    assert!(told(&["merge", &parts[0], "--output", &folder.at("half")]).contains("missing"));
    plyscope(&["merge", &parts[0], &parts[1], "--output", &merged]).success();
    for name in ["runs.csv", "summary.csv", "sweep.toml", "evaluations-continuous.svg"] {
        let of = |folder: &str| std::fs::read(std::path::Path::new(folder).join(name)).unwrap();
        assert_eq!(of(&merged), of(&whole), "{name}");
    }
    // The sweep file describes the whole sweep.
    let (file, again) = (format!("{whole}/sweep.toml"), folder.at("again"));
    plyscope(&["sweep", &file, "--output", &again]).success();
    assert_eq!(folder.read("again/runs.csv"), runs);
    assert!(failure(&["sweep", "--branching", "3", "--depth", "2", "--output", &whole]).contains("--force"));
    assert!(failure(&["sweep", "--output", &folder.at("none")]).contains("--branching"));
    assert!(failure(&["sweep", &folder.at("no-such-file"), "--output", &folder.at("none")]).contains("no-such-file"));
    assert!(failure(&["merge", &folder.at("nothing"), "--output", &folder.at("none")]).contains("runs.journal"));
    assert!(!folder.has("none"));
}

#[test]
fn a_flag_of_a_sweep_that_would_change_nothing_is_refused() {
    let folder = Folder::new();
    let none = folder.at("none");
    let trees = ["sweep", "--branching", "2", "--depth", "2", "--output", &none];
    let game = ["sweep", "--game", "nim:1,2", "--depth", "2", "--output", &none];
    let refused = |sweep: &[&str], flags: &[&str]| failure(&[sweep, flags].concat());
    assert!(refused(&trees, &["--repeat", "3"]).contains("--repeat repeats timed runs only; add --time"));
    assert!(refused(&trees, &["--repeat", "3", "--memory"]).contains("add --time"));
    assert!(refused(&trees, &["--measured-trees", "3"]).contains("add --time or --memory"));
    for flag in ["--seed", "--trees", "--standard-error"] {
        let said = refused(&game, &[flag, "1"]);
        assert!(
            said.contains(&format!("{flag} applies to random trees, and the sweep has only games; remove it")),
            "{said}"
        );
    }
    assert!(!folder.has("none"));
    plyscope(&[&trees[..], &["--repeat", "2", "--measured-trees", "1", "--time", "--trees", "2"]].concat()).success();
}

#[test]
fn a_sweep_says_which_limits_it_reached() {
    let folder = Folder::new();
    let [precise, many] = [folder.at("precise"), folder.at("many")];
    let few = ["sweep", "-b", "3", "-d", "4", "-a", "alpha-beta", "--standard-error", "0.001", "--trees", "60"];
    let said = told(&[&few[..], &["--output", &precise]].concat());
    assert!(
        said.contains("1 cell reached the limit of 60 trees before a standard error of 0.1% of the mean"),
        "{said}"
    );
    let grid = ["sweep", "-b", "1..101", "-d", "1", "-a", "minimax", "--trees", "1", "--against", "values"];
    let grid =
        [&grid[..], &["--leaves", "integers:2", "--chart", "evaluations", "--dpi", "40", "--output", &many]].concat();
    let said = told(&grid);
    assert!(
        said.contains("1 chart is not drawn, choose the trees of each [[chart]] in a sweep file by leaves"),
        "{said}"
    );
}

#[test]
fn a_summary_says_whether_the_sweep_is_complete_and_asks_for_a_folder() {
    let folder = Folder::new();
    let [shard, half, whole] = [folder.at("shard"), folder.at("half"), folder.at("whole")];
    let sweep = ["sweep", "-b", "2", "-d", "2", "-a", "minimax", "--trees", "4"];
    plyscope(&[&sweep[..], &["--shard", "1/2", "--output", &shard]].concat()).success();
    plyscope(&["merge", &shard, "--output", &half]).success();
    plyscope(&[&sweep[..], &["--output", &whole]].concat()).success();
    let text = |of: &str| told(&["summary", of]);
    assert!(
        text(&half).contains("\nIncomplete: has 2 of 4 runs.\n") && !text(&whole).contains("Incomplete"),
        "{}",
        text(&half)
    );
    assert!(text(&half).contains("ordering: random; "), "{}", text(&half));
    let is_complete = |of: &str| json(&["summary", of, "--format", "json"])["is_complete"].as_bool();
    assert_eq!((is_complete(&half), is_complete(&whole)), (Some(false), Some(true)));
    let report = folder.read("half/report.md");
    assert!(report.starts_with("# Sweep\n\nIncomplete: has 2 of 4 runs."), "{report}");
    let table = format!("{whole}/runs.csv");
    assert!(failure(&["summary", &table]).ends_with("runs.csv: is a file; name the folder of a sweep\n"));
}

#[test]
fn a_sweep_keeps_the_files_that_it_has_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let text = |name: &str| std::fs::read_to_string(at(name)).unwrap_or_default();
    let output = folder.path().to_str().unwrap();
    let sweep = ["sweep", "-b", "2", "-d", "2..3", "-a", "minimax", "--trees", "2", "--output", output];
    for name in ["report.md", "summary.csv", "evaluations.svg"] {
        std::fs::write(at(name), "mine").unwrap();
    }
    let said = stderr(&plyscope(&sweep).success());
    for name in ["report.md", "summary.csv", "evaluations.svg"] {
        assert!(said.contains(&format!("{name}.old-1")), "{said}");
        assert_eq!(text(&format!("{name}.old-1")), "mine");
        assert!(text(name).len() > 4, "{name}");
    }

    // Its own files are replaced.
    let again = stderr(&plyscope(&["sweep", "--output", output, "--also", "pdf"]).success());
    assert!(!again.contains("old-") && !at("report.md.old-2").exists(), "{again}");

    // A file that was changed since is kept.
    std::fs::write(at("report.md"), text("report.md") + "my notes").unwrap();
    let said = stderr(&plyscope(&["sweep", "--output", output]).success());
    assert!(said.contains("report.md.old-2") && !said.contains("summary"), "{said}");
    assert!(text("report.md.old-2").ends_with("my notes") && !text("report.md").ends_with("my notes"));
    assert!(!at("summary.csv.old-2").exists());

    // Without a list that can be read, any file may be the user's.
    std::fs::write(at("sweep.files"), [0xff, 0xfe]).unwrap();
    let said = stderr(&plyscope(&["sweep", "--output", output]).success());
    assert!(said.contains("report.md.old-3") && said.contains("runs.csv.old-1"), "{said}");
    let again = stderr(&plyscope(&["sweep", "--output", output]).success());
    assert!(!again.contains("old-"), "{again}");
}

#[test]
fn a_wrong_field_of_a_sweep_file_is_reported_with_its_place() {
    let folder = Folder::new();
    let refused = |text: &str, flags: &[&str]| {
        let file = folder.write("t.toml", text);
        let said = failure(&[&["sweep", &file, "-o", &folder.at("output")], flags].concat());
        said.strip_prefix(&format!("plyscope: {file}")).unwrap().to_owned()
    };
    let grid = "[random]\nbranching = \"2\"\ndepth = \"2\"\n";
    let chart = "[[chart]]\nmeasure = \"table_hits\"\n";
    for (text, place) in [
        (format!("trees = 0\n{grid}"), "1:9: a sweep needs at least one tree"),
        (format!("trees = 2\nalgorithm = []\n{grid}"), "2:13: a sweep needs at least one algorithm"),
        (format!("{grid}leaves = []\n"), "4:10: a sweep needs at least one kind of leaves"),
        (format!("repeat = 0\n{grid}"), "1:10: repeat must be"),
        (format!("standard-error = -1\n{grid}"), "1:18: the standard error"),
        (format!("algorithm = [\"minimax\"]\n{grid}{chart}"), "5:1: a chart shows table_hits"),
        ("[random]\nbranching = \"0..2\"\ndepth = \"2\"\n".into(), "2:13: with continuous leaves, b = 0"),
        ("[random]\nbranching = \"2\"\ndepth = \"9999999\"\n".into(), "3:9: with continuous leaves"),
        (format!("{grid}min-branching = 3\n"), "4:17: with continuous leaves"),
        // Of several charts it is not said which one.
        (format!("algorithm = [\"minimax\"]\n{grid}{chart}{chart}"), " a chart shows table_hits"),
        ("trees = 2\n".into(), " a sweep needs at least one game, or random trees"),
    ] {
        let said = refused(&text, &[]);
        assert!(said.starts_with(&format!(":{place}")), "{text}{said}");
    }
    // Flags do not matter where they are not the reason.
    let said = refused(&format!("trees = 0\n{grid}"), &["--seed", "3"]);
    assert!(said.starts_with(":1:9: a sweep needs at least one tree"), "{said}");
    let said = refused(&format!("trees = 2\n{grid}"), &["--min-branching", "3"]);
    assert!(said.starts_with(" with --min-branching: with continuous leaves"), "{said}");
}

#[test]
fn the_help_of_sweep_states_its_defaults() {
    let help = told(&["sweep", "--help"]);
    let help = help.split_whitespace().collect::<Vec<&str>>().join(" ");
    let algorithms: Vec<String> = plyscope::search::Algorithm::usual().iter().map(ToString::to_string).collect();
    for default in [&algorithms.join(","), "continuous", "random", "non-strict", "absolute"] {
        assert!(help.contains(&format!("[default: {default}]")), "{default} in {help}");
    }
    assert!(help.contains("on the axes of --scale, --against, --linear and --points"), "{help}");
}

#[test]
fn the_summary_of_a_sweep_is_printed_by_itself() {
    let folder = Folder::new();
    let path = &folder.at("sweep");
    let message = failure(&["summary", path]);
    assert!(message.contains("runs.journal"), "{message}");
    let sweep = ["sweep", "-b", "2..3", "-d", "1..2", "--trees", "3", "-o", path];
    plyscope(&sweep).success();
    let table = told(&["summary", path, "--measure", "evaluations"]);
    assert!(
        table.contains("In all rows leaves: continuous; ordering: random; cutoff: non-strict; measure: Evaluations.")
    );
    assert_eq!(table.lines().count(), 1 + 4 * 4 + 2, "{table}");
    let cells = json(&["summary", path, "--measure", "evaluations", "--format", "json"]);
    assert_eq!(cells["cells"].as_array().map(Vec::len), Some(4 * 4));
    assert!(failure(&["summary", path, "--measure", "seconds"]).contains("no runs with this measure"));
    assert!(failure(&["summary", path, "--measure", "leafs"]).contains("distinct_leaves"));
    let columns = ["--columns", "depth,mean,ordering", "--measure", "evaluations", "--format"];
    let printed = |format| told(&[&["summary", path][..], &columns, &[format]].concat());
    assert!(printed("csv").starts_with("depth,mean,ordering\n1,2,random\n"), "{}", printed("csv"));
    assert!(printed("markdown").starts_with("| d | Mean | Ordering |\n"), "{}", printed("markdown"));
    assert!(failure(&[&["summary", path][..], &columns, &["json"]].concat()).contains("--columns applies to tables"));
}

#[test]
fn a_sweep_that_is_complete_gets_charts_in_further_formats() {
    let folder = Folder::new();
    let path = &folder.at("sweep");
    plyscope(&["sweep", "-b", "2", "-d", "1..2", "--trees", "3", "--chart", "evaluations", "-o", path]).success();
    let has = |extension: &str| folder.has(&format!("sweep/evaluations.{extension}"));
    assert_eq!(["svg", "png", "pdf", "csv", "tex"].map(has), [true, true, false, false, false]);
    plyscope(&["sweep", "-o", path, "--also", "pdf,csv,tex"]).success();
    assert_eq!(["svg", "png", "pdf", "csv", "tex"].map(has), [true; 5]);
    // Without a display the results of a folder are not drawn.
    assert!(failure(&[path]).contains("is the folder of a sweep; plyscope summary "));
    let message = failure(&["sweep", "-o", path, "--also", "doc"]);
    assert!(message.contains("pdf, csv, tex"), "{message}");
}
