//! A monkey at the window: keys, pointer and edits at random, from a seed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::number;
use crate::common::{Window, act, act_and_wait, opened, settle};
use crate::file::file;
use crate::pointer::{button, wheel};
use crate::random::Random;
use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, vec2};
use plyscope::app::canvas::Kind;
use plyscope::app::{Action, EditAction, RunAction, TimeAction, ViewAction};
use plyscope::experiment::Claim;
use plyscope::search::Algorithm;
use plyscope::tree::edit::{ChildOrder, Edit, Gesture};
use plyscope::tree::file::to_json;
use plyscope::tree::{NodeId, Role, Tree, Value};

/// The nodes above which the monkey only deletes, so that searches over J stay quick.
const MOST_NODES: usize = 22;

fn json(tree: &Tree) -> Vec<u8> {
    let mut text = Vec::new();
    to_json(tree, &mut text).unwrap();
    text
}

/// `PLYSCOPE_MONKEY_SECONDS` says how long, `PLYSCOPE_MONKEY_SEED` from which seed.
#[test]
fn a_monkey_edits_and_undoing_everything_gives_the_first_tree() {
    let time = Duration::from_secs(number("PLYSCOPE_MONKEY_SECONDS").unwrap_or(3));
    let seed = number("PLYSCOPE_MONKEY_SEED").unwrap_or(1);
    println!("seed {seed}");
    let (_directory, path) = file("small.json", r#"[[3, {"label": "x", "value": 12}], [2, [4, null]], 5]"#);
    let mut window = opened(vec2(1280.0, 800.0), Some(path));
    let first = json(window.state().tree().unwrap());
    let (mut noise, start) = (Random(seed), Instant::now());
    let mut count = 0;
    while start.elapsed() < time {
        let tree = window.state().tree().unwrap();
        let node = tree.node(noise.below(tree.len())).unwrap();
        if tree.len() > MOST_NODES {
            act(&mut window, Action::Edit(EditAction::Change(Edit::Delete(node))));
        } else {
            play(&mut window, &mut noise, node);
        }
        if count % 8 == 0 {
            settle(&mut window);
            agree(&window);
        }
        count += 1;
    }
    // A button that is still held, a menu or a dialog that is open.
    button(&mut window, Pos2::new(640.0, 400.0), PointerButton::Primary, false, Modifiers::NONE);
    act_and_wait(&mut window, Action::CloseModal);
    act_and_wait(&mut window, Action::Edit(EditAction::GoToStep(0)));
    assert_eq!(String::from_utf8(json(window.state().tree().unwrap())), String::from_utf8(first), "seed {seed}");
    assert!(window.state().changes().is_empty());
    println!("{count} moves");
}

/// Every search that came to a value came to the same one.
fn agree(window: &Window) {
    let claims: Vec<Claim> = window.state().rows().iter().filter_map(|row| row.claim).collect();
    assert!(claims.windows(2).all(|pair| pair[0] == pair[1]), "{claims:?}");
}

/// Makes one move.
fn play(window: &mut Window, noise: &mut Random, node: NodeId) {
    let value = Value::from(noise.below(20) as i32 - 5);
    let other = window.state().tree().unwrap();
    let other = other.node(noise.below(other.len())).unwrap();
    let change = |edit| Action::Edit(EditAction::Change(edit));
    let action = match noise.below(16) {
        0 => Action::View(ViewAction::Select(Some(node))),
        1 => change(Edit::Value(node, (noise.below(9) > 0).then_some(value))),
        2 => change(Edit::AddChild(node, noise.below(3))),
        3 => change(Edit::Carry { node, parent: other, index: noise.below(3) }),
        4 => change(Edit::Sort(node, noise.of(&ChildOrder::ALL).0)),
        5 => change(Edit::Role(node, *noise.of(&[None, Some(Role::MAX), Some(Role::MIN), Some(Role::Chance)]))),
        6 => {
            let text = *noise.of(&["(1 2)", "7", "(((3", "[1, {\"label\": \"y\", \"value\": 2}]"]);
            Action::Edit(EditAction::PasteText(Some(node), Arc::new(text.into())))
        }
        7 => Action::Edit(EditAction::WhatIf(node, value, Gesture::new())),
        8 => Action::Edit(EditAction::GoToStep(noise.below(window.state().changes().len() + 2))),
        9 | 10 => return keys(window, noise),
        11..=13 => return pointer(window, noise, node, other),
        14 => Action::View(ViewAction::ToggleFold(node)),
        _ => noise.of(&OTHERS).clone(),
    };
    act(window, action);
}

/// Moves that change no tree.
const OTHERS: [Action; 8] = [
    Action::Time(TimeAction::Toggle),
    Action::View(ViewAction::SetKind(Kind::Icicle)),
    Action::View(ViewAction::SetKind(Kind::NodeLink)),
    Action::Run(RunAction::Rerun),
    Action::ToggleInspector,
    Action::View(ViewAction::Focus(Algorithm::ALPHA_BETA)),
    Action::View(ViewAction::Fit),
    Action::View(ViewAction::Zoom(1.7)),
];

fn keys(window: &mut Window, noise: &mut Random) {
    let (modifiers, key) = *noise.of(&[
        (Modifiers::NONE, Key::Insert),
        (Modifiers::ALT, Key::Insert),
        (Modifiers::SHIFT, Key::Insert),
        (Modifiers::NONE, Key::Delete),
        (Modifiers::ALT, Key::ArrowLeft),
        (Modifiers::ALT, Key::ArrowRight),
        (Modifiers::COMMAND, Key::Z),
        (Modifiers { shift: true, ..Modifiers::COMMAND }, Key::Z),
        (Modifiers::NONE, Key::F2),
        (Modifiers::NONE, Key::Enter),
        (Modifiers::NONE, Key::Escape),
        (Modifiers::NONE, Key::Tab),
        (Modifiers::NONE, Key::ArrowDown),
        (Modifiers::NONE, Key::ArrowRight),
        (Modifiers::NONE, Key::Space),
    ]);
    if noise.below(3) == 0 {
        let text = *noise.of(&["7", "-2", "?", "1/3", "x"]);
        window.event(Event::Text(text.into()));
        window.step();
    }
    window.key_press_modifiers(modifiers, key);
    window.run_steps(2);
}

fn pointer(window: &mut Window, noise: &mut Random, node: NodeId, other: NodeId) {
    let place = |window: &Window, node| window.state().position_of(node).unwrap_or(Pos2::new(300.0, 300.0));
    let (from, to) = (place(window, node), place(window, other) + vec2(noise.below(40) as f32 - 20.0, 3.0));
    let modifiers = *noise.of(&[Modifiers::NONE, Modifiers::SHIFT]);
    window.hover_at(from);
    window.step();
    if noise.below(4) == 0 {
        let delta = vec2(0.0, *noise.of(&[1.0, -1.0]));
        window.event_modifiers(wheel(MouseWheelUnit::Line, delta, modifiers), modifiers);
        window.step();
        return;
    }
    if noise.below(2) == 0 {
        act(window, Action::View(ViewAction::Select(Some(node))));
    }
    button(window, from, PointerButton::Primary, true, modifiers);
    for at in [from.lerp(to, 0.5), to] {
        window.hover_at(at);
        window.step();
    }
    if noise.below(4) == 0 {
        window.key_press(Key::Escape);
        window.step();
    }
    button(window, to, PointerButton::Primary, false, modifiers);
    window.event(Event::ModifiersChanged(Modifiers::NONE));
}
