//! The start page: ways to a tree, the files opened before, and the samples as small pictures.

mod pictures;

use std::path::Path;

use eframe::egui::{
    self, Align, Align2, Button, Frame, Label, Layout, Rect, Response, RichText, ScrollArea, Sense, Stroke, StrokeKind,
};
use eframe::egui::{TextStyle, TextWrapMode, Ui, UiBuilder, Vec2, WidgetText, pos2, vec2};

use super::keys::{self, Keys};
use super::style::{accessible_name, theme};
use super::tour::anchor::{Anchor, mark};
use super::{Action, EditAction, FileAction, Model, Page, TourAction};
use crate::app::prelude::*;
use crate::format::file_name;
use crate::tree::samples::{GROUPS, Sample};
use pictures::Pictures;

/// The space around the page and between its columns.
const MARGIN: f32 = 28.0;
/// The width of the column with the ways to a tree, and of all there is.
const WAYS_WIDTH: f32 = 264.0;
const MOST_WIDTH: f32 = 1720.0;
/// The room beside a column for its scroll bar.
const BAR_WIDTH: f32 = 12.0;
/// Less width than this is too little for two columns.
const NARROW: f32 = 760.0;
/// The room around a picture on its card, and that of the title below it.
const CARD_MARGIN: f32 = 8.0;
const TITLE_HEIGHT: f32 = 38.0;
const GAP: f32 = 14.0;

/// A way to a tree: what it is called, what it does, its keys, and the action.
type Way = (&'static str, &'static str, Keys, Action);

const WAYS: [Way; 8] = [
    (
        "Paste a tree",
        "The text of a tree from a slide, a notebook or a program, in almost any notation",
        keys::PASTE,
        Action::Edit(EditAction::RequestPaste),
    ),
    ("New tree", "Two leaves to begin with, a shape, or a text", keys::NEW_TREE, Action::File(FileAction::NewTree)),
    (
        "Random tree",
        "A tree drawn from a distribution, by its seed",
        keys::NEW_RANDOM_TREE,
        Action::File(FileAction::NewRandomTree),
    ),
    (
        "From a game",
        "Tic-tac-toe, Connect Four, chess, Othello, Kalah and more",
        keys::NEW_GAME,
        Action::File(FileAction::NewGame),
    ),
    ("Sweep", "Searches of many trees, and a chart of their work", keys::NONE, Action::ShowPage(Page::Experiments)),
    (
        "Exercise",
        "Questions about a search on a tree from a seed, to practise, on paper or for a learning platform",
        keys::NONE,
        Action::File(FileAction::NewExercise),
    ),
    (
        "Check a trace",
        "What is wrong or wasted in a search of another program, from the trace that it wrote",
        keys::NONE,
        Action::File(FileAction::ChooseFile),
    ),
    ("Open", "A tree, a session, a trace or a sweep", keys::OPEN, Action::File(FileAction::ChooseFile)),
];

/// What an action is called on the page, in small letters.
pub(crate) fn words(action: &Action) -> String {
    let titles = WAYS.iter().filter(|way| way.3 == *action).map(|way| way.0.to_lowercase());
    titles.collect::<Vec<_>>().join(", ")
}

const DROP: &str = "or drop the file of a tree, a trace or a session on this window";

/// The page; it keeps the pictures.
#[derive(Default)]
pub(crate) struct Welcome {
    pictures: Pictures,
    /// Whether the sample of the tour is still to be brought in sight.
    reveals: bool,
    is_touring: bool,
}

impl Welcome {
    /// Whether the pictures are being made.
    pub(crate) fn is_busy(&self) -> bool {
        self.pictures.is_busy()
    }

    /// Takes in the pictures when they are made, also while another page is shown.
    pub(crate) fn advance(&mut self) {
        self.pictures.advance();
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui, model: &Model) {
        self.pictures.begin(ui.ctx());
        self.reveals |= model.tour.is_some() && !self.is_touring;
        self.is_touring = model.tour.is_some();
        let room = ui.available_rect_before_wrap();
        let margin = if room.width() < NARROW { 12.0 } else { MARGIN };
        let width = (room.width() - 2.0 * margin).min(MOST_WIDTH);
        let rect = Rect::from_center_size(room.center(), vec2(width, room.height()));
        ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            if room.width() < NARROW {
                ScrollArea::vertical().auto_shrink([false, false]).show_in(ui, &mut |ui| {
                    ui.add_space(6.0);
                    ui.label(RichText::new("Plyscope").size(24.0).strong());
                    ui.lines(&mut |ui| ways(ui, 0.0));
                    ui.weak(DROP);
                    offer(ui, model);
                    recent_files(ui, model);
                    ui.add_space(GAP);
                    self.samples(ui);
                });
                return;
            }
            ui.side_by_side(&mut |ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let column = |ui: &mut Ui, id: &str, width: f32, add: &mut dyn FnMut(&mut Ui)| {
                    let size = vec2(width + BAR_WIDTH, room.height());
                    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                        let area = ScrollArea::vertical().id_salt(id).auto_shrink([false, false]);
                        area.show_in(ui, &mut |ui| {
                            ui.set_max_width(width);
                            ui.add_space(MARGIN);
                            add(ui);
                            ui.add_space(MARGIN);
                        });
                    });
                };
                column(ui, "ways", WAYS_WIDTH, &mut |ui| beginning(ui, model));
                ui.add_space(MARGIN);
                column(ui, "samples", ui.available_width() - BAR_WIDTH, &mut |ui| self.samples(ui));
            });
        });
    }

    fn samples(&mut self, ui: &mut Ui) {
        let card = pictures::SIZE + vec2(2.0 * CARD_MARGIN, 2.0 * CARD_MARGIN + TITLE_HEIGHT);
        let columns = (((ui.available_width() + GAP) / (card.x + GAP)) as usize).max(1);
        let mut number = 0;
        for group in &GROUPS {
            ui.label(RichText::new(group.title).heading());
            ui.add_space(4.0);
            for row in group.samples.chunks(columns) {
                ui.line(&mut |ui| {
                    ui.spacing_mut().item_spacing.x = GAP;
                    for sample in row {
                        self.card(ui, sample, number, card);
                        number += 1;
                    }
                });
                ui.add_space(GAP - ui.spacing().item_spacing.y);
            }
            ui.add_space(16.0);
        }
    }

    /// A sample with its picture.
    fn card(&mut self, ui: &mut Ui, sample: &'static Sample, number: usize, size: Vec2) {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        accessible_name(&response, egui::Role::Button, format_args!("Open sample: {}", sample.title));
        if *sample == *super::tour::sample::sample() {
            mark(ui.ctx(), Anchor::Sample, rect);
            if std::mem::take(&mut self.reveals) {
                response.scroll_to_me(Some(Align::Center));
            }
        }
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        response.clone().asks_for(FileAction::OpenSample(sample));
        if !ui.is_rect_visible(rect) {
            return;
        }
        let visuals = ui.visuals();
        let is_marked = response.hovered() || response.has_focus();
        let border = if is_marked { visuals.selection.stroke } else { visuals.widgets.noninteractive.bg_stroke };
        ui.painter().rect_filled(rect, 6.0, visuals.window_fill);
        let picture = Rect::from_min_size(rect.min + Vec2::splat(CARD_MARGIN), pictures::SIZE);
        ui.painter().rect_filled(picture, 4.0, visuals.extreme_bg_color);
        ui.painter().rect_stroke(rect, 6.0, border, StrokeKind::Inside);
        let (color, is_dark) = (visuals.strong_text_color(), visuals.dark_mode);
        self.pictures.show(&ui.painter().with_clip_rect(picture.intersect(ui.clip_rect())), number, picture, is_dark);
        let text = WidgetText::from(RichText::new(sample.title).color(color));
        let galley = text.into_galley(ui, Some(TextWrapMode::Wrap), pictures::SIZE.x, TextStyle::Body);
        let below = Rect::from_min_max(pos2(picture.left(), picture.bottom()), rect.max - vec2(CARD_MARGIN, 0.0));
        let corner = pos2(below.left(), below.center().y - galley.size().y / 2.0);
        ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())).galley(corner, galley, color);
        response.tip(&format!("Open sample: {}", sample.title));
    }
}

/// The column at the left: what this is, and ways to a tree.
fn beginning(ui: &mut Ui, model: &Model) {
    ui.label(RichText::new("Plyscope").size(34.0).strong());
    let question = "Which nodes of a game tree does a search visit, which does it skip, and why?";
    ui.label(RichText::new(question).size(15.0));
    offer(ui, model);
    ui.add_space(GAP);
    ways(ui, ui.available_width());
    ui.add_space(4.0);
    ui.weak(DROP);
    ui.add_space(4.0);
    recent_files(ui, model);
}

/// A button for each way to a tree; where they are wide enough they name their keys.
fn ways(ui: &mut Ui, width: f32) {
    for &(title, tip, keys, ref action) in &WAYS {
        let button = Button::new(RichText::new(title).size(15.0)).min_size(vec2(width, 34.0));
        let key = keys.first().map(|key| key.text()).filter(|_| width > 0.0);
        let button = if width > 0.0 { button.right_text("") } else { button };
        let button = ui.add(button).tip(tip);
        accessible_name(&button, egui::Role::Button, title);
        let place = button.rect.right_center() - vec2(10.0, 0.0);
        let font = TextStyle::Body.resolve(ui.style());
        ui.painter().text(place, Align2::RIGHT_CENTER, key.unwrap_or_default(), font, ui.visuals().weak_text_color());
        button.asks_for(action.clone());
    }
}

fn recent_files(ui: &mut Ui, model: &Model) {
    ui.add_space(GAP);
    ui.label(RichText::new("Recent files").heading());
    if model.recent.is_empty() {
        ui.weak("Files that you open or save are listed here.");
    }
    for path in &model.recent {
        recent(ui, path).asks_for(FileAction::Open(path.clone()));
    }
}

/// Offers the tour to whom has not seen it.
fn offer(ui: &mut Ui, model: &Model) {
    if !model.offers_tour {
        return;
    }
    ui.add_space(GAP);
    let stroke = Stroke::new(1.0, ui.visuals().selection.stroke.color);
    let frame = Frame::new().fill(ui.visuals().selection.bg_fill).stroke(stroke).corner_radius(6).inner_margin(12);
    frame.show_in(ui, &mut |ui| {
        ui.set_width(ui.available_width());
        let color = ui.visuals().strong_text_color();
        ui.label(RichText::new("New here?").strong().color(color));
        let words = "Seven steps, two minutes: why do two searches of the same tree do different work?";
        ui.add(Label::new(RichText::new(words).color(color)).wrap());
        ui.add_space(4.0);
        ui.line(&mut |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            ui.button(RichText::new("Take the tour").strong()).asks_for(TourAction::Start);
            ui.button("Not now").tip("The tour is under Help, too").asks_for(TourAction::Decline);
        });
    });
}

/// A file opened before.
fn recent(ui: &mut Ui, path: &Path) -> Response {
    let size = vec2(ui.available_width(), theme::ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = file_name(path);
    accessible_name(&response, egui::Role::Button, format_args!("Open {}", path.display()));
    let visuals = ui.visuals();
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, visuals.selection.bg_fill);
    }
    let (strong, weak) = (visuals.strong_text_color(), visuals.weak_text_color());
    let mut place = rect.shrink2(vec2(6.0, 0.0));
    let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
    for &(text, color) in &[(&name, strong), (&folder, weak)] {
        let text = WidgetText::from(RichText::new(text).color(color));
        let galley = text.into_galley(ui, Some(TextWrapMode::Truncate), place.width(), TextStyle::Body);
        let width = galley.size().x;
        ui.painter().galley(pos2(place.left(), place.center().y - galley.size().y / 2.0), galley, color);
        place = place.with_min_x((place.left() + width + 10.0).min(place.right()));
        if place.width() < 24.0 {
            break;
        }
    }
    response.tip(&path.display().to_string())
}
