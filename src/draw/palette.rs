//! The colours of inks: light and dark on the screen, and colour, grey, and black and white on paper.

use std::fmt;

use super::{Ink, Shares};

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour `0xRRGGBB`.
    const fn hex(code: u32) -> Rgb {
        Rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// The relative luminance of WCAG 2, from 0 to 1.
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast of two colours by WCAG 2, from 1 to 21.
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// `#rrggbb`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// How an area is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// With a colour.
    Solid(Rgb),
    /// With black lines or dots on white.
    Hatched(Hatch),
}

/// A pattern of black on white.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hatch {
    /// Slanted lines close to each other.
    Dense,
    /// Slanted lines far from each other.
    Sparse,
    /// Slanted lines in both directions.
    Crossed,
    /// Vertical lines.
    Upright,
    /// Horizontal lines.
    Flat,
    /// Dots.
    Dots,
}

/// The set of colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Palette {
    /// On a white background, for screen and paper.
    #[default]
    Light,
    /// On a dark background, for the screen.
    Dark,
    /// Greys on a white background.
    Grey,
    /// Black on white. Outlines, dashes and hatching take the place of colours.
    BlackAndWhite,
}

impl Palette {
    /// The colour of an ink. The hues are those of Okabe and Ito, adjusted until they contrast with the background.
    pub fn color(self, ink: Ink) -> Rgb {
        Rgb::hex(match self {
            Palette::Light => light(ink),
            Palette::Dark => dark(ink),
            Palette::Grey => grey(ink),
            Palette::BlackAndWhite => black_and_white(ink),
        })
    }

    /// The fill of an area with an ink.
    pub fn fill(self, ink: Ink) -> Fill {
        if self != Palette::BlackAndWhite {
            return Fill::Solid(self.color(ink));
        }
        match ink {
            Ink::VisitedFill | Ink::LeftOutFill => Fill::Hatched(Hatch::Sparse),
            Ink::VisitedArea | Ink::Both => Fill::Hatched(Hatch::Dense),
            Ink::FirstOnly => Fill::Hatched(Hatch::Crossed),
            Ink::SecondOnly => Fill::Hatched(Hatch::Upright),
            Ink::PrunedDeepFill => Fill::Hatched(Hatch::Flat),
            Ink::PrunedFill | Ink::DarkSquare => Fill::Hatched(Hatch::Dots),
            _ => Fill::Solid(self.color(ink)),
        }
    }

    /// The fill of a cell: the mixture of the colours of its nodes. If colours cannot be mixed, each cell of a row
    /// has the pattern of one look, and their frequencies are the shares.
    pub fn fill_of_cell(self, shares: Shares, cell: usize) -> Fill {
        if self != Palette::BlackAndWhite {
            return Fill::Solid(self.mix(shares));
        }
        // Multiples of the golden ratio are evenly distributed between 0 and 1.
        let mut left = (cell as f64 * 0.618_033_988_75).fract() as f32;
        let mut fill = Fill::Solid(self.color(Ink::Background));
        for (look, share) in shares.looks() {
            fill = self.fill(look.area());
            if left < share {
                break;
            }
            left -= share;
        }
        fill
    }

    /// The colour of a cell.
    pub fn mix(self, shares: Shares) -> Rgb {
        let ground = self.color(Ink::Background);
        let mut sum = [0.0; 3];
        let mut left = 1.0;
        for (look, share) in shares.looks() {
            let Rgb(r, g, b) = self.color(look.area());
            left -= share;
            sum = [sum[0] + share * f32::from(r), sum[1] + share * f32::from(g), sum[2] + share * f32::from(b)];
        }
        let channel = |sum: f32, ground: u8| (sum + left.max(0.0) * f32::from(ground)).round().clamp(0.0, 255.0) as u8;
        Rgb(channel(sum[0], ground.0), channel(sum[1], ground.1), channel(sum[2], ground.2))
    }
}

fn light(ink: Ink) -> u32 {
    match ink {
        Ink::Background | Ink::OnEvaluated | Ink::White | Ink::OnDifference => 0xFF_FF_FF,
        Ink::Text | Ink::Selected | Ink::OnVisitedArea => 0x1B_1E_23,
        Ink::FaintText => 0x5B_62_6C,
        Ink::Edge => 0x7A_82_8C,
        Ink::Fill => 0xEE_F0_F2,
        Ink::Evaluated | Ink::LineRim => 0x00_4F_89,
        Ink::Visited => 0x3F_70_B5,
        Ink::VisitedFill => 0xC4_E1_F4,
        Ink::VisitedArea => 0x5E_93_C8,
        Ink::Pruned => 0x78_7F_89,
        Ink::PrunedFill => 0x95_93_8E,
        Ink::PrunedDeepFill => 0x6E_6C_69,
        Ink::LeftOutFill => 0xCE_CC_C8,
        Ink::Line => 0xC8_50_0A,
        Ink::Cutoff => 0x86_02_57,
        Ink::Step => 0x00_70_3C,
        Ink::StepFill => 0xD3_F0_E6,
        Ink::Ahead => 0x8A_90_98,
        Ink::AheadFill => 0xEE_F0_F3,
        Ink::Both => 0x5D_69_79,
        Ink::FirstOnly => 0xC0_4F_00,
        Ink::SecondOnly => 0x00_7F_5B,
        Ink::Warning => 0xF0_E4_42,
        Ink::LightSquare => 0xD9_DE_E5,
        Ink::DarkSquare => 0x93_A3_B5,
        Ink::Wall => 0xBC_C0_C5,
        Ink::Black => 0x10_12_18,
    }
}

fn dark(ink: Ink) -> u32 {
    match ink {
        Ink::Background => 0x15_17_1B,
        Ink::Text | Ink::OnVisitedArea => 0xE8_EA_ED,
        Ink::FaintText => 0x9F_A6_B0,
        Ink::Edge => 0x7C_84_8E,
        Ink::Fill => 0x2A_2E_35,
        Ink::Evaluated | Ink::LineRim => 0x95_D3_FC,
        Ink::OnEvaluated | Ink::OnDifference => 0x08_14_1C,
        Ink::Visited => 0x3E_7A_B0,
        Ink::VisitedFill => 0x1F_44_5E,
        Ink::VisitedArea => 0x36_6E_96,
        Ink::Pruned => 0x83_8A_95,
        Ink::PrunedFill => 0x67_65_63,
        Ink::PrunedDeepFill => 0x8E_8C_89,
        Ink::LeftOutFill => 0x40_3F_3D,
        Ink::Line => 0xFB_B1_2D,
        Ink::Cutoff => 0xFF_88_C8,
        Ink::Step => 0x2B_C7_98,
        Ink::StepFill => 0x12_40_34,
        Ink::Ahead => 0x6A_72_7C,
        Ink::AheadFill => 0x22_26_2C,
        Ink::Both => 0x9A_A3_B2,
        Ink::FirstOnly => 0xF0_8B_3E,
        Ink::SecondOnly => 0x2B_C7_9A,
        Ink::Warning => 0xF0_E4_42,
        Ink::Selected | Ink::White => 0xFF_FF_FF,
        Ink::LightSquare => 0xD9_DE_E5,
        Ink::DarkSquare => 0x93_A3_B5,
        Ink::Wall => 0x4A_50_58,
        Ink::Black => 0x10_12_18,
    }
}

fn grey(ink: Ink) -> u32 {
    match ink {
        Ink::Background
        | Ink::OnEvaluated
        | Ink::OnVisitedArea
        | Ink::White
        | Ink::OnDifference
        | Ink::LineRim
        | Ink::Warning => 0xFF_FF_FF,
        Ink::Text | Ink::Selected | Ink::Black | Ink::Line | Ink::Cutoff | Ink::Step | Ink::FirstOnly => 0x00_00_00,
        Ink::FaintText => 0x55_55_55,
        Ink::Edge | Ink::Ahead => 0x80_80_80,
        Ink::Fill | Ink::AheadFill => 0xEE_EE_EE,
        Ink::Evaluated => 0x1C_1C_1C,
        Ink::Visited => 0x50_50_50,
        Ink::VisitedFill | Ink::StepFill => 0xD5_D5_D5,
        Ink::VisitedArea => 0x48_48_48,
        Ink::Pruned => 0x85_85_85,
        Ink::PrunedFill => 0x92_92_92,
        Ink::PrunedDeepFill | Ink::Both => 0x6E_6E_6E,
        Ink::LeftOutFill => 0xC0_C0_C0,
        Ink::SecondOnly => 0x40_40_40,
        Ink::LightSquare => 0xE2_E2_E2,
        Ink::DarkSquare => 0xA8_A8_A8,
        Ink::Wall => 0xBC_BC_BC,
    }
}

fn black_and_white(ink: Ink) -> u32 {
    match ink {
        Ink::Background
        | Ink::OnEvaluated
        | Ink::White
        | Ink::Fill
        | Ink::VisitedFill
        | Ink::StepFill
        | Ink::PrunedFill
        | Ink::PrunedDeepFill
        | Ink::LeftOutFill
        | Ink::AheadFill
        | Ink::LightSquare
        | Ink::Wall
        | Ink::OnDifference
        | Ink::LineRim
        | Ink::Warning => 0xFF_FF_FF,
        Ink::DarkSquare => 0xB0_B0_B0,
        _ => 0x00_00_00,
    }
}
