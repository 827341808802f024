//! Mistakes planted into copies of alpha-beta, NegaScout and MTD(f), written with our own recorder, and what the check says of each.

use std::collections::HashMap;

use plyscope::experiment::check::{Kind, Report, Severity, Verdict};
use plyscope::experiment::trace::read;
use plyscope::progress::Progress;

#[path = "../../assets/recorders/recorder.rs"]
#[allow(clippy::pedantic, unreachable_pub, reason = "it is for programs that have no lints of ours")]
mod recorder;

use recorder::{Begin, Node, Recorder};

/// A mistake that is often made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    None,
    /// Both sides of the window are passed on unchanged.
    Unchanged,
    /// The ends of the window are exchanged twice.
    Exchanged,
    /// The window is that of the parent on its entry.
    NotNarrowed,
    BestFromZero,
    LastChildWins,
    /// The value of a child is not negated.
    SignLost,
    /// It goes on after the window has closed.
    NoCutoff,
    /// `>` for `<`.
    TurnedRound,
    /// What a probe returns above alpha is taken as exact.
    NoReSearch,
    /// A bound in the table is used as exact.
    BoundAsExact,
    /// An upper bound is used as a lower one, and the other way round.
    BoundsConfused,
    /// One pass is taken for the value.
    OnePass,
}

use Mistake::{
    BestFromZero, BoundAsExact, BoundsConfused, Exchanged, LastChildWins, NoCutoff, NoReSearch, None as Right,
    NotNarrowed, OnePass, SignLost, TurnedRound, Unchanged,
};

/// Which search has the mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    AlphaBeta,
    NegaScout,
    MtdF,
}

enum Tree {
    Leaf(i32),
    Inner(Vec<Tree>),
}

/// Small numbers that are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn tree(&mut self, depth: u32) -> Tree {
        if depth == 0 {
            return Tree::Leaf(self.below(19) as i32 - 9);
        }
        let count = 1 + self.below(3);
        Tree::Inner((0..count).map(|_| self.tree(depth - 1)).collect())
    }
}

/// A search with a mistake, in scores of the side to move.
struct Search {
    trace: Recorder,
    mistake: Mistake,
    kept: Kept,
    /// The bounds of nodes, by their places in memory.
    table: HashMap<*const Tree, [f64; 2]>,
}

/// How a node is entered.
#[derive(Clone, Copy)]
struct Entry {
    window: [f64; 2],
    colour: f64,
    child: Option<usize>,
    why: Option<&'static str>,
}

impl Search {
    fn value(&mut self, tree: &Tree, entry: Entry) -> f64 {
        let Entry { window: [alpha, beta], colour, child, why } = entry;
        let children: &[Tree] = if let Tree::Inner(children) = tree { children } else { &[] };
        self.trace.enter(&Node { child, alpha, beta, children: Some(children.len()), why, ..Node::default() });
        if let Tree::Leaf(value) = tree {
            let value = f64::from(*value) * colour;
            self.trace.evaluate(value);
            return value;
        }
        if let Some(known) = self.recalled(tree, [alpha, beta]) {
            return known;
        }
        let best = self.best(children, entry);
        self.trace.leave(best);
        if self.kept == Kept::MtdF {
            let bounds = self.table.entry(tree).or_insert([f64::NEG_INFINITY, f64::INFINITY]);
            bounds[usize::from(best <= alpha)] = best;
        }
        best
    }

    /// A value from the table that closes the window.
    fn recalled(&mut self, tree: &Tree, [alpha, beta]: [f64; 2]) -> Option<f64> {
        let [low, high] = *self.table.get(&std::ptr::from_ref(tree))?;
        let (value, mut bound) = if low >= beta {
            (low, "lower")
        } else if high <= alpha {
            (high, "upper")
        } else {
            return None;
        };
        match self.mistake {
            BoundAsExact => bound = "exact",
            BoundsConfused => bound = if bound == "lower" { "upper" } else { "lower" },
            _ => {}
        }
        self.trace.recall(value, bound);
        Some(value)
    }

    fn best(&mut self, children: &[Tree], entry: Entry) -> f64 {
        let [entered, beta] = entry.window;
        let mut alpha = entered;
        let mut best = if self.mistake == BestFromZero { 0.0 } else { f64::NEG_INFINITY };
        for (index, child) in children.iter().enumerate() {
            let below = Entry { colour: -entry.colour, child: Some(index), why: None, window: [-beta, -alpha] };
            let window = match self.mistake {
                Unchanged => [alpha, beta],
                Exchanged => [-alpha, -beta],
                NotNarrowed => [-beta, -entered],
                _ => below.window,
            };
            let value = if self.kept == Kept::NegaScout && index > 0 {
                self.probed(child, Entry { window, ..below }, alpha, beta)
            } else {
                self.negated(child, Entry { window, ..below })
            };
            best = if self.mistake == LastChildWins { value } else { best.max(value) };
            alpha = alpha.max(best);
            let is_closed = if self.mistake == TurnedRound { alpha < beta && index > 0 } else { alpha >= beta };
            if is_closed && self.mistake != NoCutoff {
                self.trace.cutoff(beta, children.len() - index - 1);
                break;
            }
        }
        best
    }

    fn negated(&mut self, child: &Tree, entry: Entry) -> f64 {
        let value = self.value(child, entry);
        if self.mistake == SignLost { value } else { -value }
    }

    /// A null window first, and the whole one where that fails high.
    fn probed(&mut self, child: &Tree, entry: Entry, alpha: f64, beta: f64) -> f64 {
        let probe = Entry { window: [-alpha - 1.0, -alpha], why: Some("probe"), ..entry };
        let value = self.negated(child, probe);
        if value <= alpha || value >= beta || self.mistake == NoReSearch {
            return value;
        }
        self.negated(child, Entry { window: [-beta, -value], why: Some("re-search"), ..entry })
    }

    /// The value of the root.
    fn run(&mut self, tree: &Tree) -> f64 {
        let root = |window| Entry { window, colour: 1.0, child: None, why: None };
        if self.kept != Kept::MtdF {
            return self.value(tree, root([f64::NEG_INFINITY, f64::INFINITY]));
        }
        let (mut value, mut low, mut high) = (0.0, f64::NEG_INFINITY, f64::INFINITY);
        for pass in 1.. {
            let beta = if value == low { value + 1.0 } else { value };
            self.trace.next_pass(pass);
            value = self.value(tree, root([beta - 1.0, beta]));
            if value < beta {
                high = value;
            } else {
                low = value;
            }
            if low >= high || self.mistake == OnePass || pass > 50 {
                break;
            }
        }
        value
    }
}

/// What a search with a mistake returns of a tree, and what the check says of its trace.
fn checked(kept: Kept, mistake: Mistake, tree: &Tree) -> (f64, Report) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("planted.jsonl");
    let mut search = Search { trace: Recorder::create(&path).unwrap(), mistake, kept, table: HashMap::new() };
    let begin = Begin { cutoff: Some("non-strict"), root: Some("max"), scores: Some("mover"), title: None };
    search.trace.begin("planted", &begin);
    let value = search.run(tree);
    search.trace.end(Some(value), "finished").unwrap();
    let text = std::fs::read(&path).unwrap();
    let read = read(&text[..], &Progress::new()).unwrap_or_else(|error| panic!("{kept:?} {mistake:?}: {error}"));
    (value, Report::clone(&read.run.report))
}

fn minimax(tree: &Tree, colour: f64) -> f64 {
    match tree {
        Tree::Leaf(value) => f64::from(*value) * colour,
        Tree::Inner(children) => {
            children.iter().map(|child| -minimax(child, -colour)).fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

/// The kinds of first findings over many trees. Wherever the value is wrong, there is an error.
fn first_kinds(kept: Kept, mistake: Mistake) -> Vec<(Severity, Kind)> {
    let (mut numbers, mut kinds) = (Numbers(7), Vec::new());
    for number in 0..150 {
        let tree = numbers.tree(1 + number % 4);
        let (value, report) = checked(kept, mistake, &tree);
        let is_right = value == minimax(&tree, 1.0);
        assert!(
            is_right || report.verdict() == Verdict::Error,
            "{kept:?} {mistake:?}: {value} is wrong without a word"
        );
        if let Some(first) = report.first() {
            assert!(!first.is_consequence, "{kept:?} {mistake:?}: {}", first.sentence);
            kinds.push((first.severity, first.kind));
        }
    }
    kinds.sort_unstable_by_key(|&(severity, kind)| (severity, kind.id()));
    kinds.dedup();
    kinds
}

#[test]
fn searches_without_a_mistake_are_clean() {
    for kept in [Kept::AlphaBeta, Kept::NegaScout, Kept::MtdF] {
        assert_eq!(first_kinds(kept, Right), [], "{kept:?}");
    }
}

/// A mistake in a search, and how the first findings may be.
type Case<'c> = (Kept, Mistake, &'c [(Severity, Kind)]);

#[test]
fn each_mistake_is_named_by_its_kind() {
    let (error, waste) = (Severity::Error, Severity::Waste);
    let cases: &[Case<'_>] = &[
        (Kept::AlphaBeta, Unchanged, &[(error, Kind::Window)]),
        (Kept::AlphaBeta, Exchanged, &[(error, Kind::Window), (error, Kind::Cutoff)]),
        (Kept::AlphaBeta, NotNarrowed, &[(waste, Kind::Window)]),
        (Kept::AlphaBeta, BestFromZero, &[(error, Kind::Value), (error, Kind::Window)]),
        (Kept::AlphaBeta, LastChildWins, &[(error, Kind::Value)]),
        (Kept::AlphaBeta, SignLost, &[(error, Kind::Value), (error, Kind::Window)]),
        (Kept::AlphaBeta, NoCutoff, &[(waste, Kind::Late)]),
        (Kept::AlphaBeta, TurnedRound, &[(error, Kind::Cutoff), (waste, Kind::Late)]),
        (Kept::NegaScout, NoReSearch, &[(error, Kind::Value)]),
        (Kept::NegaScout, LastChildWins, &[(error, Kind::Value)]),
        (Kept::NegaScout, TurnedRound, &[(error, Kind::Cutoff), (waste, Kind::Late)]),
        (Kept::MtdF, BoundAsExact, &[(error, Kind::Recall)]),
        (Kept::MtdF, BoundsConfused, &[(error, Kind::Recall)]),
        (Kept::MtdF, OnePass, &[(error, Kind::End)]),
        (Kept::MtdF, BestFromZero, &[(error, Kind::Value), (error, Kind::Cutoff)]),
    ];
    for &(kept, mistake, expected) in cases {
        let found = first_kinds(kept, mistake);
        assert!(!found.is_empty(), "{kept:?} {mistake:?} is not found");
        assert!(found.iter().all(|kind| expected.contains(kind)), "{kept:?} {mistake:?}: {found:?}");
    }
}
