//! Kalah: the results and perfect games of Irving, Donkers and Uiterwijk, *Solving Kalah*, ICGA Journal 23(3), 2000, and the rules stone by
//! stone.

use plyscope::game::{Erased, Game, Kalah, Playable, Stages};
use plyscope::search::{Algorithm, Limits, search};
use plyscope::tree::{Player, Value};
use proptest::prelude::*;

use crate::by_rules::{self as rules, Naive as _, at, solved, static_value};

/// The game after a move with a name.
fn play(game: &Kalah, name: &str) -> Kalah {
    let root = game.root();
    let next = game.moves(&root).find(|next| game.move_name(&root, next) == name);
    at::<Kalah>(&game.label(&next.unwrap_or_else(|| panic!("{}: no move {name}", game.label(&root)))))
}

fn label(game: &Kalah) -> String {
    game.label(&game.root())
}

/// Table 9: what the first player wins by, and a perfect game: the holes of each turn, counted from 0 in the order of sowing. The game of
/// Kalah(4, 6) in the paper cannot be played by its rules and is left out.
const PERFECT: [(usize, u8, i32, &str); 16] = [
    (4, 1, 2, "32-32-1"),
    (4, 2, 6, "3-3-230-231-1323"),
    (4, 3, 8, "13-1-032-2-3-0-1320-3-0-2"),
    (4, 4, 2, "02-2-3-0-2-21-303231-0-32-1-0"),
    (4, 5, 2, "0-2-1-3-0-2-1-0-32-3-021-2-0-02-2-1-3-3-313032-13031-1-2-2-3"),
    (5, 1, 0, "43-43-2-2"),
    (5, 2, 0, "31-32-24-0-0-31-3"),
    (5, 3, 8, "24-3-3-03-41-1-04342-3-3-2-2-4-414342-3"),
    (5, 4, 12, "12-04-03-2-20-41-1-42-32-3-2-40-0-1"),
    (5, 5, 2, "03-2-2-1-1-23-24-2-0-34414340-4240-2-14342"),
    (5, 6, 2, "2-0-0-3-3-0-2-1-440-4-42-2-121-12-3-1-4-20-0-34-24-324-1-3-3-1-41-43-2-2-3"),
    (6, 1, 2, "54-54-3-3-2"),
    (6, 2, 10, "42-42-30-0-1-1-4-5"),
    (6, 3, 2, "4-5-35-250-2-154-451535452-53-3-54-2"),
    (6, 4, 10, "25-10-3-3-5153-1-4-5-045-4-535452-53-4-1-3-2-0-54-1-3"),
    (6, 5, 12, "12-02-05-2-4-51-53-3-45-20-3-2-2-345-5-4-351-0-54-1-52-354-4-254-3-3"),
];

/// Table 10: whether the first player wins, draws or loses Kalah(m, n), for m from 1 and n from 1.
const RESULTS: [&str; 6] = ["DLWLWD", "WLLLWW", "DWWWWL", "WWWWWD", "DDWWWW", "WWWWW"];

fn letter(value: i32) -> char {
    match value {
        1.. => 'W',
        0 => 'D',
        _ => 'L',
    }
}

#[test]
fn the_published_perfect_games_are_played_to_their_results() {
    for (holes, stones, margin, line) in PERFECT {
        let mut game = Kalah::new(holes, stones).unwrap();
        let mut player = Player::Max;
        for turn in line.split('-') {
            for hole in turn.bytes() {
                assert_eq!(game.player(&game.root()), player, "Kalah({holes}, {stones}), {}", label(&game));
                game = play(&game, &(hole - b'0' + 1).to_string());
            }
            player = player.opponent();
        }
        assert!(game.moves(&game.root()).next().is_none(), "Kalah({holes}, {stones}), {}", label(&game));
        assert_eq!(static_value(&game), margin, "Kalah({holes}, {stones})");
    }
}

fn assert_solved(holes: usize, stones: u8) {
    let value = solved(&Kalah::new(holes, stones).unwrap(), Algorithm::MTD_F);
    let results = RESULTS[holes - 1].as_bytes();
    assert_eq!(letter(value), char::from(results[usize::from(stones) - 1]), "Kalah({holes}, {stones})");
    if let Some((.., margin, _)) = PERFECT.iter().find(|known| (known.0, known.1) == (holes, stones)) {
        assert_eq!(value, *margin, "Kalah({holes}, {stones})");
    }
}

#[test]
fn small_kalah_has_the_published_results() {
    for (holes, most) in [(1, 6), (2, 6), (3, 4), (4, 2), (5, 1), (6, 1)] {
        for stones in 1..=most {
            assert_solved(holes, stones);
        }
    }
}

#[test]
#[ignore = "takes a while without optimisation"]
fn larger_kalah_has_the_published_results() {
    for (holes, stones) in [(3, 5), (3, 6), (5, 2)] {
        assert_solved(holes, stones);
    }
}

#[test]
fn stones_are_sown_around_the_board_but_not_into_the_opponents_store() {
    assert_eq!(label(&play(&at::<Kalah>("6,4"), "1")), "0,5,5,5,5,4/4,4,4,4,4,4 min");
    assert_eq!(label(&play(&at::<Kalah>("1,1,6/1,1,1"), "3")), "2,2,0/2,2,2 1:0 min");
    assert_eq!(label(&play(&at::<Kalah>("1,1,1/1,1,6 0:4 min"), "3")), "2,2,2/2,2,0 0:5");
}

#[test]
fn after_a_last_stone_in_the_own_store_the_same_player_moves_again() {
    let game = play(&at::<Kalah>("6,4"), "3");
    assert_eq!(label(&game), "4,4,0,5,5,5/4,4,4,4,4,4 1:0");
    assert_eq!(game.player(&game.root()), Player::Max);
    assert_eq!(label(&play(&at::<Kalah>("4,4/4,2 0:1 min"), "1")), "5,5/0,3 0:2", "two further");
    assert_eq!(label(&play(&at::<Kalah>("4,4/4,1 0:1 min"), "2")), "4,4/4,0 0:2 min");
}

#[test]
fn a_last_stone_in_an_empty_hole_of_ones_own_takes_the_opposite_one_also_if_it_is_empty() {
    assert_eq!(label(&play(&at::<Kalah>("1,0,1/4,2,3 1:1"), "1")), "0,0,1/4,0,3 4:1 min");
    assert_eq!(label(&play(&at::<Kalah>("1,0,1/4,0,3"), "1")), "0,0,1/4,0,3 1:0 min");
    assert_eq!(label(&play(&at::<Kalah>("1,0,3/1,0,1 min"), "1")), "1,0,3/0,0,1 0:1", "by MIN");
    assert_eq!(label(&play(&at::<Kalah>("1,2/0,5"), "2")), "1,0/1,5 1:0 min", "not on the opponent's side");
    assert_eq!(label(&play(&at::<Kalah>("5,1/2,3"), "1")), "0,2/3,0 6:0 min", "the hole that was sown from");
}

#[test]
fn the_game_ends_when_one_side_is_empty_and_the_stones_of_the_other_count_for_it() {
    for (position, moved, value) in [("0,1/3,2 3:0", "2", 4 - 5), ("1,0,2/0,3,0 2:4", "1", 8 - 4)] {
        let game = play(&at::<Kalah>(position), moved);
        assert_eq!((game.moves(&game.root()).count(), static_value(&game)), (0, value), "{position}");
    }
    // The last stone fell into the store, but there is nothing to move.
    let game = play(&at::<Kalah>("0,1/3,2 3:0"), "2");
    assert_eq!(game.player(&game.root()), Player::Max);
    assert_eq!(static_value(&at::<Kalah>("3,0/1,1 7:2")), 5, "before the end the stores alone count");
}

#[test]
fn a_depth_counts_moves_and_not_turns() {
    let game = at::<Kalah>("1,0,1,1/4,4,4,4");
    let shaped = Erased::shaped(Stages::to_depth(2), &game);
    let report = search(Algorithm::MINIMAX, &shaped, Limits::default());
    // MAX moves twice: from the last hole into the store, and then from the first, which captures four stones.
    assert_eq!(report.outcome.value(), Some(Value::from(6)));
}

/// The rules as people say them, with lists of holes, for comparison.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Naive {
    /// The holes and stores of the player to move and of the opponent.
    holes: [Vec<u32>; 2],
    stores: [u32; 2],
    max_moves: bool,
}

impl Naive {
    fn start(holes: usize, stones: u32) -> Naive {
        Naive { holes: [vec![stones; holes], vec![stones; holes]], stores: [0, 0], max_moves: true }
    }

    fn is_over(&self) -> bool {
        self.holes.iter().any(|side| side.iter().sum::<u32>() == 0)
    }

    fn sow(&self, hole: usize) -> Naive {
        let (mut to, holes) = (self.clone(), self.holes[0].len());
        let stones = std::mem::take(&mut to.holes[0][hole]);
        // The places in the order of sowing: the own holes, the store, and the opponent's holes.
        let mut places = (0..=2 * holes).cycle().skip(hole + 1);
        let mut last = 0;
        for _ in 0..stones {
            last = places.next().unwrap();
            match last {
                own if own < holes => to.holes[0][own] += 1,
                store if store == holes => to.stores[0] += 1,
                theirs => to.holes[1][theirs - holes - 1] += 1,
            }
        }
        if last == holes {
            return to;
        }
        if last < holes && to.holes[0][last] == 1 {
            to.stores[0] += 1 + to.holes[1][holes - 1 - last];
            to.holes[0][last] = 0;
            to.holes[1][holes - 1 - last] = 0;
        }
        to.holes.swap(0, 1);
        to.stores.swap(0, 1);
        to.max_moves = !to.max_moves;
        to
    }
}

impl rules::Naive for Naive {
    fn label(&self) -> String {
        let (max, min) = if self.max_moves { (0, 1) } else { (1, 0) };
        let side = |side: usize| self.holes[side].iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let stores = format!(" {}:{}", self.stores[max], self.stores[min]).replace(" 0:0", "");
        format!("{}/{}{stores}{}", side(max), side(min), if self.max_moves { "" } else { " min" })
    }

    fn next(&self) -> Vec<(String, Naive)> {
        if self.is_over() {
            return Vec::new();
        }
        let holes = (0..self.holes[0].len()).filter(|&hole| self.holes[0][hole] > 0);
        holes.map(|hole| ((hole + 1).to_string(), self.sow(hole))).collect()
    }

    fn max_moves(&self) -> bool {
        self.max_moves
    }

    /// The stones that MAX has more than MIN at the end.
    fn difference(&self) -> i32 {
        let has = |side: usize| (self.stores[side] + self.holes[side].iter().sum::<u32>()) as i32;
        if self.max_moves { has(0) - has(1) } else { has(1) - has(0) }
    }
}

/// The paper has no margins for these sizes, so they are compared with a brute-force search by the rules above.
#[test]
fn the_margins_of_the_smallest_sizes_are_those_of_a_brute_force_search() {
    for (holes, most) in [(1, 9), (2, 4), (3, 2)] {
        for stones in 1..=most {
            let game = Kalah::new(holes, stones).unwrap();
            let value = Naive::start(holes, stones.into()).solve();
            for algorithm in [Algorithm::TAIL_RECURSIVE_MEMO, Algorithm::MTD_F] {
                assert_eq!(solved(&game, algorithm), value, "Kalah({holes}, {stones}), {algorithm}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_follow_the_rules_stone_by_stone(
        (holes, stones) in (1_usize..=10).prop_flat_map(|holes| (Just(holes), 1..=(12_u8.min((255 / (2 * holes)) as u8)))),
        choices in prop::collection::vec(any::<usize>(), 150),
    ) {
        let start = Naive::start(holes, stones.into());
        rules::assert_follows(Kalah::new(holes, stones).unwrap(), start, &choices, |game, naive| {
            assert!(!naive.is_over() || static_value(game) == naive.difference(), "{}", naive.label());
        });
    }
}
