//! The dialog that finds the smallest tree on which two searches differ.

use std::sync::Arc;

use eframe::egui::{RichText, Ui};

use super::footer::footer;
use super::form::{self, choose, number, row};
use super::number::{parameter_field, values};
use crate::app::prelude::*;
use crate::app::style::{fault, primary_button, theme};
use crate::app::trees::FoundTree;
use crate::app::{Action, FileAction, Job};
use crate::experiment::separate::{Contender, Difference, Found, MOST_LEAVES, Question, separate};
use crate::format::{count, grouped, sentence};
use crate::progress::Progress;
use crate::search::catalogue::{Entry, Parameter};
use crate::search::{Algorithm, Catalogue, CutoffRule};
use crate::tree::Value;

/// The most random trees.
const MOST_RANDOM: u64 = 1_000_000_000;
/// The width of the choice of an algorithm, beside that of its rule.
const ALGORITHM_WIDTH: f32 = 196.0;
const RULE_WIDTH: f32 = 96.0;

/// What was chosen last.
#[derive(Clone)]
pub(crate) struct FindTreeChoices {
    searches: [SearchChoice; 2],
    difference: Difference,
    leaves: u32,
    random: u64,
    seed: u64,
}

impl Default for FindTreeChoices {
    fn default() -> FindTreeChoices {
        FindTreeChoices {
            searches: [Algorithm::ALPHA_BETA, Algorithm::SSS_STAR].map(|search| SearchChoice::new(search.entry())),
            difference: Difference::Leaf,
            leaves: 4,
            random: 100_000,
            seed: 1,
        }
    }
}

impl FindTreeChoices {
    /// What is asked for, or what is wrong with it.
    fn question(&self) -> Result<Question, String> {
        let FindTreeChoices { searches: [first, second], difference, leaves, random, seed } = self;
        let searches = [first.contender()?, second.contender()?];
        let question =
            Question { searches, difference: *difference, most_leaves: *leaves, random: *random, seed: *seed };
        question.check().map(|()| question).map_err(|error| format!("{}.", sentence(&error)))
    }
}

/// A search as it is chosen: an algorithm with the texts of its options, and a rule.
#[derive(Clone)]
struct SearchChoice {
    entry: &'static Entry,
    texts: Vec<String>,
    cutoff: CutoffRule,
}

impl SearchChoice {
    fn new(entry: &'static Entry) -> SearchChoice {
        let text = |parameter: &Parameter| parameter.write(Value::from(parameter.default.unwrap_or(0)));
        SearchChoice { entry, texts: entry.parameters.iter().map(text).collect(), cutoff: CutoffRule::NonStrict }
    }

    fn contender(&self) -> Result<Contender, String> {
        let values = values(self.entry, &self.texts)?;
        let algorithm = Algorithm::numbered(self.entry, &values);
        let algorithm = algorithm.ok_or_else(|| format!("{} needs other values of its options.", self.entry.name))?;
        Ok(Contender { algorithm, cutoff: self.cutoff })
    }

    /// The rows of a grid in which it is chosen.
    fn rows(&mut self, ui: &mut Ui, label: &str) {
        let mut entry = self.entry;
        row(ui, label, &mut |ui| {
            ui.spacing_mut().combo_width = ALGORITHM_WIDTH;
            let entries: Vec<_> = Catalogue::BUILT_IN.named().map(|entry| (entry.name, entry)).collect();
            form::choose_kind(ui, label, &mut entry, &entries, |a, b| a.id == b.id);
            ui.spacing_mut().combo_width = RULE_WIDTH;
            let rules = [("non-strict", CutoffRule::NonStrict), ("strict", CutoffRule::Strict)];
            choose(ui, &format!("Rule of the {}", label.to_lowercase()), &mut self.cutoff, &rules);
        });
        if entry.id != self.entry.id {
            *self = SearchChoice { cutoff: self.cutoff, ..SearchChoice::new(entry) };
        }
        for (parameter, text) in self.entry.parameters.iter().zip(&mut self.texts) {
            row(ui, "", &mut |ui| {
                parameter_field(ui, parameter, text);
            });
        }
    }
}

/// The dialog.
pub(crate) struct FindTreeForm {
    /// What is chosen, also for the next time.
    pub(crate) choices: FindTreeChoices,
    work: Work,
}

/// What the dialog does.
enum Work {
    Idle,
    Finding(Job<Option<Found>>, Question),
    /// No tree was found for a question, for this reason; whether that is a fault.
    Nothing {
        of: Question,
        why: String,
        is_fault: bool,
    },
}

impl Work {
    /// What is left of a job that is given up; dropping it ends it.
    fn cancelled(job: &Job<Option<Found>>, of: Question) -> Work {
        let why = format!("Cancelled: {}, without a difference.", tried(job.progress()));
        Work::Nothing { of, why, is_fault: false }
    }
}

impl FindTreeForm {
    pub(crate) fn new(choices: FindTreeChoices) -> FindTreeForm {
        FindTreeForm { choices, work: Work::Idle }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading("Find a tree on which two searches differ");
        ui.label("The tree with the fewest leaves, and then the fewest nodes, opens with the difference of the two.");
        ui.add_space(8.0);
        let is_idle = !matches!(self.work, Work::Finding(..));
        ui.available_if(is_idle, &mut |ui| self.fields(ui));
        ui.add_space(8.0);
        let question = self.choices.question();
        self.result(ui, &question);
        self.buttons(ui, question.ok());
    }

    fn fields(&mut self, ui: &mut Ui) {
        let FindTreeChoices { searches: [first, second], difference, leaves, random, seed } = &mut self.choices;
        form::grid(ui, "find a tree", &mut |ui| {
            first.rows(ui, "First search");
            second.rows(ui, "Second search");
            row(ui, "Difference", &mut |ui| {
                let differences = [
                    ("a leaf that the second does not evaluate", Difference::Leaf),
                    ("more evaluations than the second makes", Difference::Evaluations),
                ];
                choose(ui, "Difference", difference, &differences);
            });
            row(ui, "All trees", &mut |ui| {
                ui.label("with up to");
                number(ui, "Leaves", leaves, 1..=MOST_LEAVES);
                ui.label(if *leaves == 1 { "leaf" } else { "leaves" });
            });
            row(ui, "Random trees", &mut |ui| {
                number(ui, "Random trees", random, 0..=MOST_RANDOM);
                ui.label("from seed");
                form::seed(ui, "Seed", seed, u64::MAX);
            });
        });
    }

    /// What will be tried, how far it is, or what came of it.
    fn result(&mut self, ui: &mut Ui, question: &Result<Question, String>) {
        self.take_found(ui);
        match (&self.work, question) {
            (Work::Finding(job, _), _) => {
                form::progress(ui, job.progress(), tried(job.progress()));
            }
            (_, Err(why)) => fault(ui, why),
            (Work::Nothing { of, why, is_fault }, Ok(question)) if of == question => {
                let why = RichText::new(why);
                ui.label(if *is_fault { why.color(theme::bad(ui.visuals())) } else { why });
            }
            (_, Ok(question)) => {
                ui.weak(format!("At most {} will be tried.", count(question.trees(), "tree", "trees")));
            }
        }
    }

    /// Opens the tree that the job has found, or says that there is none.
    fn take_found(&mut self, ui: &Ui) {
        let Work::Finding(job, question) = &self.work else { return };
        let Some(result) = job.poll() else { return };
        let of = *question;
        self.work = match result {
            Err(why) => Work::Nothing { of, why, is_fault: true },
            Ok(None) => Work::cancelled(job, of),
            Ok(Some(Found { separation: None, tried })) => {
                let why = format!("{}.", sentence(&of.without_answer(tried, Contender::title)));
                Work::Nothing { of, why, is_fault: false }
            }
            Ok(Some(Found { separation: Some(separation), tried })) => {
                let found = Arc::new(FoundTree::new(of, separation, tried));
                ui.close_and_ask(FileAction::OpenFound(found));
                Work::Idle
            }
        };
    }

    fn buttons(&mut self, ui: &mut Ui, question: Option<Question>) {
        let is_finding = matches!(self.work, Work::Finding(..));
        let question = question.filter(|_| !is_finding);
        let is_entered = form::is_entered(ui);
        footer(ui, &mut |ui| {
            let find = primary_button(ui, question.is_some(), "Find");
            let end = ui.button(if is_finding { "Cancel" } else { "Close" });
            if let Some(question) = question.filter(|_| find.clicked() || is_entered) {
                let job = Job::start(ui.ctx(), "plyscope find", move |progress| separate(&question, progress));
                self.work = Work::Finding(job, question);
            } else if end.clicked() {
                match &self.work {
                    Work::Finding(job, asked) => self.work = Work::cancelled(job, *asked),
                    _ => ui.ask(Action::CloseModal),
                }
            }
        });
    }
}

/// How many trees were tried so far.
fn tried(progress: &Progress) -> String {
    format!("{} of {} tried", grouped(progress.done()), count(progress.total(), "tree", "trees"))
}
