//! Facts of Prolog and Datalog: `edge(a, b).`, `moves(a, [b, c]).`, `value(d, 3).`, `min_to_move(b).` Rules and directives are passed over.

mod clauses;
mod vocabulary;

use rustc_hash::FxHashSet;

use clauses::{Argument, Clause, Fact, Word, clauses, facts};
use vocabulary::{Says, Vocabulary, mover_in, vocabulary};

use super::graph::{Graph, Vertex, either_way};
use super::keys::{self, Meaning, Turn};
use super::lines::value_of;
use super::text::Text;
use super::{FormatEntry, Found, looks};
use crate::format::{quoted, series};
use crate::tree::file_error::ParseError;

pub(super) static ENTRY: FormatEntry = FormatEntry {
    id: "prolog",
    title: "facts of Prolog",
    extensions: &["pl", "pro", "dl"],
    recognises,
    read,
    writer: None,
};

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
        self.look_ahead()?;
        let has_shares = self.words.values().any(|(_, says)| *says == Says::Shares);
        self.each(|reader, fact| if reader.says(&fact) == Says::Edges { reader.edges(&fact) } else { Ok(()) })?;
        self.each(|reader, fact| {
            if fact.arguments.first().and_then(Argument::word).is_some_and(|node| reader.graph.has(&node.text)) {
                reader.about_nodes.insert(fact.functor);
            }
            Ok(())
        })?;
        self.each(|reader, fact| if reader.says(&fact) == Says::Shares { Ok(()) } else { reader.told(&fact) })?;
        if has_shares {
            // Probabilities are those of nodes below chance, so all players come before them.
            self.each(|reader, fact| if reader.says(&fact) == Says::Shares { reader.told(&fact) } else { Ok(()) })?;
        }
        self.graph.tree()
    }

    /// Does something with each fact.
    fn each(&mut self, act: impl Fn(&mut Self, Fact<'t>) -> Result<(), ParseError>) -> Result<(), ParseError> {
        let mut steps = self.text.steps();
        facts(self.text.as_str()).try_for_each(|fact| {
            steps.step(0)?;
            act(self, fact)
        })
    }

    /// Takes numbers that are the names of nodes for such, and finds out which of three arguments is the name of a move.
    fn look_ahead(&mut self) -> Result<(), ParseError> {
        let (mut firsts, mut seconds, mut steps) = (FxHashSet::default(), Vec::new(), self.text.steps());
        for fact in facts(self.text.as_str()) {
            steps.step(0)?;
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
