//! Reading and writing, correctly rounded in both directions, of numbers of any count of words.

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
            /// Without a precision: the shortest decimal number that reads back as this one (two words
            /// as the same words), and of the shortest the nearest. With one: that many digits after the point,
            /// correctly rounded, ties to even. Never an exponent, as for `f64`.
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
            /// One digit before the point, an exponent behind `e`; precision as for `Display`.
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
            /// Reads a hexadecimal number or a sum of them, as `{:?}` writes it: `0x1.8p+1`,
            /// `-0x1p-3 + 0x1p-60`, `inf`, `NaN`; at most as many as there are words. The sum is
            /// normalised, so that they may be given in any order and of any size. Each must be a
            /// number of the word, at most 16 hexadecimal digits from the first that is not zero; a
            /// smaller part of it than the word holds is rounded.
            pub fn from_hex(text: &str) -> Result<Self, ParseError> {
                hex::read(text)
            }
        }
    )*};
}

text!(DoubleWord TripleWord QuadWord);
