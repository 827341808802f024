//! The colours of inks: light and dark on the screen; in colour, grey, and black and white on paper.

use super::{Ink, Shares};

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Parses nothing: `0xRRGGBB`.
    const fn hex(code: u32) -> Rgb {
        Rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// `#rrggbb`.
    pub fn to_hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The relative luminance of WCAG 2, from 0 to 1.
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast of two colours as WCAG 2 counts it, from 1 to 21.
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Palette {
    /// On a white ground, for screen and paper.
    #[default]
    Light,
    /// On a dark ground, for the screen.
    Dark,
    /// Greys on a white ground.
    Grey,
    /// Black on white. What looks differ in is told by outlines, dashes and hatching.
    BlackAndWhite,
}

impl Palette {
    /// The colour of an ink. The hues are Okabe and Ito's, darkened or lightened until they stand out from the ground.
    pub fn color(self, ink: Ink) -> Rgb {
        Rgb::hex(match self {
            Palette::Light => light(ink),
            Palette::Dark => dark(ink),
            Palette::Grey => grey(ink),
            Palette::BlackAndWhite => black_and_white(ink),
        })
    }

    /// The colour of a cell with shares of nodes.
    pub fn mix(self, shares: Shares) -> Rgb {
        let ground = self.color(Ink::Background);
        let mut sum = [0.0; 3];
        let mut left = 1.0;
        for (ink, share) in shares.parts() {
            let Rgb(r, g, b) = self.color(ink);
            left -= share;
            for (sum, channel) in sum.iter_mut().zip([r, g, b]) {
                *sum += share * f32::from(channel);
            }
        }
        let [r, g, b] = [(sum[0], ground.0), (sum[1], ground.1), (sum[2], ground.2)]
            .map(|(sum, ground)| (sum + left.max(0.0) * f32::from(ground)).round().clamp(0.0, 255.0) as u8);
        Rgb(r, g, b)
    }
}

fn light(ink: Ink) -> u32 {
    match ink {
        Ink::Background | Ink::OnEvaluated | Ink::White | Ink::OnDifference => 0xFF_FF_FF,
        Ink::Text | Ink::Selected => 0x1B_1E_23,
        Ink::FaintText => 0x5B_62_6C,
        Ink::Edge => 0x7A_82_8C,
        Ink::Fill => 0xEE_F0_F2,
        Ink::Evaluated => 0x00_55_92,
        Ink::Visited => 0x2B_6C_96,
        Ink::VisitedFill => 0xC4_E1_F4,
        Ink::VisitedArea => 0x5A_9A_CB,
        Ink::Pruned => 0x76_7D_86,
        Ink::PrunedFill => 0xE2_E4_E8,
        Ink::PrunedDeepFill => 0xB9_BF_C8,
        Ink::Line => 0xC8_4A_00,
        Ink::Cutoff => 0xA3_24_6F,
        Ink::Step => 0x00_7A_58,
        Ink::StepFill => 0xD3_F0_E6,
        Ink::Ahead => 0x8A_90_98,
        Ink::Both => 0x5F_69_78,
        Ink::FirstOnly => 0xC0_4F_00,
        Ink::SecondOnly => 0x00_7F_5B,
        Ink::LightSquare => 0xD9_DE_E5,
        Ink::DarkSquare => 0x93_A3_B5,
        Ink::Wall => 0xBC_C0_C5,
        Ink::Black => 0x10_12_17,
    }
}

fn dark(ink: Ink) -> u32 {
    match ink {
        Ink::Background => 0x15_17_1B,
        Ink::Text => 0xE8_EA_ED,
        Ink::FaintText => 0x9F_A6_B0,
        Ink::Edge => 0x7C_84_8E,
        Ink::Fill => 0x2A_2E_35,
        Ink::Evaluated => 0x56_B4_E9,
        Ink::OnEvaluated | Ink::OnDifference => 0x08_14_1C,
        Ink::Visited => 0x6F_A9_CF,
        Ink::VisitedFill => 0x1F_44_5E,
        Ink::VisitedArea => 0x3A_78_A0,
        Ink::Pruned => 0x82_8A_95,
        Ink::PrunedFill => 0x2C_30_37,
        Ink::PrunedDeepFill => 0x52_59_63,
        Ink::Line => 0xF2_A4_1F,
        Ink::Cutoff => 0xEE_94_C6,
        Ink::StepFill => 0x12_40_34,
        Ink::Ahead => 0x6A_72_7C,
        Ink::Both => 0x9A_A3_B0,
        Ink::FirstOnly => 0xF0_8A_3C,
        Ink::Step | Ink::SecondOnly => 0x2B_C7_9A,
        Ink::Selected | Ink::White => 0xFF_FF_FF,
        Ink::LightSquare => 0xD9_DE_E5,
        Ink::DarkSquare => 0x93_A3_B5,
        Ink::Wall => 0x4A_50_58,
        Ink::Black => 0x10_12_17,
    }
}

fn grey(ink: Ink) -> u32 {
    match ink {
        Ink::Background | Ink::OnEvaluated | Ink::White | Ink::OnDifference => 0xFF_FF_FF,
        Ink::Text | Ink::Selected | Ink::Black | Ink::Line | Ink::Cutoff | Ink::Step => 0x00_00_00,
        Ink::FaintText => 0x55_55_55,
        Ink::Edge | Ink::Ahead => 0x80_80_80,
        Ink::Fill | Ink::PrunedFill => 0xEE_EE_EE,
        Ink::Evaluated => 0x45_45_45,
        Ink::VisitedArea => 0x90_90_90,
        Ink::VisitedFill | Ink::StepFill => 0xD5_D5_D5,
        Ink::Pruned => 0x85_85_85,
        Ink::PrunedDeepFill => 0xC4_C4_C4,
        Ink::Both => 0x8C_8C_8C,
        Ink::FirstOnly => 0x10_10_10,
        Ink::Visited | Ink::SecondOnly => 0x50_50_50,
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
        | Ink::LightSquare
        | Ink::Wall
        | Ink::OnDifference => 0xFF_FF_FF,
        Ink::DarkSquare => 0xB0_B0_B0,
        _ => 0x00_00_00,
    }
}
