//! Built-in sweeps.

use clap::ValueEnum as _;

use super::{Spec, SpecError};

/// A built-in sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Preset {
    /// The performance analysis that the draft of Hartmann & Gibbons, “Alpha Beta Pruning with the Selection Monad”, leaves to future
    /// work in its section 6
    SelectionMonad,
    /// Evaluations of Star1 and Star2 beside expectiminimax, on trees in which every other level is chance (Ballard, 1983)
    Star,
    /// The cost of each search against the quality of the order of the moves, between the minimal tree and random order
    Order,
    /// How alpha-beta and shallow pruning grow with the depth (Knuth & Moore, 1975; Baudet, 1978; Pearl, 1982)
    Growth,
    /// Leaves of alpha-beta on trees of different leaves in random order (Fuller, Gaschnig & Gillogly, 1973)
    Fuller,
    /// Alpha-beta where the value of a leaf is a sum of edges, so that siblings are alike (Newborn, 1977)
    Newborn,
    /// Searches that trust the first move, on strongly ordered trees (Marsland & Campbell, 1982)
    StronglyOrdered,
    /// SSS* and DUAL* beside MTD(f) and alpha-beta: evaluations and memory (Plaat et al., 1996)
    SssStar,
    /// How far SSS* is ahead of alpha-beta on random trees (Roizen & Pearl, 1983)
    RoizenPearl,
    /// What a transposition table saves in games: trees against graphs
    Transpositions,
}

impl Preset {
    /// All of them, in the order of menus.
    pub const ALL: [Preset; 10] = [
        Preset::Order,
        Preset::Growth,
        Preset::SssStar,
        Preset::RoizenPearl,
        Preset::Transpositions,
        Preset::StronglyOrdered,
        Preset::Fuller,
        Preset::Newborn,
        Preset::SelectionMonad,
        Preset::Star,
    ];

    /// Its name, its summary, and the file of its sweep.
    fn parts(self) -> [&'static str; 3] {
        match self {
            Preset::SelectionMonad => [
                "Selection monad, section 6",
                "The performance analysis that the draft of Hartmann & Gibbons leaves to future work",
                include_str!("selection_monad.toml"),
            ],
            Preset::Star => [
                "Star1 and Star2",
                "How many leaves Star1 and Star2 leave out on trees in which every other level is chance",
                include_str!("star.toml"),
            ],
            Preset::Order => [
                "The laboratory of order",
                "The cost of each search against the quality of the order, from perfect to random",
                include_str!("order.toml"),
            ],
            Preset::Growth => [
                "Growth of alpha-beta",
                "How alpha-beta and shallow pruning grow with the depth (Knuth & Moore, Baudet, Pearl)",
                include_str!("knuth_moore.toml"),
            ],
            Preset::Fuller => [
                "Fuller, Gaschnig & Gillogly 1973",
                "Leaves of alpha-beta on trees of different leaves, with the exact expectation",
                include_str!("fuller.toml"),
            ],
            Preset::Newborn => [
                "Newborn 1977",
                "Alpha-beta where siblings are alike: leaves that are sums of edges",
                include_str!("newborn.toml"),
            ],
            Preset::StronglyOrdered => [
                "Marsland & Campbell 1982",
                "Searches that trust the first move, on strongly ordered trees",
                include_str!("marsland_campbell.toml"),
            ],
            Preset::SssStar => [
                "SSS* as alpha-beta with a table",
                "SSS*, DUAL* and MTD(f) beside alpha-beta: evaluations and memory (Plaat et al.)",
                include_str!("plaat.toml"),
            ],
            Preset::Transpositions => [
                "Trees and graphs",
                "How many evaluations a transposition table saves in five games, and what it keeps for that",
                include_str!("transpositions.toml"),
            ],
            Preset::RoizenPearl => [
                "Roizen & Pearl 1983",
                "How far SSS* is ahead of alpha-beta on random trees, and what it keeps for that",
                include_str!("roizen_pearl.toml"),
            ],
        }
    }

    /// The name on the command line.
    pub fn id(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }

    /// The name in menus.
    pub fn name(self) -> &'static str {
        let [name, ..] = self.parts();
        name
    }

    /// What it shows, in a sentence.
    pub fn summary(self) -> &'static str {
        let [_, summary, _] = self.parts();
        summary
    }

    /// The description of the sweep.
    pub fn spec(self) -> Result<Spec, SpecError> {
        let [.., text] = self.parts();
        Spec::from_toml(text)
    }
}
