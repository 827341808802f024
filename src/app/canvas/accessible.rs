//! The drawn tree as a tree for screen readers.
//!
//! A screen reader meets the nodes nearest to the selected one, at most [`MOST`]; the selected one is the active descendant of the canvas,
//! so that it is read when the selection moves while the canvas has the focus. Without a screen reader nothing of this is made.

use std::fmt::Write as _;

use eframe::egui::accesskit::{self, Action, Role};
use eframe::egui::{Event, Id, Rect, Response, Ui, UiBuilder};

use super::Scene;
use crate::app::input;
use crate::draw::{Shown, spoken};
use crate::format::count;
use crate::tree::{NodeId, Tree};

/// The most nodes that a screen reader meets.
pub(super) const MOST: usize = 120;
/// The most siblings on each side of a node, and children of one, that are among them.
const MOST_SIBLINGS: usize = 24;
/// The most children that are examined to count those that were pruned.
const MOST_COUNTED: usize = 1000;

/// What is said of the tree; kept while nothing changes.
#[derive(Default)]
pub(super) struct Accessible {
    key: Option<Key>,
    items: Vec<Item>,
    /// Whether another node was selected since that was asked for.
    is_selection_new: bool,
}

#[derive(PartialEq)]
struct Key {
    tree: u64,
    overlay: u64,
    folds: u64,
    selected: Option<NodeId>,
    search: String,
}

/// A node of the tree.
struct Item {
    node: NodeId,
    text: String,
    /// Its place among its siblings, from 0; nothing where they are too many to count.
    place: Option<usize>,
    /// The number of its children; nothing where they are too many to count.
    children: Option<usize>,
    /// Whether what is below it shows; nothing for a leaf.
    is_expanded: Option<bool>,
}

/// What a screen reader asks for.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) selected: Option<NodeId>,
    pub(super) folded: Option<NodeId>,
}

impl Accessible {
    /// Shows the nodes below the control that is the canvas, each with the place that `place` gives it. `search` is the search's name.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        area: &Response,
        search: &str,
        scene: &Scene<'_>,
        place: &mut dyn FnMut(NodeId) -> Rect,
    ) -> Asked {
        // Without a screen reader there is no such node.
        if !input::describe_node(ui.ctx(), area.id, &mut |_| ()) {
            return Asked::default();
        }
        self.update(search, scene);
        let (tree, id_of) = (scene.tree(), |node: NodeId| area.id.with(("node", node.index())));
        let is_item = |node: &NodeId| self.items.binary_search_by_key(node, |item| item.node).is_ok();
        for item in &self.items {
            let (node, id) = (item.node, id_of(item.node));
            let parent = tree.parent(node).filter(is_item).map_or(area.id, id_of);
            let builder = UiBuilder::new().scope_id(id).max_rect(area.rect).accessibility_parent(parent);
            drop(ui.new_child(builder.accessibility_role(Role::TreeItem)));
            let bounds = place(node).intersect(area.rect);
            let is_selected = scene.selected == Some(node);
            input::describe_node(ui.ctx(), id, &mut |built| item.fill(built, is_selected, tree.depth(node), bounds));
        }
        let selected = scene.selected.filter(is_item).map(|node| id_of(node).accesskit_id());
        input::describe_node(ui.ctx(), area.id, &mut |canvas| {
            canvas.set_size_of_set(1);
            if let Some(selected) = selected {
                canvas.set_active_descendant(selected);
            }
        });
        self.asked(ui, id_of)
    }

    /// Whether the selection changed since the last call; always false without a screen reader.
    pub(super) fn take_selection(&mut self) -> bool {
        std::mem::take(&mut self.is_selection_new)
    }

    fn update(&mut self, search: &str, scene: &Scene<'_>) {
        let shown = scene.shown();
        let key = Key {
            tree: shown.tree.identity(),
            overlay: scene.figure.overlay.identity(),
            folds: shown.folds.identity(),
            selected: scene.selected,
            search: search.to_owned(),
        };
        if self.key.as_ref() != Some(&key) {
            let before = self.key.as_ref().and_then(|key| key.selected);
            self.is_selection_new |= key.selected.is_some() && key.selected != before;
            let nodes = nearest(shown, scene.selected);
            self.items = nodes.into_iter().map(|node| Item::new(scene, search, node)).collect();
            self.key = Some(key);
        }
    }

    /// What is asked for of one of the nodes.
    fn asked(&self, ui: &Ui, id_of: impl Fn(NodeId) -> Id) -> Asked {
        let mut asked = Asked::default();
        let requested = |event: &Event| match event {
            Event::AccessKitActionRequest(request) => Some((request.action, request.target_node)),
            _ => None,
        };
        let requests: Vec<_> = ui.input(|input| input.events.iter().filter_map(requested).collect());
        for (action, target) in requests {
            let Some(item) = self.items.iter().find(|item| id_of(item.node).accesskit_id() == target) else { continue };
            match action {
                Action::Click | Action::Focus => asked.selected = Some(item.node),
                Action::Expand if item.is_expanded == Some(false) => asked.folded = Some(item.node),
                Action::Collapse if item.is_expanded == Some(true) => asked.folded = Some(item.node),
                _ => {}
            }
        }
        asked
    }
}

impl Item {
    fn new(scene: &Scene<'_>, search: &str, node: NodeId) -> Item {
        let (tree, shown) = (scene.tree(), scene.shown());
        let children = |node: NodeId| {
            Some(tree.children(node).take(MOST_COUNTED).count()).filter(|&children| children < MOST_COUNTED)
        };
        let place = tree.parent(node).map_or(Some(0), |parent| children(parent).and_then(|_| tree.child_index(node)));
        let is_shown = |child: NodeId| shown.folds.over(child).is_none();
        let is_expanded = tree.children(node).next().map(|_| tree.children(node).take(MOST_COUNTED).any(is_shown));
        Item { node, text: text(scene, search, node), place, children: children(node), is_expanded }
    }

    fn fill(&self, node: &mut accesskit::Node, is_selected: bool, depth: u32, bounds: Rect) {
        node.set_label(self.text.as_str());
        // Levels and places begin with 0 here, and the size of a set is said of what contains it.
        node.set_level(depth as usize);
        if let Some(place) = self.place {
            node.set_position_in_set(place);
        }
        if let Some(children) = self.children {
            node.set_size_of_set(children);
        }
        node.set_selected(is_selected);
        if let Some(is_expanded) = self.is_expanded {
            node.set_expanded(is_expanded);
            node.add_action(if is_expanded { Action::Collapse } else { Action::Expand });
        }
        node.add_action(Action::Click);
        node.add_action(Action::Focus);
        if bounds.is_positive() {
            node.set_bounds(accesskit::Rect {
                x0: bounds.left().into(),
                y0: bounds.top().into(),
                x1: bounds.right().into(),
                y1: bounds.bottom().into(),
            });
        }
    }
}

/// What is said of a node, such as “MIN node B, depth 1, value 3, visited, 2 of 3 children pruned”.
fn text(scene: &Scene<'_>, search: &str, node: NodeId) -> String {
    let (tree, overlay) = (scene.tree(), scene.figure.overlay);
    let mut text = spoken::node(tree, node);
    if let Some(words) = overlay.words(node).filter(|words| !words.is_empty() && !tree.is_end(node)) {
        let _ = write!(text, ", {} {words}", spoken::value(tree, node));
    }
    let look = spoken::look(overlay.look(node), search);
    if !look.is_empty() {
        let _ = write!(text, ", {look}");
    }
    let (mut all, mut pruned) = (0, 0);
    for child in tree.children(node).take(MOST_COUNTED) {
        all += 1;
        pruned += u64::from(overlay.look(child).is_pruned());
    }
    if pruned > 0 && all < MOST_COUNTED as u64 && !overlay.look(node).is_passed_over() {
        let _ = write!(text, ", {pruned} of {} pruned", count(all, "child", "children"));
    }
    text
}

/// The nodes nearest to a node, or to the root, that are shown: a connected part of the tree, in preorder.
fn nearest(shown: &Shown<'_>, from: Option<NodeId>) -> Vec<NodeId> {
    let tree = shown.tree;
    let from = from.filter(|node| node.index() < tree.len() && shown.folds.over(*node).is_none());
    let from = from.unwrap_or(NodeId::ROOT);
    let (mut found, mut queue, mut done) = (vec![from], vec![from], 0);
    while let Some(&node) = queue.get(done) {
        done += 1;
        // Siblings come after their parent, so that the part stays connected.
        let mut neighbours: Vec<NodeId> = Vec::new();
        neighbours.extend(tree.parent(node));
        neighbours.extend(tree.children(node).take(MOST_SIBLINGS));
        for beside in &[Tree::next_sibling, Tree::previous_sibling] {
            let mut sibling = beside(tree, node);
            for _ in 0..MOST_SIBLINGS {
                let Some(at) = sibling else { break };
                neighbours.push(at);
                sibling = beside(tree, at);
            }
        }
        for neighbour in neighbours {
            if shown.folds.over(neighbour).is_some() {
                continue;
            }
            if found.len() == MOST {
                return found;
            }
            if let Err(place) = found.binary_search(&neighbour) {
                found.insert(place, neighbour);
                queue.push(neighbour);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Folds;
    use crate::progress::Progress;
    use crate::tree::file::{Format, parse};

    fn read(text: &str) -> Tree {
        parse(Some(Format::BRACKETS), text.as_bytes(), &Progress::new()).unwrap()
    }

    #[test]
    fn a_small_tree_is_there_as_a_whole_and_a_large_one_around_the_selection() {
        let small = read("((3 12 8) (2 4 6))");
        let folds = Folds::NONE;
        let shown = Shown { tree: &small, folds: &folds };
        assert_eq!(nearest(&shown, None).len(), small.len());

        let row = format!("({})", vec!["(1 2)"; 50_000].join(" "));
        let wide = read(&row);
        let shown = Shown { tree: &wide, folds: &folds };
        let middle = wide.leaf(50_000);
        let near = nearest(&shown, Some(middle));
        assert_eq!(near.len(), MOST);
        for node in
            [Some(middle), wide.parent(middle), Some(NodeId::ROOT), wide.next_sibling(wide.parent(middle).unwrap())]
        {
            assert!(near.contains(&node.unwrap()), "{node:?}");
        }
        let is_inside = |node: &&NodeId| wide.parent(**node).is_none_or(|parent| near.contains(&parent));
        assert!(near.iter().all(|node| is_inside(&node)), "it is connected");
    }
}
