//! Charts of sweeps: their contents, their files, and restoring the sweep from them.

use plyscope::chart::report::Report;
use plyscope::chart::{
    Chart, ChartError, Page, Theory, curve_look, latex, look, of_sweep, pdf, png, shown_in, spec_of, svg,
};
use plyscope::experiment::machine::Machine;
use plyscope::experiment::sweep::{Against, Measure, Preset, RandomTrees, Ratio, Results, Scale, Spec, Sweep, View};
use plyscope::generate::{Leaves, Ordering, Probability};
use plyscope::search::catalogue::LeafClass;
use plyscope::search::{Algorithm, Budget, CutoffRule};

use crate::measuring::measure;
use crate::running::{charts, games, random, run, summarised};
use crate::{meter, running};

fn spec(branching: &str, depth: &str) -> Spec {
    let algorithm = vec![Algorithm::ALPHA_BETA, Algorithm::LATTICE_PRUNING, Algorithm::LAZY_ALPHA_BETA];
    Spec { algorithm, trees: 20, ..running::spec(branching, depth) }
}

fn evaluations() -> View {
    View::of(Measure::evaluations())
}

fn curve(chart: &Chart, kind: Theory) -> Option<&[(f64, f64)]> {
    chart.curves.iter().find(|curve| curve.kind == kind).map(|curve| curve.points.as_slice())
}

#[test]
fn a_chart_restores_its_sweep_from_svg_png_and_pdf() {
    let spec = Spec {
        title: "Tom & Jerry's “<ties>” ]]> — ξ".into(),
        description: "One.\n\nTwo: \"quoted\", 'single', &amp; the end.".into(),
        random: Some(RandomTrees { leaves: vec![Leaves::Integers(3)], ..random("2", "2..3") }),
        chart: vec![evaluations()],
        ..spec("2", "2..3")
    };
    for chart in charts(spec.clone()) {
        let page = Page::of_dpi(100);
        for file in [svg(&chart, &page).unwrap().into_bytes(), png(&chart, &page).unwrap(), pdf(&chart, &page).unwrap()]
        {
            assert_eq!(spec_of(&file).unwrap(), spec);
            assert_eq!(shown_in(&file), Some((chart.name.clone(), evaluations())));
        }
    }
}

/// The results without the runs of one depth, and with the first runs alone of another.
fn stopped(sweep: &Sweep, results: &Results, missing: u32, begun: u32) -> Results {
    let mut rest = Results::default();
    let depth = |cell: usize| sweep.cells()[cell].source.depth();
    let is_there = |cell: usize, tree: u32| depth(cell) != missing && (depth(cell) != begun || tree < 5);
    rest.extend(results.runs().filter(|run| is_there(run.cell, run.tree)).copied());
    rest
}

#[test]
fn a_stopped_sweep_says_so_has_gaps_and_reports_the_largest_complete_size() {
    let (sweep, results) = run(Spec { chart: vec![evaluations()], ..spec("3", "1..5") });
    let results = stopped(&sweep, &results, 4, 5);
    assert!(!sweep.is_complete(&results));
    let charts = of_sweep(&sweep, &results);
    for series in &charts[0].series {
        let parts: Vec<Vec<f64>> = series.parts().map(|part| part.iter().map(|mean| mean.x).collect()).collect();
        assert_eq!(parts, [vec![1.0, 2.0, 3.0], vec![5.0]]);
    }
    assert!(charts[0].caption.contains("Incomplete: has 195 of 300 runs."), "{}", charts[0].caption);
    assert_eq!(
        latex(&charts[0], &Page::default()).unwrap().matches("unbounded coords=jump").count(),
        charts[0].series.len()
    );
    let report = Report::new(&sweep, &results, &charts, &[]).markdown();
    assert!(
        report.starts_with("# Sweep\n\nIncomplete: has 195 of 300 runs.") && !report.contains("in all"),
        "{report}"
    );
    let (_, table) = report.split_once("## At the largest complete size").unwrap();
    assert!(table.contains("b = 3, d = 3, non-strict cutoffs"), "{table}");
    let row = table.lines().find(|line| line.contains("Lattice pruning")).unwrap();
    assert!(row.matches('±').count() > 3 && !row.contains("at least"), "{row}");
    let nothing = Report::new(&sweep, &Results::default(), &[], &[]).markdown();
    assert!(nothing.contains("Incomplete: has 0 of 300 runs.") && nothing.contains("No size has all of its runs yet"));
}

#[test]
fn numbers_of_values_that_are_far_apart_have_a_logarithmic_axis() {
    for (most, is_log) in [(10, false), (100, true)] {
        let leaves = vec![Leaves::Integers(2), Leaves::Integers(most)];
        let by_values = View { against: Some(Against::Values), ..evaluations() };
        let spec = spec("3", "2");
        let charts =
            charts(Spec { random: Some(RandomTrees { leaves, ..random("3", "2") }), chart: vec![by_values], ..spec });
        assert_eq!(charts[0].x.is_log, is_log, "{most}");
    }
}

#[test]
fn charts_of_the_same_measure_have_different_names() {
    let views = vec![evaluations(), View { points: true, ..evaluations() }, View { linear: true, ..evaluations() }];
    let names: Vec<String> =
        charts(Spec { chart: views, ..spec("3", "2..3") }).into_iter().map(|chart| chart.name).collect();
    assert_eq!(names, ["evaluations", "evaluations-2", "evaluations-3"]);
}

#[test]
fn the_axis_of_a_chart_goes_beyond_its_confidence_bands() {
    let cutoffs = View { linear: true, ..View::of(measure("shallow_cutoffs")) };
    let charts = charts(Spec { trees: 3, chart: vec![cutoffs], ..spec("3", "2..4") });
    let text = latex(&charts[0], &Page::default()).unwrap();
    let end: f64 = text.split_once("ymax=").and_then(|(_, rest)| rest.split_once(',')).unwrap().0.parse().unwrap();
    let means = || charts[0].series.iter().flat_map(|series| &series.means);
    assert!(means().any(|mean| mean.band.1 > 1.1 * mean.y), "a few trees have wide bands");
    assert!(means().all(|mean| mean.band.1 <= end), "{text}");
}

#[test]
fn the_leaves_of_a_game_are_not_known_from_a_run_that_hit_the_budget() {
    let shares = Spec {
        random: None,
        games: vec![games("tictactoe:XO./.X./..O", "1..5")],
        algorithm: vec![Algorithm::MINIMAX, Algorithm::ALPHA_BETA],
        budget: Budget::Evaluations(25),
        chart: vec![View { scale: Scale::Share, ..evaluations() }],
        ..Spec::default()
    };
    let charts = charts(shares);
    for series in &charts[0].series {
        let depths: Vec<f64> = series.means.iter().map(|mean| mean.x).collect();
        assert_eq!(depths, [1.0, 2.0], "five moves, of which each has four replies");
        assert!(series.means.iter().all(|mean| !mean.is_stopped));
    }
}

#[test]
fn the_theory_of_an_algorithm_has_the_colour_of_its_measurement_and_shows_below_it() {
    for algorithm in [Algorithm::ALPHA_BETA, Algorithm::LATTICE_PRUNING, Algorithm::LAZY_ALPHA_BETA, Algorithm::MINIMAX]
    {
        let one = Spec { algorithm: vec![algorithm], chart: vec![evaluations()], ..spec("3", "2..4") };
        let chart = &charts(one)[0];
        let own = chart.curves.iter().filter(|curve| match curve.kind {
            Theory::Expected(leaves) | Theory::RandomOrder(leaves) | Theory::Minimal(leaves) => {
                leaves == algorithm.leaves()
            }
            Theory::Repeated | Theory::Growth(_) => true,
        });
        let looks: Vec<_> = own.map(|curve| (curve.kind, curve_look(chart, curve.kind))).collect();
        assert!(!looks.is_empty(), "{algorithm}");
        for (kind, found) in looks {
            assert_eq!(found.colour, look(algorithm).colour, "{algorithm} {kind:?}");
            assert_eq!(found.is_wide, matches!(kind, Theory::Expected(_)), "{algorithm} {kind:?}");
        }
        // Pale, so that it does not hide a broken line above it.
        let text = svg(chart, &Page::default()).unwrap();
        assert!(text.contains("fill=\"none\" stroke-opacity=\"0.5\""), "{algorithm}");
    }
}

#[test]
fn a_chart_against_the_order_has_the_minimal_tree_and_random_order_as_its_ends() {
    let text = "algorithm = ['alpha-beta', 'minimal-tree']\ntrees = 30\n[random]\nleaves = 'continuous'\n\
        ordering = ['estimated:0', 'estimated:0.1', 'estimated:100', 'strongly-ordered']\nbranching = '3'\ndepth = '4'\n";
    let chart = &charts(Spec::from_toml(text).unwrap())[0];
    assert!(chart.x.title.starts_with("Error of the estimate"), "{}", chart.x.title);
    let alpha_beta = &chart.series[0];
    let xs: Vec<f64> = alpha_beta.means.iter().map(|mean| mean.x).collect();
    assert_eq!(xs, [0.0, 0.1, 100.0]);
    let level = |kind: Theory| {
        let curve = chart.curves.iter().find(|curve| curve.kind == kind).unwrap();
        assert!(curve.points.iter().all(|point| point.1 == curve.points[0].1));
        curve.points[0].1
    };
    let leaves = Algorithm::ALPHA_BETA.leaves();
    let (least, random) = (level(Theory::Minimal(leaves)), level(Theory::RandomOrder(leaves)));
    assert_eq!((least, alpha_beta.means[0].y), (17.0, 17.0));
    assert!((random - 45.19).abs() < 0.05, "{random}");
    assert!((alpha_beta.means[2].y - random).abs() < 5.0 && alpha_beta.means[1].y < random);
    assert!(chart.caption.contains("strongly-ordered"), "{}", chart.caption);
}

#[test]
fn other_files_are_refused() {
    assert!(matches!(spec_of(b"hello"), Err(ChartError::Format)));
    assert!(matches!(spec_of(&[0x89, b'P', b'N', b'G', 0, 1, 2]), Err(ChartError::Format)));
    assert!(matches!(spec_of(&[0xFF, 0xFE]), Err(ChartError::Format)));
    assert!(matches!(spec_of(b"<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"), Err(ChartError::NoSpec)));
    let broken = b"<svg><metadata id=\"plyscope-sweep\">nonsense</metadata></svg>";
    assert!(spec_of(broken).unwrap_err().to_string().contains("cannot be read: 1:"));
    let mut picture = Vec::new();
    let encoder = png::Encoder::new(&mut picture, 1, 1);
    encoder.write_header().unwrap().write_image_data(&[0]).unwrap();
    assert!(matches!(spec_of(&picture), Err(ChartError::NoSpec)));
}

#[test]
fn a_picture_that_unpacks_to_more_than_a_mebibyte_is_refused() {
    use png::text_metadata::ITXtChunk;

    let picture = |text: String, is_packed: bool| {
        let mut bytes = Vec::new();
        let mut writer = png::Encoder::new(&mut bytes, 1, 1).write_header().unwrap();
        let mut chunk = ITXtChunk::new("plyscope-sweep", text);
        if is_packed {
            chunk.compressed = true;
            chunk.compress_text().unwrap();
        }
        writer.write_text_chunk(&chunk).unwrap();
        writer.write_image_data(&[0]).unwrap();
        writer.finish().unwrap();
        bytes
    };
    let spec = spec("2", "3");
    let text = spec.to_toml().unwrap();
    let padded = |bytes: usize| format!("{text}{}", "\n".repeat(bytes - text.len()));
    let bomb = picture("\n".repeat(64 << 20), true);
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    assert!(matches!(spec_of(&bomb), Err(ChartError::TooLarge)));
    for is_packed in [true, false] {
        assert_eq!(spec_of(&picture(padded(1 << 20), is_packed)).unwrap(), spec);
        assert!(matches!(spec_of(&picture(padded((1 << 20) + 1), is_packed)), Err(ChartError::TooLarge)));
    }
    let svg =
        |text: &str| format!("<svg><metadata id=\"plyscope-sweep\">{}</metadata></svg>", text.replace('"', "&quot;"));
    assert_eq!(spec_of(svg(&text).as_bytes()).unwrap(), spec);
    assert!(matches!(spec_of(svg(&padded(1 << 20)).as_bytes()), Err(ChartError::TooLarge)));
}

#[test]
fn a_png_has_the_requested_size_and_resolution() {
    let chart = &charts(Spec { chart: vec![evaluations()], ..spec("2", "2..4") })[0];
    for (dpi, width, density) in [(300, 1800, 11_811), (150, 900, 5_906)] {
        let bytes = png(chart, &Page::of_dpi(dpi)).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut dots = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut dots).unwrap();
        assert_eq!((info.width, info.color_type), (width, png::ColorType::Rgb));
        assert_eq!(reader.info().pixel_dims.map(|dims| dims.xppu), Some(density));
        // White at the edge, and black, blue and green somewhere.
        assert_eq!(&dots[..3], &[255, 255, 255]);
        for colour in [[30, 30, 30], [11, 121, 95]] {
            assert!(dots.chunks_exact(3).any(|dot| dot == colour), "{colour:?}");
        }
    }
}

#[test]
fn an_svg_is_a_picture_in_the_bundled_font() {
    let chart = &charts(Spec { chart: vec![evaluations()], ..spec("2", "2..4") })[0];
    let text = svg(chart, &Page::default()).unwrap();
    assert!(text.starts_with("<svg width=\"152.4mm\""), "{}", &text[..100]);
    assert!(text.trim_end().ends_with("</svg>"));
    assert_eq!(text.matches("<text").count(), text.matches("</text>").count());
    assert!(text.contains("font-family=\"DejaVu Sans, "));
    for words in ["Depth (plies)", "Alpha-beta, Lattice pruning", "Theory: expected, alpha-beta", "seeds 1 to 20"] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn algorithms_with_the_same_numbers_share_a_line() {
    let chart = &charts(Spec { chart: vec![evaluations()], ..spec("3", "2..4") })[0];
    let algorithms: Vec<&[Algorithm]> = chart.series.iter().map(|series| series.algorithms.as_slice()).collect();
    assert_eq!(
        algorithms,
        [&[Algorithm::ALPHA_BETA, Algorithm::LATTICE_PRUNING] as &[_], &[Algorithm::LAZY_ALPHA_BETA]]
    );
    assert!(chart.series.iter().all(|series| series.means.iter().map(|mean| mean.x).eq([2.0, 3.0, 4.0])));
    assert!(chart.series[0].means.iter().all(|mean| mean.band.0 < mean.y && mean.y < mean.band.1));
}

#[test]
fn theory_is_only_on_charts_of_matching_trees() {
    let of = |leaves, ordering| {
        let chart = vec![evaluations()];
        let random = RandomTrees { leaves: vec![leaves], ordering: vec![ordering], ..random("3", "2..4") };
        charts(Spec { random: Some(random), chart, ..spec("3", "2..4") }).remove(0)
    };
    let random = of(Leaves::Continuous, Ordering::Random);
    let expected = curve(&random, Theory::Expected(LeafClass::AlphaBeta)).unwrap();
    assert_eq!(expected[2].0, 4.0);
    let known =
        plyscope::theory::expected_alpha_beta(3, 4, plyscope::theory::LeafValues::Continuous, CutoffRule::NonStrict);
    assert_eq!(expected[2].1, known);
    assert_eq!(curve(&random, Theory::Minimal(LeafClass::AlphaBeta)).unwrap(), [(2.0, 5.0), (3.0, 11.0), (4.0, 17.0)]);
    assert_eq!(curve(&random, Theory::Expected(LeafClass::All)).unwrap(), [(2.0, 9.0), (3.0, 27.0), (4.0, 81.0)]);
    let half = Ordering::BestFirst(Probability::try_from(0.5).unwrap());
    for chart in [of(Leaves::Continuous, half), of("growth".parse().unwrap(), Ordering::Random)] {
        assert!(curve(&chart, Theory::Expected(LeafClass::AlphaBeta)).is_none());
        assert!(curve(&chart, Theory::Minimal(LeafClass::AlphaBeta)).is_some());
    }
}

#[test]
fn scales_show_shares_ratios_and_branching_factors() {
    let first = |scale| {
        let view = View { scale, ..evaluations() };
        let chart = charts(Spec { chart: vec![view], ..spec("3", "2..4") }).remove(0);
        chart.series[0].means.iter().map(|mean| mean.y).collect::<Vec<f64>>()
    };
    let absolute = first(Scale::Absolute);
    let leaves = [9.0, 27.0, 81.0];
    for (place, number) in absolute.iter().enumerate() {
        assert_eq!(first(Scale::Share)[place], number / leaves[place]);
        assert_eq!(first(Scale::BranchingFactor)[place], number.powf(1.0 / (place as f64 + 2.0)));
        assert_eq!(first(Scale::Ratio(Algorithm::LATTICE_PRUNING))[place], 1.0);
    }
}

#[test]
fn a_ratio_to_stopped_runs_is_not_shown() {
    let algorithm = vec![Algorithm::MINIMAX, Algorithm::SELECTION_J];
    let chart = vec![View { scale: Scale::Ratio(Algorithm::SELECTION_J), ..evaluations() }];
    // Of depth 3, every run of J on 27 leaves needs more.
    let chart = charts(Spec { algorithm, chart, budget: Budget::Evaluations(60), ..spec("3", "1..3") }).remove(0);
    for series in &chart.series {
        assert_eq!(series.means.iter().map(|mean| mean.x).collect::<Vec<f64>>(), [1.0, 2.0], "{}", series.name());
        assert!(series.means.iter().all(|mean| !mean.is_stopped), "{}", series.name());
    }
    assert!(chart.caption.contains("Left out: trees on which Selection J hit the budget"), "{}", chart.caption);
}

#[test]
fn trees_that_are_left_out_of_a_ratio_are_told() {
    let caption = |budget| {
        let algorithm = vec![Algorithm::ALPHA_BETA, Algorithm::SSS_STAR];
        let chart = vec![View { scale: Scale::Ratio(Algorithm::ALPHA_BETA), ..evaluations() }];
        charts(Spec { algorithm, chart, budget, trees: 30, ..spec("3", "5") }).remove(0).caption
    };
    assert!(caption(Budget::Evaluations(110)).contains("Left out: trees on which Alpha-beta hit the budget"));
    assert!(!caption(Budget::Unlimited).contains("Left out"));
}

#[test]
fn a_chart_that_would_say_nothing_is_refused() {
    let refused = |view: View| Spec { chart: vec![view], ..spec("3", "1..3") }.sweep().unwrap_err().to_string();
    let nodes = View { scale: Scale::Share, ..View::of(measure("visited_nodes")) };
    assert!(refused(nodes).contains("visited_nodes on the scale share, where it means nothing"));
    let by_values = View { against: Some(Against::Values), ..evaluations() };
    assert!(refused(by_values).contains("shows no tree of the sweep; choose other trees or another axis"));
    assert!(refused(View { depth: Some(9), ..evaluations() }).contains("shows no tree of the sweep"));
    let timed = View { scale: Scale::BranchingFactor, ..View::of(measure("seconds")) };
    let timed = Spec { time: true, chart: vec![timed], ..spec("3", "1..3") };
    assert!(timed.sweep().unwrap_err().to_string().contains("seconds on the scale branching-factor"));
}

fn irregular(depth: &str) -> RandomTrees {
    let leaf_probability = Probability::try_from(0.1).unwrap();
    RandomTrees { min_branching: Some(1), leaf_probability, ..random("4", depth) }
}

#[test]
fn the_share_of_minimax_is_one_on_irregular_trees_too() {
    let share = |algorithm: Vec<Algorithm>, points| {
        let chart = vec![View { scale: Scale::Share, points, ..evaluations() }];
        Spec { random: Some(irregular("2..4")), algorithm, chart, ..spec("2", "2") }
    };
    let alpha_beta = vec![Algorithm::ALPHA_BETA];
    assert!(share(alpha_beta.clone(), false).sweep().unwrap_err().to_string().contains("add one, such as minimax"));
    let chart = charts(share([vec![Algorithm::MINIMAX], alpha_beta].concat(), true)).remove(0);
    let [minimax, alpha_beta] = &chart.series[..] else { panic!("{:?}", chart.series) };
    assert!(minimax.means.iter().all(|mean| (mean.y, mean.band) == (1.0, (1.0, 1.0))), "{:?}", minimax.means);
    assert!(minimax.runs.iter().all(|run| run.1 == 1.0));
    assert!(alpha_beta.means.iter().all(|mean| mean.band.0 < mean.y && mean.y < 1.0), "{:?}", alpha_beta.means);
    assert!(chart.caption.contains("the ratios of the means over the same trees"), "{}", chart.caption);
}

#[test]
fn a_ratio_compares_the_same_trees_and_one_to_itself_is_certain() {
    let chart = vec![View { scale: Scale::Ratio(Algorithm::ALPHA_BETA), ..evaluations() }];
    let algorithm = vec![Algorithm::ALPHA_BETA, Algorithm::LAZY_ALPHA_BETA, Algorithm::MINIMAX];
    let (sweep, results) = run(Spec { algorithm, chart, ..spec("3", "4") });
    let chart = of_sweep(&sweep, &results).remove(0);
    assert_eq!(chart.series[0].means[0].band, (1.0, 1.0));
    let of_cell = |cell| results.of_cell(cell).map(|run| run.effort.counts.evaluations as f64).collect::<Vec<f64>>();
    let [alpha_beta, lazy, minimax] = [0, 1, 2].map(of_cell);
    // With the trees in another order, the ratio is the same and its interval is not.
    let found = |over: &[f64]| Ratio::of(&over.iter().copied().zip(alpha_beta.clone()).collect::<Vec<_>>()).unwrap();
    let shuffled: Vec<f64> = lazy[1..].iter().chain(&lazy[..1]).copied().collect();
    assert!((found(&shuffled).ratio / found(&lazy).ratio - 1.0).abs() < 1e-9);
    assert!(found(&shuffled).standard_error > found(&lazy).standard_error);
    assert_eq!(
        (chart.series[1].means[0].y, chart.series[1].means[0].band),
        (found(&lazy).ratio, found(&lazy).interval())
    );
    // Minimax is constant, but the ratio to what varies is not.
    assert!(found(&minimax).standard_error.unwrap() > 0.0);
    // Trees that only one algorithm has searched are left out.
    let mut rest = Results::default();
    rest.extend(results.runs().filter(|run| run.cell == 1 || run.tree < 7).copied());
    let chart = of_sweep(&sweep, &rest).remove(0);
    assert_eq!(chart.series[1].means[0].y, lazy[..7].iter().sum::<f64>() / alpha_beta[..7].iter().sum::<f64>());
    assert!(chart.caption.contains("7 trees per point, seeds 1 to 7"), "{}", chart.caption);
}

#[test]
fn the_ratio_estimator_agrees_with_a_worked_example() {
    // By hand: means 3 and 2, so R = 1.5; rests −0.5, 1, −0.5; mean square 0.75; error sqrt(0.75 / 3) / 2 = 0.25.
    let found = Ratio::of(&[(1.0, 1.0), (4.0, 2.0), (4.0, 3.0)]).unwrap();
    assert_eq!((found.ratio, found.standard_error), (1.5, Some(0.25)));
    let (low, high) = found.interval();
    assert!((low - (1.5 - 4.3027 * 0.25)).abs() < 1e-4 && (high - (1.5 + 4.3027 * 0.25)).abs() < 1e-4);
    assert_eq!(Ratio::of(&[(1.0, 2.0)]).map(|one| (one.interval(), one.standard_error)), Some(((0.5, 0.5), None)));
    assert_eq!((Ratio::of(&[]), Ratio::of(&[(1.0, 0.0)])), (None, None));
}

#[test]
fn the_band_of_two_trees_is_that_of_students_t() {
    let chart = charts(Spec { trees: 2, chart: vec![evaluations()], ..spec("3", "4") }).remove(0);
    let mean = chart.series[0].means[0];
    let rows = summarised(Spec { trees: 2, ..spec("3", "4") });
    let half = 12.7062 * rows[0].standard_error.unwrap();
    assert!(half > 0.0 && (mean.band.1 - mean.y - half).abs() < 1e-4 * half, "{mean:?} {half}");
    assert!(chart.caption.contains("95% confidence intervals (Student's t)"), "{}", chart.caption);
}

#[test]
fn algorithms_that_repeat_evaluations_have_no_line_of_the_minimum_of_alpha_beta() {
    let of = |measure: &str| {
        let algorithm = vec![Algorithm::SELECTION_J, Algorithm::SELECTION_J_ALPHA_BETA];
        charts(Spec { algorithm, chart: vec![View::of(measure.parse().unwrap())], ..spec("3", "1..3") }).remove(0)
    };
    let minimum = Theory::Minimal(LeafClass::AlphaBeta);
    assert!(curve(&of("evaluations"), minimum).is_none() && curve(&of("evaluations"), Theory::Repeated).is_some());
    assert_eq!(curve(&of("distinct_leaves"), minimum).unwrap(), [(1.0, 3.0), (2.0, 5.0), (3.0, 11.0)]);
}

#[test]
fn charts_can_have_every_axis() {
    let orderings = ["best-first:0", "random", "best-first:0.7", "best-first", "worst-first"];
    let by = |against, spec: Spec| {
        let view = View { against: Some(against), points: true, ..View::of(measure("visited_nodes")) };
        let chart = charts(Spec { chart: vec![view], ..spec }).remove(0);
        assert_eq!(chart.series[0].runs.len(), 20 * chart.series[0].means.len());
        chart.series[0].means.iter().map(|mean| mean.x).collect::<Vec<f64>>()
    };
    let with = |random| Spec { random: Some(random), ..spec("3", "3") };
    assert_eq!(by(Against::Branching, spec("2..4", "3")), [2.0, 3.0, 4.0]);
    let ordering = orderings.map(|ordering| ordering.parse().unwrap()).to_vec();
    assert_eq!(by(Against::Ordering, with(RandomTrees { ordering, ..random("4", "3") })), [0.0, 0.25, 0.7, 1.0]);
    let leaves = ["integers:10", "two-valued", "integers:3"].map(|law| law.parse().unwrap()).to_vec();
    assert_eq!(by(Against::Values, with(RandomTrees { leaves, ..random("3", "3") })), [3.0, 10.0]);
}

#[test]
fn parameters_on_no_axis_give_separate_charts_with_different_names() {
    let leaves = vec![Leaves::Continuous, Leaves::Integers(3)];
    let random = Some(RandomTrees { leaves, ..random("2..3", "2..5") });
    let against = Some(Against::Depth);
    let charts = charts(Spec { random, chart: vec![View { against, ..evaluations() }], ..spec("2", "2") });
    let names: Vec<&str> = charts.iter().map(|chart| chart.name.as_str()).collect();
    let expected =
        ["continuous-b2", "continuous-b3", "integers-3-b2", "integers-3-b3"].map(|of| format!("evaluations-{of}"));
    assert_eq!(names, expected);
    assert!(
        charts[3].caption.contains("integers:3 leaves, b = 3, non-strict cutoffs; 20 trees per point, seeds 1 to 20")
    );
}

#[test]
fn unusual_numbers_can_be_drawn() {
    // A single x, no standard error, no positive value, runs that hit the budget.
    meter::install();
    let one = Spec { trees: 1, memory: true, budget: Budget::Evaluations(3), ..spec("1..2", "0,5") };
    for chart in charts(one) {
        assert!(
            svg(&chart, &Page::default()).unwrap().ends_with("</svg>\n")
                && png(&chart, &Page::of_dpi(100)).unwrap().len() > 1000,
            "{}",
            chart.name
        );
    }
}

#[test]
fn a_report_contains_its_charts_and_the_machine() {
    let title = "A <small> report".to_string();
    meter::install();
    let (sweep, results) = run(Spec { title, time: true, memory: true, ..spec("3", "2..3") });
    let charts = of_sweep(&sweep, &results);
    let report = Report::new(&sweep, &results, &charts, &[Machine::here().to_string()]);
    let (markdown, html) = (report.markdown(), report.html().unwrap());
    assert!(markdown.starts_with("# A &lt;small&gt; report\n") && html.contains("<h1>A &lt;small&gt; report</h1>"));
    for chart in &charts {
        assert!(markdown.contains(&format!("({}.svg)", chart.name)));
    }
    assert_eq!(html.matches("<svg ").count(), charts.len());
    for text in [&markdown, &html] {
        assert!(
            text.contains(env!("CARGO_PKG_VERSION"))
                && text.contains("seeds 1 to 20")
                && text.contains("Lazy alpha-beta")
        );
    }
    assert!(!html.contains("src=") && !html.contains("href="), "nothing is loaded from elsewhere");
}

#[test]
fn a_report_says_what_was_measured_and_names_the_shard() {
    let how = |spec: Spec, machines: &[String]| {
        let (sweep, results) = run(spec);
        Report::new(&sweep, &results, &[], machines).markdown()
    };
    let [slow, fast] = ["the slow one", "the fast one"].map(String::from);
    meter::install();
    let memory = how(Spec { memory: true, ..spec("2", "2") }, &[slow.clone(), fast]);
    assert!(memory.contains("Memory was measured on the first 10 trees of each cell, one run at a time. Measured by"));
    assert!(memory.contains("Measured by the slow one, and by the fast one.") && !memory.contains("median"));
    let time = how(Spec { time: true, repeat: 1, ..spec("2", "2") }, &[]);
    assert!(time.contains("Time was measured") && time.contains("; a time is the median of 1 run."), "{time}");
    let shard = how(Spec { shard: "1/3".parse().ok(), ..spec("2", "2") }, &[slow]);
    assert!(shard.contains("This is shard 1/3") && !shard.contains("easured by"), "{shard}");
}

#[test]
fn a_report_says_how_many_trees_the_standard_error_needed_and_where_they_were_too_few() {
    let random = Some(random("3", "1,4"));
    let algorithm = vec![Algorithm::ALPHA_BETA];
    let until = |standard_error, trees| {
        let standard_error = Some(standard_error);
        let (sweep, results) =
            run(Spec { random: random.clone(), algorithm: algorithm.clone(), standard_error, trees, ..spec("2", "2") });
        (Report::new(&sweep, &results, &[], &[]).markdown(), sweep.imprecise(&results))
    };
    let (enough, none) = until(0.02, 1000);
    assert!(enough.contains("depth 1,4; 50 to ") && !enough.contains("1,000 trees"), "{enough}");
    assert!(enough.contains(
        " trees per cell, until the standard error of its mean evaluations is at most 2% of the mean, seeds from 1)"
    ));
    assert!(none == 0 && !enough.contains("reached the limit"), "{enough}");
    let (few, one) = until(0.0001, 60);
    assert!(few.contains("50 to 60 trees per cell") && one == 1, "{few}");
    assert!(
        few.contains(
            "110 runs in all. 1 cell reached the limit of 60 trees before a standard error of 0.01% of the mean."
        ),
        "{few}"
    );
}

#[test]
fn no_two_curves_of_the_theory_look_the_same_on_a_chart() {
    let ordering = ["random", "best-first"].map(|ordering| ordering.parse().unwrap()).to_vec();
    let preset = Preset::SelectionMonad.spec().unwrap().algorithm;
    for algorithm in [
        preset,
        Algorithm::ALL.to_vec(),
        vec![Algorithm::SELECTION_J],
        vec![Algorithm::LAZY_ALPHA_BETA, Algorithm::ALPHA_BETA],
    ] {
        let random = RandomTrees { ordering: ordering.clone(), ..random("2", "1..3") };
        for chart in charts(Spec { random: Some(random), algorithm, trees: 3, ..spec("2", "2") }) {
            let looks: Vec<_> = chart.curves.iter().map(|curve| curve_look(&chart, curve.kind)).collect();
            for (index, look) in looks.iter().enumerate() {
                assert!(!looks[..index].contains(look), "{}: {:?}", chart.name, chart.curves);
            }
        }
    }
}

#[test]
fn the_caption_names_what_has_no_place_on_the_axis() {
    let caption = |against, random| {
        let view = View { against: Some(against), ..evaluations() };
        charts(Spec { random: Some(random), chart: vec![view], ..spec("2", "2") }).remove(0).caption
    };
    let ordering = ["worst-first", "random", "best-first"].map(|ordering| ordering.parse().unwrap()).to_vec();
    let by_ordering = caption(Against::Ordering, RandomTrees { ordering: ordering.clone(), ..random("3", "3") });
    assert!(by_ordering.contains("Not shown, since they have no place on this axis: worst-first."), "{by_ordering}");
    let leaves = ["continuous", "integers:2", "integers:9"].map(|law| law.parse().unwrap()).to_vec();
    let by_values = caption(Against::Values, RandomTrees { leaves, ..random("3", "3") });
    assert!(by_values.contains("no place on this axis: continuous."), "{by_values}");
    let by_depth = caption(Against::Depth, RandomTrees { ordering, ..random("3", "2..3") });
    assert!(!by_depth.contains("no place"), "{by_depth}");
}

#[test]
fn a_chart_that_would_be_empty_is_refused_with_a_remedy() {
    let refused = |spec: Spec, view: View| Spec { chart: vec![view], ..spec }.sweep().unwrap_err().to_string();
    let of = |id: &str| View::of(id.parse().unwrap());
    let full = || spec("2", "2..3");
    assert!(
        refused(full(), of("seconds"))
            .ends_with("shows seconds, which the sweep does not measure; add --time, or time = true to the file")
    );
    assert!(refused(full(), of("peak_heap_bytes")).contains("add --memory"));
    let alpha_beta = Spec { algorithm: vec![Algorithm::ALPHA_BETA], ..full() };
    assert!(refused(alpha_beta.clone(), of("table_hits")).contains("such as tail-recursive-memo"));
    assert!(refused(alpha_beta.clone(), of("nodes_built")).contains("such as lazy-minimax"));
    let share = View { scale: Scale::Share, ..of("evaluations") };
    let connect4 = Spec { random: None, games: vec![games("connect4", "1..2")], ..alpha_beta };
    assert!(refused(connect4.clone(), share.clone()).contains("add one, such as minimax"));
    let growth = View { scale: Scale::BranchingFactor, ..of("evaluations") };
    assert!(refused(spec("2", "0"), growth.clone()).contains("add a depth"));
    // With what the remedies say, they are drawn.
    let with_minimax = Spec { algorithm: vec![Algorithm::MINIMAX, Algorithm::ALPHA_BETA], ..connect4 };
    for (spec, view) in
        [(Spec { time: true, ..full() }, of("seconds")), (with_minimax, share), (spec("2", "0..1"), growth)]
    {
        assert_eq!(charts(Spec { chart: vec![view], ..spec }).len(), 1);
    }
}

#[test]
fn games_have_charts_against_depth_in_addition_to_those_of_random_trees() {
    let spec = Spec {
        games: vec![games("tictactoe", "1..4"), games("nim:1,2", "1..3")],
        chart: vec![View { scale: Scale::Share, ..evaluations() }],
        algorithm: vec![Algorithm::MINIMAX, Algorithm::ALPHA_BETA],
        ..spec("2..6", "2..3")
    };
    let charts = charts(spec.clone());
    let names: Vec<&str> = charts.iter().map(|chart| chart.name.as_str()).collect();
    let by_branching = ["d2", "d3"].map(|depth| format!("evaluations-share-by-branching-continuous-{depth}"));
    assert_eq!(names[..2], by_branching);
    let by_depth = ["b2", "b3", "b4", "b5", "b6"].map(|branching| format!("evaluations-share-continuous-{branching}"));
    assert_eq!(names[2..7], by_depth);
    assert_eq!(names[7..], ["evaluations-share-tictactoe", "evaluations-share-nim-1-2"]);
    let game = &charts[7];
    assert_eq!(game.title, "Evaluations, share of all leaves: Tic-tac-toe");
    assert!(game.caption.contains("one run per point") && !game.caption.contains("seed"), "{}", game.caption);
    assert!(game.curves.is_empty());
    let points: Vec<(f64, f64)> = game.series[0].means.iter().map(|mean| (mean.x, mean.y)).collect();
    assert_eq!(points, [1.0, 2.0, 3.0, 4.0].map(|depth| (depth, 1.0)));
    let one = View { game: Some("nim:1,2".parse().unwrap()), ..evaluations() };
    let charts = running::charts(Spec { chart: vec![one], ..spec });
    assert_eq!(charts.iter().map(|chart| chart.name.as_str()).collect::<Vec<_>>(), ["evaluations-nim-1-2"]);
}

#[test]
fn of_very_many_charts_the_first_hundred_are_drawn_and_the_rest_are_counted() {
    let random = Some(RandomTrees { ordering: vec!["random".parse().unwrap()], ..random("1..11", "0..10") });
    let spec = Spec { random, trees: 1, budget: Budget::Evaluations(10), ..spec("2", "2") };
    let each = |depth| View { against: Some(Against::Values), depth: Some(depth), ..evaluations() };
    let random = spec.random.clone().map(|random| RandomTrees { leaves: vec![Leaves::Integers(2)], ..random });
    let (sweep, results) = run(Spec { random, chart: (0..=10).map(each).collect(), ..spec });
    let charts = of_sweep(&sweep, &results);
    assert_eq!(charts.len(), 121);
    let (drawn, left_out) = plyscope::chart::drawn(&charts);
    assert_eq!((drawn.len(), left_out), (100, 21));
    let report = Report::new(&sweep, &results, &charts, &[]).markdown();
    assert!(report.contains("21 charts are not drawn") && report.matches(".svg)").count() == 100, "{report}");
}

#[test]
fn every_preset_is_a_sweep_and_has_a_small_chart() {
    for preset in Preset::ALL {
        let spec = preset.spec().unwrap();
        spec.clone().sweep().unwrap();
        assert!(!preset.name().is_empty() && !preset.summary().is_empty());
        let lines = preset.preview();
        assert!(lines.len() >= 2, "{}", preset.id());
        for line in lines {
            assert!(spec.algorithm.contains(&line.algorithm) && line.points.len() >= 3, "{}: {line:?}", preset.id());
        }
    }
}

#[test]
fn a_small_chart_is_the_first_of_its_preset_on_eight_trees() {
    let preset = Preset::Newborn;
    let charts = charts(Spec { trees: 8, ..preset.spec().unwrap() });
    let lines = preset.preview();
    assert_eq!(lines.len(), charts[0].series.len());
    for (line, series) in lines.iter().zip(&charts[0].series) {
        let means: Vec<String> = series.means.iter().map(|mean| format!("{} {:.4e}", mean.x, mean.y)).collect();
        let points: Vec<String> = line.points.iter().map(|point| format!("{} {:.4e}", point.0, point.1)).collect();
        assert_eq!((line.algorithm, points), (series.algorithms[0], means));
    }
}
