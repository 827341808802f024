//! The elements of a page: its heading, the drawings, the controls and the legend.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::colours;
use super::course::Situation;
use super::elements::kebab;
use super::stage::LAYERS;
use super::{Scene, Shared};
use crate::draw::page::{Panel, Sheet, Style};
use crate::draw::{Legend, Pos2, Rect, Shown, Sign, Symbol, Thing, Vec2, spoken};
use crate::tree::NodeId;
use crate::{escape, format};

/// The side of a symbol in the legend.
const SYMBOL: f32 = 16.0;

/// The name of a node or a fold for screen readers.
pub(super) fn name(shown: &Shown<'_>, node: NodeId) -> String {
    let thing = shown.thing(node);
    match thing {
        Thing::Node(node) => spoken::node(shown.tree, node),
        Thing::Fold(_) => {
            let nodes = shown.nodes_of(thing).len() as u64;
            format!("folded subtree of {}", format::count(nodes, "node", "nodes"))
        }
    }
}

/// Text of the page.
fn text(words: &str) -> String {
    escape::xml(&format::visible(words))
}

/// The body, without its end.
pub(super) fn body(sheet: &Sheet<'_>, style: &Style, scenes: &[Scene], shared: &mut Shared, has_steps: bool) -> String {
    let legend = if style.has_legend { legend(scenes, shared) } else { String::new() };
    let mut body = String::from("<body>\n");
    if has_steps {
        body += "<a class=\"skip\" href=\"#steps\">Skip to the steps</a>\n";
    }
    let patterns = colours::patterns(style, shared);
    if !patterns.is_empty() {
        let _ = write!(
            body,
            "<svg class=\"patterns\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{patterns}</defs></svg>\n"
        );
    }
    body += "<main>\n";
    body += &heading(sheet, style);
    body += "<div class=\"panes\">\n";
    for (index, (panel, scene)) in sheet.panels.iter().zip(scenes).enumerate() {
        pane(panel, scene, shared, style, index, &mut body);
    }
    body += "</div>\n";
    if has_steps {
        body += CONTROLS;
    }
    body += &legend;
    body += "</main>\n<footer>";
    if has_steps && colours::has_themes(style) {
        body += THEMES;
    }
    body + "<span>Made with Plyscope. This page works offline.</span></footer>\n"
}

/// The title, and the caption where it says more.
fn heading(sheet: &Sheet<'_>, style: &Style) -> String {
    let caption = if style.has_caption { sheet.caption.trim() } else { "" };
    let title = if sheet.title.is_empty() { "A search" } else { &sheet.title };
    // The usual caption is the title with the size of the tree in parentheses.
    let rest = caption.strip_prefix(sheet.title.as_str()).unwrap_or(caption).trim();
    let rest = rest
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'))
        .map_or_else(|| rest.to_owned(), |(size, more)| format!("{size}{more}"));
    let mut heading = format!("<header class=\"page\"><h1>{}</h1>", text(title));
    if !rest.is_empty() {
        let _ = write!(heading, "<p>{}</p>", text(&rest));
    }
    heading + "</header>\n"
}

/// A search with its drawing.
fn pane(panel: &Panel<'_>, scene: &Scene, shared: &Shared, style: &Style, index: usize, body: &mut String) {
    let name = panel.steps.map_or(panel.title.as_str(), |steps| steps.name);
    let status = panel.title.strip_prefix(name).unwrap_or_default().trim_start_matches([':', ' ']);
    let of = if name.is_empty() { "Tree".to_owned() } else { format!("Tree of {}", text(name)) };
    let _ = writeln!(body, "<section class=\"pane\" data-search=\"{index}\">");
    if style.has_titles && !name.is_empty() {
        let _ = writeln!(body, "<header><h2>{}</h2><p class=\"status\">{}</p></header>", text(name), text(status));
    }
    let (corner, size) = (shared.view.min, shared.view.size());
    let view = format!("{:.0} {:.0} {:.0} {:.0}", corner.x.floor(), corner.y.floor(), size.x.ceil(), size.y.ceil());
    let _ = writeln!(body, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{of}\">");
    let _ = writeln!(
        body,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree\" viewBox=\"{view}\" role=\"group\" aria-label=\"{of}\">"
    );
    for (layer, class) in LAYERS.iter().enumerate() {
        let hidden = if layer == super::stage::NODES { "" } else { " aria-hidden=\"true\"" };
        let _ = write!(body, "<g class=\"{class}\"{hidden}>");
        for (group, key) in scene.keys.iter().enumerate().filter(|(_, key)| key.1 == layer) {
            self::group(panel, scene, shared, (group, key.0), body);
        }
        *body += "</g>\n";
    }
    *body += "<g class=\"marks\" aria-hidden=\"true\"></g>\n</svg>\n</div>\n</section>\n";
}

/// A group of shapes at the end of the search.
fn group(panel: &Panel<'_>, scene: &Scene, shared: &Shared, (group, place): (usize, usize), body: &mut String) {
    let number = scene.course.last[place];
    let (said, list) = &shared.variants.items[scene.variants[group][number]];
    if said.is_some() {
        let situation: &Situation = &scene.course.situations[place][number];
        let search = panel.steps.map_or("", |steps| steps.name);
        let mut label = shared.names[place].clone();
        if let Some(value) = said.as_ref().and_then(|said| said.value) {
            let _ = write!(label, ", {}", shared.elements.words.items[value]);
        }
        let look = spoken::look(situation.look, search);
        if !look.is_empty() {
            let _ = write!(label, ", {look}");
        }
        let (node, look) = (shared.places.nodes[place].index(), kebab(&format!("{:?}", situation.look)));
        let _ =
            write!(body, "<g role=\"img\" data-node=\"{node}\" data-look=\"{look}\" aria-label=\"{}\">", text(&label));
    } else {
        *body += "<g>";
    }
    *body += &shared.elements.markup(list);
    *body += "</g>";
}

/// The symbols of all drawings with their meanings.
fn legend(scenes: &[Scene], shared: &mut Shared) -> String {
    let (mut all, mut at_end) = (Legend::default(), Legend::default());
    for scene in scenes {
        for legend in &scene.drawn.legends {
            all.merge(legend);
        }
        // The last one is that of the end.
        scene.drawn.legends.last().into_iter().for_each(|legend| at_end.merge(legend));
    }
    let at_end = at_end.symbols();
    let square = Rect::from_min_size(Pos2::ZERO, Vec2::splat(SYMBOL));
    let mut entries: Vec<(Cow<'_, str>, &str, String)> = Vec::new();
    for symbol in all.symbols() {
        let meaning = all.words(symbol);
        let sign = sign(symbol.sign(square), shared);
        let class = match symbol {
            Symbol::Window => " class=\"window\"",
            // Paper shows the end.
            symbol if !at_end.contains(&symbol) => " class=\"step\"",
            _ => "",
        };
        match entries.iter_mut().find(|(words, ..)| *words == meaning) {
            Some((.., signs)) => *signs += &sign,
            None => entries.push((meaning, class, sign)),
        }
    }
    if entries.is_empty() {
        return String::new();
    }
    let mut list = String::from("<details class=\"legend\" open><summary>Legend</summary>\n<ul>\n");
    for (words, class, signs) in entries {
        let _ = writeln!(list, "<li{class}>{signs}<span>{}</span></li>", text(&words));
    }
    list + "</ul>\n</details>\n"
}

fn sign(sign: Sign, shared: &mut Shared) -> String {
    match sign {
        Sign::Text(words, _) => format!("<b>{}</b>", text(words)),
        Sign::Shapes(shapes) => {
            let mut list = Vec::new();
            let room = Rect::from_min_size(Pos2::ZERO, Vec2::splat(SYMBOL));
            for shape in &shapes {
                shared.elements.add(shape, room, false, &mut list);
            }
            let markup = shared.elements.markup(&list);
            format!("<svg viewBox=\"-2 -2 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\">{markup}</svg>")
        }
    }
}

/// The controls, which the script shows.
const CONTROLS: &str = r#"<noscript><p class="note">Without JavaScript, this page shows the end of each search and not its steps.</p></noscript>
<section class="controls" id="steps" aria-label="Steps of the search" tabindex="-1" hidden>
<div class="said"><p id="sentence" aria-live="polite"></p><p id="more"><button type="button" id="cause" class="link" hidden></button> <span id="otherwise"></span></p></div>
<div class="line"><svg id="ticks" aria-hidden="true" preserveAspectRatio="none"></svg><input type="range" id="slider" min="0" value="0" aria-label="Step"></div>
<div class="buttons">
<span class="group"><button type="button" id="start" class="wide" aria-label="First step" title="First step (Home)"><svg viewBox="0 0 16 16"><path d="M3 3v10M13 3 6 8l7 5z"/></svg></button>
<button type="button" id="back" aria-label="Previous step" title="Previous step (←)"><svg viewBox="0 0 16 16"><path d="M12 3 5 8l7 5z"/></svg></button>
<button type="button" id="play" title="Play or pause (P)"><svg viewBox="0 0 16 16"><path class="to-play" d="M4 3l9 5-9 5z"/><path class="to-pause" d="M4 3h3v10H4zM9 3h3v10H9z"/></svg><span>Play</span></button>
<button type="button" id="next" aria-label="Next step" title="Next step (→)"><svg viewBox="0 0 16 16"><path d="M4 3l7 5-7 5z"/></svg></button>
<button type="button" id="end" class="wide" aria-label="Last step" title="Last step (End)"><svg viewBox="0 0 16 16"><path d="M13 3v10M3 3l7 5-7 5z"/></svg></button></span>
<span class="group"><button type="button" id="cut-before" aria-label="Previous cutoff" title="Previous cutoff ([)"><svg viewBox="0 0 16 16"><path d="M5 5 2 8l3 3z"/><path class="cut" d="M8 13 10 3M12.5 13 14.5 3"/></svg><span class="wide">Previous cutoff</span></button>
<button type="button" id="cut-next" aria-label="Next cutoff" title="Next cutoff (])"><svg viewBox="0 0 16 16"><path class="cut" d="M1.5 13 3.5 3M6 13 8 3"/><path d="M11 5l3 3-3 3z"/></svg><span class="wide">Next cutoff</span></button></span>
<span class="group options"><label title="Show the window (alpha, beta) of each node (W)"><input type="checkbox" id="windows">Windows</label>
<label title="Make the tree as wide as the page"><input type="checkbox" id="fit">Fit width</label>
<label><span class="wide">Speed</span><select id="speed" aria-label="Speed"><option value="0.5">1 step in 2 s</option><option value="1">1 step/s</option><option value="2" selected>2 steps/s</option><option value="4">4 steps/s</option><option value="10">10 steps/s</option></select></label></span>
</div>
</section>
"#;

/// The choice of the theme, which the script shows.
const THEMES: &str = r#"<label id="themes" hidden>Theme <select id="theme"><option value="">as the system</option><option value="light">light</option><option value="dark">dark</option></select></label>"#;
