//! What all writers share: what a format has room for, and the order of a written tree.

use std::io::{self, Write};

use super::odds;
use crate::format::series;
use crate::output::Refusal;
use crate::tree::{Builder, NodeId, Player, Role, Tree};

/// What a tree may say beside its shape and the values of its leaves: notes on the whole tree, then what a search does not need, then the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub enum Part {
    /// The title.
    Title,
    /// Where it comes from.
    Source,
    /// The game whose positions the labels are.
    Game,
    /// The labels of inner nodes.
    Labels,
    /// The labels of leaves.
    LeafLabels,
    /// The names of moves.
    Moves,
    /// The static values of inner nodes.
    StaticValues,
    /// Leaves of unknown value.
    UnknownLeaves,
    /// MIN at the root.
    MinRoot,
    /// Players that do not take turns.
    Players,
    /// Chance nodes.
    Chance,
    /// Probabilities of the children of a chance node that are not equal.
    Probabilities,
}

/// All parts, in the order in which they are told.
const PARTS: [Part; 12] = [
    Part::Title,
    Part::Source,
    Part::Game,
    Part::Labels,
    Part::LeafLabels,
    Part::Moves,
    Part::StaticValues,
    Part::UnknownLeaves,
    Part::MinRoot,
    Part::Players,
    Part::Chance,
    Part::Probabilities,
];

impl Part {
    /// All parts.
    pub const ALL: &'static [Part] = &PARTS;

    /// The part in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Part::Title => "the title",
            Part::Source => "the source",
            Part::Game => "the game",
            Part::Labels => "labels",
            Part::LeafLabels => "the labels of leaves",
            Part::Moves => "the names of moves",
            Part::StaticValues => "static values of inner nodes",
            Part::UnknownLeaves => "leaves of unknown value",
            Part::MinRoot | Part::Players => "players other than MAX and MIN in turn",
            Part::Chance => "chance nodes",
            Part::Probabilities => "unequal probabilities",
        }
    }

    /// Whether a tree without it is another tree for a search.
    pub fn is_needed(self) -> bool {
        self > Part::StaticValues
    }

    /// Whether it is a note on the whole tree, such as its title.
    pub fn is_note(self) -> bool {
        self <= Part::Game
    }

    /// Whether a tree has it. Takes time linear in the number of nodes at most.
    fn is_in(self, tree: &Tree) -> bool {
        let any = |has: &dyn Fn(NodeId) -> bool| tree.nodes().any(has);
        match self {
            Part::Title => !tree.title().is_empty(),
            Part::Source => !tree.source().is_empty(),
            Part::Game => tree.game().is_some(),
            Part::Labels => tree.has_names() && any(&|node| !tree.is_leaf(node) && tree.label(node).is_some()),
            Part::LeafLabels => tree.has_names() && any(&|node| tree.is_leaf(node) && tree.label(node).is_some()),
            Part::Moves => tree.has_names() && any(&|node| tree.move_name(node).is_some()),
            Part::StaticValues => any(&|node| !tree.is_leaf(node) && tree.value(node).is_some()),
            Part::UnknownLeaves => any(&|node| tree.is_leaf(node) && tree.value(node).is_none()),
            Part::MinRoot => tree.role(NodeId::ROOT) == Role::MIN,
            Part::Chance => tree.has_chance(),
            Part::Probabilities => {
                let is_unequal = |node| !tree.has_equal_outcomes(node);
                // Or equal ones, and names that would be read as others.
                tree.chance_nodes().into_iter().any(is_unequal) || tree.has_chance() && odds::taken(tree).is_some()
            }
            Part::Players => any(&|node| node != NodeId::ROOT && !tree.is_chance(node) && !is_in_turn(tree, node)),
        }
    }
}

/// The parts of a tree that are not among those that a format has room for.
pub(super) fn lost(tree: &Tree, room: &[Part]) -> Vec<Part> {
    PARTS.iter().copied().filter(|part| !room.contains(part) && part.is_in(tree)).collect()
}

/// The names that a format would read as something else, or not at all: all labels, or all moves.
pub(super) fn unfit_names(tree: &Tree, is_label: &dyn Fn(&str) -> bool, is_move: &dyn Fn(&str) -> bool) -> Vec<Part> {
    let mut unfit = Vec::new();
    if tree.has_names() {
        if tree.nodes().filter_map(|node| tree.label(node)).any(|label| !is_label(label)) {
            unfit.extend([Part::Labels, Part::LeafLabels]);
        }
        if tree.nodes().filter_map(|node| tree.move_name(node)).any(|name| !is_move(name)) {
            unfit.push(Part::Moves);
        }
    }
    unfit
}

/// The tree without these parts, none of which it needs.
pub(super) fn without(tree: &Tree, parts: &[Part]) -> Tree {
    let has = |part| !parts.contains(&part);
    let mut builder = Builder::new();
    let mut steps = |step| {
        let Step::Begin(node) = step else {
            builder.close();
            return Ok(());
        };
        let is_leaf = tree.is_leaf(node);
        let copied = builder.open().map_err(io::Error::other)?;
        if is_leaf || has(Part::StaticValues) {
            builder.set_value(copied, tree.value(node));
        }
        if has(if is_leaf { Part::LeafLabels } else { Part::Labels }) {
            builder.set_label(copied, tree.label(node).unwrap_or_default());
        }
        if has(Part::Moves) {
            builder.set_move(copied, tree.move_name(node).unwrap_or_default());
        }
        builder.set_role(copied, tree.role(node));
        if let Some(probability) = tree.probability(node).filter(|_| has(Part::Probabilities)) {
            builder.set_probability(copied, probability);
        }
        if is_leaf {
            builder.close();
        }
        Ok(())
    };
    // A copy needs no more room than the tree, which is there.
    let _ = self::steps(tree, &mut steps);
    let note = |part: Part, text: &str| if has(part) { text.to_string() } else { String::new() };
    builder.set_title(note(Part::Title, tree.title()));
    builder.set_source(note(Part::Source, tree.source()));
    if let Some(game) = tree.game().filter(|_| has(Part::Game)) {
        builder.set_game(game);
    }
    builder.build().unwrap_or_else(|_| tree.clone())
}

/// The parts in a sentence, each once.
pub fn words(parts: &[Part]) -> String {
    let mut words: Vec<&str> = parts.iter().map(|part| part.words()).collect();
    if parts.contains(&Part::Labels) {
        words.retain(|words| *words != Part::LeafLabels.words());
    }
    words.dedup();
    series(&words, "and")
}

/// A step of writing a tree in preorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A node begins.
    Begin(NodeId),
    /// An inner node ends, after its last child.
    End(NodeId),
}

/// Tells the beginning of each node, and the end of each inner one. Takes constant memory.
pub(super) fn steps(tree: &Tree, tell: &mut dyn FnMut(Step) -> io::Result<()>) -> Result<(), Refusal> {
    for node in tree.nodes() {
        tell(Step::Begin(node)).map_err(Refusal::Io)?;
        let mut last = node;
        while let Some(closed) = closed_after(tree, last, node) {
            tell(Step::End(closed)).map_err(Refusal::Io)?;
            last = closed;
        }
    }
    Ok(())
}

/// Writes a tree and the end of a line: what `begin` writes of each node, with `between` before all children but the first, and what `end`
/// writes behind the last child of an inner node.
pub(super) fn joined(
    tree: &Tree,
    out: &mut dyn Write,
    between: &str,
    begin: &dyn Fn(NodeId, &mut dyn Write) -> io::Result<()>,
    end: &dyn Fn(NodeId, &mut dyn Write) -> io::Result<()>,
) -> Result<(), Refusal> {
    steps(tree, &mut |step| match step {
        Step::Begin(node) => {
            if !is_first_child(tree, node) {
                write!(out, "{between}")?;
            }
            begin(node, out)
        }
        Step::End(node) => end(node, out),
    })?;
    writeln!(out).map_err(Refusal::Io)
}

/// The parent of a node whose subtree ends with the leaf `last`, if the subtree of the parent ends there, too.
pub(super) fn closed_after(tree: &Tree, node: NodeId, last: NodeId) -> Option<NodeId> {
    tree.parent(node).filter(|&parent| tree.subtree(parent).end == last.index() + 1)
}

pub(super) fn is_first_child(tree: &Tree, node: NodeId) -> bool {
    tree.parent(node).is_none_or(|parent| parent.index() + 1 == node.index())
}

/// The refusal of a tree that a format cannot hold, in the words after “cannot be saved: ”.
pub(super) fn refused(why: impl Into<String>) -> Refusal {
    Refusal::Says(format!("cannot be saved: {}", why.into()))
}

/// Whether a reader that is told nothing lets the same player move at the node: MAX at the root, and those in turn below.
pub(super) fn is_in_turn(tree: &Tree, node: NodeId) -> bool {
    // Who would be in turn at a chance node is not told, so where MIN is at such a root, all players are.
    let is_untold = tree.is_chance(NodeId::ROOT) && tree.player(NodeId::ROOT) == Player::Min;
    let in_turn = tree.parent(node).map_or(Player::Max, |parent| tree.next_player(parent));
    !is_untold && tree.role(node) == Role::Player(in_turn)
}

/// A leaf with a player that would not be in turn, in formats in which only inner nodes have players.
pub(super) fn refused_players(tree: &Tree) -> Option<NodeId> {
    tree.nodes().find(|&node| tree.is_leaf(node) && !is_in_turn(tree, node))
}
