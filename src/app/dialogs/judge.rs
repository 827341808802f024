//! The dialog that judges a program: runs it on trees, and shows the smallest one that it gets wrong.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{self, DragValue, Grid, RichText, Role, ScrollArea, TextEdit, Ui};

use super::footer::footer;
use super::form::{self, choose, number, row};
use crate::app::prelude::*;
use crate::app::style::{accessible_name, capitalised, fault, number_field, primary_button, theme};
use crate::app::{Action, FileAction, Job, focus, keys};
use crate::experiment::judge::{Drawn, Found, Judgement, Program, Standard, Tally, Trees, end_all, judge, line};
use crate::format::{self, count, grouped};
use crate::generate::Leaves;
use crate::search::{Algorithm, CutoffRule};
use crate::session::{Judged, SESSION};
use crate::tree::Tree;

/// The most random trees.
const MOST_TREES: u32 = 1_000_000;
/// The most characters of the tree that are shown.
const MOST_SHOWN: usize = 600;
/// The height of the result, which scrolls.
const RESULT: f32 = 230.0;

/// What was chosen last.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgeChoices {
    /// The program and its arguments, as they are typed in a shell.
    command: String,
    reads_lines: bool,
    /// The algorithm whose evaluations it should make.
    algorithm: Option<Algorithm>,
    trees: u32,
    seed: u64,
    seconds: f64,
    /// Whether the open tree comes before the random ones.
    takes_open: bool,
}

impl Default for JudgeChoices {
    fn default() -> JudgeChoices {
        JudgeChoices {
            command: String::new(),
            reads_lines: false,
            algorithm: None,
            trees: 200,
            seed: 1,
            seconds: 10.0,
            takes_open: false,
        }
    }
}

/// The dialog.
pub(crate) struct JudgeForm {
    /// What is chosen, also for the next time.
    pub(crate) choices: JudgeChoices,
    /// The open tree, if a program can be judged on it.
    open: Option<Arc<Tree>>,
    cutoff: CutoffRule,
    work: Work,
}

/// What the dialog does.
enum Work {
    Idle,
    Judging(Judging),
    /// What came of it, and with what the program was compared.
    Over(Box<Result<Judgement, String>>, Standard),
}

/// A program that is being judged. It is ended when this is dropped.
struct Judging {
    job: Job<Result<Judgement, String>>,
    standard: Standard,
}

impl Drop for Judging {
    fn drop(&mut self) {
        self.job.cancel();
        drop(end_all());
    }
}

impl JudgeForm {
    pub(crate) fn new(choices: JudgeChoices, open: Option<Arc<Tree>>, cutoff: CutoffRule) -> JudgeForm {
        JudgeForm { choices, open, cutoff, work: Work::Idle }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading("Judge a program");
        ui.label("It is run on trees and compared with what is right. Where it is wrong, the tree is made as small as possible.");
        ui.add_space(6.0);
        let is_judging = matches!(self.work, Work::Judging(_));
        let mut is_entered = false;
        ui.add_enabled_ui(!is_judging, |ui| is_entered = self.fields(ui));
        ui.add_space(6.0);
        self.result(ui);
        self.buttons(ui, is_entered);
    }

    /// Returns whether Enter was pressed in the field of the program.
    fn fields(&mut self, ui: &mut Ui) -> bool {
        let mut is_entered = false;
        let JudgeChoices { command, reads_lines, algorithm, trees, seed, seconds, takes_open } = &mut self.choices;
        let has_open = self.open.is_some();
        form::grid(ui, "judge", &mut |ui| {
            row(ui, "Program", &mut |ui| {
                let field =
                    TextEdit::singleline(command).desired_width(form::CHOICE_WIDTH).hint_text("python3 search.py");
                let field = ui.add(field);
                accessible_name(&field, Role::TextInput, "Program");
                is_entered = keys::is_entered(&field);
                if focus::is_nowhere(ui.ctx()) && command.is_empty() {
                    field.request_focus();
                }
                field.tip("The command with its arguments, as in a shell; “ ” and ' ' keep words together, and {} stands for a file with the tree");
            });
            row(ui, "Compare", &mut |ui| {
                let titles = Algorithm::ALL.map(|algorithm| format!("also the leaves of {}", algorithm.name()));
                let leaves = titles.iter().map(String::as_str).zip(Algorithm::ALL.map(Some));
                let choices: Vec<_> = [("value and best move", None)].into_iter().chain(leaves).collect();
                choose(ui, "Compare", algorithm, &choices);
            });
            row(ui, "Random trees", &mut |ui| {
                number(ui, "Random trees", trees, 1..=MOST_TREES);
                ui.label("from seed");
                form::seed(ui, "Seed", seed, u64::MAX);
            });
            row(ui, "Time for a tree", &mut |ui| {
                let field = DragValue::new(seconds).range(0.1..=3600.0).speed(0.1).suffix(" s");
                number_field(ui, field, "Seconds for a tree");
            });
            row(ui, "", &mut |ui| {
                let tip = "Start the program once and send it a tree a line; it answers with a line each";
                ui.checkbox(reads_lines, "One process for all trees").tip(tip);
            });
            if has_open {
                row(ui, "", &mut |ui| {
                    ui.checkbox(takes_open, "The open tree first");
                });
            }
        });
        let folder = std::env::current_dir().map_or_else(|_| String::new(), |folder| folder.display().to_string());
        ui.weak(format!(
            "It reads one line of JSON, such as [[3, 12], [2, 9]], and writes the value. It runs in {folder}"
        ));
        is_entered
    }

    /// How far it is, or what came of it.
    fn result(&mut self, ui: &mut Ui) {
        if let Work::Judging(Judging { job, standard }) = &self.work
            && let Some(result) = job.poll()
        {
            let (result, standard) = (result.unwrap_or_else(Err), *standard);
            self.work = Work::Over(Box::new(result), standard);
        }
        match &self.work {
            Work::Idle => {}
            Work::Judging(Judging { job, .. }) => {
                let progress = job.progress();
                let text = format!("{} of {}", grouped(progress.done()), count(progress.total(), "tree", "trees"));
                form::progress(ui, progress, text);
            }
            Work::Over(result, standard) => match result.as_ref() {
                Err(error) => fault(ui, error),
                Ok(judged) => {
                    let scroll = ScrollArea::vertical().max_height(RESULT).auto_shrink([false, true]);
                    scroll.show_in(ui, &mut |ui| of_judgement(ui, judged));
                    if let Some(found) = &judged.found
                        && ui.button("Show the searches on this tree").clicked()
                    {
                        show(ui, found, *standard);
                    }
                }
            },
        }
    }

    fn buttons(&mut self, ui: &mut Ui, is_entered: bool) {
        footer(ui, &mut |ui| {
            if matches!(self.work, Work::Judging(_)) {
                if ui.button("Stop").clicked() {
                    self.work = Work::Idle;
                }
            } else {
                let words = words(&self.choices.command);
                let start =
                    primary_button(ui, words.is_some(), "Judge").disabled_tip("Write the command of a program first");
                if let Some(words) = words.filter(|_| start.clicked() || is_entered) {
                    ui.ask(Action::KeepJudge(self.choices.clone()));
                    self.work = self.start(ui.ctx(), words);
                }
            }
            ui.button("Close").asks_for(Action::CloseModal);
        });
    }

    fn start(&self, ctx: &egui::Context, words: Vec<String>) -> Work {
        let JudgeChoices { reads_lines, algorithm, trees, seed, seconds, takes_open, .. } = self.choices;
        let standard = Standard { algorithm, cutoff: self.cutoff };
        let open = self.open.clone().filter(|_| takes_open);
        let mut words = words.into_iter().map(OsString::from);
        let program = Program {
            name: words.next().unwrap_or_default(),
            arguments: words.collect(),
            reads_lines,
            timeout: Duration::from_secs_f64(seconds),
            most_bytes: Program::MOST_BYTES,
        };
        let job = Job::start(ctx, "plyscope judge", move |progress| {
            let mut all = Trees::new();
            let drawn =
                Drawn { count: trees as usize, seed, branching: 1..=3, depth: 1..=4, leaves: Leaves::Integers(10) };
            let made = open.map_or(Ok(()), |tree| all.add(&tree)).and_then(|()| all.draw(drawn));
            made.map_err(|error| error.to_string())?;
            judge(&program, &standard, Arc::new(all), progress).map_err(|error| error.to_string())
        });
        Work::Judging(Judging { job, standard })
    }
}

/// The words of a command: separated by spaces, except between quotation marks. `None` if there is none or a mark is not closed.
fn words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut mark) = (Vec::new(), None::<String>, None);
    for char in command.chars() {
        match (char, mark) {
            (char, Some(closing)) if char == closing => mark = None,
            ('"' | '\'', None) => {
                mark = Some(char);
                word.get_or_insert_default();
            }
            (char, None) if char.is_whitespace() => words.extend(word.take()),
            (char, _) => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    (mark.is_none() && words.first().is_some_and(|name| !name.is_empty())).then_some(words)
}

/// What was found, in words and as a table.
fn of_judgement(ui: &mut Ui, judged: &Judgement) {
    let trees = |number: usize| count(number as u64, "tree", "trees");
    match &judged.found {
        None => match judged.uncompared_in_words() {
            Some(words) => {
                ui.label(format!("{}.", capitalised(&words)));
            }
            None => {
                ui.label(RichText::new(format!("Right on {}.", trees(judged.trees))).color(theme::good(ui.visuals())));
            }
        },
        Some(found) => of_found(ui, found),
    }
    if judged.trees < judged.asked {
        ui.weak(format!("It was run on {} of {}.", grouped(judged.trees as u64), trees(judged.asked)));
    }
    ui.add_space(4.0);
    Grid::new("criteria").num_columns(4).striped(true).spacing([16.0, 4.0]).show_in(ui, &mut |ui| {
        for heading in &["criterion", "trees", "right", "first wrong"] {
            ui.weak(*heading);
        }
        ui.end_row();
        for Tally { criterion, trees, right, first_wrong } in &judged.tallies {
            ui.label(criterion.id());
            ui.label(grouped(*trees as u64));
            ui.label(grouped(*right as u64));
            ui.label(
                first_wrong.map_or_else(|| format::MISSING.into(), |tree| format!("tree {}", grouped(tree as u64))),
            );
            ui.end_row();
        }
    });
}

fn of_found(ui: &mut Ui, found: &Found) {
    let Found { number, tree, fault, habit, note, .. } = found;
    let leaves = count(tree.leaf_count() as u64, "leaf", "leaves");
    let text = format!("Wrong on tree {}. The smallest that was found has {leaves}:", grouped(*number as u64));
    ui.label(RichText::new(text).color(theme::bad(ui.visuals())));
    ui.monospace(format::clipped(&line(tree), MOST_SHOWN));
    Grid::new("found").num_columns(2).spacing([12.0, 4.0]).show_in(ui, &mut |ui| {
        for (what, text) in [("said", &fault.said), ("right", &fault.right)] {
            ui.weak(what);
            ui.label(format::visible(text));
            ui.end_row();
        }
    });
    ui.label(format::visible(&fault.why));
    for note in [habit, note].into_iter().flatten() {
        ui.label(*note);
    }
}

/// Writes the tree and the searches to a new folder among the temporary files, and opens them side by side.
fn show(ui: &Ui, found: &Found, standard: Standard) {
    let kept = || -> Result<PathBuf, String> {
        let folder =
            tempfile::Builder::new().prefix("plyscope-judged-").tempdir().map_err(|error| error.to_string())?;
        Judged { found, standard }.save(folder.path(), true).map_err(|error| error.to_string())?;
        Ok(folder.keep())
    };
    match kept() {
        Ok(folder) => ui.close_and_ask(FileAction::Open(folder.join(SESSION))),
        Err(error) => ui.ask(Action::Fail(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_by_spaces_and_kept_together_by_quotation_marks() {
        let of = |command| words(command).map(|words| words.join("|"));
        assert_eq!(of("python3  'my search.py' -d \"4\" ''").as_deref(), Some("python3|my search.py|-d|4|"));
        assert_eq!(of("a'b c'd").as_deref(), Some("ab cd"));
        assert_eq!([of(""), of("  "), of("'"), of("'' x")], [None, None, None, None]);
    }
}
