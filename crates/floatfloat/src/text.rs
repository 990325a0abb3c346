//! Reading and writing of numbers of several words, correctly rounded in both directions.

mod digits;
mod far;
mod hex;
mod interval;
mod multi_precision;
mod parse;
mod print;
mod short;
#[cfg(test)]
mod tests;
mod wide_range;

use crate::{
    double_word::DoubleWord,
    multi_word::{MultiWord, QuadWord, TripleWord},
    native_word::NativeWord,
};
use core::{
    fmt::{self, Debug, Display, Formatter, LowerExp, UpperExp},
    str::FromStr,
};
pub use parse::{ParseError, ParseErrorKind};
pub(crate) use parse::{scan_exponent, sign, special};

macro_rules! text {
    ($($number:ident)*) => {$(
        impl<F: NativeWord> FromStr for $number<F> {
            type Err = ParseError;

            /// Reads a decimal number of any length, correctly rounded.
            ///
            /// ```
            /// use floatfloat::{DoubleDouble, ParseErrorKind};
            /// let tenth: DoubleDouble = "0.1".parse()?;
            /// assert_eq!(tenth, DoubleDouble::from(1.0) / 10.0);
            /// assert_eq!("1e999".parse::<DoubleDouble>()?, DoubleDouble::INFINITY);
            /// let error = "3.14!".parse::<DoubleDouble>().unwrap_err();
            /// assert_eq!(error.kind(), ParseErrorKind::UnexpectedCharacter);
            /// assert_eq!(error.position(), 4);
            /// # Ok::<(), floatfloat::ParseError>(())
            /// ```
            fn from_str(text: &str) -> Result<Self, ParseError> {
                parse::read(text)
            }
        }

        impl<F: NativeWord> Display for $number<F> {
            /// Without a precision, writes the shortest decimal number that reads back as this number (for two
            /// words, as the same words); among several, the nearest. With a precision, writes that many digits
            /// after the point, correctly rounded, ties to even. There is never an exponent, as for `f64`.
            ///
            /// ```
            /// use floatfloat::DoubleDouble;
            /// let third = DoubleDouble::from(1.0) / 3.0;
            /// assert_eq!(format!("{third:.40}"), "0.3333333333333333333333333333333323061707");
            /// assert_eq!(format!("{:+010.2}", third), "+000000.33");
            /// ```
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                print::fixed(f, &self.parts())
            }
        }

        impl<F: NativeWord> LowerExp for $number<F> {
            /// One digit before the point, an exponent behind `e`; the precision has the same meaning as for
            /// `Display`.
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                print::scientific(f, &self.parts(), "e")
            }
        }

        impl<F: NativeWord> UpperExp for $number<F> {
            /// As `LowerExp`, with `E`.
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                print::scientific(f, &self.parts(), "E")
            }
        }

        impl<F: NativeWord> Debug for $number<F> {
            /// All words, exactly: `0x1.8p+1 + 0x1p-60`. `from_hex` reads it.
            ///
            /// ```
            /// use floatfloat::DoubleDouble;
            /// let third = DoubleDouble::from(1.0) / 3.0;
            /// assert_eq!(format!("{third:?}"), "0x1.5555555555555p-2 + 0x1.5555555555555p-56");
            /// assert_eq!(DoubleDouble::from_hex(&format!("{third:?}")), Ok(third));
            /// ```
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                hex::write(f, &self.parts(), 0)
            }
        }

        impl<F: NativeWord> $number<F> {
            /// Reads a hexadecimal number or a sum of hexadecimal numbers, as `{:?}` writes it: `0x1.8p+1`,
            /// `-0x1p-3 + 0x1p-60`, `inf`, `NaN`. There may be at most as many terms as words. The sum is
            /// normalised, so that the terms may have any order and any size. A term may have at most 16
            /// hexadecimal digits from the first that is not zero, and is rounded to a word.
            pub fn from_hex(text: &str) -> Result<Self, ParseError> {
                hex::read(text)
            }
        }
    )*};
}

text!(DoubleWord TripleWord QuadWord);
