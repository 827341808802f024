//! The tree canvas: drawings, clicks and tooltips, and cost.

use std::collections::HashSet;
use std::ops::Range;

use crate::pointer::wheel;
use crate::stage::{
    NAME, Stage, WIKIPEDIA, button, chain, click, full, harness, picture_of, plain, read, record, uneven, wide,
};
use eframe::egui::{self, Pos2, Rect, Theme, pos2, vec2};
use egui_kittest::kittest::Queryable as _;
use plyscope::app::canvas::{Kind, Scene, View, describe, node_at};
use plyscope::draw::{Figure, Folds, Frame, Options, Picture, Plain, Searched, Shape, Shown, States};
use plyscope::experiment::{Runnable, VisitedPart};
use plyscope::game::{AnyGame, Erased, GameName, GameTree};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, PlyRecorder, Recorder, tell};
use plyscope::tree::{NodeId, Tree, file};
use proptest::prelude::*;

/// The nodes that are drawn individually; each is one polygon in a tree without a search.
fn drawn_nodes(picture: &Picture) -> Vec<NodeId> {
    let polygons = picture.shapes.iter().filter(|(_, shape)| matches!(shape, Shape::Polygon { .. }));
    polygons.filter_map(|(node, _)| *node).collect()
}

fn small() -> Stage {
    Stage::searched(read(WIKIPEDIA))
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

/// A ring above the drawing would cover the edges and strokes that end at its node; the bars of an icicle would cover a ring below them.
#[test]
fn the_ring_of_the_selected_node_covers_no_edge() {
    for (kind, is_below) in [(Kind::NodeLink, true), (Kind::Icicle, false)] {
        let mut stage = small();
        (stage.selected, stage.view) = (stage.tree.node(5), View::new(kind, true));
        let mut harness = harness(stage, vec2(900.0, 600.0), Theme::Light);
        harness.run_steps(2);
        let shapes = || harness.output().shapes.iter().map(|clipped| &clipped.shape).enumerate();
        let size = |shape: &egui::Shape| if let egui::Shape::Mesh(mesh) = shape { mesh.indices.len() } else { 0 };
        let drawing = shapes().max_by_key(|(_, shape)| size(shape)).unwrap().0;
        let is_ring = |shape: &egui::Shape| matches!(shape, egui::Shape::Rect(rect) if rect.stroke.width == 2.4);
        let ring = shapes().find(|(_, shape)| is_ring(shape)).unwrap().0;
        assert_eq!(ring < drawing, is_below, "{kind:?}: the ring is shape {ring}, the drawing shape {drawing}");
    }
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
    harness.event(wheel(egui::MouseWheelUnit::Point, vec2(0.0, 200.0), egui::Modifiers::NONE));
    harness.run_steps(20);
    assert!(!harness.state().view.is_fit());
    let zoomed = harness.state().view.clone();
    button(&mut harness, pointer, true);
    harness.hover_at(pointer + vec2(40.0, 0.0));
    harness.run_steps(1);
    button(&mut harness, pointer + vec2(40.0, 0.0), false);
    assert_ne!(harness.state().view, zoomed);
    let mut view = harness.state().view.clone();
    view.back();
    assert!(view.is_fit(), "the wheel and the drag are one step");
    harness.run_steps(20);
    click(&mut harness, pointer);
    assert!(!harness.state().view.is_fit());
    click(&mut harness, pointer);
    assert!(harness.state().view.is_fit());
}

/// Whether any part of a tree is in a pane: a node, a cell, or a point of an edge.
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
fn part_of_the_tree_is_visible_after_any_zoom_and_pan() {
    for tree in [chain(40, true), uneven(3, 400), uneven(9, 50_000), full(2, 12), chain(1000, false)] {
        let mut harness = harness(Stage::new(tree, None), vec2(420.0, 260.0), Theme::Light);
        harness.run_steps(2);
        for (x, y) in (1..5).flat_map(|x| (1..4).map(move |y| (x, y))) {
            harness.state_mut().view.fit();
            harness.hover_at(pos2(84.0 * x as f32, 65.0 * y as f32));
            harness.run_steps(1);
            for factor in [3.0, 4.0, 30.0, 1e4] {
                harness.event(egui::Event::Zoom(factor));
                harness.run_steps(2);
                assert!(is_seen(harness.state()), "zoomed by {factor} at {x}, {y}");
                assert!(harness.state().canvas.shape_count() > 0);
            }
            // Also pans from there.
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
            // The pane without its margin of twelve points on each side.
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

/// The tooltip of the node with a preorder number.
fn tooltip(shown: &Stage, index: usize) -> String {
    let (record, states) = shown.record.as_ref().unwrap();
    shown.with(|figure| {
        let scene = Scene {
            figure: *figure,
            searched: Some(Searched { tree: &shown.tree, record, states, line: &shown.line }),
            selected: None,
            hovered: None,
            named: &[],
            bound: None,
            menu: None,
        };
        describe(&scene, shown.tree.node(index).unwrap()).join("\n")
    })
}

#[test]
fn a_tooltip_says_which_value_is_from_the_table() {
    let tree: Tree = "((3 4) (3 4))".parse().unwrap();
    let record = record(Algorithm::TAIL_RECURSIVE_MEMO, &tree);
    let shown = Stage::new(tree, Some(record));
    assert!(tooltip(&shown, 1).contains("returned 3, exact\n"), "{}", tooltip(&shown, 1));
    assert!(tooltip(&shown, 4).contains(", from the table\n"), "{}", tooltip(&shown, 4));
}

#[test]
fn a_tooltip_shows_why_a_node_was_pruned_and_what_a_visited_node_returned() {
    let shown = small();
    let (record, _) = shown.record.as_ref().unwrap();
    let said = |index| tooltip(&shown, index);
    assert!(said(0).contains("returned 6, exact"), "{}", said(0));
    assert!(said(0).contains("window (−∞, +∞)"), "{}", said(0));
    assert!(said(0).contains("9 evaluations below, of 9 of 14 leaves"), "{}", said(0));
    let pruned = shown.tree.nodes().find(|&node| record.visit(node).is_none()).unwrap();
    let said = said(pruned.index());
    assert!(said.contains("pruned: never visited") && said.contains("cutoff at"), "{said}");
}

#[test]
fn what_is_below_the_depth_limit_is_not_called_pruned() {
    let tree: Tree = "((1 2) (0 3))".parse().unwrap();
    let record = self::record(Algorithm::ALPHA_BETA, &tree);
    let skipped = tree.nodes().find(|&node| !record.is_visited(node)).unwrap();
    let said = |tree, record, node| {
        Searched { tree, record, states: &States::new(tree, record), line: &[] }.state_of_unvisited(node)
    };
    assert_eq!(said(&tree, &record, skipped), "pruned");

    let values: Tree =
        file::parse(None, r#"[{"value": 4, "children": [1, 2]}, 5]"#.as_bytes(), &Progress::new()).unwrap();
    let mut recorder = Recorder::new(&values);
    tell(Algorithm::MINIMAX, &Erased::to_depth(1, &values), Limits::default(), &mut recorder);
    let record = recorder.finish();
    assert_eq!(said(&values, &record, values.node(2).unwrap()), "below the depth limit");
    let shown = Stage::new(values, Some(record));
    let said = tooltip(&shown, 0);
    assert!(said.contains("2 evaluations below, of 2 nodes") && said.contains("3 leaves below"), "{said}");
}

#[test]
fn a_tooltip_does_not_count_leaves_in_a_part_of_a_game() {
    let game = GameTree::new(AnyGame::from_start(GameName::CONNECT_FOUR), Some(3));
    let mut recorder = PlyRecorder::new(60, Algorithm::MINIMAX);
    Runnable::tell(&game.searched(), Algorithm::MINIMAX, Limits::default(), &mut recorder);
    recorder.finish();
    let part = VisitedPart::new(&game, &[&recorder], &Progress::new()).unwrap();
    let record = part.record(&recorder);
    let shown = Stage::new(part.tree, Some(record));
    assert_eq!(shown.tree.height(), 2);
    let said = tooltip(&shown, 0);
    assert!(said.lines().any(|line| line == "343 evaluations below") && !said.contains("leaves"), "{said}");
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

/// Each zoom, in both kinds of drawing.
fn both<const N: usize>(zooms: [f32; N]) -> impl Iterator<Item = (Kind, f32)> {
    [Kind::NodeLink, Kind::Icicle].into_iter().flat_map(move |kind| zooms.map(|zoom| (kind, zoom)))
}

/// A searched tree of a game, with the game's labels.
fn of_game(name: GameName, position: &str) -> Stage {
    let game = AnyGame::from_position(name, position).unwrap();
    Stage::searched(GameTree::new(game, Some(2)).unfold(&Progress::new()).unwrap())
}

#[test]
fn nodes_of_a_games_tree_show_their_boards_where_there_is_room() {
    // The harness draws its first frame before it loads the font with the arrows of Nim's moves.
    for name in [GameName::TIC_TAC_TOE, GameName::CONNECT_FOUR, GameName::CHESS] {
        let position = AnyGame::from_start(name).position();
        let mut harness = harness(of_game(name, &position), vec2(700.0, 500.0), Theme::Light);
        harness.run_steps(2);
        let (boards, tree) = (harness.state().canvas.board_count(), &harness.state().tree);
        assert!(boards <= tree.level(2).start, "{name}: the last level has no room for boards");
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

#[test]
fn equal_searches_give_equal_shapes() {
    for tree in [full(4, 4), uneven(5, 3_000)] {
        let [mut one, mut other] = [Algorithm::ALPHA_BETA, Algorithm::LATTICE_PRUNING]
            .map(|algorithm| Stage::new(tree.clone(), Some(record(algorithm, &tree))));
        for (kind, zoom) in both([1.0, 2.5, 40.0]) {
            let pictures = [&mut one, &mut other].map(|stage| {
                (stage.view, stage.rect) = (View::new(kind, true), Rect::from_min_size(Pos2::ZERO, vec2(640.0, 480.0)));
                stage.view.zoom(zoom);
                stage.picture()
            });
            assert!(pictures[0] == pictures[1], "{kind:?} at {zoom}");
        }
    }
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
fn extreme_panes_and_zooms_are_drawn() {
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

/// Checks that each individually drawn item is hit at its centre, and that a hit on a cell is a node in the cell.
fn everything_is_hit(figure: &Figure<'_>, view: &View, pane: Rect) -> Result<(), TestCaseError> {
    let (shown, frame) = (&figure.shown, view.frame(figure, pane));
    let hit = |at| node_at(figure, view, pane, at);
    let picture = picture_of(figure, view, pane);
    for (node, shape) in &picture.shapes {
        match (node, shape) {
            (Some(node), Shape::Polygon { corners, .. }) if view.kind == Kind::NodeLink => {
                let at = frame.position_of(shown, *node);
                let middle = Rect::from_points(corners.as_slice()).center();
                // The mark of a fold has several parts.
                let reach = if shown.folds.over(*node).is_some() { 24.0 } else { 0.01 };
                prop_assert!((at - middle).length() < reach, "{:?} is drawn at {:?}, not {:?}", node, middle, at);
                prop_assert!(!pane.contains(at) || hit(at) == Some(*node), "{:?} at {:?} hits {:?}", node, at, hit(at));
            }
            (Some(node), Shape::Polygon { corners, .. }) => {
                let middle = Rect::from_points(corners.as_slice()).intersect(pane).center();
                prop_assert!(hit(middle) == Some(*node), "{:?} at {:?} hits {:?}", node, middle, hit(middle));
            }
            (_, Shape::Cells(cells)) => {
                let seen = cells.rect.intersect(pane);
                // Of cells beyond the edge of the pane nothing is seen.
                if seen.width() < 0.01 || seen.height() < 0.01 {
                    continue;
                }
                let (at, found) = (seen.center(), hit(seen.center()));
                is_in_cell(&frame, shown, at, found)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a node that was hit overlaps the cell at the point of the hit.
fn is_in_cell(frame: &Frame, shown: &Shown<'_>, at: Pos2, found: Option<NodeId>) -> Result<(), TestCaseError> {
    let (slot, cell) = (frame.x.world(at.x).floor(), 1.0 + 1.0 / frame.x.scale);
    let slots = found.map(|node| shown.slots(node));
    let is_near = |slots: &Range<usize>| slots.start as f64 <= slot + cell && slots.end as f64 + cell >= slot;
    prop_assert!(slots.as_ref().is_some_and(is_near), "{:?} hits {:?}", at, found);
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
        let figure = Figure { shown, overlay: &overlay, game: None, options: Options::default() };
        everything_is_hit(&figure, &view, pane)?;
    }
}
