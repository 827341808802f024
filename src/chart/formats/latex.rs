//! Charts in LaTeX, drawn by the package pgfplots in the font of the document.

use std::fmt::Write;

use plotters::style::RGBColor;

use super::super::style::{curve_look, pattern};
use super::super::ticks::{Range, label, ranges};
use super::super::{Axis, Chart, ChartError, Curve, Look, Mark, Mean, Page, PageSize, Series, points};
use crate::escape;
use crate::format;
use crate::table::bare;

/// Makes the file a stand-alone document unless pgfplots is already loaded.
const START: &str = "\\ifdefined\\pgfplotsset\\else
  \\documentclass[border=2mm]{standalone}
  \\usepackage{pgfplots}
  \\pgfplotsset{compat=1.14}
  \\def\\plyscopeend{\\end{document}}
  \\begin{document}
\\fi
";
/// The usual width in millimetres.
const USUAL_WIDTH: f64 = 120.0;
/// The height as a share of the width.
const HEIGHT: f64 = 0.65;
/// The width of a line sample in the legend, with the space beside it, in millimetres.
const SAMPLE: f64 = 22.0;
/// A line sample, wide enough for every pattern, with a mark in its middle.
const LEGEND_IMAGE: &str = "legend image code/.code={\\draw[mark repeat=2, mark phase=2, #1] plot coordinates {(0mm,0mm) (7mm,0mm) (14mm,0mm)};}";
/// The most runs that are drawn as dots; the memory of TeX is enough for about 8,000.
const MOST_DOTS: usize = 6_000;
const END: &str = "\\ifdefined\\plyscopeend\\expandafter\\plyscopeend\\fi\n";

/// Writes a chart as a file that is both a stand-alone document and a fragment: `\input` in a document that loads pgfplots gives the picture only.
/// Of the page, the width and the legend apply.
///
/// # Errors
///
/// If there are more dots than LaTeX can usually draw.
pub fn latex(chart: &Chart, page: &Page) -> Result<String, ChartError> {
    let dots: usize = chart.series.iter().map(|series| series.runs.len()).sum();
    if dots > MOST_DOTS {
        return Err(ChartError::TooManyDots(dots, MOST_DOTS));
    }
    let (x, y) = ranges(chart);
    let mut text = format!(
        "% {}\n% {}\n% A stand-alone document, or a picture for \\input in a document with \\usepackage{{pgfplots}} in its preamble.\n{START}",
        format::visible(&chart.title),
        format::visible(&chart.caption)
    );
    text += "\\begin{tikzpicture}[line join=round]\n";
    let width = page.size.map_or(USUAL_WIDTH, PageSize::width);
    let height = width * HEIGHT;
    let _ = writeln!(
        text,
        "\\begin{{axis}}[\n  width={width:.1}mm, height={height:.1}mm, axis lines=left, grid=major, clip=false,"
    );
    axis(&mut text, 'x', &chart.x, x);
    axis(&mut text, 'y', &chart.y, y);
    text += "  major grid style={black!12}, tick style={black!60}, tick align=outside, scaled ticks=false,\n";
    text += "  legend style={at={(current bounding box.south west)}, anchor=north west, draw=none, font=\\small, cells={anchor=west, align=left}},\n";
    let _ = writeln!(text, "  {LEGEND_IMAGE},\n]");
    let plots = Plots { x, y };
    for (series, look) in chart.top_down() {
        plots.band(&mut text, series, look);
    }
    // Curves are drawn before the series, which lie over them, but follow them in the legend.
    for curve in &chart.curves {
        plots.curve(&mut text, chart, curve);
    }
    for (series, look) in chart.top_down() {
        plots.series(&mut text, series, look);
        if page.has_legend {
            text += &legend_entry(&(series.name() + series.remark(&chart.y)), width);
        }
    }
    for curve in chart.curves.iter().filter(|_| page.has_legend) {
        let _ = writeln!(text, "\\addlegendimage{{{}}}", dashes(chart, curve));
        text += &legend_entry(curve.kind.name(), width);
    }
    Ok(text + "\\end{axis}\n\\end{tikzpicture}\n" + END)
}

/// The legend entry of the line before it, broken if it is too long for a chart of a width in millimetres.
fn legend_entry(name: &str, width: f64) -> String {
    let width = width - SAMPLE;
    format!("\\addlegendentry[text width={width:.1}mm, text depth=]{{{}}}\n", escape::latex(name))
}

/// The options of an axis, with the same marks as in the other formats.
fn axis(text: &mut String, name: char, axis: &Axis, range: Range) {
    let (low, high) = range.ends();
    let ticks = range.ticks(axis.numbers);
    let labelled = |tick| (bare(tick), format!("{{{}}}", escape::latex(&label(tick, axis.numbers))));
    let (numbers, labels): (Vec<_>, Vec<_>) = ticks.into_iter().map(labelled).unzip();
    let mode = if axis.is_log { "log" } else { "linear" };
    let _ = writeln!(
        text,
        "  {name}mode={mode}, {name}min={}, {name}max={}, {name}label={{{}}},\n  {name}tick={{{}}}, {name}ticklabels={{{}}}, {name}minorticks=false,",
        bare(low),
        bare(high),
        escape::latex(&axis.title),
        numbers.join(", "),
        labels.join(", ")
    );
}

/// The plots between these axes.
struct Plots {
    x: Range,
    y: Range,
}

impl Plots {
    /// The coordinates of the points that the axes can show.
    fn coordinates(&self, points: &[(f64, f64)]) -> String {
        let shown = points.iter().filter(|(x, y)| self.x.position(*x).is_some() && self.y.position(*y).is_some());
        shown.map(|&(x, y)| format!("({}, {})", bare(x), bare(y))).collect::<Vec<_>>().join(" ")
    }

    fn band(&self, text: &mut String, series: &Series, look: Look) {
        let lowest = self.y.ends().0;
        let low = |mean: &Mean| (mean.x, if self.y.position(mean.band.0).is_some() { mean.band.0 } else { lowest });
        let colour = colour(look.colour);
        for part in series.parts() {
            let high = part.iter().rev().map(|mean| (mean.x, mean.band.1));
            let outline = self.coordinates(&part.iter().map(low).chain(high).collect::<Vec<_>>());
            if part.iter().all(|mean| mean.band.0 >= mean.band.1) {
                continue;
            }
            // A single point has an error bar.
            let (style, end) = if part.len() == 1 {
                ("no marks, line width=2.4pt, draw opacity=0.2", "")
            } else {
                ("draw=none, fill, fill opacity=0.2", " -- cycle")
            };
            let _ = writeln!(text, "\\addplot[{colour}, {style}, forget plot] coordinates {{{outline}}}{end};");
        }
    }

    fn series(&self, text: &mut String, series: &Series, look: Look) {
        let colour = colour(look.colour);
        if !series.runs.is_empty() {
            let runs = self.coordinates(&series.runs);
            let _ = writeln!(
                text,
                "\\addplot[only marks, mark=*, mark size=0.8pt, {colour}, opacity=0.35, forget plot] coordinates {{{runs}}};"
            );
        }
        let parts: Vec<_> = series.parts().map(|part| self.coordinates(&points(part))).collect();
        // What is no number is a gap.
        let means = parts.join(" (nan, nan) ");
        let gaps = if means.contains("nan") { "unbounded coords=jump, " } else { "" };
        let _ = writeln!(
            text,
            "\\addplot[{colour}, thick, {gaps}{}{}] coordinates {{{means}}};",
            pattern_of(pattern(look.dash)),
            mark(look)
        );
        for mean in series.means.iter().filter(|mean| mean.is_stopped && self.y.position(mean.y).is_some()) {
            // The true mean is higher.
            let point = format!("axis cs:{}, {}", bare(mean.x), bare(mean.y));
            let _ = writeln!(text, "\\draw[->, thick, {colour}] ({point}) -- ([yshift=14pt]{point});");
        }
    }

    fn curve(&self, text: &mut String, chart: &Chart, curve: &Curve) {
        let points = self.coordinates(&curve.points);
        // A single point becomes a short line.
        let mark = if curve.points.len() == 1 { "mark=-, mark size=10pt" } else { "no marks" };
        let _ = writeln!(text, "\\addplot[{}, {mark}, forget plot] coordinates {{{points}}};", dashes(chart, curve));
    }
}

/// The style of a curve.
fn dashes(chart: &Chart, curve: &Curve) -> String {
    let look = curve_look(chart, curve.kind);
    let width = if look.is_wide { "line width=2.4pt" } else { "thin" };
    format!("{}{}, {width}, draw opacity={}", pattern_of(&look.pattern), colour(look.colour), look.opacity())
}

/// The strokes and gaps of a line, with a comma; empty if it is not broken.
fn pattern_of(lengths: &[i32]) -> String {
    let mut text = String::new();
    for (index, length) in lengths.iter().enumerate() {
        let (start, part) = if index == 0 { ("dash pattern=", "on") } else { (" ", ["on", "off"][index % 2]) };
        let _ = write!(text, "{start}{part} {length}pt");
    }
    if text.is_empty() { text } else { text + ", " }
}

fn colour(RGBColor(red, green, blue): RGBColor) -> String {
    format!("color={{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// The mark of a series; hollow for algorithms that do not prune.
fn mark(look: Look) -> String {
    let (mark, turned) = match look.mark {
        Mark::Circle => ("*", ""),
        Mark::Square => ("square*", ""),
        Mark::Diamond => ("diamond*", ""),
        Mark::Up => ("triangle*", ""),
        Mark::Down => ("triangle*", "rotate=180, "),
        Mark::Tall => ("square*", "xscale=0.5, "),
        Mark::Wide => ("square*", "yscale=0.5, "),
        Mark::Cross => ("x", "very thick, "),
        Mark::Plus => ("+", "very thick, "),
    };
    let fill = if look.is_filled { "" } else { "fill=white, " };
    format!("mark={mark}, mark options={{{turned}{fill}solid}}")
}
