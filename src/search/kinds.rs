//! The types of game for which every search is compiled.
//!
//! A search is written once for all games. It is compiled for each type in the list below, in both [modes](super::run::Mode), and
//! [`Searches`] holds the compiled functions. Games are searched as [`Erased`]. [`Implicit`] trees, which sweeps count, have only the
//! mode that reports: it adds a tenth or so to the time that computing their nodes takes.

use super::run::{Bare, Run, Stopped};
use super::story::Telling;
use super::{Answer, Search, Setting};
use crate::game::{Erased, ErasedPosition, Game, Playable, Shaped, ShapedPosition, Stages};
use crate::generate::{Implicit, Independent};
use crate::tree::Tree;

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

    /// The compiled search at full speed; `None` if there is only the one that reports.
    fn bare(searches: &Searches) -> Option<BareSearch<Self>>;

    /// The compiled search that reports its events.
    fn telling(searches: &Searches) -> TellingSearch<Self>;

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
    any: Erased<'g>, 'g;
}

impl Searchable for Tree {
    type Shaped<'a> = Shaped<'a, Tree>;

    fn bare(searches: &Searches) -> Option<BareSearch<Tree>> {
        Some(searches.tree.0)
    }

    fn telling(searches: &Searches) -> TellingSearch<Tree> {
        searches.tree.1
    }

    fn shaped(&self, stages: Stages) -> Shaped<'_, Tree> {
        Shaped::new(stages, self)
    }

    fn unshaped(position: ShapedPosition<crate::tree::NodeId>) -> crate::tree::NodeId {
        position.position
    }
}

impl<'g> Searchable for Shaped<'g, Tree> {
    type Shaped<'a>
        = Shaped<'g, Tree>
    where
        Self: 'a;

    fn bare(searches: &Searches) -> Option<BareSearch<Self>> {
        Some(searches.shaped_tree.0)
    }

    fn telling(searches: &Searches) -> TellingSearch<Self> {
        searches.shaped_tree.1
    }

    fn shaped(&self, stages: Stages) -> Self {
        self.and(stages)
    }

    fn unshaped(position: Self::Position) -> Self::Position {
        position
    }
}

/// Implements [`Searchable`] for a game that is shaped behind a pointer.
macro_rules! other_kind {
    ($game:ty, $bare:expr, $telling:expr) => {
        impl Searchable for $game {
            type Shaped<'a> = Erased<'a>;

            fn bare(searches: &Searches) -> Option<BareSearch<Self>> {
                let bare: fn(&Searches) -> Option<BareSearch<Self>> = $bare;
                bare(searches)
            }

            fn telling(searches: &Searches) -> TellingSearch<Self> {
                let telling: fn(&Searches) -> TellingSearch<Self> = $telling;
                telling(searches)
            }

            fn shaped(&self, stages: Stages) -> Erased<'_> {
                Erased::new(Shaped::new(stages, self))
            }

            fn unshaped(position: ErasedPosition) -> Self::Position {
                unerased(position)
            }
        }
    };
}

other_kind!(Implicit, |_| None, |searches| searches.implicit);
other_kind!(Independent, |searches| Some(searches.independent.0), |searches| searches.independent.1);

impl Searchable for Erased<'_> {
    type Shaped<'a>
        = Erased<'a>
    where
        Self: 'a;

    fn bare(searches: &Searches) -> Option<BareSearch<Self>> {
        Some(searches.any.0)
    }

    fn telling(searches: &Searches) -> TellingSearch<Self> {
        searches.any.1
    }

    fn shaped(&self, stages: Stages) -> Erased<'_> {
        Erased::new(Shaped::new(stages, self))
    }

    fn unshaped(position: ErasedPosition) -> ErasedPosition {
        unerased(position)
    }
}

fn unerased<P: Clone + 'static>(position: ErasedPosition) -> P {
    position.into_position::<ShapedPosition<P>>().position
}
