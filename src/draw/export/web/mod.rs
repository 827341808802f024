//! A web page that steps through searches: one file without requests, which works offline.
//!
//! The page has the drawings of the finished searches as SVG; without JavaScript they are all that it shows. For each
//! step it has the nodes that change, and for each node its few different situations. Its script and its style are `page.js` and `page.css` in
//! the folder `assets`. A browser runs and loads nothing else, because the page names their hashes in its policy.

mod colours;
mod course;
mod data;
mod document;
mod elements;
mod markup;
mod stage;
mod still;

use std::collections::HashMap;
use std::rc::Rc;

use super::{ExportError, Exported};
use crate::draw::page::{Panel, Sheet, Style, bounds_of, comfortable_frame, comfortable_slot};
use crate::draw::{Figure, Look, Options, Overlay, Rect, Vec2, spoken, words};
use crate::format;
use crate::tree::NodeId;
use course::{Course, Places};
use elements::Elements;
use stage::{Drawn, Key, Round, Stage};

pub(crate) use document::{Document, asset};
pub(crate) use still::{Still, Stills};

/// What the format is called in messages.
pub(super) const FORMAT: &str = "a web page";
/// The most steps of all searches together.
const MOST_STEPS: usize = 50_000;
/// The most changes of nodes in all steps.
const MOST_CHANGES: usize = 1_000_000;
/// The space around a drawing, in points.
const EDGE: f32 = 8.0;

/// A drawing of a page, step by step.
struct Scene {
    course: Course,
    drawn: Drawn,
    /// The groups of shapes, from back to front.
    keys: Vec<Key>,
    /// Of each group, the variant of each situation of its place.
    variants: Vec<Vec<usize>>,
    /// The step at which it opens.
    opens_at: usize,
}

/// What all drawings of a page share.
struct Shared {
    places: Places,
    /// The names of the places for screen readers.
    names: Vec<String>,
    /// The rooms of the places.
    rects: Vec<Rect>,
    elements: Elements,
    variants: Variants,
    /// The part of the drawings that is seen.
    view: Rect,
}

/// What can be said of a node: its look, its value and its window, as numbers of words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Said {
    look: usize,
    value: Option<usize>,
    window: Option<usize>,
}

/// The different variants of groups of shapes.
#[derive(Default)]
struct Variants {
    numbers: HashMap<(Option<Said>, Vec<usize>), usize>,
    items: Vec<(Option<Said>, Vec<usize>)>,
    /// The looks that occur.
    looks: Vec<Look>,
}

impl Variants {
    fn number(&mut self, said: Option<Said>, list: Vec<usize>) -> usize {
        let variant = (said, list);
        if let Some(&number) = self.numbers.get(&variant) {
            return number;
        }
        self.numbers.insert(variant.clone(), self.items.len());
        self.items.push(variant);
        self.items.len() - 1
    }

    fn look(&mut self, look: Look) -> usize {
        self.looks.iter().position(|&other| other == look).unwrap_or_else(|| {
            self.looks.push(look);
            self.looks.len() - 1
        })
    }
}

/// Writes a sheet as a web page.
pub(super) fn page(sheet: &Sheet<'_>, style: &Style) -> Result<Exported, ExportError> {
    let Some(first) = sheet.panels.first() else {
        return Ok(Exported { bytes: Vec::new(), notes: Vec::new() });
    };
    let places = Places::new(&first.figure.shown);
    let courses = courses(sheet, &places)?;
    let (scenes, shared) = scenes(sheet, style, places, courses)?;
    let mut notes = Vec::new();
    let unwritten: usize = scenes.iter().map(|scene| scene.drawn.unwritten).sum();
    if unwritten > 0 {
        let texts = format::count(unwritten as u64, "text does", "texts do");
        notes.push(format!("{texts} not fit beside the nodes"));
    }
    if sheet.panels.iter().any(|panel| panel.seen.is_some()) {
        notes.push("it shows the whole tree, which readers can move".to_owned());
    }
    Ok(Exported { bytes: written(sheet, style, &scenes, shared).into_bytes(), notes })
}

/// The courses of all searches.
fn courses(sheet: &Sheet<'_>, places: &Places) -> Result<Vec<Course>, ExportError> {
    let steps = sheet.panels.iter().filter_map(|panel| panel.steps.as_ref());
    let steps = steps.map(|steps| steps.explained.timeline.steps()).sum();
    if steps > MOST_STEPS {
        return Err(ExportError::TooManySteps { format: FORMAT, steps, most: MOST_STEPS });
    }
    let mut left = MOST_CHANGES;
    let course = |panel: &Panel<'_>| Course::new(&panel.figure, places, panel.steps.as_ref(), &mut left);
    let courses: Result<Vec<Course>, _> = sheet.panels.iter().map(course).collect();
    courses.map_err(|_| ExportError::TooManyChanges { format: FORMAT, most: MOST_CHANGES })
}

/// A figure with windows, which readers switch on; its overlay is the finished search.
fn figure<'a>(panel: &'a Panel<'_>) -> Figure<'a> {
    let options = Options { windows: panel.steps.is_some() || panel.figure.options.windows, ..panel.figure.options };
    let searched = panel.steps.as_ref().map(|steps| &steps.searched as &dyn Overlay);
    Figure { overlay: searched.unwrap_or(panel.figure.overlay), options, ..panel.figure }
}

/// Draws everything, in a layout with room for all.
fn scenes(
    sheet: &Sheet<'_>,
    style: &Style,
    places: Places,
    courses: Vec<Course>,
) -> Result<(Vec<Scene>, Shared), ExportError> {
    let figures: Vec<Figure<'_>> = sheet.panels.iter().map(figure).collect();
    let merged = Course::merged(&courses, &places);
    let mut stage = roomy(&figures[0], &merged, &places, style);
    let beside = Rc::new(stage.beside(&figures[0], &merged));
    let rects = (0..places.nodes.len()).map(|place| stage.rect(&figures[0], place)).collect();
    let name = |&node: &NodeId| format::visible(&markup::name(&figures[0].shown, node));
    let names = places.nodes.iter().map(name).collect();
    let draw = |(figure, course): (&Figure<'_>, &Course)| stage.draw(figure, course, &beside);
    let drawn: Vec<Drawn> = figures.iter().zip(&courses).map(draw).collect();
    if drawn.iter().any(Drawn::has_cells) {
        return Err(ExportError::TooNarrow { format: FORMAT });
    }
    let view = Rect::NOTHING;
    let (elements, variants) = (Elements::default(), Variants::default());
    let mut shared = Shared { places, names, rects, elements, variants, view };
    let mut scenes = Vec::new();
    for (((drawn, course), figure), panel) in drawn.into_iter().zip(courses).zip(&figures).zip(&sheet.panels) {
        let opens_at = panel.steps.map_or(0, |steps| steps.explained.timeline.step(steps.opens_at));
        scenes.push(shared.scene(figure, course, drawn, opens_at));
    }
    shared.view = shared.view.expand(EDGE);
    Ok((scenes, shared))
}

/// How often a layout is widened for texts that have no room, and by how much.
const WIDER: (usize, f32) = (5, 1.12);

/// A layout with room for the longest texts that any step of any search has.
fn roomy<'p>(figure: &Figure<'_>, merged: &Course, places: &'p Places, style: &Style) -> Stage<'p> {
    let longest = Round::longest(figure, merged, places);
    let figure = Figure { overlay: &longest, ..*figure };
    let mut slot = comfortable_slot(&figure, style.view);
    let stage = |slot| Stage::new(places, comfortable_frame(&figure, slot, style.view), style.view);
    for _ in 0..WIDER.0 {
        if stage(slot).unwritten(&figure) == 0 {
            break;
        }
        slot *= WIDER.1;
    }
    stage(slot)
}

impl Shared {
    /// Collects the variants of all groups of a drawing.
    fn scene(&mut self, figure: &Figure<'_>, course: Course, drawn: Drawn, opens_at: usize) -> Scene {
        let keys = drawn.keys();
        let of_key = |&key: &Key| {
            let numbers = 0..course.situations[key.0].len();
            numbers.map(|number| self.variant(figure, &course, &drawn, key, number)).collect()
        };
        let variants = keys.iter().map(of_key).collect();
        Scene { course, drawn, keys, variants, opens_at }
    }

    fn variant(&mut self, figure: &Figure<'_>, course: &Course, drawn: &Drawn, key: Key, number: usize) -> usize {
        let (node, room) = (self.places.nodes[key.0], self.rects[key.0]);
        let mut list = Vec::new();
        for (shape, is_switched) in drawn.pieces(figure.tree(), node, key, course, number, (room, figure.options)) {
            self.view = self.view.union(bounds_of(&shape));
            self.elements.add(&shape, room, is_switched, &mut list);
        }
        let said = (key.1 == stage::NODES).then(|| self.said(figure, course, key.0, number));
        self.variants.number(said, list)
    }

    fn said(&mut self, figure: &Figure<'_>, course: &Course, place: usize, number: usize) -> Said {
        let (tree, node) = (figure.tree(), self.places.nodes[place]);
        let situation = &course.situations[place][number];
        let value = situation.words.as_ref().filter(|words| !words.is_empty() && !tree.is_end(node));
        let value = value.map(|words| format!("{} {}", spoken::value(tree, node), format::visible(words)));
        let window = situation.aim.map(|aim| words::aim(tree, aim));
        Said {
            look: self.variants.look(situation.look),
            value: value.map(|words| self.elements.words.number(words)),
            window: window.map(|words| self.elements.words.number(words)),
        }
    }
}

/// The page.
fn written(sheet: &Sheet<'_>, look: &Style, scenes: &[Scene], mut shared: Shared) -> String {
    let script = asset(include_str!("../../../../assets/page.js"));
    let has_steps = scenes.iter().any(|scene| !scene.course.steps.is_empty());
    let body = markup::body(sheet, look, scenes, &mut shared, has_steps);
    let style = asset(include_str!("../../../../assets/page.css")) + &colours::style(look, &shared);
    let title = if sheet.title.is_empty() { "A search" } else { &sheet.title };
    let has_windows = sheet.panels.iter().any(|panel| panel.figure.options.windows);
    let data =
        if has_steps { data::json(sheet, scenes, &shared, natural(shared.view, look).x.ceil()) } else { String::new() };
    let document = Document {
        language: "en",
        title,
        attributes: if has_windows { " data-windows" } else { "" },
        style: &style,
        body: &body,
        script: has_steps.then_some((&script, &data)),
        has_themes: colours::has_themes(look),
    };
    document.written()
}

/// The width to which a drawing of a natural width can shrink while its texts stay readable.
fn least(natural: f32) -> f32 {
    (natural * 0.55).ceil()
}

/// The size of a drawing at which its texts are as large as they are meant.
fn natural(view: Rect, style: &Style) -> Vec2 {
    view.size() * (style.font_size / Style::default().font_size)
}
