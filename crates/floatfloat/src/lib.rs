//! Extended precision from two, three or four machine words.
//!
//! A number is the unevaluated sum of floating-point words: two `f64` have about 106 bits (31 decimal digits),
//! two `f32` about 48 (14 digits), four `f64` about 212 (63 digits). An operation on double-words costs about
//! ten to twenty operations of the machine, and has a proven error bound.
//!
//! ```
//! use floatfloat::DoubleDouble;
//!
//! // A quadratic equation whose discriminant f64 gets wrong: 94906265.625 x² − 189812534 x + 94906268.375
//! let [a, b, c] = [94906265.625, 189812534.0, 94906268.375].map(DoubleDouble::from);
//! let discriminant = b * b - 4.0 * a * c;
//! assert_eq!(discriminant.to_string(), "7.5625");
//! let root = (b + discriminant.sqrt()) / (2.0 * a);
//! assert_eq!(format!("{root:.25}"), "1.0000000289759583510111375");
//!
//! let third: DoubleDouble = "0.3333333333333333333333333333333333333333".parse()?;
//! assert!((third * 3.0 - 1.0).abs() < DoubleDouble::EPSILON);
//! # Ok::<(), floatfloat::ParseError>(())
//! ```
//!
//! # Types
//!
//! | type | words | bits | range | error of `+ − × ÷`, relative |
//! |---|---|---|---|---|
//! | [`FloatFloat`] | two `f32` | 48 | that of `f32` | 2, 2, 5, 13.51 times 2^-48 at most |
//! | [`DoubleDouble`] | two `f64` | 106 | that of `f64` | 2, 2, 5, 13.51 times 2^-106 at most |
//! | [`TripleFloat`] | three `f32` | 72 | that of `f32` | 8, 8, 25, 72 times 2^-72 at most |
//! | [`TripleDouble`] | three `f64` | 159 | that of `f64` | 8, 8, 25, 72 times 2^-159 at most |
//! | [`QuadFloat`] | four `f32` | 96 | that of `f32` | 16, 16, 65, 310 times 2^-96 at most |
//! | [`QuadDouble`] | four `f64` | 212 | that of `f64` | 16, 16, 65, 310 times 2^-212 at most |
//! | [`WideFloatFloat`] | two `f32`, exponent | 48 | 2^±1,056,964,607 | 2.02, 2.02, 5.02, 13.53 times 2^-48 at most |
//! | [`WideDoubleDouble`] | two `f64`, exponent | 106 | 2^±1,056,964,607 | 2.02, 2.02, 5.02, 13.53 times 2^-106 at most |
//!
//! The first six are names for [`DoubleWord`], [`TripleWord`] and [`QuadWord`], which work with any [`Word`]:
//! SIMD registers, simulated machines, recordings that become shader text. `+ − × ÷`, `sqrt`, `abs`, `mul_add`,
//! `powi`, rounding to integers and comparison work with every word. Text, integers, remainders and sums need a
//! [`NativeWord`], `f32` or `f64`. Either operand of an operator may be a single word. The last two types are
//! names for [`WideRange`], which has operators, comparison and text.
//!
//! [`multi_precision`] has numbers of 32, 64, 128 and 256 bits. They consist of integers, every result is
//! correctly rounded, and exponents go up to 2^30.
//!
//! The bounds hold while the words themselves are in range: nothing overflows, and no low part is
//! lost to underflow. For a product or quotient of n words this means that the result is zero or at least
//! 2^(53n − 1022) (`f64`) or 2^(24n − 126) (`f32`): for two words 2^-916 or 2^-78. Sums have no lower limit. Every
//! algorithm, with its source, bound and range, is in [`double_word`] and [`multi_word`].
//!
//! In rare cases a number of three or four words has two representations: where one word is exactly half a unit
//! in the last place of the word before it. Comparison, order and text use the exact value.
//!
//! Code for any number of words uses the trait [`MultiWord`].
//!
//! # Conversions
//!
//! | | |
//! |---|---|
//! | `From` | exact: from integers that always fit, from a single word, from a type with at most as many and at most as wide words |
//! | `TryFrom` | exact, or an error: from longer integers, and to integers |
//! | [`from_f64`](DoubleWord::from_f64), [`from_double_double`](DoubleWord::from_double_double), [`from_number`](DoubleWord::from_number), [`nearest_i128`](DoubleWord::nearest_i128), [`nearest_u128`](DoubleWord::nearest_u128) | the nearest number |
//! | [`from_parts`](DoubleWord::from_parts) | the exact sum of any two words, normalised |
//! | [`from_normalized`](DoubleWord::from_normalized) | the number `high + low`, unchecked; the caller guarantees `high = RN(high + low)` |
//! | `FromStr`, [`from_hex`](DoubleWord::from_hex) | text, correctly rounded |
//!
//! # Special values
//!
//! They follow IEEE 754 for the high words: `1/0` is infinite, `inf − inf` is NaN, a result that is too large
//! is infinite and never NaN, `sqrt(−0)` is `−0`. The low word of zeros, infinities and NaN is zero. Where the
//! high words alone overflow, the result is infinite, even if the low words make the exact result smaller than
//! the limit. The sign of a zero low word has no meaning. Two results may be only as precise as a single word:
//! a sum with an operand whose high word is the largest word, and a quotient next to the largest word. Without
//! fused multiply-add, the same holds for products and quotients where an operand or the result is above 2^-30
//! (`f64`) or 2^-13 (`f32`) times the largest word, because Dekker's product overflows there.
//!
//! # Elementary functions
//!
//! `exp`, `exp2`, `exp10`, `exp_m1`; `ln`, `log2`, `log10`, `ln_1p`, `log`; `sin`, `cos`, `sin_cos`, `tan`,
//! `sin_pi`, `cos_pi`, `tan_pi`; `asin`, `acos`, `atan`, `atan2`; `sinh`, `cosh`, `tanh`, `asinh`, `acosh`,
//! `atanh`; `powf`, `rootn`, `cbrt`, `hypot`, `rsqrt`; `erf`, `erfc`, `gamma`, `ln_gamma`. They are methods of
//! [`DoubleWord`], over every word of 24 or 53 bits. Each states its largest relative error: from 4u² (`exp`,
//! `sin`, `cos`) and 5u² (`powf`) to 16u²; it is larger for `log` and the gamma functions. The bound holds for
//! every finite argument; `sin` of the largest numbers is as accurate as elsewhere. Special values are those of
//! IEEE 754-2019. [`elementary`] has methods, bounds and ranges. [`TripleWord`] and [`QuadWord`] have all of
//! these except `sin_pi`, `cos_pi`, `tan_pi`, `rootn`, `rsqrt`, `erf`, `erfc`, `gamma` and `ln_gamma`:
//! [`elementary::several_words`].
//!
//! ```
//! use floatfloat::DoubleDouble;
//!
//! let x = DoubleDouble::from(1e22);
//! assert_eq!(format!("{:.30}", x.sin()), "-0.852200849767188801772705893753");
//! let thousandth = DoubleDouble::from(10.0).powf(DoubleDouble::from(-3.0));
//! assert_eq!(format!("{thousandth:.30}"), "0.001000000000000000000000000000");
//! ```
//!
//! # Text
//!
//! Parsing and printing are correctly rounded. `{}` writes the shortest decimal that reads back as the same two
//! words. `{:.40}` and `{:.10e}` round the exact value. `{:?}` writes both words in hexadecimal, which
//! [`DoubleWord::from_hex`] reads.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | square root and fused multiply-add of the platform; without it both are made from integers, and the crate is `no_std` without `alloc` |
//! | `num-traits` | `Num`, `Zero`, `One`, `Signed`, `Bounded`, `FloatConst`, `NumCast`, `FromPrimitive`, `ToPrimitive`, `Euclid`, `Inv`, `Pow`, `MulAdd`; with `std` also `Float`, and so the functions of `num_complex::Complex` |
//! | `nalgebra` | `RealField` and `ComplexField` of simba 0.10: matrices, eigenvalues and singular values of nalgebra 0.35 |
//! | `serde` | lossless: a decimal string in text formats, the pair of words in binary ones |
//! | `bytemuck` | `Pod` and `Zeroable` |
//! | `rand` | `StandardUniform` on [0, 1) with all bits random, and uniform ranges |
//!
//! # Speed
//!
//! Everything is inlined. Products and quotients use the fused multiply-add. A plain x86-64 build does not use
//! this instruction and calls the C library instead: in a chain of products that costs about 1.4 ns per
//! operation (`benches/` measures it), and such loops are not vectorised. Wrap the hot loop in [`dispatch`],
//! which chooses the instruction set at run time, or compile with `-C target-feature=+fma`. AArch64 always has
//! the instruction. The bits of the results are the same in each case.
#![cfg_attr(not(any(feature = "std", test)), no_std)]

mod bounded_remainder;
mod compare;
mod constants;
mod convert;
mod dispatch;
mod divisor;
pub mod double_word;
pub mod eft;
pub mod elementary;
mod exact;
mod features;
pub mod fixed_point;
mod functions;
mod integers;
mod level;
pub mod multi_precision;
pub mod multi_word;
mod native;
mod native_word;
mod neighbours;
mod no_fma;
pub mod operation;
mod operators;
pub mod prelude;
pub mod progress;
#[doc(hidden)]
pub mod random;
mod recorded;
pub mod registry;
mod remainder;
pub mod reproducible;
mod rounding;
pub mod scaling;
mod sign;
pub mod sim;
pub mod soft;
mod special;
mod sums;
mod text;
mod total_order;
pub mod uint32;
#[doc(hidden)]
pub mod unrolled;
pub mod wide_range;
mod word;

pub use dispatch::{dispatch, dispatch_scalar};
pub use divisor::Divisor;
pub use double_word::DoubleWord;
pub use integers::IntegerError;
pub use level::Level;
#[cfg(feature = "std")]
pub use level::{UnknownLevel, check_level};
pub use multi_word::{MultiWord, QuadWord, TripleWord, WordArray};
pub use native_word::NativeWord;
pub use no_fma::NoFma;
pub use operation::Operation;
pub use recorded::{OperandOf, RecordedWord};
pub use reproducible::ReproducibleSum;
pub use text::{ParseError, ParseErrorKind};
pub use total_order::TotalOrder;
pub use uint32::{Bits, Uint32};
pub use wide_range::WideRange;
pub use word::{Mask, RarePath, Step, Word};

/// Two `f32`: about 48 bits, with the range of `f32`.
pub type FloatFloat = DoubleWord<f32>;

/// Two `f64`: about 106 bits, with the range of `f64`.
pub type DoubleDouble = DoubleWord<f64>;

/// Three `f32`: about 72 bits, with the range of `f32`.
pub type TripleFloat = TripleWord<f32>;

/// Four `f32`: about 96 bits, with the range of `f32`.
pub type QuadFloat = QuadWord<f32>;

/// Three `f64`: about 159 bits, with the range of `f64`.
pub type TripleDouble = TripleWord<f64>;

/// Four `f64`: about 212 bits, with the range of `f64`.
pub type QuadDouble = QuadWord<f64>;

/// Two `f32` and an exponent: about 48 bits, from 10^-318,000,000 to 10^318,000,000.
pub type WideFloatFloat = WideRange<f32, 1>;

/// Two `f64` and an exponent: about 106 bits, from 10^-318,000,000 to 10^318,000,000.
pub type WideDoubleDouble = WideRange<f64, 2>;

/// The README's code, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
