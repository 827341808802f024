//! `plyscope perft`: counts below each move, and the comparison with those of another program.

use std::fs;

use plyscope::game::unfold::to_tree;
use plyscope::game::{AnyGame, GAMES, GameName, Stages};
use plyscope::progress::Progress;
use tempfile::TempDir;

use crate::program::{failure, plyscope, stdout};

const PAWNS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";

fn perft(arguments: &[&str]) -> String {
    stdout(&plyscope(&[&["perft"], arguments].concat()).success())
}

#[test]
fn the_counts_of_chess_are_those_of_the_chess_programming_wiki() {
    assert_eq!(perft(&["chess", "--depth", "1"]), "20\n");
    assert_eq!(perft(&["chess", "--depth", "4"]), "197281\n");
    for (depth, count) in [("1", "14\n"), ("2", "191\n"), ("3", "2812\n"), ("4", "43238\n")] {
        assert_eq!(perft(&["chess", "--position", PAWNS, "--depth", depth]), count);
    }
}

#[test]
fn the_counts_below_the_moves_are_named_as_engines_name_them() {
    let divided = perft(&["chess", "--position", PAWNS, "--depth", "2", "--divide"]);
    let mut lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.split_off(lines.len() - 2), ["", "191"]);
    assert!(lines.contains(&"e2e4: 16") && lines.contains(&"b4f4: 2"), "{divided}");
    let promotion = perft(&["chess", "--position", "8/P6k/8/8/8/8/8/K7 w - -", "--depth", "1", "--divide"]);
    assert!(promotion.contains("a7a8q: 1\n"), "{promotion}");
    assert_eq!(perft(&["tictactoe", "--position", "XXX/OO./...", "--depth", "1", "--divide"]), "\n0\n");
}

#[test]
fn every_game_is_counted_as_its_tree_has_nodes() {
    for entry in GAMES {
        let game = AnyGame::from_start(GameName::of(entry));
        for depth in 1..=3 {
            let tree = to_tree(&game.game().searched(Stages::to_depth(depth)), 1_000_000, &Progress::new());
            let tree = tree.unwrap().build().unwrap();
            let divided = game.game().divide(depth);
            let counted: u64 = divided.iter().map(|counted| counted.leaves).sum();
            let nodes = tree.nodes().filter(|&node| tree.depth(node) == depth).count();
            assert_eq!(counted, nodes as u64, "{}, depth {depth}", entry.id);
        }
    }
}

/// What the comparison with a text says, and whether the counts agree.
fn compared(printed: &str, arguments: &[&str]) -> Result<String, String> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("counts.txt");
    fs::write(&path, printed).unwrap();
    let arguments = [&["perft"], arguments, &["--compare", path.to_str().unwrap()]].concat();
    let assert = plyscope(&arguments);
    let output = assert.get_output();
    let said = String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap();
    if output.status.success() { Ok(said) } else { Err(said) }
}

#[test]
fn what_we_print_ourselves_agrees_also_in_other_forms() {
    for arguments in [
        &["chess", "--depth", "3"][..],
        &["connect4", "--depth", "4"],
        &["nim", "--depth", "2"],
        &["tictactoe", "--depth", "5"],
    ] {
        let divided = perft(&[arguments, &["--divide"]].concat());
        let said = compared(&divided, arguments).unwrap();
        assert!(said.ends_with("all counts agree\n"), "{said}");
        let spaced = format!("Stockfish 16\n{}Nodes searched: 8902\n", divided.replace(": ", " "));
        assert!(arguments[0] == "nim" || compared(&spaced, arguments).is_ok(), "{spaced}");
    }
    let by_people = "Na3 1\nNc3 1\nNf3 1\nNh3 1\na3 1\na4 1\nb3 1\nb4 1\nc3 1\nc4 1\nd3 1\nd4 1\ne3 1\ne4 1\nf3 1\nf4 1\ng3 1\ng4 1\nh3 1\nh4 1\n";
    assert!(compared(by_people, &["chess", "--depth", "1"]).is_ok());
}

#[test]
fn a_difference_is_followed_down_to_the_position_where_it_begins() {
    let arguments = ["chess", "--position", PAWNS, "--depth", "3"];
    let at_start = perft(&[&arguments[..], &["--divide"]].concat());
    let wrong = at_start.replace("e2e4: 177", "e2e4: 176");
    assert_ne!(at_start, wrong, "{at_start}");
    let said = compared(&wrong, &arguments).unwrap_err();
    assert!(said.contains("e2e4 (e4) has 177 leaves, and line") && said.contains("says 176"), "{said}");
    let after = "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3";
    assert!(said.contains(after) && said.contains("“after e2e4”") && said.contains("to depth 2"), "{said}");

    // The other program does not move two squares with a pawn.
    let below = perft(&["chess", "--position", after, "--depth", "2", "--divide"]);
    let without: Vec<&str> = below.lines().filter(|line| !line.starts_with("c7c5")).collect();
    let without = without.join("\n");
    let said = compared(&format!("{wrong}\nafter e2e4\n{without}"), &arguments).unwrap_err();
    assert!(said.contains("After e2e4: the move c7c5 (c5) is missing"), "{said}");
    assert!(said.contains(&format!("begins in this position: {after}")), "{said}");
}

#[test]
fn a_move_that_is_not_legal_and_a_name_written_twice_are_named_with_their_lines() {
    let divided = perft(&["chess", "--depth", "1", "--divide"]);
    let said = compared(&format!("{divided}e1g1: 1\n"), &["chess", "--depth", "1"]).unwrap_err();
    assert!(said.contains("“e1g1” in line 23 is not a legal move"), "{said}");
    let said = compared("e2e4 1\ne2e4 1\n", &["chess", "--depth", "1"]).unwrap_err();
    assert!(said.contains("line 2: “e2e4” has a count in line 1 already"), "{said}");
    let said = compared("no counts\n", &["chess", "--depth", "1"]).unwrap_err();
    assert!(said.contains("has no line with a move and a count"), "{said}");
}

#[test]
fn every_line_is_compared_and_what_cannot_be_is_named() {
    let divided = perft(&["chess", "--depth", "2", "--divide"]);
    let said = |printed: &str| compared(printed, &["chess", "--depth", "2"]);
    let below = perft(&[
        "chess",
        "--position",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "--depth",
        "1",
        "--divide",
    ]);
    assert!(said(&format!("{divided}after e2e4\n{below}")).is_ok());
    let wrong = below.replace("e7e5: 1", "e7e5: 99");
    for begin in [divided.as_str(), ""] {
        let said = said(&format!("{begin}after e4\n{wrong}")).unwrap_err();
        assert!(said.contains("After e2e4: e7e5 (e5) has 1 leaf, and line") && said.contains("says 99"), "{said}");
    }
    // The first difference is followed down, and the others are told, too.
    let both = divided.replace("d2d4: 20", "d2d4: 21");
    let text = said(&format!("{both}after e2e4\n{wrong}")).unwrap_err();
    assert!(text.contains("d2d4 (d4) has 20 leaves") && text.contains("says 99"), "{text}");
    let illegal = said(&format!("{divided}after e2e9\ne7e5: 1\n")).unwrap_err();
    assert!(illegal.contains("line 23: At the start, “e2e9” is not a legal move"), "{illegal}");
    let deep = said(&format!("{divided}after e2e4 e7e5\ng1f3: 1\n")).unwrap_err();
    assert!(deep.contains("line 23: after as many moves as --depth counts"), "{deep}");
    for number in ["-20", "99999999999999999999999"] {
        let unread = said(&divided.replace("e2e4: 20", &format!("e2e4: {number}"))).unwrap_err();
        assert!(unread.contains(&format!("line 14: “{number}” for “e2e4” is not a count")), "{unread}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    assert!(failure(&["perft", "chess"]).contains("--depth"));
    assert!(failure(&["perft", "chess", "--depth", "0"]).contains("1 to 255"));
    assert!(failure(&["perft", "checkers", "--depth", "1"]).contains("connect4"));
    assert!(failure(&["perft", "chess", "--position", "x", "--depth", "1"]).contains("--position x"));
    let missing = failure(&["perft", "chess", "--depth", "1", "--compare", "missing.txt"]);
    assert!(missing.contains("missing.txt: there is no such file"));
}
