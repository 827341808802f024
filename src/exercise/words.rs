//! The words of a sheet, in one table, so that a file can translate them.

use crate::format::{grouped, quoted, series, visible};

/// The keys of all words, and the English words. What is in braces is filled in; a translation may have it in another order.
/// With `-online` a question is asked on a learning platform, where it differs from that on paper.
pub static WORDS: &[(&str, &str)] = &[
    ("language", "en"),
    ("title", "Exercise"),
    ("seed", "no. {seed}"),
    ("solution", "solution"),
    ("name", "Name"),
    ("points", "Points"),
    ("of-points", "{points} points"),
    ("of-one-point", "1 point"),
    ("search", "{algorithm} searches this tree depth first, {order}. {rule}"),
    ("search-otherwise", "{algorithm} searches this tree. {summary} Children count {order}."),
    ("left", "from left to right"),
    ("right", "from right to left"),
    ("non-strict", "It cuts off as soon as α ≥ β."),
    ("strict", "It cuts off as soon as α > β."),
    ("players", "MAX moves at triangles that point up, MIN at those that point down."),
    ("chance", "Chance moves at circles, with the probabilities at the edges, and their value is the mean."),
    ("bounds", "It knows that all leaves are worth {least} to {most}."),
    ("equal-leaves", "Where several leaves have the same value, write which of all leaves you mean, such as {leaf}."),
    ("values", "Write the minimax value of each inner node into the node, or here."),
    (
        "values-chance",
        "Write the value of each inner node into the node, or here: as a fraction, such as 14/3, or with two digits behind the point, 4.67.",
    ),
    ("best-move", "Which move is best at the root? Name the child."),
    ("leaves", "Which leaves does the search evaluate? List them in the order in which it does."),
    ("cuts", "Which edges does the search cut, in which order? Name both ends of each edge, such as A–B or B–7."),
    ("windows", "With which α and β does the search enter and leave these nodes?"),
    (
        "deep",
        "Which of the edges are cut by a deep cutoff, whose bound does not come from the parent of the node but from further up?",
    ),
    (
        "lazy",
        "Hughes' lazy alpha-beta cuts off by the parent's bound only. Which leaves does it evaluate that alpha-beta does not?",
    ),
    (
        "best-order",
        "Write an order of the children for which alpha-beta evaluates the fewest leaves, such as A: C, B for each node, and their number.",
    ),
    (
        "worst-order",
        "Write an order of the children for which alpha-beta evaluates the most leaves, such as A: C, B for each node, and their number.",
    ),
    (
        "empty",
        "Write values into the empty leaves, counted from the left, such that the search cuts off exactly the dashed part.",
    ),
    ("values-online", "What is the minimax value of each inner node?"),
    (
        "values-online-chance",
        "What is the value of each inner node? Give two digits behind the point, such as 4.67 for 14/3.",
    ),
    ("leaves-online", "Which leaves does the search evaluate?"),
    ("cuts-online", "Which edges does the search cut?"),
    ("best-order-online", "How many leaves does alpha-beta evaluate if the children are in the best order?"),
    ("worst-order-online", "How many leaves does alpha-beta evaluate if the children are in the worst order?"),
    ("entered", "{node} entered"),
    ("left-with", "{node} left"),
    ("or", "or"),
    ("none", "none"),
    ("leaf", "leaf"),
    ("evaluated", "evaluated leaves"),
    ("deep-or-not", "or left out: the parent has the same bound"),
];

/// The same for practice on a screen. The sentences that say why are those of the time line, which are English.
static WORDS_OF_PRACTICE: &[(&str, &str)] = &[
    ("ask-values", "Type the minimax value of each inner node."),
    (
        "ask-values-chance",
        "Type the value of each inner node: as a fraction, such as 14/3, or with two digits behind the point, 4.67.",
    ),
    ("ask-best-move", "Mark the best move at the root."),
    ("ask-leaves", "Mark every leaf that the search does not evaluate."),
    (
        "ask-cuts",
        "Mark every edge that the search cuts, in the order in which it cuts them: the topmost one of what it skips.",
    ),
    ("ask-cuts-unordered", "Mark every edge that the search cuts: the topmost one of what it skips."),
    ("ask-windows", "Type α and β of these nodes, when the search enters them and when it leaves them."),
    (
        "ask-deep",
        "Mark every edge that a deep cutoff cuts, whose bound does not come from the parent of the node but from further up.",
    ),
    (
        "ask-lazy",
        "Hughes' lazy alpha-beta cuts off by the parent's bound only. Mark every leaf that it evaluates and alpha-beta does not.",
    ),
    ("ask-best-order", "Put the children in an order in which alpha-beta evaluates the fewest leaves."),
    ("ask-worst-order", "Put the children in an order in which alpha-beta evaluates the most leaves."),
    ("ask-empty", "Type values for the empty leaves such that the search cuts exactly the crossed edges."),
    ("both-searches", "Alpha-beta: {own} Hughes' program: {lazy}"),
    ("same-in-both", "Alpha-beta and Hughes' program: {own}"),
    ("turn", "Cutoff {number} of {count}:"),
    ("told-order", "In this order alpha-beta evaluates {leaves} leaves."),
    ("order-fewest", "The fewest are {leaves}, for example with {order}."),
    ("order-most", "The most are {leaves}, for example with {order}."),
    ("told-empty", "With these values the search cuts {edges}."),
    ("no-edges", "no edge"),
    ("such-as", "It cuts the crossed edges with {values}, for example."),
    ("fill-all", "Type a number for each empty leaf."),
    ("whole-order", "your order"),
    ("whole-empty", "your values"),
    ("hint-best", "A child that cuts off comes first. If none does, the best one comes first."),
    ("hint-worst", "Children that raise the bound come from worse to better, and one that cuts off comes last."),
    ("hint-look", "Look at {node}."),
    ("hint-window", "{node} is entered with the window {window}."),
    ("hint-max", "MAX takes the largest value of the children."),
    ("hint-min", "MIN takes the smallest value of the children."),
    ("hint-chance", "The value is the mean of the children, each with its probability: {sum}."),
    ("hint-children", "The values of the children are {values}."),
    ("cut-above", "The edge that is cut is further up."),
    ("cut-missing", "The search is to cut {edges} here, and with your values it does not."),
    ("cut-extra", "With your values the search cuts {edges} here, and it is not to."),
    ("how-leaves", "Tap or click leaves. On the keyboard: arrows and space."),
    ("how-edges", "Tap or click edges, or the node below one. On the keyboard: arrows and space."),
    ("how-beside", "Tap or click leaves. On the keyboard: arrows and space."),
    (
        "how-cuts",
        "Tap or click edges, or the node below one, in their order; those of one cutoff in any. On the keyboard: arrows and space.",
    ),
    (
        "how-order",
        "Tap or click the edges below a node, first child first; those without a number follow from left to right. On the keyboard: arrows and space.",
    ),
    ("how-move", "Tap or click an edge of the root. On the keyboard: arrows and space."),
    ("how-ends", "For infinity, type inf or use the buttons."),
    ("edge", "edge {edge}"),
    ("leaf-named", "leaf {leaf}"),
    ("tree-of", "Tree {number} of {count}"),
    ("question-of", "question {number} of {count}"),
    ("question", "Question {number}"),
    ("checking", "Checked"),
    ("each-mark", "each mark at once"),
    ("each-question", "question by question"),
    ("at-the-end", "at the end"),
    ("hint", "Hint"),
    ("hint-of", "Hint {number} of 3"),
    ("no-hint", "Nothing is wrong or missing here."),
    ("check", "Check"),
    ("retry", "Try again"),
    ("next", "Next question"),
    ("another", "Another tree"),
    ("end", "End"),
    ("end-question", "End the exam? After that, answers cannot be changed."),
    ("without-answer", "Without an answer: {questions}."),
    ("end-now", "End the exam"),
    ("go-on", "Go on"),
    ("given", "Your answers"),
    ("again", "Start again"),
    ("all-right", "All right."),
    ("is-wrong", "wrong"),
    ("is-missed", "missed"),
    ("is-misplaced", "not in its turn"),
    ("turn-named", "{edge}, number {number}"),
    ("is-right", "right"),
    ("score", "{points} of {most} points"),
    ("score-of-one", "{points} of 1 point"),
    ("hints-used", "{count} hints"),
    ("one-hint-used", "1 hint"),
    ("result", "Result"),
    ("review", "Choose a question to see what is right."),
    ("unanswered", "not checked"),
    ("tree", "Tree"),
    ("sum", "Sum"),
    ("theme", "Theme"),
    ("theme-system", "as the system"),
    ("theme-light", "light"),
    ("theme-dark", "dark"),
    ("skip", "Skip to the questions"),
    ("made-with", "Made with Plyscope. This page works offline."),
    ("no-script", "Without JavaScript, this page shows the trees and the questions, but checks nothing."),
];

/// The most characters of the words of one key: a page has no room for more, and breaking long lines takes long.
pub const MOST_CHARACTERS: usize = 1_000;

fn known_places(known: &[&str]) -> String {
    let known: Vec<String> = known.iter().map(|place| format!("{{{place}}}")).collect();
    if known.is_empty() { "leave it out".to_owned() } else { format!("write {}", series(&known, "or")) }
}

/// What is in braces in a text, and is to be filled in.
fn places(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    inside.filter(|place| !place.is_empty() && place.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_'))
}

/// The key that is most like a text.
fn nearest(text: &str) -> &'static str {
    all().map(|(key, _)| key).min_by_key(|key| distance(text, key)).unwrap_or_default()
}

/// How many characters are inserted, left out or replaced from one text to another.
fn distance(a: &str, b: &str) -> usize {
    // By how many characters of `b`: the distance of what was read of `a`. A key has few characters.
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (read, c) in a.chars().take(100).enumerate() {
        let mut before = std::mem::replace(&mut row[0], read + 1);
        for (index, other) in b.iter().enumerate() {
            let replaced = before + usize::from(c != *other);
            before = row[index + 1];
            row[index + 1] = replaced.min(before + 1).min(row[index] + 1);
        }
    }
    row[b.len()]
}

/// The words of a sheet in some language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(Vec<String>);

/// The keys of both tables with their English words.
fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    WORDS.iter().chain(WORDS_OF_PRACTICE).copied()
}

impl Default for Words {
    fn default() -> Words {
        Words(all().map(|(_, words)| words.to_owned()).collect())
    }
}

impl Words {
    /// Reads a translation: a TOML file of keys and texts. What it leaves out stays English.
    pub fn parse(text: &str) -> Result<Words, String> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            format!("is not TOML: {}", error.message().lines().next().unwrap_or_default())
        })?;
        let mut words = Words::default();
        for (key, value) in table {
            let Some((index, (_, english))) = all().enumerate().find(|(_, (known, _))| *known == key) else {
                return Err(format!("unknown key {}; the nearest one is {}", quoted(&key), quoted(nearest(&key))));
            };
            let key = quoted(&key);
            let toml::Value::String(text) = value else {
                return Err(format!("{key} is not a text; write it in quotes"));
            };
            let characters = text.chars().count();
            if characters > MOST_CHARACTERS {
                let [characters, most] = [characters, MOST_CHARACTERS].map(|count| grouped(count as u64));
                return Err(format!("{key} has {characters} characters, of at most {most}; shorten it"));
            }
            let known: Vec<&str> = places(english).collect();
            if let Some(place) = places(&text).find(|place| !known.contains(place)) {
                return Err(format!("{key} has {{{place}}}, which is not filled in; {}", known_places(&known)));
            }
            words.0[index] = visible(&text);
        }
        Ok(words)
    }

    /// The keys of the words of practice.
    pub(super) fn of_practice() -> impl Iterator<Item = &'static str> {
        WORDS_OF_PRACTICE.iter().map(|(key, _)| *key)
    }

    /// The words of a key; empty if there is no such key.
    pub fn get(&self, key: &str) -> &str {
        all().position(|(known, _)| known == key).map_or("", |index| &self.0[index])
    }

    /// The words of a key, with a text in place of what is in braces.
    pub fn with(&self, key: &str, place: &str, text: &str) -> String {
        self.get(key).replace(&format!("{{{place}}}"), text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_german_file_has_each_key() {
        let german: toml::Table = include_str!("../../docs/exercise-words-de.toml").parse().unwrap();
        let missing: Vec<&str> = all().map(|(key, _)| key).filter(|key| !german.contains_key(*key)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn the_nearest_key_is_that_with_the_fewest_changes() {
        for (text, key) in
            [("titel", "title"), ("ask-valeus", "ask-values"), ("leafs", "leaf"), ("hint-chanc", "hint-chance")]
        {
            assert_eq!(nearest(text), key);
        }
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
