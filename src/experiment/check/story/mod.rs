//! Follows a story and compares what it claims with what it had proved.

mod children;
mod end;
mod leaving;
mod unchecked;
mod windows;

use self::unchecked::Unchecked;
use super::claim::{ANY, Interval};
use super::known::{Positions, Proof, UNTOLD};
use super::{Finding, Kind, MOST_FINDINGS, Report, Severity, words};
use crate::experiment::trace::Margin;
use crate::progress::Progress;
use crate::search::story::follow::{Child, Cut, Entered, Follower, Left, Nodes, Open, Watch};
use crate::search::story::{Event, Said, Story, Why};
use crate::search::{CutoffRule, Score as _, Told, Window};
use crate::tree::{NodeId, Player, Role, Tree, Value};

/// How many children may be looked at for each event, so that no trace takes more than linear time.
const LOOKS_PER_EVENT: u64 = 64;
/// The number of events after which the check asks whether it was cancelled.
const EVENTS_PER_LOOK: usize = 1 << 14;

/// A search to be checked.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent")]
pub(in crate::experiment) struct Subject<'a> {
    /// The tree of the trace.
    pub(in crate::experiment) tree: &'a Tree,
    /// What the search did there.
    pub(in crate::experiment) story: &'a Story,
    /// What the trace says beside it.
    pub(in crate::experiment) margin: &'a Margin,
    /// Its cutoff rule, if the trace tells one.
    pub(in crate::experiment) cutoff: Option<CutoffRule>,
    /// Whether it prunes, as far as its name and its trace say.
    pub(in crate::experiment) prunes: bool,
    /// The window of the question that it asks, if it ends with an answer.
    pub(in crate::experiment) question: Option<[Value; 2]>,
    /// Whether it may prune, for all that is known.
    pub(in crate::experiment) may_prune: bool,
    /// Whether its trace has scores of the side to move.
    pub(in crate::experiment) counts_as_mover: bool,
    /// Whether it ended with a value.
    pub(in crate::experiment) is_finished: bool,
    /// Whether it says that it ended early, such as by its budget.
    pub(in crate::experiment) stops_early: bool,
}

impl Subject<'_> {
    /// Whether it cuts off without telling windows, so that those of alpha-beta are assumed.
    fn assumes_windows(&self) -> bool {
        !self.margin.has_windows && self.margin.has_cutoffs
    }
}

/// Checks a search; `None` if that was cancelled. Takes linear time.
pub(in crate::experiment) fn check(subject: Subject<'_>, progress: &Progress) -> Option<Report> {
    let mut checker = Checker::new(subject);
    for (index, event) in subject.story.events().enumerate() {
        if index % EVENTS_PER_LOOK == 0 && progress.is_cancelled() {
            return None;
        }
        checker.check(index, event);
    }
    checker.end();
    Some(checker.finish())
}

/// An open node.
#[expect(clippy::struct_excessive_bools, reason = "they are independent")]
struct Frame {
    node: NodeId,
    role: Role,
    /// The window with which it was entered.
    own: Interval,
    /// The window that the path allows: that of the parent, as its children and what is proved of it have narrowed it.
    path: Interval,
    depth: i32,
    /// When it was entered.
    since: u32,
    /// How many children were entered, where one that is searched again counts once.
    entered: u32,
    /// The child that was entered last.
    last_child: Option<NodeId>,
    was_cut: bool,
    /// Whether it was entered after the window of its parent had closed, or below such a node.
    is_late: bool,
    /// Whether it belongs to a quiescence search, which leaves out children.
    is_quiescent: bool,
    /// Whether it is an outcome of chance that is only probed, as in Star2.
    is_probed_outcome: bool,
    /// Whether something that is not in the tree may decide its value.
    is_excused: bool,
    /// The static value that the player to move may have instead of a child's.
    standing: Option<f64>,
    why: Why,
}

/// How a child is entered, from the parent's side.
struct Above {
    node: NodeId,
    player: Option<Player>,
    best: Option<f64>,
}

/// Reads a column of the margin that is sorted by event.
struct Column<'a, T>(&'a [(u32, T)]);

impl<'a, T> Column<'a, T> {
    /// What stands beside an event; those before are passed over.
    fn at(&mut self, event: usize) -> Option<&'a T> {
        while let Some(((index, what), rest)) = self.0.split_first() {
            if *index as usize > event {
                return None;
            }
            self.0 = rest;
            if *index as usize == event {
                return Some(what);
            }
        }
        None
    }
}

/// The columns of the margin.
struct Columns<'a> {
    depths: Column<'a, i32>,
    keys: Column<'a, u64>,
    reasons: Column<'a, Box<str>>,
    players: Column<'a, Role>,
    counts: Column<'a, u32>,
    null_moves: Column<'a, ()>,
    excuses: Column<'a, Box<str>>,
}

struct Checker<'a> {
    subject: Subject<'a>,
    columns: Columns<'a>,
    follower: Follower<Nodes<'a>, ()>,
    frames: Vec<Frame>,
    positions: Positions,
    /// The number of the pass.
    pass: u32,
    /// Whether nodes with static values were searched deeper later.
    is_deepening: bool,
    /// The current event.
    event: u32,
    step: usize,
    looks: u64,
    root_value: Option<f64>,
    findings: Vec<Finding>,
    left_out: u64,
    unchecked: Unchecked,
}

/// Sees how a node is entered.
struct Seen(Option<Entered<NodeId>>);

impl Watch<NodeId> for Seen {
    type Tag = ();

    fn entered(&mut self, node: Entered<NodeId>) {
        self.0 = Some(node);
    }

    fn left(&mut self, _: Child<NodeId>, (): &(), _: Value, _: Left, _: Option<&mut ()>) {}

    fn cut(&mut self, _: NodeId, (): &mut (), _: Cut<NodeId>) {}
}

fn ends(window: Window<Told>) -> Interval {
    let [alpha, beta] = window.ends().map(|end| end.map(|end| end.value().get()));
    (alpha.unwrap_or(ANY.0), beta.unwrap_or(ANY.1))
}

/// The best value that children returned to an open node.
fn best<T>(open: &Open<NodeId, T>) -> Option<f64> {
    Some(open.best.value().get()).filter(|best| best.is_finite())
}

impl<'a> Checker<'a> {
    fn new(subject: Subject<'a>) -> Checker<'a> {
        let Margin { depths, keys, reasons, players, counts, null_moves, excuses, .. } = subject.margin;
        let columns = Columns {
            depths: Column(depths),
            keys: Column(keys),
            reasons: Column(reasons),
            players: Column(players),
            counts: Column(counts),
            null_moves: Column(null_moves),
            excuses: Column(excuses),
        };
        Checker {
            subject,
            columns,
            follower: Follower::new(Nodes::new(subject.tree)),
            frames: Vec::new(),
            positions: Positions::new(subject.tree.len()),
            pass: 0,
            is_deepening: false,
            event: 0,
            step: 0,
            looks: LOOKS_PER_EVENT * (subject.story.len() as u64 + 1),
            root_value: None,
            findings: Vec::new(),
            left_out: 0,
            unchecked: Unchecked::default(),
        }
    }

    /// Checks the next event.
    fn check(&mut self, index: usize, event: Event) {
        self.event = index as u32;
        while self.columns.null_moves.at(index).is_some() {
            self.unchecked.null_moves += 1;
            if let Some(frame) = self.frames.last_mut() {
                frame.is_excused = true;
            }
        }
        let said = event.read();
        if !matches!(said, Said::End { .. }) {
            self.step += 1;
        }
        if self.columns.excuses.at(index).is_some() {
            self.unchecked.excuses += 1;
            if let Some(frame) = self.frames.last_mut() {
                frame.is_excused = true;
            }
        }
        match said {
            Said::Enter { role, value, .. } => {
                let above = self.above();
                if let Some(entered) = self.follow(event) {
                    self.entered(&entered, role, above.as_ref());
                    if let Some(value) = value {
                        let line = self.line_of_value();
                        self.evaluated(value.get(), line);
                        self.frames.pop();
                    }
                }
            }
            Said::Leave { value } => {
                self.left(value.get());
                self.follow(event);
                self.frames.pop();
            }
            Said::Recall { value, bound } => {
                self.recalled(value.get(), bound);
                self.follow(event);
                self.frames.pop();
            }
            Said::Cutoff { .. } => {
                self.cut();
                self.follow(event);
            }
            Said::Stand { value } => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.standing = Some(value.get());
                    frame.is_quiescent = true;
                }
                self.follow(event);
            }
            Said::Pass { .. } => {
                self.frames.clear();
                self.follow(event);
            }
            Said::End { .. } | Said::Static { .. } | Said::Force { .. } => {
                self.follow(event);
            }
        }
    }

    fn follow(&mut self, event: Event) -> Option<Entered<NodeId>> {
        let mut seen = Seen(None);
        self.follower.follow(std::slice::from_ref(&event), &mut seen);
        seen.0
    }

    /// The innermost open node, of which a child is entered next.
    fn above(&self) -> Option<Above> {
        let open = self.follower.open.last()?;
        Some(Above { node: open.node, player: open.role().player(), best: best(open) })
    }

    fn entered(&mut self, entered: &Entered<NodeId>, role: Role, above: Option<&Above>) {
        let Entered { node, why, .. } = *entered;
        let own = ends(entered.window);
        let index = self.event as usize;
        let depth = self.columns.depths.at(index).copied().unwrap_or(UNTOLD);
        let key = self.columns.keys.at(index).copied();
        let reason = self.columns.reasons.at(index);
        if let Some(&told) = self.columns.players.at(index) {
            let sentence = format!(
                "{} is entered with {} to move, and before it was {}.",
                words::node(self.subject.tree, node),
                words::role(told),
                words::role(role)
            );
            self.find(node, Severity::Error, Kind::Player, false, sentence, None);
        }
        self.contradictions(node, own, above.is_none());
        if let Err(before) = self.positions.enter(node, role, key) {
            let sentence = format!(
                "{} is entered with {} to move; a position of the same key had {} to move.",
                words::node(self.subject.tree, node),
                words::role(role),
                words::role(before)
            );
            let hint = "As if the side to move were left out of the key: it belongs to it.".to_owned();
            self.find(node, Severity::Error, Kind::Player, false, sentence, Some(hint));
        }
        let mut frame = Frame {
            node,
            role,
            own,
            path: own,
            depth,
            since: self.event,
            entered: 0,
            last_child: None,
            was_cut: false,
            is_late: false,
            is_quiescent: depth < 0 || reason.is_some_and(|reason| reason.contains("quiescence")),
            is_probed_outcome: false,
            is_excused: false,
            standing: None,
            why,
        };
        if let Some(above) = above {
            self.begin_below(&mut frame, above, why == Why::Normal && reason.is_none());
        } else {
            if let Some([low, high]) = self.subject.question {
                frame.path = (low.get(), high.get());
            }
            self.pass += 1;
        }
        self.frames.push(frame);
    }

    /// Whether a proof counts at a node that is searched to a depth.
    fn is_current(&self, proof: &Proof, depth: i32) -> bool {
        match (proof.depth, depth) {
            (UNTOLD, _) | (_, UNTOLD) => !self.is_deepening || proof.pass == self.pass,
            (proof, depth) => proof >= depth,
        }
    }

    /// Whether a proof can contradict what a table says of a node that is searched to a depth. Where the trace tells no depths, what an
    /// earlier pass found was less deep.
    fn is_comparable(&self, proof: &Proof, depth: i32) -> bool {
        depth != UNTOLD && proof.depth != UNTOLD || self.is_current(proof, depth)
    }

    /// Whether two searches are of the same depth.
    fn add(&mut self, node: NodeId, proof: Proof) {
        let (is_deepening, pass) = (self.is_deepening, self.pass);
        self.positions.add(node, proof, |last| match (last.depth, proof.depth) {
            (UNTOLD, _) | (_, UNTOLD) => !is_deepening || last.pass == pass,
            (last, depth) => last == depth,
        });
        if let Some(position) = self.positions.of_mut(node) {
            position.left = self.event;
        }
    }

    fn line(&self, event: u32) -> u32 {
        self.subject.margin.lines.get(event as usize).copied().unwrap_or(0)
    }

    /// The line of the value of a leaf, which mostly follows that of its entry.
    fn line_of_value(&self) -> u32 {
        let lines = &self.subject.margin.value_lines;
        let told = lines.binary_search_by_key(&self.event, |&(event, _)| event);
        told.map_or_else(|_| self.line(self.event) + 1, |place| lines[place].1)
    }

    fn find(
        &mut self,
        node: NodeId,
        severity: Severity,
        kind: Kind,
        follows: bool,
        sentence: String,
        hint: Option<String>,
    ) {
        self.find_at(self.line(self.event), node, severity, kind, follows, sentence, hint);
    }

    #[expect(clippy::too_many_arguments, reason = "they are the fields of a finding")]
    fn find_at(
        &mut self,
        line: u32,
        node: NodeId,
        severity: Severity,
        kind: Kind,
        is_consequence: bool,
        sentence: String,
        hint: Option<String>,
    ) {
        if self.findings.len() >= MOST_FINDINGS {
            self.left_out += 1;
            return;
        }
        let (time, step) = (self.event as usize + 1, self.step);
        self.findings.push(Finding { line, time, step, node, severity, kind, is_consequence, sentence, hint });
    }

    fn finish(mut self) -> Report {
        self.findings.sort_by_key(|finding| finding.line);
        self.unchecked.open = self.cut_short();
        let notes = self.unchecked.notes(self.subject.assumes_windows() && self.subject.question.is_none());
        Report {
            findings: self.findings,
            left_out: self.left_out,
            notes,
            is_cut_short: self.unchecked.open.is_some(),
            counts_as_mover: self.subject.counts_as_mover,
        }
    }
}
