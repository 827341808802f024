//! Othello: published counts and results, and the rules square by square.

use plyscope::game::{AnyGame, Game, GameName, Othello, Playable};
use plyscope::search::Algorithm;
use plyscope::tree::Player;
use proptest::prelude::*;

use crate::by_rules::{self as rules, Naive as _, at, root_moves, solved, static_value};

/// The number of positions after exactly `depth` moves.
fn count(game: &Othello, depth: u32) -> u64 {
    AnyGame::from_position(GameName::OTHELLO, &game.label(&game.root()))
        .unwrap()
        .game()
        .divide(depth)
        .iter()
        .map(|first| first.leaves)
        .sum()
}

/// A. Bik, *Perft for Reversi*, 2009, <https://aartbik.blogspot.com/2009/02/perft-for-reversi.html>, and A124004 in the On-Line Encyclopedia of
/// Integer Sequences.
const COUNTS: [u64; 9] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];

#[test]
fn othello_has_the_published_number_of_positions_at_each_depth() {
    for (depth, known) in (1..=8).zip(COUNTS) {
        assert_eq!(count(&Othello::default(), depth), known, "depth {depth}");
    }
}

#[test]
#[ignore = "takes a while without optimisation"]
fn othello_has_the_published_number_of_positions_where_the_first_games_end() {
    assert_eq!(count(&Othello::default(), 9), COUNTS[8]);
    let tenth = count(&Othello::default(), 10);
    assert_eq!(tenth, 24_571_056, "A124004");
    assert_eq!(
        tenth + over_after(&Othello::default(), 9),
        24_571_284,
        "Bik also counts the games that are over earlier"
    );
}

/// The number of games that are over after exactly `depth` moves.
fn over_after(game: &Othello, depth: u32) -> u64 {
    fn below(game: &Othello, discs: &<Othello as Game>::Position, depth: u32) -> u64 {
        match depth {
            0 => u64::from(game.moves(discs).next().is_none()),
            _ => game.moves(discs).map(|next| below(game, &next, depth - 1)).sum(),
        }
    }
    below(game, &game.root(), depth)
}

#[test]
fn moves_are_the_squares_that_outflank_row_by_row() {
    assert_eq!(root_moves(&Othello::default()), ["d3", "c4", "f5", "e6"]);
    assert_eq!(root_moves(&at::<Othello>("6x6")), ["c2", "b3", "e4", "d5"]);
    assert_eq!(root_moves(&at::<Othello>("4x4")), ["b1", "a2", "d3", "c4"]);
    assert_eq!(root_moves(&at::<Othello>("f5")), ["f4", "d6", "f6"]);
    assert_eq!(at::<Othello>("f5d6").label(&at::<Othello>("f5d6").root()).split('/').nth(4), Some("...OXX.."));
    assert_eq!(at::<Othello>("F5 d6"), at::<Othello>("8x8 f5d6"));
}

#[test]
fn a_player_without_a_move_passes_while_the_opponent_has_one() {
    let game = at::<Othello>("XOO./.OO./.OO./.... o");
    assert_eq!(root_moves(&game), ["pass"]);
    let after: Vec<_> = game.moves(&game.root()).collect();
    assert_eq!(after.len(), 1);
    assert_eq!((game.player(&game.root()), game.player(&after[0])), (Player::Min, Player::Max));
    assert_eq!(game.label(&after[0]), "XOO./.OO./.OO./.... x");
    // Without a move for either the game is over, whoever moves.
    for over in ["..../.XX./.XX./.... x", "..../.XX./.XX./.... o"] {
        assert_eq!((root_moves(&at::<Othello>(over)).len(), static_value(&at::<Othello>(over))), (0, 4), "{over}");
    }
}

#[test]
fn empty_squares_count_for_nobody_and_before_the_end_moves_and_corners_count() {
    assert_eq!(static_value(&at::<Othello>("XXXX/XXXX/XXX./XXXO x")), 14 - 1);
    assert_eq!(static_value(&Othello::default()), 4 - 4);
    assert_eq!(static_value(&at::<Othello>("f5")), 3 - 3);
    assert_eq!(static_value(&at::<Othello>("..../.XXO/.XO./..O. x")), 2 - 4);
    assert_eq!(static_value(&at::<Othello>("X.../.XXO/.XO./..OX x")), 8 * 2 + 2 - 3);
}

/// That the second player wins is published, and 11 to 3 often cited without a source; the brute-force search by the rules below finds that
/// difference too.
#[test]
fn the_second_player_wins_by_8_on_4_by_4_squares() {
    for algorithm in [Algorithm::ALPHA_BETA, Algorithm::TAIL_RECURSIVE_MEMO, Algorithm::MTD_F] {
        assert_eq!(solved(&at::<Othello>("4x4"), algorithm), -8, "{algorithm}");
    }
    assert_eq!(Naive::start(4).solve(), -8);
}

/// Joel F. Feinstein's perfect game of 1993, <https://www.maths.nottingham.ac.uk/plp/pmzjff/Othello/6x6sol.html>: the number of the move that
/// fills each square.
const PERFECT: [[u8; 6]; 6] = [
    [28, 9, 8, 7, 31, 32],
    [22, 14, 1, 4, 17, 16],
    [27, 13, 0, 0, 6, 15],
    [19, 2, 0, 0, 5, 12],
    [24, 23, 3, 10, 26, 29],
    [21, 18, 20, 11, 25, 30],
];

/// The first moves of that game.
fn perfect(count: u8) -> Othello {
    let mut text = String::from("6x6 ");
    for number in 1..=count {
        for (row, numbers) in PERFECT.iter().enumerate() {
            for (column, _) in numbers.iter().enumerate().filter(|(_, found)| **found == number) {
                text.push(char::from(b'a' + column as u8));
                text += &(row + 1).to_string();
            }
        }
    }
    at::<Othello>(&text)
}

#[test]
fn the_perfect_game_on_6_by_6_squares_ends_16_to_20() {
    let end = perfect(32);
    assert!(root_moves(&end).is_empty());
    let label = end.label(&end.root());
    let discs = |sign| label.chars().filter(|&mark| mark == sign).count();
    assert_eq!((discs('X'), discs('O'), static_value(&end)), (16, 20, -4));
}

#[test]
fn each_late_position_of_the_perfect_game_is_won_by_4() {
    for count in 20..=32 {
        for algorithm in [Algorithm::MTD_F, Algorithm::TAIL_RECURSIVE_MEMO] {
            assert_eq!(solved(&perfect(count), algorithm), -4, "after {count} moves, {algorithm}");
        }
    }
}

/// The rules as people say them, on a board of characters, for comparison.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Naive {
    rows: Vec<Vec<char>>,
    mover: char,
}

fn other(player: char) -> char {
    if player == 'x' { 'o' } else { 'x' }
}

impl Naive {
    fn start(side: usize) -> Naive {
        let mut rows = vec![vec!['.'; side]; side];
        let middle = side / 2;
        rows[middle - 1][middle - 1] = 'o';
        rows[middle][middle] = 'o';
        rows[middle - 1][middle] = 'x';
        rows[middle][middle - 1] = 'x';
        Naive { rows, mover: 'x' }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// The discs that a player's disc on an empty square turns.
    fn turned(&self, player: char, row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut turned = Vec::new();
        if self.rows[row][column] != '.' {
            return turned;
        }
        for down in -1..=1 {
            for right in -1..=1 {
                let (mut to_row, mut to_column, mut line) = (row as i32, column as i32, Vec::new());
                if (down, right) == (0, 0) {
                    continue;
                }
                loop {
                    (to_row, to_column) = (to_row + down, to_column + right);
                    match self.at(to_row, to_column) {
                        Some(disc) if disc == other(player) => line.push((to_row as usize, to_column as usize)),
                        Some(disc) if disc == player => {
                            turned.append(&mut line);
                            break;
                        }
                        _ => break,
                    }
                }
            }
        }
        turned
    }

    fn open(&self, player: char) -> Vec<(usize, usize)> {
        let side = self.rows.len();
        let squares = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        squares.filter(|&(row, column)| !self.turned(player, row, column).is_empty()).collect()
    }

    /// The static value by definition.
    fn static_value(&self) -> i32 {
        let open = |player| self.open(player).len() as i32;
        let last = self.rows.len() - 1;
        let corners = [(0, 0), (0, last), (last, 0), (last, last)];
        let corners = |player| corners.iter().filter(|(row, column)| self.rows[*row][*column] == player).count() as i32;
        if open('x') + open('o') == 0 {
            return self.difference();
        }
        open('x') - open('o') + 8 * (corners('x') - corners('o'))
    }
}

impl rules::Naive for Naive {
    fn label(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect::<String>().to_uppercase()).collect();
        format!("{} {}", rows.join("/"), self.mover)
    }

    fn next(&self) -> Vec<(String, Naive)> {
        let mut next = Vec::new();
        for (row, column) in self.open(self.mover) {
            let mut after = Naive { mover: other(self.mover), ..self.clone() };
            for (row, column) in self.turned(self.mover, row, column) {
                after.rows[row][column] = self.mover;
            }
            after.rows[row][column] = self.mover;
            next.push((format!("{}{}", ["a", "b", "c", "d", "e", "f", "g", "h"][column], row + 1), after));
        }
        if next.is_empty() && !self.open(other(self.mover)).is_empty() {
            next.push(("pass".into(), Naive { mover: other(self.mover), ..self.clone() }));
        }
        next
    }

    fn max_moves(&self) -> bool {
        self.mover == 'x'
    }

    fn difference(&self) -> i32 {
        let discs = |player| self.rows.iter().flatten().filter(|&&disc| disc == player).count() as i32;
        discs('x') - discs('o')
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_follow_the_rules_square_by_square(
        size in prop::sample::select(vec![4, 6, 8]),
        choices in prop::collection::vec(any::<usize>(), 80),
    ) {
        rules::assert_follows(Othello::new(size).unwrap(), Naive::start(size), &choices, |game, naive| {
            assert_eq!(static_value(game), naive.static_value(), "{}", naive.label());
        });
    }

    #[test]
    fn late_positions_on_6_by_6_squares_have_the_value_of_a_brute_force_search(
        choices in prop::collection::vec(any::<usize>(), 26),
    ) {
        let mut naive = Naive::start(6);
        for choice in choices {
            let mut next = naive.next();
            if next.is_empty() {
                break;
            }
            naive = next.swap_remove(choice % next.len()).1;
        }
        let value = naive.solve();
        for algorithm in [Algorithm::ALPHA_BETA, Algorithm::MTD_F] {
            prop_assert_eq!(solved(&at::<Othello>(&naive.label()), algorithm), value, "{} {}", algorithm, naive.label());
        }
    }
}
