//! A sheet of paper: the head, the tree and the questions on a page. Problem and solution have everything at the same places, so that a
//! transparency of the solution lies on the problem.

use std::ops::Range;

use super::{Order, Part, Question, Room, Solved, Unfit, Words};
use crate::draw::node_link::node_link;
use crate::draw::page::{Area, Page, paragraph, transformed};
use crate::draw::{
    Boards, Cut, Figure, Folds, Frame, Ink, Look, Options, Overlay, Palette, Pattern, Picture, Rect, Shape, Shown,
    Spacing, Strokes, Text, Vec2, pos2, text, vec2,
};
use crate::format::{self, quoted};
use crate::search::{Aim, CutoffRule};
use crate::tree::NodeId;

/// The size of texts, in points.
const SIZE: f32 = 10.0;
/// The size of the title.
const TITLE: f32 = 14.0;
/// The height of a line.
const LINE: f32 = SIZE * 1.3;
/// The height of a line to write on.
const RULED: f32 = 22.0;
/// The margin of the page.
const MARGIN: f32 = 48.0;
/// The gap between questions.
const GAP: f32 = 8.0;
/// The size of a point of the drawing on the page.
const UNIT: f32 = 0.72;
/// The height of a level of the tree: at most and at least.
const LEVEL: Range<f32> = 40.0..66.0;
/// The width of a digit in a field.
const DIGIT: f32 = 7.0;

/// The size of a sheet.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 by 297 mm
    #[default]
    A4,
    /// 8.5 by 11 inches
    Letter,
}

impl Paper {
    fn size(self) -> Vec2 {
        match self {
            Paper::A4 => vec2(595.28, 841.89),
            Paper::Letter => vec2(612.0, 792.0),
        }
    }

    /// The option of a document class of LaTeX.
    pub(super) fn option(self) -> &'static str {
        match self {
            Paper::A4 => "a4paper",
            Paper::Letter => "letterpaper",
        }
    }
}

/// One of the two sheets of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// With room for answers.
    Problem,
    /// With the answers.
    Solution,
}

/// An exercise on a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The tree and the search.
    pub solved: &'a Solved,
    /// What is asked.
    pub questions: &'a [&'static Question],
    /// The words.
    pub words: &'a Words,
    /// The size of the page.
    pub paper: Paper,
}

impl Sheet<'_> {
    /// The title: that of the tree, or the word for it with the seed.
    pub fn title(&self) -> String {
        let title = self.words.get("title");
        match self.solved.seed {
            Some(seed) => format!("{title} {}", self.words.with("seed", "seed", &seed.to_string())),
            None if self.solved.tree.title().is_empty() => title.to_owned(),
            None => format!("{title}: {}", format::visible(&format::clipped(self.solved.tree.title(), 48))),
        }
    }

    /// How the tree is searched.
    pub fn introduction(&self) -> String {
        let Sheet { solved, words, .. } = self;
        let mut sentences = vec![self.search(), words.get("players").to_owned()];
        if solved.tree.has_chance() {
            sentences.push(words.get("chance").to_owned());
            let range = solved.tree.value_range().filter(|_| solved.method.prunes());
            sentences.extend(range.map(|[least, most]| {
                let bounds = words.with("bounds", "least", &solved.number(least));
                bounds.replace("{most}", &solved.number(most))
            }));
        }
        sentences.join(" ")
    }

    /// The search in a sentence: how alpha-beta and its like go, or else what the catalogue says of it.
    fn search(&self) -> String {
        let Sheet { solved: Solved { method, .. }, words, .. } = self;
        let (algorithm, order) = (method.algorithm, if method.order == Order::Left { "left" } else { "right" });
        let key = if method.is_depth_first() { "search" } else { "search-otherwise" };
        let rule = match method.rule {
            _ if !method.cuts_by_windows() => "",
            CutoffRule::Strict => words.get("strict"),
            CutoffRule::NonStrict => words.get("non-strict"),
        };
        let told = words.with(key, "algorithm", &algorithm.title()).replace("{order}", words.get(order));
        told.replace("{rule}", rule).replace("{summary}", algorithm.entry().summary).trim().to_owned()
    }

    /// The introduction for leaves that are called by their values; it says how those of equal values are told apart.
    pub(super) fn introduction_by_values(&self) -> String {
        let Sheet { solved, words, .. } = self;
        let is_asked = self.questions.iter().any(|question| question.names_leaves);
        let tree = &solved.tree;
        let mut leaves = (0..tree.leaf_count()).map(|slot| tree.leaf(slot));
        let example = leaves.find(|&leaf| solved.is_repeated(leaf)).filter(|_| is_asked);
        let Some(leaf) = example else { return self.introduction() };
        let told = words.with("equal-leaves", "leaf", &solved.name(leaf, words.get("leaf")));
        format!("{} {told}", self.introduction())
    }

    /// The words of a question.
    pub fn text(&self, question: &Question) -> &str {
        self.words.get(&question.key("", self.solved.tree.has_chance()))
    }

    /// The parts of a question with their answers.
    pub(super) fn parts(&self, question: &Question) -> Vec<Part> {
        (question.solve)(self.solved, self.words)
    }

    /// The room of a field, in digits: means have fractions.
    pub(super) fn digits(&self, question: &Question, digits: usize) -> usize {
        if question.has_means && self.solved.tree.has_chance() { 2 * digits } else { digits }
    }

    /// A question with the number of its points.
    pub fn points(&self, question: &Question) -> String {
        match (question.points)(self.solved) {
            1 => self.words.get("of-one-point").to_owned(),
            points => self.words.with("of-points", "points", &points.to_string()),
        }
    }

    /// The points of all questions.
    pub fn all_points(&self) -> usize {
        self.questions.iter().map(|question| (question.points)(self.solved)).sum()
    }

    /// The page.
    pub fn page(&self, side: Side) -> Result<Page, Unfit> {
        let page = self.paper.size();
        let (head, below) = (self.head(side), self.below(self.questions, side));
        let tall = self.height_of_tree(&head, &below).ok_or_else(|| self.too_long(side))?;
        let place = Rect::from_min_size(pos2(MARGIN, MARGIN + head.bottom + GAP), vec2(below.width, tall));
        let tree = self.tree(place.size(), side)?;
        let mut picture = transformed(tree, 1.0, place.min.to_vec2());
        let area = Area { shapes: 0..picture.shapes.len(), clip: None };
        picture.shapes.append(&mut transformed(head.picture, 1.0, Vec2::splat(MARGIN)).shapes);
        let by = vec2(MARGIN, place.bottom() + GAP);
        picture.shapes.append(&mut transformed(below.picture, 1.0, by).shapes);
        Ok(self.paged(picture, area, page))
    }

    fn head(&self, side: Side) -> Writer {
        let mut head = Writer::new(self.paper.size().x - 2.0 * MARGIN);
        head.head(self, side);
        head
    }

    /// Some questions, with the room for their answers.
    fn below(&self, questions: &[&Question], side: Side) -> Writer {
        let mut below = Writer::new(self.paper.size().x - 2.0 * MARGIN);
        for (number, question) in questions.iter().enumerate() {
            below.question(self, number + 1, question, side);
        }
        below
    }

    /// How high the tree is between what is above and below it; `None` if that is too low.
    fn height_of_tree(&self, head: &Writer, below: &Writer) -> Option<f32> {
        let levels = self.solved.tree.height() as f32 + 1.0;
        let room = self.paper.size().y - 2.0 * MARGIN - head.bottom - below.bottom - 2.0 * GAP;
        let level = (room / levels).min(LEVEL.end);
        (level >= LEVEL.start).then_some(level * levels)
    }

    /// How many of the questions fit where all do not.
    fn too_long(&self, side: Side) -> Unfit {
        let (head, of) = (self.head(side), self.questions.len());
        let fits = |&count: &usize| self.height_of_tree(&head, &self.below(&self.questions[..count], side)).is_some();
        Unfit::new(match (1..of).rev().find(fits) {
            None => "the tree does not fit on a page with questions; choose a smaller tree".to_owned(),
            Some(fit) => {
                let first = if fit == 1 { String::new() } else { format!(" {fit}") };
                format!(
                    "the tree and {of} questions do not fit on one page, which has room for the first{first}; ask fewer, or choose a \
                     smaller tree"
                )
            }
        })
    }

    /// The page with the tree alone, as high as its levels need.
    pub fn picture(&self, side: Side) -> Result<Page, Unfit> {
        let levels = self.solved.tree.height() as f32 + 1.0;
        let room = vec2(self.paper.size().x - 2.0 * MARGIN, LEVEL.end.min(480.0 / levels) * levels);
        let picture = self.tree(room, side)?;
        let area = Area { shapes: 0..picture.shapes.len(), clip: None };
        Ok(self.paged(picture, area, room))
    }

    fn paged(&self, picture: Picture, area: Area, size: Vec2) -> Page {
        Page {
            picture,
            areas: vec![area],
            size,
            palette: Palette::BlackAndWhite,
            font_size: SIZE,
            unit: UNIT,
            title: self.title(),
            description: String::new(),
            unwritten: 0,
        }
    }

    /// The tree in a room of a size, in points of a screen.
    pub fn sketch(&self, room: Vec2, side: Side) -> Picture {
        let shown = Shown { tree: &self.solved.tree, folds: &Folds::NONE };
        let overlay = Shows { sheet: *self, side, best: self.best(side) };
        let options = Options { points: Some(13.0), windows: true, is_sheet: true, ..Options::default() };
        let figure = Figure { shown, overlay: &overlay, game: None, options };
        let pane = Rect::from_min_size(pos2(0.0, 0.0), room);
        let comfort = vec2(110.0, LEVEL.end / UNIT);
        let spacing = Spacing { comfort, roomy: comfort, margin: vec2(4.0, 2.0) };
        let frame = Frame::fitting(&shown, pane, spacing);
        let mut picture = node_link(&figure, &frame, &mut Boards::default()).picture;
        if side == Side::Problem && self.asks("empty") {
            let is_blank = |node: &Option<NodeId>| node.is_some_and(|node| self.solved.blanks.contains(&node));
            picture.shapes.retain(|(node, shape)| !(is_blank(node) && matches!(shape, Shape::Text(_))));
        }
        picture
    }

    /// The tree in a room of a page, with all names that the questions use.
    fn tree(&self, room: Vec2, side: Side) -> Result<Picture, Unfit> {
        let picture = self.sketch(room / UNIT, side);
        let name = |node| self.solved.tree.label(node).unwrap_or_default();
        let is_named = |&node: &NodeId| {
            let mut own = picture.shapes.iter().filter(|(of, _)| *of == Some(node));
            own.any(|(_, shape)| matches!(shape, Shape::Text(text) if text.words == name(node)))
        };
        let inner = self.solved.inner();
        let nameless: Vec<NodeId> = inner.into_iter().filter(|node| !is_named(node)).collect();
        match nameless.first() {
            Some(&first) if self.questions.iter().any(|question| question.names_nodes) => {
                let count = format::count(nameless.len() as u64, "node", "nodes");
                Err(Unfit::new(format!(
                    "the drawing has no room for the names of {count}, such as {}; choose a tree with fewer leaves or shorter names",
                    quoted(name(first))
                )))
            }
            _ => Ok(transformed(picture, UNIT, Vec2::ZERO)),
        }
    }

    fn asks(&self, id: &str) -> bool {
        self.questions.iter().any(|question| question.id == id)
    }

    /// The root and its best child, if a solution shows them.
    fn best(&self, side: Side) -> Vec<NodeId> {
        let is_shown = side == Side::Solution && self.asks("best-move");
        let best = self.solved.best().first().copied().filter(|_| is_shown);
        best.map_or_else(Vec::new, |child| vec![NodeId::ROOT, child])
    }
}

/// Texts and lines from the top of a room on.
struct Writer {
    picture: Picture,
    width: f32,
    bottom: f32,
}

impl Writer {
    fn new(width: f32) -> Writer {
        Writer { picture: Picture::default(), width, bottom: 0.0 }
    }

    fn words(&mut self, words: &str, left: f32, middle: f32, size: f32) {
        if words.is_empty() {
            return;
        }
        let middle = pos2(left + text::width(words, size) / 2.0, middle);
        let text = Text { words: words.to_owned(), middle, size, ink: Ink::Text };
        self.picture.add_loose(Shape::Text(text));
    }

    fn rule(&mut self, across: Range<f32>, y: f32) {
        let ends = [pos2(across.start, y), pos2(across.end, y)];
        self.picture.add_loose(Shape::Line { ends, width: 0.5, ink: Ink::Edge, pattern: Pattern::Solid });
    }

    fn paragraph(&mut self, words: &str, left: f32) {
        for line in paragraph(words, SIZE, self.width - left) {
            self.words(&line, left, self.bottom + LINE / 2.0, SIZE);
            self.bottom += LINE;
        }
    }

    /// The title, the name line and how the tree is searched.
    fn head(&mut self, sheet: &Sheet<'_>, side: Side) {
        self.words(&sheet.title(), 0.0, TITLE / 2.0, TITLE);
        if side == Side::Solution {
            let solution = sheet.words.get("solution");
            self.words(solution, self.width - text::width(solution, TITLE), TITLE / 2.0, TITLE);
        }
        self.bottom = TITLE + 18.0;
        let (name, points) = (sheet.words.get("name"), sheet.words.get("points"));
        let all = format!("/ {}", sheet.all_points());
        let y = self.bottom;
        let right = self.width - text::width(&all, SIZE);
        let field = right - 44.0;
        let before = field - text::width(points, SIZE) - 6.0;
        self.words(name, 0.0, y, SIZE);
        self.rule(text::width(name, SIZE) + 6.0..before - 12.0, y + SIZE / 2.0);
        self.words(points, before, y, SIZE);
        self.rule(field..right - 4.0, y + SIZE / 2.0);
        self.words(&all, right, y, SIZE);
        self.bottom += LINE + 2.0;
        self.paragraph(&sheet.introduction_by_values(), 0.0);
    }

    fn question(&mut self, sheet: &Sheet<'_>, number: usize, question: &Question, side: Side) {
        const INDENT: f32 = 18.0;
        self.bottom += GAP;
        let top = self.bottom + LINE / 2.0;
        self.words(&format!("{number}."), 0.0, top, SIZE);
        self.paragraph(&format!("{} ({})", sheet.text(question), sheet.points(question)), INDENT);
        let parts = sheet.parts(question);
        match question.room {
            Room::Fields(digits) => self.fields(&parts, sheet.digits(question, digits), INDENT, side),
            Room::Lines(least) => self.lines(&Part::joined(&parts), least, INDENT, side),
        }
    }

    /// A field for each part, in columns.
    fn fields(&mut self, parts: &[Part], digits: usize, left: f32, side: Side) {
        let name = parts.iter().map(|part| text::width(&part.name, SIZE)).fold(0.0, f32::max);
        let field = digits as f32 * DIGIT;
        let column = name + 8.0 + field + 12.0;
        let columns = (((self.width - left) / column) as usize).max(1);
        for (row, parts) in parts.chunks(columns).enumerate() {
            let y = self.bottom + RULED * (row as f32 + 0.6);
            for (index, part) in parts.iter().enumerate() {
                let start = left + column * index as f32;
                self.words(&part.name, start, y, SIZE);
                let start = start + name + 8.0;
                self.rule(start..start + field, y + SIZE * 0.6);
                if side == Side::Solution {
                    self.words(&part.answer, start + 2.0, y, SIZE);
                }
            }
        }
        self.bottom += RULED * parts.len().div_ceil(columns) as f32;
    }

    /// Lines for an answer: as many as it needs, which is hardly ever more than there are at least.
    fn lines(&mut self, answer: &str, least: usize, left: f32, side: Side) {
        let lines = paragraph(answer, SIZE, self.width - left - 4.0);
        for index in 0..lines.len().max(least) {
            let y = self.bottom + RULED * (index as f32 + 0.6);
            self.rule(left..self.width, y + SIZE * 0.6);
            if let Some(line) = lines.get(index).filter(|_| side == Side::Solution) {
                self.words(line, left + 2.0, y, SIZE);
            }
        }
        self.bottom += RULED * lines.len().max(least) as f32;
    }
}

/// What a sheet shows over its tree: nothing, or the solution.
struct Shows<'a> {
    sheet: Sheet<'a>,
    side: Side,
    best: Vec<NodeId>,
}

impl Shows<'_> {
    /// Whether the solution of one of these questions is shown.
    fn shows(&self, ids: &[&str]) -> bool {
        self.side == Side::Solution && ids.iter().any(|id| self.sheet.asks(id))
    }
}

impl Overlay for Shows<'_> {
    fn identity(&self) -> u64 {
        u64::from(self.side == Side::Solution)
    }

    fn look(&self, node: NodeId) -> Look {
        let shows_pruned = self.shows(&["leaves", "cuts", "deep"]) || self.sheet.asks("empty");
        let is_pruned = shows_pruned && !self.sheet.solved.run.is_visited(node);
        if is_pruned { Look::Pruned } else { Look::Unsearched }
    }

    fn words(&self, node: NodeId) -> Option<String> {
        let solved = self.sheet.solved;
        self.shows(&["values"]).then(|| solved.number(solved.value(node)))
    }

    fn line(&self) -> &[NodeId] {
        &self.best
    }

    fn cut(&self, node: NodeId) -> Option<Cut> {
        let cutoff = self.sheet.solved.run.cutoffs.iter().find(|cutoff| cutoff.node == node)?;
        let is_deep = cutoff.is_deep && self.sheet.asks("deep");
        let strokes = if is_deep { Strokes::Double } else { Strokes::Single };
        let is_shown = self.shows(&["cuts", "deep"]) || self.sheet.asks("empty");
        let first = *cutoff.children.first().filter(|_| is_shown)?;
        Some(Cut { first, strokes })
    }

    fn aim(&self, node: NodeId) -> Option<Aim> {
        let is_shown = self.shows(&["windows"]) && self.sheet.solved.marked.contains(&node);
        let visit = self.sheet.solved.run.visits[node.index()].filter(|_| is_shown)?;
        Some(Aim { window: visit.entered, asked: None })
    }
}
