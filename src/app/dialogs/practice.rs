//! Practice in the window: a tree of an exercise, in which one marks and types, and what is right, wrong and missed. Nothing else of the tree is
//! shown, so that nothing gives the answers away.

use eframe::egui::{self, RichText, Ui};

use super::attempt::Attempt;
use super::footer::footer;
use super::form;
use super::practised::Practised;
use crate::app::prelude::*;
use crate::app::style::{fault, primary_button};
use crate::app::{Action, Job};
use crate::exercise::{Order, Paper, Sheet, Tasks, Words};
use crate::tree::Tree;

/// The width of the choice of when answers are checked.
const CHECKS_WIDTH: f32 = 170.0;

/// An exercise being answered.
pub(crate) struct Practice {
    exercise: Practised,
    job: Option<Job<Result<Lesson, String>>>,
    /// The trees so far; the last one is answered.
    lessons: Vec<Lesson>,
    error: Option<String>,
    checks: Checks,
    hints: usize,
    /// When it is over: the tree that is looked at again.
    over: Option<usize>,
    /// Whether it was to be closed while answers would be lost, which is asked about.
    asks_to_close: bool,
}

/// When answers are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Checks {
    EachQuestion,
    AtTheEnd,
}

/// The tasks of a tree with what was answered.
struct Lesson {
    heading: String,
    tree: Tree,
    /// How the tree is searched.
    introduction: String,
    attempts: Vec<Attempt>,
    /// The current one.
    at: usize,
    is_from_right: bool,
}

/// What a lesson offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Answers are checked question by question.
    Checking,
    /// Answers are given, and not checked yet.
    Answering,
    /// Answers are looked at.
    Over,
}

impl Practice {
    pub(crate) fn new(ctx: &egui::Context, exercise: Practised) -> Practice {
        let mut practice = Practice {
            exercise,
            job: None,
            lessons: Vec::new(),
            error: None,
            checks: Checks::EachQuestion,
            hints: 0,
            over: None,
            asks_to_close: false,
        };
        practice.start(ctx);
        practice
    }

    /// Draws the tree and searches it, on a thread.
    fn start(&mut self, ctx: &egui::Context) {
        let exercise = self.exercise.clone();
        self.job = Some(Job::start(ctx, "plyscope exercise", move |_| {
            let ((solved, questions), words) = (exercise.solved()?, Words::default());
            let tasks = Tasks::new(&solved, &questions, &words).map_err(|error| error.to_string())?;
            let sheet = Sheet { solved: &solved, questions: &questions, words: &words, paper: Paper::A4 };
            Ok(Lesson {
                heading: exercise.heading(),
                tree: tasks.tree,
                introduction: sheet.introduction(),
                attempts: tasks.tasks.into_iter().map(Attempt::new).collect(),
                at: 0,
                is_from_right: exercise.order() == Order::Right,
            })
        }));
    }

    fn advance(&mut self) {
        match Job::take(&mut self.job).map(|result| result.unwrap_or_else(Err)) {
            Some(Ok(lesson)) => self.lessons.push(lesson),
            Some(Err(error)) => self.error = Some(error),
            None => {}
        }
    }

    fn attempts(&self) -> impl Iterator<Item = &Attempt> {
        self.lessons.iter().flat_map(|lesson| &lesson.attempts)
    }

    /// The points so far, and the most that there were in what was checked.
    fn score(&self) -> (usize, usize) {
        self.attempts().filter_map(|attempt| attempt.counted).fold((0, 0), sum)
    }

    /// Closes, or asks first if answers would be lost, and goes on if that was asked.
    pub(crate) fn close(&mut self, ctx: &egui::Context) {
        let loses = self.over.is_none() && (self.score().1 > 0 || self.attempts().any(Attempt::has_answers));
        self.asks_to_close = loses && !self.asks_to_close;
        if !loses {
            ctx.ask(Action::CloseModal);
        }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        self.advance();
        if self.over.is_some() {
            return self.result(ui);
        }
        ui.heading(self.exercise.heading());
        if let Some(error) = &self.error {
            fault(ui, error);
        } else if self.job.is_some() {
            ui.spinner();
        } else if let Some(lesson) = self.lessons.last_mut() {
            let mode = if self.checks == Checks::AtTheEnd { Mode::Answering } else { Mode::Checking };
            self.hints += usize::from(lesson.ui(ui, mode));
        }
        if self.asks_to_close { self.question(ui) } else { self.buttons(ui) }
    }

    /// Asks whether the answers may be lost.
    fn question(&mut self, ui: &mut Ui) {
        footer(ui, &mut |ui| {
            ui.label("Close, and lose your answers and points?");
            ui.button("Close without a result").asks_for(Action::CloseModal);
            if ui.button("Go on").clicked() {
                self.asks_to_close = false;
            }
        });
    }

    fn buttons(&mut self, ui: &mut Ui) {
        let (points, most) = self.score();
        footer(ui, &mut |ui| {
            if let Some(next) = self.exercise.next()
                && ui.add_enabled(self.job.is_none(), egui::Button::new("Another tree")).clicked()
            {
                self.exercise = next;
                self.error = None;
                self.start(ui.ctx());
            }
            if ui.button("End").clicked() {
                self.end();
            }
            if ui.button("Close").clicked() {
                self.close(ui.ctx());
            }
            ui.label("Checked");
            let checks = [("question by question", Checks::EachQuestion), ("at the end", Checks::AtTheEnd)];
            ui.spacing_mut().combo_width = CHECKS_WIDTH;
            form::choose(ui, "Checked", &mut self.checks, &checks);
            if most > 0 {
                ui.weak(format!("{points} of {most} points"));
            }
        });
    }

    /// Ends: what is not checked yet is checked now if everything is checked at the end.
    fn end(&mut self) {
        self.job = None;
        if self.checks == Checks::AtTheEnd {
            for attempt in self.lessons.iter_mut().flat_map(|lesson| &mut lesson.attempts) {
                attempt.check();
            }
        }
        self.over = Some(self.lessons.len().saturating_sub(1));
    }

    /// The score, and the answers to look at again.
    fn result(&mut self, ui: &mut Ui) {
        let (points, most) = self.score();
        ui.heading("Result");
        ui.label(RichText::new(format!("{points} of {most} points")).size(22.0).strong());
        ui.weak(crate::format::count(self.hints as u64, "hint", "hints"));
        let mut shown = self.over.unwrap_or_default();
        if self.lessons.len() > 1 {
            ui.horizontal_wrapped(|ui| {
                for (index, lesson) in self.lessons.iter().enumerate() {
                    let (points, most) = lesson.score();
                    let name = format!("{} {points}/{most}", lesson.heading);
                    if ui.selectable_label(index == shown, name).clicked() {
                        shown = index;
                    }
                }
            });
        }
        self.over = Some(shown);
        if let Some(lesson) = self.lessons.get_mut(shown) {
            lesson.ui(ui, Mode::Over);
        }
        footer(ui, &mut |ui| ui.button("Close").asks_for(Action::CloseModal));
    }
}

fn sum((points, most): (usize, usize), (more, of): (usize, usize)) -> (usize, usize) {
    (points + more, most + of)
}

impl Lesson {
    fn score(&self) -> (usize, usize) {
        self.attempts.iter().filter_map(|attempt| attempt.counted).fold((0, 0), sum)
    }

    /// Shows the question; whether a hint was given.
    fn ui(&mut self, ui: &mut Ui, mode: Mode) -> bool {
        let count = self.attempts.len();
        ui.weak(&self.introduction);
        ui.line(&mut |ui| {
            for index in 0..count {
                let counted = self.attempts[index].counted;
                let sign = counted.map_or_else(String::new, |(points, most)| format!(" {points}/{most}"));
                if ui.selectable_label(index == self.at, format!("Question {}{sign}", index + 1)).clicked() {
                    self.at = index;
                }
            }
        });
        let Some(attempt) = self.attempts.get_mut(self.at) else { return false };
        let words = Words::default();
        ui.label(RichText::new(words.get(&attempt.task.asked())).strong());
        let how = words.get(&format!("how-{}", attempt.task.kind.id()));
        if !how.is_empty() {
            ui.weak(how);
        }
        let is_locked = mode == Mode::Over;
        attempt.tree(ui, &self.tree, is_locked);
        let is_typed = attempt.task.kind.is_typed() && attempt.fields(ui, &self.tree);
        if is_typed && mode == Mode::Checking && !attempt.is_checked() {
            attempt.check();
        }
        let is_hint = self.buttons(ui, mode);
        if let Some(attempt) = self.attempts.get(self.at) {
            attempt.told(ui, &self.tree);
        }
        is_hint
    }

    /// What can be done with a question; whether a hint was given.
    fn buttons(&mut self, ui: &mut Ui, mode: Mode) -> bool {
        let (count, mut is_hint) = (self.attempts.len(), false);
        ui.line(&mut |ui| {
            let Some(attempt) = self.attempts.get_mut(self.at) else { return };
            let was_checked = attempt.is_checked();
            if was_checked {
                if mode == Mode::Checking && ui.button("Try again").clicked() {
                    attempt.retry();
                }
            } else if mode == Mode::Checking && primary_button(ui, true, "Check").clicked() {
                attempt.check();
            } else if mode != Mode::Over && ui.button("Hint").clicked() {
                is_hint = attempt.give_hint(self.is_from_right);
            }
            let is_last = self.at + 1 >= count;
            let next = "Next question";
            if !is_last && (if was_checked { primary_button(ui, true, next) } else { ui.button(next) }).clicked() {
                self.at += 1;
            }
        });
        is_hint
    }
}
