//! The exponent of a word and powers of two by bits. Devices, which have integers, compute
//! [`Word::exponent`](crate::Word::exponent) and [`Word::power_of_two`](crate::Word::power_of_two) this way.
//! The results equal the [definitions](crate::scaling).

use crate::{
    scaling::two_to,
    uint32::{Bits, Uint32},
};

/// The format of a word of `N` integers. Fields are those of the last integer.
pub(crate) struct Format {
    /// Bits of the significand.
    precision: u32,
    /// Bits below the exponent field.
    pub(crate) fraction: u32,
    /// The exponent field of infinities and NaN.
    pub(crate) special: u32,
    /// The exponent field of 1.
    pub(crate) bias: u32,
    /// The smallest subnormal number is 2^-least.
    least: u32,
}

impl Format {
    pub(crate) const fn of<W: Bits<N>, const N: usize>() -> Self {
        let precision = W::PRECISION;
        let fraction = precision - 1 - 32 * (N as u32 - 1);
        let special = (1 << (31 - fraction)) - 1;
        let bias = special / 2;
        Format { precision, fraction, special, bias, least: bias + precision - 2 }
    }

    /// 2^(p − 1), to which an integer is added by setting its bits.
    fn unit(&self) -> f64 {
        two_to(self.precision as i32 - 1)
    }
}

/// [`Word::exponent`](crate::Word::exponent), by bits: subnormal numbers have their true exponents.
#[inline(always)]
pub fn exponent<W: Bits<N>, const N: usize>(x: W) -> W {
    let format = Format::of::<W, N>();
    let mut magnitude = x.into_uints();
    let zero = magnitude[0].constant(0);
    let top = magnitude[N - 1] & zero.constant(u32::MAX >> 1);
    let biased = top.shift_right(zero.constant(format.fraction));

    let (mut zeros, mut is_zero) = (top.leading_zeros(), top.equal(zero));
    if N == 2 {
        let of_low = magnitude[0].leading_zeros().wrapping_add(zero.constant(32));
        zeros = W::Uint::select(is_zero, of_low, zeros);
        is_zero = is_zero & magnitude[0].equal(zero);
    }
    // The exponent counted from that of the smallest subnormal number.
    let of_subnormal = zero.constant(32 * N as u32 - 1).wrapping_sub(zeros);
    let of_normal = biased.wrapping_add(zero.constant(format.precision - 2));
    let count = W::Uint::select(biased.equal(zero), of_subnormal, of_normal);

    let unit = zero.constant((format.bias + format.precision - 1) << format.fraction);
    let mut shifted = [unit; N];
    shifted[0] = if N == 1 { count | unit } else { count };
    let exponent = W::from_uints(shifted) - x.constant(format.unit() + f64::from(format.least));

    // −∞ for zero; infinity and NaN are their own exponents.
    let infinity = zero.constant(1 << 31 | format.special << format.fraction);
    magnitude[N - 1] = W::Uint::select(is_zero, infinity, top);
    let is_special = is_zero | biased.equal(zero.constant(format.special));
    let mut uints = exponent.into_uints();
    for k in 0..N {
        uints[k] = W::Uint::select(is_special, magnitude[k], uints[k]);
    }
    W::from_uints(uints)
}

/// [`Word::power_of_two`](crate::Word::power_of_two).
#[inline(always)]
pub fn power_of_two<W: Bits<N>, const N: usize>(exponent: W) -> W {
    let format = Format::of::<W, N>();
    let before = exponent.constant(-f64::from(format.least + 1));
    let beyond = exponent.constant(f64::from(format.bias + 1));
    let exponent = W::select(before.less(exponent), exponent, before);
    let exponent = W::select(exponent.less(beyond), exponent, beyond);

    // The exponent counted from the one before that of the smallest subnormal number.
    let shifted = exponent + exponent.constant(format.unit() + f64::from(format.least + 1));
    let mut uints = shifted.into_uints();
    let count = uints[0] & uints[0].constant(0xffff);

    let place = count.wrapping_sub(count.constant(1));
    let one = count.constant(1);
    let biased = count.wrapping_sub(count.constant(format.precision - 1));
    let normal = biased.shift_left(count.constant(format.fraction));
    let is_subnormal = count.less(count.constant(format.precision));
    for (k, uint) in uints.iter_mut().enumerate() {
        let place = if k == 0 { place } else { place.wrapping_sub(count.constant(32)) };
        let normal = if k == N - 1 { normal } else { count.constant(0) };
        *uint = W::Uint::select(is_subnormal, one.shift_left(place), normal);
    }
    W::from_uints(uints)
}
