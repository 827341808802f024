//! The time of each algorithm on each game for a leaf, as a multiple of that of a hand-written search by value over the same moves.
//!
//! Run with `cargo bench -p plyscope-benches --bench games`, or for some of the algorithms with a part of their names after `--`.

use plyscope::game::{Chess, ConnectFour, Kalah, Nim, Othello, PlayableGame, TicTacToe};
use plyscope::search::Algorithm;
use plyscope_benches::games::{Depths, compare_on, compare_with_minimax};
use plyscope_benches::{Care, Table, is_chosen, two_digits};

fn main() {
    let mut table = Table::new(["tic-tac-toe", "Connect Four", "chess", "Nim 3,4,5", "Othello", "Kalah"]);
    column(&mut table, 0, &TicTacToe::default(), Depths([9, 9, 5]));
    column(&mut table, 1, &ConnectFour::default(), Depths([10, 7, 4]));
    column(&mut table, 2, &Chess::default(), Depths([5, 4, 2]));
    column(&mut table, 3, &Nim::default(), Depths([12, 8, 4]));
    column(&mut table, 4, &Othello::default(), Depths([9, 8, 5]));
    column(&mut table, 5, &Kalah::default(), Depths([10, 7, 4]));
    table.print();
    println!(
        "\nTimes as multiples of those of the crate minimax 0.6, over the same moves and static values, to the same depth, and for a leaf:\n"
    );
    let mut table = Table::new(["tic-tac-toe, 9", "Connect Four, 9", "Othello, 7", "Kalah, 8"]);
    beside(&mut table, 0, &TicTacToe::default(), 9);
    beside(&mut table, 1, &ConnectFour::default(), 9);
    beside(&mut table, 2, &Othello::default(), 7);
    beside(&mut table, 3, &Kalah::default(), 8);
    table.print();
}

fn beside<G: PlayableGame<Position: Copy + Eq>>(table: &mut Table, column: usize, game: &G, depth: u8) {
    for compared in compare_with_minimax(Care::GREAT, game, depth) {
        for own in &compared[1..] {
            let pair = format!("{} to {}", own.name, compared[0].name);
            table.set(&pair, column, two_digits(own.ratio));
            table.set(&format!("{pair}, a leaf"), column, two_digits(own.ratio_of_leaf));
        }
    }
}

/// Searches that keep all that they have visited, or make many passes over it: at these depths they take gigabytes and minutes.
const LEFT_OUT: [Algorithm; 5] = [
    Algorithm::SSS_STAR,
    Algorithm::DUAL_STAR,
    Algorithm::MTD_INFINITY,
    Algorithm::MTD_MINUS_INFINITY,
    Algorithm::MINIMAL_TREE,
];

fn column<G: PlayableGame>(table: &mut Table, column: usize, game: &G, depths: Depths) {
    let is_compared = |algorithm: Algorithm| is_chosen(algorithm.id()) && !LEFT_OUT.contains(&algorithm);
    // Replaying the whole of tic-tac-toe takes minutes.
    for line in compare_on(Care::GREAT, game, depths, is_compared) {
        match line.name.split_once(" to depth ") {
            Some((name, depth)) => {
                let cell = format!("{} ({depth})", two_digits(line.nanoseconds));
                table.set(&format!("{name}, ns a leaf (depth)"), column, cell);
            }
            None => table.set(&line.name, column, two_digits(line.ratio_of_leaf)),
        }
    }
}
