//! Decimal and hexadecimal text of numbers with a wide range.

use super::{
    digits::{Digits, Stop, rounded},
    far::{self, MOST_DIGITS, Magnitude},
    hex,
    parse::{Decimal, ParseError, read_decimal},
    print,
};
use crate::{
    DoubleDouble,
    double_word::DoubleWord,
    exact::{Quotient, Rational, magnitude, unit},
    multi_word::MultiWord,
    native_word::NativeWord,
    uint32::Bits,
    wide_range::WideRange,
};
use core::{
    fmt::{self, Debug, Display, Formatter, LowerExp, UpperExp},
    str::FromStr,
};

/// How many decimal digits are written unless a precision asks for others: 16 for a pair of `f32`, 32 for a
/// pair of `f64`, or up to two fewer.
const fn usual_digits(precision: u32) -> usize {
    if precision == 24 { 16 } else { 32 }
}

/// Below this exponent both words fit `f64`.
const NEAR: u32 = 900;

impl<F: NativeWord + Bits<N, Uint = u32>, const N: usize> FromStr for WideRange<F, N> {
    type Err = ParseError;

    /// Reads a decimal number of any length and any exponent, correctly rounded. (A number of more than a thousand
    /// digits that is closer than 10^-1000, relative, to the middle between two numbers may go to either.)
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_decimal(text, WideRange::from_word, |decimal, negative| nearest(&decimal, negative))
    }
}

impl<F: NativeWord + Bits<N, Uint = u32>, const N: usize> Display for WideRange<F, N> {
    /// Without a precision, writes 16 digits of a pair of `f32` and 32 of a pair of `f64`, correctly rounded.
    /// It writes one or two fewer where these read back as the same number, and no zeros at the end. With a
    /// precision, writes that many digits after the point. The text has an exponent unless the number is at
    /// least 10^-5 and below 10^17.
    ///
    /// ```
    /// use floatfloat::{WideDoubleDouble, WideFloatFloat};
    /// assert_eq!(WideFloatFloat::from_f64(-1234.5).to_string(), "-1234.5");
    /// let x: WideDoubleDouble = "6.02214076e2300".parse()?;
    /// assert_eq!(x.to_string(), "6.02214076e2300");
    /// assert_eq!(format!("{x:.3}"), "6.022e2300");
    /// # Ok::<(), floatfloat::ParseError>(())
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(near) = near(*self) else { return LowerExp::fmt(self, f) };
        let size = near.hi().abs();
        if size != 0.0 && size.is_finite() && !(1e-5..1e17).contains(&size) {
            return LowerExp::fmt(self, f);
        }
        print::write_number(f, &near.parts(), |f, words| {
            let digits = match f.precision() {
                Some(count) => rounded(words, Stop::AfterPoint(count)),
                None => usual(*self),
            };
            print::fixed_digits(f, words[0], &digits)
        })
    }
}

impl<F: NativeWord + Bits<N, Uint = u32>, const N: usize> LowerExp for WideRange<F, N> {
    /// One digit before the point, an exponent behind `e`. As many digits as `Display` writes; with a
    /// precision, that many after the point, at most 400.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        scientific(f, *self, "e")
    }
}

impl<F: NativeWord + Bits<N, Uint = u32>, const N: usize> UpperExp for WideRange<F, N> {
    /// As `LowerExp`, with `E`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        scientific(f, *self, "E")
    }
}

impl<F: NativeWord + Bits<N, Uint = u32>, const N: usize> Debug for WideRange<F, N> {
    /// Both words, exactly: `0x1.8p+1000001 + 0x1p+999940`. `from_hex` reads it.
    ///
    /// ```
    /// use floatfloat::WideDoubleDouble;
    /// let x: WideDoubleDouble = "1e-500000".parse()?;
    /// assert_eq!(WideDoubleDouble::from_hex(&format!("{x:?}")), Ok(x));
    /// # Ok::<(), floatfloat::ParseError>(())
    /// ```
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        hex::write(f, &self.significand().parts(), self.exponent().unwrap_or(0))
    }
}

impl<F: NativeWord + Bits<N, Uint = u32>, const N: usize> WideRange<F, N> {
    /// Reads a hexadecimal number or a sum of two, as `{:?}` writes it: `0x1.8p+1000001`, `-0x1p-3 + 0x1p-60`,
    /// `inf`, `NaN`. Each is rounded to a word, of any exponent.
    pub fn from_hex(text: &str) -> Result<Self, ParseError> {
        let zero = WideRange::default();
        let [mut high, mut low] = [zero; 2];
        let mut count = 0;
        hex::each_term(text, 2, |subtract, term: hex::Term<F>| {
            let word = match term {
                hex::Term::Special(word) => WideRange::from_word(word),
                hex::Term::Number { negative, significand, exponent } => {
                    let length = (u64::BITS - significand.leading_zeros()) as i32;
                    let word = F::rounded(negative, significand, -length, false);
                    let exponent = exponent.saturating_add(length.into());
                    let exponent = exponent.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                    WideRange::from_parts(DoubleWord::from_word(word), exponent)
                }
            };
            let word = if subtract { -word } else { word };
            *(if count == 0 { &mut high } else { &mut low }) = word;
            count += 1;
        })?;
        Ok(if low == zero { high } else { high + low })
    }
}

fn scientific<F: NativeWord + Bits<N, Uint = u32>, const N: usize>(
    f: &mut Formatter<'_>,
    x: WideRange<F, N>,
    marker: &str,
) -> fmt::Result {
    print::write_number(f, &x.significand().parts(), |f, significand| {
        let digits = match f.precision() {
            Some(count) => digits(x, count.min(MOST_DIGITS - 1) + 1),
            None => usual(x),
        };
        print::scientific_digits(f, significand[0], &digits, marker)
    })
}

/// The digits of a finite number that are written if no precision is given.
fn usual<F: NativeWord + Bits<N, Uint = u32>, const N: usize>(x: WideRange<F, N>) -> Digits {
    let most = usual_digits(F::PRECISION);
    for count in most - 2..most {
        let digits = digits(x, count);
        if nearest(&digits.to_decimal(), x.is_sign_negative()) == x {
            return digits;
        }
    }
    digits(x, most)
}

/// A finite number rounded to `count` digits.
fn digits<F: NativeWord + Bits<N, Uint = u32>, const N: usize>(
    x: WideRange<F, N>,
    count: usize,
) -> Digits {
    match near(x) {
        Some(near) => rounded(&near.parts(), Stop::Significant(count)),
        None => {
            let significand = x.significand().parts();
            let unit = unit(&significand);
            let exponent = i64::from(x.exponent().unwrap_or(0)) + i64::from(unit);
            far::digits(&magnitude(&significand, unit), exponent, count)
        }
    }
}

/// The same number without a wide range, where that is exact; zeros, infinities and NaN too.
fn near<F: NativeWord + Bits<N, Uint = u32>, const N: usize>(
    x: WideRange<F, N>,
) -> Option<DoubleDouble> {
    let is_near = x.exponent().is_none_or(|exponent| exponent.unsigned_abs() <= NEAR);
    is_near.then(|| {
        let [high, low] = x.significand().parts().map(Into::into);
        let power = DoubleDouble::from(2.0).powi(x.exponent().unwrap_or(0)).hi();
        DoubleWord::from_normalized(high * power, low * power)
    })
}

/// The number nearest to a decimal number.
fn nearest<F: NativeWord + Bits<N, Uint = u32>, const N: usize>(
    decimal: &Decimal,
    negative: bool,
) -> WideRange<F, N> {
    let magnitude = match far::magnitude(decimal) {
        Magnitude::Zero => WideRange::default(),
        Magnitude::Huge => WideRange::from_word(F::INFINITY),
        Magnitude::Some => far::nearest(decimal, |value: &Quotient, exponent| {
            WideRange::from_parts(value.nearest(false), exponent)
        }),
    };
    if negative { -magnitude } else { magnitude }
}
