//! The types of game for which every search is compiled.
//!
//! A search is written once for all games. It is compiled for each type in the list below, in both [modes](super::run::Mode), and
//! [`Searches`] holds the compiled functions. Games are searched as [`Slab`]s. [`Implicit`] trees, which sweeps count, have only the
//! mode that reports: it adds a tenth or so to the time that computing their nodes takes.

use super::run::{Bare, Run, Stopped};
use super::story::{Event, Listener, Telling};
use super::{Answer, Limits, Report, Search, Setting, finish};
use crate::game::{Erased, ErasedPosition, Game, Playable, Shaped, ShapedPosition, Slab, Stages};
use crate::generate::{Implicit, Independent};
use crate::tree::{NodeId, Tree};

/// A search of a game at full speed.
pub type BareSearch<G> = for<'r> fn(&mut Run<'r, G, Bare>, Setting) -> Result<Answer, Stopped>;
/// A search that reports its events.
pub type TellingSearch<G> = for<'r> fn(&mut Run<'r, G, Telling<'r>>, Setting) -> Result<Answer, Stopped>;

/// A type of game for which the searches are compiled.
pub trait Searchable: Game + Sized {
    /// The game with the stages of Hughes' pipeline applied.
    type Shaped<'a>: Searchable + Playable
    where
        Self: 'a;

    /// Runs a search: at full speed if there is no listener.
    fn run(
        &self,
        search: &Searches,
        setting: Setting,
        limits: Limits<'_>,
        listener: Option<&mut dyn Listener>,
    ) -> Report<Self::Position>;

    /// The game with stages applied.
    fn shaped(&self, stages: Stages) -> Self::Shaped<'_>;

    /// The game's position for a position of the shaped game.
    fn unshaped(position: <Self::Shaped<'_> as Game>::Position) -> Self::Position;
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
    shaped_tree: Shaped<'g, Tree>, 'g;
    independent: Independent;
    any: Slab<'g>, 'g;
}

impl Searchable for Tree {
    type Shaped<'a> = Shaped<'a, Tree>;

    fn run(
        &self,
        search: &Searches,
        setting: Setting,
        limits: Limits<'_>,
        listener: Option<&mut dyn Listener>,
    ) -> Report<NodeId> {
        compiled(self, search.tree, setting, limits, listener)
    }

    fn shaped(&self, stages: Stages) -> Shaped<'_, Tree> {
        Shaped::new(stages, self)
    }

    fn unshaped(position: ShapedPosition<NodeId>) -> NodeId {
        position.position
    }
}

impl<'g> Searchable for Shaped<'g, Tree> {
    type Shaped<'a>
        = Shaped<'g, Tree>
    where
        Self: 'a;

    fn run(
        &self,
        search: &Searches,
        setting: Setting,
        limits: Limits<'_>,
        listener: Option<&mut dyn Listener>,
    ) -> Report<Self::Position> {
        compiled(self, search.shaped_tree, setting, limits, listener)
    }

    fn shaped(&self, stages: Stages) -> Self {
        self.and(stages)
    }

    fn unshaped(position: Self::Position) -> Self::Position {
        position
    }
}

impl Searchable for Independent {
    type Shaped<'a> = Erased<'a>;

    fn run(
        &self,
        search: &Searches,
        setting: Setting,
        limits: Limits<'_>,
        listener: Option<&mut dyn Listener>,
    ) -> Report<Self::Position> {
        compiled(self, search.independent, setting, limits, listener)
    }

    fn shaped(&self, stages: Stages) -> Erased<'_> {
        Erased::shaped(stages, self)
    }

    fn unshaped(position: ErasedPosition) -> Self::Position {
        position.into_position()
    }
}

impl Searchable for Implicit {
    type Shaped<'a> = Erased<'a>;

    fn run(
        &self,
        search: &Searches,
        setting: Setting,
        limits: Limits<'_>,
        listener: Option<&mut dyn Listener>,
    ) -> Report<Self::Position> {
        let silent: &mut dyn Listener = &mut |_: &[Event]| {};
        telling(self, search.implicit, setting, limits, listener.unwrap_or(silent))
    }

    fn shaped(&self, stages: Stages) -> Erased<'_> {
        Erased::shaped(stages, self)
    }

    fn unshaped(position: ErasedPosition) -> Self::Position {
        position.into_position()
    }
}

impl Searchable for Erased<'_> {
    type Shaped<'a>
        = Erased<'a>
    where
        Self: 'a;

    fn run(
        &self,
        search: &Searches,
        setting: Setting,
        limits: Limits<'_>,
        listener: Option<&mut dyn Listener>,
    ) -> Report<ErasedPosition> {
        let slab = self.slab();
        compiled(&slab, search.any, setting, limits, listener).map(|_| slab.undefined())
    }

    fn shaped(&self, stages: Stages) -> Erased<'_> {
        self.and(stages)
    }

    fn unshaped(position: ErasedPosition) -> ErasedPosition {
        position
    }
}

/// Runs a compiled search.
fn compiled<G: Game>(
    game: &G,
    (bare, told): (BareSearch<G>, TellingSearch<G>),
    setting: Setting,
    limits: Limits<'_>,
    listener: Option<&mut dyn Listener>,
) -> Report<G::Position> {
    match listener {
        Some(listener) => telling(game, told, setting, limits, listener),
        None => finish(Run::new(game, limits, Bare), |run| bare(run, setting)),
    }
}

fn telling<G: Game>(
    game: &G,
    search: TellingSearch<G>,
    setting: Setting,
    limits: Limits<'_>,
    listener: &mut dyn Listener,
) -> Report<G::Position> {
    finish(Run::new(game, limits, Telling::new(listener)), |run| search(run, setting))
}
