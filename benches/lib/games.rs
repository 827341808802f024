//! Searches of games, and hand-written ones by value over the same moves.
//!
//! The hand-written searches are generic over the game and compiled for it: nothing is counted, reported or erased.

use std::hint::black_box;

use minimax::{Evaluation, Evaluator, Negamax, Strategy, Winner};
use plyscope::experiment::Runnable;
use plyscope::game::{AnyPlayable, Game, PlayableGame, Stages, TicTacToe};
use plyscope::search::catalogue::{LeafClass, Revisits};
use plyscope::search::{Algorithm, Limits};
use plyscope::tree::{Player, Value};

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

/// Compares alpha-beta on the whole of tic-tac-toe with the `Negamax` of the crate `minimax`, over the same moves. The leaves of that one
/// are not counted.
pub fn compare_with_negamax(care: Care) -> Vec<Compared> {
    let game = TicTacToe::default();
    let searched = game.searched(Stages::to_depth(9));
    let theirs = || {
        let mut negamax = Negamax::new(SideToMove, 9);
        black_box(negamax.choose_move(&game.root()));
        1
    };
    let ours = || {
        black_box(Runnable::search(&searched, Algorithm::ALPHA_BETA, Limits::default()));
        1
    };
    compare(care, &[Contestant::new("`Negamax` of minimax 0.6", theirs), Contestant::new("`alpha-beta`", ours)])
}

/// Tic-tac-toe for the crate `minimax`, where a move is the position after it.
struct Rules;

type Marks = <TicTacToe as Game>::Position;

impl minimax::Game for Rules {
    type S = Marks;
    type M = Marks;

    fn generate_moves(position: &Marks, moves: &mut Vec<Marks>) -> Option<Winner> {
        moves.extend(TicTacToe::default().moves(position));
        if moves.is_empty() { Some(winner(position)) } else { None }
    }

    fn apply(_: &mut Marks, to: Marks) -> Option<Marks> {
        Some(to)
    }

    fn get_winner(position: &Marks) -> Option<Winner> {
        TicTacToe::default().moves(position).next().is_none().then(|| winner(position))
    }
}

/// Who has won a game that is over: only the player who moved last can have.
fn winner(position: &Marks) -> Winner {
    let value = TicTacToe::default().static_value(position).map_or(0.0, Value::get);
    if value == 0.0 { Winner::Draw } else { Winner::PlayerJustMoved }
}

struct SideToMove;

impl Evaluator for SideToMove {
    type G = Rules;

    fn evaluate(&self, _: &Marks) -> Evaluation {
        0
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
