//! Practice in the window: a tree of an exercise, in which one marks and types, and what is right, wrong and missed. Nothing else of the tree is
//! shown, so that nothing gives the answers away.

use eframe::egui::{self, Align2, Color32, FontId, RichText, ScrollArea, Sense, Stroke, TextEdit, Ui, WidgetInfo};

use super::practised::Practised;
use crate::app::Action;
use crate::app::canvas::screen;
use crate::app::job::Job;
use crate::app::style::contents::{Lines as _, Scrolled as _};
use crate::app::style::theme;
use crate::app::style::widgets::describe;
use crate::draw::node_link::{node_link, rect_of};
use crate::draw::{Boards, Figure, Folds, Frame, Options, Plain, Pos2, Rect, Shape, Shown, Spacing, vec2};
use crate::exercise::{Answers, Asked, End, Kind, Mark, Order, Paper, Sheet, Task, Tasks, Verdict, Words};
use crate::tree::{NodeId, Tree};

/// The height of a level of the tree.
const LEVEL: f32 = 70.0;
/// The most that the sentences take of the height.
const TOLD: f32 = 150.0;

/// An exercise being answered.
pub(crate) struct Practice {
    exercise: Practised,
    job: Option<Job<Result<Lesson, String>>>,
    lesson: Option<Lesson>,
    error: Option<String>,
    /// The points, and the most that there were, in the trees before.
    before: (usize, usize),
    hints: usize,
    is_over: bool,
    /// Whether it was to be closed while answers would be lost, which is asked about.
    asks_to_close: bool,
}

/// The tasks of a tree with what was answered.
struct Lesson {
    tree: Tree,
    /// How the tree is searched.
    introduction: String,
    tries: Vec<Try>,
    /// The current one.
    at: usize,
}

/// The answers to a question.
struct Try {
    task: Task,
    answers: Answers,
    verdicts: Option<Vec<Verdict>>,
    /// The points of the first check.
    counted: Option<(usize, usize)>,
    /// The mark that a hint is about, and how many steps of it are shown.
    hint: Option<(usize, usize)>,
}

impl Practice {
    pub(crate) fn new(ctx: &egui::Context, exercise: Practised) -> Practice {
        let mut practice = Practice {
            exercise,
            job: None,
            lesson: None,
            error: None,
            before: (0, 0),
            hints: 0,
            is_over: false,
            asks_to_close: false,
        };
        practice.start(ctx);
        practice
    }

    /// Draws the tree and searches it, on a thread.
    fn start(&mut self, ctx: &egui::Context) {
        let exercise = self.exercise.clone();
        self.lesson = None;
        self.job = Some(Job::start(ctx, "plyscope exercise", move |_| {
            let ((solved, questions), words) = (exercise.solved()?, Words::default());
            let tasks = Tasks::new(&solved, &questions, &words).map_err(|error| error.to_string())?;
            let sheet = Sheet { solved: &solved, questions: &questions, words: &words, paper: Paper::A4 };
            Ok(Lesson::new(tasks, sheet.introduction()))
        }));
    }

    fn advance(&mut self) {
        let Some(result) = self.job.as_ref().and_then(Job::poll) else { return };
        self.job = None;
        match result.unwrap_or_else(Err) {
            Ok(lesson) => self.lesson = Some(lesson),
            Err(error) => self.error = Some(error),
        }
    }

    /// The points so far, and the most that there were in what was checked.
    fn score(&self) -> (usize, usize) {
        let counted = self.lesson.iter().flat_map(|lesson| &lesson.tries).filter_map(|one| one.counted);
        counted.fold(self.before, |(points, most), (more, of)| (points + more, most + of))
    }

    /// Closes, or asks first if answers would be lost, and goes on if that was asked.
    pub(crate) fn close(&mut self) -> Vec<Action> {
        let mut tries = self.lesson.iter().flat_map(|lesson| &lesson.tries);
        let loses = !self.is_over && (self.score().1 > 0 || tries.any(Try::has_answers));
        self.asks_to_close = loses && !self.asks_to_close;
        if loses { Vec::new() } else { vec![Action::CloseModal] }
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) -> Vec<Action> {
        self.advance();
        if self.is_over {
            return self.end(ui);
        }
        ui.heading(self.exercise.heading());
        if let Some(error) = &self.error {
            ui.label(RichText::new(error).color(theme::bad(ui.visuals())));
        } else if self.lesson.is_none() {
            ui.spinner();
        }
        let is_from_right = self.exercise.order() == Order::Right;
        if let Some(lesson) = &mut self.lesson {
            self.hints += usize::from(lesson.ui(ui, is_from_right));
        }
        ui.add_space(8.0);
        if self.asks_to_close { self.question(ui) } else { self.buttons(ui) }
    }

    /// Asks whether the answers may be lost.
    fn question(&mut self, ui: &mut Ui) -> Vec<Action> {
        let mut actions = Vec::new();
        ui.line(&mut |ui| {
            ui.label("Close, and lose your answers and points?");
            if ui.button("Close without a result").clicked() {
                actions = vec![Action::CloseModal];
            }
            if ui.button("Go on").clicked() {
                self.asks_to_close = false;
            }
        });
        actions
    }

    fn buttons(&mut self, ui: &mut Ui) -> Vec<Action> {
        let (points, most) = self.score();
        let mut actions = Vec::new();
        ui.line(&mut |ui| {
            if let Some(next) = self.exercise.next()
                && ui.button("Another tree").clicked()
            {
                self.before = self.score();
                self.exercise = next;
                self.error = None;
                self.start(ui.ctx());
            }
            if ui.button("End").clicked() {
                self.is_over = true;
            }
            if ui.button("Close").clicked() {
                actions = self.close();
            }
            if most > 0 {
                ui.weak(format!("{points} of {most} points"));
            }
        });
        actions
    }

    fn end(&self, ui: &mut Ui) -> Vec<Action> {
        let (points, most) = self.score();
        ui.heading("Result");
        ui.label(RichText::new(format!("{points} of {most} points")).size(22.0).strong());
        ui.weak(crate::format::count(self.hints as u64, "hint", "hints"));
        ui.add_space(8.0);
        if ui.button("Close").clicked() { vec![Action::CloseModal] } else { Vec::new() }
    }
}

impl Lesson {
    fn new(Tasks { tree, tasks }: Tasks, introduction: String) -> Lesson {
        let first = |task| Try { task, answers: Answers::new(), verdicts: None, counted: None, hint: None };
        Lesson { tree, introduction, tries: tasks.into_iter().map(first).collect(), at: 0 }
    }

    /// Shows the question; whether a hint was given.
    fn ui(&mut self, ui: &mut Ui, is_from_right: bool) -> bool {
        let count = self.tries.len();
        ui.weak(&self.introduction);
        ui.line(&mut |ui| {
            for index in 0..count {
                let counted = self.tries[index].counted;
                let sign = counted.map_or_else(String::new, |(points, most)| format!(" {points}/{most}"));
                if ui.selectable_label(index == self.at, format!("Question {}{sign}", index + 1)).clicked() {
                    self.at = index;
                }
            }
        });
        let Some(one) = self.tries.get_mut(self.at) else { return false };
        let words = Words::default();
        ui.label(RichText::new(words.get(&format!("ask-{}", one.task.question.id))).strong());
        one.tree(ui, &self.tree);
        if one.task.kind == Kind::Numbers {
            one.fields(ui, &self.tree);
        }
        let mut is_hint = false;
        ui.line(&mut |ui| {
            if one.verdicts.is_some() {
                if ui.button("Try again").clicked() {
                    one.verdicts = None;
                }
            } else if ui.button("Check").clicked() {
                one.check();
            } else if ui.button("Hint").clicked() {
                is_hint = one.give_hint(is_from_right);
            }
            if self.at + 1 < count && ui.button("Next question").clicked() {
                self.at += 1;
            }
        });
        if let Some(one) = self.tries.get(self.at) {
            one.told(ui, &self.tree);
        }
        is_hint
    }
}

impl Try {
    /// Whether something is marked or typed.
    fn has_answers(&self) -> bool {
        self.answers.values().any(|answer| !answer.trim().is_empty())
    }

    fn check(&mut self) {
        let verdicts = self.task.grade(&self.answers);
        self.counted.get_or_insert(self.task.points(&verdicts));
        self.verdicts = Some(verdicts);
        self.hint = None;
    }

    /// Goes on to the next step of the hint for the first place that is not right.
    fn give_hint(&mut self, is_from_right: bool) -> bool {
        let verdicts = self.task.grade(&self.answers);
        let is_fault = |index: &usize| matches!(verdicts[*index], Verdict::Wrong | Verdict::Missed);
        // Values are found from below; other things in the order of the search.
        let is_backwards = (self.task.question.id == "values") != is_from_right && self.task.question.id != "windows";
        let mut places = 0..verdicts.len();
        let found = if is_backwards { places.rfind(is_fault) } else { places.find(is_fault) };
        let steps = self.hint.filter(|&(index, _)| Some(index) == found).map_or(0, |(_, steps)| steps);
        self.hint = found.map(|index| (index, (steps + 1).min(3)));
        found.is_some() && steps < 3
    }

    fn toggle(&mut self, index: usize) {
        if self.verdicts.is_some() {
            return;
        }
        let place = self.task.marks[index].place;
        if self.answers.remove(&place).is_none() {
            if self.task.kind == Kind::Move {
                self.answers.clear();
            }
            self.answers.insert(place, "yes".to_owned());
        }
    }

    /// The tree with what is marked.
    fn tree(&mut self, ui: &mut Ui, tree: &Tree) {
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
        let spacing = Spacing { comfort, roomy: comfort, margin: vec2(4.0, 2.0) };
        let frame = Frame::fitting(&shown, rect, spacing);
        let mut boards = Boards::default();
        let picture = node_link(&figure, &frame, &mut boards).picture;
        let middles = middles(&picture);
        screen::show(ui.painter(), picture, screen::palette(ui.visuals().dark_mode));
        for index in 0..self.task.marks.len() {
            let mark = &self.task.marks[index];
            let (node, name) = (mark.place.node, place_name(tree, self.task.kind, mark));
            let room = rect_of(&figure, &frame, &mut boards, node);
            match self.task.kind {
                Kind::Numbers => self.number(ui, index, room),
                Kind::Leaves => self.mark(ui, index, (room, None), name),
                Kind::Edges | Kind::Move => {
                    let middle = middles.iter().find(|(child, _)| *child == node);
                    let middle = middle.map_or(room.center(), |(_, middle)| *middle);
                    self.mark(ui, index, (Rect::from_center_size(middle, vec2(24.0, 20.0)), Some(room)), name);
                }
            }
        }
        if let Some((index, _)) = self.hint {
            let room = rect_of(&figure, &frame, &mut boards, self.task.marks[index].look).expand(4.0);
            let stroke = Stroke::new(2.0, ui.visuals().selection.stroke.color);
            ui.painter().rect_stroke(room, 4.0, stroke, egui::StrokeKind::Outside);
        }
    }

    /// A typed value in its triangle, or a ring around a node whose window is asked for.
    fn number(&self, ui: &Ui, index: usize, room: Rect) {
        let mark = &self.task.marks[index];
        if mark.place.asked != Asked::Itself {
            let stroke = Stroke::new(1.5, ui.visuals().text_color());
            ui.painter().rect_stroke(room.expand(4.0), 4.0, stroke, egui::StrokeKind::Outside);
            return;
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
        self.sign(ui, index, room.right_top());
    }

    /// A place that can be marked, with the mouse and with the keyboard.
    fn mark(&mut self, ui: &mut Ui, index: usize, (hit, node): (Rect, Option<Rect>), name: String) {
        let place = self.task.marks[index].place;
        let is_marked = self.answers.contains_key(&place);
        let control = ui.interact(hit, ui.scope_id().with(("mark", self.task.question.id, index)), Sense::click());
        describe(&control, &|| WidgetInfo::selected(egui::Role::CheckBox, true, is_marked, &name));
        let beside = node
            .map(|node| ui.interact(node, ui.scope_id().with(("below", self.task.question.id, index)), Sense::CLICK));
        if control.clicked() || beside.is_some_and(|beside| beside.clicked()) {
            self.toggle(index);
        }
        let painter = ui.painter();
        if control.has_focus() || control.hovered() {
            let stroke = Stroke::new(1.5, ui.visuals().selection.stroke.color);
            painter.rect_stroke(hit.expand(2.0), 4.0, stroke, egui::StrokeKind::Outside);
        }
        if is_marked {
            let stroke = Stroke::new(2.5, theme::ink(ui.visuals(), crate::draw::Ink::Cutoff));
            let middle = hit.center();
            if node.is_none() {
                painter.line_segment([hit.left_bottom(), hit.right_top()], stroke);
            } else if self.task.kind == Kind::Move {
                painter.circle_filled(middle, 6.0, theme::good(ui.visuals()));
            } else {
                for shift in [-3.0, 3.0] {
                    let ends = [middle + vec2(shift - 4.0, 7.0), middle + vec2(shift + 4.0, -7.0)];
                    painter.line_segment(ends, stroke);
                }
            }
        }
        self.sign(ui, index, if node.is_some() { hit.right_center() } else { hit.right_top() });
    }

    /// What a check has found at a place.
    fn sign(&self, ui: &Ui, index: usize, at: Pos2) {
        let Some((sign, color)) = self.verdicts.as_ref().and_then(|verdicts| sign(ui, verdicts[index])) else { return };
        ui.painter().circle_filled(at, 8.0, color);
        ui.painter().text(at, Align2::CENTER_CENTER, sign, FontId::proportional(12.0), ui.visuals().extreme_bg_color);
    }

    /// A field for each number.
    fn fields(&mut self, ui: &mut Ui, tree: &Tree) {
        let is_locked = self.verdicts.is_some();
        ui.horizontal_wrapped(|ui| {
            for (index, mark) in self.task.marks.iter().enumerate() {
                let label = ui.label(place_name(tree, self.task.kind, mark));
                let text = self.answers.entry(mark.place).or_default();
                let field = TextEdit::singleline(text).desired_width(44.0).interactive(!is_locked).char_limit(24);
                ui.add(field).labelled_by(label.id);
                if let Some((sign, color)) = self.verdicts.as_ref().and_then(|verdicts| sign(ui, verdicts[index])) {
                    ui.label(RichText::new(sign).color(color));
                }
            }
        });
        if self.task.marks.iter().any(|mark| mark.place.asked != Asked::Itself) {
            ui.weak("For infinity, type inf or -inf.");
        }
    }

    /// What is wrong and missed, and why; or the hint.
    fn told(&self, ui: &mut Ui, tree: &Tree) {
        ScrollArea::vertical().id_salt("told").max_height(TOLD).auto_shrink([false, true]).scrolled(ui, &mut |ui| {
            if let Some((index, steps)) = self.hint {
                for hint in &self.task.marks[index].hints[..steps] {
                    ui.label(hint);
                }
            }
            let Some(verdicts) = &self.verdicts else { return };
            let mut is_right = true;
            for (mark, verdict) in self.task.marks.iter().zip(verdicts) {
                let (Verdict::Wrong | Verdict::Missed, Some((sign, color))) = (verdict, sign(ui, *verdict)) else {
                    continue;
                };
                is_right = false;
                let found = if *verdict == Verdict::Wrong { "wrong" } else { "missed" };
                ui.horizontal_wrapped(|ui| {
                    ui.label(
                        RichText::new(format!("{sign} {}: {found}.", place_name(tree, self.task.kind, mark)))
                            .color(color)
                            .strong(),
                    );
                    ui.label(&mark.why);
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

/// What a place is called.
fn place_name(tree: &Tree, kind: Kind, mark: &Mark) -> String {
    let name = name(tree, mark.place.node);
    if let (Kind::Edges | Kind::Move, Some(above)) = (kind, tree.parent(mark.place.node)) {
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
        Verdict::Missed => Some(("!", visuals.warn_fg_color)),
        Verdict::Unmarked => None,
    }
}

/// The middles of the edges, each with the node below it.
fn middles(picture: &crate::draw::Picture) -> Vec<(NodeId, Pos2)> {
    let mut middles = Vec::new();
    for (node, shape) in &picture.shapes {
        if let (Some(node), Shape::Line { ends: [a, b], .. }) = (node, shape) {
            middles.push((*node, *a + (*b - *a) * 0.5));
        }
    }
    middles
}
