//! What an object says about a node, or about the file: see [`lists`](super::lists).

use rustc_hash::FxHashSet;

use super::keys::{self, MEANINGS, Meaning, Taken, Turn};
use super::lists::{Children, Facts, NO_CHILD};
use super::literal::{Before, Dialect, Group, Groups, Id, Kind, Literal};
use super::values::{is_value, not_a_value, scalar};
use crate::format::quoted;
use crate::tree::file_error::ParseError;
use crate::tree::{Builder, Role};

const NO_VALUE: &str = "a node needs a “value” or “children”; write \"value\": null for an unknown leaf";
const EMPTY: &str = "this object is empty; a node has a “value” or “children”, a file has a “tree”";
const NO_TREE: &str = "the file has no “tree”; add one, such as \"tree\": [[3, 12, 8], [2, 4, 6]]";
const NODE_KEY: &str = "this key belongs to a node; put the node into “tree”";

/// The entries of an object that have not been read yet.
#[derive(Clone, Copy)]
pub(super) struct Object {
    /// The brackets.
    brackets: Id,
    next: Id,
    end: Id,
    /// Whether keys and values take turns, as in Clojure, without a colon between.
    takes_turns: bool,
    /// Whether only what is like a node is a child, because other entries are facts about the node.
    only_brackets: bool,
}

impl Object {
    /// The object that a group is: `{…}`, `Node {…}`, `dict(A=1)`, `['A' => 1]`.
    pub(super) fn of(literal: &Literal<'_, '_>, group: Group) -> Option<Object> {
        let group = literal.unwrapped(group);
        let last = if literal.kind_of(group.start)? == Kind::Word { literal.after(group.start) } else { group.start };
        if last >= group.end || literal.after(last) != group.end {
            return None;
        }
        let second = |item: Id| if item + 1 < literal.after(item) { literal.after(item + 1) } else { item };
        let has_keys = second(last) < group.end && literal.before(second(last)) == Before::Colon;
        let is_object = match literal.kind(last) {
            Kind::Curly => true,
            Kind::Round => last > group.start && has_keys,
            // As in PHP.
            Kind::Square => has_keys && literal.dialect != Dialect::Lisp,
            _ => false,
        };
        let takes_turns = literal.dialect == Dialect::Lisp && !has_keys;
        is_object.then_some(Object {
            brackets: last,
            next: last + 1,
            end: group.end,
            takes_turns,
            only_brackets: false,
        })
    }

    /// The arguments of a constructor from one with a key on, as in `Node("A", children=[…])`; `item` is the key.
    pub(super) fn of_arguments(item: Id, end: Id) -> Object {
        Object { brackets: item, next: item, end, takes_turns: false, only_brackets: false }
    }

    /// The next key and its value.
    pub(super) fn next_entry(&mut self, literal: &Literal<'_, '_>) -> Result<Option<(Id, Group)>, ParseError> {
        if self.next == self.end {
            return Ok(None);
        }
        let key = self.next;
        if literal.kind(key).is_brackets() {
            return Err(literal.wrong(key, "expected a key, such as \"value\", or } after the last value"));
        }
        let start = literal.after(key);
        if !self.takes_turns && (start == self.end || literal.before(start) != Before::Colon) {
            return Err(match start {
                _ if start == self.end || literal.before(start) == Before::Comma => {
                    let remedy = "write a list, such as [3, 12, 8], or a colon and a value after each key";
                    literal.wrong(key, format!("{} has no value here; {remedy}", quoted(literal.raw(key))))
                }
                _ => literal.wrong(start, "a colon is missing after the key"),
            });
        }
        if start == self.end {
            return Err(literal.wrong(key, format!("{} has no value; add it", quoted(literal.raw(key)))));
        }
        let end = if self.takes_turns { literal.after(start) } else { literal.end_of_value(start, self.end)? };
        self.next = end;
        Ok(Some((key, Group { start, end })))
    }

    /// The next child under the move to it.
    pub(super) fn next_child(&mut self, literal: &Literal<'_, '_>) -> Result<Option<(Id, Group)>, ParseError> {
        while let Some((key, value)) = self.next_entry(literal)? {
            if !self.only_brackets || !has_meaning(literal, key) && is_like_a_node(literal, value) {
                return Ok(Some((key, value)));
            }
        }
        Ok(None)
    }

    /// Whether it has no entries.
    pub(super) fn is_empty(&self) -> bool {
        self.next == self.end
    }
}

/// Whether a key has a meaning of its own, which a move to a child has not.
fn has_meaning(literal: &Literal<'_, '_>, key: Id) -> bool {
    !keys::meanings(literal.raw(key)).is_empty()
}

/// Whether a value is a list, an object or an application.
fn is_container(literal: &Literal<'_, '_>, value: Group) -> bool {
    let value = literal.unwrapped(value);
    !value.is_one(literal) || literal.kind(value.start).is_brackets()
}

/// Whether an object has a value, a label or children.
fn is_like_a_node(literal: &Literal<'_, '_>, value: Group) -> bool {
    let Some(mut object) = Object::of(literal, value) else { return false };
    while let Ok(Some((key, _))) = object.next_entry(literal) {
        let is_fact = |meaning: &Meaning| matches!(meaning, Meaning::Value | Meaning::Label | Meaning::Children);
        if keys::meanings(literal.raw(key)).iter().any(|(meaning, _)| is_fact(meaning)) {
            return true;
        }
    }
    false
}

/// Whether an object lists children, the first of which is an object.
pub(super) fn has_an_object_as_child(literal: &Literal<'_, '_>, group: Group) -> Result<bool, ParseError> {
    let Some(mut object) = Object::of(literal, group) else { return Ok(false) };
    while let Some((key, value)) = object.next_entry(literal)? {
        let is_listed = keys::means(literal.raw(key), Meaning::Children);
        if is_listed && let Some(Children::List { mut groups, .. }) = children_in(literal, value) {
            let first = groups.next(literal)?;
            return Ok(first.is_some_and(|first| Object::of(literal, first).is_some()));
        }
    }
    Ok(false)
}

/// The children in a list or an object; `None` if a group is neither.
fn children_in(literal: &Literal<'_, '_>, group: Group) -> Option<Children> {
    match Object::of(literal, group) {
        Some(object) => Some(Children::Entries(object)),
        None => Some(Children::List { groups: literal.list(group)?, is_named: true }),
    }
}

impl Children {
    fn is_empty(&self) -> bool {
        match self {
            Children::List { groups, .. } | Children::Arguments(groups) => groups.is_empty(),
            Children::Entries(object) => object.is_empty(),
        }
    }
}

/// The entries of an object by their meaning.
#[derive(Default)]
struct Meanings {
    /// How far in front a key is among the names of its meaning, the key, and its value.
    found: [Option<(usize, Id, Group)>; MEANINGS],
    /// `max` or `min` with children.
    player: Option<(Id, Group)>,
    /// The entries that have no meaning: a first one in brackets, and a first other one.
    container: Option<Id>,
    /// The first in brackets that have a value, a label or children in them.
    node: Option<Id>,
    other: Option<Id>,
    /// The probabilities of all children.
    odds: Option<(Id, Groups)>,
    /// An object that says more about the node.
    more: Option<(Id, Object)>,
    count: usize,
}

impl Meanings {
    fn of(
        literal: &Literal<'_, '_>,
        mut object: Object,
        is_outermost: bool,
        taken: &mut Taken,
    ) -> Result<Meanings, ParseError> {
        let mut meanings = Meanings::default();
        while let Some((key, value)) = object.next_entry(literal)? {
            meanings.count += 1;
            meanings.add(literal, key, value, is_outermost, taken)?;
        }
        Ok(meanings)
    }

    fn add(
        &mut self,
        literal: &Literal<'_, '_>,
        key: Id,
        value: Group,
        is_outermost: bool,
        taken: &mut Taken,
    ) -> Result<(), ParseError> {
        let name = literal.raw(key);
        let is_container = is_container(literal, value);
        let word = name.trim_start_matches(':');
        if is_container && ["max", "min", "chance"].iter().any(|role| word.eq_ignore_ascii_case(role)) {
            self.player = Some((key, value));
            return Ok(());
        }
        let plain = keys::plain(name);
        if keys::is_of_probabilities(&plain)
            && let Some(odds) = literal.list(value)
        {
            self.odds = Some((key, odds));
            return Ok(());
        }
        if keys::is_of_more_facts(&plain)
            && let Some(object) = Object::of(literal, value).filter(|_| !is_outermost || name != "data")
        {
            self.more = Some((key, object));
            return Ok(());
        }
        let is_number = || scalar(literal, value).is_some();
        let is_turn = || matches!(keys::turn(name, literal.raw(value.start), &mut 0), Turn::Of(_));
        let is_meant = |meaning: Meaning| match meaning {
            Meaning::Children => true,
            Meaning::Tree => is_outermost && (is_container || name == "tree"),
            Meaning::Title | Meaning::Source | Meaning::Game => is_outermost && !is_container,
            Meaning::Value if keys::is_value_if_a_number(&plain) => is_number(),
            Meaning::Value => !is_container || name == "value",
            Meaning::Player if is_container => false,
            Meaning::Player => match name {
                "root" => is_outermost,
                _ => names_players(&plain) || is_turn(),
            },
            Meaning::Probability if keys::is_probability_by_chance(&plain) => !is_container && taken.is_below_chance,
            Meaning::Label if plain == "title" => !is_container && !is_outermost,
            Meaning::Label | Meaning::Move | Meaning::Probability => !is_container,
        };
        let mut meant = keys::meanings_of_plain(&plain).iter().copied().filter(|(meaning, _)| is_meant(*meaning));
        // As enumerations of Rust are written, `{"Node": [{"Leaf": 3}]}`.
        let of_variant =
            Some((Meaning::Children, usize::MAX)).filter(|_| plain == "node" && literal.list(value).is_some());
        let Some((meaning, rank)) = of_variant.or_else(|| meant.next()) else {
            let first = match () {
                () if !is_container => &mut self.other,
                () if is_like_a_node(literal, value) => &mut self.node,
                () => &mut self.container,
            };
            *first = first.or(Some(key));
            return Ok(());
        };
        match &mut self.found[meaning as usize] {
            Some((before, ..)) if *before == rank => {
                return Err(literal.wrong(key, format!("{} is given twice; remove one", quoted(name))));
            }
            Some((before, ..)) if *before < rank => taken.nothing(name),
            Some((before, other, group)) => {
                taken.nothing(literal.raw(*other));
                (*before, *other, *group) = (rank, key, value);
            }
            none => *none = Some((rank, key, value)),
        }
        Ok(())
    }

    /// Adds what another object says about the same node.
    fn add_more(&mut self, more: Meanings) {
        for (found, other) in self.found.iter_mut().zip(more.found) {
            *found = found.or(other);
        }
        self.odds = self.odds.or(more.odds);
    }

    fn take(&mut self, meaning: Meaning) -> Option<(Id, Group)> {
        self.found[meaning as usize].take().map(|(_, key, value)| (key, value))
    }

    fn has(&self, meaning: Meaning) -> bool {
        self.found[meaning as usize].is_some()
    }

    fn has_node(&self) -> bool {
        self.has(Meaning::Value) || self.has(Meaning::Children) || self.player.is_some()
    }
}

/// The root of a file, and the label that its only key gives it.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub(super) group: Group,
    pub(super) label: Option<Id>,
}

/// What the outermost object says about the file; `None` if the object is the root itself.
pub(super) fn file(
    literal: &Literal<'_, '_>,
    object: Object,
    builder: &mut Builder,
    taken: &mut Taken,
) -> Result<Option<Root>, ParseError> {
    if object.is_empty() {
        return Err(literal.text.wrong(literal.close_of_empty(object.brackets), EMPTY));
    }
    let mut ignored = Taken::default();
    let mut meanings = Meanings::of(literal, object, true, &mut ignored)?;
    let text = |key: Id, value: Group| {
        let is_text = value.is_one(literal) && literal.kind(value.start) == Kind::Quoted;
        let message = || format!("{} must be a text in quotation marks", quoted(literal.raw(key)));
        if is_text { literal.string(value.start) } else { Err(literal.wrong(value.start, message())) }
    };
    let is_alone = !meanings.has_node()
        && meanings.container.is_none()
        && meanings.node.is_none()
        && !meanings.has(Meaning::Label)
        && meanings.other.is_none();
    let is_data = |meanings: &Meanings| meanings.has(Meaning::Children) || meanings.has(Meaning::Label);
    let tree = meanings.take(Meaning::Tree).filter(|(key, _)| literal.raw(*key) != "data" || !is_data(&meanings));
    if tree.is_none()
        && meanings.count == 1
        && let Some(key) = meanings.container.or(meanings.node).or(meanings.other)
    {
        taken.child(literal.raw(key));
        let group = Group { start: literal.after(key), end: object.end };
        return Ok(Some(Root { group, label: Some(key) }));
    }
    if let Some((key, value)) = meanings.take(Meaning::Title) {
        builder.set_title(text(key, value)?);
    }
    if let Some((key, value)) = meanings.take(Meaning::Source) {
        builder.set_source(text(key, value)?);
    }
    if let Some((key, value)) = meanings.take(Meaning::Game) {
        builder.set_game(&*text(key, value)?);
    }
    let Some((key, group)) = tree else {
        if is_alone {
            return Err(literal.wrong(object.brackets, NO_TREE));
        }
        return Ok(None);
    };
    if let Some((_, key, _)) = meanings.found[Meaning::Value as usize].or(meanings.found[Meaning::Children as usize]) {
        return Err(literal.wrong(key, NODE_KEY));
    }
    if let Some((key, value)) = meanings.take(Meaning::Player) {
        let player = match keys::turn(literal.raw(key), literal.raw(value.start), &mut taken.sides) {
            Turn::Of(role) => role.player(),
            _ => None,
        };
        builder.set_root_player(player.ok_or_else(|| no_player(literal, key, value, "\"max\" or \"min\""))?);
    }
    if let Some((key, value)) = meanings.take(Meaning::Label) {
        taken.meaning(literal.raw(key), Meaning::Title);
        builder.set_title(text(key, value)?);
    }
    taken.meaning(literal.raw(key), Meaning::Tree);
    Ok(Some(Root { group, label: None }))
}

fn no_player(literal: &Literal<'_, '_>, key: Id, value: Group, known: &str) -> ParseError {
    literal.wrong(value.start, format!("{} must be {known}", quoted(literal.raw(key))))
}

/// What an object says about its node, which is a leaf if it has no children.
pub(super) fn facts(
    literal: &Literal<'_, '_>,
    object: Object,
    is_outermost: bool,
    taken: &mut Taken,
) -> Result<Facts, ParseError> {
    let facts = said(literal, object, is_outermost, taken)?;
    if facts.children.is_none() && facts.value.is_none() { leaf_of_name(literal, facts, object) } else { Ok(facts) }
}

/// What an object says about its node, whose children may be said elsewhere.
pub(super) fn said(
    literal: &Literal<'_, '_>,
    object: Object,
    is_outermost: bool,
    taken: &mut Taken,
) -> Result<Facts, ParseError> {
    let mut meanings = Meanings::of(literal, object, is_outermost, taken)?;
    let data = meanings.take(Meaning::Tree).and_then(|(_, group)| Object::of(literal, group));
    if let Some(more) = meanings.more.map(|(_, more)| more).or(data) {
        let more = Meanings::of(literal, more, false, taken)?;
        meanings.add_more(more);
    }
    let mut facts = Facts::default();
    let mut word = |meanings: &mut Meanings, meaning: Meaning| {
        let (key, value) = meanings.take(meaning)?;
        taken.meaning(literal.raw(key), meaning);
        Some((key, value))
    };
    if let Some((_, value)) = word(&mut meanings, Meaning::Value) {
        facts.value = Some(value_in(literal, value)?);
    }
    let label = word(&mut meanings, Meaning::Label);
    facts.label = label.map(|(_, value)| value.start).filter(|&label| !is_nothing(literal, label));
    facts.name =
        word(&mut meanings, Meaning::Move).map(|(_, value)| value.start).filter(|&name| !is_nothing(literal, name));
    facts.probability = word(&mut meanings, Meaning::Probability).map(|(_, value)| value.start);
    let listed = word(&mut meanings, Meaning::Children);
    // Plyscope's own labels say nothing else.
    let is_own = |key: Id, own: &str| literal.raw(key) == own;
    facts.label_says_more =
        label.is_some_and(|(key, _)| !is_own(key, "label")) || listed.is_some_and(|(key, _)| !is_own(key, "children"));
    if let Some((key, value)) = meanings.take(Meaning::Player) {
        facts.mover = said_player(literal, key, value, taken)?;
    }
    facts.odds = meanings.odds;
    let has_facts = facts.value.is_some() || facts.label.is_some() || facts.name.is_some() || listed.is_some();
    if let Some((key, value)) = listed {
        facts.children = children_of(literal, key, value, has_facts_beside(&facts))?;
    }
    match (meanings.player, facts.children) {
        (Some((key, value)), None) => {
            facts.mover = keys::mover(literal.raw(key));
            facts.children = children_of(literal, key, value, has_facts_beside(&facts))?;
        }
        (None, None)
            if listed.is_none()
                && (meanings.node.is_some()
                    || !has_facts && (meanings.container.is_some() || meanings.other.is_some())) =>
        {
            facts.children = Some(Children::Entries(Object { only_brackets: has_facts, ..object }));
            if let Some(key) = meanings.node.or(meanings.container).or(meanings.other) {
                taken.child(literal.raw(key));
            }
        }
        _ => {}
    }
    let is_dictionary = matches!(facts.children, Some(Children::Entries(_))) && listed.is_none();
    let unused = [meanings.container, meanings.other, meanings.node.filter(|_| !is_dictionary)];
    for key in unused.into_iter().flatten().filter(|_| !is_dictionary || has_facts) {
        taken.nothing(literal.raw(key));
    }
    let is_tree_of_haskell = label.is_some_and(|(key, _)| literal.raw(key) == "rootLabel");
    if facts.children.is_some() && facts.value.is_none() && is_tree_of_haskell {
        // `Data.Tree` of Haskell has nothing else.
        facts.value = facts.label.filter(|&label| is_value(literal, label));
        facts.label = facts.label.filter(|_| facts.value.is_none());
    }
    Ok(facts)
}

/// Refuses dictionaries of the children of nodes in which a node is given twice.
pub(super) fn without_repeats(literal: &Literal<'_, '_>, parts: &[Group]) -> Result<(), ParseError> {
    for mut object in parts.iter().filter_map(|&part| Object::of(literal, part)) {
        let mut keys = FxHashSet::default();
        while let Some((key, _)) = object.next_entry(literal)? {
            if !literal.insert(&mut keys, key)? {
                return Err(literal.wrong(key, format!("{} is given twice; remove one", quoted(literal.raw(key)))));
            }
        }
    }
    Ok(())
}

/// Whether the value of a key must be a player, or is told if it is none.
fn names_players(plain: &str) -> bool {
    matches!(plain, "player" | "turn" | "type" | "kind" | "role" | "ismax" | "maximizing")
}

/// Who moves by what a key says.
fn said_player(
    literal: &Literal<'_, '_>,
    key: Id,
    value: Group,
    taken: &mut Taken,
) -> Result<Option<Role>, ParseError> {
    let (name, word) = (literal.raw(key), literal.raw(value.start));
    match keys::turn(name, word, &mut taken.sides) {
        Turn::Of(role) => {
            taken.meaning(name, Meaning::Player);
            Ok(Some(role))
        }
        Turn::Unsaid => Ok(None),
        Turn::Unknown if matches!(&*keys::plain(name), "player" | "turn") => {
            Err(no_player(literal, key, value, "\"max\", \"min\" or \"chance\""))
        }
        Turn::Unknown => {
            taken.no_player(word);
            Ok(None)
        }
    }
}

/// A node in an object that only says how it is reached, as in `{"probability": 0.3, "node": {…}}`.
#[derive(Clone, Copy, Default)]
pub(super) struct Reached {
    pub(super) name: Option<Id>,
    pub(super) probability: Option<Id>,
}

/// The entries of the largest object that only says how a node is reached.
const MOST_OF_REACHED: usize = 3;

/// What is in an object that only says how it is reached, and how, or in one around it that says nothing; the group itself if it is
/// something else.
pub(super) fn reached(literal: &Literal<'_, '_>, mut group: Group) -> Result<(Group, Reached), ParseError> {
    let mut reached = Reached::default();
    while let Some(object) = Object::of(literal, group).filter(|_| literal.dialect != Dialect::Lisp) {
        let Some((inside, by)) = reached_in(literal, object)? else { break };
        group = inside;
        reached = Reached { name: by.name.or(reached.name), probability: by.probability.or(reached.probability) };
    }
    Ok((group, reached))
}

fn reached_in(literal: &Literal<'_, '_>, mut object: Object) -> Result<Option<(Group, Reached)>, ParseError> {
    let (mut inside, mut reached, mut count) = (None, Reached::default(), 0);
    while let Some((key, value)) = object.next_entry(literal)? {
        count += 1;
        if count > MOST_OF_REACHED {
            return Ok(None);
        }
        let name = keys::plain(literal.raw(key));
        let is_node = inside.is_none() && keys::is_of_a_node(&name) && is_container(literal, value);
        match keys::meanings_of_plain(&name).first() {
            _ if is_node => inside = Some((key, value)),
            Some((Meaning::Move, _)) if !is_container(literal, value) => reached.name = Some(value.start),
            Some((Meaning::Probability, _)) if !is_container(literal, value) => reached.probability = Some(value.start),
            _ => return Ok(None),
        }
    }
    // An object around a node alone may be a move to it.
    let is_node = |key: Id, value: Group| {
        count > 1 || matches!(&*keys::plain(literal.raw(key)), "node" | "leaf") && Object::of(literal, value).is_some()
    };
    Ok(inside.filter(|&(key, value)| is_node(key, value)).map(|(_, inside)| (inside, reached)))
}

fn has_facts_beside(facts: &Facts) -> bool {
    facts.value.is_some() || facts.label.is_some()
}

/// A leaf without a value: its name is the value, if it is a number, or else its value is unknown.
pub(super) fn leaf_of_name(literal: &Literal<'_, '_>, facts: Facts, object: Object) -> Result<Facts, ParseError> {
    match facts.label {
        Some(label) if is_value(literal, label) => Ok(Facts { value: Some(label), label: None, ..facts }),
        Some(_) => Ok(facts),
        None if object.is_empty() => Err(literal.text.wrong(literal.close_of_empty(object.brackets), NO_VALUE)),
        None => Err(literal.wrong(object.brackets, NO_VALUE)),
    }
}

fn is_nothing(literal: &Literal<'_, '_>, item: Id) -> bool {
    literal.kind(item) == Kind::Word && matches!(literal.raw(item), "null" | "None" | "nil" | "undefined" | "Nothing")
}

/// The word of a value.
pub(super) fn value_in(literal: &Literal<'_, '_>, value: Group) -> Result<Id, ParseError> {
    let word = scalar(literal, value);
    word.ok_or_else(|| not_a_value(literal, value.start))
}

/// The children in the value of a key; `None` if it has none, which only a node of which more is known may say.
fn children_of(
    literal: &Literal<'_, '_>,
    key: Id,
    value: Group,
    is_known: bool,
) -> Result<Option<Children>, ParseError> {
    if value.is_one(literal) && is_nothing(literal, value.start) {
        return Ok(None);
    }
    let Some(children) = children_in(literal, value) else {
        return Err(literal.wrong(value.start, format!("{} must be an array of nodes", quoted(literal.raw(key)))));
    };
    match children.is_empty() {
        true if is_known => Ok(None),
        true => Err(literal.text.wrong(literal.close_of_empty(value.start), NO_CHILD)),
        false => Ok(Some(children)),
    }
}
