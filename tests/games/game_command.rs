//! `plyscope game` as started from a shell.

use plyscope::experiment::trace::Opened;
use plyscope::game::{Erased, Game, Nim, Playable, Stages, TicTacToe, follow};
use plyscope::progress::Progress;
use plyscope::search::hughes::Pipeline;
use plyscope::search::{Algorithm, search};
use plyscope::tree::{NodeId, Tree, Value, file};
use serde_json::Value as Json;

use crate::program;
use crate::searching::{limits, run, written};

fn plyscope(arguments: &[&str]) -> assert_cmd::assert::Assert {
    program::plyscope(&[&["game"], arguments].concat())
}

fn json(arguments: &[&str]) -> Json {
    program::json(&[&["game"], arguments, &["--format", "json"]].concat())
}

fn failure(arguments: &[&str]) -> String {
    program::failure(&[&["game"], arguments].concat())
}

#[test]
fn the_command_prints_the_same_object_as_search_and_the_names_of_the_moves() {
    let object =
        json(&["tictactoe", "--position", "X.O/.X./..O", "--algorithm", "minimax,lattice-pruning", "--repeat", "3"]);
    let tree = &object["tree"];
    assert_eq!((tree["root"].as_str(), tree["title"].as_str()), (Some("max"), Some("Tic-tac-toe: X.O/.X./..O")));
    let written = written(&TicTacToe::from_position("X.O/.X./..O").unwrap());
    assert_eq!(tree["nodes"].as_u64(), Some(written.len() as u64));
    assert_eq!(tree["leaves"].as_u64(), Some(written.leaf_count() as u64));
    assert_eq!(tree["depth"].as_u64(), Some(written.height().into()));
    for (run, id) in object["runs"].as_array().unwrap().iter().zip(["minimax", "lattice-pruning"]) {
        assert_eq!((run["algorithm"].as_str(), run["outcome"].as_str()), (Some(id), Some("finished")));
        let counts = crate::searching::run(id.parse().unwrap(), &written).1;
        assert_eq!(run["evaluations"].as_u64(), Some(counts.evaluations));
        assert_eq!(run["distinct_leaves"].as_u64(), Some(counts.distinct_leaves));
        assert_eq!(run["visited_nodes"].as_u64(), Some(counts.visited_nodes));
        assert_eq!(run["shallow_cutoffs"].as_u64(), Some(counts.shallow_cutoffs));
        assert_eq!(run["deep_cutoffs"].as_u64(), Some(counts.deep_cutoffs));
        assert!(run["seconds"]["min"].as_f64() <= run["seconds"]["median"].as_f64());
        assert_eq!(run["value"], 0);
        assert_eq!(run["line"], serde_json::json!([2, 1, 0, 1, 0]));
        assert_eq!(run["moves"], serde_json::json!(["c2", "a2", "b1", "b3", "a3"]));
    }
}

#[test]
fn moves_have_their_names_in_every_order() {
    let chess = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let mate = |flags: &[&str]| {
        let search = ["chess", "--position", chess, "--depth", "2", "--algorithm", "alpha-beta"];
        json(&[&search, flags].concat())["runs"][0].clone()
    };
    let (plain, sorted) = (mate(&[]), mate(&["--highfirst"]));
    assert_eq!((&plain["moves"], &sorted["moves"]), (&serde_json::json!(["Qxf7#"]), &serde_json::json!(["Qxf7#"])));
    assert_eq!(sorted["line"], plain["line"]);
    assert_eq!(mate(&["--highfirst", "--taketree", "5"])["moves"], plain["moves"]);
}

#[test]
fn the_help_says_what_each_game_is() {
    let help = plyscope(&["--help"]).success();
    let help = String::from_utf8_lossy(&help.get_output().stdout).into_owned();
    for game in ["Tic-tac-toe", "Connect Four", "Chess", "Nim", "Random-turn tic-tac-toe", "A random tree"] {
        assert!(help.contains(game), "{game}: {help}");
    }
}

#[test]
fn the_command_searches_connect4_and_chess_to_a_small_depth() {
    for (name, depth, leaves) in [("connect4", 6, 117_649), ("chess", 3, 8_902)] {
        let object = json(&[name, "--algorithm", "minimax"]);
        assert_eq!(object["tree"]["depth"].as_u64(), Some(depth));
        assert_eq!(object["runs"][0]["evaluations"].as_u64(), Some(leaves));
        assert_eq!(json(&[name, "--depth", "2", "--algorithm", "minimax"])["tree"]["depth"].as_u64(), Some(2));
    }
}

#[test]
fn the_table_of_the_command_says_whether_the_algorithms_agree() {
    let assert = plyscope(&["nim", "--position", "1,2,2"]).success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(text.contains("selection-gk-alpha-beta") && text.ends_with("All algorithms agree: value 1\n"), "{text}");
}

#[test]
fn the_command_writes_a_tree_that_opens_as_the_game_and_does_not_replace_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.json");
    let file = path.to_str().unwrap();
    let write = ["nim", "--position", "1,2,3", "--output", file];
    plyscope(&write).success();
    let tree = file::open(&path, &Progress::new()).unwrap();
    let game = Nim::from_position("1,2,3").unwrap();
    for node in tree.nodes() {
        let line = follow(&game, &tree.path(node)).unwrap();
        let (end, before) = line.split_last().unwrap();
        assert_eq!(tree.label(node), Some(game.label(end).as_str()));
        assert_eq!(tree.value(node), game.static_value(end));
        assert_eq!(tree.player(node), game.player(end));
        let move_name = before.last().map(|before| game.move_name(before, end));
        assert_eq!(tree.move_name(node), move_name.as_deref());
    }
    assert_eq!((tree.len(), tree.title()), (447, "Nim: 1,2,3"));
    assert!(!tree.source().is_empty());
    assert!(failure(&write).contains("add --force"));
    plyscope(&[&write[..], &["--force", "--depth", "1"]].concat()).success();
    assert_eq!(file::open(&path, &Progress::new()).unwrap().len(), 7);
}

#[test]
fn the_samples_from_games_are_what_the_command_writes() {
    let folder = tempfile::tempdir().unwrap();
    for (sample, name, position) in
        [("tictactoe-fork.json", "tictactoe", "XO./.X./..O"), ("nim-1-2-3.json", "nim", "1,2,3")]
    {
        let path = folder.path().join(sample);
        plyscope(&[name, "--position", position, "--output", path.to_str().unwrap()]).success();
        let committed = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_trees").join(sample);
        assert!(std::fs::read(path).unwrap() == std::fs::read(committed).unwrap(), "{sample}");
    }
}

#[test]
fn an_infinite_line_of_play_ends_at_a_limit() {
    // Both sides can capture a knight with a pawn, and need not: every move of the kings leads to such a position again.
    let standing = "6k1/8/8/3n4/1p2P3/2N5/8/6K1 w - -";
    let arguments = ["--depth", "1", "--dynamic", "--budget", "500", "--algorithm", "lazy-alpha-beta,alpha-beta"];
    let object = json(&[&["chess", "--position", standing][..], &arguments].concat());
    for run in object["runs"].as_array().unwrap() {
        assert_eq!((&run["outcome"], &run["evaluations"]), (&"budget".into(), &500.into()));
    }
    let message = failure(&["chess", "--depth", "4001"]);
    assert!(message.contains("from 0 to 4,000"), "{message}");
}

#[test]
fn errors_of_the_command_are_reported_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tree.json");
    let file = file.to_str().unwrap();
    assert!(failure(&["connect4", "--depth", "9", "--output", file]).contains("choose a smaller --depth"));
    assert!(!std::path::Path::new(file).exists());
    let message = failure(&["chess", "--position", "4k3/8/8/8/8/8/8/8 w - -"]);
    assert_eq!(message, "plyscope: --position 4k3/8/8/8/8/8/8/8 w - -: White has no king\n");
    assert_eq!(failure(&["tictactoe", "--position", "X\nO/.../..."]).lines().count(), 1);
    failure(&["chess", "--output", file, "--algorithm", "minimax"]);
    failure(&["tictactoe", "--force"]);
    assert!(failure(&["go"]).contains("go"));
}

#[test]
fn the_command_takes_the_stages_of_hughes_pipeline() {
    let flags = ["--prune", "4", "--highfirst", "--taketree", "3", "--algorithm", "lazy-alpha-beta,lazy-minimax"];
    let object = json(&[&["tictactoe"][..], &flags].concat());
    let stages = Stages { prune: Some(4), highfirst: true, taketree: Some(3), ..Stages::default() };
    let pipeline = Algorithm::of_pipeline(Pipeline { stages, ..Pipeline::default() });
    let game = TicTacToe::default();
    let report = search(pipeline, &Erased::shaped(Stages::default(), &game), limits());
    let evaluated = report.extras.static_values.unwrap();
    let run = &object["runs"][0];
    assert_eq!(run["pipeline"], "max . maximise' . taketree 3 . highfirst . maptree static . prune 4 . gametree");
    assert_eq!(run["value"].as_f64(), report.outcome.value().map(Value::get));
    assert_eq!(run["evaluations"].as_u64(), Some(evaluated.leaves));
    assert_eq!(run["ordering_evaluations"].as_u64(), Some(evaluated.ordering));
    assert_eq!(run["static_evaluations"].as_u64(), Some(evaluated.total()));
    assert_eq!(object["tree"]["leaves"], object["runs"][1]["evaluations"], "minimax looks at every leaf");
    let text = plyscope(&[&["tictactoe"][..], &flags].concat()).success();
    let text = String::from_utf8(text.get_output().stdout.clone()).unwrap();
    assert!(text.contains("for ordering"), "{text}");
    assert!(failure(&["nim", "--taketree", "0"]).contains("taketree"));
}

#[test]
fn a_random_tree_of_depth_30_is_searched_in_memory_that_does_not_grow_with_depth() {
    let bytes = |depth: &str| {
        let flags = ["random", "--branching", "2", "--depth", depth, "--algorithm", "alpha-beta", "--budget", "100000"];
        let object = json(&flags);
        let run = &object["runs"][0];
        assert_eq!(object["tree"]["leaves"].as_u64(), Some(1 << depth.parse::<u64>().unwrap()));
        (run["peak_heap_bytes"].as_u64().unwrap(), run["peak_stack_bytes"].as_u64().unwrap())
    };
    let (heap, stack) = bytes("30");
    let (heap_of_15, stack_of_15) = bytes("15");
    assert_eq!(heap, heap_of_15, "nothing is stored");
    assert!(stack < 3 * stack_of_15, "a frame a level, not a node: {stack} and {stack_of_15} bytes");
}

#[test]
fn the_command_names_the_seed_of_a_random_tree_and_searches_the_tree_that_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("random.json");
    for law in [&["--leaves", "integers:5"][..], &["--leaves", "growth", "--min-branching", "1"]] {
        let random = [&["random", "--branching", "3", "--depth", "5", "--seed", "9"][..], law].concat();
        let searched = json(&[&random[..], &["--algorithm", "alpha-beta,lazy-alpha-beta"]].concat());
        assert!(searched["tree"]["title"].as_str().unwrap().contains("seed 9"));
        plyscope(&[&random[..], &["--force", "--output", path.to_str().unwrap()]].concat()).success();
        let tree = file::open(&path, &Progress::new()).unwrap();
        assert_eq!(searched["tree"]["title"].as_str(), Some(tree.title()));
        assert_eq!(searched["tree"]["nodes"].as_u64(), Some(tree.len() as u64));
        for found in searched["runs"].as_array().unwrap() {
            let (value, counts) = run(found["algorithm"].as_str().unwrap().parse().unwrap(), &tree);
            assert_eq!(found["value"].as_f64(), value.map(Value::get));
            assert_eq!(found["evaluations"].as_u64(), Some(counts.evaluations));
        }
    }
}

#[test]
fn the_trace_of_a_search_of_a_game_has_its_moves_and_positions_and_is_read_back() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("search.jsonl");
    let file = path.to_str().unwrap();
    let position = "X.O/.X./O..";
    let arguments = ["tictactoe", "--position", position, "--algorithm", "alpha-beta", "--trace", file];
    plyscope(&arguments).success();
    assert!(failure(&arguments).contains("search.jsonl"), "nothing is overwritten");
    plyscope(&[&arguments[..], &["--force"]].concat()).success();
    let trace = Opened::from_file(&path, plyscope::tree::file::Asked::default(), &Progress::new()).unwrap();
    let game = written(&TicTacToe::from_position(position).unwrap());
    assert_eq!((trace.tree.game(), trace.tree.label(NodeId::ROOT)), (Some("tictactoe"), game.label(NodeId::ROOT)));
    let moves = |tree: &Tree| -> Vec<String> {
        tree.children(NodeId::ROOT).filter_map(|node| tree.move_name(node).map(str::to_owned)).collect()
    };
    let (of_trace, of_game) = (moves(&trace.tree), moves(&game));
    assert!(!of_trace.is_empty() && of_game.starts_with(&of_trace), "{of_trace:?} {of_game:?}");
    let traced = trace.traced.unwrap().measured(&trace.tree);
    let (value, counts) = run(Algorithm::ALPHA_BETA, &game);
    assert_eq!(traced.outcome.value(), value);
    assert_eq!(traced.effort.counts, counts);
    let both = ["tictactoe", "--position", position, "--algorithm", "alpha-beta,minimax", "--force", "--trace", file];
    assert!(failure(&both).contains("name one algorithm"));
    let random = ["random", "--branching", "3", "--depth", "3", "--algorithm", "mtd-f", "--force", "--trace", file];
    plyscope(&random).success();
    assert!(
        Opened::from_file(&path, plyscope::tree::file::Asked::default(), &Progress::new()).unwrap().traced.is_some()
    );
}

#[test]
fn each_pass_within_the_time_is_a_search_to_its_depth() {
    let deepened = json(&["connect4", "--seconds", "0.4"]);
    let passes = deepened["passes"].as_array().unwrap();
    assert!(passes.len() > 3 && deepened["whole"] == false, "{deepened}");
    for (depth, pass) in (1..).zip(&passes[..passes.len().min(6)]) {
        let depth = depth.to_string();
        let run = &json(&["connect4", "--depth", &depth, "--algorithm", "alpha-beta,iterative-deepening"])["runs"];
        assert_eq!((&pass["value"], pass["depth"].to_string()), (&run[0]["value"], depth));
        assert_eq!((&pass["evaluations"], &pass["line"]), (&run[1]["evaluations"], &run[1]["line"]));
    }
    // A game that ends within the time is searched whole.
    let whole = json(&["tictactoe", "--position", "X.O/.X./..O", "--seconds", "60"]);
    assert_eq!(
        (&whole["whole"], &whole["passes"].as_array().unwrap().last().unwrap()["value"]),
        (&true.into(), &0.into())
    );
    let wrong = failure(&["connect4", "--seconds", "1", "--algorithm", "minimax"]);
    assert!(wrong.contains("--seconds is for iterative-deepening alone"), "{wrong}");
    assert!(failure(&["connect4", "--seconds", "0"]).contains("expected a number of seconds from 0.001 to 86,400"));
}
