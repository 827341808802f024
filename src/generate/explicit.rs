//! A random tree in memory.

use super::implicit::Children;
use super::random;
use super::{Generator, Implicit, Node};
use crate::game::{Chances, Game, Mean};
use crate::memory::{self, Shortage};
use crate::progress::Progress;
use crate::tree::{Builder, Full, NodeId, Player, Role, Tree, Value};

/// Nodes between two checks of the cancel flag.
const NODES_PER_LOOK: usize = 1 << 14;

/// Why a tree was not built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The tree has too many nodes.
    #[error(
        "the tree would have about {0} nodes; at most 100,000,000 fit in memory; choose a smaller depth or branching"
    )]
    TooLarge(String),
    /// There is not enough memory.
    #[error("{0}")]
    NoMemory(#[from] Shortage),
    /// The job was cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl Generator {
    /// The tree of a seed, node by node the same as [`Generator::tree`].
    ///
    /// With `static_noise` every inner node has a static value: its value, by the mean at chance nodes, plus normal noise with this standard
    /// deviation. `progress` counts nodes.
    pub fn build(&self, seed: u64, static_noise: Option<f64>, progress: &Progress) -> Result<Tree, GenerateError> {
        let estimate = self.estimate();
        let too_large = || GenerateError::TooLarge(in_digits(estimate.nodes));
        if !estimate.can_be_built() {
            return Err(too_large());
        }
        memory::room_for(estimate.bytes as u64)?;
        progress.set_total(estimate.nodes as u64);
        let tree = self.tree(seed);
        let mut builder = Builder::new();
        builder.set_title(format!("{self}, seed {seed}"));
        builder.set_source(self.command(seed, static_noise));
        let mut building = Building { tree: &tree, builder, open: Vec::new(), static_noise };
        let mut next = Some(tree.root());
        while let Some(node) = next {
            building.enter(node).map_err(|full| match full {
                Full::TooManyNodes => too_large(),
                Full::NoMemory(shortage) => shortage.into(),
            })?;
            next = building.next();
            if building.builder.len().is_multiple_of(NODES_PER_LOOK) {
                progress.set_done(building.builder.len() as u64);
                if progress.is_cancelled() {
                    return Err(GenerateError::Cancelled);
                }
            }
        }
        building.builder.build().map_err(|_| too_large())
    }
}

/// A whole number in full, if it is short enough to read.
fn in_digits(number: f64) -> String {
    if number < 1e15 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// The tree so far.
struct Building<'t> {
    tree: &'t Implicit,
    builder: Builder,
    open: Vec<Open<'t>>,
    static_noise: Option<f64>,
}

/// A node that may still get children.
struct Open<'t> {
    node: Node,
    id: NodeId,
    player: Player,
    children: Children<'t>,
    value: Option<Value>,
    /// Where chance moves: the chances of the children, and their mean so far.
    lottery: Option<(Chances<'t>, Mean)>,
    /// How many children were left.
    left: usize,
}

impl Building<'_> {
    fn enter(&mut self, node: Node) -> Result<(), Full> {
        let id = self.builder.open()?;
        let value = self.tree.static_value(&node);
        self.builder.set_value(id, value);
        if let Some(parent) = self.open.last()
            && let Some((chances, _)) = parent.lottery
            && let Some(probability) = chances.written(parent.left)
        {
            self.builder.set_probability(id, probability);
        }
        let chances = self.tree.chances(&node);
        if chances.is_some() {
            self.builder.set_role(id, Role::Chance);
        }
        let lottery = chances.map(|chances| (chances, Mean::over(chances.denominator())));
        let (player, children) = (self.tree.player(&node), self.tree.moves(&node));
        self.open.push(Open { node, id, player, children, value, lottery, left: 0 });
        Ok(())
    }

    /// Removes the complete nodes, and finds the next one in preorder.
    fn next(&mut self) -> Option<Node> {
        loop {
            if let Some(child) = self.open.last_mut()?.children.next() {
                return Some(child);
            }
            self.leave();
        }
    }

    fn leave(&mut self) {
        let Some(Open { node, id, value, lottery, .. }) = self.open.pop() else { return };
        let value = lottery.map_or(value, |(_, mean)| Value::new(mean.get()));
        self.builder.close();
        let Some(value) = value else { return };
        if let Some(noise) = self.static_noise
            && self.builder.len() > id.index() + 1
        {
            self.builder.set_value(id, Value::new(value.get() + noise * random::noise(node.path())));
        }
        let Some(parent) = self.open.last_mut() else { return };
        if let Some((chances, mean)) = &mut parent.lottery {
            mean.add(chances.numerator(parent.left), value.get());
        } else if parent.value.is_none_or(|best| parent.player.prefers(value, best)) {
            parent.value = Some(value);
        }
        parent.left += 1;
    }
}
