//! The values of parameters.

use crate::search::hughes::Pipeline;
use crate::search::traced::TraceName;
use crate::tree::Value;

/// The values of an algorithm's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Setting {
    /// For an algorithm without parameters.
    Nothing,
    /// The values of its [`Parameter`](super::Parameter)s in their order, 0 for those that it does not have.
    Numbers([Value; MOST_PARAMETERS]),
    /// The stages of Hughes' pipeline.
    Pipeline(Pipeline),
    /// The name of another program's search.
    Trace(TraceName),
}

/// How many parameters an algorithm may have.
pub(super) const MOST_PARAMETERS: usize = 3;

impl Setting {
    /// The value of the first parameter; 0 if there is none.
    pub fn number(self) -> Value {
        self.numbers()[0]
    }

    /// The values of the parameters, 0 for those that there are not.
    pub fn numbers(self) -> [Value; MOST_PARAMETERS] {
        if let Setting::Numbers(values) = self { values } else { [Value::of_integer(0); MOST_PARAMETERS] }
    }
}
