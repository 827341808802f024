//! A question of practice as a student answers it: the tree with what is marked, fields for numbers, and what was found.

use eframe::egui::{
    self, Align, Align2, Color32, FontId, Id, Layout, RichText, ScrollArea, Sense, Stroke, TextEdit, Ui, WidgetInfo,
};

use crate::app::canvas::screen;
use crate::app::prelude::*;
use crate::app::style::{describe, text_width, theme};
use crate::app::{focus, input, keys};
use crate::draw::node_link::{node_link, rect_of};
use crate::draw::{Boards, Figure, Folds, Frame, Ink, Options, Plain, Pos2, Rect, Shape, Shown, Spacing, vec2};
use crate::exercise::{Answers, Asked, End, Kind, Mark, Task, Verdict, Words, without_questions};
use crate::tree::{NodeId, Tree};

/// The height of a level of the tree.
const LEVEL: f32 = 70.0;
/// The most that the sentences take of the height.
const TOLD: f32 = 150.0;
/// The width of a field, and of the sign beside it.
const FIELD: f32 = 44.0;
const SIGN: f32 = 14.0;
/// The radius of what a check has found in the drawing.
const BADGE: f32 = 8.0;

/// The answers to a question.
pub(super) struct Attempt {
    pub(super) task: Task,
    answers: Answers,
    verdicts: Option<Vec<Verdict>>,
    /// The points of the first check.
    pub(super) counted: Option<(usize, usize)>,
    /// The mark that a hint is about, and how many steps of it are shown.
    hint: Option<(usize, usize)>,
    /// Whether answers cannot be changed now.
    is_locked: bool,
    /// Whether the first field has had the focus.
    has_begun: bool,
}

impl Attempt {
    pub(super) fn new(task: Task) -> Attempt {
        let (answers, is_locked, has_begun) = (Answers::new(), false, false);
        Attempt { task, answers, verdicts: None, counted: None, hint: None, is_locked, has_begun }
    }

    /// Whether something is marked or typed.
    pub(super) fn has_answers(&self) -> bool {
        self.answers.values().any(|answer| !answer.trim().is_empty())
    }

    pub(super) fn is_checked(&self) -> bool {
        self.verdicts.is_some()
    }

    pub(super) fn check(&mut self) {
        let verdicts = self.task.grade(&self.answers);
        self.counted.get_or_insert(self.task.points(&verdicts));
        self.verdicts = Some(verdicts);
        self.hint = None;
    }

    /// Answers can be changed again.
    pub(super) fn retry(&mut self) {
        self.verdicts = None;
    }

    /// Goes on to the next step of the hint for the first place that is not right.
    pub(super) fn give_hint(&mut self, is_from_right: bool) -> bool {
        let verdicts = self.task.grade(&self.answers);
        let is_at_fault = |index: &usize| is_fault(verdicts[*index]);
        // Values are found from below; other things in the order of the search.
        let is_backwards = (self.task.question.id == "values") != is_from_right && self.task.question.id != "windows";
        let mut places = 0..verdicts.len();
        let found = if is_backwards { places.rfind(is_at_fault) } else { places.find(is_at_fault) };
        let steps = self.hint.filter(|&(index, _)| Some(index) == found).map_or(0, |(_, steps)| steps);
        self.hint = found.map(|index| (index, (steps + 1).min(3)));
        found.is_some() && steps < 3
    }

    fn toggle(&mut self, index: usize) {
        if self.is_locked {
            return;
        }
        let place = self.task.marks[index].place;
        if self.answers.remove(&place).is_none() {
            if self.task.kind == Kind::Move {
                self.answers.clear();
            }
            // Later marks have larger numbers.
            let last = self.answers.values().filter_map(|text| text.parse::<usize>().ok()).max();
            self.answers.insert(place, (last.unwrap_or(0) + 1).to_string());
        }
    }

    /// The tree with what is marked.
    pub(super) fn tree(&mut self, ui: &mut Ui, tree: &Tree, is_locked: bool) {
        self.is_locked = is_locked || self.verdicts.is_some();
        let size = vec2(ui.available_width(), LEVEL * (tree.height() as f32 + 1.0));
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let shown = Shown { tree, folds: &Folds::NONE };
        let figure = Figure {
            shown,
            overlay: &Plain(tree),
            game: None,
            options: Options { points: Some(13.0), ..Options::default() },
        };
        let comfort = vec2(90.0, LEVEL);
        let spacing = Spacing { comfort, roomy: comfort, margin: vec2(24.0, 2.0) };
        let frame = Frame::fitting(&shown, rect, spacing);
        let mut boards = Boards::default();
        let mut picture = node_link(&figure, &frame, &mut boards).picture;
        without_questions(&mut picture, tree);
        let (middles, labels) = (middles(&picture), labels(&picture));
        screen::show(ui.painter(), picture, screen::palette(ui.visuals().dark_mode));
        let middle = |node| middles.iter().find(|(child, _)| *child == node).map(|&(_, middle)| middle);
        for at in self.task.crossed.iter().filter_map(|&node| middle(node)) {
            cross(ui, at);
        }
        let numbers = self.task.numbers(&self.answers, tree);
        for index in 0..self.task.marks.len() {
            let mark = &self.task.marks[index];
            let (node, name) = (mark.place.node, self.place_name(tree, mark));
            let room = rect_of(&figure, &frame, &mut boards, node);
            let number = numbers.get(&mark.place).copied();
            if self.task.kind.is_typed() {
                self.number(ui, index, room, &labels);
            } else if !self.task.kind.is_of_edges() {
                let spot = Spot { hit: room, node: None, number, sign: corner(room, &labels) };
                self.mark(ui, index, spot, &name);
            } else if let Some(middle) = middle(node) {
                let hit = Rect::from_center_size(middle, vec2(24.0, 20.0));
                self.mark(ui, index, Spot { hit, node: Some(room), number, sign: hit.right_center() }, &name);
            } else {
                self.sign(ui, index, corner(room, &labels));
            }
        }
        if let Some((index, _)) = self.hint {
            let room = around(rect_of(&figure, &frame, &mut boards, self.task.marks[index].look), &labels);
            let stroke = Stroke::new(2.0, ui.visuals().selection.stroke.color);
            ui.painter().rect_stroke(room, 4.0, stroke, egui::StrokeKind::Outside);
        }
    }

    /// A typed value in its triangle, or a ring around a node whose window is asked for.
    fn number(&self, ui: &Ui, index: usize, room: Rect, labels: &[Rect]) {
        let mark = &self.task.marks[index];
        if mark.place.asked != Asked::Itself {
            let stroke = Stroke::new(1.5, ui.visuals().text_color());
            ui.painter().rect_stroke(around(room, labels), 4.0, stroke, egui::StrokeKind::Outside);
            return;
        }
        // The first mark stands for the whole answer.
        if self.task.kind.is_whole() && index == 0 {
            return self.sign(ui, index, corner(room, labels));
        }
        let typed = self.answers.get(&mark.place).map_or("", String::as_str);
        let typed: String = typed.chars().take(5).collect();
        ui.painter().text(
            room.center(),
            Align2::CENTER_CENTER,
            typed,
            FontId::proportional(13.0),
            ui.visuals().strong_text_color(),
        );
        self.sign(ui, index, corner(room, labels));
    }

    /// A place that can be marked, with the mouse and with the keyboard.
    fn mark(&mut self, ui: &mut Ui, index: usize, spot: Spot, name: &str) {
        let Spot { hit, node, number, sign } = spot;
        let place = self.task.marks[index].place;
        let is_marked = self.answers.contains_key(&place);
        let name = number.map_or_else(|| name.to_owned(), |number| format!("{name}, number {number}"));
        let control = ui.interact(hit, ui.scope_id().with(("mark", self.task.question.id, index)), Sense::click());
        describe(&control, &|| WidgetInfo::selected(egui::Role::CheckBox, true, is_marked, &name));
        let beside = node
            .map(|node| ui.interact(node, ui.scope_id().with(("below", self.task.question.id, index)), Sense::CLICK));
        if control.clicked() || beside.is_some_and(|beside| beside.clicked()) {
            self.toggle(index);
        }
        if control.has_focus() || control.hovered() {
            let stroke = Stroke::new(1.5, ui.visuals().selection.stroke.color);
            ui.painter().rect_stroke(hit.expand(2.0), 4.0, stroke, egui::StrokeKind::Outside);
        }
        if is_marked {
            self.drawn(ui, spot);
        }
        self.sign(ui, index, sign);
    }

    /// What a mark looks like.
    fn drawn(&self, ui: &Ui, Spot { hit, number, .. }: Spot) {
        let (painter, visuals) = (ui.painter(), ui.visuals());
        match self.task.kind {
            Kind::Leaves => {
                let stroke = Stroke::new(2.5, theme::ink(visuals, Ink::Cutoff));
                painter.line_segment([hit.left_bottom(), hit.right_top()], stroke);
            }
            Kind::Beside => {
                let stroke = Stroke::new(3.0, theme::good(visuals));
                painter.rect_stroke(hit.expand(3.0), 4.0, stroke, egui::StrokeKind::Middle);
            }
            Kind::Move => _ = painter.circle_filled(hit.center(), 6.0, theme::good(visuals)),
            Kind::Order => badge(ui, hit.center(), number, visuals.text_color()),
            Kind::Cuts => badge(ui, hit.center(), number, theme::ink(visuals, Ink::Cutoff)),
            Kind::Edges => cross(ui, hit.center()),
            Kind::Numbers | Kind::Empty => {}
        }
    }

    /// What a place is called.
    fn place_name(&self, tree: &Tree, mark: &Mark) -> String {
        match self.task.kind {
            Kind::Order if mark.place.node == NodeId::ROOT => Words::default().get("whole-order").to_owned(),
            Kind::Empty if mark.place.node == NodeId::ROOT => Words::default().get("whole-empty").to_owned(),
            kind => place_name(tree, kind, mark),
        }
    }

    /// What a check has found at a place.
    fn sign(&self, ui: &Ui, index: usize, at: Pos2) {
        let Some((sign, color)) = self.verdicts.as_ref().and_then(|verdicts| sign(ui, verdicts[index])) else { return };
        ui.painter().circle_filled(at, BADGE, color);
        ui.painter().text(at, Align2::CENTER_CENTER, sign, FontId::proportional(12.0), ui.visuals().extreme_bg_color);
    }

    /// A field for each number, below each other in columns; Enter goes on to the next one. Whether it was pressed in the last one.
    pub(super) fn fields(&mut self, ui: &mut Ui, tree: &Tree) -> bool {
        // The first mark stands for a whole answer, which is not typed.
        let first = usize::from(self.task.kind.is_whole());
        let shown: Vec<usize> = (first..self.task.marks.len()).collect();
        let names: Vec<String> = self.task.marks.iter().map(|mark| place_name(tree, self.task.kind, mark)).collect();
        let label = shown.iter().map(|&index| text_width(ui, &names[index])).fold(0.0, f32::max);
        let cell = label + FIELD + SIGN + 3.0 * ui.spacing().item_spacing.x;
        let columns = ((ui.available_width() / cell) as usize).max(1);
        let mut entered = None;
        for row in shown.chunks(columns) {
            ui.line(&mut |ui| {
                for &index in row {
                    if self.field(ui, index, (&names[index], label)) {
                        entered = Some(index);
                    }
                }
            });
        }
        if self.task.marks.iter().any(|mark| mark.place.asked != Asked::Itself) {
            ui.weak("For infinity, type inf or -inf.");
        }
        // A new dialog is measured first, and what is in it cannot have the focus then.
        let can_begin = ui.is_enabled() && !ui.is_sizing_pass() && !self.is_locked;
        // The tree behind may still have it in the first frames.
        let begins = can_begin && !self.has_begun && focus::is_nowhere(ui.ctx());
        self.has_begun |= begins;
        let next = if begins { shown.first().copied() } else { entered.map(|index| index + 1) };
        let next = next.filter(|next| shown.contains(next));
        if let Some(next) = next {
            input::request_focus(ui.ctx(), self.field_id(next));
        }
        entered.is_some() && next.is_none()
    }

    /// A field with its name, in a room of its width, and what a check has found; whether Enter was pressed in it.
    fn field(&mut self, ui: &mut Ui, index: usize, (name, width): (&str, f32)) -> bool {
        let room = |width: f32| vec2(width, ui.spacing().interact_size.y);
        let (room_of_name, room_of_sign) = (room(width), room(SIGN));
        let at_left = Layout::left_to_right(Align::Center);
        let label = ui.allocate_ui_with_layout(room_of_name, at_left, |ui| {
            ui.set_min_width(width);
            ui.label(name)
        });
        let id = self.field_id(index);
        let text = self.answers.entry(self.task.marks[index].place).or_default();
        let field = TextEdit::singleline(text).id(id).desired_width(FIELD).interactive(!self.is_locked).char_limit(24);
        let field = ui.add(field).labelled_by(label.inner.id);
        let found = self.verdicts.as_ref().and_then(|verdicts| sign(ui, verdicts[index]));
        ui.allocate_ui_with_layout(room_of_sign, at_left, |ui| {
            ui.set_min_width(SIGN);
            if let Some((sign, color)) = found {
                ui.label(RichText::new(sign).color(color));
            }
        });
        keys::is_entered(&field)
    }

    fn field_id(&self, index: usize) -> Id {
        Id::unique(("answer", self.task.question.id, index))
    }

    /// What is wrong and missed, and why; or the hint.
    pub(super) fn told(&self, ui: &mut Ui, tree: &Tree) {
        ScrollArea::vertical().id_salt("told").max_height(TOLD).auto_shrink([false, true]).show_in(ui, &mut |ui| {
            if let Some((index, steps)) = self.hint {
                for hint in &self.task.marks[index].hints[..steps] {
                    ui.label(hint);
                }
            }
            let Some(verdicts) = &self.verdicts else { return };
            let mut is_right = true;
            for (mark, verdict) in self.task.marks.iter().zip(verdicts) {
                let (true, Some((sign, color))) = (is_fault(*verdict), sign(ui, *verdict)) else { continue };
                is_right = false;
                let words = Words::default();
                let found = words.get(match verdict {
                    Verdict::Wrong => "is-wrong",
                    Verdict::Misplaced => "is-misplaced",
                    _ => "is-missed",
                });
                ui.horizontal_wrapped(|ui| {
                    let head = format!("{sign} {}: {found}.", self.place_name(tree, mark));
                    ui.label(RichText::new(head).color(color).strong());
                    ui.label(self.task.why(mark, &self.answers, tree));
                });
            }
            if is_right {
                ui.label(RichText::new("All right.").color(theme::good(ui.visuals())));
            }
        });
    }
}

fn name(tree: &Tree, node: NodeId) -> String {
    crate::format::visible(tree.label(node).unwrap_or_default())
}

/// A place in the drawing that can be marked: what is clicked, the node below if it is an edge, its number if it has one, and where what a
/// check has found is shown.
#[derive(Clone, Copy)]
struct Spot {
    hit: Rect,
    node: Option<Rect>,
    number: Option<usize>,
    sign: Pos2,
}

/// Where the texts of a picture are.
fn labels(picture: &crate::draw::Picture) -> Vec<Rect> {
    let text =
        |(_, shape): &(Option<NodeId>, Shape)| if let Shape::Text(text) = shape { Some(text.rect()) } else { None };
    picture.shapes.iter().filter_map(text).collect()
}

/// A corner of a node at which a sign covers no text.
fn corner(room: Rect, labels: &[Rect]) -> Pos2 {
    let corners = [room.right_top(), room.left_top(), room.right_bottom(), room.left_bottom()];
    let sign = |at: &Pos2| Rect::from_center_size(*at, egui::Vec2::splat(2.0 * BADGE));
    let is_free = |at: &&Pos2| !labels.iter().any(|label| label.intersects(sign(at)));
    corners.iter().find(is_free).copied().unwrap_or(corners[0])
}

/// A frame around a node that does not cross the texts beside it, but goes around them.
fn around(room: Rect, labels: &[Rect]) -> Rect {
    let frame = room.expand(4.0);
    let crossed = labels.iter().filter(|label| label.intersects(frame) && !frame.contains_rect(**label));
    crossed.fold(frame, |frame, label| frame.union(label.expand(2.0)))
}

/// Two strokes through an edge.
fn cross(ui: &Ui, middle: Pos2) {
    let stroke = Stroke::new(2.5, theme::ink(ui.visuals(), Ink::Cutoff));
    for shift in [-3.0, 3.0] {
        ui.painter().line_segment([middle + vec2(shift - 4.0, 7.0), middle + vec2(shift + 4.0, -7.0)], stroke);
    }
}

/// A number at an edge.
fn badge(ui: &Ui, at: Pos2, number: Option<usize>, rim: Color32) {
    let Some(number) = number else { return };
    let visuals = ui.visuals();
    ui.painter().circle_filled(at, 9.0, visuals.extreme_bg_color);
    ui.painter().circle_stroke(at, 9.0, Stroke::new(2.0, rim));
    let font = FontId::proportional(12.0);
    ui.painter().text(at, Align2::CENTER_CENTER, number.to_string(), font, visuals.strong_text_color());
}

fn is_fault(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Wrong | Verdict::Misplaced | Verdict::Missed)
}

/// What a place is called.
fn place_name(tree: &Tree, kind: Kind, mark: &Mark) -> String {
    let name = name(tree, mark.place.node);
    if let (true, Some(above)) = (kind.is_of_edges(), tree.parent(mark.place.node)) {
        return format!("{}–{name}", self::name(tree, above));
    }
    let letter = |end| if end == End::Alpha { "α" } else { "β" };
    match mark.place.asked {
        Asked::Itself => name,
        Asked::Entered(end) => format!("{name} entered, {}", letter(end)),
        Asked::Left(end) => format!("{name} left, {}", letter(end)),
    }
}

/// The sign and the colour of a verdict.
fn sign(ui: &Ui, verdict: Verdict) -> Option<(&'static str, Color32)> {
    let visuals = ui.visuals();
    match verdict {
        Verdict::Right => Some(("✔", theme::good(visuals))),
        Verdict::Wrong => Some(("✖", theme::bad(visuals))),
        Verdict::Misplaced => Some(("≠", visuals.warn_fg_color)),
        Verdict::Missed => Some(("!", visuals.warn_fg_color)),
        Verdict::Unmarked => None,
    }
}

/// The middles of the edges, each with the node below it.
fn middles(picture: &crate::draw::Picture) -> Vec<(NodeId, Pos2)> {
    let middle = |(node, shape): &(Option<NodeId>, Shape)| match (node, shape) {
        (Some(node), Shape::Line { ends: [a, b], .. }) => Some((*node, *a + (*b - *a) * 0.5)),
        _ => None,
    };
    picture.shapes.iter().filter_map(middle).collect()
}
