//! What facts of Prolog say, by their names and by how they look.

use std::collections::BTreeMap;

use super::clauses::{Argument, Fact, facts};
use crate::tree::Role;
use crate::tree::file_error::ParseError;
use crate::tree::formats::keys::{self, Meaning};
use crate::tree::formats::text::Text;

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

/// What the facts of one name and number of arguments say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
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
pub(super) struct Looks {
    facts: usize,
    /// How many have a list, and of how many the second and third argument are numbers, or the second says who moves.
    pub(super) lists: usize,
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
    pub(super) fn are_numbers(&self, place: usize) -> bool {
        self.numbers[place] == self.facts
    }
}

/// The names of facts with the number of their arguments, and what they say.
pub(super) type Vocabulary<'t> = BTreeMap<(&'t str, usize), (Looks, Says)>;

/// What the facts of a program say, by their names and by how they look.
pub(super) fn vocabulary<'t>(text: &Text<'t>) -> Result<Vocabulary<'t>, ParseError> {
    let (mut words, mut steps) = (Vocabulary::new(), text.steps());
    for fact in facts(text.as_str()) {
        steps.step(0)?;
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
            let message = if words.is_empty() {
                "there is no fact here; write one such as edge(a, b)."
            } else {
                "which of these facts are edges is not clear; call them edge, as in edge(a, b)"
            };
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
pub(super) fn mover_in(functor: &str) -> Option<Role> {
    keys::mover_by_name(functor.trim_end_matches("_to_move").trim_end_matches("_node"))
}
