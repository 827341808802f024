//! Games: their rules, their trees, and searches of both.

#[path = "../common/program.rs"]
mod program;
#[path = "../common/searching.rs"]
mod searching;

mod by_rules;
mod game_command;
mod game_rules;
mod game_trees;
mod games;
mod kalah;
mod othello;
mod own_game;
mod random_turn;
mod sooner;
mod visited_part;
