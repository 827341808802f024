//! The confidence intervals of means.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

/// The half-width of a 95% confidence interval of a normal distribution, in standard deviations.
const NORMAL: f64 = 1.959_963_984_540_054;
/// Above these degrees of freedom the expansion has a relative error below 1e-9.
const MANY: u64 = 100;

/// The half-width of a 95% confidence interval of a mean, in standard errors: the 97.5% quantile of Student's t. The degrees of freedom,
/// at least one, are one less than the size of the sample.
///
/// Source: Abramowitz & Stegun, *Handbook of Mathematical Functions* (1964), section 26.7.
pub fn student_95(degrees: u64) -> f64 {
    if degrees > MANY {
        return expanded(degrees as f64);
    }
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if probability(middle, degrees) < 0.95 { low = middle } else { high = middle }
    }
    (degrees as f64).sqrt() * low.tan()
}

/// The probability that |t| is at most √ν tan θ with ν degrees of freedom: equations 26.7.3 for odd ν and 26.7.4 for even ν.
fn probability(angle: f64, degrees: u64) -> f64 {
    let (sin, cos) = angle.sin_cos();
    let is_odd = !degrees.is_multiple_of(2);
    let (mut term, mut sum) = (if is_odd { cos } else { 1.0 }, 0.0);
    let mut k = 2 + u64::from(is_odd);
    while k <= degrees {
        sum += term;
        term *= cos * cos * (k - 1) as f64 / k as f64;
        k += 2;
    }
    if is_odd { FRAC_2_PI * (angle + sin * sum) } else { sin * sum }
}

/// The expansion in powers of 1 / ν, equation 26.7.5, to the fourth.
fn expanded(degrees: f64) -> f64 {
    let x = NORMAL;
    let squared = x * x;
    let polynomial = |coefficients: &[f64]| {
        let mut sum = 0.0;
        for coefficient in coefficients {
            sum = sum * squared + coefficient;
        }
        x * sum
    };
    let terms = [
        polynomial(&[79.0, 776.0, 1482.0, -1920.0, -945.0]) / 92_160.0,
        polynomial(&[3.0, 19.0, 17.0, -15.0]) / 384.0,
        polynomial(&[5.0, 16.0, 3.0]) / 96.0,
        polynomial(&[1.0, 1.0]) / 4.0,
        x,
    ];
    let mut sum = 0.0;
    for term in &terms {
        sum = sum / degrees + term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Degrees of freedom and quantile, of which 2.5% is above: Pearson & Hartley, *Biometrika Tables for Statisticians* (1954), table 12, and
    /// Abramowitz & Stegun (1964), table 26.10.
    const PUBLISHED: [(u64, f64); 14] = [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (9, 2.262),
        (10, 2.228),
        (19, 2.093),
        (20, 2.086),
        (29, 2.045),
        (30, 2.042),
        (40, 2.021),
        (60, 2.000),
        (120, 1.980),
    ];

    #[test]
    fn quantiles_of_student_are_those_of_published_tables() {
        for (degrees, published) in PUBLISHED {
            let computed = student_95(degrees);
            assert!((computed - published).abs() < 0.0005, "{degrees}: {computed} instead of {published}");
        }
    }

    #[test]
    fn the_expansion_continues_the_exact_quantiles_to_the_normal_one() {
        assert!((expanded(MANY as f64) / student_95(MANY) - 1.0).abs() < 1e-9);
        assert!((1..2 * MANY).all(|degrees| student_95(degrees) > student_95(degrees + 1)));
        assert!((student_95(20_000_000) - NORMAL).abs() < 1e-6);
    }
}
