//! Numbers of 32, 64, 128 and 256 bits, made of integers. Each operation is correctly rounded.
//!
//! [`MultiPrecision`] consists of 32-bit integers ([`Uint32`]), which every machine has and which are exact
//! everywhere. Therefore processor, SIMD registers and devices give the same bits. They equal those of MPFR at
//! the same precision.
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
//! The first word has the sign and the exponent. The limbs of the significand follow, 32 bits each, the lowest
//! first; the highest bit of the highest limb is always 1. The exponent is that of the number plus 2^30 − 1, in
//! 31 bits. Three of its codes are for zeros, infinities and NaN, whose limbs are zero. So a number lies
//! between 2^(2 − 2^30) and 2^(2^30 − 1), about 10^±323228496, and there are no subnormal numbers. The sum of
//! two exponents still fits in 32 bits; for the same reason MPFR has nearly this range on 32-bit machines.
//!
//! # Rounding
//!
//! Every result is the number nearest to the exact one, ties to even: an error of at most half an ulp. A result
//! that exceeds the largest number after rounding is infinite. A result below the least positive number becomes
//! that number or zero, whichever is nearer, and zero in a tie. Zeros and infinities have signs, as in IEEE
//! 754; NaN has no sign and only one representation.
//!
//! # Algorithms
//!
//! - Sums: the smaller operand is shifted to the exponent of the larger one, and a lowest bit stands for what
//!   is shifted out. One chain of carries adds it, or its complement.
//! - Products: by limbs, all 32N² bits of both halves.
//! - Quotients and roots: a 30-bit reciprocal of the divisor, or of its root, gives the result in digits of 27
//!   bits. Each digit is a little too small, and the next one corrects it by the exact remainder. The last
//!   remainder decides the last bit.
//!
//! # Cost
//!
//! Operations on 32-bit integers, counted as in [`soft`](crate::soft). The second number is for a machine
//! without high halves of products, which computes each of them in 16 other operations.
//!
//! | bits | 32 | 64 | 128 | 256 |
//! |---|---|---|---|---|
//! | `+`, `−` | 108 | 152 | 237 | 408 |
//! | `×` | 58, 73 | 93, 153 | 217, 457 | 705, 1665 |
//! | `÷` | 144, 309 | 236, 476 | 507, 987 | 1522, 2977 |
//! | `√` | 151, 376 | 241, 526 | 487, 937 | 1369, 2434 |
//! | `less` | 26 | 32 | 44 | 68 |
//!
//! In a recording each of these, except comparisons, is one function that is called.

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

/// A number with a significand of `LIMBS` limbs of 32 bits: 1, 2, 4 or 8. `U` is an integer of any machine.
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

/// The exponent of NaN, and its first word.
const NAN: u32 = SIGN - 1;

/// Is added to exponents. The exponent of zeros is 0.
const BIAS: u32 = (1 << 30) - 1;

impl<U: Uint32, const N: usize> MultiPrecision<U, N> {
    /// The number with this first word, which has sign and exponent, and these limbs, the lowest first. Words
    /// that are not those of a number give some result, the same one everywhere.
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
