//! A run as a row of a table: the parameters of its cell, how it ended, and its measures, which follow from their entries.

use std::collections::HashMap;
use std::io::{self, Write};

use csv::StringRecord;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::super::Resources;
use super::{Cell, Ending, Measure, Run, Source, Start, Sweep};
use crate::experiment::Owners;
use crate::format::quoted;
use crate::generate::{Chance, Generator, Leaves, Ordering, Probabilities, Probability};
use crate::search::{Algorithm, CutoffRule, Effort};
use crate::table::bare;

/// The row of a run. Its columns, up to those of lazy searches and of tables, are part of the file format.
#[derive(Serialize)]
pub(super) struct RunRow(Key, Measures, Rest);

/// The first columns.
#[derive(Serialize, Deserialize)]
struct Key {
    /// The distribution of the leaf values of a random tree.
    leaves: Option<Leaves>,
    /// The number of children of an inner node of a random tree.
    branching: Option<u32>,
    /// The depth of the tree.
    depth: u32,
    /// The seed of a random tree.
    seed: Option<u64>,
    algorithm: Algorithm,
    cutoff: CutoffRule,
    outcome: RowOutcome,
    /// The value of the root, if the run finished.
    value: Option<String>,
}

/// The columns in the middle.
struct Measures(Effort, Resources);

/// The last columns.
#[derive(Serialize, Deserialize)]
struct Rest {
    /// The order of the children of a random tree.
    ordering: Option<Ordering>,
    /// The minimum number of children of an inner node, if it varies.
    min_branching: Option<u32>,
    /// The probability that a node above the last level of a random tree is a leaf.
    leaf_probability: Option<Probability>,
    /// The game, if it is not a random tree.
    game: Option<Start>,
    /// The shortest time.
    seconds_min: Option<f64>,
}

/// The columns of chance nodes, which the journal leaves to the description of its sweep; empty for trees without them.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct ChanceColumns {
    /// Which inner nodes are chance nodes.
    chance: Option<Chance>,
    /// The probabilities of their children.
    probabilities: Option<Probabilities>,
}

impl ChanceColumns {
    pub(super) fn of(source: &Source) -> ChanceColumns {
        let random = source.random().filter(|generator| generator.has_chance());
        ChanceColumns { chance: random.map(Generator::chance), probabilities: random.map(Generator::probabilities) }
    }
}

/// How a run ended, in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RowOutcome {
    /// With a value.
    Finished,
    /// The budget was reached.
    Budget,
}

impl Serialize for Measures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Measures(effort, resources) = self;
        let mut row = serializer.serialize_struct("Measures", Measure::all().count())?;
        for is_of_some in [false, true] {
            for measure in Measure::all() {
                if matches!(measure.owners(), Owners::Lazy | Owners::WithTable | Owners::WithMemory) == is_of_some {
                    row.serialize_field(measure.id(), &measure.of(effort, resources).map(bare))?;
                }
            }
        }
        row.end()
    }
}

/// The cells of a sweep by some of their parameters. Runs come in the order in which threads end them.
pub(super) struct CellsOf<'s> {
    sweep: &'s Sweep,
    cells: HashMap<Parameters, Vec<usize>>,
}

/// The algorithm, the cutoff rule, the depth and the branching.
type Parameters = (Algorithm, CutoffRule, u32, Option<u32>);

impl<'s> CellsOf<'s> {
    pub(super) fn new(sweep: &'s Sweep) -> CellsOf<'s> {
        let mut cells: HashMap<Parameters, Vec<usize>> = HashMap::new();
        for (index, Cell { source, algorithm, cutoff }) in sweep.cells().iter().enumerate() {
            cells.entry((*algorithm, *cutoff, source.depth(), source.branching())).or_default().push(index);
        }
        CellsOf { sweep, cells }
    }
}

impl RunRow {
    /// The row of a run.
    pub(super) fn new(sweep: &Sweep, run: &Run) -> RunRow {
        let cell = &sweep.cells()[run.cell];
        let random = cell.source.random();
        let shape = random.map(Generator::shape);
        let (outcome, value) = match run.ending {
            Ending::Finished(value) => (RowOutcome::Finished, Some(value.to_string())),
            Ending::Budget => (RowOutcome::Budget, None),
        };
        let key = Key {
            leaves: random.map(Generator::leaves),
            branching: cell.source.branching(),
            depth: cell.source.depth(),
            seed: random.map(|_| sweep.seed(run.tree)),
            algorithm: cell.algorithm,
            cutoff: cell.cutoff,
            outcome,
            value,
        };
        let rest = Rest {
            ordering: random.map(Generator::ordering),
            min_branching: shape.and_then(|shape| shape.min_branching),
            leaf_probability: shape.map(|shape| shape.leaf_probability),
            game: cell.source.game().map(|played| played.start.clone()),
            seconds_min: run.resources.seconds.map(|seconds| seconds.min),
        };
        RunRow(key, Measures(run.effort, run.resources), rest)
    }

    /// Writes the row as CSV, below the names of its columns or alone.
    pub(super) fn write(&self, with_headings: bool, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::WriterBuilder::new().has_headers(with_headings).buffer_capacity(512).from_writer(out);
        writer.serialize(self)?;
        writer.flush()
    }
}

/// Reads the rows of a table of runs.
pub(super) struct Rows<'s> {
    headings: StringRecord,
    /// The measures with the indices of their columns.
    measures: Vec<(Measure, Option<usize>)>,
    has_chance_columns: bool,
    cells: CellsOf<'s>,
}

impl<'s> Rows<'s> {
    /// A reader of the rows below these headings.
    pub(super) fn new(sweep: &'s Sweep, headings: StringRecord) -> Rows<'s> {
        let place = |measure: Measure| headings.iter().position(|heading| heading == measure.id());
        let measures = Measure::all().map(|measure| (measure, place(measure))).collect();
        let has_chance_columns = headings.iter().any(|heading| heading == "chance");
        Rows { headings, measures, has_chance_columns, cells: CellsOf::new(sweep) }
    }

    /// The run of a row; `None` if it belongs to another sweep. The error says what cannot be read.
    pub(super) fn run(&self, row: &StringRecord) -> Result<Option<Run>, String> {
        let read = |error: csv::Error| error.to_string().replace('\n', " ");
        let (key, rest): (Key, Rest) = (
            row.deserialize(Some(&self.headings)).map_err(read)?,
            row.deserialize(Some(&self.headings)).map_err(read)?,
        );
        let Some((cell, tree)) = self.cells.find(&key, &rest) else { return Ok(None) };
        if self.has_chance_columns {
            let columns: ChanceColumns = row.deserialize(Some(&self.headings)).map_err(read)?;
            if columns != ChanceColumns::of(&self.cells.sweep.cells()[cell].source) {
                return Ok(None);
            }
        }
        let ending = match (key.outcome, key.value.map(|value| value.parse())) {
            (RowOutcome::Finished, Some(Ok(value))) => Ending::Finished(value),
            (RowOutcome::Budget, None) => Ending::Budget,
            _ => return Err("the value cannot be read".into()),
        };
        let (mut effort, mut resources) = (Effort::default(), Resources::default());
        for &(measure, column) in &self.measures {
            let text = column.and_then(|column| row.get(column)).unwrap_or_default();
            if text.is_empty() && measure.owners() != Owners::All {
                continue;
            }
            let wrong = || match text {
                "" => format!("{measure} is missing"),
                _ => format!("{measure} cannot be {}", quoted(text)),
            };
            let number = text.parse().map_err(|_| wrong())?;
            measure.set(&mut effort, &mut resources, number);
            // A number that is too large, or has decimals although it is a count.
            if measure.of(&effort, &resources) != Some(number) {
                return Err(wrong());
            }
        }
        if let (Some(seconds), Some(min)) = (&mut resources.seconds, rest.seconds_min) {
            seconds.min = min;
        }
        Ok(Some(Run { cell, tree, ending, effort, resources }))
    }
}

impl CellsOf<'_> {
    /// The cell and the tree of a row.
    fn find(&self, key: &Key, rest: &Rest) -> Option<(usize, u32)> {
        let CellsOf { sweep, cells } = self;
        let alike = cells.get(&(key.algorithm, key.cutoff, key.depth, key.branching))?;
        let &cell = alike.iter().find(|&&cell| is_from(key, rest, &sweep.cells()[cell].source))?;
        let tree = key.seed.map_or(Some(0), |seed| seed.checked_sub(sweep.seed(0)))?;
        let trees = u64::from(sweep.cells()[cell].source.trees(sweep.spec().trees));
        (tree < trees).then_some((cell, tree as u32))
    }
}

/// Whether a source of the same depth and branching is that of a row.
fn is_from(key: &Key, rest: &Rest, source: &Source) -> bool {
    match source {
        Source::Game(played) => rest.game.as_ref() == Some(&played.start),
        Source::Random(generator) => {
            let shape = generator.shape();
            key.seed.is_some()
                && (key.leaves, rest.ordering) == (Some(generator.leaves()), Some(generator.ordering()))
                && (rest.min_branching, rest.leaf_probability) == (shape.min_branching, Some(shape.leaf_probability))
        }
    }
}
