//! Follows the events of a trace, line by line, and refuses what would make the story wrong.

use std::cmp::Ordering::{Equal, Greater, Less};

use super::fields::{ChildName, Fields, Side};
use super::positions::{Positions, hash};
use super::union::{Mover, Name, Union};
use super::{GIVES_UP, NO_HEAD, Unnamed, VERSION};
use crate::experiment::trace::margin::{Ending, Margin};
use crate::format;
use crate::search::story::follow::{self, Follower, Unseen};
use crate::search::story::{Event, MOST_KEPT_BYTES, Said, Why};
use crate::search::{Algorithm, Bound, CutoffRule, Score as _, Told, TraceName, Window};
use crate::tree::{Builder, Player, Role, Value};

/// The longest story, in events.
const MOST_EVENTS: usize = MOST_KEPT_BYTES / size_of::<Event>();

/// A node that is not left yet.
pub(super) struct Open {
    pub(super) node: u32,
    /// The place of its entry in the story.
    event: usize,
    /// How many children were entered in this visit; one that was entered twice in a row counts once.
    pub(super) entered: u32,
    last: Option<u32>,
    /// How many children it has, as its entry says.
    pub(super) children: Option<u32>,
    /// How many plies were left to search, if the trace says so.
    depth: Option<i32>,
    /// What the trace says of its own static value, such as `futility 3`.
    static_value: Option<String>,
}

/// What a trace tells of an event beside what the story has.
pub(super) enum Word {
    /// The trace's own word, or words about its depth.
    Told(Box<str>),
    /// The position was entered before, at another node.
    SamePosition(u32),
}

/// A static value of a child that may have no place among its siblings yet.
pub(super) struct Ordering {
    pub(super) event: usize,
    pub(super) node: u32,
    pub(super) child: Name,
    pub(super) value: Value,
}

/// How a trace says that the search ended.
pub(super) enum End {
    Value(Option<Value>),
    Answer(bool),
    Budget,
    Cancelled,
    Undefined,
}

/// A visit of a child that has ended.
#[derive(Clone, Copy)]
struct Returned {
    /// The place of the event with its value.
    event: usize,
    child: u32,
    /// The parent before.
    parent: follow::Open<(), ()>,
}

/// A trace that is being read: the events up to the current line.
pub(super) struct Reading {
    pub(super) builder: Builder,
    pub(super) source: String,
    pub(super) algorithm: Algorithm,
    pub(super) cutoff: Option<CutoffRule>,
    pub(super) root: Player,
    /// Whether numbers are counted from the side to move.
    pub(super) is_of_mover: bool,
    pub(super) union: Union,
    pub(super) events: Vec<Event>,
    /// Words beside events, in the order of the events.
    pub(super) notes: Vec<(usize, Word)>,
    positions: Positions,
    pub(super) follower: Follower<Unnamed, ()>,
    pub(super) open: Vec<Open>,
    /// The visit that ended last, if no other has begun.
    returned: Option<Returned>,
    /// How many nodes are open below a null move, which no tree has.
    pub(super) hidden: u32,
    pub(super) null_moves: u64,
    pub(super) passes: u32,
    pub(super) orderings: Vec<Ordering>,
    /// The event with which each node was left last, where no cutoff was told of it.
    pub(super) unexplained: Vec<Option<usize>>,
    /// Whether a window was that of the parent and could not come from siblings alone.
    pub(super) passes_bounds_down: bool,
    /// Whether a window was from siblings alone and not that of the parent.
    pub(super) knows_siblings: bool,
    /// The values with which the root was left, one for each of its visits.
    pub(super) root_values: Vec<Value>,
    /// The ends of the window with which the root was entered last.
    pub(super) root_window: [Option<Told>; 2],
    pub(super) end: Option<End>,
    /// What is told beside the story.
    pub(super) margin: Margin,
    /// The line of the current event.
    line: u32,
}

impl Reading {
    /// Begins with the first line.
    pub(super) fn new(head: Fields<'_>, title: &str) -> Result<Reading, String> {
        let version = head.get("plyscope-trace").ok_or(NO_HEAD)?;
        if version.as_u64() != Some(u64::from(VERSION)) {
            return Err(format!(
                "the trace has version {}, and this program reads version {VERSION}; write that",
                format::clipped(&version.to_string(), 40)
            ));
        }
        let mut builder = Builder::new();
        let told = head.text("title")?.filter(|title| !title.is_empty());
        builder.set_title(told.unwrap_or(title));
        let settings =
            head.settings("options")?.map(|settings| format!("searched with {}", format::clipped(&settings, 200)));
        let mut source = head.text("source")?.unwrap_or_default().to_owned();
        if let Some(settings) = settings {
            let comma = if source.is_empty() { "" } else { "; " };
            source = format!("{source}{comma}{settings}");
        }
        builder.set_source(source.as_str());
        if let Some(game) = head.text("game")? {
            builder.set_game(game);
        }
        let cutoff = match head.text("cutoff")? {
            None => None,
            Some("strict") => Some(CutoffRule::Strict),
            Some("non-strict") => Some(CutoffRule::NonStrict),
            Some(_) => return Err("“cutoff” must be \"strict\" or \"non-strict\"".into()),
        };
        Ok(Reading {
            builder,
            source,
            algorithm: Algorithm::of_trace(TraceName::new(head.text("algorithm")?.unwrap_or_default())),
            cutoff,
            root: head.player("root")?.unwrap_or_default(),
            is_of_mover: match head.text("scores")? {
                None | Some("max") => false,
                Some("mover") => true,
                Some(_) => return Err("“scores” is \"mover\", or left out for values from MAX's side".into()),
            },
            union: Union::default(),
            events: Vec::new(),
            notes: Vec::new(),
            positions: Positions::default(),
            follower: Follower::new(Unnamed),
            open: Vec::new(),
            returned: None,
            hidden: 0,
            null_moves: 0,
            passes: 0,
            orderings: Vec::new(),
            unexplained: Vec::new(),
            passes_bounds_down: false,
            knows_siblings: false,
            root_values: Vec::new(),
            root_window: [None; 2],
            end: None,
            margin: Margin { bounds: head.bounds("bounds")?, ..Margin::default() },
            line: 0,
        })
    }

    /// Reads an event.
    pub(super) fn read(&mut self, fields: Fields<'_>, line: u32) -> Result<(), String> {
        self.line = line;
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
            "end" => {
                self.end = Some(self.ended(fields)?);
                self.margin.end = Some(self.ending(fields)?);
            }
            _ => {
                return Err(format!(
                    "unknown event {}; expected one of enter, evaluate, leave, cutoff, recall, static, force, pass, end",
                    format::quoted(event)
                ));
            }
        }
        self.margin.lines.resize(self.events.len(), line);
        Ok(())
    }

    /// From whose side the numbers of a node are counted at which a player moves.
    pub(super) fn side(&self, player: Player) -> Side {
        if self.is_of_mover && player == Player::Min { Side::Min } else { Side::Max }
    }

    /// The innermost open node, and from whose side its numbers are counted.
    pub(super) fn inner(&self) -> Result<(u32, Side), String> {
        let open = self.open.last().ok_or("no node is open here; write the “enter” of the root first")?;
        Ok((open.node, self.side(self.union.at(open.node).mover.player)))
    }

    /// Adds an event to the story.
    pub(super) fn say(&mut self, said: Said) {
        let event = Event::from(said);
        self.follower.follow(&[event], &mut Unseen(()));
        self.events.push(event);
    }

    /// Keeps a word of the trace beside the next event.
    pub(super) fn note(&mut self, word: Option<&str>) {
        self.notes.extend(word.map(|word| (self.events.len(), Word::Told(word.into()))));
    }

    /// Keeps beside the next event, which enters a node, what the trace says of its position.
    fn note_position(&mut self, fields: Fields<'_>, node: u32, depth: Option<i32>) -> Result<(), String> {
        let above = self.open.last().map(|open| open.depth);
        self.note(depth.and_then(|depth| plies_left(depth, above.flatten())).as_deref());
        let event = self.events.len() as u32;
        self.margin.depths.extend(depth.map(|depth| (event, depth)));
        let key = fields.key()?.map(|key| hash(&key));
        self.margin.keys.extend(key.map(|key| (event, key)));
        let first = key.map(|key| self.positions.first(key, node)).transpose()?;
        let same = first.filter(|&first| first != node).map(Word::SamePosition);
        self.notes.extend(same.map(|same| (self.events.len(), same)));
        Ok(())
    }

    fn enter(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let depth = fields.plies("depth")?;
        let (why, word) = fields.why()?;
        if word == Some("null-move") {
            self.inner()?;
            (self.hidden, self.null_moves) = (1, self.null_moves + 1);
            self.margin.null_moves.push((self.events.len() as u32, ()));
            return Ok(());
        }
        let parent = self.open.last().map(|open| open.node);
        let in_turn = parent.map_or(self.root, |parent| self.union.at(parent).next_player());
        let role = fields.role("player")?.unwrap_or(in_turn.into());
        let told = Mover { player: role.player().unwrap_or(in_turn), is_chance: role == Role::Chance };
        let node = match parent {
            None => {
                self.root = told.player;
                self.union.enter_root(told)?
            }
            Some(parent) => {
                let name = fields.child()?.ok_or(NO_CHILD)?;
                self.union.enter(parent, name, told)?
            }
        };
        // Another player than before is a mistake of the search, which is found when it is checked.
        let mover = self.union.at(node).mover;
        let (player, role) = (mover.player, mover.role());
        let children = fields.whole("children")?;
        self.margin.counts_children |= children.is_some();
        self.union.has_children(node, children.unwrap_or(0));
        if let Some(probabilities) = fields.probabilities("probabilities")?.filter(|_| mover.is_chance) {
            self.union.set_probabilities(node, probabilities);
        }
        let label = fields.text("label")?.or(fields.text("board")?);
        if let Err(known) = self.union.describe(node, label, fields.text("move")?) {
            return Err(format!(
                "this child's move was {} before; name children by “move” alone where their order changes",
                format::quoted(known)
            ));
        }
        let window = self.window(fields, self.side(player))?;
        self.margin.has_windows |= window.ends().iter().any(Option::is_some);
        if parent.is_none() {
            self.root_window = window.ends();
        }
        let number = self.union.at(node).number;
        if let Some(returned) = self.returned.take()
            && (returned.child, why) == (number, Why::ReSearch)
        {
            self.take_back(returned, window);
        }
        self.unexplained.resize(self.union.nodes.len(), None);
        let window = self.inheritance(window);
        if let Some(open) = self.open.last_mut() {
            open.entered += u32::from(open.last != Some(number));
            open.last = Some(number);
        }
        self.note(word);
        let event = self.events.len() as u32;
        self.margin.reasons.extend(word.map(|word| (event, word.into())));
        if mover != told {
            self.margin.players.push((event, told.role()));
        }
        self.note_stranger(fields, event)?;
        self.note_position(fields, node, depth)?;
        self.open.push(Open {
            node,
            event: self.events.len(),
            entered: 0,
            last: None,
            children,
            depth,
            static_value: None,
        });
        self.say(Said::Enter { index: number, role, window, why, value: None });
        Ok(())
    }

    /// Keeps that a child is entered that the innermost node does not have, by the number of its children.
    fn note_stranger(&mut self, fields: Fields<'_>, event: u32) -> Result<(), String> {
        let told = self.open.last().and_then(|open| open.children);
        if let (Some(children), Some(ChildName::Index(index))) = (told, fields.child()?)
            && index >= children
        {
            self.margin.counts.push((event, children));
        }
        Ok(())
    }

    /// A child is searched again with a window that does not begin at the value that it returned: that did not count.
    fn take_back(&mut self, Returned { event, parent: before, .. }: Returned, window: Window<Told>) {
        let Some(parent) = self.follower.open.last_mut() else { return };
        let begin = window.ends()[usize::from(parent.player == Player::Min)].map(Told::value);
        let value = parent.best.value();
        if value != before.best.value() && begin != Some(value) {
            (parent.best, parent.window) = (before.best, before.window);
            self.events[event].take_back();
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
        if let Said::Enter { index, role, window, why, .. } = event.read() {
            *event = Event::from(Said::Enter { index, role, window, why, value: Some(value) });
        }
        if self.margin.lines.get(entry).is_some_and(|&line| line + 1 != self.line) {
            self.margin.value_lines.push((entry as u32, self.line));
        }
        self.note_return(entry);
        self.follower.follow(&[Event::from(Said::Leave { value })], &mut Unseen(()));
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
        let static_value = self.open.last_mut().and_then(|open| open.static_value.take());
        self.note(static_value.as_deref());
        let event = self.events.len() as u32;
        self.margin.excuses.extend(static_value.map(|reason| (event, reason.into())));
        self.note_return(self.events.len());
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
        self.note_return(self.events.len());
        self.say(Said::Recall { value, bound });
        self.left(value);
        Ok(())
    }

    /// The innermost node is left with an event at a place.
    fn note_return(&mut self, event: usize) {
        self.returned = match self.follower.open[..] {
            [.., parent, child] => Some(Returned { event, child: child.index, parent }),
            _ => None,
        };
    }

    /// The innermost node was left.
    fn left(&mut self, value: Value) {
        self.open.pop();
        if self.open.is_empty() {
            self.root_values.push(value);
        }
    }

    fn ordering(&mut self, fields: Fields<'_>) -> Result<(), String> {
        let (node, side) = self.inner()?;
        let Some(name) = fields.child()? else {
            let value = fields.needed_value("value", side)?;
            self.union.set_value(node, value, false);
            if fields.text("for")? == Some(STAND_PAT) {
                self.say(Said::Stand { value });
            } else if let Some(open) = self.open.last_mut() {
                open.static_value =
                    Some(format!("{} {}", fields.text("for")?.unwrap_or("static value"), value.grouped()));
            }
            return Ok(());
        };
        let child = self.union.name(name);
        let known = self.union.named(node, child);
        let player = known.map_or(self.union.at(node).next_player(), |child| self.union.at(child).mover.player);
        let value = fields.needed_value("value", self.side(player))?;
        // The place of a child that is not entered yet is known at the end.
        self.orderings.push(Ordering { event: self.events.len(), node, child, value });
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
        if fields.flag(GIVES_UP)?.unwrap_or(false) {
            self.open.clear();
        }
        if !self.open.is_empty() {
            return Err(format!(
                "a pass begins at the root; write the “leave” of the nodes that are open first, or “{GIVES_UP}” if they have no value"
            ));
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

    /// What the last event says of the result.
    fn ending(&self, fields: Fields<'_>) -> Result<Ending, String> {
        let value = fields.value("value", self.side(self.root))?;
        Ok(Ending { line: self.line, value, answer: fields.flag("answer")?, best: self.best_line(fields)? })
    }

    /// The best line, as far as its nodes were entered, and whether that is all of it.
    fn best_line(&self, fields: Fields<'_>) -> Result<Option<(Vec<u32>, bool)>, String> {
        let Some(names) = fields.line("line")? else { return Ok(None) };
        let (mut node, mut line) = (0, Vec::with_capacity(names.len()));
        for &name in &names {
            let Some(child) = self.union.child(node, name) else { break };
            line.push(self.union.at(child).number);
            node = child;
        }
        let is_whole = line.len() == names.len();
        Ok(Some((line, is_whole)))
    }
}

/// Of a node whose cutoff the trace tells.
pub(super) const EXPLAINED: usize = usize::MAX;

/// The use of a static value with which the player to move may leave a node.
const STAND_PAT: &str = "stand-pat";

const NO_CHILD: &str = "which child is entered is not said; add “child” with its index, or “move” with its name";

/// What is worth saying of how many plies are left at a node, where there are `above` at its parent: at the root, and where it is not
/// one less. In a quiescence search, below the last ply, nothing is.
fn plies_left(depth: i32, above: Option<i32>) -> Option<String> {
    let told = Value::from(depth).grouped();
    let Some(above) = above else { return Some(format!("depth {told}")) };
    let expected = if above > 0 { above - 1 } else { depth.min(0) };
    let plies = format::count(depth.abs_diff(expected).into(), "ply", "plies");
    match depth.cmp(&expected) {
        Less => Some(format!("reduced by {plies} to depth {told}")),
        Equal => None,
        Greater => Some(format!("extended by {plies} to depth {told}")),
    }
}
