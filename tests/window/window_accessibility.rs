//! The window for those who do not see it, or use it without a pointer.

use crate::common::{Window, act, act_and_wait, click, settle, until};
use crate::drawn::shapes;
use crate::file::file;
use crate::pictures::{SIZE, save, window_of};
use eframe::egui::accesskit::{Action, Role};
use eframe::egui::{self, Key, LayerId, Modifiers, Pos2, Rect, Shape, Theme, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{self, Action as Do, EditAction, FileAction, RunAction, TimeAction, TourAction, ViewAction};
use plyscope::search::Algorithm;
use plyscope::tree::NodeId;
use plyscope::tree::edit::Edit;

const TREE: &str = "Tree searched by Lazy alpha-beta";

fn window() -> Window {
    window_of(SIZE, Theme::Dark)
}

/// What a screen reader says of the nodes of a tree, with their levels, which begin with 0.
fn nodes(window: &Window, tree: &str) -> Vec<(usize, String)> {
    let items = window.get_by_label(tree).children_recursive();
    let item = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        (node.role() == Role::TreeItem).then(|| (node.data().level().unwrap(), node.label().unwrap()))
    };
    items.filter_map(item).collect()
}

#[test]
fn the_drawn_tree_is_a_tree_for_screen_readers() {
    let mut window = window();
    let all = nodes(&window, TREE);
    assert_eq!(all.len(), window.state().tree().unwrap().len());
    assert_eq!(all[0], (0, "MAX node, the root, depth 0, value 6, visited".to_owned()));
    assert!(all.contains(&(4, "leaf 0, value 5, evaluated".to_owned())), "{all:?}");
    assert!(all.contains(&(4, "leaf 4, value 5, pruned by Lazy alpha-beta".to_owned())), "{all:?}");
    let cut = "MIN node 6, depth 3, value ≤4, visited, 1 of 3 children pruned";
    assert!(all.contains(&(3, cut.to_owned())), "{all:?}");
    let item = |label: &str| {
        let item = window
            .get_by_label(TREE)
            .children_recursive()
            .find(|node| node.accesskit_node().label().as_deref() == Some(label));
        let item = item.unwrap().accesskit_node();
        (item.position_in_set().unwrap(), item.parent().unwrap().size_of_set().unwrap())
    };
    assert_eq!(item("MAX node, the root, depth 0, value 6, visited"), (0, 1));
    assert_eq!(item("MIN node 6, depth 3, value ≤4, visited, 1 of 3 children pruned"), (1, 2));
    assert_eq!(item("leaf 4, value 5, pruned by Lazy alpha-beta"), (2, 3));
    assert!(!nodes(&window, "Tree searched by Minimax").iter().any(|(_, text)| text.contains("pruned")));

    let leaf = window.state().tree().unwrap().leaf(4);
    act(&mut window, Do::View(ViewAction::Select(Some(leaf))));
    let tree = window.get_by_label(TREE).accesskit_node();
    let active = tree.active_descendant().unwrap();
    assert_eq!(active.label().unwrap(), "leaf 4, value 5, pruned by Lazy alpha-beta");
    assert_eq!(active.is_selected(), Some(true));
}

#[test]
fn a_screen_reader_selects_and_folds_nodes() {
    let mut window = window();
    let find = |window: &Window, text: &str| {
        let tree = window.get_by_label(TREE);
        let found =
            tree.children_recursive().find(|node| node.accesskit_node().label().is_some_and(|label| label == text));
        found.map(|node| node.accesskit_node().locate().0)
    };
    let root = find(&window, "MAX node, the root, depth 0, value 6, visited").unwrap();
    let request = |window: &mut Window, action| {
        let target_tree = eframe::egui::accesskit::TreeId::ROOT;
        let request = eframe::egui::accesskit::ActionRequest { action, target_tree, target_node: root, data: None };
        window.event(eframe::egui::Event::AccessKitActionRequest(request));
        window.run_steps(3);
    };
    request(&mut window, Action::Click);
    assert_eq!(window.state().selected(), Some(NodeId::ROOT));
    request(&mut window, Action::Collapse);
    assert_eq!(nodes(&window, TREE).len(), 1);
    request(&mut window, Action::Expand);
    assert_eq!(nodes(&window, TREE).len(), 4, "the root and its children");
}

/// The name of the control that has the focus, or its role.
fn focused(window: &Window) -> String {
    let id = window.ctx.memory(egui::Memory::focused);
    let found = id.and_then(|id| {
        let mut all = window.root().children_recursive();
        let node = all.find(|node| node.accesskit_node().locate().0 == id.accesskit_id())?;
        let node = node.accesskit_node();
        Some(node.label().unwrap_or_else(|| format!("{:?}", node.role())))
    });
    found.unwrap_or_else(|| "nothing".into())
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) -> String {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(2);
    focused(window)
}

#[test]
fn tab_goes_through_the_window_in_the_order_in_which_it_is_read() {
    let mut window = window();
    let mut met = vec![press(&mut window, Modifiers::NONE, Key::Tab)];
    while met.len() < 200 {
        let next = press(&mut window, Modifiers::NONE, Key::Tab);
        if next == met[0] {
            break;
        }
        met.push(next);
    }
    let order = [
        "File",
        "Help",
        "Trees",
        "Root",
        "Add algorithm",
        "Pane Minimax",
        "Tree searched by Minimax",
        "About Minimax",
        "Remove Minimax",
        "Pane Lattice pruning",
        "Tree searched by Selection GK alpha-beta",
        "Table as",
    ];
    let places: Vec<Option<usize>> = order.iter().map(|name| met.iter().position(|met| met == name)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} of {order:?} in {met:?}");
    let unnamed = ["nothing", "GenericContainer", "Unknown"];
    assert!(!met.iter().any(|name| unnamed.contains(&name.as_str())), "{met:?}");
    assert_eq!(press(&mut window, Modifiers::SHIFT, Key::Tab), met[met.len() - 1]);
}

#[test]
fn f6_goes_from_panel_to_panel() {
    let mut window = window();
    let mut met: Vec<String> = (0..7).map(|_| press(&mut window, Modifiers::NONE, Key::F6)).collect();
    let panes = ["Minimax", "Lattice pruning", "Lazy alpha-beta", "Selection GK alpha-beta"];
    let panes = panes.map(|name| format!("Pane {name}"));
    assert_eq!(met[0], "File");
    assert_eq!(met[2..6], panes, "{met:?}");
    let back = press(&mut window, Modifiers::SHIFT, Key::F6);
    assert_eq!(back, met.swap_remove(5));
}

#[test]
fn the_tour_is_taken_and_ended_with_the_keyboard() {
    let mut window = window();
    act(&mut window, Do::Tour(TourAction::Start));
    assert_eq!(press(&mut window, Modifiers::NONE, Key::F6), "Next");
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Tab), "Skip the tour");
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Tab), "File", "what is behind it can be reached");
    assert_eq!(press(&mut window, Modifiers::SHIFT, Key::F6), "Next");
    press(&mut window, Modifiers::NONE, Key::Enter);
    settle(&mut window);
    assert!(window.query_by_label_contains("Triangles that point up").is_some(), "the step was done");
    assert_eq!(focused(&window), "Next");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Skip the tour").is_none());
    assert_eq!(press(&mut window, Modifiers::NONE, Key::F6), "File");
}

#[test]
fn the_page_of_sweeps_is_walked_from_its_form_to_what_runs_it_and_to_the_results() {
    let mut window = window();
    act(&mut window, Do::ShowPage(app::Page::Experiments));
    act_and_wait(&mut window, Do::Experiment(app::ExperimentAction::RunForm));
    let panels: Vec<String> = (0..6).map(|_| press(&mut window, Modifiers::NONE, Key::F6)).collect();
    assert_eq!(panels[..5], ["File", "Open folder…", "Folder…", "Export…", "Measure"], "{panels:?}");
    let table = window.get_by_label(&panels[5]).rect();
    let chart = window.get_by_label_contains("Chart: ").rect();
    assert!(table.top() > chart.bottom(), "the table is last: {}", panels[5]);
    press(&mut window, Modifiers::SHIFT, Key::F6);
    for before in ["Export…", "Run", "Folder…"] {
        assert_eq!(press(&mut window, Modifiers::SHIFT, Key::Tab), before);
    }
}

/// What can be used has a name, on every page.
fn check_names(window: &Window, page: &str) {
    for node in window.root().children_recursive() {
        let node = node.accesskit_node();
        let data = node.data();
        let is_control = data.supports_action(Action::Focus);
        let name = node.label().or_else(|| data.placeholder().map(str::to_owned)).unwrap_or_default();
        assert!(
            !is_control || !name.trim().is_empty(),
            "{page}: {:?} at {:?} has no name",
            node.role(),
            node.bounding_box()
        );
    }
    window.check_accessibility();
}

#[test]
fn every_control_of_every_page_has_a_name() {
    let mut window = window();
    check_names(&window, "a tree");
    for menu in ["File", "Edit", "View", "Search", "Time line", "Help"] {
        click(&mut window, menu);
        check_names(&window, menu);
        window.key_press(Key::Escape);
        window.run_steps(2);
    }
    let leaf = window.state().tree().unwrap().leaf(4);
    for (page, action) in [
        ("a node", Do::View(ViewAction::Select(Some(leaf)))),
        ("the time line", Do::Time(TimeAction::Toggle)),
        ("the machine", Do::Time(TimeAction::ToggleMachine)),
        ("the difference", Do::Run(RunAction::ToggleDifference)),
        ("find", Do::Find),
        ("the pipeline", Do::Run(RunAction::TogglePipeline)),
        ("the history", Do::ToggleHistory),
        ("the lecture hall", Do::TogglePresenter),
        ("the window again", Do::TogglePresenter),
        ("a new tree", Do::File(FileAction::NewTree)),
        ("a random tree", Do::File(FileAction::NewRandomTree)),
        ("an exercise", Do::File(FileAction::NewExercise)),
        ("a game", Do::File(FileAction::NewGame)),
        ("a tree to find", Do::ShowFindTree),
        ("practice", Do::PractiseHere),
        ("a path", Do::File(FileAction::TypePath)),
        ("a picture", Do::ChoosePicture),
        ("an algorithm", Do::ShowAlgorithm(Algorithm::LAZY_ALPHA_BETA)),
        ("about", Do::ShowAbout),
        ("the palette", Do::ShowPalette),
        ("the shortcuts", Do::ShowShortcuts),
        ("the properties", Do::Edit(EditAction::AskForProperties)),
        ("a change", Do::Edit(EditAction::Change(Edit::Delete(leaf)))),
        ("unsaved changes", Do::Quit),
        ("no dialog", Do::CloseModal),
        ("the start page", Do::ShowPage(app::Page::Start)),
        ("the tour", Do::Tour(TourAction::Start)),
        ("no tour", Do::Tour(TourAction::End)),
        ("an error", Do::File(FileAction::Open("/nowhere/at/all.json".into()))),
        ("sweeps", Do::ShowPage(app::Page::Experiments)),
        ("the results of a sweep", Do::Experiment(app::ExperimentAction::RunForm)),
        ("a chart", Do::Experiment(app::ExperimentAction::ChooseChart)),
    ] {
        act_and_wait(&mut window, action);
        check_names(&window, page);
    }
}

#[test]
fn a_selected_node_is_read_where_nothing_else_has_the_focus() {
    let mut window = window();
    let marked = "Tree searched by Lattice pruning";
    assert_eq!(press(&mut window, Modifiers::NONE, Key::ArrowDown), marked);
    assert_eq!(window.state().selected(), Some(NodeId::ROOT));
    let active = |window: &Window| window.get_by_label(marked).accesskit_node().active_descendant().unwrap().label();
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(active(&window).unwrap(), "MIN node 13, depth 1, value 6, visited");
    // The other keys of the tree work as well.
    press(&mut window, Modifiers::NONE, Key::Space);
    assert_eq!(nodes(&window, marked).iter().filter(|(level, _)| *level > 1).count(), 20);
}

#[test]
fn menus_open_by_key_and_are_walked_with_arrows() {
    let mut window = window();
    press(&mut window, Modifiers::ALT, Key::F);
    window.get_by_label_contains("New tree…");
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(press(&mut window, Modifiers::NONE, Key::ArrowDown), "New random tree… Ctrl+N");
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label_contains("New tree…").is_none());
    press(&mut window, Modifiers::ALT, Key::V);
    window.get_by_label("Reduced motion");
    press(&mut window, Modifiers::NONE, Key::Escape);
    press(&mut window, Modifiers::NONE, Key::F10);
    window.get_by_label_contains("New tree…");
}

#[test]
fn a_menu_scrolls_to_the_entry_that_the_keyboard_has_reached() {
    let size = Vec2::new(500.0, 300.0);
    let mut window = window_of(size, Theme::Light);
    press(&mut window, Modifiers::ALT, Key::V);
    let last = "Theme";
    assert!(window.get_by_label(last).rect().top() > size.y, "the menu is longer than the window");
    for _ in 0..40 {
        press(&mut window, Modifiers::NONE, Key::ArrowDown);
        if focused(&window) == last {
            break;
        }
    }
    window.run_steps(20);
    let place = window.get_by_label(last).rect();
    assert!(place.bottom() <= size.y && place.top() >= 0.0, "{place}");
    save(&mut window, "menu-scrolled");
    assert_eq!(focused(&window), last);
}

#[test]
fn the_focus_in_a_menu_has_a_ring_and_every_mark_a_border_in_both_themes() {
    for theme in [Theme::Light, Theme::Dark] {
        let mut window = window_of(SIZE, theme);
        press(&mut window, Modifiers::ALT, Key::V);
        assert!(window.get_by_label_contains("Theme").rect().bottom() < SIZE.y, "the longest menu is whole");
        for entry in ["Start", "Trees", "Sweeps", "Nodes and edges"] {
            assert_eq!(press(&mut window, Modifiers::NONE, Key::ArrowDown), entry, "{theme:?}");
            // Pages have tabs of the same name above.
            let place = window.get_all_by_label(entry).map(|node| node.rect()).find(|rect| rect.top() > 30.0).unwrap();
            let shapes: Vec<Shape> = shapes(&window).into_iter().map(|(shape, _)| shape).collect();
            let strong = window.ctx.style_of(theme).visuals.selection.stroke.color;
            let is_ring = |shape: &Shape| {
                matches!(shape, Shape::Rect(rect) if rect.stroke.width >= 2.0
                    && rect.stroke.color == strong
                    && rect.rect.contains_rect(place.shrink(2.0)))
            };
            assert!(shapes.iter().any(is_ring), "{theme:?}: {entry}");
            let mark = shapes.iter().find_map(|shape| match shape {
                Shape::Circle(circle) if place.contains(circle.center) && circle.radius > 5.0 => Some(circle),
                _ => None,
            });
            assert!(mark.is_some_and(|mark| mark.stroke.width >= 1.0), "{theme:?}: {entry}: {mark:?}");
        }
    }
}

#[test]
fn everything_is_enlarged_by_keys_and_the_lecture_hall_gives_that_back() {
    let mut window = window();
    for _ in 0..5 {
        press(&mut window, Modifiers::COMMAND, Key::Equals);
    }
    assert_eq!(window.ctx.zoom_factor(), 1.5);
    act(&mut window, Do::TogglePresenter);
    act(&mut window, Do::TogglePresenter);
    assert_eq!(window.ctx.zoom_factor(), 1.5);
    press(&mut window, Modifiers::COMMAND, Key::Num0);
    assert_eq!(window.ctx.zoom_factor(), 1.0);
}

/// Whether two controls are drawn over one another; a field may have a control inside.
fn overlap(a: Rect, b: Rect) -> bool {
    let both = a.intersect(b);
    let is_inside = both == a || both == b;
    both.width() > 2.0 && both.height() > 2.0 && !is_inside
}

/// The controls of the page, where they show.
fn controls(window: &Window) -> Vec<Rect> {
    window.ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(LayerId::background());
        let is_control = |widget: &&egui::WidgetRect| {
            // Titles, drawings and splitters have others inside or beside them.
            widget.sense.is_focusable()
                && widget.rect.height() < 40.0
                && widget.rect.width() < 250.0
                && widget.rect.height() > 8.0
        };
        widgets.filter(is_control).map(|widget| widget.interact_rect).filter(Rect::is_positive).collect()
    })
}

/// A sweep whose form shows every kind of field.
const WIDE: &str = "
    algorithm = ['alpha-beta']
    memory = true
    time = true
    standard-error = 0.01
    budget = 1000000
    [random]
    branching = '2'
    depth = '4'
    min-branching = 1
    leaves = ['continuous', 'two-valued:0.5', 'growth:1..6']
    ordering = ['random', 'best-first:0.5']
    [[game]]
    from = 'tictactoe'
    depth = '2'
";

/// The height of the bar with the menus.
const MENU: f32 = 30.0;

/// The places of controls below the menu that begin left of this border and reach beyond it, also of those scrolled out of sight.
fn cut_at(border: f32, window: &Window) -> Vec<Rect> {
    window.ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(LayerId::background());
        let controls = widgets.filter(|widget| widget.sense.is_focusable() && widget.rect.top() > MENU);
        controls.map(|widget| widget.rect).filter(|rect| rect.left() < border && rect.right() > border).collect()
    })
}

#[test]
fn the_empty_page_of_sweeps_fits_in_a_small_window() {
    let size = Vec2::new(500.0, 300.0);
    let mut window = window_of(size, Theme::Light);
    act_and_wait(&mut window, Do::ShowPage(app::Page::Experiments));
    let last = window.get_by_label_contains("press Run, or begin").rect();
    assert!(Rect::from_min_size(Pos2::ZERO, size).contains_rect(last), "{last}");
}

#[test]
fn the_form_of_a_sweep_has_room_for_its_fields() {
    let (_directory, path) = file("wide.toml", WIDE);
    for size in [SIZE, SIZE / 1.5, SIZE / 2.0] {
        let mut window = window_of(size, Theme::Light);
        act(&mut window, Do::File(FileAction::Open(path.clone())));
        until(&mut window, |window| window.query_by_label("Remove Ordering 2").is_some());
        settle(&mut window);
        save(&mut window, &format!("form-{}x{}", size.x, size.y));
        // The border of the form, if it takes half of a narrow window.
        let border = (size.x * 0.5).min(370.0) - 8.0;
        assert_eq!(cut_at(border, &window), [], "at {size}");
    }
}

#[test]
fn no_control_covers_another_at_any_size() {
    for size in [SIZE, SIZE / 1.5, SIZE / 2.0, Vec2::new(500.0, 300.0), Vec2::new(250.0, 150.0)] {
        let mut window = window_of(size, Theme::Light);
        for (page, action) in [
            ("a tree", Do::View(ViewAction::Select(Some(NodeId::ROOT)))),
            ("the time line", Do::Time(TimeAction::Toggle)),
            ("the difference", Do::Run(RunAction::ToggleDifference)),
            ("find", Do::Find),
            ("the pipeline", Do::Run(RunAction::TogglePipeline)),
            ("sweeps", Do::ShowPage(app::Page::Experiments)),
        ] {
            act_and_wait(&mut window, action);
            let controls = controls(&window);
            for (index, &control) in controls.iter().enumerate() {
                let covered = controls[index + 1..].iter().find(|&&other| overlap(control, other));
                assert_eq!(covered, None, "{page} at {size}: covered by {control}");
            }
        }
    }
}

#[test]
fn arrows_to_the_sides_go_from_menu_to_menu_and_into_submenus() {
    let mut window = window();
    let arrow = |window: &mut Window, key| press(window, Modifiers::NONE, key);
    press(&mut window, Modifiers::ALT, Key::F);
    arrow(&mut window, Key::ArrowRight);
    assert!(window.query_by_label("Add a level below all leaves").is_some(), "Edit");
    assert!(window.query_by_label_contains("New random tree…").is_none());
    arrow(&mut window, Key::ArrowLeft);
    arrow(&mut window, Key::ArrowLeft);
    assert!(window.query_by_label_contains("Command palette…").is_some(), "Help, around the end");
    arrow(&mut window, Key::Escape);
    // A submenu opens and closes by these keys, and the next menu comes after it.
    press(&mut window, Modifiers::ALT, Key::S);
    arrow(&mut window, Key::ArrowDown);
    assert_eq!(arrow(&mut window, Key::ArrowDown), "Add algorithm");
    arrow(&mut window, Key::ArrowRight);
    assert_eq!(focused(&window), "Alpha-beta");
    arrow(&mut window, Key::ArrowLeft);
    assert_eq!(focused(&window), "Add algorithm");
    arrow(&mut window, Key::ArrowLeft);
    assert!(window.query_by_label_contains("Zoom").is_some(), "View");
}

#[test]
fn the_menu_of_algorithms_scrolls_in_a_small_window() {
    let size = Vec2::new(900.0, 600.0);
    for in_toolbar in [true, false] {
        let mut window = window_of(size, Theme::Light);
        if in_toolbar {
            window.get_by_label("Add algorithm").click();
            window.run_steps(4);
        } else {
            press(&mut window, Modifiers::ALT, Key::S);
            for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowRight] {
                press(&mut window, Modifiers::NONE, key);
            }
        }
        press(&mut window, Modifiers::NONE, Key::ArrowUp);
        window.run_steps(30);
        let last = focused(&window);
        let place = window.get_by_label(&last).rect();
        assert!(last.ends_with('…') && place.bottom() <= size.y && place.top() > 0.0, "{last} at {place}");
    }
}
