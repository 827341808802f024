//! Whether searches are slower than they were: their times as multiples of hand-written loops, compared with those in `kept.txt`.
//!
//! Takes some seconds. Prints what is more than 15% slower than kept, which on a busy machine may be chance. With
//! `cargo bench -p plyscope-benches --bench kept -- keep` today's ratios are kept.

use std::collections::BTreeMap;
use std::path::Path;

use plyscope::game::{Chess, ConnectFour, Nim, PlayableGame, TicTacToe};
use plyscope::search::Algorithm;
use plyscope_benches::games::{Depths, compare_on};
use plyscope_benches::trees::RandomTree;
use plyscope_benches::{Care, Compared, words};

/// How much slower is worth saying.
const SLOWER: f64 = 1.15;

/// Ratios by the name of a line.
type Ratios = BTreeMap<String, f64>;

fn main() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("kept.txt");
    let now = measured(Care::LITTLE, |_| true);
    if words().iter().any(|word| word == "keep") {
        let lines: Vec<String> = now.iter().map(|(name, ratio)| format!("{ratio:.2} {name}\n")).collect();
        std::fs::write(&file, lines.concat()).expect("kept.txt can be written");
        println!("kept {} ratios", now.len());
        return;
    }
    let kept = read(&std::fs::read_to_string(&file).unwrap_or_default());
    let suspects = slower(&now, &kept);
    // What was chance will hardly be so twice.
    let again = measured(Care::GREAT, |name| suspects.iter().any(|suspect| suspect == name));
    let mut count = 0;
    for name in slower(&again, &kept) {
        count += 1;
        println!("slower: {name}: {:.2} times the hand-written loop, {:.2} kept", again[&name], kept[&name]);
    }
    println!("{} ratios compared with benches/kept.txt, {count} of them more than 15% slower", now.len());
}

fn read(text: &str) -> Ratios {
    let parse =
        |line: &str| line.split_once(' ').and_then(|(ratio, name)| Some((name.to_string(), ratio.parse().ok()?)));
    text.lines().filter_map(parse).collect()
}

/// The names of what takes longer than was kept.
fn slower(now: &Ratios, kept: &Ratios) -> Vec<String> {
    let is_slower = |name: &str, ratio: f64| kept.get(name).is_some_and(|kept| ratio > kept * SLOWER);
    now.iter().filter(|(name, ratio)| is_slower(name, **ratio)).map(|(name, _)| name.clone()).collect()
}

/// The ratios of the chosen lines.
fn measured(care: Care, is_chosen: impl Fn(&str) -> bool) -> Ratios {
    let mut ratios = Ratios::new();
    let tree = "a tree of b = 4, d = 8";
    add(&mut ratios, tree, RandomTree::new(4, 8).compare(care, false, |name| is_chosen(&named(name, tree))));
    add_game::<TicTacToe>(&mut ratios, care, "tic-tac-toe", [9, 7, 4], &is_chosen);
    add_game::<ConnectFour>(&mut ratios, care, "Connect Four", [7, 5, 3], &is_chosen);
    add_game::<Chess>(&mut ratios, care, "chess", [4, 3, 2], &is_chosen);
    add_game::<Nim>(&mut ratios, care, "Nim", [8, 5, 3], &is_chosen);
    ratios
}

fn add_game<G: PlayableGame>(
    ratios: &mut Ratios,
    care: Care,
    game: &str,
    depths: [u32; 3],
    is_chosen: &dyn Fn(&str) -> bool,
) {
    let chosen = |algorithm: Algorithm| is_chosen(&named(&format!("`{}`", algorithm.id()), game));
    add(ratios, game, compare_on(care, &G::default(), Depths(depths), chosen));
}

fn add(ratios: &mut Ratios, what: &str, lines: Vec<Compared>) {
    for line in lines {
        if !line.name.starts_with("hand") {
            ratios.insert(named(&line.name, what), line.ratio_of_leaf);
        }
    }
}

fn named(line: &str, what: &str) -> String {
    format!("{line} on {what}")
}
