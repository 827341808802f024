//! The time line of a story: the state at any step, and the sentences about it.

use std::collections::HashSet;

use crate::independent::follow;
use crate::random_trees::noisy;
use plyscope::draw::{AtMoment, Look, Overlay, Reached, Searched, States};
use plyscope::experiment::explain::Explained;
use plyscope::progress::Progress;
use plyscope::search::story::{Event, Listener, Moment, Said, Story, Timeline};
use plyscope::search::{Algorithm, Budget, CutoffRule, Limits, Origin, Record, Recorder, Score as _, tell};
use plyscope::tree::{Builder, NodeId, Player, Tree, Value};
use proptest::prelude::*;

pub(crate) struct Told {
    pub(crate) record: Record,
    pub(crate) story: Story,
    pub(crate) timeline: Timeline,
}

pub(crate) fn told(algorithm: Algorithm, tree: &Tree) -> Told {
    told_under(CutoffRule::NonStrict, algorithm, tree)
}

fn told_under(rule: CutoffRule, algorithm: Algorithm, tree: &Tree) -> Told {
    let (mut recorder, mut story) = (Recorder::new(tree).of(algorithm), Story::new());
    tell(algorithm, tree, Limits::default().cutoff(rule), &mut [&mut recorder as &mut dyn Listener, &mut story]);
    let timeline = Timeline::new(tree, &story, &Progress::new()).unwrap();
    Told { record: recorder.finish(), story, timeline }
}

/// The open nodes, from a replay of the whole story.
fn open_nodes(moment: &Moment) -> Vec<(NodeId, String)> {
    moment.open.iter().map(|open| (open.node, format!("{} {:?}", open.window, open.best.value()))).collect()
}

/// Random trees with ties, early leaves, single children, and players that need not alternate.
pub(crate) fn irregular(most: usize) -> impl Strategy<Value = Tree> {
    (any::<u64>(), 1..most).prop_map(|(seed, most)| {
        let mut state = seed | 1;
        let mut next = move |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        Builder::new()
            .grown(|builder, node| {
                let children = if node.index() + 4 < most { next(4) as usize } else { 0 };
                if children == 0 {
                    builder.set_value(node, Value::new(next(7) as f64));
                } else if next(6) == 0 {
                    builder.set_player(node, if next(2) == 0 { Player::Max } else { Player::Min });
                }
                children
            })
            .unwrap()
    })
}

/// A tree of this depth with a wide node at its end, and a leaf beside each node on the way.
fn deep_and_wide(depth: usize, width: usize) -> Tree {
    let wide: Vec<String> = (0..width).map(|leaf| (leaf * 7 % 100).to_string()).collect();
    let text = (0..depth).fold(format!("({})", wide.join(" ")), |text, level| format!("({} {text})", level * 11 % 50));
    text.parse().unwrap()
}

#[test]
fn a_story_keeps_the_events_that_were_told() {
    // Neither small fields nor a small number of children are enough for the second tree.
    for tree in [noisy(3, 7, 1), deep_and_wide(50, 3000)] {
        for algorithm in Algorithm::ALL {
            let (mut story, mut heard) = (Story::new(), Vec::new());
            let mut hear = |events: &[Event]| heard.extend_from_slice(events);
            let limits = Limits { budget: Budget::Evaluations(20_000), ..Limits::default() };
            tell(algorithm, &tree, limits, &mut [&mut story as &mut dyn Listener, &mut hear]);
            assert_eq!(story.len(), heard.len(), "{algorithm}");
            assert!(story.events().eq(heard.iter().copied()), "{algorithm}");
            let mut again = Vec::new();
            story.tell(&mut |events: &[Event]| again.extend_from_slice(events));
            assert_eq!(again, heard, "{algorithm}");
            story.shrink();
            for index in (0..heard.len()).step_by(heard.len() / 100 + 1) {
                assert_eq!(story.event(index), Some(heard[index]), "{algorithm} {index}");
                let range = index..heard.len().min(index + 1500);
                assert!(story.events_in(range.clone()).eq(heard[range].iter().copied()), "{algorithm} {index}");
            }
            assert_eq!(story.event(heard.len()), None, "{algorithm}");
            assert!(story.events().eq(heard.iter().copied()), "{algorithm}, packed");
        }
    }
}

#[test]
fn a_state_from_a_checkpoint_equals_the_state_of_a_full_replay() {
    let tree = noisy(3, 9, 1);
    for algorithm in Algorithm::ALL {
        let Told { story, timeline, .. } = told(algorithm, &tree);
        // The full replay, by a time line whose only checkpoint is the beginning.
        let mut short = Story::of_at_most(4000);
        let mut copy = Story::new();
        story.tell(&mut [&mut short as &mut dyn Listener, &mut copy]);
        let start = Timeline::new(&tree, &short, &Progress::new()).unwrap();
        for time in (0..timeline.len()).step_by(timeline.len() / 50 + 1) {
            let jumped = timeline.at(&tree, &story, time);
            assert_eq!(jumped.time, time);
            let from_start = start.at(&tree, &story, time.min(start.len()));
            if time <= start.len() {
                assert_eq!(open_nodes(&jumped), open_nodes(&from_start), "{algorithm} at {time}");
            }
            let by_hand = open_by_hand(&tree, &story, time);
            assert_eq!(jumped.open.iter().map(|open| open.node).collect::<Vec<_>>(), by_hand, "{algorithm} at {time}");
        }
    }
}

/// The open nodes after some events, followed without a time line.
fn open_by_hand(tree: &Tree, story: &Story, time: usize) -> Vec<NodeId> {
    let mut open: Vec<NodeId> = Vec::new();
    for event in story.events().take(time) {
        follow(&mut open, tree, event.read());
    }
    open
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn of_a_search_in_passes_it_is_known_how_many_nodes_had_been_left_by_a_time(tree in irregular(40)) {
        let Told { story, timeline, .. } = told(Algorithm::MTD_F, &tree);
        prop_assert!(!timeline.passes().is_empty());
        let mut left = HashSet::new();
        for time in 0..=story.len() {
            let is_left = |&node: &NodeId| timeline.last_visit(node, time).is_some_and(|visit| visit.left.is_some_and(|left| left <= time));
            left.extend(tree.nodes().filter(is_left));
            prop_assert_eq!(timeline.left_by(time), left.len(), "at {}", time);
        }
        prop_assert!(!left.is_empty());
    }

    #[test]
    fn the_last_state_is_the_record_and_a_step_back_undoes_a_step_forward(tree in irregular(24), number in 0..Algorithm::ALL.len()) {
        let algorithm = Algorithm::ALL[number];
        let Told { record, story, timeline } = told(algorithm, &tree);
        let states = States::new(&tree, &record);
        let line = record.line(&tree);
        let searched = Searched { tree: &tree, record: &record, states: &states, line: &line };
        let looks = |time: usize| {
            let moment = timeline.at(&tree, &story, time);
            let reached = Reached::new(&tree, &timeline, time);
            let overlay = AtMoment { searched, story: &story, timeline: &timeline, moment: &moment, reached: &reached };
            tree.nodes().map(|node| (overlay.look(node), overlay.words(node))).collect::<Vec<_>>()
        };
        let end: Vec<_> = tree.nodes().map(|node| (searched.look(node), searched.words(node))).collect();
        prop_assert_eq!(looks(timeline.len()), end);
        prop_assert!(looks(0).iter().all(|(look, _)| *look == Look::Ahead));
        let mut time = 0;
        let mut seen = 0;
        while time < timeline.len() {
            let next = timeline.next(time);
            prop_assert!(next > time);
            prop_assert_eq!(timeline.previous(next), time);
            prop_assert_eq!((timeline.step(next), timeline.end_of(timeline.step(next))), (timeline.step(time) + 1, next));
            prop_assert!((time + 1..=next).all(|time| timeline.end_of_step(time) == next));
            let now = looks(next);
            let entered = now.iter().filter(|(look, _)| !look.is_passed_over() && *look != Look::Ahead).count();
            prop_assert!(entered >= seen, "what was visited stays visited");
            seen = entered;
            time = next;
        }
        prop_assert_eq!(seen, record.visits().len());
    }

    #[test]
    fn mtd_f_takes_from_its_table_what_answers_its_question_and_searches_the_rest(tree in irregular(24), guess in -1_i32..9) {
        let Told { story, timeline, .. } = told(Algorithm::MTD_F.with_number(guess.into()), &tree);
        for node in tree.nodes() {
            let (mut low, mut high) = (None::<Value>, None::<Value>);
            for visit in timeline.visits(node) {
                let window = timeline.entrance(&tree, &story, visit.entered).unwrap().0.window;
                let is_answered = low.is_some_and(|low| Some(low) == high || window.beta().is_some_and(|beta| low >= beta))
                    || high.is_some_and(|high| window.alpha().is_some_and(|alpha| high <= alpha));
                let said = story.event(visit.left.unwrap() - 1).unwrap().read();
                prop_assert_eq!(matches!(said, Said::Recall { .. }), is_answered, "node {} at {}", node.index(), visit.entered);
                match said {
                    Said::Enter { value, .. } => (low, high) = (value, value),
                    Said::Leave { value } if window.beta().is_some_and(|beta| value >= beta) => low = low.max(Some(value)),
                    Said::Leave { value } => high = Some(high.map_or(value, |high| high.min(value))),
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn the_roots_value_changes_where_a_child_returns_a_better_one_in_the_same_visit(
        tree in irregular(24),
        number in 0..Algorithm::ALL.len(),
    ) {
        let Told { story, timeline, .. } = told(Algorithm::ALL[number], &tree);
        let (mut depth, mut best, mut changes) = (0, None, Vec::new());
        for (event, time) in story.events().zip(1_u32..) {
            let returned = match event.read() {
                Said::Enter { value, .. } => {
                    depth += 1;
                    value
                }
                Said::Leave { value } | Said::Recall { value, .. } => Some(value),
                _ => None,
            };
            if depth == 1 && matches!(event.read(), Said::Enter { .. }) {
                best = None;
            }
            if let Some(value) = returned {
                depth -= 1;
                if depth == 1 && best.is_none_or(|best| tree.player(NodeId::ROOT).prefers(value, best)) {
                    best = Some(value);
                    changes.push(time);
                }
            }
        }
        prop_assert_eq!(timeline.root_changes(), changes);
    }

    #[test]
    fn a_cutoff_at_its_step_is_about_the_children_that_were_not_entered_by_then(
        tree in irregular(24),
        number in 0..Algorithm::ALL.len(),
    ) {
        let Told { record, story, timeline } = told(Algorithm::ALL[number], &tree);
        let states = States::new(&tree, &record);
        let searched = Searched { tree: &tree, record: &record, states: &states, line: &[] };
        let explained = Explained { tree: &tree, story: &story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
        for cut in timeline.cuts() {
            let moment = timeline.at(&tree, &story, cut.time);
            let reached = Reached::new(&tree, &timeline, cut.time);
            let overlay = AtMoment { searched, story: &story, timeline: &timeline, moment: &moment, reached: &reached };
            let is_ahead = |&child: &NodeId| timeline.first_visit(child).is_none_or(|entered| entered > cut.time);
            let rest: Vec<NodeId> = tree.children(cut.node).filter(is_ahead).collect();
            prop_assert_eq!(overlay.cut(cut.node).map(|cut| cut.first), rest.first().copied());
            let leaves: usize = rest.iter().map(|&child| tree.slots(child).len()).sum();
            let leaves = if leaves == 1 { "1 leaf".to_owned() } else { format!("{leaves} leaves") };
            let sentence = explained.step(cut.time);
            let last_entered = |node| timeline.last_visit(node, cut.time).map(|visit| visit.entered);
            let is_before = |&child: &NodeId| last_entered(child).is_some_and(|at| Some(at) < last_entered(cut.node));
            let before = tree.children(cut.node).filter(is_before).count();
            let words = match (before, rest.len()) {
                (0, 1) => format!("({leaves}) is skipped"),
                (0, _) => format!("({leaves}) are skipped"),
                (1, 0) => ", which was visited before, is skipped this time".to_owned(),
                (_, 0) => ", which were visited before, are skipped this time".to_owned(),
                (before, _) => format!(", {before} of which {} visited before, are skipped this time", if before == 1 { "was" } else { "were" }),
            };
            let all = format!("{} other child", before + rest.len());
            prop_assert!(sentence.words.contains(&all) || before + rest.len() == 1, "{} instead of {all}", sentence.words);
            prop_assert!(sentence.words.contains(&words), "{} instead of {}", sentence.words, words);
            for node in sentence.otherwise.into_iter().flat_map(|otherwise| otherwise.nodes) {
                prop_assert!(last_entered(tree.parent(node).unwrap()) < last_entered(node), "it returned before its parent was entered");
            }
        }
    }

    #[test]
    fn of_a_visit_that_has_ended_the_last_window_is_told(tree in irregular(24), number in 0..Algorithm::ALL.len()) {
        let Told { story, timeline, .. } = told(Algorithm::ALL[number], &tree);
        let explained = Explained { tree: &tree, story: &story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
        for node in tree.nodes() {
            for visit in timeline.visits(node) {
                let left = visit.left.unwrap();
                let windows = explained.windows(node, left).unwrap();
                prop_assert_eq!((windows.is_open, windows.last.is_some()), (false, left > visit.entered));
                if left > visit.entered {
                    let before = explained.windows(node, left - 1).unwrap();
                    prop_assert_eq!((before.is_open, before.last), (true, windows.last));
                }
            }
        }
    }

    #[test]
    fn over_leads_to_where_the_node_that_is_entered_next_is_left(tree in irregular(24), number in 0..Algorithm::ALL.len()) {
        let Told { story, timeline, .. } = told(Algorithm::ALL[number], &tree);
        let mut depths = vec![0];
        for event in story.events() {
            let change = match event.read() {
                Said::Enter { value: None, .. } => 1,
                Said::Leave { .. } | Said::Recall { .. } => -1,
                _ => 0,
            };
            depths.push(depths[depths.len() - 1] + change);
        }
        let mut time = 0;
        while time < timeline.len() {
            let next = timeline.next(time);
            let enters = matches!(story.event(next - 1).unwrap().read(), Said::Enter { value: None, .. });
            let left = (next..depths.len()).find(|&time| depths[time] < depths[next]);
            prop_assert_eq!(timeline.over(&tree, &story, time), left.filter(|_| enters), "from {}", time);
            time = next;
        }
    }

    #[test]
    fn what_was_forced_is_known_from_its_step_on(tree in irregular(24)) {
        let Told { story, timeline, .. } = told(Algorithm::LAZY_ALPHA_BETA, &tree);
        for (event, time) in story.events().zip(1..) {
            let Said::Force { index, value, again: false } = event.read() else { continue };
            let node = timeline.at(&tree, &story, time).node().unwrap();
            prop_assert_eq!(timeline.forced(&story, node, time).last(), Some((index, value)));
            prop_assert_eq!(timeline.forced(&story, node, time - 1).count(), index as usize);
        }
    }

    #[test]
    fn a_child_is_found_by_its_index(tree in irregular(24)) {
        for node in tree.nodes() {
            let children: Vec<NodeId> = tree.children(node).collect();
            for (index, &child) in children.iter().enumerate() {
                prop_assert_eq!((tree.child(node, index), tree.child_index(child)), (Some(child), Some(index)));
            }
            prop_assert_eq!((tree.child(node, children.len()), tree.child(node, usize::MAX)), (None, None));
        }
        prop_assert_eq!(tree.child_index(NodeId::ROOT), None);
    }

    #[test]
    fn counts_of_a_step_are_those_of_its_nodes(tree in irregular(24), number in 0..Algorithm::ALL.len(), part in 0.0..1.0) {
        let Told { record, story, timeline } = told(Algorithm::ALL[number], &tree);
        let states = States::new(&tree, &record);
        let searched = Searched { tree: &tree, record: &record, states: &states, line: &[] };
        let time = (timeline.len() as f64 * part) as usize;
        let moment = timeline.at(&tree, &story, time);
        let reached = Reached::new(&tree, &timeline, time);
        let overlay = AtMoment { searched, story: &story, timeline: &timeline, moment: &moment, reached: &reached };
        for depth in 0..=tree.height() {
            let level = tree.level(depth);
            let nodes: Vec<NodeId> = level.clone().map(|position| tree.node_in_level_order(position)).collect();
            let entered = nodes.iter().filter(|&&node| {
                let look = overlay.look(node);
                !look.is_passed_over() && look != Look::Ahead
            });
            let other = timeline.len() / 2;
            let moved = Reached::new(&tree, &timeline, other).moved(&tree, &timeline, time);
            let moved = AtMoment { reached: &moved, ..overlay };
            prop_assert_eq!(moved.shares(level.clone()), overlay.shares(level.clone()), "the same from another time");
            let share = entered.count() as f32 / nodes.len() as f32;
            let told: f32 = overlay.shares(level).looks()
                .filter(|(look, _)| matches!(look, Look::Visited | Look::Evaluated | Look::Open))
                .map(|(_, share)| share)
                .sum();
            prop_assert!((share - told).abs() < 1e-4, "depth {depth}: {share} and {told}");
        }
    }

    #[test]
    fn a_sentence_names_nodes_of_the_tree_and_its_cause_comes_before_it(tree in irregular(24), number in 0..=Algorithm::ALL.len()) {
        let algorithm = Algorithm::ALL.get(number).copied().unwrap_or(Algorithm::threshold(3.into()));
        let Told { story, timeline, .. } = told(algorithm, &tree);
        // J repeats itself a million times in some of these trees.
        prop_assume!(timeline.len() <= 10_000);
        let explained = Explained { tree: &tree, story: &story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
        for cut in timeline.cuts() {
            let by = |time| timeline.cut(cut.node, time).map(|found| found.time);
            prop_assert_eq!(by(cut.time), Some(cut.time));
            prop_assert!(by(cut.time - 1) != Some(cut.time), "a cutoff is not known before it happened");
        }
        // Leaves are whole numbers, and no window shows the number next to one.
        let is_whole = |text: &str| !text.contains("e−") && !text.contains('.');
        for (step, (time, sentence)) in (1..).zip(explained.steps()) {
            prop_assert_eq!(timeline.step(time), step);
            prop_assert_eq!(&sentence, &explained.step(time), "the sentences in one pass are those of each step by itself");
            for frame in explained.machinery(algorithm, &timeline.at(&tree, &story, time), None).frames {
                prop_assert!(is_whole(&frame.window()), "{}", frame.window());
                let windows = explained.windows(frame.node, time).unwrap();
                for window in windows.last.into_iter().chain([windows.entered]) {
                    prop_assert!(is_whole(&window.to_string()), "{}", window);
                }
            }
            prop_assert!(sentence.words.ends_with('.') && sentence.words.len() > 8, "{}", sentence.words);
            prop_assert!(sentence.nodes.iter().all(|node| node.index() < tree.len()));
            if let Some(cause) = sentence.cause {
                prop_assert!(cause < time);
                let [setter, _] = sentence.bound.unwrap();
                let returns = timeline.visits(setter).filter_map(|visit| visit.left).filter(|&left| left < time);
                prop_assert_eq!(returns.max(), Some(cause), "the last return of the node that set the bound");
                prop_assert!(explained.step(cause).nodes.contains(&setter));
            }
            let is_cut = timeline.cuts().iter().any(|cut| cut.time == time);
            prop_assert_eq!(is_cut, sentence.words.contains(" skipped"), "{}", sentence.words);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_value_of_what_a_cutoff_skipped_changes_value_or_line(tree in irregular(24), number in 0..Algorithm::ALL.len(), value in -3..12_i32) {
        let algorithm = Algorithm::ALL[number];
        let Told { record, .. } = told(algorithm, &tree);
        let (before, line) = (record.visit(NodeId::ROOT).and_then(|visit| visit.value()), record.line(&tree));
        // Below a node that takes its value from an equal subtree, no cutoff skipped anything.
        let is_skipped = |leaf| {
            let above = tree.ancestors(leaf).find_map(|node| record.visit(node)).unwrap();
            above.node != leaf && matches!(above.origin, Origin::Searched)
        };
        for leaf in tree.nodes().filter(|&node| tree.is_leaf(node) && is_skipped(node)) {
            let changed = changed(&tree, &[leaf], value.into());
            let after = told(algorithm, &changed).record;
            prop_assert_eq!(after.visit(NodeId::ROOT).and_then(|visit| visit.value()), before);
            prop_assert_eq!(after.line(&changed), line.clone());
        }
    }
}

/// The tree with the values of a function.
pub(crate) fn with_values(tree: &Tree, value: impl Fn(NodeId) -> Option<Value>) -> Tree {
    Builder::new()
        .grown(|builder, node| {
            builder.set_value(node, value(node));
            builder.set_player(node, tree.player(node));
            tree.children(node).count()
        })
        .unwrap()
}

/// The tree with another value at some leaves.
fn changed(tree: &Tree, leaves: &[NodeId], value: Value) -> Tree {
    with_values(tree, |node| if leaves.contains(&node) { Some(value) } else { tree.value(node) })
}

proptest! {
    #[test]
    fn the_largest_and_the_smallest_number_are_values_like_others(tree in irregular(24), number in 0..Algorithm::ALL.len()) {
        let worth = |value: f64| tree.nodes().filter(|&node| tree.value(node) == Value::new(value)).collect::<Vec<NodeId>>();
        let (least, most) = (Value::new(f64::MIN).unwrap(), Value::new(f64::MAX).unwrap());
        let extreme = changed(&changed(&tree, &worth(0.0), least), &worth(6.0), most);
        let algorithm = Algorithm::ALL[number];
        let Told { record, story, timeline } = told(algorithm, &extreme);
        // A table ends the line at a position solved before, and a smallest proof has its own.
        if !algorithm.entry().transposes && algorithm != Algorithm::MINIMAL_TREE {
            prop_assert_eq!(record.line(&extreme), told(Algorithm::MINIMAX, &extreme).record.line(&extreme));
        }
        let (tree, cutoff) = (&extreme, Some(CutoffRule::NonStrict));
        let explained = Explained { tree, story: &story, timeline: &timeline, dropped: &[], cutoff, bounds: None };
        for (time, sentence) in explained.steps() {
            prop_assert!(!sentence.words.contains("does not settle"), "{time}: {}", sentence.words);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_a_cutoff_skipped_is_visited_where_and_only_where_the_bound_is_moved(
        tree in irregular(24),
        number in 0..Algorithm::ALL.len(),
        strict in any::<bool>(),
        is_rule_known in any::<bool>(),
    ) {
        let algorithm = Algorithm::ALL[number];
        let rule = if strict { CutoffRule::Strict } else { CutoffRule::NonStrict };
        let Told { record, story, timeline } = told_under(rule, algorithm, &tree);
        let cutoff = is_rule_known.then_some(rule);
        let explained = Explained { tree: &tree, story: &story, timeline: &timeline, dropped: &[], cutoff, bounds: None };
        for cut in timeline.cuts() {
            let Some(otherwise) = explained.step(cut.time).otherwise else { continue };
            let skipped = tree.children(cut.node).find(|&child| timeline.last_visit(child, cut.time).is_none());
            let Some(skipped) = skipped.filter(|_| otherwise.nodes.iter().all(|&node| tree.is_leaf(node))) else { continue };
            let step = if otherwise.is_more { 1.0 } else { -1.0 };
            let is_visited_with = |nodes: &[NodeId], by: f64| {
                let moved = changed(&tree, nodes, Value::new(otherwise.value.get() + by * step).unwrap());
                told_under(rule, algorithm, &moved).record.is_visited(skipped)
            };
            let enough = if otherwise.or_equal { 0.0 } else { 1.0 };
            if otherwise.is_certain {
                prop_assert!(is_visited_with(&otherwise.nodes, enough), "{} {}", algorithm, otherwise.words);
            }
            // SCOUT evaluates without a window what passes a test, so that another value elsewhere can bring a visit.
            let comes_otherwise = algorithm == Algorithm::SCOUT;
            if record.is_visited(skipped) || comes_otherwise || !(is_rule_known || otherwise.or_equal) {
                continue;
            }
            prop_assert!(!is_visited_with(&otherwise.nodes, enough - 1.0), "not enough: {} {}", algorithm, otherwise.words);
            // If the rule is unknown, a node may be named that is worth that already.
            let is_met = |node: NodeId| otherwise.or_equal && tree.value(node) == Some(otherwise.value);
            for kept in otherwise.nodes.iter().copied().filter(|&node| !is_met(node)) {
                let others: Vec<NodeId> = otherwise.nodes.iter().copied().filter(|&node| node != kept).collect();
                prop_assert!(!is_visited_with(&others, 2.0), "without {}: {} {}", kept.index(), algorithm, otherwise.words);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_first_window_of_a_node_is_that_of_the_record_and_is_told(tree in irregular(24), number in 0..Algorithm::ALL.len()) {
        let Told { record, story, timeline } = told(Algorithm::ALL[number], &tree);
        let explained = Explained { tree: &tree, story: &story, timeline: &timeline, dropped: &[], cutoff: None, bounds: None };
        for visit in record.visits() {
            let windows = explained.windows(visit.node, timeline.first_visit(visit.node).unwrap()).unwrap();
            prop_assert_eq!(windows.window().values(), visit.window);
            let (said, window) = (explained.node(visit.node, &record), windows.entered.in_words());
            prop_assert!(said.contains(&format!("first with {window}")), "{} instead of {}", said, window);
        }
    }

    #[test]
    fn a_question_stays_the_same_while_a_node_is_open(tree in irregular(24), number in 0..Algorithm::ALL.len()) {
        let Told { record, story, timeline } = told(Algorithm::ALL[number], &tree);
        for visit in record.visits() {
            let first = timeline.visits(visit.node).next().unwrap();
            for time in first.entered..first.left.unwrap() {
                let moment = timeline.at(&tree, &story, time);
                let Some(open) = moment.open(visit.node, tree.depth(visit.node)) else { continue };
                let aim = open.aim();
                prop_assert_eq!(aim.question(), visit.aim().question(), "{} {}", time, aim);
                prop_assert!(aim.asked.is_some() || aim.window == open.window.values(), "{}", time);
            }
        }
    }
}

#[test]
fn at_a_step_a_node_that_is_visited_again_later_has_the_bound_that_is_known_by_then() {
    let tree: Tree = "(5 (((4 100) 6) 8))".parse().unwrap();
    let Told { record, story, timeline } = told(Algorithm::MTD_F, &tree);
    let states = States::new(&tree, &record);
    let searched = Searched { tree: &tree, record: &record, states: &states, line: &[] };
    let words = |time: usize| {
        let (moment, reached) = (timeline.at(&tree, &story, time), Reached::new(&tree, &timeline, time));
        let overlay = AtMoment { searched, story: &story, timeline: &timeline, moment: &moment, reached: &reached };
        overlay.words(NodeId::ROOT)
    };
    let passes: Vec<usize> = timeline.passes().iter().map(|pass| pass.time).collect();
    let between: Vec<_> = passes[1..].iter().map(|&time| words(time)).collect();
    assert_eq!(between[0].as_deref(), Some("≥5"), "the first pass has visited the first leaf");
    assert!(between.iter().flatten().all(|words| words.starts_with(['≥', '≤']) || words == "6"), "{between:?}");
    assert_eq!(words(timeline.len()).as_deref(), Some("6"));
    let inside = passes[1] - 1;
    assert_eq!(timeline.end_of_step(inside), passes[1], "the window of a pass belongs to its step");
    assert_eq!(timeline.end_of_step(passes[1]), passes[1]);
}
