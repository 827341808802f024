//! Colours with different meanings are distinguishable, also for readers with one of the three common colour-vision deficiencies.
//!
//! Deficiencies are simulated with the matrices of Machado, Oliveira and Fernandes (2009) at full severity, in linear RGB; distances are those
//! of CIE Lab (1976), in which one is about the smallest difference that is visible side by side.

use std::collections::HashSet;

use plyscope::draw::{Cells, Fill, Ink, Look, Palette, Rect, Rgb, Shares, pos2};

/// The minimum distance of colours with different meanings.
const APART: f64 = 14.0;
/// The minimum distance of two kinds of pruning, of which most readers need only one.
const SHADES_APART: f64 = 12.0;
/// The contrasts that WCAG 2 requires for graphics and for text.
const CONTRAST: (f64, f64) = (3.0, 4.5);

const SIGHTS: [(&str, [[f64; 3]; 3]); 4] = [
    ("common sight", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    ),
    (
        "deuteranopia",
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    ),
    (
        "tritanopia",
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ),
];

const PALETTES: [Palette; 4] = [Palette::Light, Palette::Dark, Palette::Grey, Palette::BlackAndWhite];

const LOOKS: [Look; 11] = [
    Look::Unsearched,
    Look::Evaluated,
    Look::Visited,
    Look::Pruned,
    Look::PrunedDeep,
    Look::LeftOut,
    Look::Open,
    Look::Ahead,
    Look::Both,
    Look::FirstOnly,
    Look::SecondOnly,
];

/// Inks that are adjacent in a picture.
const TOGETHER: [&[Ink]; 6] = [
    // Outlines and strokes.
    &[Ink::Evaluated, Ink::Visited, Ink::Pruned, Ink::Line, Ink::Cutoff, Ink::Step],
    // The insides of nodes, and strokes next to them.
    &[Ink::Evaluated, Ink::VisitedFill, Ink::Pruned, Ink::Line, Ink::Cutoff],
    // Areas of nodes.
    &[Ink::Evaluated, Ink::VisitedArea, Ink::PrunedFill, Ink::AheadFill],
    &[Ink::Evaluated, Ink::VisitedArea, Ink::PrunedDeepFill, Ink::AheadFill],
    &[Ink::Evaluated, Ink::VisitedArea, Ink::PrunedFill, Ink::LeftOutFill],
    // Areas of two searches.
    &[Ink::Both, Ink::FirstOnly, Ink::SecondOnly, Ink::PrunedFill],
];

fn linear(Rgb(red, green, blue): Rgb) -> [f64; 3] {
    [red, green, blue].map(|channel| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(matrix: [[f64; 3]; 3], colour: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
}

fn lab(colour: [f64; 3]) -> [f64; 3] {
    let [x, y, z] = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], colour);
    let [x, y, z] = [x / 0.950_47, y, z / 1.088_83]
        .map(|t| if t > 216.0 / 24_389.0 { t.cbrt() } else { (24_389.0 / 27.0 * t + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(sight: [[f64; 3]; 3], a: Rgb, b: Rgb) -> f64 {
    let [a, b] = [a, b].map(|colour| lab(times(sight, linear(colour))));
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn stay_apart(palette: Palette, a: Ink, b: Ink, least: f64) {
    for (name, sight) in SIGHTS {
        let apart = distance(sight, palette.color(a), palette.color(b));
        assert!(apart >= least, "{palette:?}: {a:?} and {b:?} are {apart:.1} apart under {name}");
    }
}

#[test]
fn colours_with_different_meanings_are_distinguishable_with_every_deficiency() {
    for palette in [Palette::Light, Palette::Dark] {
        for inks in TOGETHER {
            for (index, &a) in inks.iter().enumerate() {
                inks[index + 1..].iter().for_each(|&b| stay_apart(palette, a, b, APART));
            }
        }
        stay_apart(palette, Ink::PrunedFill, Ink::PrunedDeepFill, SHADES_APART);
    }
}

#[test]
fn greys_of_areas_are_distinguishable() {
    let of_one =
        [Ink::Evaluated, Ink::VisitedArea, Ink::PrunedDeepFill, Ink::PrunedFill, Ink::LeftOutFill, Ink::AheadFill];
    let of_two = [Ink::FirstOnly, Ink::SecondOnly, Ink::Both, Ink::PrunedFill];
    for pair in of_one.windows(2).chain(of_two.windows(2)) {
        stay_apart(Palette::Grey, pair[0], pair[1], SHADES_APART);
    }
}

#[test]
fn each_look_has_its_own_pattern_in_black_and_white() {
    let together = [
        &[Look::Evaluated, Look::Visited, Look::Pruned, Look::PrunedDeep, Look::LeftOut, Look::Ahead][..],
        &[Look::Both, Look::FirstOnly, Look::SecondOnly, Look::Pruned, Look::Ahead],
    ];
    for looks in together {
        let fills: HashSet<Fill> = looks.iter().map(|look| Palette::BlackAndWhite.fill(look.area())).collect();
        assert_eq!(fills.len(), looks.len(), "{fills:?}");
    }
}

#[test]
fn areas_of_every_look_contrast_with_the_background_by_themselves_or_by_their_outline() {
    for palette in PALETTES {
        for look in LOOKS {
            let is_patterned = matches!(palette.fill(look.area()), Fill::Hatched(_));
            let contrast = palette.color(look.rim().unwrap_or(look.area())).contrast(palette.color(Ink::Background));
            assert!(is_patterned || contrast >= CONTRAST.0, "{palette:?}: {look:?} has a contrast of {contrast:.2}");
        }
    }
}

#[test]
fn cells_not_reached_yet_are_a_tint_with_a_line_below_it_and_pruned_cells_are_not() {
    let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(4.0, 10.0));
    let [pruned, ahead] = [Look::Pruned, Look::Ahead].map(Shares::all);
    let cells = Cells { rect, shares: vec![pruned, pruned, ahead, ahead] };
    for palette in PALETTES {
        let areas: Vec<(Rect, Fill)> = cells.areas(palette);
        let [(left, pruned), (right, tint), (line, ink)] = areas[..] else { panic!("{palette:?}: {areas:?}") };
        assert!(pruned != tint && ink == Fill::Solid(palette.color(Ink::Ahead)), "{palette:?}: {areas:?}");
        assert_eq!([left.right(), right.left(), line.left(), line.right()], [2.0, 2.0, 2.0, 4.0]);
        assert!(line.bottom() == 10.0 && line.height() <= 1.0);
    }
}

#[test]
fn meaningful_colours_contrast_with_the_background() {
    let inks = [
        Ink::Edge,
        Ink::Evaluated,
        Ink::Visited,
        Ink::VisitedArea,
        Ink::Pruned,
        Ink::Line,
        Ink::Cutoff,
        Ink::Step,
        Ink::Ahead,
        Ink::Both,
        Ink::FirstOnly,
        Ink::SecondOnly,
        Ink::Selected,
    ];
    for palette in PALETTES {
        for ink in inks {
            let contrast = palette.color(ink).contrast(palette.color(Ink::Background));
            assert!(contrast >= CONTRAST.0, "{palette:?}: {ink:?} has a contrast of {contrast:.2}");
        }
    }
}

#[test]
fn texts_are_readable_on_their_backgrounds() {
    let pairs = [
        (Ink::Text, Ink::Background),
        (Ink::Text, Ink::Fill),
        (Ink::Text, Ink::VisitedFill),
        (Ink::Text, Ink::StepFill),
        (Ink::FaintText, Ink::Background),
        (Ink::Step, Ink::Background),
    ];
    let in_nodes = LOOKS.map(|look| (look.text(), look.fill()));
    let on_areas = LOOKS.map(|look| (look.text_on_area(), look.area()));
    for palette in [Palette::Light, Palette::Dark, Palette::Grey] {
        for &(text, ground) in pairs.iter().chain(&in_nodes).chain(&on_areas) {
            let contrast = palette.color(text).contrast(palette.color(ground));
            assert!(contrast >= CONTRAST.1, "{palette:?}: {text:?} on {ground:?} has a contrast of {contrast:.2}");
        }
    }
}
