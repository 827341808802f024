//! What opens, makes and saves trees and sessions.

use eframe::egui::Context;

use crate::app::dialogs::{Dialog, ExerciseForm, FileRequest, GameForm, NewTreeForm, Practised, RandomTreeForm};
use crate::app::editing::jobs::Permit;
use crate::app::model::Note;
use crate::app::trees::Source;
use crate::app::{FileAction, Plyscope};
use crate::exercise::Class;

impl Plyscope {
    /// Carries out an action on files.
    pub(crate) fn act_on_files(&mut self, ctx: &Context, action: FileAction) {
        let model = &mut self.model;
        match action {
            FileAction::ChooseFile => self.request_file(ctx, FileRequest::File),
            FileAction::TypePath => self.type_path(FileRequest::File, None),
            FileAction::Open(path) => self.open_file(ctx, path),
            FileAction::OpenAs(path, asked) => self.load(ctx, Source::File(path, asked)),
            FileAction::OpenSession(session) => self.load(ctx, Source::Session(session)),
            FileAction::OpenSample(sample) => self.load(ctx, Source::Sample(sample)),
            FileAction::OpenFound(found) => self.open_found(ctx, found),
            FileAction::CancelLoading => self.cancel_loading(ctx),
            FileAction::ClearRecent => model.recent.clear(),
            FileAction::NewTree => self.dialog = Some(Dialog::NewTree(NewTreeForm::default())),
            FileAction::Create(tree) => self.load(ctx, Source::New(tree)),
            FileAction::NewRandomTree => {
                let form = model.random_tree.as_ref().map(RandomTreeForm::of).unwrap_or_default();
                self.dialog = Some(Dialog::RandomTree(form));
            }
            FileAction::NewExercise => {
                let form =
                    model.exercise.as_ref().map(|(class, seed)| ExerciseForm::of(class, *seed)).unwrap_or_default();
                self.dialog = Some(Dialog::Exercise(Box::new(form)));
            }
            FileAction::Practise(class, seed) => {
                model.exercise = Some((Class::clone(&class), seed));
                self.practise(ctx, Practised::Drawn(class, seed));
            }
            FileAction::Generate(tree) => {
                model.random_tree = Some(tree.clone());
                self.load(ctx, Source::Random(tree));
            }
            FileAction::NewGame => {
                let form = model.game_tree.as_ref().map(GameForm::of).unwrap_or_default();
                self.dialog = Some(Dialog::Game(Box::new(form)));
            }
            FileAction::Unfold(tree) => {
                model.game_tree = Some(tree.clone());
                self.load(ctx, Source::Game(tree));
            }
            FileAction::Save(then) => self.save_tree(ctx, then),
            FileAction::SaveAs(then) => self.save_tree_as(ctx, then),
            FileAction::SaveTo { path, replace, then } => {
                self.save_to(ctx, path, if replace { Permit::Replace } else { Permit::New }, then);
            }
            FileAction::SaveAnyway(path, then) => self.save_to(ctx, path, Permit::Anything, then),
            FileAction::SaveSession => self.save_session(ctx),
            FileAction::SaveSessionTo { path, replace } => self.save_session_to(ctx, path, replace),
            FileAction::CopySession => self.copy_session(ctx),
            FileAction::RestoreWork => self.restore_work(ctx),
            FileAction::DiscardWork => self.discard_work(),
            FileAction::Reload => self.reload(ctx),
            FileAction::Discard(then) => self.discard(ctx, *then),
        }
    }

    /// Takes in what the jobs came to, and starts those that are due.
    pub(crate) fn advance_keeping(&mut self, ctx: &Context) {
        self.advance_session(ctx);
        self.advance_copying(ctx);
        self.advance_recovery(ctx);
        self.advance_on_disk(ctx);
        if let Some(left) = self.model.note.as_ref().and_then(Note::time_left) {
            if left.is_zero() {
                self.model.note = None;
            } else {
                ctx.request_repaint_after(left);
            }
        }
    }
}
