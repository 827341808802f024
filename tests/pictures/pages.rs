//! Pages: their size, their contents, and what is omitted.

use std::collections::HashMap;

use plyscope::draw::page::{Page, Panel, Sheet, Style, View, compose};
use plyscope::draw::{Frame, Ink, Options, Palette, Pos2, Rect, Shape, pos2, vec2};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use plyscope::tree::NodeId;
use plyscope::tree::file::{Format, parse};

use crate::drawn::{NONE, Run, figure, full, panel, sample, sheet};

const MM: f32 = 72.0 / 25.4;

fn page(run: &Run, panels: usize, style: Style) -> Page {
    let overlay = run.overlay();
    compose(&sheet(&figure(&run.tree, &overlay, &NONE, Options::default()), panels), &style)
}

fn texts(page: &Page) -> Vec<&str> {
    page.picture.texts().map(|text| text.words.as_str()).collect()
}

/// Checks that only clipped shapes extend beyond the edge of the page.
fn is_inside(page: &Page) -> bool {
    let paper = Rect::from_min_size(pos2(0.0, 0.0), page.size).expand(0.5);
    page.picture.shapes.iter().all(|(_, shape)| match shape {
        Shape::Line { ends, .. } => ends.iter().all(|&end| paper.contains(end)),
        Shape::Polygon { corners, .. } => corners.as_slice().iter().all(|&corner| paper.contains(corner)),
        Shape::Circle { centre, .. } => paper.contains(*centre),
        Shape::Cells(cells) => paper.contains_rect(cells.rect),
        Shape::Text(text) => paper.contains_rect(text.rect()),
    })
}

#[test]
fn a_page_has_the_requested_width_and_font_size() {
    let run = Run::new(sample("Wikipedia"), Algorithm::ALPHA_BETA);
    for (width, font_size) in [(120.0, 8.0), (170.0, 10.0), (170.0, 6.0)] {
        for view in [View::NodeLink, View::Icicle] {
            let page = page(&run, 2, Style { width: Some(width), font_size, view, ..Style::default() });
            assert!((page.size.x - width * MM).abs() < 0.01, "{width} mm are {} points", page.size.x);
            let leaf = page.picture.texts().find(|text| text.words == "7" && text.ink == Ink::OnEvaluated).unwrap();
            assert!((leaf.size - font_size).abs() < 0.01, "{} instead of {font_size} points", leaf.size);
        }
    }
}

#[test]
fn nothing_extends_beyond_the_edge_of_a_page() {
    for title in ["Wikipedia", "AIMA", "A deep cutoff", "A comb", "Random", "Tic-tac-toe"] {
        let Some(tree) = crate::drawn::samples().find(|tree| tree.title().starts_with(title)) else { continue };
        let run = Run::new(tree, Algorithm::ALPHA_BETA);
        for (width, panels) in [(None, 1), (None, 3), (Some(60.0), 2), (Some(170.0), 3)] {
            for view in [View::NodeLink, View::Icicle] {
                let page = page(&run, panels, Style { width, view, ..Style::default() });
                assert!(is_inside(&page), "{title}, {width:?}, {panels} drawings, {view:?}");
            }
        }
    }
}

#[test]
fn titles_legend_and_caption_are_left_out_on_request() {
    let run = Run::new(sample("AIMA"), Algorithm::ALPHA_BETA);
    let all = page(&run, 2, Style::default());
    for words in ["Drawing 0", "Drawing 1", "evaluated", "cutoff", "A tree and what was found"] {
        assert!(texts(&all).contains(&words), "{words} is missing");
    }
    assert!(!texts(&all).contains(&"deep cutoff"), "the legend has what is not in the picture");
    let bare = page(&run, 2, Style { has_legend: false, has_caption: false, has_titles: false, ..Style::default() });
    assert!(bare.furniture().is_empty());
    assert!(!texts(&bare).iter().any(|words| words.starts_with("Drawing")));
}

#[test]
fn drawings_of_one_tree_have_the_same_positions_in_their_columns() {
    let run = Run::new(sample("AIMA"), Algorithm::ALPHA_BETA);
    let page = page(&run, 2, Style { has_titles: false, ..Style::default() });
    let [a, b] = [0, 1].map(|panel| &page.picture.shapes[page.areas[panel].shapes.clone()]);
    assert_eq!(a.len(), b.len());
    let corner =
        |shape: &Shape| if let Shape::Polygon { corners, .. } = shape { Some(corners.as_slice()[0]) } else { None };
    let corners = a.iter().zip(b).filter_map(|(a, b)| Some(corner(&b.1)? - corner(&a.1)?));
    let moves: Vec<_> = corners.collect();
    assert!(moves.iter().all(|by| (*by - moves[0]).length() < 0.01), "{moves:?}");
}

#[test]
fn drawings_of_two_searches_have_the_same_places_though_their_windows_differ() {
    // The windows of alpha-beta have numbers of five digits, those of minimax are all open.
    let text = "((10001 10002 10003) (10004 10005 10006) (10007 10001 10009))";
    let tree = || parse(Some(Format::BRACKETS), text.as_bytes(), &Progress::new()).unwrap();
    let runs = [Algorithm::MINIMAX, Algorithm::ALPHA_BETA].map(|id| Run::new(tree(), id));
    let [first, second] = runs.each_ref().map(Run::overlay);
    let options = Options { windows: true, ..Options::default() };
    let panel = |overlay| panel(figure(&runs[0].tree, overlay, &NONE, options));
    let page = compose(&Sheet { panels: vec![panel(&first), panel(&second)], ..Sheet::default() }, &Style::default());
    let nodes = |area: usize| {
        let shapes = &page.picture.shapes[page.areas[area].shapes.clone()];
        let corner = |(node, shape): &(_, Shape)| match (node, shape) {
            (Some(node), Shape::Polygon { corners, .. }) => Some((*node, corners.as_slice()[0])),
            _ => None,
        };
        shapes.iter().filter_map(corner).collect::<HashMap<NodeId, Pos2>>()
    };
    let [a, b] = [nodes(0), nodes(1)];
    let by = b[&NodeId::ROOT] - a[&NodeId::ROOT];
    assert_eq!(a.len(), runs[0].tree.len());
    assert!(a.iter().all(|(node, at)| (b[node] - *at - by).length() < 0.01), "{a:?} {b:?}");
}

#[test]
fn the_visible_part_is_clipped_to_its_pane() {
    let run = Run::new(full(4, 5), Algorithm::ALPHA_BETA);
    let overlay = run.overlay();
    let figure = figure(&run.tree, &overlay, &NONE, Options::default());
    let pane = Rect::from_min_size(pos2(40.0, 30.0), vec2(800.0, 600.0));
    let frame = Frame::zoomed(&figure.shown, pane, figure.spacing(), 20.0, [0.3, 0.6]);
    let panel = Panel { seen: Some(frame), ..panel(figure) };
    let sheet = Sheet { panels: vec![panel], ..Sheet::default() };
    let style = Style { width: Some(100.0), has_legend: false, ..Style::default() };
    let composed = compose(&sheet, &style);
    let clip = composed.areas[0].clip.unwrap();
    assert!((clip.width() / clip.height() - 800.0 / 600.0).abs() < 0.01);
    assert!(Rect::from_min_size(pos2(0.0, 0.0), composed.size).expand(0.1).contains_rect(clip));
}

#[test]
fn pages_are_light() {
    let run = Run::new(sample("AIMA"), Algorithm::ALPHA_BETA);
    assert_eq!(page(&run, 1, Style { palette: Palette::Dark, ..Style::default() }).palette, Palette::Light);
}
