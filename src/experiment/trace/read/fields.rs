//! The fields of a line: what they must contain, and the message if they do not.

use std::borrow::Cow;

use serde_json::{Map, Value as Json};

use crate::search::story::{Bounded, Cause, Why};
use crate::search::{Setter, Told, Window};
use crate::tree::{Player, Probability, ProbabilityError, Role, TOLERANCE, Value};

/// The largest index, depth or number of children. Skipped children take memory, too.
const MOST: u32 = 2_000_000;

/// The fields of a line. A field that is `null` counts as missing, and unknown fields are ignored.
#[derive(Clone, Copy)]
pub(super) struct Fields<'l>(pub(super) &'l Map<String, Json>);

/// How a child is identified: by its index, or by its move only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChildName<'l> {
    Index(u32),
    Move(&'l str),
}

/// What set a bound, according to a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By<'l> {
    /// A child of the open node at a depth.
    Child(u32, ChildName<'l>),
    Outside,
    Question,
    Table,
    Untold,
}

/// The side from which numbers are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Max,
    /// The side to move, which is MIN: every number is negated.
    Min,
}

impl Side {
    pub(super) fn value(self, value: Value) -> Value {
        if self == Side::Max { value } else { Value::new(-value.get()).unwrap_or(value) }
    }
}

impl<'l> Fields<'l> {
    pub(super) fn get(self, key: &str) -> Option<&'l Json> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    pub(super) fn has(self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// A field, if it is there, as what it must be.
    fn read<T>(self, key: &str, what: &str, read: fn(&'l Json) -> Option<T>) -> Result<Option<T>, String> {
        self.get(key).map(|json| read(json).ok_or_else(|| format!("“{key}” must be {what}"))).transpose()
    }

    pub(super) fn text(self, key: &str) -> Result<Option<&'l str>, String> {
        self.read(key, "a text in quotation marks", Json::as_str)
    }

    /// A whole number below a limit.
    pub(super) fn whole(self, key: &str) -> Result<Option<u32>, String> {
        self.read(key, "a whole number from 0 to 2,000,000", whole)
    }

    /// The settings in an object, for people: `at 4, depth 3`.
    pub(super) fn settings(self, key: &str) -> Result<Option<String>, String> {
        let settings = self.read(key, "an object, such as {\"depth\": 3}", Json::as_object)?;
        let mut said = Vec::new();
        for (key, value) in settings.into_iter().flatten() {
            match value {
                Json::Null | Json::Bool(false) => {}
                Json::Bool(true) => said.push(key.clone()),
                Json::String(text) => said.push(format!("{key} {text}")),
                other => said.push(format!("{key} {other}")),
            }
        }
        Ok((!said.is_empty()).then(|| said.join(", ")))
    }

    pub(super) fn flag(self, key: &str) -> Result<Option<bool>, String> {
        self.read(key, "true or false", Json::as_bool)
    }

    /// A value: a number, or a fraction in quotation marks.
    pub(super) fn value(self, key: &str, side: Side) -> Result<Option<Value>, String> {
        Ok(self.read(key, NUMBER, number)?.map(|value| side.value(value)))
    }

    /// A required value.
    pub(super) fn needed_value(self, key: &str, side: Side) -> Result<Value, String> {
        self.value(key, side)?.ok_or_else(|| format!("the event needs a “{key}”, a number; add it"))
    }

    pub(super) fn player(self, key: &str) -> Result<Option<Player>, String> {
        self.text(key)?
            .map(|player| match player {
                "max" => Ok(Player::Max),
                "min" => Ok(Player::Min),
                _ => Err(format!("“{key}” must be \"max\" or \"min\"")),
            })
            .transpose()
    }

    pub(super) fn role(self, key: &str) -> Result<Option<Role>, String> {
        let role = |id| Role::of_id(id).ok_or_else(|| format!("“{key}” must be \"max\", \"min\" or \"chance\""));
        self.text(key)?.map(role).transpose()
    }

    /// The probabilities of all children of a chance node.
    pub(super) fn probabilities(self, key: &str) -> Result<Option<Vec<Probability>>, String> {
        let list = self.read(key, "an array, such as [\"1/3\", \"2/3\"]", Json::as_array)?;
        let Some(list) = list else { return Ok(None) };
        let mut probabilities = Vec::with_capacity(list.len());
        for json in list {
            let text = json.as_str().map_or_else(|| json.to_string(), str::to_owned);
            probabilities.push(text.parse().map_err(|error: ProbabilityError| format!("“{text}” in “{key}” {error}"))?);
        }
        let sum: f64 = probabilities.iter().map(|probability: &Probability| probability.get()).sum();
        if (sum - 1.0).abs() > TOLERANCE {
            return Err(format!("“{key}” add up to {sum}, not 1"));
        }
        Ok(Some(probabilities))
    }

    /// The child that a line is about.
    pub(super) fn child(self) -> Result<Option<ChildName<'l>>, String> {
        match self.whole("child")? {
            Some(index) => Ok(Some(ChildName::Index(index))),
            None => Ok(self.text("move")?.map(ChildName::Move)),
        }
    }

    /// A line of children.
    pub(super) fn line(self, key: &str) -> Result<Option<Vec<ChildName<'l>>>, String> {
        fn child(json: &Json) -> Option<ChildName<'_>> {
            whole(json).map(ChildName::Index).or(json.as_str().map(ChildName::Move))
        }
        self.read(key, "an array of children or moves, such as [0, 2, 1]", |json| {
            json.as_array()?.iter().map(child).collect()
        })
    }

    /// The smallest and the largest value of all leaves.
    pub(super) fn bounds(self, key: &str) -> Result<Option<[Value; 2]>, String> {
        let what = "an array of the smallest and the largest value, such as [-10, 10]";
        let ends = self.read(key, what, |json| <&[Json; 2]>::try_from(json.as_array()?.as_slice()).ok())?;
        let Some(ends) = ends else { return Ok(None) };
        let [low, high] = ends.each_ref().map(|end| number(end).ok_or_else(|| format!("“{key}” must be {NUMBER}")));
        let (low, high) = (low?, high?);
        if low <= high { Ok(Some([low, high])) } else { Err(format!("“{key}” must be {what}")) }
    }

    /// What set a bound.
    pub(super) fn by(self, key: &str) -> Result<By<'l>, String> {
        let wrong = || {
            format!(
                "“{key}” must be an object such as {{\"depth\": 0, \"child\": 0}}, \"outside\", \"question\" or \"table\""
            )
        };
        match self.get(key) {
            Some(Json::String(word)) => Ok(match word.as_str() {
                "question" => By::Question,
                "outside" => By::Outside,
                "table" => By::Table,
                _ => return Err(wrong()),
            }),
            Some(Json::Object(by)) => {
                let by = Fields(by);
                let child = by.child()?.ok_or_else(wrong)?;
                Ok(By::Child(by.whole("depth")?.ok_or_else(wrong)?, child))
            }
            Some(_) => Err(wrong()),
            None => Ok(By::Untold),
        }
    }

    /// A window, and what set its ends.
    pub(super) fn window(
        self,
        side: Side,
        mut setter: impl FnMut(By<'l>) -> Result<Setter, String>,
    ) -> Result<Window<Told>, String> {
        let names = if side == Side::Max { ["alpha", "beta"] } else { ["beta", "alpha"] };
        let mut ends = [None; 2];
        for (place, name) in names.iter().enumerate() {
            let end = if place == 0 { Bounded::Below } else { Bounded::Above };
            let Some((value, is_next)) = self.end(name, side, end)? else { continue };
            let by = if is_next { Setter::Question { is_next } } else { setter(self.by(&format!("{name}_by"))?)? };
            ends[place] = Some(Told::new(value, by));
        }
        Ok(Window::new(ends[0], ends[1]))
    }

    /// An end of a window, and whether it is next to the number asked about.
    fn end(self, name: &str, side: Side, end: Bounded) -> Result<Option<(Value, bool)>, String> {
        let Some(Json::Object(next)) = self.get(name) else {
            return Ok(self.value(name, side)?.map(|value| (value, false)));
        };
        let key = if next.contains_key("above") { "above" } else { "below" };
        let asked = Fields(next).value(key, side)?;
        let asked = asked.ok_or_else(|| format!("“{name}” must be a number, {{\"above\": a}} or {{\"below\": b}}"))?;
        Ok(Some((if end == Bounded::Above { asked.next_up() } else { asked.next_down() }, true)))
    }

    /// Why a node is entered; with the word in the trace if it is unknown.
    pub(super) fn why(self) -> Result<(Why, Option<&'l str>), String> {
        Ok(match self.text("why")? {
            None | Some("normal") => (Why::Normal, None),
            Some(word) => Why::of_id(word).map_or((Why::Normal, Some(word)), |why| (why, None)),
        })
    }

    /// The cause of a cutoff, or else the trace's own word for it.
    pub(super) fn cause(self) -> Result<(Option<Cause>, Option<&'l str>), String> {
        const CAUSES: [Cause; 5] = [Cause::Shallow, Cause::Deep, Cause::Question, Cause::Outside, Cause::Table];
        let Some(kind) = self.text("kind")? else { return Ok((None, None)) };
        let cause = CAUSES.into_iter().find(|cause| kind == cause.id());
        Ok((cause, Some(kind).filter(|&kind| cause.is_none() && kind != Cause::Untold.id() && !kind.is_empty())))
    }

    /// Whether what was settled at a node of a player is about the next number. `asked` is the question, or its answer: MIN can answer
    /// `> 5` only by `≤ 5`.
    pub(super) fn asks_about_next(self, player: Player) -> Result<bool, String> {
        let is_max = player == Player::Max;
        match self.text("asked")? {
            None => Ok(false),
            Some(">" | "≤") => Ok(is_max),
            Some("≥" | "<") => Ok(!is_max),
            Some(_) => Err("“asked” must be \">\", \"≥\", \"<\" or \"≤\"".into()),
        }
    }

    /// A number of plies; in a quiescence search it may be negative.
    pub(super) fn plies(self, key: &str) -> Result<Option<i32>, String> {
        self.read(key, "a whole number of plies from −2000000 to 2000000, such as 3", |json| {
            json.as_i64().and_then(|number| i32::try_from(number).ok()).filter(|number| number.unsigned_abs() <= MOST)
        })
    }

    /// What identifies a position: a number or a text.
    pub(super) fn key(self) -> Result<Option<Cow<'l, str>>, String> {
        match self.get("key") {
            None => Ok(None),
            Some(Json::String(key)) => Ok(Some(key.into())),
            Some(Json::Number(key)) if key.is_i64() || key.is_u64() => Ok(Some(key.to_string().into())),
            Some(_) => Err("“key” must be a whole number of at most 64 bits, or a text in quotation marks".into()),
        }
    }
}

const NUMBER: &str = "a finite number, such as 5, -2.5 or \"8/5\"";

fn number(json: &Json) -> Option<Value> {
    match json {
        Json::Number(number) => number.as_f64().and_then(Value::new),
        Json::String(fraction) => fraction.parse().ok(),
        _ => None,
    }
}

fn whole(json: &Json) -> Option<u32> {
    json.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|&number| number <= MOST)
}
