//! The panes: their grid, a maximised pane, and equal searches side by side.

use std::path::PathBuf;

use crate::common::{Window, act, act_and_wait, builder, click, opened, says, settle};
use crate::file::file;
use crate::window::drag_pane;
use eframe::egui::accesskit::Role;
use eframe::egui::{self, Rect, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use image::{Rgba, RgbaImage};
use plyscope::app::{Action, Plyscope, RunAction, TimeAction, ViewAction};
use plyscope::draw::Options;
use plyscope::search::Algorithm;

const SIZE: Vec2 = vec2(1280.0, 800.0);
const SIZES: [Vec2; 3] = [SIZE, vec2(1366.0, 720.0), vec2(2560.0, 1440.0)];

fn window(size: Vec2, file: Option<PathBuf>) -> Window {
    // Two clicks in a row are a double click.
    let mut window =
        builder().with_size(size).with_step_dt(0.02).build_eframe(|creation| Plyscope::new(creation, file));
    settle(&mut window);
    window
}

/// A full tree in the bracket notation, its leaves all different.
fn full(branching: usize, depth: usize, next: &mut usize) -> String {
    if depth == 0 {
        *next = (*next * 7919 + 12_345) % 100_003;
        return next.to_string();
    }
    let children: Vec<String> = (0..branching).map(|_| full(branching, depth - 1, next)).collect();
    format!("({})", children.join(" "))
}

/// The rectangles of the drawings, by accessible name.
fn drawings(window: &Window) -> Vec<Rect> {
    window.query_all_by_role(Role::Tree).map(|node| node.rect()).collect()
}

fn drawing(window: &Window, title: &str) -> Rect {
    window.get_by_label(&format!("Tree searched by {title}")).rect()
}

/// Checks that the panes fill their area without a gap, and that none is a narrow column.
fn check_grid(panes: &[Rect], what: &str) {
    // Including the title bar above each drawing, and the gaps between them.
    let panes: Vec<Rect> = panes.iter().map(|pane| pane.with_min_y(pane.top() - 26.0).expand(1.5)).collect();
    let all = panes.iter().copied().reduce(Rect::union).unwrap();
    let covered: f32 = panes.iter().map(Rect::area).sum();
    assert!((covered / all.area() - 1.0).abs() < 0.02, "{what}: {covered} of {}", all.area());
    for pane in &panes {
        assert!(pane.width() >= pane.height(), "{what}: a column of {:?}", pane.size());
    }
}

#[test]
fn the_grid_of_one_to_twelve_panes_has_no_gap_and_no_narrow_column() {
    let (_directory, large) = file("large.tree", &full(4, 6, &mut 1));
    for size in SIZES {
        for path in [None, Some(large.clone())] {
            let mut window = window(size, path.clone());
            let shown: Vec<Algorithm> = window.state().rows().iter().map(|row| row.algorithm).collect();
            let more = Algorithm::ALL.into_iter().filter(|algorithm| !shown.contains(algorithm));
            let mut seen = Vec::new();
            for count in (1..=4).rev() {
                window.run_steps(2);
                seen.push((count, drawings(&window)));
                act(&mut window, Action::Run(RunAction::Remove(shown[count - 1])));
            }
            for algorithm in shown.iter().copied().skip(1).chain(more).take(11) {
                act(&mut window, Action::Run(RunAction::Add(algorithm)));
                window.run_steps(2);
                let panes = drawings(&window);
                seen.push((panes.len(), panes));
            }
            assert_eq!(seen.iter().map(|(count, _)| *count).max(), Some(12));
            for (count, panes) in seen {
                assert_eq!(panes.len(), count);
                check_grid(&panes, &format!("{count} panes at {size}, {path:?}"));
            }
        }
    }
}

#[test]
fn a_pane_is_maximised_and_restored_by_its_button_and_by_a_double_click_on_its_title() {
    let mut window = window(SIZE, None);
    let before = drawings(&window);
    let all = before.iter().copied().reduce(Rect::union).unwrap();
    click(&mut window, "Maximise Minimax");
    let maximised = drawings(&window);
    assert_eq!(maximised, [all], "it has all the room");
    click(&mut window, "Restore Minimax");
    assert_eq!(drawings(&window), before);
    for expected in [&maximised, &before] {
        let title = window.get_by_label("Pane Minimax").rect();
        let at = title.left_center() + vec2(20.0, 0.0);
        window.hover_at(at);
        // Otherwise it would be the third click in a row.
        window.run_steps(30);
        for pressed in [true, false, true, false] {
            let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
            window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
            window.run_steps(1);
        }
        window.run_steps(2);
        assert_eq!(&drawings(&window), expected);
    }
    // Selecting another pane replaces the maximised pane.
    act(&mut window, Action::View(ViewAction::Maximise(Algorithm::MINIMAX)));
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::LATTICE_PRUNING)));
    assert_eq!(drawing(&window, "Lattice pruning"), all);
}

#[test]
fn a_pane_that_is_added_beside_a_maximised_one_is_shown_with_all_others() {
    let mut window = opened(SIZE, None);
    let before = drawings(&window).len();
    act(&mut window, Action::View(ViewAction::Maximise(Algorithm::MINIMAX)));
    assert_eq!(drawings(&window).len(), 1);
    act_and_wait(&mut window, Action::Run(RunAction::Add(Algorithm::NEGASCOUT)));
    assert_eq!(drawings(&window).len(), before + 1);
}

#[test]
fn the_layout_of_the_panes_is_reset() {
    let mut window = window(SIZE, None);
    let place = |window: &Window| drawing(window, "Minimax");
    let before = place(&window);
    let [first, second] =
        ["Minimax", "Lattice pruning"].map(|name| window.get_by_label(&format!("Pane {name}")).rect());
    drag_pane(&mut window, first, second);
    assert_ne!(place(&window), before);
    click(&mut window, "View");
    click(&mut window, "Panes");
    click(&mut window, "Reset the panes");
    assert_eq!(place(&window), before);
}

/// The pixels of a part of a picture.
fn part(picture: &RgbaImage, rect: Rect) -> RgbaImage {
    let [x, y, width, height] = [rect.left(), rect.top(), rect.width(), rect.height()].map(|at| at.round() as u32);
    image::imageops::crop_imm(picture, x, y, width, height).to_image()
}

#[test]
fn equal_searches_give_equal_pixels() {
    let (_directory, large) = file("large.tree", &full(4, 7, &mut 1));
    let (_other, small) = file("small.tree", &full(3, 3, &mut 1));
    for path in [small, large] {
        let mut window = window(SIZE, Some(path));
        for zoom in [1.0, 2.3, 9.0] {
            act(&mut window, Action::View(ViewAction::Zoom(zoom)));
            window.run_steps(40);
            let rects = ["Lattice pruning", "Selection GK alpha-beta"].map(|title| drawing(&window, title));
            assert_eq!(rects[0].size(), rects[1].size());
            let picture = window.render().unwrap();
            let [a, b] = rects.map(|rect| part(&picture, rect.shrink(3.0)));
            // The test renderer rounds colours where a shape is at a fractional pixel position.
            let is_other = |a: &Rgba<u8>, b: &Rgba<u8>| a.0.iter().zip(b.0).any(|(&a, b)| a.abs_diff(b) > 2);
            let different = a.pixels().zip(b.pixels()).filter(|(a, b)| is_other(a, b)).count();
            // It also assigns a pixel on an edge to either side.
            assert!(different * 10_000 < a.pixels().len(), "at zoom {zoom}, {different} of {}", a.pixels().len());
        }
    }
}

#[test]
fn the_legend_is_that_of_the_drawings_as_soon_as_the_window_rests() {
    let (_directory, path) = file("small.tree", "((3 12 8) (2 4 6))");
    let mut window = window(SIZE, Some(path));
    for numbers in [true, false] {
        let ctx = window.ctx.clone();
        window.state_mut().act(&ctx, Action::View(ViewAction::SetOptions(Options { numbers, ..Options::default() })));
        // Until nothing asks for another frame.
        window.run();
        assert_eq!(says(&window, "number of a node in preorder"), numbers);
    }
}

#[test]
fn a_pane_that_takes_the_place_of_another_is_in_the_grid() {
    let mut window = window(SIZE, None);
    let ctx = window.ctx.clone();
    let shown: Vec<Algorithm> = window.state().rows().iter().map(|row| row.algorithm).collect();
    let others: Vec<Algorithm> = Algorithm::ALL.into_iter().filter(|algorithm| !shown.contains(algorithm)).collect();
    for (&old, &new) in shown.iter().zip(&others) {
        // Both before the next frame.
        window.state_mut().act(&ctx, Action::Run(RunAction::Add(new)));
        window.state_mut().act(&ctx, Action::Run(RunAction::Remove(old)));
        settle(&mut window);
        let panes = drawings(&window);
        check_grid(&panes, &new.title());
        assert_eq!(panes.len(), shown.len());
        assert!(panes.iter().all(|pane| (pane.size() - panes[0].size()).length() < 2.0), "{}: {panes:?}", new.title());
    }
}

#[test]
fn with_text_of_twice_the_size_four_panes_have_titles_and_room_for_a_tree() {
    let mut window = window(SIZE, None);
    // Zoomed while it is open, so that the sizes of panels are those that were kept.
    window.ctx.set_zoom_factor(2.0);
    window.run_steps(6);
    let panes = drawings(&window);
    assert_eq!(panes.len(), 4);
    for pane in panes {
        assert!(pane.width() >= 120.0 && pane.height() >= 50.0, "{:?}", pane.size());
    }
}

#[test]
fn panes_and_time_line_keep_room_beside_every_panel_and_the_page_scrolls_where_it_is_too_narrow() {
    for size in [vec2(1280.0, 800.0), vec2(1024.0, 768.0), vec2(800.0, 600.0), vec2(500.0, 300.0)] {
        let mut window = window(size, None);
        for action in [Action::Time(TimeAction::Toggle), Action::Time(TimeAction::ToggleMachine), Action::ToggleHistory]
        {
            act_and_wait(&mut window, action);
        }
        let line = window.get_by_label("Step of the search").rect();
        let panes = drawings(&window).into_iter().reduce(Rect::union).unwrap();
        assert!(line.width() >= 240.0 && panes.width() >= 250.0, "{line} and {panes} at {size}");
        // Every panel has its place in the page.
        let page = size.x.max(860.0);
        let inspector = window.get_by_label("No node selected").rect();
        assert!(panes.right() <= inspector.left() && inspector.right() <= page, "{panes}, {inspector} at {size}");
    }
}

#[test]
fn the_inspector_is_not_cut_in_a_small_window() {
    let (_directory, path) = file("small.tree", "((3 12) (2 4))");
    let mut window = window(vec2(500.0, 300.0), Some(path));
    for index in [0, 1, 3] {
        let node = window.state().tree().unwrap().node(index);
        act(&mut window, Action::View(ViewAction::Select(node)));
        for _ in 0..2 {
            act_and_wait(&mut window, Action::Time(TimeAction::Toggle));
            let panes = drawings(&window).into_iter().reduce(Rect::union).unwrap();
            for text in ["value", "place", "visited", "evaluations"] {
                let all = window.query_all_by_label_contains(text).filter(|node| node.rect().right() > panes.right());
                for rect in all.map(|node| node.rect()).filter(|rect| rect.top() > panes.top()) {
                    assert!(rect.left() >= panes.right(), "“{text}” of node {index} at {rect}, beside {panes}");
                }
            }
        }
    }
}
