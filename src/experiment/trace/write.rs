//! Writes the story of a search as a trace.

use std::io::{self, Write};

use serde_json::{Map, Value as Json, json};

use super::VERSION;
use crate::experiment::Settings;
use crate::game::Shaped;
use crate::progress::Progress;
use crate::search::story::follow::{Cut, Entered, Follower, Left, Nodes, Watch};
use crate::search::story::{Bounded, Event, Listener, Said, Why};
use crate::search::{Algorithm, Bound, Outcome, Score as _, Setter, Told, Window, tell};
use crate::tree::{NodeId, Tree, Value};

/// Runs an algorithm on a tree and writes its story. Takes memory for the open nodes only.
///
/// # Errors
///
/// If writing fails, the search ends.
pub fn trace(
    algorithm: Algorithm,
    tree: &Tree,
    settings: Settings,
    out: &mut dyn Write,
    progress: &Progress,
) -> io::Result<Outcome<NodeId>> {
    let mut tracer = Tracer::new(tree, settings.depth, out);
    tracer.line(&head(algorithm, tree, settings));
    let limits = settings.limits_on(tree, progress);
    let report = match settings.depth {
        None => tell(algorithm, tree, limits, &mut tracer),
        Some(depth) => tell(algorithm, &Shaped::to_depth(depth, tree), limits, &mut tracer).map(|at| at.position),
    };
    tracer.line(&end(&report.outcome, tree));
    tracer.written.map(|()| report.outcome)
}

fn head(algorithm: Algorithm, tree: &Tree, settings: Settings) -> Json {
    let mut head = Map::new();
    head.insert("plyscope-trace".into(), VERSION.into());
    head.insert("algorithm".into(), algorithm.id().into());
    head.insert("cutoff".into(), settings.cutoff.id().into());
    head.insert("root".into(), tree.player(NodeId::ROOT).name().to_lowercase().into());
    let told = [("title", Some(tree.title())), ("source", Some(tree.source())), ("game", tree.game())];
    for (key, text) in told {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            head.insert(key.into(), text.into());
        }
    }
    let mut options = Map::new();
    if let Some(option) = algorithm.entry().option {
        options.insert(option.flag.into(), number(algorithm.setting().number()));
    }
    if let Some(depth) = settings.depth {
        options.insert("depth".into(), depth.into());
    }
    if !options.is_empty() {
        head.insert("options".into(), options.into());
    }
    head.into()
}

fn end(outcome: &Outcome<NodeId>, tree: &Tree) -> Json {
    let mut end = fields("end");
    end.insert("outcome".into(), outcome.id().into());
    match outcome {
        Outcome::Finished(value) => {
            end.insert("value".into(), number(*value));
        }
        Outcome::Answered(answer) => {
            end.insert("answer".into(), (*answer).into());
        }
        Outcome::Undefined(node) => {
            end.insert("at".into(), tree.path(*node).into());
        }
        Outcome::Budget | Outcome::Cancelled => {}
    }
    end.into()
}

/// An event, without further fields.
fn fields(event: &str) -> Map<String, Json> {
    Map::from_iter([("event".to_owned(), event.into())])
}

/// A value, as an integer if it is one.
fn number(value: Value) -> Json {
    let number = value.get();
    if number.fract() == 0.0 && number.abs() < 1e15 { (number as i64).into() } else { number.into() }
}

/// Writes the events that it receives.
struct Tracer<'t, 'o> {
    follower: Option<Follower<Nodes<'t>, ()>>,
    lines: Lines<'t, 'o>,
    written: io::Result<()>,
}

/// Writes events as lines.
struct Lines<'t, 'o> {
    tree: &'t Tree,
    /// Nodes at this depth have no children for the search.
    depth: u32,
    out: &'o mut dyn Write,
    written: io::Result<()>,
    /// For each open node the number of its children entered in this visit.
    entered: Vec<u32>,
    is_cut_off: Option<Setter>,
    /// The last window given, which is that of the next node or pass.
    window: [Option<Told>; 2],
}

impl<'t, 'o> Tracer<'t, 'o> {
    fn new(tree: &'t Tree, depth: Option<u32>, out: &'o mut dyn Write) -> Tracer<'t, 'o> {
        let depth = depth.unwrap_or(u32::MAX);
        let (entered, is_cut_off, window) = (Vec::new(), None, [None; 2]);
        let lines = Lines { tree, depth, out, written: Ok(()), entered, is_cut_off, window };
        Tracer { follower: Some(Follower::new(Nodes::new(tree))), lines, written: Ok(()) }
    }

    fn line(&mut self, json: &Json) {
        self.lines.line(json);
        if self.lines.written.is_err() {
            self.written = std::mem::replace(&mut self.lines.written, Ok(()));
            self.follower = None;
        }
    }
}

impl Listener for Tracer<'_, '_> {
    fn hear(&mut self, events: &[Event]) {
        for event in events {
            let Some(follower) = &mut self.follower else { return };
            self.lines.hear(event.read());
            follower.follow(std::slice::from_ref(event), &mut self.lines);
            if self.lines.written.is_err() {
                self.written = std::mem::replace(&mut self.lines.written, Ok(()));
                self.follower = None;
            }
        }
    }
}

impl Lines<'_, '_> {
    fn line(&mut self, json: &Json) {
        if self.written.is_ok() {
            self.written = writeln!(self.out, "{json}");
        }
    }

    fn write(&mut self, fields: Map<String, Json>) {
        self.line(&Json::Object(fields));
    }

    /// Writes the events that need no state.
    fn hear(&mut self, said: Said) {
        match said {
            Said::Static { index, value } => {
                let mut line = fields("static");
                line.insert("child".into(), index.into());
                line.insert("value".into(), number(value));
                line.insert("for".into(), "order".into());
                self.write(line);
            }
            Said::Force { index, value, again } => {
                let mut line = fields("force");
                line.insert("index".into(), index.into());
                line.insert("value".into(), number(value));
                if again {
                    line.insert("again".into(), true.into());
                }
                self.write(line);
            }
            Said::Pass { number } => {
                let mut line = fields("pass");
                line.insert("number".into(), number.into());
                let [alpha, beta] = std::mem::take(&mut self.window);
                insert_window(&mut line, Window::new(alpha, beta));
                self.write(line);
            }
            Said::Cutoff { by, .. } => self.is_cut_off = Some(by),
            Said::End { end, value, by } => {
                self.window[usize::from(end == Bounded::Above)] = Some(Told::new(value, by));
            }
            Said::Enter { .. } => self.window = [None; 2],
            Said::Recall { .. } | Said::Leave { .. } => {}
        }
    }
}

/// Adds the ends of a window, and what set them.
fn insert_window(line: &mut Map<String, Json>, window: Window<Told>) {
    let ends = || ["alpha", "beta"].into_iter().zip(window.ends());
    for (name, end) in ends() {
        let Some(told) = end else { continue };
        let value = told.value();
        let json = match (told.by(), name) {
            (Setter::Question { is_next: true }, "beta") => json!({ "above": number(value.next_down()) }),
            (Setter::Question { is_next: true }, _) => json!({ "below": number(value.next_up()) }),
            _ => number(value),
        };
        line.insert(name.to_owned(), json);
    }
    for (name, end) in ends() {
        if let Some(by) = end.and_then(|told| setter(told.by())) {
            line.insert(format!("{name}_by"), by);
        }
    }
}

fn setter(by: Setter) -> Option<Json> {
    match by {
        Setter::Nobody => None,
        Setter::Question { .. } => Some("question".into()),
        Setter::Outside => Some("outside".into()),
        Setter::Table => Some("table".into()),
        Setter::Child { depth, index } => Some(json!({ "depth": depth, "child": index })),
    }
}

impl Watch<NodeId> for Lines<'_, '_> {
    type Tag = ();

    fn entered(&mut self, Entered { node, depth, index, player, why, window }: Entered<NodeId>) {
        let mut line = fields("enter");
        if depth > 0 {
            line.insert("child".into(), index.into());
        }
        line.insert("player".into(), player.name().to_lowercase().into());
        let children = if depth < self.depth { self.tree.children(node).count() } else { 0 };
        line.insert("children".into(), children.into());
        insert_window(&mut line, window);
        let why = match why {
            Why::Normal => None,
            Why::Probe => Some("probe"),
            Why::ReSearch => Some("re-search"),
            Why::Replay => Some("replay"),
        };
        for (key, text) in [("why", why), ("label", self.tree.label(node)), ("move", self.tree.move_name(node))] {
            if let Some(text) = text {
                line.insert(key.to_owned(), text.into());
            }
        }
        self.write(line);
        self.entered.truncate(depth as usize);
        if let Some(entered) = self.entered.last_mut() {
            *entered += 1;
        }
        self.entered.push(0);
    }

    fn left(&mut self, _: NodeId, _: u32, (): (), value: Value, how: Left) {
        let mut line = match how {
            Left::Evaluated => fields("evaluate"),
            Left::Searched => fields("leave"),
            Left::Recalled(bound) => {
                let mut line = fields("recall");
                let bound = match bound {
                    Bound::Exact => "exact",
                    Bound::Lower => "lower",
                    Bound::Upper => "upper",
                };
                line.insert("bound".into(), bound.into());
                line
            }
        };
        line.insert("value".into(), number(value));
        self.write(line);
        self.entered.pop();
    }

    fn cut(&mut self, node: NodeId, (): (), cut: Cut<NodeId>) {
        let mut line = fields("cutoff");
        line.insert("kind".into(), cut.cause.id().into());
        line.insert("bound".into(), number(cut.bound));
        match self.is_cut_off.take() {
            Some(Setter::Child { depth, index }) => {
                line.insert("by".into(), json!({ "depth": depth, "child": index }));
            }
            Some(Setter::Question { .. }) if cut.asked.is_some() => {
                let asked = cut.asked.map_or("", |asked| asked.sign());
                line.insert("asked".into(), asked.into());
            }
            _ => {}
        }
        let entered = self.entered.last().copied().unwrap_or(0) as usize;
        let skipped = self.tree.children(node).count().saturating_sub(entered);
        line.insert("skipped".into(), skipped.into());
        self.write(line);
    }
}
