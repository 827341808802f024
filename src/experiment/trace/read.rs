//! Reads traces: of what a program writes of its search comes the tree that it visited, and the story.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::fields::{By, ChildName, Fields, Side};
use super::union::Union;
use super::{Unnamed, VERSION};
use crate::experiment::Measured;
use crate::format;
use crate::input;
use crate::memory;
use crate::progress::Progress;
use crate::search::story::follow::{Cut, Entered, Follower, Left, Watch};
use crate::search::story::{Bounded, Cause, Counter, Event, Inheritance, Listener, MOST_KEPT_BYTES, Said, Story};
use crate::search::{Algorithm, Bound, Effort, Extras, Outcome, Recorder, Score as _, Setter, Told, TraceName, Window};
use crate::tree::file::MAX_FILE_BYTES;
use crate::tree::{Builder, NodeId, Player, Tree, Value};

/// The longest line.
const MOST_LINE_BYTES: u64 = 1 << 20;
/// The longest story, in events.
const MOST_EVENTS: usize = MOST_KEPT_BYTES / size_of::<Event>();
/// The number of lines after which the reader checks for memory and for cancellation.
const LINES_PER_LOOK: u64 = 1 << 12;

/// What another program's search did: its tree and its story, from which all that Plyscope shows of its own runs is made.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The nodes that it entered, and as unknown leaves the children that it skipped.
    pub tree: Tree,
    /// What it did there.
    pub run: TracedRun,
}

/// What another program's search did in the tree of its trace.
#[derive(Clone, Debug)]
pub struct TracedRun {
    /// What it did, with child indices of that tree.
    pub story: Arc<Story>,
    /// Who ran, by the name in the trace.
    pub algorithm: Algorithm,
    /// How it ended.
    pub outcome: Outcome<NodeId>,
}

impl TracedRun {
    /// What follows from the story, as of a run of Plyscope's own.
    pub fn measured(&self, tree: &Tree) -> Measured {
        let (mut recorder, mut counter) = (Recorder::new(tree), Counter::on_tree(self.algorithm, tree));
        let mut listeners: [&mut dyn Listener; 2] = [&mut recorder, &mut counter];
        self.story.tell(&mut listeners);
        let record = recorder.finish();
        let line = if self.outcome.value().is_some() { record.line(tree) } else { Vec::new() };
        Measured {
            algorithm: self.algorithm,
            outcome: self.outcome.clone(),
            leaves: tree.leaf_count(),
            effort: Effort { counts: counter.counts(), extras: Extras::default() },
            line,
            record,
            cost: None,
        }
    }
}

/// What is wrong with a text that should be a trace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A line is not what it has to be.
    #[error("{line}: {message}")]
    Wrong {
        /// The line, from 1.
        line: u64,
        /// What is wrong and what to do about it.
        message: String,
    },
    /// The text could not be read, or does not fit.
    #[error("{0}")]
    Unreadable(String),
    /// The reader was asked to stop.
    #[error("cancelled")]
    Cancelled,
}

/// Why a trace file was not opened; prints as `FILE:LINE: what is wrong`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}{error}", if matches!(error, ReadError::Wrong { .. }) { ":" } else { ": " })]
pub struct TraceFileError {
    /// The file's name as it was given.
    pub file: String,
    /// What is wrong.
    pub error: ReadError,
}

/// Whether a file is a trace, by the end of its name.
pub(super) fn is_trace(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

/// Reads a trace from a file. A trace without a title is named after the file.
pub(super) fn open(path: &Path, progress: &Progress) -> Result<Trace, TraceFileError> {
    let fail = |error| TraceFileError { file: format::file(path), error };
    let (file, size) = input::open(path).map_err(|message| fail(ReadError::Unreadable(message)))?;
    if size > MAX_FILE_BYTES {
        return Err(fail(too_large()));
    }
    progress.set_total(size);
    let title = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    read_titled(BufReader::with_capacity(1 << 16, File::take(file, MAX_FILE_BYTES)), &title, progress).map_err(fail)
}

/// Reads a trace from a text.
///
/// ```
/// use plyscope::experiment::trace::read;
/// use plyscope::progress::Progress;
///
/// let trace = r#"{"plyscope-trace": 1, "algorithm": "mine", "root": "max"}
/// {"event": "enter", "children": 2}
/// {"event": "enter", "child": 0}
/// {"event": "evaluate", "value": 5}
/// {"event": "leave", "value": 5}
/// "#;
/// let trace = read(trace.as_bytes(), &Progress::new())?;
/// assert_eq!((trace.tree.len(), trace.run.story.len()), (3, 4));
/// assert_eq!(trace.run.outcome.value(), Some(5.into()));
/// # Ok::<(), plyscope::experiment::trace::ReadError>(())
/// ```
pub fn read(text: impl BufRead, progress: &Progress) -> Result<Trace, ReadError> {
    read_titled(text, "", progress)
}

fn read_titled(mut text: impl BufRead, title: &str, progress: &Progress) -> Result<Trace, ReadError> {
    let mut reading: Option<Reading> = None;
    let (mut line, mut bytes, mut buffer) = (0, 0, Vec::new());
    loop {
        buffer.clear();
        let count = text.by_ref().take(MOST_LINE_BYTES + 1).read_until(b'\n', &mut buffer);
        let count = count.map_err(|error| ReadError::Unreadable(format!("cannot be read: {error}")))? as u64;
        if count == 0 {
            break;
        }
        (line, bytes) = (line + 1, bytes + count);
        if line % LINES_PER_LOOK == 0 {
            look(&mut reading, bytes, progress)?;
        }
        let wrong = |message| ReadError::Wrong { line, message };
        let Some(fields) = fields_of(&buffer, line).map_err(wrong)? else { continue };
        match &mut reading {
            None => reading = Some(Reading::new(Fields(&fields), title).map_err(wrong)?),
            Some(reading) => reading.read(Fields(&fields)).map_err(wrong)?,
        }
    }
    let empty = || ReadError::Wrong { line: 1, message: NO_HEAD.into() };
    reading.ok_or_else(empty)?.finish(line)
}

/// From time to time: how far the reader is, and whether it may go on.
fn look(reading: &mut Option<Reading>, bytes: u64, progress: &Progress) -> Result<(), ReadError> {
    progress.set_done(bytes);
    if progress.is_cancelled() {
        return Err(ReadError::Cancelled);
    }
    if bytes > MAX_FILE_BYTES {
        return Err(too_large());
    }
    let Some(reading) = reading else { return Ok(()) };
    let more = 2 * LINES_PER_LOOK as usize;
    if reading.events.capacity() - reading.events.len() < more {
        let more = more.max(reading.events.len() / 2);
        memory::reserve(&mut reading.events, more).map_err(|shortage| ReadError::Unreadable(shortage.to_string()))?;
    }
    Ok(())
}

fn too_large() -> ReadError {
    ReadError::Unreadable("is larger than 1 GiB; write the trace of a shallower search".into())
}

const NO_HEAD: &str =
    "the trace has no first line; begin it with {\"plyscope-trace\": 1, \"algorithm\": \"NAME\", \"root\": \"max\"}";

/// The fields of a line; `None` where it is empty.
fn fields_of(line: &[u8], number: u64) -> Result<Option<Map<String, Json>>, String> {
    if line.len() as u64 > MOST_LINE_BYTES {
        return Err("the line is longer than 1 MiB; write shorter labels".into());
    }
    let line = line.strip_prefix("\u{feff}".as_bytes()).filter(|_| number == 1).unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    if std::str::from_utf8(line).is_err() {
        return Err("the line is not UTF-8 text; save the file as UTF-8".into());
    }
    match serde_json::from_slice(line) {
        Ok(Json::Object(fields)) => Ok(Some(fields)),
        Ok(_) => Err("the line is not an object; write one such as {\"event\": \"evaluate\", \"value\": 5}".into()),
        Err(error) if error.is_eof() => {
            Err("the line ends before its object does; write each event on one line".into())
        }
        Err(error) => Err(format!(
            "the line is not JSON from character {} on; write one object such as {{\"event\": \"evaluate\", \"value\": 5}}, \
             and leave out infinite numbers",
            error.column()
        )),
    }
}

/// Looks away.
struct Unseen;

impl Watch<()> for Unseen {
    type Tag = ();

    fn entered(&mut self, _: Entered<()>) {}

    fn left(&mut self, (): (), _: u32, (): (), _: Value, _: Left) {}

    fn cut(&mut self, (): (), (): (), _: Cut<()>) {}
}

/// A node that is not left yet.
struct Open {
    node: u32,
    /// The place of its entry in the story.
    event: usize,
    /// How many children were entered in this visit; one that was entered twice in a row counts once.
    entered: u32,
    last: Option<u32>,
}

/// A static value of a child that may have no place among its siblings yet.
struct Ordering {
    event: usize,
    node: u32,
    /// The child; by its index where it was not entered yet.
    child: Result<u32, Option<u32>>,
    value: Value,
}

/// How a trace says that the search ended.
enum End {
    Value(Option<Value>),
    Answer(bool),
    Budget,
    Cancelled,
    Undefined,
}

/// A trace, as far as it is read.
struct Reading {
    builder: Builder,
    source: String,
    algorithm: Algorithm,
    root: Player,
    /// Whether numbers are counted from the side to move.
    is_of_mover: bool,
    union: Union,
    events: Vec<Event>,
    notes: Vec<(usize, Box<str>)>,
    follower: Follower<Unnamed, ()>,
    open: Vec<Open>,
    /// How many nodes are open below a null move, which no tree has.
    hidden: u32,
    null_moves: u64,
    passes: u32,
    orderings: Vec<Ordering>,
    /// The event with which each node was left last, where no cutoff was told of it.
    unexplained: Vec<Option<usize>>,
    root_value: Option<Value>,
    end: Option<End>,
}

impl Reading {
    /// Begins with the first line.
    fn new(head: Fields<'_>, title: &str) -> Result<Reading, String> {
        let version = head.get("plyscope-trace").ok_or(NO_HEAD)?;
        if version.as_u64() != Some(u64::from(VERSION)) {
            return Err(format!(
                "the trace has version {version}, and this program reads version {VERSION}; write that"
            ));
        }
        let mut builder = Builder::new();
        let told = head.text("title")?.filter(|title| !title.is_empty());
        builder.set_title(told.unwrap_or(title));
        let source = head.text("source")?.unwrap_or_default().to_owned();
        builder.set_source(source.as_str());
        if let Some(game) = head.text("game")? {
            builder.set_game(game);
        }
        if !matches!(head.text("cutoff")?, None | Some("strict" | "non-strict")) {
            return Err("“cutoff” must be \"strict\" or \"non-strict\"".into());
        }
        Ok(Reading {
            builder,
            source,
            algorithm: Algorithm::of_trace(TraceName::new(head.text("algorithm")?.unwrap_or_default())),
            root: head.player("root")?.unwrap_or_default(),
            is_of_mover: match head.text("scores")? {
                None | Some("max") => false,
                Some("mover") => true,
                Some(_) => return Err("“scores” is \"mover\", or left out for values from MAX's side".into()),
            },
            union: Union::default(),
            events: Vec::new(),
            notes: Vec::new(),
            follower: Follower::new(Unnamed),
            open: Vec::new(),
            hidden: 0,
            null_moves: 0,
            passes: 0,
            orderings: Vec::new(),
            unexplained: Vec::new(),
            root_value: None,
            end: None,
        })
    }

    /// Reads an event.
    fn read(&mut self, fields: Fields<'_>) -> Result<(), String> {
        if self.end.is_some() {
            return Err("something follows the event “end”; write one trace per file".into());
        }
        let event = fields.text("event")?.ok_or("the line has no “event”; name one, such as \"enter\"")?;
        if self.events.len() >= MOST_EVENTS {
            return Err(format!(
                "the trace has more than {} events; write that of a shallower search",
                format::grouped(MOST_EVENTS as u64)
            ));
        }
        match event {
            "enter" if self.hidden > 0 => self.hidden += 1,
            "evaluate" | "leave" | "recall" if self.hidden > 0 => self.hidden -= 1,
            "cutoff" | "static" | "force" if self.hidden > 0 => {}
            "enter" => self.enter(fields)?,
            "evaluate" => self.evaluate(fields)?,
            "leave" => self.leave(fields)?,
            "recall" => self.recall(fields)?,
            "cutoff" => self.cutoff(fields)?,
            "static" => self.ordering(fields)?,
            "force" => self.force(fields)?,
            "pass" => self.pass(fields)?,
            "end" => self.end = Some(self.ended(fields)?),
            _ => {
                return Err(format!(
                    "unknown event “{}”; expected one of enter, evaluate, leave, cutoff, recall, static, force, pass, end",
                    format::visible(event)
                ));
            }
        }
        Ok(())
    }

    /// From whose side the numbers of a node are counted at which a player moves.
    fn side(&self, player: Player) -> Side {
        if self.is_of_mover && player == Player::Min { Side::Min } else { Side::Max }
    }

    /// The innermost open node, and from whose side its numbers are counted.
    fn inner(&self) -> Result<(u32, Side), String> {
        let open = self.open.last().ok_or("no node is open here; write the “enter” of the root first")?;
        Ok((open.node, self.side(self.union.at(open.node).player)))
    }

    fn say(&mut self, said: Said) {
        let event = Event::from(said);
        self.follower.follow(&[event], &mut Unseen);
        self.events.push(event);
    }

    /// Keeps a word of the trace beside the next event.
    fn note(&mut self, word: Option<&str>) {
        self.notes.extend(word.map(|word| (self.events.len(), word.into())));
    }

    fn enter(&mut self, fields: Fields<'_>) -> Result<(), String> {
        fields.check_position()?;
        let (why, word) = fields.why()?;
        if word == Some("null-move") {
            self.inner()?;
            (self.hidden, self.null_moves) = (1, self.null_moves + 1);
            return Ok(());
        }
        let parent = self.open.last().map(|open| open.node);
        let by_turns = parent.map_or(self.root, |parent| self.union.at(parent).player.opponent());
        let player = fields.player("player")?.unwrap_or(by_turns);
        let node = match parent {
            None => self.union.enter_root(player)?,
            Some(parent) => {
                let name = fields.child()?.ok_or(NO_CHILD)?;
                self.union.enter(parent, name, player)?
            }
        };
        if self.union.at(node).player != player {
            return Err(
                "the other player moved when this node was entered before; correct “player”, “child” or “move”".into(),
            );
        }
        self.union.has_children(node, fields.whole("children")?.unwrap_or(0));
        let label = fields.text("label")?.or(fields.text("board")?);
        if let Err(known) = self.union.describe(node, label, fields.text("move")?) {
            let known = format::visible(known);
            return Err(format!(
                "this child's move was “{known}” before; name children by “move” alone where their order changes"
            ));
        }
        let window = self.window(fields, self.side(player))?;
        let number = self.union.at(node).number;
        self.unexplained.resize(self.union.nodes.len(), None);
        let window = self.inheritance(window);
        if let Some(open) = self.open.last_mut() {
            open.entered += u32::from(open.last != Some(number));
            open.last = Some(number);
        }
        self.note(word);
        self.open.push(Open { node, event: self.events.len(), entered: 0, last: None });
        self.say(Said::Enter { index: number, player, window, why, value: None });
        Ok(())
    }

    fn window(&self, fields: Fields<'_>, side: Side) -> Result<Window<Told>, String> {
        fields.window(side, |by| match by {
            By::Child(depth, name) => self.setter(depth, name, self.open.len()),
            By::Outside => Ok(Setter::Outside),
            By::Question => Ok(Setter::Question { is_next: false }),
            By::Table => Ok(Setter::Table),
            By::Untold => Ok(Setter::Nobody),
        })
    }

    /// The child of one of the outermost open nodes.
    fn setter(&self, depth: u32, name: ChildName<'_>, nodes: usize) -> Result<Setter, String> {
        let open = self.open.iter().take(nodes).nth(depth as usize);
        let open = open.ok_or_else(|| format!("the node has no ancestor at depth {depth}; correct “depth”"))?;
        let child = self.union.child(open.node, name).ok_or_else(|| {
            format!("that child of the node at depth {depth} was not entered before; correct “child” or “move”")
        })?;
        Ok(Setter::Child { depth, index: self.union.at(child).number })
    }

    /// From where the node that is entered next has its window; what the events before have to tell of it is told.
    fn inheritance(&mut self, window: Window<Told>) -> Inheritance {
        let is = |other: Window<Told>| {
            let pairs = || window.ends().into_iter().zip(other.ends());
            window == other && pairs().all(|(end, other)| end.map(Told::by) == other.map(Told::by))
        };
        if let Some(parent) = self.follower.open.last() {
            if is(parent.window) {
                return Inheritance::Parent;
            }
            if is(Window::OPEN.narrow(parent.player, parent.best)) {
                return Inheritance::Siblings;
            }
        }
        if is(Window::OPEN) {
            return Inheritance::Open;
        }
        self.tell_ends(window);
        Inheritance::Own
    }

    fn tell_ends(&mut self, window: Window<Told>) {
        for (end, told) in [Bounded::Below, Bounded::Above].into_iter().zip(window.ends()) {
            if let Some(told) = told {
                self.say(Said::End { end, value: told.value(), by: told.by() });
            }
        }
    }

    fn evaluate(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let (node, side) = self.inner()?;
        let value = fields.needed_value("value", side)?;
        let entry = self.events.len() - 1;
        let Some(event) = self.events.last_mut().filter(|_| self.open.last().is_some_and(|open| open.event == entry))
        else {
            return Err(
                "“evaluate” stands right after the “enter” of its node; write “leave” for the value of children, \
                        or “static” for a value that ends no visit"
                    .into(),
            );
        };
        if let Said::Enter { index, player, window, why, .. } = event.read() {
            *event = Event::from(Said::Enter { index, player, window, why, value: Some(value) });
        }
        self.follower.follow(&[Event::from(Said::Leave { value })], &mut Unseen);
        self.union.set_value(node, value, true);
        self.left(value);
        Ok(())
    }

    fn leave(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let (node, side) = self.inner()?;
        let value = fields.needed_value("value", side)?;
        self.union.set_value_of_leaf(node, value);
        let unexplained = &mut self.unexplained[node as usize];
        if *unexplained != Some(EXPLAINED) {
            *unexplained = Some(self.events.len());
        }
        self.say(Said::Leave { value });
        self.left(value);
        Ok(())
    }

    fn recall(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let (node, side) = self.inner()?;
        let value = fields.needed_value("value", side)?;
        let bound = match (fields.text("bound")?, side) {
            (None | Some("exact"), _) => Bound::Exact,
            (Some("lower"), Side::Max) | (Some("upper"), Side::Min) => Bound::Lower,
            (Some("upper"), Side::Max) | (Some("lower"), Side::Min) => Bound::Upper,
            _ => return Err("“bound” is \"exact\", \"lower\" or \"upper\"".into()),
        };
        if bound == Bound::Exact && self.union.at(node).entered == 0 {
            self.union.set_value(node, value, true);
        }
        self.note(fields.text("from")?);
        self.say(Said::Recall { value, bound });
        self.left(value);
        Ok(())
    }

    /// The innermost node was left.
    fn left(&mut self, value: Value) {
        self.open.pop();
        if self.open.is_empty() {
            self.root_value = Some(value);
        }
    }

    fn cutoff(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let (node, side) = self.inner()?;
        let depth = self.open.len() - 1;
        let player = self.union.at(node).player;
        let by = match fields.by("by")? {
            By::Child(at, name) if (at as usize) < depth => self.setter(at, name, depth)?,
            By::Child(..) if fields.text("kind")? == Some("question") => Setter::Nobody,
            By::Child(..) => {
                return Err("“by” names a child of a node above the one that is left; correct “depth”".into());
            }
            _ => Setter::Nobody,
        };
        let of_setter = match by {
            Setter::Child { depth: at, .. } if at as usize + 1 == depth => Some(Cause::Shallow),
            Setter::Child { .. } => Some(Cause::Deep),
            _ => None,
        };
        let (told, word) = fields.cause()?;
        if let (Some(told @ (Cause::Shallow | Cause::Deep)), Some(of_setter)) = (told, of_setter)
            && told != of_setter
        {
            return Err(
                "a cutoff is shallow if the node's parent set the bound, and deep if it came from further up; \
                        correct “kind” or “by”"
                    .into(),
            );
        }
        let inner = self.follower.open.last();
        let of_window = inner.and_then(|open| open.window.ends()[usize::from(player == Player::Max)]).map(Told::value);
        let bound = fields.value("bound", side)?.or(of_window);
        let cause = told.or(of_setter).filter(|_| bound.is_some()).unwrap_or(Cause::Untold);
        let bound = bound.unwrap_or_else(|| Value::from(0));
        let (bound, by) = match cause {
            Cause::Question => question(player, bound, fields.asks_about_next()?),
            Cause::Outside => (bound, Setter::Outside),
            Cause::Table => (bound, Setter::Table),
            Cause::Shallow | Cause::Deep => (bound, by),
            Cause::Untold => (bound, Setter::Nobody),
        };
        if let Some(skipped) = fields.whole("skipped")? {
            let entered = self.open.last().map_or(0, |open| open.entered);
            self.union.has_children(node, entered.saturating_add(skipped));
        }
        self.unexplained[node as usize] = Some(EXPLAINED);
        self.note(word);
        self.say(Said::Cutoff { cause, bound, by });
        Ok(())
    }

    fn ordering(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let (node, side) = self.inner()?;
        let Some(name) = fields.child()? else {
            let value = fields.needed_value("value", side)?;
            self.union.set_value(node, value, false);
            return Ok(());
        };
        let known = self.union.child(node, name);
        let player = known.map_or(self.union.at(node).player.opponent(), |child| self.union.at(child).player);
        let value = fields.needed_value("value", self.side(player))?;
        let index = if let ChildName::Index(index) = name { Some(index) } else { None };
        // The place of a child that is not entered yet is known at the end.
        self.orderings.push(Ordering { event: self.events.len(), node, child: known.ok_or(index), value });
        self.events.push(Event::from(Said::Static { index: 0, value }));
        Ok(())
    }

    fn force(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let (_, side) = self.inner()?;
        let index = fields.whole("index")?.ok_or("the event needs an “index”, a whole number; add it")?;
        let value = fields.needed_value("value", side)?;
        self.say(Said::Force { index, value, again: fields.flag("again")?.unwrap_or(false) });
        Ok(())
    }

    fn pass(&mut self, fields: Fields<'_>) -> Result<(), String> {
        if !self.open.is_empty() {
            return Err("a pass begins at the root; write the “leave” of the nodes that are open first".into());
        }
        let window = self.window(fields, self.side(self.root))?;
        self.passes += 1;
        let number = fields.whole("number")?.unwrap_or(self.passes);
        self.tell_ends(window);
        self.say(Said::Pass { number });
        Ok(())
    }

    fn ended(&self, fields: Fields<'_>) -> Result<End, String> {
        let answer = fields.flag("answer")?;
        Ok(match (fields.text("outcome")?, answer) {
            (None | Some("finished"), Some(answer)) => End::Answer(answer),
            (None | Some("finished"), None) => End::Value(fields.value("value", self.side(self.root))?),
            (Some("budget"), _) => End::Budget,
            (Some("undefined"), _) => End::Undefined,
            (Some("cancelled"), _) => End::Cancelled,
            (Some(_), _) => {
                return Err("“outcome” must be \"finished\", \"budget\", \"cancelled\" or \"undefined\"".into());
            }
        })
    }

    /// The trace, all lines of which were read.
    fn finish(mut self, line: u64) -> Result<Trace, ReadError> {
        if self.union.nodes.is_empty() {
            let message = "the trace has no event; write the “enter” of the root".into();
            return Err(ReadError::Wrong { line: line + 1, message });
        }
        self.place_orderings();
        self.explain();
        self.tell_null_moves();
        let innermost = self.open.last().map_or(0, |open| open.node);
        let unreadable = |error: &dyn std::fmt::Display| ReadError::Unreadable(error.to_string());
        let story = story(self.events, self.notes);
        let (tree, ids) = self.union.tree(self.builder).map_err(|error| unreadable(&error))?;
        let finished = |value: Option<Value>| value.map_or(Outcome::Cancelled, Outcome::Finished);
        let outcome = match self.end {
            Some(End::Value(value)) => finished(value.or(self.root_value)),
            Some(End::Answer(answer)) => Outcome::Answered(answer),
            Some(End::Budget) => Outcome::Budget,
            Some(End::Undefined) => Outcome::Undefined(ids[innermost as usize]),
            Some(End::Cancelled) => Outcome::Cancelled,
            None => finished(self.root_value.filter(|_| self.open.is_empty())),
        };
        Ok(Trace { tree, run: TracedRun { story: Arc::new(story), algorithm: self.algorithm, outcome } })
    }

    /// Says in the source of the tree what it leaves out.
    fn tell_null_moves(&mut self) {
        if self.null_moves > 0 {
            let searches =
                format::count(self.null_moves, "search after a null move is", "searches after null moves are");
            let before = if self.source.is_empty() { String::new() } else { format!("{}; ", self.source) };
            self.builder.set_source(format!("{before}{searches} left out"));
        }
    }

    /// Gives the static values of children their places among the siblings, those of children that were never entered the last ones.
    fn place_orderings(&mut self) {
        let (mut numbers, mut next) = (HashMap::new(), HashMap::new());
        for Ordering { event, node, child, value } in std::mem::take(&mut self.orderings) {
            let by_index = |index: Option<u32>| self.union.child(node, ChildName::Index(index?));
            let number = match child.or_else(|index| by_index(index).ok_or(index)) {
                Ok(child) => {
                    self.union.set_static(child, value);
                    self.union.at(child).number
                }
                Err(index) => *numbers.entry((node, index)).or_insert_with(|| {
                    let next = next.entry(node).or_insert(self.union.at(node).entered);
                    *next += 1;
                    *next - 1
                }),
            };
            self.events[event] = Event::from(Said::Static { index: number, value });
        }
    }

    /// Where a node has children that were never entered, and no cutoff was told of it, the story says that the cause is not told.
    fn explain(&mut self) {
        let is_left = |node: &usize| matches!(self.unexplained[*node], Some(event) if event != EXPLAINED);
        let has_skipped = |node: &usize| self.union.skipped(*node as u32) > 0;
        let nodes = (0..self.unexplained.len()).filter(is_left).filter(has_skipped);
        let mut places: Vec<usize> = nodes.filter_map(|node| self.unexplained[node]).collect();
        if places.is_empty() {
            return;
        }
        places.sort_unstable();
        for (index, _) in &mut self.notes {
            *index += places.partition_point(|place| *place <= *index);
        }
        let cutoff = Said::Cutoff { cause: Cause::Untold, bound: Value::from(0), by: Setter::Nobody };
        let mut places = places.into_iter().peekable();
        let events = std::mem::take(&mut self.events);
        for (place, event) in events.into_iter().enumerate() {
            if places.next_if_eq(&place).is_some() {
                self.events.push(Event::from(cutoff));
            }
            self.events.push(event);
        }
    }
}

/// Of a node whose cutoff the trace tells.
const EXPLAINED: usize = usize::MAX;

const NO_CHILD: &str = "which child is entered is not said; add “child” with its index, or “move” with its name";

/// The end of the window whose question left a node, from the number that it asked about.
fn question(player: Player, asked: Value, is_next: bool) -> (Value, Setter) {
    let end = match (is_next, player) {
        (false, _) => asked,
        (true, Player::Max) => asked.next_up(),
        (true, Player::Min) => asked.next_down(),
    };
    (end, Setter::Question { is_next })
}

fn story(events: Vec<Event>, notes: Vec<(usize, Box<str>)>) -> Story {
    let mut story = Story::new();
    for batch in events.chunks(1 << 12) {
        story.hear(batch);
    }
    for (index, words) in notes {
        story.annotate(index, words);
    }
    story
}
