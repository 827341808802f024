//! The part of the style of a page that depends on its drawings: the colours of inks in both themes and on paper, and sizes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::elements::{Elements, name};
use super::{Shared, least, natural};
use crate::draw::page::Style;
use crate::draw::{Fill, Ink, Palette, Pattern};

use super::super::svg::name_of;

/// The inks of the page around the drawings.
const PAGE: [Ink; 9] = [
    Ink::Background,
    Ink::Text,
    Ink::FaintText,
    Ink::Edge,
    Ink::Fill,
    Ink::Evaluated,
    Ink::OnEvaluated,
    Ink::Cutoff,
    Ink::Selected,
];

/// Drawings that are wider than this, in points, are printed across the paper.
const WIDE: f32 = 800.0;

/// Whether the page follows the theme of its reader; shades of grey and hatchings are as on paper.
pub(super) fn has_themes(style: &Style) -> bool {
    style.paper() == Palette::Light
}

/// The palettes on a light and on a dark screen, and on paper.
fn palettes(style: &Style) -> [Palette; 3] {
    match style.paper() {
        Palette::Light => [Palette::Light, Palette::Dark, Palette::BlackAndWhite],
        paper => [paper; 3],
    }
}

/// The rules of the drawings.
pub(super) fn style(style: &Style, shared: &Shared) -> String {
    inks(style, &shared.elements) + &sizes(style, shared)
}

/// The colours of all elements, and their lines.
pub(super) fn inks(style: &Style, elements: &Elements) -> String {
    let mut inks: BTreeSet<Ink> = PAGE.into();
    inks.extend(&elements.fills);
    inks.extend(&elements.strokes);
    let [light, dark, paper] = palettes(style).map(|palette| variables(palette, &inks));
    let mut rules = String::from("\n/* The drawings */\n");
    let _ = writeln!(rules, ":root{{{light}}}");
    if has_themes(style) {
        let _ = writeln!(rules, ":root[data-theme=dark]{{color-scheme:dark;{dark}}}");
        let _ = writeln!(
            rules,
            "@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}"
        );
        let _ = writeln!(rules, ":root[data-theme=light]{{color-scheme:light}}");
    }
    let _ = writeln!(rules, "@media print{{:root:root:root{{color-scheme:light;{paper}}}}}");
    for &ink in &elements.fills {
        let _ = write!(rules, ".f-{0}{{fill:var(--{0})}}", name(ink));
    }
    for &ink in &elements.strokes {
        // The areas of an ink may be hatched, but not its lines.
        let _ = write!(rules, ".s-{0}{{stroke:var(--{0}-line,var(--{0}))}}", name(ink));
    }
    for width in &elements.widths {
        let _ = write!(rules, ".w{width}{{stroke-width:{}}}", f64::from(*width) / 10.0);
    }
    for (class, pattern) in [("dashed", Pattern::Dashed), ("dotted", Pattern::Dotted)] {
        if let Some([dash, gap]) = pattern.dashes() {
            let _ = write!(rules, ".{class}{{stroke-dasharray:{dash} {gap}}}");
        }
    }
    rules
}

/// How large the drawings are.
fn sizes(style: &Style, shared: &Shared) -> String {
    let mut rules = String::new();
    let size = natural(shared.view, style);
    let (width, most) = (size.x.ceil(), (size.x * 1.6).ceil());
    // A small tree grows as long as all of it is seen.
    let share = size.x / size.y.max(1.0);
    let grown = format!("calc((100vh - 300px)*{share:.3})");
    let _ = writeln!(rules, "\n:root{{--least:{}px;--natural-height:{}px}}", least(width), size.y.ceil());
    let _ = writeln!(rules, ".tree{{min-width:{width}px;max-width:max({width}px,min({most}px,{grown}))}}");
    let _ =
        writeln!(rules, ".panes{{grid-template-columns:repeat(auto-fit,minmax(min(100%,{}px),1fr))}}", width + 34.0);
    if width > WIDE {
        rules += "@page{size:landscape}\n";
    }
    rules
}

/// The colours of inks as variables.
fn variables(palette: Palette, inks: &BTreeSet<Ink>) -> String {
    let mut variables = String::new();
    for &ink in inks {
        let _ = match palette.fill(ink) {
            Fill::Solid(color) => write!(variables, "--{}:{color};", name(ink)),
            Fill::Hatched(hatch) => {
                let color = palette.color(ink);
                write!(variables, "--{0}:url(#{1});--{0}-line:{color};", name(ink), name_of(hatch))
            }
        };
    }
    variables
}

/// The hatchings of paper.
pub(super) fn patterns(style: &Style, shared: &Shared) -> String {
    let [.., paper] = palettes(style);
    let mut hatches = BTreeSet::new();
    for &ink in &shared.elements.fills {
        if let Fill::Hatched(hatch) = paper.fill(ink) {
            hatches.insert(hatch);
        }
    }
    let mut patterns = String::new();
    for hatch in hatches {
        patterns += &super::super::svg::pattern(hatch, 1.0);
    }
    patterns
}
