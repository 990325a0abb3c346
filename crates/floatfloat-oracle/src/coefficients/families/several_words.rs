//! The constants of functions of three and four words.

use super::{
    alternating, entry, exponential::roots_of_two, ln_of, over, pi_to, reciprocal_factorial, value,
};
use crate::coefficients::{BITS, Entry, Family, PRECISIONS, Truncated, Value, decimal, ratio};
use floatfloat::elementary::Function;
use floatfloat_exact::{Exact, functions::Ball};

/// Bits that a coefficient has beyond those of the result. The errors of polynomials lie below these bits.
const MARGIN: f64 = 6.0;

/// Bits of a first word whose multiples up to 2^11, or 2^14 for words of 53 bits, are words.
const SHORT: [u32; 2] = [13, 39];

pub fn several_words() -> Family {
    let short = |name, doc, value| entry(name, doc, Value::ShortFirst(value, SHORT));
    let rows = |name, doc, values| entry(name, doc, Value::FourWords(values));
    let two_over_pi = Ball::integer(2, 2400).divided(&pi_to(2400)).expect("π is not zero");
    let mut entries = vec![
        short("LN_2_EIGHTH", "ln 2/8.", ln_of(2).shifted(-3)),
        short("LOG10_2_EIGHTH", "log10 2/8.", over(ln_of(2), ln_of(10)).shifted(-3)),
        short("LN_2", "ln 2.", ln_of(2)),
        rows("ROOTS_OF_TWO", "2^(j/8), j = 0 … 7.", roots_of_two(1)),
        entry(
            "TWO_OVER_PI_DIGITS",
            "2/π in base 2^p, for the largest exponents.",
            Value::Digits(two_over_pi, [18, 32]),
        ),
        rows(
            "ARCTANGENTS",
            "Arctangents of k/128, k = 0, 16, 31, 46, 63, 81, 103, 128.",
            [0, 16, 31, 46, 63, 81, 103, 128].map(|k| arctangent(k, 7)).to_vec(),
        ),
        rows(
            "SMALL_ARCTANGENTS",
            "Arctangents of 3k/256, k = 0 … 7.",
            (0..8).map(|k| arctangent(3 * k, 8)).collect(),
        ),
    ];
    entries.extend(tables_of_logarithms());
    entries.extend(polynomials());
    Family { name: "several_words", entries }
}

/// arctan(k/2^shift).
fn arctangent(k: i64, shift: i64) -> Ball {
    value(Function::Atan, &Exact::from_parts(k, -shift))
}

/// The logarithms of the centres. The centres are the same as for two words.
fn tables_of_logarithms() -> [Entry; 2] {
    let ln =
        |numerator: i64, shift: i64| value(Function::Ln, &Exact::from_parts(numerator, -shift));
    let factor = |j: i64| (f64::from(1024 * j as i32) / 48.0).round_ties_even() as i64 + 1024;
    let eighths = (6..14).map(|k| ln(k, 3)).collect();
    let factors = (-3..5).map(|j| ln(factor(j), 10)).collect();
    [
        entry("LN_OF_EIGHTHS", "ln c, c = 6/8 … 13/8.", Value::FourWords(eighths)),
        entry(
            "LN_OF_FACTORS",
            "ln b, b = 1 + j/48 to ten bits, j = −3 … 4.",
            Value::FourWords(factors),
        ),
    ]
}

fn polynomials() -> [Entry; 5] {
    let cosine = Series {
        taylor: |k| alternating(k + 1, reciprocal_factorial(2 * k + 2)),
        reach: "0.64",
        falls: 12.0,
        weight: 1,
        relative_to: "1",
    };
    let sine = Series {
        taylor: |k| alternating(k + 1, reciprocal_factorial(2 * k + 3)),
        relative_to: "x",
        ..cosine
    };
    let exponential = Series {
        taylor: |k| reciprocal_factorial(k + 2),
        reach: "0.0434",
        falls: 3.0,
        weight: 1,
        relative_to: "r",
    };
    let artanh = Series {
        taylor: |k| ratio(1, i64::from(2 * k + 3)),
        reach: "0.00007306",
        falls: 1.0,
        weight: 1,
        relative_to: "s",
    };
    let arctangent = Series {
        taylor: |k| alternating(k + 1, ratio(1, i64::from(2 * k + 3))),
        reach: "0.0000345",
        falls: 1.0,
        weight: 1,
        relative_to: "u",
    };
    [
        exponential.entry("EXPM1", "(e^r − 1 − r)/r² on |r| ≤ 0.0434.", &exponential),
        artanh.entry("ARTANH", "(artanh s/s − 1)/s² in s², |s| ≤ 1/117.", &artanh),
        // Degree and widths are the same for both, so that coefficients can be selected.
        sine.entry("SIN", "(sin x/x − 1)/x² in x² on |x| ≤ 0.8.", &cosine),
        cosine.entry("COS", "(cos x − 1)/x² in x² on |x| ≤ 0.8.", &cosine),
        arctangent.entry("ATAN", "(atan u/u − 1)/u² in u² for |u| ≤ 0.00587.", &arctangent),
    ]
}

/// A function whose Taylor coefficients around zero are each at most the one before divided by `falls`.
#[derive(Clone, Copy)]
struct Series {
    taylor: fn(u32) -> Ball,
    reach: &'static str,
    falls: f64,
    weight: u32,
    relative_to: &'static str,
}

impl Series {
    /// The entry with its first terms, as many as `longest` needs.
    fn entry(&self, name: &'static str, doc: &str, longest: &Series) -> Entry {
        let series = PRECISIONS
            .map(|(_, precision)| [3, 4].map(|words| self.truncated(longest, precision, words)));
        entry(name, doc, Value::LongSeries(Box::new(series)))
    }

    fn truncated(&self, longest: &Series, precision: u32, words: u32) -> Truncated {
        let widths = longest.widths(precision, words);
        let next = (self.taylor)(widths.len() as u32);
        Truncated {
            terms: (0..).map(self.taylor).zip(widths).collect(),
            next,
            falls: self.falls,
            reach: self.reach(),
            weight: (self.weight, self.relative_to),
        }
    }

    fn reach(&self) -> f64 {
        decimal(self.reach).to_f64()
    }

    /// For each power, how many words of its coefficient are needed. The powers end where their contribution
    /// falls below 2^-bits.
    fn widths(&self, precision: u32, words: u32) -> Vec<usize> {
        let bits = f64::from(precision * words) + MARGIN;
        let contributes = |k: u32| {
            let size = f64::from((self.taylor)(k).scaled().exponent() + 1);
            bits + size + self.reach().log2() * f64::from(self.weight + k)
        };
        let width = |k: u32| {
            let width = (contributes(k) / f64::from(precision)).ceil() as usize;
            width.clamp(1, words as usize)
        };
        (0..).take_while(|&k| contributes(k) > 0.0).map(width).collect()
    }
}

const _: () = assert!(BITS >= 5 * 53 + 64);
