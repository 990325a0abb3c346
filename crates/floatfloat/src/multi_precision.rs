//! Numbers of 32, 64, 128 and 256 bits, made of integers, each operation correctly rounded.
//!
//! Every machine has the 32-bit integers ([`Uint32`]) of which [`MultiPrecision`] consists, and they are exact everywhere:
//! processor, SIMD registers and devices have the same bits, and they are those that MPFR has at the same
//! precision.
//!
//! ```
//! use floatfloat::multi_precision::{Mp64, Mp256};
//!
//! let third = Mp256::from(1.0) / Mp256::from(3.0);
//! assert_eq!(format!("{:?}", third.convert::<2>()), "0x1.5555555555555556p-2");
//! assert_eq!(third.convert::<2>().to_string(), "0.33333333333333333334");
//! assert_eq!(f64::from(third), 1.0 / 3.0);
//! // Far beyond the range of f64.
//! let mut power = Mp64::from(10.0);
//! for _ in 0..20 {
//!     power = power * power;
//! }
//! assert!(power.is_finite() && f64::from(power).is_infinite());
//! ```
//!
//! # Format
//!
//! A word with sign and exponent, then the significand: as many limbs of 32 bits as there are, the lowest first, the
//! highest bit always 1. The exponent is that of the number plus 2^30 − 1, in 31 bits. Three of its
//! codes are for zeros, infinities and NaN, whose limbs are zero. So a number lies between 2^(2 − 2^30) and
//! 2^(2^30 − 1), about 10^±323228496, and there are no subnormal numbers. The sum of two exponents still fits a
//! word of 32 bits, which is why MPFR has nearly this range on machines of 32 bits.
//!
//! # Rounding
//!
//! Every result is the number nearest to the exact one, of two the even one: an error of at most half an ulp. What
//! exceeds the largest number after rounding is infinite. What is smaller than the least one is that or zero, whichever
//! is nearer, and zero in the middle. Zeros and infinities have signs, as in IEEE 754; NaN has none, and is
//! always the same.
//!
//! # Algorithms
//!
//! - Sums: the smaller operand is shifted to the exponent of the larger, a lowest bit standing for what is shifted out;
//!   one chain of carries adds it, or its complement.
//! - Products: by limbs, all 32N² bits of both halves.
//! - Quotients and roots: a reciprocal, of the divisor or of its root, of 30 bits gives the result in digits
//!   of 27 bits, each a little too small, and the exact rest corrects it with the next one. The last rest decides
//!   the last bit.
//!
//! # Cost
//!
//! Operations of 32-bit integers, as [`soft`](crate::soft) counts them; the second number is without high halves of
//! products, of which each is 16 others:
//!
//! | bits | 32 | 64 | 128 | 256 |
//! |---|---|---|---|---|
//! | `+`, `−` | 108 | 152 | 237 | 408 |
//! | `×` | 59, 74 | 94, 154 | 218, 458 | 706, 1666 |
//! | `÷` | 145, 310 | 237, 477 | 508, 988 | 1523, 2978 |
//! | `√` | 152, 377 | 242, 527 | 488, 938 | 1370, 2435 |
//! | `less` | 26 | 32 | 44 | 68 |
//!
//! In a recording each of these except comparisons is one function that is called.

mod add;
mod compare;
mod convert;
mod divide;
mod hex;
mod multiply;
mod number;
mod operators;
mod round;
mod square_root;
mod width;

pub use width::{Limbs, Width};

use crate::uint32::Uint32;

/// A number with a significand of `LIMBS` limbs of 32 bits: 1, 2, 4 or 8. Its integers may be those of any machine.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct MultiPrecision<U, const LIMBS: usize> {
    /// The sign in the highest bit, and below it the exponent.
    head: U,
    limbs: [U; LIMBS],
}

/// A number of 32 bits.
pub type Mp32<U = u32> = MultiPrecision<U, 1>;

/// A number of 64 bits.
pub type Mp64<U = u32> = MultiPrecision<U, 2>;

/// A number of 128 bits.
pub type Mp128<U = u32> = MultiPrecision<U, 4>;

/// A number of 256 bits.
pub type Mp256<U = u32> = MultiPrecision<U, 8>;

/// The sign in the first word of a number.
const SIGN: u32 = 1 << 31;

/// The exponent of infinities.
const INFINITY: u32 = SIGN - 2;

/// The exponent of NaN, and the first word of it.
const NAN: u32 = SIGN - 1;

/// What is added to exponents. That of zeros is 0.
const BIAS: u32 = (1 << 30) - 1;

impl<U: Uint32, const N: usize> MultiPrecision<U, N> {
    /// The number of a first word, which has sign and exponent, and of limbs, the lowest first. Words that no
    /// result of an operation has give some result, the same everywhere.
    #[inline(always)]
    pub fn from_words(head: U, limbs: [U; N]) -> Self {
        MultiPrecision { head, limbs }
    }

    /// Its first word, with sign and exponent.
    #[inline(always)]
    pub fn head(self) -> U {
        self.head
    }

    /// The limbs of its significand, the lowest first.
    #[inline(always)]
    pub fn limbs(self) -> [U; N] {
        self.limbs
    }

    /// The exponent in its code.
    #[inline(always)]
    fn exponent(self) -> U {
        self.head & self.head.constant(SIGN - 1)
    }
}
