//! The names that people and programs give to a node's facts in objects.

use crate::format::{quoted, series};
use crate::tree::Player;

/// A fact about a node, or about the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Children,
    Value,
    Label,
    Move,
    Player,
    Title,
    Source,
    Game,
    /// The tree below the outermost object.
    Tree,
}

/// The number of roles.
pub(super) const ROLES: usize = 9;

/// The names of each role, in lower case, without `_` and `-`, Plyscope's own first. Of two names of one role in an object the one
/// further to the front is taken.
const NAMES: [(Role, &[&str]); ROLES] = [
    (
        Role::Children,
        &[
            "children",
            "kids",
            "child",
            "successors",
            "succs",
            "subforest",
            "subtrees",
            "branches",
            "nodes",
            "moves",
            "actions",
            "options",
            "next",
        ],
    ),
    (
        Role::Value,
        &[
            "value",
            "val",
            "utility",
            "util",
            "score",
            "eval",
            "evaluation",
            "payoff",
            "reward",
            "heuristic",
            "minimax",
            "static",
            "v",
            "size",
        ],
    ),
    (Role::Label, &["label", "name", "id", "state", "text", "rootlabel", "node", "key"]),
    (Role::Move, &["move", "action", "edge", "via"]),
    (
        Role::Player,
        &["player", "type", "turn", "kind", "role", "ismax", "maximizing", "ismaximizing", "maximizingplayer", "root"],
    ),
    (Role::Title, &["title"]),
    (Role::Source, &["source"]),
    (Role::Game, &["game"]),
    (Role::Tree, &["tree", "root", "gametree", "data"]),
];

/// The roles that a name may have, and how far in front it is among the names of each.
pub(super) fn roles(name: &str) -> impl Iterator<Item = (Role, usize)> {
    let name: String = name
        .chars()
        .filter(|character| !matches!(character, '_' | '-' | ':' | '?'))
        .flat_map(char::to_lowercase)
        .collect();
    NAMES.iter().filter_map(move |(role, names)| Some((*role, names.iter().position(|known| *known == name)?)))
}

/// The player whom a word names: MAX or MIN in any case, 1 or −1.
pub(super) fn player(word: &str) -> Option<Player> {
    let word = word.trim_start_matches(':').to_lowercase();
    match word.as_str() {
        "max" | "maximizer" | "maximiser" | "maximizing" | "maximize" | "maxnode" | "1" | "+1" | "true" => {
            Some(Player::Max)
        }
        "min" | "minimizer" | "minimiser" | "minimizing" | "minimize" | "minnode" | "-1" | "−1" | "false" => {
            Some(Player::Min)
        }
        _ => None,
    }
}

/// Which names were taken for what, in the order in which they were met, for people.
#[derive(Default)]
pub(super) struct Taken {
    names: Vec<(String, Use)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Use {
    Role(Role),
    Child,
    Nothing,
}

/// More names than this are not told.
const MOST_NAMES: usize = 12;

impl Taken {
    /// A name was taken for a fact.
    pub(super) fn role(&mut self, name: &str, role: Role) {
        self.note(name, Use::Role(role));
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
            let Use::Role(role) = used else {
                match used {
                    Use::Child => words.push("keys are the moves to the children".into()),
                    _ => left_out.push(quoted(name)),
                }
                continue;
            };
            let own = NAMES.iter().any(|(known, names)| known == role && names[0] == name);
            if !own {
                words.push(format!("{} {}", quoted(name), meaning(*role)));
            }
        }
        if !left_out.is_empty() {
            words.push(format!("{} left out", series(&left_out, "and")));
        }
        words
    }
}

fn meaning(role: Role) -> &'static str {
    match role {
        Role::Children => "are the children",
        Role::Value => "is the value",
        Role::Label => "is the label",
        Role::Move => "is the move",
        Role::Player => "is the player",
        Role::Title => "is the title",
        Role::Source => "is the source",
        Role::Game => "is the game",
        Role::Tree => "is the tree",
    }
}
