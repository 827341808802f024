//! A game's tree node by node: its size, and the tree in memory.

use std::iter::Peekable;

use super::{Chances, Game, Path, Playable};
use crate::memory::Shortage;
use crate::progress::Progress;
use crate::tree::{Builder, Full, Player, Role};

/// The number of nodes between two checks for cancellation.
const POLL_INTERVAL: u64 = 1 << 12;

/// The size of a game's tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// The number of nodes.
    pub nodes: u64,
    /// The number of leaves.
    pub leaves: u64,
    /// The largest depth of a node; the root's is 0.
    pub height: u32,
}

/// Why a tree was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// It has more nodes than allowed.
    TooLarge,
    /// It does not fit in memory.
    NoMemory(Shortage),
    /// The job was cancelled.
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

/// The size of a game's tree, if it has at most `most_nodes` nodes. Takes memory for one line of play.
pub fn size<G: Game>(game: &G, most_nodes: u64, progress: &Progress) -> Result<Size, Unfinished> {
    let mut size = Size::default();
    for node in Preorder::new(game, &|_, _| true, most_nodes, progress) {
        let node = node?;
        size.nodes += 1;
        size.leaves += u64::from(node.kind == Kind::Leaf);
        size.height = size.height.max(node.depth as u32);
    }
    Ok(size)
}

/// Unfolds a game into a tree with labels, names of moves and static values, if it has at most `most_nodes` nodes.
///
/// The caller sets the title and the source.
pub fn to_tree<G: Playable>(game: &G, most_nodes: u64, progress: &Progress) -> Result<Builder, Unfinished> {
    // Counting takes a small part of the time, so a tree that is too large is refused at once.
    progress.set_total(size(game, most_nodes, progress)?.nodes);
    let mut writer = Writer::new(game);
    for node in Preorder::new(game, &|_, _| true, most_nodes, progress) {
        writer.write(node?)?;
    }
    Ok(writer.builder)
}

/// Writes the nodes of a game in preorder.
pub(super) struct Writer<'g, G: Game> {
    game: &'g G,
    pub(super) builder: Builder,
    /// The positions from the root to the previous node.
    line: Vec<Passed<'g, G::Position>>,
}

/// A position whose children may follow.
struct Passed<'g, P> {
    position: P,
    /// The player in turn at its children.
    next_player: Player,
    /// The probabilities of its children, if chance moves.
    chances: Option<Chances<'g>>,
    /// How many children have been written.
    children: usize,
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
        let player = game.player(&position);
        let in_turn = line.last().map_or(player, |parent| parent.next_player);
        if let Some(parent) = line.last_mut() {
            if let Some(name) = named(game.move_name(&parent.position, &position)) {
                builder.set_move(id, name);
            }
            if let Some(probability) = parent.chances.and_then(|chances| chances.written(parent.children)) {
                builder.set_probability(id, probability);
            }
            parent.children += 1;
        }
        let chances = game.chances(&position).filter(|_| kind == Kind::Inner);
        if chances.is_some() {
            builder.set_role(id, Role::Chance);
        } else if player != in_turn {
            builder.set_player(id, player);
        }
        let next_player = if chances.is_some() { in_turn } else { player.opponent() };
        line.push(Passed { position, next_player, chances, children: 0 });
        Ok(())
    }
}

fn named(name: String) -> Option<String> {
    (!name.is_empty()).then_some(name)
}

/// The nodes of a game's tree in preorder; iterative, because games may be deep.
pub(super) struct Preorder<'g, G: Game + 'g> {
    game: &'g G,
    /// Whether to expand a node at a depth.
    expand: &'g dyn Fn(Path, usize) -> bool,
    root: Option<G::Position>,
    /// The remaining moves at the previous node and its ancestors.
    line: Vec<Left<G::Moves<'g>>>,
    count: Count<'g>,
}

/// The number of nodes so far, and when to stop.
struct Count<'g> {
    nodes: u64,
    most_nodes: u64,
    progress: &'g Progress,
}

impl Count<'_> {
    /// Counts a node, and checks whether to continue.
    fn add(&mut self) -> Result<(), Unfinished> {
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

/// The remaining moves at a node.
struct Left<M: Iterator> {
    moves: Peekable<M>,
    path: Path,
    /// The number of moves already taken.
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

impl<'g, G: Game> Preorder<'g, G> {
    pub(super) fn new(
        game: &'g G,
        expand: &'g dyn Fn(Path, usize) -> bool,
        most_nodes: u64,
        progress: &'g Progress,
    ) -> Self {
        let count = Count { nodes: 0, most_nodes, progress };
        Preorder { game, expand, root: Some(game.root()), line: Vec::new(), count }
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
}

impl<G: Game> Iterator for Preorder<'_, G> {
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
        Some(self.count.add().map(|()| Node { position, path, depth, kind }))
    }
}
