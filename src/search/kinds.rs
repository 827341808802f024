//! The kinds of game for which every search is compiled, and nothing else is.
//!
//! A search is written once for all games. It is compiled for each kind in the list below, in both [modes](super::run::Mode), and
//! [`Searches`] holds what comes of it. Any other game is searched as [`Erased`], without another word: its positions are then behind
//! a pointer. To compile the searches for a game of its own, a line is added to the list.

use super::catalogue::Entry;
use super::run::{Bare, Run, Stopped};
use super::story::Telling;
use super::{Answer, Search, Setting};
use crate::game::{
    Chess, ConnectFour, Erased, ErasedPosition, Game, Playable, Shaped, ShapedPosition, Stages, TicTacToe,
};
use crate::generate::{Implicit, Independent};
use crate::tree::Tree;

/// A search of a game at full speed.
pub type BareSearch<G> = for<'r> fn(&mut Run<'r, G, Bare>, Setting) -> Result<Answer, Stopped>;
/// The same, telling its story.
pub type TellingSearch<G> = for<'r> fn(&mut Run<'r, G, Telling<'r>>, Setting) -> Result<Answer, Stopped>;

/// A game of a kind for which the searches are compiled.
pub trait Searchable: Game + Sized {
    /// The game with its tree shaped.
    type Shaped<'a>: Searchable + Playable
    where
        Self: 'a;

    /// A search compiled for the game, bare and telling.
    fn searches(entry: &Entry) -> (BareSearch<Self>, TellingSearch<Self>);

    /// The game with its tree shaped by stages.
    fn shaped(&self, stages: Stages) -> Self::Shaped<'_>;

    /// The game's position that a position of the shaped game is.
    fn unshaped(position: <Self::Shaped<'_> as Game>::Position) -> Self::Position;
}

macro_rules! kinds {
    ($($kind:ident: $game:ty $(, $lifetime:lifetime)?;)*) => {
        /// A search, compiled for each kind of game.
        #[expect(missing_docs, reason = "each field is a kind of game")]
        #[expect(clippy::type_complexity, reason = "the list is made by a macro")]
        pub struct Searches {
            $(pub $kind: (
                for<'r $(, $lifetime)?> fn(&mut Run<'r, $game, Bare>, Setting) -> Result<Answer, Stopped>,
                for<'r $(, $lifetime)?> fn(&mut Run<'r, $game, Telling<'r>>, Setting) -> Result<Answer, Stopped>,
            ),)*
        }

        impl Searches {
            /// A search.
            pub const fn of<S: Search>() -> Searches {
                Searches {
                    $($kind: (|run, setting| S::search(run, setting), |run, setting| S::search(run, setting)),)*
                }
            }
        }
    };
}

kinds! {
    tree: Tree;
    shaped_tree: Shaped<'g, Tree>, 'g;
    implicit: Implicit;
    independent: Independent;
    tic_tac_toe: Shaped<'g, TicTacToe>, 'g;
    connect_four: Shaped<'g, ConnectFour>, 'g;
    chess: Shaped<'g, Chess>, 'g;
    any: Erased<'g>, 'g;
}

impl Searchable for Tree {
    type Shaped<'a> = Shaped<'a, Tree>;

    fn searches(entry: &Entry) -> (BareSearch<Tree>, TellingSearch<Tree>) {
        entry.searches.tree
    }

    fn shaped(&self, stages: Stages) -> Shaped<'_, Tree> {
        Shaped::new(stages, self)
    }

    fn unshaped(position: ShapedPosition<crate::tree::NodeId>) -> crate::tree::NodeId {
        position.position
    }
}

/// A game that is shaped already.
macro_rules! shaped_kind {
    ($kind:ident: $game:ty) => {
        impl<'g> Searchable for Shaped<'g, $game> {
            type Shaped<'a>
                = Shaped<'g, $game>
            where
                Self: 'a;

            fn searches(entry: &Entry) -> (BareSearch<Self>, TellingSearch<Self>) {
                entry.searches.$kind
            }

            fn shaped(&self, stages: Stages) -> Self {
                self.and(stages)
            }

            fn unshaped(position: Self::Position) -> Self::Position {
                position
            }
        }
    };
}

shaped_kind!(shaped_tree: Tree);
shaped_kind!(tic_tac_toe: TicTacToe);
shaped_kind!(connect_four: ConnectFour);
shaped_kind!(chess: Chess);

/// A game that is shaped behind a pointer.
macro_rules! other_kind {
    ($kind:ident: $game:ty) => {
        impl Searchable for $game {
            type Shaped<'a> = Erased<'a>;

            fn searches(entry: &Entry) -> (BareSearch<Self>, TellingSearch<Self>) {
                entry.searches.$kind
            }

            fn shaped(&self, stages: Stages) -> Erased<'_> {
                Erased::new(Shaped::new(stages, self))
            }

            fn unshaped(position: ErasedPosition) -> Self::Position {
                unerased(&position)
            }
        }
    };
}

other_kind!(implicit: Implicit);
other_kind!(independent: Independent);

impl Searchable for Erased<'_> {
    type Shaped<'a>
        = Erased<'a>
    where
        Self: 'a;

    fn searches(entry: &Entry) -> (BareSearch<Self>, TellingSearch<Self>) {
        entry.searches.any
    }

    fn shaped(&self, stages: Stages) -> Erased<'_> {
        Erased::new(Shaped::new(stages, self))
    }

    fn unshaped(position: ErasedPosition) -> ErasedPosition {
        unerased(&position)
    }
}

fn unerased<P: Clone + 'static>(position: &ErasedPosition) -> P {
    let shaped: &ShapedPosition<P> = position.position().expect("the shaped game made it");
    shaped.position.clone()
}
