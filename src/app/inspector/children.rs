//! The order of a node's children, and what it costs alpha-beta.

use std::sync::Arc;

use eframe::egui::{Label, Ui};

use crate::app::prelude::*;
use crate::app::style::{capitalised, compact};
use crate::app::trees::Document;
use crate::app::{EditAction, LatestJob, Settings};
use crate::experiment;
use crate::experiment::reorder::{Orders, Reordering};
use crate::format::{evaluations, four_digits, grouped};
use crate::tree::NodeId;
use crate::tree::edit::{ChildOrder, Edit};

/// The orders that can be chosen, and the evaluations of alpha-beta in each.
#[derive(Default)]
pub(crate) struct ChildrenPanel {
    job: LatestJob<(u64, NodeId, experiment::Settings), Option<Reordering>>,
}

impl ChildrenPanel {
    /// Stops trying orders, since they are not shown.
    pub(crate) fn stop(&mut self) {
        self.job = LatestJob::default();
    }

    /// Shows the orders of a node with several children.
    pub(crate) fn ui(&mut self, ui: &mut Ui, document: &Document, settings: Settings, node: NodeId) {
        if document.tree.children(node).nth(1).is_none() {
            self.stop();
            return;
        }
        ui.add_space(4.0);
        ui.lines(&mut |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.weak("sort");
            for &(order, title) in &ChildOrder::ALL {
                let blocked = order.blocked(&document.tree, node);
                let mut button = ui.add_enabled(blocked.is_none(), compact(capitalised(title)));
                if let Some(reason) = blocked {
                    button = button.disabled_tip(&capitalised(reason));
                }
                button.tip(order.explanation()).asks_for(EditAction::Change(Edit::Sort(node, order)));
            }
        });
        let (tree, settings) = (Arc::clone(&document.tree), settings.of_run());
        let answer = self.job.answer(ui.ctx(), (tree.identity(), node, settings), move |progress| {
            Reordering::of(&tree, node, settings, progress)
        });
        let search = experiment::pruning(&document.tree).name();
        let text = match answer {
            None => format!("{search} is trying the orders of these children…"),
            Some(Ok(Some(reordering))) => sentence(search, reordering),
            Some(Ok(None)) => format!("{search} finds no value here, so its cost is unknown."),
            Some(Err(fault)) => fault.clone(),
        };
        ui.add(Label::new(text).wrap());
    }
}

/// The evaluations in words.
fn sentence(search: &str, Reordering { now, orders }: &Reordering) -> String {
    let now = evaluations(*now);
    match orders {
        Orders::All { least, most, .. } if least == most => {
            format!("{search}: {now}; in every order of these children {}.", grouped(*least))
        }
        Orders::All { count: 2, least, most, .. } => {
            format!("{search}: {now}; in the two orders of these children {} and {}.", grouped(*least), grouped(*most))
        }
        Orders::All { count, least, most, mean } => format!(
            "{search}: {now}; over all {} orders of these children {} to {}, on average {}.",
            grouped(*count),
            grouped(*least),
            grouped(*most),
            four_digits(*mean),
        ),
        Orders::Extremes { best_first, worst_first } => format!(
            "{search}: {now}; with these children best first {}, worst first {}.",
            grouped(*best_first),
            grouped(*worst_first),
        ),
    }
}
