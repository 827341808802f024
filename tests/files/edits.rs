//! Edits of trees compared with edits of a plain nested list, and their history.

use std::sync::Arc;

use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, search};
use plyscope::tree::edit::{ChildOrder, Edit, EditError, Gesture, History, paste_text, to_text};
use plyscope::tree::file::to_json;
use plyscope::tree::{NodeId, Player, Role, Tree, Value};
use proptest::prelude::*;

/// A tree as nested lists, edited in the simplest way.
#[derive(Clone, Debug, Default, PartialEq)]
struct Nested {
    value: Option<i32>,
    label: Option<String>,
    name: Option<String>,
    player: Option<Player>,
    children: Vec<Nested>,
}

impl Nested {
    fn leaf(value: i32) -> Nested {
        Nested { value: Some(value), ..Nested::default() }
    }

    fn len(&self) -> usize {
        1 + self.children.iter().map(Nested::len).sum::<usize>()
    }

    /// The child indices that lead to a node given by its index in preorder.
    fn path(&self, mut index: usize) -> Vec<usize> {
        let (mut path, mut at) = (Vec::new(), self);
        while index > 0 {
            index -= 1;
            for (number, child) in at.children.iter().enumerate() {
                if index < child.len() {
                    path.push(number);
                    at = child;
                    break;
                }
                index -= child.len();
            }
        }
        path
    }

    fn at(&mut self, path: &[usize]) -> &mut Nested {
        path.iter().fold(self, |at, &child| &mut at.children[child])
    }

    fn for_leaves(&mut self, change: &impl Fn(&mut Nested)) {
        if self.children.is_empty() {
            change(self);
        } else {
            self.children.iter_mut().for_each(|child| child.for_leaves(change));
        }
    }

    fn minimax(&self, player: Player) -> Option<i32> {
        if self.children.is_empty() {
            return self.value;
        }
        let values = self.children.iter().map(|child| child.minimax(child.player.unwrap_or(player.opponent())));
        let values: Option<Vec<i32>> = values.collect();
        if player == Player::Max { values?.into_iter().max() } else { values?.into_iter().min() }
    }

    fn sort(&mut self, player: Player, order: ChildOrder) {
        let worth = |child: &Nested| match order {
            ChildOrder::ByStaticValue => child.value,
            _ => child.minimax(child.player.unwrap_or(player.opponent())),
        };
        let best_is_large = (player == Player::Max) == (order != ChildOrder::WorstFirst);
        self.children.sort_by_key(|child| match worth(child) {
            None => (true, 0),
            Some(worth) => (false, if best_is_large { -i64::from(worth) } else { i64::from(worth) }),
        });
    }

    fn json(&self) -> serde_json::Value {
        let mut node = serde_json::Map::new();
        let player = |player| if player == Player::Max { "max" } else { "min" };
        if let Some(label) = &self.label {
            node.insert("label".into(), label.as_str().into());
        }
        if let Some(name) = &self.name {
            node.insert("move".into(), name.as_str().into());
        }
        if let Some(named) = self.player {
            node.insert("player".into(), player(named).into());
        }
        if self.children.is_empty() || self.value.is_some() {
            node.insert("value".into(), self.value.into());
        }
        if !self.children.is_empty() {
            node.insert("children".into(), self.children.iter().map(Nested::json).collect());
        }
        node.into()
    }

    /// The tree as text.
    fn tree(&self, root: Player) -> Tree {
        let root = if root == Player::Max { "max" } else { "min" };
        let file = serde_json::json!({"title": "Edited", "root": root, "tree": self.json()});
        file.to_string().parse().unwrap()
    }
}

/// A random edit: its kind, and three numbers for its parameters.
type Draw = (u8, u16, u16, i32);

/// The edit given by some numbers, applied to the nested list as well.
fn draw(model: &mut Nested, root: &mut Player, tree: &Tree, (kind, a, b, value): Draw) -> Edit {
    let node = tree.node(usize::from(a) % tree.len()).unwrap();
    let path = model.path(node.index());
    let player = tree.player(node);
    let named = [None, Some(Player::Max), Some(Player::Min)][usize::from(b) % 3];
    let text = (b % 3 > 0).then(|| format!("n{}", b % 5));
    let value = (value > -9).then_some(value);
    let at = model.at(&path);
    match kind % 12 {
        0 | 1 => {
            at.value = value;
            Edit::Value(node, value.map(Value::from))
        }
        2 => {
            at.label.clone_from(&text);
            Edit::Label(node, text)
        }
        3 => {
            at.name.clone_from(&text);
            Edit::MoveName(node, text)
        }
        4 if node == NodeId::ROOT => {
            *root = named.unwrap_or_default();
            Edit::Role(node, named.map(Into::into))
        }
        4 => {
            at.player = named;
            Edit::Role(node, named.map(Into::into))
        }
        5 => {
            let index = usize::from(b) % (at.children.len() + 1);
            let new = if at.children.is_empty() { at.value.take() } else { Some(0) };
            at.children.insert(index, Nested { value: new, ..Nested::default() });
            Edit::AddChild(node, index)
        }
        6 => {
            if let Some((last, above)) = path.split_last() {
                model.at(above).children.insert(last + 1, Nested::leaf(0));
            }
            Edit::AddSibling(node)
        }
        7 if tree.len() < 60 => {
            let count = 1 + usize::from(b) % 2;
            model.for_leaves(&|leaf| {
                let value = leaf.value.take();
                leaf.children = vec![Nested { value, ..Nested::default() }; count];
            });
            Edit::AddLevel(count)
        }
        7 | 8 => {
            if let Some((last, above)) = path.split_last() {
                model.at(above).children.remove(*last);
            }
            Edit::Delete(node)
        }
        9 => carry(model, tree, node, b),
        10 => {
            let pasted = Nested { children: vec![Nested::leaf(1), Nested::leaf(2)], ..Nested::default() };
            let subtree = Arc::new(pasted.tree(Player::Max));
            if at.children.is_empty() {
                *at = Nested { name: at.name.take(), ..pasted };
            } else {
                at.children.push(pasted);
            }
            Edit::Paste(node, subtree)
        }
        _ => {
            let order = ChildOrder::ALL[usize::from(b) % 3].0;
            at.sort(player, order);
            Edit::Sort(node, order)
        }
    }
}

fn carry(model: &mut Nested, tree: &Tree, node: NodeId, b: u16) -> Edit {
    let parent = tree.node(usize::from(b) % tree.len()).unwrap();
    let index = usize::from(b / 7) % (tree.children(parent).count() + 1);
    let edit = Edit::Carry { node, parent, index };
    if node == NodeId::ROOT || tree.subtree(node).contains(&parent.index()) {
        return edit;
    }
    let path = model.path(node.index());
    let mut to = model.path(parent.index());
    let (&last, above) = path.split_last().unwrap();
    let moved = model.at(above).children.remove(last);
    if to.len() > above.len() && to[..above.len()] == *above && to[above.len()] > last {
        to[above.len()] -= 1;
    }
    let at = model.at(&to);
    if at.children.is_empty() && tree.is_leaf(parent) {
        at.value = None;
    }
    let index = index.min(at.children.len());
    at.children.insert(index, moved);
    edit
}

fn small_tree() -> Nested {
    let inner = |values: [i32; 2]| Nested { children: values.map(Nested::leaf).to_vec(), ..Nested::default() };
    Nested { children: vec![inner([3, 12]), inner([2, 4]), Nested::leaf(8)], ..Nested::default() }
}

fn json(tree: &Tree) -> String {
    let mut text = Vec::new();
    to_json(tree, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn an_edited_tree_is_the_tree_of_the_edited_text_and_undoing_everything_gives_the_first_file(
        draws in prop::collection::vec(any::<(u8, u16, u16)>(), 1..200),
        values in prop::collection::vec(-10..10_i32, 200),
    ) {
        let (mut model, mut root) = (small_tree(), Player::Max);
        let first = model.tree(root);
        let mut tree = first.clone();
        let mut history = History::default();
        // What the tree was after each step.
        let mut models = vec![(model.clone(), root)];
        for (&(kind, a, b), value) in draws.iter().zip(values) {
            if kind >= 200 {
                // Something is taken back or made again: one step, or as many as it takes to get somewhere.
                let position = match kind % 3 {
                    0 => history.position().saturating_sub(1),
                    1 => (history.position() + 1).min(history.len()),
                    _ => usize::from(a) % (history.len() + 1),
                };
                if let Some(way) = history.way_to(position) {
                    let gone = way.go(&tree, &Progress::new()).unwrap();
                    let arrival = history.arrive(gone);
                    for node in tree.nodes() {
                        let now = arrival.moved.follow(node);
                        prop_assert!(now.is_none_or(|now| now.index() < arrival.tree.len()));
                    }
                    tree = arrival.tree;
                }
                (model, root) = models[history.position()].clone();
                prop_assert_eq!(&tree, &model.tree(root));
                continue;
            }
            let edit = draw(&mut model, &mut root, &tree, (kind, a, b, value));
            match edit.apply(&tree) {
                Ok(edited) => {
                    prop_assert!(edited.node.index() < edited.patched.tree.len());
                    models.truncate(history.position() + 1);
                    tree = history.push(edited, None).tree;
                    models.push((model.clone(), root));
                }
                Err(
                    EditError::Nothing
                    | EditError::NoChildren
                    | EditError::DeletesRoot
                    | EditError::RootHasNoSiblings
                    | EditError::BelowItself,
                ) => {}
                Err(error) => prop_assert!(false, "{edit:?}: {error}"),
            }
            prop_assert_eq!(&tree, &model.tree(root), "after {:?}", edit);
        }
        let last = json(&tree);
        let steps = history.steps().len();
        while let Some(undone) = history.undo(&tree) {
            tree = undone.unwrap().tree;
        }
        prop_assert_eq!(json(&tree), json(&first));
        prop_assert!(!history.is_unsaved());
        for _ in 0..steps {
            tree = history.redo(&tree).unwrap().unwrap().tree;
        }
        prop_assert_eq!(json(&tree), last);
        prop_assert_eq!(&tree, &model.tree(root));
    }

    #[test]
    fn every_algorithm_agrees_after_each_edit(
        draws in prop::collection::vec(any::<(u8, u16, u16)>(), 1..40),
        values in prop::collection::vec(0..10_i32, 40),
    ) {
        let (mut model, mut root) = (small_tree(), Player::Max);
        let mut tree = model.tree(root);
        for (&(kind, a, b), value) in draws.iter().zip(values) {
            let edit = draw(&mut model, &mut root, &tree, (kind, a, b, value));
            if let Ok(edited) = edit.apply(&tree) {
                tree = edited.patched.tree;
            }
            let is_known = tree.nodes().all(|node| !tree.is_leaf(node) || tree.value(node).is_some());
            if !is_known {
                continue;
            }
            // The searches over J take exponential time.
            let is_quick = |algorithm: &Algorithm| tree.len() <= 24 || !algorithm.id().starts_with("selection-j");
            let value = model.minimax(root).map(Value::from);
            for algorithm in Algorithm::ALL.into_iter().filter(is_quick) {
                let found = search(algorithm, &tree, Limits::default()).outcome.value();
                prop_assert_eq!(found, value, "{:?} after {:?}", algorithm, edit);
            }
        }
    }

    #[test]
    fn nodes_are_followed_to_where_they_went(kind in 5..12_u8, a in any::<u16>(), b in any::<u16>()) {
        let mut model = small_tree();
        // Labels identify the nodes.
        for index in 0..model.len() {
            let path = model.path(index);
            model.at(&path).label = Some(format!("l{index}"));
        }
        let tree = model.clone().tree(Player::Max);
        let edit = draw(&mut model, &mut Player::Max.opponent(), &tree, (kind, a, b, 1));
        if let Ok(edited) = edit.apply(&tree) {
            let after = &edited.patched.tree;
            for node in tree.nodes() {
                match edited.patched.moved.follow(node) {
                    Some(now) => prop_assert_eq!(after.label(now), tree.label(node)),
                    None => prop_assert!(after.nodes().all(|other| after.label(other) != tree.label(node))),
                }
            }
        }
    }
}

fn node(tree: &Tree, index: usize) -> NodeId {
    tree.node(index).unwrap()
}

#[test]
fn steps_have_names_and_the_saved_tree_is_recognised() {
    let mut tree: Tree = "((3 12) (2 4))".parse().unwrap();
    let mut history = History::default();
    for edit in [
        Edit::Value(node(&tree, 5), Some(7.into())),
        Edit::Delete(node(&tree, 1)),
        Edit::Sort(node(&tree, 1), ChildOrder::BestFirst),
    ] {
        tree = history.push(edit.apply(&tree).unwrap(), None).tree;
    }
    let names = ["Set leaf 2 to 7", "Delete node 1 and 2 nodes below", "Sort the children of node 1, best first"];
    assert_eq!(history.steps().collect::<Vec<&str>>(), names);
    assert_eq!(to_text(&tree, NodeId::ROOT).unwrap(), "((4 7))\n");
    history.mark_saved(history.state());
    tree = history.undo(&tree).unwrap().unwrap().tree;
    assert!(history.is_unsaved());
    assert_eq!(history.redo_name(), Some(names[2]));
    tree = history.redo(&tree).unwrap().unwrap().tree;
    assert!(!history.is_unsaved());
    tree = history.undo(&tree).unwrap().unwrap().tree;
    let edited = Edit::AddSibling(node(&tree, 1)).apply(&tree).unwrap();
    assert_eq!(edited.node, node(&edited.patched.tree, 4));
    history.push(edited, None);
    assert!(history.is_unsaved(), "the saved tree is on no way any more");
    assert!(history.redo(&tree).is_none());
}

#[test]
fn a_gesture_is_one_step() {
    let first: Tree = "(1 2)".parse().unwrap();
    let (mut tree, mut history) = (first.clone(), History::default());
    let [one, other] = [Gesture::new(), Gesture::new()];
    for (value, gesture) in [(5, one), (6, one), (7, one), (8, other)] {
        let edit = Edit::Value(node(&tree, 1), Some(value.into()));
        tree = history.push(edit.apply(&tree).unwrap(), Some(gesture)).tree;
    }
    assert_eq!(history.steps().collect::<Vec<&str>>(), ["Set leaf 0 to 7", "Set leaf 0 to 8"]);
    tree = history.undo(&tree).unwrap().unwrap().tree;
    tree = history.undo(&tree).unwrap().unwrap().tree;
    assert_eq!(tree, first);
    tree = history.redo(&tree).unwrap().unwrap().tree;
    assert_eq!(tree.value(node(&tree, 1)), Some(7.into()));
}

#[test]
fn a_gesture_that_goes_on_after_saving_is_another_step() {
    let (mut tree, mut history, gesture) = ("(1 2)".parse::<Tree>().unwrap(), History::default(), Gesture::new());
    let mut set = |value: i32, history: &mut History| {
        let edited = Edit::Value(node(&tree, 1), Some(value.into())).apply(&tree).unwrap();
        tree = history.push(edited, Some(gesture)).tree;
    };
    set(5, &mut history);
    history.mark_saved(history.state());
    set(6, &mut history);
    assert!(history.is_unsaved());
    assert_eq!(history.steps().collect::<Vec<&str>>(), ["Set leaf 0 to 5", "Set leaf 0 to 6"]);
    tree = history.undo(&tree).unwrap().unwrap().tree;
    assert_eq!((tree.value(node(&tree, 1)), history.is_unsaved()), (Some(5.into()), false));
}

#[test]
fn a_subtree_is_copied_in_brackets_or_as_json_and_pasted() {
    let tree: Tree = r#"[[3, 12], {"label": "named", "children": [2, null]}]"#.parse().unwrap();
    assert_eq!(to_text(&tree, node(&tree, 1)).unwrap(), "(3 12)\n");
    let text = to_text(&tree, node(&tree, 4)).unwrap();
    assert!(text.contains("named"), "{text}");
    let pasted = paste_text(node(&tree, 2), &text, &Progress::new()).unwrap().apply(&tree).unwrap();
    let expected = r#"[[{"label": "named", "children": [2, null]}, 12], {"label": "named", "children": [2, null]}]"#;
    assert_eq!(pasted.patched.tree, expected.parse().unwrap());
    let appended =
        paste_text(NodeId::ROOT, "(5 6)", &Progress::new()).unwrap().apply(&"(1 2)".parse().unwrap()).unwrap();
    assert_eq!(appended.patched.tree, "(1 2 (5 6))".parse().unwrap());
    let error = paste_text(NodeId::ROOT, "(5 x)", &Progress::new()).unwrap_err().to_string();
    assert!(error.starts_with("the clipboard does not contain a tree: 1:4: “x” is not a number"), "{error}");
}

#[test]
fn in_the_tree_of_a_game_only_the_nodes_that_change_lose_their_positions() {
    let text = r#"{"game": "nim", "tree": {"label": "a", "children": [{"label": "b", "children": [{"label": "c", "value": 1}]}, {"label": "d", "value": 2}]}}"#;
    let tree: Tree = text.parse().unwrap();
    let labels = |edit: Edit| {
        let mut history = History::default();
        let edited = history.push(edit.apply(&tree).unwrap(), None).tree;
        assert_eq!(history.undo(&edited).unwrap().unwrap().tree, tree);
        edited.nodes().filter_map(|node| edited.label(node)).collect::<String>()
    };
    let [root, b, c, d] = [0, 1, 2, 3].map(|index| node(&tree, index));
    assert_eq!(labels(Edit::Value(c, Some(7.into()))), "abd");
    assert_eq!(labels(Edit::AddChild(b, 0)), "acd");
    assert_eq!(labels(Edit::Delete(d)), "bc", "a move is missing at the root");
    assert_eq!(labels(Edit::Carry { node: d, parent: root, index: 0 }), "adbc", "another order, the same moves");
    assert_eq!(labels(Edit::Carry { node: c, parent: root, index: 0 }), "d");
    assert_eq!(labels(Edit::AddLevel(2)), "ab");
    assert_eq!(labels(Edit::Role(b, Some(Player::Max.into()))), "ad");
    assert_eq!(labels(Edit::Label(b, Some("e".into()))), "aecd");
}

#[test]
fn a_subtree_that_is_carried_below_another_player_loses_all_its_positions() {
    let labels_after = |player: &str, to: usize| {
        let text = format!(
            r#"{{"game": "nim", "tree": [{{"label": "a", {player}"children": [{{"label": "b", "children": [{{"label": "c", "value": 1}}]}}]}}, [[2], 3]]}}"#
        );
        let tree: Tree = text.parse().unwrap();
        let carried = Edit::Carry { node: node(&tree, 1), parent: node(&tree, to), index: 0 };
        let edited = History::default().push(carried.apply(&tree).unwrap(), None).tree;
        let players: Vec<_> =
            edited.nodes().filter(|&node| edited.label(node).is_some()).map(|node| edited.player(node)).collect();
        (edited.nodes().filter_map(|node| edited.label(node)).collect::<String>(), players)
    };
    // Below MIN every player changes; below MAX, or if the subtree names its player, none does.
    assert_eq!(labels_after("", 4), (String::new(), vec![]));
    assert_eq!(labels_after("", 5), ("bc".into(), vec![Player::Max, Player::Min]));
    assert_eq!(labels_after(r#""player": "min", "#, 4), ("bc".into(), vec![Player::Max, Player::Min]));
}

#[test]
fn nodes_are_followed_along_a_way() {
    let mut tree: Tree = r#"[{"label": "a", "children": [1, 2]}, {"label": "b", "value": 3}, {"label": "c", "value": 4}]"#.parse().unwrap();
    let first = tree.clone();
    let mut history = History::default();
    for edit in [
        Edit::Carry { node: node(&tree, 1), parent: NodeId::ROOT, index: 2 },
        Edit::Value(node(&tree, 1), Some(9.into())),
        Edit::Delete(node(&tree, 2)),
        Edit::AddChild(NodeId::ROOT, 0),
    ] {
        tree = history.push(edit.apply(&tree).unwrap(), None).tree;
    }
    let gone = history.way_to(0).unwrap().go(&tree, &Progress::new()).unwrap();
    let back = history.arrive(gone);
    assert_eq!(back.tree, first);
    let follow = |label: &str, from: &Tree, to: &Tree, moved: &plyscope::tree::edit::Moved| {
        let find = |tree: &Tree| tree.nodes().find(|&node| tree.label(node) == Some(label));
        assert_eq!(find(from).and_then(|node| moved.follow(node)), find(to), "{label}");
    };
    follow("a", &tree, &first, &back.moved);
    follow("b", &tree, &first, &back.moved);
    let gone = history.way_to(4).unwrap().go(&first, &Progress::new()).unwrap();
    let forth = history.arrive(gone);
    assert_eq!(forth.tree, tree);
    for label in ["a", "b", "c"] {
        follow(label, &first, &tree, &forth.moved);
    }
}

#[test]
fn what_a_gesture_did_is_given_up_and_forgotten() {
    let first: Tree = "(1 2)".parse().unwrap();
    let (mut tree, mut history) = (first.clone(), History::default());
    let gesture = Gesture::new();
    for value in [5, 6] {
        let edit = Edit::Value(node(&tree, 1), Some(value.into()));
        tree = history.push(edit.apply(&tree).unwrap(), Some(gesture)).tree;
    }
    assert!(history.way_before(Gesture::new()).is_none());
    let gone = history.way_before(gesture).unwrap().go(&tree, &Progress::new()).unwrap();
    assert_eq!(history.arrive(gone).tree, first);
    history.forget_undone();
    assert!(history.is_empty() && !history.is_unsaved());
}

#[test]
fn the_value_that_a_gesture_began_with_leads_back() {
    let (first, mut history, gesture): (Tree, _, _) = ("(1 2)".parse().unwrap(), History::default(), Gesture::new());
    let leaf = node(&first, 1);
    let set = |value: i32| Edit::Value(leaf, Some(value.into()));
    let mut tree = history.push(set(5).apply(&first).unwrap(), Some(gesture)).tree;
    tree = history.push(set(6).apply(&tree).unwrap(), Some(gesture)).tree;
    let back = |history: &History, value: i32| history.way_back_to(gesture, leaf, Some(value.into()));
    assert!(back(&history, 5).is_none(), "a value on the way");
    let gone = back(&history, 1).unwrap().go(&tree, &Progress::new()).unwrap();
    assert_eq!(history.arrive(gone).tree, first);
    history.forget_undone();
    assert!(back(&history, 1).is_none(), "it is there");
}

#[test]
fn a_change_is_cancelled_while_it_is_made() {
    let tree: Tree = "(1 2)".parse().unwrap();
    let cancelled = Progress::new();
    cancelled.cancel();
    assert_eq!(Edit::AddLevel(3).apply_with(&tree, &cancelled).unwrap_err(), EditError::Cancelled);
    assert_eq!(paste_text(NodeId::ROOT, "(1 2)", &cancelled).unwrap_err(), EditError::Cancelled);
    let mut history = History::default();
    let edited = history.push(Edit::AddLevel(3).apply(&tree).unwrap(), None).tree;
    assert_eq!(history.way_to(0).unwrap().go(&edited, &cancelled).unwrap_err(), EditError::Cancelled);
    let progress = Progress::new();
    Edit::AddLevel(3).apply_with(&tree, &progress).unwrap();
    assert_eq!(progress.total(), 9, "nodes of the changed tree");
}

#[test]
fn children_are_sorted_by_static_value_unless_none_is_known_to_have_one() {
    let of = |order: ChildOrder, text: &str| order.blocked(&text.parse::<Tree>().unwrap(), NodeId::ROOT);
    let blocked = |text: &str| of(ChildOrder::ByStaticValue, text);
    assert_eq!(blocked("[[1, 2], [5, 3]]"), Some("no child has a static value"));
    assert_eq!(blocked("[[1, 2], 4]"), None);
    assert_eq!(blocked("4"), Some("a leaf has no children"));
    assert_eq!(of(ChildOrder::BestFirst, "[[1, 2], [5, 3]]"), None);
    let many = format!("[{}4]", "[1, 2],".repeat(2_000));
    assert_eq!(blocked(&many), None, "the last one has a value");
}

#[test]
fn what_is_changed_while_a_state_is_being_saved_stays_unsaved() {
    let (tree, gesture) = ("(1 2)".parse::<Tree>().unwrap(), Gesture::new());
    let set = |value: i32| Edit::Value(node(&tree, 1), Some(value.into())).apply(&tree).unwrap();
    // The same step goes on.
    let mut history = History::default();
    history.push(set(5), Some(gesture));
    let saving = history.state();
    history.push(set(6), Some(gesture));
    assert_eq!(history.len(), 1);
    history.mark_saved(saving);
    assert!(history.is_unsaved() && history.saved().is_none());
    // Another step takes the place of the one that was saved.
    let mut history = History::default();
    let tree = history.push(set(5), None).tree;
    let saving = history.state();
    history.undo(&tree).unwrap().unwrap();
    history.push(set(6), None);
    history.mark_saved(saving);
    assert!(history.is_unsaved() && history.saved().is_none());
    history.mark_saved(history.state());
    assert_eq!((history.is_unsaved(), history.saved()), (false, Some(1)));
}

/// A tree with a chance node of three outcomes below the root.
fn dice() -> Tree {
    let text = r#"[4, {"player": "chance", "children": [{"probability": "1/2", "value": 6}, {"probability": "1/3", "value": 3}, {"probability": "1/6", "value": 0}]}]"#;
    text.parse().unwrap()
}

/// The probabilities of the children of a node, as they are written.
fn chances(tree: &Tree, node: usize) -> String {
    let all = tree.probabilities(tree.node(node).unwrap());
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn probabilities_add_up_after_every_edit_and_are_restored_exactly() {
    let tree = dice();
    let at = |node: usize| tree.node(node).unwrap();
    let leaf = Arc::new("7".parse::<Tree>().unwrap());
    let cases = [
        (Edit::Delete(at(5)), "3/5 2/5"),
        (Edit::AddChild(at(2), 0), "1/4 3/8 1/4 1/8"),
        (Edit::Paste(at(2), leaf), "3/8 1/4 1/8 1/4"),
        (Edit::Probability(at(3), Some("1/4".parse().unwrap())), "1/4 1/2 1/4"),
        (Edit::Probability(at(3), Some("0.4".parse().unwrap())), "0.4 0.4 0.2"),
        (Edit::Probability(at(4), None), "1/3 1/3 1/3"),
        (Edit::Carry { node: at(1), parent: at(2), index: 1 }, ""),
        (Edit::Carry { node: at(5), parent: at(2), index: 0 }, "1/6 1/2 1/3"),
        (Edit::Sort(at(2), ChildOrder::WorstFirst), "1/6 1/3 1/2"),
        (Edit::Role(at(2), Some(Role::MIN)), ""),
        (Edit::Role(at(2), None), ""),
        (Edit::Value(at(3), Some(9.into())), "1/2 1/3 1/6"),
    ];
    for (edit, expected) in cases {
        let edited = edit.apply(&tree).unwrap_or_else(|error| panic!("{edit:?}: {error}"));
        let changed = &edited.patched.tree;
        if !expected.is_empty() {
            assert_eq!(chances(changed, 2), expected, "{edit:?}");
        }
        let sum: f64 =
            changed.chance_nodes().iter().flat_map(|&node| changed.probabilities(node)).map(|p| p.get()).sum();
        assert!((sum - changed.chance_nodes().len() as f64).abs() < 1e-9, "{edit:?}: {sum}");
        let back = edited.patched.inverse.apply(changed, &Progress::new()).unwrap();
        assert_eq!(back.tree, tree, "{edit:?}");
        let again = back.inverse.apply(&back.tree, &Progress::new()).unwrap();
        assert_eq!(again.tree, *changed, "{edit:?}");
    }
    assert_eq!(Edit::Probability(at(1), None).apply(&tree).unwrap_err(), EditError::NotChance);
}

#[test]
fn a_node_becomes_a_chance_node_and_back() {
    let tree: Tree = "((3 12) (2 4))".parse().unwrap();
    let first = tree.node(1).unwrap();
    let edited = Edit::Role(first, Some(Role::Chance)).apply(&tree).unwrap();
    assert_eq!(edited.name, "Make node 1 a chance node");
    let changed = edited.patched.tree;
    assert_eq!((chances(&changed, 1), changed.role(first)), ("1/2 1/2".into(), Role::Chance));
    let value = search(Algorithm::EXPECTIMINIMAX, &changed, Limits::default()).outcome.value();
    assert_eq!(value, Some(Value::new(7.5).unwrap()));
    let text = to_text(&changed, first).unwrap();
    let Edit::Paste(_, pasted) = paste_text(NodeId::ROOT, &text, &Progress::new()).unwrap() else { panic!("{text}") };
    assert_eq!(pasted.role(NodeId::ROOT), Role::Chance);
    assert_eq!(edited.patched.inverse.apply(&changed, &Progress::new()).unwrap().tree, tree);
}
