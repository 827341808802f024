//! Writes the trace of a search, which Plyscope draws, explains and checks.
//!
//! ```text
//! let mut trace = Recorder::create("mine.jsonl")?;
//! trace.begin("alpha-beta", &Begin::default());
//! ... in the search: enter each node, and evaluate, recall or leave it ...
//! trace.end(None, "finished")?;
//!
//! plyscope check mine.jsonl     where the search first went wrong
//! plyscope mine.jsonl           its drawing
//! ```
//!
//! Every line is written at once, so the trace of a program that crashes or is stopped can be opened, too.
//! A trace takes about 100 bytes per event and may have 1 GiB: begin with a small depth.
#![allow(dead_code)]

use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io::{Error, Result, Write as _};
use std::path::Path;

/// What the first line says besides the name of the search; all of it is optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct Begin<'a> {
    /// "non-strict" (alpha >= beta) or "strict".
    pub cutoff: Option<&'a str>,
    /// The player at the root, "max" or "min".
    pub root: Option<&'a str>,
    /// "mover" if values and windows are those of the side to move (negamax).
    pub scores: Option<&'a str>,
    pub title: Option<&'a str>,
}

/// A node that is entered. The root has neither `child` nor `mv`. All else is optional.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// Its index, from 0 and the same in all visits; if the moves are sorted, give the move instead.
    pub child: Option<usize>,
    pub mv: Option<&'a str>,
    /// "max", "min" or "chance", if they do not alternate.
    pub player: Option<&'a str>,
    /// Their number.
    pub children: Option<usize>,
    pub alpha: f64,
    pub beta: f64,
    /// The plies that are left to search.
    pub depth: Option<i32>,
    /// The hash of the position.
    pub key: Option<u64>,
    /// "probe" (a null window), "re-search", "null-move" or a word of your own.
    pub why: Option<&'a str>,
}

impl Default for Node<'_> {
    fn default() -> Self {
        let (alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
        Node { child: None, mv: None, player: None, children: None, alpha, beta, depth: None, key: None, why: None }
    }
}

pub struct Recorder {
    file: File,
    /// A window that reaches this, such as 30000.0, is open on that side.
    pub infinity: f64,
    error: Option<Error>,
}

impl Recorder {
    /// Creates or replaces the file.
    pub fn create(path: impl AsRef<Path>) -> Result<Recorder> {
        Ok(Recorder { file: File::create(path)?, infinity: f64::INFINITY, error: None })
    }
    /// The first call; `algorithm` is the name of the search.
    pub fn begin(&mut self, algorithm: &str, begin: &Begin) {
        let line = Line("{\"plyscope-trace\": 1".into()).text("algorithm", Some(algorithm));
        let line = line.text("cutoff", begin.cutoff).text("root", begin.root);
        self.write(line.text("scores", begin.scores).text("title", begin.title));
    }
    /// The search enters a child of the innermost node that it has entered and not left, or the root.
    pub fn enter(&mut self, node: &Node) {
        let line = Line::event("enter").plain("child", node.child).text("move", node.mv).text("player", node.player);
        let line = line.plain("children", node.children);
        let line = line.plain("alpha", self.inside(node.alpha)).plain("beta", self.inside(node.beta));
        self.write(line.plain("depth", node.depth).plain("key", node.key).text("why", node.why));
    }
    /// The node is left with its static value.
    pub fn evaluate(&mut self, value: f64) {
        self.write(Line::event("evaluate").value(value));
    }
    /// The node is left with a value from the transposition table: "exact", or a "lower" or "upper" bound.
    pub fn recall(&mut self, value: f64, bound: &str) {
        self.write(Line::event("recall").value(value).text("bound", Some(bound)));
    }
    /// The node may be left before its last child: the bound reached and the number of skipped children, if any.
    pub fn cutoff(&mut self, bound: f64, skipped: usize) {
        if skipped > 0 {
            self.write(Line::event("cutoff").plain("bound", self.inside(bound)).plain("skipped", Some(skipped)));
        }
    }
    /// The node is left with the value of its children.
    pub fn leave(&mut self, value: f64) {
        self.write(Line::event("leave").value(value));
    }
    /// The root is entered again: iterative deepening, or another window.
    pub fn next_pass(&mut self, number: u32) {
        self.write(Line::event("pass").plain("number", Some(number)));
    }
    /// The last call: the value, unless it is the one that the root was left with, and how the search ended:
    /// "finished", "budget" or "cancelled". Fails if a line could not be written.
    pub fn end(mut self, value: Option<f64>, outcome: &str) -> Result<()> {
        self.write(Line::event("end").text("outcome", Some(outcome)).plain("value", value));
        self.error.map_or(Ok(()), Err)
    }
    fn inside(&self, bound: f64) -> Option<f64> {
        Some(bound).filter(|bound| bound.is_finite() && bound.abs() < self.infinity)
    }
    fn write(&mut self, line: Line) {
        let written = self.file.write_all((line.0 + "}\n").as_bytes());
        self.error = self.error.take().or(written.err());
    }
}

struct Line(String);

impl Line {
    fn event(event: &str) -> Line {
        Line(format!("{{\"event\": \"{event}\""))
    }
    fn value(self, value: f64) -> Line {
        self.plain("value", Some(value).filter(|value| value.is_finite()))
    }
    fn plain(mut self, name: &str, value: Option<impl Display>) -> Line {
        let Some(value) = value else { return self };
        let _ = write!(self.0, ", \"{name}\": {value}");
        self
    }
    fn text(mut self, name: &str, text: Option<&str>) -> Line {
        let Some(text) = text else { return self };
        let _ = write!(self.0, ", \"{name}\": \"");
        for c in text.chars() {
            match c {
                '"' | '\\' => self.0.extend(['\\', c]),
                '\0'..='\x1f' => _ = write!(self.0, "\\u{:04x}", u32::from(c)),
                _ => self.0.push(c),
            }
        }
        self.0.push('"');
        self
    }
}
