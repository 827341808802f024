//! The measures of a run, one entry each. The columns of tables, the rows of summaries and the charts of sweeps are derived from them.

use std::fmt;
use std::str::FromStr;

use super::{Cost, Memory, Seconds};
use crate::fields::written_as_text;
use crate::format;
use crate::search::Effort;
use crate::search::catalogue::Entry;

/// The resources of a run, as far as they were measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Resources {
    /// The time.
    pub seconds: Option<Seconds>,
    /// The memory.
    pub memory: Option<Memory>,
}

impl From<Option<Cost>> for Resources {
    fn from(cost: Option<Cost>) -> Resources {
        Resources { seconds: cost.map(|cost| cost.seconds), memory: cost.map(|cost| cost.memory) }
    }
}

/// The facts about a measure.
pub struct MeasureEntry {
    /// The identifier in files and commands.
    pub id: &'static str,
    /// The displayed name.
    pub title: &'static str,
    /// An explanation in one sentence.
    pub explanation: &'static str,
    /// The unit.
    pub unit: Unit,
    /// The runs that have it.
    pub owners: Owners,
    /// Whether it counts leaves, so that it can be shown as a share of all leaves.
    pub counts_leaves: bool,
    /// Whether a sweep has a chart of it by default.
    pub has_chart: bool,
    /// Its value in a run; `None` if it was not measured or does not apply to the algorithm.
    of: fn(&Effort, &Resources) -> Option<f64>,
    /// Sets its value in a run that is read from a table.
    set: fn(&mut Effort, &mut Resources, f64),
}

/// The unit of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    Number,
    /// Seconds.
    Seconds,
    /// Bytes.
    Bytes,
}

/// The runs that have a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners {
    /// All runs.
    All,
    /// Runs of lazy searches.
    Lazy,
    /// Runs of searches with a transposition table.
    WithTable,
    /// Runs of searches that remember something of nodes that they have left.
    WithMemory,
    /// Timed runs.
    Timed,
    /// Runs whose memory is measured.
    MemoryMeasured,
}

/// A number that all runs have; entries say what is otherwise.
const fn number(id: &'static str, title: &'static str, explanation: &'static str) -> MeasureEntry {
    MeasureEntry {
        id,
        title,
        explanation,
        unit: Unit::Number,
        owners: Owners::All,
        counts_leaves: false,
        has_chart: false,
        of: |_, _| None,
        set: |_, _, _| (),
    }
}

/// The measures, in the order of tables.
pub static MEASURES: &[MeasureEntry] = &[
    MeasureEntry {
        counts_leaves: true,
        has_chart: true,
        of: |effort, _| Some(effort.counts.evaluations as f64),
        set: |effort, _, number| effort.counts.evaluations = number as u64,
        ..number("evaluations", "Evaluations", "Calls of the static evaluation; repeated calls count again")
    },
    MeasureEntry {
        counts_leaves: true,
        has_chart: true,
        of: |effort, _| Some(effort.counts.distinct_leaves as f64),
        set: |effort, _, number| effort.counts.distinct_leaves = number as u64,
        ..number("distinct_leaves", "Distinct leaves", "Leaves evaluated at least once")
    },
    MeasureEntry {
        has_chart: true,
        of: |effort, _| Some(effort.counts.visited_nodes as f64),
        set: |effort, _, number| effort.counts.visited_nodes = number as u64,
        ..number("visited_nodes", "Visited nodes", "Nodes that the search entered at least once")
    },
    MeasureEntry {
        of: |effort, _| Some(effort.counts.shallow_cutoffs as f64),
        set: |effort, _, number| effort.counts.shallow_cutoffs = number as u64,
        ..number(
            "shallow_cutoffs",
            "Shallow cutoffs",
            "Visits that ended before the last child, by a bound that the parent set",
        )
    },
    MeasureEntry {
        of: |effort, _| Some(effort.counts.deep_cutoffs as f64),
        set: |effort, _, number| effort.counts.deep_cutoffs = number as u64,
        ..number("deep_cutoffs", "Deep cutoffs", "Visits that ended before the last child, by a bound from further up")
    },
    MeasureEntry {
        of: |effort, _| Some(effort.counts.other_cutoffs as f64),
        set: |effort, _, number| effort.counts.other_cutoffs = number as u64,
        ..number(
            "other_cutoffs",
            "Other cutoffs",
            "Visits that ended before the last child for another reason: a question was answered, such as a threshold or a null window, or a trace does not say what set the bound",
        )
    },
    MeasureEntry {
        owners: Owners::Lazy,
        of: |effort, _| effort.extras.laziness.map(|lazy| lazy.nodes_built as f64),
        set: |effort, _, number| effort.extras.laziness.get_or_insert_default().nodes_built = number as u64,
        ..number("nodes_built", "Nodes built", "Nodes whose constructor a lazy search forced, each counted once")
    },
    MeasureEntry {
        owners: Owners::Lazy,
        has_chart: true,
        of: |effort, _| effort.extras.laziness.map(|lazy| lazy.peak_nodes_alive as f64),
        set: |effort, _, number| effort.extras.laziness.get_or_insert_default().peak_nodes_alive = number as u64,
        ..number(
            "peak_nodes_alive",
            "Peak nodes alive",
            "Largest number of nodes alive at a time: built and not yet freed",
        )
    },
    MeasureEntry {
        owners: Owners::Lazy,
        of: |effort, _| effort.extras.laziness.map(|lazy| lazy.thunks_forced as f64),
        set: |effort, _, number| effort.extras.laziness.get_or_insert_default().thunks_forced = number as u64,
        ..number("thunks_forced", "Thunks forced", "Computed elements of the lists of maximise', each counted once")
    },
    MeasureEntry {
        owners: Owners::Lazy,
        of: |effort, _| effort.extras.laziness.map(|lazy| lazy.thunks_reused as f64),
        set: |effort, _, number| effort.extras.laziness.get_or_insert_default().thunks_reused = number as u64,
        ..number("thunks_reused", "Thunks reused", "How often a computed element was used again")
    },
    MeasureEntry {
        owners: Owners::WithTable,
        has_chart: true,
        of: |effort, _| effort.extras.table_hits.map(|hits| hits as f64),
        set: |effort, _, number| effort.extras.table_hits = Some(number as u64),
        ..number(
            "table_hits",
            "Table hits",
            "How often an entry of the transposition table replaced the search of a node",
        )
    },
    MeasureEntry {
        owners: Owners::WithMemory,
        has_chart: true,
        of: |effort, _| effort.extras.entries.map(|entries| entries as f64),
        set: |effort, _, number| effort.extras.entries = Some(number as u64),
        ..number(
            "entries",
            "Entries kept",
            "Largest number of nodes of which something was remembered after they had been left: in a transposition table, on OPEN, or as a proof",
        )
    },
    MeasureEntry {
        unit: Unit::Seconds,
        owners: Owners::Timed,
        has_chart: true,
        of: |_, resources| resources.seconds.map(|seconds| seconds.median),
        set: |_, resources, median| resources.seconds.get_or_insert(Seconds { min: median, median }).median = median,
        ..number("seconds", "Time", "Median time of unrecorded runs")
    },
    MeasureEntry {
        unit: Unit::Bytes,
        owners: Owners::MemoryMeasured,
        has_chart: true,
        of: |_, resources| resources.memory?.heap.map(|bytes| bytes as f64),
        set: |_, resources, bytes| resources.memory.get_or_insert_default().heap = Some(bytes as u64),
        ..number("peak_heap_bytes", "Peak heap", "Peak heap memory, not counting the tree")
    },
    MeasureEntry {
        unit: Unit::Bytes,
        owners: Owners::MemoryMeasured,
        has_chart: true,
        of: |_, resources| resources.memory.map(|memory| memory.stack as f64),
        set: |_, resources, bytes| resources.memory.get_or_insert_default().stack = bytes as u64,
        ..number("peak_stack_bytes", "Peak call stack", "Peak call-stack memory")
    },
];

/// A measure of runs, by its place in [`MEASURES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Measure(usize);

impl Measure {
    /// All measures, in the order of tables.
    pub fn all() -> impl Iterator<Item = Measure> {
        (0..MEASURES.len()).map(Measure)
    }

    fn entry(self) -> &'static MeasureEntry {
        &MEASURES[self.0]
    }

    /// The number of evaluations.
    pub fn evaluations() -> Measure {
        Measure(0)
    }

    /// The identifier in files and commands.
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// The displayed name.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// An explanation in one sentence.
    pub fn explanation(self) -> &'static str {
        self.entry().explanation
    }

    /// The unit.
    pub fn unit(self) -> Unit {
        self.entry().unit
    }

    /// The runs that have it.
    pub fn owners(self) -> Owners {
        self.entry().owners
    }

    /// Whether it counts leaves, so that it can be shown as a share of all leaves.
    pub fn counts_leaves(self) -> bool {
        self.entry().counts_leaves
    }

    /// Whether a sweep has a chart of it by default.
    pub fn has_chart(self) -> bool {
        self.entry().has_chart
    }

    /// Whether runs of an algorithm have it, if time and memory are measured.
    pub fn is_of(self, entry: &Entry) -> bool {
        match self.owners() {
            Owners::Lazy => entry.is_lazy,
            Owners::WithTable => entry.has_table,
            Owners::WithMemory => entry.has_memory,
            Owners::All | Owners::Timed | Owners::MemoryMeasured => true,
        }
    }

    /// Its value in a run; `None` if it was not measured or does not apply to the algorithm.
    pub fn of(self, effort: &Effort, resources: &Resources) -> Option<f64> {
        (self.entry().of)(effort, resources)
    }

    /// Sets its value in a run that is read from a table.
    pub(super) fn set(self, effort: &mut Effort, resources: &mut Resources, number: f64) {
        (self.entry().set)(effort, resources, number);
    }

    /// A value of it with its unit, for people.
    pub fn format(self, number: f64) -> String {
        match self.unit() {
            Unit::Number if number < 100.0 && number.fract() != 0.0 => format!("{number:.1}"),
            Unit::Number => format::grouped(number.round() as u64),
            Unit::Seconds => format::duration(number),
            Unit::Bytes => format::bytes(number.round() as u64),
        }
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(id: &str) -> Result<Measure, String> {
        Measure::all().find(|measure| measure.id() == id).ok_or_else(|| {
            let known = Measure::all().map(Measure::id).collect::<Vec<_>>().join(", ");
            format!("unknown measure {}; expected one of {known}", format::quoted(id))
        })
    }
}

written_as_text!(Measure);
