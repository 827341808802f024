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
        Rgb::hex(COLOURS[ink as usize].1[self as usize])
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

/// The colours of each ink on the palettes, both in the order of their definition.
const COLOURS: [(Ink, [u32; 4]); 33] = [
    (Ink::Background, [0xFF_FF_FF, 0x15_17_1B, 0xFF_FF_FF, 0xFF_FF_FF]),
    (Ink::Text, [0x1B_1E_23, 0xE8_EA_ED, 0x00_00_00, 0x00_00_00]),
    (Ink::FaintText, [0x5B_62_6C, 0x9F_A6_B0, 0x55_55_55, 0x00_00_00]),
    (Ink::Edge, [0x7A_82_8C, 0x7C_84_8E, 0x80_80_80, 0x00_00_00]),
    (Ink::Fill, [0xEE_F0_F2, 0x2A_2E_35, 0xEE_EE_EE, 0xFF_FF_FF]),
    (Ink::Evaluated, [0x00_4F_89, 0x95_D3_FC, 0x1C_1C_1C, 0x00_00_00]),
    (Ink::OnEvaluated, [0xFF_FF_FF, 0x08_14_1C, 0xFF_FF_FF, 0xFF_FF_FF]),
    (Ink::Visited, [0x3F_70_B5, 0x3E_7A_B0, 0x50_50_50, 0x00_00_00]),
    (Ink::VisitedFill, [0xC4_E1_F4, 0x1F_44_5E, 0xD5_D5_D5, 0xFF_FF_FF]),
    (Ink::VisitedArea, [0x5E_93_C8, 0x36_6E_96, 0x48_48_48, 0x00_00_00]),
    (Ink::OnVisitedArea, [0x1B_1E_23, 0xE8_EA_ED, 0xFF_FF_FF, 0x00_00_00]),
    (Ink::Pruned, [0x78_7F_89, 0x83_8A_95, 0x85_85_85, 0x00_00_00]),
    (Ink::PrunedFill, [0x95_93_8E, 0x67_65_63, 0x92_92_92, 0xFF_FF_FF]),
    (Ink::PrunedDeepFill, [0x6E_6C_69, 0x8E_8C_89, 0x6E_6E_6E, 0xFF_FF_FF]),
    (Ink::LeftOutFill, [0xCE_CC_C8, 0x40_3F_3D, 0xC0_C0_C0, 0xFF_FF_FF]),
    (Ink::Line, [0xC8_50_0A, 0xFB_B1_2D, 0x00_00_00, 0x00_00_00]),
    (Ink::LineRim, [0x00_4F_89, 0x95_D3_FC, 0xFF_FF_FF, 0xFF_FF_FF]),
    (Ink::Cutoff, [0x86_02_57, 0xFF_88_C8, 0x00_00_00, 0x00_00_00]),
    (Ink::Step, [0x00_70_3C, 0x2B_C7_98, 0x00_00_00, 0x00_00_00]),
    (Ink::StepFill, [0xD3_F0_E6, 0x12_40_34, 0xD5_D5_D5, 0xFF_FF_FF]),
    (Ink::Ahead, [0x8A_90_98, 0x6A_72_7C, 0x80_80_80, 0x00_00_00]),
    (Ink::AheadFill, [0xEE_F0_F3, 0x22_26_2C, 0xEE_EE_EE, 0xFF_FF_FF]),
    (Ink::Both, [0x5D_69_79, 0x9A_A3_B2, 0x6E_6E_6E, 0x00_00_00]),
    (Ink::OnDifference, [0xFF_FF_FF, 0x08_14_1C, 0xFF_FF_FF, 0xFF_FF_FF]),
    (Ink::FirstOnly, [0xC0_4F_00, 0xF0_8B_3E, 0x00_00_00, 0x00_00_00]),
    (Ink::SecondOnly, [0x00_7F_5B, 0x2B_C7_9A, 0x40_40_40, 0x00_00_00]),
    (Ink::Warning, [0xF0_E4_42, 0xF0_E4_42, 0xFF_FF_FF, 0xFF_FF_FF]),
    (Ink::Selected, [0x1B_1E_23, 0xFF_FF_FF, 0x00_00_00, 0x00_00_00]),
    (Ink::LightSquare, [0xD9_DE_E5, 0xD9_DE_E5, 0xE2_E2_E2, 0xFF_FF_FF]),
    (Ink::DarkSquare, [0x93_A3_B5, 0x93_A3_B5, 0xA8_A8_A8, 0xB0_B0_B0]),
    (Ink::Wall, [0xBC_C0_C5, 0x4A_50_58, 0xBC_BC_BC, 0xFF_FF_FF]),
    (Ink::White, [0xFF_FF_FF, 0xFF_FF_FF, 0xFF_FF_FF, 0xFF_FF_FF]),
    (Ink::Black, [0x10_12_18, 0x10_12_18, 0x00_00_00, 0x00_00_00]),
];

const _: () = {
    let mut index = 0;
    while index < COLOURS.len() {
        assert!(COLOURS[index].0 as usize == index, "the colours are in the order of the inks");
        index += 1;
    }
};
