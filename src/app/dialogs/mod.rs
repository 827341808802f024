//! The modal dialogs: about Plyscope, a file's path, and the forms that make a tree.

mod algorithm_page;
mod attempt;
mod chart;
pub(crate) mod distribution_fields;
mod exercise;
pub(crate) mod file_dialog;
mod find_tree;
mod footer;
pub(crate) mod form;
pub(super) mod judge;
mod new_game;
mod new_tree;
mod number;
mod picture;
mod play_board;
mod practice;
mod practised;
mod preview;
mod properties;
mod random_tree;
mod tree_text;
mod which;

use std::path::PathBuf;

use eframe::egui::{self, Align2, Frame, Id, Modal, PointerState, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::commands::palette::Palette;
use super::commands::sheet::Sheet;
use super::experiments::PointTrees;
use super::style::{fault, primary_button, theme};
use super::{Action, FileAction, focus, keys};
use crate::app::export::ChartRequest;
use crate::app::prelude::*;
use crate::app::trees::Document;
use crate::format::{clipped, file_name};
pub(crate) use algorithm_page::AlgorithmPage;
pub(crate) use exercise::ExerciseForm;
pub(crate) use file_dialog::{FileChoice, FileRequest};
pub(crate) use find_tree::{FindTreeChoices, FindTreeForm};
pub(crate) use footer::footer;
pub(crate) use judge::{JudgeChoices, JudgeForm};
pub(crate) use new_game::{GameForm, MAX_DEPTH};
pub(crate) use new_tree::NewTreeForm;
pub(crate) use number::NumberForm;
pub(crate) use picture::PictureDialog;
pub(crate) use practice::Practice;
pub(crate) use practised::Practised;
pub(crate) use properties::PropertiesForm;
pub(crate) use random_tree::RandomTreeForm;
pub(crate) use which::Which;

/// The open dialog.
pub(crate) enum Dialog {
    About,
    Palette(Palette),
    Shortcuts(Sheet),
    Algorithm(AlgorithmPage),
    Trees(PointTrees),
    Number(NumberForm),
    RandomTree(RandomTreeForm),
    Exercise(Box<ExerciseForm>),
    Practice(Box<Practice>),
    Game(Box<GameForm>),
    Picture(Box<PictureDialog>),
    Chart(ChartRequest),
    NewTree(NewTreeForm),
    Judge(Box<JudgeForm>),
    FindTree(Box<FindTreeForm>),
    Properties(PropertiesForm),
    /// A path being typed, and why there is no native dialog.
    Path {
        text: String,
        reason: Option<&'static str>,
        request: FileRequest,
        /// Whether what was typed is being opened or written; the dialog closes when that has worked.
        is_submitted: bool,
    },
    /// One of several things that are listed.
    Which(Which),
    /// What can be done about something, and how nothing is.
    Choose {
        question: String,
        message: String,
        choices: Vec<(&'static str, Action)>,
        cancel: &'static str,
    },
}

impl Dialog {
    /// Whether something is typed into it.
    fn is_form(&self) -> bool {
        matches!(
            self,
            Dialog::Path { .. }
                | Dialog::Number(_)
                | Dialog::RandomTree(_)
                | Dialog::Exercise(_)
                | Dialog::Practice(_)
                | Dialog::Game(_)
                | Dialog::NewTree(_)
                | Dialog::Judge(_)
                | Dialog::FindTree(_)
                | Dialog::Properties(_)
        )
    }

    /// Whether it asks for what an open tree would tell.
    pub(crate) fn hides_trees(&self) -> bool {
        matches!(self, Dialog::Practice(_))
    }

    /// Asks whether existing files may be replaced.
    pub(crate) fn replace(names: &[String], then: Action) -> Dialog {
        let many = names.len() > 1;
        let shown = names[..names.len().min(MOST_NAMES)].join(", ");
        let more = names.len().saturating_sub(MOST_NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let question = if many { "Replace files?" } else { "Replace a file?" };
        let message = format!("{shown}{more} {} already.", if many { "exist" } else { "exists" });
        Dialog::confirm(question, message, "Replace", then)
    }

    /// What would be lost, and what is done if the user agrees.
    pub(crate) fn confirm(question: &str, message: String, verb: &'static str, then: Action) -> Dialog {
        Dialog::Choose { question: question.into(), message, choices: vec![(verb, then)], cancel: "Cancel" }
    }

    /// The tree has unsaved changes; with the action to carry out afterwards. It names the file that is written over, if there is one.
    pub(crate) fn unsaved(document: &Document, then: &Action) -> Dialog {
        let then = || Box::new(then.clone());
        let save_as = ("Save as…", Action::File(FileAction::SaveAs(Some(then()))));
        let discard = ("Don’t save", Action::File(FileAction::Discard(then())));
        let lost = "They will be lost if you do not save them.";
        let (question, message, choices) = if let Some(path) = document.file_to_save() {
            let save = ("Save", Action::File(FileAction::Save(Some(then()))));
            let message = format!("Save writes them to {}. {lost}", path.display());
            (format!("Save the changes to {}?", file_name(path)), message, vec![save, save_as, discard])
        } else {
            let title = clipped(document.tree.title(), MOST_OF_TITLE);
            let named = if title.is_empty() { "the tree".to_owned() } else { format!("“{title}”") };
            (format!("Save the changes to {named}?"), lost.to_owned(), vec![save_as, discard])
        };
        Dialog::Choose { question, message, choices, cancel: "Cancel" }
    }
}

/// The characters of a tree's title in a question.
const MOST_OF_TITLE: usize = 60;
/// The width of most dialogs, and the least where the window is narrow.
const WIDTH: f32 = 440.0;
const LEAST_WIDTH: f32 = 340.0;
/// The width of the dialog with a tree to practise on.
const PRACTICE_WIDTH: f32 = 820.0;
/// The share of the window's height that is free above it.
const ABOVE_PRACTICE: f32 = 0.05;

/// Shows the dialog, if there is one.
pub(crate) fn ui(ctx: &egui::Context, dialog: Option<&mut Dialog>, error: Option<&str>) {
    let Some(dialog) = dialog else { return };
    let frame = Frame::popup(&ctx.global_style()).inner_margin(theme::DIALOG_MARGIN);
    let window = ctx.content_rect().size();
    let is_form = dialog.is_form();
    let is_practice = matches!(dialog, Dialog::Practice(_));
    let width = if is_practice { PRACTICE_WIDTH } else { WIDTH };
    let content = &mut |ui: &mut Ui| {
        ui.set_width((window.x - 64.0).clamp(LEAST_WIDTH, width));
        match &mut *dialog {
            Dialog::About => about(ui),
            Dialog::Palette(palette) => palette.ui(ui),
            Dialog::Shortcuts(sheet) => sheet.ui(ui),
            Dialog::Algorithm(page) => page.ui(ui),
            Dialog::Trees(trees) => trees.ui(ui),
            Dialog::Number(form) => form.ui(ui),
            Dialog::RandomTree(form) => form.ui(ui),
            Dialog::Exercise(form) => form.ui(ui),
            Dialog::Practice(practice) => practice.ui(ui),
            Dialog::Game(form) => form.ui(ui),
            Dialog::Picture(dialog) => dialog.ui(ui),
            Dialog::Chart(request) => chart::ui(ui, request),
            Dialog::NewTree(form) => form.ui(ui),
            Dialog::Judge(form) => form.ui(ui),
            Dialog::FindTree(form) => form.ui(ui),
            Dialog::Properties(form) => form.ui(ui),
            Dialog::Which(which) => which.ui(ui),
            Dialog::Path { text, reason, request, is_submitted } => {
                path(ui, text, *reason, request, is_submitted, error);
            }
            Dialog::Choose { question, message, choices, cancel } => choose(ui, question, message, choices, cancel),
        }
    };
    let id = Id::unique("dialog");
    // What is said in practice comes and goes; its tree stays where it is.
    let above = if is_practice { (window.y * ABOVE_PRACTICE).floor() } else { 0.0 };
    let area = Modal::default_area(id);
    let area = if is_practice { area.anchor(Align2::CENTER_TOP, vec2(0.0, above)) } else { area };
    let reserved = footer::take_height(ctx);
    let modal = Modal::new(id).area(area).frame(frame).show(ctx, |ui| {
        // It scrolls where the window is too small for it, above its buttons.
        let around = 2.0 * f32::from(theme::DIALOG_MARGIN) + 4.0;
        let room = window - vec2(around, around + above + reserved);
        let page = ScrollArea::both().id_salt("dialog").max_width(room.x).max_height(room.y);
        page.min_scrolled_width(room.x).min_scrolled_height(room.y).show_in(ui, content);
        footer::leave_room(ui, reserved);
    });
    if ctx.memory(|memory| memory.top_modal_layer().is_none()) {
        // The dialog is new. A tooltip below the pointer would stay in front of it as long as the pointer rests.
        ctx.input_mut(|input| input.pointer = PointerState::default());
    }
    // A click beside a form does not lose what was typed.
    let is_beside = modal.backdrop_response.clicked();
    if modal.should_close() && !(is_form && is_beside) {
        match dialog {
            Dialog::Practice(practice) => practice.close(ctx),
            _ => ctx.ask(Action::CloseModal),
        }
    }
}

fn about(ui: &mut Ui) {
    ui.heading(format!("Plyscope {}", env!("CARGO_PKG_VERSION")));
    ui.label("A desktop microscope for game-tree search: alpha-beta pruning from every derivation, side by side.");
    ui.add_space(4.0);
    ui.weak("Licence: MIT or Apache-2.0");
    footer(ui, &mut |ui| ui.button("Close").asks_for(Action::CloseModal));
}

fn path(
    ui: &mut Ui,
    text: &mut String,
    reason: Option<&str>,
    request: &FileRequest,
    is_submitted: &mut bool,
    error: Option<&str>,
) {
    let (title, label, verb) = request.words();
    ui.heading(title);
    if let Some(reason) = reason {
        ui.label(reason);
    }
    let label = ui.label(label);
    let field = TextEdit::singleline(text).desired_width(f32::INFINITY).hint_text(RichText::new("/home/me/…"));
    let field = ui.add(field).labelled_by(label.id);
    let entered = keys::is_entered(&field);
    if focus::is_nowhere(ui.ctx()) {
        field.request_focus();
    }
    if let Some(error) = error {
        fault(ui, error);
    }
    footer(ui, &mut |ui| {
        let open = primary_button(ui, !text.trim().is_empty(), verb);
        if open.clicked() || (entered && !text.trim().is_empty()) {
            *is_submitted = true;
            ui.ask(request.clone().action(expanded(text.trim()), false));
        }
        ui.button("Cancel").asks_for(Action::CloseModal);
    });
}

/// A path in which `~` stands for the home directory.
fn expanded(text: &str) -> PathBuf {
    let in_home = text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(std::path::is_separator));
    match (in_home, std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest.trim_start_matches(std::path::is_separator)),
        _ => PathBuf::from(text),
    }
}

/// The most names of files that are listed.
const MOST_NAMES: usize = 6;

/// What can be done, each thing a button, and a button that does nothing.
fn choose(ui: &mut Ui, question: &str, message: &str, choices: &[(&str, Action)], cancel: &str) {
    ui.heading(question);
    ui.label(message);
    footer(ui, &mut |ui| {
        let mut buttons = Vec::new();
        for (index, (verb, action)) in choices.iter().enumerate() {
            let is_first = index == 0 && choices.len() > 1;
            let button = if is_first { primary_button(ui, true, verb) } else { ui.button(*verb) };
            if button.clicked() {
                ui.close_and_ask(action.clone());
            }
            buttons.push(button);
        }
        let cancel = ui.button(cancel);
        cancel.clone().asks_for(Action::CloseModal);
        // Enter presses the first button, if there is a choice; what would only lose something is not pressed by accident.
        if focus::is_nowhere(ui.ctx()) {
            if buttons.len() > 1 { &buttons[0] } else { &cancel }.request_focus();
        }
    });
}
