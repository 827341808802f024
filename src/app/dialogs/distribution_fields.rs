//! Fields for the distribution of random trees, each a row of a grid with two columns.

use std::mem::discriminant;

use eframe::egui::{self, Slider, Ui};

use super::form::{choose, choose_kind, number, row};
use crate::app::style::accessible_name;
use crate::generate::{Chance, Deviation, Edges, Leaves, Ordering, Probabilities, Probability};

/// The available distributions of leaf values, with their initial parameters.
const LEAVES: [(&str, Leaves); 8] = [
    ("Continuous: from 0 to 1, no two equal", Leaves::Continuous),
    ("Integers: few values, many ties", Leaves::Integers(10)),
    ("Permutation: every rank once", Leaves::Permutation),
    ("Two-valued: won or lost", Leaves::TwoValued(None)),
    ("Growth: sums of edge values from 0 to 1", Leaves::Growth(Edges::Continuous)),
    ("Growth: sums of integer edge values", Leaves::Growth(Edges::Integers(1, 6))),
    ("N-game: sums of +1 and −1", Leaves::Growth(Edges::Signs)),
    ("Totally dependent: siblings never overlap", Leaves::Dependent),
];

/// The available orderings.
const ORDERINGS: [(&str, Ordering); 5] = [
    ("Random", Ordering::Random),
    ("Best child first, with a probability", Ordering::BestFirst(Probability::ONE)),
    ("Strongly ordered (Marsland & Campbell)", Ordering::StronglyOrdered),
    ("By an estimate with an error", Ordering::Estimated(Deviation::SMALL)),
    ("Worst child first", Ordering::WorstFirst),
];

/// The available chance nodes.
const CHANCE: [(&str, Chance); 3] = [
    ("None", Chance::None),
    ("Every other level", Chance::EveryOther),
    ("A share of the inner nodes", Chance::Share(Probability::ONE)),
];

/// The available probabilities of the children of chance nodes.
const PROBABILITIES: [(&str, Probabilities); 2] =
    [("Equal", Probabilities::Equal), ("Random, such as 2/7", Probabilities::Random)];

/// Chooses a distribution of leaf values and its parameters.
pub(crate) fn leaves(ui: &mut Ui, label: &str, leaves: &mut Leaves) {
    row(ui, label, &mut |ui| leaves_kind(ui, label, leaves));
    leaves_parameters(ui, leaves);
}

/// Chooses a distribution of leaf values.
pub(crate) fn leaves_kind(ui: &mut Ui, label: &str, leaves: &mut Leaves) {
    let same = |a: &Leaves, b: &Leaves| match (a, b) {
        (Leaves::Growth(a), Leaves::Growth(b)) => discriminant(a) == discriminant(b),
        _ => discriminant(a) == discriminant(b),
    };
    choose_kind(ui, label, leaves, &LEAVES, same);
}

/// A row for the parameters of a distribution, if it has some.
pub(crate) fn leaves_parameters(ui: &mut Ui, leaves: &mut Leaves) {
    match leaves {
        Leaves::Integers(count) => {
            row(ui, "Different values", &mut |ui| number(ui, "Different values", count, 1..=1_000_000));
        }
        Leaves::TwoValued(p) => {
            row(ui, "Probability of 1", &mut |ui| {
                let mut is_hardest = p.is_none();
                ui.checkbox(&mut is_hardest, "critical (Pearl)");
                if is_hardest != p.is_none() {
                    *p = (!is_hardest).then(|| probability_of(0.5));
                }
            });
            if let Some(p) = p {
                row(ui, "", &mut |ui| probability(ui, "Probability of 1", p));
            }
        }
        Leaves::Growth(Edges::Integers(from, to)) => {
            row(ui, "Edges from", &mut |ui| {
                let most = *to;
                number(ui, "Smallest edge", from, -1_000_000..=most);
                ui.label("to");
                let least = *from;
                number(ui, "Largest edge", to, least..=1_000_000);
            });
        }
        _ => {}
    }
}

/// Chooses an ordering and its parameter.
pub(crate) fn ordering(ui: &mut Ui, label: &str, ordering: &mut Ordering) {
    row(ui, label, &mut |ui| ordering_kind(ui, label, ordering));
    ordering_parameters(ui, ordering);
}

/// Chooses an ordering.
pub(crate) fn ordering_kind(ui: &mut Ui, label: &str, ordering: &mut Ordering) {
    choose_kind(ui, label, ordering, &ORDERINGS, |a, b| discriminant(a) == discriminant(b));
}

/// A row for the parameter of an ordering, if it has one.
pub(crate) fn ordering_parameters(ui: &mut Ui, ordering: &mut Ordering) {
    match ordering {
        Ordering::BestFirst(p) => {
            row(ui, "Best child first", &mut |ui| probability(ui, "Probability of the best child first", p));
        }
        Ordering::Estimated(deviation) => row(ui, "Standard deviation", &mut |ui| {
            let mut size = deviation.get();
            number(ui, "Standard deviation of the error", &mut size, 0.0..=1e6);
            *deviation = Deviation::new(size).unwrap_or(*deviation);
        }),
        Ordering::Random | Ordering::StronglyOrdered | Ordering::WorstFirst => {}
    }
}

/// Chooses the chance nodes, with their share if they have one, and the probabilities of their children, if there are chance nodes.
pub(crate) fn chance(ui: &mut Ui, chance: &mut Chance, probabilities: &mut Probabilities) {
    row(ui, "Chance", &mut |ui| {
        let before = *chance;
        choose_kind(ui, "Chance", chance, &CHANCE, |a, b| discriminant(a) == discriminant(b));
        if discriminant(&before) != discriminant(chance) && matches!(chance, Chance::Share(_)) {
            *chance = Chance::Share(probability_of(0.5));
        }
    });
    if let Chance::Share(share) = chance {
        row(ui, "Share", &mut |ui| probability(ui, "Share of chance nodes among the inner nodes", share));
    }
    if chance.is_none() {
        *probabilities = Probabilities::Equal;
    } else {
        row(ui, "Probabilities", &mut |ui| choose(ui, "Probabilities", probabilities, &PROBABILITIES));
    }
}

fn probability_of(number: f64) -> Probability {
    Probability::try_from(number).unwrap_or_default()
}

/// A probability that can be dragged or typed.
pub(crate) fn probability(ui: &mut Ui, label: &str, probability: &mut Probability) {
    let mut number = probability.get();
    let field = ui.add(Slider::new(&mut number, 0.0..=1.0).step_by(0.01).fixed_decimals(2));
    accessible_name(&field, egui::Role::Slider, label);
    *probability = probability_of(number);
}
