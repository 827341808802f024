//! The values of parameters.

use crate::search::hughes::Pipeline;
use crate::search::traced::TraceName;
use crate::tree::Value;

/// The value of an algorithm's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Setting {
    /// For an algorithm without a parameter.
    Nothing,
    /// The value of its [`Parameter`](super::Parameter).
    Number(Value),
    /// The stages of Hughes' pipeline.
    Pipeline(Pipeline),
    /// The name of another program's search.
    Trace(TraceName),
}

impl Setting {
    /// The number; 0 if there is none.
    pub fn number(self) -> Value {
        if let Setting::Number(value) = self { value } else { Value::from(0) }
    }
}
