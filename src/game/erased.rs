//! A game with its type erased, for which every search is already compiled.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::{Board, Game, Playable, Shaping};
use crate::tree::{Player, Value};

/// Any game. It is slower than the original, but no search needs to be compiled for it.
pub struct Erased<'g> {
    game: Box<dyn AnyPositions + 'g>,
}

impl<'g> Erased<'g> {
    /// The same game with its type erased.
    pub fn new<G: Playable<Position: 'static, Key: 'static> + 'g>(game: G) -> Erased<'g> {
        Erased { game: Box::new(game) }
    }
}

/// A position with its type erased.
#[derive(Clone)]
pub struct ErasedPosition(Rc<dyn Any>);

impl ErasedPosition {
    fn of<P: 'static>(position: P) -> ErasedPosition {
        ErasedPosition(Rc::new(position))
    }

    /// The original position; `None` if it has another type.
    pub fn position<P: 'static>(&self) -> Option<&P> {
        self.0.downcast_ref()
    }

    /// The original position. Panics if it has another type.
    pub(crate) fn into_position<P: Clone + 'static>(self) -> P {
        self.get::<P>().clone()
    }

    /// The original position, which belongs to this game.
    fn get<P: 'static>(&self) -> &P {
        self.position().expect("a position belongs to the game that made it")
    }
}

/// A key with its type erased.
pub struct ErasedKey(Box<dyn AnyKey>);

trait AnyKey {
    fn is_equal(&self, other: &dyn AnyKey) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
    fn as_any(&self) -> &dyn Any;
}

impl<K: Eq + Hash + 'static> AnyKey for K {
    fn is_equal(&self, other: &dyn AnyKey) -> bool {
        other.as_any().downcast_ref::<K>().is_some_and(|other| self == other)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl PartialEq for ErasedKey {
    fn eq(&self, other: &ErasedKey) -> bool {
        self.0.is_equal(other.0.as_ref())
    }
}

impl Eq for ErasedKey {}

impl Hash for ErasedKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

/// A [`Playable`] game with the type of its positions erased.
trait AnyPositions {
    fn root(&self) -> ErasedPosition;
    fn player(&self, position: &ErasedPosition) -> Player;
    fn moves<'a>(&'a self, position: &ErasedPosition) -> Box<dyn Iterator<Item = ErasedPosition> + 'a>;
    fn static_value(&self, position: &ErasedPosition) -> Option<Value>;
    fn dynamic(&self, position: &ErasedPosition) -> bool;
    fn key(&self, position: &ErasedPosition) -> Option<ErasedKey>;
    fn key_says_dynamic(&self) -> bool;
    fn child_index(&self, position: &ErasedPosition, nth: u32) -> u32;
    fn shaping(&self) -> Option<&Shaping>;
    fn label(&self, position: &ErasedPosition) -> String;
    fn move_name(&self, from: &ErasedPosition, to: &ErasedPosition) -> String;
    fn in_words(&self, position: &ErasedPosition) -> String;
    fn board(&self, position: &ErasedPosition) -> Option<Board>;
}

impl<G: Playable<Position: 'static, Key: 'static>> AnyPositions for G {
    fn root(&self) -> ErasedPosition {
        ErasedPosition::of(Game::root(self))
    }

    fn player(&self, position: &ErasedPosition) -> Player {
        Game::player(self, position.get())
    }

    fn moves<'a>(&'a self, position: &ErasedPosition) -> Box<dyn Iterator<Item = ErasedPosition> + 'a> {
        Box::new(Game::moves(self, position.get()).map(ErasedPosition::of))
    }

    fn static_value(&self, position: &ErasedPosition) -> Option<Value> {
        Game::static_value(self, position.get())
    }

    fn dynamic(&self, position: &ErasedPosition) -> bool {
        Game::dynamic(self, position.get())
    }

    fn key(&self, position: &ErasedPosition) -> Option<ErasedKey> {
        Some(ErasedKey(Box::new(Game::key(self, position.get())?)))
    }

    fn key_says_dynamic(&self) -> bool {
        Game::key_says_dynamic(self)
    }

    fn child_index(&self, position: &ErasedPosition, nth: u32) -> u32 {
        Game::child_index(self, position.get(), nth)
    }

    fn shaping(&self) -> Option<&Shaping> {
        Game::shaping(self)
    }

    fn label(&self, position: &ErasedPosition) -> String {
        Playable::label(self, position.get())
    }

    fn move_name(&self, from: &ErasedPosition, to: &ErasedPosition) -> String {
        Playable::move_name(self, from.get(), to.get())
    }

    fn in_words(&self, position: &ErasedPosition) -> String {
        Playable::in_words(self, position.get())
    }

    fn board(&self, position: &ErasedPosition) -> Option<Board> {
        Playable::board(self, position.get())
    }
}

impl Game for Erased<'_> {
    type Position = ErasedPosition;
    type Key = ErasedKey;
    type Moves<'g>
        = Box<dyn Iterator<Item = ErasedPosition> + 'g>
    where
        Self: 'g;

    fn root(&self) -> ErasedPosition {
        self.game.root()
    }

    fn player(&self, position: &ErasedPosition) -> Player {
        self.game.player(position)
    }

    fn moves<'g>(&'g self, position: &ErasedPosition) -> Self::Moves<'g> {
        self.game.moves(position)
    }

    fn static_value(&self, position: &ErasedPosition) -> Option<Value> {
        self.game.static_value(position)
    }

    fn dynamic(&self, position: &ErasedPosition) -> bool {
        self.game.dynamic(position)
    }

    fn key(&self, position: &ErasedPosition) -> Option<ErasedKey> {
        self.game.key(position)
    }

    fn key_says_dynamic(&self) -> bool {
        self.game.key_says_dynamic()
    }

    fn child_index(&self, position: &ErasedPosition, nth: u32) -> u32 {
        self.game.child_index(position, nth)
    }

    fn shaping(&self) -> Option<&Shaping> {
        self.game.shaping()
    }
}

impl Playable for Erased<'_> {
    fn label(&self, position: &ErasedPosition) -> String {
        self.game.label(position)
    }

    fn move_name(&self, from: &ErasedPosition, to: &ErasedPosition) -> String {
        self.game.move_name(from, to)
    }

    fn in_words(&self, position: &ErasedPosition) -> String {
        self.game.in_words(position)
    }

    fn board(&self, position: &ErasedPosition) -> Option<Board> {
        self.game.board(position)
    }
}
