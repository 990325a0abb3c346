//! The operations on 32-bit unsigned integers that an algorithm may use: the traits [`Uint32`] and [`Bits`].
//!
//! Integers are exact on every machine, even where a compiler rewrites floating-point arithmetic, and every
//! device has 32-bit integers. An algorithm over them is written once, in straight-line code, as over [`Word`]:
//! a `u32` computes one number at a time, a SIMD register computes many, and an integer that records instead of
//! computing becomes shader text.
//!
//! ```
//! use floatfloat::{Bits, Uint32};
//!
//! /// The sum of two numbers of 64 bits, low half first.
//! fn add<U: Uint32>(a: [U; 2], b: [U; 2]) -> [U; 2] {
//!     let low = a[0].wrapping_add(b[0]);
//!     let high = a[1].wrapping_add(b[1]);
//!     let carry = low.less(a[0]);
//!     [low, U::select(carry, high.wrapping_add(high.constant(1)), high)]
//! }
//! assert_eq!(add([u32::MAX, 7], [1, 0]), [0, 8]);
//!
//! /// The next larger word of a positive finite one, by its bits.
//! fn next_up<W: Bits<2>>(x: W) -> W {
//!     let bits = x.into_uints();
//!     W::from_uints(add(bits, [bits[0].constant(1), bits[0].constant(0)]))
//! }
//! assert_eq!(next_up(1.0f64), 1.0f64.next_up());
//! ```

use crate::{
    unrolled::map,
    word::{Mask, Word},
};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A 32-bit unsigned integer, or several computed side by side. Sums and products are modulo 2^32.
///
/// Operations that a machine may lack have a default in terms of the others. An override changes speed only,
/// never a bit.
pub trait Uint32:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The result of a comparison.
    type Mask: Mask;

    /// The number `value`, on the same machine as `self`: as [`Word::constant`], it takes
    /// `self` because a constant may need to know where it lives.
    fn constant(self, value: u32) -> Self;

    /// `self + other`.
    fn wrapping_add(self, other: Self) -> Self;

    /// `self - other`.
    fn wrapping_sub(self, other: Self) -> Self;

    /// The low half of `self * other`.
    fn wrapping_mul(self, other: Self) -> Self;

    /// The high half of `self * other`.
    #[inline(always)]
    fn high_product(self, other: Self) -> Self {
        high_product(self, other)
    }

    /// `sum` plus the four products of the bytes of `self` and `other`, which are integers of −128 to 127.
    #[inline(always)]
    fn dot_of_bytes(self, other: Self, sum: Self) -> Self {
        dot_of_bytes(self, other, sum)
    }

    /// `self` times 2^`count`; 0 where `count` is 32 or more.
    fn shift_left(self, count: Self) -> Self;

    /// `self` divided by 2^`count`, rounded down; 0 where `count` is 32 or more.
    fn shift_right(self, count: Self) -> Self;

    /// The number of zeros before the first 1 in binary; 32 for zero.
    #[inline(always)]
    fn leading_zeros(self) -> Self {
        leading_zeros(self)
    }

    /// `self < other`.
    fn less(self, other: Self) -> Self::Mask;

    /// `self <= other`.
    fn less_or_equal(self, other: Self) -> Self::Mask;

    /// `self == other`.
    fn equal(self, other: Self) -> Self::Mask;

    /// `yes` where the mask holds, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// `work(operands)`. A recording contains `work` only once, as a function of this name that each such step
    /// calls, so that the text does not grow with the length of `work`. The recording keeps the first `work`
    /// that it gets under a name: therefore a name must always mean the same function, whose results depend
    /// only on its operands.
    #[inline(always)]
    fn call<const M: usize, const N: usize>(
        name: &'static str,
        operands: [Self; M],
        work: impl FnOnce([Self; M]) -> [Self; N],
    ) -> [Self; N] {
        let _ = name;
        work(operands)
    }
}

/// A word that can be converted to its bits: one integer for `f32`, two for `f64`, the low half first. Masks
/// are those of the word, so that an algorithm can compare integers and select words.
///
/// The bits are those of the format, including subnormal numbers, infinities and NaN. Only a device that
/// flushes subnormal numbers to zero may do so here, and may replace a signalling NaN by another NaN.
pub trait Bits<const N: usize>: Word {
    /// An integer of the same machine.
    type Uint: Uint32<Mask = Self::Mask>;

    /// The bits of the word.
    fn into_uints(self) -> [Self::Uint; N];

    /// The word of these bits.
    fn from_uints(uints: [Self::Uint; N]) -> Self;
}

/// [`Uint32::high_product`] by its definition: by products of 16-bit halves, of which no sum overflows. 16
/// operations.
#[inline(always)]
pub fn high_product<U: Uint32>(x: U, y: U) -> U {
    let (half, mask) = (x.constant(16), x.constant(0xffff));
    let (x_high, x_low) = (x.shift_right(half), x & mask);
    let (y_high, y_low) = (y.shift_right(half), y & mask);
    let low = x_low.wrapping_mul(y_low).shift_right(half);
    let middle = x_low.wrapping_mul(y_high).wrapping_add(low);
    let other = x_high.wrapping_mul(y_low).wrapping_add(middle & mask);
    let carried = middle.shift_right(half).wrapping_add(other.shift_right(half));
    x_high.wrapping_mul(y_high).wrapping_add(carried)
}

/// [`Uint32::leading_zeros`] by its definition, by halving.
#[inline(always)]
pub fn leading_zeros<U: Uint32>(x: U) -> U {
    let (mut rest, mut count) = (x, x.constant(0));
    for step in [16, 8, 4, 2, 1] {
        let empty = rest.less(x.constant(1 << (32 - step)));
        let step = x.constant(step);
        count = U::select(empty, count.wrapping_add(step), count);
        rest = U::select(empty, rest.shift_left(step), rest);
    }
    U::select(x.equal(x.constant(0)), x.constant(32), count)
}

/// [`Uint32::dot_of_bytes`] by its definition. A byte is extended to 32 bits by a subtraction, since there is no shift that copies
/// the sign.
#[inline(always)]
pub fn dot_of_bytes<U: Uint32>(x: U, y: U, mut sum: U) -> U {
    let [byte, sign] = map([255, 128], |value| x.constant(value));
    let extended = |x: U, place: u32| {
        let bits = x.shift_right(x.constant(8 * place)) & byte;
        (bits ^ sign).wrapping_sub(sign)
    };
    for place in 0..4 {
        sum = sum.wrapping_add(extended(x, place).wrapping_mul(extended(y, place)));
    }
    sum
}

impl Uint32 for u32 {
    type Mask = bool;

    #[inline(always)]
    fn constant(self, value: u32) -> u32 {
        value
    }
    #[inline(always)]
    fn wrapping_add(self, other: u32) -> u32 {
        u32::wrapping_add(self, other)
    }
    #[inline(always)]
    fn wrapping_sub(self, other: u32) -> u32 {
        u32::wrapping_sub(self, other)
    }
    #[inline(always)]
    fn wrapping_mul(self, other: u32) -> u32 {
        u32::wrapping_mul(self, other)
    }
    #[inline(always)]
    fn high_product(self, other: u32) -> u32 {
        ((u64::from(self) * u64::from(other)) >> 32) as u32
    }
    #[inline(always)]
    fn shift_left(self, count: u32) -> u32 {
        self.checked_shl(count).unwrap_or(0)
    }
    #[inline(always)]
    fn shift_right(self, count: u32) -> u32 {
        self.checked_shr(count).unwrap_or(0)
    }
    #[inline(always)]
    fn leading_zeros(self) -> u32 {
        u32::leading_zeros(self)
    }
    #[inline(always)]
    fn less(self, other: u32) -> bool {
        self < other
    }
    #[inline(always)]
    fn less_or_equal(self, other: u32) -> bool {
        self <= other
    }
    #[inline(always)]
    fn equal(self, other: u32) -> bool {
        self == other
    }
    #[inline(always)]
    fn select(mask: bool, yes: u32, no: u32) -> u32 {
        if mask { yes } else { no }
    }
    /// A real call: work that is long enough for a call in a recording is too long to be compiled at every
    /// step.
    #[inline(never)]
    fn call<const M: usize, const N: usize>(
        _: &'static str,
        operands: [u32; M],
        work: impl FnOnce([u32; M]) -> [u32; N],
    ) -> [u32; N] {
        work(operands)
    }
}

impl Bits<1> for f32 {
    type Uint = u32;

    #[inline(always)]
    fn into_uints(self) -> [u32; 1] {
        [self.to_bits()]
    }
    #[inline(always)]
    fn from_uints([bits]: [u32; 1]) -> f32 {
        f32::from_bits(bits)
    }
}

impl Bits<2> for f64 {
    type Uint = u32;

    #[inline(always)]
    fn into_uints(self) -> [u32; 2] {
        let bits = self.to_bits();
        [bits as u32, (bits >> 32) as u32]
    }
    #[inline(always)]
    fn from_uints([low, high]: [u32; 2]) -> f64 {
        f64::from_bits(u64::from(high) << 32 | u64::from(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// Borders of halves, and numbers of every length.
    fn numbers() -> impl Iterator<Item = u32> + Clone {
        let powers = (0..32).flat_map(|k| [1u32 << k, (1 << k) - 1, !(1 << k), u32::MAX << k]);
        let mut random = SplitMix64::new(7);
        let some: [u32; 300] =
            core::array::from_fn(|k| (random.bits() >> 32) as u32 >> (k as u32 % 32));
        powers.chain(some)
    }

    #[test]
    fn defaults_are_the_operations_of_the_processor() {
        for x in numbers() {
            assert_eq!(leading_zeros(x), u32::leading_zeros(x), "{x:#x}");
            for y in numbers() {
                let expected = (u128::from(x) * u128::from(y)) >> 32;
                assert_eq!(u128::from(high_product(x, y)), expected, "{x:#x} {y:#x}");
                assert_eq!(Uint32::high_product(x, y), high_product(x, y), "{x:#x} {y:#x}");
            }
        }
        assert_eq!(leading_zeros(0u32), 32);
    }

    #[test]
    fn shifts_of_any_count_are_products_and_quotients() {
        for x in numbers() {
            for count in (0..=40).chain([63, 64, 1 << 31, u32::MAX]) {
                let power = 1u128 << count.min(64);
                assert_eq!(x.shift_left(count), (u128::from(x) * power) as u32, "{x:#x} {count}");
                assert_eq!(
                    u128::from(x.shift_right(count)),
                    u128::from(x) / power,
                    "{x:#x} {count}"
                );
            }
        }
    }

    #[test]
    fn comparisons_are_those_of_unsigned_numbers_and_sums_wrap() {
        for x in numbers() {
            for y in numbers() {
                let (wide_x, wide_y) = (i64::from(x), i64::from(y));
                assert_eq!(
                    [x.less(y), x.less_or_equal(y), x.equal(y)],
                    [wide_x < wide_y, wide_x <= wide_y, wide_x == wide_y]
                );
                assert_eq!(u32::select(x.less(y), x, y), x.min(y));
                assert_eq!(Uint32::wrapping_add(x, y), (wide_x + wide_y) as u32);
                assert_eq!(Uint32::wrapping_sub(x, y), (wide_x - wide_y) as u32);
                assert_eq!(
                    Uint32::wrapping_mul(x, y),
                    (u64::from(x) * u64::from(y)) as u32,
                    "{x:#x} {y:#x}"
                );
            }
        }
    }

    #[test]
    fn words_are_their_bits() {
        for high in numbers() {
            assert_eq!(f32::from_uints([high]).into_uints(), [high]);
            assert_eq!(f32::from_uints([high]).to_bits(), high);
            for low in [0, 1, u32::MAX, 0x8000_0000] {
                let word = f64::from_uints([low, high]);
                assert_eq!(word.to_bits(), u64::from(high) << 32 | u64::from(low));
                assert_eq!(word.into_uints(), [low, high]);
            }
        }
    }

    #[test]
    fn a_call_is_its_work() {
        let sum = |a, b| u32::call("sum", [a, b], |[a, b]| [Uint32::wrapping_add(a, b), a & b]);
        assert_eq!(sum(u32::MAX, 3), [2, 3]);
    }
}
