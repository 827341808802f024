//! One algorithm on one game, counted and timed without its tree.

use std::collections::HashSet;

use super::cost::cost_of;
use super::{Cost, DEFAULT_BUDGET, Settings};
use crate::game::{Game, HasPath, OnPath, Path, Prune, WithPaths, child_indices};
use crate::progress::Progress;
use crate::search::hughes::{Evaluated, Highfirst, Taketree};
use crate::search::variation::PrincipalVariation;
use crate::search::{Algorithm, Counts, Laziness, Limits, Outcome, Report, Tally, search};

/// How the tree is shaped before it is searched: stages of Hughes' pipeline. `prune n` is the depth of the [`Settings`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// Whether `prune` goes on below positions that are not quiet.
    pub dynamic: bool,
    /// Whether the subtrees that look best come first.
    pub highfirst: bool,
    /// `taketree k`: how many subtrees of each node are looked at; `None` for all.
    pub taketree: Option<usize>,
}

impl Stages {
    /// Whether the tree stays as it is, but for `prune`.
    fn keep_all(self) -> bool {
        !self.highfirst && self.taketree.is_none()
    }
}

/// What came of running an algorithm on a game; `P` is the game's position.
#[derive(Clone, Debug)]
pub struct MeasuredOnGame<P> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How the run ended.
    pub outcome: Outcome<P>,
    /// What it cost. The evaluations are those of leaves.
    pub counts: Counts,
    /// The static values of a sorted tree, those for sorting told apart.
    pub evaluated: Option<Evaluated>,
    /// The principal variation as child indices of the tree as it was before it was sorted; `None` where the run did not finish.
    pub line: Option<Vec<usize>>,
    /// What a lazy search built and forced; `None` for the others.
    pub laziness: Option<Laziness>,
    /// How often a search with a table of positions was settled by it; `None` for the others.
    pub table_hits: Option<u64>,
    /// What it takes beside evaluations; `None` for a cancelled run.
    pub cost: Option<Cost>,
}

/// Runs an algorithm once counted, `repeat` times unwatched, for the time, and once for the memory. The budget is
/// [`DEFAULT_BUDGET`] where nobody says otherwise, and one of evaluations at leaves.
///
/// Takes memory for a line of play; with the algorithms that [come back](Algorithm::repeats_evaluations) to nodes, for the
/// nodes visited too.
pub fn measure_on_game<G: Game>(
    algorithm: Algorithm,
    game: &G,
    stages: Stages,
    settings: Settings,
    progress: &Progress,
) -> MeasuredOnGame<G::Position> {
    let limits = Limits { cutoff: settings.cutoff, budget: Some(settings.budget.unwrap_or(DEFAULT_BUDGET)), progress };
    let depth = settings.depth.unwrap_or(u32::MAX);
    let on_paths = WithPaths::new(game);
    let watched = Prune::new(depth, &on_paths).dynamic(stages.dynamic);
    let unwatched = Prune::new(depth, game).dynamic(stages.dynamic);
    let measured = |report: Report<OnPath<G::Position>>, counts, line: Vec<Path>| MeasuredOnGame {
        algorithm,
        counts,
        evaluated: None,
        line: report.outcome.value().map(|_| child_indices(game, &line)),
        outcome: report.outcome.map(|node| node.position),
        laziness: report.laziness,
        table_hits: report.table_hits,
        cost: None,
    };
    if stages.keep_all() {
        let (report, counts, line) = counted(algorithm, &watched, limits);
        let cost = match settings.depth {
            None => cost_of(algorithm, game, limits, settings.repeat),
            Some(_) => cost_of(algorithm, &unwatched, limits, settings.repeat),
        };
        return MeasuredOnGame { cost, ..measured(report.map(|node| node.position), counts, line) };
    }
    let most = stages.taketree.unwrap_or(usize::MAX);
    let sorted = Highfirst::new(stages.highfirst, &watched);
    let (report, counts, line) = counted(algorithm, &Taketree::new(most, &sorted), limits);
    let (leaves, ordering, shared) = (counts.evaluations, sorted.evaluations(), sorted.reused());
    let unwatched = Highfirst::new(stages.highfirst, &unwatched);
    MeasuredOnGame {
        evaluated: stages.highfirst.then_some(Evaluated { leaves, ordering, shared }),
        cost: cost_of(algorithm, &Taketree::new(most, &unwatched), limits, settings.repeat),
        ..measured(report.map(|node| node.position.position), counts, line)
    }
}

/// The report, the counts and the principal variation of a run.
fn counted<G: Game<Position: HasPath>>(
    algorithm: Algorithm,
    game: &G,
    limits: Limits<'_>,
) -> (Report<G::Position>, Counts, Vec<Path>) {
    let seen = algorithm.repeats_evaluations().then(HashSet::<Path>::new);
    let mut observer = (Tally::new(seen), PrincipalVariation::default());
    let report = search(algorithm, game, limits, &mut observer);
    let (tally, line) = observer;
    (report, tally.counts(), line.paths())
}
