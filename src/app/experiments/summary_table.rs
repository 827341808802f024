//! The summary of a sweep as a table: what was measured of each cell, and what the theory expects.

use eframe::egui::{self, Align, Label, Layout, Sense, TextWrapMode, Ui};
use egui_extras::{Column as Width, TableBuilder};

use super::plot::plain;
use super::{Experiment, ExperimentsModel};
use crate::app::style::table::{self, CELL_MARGIN, Head};
use crate::app::style::theme;
use crate::experiment::Unit;
use crate::experiment::comparison::Sort;
use crate::experiment::sweep::{Measure, Start, SummaryRow};
use crate::format::{MISSING, grouped};

/// A column: its head, and what it says of a row as words or as a number.
struct Column {
    head: Head<'static>,
    content: Content,
}

#[derive(Clone, Copy)]
enum Content {
    Words(fn(&SummaryRow) -> String),
    /// Words that need not be said where they are the same in all rows.
    Trait(fn(&SummaryRow) -> String),
    Whole(fn(&SummaryRow) -> Option<f64>),
    /// In the unit of the measure.
    Measured(fn(&SummaryRow) -> Option<f64>),
    /// With four decimals.
    Ratio(fn(&SummaryRow) -> Option<f64>),
    /// With two decimals and a sign.
    Deviation(fn(&SummaryRow) -> Option<f64>),
}

const fn column(title: &'static str, explanation: &'static str, content: Content) -> Column {
    Column {
        head: Head { title, explanation, is_numeric: !matches!(content, Content::Words(_) | Content::Trait(_)) },
        content,
    }
}

const COLUMNS: [Column; 15] = [
    column("Game", "Which game, and from where", Content::Trait(|row| or_missing(row.game.as_ref().map(Start::title)))),
    column("Leaves", "How leaves get their values", Content::Trait(|row| or_missing(row.leaves))),
    column("Order", "In which order children stand", Content::Trait(|row| or_missing(row.ordering))),
    column("b", "Children of a node", Content::Whole(|row| row.branching.map(Into::into))),
    column("d", "Levels below the root", Content::Whole(|row| Some(row.depth.into()))),
    column("Algorithm", "What searched", Content::Words(|row| row.algorithm.title().into())),
    column("Cutoff", "The cutoff rule", Content::Trait(|row| row.cutoff.id().into())),
    column("Trees", "How many trees were searched", Content::Whole(|row| Some(row.trees as f64))),
    column("Mean", "The mean of what is measured", Content::Measured(|row| Some(row.mean))),
    column("Standard error", "Of the mean", Content::Measured(|row| row.standard_error)),
    column("Expected", "What the theory expects, where it knows", Content::Measured(|row| row.expected)),
    column("Measured / expected", "The mean by the expectation", Content::Ratio(|row| row.measured_to_expected)),
    column("Deviation in std. errors", "Of the mean from the expectation", Content::Deviation(|row| row.deviation)),
    column("Minimal", "The fewest leaves that such an algorithm needs", Content::Measured(|row| row.minimal)),
    column("At budget", "Runs that stopped at their budget", Content::Whole(|row| Some(row.stopped as f64))),
];

fn or_missing(what: Option<impl ToString>) -> String {
    what.map_or_else(|| MISSING.to_owned(), |what| what.to_string())
}

/// The table, sorted as its user likes; it keeps what it found out about the rows until there are others.
#[derive(Default)]
pub(super) struct SummaryTable {
    sort: Option<Sort>,
    arranged: Option<Arranged>,
}

/// What is shown, and in which order.
struct Arranged {
    /// Of which experiment, picture and order.
    of: (u64, u64, Option<Sort>),
    /// The indices of the rows.
    rows: Vec<usize>,
    /// The indices of the columns.
    columns: Vec<usize>,
}

impl SummaryTable {
    pub(super) fn ui(&mut self, ui: &mut Ui, model: &ExperimentsModel, experiment: &Experiment) {
        let rows = &experiment.picture.rows;
        let text = format!("{}, cell by cell", model.view.measure.title());
        ui.strong(text);
        ui.add_space(2.0);
        let of = (experiment.serial, experiment.picture.number, self.sort);
        let arranged = self.arranged.take().filter(|arranged| arranged.of == of);
        let arranged = arranged.unwrap_or_else(|| Arranged { of, rows: self.order(rows), columns: columns(rows) });
        egui::ScrollArea::horizontal().auto_shrink([false, false]).show(ui, |ui| self.table(ui, rows, &arranged));
        self.arranged = Some(arranged);
    }

    /// The indices of the rows in the order in which they are shown.
    fn order(&self, rows: &[SummaryRow]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        let Some(Sort { column, descending }) = self.sort else { return order };
        let content = COLUMNS[column].content;
        order.sort_by(|&a, &b| {
            let (a, b) = (&rows[a], &rows[b]);
            let ordering = match (content.number(a), content.number(b)) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                _ => content.text(a).cmp(&content.text(b)),
            };
            let ordering = if descending { ordering.reverse() } else { ordering };
            // What is missing comes last either way.
            (content.text(a) == MISSING).cmp(&(content.text(b) == MISSING)).then(ordering)
        });
        order
    }

    fn table(&mut self, ui: &mut Ui, rows: &[SummaryRow], arranged: &Arranged) {
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
        let mut table = TableBuilder::new(ui)
            // Other columns have other widths.
            .id_salt(("summary of the sweep", &arranged.columns))
            .striped(true)
            .sense(Sense::hover())
            .auto_shrink([false, false])
            .min_scrolled_height(0.0)
            .max_scroll_height(f32::INFINITY)
            .cell_layout(Layout::left_to_right(Align::Center));
        for _ in &arranged.columns {
            table = table.column(Width::auto().at_least(40.0));
        }
        let head = table.header(table::HEIGHT, |mut header| {
            for &index in &arranged.columns {
                let column = &COLUMNS[index];
                header.col(|ui| {
                    ui.set_min_width(table::width(ui, column.head.title) + 2.0 * CELL_MARGIN);
                    let sorted = self.sort.filter(|sort| sort.column == index);
                    if table::ui(ui, &column.head, sorted.map(|sort| sort.descending)).clicked() {
                        self.sort = Sort::after_click(self.sort, index);
                    }
                });
            }
        });
        head.body(|body| {
            body.rows(theme::ROW_HEIGHT, arranged.rows.len(), |mut line| {
                let row = &rows[arranged.rows[line.index()]];
                for &index in &arranged.columns {
                    line.col(|ui| cell(ui, &COLUMNS[index], row));
                }
            });
        });
    }
}

/// The indices of the columns that say something of these rows.
fn columns(rows: &[SummaryRow]) -> Vec<usize> {
    (0..COLUMNS.len()).filter(|&index| COLUMNS[index].content.is_telling(rows)).collect()
}

fn cell(ui: &mut Ui, column: &Column, row: &SummaryRow) {
    // While the widths are found out a cell must not take all the room that there is.
    let layout = if column.head.is_numeric && !ui.is_sizing_pass() {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    ui.with_layout(layout, |ui| {
        ui.add_space(CELL_MARGIN);
        ui.add(Label::new(column.content.text(row)).selectable(false));
        ui.add_space(CELL_MARGIN);
    });
}

impl Content {
    /// Whether it says anything of these rows.
    fn is_telling(self, rows: &[SummaryRow]) -> bool {
        match self {
            Content::Words(_) => true,
            Content::Trait(of) => rows.windows(2).any(|pair| of(&pair[0]) != of(&pair[1])),
            Content::Whole(of) | Content::Measured(of) | Content::Ratio(of) | Content::Deviation(of) => {
                rows.iter().any(|row| of(row).is_some())
            }
        }
    }

    fn number(self, row: &SummaryRow) -> Option<f64> {
        match self {
            Content::Words(_) | Content::Trait(_) => None,
            Content::Whole(of) | Content::Measured(of) | Content::Ratio(of) | Content::Deviation(of) => of(row),
        }
    }

    fn text(self, row: &SummaryRow) -> String {
        let number = |number: f64| match self {
            Content::Measured(_) => in_unit(number, row.measure),
            Content::Ratio(_) => format!("{number:.4}"),
            Content::Deviation(_) => format!("{number:+.2}"),
            Content::Whole(_) | Content::Words(_) | Content::Trait(_) => grouped(number as u64),
        };
        match self {
            Content::Words(words) | Content::Trait(words) => words(row),
            _ => self.number(row).map_or_else(|| MISSING.to_owned(), number),
        }
    }
}

fn in_unit(number: f64, measure: Measure) -> String {
    if measure.unit() == Unit::Number { plain(number) } else { measure.format(number) }
}
