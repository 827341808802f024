//! Reads what a program says of a tree.

use serde_json::{Map, Value as Json};

use crate::experiment::trace::{self, Trace};
use crate::format;
use crate::progress::Progress;
use crate::search::Outcome;
use crate::search::story::EvaluationOrder;
use crate::tree::Value;

/// How a trace begins.
const TRACE: &str = "{\"plyscope-trace\"";

/// What a program says of a tree: as much as it knows.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The value of the root.
    pub value: Option<Value>,
    /// The index of the best child.
    pub best: Option<u64>,
    /// How many leaves were evaluated, repeated ones counted again.
    pub evaluations: Option<u64>,
    /// The evaluated leaves in their order, numbered from left to right from 0.
    pub leaves: Option<Vec<u64>>,
    /// The values of the evaluated leaves in their order, if the answer is a trace.
    pub leaf_values: Option<Vec<Value>>,
    /// The trace, or why it cannot be read.
    pub trace: Option<Result<Box<Trace>, String>>,
}

impl Answer {
    /// Reads an answer; the error says what was expected.
    pub fn read(bytes: &[u8]) -> Result<Answer, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| format!("It is not text in UTF-8. {EXPECTED}"))?;
        let text = text.trim();
        if is_trace(text) {
            return Ok(of_trace(text));
        }
        if text.is_empty() {
            return Err(format!("It wrote nothing. {EXPECTED}"));
        }
        if let Ok(value) = text.parse() {
            return Ok(Answer { value: Some(value), ..Answer::default() });
        }
        match serde_json::from_str(text) {
            Ok(Json::Object(fields)) => of_fields(&fields),
            Ok(_) => Err(format!("{} is not an answer. {EXPECTED}", format::quoted(text))),
            Err(_) if text.contains('\n') => {
                Err(format!("It wrote {} lines. {EXPECTED}", format::grouped(text.lines().count() as u64)))
            }
            Err(_) => Err(format!("{} is not a number. {EXPECTED}", format::quoted(text))),
        }
    }
}

const EXPECTED: &str = "Expected is a number, or an object such as {\"value\": 3, \"best\": 0}, and nothing else";

/// Whether a text is meant as a trace.
pub(super) fn is_trace(text: &str) -> bool {
    text.trim_start().replacen(' ', "", 1).starts_with(TRACE) || text.trim_start().starts_with(TRACE)
}

fn of_fields(fields: &Map<String, Json>) -> Result<Answer, String> {
    let field = |name: &str| fields.get(name).filter(|field| !field.is_null());
    let number = |name: &str| {
        let read = |field: &Json| {
            field.as_u64().ok_or_else(|| format!("{name} is {}; expected is a whole number from 0", shown(field)))
        };
        field(name).map(read).transpose()
    };
    let answer = Answer {
        value: field("value").map(value).transpose()?,
        best: number("best")?,
        evaluations: number("evaluations")?,
        leaves: field("leaves").map(leaves).transpose()?,
        ..Answer::default()
    };
    let is_empty =
        answer.value.is_none() && answer.best.is_none() && answer.evaluations.is_none() && answer.leaves.is_none();
    if is_empty {
        Err(format!("The object has none of value, best, evaluations and leaves. {EXPECTED}"))
    } else {
        Ok(answer)
    }
}

fn shown(json: &Json) -> String {
    format::quoted(&json.to_string())
}

fn value(json: &Json) -> Result<Value, String> {
    let read = match json {
        Json::Number(number) => number.as_f64().and_then(Value::new),
        Json::String(text) => text.parse().ok(),
        _ => None,
    };
    read.ok_or_else(|| format!("value is {}; expected is a finite number", shown(json)))
}

fn leaves(json: &Json) -> Result<Vec<u64>, String> {
    let wrong = || format!("leaves is {}; expected is a list of the numbers of leaves, from 0", shown(json));
    json.as_array().ok_or_else(wrong)?.iter().map(|leaf| leaf.as_u64().ok_or_else(wrong)).collect()
}

fn of_trace(text: &str) -> Answer {
    let trace = match trace::read(text.as_bytes(), &Progress::new()) {
        Ok(trace) => Box::new(trace),
        Err(error) => return Answer { trace: Some(Err(error.to_string())), ..Answer::default() },
    };
    let mut order = EvaluationOrder::new(&trace.tree);
    trace.run.story.tell(&mut order);
    let values: Vec<Value> = order.finish().into_iter().filter_map(|leaf| trace.tree.value(leaf)).collect();
    let value = match trace.run.outcome {
        Outcome::Finished(value) if !trace.run.is_outside_window => Some(value),
        _ => None,
    };
    let evaluations = Some(values.len() as u64);
    Answer { value, evaluations, leaf_values: Some(values), trace: Some(Ok(trace)), ..Answer::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_objects_and_nothing_else_are_answers() {
        let value = |text: &str| Answer::read(text.as_bytes()).map(|answer| answer.value.map(Value::get));
        assert_eq!(value("3\n"), Ok(Some(3.0)));
        assert_eq!(value(" -2.50 "), Ok(Some(-2.5)));
        assert_eq!(value("8/5"), Ok(Some(1.6)));
        assert_eq!(value("{\"value\": \"8/5\"}"), Ok(Some(1.6)));
        assert_eq!(value("{\"best\": 1, \"time\": 3}"), Ok(None));
        for text in ["", "inf", "nan", "3 4", "[3]", "{}", "{\"value\": true}", "{\"best\": -1}", "value 3\n3", "\"3\""]
        {
            assert!(value(text).is_err(), "{text}");
        }
        assert!(Answer::read(b"\xff").is_err());
    }

    #[test]
    fn leaves_and_evaluations_are_read() {
        let answer = Answer::read(br#"{"evaluations": 2, "leaves": [0, 3]}"#).unwrap();
        assert_eq!((answer.evaluations, answer.leaves), (Some(2), Some(vec![0, 3])));
        assert!(Answer::read(br#"{"leaves": [0, -1]}"#).is_err());
    }
}
