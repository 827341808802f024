//! One thing that the monkey does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use super::files;
use crate::common::{Dropped, Window};
use crate::pointer::wheel;
use crate::random::Random;
use eframe::egui::{
    self, Event, Key, Modifiers, PointerButton, Pos2, ThemePreference, Vec2, ViewportEvent, ViewportId,
};
use egui_kittest::kittest::NodeT;
use plyscope::app::{Action, FileAction};
use plyscope::exercise::{Class, Conditions, Method, Order, QUESTIONS};
use plyscope::search::{Algorithm, CutoffRule};

const COMMAND: Modifiers = Modifiers { ctrl: true, ..Modifiers::COMMAND };
const MODIFIERS: [Modifiers; 5] =
    [Modifiers::NONE, Modifiers::SHIFT, Modifiers::ALT, COMMAND, Modifiers { shift: true, ..COMMAND }];
/// Texts without a slash, so that none is the path of a file elsewhere.
const TEXTS: [&str; 16] = [
    "7",
    "-3.5",
    "8/5",
    "?",
    "1e300",
    "999999999999999999",
    "0",
    "((1 2) 3)",
    "[[1,null],2]",
    "node 3",
    "leaf 2",
    "é漢字🐒",
    "X.O/.X./O..",
    "1 2 3",
    "2..7",
    " ",
];
/// Ends that the window asks for.
const NAMES: [&str; 6] = ["out.svg", "out.json", "folder", "sweep.toml", "out.tree", "out.pdf"];

#[derive(Debug)]
pub(super) enum MonkeyAction {
    Click(Pos2, PointerButton, usize, Modifiers),
    /// What a screen reader does with a control.
    Invoke(#[expect(dead_code, reason = "it is printed")] String, egui::accesskit::NodeId),
    Press(Key, Modifiers),
    Type(String),
    Paste(String),
    Copy,
    Drag(Pos2, Pos2, usize),
    Wheel(Pos2, Vec2, Modifiers),
    Pinch(Pos2, f32),
    Hover(Pos2),
    Leave,
    Drop(PathBuf),
    Resize(Vec2),
    Scale(f32),
    Do(Action),
    Close,
    Wait(u64),
}

impl MonkeyAction {
    pub(super) fn random(random: &mut Random, window: &Window, folder: &Path) -> MonkeyAction {
        let size = window.ctx.content_rect().size();
        let at = |random: &mut Random| {
            egui::pos2(random.between(-5.0, size.x + 5.0).round(), random.between(-5.0, size.y + 5.0).round())
        };
        let modifiers = |random: &mut Random| if random.one_in(4) { *random.of(&MODIFIERS) } else { Modifiers::NONE };
        match random.below(100) {
            0..14 => Self::Click(at(random), PointerButton::Primary, 1 + random.below(3), modifiers(random)),
            14..17 => Self::Click(at(random), PointerButton::Secondary, 1, Modifiers::NONE),
            17..37 => control(random, window),
            37..60 => Self::Press(*random.of(Key::ALL), *random.of(&MODIFIERS)),
            60..68 => Self::Press(*random.of(&FREQUENT), modifiers(random)),
            68..76 => Self::Type(text(random, folder)),
            76..78 => Self::Paste(text(random, folder)),
            78 => Self::Copy,
            79..84 => Self::Drag(at(random), at(random), 1 + random.below(6)),
            84..88 => Self::Wheel(at(random), Vec2::new(0.0, random.between(-400.0, 400.0)), modifiers(random)),
            88 => Self::Pinch(at(random), random.between(0.5, 2.0)),
            89 => Self::Hover(at(random)),
            90 => Self::Leave,
            91..94 => Self::Drop(files::random(random, folder)),
            94 => Self::Resize(Vec2::new(random.between(200.0, 2560.0).round(), random.between(150.0, 1440.0).round())),
            95 => match random.below(6) {
                0 => Self::Scale(random.between(0.5, 3.0)),
                1 => Self::Resize(Vec2::new(200.0, 150.0)),
                2 => Self::Resize(Vec2::new(2560.0, 1440.0)),
                _ => Self::Resize(Vec2::new(1280.0, 800.0)),
            },
            96 => Self::Do(direct(random)),
            97 if random.one_in(4) => Self::Close,
            _ => Self::Wait(random.below(60) as u64),
        }
    }

    /// Begins to practise on a tree of some seed, with some questions.
    pub(super) fn practise(random: &mut Random) -> MonkeyAction {
        let is_alone = random.one_in(5);
        let asked = QUESTIONS.iter().filter(|question| question.is_alone == is_alone && (is_alone || random.one_in(2)));
        let mut questions: Vec<&'static str> = asked.map(|question| question.id).collect();
        if questions.is_empty() {
            questions.push("values");
        }
        let order = if random.one_in(2) { Order::Left } else { Order::Right };
        let method = Method { algorithm: Algorithm::ALPHA_BETA, rule: CutoffRule::NonStrict, order };
        let class = Class { conditions: Conditions::default(), method, questions, marked: 2 };
        MonkeyAction::Do(Action::File(FileAction::Practise(Box::new(class), 1 + random.below(20) as u64)))
    }

    pub(super) fn perform(self, window: &mut Window) {
        match self {
            Self::Click(at, button, times, modifiers) => {
                window.hover_at(at);
                for _ in 0..times {
                    for pressed in [true, false] {
                        window.event_modifiers(Event::PointerButton { pos: at, button, pressed, modifiers }, modifiers);
                    }
                }
            }
            Self::Invoke(_, target_node) => {
                let target_tree = egui::accesskit::TreeId::ROOT;
                let action = egui::accesskit::Action::Click;
                let request = egui::accesskit::ActionRequest { action, target_tree, target_node, data: None };
                window.event(Event::AccessKitActionRequest(request));
            }
            Self::Press(key, modifiers) => {
                window.key_press_modifiers(modifiers, key);
                let text = key.name();
                if text.chars().count() == 1 && !modifiers.command && !modifiers.alt {
                    let text = if modifiers.shift { text.to_uppercase() } else { text.to_lowercase() };
                    window.event(Event::Text(text));
                }
            }
            Self::Type(text) => window.event(Event::Text(text)),
            Self::Paste(text) => window.event(Event::Paste(text)),
            Self::Copy => window.event(Event::Copy),
            Self::Drag(from, to, steps) => {
                window.drag_at(from);
                for step in 1..=steps {
                    window.hover_at(from.lerp(to, step as f32 / steps as f32));
                }
                window.drop_at(to);
            }
            Self::Wheel(at, delta, modifiers) => {
                window.hover_at(at);
                window.event_modifiers(wheel(egui::MouseWheelUnit::Point, delta, modifiers), modifiers);
            }
            Self::Pinch(at, factor) => {
                window.hover_at(at);
                window.event(Event::Zoom(factor));
            }
            Self::Hover(at) => window.hover_at(at),
            Self::Leave => window.remove_cursor(),
            Self::Drop(path) => window.input_mut().dropped_files.push(Arc::new(Dropped(path))),
            Self::Resize(size) => {
                window.set_size(size);
            }
            Self::Scale(scale) => {
                window.set_pixels_per_point(scale);
            }
            Self::Do(action) => {
                let ctx = window.ctx.clone();
                window.state_mut().act(&ctx, action);
            }
            Self::Close => {
                let viewport = window.input_mut().viewports.get_mut(&ViewportId::ROOT);
                viewport.unwrap().events.push(ViewportEvent::Close);
            }
            Self::Wait(milliseconds) => sleep(Duration::from_millis(milliseconds)),
        }
        window.step();
        window.step();
    }
}

const FREQUENT: [Key; 12] = [
    Key::Tab,
    Key::Tab,
    Key::Enter,
    Key::Space,
    Key::Escape,
    Key::ArrowDown,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::T,
    Key::P,
    Key::CloseBracket,
    Key::F10,
];

/// A control of the window, clicked by the pointer or invoked as a screen reader does.
fn control(random: &mut Random, window: &Window) -> MonkeyAction {
    let mut controls = Vec::new();
    for node in window.root().children_recursive() {
        let node = node.accesskit_node();
        if node.data().supports_action(egui::accesskit::Action::Click) {
            controls.push((node.label().unwrap_or_default(), node.locate().0, node.bounding_box()));
        }
    }
    if controls.is_empty() {
        return MonkeyAction::Wait(0);
    }
    let (name, id, place) = random.of(&controls).clone();
    match place {
        Some(place) if place.area().is_finite() && random.one_in(2) => {
            let [x, y] = [f64::midpoint(place.x0, place.x1), f64::midpoint(place.y0, place.y1)];
            MonkeyAction::Click(egui::pos2(x as f32, y as f32), PointerButton::Primary, 1, Modifiers::NONE)
        }
        _ => MonkeyAction::Invoke(name, id),
    }
}

fn text(random: &mut Random, folder: &Path) -> String {
    match random.below(8) {
        0 => folder.join(random.of(&NAMES)).display().to_string(),
        1 => files::random(random, folder).display().to_string(),
        2 => (0..random.below(40)).map(|_| char::from(b'0' + random.below(75) as u8)).collect(),
        _ => (*random.of(&TEXTS)).to_owned(),
    }
}

/// What is rarely reached by clicks and keys.
fn direct(random: &mut Random) -> Action {
    if random.one_in(3) {
        return Action::ShowFindTree;
    }
    if random.one_in(4) {
        return Action::PractiseHere;
    }
    let theme = [ThemePreference::Light, ThemePreference::Dark, ThemePreference::System];
    if random.one_in(2) {
        return Action::File(FileAction::NewExercise);
    }
    Action::SetTheme(*random.of(&theme))
}
