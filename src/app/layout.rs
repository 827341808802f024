//! The arrangement of the panels.

use eframe::egui::{self, CentralPanel, Context, Frame, Id, Panel, ScrollArea, Sense, Ui, UiBuilder, Vec2, vec2};

use super::bars::{difference, menu, notices, pipeline};
use super::dialogs::Dialog;
use super::experiments::ExperimentAction;
use super::focus::{Region, shown, within};
use super::style::theme::{self, bar};
use super::tour::anchor::{Anchor, mark};
use super::trees::Differing;
use super::{Model, Page, Plyscope, editing, timeline};
use crate::app::prelude::*;
use crate::experiment::comparison::Row;

impl Plyscope {
    /// The panels; where the window is too small for them it scrolls.
    pub(super) fn page(&mut self, ui: &mut Ui) {
        let (room, least) = (ui.available_size(), self.least_size(ui.ctx()));
        if room.x >= least.x && room.y >= least.y {
            return self.panels(ui);
        }
        // A scroll bar takes its width from the other direction.
        let bar = ui.spacing().scroll.allocated_width();
        let beside = |is_scrolled: bool| if is_scrolled { bar } else { 0.0 };
        let room = room - vec2(beside(room.y < least.y), beside(room.x < least.x));
        ScrollArea::both().auto_shrink(false).show_in(ui, &mut |ui| {
            let (rect, _) = ui.allocate_exact_size(room.max(least), Sense::hover());
            self.panels(&mut ui.new_child(UiBuilder::new().max_rect(rect)));
        });
    }

    /// The least room in which no panel covers another.
    fn least_size(&self, ctx: &Context) -> Vec2 {
        let model = &self.model;
        if !model.shows_trees() {
            // The chart has room between what is said of the sweep and the table.
            let has_results = model.page == Page::Experiments && model.experiments.experiment.is_some();
            return vec2(460.0, if has_results { 560.0 } else { 280.0 });
        }
        let bars = u8::from(model.difference.is_some())
            + u8::from(self.find.is_some())
            + u8::from(model.runs.pipeline().is_some());
        let height = 260.0
            + if model.shows_comparison { 130.0 } else { 0.0 }
            + if model.time.is_some() { timeline::height(ctx) + 2.0 * f32::from(theme::MARGIN) } else { 0.0 }
            + 60.0 * f32::from(bars);
        let width = PANES + Side::least_width(&Side::open(model));
        if model.presents { vec2(300.0, 300.0) } else { vec2(width.max(460.0), height) }
    }

    fn panels(&mut self, ui: &mut Ui) {
        let shows_trees = self.model.shows_trees();
        let presents = self.model.presents && shows_trees;
        if !presents {
            let state = self.state(ui.ctx());
            shown(ui, Region::Menus, Panel::top("menu"), &mut |ui| menu::ui(ui, state));
        }
        if shows_trees && self.dialog.as_ref().is_some_and(Dialog::hides_trees) {
            // Not drawn, so that a screen reader does not tell the answers either.
            CentralPanel::default().show_in(ui, &mut |_| ());
            return;
        }
        if shows_trees && !presents {
            self.trees(ui);
            return;
        }
        self.notices(ui);
        if presents {
            self.time_line(ui);
            self.drawings(ui);
        } else if self.model.page == Page::Experiments {
            self.experiments.ui(ui, &self.model.experiments);
        } else {
            self.start_page(ui);
        }
    }

    fn notices(&self, ui: &mut Ui) {
        let ctx = &ui.ctx().clone();
        within(ctx, Region::Bars, || notices::ui(ui, &self.model, &self.changes, self.dialog.as_ref()));
    }

    /// The start page, or what stands in its place while the first tree is opened.
    fn start_page(&mut self, ui: &mut Ui) {
        let model = &self.model;
        let is_reading = matches!(self.file_action, Some(ExperimentAction::OpenSpec { .. }))
            && model.experiments.is_reading_or_writing();
        let is_opening = model.page == Page::Trees && (model.loading.is_some() || is_reading);
        let page = &mut |ui: &mut Ui| if is_opening { opening(ui) } else { self.welcome.ui(ui, model) };
        shown(ui, Region::Page, CentralPanel::default(), page);
    }

    /// Everything about the open tree: bars above, tables below, panels at the right, and the drawings in the middle.
    fn trees(&mut self, ui: &mut Ui) {
        let rows = self.rows();
        let tools = Panel::top("toolbar").frame(bar(ui));
        shown(ui, Region::Toolbar, tools, &mut |ui| self.toolbar.ui(ui, &self.model, &rows));
        self.notices(ui);
        self.bars(ui);
        if self.model.shows_comparison {
            self.comparison(ui, &rows);
        }
        self.sides(ui);
        self.time_line(ui);
        self.drawings(ui);
    }

    /// The bars that are open under the toolbar.
    fn bars(&mut self, ui: &mut Ui) {
        let model = &self.model;
        let Some(document) = &model.document else { return };
        let show = |ui: &mut Ui, name: &'static str, content: &mut dyn FnMut(&mut Ui)| {
            let panel = Panel::top(name).frame(bar(ui));
            shown(ui, Region::Bars, panel, content);
        };
        if let Some(differing) = &model.difference {
            show(ui, "difference", &mut |ui| difference::ui(ui, differing, model));
        }
        if let Some(find) = &mut self.find {
            show(ui, "find", &mut |ui| find.ui(ui, model, document));
        }
        if let Some(run) = model.runs.pipeline() {
            show(ui, "pipeline", &mut |ui| pipeline::ui(ui, model, document, run));
        }
    }

    fn comparison(&mut self, ui: &mut Ui, rows: &[Row]) {
        let ctx = &ui.ctx().clone();
        let line = self.model.time.is_some().then(|| timeline::height(ctx));
        let panel = comparison_panel(rows.len(), ui.available_height(), line).frame(bar(ui));
        let show = &mut |ui: &mut Ui| self.comparison.ui(ui, rows, self.model.marked(), self.model.digits());
        let rect = shown(ui, Region::Comparison, panel, show);
        mark(ctx, Anchor::Comparison, rect);
    }

    /// The panels at the right.
    fn sides(&mut self, ui: &mut Ui) {
        let model = &self.model;
        let Some(document) = &model.document else { return };
        let mut legend = self.panes.legend();
        legend.set_names(model.difference.as_ref().map(Differing::names).as_ref());
        let frame = bar(ui);
        Side::show_all(&Side::open(model), ui, &mut |ui, region, panel| {
            let rect = shown(ui, region, panel.frame(frame), &mut |ui| match region {
                Region::History => editing::history_panel::history(ui, &document.history),
                Region::Findings => timeline::findings::ui(ui, model),
                Region::Machine => timeline::machine::ui(ui, model),
                _ => self.inspector.ui(ui, model, &legend),
            });
            if region == Region::Inspector {
                mark(ui.ctx(), Anchor::Inspector, rect);
            }
        });
    }

    /// The time line, if it is open.
    fn time_line(&self, ui: &mut Ui) {
        let model = &self.model;
        let Some(time) = &model.time else { return };
        let panel = Panel::bottom("time line").frame(bar(ui));
        let rect = shown(ui, Region::TimeLine, panel, &mut |ui| timeline::ui(ui, model, time));
        mark(ui.ctx(), Anchor::TimeLine, rect);
    }

    fn drawings(&mut self, ui: &mut Ui) {
        let model = &self.model;
        let Some(document) = &model.document else { return };
        let middle = CentralPanel::default().frame(Frame::new().fill(ui.visuals().panel_fill));
        let mut hovered = None;
        middle.show_in(ui, &mut |ui| hovered = self.panes.ui(ui, model, document, &mut self.view));
        if hovered != self.model.hovered {
            self.model.hovered = hovered;
            // Panes drawn before the one under the pointer show it in the next frame.
            ui.ctx().request_repaint();
        }
    }
}

/// Says that a tree is on its way.
fn opening(ui: &mut Ui) {
    ui.centered_and_justified(|ui| ui.label(egui::RichText::new("Opening…").size(20.0)));
}

/// The panel of the comparison. Its height depends on the number of rows, so that a new row is visible. In little room, and while one
/// steps through a search under a time line of the given height, the rows leave the room to the drawings if there is too little for both.
fn comparison_panel(rows: usize, room: f32, line: Option<f32>) -> Panel {
    const WITHOUT_ROWS: f32 = 102.0;
    /// The room for the statement above the table.
    const STATEMENT: f32 = 44.0;
    /// The room that drawings take before rows.
    const DRAWINGS: f32 = 520.0;
    /// Less room than this is little: that of a small window, or of large text.
    const LITTLE: f32 = 420.0;
    let is_little = room < LITTLE;
    let all_rows = WITHOUT_ROWS + theme::ROW_HEIGHT * rows as f32;
    let least = if line.is_some() { STATEMENT } else { 90.0 };
    let left = match line {
        Some(line) => (room - line - DRAWINGS).max(least),
        None if is_little => WITHOUT_ROWS + theme::ROW_HEIGHT,
        None => f32::INFINITY,
    };
    let height = all_rows.min((room * 0.3).max(206.0)).min(room * 0.45).min(left);
    let panel = Panel::bottom(Id::unique(("comparison", rows, line.is_some(), is_little))).resizable(true);
    panel.min_size(least).default_size(height).max_size((room * 0.6).max(90.0))
}

/// The least width of the panes, and of the time line below them.
const PANES: f32 = 260.0;

/// The panels at the right share a column if the panes would be narrower than this without it,
const WORKING: f32 = 800.0;
/// and if it is at least as high as this.
const HIGH_ENOUGH: f32 = 420.0;
/// The least height of a panel in a column.
const LEAST_HEIGHT: f32 = 90.0;

/// A panel at the right.
struct Side {
    region: Region,
    name: &'static str,
    /// Its least width, and that which it has where there is room.
    least: f32,
    usual: f32,
}

impl Side {
    /// The panels that are open, from the right to the left.
    fn open(model: &Model) -> Vec<Side> {
        let has_findings = model.shows_findings && timeline::findings::has_findings(model);
        let sides = [
            (model.shows_history, Region::History, "history", 160.0, 240.0),
            (has_findings, Region::Findings, "findings", 200.0, 320.0),
            (model.shows_machine && model.time.is_some(), Region::Machine, "machine", 200.0, 340.0),
            (model.shows_inspector, Region::Inspector, "inspector", 240.0, 370.0),
        ];
        let open = sides.into_iter().filter(|(is_open, ..)| *is_open);
        open.map(|(_, region, name, least, usual)| Side { region, name, least, usual }).collect()
    }

    fn least_width(sides: &[Side]) -> f32 {
        sides.iter().map(|side| side.least).sum()
    }

    /// Shows panels side by side, from the right to the left, or below each other in a narrow window.
    fn show_all(sides: &[Side], ui: &mut Ui, show: &mut dyn FnMut(&mut Ui, Region, Panel)) {
        if Side::share_a_column(sides, ui.available_size()) {
            return Side::show_in_column(sides, ui, show);
        }
        for (index, side) in sides.iter().enumerate() {
            let panel = side.panel(&sides[index + 1..], ui.available_width());
            show(ui, side.region, panel);
        }
    }

    fn share_a_column(sides: &[Side], room: Vec2) -> bool {
        let width: f32 = sides.iter().map(|side| side.usual).sum();
        sides.len() > 1 && room.x - width < WORKING && room.y >= HIGH_ENOUGH
    }

    fn show_in_column(sides: &[Side], ui: &mut Ui, show: &mut dyn FnMut(&mut Ui, Region, Panel)) {
        let room = ui.available_width();
        let usual = sides.iter().map(|side| side.usual).fold(0.0, f32::max);
        let width = usual.min(room * 0.4);
        let column = Panel::right("sides").frame(Frame::NONE).min_size(width.min(240.0)).default_size(width);
        let below_each_other = &mut |ui: &mut Ui| {
            for (index, side) in sides.iter().enumerate() {
                // Each number of panels has its own heights.
                let id = Id::unique(("in a column", side.name, sides.len()));
                let panel = side_in_column(id, sides.len() - index - 1, ui.available_height());
                show(ui, side.region, panel);
            }
        };
        column.max_size((room - PANES).max(width)).show_in(ui, below_each_other);
    }

    /// The panel beside others. It and the others that are still to come share the room that the panes leave.
    fn panel(&self, others: &[Side], room: f32) -> Panel {
        let &Side { name, least, usual, .. } = self;
        let most = (room - PANES - Side::least_width(others)).max(least);
        let share = ((room - PANES) / (others.len() as f32 + 1.0)).min(room * 0.4);
        Panel::right(name).min_size(least).default_size(share.min(usual).clamp(least, most)).max_size(most)
    }
}

/// A panel in a column, from below: it shares the room with the others that are still to come.
fn side_in_column(id: Id, others: usize, room: f32) -> Panel {
    if others == 0 {
        return Panel::bottom(id).resizable(false).exact_size(room);
    }
    let most = (room - LEAST_HEIGHT * others as f32).max(LEAST_HEIGHT);
    Panel::bottom(id).resizable(true).min_size(LEAST_HEIGHT).default_size(room / (others as f32 + 1.0)).max_size(most)
}
