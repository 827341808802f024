//! Which charts a view of a sweep has: their horizontal axes, and which cells belong to the same chart.

use crate::experiment::sweep::{Against, Cell, Source, Sweep, View};
use crate::generate::Leaves;

/// The horizontal axes on which a view of random trees or of games is drawn.
pub(super) fn axes(sweep: &Sweep, view: &View, is_random: bool) -> Vec<Against> {
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
    // Of several, the first.
    let against = Against::ALL.into_iter().rev().max_by_key(|&against| coordinate_count(sweep, view, against));
    against.unwrap_or(Against::Depth)
}

/// The number of different coordinates that the random trees of a view have along an axis.
fn coordinate_count(sweep: &Sweep, view: &View, against: Against) -> usize {
    let cells = sweep.cells().iter().filter(|cell| cell.source.random().is_some() && view.shows(cell));
    let mut coordinates: Vec<f64> = cells.filter_map(|cell| against.coordinate(cell)).collect();
    coordinates.sort_unstable_by(f64::total_cmp);
    coordinates.dedup();
    coordinates.len()
}

/// What the cells of a chart have in common, as text, except what is on the axis: the game or the distribution of leaf values, the
/// ordering, the branching, the depth and the cutoff rule.
pub(super) type Traits = [Option<String>; 5];

pub(super) fn traits(cell: &Cell, against: Against) -> Traits {
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
        cell.source
            .random()
            .filter(|_| !matches!(against, Against::Ordering | Against::Error))
            .map(|generator| generator.ordering().to_string()),
        unless(Against::Branching, cell.source.branching().map(|branching| format!("b = {branching}"))),
        unless(Against::Depth, Some(format!("d = {}", cell.source.depth()))),
        Some(cell.cutoff.id().to_string()),
    ]
}

/// The properties that vary within the sweep.
pub(super) fn varying(sweep: &Sweep, against: Against) -> [bool; 5] {
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
pub(super) fn facets(sweep: &Sweep, view: &View, is_random: bool, against: Against) -> Vec<Vec<usize>> {
    let mut facets: Vec<(Traits, Vec<usize>)> = Vec::new();
    for (number, cell) in sweep.cells().iter().enumerate() {
        let is_wanted = cell.source.random().is_some() == is_random && view.shows(cell);
        if !is_wanted || against.coordinate(cell).is_none() {
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
