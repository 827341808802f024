//! Sweeps: their counts agree with the theory, and do not depend on the number of threads or on interruptions.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use plyscope::experiment::sweep::{
    Ending, Folder, Games, Measure, Numbers, Preset, RandomTrees, Results, Run, Spec, Start, SummaryRow, Sweep, merge,
    read_runs, read_spec, summarise,
};
use plyscope::experiment::{Settings, measure_on_game};
use plyscope::game::Stages;
use plyscope::generate::{Generator, Leaves, Ordering, Probability, Shape};
use plyscope::progress::Progress;
use plyscope::search::catalogue::LeafClass;
use plyscope::search::{Algorithm, Budget, CutoffRule};
use plyscope::tree::Value;

use crate::measuring::measure;
use crate::meter;
use crate::running::{games, random, run, spec, summarised};

fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// A small sweep with every kind of entry.
fn mixed() -> Spec {
    let random = RandomTrees {
        leaves: vec![Leaves::Integers(2), Leaves::Integers(3)],
        ordering: vec![Ordering::Random, Ordering::BestFirst(Probability::try_from(0.8).unwrap())],
        ..random("2..3", "2..4")
    };
    Spec {
        random: Some(random),
        games: vec![games("tictactoe:XO./.X./..O", "1..3"), games("nim:2,3", "3..4")],
        algorithm: vec![Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA, Algorithm::SELECTION_J],
        cutoff: vec![CutoffRule::NonStrict, CutoffRule::Strict],
        trees: 12,
        seed: 7,
        budget: Budget::Evaluations(300),
        ..Spec::default()
    }
}

/// The files of a sweep that do not depend on when and where it ran.
fn tables(folder: &Path) -> [String; 3] {
    ["runs.csv", "summary.csv", "summary.json"].map(|name| fs::read_to_string(folder.join(name)).unwrap())
}

fn kept(path: &Path, sweep: &Sweep) -> [String; 3] {
    let (folder, mut results) = Folder::open(path, sweep, false).unwrap();
    folder.run(sweep, &mut results, &Progress::new()).unwrap();
    tables(path)
}

#[test]
fn mean_leaves_are_those_of_the_theory() {
    let algorithms = [
        Algorithm::ALPHA_BETA,
        Algorithm::LATTICE_PRUNING,
        Algorithm::SELECTION_GK_ALPHA_BETA,
        Algorithm::LAZY_ALPHA_BETA,
    ];
    let mut compared = 0;
    for (branching, depth, trees) in [
        ("2", "2..8", 150),
        ("3", "2..5", 150),
        ("4", "2..4", 150),
        ("5", "2..3", 200),
        ("6", "2..3", 200),
        ("3", "6", 50),
    ] {
        let leaves = vec![Leaves::Continuous, Leaves::Integers(2), Leaves::Integers(3), Leaves::Integers(10)];
        let random = Some(RandomTrees { leaves, ..random(branching, depth) });
        for row in summarised(Spec { random, algorithm: algorithms.to_vec(), trees, ..Spec::default() }) {
            let Some(expected) = row.expected else { continue };
            let deviation = row.deviation.unwrap();
            assert!(deviation.abs() < 4.0, "{} instead of {expected}: {row:?}", row.mean);
            assert!(row.min >= row.minimal.unwrap_or(0.0), "{row:?}");
            compared += 1;
        }
    }
    // Evaluations and leaves everywhere, visited nodes if no two leaves are equal.
    assert_eq!(compared, 19 * 4 * (4 * 2 + 1));
}

#[test]
fn other_means_are_those_of_the_theory_too() {
    let leaves = vec![Leaves::Continuous, Leaves::Permutation, Leaves::Integers(3)];
    let sweep = Spec {
        random: Some(RandomTrees { leaves, ..random("3", "3") }),
        algorithm: vec![
            Algorithm::ALPHA_BETA,
            Algorithm::LAZY_ALPHA_BETA,
            Algorithm::SELECTION_J,
            Algorithm::SELECTION_J_ALPHA_BETA,
        ],
        cutoff: vec![CutoffRule::Strict, CutoffRule::NonStrict],
        trees: 300,
        ..Spec::default()
    };
    // By chance the best of three children is first in a third of all cases.
    let ordering = vec![Ordering::BestFirst(Probability::try_from(1.0 / 3.0).unwrap())];
    let ordered = Spec { random: Some(RandomTrees { ordering, ..random("3", "3") }), ..sweep.clone() };
    let rows = summarised(sweep);
    assert!(rows.iter().filter_map(|row| row.deviation).all(|deviation| deviation.abs() < 4.0));
    let expected = |algorithm| {
        let row = rows.iter().find(|row| row.algorithm == algorithm && row.measure == measure("distinct_leaves"));
        row.and_then(|row| row.expected).unwrap()
    };
    for row in summarised(ordered).iter().filter(|row| row.measure == measure("distinct_leaves")) {
        let Some(error) = row.standard_error.filter(|_| row.algorithm.leaves().prunes()) else { continue };
        assert!((row.mean - expected(row.algorithm)).abs() < 4.0 * error, "{row:?}");
    }
}

#[test]
fn on_best_first_trees_every_run_has_the_minimal_leaves() {
    let is_one = |algorithm: &Algorithm| !matches!(algorithm.leaves(), LeafClass::WithinAlphaBeta | LeafClass::Other);
    let algorithm: Vec<Algorithm> = Algorithm::ALL.into_iter().filter(is_one).collect();
    let (ordering, leaves) =
        (vec![Ordering::BestFirst(Probability::ONE)], vec![Leaves::Continuous, Leaves::Integers(1_000_000)]);
    for (branching, depth) in [("2..4", "2..5"), ("9", "3")] {
        let trees = RandomTrees { ordering: ordering.clone(), leaves: leaves.clone(), ..random(branching, depth) };
        let spec = Spec { random: Some(trees), algorithm: algorithm.clone(), trees: 5, ..Spec::default() };
        for row in summarised(spec).iter().filter(|row| row.measure == measure("distinct_leaves")) {
            assert_eq!((Some(row.min), Some(row.max)), (row.minimal, row.minimal), "{row:?}");
        }
    }
}

#[test]
fn the_minimum_of_a_measure_is_stated_only_where_it_is_known() {
    let one = Leaves::TwoValued(Some(Probability::try_from(1.0).unwrap()));
    let leaves = vec![Leaves::Continuous, Leaves::Integers(2), Leaves::Integers(3), one];
    let rows = summarised(Spec {
        random: Some(RandomTrees { leaves, ..random("3", "3") }),
        algorithm: vec![
            Algorithm::ALPHA_BETA,
            Algorithm::SELECTION_J,
            Algorithm::SELECTION_J_ALPHA_BETA,
            Algorithm::NEGASCOUT,
        ],
        cutoff: vec![CutoffRule::NonStrict, CutoffRule::Strict],
        trees: 3,
        ..Spec::default()
    });
    let minimal = |algorithm, of: &str, leaves, cutoff| {
        let is_it = |row: &&SummaryRow| {
            (row.algorithm, row.measure, row.leaves, row.cutoff) == (algorithm, measure(of), Some(leaves), cutoff)
        };
        rows.iter().find(is_it).unwrap().minimal
    };
    let [continuous, two, three] = [Leaves::Continuous, Leaves::Integers(2), Leaves::Integers(3)];
    // All leaves are equal, which cuts off everything or, under the strict rule, nothing.
    assert_eq!(minimal(Algorithm::ALPHA_BETA, "evaluations", one, CutoffRule::NonStrict), Some(11.0));
    assert_eq!(minimal(Algorithm::ALPHA_BETA, "evaluations", one, CutoffRule::Strict), None);
    for rule in [CutoffRule::NonStrict, CutoffRule::Strict] {
        assert_eq!(minimal(Algorithm::ALPHA_BETA, "evaluations", continuous, rule), Some(11.0));
        assert_eq!(minimal(Algorithm::ALPHA_BETA, "evaluations", three, rule), Some(11.0));
        // (2b − 1)^d − 1.
        assert_eq!(minimal(Algorithm::SELECTION_J, "evaluations", continuous, rule), Some(124.0));
        assert_eq!(minimal(Algorithm::SELECTION_J, "distinct_leaves", continuous, rule), Some(27.0));
        assert_eq!(minimal(Algorithm::SELECTION_J_ALPHA_BETA, "evaluations", continuous, rule), None);
        assert_eq!(minimal(Algorithm::SELECTION_J_ALPHA_BETA, "distinct_leaves", continuous, rule), Some(11.0));
        assert_eq!(minimal(Algorithm::NEGASCOUT, "evaluations", continuous, rule), None);
    }
    assert_eq!(minimal(Algorithm::ALPHA_BETA, "evaluations", two, CutoffRule::NonStrict), Some(11.0));
    assert_eq!(minimal(Algorithm::ALPHA_BETA, "evaluations", two, CutoffRule::Strict), None);
}

#[test]
fn the_table_of_runs_has_the_leaves_of_each_tree_that_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let irregular = RandomTrees { min_branching: Some(1), ..random("3", "4") };
    let leaves_of = |name: &str, random: RandomTrees, algorithm: Vec<Algorithm>| {
        let games = vec![games("tictactoe", "2")];
        let sweep = Spec { random: Some(random), games, algorithm, trees: 4, ..Spec::default() }.sweep().unwrap();
        let [runs, ..] = kept(&folder.path().join(name), &sweep);
        let mut reader = csv::Reader::from_reader(runs.as_bytes());
        let place = reader.headers().unwrap().iter().position(|head| head == "tree_leaves").unwrap();
        reader.records().map(|record| record.unwrap()[place].to_owned()).collect::<Vec<String>>()
    };
    let both = vec![Algorithm::MINIMAX, Algorithm::ALPHA_BETA];
    let full = leaves_of("full", random("3", "4"), vec![Algorithm::ALPHA_BETA]);
    assert_eq!(full, ["81", "81", "81", "81", ""]);
    assert_eq!(leaves_of("unknown", irregular.clone(), vec![Algorithm::ALPHA_BETA]), [""; 5]);
    let found = leaves_of("found", irregular.clone(), both);
    let shape = Shape { min_branching: Some(1), ..Shape::full(3, 4) };
    let generator = Generator::new(Leaves::Continuous, Ordering::Random, shape).unwrap();
    let built = |seed| generator.build(seed, None, &Progress::new()).unwrap().leaf_count().to_string();
    let built: Vec<String> = (1..=4).map(built).collect();
    assert_eq!(
        (&found[..4], &found[4..8], &found[8..]),
        (&built[..], &built[..], &["72".to_owned(), "72".to_owned()][..])
    );
}

#[test]
fn one_thread_and_two_give_the_same_tables() {
    let sweep = mixed().sweep().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [one, two] =
        [1, 2].map(|threads| on_threads(threads, || kept(&folder.path().join(threads.to_string()), &sweep)));
    assert_eq!(one, two);
}

#[test]
fn merged_shards_give_the_tables_of_the_whole_sweep() {
    let folder = tempfile::tempdir().unwrap();
    // With 60 trees some cells stop after the first 50. A third of the trees would be too few for that.
    for (name, spec) in [("trees", mixed()), ("cells", Spec { standard_error: Some(0.04), trees: 60, ..mixed() })] {
        let at = |part: &str| folder.path().join(format!("{name}-{part}"));
        let whole = kept(&at("whole"), &spec.clone().sweep().unwrap());
        let parts = ["1/3", "2/3", "3/3"].map(|part| {
            let path = at(&part.replace('/', "-"));
            kept(&path, &Spec { shard: Some(part.parse().unwrap()), ..spec.clone() }.sweep().unwrap());
            path
        });
        let (_, sweep, results) = merge(&parts[..2], &at("two"), false).unwrap();
        assert!(!sweep.is_complete(&results), "{name}");
        let (_, sweep, results) = merge(&parts, &at("merged"), false).unwrap();
        assert!(sweep.is_complete(&results), "{name}");
        assert_eq!(tables(&at("merged")), whole, "{name}");
        // Runs that are missing in the joined sweep are run in its folder.
        assert_eq!(kept(&at("two"), &sweep), whole, "{name}");
    }
    let other = folder.path().join("other");
    kept(&other, &spec("2", "2").sweep().unwrap());
    let parts = [folder.path().join("trees-1-3"), other];
    let refused = merge(&parts, &folder.path().join("mixed-up"), false).unwrap_err();
    assert!(refused.to_string().contains("a different sweep"), "{refused}");
}

#[test]
fn a_cancelled_sweep_is_resumed_to_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    for (name, spec) in [("trees", mixed()), ("precise", Spec { standard_error: Some(0.1), trees: 60, ..mixed() })] {
        let sweep = spec.sweep().unwrap();
        let at = |part: &str| folder.path().join(format!("{name}-{part}"));
        let straight = kept(&at("straight"), &sweep);
        for after in [1, 100, 700] {
            let path = at(&after.to_string());
            let (open, mut results) = Folder::open(&path, &sweep, false).unwrap();
            let progress = Progress::new();
            let count = AtomicUsize::new(0);
            let keep = |_: &Run| {
                if count.fetch_add(1, Relaxed) + 1 == after {
                    progress.cancel();
                }
            };
            sweep.run(&mut results, &progress, &keep).unwrap();
            assert!(!sweep.is_complete(&results));
            open.finish(&sweep, &results).unwrap();
            drop(open);
            assert!(fs::read_to_string(path.join("runs.csv")).unwrap().lines().count() > after, "{after}");
            assert_eq!(kept(&path, &sweep), straight, "{name} after {after}");
        }
    }
}

#[test]
fn a_folder_keeps_its_sweep() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a sweep");
    let [one, other] = ["2", "3"].map(|branching| spec(branching, "3").sweep().unwrap());
    kept(&path, &one);
    assert_eq!(read_spec(&path.join("sweep.toml")).unwrap(), *one.spec());
    let refused = Folder::open(&path, &other, false).unwrap_err().to_string();
    assert!(refused.contains("--force") && refused.contains("a sweep"), "{refused}");
    let (open, results) = Folder::open(&path, &other, true).unwrap();
    assert_eq!(results.runs().len(), 0);
    let busy = Folder::open(&path, &other, false).unwrap_err().to_string();
    assert!(busy.contains("running"), "{busy}");
    drop(open);
    // The tables are derived from the journal and never read.
    fs::write(path.join("runs.csv"), "leaves,branching\nnonsense,2\nnonsense,3\nnonsense,4\n").unwrap();
    assert_eq!(kept(&path, &other), kept(&folder.path().join("beside"), &other));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(Folder::open(&file, &one, false).is_err());
}

#[test]
fn a_cell_stops_at_the_requested_standard_error() {
    let rows = summarised(Spec { standard_error: Some(0.02), trees: 5000, ..spec("3", "1,5") });
    for row in rows.iter().filter(|row| row.measure == Measure::evaluations()) {
        if row.standard_error == Some(0.0) {
            assert_eq!(row.trees, 50, "{row:?}");
        } else {
            assert!((51..5000).contains(&row.trees), "{row:?}");
            assert!(row.standard_error.unwrap() <= 0.02 * row.mean, "{row:?}");
        }
    }
}

#[test]
fn a_sweep_can_have_no_budget() {
    // More evaluations than the automatic budget has.
    let endless =
        Spec { algorithm: vec![Algorithm::SELECTION_J], trees: 1, budget: Budget::Unlimited, ..spec("2", "15") };
    let text = endless.to_toml().unwrap();
    assert!(text.contains("budget = \"unlimited\""), "{text}");
    assert_eq!(Spec::from_toml(&text).unwrap(), endless);
    let evaluations =
        run(endless).1.of_cell(0).map(|run| (run.ending, run.effort.counts.evaluations)).collect::<Vec<_>>();
    assert!(matches!(evaluations[..], [(Ending::Finished(_), 14_348_906)]), "{evaluations:?}");
}

#[test]
fn a_run_that_reaches_its_budget_is_marked_and_kept() {
    let (sweep, results) = run(Spec {
        algorithm: vec![Algorithm::SELECTION_J],
        trees: 4,
        budget: Budget::Evaluations(100),
        ..spec("3", "2..4")
    });
    assert_eq!(results.runs().len(), 12);
    assert!(
        results.of_cell(0).all(|run| matches!(run.ending, Ending::Finished(_)) && run.effort.counts.evaluations == 24)
    );
    assert!(results.of_cell(1).all(|run| run.ending == Ending::Budget && run.effort.counts.evaluations == 100));
    let rows = summarise(&sweep, &results);
    let row = |depth: u32| rows.iter().find(|row| row.depth == depth && row.measure == Measure::evaluations()).unwrap();
    assert_eq!((row(4).stopped, row(4).mean, row(4).deviation), (4, 100.0, None));
    // A mean that is too small is not compared with what theory expects.
    assert_eq!((row(2).expected, row(2).measured_to_expected, row(2).deviation), (Some(24.0), Some(1.0), Some(0.0)));
    assert_eq!((row(4).expected, row(4).measured_to_expected), (Some(624.0), None));
}

#[test]
fn a_table_of_runs_is_read_back_with_every_measure_or_refused_with_its_line() {
    meter::install();
    let algorithm = vec![Algorithm::LAZY_ALPHA_BETA, Algorithm::TAIL_RECURSIVE_MEMO];
    let measured = Spec { time: true, memory: true, trees: 3, algorithm, ..spec("2..3", "3") };
    for spec in [measured, Spec { cutoff: vec![CutoffRule::NonStrict], ..mixed() }] {
        let sweep = spec.sweep().unwrap();
        let folder = tempfile::tempdir().unwrap();
        kept(folder.path(), &sweep);
        let path = folder.path().join("runs.csv");
        let (open, results) = Folder::open(folder.path(), &sweep, false).unwrap();
        drop(open);
        assert_eq!(read_runs(&path, &sweep).unwrap(), Some(results));
    }
    let sweep = spec("2", "2").sweep().unwrap();
    let folder = tempfile::tempdir().unwrap();
    kept(folder.path(), &sweep);
    let path = folder.path().join("runs.csv");
    let table = fs::read_to_string(&path).unwrap();
    let refused = |heading: &str, cell: &str| {
        let mut rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
        let column = rows[0].iter().position(|title| *title == heading).unwrap();
        rows[2][column] = cell;
        let lines: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
        fs::write(&path, lines.join("\n")).unwrap();
        let error = read_runs(&path, &sweep).unwrap_err().to_string();
        error.split_once("runs.csv: ").unwrap().1.to_owned()
    };
    let remedy = "; remove the row to repeat the run";
    for (heading, cell, reason) in [
        ("evaluations", "four", "line 3: evaluations cannot be “four”"),
        ("evaluations", "1.5", "line 3: evaluations cannot be “1.5”"),
        ("deep_cutoffs", "-1", "line 3: deep_cutoffs cannot be “-1”"),
        ("visited_nodes", "", "line 3: visited_nodes is missing"),
        ("table_hits", "NaN", "line 3: table_hits cannot be “NaN”"),
        ("value", "x", "line 3: the value cannot be read"),
    ] {
        assert_eq!(refused(heading, cell), format!("{reason}{remedy}"));
    }
    assert!(refused("depth", "deep").starts_with("line 3: "), "{}", refused("depth", "deep"));
}

#[test]
fn time_and_memory_are_measured_on_request_and_kept() {
    meter::install();
    let spec = Spec { time: true, memory: true, measured_trees: 2, repeat: 3, trees: 5, ..spec("3", "3") };
    let sweep = Spec { algorithm: vec![Algorithm::ALPHA_BETA, Algorithm::TAIL_RECURSIVE], ..spec }.sweep().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let first = kept(folder.path(), &sweep);
    let (open, results) = Folder::open(folder.path(), &sweep, false).unwrap();
    drop(open);
    assert!(sweep.is_complete(&results));
    for run in results.runs() {
        assert_eq!((run.resources.seconds.is_some(), run.resources.memory.is_some()), (run.tree < 2, run.tree < 2));
        if let Some(seconds) = run.resources.seconds {
            assert!(0.0 < seconds.min && seconds.min <= seconds.median);
        }
    }
    assert!(results.of_cell(1).take(2).all(|run| run.resources.memory.unwrap().heap > Some(0)));
    // Nothing is measured again.
    assert_eq!(kept(folder.path(), &sweep), first);
}

#[test]
fn the_progress_of_a_sweep_ends_at_its_total() {
    let progress = Progress::new();
    meter::install();
    let sweep = Spec { memory: true, ..mixed() }.sweep().unwrap();
    sweep.run(&mut Results::default(), &progress, &|_| {}).unwrap();
    assert!((0.99..=1.0).contains(&progress.fraction().unwrap()), "{:?}", progress.fraction());
}

#[test]
fn a_spec_reads_back_as_written() {
    let full = Spec {
        title: "“Ties” & <more>".into(),
        standard_error: Some(0.01),
        shard: Some("2/5".parse().unwrap()),
        random: Some(RandomTrees { min_branching: Some(1), ..random("2", "3..5") }),
        time: true,
        ..mixed()
    };
    for spec in [spec("2", "3"), mixed(), full, Preset::SelectionMonad.spec().unwrap()] {
        assert_eq!(Spec::from_toml(&spec.to_toml().unwrap()).unwrap(), spec);
    }
    let short = "[random]\nbranching = \"2..4\"\ndepth = \"3\"\nleaves = [\"integers:5\"]\n";
    let random = RandomTrees { leaves: vec![Leaves::Integers(5)], ..random("2..4", "3") };
    let expected = Spec { random: Some(random), ..Spec::default() };
    assert_eq!(Spec::from_toml(short).unwrap(), expected);
    // Numbers may also be written as such.
    let numbers = short.replace("\"2..4\"", "[4, 2, 3, 2]").replace("\"3\"", "3");
    assert_eq!(Spec::from_toml(&numbers).unwrap(), expected, "{numbers}");
    assert_ne!(numbers, short);
    // One element stands for a list of one.
    let lone =
        format!("algorithm = \"minimax\"\n[game]\nfrom = \"nim:1,2\"\ndepth = 2\n{}", short.replace(['[', ']'], ""));
    let lone = lone.replace("random\n", "[random]\n");
    let expected = Spec { algorithm: vec![Algorithm::MINIMAX], games: vec![games("nim:1,2", "2")], ..expected };
    assert_eq!(Spec::from_toml(&lone).unwrap(), expected, "{lone}");
}

#[test]
fn a_sweep_file_may_name_all_algorithms() {
    let text = "algorithm = \"all\"\n[random]\nbranching = 2\ndepth = 3\n";
    assert_eq!(Spec::from_toml(text).unwrap().algorithm, Algorithm::ALL);
    let more = Spec::from_toml(&text.replace("\"all\"", "[\"all\", \"mtd-f=3\"]")).unwrap().algorithm;
    assert_eq!(more, [&Algorithm::ALL[..], &[Algorithm::MTD_F.with_number(Value::from(3))]].concat());
    let wrong = Spec::from_toml(&text.replace("\"all\"", "[\"minimax\", \"negamax\"]")).unwrap_err().to_string();
    assert!(wrong.starts_with("1:25: unknown algorithm “negamax”"), "{wrong}");
    let threshold = Spec { algorithm: vec![Algorithm::threshold(Value::from(1))], ..spec("2", "3") };
    let refused = threshold.sweep().unwrap_err().to_string();
    assert_eq!(
        refused,
        "sweeps do not run threshold tests or proof-number search; choose algorithms that compute the value"
    );
}

#[test]
fn the_page_about_sweeps_describes_every_column_and_every_default_algorithm() {
    let folder = tempfile::tempdir().unwrap();
    let [runs, summary, _] = kept(folder.path(), &Spec { trees: 1, ..spec("2", "2") }.sweep().unwrap());
    let page = fs::read_to_string("docs/sweeps.md").unwrap();
    let described = |heading: &str| {
        let (_, section) = page.split_once(&format!("\n{heading}\n")).unwrap();
        let lines =
            section.lines().take_while(|line| !line.starts_with('#')).filter_map(|line| line.strip_prefix("| `"));
        let columns = lines.filter_map(|line| line.split_once(" | ")).flat_map(|(names, _)| names.split("`, `"));
        columns.map(|name| name.trim_matches('`').to_owned()).collect::<Vec<String>>()
    };
    for (table, heading) in [(runs, "### runs.csv"), (summary, "### summary.csv")] {
        let mut columns: Vec<String> = table.lines().next().unwrap().split(',').map(String::from).collect();
        let mut described = described(heading);
        columns.sort_unstable();
        described.sort_unstable();
        assert_eq!(described, columns, "{heading}");
    }
    let usual: Vec<String> = Algorithm::usual().iter().map(|algorithm| format!("`{algorithm}`")).collect();
    assert!(page.contains(&format!("| `--algorithm` | {} |", usual.join(", "))), "{usual:?}");
}

#[test]
fn leaves_orderings_and_shapes_that_do_not_go_together_are_refused_with_a_remedy() {
    let refused = |leaves: &str, ordering: &str, min_branching| {
        let (leaves, ordering) = (vec![leaves.parse().unwrap()], vec![ordering.parse().unwrap()]);
        let random = RandomTrees { leaves, ordering, min_branching, ..random("3", "3") };
        Spec { random: Some(random), ..Spec::default() }.sweep().unwrap_err().to_string()
    };
    assert!(refused("growth", "best-first", None).ends_with("choose one of them, or the ordering random"));
    assert!(refused("continuous", "best-first", Some(1)).ends_with("leaf probability, or choose the ordering random"));
    assert!(refused("two-valued", "random", Some(1)).ends_with("or give a probability, such as two-valued:0.5"));
    assert!(refused("permutation", "random", Some(1)).ends_with("or choose other leaf values"));
}

#[test]
fn an_invalid_spec_is_refused_in_a_sentence() {
    let text = |text: &str| Spec::from_toml(text).unwrap_err().to_string();
    let wrong = text("[random]\nbranching = \"2\"\ndepth = \"3\"\nleaves = [\"primes\"]\n");
    assert!(wrong.starts_with("4:11: ") && wrong.contains("integers:M"), "{wrong}");
    assert_eq!(text("[random]\nbranching = \"2\"\n"), "1:1: the field “depth” is missing; add it");
    let wrong = text("[random]\nbranching = 2.5\ndepth = 3\n");
    assert!(wrong.starts_with("2:13: 2.5 cannot stand here; write a whole number, a list"), "{wrong}");
    assert!(text("[random]\nbranching = [2, 'x']\ndepth = 3\n").starts_with("2:17: the text “x” cannot stand here"));
    assert!(text("[random]\nbranching = []\ndepth = 3\n").starts_with("2:13: “[]” is not a list"));
    assert!(text("[random]\nbranching = -1\ndepth = 3\n").starts_with("2:13: “-1” is not a list"));
    assert!(text("[random]\nbranching = \"2\"\ndepth = \"3\"\ncolour = 1\n").contains("colour"));
    assert!(
        text("[[game]]\nfrom = \"go\"\ndepth = \"3\"\n")
            .contains("unknown game “go”; expected one of tictactoe, connect4, chess, nim")
    );
    assert!(text("[[game]]\nfrom = \"nim:1,x\"\ndepth = \"3\"\n").contains("nim: "));
    let spec_error = |spec: Spec| spec.sweep().unwrap_err().to_string();
    assert!(spec_error(Spec { seed: u64::MAX, ..spec("2", "3") }).contains("seed"));
    assert!(spec_error(Spec { trees: u32::MAX, ..spec("2", "3") }).contains("fewer trees"));
    let twice = |games: Vec<Games>| spec_error(Spec { games, ..Spec::default() });
    let endless = Spec { random: None, games: vec![games("chess", "4001")], ..Spec::default() };
    assert!(spec_error(endless).contains("to depth 4,000 at most"));
    let said = twice(vec![games("nim:1,2", "1..4"), games("connect4", "2"), games("nim:1,2", "4..5")]);
    assert!(said.contains("nim:1,2 to depth 4 twice"), "{said}");
    let algorithm = vec![Algorithm::MINIMAX, Algorithm::ALPHA_BETA, Algorithm::MINIMAX];
    assert!(spec_error(Spec { algorithm, ..spec("2", "2") }).contains("minimax twice"));
    assert!("4/3".parse::<plyscope::experiment::sweep::Shard>().unwrap_err().contains("K/N"));
    assert!("6..2".parse::<Numbers>().is_err());
}

#[test]
fn trees_beyond_memory_are_counted_and_left_unmeasured() {
    let (sweep, results) = run(Spec {
        random: Some(RandomTrees { ordering: vec![Ordering::BestFirst(Probability::ONE)], ..random("2", "30") }),
        algorithm: vec![Algorithm::ALPHA_BETA],
        trees: 1,
        budget: Budget::Evaluations(5_000),
        time: true,
        ..Spec::default()
    });
    assert_eq!(results.runs().len(), 1);
    assert!(results.runs().all(|run| run.resources.seconds.is_none() && run.effort.counts.evaluations == 5_000));
    assert!(sweep.is_complete(&results));
}

#[test]
fn a_game_has_one_run_for_each_depth_and_its_counts_are_those_of_a_search() {
    let (sweep, results) = run(Spec {
        games: vec![games("tictactoe", "1..5"), games("connect4:44", "3"), games("nim:2,3", "9")],
        algorithm: Algorithm::ALL.to_vec(),
        cutoff: vec![CutoffRule::NonStrict, CutoffRule::Strict],
        trees: 50,
        time: true,
        ..Spec::default()
    });
    assert_eq!(results.runs().len(), 7 * Algorithm::ALL.len() * 2);
    for run in results.runs() {
        let cell = &sweep.cells()[run.cell];
        let played = cell.source.game().unwrap();
        let settings = Settings { cutoff: cell.cutoff, ..Settings::default() };
        // Compared with the search of the command.
        let game = played.start.game().game().searched(Stages::to_depth(played.depth));
        let searched = measure_on_game(cell.algorithm, &game, settings, &Progress::new());
        let ending = searched.outcome.value().map_or(Ending::Budget, Ending::Finished);
        assert_eq!((run.ending, run.effort), (ending, searched.effort), "{cell:?}");
        assert!(run.resources.seconds.is_some());
    }
    // All leaves of tic-tac-toe to depth 5, and those that alpha-beta needs.
    let found = |algorithm, measure| {
        let rows = summarise(&sweep, &results);
        let row = rows.into_iter().find(|row| {
            (row.depth, row.algorithm, row.measure, row.cutoff) == (5, algorithm, measure, CutoffRule::NonStrict)
        });
        row.unwrap().mean
    };
    assert_eq!(found(Algorithm::MINIMAX, Measure::evaluations()), 15_120.0);
    assert!(found(Algorithm::ALPHA_BETA, Measure::evaluations()) < 3_000.0);
}

#[test]
fn an_algorithm_with_a_number_is_kept_in_the_files_of_a_sweep() {
    let guesses = [Algorithm::MTD_F, Algorithm::MTD_F.with_number(Value::from(3))];
    let sweep = Spec { algorithm: guesses.to_vec(), trees: 3, ..spec("2", "3") }.sweep().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [runs, ..] = kept(folder.path(), &sweep);
    assert_eq!(runs.matches(",mtd-f,").count(), 3, "{runs}");
    assert_eq!(runs.matches(",mtd-f=3,").count(), 3, "{runs}");
    assert_eq!(read_spec(&folder.path().join("sweep.toml")).unwrap(), *sweep.spec());
    let (_open, results) = Folder::open(folder.path(), &sweep, false).unwrap();
    assert_eq!(results, run(sweep.spec().clone()).1);
}

#[test]
fn lazy_searches_and_tables_have_measures_of_their_own() {
    let algorithm = vec![Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA, Algorithm::TAIL_RECURSIVE_MEMO];
    let leaves = vec![Leaves::Integers(2)];
    let random = Some(RandomTrees { leaves, ..random("3", "6") });
    let rows = summarised(Spec { random, algorithm, trees: 20, ..Spec::default() });
    let of = |measure| rows.iter().filter(|row| row.measure == measure).collect::<Vec<_>>();
    for measure in ["nodes_built", "peak_nodes_alive", "thunks_forced", "thunks_reused"].map(measure) {
        assert!(of(measure).iter().all(|row| row.algorithm == Algorithm::LAZY_ALPHA_BETA), "{measure:?}");
        assert_eq!(of(measure).len(), 1, "{measure:?}");
    }
    let [built, visited] = ["nodes_built", "visited_nodes"]
        .map(|id| of(measure(id)).into_iter().find(|row| row.algorithm == Algorithm::LAZY_ALPHA_BETA).unwrap().mean);
    assert!(built >= visited, "{built} built and {visited} visited");
    // Hughes' claim: of the 1,093 nodes only about b*d are alive at any time.
    assert!(of(measure("peak_nodes_alive"))[0].max <= 3.0 * 6.0 + 1.0);
    let hits = of(measure("table_hits"));
    assert!(hits.len() == 1 && hits[0].algorithm == Algorithm::TAIL_RECURSIVE_MEMO && hits[0].min > 0.0, "{hits:?}");
}

#[test]
fn a_game_is_written_as_given() {
    for text in ["tictactoe", "connect4:44533", "nim:3,4,5", "chess:4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] {
        assert_eq!(text.parse::<Start>().unwrap().to_string(), text);
    }
    assert_eq!("connect4:44".parse::<Start>().unwrap().title(), "Connect Four from 44");
}
