//! The time of each algorithm on full random trees in memory, as a multiple of a hand-written alpha-beta over the bare array of the leaves.
//!
//! Run with `cargo bench -p plyscope-benches --bench search`, or for some of the lines with a part of their names after `--`.

use std::hint::black_box;

use plyscope_benches::trees::RandomTree;
use plyscope_benches::{Care, Table, is_chosen, two_digits};

const SHAPES: [(usize, u32); 3] = [(4, 10), (2, 20), (8, 7)];

fn main() {
    // From now on the memory of a story stays with this process when it is freed, so that the first comparison is like the others.
    drop(black_box(vec![1_u8; 16 << 20]));
    let mut table = Table::new(SHAPES.map(|(branching, depth)| format!("b = {branching}, d = {depth}")));
    for (column, (branching, depth)) in SHAPES.into_iter().enumerate() {
        for line in RandomTree::new(branching, depth).compare(Care::GREAT, true, is_chosen) {
            let is_base = line.name.starts_with("hand");
            let (name, number) =
                if is_base { (format!("{}, µs", line.name), line.nanoseconds / 1e3) } else { (line.name, line.ratio) };
            table.set(&name, column, two_digits(number));
        }
    }
    table.print();
}
