//! Questions as a learning platform asks them: fields, each of which it can judge by itself.

use std::fmt::Write as _;

use super::{Part, Question, Sheet, Solved, Words};
use crate::tree::{NodeId, Value};

/// The largest difference from a number with decimals that counts as right: it may be rounded to two of them.
const ROUNDED: f64 = 0.005;

/// A field of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name; empty if the question has one field.
    pub name: String,
    /// What is asked for, and what is right.
    pub asks: Asks,
    /// The number of its points.
    pub points: usize,
}

/// What a field asks for, and what is right.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// A number.
    Number(Value),
    /// One of the choices that are right.
    One(Vec<Choice>),
    /// All choices that are right, and no other: each wrong one takes away what a right one gives.
    All(Vec<Choice>),
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Whether it is right.
    pub is_right: bool,
}

impl Asks {
    /// One of these choices. If there is a single one, another is added that is wrong.
    pub(super) fn one_of(mut choices: Vec<Choice>, words: &Words) -> Asks {
        if choices.len() < 2 {
            choices.push(Choice { name: words.get("none").to_owned(), is_right: false });
        }
        Asks::One(choices)
    }

    /// All right ones of these choices, or the one after them that says that none is.
    pub(super) fn all_of(mut choices: Vec<Choice>, words: &Words) -> Asks {
        let is_right = !choices.iter().any(|choice| choice.is_right);
        choices.push(Choice { name: words.get("none").to_owned(), is_right });
        Asks::All(choices)
    }
}

/// The largest difference from a number that still counts as right.
pub(super) fn tolerance(number: Value) -> f64 {
    if number.get().fract() == 0.0 { 0.0 } else { ROUNDED }
}

/// The questions of a sheet that has one that no platform can judge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--question {0}: has many right answers, which a learning platform cannot judge; leave it out")]
pub struct Unjudged(&'static str);

impl Sheet<'_> {
    /// The fields of a question on a learning platform.
    pub fn fields(&self, question: &Question) -> Result<Vec<Field>, Unjudged> {
        let fields = question.fields.ok_or(Unjudged(question.id))?;
        Ok(fields(self.solved, self.words))
    }

    /// The words of a question on a learning platform, without its points.
    pub fn prompt(&self, question: &Question) -> &str {
        let own = self.words.get(&format!("{}-online", question.id));
        if own.is_empty() { self.words.get(question.id) } else { own }
    }

    /// The solution as lines, one for each question.
    pub(super) fn solution(&self) -> Vec<String> {
        let answers = self.questions.iter().map(|question| Part::joined(&(question.solve)(self.solved, self.words)));
        (1..).zip(answers).map(|(number, answer)| format!("{number}. {answer}")).collect()
    }

    /// The tree in brackets, for readers who do not see the picture, such as `A(B(3, 5), C(2, 9))`.
    pub(super) fn in_brackets(&self) -> String {
        let mut words = String::new();
        add_in_brackets(self.solved, NodeId::ROOT, &mut words);
        words
    }
}

fn add_in_brackets(solved: &Solved, node: NodeId, words: &mut String) {
    let tree = &solved.tree;
    if let Some(probability) = tree.probability(node) {
        let _ = write!(words, "{probability}: ");
    }
    if tree.is_leaf(node) {
        *words += &solved.number(solved.value(node));
        return;
    }
    *words += &solved.name(node, "");
    words.push('(');
    for (index, child) in tree.children(node).enumerate() {
        if index > 0 {
            *words += ", ";
        }
        add_in_brackets(solved, child, words);
    }
    words.push(')');
}
