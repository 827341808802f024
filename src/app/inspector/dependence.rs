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
    /// By the numbers of the document and its tree, and the leaf.
    job: LatestJob<(u64, u64, NodeId), Vec<String>>,
}

impl DependencePanel {
    /// Shows the sentences under the slider.
    pub(crate) fn ui(&mut self, ui: &mut Ui, document: &Document, leaf: NodeId) {
        let tree = Arc::clone(&document.tree);
        let question = (document.serial, tree.identity(), leaf);
        self.job.answer(ui.ctx(), question, move |_| match Dependence::of(&tree, leaf) {
            Some(dependence) => dependence.sentences(&tree),
            None if leaf == NodeId::ROOT => Vec::new(),
            None => vec!["What depends on this leaf depends on an unknown leaf as well.".into()],
        });
        let said = match self.job.last() {
            Some(((serial, _, of), Ok(said))) if (*serial, *of) == (document.serial, leaf) => said.as_slice(),
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
