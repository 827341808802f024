//! Searches of games, and hand-written ones by value over the same moves.
//!
//! The hand-written searches are generic over the game and compiled for it: nothing is counted, reported or erased.

use std::cell::Cell;
use std::hash::{Hash as _, Hasher as _};
use std::hint::black_box;
use std::marker::PhantomData;

use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Negamax, Strategy, Winner};
use plyscope::experiment::Runnable;
use plyscope::game::{AnyPlayable, Game, PlayableGame, Stages};
use plyscope::search::catalogue::{LeafClass, Revisits};
use plyscope::search::{Algorithm, Limits};
use plyscope::tree::{Player, Value};
use rustc_hash::FxHasher;

use crate::{Care, Compared, Contestant, compare};

/// How deep a game is searched: by algorithms that prune, by those that visit all nodes, and by those that replay.
#[derive(Clone, Copy, Debug)]
pub struct Depths(pub [u32; 3]);

impl Depths {
    fn of(self, algorithm: Algorithm) -> u32 {
        let entry = algorithm.entry();
        let Depths([pruning, exhaustive, replaying]) = self;
        match (entry.revisits, entry.leaves) {
            (Revisits::Replays, _) => replaying,
            (_, LeafClass::All) => exhaustive,
            _ => pruning,
        }
    }
}

/// Compares algorithms on a game, each with the hand-written search that visits the same kind of leaves to the same depth.
pub fn compare_on<G: PlayableGame>(
    care: Care,
    game: &G,
    depths: Depths,
    is_chosen: impl Fn(Algorithm) -> bool,
) -> Vec<Compared> {
    let mut compared = Vec::new();
    let algorithms: Vec<Algorithm> = Algorithm::ALL.into_iter().filter(|&algorithm| is_chosen(algorithm)).collect();
    for prunes in [true, false] {
        let mut taken: Vec<u32> = Vec::new();
        for depth in depths.0 {
            let is_here = |algorithm: &Algorithm| {
                (algorithm.entry().leaves != LeafClass::All) == prunes && depths.of(*algorithm) == depth
            };
            let here: Vec<Algorithm> = algorithms.iter().copied().filter(is_here).collect();
            if !here.is_empty() && !taken.contains(&depth) {
                compared.extend(compare_at(care, game, depth, prunes, &here));
                taken.push(depth);
            }
        }
    }
    compared
}

fn compare_at<G: PlayableGame>(
    care: Care,
    game: &G,
    depth: u32,
    prunes: bool,
    algorithms: &[Algorithm],
) -> Vec<Compared> {
    let searched = game.searched(Stages::to_depth(depth));
    let by_hand = || if prunes { alpha_beta_by_hand(game, depth) } else { minimax_by_hand(game, depth) };
    let what = if prunes { "alpha-beta" } else { "minimax" };
    let mut contestants = vec![Contestant::new(format!("hand-written {what} to depth {depth}"), by_hand)];
    for &algorithm in algorithms {
        let game: &dyn Runnable = &searched;
        let search = move || black_box(game.search(algorithm, Limits::default())).evaluations;
        contestants.push(Contestant::new(format!("`{}`", algorithm.id()), search));
    }
    compare(care, &contestants)
}

/// Compares searches of a game to a depth with those of the crate `minimax`, over the same moves and the same static values: alpha-beta with its
/// `Negamax`, and iterative deepening with its `IterativeSearch`, which has a table and null windows.
pub fn compare_with_minimax<G: PlayableGame<Position: Copy + Eq>>(
    care: Care,
    game: &G,
    depth: u8,
) -> [Vec<Compared>; 2] {
    let searched = game.searched(Stages::to_depth(depth.into()));
    let root = game.root();
    let ours = |algorithm: Algorithm| {
        let game: &dyn Runnable = &searched;
        Contestant::new(format!("`{}`", algorithm.id()), move || {
            black_box(game.search(algorithm, Limits::default())).evaluations
        })
    };
    let negamax = Contestant::new("`Negamax` of minimax 0.6", || {
        black_box(Negamax::new(SideToMove::<G>::default(), depth).choose_move(&root));
        LEAVES.take()
    });
    let iterative = Contestant::new("`IterativeSearch` of minimax 0.6", || {
        let mut search = IterativeSearch::new(SideToMove::<G>::default(), IterativeOptions::new());
        search.set_max_depth(depth);
        black_box(search.choose_move(&root));
        LEAVES.take()
    });
    [
        compare(care, &[negamax, ours(Algorithm::ALPHA_BETA)]),
        compare(care, &[iterative, ours(Algorithm::ITERATIVE_DEEPENING), ours(Algorithm::ALPHA_BETA_MEMORY)]),
    ]
}

thread_local! {
    /// How many leaves the crate `minimax` has evaluated, which it does not tell.
    static LEAVES: Cell<u64> = const { Cell::new(0) };
}

fn count_leaf() {
    LEAVES.set(LEAVES.get() + 1);
}

/// A game from its start for the crate `minimax`, where a move is the position after it.
struct Rules<G>(PhantomData<G>);

impl<G: PlayableGame<Position: Copy + Eq>> minimax::Game for Rules<G> {
    type S = G::Position;
    type M = G::Position;

    fn generate_moves(position: &G::Position, moves: &mut Vec<G::Position>) -> Option<Winner> {
        moves.extend(G::default().moves(position));
        if moves.is_empty() { Some(winner::<G>(position)) } else { None }
    }

    fn apply(_: &mut G::Position, to: G::Position) -> Option<G::Position> {
        Some(to)
    }

    fn get_winner(position: &G::Position) -> Option<Winner> {
        G::default().moves(position).next().is_none().then(|| winner::<G>(position))
    }

    fn zobrist_hash(position: &G::Position) -> u64 {
        let mut hasher = FxHasher::default();
        G::default().key(position).hash(&mut hasher);
        hasher.finish()
    }
}

/// Who has won a game that is over.
fn winner<G: PlayableGame>(position: &G::Position) -> Winner {
    count_leaf();
    match for_side_to_move::<G>(position) {
        ..0 => Winner::PlayerJustMoved,
        0 => Winner::Draw,
        1.. => Winner::PlayerToMove,
    }
}

/// The static value for the player to move.
fn for_side_to_move<G: PlayableGame>(position: &G::Position) -> Evaluation {
    let game = G::default();
    let value = game.static_value(position).map_or(0.0, Value::get);
    (if game.player(position) == Player::Max { value } else { -value }) as Evaluation
}

struct SideToMove<G>(PhantomData<G>);

impl<G> Default for SideToMove<G> {
    fn default() -> SideToMove<G> {
        SideToMove(PhantomData)
    }
}

impl<G: PlayableGame<Position: Copy + Eq>> Evaluator for SideToMove<G> {
    type G = Rules<G>;

    fn evaluate(&self, position: &G::Position) -> Evaluation {
        count_leaf();
        for_side_to_move::<G>(position)
    }
}

/// Alpha-beta by value, compiled for a game; returns the number of leaves.
fn alpha_beta_by_hand<G: Game>(game: &G, depth: u32) -> u64 {
    let mut leaves = 0;
    black_box(alpha_beta(game, &game.root(), depth, f64::NEG_INFINITY, f64::INFINITY, &mut leaves));
    leaves
}

fn alpha_beta<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    mut alpha: f64,
    mut beta: f64,
    leaves: &mut u64,
) -> f64 {
    let mut children = (depth > 0).then(|| game.moves(position)).into_iter().flatten();
    let Some(first) = children.next() else { return leaf(game, position, leaves) };
    let mut best = alpha_beta(game, &first, depth - 1, alpha, beta, leaves);
    let is_max = game.player(position) == Player::Max;
    for child in children {
        if is_max {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
        let value = alpha_beta(game, &child, depth - 1, alpha, beta, leaves);
        best = if is_max { best.max(value) } else { best.min(value) };
    }
    best
}

/// Minimax by value, compiled for a game; returns the number of leaves.
fn minimax_by_hand<G: Game>(game: &G, depth: u32) -> u64 {
    let mut leaves = 0;
    black_box(minimax(game, &game.root(), depth, &mut leaves));
    leaves
}

fn minimax<G: Game>(game: &G, position: &G::Position, depth: u32, leaves: &mut u64) -> f64 {
    let mut children = (depth > 0).then(|| game.moves(position)).into_iter().flatten();
    let Some(first) = children.next() else { return leaf(game, position, leaves) };
    let mut best = minimax(game, &first, depth - 1, leaves);
    let is_max = game.player(position) == Player::Max;
    for child in children {
        let value = minimax(game, &child, depth - 1, leaves);
        best = if is_max { best.max(value) } else { best.min(value) };
    }
    best
}

fn leaf<G: Game>(game: &G, position: &G::Position, leaves: &mut u64) -> f64 {
    *leaves += 1;
    game.static_value(position).expect("every position has a value").get()
}
