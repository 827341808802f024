//! Builds a tree from its nodes in preorder.

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::chance::{Lotteries, Unfit};
use super::levels::{self, Levels};
use super::{ChanceError, Identity, MAX_NODES, Node, NodeId, Player, Probability, Role, Tree, Value};
use crate::memory::{self, Shortage};

/// Why another node cannot be added to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// It has [`MAX_NODES`] nodes.
    #[error("a tree may have at most 100,000,000 nodes; open a part of it")]
    TooManyNodes,
    /// There is not enough memory.
    #[error("{0}")]
    NoMemory(#[from] Shortage),
}

/// Why nodes are not a tree.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Unbuilt {
    /// There is no root, or more than one.
    #[error("a tree has one root")]
    NotOneRoot,
    /// Probabilities do not fit.
    #[error("{0}")]
    Chance(#[from] ChanceError),
}

/// Why a tree cannot be grown.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Ungrown {
    /// There is no room for another node.
    #[error(transparent)]
    Full(#[from] Full),
    /// The nodes are not a tree.
    #[error(transparent)]
    Unbuilt(#[from] Unbuilt),
}

/// The largest size of a node in the tree, in bytes.
pub(crate) const BYTES_PER_NODE: u64 = (size_of::<Node>() + levels::BYTES_PER_NODE) as u64;
/// The memory of a label or a name in addition to its text, in bytes.
const TEXT_BYTES: usize = 64;
/// The amount of labels and names, in bytes, after which memory is checked again.
const TEXTS_PER_LOOK: usize = 8 << 20;

/// Builds a tree from its nodes in preorder: [`open`](Builder::open) a node, add its children, [`close`](Builder::close) it.
///
/// The facts about a node can be set in any order while the tree is being built, because files have the keys of an
/// object in any order.
///
/// ```
/// use plyscope::tree::Builder;
///
/// // [3, [12, 8]]
/// let mut builder = Builder::new();
/// builder.open()?;
/// builder.leaf(Some(3.into()))?;
/// let second = builder.open()?;
/// builder.set_label(second, "B");
/// builder.leaf(Some(12.into()))?;
/// builder.leaf(Some(8.into()))?;
/// builder.close();
/// builder.close();
/// let tree = builder.build().expect("every node is closed");
/// assert_eq!((tree.len(), tree.label(second)), (5, Some("B")));
/// # Ok::<(), plyscope::tree::Full>(())
/// ```
#[derive(Default)]
pub struct Builder {
    title: String,
    source: String,
    game: Option<Box<str>>,
    root_player: Player,
    nodes: Vec<Node>,
    open: Vec<u32>,
    roles: FxHashMap<u32, Role>,
    probabilities: FxHashMap<u32, Probability>,
    labels: FxHashMap<u32, Box<str>>,
    moves: FxHashMap<u32, Box<str>>,
    unexpanded: FxHashSet<u32>,
    /// The size of labels and names so far, and the size at which memory is checked next.
    texts: usize,
    next_look: usize,
}

impl Builder {
    /// A builder without nodes.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Sets the title of the tree.
    pub fn set_title(&mut self, title: impl Into<String>) {
        self.title = title.into();
    }

    /// Sets the source of the tree.
    pub fn set_source(&mut self, source: impl Into<String>) {
        self.source = source.into();
    }

    /// Sets the game whose positions the labels are, by its id.
    pub fn set_game(&mut self, id: impl Into<Box<str>>) {
        self.game = Some(id.into());
    }

    /// Sets the player at the root; MAX by default.
    pub fn set_root_player(&mut self, player: Player) {
        self.root_player = player;
    }

    /// Begins a node as the next child of the innermost open node.
    pub fn open(&mut self) -> Result<NodeId, Full> {
        if self.nodes.len() == self.nodes.capacity() || self.texts > self.next_look {
            self.grow()?;
        }
        let node = self.nodes.len() as u32;
        let opened = self.next_node();
        self.nodes.push(opened);
        self.open.push(node);
        Ok(NodeId(node))
    }

    /// A node below the innermost open one. Players take turns; what else is given is seen to at the end.
    #[inline]
    fn next_node(&self) -> Node {
        match self.open.last() {
            Some(&parent) => Node::new(parent, self.nodes[parent as usize].player().opponent()),
            None => Node::new(0, Player::Max),
        }
    }

    /// Makes room for more nodes: twice as many if there is enough memory, otherwise a few more.
    #[cold]
    fn grow(&mut self) -> Result<(), Full> {
        let len = self.nodes.len();
        if self.texts > self.next_look {
            memory::room_for((self.texts / 2 + TEXTS_PER_LOOK) as u64)?;
            self.next_look = self.texts + TEXTS_PER_LOOK;
        }
        if len == MAX_NODES {
            return Err(Full::TooManyNodes);
        }
        if len < self.nodes.capacity() {
            return Ok(());
        }
        let mut reserve = |more: usize| {
            memory::room_for(more as u64 * BYTES_PER_NODE)?;
            memory::reserve(&mut self.nodes, more)
        };
        let mut shortage = None;
        for step in [len.max(1 << 10), len / 8, len / 64] {
            let more = step.min(MAX_NODES - len);
            match reserve(more) {
                _ if more == 0 => {}
                Ok(()) => return Ok(()),
                Err(error) => shortage = shortage.or(Some(error)),
            }
        }
        shortage.map_or(Ok(()), |shortage| Err(shortage.into()))
    }

    /// Ends the innermost open node.
    pub fn close(&mut self) {
        if let Some(node) = self.open.pop() {
            self.nodes[node as usize].end = self.nodes.len() as u32;
        }
    }

    /// Adds a leaf; with `None` its value is unknown.
    pub fn leaf(&mut self, value: Option<Value>) -> Result<NodeId, Full> {
        if self.nodes.len() == self.nodes.capacity() {
            self.grow()?;
        }
        let node = self.nodes.len() as u32;
        let value = value.map_or(f64::NAN, Value::get);
        let leaf = Node { value, end: node + 1, ..self.next_node() };
        self.nodes.push(leaf);
        Ok(NodeId(node))
    }

    /// The number of open nodes.
    pub fn open_count(&self) -> usize {
        self.open.len()
    }

    /// The innermost open node.
    pub fn innermost(&self) -> Option<NodeId> {
        self.open.last().copied().map(NodeId)
    }

    /// Whether the innermost open node has no child yet.
    pub fn innermost_is_empty(&self) -> bool {
        self.open.last().is_some_and(|&node| node as usize + 1 == self.nodes.len())
    }

    /// The number of nodes so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Sets the value of a leaf, or the static value of an inner node.
    pub fn set_value(&mut self, node: NodeId, value: Option<Value>) {
        self.nodes[node.index()].value = value.map_or(f64::NAN, Value::get);
    }

    /// Sets the player at the node, if it is not the one in turn.
    pub fn set_player(&mut self, node: NodeId, player: Player) {
        self.set_role(node, player.into());
    }

    /// Sets who moves at the node, if it is not the player in turn. A leaf is no chance node, whatever is set.
    pub fn set_role(&mut self, node: NodeId, role: Role) {
        self.roles.insert(node.0, role);
    }

    /// Sets the probability of a child of a chance node.
    pub fn set_probability(&mut self, node: NodeId, probability: Probability) {
        self.probabilities.insert(node.0, probability);
    }

    /// Sets the label of the position; an empty one is none.
    pub fn set_label(&mut self, node: NodeId, label: impl Into<Box<str>>) {
        let label = label.into();
        if !label.is_empty() {
            self.texts += TEXT_BYTES + label.len();
            self.labels.insert(node.0, label);
        }
    }

    /// Sets the name of the move that leads to the node; an empty one is none.
    pub fn set_move(&mut self, node: NodeId, name: impl Into<Box<str>>) {
        let name = name.into();
        if !name.is_empty() {
            self.texts += TEXT_BYTES + name.len();
            self.moves.insert(node.0, name);
        }
    }

    /// Marks the node as one whose children are missing.
    pub fn set_unexpanded(&mut self, node: NodeId) {
        self.unexpanded.insert(node.0);
    }

    /// The tree that grows node by node, in preorder: `fill` sets the facts about a new node, and returns its number of children.
    pub fn grown(mut self, mut fill: impl FnMut(&mut Builder, NodeId) -> usize) -> Result<Tree, Ungrown> {
        // The number of children that each open node still needs.
        let mut lacking: Vec<usize> = Vec::new();
        loop {
            let node = self.open()?;
            lacking.push(fill(&mut self, node));
            while lacking.last() == Some(&0) {
                lacking.pop();
                self.close();
                match lacking.last_mut() {
                    Some(lacks) => *lacks -= 1,
                    None => return Ok(self.build()?),
                }
            }
        }
    }

    /// The tree. Closes all open nodes.
    pub fn build(self) -> Result<Tree, Unbuilt> {
        self.finish(Unfit::Refused)
    }

    /// The tree, after children have come and gone: probabilities that do not fit are settled. See [`Unfit::Settled`].
    pub(super) fn build_settled(self) -> Result<Tree, Unbuilt> {
        self.finish(Unfit::Settled)
    }

    fn finish(mut self, unfit: Unfit) -> Result<Tree, Unbuilt> {
        while !self.open.is_empty() {
            self.close();
        }
        // Every node is below the first one.
        if self.nodes.first().is_none_or(|root| root.end as usize != self.nodes.len()) {
            return Err(Unbuilt::NotOneRoot);
        }
        if !self.roles.is_empty() {
            take_turns(self.root_player, &mut self.nodes, &self.roles);
        } else if self.root_player == Player::Min {
            for node in &mut self.nodes {
                node.set_mover(node.player().opponent(), false);
            }
        }
        let lotteries = Lotteries::collect(&self.nodes, &self.probabilities, &self.roles, unfit)?;
        let levels = Levels::new(&self.nodes);
        Ok(Tree {
            title: self.title,
            source: self.source,
            game: self.game,
            classes: OnceLock::new(),
            digits: OnceLock::new(),
            identity: Identity::new(),
            height: levels.height(),
            levels: Arc::new(levels),
            nodes: self.nodes,
            roles: Arc::new(self.roles),
            lotteries: Arc::new(lotteries),
            labels: Arc::new(self.labels),
            moves: Arc::new(self.moves),
            unexpanded: Arc::new(self.unexpanded),
        })
    }
}

/// Lets players take turns from the root on, except where it is given who moves. The child of a chance node has the turn of that node.
pub(super) fn take_turns(root: Player, nodes: &mut [Node], roles: &FxHashMap<u32, Role>) {
    for index in 0..nodes.len() {
        let in_turn = if index == 0 { root } else { nodes[nodes[index].parent() as usize].next_player() };
        let role = if roles.is_empty() { None } else { roles.get(&(index as u32)).copied() };
        let node = &mut nodes[index];
        let is_leaf = node.end as usize == index + 1;
        node.set_mover(role.and_then(Role::player).unwrap_or(in_turn), role == Some(Role::Chance) && !is_leaf);
    }
}
