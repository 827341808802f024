//! Practice as a web page: one file without requests, in which students mark trees and type numbers, and see what is right, wrong and missed.
//!
//! The page has the drawings as SVG, in which each node and each edge is a group, and the [marks](Tasks) as data. Its script and its style
//! are `practice.js` and `practice.css` in the folder `assets`, beside the style of all pages, `page.css`. In an exam the data have a salted
//! hash for each mark in place of the answers and their reasons.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use super::grade::{Asked, Mark, Task, Tasks, Truth};
use super::judge::edge;
use super::{Order, Sheet, Solved, Unfit, Words};
use crate::draw::export::{Document, Still, Stills, asset};
use crate::draw::node_link::node_link;
use crate::draw::{
    Boards, Figure, Folds, Form, Frame, Options, Picture, Plain, Rect, Shape, Shown, Spacing, form, pos2, spoken, vec2,
};
use crate::search::CutoffRule;
use crate::tree::{NodeId, Player, Role, Tree};
use crate::{escape, format};

/// The most trees of a page.
pub const MOST_PROBLEMS: usize = 200;
/// The room of a leaf and of a level of the drawing, in points.
const SLOT: (f32, f32) = (31.0, 64.0);
/// The space around a drawing.
const EDGE: f32 = 9.0;
/// The room for the name of the last node of a level, beside it.
const BESIDE: f32 = 24.0;
/// The size of texts in a drawing.
const SIZE: f32 = 13.0;

/// Writes a page of practice about some exercises. With `is_exam` it has no answers but their hashes.
pub fn practice(sheets: &[Sheet<'_>], is_exam: bool) -> Result<String, Unfit> {
    let Some(first) = sheets.first() else { return Ok(String::new()) };
    let salt = is_exam.then(|| salt(sheets));
    let (mut stills, mut told) = (Stills::default(), Told::default());
    let (mut drawings, mut problems) = (String::new(), Vec::new());
    for (number, sheet) in sheets.iter().enumerate() {
        let tasks = Tasks::new(sheet.solved, sheet.questions, sheet.words)?;
        drawings += &problem(sheet, &tasks, &mut stills, number);
        let mut list = Vec::new();
        for task in &tasks.tasks {
            let place = format!("{number}/{}", task.question.id);
            list.push(of_task(sheet, &tasks.tree, task, salt.as_deref().map(|salt| (salt, place)), &mut told));
        }
        let mut told = json!({ "name": name(sheet), "tasks": list });
        if tasks.tasks.iter().any(|task| task.kind.is_whole()) {
            told["tree"] = searched(&tasks.tree);
        }
        problems.push(told);
    }
    let words: serde_json::Map<String, Json> =
        Words::of_practice().map(|key| (key.to_owned(), first.words.get(key).into())).collect();
    let data = json!({
        "salt": salt,
        "fromRight": first.solved.method.order == Order::Right,
        "isStrict": first.solved.method.rule == CutoffRule::Strict,
        "words": words,
        "sentences": told.sentences,
        "problems": problems,
    });
    let script = asset(include_str!("../../assets/practice.js"));
    let style = asset(include_str!("../../assets/page.css"))
        + &asset(include_str!("../../assets/practice.css"))
        + &stills.style()
        + &widths(sheets);
    let document = Document {
        title: &title(sheets),
        language: first.words.get("language"),
        attributes: "",
        style: &style,
        body: &body(first, &title(sheets), &drawings, is_exam),
        script: Some((&script, &data.to_string())),
        has_themes: true,
    };
    Ok(document.written())
}

/// The widths of the drawings on a screen: leaves stay large enough for a finger, and a small tree does not become huge.
fn widths(sheets: &[Sheet<'_>]) -> String {
    let mut rules = String::new();
    let counts: BTreeSet<usize> = sheets.iter().map(|sheet| sheet.solved.tree.leaf_count()).collect();
    for leaves in counts {
        let _ = writeln!(rules, ".wide-{leaves}{{min-width:{}px;max-width:{}px}}", leaves * 25, 160 + leaves * 76);
    }
    rules
}

/// Sentences, each once.
#[derive(Default)]
struct Told {
    numbers: HashMap<String, usize>,
    sentences: Vec<String>,
}

impl Told {
    fn number(&mut self, sentence: &str) -> usize {
        let sentence = format::visible(sentence);
        *self.numbers.entry(sentence.clone()).or_insert_with(|| {
            self.sentences.push(sentence);
            self.sentences.len() - 1
        })
    }
}

/// A number for a page that depends on nothing but its exercises: their seeds, their trees and how they are searched.
fn salt(sheets: &[Sheet<'_>]) -> String {
    let mut text = String::from("plyscope practice");
    for Sheet { solved: Solved { tree, method, seed, .. }, .. } in sheets {
        let (algorithm, rule) = (method.algorithm.id(), method.rule.id());
        let _ = write!(text, "\n{seed:?} {algorithm} {rule} {:?}", method.order);
        for node in tree.nodes().filter(|&node| tree.is_leaf(node)) {
            let _ = write!(text, " {:?}={:?}", tree.path(node), tree.value(node));
        }
    }
    hashed(&text)[..32].to_owned()
}

/// A tree as the alpha-beta of the script searches it: by the index of a node, its children, whether MAX moves, and the value of a leaf.
fn searched(tree: &Tree) -> Json {
    let children = |node| tree.children(node).map(NodeId::index).collect::<Vec<_>>();
    json!({
        "children": tree.nodes().map(children).collect::<Vec<_>>(),
        "isMax": tree.nodes().map(|node| tree.player(node) == Player::Max).collect::<Vec<_>>(),
        "values": tree.nodes().map(|node| tree.value(node)).collect::<Vec<_>>(),
    })
}

/// What is in the page in place of an answer.
fn hashed(text: &str) -> String {
    let mut hash = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(hash, "{byte:02x}");
    }
    hash
}

/// What an answer is in the page: `yes` and `no` for a mark, `either` where both are right, or the number or the outcome.
fn answer(truth: &Truth) -> String {
    match truth {
        Truth::Marked => "yes".to_owned(),
        Truth::Unmarked => "no".to_owned(),
        Truth::Either => "either".to_owned(),
        Truth::Turn(turn) => turn.to_string(),
        Truth::Number(text) | Truth::Outcome(text) => text.clone(),
    }
}

fn of_task(sheet: &Sheet<'_>, tree: &Tree, task: &Task, exam: Option<(&str, String)>, told: &mut Told) -> Json {
    let mut marks = Vec::new();
    for mark in &task.marks {
        let mut data = json!({ "place": mark.place.to_string(), "node": mark.place.node.index() });
        if task.kind.is_typed() {
            let (label, end) = field(sheet, tree, mark);
            data["label"] = label.into();
            data["end"] = end.into();
        }
        if let Some((salt, place)) = &exam {
            let hash = |answer: &str| hashed(&format!("{salt}\n{place}/{}\n{answer}", mark.place));
            data["hash"] = hash(&answer(&mark.truth)).into();
            add_also(&mut data, mark.also.iter().map(|spelling| hash(spelling)));
        } else {
            data["truth"] = answer(&mark.truth).into();
            add_also(&mut data, mark.also.iter().cloned());
            data["why"] = told.number(&mark.why).into();
            data["look"] = mark.look.index().into();
            data["hints"] = mark.hints.iter().map(|hint| told.number(hint)).collect::<Vec<_>>().into();
        }
        marks.push(data);
    }
    let id = task.question.id;
    let mut data = json!({ "id": id, "kind": task.kind.id(), "text": sheet.words.get(&task.asked()), "marks": marks });
    if !task.crossed.is_empty() {
        data["crossed"] = task.crossed.iter().map(|node| node.index()).collect::<Vec<_>>().into();
    }
    if exam.is_none() && !task.cutoffs.is_empty() {
        let cutoff = |(below, mark): &(String, Mark)| json!({ "below": below, "look": mark.look.index(), "comparison": told.number(&mark.hints[2]) });
        data["cutoffs"] = task.cutoffs.iter().map(cutoff).collect::<Vec<_>>().into();
    }
    data
}

/// Adds the other right spellings of a number, or their hashes.
fn add_also(data: &mut Json, spellings: impl Iterator<Item = String>) {
    let also: Vec<String> = spellings.collect();
    if !also.is_empty() {
        data["also"] = also.into();
    }
}

/// What a field is called, and the end of a window that it is for.
fn field(sheet: &Sheet<'_>, tree: &Tree, mark: &Mark) -> (String, Option<&'static str>) {
    let name = format::visible(tree.label(mark.place.node).unwrap_or_default());
    match mark.place.asked {
        Asked::Itself => (name, None),
        Asked::Entered(end) => (sheet.words.with("entered", "node", &name), Some(end.letter())),
        Asked::Left(end) => (sheet.words.with("left-with", "node", &name), Some(end.letter())),
    }
}

/// What tells the exercises of a page apart.
fn name(sheet: &Sheet<'_>) -> String {
    match sheet.solved.seed {
        Some(seed) => sheet.words.with("seed", "seed", &seed.to_string()),
        None => format::visible(&format::clipped(sheet.solved.tree.title(), 48)),
    }
}

/// What a file with these exercises is called.
pub(super) fn title(sheets: &[Sheet<'_>]) -> String {
    match sheets {
        [only] => only.title(),
        all => all.first().map_or_else(String::new, |sheet| sheet.words.get("title").to_owned()),
    }
}

fn text(words: &str) -> String {
    escape::xml(&format::visible(words))
}

/// A drawing with its questions, which readers without JavaScript see.
fn problem(sheet: &Sheet<'_>, tasks: &Tasks, stills: &mut Stills, number: usize) -> String {
    let tree = &tasks.tree;
    let (leaves, levels) = (tree.leaf_count() as f32, tree.height() as f32 + 1.0);
    let longest = tree.nodes().filter(|&node| tree.is_leaf(node)).filter_map(|node| tree.value(node));
    let digits = longest.map(|value| sheet.solved.number(value).chars().count()).max().unwrap_or(1) as f32;
    let size =
        vec2(leaves * SLOT.0.max(digits * 9.0 + 14.0).max(if leaves < 8.0 { 44.0 } else { 0.0 }), levels * SLOT.1);
    let shown = Shown { tree, folds: &Folds::NONE };
    let options = Options { points: Some(SIZE), ..Options::default() };
    let figure = Figure { shown, overlay: &Plain(tree), game: None, options };
    let spacing = Spacing { comfort: size, roomy: size, margin: vec2(BESIDE, 0.0) };
    let pane = Rect::from_min_size(pos2(0.0, 0.0), size).expand2(vec2(BESIDE, 0.0));
    let frame = Frame::fitting(&shown, pane, spacing);
    let mut drawn = node_link(&figure, &frame, &mut Boards::default());
    without_questions(&mut drawn.picture, tree);
    let still = stills.still(&drawn);
    let view = still.view.expand(EDGE);
    let name = name(sheet);
    let heading = if name.is_empty() { sheet.words.get("title").to_owned() } else { name };
    let mut markup = format!("<section class=\"problem\" id=\"problem-{number}\">\n<h2>{}</h2>\n", text(&heading));
    let _ = writeln!(
        markup,
        "<div class=\"scroll\"><svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree wide-{leaves}\" \
         viewBox=\"{:.0} {:.0} {:.0} {:.0}\" role=\"group\" aria-label=\"{}\">",
        view.left().floor(),
        view.top().floor(),
        view.width().ceil() + 1.0,
        view.height().ceil() + 1.0,
        text(&heading)
    );
    let crossed: Vec<NodeId> = tasks.tasks.iter().flat_map(|task| task.crossed.iter().copied()).collect();
    drawing(tree, &still, &crossed, &mut markup);
    markup += "</svg></div>\n<ol class=\"asked\">";
    for task in &tasks.tasks {
        let _ = write!(markup, "<li>{}</li>", text(sheet.words.get(&task.asked())));
    }
    markup + "</ol>\n</section>\n"
}

/// Takes the question marks out of empty leaves, in which values are typed.
pub(crate) fn without_questions(picture: &mut Picture, tree: &Tree) {
    let is_empty = |node: &Option<NodeId>| node.is_some_and(|node| tree.is_leaf(node) && tree.value(node).is_none());
    picture.shapes.retain(|(node, shape)| {
        let is_question = matches!(shape, Shape::Text(text) if text.words == "?");
        !(is_question && is_empty(node))
    });
}

/// The edges, some of them crossed out, and the nodes, each with what its marks look like.
fn drawing(tree: &Tree, still: &Still, crossed: &[NodeId], markup: &mut String) {
    *markup += "<g class=\"edges\">";
    for (node, lines, [a, b]) in &still.edges {
        let (middle, along) = (*a + (*b - *a) * 0.55, (*b - *a).normalized());
        let across = vec2(-along.y, along.x);
        let mut strokes = String::new();
        for shift in [-2.5_f32, 2.5] {
            let (from, to) = (middle + along * shift - across * 7.0, middle + along * shift + across * 7.0);
            let _ = write!(strokes, "M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
        }
        let _ = write!(
            markup,
            "<g class=\"edge{}\" data-node=\"{}\" data-name=\"{}\" data-at=\"{:.1} {:.1}\">\
             <path class=\"hit\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>{lines}<path class=\"slash\" d=\"{strokes}\"/></g>",
            if crossed.contains(node) { " crossed" } else { "" },
            node.index(),
            text(&edge(tree, *node)),
            middle.x,
            middle.y,
            a.x,
            a.y,
            b.x,
            b.y
        );
    }
    *markup += "</g>\n<g class=\"nodes\">";
    for (node, shapes, room) in &still.nodes {
        let (centre, kind) = (room.center(), if tree.is_leaf(*node) { "leaf" } else { "inner" });
        let within = match tree.role(*node) {
            Role::Player(Player::Max) => room.height() * 0.16,
            Role::Player(Player::Min) => -room.height() * 0.16,
            Role::Chance => 0.0,
        };
        // The upper corner of a MIN node has its name beside it.
        let sign = match form(tree, *node) {
            Form::Min => centre + vec2(room.width() * 0.36, room.height() * 0.28),
            Form::Max | Form::Chance | Form::Leaf => room.right_top(),
        };
        let _ = write!(
            markup,
            "<g class=\"node {kind}\" data-node=\"{}\" data-name=\"{}\" data-at=\"{:.1} {:.1}\" role=\"img\" aria-label=\"{}\">{shapes}",
            node.index(),
            text(tree.label(*node).unwrap_or_default()),
            sign.x,
            sign.y,
            text(&spoken::node(tree, *node))
        );
        let ring = room.expand(4.0);
        let _ = write!(
            markup,
            "<rect class=\"halo\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\"/>",
            ring.left(),
            ring.top(),
            ring.width(),
            ring.height()
        );
        if tree.is_leaf(*node) && tree.value(*node).is_some() {
            let _ = write!(
                markup,
                "<path class=\"slash\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
                room.left() - 3.0,
                room.bottom() + 3.0,
                room.right() + 3.0,
                room.top() - 3.0
            );
        } else {
            let down = if tree.is_leaf(*node) { 0.0 } else { within };
            let _ = write!(
                markup,
                "<text class=\"typed\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"{SIZE}\"></text>",
                centre.x,
                centre.y + down + SIZE * 0.36
            );
        }
        *markup += "</g>";
    }
    *markup += "</g>\n<g class=\"verdicts\" aria-hidden=\"true\"></g>\n";
}

/// Everything that is to be seen.
fn body(sheet: &Sheet<'_>, title: &str, drawings: &str, is_exam: bool) -> String {
    let words = |key| text(sheet.words.get(key));
    let name = if is_exam {
        format!("<label class=\"name\">{} <input id=\"name\" autocomplete=\"name\"></label>", words("name"))
    } else {
        String::new()
    };
    format!(
        "<body class=\"practising{}\">\n<a class=\"skip\" href=\"#panel\">{}</a>\n<main>\n\
         <header class=\"page\"><div><h1>{}</h1><p>{}</p></div>{name}</header>\n<div class=\"practice\">\n\
         <div class=\"trees\">\n{drawings}</div>\n{PANEL}</div>\n</main>\n\
         <footer><label id=\"themes\" hidden><span></span> <select id=\"theme\"></select></label>\
         <span>{}</span></footer>\n\
         <noscript><p class=\"note\">{}</p></noscript>\n",
        if is_exam { " exam" } else { "" },
        words("skip"),
        text(title),
        text(&sheet.introduction()),
        words("made-with"),
        words("no-script"),
    )
}

/// What the script fills and shows.
const PANEL: &str = r#"<section class="panel" id="panel" tabindex="-1" hidden>
<div class="where"><p id="where"></p><label id="modes"><span></span> <select id="mode"></select></label></div>
<div id="questions" role="group"></div>
<h2 id="ask" tabindex="-1"></h2>
<p id="how"></p>
<div id="fields"></div>
<div class="buttons"><button type="button" id="hint"></button><span class="group"><button type="button" id="retry"></button><button type="button" id="check"></button><button type="button" id="next"></button></span></div>
<div id="told" role="status" tabindex="-1"></div>
<div class="ending"><p id="score"></p><span><button type="button" id="another" class="link"></button> <button type="button" id="end" class="link"></button></span></div>
</section>
<section class="panel" id="results" tabindex="-1" hidden></section>
"#;
