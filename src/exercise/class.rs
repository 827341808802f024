//! A class of exercises: the trees, the search and the questions, of which each seed gives one.

use super::{Conditions, Method, Question, Sheet, Side, Solved, Unmet};
use crate::draw::export::svg;
use crate::render::{self, About};

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
    pub fn solved(&self, seed: u64) -> Result<Solved, Unmet> {
        let tree = self.conditions.tree(seed, &self.method)?;
        Ok(Solved::by_any(&tree, Some(seed), self.method, self.marked)?)
    }
}

/// Sheets as a PDF with a page for each.
pub fn pdf(sheets: &[Sheet<'_>], side: Side) -> Result<Vec<u8>, String> {
    let mut pages = Vec::new();
    for sheet in sheets {
        pages.push(svg(&sheet.page(side).map_err(|error| error.to_string())?));
    }
    let title = sheets.first().map_or_else(String::new, |sheet| sheet.words.get("title").to_owned());
    render::pdf_of_pages(&pages, &About { title: &title, texts: &[] }).map_err(|error| error.to_string())
}
