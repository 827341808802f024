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

/// A sample with its title and file, and what it compares if it compares something.
macro_rules! sample {
    ($title:literal, $file:literal) => {
        sample!($title, $file, None)
    };
    ($title:literal, $file:literal, $compares:expr) => {
        Sample { title: $title, compares: $compares, text: include_str!(concat!("../../sample_trees/", $file)) }
    };
}

impl Sample {
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
            sample!("Wikipedia: 9 of 14 leaves", "wikipedia.json"),
            sample!("AIMA figure 5.2", "aima-5-2.json"),
            sample!("Hughes’ tree with an unknown leaf", "hughes.json"),
            sample!("The selection monad’s example", "selection-monad.json"),
            sample!("The selection monad’s example, root as a move", "selection-monad-root.json"),
            sample!("A full trace: 8 of 16 leaves", "temple.json"),
            sample!("Three levels of negative values", "millington-funge.json"),
            sample!("Four levels, binary", "four-levels.json"),
        ],
    },
    Group {
        title: "Cutoffs",
        samples: &[
            sample!("A deep cutoff", "deep-cutoff.json"),
            sample!("A deep cutoff and a tie", "ucla.json"),
            sample!("Shallow cutoffs only", "shallow-cutoffs.json"),
            sample!("A cutoff too late to save anything", "useless-cutoff.json"),
            sample!("Ties: non-strict 6 leaves, strict 7", "strict-or-not.json"),
            sample!("All leaves are equal", "ties.json"),
            sample!("Best move first: 3 moves, 6 levels", "best-first.json"),
            sample!("Unknown leaves that no pruning search needs", "unknown-leaves.json"),
        ],
    },
    Group {
        title: "Which search looks at which leaf",
        samples: &[
            sample!(
                "Alpha-beta looks at a leaf that SSS* leaves out",
                "sss-star-dominates.json",
                Some(["alpha-beta", "sss-star"])
            ),
            sample!(
                "SSS* looks at a leaf that DUAL* leaves out",
                "dual-star-differs.json",
                Some(["sss-star", "dual-star"])
            ),
            sample!(
                "SCOUT looks at leaves that alpha-beta leaves out",
                "scout-strays.json",
                Some(["scout", "alpha-beta"])
            ),
            sample!(
                "Alpha-beta looks at a leaf that NegaScout leaves out",
                "negascout-fewer.json",
                Some(["alpha-beta", "negascout"])
            ),
            sample!("NegaScout evaluates a leaf twice", "negascout-again.json", Some(["negascout", "alpha-beta"])),
            sample!(
                "SSS* looks at a leaf that MTD(f) from the value leaves out",
                "mtd-fewer.json",
                Some(["sss-star", "mtd-f=0"])
            ),
            sample!(
                "MTD(f) from the value and SSS* each look at a leaf of their own",
                "mtd-other.json",
                Some(["mtd-f=1", "sss-star"])
            ),
            sample!(
                "Shallow pruning looks at a leaf that deep pruning leaves out",
                "shallow-and-deep.json",
                Some(["lazy-alpha-beta", "alpha-beta"])
            ),
        ],
    },
    Group {
        title: "Chance",
        samples: &[
            sample!("AIMA figure 5.12: chance", "aima-5-12.json"),
            sample!("Star1: a cutoff at a chance node", "star1.json"),
            sample!("Star2: three probes in place of seven leaves", "star2.json"),
        ],
    },
    Group {
        title: "From games",
        samples: &[sample!("Tic-tac-toe: XO./.X./..O", "tictactoe-fork.json"), sample!("Nim: 1,2,3", "nim-1-2-3.json")],
    },
    Group {
        title: "Shapes and formats",
        samples: &[
            sample!("Random: 4 moves, 5 levels", "random.json"),
            sample!("300 moves", "wide.json"),
            sample!("A comb of depth 60", "deep.json"),
            sample!("A chain of 40 moves", "chain.json"),
            sample!("A single leaf", "single-leaf.json"),
            sample!("MIN at the root", "min-root.json"),
            sample!("Irregular: varying depths, names and players", "irregular.json"),
            sample!("Fractions and decimals", "fractions.json"),
            sample!("Six leaves in brackets", "six-leaves.tree"),
            sample!("81 leaves in brackets", "ternary.tree"),
            sample!("Hughes’ tree in brackets", "hughes.tree"),
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
