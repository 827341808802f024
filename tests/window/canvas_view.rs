//! Navigation: zooming to a node, going back, and animation.

use crate::stage::{Stage, full, harness, uneven};
use eframe::egui::{Rect, Theme, Vec2, pos2, vec2};
use egui_kittest::Harness;
use plyscope::app::canvas::{Kind, View};
use plyscope::draw::{Figure, Folds, Frame, Shown};
use plyscope::tree::{NodeId, Tree};

const SIZE: Vec2 = vec2(700.0, 500.0);

fn open(tree: &Tree) -> Shown<'_> {
    static NOTHING: Folds = Folds::NONE;
    Shown { tree, folds: &NOTHING }
}

fn stage(tree: &Tree, kind: Kind) -> Harness<'static, Stage> {
    let mut stage = Stage::new(tree.clone(), None);
    stage.view = View::new(kind, true);
    let mut harness = harness(stage, SIZE, Theme::Light);
    harness.run_steps(2);
    harness
}

fn frame(harness: &Harness<'_, Stage>) -> Frame {
    let stage = harness.state();
    stage.with(|figure| stage.view.frame(figure, stage.rect))
}

/// The slots and levels of a node's subtree, in points.
fn room(frame: &Frame, tree: &Tree, node: NodeId) -> Rect {
    let (slots, depth) = (tree.slots(node), tree.depth(node));
    let deepest = tree.deepest(slots.clone());
    let half = frame.y.scale as f32 / 2.0;
    Rect::from_x_y_ranges(
        frame.side(slots.start)..=frame.side(slots.end),
        frame.level(depth) - half..=frame.level(deepest) + half,
    )
}

#[test]
fn zooming_to_a_node_fills_the_pane_with_all_below_it() {
    let tree = uneven(9, 50_000);
    for kind in [Kind::NodeLink, Kind::Icicle] {
        let mut harness = stage(&tree, kind);
        for index in [3, 41_000, 20_000, 0, 33_333] {
            let node = tree.node(index).unwrap();
            harness.state_mut().view.zoom_to(&open(&tree), node);
            harness.run_steps(2);
            let (frame, pane) = (frame(&harness), harness.state().rect);
            let room = room(&frame, &tree, node);
            assert!(pane.expand(1.0).contains_rect(room), "{kind:?} {index}: {room:?} in {pane:?}");
            let filled = (room.size() / pane.size()).max_elem();
            let is_largest = frame.x.scale * 1.01 >= f64::from(roomy(&harness));
            assert!(filled > 0.8 || is_largest, "{kind:?} {index}: {filled} of the pane");
        }
    }
}

/// The greatest width of a slot, in points.
fn roomy(harness: &Harness<'_, Stage>) -> f32 {
    let stage = harness.state();
    stage.with(|figure| match stage.view.kind {
        Kind::NodeLink => figure.spacing().roomy.x,
        Kind::Icicle => plyscope::draw::icicle::spacing(figure).roomy.x,
    })
}

#[test]
fn going_back_shows_the_views_before_in_turn() {
    let tree = full(4, 6);
    let mut harness = stage(&tree, Kind::NodeLink);
    let mut views = vec![harness.state().view.clone()];
    for index in [700, 30, 5000] {
        let view = &mut harness.state_mut().view;
        view.zoom_to(&open(&tree), tree.node(index).unwrap());
        views.push(view.clone());
        harness.run_steps(1);
    }
    let last = views.pop().unwrap();
    assert!(harness.state().view == last && views.iter().all(|view| *view != last));
    while let Some(view) = views.pop() {
        harness.state_mut().view.back();
        assert_eq!(harness.state().view, view);
    }
    harness.state_mut().view.back();
    assert!(harness.state().view.is_fit());
}

#[test]
fn the_centre_of_the_view_stays_when_something_else_is_folded_or_unfolded() {
    let tree = full(4, 6);
    for kind in [Kind::NodeLink, Kind::Icicle] {
        let mut harness = stage(&tree, kind);
        let middle = tree.node(2800).unwrap();
        harness.state_mut().view.zoom_to(&open(&tree), middle);
        harness.run_steps(2);
        // The node in the centre of the pane, and to its left the node that is folded.
        let seen = |harness: &Harness<'_, Stage>| harness.state().position_of(middle) - harness.state().rect.center();
        let before = seen(&harness);
        let folds = Folds::NONE.with(&tree, tree.node(1).unwrap()).with(&tree, tree.node(1500).unwrap());
        let after = folds.clone();
        harness.state_mut().view.refold(&open(&tree), &Shown { tree: &tree, folds: &folds });
        harness.state_mut().folds = after;
        harness.run_steps(2);
        let folded = seen(&harness);
        assert!((folded.x - before.x).abs() < 8.0, "{kind:?}: {before:?} is now {folded:?}");
        harness.state_mut().view.refold(&Shown { tree: &tree, folds: &folds }, &open(&tree));
        harness.state_mut().folds = Folds::NONE;
        harness.run_steps(2);
        let opened = seen(&harness);
        assert!((opened.x - before.x).abs() < 8.0, "{kind:?}: {before:?} is now {opened:?}");
    }
}

#[test]
fn what_is_folded_stays_in_the_middle_as_its_mark() {
    let tree = full(3, 7);
    let pane = Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0));
    let shown = open(&tree);
    let deep = tree.node_in_level_order(tree.level(6).start + 400);
    let top = tree.ancestor_at(deep, 2);
    let folds = Folds::NONE.with(&tree, top);
    let after = Shown { tree: &tree, folds: &folds };
    for kind in [Kind::NodeLink, Kind::Icicle] {
        let mut view = View::new(kind, true);
        view.zoom_to(&shown, deep);
        view.refold(&shown, &after);
        let mark =
            crate::stage::plain(&tree, |figure| view.position_of(&Figure { shown: after, ..*figure }, deep, pane));
        let off = mark - pane.center();
        assert!(off.x.abs() < 200.0 && off.y.abs() < 300.0, "{kind:?}: the mark is {off:?} beside the middle");
    }
}

#[test]
fn a_view_in_motion_stops_within_a_second() {
    let tree = full(4, 6);
    for index in [1, 700, 30, 5000] {
        let (mut smooth, mut abrupt) = (View::new(Kind::NodeLink, false), View::new(Kind::NodeLink, true));
        let mut frames = 0;
        for view in [&mut smooth, &mut abrupt] {
            view.zoom(7.0);
            view.zoom_to(&open(&tree), tree.node(index).unwrap());
        }
        assert_eq!(smooth, abrupt, "both go to the same place");
        assert!(!abrupt.advance(1.0 / 60.0), "with reduced motion it is there at once");
        while smooth.advance(1.0 / 60.0) {
            frames += 1;
            assert!(frames < 60, "{index}: still under way");
        }
        assert!(frames > 3, "{index}: {frames} frames are a jump");
        assert!(!smooth.advance(1.0 / 60.0), "it rests");
        let pane = Rect::from_min_size(eframe::egui::Pos2::ZERO, SIZE);
        let frames = [smooth, abrupt].map(|view| crate::stage::plain(&tree, |figure| view.frame(figure, pane)));
        assert_eq!(frames[0], frames[1]);
    }
}
