//! Functions for every number of a format.

use crate::{
    Failure, Format,
    functions::{Case, Evaluate, FunctionReport, Machine, Reference, Row, rises},
    lines,
    probe::scaled,
};
use std::ops::Range;

/// Numbers that one piece of an examination has.
const PIECE: u64 = 1 << 18;

/// The class of operands of an examination of every number.
const CLASS: &str = "every number";

/// Results for a range of the numbers of a format.
#[derive(Clone, Debug, PartialEq)]
pub struct Every {
    /// Errors.
    pub row: Row,
    /// Neighbours in the wrong order, if the function is monotonic.
    pub not_monotonic: Option<(Case, Case)>,
}

/// How many finite numbers of one sign a format has. First come the positive ones from zero on, then the negative ones.
fn of_one_sign(format: Format) -> u64 {
    (2 * format.emax as u64 + 1) << (format.precision - 1)
}

/// The number at this place.
fn number(format: Format, place: u64) -> f64 {
    let magnitude = place % of_one_sign(format);
    let fraction = format.precision - 1;
    let (exponent, rest) = (magnitude >> fraction, magnitude & ((1 << fraction) - 1));
    let significand = if exponent == 0 { rest } else { rest | 1 << fraction };
    let exponent = format.emin - fraction as i32 + (exponent as i32 - 1).max(0);
    let number = scaled(significand as f64, exponent);
    if place < of_one_sign(format) { number } else { -number }
}

/// Examines a function of one number for the numbers of a format at these places, which have one sign.
///
/// # Errors
/// What the machine says.
pub fn examine_every(
    reference: &Reference,
    format: Format,
    places: Range<u64>,
    evaluate: &mut Evaluate,
    refuses: bool,
) -> Result<Every, Failure> {
    if places.is_empty() {
        return Ok(Every::none());
    }
    let mut machine = Machine { reference, format, evaluate, refuses };
    // The first number of the next range, too, if it is a neighbour.
    let one_sign = of_one_sign(format);
    let is_last = places.end == one_sign || places.end == 2 * one_sign;
    let x: Vec<f64> = (places.start..places.end + u64::from(!is_last))
        .map(|place| number(format, place))
        .collect();
    let results = machine.results(&x, &vec![1.0; x.len()])?;
    let own = (places.end - places.start) as usize;
    let row = machine.judged(CLASS, &x[..own], &vec![1.0; own], &results);
    let negative = places.start >= one_sign;
    let not_monotonic = rises(reference.function).and_then(|rises| {
        let rises = rises != negative;
        let falls = |i: &usize| match rises {
            true => results[i + 1] < results[*i],
            false => results[*i] < results[i + 1],
        };
        let i = (0..x.len() - 1).find(falls)?;
        Some((machine.case(x[i], 1.0, results[i]), machine.case(x[i + 1], 1.0, results[i + 1])))
    });
    Ok(Every { row, not_monotonic })
}

/// Examines a function of one number for every number of a format, piece by piece. `done` is called after each piece, and may
/// end the examination.
///
/// # Errors
/// What the machine says, and what `done` says.
pub fn examine_all(
    reference: &Reference,
    format: Format,
    evaluate: &mut Evaluate,
    refuses: bool,
    mut done: impl FnMut() -> Result<(), Failure>,
) -> Result<Every, Failure> {
    let mut all = Every::none();
    for places in pieces(format) {
        all.add(examine_every(reference, format, places, evaluate, refuses)?);
        done()?;
    }
    Ok(all)
}

/// The places of a format, in pieces that do not have numbers of both signs.
pub fn pieces(format: Format) -> Vec<Range<u64>> {
    let one_sign = of_one_sign(format);
    let of_sign = |from: u64| {
        let starts = (0..one_sign).step_by(PIECE as usize);
        starts.map(move |start| from + start..from + (start + PIECE).min(one_sign))
    };
    [0, one_sign].into_iter().flat_map(of_sign).collect()
}

impl Every {
    /// Results of no number.
    pub fn none() -> Self {
        Every { row: Row::new(CLASS, 0), not_monotonic: None }
    }

    /// Takes further results into account.
    pub fn add(&mut self, other: Every) {
        let Every { row, not_monotonic } = other;
        self.row.tried += row.tried;
        self.row.not_nearest += row.not_nearest;
        if row.ulps > self.row.ulps {
            (self.row.ulps, self.row.at) = (row.ulps, row.at);
        }
        self.not_monotonic = self.not_monotonic.or(not_monotonic);
    }

    /// As a line of text.
    pub fn to_line(&self) -> String {
        let Row { tried, not_nearest, ulps, at, .. } = &self.row;
        let (before, after) = self.not_monotonic.unzip();
        let mut numbers = vec![*tried as f64, *not_nearest as f64, *ulps];
        for case in [*at, before, after] {
            numbers.extend(case.map_or([f64::NAN; 3], |case| [case.x, case.seen, case.nearest]));
        }
        lines::line_of(&numbers)
    }

    /// What [`to_line`](Every::to_line) wrote.
    ///
    /// # Errors
    /// The line is none.
    pub fn of_line(line: &str) -> Result<Self, Failure> {
        let numbers = lines::numbers(line)?;
        let &[tried, not_nearest, ulps, ref cases @ ..] = &numbers[..] else {
            return Err(Failure::Length { expected: 12, given: numbers.len() });
        };
        let cases: &[f64; 9] =
            cases.try_into().map_err(|_| Failure::Length { expected: 12, given: numbers.len() })?;
        let case = |i: usize| {
            let &[x, seen, nearest] = &cases[3 * i..3 * i + 3] else { return None };
            (!x.is_nan()).then_some(Case { x, y: None, seen, nearest })
        };
        let (tried, not_nearest) = (tried as usize, not_nearest as usize);
        let row = Row { tried, not_nearest, ulps, at: case(0), ..Row::new(CLASS, 0) };
        Ok(Every { row, not_monotonic: case(1).zip(case(2)) })
    }
}

impl FunctionReport {
    /// Takes the results for every number into account.
    pub fn add_every(&mut self, every: Every) {
        self.rows.push(every.row);
        self.not_monotonic = self.not_monotonic.or(every.not_monotonic);
    }
}

#[cfg(test)]
mod tests {
    use super::{Every, examine_every, number, of_one_sign, pieces};
    use crate::{Format, Reference};

    #[test]
    fn numbers_are_those_of_the_format() {
        let half = of_one_sign(Format::F32);
        for bits in [0, 1, 0x7F_FFFF, 0x80_0000, 0x3F80_0001, 0x7F7F_FFFF] {
            let x = f64::from(f32::from_bits(bits));
            assert_eq!(number(Format::F32, bits.into()), x);
            assert_eq!(number(Format::F32, half + u64::from(bits)).to_bits(), (-x).to_bits());
        }
        assert_eq!(half, 0x7F80_0000);
        assert_eq!(number(Format::F16, of_one_sign(Format::F16) - 1), 65504.0);
        let pieces = pieces(Format::BF16);
        assert_eq!(pieces, [0..0x7F80, 0x7F80..2 * 0x7F80]);
    }

    #[test]
    fn one_wrong_number_is_found_and_reported_as_a_line() {
        let reference = Reference::named("exp").unwrap();
        let mut exp = |x: &[f64], _: &[f64]| {
            let wrong = |x: f64| if x == 1.5 { 4.25 } else { f64::from(x.exp() as f32) };
            Ok(x.iter().map(|&x| wrong(x)).collect())
        };
        let at = u64::from(1.5f32.to_bits());
        let mut every = Every::none();
        for places in [at - 100..at, at..at + 100] {
            every.add(examine_every(&reference, Format::F32, places, &mut exp, false).unwrap());
        }
        assert_eq!((every.row.tried, every.row.not_nearest), (200, 1));
        assert_eq!(every.row.at.map(|case| (case.x, case.seen)), Some((1.5, 4.25)));
        let fall = every.not_monotonic.map(|(before, after)| (before.x, after.x > before.x));
        assert!(fall.is_some_and(|(before, rises)| rises && before < 1.5), "{every:?}");
        assert_eq!(Every::of_line(&every.to_line()).unwrap(), every);
        assert!(Every::of_line("1 2 3").is_err());
    }
}
