//! What the pages, tables and help say of each algorithm beyond its name: law, leaves, source, definition.

use super::Algorithm;

/// What an algorithm was taken from.
#[derive(Debug, PartialEq, Eq)]
pub struct Publication {
    /// Its title.
    pub title: &'static str,
    /// Who wrote it; empty where nobody is named.
    pub authors: &'static str,
    /// What kind of publication it is and where it is found; empty where the title says it.
    pub place: &'static str,
}

/// The publication that writes minimax once for all lattices.
pub static RECURSION_SCHEMES: Publication = Publication {
    title: "Alpha-beta pruning with recursion schemes",
    authors: "",
    place: "Stack Overflow 72517172, the answer",
};
/// The textbook form.
pub static WIKIPEDIA: Publication = Publication { title: "Alpha–beta pruning", authors: "", place: "Wikipedia" };
/// The publication with `maximise` and `mapmin`.
pub static WHY_FUNCTIONAL_PROGRAMMING_MATTERS: Publication = Publication {
    title: "Why Functional Programming Matters",
    authors: "John Hughes",
    place: "The Computer Journal 32(2), 1989",
};
/// The publication with J, GK and their alpha-beta forms.
pub static SELECTION_MONAD: Publication = Publication {
    title: "Alpha Beta Pruning with the Selection Monad",
    authors: "Johannes Hartmann & Jeremy Gibbons",
    place: "draft",
};
/// The publication with the loop over node records.
pub static TAIL_RECURSIVE: Publication =
    Publication { title: "Tail Recursive Minimax & alpha-beta pruning", authors: "", place: "" };

/// A file of Plyscope's own source.
#[derive(Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its path in the repository.
    pub path: &'static str,
    text: &'static str,
}

impl Listing {
    /// The file as it was compiled, without the tests at its end.
    pub fn code(&self) -> &'static str {
        self.text.split_once("\n#[cfg(test)]").map_or(self.text, |(code, _)| code).trim_end()
    }
}

/// A file of this folder.
macro_rules! listing {
    ($file:literal) => {
        Listing { path: concat!("src/search/", $file), text: include_str!($file) }
    };
}

static ALPHA_BETA: &[Listing] = &[listing!("alpha_beta.rs"), listing!("window.rs")];
static ORDER: &[Listing] = &[listing!("lattice/mod.rs"), listing!("lattice/instances.rs")];
static PRUNING: &[Listing] = &[listing!("lattice/mod.rs"), listing!("lattice/pruning.rs")];
static HUGHES: &[Listing] = &[listing!("hughes/maximise.rs"), listing!("hughes/mod.rs")];
static PIPELINE: &[Listing] = &[listing!("hughes/pipeline.rs"), listing!("hughes/stages.rs")];
static J: &[Listing] = &[listing!("selection/j.rs"), listing!("selection/mod.rs")];
static GK: &[Listing] = &[listing!("selection/gk.rs"), listing!("selection/mod.rs")];
static LOOP: &[Listing] = &[listing!("tail_recursive.rs"), listing!("window.rs")];

/// Which leaves an algorithm can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutoffs {
    /// None.
    None,
    /// Those behind shallow cutoffs.
    Shallow,
    /// Those behind shallow and deep cutoffs.
    Deep,
    /// Those that a yes or no needs no more.
    Threshold,
}

/// What there is to say of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The equation that it obeys.
    pub law: &'static str,
    /// Which leaves it evaluates.
    pub visits: &'static str,
    /// Where it comes from.
    pub publication: &'static Publication,
    /// Where in the publication; empty where it is the whole.
    pub section: &'static str,
    /// Its definition as it runs, the file that holds it first.
    pub definition: &'static [Listing],
    /// Which leaves it can do without.
    pub cutoffs: Cutoffs,
}

impl About {
    /// Authors, title, place and section on one line.
    pub fn citation(&self) -> String {
        let Publication { title, authors, place } = *self.publication;
        [authors, title, place, self.section].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

const LATTICE_LAW: &str = "inf and sup are idempotent, commutative and associative, and absorb each other.";
const EVERY_LEAF: &str = "Every leaf, once.";
const DEEP: &str = "Those of alpha-beta with deep cutoffs, in the same order.";
const MONAD_LAW: &str = "bind (pure x) f = f x; bind e pure = e; bind (bind e f) g = bind e (\\x → bind (f x) g).";

impl Algorithm {
    /// What there is to say of it.
    #[expect(clippy::too_many_lines, reason = "it is a table")]
    pub fn about(self) -> About {
        match self {
            Algorithm::Minimax => About {
                law: LATTICE_LAW,
                visits: EVERY_LEAF,
                publication: &RECURSION_SCHEMES,
                section: "the lattice of an order",
                definition: ORDER,
                cutoffs: Cutoffs::None,
            },
            Algorithm::LatticePruning => About {
                law: "f is an element when clamp i (f i) = clamp i (f (Bot, Top)) for every interval i; inf and sup keep that.",
                visits: DEEP,
                publication: &RECURSION_SCHEMES,
                section: "the lattice Pruning",
                definition: PRUNING,
                cutoffs: Cutoffs::Deep,
            },
            Algorithm::AlphaBeta => About {
                law: "With the window (−∞, +∞) it returns the minimax value; with (α, β) that value where it lies between \
                      them, and a bound of it elsewhere.",
                visits: "Those that no window left out, with shallow and deep cutoffs.",
                publication: &WIKIPEDIA,
                section: "section Pseudocode, fail-soft",
                definition: ALPHA_BETA,
                cutoffs: Cutoffs::Deep,
            },
            Algorithm::LazyMinimax => About {
                law: "maximise (node n nil) = n; maximise (node n sub) = max (map minimise sub).",
                visits: EVERY_LEAF,
                cutoffs: Cutoffs::None,
                ..Algorithm::LazyAlphaBeta.about()
            },
            Algorithm::LazyAlphaBeta => About {
                law: "max . maximise' = maximise.",
                visits: "Those of alpha-beta without deep cutoffs, since a bound is known to siblings alone.",
                publication: &WHY_FUNCTIONAL_PROGRAMMING_MATTERS,
                section: "section 5",
                definition: HUGHES,
                cutoffs: Cutoffs::Shallow,
            },
            Algorithm::Pipeline(_) => About {
                law: "highfirst changes the order of the subtrees and not the value; prune and taketree leave some of the tree out.",
                visits: "Those of lazy alpha-beta on the shaped tree. Sorting asks for the static values of all children too.",
                definition: PIPELINE,
                ..Algorithm::LazyAlphaBeta.about()
            },
            Algorithm::SelectionJ => About {
                law: MONAD_LAW,
                visits: "Every leaf, again and again: on a full tree there are (2b − 1)^d − 1 evaluations.",
                publication: &SELECTION_MONAD,
                section: "the monad J",
                definition: J,
                cutoffs: Cutoffs::None,
            },
            Algorithm::SelectionJAlphaBeta => About {
                law: "It returns the value of J without bounds.",
                visits: "The leaves of alpha-beta with deep cutoffs, many of them again and again.",
                section: "maxWithABJ and minWithABJ, corrected",
                cutoffs: Cutoffs::Deep,
                ..Algorithm::SelectionJ.about()
            },
            Algorithm::SelectionGk => About {
                law: MONAD_LAW,
                visits: EVERY_LEAF,
                publication: &SELECTION_MONAD,
                section: "the monad GK",
                definition: GK,
                cutoffs: Cutoffs::None,
            },
            Algorithm::SelectionGkAlphaBeta => About {
                law: "It returns the value of GK without bounds.",
                visits: DEEP,
                section: "alphaMaxWith and betaMinWith, corrected",
                cutoffs: Cutoffs::Deep,
                ..Algorithm::SelectionGk.about()
            },
            Algorithm::TailRecursive => About {
                law: "The value, nodes and evaluations of the recursion; the call stack does not grow.",
                visits: EVERY_LEAF,
                publication: &TAIL_RECURSIVE,
                section: "",
                definition: LOOP,
                cutoffs: Cutoffs::None,
            },
            Algorithm::TailRecursiveAlphaBeta => {
                About { visits: DEEP, cutoffs: Cutoffs::Deep, ..Algorithm::TailRecursive.about() }
            }
            Algorithm::TailRecursiveMemo => About {
                law: "The value of the loop without a table, with no more evaluations.",
                visits: "Of those of alpha-beta the ones below positions that it has not solved before; all of them where no two \
                         positions are equal.",
                section: "the form with memory",
                ..Algorithm::TailRecursiveAlphaBeta.about()
            },
            Algorithm::Threshold { .. } => About {
                law: "The answer is yes if and only if the minimax value is at least the number.",
                visits: "At a MAX node children up to the first that says yes, at a MIN node up to the first that says no.",
                section: "the lattice of two values",
                cutoffs: Cutoffs::Threshold,
                ..Algorithm::Minimax.about()
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_is_the_file_that_is_compiled_without_its_tests() {
        for algorithm in Algorithm::ALL {
            for listing in algorithm.about().definition {
                let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(listing.path);
                let file = std::fs::read_to_string(path).unwrap();
                assert!(file.starts_with(listing.code()), "{}", listing.path);
                assert!(!listing.code().contains("cfg(test)"), "{}", listing.path);
                assert!(file.len() == listing.code().len() + 1 || file.contains("cfg(test)"), "{}", listing.path);
            }
        }
        let own = Listing { path: "src/search/about.rs", text: include_str!("about.rs") };
        assert!(own.code().ends_with('}') && !own.code().contains("fn a_definition_is"));
    }
}
