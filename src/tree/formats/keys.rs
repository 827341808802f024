//! The names that people and programs give to a node's facts in objects.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::format::{quoted, series};
use crate::tree::{Role, Value};

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
        "children kids child successors succs subforest subtrees branches nodes moves actions options next outcomes \
         replies childnodes descendants",
    ),
    (
        Meaning::Value,
        "value val utility util score eval evaluation payoff reward heuristic minimax static v size points leaf data result",
    ),
    (Meaning::Label, "label name id state text rootlabel node key title"),
    (Meaning::Move, "move action edge via"),
    (
        Meaning::Player,
        "player type turn kind role ismax maximizing ismaximizing maximizingplayer root tomove mover agent nodetype \
         level ismaximizer ismaxplayer maxplayer maximize max ismin minimizing isminimizing isminimizer minimizingplayer \
         isminplayer minplayer minimize min",
    ),
    (Meaning::Probability, "probability prob p weight"),
    (Meaning::Title, "title"),
    (Meaning::Source, "source"),
    (Meaning::Game, "game"),
    (Meaning::Tree, "tree root gametree data"),
];

/// A name in lower case and without signs.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|character| !matches!(character, '_' | '-' | ':' | '?')).flat_map(char::to_lowercase).collect()
}

/// Whether a name often means something else, so that only a number, or nothing, under it is a value.
pub(super) fn is_value_if_a_number(plain: &str) -> bool {
    matches!(plain, "points" | "leaf" | "data" | "result")
}

/// Whether a name often means something else, so that only what is below a chance node has a probability under it.
pub(super) fn is_probability_by_chance(plain: &str) -> bool {
    matches!(plain, "p" | "weight")
}

/// The names of a list of the probabilities of all children.
pub(super) fn is_of_probabilities(plain: &str) -> bool {
    matches!(plain, "probabilities" | "probs" | "weights" | "chances" | "odds")
}

/// The names of an object that says more about the node around it.
pub(super) fn is_of_more_facts(plain: &str) -> bool {
    matches!(plain, "attributes" | "attrs" | "data" | "properties" | "props" | "text" | "info")
}

/// The names of a node in an object that says how it is reached.
pub(super) fn is_of_a_node(plain: &str) -> bool {
    matches!(
        plain,
        "node" | "child" | "result" | "outcome" | "subtree" | "tree" | "state" | "target" | "to" | "successor" | "leaf"
    )
}

/// The meanings of each known name, and how far in front it is among the names of each.
static KNOWN: LazyLock<FxHashMap<&str, Vec<(Meaning, usize)>>> = LazyLock::new(|| {
    let mut known: FxHashMap<&str, Vec<(Meaning, usize)>> = FxHashMap::default();
    for (meaning, names) in NAMES {
        for (rank, name) in names.split(' ').enumerate() {
            known.entry(name).or_default().push((meaning, rank));
        }
    }
    known
});

/// The meanings that a name may have, and how far in front it is among the names of each.
pub(super) fn meanings(name: &str) -> &'static [(Meaning, usize)] {
    meanings_of_plain(&plain(name))
}

/// The same of a name in lower case and without signs.
pub(super) fn meanings_of_plain(name: &str) -> &'static [(Meaning, usize)] {
    KNOWN.get(name).map_or(&[], Vec::as_slice)
}

/// Whether a name has this meaning.
pub(super) fn means(name: &str, meaning: Meaning) -> bool {
    meanings(name).iter().any(|(known, _)| *known == meaning)
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

/// The two players as games and programs call them, MAX first.
const SIDES: [(&str, &str); 14] = [
    ("1", "2"),
    ("1", "-1"),
    ("1", "0"),
    ("x", "o"),
    ("white", "black"),
    ("w", "b"),
    ("a", "b"),
    ("p1", "p2"),
    ("player1", "player2"),
    ("first", "second"),
    ("me", "opponent"),
    ("red", "yellow"),
    ("true", "false"),
    ("yes", "no"),
];

/// What the value of a key says about who moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Turn {
    Of(Role),
    /// A word that says what kind of a node it is, or nothing.
    Unsaid,
    /// A word that is not understood.
    Unknown,
}

/// Whether a key of a player says that it is MIN.
fn is_of_min(key: &str) -> bool {
    key.starts_with("ismin") || key.starts_with("minimi") || matches!(key, "min" | "minplayer")
}

/// Whether the value of a key says whether a player is the one of its name.
fn is_yes_or_no(key: &str) -> bool {
    is_of_min(key) || key.starts_with("ismax") || key.starts_with("maximi") || matches!(key, "max" | "maxplayer")
}

/// Who moves by the value of a key. `sides` are the pairs of [`SIDES`] that all values before this are from, a bit each.
pub(super) fn turn(key: &str, value: &str, sides: &mut u32) -> Turn {
    let (key, word) = (plain(key), value.trim_start_matches(':').to_lowercase());
    if matches!(
        &*word,
        "" | "null" | "none" | "nil" | "undefined" | "leaf" | "terminal" | "node" | "inner" | "internal" | "decision"
    ) {
        return Turn::Unsaid;
    }
    let of = |role: Option<Role>| role.map_or(Turn::Unknown, Turn::Of);
    if is_yes_or_no(&key) {
        let is_so = match &*word {
            "true" | "1" | "yes" => true,
            "false" | "0" | "no" => false,
            _ => return of(mover_by_name(&word)),
        };
        return Turn::Of(if is_so == is_of_min(&key) { Role::MIN } else { Role::MAX });
    }
    let word = word.replace(['_', ' ', '+', '"'], "").replace('−', "-");
    let of_pair = |&(max, min): &(&str, &str)| max == word || min == word;
    let pairs = SIDES.iter().enumerate().filter(|(_, pair)| of_pair(pair)).fold(0, |bits, (bit, _)| bits | 1 << bit);
    if pairs == 0 {
        return of(mover_by_name(&word).or_else(|| mover_in(value).map(|(role, _)| role)));
    }
    // What is called a kind is seldom called so.
    let names_players = matches!(&*key, "player" | "turn" | "tomove" | "mover" | "agent" | "root" | "ismax");
    let possible = pairs & if *sides == 0 { u32::MAX } else { *sides };
    if possible == 0 || !names_players {
        return Turn::Unknown;
    }
    *sides = possible;
    Turn::Of(if SIDES.iter().any(|(max, _)| *max == word) { Role::MAX } else { Role::MIN })
}

/// The name and the value in the label of a leaf, as in `A: 3`.
pub(super) fn named_value(label: &str) -> Option<(&str, &str)> {
    let (name, value) = label.rsplit_once([':', '='])?;
    let (name, value) = (name.trim(), value.trim());
    (!name.is_empty() && value.parse::<Value>().is_ok()).then_some((name, value))
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
    // Most labels have none of the letters and signs.
    if !label.bytes().any(|byte| matches!(byte, b'm' | b'M' | b'c' | b'C') || !byte.is_ascii()) {
        return None;
    }
    let is_between = |sign: char| sign.is_whitespace() || sign.is_ascii_punctuation();
    let role = |word: &str| IN_LABELS.iter().find(|(known, _)| word.eq_ignore_ascii_case(known)).map(|(_, role)| *role);
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
    /// The pairs of names that all players so far are from.
    pub(super) sides: u32,
    /// Whether the node that is read is below a chance node.
    pub(super) is_below_chance: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Use {
    Meaning(Meaning),
    Child,
    Nothing,
    NoPlayer,
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

    /// A word is not understood as a player, though its key says who moves.
    pub(super) fn no_player(&mut self, word: &str) {
        self.note(word, Use::NoPlayer);
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
                    Use::NoPlayer => words.push(format!("{} is not understood as a player", quoted(name))),
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
    use super::{Turn, mover_in, turn};
    use crate::tree::Role;

    #[test]
    fn players_have_many_names() {
        for (key, max, min) in [
            ("is_max", "1", "0"),
            ("isMin", "false", "True"),
            ("turn", "1", "2"),
            ("turn", "X", "O"),
            ("player", "W", "B"),
            ("to_move", "white", "black"),
            ("type", "△", "▽"),
            ("type", "MAX node", "Min"),
        ] {
            let mut sides = 0;
            assert_eq!(turn(key, max, &mut sides), Turn::Of(Role::MAX), "{key}");
            assert_eq!(turn(key, min, &mut sides), Turn::Of(Role::MIN), "{key}");
        }
        // Two names of different pairs do not go together.
        let mut sides = 0;
        assert_eq!(turn("turn", "X", &mut sides), Turn::Of(Role::MAX));
        assert_eq!(turn("turn", "black", &mut sides), Turn::Unknown);
        assert_eq!(turn("type", "leaf", &mut sides), Turn::Unsaid);
        assert_eq!(turn("type", "foo", &mut sides), Turn::Unknown);
    }

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
