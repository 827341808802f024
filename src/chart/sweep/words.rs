//! What a chart says in words: its titles, its caption and the name of its file.

use std::fmt::Write;

use super::Facet;
use super::facets::traits;
use crate::chart::{Mean, Numbering, Series};
use crate::experiment::Unit;
use crate::experiment::sweep::{Against, Cell, Scale, Source};
use crate::format::{count, grouped};
use crate::generate::{Chance, Generator};

impl Facet<'_> {
    pub(super) fn title(&self) -> String {
        let measure = self.view.measure.title();
        let what = match self.view.scale {
            Scale::Absolute => measure.into(),
            Scale::Share => format!("{measure}, share of all leaves"),
            Scale::Ratio(algorithm) => format!("{measure}, ratio to {}", algorithm.title()),
            Scale::BranchingFactor => format!("{measure}, effective branching factor"),
        };
        format!("{what}: {}", self.common().join(", "))
    }

    pub(super) fn y_title(&self) -> String {
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

    pub(super) fn y_numbers(&self) -> Numbering {
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
            Source::Random(_) => vec![format!("{} leaves", source.unwrap_or_default())],
            Source::Game(played) => vec![played.start.title()],
        };
        common.extend(ordering.filter(|ordering| ordering != "random"));
        common.extend(branching);
        common.extend(depth);
        if let Some(generator) = cell.source.random().filter(|generator| generator.has_chance()) {
            common.push(match generator.chance() {
                Chance::EveryOther => "chance at every other level".into(),
                other => format!("chance share {other}"),
            });
            if !generator.probabilities().are_equal() {
                common.push(format!("{} probabilities", generator.probabilities()));
            }
        }
        if let Some(shape) = cell.source.random().map(Generator::shape) {
            common.extend(shape.min_branching.map(|fewest| format!("{fewest} to {} children", shape.branching)));
            if shape.leaf_probability.get() > 0.0 {
                common.push(format!("leaf probability {}", shape.leaf_probability));
            }
        }
        common
    }

    pub(super) fn caption(&self, series: &[Series], is_log: bool) -> String {
        let Some((_, cell)) = self.cells().next() else { return String::new() };
        let mut caption = format!("{}, {} cutoffs; ", self.common().join(", "), cell.cutoff.id());
        caption += &match cell.source {
            Source::Random(_) => self.trees_and_seeds(),
            Source::Game(_) => "one run per point. ".into(),
        };
        let are_joined = series.iter().any(|series| series.means.len() > 1);
        let has = |what: fn(&Mean) -> bool| series.iter().any(|series| series.means.iter().any(what));
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
        if is_random && has(|mean| mean.band.0 < mean.band.1) {
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
        if has(|mean| mean.is_stopped) {
            caption += " Arrow: some runs hit the budget, so the true mean is higher.";
        }
        caption += &self.left_out().unwrap_or_default();
        if let Some(incomplete) = self.incomplete {
            let _ = write!(caption, " {incomplete}");
        }
        caption + " Plyscope " + env!("CARGO_PKG_VERSION") + "."
    }

    /// What is said of trees on which the algorithm that others are compared with was stopped.
    fn left_out(&self) -> Option<String> {
        let Scale::Ratio(reference) = self.view.scale else { return None };
        let lacks_some = |(number, cell)| {
            let unit = self.units(number, cell);
            self.results.of_cell(number).any(|run| unit(run.tree).is_none())
        };
        let title = reference.title();
        let words = format!(
            " Left out: trees on which {title} hit the budget; it has less work than usual on those that remain."
        );
        self.cells().any(lacks_some).then_some(words)
    }

    /// The orderings or distributions of the view that have no coordinate on the axis.
    fn placeless(&self) -> Vec<String> {
        let of_axis = |generator: &Generator| match self.against {
            Against::Ordering | Against::Error => Some(generator.ordering().to_string()),
            Against::Values => Some(generator.leaves().to_string()),
            Against::Depth | Against::Branching => None,
        };
        let has_place = |cell: &Cell| self.against.coordinate(cell).is_some();
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
        let (mut fewest, mut most) = (u64::MAX, 0);
        let (mut lowest, mut highest) = (u32::MAX, 0);
        for (number, cell) in self.cells() {
            let sample = self.sample(number, cell);
            if let (Some(&(first, _)), Some(&(last, _))) = (sample.first(), sample.last()) {
                (fewest, most) = (fewest.min(sample.len() as u64), most.max(sample.len() as u64));
                (lowest, highest) = (lowest.min(first), highest.max(last));
            }
        }
        let size = count(most, "tree", "trees");
        let size = if fewest < most { format!("{} to {size}", grouped(fewest)) } else { size };
        let (first, last) = (self.sweep.seed(lowest.min(highest)), self.sweep.seed(highest));
        let seeds = match last - first + 1 {
            1 => format!("seed {first}"),
            all if all == most => format!("seeds {first} to {last}"),
            _ => format!("seeds between {first} and {last}"),
        };
        format!("{size} per point, {seeds}. ")
    }

    /// The name of the file: the measure, and those parameters of which the sweep has several values.
    pub(super) fn name(&self) -> String {
        let mut name = self.view.measure.id().to_string();
        if self.view.scale != Scale::Absolute {
            let _ = write!(name, "-{}", self.view.scale);
        }
        if self.against != Against::Depth {
            let _ = write!(name, "-by-{}", self.against.id());
        }
        if let Some((_, cell)) = self.cells().next() {
            for (text, varies) in traits(cell, self.against).iter().zip(&self.varying) {
                if let (Some(text), true) = (text, varies) {
                    let _ = write!(name, "-{text}");
                }
            }
        }
        name = name.replace(" = ", "");
        for mark in [":", "/", " ", ","] {
            name = name.replace(mark, "-");
        }
        name
    }
}
