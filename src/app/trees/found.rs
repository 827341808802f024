//! A tree on which two searches differ, which opens with their difference.

use std::sync::Arc;

use eframe::egui::Context;

use super::{AlgorithmRun, Opened, Source};
use crate::app::{Plyscope, Settings};
use crate::experiment;
use crate::experiment::separate::{Contender, Question, Separation};
use crate::format::{count, sentence};
use crate::progress::Progress;
use crate::search::{Algorithm, TraceName};
use crate::tree::Tree;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundTree {
    question: Question,
    separation: Separation,
    /// How many trees were tried.
    tried: u64,
}

impl FoundTree {
    pub(crate) fn new(question: Question, separation: Separation, tried: u64) -> FoundTree {
        FoundTree { question, separation, tried }
    }

    /// The command that finds it again.
    pub(crate) fn command(&self) -> String {
        self.question.command()
    }

    /// The two searches as panes show them. Panes follow one rule, so that under another one the first search is a finished run with a name
    /// of its own.
    pub(super) fn shown(&self) -> [Algorithm; 2] {
        let [first, second] = self.question.searches;
        [self.name_apart().map_or(first.algorithm, Algorithm::of_trace), second.algorithm]
    }

    /// The name of the first search, if it follows another rule than the second.
    fn name_apart(&self) -> Option<TraceName> {
        let Contender { algorithm, cutoff } = self.question.searches[0];
        let is_apart = self.question.common_rule().is_none();
        is_apart.then(|| TraceName::new(&format!("{algorithm}@{}", cutoff.id())))
    }

    pub(super) fn opened(&self, source: &Source, progress: &Progress) -> Opened {
        let tree = self.question.named(self.separation.tree.clone());
        let traced = self.name_apart().map(|name| self.run_apart(name, &tree, progress));
        Opened { traced, note: Some(self.in_words()), ..Opened::new(tree, source.clone()) }
    }

    fn run_apart(&self, name: TraceName, tree: &Tree, progress: &Progress) -> AlgorithmRun {
        let Contender { algorithm, cutoff } = self.question.searches[0];
        let settings = experiment::Settings { cutoff, ..experiment::Settings::default() };
        AlgorithmRun::apart(name, algorithm, &Arc::new(tree.clone()), settings, progress)
    }

    /// What was found.
    fn in_words(&self) -> String {
        let tried = count(self.tried, "tree was tried", "trees were tried");
        sentence(&format!("{}; {tried}.", self.separation.in_words()))
    }
}

impl Plyscope {
    /// Opens a tree on which two searches differ, under the rule of the second.
    pub(crate) fn open_found(&mut self, ctx: &Context, found: Arc<FoundTree>) {
        let question = &found.question;
        let cutoff = question.common_rule().unwrap_or(question.searches[1].cutoff);
        let settings = self.model.settings;
        self.model.settings = Settings { root: None, cutoff, depth: None, ..settings };
        self.load(ctx, Source::Found(found));
    }
}
