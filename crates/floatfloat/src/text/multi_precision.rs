//! Decimal text of multiple precision.

use super::{
    digits::{Digits, Stop, rounded_integer},
    far::{self, MOST_DIGITS, Magnitude},
    parse::{Decimal, ParseError, read_decimal},
    print,
};
use crate::{
    exact::{Big, Quotient},
    multi_precision::MultiPrecision,
    soft::Soft32,
    uint32::Bits,
};
use core::{
    fmt::{self, Display, Formatter, LowerExp, UpperExp},
    str::FromStr,
};

/// How many decimal digits every number of `limbs` limbs keeps through a text, and how many identify every
/// number.
const fn usual_digits(limbs: usize) -> [usize; 2] {
    // (bits − 1) log10(2) rounded down, and one digit more than bits · log10(2) rounded up.
    let bits = 32 * limbs;
    [(bits - 1) * 30103 / 100_000, bits * 30103 / 100_000 + 2]
}

/// Below this exponent all digits of a number can be computed. Above it no number of up to [`MOST_DIGITS`]
/// digits is followed by exactly half a unit.
const NEAR: u32 = 900;

impl<const N: usize> FromStr for MultiPrecision<u32, N> {
    type Err = ParseError;

    /// Reads a decimal number of any length and any exponent, correctly rounded. (A number of more than a thousand
    /// digits that is closer than 10^-1000, relative, to the middle between two numbers may go to either.)
    ///
    /// ```
    /// use floatfloat::multi_precision::Mp64;
    /// let tenth: Mp64 = "0.1".parse()?;
    /// assert_eq!(tenth, Mp64::from(1.0) / Mp64::from(10.0));
    /// let x: Mp64 = "1e-400000".parse()?;
    /// assert_eq!(x.to_string(), "1e-400000");
    /// # Ok::<(), floatfloat::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let of_special = |special: f32| Self::from_soft(Soft32::from_bits(special.into_uints()));
        read_decimal(text, of_special, |decimal, negative| nearest(&decimal, negative))
    }
}

impl<const N: usize> Display for MultiPrecision<u32, N> {
    /// Without a precision, writes at most 11, 21, 40 and 79 digits for 32, 64, 128 and 256 bits, correctly
    /// rounded. It writes up to three fewer where these read back as the same number, and no zeros at the end.
    /// With a precision, writes that many digits after the point. The text has an exponent unless the number is
    /// at least 10^-5 and below 10^17.
    ///
    /// ```
    /// use floatfloat::multi_precision::{Mp32, Mp128};
    /// assert_eq!(Mp32::from(-1234.5f32).to_string(), "-1234.5");
    /// // The nearest number to a third is 4.9·10^-40 larger.
    /// let third = Mp128::ONE / Mp128::from(3.0);
    /// assert_eq!(third.to_string(), "0.333333333333333333333333333333333333334");
    /// assert_eq!(format!("{third:.3}"), "0.333");
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print::write_number(f, &[class(*self)], |f, leading| {
            let usual = usual(*self);
            if !(-4..=17).contains(&usual.point) {
                return LowerExp::fmt(self, f);
            }
            let digits = match (f.precision(), self.exponent_of_two()) {
                (Some(count), Some(exponent)) => {
                    let unit = exponent - (Self::BITS as i32 - 1);
                    rounded_integer(significand(*self), unit, Stop::AfterPoint(count))
                }
                _ => usual,
            };
            print::fixed_digits(f, leading[0], &digits)
        })
    }
}

impl<const N: usize> LowerExp for MultiPrecision<u32, N> {
    /// One digit before the point, an exponent behind `e`. As many digits as `Display` writes; with a
    /// precision, that many after the point, at most 400.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        scientific(f, *self, "e")
    }
}

impl<const N: usize> UpperExp for MultiPrecision<u32, N> {
    /// As `LowerExp`, with `E`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        scientific(f, *self, "E")
    }
}

fn scientific<const N: usize>(
    f: &mut Formatter<'_>,
    x: MultiPrecision<u32, N>,
    marker: &str,
) -> fmt::Result {
    print::write_number(f, &[class(x)], |f, leading| {
        let digits = match f.precision() {
            Some(count) => digits(x, count.min(MOST_DIGITS - 1) + 1),
            None => usual(x),
        };
        print::scientific_digits(f, leading[0], &digits, marker)
    })
}

/// A word with the sign of the number, infinite or NaN if the number is.
fn class<const N: usize>(x: MultiPrecision<u32, N>) -> f64 {
    let magnitude = match x {
        x if x.is_nan() => return f64::NAN,
        x if x.is_infinite() => f64::INFINITY,
        _ => 1.0,
    };
    if x.is_sign_negative() { -magnitude } else { magnitude }
}

/// The limbs of a number as an integer.
fn significand<const N: usize>(x: MultiPrecision<u32, N>) -> Big {
    let mut big = Big::new(0);
    for &limb in x.limbs().iter().rev() {
        big.shift_left(32);
        big.add(&Big::new(limb.into()));
    }
    big
}

/// The digits of a finite number that are written if no precision is given.
fn usual<const N: usize>(x: MultiPrecision<u32, N>) -> Digits {
    let [least, most] = usual_digits(N);
    for count in least..most {
        let digits = digits(x, count);
        if nearest(&digits.to_decimal(), x.is_sign_negative()) == x {
            return digits;
        }
    }
    digits(x, most)
}

/// A finite number rounded to `count` digits.
fn digits<const N: usize>(x: MultiPrecision<u32, N>, count: usize) -> Digits {
    let Some(exponent) = x.exponent_of_two() else { return Digits::new(1) };
    let unit = exponent - (MultiPrecision::<u32, N>::BITS as i32 - 1);
    let significand = significand(x);
    if exponent.unsigned_abs() <= NEAR {
        rounded_integer(significand, unit, Stop::Significant(count))
    } else {
        far::digits(&significand, unit.into(), count)
    }
}

/// The number nearest to a decimal number.
fn nearest<const N: usize>(decimal: &Decimal, negative: bool) -> MultiPrecision<u32, N> {
    let magnitude = match far::magnitude(decimal) {
        Magnitude::Zero => MultiPrecision::ZERO,
        Magnitude::Huge => MultiPrecision::INFINITY,
        Magnitude::Some => far::nearest(decimal, rounded),
    };
    if negative { -magnitude } else { magnitude }
}

/// The number nearest to a quotient times a power of two.
fn rounded<const N: usize>(quotient: &Quotient, exponent: i32) -> MultiPrecision<u32, N> {
    /// 63 bits, and 64 times four.
    const MOST: usize = 5;
    let count = N.div_ceil(2) + 1;
    let mut words = [0; MOST];
    let (unit, inexact) = quotient.digits(&mut words[..count]);
    // From the highest on, without the bit that may be missing; what is behind the guard stands in its lowest bit.
    let up = words[0].leading_zeros();
    let limb = |place: usize| {
        let [high, low] = [place / 2, place / 2 + 1].map(|k| words.get(k).copied().unwrap_or(0));
        let word = high << up | low.unbounded_shr(64 - up);
        if place.is_multiple_of(2) { (word >> 32) as u32 } else { word as u32 }
    };
    let limbs = core::array::from_fn(|k| limb(N - 1 - k));
    let below = inexact || (N + 1..2 * count).any(|place| limb(place) != 0);
    let guard = limb(N) | u32::from(below);
    let exponent = i64::from(exponent) + i64::from(unit) + 64 * count as i64 - 1 - i64::from(up);
    MultiPrecision::nearest_to(false, exponent, limbs, guard)
}
