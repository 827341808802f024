//! The counts of a run, from its story.

use std::collections::HashSet;

use super::super::catalogue::{Algorithm, Revisits};
use super::event::{Event, Kind, Why};
use super::follow::{Child, Cut, Entered, Follower, Left, Nodes, Paths, Places, Watch};
use super::telling::Listener;
use crate::game::Path;
use crate::memory;
use crate::tree::{Bits, NodeId, Tree, Value};

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls of the static evaluation.
    pub evaluations: u64,
    /// Leaves, or nodes at the depth limit, that were evaluated at least once.
    pub distinct_leaves: u64,
    /// Nodes that were entered at least once.
    pub visited_nodes: u64,
    /// Visits that ended before the last child, by a bound that the parent set.
    pub shallow_cutoffs: u64,
    /// Visits that ended before the last child, by a bound from further up.
    pub deep_cutoffs: u64,
    /// Visits that ended before the last child for another reason: a question was answered, the bound came from outside,
    /// or the story does not give the reason.
    pub other_cutoffs: u64,
}

/// How many nodes of a game are remembered to tell first visits from later ones. Beyond that every visit counts as a first one.
pub const MOST_REMEMBERED: usize = 1 << 24;

/// Counts the events of a search.
///
/// ```
/// use plyscope::search::{Algorithm, Counter, Limits, tell};
/// use plyscope::tree::Tree;
///
/// let tree: Tree = "(5 (((4 100) 6) 8))".parse()?;
/// let mut counter = Counter::on_tree(Algorithm::ALPHA_BETA, &tree);
/// tell(Algorithm::ALPHA_BETA, &tree, Limits::default(), &mut counter);
/// assert_eq!((counter.counts().evaluations, counter.counts().deep_cutoffs), (4, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// Takes constant memory, except for searches that revisit nodes without reporting it: those take a bit for
/// each node of a tree, or a set of at most [`MOST_REMEMBERED`] nodes of a game.
pub struct Counter<'t> {
    /// The counts of the kinds in [`COUNTED`].
    counted: [u64; COUNTED.len()],
    first_visits: FirstVisits<'t>,
}

/// The kinds of event that are counted.
const COUNTED: [Kind; 8] =
    [Kind::Enter, Kind::Leaf, Kind::Shallow, Kind::Deep, Kind::Question, Kind::Outside, Kind::Table, Kind::Untold];

/// For each kind a 1 in the byte with its index among the counted ones. Counts in a list in memory would wait for each other, as
/// adjacent events are often of the same kind.
const ONE_OF_KIND: [u64; Event::KINDS] = {
    let mut ones = [0; Event::KINDS];
    let mut index = 0;
    while index < COUNTED.len() {
        ones[COUNTED[index] as usize] = 1 << (8 * index);
        index += 1;
    }
    ones
};

/// How first visits are recognised.
enum FirstVisits<'t> {
    /// Every visit is a first one.
    All,
    /// All visits except replays and those inside one.
    NoReplays(Replays),
    /// Visits of nodes that are not marked yet.
    Unmarked(Box<Revisited<Nodes<'t>, Bits>>),
    /// Visits of nodes that are not in the set.
    Unknown(Box<Revisited<Paths, HashSet<Path>>>),
}

impl<'t> Counter<'t> {
    /// A counter of a run on a game.
    pub fn new(algorithm: Algorithm) -> Counter<'t> {
        Counter::of(algorithm, |deepens| {
            let places = deepens.then(HashSet::new);
            FirstVisits::Unknown(Box::new(Revisited::new(Paths, HashSet::new(), places)))
        })
    }

    /// A counter of a run on a tree.
    pub fn on_tree(algorithm: Algorithm, tree: &'t Tree) -> Counter<'t> {
        let bits = || Bits::with_room_for(tree.len());
        Counter::of(algorithm, |deepens| {
            FirstVisits::Unmarked(Box::new(Revisited::new(Nodes::new(tree), bits(), deepens.then(bits))))
        })
    }

    /// A counter of a run on a tree of which nothing is known: nodes may be visited again, and deeper.
    pub fn of_any_search(tree: &'t Tree) -> Counter<'t> {
        let bits = || Bits::with_room_for(tree.len());
        let revisited = Revisited::new(Nodes::new(tree), bits(), Some(bits()));
        Counter { counted: [0; COUNTED.len()], first_visits: FirstVisits::Unmarked(Box::new(revisited)) }
    }

    fn of(algorithm: Algorithm, memory: impl FnOnce(bool) -> FirstVisits<'t>) -> Counter<'t> {
        let deepens = algorithm.entry().deepens;
        let first_visits = match algorithm.entry().revisits {
            Revisits::Never => FirstVisits::All,
            Revisits::Replays => FirstVisits::NoReplays(Replays::default()),
            Revisits::Evaluating | Revisits::Recalling => memory(deepens),
        };
        Counter { counted: [0; COUNTED.len()], first_visits }
    }

    /// The counts so far.
    pub fn counts(&self) -> Counts {
        let [inner_nodes, evaluations, shallow_cutoffs, deep_cutoffs, others @ ..] = self.counted;
        let (visited_nodes, distinct_leaves) = match &self.first_visits {
            FirstVisits::All => (inner_nodes + evaluations, evaluations),
            FirstVisits::NoReplays(replays) => (replays.first.nodes, replays.first.leaves),
            FirstVisits::Unmarked(revisited) => revisited.first().split(),
            FirstVisits::Unknown(revisited) => revisited.first().split(),
        };
        Counts {
            evaluations,
            distinct_leaves,
            visited_nodes,
            shallow_cutoffs,
            deep_cutoffs,
            other_cutoffs: others.iter().sum(),
        }
    }
}

impl Listener for Counter<'_> {
    fn hear(&mut self, events: &[Event]) {
        for events in events.chunks(u8::MAX.into()) {
            let sum: u64 = events.iter().map(|event| ONE_OF_KIND[event.kind_number()]).sum();
            for (count, byte) in self.counted.iter_mut().zip(sum.to_le_bytes()) {
                *count += u64::from(byte);
            }
        }
        match &mut self.first_visits {
            FirstVisits::All => {}
            FirstVisits::NoReplays(replays) => replays.hear(events),
            FirstVisits::Unmarked(revisited) => revisited.hear(events),
            FirstVisits::Unknown(revisited) => revisited.hear(events),
        }
    }

    fn hears_forces(&self) -> bool {
        false
    }
}

/// The number of nodes and leaves visited for the first time.
#[derive(Clone, Copy, Debug, Default)]
struct First {
    nodes: u64,
    leaves: u64,
}

impl First {
    fn split(self) -> (u64, u64) {
        (self.nodes, self.leaves)
    }
}

/// First visits of a search that reports its replays.
#[derive(Clone, Copy, Debug, Default)]
struct Replays {
    first: First,
    open: u64,
    /// The number of open nodes when the outermost replay began.
    replayed: Option<u64>,
}

impl Replays {
    fn hear(&mut self, events: &[Event]) {
        for event in events {
            match event.kind() {
                Kind::Enter => {
                    if event.why() == Why::Replay && self.replayed.is_none() {
                        self.replayed = Some(self.open);
                    }
                    self.open += 1;
                    self.first.nodes += u64::from(self.replayed.is_none());
                }
                Kind::Leaf => {
                    let is_first = self.replayed.is_none() && event.why() != Why::Replay;
                    self.first.nodes += u64::from(is_first);
                    self.first.leaves += u64::from(is_first);
                }
                Kind::Leave | Kind::Recall => {
                    self.open = self.open.saturating_sub(1);
                    self.replayed = self.replayed.filter(|&replayed| replayed < self.open);
                }
                _ => {}
            }
        }
    }
}

/// First visits of a search that revisits nodes without reporting it.
struct Revisited<P: Places, M> {
    follower: Follower<P, Visit<P::Node>>,
    watch: Remembering<M>,
}

struct Remembering<M> {
    first: First,
    memory: M,
    /// The nodes that have been evaluated and not searched, if a later pass may search them: then they were no leaves.
    evaluated: Option<M>,
}

/// A visit that has not ended.
#[derive(Clone, Copy)]
struct Visit<N> {
    node: N,
    is_first: bool,
}

impl<P: Places, M> Revisited<P, M> {
    fn new(places: P, memory: M, evaluated: Option<M>) -> Revisited<P, M> {
        let watch = Remembering { first: First::default(), memory, evaluated };
        Revisited { follower: Follower::new(places), watch }
    }
}

impl<P: Places, M: Memory<P::Node>> Revisited<P, M> {
    fn hear(&mut self, events: &[Event]) {
        self.follower.follow(events, &mut self.watch);
    }

    /// The numbers so far. What is open is searched, and so does not count as a leaf; the innermost open node may be one that is about to be evaluated.
    fn first(&self) -> First {
        let First { nodes, leaves } = self.watch.first;
        let has = |node| self.watch.evaluated.as_ref().is_some_and(|evaluated| evaluated.has(node));
        let above = self.follower.open.split_last().map_or(&[][..], |(_, above)| above);
        let searched = above.iter().filter(|open| has(open.node)).count();
        First { nodes, leaves: leaves - searched as u64 }
    }
}

/// A set of nodes.
trait Memory<N> {
    /// Adds the node; whether it was new.
    fn is_new(&mut self, node: N) -> bool;
    /// Whether it has the node.
    fn has(&self, node: N) -> bool;
    /// Takes the node out.
    fn forget(&mut self, node: N);
}

/// One bit for each node of a tree.
impl Memory<NodeId> for Bits {
    #[inline]
    fn is_new(&mut self, node: NodeId) -> bool {
        self.insert(node.index())
    }

    fn has(&self, node: NodeId) -> bool {
        self.contains(node.index())
    }

    fn forget(&mut self, node: NodeId) {
        self.remove(node.index());
    }
}

impl Memory<Path> for HashSet<Path> {
    fn is_new(&mut self, node: Path) -> bool {
        if self.len() == MOST_REMEMBERED {
            return !self.contains(&node);
        }
        memory::make_room_in(self).unwrap_or_else(|shortage| memory::give_up(shortage));
        self.insert(node)
    }

    fn has(&self, node: Path) -> bool {
        self.contains(&node)
    }

    fn forget(&mut self, node: Path) {
        self.remove(&node);
    }
}

impl<M> Remembering<M> {
    /// A child of a node is visited: if the node has been evaluated before, that was at the depth of an earlier pass, and it does not count
    /// as a leaf.
    fn go_below<N>(&mut self, node: N)
    where
        N: Copy,
        M: Memory<N>,
    {
        if let Some(evaluated) = self.evaluated.as_mut().filter(|evaluated| evaluated.has(node)) {
            evaluated.forget(node);
            self.first.leaves -= 1;
        }
    }
}

impl<N: Copy, M: Memory<N>> Watch<N> for Remembering<M> {
    type Tag = Visit<N>;

    #[inline]
    fn entered(&mut self, Entered { node, .. }: Entered<N>) -> Visit<N> {
        let is_first = self.memory.is_new(node);
        self.first.nodes += u64::from(is_first);
        Visit { node, is_first }
    }

    #[inline]
    fn left(
        &mut self,
        _: Child<N>,
        &Visit { node, is_first }: &Visit<N>,
        _: Value,
        how: Left,
        parent: Option<&mut Visit<N>>,
    ) {
        if let Some(parent) = parent {
            self.go_below(parent.node);
        }
        if is_first && how == Left::Evaluated {
            self.first.leaves += 1;
            if let Some(evaluated) = &mut self.evaluated {
                evaluated.is_new(node);
            }
        }
    }

    fn given_up(&mut self, _: &Visit<N>, parent: Option<&mut Visit<N>>) {
        if let Some(parent) = parent {
            self.go_below(parent.node);
        }
    }

    fn cut(&mut self, _: N, _: &mut Visit<N>, _: Cut<N>) {}
}
