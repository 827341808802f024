//! The trees of `sample_trees/`, which are included in the program.

use super::Tree;
use super::file::{ParseError, parse};
use crate::progress::Progress;

/// A tree that is included in the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Sample {
    /// The title, which is also the title in the file if that has one.
    pub title: &'static str,
    /// The ids of two searches of which it shows the difference, if it is about that.
    pub compares: Option<[&'static str; 2]>,
    text: &'static str,
}

/// A group of samples.
#[derive(Debug)]
pub struct Group {
    /// The title.
    pub title: &'static str,
    /// The samples, the best known first.
    pub samples: &'static [Sample],
}

impl Sample {
    const fn new(title: &'static str, text: &'static str) -> Sample {
        Sample { title, compares: None, text }
    }

    const fn comparing(compares: [&'static str; 2], title: &'static str, text: &'static str) -> Sample {
        Sample { title, compares: Some(compares), text }
    }

    /// The tree that Plyscope opens by default.
    pub fn first() -> &'static Sample {
        &GROUPS[0].samples[0]
    }

    /// Reads the tree. `progress` can cancel it.
    pub fn open(&self, progress: &Progress) -> Result<Tree, ParseError> {
        let mut tree = parse(None, self.text.as_bytes(), progress)?;
        if tree.title.is_empty() {
            self.title.clone_into(&mut tree.title);
        }
        Ok(tree)
    }
}

/// All groups.
pub static GROUPS: [Group; 6] = [
    Group {
        title: "From books, papers and courses",
        samples: &[
            Sample::new("Wikipedia: 9 of 14 leaves", include_str!("../../sample_trees/wikipedia.json")),
            Sample::new("AIMA figure 5.2", include_str!("../../sample_trees/aima-5-2.json")),
            Sample::new("Hughes’ tree with an unknown leaf", include_str!("../../sample_trees/hughes.json")),
            Sample::new("The selection monad’s example", include_str!("../../sample_trees/selection-monad.json")),
            Sample::new(
                "The selection monad’s example, root as a move",
                include_str!("../../sample_trees/selection-monad-root.json"),
            ),
            Sample::new("A full trace: 8 of 16 leaves", include_str!("../../sample_trees/temple.json")),
            Sample::new("Three levels of negative values", include_str!("../../sample_trees/millington-funge.json")),
            Sample::new("Four levels, binary", include_str!("../../sample_trees/four-levels.json")),
        ],
    },
    Group {
        title: "Cutoffs",
        samples: &[
            Sample::new("A deep cutoff", include_str!("../../sample_trees/deep-cutoff.json")),
            Sample::new("A deep cutoff and a tie", include_str!("../../sample_trees/ucla.json")),
            Sample::new("Shallow cutoffs only", include_str!("../../sample_trees/shallow-cutoffs.json")),
            Sample::new("A cutoff too late to save anything", include_str!("../../sample_trees/useless-cutoff.json")),
            Sample::new("Ties: non-strict 6 leaves, strict 7", include_str!("../../sample_trees/strict-or-not.json")),
            Sample::new("All leaves are equal", include_str!("../../sample_trees/ties.json")),
            Sample::new("Best move first: 3 moves, 6 levels", include_str!("../../sample_trees/best-first.json")),
            Sample::new(
                "Unknown leaves that no pruning search needs",
                include_str!("../../sample_trees/unknown-leaves.json"),
            ),
        ],
    },
    Group {
        title: "Which search looks at which leaf",
        samples: &[
            Sample::comparing(
                ["alpha-beta", "sss-star"],
                "Alpha-beta looks at a leaf that SSS* leaves out",
                include_str!("../../sample_trees/sss-star-dominates.json"),
            ),
            Sample::comparing(
                ["sss-star", "dual-star"],
                "SSS* looks at a leaf that DUAL* leaves out",
                include_str!("../../sample_trees/dual-star-differs.json"),
            ),
            Sample::comparing(
                ["scout", "alpha-beta"],
                "SCOUT looks at leaves that alpha-beta leaves out",
                include_str!("../../sample_trees/scout-strays.json"),
            ),
            Sample::comparing(
                ["alpha-beta", "negascout"],
                "Alpha-beta looks at a leaf that NegaScout leaves out",
                include_str!("../../sample_trees/negascout-fewer.json"),
            ),
            Sample::comparing(
                ["negascout", "alpha-beta"],
                "NegaScout evaluates a leaf twice",
                include_str!("../../sample_trees/negascout-again.json"),
            ),
            Sample::comparing(
                ["sss-star", "mtd-f=0"],
                "SSS* looks at a leaf that MTD(f) from the value leaves out",
                include_str!("../../sample_trees/mtd-fewer.json"),
            ),
            Sample::comparing(
                ["mtd-f=1", "sss-star"],
                "MTD(f) from the value and SSS* each look at a leaf of their own",
                include_str!("../../sample_trees/mtd-other.json"),
            ),
            Sample::comparing(
                ["lazy-alpha-beta", "alpha-beta"],
                "Shallow pruning looks at a leaf that deep pruning leaves out",
                include_str!("../../sample_trees/shallow-and-deep.json"),
            ),
        ],
    },
    Group {
        title: "Chance",
        samples: &[
            Sample::new("AIMA figure 5.12: chance", include_str!("../../sample_trees/aima-5-12.json")),
            Sample::new("Star1: a cutoff at a chance node", include_str!("../../sample_trees/star1.json")),
            Sample::new("Star2: three probes in place of seven leaves", include_str!("../../sample_trees/star2.json")),
        ],
    },
    Group {
        title: "From games",
        samples: &[
            Sample::new("Tic-tac-toe: XO./.X./..O", include_str!("../../sample_trees/tictactoe-fork.json")),
            Sample::new("Nim: 1,2,3", include_str!("../../sample_trees/nim-1-2-3.json")),
        ],
    },
    Group {
        title: "Shapes and formats",
        samples: &[
            Sample::new("Random: 4 moves, 5 levels", include_str!("../../sample_trees/random.json")),
            Sample::new("300 moves", include_str!("../../sample_trees/wide.json")),
            Sample::new("A comb of depth 60", include_str!("../../sample_trees/deep.json")),
            Sample::new("A chain of 40 moves", include_str!("../../sample_trees/chain.json")),
            Sample::new("A single leaf", include_str!("../../sample_trees/single-leaf.json")),
            Sample::new("MIN at the root", include_str!("../../sample_trees/min-root.json")),
            Sample::new(
                "Irregular: varying depths, names and players",
                include_str!("../../sample_trees/irregular.json"),
            ),
            Sample::new("Fractions and decimals", include_str!("../../sample_trees/fractions.json")),
            Sample::new("Six leaves in brackets", include_str!("../../sample_trees/six-leaves.tree")),
            Sample::new("81 leaves in brackets", include_str!("../../sample_trees/ternary.tree")),
            Sample::new("Hughes’ tree in brackets", include_str!("../../sample_trees/hughes.tree")),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn samples() -> impl Iterator<Item = &'static Sample> {
        GROUPS.iter().flat_map(|group| group.samples)
    }

    #[test]
    fn every_sample_opens_under_its_title() {
        for sample in samples() {
            assert_eq!(sample.open(&Progress::new()).unwrap().title(), sample.title);
        }
    }

    #[test]
    fn every_file_of_the_folder_is_a_sample_once() {
        let embedded: HashSet<&str> = samples().map(|sample| sample.text).collect();
        assert_eq!(embedded.len(), samples().count());
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/sample_trees");
        let files: HashSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
            .collect();
        assert_eq!(files, embedded.into_iter().map(String::from).collect());
    }
}
