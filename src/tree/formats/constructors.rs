//! What a word before a list, or at its beginning, is: a constructor, which says nothing about a node, or the name of one.

use rustc_hash::FxHashSet;

use super::keys;
use super::literal::{Group, Id, Kind, Literal};
use super::values::{is_type_of_numbers, is_value};

/// The constructors of types, which say nothing about a node.
const CONSTRUCTORS: [&str; 12] =
    ["Node", "Leaf", "Tree", "Branch", "Fork", "Bin", "Tip", "Just", "Some", "Inner", "Internal", "Terminal"];

/// Whether constructors right before brackets are the labels of nodes, as in `A(B(3, 12), C(2, 4))`: there are several, all different.
pub(super) fn heads_are_labels(literal: &Literal<'_, '_>) -> bool {
    let mut heads = FxHashSet::default();
    for head in (0..literal.len()).filter(|&item| item + 1 < literal.len() && literal.is_call(item, item + 1)) {
        let name = literal.raw(head);
        let is_type = CONSTRUCTORS.contains(&name)
            || is_head(literal, head)
            || is_leaf_word(literal, head)
            || is_type_of_numbers(name)
            || literal.is_made_list(head)
            || keys::mover(name).is_some()
            || name.contains(['.', '!']);
        if is_type || literal.kind(head + 1) == Kind::Curly || !heads.insert(name) {
            return false;
        }
    }
    heads.len() > 1
}

/// Whether a name stands before several things in brackets, one of which is a number.
pub(super) fn has_bare_leaves(literal: &Literal<'_, '_>) -> bool {
    let is_name = |item: Id| {
        matches!(literal.kind(item), Kind::Word | Kind::Quoted)
            && !is_value(literal, item)
            && !is_head(literal, item)
            && keys::mover(literal.raw(item)).is_none()
    };
    (0..literal.len()).filter(|&list| literal.kind(list).is_list() && literal.after(list) > list + 2).any(|list| {
        let (first, end) = (list + 1, literal.after(list));
        let mut item = literal.after(first);
        let is_single = item == end || literal.after(item) == end;
        let mut has_number = false;
        while item < end && !has_number {
            has_number = is_value(literal, item);
            item = literal.after(item);
        }
        is_name(first) && !is_single && has_number
    })
}

/// The words before what a list is in Lisp, which say nothing about a node.
pub(super) fn is_head(literal: &Literal<'_, '_>, word: Id) -> bool {
    literal.kind(word) == Kind::Word
        && matches!(literal.raw(word), "list" | "quote" | "vector" | "node" | "tree" | "leaf" | "Node" | "Leaf")
}

/// Whether an argument of a constructor is the tree without nodes.
pub(super) fn is_no_child(literal: &Literal<'_, '_>, group: Group) -> bool {
    let group = literal.unwrapped(group);
    group.is_one(literal)
        && literal.kind(group.start) == Kind::Word
        && matches!(
            literal.raw(group.start),
            "Nil" | "Empty" | "E" | "None" | "NONE" | "Nothing" | "nil" | "null" | "Null"
        )
}

/// Whether a constructor is that of leaves.
pub(super) fn is_leaf_word(literal: &Literal<'_, '_>, word: Id) -> bool {
    literal.kind(word) == Kind::Word && matches!(literal.raw(word), "Leaf" | "Tip" | "Esti" | "L")
}
