//! The panel under the drawings: the sentence of the step, the line, and the controls.

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{self, Align, ComboBox, Id, Layout, Pos2, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::commands;
use super::findings::{self, Checked};
use super::icon::Icon;
use super::{Jump, Now, Race, SPEEDS, TimeState};
use crate::app::bars::menu;
use crate::app::canvas::screen;
use crate::app::keys::{self, Keys};
use crate::app::prelude::*;
use crate::app::style::{
    accessible_name, button_unless, choice, cross, keep_at_right, keep_on_one_line, menu_button, pick, primary, theme,
    whole,
};
use crate::app::trees::{Finished, status_text};
use crate::app::{Model, TimeAction};
use crate::draw::{Ink, Picture, Warning};
use crate::experiment::check::Severity;
use crate::format::{grouped, grouped_decimal, shortened_beside};
use crate::search::Algorithm;
use crate::search::story::timeline::Time;
use crate::search::story::{Cause, Timeline};
use crate::tree::NodeId;

/// The height of the panel before it was shown.
const HEIGHT: f32 = 104.0;
/// The height of the line with its marks.
const LINE: f32 = 28.0;
/// The size of the sentence's text, and in the lecture hall.
const SIZE: f32 = 15.0;
const PRESENTED: f32 = 20.0;
/// The least height of what is said of a step, in sizes of its text, so that the line below it mostly stays in its place.
const SENTENCE: f32 = 2.5;
/// Half the width of the line, and the radius of its handle.
const HALF: f32 = 2.5;
const HANDLE: f32 = 8.0;
/// The height of the marks of shallow and deep cutoffs.
const SHALLOW: f32 = 6.0;
const DEEP: f32 = 10.0;
/// With more cutoffs than this on one point the marks say how many there are, and not which are deep.
const CROWD: usize = 3;
/// The gaps between controls of a group, and between groups.
const NEAR: f32 = 4.0;
const GAP: f32 = 10.0;
/// The gap between what is below each other.
const CLOSE: f32 = 3.0;
/// The height of controls, the width of one with an icon, and that of *Play*.
const CONTROL: f32 = 28.0;
const ICON: f32 = 34.0;
const PLAY: f32 = 88.0;
/// The width of the choice of a speed.
const SPEED: f32 = 78.0;

/// Shows the panel.
pub(crate) fn ui(ui: &mut Ui, model: &Model, state: &TimeState) {
    let marked = model.marked();
    let Some((algorithm, now)) = marked.and_then(|algorithm| Some((algorithm, state.now(algorithm)?))) else {
        let busy = state.is_busy() || model.runs.has_unfinished();
        if busy {
            // The panes above stay where they are while a search runs again.
            ui.set_min_height(height(ui.ctx()));
        }
        ui.label(match state.failure() {
            _ if busy => "Preparing the time line…".to_owned(),
            Some(error) => format!("The time line cannot be made: {error}"),
            None => format!(
                "No search has finished, so there is nothing to step through: press {} to run them again, or add an algorithm.",
                keys::text(keys::RERUN)
            ),
        });
        return;
    };
    let run = model.runs.get(algorithm).and_then(|run| run.finished());
    let checked = run.and_then(Finished::checked).map(AsRef::as_ref);
    // In the lecture hall keys and clickers do what buttons do.
    if model.presents {
        sentence(ui, state, now, checked, PRESENTED);
        line(ui, now, checked);
    } else {
        ui.laid_out(Layout::right_to_left(Align::TOP), &mut |ui| {
            let close = cross(ui, &tip("Close the time line", keys::TIMELINE), "Close the time line");
            close.asks_for(TimeAction::Toggle);
            sentence(ui, state, now, checked, SIZE);
        });
        ui.spacing_mut().item_spacing.y = CLOSE;
        line(ui, now, checked);
        ui.lines(&mut |ui| controls(ui, model, state, (algorithm, now)));
    }
    ui.data_mut(|data| data.insert_temp(height_id(), ui.min_rect().height()));
}

fn height_id() -> Id {
    Id::unique("height of the time line")
}

/// The height that the contents of the panel had last.
pub(crate) fn height(ctx: &egui::Context) -> f32 {
    ctx.data(|data| data.get_temp(height_id())).unwrap_or(HEIGHT)
}

/// What just happened; below it what would have to be different, and a link to when the bound was set.
fn sentence(ui: &mut Ui, state: &TimeState, now: &Now, checked: Option<&Checked>, size: f32) {
    ui.column(&mut |ui| {
        ui.set_min_height(size * SENTENCE);
        if let Some(checked) = checked {
            findings::at_step(ui, checked, now.timeline.step(now.moment.time), size);
        }
        ui.lines(&mut |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let otherwise = state.sentence.otherwise.as_ref().map_or("", |otherwise| &otherwise.words);
            let words = shortened_beside(&state.sentence.words, &[otherwise]);
            let label = ui.label(RichText::new(&*words).size(size));
            whole(label, &words, &state.sentence.words);
            cause(ui, state, now);
            if let Some(otherwise) = &state.sentence.otherwise {
                let words = shortened_beside(&otherwise.words, &[&state.sentence.words]);
                let label = ui.weak(&*words);
                whole(label, &words, &otherwise.words);
            }
        });
    });
}

/// The link to the step at which the bound was set, or back from there.
fn cause(ui: &mut Ui, state: &TimeState, now: &Now) {
    let what = if state.sentence.is_settled { "Settled" } else { "Bound set" };
    let (text, about, to) = match (state.sentence.cause, state.back) {
        (Some(cause), _) => (what, "Go there", cause),
        (None, Some(back)) => ("Back", "Go back", back),
        (None, None) => return,
    };
    let at = if state.sentence.cause.is_some() { "at" } else { "to" };
    let link = ui.link(format!("{text} {at} step {}", grouped(now.timeline.step(to) as u64)));
    link.tip(&tip(about, keys::CAUSE)).asks_for(TimeAction::GoToCause);
}

/// The line, with marks above it for cutoffs and below it for changes of the root's value.
fn line(ui: &mut Ui, now: &Now, checked: Option<&Checked>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click_and_drag());
    accessible_name(&response, egui::Role::Slider, "Step of the search");
    let (timeline, time) = (&now.timeline, now.moment.time);
    let track = Rect::from_min_max(
        pos2(rect.left() + HANDLE, rect.center().y - HALF),
        pos2(rect.right() - HANDLE, rect.center().y + HALF),
    );
    let len = timeline.len().max(1) as f32;
    let at = |time: Time| track.left() + track.width() * (time as f32 / len);
    if let Some(pointer) = response.interact_pointer_pos() {
        let share = ((pointer.x - track.left()) / track.width()).clamp(0.0, 1.0);
        ui.ask(TimeAction::Jump(Jump::To((share * len).round() as Time)));
    }
    let color = |ink: Ink| theme::ink(ui.visuals(), ink);
    let painter = ui.painter();
    painter.rect_filled(track, HALF, color(Ink::PrunedFill));
    let done = Rect::from_min_max(track.min, pos2(at(time), track.bottom()));
    painter.rect_filled(done, HALF, color(Ink::Visited));
    marks(ui, timeline, track, &at);
    let painter = ui.painter();
    let handle = pos2(at(time), track.center().y);
    painter.circle(handle, HANDLE, color(Ink::Background), Stroke::new(2.5, color(Ink::Visited)));
    if response.has_focus() {
        painter.circle_stroke(handle, HANDLE + 3.0, Stroke::new(1.5, color(Ink::Visited)));
    }
    if let Some(checked) = checked {
        warnings(ui, checked, track, &at);
    }
    response.tip(if checked.is_some() { MARKS_OF_CHECKED } else { MARKS });
}

/// What the marks mean.
const MARKS: &str = "Above the line: cutoffs, deep ones longer; where there are several on one point, the higher the more. Below it: \
                     changes of the root's value.";

/// What they mean where the trace was checked.
const MARKS_OF_CHECKED: &str = "Above the line: cutoffs, deep ones longer; where there are several on one point, the higher the more. \
                                Below it: changes of the root's value. On it: warning signs where the check found something; E goes to the \
                                next.";

/// Warning signs on the line, one on a place, however many findings are there; errors before waste.
fn warnings(ui: &Ui, checked: &Checked, track: Rect, at: &dyn Fn(Time) -> f32) {
    const SIGN: f32 = 11.0;
    let mut signs: Vec<(usize, Severity)> = Vec::new();
    for finding in checked.report.findings.iter().filter(|finding| !finding.is_consequence) {
        let place = ((at(finding.time) - track.left()) / SIGN) as usize;
        match signs.last_mut() {
            Some((last, severity)) if *last == place => *severity = finding.severity.max(*severity),
            _ => signs.push((place, finding.severity)),
        }
    }
    let mut picture = Picture::default();
    for (place, severity) in signs {
        let middle = pos2(track.left() + (place as f32 + 0.5) * SIGN, track.top() - SIGN * 0.75);
        for shape in Warning::of(severity == Severity::Error).sign(middle, SIGN) {
            picture.add_loose(shape);
        }
    }
    screen::show(ui.painter(), picture, screen::palette(ui.visuals().dark_mode));
}

/// The marks of cutoffs and of changes of the root's value, one on a point of the line, however many there are.
fn marks(ui: &Ui, timeline: &Timeline, track: Rect, at: &dyn Fn(Time) -> f32) {
    let (cutoff, change) = (theme::ink(ui.visuals(), Ink::Cutoff), theme::ink(ui.visuals(), Ink::Line));
    let (painter, len, columns) = (ui.painter(), timeline.len(), track.width().max(1.0) as usize);
    // The times of a column begin here; the end of the story is in the last one.
    let start = |column: usize| if column < columns { (column * len).div_ceil(columns) } else { usize::MAX };
    let cuts = |column: usize| {
        let before = |time: Time| timeline.cuts().partition_point(|cut| cut.time < time);
        &timeline.cuts()[before(start(column))..before(start(column + 1))]
    };
    let most = (0..columns).map(|column| cuts(column).len()).max().unwrap_or(0);
    for column in 0..columns {
        let here = cuts(column);
        if let Some(cut) = here.first() {
            let is_deep = here.iter().take(64).any(|cut| cut.cut.cause == Cause::Deep);
            let (x, height, stroke) = if most > CROWD {
                let share = here.len() as f32 / most as f32;
                let stroke = Stroke::new(1.0, cutoff.gamma_multiply(0.6));
                (track.left() + column as f32 + 0.5, 2.0 + (DEEP - 2.0) * share, stroke)
            } else {
                (at(cut.time), if is_deep { DEEP } else { SHALLOW }, Stroke::new(1.5, cutoff))
            };
            painter.line_segment([pos2(x, track.top() - 2.0 - height), pos2(x, track.top() - 2.0)], stroke);
        }
        let changes = timeline.root_changes();
        let first = changes.partition_point(|&change| (change as Time) < start(column));
        if let Some(&time) = changes.get(first).filter(|&&time| (time as Time) < start(column + 1)) {
            triangle(painter, pos2(at(time as Time), track.bottom() + 3.0), change);
        }
    }
}

fn triangle(painter: &egui::Painter, tip: Pos2, color: egui::Color32) {
    let corners = vec![tip, tip + vec2(4.5, 8.0), tip + vec2(-4.5, 8.0)];
    painter.add(egui::Shape::convex_polygon(corners, color, Stroke::NONE));
}

/// What is said of a button while the pointer rests on it.
fn tip(name: &str, keys: Keys) -> String {
    if keys.is_empty() { name.to_owned() } else { format!("{name} ({})", keys::text(keys)) }
}

/// A button: its icon, its name and its target.
type Button = (Icon, &'static str, Jump);

const STEPS: [Button; 4] = [
    (Icon::Back, "One step back", Jump::Previous),
    (Icon::Forth, "One step forward", Jump::Next),
    (Icon::Over, "Over the subtree that is entered next", Jump::Over),
    (Icon::Out, "Out of the innermost open node", Jump::Out),
];

const JUMPS: [Button; 4] = [
    (Icon::Start, "To the beginning", Jump::Start),
    (Icon::PreviousCutoff, "To the previous cutoff", Jump::PreviousCut { deep: false }),
    (Icon::NextCutoff, "To the next cutoff", Jump::NextCut { deep: false }),
    (Icon::End, "To the end", Jump::End),
];

/// Of searches that have them.
const REPEATS: [Button; 2] = [
    (Icon::PreviousRepeat, "To the previous pass or second search", Jump::PreviousRepeat),
    (Icon::NextRepeat, "To the next pass or second search", Jump::NextRepeat),
];

/// The controls, in groups that stay together: playing, steps, jumps with a menu of the rest, and at the right what the panes show.
fn controls(ui: &mut Ui, model: &Model, state: &TimeState, (marked, now): (Algorithm, &Now)) {
    ui.spacing_mut().item_spacing.x = GAP;
    ui.spacing_mut().interact_size.y = CONTROL;
    group(ui, "play", &mut |ui| {
        play(ui, state);
        speed(ui, state);
    });
    group(ui, "steps", &mut |ui| buttons(ui, &STEPS, now, model.selected));
    group(ui, "jumps", &mut |ui| {
        buttons(ui, &JUMPS, now, model.selected);
        if !now.timeline.repeats().is_empty() {
            buttons(ui, &REPEATS, now, model.selected);
        }
        more(ui, model);
    });
    keep_at_right(ui, "others", &mut |ui| {
        limit(ui, model, marked, now);
        ui.weak(status_text::step_of(now));
        race(ui, state);
    });
}

/// Controls that stay together.
fn group(ui: &mut Ui, name: &str, add: &mut dyn FnMut(&mut Ui)) {
    keep_on_one_line(ui, name, &mut |ui| {
        ui.spacing_mut().item_spacing.x = NEAR;
        add(ui);
    });
}

fn buttons(ui: &mut Ui, all: &[Button], now: &Now, selected: Option<NodeId>) {
    for &(icon, name, jump) in all {
        let blocked = jump.blocked(now, selected);
        let button = egui::Button::new(icon.atom(None)).min_size(vec2(ICON, CONTROL));
        let response = button_unless(ui, blocked, button);
        accessible_name(&response, egui::Role::Button, name);
        if response.tip(&tip(name, jump.keys())).clicked() && blocked.is_none() {
            ui.ask(TimeAction::Jump(jump));
        }
    }
}

fn play(ui: &mut Ui, state: &TimeState) {
    let (icon, name) = if state.is_playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    let color = theme::on_primary(ui.visuals());
    let button = (icon.atom(Some(color)), RichText::new(name).strong().color(color));
    let play = primary(ui, egui::Button::new(button).min_size(vec2(PLAY, CONTROL)));
    accessible_name(&play, egui::Role::Button, name);
    play.tip(&tip(name, keys::PLAY)).asks_for(TimeAction::TogglePlay);
}

/// The menu of the rest.
fn more(ui: &mut Ui, model: &Model) {
    let button = egui::Button::new(Icon::More.atom(None)).min_size(vec2(ICON, CONTROL));
    let menu = menu_button(ui, MenuButton::from_button(button), &mut |ui| {
        menu::entries(ui, &commands::more(model));
    });
    accessible_name(&menu, egui::Role::Button, MORE);
    menu.tip(MORE);
}

/// The name of the menu.
const MORE: &str = "More of the time line";

/// What the other panes show.
fn race(ui: &mut Ui, state: &TimeState) {
    let mut race = state.race;
    pick(ui, ComboBox::from_id_salt("race"), &mut race, &Race::ALL).tip("What the other panes show");
    if race != state.race {
        ui.ask(TimeAction::SetRace(race));
    }
}

fn speed(ui: &mut Ui, state: &TimeState) {
    let steps = |index: usize| grouped_decimal(&SPEEDS[index].to_string());
    let mut speed = state.speed;
    let shown = format!("{}/s", steps(speed));
    let combo = ComboBox::from_id_salt("speed").width(SPEED).selected_text(shown).list(ui, &mut |ui| {
        for index in 0..SPEEDS.len() {
            choice(ui, &mut speed, index, format!("{} steps/s", steps(index)));
        }
    });
    accessible_name(&combo, egui::Role::ComboBox, format_args!("Speed: {} steps/s", steps(state.speed)));
    combo.tip("The speed of playing");
    if speed != state.speed {
        ui.ask(TimeAction::SetSpeed(speed));
    }
}

/// Up to which step, and which ply, the line goes where it does not go all the way.
fn limit(ui: &mut Ui, model: &Model, marked: Algorithm, now: &Now) {
    let run = model.runs.get(marked).and_then(|run| run.finished());
    let left_out = run.map_or(0, |finished| finished.story.left_out());
    if left_out > 0 {
        let text = format!("the line ends at step {}", grouped(now.timeline.steps() as u64));
        let tip = format!("{} more events take more memory than a pane may use", grouped(left_out));
        ui.add(egui::Label::new(text).truncate()).tip(&tip);
    }
    if let Some(document) = model.document.as_ref().filter(|document| document.visited.is_some()) {
        let text = format!("drawn to ply {}", grouped(document.tree.height().into()));
        ui.add(egui::Label::new(text).truncate()).tip("What happens below that is one step");
    }
}
