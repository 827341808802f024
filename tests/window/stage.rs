//! A canvas alone in a window, with a tree on it.

use crate::common::builder;
use crate::random::Random;
use eframe::egui::{self, Pos2, Rect, Theme, Vec2};
use egui_kittest::Harness;
use plyscope::app::canvas::{Canvas, Kind, Response, Scene, View};
use plyscope::app::style::theme;
use plyscope::draw::icicle::icicle;
use plyscope::draw::node_link::node_link;
use plyscope::draw::{Boards, Figure, Folds, Options, Overlay, Picture, Plain, Searched, Shown, States};
use plyscope::game::GameName;
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, Record, Recorder, tell};
use plyscope::tree::file::{Format, parse};
use plyscope::tree::{Builder, NodeId, Tree, Value};

pub(crate) const WIKIPEDIA: &str = "[[[[5,6],[7,4,5]],[[3]]],[[[6],[6,9]],[[7]]],[[[5]],[[9,8],[6]]]]";
const SEARCH: &str = "alpha-beta";
pub(crate) const NAME: &str = "Tree searched by alpha-beta";
pub(crate) fn read(text: &str) -> Tree {
    parse(Some(Format::JSON), text.as_bytes(), &Progress::new()).unwrap()
}

pub(crate) fn record(algorithm: Algorithm, tree: &Tree) -> Record {
    let mut recorder = Recorder::new(tree);
    tell(algorithm, tree, Limits::default(), &mut recorder);
    recorder.finish()
}

fn value(noise: &mut Random) -> Option<Value> {
    Value::new(noise.below(10_000) as f64 / 100.0)
}

/// A tree in which every inner node has `branching` children and every leaf the same depth.
pub(crate) fn full(branching: usize, depth: usize) -> Tree {
    let mut noise = Random(7);
    let tree = Builder::new().grown(|builder, leaf| {
        if builder.open_count() <= depth {
            return branching;
        }
        builder.set_value(leaf, value(&mut noise));
        0
    });
    tree.unwrap()
}

/// A tree of `levels` nodes, each the only child of the previous one; a comb has a leaf beside each.
pub(crate) fn chain(levels: usize, is_comb: bool) -> Tree {
    let mut noise = Random(7);
    let mut builder = Builder::new();
    for _ in 1..levels {
        builder.open().unwrap();
        if is_comb {
            builder.leaf(value(&mut noise)).unwrap();
        }
    }
    builder.leaf(value(&mut noise)).unwrap();
    builder.build().unwrap()
}

pub(crate) fn wide(leaves: usize) -> Tree {
    full(leaves, 1)
}

/// A random tree in which a node has up to five children.
pub(crate) fn uneven(seed: u64, nodes: usize) -> Tree {
    let mut noise = Random(seed);
    let mut builder = Builder::new();
    builder.open().unwrap();
    while builder.len() < nodes {
        match noise.below(8) {
            0..4 if builder.open_count() < 40 => {
                builder.open().unwrap();
            }
            4..6 if builder.open_count() > 1 && !builder.innermost_is_empty() => builder.close(),
            _ => {
                builder.leaf(value(&mut noise)).unwrap();
            }
        }
    }
    builder.build().unwrap()
}

/// A tree on a canvas.
pub(crate) struct Stage {
    pub(crate) canvas: Canvas,
    pub(crate) tree: Tree,
    pub(crate) folds: Folds,
    pub(crate) record: Option<(Record, States)>,
    pub(crate) line: Vec<NodeId>,
    pub(crate) selected: Option<NodeId>,
    pub(crate) hovered: Option<NodeId>,
    pub(crate) view: View,
    pub(crate) response: Response,
    pub(crate) rect: Rect,
    has_fonts: bool,
}

impl Stage {
    pub(crate) fn new(tree: Tree, record: Option<Record>) -> Stage {
        let line = record.as_ref().map(|record| record.line(&tree)).unwrap_or_default();
        let record =
            record.map(|record| (States::new(&tree, &record), record)).map(|(states, record)| (record, states));
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
            has_fonts: false,
        }
    }

    pub(crate) fn searched(tree: Tree) -> Stage {
        let record = record(Algorithm::ALPHA_BETA, &tree);
        Stage::new(tree, Some(record))
    }

    fn overlay(&self) -> Option<Searched<'_>> {
        let (record, states) = self.record.as_ref()?;
        Some(Searched { tree: &self.tree, record, states, line: &self.line })
    }

    pub(crate) fn with<R>(&self, see: impl FnOnce(&Figure<'_>) -> R) -> R {
        let tree = &self.tree;
        let plain = Plain(tree);
        let searched = self.overlay();
        see(&Figure {
            shown: Shown { tree, folds: &self.folds },
            overlay: searched.as_ref().map_or(&plain, |searched| searched as &dyn Overlay),
            game: GameName::of_tree(tree),
            options: Options::default(),
        })
    }

    pub(crate) fn picture(&self) -> Picture {
        self.with(|figure| picture_of(figure, &self.view, self.rect))
    }

    pub(crate) fn position_of(&self, node: NodeId) -> Pos2 {
        self.with(|figure| self.view.position_of(figure, node, self.rect))
    }

    pub(crate) fn ui(&mut self, ui: &mut egui::Ui) {
        if !std::mem::replace(&mut self.has_fonts, true) {
            // They are available in the next frame.
            theme::apply(ui.ctx());
            return;
        }
        self.rect = ui.available_rect_before_wrap();
        if self.view.advance(ui.input(|input| input.stable_dt)) {
            ui.ctx().request_repaint();
        }
        let (mut canvas, mut view) = (std::mem::take(&mut self.canvas), self.view.clone());
        let response = self.with(|figure| {
            let searched = self.overlay();
            let (selected, hovered) = (self.selected, self.hovered);
            let scene = Scene { figure: *figure, searched, selected, hovered, named: &[], bound: None, menu: None };
            canvas.ui(ui, SEARCH, &scene, &mut view)
        });
        (self.canvas, self.view) = (canvas, view);
        self.hovered = response.hovered;
        self.selected = response.clicked.or(self.selected);
        if response != Response::default() {
            self.response = response;
        }
    }
}

/// The part of a figure that a view shows in a pane.
pub(crate) fn picture_of(figure: &Figure<'_>, view: &View, pane: Rect) -> Picture {
    let frame = view.frame(figure, pane);
    match view.kind {
        Kind::NodeLink => node_link(figure, &frame, &mut Boards::default()).picture,
        Kind::Icicle => icicle(figure, &frame).picture,
    }
}

/// A tree without a search and without folds.
pub(crate) fn plain<R>(tree: &Tree, see: impl FnOnce(&Figure<'_>) -> R) -> R {
    let (overlay, shown) = (Plain(tree), Shown { tree, folds: &Folds::NONE });
    see(&Figure { shown, overlay: &overlay, game: None, options: Options::default() })
}

pub(crate) fn harness(shown: Stage, size: Vec2, theme: Theme) -> Harness<'static, Stage> {
    builder()
        .with_size(size)
        .with_theme(theme)
        .with_max_steps(60)
        .with_step_dt(0.05)
        .with_render_cursor(false)
        .build_ui_state(|ui, shown: &mut Stage| shown.ui(ui), shown)
}

pub(crate) fn button(harness: &mut Harness<'_, Stage>, pos: Pos2, pressed: bool) {
    let modifiers = egui::Modifiers::NONE;
    harness.event(egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers });
    harness.run_steps(1);
}

pub(crate) fn click(harness: &mut Harness<'_, Stage>, at: Pos2) {
    harness.hover_at(at);
    harness.run_steps(1);
    button(harness, at, true);
    button(harness, at, false);
}
