//! A game with its type erased, for which every search is already compiled.

use std::any::Any;
use std::rc::Rc;

use super::slab::Slab;
use super::{Board, Chances, Game, Playable, Shaped, ShapedPosition, Shaping, Stages};
use crate::tree::{Player, Value};

/// Any game, shaped by [`Stages`]; searches of it are compiled already, and keep its positions in a [`Slab`].
pub struct Erased<'g> {
    game: Box<dyn AnyPositions + 'g>,
}

impl<'g> Erased<'g> {
    /// The same game with its type erased.
    pub fn new<G: Playable<Position: 'static, Key: 'static>>(game: &'g G) -> Erased<'g> {
        Erased::shaped(Stages::default(), game)
    }

    /// A game shaped by stages.
    pub fn shaped<G: Playable<Position: 'static, Key: 'static>>(stages: Stages, game: &'g G) -> Erased<'g> {
        Erased { game: Box::new(Shaped::new(stages, game)) }
    }

    /// A game to a depth.
    pub fn to_depth<G: Playable<Position: 'static, Key: 'static>>(depth: u32, game: &'g G) -> Erased<'g> {
        Erased::shaped(Stages::to_depth(depth), game)
    }

    /// The game with further stages.
    #[must_use]
    pub fn and(&self, stages: Stages) -> Erased<'_> {
        self.game.and(stages)
    }

    /// The same tree from a node below its root, given by child indices; `None` if there is no such node.
    pub fn below(&self, path: &[u32]) -> Option<Erased<'_>> {
        self.game.below(path)
    }

    /// The game in the form that is searched, for one search.
    pub(crate) fn slab(&self) -> Slab<'_> {
        self.game.slab()
    }
}

/// A position with its type erased.
#[derive(Clone)]
pub struct ErasedPosition(Rc<dyn Any>);

impl ErasedPosition {
    pub(super) fn of<P: 'static>(position: P) -> ErasedPosition {
        ErasedPosition(Rc::new(position))
    }

    /// The position of the original game; `None` if it has another type.
    pub fn position<P: 'static>(&self) -> Option<&P> {
        self.0.downcast_ref::<ShapedPosition<P>>().map(|shaped| &shaped.position)
    }

    /// The position of the original game. Panics if it has another type.
    pub(crate) fn into_position<P: Clone + 'static>(self) -> P {
        self.get::<P>().position.clone()
    }

    /// The shaped position of this game.
    fn get<P: 'static>(&self) -> &ShapedPosition<P> {
        self.0.downcast_ref().expect("a position belongs to the game that made it")
    }
}

/// A [`Playable`] game with the type of its positions erased.
trait AnyPositions {
    fn and(&self, stages: Stages) -> Erased<'_>;
    fn below(&self, path: &[u32]) -> Option<Erased<'_>>;
    fn slab(&self) -> Slab<'_>;
    fn root(&self) -> ErasedPosition;
    fn player(&self, position: &ErasedPosition) -> Player;
    fn chances(&self, position: &ErasedPosition) -> Option<Chances<'_>>;
    fn has_chance(&self) -> bool;
    fn value_range(&self) -> Option<[Value; 2]>;
    fn moves<'a>(&'a self, position: &ErasedPosition) -> Box<dyn Iterator<Item = ErasedPosition> + 'a>;
    fn static_value(&self, position: &ErasedPosition) -> Option<Value>;
    fn dynamic(&self, position: &ErasedPosition) -> bool;
    fn key_says_dynamic(&self) -> bool;
    fn child_index(&self, position: &ErasedPosition, nth: u32) -> u32;
    fn shaping(&self) -> Option<&Shaping>;
    fn label(&self, position: &ErasedPosition) -> String;
    fn move_name(&self, from: &ErasedPosition, to: &ErasedPosition) -> String;
    fn in_words(&self, position: &ErasedPosition) -> String;
    fn board(&self, position: &ErasedPosition) -> Option<Board>;
}

impl<G: Playable<Position: 'static, Key: 'static>> AnyPositions for Shaped<'_, G> {
    fn and(&self, stages: Stages) -> Erased<'_> {
        Erased { game: Box::new(Shaped::and(self, stages)) }
    }

    fn below(&self, path: &[u32]) -> Option<Erased<'_>> {
        Shaped::below(self, path).map(|below| Erased { game: Box::new(below) })
    }

    fn slab(&self) -> Slab<'_> {
        Slab::new(self)
    }

    fn root(&self) -> ErasedPosition {
        ErasedPosition::of(Game::root(self))
    }

    fn player(&self, position: &ErasedPosition) -> Player {
        Game::player(self, position.get())
    }

    fn chances(&self, position: &ErasedPosition) -> Option<Chances<'_>> {
        Game::chances(self, position.get())
    }

    fn has_chance(&self) -> bool {
        Game::has_chance(self)
    }

    fn value_range(&self) -> Option<[Value; 2]> {
        Game::value_range(self)
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
    /// Searches use the keys of the game itself.
    type Key = ();
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

    fn chances(&self, position: &ErasedPosition) -> Option<Chances<'_>> {
        self.game.chances(position)
    }

    fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    fn value_range(&self) -> Option<[Value; 2]> {
        self.game.value_range()
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
