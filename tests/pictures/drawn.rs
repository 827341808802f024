//! Shared by the tests of pictures: trees, searches on them, and their drawings.

use plyscope::draw::export::{ExportError, PictureFormat, export};
use plyscope::draw::icicle::icicle;
use plyscope::draw::node_link::{Drawing, node_link};
use plyscope::draw::page::{Panel, Sheet, Style, View};
use plyscope::draw::{
    Boards, Figure, Folds, Frame, Options, Overlay, Rect, Searched, Shown, Spacing, States, Vec2, pos2, vec2,
};
use plyscope::experiment::{Measured, Settings, record};
use plyscope::game::GameName;
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use plyscope::search::story::Story;
use plyscope::tree::samples::GROUPS;
use plyscope::tree::{Builder, NodeId, Player, Tree, Value};
use proptest::prelude::*;

/// Nothing folded.
pub(crate) static NONE: Folds = Folds::NONE;

/// A run on a tree, ready to be drawn.
pub(crate) struct Run {
    pub(crate) tree: Tree,
    measured: Measured,
    states: States,
    pub(crate) story: Story,
}

impl Run {
    pub(crate) fn new(tree: Tree, algorithm: Algorithm) -> Run {
        let mut story = Story::of_at_most(10_000);
        let measured = record(algorithm, &tree, Settings::default(), &mut story, &Progress::new());
        let states = States::new(&tree, &measured.record);
        Run { tree, measured, states, story }
    }

    pub(crate) fn overlay(&self) -> Searched<'_> {
        Searched { tree: &self.tree, record: &self.measured.record, states: &self.states, line: &self.measured.line }
    }

    /// Folds what was pruned.
    pub(crate) fn folds(&self) -> Folds {
        Folds::unvisited(&self.tree, &self.measured.record, false)
    }
}

pub(crate) fn figure<'a>(tree: &'a Tree, overlay: &'a dyn Overlay, folds: &'a Folds, options: Options) -> Figure<'a> {
    Figure { shown: Shown { tree, folds }, overlay, game: GameName::of_tree(tree), options }
}

/// A figure without a title.
pub(crate) fn panel(figure: Figure<'_>) -> Panel<'_> {
    Panel { title: String::new(), figure, seen: None, steps: None }
}

/// Several copies of a figure.
pub(crate) fn sheet<'a>(figure: &Figure<'a>, panels: usize) -> Sheet<'a> {
    let panel = |index| Panel { title: format!("Drawing {index}"), ..panel(*figure) };
    Sheet {
        title: "A tree".into(),
        caption: "A tree and what was found".into(),
        panels: (0..panels).map(panel).collect(),
    }
}

/// A sheet in the format with an id, at 96 dots per inch.
pub(crate) fn exported(sheet: &Sheet<'_>, style: &Style, id: &str) -> Result<String, ExportError> {
    let written = export(sheet, style, 96, PictureFormat::of_id(id).unwrap())?;
    Ok(String::from_utf8_lossy(&written.bytes).into_owned())
}

/// A drawing of the whole tree in a pane.
pub(crate) fn drawing(figure: &Figure<'_>, size: Vec2, view: View) -> Drawing {
    let pane = Rect::from_min_size(pos2(0.0, 0.0), size);
    let spacing: Spacing =
        if view == View::Icicle { plyscope::draw::icicle::spacing(figure) } else { figure.spacing() };
    let frame = Frame::fitting(&figure.shown, pane, spacing);
    match view {
        View::NodeLink => node_link(figure, &frame, &mut Boards::default()),
        View::Icicle => icicle(figure, &frame),
    }
}

/// The nodes and edges of the whole tree of a run.
pub(crate) fn linked(run: &Run, size: Vec2) -> Drawing {
    drawing(&figure(&run.tree, &run.overlay(), &NONE, Options::default()), size, View::NodeLink)
}

/// The sizes of panes: narrow, usual and large.
pub(crate) const PANES: [Vec2; 3] = [vec2(360.0, 420.0), vec2(1280.0, 800.0), vec2(2400.0, 1300.0)];

pub(crate) fn samples() -> impl Iterator<Item = Tree> {
    GROUPS.iter().flat_map(|group| group.samples).map(|sample| sample.open(&Progress::new()).unwrap())
}

/// The sample whose title begins with this text.
pub(crate) fn sample(title: &str) -> Tree {
    samples().find(|tree| tree.title().starts_with(title)).unwrap()
}

/// A full tree.
pub(crate) fn full(branching: usize, height: u32) -> Tree {
    let mut seed = 7_u64;
    let mut depths = vec![0_u32];
    Builder::new()
        .grown(move |builder, node| {
            let depth = depths.pop().unwrap();
            if depth == height {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                builder.set_value(node, Some(Value::from((seed >> 40) as i32 % 100)));
                return 0;
            }
            depths.extend(std::iter::repeat_n(depth + 1, branching));
            branching
        })
        .unwrap()
}

/// Random trees, some of whose nodes have labels and move names.
pub(crate) fn tree() -> impl Strategy<Value = Tree> {
    let node = (0_usize..5, -300_i32..4000, any::<u8>(), "[a-zäß&<\"\\\\#% ]{1,8}");
    (proptest::collection::vec(node, 1..60), any::<bool>()).prop_map(|(nodes, is_min)| {
        let mut builder = Builder::new();
        builder.set_root_player(if is_min { Player::Min } else { Player::Max });
        let mut nodes = nodes.into_iter();
        builder
            .grown(|builder, node| {
                let (children, value, odd, name) = nodes.next().unwrap_or((0, 1, 0, String::new()));
                let children = if node == NodeId::ROOT { children.max(2) } else { children };
                if children == 0 && odd % 8 != 1 {
                    builder.set_value(node, Some(Value::from(value)));
                }
                if odd % 3 == 0 && !name.is_empty() {
                    builder.set_label(node, name.as_str());
                }
                if odd % 5 == 0 && node != NodeId::ROOT && !name.is_empty() {
                    builder.set_move(node, name.as_str());
                }
                children
            })
            .unwrap()
    })
}
