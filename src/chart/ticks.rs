//! The tick marks of an axis and their labels.

use super::{Axis, Chart, Numbering};
use crate::format;

/// Approximate number of intervals between tick marks.
const INTERVALS: f64 = 6.0;

/// Up to this many whole numbers get a tick mark each.
const MOST_WHOLE: f64 = 16.0;

/// An axis with its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    start: f64,
    end: f64,
    is_log: bool,
}

/// The ranges of both axes of a chart, which contain everything drawn.
pub(super) fn ranges(chart: &Chart) -> (Range, Range) {
    let runs = chart.series.iter().flat_map(|series| &series.runs);
    let points = runs.chain(chart.curves.iter().flat_map(|curve| &curve.points));
    let (mut xs, mut ys): (Vec<f64>, Vec<f64>) = points.copied().unzip();
    for mean in chart.series.iter().flat_map(|series| &series.means) {
        xs.push(mean.x);
        ys.extend_from_slice(&[mean.y, mean.band.0.max(mean.y / 2.0), mean.band.1]);
    }
    (Range::of(&chart.x, &xs), Range::from_zero(&chart.y, &ys))
}

impl Range {
    /// The range of the numbers with a margin at both ends. On a logarithmic axis only positive numbers count.
    pub(super) fn of(axis: &Axis, numbers: &[f64]) -> Range {
        let is_log = axis.is_log;
        let (mut start, mut end) = (f64::INFINITY, f64::NEG_INFINITY);
        for &number in numbers {
            if number.is_finite() && (!is_log || number > 0.0) {
                let position = if is_log { number.log10() } else { number };
                (start, end) = (start.min(position), end.max(position));
            }
        }
        let (start, end) = if start <= end { (start, end) } else { (0.0, 1.0) };
        let room = if end > start { (end - start) * 0.05 } else { 0.5 };
        Range { start: start - room, end: end + room, is_log }
    }

    /// The same for numbers that are not negative: a linear axis begins at zero.
    fn from_zero(axis: &Axis, numbers: &[f64]) -> Range {
        let range = Range::of(axis, numbers);
        if range.is_log { range } else { Range { start: 0.0, ..range } }
    }

    /// The position of a number, from 0 to 1; `None` if the axis cannot show it.
    pub(super) fn position(self, number: f64) -> Option<f64> {
        if self.is_log && number <= 0.0 {
            return None;
        }
        let number = if self.is_log { number.log10() } else { number };
        Some((number - self.start) / (self.end - self.start))
    }

    /// The numbers at both ends.
    pub(super) fn ends(self) -> (f64, f64) {
        let number = |end: f64| if self.is_log { 10_f64.powf(end) } else { end };
        (number(self.start), number(self.end))
    }

    /// The numbers of the tick marks.
    pub(super) fn ticks(self, numbers: Numbering) -> Vec<f64> {
        if self.is_log {
            return self.log_ticks();
        }
        let length = self.end - self.start;
        let step = match numbers {
            Numbering::Whole if length <= MOST_WHOLE => 1.0,
            Numbering::Whole => nice_step(length / INTERVALS).max(1.0),
            _ => nice_step(length / INTERVALS),
        };
        if step == 0.0 {
            return Vec::new();
        }
        let (first, last) = ((self.start / step).ceil() as i64, (self.end / step).floor() as i64);
        (first..=last).map(|multiple| multiple as f64 * step).collect()
    }

    /// The tick marks that have room: all of them, or else fewer. `are_apart` says whether the labels of two neighbours at these positions
    /// are.
    pub(super) fn ticks_with_room(self, numbers: Numbering, are_apart: &dyn Fn([(f64, f64); 2]) -> bool) -> Vec<f64> {
        let mut ticks = self.ticks(numbers);
        let at = |tick: f64| Some((tick, self.position(tick)?));
        let collide = |pair: &[f64]| at(pair[0]).zip(at(pair[1])).is_some_and(|(one, next)| !are_apart([one, next]));
        let is_power = |tick: &f64| (tick.log10() - tick.log10().round()).abs() < 1e-9;
        if self.is_log && ticks.windows(2).any(collide) {
            ticks.retain(is_power);
        }
        while ticks.len() > 2 && ticks.windows(2).any(collide) {
            let mut is_kept = false;
            ticks.retain(|_| {
                is_kept = !is_kept;
                is_kept
            });
        }
        ticks
    }

    /// Powers of ten; if these are few, also their multiples by 2 and 5.
    fn log_ticks(self) -> Vec<f64> {
        let decades = self.end - self.start;
        let factors: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let every = (decades / 8.0).ceil().max(1.0) as i32;
        let powers = (self.start.floor() as i32..=self.end.ceil() as i32).filter(|power| power.rem_euclid(every) == 0);
        let ticks = powers.flat_map(|power| factors.iter().map(move |factor| factor * 10_f64.powi(power)));
        ticks.filter(|tick| (self.start..=self.end).contains(&tick.log10())).collect()
    }
}

/// The largest power of ten, and the inverse of the smallest, on a logarithmic axis.
const MOST_DECADES: f64 = 330.0;

/// For a view of any part of an axis. A position is a number, or its decimal logarithm on a logarithmic axis.
impl Axis {
    /// The position of a number; `None` if the axis cannot show it.
    pub fn position(&self, number: f64) -> Option<f64> {
        let position = if self.is_log { number.log10() } else { number };
        position.is_finite().then_some(position)
    }

    /// The number at a position.
    pub fn number(&self, position: f64) -> f64 {
        if self.is_log { 10_f64.powf(position) } else { position }
    }

    /// The positions of the tick marks between two positions.
    pub fn marks(&self, start: f64, end: f64) -> Vec<f64> {
        if !self.is_log {
            return Range { start, end, is_log: false }.ticks(self.numbers);
        }
        let (start, end) = (start.max(-MOST_DECADES), end.min(MOST_DECADES));
        let mut ticks = Range { start, end, is_log: true }.ticks(self.numbers);
        if ticks.len() < 2 {
            // Such a small part of the axis is nearly linear.
            ticks = Range { start: self.number(start), end: self.number(end), is_log: false }.ticks(self.numbers);
        }
        ticks.into_iter().filter_map(|tick| self.position(tick)).collect()
    }

    /// The label of the tick mark at a position.
    pub fn label(&self, position: f64) -> String {
        label(self.number(position), self.numbers)
    }
}

/// The next of 1, 2 or 5 times a power of ten.
fn nice_step(rough: f64) -> f64 {
    let power = 10_f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= rough * 0.999);
    factor.unwrap_or(10.0) * power
}

/// The label of a tick mark.
pub(super) fn label(number: f64, numbers: Numbering) -> String {
    match numbers {
        Numbering::Whole => format!("{number:.0}"),
        Numbering::Seconds => {
            let text = format::duration(number);
            // Tick marks are round numbers, so trailing digits carry no information.
            let (digits, unit) = text.split_once(' ').unwrap_or((&text, ""));
            let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
            format!("{digits} {unit}")
        }
        Numbering::Percent => format!("{}%", format::grouped_decimal(&short(number * 100.0))),
        // Beyond the prefixes that are widely known.
        Numbering::Plain if number.abs() >= 0.999e15 => format::of_digits(number, 5),
        Numbering::Plain => {
            for (unit, name) in &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")] {
                if number.abs() >= unit * 0.999 {
                    return format!("{}{name}", short(number / unit));
                }
            }
            short(number)
        }
    }
}

/// A number with as few digits as possible.
fn short(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(is_log: bool) -> Axis {
        Axis { title: String::new(), is_log, numbers: Numbering::Plain }
    }

    #[test]
    fn marks_stand_at_round_numbers() {
        let ticks = Range::of(&axis(false), &[2.0, 8.0]).ticks(Numbering::Whole);
        assert_eq!(ticks, [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        let ticks = Range::of(&axis(true), &[3.0, 40_000.0]).ticks(Numbering::Plain);
        assert_eq!(ticks, [10.0, 100.0, 1000.0, 10_000.0]);
        let ticks = Range::of(&axis(true), &[3.0, 40.0]).ticks(Numbering::Plain);
        assert_eq!(ticks, [5.0, 10.0, 20.0]);
    }

    #[test]
    fn every_part_of_an_axis_has_a_few_marks_within_it() {
        for is_log in [false, true] {
            for (start, end) in [(0.0, 3.0), (2.05, 2.06), (-1e9, 1e9), (-2.0, 300.0), (1.0, 1.0)] {
                let marks = axis(is_log).marks(start, end);
                assert!(marks.len() < 30 && marks.iter().all(|mark| (start..=end).contains(mark)), "{is_log} {start}");
                assert!(!marks.is_empty() || start == end, "{is_log} {start} {end}");
            }
        }
    }

    #[test]
    fn numbers_on_an_axis_are_short() {
        let labels = [0.5, 20.0, 1000.0, 2_500_000.0].map(|number| label(number, Numbering::Plain));
        assert_eq!(labels, ["0.5", "20", "1k", "2.5M"]);
        let labels = [1e-9, 1e-6, 1e-4, 1e-3, 1.0].map(|number| label(number, Numbering::Seconds));
        assert_eq!(labels, ["1 ns", "1 µs", "100 µs", "1 ms", "1 s"]);
        assert_eq!([0.25, 30.0].map(|number| label(number, Numbering::Percent)), ["25%", "3,000%"]);
        assert_eq!([1e12, 1e18, 2.5e20].map(|number| label(number, Numbering::Plain)), ["1T", "1e18", "2.5e20"]);
    }
}
