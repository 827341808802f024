//! The names that people and programs give to a node's facts in objects.

use crate::format::{quoted, series};
use crate::tree::Role;

/// A fact about a node, or about the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Children,
    Value,
    Label,
    Move,
    Player,
    Probability,
    Title,
    Source,
    Game,
    /// The tree below the outermost object.
    Tree,
}

/// The number of meanings.
pub(super) const MEANINGS: usize = 10;

/// The names of each meaning, in lower case, without `_` and `-`, Plyscope's own first. Of two names of one meaning in an object the one
/// further to the front is taken.
const NAMES: [(Meaning, &str); MEANINGS] = [
    (
        Meaning::Children,
        "children kids child successors succs subforest subtrees branches nodes moves actions options next",
    ),
    (Meaning::Value, "value val utility util score eval evaluation payoff reward heuristic minimax static v size"),
    (Meaning::Label, "label name id state text rootlabel node key"),
    (Meaning::Move, "move action edge via"),
    (Meaning::Player, "player type turn kind role ismax maximizing ismaximizing maximizingplayer root"),
    (Meaning::Probability, "probability prob"),
    (Meaning::Title, "title"),
    (Meaning::Source, "source"),
    (Meaning::Game, "game"),
    (Meaning::Tree, "tree root gametree data"),
];

/// The meanings that a name may have, and how far in front it is among the names of each.
pub(super) fn meanings(name: &str) -> impl Iterator<Item = (Meaning, usize)> {
    let name: String = name
        .chars()
        .filter(|character| !matches!(character, '_' | '-' | ':' | '?'))
        .flat_map(char::to_lowercase)
        .collect();
    NAMES.iter().filter_map(move |(meaning, names)| Some((*meaning, names.split(' ').position(|known| known == name)?)))
}

/// Who moves by a word: MAX, MIN or chance in any case, 1 or −1.
pub(super) fn mover(word: &str) -> Option<Role> {
    let word = word.trim_start_matches(':').to_lowercase();
    match word.as_str() {
        "max" | "maximizer" | "maximiser" | "maximizing" | "maximize" | "maxnode" | "1" | "+1" | "true" => {
            Some(Role::MAX)
        }
        "min" | "minimizer" | "minimiser" | "minimizing" | "minimize" | "minnode" | "-1" | "−1" | "false" => {
            Some(Role::MIN)
        }
        "chance" | "chancenode" | "expectation" | "expected" | "expect" | "exp" | "expnode" | "expectnode"
        | "average" | "avg" | "mean" | "random" | "dice" | "nature" => Some(Role::Chance),
        _ => None,
    }
}

/// Who moves by a name, and not by a number, which may be a value.
pub(super) fn mover_by_name(word: &str) -> Option<Role> {
    mover(word).filter(|_| word.starts_with(char::is_alphabetic))
}

/// The words and signs by which a label says who moves.
const IN_LABELS: [(&str, Role); 9] = [
    ("max", Role::MAX),
    ("△", Role::MAX),
    ("▲", Role::MAX),
    ("Δ", Role::MAX),
    ("min", Role::MIN),
    ("▽", Role::MIN),
    ("▼", Role::MIN),
    ("∇", Role::MIN),
    ("chance", Role::Chance),
];

/// Who moves at an inner node by its label, and what the label is without that: `A (MIN)`, `MIN: A`, `A_min`, `min node` and `▽`. Of `MAX1`
/// nothing is removed.
pub(super) fn mover_in(label: &str) -> Option<(Role, &str)> {
    let is_between = |sign: char| sign.is_whitespace() || sign.is_ascii_punctuation();
    let role = |word: &str| IN_LABELS.iter().find(|(known, _)| word.to_lowercase() == *known).map(|(_, role)| *role);
    let trimmed = label.trim_matches(is_between);
    let numbered = trimmed.trim_end_matches(|sign: char| sign.is_ascii_digit());
    if let Some(role) = role(numbered) {
        return Some((role, if numbered == trimmed { "" } else { label }));
    }
    let (first, behind) = trimmed.split_once(is_between)?;
    let (before, last) = trimmed.rsplit_once(is_between)?;
    let (role, rest) = match (role(first), role(last)) {
        (Some(role), None) => (role, behind),
        (None, Some(role)) => (role, before),
        _ => return None,
    };
    let rest = rest.trim_matches(is_between);
    Some((role, if rest.eq_ignore_ascii_case("node") { "" } else { rest }))
}

/// Whether a word is a number that is not finite, as programs write it.
pub(super) fn is_not_finite(word: &str) -> bool {
    let word = word.trim_start_matches(['-', '+', '~']).to_lowercase();
    matches!(word.as_str(), "nan" | "inf" | "infinity" | "∞" | "##inf" | "##nan")
}

/// Which names were taken for what, in the order in which they were met, for people.
#[derive(Default)]
pub(super) struct Taken {
    names: Vec<(String, Use)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Use {
    Meaning(Meaning),
    Child,
    Nothing,
}

/// More names than this are not told.
const MOST_NAMES: usize = 12;

impl Taken {
    /// A name was taken for a fact.
    pub(super) fn meaning(&mut self, name: &str, meaning: Meaning) {
        self.note(name, Use::Meaning(meaning));
    }

    /// A name was taken for a move to a child.
    pub(super) fn child(&mut self, name: &str) {
        self.note(name, Use::Child);
    }

    /// A name has no meaning here.
    pub(super) fn nothing(&mut self, name: &str) {
        self.note(name, Use::Nothing);
    }

    fn note(&mut self, name: &str, used: Use) {
        // Moves are as many as they are: that they are moves is said once.
        let is_known = |(known, before): &(String, Use)| *before == used && (used == Use::Child || known == name);
        if self.names.len() < MOST_NAMES && !self.names.iter().any(is_known) {
            self.names.push((name.to_string(), used));
        }
    }

    /// The sentence about names that are not Plyscope's own, such as `“kids” are the children`.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut left_out = Vec::new();
        for (name, used) in &self.names {
            let Use::Meaning(meaning) = used else {
                match used {
                    Use::Child => words.push("keys are the moves to the children".into()),
                    _ => left_out.push(quoted(name)),
                }
                continue;
            };
            let own = NAMES.iter().any(|(known, names)| known == meaning && names.split(' ').next() == Some(name));
            if !own {
                words.push(format!("{} {}", quoted(name), in_words(*meaning)));
            }
        }
        if !left_out.is_empty() {
            words.push(format!("{} left out", series(&left_out, "and")));
        }
        words
    }
}

fn in_words(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Children => "are the children",
        Meaning::Value => "is the value",
        Meaning::Label => "is the label",
        Meaning::Move => "is the move",
        Meaning::Player => "is the player",
        Meaning::Probability => "is the probability",
        Meaning::Title => "is the title",
        Meaning::Source => "is the source",
        Meaning::Game => "is the game",
        Meaning::Tree => "is the tree",
    }
}

#[cfg(test)]
mod tests {
    use super::mover_in;
    use crate::tree::Role;

    #[test]
    fn labels_say_who_moves() {
        for (label, role, rest) in [
            ("A (MIN)", Role::MIN, "A"),
            ("MAX: A", Role::MAX, "A"),
            ("min A", Role::MIN, "A"),
            ("A_min", Role::MIN, "A"),
            ("**MIN**", Role::MIN, ""),
            ("Max node", Role::MAX, ""),
            ("node min", Role::MIN, ""),
            ("A - chance", Role::Chance, "A"),
            ("▽", Role::MIN, ""),
            ("△ root", Role::MAX, "root"),
            ("MAX1", Role::MAX, "MAX1"),
            ("(A, max)", Role::MAX, "A"),
        ] {
            assert_eq!(mover_in(label), Some((role, rest)), "{label}");
        }
        for label in ["A", "", "max min", "minimum", "A min B", "Maximilian", "node"] {
            assert_eq!(mover_in(label), None, "{label}");
        }
    }
}
