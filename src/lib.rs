//! Plyscope, a desktop microscope for game-tree search.

pub mod app;
pub mod command;
pub mod experiment;
pub mod game;
pub mod progress;
pub mod search;
pub mod theory;
pub mod tree;
