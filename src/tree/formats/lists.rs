//! Trees as nested literals: what a list, an object or a constructor of any of the languages of [`literal`](super::literal) says about a
//! node.
//!
//! - A list of nodes is a node with these children: `[[3, 12], [2, 4]]`, `((3 12) (2 4))`.
//! - A list that begins with a name or a player says more about its node: `['A', ('B', 5), ('C', 10)]`, `('A', [('B', 5)])`,
//!   `("A", 3, [])`, `(max (min 3 12 8) (min 2 4 6))`. A constructor is the same with its name before it: `Node 3 [Leaf 1, Leaf 2]`.
//! - An object has a node's facts under names that [`keys`](super::keys) knows; without those its keys are the moves to the children.
//!
//! Nodes are read in preorder from a stack of the lists that are open, so nothing recurses.

use super::constructors::{has_bare_leaves, heads_are_labels, is_head, is_leaf_word, is_no_child};
use super::keys::{Meaning, Taken};
use super::literal::{Before, Dialect, Group, Groups, Id, Kind, Literal, MISSING_COMMA};
use super::named::Named;
use super::objects::{self, Object, Reached, Root};
use super::plain::{self, Brackets};
use super::text::Text;
use super::values::{
    is_not_finite, is_printed_number, is_type_of_numbers, is_value, not_a_value, not_one_number, probability_of,
    scalar, value_of,
};
use super::{Found, dictionaries, keys, network};
use crate::tree::file_error::ParseError;
use crate::tree::{Builder, NodeId, Role, Unbuilt, Value};

pub(super) const NO_CHILD: &str = "a node needs at least one child; write the value of a leaf without brackets";
const NO_TREE: &str = "there is no tree here; write one such as [[3, 12, 8], [2, 4, 6]]";
const NO_TREE_IN_BRACKETS: &str = "there is no tree here; write one such as ((3 12 8) (2 4 6))";
const ENDS_BEFORE: &str =
    "the tree ends before this; remove what follows it, or put several trees in brackets to join them";

/// JSON and its relatives, objects under any names.
pub(super) fn json(text: &Text<'_>) -> Result<Found, ParseError> {
    match plain::read(text, Brackets::Json)? {
        Some(tree) => Ok(tree.into()),
        None => general(text, Dialect::Json, Way::AsItIs),
    }
}

/// The JSON that a text in another notation was rewritten as.
pub(super) fn rewritten(text: &Text<'_>) -> Result<Found, ParseError> {
    general(text, Dialect::Json, Way::Rewritten)
}

/// How a literal is read.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    AsItIs,
    /// As pairs of a value and a list of children.
    Pairs,
    /// As what another notation was rewritten as, in which each list is a node.
    Rewritten,
}

/// Nested lists and tuples of Python.
pub(super) fn python(text: &Text<'_>) -> Result<Found, ParseError> {
    general(text, Dialect::Python, Way::AsItIs)
}

/// Lists of Lisp, Scheme and Clojure, and bracket notation.
pub(super) fn lisp(text: &Text<'_>) -> Result<Found, ParseError> {
    match plain::read(text, Brackets::Round)? {
        Some(tree) => Ok(tree.into()),
        None => general(text, Dialect::Lisp, Way::AsItIs),
    }
}

/// Constructors of Haskell, SML, OCaml and Scala.
pub(super) fn terms(text: &Text<'_>) -> Result<Found, ParseError> {
    general(text, Dialect::Terms, Way::AsItIs)
}

/// Pairs of a value and a list of children, whether or not a list is empty.
pub(super) fn pairs(text: &Text<'_>) -> Result<Found, ParseError> {
    general(text, if text.as_str().contains(',') { Dialect::Python } else { Dialect::Lisp }, Way::Pairs)
}

/// Unless pairs are asked for, a number and a list are a node's value and children only if a list is empty somewhere, since a node without children
/// has no other meaning.
fn general(text: &Text<'_>, dialect: Dialect, way: Way) -> Result<Found, ParseError> {
    let literal = Literal::new(text, dialect)?;
    let parts = literal.parts();
    if let Some(graph) = dictionaries::of_dictionaries(&literal, &parts)? {
        objects::without_repeats(&literal, &parts)?;
        return Ok(graph);
    }
    if let Some(tree) = network::of_network(&literal, &parts)? {
        return Ok(tree);
    }
    let named = Named::of(&literal);
    let part = match parts[..] {
        _ if let Some(root) = named.root(&literal) => root,
        [part] => part,
        [] if dialect == Dialect::Lisp => return Err(text.wrong(text.as_str().len(), NO_TREE_IN_BRACKETS)),
        [] => return Err(text.wrong(text.as_str().len(), NO_TREE)),
        [_, second, ..] => return Err(literal.wrong(second.start, ENDS_BEFORE)),
    };
    let bare_leaves = dialect == Dialect::Lisp && has_bare_leaves(&literal);
    let heads_are_labels = dialect == Dialect::Terms && heads_are_labels(&literal);
    let pairs = match literal.empty {
        _ if way == Way::Pairs => Pairs::Asked,
        Some(empty) => Pairs::Since(empty),
        None => Pairs::No,
    };
    let walk = |sought| Walk {
        literal: &literal,
        way,
        pairs,
        bare_leaves,
        heads_are_labels,
        named: named.clone(),
        builder: Builder::new(),
        open: Vec::new(),
        taken: Taken::default(),
        sought,
        found: literal.at(part.start),
    };
    let mut first = walk(None);
    first.read(part)?;
    let mut notes = first.notes();
    if literal.is_list_in_braces(part.start) {
        notes.push("braces are lists".into());
    }
    match first.builder.build() {
        Ok(tree) => Ok(Found { tree, notes }),
        Err(Unbuilt::NotOneRoot) => Err(text.without_tree(text.as_str().len())),
        Err(Unbuilt::Chance(error)) => {
            // Places are not kept, so the text is read once more.
            let mut second = walk(Some(error.node));
            second.read(part)?;
            Err(text.wrong(second.found, error.fault.to_string()))
        }
    }
}

/// Whether a list of a number and a list is a node's value and children.
#[derive(Clone, Copy, PartialEq)]
enum Pairs {
    No,
    /// Since these brackets have nothing in them, which has no other meaning.
    Since(Id),
    Asked,
}

/// What a literal says about a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Facts {
    /// A word or a text that is the value.
    pub(super) value: Option<Id>,
    pub(super) label: Option<Id>,
    pub(super) name: Option<Id>,
    pub(super) mover: Option<Role>,
    pub(super) probability: Option<Id>,
    pub(super) children: Option<Children>,
    /// The probabilities of all children, and the key of them.
    pub(super) odds: Option<(Id, Groups)>,
    /// Whether the label may also say who moves or what the value is, because people write that into names.
    pub(super) label_says_more: bool,
}

/// Where the children of a node are.
#[derive(Clone, Copy)]
pub(super) enum Children {
    /// In a list; where it has a name, names without values are leaves of unknown value.
    List { groups: Groups, is_named: bool },
    /// The arguments of a constructor, among which a word such as `Nil` stands for a missing child.
    Arguments(Groups),
    /// In an object, under the moves to them.
    Entries(Object),
}

/// A node some of whose children have not been read yet.
#[derive(Clone, Copy)]
struct Open {
    children: Children,
    odds: Option<Groups>,
    is_chance: bool,
}

/// Reads nodes from a stack of the lists that are open.
struct Walk<'a, 't> {
    literal: &'a Literal<'a, 't>,
    way: Way,
    pairs: Pairs,
    /// Whether a name before a single number is that of its parent, since other names have several.
    bare_leaves: bool,
    /// Whether constructors are the labels of nodes, because all are different.
    heads_are_labels: bool,
    named: Named<'t>,
    builder: Builder,
    open: Vec<Open>,
    taken: Taken,
    /// A node whose place in the text is looked for, and that place.
    sought: Option<NodeId>,
    found: usize,
}

impl Walk<'_, '_> {
    /// Reads all nodes into the builder.
    fn read(&mut self, part: Group) -> Result<(), ParseError> {
        let literal = self.literal;
        let mut steps = literal.text.steps();
        let root = self.file(part)?;
        self.node(root.group, Reached::default(), root.label.is_some())?;
        // `MIN: [[3, 12], [2, 4]]`.
        if part.start == 1
            && literal.before(1) == Before::Colon
            && let Some(player) = keys::mover_by_name(literal.raw(0)).and_then(Role::player)
        {
            self.builder.set_root_player(player);
        }
        if let Some(label) = root.label {
            self.builder.set_label(NodeId::ROOT, literal.name(label)?);
        }
        while let Some(open) = self.open.pop() {
            self.next(open)?;
            steps.step(literal.at(0))?;
        }
        Ok(())
    }

    /// What is said about how the text was read.
    fn notes(&self) -> Vec<String> {
        let mut notes = self.taken.words();
        if self.pairs != Pairs::No {
            notes.push("a number before a list of children is the value of their node".into());
        }
        notes
    }

    /// The root, of a text that is a node or an object with facts about the file.
    fn file(&mut self, part: Group) -> Result<Root, ParseError> {
        let (group, _) = self.reached(self.literal.unwrapped(part))?;
        let group = self.only_in(self.literal.unwrapped(group))?;
        let root = match Object::of(self.literal, group) {
            Some(object) => objects::file(self.literal, object, &mut self.builder, &mut self.taken)?,
            None => None,
        };
        Ok(root.unwrap_or(Root { group, label: None }))
    }

    /// The node in an object that only says how it is reached, and how. Elsewhere than in objects each level is a node.
    fn reached(&self, group: Group) -> Result<(Group, Reached), ParseError> {
        match self.way {
            Way::Rewritten => Ok((group, Reached::default())),
            _ => objects::reached(self.literal, group),
        }
    }

    /// The object of a list that holds nothing else, where every node is an object: programs write a list of the roots.
    fn only_in(&self, group: Group) -> Result<Group, ParseError> {
        let literal = self.literal;
        let may_be = literal.dialect == Dialect::Json && self.way != Way::Rewritten;
        if !may_be || !group.is_one(literal) || literal.kind(group.start) != Kind::Square {
            return Ok(group);
        }
        let mut groups = literal.groups_in(group.start);
        match groups.next(literal)?.filter(|_| groups.is_empty()) {
            Some(only) if objects::has_an_object_as_child(literal, only)? => Ok(only),
            _ => Ok(group),
        }
    }

    /// Reads the next child of the innermost list, or ends its node.
    fn next(&mut self, mut open: Open) -> Result<(), ParseError> {
        let literal = self.literal;
        let next = match &mut open.children {
            Children::List { groups, is_named } => groups.next(literal)?.map(|group| (group, None, *is_named)),
            Children::Arguments(groups) => groups.next(literal)?.map(|group| (group, None, true)),
            Children::Entries(object) => object.next_child(literal)?.map(|(key, group)| (group, Some(key), true)),
        };
        let Some((group, name, is_named)) = next else {
            self.builder.close();
            return Ok(());
        };
        let odds = match &mut open.odds {
            Some(odds) => odds.next(literal)?,
            None => None,
        };
        self.open.push(open);
        if matches!(open.children, Children::Arguments(_)) && is_no_child(literal, group) {
            return Ok(());
        }
        self.node(group, Reached { name, probability: odds.map(|odds| odds.start) }, is_named)
    }

    /// Reads a node, which stays open if it has children.
    fn node(&mut self, group: Group, by: Reached, is_named: bool) -> Result<(), ParseError> {
        let literal = self.literal;
        let (mut group, inner) = self.reached(group)?;
        let name = inner.name.or(by.name);
        self.taken.is_below_chance = self.open.last().is_some_and(|open| open.is_chance);
        let word = group.start;
        while let Some(meant) = self.named.take(literal, group)? {
            group = meant;
        }
        let is_empty = Object::of(literal, group).is_some_and(|object| object.is_empty());
        let mut facts = match name.filter(|_| is_empty) {
            // A leaf with nothing but its name, which may be its value.
            Some(name) if is_value(literal, name) => Facts { value: Some(name), ..Facts::default() },
            Some(name) => Facts { name: Some(name), ..Facts::default() },
            None => {
                let facts = self.facts(group, is_named)?;
                let probability = facts.probability.or(inner.probability).or(by.probability);
                Facts { name: facts.name.or(name), probability, ..facts }
            }
        };
        if self.heads_are_labels && facts.children.is_none() {
            // `B(D=3, E=12)`.
            facts.label = facts.label.or(facts.name.take());
        }
        facts.label = facts.label.or((group.start != word && facts.children.is_some()).then_some(word));
        let node = self.builder.open().map_err(|full| literal.text.full(literal.at(group.start), full))?;
        if self.sought == Some(node) {
            self.found = literal.at(group.start);
        }
        self.describe(node, facts)?;
        match facts.children {
            Some(children) => {
                let is_chance = facts.mover == Some(Role::Chance);
                match facts.odds.map(|(key, _)| literal.raw(key)) {
                    Some(key) if is_chance => self.taken.meaning(key, Meaning::Probability),
                    Some(key) => self.taken.nothing(key),
                    None => {}
                }
                let odds = facts.odds.filter(|_| is_chance).map(|(_, odds)| odds);
                literal.push(&mut self.open, Open { children, odds, is_chance }, group.start)?;
            }
            None => self.builder.close(),
        }
        Ok(())
    }

    fn describe(&mut self, node: NodeId, facts: Facts) -> Result<(), ParseError> {
        let literal = self.literal;
        if let Some(value) = facts.value {
            let value = value_of(literal, value)?;
            self.builder.set_value(node, value);
        }
        if let Some(label) = facts.label {
            let label = literal.name(label)?;
            self.label(node, &label, facts);
        }
        if let Some(name) = facts.name {
            self.builder.set_move(node, literal.name(name)?);
        }
        if let Some(mover) = facts.mover {
            self.builder.set_role(node, mover);
        }
        if let Some(probability) = facts.probability {
            self.builder.set_probability(node, probability_of(literal, probability)?);
        }
        Ok(())
    }

    /// Sets the label of a node, and what people write into it: who moves, as in `A (MIN)`, or the value of a leaf, as in `A: 3`.
    fn label(&mut self, node: NodeId, label: &str, facts: Facts) {
        let says_more = facts.label_says_more && facts.mover.is_none();
        if says_more
            && facts.children.is_some()
            && let Some((mover, rest)) = keys::mover_in(label)
        {
            self.builder.set_role(node, mover);
            return self.builder.set_label(node, rest);
        }
        if says_more
            && facts.children.is_none()
            && facts.value.is_none()
            && let Some((name, value)) = keys::named_value(label)
            && let Ok(value) = value.parse()
        {
            self.builder.set_value(node, Some(value));
            return self.builder.set_label(node, name);
        }
        self.builder.set_label(node, label);
    }

    /// What a group says about its node.
    fn facts(&mut self, group: Group, is_named: bool) -> Result<Facts, ParseError> {
        let literal = self.literal;
        let group = literal.unwrapped(group);
        if let Some(value) = scalar(literal, group) {
            return Ok(Facts { value: Some(value), ..Facts::default() });
        }
        if let Some(object) = Object::of(literal, group) {
            let constructor = Some(group.start).filter(|&start| literal.kind(start) == Kind::Word);
            let facts = objects::facts(literal, object, self.open.is_empty(), &mut self.taken)?;
            let mover = constructor.and_then(|word| keys::mover(literal.raw(word)));
            let label = facts.label.or(constructor.filter(|_| self.heads_are_labels));
            return Ok(Facts { mover: facts.mover.or(mover), label, ..facts });
        }
        if group.is_one(literal) {
            return match literal.kind(group.start) {
                Kind::Word | Kind::Quoted => self.leaf(group.start, is_named),
                _ => {
                    if let Some(value) = self.bracketed_leaf(group.start, is_named) {
                        return Ok(Facts { value: Some(value), ..Facts::default() });
                    }
                    let facts = self.list(group.start, literal.groups_in(group.start), false)?;
                    let says_nothing = facts.value.is_none() && facts.children.is_none();
                    match facts.label.filter(|_| says_nothing && !is_named) {
                        Some(label) => Err(not_a_value(literal, label)),
                        None => Ok(facts),
                    }
                }
            };
        }
        let second = literal.after(group.start);
        let is_applied = literal.dialect == Dialect::Terms || literal.is_call(group.start, second);
        if literal.kind(group.start) != Kind::Word || is_value(literal, group.start) || !is_applied {
            return Err(literal.wrong(second, MISSING_COMMA));
        }
        if is_type_of_numbers(literal.raw(group.start)) {
            return Err(not_one_number(literal, group.start));
        }
        let arguments = literal.arguments(group).ok_or_else(|| literal.wrong(second, MISSING_COMMA))?;
        match self.with_keys(group.start, arguments)? {
            Some(facts) => Ok(facts),
            None => self.list(group.start, arguments, true),
        }
    }

    /// The number that is all of a list of Lisp, below a node whose list begins with a name, or behind the word `leaf`.
    fn bracketed_leaf(&self, list: Id, is_named: bool) -> Option<Id> {
        let literal = self.literal;
        let (first, end) = (list + 1, literal.after(list));
        if literal.dialect != Dialect::Lisp || first >= end || self.pairs != Pairs::No {
            return None;
        }
        let is_leaf = literal.kind(first) == Kind::Word && literal.raw(first).eq_ignore_ascii_case("leaf");
        let number = if is_leaf { literal.after(first) } else { first };
        let is_all = number < end && literal.after(number) == end;
        (is_all && (is_leaf || is_named) && is_value(literal, number)).then_some(number)
    }

    /// What a constructor says some of whose arguments have keys, as in `Node("A", children=[…])`.
    fn with_keys(&mut self, constructor: Id, mut arguments: Groups) -> Result<Option<Facts>, ParseError> {
        let literal = self.literal;
        let label = Some(constructor).filter(|_| self.heads_are_labels);
        let mut facts = Facts { mover: keys::mover(literal.raw(constructor)), label, ..Facts::default() };
        while let Some(group) = arguments.next(literal)? {
            if literal.after(group.start) < group.end && literal.before(literal.after(group.start)) == Before::Colon {
                let object = Object::of_arguments(group.start, arguments.end());
                let mut keyed = objects::said(literal, object, self.open.is_empty(), &mut self.taken)?;
                keyed.children = keyed.children.or(facts.children);
                if keyed.children.is_none() && keyed.value.or(facts.value).is_none() {
                    keyed = objects::leaf_of_name(literal, keyed, object)?;
                }
                return Ok(Some(Facts {
                    mover: keyed.mover.or(facts.mover),
                    label: keyed.label.or(facts.label),
                    value: keyed.value.or(facts.value),
                    ..keyed
                }));
            }
            let name = self.name(group);
            match name.and_then(|name| keys::mover(literal.raw(name))) {
                Some(mover) => facts.mover = Some(mover),
                None => facts.label = facts.label.or(name),
            }
            facts.value = facts.value.or(scalar(literal, group));
            if name.is_none() && self.is_list_of_children(group) {
                let groups = literal.groups_in(literal.unwrapped(group).start);
                facts.children = Some(Children::List { groups, is_named: true }).filter(|_| !groups.is_empty());
            }
        }
        Ok(None)
    }

    /// A word that is not a value: a leaf of unknown value, if its list or its key has a name.
    fn leaf(&self, word: Id, is_named: bool) -> Result<Facts, ParseError> {
        let may_be = self.literal.kind(word) == Kind::Quoted || self.literal.dialect == Dialect::Lisp;
        if is_named && may_be && keys::mover(self.literal.raw(word)).is_none() {
            return Ok(Facts { label: Some(word), ..Facts::default() });
        }
        Err(not_a_value(self.literal, word))
    }

    /// What a list says, or the arguments of the constructor that stands at `start`.
    fn list(&self, start: Id, mut groups: Groups, has_constructor: bool) -> Result<Facts, ParseError> {
        let literal = self.literal;
        let mut facts = Facts::default();
        if has_constructor {
            facts.mover = keys::mover(literal.raw(start));
            facts.label = Some(start).filter(|_| self.heads_are_labels);
        }
        let all = groups;
        let mut first = groups.next(literal)?;
        let mut rest = all;
        // Names and players come first.
        while let Some(name) = first.and_then(|group| self.name(group)) {
            match keys::mover(literal.raw(name)).filter(|_| literal.raw(name).parse::<Value>().is_err()) {
                Some(mover) if facts.mover.is_none() => facts.mover = Some(mover),
                _ if facts.label.is_none() && !is_head(literal, name) => facts.label = Some(name),
                _ if is_head(literal, name) => {}
                _ => break,
            }
            rest = groups;
            first = groups.next(literal)?;
        }
        let is_named = facts.label.is_some() || facts.mover.is_some() || has_constructor;
        let says_more = facts.label.is_some() || has_constructor && facts.mover.is_none();
        let children = |groups| {
            Some(if has_constructor { Children::Arguments(groups) } else { Children::List { groups, is_named } })
        };
        let Some(first) = first else {
            return if is_named { Ok(facts) } else { Err(literal.text.wrong(literal.close_of_empty(start), NO_CHILD)) };
        };
        let second = groups.next(literal)?;
        let third = if second.is_some() { groups.next(literal)? } else { None };
        let number = scalar(literal, first);
        match (number, second, third) {
            // A leaf with a name, or a constructor of one.
            (Some(value), None, None) if says_more && !self.bare_leaves => Ok(Facts { value: Some(value), ..facts }),
            (Some(value), Some(list), None)
                if (self.pairs != Pairs::No || has_constructor) && self.is_list_of_children(list) =>
            {
                let groups = literal.groups_in(literal.unwrapped(list).start);
                let is_leaf = groups.is_empty();
                Ok(Facts { value: Some(value), children: children(groups).filter(|_| !is_leaf), ..facts })
            }
            // `Node 3 (Leaf 1) (Leaf 2)`, and `Node 3 Nil Nil`.
            (Some(value), Some(second), _)
                if says_more && has_constructor && !self.heads_are_labels && self.is_node(second) =>
            {
                let mut rest = rest;
                rest.next(literal)?;
                let is_leaf = is_no_child(literal, second) && third.is_none_or(|third| is_no_child(literal, third));
                Ok(Facts { value: Some(value), children: children(rest).filter(|_| !is_leaf), ..facts })
            }
            (None, None, None) if (says_more || self.spreads(facts)) && self.is_list_of_children(first) => {
                let groups = literal.groups_in(literal.unwrapped(first).start);
                let is_leaf = groups.is_empty();
                Ok(Facts { children: children(groups).filter(|_| !is_leaf), ..facts })
            }
            _ => match self.pairs {
                Pairs::Since(empty) if !is_named => Err(literal.text.wrong(literal.close_of_empty(empty), NO_CHILD)),
                Pairs::Asked if !is_named => {
                    Err(literal.wrong(start, "expected a pair of a value and a list of children"))
                }
                _ if is_leaf_word(literal, start) && has_constructor && number.is_some() => {
                    Err(literal.wrong(second.map_or(start, |second| second.start), "a leaf has one value; remove this"))
                }
                _ => Ok(Facts { children: children(rest), ..facts }),
            },
        }
    }

    /// Whether a player may stand before a list of the children; in Lisp it stands before the children themselves.
    fn spreads(&self, facts: Facts) -> bool {
        facts.mover.is_some() && self.literal.dialect != Dialect::Lisp
    }

    /// The name that a group is, if it is one and no value.
    fn name(&self, group: Group) -> Option<Id> {
        let literal = self.literal;
        // In most languages a name is in quotation marks.
        let may_be = |kind: Kind| match literal.dialect {
            Dialect::Lisp => matches!(kind, Kind::Word | Kind::Quoted),
            Dialect::Terms if kind == Kind::Word => {
                keys::mover(literal.raw(group.start)).is_some() || self.is_atom_before_list(group)
            }
            _ => kind == Kind::Quoted,
        };
        let is_word = group.is_one(literal) && may_be(literal.kind(group.start));
        let is_odd = || is_not_finite(literal.raw(group.start)) || is_printed_number(literal.raw(group.start));
        (is_word && !is_value(literal, group.start) && !is_odd()).then_some(group.start)
    }

    /// Whether a group is a name as in Prolog, `node(a, [leaf(3), leaf(5)])`: a word before a list of children.
    fn is_atom_before_list(&self, group: Group) -> bool {
        let literal = self.literal;
        let is_list = literal.kind_of(group.end) == Some(Kind::Square) && literal.before(group.end) == Before::Comma;
        is_list && !is_no_child(literal, group)
    }

    /// Whether a list is that of the children of the node that it belongs to, and not a child that begins with its own name.
    fn is_list_of_children(&self, group: Group) -> bool {
        let literal = self.literal;
        let Some(mut groups) = literal.list(group) else { return false };
        match literal.dialect {
            Dialect::Terms => literal.kind(literal.unwrapped(group).start) == Kind::Square,
            Dialect::Lisp if self.pairs == Pairs::No => false,
            _ => groups.next(literal).ok().flatten().is_none_or(|first| self.name(first).is_none()),
        }
    }

    /// Whether a group is a node and not a value.
    fn is_node(&self, group: Group) -> bool {
        scalar(self.literal, group).is_none() || is_no_child(self.literal, group)
    }
}
