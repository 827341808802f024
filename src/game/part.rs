//! A part of a game's tree, for games that are too large to unfold.

use super::unfold::{Preorder, Unfinished, Writer};
use super::{Game, Path, Playable};
use crate::progress::Progress;
use crate::tree::Builder;

/// A part of a game's tree.
pub struct Part {
    /// The tree; its nodes know whether their children are missing.
    pub builder: Builder,
    /// The paths of its nodes in preorder.
    pub paths: Vec<Path>,
}

/// Unfolds the part of a game in which nodes have children if `is_expanded` holds, down to `deepest`, or less deep if
/// there would be more than `most_nodes` nodes. A node has either all its children or none.
pub fn part<G: Playable>(
    game: &G,
    is_expanded: impl Fn(Path) -> bool,
    deepest: u32,
    most_nodes: u64,
    progress: &Progress,
) -> Result<Part, Unfinished> {
    let (depth, nodes) = depth_within(game, &is_expanded, deepest, most_nodes, progress)?;
    progress.set_total(nodes);
    let mut writer = Writer::new(game);
    let mut paths = Vec::new();
    let expand = |path: Path, at: usize| at < depth as usize && is_expanded(path);
    for node in Preorder::new(game, &expand, most_nodes, progress) {
        let node = node?;
        paths.push(node.path);
        writer.write(node)?;
    }
    Ok(Part { builder: writer.builder, paths })
}

/// The largest depth, at most `deepest`, to which a part has at most `most_nodes` nodes; and the number of nodes.
fn depth_within<G: Game>(
    game: &G,
    is_expanded: &dyn Fn(Path) -> bool,
    deepest: u32,
    most_nodes: u64,
    progress: &Progress,
) -> Result<(u32, u64), Unfinished> {
    let mut level = vec![(game.root(), Path::ROOT)];
    let mut nodes = 1;
    for depth in 0..deepest {
        if progress.is_cancelled() {
            return Err(Unfinished::Cancelled);
        }
        let mut next: Vec<(G::Position, Path)> = Vec::new();
        for (position, path) in &level {
            if !is_expanded(*path) {
                continue;
            }
            for (index, child) in game.moves(position).enumerate() {
                if nodes + next.len() as u64 == most_nodes {
                    return Ok((depth, nodes));
                }
                next.push((child, path.child(index as u64)));
            }
        }
        if next.is_empty() {
            return Ok((depth, nodes));
        }
        nodes += next.len() as u64;
        level = next;
    }
    Ok((deepest, nodes))
}
