//! The tree canvas: what it draws, what it answers, and what it costs.

use std::collections::HashSet;

use crate::common::builder;
use eframe::egui::{self, Pos2, Rect, Theme, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use plyscope::app::canvas::{Canvas, Marks, Response, Scene, View};
use plyscope::app::style::theme;
use plyscope::game::{AnyGame, GameName, GameTree};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, Record, Recorder, tell};
use plyscope::tree::file::{Format, parse};
use plyscope::tree::{Builder, NodeId, Tree, Value};
use proptest::prelude::*;

const NAME: &str = "Tree as alpha-beta saw it";
const WIKIPEDIA: &str = "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]";

fn read(text: &str) -> Tree {
    parse(Some(Format::JSON), text.as_bytes(), &Progress::new()).unwrap()
}

fn record(tree: &Tree) -> Record {
    let mut recorder = Recorder::new(tree);
    tell(Algorithm::ALPHA_BETA, tree, Limits::default(), &mut recorder);
    recorder.finish()
}

/// Numbers that look random and are the same every time.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn value(&mut self) -> Option<Value> {
        Value::new((self.next() % 10_000) as f64 / 100.0)
    }
}

/// A tree in which every inner node has `branching` children and every leaf the same depth.
fn full(branching: usize, depth: usize) -> Tree {
    fn below(builder: &mut Builder, noise: &mut Noise, branching: usize, depth: usize) {
        if depth == 0 {
            builder.leaf(noise.value()).unwrap();
            return;
        }
        builder.open().unwrap();
        for _ in 0..branching {
            below(builder, noise, branching, depth - 1);
        }
        builder.close();
    }
    let mut noise = Noise(7);
    let mut builder = Builder::new();
    below(&mut builder, &mut noise, branching, depth);
    builder.build().unwrap()
}

/// A tree of `levels` nodes, each the only child of the one before; a comb has a leaf beside each.
fn chain(levels: usize, is_comb: bool) -> Tree {
    let mut noise = Noise(7);
    let mut builder = Builder::new();
    for _ in 1..levels {
        builder.open().unwrap();
        if is_comb {
            builder.leaf(noise.value()).unwrap();
        }
    }
    builder.leaf(noise.value()).unwrap();
    builder.build().unwrap()
}

fn wide(leaves: usize) -> Tree {
    full(leaves, 1)
}

/// A tree in which a node has no children to five, at random.
fn uneven(seed: u64, nodes: usize) -> Tree {
    let mut noise = Noise(seed | 1);
    let mut builder = Builder::new();
    builder.open().unwrap();
    while builder.len() < nodes {
        match noise.next() % 8 {
            0..4 if builder.open_count() < 40 => {
                builder.open().unwrap();
            }
            4..6 if builder.open_count() > 1 && !builder.innermost_is_empty() => builder.close(),
            _ => {
                builder.leaf(noise.value()).unwrap();
            }
        }
    }
    builder.build().unwrap()
}

struct Shown {
    canvas: Canvas,
    tree: Tree,
    record: Option<Record>,
    line: Vec<NodeId>,
    selected: Option<NodeId>,
    hovered: Option<NodeId>,
    view: View,
    response: Response,
    rect: Rect,
}

impl Shown {
    fn new(tree: Tree, record: Option<Record>) -> Shown {
        let line = record.as_ref().map(|record| record.line(&tree)).unwrap_or_default();
        Shown {
            canvas: Canvas::default(),
            tree,
            record,
            line,
            selected: None,
            hovered: None,
            view: View::default(),
            response: Response::default(),
            rect: Rect::ZERO,
        }
    }

    fn searched(tree: Tree) -> Shown {
        let record = record(&tree);
        Shown::new(tree, Some(record))
    }

    fn ui(&mut self, ui: &mut egui::Ui) {
        self.rect = ui.available_rect_before_wrap();
        let scene = Scene {
            tree: &self.tree,
            game: GameName::of_tree(&self.tree),
            record: self.record.as_ref(),
            line: &self.line,
            dropped: &[],
            selected: self.selected,
            hovered: self.hovered,
        };
        let response = self.canvas.ui(ui, NAME, &scene, &mut self.view);
        self.hovered = response.hovered;
        self.selected = response.clicked.or(self.selected);
        if response != Response::default() {
            self.response = response;
        }
    }
}

fn harness(shown: Shown, size: Vec2, theme: Theme) -> Harness<'static, Shown> {
    let harness = builder()
        .with_size(size)
        .with_theme(theme)
        .with_max_steps(60)
        .with_step_dt(0.05)
        .with_render_cursor(false)
        .build_ui_state(|ui, shown: &mut Shown| shown.ui(ui), shown);
    theme::apply(&harness.ctx);
    harness
}

fn picture(name: &str, shown: Shown, size: Vec2, theme: Theme) {
    let Ok(folder) = std::env::var("PICTURES") else { return };
    let mut harness = harness(shown, size, theme);
    harness.run_steps(3);
    harness.render().unwrap().save(format!("{folder}/{name}.png")).unwrap();
}

#[test]
#[ignore = "writes pictures to look at into the folder PICTURES"]
fn pictures() {
    let size = vec2(1280.0, 800.0);
    for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let mut small = Shown::searched(read(WIKIPEDIA));
        small.selected = small.tree.node(3);
        small.hovered = small.tree.node(8);
        picture(&format!("small-{suffix}"), small, size, theme);
        picture(&format!("medium-{suffix}"), Shown::searched(full(3, 5)), size, theme);
        picture(&format!("large-{suffix}"), Shown::searched(full(4, 10)), size, theme);
    }
    for theme in [Theme::Light, Theme::Dark] {
        let mut moves = Shown::searched(read(include_str!("../../sample_trees/tictactoe-fork.json")));
        moves.selected = moves.line.get(1).copied();
        picture(&format!("moves-{theme:?}"), moves, vec2(1000.0, 640.0), theme);
        let mut moves = Shown::searched(read(include_str!("../../sample_trees/aima-5-2.json")));
        moves.selected = moves.line.get(1).copied();
        picture(&format!("moves-small-{theme:?}"), moves, vec2(420.0, 280.0), theme);
    }
    picture("neutral", Shown::new(read(WIKIPEDIA), None), size, Theme::Light);
    picture("uneven", Shown::searched(uneven(3, 400)), size, Theme::Light);
    picture("uneven-large", Shown::searched(uneven(5, 100_000)), size, Theme::Dark);
    picture("large-2560", Shown::searched(full(4, 10)), vec2(2560.0, 1440.0), Theme::Light);
    picture("chain", Shown::searched(chain(1_000_000, false)), size, Theme::Light);
    picture("comb", Shown::searched(chain(100_000, true)), size, Theme::Light);
    picture("comb-small", Shown::searched(chain(12, true)), size, Theme::Light);
    picture("wide", Shown::searched(wide(1_000_000)), size, Theme::Light);
    picture("leaf", Shown::searched(read("5")), size, Theme::Light);
    picture("tiny-pane", Shown::searched(read(WIKIPEDIA)), vec2(220.0, 160.0), Theme::Light);
}

fn small() -> Shown {
    Shown::searched(read(WIKIPEDIA))
}

fn button(harness: &mut Harness<'_, Shown>, pos: Pos2, pressed: bool) {
    let modifiers = egui::Modifiers::NONE;
    harness.event(egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers });
    harness.run_steps(1);
}

fn click(harness: &mut Harness<'_, Shown>, at: Pos2) {
    harness.hover_at(at);
    harness.run_steps(1);
    button(harness, at, true);
    button(harness, at, false);
}

#[test]
fn a_click_on_a_node_returns_it_and_arrow_keys_go_on_from_there() {
    let mut harness = harness(small(), vec2(900.0, 600.0), Theme::Light);
    harness.run_steps(2);
    assert_eq!(harness.get_by_label(NAME).rect(), harness.state().rect);
    for index in [0, 1, 5, 9, 32] {
        let shown = harness.state();
        let node = shown.tree.node(index).unwrap();
        let at = shown.view.position_of(&shown.tree, node, shown.rect);
        click(&mut harness, at);
        assert_eq!(harness.state().selected, Some(node));
        assert_eq!(harness.state().hovered, Some(node));
        // A second click within the time of a double click fits the view.
        harness.run_steps(20);
    }
    let beside_the_tree = harness.state().rect.min + vec2(3.0, 3.0);
    click(&mut harness, beside_the_tree);
    let mut walked = Vec::new();
    for key in [egui::Key::ArrowUp, egui::Key::ArrowLeft, egui::Key::ArrowDown, egui::Key::ArrowRight] {
        harness.key_press(key);
        harness.run_steps(2);
        walked.push(harness.state().selected.unwrap().index());
    }
    assert_eq!(walked, [31, 28, 29, 30]);
}

#[test]
fn keys_and_wheel_zoom_and_a_double_click_fits() {
    let mut harness = harness(Shown::searched(full(4, 6)), vec2(900.0, 600.0), Theme::Light);
    harness.run_steps(2);
    harness.get_by_label(NAME).focus();
    harness.run_steps(2);
    harness.key_press(egui::Key::Plus);
    harness.run_steps(2);
    assert!(!harness.state().view.is_fit());
    harness.key_press(egui::Key::Num0);
    harness.run_steps(2);
    assert_eq!(harness.state().view, View::default());

    let pointer = pos2(300.0, 200.0);
    harness.hover_at(pointer);
    harness.run_steps(2);
    let scroll = |delta| egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: egui::Modifiers::NONE,
    };
    harness.event(scroll(vec2(0.0, 200.0)));
    harness.run_steps(20);
    assert!(!harness.state().view.is_fit());
    let zoomed = harness.state().view.clone();
    button(&mut harness, pointer, true);
    harness.hover_at(pointer + vec2(40.0, 0.0));
    harness.run_steps(1);
    button(&mut harness, pointer + vec2(40.0, 0.0), false);
    assert_ne!(harness.state().view, zoomed);
    harness.run_steps(20);
    click(&mut harness, pointer);
    assert!(!harness.state().view.is_fit());
    click(&mut harness, pointer);
    assert!(harness.state().view.is_fit());
}

/// Whether something of a tree is in a pane: a node, a bar, or a point of an edge.
fn is_seen(shown: &Shown) -> bool {
    let marks = Marks::new(&shown.tree, &shown.view.frame(&shown.tree, shown.rect));
    let crosses = |[from, to]: [Pos2; 2]| (0..=4000).any(|i| shown.rect.contains(from.lerp(to, i as f32 / 4000.0)));
    !marks.nodes.is_empty() || !marks.bars.is_empty() || marks.edges.iter().any(|edge| crosses(edge.ends))
}

#[test]
fn wherever_one_zooms_and_pans_some_of_the_tree_shows() {
    for tree in [chain(40, true), uneven(3, 400), uneven(9, 50_000), full(2, 12), chain(1000, false)] {
        let mut harness = harness(Shown::new(tree, None), vec2(420.0, 260.0), Theme::Light);
        harness.run_steps(2);
        for (x, y) in (1..8).flat_map(|x| (1..6).map(move |y| (x, y))) {
            harness.state_mut().view.fit();
            harness.hover_at(pos2(52.0 * x as f32, 43.0 * y as f32));
            harness.run_steps(1);
            for factor in [3.0, 4.0, 30.0, 1e4] {
                harness.event(egui::Event::Zoom(factor));
                harness.run_steps(2);
                assert!(is_seen(harness.state()), "zoomed by {factor} at {x}, {y}");
                assert!(harness.state().canvas.mark_count() > 0);
            }
            // Pans from there, too.
            for delta in [vec2(900.0, 0.0), vec2(-5000.0, 300.0), vec2(0.0, -4000.0)] {
                let from = pos2(210.0, 130.0);
                harness.hover_at(from);
                button(&mut harness, from, true);
                harness.hover_at(from + delta);
                harness.run_steps(1);
                button(&mut harness, from + delta, false);
                assert!(is_seen(harness.state()), "panned by {delta:?} from {x}, {y}");
            }
        }
    }
}

#[test]
fn panes_of_different_sizes_show_the_same_part() {
    let tree = full(4, 8);
    let mut view = View::default();
    view.frame(&tree, Rect::from_min_size(Pos2::ZERO, vec2(1000.0, 700.0)));
    view.zoom(20.0);
    let node = tree.node(70_000).unwrap();
    let panes = [vec2(1000.0, 700.0), vec2(500.0, 700.0), vec2(2000.0, 1400.0)];
    let shares = panes.map(|size| {
        let pane = Rect::from_min_size(pos2(10.0, 20.0), size);
        // Of the pane without the ten points on either side that are left free.
        (view.position_of(&tree, node, pane).x - pane.center().x) / (size.x - 20.0)
    });
    assert!(shares.iter().all(|share| (share - shares[0]).abs() < 1e-4), "{shares:?}");
}

#[test]
fn a_revealed_node_is_in_the_pane() {
    let tree = uneven(9, 50_000);
    let mut shown = Shown::new(tree.clone(), None);
    shown.view.zoom(200.0);
    let mut harness = harness(shown, vec2(700.0, 500.0), Theme::Light);
    for index in [0, 49_000, 20_000, 7, 33_333] {
        harness.run_steps(2);
        let node = tree.node(index).unwrap();
        harness.state_mut().view.reveal(&tree, node);
        let shown = harness.state();
        let at = shown.view.position_of(&tree, node, shown.rect);
        assert!(shown.rect.contains(at), "{index} is at {at:?}");
    }
}

#[test]
fn a_tooltip_says_why_a_node_was_pruned_and_what_a_visited_one_returned() {
    let shown = small();
    let scene = Scene {
        tree: &shown.tree,
        game: None,
        record: shown.record.as_ref(),
        line: &shown.line,
        dropped: &[],
        selected: None,
        hovered: None,
    };
    let said = |index| plyscope::app::canvas::describe(&scene, shown.tree.node(index).unwrap()).join("\n");
    assert!(said(0).contains("returned 6, exact"), "{}", said(0));
    assert!(said(0).contains("window (−∞, +∞)"), "{}", said(0));
    let pruned = shown.tree.nodes().find(|&node| shown.record.as_ref().unwrap().visit(node).is_none()).unwrap();
    let said = said(pruned.index());
    assert!(said.contains("pruned: never visited") && said.contains("cutoff at"), "{said}");
}

#[test]
fn no_node_is_drawn_twice() {
    let pane = Rect::from_min_size(Pos2::ZERO, vec2(480.0, 240.0));
    for tree in [full(7, 3), full(2, 9), chain(50, true), uneven(5, 3_000)] {
        for zoom in [1.0, 3.0, 11.0, 40.0, 1000.0] {
            let mut view = View::default();
            view.zoom(zoom);
            let nodes = Marks::new(&tree, &view.frame(&tree, pane)).nodes;
            let different: HashSet<NodeId> = nodes.iter().map(|mark| mark.node).collect();
            assert_eq!(nodes.len(), different.len(), "zoom {zoom}");
        }
    }
}

/// A tree of a game with the game's labels, searched.
fn of_game(name: GameName, position: &str) -> Shown {
    let game = AnyGame::from_position(name, position).unwrap();
    Shown::searched(GameTree { game, depth: Some(2), dynamic: false }.unfold(&Progress::new()).unwrap())
}

#[test]
fn nodes_of_a_games_tree_show_their_boards_where_there_is_room() {
    // The harness draws its first frame before it knows the font that has the arrows of Nim's moves.
    for name in [GameName::TIC_TAC_TOE, GameName::CONNECT_FOUR, GameName::CHESS] {
        let position = AnyGame::from_start(name).position();
        let mut harness = harness(of_game(name, &position), vec2(700.0, 500.0), Theme::Light);
        harness.run_steps(2);
        assert_eq!(harness.state().canvas.board_count(), 0, "{name}: the whole tree has no room for boards");
        harness.state_mut().view.zoom(1e9);
        harness.run_steps(2);
        let near = harness.state().canvas.board_count();
        assert!((1..=60).contains(&near), "{name}: {near} boards");
    }
    let mut other = harness(Shown::searched(full(3, 2)), vec2(700.0, 500.0), Theme::Light);
    other.state_mut().view.zoom(1e9);
    other.run_steps(2);
    assert_eq!(other.state().canvas.board_count(), 0, "no tree of a game");
}

#[test]
fn a_node_with_a_board_is_clicked_anywhere_on_its_card() {
    let mut harness = harness(of_game(GameName::TIC_TAC_TOE, "XOX/OXO/.X."), vec2(700.0, 500.0), Theme::Light);
    harness.state_mut().view.zoom(1e9);
    harness.run_steps(2);
    let shown = harness.state();
    let child = shown.tree.node(1).unwrap();
    let at = shown.view.position_of(&shown.tree, child, shown.rect) + vec2(44.0, 50.0);
    harness.hover_at(at);
    harness.drag_at(at);
    harness.drop_at(at);
    harness.run_steps(2);
    assert_eq!(harness.state().selected, Some(child));
}

#[test]
fn the_marks_of_huge_trees_are_bounded_by_the_pixels() {
    let pane = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
    for (name, tree) in [
        ("full", full(4, 9)),
        ("chain", chain(1_000_000, false)),
        ("comb", chain(300_000, true)),
        ("wide", wide(1_000_000)),
        ("uneven", uneven(5, 300_000)),
    ] {
        for zoom in [1.0, 3.0, 40.0, 1000.0, 1e6] {
            let mut view = View::default();
            view.zoom(zoom);
            let count = Marks::new(&tree, &view.frame(&tree, pane)).count();
            assert!((1..20_000).contains(&count), "{name} at {zoom}: {count} marks");
        }
    }
}

#[test]
fn no_pane_and_no_zoom_is_too_strange() {
    let numbers = [0.0, -5.0, 1e-9, 300.0, 1e9, f32::INFINITY, f32::NAN];
    for tree in [read("5"), read(WIKIPEDIA), chain(1000, true), wide(1000)] {
        for (width, height) in numbers.into_iter().flat_map(|width| numbers.map(|height| (width, height))) {
            let pane = Rect::from_min_size(pos2(7.0, 9.0), vec2(width, height));
            for zoom in [f32::NAN, 0.0, -1.0, f32::INFINITY, 1e30, 3.0] {
                let mut view = View::default();
                view.zoom(zoom);
                view.reveal(&tree, NodeId::ROOT);
                // A pane of a million points is not shown, but must not fail.
                if !(pane.width() > 1e6 || pane.height() > 1e6) {
                    Marks::new(&tree, &view.frame(&tree, pane));
                }
                plyscope::app::canvas::node_at(&tree, &view, pane, pane.center());
            }
        }
    }
}

#[test]
fn colours_stand_out_from_the_background() {
    let luminance = |color: egui::Color32| {
        let [r, g, b, _] = egui::Rgba::from(color).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let contrast = |a, b| {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    };
    for p in [theme::Palette::LIGHT, theme::Palette::DARK] {
        for shape in [p.evaluated, p.visited, p.pruned, p.line, p.step, p.cutoff, p.edge] {
            assert!(contrast(shape, p.background) >= 3.0, "{shape:?} on {:?}", p.background);
        }
        for (text, behind) in [
            (p.text, p.background),
            (p.text, p.fill),
            (p.text, p.visited_fill),
            (p.faint_text, p.background),
            (p.on_evaluated, p.evaluated),
        ] {
            assert!(contrast(text, behind) >= 4.5, "{text:?} on {behind:?}");
        }
    }
}

proptest! {
    #[test]
    fn what_is_drawn_at_a_point_is_hit_there(
        seed in any::<u64>(),
        nodes in 1_usize..3000,
        zoom in 1.0_f32..500.0,
        width in 50.0_f32..1500.0,
        height in 50.0_f32..1000.0,
        revealed in any::<prop::sample::Index>(),
    ) {
        let tree = uneven(seed, nodes);
        let pane = Rect::from_min_size(pos2(11.0, 13.0), vec2(width, height));
        let mut view = View::default();
        view.zoom(zoom);
        view.reveal(&tree, tree.node(revealed.index(tree.len())).unwrap());
        let frame = view.frame(&tree, pane);
        let marks = Marks::new(&tree, &frame);
        let hit = |at| plyscope::app::canvas::node_at(&tree, &view, pane, at);
        for mark in marks.nodes.iter().filter(|mark| pane.contains(mark.at)) {
            prop_assert_eq!(mark.at, frame.position_of(&tree, mark.node));
            prop_assert_eq!(hit(mark.at), Some(mark.node));
        }
        for bar in marks.bars {
            let seen = bar.rect.intersect(pane);
            if seen.is_positive() {
                let hit = hit(seen.center());
                prop_assert!(hit.is_some_and(|node| bar.nodes.contains(&node.index())), "{:?} hits {:?}", bar, hit);
            }
        }
    }
}
