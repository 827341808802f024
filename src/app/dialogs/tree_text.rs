//! The text of a new tree: it is read as one types, and shown as what it was read, with a small picture or the place of an error.

use eframe::egui::text::CCursor;
use eframe::egui::{
    FontId, Rect, RichText, Role, ScrollArea, Stroke, TextEdit, Ui, Vec2, pos2, text_edit::TextEditOutput, vec2,
};

use super::preview::show_tree;
use crate::app::prelude::*;
use crate::app::style::{accessible_name, theme};
use crate::app::trees::thumbnail::thumbnail;
use crate::app::{LatestJob, NewTree};
use crate::draw::Picture;
use crate::format::{self, grouped, tree_size};
use crate::progress::Progress;
use crate::tree::file::{Asked, Format, Location, ParseError, Question, parse_as};

/// The size of the picture.
const PICTURE: Vec2 = vec2(400.0, 132.0);
/// The height of what came of the text: two lines and the picture.
const RESULT_HEIGHT: f32 = 184.0;
/// The most answers to a question that are buttons here.
const MOST_CHOICES: usize = 6;

/// The text, how it is to be read, and what came of it.
pub(crate) struct TreeText {
    text: String,
    asked: Asked,
    /// A number that changes with the text.
    edition: u64,
    reader: LatestJob<(u64, Asked), Result<Read, Problem>>,
}

/// A tree that was read.
#[derive(Clone)]
struct Read {
    size: String,
    reading: String,
    others: Vec<Format>,
    picture: Option<Picture>,
}

/// Why there is no tree.
#[derive(Clone)]
enum Problem {
    Wrong { message: String, place: Option<Location> },
    Asks(Box<Question>),
}

impl Default for TreeText {
    fn default() -> TreeText {
        TreeText {
            text: "((3 12 8) (2 4 6) (14 5 2))".into(),
            asked: Asked::default(),
            edition: 0,
            reader: LatestJob::default(),
        }
    }
}

impl TreeText {
    /// The field with a text.
    pub(crate) fn of(text: String) -> TreeText {
        TreeText { text, ..TreeText::default() }
    }

    /// The field and what came of it; it is focused when it is new. The tree, or what is wrong.
    pub(crate) fn ui(&mut self, ui: &mut Ui, is_new: bool) -> Result<NewTree, String> {
        let label = ui.label("Brackets, JSON, Python, Lisp, Haskell, Newick, indented lines, a table of edges …");
        let mut output = None;
        ScrollArea::vertical().max_height(200.0).show_in(ui, &mut |ui| {
            let text = TextEdit::multiline(&mut self.text).font(FontId::monospace(14.0));
            output = Some(text.desired_width(f32::INFINITY).desired_rows(5).show(ui));
            let last = self.reader.last().map(|(_, answer)| answer);
            if let (Some(output), Some(Ok(Err(Problem::Wrong { place: Some(place), .. })))) = (&output, last) {
                underline(ui, output, *place);
            }
        });
        let Some(TextEditOutput { response, .. }) = output else { return Err(String::new()) };
        let response = response.response.labelled_by(label.id);
        accessible_name(&response, Role::MultilineTextInput, "Text of the tree");
        if is_new {
            response.request_focus();
        }
        if response.changed() {
            self.edition += 1;
            self.asked = Asked::default();
        }
        self.read(ui);
        let mut tree = Err(String::new());
        // What is below keeps its place while one types.
        ui.lines(&mut |ui| {
            ui.set_min_height(RESULT_HEIGHT);
            tree = self.show(ui);
            if let Err(error) = &mut tree
                && !error.is_empty()
            {
                ui.label(RichText::new(std::mem::take(error)).color(theme::bad(ui.visuals())));
            }
        });
        tree
    }

    /// Has the text read, if it is another than before.
    fn read(&mut self, ui: &Ui) {
        let question = (self.edition, self.asked);
        // The text is copied only when it is another.
        if self.reader.last().is_none_or(|(last, _)| *last != question) {
            let (text, asked) = (self.text.clone(), self.asked);
            self.reader.answer(ui.ctx(), question, move |progress| read(&text, asked, progress));
        }
    }

    /// Shows what came of the text.
    fn show(&mut self, ui: &mut Ui) -> Result<NewTree, String> {
        let Some((of, answer)) = self.reader.last() else { return Err(String::new()) };
        let is_of_now = *of == (self.edition, self.asked);
        match answer.clone() {
            Err(fault) => Err(format::sentence(&fault)),
            Ok(Ok(read)) => {
                ui.label(RichText::new(&read.reading));
                ui.weak(&read.size);
                self.other_readings(ui, &read.others);
                if let Some(picture) = read.picture {
                    show_tree(ui, picture, PICTURE);
                }
                if is_of_now {
                    Ok(NewTree::Text { text: self.text.clone(), asked: self.asked })
                } else {
                    Err(String::new())
                }
            }
            Ok(Err(Problem::Asks(question))) => {
                self.ask(ui, *question);
                Err(String::new())
            }
            Ok(Err(Problem::Wrong { message, place })) => Err(match place {
                Some(Location { line, column }) => format!("Line {line}, column {column}: {message}"),
                None => format::sentence(&message),
            }),
        }
    }

    fn other_readings(&mut self, ui: &mut Ui, others: &[Format]) {
        for other in others {
            let words = format!("Read as {}", other.entry().title);
            if ui.button(words).clicked() {
                self.asked = self.asked.in_format(*other);
            }
        }
        if self.asked.format.is_some() && ui.button("Read as before").clicked() {
            self.asked = Asked::default();
        }
    }

    fn ask(&mut self, ui: &mut Ui, question: Question) {
        ui.label(question.title);
        for choice in question.choices.into_iter().take(MOST_CHOICES) {
            ui.line(&mut |ui| {
                if ui.button(&choice.words).clicked() {
                    self.asked = choice.asked;
                }
            });
        }
    }
}

/// Marks the place of an error in the text.
fn underline(ui: &Ui, output: &TextEditOutput, place: Location) {
    let text = output.galley.text();
    let line_start: usize = text.split('\n').take(place.line as usize - 1).map(|line| line.chars().count() + 1).sum();
    let place = line_start + place.column as usize - 1;
    let (begin, end) =
        (output.galley.pos_from_cursor(CCursor::new(place)), output.galley.pos_from_cursor(CCursor::new(place + 1)));
    let corner = output.galley_pos.to_vec2();
    let width = if end.left() > begin.left() { end.left() - begin.left() } else { 8.0 };
    let below = begin.bottom() - 1.0;
    let line = Rect::from_min_size(pos2(begin.left(), below), vec2(width, 2.0)).translate(corner);
    let color = theme::bad(ui.visuals());
    ui.painter().rect_filled(line, 0.0, color);
    ui.painter().vline(
        line.left() - 1.0,
        (begin.top() + corner.y)..=(begin.bottom() + corner.y),
        Stroke::new(1.0, color),
    );
}

fn read(text: &str, asked: Asked, progress: &Progress) -> Result<Read, Problem> {
    let read = parse_as(asked, text.as_bytes(), progress).map_err(|error| match error {
        ParseError::Wrong { location, message } => Problem::Wrong { message, place: Some(location) },
        ParseError::Asks(question) => Problem::Asks(question),
        other => Problem::Wrong { message: other.to_string(), place: None },
    })?;
    let tree = &read.tree;
    let (size, depth) = (tree_size(tree.len() as u64, tree.leaf_count() as u64), grouped(tree.height().into()));
    Ok(Read {
        size: format!("{size}, depth {depth}"),
        reading: format!("{}.", format::sentence(&read.reading.to_string())),
        others: read.reading.others,
        picture: thumbnail(tree, crate::draw::vec2(PICTURE.x, PICTURE.y), progress),
    })
}
