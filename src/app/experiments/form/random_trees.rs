//! The fields for the random trees of a sweep.

use eframe::egui::Ui;

use super::{grid, heading, list, numbers, range};
use crate::app::dialogs::distribution_fields::{self, probability};
use crate::app::dialogs::form::{number, optional, row};
use crate::app::prelude::*;
use crate::experiment::sweep::{Numbers, RandomTrees};
use crate::generate::{Leaves, Ordering};

/// The choices, which may contradict each other.
pub(super) struct RandomTreesFields {
    /// Whether there are random trees.
    pub(super) is_on: bool,
    /// Everything except the ranges, which are kept as typed.
    trees: RandomTrees,
    branching: String,
    depth: String,
}

impl Default for RandomTreesFields {
    fn default() -> RandomTreesFields {
        let (branching, depth) = ("3".to_owned(), "2..7".to_owned());
        let trees = RandomTrees::full(Numbers::from(3), Numbers::from(7));
        RandomTreesFields { is_on: true, trees, branching, depth }
    }
}

impl RandomTreesFields {
    pub(super) fn of(trees: Option<RandomTrees>) -> RandomTreesFields {
        let Some(trees) = trees else { return RandomTreesFields { is_on: false, ..RandomTreesFields::default() } };
        let (branching, depth) = (trees.branching.to_string(), trees.depth.to_string());
        RandomTreesFields { is_on: true, trees, branching, depth }
    }

    pub(super) fn trees(&self) -> Result<Option<RandomTrees>, String> {
        if !self.is_on {
            return Ok(None);
        }
        let (branching, depth) = (numbers("children", &self.branching)?, numbers("depth", &self.depth)?);
        Ok(Some(RandomTrees { branching, depth, ..self.trees.clone() }))
    }

    /// Whether there are fields for standard deviations.
    pub(super) fn has_deviations(&self) -> bool {
        self.is_on && self.trees.ordering.iter().any(|ordering| matches!(ordering, Ordering::Estimated(_)))
    }

    pub(super) fn ui(&mut self, ui: &mut Ui) {
        heading(ui, "Random trees");
        ui.checkbox(&mut self.is_on, "Search random trees");
        if !self.is_on {
            return;
        }
        grid("random trees of the sweep").show_in(ui, &mut |ui| {
            self.distributions(ui);
            self.shape(ui);
        });
    }

    /// The distributions of the leaves and the orders of children; each has a button that removes it if there are several.
    fn distributions(&mut self, ui: &mut Ui) {
        let (kind, parameters) = (distribution_fields::leaves_kind, distribution_fields::leaves_parameters);
        list(ui, "Leaves", &mut self.trees.leaves, Leaves::Integers(10), kind, parameters);
        let (kind, parameters) = (distribution_fields::ordering_kind, distribution_fields::ordering_parameters);
        list(ui, "Ordering", &mut self.trees.ordering, Ordering::WorstFirst, kind, parameters);
    }

    fn shape(&mut self, ui: &mut Ui) {
        row(ui, "Children", &mut |ui| range(ui, "Children of a node", &mut self.branching, "4, 2..6 or 2,4,8"));
        row(ui, "Depth", &mut |ui| range(ui, "Depth of the leaves", &mut self.depth, "6, 2..8 or 2,4,6"));
        row(ui, "Fewer children", &mut |ui| {
            let tip = "Draw the number of children of each node at random, from this number up to Children";
            optional(ui, "at random, at least", tip, &mut self.trees.min_branching, 1, |ui, fewest| {
                number(ui, "Fewest children of a node", fewest, 1..=10_000);
            });
        });
        let early = &mut self.trees.leaf_probability;
        row(ui, "Early leaves", &mut |ui| probability(ui, "Probability of a leaf before the last level", early));
        distribution_fields::chance(ui, &mut self.trees.chance, &mut self.trees.probabilities);
    }
}
