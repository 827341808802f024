//! Searches of games of any type: whatever a position is like, they do what they do on the tree itself.

use std::rc::Rc;
use std::vec::IntoIter;

use plyscope::game::{AnyPlayable, Erased, Game, Playable, Stages, TicTacToe};
use plyscope::search::hughes::Pipeline;
use plyscope::search::story::Event;
use plyscope::search::{Algorithm, CutoffRule, Limits, Report, Searchable, search, tell};
use plyscope::tree::{NodeId, Player, Tree, Value};
use proptest::prelude::*;

use crate::census::{Census, Counted};
use crate::random_trees::{Shape, full, tree};
use crate::told::limits;

/// A tree as a game with positions of another type.
struct Other<'t, P> {
    tree: &'t Tree,
    make: Box<dyn Fn(NodeId) -> P + 't>,
    node: fn(&P) -> NodeId,
}

impl<P: Clone> Game for Other<'_, P> {
    type Position = P;
    type Moves<'g>
        = IntoIter<P>
    where
        Self: 'g;
    type Key = u32;

    fn root(&self) -> P {
        (self.make)(NodeId::ROOT)
    }

    fn player(&self, position: &P) -> Player {
        self.tree.player((self.node)(position))
    }

    fn moves(&self, position: &P) -> IntoIter<P> {
        let positions: Vec<P> = self.tree.children((self.node)(position)).map(&self.make).collect();
        positions.into_iter()
    }

    fn static_value(&self, position: &P) -> Option<Value> {
        self.tree.value((self.node)(position))
    }

    fn key(&self, position: &P) -> Option<u32> {
        Some(self.tree.class((self.node)(position)))
    }
}

impl<P: Clone> Playable for Other<'_, P> {}

/// What a run does, at full speed and with all its events.
fn done<G: Searchable>(
    algorithm: Algorithm,
    game: &G,
    limits: Limits<'_>,
    node: impl Fn(&G::Position) -> NodeId,
) -> [String; 3] {
    let said = |report: Report<G::Position>| format!("{:?}", report.map(|position| node(&position)));
    let mut events = Vec::new();
    let mut listener = |batch: &[Event]| events.extend(batch.iter().map(|event| format!("{:?}", event.read())));
    let told = said(tell(algorithm, game, limits, &mut listener));
    [said(search(algorithm, game, limits)), told, events.join("\n")]
}

fn same_as_on_the_tree<P: Clone + 'static>(
    tree: &Tree,
    limits: Limits<'_>,
    make: impl Fn(NodeId) -> P,
    node: fn(&P) -> NodeId,
) {
    let game = Other { tree, make: Box::new(make), node };
    let stages = Stages { prune: Some(3), highfirst: true, taketree: Some(2), ..Stages::default() };
    let pipeline = |stages| Algorithm::of_pipeline(Pipeline { stages, alpha_beta: true });
    let pipelines = [pipeline(Stages::default()), pipeline(stages), pipeline(Stages::to_depth(2))];
    for algorithm in Algorithm::ALL.into_iter().chain(pipelines) {
        let on_tree = done(algorithm, tree, limits, |node| *node);
        let erased = done(algorithm, &Erased::new(&game), limits, |position| node(position.position().unwrap()));
        assert_eq!(on_tree, erased, "{algorithm} {}", algorithm.id());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Small positions are made all at once, larger ones and those that own memory one by one.
    #[test]
    fn positions_of_any_size_are_searched_alike(
        tree in tree(Shape { unknown_leaves: true, any_players: true, static_values: false }),
        budget in proptest::option::of(1_u64..30),
        strict in any::<bool>(),
    ) {
        let limits = limits(if strict { CutoffRule::Strict } else { CutoffRule::NonStrict }, budget);
        same_as_on_the_tree(&tree, limits, |node| node, |node| *node);
        same_as_on_the_tree(&tree, limits, |node| (node, [node.index(); 20]), |(node, _)| *node);
        same_as_on_the_tree(&tree, limits, |node| vec![node], |nodes| nodes[0]);
    }
}

#[test]
fn a_position_is_freed_when_its_parent_is_left() {
    let (branching, depth) = (3, 8);
    let tree = full(branching, depth, &mut || Value::from(1));
    for algorithm in [Algorithm::MINIMAX, Algorithm::SELECTION_GK, Algorithm::LAZY_MINIMAX, Algorithm::TAIL_RECURSIVE] {
        let census = Rc::<Census>::default();
        let make = Box::new(|node| Counted::new(node, &census));
        let game = Other { tree: &tree, make, node: |counted| counted.0 };
        search(algorithm, &Erased::new(&game), Limits::default());
        // The game above makes all children of a node at once.
        let on_a_line = 1 + (branching * depth) as usize;
        let most = census.most.get();
        assert!((on_a_line..=on_a_line + depth as usize + 2).contains(&most), "{algorithm}: {most} at once");
        assert_eq!(census.now.get(), 0, "{algorithm}");
    }
}

/// The number of times that memory is allocated for a search of tic-tac-toe.
fn allocations(algorithm: Algorithm, position: &str) -> u64 {
    let game = TicTacToe::from_position(position).unwrap();
    let game = game.searched(Stages::to_depth(9));
    allocation_counter::measure(|| drop(search(algorithm, &game, Limits::default()))).count_total
}

#[test]
fn a_search_of_a_game_allocates_nothing_for_a_node() {
    for algorithm in [
        Algorithm::ALPHA_BETA,
        Algorithm::LATTICE_PRUNING,
        Algorithm::SELECTION_GK_ALPHA_BETA,
        Algorithm::NEGASCOUT,
        Algorithm::MINIMAX,
    ] {
        // 15 nodes and thousands: the stack of positions grows with the depth.
        let [few, many] = ["XOX/OXO/.X.", ".../.../..."].map(|position| allocations(algorithm, position));
        assert!(many <= few + 2, "{algorithm}: {few} and {many} allocations");
    }
}
