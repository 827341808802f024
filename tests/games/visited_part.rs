//! Searches of games too large to unfold: what is kept of them agrees with the record of the whole tree.

use plyscope::experiment::{MOST_SHOWN, Settings, VisitedPart, explore, measure_on_game};
use plyscope::game::part::part;
use plyscope::game::{AnyGame, ConnectFour, Erased, GameName, GameTree, Path};
use plyscope::generate::{Generator, Ordering, Shape};
use plyscope::progress::Progress;
use plyscope::search::story::{Story, Timeline};
use plyscope::search::{Algorithm, Bound, Budget, CutoffRule, Limits, Origin, PlyRecorder, Record, Recorder, tell};
use plyscope::tree::{NodeId, Tree};
use std::collections::{HashMap, HashSet};

fn game(name: GameName, position: &str, depth: Option<u32>) -> GameTree {
    GameTree::new(AnyGame::from_position(name, position).unwrap(), depth)
}

fn games() -> [GameTree; 7] {
    [
        game(GameName::TIC_TAC_TOE, "XO./.X./..O", None),
        game(GameName::TIC_TAC_TOE, "X.O/.../...", Some(4)),
        game(GameName::CONNECT_FOUR, "4455", Some(3)),
        game(GameName::CHESS, "6k1/5ppp/8/8/8/8/8/R3K3 w - -", Some(2)),
        GameTree { dynamic: true, ..game(GameName::CHESS, "6k1/5ppp/8/8/8/8/4q3/R3K3 w - -", Some(1)) },
        game(GameName::NIM, "1,2,3", None),
        game(GameName::RANDOM_TURN_TIC_TAC_TOE, "XOX/.../OX. o", None),
    ]
}

/// The algorithms whose records of a tree and of its parts agree. Those of Star2 do not yet: it can cut off at a chance node after a probe of its
/// last child, and a part does not know that no child is left out; and a stopped run has an infinite bound where a part has a finite one.
fn compared(whole: &Tree) -> impl Iterator<Item = Algorithm> {
    let has_chance = whole.has_chance();
    Algorithm::ALL.into_iter().filter(move |&algorithm| !has_chance || algorithm != Algorithm::STAR2)
}

/// A recorder of at most `most` visits, with the part of the tree that the run visited and the record there.
fn keep(algorithm: Algorithm, whole: &Tree, limits: Limits<'_>, most: usize) -> (PlyRecorder, Tree, Record) {
    let mut recorder = PlyRecorder::new(most, algorithm);
    tell(algorithm, whole, limits, &mut recorder);
    recorder.finish();
    let expanded: HashSet<Path> = recorder.expanded().collect();
    let deepest = recorder.depth().unwrap_or(u32::MAX);
    let part = part(whole, |path| expanded.contains(&path), deepest, 1_000_000, &Progress::new()).unwrap();
    let tree = part.builder.build().unwrap();
    let nodes: HashMap<Path, NodeId> = part.paths.into_iter().zip(tree.nodes()).collect();
    let record = recorder.record(&tree, |path| nodes.get(&path).copied());
    (recorder, tree, record)
}

/// The node of the whole tree for a node of a part.
fn in_whole(whole: &Tree, part: &Tree, node: NodeId) -> NodeId {
    part.path(node).into_iter().fold(NodeId::ROOT, |node, child| whole.children(node).nth(child).unwrap())
}

fn check(algorithm: Algorithm, whole: &Tree, cutoff: CutoffRule, budget: Budget, most: usize) {
    // Of a node that is evaluated again when the run stops, a part says what the first visit returned, and not that it was exact.
    if algorithm == Algorithm::SCOUT && budget != Budget::Unlimited {
        return;
    }
    let what = format!("{algorithm} {cutoff:?} {budget:?} {most} {}", whole.source());
    let limits = Limits { budget, ..Limits::default().cutoff(cutoff) };
    let mut recorder = Recorder::new(whole).of(algorithm);
    tell(algorithm, whole, limits, &mut recorder);
    let full = recorder.finish();
    let (plies, part, record) = keep(algorithm, whole, limits, most);
    assert!(plies.depth().is_none() || record.visits().len() <= most.max(1), "{what}");
    let mut last = None;
    let mut orders: Vec<(u32, u32)> = Vec::new();
    for node in part.nodes() {
        let other = in_whole(whole, &part, node);
        assert!(last < Some(other), "{what}");
        last = Some(other);
        let (label, name) = (part.label(node), part.move_name(node));
        assert_eq!((label, name, part.value(node)), (whole.label(other), whole.move_name(other), whole.value(other)));
        assert_eq!(part.is_unexpanded(node), part.is_leaf(node) && !whole.is_leaf(other), "{what}");
        let (Some(visit), Some(expected)) = (record.visit(node), full.visit(other)) else {
            assert!(record.visit(node).is_none() && full.visit(other).is_none(), "{what}: {}", node.index());
            continue;
        };
        orders.push((visit.order, expected.order));
        let at = format!("{what}: {visit:?} {expected:?}");
        assert_eq!(visit.value(), expected.value(), "{at}");
        assert_eq!((visit.window, visit.visits), (expected.window, expected.visits), "{at}");
        assert_eq!(record.evaluations_in(&part.subtree(node)), full.evaluations_in(&whole.subtree(other)), "{at}");
        let is_summed_up = part.is_unexpanded(node) && matches!(expected.origin, Origin::Searched | Origin::Deepened);
        assert_eq!(matches!(visit.origin, Origin::Unrecorded(_)), is_summed_up, "{at}");
        if visit.value().is_some() {
            assert_eq!(record.bound(node), full.bound(other), "{at}");
        }
        match (record.cutoff(node), full.cutoff(other)) {
            (None, None) => {}
            // Below the last ply it is not known which children the passes of iterative deepening entered together.
            _ if algorithm.entry().deepens && part.is_unexpanded(node) => {}
            (Some(cut), Some(expected)) => {
                assert_eq!((cut.cause, cut.bound, cut.asked), (expected.cause, expected.bound, expected.asked), "{at}");
                // A question is settled by a child, which is missing for a node of the last ply.
                let is_child = |witness| part.is_unexpanded(node) && whole.parent(witness) == Some(other);
                let shown = expected.witness.filter(|&witness| !is_child(witness));
                assert_eq!(cut.witness.map(|witness| in_whole(whole, &part, witness)), shown, "{at}");
            }
            _ => panic!("{at}"),
        }
    }
    orders.sort_unstable();
    assert!(orders.windows(2).all(|pair| pair[0].1 < pair[1].1), "{what}: the order of first visits is kept");
    // Down to the last ply, all visited nodes are present.
    let shown = full.visits().filter(|visit| plies.depth().is_none_or(|depth| whole.depth(visit.node) <= depth));
    assert_eq!(shown.count(), record.visits().len(), "{what}");
}

#[test]
fn the_record_of_a_part_agrees_with_that_of_the_whole_tree() {
    for game in games() {
        let tree = game.unfold(&Progress::new()).unwrap();
        for algorithm in compared(&tree).chain([Algorithm::threshold(1.into())]) {
            for cutoff in [CutoffRule::NonStrict, CutoffRule::Strict] {
                for most in [1, 10, 40, usize::MAX] {
                    for budget in [Budget::Unlimited, Budget::Evaluations(17)] {
                        check(algorithm, &tree, cutoff, budget, most);
                    }
                }
            }
        }
    }
}

#[test]
fn what_a_part_claims_of_random_trees_is_true() {
    for (seed, branching, depth) in (0..150).map(|seed| (seed, 2 + seed as u32 % 2, 4 + seed as u32 % 4)) {
        let leaves = "integers:5".parse().unwrap();
        let generator = Generator::new(leaves, Ordering::Random, Shape::full(branching, depth)).unwrap();
        let whole = generator.build(seed, None, &Progress::new()).unwrap();
        let mut truth = Recorder::new(&whole);
        tell(Algorithm::MINIMAX, &whole, Limits::default(), &mut truth);
        let truth = truth.finish();
        for (algorithm, most) in Algorithm::ALL.into_iter().flat_map(|algorithm| [(algorithm, 9), (algorithm, 40)]) {
            let (_, part, record) = keep(algorithm, &whole, Limits::default(), most);
            for node in part.nodes() {
                let Some((low, high)) = record.proven(node) else { continue };
                let value = truth.value(in_whole(&whole, &part, node)).unwrap().get();
                let at = format!("{algorithm} {seed} {most} {:?}: {low} to {high}, not {value}", part.path(node));
                assert!(low <= value && value <= high, "{at}");
                let returned = record.value(node).unwrap().get();
                let claim = record.bound(node).unwrap();
                let holds = match claim {
                    Bound::Exact => returned == value,
                    Bound::Lower => returned <= value,
                    Bound::Upper => returned >= value,
                };
                assert!(holds, "{at}: {returned} {claim:?}");
            }
        }
    }
}

#[test]
fn a_part_of_a_stopped_search_claims_no_more_than_the_whole_tree() {
    for game in games() {
        let whole = game.unfold(&Progress::new()).unwrap();
        for (algorithm, most) in compared(&whole).flat_map(|algorithm| [(algorithm, 4), (algorithm, 25)]) {
            for budget in 0..60 {
                let limits = Limits::default().budget(budget);
                let mut recorder = Recorder::new(&whole).of(algorithm);
                tell(algorithm, &whole, limits, &mut recorder);
                let full = recorder.finish();
                let (_, part, record) = keep(algorithm, &whole, limits, most);
                for node in part.nodes() {
                    let (Some(claimed), other) = (record.proven(node), in_whole(&whole, &part, node)) else { continue };
                    let known = full.proven(other).unwrap();
                    let at = format!("{algorithm} {budget} {most} {:?}: {claimed:?} {known:?}", part.path(node));
                    assert!(claimed.0 <= known.0 && known.1 <= claimed.1, "{at}");
                }
            }
        }
    }
}

#[test]
fn a_step_back_undoes_a_step_forward_over_what_a_part_does_not_draw() {
    let mut hidden = 0;
    for game in games() {
        let whole = game.unfold(&Progress::new()).unwrap();
        for algorithm in Algorithm::ALL {
            let limits = Limits::default().budget(300);
            let (_, part, _) = keep(algorithm, &whole, limits, 10);
            let mut story = Story::new();
            tell(algorithm, &whole, limits, &mut story);
            let timeline = Timeline::new(&part, &story, &Progress::new()).unwrap();
            let mut time = 0;
            while time < timeline.len() {
                let next = timeline.next(time);
                assert!(next > time && timeline.hidden(next).is_none(), "{algorithm} {next} {}", whole.source());
                assert_eq!(timeline.previous(next), time, "{algorithm} {next} {}", whole.source());
                hidden += usize::from((time + 1..next).any(|time| timeline.hidden(time).is_some()));
                time = next;
            }
        }
    }
    assert!(hidden > 100, "{hidden}");
}

#[test]
fn runs_on_a_game_too_large_to_unfold_are_counted_as_a_whole_and_shown_in_part() {
    let progress = Progress::new();
    let tree = game(GameName::CONNECT_FOUR, "44444", Some(9));
    assert!(tree.unfold(&progress).is_err(), "a tree that can be held needs none of this");
    let settings = Settings { budget: Budget::Evaluations(30_000), ..Settings::default() };
    let chosen = [
        Algorithm::MINIMAX,
        Algorithm::ALPHA_BETA,
        Algorithm::SELECTION_J,
        Algorithm::TAIL_RECURSIVE_MEMO,
        Algorithm::NEGASCOUT,
        Algorithm::MTD_F,
    ];
    let runs = chosen.map(|algorithm| explore(algorithm, &tree, settings, &mut Story::new(), &progress));
    let recorders: Vec<&PlyRecorder> = runs.iter().map(|(_, recorder)| recorder).collect();
    let part = VisitedPart::new(&tree, &recorders, &progress).unwrap();
    assert!(part.tree.len() as u64 <= MOST_SHOWN);
    assert_eq!((part.tree.title(), part.tree.source()), (tree.title().as_str(), tree.source().as_str()));
    assert_eq!(part.tree.game(), Some(tree.game.name().id()));
    for (summary, recorder) in &runs {
        let game = ConnectFour::from_position("44444").unwrap();
        let counted = measure_on_game(summary.algorithm, &Erased::to_depth(9, &game), settings, &progress);
        let counts = summary.effort.counts;
        assert_eq!(counts, counted.effort.counts, "{}", summary.algorithm);
        let record = part.record(recorder);
        assert_eq!(record.evaluations_in(&(0..part.tree.len())), counts.evaluations, "{}", summary.algorithm);
        let shown = record.visits();
        assert!(shown.clone().all(|visit| visit.visits > 0) && shown.count() > 100, "{}", summary.algorithm);
    }
}

#[test]
fn a_part_is_as_deep_as_whole_plies_fit() {
    let progress = Progress::new();
    let connect4 = ConnectFour::default();
    for (most, plies) in [(1, 0), (7, 0), (8, 1), (56, 1), (57, 2), (399, 2), (400, 3)] {
        let tree = part(&connect4, |_| true, u32::MAX, most, &progress).unwrap().builder.build().unwrap();
        assert_eq!(tree.height(), plies, "{most}");
        assert!(tree.nodes().all(|node| tree.is_unexpanded(node) == (tree.depth(node) == plies)));
    }
    let tree = part(&connect4, |path| path == Path::ROOT, u32::MAX, 400, &progress).unwrap().builder.build().unwrap();
    assert_eq!((tree.len(), tree.is_unexpanded(NodeId::ROOT)), (8, false));
}

#[test]
fn a_cancelled_run_ends_at_once_and_keeps_its_visits() {
    let progress = Progress::new();
    progress.cancel();
    let tree = game(GameName::CHESS, AnyGame::from_start(GameName::CHESS).position().as_str(), Some(6));
    let (summary, recorder) = explore(Algorithm::ALPHA_BETA, &tree, Settings::default(), &mut Story::new(), &progress);
    assert_eq!((summary.outcome.id(), summary.effort.counts.evaluations), ("cancelled", 0));
    let part = VisitedPart::new(&tree, &[&recorder], &Progress::new()).unwrap();
    assert!(part.record(&recorder).visits().all(|visit| visit.value().is_none()));
    assert!(VisitedPart::new(&tree, &[&recorder], &progress).is_err());
}
