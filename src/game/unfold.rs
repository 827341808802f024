//! A game's tree node by node: how large it is, and the tree itself to keep.

use std::iter::Peekable;

use super::{Game, Path, Playable};
use crate::memory::Shortage;
use crate::progress::Progress;
use crate::tree::{Builder, Full};

/// How many nodes pass between two looks at the cancel flag.
const POLL_INTERVAL: u64 = 1 << 12;

/// How large a game's tree is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// How many nodes there are.
    pub nodes: u64,
    /// How many of them are leaves.
    pub leaves: u64,
    /// The largest depth of a node, the root's being 0.
    pub height: u32,
}

/// Why a tree was not walked to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// It has more nodes than were allowed.
    TooLarge,
    /// There is no memory left for it.
    NoMemory(Shortage),
    /// Somebody asked to stop.
    Cancelled,
}

impl From<Full> for Unfinished {
    fn from(full: Full) -> Unfinished {
        match full {
            Full::TooManyNodes => Unfinished::TooLarge,
            Full::NoMemory(shortage) => Unfinished::NoMemory(shortage),
        }
    }
}

/// Counts the nodes of a game's tree, if there are no more than `most_nodes`. Takes memory for one line of play.
pub fn size<G: Game>(game: &G, most_nodes: u64, progress: &Progress) -> Result<Size, Unfinished> {
    let mut size = Size::default();
    for node in Preorder::new(game, |_, _| true, most_nodes, progress) {
        let node = node?;
        size.nodes += 1;
        size.leaves += u64::from(node.kind == Kind::Leaf);
        size.height = size.height.max(node.depth as u32);
    }
    Ok(size)
}

/// Writes a game out as a tree with labels, names of moves and static values, if it has no more than `most_nodes` nodes.
///
/// What the tree is called and where it comes from is left for the caller to say.
pub fn to_tree<G: Playable>(game: &G, most_nodes: u64, progress: &Progress) -> Result<Builder, Unfinished> {
    // Counting takes a small part of the time, so that a tree that is too large is refused at once.
    progress.set_total(size(game, most_nodes, progress)?.nodes);
    let mut writer = Writer::new(game);
    for node in Preorder::new(game, |_, _| true, most_nodes, progress) {
        writer.write(node?)?;
    }
    Ok(writer.builder)
}

/// Takes the nodes of a game in preorder.
pub(super) struct Writer<'g, G: Game> {
    game: &'g G,
    pub(super) builder: Builder,
    /// The positions from the root to the node before.
    line: Vec<G::Position>,
}

impl<'g, G: Playable> Writer<'g, G> {
    pub(super) fn new(game: &'g G) -> Writer<'g, G> {
        let mut builder = Builder::new();
        builder.set_root_player(game.player(&game.root()));
        Writer { game, builder, line: Vec::new() }
    }

    pub(super) fn write(&mut self, Node { position, depth, kind, .. }: Node<G::Position>) -> Result<(), Full> {
        let Writer { game, builder, line } = self;
        while builder.open_count() > depth {
            builder.close();
        }
        line.truncate(depth);
        let id = builder.open()?;
        builder.set_value(id, game.static_value(&position));
        if kind == Kind::Unexpanded {
            builder.set_unexpanded(id);
        }
        if let Some(label) = named(game.label(&position)) {
            builder.set_label(id, label);
        }
        if let Some(parent) = line.last() {
            if let Some(name) = named(game.move_name(parent, &position)) {
                builder.set_move(id, name);
            }
            let player = game.player(&position);
            if player == game.player(parent) {
                builder.set_player(id, player);
            }
        }
        line.push(position);
        Ok(())
    }
}

fn named(name: String) -> Option<String> {
    (!name.is_empty()).then_some(name)
}

/// The nodes of a game's tree in preorder; a loop and no recursion, since games may be deep.
pub(super) struct Preorder<'g, G: Game + 'g, E> {
    game: &'g G,
    /// Whether to go on below a node at a depth.
    expand: E,
    root: Option<G::Position>,
    /// The moves left at the node before and those above it.
    line: Vec<Left<G::Moves<'g>>>,
    nodes: u64,
    most_nodes: u64,
    progress: &'g Progress,
}

/// The moves left at a node.
struct Left<M: Iterator> {
    moves: Peekable<M>,
    path: Path,
    /// How many were taken.
    taken: u64,
}

pub(super) struct Node<P> {
    pub(super) position: P,
    pub(super) path: Path,
    depth: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Leaf,
    Inner,
    Unexpanded,
}

impl<'g, G: Game, E: Fn(Path, usize) -> bool> Preorder<'g, G, E> {
    pub(super) fn new(game: &'g G, expand: E, most_nodes: u64, progress: &'g Progress) -> Self {
        Preorder { game, expand, root: Some(game.root()), line: Vec::new(), nodes: 0, most_nodes, progress }
    }

    fn next_position(&mut self) -> Option<(G::Position, Path)> {
        if let Some(root) = self.root.take() {
            return Some((root, Path::ROOT));
        }
        loop {
            let left = self.line.last_mut()?;
            if let Some(child) = left.moves.next() {
                left.taken += 1;
                return Some((child, left.path.child(left.taken - 1)));
            }
            self.line.pop();
        }
    }

    /// Counts a node, and checks whether to go on.
    fn count(&mut self) -> Result<(), Unfinished> {
        if self.nodes == self.most_nodes {
            return Err(Unfinished::TooLarge);
        }
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.progress.set_done(self.nodes);
            if self.progress.is_cancelled() {
                return Err(Unfinished::Cancelled);
            }
        }
        self.nodes += 1;
        Ok(())
    }
}

impl<G: Game, E: Fn(Path, usize) -> bool> Iterator for Preorder<'_, G, E> {
    type Item = Result<Node<G::Position>, Unfinished>;

    fn next(&mut self) -> Option<Result<Node<G::Position>, Unfinished>> {
        let (position, path) = self.next_position()?;
        let depth = self.line.len();
        let mut moves = self.game.moves(&position).peekable();
        let kind = if moves.peek().is_none() {
            Kind::Leaf
        } else if (self.expand)(path, depth) {
            self.line.push(Left { moves, path, taken: 0 });
            Kind::Inner
        } else {
            Kind::Unexpanded
        };
        Some(self.count().map(|()| Node { position, path, depth, kind }))
    }
}
