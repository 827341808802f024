//! The tree canvas: what it draws, what it answers, and what it costs.

use std::collections::HashSet;

use crate::common::builder;
use eframe::egui::{self, Pos2, Rect, Theme, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use plyscope::app::canvas::{Canvas, Kind, Response, Scene, View, describe, node_at};
use plyscope::app::style::theme;
use plyscope::draw::node_link::node_link;
use plyscope::draw::icicle::icicle;
use plyscope::draw::{
    Boards, Figure, Folds, Frame, Ink, Options, Overlay, Palette, Picture, Plain, Searched, Shape, Shown, States,
};
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

/// A tree on a canvas.
struct Stage {
    canvas: Canvas,
    tree: Tree,
    folds: Folds,
    record: Option<(Record, States)>,
    line: Vec<NodeId>,
    selected: Option<NodeId>,
    hovered: Option<NodeId>,
    view: View,
    response: Response,
    rect: Rect,
}

impl Stage {
    fn new(tree: Tree, record: Option<Record>) -> Stage {
        let line = record.as_ref().map(|record| record.line(&tree)).unwrap_or_default();
        let record = record.map(|record| (States::new(&tree, &record), record)).map(|(states, record)| (record, states));
        Stage {
            canvas: Canvas::default(),
            tree,
            folds: Folds::NONE,
            record,
            line,
            selected: None,
            hovered: None,
            view: View::new(Kind::NodeLink, true),
            response: Response::default(),
            rect: Rect::ZERO,
        }
    }

    fn searched(tree: Tree) -> Stage {
        let record = record(&tree);
        Stage::new(tree, Some(record))
    }

    fn with<R>(&self, see: impl FnOnce(&Figure<'_>) -> R) -> R {
        let tree = &self.tree;
        let plain = Plain(tree);
        let searched =
            self.record.as_ref().map(|(record, states)| Searched { tree, record, states, line: &self.line });
        see(&Figure {
            shown: Shown { tree, folds: &self.folds },
            overlay: searched.as_ref().map_or(&plain, |searched| searched as &dyn Overlay),
            game: GameName::of_tree(tree),
            dropped: &[],
            options: Options::default(),
        })
    }

    fn picture(&self) -> Picture {
        self.with(|figure| picture_of(figure, &self.view, self.rect))
    }

    fn position_of(&self, node: NodeId) -> Pos2 {
        self.with(|figure| self.view.position_of(figure, node, self.rect))
    }

    fn ui(&mut self, ui: &mut egui::Ui) {
        self.rect = ui.available_rect_before_wrap();
        let (mut canvas, mut view) = (std::mem::take(&mut self.canvas), self.view.clone());
        let response = self.with(|figure| {
            let record = self.record.as_ref().map(|(record, _)| record);
            let (selected, hovered) = (self.selected, self.hovered);
            let scene = Scene { figure: *figure, record, selected, hovered, named: &[] };
            canvas.ui(ui, NAME, &scene, &mut view)
        });
        (self.canvas, self.view) = (canvas, view);
        self.hovered = response.hovered;
        self.selected = response.clicked.or(self.selected);
        if response != Response::default() {
            self.response = response;
        }
    }
}

/// What a view shows of a figure in a pane.
fn picture_of(figure: &Figure<'_>, view: &View, pane: Rect) -> Picture {
    let frame = view.frame(figure, pane);
    match view.kind {
        Kind::NodeLink => node_link(figure, &frame, &mut Boards::default()).picture,
        Kind::Icicle => icicle(figure, &frame).picture,
    }
}

/// A tree as nobody searched it and nothing is folded of it.
fn plain<R>(tree: &Tree, see: impl FnOnce(&Figure<'_>) -> R) -> R {
    let (overlay, shown) = (Plain(tree), Shown { tree, folds: &Folds::NONE });
    see(&Figure { shown, overlay: &overlay, game: None, dropped: &[], options: Options::default() })
}

/// The nodes that are drawn by themselves: each has one polygon in a tree that nobody searched.
fn drawn_nodes(picture: &Picture) -> Vec<NodeId> {
    let polygons = picture.shapes.iter().filter(|(_, shape)| matches!(shape, Shape::Polygon { .. }));
    polygons.filter_map(|(node, _)| *node).collect()
}

fn harness(shown: Stage, size: Vec2, theme: Theme) -> Harness<'static, Stage> {
    let harness = builder()
        .with_size(size)
        .with_theme(theme)
        .with_max_steps(60)
        .with_step_dt(0.05)
        .with_render_cursor(false)
        .build_ui_state(|ui, shown: &mut Stage| shown.ui(ui), shown);
    theme::apply(&harness.ctx);
    harness
}

fn picture(name: &str, shown: Stage, size: Vec2, theme: Theme) {
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
        let mut small = Stage::searched(read(WIKIPEDIA));
        small.selected = small.tree.node(3);
        small.hovered = small.tree.node(8);
        picture(&format!("small-{suffix}"), small, size, theme);
        picture(&format!("medium-{suffix}"), Stage::searched(full(3, 5)), size, theme);
        picture(&format!("large-{suffix}"), Stage::searched(full(4, 10)), size, theme);
    }
    for theme in [Theme::Light, Theme::Dark] {
        let mut moves = Stage::searched(read(include_str!("../../sample_trees/tictactoe-fork.json")));
        moves.selected = moves.line.get(1).copied();
        picture(&format!("moves-{theme:?}"), moves, vec2(1000.0, 640.0), theme);
        let mut moves = Stage::searched(read(include_str!("../../sample_trees/aima-5-2.json")));
        moves.selected = moves.line.get(1).copied();
        picture(&format!("moves-small-{theme:?}"), moves, vec2(420.0, 280.0), theme);
    }
    picture("neutral", Stage::new(read(WIKIPEDIA), None), size, Theme::Light);
    picture("uneven", Stage::searched(uneven(3, 400)), size, Theme::Light);
    picture("uneven-large", Stage::searched(uneven(5, 100_000)), size, Theme::Dark);
    picture("large-2560", Stage::searched(full(4, 10)), vec2(2560.0, 1440.0), Theme::Light);
    picture("chain", Stage::searched(chain(1_000_000, false)), size, Theme::Light);
    picture("comb", Stage::searched(chain(100_000, true)), size, Theme::Light);
    picture("comb-small", Stage::searched(chain(12, true)), size, Theme::Light);
    picture("wide", Stage::searched(wide(1_000_000)), size, Theme::Light);
    picture("leaf", Stage::searched(read("5")), size, Theme::Light);
    picture("tiny-pane", Stage::searched(read(WIKIPEDIA)), vec2(220.0, 160.0), Theme::Light);
}

fn small() -> Stage {
    Stage::searched(read(WIKIPEDIA))
}

fn button(harness: &mut Harness<'_, Stage>, pos: Pos2, pressed: bool) {
    let modifiers = egui::Modifiers::NONE;
    harness.event(egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers });
    harness.run_steps(1);
}

fn click(harness: &mut Harness<'_, Stage>, at: Pos2) {
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
        let at = shown.position_of(node);
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
    let mut harness = harness(Stage::searched(full(4, 6)), vec2(900.0, 600.0), Theme::Light);
    harness.run_steps(2);
    harness.get_by_label(NAME).focus();
    harness.run_steps(2);
    harness.key_press(egui::Key::Plus);
    harness.run_steps(2);
    assert!(!harness.state().view.is_fit());
    harness.key_press(egui::Key::Num0);
    harness.run_steps(2);
    assert_eq!(harness.state().view, View::new(Kind::NodeLink, true));

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

/// Whether something of a tree is in a pane: a node, a cell, or a point of an edge.
fn is_seen(shown: &Stage) -> bool {
    let crosses = |[from, to]: [Pos2; 2]| (0..=4000).any(|i| shown.rect.contains(from.lerp(to, i as f32 / 4000.0)));
    shown.picture().shapes.iter().any(|(_, shape)| match shape {
        Shape::Line { ends, .. } => crosses(*ends),
        Shape::Polygon { corners, .. } => Rect::from_points(corners.as_slice()).intersects(shown.rect),
        Shape::Cells(cells) => cells.rect.intersect(shown.rect).is_positive(),
        Shape::Circle { .. } | Shape::Text(_) => false,
    })
}

#[test]
fn wherever_one_zooms_and_pans_some_of_the_tree_shows() {
    for tree in [chain(40, true), uneven(3, 400), uneven(9, 50_000), full(2, 12), chain(1000, false)] {
        let mut harness = harness(Stage::new(tree, None), vec2(420.0, 260.0), Theme::Light);
        harness.run_steps(2);
        for (x, y) in (1..8).flat_map(|x| (1..6).map(move |y| (x, y))) {
            harness.state_mut().view.fit();
            harness.hover_at(pos2(52.0 * x as f32, 43.0 * y as f32));
            harness.run_steps(1);
            for factor in [3.0, 4.0, 30.0, 1e4] {
                harness.event(egui::Event::Zoom(factor));
                harness.run_steps(2);
                assert!(is_seen(harness.state()), "zoomed by {factor} at {x}, {y}");
                assert!(harness.state().canvas.shape_count() > 0);
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
    for kind in [Kind::NodeLink, Kind::Icicle] {
        let mut view = View::new(kind, true);
        view.zoom(20.0);
        let node = tree.node(70_000).unwrap();
        let panes = [vec2(1000.0, 700.0), vec2(500.0, 700.0), vec2(2000.0, 1400.0)];
        let shares = panes.map(|size| {
            let pane = Rect::from_min_size(pos2(10.0, 20.0), size);
            let at = plain(&tree, |figure| view.position_of(figure, node, pane));
            // Of the pane without the twelve points on either side that are left free.
            (at.x - pane.center().x) / (size.x - 24.0)
        });
        assert!(shares.iter().all(|share| (share - shares[0]).abs() < 1e-4), "{kind:?}: {shares:?}");
    }
}

#[test]
fn a_revealed_node_is_in_the_pane() {
    let tree = uneven(9, 50_000);
    for kind in [Kind::NodeLink, Kind::Icicle] {
        let mut shown = Stage::new(tree.clone(), None);
        shown.view = View::new(kind, true);
        shown.view.zoom(200.0);
        let mut harness = harness(shown, vec2(700.0, 500.0), Theme::Light);
        for index in [0, 49_000, 20_000, 7, 33_333] {
            harness.run_steps(2);
            let node = tree.node(index).unwrap();
            harness.state_mut().view.reveal(&Shown { tree: &tree, folds: &Folds::NONE }, node);
            let shown = harness.state();
            let at = shown.position_of(node);
            assert!(shown.rect.contains(at), "{index} is at {at:?}");
        }
    }
}

#[test]
fn a_tooltip_says_why_a_node_was_pruned_and_what_a_visited_one_returned() {
    let shown = small();
    let (record, _) = shown.record.as_ref().unwrap();
    let said = |index| {
        shown.with(|figure| {
            let scene = Scene { figure: *figure, record: Some(record), selected: None, hovered: None, named: &[] };
            describe(&scene, shown.tree.node(index).unwrap()).join("\n")
        })
    };
    assert!(said(0).contains("returned 6, exact"), "{}", said(0));
    assert!(said(0).contains("window (−∞, +∞)"), "{}", said(0));
    let pruned = shown.tree.nodes().find(|&node| record.visit(node).is_none()).unwrap();
    let said = said(pruned.index());
    assert!(said.contains("pruned: never visited") && said.contains("cutoff at"), "{said}");
}

#[test]
fn no_node_is_drawn_twice() {
    let pane = Rect::from_min_size(Pos2::ZERO, vec2(480.0, 240.0));
    for tree in [full(7, 3), full(2, 9), chain(50, true), uneven(5, 3_000)] {
        for (kind, zoom) in both([1.0, 3.0, 11.0, 40.0, 1000.0]) {
            let mut view = View::new(kind, true);
            view.zoom(zoom);
            let nodes = drawn_nodes(&plain(&tree, |figure| picture_of(figure, &view, pane)));
            let different: HashSet<NodeId> = nodes.iter().copied().collect();
            assert_eq!(nodes.len(), different.len(), "{kind:?} at zoom {zoom}");
        }
    }
}

/// Each of some zooms in both kinds of drawing.
fn both<const N: usize>(zooms: [f32; N]) -> impl Iterator<Item = (Kind, f32)> {
    [Kind::NodeLink, Kind::Icicle].into_iter().flat_map(move |kind| zooms.map(|zoom| (kind, zoom)))
}

/// A tree of a game with the game's labels, searched.
fn of_game(name: GameName, position: &str) -> Stage {
    let game = AnyGame::from_position(name, position).unwrap();
    Stage::searched(GameTree { game, depth: Some(2), dynamic: false }.unfold(&Progress::new()).unwrap())
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
    let mut other = harness(Stage::searched(full(3, 2)), vec2(700.0, 500.0), Theme::Light);
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
    let at = shown.position_of(child) + vec2(44.0, 50.0);
    harness.hover_at(at);
    harness.drag_at(at);
    harness.drop_at(at);
    harness.run_steps(2);
    assert_eq!(harness.state().selected, Some(child));
}

/// How many shapes a picture has; each cell counts.
fn size(picture: &Picture) -> usize {
    let count = |shape: &Shape| if let Shape::Cells(cells) = shape { cells.shares.len() } else { 1 };
    picture.shapes.iter().map(|(_, shape)| count(shape)).sum()
}

#[test]
fn the_shapes_of_huge_trees_are_bounded_by_the_pixels() {
    let pane = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
    for (name, tree) in [
        ("full", full(4, 9)),
        ("chain", chain(1_000_000, false)),
        ("comb", chain(300_000, true)),
        ("wide", wide(1_000_000)),
        ("uneven", uneven(5, 300_000)),
    ] {
        for (kind, zoom) in both([1.0, 3.0, 40.0, 1000.0, 1e6]) {
            let mut view = View::new(kind, true);
            view.zoom(zoom);
            let picture = plain(&tree, |figure| picture_of(figure, &view, pane));
            let shapes = picture.shapes.len();
            assert!((1..20_000).contains(&shapes), "{name}, {kind:?} at {zoom}: {shapes} shapes");
            // Rows are at least six points apart, and no cell is narrower than a point.
            let most = 20_000 + 1281 * 135;
            assert!(size(&picture) <= most, "{name}, {kind:?} at {zoom}: {} cells", size(&picture));
        }
    }
}

#[test]
fn no_pane_and_no_zoom_is_too_strange() {
    let numbers = [0.0, -5.0, 1e-9, 300.0, 1e9, f32::INFINITY, f32::NAN];
    for tree in [read("5"), read(WIKIPEDIA), chain(1000, true), wide(1000)] {
        for (width, height) in numbers.into_iter().flat_map(|width| numbers.map(|height| (width, height))) {
            let pane = Rect::from_min_size(pos2(7.0, 9.0), vec2(width, height));
            for (kind, zoom) in both([f32::NAN, 0.0, -1.0, f32::INFINITY, 1e30, 3.0]) {
                let mut view = View::new(kind, true);
                view.zoom(zoom);
                view.reveal(&Shown { tree: &tree, folds: &Folds::NONE }, NodeId::ROOT);
                plain(&tree, |figure| {
                    // A pane of a million points is not shown, but must not fail.
                    if !(pane.width() > 1e6 || pane.height() > 1e6) {
                        picture_of(figure, &view, pane);
                    }
                    node_at(figure, &view, pane, pane.center());
                });
            }
        }
    }
}

#[test]
fn colours_stand_out_from_the_background() {
    for palette in [Palette::Light, Palette::Dark, Palette::Grey] {
        let contrast = |a: Ink, b: Ink| palette.color(a).contrast(palette.color(b));
        for ink in [Ink::Evaluated, Ink::Visited, Ink::Pruned, Ink::Line, Ink::Step, Ink::Cutoff, Ink::Edge] {
            assert!(contrast(ink, Ink::Background) >= 3.0, "{palette:?} {ink:?}: {}", contrast(ink, Ink::Background));
        }
        for (text, behind) in [
            (Ink::Text, Ink::Background),
            (Ink::Text, Ink::Fill),
            (Ink::Text, Ink::VisitedFill),
            (Ink::Text, Ink::StepFill),
            (Ink::FaintText, Ink::Background),
            (Ink::OnEvaluated, Ink::Evaluated),
        ] {
            assert!(contrast(text, behind) >= 4.5, "{palette:?} {text:?} on {behind:?}: {}", contrast(text, behind));
        }
    }
}

/// Says of each thing drawn by itself that it is hit in its middle, and of each cell that something is hit that is in it.
fn everything_is_hit(figure: &Figure<'_>, view: &View, pane: Rect) -> Result<(), TestCaseError> {
    let (shown, frame) = (&figure.shown, view.frame(figure, pane));
    let hit = |at| node_at(figure, view, pane, at);
    let picture = picture_of(figure, view, pane);
    let alone: HashSet<NodeId> = drawn_nodes(&picture).into_iter().collect();
    for (node, shape) in &picture.shapes {
        match (node, shape) {
            (Some(node), Shape::Polygon { corners, .. }) if view.kind == Kind::NodeLink => {
                let at = frame.position_of(shown, *node);
                let middle = Rect::from_points(corners.as_slice()).center();
                prop_assert!((at - middle).length() < 4.0, "{:?} is drawn at {:?}, not {:?}", node, middle, at);
                prop_assert!(!pane.contains(at) || hit(at) == Some(*node), "{:?} at {:?} hits {:?}", node, at, hit(at));
            }
            (Some(node), Shape::Polygon { corners, .. }) => {
                let middle = Rect::from_points(corners.as_slice()).intersect(pane).center();
                prop_assert!(hit(middle) == Some(*node), "{:?} at {:?} hits {:?}", node, middle, hit(middle));
            }
            (_, Shape::Cells(cells)) => {
                let (at, found) = (cells.rect.intersect(pane).center(), hit(cells.rect.intersect(pane).center()));
                is_in_cell(&frame, shown, at, found)?;
                prop_assert!(found.is_none_or(|node| !alone.contains(&node)) || view.kind == Kind::NodeLink);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a node that was hit reaches over the slot that it was hit at.
fn is_in_cell(frame: &Frame, shown: &Shown<'_>, at: Pos2, found: Option<NodeId>) -> Result<(), TestCaseError> {
    let slot = frame.x.world(at.x) as usize;
    let slots = found.map(|node| shown.slots(node));
    prop_assert!(slots.as_ref().is_some_and(|slots| slots.contains(&slot)), "{:?} hits {:?}", at, found);
    Ok(())
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
        folded in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        kind in prop::sample::select(vec![Kind::NodeLink, Kind::Icicle]),
    ) {
        let tree = uneven(seed, nodes);
        let folds = folded.iter().fold(Folds::NONE, |folds, index| folds.with(&tree, tree.node(index.index(tree.len())).unwrap()));
        let pane = Rect::from_min_size(pos2(11.0, 13.0), vec2(width, height));
        let shown = Shown { tree: &tree, folds: &folds };
        let mut view = View::new(kind, true);
        view.zoom(zoom);
        view.reveal(&shown, tree.node(revealed.index(tree.len())).unwrap());
        let overlay = Plain(&tree);
        let figure = Figure { shown, overlay: &overlay, game: None, dropped: &[], options: Options::default() };
        everything_is_hit(&figure, &view, pane)?;
    }
}
