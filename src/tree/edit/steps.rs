//! The steps that an edit is made of.

use std::ops::Range;

use super::patch::Step;
use super::splice::Splice;
use super::{ChildOrder, Edit, EditError, Properties};
use crate::tree::builder::BYTES_PER_NODE;
use crate::tree::{Full, MAX_NODES, NodeId, Probability, Role, Tree, Value, chance};

/// The value of leaves that an edit adds.
const NEW_LEAF: Value = Value::of_integer(0);

impl Edit {
    /// The steps that make the change, and the node that is added.
    pub(super) fn steps(&self, tree: &Tree) -> Result<(Vec<Step>, Option<NodeId>), EditError> {
        let step = match self {
            Edit::Value(node, value) if tree.value(*node) != *value => Step::Values(vec![(*node, *value)]),
            Edit::Label(node, label) if tree.label(*node) != label.as_deref() => {
                Step::Labels(vec![(*node, label.as_deref().map(Into::into))])
            }
            Edit::MoveName(node, name) if tree.move_name(*node) != name.as_deref() => {
                Step::Move(*node, name.as_deref().map(Into::into))
            }
            Edit::Role(node, role) => return Ok((role_steps(tree, *node, *role)?, None)),
            Edit::Probability(node, probability) => probability_step(tree, *node, *probability)?,
            Edit::Value(..) | Edit::Label(..) | Edit::MoveName(..) => return Err(EditError::Nothing),
            Edit::AddChild(parent, index) => return Ok(add_child(tree, *parent, *index)),
            Edit::AddSibling(node) => {
                let parent = tree.parent(*node).ok_or(EditError::RootHasNoSiblings)?;
                return Ok(add_child(tree, parent, tree.child_index(*node).map_or(0, |index| index + 1)));
            }
            Edit::AddLevel(children) => return Ok((add_level(tree, (*children).max(1))?, None)),
            Edit::Delete(NodeId::ROOT) => return Err(EditError::DeletesRoot),
            Edit::Delete(node) => {
                let mut splice = Splice::default();
                let gone = tree.subtree(*node);
                splice.keep(tree, 0..gone.start);
                splice.keep(tree, gone.end..tree.len());
                Step::Nodes(Box::new(splice))
            }
            Edit::Carry { node, parent, index } => return Ok((carry(tree, *node, *parent, *index)?, None)),
            Edit::Paste(node, subtree) => return Ok(paste(tree, *node, subtree)),
            Edit::Sort(node, order) => Step::Nodes(Box::new(sort(tree, *node, *order)?)),
            Edit::Properties(properties) => return Ok((about(tree, properties)?, None)),
        };
        Ok((vec![step], None))
    }
}

impl Edit {
    /// Takes the labels of the nodes that are no longer what they were in the game: other moves lead from them, or to them, or their
    /// worth is another.
    pub(super) fn unlabelling(&self, tree: &Tree) -> Option<Step> {
        let mut labelled = Vec::new();
        let mut take = |nodes: Range<usize>| {
            labelled.extend(nodes.map(NodeId::at).filter(|&node| tree.label(node).is_some()).map(|node| (node, None)));
        };
        let only = |node: NodeId| node.index()..node.index() + 1;
        match *self {
            Edit::Label(..) | Edit::MoveName(..) | Edit::Sort(..) => {}
            Edit::Probability(node, _) => take(tree.parent(node).map_or(0..0, only)),
            Edit::Properties(Properties { root, .. }) if root == tree.player(NodeId::ROOT) => {}
            Edit::Properties(_) => take(0..tree.len()),
            Edit::Value(node, _) | Edit::AddChild(node, _) | Edit::Paste(node, _) => take(only(node)),
            Edit::AddSibling(node) | Edit::Delete(node) => {
                if let Some(parent) = tree.parent(node) {
                    take(only(parent));
                }
            }
            Edit::AddLevel(_) => {
                for slot in 0..tree.leaf_count() {
                    take(only(tree.leaf(slot)));
                }
            }
            Edit::Role(node, _) => take(tree.subtree(node)),
            Edit::Carry { parent, node, .. } if tree.parent(node) == Some(parent) => {}
            Edit::Carry { parent, node, .. } => {
                take(only(parent));
                let from = tree.parent(node);
                if let Some(from) = from {
                    take(only(from));
                }
                let players_change = tree.given_role(node).is_none()
                    && from.is_some_and(|from| tree.next_player(from) != tree.next_player(parent));
                take(if players_change { tree.subtree(node) } else { only(node) });
            }
        }
        (!labelled.is_empty()).then_some(Step::Labels(labelled))
    }
}

fn about(tree: &Tree, Properties { title, source, root }: &Properties) -> Result<Vec<Step>, EditError> {
    let mut steps = Vec::new();
    if (title.as_str(), source.as_str()) != (tree.title(), tree.source()) {
        steps.push(Step::About(title.as_str().into(), source.as_str().into()));
    }
    if *root != tree.player(NodeId::ROOT) {
        if let Some(Role::Player(_)) = tree.given_role(NodeId::ROOT) {
            steps.push(Step::Role(NodeId::ROOT, None));
        }
        steps.push(Step::Root(*root));
    }
    if steps.is_empty() { Err(EditError::Nothing) } else { Ok(steps) }
}

/// Sets who moves at a node. The player at the root is in turn there and not given.
fn role_steps(tree: &Tree, node: NodeId, role: Option<Role>) -> Result<Vec<Step>, EditError> {
    let (now, given) = (tree.role(node), tree.given_role(node));
    let at_root = |role: Option<Role>| role.and_then(Role::player).unwrap_or_default();
    let is_same = if node == NodeId::ROOT && role != Some(Role::Chance) {
        now == Role::Player(at_root(role))
    } else {
        given == role
    };
    if is_same {
        return Err(EditError::Nothing);
    }
    let mut steps = Vec::new();
    if now == Role::Chance {
        // So that what undoes it has them.
        let children = tree.probabilities(node).len();
        steps.push(Step::Probabilities(node, vec![Probability::one_of(children); children].into()));
    }
    if node != NodeId::ROOT || role == Some(Role::Chance) {
        steps.push(Step::Role(node, role));
        return Ok(steps);
    }
    if given.is_some() {
        steps.push(Step::Role(node, None));
    }
    if at_root(role) != tree.player(node) {
        steps.push(Step::Root(at_root(role)));
    }
    Ok(steps)
}

/// Sets the probability of a child of a chance node; the other children keep their proportions. `None` makes all equally likely.
fn probability_step(tree: &Tree, node: NodeId, probability: Option<Probability>) -> Result<Step, EditError> {
    let parent = tree.parent(node).filter(|&parent| tree.is_chance(parent)).ok_or(EditError::NotChance)?;
    let (before, index) = (tree.probabilities(parent), tree.child_index(node).ok_or(EditError::Gone)?);
    let after = match probability {
        None => vec![Probability::one_of(before.len()); before.len()],
        Some(probability) => chance::with(before, index, probability).ok_or(EditError::NothingLeft)?,
    };
    if after == before { Err(EditError::Nothing) } else { Ok(Step::Probabilities(parent, after.into())) }
}

/// Where the child with an index begins, or would begin.
fn place_of_child(tree: &Tree, parent: NodeId, index: usize) -> usize {
    tree.child(parent, index).map_or(tree.subtree(parent).end, NodeId::index)
}

/// Takes the value of a leaf that gets children.
fn without_value(tree: &Tree, node: NodeId) -> Vec<Step> {
    let has_value = tree.is_leaf(node) && tree.value(node).is_some();
    if has_value { vec![Step::Values(vec![(node, None)])] } else { Vec::new() }
}

fn add_child(tree: &Tree, parent: NodeId, index: usize) -> (Vec<Step>, Option<NodeId>) {
    let value = if tree.is_leaf(parent) { tree.value(parent) } else { Some(NEW_LEAF) };
    let (at, depth) = (place_of_child(tree, parent, index), tree.depth(parent) + 1);
    let mut splice = Splice::default();
    splice.keep(tree, 0..at);
    splice.add(depth, |part| part.push(depth, value));
    splice.keep(tree, at..tree.len());
    let mut steps = without_value(tree, parent);
    steps.push(Step::Nodes(Box::new(splice)));
    (steps, Some(NodeId::at(at)))
}

fn add_level(tree: &Tree, children: usize) -> Result<Vec<Step>, EditError> {
    let nodes = tree.leaf_count() as u64 * children as u64;
    if nodes + tree.len() as u64 > MAX_NODES as u64 {
        return Err(Full::TooManyNodes.into());
    }
    crate::memory::room_for(nodes * 2 * BYTES_PER_NODE)?;
    let (mut splice, mut values, mut done) = (Splice::default(), Vec::new(), 0);
    for slot in 0..tree.leaf_count() {
        let leaf = tree.leaf(slot);
        splice.keep(tree, done..leaf.index() + 1);
        let (depth, value) = (tree.depth(leaf) + 1, tree.value(leaf));
        splice.add(depth, |part| {
            for _ in 0..children {
                part.push(depth, value);
            }
        });
        if value.is_some() {
            values.push((leaf, None));
        }
        done = leaf.index() + 1;
    }
    Ok(vec![Step::Values(values), Step::Nodes(Box::new(splice))])
}

fn carry(tree: &Tree, node: NodeId, parent: NodeId, index: usize) -> Result<Vec<Step>, EditError> {
    let from = tree.parent(node).ok_or(EditError::RootHasNoSiblings)?;
    if parent.index() >= tree.len() {
        return Err(EditError::Gone);
    }
    let Range { start, end } = tree.subtree(node);
    if (start..end).contains(&parent.index()) {
        return Err(EditError::BelowItself);
    }
    // The index counts the children without the node itself.
    let others = tree.children(parent).filter(|&child| child != node).nth(index);
    let to = others.map_or(tree.subtree(parent).end, NodeId::index);
    if from == parent && to == end {
        return Err(EditError::Nothing);
    }
    let mut splice = Splice::default();
    let depth = tree.depth(parent) + 1;
    splice.keep(tree, 0..start.min(to));
    if to <= start {
        splice.keep_at(start..end, depth);
        splice.keep(tree, to..start);
        splice.keep(tree, end..tree.len());
    } else {
        splice.keep(tree, end..to);
        splice.keep_at(start..end, depth);
        splice.keep(tree, to..tree.len());
    }
    let mut steps = without_value(tree, parent);
    steps.push(Step::Nodes(Box::new(splice)));
    Ok(steps)
}

fn paste(tree: &Tree, node: NodeId, pasted: &Tree) -> (Vec<Step>, Option<NodeId>) {
    let replaces = tree.is_leaf(node);
    let (at, depth) = (tree.subtree(node).end, tree.depth(node));
    let mut splice = Splice::default();
    splice.keep(tree, 0..if replaces { node.index() } else { at });
    splice.add(if replaces { depth } else { depth + 1 }, |part| {
        part.extend(pasted, 0..pasted.len());
        if replaces {
            part.name_first_move(tree.move_name(node));
        }
        if node == NodeId::ROOT && replaces {
            part.unname_first_player();
        }
    });
    splice.keep(tree, at..tree.len());
    let added = if replaces { node } else { NodeId::at(at) };
    (vec![Step::Nodes(Box::new(splice))], Some(added))
}

fn sort(tree: &Tree, node: NodeId, order: ChildOrder) -> Result<Splice, EditError> {
    if tree.is_leaf(node) {
        return Err(EditError::NoChildren);
    }
    let sorted = order.sorted(tree, node);
    if sorted.is_sorted() {
        return Err(EditError::Nothing);
    }
    let mut splice = Splice::default();
    splice.keep(tree, 0..node.index() + 1);
    for child in sorted {
        splice.keep(tree, tree.subtree(child));
    }
    splice.keep(tree, tree.subtree(node).end..tree.len());
    Ok(splice)
}
