//! The search algorithms, one file per family, and the [`story`] of events that each one reports.
//!
//! Each file reads like the publication it implements. All of them report what they do to a [`run::Run`]. A search runs bare,
//! by [`search`], at full speed, or reports its events to a listener, by [`tell`]. [`catalogue`] has one entry per algorithm with
//! all facts about it. Nothing here depends on the window, on files or on formatting.
//!
//! The value of a tree by alpha-beta:
//!
//! ```
//! use plyscope::search::{Algorithm, Limits, search};
//! use plyscope::tree::Tree;
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
//! let report = search(Algorithm::ALPHA_BETA, &tree, Limits::default());
//! assert_eq!(report.outcome.value(), Some(3.into()));
//! assert_eq!(report.evaluations, 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aim;
pub mod alpha_beta;
pub mod alpha_beta_memory;
pub mod aspiration;
mod bound;
pub mod catalogue;
pub mod context;
mod effort;
pub mod expectiminimax;
pub mod hughes;
pub mod iterative_deepening;
pub mod kinds;
pub mod lattice;
mod laziness;
mod limits;
pub mod minimal_tree;
pub mod mtd_f;
pub mod negascout;
pub mod proof_number;
pub mod record;
pub mod run;
pub mod scout;
pub mod selection;
mod solve;
pub mod spot;
pub mod sss_star;
mod stack;
pub mod star;
pub mod story;
pub mod tail_recursive;
mod traced;
mod window;

pub use aim::{Aim, Asked};
pub use bound::Bound;
pub use catalogue::{Algorithm, Catalogue, Setting};
pub use effort::{Effort, Extras, StaticValues};
pub use kinds::Searchable;
pub use laziness::Laziness;
pub use limits::{Budget, DEFAULT_BUDGET, Limits};
pub use record::{Cutoff, Origin, PlyRecorder, Record, Recorder, Visit};
pub use run::{Reason, Stopped};
pub use solve::{Solution, solve};
pub use story::{Cause, Counter, Counts};
pub use traced::TraceName;
pub use window::{CutoffRule, Score, Setter, Told, Window};

use crate::game::{Game, Shaping, ShapingCounts};
use crate::tree::Value;
use kinds::Request;
use run::{Bare, Mode, Run};
use story::{Listener, Telling};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<P> {
    /// With the value of the root.
    Finished(Value),
    /// With the answer to whether that value is at least a threshold.
    Answered(bool),
    /// The budget was used up.
    Budget,
    /// The run was asked to stop.
    Cancelled,
    /// A position without a static value had to be evaluated.
    Undefined(P),
    /// The algorithm searches trees of MAX and MIN alone, and this one has chance nodes.
    NotApplicable,
}

/// Why an algorithm is not applicable.
pub const NEEDS_PLAYERS_ALONE: &str = "searches trees of MAX and MIN alone, and this one has chance nodes";

impl<P> Outcome<P> {
    /// The value of the root, if the run finished and computed it.
    pub fn value(&self) -> Option<Value> {
        if let Outcome::Finished(value) = self { Some(*value) } else { None }
    }

    /// Whether the run finished.
    pub fn is_finished(&self) -> bool {
        matches!(self, Outcome::Finished(_) | Outcome::Answered(_))
    }

    /// Maps the position type.
    pub fn map<Q>(self, position: impl FnOnce(P) -> Q) -> Outcome<Q> {
        match self {
            Outcome::Finished(value) => Outcome::Finished(value),
            Outcome::Answered(answer) => Outcome::Answered(answer),
            Outcome::Budget => Outcome::Budget,
            Outcome::Cancelled => Outcome::Cancelled,
            Outcome::Undefined(at) => Outcome::Undefined(position(at)),
            Outcome::NotApplicable => Outcome::NotApplicable,
        }
    }

    /// `finished`, `budget`, `cancelled`, `undefined` or `not-applicable`.
    pub fn id(&self) -> &'static str {
        match self {
            Outcome::Finished(_) | Outcome::Answered(_) => "finished",
            Outcome::Budget => "budget",
            Outcome::Cancelled => "cancelled",
            Outcome::Undefined(_) => "undefined",
            Outcome::NotApplicable => "not-applicable",
        }
    }
}

/// The result of a run, apart from its story.
#[derive(Clone, Debug)]
pub struct Report<P> {
    /// How it ended.
    pub outcome: Outcome<P>,
    /// How often the static evaluation was called.
    pub evaluations: u64,
    /// Figures that only some searches have.
    pub extras: Extras,
    /// The most bytes of call stack in use, if that was [asked for](Limits::watch_stack).
    pub stack_bytes: Option<u64>,
}

impl<P> Report<P> {
    /// Maps the position type.
    pub fn map<Q>(self, position: impl FnOnce(P) -> Q) -> Report<Q> {
        let Report { outcome, evaluations, extras, stack_bytes } = self;
        Report { outcome: outcome.map(position), evaluations, extras, stack_bytes }
    }
}

/// What a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The value of the root.
    Value(Value),
    /// Whether that value is at least a threshold.
    AtLeast(bool),
}

impl Answer {
    /// The value of a score.
    pub fn of(score: impl Score) -> Answer {
        Answer::Value(score.value())
    }
}

/// A search, written once for every game and both modes.
///
/// It calls itself through [`Run::visit`], which makes room on the call stack: so its recursion is limited by memory only.
pub trait Search {
    /// Runs the search.
    fn search<G: Game, M: Mode>(run: &mut Run<'_, G, M>, setting: Setting) -> Result<Answer, Stopped>;
}

/// Runs an algorithm on a game within limits, at full speed.
pub fn search<G: Searchable>(algorithm: Algorithm, game: &G, limits: Limits<'_>) -> Report<G::Position> {
    run(algorithm, game, limits, None)
}

/// Like [`search`], and reports the events to a listener.
pub fn tell<G: Searchable>(
    algorithm: Algorithm,
    game: &G,
    limits: Limits<'_>,
    listener: &mut dyn Listener,
) -> Report<G::Position> {
    run(algorithm, game, limits, Some(listener))
}

fn run<G: Searchable>(
    algorithm: Algorithm,
    game: &G,
    limits: Limits<'_>,
    listener: Option<&mut dyn Listener>,
) -> Report<G::Position> {
    if game.has_chance() && !algorithm.entry().takes_chance {
        let (outcome, evaluations, extras, stack_bytes) = (Outcome::NotApplicable, 0, Extras::default(), None);
        return Report { outcome, evaluations, extras, stack_bytes };
    }
    let limits = Limits { cutoff: algorithm.rule(limits.cutoff), ..limits };
    if let Some(pipeline) = algorithm.pipeline() {
        let shaped = game.shaped(pipeline.stages);
        return shaped_report(run(pipeline.search(), &shaped, limits, listener)).map(G::unshaped);
    }
    game.run(&algorithm.entry().searches, Request { setting: algorithm.setting(), limits, listener })
}

/// Runs a search that is compiled where it is called: for your own games, and for positions that borrow.
///
/// ```
/// use plyscope::search::alpha_beta::TextbookAlphaBeta;
/// use plyscope::search::{Limits, Setting, search_as};
/// use plyscope::tree::Tree;
///
/// let tree: Tree = "((3 12 8) (2 4 6))".parse()?;
/// let report = search_as::<TextbookAlphaBeta, _>(&tree, Setting::Nothing, Limits::default());
/// assert_eq!(report.outcome.value(), Some(3.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search_as<S: Search, G: Game>(game: &G, setting: Setting, limits: Limits<'_>) -> Report<G::Position> {
    finish(Run::new(game, limits, Bare), |run| S::search(run, setting))
}

/// Like [`search_as`], and reports the events to a listener.
pub fn tell_as<S: Search, G: Game>(
    game: &G,
    setting: Setting,
    limits: Limits<'_>,
    listener: &mut dyn Listener,
) -> Report<G::Position> {
    finish(Run::new(game, limits, Telling::new(listener)), |run| S::search(run, setting))
}

/// The report of a pipeline, which always has the number of static values, even if it does not sort.
fn shaped_report<P>(mut report: Report<P>) -> Report<P> {
    let leaves = report.evaluations;
    report.extras.static_values.get_or_insert(StaticValues { leaves, ..StaticValues::default() });
    report
}

fn finish<'r, G: Game, M: Mode>(
    mut run: Run<'r, G, M>,
    search: impl FnOnce(&mut Run<'r, G, M>) -> Result<Answer, Stopped>,
) -> Report<G::Position> {
    let shaping = run.game.shaping();
    let before = shaping.map(Shaping::counts).unwrap_or_default();
    if let Some(shaping) = shaping {
        shaping.set_listening(M::TELLS);
    }
    let outcome = match (search(&mut run), run.reason.take()) {
        (Ok(Answer::Value(value)), _) => Outcome::Finished(value),
        (Ok(Answer::AtLeast(answer)), _) => Outcome::Answered(answer),
        (Err(Stopped), Some(Reason::Budget)) => Outcome::Budget,
        (Err(Stopped), Some(Reason::Undefined(position))) => Outcome::Undefined(position),
        (Err(Stopped), Some(Reason::Cancelled) | None) => Outcome::Cancelled,
    };
    let evaluations = run.evaluations();
    let extras = extras(shaping, before, run.laziness, (run.table_hits, run.kept), evaluations);
    let stack_bytes = run.stack.peak();
    Report { outcome, evaluations, extras, stack_bytes }
}

/// The figures that only some searches have, of one that is over. `before` are the counts of shaping when it began.
fn extras(
    shaping: Option<&Shaping>,
    before: ShapingCounts,
    mut laziness: Laziness,
    (table_hits, entries): (Option<u64>, Option<u64>),
    leaves: u64,
) -> Extras {
    let mut static_values = None;
    if let Some(shaping) = shaping {
        shaping.set_listening(false);
        let ShapingCounts { ordering, shared, unused } = shaping.counts();
        if laziness.nodes_built > 0 {
            laziness.nodes_built += unused - before.unused;
        }
        let (ordering, shared) = (ordering - before.ordering, shared - before.shared);
        static_values = Some(StaticValues { leaves, ordering, shared });
    }
    let laziness = (laziness.nodes_built > 0).then_some(laziness);
    Extras { laziness, table_hits, entries, static_values }
}
