//! A program with an allocator of its own uses Plyscope as a library. That this compiles is the test.

use std::alloc::System;

use plyscope::search::{Algorithm, Limits, solve};
use plyscope::tree::Tree;

#[global_allocator]
static ALLOCATOR: System = System;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
    let solution = solve(Algorithm::ALPHA_BETA, &tree, Limits::default());
    println!("{:?} by move {:?}", solution.value(), solution.best_move());
    Ok(())
}
