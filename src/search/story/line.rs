//! The principal variation of a search, on any game.

use std::collections::{HashMap, HashSet};

use super::super::catalogue::{Algorithm, Revisits};
use super::super::record::{OpenProven, intersection};
use super::event::{Event, Said};
use super::follow::{Child, Cut, Entered, Follower, Left, Paths, Watch};
use super::telling::Listener;
use crate::game::Path;
use crate::memory;
use crate::tree::{Role, Value};

/// The largest number of nodes remembered in a search that revisits nodes.
pub const MOST_KNOWN: usize = 1 << 23;

/// The leftmost best line of play, from the story of a search.
///
/// Keeps the best line so far of each open node; in a search that revisits nodes, what is proven of each node instead. If these are more
/// than [`MOST_KNOWN`], it keeps the plies from the root down that fit, and the line ends with the last of them.
pub struct PrincipalVariation(Way);

enum Way {
    OneVisit(BestLines),
    ManyVisits(Box<ManyVisits>),
}

struct ManyVisits {
    follower: Follower<Paths, OpenProven>,
    known: Known,
}

impl PrincipalVariation {
    /// The line of a run that has not started.
    pub fn new(algorithm: Algorithm) -> PrincipalVariation {
        PrincipalVariation::knowing(MOST_KNOWN, algorithm)
    }

    /// The same, remembering at most this many nodes.
    pub fn knowing(most: usize, algorithm: Algorithm) -> PrincipalVariation {
        PrincipalVariation(match algorithm.entry().revisits {
            Revisits::Never | Revisits::Replays => Way::OneVisit(BestLines::default()),
            Revisits::Evaluating | Revisits::Recalling => {
                let known = Known {
                    most,
                    plies: Vec::new(),
                    len: 0,
                    deepest: usize::MAX,
                    open: 0,
                    widest: 0,
                    lotteries: HashSet::new(),
                    deepens: algorithm.entry().deepens,
                };
                Way::ManyVisits(Box::new(ManyVisits { follower: Follower::new(Paths), known }))
            }
        })
    }

    /// The child indices along the line; empty if the run found no value.
    pub fn indices(self) -> Vec<usize> {
        let indices = match self.0 {
            Way::OneVisit(lines) => lines.finished.into_iter().rev().collect(),
            Way::ManyVisits(many) => many.known.line(),
        };
        indices.into_iter().map(|index| index as usize).collect()
    }
}

impl Listener for PrincipalVariation {
    fn hear(&mut self, events: &[Event]) {
        match &mut self.0 {
            Way::OneVisit(lines) => lines.hear(events),
            Way::ManyVisits(many) => many.follower.follow(events, &mut many.known),
        }
    }

    fn hears_forces(&self) -> bool {
        false
    }
}

/// Follows the returned values, for searches in which the value that a node returns is its own.
#[derive(Default)]
struct BestLines {
    open: Vec<BestLine>,
    /// The line of the root, once it was left, from its end to its beginning.
    finished: Vec<u32>,
}

struct BestLine {
    index: u32,
    role: Role,
    best: Option<Value>,
    /// The line after the node, from its end to its beginning.
    rest: Vec<u32>,
}

impl BestLines {
    fn hear(&mut self, events: &[Event]) {
        for event in events {
            match event.read() {
                Said::Enter { index, role, value, .. } => {
                    if let (Some(value), Some(parent)) = (value, self.open.last_mut()) {
                        parent.take(index, Vec::new(), value);
                    } else if value.is_none() {
                        self.open.push(BestLine { index, role, best: None, rest: Vec::new() });
                    }
                }
                Said::Leave { value } | Said::Recall { value, .. } => {
                    let Some(BestLine { index, rest, .. }) = self.open.pop() else { continue };
                    match self.open.last_mut() {
                        None => self.finished = rest,
                        Some(parent) => parent.take(index, rest, value),
                    }
                }
                _ => {}
            }
        }
    }
}

impl BestLine {
    fn take(&mut self, index: u32, mut rest: Vec<u32>, value: Value) {
        // A line ends where chance moves.
        let Role::Player(player) = self.role else { return };
        if self.best.is_none_or(|best| player.prefers(value, best)) {
            rest.push(index);
            (self.best, self.rest) = (Some(value), rest);
        }
    }
}

/// What all visits of each node have proven.
struct Known {
    /// The number of nodes that may be remembered.
    most: usize,
    /// The nodes of each ply.
    plies: Vec<HashMap<Path, (f64, f64)>>,
    /// Their number.
    len: usize,
    /// The deepest ply that is remembered.
    deepest: usize,
    /// The number of open nodes.
    open: usize,
    /// The largest child index.
    widest: u32,
    /// The chance nodes.
    lotteries: HashSet<Path>,
    /// Whether each pass is deeper than the one before, and only the last one counts.
    deepens: bool,
}

impl Known {
    /// From the root, whose value is known, to the first child proven to have that value, and so on.
    fn line(&self) -> Vec<u32> {
        let mut line = Vec::new();
        let mut node = Path::ROOT;
        let proven = |node: Path, depth: usize| self.plies.get(depth).and_then(|ply| ply.get(&node));
        let Some(&value) = proven(node, 0).filter(|(low, high)| low == high) else { return line };
        let has_value = |depth: usize| move |&(_, child): &(u32, Path)| proven(child, depth) == Some(&value);
        while !self.lotteries.contains(&node)
            && let Some((index, child)) =
                (0..=self.widest).map(|index| (index, node.child(u64::from(index)))).find(has_value(line.len() + 1))
        {
            line.push(index);
            node = child;
        }
        line
    }

    /// Adds what a visit of a node at a depth proved, and returns what all of its visits prove.
    fn add(&mut self, node: Path, depth: usize, visit: (f64, f64)) -> (f64, f64) {
        if depth > self.deepest {
            return visit;
        }
        if depth >= self.plies.len() {
            self.plies.resize_with(depth + 1, HashMap::new);
        }
        let ply = &mut self.plies[depth];
        if let Some(known) = ply.get_mut(&node) {
            *known = intersection(*known, visit);
            return *known;
        }
        memory::make_room_in(ply).unwrap_or_else(|shortage| memory::give_up(shortage));
        ply.insert(node, visit);
        self.len += 1;
        while self.len > self.most && self.plies.len() > 1 {
            self.len -= self.plies.pop().map_or(0, |ply| ply.len());
            self.deepest = self.plies.len() - 1;
        }
        visit
    }
}

impl Watch<Path> for Known {
    type Tag = OpenProven;

    fn entered(&mut self, node: Entered<Path>) -> OpenProven {
        self.widest = self.widest.max(node.index);
        if node.is_chance {
            memory::make_room_in(&mut self.lotteries).unwrap_or_else(|shortage| memory::give_up(shortage));
            self.lotteries.insert(node.node);
        }
        self.open += 1;
        OpenProven::new(&node)
    }

    fn left(
        &mut self,
        Child { node, index }: Child<Path>,
        proven: &OpenProven,
        value: Value,
        how: Left,
        parent: Option<&mut OpenProven>,
    ) {
        self.open = self.open.saturating_sub(1);
        let known = self.add(node, self.open, proven.visit(value, how));
        if let Some(parent) = parent {
            parent.join(index, known);
        }
    }

    fn given_up(&mut self, _: &OpenProven, _: Option<&mut OpenProven>) {
        self.open = self.open.saturating_sub(1);
    }

    fn passed(&mut self) {
        if self.deepens {
            self.plies.clear();
            (self.len, self.deepest) = (0, usize::MAX);
        }
    }

    fn cut(&mut self, _: Path, node: &mut OpenProven, _: Cut<Path>) {
        node.has_others = true;
    }
}
