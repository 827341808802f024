//! The dialog that draws a tree at random: its law and seed, and how large it will be.

use std::mem::discriminant;

use eframe::egui::{self, DragValue, Grid, RichText, Slider, Ui};

use super::form::{self, choose, name, number, row};
use super::{Action, tones};
use crate::generate::{Edges, Generator, GeneratorError, Leaves, Ordering, Probability, Shape};
use crate::words;

/// The laws of the leaves that can be chosen, with the parameters that they begin with.
const LEAVES: [(&str, Leaves); 8] = [
    ("Continuous: from 0 to 1, no two equal", Leaves::Continuous),
    ("Integers: a few values, so many ties", Leaves::Integers(10)),
    ("Permutation: every rank once", Leaves::Permutation),
    ("Two-valued: won or lost", Leaves::TwoValued(None)),
    ("Growth: sums of edges from 0 to 1", Leaves::Growth(Edges::Continuous)),
    ("Growth by integers: sums of dice", Leaves::Growth(Edges::Integers(1, 6))),
    ("N-game: sums of +1 and −1", Leaves::Growth(Edges::Signs)),
    ("Totally dependent: siblings never overlap", Leaves::Dependent),
];

/// The orderings that can be chosen.
const ORDERINGS: [(&str, Ordering); 3] = [
    ("Random", Ordering::Random),
    ("Best child first, with a probability", Ordering::BestFirst(Probability::ONE)),
    ("Worst child first", Ordering::WorstFirst),
];

/// A tree drawn at random: everything that says which.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomTree {
    /// The law.
    pub generator: Generator,
    /// With which the law gives one tree.
    pub seed: u64,
    /// The standard deviation of the noise on the static values of inner nodes; without it they have none.
    pub static_noise: Option<f64>,
}

/// The choices of the dialog, which need not go together.
#[derive(Clone, Debug)]
pub(super) struct RandomTreeForm {
    leaves: Leaves,
    ordering: Ordering,
    shape: Shape,
    seed: u64,
    static_noise: Option<f64>,
}

impl Default for RandomTreeForm {
    fn default() -> RandomTreeForm {
        let (leaves, ordering) = (Leaves::Integers(10), Ordering::Random);
        RandomTreeForm { leaves, ordering, shape: Shape::full(3, 4), seed: 1, static_noise: None }
    }
}

impl RandomTreeForm {
    /// The dialog with the choices that led to a tree.
    pub(super) fn of(tree: &RandomTree) -> RandomTreeForm {
        let RandomTree { generator, seed, static_noise } = *tree;
        let (leaves, ordering, shape) = (generator.leaves(), generator.ordering(), generator.shape());
        RandomTreeForm { leaves, ordering, shape, seed, static_noise }
    }

    fn tree(&self) -> Result<RandomTree, GeneratorError> {
        let generator = Generator::new(self.leaves, self.ordering, self.shape)?;
        Ok(RandomTree { generator, seed: self.seed, static_noise: self.static_noise })
    }

    pub(super) fn ui(&mut self, ui: &mut Ui) -> Vec<Action> {
        ui.heading("New random tree");
        ui.add_space(8.0);
        Grid::new("law of the tree").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
            self.leaves(ui);
            self.ordering(ui);
            self.shape(ui);
            self.static_values(ui);
            self.seed(ui);
        });
        ui.add_space(8.0);
        let tree = self.tree();
        let can_be_built = size(ui, tree.as_ref());
        ui.add_space(8.0);
        form::create_or_cancel(ui, tree.ok().filter(|_| can_be_built).map(Action::Generate))
    }

    fn leaves(&mut self, ui: &mut Ui) {
        let same = |a: &Leaves, b: &Leaves| match (a, b) {
            (Leaves::Growth(a), Leaves::Growth(b)) => discriminant(a) == discriminant(b),
            _ => discriminant(a) == discriminant(b),
        };
        row(ui, "Leaves", |ui| choose(ui, "Leaves", &mut self.leaves, &LEAVES, same));
        match &mut self.leaves {
            Leaves::Integers(count) => {
                row(ui, "Different values", |ui| number(ui, "Different values", count, 1..=1_000_000));
            }
            Leaves::TwoValued(p) => {
                row(ui, "Probability of 1", |ui| {
                    let mut is_hardest = p.is_none();
                    ui.checkbox(&mut is_hardest, "the hardest");
                    if is_hardest != p.is_none() {
                        *p = (!is_hardest).then(|| probability_of(0.5));
                    }
                    if let Some(p) = p {
                        probability(ui, "Probability of 1", p);
                    }
                });
            }
            Leaves::Growth(Edges::Integers(from, to)) => {
                row(ui, "Edges from", |ui| {
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

    fn ordering(&mut self, ui: &mut Ui) {
        let same = |a: &Ordering, b: &Ordering| discriminant(a) == discriminant(b);
        row(ui, "Order of children", |ui| choose(ui, "Order of children", &mut self.ordering, &ORDERINGS, same));
        if let Ordering::BestFirst(p) = &mut self.ordering {
            row(ui, "Best child first", |ui| probability(ui, "Probability of the best child first", p));
        }
    }

    fn shape(&mut self, ui: &mut Ui) {
        let Shape { branching, depth, min_branching, leaf_probability } = &mut self.shape;
        row(ui, "Children", |ui| {
            number(ui, "Children of a node", branching, 1..=10_000);
            let mut varies = min_branching.is_some();
            ui.checkbox(&mut varies, "or fewer, from");
            if varies != min_branching.is_some() {
                *min_branching = varies.then_some(1);
            }
            if let Some(fewest) = min_branching {
                number(ui, "Fewest children of a node", fewest, 1..=*branching);
            }
        });
        row(ui, "Depth", |ui| number(ui, "Depth of the leaves", depth, 0..=1_000_000));
        row(ui, "Early leaves", |ui| probability(ui, "Probability of a leaf before the last level", leaf_probability));
    }

    fn static_values(&mut self, ui: &mut Ui) {
        row(ui, "Static values", |ui| {
            let mut has_values = self.static_noise.is_some();
            ui.checkbox(&mut has_values, "true value and noise");
            if has_values != self.static_noise.is_some() {
                self.static_noise = has_values.then_some(1.0);
            }
            if let Some(deviation) = &mut self.static_noise {
                let field = ui.add(DragValue::new(deviation).range(0.0..=1e6).speed(0.01));
                name(&field, "Standard deviation of the noise");
            }
        });
    }

    fn seed(&mut self, ui: &mut Ui) {
        row(ui, "Seed", |ui| {
            let field = ui.add(DragValue::new(&mut self.seed).speed(0.1));
            name(&field, "Seed");
            if ui.button("Next seed").clicked() {
                self.seed = self.seed.wrapping_add(1);
            }
        });
    }
}

/// Says how large the tree is, or why there is none; whether it can be built.
fn size(ui: &mut Ui, tree: Result<&RandomTree, &GeneratorError>) -> bool {
    let (can_be_built, text) = match tree {
        Ok(tree) => {
            let estimate = tree.generator.estimate();
            let about = if tree.generator.shape().is_full() { "" } else { "about " };
            let [nodes, leaves] = [estimate.nodes, estimate.leaves].map(words::rounded);
            let bytes = words::bytes(estimate.bytes as u64);
            let size = format!("{about}{nodes} nodes, {leaves} leaves, {bytes} of memory");
            if estimate.can_be_built() {
                (true, size)
            } else {
                (false, format!("{size}: too large to draw; choose a smaller depth or fewer children"))
            }
        }
        Err(error) => (false, error.to_string()),
    };
    let text = RichText::new(text);
    ui.label(if can_be_built { text } else { text.color(tones::bad(ui.visuals())) });
    can_be_built
}

fn probability_of(number: f64) -> Probability {
    Probability::try_from(number).unwrap_or_default()
}

fn probability(ui: &mut Ui, label: &str, probability: &mut Probability) {
    let mut number = probability.get();
    let field = ui.add(Slider::new(&mut number, 0.0..=1.0).step_by(0.01).fixed_decimals(2));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, label));
    *probability = probability_of(number);
}
