//! Facts of Prolog and Datalog: `edge(a, b).`, `moves(a, [b, c]).`, `value(d, 3).`, `min_to_move(b).` Rules and directives are passed over.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::graph::{Graph, Vertex, either_way};
use super::keys::{self, Meaning, Turn};
use super::lines::{is_number, value_of};
use super::text::Text;
use super::{FormatEntry, Found, looks};
use crate::format::{quoted, series};
use crate::tree::Role;
use crate::tree::file_error::ParseError;

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "prolog",
    title: "facts of Prolog",
    extensions: &["pl", "pro", "dl"],
    recognises,
    read,
    writer: None,
};

/// What edges are often called, beside [`Meaning::Children`], in small letters without signs.
const EDGES: [&str; 14] = [
    "edge",
    "edges",
    "arc",
    "link",
    "branch",
    "parent",
    "parentof",
    "childof",
    "father",
    "move",
    "succ",
    "successor",
    "connected",
    "tree",
];

/// A fact with names, numbers and lists of them between its brackets, and no terms, and another clause.
fn recognises(text: &str) -> bool {
    let head = looks::head(text);
    if !head.starts_with(|c: char| c.is_lowercase() || matches!(c, '%' | '/' | ':')) {
        return false;
    }
    let mut clauses = clauses(head).skip_while(|clause| matches!(clause, Clause::Rule));
    let is_told = |fact: &Fact<'_>| fact.arguments.len() < 4;
    matches!(clauses.next(), Some(Clause::Fact(fact)) if is_told(&fact)) && clauses.next().is_some()
}

/// A clause of a program.
enum Clause<'t> {
    Fact(Fact<'t>),
    /// A rule or a directive.
    Rule,
    /// A term that is no such fact: its name, where reading it failed, and why.
    Other(&'t str, usize, &'static str),
    /// A text without a dot at its end.
    Unfinished(usize),
}

/// A name with arguments.
struct Fact<'t> {
    functor: &'t str,
    arguments: Vec<Argument<'t>>,
}

enum Argument<'t> {
    One(Word<'t>),
    List(Vec<Word<'t>>),
}

/// A name or a number.
struct Word<'t> {
    text: Cow<'t, str>,
    at: usize,
    is_quoted: bool,
}

impl Word<'_> {
    fn is_number(&self) -> bool {
        !self.is_quoted && is_number(&self.text)
    }
}

impl<'t> Argument<'t> {
    fn word(&self) -> Option<&Word<'t>> {
        match self {
            Argument::One(word) => Some(word),
            Argument::List(_) => None,
        }
    }

    /// Where it stands; `None` of an empty list.
    fn place(&self) -> Option<usize> {
        match self {
            Argument::One(word) => Some(word.at),
            Argument::List(words) => words.first().map(|word| word.at),
        }
    }

    fn is_number(&self) -> bool {
        self.word().is_some_and(Word::is_number)
    }

    fn is_mover(&self) -> bool {
        self.word().is_some_and(|word| keys::mover_by_name(&word.text).is_some())
    }
}

/// The clauses of a program in their order.
fn clauses(text: &str) -> impl Iterator<Item = Clause<'_>> {
    let mut scanner = Scanner { text, at: 0 };
    std::iter::from_fn(move || scanner.clause())
}

/// A place in a program.
#[derive(Clone, Copy)]
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.at += if blanks > 0 {
                blanks
            } else if rest.starts_with('%') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
        }
    }

    /// Takes a sign and the blanks before it, if it is next.
    fn take(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len_utf8() } else { 0 };
        is_next
    }

    fn clause(&mut self) -> Option<Clause<'t>> {
        self.skip_blanks();
        let start = self.at;
        if self.rest().is_empty() {
            return None;
        }
        let mut inside = *self;
        let fact = inside.fact();
        let Some(has_rule) = self.skip_clause() else { return Some(Clause::Unfinished(start)) };
        Some(match fact {
            _ if has_rule => Clause::Rule,
            Ok(fact) => Clause::Fact(fact),
            Err(why) => {
                let name = &self.text[start..];
                let end = name.find(|c: char| !is_of_name(c)).unwrap_or(name.len());
                Clause::Other(&name[..end], inside.at, why)
            }
        })
    }

    /// Goes behind the dot that ends a clause, if it has one. Says whether the clause is a rule or directive.
    fn skip_clause(&mut self) -> Option<bool> {
        let mut is_rule = false;
        loop {
            self.skip_blanks();
            let rest = self.rest();
            let next = rest.chars().next()?;
            is_rule |= [":-", "-->", "?-"].iter().any(|sign| rest.starts_with(sign));
            self.at += match next {
                '\'' | '"' => quoted_length(rest)?,
                _ => next.len_utf8(),
            };
            let behind = self.rest();
            if next == '.' && (behind.is_empty() || behind.starts_with(|c: char| c.is_whitespace() || c == '%')) {
                return Some(is_rule);
            }
        }
    }

    /// A fact up to its dot; otherwise why it is none, at this place.
    fn fact(&mut self) -> Result<Fact<'t>, &'static str> {
        let functor = self.plain_word();
        if functor.is_empty() || !self.take('(') {
            return Err("expected a name with brackets, as in edge(a, b)");
        }
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.argument()?);
            if self.take(')') {
                break;
            }
            if !self.take(',') {
                return Err("expected a comma or ) here");
            }
        }
        if self.take('.') { Ok(Fact { functor, arguments }) } else { Err("expected a dot here") }
    }

    fn argument(&mut self) -> Result<Argument<'t>, &'static str> {
        if !self.take('[') {
            return self.word().map(Argument::One);
        }
        let mut words = Vec::new();
        if self.take(']') {
            return Ok(Argument::List(words));
        }
        loop {
            words.push(self.word()?);
            if self.take(']') {
                return Ok(Argument::List(words));
            }
            if !self.take(',') {
                return Err("expected a comma or ] here");
            }
        }
    }

    fn word(&mut self) -> Result<Word<'t>, &'static str> {
        self.skip_blanks();
        let (at, rest) = (self.at, self.rest());
        if rest.starts_with(['\'', '"']) {
            let length = quoted_length(rest).ok_or("a quotation mark is missing")?;
            self.at += length;
            return Ok(Word { text: unquoted(&rest[..length]), at, is_quoted: true });
        }
        let text = self.plain_word();
        if text.is_empty() {
            return Err("expected a name or a number here; put other names in quotation marks");
        }
        Ok(Word { text: Cow::Borrowed(text), at, is_quoted: false })
    }

    /// A name, or a number with its sign and its point.
    fn plain_word(&mut self) -> &'t str {
        self.skip_blanks();
        let rest = self.rest();
        let is_point = |at: usize| rest[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        let is_in = |(at, c): (usize, char)| is_of_name(c) || "+-−–/?".contains(c) || c == '.' && is_point(at);
        let end = rest.char_indices().find(|&(at, c)| !is_in((at, c))).map_or(rest.len(), |(end, _)| end);
        self.at += end;
        &rest[..end]
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a text in quotation marks, with these. Two marks or one behind a backslash stand for a mark.
fn quoted_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += 2,
            mark if mark == bytes[0] && bytes.get(at + 1) != Some(&mark) => return Some(at + 1),
            mark if mark == bytes[0] => at += 2,
            _ => at += 1,
        }
    }
}

/// What stands between quotation marks.
fn unquoted(text: &str) -> Cow<'_, str> {
    let inside = &text[1..text.len() - 1];
    let mark = &text[..1];
    if !inside.contains(['\\', '\'', '"']) {
        return Cow::Borrowed(inside);
    }
    let (twice, escaped) = (mark.repeat(2), format!("\\{mark}"));
    Cow::Owned(inside.replace(&twice, mark).replace(&escaped, mark).replace("\\\\", "\\"))
}

/// What the facts of one name and number of arguments say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// Who moves, by its own name: `max(a)`.
    Mover,
    /// The children of a node, one or a list, perhaps with more about it.
    Edges,
    Values,
    Players,
    Labels,
    Shares,
    Nothing,
}

/// How the facts of one name look.
#[derive(Default)]
struct Looks {
    facts: usize,
    /// How many have a list, and of how many the second and third argument are numbers, or the second says who moves.
    lists: usize,
    numbers: [usize; 2],
    movers: usize,
}

impl Looks {
    fn see(&mut self, fact: &Fact<'_>) {
        self.facts += 1;
        self.lists += usize::from(fact.arguments.iter().any(|argument| argument.word().is_none()));
        for (count, argument) in self.numbers.iter_mut().zip(&fact.arguments[1..]) {
            *count += usize::from(argument.is_number());
        }
        // `opponent(max, min)` is about players, and not about nodes.
        let is_mover = |place: usize| fact.arguments.get(place).is_some_and(Argument::is_mover);
        self.movers += usize::from(is_mover(1) && !is_mover(0));
    }

    /// Whether all second or third arguments are numbers.
    fn are_numbers(&self, place: usize) -> bool {
        self.numbers[place] == self.facts
    }
}

/// The names of facts with the number of their arguments, and what they say.
type Vocabulary<'t> = BTreeMap<(&'t str, usize), (Looks, Says)>;

/// What the facts of a program say, by their names and by how they look.
fn vocabulary<'t>(text: &Text<'t>) -> Result<Vocabulary<'t>, ParseError> {
    let mut words = Vocabulary::new();
    for fact in facts(text.as_str()) {
        let key = (fact.functor, fact.arguments.len());
        words.entry(key).or_insert_with(|| (Looks::default(), Says::Nothing)).0.see(&fact);
    }
    let is_known = |functor: &str| {
        let plain = keys::plain(functor);
        keys::means(functor, Meaning::Children) || EDGES.contains(&plain.as_str())
    };
    for ((functor, arity), (looks, says)) in &mut words {
        let is_of = |meaning| keys::means(functor, meaning);
        *says = match arity {
            1 if mover_in(functor).is_some() => Says::Mover,
            2 | 3 if looks.lists > 0 || is_known(functor) => Says::Edges,
            2 if looks.are_numbers(0) && is_of(Meaning::Probability) => Says::Shares,
            2 if looks.are_numbers(0) => Says::Values,
            2 if is_of(Meaning::Player) || looks.movers == looks.facts => Says::Players,
            2 if matches!(keys::plain(functor).as_str(), "label" | "name" | "title") => Says::Labels,
            _ => Says::Nothing,
        };
    }
    let says = |words: &Vocabulary<'_>, wanted| words.values().any(|(_, says)| *says == wanted);
    if !says(&words, Says::Edges) {
        // Edges may have any name, if they are the only facts that can be edges.
        let possible: Vec<_> =
            words.iter().filter(|((_, arity), (_, says))| *says == Says::Nothing && matches!(arity, 2 | 3)).collect();
        let [(&edges, _)] = possible[..] else {
            let message = "which of these facts are edges is not clear; call them edge, as in edge(a, b)";
            return Err(text.wrong(0, message));
        };
        words.entry(edges).and_modify(|(_, says)| *says = Says::Edges);
    }
    // Numbers of other facts are values where no name says what is one.
    if words.iter().any(|((functor, _), (_, says))| *says == Says::Values && is_value_name(functor)) {
        for ((functor, _), (_, says)) in &mut words {
            if *says == Says::Values && !is_value_name(functor) {
                *says = Says::Nothing;
            }
        }
    }
    Ok(words)
}

/// Whether facts with a name say what values are, and nothing else.
fn is_value_name(functor: &str) -> bool {
    keys::means(functor, Meaning::Value) || keys::plain(functor).starts_with("static")
}

/// Who moves by the name of a fact: `max`, `min_to_move`, `chance_node`.
fn mover_in(functor: &str) -> Option<Role> {
    keys::mover_by_name(functor.trim_end_matches("_to_move").trim_end_matches("_node"))
}

fn facts(text: &str) -> impl Iterator<Item = Fact<'_>> {
    clauses(text).filter_map(|clause| match clause {
        Clause::Fact(fact) => Some(fact),
        _ => None,
    })
}

fn read(text: &Text<'_>) -> Result<Found, ParseError> {
    let words = vocabulary(text)?;
    check(text, &words)?;
    let mut found = either_way(true, |leads_up| Reader::new(text, &words, leads_up).tree())?;
    let quoted_names = |wanted| -> Vec<String> {
        let of_wanted = words.iter().filter(|(_, (_, says))| *says == wanted);
        of_wanted.map(|((functor, _), _)| quoted(functor)).collect()
    };
    for (says, what) in [(Says::Edges, "edges"), (Says::Values, "values")] {
        let names = quoted_names(says);
        if !names.is_empty() {
            found.notes.push(format!("{what} from {}", series(&names, "and")));
        }
    }
    if !quoted_names(Says::Nothing).is_empty() {
        found.notes.push("other facts are passed over".into());
    }
    Ok(found)
}

/// Refuses a clause that should be a fact of the tree and is none, and one without an end.
fn check(text: &Text<'_>, words: &Vocabulary<'_>) -> Result<(), ParseError> {
    let is_of_tree =
        |name: &str| words.iter().any(|((functor, _), (_, says))| *functor == name && *says != Says::Nothing);
    let mut steps = text.steps();
    for clause in clauses(text.as_str()) {
        match clause {
            Clause::Other(name, at, why) if is_of_tree(name) => return Err(text.wrong(at, why)),
            Clause::Unfinished(at) => return Err(text.wrong(at, "a dot is missing at the end of this fact")),
            Clause::Fact(_) | Clause::Rule | Clause::Other(..) => steps.step(0)?,
        }
    }
    Ok(())
}

/// Makes the graph of the facts.
struct Reader<'a, 't> {
    text: &'a Text<'t>,
    words: &'a Vocabulary<'t>,
    /// Whether the first of two nodes is the child.
    leads_up: bool,
    /// Whether of three arguments the last is the name of the move.
    has_moves_last: bool,
    graph: Graph<'a, 't>,
    /// The names of facts that are about a node of the tree.
    about_nodes: FxHashSet<&'t str>,
    /// Which names of players were met.
    sides: u32,
}

impl<'a, 't> Reader<'a, 't> {
    fn new(text: &'a Text<'t>, words: &'a Vocabulary<'t>, leads_up: bool) -> Reader<'a, 't> {
        Reader {
            text,
            words,
            leads_up,
            has_moves_last: false,
            graph: Graph::new(text),
            about_nodes: FxHashSet::default(),
            sides: 0,
        }
    }

    fn says(&self, fact: &Fact<'t>) -> Says {
        self.words.get(&(fact.functor, fact.arguments.len())).map_or(Says::Nothing, |(_, says)| *says)
    }

    fn tree(mut self) -> Result<Found, ParseError> {
        let mut steps = self.text.steps();
        self.look_ahead()?;
        for fact in
            facts(self.text.as_str()).filter(|fact| self.words.contains_key(&(fact.functor, fact.arguments.len())))
        {
            steps.step(0)?;
            if self.says(&fact) == Says::Edges {
                self.edges(&fact)?;
            }
        }
        for fact in facts(self.text.as_str()) {
            if fact.arguments.first().and_then(Argument::word).is_some_and(|node| self.graph.has(&node.text)) {
                self.about_nodes.insert(fact.functor);
            }
        }
        for told in [false, true] {
            for fact in facts(self.text.as_str()) {
                steps.step(0)?;
                // Probabilities are those of nodes below chance, so all players come before them.
                if (self.says(&fact) == Says::Shares) == told {
                    self.told(&fact)?;
                }
            }
        }
        self.graph.tree()
    }

    /// Takes numbers that are the names of nodes for such, and finds out which of three arguments is the name of a move.
    fn look_ahead(&mut self) -> Result<(), ParseError> {
        let (mut firsts, mut seconds) = (FxHashSet::default(), Vec::new());
        for fact in facts(self.text.as_str()) {
            let says = self.says(&fact);
            if says == Says::Nothing {
                continue;
            }
            let has_three = says == Says::Edges && fact.arguments.len() == 3;
            for (place, argument) in fact.arguments.into_iter().enumerate() {
                let Argument::One(word) = argument else { continue };
                let names = place == 0 || place == 1 && self.leads_up && says == Says::Edges;
                if names && word.is_number() {
                    self.graph.vertex(word.text.clone(), word.at)?;
                }
                match place {
                    0 if has_three => {
                        self.text.insert(&mut firsts, word.text, word.at)?;
                    }
                    1 if has_three => self.text.push(&mut seconds, word.text, word.at)?,
                    _ => {}
                }
            }
        }
        self.has_moves_last = seconds.iter().any(|second| firsts.contains(second));
        Ok(())
    }

    /// Adds the edges of a fact: `edge(a, b)`, `moves(a, [b, c])`, `edge(a, l, b)`, `node(a, max, [b, c])`.
    fn edges(&mut self, fact: &Fact<'t>) -> Result<(), ParseError> {
        let [Argument::One(node), about @ ..] = &fact.arguments[..] else {
            let at = fact.arguments.iter().find_map(Argument::place).unwrap_or_default();
            return Err(self.text.wrong(at, "expected the name of a node before this list"));
        };
        let has_lists = self.words.get(&(fact.functor, fact.arguments.len())).is_some_and(|(looks, _)| looks.lists > 0);
        if has_lists {
            return about.iter().try_for_each(|argument| self.said_of(node, argument));
        }
        let looks = self.words.get(&(fact.functor, 3)).map(|(looks, _)| looks);
        let has_values = looks.is_some_and(|looks| looks.are_numbers(1) && !looks.are_numbers(0));
        match about {
            [Argument::One(other)] => self.edge(node, other).map(drop),
            [Argument::One(other), Argument::One(value)] if has_values => {
                let child = self.edge(node, other)?;
                self.set_value(child, value)
            }
            [Argument::One(second), Argument::One(third)] => {
                let (other, name) = if self.has_moves_last { (second, third) } else { (third, second) };
                let child = self.edge(node, other)?;
                self.graph.set_move(child, name.text.clone());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What an argument says of a node, where some facts of the same name have lists: its children, its value, who moves, or the move.
    fn said_of(&mut self, node: &Word<'t>, argument: &Argument<'t>) -> Result<(), ParseError> {
        let vertex = self.graph.vertex(node.text.clone(), node.at)?;
        match argument {
            Argument::List(children) => children.iter().try_for_each(|child| self.edge(node, child).map(drop)),
            Argument::One(word) if word.is_number() => self.set_value(vertex, word),
            Argument::One(word) => {
                match keys::mover_by_name(&word.text) {
                    Some(mover) => self.graph.set_mover(vertex, mover),
                    None => self.graph.set_move(vertex, word.text.clone()),
                }
                Ok(())
            }
        }
    }

    /// Adds an edge, and returns the child. A number that no other fact speaks of is a leaf.
    fn edge(&mut self, first: &Word<'t>, second: &Word<'t>) -> Result<Vertex, ParseError> {
        let (parent, child) = if self.leads_up { (second, first) } else { (first, second) };
        let parent = self.graph.vertex(parent.text.clone(), parent.at)?;
        let vertex = if child.is_number() && !self.graph.has(&child.text) {
            self.graph.leaf(value_of(self.text, child.at, &child.text)?, child.at)?
        } else {
            self.graph.vertex(child.text.clone(), child.at)?
        };
        self.graph.edge(parent, vertex, child.at)?;
        Ok(vertex)
    }

    fn set_value(&mut self, vertex: Vertex, word: &Word<'t>) -> Result<(), ParseError> {
        self.graph.set_value(vertex, value_of(self.text, word.at, &word.text)?);
        Ok(())
    }

    /// Sets what a fact says of a node. Other facts may be about the game, and are passed over, unless they are values and others of their
    /// name are those of nodes.
    fn told(&mut self, fact: &Fact<'t>) -> Result<(), ParseError> {
        let says = self.says(fact);
        let Some(node) = fact.arguments.first().and_then(Argument::word) else { return Ok(()) };
        let is_of_tree = self.graph.has(&node.text) || says == Says::Values && self.about_nodes.contains(fact.functor);
        if matches!(says, Says::Edges | Says::Nothing) || !is_of_tree {
            return Ok(());
        }
        let vertex = self.graph.vertex(node.text.clone(), node.at)?;
        let said = fact.arguments.get(1).and_then(Argument::word);
        match (says, said) {
            (Says::Mover, _) => {
                if let Some(mover) = mover_in(fact.functor) {
                    self.graph.set_mover(vertex, mover);
                }
            }

            (Says::Values, Some(word)) => self.set_value(vertex, word)?,
            (Says::Labels, Some(word)) => self.graph.set_label(vertex, word.text.clone()),
            (Says::Shares, Some(word)) if self.graph.is_below_chance(vertex) => {
                self.graph.set_move(vertex, word.text.clone());
            }
            (Says::Players, Some(word)) => self.player(vertex, fact.functor, word)?,
            _ => {}
        }
        Ok(())
    }

    fn player(&mut self, vertex: Vertex, functor: &str, word: &Word<'t>) -> Result<(), ParseError> {
        let key = if keys::means(functor, Meaning::Player) { functor } else { "player" };
        match keys::turn(key, &word.text, &mut self.sides) {
            Turn::Of(mover) => self.graph.set_mover(vertex, mover),
            Turn::Unsaid => {}
            Turn::Unknown => {
                let message = format!("{} is not a player; write max, min or chance", quoted(&word.text));
                return Err(self.text.wrong(word.at, message));
            }
        }
        Ok(())
    }
}
