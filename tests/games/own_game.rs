//! A game that is not part of Plyscope, added by an entry of its own.

use plyscope::experiment::{Runnable, Settings, measure_on_game};
use plyscope::game::{
    AnyGame, Game, GameEntry, GameName, Playable, PlayableGame, PositionError, Stages, follow, from_position, start,
};
use plyscope::progress::Progress;
use plyscope::search::catalogue::{LeafClass, Revisits};
use plyscope::search::{Algorithm, Counts};
use plyscope::tree::{Player, Value};

use crate::searching::{run, written};

static SUBTRACTION: GameEntry = GameEntry {
    id: "subtraction",
    title: "Subtraction game",
    notation: "the number of objects, such as 9",
    default_depth: None,
    has_dynamic_positions: false,
    start: start::<Subtraction>,
    from_position: from_position::<Subtraction>,
};

const NAME: GameName = GameName::of(&SUBTRACTION);

/// A player takes one, two or three objects; a player who cannot has lost.
#[derive(Clone, Copy, Debug)]
struct Subtraction(u32);

impl Default for Subtraction {
    fn default() -> Subtraction {
        Subtraction(10)
    }
}

impl Game for Subtraction {
    type Position = (u32, Player);
    type Moves<'g> = std::vec::IntoIter<(u32, Player)>;
    type Key = (u32, Player);

    fn root(&self) -> (u32, Player) {
        (self.0, Player::Max)
    }

    fn player(&self, &(_, player): &(u32, Player)) -> Player {
        player
    }

    fn moves(&self, &(left, player): &(u32, Player)) -> std::vec::IntoIter<(u32, Player)> {
        let take = |n| Some((left.checked_sub(n)?, player.opponent()));
        (1..=3).filter_map(take).collect::<Vec<_>>().into_iter()
    }

    fn static_value(&self, &(left, player): &(u32, Player)) -> Option<Value> {
        let mover_wins = left % 4 != 0;
        Some(Value::from(if mover_wins == (player == Player::Max) { 1 } else { -1 }))
    }

    fn key(&self, position: &(u32, Player)) -> Option<(u32, Player)> {
        Some(*position)
    }
}

impl Playable for Subtraction {
    fn label(&self, (left, _): &(u32, Player)) -> String {
        left.to_string()
    }

    fn move_name(&self, from: &(u32, Player), to: &(u32, Player)) -> String {
        format!("take {}", from.0 - to.0)
    }
}

impl PlayableGame for Subtraction {
    fn from_position(position: &str) -> Result<Subtraction, PositionError> {
        let left = position.parse().map_err(|_| PositionError::new(format!("“{position}” is not a number")))?;
        Ok(Subtraction(left))
    }
}

/// The value, the line and the counts of an algorithm.
fn measured(algorithm: Algorithm, game: &dyn Runnable) -> (Option<Value>, Option<Vec<usize>>, Counts) {
    let measured = measure_on_game(algorithm, game, Settings::default(), &Progress::new());
    (measured.outcome.value(), measured.line, measured.effort.counts)
}

#[test]
fn a_custom_game_is_searched_by_every_algorithm_and_all_agree() {
    // If there is no choice, J evaluates nothing.
    for objects in 2..9 {
        let game = AnyGame::from_position(NAME, &objects.to_string()).unwrap();
        let value = Value::from(if objects % 4 == 0 { -1 } else { 1 });
        let whole = game.game().erased();
        let game = &game.game().searched(Stages::default());
        let leaves = |class| measured(class, game).2.distinct_leaves;
        let [all, alpha_beta] = [Algorithm::MINIMAX, Algorithm::ALPHA_BETA].map(leaves);
        for algorithm in Algorithm::ALL {
            let what = format!("{algorithm}, {objects} objects");
            let (found, line, counts) = measured(algorithm, game);
            assert_eq!(found, Some(value), "{what}");
            match algorithm.leaves() {
                LeafClass::All => assert_eq!(counts.distinct_leaves, all, "{what}"),
                LeafClass::AlphaBeta => assert_eq!(counts.distinct_leaves, alpha_beta, "{what}"),
                LeafClass::WithinAlphaBeta | LeafClass::Minimal => {
                    assert!(counts.distinct_leaves <= alpha_beta, "{what}");
                }
                LeafClass::Other => assert!(counts.distinct_leaves <= all, "{what}"),
                LeafClass::WithoutDeepCutoffs => {
                    assert!((alpha_beta..=all).contains(&counts.distinct_leaves), "{what}");
                }
                LeafClass::Threshold => unreachable!("it finds no value"),
            }
            if matches!(algorithm.entry().revisits, Revisits::Never | Revisits::Recalling) {
                assert_eq!(counts.evaluations, counts.distinct_leaves, "{what}");
            }
            let end = follow(&whole, &line.unwrap()).unwrap().pop().unwrap();
            assert_eq!(whole.static_value(&end), Some(value), "{what}: the line leads to the value");
        }
    }
}

#[test]
fn a_custom_game_has_a_tree_names_and_a_depth_limit_like_the_others() {
    let game = AnyGame::from_position(NAME, "5").unwrap();
    let names: Vec<String> = game.next_moves().into_iter().map(|next| next.name).collect();
    assert_eq!((game.name().title(), game.position().as_str()), ("Subtraction game", "5"));
    assert_eq!(names, ["take 1", "take 2", "take 3"]);
    let best = measured(Algorithm::MTD_F, &game.game().searched(Stages::default())).1.unwrap();
    assert_eq!(names[best[0]], "take 1", "four are left");
    let tree = written(&game.game().erased());
    for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| !algorithm.entry().transposes) {
        assert_eq!(run(algorithm, &game.game().searched(Stages::default())), run(algorithm, &tree), "{algorithm}");
        let shallow = &game.game().searched(Stages::to_depth(1));
        assert_eq!(run(algorithm, shallow).0, Some(Value::from(1)), "{algorithm}");
        assert_eq!(measured(algorithm, shallow).2.visited_nodes, 4, "{algorithm}");
    }
    let error = AnyGame::from_position(NAME, "five").unwrap_err();
    assert_eq!(error.to_string(), "“five” is not a number");
    assert_eq!(AnyGame::from_start(NAME).position(), "10");
    assert_eq!(GameName::of_id("subtraction"), None, "the list of Plyscope's games is as it was");
}
