//! Questions as a learning platform asks them: fields, each of which it can judge by itself.

use std::fmt::Write as _;

use super::{Part, Question, Sheet, Solved, Unfit, Words};
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
    /// One or more of the choices that are right, and no other.
    Any(Vec<Choice>),
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Whether it is right.
    pub worth: Worth,
}

/// Whether a choice is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// It may be chosen or not.
    Either,
}

impl Worth {
    pub(super) fn of(is_right: bool) -> Worth {
        if is_right { Worth::Right } else { Worth::Wrong }
    }
}

impl Asks {
    /// One of these choices. If there is a single one, another is added that is wrong.
    pub(super) fn one_of(mut choices: Vec<Choice>, words: &Words) -> Asks {
        if choices.len() < 2 {
            choices.push(Choice { name: words.get("none").to_owned(), worth: Worth::Wrong });
        }
        Asks::One(choices)
    }

    /// All right ones of these choices, or the one after them that says that none is.
    pub(super) fn all_of(mut choices: Vec<Choice>, words: &Words) -> Asks {
        let has = |worth| choices.iter().any(|choice: &Choice| choice.worth == worth);
        let (has_right, has_either) = (has(Worth::Right), has(Worth::Either));
        // Where nothing must be chosen, each one that may be is as good as the one that says that none is right.
        for choice in choices.iter_mut().filter(|choice| choice.worth == Worth::Either && !has_right) {
            choice.worth = Worth::Right;
        }
        let none = Choice { name: words.get("none").to_owned(), worth: Worth::of(!has_right) };
        choices.push(none);
        if has_either && !has_right { Asks::Any(choices) } else { Asks::All(choices) }
    }

    /// The share of the points that each right choice is worth, and that a wrong one takes away.
    pub(super) fn share(&self) -> f64 {
        match self {
            Asks::Number(_) | Asks::One(_) | Asks::Any(_) => 1.0,
            Asks::All(choices) => {
                1.0 / choices.iter().filter(|choice| choice.worth == Worth::Right).count().max(1) as f64
            }
        }
    }
}

/// The largest difference from a number that still counts as right.
pub(super) fn tolerance(number: Value) -> f64 {
    if number.get().fract() == 0.0 { 0.0 } else { ROUNDED }
}

impl Sheet<'_> {
    /// The fields of a question on a learning platform.
    pub fn fields(&self, question: &Question) -> Result<Vec<Field>, Unfit> {
        let Question { id, fields, .. } = question;
        let unjudged = || {
            Unfit::new(format!(
                "--question {id}: has many right answers, which a learning platform cannot judge; leave it out"
            ))
        };
        Ok(fields.ok_or_else(unjudged)?(self.solved, self.words))
    }

    /// The words of a question on a learning platform, without its points.
    pub fn prompt(&self, question: &Question) -> &str {
        let own = self.words.get(&question.key("-online", self.solved.tree.has_chance()));
        if own.is_empty() { self.text(question) } else { own }
    }

    /// The solution as lines, one for each question.
    pub(super) fn solution(&self) -> Vec<String> {
        let answers = self.questions.iter().map(|question| Part::joined(&self.parts(question)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_must_be_chosen_what_may_be_is_as_good_as_none() {
        let choice = |name: &str, worth| Choice { name: name.to_owned(), worth };
        let words = Words::default();
        let asks = Asks::all_of(vec![choice("a", Worth::Wrong), choice("b", Worth::Either)], &words);
        let all = ["a", "b", "none"].into_iter().zip([Worth::Wrong, Worth::Right, Worth::Right]);
        assert_eq!(asks, Asks::Any(all.map(|(name, worth)| choice(name, worth)).collect()));
        assert_eq!(asks.share(), 1.0);
        let asks = Asks::all_of(vec![choice("a", Worth::Right), choice("b", Worth::Either)], &words);
        let all = ["a", "b", "none"].into_iter().zip([Worth::Right, Worth::Either, Worth::Wrong]);
        assert_eq!(asks, Asks::All(all.map(|(name, worth)| choice(name, worth)).collect()));
    }
}
