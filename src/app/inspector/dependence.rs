//! How value and move depend on the selected leaf, computed on a thread.

use std::sync::Arc;

use eframe::egui::{Label, Ui};

use crate::app::LatestJob;
use crate::app::style::whole;
use crate::app::trees::Document;
use crate::experiment::what_if::Dependence;
use crate::format::shortened_beside;
use crate::tree::{NodeId, Value};

/// The sentences about the leaf. While its value is dragged they stay the same, because they do not depend on it.
#[derive(Default)]
pub(crate) struct DependencePanel {
    job: LatestJob<(u64, NodeId), Vec<String>>,
    said: Option<((u64, NodeId), Vec<String>)>,
}

impl DependencePanel {
    /// Shows the sentences under the slider.
    pub(crate) fn ui(&mut self, ui: &mut Ui, document: &Document, leaf: NodeId) {
        let tree = Arc::clone(&document.tree);
        let answer = self.job.answer(ui.ctx(), (tree.identity(), leaf), move |_| match Dependence::of(&tree, leaf) {
            Some(dependence) => dependence.sentences(&tree),
            None if leaf == NodeId::ROOT => Vec::new(),
            None => vec!["What depends on this leaf depends on an unknown leaf as well.".into()],
        });
        let place = (document.serial, leaf);
        if let Some(Ok(sentences)) = answer {
            self.said = Some((place, sentences.clone()));
        }
        let said = match &self.said {
            Some((of, said)) if *of == place => said.as_slice(),
            _ => &[],
        };
        // What a threshold is compared with: the value of the leaf, and the other sentences.
        let value = document.tree.value(leaf).map_or_else(String::new, Value::grouped);
        let mut beside: Vec<&str> = said.iter().map(String::as_str).collect();
        beside.push(&value);
        for sentence in said {
            let short = shortened_beside(sentence, &beside);
            let label = ui.add(Label::new(&*short).wrap());
            whole(label, &short, sentence);
        }
    }
}
