//! Writes the story of a search as a trace.

use std::io::{self, Write};

use serde_json::{Map, Value as Json, json};

use super::{GIVES_UP, Unnamed, VERSION};
use crate::experiment::Settings;
use crate::experiment::runnable::{Passed, Runnable, Walk};
use crate::experiment::single::takes_bounds;
use crate::game::{Erased, Stages};
use crate::progress::Progress;
use crate::search::story::follow::{Child, Cut, Entered, Follower, Left, Watch};
use crate::search::story::{Bounded, Event, Listener, Said};
use crate::search::{Algorithm, Bound, Outcome, Score as _, Setter, Told, Window};
use crate::tree::{Probability, Tree, Value};

/// What is searched, for the first line of a trace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heading<'a> {
    /// What the tree is called.
    pub title: &'a str,
    /// Where it comes from.
    pub source: &'a str,
    /// The id of the game of which labels are positions.
    pub game: Option<&'a str>,
    /// How it is shaped before it is searched.
    pub stages: Stages,
}

/// Runs an algorithm on a tree and writes its story. Takes memory for the open nodes and their children alone.
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
) -> io::Result<Outcome<String>> {
    let stages = settings.stages;
    let heading = Heading { title: tree.title(), source: tree.source(), game: tree.game(), stages };
    let leaves = Some(tree.leaf_count() as u64);
    let settings = Settings { bounds: settings.limits_on(tree, progress).bounds, ..settings };
    if stages == Stages::default() {
        return trace_game(algorithm, [tree, tree], heading, settings, leaves, out, progress);
    }
    let [game, twin] = [Erased::shaped(stages, tree), Erased::shaped(stages, tree)];
    trace_game(algorithm, [&game, &twin], heading, settings, leaves, out, progress)
}

/// Runs an algorithm on a game that is shaped already and writes its story; `leaves` is how many leaves it has, if that is known. The
/// second game is the same once more: the trace looks up its positions there, so that sorting them does not count.
///
/// # Errors
///
/// When something cannot be written; the search then ends.
pub fn trace_game(
    algorithm: Algorithm,
    [game, twin]: [&dyn Runnable; 2],
    heading: Heading<'_>,
    settings: Settings,
    leaves: Option<u64>,
    out: &mut dyn Write,
    progress: &Progress,
) -> io::Result<Outcome<String>> {
    let mut tracer = Tracer { follower: Follower::new(Unnamed), lines: Lines::new(twin.walk(), out), progress };
    tracer.lines.write(head(algorithm, game, heading, settings));
    let report = game.tell(algorithm, settings.limits(leaves, progress), &mut tracer);
    let path = tracer.lines.open.iter().skip(1).map(|open| open.index).collect();
    tracer.lines.write(end(&report.outcome, path));
    tracer.lines.written.map(|()| report.outcome)
}

fn head(algorithm: Algorithm, game: &dyn Runnable, heading: Heading<'_>, settings: Settings) -> Line {
    let mut head = Line::default();
    head.put("plyscope-trace", VERSION.into());
    head.put("algorithm", algorithm.id().into());
    if algorithm.leaves().prunes() {
        head.put("cutoff", algorithm.rule(settings.cutoff).id().into());
    }
    head.put("root", game.root_player().name().to_lowercase().into());
    let bounds = || settings.bounds.or_else(|| game.leaf_bounds());
    let bounds = (game.has_chance_nodes() && takes_bounds(algorithm)).then(bounds).flatten();
    if let Some(bounds) = bounds {
        head.put("bounds", bounds.into_iter().map(Json::from).collect());
    }
    head.put_text("title", heading.title);
    head.put_text("source", heading.source);
    head.put_text("game", heading.game.unwrap_or_default());
    let mut options = Line::default();
    for (parameter, value) in algorithm.parameters() {
        options.put(parameter.flag, parameter.to_json(value));
    }
    let Stages { prune, dynamic, highfirst, taketree, sooner } = heading.stages;
    let stages: [(&str, Option<Json>); 5] = [
        ("depth", prune.map(Json::from)),
        ("dynamic", dynamic.then_some(true.into())),
        ("highfirst", highfirst.then_some(true.into())),
        ("taketree", taketree.map(Json::from)),
        ("sooner", sooner.then_some(true.into())),
    ];
    options.0.extend(stages.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
    if !options.0.is_empty() {
        head.put("options", options.0.into());
    }
    head
}

/// The last line; `open` is the path of the node at which the search ended.
fn end(outcome: &Outcome<String>, open: Vec<u32>) -> Line {
    let mut end = fields("end");
    end.put("outcome", outcome.id().into());
    match outcome {
        Outcome::Finished(value) => end.put("value", (*value).into()),
        Outcome::Answered(answer) => end.put("answer", (*answer).into()),
        Outcome::Undefined(_) => end.put("at", open.into()),
        Outcome::Budget | Outcome::Cancelled | Outcome::NotApplicable => {}
    }
    end
}

/// The fields of a line.
#[derive(Default)]
struct Line(Map<String, Json>);

impl Line {
    fn put(&mut self, key: &str, value: Json) {
        self.0.insert(key.to_owned(), value);
    }

    /// The line with another field.
    fn with(mut self, key: &str, value: impl Into<Json>) -> Line {
        self.put(key, value.into());
        self
    }

    /// Adds a text, unless it is empty.
    fn put_text(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.put(key, text.into());
        }
    }
}

/// An event, without further fields.
fn fields(event: &str) -> Line {
    let mut fields = Line::default();
    fields.put_text("event", event);
    fields
}

/// Writes what it hears, and ends the search once that cannot be written.
struct Tracer<'g, 'o> {
    follower: Follower<Unnamed, ()>,
    lines: Lines<'g, 'o>,
    progress: &'o Progress,
}

/// Writes events as lines.
struct Lines<'g, 'o> {
    walk: Box<dyn Walk + 'g>,
    out: &'o mut dyn Write,
    written: io::Result<()>,
    open: Vec<Open>,
    /// Who set the bound of the cutoff that is told next.
    cut_by: Option<Setter>,
    /// The window that was told last, which is that of the next node or pass.
    window: [Option<Told>; 2],
}

/// An open node.
struct Open {
    index: u32,
    children: u32,
    /// How many children were entered in this visit; one that was entered twice in a row counts once.
    entered: u32,
    last: Option<u32>,
}

impl Listener for Tracer<'_, '_> {
    fn hear(&mut self, events: &[Event]) {
        for event in events {
            if self.lines.written.is_err() {
                self.progress.cancel();
                return;
            }
            self.lines.hear(event.read());
            self.follower.follow(std::slice::from_ref(event), &mut self.lines);
        }
    }
}

impl<'g, 'o> Lines<'g, 'o> {
    fn new(walk: Box<dyn Walk + 'g>, out: &'o mut dyn Write) -> Lines<'g, 'o> {
        Lines { walk, out, written: Ok(()), open: Vec::new(), cut_by: None, window: [None; 2] }
    }

    fn write(&mut self, line: Line) {
        if self.written.is_ok() {
            self.written = writeln!(self.out, "{}", Json::Object(line.0));
        }
    }

    /// Writes the events that need no state.
    fn hear(&mut self, said: Said) {
        match said {
            Said::Static { index, value } => {
                self.write(fields("static").with("child", index).with("value", value).with("for", "order"));
            }
            Said::Stand { value } => self.write(fields("static").with("value", value).with("for", "stand-pat")),
            Said::Force { index, value, again } => {
                let line = fields("force").with("index", index).with("value", value);
                self.write(if again { line.with("again", true) } else { line });
            }
            Said::Pass { number } => {
                let mut line = fields("pass").with("number", number);
                if !self.open.is_empty() {
                    line.put(GIVES_UP, true.into());
                }
                let [alpha, beta] = std::mem::take(&mut self.window);
                put_window(&mut line, Window::new(alpha, beta));
                self.write(line);
            }
            Said::Cutoff { by, .. } => self.cut_by = Some(by),
            Said::End { end, value, by } => {
                self.window[usize::from(end == Bounded::Above)] = Some(Told::new(value, by));
            }
            Said::Enter { .. } => self.window = [None; 2],
            Said::Recall { .. } | Said::Leave { .. } => {}
        }
    }
}

/// Adds the ends of a window, and what set them.
fn put_window(line: &mut Line, window: Window<Told>) {
    let ends = [("alpha", window.ends()[0]), ("beta", window.ends()[1])];
    for &(name, end) in &ends {
        let Some(told) = end else { continue };
        let value = told.value();
        let json = match (told.by(), name) {
            (Setter::Question { is_next: true }, "beta") => json!({ "above": Json::from(value.next_down()) }),
            (Setter::Question { is_next: true }, _) => json!({ "below": Json::from(value.next_up()) }),
            _ => value.into(),
        };
        line.put(name, json);
    }
    for &(name, end) in &ends {
        if let Some(by) = end.and_then(|told| setter(told.by())) {
            line.put(&format!("{name}_by"), by);
        }
    }
}

fn setter(by: Setter) -> Option<Json> {
    match by {
        Setter::Nobody => None,
        Setter::Question { .. } => Some("question".into()),
        Setter::Outside => Some("outside".into()),
        Setter::Table => Some("table".into()),
        Setter::Child { depth, index } => Some(child(depth, index)),
    }
}

/// A probability: a number, or a fraction in quotation marks.
fn probability(probability: Probability) -> Json {
    let (number, denominator) = probability.parts();
    if denominator == 1.0 { number.into() } else { probability.to_string().into() }
}

/// A child of the open node at a depth.
fn child(depth: u32, index: u32) -> Json {
    json!({ "depth": depth, "child": index })
}

impl Watch<()> for Lines<'_, '_> {
    type Tag = ();

    fn entered(&mut self, entered: Entered<()>) {
        let Entered { depth, index, why, window, .. } = entered;
        let Passed { children, label, move_name, probabilities } = self.walk.enter(depth, index);
        let mut line = fields("enter");
        if depth > 0 {
            line.put("child", index.into());
        }
        line.put("player", entered.role().id().into());
        line.put("children", children.into());
        if !probabilities.is_empty() {
            line.put("probabilities", probabilities.into_iter().map(probability).collect());
        }
        put_window(&mut line, window);
        line.put_text("why", why.id());
        line.put_text("label", &label);
        line.put_text("move", &move_name);
        self.write(line);
        if let Some(parent) = self.open.last_mut() {
            parent.entered += u32::from(parent.last.replace(index) != Some(index));
        }
        self.open.push(Open { index, children, entered: 0, last: None });
    }

    fn given_up(&mut self, (): &(), _: Option<&mut ()>) {
        self.open.pop();
    }

    fn left(&mut self, _: Child<()>, (): &(), value: Value, how: Left, _: Option<&mut ()>) {
        let line = match how {
            Left::Evaluated => fields("evaluate"),
            Left::Searched => fields("leave"),
            Left::Recalled(Bound::Exact) => fields("recall").with("bound", "exact"),
            Left::Recalled(Bound::Lower) => fields("recall").with("bound", "lower"),
            Left::Recalled(Bound::Upper) => fields("recall").with("bound", "upper"),
        };
        self.write(line.with("value", value));
        self.open.pop();
    }

    fn cut(&mut self, (): (), (): &mut (), cut: Cut<()>) {
        let mut line = fields("cutoff");
        line.put("kind", cut.cause.id().into());
        if cut.is_bound_told() {
            line.put("bound", cut.bound.into());
        }
        match self.cut_by.take() {
            Some(Setter::Child { depth, index }) => line.put("by", child(depth, index)),
            Some(Setter::Question { .. }) if cut.asked.is_some() => {
                let asked = cut.asked.map_or("", |asked| asked.sign());
                line.put("asked", asked.into());
            }
            _ => {}
        }
        let skipped = self.open.last().map_or(0, |open| open.children.saturating_sub(open.entered));
        line.put("skipped", skipped.into());
        self.write(line);
    }
}
