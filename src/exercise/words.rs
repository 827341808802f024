//! The words of a sheet, in one table, so that a file can translate them.

use crate::format::quoted;

/// The keys of all words, and the English words. What is in braces is filled in; a translation may have it in another order.
pub static WORDS: &[(&str, &str)] = &[
    ("title", "Exercise"),
    ("seed", "no. {seed}"),
    ("solution", "solution"),
    ("name", "Name"),
    ("points", "Points"),
    ("of-points", "{points} points"),
    ("of-one-point", "1 point"),
    ("search", "{algorithm} searches this tree depth first, {order}. {rule}"),
    ("left", "from left to right"),
    ("right", "from right to left"),
    ("non-strict", "It cuts off as soon as α ≥ β."),
    ("strict", "It cuts off as soon as α > β."),
    ("players", "MAX moves at triangles that point up, MIN at those that point down."),
    ("hint-look", "Look at {node}."),
    ("hint-window", "{node} is entered with the window {window}."),
    ("hint-max", "MAX takes the largest value of the children."),
    ("hint-min", "MIN takes the smallest value of the children."),
    ("hint-children", "The values of the children are {values}."),
    ("cut-above", "The edge that is cut is further up."),
    ("values", "Write the minimax value of each inner node into its triangle, or here."),
    ("best-move", "Which move is best at the root? Name the child."),
    ("leaves", "Which leaves does the search evaluate? List them in the order in which it does."),
    ("cuts", "Which edges does the search cut, in which order? Name both ends of each edge, such as A–B or B–7."),
    ("windows", "With which α and β does the search enter and leave these nodes?"),
    (
        "deep",
        "Which of the edges are cut by a deep cutoff, whose bound does not come from the parent of the node but from further up?",
    ),
    ("entered", "{node} entered"),
    ("left-with", "{node} left"),
    ("or", "or"),
    ("none", "none"),
    ("leaf", "leaf"),
];

/// Why a file is no table of words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// It is not TOML.
    #[error("is not TOML: {0}")]
    Syntax(String),
    /// A key is unknown.
    #[error("unknown key {}; expected one of {known}", quoted(.key))]
    Unknown {
        /// The key.
        key: String,
        /// The keys that there are.
        known: String,
    },
    /// A value is not a text.
    #[error("{} is not a text; write it in quotes", quoted(.0))]
    NoText(String),
}

/// The words of a sheet in some language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(Vec<String>);

impl Default for Words {
    fn default() -> Words {
        Words(WORDS.iter().map(|(_, words)| (*words).to_owned()).collect())
    }
}

impl Words {
    /// Reads a translation: a TOML file of keys and texts. What it leaves out stays English.
    pub fn parse(text: &str) -> Result<Words, WordsError> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            WordsError::Syntax(error.message().lines().next().unwrap_or_default().to_owned())
        })?;
        let mut words = Words::default();
        for (key, value) in table {
            let Some(index) = WORDS.iter().position(|(known, _)| *known == key) else {
                let known: Vec<&str> = WORDS.iter().map(|(known, _)| *known).collect();
                return Err(WordsError::Unknown { key, known: known.join(", ") });
            };
            let toml::Value::String(text) = value else { return Err(WordsError::NoText(key)) };
            words.0[index] = crate::format::visible(&text);
        }
        Ok(words)
    }

    /// The words of a key; empty if there is no such key.
    pub fn get(&self, key: &str) -> &str {
        WORDS.iter().position(|(known, _)| *known == key).map_or("", |index| &self.0[index])
    }

    /// The words of a key, with a text in place of what is in braces.
    pub fn with(&self, key: &str, place: &str, text: &str) -> String {
        self.get(key).replace(&format!("{{{place}}}"), text)
    }
}
