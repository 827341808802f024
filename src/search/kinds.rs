//! The types of game for which every search is compiled.
//!
//! A search is written once for all games. It is compiled for each type in the list below, in both [modes](super::run::Mode), and
//! [`Searches`] holds the compiled functions. Games are searched as [`Slab`]s. [`Implicit`] trees, which sweeps count, have only the
//! mode that reports: it adds a tenth or so to the time that computing their nodes takes.

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

/// A search to run, within limits; at full speed without a listener.
pub struct Request<'r, 'l> {
    /// The search, compiled for each type of game.
    pub searches: &'r Searches,
    /// Its parameter.
    pub setting: Setting,
    /// The limits.
    pub limits: Limits<'r>,
    /// Hears the events.
    pub listener: Option<&'l mut dyn Listener>,
}

/// A search compiled for a type of game, in both modes.
type Compiled<G> = (BareSearch<G>, TellingSearch<G>);

impl Request<'_, '_> {
    fn run<G: Game>(self, game: &G, compiled: impl FnOnce(&Searches) -> Compiled<G>) -> Report<G::Position> {
        let (bare, told) = compiled(self.searches);
        match self.listener {
            Some(listener) => {
                finish(Run::new(game, self.limits, Telling::new(listener)), |run| told(run, self.setting))
            }
            None => finish(Run::new(game, self.limits, Bare), |run| bare(run, self.setting)),
        }
    }
}

/// A type of game for which the searches are compiled.
pub trait Searchable: Playable<Position: 'static, Key: 'static> + Sized {
    /// Runs a search.
    fn run(&self, request: Request<'_, '_>) -> Report<Self::Position>;

    /// The game with the stages of Hughes' pipeline applied.
    fn shaped(&self, stages: Stages) -> Erased<'_> {
        Erased::shaped(stages, self)
    }

    /// The game's position for a position of the shaped game.
    fn unshaped(position: ErasedPosition) -> Self::Position {
        position.into_position()
    }
}

macro_rules! kinds {
    ($($kind:ident: $game:ty $(, $lifetime:lifetime)?;)*) => {
        /// A search, compiled for each type of game.
        #[expect(missing_docs, reason = "each field is a kind of game")]
        pub struct Searches {
            $(pub $kind: (
                for<'r $(, $lifetime)?> fn(&mut Run<'r, $game, Bare>, Setting) -> Result<Answer, Stopped>,
                for<'r $(, $lifetime)?> fn(&mut Run<'r, $game, Telling<'r>>, Setting) -> Result<Answer, Stopped>,
            ),)*
            pub implicit: TellingSearch<Implicit>,
        }

        impl Searches {
            /// The compiled functions of a search.
            pub const fn of<S: Search>() -> Searches {
                Searches {
                    $($kind: (|run, setting| S::search(run, setting), |run, setting| S::search(run, setting)),)*
                    implicit: |run, setting| S::search(run, setting),
                }
            }
        }
    };
}

kinds! {
    tree: Tree;
    independent: Independent;
    any: Slab<'g>, 'g;
}

impl Searchable for Tree {
    fn run(&self, request: Request<'_, '_>) -> Report<NodeId> {
        request.run(self, |searches| searches.tree)
    }
}

impl Searchable for Independent {
    fn run(&self, request: Request<'_, '_>) -> Report<Self::Position> {
        request.run(self, |searches| searches.independent)
    }
}

impl Searchable for Implicit {
    fn run(&self, request: Request<'_, '_>) -> Report<Self::Position> {
        let mut silent = |_: &[Event]| {};
        let listener = request.listener.unwrap_or(&mut silent);
        let search = request.searches.implicit;
        finish(Run::new(self, request.limits, Telling::new(listener)), |run| search(run, request.setting))
    }
}

impl Searchable for Erased<'_> {
    fn run(&self, request: Request<'_, '_>) -> Report<ErasedPosition> {
        let slab = self.slab();
        request.run(&slab, |searches| searches.any).map(|_| slab.undefined())
    }

    fn shaped(&self, stages: Stages) -> Erased<'_> {
        self.and(stages)
    }

    fn unshaped(position: ErasedPosition) -> ErasedPosition {
        position
    }
}
