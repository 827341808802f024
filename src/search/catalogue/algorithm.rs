//! An algorithm with its setting.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::entries::{
    ALPHA_BETA, ALPHA_BETA_MEMORY, ASPIRATION, DUAL_STAR, ENTRIES, EXPECTIMINIMAX, ITERATIVE_DEEPENING,
    LATTICE_PRUNING, LAZY_ALPHA_BETA, LAZY_MINIMAX, MINIMAL_TREE, MINIMAX, MTD_F, MTD_INFINITY, MTD_MINUS_INFINITY,
    NEGASCOUT, PIPELINE, PROOF_NUMBER, SCOUT, SELECTION_GK, SELECTION_GK_ALPHA_BETA, SELECTION_J,
    SELECTION_J_ALPHA_BETA, SSS_STAR, STAR1, STAR2, TAIL_RECURSIVE_ALPHA_BETA, TAIL_RECURSIVE_MEMO,
    TAIL_RECURSIVE_MINIMAX, THRESHOLD, TRACE,
};
use super::entry::{Entry, LeafClass, Parameter, Takes};
use super::setting::Setting;
use super::{AlgorithmError, Catalogue};
use crate::search::CutoffRule;
use crate::search::hughes::Pipeline;
use crate::search::traced::TraceName;
use crate::tree::Value;

/// An algorithm with its setting. Files and commands refer to it by its [`id`](Algorithm::id).
#[derive(Clone, Copy)]
pub struct Algorithm {
    entry: &'static Entry,
    setting: Setting,
}

/// The algorithm of an entry with the default of its parameter; `None` if a value is required.
pub(super) const fn by_default(entry: &'static Entry) -> Option<Algorithm> {
    match entry.default_setting() {
        Some(setting) => Some(Algorithm::with_setting(entry, setting)),
        None => None,
    }
}

const fn plain(entry: &'static Entry) -> Algorithm {
    match by_default(entry) {
        Some(algorithm) => algorithm,
        None => panic!("the algorithm needs a setting"),
    }
}

const fn count_by_default() -> usize {
    let (mut count, mut index) = (0, 0);
    while index < ENTRIES.len() {
        count += by_default(ENTRIES[index]).is_some() as usize;
        index += 1;
    }
    count
}

const fn all_by_default() -> [Algorithm; count_by_default()] {
    let mut all = [Algorithm::MINIMAX; count_by_default()];
    let (mut count, mut index) = (0, 0);
    while index < ENTRIES.len() {
        if let Some(algorithm) = by_default(ENTRIES[index]) {
            all[count] = algorithm;
            count += 1;
        }
        index += 1;
    }
    all
}

#[expect(missing_docs, reason = "the entries say it")]
impl Algorithm {
    pub const MINIMAX: Algorithm = plain(&MINIMAX);
    pub const LATTICE_PRUNING: Algorithm = plain(&LATTICE_PRUNING);
    pub const ALPHA_BETA: Algorithm = plain(&ALPHA_BETA);
    pub const LAZY_MINIMAX: Algorithm = plain(&LAZY_MINIMAX);
    pub const LAZY_ALPHA_BETA: Algorithm = plain(&LAZY_ALPHA_BETA);
    pub const SELECTION_J: Algorithm = plain(&SELECTION_J);
    pub const SELECTION_J_ALPHA_BETA: Algorithm = plain(&SELECTION_J_ALPHA_BETA);
    pub const SELECTION_GK: Algorithm = plain(&SELECTION_GK);
    pub const SELECTION_GK_ALPHA_BETA: Algorithm = plain(&SELECTION_GK_ALPHA_BETA);
    pub const TAIL_RECURSIVE: Algorithm = plain(&TAIL_RECURSIVE_MINIMAX);
    pub const TAIL_RECURSIVE_ALPHA_BETA: Algorithm = plain(&TAIL_RECURSIVE_ALPHA_BETA);
    pub const TAIL_RECURSIVE_MEMO: Algorithm = plain(&TAIL_RECURSIVE_MEMO);
    pub const NEGASCOUT: Algorithm = plain(&NEGASCOUT);
    pub const MTD_F: Algorithm = plain(&MTD_F);
    pub const MTD_INFINITY: Algorithm = plain(&MTD_INFINITY);
    pub const MTD_MINUS_INFINITY: Algorithm = plain(&MTD_MINUS_INFINITY);
    pub const SSS_STAR: Algorithm = plain(&SSS_STAR);
    pub const DUAL_STAR: Algorithm = plain(&DUAL_STAR);
    pub const SCOUT: Algorithm = plain(&SCOUT);
    pub const ASPIRATION: Algorithm = plain(&ASPIRATION);
    pub const ALPHA_BETA_MEMORY: Algorithm = plain(&ALPHA_BETA_MEMORY);
    pub const ITERATIVE_DEEPENING: Algorithm = plain(&ITERATIVE_DEEPENING);
    pub const MINIMAL_TREE: Algorithm = plain(&MINIMAL_TREE);
    pub const EXPECTIMINIMAX: Algorithm = plain(&EXPECTIMINIMAX);
    pub const STAR1: Algorithm = plain(&STAR1);
    pub const STAR2: Algorithm = plain(&STAR2);
}

impl Algorithm {
    /// All algorithms that compute the value and need no setting, in the order of lists.
    pub const ALL: [Algorithm; count_by_default()] = all_by_default();

    /// The default selection: one of each derivation, cheap on every tree.
    pub fn usual() -> Vec<Algorithm> {
        Algorithm::ALL.into_iter().filter(|algorithm| algorithm.entry.is_usual).collect()
    }

    /// Those that search trees with chance nodes.
    pub fn for_chance() -> Vec<Algorithm> {
        Algorithm::ALL.into_iter().filter(|algorithm| algorithm.entry.takes_chance).collect()
    }

    /// The algorithm of an entry with the default of its parameter; `None` if a value is required.
    pub fn of(entry: &'static Entry) -> Option<Algorithm> {
        by_default(entry)
    }

    /// The algorithm of an entry with values of its first parameters, and the defaults of the others; `None` if it has fewer
    /// parameters, if it does not take one of the values, or if it needs more.
    pub fn numbered(entry: &'static Entry, given: &[Value]) -> Option<Algorithm> {
        if given.len() > entry.parameters.len() {
            return None;
        }
        let mut values = Setting::Nothing.numbers();
        for (index, parameter) in entry.parameters.iter().enumerate() {
            values[index] = match given.get(index) {
                Some(&value) => parameter.check(value).ok()?,
                None => Value::from(parameter.default?),
            };
        }
        let setting = if entry.parameters.is_empty() { Setting::Nothing } else { Setting::Numbers(values) };
        Some(Algorithm { entry, setting })
    }

    pub(super) const fn with_setting(entry: &'static Entry, setting: Setting) -> Algorithm {
        Algorithm { entry, setting }
    }

    /// The threshold test: is the value at least `at`?
    pub fn threshold(at: Value) -> Algorithm {
        Algorithm { entry: &THRESHOLD, setting: Setting::Numbers([at, Value::from(0), Value::from(0)]) }
    }

    /// Proof-number search: is the value at least `at`?
    pub fn proof_number(at: Value) -> Algorithm {
        Algorithm { entry: &PROOF_NUMBER, setting: Setting::Numbers([at, Value::from(0), Value::from(0)]) }
    }

    /// Hughes' composition with the given stages.
    pub fn of_pipeline(pipeline: Pipeline) -> Algorithm {
        Algorithm { entry: &PIPELINE, setting: Setting::Pipeline(pipeline) }
    }

    /// The search of another program, by the name in its trace.
    pub fn of_trace(name: TraceName) -> Algorithm {
        Algorithm { entry: &TRACE, setting: Setting::Trace(name) }
    }

    /// The name in its trace, if it is the search of another program.
    pub fn trace_name(self) -> Option<TraceName> {
        if let Setting::Trace(name) = self.setting { Some(name) } else { None }
    }

    /// Whether it is the search of another program, which cannot be run.
    pub fn is_traced(self) -> bool {
        self.trace_name().is_some()
    }

    /// The algorithm with another value of its first parameter, if it has one that takes the value.
    #[must_use]
    pub fn with_number(self, number: Value) -> Algorithm {
        let mut values = self.setting.numbers();
        values[0] = number;
        Algorithm::numbered(self.entry, &values[..self.entry.parameters.len()]).unwrap_or(self)
    }

    /// Its parameters with their values.
    pub fn parameters(self) -> impl Iterator<Item = (&'static Parameter, Value)> {
        self.entry.parameters.iter().zip(self.setting.numbers())
    }

    /// The facts about it.
    pub fn entry(self) -> &'static Entry {
        self.entry
    }

    /// Its setting.
    pub fn setting(self) -> Setting {
        self.setting
    }

    /// The identifier in files and commands.
    pub fn id(self) -> &'static str {
        self.entry.id
    }

    /// The displayed name, without the setting.
    pub fn name(self) -> &'static str {
        self.entry.name
    }

    /// The displayed name, with the setting unless that is the default.
    pub fn title(self) -> Cow<'static, str> {
        if let Setting::Trace(name) = self.setting {
            return format!("{name} (trace)").into();
        }
        let mut title = Cow::from(self.name());
        for (parameter, value) in self.parameters().filter(|(parameter, value)| !parameter.is_default(*value)) {
            let (name, words) = (parameter.title.to_lowercase(), parameter.in_words(value));
            title += match (parameter.default, parameter.takes) {
                (None, _) => Cow::from(format!(" at {words}")),
                (_, Takes::Switch) if value.get() == 0.0 => Cow::from(format!(", no {name}")),
                (_, Takes::Switch) => Cow::from(format!(", {name}")),
                _ => Cow::from(format!(", {name} {words}")),
            };
        }
        title
    }

    /// The displayed names of several, separated by commas.
    pub fn titles(algorithms: &[Algorithm]) -> String {
        let mut titles = Vec::new();
        for algorithm in algorithms {
            titles.push(algorithm.title().into_owned());
        }
        titles.join(", ")
    }

    /// Which leaves it evaluates.
    pub fn leaves(self) -> LeafClass {
        let is_minimax = self.pipeline().is_some_and(|pipeline| !pipeline.alpha_beta);
        if is_minimax { LeafClass::All } else { self.entry.leaves }
    }

    /// The cutoff rule that it follows where another is asked for: a minimal proof only has to reach the value.
    pub fn rule(self, asked: CutoffRule) -> CutoffRule {
        if self.entry.leaves == LeafClass::Minimal { CutoffRule::NonStrict } else { asked }
    }

    /// The stages, if it is Hughes' pipeline.
    pub fn pipeline(self) -> Option<Pipeline> {
        if let Setting::Pipeline(pipeline) = self.setting { Some(pipeline) } else { None }
    }

    /// The number, if it answers whether the value is at least that.
    pub fn asks_at(self) -> Option<Value> {
        self.entry.asks.then(|| self.setting.number())
    }

    /// Whether its value may differ from that of the tree, because it leaves out parts of the tree.
    pub fn is_selective(self) -> bool {
        self.pipeline().is_some_and(|pipeline| pipeline.stages.are_selective())
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.setting {
            Setting::Nothing => f.write_str(self.id()),
            setting => write!(f, "{} ({setting:?})", self.id()),
        }
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Algorithm) -> bool {
        (self.id(), self.setting) == (other.id(), other.setting)
    }
}

impl Eq for Algorithm {}

impl PartialOrd for Algorithm {
    fn partial_cmp(&self, other: &Algorithm) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Algorithm {
    fn cmp(&self, other: &Algorithm) -> Ordering {
        let rank = |algorithm: &Algorithm| ENTRIES.iter().position(|entry| entry.id == algorithm.id());
        (rank(self), self.id(), self.setting).cmp(&(rank(other), other.id(), other.setting))
    }
}

impl Hash for Algorithm {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.id(), self.setting).hash(state);
    }
}

/// Writes `id`, or `id=number:number` with the numbers up to the last that is not the default.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        let parameters: Vec<_> = self.parameters().collect();
        let last = parameters.iter().rposition(|(parameter, value)| !parameter.is_default(*value));
        let Some(last) = last else { return Ok(()) };
        for (index, (parameter, value)) in parameters[..=last].iter().enumerate() {
            let sign = if index == 0 { '=' } else { ':' };
            write!(f, "{sign}{}", parameter.write(*value))?;
        }
        Ok(())
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(text: &str) -> Result<Algorithm, AlgorithmError> {
        Catalogue::BUILT_IN.algorithm(text)
    }
}

impl serde::Serialize for Algorithm {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Algorithm {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Algorithm, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
