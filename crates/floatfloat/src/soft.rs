//! IEEE 754 numbers made of integers, for machines whose own arithmetic is missing or does not follow IEEE 754.
//!
//! [`Soft64`] has the bits of `f64`, [`Soft32`] those of `f32`: subnormal numbers, infinities, signed zeros, a
//! quiet NaN, rounding to nearest with ties to even. They compute with the 32-bit integers of any machine
//! ([`Uint32`]), in straight-line code. They implement [`Word`](crate::Word), so that every algorithm of this
//! crate runs on them.
//!
//! ```
//! use floatfloat::{DoubleDouble, DoubleWord, soft::Soft64};
//!
//! let [one, three] = [1.0, 3.0].map(|word| DoubleWord::from_word(Soft64::from(word)));
//! let (third, expected) = (one / three, DoubleDouble::from(1.0) / 3.0);
//! assert_eq!((f64::from(third.hi()), f64::from(third.lo())), (expected.hi(), expected.lo()));
//! ```
//!
//! # Cost
//!
//! Operations on 32-bit integers: sums, products and their high halves, shifts, logic, leading zeros,
//! comparisons and selects. The second number is for a machine without high halves of products, which computes
//! each of them in 16 other operations.
//!
//! | | binary64 | binary32 |
//! |---|---|---|
//! | `+`, `−` | 120 | 65 |
//! | `×` | 166, without high halves 226 | 85, 100 |
//! | `÷` | 218, 383 | 113, 233 |
//! | `√` | 152, 377 | 79, 259 |
//! | `mul_add` | 362, 422 | 181, 196 |
//! | `less` | 37 | 17 |
//!
//! In a recording each operation, except comparisons, is one function that is called.

mod add;
mod convert;
mod divide;
mod exponent;
pub(crate) mod format;
mod integer;
pub(crate) mod limbs;
mod multiply;
mod multiply_add;
pub(crate) mod pack;
pub(crate) mod reciprocal;
mod square_root;
mod word;

pub use format::{Binary8, Binary32, Binary64, Format};

use crate::uint32::Uint32;
use core::{fmt, marker::PhantomData};

/// A number of format `F` in `N` integers of type `U`.
pub struct Soft<F, U, const N: usize> {
    bits: [U; N],
    format: PhantomData<F>,
}

/// A number of double precision.
pub type Soft64<U = u32> = Soft<Binary64, U, 2>;

/// A number of single precision.
pub type Soft32<U = u32> = Soft<Binary32, U, 1>;

/// A number of the format of 8 bits.
pub type Soft8<U = u32> = Soft<Binary8, U, 1>;

/// The direction of rounding to an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Toward {
    /// The nearest integer, ties to even.
    Nearest,
    /// The nearest integer that is not farther from zero.
    Zero,
    /// The largest integer that is not above the number.
    Down,
    /// The smallest integer that is not below the number.
    Up,
}

impl<F: Format<N>, U: Uint32, const N: usize> Soft<F, U, N> {
    /// The number with these bits, the lowest first.
    #[inline(always)]
    pub fn from_bits(bits: [U; N]) -> Self {
        Soft { bits, format: PhantomData }
    }

    /// Its bits, the lowest first.
    #[inline(always)]
    pub fn to_bits(self) -> [U; N] {
        self.bits
    }

    /// The number rounded to an integer; a zero result keeps the sign.
    #[inline(always)]
    pub fn integer(self, toward: Toward) -> Self {
        Soft::from_bits(F::integer(self.bits, toward))
    }

    /// The number in another format, rounded to nearest.
    #[inline(always)]
    pub fn convert<G: Format<M>, const M: usize>(self) -> Soft<G, U, M> {
        Soft::from_bits(convert::convert::<F, G, U, N, M>(self.bits))
    }

    /// The number nearest to a signed integer.
    #[inline(always)]
    pub fn from_signed(integer: U) -> Self {
        Soft::from_bits(convert::from_signed::<F, U, N>(integer))
    }

    /// The number as a signed integer, without its fraction. Out of range it is the nearest signed integer; 0
    /// for NaN.
    #[inline(always)]
    pub fn to_signed(self) -> U {
        convert::to_signed::<F, U, N>(self.bits)
    }
}

impl<F, U: Copy, const N: usize> Clone for Soft<F, U, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, U: Copy, const N: usize> Copy for Soft<F, U, N> {}

impl<F: Format<N>, const N: usize> fmt::Debug for Soft<F, u32, N> {
    /// Its value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f64::from(*self).fmt(f)
    }
}

impl<F: Format<N>, const N: usize> From<f64> for Soft<F, u32, N> {
    /// The number nearest to `value`.
    #[inline]
    fn from(value: f64) -> Self {
        let bits = value.to_bits();
        Soft64::from_bits([bits as u32, (bits >> 32) as u32]).convert()
    }
}

impl<F: Format<N>, const N: usize> From<Soft<F, u32, N>> for f64 {
    /// Its value; exact.
    #[inline]
    fn from(number: Soft<F, u32, N>) -> f64 {
        let [low, high] = number.convert::<Binary64, 2>().bits;
        f64::from_bits(u64::from(high) << 32 | u64::from(low))
    }
}
