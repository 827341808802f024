//! The tree of a trace: the union of everything that was entered.
//!
//! Children are in the order of their first entry, followed by those never entered as unknown leaves.

use std::collections::HashMap;

use super::ReadError;
use super::fields::ChildName;
use crate::memory::{self, Shortage};
use crate::progress::Progress;
use crate::tree::{Builder, Full, NodeId, Player, Probability, Role, Tree, Value};

/// The number of nodes after which memory is checked again.
const NODES_PER_LOOK: usize = 1 << 16;
/// The memory of a node during construction, including its names, in bytes.
const BYTES_PER_NODE: u64 = 128;

/// The player in turn at a node, and whether chance moves instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mover {
    pub(super) player: Player,
    pub(super) is_chance: bool,
}

impl Mover {
    pub(super) fn role(self) -> Role {
        if self.is_chance { Role::Chance } else { Role::Player(self.player) }
    }
}

impl Known {
    /// The player in turn at the children.
    pub(super) fn next_player(&self) -> Player {
        if self.mover.is_chance { self.mover.player } else { self.mover.player.opponent() }
    }
}

/// A node that was entered.
#[derive(Debug)]
pub(super) struct Known {
    parent: u32,
    /// Its index among the children of its parent.
    pub(super) number: u32,
    pub(super) mover: Mover,
    /// Its index among the children in the order of the game, as far as the trace says.
    index: u32,
    /// The number of children entered.
    pub(super) entered: u32,
    /// The number of children, as far as the trace says.
    pub(super) children: u32,
    value: Option<Value>,
    /// Whether it was left with that value, without searching its children.
    is_settled: bool,
}

/// How a child is identified: by its index, or by the number of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    Index(u32),
    Move(u32),
}

impl From<Full> for ReadError {
    fn from(full: Full) -> ReadError {
        ReadError::Unreadable(full.to_string())
    }
}

/// The nodes entered so far, in the order of their first entry.
#[derive(Default)]
pub(super) struct Union {
    pub(super) nodes: Vec<Known>,
    children: HashMap<(u32, Name), u32>,
    moves: HashMap<Box<str>, u32>,
    labels: HashMap<u32, Box<str>>,
    move_names: HashMap<u32, Box<str>>,
    /// The probabilities of the children of chance nodes, in the order of the game.
    probabilities: HashMap<u32, Vec<Probability>>,
}

impl Union {
    /// The root, when it is entered.
    pub(super) fn enter_root(&mut self, mover: Mover) -> Result<u32, String> {
        if self.nodes.is_empty() { self.add(0, mover, None).map_err(|shortage| shortage.to_string()) } else { Ok(0) }
    }

    /// A child of a node, when it is entered.
    pub(super) fn enter(&mut self, parent: u32, name: ChildName<'_>, mover: Mover) -> Result<u32, String> {
        let index = if let ChildName::Index(index) = name { Some(index) } else { None };
        let name = self.name(name);
        if let Some(&child) = self.children.get(&(parent, name)) {
            return Ok(child);
        }
        let child = self.add(parent, mover, index).map_err(|shortage| shortage.to_string())?;
        self.children.insert((parent, name), child);
        Ok(child)
    }

    fn add(&mut self, parent: u32, mover: Mover, index: Option<u32>) -> Result<u32, Shortage> {
        if self.nodes.len().is_multiple_of(NODES_PER_LOOK) {
            memory::room_for(NODES_PER_LOOK as u64 * BYTES_PER_NODE)?;
        }
        let (node, mut number) = (self.nodes.len() as u32, 0);
        if let Some(parent) = self.nodes.get_mut(parent as usize) {
            number = parent.entered;
            parent.entered += 1;
        }
        let index = index.unwrap_or(number);
        let known = Known { parent, number, index, mover, entered: 0, children: 0, value: None, is_settled: false };
        self.nodes.push(known);
        Ok(node)
    }

    /// The name of a child, which may not have been entered yet.
    pub(super) fn name(&mut self, name: ChildName<'_>) -> Name {
        match name {
            ChildName::Index(index) => Name::Index(index),
            ChildName::Move(name) => {
                let next = self.moves.len() as u32;
                let number = self.moves.get(name).copied();
                Name::Move(number.unwrap_or_else(|| *self.moves.entry(name.into()).or_insert(next)))
            }
        }
    }

    /// A child that was entered before.
    pub(super) fn child(&self, parent: u32, name: ChildName<'_>) -> Option<u32> {
        self.named(
            parent,
            match name {
                ChildName::Index(index) => Name::Index(index),
                ChildName::Move(name) => Name::Move(*self.moves.get(name)?),
            },
        )
    }

    /// A child that was entered before.
    pub(super) fn named(&self, parent: u32, name: Name) -> Option<u32> {
        self.children.get(&(parent, name)).copied()
    }

    pub(super) fn at(&self, node: u32) -> &Known {
        &self.nodes[node as usize]
    }

    /// Sets the probabilities of all children of a chance node.
    pub(super) fn set_probabilities(&mut self, node: u32, probabilities: Vec<Probability>) {
        self.has_children(node, u32::try_from(probabilities.len()).unwrap_or(u32::MAX));
        self.probabilities.insert(node, probabilities);
    }

    /// The probabilities of the children of a chance node in the order of the tree, in which those that were entered come first, given
    /// those; empty if they are equal or do not fit.
    fn in_order_of_tree(&self, node: u32, entered: &[u32]) -> Vec<Probability> {
        let all = self.probabilities.get(&node).map_or(&[][..], Vec::as_slice);
        if all.len() != entered.len() + self.skipped(node) as usize {
            return Vec::new();
        }
        let mut taken = vec![false; all.len()];
        let mut ordered = Vec::with_capacity(all.len());
        for &child in entered {
            let index = self.at(child).index as usize;
            match taken.get_mut(index) {
                Some(taken) if !*taken => *taken = true,
                _ => return Vec::new(),
            }
            ordered.push(all[index]);
        }
        ordered.extend(all.iter().zip(taken).filter(|(_, taken)| !taken).map(|(probability, _)| *probability));
        ordered
    }

    /// Records that a node has at least this many children.
    pub(super) fn has_children(&mut self, node: u32, children: u32) {
        let node = &mut self.nodes[node as usize];
        node.children = node.children.max(children);
    }

    /// Sets the names of a node. The error is an earlier, different name of its move.
    pub(super) fn describe(&mut self, node: u32, label: Option<&str>, move_name: Option<&str>) -> Result<(), &str> {
        if let Some(label) = label {
            self.labels.entry(node).or_insert_with(|| label.into());
        }
        let Some(move_name) = move_name else { return Ok(()) };
        let known = self.move_names.entry(node).or_insert_with(|| move_name.into());
        if **known == *move_name { Ok(()) } else { Err(known) }
    }

    /// Sets the static value of a node; with `settles` it is the value with which the node was left at once.
    pub(super) fn set_value(&mut self, node: u32, value: Value, settles: bool) {
        let node = &mut self.nodes[node as usize];
        node.value = Some(value);
        node.is_settled |= settles;
    }

    /// Sets the static value of a node that has none yet.
    pub(super) fn set_static(&mut self, node: u32, value: Value) {
        self.nodes[node as usize].value.get_or_insert(value);
    }

    /// Sets the value of a node without children, if it has none yet.
    pub(super) fn set_value_of_leaf(&mut self, node: u32, value: Value) {
        let node = &mut self.nodes[node as usize];
        if node.entered == 0 && node.children == 0 && node.value.is_none() {
            node.value = Some(value);
        }
    }

    /// The number of children of a node that were not entered.
    pub(super) fn skipped(&self, node: u32) -> u32 {
        let Known { entered, children, is_settled, .. } = *self.at(node);
        if is_settled && entered == 0 { 0 } else { children.saturating_sub(entered) }
    }

    /// The tree, and the nodes in it.
    pub(super) fn tree(self, mut builder: Builder, progress: &Progress) -> Result<(Tree, Vec<NodeId>), ReadError> {
        let starts = self.starts();
        let mut children = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            children[starts[node.parent as usize] + node.number as usize] = index as u32;
        }
        let mut ids = vec![NodeId::ROOT; self.nodes.len()];
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut likely: Vec<std::vec::IntoIter<Probability>> = Vec::new();
        let mut next = Some(0);
        loop {
            if let Some(node) = next.take() {
                if progress.is_cancelled() {
                    return Err(ReadError::Cancelled);
                }
                ids[node as usize] = self.open(node, &mut builder)?;
                if let Some(probability) = likely.last_mut().and_then(Iterator::next) {
                    builder.set_probability(ids[node as usize], probability);
                }
                open.push((node, 0));
                let start = starts[node as usize];
                let entered = &children[start..start + self.at(node).entered as usize];
                likely.push(self.in_order_of_tree(node, entered).into_iter());
            }
            let Some((node, number)) = open.last_mut() else { break };
            if *number < self.at(*node).entered {
                next = Some(children[starts[*node as usize] + *number as usize]);
                *number += 1;
                continue;
            }
            for _ in 0..self.skipped(*node) {
                let leaf = builder.leaf(None)?;
                if let Some(probability) = likely.last_mut().and_then(Iterator::next) {
                    builder.set_probability(leaf, probability);
                }
            }
            builder.close();
            open.pop();
            likely.pop();
        }
        let tree = builder.build().map_err(|_| Full::TooManyNodes)?;
        Ok((tree, ids))
    }

    /// The index of each node's first child in a list of all children.
    fn starts(&self) -> Vec<usize> {
        let (mut starts, mut sum) = (Vec::with_capacity(self.nodes.len()), 0);
        for node in &self.nodes {
            starts.push(sum);
            sum += node.entered as usize;
        }
        starts
    }

    fn open(&self, index: u32, builder: &mut Builder) -> Result<NodeId, Full> {
        let (node, known) = (builder.open()?, self.at(index));
        if index == 0 {
            builder.set_root_player(known.mover.player);
        } else if known.mover.player != self.at(known.parent).next_player() {
            builder.set_player(node, known.mover.player);
        }
        if known.mover.is_chance {
            builder.set_role(node, Role::Chance);
        }
        if known.value.is_some() {
            builder.set_value(node, known.value);
        }
        if let Some(label) = self.labels.get(&index) {
            builder.set_label(node, label.clone());
        }
        if let Some(name) = self.move_names.get(&index) {
            builder.set_move(node, name.clone());
        }
        Ok(node)
    }
}
