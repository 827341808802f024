//! The catalogue of algorithms, one entry each.
//!
//! Lists, tables, messages, the command line, charts, help pages and tests are derived from the entries. To add an algorithm, write a
//! file with a [`Search`](super::Search) and an [`Entry`], and add a line to [`ENTRIES`]. Look-ups take a [`Catalogue`], so another
//! program can add algorithms of its own.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::hughes::Pipeline;
use super::hughes::maximise::{LazyAlphaBeta, LazyMinimax};
use super::kinds::Searches;
use super::lattice::{LatticePruning, Minimax, ThresholdTest};
use super::selection::{gk, j};
use super::tail_recursive::{TailRecursive, TailRecursiveAlphaBeta, TailRecursiveMemo};
use super::traced::{TraceName, Traced};
use super::{alpha_beta, mtd_f, negascout};
use crate::tree::Value;

/// The facts about an algorithm.
pub struct Entry {
    /// The identifier in files and commands.
    pub id: &'static str,
    /// The displayed name.
    pub name: &'static str,
    /// A description in one sentence.
    pub summary: &'static str,
    /// The law that it obeys.
    pub law: &'static str,
    /// Which leaves it evaluates, in words.
    pub visits: &'static str,
    /// Which leaves it evaluates.
    pub leaves: LeafClass,
    /// Whether it visits nodes more than once.
    pub revisits: Revisits,
    /// The number of evaluations on a full tree of branching b and depth d, if it evaluates leaves more than once and the number is
    /// known.
    pub evaluations: Option<fn(branching: u32, depth: u32) -> f64>,
    /// Whether it is a lazy search, which builds and frees nodes.
    pub is_lazy: bool,
    /// Whether it keeps a transposition table.
    pub has_table: bool,
    /// Its parameter, if it has one.
    pub option: Option<Parameter>,
    /// Its source.
    pub publication: &'static Publication,
    /// The part of the publication; empty for the whole.
    pub section: &'static str,
    /// The files of its definition, the most important one first.
    pub definition: &'static [Listing],
    /// Its colour and mark in charts.
    pub look: Look,
    /// Whether it belongs to the default selection: one of each derivation, cheap on every tree.
    pub is_usual: bool,
    /// The compiled search.
    pub searches: Searches,
}

/// Which leaves an algorithm evaluates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeafClass {
    /// Every leaf.
    All,
    /// Those that alpha-beta without deep cutoffs does not prune (Knuth & Moore's F1).
    WithoutDeepCutoffs,
    /// The leaves of alpha-beta.
    AlphaBeta,
    /// A subset of the leaves of alpha-beta.
    WithinAlphaBeta,
    /// The leaves that decide a threshold test.
    Threshold,
}

impl LeafClass {
    /// Whether it can leave out leaves.
    pub fn prunes(self) -> bool {
        self != LeafClass::All
    }
}

/// Whether a search visits nodes more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Revisits {
    /// Each node is visited at most once.
    Never,
    /// Nodes are visited again, and the search reports when it [replays](super::story::Why::Replay) earlier visits; leaves are
    /// evaluated again, too.
    Replays,
    /// Nodes may be visited again at any time, and their leaves evaluated again.
    Evaluating,
    /// Nodes may be visited again at any time, but no leaf is evaluated twice.
    Recalling,
}

/// A number that is a parameter of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The command-line flag, without dashes.
    pub flag: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// The default value; `None` if a value is required.
    pub default: Option<i32>,
}

/// The value of an algorithm's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Setting {
    /// There is no parameter.
    Nothing,
    /// The value of its [`Parameter`].
    Number(Value),
    /// The stages of Hughes' pipeline.
    Pipeline(Pipeline),
    /// The name of another program's search.
    Trace(TraceName),
}

impl Setting {
    /// The number; 0 if there is none.
    pub fn number(self) -> Value {
        if let Setting::Number(value) = self { value } else { Value::from(0) }
    }
}

/// The look of an algorithm in charts. Colours are those of Okabe & Ito, *Color Universal Design* (2008); algorithms of the same
/// family share a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Red, green and blue.
    pub colour: [u8; 3],
    /// The shape of its marks.
    pub mark: Mark,
}

/// The shape of a mark in a chart.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    Tall,
}

/// The source of an algorithm.
#[derive(Debug, PartialEq, Eq)]
pub struct Publication {
    /// Its title.
    pub title: &'static str,
    /// Its authors; empty if they are unknown.
    pub authors: &'static str,
    /// The year; empty if it is unknown.
    pub year: &'static str,
    /// Where it was published; empty if the title says it.
    pub venue: &'static str,
    /// A link; empty if there is none.
    pub link: &'static str,
}

/// A file of Plyscope's source code.
#[derive(Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its path in the repository.
    pub path: &'static str,
    text: &'static str,
}

impl Listing {
    /// A file with its text.
    pub const fn new(path: &'static str, text: &'static str) -> Listing {
        Listing { path, text }
    }

    /// The file as it was compiled, without the tests at its end.
    pub fn code(&self) -> &'static str {
        self.text.split_once("\n#[cfg(test)]").map_or(self.text, |(code, _)| code).trim_end()
    }
}

/// A file of this directory.
macro_rules! listing {
    ($file:literal) => {
        Listing::new(concat!("src/search/", $file), include_str!($file))
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
static SCOUT: Publication = Publication {
    title: "An Improvement to the Scout Tree Search Algorithm",
    authors: "Alexander Reinefeld",
    year: "1983",
    venue: "ICCA Journal 6(4)",
    link: "https://doi.org/10.3233/ICG-1983-6402",
};
static BEST_FIRST: Publication = Publication {
    title: "Best-first fixed-depth minimax algorithms",
    authors: "Aske Plaat, Jonathan Schaeffer, Wim Pijls & Arie de Bruin",
    year: "1996",
    venue: "Artificial Intelligence 87",
    link: "https://doi.org/10.1016/0004-3702(95)00126-3",
};

static TRACE_FILE: Publication =
    Publication { title: "The open trace file", authors: "", year: "", venue: "", link: "" };

const LATTICE_LAW: &str = "inf and sup are idempotent, commutative and associative, and absorb each other.";
const EVERY_LEAF: &str = "Every leaf, once.";
const DEEP: &str = "Those of alpha-beta with deep cutoffs, in the same order.";
const MONAD_LAW: &str = "bind (pure x) f = f x; bind e pure = e; bind (bind e f) g = bind e (\\x → bind (f x) g).";

const BLACK: [u8; 3] = [0, 0, 0];
const ORANGE: [u8; 3] = [230, 159, 0];
const SKY_BLUE: [u8; 3] = [86, 180, 233];
const GREEN: [u8; 3] = [0, 158, 115];
const BLUE: [u8; 3] = [0, 114, 178];
const VERMILION: [u8; 3] = [213, 94, 0];
const PURPLE: [u8; 3] = [204, 121, 167];
const GREY: [u8; 3] = [110, 110, 110];

const fn look(colour: [u8; 3], mark: Mark) -> Look {
    Look { colour, mark }
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
    option: None,
    publication: &WIKIPEDIA,
    section: "",
    definition: &[],
    look: look(BLACK, Mark::Circle),
    is_usual: false,
    searches: Searches::of::<Minimax>(),
};

static MINIMAX: Entry = Entry {
    id: "minimax",
    name: "Minimax",
    summary: "The fold of the tree over the order lattice; evaluates every leaf.",
    law: LATTICE_LAW,
    visits: EVERY_LEAF,
    publication: &RECURSION_SCHEMES,
    section: "the lattice of an order",
    definition: &[listing!("lattice/mod.rs"), listing!("lattice/instances.rs")],
    is_usual: true,
    searches: Searches::of::<Minimax>(),
    ..PLAIN
};

static LATTICE_PRUNING: Entry = Entry {
    id: "lattice-pruning",
    name: "Lattice pruning",
    summary: "The fold of minimax over the lattice of functions Interval → value.",
    law: "f is an element if clamp i (f i) = clamp i (f (Bot, Top)) for every interval i; inf and sup preserve this.",
    visits: DEEP,
    leaves: LeafClass::AlphaBeta,
    publication: &RECURSION_SCHEMES,
    section: "the lattice Pruning",
    definition: &[listing!("lattice/mod.rs"), listing!("lattice/pruning.rs")],
    look: look(BLUE, Mark::Square),
    is_usual: true,
    searches: Searches::of::<LatticePruning>(),
    ..PLAIN
};

static ALPHA_BETA: Entry = Entry {
    id: "alpha-beta",
    name: "Alpha-beta",
    summary: "The textbook recursion that passes alpha and beta down.",
    law: "With the window (−∞, +∞) it returns the minimax value; with (α, β) that value if it lies between them, and a bound \
          of it otherwise.",
    visits: "Those that no window prunes, with shallow and deep cutoffs.",
    leaves: LeafClass::AlphaBeta,
    section: "section Pseudocode, fail-soft",
    definition: &[listing!("alpha_beta.rs"), listing!("window.rs")],
    look: look(ORANGE, Mark::Circle),
    searches: Searches::of::<alpha_beta::TextbookAlphaBeta>(),
    ..PLAIN
};

static LAZY_MINIMAX: Entry = Entry {
    id: "lazy-minimax",
    name: "Lazy minimax",
    summary: "maximise . maptree static . prune n . gametree, lazily.",
    law: "maximise (node n nil) = n; maximise (node n sub) = max (map minimise sub).",
    visits: EVERY_LEAF,
    is_lazy: true,
    publication: &WHY_FUNCTIONAL_PROGRAMMING_MATTERS,
    section: "section 5",
    definition: &[listing!("hughes/maximise.rs"), listing!("hughes/mod.rs")],
    look: look(GREEN, Mark::Up),
    searches: Searches::of::<LazyMinimax>(),
    ..PLAIN
};

static LAZY_ALPHA_BETA: Entry = Entry {
    id: "lazy-alpha-beta",
    name: "Lazy alpha-beta",
    summary: "max . maximise' . maptree static . prune n . gametree, with mapmin, omit and minleq; has no deep cutoffs.",
    law: "max . maximise' = maximise.",
    visits: "Those of alpha-beta without deep cutoffs, because bounds are known only to siblings.",
    leaves: LeafClass::WithoutDeepCutoffs,
    is_lazy: true,
    publication: &WHY_FUNCTIONAL_PROGRAMMING_MATTERS,
    section: "section 5",
    definition: &[listing!("hughes/maximise.rs"), listing!("hughes/mod.rs")],
    look: look(GREEN, Mark::Up),
    is_usual: true,
    searches: Searches::of::<LazyAlphaBeta>(),
    ..PLAIN
};

static SELECTION_J: Entry = Entry {
    id: "selection-j",
    name: "Selection J",
    summary: "hSequence over J r a = (a → r) → a; evaluates plays repeatedly.",
    law: MONAD_LAW,
    visits: "Every leaf, repeatedly: on a full tree there are (2b − 1)^d − 1 evaluations.",
    revisits: Revisits::Replays,
    evaluations: Some(j::evaluations),
    publication: &SELECTION_MONAD,
    section: "the monad J",
    definition: &[listing!("selection/j.rs"), listing!("selection/mod.rs")],
    look: look(VERMILION, Mark::Diamond),
    searches: Searches::of::<j::SelectionJ>(),
    ..PLAIN
};

static SELECTION_J_ALPHA_BETA: Entry = Entry {
    id: "selection-j-alpha-beta",
    name: "Selection J alpha-beta",
    summary: "hSequence over J with bounds; prunes, but still repeats evaluations.",
    law: "It returns the value of J without bounds.",
    visits: "The leaves of alpha-beta with deep cutoffs, many of them repeatedly: if nothing can be cut off there are \
             (b + 1)^d − 1 evaluations, because the source judges single choices too. So a chain of d single children costs \
             2^d − 1 evaluations, while J without bounds needs none.",
    leaves: LeafClass::AlphaBeta,
    revisits: Revisits::Replays,
    publication: &SELECTION_MONAD,
    section: "maxWithABJ and minWithABJ, corrected",
    definition: &[listing!("selection/j.rs"), listing!("selection/mod.rs")],
    look: look(VERMILION, Mark::Diamond),
    searches: Searches::of::<j::SelectionJAlphaBeta>(),
    ..PLAIN
};

static SELECTION_GK: Entry = Entry {
    id: "selection-gk",
    name: "Selection GK",
    summary: "hSequence over GK r a = ∀b. (a → (r, b)) → (r, b); evaluates each play once.",
    law: MONAD_LAW,
    visits: EVERY_LEAF,
    publication: &SELECTION_MONAD,
    section: "the monad GK",
    definition: &[listing!("selection/gk.rs"), listing!("selection/mod.rs")],
    look: look(PURPLE, Mark::Down),
    searches: Searches::of::<gk::SelectionGk>(),
    ..PLAIN
};

static SELECTION_GK_ALPHA_BETA: Entry = Entry {
    id: "selection-gk-alpha-beta",
    name: "Selection GK alpha-beta",
    summary: "hSequence over GK with bounds; evaluates the leaves of alpha-beta.",
    law: "It returns the value of GK without bounds.",
    visits: DEEP,
    leaves: LeafClass::AlphaBeta,
    publication: &SELECTION_MONAD,
    section: "alphaMaxWith and betaMinWith, corrected",
    definition: &[listing!("selection/gk.rs"), listing!("selection/mod.rs")],
    look: look(PURPLE, Mark::Down),
    is_usual: true,
    searches: Searches::of::<gk::SelectionGkAlphaBeta>(),
    ..PLAIN
};

static TAIL_RECURSIVE_MINIMAX: Entry = Entry {
    id: "tail-recursive",
    name: "Tail-recursive minimax",
    summary: "One loop over explicit node records, without a call stack.",
    law: "The value, nodes and evaluations of the recursion; the call stack does not grow.",
    visits: EVERY_LEAF,
    publication: &TAIL_RECURSIVE,
    definition: &[listing!("tail_recursive.rs"), listing!("window.rs")],
    look: look(SKY_BLUE, Mark::Tall),
    searches: Searches::of::<TailRecursive>(),
    ..PLAIN
};

static TAIL_RECURSIVE_ALPHA_BETA: Entry = Entry {
    id: "tail-recursive-alpha-beta",
    name: "Tail-recursive alpha-beta",
    summary: "The loop over node records with alpha and beta.",
    law: "The value, nodes and evaluations of the recursion; the call stack does not grow.",
    visits: DEEP,
    leaves: LeafClass::AlphaBeta,
    publication: &TAIL_RECURSIVE,
    definition: &[listing!("tail_recursive.rs"), listing!("window.rs")],
    look: look(SKY_BLUE, Mark::Tall),
    searches: Searches::of::<TailRecursiveAlphaBeta>(),
    ..PLAIN
};

static TAIL_RECURSIVE_MEMO: Entry = Entry {
    id: "tail-recursive-memo",
    name: "Tail-recursive with memory",
    summary: "The loop with alpha and beta and a transposition table; equal subtrees of a tree count as one position.",
    law: "The value of the loop without a table, with no more evaluations.",
    visits: "Those of alpha-beta that are not below a position solved before; all of them if no two positions \
             are equal.",
    leaves: LeafClass::WithinAlphaBeta,
    has_table: true,
    publication: &TAIL_RECURSIVE,
    section: "the form with memory",
    definition: &[listing!("tail_recursive.rs"), listing!("window.rs")],
    look: look(SKY_BLUE, Mark::Square),
    searches: Searches::of::<TailRecursiveMemo>(),
    ..PLAIN
};

static NEGASCOUT: Entry = Entry {
    id: "negascout",
    name: "NegaScout",
    summary: "Assumes that the first child is the best, tests the others with a null window, and searches a better one again.",
    law: "The value of alpha-beta in the same window.",
    visits: "A subset of those of alpha-beta; leaves below a child that turns out to be better are evaluated again.",
    leaves: LeafClass::WithinAlphaBeta,
    revisits: Revisits::Evaluating,
    publication: &SCOUT,
    section: "fail-soft, with MAX and MIN written out",
    definition: &[listing!("negascout.rs"), listing!("window.rs")],
    look: look(GREY, Mark::Up),
    searches: Searches::of::<negascout::NegaScout>(),
    ..PLAIN
};

static MTD_F: Entry = Entry {
    id: "mtd-f",
    name: "MTD(f)",
    summary: "Repeats null-window searches, with a table of all visited nodes, until the bounds of the value meet.",
    law: "The minimax value, for every first guess f.",
    visits: "A subset of those of alpha-beta, each once; the better the first guess, the fewer.",
    leaves: LeafClass::WithinAlphaBeta,
    revisits: Revisits::Recalling,
    has_table: true,
    option: Some(Parameter { flag: "first-guess", title: "First guess", default: Some(0) }),
    publication: &BEST_FIRST,
    section: "MTD and AlphaBetaWithMemory",
    definition: &[listing!("mtd_f.rs"), listing!("window.rs")],
    look: look(GREY, Mark::Down),
    searches: Searches::of::<mtd_f::MtdF>(),
    ..PLAIN
};

static THRESHOLD: Entry = Entry {
    id: "threshold",
    name: "Threshold test",
    summary: "The fold of minimax over the lattice of two values: is the value at least a given number?",
    law: "The answer is yes if and only if the minimax value is at least the number.",
    visits: "At a MAX node the children up to the first with the answer yes, at a MIN node up to the first with the answer no.",
    leaves: LeafClass::Threshold,
    option: Some(Parameter { flag: "at", title: "Threshold", default: None }),
    publication: &RECURSION_SCHEMES,
    section: "the lattice of two values",
    definition: &[listing!("lattice/mod.rs"), listing!("lattice/instances.rs")],
    searches: Searches::of::<ThresholdTest>(),
    ..PLAIN
};

static PIPELINE: Entry = Entry {
    id: "pipeline",
    name: "Hughes' pipeline",
    summary: "max . maximise' . taketree k . highfirst . maptree static . prune n . gametree, with optional stages.",
    law: "highfirst changes the order of the subtrees but not the value; prune and taketree leave out parts of the tree.",
    visits: "Those of lazy alpha-beta on the shaped tree. Sorting also computes the static values of all children.",
    leaves: LeafClass::WithoutDeepCutoffs,
    is_lazy: true,
    publication: &WHY_FUNCTIONAL_PROGRAMMING_MATTERS,
    section: "section 5",
    definition: &[
        listing!("hughes/pipeline.rs"),
        Listing::new("src/game/shaped.rs", include_str!("../game/shaped.rs")),
    ],
    look: look(GREEN, Mark::Square),
    searches: Searches::of::<LazyAlphaBeta>(),
    ..PLAIN
};

/// The entry of searches that are read from trace files. It is in no list, since they cannot be run.
static TRACE: Entry = Entry {
    id: "trace",
    name: "Trace",
    summary: "A search that another program ran and wrote to a trace file.",
    law: "Unknown.",
    visits: "Those in the trace.",
    revisits: Revisits::Evaluating,
    publication: &TRACE_FILE,
    look: look(BLACK, Mark::Diamond),
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
    &THRESHOLD,
    &PIPELINE,
];

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.id == other.id
    }
}

impl Entry {
    /// The algorithm with the default of its parameter; `None` if a value is required.
    const fn by_default(&'static self) -> Option<Algorithm> {
        let setting = match self.option {
            None => Setting::Nothing,
            Some(Parameter { default: Some(number), .. }) => Setting::Number(Value::of_integer(number)),
            Some(Parameter { default: None, .. }) => return None,
        };
        if self.is_pipeline() { None } else { Some(Algorithm { entry: self, setting }) }
    }

    const fn is_pipeline(&self) -> bool {
        matches!(self.id.as_bytes(), b"pipeline")
    }

    /// The citation in one line: authors, title, venue, year and section.
    pub fn citation(&self) -> String {
        let Publication { title, authors, year, venue, .. } = *self.publication;
        let parts = [authors, title, venue, year, self.section];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    /// Whether it evaluates leaves more than once.
    pub fn repeats_evaluations(&self) -> bool {
        matches!(self.revisits, Revisits::Replays | Revisits::Evaluating)
    }
}

/// An algorithm with its setting. Files and commands refer to it by its [`id`](Algorithm::id).
#[derive(Clone, Copy)]
pub struct Algorithm {
    entry: &'static Entry,
    setting: Setting,
}

const fn plain(entry: &'static Entry) -> Algorithm {
    match entry.by_default() {
        Some(algorithm) => algorithm,
        None => panic!("the algorithm needs a setting"),
    }
}

const fn count_by_default() -> usize {
    let (mut count, mut index) = (0, 0);
    while index < ENTRIES.len() {
        count += ENTRIES[index].by_default().is_some() as usize;
        index += 1;
    }
    count
}

const fn all_by_default() -> [Algorithm; count_by_default()] {
    let mut all = [Algorithm::MINIMAX; count_by_default()];
    let (mut count, mut index) = (0, 0);
    while index < ENTRIES.len() {
        if let Some(algorithm) = ENTRIES[index].by_default() {
            all[count] = algorithm;
            count += 1;
        }
        index += 1;
    }
    all
}

#[expect(missing_docs, reason = "the entries say it")]
impl Algorithm {
    pub const MINIMAX: Algorithm = plain(&MINIMAX);
    pub const LATTICE_PRUNING: Algorithm = plain(&LATTICE_PRUNING);
    pub const ALPHA_BETA: Algorithm = plain(&ALPHA_BETA);
    pub const LAZY_MINIMAX: Algorithm = plain(&LAZY_MINIMAX);
    pub const LAZY_ALPHA_BETA: Algorithm = plain(&LAZY_ALPHA_BETA);
    pub const SELECTION_J: Algorithm = plain(&SELECTION_J);
    pub const SELECTION_J_ALPHA_BETA: Algorithm = plain(&SELECTION_J_ALPHA_BETA);
    pub const SELECTION_GK: Algorithm = plain(&SELECTION_GK);
    pub const SELECTION_GK_ALPHA_BETA: Algorithm = plain(&SELECTION_GK_ALPHA_BETA);
    pub const TAIL_RECURSIVE: Algorithm = plain(&TAIL_RECURSIVE_MINIMAX);
    pub const TAIL_RECURSIVE_ALPHA_BETA: Algorithm = plain(&TAIL_RECURSIVE_ALPHA_BETA);
    pub const TAIL_RECURSIVE_MEMO: Algorithm = plain(&TAIL_RECURSIVE_MEMO);
    pub const NEGASCOUT: Algorithm = plain(&NEGASCOUT);
    pub const MTD_F: Algorithm = plain(&MTD_F);
}

impl Algorithm {
    /// All algorithms that compute the value and need no setting, in the order of lists.
    pub const ALL: [Algorithm; count_by_default()] = all_by_default();

    /// The default selection: one of each derivation, cheap on every tree.
    pub fn usual() -> Vec<Algorithm> {
        Algorithm::ALL.into_iter().filter(|algorithm| algorithm.entry.is_usual).collect()
    }

    /// The algorithm of an entry with the default of its parameter; `None` if a value is required.
    pub fn of(entry: &'static Entry) -> Option<Algorithm> {
        entry.by_default()
    }

    /// The algorithm of an entry with a setting.
    pub fn with_setting(entry: &'static Entry, setting: Setting) -> Algorithm {
        Algorithm { entry, setting }
    }

    /// The threshold test: is the value at least `at`?
    pub fn threshold(at: Value) -> Algorithm {
        Algorithm { entry: &THRESHOLD, setting: Setting::Number(at) }
    }

    /// Hughes' composition with the given stages.
    pub fn of_pipeline(pipeline: Pipeline) -> Algorithm {
        Algorithm { entry: &PIPELINE, setting: Setting::Pipeline(pipeline) }
    }

    /// The search of another program, by the name in its trace.
    pub fn of_trace(name: TraceName) -> Algorithm {
        Algorithm { entry: &TRACE, setting: Setting::Trace(name) }
    }

    /// The name in its trace, if it is the search of another program.
    pub fn trace_name(self) -> Option<TraceName> {
        if let Setting::Trace(name) = self.setting { Some(name) } else { None }
    }

    /// Whether it is the search of another program, which cannot be run.
    pub fn is_traced(self) -> bool {
        self.trace_name().is_some()
    }

    /// The algorithm with another value of its parameter, if it has one.
    #[must_use]
    pub fn with_number(self, number: Value) -> Algorithm {
        let setting = if self.entry.option.is_some() { Setting::Number(number) } else { self.setting };
        Algorithm { setting, ..self }
    }

    /// The facts about it.
    pub fn entry(self) -> &'static Entry {
        self.entry
    }

    /// Its setting.
    pub fn setting(self) -> Setting {
        self.setting
    }

    /// The identifier in files and commands.
    pub fn id(self) -> &'static str {
        self.entry.id
    }

    /// The displayed name, without the setting.
    pub fn name(self) -> &'static str {
        self.entry.name
    }

    /// The displayed name, with the setting unless that is the default.
    pub fn title(self) -> Cow<'static, str> {
        match (self.setting, self.entry.option) {
            (Setting::Number(at), Some(Parameter { default: None, .. })) => format!("{} at {at}", self.name()).into(),
            (Setting::Number(number), Some(Parameter { default: Some(default), title, .. }))
                if number != Value::from(default) =>
            {
                format!("{}, {} {number}", self.name(), title.to_lowercase()).into()
            }
            (Setting::Trace(name), _) => format!("{name} (trace)").into(),
            _ => self.name().into(),
        }
    }

    /// Which leaves it evaluates.
    pub fn leaves(self) -> LeafClass {
        self.entry.leaves
    }

    /// The stages, if it is Hughes' pipeline.
    pub fn pipeline(self) -> Option<Pipeline> {
        if let Setting::Pipeline(pipeline) = self.setting { Some(pipeline) } else { None }
    }

    /// The threshold, if it is a threshold test.
    pub fn asks_at(self) -> Option<Value> {
        (self.entry.leaves == LeafClass::Threshold).then(|| self.setting.number())
    }

    /// Whether its value may differ from that of the tree, because it leaves out parts of the tree.
    pub fn is_selective(self) -> bool {
        self.pipeline().is_some_and(|pipeline| pipeline.stages.are_selective())
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.setting {
            Setting::Nothing => f.write_str(self.id()),
            setting => write!(f, "{} ({setting:?})", self.id()),
        }
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Algorithm) -> bool {
        (self.id(), self.setting) == (other.id(), other.setting)
    }
}

impl Eq for Algorithm {}

impl PartialOrd for Algorithm {
    fn partial_cmp(&self, other: &Algorithm) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Algorithm {
    fn cmp(&self, other: &Algorithm) -> Ordering {
        let rank = |algorithm: &Algorithm| ENTRIES.iter().position(|entry| entry.id == algorithm.id());
        (rank(self), self.id(), self.setting).cmp(&(rank(other), other.id(), other.setting))
    }
}

impl Hash for Algorithm {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.id(), self.setting).hash(state);
    }
}

/// Writes `id`, or `id=number` if the number is not the default.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        match self.setting {
            Setting::Number(number) if self.entry.by_default() != Some(*self) => write!(f, "={number}"),
            _ => Ok(()),
        }
    }
}

/// The error for a text that is not an algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlgorithmError {
    /// There is no algorithm with this id.
    #[error("unknown algorithm “{0}”; expected one of {1}")]
    Unknown(String, String),
    /// It requires a number.
    #[error("{0} needs a number; write {0}=NUMBER")]
    Missing(&'static str),
    /// It has no parameter.
    #[error("{0} takes no number; write {0}")]
    Superfluous(&'static str),
    /// The number is invalid.
    #[error("{id}={number}: the number {error}")]
    Number {
        /// The algorithm.
        id: &'static str,
        /// The text of the number.
        number: String,
        /// What is wrong with it.
        error: crate::tree::ValueError,
    },
    /// A pipeline is set by its stages, not by a text.
    #[error("the pipeline is set by the options of its stages; expected another algorithm")]
    Pipeline,
}

/// A list of algorithms: those of Plyscope, possibly with others.
///
/// ```
/// use plyscope::search::{Algorithm, Catalogue};
///
/// let algorithm = Catalogue::BUILT_IN.algorithm("mtd-f=3")?;
/// assert_eq!(algorithm, Algorithm::MTD_F.with_number(3.into()));
/// assert!("pvs".parse::<Algorithm>().is_err());
/// # Ok::<(), plyscope::search::catalogue::AlgorithmError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Catalogue<'c>(pub &'c [&'static Entry]);

impl Catalogue<'_> {
    /// The algorithms of Plyscope.
    pub const BUILT_IN: Catalogue<'static> = Catalogue(ENTRIES);

    /// The entry with an id.
    pub fn entry(&self, id: &str) -> Option<&'static Entry> {
        self.0.iter().copied().find(|entry| entry.id == id)
    }

    /// The algorithms that compute the value and need no setting.
    pub fn all(&self) -> impl Iterator<Item = Algorithm> + '_ {
        self.0.iter().filter_map(|entry| entry.by_default())
    }

    /// The algorithm for a text: its id, or `id=number`.
    pub fn algorithm(&self, text: &str) -> Result<Algorithm, AlgorithmError> {
        let (id, number) = text.split_once('=').map_or((text, None), |(id, number)| (id, Some(number)));
        let entry = self.entry(id).ok_or_else(|| AlgorithmError::Unknown(id.to_string(), self.ids()))?;
        if entry.is_pipeline() {
            return Err(AlgorithmError::Pipeline);
        }
        let Some(number) = number else { return entry.by_default().ok_or(AlgorithmError::Missing(entry.id)) };
        if entry.option.is_none() {
            return Err(AlgorithmError::Superfluous(entry.id));
        }
        let number = number.parse().map_err(|error| AlgorithmError::Number {
            id: entry.id,
            number: number.to_string(),
            error,
        })?;
        Ok(Algorithm { entry, setting: Setting::Number(number) })
    }

    /// The entries that can be named in a text: all but the pipeline, which is set by its stages.
    pub fn named(&self) -> impl Iterator<Item = &'static Entry> + '_ {
        self.0.iter().copied().filter(|entry| !entry.is_pipeline())
    }

    /// The ids of those entries, as a list.
    pub fn ids(&self) -> String {
        self.named().map(|entry| entry.id).collect::<Vec<_>>().join(", ")
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(text: &str) -> Result<Algorithm, AlgorithmError> {
        Catalogue::BUILT_IN.algorithm(text)
    }
}

impl serde::Serialize for Algorithm {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Algorithm {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Algorithm, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_is_the_file_that_is_compiled_without_its_tests() {
        for listing in ENTRIES.iter().flat_map(|entry| entry.definition) {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(listing.path);
            let file = std::fs::read_to_string(path).unwrap();
            assert!(file.starts_with(listing.code()), "{}", listing.path);
            assert!(!listing.code().contains("cfg(test)"), "{}", listing.path);
            assert!(file.len() == listing.code().len() + 1 || file.contains("cfg(test)"), "{}", listing.path);
        }
        let own = Listing::new("src/search/catalogue.rs", include_str!("catalogue.rs"));
        assert!(own.code().ends_with('}') && !own.code().contains("fn a_definition_is"));
    }

    #[test]
    fn ids_are_different_and_read_back() {
        for (index, entry) in ENTRIES.iter().enumerate() {
            assert!(ENTRIES[..index].iter().all(|other| other.id != entry.id), "{}", entry.id);
        }
        let five = Value::from(5);
        for algorithm in
            Algorithm::ALL.into_iter().chain([Algorithm::threshold(five), Algorithm::MTD_F.with_number(five)])
        {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
    }
}
