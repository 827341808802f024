//! Web pages: what they contain, without a browser.

use std::collections::BTreeMap;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use plyscope::draw::export::{ExportError, PICTURE_FORMATS, svg};
use plyscope::draw::page::{Panel, Sheet, Style, View, compose};
use plyscope::draw::{
    AtMoment, Figure, Folds, Ink, Look, Options, Overlay, Palette, Pattern, Plain, Reached, Rgb, Shape, Steps,
};
use plyscope::experiment::explain::Explained;
use plyscope::progress::Progress;
use plyscope::search::story::Timeline;
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::tree::{Builder, NodeId, Tree, Value};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use crate::drawn::{NONE, Run, exported, figure, full, panel, sample, tree};

/// A search with its time line.
pub(crate) struct Told {
    pub(crate) run: Run,
    pub(crate) timeline: Timeline,
    pub(crate) algorithm: Algorithm,
    name: String,
}

impl Told {
    pub(crate) fn new(tree: &Tree, algorithm: Algorithm) -> Told {
        let run = Run::new(tree.clone(), algorithm);
        let timeline = Timeline::new(&run.tree, &run.story, &Progress::new()).unwrap();
        Told { run, timeline, algorithm, name: algorithm.title().into_owned() }
    }

    pub(crate) fn explained(&self) -> Explained<'_> {
        let Run { tree, story, .. } = &self.run;
        let cutoff = Some(CutoffRule::NonStrict);
        Explained { tree, story, timeline: &self.timeline, dropped: &[], cutoff, bounds: None }
    }

    fn steps(&self) -> Steps<'_> {
        let (searched, explained) = (self.run.overlay(), self.explained());
        Steps { id: self.algorithm.id(), name: &self.name, searched, explained, warnings: None, opens_at: 0 }
    }

    /// Shows what is drawn after a number of steps.
    pub(crate) fn at<R>(&self, step: usize, look: impl FnOnce(&dyn Overlay) -> R) -> R {
        let Told { run, timeline, .. } = self;
        let time = timeline.end_of(step);
        let moment = timeline.at(&run.tree, &run.story, time);
        let reached = Reached::new(&run.tree, timeline, time);
        look(&AtMoment { searched: run.overlay(), story: &run.story, timeline, moment: &moment, reached: &reached })
    }
}

const WINDOWS: Options =
    Options { text: 1.0, points: None, cell: 1.0, windows: true, order: false, numbers: false, is_sheet: false };

/// The page of some searches of the same tree.
pub(crate) fn page(told: &[Told], folds: &Folds, style: &Style) -> Result<String, ExportError> {
    let overlays: Vec<_> = told.iter().map(|told| told.run.overlay()).collect();
    let mut panels = Vec::new();
    for (told, overlay) in told.iter().zip(&overlays) {
        let figure = figure(&told.run.tree, overlay, folds, Options::default());
        panels.push(Panel { title: format!("{}: all", told.name), figure, seen: None, steps: Some(told.steps()) });
    }
    let title = told[0].run.tree.title().to_owned();
    let sheet = Sheet { caption: format!("{title} (a tree)"), title, panels };
    exported(&sheet, style, "html")
}

/// The text between two others, the first time that they occur.
pub(crate) fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end}")).0
}

pub(crate) fn data(page: &str) -> Json {
    serde_json::from_str(between(page, "id=\"data\">", "</script>")).unwrap()
}

/// A tree whose texts would be markup, or turn the text around.
pub(crate) fn hostile() -> Tree {
    let words = ["</script><script>alert(1)</script>", "a ]]> & \"b\" 'c' <!--", "\u{202e}back\u{2028}", "<img src=x>"];
    let mut next = words.iter().cycle();
    let mut builder = Builder::new();
    builder.set_title("</title><script>alert(\"t\")</script> \u{202e}");
    builder
        .grown(|builder, node| {
            builder.set_label(node, *next.next().unwrap());
            builder.set_value(node, Some(Value::from(node.index() as i32)));
            usize::from(node.index() < 3) * 2
        })
        .unwrap()
}

fn four(tree: &Tree) -> [Told; 4] {
    [Algorithm::MINIMAX, Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA, Algorithm::NEGASCOUT]
        .map(|algorithm| Told::new(tree, algorithm))
}

/// Checks that the policy of a page allows its own script and style and nothing else, and that it asks for nothing.
pub(crate) fn is_closed(page: &str) {
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    let policy = between(page, "Content-Security-Policy\" content=\"", "\"");
    let script = page.rsplit_once("<script>").unwrap().1.split_once("</script>").unwrap().0;
    let style = between(page, "<style>", "</style>");
    let own = format!("default-src 'none'; script-src {}; style-src {};", hash(script), hash(style));
    assert!(policy.starts_with(&own), "{policy}");
    assert_eq!((page.matches("<script").count(), page.matches("<style").count()), (2, 1));
    assert!(!page.contains('\r'), "a browser would compute another hash");
    let text = page.replace("http://www.w3.org/2000/svg", "");
    for asked in ["http:", "https:", "@import", "url(\"", "url(h", " style=", " onload", " onclick", "fetch("] {
        assert!(!text.contains(asked), "{asked}");
    }
}

#[test]
fn a_page_runs_its_own_script_and_asks_for_nothing() {
    let [usual, hostile] =
        [sample("Wikipedia"), hostile()].map(|tree| page(&four(&tree), &NONE, &Style::default()).unwrap());
    is_closed(&hostile);
    is_closed(&usual);
    assert!(!usual.contains(" src="));
}

#[test]
fn hostile_texts_are_shown_as_texts() {
    let page = page(&four(&hostile()), &NONE, &Style::default()).unwrap();
    assert!(!page.contains("alert(1)</script>") && !page.contains("<img") && !page.contains("</title><script"));
    assert!(!page.contains(['\u{202e}', '\u{2028}']), "a mark turns the text around");
    assert!(page.contains("<h1>&lt;/title&gt;&lt;script&gt;alert(&quot;t&quot;)&lt;/script&gt; \\u{202e}</h1>"));
    let data = data(&page);
    let names = data["names"].to_string();
    assert!(
        names.contains("</script><script>alert(1)</script>") && names.contains("]]> & \\\"b\\\" 'c' <!--"),
        "{names}"
    );
    let document = drawing(&page, 0);
    let document = Document::parse(&document).unwrap();
    let shown: String = document.descendants().filter_map(|node| node.text()).collect();
    assert!(shown.contains("</script><script>alert(1)</script>") && shown.contains("\\u{202e}back"), "{shown}");
}

#[test]
fn a_page_is_small() {
    let assets = include_str!("../../assets/page.js").len() + include_str!("../../assets/page.css").len();
    assert!(assets <= 60_000, "{assets} bytes of script and style");
    let tree = sample("Wikipedia");
    assert_eq!(tree.len(), 33);
    let page = page(&four(&tree), &NONE, &Style::default()).unwrap();
    assert!(page.len() <= 150_000, "{} bytes", page.len());
}

/// The drawing of a search, as XML.
fn drawing(page: &str, index: usize) -> String {
    let start = page.match_indices("<svg xmlns=").nth(index).unwrap().0;
    page[start..start + page[start..].find("</svg>").unwrap()].to_owned() + "</svg>"
}

/// The colours of the light theme, by their names.
fn colours(page: &str) -> BTreeMap<&str, &str> {
    let root = page.split_once("\n:root{").unwrap().1.split_once('}').unwrap().0;
    root.split(';').filter_map(|rule| rule.strip_prefix("--")?.split_once(':')).collect()
}

#[test]
fn without_javascript_a_page_shows_the_states_of_the_svg_export() {
    for tree in [sample("Wikipedia"), sample("A deep cutoff"), sample("Three levels")] {
        let told = four(&tree);
        let page = page(&told, &NONE, &Style::default()).unwrap();
        let colours = colours(&page);
        for (index, told) in told.iter().enumerate() {
            let overlay = told.run.overlay();
            let panels = vec![panel(figure(&told.run.tree, &overlay, &NONE, Options::default()))];
            let sheet = Sheet { panels, ..Sheet::default() };
            let svg = svg(&compose(&sheet, &Style { font_size: 13.0, width: Some(1500.0), ..Style::default() }));
            let (svg, drawn) = (Document::parse(&svg).unwrap(), drawing(&page, index));
            let drawn = Document::parse(&drawn).unwrap();
            for node in told.run.tree.nodes() {
                let number = node.index().to_string();
                let id = format!("drawing-1-n{number}");
                let form = svg.descendants().find(|form| form.attribute("id") == Some(&id)).unwrap();
                let form = if form.has_tag_name("g") { form.first_element_child().unwrap() } else { form };
                let group = drawn.descendants().find(|group| group.attribute("data-node") == Some(&number)).unwrap();
                let shown = group.first_element_child().unwrap();
                assert_eq!(form.tag_name().name(), shown.tag_name().name());
                let classes: Vec<&str> = shown.attribute("class").unwrap().split(' ').collect();
                let colour = |letter: &str| {
                    classes.iter().find_map(|class| class.strip_prefix(letter)).map(|name| colours[name])
                };
                assert_eq!(form.attribute("fill"), colour("f-"), "node {number}");
                assert_eq!(form.attribute("stroke"), colour("s-"), "node {number}");
                let is_dashed = classes.contains(&"dashed") || classes.contains(&"dotted");
                assert_eq!(form.attribute("stroke-dasharray").is_some(), is_dashed, "node {number}");
                let look = kebab(overlay.look(node));
                assert_eq!(group.attribute("data-look"), Some(look.as_str()));
            }
        }
    }
}

pub(crate) fn kebab(look: impl std::fmt::Debug) -> String {
    let mut kebab = String::new();
    for c in format!("{look:?}").chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

/// What is drawn of a node: styles and words.
type Seen = BTreeMap<usize, Vec<String>>;

/// The styles and words of a picture.
fn seen(figure: &Figure<'_>, view: View) -> Seen {
    let sheet = Sheet { panels: vec![panel(*figure)], ..Sheet::default() };
    let bare = Style { has_legend: false, has_caption: false, has_titles: false, ..Style::default() };
    let page = compose(&sheet, &Style { view, font_size: 13.0, width: Some(9_000.0), ..bare });
    assert_eq!(page.unwritten, 0);
    let mut seen = Seen::new();
    for (node, shape) in &page.picture.shapes {
        seen.entry(node.unwrap().index()).or_default().push(style(shape));
    }
    sorted(seen)
}

fn sorted(mut seen: Seen) -> Seen {
    for styles in seen.values_mut() {
        styles.sort();
    }
    seen
}

/// The style of a shape, in the words of a page; of a text, its words.
fn style(shape: &Shape) -> String {
    let inside = |fill: &Option<Ink>| fill.map_or_else(|| "f-none".into(), |ink| format!("f-{}", kebab(ink)));
    let around = |ink: &Ink, pattern: &Pattern| {
        let pattern = match pattern {
            Pattern::Solid => "",
            Pattern::Dashed => " dashed",
            Pattern::Dotted => " dotted",
        };
        format!("s-{}{pattern}", kebab(*ink))
    };
    match shape {
        Shape::Line { ink, pattern, .. } => around(ink, pattern),
        Shape::Polygon { fill, outline, .. } | Shape::Circle { fill, outline, .. } => match outline {
            Some((ink, _, pattern)) => format!("{} {}", inside(fill), around(ink, pattern)),
            None => inside(fill),
        },
        Shape::Text(text) => format!("f-{} {}", kebab(text.ink), plyscope::format::visible(&text.words)),
        Shape::Cells(_) => panic!("cells"),
    }
}

/// The same from the data of a page, after each step.
struct Player<'d> {
    data: &'d Json,
    search: &'d Json,
    variants: Vec<u64>,
}

impl<'d> Player<'d> {
    fn new(data: &'d Json, index: usize) -> Player<'d> {
        let search = &data["searches"][index];
        let first = search["first"].as_array().unwrap();
        Player { data, search, variants: first.iter().map(|variant| variant.as_u64().unwrap()).collect() }
    }

    fn step(&mut self, step: usize) {
        let changes = self.search["changes"][step - 1].as_array().unwrap();
        for change in changes.chunks(2) {
            self.variants[change[0].as_u64().unwrap() as usize] = change[1].as_u64().unwrap();
        }
    }

    fn text(&self, table: &str, number: &Json) -> &'d str {
        self.data[table][number.as_u64().unwrap() as usize].as_str().unwrap()
    }

    fn seen(&self, nodes: &[usize]) -> Seen {
        let mut seen = Seen::new();
        for (group, &variant) in self.variants.iter().enumerate() {
            let node = nodes[self.search["places"][group].as_u64().unwrap() as usize];
            let list = self.data["variants"][variant as usize][1].as_array().unwrap();
            let mut rest = list.iter();
            while let (Some(geometry), Some(style)) = (rest.next(), rest.next()) {
                // Widths are in proportion to the size of nodes.
                let classes = self.text("styles", style).split(' ');
                let kept: Vec<&str> = classes.filter(|class| !class.starts_with('w')).collect();
                let mut style = kept.join(" ");
                if self.text("geometries", geometry).starts_with('t') {
                    style = format!("{style} {}", self.text("words", rest.next().unwrap()));
                }
                seen.entry(node).or_default().push(style);
            }
        }
        sorted(seen)
    }
}

/// Checks that each step of each search is drawn like the picture of that step.
fn steps_are_like_pictures(told: &[Told], folds: &Folds, view: View) {
    let page = page(told, folds, &Style { view, ..Style::default() }).unwrap();
    let data = data(&page);
    let tree = &told[0].run.tree;
    let nodes: Vec<usize> = shown(tree, folds);
    for (index, told) in told.iter().enumerate() {
        let mut player = Player::new(&data, index);
        let explained = told.explained();
        let mut sentences = explained.steps();
        let count = told.timeline.steps();
        assert_eq!(player.search["steps"].as_array().unwrap().len(), count);
        for step in 0..=count {
            if step > 0 {
                player.step(step);
                let (_, sentence) = sentences.next().unwrap();
                assert_eq!(player.search["steps"][step - 1][0], plyscope::format::visible(&sentence.words));
            }
            let options = if view == View::Icicle { Options::default() } else { WINDOWS };
            let picture = told.at(step, |overlay| seen(&figure(&told.run.tree, overlay, folds, options), view));
            let shown = player.seen(&nodes);
            assert_eq!(shown, picture, "{} of {}, step {step}", told.name, tree.title());
        }
    }
}

/// The nodes that are drawn, and the first ones of folds.
fn shown(tree: &Tree, folds: &Folds) -> Vec<usize> {
    let is_first =
        |node: &NodeId| folds.over(*node).is_none_or(|fold| folds.as_slice()[fold].nodes.start == node.index());
    tree.nodes().filter(is_first).map(NodeId::index).collect()
}

#[test]
fn every_step_of_every_search_is_drawn_like_its_picture() {
    for title in ["Wikipedia", "A deep cutoff", "AIMA figure 5.2", "Ties", "Irregular"] {
        let tree = sample(title);
        let told: Vec<Told> = Algorithm::ALL.iter().map(|&algorithm| Told::new(&tree, algorithm)).collect();
        steps_are_like_pictures(&told, &NONE, View::NodeLink);
    }
}

#[test]
fn folds_and_icicles_have_steps_too() {
    let told = four(&sample("Wikipedia"));
    let folds = Folds::below(&told[0].run.tree, 2);
    steps_are_like_pictures(&told, &folds, View::NodeLink);
    steps_are_like_pictures(&told, &NONE, View::Icicle);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn states_of_random_trees_at_every_step_are_those_of_the_search(tree in tree()) {
        let told = four(&tree);
        let page = page(&told, &NONE, &Style::default()).unwrap();
        let data = data(&page);
        for (index, told) in told.iter().enumerate() {
            let mut player = Player::new(&data, index);
            for step in 0..=told.timeline.steps() {
                if step > 0 {
                    player.step(step);
                }
                for (group, &variant) in player.variants.iter().enumerate() {
                    let Some(said) = data["variants"][variant as usize][0].as_array() else { continue };
                    let place = player.search["places"][group].as_u64().unwrap() as usize;
                    let look: Look = told.at(step, |overlay| overlay.look(told.run.tree.node(place).unwrap()));
                    prop_assert_eq!(player.text("looks", &said[0]), kebab(look), "step {} node {}", step, place);
                }
            }
        }
    }
}

#[test]
fn a_page_without_a_search_has_no_script() {
    let tree = sample("Wikipedia");
    let plain = Plain(&tree);
    let panels = vec![panel(figure(&tree, &plain, &NONE, Options::default()))];
    let sheet = Sheet { title: "A tree".into(), caption: String::new(), panels };
    let page = exported(&sheet, &Style::default(), "html").unwrap();
    assert!(!page.contains("<script") && page.contains(">MAX to move<"), "{page}");
    assert_eq!(Document::parse(&drawing(&page, 0)).unwrap().descendants().filter(is_node).count(), tree.len());
}

fn is_node(node: &Node<'_, '_>) -> bool {
    node.attribute("data-node").is_some()
}

#[test]
fn what_no_page_holds_is_refused_with_the_limit_and_a_remedy() {
    let tree = full(2, 14);
    let error = page(&[Told::new(&tree, Algorithm::MINIMAX)], &NONE, &Style::default()).unwrap_err();
    assert!(matches!(error, ExportError::TooManyNodes { nodes: 32_767, most: 20_000, .. }), "{error}");
    assert!(error.to_string().contains("a web page allows at most 20,000; fold"), "{error}");
    let format = PICTURE_FORMATS.iter().find(|format| format.has_steps()).unwrap();
    assert_eq!((format.id, format.extension, format.is_text), ("html", "html", true));
}

#[test]
fn colours_of_both_themes_contrast_with_the_background() {
    for palette in [Palette::Light, Palette::Dark] {
        let contrast = |ink: Ink| palette.color(ink).contrast(palette.color(Ink::Background));
        let texts = [Ink::Text, Ink::FaintText, Ink::Evaluated];
        assert!(texts.iter().all(|&ink| contrast(ink) >= 4.5), "{palette:?}");
        assert!(contrast(Ink::Edge) >= 3.0 && contrast(Ink::Cutoff) >= 3.0, "{palette:?}");
    }
    assert_ne!(Palette::Dark.color(Ink::Background), Rgb(255, 255, 255));
}
