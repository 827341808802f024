//! Makes the charts of a sweep: one for each view and each combination of the parameters that are not on an axis.

use std::collections::HashSet;
use std::fmt::Write;

use super::{Axis, Chart, Curve, Mean, Numbering, Series, Theory};
use crate::experiment::Unit;
use crate::experiment::sweep::{Against, Cell, Ending, Measure, Ratio, Results, Run, Scale, Source, Sweep, View};
use crate::format::{count, grouped};
use crate::generate::{Generator, Leaves, Ordering};
use crate::search::catalogue::LeafClass;
use crate::sorting;
use crate::theory;

/// Above this ratio of the largest to the smallest number the axis is logarithmic.
const FAR_APART: f64 = 20.0;

/// The charts in the spec of a sweep, without empty ones.
pub fn of_sweep(sweep: &Sweep, results: &Results) -> Vec<Chart> {
    let spec = sweep.spec().to_toml().unwrap_or_default();
    let missing = sweep.missing(results);
    let missing = missing.as_deref();
    let of_view = |view: &View| {
        let of_random = axes(sweep, view, true).into_iter().map(|against| (against, true));
        let of_games = axes(sweep, view, false).into_iter().map(|against| (against, false));
        of_random
            .chain(of_games)
            .flat_map(|(against, is_random)| {
                let varying = varying(sweep, against);
                let facets = facets(sweep, view, is_random, against).into_iter();
                facets.map(move |facet| Facet { sweep, results, view, against, varying, facet, missing }.chart())
            })
            .filter(|chart| !chart.series.is_empty())
            .collect::<Vec<Chart>>()
    };
    let mut charts: Vec<Chart> = sweep.spec().views().iter().flat_map(of_view).collect();
    for chart in &mut charts {
        chart.spec.clone_from(&spec);
    }
    tell_apart(&mut charts);
    charts
}

/// The horizontal axes on which a view of random trees or of games is drawn.
fn axes(sweep: &Sweep, view: &View, is_random: bool) -> Vec<Against> {
    if let Some(against) = view.against {
        return vec![against];
    }
    if !is_random {
        return vec![Against::Depth];
    }
    let longest = longest(sweep, view);
    let mut axes = vec![longest];
    // Depth and branching show different aspects of the growth, so each has its charts.
    let both = [Against::Depth, Against::Branching];
    if both.iter().all(|&against| coordinate_count(sweep, view, against) > 1) {
        axes.extend(both.into_iter().filter(|&against| against != longest));
    }
    axes
}

/// The axis along which the random trees of a view have the most different coordinates.
fn longest(sweep: &Sweep, view: &View) -> Against {
    let longest = Against::ALL.into_iter().rev().max_by_key(|&against| coordinate_count(sweep, view, against));
    longest.unwrap_or(Against::Depth)
}

/// The number of different coordinates that the random trees of a view have along an axis.
fn coordinate_count(sweep: &Sweep, view: &View, against: Against) -> usize {
    let random = sweep.cells().iter().filter(|cell| cell.source.random().is_some() && view.shows(cell));
    let mut coordinates: Vec<f64> = random.filter_map(|cell| coordinate(cell, against)).collect();
    coordinates.sort_unstable_by(f64::total_cmp);
    coordinates.dedup();
    coordinates.len()
}

/// The coordinate of a cell along an axis; `None` if it has none.
fn coordinate(cell: &Cell, against: Against) -> Option<f64> {
    if against == Against::Depth {
        return Some(f64::from(cell.source.depth()));
    }
    let generator = cell.source.random()?;
    let branching = f64::from(generator.shape().branching);
    match against {
        Against::Depth | Against::Branching => Some(branching),
        Against::Ordering => match generator.ordering() {
            // Every child is equally likely to be the best.
            Ordering::Random => Some(1.0 / branching),
            Ordering::BestFirst(p) => Some(p.get()),
            Ordering::WorstFirst => None,
        },
        Against::Values => generator.leaves().distinct_values().map(f64::from),
    }
}

/// What the cells of a chart have in common, as text, except what is on the axis: the game or the distribution of leaf values, the
/// ordering, the branching, the depth and the cutoff rule.
type Traits = [Option<String>; 5];

fn traits(cell: &Cell, against: Against) -> Traits {
    let unless = |axis: Against, text: Option<String>| text.filter(|_| against != axis);
    let source = match &cell.source {
        Source::Game(played) => played.start.to_string(),
        Source::Random(generator) => match generator.leaves() {
            // On the axis of values, only the number of values varies.
            Leaves::Integers(_) if against == Against::Values => "integer".into(),
            leaves => leaves.to_string(),
        },
    };
    [
        Some(source),
        unless(Against::Ordering, cell.source.random().map(|generator| generator.ordering().to_string())),
        unless(Against::Branching, cell.source.branching().map(|branching| format!("b = {branching}"))),
        unless(Against::Depth, Some(format!("d = {}", cell.source.depth()))),
        Some(cell.cutoff.id().to_string()),
    ]
}

/// The properties that vary within the sweep.
fn varying(sweep: &Sweep, against: Against) -> [bool; 5] {
    let mut known: Traits = Default::default();
    let mut varying = [false; 5];
    for cell in sweep.cells() {
        for (index, text) in traits(cell, against).into_iter().enumerate().filter(|(_, text)| text.is_some()) {
            varying[index] |= known[index].is_some() && known[index] != text;
            known[index] = text;
        }
    }
    varying
}

/// The cells of each chart, of random trees or of games, by their indices in the sweep.
fn facets(sweep: &Sweep, view: &View, is_random: bool, against: Against) -> Vec<Vec<usize>> {
    let mut facets: Vec<(Traits, Vec<usize>)> = Vec::new();
    for (number, cell) in sweep.cells().iter().enumerate() {
        let is_wanted = cell.source.random().is_some() == is_random && view.shows(cell);
        if !is_wanted || coordinate(cell, against).is_none() {
            continue;
        }
        let traits = traits(cell, against);
        match facets.iter_mut().find(|(known, _)| *known == traits) {
            Some((_, cells)) => cells.push(number),
            None => facets.push((traits, vec![number])),
        }
    }
    facets.into_iter().map(|(_, cells)| cells).collect()
}

/// The cells of one chart.
struct Facet<'s> {
    sweep: &'s Sweep,
    results: &'s Results,
    view: &'s View,
    against: Against,
    varying: [bool; 5],
    /// The cells, by their indices in the sweep.
    facet: Vec<usize>,
    /// How many runs the sweep lacks, in words.
    missing: Option<&'s str>,
}

impl Facet<'_> {
    fn chart(&self) -> Chart {
        let series = self.series();
        let curves = self.curves();
        let numbers = || {
            let means = series.iter().flat_map(|series| &series.means).map(|mean| mean.y);
            means.chain(curves.iter().flat_map(|curve| &curve.points).map(|point| point.1))
        };
        let is_log = !self.view.linear && self.view.scale != Scale::BranchingFactor && are_far_apart(numbers());
        let y = Axis { title: self.y_title(), is_log, numbers: self.y_numbers() };
        let x_is_log = self.against == Against::Values
            && are_far_apart(series.iter().flat_map(|series| &series.means).map(|mean| mean.x));
        let x = Axis {
            title: self.against.title().into(),
            is_log: x_is_log,
            numbers: match self.against {
                Against::Depth | Against::Branching => Numbering::Whole,
                Against::Ordering | Against::Values => Numbering::Plain,
            },
        };
        Chart {
            name: self.name(),
            title: self.title(),
            caption: self.caption(&series, is_log),
            x,
            y,
            series,
            curves,
            spec: String::new(),
            view: self.view.clone(),
        }
    }

    fn cells(&self) -> impl Iterator<Item = (usize, &Cell)> {
        self.facet.iter().map(|&index| (index, &self.sweep.cells()[index]))
    }

    /// A series for each algorithm, or for several with the same numbers.
    fn series(&self) -> Vec<Series> {
        let mut all: Vec<Series> = Vec::new();
        for &algorithm in &self.sweep.spec().algorithm {
            let mut points: Vec<(f64, Option<Mean>)> = Vec::new();
            let mut runs = Vec::new();
            for (number, cell) in self.cells().filter(|(_, cell)| cell.algorithm == algorithm) {
                points.extend(coordinate(cell, self.against).map(|x| (x, self.mean(x, number, cell))));
                if self.view.points {
                    runs.extend(self.dots(number, cell));
                }
            }
            sorting::sort_by(&mut points, |a, b| a.0.total_cmp(&b.0));
            let means = with_gaps(points.into_iter().map(|(_, mean)| mean));
            if means.is_empty() {
                continue;
            }
            match all.iter_mut().find(|series| are_same(&series.means, &means) && series.runs == runs) {
                Some(same) => same.algorithms.push(algorithm),
                None => all.push(Series { algorithms: vec![algorithm], means, runs }),
            }
        }
        all
    }

    fn mean(&self, x: f64, number: usize, cell: &Cell) -> Option<Mean> {
        let pairs: Vec<(f64, f64)> = self.sample(number, cell).map(|(_, pair)| pair).collect();
        let found = Ratio::of(&pairs)?;
        let (low, high) = found.interval();
        let scaled = |number| self.scaled(cell, number);
        let is_stopped = self.results.of_cell(number).any(|run| run.ending == Ending::Budget);
        Some(Mean {
            x,
            y: scaled(found.ratio)?,
            band: (scaled(low)?, scaled(high)?),
            is_stopped,
            follows_gap: false,
            cell: number,
        })
    }

    /// A dot for each run, on a scale of ratios that of its own tree.
    fn dots(&self, number: usize, cell: &Cell) -> Vec<(f64, f64)> {
        let Some(x) = coordinate(cell, self.against) else { return Vec::new() };
        let on_its_tree = |(_, (y, unit)): (u32, (f64, f64))| Some(y / unit).filter(|ratio| ratio.is_finite());
        let runs = self.sample(number, cell).filter_map(on_its_tree);
        runs.filter_map(|y| Some((x, self.scaled(cell, y)?))).collect()
    }

    /// The trees of a cell, each with the measure of its run and the unit in which the scale of the chart expresses it; without trees for
    /// which one of them is not known.
    fn sample(&self, number: usize, cell: &Cell) -> impl Iterator<Item = (u32, (f64, f64))> {
        let unit = self.units(number, cell);
        let measured = |run: &Run| Some((run.tree, run.measure(self.view.measure)?));
        let runs = self.results.of_cell(number).filter_map(measured);
        runs.filter_map(move |(tree, y)| Some((tree, (y, unit(tree)?))))
    }

    /// The unit of each tree of a cell on the scale of the chart.
    fn units<'f>(&'f self, number: usize, cell: &Cell) -> Box<dyn Fn(u32) -> Option<f64> + 'f> {
        match self.view.scale {
            Scale::Absolute | Scale::BranchingFactor => Box::new(|_| Some(1.0)),
            Scale::Share => {
                let leaves = self.sweep.leaf_counts(number, self.results);
                Box::new(move |tree| leaves.of_tree(tree))
            }
            Scale::Ratio(algorithm) => {
                let reference = Cell { algorithm, ..cell.clone() };
                let reference = self.sweep.cells().iter().position(|cell| *cell == reference);
                Box::new(move |tree| self.results.get(reference?, tree)?.measure(self.view.measure))
            }
        }
    }

    /// A number in its unit on the scale of the chart.
    fn scaled(&self, cell: &Cell, number: f64) -> Option<f64> {
        let depth = cell.source.depth();
        match self.view.scale {
            Scale::Absolute | Scale::Share | Scale::Ratio(_) => Some(number),
            Scale::BranchingFactor => (depth > 0).then(|| number.powf(1.0 / f64::from(depth))),
        }
    }

    /// The theory for these cells, each curve once.
    fn curves(&self) -> Vec<Curve> {
        let mut curves: Vec<Curve> = Vec::new();
        for (_, cell) in self.cells() {
            let Some(x) = coordinate(cell, self.against) else { continue };
            for (kind, number) in self.theory(cell) {
                match curves.iter_mut().find(|curve| curve.kind == kind) {
                    None => curves.push(Curve { kind, points: vec![(x, number)] }),
                    Some(curve) if curve.points.iter().all(|point| point.0 != x) => curve.points.push((x, number)),
                    Some(_) => {}
                }
            }
        }
        for curve in &mut curves {
            sorting::sort_by(&mut curve.points, |a, b| a.0.total_cmp(&b.0));
        }
        curves
    }

    fn theory(&self, cell: &Cell) -> Vec<(Theory, f64)> {
        let measure = self.view.measure;
        if matches!(self.view.scale, Scale::Ratio(_)) {
            return Vec::new();
        }
        let leaves = cell.leaves();
        let expected = match cell.algorithm.entry().evaluations {
            Some(_) if measure == Measure::evaluations() => Theory::Repeated,
            _ => Theory::Expected(leaves),
        };
        let mut said: Vec<(Theory, f64)> = Vec::new();
        // Theory covers random and best-first order only, so orders between them have no curve.
        if self.against != Against::Ordering || !leaves.prunes() {
            said.extend(cell.expected(measure).map(|number| (expected, number)));
        }
        if leaves.prunes() {
            said.extend(cell.minimal(measure).map(|number| (Theory::Minimal(leaves), number)));
        }
        if measure.counts_leaves() {
            said.extend(cell.all_leaves().map(|leaves| (Theory::Expected(LeafClass::All), leaves)));
        }
        let unit = if self.view.scale == Scale::Share { cell.all_leaves() } else { Some(1.0) };
        let scaled = |(kind, number): (Theory, f64)| Some((kind, self.scaled(cell, number / unit?)?));
        let mut scaled: Vec<(Theory, f64)> = said.into_iter().filter_map(scaled).collect();
        if self.view.scale == Scale::BranchingFactor
            && measure.counts_leaves()
            && let Some(branching) = cell.source.branching().filter(|_| cell.is_classical())
        {
            match leaves {
                LeafClass::AlphaBeta => scaled.push((Theory::Growth(leaves), theory::growth_alpha_beta(branching))),
                LeafClass::WithoutDeepCutoffs => {
                    scaled.push((Theory::Growth(leaves), theory::growth_shallow(branching)));
                }
                LeafClass::All | LeafClass::WithinAlphaBeta | LeafClass::Threshold => {}
            }
        }
        scaled
    }

    fn title(&self) -> String {
        let measure = self.view.measure.title();
        let what = match self.view.scale {
            Scale::Absolute => measure.into(),
            Scale::Share => format!("{measure}, share of all leaves"),
            Scale::Ratio(algorithm) => format!("{measure}, ratio to {}", algorithm.title()),
            Scale::BranchingFactor => format!("{measure}, effective branching factor"),
        };
        format!("{what}: {}", self.common().join(", "))
    }

    fn y_title(&self) -> String {
        let measure = self.view.measure;
        match self.view.scale {
            // Each number on the axis of times has its own unit.
            Scale::Absolute if measure.unit() == Unit::Bytes => format!("{} (bytes)", measure.title()),
            Scale::Absolute => measure.title().into(),
            Scale::Share => format!("{} (of all leaves)", measure.title()),
            Scale::Ratio(_) => format!("{} (ratio)", measure.title()),
            Scale::BranchingFactor => "Effective branching factor".into(),
        }
    }

    fn y_numbers(&self) -> Numbering {
        match (self.view.scale, self.view.measure) {
            (Scale::Share, _) => Numbering::Percent,
            (Scale::Absolute, measure) if measure.unit() == Unit::Seconds => Numbering::Seconds,
            _ => Numbering::Plain,
        }
    }

    /// What the cells have in common, without what is obvious, and without the cutoff rule, which is in the caption.
    fn common(&self) -> Vec<String> {
        let Some((_, cell)) = self.cells().next() else { return Vec::new() };
        let [source, ordering, branching, depth, _] = traits(cell, self.against);
        let mut common = match &cell.source {
            Source::Random(_) => source.into_iter().map(|leaves| format!("{leaves} leaves")).collect(),
            Source::Game(played) => vec![played.start.title()],
        };
        common.extend(ordering.filter(|ordering| ordering != "random"));
        common.extend(branching);
        common.extend(depth);
        if let Some(shape) = cell.source.random().map(Generator::shape) {
            common.extend(shape.min_branching.map(|fewest| format!("{fewest} to {} children", shape.branching)));
            if shape.leaf_probability.get() > 0.0 {
                common.push(format!("leaf probability {}", shape.leaf_probability));
            }
        }
        common
    }

    fn caption(&self, series: &[Series], is_log: bool) -> String {
        let Some((_, cell)) = self.cells().next() else { return String::new() };
        let mut caption = format!("{}, {} cutoffs; ", self.common().join(", "), cell.cutoff.id());
        caption += &match cell.source {
            Source::Random(_) => self.trees_and_seeds(),
            Source::Game(_) => "one run per point. ".into(),
        };
        let are_joined = series.iter().any(|series| series.means.len() > 1);
        let means = || series.iter().flat_map(|series| &series.means);
        caption += if self.view.points { "Every run is a dot; " } else { "" };
        caption += match (self.view.points, are_joined) {
            (false, true) => "Lines join",
            (true, true) => "lines join",
            (false, false) => "Marks show",
            (true, false) => "marks show",
        };
        let is_random = matches!(cell.source, Source::Random(_));
        caption += match (is_random, self.has_varying_units(cell)) {
            (true, false) => " the means",
            (true, true) => " the ratios of the means over the same trees",
            (false, _) => " the measured values",
        };
        if is_random && means().any(|mean| mean.band.0 < mean.band.1) {
            caption += if are_joined { ", with 95% confidence bands" } else { ", with 95% confidence intervals" };
            caption += " (Student's t)";
        }
        caption += ".";
        let placeless = self.placeless();
        if !placeless.is_empty() {
            let _ = write!(caption, " Not shown, since they have no place on this axis: {}.", placeless.join(", "));
        }
        if is_log && series.iter().any(Series::is_partly_zero) {
            caption += " Means of 0 have no place on the logarithmic axis.";
        }
        if series.iter().flat_map(|series| &series.means).any(|mean| mean.is_stopped) {
            caption += " Arrow: some runs hit the budget, so the true mean is higher.";
        }
        if let Some(missing) = self.missing {
            let _ = write!(caption, " Incomplete: {missing}.");
        }
        caption + " Plyscope " + env!("CARGO_PKG_VERSION") + "."
    }

    /// The orderings or distributions of the view that have no coordinate on the axis.
    fn placeless(&self) -> Vec<String> {
        let of_axis = |generator: &Generator| match self.against {
            Against::Ordering => Some(generator.ordering().to_string()),
            Against::Values => Some(generator.leaves().to_string()),
            Against::Depth | Against::Branching => None,
        };
        let has_place = |cell: &Cell| coordinate(cell, self.against).is_some();
        // Apart from the leaf values, which are on one of these axes and among the traits on the other.
        let first = self.cells().next().map(|(_, cell)| traits(cell, self.against));
        let is_alike = |cell: &Cell| {
            let traits = traits(cell, self.against);
            let skipped = usize::from(self.against == Against::Values);
            first.as_ref().is_some_and(|first| first[skipped..] == traits[skipped..])
        };
        let mut found: Vec<String> = Vec::new();
        for cell in self.sweep.cells().iter().filter(|cell| self.view.shows(cell) && !has_place(cell) && is_alike(cell))
        {
            let text = cell.source.random().and_then(of_axis);
            found.extend(text.filter(|text| !found.contains(text)));
        }
        found
    }

    /// Whether the scale expresses each run in a unit of its own tree.
    fn has_varying_units(&self, cell: &Cell) -> bool {
        match self.view.scale {
            Scale::Absolute | Scale::BranchingFactor => false,
            Scale::Share => cell.all_leaves().is_none(),
            Scale::Ratio(_) => true,
        }
    }

    /// How many trees each point is of, and their seeds. Those of a shard have gaps.
    fn trees_and_seeds(&self) -> String {
        let trees = |(number, cell): (usize, &Cell)| self.sample(number, cell).map(|(tree, _)| tree).collect();
        let trees: Vec<Vec<u32>> = self.cells().map(trees).filter(|trees: &Vec<u32>| !trees.is_empty()).collect();
        let counts = || trees.iter().map(|trees| trees.len() as u64);
        let (fewest, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
        let size = count(most, "tree", "trees");
        let size = if fewest < most { format!("{} to {size}", grouped(fewest)) } else { size };
        let indices = || trees.iter().flatten().copied();
        let seed = |index: Option<u32>| self.sweep.seed(index.unwrap_or(0));
        let (first, last) = (seed(indices().min()), seed(indices().max()));
        let seeds = match last - first + 1 {
            1 => format!("seed {first}"),
            all if all == most => format!("seeds {first} to {last}"),
            _ => format!("seeds between {first} and {last}"),
        };
        format!("{size} per point, {seeds}. ")
    }

    /// The name of the file: the measure, and those parameters of which the sweep has several values.
    fn name(&self) -> String {
        let mut name = self.view.measure.id().to_string();
        if self.view.scale != Scale::Absolute {
            let _ = write!(name, "-{}", self.view.scale);
        }
        if self.against != Against::Depth {
            let _ = write!(name, "-by-{}", self.against.id());
        }
        if let Some((_, cell)) = self.cells().next() {
            for (text, _) in traits(cell, self.against).into_iter().zip(self.varying).filter(|(_, varies)| *varies) {
                name.extend(text.map(|text| format!("-{text}")));
            }
        }
        name.replace(" = ", "").replace([':', '/', ' ', ','], "-")
    }
}

/// The means that there are, each with whether one is missing before it.
fn with_gaps(means: impl Iterator<Item = Option<Mean>>) -> Vec<Mean> {
    let mut found: Vec<Mean> = Vec::new();
    let mut is_missing = false;
    for mean in means {
        if let Some(mean) = mean {
            found.push(Mean { follows_gap: is_missing && !found.is_empty(), ..mean });
        }
        is_missing = mean.is_none();
    }
    found
}

/// Whether two series show the same, whatever their cells.
fn are_same(some: &[Mean], others: &[Mean]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(a, b)| Mean { cell: b.cell, ..*a } == *b)
}

/// Numbers charts of the same name, so that every chart has its own file.
fn tell_apart(charts: &mut [Chart]) {
    let mut taken = HashSet::new();
    for chart in charts {
        let (name, mut number) = (chart.name.clone(), 1);
        while !taken.insert(chart.name.clone()) {
            number += 1;
            chart.name = format!("{name}-{number}");
        }
    }
}

fn are_far_apart(numbers: impl Iterator<Item = f64>) -> bool {
    let (low, high) = numbers
        .filter(|number| *number > 0.0)
        .fold((f64::INFINITY, 0.0_f64), |(low, high), number| (low.min(number), high.max(number)));
    high > FAR_APART * low
}
