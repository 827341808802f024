//! The dialog for a random tree: its distribution and seed, and how large it will be.

use eframe::egui::{DragValue, RichText, Ui};

use super::distribution_fields::{self, probability};
use super::form::{self, number, optional, row};
use super::preview::TreePreview;
use crate::app::style::{number_field, theme};
use crate::app::trees::thumbnail::{MOST_NODES, thumbnail};
use crate::app::{Action, FileAction, RandomTree};
use crate::draw::{Picture, Vec2};
use crate::format;
use crate::generate::{Chance, Generator, GeneratorError, Leaves, Ordering, Probabilities, Shape};
use crate::progress::Progress;

/// The choices of the dialog, which may contradict each other.
pub(crate) struct RandomTreeForm {
    leaves: Leaves,
    ordering: Ordering,
    shape: Shape,
    chance: Chance,
    probabilities: Probabilities,
    seed: u64,
    static_noise: Option<f64>,
    preview: TreePreview<RandomTree>,
}

impl Default for RandomTreeForm {
    fn default() -> RandomTreeForm {
        RandomTreeForm {
            leaves: Leaves::Integers(10),
            ordering: Ordering::Random,
            shape: Shape::full(3, 4),
            chance: Chance::None,
            probabilities: Probabilities::Equal,
            seed: 1,
            static_noise: None,
            preview: TreePreview::default(),
        }
    }
}

impl RandomTreeForm {
    /// The dialog with the choices of a tree.
    pub(crate) fn of(tree: &RandomTree) -> RandomTreeForm {
        let RandomTree { generator, seed, static_noise } = *tree;
        RandomTreeForm {
            leaves: generator.leaves(),
            ordering: generator.ordering(),
            shape: generator.shape(),
            chance: generator.chance(),
            probabilities: generator.probabilities(),
            seed,
            static_noise,
            preview: TreePreview::default(),
        }
    }

    fn tree(&self) -> Result<RandomTree, GeneratorError> {
        let generator = Generator::new(self.leaves, self.ordering, self.shape)?;
        let generator = generator.with_chance(self.chance, self.probabilities)?;
        Ok(RandomTree { generator, seed: self.seed, static_noise: self.static_noise })
    }

    pub(crate) fn ui(&mut self, ui: &mut Ui) {
        ui.heading("New random tree");
        ui.add_space(8.0);
        form::grid(ui, "random tree", &mut |ui| {
            distribution_fields::leaves(ui, "Leaves", &mut self.leaves);
            distribution_fields::ordering(ui, "Ordering", &mut self.ordering);
            self.shape(ui);
            distribution_fields::chance(ui, &mut self.chance, &mut self.probabilities);
            self.static_values(ui);
            self.seed(ui);
        });
        ui.add_space(8.0);
        let tree = self.tree();
        self.preview.ui(ui, tree.as_ref().ok(), drawn);
        ui.add_space(4.0);
        let can_be_built = size(ui, tree.as_ref());
        form::create_or_cancel(
            ui,
            tree.ok().filter(|_| can_be_built).map(|tree| Action::File(FileAction::Generate(tree))),
        );
    }

    fn shape(&mut self, ui: &mut Ui) {
        let Shape { branching, depth, min_branching, leaf_probability } = &mut self.shape;
        row(ui, "Children", &mut |ui| {
            number(ui, "Children of a node", branching, 1..=10_000);
            let tip = "Draw the number of children of each node at random";
            optional(ui, "or fewer, down to", tip, min_branching, 1, |ui, fewest| {
                number(ui, "Fewest children of a node", fewest, 1..=*branching);
            });
        });
        row(ui, "Depth", &mut |ui| number(ui, "Depth of the leaves", depth, 0..=1_000_000));
        row(ui, "Early leaves", &mut |ui| {
            probability(ui, "Probability of a leaf before the last level", leaf_probability);
        });
    }

    fn static_values(&mut self, ui: &mut Ui) {
        row(ui, "Static values", &mut |ui| {
            let tip = "Inner nodes get their true value plus normal noise with this standard deviation, for depth limits and move ordering";
            optional(ui, "minimax value plus noise", tip, &mut self.static_noise, 1.0, |ui, deviation| {
                let field = DragValue::new(deviation).range(0.0..=1e6).speed(0.01);
                number_field(ui, field, "Standard deviation of the noise");
            });
        });
    }

    fn seed(&mut self, ui: &mut Ui) {
        row(ui, "Seed", &mut |ui| {
            form::seed(ui, "Seed", &mut self.seed, u64::MAX);
            if ui.button("Next seed").clicked() {
                self.seed = self.seed.wrapping_add(1);
            }
        });
    }
}

/// The tree as a small picture.
fn drawn(tree: &RandomTree, size: Vec2, progress: &Progress) -> Result<Picture, String> {
    const TOO_LARGE: &str = "Too large for a small picture";
    let RandomTree { generator, seed, static_noise } = tree;
    if generator.estimate().nodes > MOST_NODES as f64 {
        return Err(TOO_LARGE.to_owned());
    }
    let tree = generator.build(*seed, *static_noise, progress).map_err(|error| error.to_string())?;
    thumbnail(&tree, size, progress).ok_or_else(|| TOO_LARGE.to_owned())
}

/// Shows the size of the tree, or why it is impossible; returns whether it can be built.
fn size(ui: &mut Ui, tree: Result<&RandomTree, &GeneratorError>) -> bool {
    let (can_be_built, text) = match tree {
        Ok(tree) => {
            let estimate = tree.generator.estimate();
            let about = if tree.generator.shape().is_full() { "" } else { "about " };
            let of = |number: f64, [one, many]: [&str; 2]| {
                format!("{} {}", format::rounded(number), if number == 1.0 { one } else { many })
            };
            let [nodes, leaves] = [of(estimate.nodes, ["node", "nodes"]), of(estimate.leaves, ["leaf", "leaves"])];
            // More bytes than can be counted are given as their number.
            let is_countable = estimate.bytes < u64::MAX as f64;
            let bytes =
                if is_countable { format::bytes(estimate.bytes as u64) } else { of(estimate.bytes, ["byte", "bytes"]) };
            let size = format!("{about}{nodes}, {leaves}, {bytes} of memory");
            if estimate.can_be_built() {
                (true, size)
            } else {
                (false, format!("{size}: too large to build; choose a smaller depth or fewer children"))
            }
        }
        Err(error) => (false, error.to_string()),
    };
    let text = RichText::new(text);
    ui.label(if can_be_built { text } else { text.color(theme::bad(ui.visuals())) });
    can_be_built
}
