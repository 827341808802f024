//! The start page and the tour.

use crate::common::{Window, act, act_and_wait, builder, click, click_and_wait, focus_on, press, says, settle, until};
use crate::file::file;
use crate::pictures::{SIZE, save};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, Pos2, Rect, Theme, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use plyscope::app::{Action, FileAction, Page, Plyscope, RunAction, TourAction, ViewAction};
use plyscope::search::Algorithm;
use plyscope::tree::samples::GROUPS;
use plyscope::tree::{NodeId, Value};

const SAMPLE: &str = "Open sample: A deep cutoff";
/// What the steps of the tour say when they are done.
const SEEN: [&str; 7] = [
    "this tree is worth 6",
    "alpha-beta evaluated 4 leaves and lazy alpha-beta all 5",
    "A node that has no sibling before it",
    "the step that set the bound",
    "there is no cutoff any more",
    "the smallest tree on which a search of your own is wrong",
    "that is what deep cutoffs save",
];

fn start(size: Vec2, theme: Theme) -> Window {
    let mut window = builder().with_size(size).with_theme(theme).build_eframe(|creation| Plyscope::empty(creation));
    settle(&mut window);
    window
}

#[test]
fn the_start_page_shows_every_sample_and_opens_one_by_keyboard() {
    let mut window = start(SIZE, Theme::Dark);
    for sample in GROUPS.iter().flat_map(|group| group.samples) {
        window.get_by_role_and_label(Role::Button, &format!("Open sample: {}", sample.title));
    }
    focus_on(&mut window, SAMPLE);
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(window.state().tree().unwrap().title(), "A deep cutoff");
    assert!(window.query_by_label(SAMPLE).is_none());
    act(&mut window, Action::ShowPage(Page::Start));
    window.get_by_label(SAMPLE);
}

#[test]
fn the_start_page_has_ways_to_a_tree_and_the_files_opened_before() {
    let mut window = start(SIZE, Theme::Light);
    assert!(says(&window, "Files that you open or save are listed here"));
    for (way, dialog) in [("New tree", "Shape"), ("Random tree", "New random tree"), ("From a game", "Game")] {
        click(&mut window, way);
        assert!(says(&window, dialog), "{way}");
        act(&mut window, Action::CloseModal);
    }
    let (_folder, path) = file("mine.json", "[[3, 12], [2, 4]]");
    act_and_wait(&mut window, Action::File(FileAction::Open(path.clone())));
    act(&mut window, Action::ShowPage(Page::Start));
    act_and_wait(&mut window, Action::File(FileAction::OpenSample(&GROUPS[0].samples[0])));
    act(&mut window, Action::ShowPage(Page::Start));
    click_and_wait(&mut window, &format!("Open {}", path.display()));
    assert_eq!(window.state().tree().unwrap().leaf_count(), 4);
}

#[test]
fn a_start_page_and_a_callout_at_rest_ask_for_no_frames() {
    let mut window = start(SIZE, Theme::Dark);
    for action in [Action::Tour(TourAction::Decline), Action::Tour(TourAction::Start)] {
        act(&mut window, action);
        window.run_steps(20);
        let viewports = &window.output().viewport_output;
        assert!(viewports.values().all(|output| output.repaint_delay == std::time::Duration::MAX));
    }
}

#[test]
fn the_tour_is_offered_until_it_is_taken_or_declined() {
    let mut window = start(SIZE, Theme::Dark);
    click(&mut window, "Not now");
    assert!(!says(&window, "New here?"));
    click(&mut window, "Help");
    click(&mut window, "Take the tour");
    assert!(says(&window, "1 of 7: Open a tree"));
    click(&mut window, "Skip the tour");
    assert!(!says(&window, "1 of 7"));
}

#[test]
fn the_tour_goes_through_all_steps_by_itself() {
    let mut window = start(SIZE, Theme::Dark);
    click(&mut window, "Take the tour");
    let second_leaf = |window: &Window| {
        let tree = window.state().tree().unwrap();
        tree.value(tree.leaf(1))
    };
    for (step, seen) in (1..).zip(SEEN) {
        assert!(says(&window, &format!("{step} of 7")));
        if step == 6 {
            assert_eq!(second_leaf(&window), Some(Value::from(4)), "the value that was tried is taken back");
        }
        save(&mut window, &format!("tour-{step}"));
        click(&mut window, "Next");
        until(&mut window, |window| says(window, seen));
        settle(&mut window);
        match step {
            2 => assert_eq!(window.state().rows().len(), 2),
            4 => assert!(says(&window, "Bound set at step")),
            5 => assert_eq!(second_leaf(&window), Some(Value::from(7))),
            6 => assert_eq!((window.state().tree().unwrap().leaf_count(), window.state().rows().len()), (9, 2)),
            7 => assert!(window.state().sweep_runs() > 0),
            _ => {}
        }
        save(&mut window, &format!("tour-{step}-seen"));
        click_and_wait(&mut window, if step == SEEN.len() { "Finish" } else { "Next" });
    }
    assert!(!says(&window, "of 7"));
    // The panes from before are there again.
    assert_eq!(window.state().rows().len(), Algorithm::usual().len());
}

#[test]
fn the_tour_fits_small_windows_and_large_text() {
    for size in [vec2(500.0, 300.0), SIZE / 2.0, vec2(250.0, 150.0)] {
        let mut window = start(size, Theme::Light);
        act(&mut window, Action::Tour(TourAction::Start));
        let inside = Rect::from_min_size(Pos2::ZERO, size);
        for (step, seen) in (1..).zip(SEEN) {
            for is_done in [false, true] {
                let title = format!("{step} of 7");
                until(&mut window, |window| says(window, &title) && says(window, seen) == is_done);
                settle(&mut window);
                save(&mut window, &format!("tour-{}-{step}{}", size.x, if is_done { "-seen" } else { "" }));
                let buttons: &[&str] =
                    if step == SEEN.len() && is_done { &["Finish"] } else { &["Next", "Skip the tour"] };
                for name in buttons {
                    let place = window.get_by_label(name).rect();
                    assert!(inside.contains_rect(place), "{title} at {size}: {name} at {place}");
                }
                act(&mut window, Action::Tour(TourAction::GoOn));
            }
        }
        assert!(!says(&window, "of 7"));
    }
}

#[test]
fn the_tour_notices_what_the_user_does() {
    let mut window = start(SIZE, Theme::Light);
    act(&mut window, Action::Tour(TourAction::Start));
    click(&mut window, SAMPLE);
    until(&mut window, |window| says(window, SEEN[0]));
    click(&mut window, "Next");
    act(&mut window, Action::Run(RunAction::Add(Algorithm::ALPHA_BETA)));
    for name in ["Minimax", "Lattice pruning", "Selection GK alpha-beta"] {
        click(&mut window, &format!("Remove {name}"));
    }
    until(&mut window, |window| says(window, SEEN[1]));
    click(&mut window, "Next");
    let cut = window.state().tree().unwrap().parent(window.state().tree().unwrap().leaf(1)).unwrap();
    act(&mut window, Action::View(ViewAction::Select(Some(NodeId::ROOT))));
    assert!(says(&window, "Click it"));
    act(&mut window, Action::View(ViewAction::Select(Some(cut))));
    until(&mut window, |window| says(window, SEEN[2]));
    assert!(says(&window, "3 of 7"));
}

#[test]
fn a_tree_that_the_user_pastes_does_the_step_of_the_tour_about_it() {
    let mut window = start(SIZE, Theme::Light);
    act(&mut window, Action::Tour(TourAction::Start));
    for seen in &SEEN[..5] {
        act(&mut window, Action::Tour(TourAction::GoOn));
        until(&mut window, |window| says(window, seen));
        act_and_wait(&mut window, Action::Tour(TourAction::GoOn));
    }
    assert!(says(&window, "6 of 7") && !says(&window, SEEN[5]));
    window.event(eframe::egui::Event::Paste("((1 2) (3 4))".into()));
    until(&mut window, |window| says(window, SEEN[5]));
    assert_eq!(window.state().tree().unwrap().leaf_count(), 4, "not at a node of the tour's tree");
}

#[test]
fn the_menu_of_samples_names_wikipedia() {
    let window = crate::pictures::window_of(SIZE, Theme::Light);
    let commands = window.state().commands(&window.ctx.clone());
    let samples = commands.iter().filter(|(name, _)| name.starts_with("Open sample: "));
    assert!(samples.clone().any(|(name, _)| name.contains("Wikipedia")), "{:?}", samples.collect::<Vec<_>>());
}

#[test]
fn enter_goes_on_with_the_tour() {
    let mut window = start(SIZE, Theme::Dark);
    act(&mut window, Action::Tour(TourAction::Start));
    press(&mut window, Modifiers::NONE, Key::Enter);
    until(&mut window, |window| says(window, SEEN[0]));
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(says(&window, "2 of 7"));
}
