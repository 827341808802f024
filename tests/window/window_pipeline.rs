//! Hughes' pipeline in the window: composed stage by stage, and run in a separate pane.

use crate::common::{Window, act, act_and_wait, click, click_and_wait, says, set_runs, settle, until};
use crate::playing::{FORK, open, tree, window};
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{Action, FileAction, RunAction, Settings, ViewAction};
use plyscope::experiment::comparison::Cell;
use plyscope::game::{GameName, Stages};
use plyscope::search::hughes::Pipeline;
use plyscope::search::{Algorithm, Budget, Limits, search};
use plyscope::tree::NodeId;

/// White is in check, so the position is not quiet.
const UNQUIET: &str = "6k1/5ppp/8/8/8/4q3/8/R3K3 w - -";

fn has_pane(window: &Window) -> bool {
    window.query_by_label("Tree searched by Hughes' pipeline").is_some()
}

#[test]
fn the_pipeline_is_composed_stage_by_stage_and_runs_at_once() {
    let mut window = window();
    open(&mut window, tree(GameName::TIC_TAC_TOE, FORK, None));
    act(&mut window, Action::Run(RunAction::TogglePipeline));
    let mut pipeline = Pipeline::default();
    shows(&mut window, pipeline);
    for change in [
        ("highfirst", (|pipeline| pipeline.stages.highfirst = true) as fn(&mut Pipeline)),
        ("prune", |pipeline| pipeline.stages.prune = Some(8)),
        ("taketree", |pipeline| pipeline.stages.taketree = Some(3)),
        ("maximise", |pipeline| pipeline.alpha_beta = false),
        ("prune", |pipeline| pipeline.stages.prune = None),
        ("max . maximise'", |pipeline| pipeline.alpha_beta = true),
    ] {
        click(&mut window, change.0);
        change.1(&mut pipeline);
        shows(&mut window, pipeline);
    }
    act(&mut window, Action::Run(RunAction::TogglePipeline));
    assert!(!says(&window, "maptree static"));
}

/// The composition, the value and the numbers of evaluations, computed with the library.
fn shows(window: &mut Window, pipeline: Pipeline) {
    settle(window);
    let report = search(Algorithm::of_pipeline(pipeline), window.state().tree().unwrap(), Limits::default());
    let evaluated = report.extras.static_values.unwrap();
    window.get_by_label(&pipeline.to_string());
    assert!(report.outcome.value().is_some(), "{pipeline}");
    let values = if evaluated.leaves == 1 { "value" } else { "values" };
    assert!(says(window, &format!("from {} static {values} at leaves", evaluated.leaves)), "{pipeline}");
    let ordering = format!("{} for ordering, of which {} were shared", evaluated.ordering, evaluated.shared);
    assert_eq!(says(window, &ordering), pipeline.stages.highfirst, "{pipeline}");
}

#[test]
fn the_pipeline_reports_the_node_without_the_static_value_that_a_stage_needs() {
    let mut window = window();
    act_and_wait(&mut window, Action::Run(RunAction::TogglePipeline));
    assert!(says(&window, "9 static values at leaves"));
    click_and_wait(&mut window, "highfirst");
    assert!(says(&window, "undefined: node 1 has no static value"));
    assert!(says(&window, "need static values at inner nodes; the samples “From games” have them"));
}

#[test]
fn the_pipeline_has_a_pane_a_row_and_a_card_and_its_pane_closes_the_bar() {
    let mut window = window();
    open(&mut window, tree(GameName::TIC_TAC_TOE, FORK, None));
    assert!(!has_pane(&window));
    act(&mut window, Action::Run(RunAction::TogglePipeline));
    click(&mut window, "highfirst");
    click_and_wait(&mut window, "taketree");
    assert!(has_pane(&window));
    let row = window.state().rows().pop().unwrap();
    let Some(pipeline) = row.algorithm.pipeline() else { panic!("{row:?}") };
    assert_eq!((pipeline.stages.highfirst, pipeline.stages.taketree), (true, Some(3)));
    assert!(row.cells.iter().any(|cell| matches!(cell, Cell::Seconds(_))), "it was timed: {row:?}");
    assert!(says(&window, " for ordering"));
    // A dropped node is marked.
    let tree = window.state().tree().unwrap();
    let far = tree.children(NodeId::ROOT).last().unwrap();
    act(&mut window, Action::View(ViewAction::Select(Some(far))));
    act(&mut window, Action::View(ViewAction::Focus(row.algorithm)));
    assert!(says(&window, "Dropped by taketree"), "of four moves it keeps three");
    click(&mut window, "Remove Hughes' pipeline");
    assert!(!has_pane(&window) && !says(&window, "maptree static"));
}

#[test]
fn a_position_that_is_not_quiet_is_searched_deeper_if_that_is_chosen() {
    let mut window = window();
    open(&mut window, tree(GameName::TIC_TAC_TOE, FORK, None));
    act(&mut window, Action::Run(RunAction::TogglePipeline));
    click(&mut window, "prune");
    assert!(window.get_by_label("dynamic").accesskit_node().is_disabled(), "tic-tac-toe has no unquiet positions");
    open(&mut window, tree(GameName::CHESS, UNQUIET, Some(2)));
    act_and_wait(
        &mut window,
        Action::Run(RunAction::SetPipeline(Pipeline { stages: Stages::to_depth(0), ..Pipeline::default() })),
    );
    assert!(says(&window, "from 1 static value at leaves"));
    click_and_wait(&mut window, "dynamic");
    assert!(!says(&window, "from 1 static value at leaves"));
    let Some(pipeline) = window.state().rows().pop().unwrap().algorithm.pipeline() else { panic!() };
    shows(&mut window, pipeline);
    act(
        &mut window,
        Action::Run(RunAction::SetPipeline(Pipeline { stages: Stages { prune: None, ..pipeline.stages }, ..pipeline })),
    );
    assert!(window.get_by_label("dynamic").accesskit_node().is_disabled(), "nothing is cut off");
}

#[test]
fn a_pipeline_on_a_large_game_is_stopped_at_once_and_its_pane_shows_the_visited_nodes() {
    let mut window = window();
    set_runs(&mut window, Settings { budget: Budget::Unlimited, ..Settings::default() });
    act(&mut window, Action::Run(RunAction::TogglePipeline));
    act(&mut window, Action::Run(RunAction::SetPipeline(Pipeline { alpha_beta: false, ..Pipeline::default() })));
    for algorithm in Algorithm::ALL {
        act(&mut window, Action::Run(RunAction::Remove(algorithm)));
    }
    act(&mut window, Action::File(FileAction::Unfold(tree(GameName::CONNECT_FOUR, ".......", None))));
    until(&mut window, |window| says(window, "evaluations so far") && !says(window, "0 evaluations so far"));
    click_and_wait(&mut window, "Stop the pipeline");
    assert!(says(&window, "cancelled after"));
    assert!(says(&window, "down to ply"));
}
