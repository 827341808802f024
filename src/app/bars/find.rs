//! The bar that finds nodes and steps through the results.

use std::sync::Arc;

use eframe::egui::{self, ComboBox, TextEdit, Ui};

use crate::app::prelude::*;
use crate::app::style::{accessible_name, cross, pick, select_all};
use crate::app::trees::{AlgorithmRun, Document, Drawn};
use crate::app::{Action, LatestJob, Model, ViewAction, input, keys, ring};
use crate::experiment::find::Query;
use crate::format::grouped;
use crate::tree::NodeId;

/// A query, the tree, and the record of a search.
type Asked = (Query, u64, Option<u64>);

/// The bar.
#[derive(Default)]
pub(crate) struct FindBar {
    query: Query,
    /// The typed text, kept while something else is searched for.
    text: String,
    search: LatestJob<Asked, Option<Vec<NodeId>>>,
    /// The index of the current result.
    at: Option<usize>,
    wants_focus: bool,
    /// Whether to go to the next result, or to the previous one, as soon as there are results.
    goes: Option<bool>,
}

impl Default for Query {
    fn default() -> Query {
        Query::Text(String::new())
    }
}

impl FindBar {
    /// Puts the cursor into the field, with the text in it selected.
    pub(crate) fn focus(&mut self) {
        self.wants_focus = true;
    }

    /// Whether a query is running.
    pub(crate) fn is_busy(&self) -> bool {
        self.search.is_busy()
    }

    /// Shows the bar.
    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &Model, document: &Document) {
        self.look(ui.ctx(), model, document);
        ui.lines(&mut |ui| {
            let is_asked = self.field(ui);
            self.kind(ui);
            let enabled = !self.found().is_empty();
            let previous = ui.add_enabled(enabled, egui::Button::new("Previous"));
            let next = ui.add_enabled(enabled, egui::Button::new("Next"));
            let back = previous.tip("Go to the previous one (Shift+Enter)").clicked() || is_asked == Some(false);
            if back || next.tip("Go to the next one (Enter)").clicked() || is_asked == Some(true) {
                self.goes = Some(!back);
            }
            if let Some(forward) = self.goes.take_if(|_| !self.search.is_busy())
                && let Some(node) = self.go(forward)
            {
                ui.ask(ViewAction::SelectAndReveal(node));
            }
            // An empty label would begin a new line here.
            let status = self.status(model);
            if !status.is_empty() {
                ui.label(status);
            }
            cross(ui, "Close (Esc)", "Close the field that finds nodes").asks_for(Action::CloseFind);
        });
    }

    /// The text field; whether Enter asks for the next result, or with Shift for the previous one.
    fn field(&mut self, ui: &mut Ui) -> Option<bool> {
        let hint = "label, move, value, leaf 12, node 7";
        let field = ui.add(TextEdit::singleline(&mut self.text).hint_text(hint).desired_width(240.0));
        accessible_name(&field, egui::Role::TextInput, "Find nodes");
        if std::mem::take(&mut self.wants_focus) {
            field.request_focus();
            select_all(ui.ctx(), field.id);
        }
        if field.changed() {
            self.query = Query::Text(self.text.clone());
        }
        let entered = keys::is_entered(&field);
        if entered {
            field.request_focus();
        }
        entered.then(|| !input::now(ui.ctx()).shift)
    }

    fn kind(&mut self, ui: &mut Ui) {
        let mut queries = vec![(Query::Text(self.text.clone()), "Text")];
        queries.extend(Query::OF_SEARCHES);
        let combo = ComboBox::from_id_salt("find what").width(220.0);
        pick(ui, combo, &mut self.query, &queries).tip("What to find: a text, or what the marked algorithm did");
    }

    /// Starts a query if it changed, and takes the results.
    fn look(&mut self, ctx: &egui::Context, model: &Model, document: &Document) {
        let drawn = if self.query.is_of_search() { marked(model).and_then(|(_, drawn)| drawn) } else { None };
        let key = (self.query.clone(), document.tree.identity(), drawn.as_ref().map(|drawn| drawn.record.identity()));
        if self.search.question() != Some(&key) {
            (self.at, self.goes) = (None, None);
        }
        let (query, tree) = (self.query.clone(), Arc::clone(&document.tree));
        self.search
            .answer(ctx, key, move |progress| query.find(&tree, drawn.as_ref().map(|drawn| &drawn.record), progress));
    }

    /// The results; none while a query is running.
    fn found(&self) -> &[NodeId] {
        let last = self.search.last().filter(|_| !self.search.is_busy());
        last.and_then(|(_, found)| found.as_ref().ok()?.as_deref()).unwrap_or_default()
    }

    /// The next or previous result, wrapping around.
    fn go(&mut self, forward: bool) -> Option<NodeId> {
        let count = self.found().len();
        if count > 0 {
            self.at = Some(ring::step(count, self.at, forward));
        }
        self.found().get(self.at?).copied()
    }

    /// What to try where nothing was found.
    fn advice(&self) -> &'static str {
        if self.query.is_of_search() {
            "click the title of another pane, or look for something else"
        } else {
            "try fewer letters, or choose at the left what to find"
        }
    }

    fn status(&self, model: &Model) -> String {
        let by = match marked(model) {
            Some((run, _)) if self.query.is_of_search() => format!(" by {}", run.algorithm.title()),
            _ => String::new(),
        };
        let count = grouped(self.found().len() as u64);
        match self.at {
            _ if self.is_busy() => "searching…".to_owned(),
            _ if self.query == Query::Text(String::new()) => String::new(),
            Some(at) => format!("{} of {count}{by}", grouped(at as u64 + 1)),
            None if self.found().is_empty() => format!("nothing found{by}; {}", self.advice()),
            None => format!("{count} found{by}"),
        }
    }
}

/// The marked run, or else the first one, with its drawing.
fn marked(model: &Model) -> Option<(&AlgorithmRun, Option<Arc<Drawn>>)> {
    let run = model.focused_run().or_else(|| model.runs.iter().next())?;
    Some((run, run.drawn().cloned()))
}
