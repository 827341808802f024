//! Records of Hughes' pipelines, which reorder children and drop some.

use plyscope::experiment::comparison::Row;
use plyscope::experiment::{Settings, dropped_by_taketree, measure};
use plyscope::game::{AnyGame, Game, GameName, GameTree, Stages};
use plyscope::progress::Progress;
use plyscope::search::Algorithm;
use plyscope::search::hughes::Pipeline;
use plyscope::tree::{NodeId, Player, Tree, Value};

fn tree(name: GameName, position: &str, depth: Option<u32>) -> Tree {
    let game = AnyGame::from_position(name, position).unwrap();
    GameTree::new(game, depth).unfold(&Progress::new()).unwrap()
}

fn trees() -> [Tree; 4] {
    [
        tree(GameName::TIC_TAC_TOE, "XO./.X./..O", None),
        tree(GameName::CONNECT_FOUR, "4455", Some(3)),
        tree(GameName::CHESS, "6k1/5ppp/8/8/8/8/4q3/R3K3 w - -", Some(2)),
        tree(GameName::NIM, "1,2,3", None),
    ]
}

fn pipelines() -> Vec<Pipeline> {
    let mut all = Vec::new();
    for prune in [None, Some(0), Some(2)] {
        for taketree in [None, Some(1), Some(2)] {
            for highfirst in [false, true] {
                for alpha_beta in [false, true] {
                    let stages = Stages { prune, dynamic: prune == Some(2), highfirst, taketree, sooner: false };
                    all.push(Pipeline { stages, alpha_beta });
                }
            }
        }
    }
    all
}

/// The children as the stages sort and take them.
pub(crate) fn shaped(stages: Stages, tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let mut children: Vec<NodeId> = tree.children(node).collect();
    if stages.highfirst {
        children.sort_by(|&a, &b| match tree.player(node) {
            Player::Max => tree.value(b).cmp(&tree.value(a)),
            Player::Min => tree.value(a).cmp(&tree.value(b)),
        });
    }
    children.truncate(stages.taketree.unwrap_or(usize::MAX));
    children
}

/// The value of the shaped tree, by definition.
fn value(pipeline: Pipeline, tree: &Tree, node: NodeId, left: u32) -> Value {
    let ends = left == 0 && !(pipeline.stages.dynamic && tree.dynamic(&node));
    let children = if ends { Vec::new() } else { shaped(pipeline.stages, tree, node) };
    let values = children.into_iter().map(|child| value(pipeline, tree, child, left.saturating_sub(1)));
    match tree.player(node) {
        Player::Max => values.max(),
        Player::Min => values.min(),
    }
    .unwrap_or_else(|| tree.value(node).unwrap())
}

#[test]
fn a_pipeline_is_recorded_in_its_own_order_and_dropped_nodes_differ_from_pruned_ones() {
    let mut cut_off_in_the_middle = 0;
    for tree in trees() {
        for pipeline in pipelines() {
            let what = format!("{pipeline} {} {}", pipeline.stages.dynamic, tree.title());
            let algorithm = Algorithm::of_pipeline(pipeline);
            let run = measure(algorithm, &tree, Settings::default(), &Progress::new());
            let expected = value(pipeline, &tree, NodeId::ROOT, pipeline.stages.prune.unwrap_or(u32::MAX));
            assert_eq!(run.outcome.value(), Some(expected), "{what}");
            let record = &run.record;
            let evaluated = run.effort.extras.static_values.unwrap();
            assert_eq!(evaluated.leaves, record.evaluations_in(&(0..tree.len())), "{what}");
            assert_eq!(evaluated.ordering > 0, pipeline.stages.highfirst && pipeline.stages.prune != Some(0), "{what}");
            if let Some(laziness) = run.effort.extras.laziness {
                assert!(laziness.peak_nodes_alive <= laziness.nodes_built, "{what}: {laziness:?}");
                assert!(laziness.nodes_built >= run.effort.counts.visited_nodes, "{what}: {laziness:?}");
            }
            let dropped = dropped_by_taketree(pipeline.stages, &tree, record);
            for visit in record.visits().filter(|visit| !visit.is_evaluated()) {
                let kept = shaped(pipeline.stages, &tree, visit.node);
                let visited = |child: &&NodeId| record.visit(**child).is_some();
                // A prefix of the kept children was visited, in order.
                let count = kept.iter().take_while(visited).count();
                assert!(count > 0 && kept.iter().filter(visited).count() == count, "{what}");
                let order = |child: &NodeId| record.visit(*child).unwrap().order;
                assert!(kept[..count].is_sorted_by_key(order), "{what}");
                for child in tree.children(visit.node) {
                    assert_eq!(dropped.binary_search(&child).is_ok(), !kept.contains(&child), "{what}");
                    assert!(kept.contains(&child) || record.visit(child).is_none(), "{what}");
                }
                assert_eq!(record.cutoff(visit.node).is_some(), count < kept.len(), "{what}");
                let unvisited = tree.children(visit.node).find(|&child| record.visit(child).is_none());
                assert_eq!(record.first_unvisited(&tree, visit.node), unvisited, "{what}");
                cut_off_in_the_middle += usize::from(
                    unvisited.is_some_and(|unvisited| kept[..count].iter().any(|&child| child > unvisited)),
                );
            }
            // Each node along the line is the first visited child with the value of the root.
            let line = record.line(&tree);
            assert!(line.iter().all(|&node| record.visit(node).unwrap().value() == Some(expected)), "{what}");
            assert!(record.visit(*line.last().unwrap()).unwrap().is_evaluated(), "{what}");
            for pair in line.windows(2) {
                let equal = shaped(pipeline.stages, &tree, pair[0])
                    .into_iter()
                    .find(|&child| record.visit(child).and_then(|visit| visit.value()) == Some(expected));
                assert_eq!(equal, Some(pair[1]), "{what}");
            }
        }
    }
    assert!(cut_off_in_the_middle > 100, "no search went from left to right alone: {cut_off_in_the_middle}");
}

#[test]
fn the_value_of_a_part_of_the_tree_is_not_compared() {
    let tree = tree(GameName::TIC_TAC_TOE, "XO./.X./..O", None);
    let claim = |pipeline| {
        let run = measure(Algorithm::of_pipeline(pipeline), &tree, Settings::default(), &Progress::new());
        let row = Row::of(&run, &tree);
        (row.claim.is_some(), row.outcome)
    };
    let stages = Stages { highfirst: true, ..Stages::default() };
    let whole = Pipeline { stages, ..Pipeline::default() };
    assert_eq!(claim(whole), (true, "finished".into()));
    for stages in [Stages { prune: Some(1), ..stages }, Stages { taketree: Some(1), ..stages }] {
        assert_eq!(claim(Pipeline { stages, ..whole }), (false, "finished, of a part of the tree".into()));
    }
}

#[test]
fn a_pipeline_that_ends_with_minimax_prunes_nothing() {
    for alpha_beta in [false, true] {
        let pipeline = Algorithm::of_pipeline(Pipeline { stages: Stages::default(), alpha_beta });
        let evaluates_all = trees().iter().all(|tree| {
            let run = measure(pipeline, tree, Settings::default(), &Progress::new());
            run.effort.counts.distinct_leaves == tree.leaf_count() as u64
        });
        assert_eq!((evaluates_all, pipeline.leaves().prunes()), (!alpha_beta, alpha_beta));
    }
}
