//! Axes: linear, logarithmic, or rows of names.

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

/// One axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The quantity of the axis, with its unit.
    pub label: String,
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
    /// The places of errors of zero and of errors beyond the limit, which have no logarithm that
    /// could be shown.
    extremes: Option<Extremes>,
}

#[derive(Clone, Copy, Debug)]
struct Extremes {
    exact: f64,
    limit: f64,
    beyond: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    Linear,
    Logarithmic,
    Rows,
}

/// The digits of an exponent, raised.
pub fn superscript(exponent: i64) -> String {
    exponent
        .to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            digit => char::from_u32(0x2070 + digit as u32 - '0' as u32).unwrap_or(digit),
        })
        .collect()
}

/// The largest magnitude that is drawn, and the inverse of the smallest. It is far beyond all
/// measurements, and so small that differences and quotients stay finite.
const HUGE: f64 = 1e100;

/// A bound on the binary logarithms of all values of a double-word.
const LARGEST_LOG2: f64 = 1e4;

/// The smallest and the largest of the finite values.
fn extent(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values.into_iter().filter(|value| value.is_finite()).fold(None, |extent, value| match extent {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

/// The smallest of 1, 2, 5 × 10^k that divides the span into at most `most` steps.
fn step(span: f64, most: f64) -> f64 {
    let rough = span / most;
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|&s| s >= rough * 0.999_999)
        .unwrap_or(power * 10.0)
}

fn plain(value: f64) -> String {
    let text = if value == 0.0 || value.abs() >= 1e-4 && value.abs() < 1e6 {
        let text = format!("{value:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{value:e}")
    };
    if text == "-0" { "0".into() } else { text.replace('-', "−") }
}

/// A count as a multiple of a thousand or of 1024.
fn short(value: f64) -> String {
    const KIBI: f64 = 1024.0;
    if value >= KIBI * KIBI && value % (KIBI * KIBI) == 0.0 {
        format!("{} Mi", value / KIBI / KIBI)
    } else if value >= KIBI && value % KIBI == 0.0 {
        format!("{} Ki", value / KIBI)
    } else {
        plain(value)
    }
}

impl Axis {
    /// A linear axis with round steps, wide enough for all values.
    pub fn linear(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = extent(values).unwrap_or((0.0, 1.0));
        let (low, high) = (low.clamp(-HUGE, HUGE), high.clamp(-HUGE, HUGE));
        // Values that differ only in their last digits would give equal ticks.
        let size = high.abs().max(low.abs());
        let span = if high > low { (high - low).max(size * 1e-9) } else { size };
        let step = step(if span > 1.0 / HUGE { span } else { 1.0 }, 6.0);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let last = if last > first { last } else { first + 1.0 };
        let count = (last - first) as usize;
        let ticks = (0..=count)
            .map(|i| (first + i as f64) * step)
            .map(|value| (value, plain(value)))
            .collect();
        Axis {
            label: label.into(),
            scale: Scale::Linear,
            low: first * step,
            high: last * step,
            ticks,
            extremes: None,
        }
    }

    /// A linear axis from `low` to `high`, with round steps inside.
    pub fn between(label: &str, low: f64, high: f64) -> Self {
        let mut axis = Axis::linear(label, [low, high]);
        axis.ticks.retain(|(at, _)| (low..=high).contains(at));
        (axis.low, axis.high) = (low, high);
        axis
    }

    /// A linear axis of binary logarithms. The ticks are whole powers of two.
    pub fn log2(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = extent(values).unwrap_or((-1.0, 0.0));
        let clamped = |value: f64| value.clamp(-LARGEST_LOG2, LARGEST_LOG2);
        let (low, high) = ((clamped(low) - 0.2).floor(), (clamped(high) + 0.2).ceil());
        let mut stride = 1.0;
        while (high - low) / stride > 7.0 {
            stride *= if stride == 1.0 {
                2.0
            } else if stride == 2.0 {
                2.5
            } else {
                2.0
            };
        }
        let mut ticks = Vec::new();
        let mut at = (low / stride).ceil() * stride;
        while at <= high {
            ticks.push((at, format!("2{}", superscript(at as i64))));
            at += stride;
        }
        Axis { label: label.into(), scale: Scale::Linear, low, high, ticks, extremes: None }
    }

    /// A logarithmic axis with decimal ticks. Values that are not positive cannot be shown and are
    /// ignored.
    pub fn logarithmic(label: &str, values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) =
            extent(values.into_iter().filter(|&value| value > 0.0)).unwrap_or((1.0, 10.0));
        let (low, high) = (low.clamp(1.0 / HUGE, HUGE) / 1.25, high.clamp(1.0 / HUGE, HUGE) * 1.25);
        let steps: &[f64] = if (high / low).log10() > 2.5 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let mut ticks = Vec::new();
        let powers = (low.log10().floor() as i32)..=(high.log10().ceil() as i32);
        // Over many decades there is not enough space for the name of each.
        let stride = powers.clone().count().div_ceil(10).max(1) as i32;
        for power in powers.filter(|power| power.rem_euclid(stride) == 0) {
            for &multiple in steps {
                let value = multiple * 10f64.powi(power);
                if (low..=high).contains(&value) {
                    let text = if (-3..=4).contains(&power) {
                        plain(value)
                    } else if multiple == 1.0 {
                        format!("10{}", superscript(i64::from(power)))
                    } else {
                        String::new()
                    };
                    ticks.push((value, text));
                }
            }
        }
        Axis { label: label.into(), scale: Scale::Logarithmic, low, high, ticks, extremes: None }
    }

    /// A logarithmic axis with a tick at each of the sizes.
    pub fn sizes(label: &str, sizes: &[f64]) -> Self {
        let mut axis = Axis::logarithmic(label, sizes.iter().copied());
        let mut sizes: Vec<f64> =
            sizes.iter().copied().filter(|size| size.is_finite() && *size > 0.0).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        axis.ticks = sizes.into_iter().map(|size| (size, short(size))).collect();
        axis
    }

    /// An axis with a row for each name, the first on top. Name number i is at height −i.
    pub fn rows(names: Vec<String>) -> Self {
        let low = 0.4 - names.len() as f64;
        let ticks = names.into_iter().enumerate().map(|(i, name)| (-(i as f64), name)).collect();
        let (label, scale, high) = (String::new(), Scale::Rows, 0.6);
        Axis { label, scale, low, high, ticks, extremes: None }
    }

    /// An axis for binary logarithms of errors, as [`Axis::log2`]. Exact results (−∞) have a
    /// separate place at the left, and errors above the limit, if there are any, a separate place
    /// at the right. [`Axis::place`] gives these places.
    pub fn errors(label: &str, errors: &[f64], limit: f64) -> Self {
        let ordinary = errors.iter().copied().filter(|error| *error <= limit);
        let mut axis = Axis::log2(label, ordinary);
        let room = (axis.high - axis.low) / 7.0;
        let (exact, beyond) = (axis.low - room, axis.high + room);
        axis.extremes = Some(Extremes { exact, limit, beyond });
        if errors.contains(&f64::NEG_INFINITY) {
            axis.ticks.insert(0, (exact, "exact".into()));
            axis.low = exact - room * 0.6;
        }
        if errors.iter().any(|error| *error > limit || error.is_nan()) {
            axis.ticks.push((beyond, "worse".into()));
            axis.high = beyond + room * 0.6;
        }
        axis
    }

    /// The place of an error.
    pub fn place(&self, error: f64) -> f64 {
        match self.extremes {
            Some(Extremes { exact, .. }) if error == f64::NEG_INFINITY => exact,
            Some(Extremes { limit, beyond, .. }) if error > limit || error.is_nan() => beyond,
            _ => error,
        }
    }

    /// Rewrites the label and the names of the ticks.
    pub(super) fn rewrite(&mut self, rewrite: impl Fn(&str) -> String) {
        self.label = rewrite(&self.label);
        for (_, name) in &mut self.ticks {
            *name = rewrite(name);
        }
    }

    /// Names of the ticks.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.ticks.iter().map(|(_, name)| name.as_str())
    }

    /// Whether the axis has named rows.
    pub(super) fn has_rows(&self) -> bool {
        self.scale == Scale::Rows
    }

    /// The same axis without the names of its ticks.
    pub(super) fn unnamed(mut self) -> Self {
        self.ticks.iter_mut().for_each(|(_, name)| name.clear());
        self
    }

    /// The same axis without names of ticks that would overlap others; words have priority over
    /// numbers. `width` gives the width of a name, `length` is that of the axis.
    pub(super) fn thinned(mut self, length: i32, width: impl Fn(&str) -> f64) -> Self {
        let spans: Vec<(f64, f64)> = self
            .ticks
            .iter()
            .map(|(at, name)| {
                let (place, half) = (f64::from(self.map(at, (0, length))), width(name) / 2.0);
                (place - half, place + half + width("0"))
            })
            .collect();
        let mut order: Vec<usize> = (0..self.ticks.len()).collect();
        let is_word = |i: &usize| self.ticks[*i].1.starts_with(char::is_alphabetic);
        order.sort_by_key(|i| !is_word(i));
        let mut kept: Vec<(f64, f64)> = Vec::new();
        for i in order {
            let (start, end) = spans[i];
            if kept.iter().any(|other| start < other.1 && other.0 < end) {
                self.ticks[i].1.clear();
            } else if !self.ticks[i].1.is_empty() {
                kept.push((start, end));
            }
        }
        self
    }

    fn fraction(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
            Scale::Linear | Scale::Rows => (value - self.low) / (self.high - self.low),
        }
    }

    /// Whether the value has a place on the axis.
    pub(super) fn shows(&self, value: f64) -> bool {
        (-1e-9..=1.0 + 1e-9).contains(&self.fraction(value))
    }

    /// The lowest value.
    pub fn lowest(&self) -> f64 {
        self.low
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        start + (self.fraction(*value) * f64::from(end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks.iter().map(|(at, _)| *at).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let name = self.ticks.iter().find(|(at, _)| at == value).map(|(_, name)| name.clone());
        name.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.names().collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(labels(&Axis::linear("", [-1.0, 1.0])), ["−1", "−0.5", "0", "0.5", "1"]);
        assert_eq!(labels(&Axis::logarithmic("", [0.2, 900.0])), ["1", "10", "100", "1000"]);
        let many = Axis::logarithmic("", [1e-31, 0.1]);
        assert_eq!(labels(&many)[..3], ["10⁻²⁸", "10⁻²⁴", "10⁻²⁰"]);
        assert_eq!(labels(&Axis::sizes("", &[4096.0, 1048576.0])), ["4 Ki", "1 Mi"]);
        assert_eq!(
            labels(&Axis::log2("", [-47.5, -45.1])),
            ["2⁻⁴⁸", "2⁻⁴⁷", "2⁻⁴⁶", "2⁻⁴⁵", "2⁻⁴⁴"]
        );
    }

    #[test]
    fn errors_without_a_logarithm_have_places_of_their_own() {
        let errors = [f64::NEG_INFINITY, -48.0, -45.0, -3.0];
        let axis = Axis::errors("", &errors, -40.0);
        let places: Vec<f64> = errors.iter().map(|&error| axis.place(error)).collect();
        assert!(places.is_sorted(), "{places:?}");
        assert!(places.iter().all(|&place| axis.shows(place)), "{places:?}");
        let labels = labels(&axis);
        assert_eq!((labels[0], labels[labels.len() - 1]), ("exact", "worse"));
        assert!(!Axis::errors("", &[-48.0], 0.0).names().any(|name| name == "exact"));
    }

    #[test]
    fn any_values_give_an_axis_that_shows_them() {
        for values in [
            vec![],
            vec![0.0],
            vec![5.0, 5.0],
            vec![f64::NAN, f64::INFINITY],
            vec![-1e300, 1e300],
            vec![1e-300, 2e-300],
            vec![f64::MIN_POSITIVE, f64::MAX],
            vec![f64::MIN, f64::MAX],
            vec![1e16, 1e16 + 2.0],
            vec![f64::MAX, f64::MAX],
            vec![5e-324],
        ] {
            for axis in [
                Axis::linear("", values.clone()),
                Axis::log2("", values.clone()),
                Axis::errors("", &values, 0.0),
                Axis::sizes("", &values),
                Axis::logarithmic("", values.clone()),
            ] {
                assert!(axis.low < axis.high, "{values:?}: {axis:?}");
                assert!(axis.ticks.len() < 1000, "{values:?}");
            }
        }
    }

    #[test]
    fn names_that_would_touch_are_left_out() {
        let axis =
            Axis::sizes("", &[1000.0, 1010.0, 2000.0]).thinned(300, |name| name.len() as f64 * 8.0);
        assert_eq!(labels(&axis), ["1000", "", "2000"]);
    }
}
