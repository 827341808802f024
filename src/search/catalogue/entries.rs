//! The entries of Plyscope's algorithms.

use super::entry::{
    Dash, Entry, Holds, LeafClass, Listing, Look, Machine, Mark, Parameter, Publication, Revisits, Takes,
};
use crate::search::hughes::maximise::{LazyAlphaBeta, LazyMinimax};
use crate::search::kinds::Searches;
use crate::search::lattice::{LatticePruning, Minimax, ThresholdTest};
use crate::search::selection::{gk, j};
use crate::search::tail_recursive::{TailRecursive, TailRecursiveAlphaBeta, TailRecursiveMemo};
use crate::search::traced::Traced;
use crate::search::{
    alpha_beta, alpha_beta_memory, aspiration, expectiminimax, iterative_deepening, minimal_tree, mtd_f, negascout,
    proof_number, scout, sss_star, star,
};
use crate::tree::Player;

/// A file of `src/search`.
macro_rules! listing {
    ($file:literal) => {
        Listing::new(concat!("src/search/", $file), include_str!(concat!("../", $file)))
    };
}

static RECURSION_SCHEMES: Publication = Publication {
    title: "Alpha-beta pruning with recursion schemes",
    authors: "",
    year: "2022",
    venue: "Stack Overflow 72517172, the answer",
    link: "https://stackoverflow.com/q/72517172",
};
static WIKIPEDIA: Publication = Publication {
    title: "Alpha–beta pruning",
    authors: "",
    year: "",
    venue: "Wikipedia",
    link: "https://en.wikipedia.org/wiki/Alpha%E2%80%93beta_pruning",
};
static WHY_FUNCTIONAL_PROGRAMMING_MATTERS: Publication = Publication {
    title: "Why Functional Programming Matters",
    authors: "John Hughes",
    year: "1989",
    venue: "The Computer Journal 32(2)",
    link: "https://doi.org/10.1093/comjnl/32.2.98",
};
static SELECTION_MONAD: Publication = Publication {
    title: "Alpha Beta Pruning with the Selection Monad",
    authors: "Johannes Hartmann & Jeremy Gibbons",
    year: "",
    venue: "draft",
    link: "",
};
static TAIL_RECURSIVE: Publication = Publication {
    title: "Tail Recursive Minimax & alpha-beta pruning",
    authors: "",
    year: "2016",
    venue: "weblog, 18 February",
    link: "",
};
static IMPROVEMENT_TO_SCOUT: Publication = Publication {
    title: "An Improvement to the Scout Tree Search Algorithm",
    authors: "Alexander Reinefeld",
    year: "1983",
    venue: "ICCA Journal 6(4)",
    link: "https://doi.org/10.3233/ICG-1983-6402",
};
static SCOUT_OF_PEARL: Publication = Publication {
    title: "SCOUT: a simple game-searching algorithm with proven optimal properties",
    authors: "Judea Pearl",
    year: "1980",
    venue: "Proceedings of the First Annual National Conference on Artificial Intelligence (AAAI-80)",
    link: "",
};
static BETTER_THAN_ALPHA_BETA: Publication = Publication {
    title: "A minimax algorithm better than alpha-beta?",
    authors: "G. C. Stockman",
    year: "1979",
    venue: "Artificial Intelligence 12",
    link: "https://doi.org/10.1016/0004-3702(79)90016-X",
};
static ANALYSIS: Publication = Publication {
    title: "An analysis of alpha-beta pruning",
    authors: "Donald E. Knuth & Ronald W. Moore",
    year: "1975",
    venue: "Artificial Intelligence 6",
    link: "https://doi.org/10.1016/0004-3702(75)90019-3",
};
static REVIEW: Publication = Publication {
    title: "A review of game-tree pruning",
    authors: "T. A. Marsland",
    year: "1986",
    venue: "ICCA Journal 9(1)",
    link: "",
};
static LOW_OVERHEAD: Publication = Publication {
    title: "Low overhead alternatives to SSS*",
    authors: "T. A. Marsland, Alexander Reinefeld & Jonathan Schaeffer",
    year: "1987",
    venue: "Artificial Intelligence 31",
    link: "https://doi.org/10.1016/0004-3702(87)90020-8",
};
static BEST_FIRST: Publication = Publication {
    title: "Best-first fixed-depth minimax algorithms",
    authors: "Aske Plaat, Jonathan Schaeffer, Wim Pijls & Arie de Bruin",
    year: "1996",
    venue: "Artificial Intelligence 87",
    link: "https://doi.org/10.1016/0004-3702(95)00126-3",
};
static CHESS_4_5: Publication = Publication {
    title: "CHESS 4.5: the Northwestern University chess program",
    authors: "David J. Slate & Lawrence R. Atkin",
    year: "1977",
    venue: "in Peter W. Frey (editor), Chess Skill in Man and Machine",
    link: "",
};
static PROOF_NUMBER_SEARCH: Publication = Publication {
    title: "Proof-number search",
    authors: "L. Victor Allis, Maarten van der Meulen & H. Jaap van den Herik",
    year: "1994",
    venue: "Artificial Intelligence 66",
    link: "https://doi.org/10.1016/0004-3702(94)90004-3",
};
static GAME_LEARNING_AUTOMATA: Publication = Publication {
    title: "Game-playing and game-learning automata",
    authors: "Donald Michie",
    year: "1966",
    venue: "in L. Fox (editor), Advances in Programming and Non-Numerical Computation",
    link: "",
};
static STAR_MINIMAX: Publication = Publication {
    title: "The *-minimax search procedure for trees containing chance nodes",
    authors: "Bruce W. Ballard",
    year: "1983",
    venue: "Artificial Intelligence 21",
    link: "https://doi.org/10.1016/S0004-3702(83)80015-0",
};

static TRACE_FILE: Publication =
    Publication { title: "The open trace file", authors: "", year: "", venue: "", link: "" };

const LATTICE_LAW: &str = "inf and sup are idempotent, commutative and associative, and absorb each other.";
const EVERY_LEAF: &str = "Every leaf, once.";
const DEEP: &str = "Those of alpha-beta with deep cutoffs, in the same order.";
const MONAD_LAW: &str = "bind (pure x) f = f x; bind e pure = e; bind (bind e f) g = bind e (\\x → bind (f x) g).";

const CALLS: Machine = Machine {
    title: "Call stack",
    summary: "The calls that have not returned.",
    children: "children",
    holds: Holds::Nothing,
};
const RECORDS: Machine = Machine {
    title: "Node records",
    summary: "One loop over explicit records instead of a call stack; it works on the last one.",
    ..CALLS
};
const LISTS: Machine = Machine {
    title: "Lazy lists",
    summary: "Each open node reads the list of its children's numbers. A number that is not forced is never computed.",
    children: "subtrees",
    ..CALLS
};
const PLAYS: Machine = Machine {
    title: "History and continuation",
    summary: "The history is the path of moves chosen so far. The continuation at a node gives the value of each of its moves.",
    children: "moves",
    holds: Holds::History,
};
const FUNCTIONS: Machine = Machine {
    title: "Pending meets and joins",
    summary: "Each open node is a function of an interval, applied to the window beside it.",
    ..CALLS
};

const OPEN: Machine = Machine {
    title: "OPEN",
    summary: "The states on OPEN with the best merit are gone through from left to right; the others wait for a pass of their own.",
    holds: Holds::Open(Player::Max),
    ..CALLS
};

const BOUNDS: Machine = Machine {
    summary: "The calls that have not returned. A chance node keeps what it knows of the sum of its outcomes.",
    ..CALLS
};

// The colour of each family of algorithms, with a contrast of at least 3:1 with the grounds of both themes and with paper. By search among
// such colours: any two are apart by at least 20 in CIELAB, also to colour-blind eyes.
const TEXTBOOK: [u8; 3] = [0, 0, 0];
const HUGHES: [u8; 3] = [11, 121, 95];
const SELECTION: [u8; 3] = [208, 38, 41];
const TAIL: [u8; 3] = [38, 140, 247];
const SCOUTS: [u8; 3] = [93, 79, 247];
const MTDS: [u8; 3] = [161, 139, 91];
const MEMORY: [u8; 3] = [206, 120, 0];
const CHANCE: [u8; 3] = [191, 39, 182];
const PROOFS: [u8; 3] = [121, 119, 148];

const fn look(colour: [u8; 3], mark: Mark, dash: Dash) -> Look {
    Look { colour, mark, dash }
}

/// The fields that most entries have in common.
const PLAIN: Entry = Entry {
    id: "",
    name: "",
    summary: "",
    law: "",
    visits: "",
    leaves: LeafClass::All,
    revisits: Revisits::Never,
    evaluations: None,
    is_lazy: false,
    has_table: false,
    has_memory: false,
    deepens: false,
    asks: false,
    transposes: false,
    takes_chance: false,
    parameters: &[],
    machine: CALLS,
    publication: &WIKIPEDIA,
    section: "",
    definition: &[],
    look: look(TEXTBOOK, Mark::Circle, Dash::Solid),
    is_usual: false,
    searches: Searches::of::<Minimax>(),
};

pub(super) static MINIMAX: Entry = Entry {
    id: "minimax",
    name: "Minimax",
    summary: "The fold of the tree over the order lattice; evaluates every leaf.",
    law: LATTICE_LAW,
    visits: EVERY_LEAF,
    publication: &RECURSION_SCHEMES,
    section: "the lattice of an order",
    definition: &[listing!("lattice/mod.rs"), listing!("lattice/instances.rs")],
    look: look(TEXTBOOK, Mark::Square, Dash::Long),
    is_usual: true,
    searches: Searches::of::<Minimax>(),
    ..PLAIN
};

pub(super) static LATTICE_PRUNING: Entry = Entry {
    id: "lattice-pruning",
    name: "Lattice pruning",
    summary: "The fold of minimax over the lattice of functions Interval → value.",
    law: "f is an element if clamp i (f i) = clamp i (f (Bot, Top)) for every interval i; inf and sup preserve this.",
    visits: DEEP,
    leaves: LeafClass::AlphaBeta,
    machine: FUNCTIONS,
    publication: &RECURSION_SCHEMES,
    section: "the lattice Pruning",
    definition: &[listing!("lattice/mod.rs"), listing!("lattice/pruning.rs")],
    look: look(TEXTBOOK, Mark::Diamond, Dash::Short),
    is_usual: true,
    searches: Searches::of::<LatticePruning>(),
    ..PLAIN
};

pub(super) static ALPHA_BETA: Entry = Entry {
    id: "alpha-beta",
    name: "Alpha-beta",
    summary: "The textbook recursion that passes alpha and beta down.",
    law: "With the window (−∞, +∞) it returns the minimax value; with (α, β) that value if it lies between them, and a bound \
          of it otherwise.",
    visits: "Those that no window prunes, with shallow and deep cutoffs.",
    leaves: LeafClass::AlphaBeta,
    section: "section Pseudocode, fail-soft",
    definition: &[listing!("alpha_beta.rs"), listing!("window.rs")],
    look: look(TEXTBOOK, Mark::Circle, Dash::Solid),
    searches: Searches::of::<alpha_beta::TextbookAlphaBeta>(),
    ..PLAIN
};

pub(super) static LAZY_MINIMAX: Entry = Entry {
    id: "lazy-minimax",
    name: "Lazy minimax",
    summary: "maximise . maptree static . prune n . gametree, lazily.",
    law: "maximise (node n nil) = n; maximise (node n sub) = max (map minimise sub).",
    visits: EVERY_LEAF,
    is_lazy: true,
    machine: LISTS,
    publication: &WHY_FUNCTIONAL_PROGRAMMING_MATTERS,
    section: "section 5",
    definition: &[listing!("hughes/maximise.rs"), listing!("hughes/mod.rs")],
    look: look(HUGHES, Mark::Down, Dash::Long),
    searches: Searches::of::<LazyMinimax>(),
    ..PLAIN
};

pub(super) static LAZY_ALPHA_BETA: Entry = Entry {
    id: "lazy-alpha-beta",
    name: "Lazy alpha-beta",
    summary: "max . maximise' . maptree static . prune n . gametree, with mapmin, omit and minleq; has no deep cutoffs.",
    law: "max . maximise' = maximise.",
    visits: "Those of alpha-beta without deep cutoffs, because bounds are known only to siblings.",
    leaves: LeafClass::WithoutDeepCutoffs,
    is_lazy: true,
    machine: LISTS,
    publication: &WHY_FUNCTIONAL_PROGRAMMING_MATTERS,
    section: "section 5",
    definition: &[listing!("hughes/maximise.rs"), listing!("hughes/mod.rs")],
    look: look(HUGHES, Mark::Up, Dash::Solid),
    is_usual: true,
    searches: Searches::of::<LazyAlphaBeta>(),
    ..PLAIN
};

pub(super) static SELECTION_J: Entry = Entry {
    id: "selection-j",
    name: "Selection J",
    summary: "hSequence over J r a = (a → r) → a; evaluates plays repeatedly.",
    law: MONAD_LAW,
    visits: "Every leaf, repeatedly: on a full tree there are (2b − 1)^d − 1 evaluations.",
    revisits: Revisits::Replays,
    evaluations: Some(j::evaluations),
    machine: PLAYS,
    publication: &SELECTION_MONAD,
    section: "the monad J",
    definition: &[listing!("selection/j.rs"), listing!("selection/mod.rs")],
    look: look(SELECTION, Mark::Tall, Dash::Long),
    searches: Searches::of::<j::SelectionJ>(),
    ..PLAIN
};

pub(super) static SELECTION_J_ALPHA_BETA: Entry = Entry {
    id: "selection-j-alpha-beta",
    name: "Selection J alpha-beta",
    summary: "hSequence over J with bounds; prunes, but still repeats evaluations.",
    law: "It returns the value of J without bounds.",
    visits: "The leaves of alpha-beta with deep cutoffs, many of them repeatedly: if nothing can be cut off there are \
             (b + 1)^d − 1 evaluations, because the source judges single choices too. So a chain of d single children costs \
             2^d − 1 evaluations, while J without bounds needs none.",
    leaves: LeafClass::AlphaBeta,
    revisits: Revisits::Replays,
    machine: PLAYS,
    publication: &SELECTION_MONAD,
    section: "maxWithABJ and minWithABJ, corrected",
    definition: &[listing!("selection/j.rs"), listing!("selection/mod.rs")],
    look: look(SELECTION, Mark::Diamond, Dash::Solid),
    searches: Searches::of::<j::SelectionJAlphaBeta>(),
    ..PLAIN
};

pub(super) static SELECTION_GK: Entry = Entry {
    id: "selection-gk",
    name: "Selection GK",
    summary: "hSequence over GK r a = ∀b. (a → (r, b)) → (r, b); evaluates each play once.",
    law: MONAD_LAW,
    visits: EVERY_LEAF,
    machine: PLAYS,
    publication: &SELECTION_MONAD,
    section: "the monad GK",
    definition: &[listing!("selection/gk.rs"), listing!("selection/mod.rs")],
    look: look(SELECTION, Mark::Wide, Dash::DashDot),
    searches: Searches::of::<gk::SelectionGk>(),
    ..PLAIN
};

pub(super) static SELECTION_GK_ALPHA_BETA: Entry = Entry {
    id: "selection-gk-alpha-beta",
    name: "Selection GK alpha-beta",
    summary: "hSequence over GK with bounds; evaluates the leaves of alpha-beta.",
    law: "It returns the value of GK without bounds.",
    visits: DEEP,
    leaves: LeafClass::AlphaBeta,
    machine: PLAYS,
    publication: &SELECTION_MONAD,
    section: "alphaMaxWith and betaMinWith, corrected",
    definition: &[listing!("selection/gk.rs"), listing!("selection/mod.rs")],
    look: look(SELECTION, Mark::Down, Dash::Short),
    is_usual: true,
    searches: Searches::of::<gk::SelectionGkAlphaBeta>(),
    ..PLAIN
};

pub(super) static TAIL_RECURSIVE_MINIMAX: Entry = Entry {
    id: "tail-recursive",
    name: "Tail-recursive minimax",
    summary: "One loop over explicit node records, without a call stack.",
    law: "The value, nodes and evaluations of the recursion; the call stack does not grow.",
    visits: EVERY_LEAF,
    machine: RECORDS,
    publication: &TAIL_RECURSIVE,
    definition: &[listing!("tail_recursive.rs"), listing!("window.rs")],
    look: look(TAIL, Mark::Circle, Dash::Long),
    searches: Searches::of::<TailRecursive>(),
    ..PLAIN
};

pub(super) static TAIL_RECURSIVE_ALPHA_BETA: Entry = Entry {
    id: "tail-recursive-alpha-beta",
    name: "Tail-recursive alpha-beta",
    summary: "The loop over node records with alpha and beta.",
    law: "The value, nodes and evaluations of the recursion; the call stack does not grow.",
    visits: DEEP,
    leaves: LeafClass::AlphaBeta,
    machine: RECORDS,
    publication: &TAIL_RECURSIVE,
    definition: &[listing!("tail_recursive.rs"), listing!("window.rs")],
    look: look(TAIL, Mark::Tall, Dash::Solid),
    searches: Searches::of::<TailRecursiveAlphaBeta>(),
    ..PLAIN
};

pub(super) static TAIL_RECURSIVE_MEMO: Entry = Entry {
    id: "tail-recursive-memo",
    name: "Tail-recursive with memory",
    summary: "The loop with alpha and beta and a transposition table; equal subtrees of a tree count as one position.",
    law: "The value of the loop without a table, with no more evaluations.",
    visits: "Those of alpha-beta that are not below a position solved before; all of them if no two positions \
             are equal.",
    leaves: LeafClass::WithinAlphaBeta,
    has_table: true,
    has_memory: true,
    transposes: true,
    machine: RECORDS,
    publication: &TAIL_RECURSIVE,
    section: "the form with memory",
    definition: &[listing!("tail_recursive.rs"), listing!("window.rs")],
    look: look(TAIL, Mark::Wide, Dash::Short),
    searches: Searches::of::<TailRecursiveMemo>(),
    ..PLAIN
};

pub(super) static NEGASCOUT: Entry = Entry {
    id: "negascout",
    name: "NegaScout",
    summary: "Assumes that the first child is the best, tests the others with a null window, and searches a better one again.",
    law: "The value of alpha-beta in the same window.",
    visits: "A subset of those of alpha-beta (with the strict rule, if the players alternate and no two values are neighbouring floating point numbers); leaves below a child that turns out to be better are evaluated again.",
    leaves: LeafClass::WithinAlphaBeta,
    revisits: Revisits::Evaluating,
    machine: Machine {
        summary: "Children after the first are probed with a null window, and searched again where that is not enough.",
        ..CALLS
    },
    publication: &IMPROVEMENT_TO_SCOUT,
    section: "fail-soft, with MAX and MIN written out",
    definition: &[listing!("negascout.rs"), listing!("window.rs")],
    look: look(SCOUTS, Mark::Cross, Dash::Solid),
    searches: Searches::of::<negascout::NegaScout>(),
    ..PLAIN
};

pub(super) static MTD_F: Entry = Entry {
    id: "mtd-f",
    name: "MTD(f)",
    summary: "Repeats null-window searches, with a table of all visited nodes, until the bounds of the value meet.",
    law: "The minimax value, for every first guess f.",
    visits: "A subset of those of alpha-beta, each once; usually fewer with a better first guess.",
    leaves: LeafClass::WithinAlphaBeta,
    revisits: Revisits::Recalling,
    has_table: true,
    has_memory: true,
    parameters: &[Parameter {
        flag: "first-guess",
        title: "First guess",
        purpose: "the first guess",
        default: Some(0),
        takes: Takes::Number,
    }],
    machine: Machine {
        title: "Table and bounds",
        summary: "Each pass asks one question about the root; the table keeps what it shows of every node.",
        ..CALLS
    },
    publication: &BEST_FIRST,
    section: "MTD and AlphaBetaWithMemory",
    definition: &[listing!("mtd_f.rs"), listing!("window.rs")],
    look: look(MTDS, Mark::Plus, Dash::Solid),
    searches: Searches::of::<mtd_f::MtdF>(),
    ..PLAIN
};

pub(super) static MTD_INFINITY: Entry = Entry {
    id: "mtd-infinity",
    name: "MTD(+∞)",
    summary: "MTD(f) from the first guess +∞: SSS* as alpha-beta with a table.",
    law: "The minimax value; the leaves of SSS* in the same order.",
    visits: "Those of SSS*, each once, in the same order.",
    look: look(MTDS, Mark::Up, Dash::DashDot),
    searches: Searches::of::<mtd_f::MtdInfinity>(),
    ..MTD_FROM_AN_END
};

pub(super) static MTD_MINUS_INFINITY: Entry = Entry {
    id: "mtd-minus-infinity",
    name: "MTD(−∞)",
    summary: "MTD(f) from the first guess −∞: DUAL* as alpha-beta with a table.",
    law: "The minimax value; the leaves of DUAL* in the same order.",
    visits: "Those of DUAL*, each once, in the same order.",
    look: look(MTDS, Mark::Circle, Dash::Short),
    searches: Searches::of::<mtd_f::MtdMinusInfinity>(),
    ..MTD_FROM_AN_END
};

const MTD_FROM_AN_END: Entry = Entry {
    leaves: LeafClass::WithinAlphaBeta,
    revisits: Revisits::Recalling,
    has_table: true,
    has_memory: true,
    machine: Machine {
        title: "Table and bounds",
        summary: "Each pass asks one question about the root; the table keeps what it shows of every node.",
        ..CALLS
    },
    publication: &BEST_FIRST,
    section: "MTD and AlphaBetaWithMemory",
    definition: &[listing!("mtd_f.rs"), listing!("window.rs")],
    ..PLAIN
};

pub(super) static SSS_STAR: Entry = Entry {
    id: "sss-star",
    name: "SSS*",
    summary: "Best first: of all solution trees that are begun it goes on with the one of the largest merit, the leftmost on ties.",
    law: "The minimax value; no leaf that alpha-beta does not look at.",
    visits: "A subset of those of alpha-beta, each once, the ones of the best merit first.",
    leaves: LeafClass::WithinAlphaBeta,
    revisits: Revisits::Recalling,
    has_memory: true,
    machine: OPEN,
    publication: &BETTER_THAN_ALPHA_BETA,
    section: "with the leftmost of equal states first, as in Campbell & Marsland 1983",
    definition: &[listing!("sss_star.rs"), listing!("window.rs")],
    look: look(MTDS, Mark::Diamond, Dash::Long),
    searches: Searches::of::<sss_star::SssStar>(),
    ..PLAIN
};

pub(super) static DUAL_STAR: Entry = Entry {
    id: "dual-star",
    name: "DUAL*",
    summary: "SSS* with MAX and MIN exchanged: it goes on with the solution tree of MIN that has the smallest merit.",
    law: "The minimax value; no leaf that alpha-beta does not look at.",
    visits: "A subset of those of alpha-beta, each once, the ones of the smallest merit first.",
    leaves: LeafClass::WithinAlphaBeta,
    revisits: Revisits::Recalling,
    has_memory: true,
    machine: Machine { holds: Holds::Open(Player::Min), ..OPEN },
    publication: &LOW_OVERHEAD,
    section: "the dual of SSS*",
    definition: &[listing!("sss_star.rs"), listing!("window.rs")],
    look: look(MTDS, Mark::Square, Dash::Dotted),
    searches: Searches::of::<sss_star::DualStar>(),
    ..PLAIN
};

pub(super) static SCOUT: Entry = Entry {
    id: "scout",
    name: "SCOUT",
    summary: "Evaluates the first child, tests whether another is better, and evaluates it again if it is; nothing is remembered.",
    law: "The minimax value.",
    visits: "Neither all of those of alpha-beta nor only those: what passes a test is evaluated again, and a test may look at leaves that a window from further up would cut off.",
    leaves: LeafClass::Other,
    revisits: Revisits::Evaluating,
    machine: Machine {
        summary: "Children after the first are tested with a null window, and evaluated with an open one where they pass.",
        ..CALLS
    },
    publication: &SCOUT_OF_PEARL,
    section: "EVAL and TEST",
    definition: &[listing!("scout.rs"), listing!("window.rs")],
    look: look(SCOUTS, Mark::Diamond, Dash::DashDot),
    searches: Searches::of::<scout::Scout>(),
    ..PLAIN
};

pub(super) static ASPIRATION: Entry = Entry {
    id: "aspiration",
    name: "Aspiration search",
    summary: "Alpha-beta in a window around a guess, and once more with an open side where the value lies outside.",
    law: "The minimax value, for every guess and width.",
    visits: "Leaves of alpha-beta only; if the value lies outside the window, those of the second search are evaluated again.",
    leaves: LeafClass::WithinAlphaBeta,
    revisits: Revisits::Evaluating,
    parameters: &[
        Parameter {
            flag: "guess",
            title: "Guess",
            purpose: "the middle of the window",
            default: Some(0),
            takes: Takes::Number,
        },
        Parameter {
            flag: "width",
            title: "Width",
            purpose: "how far the window goes to each side of the guess",
            default: Some(10),
            takes: Takes::Positive,
        },
    ],
    publication: &REVIEW,
    section: "aspiration search",
    definition: &[listing!("aspiration.rs"), listing!("alpha_beta.rs")],
    look: look(SCOUTS, Mark::Up, Dash::Short),
    searches: Searches::of::<aspiration::Aspiration>(),
    ..PLAIN
};

pub(super) static ALPHA_BETA_MEMORY: Entry = Entry {
    id: "alpha-beta-memory",
    name: "Alpha-beta with memory",
    summary: "Alpha-beta with a transposition table of a chosen size, and killer moves and the history heuristic as options.",
    law: "The minimax value.",
    visits: "Those of alpha-beta that are not below a position solved before; with killers or history those of alpha-beta in another order of the moves.",
    leaves: LeafClass::Other,
    revisits: Revisits::Evaluating,
    has_table: true,
    has_memory: true,
    transposes: true,
    parameters: &[
        TABLE_SIZE,
        Parameter {
            flag: "killers",
            title: "Killer moves",
            purpose: "try moves first that made a cutoff at the same depth",
            default: Some(0),
            takes: Takes::Switch,
        },
        Parameter {
            flag: "history",
            title: "History",
            purpose: "order moves by how often they were the best",
            default: Some(0),
            takes: Takes::Switch,
        },
    ],
    machine: Machine {
        summary: "The calls that have not returned; a table remembers what they returned.",
        holds: Holds::Order,
        ..CALLS
    },
    publication: &BEST_FIRST,
    section: "AlphaBetaWithMemory, with the killers of Akl & Newborn 1977 and the history of Schaeffer 1983",
    definition: &[listing!("alpha_beta_memory.rs"), listing!("window.rs")],
    look: look(MEMORY, Mark::Square, Dash::Solid),
    searches: Searches::of::<alpha_beta_memory::AlphaBetaMemory>(),
    ..PLAIN
};

pub(super) static ITERATIVE_DEEPENING: Entry = Entry {
    id: "iterative-deepening",
    name: "Iterative deepening",
    summary: "Searches to depth 1, 2, 3 … with a table, each with the best moves of the one before first, until one has gone to the leaves.",
    law: "The minimax value.",
    visits: "Those of alpha-beta to each depth in turn, in a better order from pass to pass; nodes at the depth of a pass count as its leaves.",
    leaves: LeafClass::Other,
    revisits: Revisits::Evaluating,
    has_table: true,
    has_memory: true,
    transposes: true,
    deepens: true,
    parameters: &[
        TABLE_SIZE,
        Parameter {
            flag: "negascout",
            title: "NegaScout",
            purpose: "probe children after the first with a null window",
            default: Some(0),
            takes: Takes::Switch,
        },
    ],
    machine: Machine {
        title: "Depth and table",
        summary: "Each pass goes one ply deeper; the table remembers the best moves, which come first in the next pass.",
        ..CALLS
    },
    publication: &CHESS_4_5,
    section: "iterative deepening; the depth-first form of Korf 1985",
    definition: &[listing!("iterative_deepening.rs"), listing!("alpha_beta_memory.rs")],
    look: look(MEMORY, Mark::Plus, Dash::Short),
    searches: Searches::of::<iterative_deepening::IterativeDeepening>(),
    ..PLAIN
};

const TABLE_SIZE: Parameter = Parameter {
    flag: "table-size",
    title: "Table size",
    purpose: "how many positions the table has room for",
    default: Some(1 << 16),
    takes: Takes::UpTo(1 << 28),
};

pub(super) static MINIMAL_TREE: Entry = Entry {
    id: "minimal-tree",
    name: "Minimal tree",
    summary: "A proof of the value with the fewest leaves, found with all values known: the lower bound of every search.",
    law: "The minimax value, with at most as many leaves as any search that does not take equal positions for one.",
    visits: "Those of the proof, each once: b^⌈d/2⌉ + b^⌊d/2⌋ − 1 on a full tree of different leaves.",
    leaves: LeafClass::Minimal,
    revisits: Revisits::Recalling,
    machine: Machine { summary: "Alpha-beta with the best child first, chosen with all values known.", ..CALLS },
    publication: &ANALYSIS,
    section: "section 6, for all trees",
    definition: &[listing!("minimal_tree.rs"), listing!("window.rs")],
    look: look(PROOFS, Mark::Wide, Dash::Solid),
    searches: Searches::of::<minimal_tree::MinimalTree>(),
    ..PLAIN
};

pub(super) static EXPECTIMINIMAX: Entry = Entry {
    id: "expectiminimax",
    name: "Expectiminimax",
    summary: "The fold of a tree with chance nodes: the best child, and the mean of the children where chance moves.",
    law: "A chance node is worth the mean of its children; without chance nodes it is minimax.",
    visits: EVERY_LEAF,
    takes_chance: true,
    publication: &GAME_LEARNING_AUTOMATA,
    section: "as in Russell & Norvig, section 5.5",
    definition: &[listing!("expectiminimax.rs")],
    look: look(CHANCE, Mark::Wide, Dash::Long),
    searches: Searches::of::<expectiminimax::Expectiminimax>(),
    ..PLAIN
};

pub(super) static STAR1: Entry = Entry {
    id: "star1",
    name: "Star1",
    summary: "Alpha-beta that also cuts off at chance nodes, from known bounds of all leaves.",
    law: "The value of expectiminimax, if every leaf lies within the bounds; without chance nodes it is alpha-beta, event for event.",
    visits: "Fewer than all where the bounds leave an outcome no chance to matter; without chance nodes those of alpha-beta.",
    leaves: LeafClass::AlphaBeta,
    takes_chance: true,
    machine: BOUNDS,
    publication: &STAR_MINIMAX,
    section: "Star1, fail-soft",
    definition: &[listing!("star.rs"), listing!("window.rs")],
    look: look(CHANCE, Mark::Down, Dash::Solid),
    searches: Searches::of::<star::Star1>(),
    ..PLAIN
};

pub(super) static STAR2: Entry = Entry {
    id: "star2",
    name: "Star2",
    summary: "Star1 after a probe of the first child of each outcome, which bounds the outcome from one side.",
    law: "The value of expectiminimax, if every leaf lies within the bounds; without chance nodes it is alpha-beta, event for event.",
    visits: "Usually fewer than Star1; what a probe has evaluated is evaluated again, since nothing is remembered.",
    leaves: LeafClass::AlphaBeta,
    revisits: Revisits::Evaluating,
    takes_chance: true,
    machine: BOUNDS,
    publication: &STAR_MINIMAX,
    section: "Star2, fail-soft",
    definition: &[listing!("star.rs"), listing!("window.rs")],
    look: look(CHANCE, Mark::Cross, Dash::Short),
    searches: Searches::of::<star::Star2>(),
    ..PLAIN
};

pub(super) static THRESHOLD: Entry = Entry {
    id: "threshold",
    name: "Threshold test",
    summary: "The fold of minimax over the lattice of two values: is the value at least a given number?",
    law: "The answer is yes if and only if the minimax value is at least the number.",
    visits: "At a MAX node the children up to the first with the answer yes, at a MIN node up to the first with the answer no.",
    leaves: LeafClass::Threshold,
    asks: true,
    parameters: &[Parameter {
        flag: "at",
        title: "Threshold",
        purpose: "test whether the root's value is at least this",
        default: None,
        takes: Takes::Number,
    }],
    machine: Machine { summary: "Each open node still asks whether it is worth at least the threshold.", ..FUNCTIONS },
    publication: &RECURSION_SCHEMES,
    section: "the lattice of two values",
    definition: &[listing!("lattice/mod.rs"), listing!("lattice/instances.rs")],
    look: look(PROOFS, Mark::Square, Dash::DashDot),
    searches: Searches::of::<ThresholdTest>(),
    ..PLAIN
};

pub(super) static PROOF_NUMBER: Entry = Entry {
    id: "proof-number",
    name: "Proof-number search",
    summary: "Is the value at least a given number? Best first: it goes on where the fewest nodes are left to prove or to disprove.",
    law: "The answer is yes if and only if the minimax value is at least the number.",
    visits: "Each leaf at most once; those below nodes with few children first.",
    leaves: LeafClass::Other,
    revisits: Revisits::Recalling,
    has_memory: true,
    asks: true,
    parameters: THRESHOLD.parameters,
    machine: Machine {
        title: "Proof and disproof numbers",
        summary: "Each pass goes down to the most-proving node and develops it; what is neither proved nor disproved then is given up.",
        holds: Holds::ProofNumbers,
        ..CALLS
    },
    publication: &PROOF_NUMBER_SEARCH,
    section: "with immediate evaluation",
    definition: &[listing!("proof_number.rs"), listing!("window.rs")],
    look: look(PROOFS, Mark::Diamond, Dash::Dotted),
    searches: Searches::of::<proof_number::ProofNumber>(),
    ..PLAIN
};

pub(super) static PIPELINE: Entry = Entry {
    id: "pipeline",
    name: "Hughes' pipeline",
    summary: "max . maximise' . taketree k . highfirst . maptree static . prune n . gametree, with optional stages.",
    law: "highfirst changes the order of the subtrees but not the value; prune and taketree leave out parts of the tree.",
    visits: "Those of lazy alpha-beta on the shaped tree. Sorting also computes the static values of all children.",
    leaves: LeafClass::WithoutDeepCutoffs,
    is_lazy: true,
    machine: LISTS,
    publication: &WHY_FUNCTIONAL_PROGRAMMING_MATTERS,
    section: "section 5",
    definition: &[
        listing!("hughes/pipeline.rs"),
        Listing::new("src/game/shaped.rs", include_str!("../../game/shaped.rs")),
    ],
    look: look(HUGHES, Mark::Square, Dash::Short),
    searches: Searches::of::<LazyAlphaBeta>(),
    ..PLAIN
};

/// The entry of searches that are read from trace files. It is in no list, since they cannot be run.
pub(super) static TRACE: Entry = Entry {
    id: "trace",
    name: "Trace",
    summary: "A search that another program ran and wrote to a trace file.",
    law: "Unknown.",
    visits: "Those in the trace.",
    revisits: Revisits::Evaluating,
    takes_chance: true,
    publication: &TRACE_FILE,
    look: look(TEXTBOOK, Mark::Up, Dash::Dotted),
    searches: Searches::of::<Traced>(),
    ..PLAIN
};

/// All entries, in the order of lists.
pub static ENTRIES: &[&Entry] = &[
    &MINIMAX,
    &LATTICE_PRUNING,
    &ALPHA_BETA,
    &LAZY_MINIMAX,
    &LAZY_ALPHA_BETA,
    &SELECTION_J,
    &SELECTION_J_ALPHA_BETA,
    &SELECTION_GK,
    &SELECTION_GK_ALPHA_BETA,
    &TAIL_RECURSIVE_MINIMAX,
    &TAIL_RECURSIVE_ALPHA_BETA,
    &TAIL_RECURSIVE_MEMO,
    &NEGASCOUT,
    &MTD_F,
    &MTD_INFINITY,
    &MTD_MINUS_INFINITY,
    &SSS_STAR,
    &DUAL_STAR,
    &SCOUT,
    &ASPIRATION,
    &ALPHA_BETA_MEMORY,
    &ITERATIVE_DEEPENING,
    &MINIMAL_TREE,
    &EXPECTIMINIMAX,
    &STAR1,
    &STAR2,
    &THRESHOLD,
    &PROOF_NUMBER,
    &PIPELINE,
];
