//! A class of exercises: the trees, the search and the questions, of which each seed gives one.

use super::{Conditions, Method, Question, Solved, Unfit};

/// A class of exercises.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// What the trees meet.
    pub conditions: Conditions,
    /// How they are searched.
    pub method: Method,
    /// The identifiers of the questions.
    pub questions: Vec<&'static str>,
    /// The number of nodes whose windows are asked for.
    pub marked: usize,
}

impl Class {
    /// The questions.
    pub fn questions(&self) -> Vec<&'static Question> {
        self.questions.iter().filter_map(|id| Question::of_id(id)).collect()
    }

    /// The exercise of a seed.
    pub fn solved(&self, seed: u64) -> Result<Solved, Unfit> {
        let tree = self.conditions.tree(seed, &self.method)?;
        Solved::new(&tree, Some(seed), self.method, self.marked)
    }
}
