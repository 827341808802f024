//! Properties of the shapes of every drawing.

use std::collections::{HashMap, HashSet};

use plyscope::draw::node_link::at;
use plyscope::draw::page::View;
use plyscope::draw::text::width;
use plyscope::draw::{
    Axis, Boards, Cells, Corners, Folds, Frame, Ink, Look, Options, Overlay, Picture, Plain, Pos2, Rect, Searched,
    Shape, Shown, States, Text, Thing, Vec2, icicle, pos2, vec2,
};
use plyscope::game::{AnyGame, GameName, GameTree};
use plyscope::progress::Progress;
use plyscope::search::{Algorithm, Limits, Recorder, tell};
use plyscope::tree::file::{Format, parse};
use plyscope::tree::{NodeId, Tree, Value};
use proptest::prelude::*;

use crate::drawn::{NONE, PANES, Run, drawing, figure, full, linked, sample, samples, tree};

/// The options of drawings.
const OPTIONS: [(bool, bool); 2] = [(false, false), (true, true)];
/// Shapes that touch do not overlap, and lengths are rounded: the tolerance, in points.
const SLACK: f32 = 0.6;

fn options(windows: bool, numbers: bool) -> Options {
    Options { windows, order: numbers, numbers, ..Options::default() }
}

#[test]
fn a_cell_shows_the_nodes_over_it_and_no_neighbours() {
    let tree = full(2, 12);
    let mut recorder = Recorder::new(&tree);
    tell(Algorithm::MINIMAX, &tree, Limits::default().budget(2_047), &mut recorder);
    let record = recorder.finish();
    let states = States::new(&tree, &record);
    let overlay = Searched { tree: &tree, record: &record, states: &states, line: &[] };
    let figure = figure(&tree, &overlay, &NONE, Options::default());
    // Eight leaves to a cell. The search was stopped at the last leaf of the left half.
    let (x, y) = (Axis::stretched(4_096.0, 0.0, 512.0), Axis::stretched(13.0, 0.0, 260.0));
    let pane = Rect::from_min_size(Pos2::ZERO, vec2(512.0, 260.0));
    let drawn = icicle::icicle(&figure, &Frame { pane, x, y }).picture;
    let mut seen = [0; 2];
    for (_, shape) in &drawn.shapes {
        let Shape::Cells(Cells { rect, shares }) = shape else { continue };
        let wide = rect.width() / shares.len() as f32;
        for (cell, shares) in shares.iter().enumerate() {
            let is_right = rect.left() + (cell as f32 + 0.5) * wide > 256.0;
            seen[usize::from(is_right)] += 1;
            for (look, _) in shares.looks() {
                assert_eq!(look == Look::Ahead, is_right, "{look:?} in cell {cell} of {rect:?}");
            }
        }
    }
    assert!(seen.iter().all(|&cells| cells > 1_000), "{seen:?}");
}

/// All pictures of a run: in panes of several sizes, with and without the options, folded and unfolded.
fn pictures(run: &Run, view: View) -> impl Iterator<Item = (String, Picture)> + '_ {
    let settings = PANES.into_iter().flat_map(|pane| OPTIONS.map(|option| (pane, option)));
    settings.flat_map(move |(pane, (windows, numbers))| {
        [Folds::NONE, run.folds()].map(|folds| {
            let overlay = run.overlay();
            let drawn = drawing(&figure(&run.tree, &overlay, &folds, options(windows, numbers)), pane, view);
            let what = format!("{} in {pane:?}, windows {windows}, {} folds", run.tree.title(), folds.as_slice().len());
            (what, drawn.picture)
        })
    })
}

fn overlap(a: Rect, b: Rect) -> bool {
    let common = a.intersect(b);
    common.width() > SLACK && common.height() > SLACK
}

/// The inked part of a text: from the top of capitals to slightly below the baseline.
fn inked(text: &Text) -> Rect {
    let rect = text.rect();
    rect.shrink2(vec2(0.5, rect.height() * 0.12))
}

fn texts_do_not_overlap(what: &str, picture: &Picture) {
    let texts: Vec<&Text> = picture.texts().collect();
    for (index, a) in texts.iter().enumerate() {
        for b in &texts[index + 1..] {
            assert!(!overlap(inked(a), inked(b)), "{what}: “{}” and “{}” overlap at {:?}", a.words, b.words, a.middle);
        }
    }
}

/// Whether a segment goes through a rectangle.
fn crosses([a, b]: [Pos2; 2], rect: Rect) -> bool {
    let steps = (a.distance(b) * 4.0).ceil().max(1.0) as usize;
    (0..=steps).any(|step| rect.contains(a + (b - a) * (step as f32 / steps as f32)))
}

fn no_text_covers_a_cutoff(what: &str, picture: &Picture) {
    for (_, shape) in &picture.shapes {
        if let Shape::Line { ends, ink: Ink::Cutoff, .. } = shape {
            for text in picture.texts() {
                assert!(!crosses(*ends, inked(text)), "{what}: “{}” covers a cutoff", text.words);
            }
        }
    }
}

/// Whether a convex polygon and a rectangle have more than their borders in common.
fn meets(corners: &[Pos2], rect: Rect) -> bool {
    let other = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    let sides = |polygon: &[Pos2]| -> Vec<plyscope::draw::Vec2> {
        (0..polygon.len()).map(|i| (polygon[(i + 1) % polygon.len()] - polygon[i]).rot90().normalized()).collect()
    };
    let axes = sides(corners).into_iter().chain(sides(&other));
    let range = |polygon: &[Pos2], axis: plyscope::draw::Vec2| {
        polygon
            .iter()
            .map(|corner| corner.to_vec2().dot(axis))
            .fold((f32::MAX, f32::MIN), |(a, b), at| (a.min(at), b.max(at)))
    };
    axes.into_iter().all(|axis| {
        let ((a, b), (c, d)) = (range(corners, axis), range(&other, axis));
        b.min(d) - a.max(c) > SLACK
    })
}

fn no_text_covers_a_strange_node(what: &str, picture: &Picture) {
    for (owner, shape) in &picture.shapes {
        let Shape::Polygon { corners, .. } = shape else { continue };
        for (node, shape) in &picture.shapes {
            if let Shape::Text(text) = shape
                && node != owner
            {
                assert!(
                    !meets(corners.as_slice(), inked(text)),
                    "{what}: “{}” of {node:?} covers {owner:?}",
                    text.words
                );
            }
        }
    }
}

/// The distance of a point from the border of a polygon.
fn to_border(corners: &Corners, point: Pos2) -> f32 {
    let corners = corners.as_slice();
    let to_side = |i: usize| {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        let share = ((point - a).dot(b - a) / (b - a).length_sq()).clamp(0.0, 1.0);
        point.distance(a + (b - a) * share)
    };
    (0..corners.len()).map(to_side).fold(f32::MAX, f32::min)
}

/// Without boards and folds, the first polygon of a node is its outline, and every line except the strokes of cutoffs is the edge to a node.
fn edges_end_on_borders(what: &str, picture: &Picture, tree: &Tree) {
    let mut forms: HashMap<NodeId, &Corners> = HashMap::new();
    for (node, shape) in &picture.shapes {
        if let (Some(node), Shape::Polygon { corners, .. }) = (node, shape) {
            forms.entry(*node).or_insert(corners);
        }
    }
    for (node, shape) in &picture.shapes {
        let (Some(node), Shape::Line { ends: [from, to], ink, .. }) = (node, shape) else { continue };
        if *ink == Ink::Cutoff {
            continue;
        }
        let parent = tree.parent(*node).and_then(|parent| forms.get(&parent));
        for (form, end) in [(parent, from), (forms.get(node), to)] {
            if let Some(form) = form {
                assert!(to_border(form, *end) < 0.2, "{what}: the edge to {node:?} ends beside a border, at {end:?}");
            }
        }
    }
}

/// Each stroke of a cutoff crosses one edge: those beside it are left alone.
fn strokes_cross_one_edge(what: &str, picture: &Picture) {
    let lines = || {
        picture.shapes.iter().filter_map(|(_, shape)| match shape {
            Shape::Line { ends, ink, .. } => Some((*ends, *ink == Ink::Cutoff)),
            _ => None,
        })
    };
    for (stroke, _) in lines().filter(|(_, is_stroke)| *is_stroke) {
        let crossed = lines().filter(|(edge, is_stroke)| !is_stroke && cross(stroke, *edge)).count();
        assert_eq!(crossed, 1, "{what}: the stroke at {:?} crosses {crossed} edges", stroke[0]);
    }
}

/// Whether two lines cross.
fn cross([a, b]: [Pos2; 2], [c, d]: [Pos2; 2]) -> bool {
    let side = |from: Pos2, to: Pos2, of: Pos2| {
        let (along, away) = (to - from, of - from);
        along.x * away.y - along.y * away.x > 0.0
    };
    side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

fn holds_of_node_link(run: &Run) {
    for (what, picture) in pictures(run, View::NodeLink) {
        texts_do_not_overlap(&what, &picture);
        no_text_covers_a_cutoff(&what, &picture);
        no_text_covers_a_strange_node(&what, &picture);
    }
}

fn holds_of_icicles(run: &Run) {
    for (what, picture) in pictures(run, View::Icicle) {
        texts_do_not_overlap(&what, &picture);
        no_text_covers_a_strange_node(&what, &picture);
    }
}

fn edges_of(run: &Run) {
    for pane in PANES {
        let picture = linked(run, pane).picture;
        edges_end_on_borders(run.tree.title(), &picture, &run.tree);
        strokes_cross_one_edge(run.tree.title(), &picture);
    }
}

/// The nodes that are drawn one by one.
fn nodes_drawn(picture: &Picture) -> HashSet<NodeId> {
    let drawn = |shape: &Shape| matches!(shape, Shape::Polygon { .. });
    picture.shapes.iter().filter(|(_, shape)| drawn(shape)).filter_map(|(node, _)| *node).collect()
}

/// Of the nodes of a level that are drawn, all moves have their names or none.
fn moves_have_names_by_levels(what: &str, picture: &Picture, tree: &Tree) {
    let names: HashSet<(NodeId, &str)> = picture
        .shapes
        .iter()
        .filter_map(
            |(node, shape)| if let Shape::Text(text) = shape { Some(((*node)?, text.words.as_str())) } else { None },
        )
        .collect();
    let mut levels: HashMap<u32, [usize; 2]> = HashMap::new();
    for node in nodes_drawn(picture) {
        let Some(name) = tree.move_name(node).filter(|name| tree.label(node) != Some(name)) else { continue };
        levels.entry(tree.depth(node)).or_default()[usize::from(names.contains(&(node, name)))] += 1;
    }
    for (depth, [without, with]) in levels {
        assert!(without == 0 || with == 0, "{what}: {with} moves of depth {depth} have names and {without} have none");
    }
}

/// Values by their widths, and the sizes in which they are written.
type Values = Vec<(f32, Option<(f32, bool)>)>;

fn is_in_node(picture: &Picture, node: NodeId, point: Pos2) -> bool {
    picture.shapes.iter().any(|(of, shape)| {
        matches!(shape, Shape::Polygon { corners, .. }
            if *of == Some(node) && Rect::from_points(corners.as_slice()).contains(point))
    })
}

/// Of the inner nodes of a level that are drawn, known values are written in one size, and none in its node if a shorter one is not written;
/// and so of the leaves.
fn values_are_written_by_levels(what: &str, picture: &Picture, run: &Run) {
    let (tree, overlay) = (&run.tree, run.overlay());
    let mut sizes: HashMap<(NodeId, &str), (f32, bool)> = HashMap::new();
    for (node, shape) in &picture.shapes {
        if let (Some(node), Shape::Text(text)) = (node, shape) {
            let is_inside = is_in_node(picture, *node, text.middle);
            sizes.insert((*node, &text.words), (text.size, is_inside));
        }
    }
    let mut levels: HashMap<(u32, bool), Values> = HashMap::new();
    for node in nodes_drawn(picture) {
        let value = if tree.is_leaf(node) { tree.value(node).and_then(short) } else { overlay.words(node) };
        let Some(value) = value else { continue };
        let size = sizes.get(&(node, value.as_str())).copied();
        levels.entry((tree.depth(node), tree.is_leaf(node))).or_default().push((width(&value, 1.0), size));
    }
    for ((depth, _), mut values) in levels {
        values.sort_by(|(width, size), other| width.total_cmp(&other.0).then(size.is_none().cmp(&other.1.is_none())));
        let sizes: Vec<Option<(f32, bool)>> = values.into_iter().map(|(_, size)| size).collect();
        let written = sizes.iter().take_while(|size| size.is_some()).count();
        let mut all = sizes.iter().flatten().map(|(size, _)| *size);
        let first = all.next();
        let is_so =
            all.all(|size| Some(size) == first) && sizes[written..].iter().flatten().all(|&(_, is_inside)| !is_inside);
        assert!(is_so, "{what}: values of depth {depth}, from the shortest to the longest, have the sizes {sizes:?}");
    }
}

/// A short number as the drawings write it.
fn short(value: Value) -> Option<String> {
    Some(value.to_string()).filter(|text| text.len() <= 5).map(|text| text.replace('-', "−"))
}

/// The names of moves in a picture.
fn move_names(picture: &Picture, tree: &Tree) -> Vec<(NodeId, String)> {
    let named = |(node, shape): &(Option<NodeId>, Shape)| match (node, shape) {
        (Some(node), Shape::Text(text)) if tree.move_name(*node) == Some(&text.words) => {
            Some((*node, text.words.clone()))
        }
        _ => None,
    };
    picture.shapes.iter().filter_map(named).collect()
}

/// A deep tree: at every inner node, some leaves to the left and to the right of the next one.
fn spine() -> impl Strategy<Value = Tree> {
    proptest::collection::vec((0_usize..3, 0_usize..3), 20..200).prop_map(|leaves| {
        let text = leaves.iter().rev().fold("(1 2)".to_owned(), |below, &(left, right)| {
            format!("({}{below}{})", "3 ".repeat(left), " 4".repeat(right))
        });
        parse(Some(Format::BRACKETS), text.as_bytes(), &Progress::new()).unwrap()
    })
}

/// Whether a bar or cells are at the middle of each node.
fn nodes_are_covered(tree: &Tree, picture: &Picture, frame: &Frame) {
    let areas = picture.shapes.iter().filter_map(|(_, shape)| match shape {
        Shape::Polygon { corners, .. } => Some(Rect::from_points(corners.as_slice())),
        Shape::Cells(cells) => Some(cells.rect),
        _ => None,
    });
    let areas: Vec<Rect> = areas.map(|area| area.expand(1.0)).collect();
    let shown = Shown { tree, folds: &NONE };
    for node in tree.nodes() {
        let middle = frame.position_of(&shown, node);
        assert!(areas.iter().any(|area| area.contains(middle)), "{node:?} of depth {} is missing", tree.depth(node));
    }
}

fn runs() -> impl Iterator<Item = Run> {
    samples().filter(|tree| tree.len() < 2_000).map(|tree| Run::new(tree, Algorithm::ALPHA_BETA))
}

#[test]
fn in_the_samples_no_text_overlaps_a_text_a_cutoff_or_another_node() {
    runs().for_each(|run| holds_of_node_link(&run));
}

#[test]
fn in_icicles_of_the_samples_no_text_overlaps_a_text_or_another_node() {
    runs().for_each(|run| holds_of_icicles(&run));
}

#[test]
fn in_the_samples_edges_end_on_the_borders_of_their_nodes() {
    runs().filter(|run| run.tree.game().is_none()).for_each(|run| edges_of(&run));
}

#[test]
fn equal_runs_give_equal_shapes() {
    for tree in samples().filter(|tree| tree.len() < 2_000) {
        let [a, b] = [Algorithm::ALPHA_BETA, Algorithm::LATTICE_PRUNING].map(|id| Run::new(tree.clone(), id));
        for view in [View::NodeLink, View::Icicle] {
            assert!(pictures(&a, view).eq(pictures(&b, view)), "{}", tree.title());
        }
    }
}

#[test]
fn a_tree_without_a_search_has_its_values_and_no_cutoff() {
    let tree = crate::drawn::sample("AIMA");
    let plain = Plain(&tree);
    let drawn = drawing(&figure(&tree, &plain as &dyn Overlay, &NONE, Options::default()), PANES[1], View::NodeLink);
    let texts: Vec<&str> = drawn.picture.texts().map(|text| text.words.as_str()).collect();
    for words in ["3", "12", "8", "2", "4", "6", "14", "5", "A", "b1"] {
        assert!(texts.contains(&words), "{words} is missing in {texts:?}");
    }
    assert!(!drawn.picture.shapes.iter().any(|(_, shape)| matches!(shape, Shape::Line { ink: Ink::Cutoff, .. })));
}

#[test]
fn in_the_samples_values_are_written_by_levels_also_on_cards() {
    for run in runs() {
        for size in PANES.into_iter().chain([vec2(560.0, 300.0), vec2(450.0, 230.0), vec2(300.0, 200.0)]) {
            let about = format!("{} in {size:?}", run.tree.title());
            values_are_written_by_levels(&about, &linked(&run, size).picture, &run);
        }
    }
}

/// A pane of four, in the window as it opens first.
const QUARTER: Vec2 = vec2(434.0, 185.0);

#[test]
fn the_tree_of_wikipedia_has_all_its_values_in_a_quarter_of_the_first_window() {
    let run = Run::new(sample("Wikipedia"), Algorithm::MINIMAX);
    assert_eq!(linked(&run, QUARTER).picture.texts().count(), run.tree.len());
}

#[test]
fn inner_nodes_use_the_room_beside_leaves_for_their_values() {
    let run = Run::new(sample("A deep cutoff"), Algorithm::ALPHA_BETA);
    // One of four columns in a window of 1280x800 points.
    let drawn = linked(&run, vec2(238.0, 498.0));
    let texts: Vec<&str> = drawn.picture.texts().map(|text| text.words.as_str()).collect();
    assert!(texts.contains(&"≤4") && texts.len() == run.tree.len(), "{texts:?}");
}

#[test]
fn nodes_too_small_for_an_outline_have_the_inks_of_areas() {
    let run = Run::new(full(4, 4), Algorithm::ALPHA_BETA);
    let overlay = run.overlay();
    let drawn = linked(&run, vec2(1040.0, 82.0));
    let ink = |(node, shape): &(Option<NodeId>, Shape)| match (node, shape) {
        (Some(node), Shape::Polygon { fill, .. }) if run.tree.is_leaf(*node) => Some((*node, (*fill)?)),
        _ => None,
    };
    let leaves: Vec<(NodeId, Ink)> = drawn.picture.shapes.iter().filter_map(ink).collect();
    assert_eq!(leaves.len(), run.tree.leaf_count());
    for (leaf, ink) in leaves {
        assert!(overlay.line().contains(&leaf) || ink == overlay.look(leaf).area(), "{leaf:?} has {ink:?}");
    }
}

#[test]
fn a_game_begins_with_two_plies_as_boards_in_a_quarter_of_the_first_window() {
    let start = AnyGame::from_start(GameName::TIC_TAC_TOE);
    let tree = GameTree::new(start, Some(3)).unfold(&Progress::new()).unwrap();
    let run = Run::new(tree, Algorithm::ALPHA_BETA);
    let (overlay, folds) = (run.overlay(), Folds::below(&run.tree, 1));
    let drawn = drawing(&figure(&run.tree, &overlay, &folds, Options::default()), QUARTER, View::NodeLink);
    assert_eq!(drawn.boards, 1 + 9);
    values_are_written_by_levels("tic-tac-toe", &drawn.picture, &run);
    texts_do_not_overlap("tic-tac-toe", &drawn.picture);
    no_text_covers_a_strange_node("tic-tac-toe", &drawn.picture);
}

#[test]
fn moves_of_a_level_have_names_all_or_none_and_the_same_in_all_panes() {
    for tree in samples().filter(|tree| tree.len() < 2_000) {
        let [a, b] = [Algorithm::ALPHA_BETA, Algorithm::MINIMAX].map(|id| Run::new(tree.clone(), id));
        for pane in PANES {
            let [a, b] = [&a, &b].map(|run| linked(run, pane).picture);
            moves_have_names_by_levels(tree.title(), &a, &tree);
            assert_eq!(move_names(&a, &tree), move_names(&b, &tree), "{}", tree.title());
        }
    }
}

#[test]
fn probabilities_and_values_show_in_one_of_three_panes_of_the_first_window() {
    for title in ["Star1", "Star2"] {
        let run = Run::new(sample(title), Algorithm::STAR1);
        let drawn = linked(&run, vec2(434.0, 212.0));
        for node in run.tree.nodes() {
            let Some(probability) = run.tree.probability(node) else { continue };
            let words = probability.to_string();
            let is_written = |(of, shape): &(Option<NodeId>, Shape)| matches!(shape, Shape::Text(text) if *of == Some(node) && text.words == words);
            assert!(drawn.picture.shapes.iter().any(is_written), "{title}: {words} at {node:?}");
        }
        assert_eq!(drawn.unwritten, 0, "{title}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn in_random_trees_no_text_overlaps_a_text_a_cutoff_or_a_strange_node(tree in tree()) {
        let run = Run::new(tree, Algorithm::ALPHA_BETA);
        holds_of_node_link(&run);
        holds_of_icicles(&run);
    }

    #[test]
    fn in_random_trees_moves_have_names_by_levels(tree in tree()) {
        let run = Run::new(tree, Algorithm::ALPHA_BETA);
        for pane in PANES {
            moves_have_names_by_levels("a random tree", &linked(&run, pane).picture, &run.tree);
        }
    }

    #[test]
    fn in_random_trees_values_are_written_by_levels(tree in tree(), across in 120.0_f32..900.0, down in 80.0_f32..600.0) {
        for algorithm in [Algorithm::MINIMAX, Algorithm::ALPHA_BETA] {
            let run = Run::new(tree.clone(), algorithm);
            values_are_written_by_levels("a random tree", &linked(&run, vec2(across, down)).picture, &run);
        }
    }

    #[test]
    fn in_icicles_of_deep_trees_every_node_is_in_its_row(tree in spine(), across in 100.0_f32..900.0, down in 60.0_f32..700.0) {
        let plain = Plain(&tree);
        let figure = figure(&tree, &plain, &NONE, Options::default());
        let pane = Rect::from_min_size(pos2(0.0, 0.0), vec2(across, down));
        let frame = Frame::fitting(&figure.shown, pane, icicle::spacing(&figure));
        nodes_are_covered(&tree, &icicle::icicle(&figure, &frame).picture, &frame);
    }

    #[test]
    fn in_random_trees_edges_end_on_the_borders_of_their_nodes(tree in tree()) {
        edges_of(&Run::new(tree, Algorithm::LAZY_ALPHA_BETA));
    }
}

#[test]
fn below_a_leaf_that_is_drawn_separately_there_is_nothing() {
    let run = Run::new(sample("A deep cutoff"), Algorithm::ALPHA_BETA);
    let overlay = run.overlay();
    let figure = figure(&run.tree, &overlay, &NONE, Options::default());
    for across in 60..400 {
        let pane = Rect::from_min_size(pos2(0.0, 0.0), vec2(across as f32, 640.0));
        let frame = Frame::fitting(&figure.shown, pane, figure.spacing());
        let leaf = frame.position_of(&figure.shown, run.tree.node(1).unwrap());
        let hit = |down: f32| at(&figure, &frame, &mut Boards::default(), leaf + vec2(0.0, down));
        if hit(0.0) == Some(Thing::Node(run.tree.node(1).unwrap())) {
            assert_eq!(hit(150.0), None, "{across} points");
        }
    }
}

#[test]
fn an_edge_to_a_pruned_node_has_gaps_even_if_it_is_short() {
    let run = Run::new("((5 6) (4 (((9 7)))))".parse().unwrap(), Algorithm::ALPHA_BETA);
    let overlay = run.overlay();
    let pruned = figure(&run.tree, &overlay, &NONE, Options::default());
    let mut lengths = Vec::new();
    for height in [150.0, 190.0, 260.0, 500.0] {
        for (node, shape) in drawing(&pruned, vec2(500.0, height), View::NodeLink).picture.shapes {
            let Shape::Line { ends: [a, b], pattern, ink: Ink::Pruned, .. } = shape else { continue };
            let length = a.distance(b);
            assert!(length < 7.0 || pattern.dashes_on(length).is_some(), "{node:?}: {length} points");
            lengths.push(length);
        }
    }
    assert!(lengths.iter().any(|length| (7.0..12.0).contains(length)), "short ones among them: {lengths:?}");
}
