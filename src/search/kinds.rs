//! The types of game for which every search is compiled.
//!
//! A search is written once for all games, and compiled six times: [`Searches`] holds the compiled functions. Trees, and games as [`Slab`]s,
//! are searched in both [modes](super::run::Mode). The random trees that sweeps count have only the mode that reports: it adds a tenth or so to
//! the time that computing their nodes takes.

use super::run::{Bare, Run, Stopped};
use super::story::{Event, Listener, Telling};
use super::{Answer, Limits, Report, Search, Setting, finish};
use crate::game::{Erased, ErasedPosition, Game, Playable, Slab, Stages};
use crate::generate::{Implicit, Independent};
use crate::tree::{NodeId, Tree};

/// A search of a game at full speed.
pub type BareSearch<G> = for<'r> fn(&mut Run<'r, G, Bare>, Setting) -> Result<Answer, Stopped>;
/// A search that reports its events.
pub type TellingSearch<G> = for<'r> fn(&mut Run<'r, G, Telling<'r>>, Setting) -> Result<Answer, Stopped>;

/// What a search is asked for; at full speed without a listener.
pub struct Request<'r, 'l> {
    /// The parameter of the search.
    pub setting: Setting,
    /// The limits.
    pub limits: Limits<'r>,
    /// Hears the events.
    pub listener: Option<&'l mut dyn Listener>,
}

/// A search compiled for a type of game, in both modes.
pub type Compiled<G> = (BareSearch<G>, TellingSearch<G>);

impl Request<'_, '_> {
    /// Runs a search that is compiled in both modes.
    fn run<G: Game>(self, game: &G, (bare, told): Compiled<G>) -> Report<G::Position> {
        if self.listener.is_some() {
            return self.count(game, told);
        }
        finish(Run::new(game, self.limits, Bare), |run| bare(run, self.setting))
    }

    /// Runs a search in the mode that reports.
    fn count<G: Game>(self, game: &G, told: TellingSearch<G>) -> Report<G::Position> {
        let mut silent = |_: &[Event]| {};
        let listener = self.listener.unwrap_or(&mut silent);
        finish(Run::new(game, self.limits, Telling::new(listener)), |run| told(run, self.setting))
    }
}

/// A type of game for which the searches are compiled.
pub trait Searchable: Playable<Position: 'static, Key: 'static> + Sized {
    /// Runs a search.
    fn run(&self, searches: &Searches, request: Request<'_, '_>) -> Report<Self::Position>;

    /// The game with the stages of Hughes' pipeline applied.
    fn shaped(&self, stages: Stages) -> Erased<'_> {
        Erased::shaped(stages, self)
    }

    /// The game's position for a position of the shaped game.
    fn unshaped(position: ErasedPosition) -> Self::Position {
        position.into_position()
    }
}

/// A search, compiled for each type of game.
pub struct Searches {
    /// Of a tree.
    pub tree: Compiled<Tree>,
    /// Of any game, at full speed.
    pub game: for<'r, 'g> fn(&mut Run<'r, Slab<'g>, Bare>, Setting) -> Result<Answer, Stopped>,
    /// Of any game, with its events.
    pub told_game: for<'r, 'g> fn(&mut Run<'r, Slab<'g>, Telling<'r>>, Setting) -> Result<Answer, Stopped>,
    /// Of the random trees of the theory.
    pub independent: TellingSearch<Independent>,
    /// Of any other random tree.
    pub implicit: TellingSearch<Implicit>,
}

impl Searches {
    /// The compiled functions of a search.
    pub const fn of<S: Search>() -> Searches {
        Searches {
            tree: (|run, setting| S::search(run, setting), |run, setting| S::search(run, setting)),
            game: |run, setting| S::search(run, setting),
            told_game: |run, setting| S::search(run, setting),
            independent: |run, setting| S::search(run, setting),
            implicit: |run, setting| S::search(run, setting),
        }
    }
}

impl Searchable for Tree {
    fn run(&self, searches: &Searches, request: Request<'_, '_>) -> Report<NodeId> {
        request.run(self, searches.tree)
    }
}

impl Searchable for Independent {
    fn run(&self, searches: &Searches, request: Request<'_, '_>) -> Report<Self::Position> {
        request.count(self, searches.independent)
    }
}

impl Searchable for Implicit {
    fn run(&self, searches: &Searches, request: Request<'_, '_>) -> Report<Self::Position> {
        request.count(self, searches.implicit)
    }
}

impl Searchable for Erased<'_> {
    fn run(&self, searches: &Searches, request: Request<'_, '_>) -> Report<ErasedPosition> {
        let slab = self.slab();
        request.run(&slab, (searches.game, searches.told_game)).map(|_| slab.undefined())
    }

    fn shaped(&self, stages: Stages) -> Erased<'_> {
        self.and(stages)
    }

    fn unshaped(position: ErasedPosition) -> ErasedPosition {
        position
    }
}
