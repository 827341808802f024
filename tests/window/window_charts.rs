//! The charts of experiments in the window: points, lines, the legend, and that they can be read in every size.

use eframe::egui::{Key, Modifiers, MouseWheelUnit, PointerButton, Rect, Shape, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use plyscope::app::{Action, ExperimentAction};
use plyscope::experiment::sweep::{Against, Measure, Scale, View};

use crate::common::{Window, act_and_wait, click, click_and_wait, press, says, settle, until};
use crate::drawn::{shapes, texts};
use crate::measuring::measure;
use crate::pictures::save;
use crate::pointer::{button, wheel};
use crate::window_sweeps::{SMALL, after, open, sized, spec_file};

#[test]
fn a_click_on_a_point_lists_its_trees_and_one_of_them_opens() {
    let (_directory, mut window) = after(SMALL);
    let plot = window.get_by_label_contains("Chart: Evaluations").rect();
    let place = (0..120).map(|step| plot.lerp_inside(Vec2::new(0.955, step as f32 / 120.0))).find(|&place| {
        window.hover_at(place);
        window.run_steps(2);
        texts(&window).iter().any(|text| text.contains("Click to list its trees"))
    });
    for pressed in [true, false] {
        button(&mut window, place.unwrap(), PointerButton::Primary, pressed, Modifiers::NONE);
        window.step();
    }
    until(&mut window, |window| says(window, "40 trees") && says(window, ": continuous, b = 3, d = 4"));
    save(&mut window, "sweeps-trees");
    click_and_wait(&mut window, "Open the tree with seed 7");
    let tree = window.state().tree().unwrap();
    assert_eq!((tree.leaf_count(), tree.height()), (81, 4));
    assert!(tree.source().contains('7'), "{}", tree.source());
    assert!(!says(&window, "Sweep: complete"), "the page of trees is shown");
}

#[test]
fn arrow_keys_go_along_the_points_of_a_chart_and_enter_lists_the_trees_of_one() {
    let (_directory, mut window) = after(SMALL);
    let point = |window: &Window| window.get_by_label_contains("Chart: Evaluations").accesskit_node().value();
    assert_eq!(point(&window), None);
    window.get_by_label_contains("Chart: Evaluations").focus();
    window.run_steps(3);
    let first = point(&window).unwrap();
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    let second = point(&window).unwrap();
    assert!(
        first.contains("Depth (plies): 1") && second.lines().next() == first.lines().next() && second != first,
        "{second}"
    );
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    let below = point(&window).unwrap();
    assert!(below.lines().nth(1) == second.lines().nth(1) && below.lines().next() != second.lines().next(), "{below}");
    assert!(window.get_by_label_contains("Chart: Evaluations").is_focused());
    save(&mut window, "sweeps-point");
    window.key_press(Key::Enter);
    until(&mut window, |window| says(window, "40 trees"));
}

#[test]
fn every_presentation_of_results_has_a_chart_or_a_reason_without() {
    let spec = "algorithm = [\"minimax\", \"lazy-alpha-beta\", \"tail-recursive-memo\"]\ntrees = 5\ntime = true\n\
        memory = true\nrepeat = 1\nmeasured-trees = 2\n\
        [random]\nleaves = [\"integers:2\", \"integers:5\"]\nbranching = \"2..3\"\ndepth = \"2..3\"\n\
        ordering = [\"random\", \"best-first\"]\n\
        [[game]]\nfrom = \"nim:1,2\"\ndepth = \"1..3\"\n";
    let (_directory, mut window) = after(spec);
    let scales = ["absolute", "share", "ratio:minimax", "branching-factor"].map(|text| text.parse::<Scale>().unwrap());
    let ways =
        scales.map(|scale| (scale, None)).into_iter().chain(Against::ALL.map(|axis| (Scale::Absolute, Some(axis))));
    for (measure, (scale, against)) in Measure::all().flat_map(|m| ways.clone().map(move |way| (m, way))) {
        let mut view = View::of(measure);
        (view.scale, view.against, view.points) = (scale, against, against.is_none());
        act_and_wait(&mut window, Action::Experiment(ExperimentAction::Show(view)));
        let shown = says(&window, &format!("Chart: {}", measure.title()));
        assert!(shown || says(&window, "This combination has no points."), "{measure:?} {scale} {against:?}");
    }
}

#[test]
fn a_click_in_the_legend_hides_a_line_and_nothing_else() {
    let (_directory, mut window) = after(SMALL);
    let shown = |window: &Window| window.query_all_by_label_contains("Show ").count();
    let before = shown(&window);
    assert!(before >= 3, "{before}");
    click(&mut window, "Show Minimax");
    assert_eq!(shown(&window), before);
    assert!(says(&window, "Chart: Evaluations"));
}

#[test]
fn the_point_under_the_pointer_shows_its_numbers() {
    let (_directory, mut window) = after(SMALL);
    let plot = window.get_by_label_contains("Chart: Evaluations").rect();
    let mut said = false;
    // The mean of the last level is somewhere along the right side.
    for step in 0..60 {
        let place = plot.lerp_inside(Vec2::new(0.955, step as f32 / 60.0));
        window.hover_at(place);
        window.run_steps(2);
        said |= texts(&window).iter().any(|text| text.contains("Depth (plies): 4"));
    }
    assert!(said);
    save(&mut window, "sweeps-hover");
}

/// A text of a frame and where it is seen, horizontal or written upwards.
fn seen((shape, clip): (Shape, Rect)) -> Option<(String, Rect)> {
    let Shape::Text(text) = shape else { return None };
    let size = text.galley.rect.size();
    let place = if text.angle == 0.0 {
        text.galley.rect.translate(text.pos.to_vec2())
    } else {
        Rect::from_min_size(text.pos - Vec2::new(0.0, size.x), Vec2::new(size.y, size.x))
    };
    let seen = place.intersect(clip);
    seen.is_positive().then(|| (text.galley.text().to_owned(), seen))
}

/// No two texts above the table cover one another, except for tooltips.
fn check_texts(window: &Window) {
    let mut all: Vec<(String, Rect)> = shapes(window).into_iter().filter_map(seen).collect();
    let table = window.get_by_label_contains("cell by cell").rect();
    all.retain(|(text, place)| !text.contains('\n') && place.top() < table.bottom());
    assert!(all.len() > 20, "{all:?}");
    for (index, (text, rect)) in all.iter().enumerate() {
        let covered = all[index + 1..].iter().find(|(_, other)| {
            let both = rect.intersect(*other);
            both.width() > 1.0 && both.height() > 4.0
        });
        assert!(covered.is_none(), "“{text}” at {rect} and {covered:?}");
    }
}

#[test]
fn no_text_of_a_small_chart_covers_another_in_any_frame() {
    // The title of the horizontal axis stands below the number 2.
    let (_directory, path) = spec_file(&SMALL.replace("1..4", "1..3"));
    let mut window = sized(Vec2::new(800.0, 600.0));
    open(&mut window, &path);
    click_and_wait(&mut window, "Run");
    let chart = |window: &Window| window.get_by_label_contains("Chart: Evaluations").rect();
    let (place, before) = (chart(&window).center_top() + Vec2::new(0.0, 60.0), chart(&window));
    for up in [false, true] {
        for _ in 0..12 {
            window.hover_at(place);
            let delta = Vec2::new(0.0, if up { 400.0 } else { -400.0 });
            window.event(wheel(MouseWheelUnit::Point, delta, Modifiers::NONE));
            window.step();
            check_texts(&window);
        }
        settle(&mut window);
        check_texts(&window);
        save(&mut window, if up { "sweeps-small-top" } else { "sweeps-small-bottom" });
        assert_eq!(chart(&window) == before, up, "the page was scrolled, and back");
    }
    // A new chart has room for its axes from its first frame on.
    for name in ["visited_nodes", "shallow_cutoffs", "distinct_leaves"] {
        let (ctx, view) = (window.ctx.clone(), View::of(measure(name)));
        window.state_mut().act(&ctx, Action::Experiment(ExperimentAction::Show(view)));
        let title = format!("Chart: {}", measure(name).title());
        let mut left = 3;
        while left > 0 {
            window.step();
            check_texts(&window);
            left -= u32::from(says(&window, &title));
        }
    }
}
