//! What is kept: sessions, unsaved work, properties of trees, and files that others change.

use std::path::{Path, PathBuf};

use crate::common::{
    Window, act, act_and_wait, builder, click, click_and_wait, copied, opened, press, says, set_runs, settle,
};
use crate::file::file;
use crate::pictures::{SIZE, save};
use crate::small::{SMALL, change, node, paste, select, text};
use eframe::egui::{Event, Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable;
use plyscope::app::canvas::Kind;
use plyscope::app::{Action, EditAction, FileAction, Plyscope, RandomTree, RunAction, Settings, ViewAction};
use plyscope::draw::{FoldMode, Options};
use plyscope::generate::{Generator, Ordering, Shape};
use plyscope::search::{Algorithm, CutoffRule};
use plyscope::tree::NodeId;
use plyscope::tree::edit::{Edit, Properties};
use plyscope::tree::samples::Sample;

fn window_with(path: &Path) -> Window {
    opened(SIZE, Some(path.to_owned()))
}

/// A window that keeps unsaved work in a folder.
fn keeping(path: Option<PathBuf>, folder: &Path) -> Window {
    let folder = folder.to_owned();
    let mut window = builder()
        .with_size(SIZE)
        .build_eframe(|creation| Plyscope::new(creation, path).keeping_work_in(&creation.egui_ctx, &folder));
    settle(&mut window);
    window
}

fn set(window: &mut Window, index: usize, value: i32) {
    let node = node(window, index);
    change(window, Edit::Value(node, Some(value.into())));
}

fn algorithms(window: &Window) -> Vec<Algorithm> {
    window.state().rows().iter().map(|row| row.algorithm).collect()
}

#[test]
fn a_session_brings_everything_back() {
    let (folder, path) = file("small.tree", SMALL);
    let mut window = window_with(&path);
    for algorithm in algorithms(&window).into_iter().skip(1) {
        act(&mut window, Action::Run(RunAction::Remove(algorithm)));
    }
    act(&mut window, Action::Run(RunAction::Add(Algorithm::threshold(3.into()))));
    act(&mut window, Action::View(ViewAction::Focus(Algorithm::threshold(3.into()))));
    set_runs(&mut window, Settings { cutoff: CutoffRule::Strict, depth: Some(2), ..Settings::default() });
    act(&mut window, Action::View(ViewAction::SetKind(Kind::Icicle)));
    let [inner, leaf] = [1, 5].map(|index| node(&window, index));
    act(&mut window, Action::View(ViewAction::ToggleFold(inner)));
    act(&mut window, Action::View(ViewAction::Select(Some(leaf))));
    set(&mut window, 6, 9);
    act(&mut window, Action::View(ViewAction::Select(Some(leaf))));
    let options = Options { text: 1.6, ..window.state().options() };
    act(&mut window, Action::View(ViewAction::SetOptions(options)));
    act(&mut window, Action::View(ViewAction::Zoom(3.0)));
    act(&mut window, Action::View(ViewAction::SelectAndReveal(leaf)));
    let session = folder.path().join("lecture");
    act_and_wait(&mut window, Action::File(FileAction::SaveSessionTo { path: session.clone(), replace: false }));
    assert!(says(&window, "Saved the session as lecture.plyscope."), "{:?}", window.state().error());
    let before = algorithms(&window);

    let mut again = window_with(&session.with_extension("plyscope"));
    assert_eq!(text(&again), "((3 12) (2 9))");
    assert_eq!(algorithms(&again), before);
    assert_eq!(again.state().view().kind, Kind::Icicle);
    assert!(!again.state().view().is_fit());
    assert_eq!(again.state().view(), window.state().view(), "pan and zoom");
    assert_eq!(again.state().options().text, 1.6);
    assert_eq!(again.state().settings(), window.state().settings());
    assert_eq!(again.state().selected(), Some(leaf));
    assert!(!says(&again, "• small"), "the session keeps the tree");

    // What fills the window, and what is in sight of a tree that a search folds.
    act_and_wait(&mut again, Action::View(ViewAction::SetFoldMode(FoldMode::BestLine)));
    act(&mut again, Action::View(ViewAction::Maximise(Algorithm::threshold(3.into()))));
    act(&mut again, Action::View(ViewAction::Zoom(2.0)));
    let mail = copied(&mut again, "File", "Copy session as text");
    let mut third = window_with(&path);
    paste(&mut third, &mail);
    third.run_steps(3);
    settle(&mut third);
    assert_eq!(third.state().view(), again.state().view());
    assert_eq!(copied(&mut third, "File", "Copy session as text"), mail);
    assert!(mail.contains("maximised = 1\n") && mail.contains("[view.spot]"), "{mail}");
}

#[test]
fn what_is_in_sight_of_a_tree_that_a_search_folds_waits_for_that_search_and_not_for_another() {
    let (_folder, path) = file("small.tree", SMALL);
    let mut window = window_with(&path);
    let last = Algorithm::threshold(3.into());
    for algorithm in [Algorithm::ALPHA_BETA, Algorithm::NEGASCOUT, Algorithm::SCOUT, Algorithm::MTD_F, last] {
        act(&mut window, Action::Run(RunAction::Add(algorithm)));
    }
    act(&mut window, Action::View(ViewAction::Focus(last)));
    set_runs(&mut window, Settings { depth: Some(2), ..Settings::default() });
    act_and_wait(&mut window, Action::View(ViewAction::SetFoldMode(FoldMode::BestLine)));
    let leaf = node(&window, 5);
    // A session has a tree that was changed, and not the name of its file.
    set(&mut window, 6, 9);
    act(&mut window, Action::View(ViewAction::Zoom(4.0)));
    act(&mut window, Action::View(ViewAction::SelectAndReveal(leaf)));
    act_and_wait(&mut window, Action::View(ViewAction::SetFoldMode(FoldMode::BestLine)));
    let mail = copied(&mut window, "File", "Copy session as text");
    let mut again = window_with(&path);
    paste(&mut again, &mail);
    again.run_steps(3);
    settle(&mut again);
    assert_eq!(again.state().view(), window.state().view());
}

#[test]
fn a_session_names_the_file_of_a_tree_that_was_not_changed() {
    let (folder, path) = file("small.tree", SMALL);
    let mut window = window_with(&path);
    let session = folder.path().join("s.plyscope");
    act_and_wait(&mut window, Action::File(FileAction::SaveSessionTo { path: session.clone(), replace: false }));
    let written = std::fs::read_to_string(&session).unwrap();
    assert!(written.contains("path = \"small.tree\"\nhash = \"fnv1a-"), "{written}");
    assert_eq!(window_with(&session).state().note(), None);
    std::fs::write(&path, "((3 12) (2 5))").unwrap();
    let again = window_with(&session);
    assert_eq!(text(&again), "((3 12) (2 5))");
    assert!(says(&again, "small.tree has changed since the session was saved."));
    std::fs::remove_file(&path).unwrap();
    assert!(window_with(&session).state().error().unwrap().contains("small.tree: there is no such file"));
    act_and_wait(&mut window, Action::File(FileAction::SaveSessionTo { path: session, replace: false }));
    assert!(says(&window, "Replace a file?"));
}

#[test]
fn a_random_tree_is_kept_by_its_law_until_it_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("s.plyscope");
    let generator = Generator::new("integers:9".parse().unwrap(), Ordering::Random, Shape::full(2, 2)).unwrap();
    let (_directory, path) = file("small.tree", SMALL);
    let mut window = window_with(&path);
    act_and_wait(
        &mut window,
        Action::File(FileAction::Generate(RandomTree { generator, seed: u64::MAX, static_noise: None })),
    );
    let tree = text(&window);
    let written = |window: &mut Window| {
        act_and_wait(window, Action::File(FileAction::SaveSessionTo { path: session.clone(), replace: true }));
        std::fs::read_to_string(&session).unwrap()
    };
    assert!(written(&mut window).contains("[tree.random]"));
    assert_eq!(text(&window_with(&folder.path().join("s.plyscope"))), tree);
    set(&mut window, 3, 77);
    assert!(says(&window, "• integers:9"));
    assert!(written(&mut window).contains("text = '''"));
    assert!(!says(&window, "• integers:9"), "the session keeps the tree");
}

#[test]
fn a_session_goes_through_the_clipboard() {
    let (_folder, path) = file("small.tree", SMALL);
    let mut window = window_with(&path);
    set(&mut window, 3, 5);
    act_and_wait(&mut window, Action::View(ViewAction::SetFoldMode(FoldMode::HidePruned)));
    let session = copied(&mut window, "File", "Copy session as text");
    assert!(session.starts_with("plyscope-session = 1\n"), "{session}");
    set(&mut window, 3, 6);
    paste(&mut window, &session);
    assert!(says(&window, "Save the changes to"));
    click_and_wait(&mut window, "Don’t save");
    assert_eq!(text(&window), "((3 5) (2 4))");
    act(&mut window, Action::File(FileAction::OpenSample(Sample::first())));
    assert!(says(&window, "Save the changes to"), "a pasted tree is kept nowhere else");
    click(&mut window, "Cancel");
    paste(&mut window, "plyscope-session = 1\n[tree]\ntext = '((1 2)'\n");
    click_and_wait(&mut window, "Don’t save");
    assert!(says(&window, "The pasted session: 3:"), "{:?}", window.state().error());
    assert_eq!(text(&window), "((3 5) (2 4))");
}

#[test]
fn a_pasted_session_reads_no_file_unasked() {
    let (_folder, path) = file("small.tree", "((7 8) (2 4))");
    let (_other, open) = file("open.tree", SMALL);
    let mut window = window_with(&open);
    let quoted = path.display().to_string().replace('\\', "\\\\");
    let session = format!("plyscope-session = 1\n[tree.file]\npath = \"{quoted}\"\n");
    paste(&mut window, &session);
    assert!(says(&window, "Open the file of the session?"));
    assert!(says(&window, &format!("The session shows the tree of {}.", path.display())));
    save(&mut window, "session-asks");
    assert_eq!(text(&window), SMALL);
    click_and_wait(&mut window, "Cancel");
    assert_eq!(text(&window), SMALL);
    paste(&mut window, &session);
    click_and_wait(&mut window, "Open");
    assert_eq!(text(&window), "((7 8) (2 4))");
    // A session file reads what is beside it, and what was opened before.
    let far = tempfile::tempdir().unwrap();
    let far = far.path().join("far.plyscope");
    std::fs::create_dir_all(far.parent().unwrap()).unwrap();
    std::fs::write(&far, &session).unwrap();
    act_and_wait(&mut window, Action::File(FileAction::Open(far.clone())));
    assert!(!says(&window, "Open the file of the session?"));
    assert!(says(&window_with(&far), "Open the file of the session?"), "never opened there");
}

#[test]
fn title_source_and_the_first_player_are_changed_undone_and_saved() {
    let (_folder, path) = file("small.json", "[[3, 12], [2, 4]]");
    let mut window = window_with(&path);
    click(&mut window, "File");
    click(&mut window, "Tree properties…");
    assert!(says(&window, "Tree properties"));
    save(&mut window, "properties");
    let properties = Properties { title: "Mine".into(), source: "A book".into(), root: plyscope::tree::Player::Min };
    act(&mut window, Action::CloseModal);
    change(&mut window, Edit::Properties(properties.clone()));
    assert_eq!(Properties::of(window.state().tree().unwrap()), properties);
    assert_eq!(window.state().changes(), ["Call the tree “Mine”"]);
    assert_eq!(window.state().selected(), None);
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert!(says(&window, "Saved small.json as JSON."));
    let saved: plyscope::tree::Tree = std::fs::read_to_string(&path).unwrap().parse().unwrap();
    assert_eq!(Properties::of(&saved), properties);
    act_and_wait(&mut window, Action::Edit(EditAction::Undo));
    assert_eq!(window.state().tree().unwrap().title(), "small");
    assert!(says(&window, "• small"));
}

#[test]
fn a_format_says_first_what_it_has_no_room_for() {
    let (_folder, path) = file("small.tree", SMALL);
    let mut window = window_with(&path);
    let properties = Properties { title: "Mine".into(), source: "A book".into(), ..Properties::default() };
    change(&mut window, Edit::Properties(properties));
    act_and_wait(&mut window, Action::File(FileAction::Save(None)));
    assert!(says(&window, "The format of small.tree has no room for the title and the source."));
    save(&mut window, "leaves-out");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), SMALL);
    click_and_wait(&mut window, "Save without");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{SMALL}\n"));
    assert!(says(&window, "Saved small.tree as bracket notation."));
}

/// A window in which a value is being typed at a leaf, and its file.
fn typing() -> (tempfile::TempDir, PathBuf, Window) {
    let (folder, path) = file("small.tree", SMALL);
    let mut window = window_with(&path);
    select(&mut window, 3);
    for char in ["2", "1"] {
        window.input_mut().events.push(Event::Text(char.into()));
        window.run_steps(2);
    }
    (folder, path, window)
}

#[test]
fn saving_while_a_value_is_typed_saves_the_value() {
    let (_folder, path, mut window) = typing();
    press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "((3 21) (2 4))\n");
    assert_eq!(text(&window), "((3 21) (2 4))");
    assert!(!says(&window, "• small"));
}

#[test]
fn reloading_or_closing_while_a_value_is_typed_asks_before_it_is_lost() {
    let (_folder, path, mut window) = typing();
    press(&mut window, Modifiers::COMMAND, Key::R);
    assert!(says(&window, "Reload the file?"), "reloading");
    assert_eq!((text(&window), std::fs::read_to_string(path).unwrap()), ("((3 21) (2 4))".into(), SMALL.into()));

    let (_folder, _, mut window) = typing();
    let close = |window: &mut Window| {
        window.input_mut().viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
        window.step();
        window.output().viewport_output[&ViewportId::ROOT].commands.clone()
    };
    let commands = close(&mut window);
    assert!(commands.starts_with(&[ViewportCommand::CancelClose, ViewportCommand::Close]), "{commands:?}");
    assert!(close(&mut window).contains(&ViewportCommand::CancelClose));
    settle(&mut window);
    assert!(says(&window, "Save the changes to"), "closing");
    assert_eq!(text(&window), "((3 21) (2 4))");
}

fn focus(window: &mut Window, has_focus: bool) {
    window.input_mut().focused = has_focus;
    window.run_steps(2);
    settle(window);
}

#[test]
fn a_file_that_another_program_changed_is_noticed_when_the_window_gets_the_focus() {
    let (_folder, path) = file("small.tree", SMALL);
    let mut window = window_with(&path);
    focus(&mut window, false);
    std::fs::write(&path, "((3 12) (2 44))").unwrap();
    focus(&mut window, true);
    assert!(says(&window, "small.tree was changed by another program."));
    save(&mut window, "changed");
    click_and_wait(&mut window, "Reload");
    assert_eq!(text(&window), "((3 12) (2 44))");
    assert_eq!(window.state().note(), None);

    set(&mut window, 3, 5);
    focus(&mut window, false);
    std::fs::write(&path, "((3 12) (2 45))").unwrap();
    focus(&mut window, true);
    click(&mut window, "Reload");
    assert!(says(&window, "Your changes to small.tree will be lost."));
    click(&mut window, "Cancel");
    act(&mut window, Action::DismissNote);
    focus(&mut window, false);
    focus(&mut window, true);
    assert_eq!(window.state().note(), None, "it is not said again");
    assert_eq!(text(&window), "((3 5) (2 44))");
    act_and_wait(&mut window, Action::File(FileAction::Save(None)));
    assert!(says(&window, "small.tree was changed by another program since it was opened."));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "((3 12) (2 45))");
    click_and_wait(&mut window, "Replace");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "((3 5) (2 44))\n");
    set(&mut window, 3, 6);
    act_and_wait(&mut window, Action::File(FileAction::Save(None)));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "((3 6) (2 44))\n", "its own writing is no change by others");

    focus(&mut window, false);
    std::fs::remove_file(&path).unwrap();
    focus(&mut window, true);
    assert!(says(&window, "small.tree was moved or deleted by another program."));
}

#[test]
fn a_tree_in_a_session_is_reloaded_from_there_and_one_in_no_file_says_why_not() {
    let (folder, path) = file("small.tree", SMALL);
    let mut window = window_with(&path);
    set(&mut window, 3, 5);
    let session = folder.path().join("s.plyscope");
    act_and_wait(&mut window, Action::File(FileAction::SaveSessionTo { path: session.clone(), replace: false }));
    let mut again = window_with(&session);
    let leaf = node(&again, 4);
    act(&mut again, Action::View(ViewAction::Select(Some(leaf))));
    act(&mut again, Action::View(ViewAction::SetKind(Kind::Icicle)));
    let written = std::fs::read_to_string(&session).unwrap();
    set(&mut window, 3, 6);
    act_and_wait(&mut window, Action::File(FileAction::SaveSessionTo { path: session, replace: true }));
    act_and_wait(&mut again, Action::File(FileAction::Reload));
    assert_eq!(text(&again), "((3 6) (2 4))");
    assert_eq!(
        (again.state().selected(), again.state().view().kind),
        (Some(leaf), Kind::Icicle),
        "only the tree is read"
    );

    let mut third = window_with(&path);
    paste(&mut third, &written);
    assert_eq!(text(&third), "((3 5) (2 4))");
    act_and_wait(&mut third, Action::File(FileAction::Reload));
    assert_eq!(third.state().error(), Some("this tree is in no file yet; save it or its session first"));
    act(&mut third, Action::DismissError);
    click(&mut third, "File");
    third.get_by_label_contains("Reload").hover();
    third.run_steps(10);
    assert!(says(&third, "This tree is in no file yet; save it or its session first"));
}

#[test]
fn a_node_of_whose_children_some_are_folded_is_folded_whole() {
    let session = "plyscope-session = 1\ntree.text = '((3 12) (2 4) (5 6))'\nview.folds = [[1, 1]]\n";
    let (_folder, path) = file("s.plyscope", session);
    let mut window = window_with(&path);
    act(&mut window, Action::View(ViewAction::ToggleFold(NodeId::ROOT)));
    assert!(copied(&mut window, "File", "Copy session as text").contains("folds = [[1, 7]]"));
    act(&mut window, Action::View(ViewAction::ToggleFold(NodeId::ROOT)));
    let session = copied(&mut window, "File", "Copy session as text");
    assert!(session.contains("folds = [[2, 3], [5, 6], [8, 9]]"), "one level is opened: {session}");
}

#[test]
fn reloading_keeps_what_is_selected_folded_and_in_sight() {
    let (_folder, path) = file("three.tree", "((3 12 8) (2 4 6) (14 5 2))");
    let mut window = window_with(&path);
    let [second, leaf] = [5, 11].map(|index| node(&window, index));
    act(&mut window, Action::View(ViewAction::ToggleFold(second)));
    act(&mut window, Action::View(ViewAction::Zoom(2.0)));
    act(&mut window, Action::View(ViewAction::SelectAndReveal(leaf)));
    window.run_steps(3);
    let view = window.state().view().clone();
    std::fs::write(&path, "((3 12 9) (2 4 6) (14 5 1))").unwrap();
    press(&mut window, Modifiers::COMMAND, Key::R);
    assert_eq!(text(&window), "((3 12 9) (2 4 6) (14 5 1))");
    assert_eq!((window.state().selected(), window.state().view()), (Some(leaf), &view), "other values, the same shape");
    assert!(says(&window, "All algorithms agree: value 3"), "the searches run again");

    std::fs::write(&path, "((3 7 12 9) (2 4 6) (14 5 1))").unwrap();
    act_and_wait(&mut window, Action::File(FileAction::Reload));
    assert_eq!(window.state().selected(), Some(node(&window, 12)), "the same leaf after another was added before it");
    assert!(!window.state().view().is_fit());
    let session = copied(&mut window, "File", "Copy session as text");
    assert!(session.contains("folds = [[7, 9]]"), "below the second child: {session}");
}

/// Waits until work is kept, or none is.
fn wait_for(window: &mut Window, folder: &Path, is_kept: bool) {
    let work =
        || std::fs::read_dir(folder).unwrap().any(|file| file.unwrap().path().extension() == Some("plyscope".as_ref()));
    crate::common::until(window, |_| work() == is_kept);
}

#[test]
fn work_that_was_not_saved_is_offered_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("unsaved");
    std::fs::create_dir_all(&folder).unwrap();
    let (_directory, path) = file("small.tree", SMALL);
    let mut window = keeping(Some(path.clone()), &folder);
    assert!(!says(&window, "Restore unsaved work?"));
    set(&mut window, 3, 5);
    wait_for(&mut window, &folder, true);
    // Another window takes nothing of this one.
    assert!(!says(&keeping(None, &folder), "Restore unsaved work?"));
    // The window goes as if the program had been killed: it gives up its lock and nothing else.
    drop(window);

    let mut window = keeping(None, &folder);
    assert!(says(&window, "Restore unsaved work?"));
    assert!(says(&window, "Plyscope ended less than a minute ago with unsaved changes to small.tree."));
    save(&mut window, "restore");
    click(&mut window, "Not now");
    drop(window);
    let mut window = keeping(None, &folder);
    click_and_wait(&mut window, "Restore unsaved work");
    assert_eq!(text(&window), "((3 5) (2 4))");
    assert!(says(&window, "• small"));
    act_and_wait(&mut window, Action::File(FileAction::Save(None)));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "((3 5) (2 4))\n", "it goes to the file from before");
    wait_for(&mut window, &folder, false);
}

#[test]
fn work_that_is_discarded_or_undone_is_offered_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (_directory, path) = file("small.tree", SMALL);
    let mut window = keeping(Some(path.clone()), folder);
    set(&mut window, 3, 5);
    wait_for(&mut window, folder, true);
    drop(window);
    let mut window = keeping(Some(path), folder);
    click_and_wait(&mut window, "Discard");
    wait_for(&mut window, folder, false);
    set(&mut window, 3, 6);
    wait_for(&mut window, folder, true);
    act_and_wait(&mut window, Action::Edit(EditAction::Undo));
    wait_for(&mut window, folder, false);
    drop(window);
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0, "no lock is left");
    assert!(!says(&keeping(None, folder), "Restore unsaved work?"));
}

#[test]
fn a_session_stands_at_its_step_with_its_folds_and_its_marked_pane() {
    let session = "plyscope-session = 1\ntree.text = '((3 12) (2 4))'\ntime-line.step = 3\n\
        [search]\nalgorithms = ['minimax', 'alpha-beta']\nmarked = 1\n[view]\nfolds = [[5, 6]]\n";
    let (_folder, path) = file("s.plyscope", session);
    let window = window_with(&path);
    assert!(says(&window, "step 3 of"));
    assert!(says(&window, "Alpha-beta"));
}
