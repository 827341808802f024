//! The looks of algorithms in charts: told apart with colours, by colour-blind eyes, and in black and white.

use std::collections::BTreeMap;

use plyscope::chart::{Look, Page, latex, look, looks, svg};
use plyscope::experiment::sweep::{Measure, Spec, View};
use plyscope::search::Algorithm;
use plyscope::search::catalogue::{ENTRIES, Mark};

use crate::running::{self, charts};

/// Red, green and blue from 0 to 255.
type Rgb = [u8; 3];
/// What an eye sees of red, green and blue light.
type Eye = [[f64; 3]; 3];

const SOUND: Eye = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// Eyes without one kind of cone, after Machado, Oliveira & Fernandes (2009): protanopia, deuteranopia and tritanopia.
const COLOUR_BLIND: [Eye; 3] = [
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
];

/// The least distance of the colours of two families in CIELAB, for sound and for colour-blind eyes.
const APART: [f64; 2] = [40.0, 20.0];
/// The least contrast of a line with its ground.
const CONTRAST: f64 = 3.0;
/// Paper, and the panels and plots of both themes.
const LIGHT: [Rgb; 2] = [[0xFF, 0xFF, 0xFF], [0xF4, 0xF5, 0xF7]];
const DARK: [Rgb; 2] = [[0x15, 0x17, 0x1B], [0x1E, 0x21, 0x26]];

fn linear(colour: Rgb) -> [f64; 3] {
    colour.map(|channel| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(rows: Eye, light: [f64; 3]) -> [f64; 3] {
    rows.map(|row| row.iter().zip(light).map(|(one, other)| one * other).sum())
}

fn contrast(one: Rgb, other: Rgb) -> f64 {
    let [one, other] = [one, other].map(|colour| times([[0.2126, 0.7152, 0.0722]; 3], linear(colour))[0] + 0.05);
    one.max(other) / one.min(other)
}

fn lab(colour: Rgb, eye: Eye) -> [f64; 3] {
    let seen = times(eye, linear(colour)).map(|channel| channel.clamp(0.0, 1.0));
    let xyz = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], seen);
    let [x, y, z] = [xyz[0] / 0.950_47, xyz[1], xyz[2] / 1.088_83]
        .map(|share| if share > 216.0 / 24_389.0 { share.cbrt() } else { (24_389.0 / 27.0 * share + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(one: Rgb, other: Rgb, eye: Eye) -> f64 {
    let [one, other] = [lab(one, eye), lab(other, eye)];
    one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// The colours of the families, with the ids of their members.
fn families() -> BTreeMap<Rgb, Vec<&'static str>> {
    let mut families: BTreeMap<Rgb, Vec<&'static str>> = BTreeMap::new();
    for entry in ENTRIES {
        families.entry(entry.look.colour).or_default().push(entry.id);
    }
    families
}

#[test]
fn no_two_algorithms_have_the_same_mark_and_dash_and_those_of_a_family_share_neither() {
    for (index, one) in ENTRIES.iter().enumerate() {
        for other in &ENTRIES[..index] {
            let (mark, dash) = (one.look.mark == other.look.mark, one.look.dash == other.look.dash);
            let are_kin = one.look.colour == other.look.colour;
            assert!(!(mark && dash), "{} and {} look alike in black and white", one.id, other.id);
            assert!(!(are_kin && (mark || dash)), "{} and {} of one family share mark or dash", one.id, other.id);
        }
    }
}

#[test]
fn families_have_colours_that_are_apart_for_sound_and_for_colour_blind_eyes() {
    let families = families();
    assert!((8..=10).contains(&families.len()), "{families:?}");
    for family in ["lazy-minimax lazy-alpha-beta pipeline", "star1 star2 expectiminimax", "mtd-f sss-star dual-star"] {
        let is_in = |members: &Vec<&str>| family.split(' ').all(|id| members.contains(&id));
        assert!(families.values().any(is_in), "{family} share a colour");
    }
    // Black is the ink of the text, which is light in the dark theme.
    let inks: [(Rgb, &str); 2] = [([0; 3], "ink"), ([0xE8, 0xEA, 0xED], "light ink")];
    let coloured: Vec<(Rgb, &str)> =
        families.iter().filter(|(colour, _)| **colour != [0; 3]).map(|(colour, ids)| (*colour, ids[0])).collect();
    for (index, &(colour, id)) in coloured.iter().enumerate() {
        for &(other, than) in coloured[..index].iter().chain(&inks) {
            let eyes = [(SOUND, APART[0])].into_iter().chain(COLOUR_BLIND.map(|eye| (eye, APART[1])));
            for (eye, least) in eyes {
                let distance = distance(colour, other, eye);
                assert!(distance >= least, "{id} and {than} are {distance:.1} apart, less than {least}: {eye:?}");
            }
        }
    }
}

#[test]
fn lines_contrast_with_paper_and_with_both_themes() {
    for (colour, ids) in families() {
        let grounds = LIGHT.iter().chain(DARK.iter().filter(|_| colour != [0; 3]));
        for &ground in grounds {
            let contrast = contrast(colour, ground);
            assert!(contrast >= CONTRAST, "{ids:?} on {ground:?}: {contrast:.2}");
        }
    }
}

/// A chart of all algorithms and of one with three settings.
fn everything() -> plyscope::chart::Chart {
    let mut algorithm = Algorithm::ALL.to_vec();
    algorithm.extend(["aspiration=40", "aspiration=3"].map(|text| text.parse::<Algorithm>().unwrap()));
    let chart = vec![View::of(Measure::evaluations())];
    let spec = Spec { algorithm, trees: 8, chart, ..running::spec("3", "2..4") };
    charts(spec).remove(0)
}

#[test]
fn no_two_series_of_a_chart_look_the_same_also_not_two_settings_of_an_algorithm() {
    let chart = everything();
    let looks: Vec<Look> = looks(&chart);
    assert!(looks.len() > 8, "{}", looks.len());
    for (index, look) in looks.iter().enumerate() {
        assert!(!looks[..index].contains(look), "{}", chart.series[index].name());
    }
    assert_eq!(looks[0], look(chart.series[0].algorithms[0]));
}

#[test]
fn legends_list_the_series_as_their_right_ends_stand() {
    let chart = everything();
    let mut ends: Vec<(f64, String)> =
        chart.series.iter().map(|series| (series.means.last().unwrap().y, series.name())).collect();
    ends.sort_by(|one, other| other.0.total_cmp(&one.0));
    let text = latex(&chart, &Page::default()).unwrap();
    let entries: Vec<&str> = text.lines().filter(|line| line.starts_with("\\addlegendentry")).collect();
    assert_eq!(entries.len(), chart.series.len() + chart.curves.len());
    let drawn = svg(&chart, &Page::default()).unwrap();
    let mut last = 0;
    for ((_, name), entry) in ends.iter().zip(entries) {
        let name = name.split(", ").next().unwrap();
        assert!(entry.contains(&format!("{{{name}")) || name.contains(['*', '−', '∞']), "{entry}: {name}");
        let place = drawn[last..].find(&format!(">\n{name}"));
        assert!(place.is_some(), "{name} is not after those above it");
        last += place.unwrap();
    }
}

#[test]
fn every_mark_is_in_the_list_of_marks_once() {
    for entry in ENTRIES {
        assert_eq!(Mark::ALL.iter().filter(|mark| **mark == entry.look.mark).count(), 1);
    }
}
