//! The one place that carries out actions; those of a room go to its own.

use eframe::egui::{Context, ViewportCommand};

use super::commands::palette::Palette;
use super::commands::sheet::Sheet;
use super::dialogs::{AlgorithmPage, Dialog, FindTreeForm, JudgeForm, NumberForm, PictureDialog, Practice, Practised};
use super::export::PictureRequest;
use super::storage::SIZES;
use super::style::capitalised;
use super::trees::{Document, picture};
use super::{Action, Destination, Plyscope};
use crate::experiment::judge::MOST_NODES;
use crate::search::Algorithm;

impl Plyscope {
    /// Carries out an action.
    pub fn act(&mut self, ctx: &Context, action: Action) {
        if self.asks_before(&action) {
            return;
        }
        let model = &mut self.model;
        match action {
            Action::File(action) => self.act_on_files(ctx, action),
            Action::Edit(action) => self.act_on_tree(ctx, action),
            Action::View(action) => self.act_on_view(action),
            Action::Run(action) => self.act_on_runs(ctx, action),
            Action::Time(action) => self.act_on_time(action),
            Action::Tour(action) => self.act_on_tour(ctx, action),
            Action::Experiment(action) => self.experiment(ctx, action),
            Action::DismissError => model.error = None,
            Action::DismissNote => model.note = None,
            Action::ShowPage(page) => model.go_to(page),
            Action::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            Action::QuitAnyway => self.quit_anyway(ctx),
            Action::Find => self.find.get_or_insert_default().focus(),
            Action::CloseFind => self.find = None,
            Action::ToggleInspector => model.shows_inspector = !model.shows_inspector,
            Action::ToggleHistory => model.shows_history = !model.shows_history,
            Action::ToggleComparison => model.shows_comparison = !model.shows_comparison,
            Action::TogglePresenter => self.toggle_presenter(ctx),
            Action::ShowColumns(titles) => self.comparison.show_columns(&titles),
            Action::SortComparison(sort) => self.comparison.sort_by(sort),
            Action::SetSize(size) => {
                let size = if size.is_finite() { size.clamp(*SIZES.start(), *SIZES.end()) } else { 1.0 };
                ctx.set_zoom_factor((size * 100.0).round() / 100.0);
            }
            Action::SetTheme(preference) => ctx.set_theme(preference),
            Action::Copy(text) => ctx.copy_text(text),
            Action::Export(export, to) => self.export(ctx, export, to),
            Action::ChoosePicture => {
                self.dialog = Some(Dialog::Picture(Box::new(PictureDialog::new(model.picture.clone()))));
            }
            Action::ExportPicture(request, to) => self.export_picture(ctx, request, to),
            Action::ChooseNumber(entry) => {
                self.dialog = Some(Dialog::Number(NumberForm::new(entry, model.value_or_zero())));
            }
            Action::ShowJudge => self.show_judge(),
            Action::KeepJudge(choices) => model.judge = choices,
            Action::ShowFindTree => {
                let form = FindTreeForm::new(model.find_tree.clone());
                self.dialog = Some(Dialog::FindTree(Box::new(form)));
            }
            Action::PractiseHere => match Practised::open(model) {
                Ok(exercise) => self.practise(ctx, exercise),
                Err(why) => model.error = Some(capitalised(&why)),
            },
            Action::Fail(error) => model.error = Some(error),
            Action::ShowAlgorithm(algorithm) => self.show_algorithm(ctx, algorithm),
            Action::ShowPalette => self.dialog = Some(Dialog::Palette(Palette::new(&self.menus(ctx)))),
            Action::ShowShortcuts => self.dialog = Some(Dialog::Shortcuts(Sheet::new(&self.menus(ctx)))),
            Action::ShowAbout => self.dialog = Some(Dialog::About),
            Action::CloseModal => self.close_dialog(),
        }
    }

    fn export_picture(&mut self, ctx: &Context, request: PictureRequest, to: Destination) {
        let model = &mut self.model;
        model.picture = request;
        if let Some(document) = &model.document {
            let export = picture::of(&model.picture, model, document, &self.view, &self.panes);
            self.export(ctx, export, to);
        }
    }

    /// Has the picture of the open dialog made as it will be.
    pub(super) fn preview_picture(&mut self, ctx: &Context) {
        let (Some(Dialog::Picture(dialog)), Some(document)) = (&mut self.dialog, &self.model.document) else { return };
        let PictureDialog { request, preview } = &mut **dialog;
        let (model, view, panes) = (&self.model, &self.view, &self.panes);
        let export = |request: &PictureRequest| picture::of(request, model, document, view, panes);
        preview.advance(ctx, request, document.tree.len(), &export);
    }

    fn show_judge(&mut self) {
        let model = &self.model;
        let open = model.document.as_ref().and_then(Document::whole_tree);
        let tree = open.filter(|tree| tree.len() <= MOST_NODES).cloned();
        let form = JudgeForm::new(model.judge.clone(), tree, model.settings.cutoff);
        self.dialog = Some(Dialog::Judge(Box::new(form)));
    }

    pub(super) fn practise(&mut self, ctx: &Context, exercise: Practised) {
        self.dialog = Some(Dialog::Practice(Box::new(Practice::new(ctx, exercise))));
    }

    fn show_algorithm(&mut self, ctx: &Context, algorithm: Algorithm) {
        let tree = self.model.document.as_ref().and_then(Document::whole_tree).cloned();
        self.dialog = Some(Dialog::Algorithm(AlgorithmPage::new(ctx, algorithm, tree)));
    }

    fn close_dialog(&mut self) {
        match self.dialog.take() {
            Some(Dialog::Path { .. }) => self.model.error = None,
            Some(Dialog::Judge(form)) => self.model.judge = form.choices,
            Some(Dialog::FindTree(form)) => self.model.find_tree = form.choices,
            _ => {}
        }
    }
}
