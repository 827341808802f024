//! `plyscope chart`: a chart of a sweep in the size and with the words of a paper.

use std::fs;
use std::path::Path;
use std::process::Output;

use plyscope::chart::{PageSize, spec_of};
use plyscope::experiment::sweep::{Scale, View};
use plyscope::search::Algorithm;
use proptest::prelude::*;

use crate::store::{program, tables};

/// Runs a sweep in a folder named `sweep`.
fn swept(directory: &Path) {
    let arguments = ["sweep", "-b", "2..3", "-d", "1..3", "--trees", "3", "-a", "minimax,alpha-beta", "-o", "sweep"];
    let output = program().args(arguments).current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn drawn(directory: &Path, arguments: &[&str]) -> Output {
    program().args(["chart", "sweep"]).args(arguments).current_dir(directory).output().unwrap()
}

fn refused(directory: &Path, arguments: &[&str]) -> String {
    let output = drawn(directory, arguments);
    assert!(!output.status.success(), "{arguments:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

/// A chart that was drawn.
fn chart(directory: &Path, arguments: &[&str], file: &str) -> String {
    let output = drawn(directory, &[arguments, &["-o", file]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&fs::read(directory.join(file)).unwrap()).into_owned()
}

/// The length of an attribute of the first tag of an SVG, in millimetres.
fn millimetres(svg: &str, attribute: &str) -> f64 {
    let rest = &svg[svg.find(&format!("{attribute}=\"")).unwrap() + attribute.len() + 2..];
    rest[..rest.find("mm\"").unwrap()].parse().unwrap()
}

#[test]
fn a_chart_has_the_size_and_the_words_that_are_wanted() {
    let directory = tempfile::tempdir().unwrap();
    swept(directory.path());
    let before = tables(&directory.path().join("sweep"));
    let chart = |arguments: &[&str], file: &str| chart(directory.path(), &[&["-b", "3"], arguments].concat(), file);
    let usual = chart(&[], "usual.svg");
    let column = chart(&["--width", "85", "--font-size", "8"], "column.svg");
    assert_eq!([&usual, &column].map(|svg| millimetres(svg, "width")), [152.4, 85.0]);
    for words in ["Evaluations: continuous leaves, b = 3", "Theory: minimum, alpha-beta", "seeds 1 to 3"] {
        assert!(usual.contains(words) && column.contains(words), "{words}");
    }
    let bare = chart(&["--no-title", "--no-legend", "--no-caption"], "bare.svg");
    let texts = &bare[bare.find("</metadata>").unwrap()..];
    for words in ["Evaluations: continuous", "Theory: minimum", "seeds 1 to 3"] {
        assert!(!texts.contains(words), "{words}");
    }
    assert!(texts.contains("Depth (plies)") && millimetres(&bare, "height") < millimetres(&usual, "height"));
    let wide = chart(&["--width", "170"], "wide.pdf");
    assert!(wide.contains("/MediaBox [0 0 481."), "170 mm are 481.9 points");
    assert!(chart(&["--width", "85", "--no-legend"], "column.tex").contains("width=85.0mm"));
    assert!(!chart(&["--width", "85", "--no-legend"], "bare.tex").contains("legendentry"));
    assert_eq!(tables(&directory.path().join("sweep")), before);
}

#[test]
fn a_chart_shows_what_was_chosen_and_restores_its_sweep() {
    let directory = tempfile::tempdir().unwrap();
    swept(directory.path());
    let numbers = |arguments: &[&str], file: &str| {
        let text = chart(directory.path(), arguments, file);
        text.lines().map(str::to_string).collect::<Vec<String>>()
    };
    let of_depth = numbers(&["-d", "2"], "depth.csv");
    assert_eq!(of_depth.len(), 1 + 2, "a row for each branching: {of_depth:?}");
    let one = numbers(&["-b", "2", "-a", "alpha-beta", "--scale", "share"], "one.csv");
    assert!(one[0].contains("Alpha-beta") && !one[0].contains("Minimax"), "{}", one[0]);
    assert_eq!(one.len(), 1 + 3, "a row for each depth: {one:?}");
    let by_nodes = chart(directory.path(), &["-b", "2", "-m", "visited_nodes"], "nodes.svg");
    assert!(by_nodes.contains("Visited nodes"));

    let ratio = ["-b", "2", "-a", "alpha-beta", "--scale", "ratio:minimax", "--linear", "-o", "ratio.pdf"];
    assert!(drawn(directory.path(), &ratio).status.success());
    let spec = spec_of(&fs::read(directory.path().join("ratio.pdf")).unwrap()).unwrap();
    assert_eq!(spec.algorithm, [Algorithm::MINIMAX, Algorithm::ALPHA_BETA]);
    let [View { algorithm, scale, branching, linear, .. }] = &spec.chart[..] else { panic!("{:?}", spec.chart) };
    assert_eq!((&algorithm[..], *scale), (&[Algorithm::ALPHA_BETA][..], Scale::Ratio(Algorithm::MINIMAX)));
    assert_eq!((*branching, *linear), (Some(2), true));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_remedy() {
    let directory = tempfile::tempdir().unwrap();
    swept(directory.path());
    let cases: [(&[&str], &str); 11] = [
        (&["-o", "a.svg"], "there are 5 such charts (evaluations-b2, evaluations-b3, "),
        (&["-b", "2", "-o", "a.gif"], "unknown chart format; write a name that ends in .svg, .png, .pdf, .csv or .tex"),
        (&["-b", "2", "-o", "a"], "unknown chart format"),
        (&["-b", "2", "-o", "a.svg", "--dpi", "100"], "--dpi does not apply to SVG; remove it"),
        (&["-b", "2", "-o", "a.tex", "--font-size", "8"], "--font-size does not apply to LaTeX"),
        (&["-b", "2", "-o", "a.csv", "--width", "85"], "--width does not apply to CSV"),
        (
            &["-b", "2", "-o", "a.svg", "--width", "85", "--font-size", "9"],
            "choose at most 8.6 points, or at least 89 mm",
        ),
        (&["-b", "9", "-o", "a.svg"], "shows no tree of the sweep"),
        (&["-b", "2", "-o", "a.svg", "-m", "seconds"], "add --time, or time = true to the file"),
        (&["-b", "2", "-o", "a.svg", "-a", "mtd-f"], "shows mtd-f, which the sweep does not run"),
        (&["-b", "2", "-o", "a.svg", "-a", "threshold"], "sweeps do not run threshold tests"),
    ];
    for (arguments, said) in cases {
        let message = refused(directory.path(), arguments);
        assert!(message.contains(said), "{arguments:?}: {message}");
    }
    fs::write(directory.path().join("a.svg"), "mine").unwrap();
    assert!(refused(directory.path(), &["-b", "2", "-o", "a.svg"]).contains("already exists"));
    assert_eq!(fs::read_to_string(directory.path().join("a.svg")).unwrap(), "mine");
    assert!(chart(directory.path(), &["-b", "2", "--force"], "a.svg").starts_with("<svg"));
}

#[test]
fn axes_of_a_sweep_without_its_charts_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    for flags in [&["--scale", "share"][..], &["--against", "depth"], &["--linear"], &["--points"]] {
        let sweep = ["sweep", "-b", "2", "-d", "2", "-o", "sweep"];
        let output = program().args(sweep).args(flags).current_dir(directory.path()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = format!("{0} applies to the charts of --chart; add it, or remove {0}", flags[0]);
        assert!(said.contains(&expected) && !directory.path().join("sweep").exists(), "{said}");
    }
}

proptest! {
    /// The sizes that a refusal names fit.
    #[test]
    fn a_refusal_names_sizes_that_fit(width in 20.0..300.0_f64, font_size in 3.0..72.0_f64) {
        let Err(error) = PageSize::new(width, Some(font_size)) else { return Ok(()) };
        let said = error.to_string();
        let number = |before: &str| -> f64 {
            let rest = &said[said.find(before).unwrap() + before.len()..];
            rest[..rest.find(' ').unwrap()].parse().unwrap()
        };
        if said.contains("at most ") {
            let points = number("at most ");
            prop_assert!(points >= 3.0 && PageSize::new(width, Some(points)).is_ok(), "{said}");
        }
        prop_assert!(said.contains("at most ") || PageSize::new(width, Some(3.0)).is_err(), "{said}");
        prop_assert!(PageSize::new(number("at least "), Some(font_size)).is_ok(), "{said}");
        prop_assert!(PageSize::new(width, None).is_ok());
        for impossible in [0.0, -width, f64::NAN, f64::INFINITY] {
            prop_assert!(PageSize::new(impossible, None).is_err());
            prop_assert!(PageSize::new(1e6, Some(impossible)).is_err());
        }
    }
}
