//! The page of an algorithm: its summary, law, source, expected number of leaves, and definition.

use std::sync::Arc;

use eframe::egui::{self, Align, DragValue, Frame, Label, Layout, RichText, ScrollArea, TextStyle, Ui, vec2};
use egui_extras::syntax_highlighting::{CodeTheme, TokenType, highlight};

use super::footer::footer;
use crate::app::prelude::*;
use crate::app::style::{number_field, theme};
use crate::app::{Action, Job};
use crate::draw::Ink;
use crate::format::{percent, rounded};
use crate::search::Algorithm;
use crate::search::catalogue::{Entry, Listing};
use crate::theory::{Forecast, FullTree, forecast};
use crate::tree::Tree;

/// The page's width and the height of its code, if the window has room for them.
const WIDTH: f32 = 1180.0;
const HEIGHT: f32 = 640.0;
/// The width of the text beside the code; on narrower pages the code is below it.
const WORDS_WIDTH: f32 = 330.0;
const TWO_COLUMNS: f32 = 760.0;
/// The widths of the names of counts, of numbers of leaves, and of their shares.
const TITLE_WIDTH: f32 = 110.0;
const COUNT_WIDTH: f32 = 90.0;
const SHARE_WIDTH: f32 = 70.0;
/// The range of trees with a forecast.
const BRANCHING: std::ops::RangeInclusive<u32> = 2..=100;
const DEPTH: std::ops::RangeInclusive<u32> = 1..=50;
/// The tree that a page begins with if the open tree is not full.
const EXAMPLE: FullTree = FullTree { branching: 3, depth: 4, favourable: 0.5 };

/// The page of an algorithm.
pub(crate) struct AlgorithmPage {
    algorithm: Algorithm,
    /// The tree of the requested forecast; `None` until it is known whether the open tree is full.
    requested: Option<FullTree>,
    result: Option<(FullTree, Forecast)>,
    job: Option<Job<(FullTree, Forecast)>>,
    /// The index of the shown file of the definition.
    file: usize,
}

impl AlgorithmPage {
    /// The page, with a forecast for the open tree if that is full.
    pub(crate) fn new(ctx: &egui::Context, algorithm: Algorithm, open: Option<Arc<Tree>>) -> AlgorithmPage {
        let job = Job::start(ctx, "plyscope forecast", move |_| {
            let at = algorithm.asks_at();
            let is_small = |tree: &FullTree| BRANCHING.contains(&tree.branching) && DEPTH.contains(&tree.depth);
            let tree = open.and_then(|open| FullTree::of(&open, at)).filter(is_small).unwrap_or(EXAMPLE);
            (tree, forecast(algorithm, tree))
        });
        AlgorithmPage { algorithm, requested: None, result: None, job: Some(job), file: 0 }
    }

    /// Takes a forecast that is ready, and starts the requested one.
    pub(crate) fn advance(&mut self, ctx: &egui::Context) {
        if let Some(result) = Job::take(&mut self.job) {
            let has_failed = result.is_err();
            self.result = result.ok().or(self.result);
            let tree = self.result.map(|(tree, _)| tree);
            // A forecast that failed is not computed again.
            if self.requested.is_none() || has_failed {
                self.requested = tree;
            }
        }
        if let Some(tree) = self.requested
            && self.job.is_none()
            && self.result.is_none_or(|(found, _)| found != tree)
        {
            let algorithm = self.algorithm;
            self.job = Some(Job::start(ctx, "plyscope forecast", move |_| (tree, forecast(algorithm, tree))));
        }
    }

    /// Whether a forecast is being computed.
    pub(crate) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        let window = ui.ctx().content_rect().size();
        let width = WIDTH.min(window.x - 64.0);
        let height = HEIGHT.min(window.y - 160.0).max(80.0);
        ui.set_width(width);
        ui.lines(&mut |ui| {
            ui.heading(self.algorithm.name());
            ui.label(RichText::new(self.algorithm.id()).monospace().weak());
        });
        if width >= TWO_COLUMNS {
            ui.side_by_side(&mut |ui| {
                ui.column(&mut |ui| {
                    ui.set_width(WORDS_WIDTH);
                    of_height(ScrollArea::vertical().id_salt("words"), height).show_in(ui, &mut |ui| self.words(ui));
                });
                ui.add_space(8.0);
                ui.column(&mut |ui| self.definition(ui, height));
            });
        } else {
            of_height(ScrollArea::vertical().id_salt("page"), height).show_in(ui, &mut |ui| {
                self.words(ui);
                ui.add_space(8.0);
                self.definition(ui, height);
            });
        }
        footer(ui, &mut |ui| ui.button("Close").asks_for(Action::CloseModal));
    }

    fn words(&mut self, ui: &mut Ui) {
        ui.set_width(ui.available_width().min(WIDTH));
        let entry = self.algorithm.entry();
        ui.label(entry.summary);
        section(ui, "Law", entry.law);
        section(ui, "Leaves that it evaluates", entry.visits);
        ui.add_space(6.0);
        ui.strong("Source");
        source(ui, entry);
        ui.add_space(6.0);
        ui.strong("What to expect of a full tree");
        self.request(ui);
        if let Some((_, forecast)) = &self.result {
            table(ui, forecast);
        }
        ui.weak("Averages are over trees whose leaf values are independent and all different.");
    }

    fn request(&mut self, ui: &mut Ui) {
        let Some(tree) = &mut self.requested else {
            ui.weak("counting…");
            return;
        };
        ui.lines(&mut |ui| {
            ui.label("b =");
            let field = DragValue::new(&mut tree.branching).range(BRANCHING).speed(0.05);
            number_field(ui, field, "Children of a node").tip("Children of each inner node");
            ui.label("d =");
            let field = DragValue::new(&mut tree.depth).range(DEPTH).speed(0.05);
            number_field(ui, field, "Depth of the leaves").tip("Depth of the leaves, in plies");
            if self.algorithm.asks_at().is_some() {
                let mut share = tree.favourable * 100.0;
                ui.label("p =");
                let field = DragValue::new(&mut share).range(0.0..=100.0).speed(0.5).max_decimals(1).suffix("%");
                let tip = "Share of leaves that are won for the player at the root";
                number_field(ui, field, "Share of favourable leaves").tip(tip);
                tree.favourable = share / 100.0;
            }
        });
    }

    fn definition(&mut self, ui: &mut Ui, height: f32) {
        let files = self.algorithm.entry().definition;
        let Some(listing) = files.get(self.file).or(files.first()) else { return };
        ui.lines(&mut |ui| {
            for (index, file) in files.iter().enumerate() {
                ui.selectable_value(&mut self.file, index, file.path);
            }
            if ui.button("Copy the code").tip("Put this file on the clipboard").clicked() {
                ui.ask(Action::Copy(listing.code().to_owned()));
            }
        });
        let frame = Frame::group(ui.style()).fill(ui.visuals().extreme_bg_color).inner_margin(theme::MARGIN);
        frame.show_in(ui, &mut |ui| {
            let room = ScrollArea::both().id_salt(listing.path);
            of_height(room, (height - 56.0).max(80.0)).show_in(ui, &mut |ui| code(ui, listing));
        });
    }
}

/// Gives the page its height at once; otherwise it would grow over several frames, because it is centred.
fn of_height(room: ScrollArea, height: f32) -> ScrollArea {
    room.min_scrolled_height(height).max_height(height).auto_shrink(false)
}

fn section(ui: &mut Ui, title: &str, text: &str) {
    ui.add_space(6.0);
    ui.strong(title);
    ui.label(text);
}

fn source(ui: &mut Ui, entry: &Entry) {
    let publication = entry.publication;
    let title = RichText::new(publication.title).italics();
    if publication.link.is_empty() {
        ui.label(title);
    } else {
        ui.hyperlink_to(title, publication.link);
    }
    let (venue, year) = (publication.venue, publication.year);
    let gap = if venue.is_empty() || year.is_empty() { "" } else { ", " };
    for part in &[publication.authors, &format!("{venue}{gap}{year}"), entry.section] {
        if !part.is_empty() {
            ui.label(*part);
        }
    }
}

/// The numbers of leaves, each with its share.
fn table(ui: &mut Ui, forecast: &Forecast) {
    let rows = [
        ("all leaves", Some(forecast.leaves)),
        ("best order", Some(forecast.best)),
        ("on average", forecast.expected),
        ("worst order", Some(forecast.worst)),
    ];
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 0.0;
        for &(title, leaves) in &rows {
            if let Some(leaves) = leaves {
                row(ui, title, leaves, &percent(leaves / forecast.leaves));
            }
        }
        if let Some(evaluations) = forecast.evaluations {
            row(ui, "evaluations", evaluations, "");
        }
    });
}

fn row(ui: &mut Ui, title: &str, number: f64, share: &str) {
    let text = if number < 1e4 && number.fract() > 1e-6 { format!("{number:.1}") } else { rounded(number) };
    ui.line(&mut |ui| {
        let height = ui.text_style_height(&TextStyle::Body);
        let mut cell = |words: RichText, width: f32, layout: Layout| {
            ui.allocate_ui_with_layout(vec2(width, height), layout, |ui| {
                ui.set_min_width(width);
                ui.add(Label::new(words).extend());
            });
        };
        cell(RichText::new(title).weak(), TITLE_WIDTH, Layout::left_to_right(Align::Center));
        cell(text.as_str().into(), COUNT_WIDTH, Layout::right_to_left(Align::Center));
        cell(share.into(), SHARE_WIDTH, Layout::right_to_left(Align::Center));
    });
}

/// A file with line numbers.
fn code(ui: &mut Ui, listing: &Listing) {
    let text = listing.code();
    let lines = text.lines().count();
    let digits = lines.to_string().len();
    let numbers: Vec<String> = (1..=lines).map(|line| format!("{line:>digits$}")).collect();
    ui.side_by_side(&mut |ui| {
        ui.add(Label::new(RichText::new(numbers.join("\n")).monospace().weak()).selectable(false).extend());
        let job = highlight(ui.ctx(), ui.style(), &colours(ui), text, "rs");
        ui.add(Label::new(job).extend());
    });
}

/// The colours of code, which are those of the drawings.
fn colours(ui: &Ui) -> CodeTheme {
    let mut code = CodeTheme::from_style(ui.style());
    for &(token, ink) in &[
        (TokenType::Comment, Ink::FaintText),
        (TokenType::Function, Ink::Visited),
        (TokenType::Keyword, Ink::Cutoff),
        (TokenType::Literal, Ink::Text),
        (TokenType::StringLiteral, Ink::Step),
        (TokenType::Punctuation, Ink::Text),
    ] {
        code.format_mut(token).color = theme::ink(ui.visuals(), ink);
    }
    code
}
