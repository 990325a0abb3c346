//! Formats, and the places of their fields.

use super::Toward;
use crate::uint32::Uint32;
use core::fmt::Debug;

/// A binary format of IEEE 754 whose numbers are kept in `N` integers of 32 bits, the lowest first: sign,
/// exponent and fraction; the sign is the highest bit.
///
/// Its operations are functions that are [called](Uint32::call). Results are those of IEEE 754, rounded to
/// nearest, ties to even; NaN is always the same quiet one.
pub trait Format<const N: usize>: Copy + Debug + Send + Sync + 'static {
    /// Bits of the significand, the hidden one included.
    const PRECISION: u32;
    /// Bits of the exponent field.
    const EXPONENT_BITS: u32;

    /// a + b
    fn add<U: Uint32>(a: [U; N], b: [U; N]) -> [U; N];
    /// a · b
    fn multiply<U: Uint32>(a: [U; N], b: [U; N]) -> [U; N];
    /// a / b
    fn divide<U: Uint32>(a: [U; N], b: [U; N]) -> [U; N];
    /// √a
    fn square_root<U: Uint32>(a: [U; N]) -> [U; N];
    /// a · b + c, rounded once.
    fn multiply_add<U: Uint32>(a: [U; N], b: [U; N], c: [U; N]) -> [U; N];
    /// The number rounded to an integer in this direction.
    fn integer<U: Uint32>(a: [U; N], toward: Toward) -> [U; N];
    /// ⌊log2 |a|⌋, as defined by [`Word::exponent`](crate::Word::exponent).
    fn exponent<U: Uint32>(a: [U; N]) -> [U; N];
    /// 2^a, as defined by [`Word::power_of_two`](crate::Word::power_of_two).
    fn power_of_two<U: Uint32>(a: [U; N]) -> [U; N];
}

/// Where the fields of a format lie. Bit positions refer to the highest integer.
pub(crate) trait Fields<const N: usize> {
    /// Bits of all integers that the significand does not use.
    const SPARE: u32;
    /// Bits of the fraction.
    const FRACTION_BITS: u32;
    /// The hidden bit.
    const HIDDEN: u32;
    /// The sign.
    const SIGN: u32;
    /// The exponent field of infinities and NaN.
    const SPECIAL: u32;
    /// The exponent field of 1.
    const BIAS: u32;
    /// Infinity.
    const INFINITY: u32;
    /// The quiet NaN.
    const QUIET: u32;
}

impl<F: Format<N>, const N: usize> Fields<N> for F {
    const SPARE: u32 = 32 * N as u32 - F::PRECISION;
    const FRACTION_BITS: u32 = 31 - Self::SPARE;
    const HIDDEN: u32 = 1 << Self::FRACTION_BITS;
    const SIGN: u32 = 1 << (Self::FRACTION_BITS + F::EXPONENT_BITS);
    const SPECIAL: u32 = (1 << F::EXPONENT_BITS) - 1;
    const BIAS: u32 = Self::SPECIAL / 2;
    const INFINITY: u32 = Self::SPECIAL << Self::FRACTION_BITS;
    const QUIET: u32 = Self::INFINITY | Self::HIDDEN >> 1;
}

/// Declares a format: integers in a number and in a product of two, names for the integers of two numbers, bits of the
/// significand and of the exponent.
macro_rules! format {
    ($(#[$doc:meta])* $name:ident, $text:literal, $precision:literal, $exponent:literal;
     $integers:literal in $product:literal; $($a:ident $b:ident $c:ident),*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Format<$integers> for $name {
            const PRECISION: u32 = $precision;
            const EXPONENT_BITS: u32 = $exponent;

            #[inline(always)]
            fn add<U: Uint32>([$($a),*]: [U; $integers], [$($b),*]: [U; $integers]) -> [U; $integers] {
                U::call(concat!($text, " add"), [$($a,)* $($b,)*], #[inline(always)] |[$($a,)* $($b,)*]| {
                    add::add::<Self, U, $integers>([$($a),*], [$($b),*])
                })
            }
            #[inline(always)]
            fn multiply<U: Uint32>([$($a),*]: [U; $integers], [$($b),*]: [U; $integers]) -> [U; $integers] {
                U::call(concat!($text, " multiply"), [$($a,)* $($b,)*], #[inline(always)] |[$($a,)* $($b,)*]| {
                    multiply::multiply::<Self, U, $integers, $product>([$($a),*], [$($b),*])
                })
            }
            #[inline(always)]
            fn divide<U: Uint32>([$($a),*]: [U; $integers], [$($b),*]: [U; $integers]) -> [U; $integers] {
                U::call(concat!($text, " divide"), [$($a,)* $($b,)*], #[inline(always)] |[$($a,)* $($b,)*]| {
                    divide::divide::<Self, U, $integers>([$($a),*], [$($b),*])
                })
            }
            #[inline(always)]
            fn square_root<U: Uint32>(a: [U; $integers]) -> [U; $integers] {
                U::call(concat!($text, " square root"), a, square_root::square_root::<Self, U, $integers>)
            }
            #[inline(always)]
            fn multiply_add<U: Uint32>(
                [$($a),*]: [U; $integers],
                [$($b),*]: [U; $integers],
                [$($c),*]: [U; $integers],
            ) -> [U; $integers] {
                let all = [$($a,)* $($b,)* $($c,)*];
                U::call(concat!($text, " multiply add"), all, #[inline(always)] |[$($a,)* $($b,)* $($c,)*]| {
                    multiply_add::multiply_add::<Self, U, $integers, $product>([$($a),*], [$($b),*], [$($c),*])
                })
            }
            #[inline(always)]
            fn integer<U: Uint32>(a: [U; $integers], toward: Toward) -> [U; $integers] {
                let name = match toward {
                    Toward::Nearest => concat!($text, " nearest integer"),
                    Toward::Zero => concat!($text, " truncate"),
                    Toward::Down => concat!($text, " floor"),
                    Toward::Up => concat!($text, " ceil"),
                };
                U::call(name, a, #[inline(always)] |a| integer::integer::<Self, U, $integers>(a, toward))
            }
            #[inline(always)]
            fn exponent<U: Uint32>(a: [U; $integers]) -> [U; $integers] {
                U::call(concat!($text, " exponent"), a, exponent::exponent::<Self, U, $integers>)
            }
            #[inline(always)]
            fn power_of_two<U: Uint32>(a: [U; $integers]) -> [U; $integers] {
                U::call(concat!($text, " power of two"), a, exponent::power_of_two::<Self, U, $integers>)
            }
        }
    };
}

use super::{add, divide, exponent, integer, multiply, multiply_add, square_root};

format!(
    /// Double precision, the format of `f64`, in two integers.
    Binary64, "binary64", 53, 11; 2 in 4; a0 b0 c0, a1 b1 c1
);
format!(
    /// Single precision, the format of `f32`, in one integer.
    Binary32, "binary32", 24, 8; 1 in 2; a0 b0 c0
);
format!(
    /// A format of 8 bits, four of which are the exponent: small enough for exhaustive tests.
    Binary8, "binary8", 4, 4; 1 in 2; a0 b0 c0
);
